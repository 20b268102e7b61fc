#include "assembly.h"

#include "lint/job/saved_models.h"
#include "lint/repo/repo.h"

#include <string.h>

enum { HALVINGS_MAX = 10, SECOND_MAX = 768 << 20 };

/* 50,000 commands, halved eight times, are still more than 97 of 100 scripts run. */
static unsigned halvings(const struct assembly *s)
{
	uint64_t n = s->shell_spent < 8 ? s->shell_spent : s->shell_spent < 64 ? 8 : HALVINGS_MAX;

	/* Loops within loops make 300 MB of one script: ninety of them must not take all memory. */
	n += halvings_by_bytes(s->arena->used - s->before_shell);
	return n < HALVINGS_MAX ? (unsigned)n : HALVINGS_MAX;
}

static enum kind kind_at(struct assembly *s, uint32_t file)
{
	enum kind kind = kind_of(files_at(s->repo->files, file)->path);

	return kind == KIND_MAYBE ? kind_of_bytes(repository_text(s->repo, file)) : kind;
}

void assemble_take(struct assembly *s, struct draft *draft, uint32_t file)
{
	file = files_parent(s->repo->files, file);
	if (!file)
		return;
	if (file <= s->ntaken)
		s->taken[file - 1] = true;
	for (size_t i = 0; i < draft->files.n; i++)
		if (draft->files.at[i] == file)
			return;
	*vec_push(s->arena, &draft->files) = file;
}

void assemble_take_launch(struct assembly *s, struct draft *draft, const struct launch *launch)
{
	assemble_take(s, draft, launch->file);
	for (size_t i = 0; i < launch->through.n; i++)
		assemble_take(s, draft, launch->through.at[i]);
	for (size_t i = 0; i < launch->layers.n; i++)
		if (span_known(launch->layers.at[i].at))
			assemble_take(s, draft, launch->layers.at[i].at.file);
}

bool assemble_taken(const struct assembly *s, uint32_t file)
{
	return file && file <= s->ntaken && s->taken[file - 1];
}

const struct node *assemble_open(void *ctx, struct str path, struct span at)
{
	struct opener *opener = ctx;
	struct repository *repo = opener->assembly->repo;
	const struct file *from = files_at(repo->files, at.file);
	uint32_t file = repository_resolve(repo, opener->cwd, from ? from->path : opener->from, path);

	if (!file)
		return NULL;
	*vec_push(repo->arena, &opener->files) = file;
	return repository_tree(repo, file);
}

void assemble_add(struct assembly *s, struct draft *draft)
{
	const struct opener *opener = draft->extract.ctx;

	for (size_t i = 0; opener && i < opener->files.n; i++)
		assemble_take(s, draft, opener->files.at[i]);
	*vec_push(s->arena, &s->drafts) = *draft;
}

/* The files that a script has written when it comes to a launch, the last of a name. */
void assemble_written(struct assembly *s, const struct launches *launches, const struct launch *launch)
{
	const size_t which = (size_t)(launch - launches->at);
	struct str cwd = assemble_cwd(s, launch);

	repository_restore(s->repo);
	for (size_t i = 0; i < launches->written.n; i++) {
		const struct launch_file *file = &launches->written.at[i];
		struct str path = file->path.value->text;

		if (file->before > which || file->text->kind != NODE_STR ||
		    file->path.value->kind != NODE_STR)
			continue;
		if (str_starts(path, STR("/")) ||
		    !repository_overwrite(s->repo, eval_path(s->arena, cwd, path), file->text))
			repository_write(s->repo, path, file->text);
	}
}

/* A config that a script launches with other words in it, under another name, is none by itself. */
static void take_templates(struct assembly *s, const struct launches *launches)
{
	for (size_t i = 0; i < launches->written.n; i++) {
		const struct launch_file *file = &launches->written.at[i];

		if (file->template && file->template <= s->ntaken && file->before < launches->n &&
		    file->text->kind == NODE_STR &&
		    !str_eq(file->text->text, files_at(s->repo->files, file->template)->text))
			s->taken[file->template - 1] = true;
	}
}

