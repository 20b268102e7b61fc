#include "alone_jobs.h"
#include "assembly.h"
#include "budgets.h"
#include "evaluation_cache.h"
#include "file_jobs.h"
#include "no_jobs.h"
#include "tried_configs.h"
#include "upcoming.h"
#include "written_files.h"

#include "lint/launch/files/launch_files.h"
#include "lint/manifest/manifest.h"
#include "lint/repo/repo.h"
#include "lint/stats/stats.h"

#include <string.h>

enum { SECOND_MAX = 768 << 20 };

static enum file_kind kind_at(struct assembly *s, uint32_t file)
{
	enum file_kind kind = file_kind_of(files_at(s->repo->files, file)->path);

	return kind == KIND_MAYBE ? file_kind_of_bytes(repository_text(s->repo, file)) : kind;
}

/* A config that a script launches with other words in it, under another name, is none by itself. */
static void take_templates(struct assembly *s, const struct launches *launches)
{
	for (size_t i = 0; i < launches->written.n; i++) {
		const struct launch_file *file = &launches->written.at[i];

		if (file->template && file->template <= s->c->nfiles && file->before < launches->n &&
		    !str_eq(file->text->text, files_at(s->repo->files, file->template)->text))
			s->c->taken[file->template - 1] = true;
	}
}

/* The jobs from the given one on are of the configs, too, that the script has filled in for their launch. */
static void join_templates(struct assembly *s, const struct launches *launches, size_t which, size_t from)
{
	for (size_t i = 0; i < launches->written.n; i++) {
		const struct launch_file *file = &launches->written.at[i];

		if (!file->template || file->before > which || file->until <= which)
			continue;
		for (size_t k = from; k < s->c->drafts.n; k++)
			draft_take(s->c, s->c->drafts.at[k], file->template);
	}
}

/*
 * Launches of a file, or of a document those that a script of it makes and that leave no more words open; each command is
 * a job or none.
 */
static void take_launches(struct assembly *s, struct launches *launches, const struct shell_file *script, size_t open)
{
	for (size_t i = 0; i < launches->n; i++) {
		size_t before = s->c->drafts.n;

		if (script && document_leaves(&launches->at[i], script) > open)
			continue;
		upcoming_reached(s, &launches->at[i], 0);
		written_files_above(s, launches, &launches->at[i]);
		launch_jobs(s, &launches->at[i]);
		join_templates(s, launches, i, before);
	}
	repository_restore(s->repo);
	take_templates(s, launches);
}

/* Commands that a file ends too early. */
static void take_breaks(struct assembly *s, const struct launches *launches)
{
	for (size_t i = 0; i < launches->breaks.n; i++) {
		const struct launch_break *b = &launches->breaks.at[i];
		struct str lost = str_trim(files_text(s->repo->files, b->lost));
		struct finding *f = findings_add(
			s->c->findings, RULE_BROKEN_CONTINUATION, b->at,
			"the command ends here: bash does not pass on \"%.*s\"", STR_ARG(str_cut(lost, '\n').head));

		if (f && lost.n > str_cut(lost, '\n').head.n)
			f->message = str_cat(s->arena, f->message, STR(" and what follows"));
	}
}

typedef struct launches *shell_reader(struct arena *a, const struct shell_world *world, struct files *files, uint32_t file);

/* What reads a script of shell code, by the end of its name, unless its first line says that it is for a shell of Unix. */
static shell_reader *reader_of(const struct file *file)
{
	static const struct {
		const char *ending;
		shell_reader *read;
	} rows[] = {{".fish", fish_read}, {".bat", batch_file_read}, {".cmd", batch_file_read}, {".ps1", powershell_read}};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (str_ends(file->path, str_of(rows[i].ending)) && (!i || !str_starts(file->text, STR("#!"))))
			return rows[i].read;
	return shell_read;
}

