#include "no_jobs.h"

#include "command_jobs.h"

#include "core/model/model.h"
#include "lint/repo/repo.h"

#include <string.h>

enum { NO_JOBS_MAX = 2000 };

static struct str code_of(struct assembly *s, uint32_t file)
{
	return repository_text(s->repo, file);
}

/* "config.py:118". */
static struct str place_of(struct assembly *s, struct span at)
{
	struct line_column place = files_place(s->repo->files, at);

	return str_fmt(s->arena, "%.*s:%u", STR_ARG(path_of_file(s->c, files_parent(s->repo->files, at.file))), place.line);
}

/* Whether the reason of a call that trains says that there is nothing to tell: it trains no model of language. */
static bool is_none_of_ours(struct str why)
{
	static const char *const whys[] = {
		"no language model", TRAINING_EVALUATES, "has computed before",
		"keeps it from every GPU",
	};

	for (size_t i = 0; i < sizeof(whys) / sizeof(*whys); i++)
		if (str_has(why, str_of(whys[i])))
			return true;
	return false;
}

/* Whether it is that a model could not be read, more than that it is known to be of something else. */
static bool is_of_unread_model(struct str why)
{
	return str_has(why, STR("that can be read")) || str_has(why, STR("of the repository's own, and no language model"));
}

/** What may be asked of the words of a file. */
enum question {
	QUESTION_OTHER,
	QUESTION_LANGUAGE,
};

static bool answer(struct assembly *s, uint32_t file, enum question question)
{
	if (question == QUESTION_LANGUAGE)
		return training_words_language(code_of(s, file));
	return training_words_other(path_of_file(s->c, files_parent(s->repo->files, file))) ||
	       training_words_other_code(code_of(s, file));
}

/* The answer, found once however often the file is launched: of two bits a question the first says that it was asked. */
static bool words_say(struct assembly *s, uint32_t file, enum question question)
{
	const unsigned asked = 1u << 2 * question, yes = asked << 1;
	uint8_t *known;

	if (!file || file > s->c->nfiles)
		return answer(s, file, question);
	known = &s->words_asked[file - 1];
	if (!(*known & asked))
		*known = (uint8_t)(*known | asked | (answer(s, file, question) ? yes : 0));
	return *known & yes;
}

/* Whether a file is about what is no language, by its name or its words. */
static bool is_of_other(struct assembly *s, uint32_t file)
{
	return words_say(s, file, QUESTION_OTHER);
}

/* Whether the words of a file are about language. */
static bool has_language(struct assembly *s, uint32_t file)
{
	return words_say(s, file, QUESTION_LANGUAGE);
}

/* Whether code deals with tokens. */
static bool deals_with_tokens(struct str code)
{
	static const char *const words[] = {"input_ids", "CausalLM", "LMHead", "lm_head", "vocab_size", "MaskedLM", "Seq2SeqLM"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_has(code, str_of(words[i])))
			return true;
	return false;
}

/*
 * A loop of a library's around a module that is not understood: it may learn anything, unless the code that trains deals with
 * tokens, or that of a module which a configuration names.
 */
static bool is_of_anything(struct assembly *s, const struct trace *trace, const struct training_jobs *jobs)
{
	if (!str_has(jobs->why, STR("is a language model")) || deals_with_tokens(code_of(s, jobs->why_at.file)))
		return false;
	for (size_t i = 0; i < trace->files.n; i++) {
		struct str code = code_of(s, trace->files.at[i]);

		if (str_has(code, STR("def training_step(")) && deals_with_tokens(code) && !is_of_other(s, trace->files.at[i]))
			return false;
	}
	return true;
}

/* Whether what trains anything trains a model of language, by the words of where it trains, of its script or of what that imports. */
static bool is_of_pretrained(struct assembly *s, uint32_t file, const struct trace *trace, const struct training_jobs *jobs)
{
	uint32_t asked[] = {file, jobs->why_at.file};
	bool language = false;

	for (size_t i = 0; i < sizeof(asked) / sizeof(*asked); i++) {
		if (training_words_subject(path_of_file(s->c, files_parent(s->repo->files, asked[i]))) ||
		    training_words_subject_code(code_of(s, asked[i])))
			return false;
		language |= training_words_pretrained(code_of(s, asked[i]));
	}
	for (size_t i = 0; !language && i < trace->files.n; i++)
		language = str_ends(path_of_file(s->c, trace->files.at[i]), STR(".py")) &&
			   training_words_pretrained(code_of(s, trace->files.at[i]));
	return language;
}

