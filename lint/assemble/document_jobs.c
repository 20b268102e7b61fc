/*
 * Commands that a README, a script's docstring or a config's head tells people to run. They say which script takes which
 * config, where no script of the repository does; what a real launch starts they leave alone.
 */
#include "budgets.h"
#include "command_jobs.h"
#include "core/model/model.h"
#include "file_jobs.h"
#include "no_jobs.h"
#include "upcoming.h"

#include "lint/launch/files/launch_files.h"

#include <string.h>

enum {
	/** Bytes of a document, and how many are read of a repository. */
	DOCUMENT_MAX = 256 << 10,
	DOCUMENTS_MAX = 400,
	/** Commands of one script that are followed. */
	EACH_MAX = 16,
};

/* What a command names of the repository. */
struct named {
	/** The program, and the first config among the words; 0: none. */
	uint32_t script, config;
	/** The config is a job's already. */
	bool had;
	/** The name of a config is for the reader to fill in. */
	bool blank;
};

static bool is_config(struct str path)
{
	enum file_kind kind = file_kind_of(path);

	return kind == KIND_YAML || kind == KIND_JSON || kind == KIND_TOML;
}

/* Whether a word of a command is a config: by its ending, or a module of settings beside the program. */
static bool names_config(struct assembly *s, uint32_t file, uint32_t script)
{
	struct str path = path_of_file(s->c, file);

	return is_config(path) || (file != script && file_kind_of(path) == KIND_PYTHON &&
				   is_settings_code(repository_text(s->repo, file)));
}

/* Whether a word of a command is its data, by the flag before it or in it: "--train_path data/train.json". */
static bool is_data(const struct launch *launch, size_t word)
{
	static const char *const words[] = {"data", "train_path", "train_file", "test", "valid", "eval", "dev_", "prompt", "input", "output", "result"};
	struct str flag = launch->args.at[word].head;

	/* "--data_paths a.json b.json": of a list as well. */
	while (!str_starts(flag, STR("-")) && word)
		flag = launch->args.at[--word].head;
	flag = str_cut(flag, '=').head;
	for (size_t i = 0; str_starts(flag, STR("-")) && i < sizeof(words) / sizeof(*words); i++)
		if (str_has_nocase(flag, str_of(words[i])))
			return true;
	return false;
}

/* Whether another word of a command names a script of a folder: the recipe of one's own beside its config, in "tune run mine --config mine.yaml". */
static bool starts_script_of(struct assembly *s, const struct launch *launch, struct str folder)
{
	for (size_t i = 0; i < launch->args.n; i++) {
		const struct node *value = launch->args.at[i].value;
		const char *end = value && value->kind == NODE_STR && str_ends(value->text, STR(".py")) ? "" : ".py";

		if (value && value->kind == NODE_STR && value->text.n && value->text.s[0] != '-' && str_chr(value->text, '/', 0) == SIZE_MAX &&
		    files_find(s->repo->files, str_fmt(s->arena, "%.*s/%.*s%s", STR_ARG(folder), STR_ARG(value->text), end)))
			return true;
	}
	return false;
}

/*
 * Whether the name of a config is its own, "lora_small.yaml" for a script that lies here, and the file is in a folder right
 * below the page's: configs/ goes without saying.
 */
static bool is_own_name(struct str name, struct str folder, struct str page, uint32_t script)
{
	return script && str_eq(eval_dirname(folder), page) &&
	       !str_among(str_sub(name, 0, str_rchr(name, '.')), STR("config|conf|cfg|train|default|base"));
}

/*
 * "train config.yaml" of a page means any config of the reader's, and not the only one of that name far from the page; but for
 * that of a script that the command starts too, whose folder is where it is meant to be run.
 */
static bool is_elsewhere(struct assembly *s, const struct launch *launch, const struct launch_word *w, uint32_t file,
			 uint32_t script)
{
	struct str folder = eval_dirname(path_of_file(s->c, file));
	struct str page = eval_dirname(path_of_file(s->c, launch->file));

	return str_chr(w->value->text, '/', 0) == SIZE_MAX && folder.n && !str_eq(folder, page) &&
	       !launched_folder(s->c, launch).n && !starts_script_of(s, launch, folder) &&
	       !is_own_name(w->value->text, folder, page, script);
}

