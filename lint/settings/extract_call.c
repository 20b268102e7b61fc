/* Calls: their arguments and the roles of these. */
#include "lint/model/model.h"
#include "condition.h"
#include "convert.h"
#include "derive.h"
#include "extract.h"
#include "extract_parts.h"
#include "role_words.h"

#include "core/base/base.h"
#include "core/job/job.h"

/* Whether the positional argument at the place of the trained model is one. */
static bool places_model(const struct call *call, const struct param *params, size_t n)
{
	for (size_t i = 0; i < n && i < call->args.n && !call->args.at[i].name.n; i++) {
		const struct node *value = call->args.at[i].value;
		const struct callable *row =
		    params[i].role == ROLE_MODEL && value->kind == NODE_OBJECT && value->made
			? call_row(value->made)
			: NULL;

		if (row && (row->effect == EFFECT_MODEL || row->effect == EFFECT_WRAP))
			return true;
	}
	return false;
}

/* SFTConfig(packing=True, **arguments.to_dict()): another object's fields, its defaults among them. */
static bool is_spread_object(const struct arg *arg)
{
	const struct callable *row =
		str_is(arg->name, "**") && arg->value->kind == NODE_OBJECT && arg->value->made
			? call_row(arg->value->made)
			: NULL;

	return row && row->map;
}

/* args.bf16 = False: what the object was made with under the name is no longer there. */
static bool is_set_later(const struct extract *x, const struct call *call, struct str name)
{
	const struct node *now = x->made && x->made->made == call ? node_get(x->made, name) : NULL;

	return now && now->kind != NODE_EITHER && now->kind != NODE_UNKNOWN && now->kind != NODE_ABSENT;
}

/* Whether a value is a model that an adapter was put around: a call made it that takes both. */
static bool is_adapted(const struct node *n)
{
	const struct callable *row = n->kind == NODE_OBJECT && n->made ? call_row(n->made) : NULL;

	return row && row->effect == EFFECT_WRAP && callable_takes(row, ROLE_PEFT);
}

/* The arguments of a call by name, positional ones by the row's parameters. */
static struct node *view_of(struct extract *x, const struct call *call, const struct callable *row)
{
	struct node *view = node_new(x->arena, NODE_MAP, call->at);
	bool earlier = row->earlier && places_model(call, row->earlier, row->nearlier) &&
		       !places_model(call, row->params, row->nparams);
	const struct param *params = earlier ? row->earlier : row->params;
	size_t nparams = earlier ? row->nearlier : row->nparams;
	size_t position = 0;
	bool adapted = false;

