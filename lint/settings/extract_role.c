/* Roles of a call's arguments: what a model, an adapter, a loss given there says of the job. */
#include "core/base/base.h"
#include "core/job/job.h"
#include "lint/model/model.h"
#include "convert.h"
#include "derive.h"
#include "extract_parts.h"

bool extract_is_model(const struct node *n)
{
	const struct callable *row = n->kind == NODE_OBJECT && n->made ? call_row(n->made) : NULL;

	if (n->kind != NODE_EITHER)
		return row && (row->effect == EFFECT_MODEL || row->effect == EFFECT_WRAP);
	for (size_t i = 0; i < n->as.items.n; i++)
		if (!extract_is_model(n->as.items.at[i]))
			return false;
	return true;
}

/* Copies what a scratch job says of its model to another model's settings. */
static void other_model(struct extract *x, const struct node *n, enum setting model, struct job *job)
{
	enum setting dtype = job_role_of(model)->dtype;
	struct job scratch = {0};
	struct extract y = *x;
	struct converted c;

	if (n->kind == NODE_NULL) {
		/* ref_model=None leaves it to the trainer, which makes a copy where it needs one. */
		if (model == SETTING_REFERENCE_MODEL)
			return;
		c = convert_text(x->arena, model, STR("none"), n);
	} else if (n->kind == NODE_STR) {
		c = convert_text(x->arena, model, n->text, n);
	} else {
		y.mode = EXTRACT_OVER;
		y.used.n = y.used.room = 0;
		if (!extract_object(&y, n, &scratch))
			return;
		extract_finish(&y, &scratch);
		c.result =
		    scratch.set[SETTING_MODEL].type == VALUE_ABSENT ? CONVERT_NOTHING : CONVERT_OK;
		c.value = scratch.set[SETTING_MODEL];
		if (scratch.set[SETTING_QUANTIZATION].type == VALUE_STR &&
		    !str_is(scratch.set[SETTING_QUANTIZATION].as.s, "none"))
			job->set[dtype] = scratch.set[SETTING_QUANTIZATION];
		else if (scratch.set[SETTING_WEIGHTS_DTYPE].type != VALUE_ABSENT)
			job->set[dtype] = scratch.set[SETTING_WEIGHTS_DTYPE];
	}
	if (c.result == CONVERT_OK)
		job->set[model] = c.value;
}

/* Whether a model is what a call of nobody's row gave, and no class of the repository or layer of PyTorch's. */
static bool is_strange(const struct node *n)
{
	return n->kind == NODE_UNKNOWN ||
	       (n->kind == NODE_OBJECT && n->made && !n->code && !call_row(n->made) && !layer_find(n->made->callee));
}

enum { KEPT_DEPTH_MAX = 8 };

/*
 * The model that went into calls of nobody's row, as what they work on or as their first argument: model = patch(model),
 * model = model.quantize(4). What they give is that model still; NULL: none went in.
 */
static const struct node *kept_model(const struct extract *x, const struct node *n)
{
	for (int i = 0; n && i < KEPT_DEPTH_MAX; i++) {
		n = suppose_value(x->suppose, n);
		if (extract_is_model(n))
			return n;
		if (!is_strange(n) || !n->made || n->made->result != n)
			return NULL;
		n = n->made->self ? n->made->self : n->made->args.n ? n->made->args.at[0].value : NULL;
	}
	return NULL;
}

/* What made the model is not read: whether it has adapters or a quantisation is nobody's default. */
static void model_not_read(struct extract *x, const struct node *n)
{
	static const enum setting settings[] = {SETTING_PEFT, SETTING_QUANTIZATION};

	for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++)
		if (!x->unknown[settings[i]].why.n)
			x->unknown[settings[i]] = (struct extract_unknown){
				.why = n->kind == NODE_UNKNOWN && n->text.n
					   ? n->text
					   : STR("what makes the model is not read"),
				.at = n->at};
}

/* The trained model: an object, or an id that the callee loads itself. */
static void read_model(struct extract *x, const struct callable *row, const struct node *n,
		       struct job *job)
{
	const struct node *kept;
	struct converted c;

