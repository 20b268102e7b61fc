/*
 * A config alone is the weakest kind of job: nobody is seen to read it, so only names speak for what its values mean. It
 * takes a language model and two more settings of memory, and something that only a training has; it gives way to any
 * code that reads it, and what it leaves out is assumed.
 */
#include "alone_jobs.h"

#include "budgets.h"
#include "inherited_config.h"
#include "script_world.h"

#include "core/model/model.h"
#include "lint/configalone/configalone.h"
#include "lint/frameworks/frameworks.h"
#include "lint/read/read.h"
#include "lint/settings/settings.h"

enum {
	/** Bytes of a file: data sets are JSON too. */
	CONFIG_MAX = 64 << 10,
	/** Files that are read so in a repository. */
	FILES_MAX = 400,
	/** Settings of memory besides the model. */
	SETTINGS_MIN = 2,
	/** More rows than this are not taken for those of one GPU, whatever their name is. */
	PLAIN_BATCH_MAX = 64,
};

/* A file that is a job, unless code reads it. */
struct alone {
	uint32_t file;
	const struct node *tree;
	struct config_bases bases;
};

struct alones {
	VEC(struct alone);
};

static size_t memory_settings(const struct job *job)
{
	static const enum setting settings[] = {
	    SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, SETTING_GLOBAL_BATCH_SIZE,	  SETTING_MAX_SEQ_LENGTH,
	    SETTING_MAX_COMPLETION_LENGTH,	 SETTING_LORA_R,		  SETTING_LORA_TARGET_MODULES,
	    SETTING_QUANTIZATION,		 SETTING_WEIGHTS_DTYPE,		  SETTING_MIXED_PRECISION,
	    SETTING_OPTIMIZER,			 SETTING_GRADIENT_CHECKPOINTING, SETTING_GRADIENT_ACCUMULATION_STEPS,
	    SETTING_NUM_GENERATIONS,		 SETTING_NUM_GPUS,		  SETTING_DATA_PARALLEL};
	size_t n = 0;

	for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++)
		n += job_get(job, settings[i]) != NULL;
	return n;
}

/* A name that stands for one that people fill in. */
static bool is_blank(struct str name)
{
	static const char *const words[] = {"your", "path/to", "<", "{", "$", "...", "placeholder", "xxx", "todo"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_has_nocase(name, str_of(words[i])))
			return true;
	return false;
}

/* Whether a model's name says that it makes or reads something else than text. */
static bool is_of_images(struct str name)
{
	static const char *const words[] = {"diffusion", "flux",    "sdxl", "-image", "wan2",  "wan-ai", "whisper", "wav2vec", "hubert",
					    "clip",	 "siglip",  "vit-", "dino",   "resnet", "yolo",	 "segment", "musicgen", "bark",
					    "hunyuanvideo", "cogvideo", "ltx-video", "pixart", "tts", "t2i", "t2v"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_has_nocase(name, str_of(words[i])))
			return true;
	return false;
}

/* Whether the model is one of language: its shape is known, or its rows have a length in tokens. */
static bool is_language(struct assembly *s, const struct job *job)
{
	const struct value *model = job_get(job, SETTING_MODEL);
	bool tokens = job_get(job, SETTING_MAX_SEQ_LENGTH) || job_get(job, SETTING_MAX_COMPLETION_LENGTH) ||
		      job_get(job, SETTING_QUANTIZATION);

	if (!model || model->type != VALUE_STR || is_blank(model->as.s) || is_of_images(model->as.s))
		return false;
	if (model_find(model->as.s))
		return true;
	return tokens && str_chr(model->as.s, '/', 0) != SIZE_MAX && model_guess(s->arena, model->as.s).model;
}

static struct str how_of(struct assembly *s, const struct alone_reading *r)
{
	if (!r->key)
		return STR("config alone: no code here reads it");
	return str_fmt(s->arena, "config alone, with its block %.*s: no code here reads it", STR_ARG(r->key->text));
}

