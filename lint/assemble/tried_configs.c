/*
 * Config files of a script that is to be given one, by a required option or by a word of its launch
 * that is not known: those of the repository that have what the script reads. The script itself tells,
 * by running with each: it reaches its training, and takes settings from the file. And those beside the
 * one that it has if it is given none, which are given to it as well.
 */
#include "tried_configs.h"

#include "budgets.h"
#include "config_candidates.h"

#include "lint/read/read.h"

#include <string.h>

enum {
	/** Files that are tried by all scripts. */
	TRIES_MAX = 512,
	/** Tries with files of a kind that a script opens nothing of, and with files of the same keys that give nothing. */
	UNREAD_MAX = 2,
	ALIKE_MAX = 4,
	/** Tries with files that give another script more. */
	REFUSED_MAX = 8,
	/** Settings that a file must give to be taken for one of the script's. */
	GIVES_MIN = 2,
};

/* A file that was tried: its drafts, and how many settings it gives them. */
struct tried {
	uint32_t file;
	struct draft **drafts;
	size_t n, gives;
	/** Options that the script requires and the file does not give either. */
	uint32_t lacks;
	enum look look;
	/** It gives another script more, and is that one's. */
	bool refused;
	/** What tells its keys at the top from those of others. */
	uint64_t shape;
};

struct tries {
	VEC(struct tried);
};

/* Whether a word is a flag whose key a file states itself: "--vllm_mode", "--vllm_mode=colocate". */
static bool states_flag(const struct node *tree, const struct launch_word *word)
{
	struct str name = str_cut(word->head, '=').head;

	return str_starts(name, STR("--")) && node_get(tree, str_sub(name, 2, name.n));
}

/*
 * The launch without the flags by which it changes what its own config says, where the file that it is tried with says the
 * same keys: they are meant for that config and not for this one. The word of the config itself stays.
 */
static void drop_stated(struct launch *launch, const struct node *tree, size_t slot)
{
	size_t n = 0;
	bool dropping = false;

	if (!tree || tree->kind != NODE_MAP)
		return;
	for (size_t i = 0; i < launch->args.n; i++) {
		const struct launch_word *word = &launch->args.at[i];
		bool flag = str_starts(word->head, STR("-"));

		if (flag)
			dropping = states_flag(tree, word);
		if (i == slot || (i + 1 == slot && flag) || !dropping)
			launch->args.at[n++] = *word;
	}
	launch->args.n = n;
}

/* The launch with a file's name where the slot is. */
static const struct launch *launch_with(struct arena *a, const struct launch *launch, size_t word,
					struct node *name, const struct node *tree)
{
	struct launch *copy = arena_new(a, struct launch);
	struct str head = launch->args.at[word].head;
	size_t flag = str_starts(head, STR("-")) ? str_chr(head, '=', 0) : SIZE_MAX;

	/* "--config=x.yaml" */
	if (flag != SIZE_MAX)
		name = node_str(a, str_cat(a, str_sub(head, 0, flag + 1), name->text), name->at);
	*copy = *launch;
	copy->args.at = arena_news(a, struct launch_word, launch->args.n);
	memcpy(copy->args.at, launch->args.at, launch->args.n * sizeof(*launch->args.at));
	name->at = launch->args.at[word].value->at;
	copy->args.at[word].value = name;
	copy->args.at[word].head = copy->args.at[word].tail = name->text;
	drop_stated(copy, tree, word);
	return copy;
}

size_t settings_stated_by(const struct job *job, uint32_t file)
{
	size_t n = 0;

	for (int k = 0; k < SETTING_COUNT; k++)
		n += job->set[k].type != VALUE_ABSENT && job->set[k].origin == ORIGIN_STATED &&
		     job->set[k].at.file == file;
	return n;
}

/* Whether code makes a value of a file's number, or takes it for its name. */
static bool is_made_of(const struct value *value, uint32_t file)
{
	return value->type != VALUE_ABSENT && value->at.file == file && (value->origin == ORIGIN_DERIVED || value->origin == ORIGIN_ASSUMED);
}