/* Whether the model that could not be read stands in a file that deals with words, and with nothing else. */
static bool is_of_unread_language(struct assembly *s, const struct training_jobs *jobs)
{
	struct str code = code_of(s, jobs->why_at.file);

	return str_has(jobs->why, STR("that can be read")) && str_has(code, STR("vocab_size")) && str_has(code, STR("cross_entropy")) &&
	       deals_with_tokens(code) && has_language(s, jobs->why_at.file) && !is_of_other(s, jobs->why_at.file);
}

/* Of LightningCLI() the configuration names the module: whether those of the repository are of language. */
static bool has_module_of_language(struct assembly *s, uint32_t trains)
{
	if (!str_has(code_of(s, trains), STR("LightningCLI(")))
		return false;
	for (uint32_t file = 1; file <= s->c->nfiles; file++)
		if (file_kind_of(path_of_file(s->c, file)) == KIND_PYTHON &&
		    str_has(code_of(s, file), STR("LightningModule")) && has_language(s, file) &&
		    !is_of_other(s, file))
			return true;
	return false;
}

/* Whether words say that language is learned: those of a script and of where it trains, or of what it imports. */
static bool is_of_language(struct assembly *s, uint32_t file, uint32_t trains, bool loop, const struct trace *trace)
{
	bool language = has_language(s, file) || has_language(s, trains);

	if (is_of_other(s, file) || is_of_other(s, trains))
		return false;
	/* Of a loop whose model was not understood its own file has to say so: it may train anything. */
	for (size_t i = 0; !language && !loop && i < trace->files.n; i++)
		language = str_ends(path_of_file(s->c, trace->files.at[i]), STR(".py")) &&
			   has_language(s, trace->files.at[i]);
	return language || has_module_of_language(s, trains);
}

/* Why a script got no further, where it ended before its end; empty if it did not. */
static struct str stop_of(struct assembly *s, const struct trace *trace)
{
	struct str line = files_text(s->repo->files, trace->stop);

	if (trace->spent.n && span_known(trace->stop))
		return str_fmt(s->arena, "the budget of its evaluation was spent in %.*s (%.*s)",
			       STR_ARG(place_of(s, trace->stop)), STR_ARG(trace->spent));
	if (!span_known(trace->stop))
		return trace->spent.n ? str_fmt(s->arena, "the budget of its evaluation was spent (%.*s)", STR_ARG(trace->spent))
				      : STR("");
	return str_fmt(s->arena, "it %s in %.*s", str_starts(line, STR("raise")) ? "stops at the raise" : "ends",
		       STR_ARG(place_of(s, trace->stop)));
}

/* Lines before an exit that may hold the message. */
enum { USAGE_LINES = 4 };

/* Whether code says how a program is used, and not how much of something is: a text that begins so, or a call that prints it. */
static bool says_usage(struct arena *a, struct str code)
{
	struct str low = str_lower(a, code);

	return str_has(low, STR("\"usage:")) || str_has(low, STR("'usage:")) || str_has(low, STR("\\nusage:")) ||
	       str_has(low, STR("usage()")) || str_has(low, STR("print_usage(")) || str_has(low, STR("print_help("));
}

bool ends_in_usage(struct assembly *s, const struct launch *launch, const struct trace *trace)
{
	struct str code, before;
	size_t from;

	if (!launch || !span_known(trace->stopped))
		return false;
	code = code_of(s, trace->stopped.file);
	from = trace->stopped.off;
	for (int i = 0; i < USAGE_LINES && from > 0; i++)
		from = str_rchr(str_sub(code, 0, from - 1), '\n') + 1;
	before = str_sub(code, from, trace->stopped.off + trace->stopped.len);
	return says_usage(s->arena, before);
}

/* What a file's name is not known by: "--config"; empty if every name is known. */
static struct str wanted_of(struct assembly *s, const struct trace *trace)
{
	for (size_t i = 0; i < trace->wanted.n; i++)
		if (str_starts(trace->wanted.at[i]->how, STR("-")))
			return str_fmt(s->arena, "it needs an argument that nothing gives: %.*s", STR_ARG(trace->wanted.at[i]->how));
	return STR("");
}

/* The trainer of a library that no row knows and that is told to train: "verifiers.RLTrainer"; empty: none. */
static struct str unknown_trainer(const struct trace *trace)
{
	static const char *const words[] = {"train", "fit", "finetune", "fine_tune", "pretrain", "learn"};

	for (size_t i = 0; i < trace->n; i++) {
		const struct call *call = trace->at[i], *made = call->self ? call->self->made : NULL;

		for (size_t k = 0; made && k < sizeof(words) / sizeof(*words); k++)
			/* model.train() trains nothing. */
			if (str_is(call->method, words[k]) && !call_row(made) && str_chr(made->callee, '(', 0) == SIZE_MAX &&
			    (k || str_has(made->callee, STR("rain"))))
				return made->callee;
	}
	for (size_t i = 0; i < trace->n; i++)
		if (str_ends(trace->at[i]->callee, STR("Trainer")) && !call_row(trace->at[i]))
			return trace->at[i]->callee;
	return STR("");
}