static struct named named_by(struct assembly *s, const struct launch *launch)
{
	struct named n = {0};
	struct str folder = launched_folder(s->c, launch);
	size_t used = 0;

	if (launch->kind == LAUNCH_SCRIPT || launch->kind == LAUNCH_MODULE)
		n.script = launched_file(s->c, launch, folder);
	/* In a framework's own repository its program is one too, and its row reads it. */
	else if (!command_of_launch(s, launch, &used))
		n.script = console_launched(s, launch);
	for (size_t i = 0; i < launch->args.n && !n.config; i++) {
		struct launch_word word = launch->args.at[i];
		struct node *value;
		struct str name;
		uint32_t file;

		n.blank |= word.value && word.value->kind == NODE_UNKNOWN && is_config(word.tail);
		if (word.value && word.value->kind == NODE_STR && !is_config(word.value->text) &&
		    !str_ends(word.value->text, STR(".py")))
			continue;
		/* "--config=x.yaml" */
		if (launch_split(s->arena, &launch->args.at[i], &name, &value)) {
			if (value->kind != NODE_STR)
				continue;
			word.value = value;
		}
		file = launched_word_file(s->c, launch, &word);
		if (file && file <= s->c->nfiles && names_config(s, file, n.script) &&
		    !(file_kind_of(path_of_file(s->c, file)) == KIND_JSON && is_data(launch, i))) {
			n.blank |= is_elsewhere(s, launch, &word, file, n.script);
			n.config = file;
		}
	}
	n.had = n.config && draft_has_taken(s->c, n.config);
	return n;
}

/* How many commands of a document (0: of any) have led to the drafts of a script. */
static size_t followed(const struct assembly *s, uint32_t script, uint32_t document)
{
	struct span last = {0};
	size_t n = 0;

	for (size_t i = 0; i < s->c->drafts.n; i++) {
		const struct draft *d = s->c->drafts.at[i];
		bool started = d->script == script && d->launch && d->launch->told.file && (!document || d->launch->file == document);

		/* A command may start several trainings. */
		if (d->told.script == script && (!document || d->told.document == document) &&
		    (d->told.at.file != last.file || d->told.at.off != last.off)) {
			last = d->told.at;
			n++;
		} else if (d->told.script != script) {
			n += started;
		}
	}
	return n;
}

/* Whether anything but documents starts a script. */
static bool is_started(const struct assembly *s, uint32_t script)
{
	for (size_t i = 0; i < s->c->drafts.n; i++)
		if (s->c->drafts.at[i]->script == script &&
		    (!s->c->drafts.at[i]->launch || !s->c->drafts.at[i]->launch->told.file))
			return true;
	/* A module of another's job. */
	return draft_has_taken(s->c, script) && !followed(s, script, 0);
}

/*
 * How many commands of other documents have led to drafts of a script. With a config it is the config's job, which a
 * framework's program starts for many: then only those count whose script is followed itself.
 */
static size_t followed_elsewhere(const struct assembly *s, const struct named *n, uint32_t document)
{
	size_t all = 0;

	if (!n->config)
		return followed(s, n->script, 0) - followed(s, n->script, document);
	for (size_t i = 0; i < s->c->drafts.n; i++) {
		const struct draft *d = s->c->drafts.at[i];

		all += d->script == n->script && d->launch && d->launch->told.file && d->launch->file != document;
	}
	return all;
}

/* Whether a word of a command is a number, or the value that a flag is given: it may say more than what starts its script. */
static bool gives_number(struct assembly *s, const struct launch *launch)
{
	for (size_t i = 0; i < launch->args.n; i++) {
		struct node *value;
		struct str name;
		int64_t number;

		if (!launch_split(s->arena, &launch->args.at[i], &name, &value))
			value = launch->args.at[i].value;
		if (value && (value->kind == NODE_INT || (value->kind == NODE_STR && str_to_int(value->text, &number))))
			return true;
	}
	return false;
}