/* The commands of a file that holds commands, in the arena of shell code; NULL for another kind of file. */
static struct launches *read_commands(struct assembly *s, const struct shell_world *world, uint32_t file)
{
	static shell_reader *const readers[] = {
		[KIND_SHELL] = shell_read,	    [KIND_MAKE] = makefile_read,    [KIND_DOCKER] = dockerfile_read,
		[KIND_SUBMIT] = submit_file_read, [KIND_SNAKE] = snakefile_read,
	};
	enum file_kind kind = kind_at(s, file);
	shell_reader *read = kind < sizeof(readers) / sizeof(*readers) ? readers[kind] : NULL;

	if (!read || budget_is_spent(s, file))
		return NULL;
	repository_text(s->repo, file);
	if (kind == KIND_SHELL)
		read = reader_of(files_at(s->repo->files, file));
	return read(&s->shell, world, s->repo->files, file);
}

static bool marked(const struct assembly *s, uint32_t file, unsigned mark)
{
	return file <= s->c->nfiles && (s->of.marks[file - 1] & mark);
}

static bool is_tree(enum file_kind kind)
{
	return kind == KIND_YAML || kind == KIND_JSON || kind == KIND_TOML;
}

/* Whether a command of a file, or of what it calls, is among those that were found. */
static bool launches_from(const struct launches *l, uint32_t file)
{
	for (size_t i = 0; i < l->n; i++) {
		if (l->at[i].file == file)
			return true;
		for (size_t k = 0; k < l->at[i].through.n; k++)
			if (l->at[i].through.at[k] == file)
				return true;
	}
	return false;
}

/*
 * Whether a script may launch something only where it is given the right argument: [ "${1:-none}" = train ]. It is read once
 * more then, as started with arguments that nobody knows.
 */
static bool wants_more(const struct launches *l)
{
	return l && !l->n && (l->takes_arguments || l->wants_arguments);
}

/* The shell file whose last command is what the repository's images start; NULL: there is none, or they start several programs. */
static struct shell_file *image_of_all(struct assembly *s)
{
	struct shell_file *image = NULL;

	for (size_t i = 0; i < s->scripts.n; i++) {
		struct launches *l = s->scripts.at[i].launches;

		if (kind_at(s, s->scripts.at[i].file) != KIND_DOCKER || !l->n)
			continue;
		if (image || (l->at[l->n - 1].kind != LAUNCH_SCRIPT && l->at[l->n - 1].kind != LAUNCH_MODULE))
			return NULL;
		image = &s->scripts.at[i];
	}
	return image;
}

/* The program of an image, with the words that a cloud is told to give it behind its own. */
static void start_image(struct assembly *s, struct launch *l, const struct launch *image)
{
	struct launch told = *l;

	l->kind = image->kind;
	l->program = image->program;
	l->cwd = image->cwd;
	l->env = image->env;
	l->args.n = l->args.room = 0;
	l->args.at = NULL;
	for (size_t i = 0; i < image->args.n; i++)
		*vec_push(s->arena, &l->args) = image->args.at[i];
	for (size_t i = 0; i < told.args.n; i++)
		*vec_push(s->arena, &l->args) = told.args.at[i];
}

/*
 * Commands that tell a cloud to run an image (gcloud … --master-image-uri) start what the Dockerfile starts, where the
 * repository has only one that starts something; that is no launch by itself then.
 */
static void start_images(struct assembly *s)
{
	struct shell_file *image = image_of_all(s);
	bool started = false;

	for (size_t i = 0; image && i < s->scripts.n; i++)
		for (size_t k = 0; k < s->scripts.at[i].launches->n; k++) {
			struct launch *l = &s->scripts.at[i].launches->at[k];

			if (l->kind != LAUNCH_COMMAND || !launch_option(l, STR("master_image_uri")))
				continue;
			start_image(s, l, &image->launches->at[image->launches->n - 1]);
			started = true;
		}
	if (started)
		image->launches->n--;
}