/* The same with what the code makes of a file's numbers: the rows that a loop of one's own draws. */
static size_t settings_given_by(const struct job *job, uint32_t file)
{
	static const enum setting drawn[] = {SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, SETTING_MAX_SEQ_LENGTH,
					     SETTING_GRADIENT_ACCUMULATION_STEPS};
	size_t n = settings_stated_by(job, file);

	for (size_t i = 0; i < sizeof(drawn) / sizeof(*drawn); i++)
		n += is_made_of(&job->set[drawn[i]], file);
	return n;
}

/* The same of a draft, with a number of the file that is a length, but only of what rows are made of. */
static size_t draft_given_by(const struct draft *d, uint32_t file)
{
	const struct extract_unknown *length = &d->extract.unknown[SETTING_MAX_SEQ_LENGTH];

	return settings_given_by(&d->job, file) + (length->why.n && length->at.file == file);
}

/* The most that one of gin's files gives a job: each includes others. */
static size_t settings_bound(struct assembly *s, const struct job *job)
{
	size_t n = 0;

	for (int k = 0; k < SETTING_COUNT; k++) {
		uint32_t file = job->set[k].type == VALUE_ABSENT ? 0 : job->set[k].at.file;
		size_t gives = file && file <= s->c->nfiles && file_kind_of(path_of_file(s->c, file)) == KIND_GIN ? settings_given_by(job, file) : 0;

		n = gives > n ? gives : n;
	}
	return n;
}

static bool is_named(struct assembly *s, const struct run *run, uint32_t file)
{
	return path_words_shared(path_of_file(s->c, run->file), path_of_file(s->c, file)) > 0;
}

/* What a file of gin binds, in whichever order. */
static uint64_t shape_of_gin(struct str text)
{
	uint64_t shape = 0;

	while (text.n) {
		struct str_cut line = str_cut(text, '\n'), binding = str_cut(line.head, '=');

		if (binding.ok)
			shape += str_hash(str_trim(binding.head));
		text = line.tail;
	}
	return shape;
}

/* The same for files of the same keys at the top, in whichever order. */
static uint64_t shape_of(struct assembly *s, uint32_t file)
{
	enum file_kind kind = file_kind_of(path_of_file(s->c, file));
	const struct node *tree = kind == KIND_GIN || kind == KIND_PYTHON ? NULL : repository_tree(s->repo, file);
	uint64_t shape = kind == KIND_GIN ? shape_of_gin(repository_text(s->repo, file)) : 0;
	struct settings_code code = {0};

	if (kind == KIND_PYTHON)
		code = settings_code_names(s->arena, repository_text(s->repo, file));
	for (size_t i = 0; i < code.n; i++)
		shape += str_hash(code.at[i]);
	for (size_t i = 0; tree && tree->kind == NODE_MAP && i < tree->as.pairs.n; i++)
		shape += str_hash(tree->as.pairs.at[i].key->text);
	return shape;
}

/*
 * Whether a try would end as those before it: the script reads no file of the kind, or what has the keys of this
 * one is nothing to it. A file that has the script's name is tried all the same.
 */
static bool is_vain(struct assembly *s, const struct run *run, const struct tries *tries, uint32_t file)
{
	enum file_kind kind = file_kind_of(path_of_file(s->c, file));
	uint64_t shape = shape_of(s, file);
	size_t unread = 0, alike = 0, refused = 0;

	for (size_t i = 0; i < tries->n; i++) {
		const struct tried *t = &tries->at[i];
		bool same_kind = file_kind_of(path_of_file(s->c, t->file)) == kind;

		if (t->look == LOOK_WRONG && same_kind)
			return true;
		unread += t->look == LOOK_NONE && same_kind && !t->gives;
		alike += t->look == LOOK_READ && t->gives < GIVES_MIN && t->shape == shape;
		refused += t->refused;
	}
	return unread >= UNREAD_MAX || refused >= REFUSED_MAX || (alike >= ALIKE_MAX && !is_named(s, run, file));
}

/* Whether one of a file's drafts says which model it trains. */
static bool tells_model(const struct tried *t)
{
	for (size_t i = 0; i < t->n; i++)
		if (draft_tells_model(t->drafts[i]))
			return true;
	return false;
}