/*
 * Whether few commands of a document tell of a script, and few of all others; of what a known config says by itself the
 * first document that tells it tells enough.
 */
static bool is_told_seldom(struct assembly *s, const struct named *n, const struct launch *launch)
{
	size_t elsewhere = n->config && !gives_number(s, launch) ? 1 : EACH_MAX;

	return followed(s, n->script, launch->file) < EACH_MAX && followed_elsewhere(s, n, launch->file) < elsewhere;
}

/* Whether a draft trains something else than another one, or otherwise: not only on more cards. */
static bool says_other(const struct draft *d, const struct draft *other)
{
	static const enum setting settings[] = {SETTING_MODEL,	      SETTING_TASK,  SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, SETTING_MAX_SEQ_LENGTH,
						SETTING_QUANTIZATION, SETTING_PEFT,  SETTING_LORA_R,
						SETTING_GRADIENT_ACCUMULATION_STEPS};

	/* What one of them leaves open is no difference. */
	static const enum setting known[] = {SETTING_OPTIMIZER, SETTING_GRADIENT_CHECKPOINTING};

	for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++)
		if (!value_same(&d->job.set[settings[i]], &other->job.set[settings[i]]))
			return true;
	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++) {
		const struct value *v = job_get(&d->job, known[i]), *w = job_get(&other->job, known[i]);

		if (v && w && !value_same(v, w))
			return true;
	}
	return false;
}

/* Whether a launch says by which launcher, and another of the same does not: python train.py in the script's own head. */
static bool says_launcher(const struct draft *d, const struct draft *other)
{
	return d->launch && d->launch->layers.n && other->launch && !other->launch->layers.n && !says_other(d, other);
}

/* Whether a job's command starts another job: all that is known of the one is so of the other. */
static bool starts_same(const struct draft *d, const struct draft *other)
{
	if (d->main != other->main || !str_eq(d->part, other->part))
		return false;
	if (d->sink.file != other->sink.file || d->sink.off != other->sink.off || d->cases.n || other->cases.n)
		return draft_same(d, other);
	for (int s = 0; s < SETTING_COUNT; s++) {
		const struct value *v = &d->job.set[s];

		if (v->type != VALUE_ABSENT && v->origin != ORIGIN_ASSUMED && !value_same(v, &other->job.set[s]))
			return false;
	}
	return true;
}

/* Keeps the command of a job that is none by itself with the first job of another page that it starts as well. */
static void keep_command(struct assembly *s, const struct draft *d, size_t before, uint32_t script, uint32_t document)
{
	for (size_t k = 0; k < before && d->launch && draft_tells_model(d); k++) {
		struct draft *other = s->c->drafts.at[k];

		if (!other->told.document || other->told.script != script || other->told.document == document || !starts_same(d, other))
			continue;
		*vec_push(s->arena, &other->again) = d->launch;
		draft_take_launch(s->c, other, d->launch);
		return;
	}
}

/*
 * Leaves those drafts from one on out that say nothing else than what another page's command for the same script has led to,
 * or less: not which model is trained. What says by which launcher takes the place of what does not. A command that starts
 * the very same is kept with the job that it starts.
 */
static void drop_told(struct assembly *s, size_t before, uint32_t script, uint32_t document)
{
	size_t kept = before;

	for (size_t i = before; i < s->c->drafts.n; i++) {
		struct draft *d = s->c->drafts.at[i];
		bool told = false, replaces = false;

		for (size_t k = 0; k < before && !told; k++) {
			struct draft **other = &s->c->drafts.at[k];

			told = (*other)->told.script == script && (*other)->told.document != document &&
			       (!draft_tells_model(d) || !says_other(d, *other));
			replaces = told && (*other)->told.document == script && says_launcher(d, *other);
			if (replaces) {
				d->told = (*other)->told;
				*other = d;
			}
		}
		if (told && !replaces)
			keep_command(s, d, before, script, document);
		if (!told)
			s->c->drafts.at[kept++] = d;
	}
	s->c->drafts.n = kept;
}