/* The card that the config itself is for: by a key of its hardware, or by the block that was chosen. */
static void take_card(struct assembly *s, const struct alone_reading *r, struct target *target)
{
	static const char *const keys[] = {"gpu_type", "gpu",	    "gpu_name",	       "gpu_model",
					   "target_gpu", "accelerator", "accelerator_type", "device_name"};
	const struct node *hardware = node_get(r->tree, STR("hardware")), *any = node_get(r->tree, STR("any"));
	struct target said = {0};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys) && said.gpu.type == VALUE_ABSENT; i++) {
		const struct node *n = hardware ? node_get(hardware, str_of(keys[i])) : NULL;

		if (!n && any && (i == 0 || i == 4))
			n = node_get(any, str_of(keys[i]));
		if (n && n->kind == NODE_STR)
			target_of_text(s->arena, n->text, n->at, TARGET_TYPED, &said);
	}
	if (said.gpu.type == VALUE_ABSENT && r->card) {
		said.gpu = value_str(r->card->name, ORIGIN_STATED,
				     str_fmt(s->arena, "the block %.*s", STR_ARG(r->key->text)));
		said.gpu.at = r->key->at;
		said.row = r->card;
		said.gpu_weight = TARGET_TYPED;
	}
	if (r->count && said.per_node.type == VALUE_ABSENT) {
		said.per_node = value_count(r->count, ORIGIN_STATED, r->key->at, r->key->text);
		said.count_weight = TARGET_TYPED;
	}
	target_merge(target, &said);
}

/* What the config says for other cards only is not known for this one. */
static void doubt_blocks(struct assembly *s, const struct alone_reading *r, const struct draft *whole, struct draft *d)
{
	for (int k = 0; k < SETTING_COUNT; k++)
		if (job_get(&whole->job, (enum setting)k) && !job_get(&d->job, (enum setting)k))
			d->extract.unknown[k] = (struct extract_unknown){
			    .why = str_fmt(s->arena, "it has a block for %.*s, and none for this card",
					   STR_ARG(r->elsewhere_key->text)),
			    .at = whole->job.set[k].at};
}

static void read_settings(struct assembly *s, const struct alone *one, const struct node *tree, struct draft *d)
{
	extract_init(&d->extract, s->arena, s->c->findings, library_versions(s->c, one->file, NULL));
	d->extract.before = UINT32_MAX;
	d->extract.open = draft_open;
	d->extract.ctx = draft_opener(s->c, STR(""), path_of_file(s->c, one->file));
	d->job.found = JOB_FOUND_ALONE;
	extract_map(&d->extract, keymap_find(STR("config_alone")), tree, &d->job);
}

/*
 * "batch_size: 256" of a language model is seldom that of one GPU: projects name the rows of a step so, and what one
 * card gets of them is for their code to say.
 */
static void doubt_batch(struct assembly *s, struct draft *d)
{
	struct value *batch = &d->job.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE];
	struct str name = batch->type == VALUE_INT ? files_text(s->repo->files, batch->at) : STR("");

	if (batch->type != VALUE_INT || batch->as.i <= PLAIN_BATCH_MAX || job_get(&d->job, SETTING_GLOBAL_BATCH_SIZE))
		return;
	d->extract.unknown[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE] = (struct extract_unknown){
	    .why = str_fmt(s->arena, "%.*s may be the rows of all GPUs and steps of accumulation", STR_ARG(name)),
	    .at = batch->at};
	*batch = (struct value){0};
}

