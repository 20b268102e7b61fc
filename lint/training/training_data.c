/*
 * Which data a trainer gets: a notebook that trains twice cuts the rows of each data set in a function
 * of its own, and only one of them is the trainer's.
 */
#include "training_data.h"

#include "handwritten_loop.h"

#include "core/base/base.h"

static bool is_data(const struct node *n)
{
	return n->kind == NODE_OBJECT && n->made && str_starts(n->made->callee, STR("datasets."));
}

static bool has_data(const struct origins *r)
{
	for (size_t i = 0; i < r->n; i++)
		if (is_data(r->at[i]))
			return true;
	return false;
}

static bool shares_data(const struct origins *a, const struct origins *b)
{
	for (size_t i = 0; i < a->n; i++)
		if (is_data(a->at[i]) && origins_have(b, a->at[i]))
			return true;
	return false;
}

const enum rows *training_rows(const struct scan *s, const struct call *sink)
{
	struct origins own = {.arena = s->arena, .computed = true};
	const struct callable *row = sink->row;
	const struct framework *framework = row ? callable_framework(row) : NULL;
	bool plain = framework && str_is(str_of(framework->name), "transformers");
	const struct arg *arg;
	enum rows *out;

	for (size_t from = 0; row && (arg = call_role_arg(sink, row, ROLE_DATASET, &from));)
		origins_add(&own, arg->value);
	if (!has_data(&own) && (!plain || sink->inside == sink->order))
		return NULL;
	out = arena_news(s->arena, enum rows, s->trace->n + 1);
	/* What a data set of the project's own does when the trainer takes a row of it (__getitem__). */
	for (uint32_t k = sink->inside; plain && k < sink->order; k++)
		out[k] = ROWS_OWN;
	if (!has_data(&own))
		return out;
	for (size_t i = 0; i < s->trace->n; i++) {
		const struct call *call = s->trace->at[i];
		struct origins data = {.arena = s->arena, .computed = true};

		if (call->inside == call->order || !str_is(call->method, "map"))
			continue;
		origins_add(&data, call->self);
		for (uint32_t k = call->inside; has_data(&data) && k < call->order; k++)
			if (!shares_data(&data, &own))
				out[k] = ROWS_OTHER;
			else if (plain && call->result && origins_have(&own, call->result))
				out[k] = ROWS_OWN;
	}
	return out;
}

struct training_data {
	/** The data that the job trains on, and other data. */
	struct origins own, other;
	const enum rows *rows;
};

static bool shuffles(const struct call *call)
{
	const struct arg *arg = call_arg(call, STR("shuffle"), SIZE_MAX);

	return arg && arg->value->kind == NODE_BOOL && arg->value->as.b;
}

/* A call's data sets: of a trainer's the first is the one that it trains on. */
static void add_data(struct training_data *d, const struct call *call, bool own)
{
	const struct callable *row = call->row;

	for (size_t i = 0; row && i < row->nparams; i++) {
		const struct arg *arg = row->params[i].role == ROLE_DATASET
					    ? call_arg(call, str_of(row->params[i].name), i)
					    : NULL;

		if (arg)
			origins_add(own ? &d->own : &d->other, arg->value);
		if (row->params[i].role == ROLE_DATASET)
			own = false;
	}
}

/*
 * The loaders of a loop: its own are those that its loss is computed from, and where that is not seen those
 * that shuffle.
 */
static void add_loaders(const struct scan *s, struct training_data *d, const struct call *sink)
{
	const struct origins none = {0};
	const struct origins *learned = sink->row && sink->row->effect == EFFECT_STEP ? loop_learned(s, sink) : &none;
	bool seen = false;

	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < sink->order; i++)
		seen |= makes_loader(s, i) && origins_have(learned, s->trace->at[i]->result);
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < sink->order; i++) {
		const struct call *call = s->trace->at[i];

		if (makes_loader(s, i))
			add_data(d, call, seen ? origins_have(learned, call->result) : shuffles(call));
	}
}

const struct training_data *training_data(const struct scan *s, const struct call *sink, const enum rows *rows)
{
	struct training_data *d = arena_new(s->arena, struct training_data);

	*d = (struct training_data){.own.arena = s->arena, .other.arena = s->arena, .rows = rows};
	add_data(d, sink, true);
	if (!d->own.n)
		add_loaders(s, d, sink);
	return d;
}

enum rows training_data_made(const struct training_data *d, const struct call *call)
{
	enum rows of = d->rows ? d->rows[call->order] : ROWS_UNKNOWN;

	if (of == ROWS_OTHER || !call->self || !d->own.n)
		return of;
	if (origins_have(&d->own, call->self))
		return ROWS_OWN;
	return origins_have(&d->other, call->self) ? ROWS_OTHER : of;
}