	if (n->kind != NODE_STR) {
		if (extract_object(x, n, job) || row->effect == EFFECT_MODEL || !is_strange(n))
			return;
		kept = kept_model(x, n);
		if (kept)
			extract_object(x, kept, job);
		model_not_read(x, n);
		return;
	}
	c = convert_text(x->arena, SETTING_MODEL, n->text, n);
	if (c.result != CONVERT_OK) {
		x->unknown[SETTING_MODEL] = (struct extract_unknown){.why = c.why, .at = n->at};
		return;
	}
	if (x->mode == EXTRACT_OVER || job->set[SETTING_MODEL].type == VALUE_ABSENT)
		job->set[SETTING_MODEL] = c.value;
	derive_from_name(x->arena, job);
	if (row->load)
		extract_use(x, row->load, NULL);
}

/* Whether the name of a configuration's attribute is that of a size, or of a number of layers or heads. */
static bool names_size(struct str name)
{
	static const char *const starts[] = {"n_", "hidden", "intermediate", "ffn", "d_", "dim", "vocab", "head", "inner", "layer"};

	if (str_starts(name, STR("num_")))
		return !str_is(name, "num_labels");
	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++)
		if (str_starts(name, str_of(starts[i])))
			return true;
	return false;
}

/*
 * The model that was loaded and whose configuration this is: Judge(loaded.config), from_config(loaded.config). NULL: it is none, or
 * the code changes sizes of it.
 */
static const struct node *owner_of_config(const struct extract *x, const struct node *n)
{
	const struct str *name = n->kind == NODE_UNKNOWN && n->from[0] && n->made ? n->code : NULL;

	if (!name || !str_is(*name, "config") || !extract_is_model(n->from[0]))
		return NULL;
	for (size_t i = 0; x->trace && i < x->trace->n; i++) {
		const struct call *call = x->trace->at[i];
		const struct node *self = call->self;
		const struct str *of = self && self->kind == NODE_UNKNOWN && self->from[0] == n->from[0] ? self->code : NULL;

		if (!of || !str_is(*of, "config"))
			continue;
		if (str_is(call->method, "update") || (str_is(call->method, "__setattr__") && call->args.n &&
							 call->args.at[0].value->kind == NODE_STR && names_size(call->args.at[0].value->text)))
			return NULL;
	}
	return n->from[0];
}

/* Of a model that was loaded another one is made: of the same shape, with none of what its load said of its weights. */
static void read_owner(struct extract *x, const struct node *owner, struct job *job)
{
	struct job scratch = {0};
	struct extract y = *x;

	y.mode = EXTRACT_OVER;
	y.used.n = y.used.room = 0;
	if (!extract_object(&y, owner, &scratch) || scratch.set[SETTING_MODEL].type == VALUE_ABSENT)
		return;
	job->set[SETTING_MODEL] = scratch.set[SETTING_MODEL];
	job->model = scratch.model;
	derive_from_name(x->arena, job);
}

/* The order of the last call that makes a model of a configuration: what is set on it later changes no weights. */
static uint32_t made_of_config(const struct extract *x, const struct node *n)
{
	uint32_t order = UINT32_MAX;

	for (size_t i = 0; x->trace && i < x->trace->n; i++) {
		const struct call *call = x->trace->at[i];

		if (!call_row(call) || !callable_takes(call_row(call), ROLE_CONFIG))
			continue;
		for (size_t k = 0; k < call->args.n; k++)
			if (call->args.at[k].value->made && call->args.at[k].value->made == n->made)
				order = call->order;
	}
	return order;
}

/* A configuration that was loaded by a name, and given other sizes than that name's model has. */
static void read_changed(struct extract *x, const struct node *n, struct job *job)
{
	struct str changed;
	const struct model *model = model_of_changed_config(x->arena, x->trace, x->suppose, n, made_of_config(x, n), &changed);
	struct value *id = &job->set[SETTING_MODEL];

	if (!changed.n)
		return;
	*id = (struct value){0};
	job->model = model;
	if (!model) {
		x->unknown[SETTING_MODEL] = (struct extract_unknown){
		    .why = str_fmt(x->arena, "the code changes %.*s of its configuration", STR_ARG(changed)),
		    .at = n->at,
		    .settled = true};
		return;
	}
	*id = value_str(model->id, ORIGIN_DERIVED, STR("a configuration that the code changes"));
	id->at = n->at;
}