/* How many words of a launch are not known. */
static size_t unknown_words(const struct launch *l)
{
	size_t n = l->program.value && l->program.value->kind == NODE_UNKNOWN;

	for (size_t i = 0; i < l->args.n; i++)
		n += l->args.at[i].value && l->args.at[i].value->kind == NODE_UNKNOWN;
	return n;
}

/* Whether all that starts a script leaves its model to the reader, so that a document may know more of it. */
static bool is_left_open(const struct assembly *s, uint32_t script)
{
	bool any = false;

	for (size_t i = 0; i < s->c->drafts.n; i++) {
		const struct draft *d = s->c->drafts.at[i];

		if (d->script != script || (d->launch && d->launch->told.file))
			continue;
		if (!d->launch || draft_tells_model(d))
			return false;
		any = true;
	}
	return any;
}

/* Whether all of a command's words are known but where its data lie: a page leaves that to the reader, and tells the run all the same. */
static bool is_whole_but_data(const struct launch *l)
{
	size_t data = 0;

	for (size_t i = 0; i < l->args.n; i++)
		data += l->args.at[i].value && l->args.at[i].value->kind == NODE_UNKNOWN && is_data(l, i);
	return unknown_words(l) == data;
}

/* Whether a job of a script, of those from one on, trains the model of a name. */
static bool trains(const struct assembly *s, uint32_t script, struct str name, size_t from, size_t to)
{
	for (size_t i = from; i < to; i++) {
		const struct value *model = job_get(&s->c->drafts.at[i]->job, SETTING_MODEL);

		if (s->c->drafts.at[i]->script == script && model && str_eq(model->as.s, name))
			return true;
	}
	return false;
}

/* Whether a command names a model that no job of its script trains: the page tells of another run of it. */
static bool names_other_model(struct assembly *s, uint32_t script, const struct launch *launch)
{
	for (size_t i = 0; i < launch->args.n; i++) {
		struct node *value;
		struct str name;

		if (!launch_split(s->arena, &launch->args.at[i], &name, &value))
			value = launch->args.at[i].value;
		if (value && value->kind == NODE_STR && model_find(value->text) &&
		    !trains(s, script, value->text, 0, s->c->drafts.n))
			return true;
	}
	return false;
}

/*
 * Whether a job from one on is none of its script's before: of another model, or trained otherwise. Of a launch in a shell
 * script, which may be for other cards than all others, those of the same place count.
 */
static bool is_other(const struct assembly *s, const struct launch *launch, size_t before)
{
	bool through = launch->file != launch->told.file;

	for (size_t i = before; i < s->c->drafts.n; i++) {
		const struct draft *d = s->c->drafts.at[i];
		bool other = draft_tells_model(d);

		for (size_t k = 0; k < before && other; k++)
			other = s->c->drafts.at[k]->script != d->script || says_other(d, s->c->drafts.at[k]) ||
				(through && !told_same_place(s->c->drafts.at[k]->launch, launch));
		if (other)
			return true;
	}
	return false;
}

/*
 * Whether a README's command by a framework's own program, "litgpt finetune lora --checkpoint_dir …", is what the repository
 * is there for: nothing else in it trains.
 */
static bool is_all_there_is(struct assembly *s, const struct launch *launch)
{
	struct str name = str_tail(path_of_file(s->c, launch->file), '/');
	size_t used = 0;

	if (!str_eq_nocase(str_sub(name, 0, 6), STR("readme")) || s->c->drafts.n >= EACH_MAX || !command_of_launch(s, launch, &used))
		return false;
	/* Configs and scripts that nothing has led to come later; notebooks were before. */
	for (uint32_t file = 1; s->of.marks && file <= s->c->nfiles; file++)
		if (s->of.marks[file - 1] & (MARK_SINK | MARK_CONFIG) && !path_is_aside(path_of_file(s->c, file)) &&
		    file_kind_of(path_of_file(s->c, file)) != KIND_NOTEBOOK)
			return false;
	for (size_t i = 0; i < s->c->drafts.n; i++)
		if (s->c->drafts.at[i]->told.document != launch->file)
			return false;
	return true;
}