/* Of a place that the evaluation did not come by. */
static struct str unreached(struct assembly *s, struct span at)
{
	struct str function = training_words_function(code_of(s, at.file), at.off);

	if (!function.n || str_is(function, "main"))
		return STR("what is called here could not be followed to a trainer that is known");
	if (str_is(function, "_"))
		return STR("nothing that is followed from here calls the function around it");
	return str_fmt(s->arena, "nothing that is followed from here calls %.*s()", STR_ARG(function));
}

/* Whether a function trains, by its name; "constrain" does not. */
static bool is_name_of_training(struct str name)
{
	return str_starts(name, STR(TRAINING_WORDS_BEGINNING)) || str_among(name, STR(TRAINING_WORDS_FUNCTIONS));
}

/*
 * A function that trains, by its name, of a library that no row knows, and that is given nothing: it reads the command line
 * itself (fastchat.train.train.train). NULL: none.
 */
static const struct call *handed_to(const struct trace *trace)
{
	for (size_t i = 0; i < trace->n; i++) {
		const struct call *call = trace->at[i];

		if (!call->self && !call->args.n && !call_row(call) && str_chr(call->callee, '.', 0) != SIZE_MAX &&
		    is_name_of_training(call->method) && !package_of(str_cut(call->callee, '.').head))
			return call;
	}
	return NULL;
}

static struct str why_absent(struct assembly *s, const struct trace *trace)
{
	return str_fmt(s->arena, "the configuration that it names is not in the repository: %.*s", STR_ARG(trace->absent));
}

static struct str why_of(struct assembly *s, const struct launch *launch, const struct trace *trace, const struct training_jobs *jobs,
			 struct span at)
{
	struct str why = jobs->why, unknown;

	if (launch && trace->absent.n && !jobs->why_known)
		return why_absent(s, trace);
	if (why.n)
		return str_dup(s->arena, why);
	unknown = unknown_trainer(trace);
	if (unknown.n)
		return str_fmt(s->arena, "nothing is known of %.*s", STR_ARG(unknown));
	why = stop_of(s, trace);
	if (ends_in_usage(s, launch, trace))
		return STR("it ends in a message about its usage");
	if (trace->refused_for.n)
		return str_fmt(s->arena, "it ends at its parser, which requires %.*s", STR_ARG(trace->refused_for));
	if (!why.n)
		why = wanted_of(s, trace);
	/* With classes of its own LightningCLI is followed to its trainer. */
	if (!why.n && str_has(files_text(s->repo->files, at), STR("LightningCLI(")))
		return STR("the configuration that names its module is not in the repository");
	return why.n ? why : unreached(s, at);
}

/*
 * Whether a launch chooses, by its options, not to train: what trains stands where it does not go, or is called from there
 * (if args.eval: evaluate() else: train()).
 */
static bool chooses_otherwise(struct assembly *s, const struct trace *trace, struct span at)
{
	static const char *const calls[] = {"train",	    "training", "run_train", "run_training",
					    "train_model",  "do_train", "finetune",  "fine_tune",
					    "run_finetune", "pretrain"};
	struct str function = training_words_function(code_of(s, at.file), at.off);

	for (size_t i = 0; i < trace->otherwise.n; i++) {
		struct span other = trace->otherwise.at[i];
		struct str code = files_text(s->repo->files, other);

		if (at.file == other.file && at.off >= other.off && at.off < other.off + other.len)
			return true;
		if (training_words_place(code, &(size_t){0}, &(size_t){0}) ||
		    (function.n && training_words_calls(code, function)))
			return true;
		for (size_t k = 0; k < sizeof(calls) / sizeof(*calls); k++)
			if (training_words_calls(code, str_of(calls[k])))
				return true;
	}
	return false;
}

/* Keeps it unless it is known; its number + 1, 0 if there are too many. */
static uint32_t add(struct assembly *s, struct no_job one)
{
	if (s->no_jobs.n >= NO_JOBS_MAX)
		return 0;
	for (size_t i = 0; i < s->no_jobs.n; i++) {
		struct no_job *other = &s->no_jobs.at[i];

		if (other->file != one.file || !str_eq(other->starts, one.starts) ||
		    (!one.starts.n && other->at.off != one.at.off))
			continue;
		if ((other->idle && !one.idle) || (other->unsure && !one.unsure))
			*other = one;
		/* Each launch of a script may name another file that is not here. */
		else if (other->unsure == one.unsure && other->idle == one.idle)
			other->why = one.why;
		return (uint32_t)i + 1;
	}
	*vec_push(s->arena, &s->no_jobs) = one;
	return (uint32_t)s->no_jobs.n;
}