/* A model that is made of a configuration: of a known one's, or of sizes in the code. */
static void read_config(struct extract *x, const struct callable *row, const struct node *n,
			struct job *job)
{
	const struct model *model = model_of_config_object(x->arena, x->trace, x->suppose, n);
	const struct node *owner = model ? NULL : owner_of_config(x, n);
	struct value *id = &job->set[SETTING_MODEL];

	if (model)
		extract_use(x, keymap_find(STR("transformers.configuration")), NULL);
	if (owner && id->type == VALUE_ABSENT)
		read_owner(x, owner, job);
	else if (id->type == VALUE_ABSENT) {
		read_model(x, row, n, job);
		read_changed(x, n, job);
	} else
		read_model(x, row, n, job);
	if (!model && !row->other && id->type == VALUE_ABSENT && !x->unknown[SETTING_MODEL].why.n)
		x->unknown[SETTING_MODEL] = (struct extract_unknown){.why = model_config_unread(x->arena, n), .at = n->at};
	if (!model || id->type != VALUE_ABSENT)
		return;
	job->model = model;
	*id = value_str(model->id, ORIGIN_STATED, STR("a configuration, its weights made anew"));
	id->at = n->at;
}

/* A model, or the layers that it is made of; each of several alternatives by itself. */
static void model_reader(struct extract *x, const void *what, const struct node *n, struct job *job)
{
	const struct callable *row = what;
	enum role role = ROLE_MODEL;
	const struct node *of;

	if (n->kind == NODE_EITHER) {
		extract_alternatives(x, model_reader, row, n, job);
		return;
	}
	of = n->kind == NODE_LIST || n->kind == NODE_TUPLE ? extract_of_layers(x, n, &role) : n;
	if (role == ROLE_CONFIG && of)
		read_config(x, row, of, job);
	else
		read_model(x, row, of ? of : n, job);
}

/* A reward model among reward functions: the first text or model object. */
static void read_reward(struct extract *x, const struct node *n, struct job *job)
{
	if (n->kind == NODE_LIST || n->kind == NODE_TUPLE) {
		for (size_t i = 0; i < n->as.items.n; i++)
			if (n->as.items.at[i]->kind == NODE_STR ||
			    n->as.items.at[i]->kind == NODE_OBJECT) {
				n = n->as.items.at[i];
				break;
			}
	}
	if (n->kind == NODE_STR || n->kind == NODE_OBJECT)
		other_model(x, n, SETTING_REWARD_MODEL, job);
}

/* An adapter's or quantiser's configuration: an object, a mapping, or None for none. */
static void read_part(struct extract *x, const struct node *n, const char *map, enum setting none,
		      struct job *job)
{
	const struct keymap *keys = keymap_find(str_of(map));
	struct converted c;

	if (n->kind == NODE_NULL) {
		c = convert_text(x->arena, none, STR("none"), n);
		if (c.result == CONVERT_OK && job->set[none].type == VALUE_ABSENT)
			job->set[none] = c.value;
	} else if (n->kind == NODE_MAP && keys) {
		extract_map(x, keys, n, job);
	} else {
		extract_object(x, n, job);
	}
}

struct part {
	const char *map;
	enum setting none;
};

static void part_reader(struct extract *x, const void *what, const struct node *n, struct job *job)
{
	const struct part *part = what;

	read_part(x, n, part->map, part->none, job);
}

/*
 * The object with a trainer's settings. A class of the repository's own over another one of the
 * library (RewardConfig over TrainingArguments) may declare what this trainer reads besides.
 */
static void read_args(struct extract *x, const struct callable *row, const struct node *n,
		      struct job *job)
{
	const struct callable *made = n->kind == NODE_OBJECT && n->made ? call_row(n->made) : NULL;
	enum extract_mode mode = x->mode;

	extract_object(x, n, job);
	/* Of a library that no row knows: the trainer's own keys tell what it may be. */
	if (!made && n->kind == NODE_OBJECT && n->made && row->args)
		extract_map(x, row->args, n, job);
	if (!made || !n->code || !row->args || made->map == row->args)
		return;
	x->mode = EXTRACT_UNDER;
	extract_map(x, row->args, n, job);
	x->mode = mode;
}

