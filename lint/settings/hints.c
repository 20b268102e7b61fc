/* What only hints at a setting: calls beside the job's own, and a project's names. */
#include "core/base/base.h"
#include "extract.h"
#include "extract_parts.h"

#include <string.h>

/* "_DEFAULT_MODEL_NAME" → "model_name": lower case, without prefixes that say whose value it is. */
static struct str plain_name(struct extract *x, struct str name)
{
	static const char *const prefixes[] = {"default_", "train_",   "training_", "sft_",
					       "ft_",	   "grpo_",    "dpo_",	    "cfg_",
					       "args_",	   "finetune_"};
	struct str s = str_lower(x->arena, name);

	while (s.n && s.s[0] == '_')
		s = str_sub(s, 1, s.n);
	for (size_t i = 0; i < sizeof(prefixes) / sizeof(*prefixes); i++)
		/* train_batch_size is a name of its own. */
		if (str_starts(s, str_of(prefixes[i])) && !str_is(s, "train_batch_size") &&
		    !str_starts(s, STR("train_micro")))
			s = str_sub(s, str_of(prefixes[i]).n, s.n);
	return s;
}

/* A parameter of the command line that nothing reads says nothing. */
static bool is_dead(const struct extract *x, struct str name)
{
	for (size_t i = 0; x->trace && i < x->trace->dead.n; i++)
		if (x->trace->dead.at[i].kind == DEAD_PARAMETER &&
		    str_eq(x->trace->dead.at[i].name, name))
			return true;
	return false;
}

/* A mapping of a trace, as it is read each time. */
struct named {
	const struct node *tree;
	/** Under plain names; NULL: not asked for yet. */
	struct node *plain;
	/** given_only(); NULL: not asked for yet. */
	struct node *given;
};

struct names {
	VEC(struct named);
	/** Lengths of what a model writes in a loop of its own: they say nothing of the rows. */
	struct {
		VEC(struct str);
	} grown;
};

struct names *names_new(struct arena *a, const struct trace *trace)
{
	struct names *names = arena_new(a, struct names);

	for (size_t i = 0; i < trace->n; i++) {
		const struct call *call = trace->at[i];

		if (call->args.n == 2 && str_is(call->callee, "rows.grown"))
			*vec_push(a, &names->grown) = call->args.at[1].value->text;
	}
	return names;
}

/* What is kept of a mapping, made if there is nothing yet; NULL if nothing is kept. */
static struct named *named_of(struct extract *x, const struct node *tree)
{
	for (size_t i = 0; x->names && i < x->names->n; i++)
		if (x->names->at[i].tree == tree)
			return &x->names->at[i];
	if (!x->names)
		return NULL;
	*vec_push(x->arena, x->names) = (struct named){.tree = tree};
	return &x->names->at[x->names->n - 1];
}

static bool is_grown(const struct extract *x, struct str name)
{
	for (size_t i = 0; x->names && i < x->names->grown.n; i++)
		if (str_eq(x->names->grown.at[i], name))
			return true;
	return false;
}

/*
 * The same mapping under plain names, two levels deep; the first of two equal names stays. left: names that
 * may still be looked at; mappings that share their members hold billions.
 */
static struct node *plain_names(struct extract *x, const struct node *tree, unsigned depth, size_t *left)
{
	struct node *plain = node_new(x->arena, NODE_MAP, tree->at);

	for (size_t i = 0; i < tree->as.pairs.n && *left; i++) {
		const struct pair *pair = &tree->as.pairs.at[i];
		struct node *value = pair->value;
		struct str name;

		--*left;
		if (!pair->key || pair->key->kind != NODE_STR || is_dead(x, pair->key->text) ||
		    is_grown(x, pair->key->text))
			continue;
		name = plain_name(x, pair->key->text);
		if (value->kind == NODE_MAP && depth < 3)
			value = plain_names(x, value, depth + 1, left);
		if (!node_get(plain, name))
			node_set(x->arena, plain, node_str(x->arena, name, pair->key->at), value);
	}
	return plain;
}