/* The place where a file trains; unknown if it does not. */
static struct span trains_at(struct assembly *s, uint32_t file)
{
	size_t at, length;

	if (!training_words_place(code_of(s, file), &at, &length))
		return (struct span){0};
	return (struct span){file, (uint32_t)at, (uint32_t)length};
}

static struct str name_of(struct assembly *s, uint32_t file)
{
	return str_tail(path_of_file(s->c, files_parent(s->repo->files, file)), '/');
}

bool no_job_speaks_of_language(const struct launch *launch)
{
	bool language = false;

	for (size_t i = 0; i < launch->args.n; i++) {
		const struct launch_word *word = &launch->args.at[i];

		if (training_words_other(str_cut(word->head, '=').head))
			return false;
		language = language || (str_starts(word->head, STR("-")) && training_words_flag(word->head)) ||
			   (word->value->kind == NODE_STR && model_find(word->value->text));
	}
	return language;
}

/*
 * A gradient by itself is for looking at, as is one that no optimizer takes a step with, there or in the script. An
 * engine's train_batch() takes the step as well.
 */
static bool only_looks(struct str code)
{
	return !str_has(code, STR("Trainer")) && !str_has(code, STR(".train_batch(")) && !(str_has(code, STR("optim")) && str_has(code, STR("step(")));
}

/* Whether a script, or what it has imported, trains by its words; what ends at its own parser shows no more of it. */
static bool says_training(struct assembly *s, uint32_t file, const struct trace *trace)
{
	if (span_known(trains_at(s, file)) || str_has(code_of(s, file), STR("Trainer(")))
		return true;
	for (size_t i = 0; i < trace->files.n; i++)
		if (str_ends(path_of_file(s->c, trace->files.at[i]), STR(".py")) &&
		    (span_known(trains_at(s, trace->files.at[i])) || str_has(code_of(s, trace->files.at[i]), STR("Trainer("))))
			return true;
	return false;
}

/* Whether a launch is told to say what it would do, or how it is used. */
static bool is_dry(const struct launch *launch)
{
	static const char *const flags[] = {"--dry-run", "--dry_run", "--dryrun", "--help", "-h", "--version"};

	for (size_t i = 0; i < launch->args.n; i++)
		for (size_t k = 0; k < sizeof(flags) / sizeof(*flags); k++)
			if (str_is(launch->args.at[i].head, flags[k]))
				return true;
	return false;
}

/* Whether a word of a launch says that a program of several tasks is to do another one than training. */
static bool is_other_task(struct str word)
{
	static const char *const words =
		"run|infer|inference|test|validate|eval|evaluate|evaluation|predict|prediction|generate|chat|serve|demo|export|merge|push|"
		"preprocess|prepare|download|upload|convert|sample|score|deploy|benchmark";

	if (str_starts(word, STR("--")) && str_chr(word, '=', 0) != SIZE_MAX)
		word = str_cut(word, '=').tail;
	return str_among(word, str_of(words));
}

static bool says_other_task(const struct launch *launch)
{
	for (size_t i = 0; i < launch->args.n; i++) {
		const struct node *value = launch->args.at[i].value;

		if (value && value->kind == NODE_STR && is_other_task(value->text))
			return true;
	}
	return false;
}

/*
 * A framework that no row knows does not hide what a launch says of itself: that it trains, by the script's name, and a model
 * of language, by its options.
 */
static bool is_launched_for_language(struct assembly *s, uint32_t file, const struct launch *launch)
{
	return training_words_program(name_of(s, file)) && no_job_speaks_of_language(launch) && !is_of_other(s, file) &&
	       !is_dry(launch) && !says_other_task(launch);
}