/* A file that another one's launch was tried with may be for other machines. */
static void doubt_machines(struct assembly *s, struct draft *d, uint32_t launched)
{
	static const enum setting settings[] = {SETTING_NUM_GPUS, SETTING_NUM_NODES, SETTING_GPUS_PER_NODE};

	for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++) {
		struct value *value = &d->job.set[settings[i]];

		if (value->type == VALUE_ABSENT)
			continue;
		value->origin = ORIGIN_ASSUMED;
		value->how = str_fmt(s->arena, "as %.*s is launched", STR_ARG(path_of_file(s->c, launched)));
	}
}

/* Runs the script with a file. What the run changed is taken back: the file may not be meant. */
static struct tried try(struct assembly *s, const struct run *run, const struct slot *slot, uint32_t file)
{
	struct str path = str_fmt(s->arena, EVAL_ROOT "/%.*s", STR_ARG(path_of_file(s->c, file)));
	struct node *name = node_str(s->arena, path, (struct span){file, 0, 0});
	struct node *assumed = node_new(s->arena, NODE_MAP, name->at);
	bool *taken = arena_news(s->arena, bool, s->c->nfiles);
	size_t before = s->c->drafts.n;
	size_t findings = s->c->findings->n;
	struct run with = *run;
	struct tried t = {.file = file, .shape = shape_of(s, file)};
	struct draft **kept;
	/* What gin binds is given to what has the name. */
	const bool gin = file_kind_of(path_of_file(s->c, file)) == KIND_GIN;

	memcpy(taken, s->c->taken, s->c->nfiles * sizeof(*taken));
	s->tries++;
	with.config = file;
	with.look = &t.look;
	if (run->launch && !slot->option.n)
		with.launch = launch_with(s->arena, run->launch, slot->word, name,
					  slot->standard ? repository_tree(s->repo, file) : NULL);
	else
		node_set(s->arena, assumed, node_str(s->arena, slot->option, name->at), name);
	with.assumed = assumed;
	t.n = script_evaluate(s, &with, NULL, NULL);
	t.drafts = kept = arena_news(s->arena, struct draft *, t.n);
	if (t.n)
		memcpy(kept, &s->c->drafts.at[before], t.n * sizeof(*kept));
	for (size_t i = 0; i < t.n; i++) {
		/* Any file has a batch: one that tells a written model's sizes as little as none must have the name. */
		bool open = kept[i]->extract.own && !kept[i]->job.model;
		size_t gives = gin ? settings_bound(s, &kept[i]->job)
			       : open && !is_named(s, run, file) ? 0
								 : draft_given_by(kept[i], file);

		/* By a name that this script asks for: it means more than a key that any script has. */
		gives += gin && gives;
		/* The launch as it is written is the one that starts it, unless it names another file. */
		if (!slot->standard)
			kept[i]->launch = run->launch;
		else if (run->launch)
			doubt_machines(s, kept[i], slot->standard);
		t.gives = gives > t.gives ? gives : t.gives;
		t.lacks = kept[i]->trace->lacking;
	}
	s->c->drafts.n = before;
	s->c->findings->n = findings;
	memcpy(s->c->taken, taken, s->c->nfiles * sizeof(*taken));
	t.refused = t.gives < s->lent[file - 1];
	if (t.refused || (slot->models && !tells_model(&t)))
		t.gives = 0;
	return t;
}

/* How a script would be started with a file, and whether others beside the file do not fit. */
static struct str started(struct assembly *s, const struct run *run, const struct slot *slot,
			  uint32_t file, size_t fit, size_t all)
{
	struct str path = path_of_file(s->c, file);
	struct str text;

	if (run->launch)
		text = str_fmt(s->arena, "with %.*s", STR_ARG(path));
	else
		text = str_fmt(s->arena, "python %.*s %.*s%s%.*s, if somebody starts it",
			       STR_ARG(path_of_file(s->c, run->file)),
			       STR_ARG(str_starts(slot->option, STR("-")) ? slot->option : STR("")),
			       str_starts(slot->option, STR("-")) ? " " : "", STR_ARG(path));
	if (fit == all)
		return text;
	return str_fmt(s->arena, "%.*s; %zu of %zu files there have what it reads", STR_ARG(text), fit, all);
}