/* A job is read in many ways, and in each the same mappings. */
static const struct node *plain_of(struct extract *x, const struct node *tree)
{
	enum { NAMES_MAX = 4000 };
	struct named *named = named_of(x, tree);
	size_t left = NAMES_MAX;

	if (!named)
		return plain_names(x, tree, 0, &left);
	if (!named->plain)
		named->plain = plain_names(x, tree, 0, &left);
	return named->plain;
}

/* "max_length: 6" of a search tree, of turns or of a list: no text is that short. */
static bool is_of_something_else(const struct value *length)
{
	enum { TOKENS_MIN = 16 };

	return length->type == VALUE_INT && length->as.i < TOKENS_MIN;
}

/* "max_tokens: int = 4_294_967_296" bounds nothing. */
static bool is_no_bound(const struct value *length)
{
	enum { TOKENS_MAX = 1 << 26 };

	return length->type == VALUE_INT && length->as.i > TOKENS_MAX;
}

/* "batch_size = 8*64*1024" of tokens: no micro batch has so many rows. */
static bool is_of_tokens(const struct value *batch)
{
	enum { ROWS_MAX = 16384 };

	return batch->type == VALUE_INT && batch->as.i > ROWS_MAX;
}

void extract_names(struct extract *x, const struct node *tree, struct job *job)
{
	const struct keymap *map = keymap_find(STR("project"));
	struct findings *findings = x->findings;
	enum extract_mode mode = x->mode;
	struct extract_unknown unknown[SETTING_COUNT];
	struct job found = {0};

	if (!map || !tree || (tree->kind != NODE_MAP && tree->kind != NODE_OBJECT))
		return;
	memcpy(unknown, x->unknown, sizeof(x->unknown));
	/* A name alone is no ground for a complaint about its value. */
	x->findings = NULL;
	x->mode = EXTRACT_UNDER;
	found.gpu = job->gpu;
	/* What a name means may depend on what is learned, and on how many rows there are. */
	found.set[SETTING_TASK] = job->set[SETTING_TASK];
	found.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE] = job->set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE];
	extract_map(x, map, plain_of(x, tree), &found);
	memcpy(x->unknown, unknown, sizeof(x->unknown));
	x->findings = findings;
	x->mode = mode;
	for (int s = 0; s < SETTING_COUNT; s++) {
		if (found.set[s].type == VALUE_ABSENT || job->set[s].type != VALUE_ABSENT ||
		    (s == SETTING_MAX_SEQ_LENGTH && (is_of_something_else(&found.set[s]) || is_no_bound(&found.set[s]))) ||
		    (s == SETTING_PER_DEVICE_TRAIN_BATCH_SIZE && is_of_tokens(&found.set[s])))
			continue;
		job->set[s] = found.set[s];
		job->set[s].origin = ORIGIN_ASSUMED;
		job->set[s].how = STR("only the name says that it means this");
	}
}

/* A loader that shuffles is the one of training. */
static bool shuffles(const struct call *call)
{
	const struct arg *arg = call_arg(call, STR("shuffle"), SIZE_MAX);

	return arg && arg->value->kind == NODE_BOOL && arg->value->as.b;
}

/* The name that a library loads something by; NULL: it is not known. */
static const struct node *loaded_name(const struct call *call)
{
	const struct node *first = call && str_ends(call->callee, STR(".from_pretrained")) && call->args.n ? call->args.at[0].value : NULL;

	return first && first->kind == NODE_STR ? first : NULL;
}

/* Whose tokenizer a call cuts with: the trained model's as far as is known, one's beside it, or a classifier's. */
enum cuts_for { CUTS_FOR_TRAINED, CUTS_FOR_ANOTHER, CUTS_FOR_CLASSIFIER };

static enum cuts_for cuts_for(const struct extract *x, const struct job *job, const struct call *call)
{
	const struct node *name = loaded_name(call->self ? call->self->made : NULL);
	const struct value *model = job_get(job, SETTING_MODEL);
	enum cuts_for whose = CUTS_FOR_TRAINED;