/* Whether a job is of a script, with the config that a command of it names, if it names one. */
static bool is_of(const struct draft *d, const struct named *n)
{
	bool config = !n->config;

	for (size_t i = 0; i < d->files.n && !config; i++)
		config = d->files.at[i] == n->config;
	return config && d->script == n->script;
}

/*
 * Whether a command is the plain one of a script that is started with more: "python train.py", and a config perhaps. What it
 * leaves out has its defaults then, and the job is a lighter one, or the same.
 */
static bool is_plain(const struct assembly *s, const struct named *n, const struct launch *launch)
{
	bool more = false;

	if (launch->args.n > 2 || (launch->args.n && !n->config) || unknown_words(launch) || launch->open)
		return false;
	for (size_t i = 0; i < s->c->drafts.n; i++) {
		const struct draft *d = s->c->drafts.at[i];

		if (!is_of(d, n))
			continue;
		/* Told once is enough. */
		if (!d->launch || (d->launch->told.file && d->launch->args.n <= launch->args.n))
			return false;
		more |= d->launch->args.n > launch->args.n;
	}
	return more;
}

/* Whether a framework's command puts a value over one of its config: "model.quantize_base=True". */
static bool overrides(const struct launch *launch)
{
	for (size_t i = 0; i < launch->args.n; i++) {
		const struct node *value = launch->args.at[i].value;
		struct str_cut cut = value && value->kind == NODE_STR ? str_cut(value->text, '=') : (struct str_cut){0};

		if (cut.ok && cut.tail.n && !str_starts(cut.head, STR("-")))
			return true;
	}
	return false;
}

/*
 * Whether a command is news: of a config that is no job yet, of a script that nothing else starts, or of a model that
 * nothing else starts it with.
 */
static bool is_other_run(struct assembly *s, const struct named *n, const struct launch *launch)
{
	bool script = n->script && n->script <= s->c->nfiles;

	if (n->blank)
		return false;
	if (!n->script && !n->config)
		return is_all_there_is(s, launch);
	if (n->config && !n->had)
		return !n->script || followed(s, n->script, 0) < EACH_MAX * EACH_MAX;
	if (!n->script)
		return overrides(launch) && !unknown_words(launch) && !launch->open && followed_elsewhere(s, n, launch->file) < EACH_MAX;
	if (!script || !is_told_seldom(s, n, launch))
		return false;
	if (!is_started(s, n->script))
		return true;
	return is_whole_but_data(launch) && (is_left_open(s, n->script) || names_other_model(s, n->script, launch) ||
					  gives_number(s, launch) || told_chooses_other(s->c, n->script, launch));
}

static bool is_news(struct assembly *s, const struct launch *launch)
{
	struct named n = named_by(s, launch);

	return is_other_run(s, &n, launch) || (!n.blank && n.script && n.script <= s->c->nfiles && is_plain(s, &n, launch));
}

/*
 * Follows a command. One that names a config of which its script makes nothing was not meant as it is written; its
 * jobs would be of the defaults alone. Beside launches of the script, one whose model stands beside the one that
 * learns, a teacher's, tells nothing new.
 */
static void follow_told(struct assembly *s, const struct launch *launch)
{
	struct named n = named_by(s, launch);
	size_t before = s->c->drafts.n, findings = s->c->findings->n;
	bool *taken = arena_news(s->arena, bool, s->c->nfiles);
	bool script = n.script && n.script <= s->c->nfiles;
	bool again = n.config && n.had && !n.script;
	bool beside = again || (script && ((!n.config && is_started(s, n.script) && !is_left_open(s, n.script)) || !is_other_run(s, &n, launch)));

	memcpy(taken, s->c->taken, s->c->nfiles * sizeof(*taken));
	launch_jobs(s, launch);
	drop_told(s, before, n.script, launch->file);
	if (s->c->drafts.n > before && (beside ? is_other(s, launch, before) : !n.config || draft_has_taken(s->c, n.config))) {
		/* A script that starts another, or that a framework's row reads by its flags, is none of the job's. */
		for (size_t i = before; i < s->c->drafts.n; i++) {
			s->c->drafts.at[i]->told.script = n.script;
			s->c->drafts.at[i]->told.document = launch->file;
			s->c->drafts.at[i]->told.at = launch->at;
		}
		return;
	}
	s->c->drafts.n = before;
	s->c->findings->n = findings;
	memcpy(s->c->taken, taken, s->c->nfiles * sizeof(*taken));
}