static size_t beside(struct assembly *s, const struct tries *tries, uint32_t file, size_t least)
{
	struct str folder = eval_dirname(path_of_file(s->c, file));
	size_t n = 0;

	for (size_t i = 0; i < tries->n; i++)
		n += tries->at[i].gives >= least &&
		     str_eq(eval_dirname(path_of_file(s->c, tries->at[i].file)), folder);
	return n;
}

/* The fewest required options that any of the files leaves open which give enough: its parser ends with an error at others. */
static uint32_t fewest_lacks(const struct tries *tries, size_t least)
{
	uint32_t fewest = UINT32_MAX;

	for (size_t i = 0; i < tries->n; i++)
		if (tries->at[i].gives >= least && tries->at[i].lacks < fewest)
			fewest = tries->at[i].lacks;
	return fewest;
}

/* Whether the only file of the name that a launch gives was tried, and the script reads it. */
static bool is_read_as_named(const struct slot *slot, const struct tries *tries)
{
	return slot->named && tries->n == 1 && tries->at[0].look == LOOK_READ && tries->at[0].n && !tries->at[0].refused;
}

/*
 * The drafts of the files that give at least half as much as the best one does, or as much as is given, and leave open
 * no more of what the script requires than another one.
 */
static size_t keep(struct assembly *s, const struct run *run, const struct slot *slot,
		   const struct tries *tries, size_t most)
{
	size_t least, kept = 0;
	uint32_t lacks;

	for (size_t i = 0; i < tries->n; i++)
		most = tries->at[i].gives > most ? tries->at[i].gives : most;
	/* The one that a launch names may put a single word over another file's, as long as it is read. */
	if (most < GIVES_MIN && !is_read_as_named(slot, tries))
		return 0;
	least = most / 2 > GIVES_MIN ? most / 2 : GIVES_MIN;
	least = most < GIVES_MIN ? 0 : least;
	lacks = fewest_lacks(tries, least);
	for (size_t i = 0; i < tries->n; i++) {
		const struct tried *t = &tries->at[i];
		struct str how;

		if (t->gives < least || t->lacks > lacks)
			continue;
		how = started(s, run, slot, t->file, beside(s, tries, t->file, least),
			      beside(s, tries, t->file, 0));
		if (!run->launch && t->gives < UINT16_MAX)
			s->lent[t->file - 1] = (uint16_t)t->gives;
		for (size_t k = 0; k < t->n; k++, kept++) {
			struct draft *d = t->drafts[k];

			d->started = how;
			for (size_t f = 0; f < d->files.n; f++)
				if (d->files.at[f] <= s->c->nfiles)
					s->c->taken[d->files.at[f] - 1] = true;
			*vec_push(s->arena, &s->c->drafts) = d;
		}
	}
	return kept;
}

/* Tries those of the files that are meant which another script has been given, or has not. */
static size_t try_all(struct assembly *s, const struct run *run, const struct slot *slot,
		      const struct config_files *files, bool lent, size_t most)
{
	struct tries tries = {0};

	for (size_t i = 0; i < files->n && s->tries < TRIES_MAX; i++) {
		struct tried t = {.file = files->at[i], .look = LOOK_UNTOLD};

		if ((s->lent[files->at[i] - 1] != 0) != lent)
			continue;
		if (!is_vain(s, run, &tries, files->at[i]))
			t = try(s, run, slot, files->at[i]);
		*vec_push(s->arena, &tries) = t;
	}
	return keep(s, run, slot, &tries, most);
}

/*
 * Tries the files that are meant, and where none fits, those that others have as well: one config for three scripts.
 * most: how many settings one gives that is known to fit; 0: none is.
 */
static size_t fill(struct assembly *s, const struct run *run, const struct slot *slot, size_t most)
{
	struct config_files files = config_candidates(s, run, slot);
	size_t n = try_all(s, run, slot, &files, false, most);

	return n ? n : try_all(s, run, slot, &files, true, most);
}

/* Whether a flag is for a configuration, and not for data: only its name tells before the file is known. */
static bool asks_config(struct str flag)
{
	static const char *const words[] = {"conf",	     "cfg",	"param", "args",
						 "yaml",	     "recipe", "experiment", "setting", "sys.argv"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_has_nocase(flag, str_of(words[i])))
			return true;
	return str_among(flag, STR("-c"));
}