/* Reads one card's settings; false if they are no job's. */
static bool read_draft(struct assembly *s, const struct alone *one, const struct alone_reading *r, struct draft *d)
{
	struct draft whole = *d;
	const struct value *model;

	if (!alone_trains(r) || alone_is_other(r))
		return false;
	read_settings(s, one, r->tree, d);
	read_settings(s, one, r->elsewhere ? r->elsewhere : r->tree, &whole);
	model = job_get(&d->job, SETTING_MODEL);
	if (!model || memory_settings(&whole.job) < SETTINGS_MIN || !is_language(s, &whole.job))
		return false;
	if (r->elsewhere)
		doubt_blocks(s, r, &whole, d);
	doubt_batch(s, d);
	d->job.at = model->at.file == one->file ? model->at : (struct span){one->file, 0, 0};
	d->started = how_of(s, r);
	return true;
}

/* The card that is asked for, or that the file itself names. */
static struct alone_target target_for(struct assembly *s, const struct target *target)
{
	struct alone_target out = {0};

	if (s->request->gpu.n)
		out.card = resolve_gpu(s->arena, s->request->policy, s->request->gpu);
	else if (target->gpu.type != VALUE_ABSENT)
		out.card = target->row;
	if (target->per_node.type == VALUE_INT)
		out.count = target->per_node.as.i;
	return out;
}

/* The jobs of a file; read: only whether there is one. */
static bool take_file(struct assembly *s, const struct alone *one, bool add)
{
	struct target target = launch_target(s->c, NULL, one->file);
	struct alone_readings readings = {0};
	struct alone_target cards;
	size_t before = s->c->findings->n;
	bool any = false;

	/* A size in a comment is as often what somebody's run took. */
	if (!target.row && target.gpu_weight == TARGET_COMMENT)
		target = (struct target){0};
	target_of_tree(s->arena, one->tree, &target);
	cards = target_for(s, &target);
	alone_read(s->arena, one->tree, &cards, &readings);
	for (size_t i = 0; i < readings.n; i++) {
		struct draft d = {.main = one->file, .target = target};

		if (!read_draft(s, one, &readings.at[i], &d))
			continue;
		any = true;
		if (!add)
			break;
		take_card(s, &readings.at[i], &d.target);
		draft_take(s->c, &d, one->file);
		for (size_t k = 0; k < one->bases.n; k++)
			draft_take(s->c, &d, one->bases.at[k]);
		resolve_draft(s->c, &d);
	}
	if (!add || !any)
		s->c->findings->n = before;
	return any;
}

/* Whether a module's name says that it holds settings. */
static bool is_settings_module(struct str path)
{
	static const char *const words[] = {"config", "settings", "hparams", "hyperparam", "params", "constants", "cfg"};
	struct str name = str_tail(path, '/');

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (str_has_nocase(name, str_of(words[i])))
			return true;
	return false;
}

/* The values of a module of constants; NULL if it is none, or others import it. */
static const struct node *module_tree(struct assembly *s, uint32_t file)
{
	struct str path = path_of_file(s->c, file), text;
	struct eval_world world;
	struct target target;

	if (!is_settings_module(path) || s->of.marks[file - 1] & (MARK_REACH | MARK_STARTS) ||
	    (s->of.reach && import_reach_imported(s->of.reach, s->repo->files, file)))
		return NULL;
	text = repository_text(s->repo, file);
	/* One that trains itself was looked at as a script. */
	if (text.n > CONFIG_MAX || str_has(text, STR("Trainer(")) || str_has(text, STR(".backward(")) || !(str_has_nocase(text, STR("batch")) || str_has_nocase(text, STR("lora"))) ||
	    !str_has_nocase(text, STR("model")))
		return NULL;
	target = launch_target(s->c, NULL, file);
	world = script_world(s, file, NULL, &target, draft_opener(s->c, STR(""), path));
	return py_constants(s->arena, &world, s->cache, file);
}

static bool is_data(enum file_kind kind)
{
	return kind == KIND_YAML || kind == KIND_JSON || kind == KIND_TOML;
}