/* Launches of a file; each command is a job or none. */
static void take_launches(struct assembly *s, const struct launches *launches)
{
	for (size_t i = 0; launches && i < launches->n; i++) {
		assemble_written(s, launches, &launches->at[i]);
		assemble_launch(s, &launches->at[i]);
	}
	repository_restore(s->repo);
	if (launches)
		take_templates(s, launches);
	for (size_t i = 0; launches && i < launches->breaks.n; i++) {
		const struct launch_break *b = &launches->breaks.at[i];
		struct str lost = str_trim(files_text(s->repo->files, b->lost));
		struct finding *f = findings_add(
			s->findings, RULE_BROKEN_CONTINUATION, b->at,
			"the command ends here: bash does not pass on \"%.*s\"", STR_ARG(str_cut(lost, '\n').head));

		if (f && lost.n > str_cut(lost, '\n').head.n)
			f->message = str_cat(s->arena, f->message, STR(" and what follows"));
	}
}

uint32_t assemble_find(void *data, struct str path)
{
	struct repository *repo = data;
	uint32_t file = files_find(repo->files, path);

	if (file)
		repository_text(repo, file);
	return file;
}

struct shell_world assemble_shell(const struct assembly *s)
{
	struct shell_world world = {.data = s->repo, .find = assemble_find};

	world.budget = shell_budget(world.budget);
	world.budget.steps >>= halvings(s);
	world.budget.work >>= halvings(s);
	return world;
}

void assemble_spent(struct assembly *s, uint32_t file, struct str phrase)
{
	file = files_parent(s->repo->files, file);
	if (phrase.n && file && file <= s->ntaken && !s->partly[file - 1].n)
		s->partly[file - 1] = str_dup(s->arena, phrase);
}

bool assemble_full(struct assembly *s, uint32_t file)
{
	/* Thirty times what a library of 2,000 files takes, and 4,000 more jobs than anybody has. */
	enum { MEMORY_MAX = 1536 << 20, STEPS_MAX = 64 << 20, JOBS_MAX = 4096 };
	const char *what = s->arena->used >= MEMORY_MAX ? "1.5 GiB for the whole repository"
			   : s->steps >= STEPS_MAX     ? "64 million steps for the whole repository"
			   : s->drafts.n >= JOBS_MAX   ? "4096 jobs for the whole repository"
						       : NULL;

	if (what)
		assemble_spent(s, file, str_of(what));
	return what != NULL;
}

/* What stands behind a spent budget is not seen: that is no pass. */
static void report_spent(struct assembly *s)
{
	for (uint32_t file = 1; file <= s->ntaken; file++)
		if (s->partly[file - 1].n)
			findings_add(s->findings, RULE_UNREADABLE_FILE, (struct span){file, 0, 0},
				     "evaluated only as far as its budget went: %.*s", STR_ARG(s->partly[file - 1]));
}

void assemble_shell_done(struct assembly *s, uint32_t file, const struct launches *launches)
{
	struct shell_budget given = assemble_shell(s).budget;

	assemble_spent(s, file, launches->spent);
	/* A repository of scripts without end must not take minutes; other scripts keep what they need. */
	s->shell_spent += launches->steps >= given.steps || launches->work >= given.work;
}

/* The commands of a file that holds commands; NULL for another kind of file. */
static struct launches *read_commands(struct assembly *s, const struct shell_world *world, uint32_t file)
{
	enum kind kind = kind_at(s, file);