/* Whether a word that is not known may be the name of a config: by its end, or by the flag before it. */
static bool may_name_config(const struct launch *launch, size_t word)
{
	const struct launch_word *w = &launch->args.at[word];
	enum file_kind kind = file_kind_of(w->tail);

	if (kind == KIND_YAML || kind == KIND_TOML || asks_config(w->head))
		return true;
	return word == 0 || !str_starts(launch->args.at[word - 1].head, STR("-")) ||
	       asks_config(launch->args.at[word - 1].head);
}

/* A file that the script makes, T=$(mktemp): none of the repository's is meant. */
static bool is_made(const struct node *value)
{
	for (int i = 0; value && i < NODE_DEPTH_MAX; i++, value = value->from[0])
		if (value->kind == NODE_UNKNOWN && str_find(value->text, STR("mktemp"), 0) != SIZE_MAX)
			return true;
	return false;
}

/* The word of a launch that a wanted name comes from. */
static bool word_of(const struct launch *launch, const struct wanted *wanted, struct slot *slot)
{
	for (size_t i = 0; i < launch->args.n; i++) {
		const struct launch_word *w = &launch->args.at[i];

		if (w->value->kind != NODE_UNKNOWN || !span_same_start(w->value->at, wanted->at) ||
		    str_starts(w->head, STR("-")) || is_made(w->value) || !may_name_config(launch, i))
			continue;
		*slot = (struct slot){.word = i, .head = w->head, .tail = w->tail};
		return true;
	}
	return false;
}

/* A word that is one of several files of the repository. */
static bool choice_of(struct assembly *s, const struct run *run, struct slot *slot)
{
	for (size_t i = 0; run->launch && i < run->launch->args.n; i++) {
		const struct node *value = run->launch->args.at[i].value;
		bool files = value->kind == NODE_EITHER && value->as.items.n > 1;

		for (size_t k = 0; files && k < value->as.items.n; k++) {
			const struct node *item = value->as.items.at[k];
			enum file_kind kind = item->kind == NODE_STR ? file_kind_of(item->text) : KIND_NONE;

			files = (kind == KIND_YAML || kind == KIND_JSON || kind == KIND_TOML) &&
				config_candidate_file(s, run, item->text);
		}
		*slot = (struct slot){.word = i, .either = value};
		if (files)
			return true;
	}
	return false;
}

/* A folder that a launch names, seen from where it runs, or from its script: as paths are compared with a slot's head; empty: none. */
static struct str folder_of(struct assembly *s, const struct run *run, struct str name)
{
	struct str cwd = launched_folder(s->c, run->launch);
	const struct str from[] = {cwd, eval_dirname(path_of_file(s->c, run->file))};

	for (size_t i = 0; i < sizeof(from) / sizeof(*from); i++) {
		struct str path = eval_path(s->arena, from[i], name);

		if (!path.n || !repository_has_folder(s->repo, path))
			continue;
		return str_below(path, cwd) ? str_sub(path, cwd.n + 1, path.n) : path;
	}
	return (struct str){0};
}

/* Whether a script has read a file already, as far as the drafts from one on tell. */
static bool was_read(const struct assembly *s, uint32_t file, size_t from)
{
	for (size_t i = from; i < s->c->drafts.n; i++)
		if (draft_has(s->c->drafts.at[i], file))
			return true;
	return false;
}

/* Whether a file lies where a launch names it: where it runs, beside its script, or above the file that states it. */
static bool is_where_named(struct assembly *s, const struct run *run, struct str name, uint32_t file)
{
	struct str path = path_of_file(s->c, file), above = path_of_file(s->c, run->launch->file);
	const struct str from[] = {launched_folder(s->c, run->launch), STR(""), eval_dirname(path_of_file(s->c, run->file))};

	for (size_t i = 0; i < sizeof(from) / sizeof(*from); i++)
		if (str_eq(eval_path(s->arena, from[i], name), path))
			return true;
	while (above.n) {
		above = eval_dirname(above);
		if (str_eq(eval_path(s->arena, above, name), path))
			return true;
	}
	return false;
}