/* The commands of all files that hold commands: what they are does not depend on what is read later. */
static void read_shell_files(struct assembly *s)
{
	enum stage before = stats_enter(s->request->stats, STAGE_SHELL);

	for (uint32_t file = 1; file <= s->c->nfiles; file++) {
		struct shell_world world = budget_shell_world(s);
		struct launches *l = read_commands(s, &world, file);

		if (!l)
			continue;
		budget_shell_done(s, file, l);
		if (wants_more(l)) {
			world.given = true;
			l = read_commands(s, &world, file);
			budget_shell_done(s, file, l);
		}
		*vec_push(s->arena, &s->scripts) = (struct shell_file){file, launches_keep(s->arena, &s->shell, l)};
		arena_reset(&s->shell);
	}
	start_images(s);
	documents_read(s);
	s->scripts_spent = s->shell_spent;
	s->scripts_read = true;
	stats_back(s->request->stats, before);
}

/*
 * What documents tell of a script that wants arguments: the jobs that it is run for, of those commands that leave the least
 * to the reader. False if they tell nothing of it.
 */
static bool take_told_runs(struct assembly *s, const struct shell_file *script)
{
	size_t least = SIZE_MAX;

	if (!script->launches->wants_arguments)
		return false;
	for (size_t i = 0; i < s->documents.n; i++)
		for (size_t k = 0; k < s->documents.at[i].launches->n; k++) {
			size_t open = document_leaves(&s->documents.at[i].launches->at[k], script);

			least = open < least ? open : least;
		}
	for (size_t i = 0; i < s->documents.n && least != SIZE_MAX; i++)
		take_launches(s, s->documents.at[i].launches, script, least);
	return least != SIZE_MAX;
}

/*
 * Shell files are all read before any launch is followed: a script that another one calls with arguments is no entry of
 * its own. One that launches nothing with these arguments ("source train_ppo.sh slurm", for a variable) still is.
 */
static void take_shell_files(struct assembly *s)
{
	bool *called = arena_news(s->arena, bool, s->c->nfiles + 1);

	if (!s->scripts_read)
		read_shell_files(s);
	s->shell_spent = s->scripts_spent;
	for (size_t i = 0; i < s->scripts.n; i++) {
		const struct launches *l = s->scripts.at[i].launches;

		for (size_t k = 0; k < l->called.n; k++)
			if (l->called.at[k] <= s->c->nfiles && l->called.at[k] != s->scripts.at[i].file &&
			    launches_from(l, l->called.at[k]))
				called[l->called.at[k]] = true;
	}
	upcoming_clear(s);
	for (size_t i = 0; i < s->scripts.n; i++)
		if (!called[s->scripts.at[i].file])
			upcoming_add_launches(s, s->scripts.at[i].launches);
	for (size_t i = 0; i < s->scripts.n; i++) {
		const struct shell_file *script = &s->scripts.at[i];

		if (called[script->file])
			continue;
		if (!take_told_runs(s, script))
			take_launches(s, script->launches, NULL, 0);
		take_breaks(s, script->launches);
	}
}

static bool holds_tasks(struct assembly *s, uint32_t file)
{
	return project_file(files_at(s->repo->files, file)->path) && project_has_tasks(repository_text(s->repo, file));
}

/* Whether a file is a manifest that may run commands. A workflow of GitHub's lies aside and does all the same. */
static bool may_be_manifest(struct assembly *s, uint32_t file, const bool *told)
{
	struct str path = files_at(s->repo->files, file)->path;

	if (!told)
		return is_editors_list(s, file) && marked(s, file, MARK_COMMAND) && !path_is_aside(path);
	if (holds_tasks(s, file))
		return !path_is_aside(path);
	return is_tree(file_kind_of(path)) && marked(s, file, MARK_COMMAND) && (ci_is_workflow(path) || !path_is_aside(path));
}