	if (!name || !model || model->type != VALUE_STR || str_eq(name->text, model->as.s))
		return CUTS_FOR_TRAINED;
	for (size_t i = 0; i < x->trace->n && x->trace->at[i]->order < x->before; i++) {
		const struct call *load = x->trace->at[i];
		const struct node *other = load->row && load->row->effect == EFFECT_MODEL ? loaded_name(load) : NULL;

		if (!other || !str_eq(other->text, name->text))
			continue;
		/* What a reward model reads is not what is trained on. */
		if (str_has(load->callee, STR("ForSequenceClassification")))
			return CUTS_FOR_CLASSIFIER;
		whose = CUTS_FOR_ANOTHER;
	}
	return whose;
}

/* Whether a tokenizer's call cuts rows to its own length: truncation=True, and no max_length. */
static bool cuts_to_own(const struct callable *row, const struct call *call)
{
	const struct arg *cut = row->map && row->map->cuts ? call_arg(call, str_of(row->map->cuts), SIZE_MAX) : NULL;
	const struct arg *length = call_arg(call, STR("max_length"), SIZE_MAX);

	if (!cut || (length && length->value->kind != NODE_NULL))
		return false;
	return cut->value->kind == NODE_BOOL ? cut->value->as.b
					     : cut->value->kind == NODE_STR && !str_is(cut->value->text, "do_not_truncate");
}

/* Whether a row is an optimizer's, where the one that steps the model is none that is known: SOAP for the blocks, AdamW for the head. */
static bool is_lesser_optimizer(const struct extract *x, const struct callable *row)
{
	return row->effect == EFFECT_OPTIMIZER && x->unknown[SETTING_OPTIMIZER].why.n;
}

/* Calls of some effects that cut for one model, in order, those of training loaders first. */
/* An optimizer beside the one that a loop steps, which is not known: what it has of its own says nothing of that. */
static bool is_beside_unknown(const struct extract *x, const struct callable *row)
{
	return row->effect == EFFECT_OPTIMIZER && x->unknown[SETTING_OPTIMIZER].why.n;
}

static void hint_calls_of(struct extract *x, struct job *job, enum effect one, enum effect other, enum cuts_for whose)
{
	for (int shuffled = 1; shuffled >= 0; shuffled--) {
		for (size_t i = 0; x->trace && i < x->trace->n; i++) {
			const struct call *call = x->trace->at[i];
			const struct callable *row;

			if (call->order >= x->before)
				break;
			row = call_row(call);
			if (!row || (row->effect != one && row->effect != other) || shuffles(call) != shuffled ||
			    (x->rows && x->rows[call->order] == ROWS_OTHER) || is_beside_unknown(x, row) ||
			    !suppose_guard(x->suppose, call->guard) || cuts_for(x, job, call) != whose ||
			    (call->entered_still && !call->entered) || is_lesser_optimizer(x, row))
				continue;
			/* tokenizer.model_max_length = 1024 wins over what it was made with. */
			if (row->map && call->result && call->result->kind == NODE_OBJECT &&
			    call->result->as.pairs.n)
				extract_map(x, row->map, call->result, job);
			job->cut_to_own |= cuts_to_own(row, call);
			extract_call(x, call, job);
		}
	}
}

/* An encoder beside the trained model has a tokenizer of its own; a teacher's may be the only one. */
static void hint_calls(struct extract *x, struct job *job, enum effect one, enum effect other)
{
	hint_calls_of(x, job, one, other, CUTS_FOR_TRAINED);
	hint_calls_of(x, job, one, other, CUTS_FOR_ANOTHER);
}

void extract_numbers(struct extract *x, const struct node *tree, struct job *job)
{
	static const enum setting numbers[] = {
	    SETTING_PER_DEVICE_TRAIN_BATCH_SIZE,
	    SETTING_GRADIENT_ACCUMULATION_STEPS,
	    SETTING_MAX_PROMPT_LENGTH,
	    SETTING_MAX_COMPLETION_LENGTH,
	    SETTING_NUM_GENERATIONS,
	};
	struct job named = *job;

	extract_names(x, tree, &named);
	for (size_t k = 0; k < sizeof(numbers) / sizeof(*numbers); k++)
		job->set[numbers[k]] = named.set[numbers[k]];
}

/* What an object was given where it was made, without the defaults of a class of another file. */
static struct node *given_only(struct extract *x, const struct node *object)
{
	struct named *named = named_of(x, object);
	struct node *given;