	if ((kind != KIND_SHELL && kind != KIND_MAKE && kind != KIND_DOCKER) || assemble_full(s, file))
		return NULL;
	repository_text(s->repo, file);
	if (kind == KIND_MAKE)
		return makefile_read(s->arena, world, s->repo->files, file);
	if (kind == KIND_DOCKER)
		return dockerfile_read(s->arena, world, s->repo->files, file);
	if (str_ends(files_at(s->repo->files, file)->path, STR(".fish")))
		return fish_read(s->arena, world, s->repo->files, file);
	return shell_read(s->arena, world, s->repo->files, file);
}

static bool marked(const struct assembly *s, uint32_t file, unsigned mark)
{
	return file <= s->ntaken && (s->marks[file - 1] & mark);
}

static bool is_tree(enum kind kind)
{
	return kind == KIND_YAML || kind == KIND_JSON || kind == KIND_TOML;
}

struct shell_results {
	VEC(struct launches *);
};

/* Shell files are all read before any launch is followed: a script that another one calls with
 * arguments is no entry of its own. */
static void take_shell_files(struct assembly *s)
{
	struct shell_results results = {0};
	bool *called = arena_news(s->arena, bool, s->ntaken + 1);
	uint32_t *of = arena_news(s->arena, uint32_t, s->ntaken + 1);

	for (uint32_t file = 1; file <= s->ntaken; file++) {
		struct shell_world world = assemble_shell(s);
		struct launches *l = read_commands(s, &world, file);

		if (!l)
			continue;
		assemble_shell_done(s, file, l);
		of[results.n] = file;
		*vec_push(s->arena, &results) = l;
		for (size_t i = 0; i < l->called.n; i++)
			if (l->called.at[i] <= s->ntaken && l->called.at[i] != file)
				called[l->called.at[i]] = true;
	}
	for (size_t i = 0; i < results.n; i++)
		if (!called[of[i]])
			take_launches(s, results.at[i]);
}

/* Manifests that run commands: their launches come before lone files as well. */
static void take_manifests(struct assembly *s)
{
	for (uint32_t file = 1; file <= s->ntaken; file++)
		if (is_tree(kind_of(files_at(s->repo->files, file)->path)) && marked(s, file, MARK_COMMAND) &&
		    !path_is_aside(files_at(s->repo->files, file)->path) && !assemble_full(s, file))
			assemble_manifest(s, file);
}

static bool is_lone(const struct assembly *s, uint32_t file)
{
	return !assemble_taken(s, file) &&
	       !path_is_aside(files_at(s->repo->files, file)->path);
}

static bool is_entry(const struct assembly *s, uint32_t file)
{
	for (size_t i = 0; i < s->drafts.n; i++)
		if (s->drafts.at[i].script == file)
			return true;
	return false;
}

/* Whether a job runs the loop that stands in a file. */
static bool has_sink(const struct assembly *s, uint32_t file)
{
	for (size_t i = 0; i < s->drafts.n; i++)
		if (s->drafts.at[i].sink.file == file)
			return true;
	return false;
}

/*
 * A file that another job imported, and that trains by itself if it is run: the loop stands below its
 * "if __name__ == '__main__'", or in a function that no job has run.
 */
static bool trains_itself(struct assembly *s, uint32_t file)
{
	struct str text;
	size_t guard;

	if (!assemble_taken(s, file) || s->read[file - 1] || kind_at(s, file) != KIND_PYTHON ||
	    !marked(s, file, MARK_SINK) || is_entry(s, file) ||
	    path_is_aside(files_at(s->repo->files, file)->path))
		return false;
	text = repository_text(s->repo, file);
	guard = str_find(text, STR("\nif __name__ =="), 0);
	if (guard == SIZE_MAX)
		return false;
	return str_has(has_sink(s, file) ? str_sub(text, guard, text.n) : text, STR(".backward("));
}

/* Scripts that start others: what they start is no script by itself. */
static void take_programs(struct assembly *s)
{
	for (uint32_t file = 1; file <= s->ntaken; file++)
		if (is_lone(s, file) && marked(s, file, MARK_RUNS) && kind_at(s, file) == KIND_PYTHON) {
			s->read[file - 1] = true;
			assemble_script(s, file);
		}
}