bool *document_scripts(struct assembly *s)
{
	bool *told = arena_news(s->arena, bool, s->c->nfiles + 1);

	for (size_t i = 0; i < s->documents.n; i++) {
		const struct launches *launches = s->documents.at[i].launches;

		for (size_t k = 0; k < launches->n; k++) {
			const struct launch *l = &launches->at[k];
			uint32_t script = 0;

			if (l->file == l->told.file && (l->kind == LAUNCH_SCRIPT || l->kind == LAUNCH_MODULE))
				script = launched_file(s->c, l, launched_folder(s->c, l));
			if (script && script <= s->c->nfiles)
				told[script] = true;
		}
	}
	return told;
}

/* Whether a page runs a shell script, which has been read by itself, with values that make another run of it. */
static bool is_run_otherwise(struct assembly *s, const struct launch *launch)
{
	struct named n = named_by(s, launch);

	return !n.blank && n.script && n.script <= s->c->nfiles && is_told_seldom(s, &n, launch) &&
	       told_sets_other(s->c, n.script, launch);
}

bool document_tells(struct assembly *s, const struct launch *launch)
{
	return launch->file == launch->told.file ? is_news(s, launch) : is_run_otherwise(s, launch);
}

/*
 * A training that a page has written out in full, by a program that is not here, is told as one of a script is: notes of a
 * run have it in no other place. Where words are left to the reader, it is how a program of others is used.
 */
static void note_told(struct assembly *s, const struct launch *launch)
{
	struct named n = named_by(s, launch);
	size_t used = 0;

	if (n.script && !n.blank)
		told_note_again(s->c, n.script, launch);
	if (launch->file == launch->told.file && !n.script && !n.config && !n.blank && !launch->open && !unknown_words(launch) &&
	    !command_of_launch(s, launch, &used))
		no_job_launch(s, launch, no_job_told(s, launch));
}

/* through: those that a shell script of the repository holds, which the document runs. */
static void take_told(struct assembly *s, const struct launches *launches, bool through)
{
	for (size_t i = 0; i < launches->n; i++) {
		const struct launch *launch = &launches->at[i];
		size_t before = s->c->drafts.n;

		if ((launch->file != launch->told.file) != through)
			continue;
		if (!document_tells(s, launch)) {
			note_told(s, launch);
			continue;
		}
		upcoming_reached(s, launch, 0);
		follow_told(s, launch);
		if (s->c->drafts.n == before)
			told_note_again(s->c, named_by(s, launch).script, launch);
	}
}

/*
 * The same of a file's own head, which may show how others are run as well: those commands that are about the file; of a script
 * that others start the plain one.
 */
static void take_own(struct assembly *s, const struct launches *launches, uint32_t file)
{
	bool taken = draft_has_taken(s->c, file);

	for (size_t i = 0; i < launches->n; i++) {
		const struct launch *launch = &launches->at[i];
		struct named n = named_by(s, launch);

		if (launch->file == file && (n.script == file || n.config == file) &&
		    (taken ? n.script == file && !n.blank && is_plain(s, &n, launch) : is_news(s, launch)))
			follow_told(s, launch);
	}
}

/* Whether a file may tell a command of its own: its name stands in it, with a launcher's or a flag. */
static bool may_tell(struct str text, struct str path)
{
	return str_has(text, str_tail(path, '/')) &&
	       (str_has(text, STR("python")) || str_has(text, STR("launch")) || str_has(text, STR("run")) || str_has(text, STR(" --")));
}

/*
 * A shell script that is one string from end to end, as Python has them: """ …commands… """. To the shell it is a program's name
 * that nobody has; it is there for people, who take the commands out of it.
 */
static bool is_all_quoted(struct str text)
{
	struct str all = str_trim(text), quote = str_sub(all, 0, 3);

	return all.n > 6 && (str_is(quote, "\"\"\"") || str_is(quote, "'''")) && str_find(all, quote, 3) == all.n - 3;
}

