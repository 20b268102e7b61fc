#include "budgets.h"
#include "config_overrides.h"
#include "file_jobs.h"
#include "command_jobs.h"
#include "no_jobs.h"
#include "script_jobs.h"

#include "lint/repo/repo.h"
#include "lint/settings/settings.h"
#include "lint/training/training.h"

/* A program that is not here trains what its name says, with whose trainer's keys its config is written. */
static void take_named_task(struct assembly *s, const struct launch *launch, struct job *job)
{
	struct str name = str_tail(launch->program.value->text, '/');
	const char *task = training_task_of_name(name);
	const struct value *said = job_get(job, SETTING_TASK);

	if (!task || (said && said->type == VALUE_STR && str_is(said->as.s, task)))
		return;
	job->set[SETTING_TASK] = value_str(str_of(task), ORIGIN_DERIVED, str_fmt(s->arena, "the name %.*s", STR_ARG(name)));
	job->set[SETTING_TASK].at = launch->at;
}

/*
 * A script that is not here (0), or whose code cannot be followed to its trainer, and a word that names a file which is a
 * job by itself: "accelerate launch run_sft.py sft.yaml". False if there is none such.
 */
static bool take_config(struct assembly *s, const struct launch *launch, uint32_t script)
{
	for (size_t i = 0; i < launch->args.n; i++) {
		struct draft d;
		struct launch_word word = launch->args.at[i];
		struct str flag;
		bool glued = str_starts(word.head, STR("-")) &&
			     launch_split(s->arena, &launch->args.at[i], &flag, &word.value);
		uint32_t config =
		    launched_word_file(s->c, launch, glued ? &word : &launch->args.at[i]);
		const struct node *tree = config ? repository_tree(s->repo, config) : NULL;
		const struct config *row;

		if (!tree || tree->kind != NODE_MAP ||
		    !(row = config_find(path_of_file(s->c, config), repository_text(s->repo, config),
					tree, true)) ||
		    row->no_job)
			continue;
		if (row->composed)
			tree = overridden_config(s, tree, launch, 0, row->composed);
		d = launch_draft(s, launch, config, config);
		config_into_draft(s, config, tree, &d);
		d.condition = launched_condition(s->arena, launch, STR(""));
		draft_take(s->c, &d, config);
		if (script) {
			draft_take(s->c, &d, script);
			d.script = script;
		} else {
			extract_map(&d.extract, row->map, flags_of(s, launch, 0, NULL), &d.job);
			take_named_task(s, launch, &d.job);
		}
		draft_take_launch(s->c, &d, launch);
		resolve_draft(s->c, &d);
		return true;
	}
	return false;
}

/* Whether a word says that something is done with a model that is trained: eval.py, code_grpo_eval. */
static bool says_no_training(struct str word)
{
	static const char *const words[] = {"eval",  "infer", "predict", "benchmark",
					    "serve", "merge", "export"};

	/* A training that evaluates as well says so too. */
	if (str_has_nocase(word, STR("train")) || str_has_nocase(word, STR("tune")))
		return false;
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_has_nocase(word, str_of(words[i])))
			return true;
	return false;
}

static bool only_evaluates(const struct launch *launch)
{
	const struct launch_word *p = &launch->program;

	if (!p->value || launch->kind == LAUNCH_CODE)
		return false;
	/* A subcommand is the first word behind the program, and no flag. */
	return says_no_training(
		   str_tail(p->value->kind == NODE_STR ? p->value->text : p->tail, '/')) ||
	       (launch->args.n && !str_starts(launch->args.at[0].head, STR("-")) &&
		str_chr(launch->args.at[0].head, '.', 0) == SIZE_MAX &&
		says_no_training(launch->args.at[0].head));
}
/* The keys of a launch alone, unless its program evaluates what is trained. */
static bool take_keys(struct assembly *s, const struct launch *launch, uint32_t script)
{
	return !only_evaluates(launch) && keys_jobs(s, launch, script);
}

/* The config that a training's program is given which is not here: a clone beside the repository, a package. */
static bool take_config_of_absent(struct assembly *s, const struct launch *launch)
{
	const struct node *program = launch->program.value;

	if (program->kind != NODE_STR || only_evaluates(launch) || training_words_other(program->text) ||
	    !(is_launched_to_train(launch) || training_words_program(str_tail(program->text, '/'))))
		return false;
	return take_config(s, launch, 0);
}

/* Why what a launch starts, which is not here, is none of the jobs that are estimated: its launcher or its flags say so. Empty: nothing does. */
static struct str elsewhere_of_launch(struct assembly *s, const struct launch *launch)
{
	const struct command *command = only_evaluates(launch) ? NULL : command_elsewhere_by_keys(s, launch);

	for (size_t i = 0; i < launch->layers.n; i++) {
		const char *why = launcher_no_job(launch->layers.at[i].name);

		if (why && no_job_speaks_of_language(launch) && !only_evaluates(launch))
			return str_of(why);
	}
	return command ? command_nothing(s, launch, command, 0) : STR("");
}

/* Whether a file is a program that the script at hand wrote; its places are those of the script. */
static bool is_written(const struct assembly *s, const struct launch *launch, uint32_t file)
{
	return file > s->c->nfiles && files_at(s->repo->files, file)->parent &&
	       launch->program.value->kind == NODE_STR &&
	       str_ends(launch->program.value->text, STR(".py"));
}

uint32_t launch_script(struct assembly *s, const struct launch *launch)
{
	size_t used = 0;
	uint32_t file;

	if (!launch->program.value || launch->kind == LAUNCH_CODE || launch->kind == LAUNCH_COMMAND ||
	    command_of_launch(s, launch, &used))
		return 0;
	file = launched_file(s->c, launch, launched_folder(s->c, launch));
	return file && str_ends(path_of_file(s->c, file), STR(".py")) ? file : 0;
}

