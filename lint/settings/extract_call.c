/* Calls: their arguments. */
#include "core/base/base.h"
#include "core/job/job.h"
#include "condition.h"
#include "derive.h"
#include "extract.h"
#include "extract_parts.h"

/* Whether the positional argument at the place of the trained model is one, and none stands where a tokenizer belongs. */
static bool places_model(const struct call *call, const struct param *params, size_t n)
{
	bool placed = false;

	for (size_t i = 0; i < n && i < call->args.n && !call->args.at[i].name.n; i++) {
		const struct node *value = call->args.at[i].value;
		const struct callable *row = value->kind == NODE_OBJECT && value->made ? call_row(value->made) : NULL;
		bool model = row && (row->effect == EFFECT_MODEL || row->effect == EFFECT_WRAP);

		if (model && params[i].role == ROLE_TOKENIZER)
			return false;
		placed |= model && params[i].role == ROLE_MODEL;
	}
	return placed;
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

/*
 * trainer.optimizer = x: a trainer makes one only where it has none (transformers 4.57, trainer.py,
 * Trainer.create_optimizer), so that it is as if x had been given.
 */
static void put_optimizer(struct extract *x, const struct call *call, const struct callable *row, struct node *view)
{
	const struct node *made = row->effect == EFFECT_SINK ? call_made(call) : NULL;
	struct node *now = made ? node_get(made, STR("optimizer")) : NULL;

	for (size_t i = 0; now && now->kind == NODE_OBJECT && now->made && i < row->nparams; i++)
		if (row->params[i].role == ROLE_OPTIMIZER)
			node_set(x->arena, view, node_str(x->arena, str_of(row->params[i].name), now->at), now);
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
	put_optimizer(x, call, row, view);
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

/* Roles in the order in which what they say builds up: models before what is put on them. */
static const enum role role_order[] = {
    ROLE_MODEL,	 ROLE_CONFIG, ROLE_MODEL_KWARGS, ROLE_QUANTIZATION, ROLE_PEFT,      ROLE_ARGS,
    ROLE_REWARD, ROLE_REFERENCE,    ROLE_TEACHER,      ROLE_CRITIC,	   ROLE_OPTIMIZER, ROLE_LOSS,
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
		/* Trainers refuse arguments of loading beside a model that is loaded: one that is not known is a name. */
		if (n)
			return n->kind == NODE_STR || n->kind == NODE_UNKNOWN;
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
			extract_role(x, row, role_order[r], n, job);
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

/* from_pretrained(model) of a value head: it takes a loaded model as it is, and loads none itself. */
static bool takes_loaded(struct extract *x, const struct callable *row, const struct node *view)
{
	for (size_t i = 0; row->effect == EFFECT_MODEL && i < row->nparams; i++) {
		const struct node *n = row->params[i].role == ROLE_MODEL
					   ? node_get(view, str_of(row->params[i].name))
					   : NULL;

		if (n && extract_is_model(extract_first_model(x, n)))
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
	extract_introduced(x, call);
	extract_dropped(x, call);
	view = view_of(x, call, row);
	if (row->idle && condition_holds(row->idle, job, view))
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
	if (row->map && row->effect == EFFECT_SINK && row->returns == RETURNS_OBJECT) {
		const struct node *later = extract_set_later(x, call);

		if (later)
			extract_map(x, row->map, later, job);
	}
	if (row->effect == EFFECT_MODEL)
		derive_from_name(x->arena, job);
	x->depth--;
	return true;
}

bool extract_call_is(struct extract *x, const struct call *call, const char *condition)
{
	const struct callable *row = call_row(call);

	return row && condition_holds(condition, &(struct job){0}, view_of(x, call, row));
}

void extract_part(struct extract *x, const struct call *call, struct job *job)
{
	const struct callable *row = call_row(call);

	if (row && row->part)
		extract_set(x, row->part, call->callee_at, view_of(x, call, row), job);
}