	if (named && named->given)
		return named->given;
	given = node_new(x->arena, NODE_MAP, object->at);
	for (size_t i = 0; i < object->as.pairs.n; i++) {
		const struct pair *pair = &object->as.pairs.at[i];

		if (pair->value->at.file == object->at.file)
			node_set(x->arena, given, pair->key, pair->value);
	}
	if (named)
		named->given = given;
	return given;
}

/* Configuration objects of a loop of one's own: the last made first, what was given before defaults. */
static void hint_configs(struct extract *x, struct job *job)
{
	for (size_t i = x->trace ? x->trace->configs.n : 0; i > 0; i--) {
		const struct node *config = x->trace->configs.at[i - 1];

		/* One that extends a library's class is read through that. */
		if (config->made)
			continue;
		extract_numbers(x, given_only(x, config), job);
		extract_numbers(x, config, job);
	}
}

/* The position of a loader's data set; SIZE_MAX: by name only. */
static size_t first_data(const struct call *call, const char *name)
{
	const struct callable *row = call->row;

	return row && row->effect == EFFECT_LOOP && row->nparams && row->params[0].role == ROLE_DATASET &&
		       str_is(str_of(row->params[0].name), name)
		   ? 0
		   : SIZE_MAX;
}

/*
 * What makes the batches of a loop or a trainer, where it is an object of the project's own: a collator, a data
 * set, a loader.
 */
static const struct node *collator_of(const struct call *call)
{
	static const char *const names[] = {"collate_fn", "data_collator", "dataset"};

	if (str_is(call->callee, "rows.loader"))
		return call->self;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const struct arg *arg = call_arg(call, str_of(names[i]), first_data(call, names[i]));

		if (arg && arg->value->kind == NODE_OBJECT && arg->value->code)
			return arg->value;
	}
	return NULL;
}

/*
 * Rows are a prompt and what was written to it a moment ago, whose length is said: no name says how long they are. What
 * is called max_seq_len there is the model's limit, or that of the answers.
 */
static bool rows_are_answers(const struct extract *x, const struct job *job)
{
	const struct value *prompt = job_get(job, SETTING_MAX_PROMPT_LENGTH);
	const struct value *completion = job_get(job, SETTING_MAX_COMPLETION_LENGTH);

	if (!completion || completion->origin == ORIGIN_ASSUMED)
		return false;
	return x->answers || (prompt && prompt->origin != ORIGIN_ASSUMED && job_generates(job));
}

/*
 * A length to which the code cuts parts that it puts behind one another is not that of the rows, where only its name tells
 * that it is one: --max_len of each turn of a dialogue. Rows are a few times as long: there is no estimate.
 */
static void drop_part(struct extract *x, struct job *job)
{
	struct value *length = &job->set[SETTING_MAX_SEQ_LENGTH];

	if (length->type == VALUE_ABSENT || length->origin != ORIGIN_ASSUMED)
		return;
	for (size_t i = 0; x->trace && i < x->trace->n; i++) {
		const struct call *call = x->trace->at[i];
		const struct node *n = str_is(call->callee, "rows.portion") ? call->args.at[0].value : NULL;

		if (!n || !span_same_start(n->at, length->at))
			continue;
		x->unknown[SETTING_MAX_SEQ_LENGTH] = (struct extract_unknown){
		    .why = STR("only a part of a row is cut to the length that is stated"), .at = length->at, .bad = true};
		*length = (struct value){0};
		return;
	}
}

/* The row length of data that no tokenizer cuts: a constant of that name, or a collator's attribute. */
static void hint_length(struct extract *x, struct job *job)
{
	struct job named = *job;
	const struct value *found = &named.set[SETTING_MAX_SEQ_LENGTH];

	if (!x->trace || !x->trace->globals ||
	    job->set[SETTING_MAX_SEQ_LENGTH].type != VALUE_ABSENT || rows_are_answers(x, job))
		return;
	for (size_t i = 0; i < x->trace->n; i++) {
		const struct node *collator =
		    x->trace->at[i]->order < x->before ? collator_of(x->trace->at[i]) : NULL;

		if (collator)
			extract_names(x, collator, &named);
	}
	extract_names(x, x->trace->globals, &named);
	for (size_t i = x->trace->configs.n; i > 0; i--)
		if (!x->trace->configs.at[i - 1]->made)
			extract_names(x, x->trace->configs.at[i - 1], &named);
	/* The limit of the questions alone is not that of the rows, whatever it is called. */
	if (x->part.type != VALUE_ABSENT && x->part.at.file == found->at.file &&
	    x->part.at.off == found->at.off)
		return;
	job->set[SETTING_MAX_SEQ_LENGTH] = *found;
	drop_part(x, job);
}