void no_job_script(struct assembly *s, uint32_t file, const struct launch *launch, const struct trace *trace,
		   const struct training_jobs *jobs)
{
	uint32_t main = files_parent(s->repo->files, file);
	struct no_job one = {.file = main, .at = jobs->why_at, .by = launch ? launch->at : (struct span){0}};
	const struct call *handed = jobs->why.n ? NULL : handed_to(trace);
	bool told;

	if (!main || main > s->c->nfiles)
		return;
	if (handed && launch && no_job_speaks_of_language(launch)) {
		s->handed[main - 1] = str_dup(s->arena, handed->callee);
		one.at = handed->at;
		one.why = str_fmt(s->arena, "nothing is known of %.*s", STR_ARG(handed->callee));
		s->no_job[main - 1] = add(s, one);
		return;
	}
	if (jobs->why_of_anything && !is_of_pretrained(s, file, trace, jobs)) {
		s->told_none[main - 1] = true;
		return;
	}
	if ((is_none_of_ours(jobs->why) && !is_of_unread_language(s, jobs)) || is_of_anything(s, trace, jobs)) {
		s->told_none[main - 1] = true;
		/* Nor of a launch, but of one whose script another one makes a job of: the same model, put together otherwise. */
		one.unsure = true;
		one.why = trace->absent.n ? why_absent(s, trace) : str_dup(s->arena, jobs->why);
		s->no_job[main - 1] = launch && (trace->absent.n || is_of_unread_model(jobs->why)) ? add(s, one) : 0;
		if (span_known(jobs->why_at) && jobs->why_at.file <= s->c->nfiles)
			s->told_none[jobs->why_at.file - 1] = true;
		return;
	}
	if (!span_known(one.at))
		one.at = trains_at(s, file);
	/* A parser that turns the launch away stands before all that trains. */
	if (!span_known(one.at) && launch && (trace->refused_for.n || ends_in_usage(s, launch, trace)) && says_training(s, file, trace))
		one.at = trace->stop;
	if (!span_known(one.at) && launch && trace->absent.n && says_training(s, file, trace))
		one.at = trace->absent_at;
	/* What it imports trains, if it got so far: where its name says that it is meant to. */
	if (!span_known(one.at) && (span_known(trace->stop) || trace->spent.n) && training_words_program(name_of(s, file)) &&
	    (launch || str_has(code_of(s, file), STR("__main__"))))
		one.at = (struct span){file, 0, 1};
	told = !span_known(one.at) && launch && is_launched_for_language(s, file, launch);
	if (told)
		one.at = (struct span){file, 0, 1};
	if (!span_known(one.at))
		return;
	one.unsure =
	    !told && !jobs->why_known && !is_of_language(s, file, one.at.file, jobs->why.n != 0, trace);
	if (one.unsure && !launch)
		return;
	if (jobs->why.n && !jobs->why_known && only_looks(code_of(s, one.at.file)) && only_looks(code_of(s, file)))
		return;
	one.why = why_of(s, launch, trace, jobs, one.at);
	if (launch && !jobs->why.n && (trace->chosen_end || chooses_otherwise(s, trace, one.at))) {
		/* What is launched does not train; that the script does is told where no launch makes a job of it. */
		one.why = STR("the launches of it that are read here choose not to train");
		one.idle = true;
		if (!one.unsure)
			add(s, one);
		s->no_job[main - 1] = 0;
		return;
	}
	if (one.unsure && s->no_job[main - 1])
		return;
	for (size_t i = 0; !one.unsure && i < trace->files.n; i++)
		if (trace->files.at[i] <= s->c->nfiles)
			s->no_job_part[trace->files.at[i] - 1] = true;
	s->no_job[main - 1] = add(s, one);
}

bool no_job_evaluates(const struct assembly *s, uint32_t file)
{
	static const char *const words = "eval|evaluate|evaluation|test|predict|prediction|infer|inference";
	uint32_t main = files_parent(s->repo->files, file);
	struct str rest;

	if (!main || main > s->c->nfiles || !s->evaluates[main - 1])
		return false;
	rest = str_tail(path_of_file(s->c, main), '/');
	if (str_has(rest, STR("train")) || str_has(rest, STR("tun")))
		return false;
	for (rest = str_sub(rest, 0, str_rchr(rest, '.')); rest.n;) {
		struct str_cut cut = str_cut(rest, '_');

		if (str_among(cut.head, str_of(words)))
			return true;
		rest = cut.tail;
	}
	return false;
}

void no_job_unfollowed(struct assembly *s, uint32_t file, const struct launch *launch)
{
	uint32_t main = files_parent(s->repo->files, file);
	struct no_job one = {.file = main, .at = {file, 0, 1}, .by = launch->at};

	if (!main || main > s->c->nfiles || !is_name_of_training(name_of(s, file)) || !is_launched_for_language(s, file, launch))
		return;
	one.why = STR("neither it nor what it imports calls a trainer that is known");
	s->no_job[main - 1] = add(s, one);
}

void no_job_launch(struct assembly *s, const struct launch *launch, struct str why)
{
	const struct launch_word *program = &launch->program;
	struct no_job one = {.file = files_parent(s->repo->files, launch->file), .at = launch->at, .why = why};
	uint32_t script;

	one.starts = program->value->kind == NODE_STR ? str_dup(s->arena, program->value->text) : STR("what it names");
	script = why.n ? 0 : files_parent(s->repo->files, launched_file(s->c, launch, launched_folder(s->c, launch)));
	if (script && says_other_task(launch))
		one.aside = script;
	if (script && script <= s->c->nfiles && s->no_job[script - 1]) {
		const struct no_job *of = &s->no_jobs.at[s->no_job[script - 1] - 1];

		one.why = of->why;
		one.unsure = of->unsure;
		one.script = script;
	}
	if (one.why.n && one.file && !is_dry(launch))
		add(s, one);
}