/* Manifests that run commands: their launches come before lone files as well; without told an editor's alone, behind the documents. */
static void take_manifests(struct assembly *s, const bool *told)
{
	for (uint32_t file = 1; file <= s->c->nfiles; file++)
		if (may_be_manifest(s, file, told) && !budget_is_spent(s, file))
			manifest_jobs(s, file, told);
}

static bool is_lone(const struct assembly *s, uint32_t file)
{
	return !draft_has_taken(s->c, file) &&
	       !path_is_aside(files_at(s->repo->files, file)->path);
}

/* Whether a line that begins in the first column is the call of a trainer's: "trainer.train()". */
static bool trains_on_sight(struct str text)
{
	static const char *const calls[] = {".train(", ".fit("};

	while (text.n) {
		struct str_cut line = str_cut(text, '\n');

		for (size_t i = 0; line.head.n && !strchr(" \t#", line.head.s[0]) && i < sizeof(calls) / sizeof(*calls); i++)
			if (str_has(line.head, str_of(calls[i])))
				return true;
		text = line.tail;
	}
	return false;
}

/*
 * A script among tests that no test can import, since it would train: somebody's trial, and none of what tests a library. model.train()
 * is a switch, which is told from it by what comes of the file.
 */
static bool is_trial(struct assembly *s, uint32_t file)
{
	return !draft_has_taken(s->c, file) && kind_at(s, file) == KIND_PYTHON && marked(s, file, MARK_SINK) &&
	       path_is_beside_tests(files_at(s->repo->files, file)->path) && trains_on_sight(repository_text(s->repo, file));
}

static bool is_entry(const struct assembly *s, uint32_t file)
{
	for (size_t i = 0; i < s->c->drafts.n; i++)
		if (s->c->drafts.at[i]->script == file)
			return true;
	return false;
}

/* Whether a job runs the loop that stands in a file. */
static bool has_sink(const struct assembly *s, uint32_t file)
{
	for (size_t i = 0; i < s->c->drafts.n; i++)
		if (s->c->drafts.at[i]->sink.file == file)
			return true;
	return false;
}

/*
 * A file that another job imported, and that trains by itself if it is run: the loop stands below its
 * "if __name__ == '__main__'", or in a function that no job has run.
 */
static bool trains_itself(struct assembly *s, uint32_t file)
{
	struct str text, below;
	size_t guard;

	if (!draft_has_taken(s->c, file) || s->read[file - 1] || kind_at(s, file) != KIND_PYTHON ||
	    !marked(s, file, MARK_SINK) || is_entry(s, file) ||
	    path_is_aside(files_at(s->repo->files, file)->path))
		return false;
	text = repository_text(s->repo, file);
	guard = str_find(text, STR("\nif __name__ =="), 0);
	if (guard == SIZE_MAX)
		return false;
	below = str_sub(text, guard, text.n);
	/* Of what stands below the guard it is certain that nobody has run it: an experiment handed to its runner, a trainer's call. */
	if (str_has(below, STR(".run(")) || str_has(below, STR(".train(")))
		return true;
	/* What another one took of it are its parts, where its own main() has a trainer run that no job has reached. */
	if (!has_sink(s, file) && str_has(below, STR("main(")) && str_has(text, STR("parse_args()")) && str_has(text, STR("rainer.train(")))
		return true;
	return str_has(has_sink(s, file) ? below : text, STR(".backward("));
}

/* Whether a file is code that starts other programs, and was not evaluated by itself. */
static bool may_start_others(struct assembly *s, uint32_t file)
{
	return is_lone(s, file) && !s->read[file - 1] && marked(s, file, MARK_RUNS) && !marked(s, file, MARK_CELLS) &&
	       kind_at(s, file) == KIND_PYTHON;
}

/*
 * Scripts that start others: what they start is no script by itself. Those that a document tells a command of have their
 * turn behind the documents, which know more of them.
 */