bool alone_reads(struct assembly *s, uint32_t file)
{
	return s->of.marks && is_data(file_kind_of(path_of_file(s->c, file))) && (s->of.marks[file - 1] & MARK_SETTINGS) &&
	       repository_text(s->repo, file).n <= CONFIG_MAX;
}

/* The mapping of a file that may be a config alone, with what it builds on; NULL if it is none. */
static const struct node *tree_of(struct assembly *s, uint32_t file, struct config_bases *bases)
{
	struct str path = path_of_file(s->c, file);
	const struct node *tree;

	if (!s->of.marks || draft_has_taken(s->c, file) || path_is_aside(path) || s->idle[file - 1] ||
	    budget_is_spent(s, file))
		return NULL;
	if (file_kind_of(path) == KIND_PYTHON)
		return module_tree(s, file);
	if (!alone_reads(s, file))
		return NULL;
	tree = inherited_config(s, file, bases);
	return tree && tree->kind == NODE_MAP && !config_is_other(path, tree) && !alone_is_record(tree) &&
			       !config_find(path, repository_text(s->repo, file), tree, false)
		   ? tree
		   : NULL;
}

static bool is_code(enum file_kind kind)
{
	return kind == KIND_PYTHON || kind == KIND_SHELL || kind == KIND_NOTEBOOK || kind == KIND_MAKE ||
	       kind == KIND_DOCKER || kind == KIND_SUBMIT || kind == KIND_SNAKE;
}

static bool is_of_name(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_' || c == '-' || c == '.';
}

/* Whether a name begins where it was found: "8b.yaml" is no part of "0.8b.yaml". */
static bool begins_at(struct str text, size_t at)
{
	return !at || !is_of_name(text.s[at - 1]);
}

/* Marks the files whose names stand in code of the repository: it reads them, whatever it does with them. */
static void mark_read(struct assembly *s, const struct alones *all, bool *read)
{
	struct str *names = arena_news(s->arena, struct str, all->n);
	struct multi_search *find;

	for (size_t i = 0; i < all->n; i++)
		names[i] = str_tail(path_of_file(s->c, all->at[i].file), '/');
	find = multi_search_new(s->arena, names, all->n);
	for (uint32_t file = 1; file <= s->c->nfiles; file++) {
		struct str path = path_of_file(s->c, file), text;
		size_t which, at = 0;

		if (!is_code(file_kind_of(path)) || path_is_aside(path))
			continue;
		text = repository_text(s->repo, file);
		for (; (at = multi_search_next(find, text, at, &which)) != SIZE_MAX; at++)
			for (; which != SIZE_MAX; which = multi_search_more(find, text, at, which))
				read[which] |= all->at[which].file != file && begins_at(text, at);
	}
}

/* Whether another config builds on a file that is there for that: it is a part of that one. */
static bool is_base(struct assembly *s, const struct alones *all, uint32_t file)
{
	static const char *const words[] = {"base", "default", "common"};
	struct str name = str_tail(path_of_file(s->c, file), '/');
	bool named = false;

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		named |= str_has_nocase(name, str_of(words[i]));
	if (!named)
		return false;
	for (size_t i = 0; i < all->n; i++)
		for (size_t k = 0; k < all->at[i].bases.n; k++)
			if (all->at[i].bases.at[k] == file)
				return true;
	return false;
}

void alone_jobs(struct assembly *s)
{
	struct alones all = {0};
	bool *read;

	for (uint32_t file = 1; file <= s->c->nfiles && all.n < FILES_MAX; file++) {
		struct alone one = {.file = file};

		one.tree = tree_of(s, file, &one.bases);
		if (one.tree && take_file(s, &one, false))
			*vec_push(s->arena, &all) = one;
	}
	if (!all.n)
		return;
	read = arena_news(s->arena, bool, all.n);
	mark_read(s, &all, read);
	for (size_t i = 0; i < all.n; i++)
		if (!read[i] && !is_base(s, &all, all.at[i].file))
			take_file(s, &all.at[i], true);
}