/* "config.json" of a page, in no folder: it stands for whichever config the reader has of those below the page. */
static bool is_any(const struct launch *launch, struct str name)
{
	return launch->told.file && launch->file == launch->told.file &&
	       str_among(str_sub(name, 0, str_rchr(name, '.')), STR("config|./config|conf|cfg"));
}

/* What is meant by the name of a config that is not where it is named; false: nothing, or it is read. */
static bool meant_by(struct assembly *s, const struct run *run, struct str name, size_t from, struct slot *slot)
{
	size_t slash = str_rchr(name, '/');
	struct str folder;

	slot->named = config_candidate_file(s, run, name);
	if (slot->named)
		return !str_starts(name, STR("/")) && !is_where_named(s, run, name, slot->named) && !was_read(s, slot->named, from);
	slot->tail = str_sub(name, str_rchr(name, '.'), name.n);
	if (is_any(run->launch, name)) {
		slot->below = eval_dirname(path_of_file(s->c, run->launch->file));
		return true;
	}
	folder = slash == SIZE_MAX ? STR("") : folder_of(s, run, str_sub(name, 0, slash));
	slot->head = str_fmt(s->arena, "%.*s/", STR_ARG(folder));
	return folder.n > 0;
}

/*
 * A word that names a config which the repository lacks: those of its folder are what the script is given otherwise
 * ("-c configs/prm_alt.yml", beside which configs/prm.yml is kept), or the only one of that name, wherever it lies: a
 * page says "train.yaml" of configs/train.yaml.
 */
static bool missing_of(struct assembly *s, const struct run *run, size_t from, struct slot *slot)
{
	for (size_t i = 0; run->launch && i < run->launch->args.n; i++) {
		const struct node *value = run->launch->args.at[i].value;
		enum file_kind kind = value->kind == NODE_STR ? file_kind_of(value->text) : KIND_NONE;

		if ((kind != KIND_YAML && kind != KIND_JSON && kind != KIND_TOML) || str_starts(value->text, STR("-")) ||
		    !may_name_config(run->launch, i))
			continue;
		*slot = (struct slot){.word = i};
		if (meant_by(s, run, value->text, from, slot))
			return true;
	}
	return false;
}

size_t try_configs(struct assembly *s, const struct run *run, const struct wants *wants, size_t from)
{
	struct slot slot;
	size_t n = choice_of(s, run, &slot) || missing_of(s, run, from, &slot) ? fill(s, run, &slot, 0) : 0;

	for (size_t i = 0; i < wants->n && !n; i++) {
		const struct wanted *w = &wants->at[i];

		if (w->standard)
			continue;
		if (run->launch ? word_of(run->launch, w, &slot) : asks_config(w->option) || w->gin) {
			if (!run->launch)
				slot = (struct slot){.option = w->option, .tail = w->gin ? STR(".gin") : STR("")};
			n = fill(s, run, &slot, 0);
		}
	}
	return n;
}

size_t try_configs_beside(struct assembly *s, const struct run *run, const struct wants *wants, size_t from)
{
	size_t before = s->c->drafts.n, n = 0;

	for (size_t i = 0; i < wants->n && !n; i++) {
		struct slot slot = {.option = wants->at[i].option, .standard = wants->at[i].standard};
		size_t most = 0;

		for (size_t k = from; slot.standard && k < before; k++) {
			size_t gives = draft_given_by(s->c->drafts.at[k], slot.standard);

			most = gives > most ? gives : most;
		}
		if (most >= GIVES_MIN)
			n = fill(s, run, &slot, most);
	}
	return n;
}

/* Whether a file is how DeepSpeed shards what a script trains: others beside it are other ways to do the same. */
static bool is_sharding(struct assembly *s, uint32_t file)
{
	const struct node *tree = repository_tree(s->repo, file);

	return node_get(tree, STR("zero_optimization")) || node_get(tree, STR("train_micro_batch_size_per_gpu"));
}