void extract_length(struct extract *x, struct job *job)
{
	if (!x->unknown[SETTING_MAX_SEQ_LENGTH].why.n)
		hint_length(x, job);
}

/* Hints of one kind, and which settings they have given. */
static void hint_kind(struct extract *x, struct job *job, enum effect effect, enum caps kind)
{
	bool there[SETTING_COUNT];

	for (size_t s = 0; s < SETTING_COUNT; s++)
		there[s] = job_get(job, (enum setting)s) != NULL;
	hint_calls(x, job, effect, effect);
	for (size_t s = 0; s < SETTING_COUNT; s++)
		if (!there[s] && job_get(job, (enum setting)s))
			x->hinted[s] = kind;
}

/* How long a model's tokenizer cuts the rows that are trained on, whatever the model was loaded for; whether it does. */
static bool hint_own_rows(struct extract *x, struct job *job, enum cuts_for whose)
{
	for (size_t i = 0; x->rows && x->trace && i < x->trace->n; i++) {
		const struct call *call = x->trace->at[i];
		const struct callable *row =
		    x->rows[call->order] == ROWS_OWN ? call_row(call) : NULL;
		struct job own = {0};

		if (!row || row->effect != EFFECT_HINT || call->order >= x->before ||
		    !suppose_guard(x->suppose, call->guard) || cuts_for(x, job, call) != whose)
			continue;
		extract_call(x, call, &own);
		if (!job_get(&own, SETTING_MAX_SEQ_LENGTH))
			continue;
		job->set[SETTING_MAX_SEQ_LENGTH] = own.set[SETTING_MAX_SEQ_LENGTH];
		if (!job_get(job, SETTING_BATCH_LAYOUT))
			job->set[SETTING_BATCH_LAYOUT] = own.set[SETTING_BATCH_LAYOUT];
		return true;
	}
	return false;
}

/* A prompt's tokenizer is not the whole length where completions are added. */
static bool generates(const struct extract *x, const struct job *job)
{
	return x->answers ||
	       (job_get(job, SETTING_MAX_PROMPT_LENGTH) && job_get(job, SETTING_MAX_COMPLETION_LENGTH));
}

/* Rows come from a disk, and nothing is asked of the tokenizer: they are tokens already, which its bound never cut. */
static bool has_stored_rows(const struct extract *x)
{
	bool stored = false;

	for (size_t i = 0; x->trace && i < x->trace->n; i++) {
		const struct call *call = x->trace->at[i];
		const struct callable *made = call->self && call->self->made ? call_row(call->self->made) : NULL;

		if (call->order >= x->before)
			break;
		if (made && made->effect == EFFECT_BOUND)
			return false;
		stored |= str_is(call->callee, "datasets.load_from_disk");
	}
	return stored;
}

/* Where texts are told apart, questions and passages are cut to lengths of their own: the longest rows are the job's. */
static void hint_longest(struct extract *x, struct job *job)
{
	struct value *length = &job->set[SETTING_MAX_SEQ_LENGTH];
	const struct span at = length->at;
	const struct call *asks = NULL;

	if (!job_is(job, SETTING_TASK, "embedding") || length->type != VALUE_INT || length->alternative)
		return;
	for (size_t i = 0; x->trace && i < x->trace->n && x->trace->at[i]->order < x->before; i++) {
		const struct call *call = x->trace->at[i];
		const struct callable *row = call_row(call);
		struct job own = {0};
		const struct value *cut;

		if (!row || row->effect != EFFECT_HINT || (x->rows && x->rows[call->order] == ROWS_OTHER) ||
		    !suppose_guard(x->suppose, call->guard))
			continue;
		extract_call(x, call, &own);
		cut = job_get(&own, SETTING_MAX_SEQ_LENGTH);
		if (!cut || cut->type != VALUE_INT || cut->alternative)
			continue;
		/* Questions may be cut by themselves first, and again where a collator cuts both. */
		if (span_same_start(cut->at, at))
			asks = call;
		else if (asks && call->self == asks->self && call->at.file == asks->at.file &&
			 call->outermost == asks->outermost && cut->as.i > length->as.i)
			*length = *cut;
	}
}