	for (size_t i = 0; i < call->args.n; i++) {
		const struct arg *arg = &call->args.at[i];
		struct str name = arg->name;
		const struct node *value = suppose_value(x->suppose, arg->value);

		if (str_is(name, "*") || str_is(name, "**")) {
			view->open |= !is_spread_object(arg);
			continue;
		}
		if (!name.n) {
			name = position < nparams ? str_of(params[position].name)
						  : str_fmt(x->arena, "arg%zu", position + 1);
			position++;
		}
		/* What is left of alternatives is only read. */
		if (value->kind != NODE_ABSENT && !is_set_later(x, call, name))
			node_set(x->arena, view, node_str(x->arena, name, arg->at),
				 (struct node *)(uintptr_t)value);
		adapted |= is_adapted(value);
	}
	/* No argument has these names: whether a model has an adapter already, ... */
	if (adapted)
		node_set(x->arena, view, node_str(x->arena, STR("adapted"), call->at),
			 node_bool(x->arena, true, call->at));
	/* ... whether there are others, whose names are not known, and ... */
	if (view->open)
		node_set(x->arena, view, node_str(x->arena, STR("open"), call->at), node_bool(x->arena, true, call->at));
	/* ... whether the call stands under a condition that nothing decides. */
	if (call->guard)
		node_set(x->arena, view, node_str(x->arena, STR("if"), call->guard->at),
			 node_str(x->arena, call->guard->text, call->guard->at));
	return view;
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

/* Whether a model is what a call of nobody's row gave, and no class of the repository. */
static bool is_strange(const struct node *n)
{
	return n->kind == NODE_UNKNOWN ||
	       (n->kind == NODE_OBJECT && n->made && !n->code && !call_row(n->made));
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
	struct converted c;

	if (n->kind != NODE_STR) {
		if (!extract_object(x, n, job) && row->effect != EFFECT_MODEL && is_strange(n))
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

/* A model that is made of a configuration: of a known one's, or of sizes in the code. */
static void read_config(struct extract *x, const struct callable *row, const struct node *n,
			struct job *job)
{
	const struct model *model = model_of_made(x->arena, x->trace, x->suppose, n);
	struct value *id = &job->set[SETTING_MODEL];

	if (model)
		extract_use(x, keymap_find(STR("transformers.configuration")), NULL);
	read_model(x, row, n, job);
	if (!model || id->type != VALUE_ABSENT)
		return;
	job->model = model;
	*id = value_str(model->id, ORIGIN_STATED, STR("a configuration, its weights made anew"));
	id->at = n->at;
}

static void model_reader(struct extract *x, const void *what, const struct node *n, struct job *job)
{
	read_model(x, what, n, job);
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

/* A model that is a list of modules: the first that is one by itself. */
static const struct node *first_model(struct extract *x, const struct node *n)
{
	for (size_t i = 0; (n->kind == NODE_LIST || n->kind == NODE_TUPLE) && i < n->as.items.n; i++) {
		const struct node *item = suppose_value(x->suppose, n->as.items.at[i]);

		if (extract_is_model(item))
			return item;
	}
	return n;
}

static void read_role(struct extract *x, const struct callable *row, enum role role,
		      const struct node *n, struct job *job)
{
	static const struct part peft = {"peft.LoraConfig", SETTING_PEFT};
	static const struct part quant = {"transformers.BitsAndBytesConfig", SETTING_QUANTIZATION};
	const struct part *part = role == ROLE_PEFT ? &peft : &quant;

	switch (role) {
	case ROLE_MODEL:
		n = first_model(x, n);
		if (n->kind == NODE_EITHER)
			extract_alternatives(x, model_reader, row, n, job);
		else
			read_model(x, row, n, job);
		break;
	case ROLE_CONFIG:
		read_config(x, row, suppose_value(x->suppose, n), job);
		break;
	case ROLE_ARGS:
		if (n->kind == NODE_MAP && row->args)
			extract_map(x, row->args, n, job);
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

/* Roles in the order in which what they say builds up: models before what is put on them. */
static const enum role role_order[] = {
    ROLE_MODEL,	 ROLE_CONFIG, ROLE_MODEL_KWARGS, ROLE_QUANTIZATION, ROLE_PEFT,      ROLE_ARGS,
    ROLE_REWARD, ROLE_REFERENCE,    ROLE_TEACHER,      ROLE_OPTIMIZER,    ROLE_LOSS,
};

static bool model_is_text(const struct extract *x, const struct callable *row, const struct node *view)
{
	for (size_t i = 0; i < row->nparams; i++) {
		const struct node *n;

		if (row->params[i].role != ROLE_MODEL)
			continue;
		n = node_key(view, str_of(row->params[i].name), NULL);
		n = n ? suppose_value(x->suppose, n) : NULL;
		for (size_t k = 0; n && n->kind == NODE_EITHER && k < n->as.items.n; k++)
			if (n->as.items.at[k]->kind == NODE_STR)
				return true;
		if (n)
			return n->kind == NODE_STR;
	}
	return false;
}

static void read_roles(struct extract *x, const struct callable *row, const struct node *view,
		       struct job *job)
{
	bool args = false;

	for (size_t r = 0; r < sizeof(role_order) / sizeof(*role_order); r++) {
		for (size_t i = 0; i < row->nparams; i++) {
			const struct node *n;

			if (row->params[i].role != role_order[r])
				continue;
			n = node_key(view, str_of(row->params[i].name), job);
			/* Arguments of loading are idle where the model is loaded already. */
			if (!n || (role_order[r] == ROLE_MODEL_KWARGS && !model_is_text(x, row, view)))
				continue;
			args = args || (role_order[r] == ROLE_ARGS && n->kind != NODE_NULL);
			read_role(x, row, role_order[r], n, job);
		}
		if (role_order[r] == ROLE_ARGS && row->args && !args)
			extract_use(x, row->args, NULL);
	}
}

/* Trainer(model_init=make_model, loss=make_loss): what the functions make that are given for them. */
static void read_makers(struct extract *x, const struct call *call, const struct callable *row, const struct node *view,
			struct job *job)
{
	for (size_t i = 0; call->inside < call->order && i < row->nparams; i++) {
		bool model = row->params[i].role == ROLE_MODEL;
		struct node *made = node_new(x->arena, NODE_LIST, call->at);
		const struct node *n =
			model || row->params[i].role == ROLE_LOSS ? node_get(view, str_of(row->params[i].name)) : NULL;

		if (!n || n->kind != NODE_FUNCTION)
			continue;
		extract_handed(x, call, model ? EFFECT_MODEL : EFFECT_NONE, made);
		if (made->as.items.n)
			extract_object(x, made->as.items.at[made->as.items.n - 1], job);
	}
}

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

/* from_pretrained(model) of a value head: it takes a loaded model as it is, and loads none itself. */
static bool takes_loaded(struct extract *x, const struct callable *row, const struct node *view)
{
	for (size_t i = 0; row->effect == EFFECT_MODEL && i < row->nparams; i++) {
		const struct node *n = row->params[i].role == ROLE_MODEL
					   ? node_get(view, str_of(row->params[i].name))
					   : NULL;

		if (n && extract_is_model(first_model(x, n)))
			return true;
	}
	return false;
}

bool extract_call(struct extract *x, const struct call *call, struct job *job)
{
	const struct callable *row = call_row(call);
	struct node *view;

	if (!row || x->depth >= EXTRACT_DEPTH_MAX)
		return false;
	view = view_of(x, call, row);
	if (row->idle && cond_holds(row->idle, job, view))
		return true;
	x->depth++;
	/* A sink's own defaults go before those of what reaches it: it has the last word on them. */
	if (row->effect == EFFECT_SINK && row->map)
		extract_use(x, row->map, view);
	if (row->effect != EFFECT_SET)
		extract_set(x, row->set, call->callee_at, view, job);
	/* trainer.fit(model): what the trainer was made with. */
	if ((row->effect == EFFECT_SINK || row->effect == EFFECT_STEP) && call->self)
		extract_object(x, call->self, job);
	for (size_t i = 0; i < call->args.n; i++)
		if (is_spread_object(&call->args.at[i]))
			extract_object(x, call->args.at[i].value, job);
	read_roles(x, row, view, job);
	if (row->effect == EFFECT_SINK)
		read_makers(x, call, row, view, job);
	if (row->effect == EFFECT_SET)
		extract_set(x, row->set, call->callee_at, view, job);
	if (row->map && !takes_loaded(x, row, view))
		extract_map(x, row->map, view, job);
	if (row->effect == EFFECT_MODEL)
		derive_from_name(x->arena, job);
	x->depth--;
	return true;
}

void extract_part(struct extract *x, const struct call *call, struct job *job)
{
	const struct callable *row = call_row(call);

	if (row && row->part)
		extract_set(x, row->part, call->callee_at, view_of(x, call, row), job);
}