void no_job_config(struct assembly *s, uint32_t file, struct span at, struct str why)
{
	for (size_t i = 0; i < s->no_jobs.n; i++)
		if (s->no_jobs.at[i].starts.n && str_eq(s->no_jobs.at[i].why, why))
			return;
	add(s, (struct no_job){.file = file, .at = at, .why = why});
}

bool is_launched_to_train(const struct launch *launch)
{
	static const char *const names[] = {"torchrun", "accelerate", "deepspeed", "composer"};

	for (size_t i = 0; i < launch->layers.n; i++)
		for (size_t k = 0; k < sizeof(names) / sizeof(*names); k++)
			if (str_starts(launch->layers.at[i].name, str_of(names[k])))
				return true;
	return false;
}

void no_job_launched(struct assembly *s, const struct launch *launch)
{
	size_t used = 0;
	uint32_t files[] = {files_parent(s->repo->files, launch->file), files_parent(s->repo->files, launch->at.file)};
	bool news = false;

	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		news |= files[i] && files[i] <= s->c->nfiles && !s->launches[files[i] - 1];
	if (!news || !launch->program.value || launch->kind == LAUNCH_CODE ||
	    (launch->kind == LAUNCH_COMMAND && !is_launched_to_train(launch) && !command_of_launch(s, launch, &used)))
		return;
	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		if (files[i] && files[i] <= s->c->nfiles)
			s->launches[files[i] - 1] = true;
}

/* Whether a script's name has a gap where a variable is that nothing sets: "scripts/run_$TASK.py" without an argument. */
static bool has_gap(const struct launch *launch, struct str name)
{
	struct str stem = str_tail(name, '/');

	if (launch->kind != LAUNCH_SCRIPT || !str_ends(stem, STR(".py")))
		return false;
	stem = str_sub(stem, 0, stem.n - strlen(".py"));
	return !stem.n || stem.s[stem.n - 1] == '_' || stem.s[stem.n - 1] == '-';
}

/* Whether what a launch starts is a module of a library that the rows know: python -m llamafactory.cli.train. */
static bool is_module_of_library(const struct launch *launch, struct str name)
{
	return launch->kind == LAUNCH_MODULE && package_of(str_cut(name, '.').head) != NULL;
}

struct str no_job_absent(struct assembly *s, const struct launch *launch)
{
	const struct node *program = launch->program.value;
	struct str name = program->kind == NODE_STR ? program->text : launch->program.tail;
	struct str verb = launch->args.n ? launch->args.at[0].head : STR("");

	if (training_words_other(name))
		return STR("");
	if (has_gap(launch, name) && is_launched_to_train(launch) && !says_other_task(launch))
		return STR("which script it launches is given on its command line, or in a variable");
	if (!no_job_speaks_of_language(launch) && !is_module_of_library(launch, name) &&
	    !(is_launched_to_train(launch) && training_words_named(str_tail(name, '/'))))
		return STR("");
	if (launch->kind == LAUNCH_COMMAND)
		return training_words_program(verb) && !str_starts(verb, STR("-"))
			       ? str_fmt(s->arena, "nothing is known of %.*s", STR_ARG(str_tail(name, '/')))
			       : STR("");
	if (!training_words_program(launch->kind == LAUNCH_MODULE ? name : str_tail(name, '/')) &&
	    !(is_launched_to_train(launch) && !name.n))
		return STR("");
	/* Code starts what it is told to: that is for whoever starts it to say. */
	if (program->kind != NODE_STR && file_kind_of(path_of_file(s->c, launch->file)) == KIND_PYTHON)
		return STR("");
	if (program->kind != NODE_STR)
		return STR("which script it launches is not known");
	if (launch->kind == LAUNCH_MODULE)
		return STR("the module that it launches is not in the repository");
	return STR("the script that it launches is not in the repository");
}

struct str no_job_told(struct assembly *s, const struct launch *launch)
{
	bool module = launch->kind == LAUNCH_MODULE;

	if ((!module && launch->kind != LAUNCH_SCRIPT) || launch->program.value->kind != NODE_STR || !is_launched_to_train(launch) ||
	    !training_words_program(str_tail(launch->program.value->text, module ? '.' : '/')))
		return STR("");
	return no_job_absent(s, launch);
}

/* Whether a module is one of a library that the rows know, in that library's own repository. */
static bool is_of_library(struct str path)
{
	struct str_cut cut = str_cut(path, '/');

	if (str_is(cut.head, "src") || str_is(cut.head, "python"))
		cut = str_cut(cut.tail, '/');
	return cut.ok && package_of(cut.head) != NULL;
}