static void take_programs(struct assembly *s, const bool *later)
{
	upcoming_clear(s);
	for (uint32_t file = 1; file <= s->c->nfiles; file++)
		if (!(later && later[file]) && may_start_others(s, file))
			upcoming_add_script(s, file);
	for (uint32_t file = 1; file <= s->c->nfiles; file++) {
		if ((later && later[file]) || !may_start_others(s, file))
			continue;
		s->read[file - 1] = true;
		upcoming_reached(s, NULL, file);
		unlaunched_script_jobs(s, file);
	}
}

/* Whether a file is code that may train, and was not evaluated by itself. */
static bool may_be_script(struct assembly *s, uint32_t file)
{
	return kind_at(s, file) == KIND_PYTHON && marked(s, file, MARK_SINK | MARK_REACH) && !marked(s, file, MARK_CELLS) &&
	       !s->read[file - 1];
}

static void take_lone_code(struct assembly *s, uint32_t file)
{
	if (!may_be_script(s, file))
		return;
	upcoming_reached(s, NULL, file);
	unlaunched_script_jobs(s, file);
}

/* A notebook, or what one was written out as, where it has commands or may train. */
static bool is_notebook(struct assembly *s, uint32_t file)
{
	if (kind_at(s, file) == KIND_NOTEBOOK)
		return true;
	return marked(s, file, MARK_CELLS) && marked(s, file, MARK_COMMAND | MARK_SINK | MARK_REACH | MARK_RUNS | MARK_STARTS);
}

/*
 * Jobs of files by themselves: scripts, notebooks and configs that no launch has led to. Notebooks come
 * first, since their shell lines start scripts, then scripts, since a config that one of them reads is no
 * job by itself.
 */
static void take_lone_files(struct assembly *s)
{
	size_t from = s->c->drafts.n;

	for (uint32_t file = 1; file <= s->c->nfiles; file++)
		if (is_lone(s, file) && is_notebook(s, file) && !budget_is_spent(s, file))
			notebook_jobs(s, file);
	document_jobs(s);
	take_manifests(s, NULL);
	take_programs(s, NULL);
	/* What lies beside a launched config is more that script's than one's that nobody starts. */
	try_siblings_near(s);
	upcoming_clear(s);
	for (uint32_t file = 1; file <= s->c->nfiles; file++)
		if (is_lone(s, file) && may_be_script(s, file))
			upcoming_add_script(s, file);
	for (uint32_t file = 1; file <= s->c->nfiles; file++)
		if (is_lone(s, file) || is_trial(s, file) || trains_itself(s, file))
			take_lone_code(s, file);
	try_siblings(s, true);
	for (uint32_t file = 1; file <= s->c->nfiles; file++)
		if (is_lone(s, file) && !s->idle[file - 1] && is_tree(kind_at(s, file)) && marked(s, file, MARK_CONFIG) &&
		    !budget_is_spent(s, file))
			config_jobs(s, file);
	for (uint32_t file = 1; file <= s->c->nfiles; file++)
		if (is_lone(s, file) && !s->idle[file - 1] && kind_at(s, file) == KIND_PYTHON && marked(s, file, MARK_MODULE) &&
		    !budget_is_spent(s, file))
			module_jobs(s, file);
	for (uint32_t file = 1; file <= s->c->nfiles; file++)
		if (kind_at(s, file) == KIND_PYTHON && marked(s, file, MARK_MODULE) && !path_is_aside(files_at(s->repo->files, file)->path) &&
		    !budget_is_spent(s, file))
			function_jobs(s, file);
	distinct_jobs_sort(s->c, from);
}

static void take_all(struct assembly *s)
{
	const bool *told;

	s->c->taken = arena_news(s->arena, bool, s->c->nfiles);
	s->lent = arena_news(s->arena, uint16_t, s->c->nfiles);
	s->read = arena_news(s->arena, bool, s->c->nfiles);
	s->idle = arena_news(s->arena, bool, s->c->nfiles);
	s->spent = arena_news(s->arena, uint8_t, s->c->nfiles);
	s->shell_spent = 0;
	s->before_shell = s->arena->used;
	s->steps = s->kept = s->behind = 0;
	drafts_drop(s->c);
	take_shell_files(s);
	told = document_scripts(s);
	take_manifests(s, told);
	take_programs(s, told);
	take_lone_files(s);
	unlaunched_console_jobs(s);
	alone_jobs(s);
	try_siblings(s, false);
	policy_jobs(s);
}

