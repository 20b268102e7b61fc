/*
 * Functions that ended, and names that were taken for something else: a model dies with the last that holds it.
 */
#include "values.h"

#include "lint/frameworks/frameworks.h"

enum {
	/** Functions that are noted. One that is not leaves its models alive. */
	ENDED_MAX = 128,
	/** Variables of a module that may hold what a function put there. */
	HELD_MAX = 512,
};

static bool made_model(const struct trace *trace, size_t from)
{
	for (size_t i = from; i < trace->n; i++) {
		const struct callable *row = trace->at[i]->row;

		if (row && (row->effect == EFFECT_MODEL || row->effect == EFFECT_COPY))
			return true;
	}
	return false;
}

static void keep(struct interpreter *py, struct ended *ended, const struct node *n)
{
	if (n)
		*vec_push(py->arena, &ended->kept) = n;
}

void py_note_ended_function(struct interpreter *py, const struct frame *frame, const struct node *result, size_t from)
{
	const struct py_params *params = frame->func->params;
	const struct scope *globals = frame->module ? frame->module->scope : NULL;
	struct ended *ended;

	if (py->trace->ended.n >= ENDED_MAX || frame->scope->elsewhere.n || frame->yields ||
	    !made_model(py->trace, from) || (globals && globals->cells.n > HELD_MAX))
		return;
	ended = vec_push(py->arena, &py->trace->ended);
	*ended = (struct ended){.from = (uint32_t)from, .to = (uint32_t)py->trace->n};
	keep(py, ended, result);
	keep(py, ended, frame->self);
	for (size_t i = 0; i < params->n; i++)
		keep(py, ended, scope_get(py, frame->scope, params->at[i].name.text));
	for (size_t i = 0; globals && i < globals->cells.n; i++)
		keep(py, ended, globals->cells.at[i]->value);
}

bool py_is_model(const struct node *n)
{
	const struct callable *row = n->kind == NODE_OBJECT && n->made && n->made->result == n ? n->made->row : NULL;

	return row && (row->effect == EFFECT_MODEL || row->effect == EFFECT_COPY || row->effect == EFFECT_WRAP);
}

/* What a method gave, for p in model.parameters(), is not the model. */
static bool is_given(const struct node *n)
{
	return n && n->kind == NODE_OBJECT && n->made && n->made->self && !py_is_model(n);
}

static void keep_scope(struct interpreter *py, struct ended *ended, const struct scope *scope)
{
	for (size_t i = 0; i < scope->cells.n; i++)
		if (!is_given(scope->cells.at[i]->value))
			keep(py, ended, scope->cells.at[i]->value);
}

void py_note_dropped_model(struct interpreter *py, const struct node *old, const struct node *value)
{
	struct ended *ended;
	size_t held = 0;

	/* Under a condition that nothing decides the model may as well have been kept. */
	if (py->guard || !py_is_model(old) || py->trace->ended.n >= ENDED_MAX)
		return;
	for (const struct frame *f = py->frame; f; f = f->caller) {
		for (const struct scope *s = f->scope; s; s = s->outer)
			held += s->cells.n;
		held += f->module ? f->module->scope->cells.n : 0;
	}
	if (held > HELD_MAX)
		return;
	ended = vec_push(py->arena, &py->trace->ended);
	*ended = (struct ended){.to = (uint32_t)py->trace->n, .dropped = old, .taken = value};
	for (const struct frame *f = py->frame; f; f = f->caller) {
		keep(py, ended, f->self);
		for (const struct scope *s = f->scope; s; s = s->outer)
			keep_scope(py, ended, s);
		if (f->module)
			keep_scope(py, ended, f->module->scope);
	}
}

/* Names of a model that are kept: more tell nothing new. */
enum { NAMES_MAX = 12 };

/* A module or a plain object of one's own around a model: what it is called, the model is. */
static void note_inner(struct interpreter *py, const struct node *module, struct str name)
{
	if (!module->code || (module->made && !str_starts(module->made->callee, STR("torch.nn."))))
		return;
	for (size_t i = 0; i < module->as.pairs.n; i++) {
		const struct node *inner = module->as.pairs.at[i].value;

		if (inner->kind == NODE_OBJECT && inner->made && inner->made->row)
			py_note_model_name(py, inner, name);
	}
}

void py_note_model_name(struct interpreter *py, const struct node *value, struct str name)
{
	const struct call *made = value && value->kind == NODE_OBJECT ? value->made : NULL;
	struct call *call;

	if (value && value->kind == NODE_OBJECT && !(made && made->row))
		note_inner(py, value, name);
	if (!made || !made->row || call_made(made) != value || made->order >= py->trace->n ||
	    (made->row->effect != EFFECT_MODEL && made->row->effect != EFFECT_COPY &&
	     made->row->effect != EFFECT_INFERENCE))
		return;
	call = py->trace->at[made->order];
	for (size_t i = 0; i < call->names.n; i++)
		if (str_eq(call->names.at[i], name))
			return;
	if (call == made && call->names.n < NAMES_MAX)
		*vec_push(py->arena, &call->names) = name;
}