/* Whether a copy of a framework's script, which is a job by its flags, names a module. */
static bool is_of_copy(struct assembly *s, uint32_t module)
{
	struct str stem = str_tail(path_of_file(s->c, module), '/');

	stem = str_sub(stem, 0, str_rchr(stem, '.'));
	for (uint32_t file = 1; file <= s->c->nfiles; file++)
		if (s->copied[file - 1] && str_has(code_of(s, file), stem))
			return true;
	return false;
}

/* Modules with a loop of their own that no job runs, and no script of which something was told. */
static void add_modules(struct assembly *s)
{
	bool *used = arena_news(s->arena, bool, s->c->nfiles);

	for (size_t i = 0; i < s->c->drafts.n; i++)
		for (size_t k = 0; k < s->c->drafts.at[i]->files.n; k++)
			if (s->c->drafts.at[i]->files.at[k] <= s->c->nfiles)
				used[s->c->drafts.at[i]->files.at[k] - 1] = true;
	for (uint32_t file = 1; file <= s->c->nfiles; file++) {
		struct no_job one = {.file = file, .why = STR("no script that is read here runs it")};

		if (used[file - 1] || s->no_job_part[file - 1] || !s->of.marks || !(s->of.marks[file - 1] & MARK_SINK) ||
		    file_kind_of(path_of_file(s->c, file)) != KIND_PYTHON || path_is_aside(path_of_file(s->c, file)) ||
		    s->told_none[file - 1] || is_of_library(path_of_file(s->c, file)))
			continue;
		one.at = trains_at(s, file);
		if (!span_known(one.at) || !has_language(s, file) || is_of_other(s, file) || is_of_copy(s, file))
			continue;
		add(s, one);
	}
}

/* Scripts that would launch a training, of which none was launched: in a function that ends before, in a file that they write. */
static void add_scripts(struct assembly *s)
{
	for (uint32_t file = 1; file <= s->c->nfiles; file++) {
		struct no_job one = {.file = file, .why = STR("with what is known here no launch in it is reached")};
		size_t at, length;

		if (file_kind_of(path_of_file(s->c, file)) != KIND_SHELL || s->launches[file - 1] || path_is_aside(path_of_file(s->c, file)) ||
		    !training_words_launch(code_of(s, file), &at, &length))
			continue;
		one.at = (struct span){file, (uint32_t)at, (uint32_t)length};
		add(s, one);
	}
}

/* Whether a place is in a method that a trainer calls for each step: whoever trains with its class runs it. */
static bool is_step_of_trainer(struct assembly *s, struct span at)
{
	struct str function = training_words_function(code_of(s, at.file), at.off);

	return str_among(function, STR("training_step|compute_loss|backward|optimizer_step"));
}

/* Whether a job runs the very loop of a script by which it trains: who imports it does. Of a loop elsewhere it is another's. */
static bool is_own_sink(const struct draft *d, const struct no_job *one)
{
	return !one->starts.n && one->at.file == one->file && d->sink.file == one->file &&
	       d->sink.off <= one->at.off + one->at.len && one->at.off <= d->sink.off + d->sink.len;
}

/*
 * Whether a script that nothing else was told of became a job after all: by another launch, by the config it is run with,
 * or by those who train with its class. Or whether one that is told another task is a job by other words.
 */
static bool is_job(struct assembly *s, const struct no_job *one, uint32_t script)
{
	bool step = !one->starts.n && is_step_of_trainer(s, one->at);

	if (script && script <= s->c->nfiles && s->copied[script - 1])
		return true;
	for (size_t i = 0; script && i < s->c->drafts.n; i++) {
		const struct draft *d = s->c->drafts.at[i];

		if (d->script == script || d->main == script || is_own_sink(d, one) ||
		    (!one->starts.n && (step || d->job.found == JOB_FOUND_CONFIG) && draft_has(d, script)))
			return true;
	}
	return false;
}

static bool is_told(struct assembly *s, const struct no_job *one)
{
	if (!one->starts.n)
		return !one->unsure && !is_job(s, one, one->file);
	return !is_job(s, one, one->aside) && (!one->unsure || is_job(s, one, one->script));
}

static bool is_context(struct assembly *s, struct span at)
{
	uint32_t file = files_parent(s->repo->files, at.file);

	return s->of.context && file && file <= s->c->nfiles && s->of.context[file - 1];
}

/* Where it is told: a place in a file that nobody asked of says nothing; the script that trains there does, or its launch. */
static struct span told_at(struct assembly *s, const struct no_job *one)
{
	struct span script = {one->file, 0, 1};

	if (!is_context(s, one->at))
		return one->at;
	if (!is_context(s, script))
		return script;
	return span_known(one->by) && !is_context(s, one->by) ? one->by : one->at;
}