/* Whether a script, or what it started in turn, is jobs by now whose model is told. */
static bool tells_models(const struct assembly *s, size_t from)
{
	for (size_t i = from; i < s->c->drafts.n; i++)
		if (draft_tells_model(s->c->drafts.at[i]))
			return true;
	return false;
}

/* Follows a launch to the script that it starts; why no job came of it, where the script does not tell that. */
static struct str follow_script(struct assembly *s, const struct launch *launch)
{
	uint32_t file = launched_file(s->c, launch, launched_folder(s->c, launch));
	size_t before = s->c->drafts.n;
	struct target target;
	bool took;

	if (!file) {
		struct str why = elsewhere_of_launch(s, launch);

		if (why.n)
			return why;
		return take_keys(s, launch, 0) || take_config_of_absent(s, launch) ? STR("") : no_job_absent(s, launch);
	}
	if (!str_ends(path_of_file(s->c, file), STR(".py")) && !is_written(s, launch, file))
		return STR("");
	target = launch_target(s->c, launch, file);
	took = script_jobs(s, file, launch, &target) > 0 || tells_models(s, before);
	if (file > s->c->nfiles)
		return STR("");
	if (!took && s->of.marks && (s->of.marks[file - 1] & MARK_SINK))
		took = take_config(s, launch, file);
	took = took || take_keys(s, launch, file);
	if (took)
		s->c->taken[file - 1] = true;
	return STR("");
}

/* What the script of a copy of a framework's program comes to by its own code (struct command's code), without a job of it; NULL: nothing. */
static const struct job *job_of_copy(struct assembly *s, const struct launch *launch, const struct command *command, uint32_t file)
{
	size_t before = s->c->drafts.n;
	struct target target;
	struct job *job = NULL;

	if (!command->code || !file || file > s->c->nfiles || !str_ends(path_of_file(s->c, file), STR(".py")))
		return NULL;
	target = launch_target(s->c, launch, file);
	if (script_jobs(s, file, launch, &target) && s->c->drafts.n > before) {
		job = arena_new(s->arena, struct job);
		*job = s->c->drafts.at[before]->job;
	}
	s->c->drafts.n = before;
	return job;
}

/*
 * Follows a launch of a framework's command; why no job came of it. A script of a name that many have (train.py), whose
 * words say nothing to the framework, is followed as any other is.
 */
static struct str follow_command(struct assembly *s, const struct launch *launch, const struct command *command, size_t used)
{
	size_t before = s->c->drafts.n;
	uint32_t file = launch->kind == LAUNCH_COMMAND ? 0 : launched_file(s->c, launch, launched_folder(s->c, launch));
	struct str why = {0};

	command_jobs(s, launch, command, used);
	if (s->c->drafts.n > before && command->code) {
		s->c->drafts.n = before;
		s->code = job_of_copy(s, launch, command, file);
		command_jobs(s, launch, command, used);
		s->code = NULL;
	}
	if (s->c->drafts.n > before) {
		if (file && file <= s->c->nfiles)
			s->copied[file - 1] = true;
		return STR("");
	}
	if (file && file <= s->c->nfiles && launch->kind == LAUNCH_SCRIPT && command->marks)
		why = follow_script(s, launch);
	return s->c->drafts.n > before ? why : command_nothing(s, launch, command, used);
}

/* Follows a launch; why no job came of it, where that is not told by the script that it starts. */
static struct str follow(struct assembly *s, const struct launch *launch)
{
	size_t used = 0;
	const struct command *command;

	if (!launch->program.value || launch->kind == LAUNCH_CODE)
		return STR("");
	command = command_of_launch(s, launch, &used);
	if (command && command->no_job)
		return command_nothing(s, launch, command, used);
	if (command)
		return follow_command(s, launch, command, used);
	if (launch->kind == LAUNCH_COMMAND)
		return console_jobs(s, launch) ? STR("") : no_job_absent(s, launch);
	command = command_of_keys(s, launch);
	return command ? follow_command(s, launch, command, 0) : follow_script(s, launch);
}

/* The configs of a command that evaluates are no jobs by themselves. */
static void set_idle(struct assembly *s, const struct launch *launch)
{
	for (size_t i = 0; i < launch->args.n; i++) {
		const struct launch_word *w = &launch->args.at[i];
		struct launch_word word = *w;
		struct str name;
		uint32_t file;

		if (launch_split(s->arena, w, &name, &word.value) && word.value->kind != NODE_STR)
			continue;
		if (!word.value)
			word.value = w->value;
		file = word.value ? launched_word_file(s->c, launch, &word) : 0;
		if (file && file <= s->c->nfiles)
			s->idle[file - 1] = true;
	}
}

void launch_jobs(struct assembly *s, const struct launch *launch)
{
	struct versions *installed = s->c->installed;
	size_t before = s->c->drafts.n;
	struct str why;

	no_job_launched(s, launch);
	if (budget_is_spent(s, launch->file))
		return;
	downloads_add(s->arena, &s->c->downloads, launch);
	if (!s->c->image)
		library_versions_install_own(s->c, launch->file);
	why = follow(s, launch);
	s->c->installed = installed;
	/* A page that tells how to evaluate tells how to train as well, in whatever words. */
	if (s->c->drafts.n != before || launch->told.file || !launch->program.value || launch->kind == LAUNCH_CODE)
		return;
	if (only_evaluates(launch))
		set_idle(s, launch);
	else
		no_job_launch(s, launch, why);
}