/*
 * How a model is to be loaded, which comes with its name: nothing, where what hangs on the world (a folder that holds
 * an adapter) had it loaded before. NULL: no mapping, or several.
 */
static const struct node *one_mapping(const struct node *n)
{
	const struct node *found = NULL;

	if (n->kind != NODE_EITHER)
		return n->kind == NODE_MAP ? n : NULL;
	for (size_t i = 0; i < n->as.items.n; i++) {
		if (n->as.items.at[i]->kind != NODE_MAP && n->as.items.at[i]->kind != NODE_NULL)
			return NULL;
		if (n->as.items.at[i]->kind == NODE_MAP && found)
			return NULL;
		if (n->as.items.at[i]->kind == NODE_MAP)
			found = n->as.items.at[i];
	}
	return found;
}

const struct node *extract_model_of_part(const struct node *n)
{
	const struct node *of = n;

	for (int i = 0; of && of->kind == NODE_UNKNOWN && i < KEPT_DEPTH_MAX; i++)
		of = of->from[0];
	return of && extract_is_model(of) ? of : n;
}

const struct node *extract_first_model(struct extract *x, const struct node *n)
{
	for (size_t i = 0; (n->kind == NODE_LIST || n->kind == NODE_TUPLE) && i < n->as.items.n; i++) {
		const struct node *item = extract_model_of_part(suppose_value(x->suppose, n->as.items.at[i]));

		if (extract_is_model(item))
			return item;
	}
	return n;
}

/* A mapping without what may be in it besides. */
static struct node *closed(struct arena *a, const struct node *n, int depth)
{
	struct node *out = node_new(a, NODE_MAP, n->at);

	for (size_t i = 0; i < n->as.pairs.n; i++) {
		struct node *value = n->as.pairs.at[i].value;

		node_set(a, out, n->as.pairs.at[i].key,
			 value->kind == NODE_MAP && depth < NODE_DEPTH_MAX ? closed(a, value, depth + 1) : value);
	}
	return out;
}

void extract_role(struct extract *x, const struct callable *row, enum role role,
		  const struct node *n, struct job *job)
{
	static const struct part peft = {"peft.LoraConfig", SETTING_PEFT};
	static const struct part quant = {"transformers.BitsAndBytesConfig", SETTING_QUANTIZATION};
	const struct part *part = role == ROLE_PEFT ? &peft : &quant;

	switch (role) {
	case ROLE_MODEL:
		model_reader(x, row, extract_first_model(x, n), job);
		break;
	case ROLE_CONFIG:
		read_config(x, row, suppose_value(x->suppose, n), job);
		break;
	case ROLE_ARGS:
		if (n->kind == NODE_MAP && row->args)
			extract_map(x, row->args, row->own_config ? closed(x->arena, n, 0) : n, job);
		else if (n->kind != NODE_NULL)
			read_args(x, row, n, job);
		break;
	case ROLE_PEFT:
	case ROLE_QUANTIZATION:
		if (n->kind == NODE_EITHER)
			extract_alternatives(x, part_reader, part, n, job);
		else
			read_part(x, n, part->map, part->none, job);
		break;
	case ROLE_REFERENCE:
		other_model(x, n, SETTING_REFERENCE_MODEL, job);
		break;
	case ROLE_REWARD:
		read_reward(x, n, job);
		break;
	case ROLE_TEACHER:
		other_model(x, n, SETTING_TEACHER_MODEL, job);
		break;
	case ROLE_CRITIC:
		other_model(x, n, SETTING_CRITIC_MODEL, job);
		break;
	case ROLE_OPTIMIZER:
		if (n->kind == NODE_TUPLE && n->as.items.n)
			n = n->as.items.at[0];
		extract_object(x, n, job);
		break;
	case ROLE_MODEL_KWARGS:
		n = one_mapping(suppose_value(x->suppose, n));
		if (n && row->load)
			extract_map(x, row->load, n, job);
		break;
	case ROLE_LOSS:
		extract_losses(x, n, job);
		break;
	case ROLE_NONE:
	case ROLE_MEASURE:
	case ROLE_TOKENIZER:
	case ROLE_DATASET:
		break;
	}
}