/* Tells apart what the versions are, as far as keys and calls of the jobs have narrowed them down. */
static uint64_t versions_known(const struct draft_context *c)
{
	uint64_t known = 0;

	for (size_t k = 0; k < c->environments->n; k++) {
		const struct versions *versions = &c->environments->at[k]->versions;

		for (size_t i = 0; i < versions->n; i++)
			known = known * 31 + str_hash(versions->at[i].package) +
				str_hash(versions->at[i].version) * (k + 1);
	}
	return known;
}

static const struct node *module_tree(void *evaluating, uint32_t file)
{
	return config_tree(evaluating, file);
}

static void init(struct assembly *s, struct draft_context *c, const struct assemble_files *files)
{
	*s = (struct assembly){.c = c, .arena = c->arena, .repo = c->repo, .request = c->request, .of = *files,
			       .cache = py_cache_new(c->arena)};
	c->nfiles = c->repo->files->n;
	s->pages = arena_news(s->arena, struct page *, c->nfiles);
	s->barren = arena_news(s->arena, bool, c->nfiles);
	s->words_asked = arena_news(s->arena, uint8_t, c->nfiles);
	s->partly = arena_news(s->arena, struct str, c->nfiles);
	s->no_job = arena_news(s->arena, uint32_t, c->nfiles);
	s->no_job_part = arena_news(s->arena, bool, c->nfiles);
	s->launches = arena_news(s->arena, bool, c->nfiles);
	s->copied = arena_news(s->arena, bool, c->nfiles);
	s->told_none = arena_news(s->arena, bool, c->nfiles);
	s->evaluates = arena_news(s->arena, bool, c->nfiles);
	s->refused = arena_news(s->arena, const struct launch *, c->nfiles);
	s->handed = arena_news(s->arena, struct str, c->nfiles);
	c->said = arena_news(s->arena, struct target *, c->nfiles);
	c->pages = arena_news(s->arena, struct target *, c->nfiles);
	s->settings = arena_news(s->arena, uint8_t, c->nfiles);
	c->installs_nothing = arena_news(s->arena, bool, c->nfiles);
	c->module = module_tree;
	c->evaluating = s;
}

/*
 * A project has one environment: what one job uses dates the libraries of all. Jobs that were read
 * before it was known get the defaults of those versions in a second reading.
 */
struct assembly *assemble(struct draft_context *c, const struct assemble_files *files)
{
	struct assembly *s = arena_new(c->arena, struct assembly);
	struct findings *all = c->findings, first;
	uint64_t before = versions_known(c);

	findings_init(&first, c->arena);
	memcpy(first.severity, all->severity, sizeof(first.severity));
	init(s, c, files);
	c->findings = &first;
	console_scripts_read(s);
	take_all(s);
	c->findings = all;
	/* What has taken half of the memory cannot be read once more. */
	if (before == versions_known(c) || c->arena->used >= SECOND_MAX)
		for (size_t i = 0; i < first.n; i++)
			*vec_push(all->arena, all) = first.at[i];
	else
		take_all(s);
	budget_report(s);
	no_jobs_report(s);
	saved_models_resolve(c);
	distinct_jobs(c);
	/* Nobody evaluates any more. */
	c->module = NULL;
	evaluation_free(s);
	arena_free(&s->entry);
	arena_free(&s->shell);
	return s;
}

void assemble_free(struct assembly *s)
{
	if (s->request->stats)
		ahead_counts(s->ahead, &s->request->stats->planned, &s->request->stats->taken);
	ahead_end(s->ahead);
	py_cache_free(s->cache);
}