/* What a trainer that cuts prompts and answers itself trains on is no longer for what a script's own tokenizing is cut to. */
static void drop_others_cut(struct extract *x, struct job *job)
{
	if (!job_generates(job) || job_is(job, SETTING_TASK, "ppo") || !job_get(job, SETTING_MAX_COMPLETION_LENGTH) ||
	    x->hinted[SETTING_MAX_SEQ_LENGTH] != CAPS_HINT)
		return;
	job->set[SETTING_MAX_SEQ_LENGTH] = (struct value){0};
	x->hinted[SETTING_MAX_SEQ_LENGTH] = CAPS_NOTHING;
}

/* Whether a row length is that to which a tokenizer cuts what a function makes of each row of a data set: rows.map(cut). */
static bool is_cut_of_data(struct extract *x, const struct value *length)
{
	for (size_t i = 0; x->trace && i < x->trace->n && x->trace->at[i]->order < x->before; i++) {
		const struct call *map = x->trace->at[i];

		for (uint32_t k = map->inside; k < map->order && str_is(map->method, "map"); k++) {
			const struct callable *row = call_row(x->trace->at[k]);
			struct job own = {0};

			if (row && row->effect == EFFECT_HINT && extract_call(x, x->trace->at[k], &own) &&
			    span_same_start(own.set[SETTING_MAX_SEQ_LENGTH].at, length->at))
				return true;
		}
	}
	return false;
}

/*
 * The rows that TRL's PPO takes as they are hold the prompts alone: what is written to them lies behind (trl
 * trl/trainer/ppo_trainer.py, 0.4-0.28: queries, and responses beside them).
 */
static void take_prompts(struct extract *x, struct job *job)
{
	struct value *length = &job->set[SETTING_MAX_SEQ_LENGTH];

	if (!job_is(job, SETTING_TASK, "ppo") || !job_is(job, SETTING_FRAMEWORK, "trl") || job_get(job, SETTING_MAX_PROMPT_LENGTH) ||
	    length->type != VALUE_INT || length->alternative || !is_cut_of_data(x, length))
		return;
	job->set[SETTING_MAX_PROMPT_LENGTH] = *length;
	*length = (struct value){0};
	x->hinted[SETTING_MAX_SEQ_LENGTH] = CAPS_NOTHING;
}

void extract_hints(struct extract *x, struct job *job, bool loop)
{
	enum extract_mode mode = x->mode;

	x->mode = EXTRACT_UNDER;
	if (!generates(x, job))
		hint_kind(x, job, EFFECT_ROWS, CAPS_HINT);
	if (!job_get(job, SETTING_MAX_SEQ_LENGTH) && !generates(x, job) &&
	    x->made_rows.type != VALUE_ABSENT) {
		job->set[SETTING_MAX_SEQ_LENGTH] = x->made_rows;
		x->hinted[SETTING_MAX_SEQ_LENGTH] = CAPS_HINT;
	}
	if (!x->hinted[SETTING_MAX_SEQ_LENGTH] && !hint_own_rows(x, job, CUTS_FOR_TRAINED) &&
	    !hint_own_rows(x, job, CUTS_FOR_ANOTHER))
		hint_own_rows(x, job, CUTS_FOR_CLASSIFIER);
	if (loop) {
		hint_calls(x, job, EFFECT_LOOP, EFFECT_OPTIMIZER);
		hint_configs(x, job);
	}
	if (!generates(x, job)) {
		hint_kind(x, job, EFFECT_HINT, CAPS_HINT);
		hint_longest(x, job);
		if (!has_stored_rows(x))
			hint_kind(x, job, EFFECT_BOUND, CAPS_BOUND);
	}
	if (loop)
		hint_length(x, job);
	else
		drop_others_cut(x, job);
	if (!loop)
		take_prompts(x, job);
	x->mode = mode;
}