/* What tells people commands: a document, or the text between a notebook's code; 0: the file is neither. */
static uint32_t document_of(struct assembly *s, uint32_t file)
{
	struct str path = path_of_file(s->c, file);
	enum file_kind kind = file_kind_of(path);
	bool quoted = kind == KIND_SHELL && is_all_quoted(repository_text(s->repo, file));

	if ((kind != KIND_DOCUMENT && kind != KIND_NOTEBOOK && !quoted) || path_is_aside(path) || !s->of.marks ||
	    !(s->of.marks[file - 1] & (MARK_COMMAND | MARK_SCRIPT)) || budget_is_spent(s, file))
		return 0;
	if (kind == KIND_NOTEBOOK)
		return notebook_prose(s, file);
	return repository_text(s->repo, file).n <= DOCUMENT_MAX ? file : 0;
}

/* A script, or a config that no job has, which tells itself how it is run; or a module of settings that does. */
static bool has_telling_head(struct assembly *s, uint32_t file, bool module)
{
	struct str path = path_of_file(s->c, file);
	enum file_kind kind = file_kind_of(path);
	unsigned wanted = kind == KIND_PYTHON ? MARK_SINK | MARK_REACH : MARK_CONFIG | MARK_SETTINGS;
	bool trains = s->of.marks && s->of.marks[file - 1] & wanted;

	if ((kind != KIND_PYTHON && (kind != KIND_YAML || !trains)) || !s->of.marks || (kind != KIND_PYTHON && draft_has_taken(s->c, file)) ||
	    path_is_aside(path) || !may_tell(repository_text(s->repo, file), path))
		return false;
	return kind == KIND_PYTHON && is_settings_code(repository_text(s->repo, file)) ? module : !module && trains;
}

/* What stands in the file itself knows it better than a page about it, and a script better than what is run in its place. */
static void take_heads(struct assembly *s, bool modules)
{
	for (uint32_t file = 1; file <= s->c->nfiles; file++) {
		struct shell_world world = budget_shell_world(s);

		if (!has_telling_head(s, file, modules) || budget_is_spent(s, file))
			continue;
		take_own(s, document_read_head(s->arena, &world, s->repo->files, file), file);
	}
}

void documents_read(struct assembly *s)
{
	for (uint32_t file = 1; file <= s->c->nfiles && s->documents.n < DOCUMENTS_MAX; file++) {
		struct shell_world world = budget_shell_world(s);
		uint32_t document = document_of(s, file);
		struct launches *launches;

		if (!document)
			continue;
		launches = file_kind_of(path_of_file(s->c, file)) == KIND_SHELL
			       ? document_read_head(&s->shell, &world, s->repo->files, document)
			       : document_read(&s->shell, &world, s->repo->files, document);
		launches = launches_keep(s->arena, &s->shell, launches);
		arena_reset(&s->shell);
		*vec_push(s->arena, &s->documents) = (struct shell_file){file, launches};
	}
}

size_t document_leaves(const struct launch *launch, const struct shell_file *script)
{
	bool met = false;
	size_t n;

	if (!launch->told.file || (launch->through.n ? launch->through.at[0] : launch->file) != script->file)
		return SIZE_MAX;
	n = unknown_words(launch);
	for (size_t i = 0; i < script->launches->n; i++) {
		const struct launch *alone = &script->launches->at[i];

		if (alone->at.file != launch->at.file || alone->at.off != launch->at.off)
			continue;
		met = true;
		if (unknown_words(alone) > n)
			return n;
	}
	return met ? SIZE_MAX : n;
}

void document_jobs(struct assembly *s)
{
	take_heads(s, false);
	take_heads(s, true);
	upcoming_clear(s);
	for (size_t i = 0; i < s->documents.n; i++)
		upcoming_add_told(s, s->documents.at[i].launches);
	for (int through = 0; through < 2; through++)
		for (size_t i = 0; i < s->documents.n; i++)
			if (!budget_is_spent(s, s->documents.at[i].file))
				take_told(s, s->documents.at[i].launches, through);
}