/* Whether a known word of a launch may be a config: by the flag in it or before it, or since there is none. */
static bool is_for_config(const struct launch *launch, size_t word)
{
	struct str head = launch->args.at[word].head;
	struct str before = word ? launch->args.at[word - 1].head : STR("");

	if (str_starts(head, STR("-")))
		return asks_config(str_cut(head, '=').head);
	return !str_starts(before, STR("-")) || asks_config(before);
}

/* Whether a file that a launch names is a config: data as such, or settings in Python. */
static bool is_config(struct assembly *s, uint32_t file)
{
	enum file_kind kind = file && file <= s->c->nfiles ? file_kind_of(path_of_file(s->c, file)) : KIND_NONE;

	if (kind == KIND_PYTHON)
		return is_settings_code(repository_text(s->repo, file));
	return (kind == KIND_YAML || kind == KIND_JSON || kind == KIND_TOML) && !is_sharding(s, file);
}

/*
 * The word by which a launch names the config that states settings of its job, or the one that it was tried with since it
 * lies elsewhere than it is named.
 */
static bool named_word(struct assembly *s, const struct draft *d, struct slot *slot)
{
	for (size_t i = 0; i < d->launch->args.n; i++) {
		struct launch_word word = d->launch->args.at[i];
		struct node *value;
		struct str name;
		uint32_t file;

		if (!word.value || word.value->kind != NODE_STR || !is_for_config(d->launch, i))
			continue;
		if (launch_split(s->arena, &d->launch->args.at[i], &name, &value))
			word.value = value;
		file = word.value->kind == NODE_STR ? launched_word_file(s->c, d->launch, &word) : 0;
		*slot = (struct slot){.word = i, .standard = file};
		if (is_config(s, file) && (d->started.n ? draft_has(d, file) : draft_given_by(d, file) >= GIVES_MIN))
			return true;
	}
	return false;
}

/** A draft whose launch names a config: that word, and the config's folder. slot.standard is 0: it names none. */
struct sibling {
	struct slot slot;
	struct str folder;
};

static struct sibling sibling_of(struct assembly *s, const struct draft *d)
{
	struct sibling out = {0};

	if (!d->launch || !d->script || d->script > s->c->nfiles || !named_word(s, d, &out.slot))
		return (struct sibling){0};
	out.folder = eval_dirname(path_of_file(s->c, out.slot.standard));
	return out;
}

/*
 * Whether another draft of the script with a config of the same folder stands for what lies beside both: the launch that
 * says least besides, since what its words say is said for the others as well; of those the first.
 */
static bool stands_back(const struct assembly *s, const struct sibling *siblings, size_t n, size_t draft)
{
	const struct draft *own = s->c->drafts.at[draft];

	for (size_t i = 0; i < n; i++) {
		const struct draft *d = s->c->drafts.at[i];

		if (i != draft && siblings[i].slot.standard && d->script == own->script &&
		    str_eq(siblings[i].folder, siblings[draft].folder) &&
		    (d->launch->args.n < own->launch->args.n || (d->launch->args.n == own->launch->args.n && i < draft)))
			return true;
	}
	return false;
}

/* What lies beside the config of each draft that was launched with one, or around it. */
static void try_around(struct assembly *s, bool models, bool around)
{
	size_t n = s->c->drafts.n;
	struct sibling *siblings = arena_news(s->arena, struct sibling, n);

	for (size_t i = 0; i < n; i++)
		siblings[i] = sibling_of(s, s->c->drafts.at[i]);
	for (size_t i = 0; i < n; i++) {
		const struct draft *d = s->c->drafts.at[i];
		struct slot *slot = &siblings[i].slot;
		struct target target;
		struct run run;

		if (!slot->standard || budget_is_spent(s, d->script) || stands_back(s, siblings, n, i))
			continue;
		target = launch_target(s->c, NULL, d->script);
		slot->models = models;
		slot->around = around;
		run = (struct run){.file = d->script, .launch = d->launch, .target = &target};
		fill(s, &run, slot, draft_given_by(d, slot->standard));
	}
}

void try_siblings_near(struct assembly *s)
{
	try_around(s, true, false);
}

/* First what lies in the same folders: it is started as its sibling is. */
void try_siblings(struct assembly *s, bool models)
{
	try_around(s, models, false);
	try_around(s, models, true);
}