static void take_lone_code(struct assembly *s, uint32_t file)
{
	if (kind_at(s, file) == KIND_PYTHON && marked(s, file, MARK_SINK | MARK_REACH) && !s->read[file - 1])
		assemble_script(s, file);
}

/*
 * Jobs of files by themselves: scripts, notebooks and configs that no launch has led to. Notebooks come
 * first, since their shell lines start scripts, then scripts, since a config that one of them reads is no
 * job by itself.
 */
static void take_lone_files(struct assembly *s)
{
	size_t from = s->drafts.n;

	for (uint32_t file = 1; file <= s->ntaken; file++)
		if (is_lone(s, file) && kind_at(s, file) == KIND_NOTEBOOK && !assemble_full(s, file))
			assemble_notebook(s, file);
	for (uint32_t file = 1; file <= s->ntaken; file++)
		if (is_lone(s, file) || trains_itself(s, file))
			take_lone_code(s, file);
	for (uint32_t file = 1; file <= s->ntaken; file++)
		if (is_lone(s, file) && !s->idle[file - 1] && is_tree(kind_at(s, file)) && marked(s, file, MARK_CONFIG) &&
		    !assemble_full(s, file))
			assemble_config(s, file);
	assemble_sort(s, from);
}

static void take_all(struct assembly *s)
{
	s->taken = arena_news(s->arena, bool, s->ntaken);
	s->lent = arena_news(s->arena, uint16_t, s->ntaken);
	s->read = arena_news(s->arena, bool, s->ntaken);
	s->idle = arena_news(s->arena, bool, s->ntaken);
	s->spent = arena_news(s->arena, uint8_t, s->ntaken);
	s->shell_spent = 0;
	s->before_shell = s->arena->used;
	s->steps = s->kept = 0;
	s->drafts.n = 0;
	take_shell_files(s);
	take_manifests(s);
	take_programs(s);
	take_lone_files(s);
	assemble_lone_consoles(s);
	assemble_stated(s);
}

/* Tells apart what the versions are, as far as keys and calls of the jobs have narrowed them down. */
static uint64_t versions_known(const struct assembly *s)
{
	uint64_t known = 0;

	for (size_t k = 0; k < s->environments->n; k++) {
		const struct versions *versions = &s->environments->at[k]->versions;

		for (size_t i = 0; i < versions->n; i++)
			known = known * 31 + str_hash(versions->at[i].package) +
				str_hash(versions->at[i].version) * (k + 1);
	}
	return known;
}

/*
 * A project has one environment: what one job uses dates the libraries of all. Jobs that were read
 * before it was known get the defaults of those versions in a second reading.
 */
void assemble(struct assembly *s)
{
	struct findings *all = s->findings, first;
	uint64_t before = versions_known(s);

	findings_init(&first, s->arena);
	memcpy(first.severity, all->severity, sizeof(first.severity));
	s->ntaken = s->repo->files->n;
	s->barren = arena_news(s->arena, bool, s->ntaken);
	s->partly = arena_news(s->arena, struct str, s->ntaken);
	s->said = arena_news(s->arena, struct target *, s->ntaken);
	s->settings = arena_news(s->arena, uint8_t, s->ntaken);
	s->installs_nothing = arena_news(s->arena, bool, s->ntaken);
	s->findings = &first;
	assemble_read_consoles(s);
	take_all(s);
	s->findings = all;
	/* What has taken half of the memory cannot be read once more. */
	if (before == versions_known(s) || s->arena->used >= SECOND_MAX)
		for (size_t i = 0; i < first.n; i++)
			*vec_push(all->arena, all) = first.at[i];
	else
		take_all(s);
	report_spent(s);
	lineage_resolve(s);
	assemble_settle(s);
}