/* Whether its launch, in whose place it would be told, is told of. */
static bool is_told_by_launch(struct assembly *s, const struct no_job *one, struct span at)
{
	for (size_t i = 0; !one->starts.n && i < s->no_jobs.n; i++) {
		const struct no_job *other = &s->no_jobs.at[i];

		if (other->starts.n && other->at.file == at.file && other->at.off == at.off && is_told(s, other))
			return true;
	}
	return false;
}

/*
 * Whether another script trains by the very same lines of a file that is neither's: which of them came to nothing cannot be
 * seen there.
 */
static bool is_shared(struct assembly *s, const struct no_job *one)
{
	for (size_t i = 0; one->at.file != one->file && i < s->no_jobs.n; i++) {
		const struct no_job *other = &s->no_jobs.at[i];

		if (!other->starts.n && other->file != one->file && other->at.file == one->at.file && other->at.off == one->at.off &&
		    is_told(s, other))
			return true;
	}
	return false;
}

void no_jobs_report(struct assembly *s)
{
	add_modules(s);
	add_scripts(s);
	for (size_t i = 0; i < s->no_jobs.n; i++) {
		const struct no_job *one = &s->no_jobs.at[i];

		if (!is_told(s, one) || is_told_by_launch(s, one, told_at(s, one)))
			continue;
		if (one->starts.n)
			findings_add(s->c->findings, RULE_NO_JOB, one->at, "no job comes of this launch of %.*s: %.*s",
				     STR_ARG(one->starts), STR_ARG(one->why));
		else if (is_shared(s, one))
			findings_add(s->c->findings, RULE_NO_JOB, (struct span){one->file, 0, 1},
				     "this trains, and no job came of it: %.*s, at %.*s", STR_ARG(one->why),
				     STR_ARG(place_of(s, one->at)));
		else
			findings_add(s->c->findings, RULE_NO_JOB, told_at(s, one), "this trains, and no job came of it: %.*s",
				     STR_ARG(one->why));
	}
}

/* ---- what --show-trace tells of scripts that are no job ---- */

void jobless_keep(struct assembly *s, uint32_t file, const struct launch *launch, const struct trace *trace,
		  const struct training_jobs *jobs)
{
	struct jobless *one;
	struct str by = launched_by(s->c, launch);

	/* Run alone as well as by a launch, the launch tells more. */
	for (size_t i = 0; i < s->jobless.n; i++)
		if (s->jobless.at[i].file == file && (!launch || str_eq(s->jobless.at[i].launched_by, by)))
			return;
	one = vec_push(s->arena, &s->jobless);
	*one = (struct jobless){.file = file, .launched_by = by, .why = jobs->why, .at = jobs->why_at, .trace = trace};
	if (!one->why.n)
		one->why = STR("it reached nothing that trains");
	if (trace->spent.n)
		one->why = str_fmt(s->arena, "%.*s, within %.*s", STR_ARG(one->why), STR_ARG(trace->spent));
}

/* Whether a file has a part in a job, or was evaluated. */
static bool is_known(const struct assembly *s, uint32_t file)
{
	for (size_t i = 0; i < s->jobless.n; i++)
		if (files_parent(s->repo->files, s->jobless.at[i].file) == file)
			return true;
	for (size_t i = 0; i < s->c->drafts.n; i++)
		if (draft_has(s->c->drafts.at[i], file))
			return true;
	return false;
}

static struct str why_not_evaluated(const struct assembly *s, uint32_t file)
{
	if (!s->of.marks || !(s->of.marks[file - 1] & (MARK_SINK | MARK_REACH)))
		return STR("not evaluated: neither it nor what it imports has a call that trains");
	if (path_is_aside(path_of_file(s->c, file)))
		return STR("not evaluated: it is one of tests, of documentation or of what others wrote, and nothing launches it");
	return STR("not evaluated: other code imports it, and it starts nothing by itself");
}

void assemble_jobless(const struct assembly *s, struct result *out)
{
	for (size_t i = 0; i < s->jobless.n; i++) {
		uint32_t file = files_parent(s->repo->files, s->jobless.at[i].file);

		if (!s->of.context || file > s->c->nfiles || !s->of.context[file - 1])
			*vec_push(s->arena, &out->jobless) = s->jobless.at[i];
	}
	for (size_t i = 0; s->request->show_trace && i < s->request->npaths; i++) {
		uint32_t file = files_find(s->repo->files, s->request->paths[i]);
		enum file_kind kind = file_kind_of(s->request->paths[i]);

		if (!file || file > s->c->nfiles || (kind != KIND_PYTHON && kind != KIND_NOTEBOOK) || is_known(s, file))
			continue;
		*vec_push(s->arena, &out->jobless) = (struct jobless){
		    .file = file,
		    .why = why_not_evaluated(s, file),
		};
	}
}
