#include "kept_draft.h"

#include "saved_models.h"

#include "lint/model/custom/language_model.h"

static const struct value *keep_value_at(struct keeper *k, const struct value *v);

static struct value keep_value(struct keeper *k, struct value v)
{
	if (v.type == VALUE_ABSENT)
		return v;
	v.how = keep_text(k, v.how);
	if (v.type == VALUE_STR)
		v.as.s = keep_text(k, v.as.s);
	if (v.type == VALUE_LIST && keep_has(k, v.as.list.at)) {
		struct str *list = keep_array(k, v.as.list.at, v.as.list.n, sizeof(*list));

		for (size_t i = 0; i < v.as.list.n; i++)
			list[i] = keep_text(k, list[i]);
		v.as.list.at = list;
	}
	for (size_t i = 0; i < VALUE_FROM_MAX; i++)
		v.from[i] = keep_value_at(k, v.from[i]);
	v.alternative = keep_value_at(k, v.alternative);
	return v;
}

static const struct value *keep_value_at(struct keeper *k, const struct value *v)
{
	struct value *copy;

	if (!v || !keep_has(k, v))
		return v;
	copy = keep_known(k, v);
	if (copy)
		return copy;
	copy = arena_new(k->to, struct value);
	keep_note(k, v, copy);
	*copy = keep_value(k, *v);
	return copy;
}

/* The shape of a model that the repository writes itself. */
static const struct model *keep_model(struct keeper *k, const struct model *m)
{
	struct model *copy;

	if (!m || !keep_has(k, m))
		return m;
	copy = keep_known(k, m);
	if (copy)
		return copy;
	copy = arena_new(k->to, struct model);
	keep_note(k, m, copy);
	*copy = *m;
	copy->id = keep_text(k, m->id);
	copy->family = keep_text(k, m->family);
	copy->text_family = keep_text(k, m->text_family);
	copy->tower = keep_text(k, m->tower);
	copy->series = keep_text(k, m->series);
	copy->activation = keep_text(k, m->activation);
	copy->remark = keep_text(k, m->remark);
	copy->source = keep_text(k, m->source);
	if (keep_has(k, m->numbers))
		copy->numbers = keep_array(k, m->numbers, m->n_numbers, sizeof(*m->numbers));
	if (keep_has(k, m->traits))
		copy->traits = keep_array(k, m->traits, 1, sizeof(*m->traits));
	return copy;
}

static void keep_job(struct keeper *k, struct job *job)
{
	const struct model **const models[] = {&job->model, &job->reference, &job->reward, &job->teacher, &job->critic, &job->evaluator};

	for (int s = 0; s < SETTING_COUNT; s++)
		job->set[s] = keep_value(k, job->set[s]);
	for (size_t i = 0; i < sizeof(models) / sizeof(*models); i++)
		*models[i] = keep_model(k, *models[i]);
	job->id = keep_text(k, job->id);
	job->shape_how = keep_text(k, job->shape_how);
	job->transformers = keep_text(k, job->transformers);
	job->torch = keep_text(k, job->torch);
	job->bitsandbytes = keep_text(k, job->bitsandbytes);
}

/* Of a model of the repository's own it is only asked whether there is one. */
static const struct custom_model *keep_own(struct keeper *k, const struct custom_model *own)
{
	struct custom_model *copy = own ? keep_known(k, own) : NULL;

	if (!own || copy)
		return copy;
	copy = arena_new(k->to, struct custom_model);
	copy->kind = own->kind;
	keep_note(k, own, copy);
	return copy;
}

/* What was read, for whoever asks where a setting may be changed; nothing more is read. */
static void keep_extract(struct keeper *k, struct extract *x, const struct trace *trace)
{
	x->arena = k->to;
	x->trace = trace;
	x->names = NULL;
	x->rows = NULL;
	x->suppose = NULL;
	x->made = NULL;
	x->changing = NULL;
	x->made_rows = keep_value(k, x->made_rows);
	x->part = keep_value(k, x->part);
	x->own = keep_own(k, x->own);
	for (int s = 0; s < SETTING_COUNT; s++)
		x->unknown[s].why = keep_text(k, x->unknown[s].why);
	KEEP_VEC(k, &x->used);
	for (size_t i = 0; i < x->used.n; i++)
		x->used.at[i].tree = keep_node(k, x->used.at[i].tree);
}

static const struct str *keep_asked(struct keeper *k, const struct str *asked, size_t n)
{
	struct str *copy = n ? keep_known(k, asked) : NULL;

	if (!n || copy)
		return copy;
	copy = keep_array(k, asked, n, sizeof(*copy));
	keep_note(k, asked, copy);
	for (size_t i = 0; i < n; i++)
		copy[i] = keep_text(k, copy[i]);
	return copy;
}

static void keep_target(struct keeper *k, struct target *t)
{
	t->gpu = keep_value(k, t->gpu);
	t->bare = keep_text(k, t->bare);
	t->per_node = keep_value(k, t->per_node);
	t->nodes = keep_value(k, t->nodes);
	t->total = keep_value(k, t->total);
}

/* Levels of a value, and parts of one, that are looked through; with more there may be anything in it. */
enum { LEVELS_MAX = 6, PARTS_MAX = 64 };

/*
 * Whether a value holds what is looked for among a trace's arguments when jobs are judged (lint/judge/dead_settings.c):
 * the name of a config, or an object that has settings and is none of training.
 */
static bool tells_something(const struct node *n, int depth, size_t *parts)
{
	if (!n || depth > LEVELS_MAX)
		return false;
	if (++*parts > PARTS_MAX)
		return true;
	switch ((int)n->kind) {
	case NODE_STR:
		return str_has(n->text, STR(".y"));
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_SET:
	case NODE_EITHER:
		for (size_t i = 0; i < n->as.items.n; i++)
			if (tells_something(n->as.items.at[i], depth + 1, parts))
				return true;
		return false;
	case NODE_OBJECT:
		if (n->made && n->made->row && n->made->row->map)
			return true;
		/* fall through */
	case NODE_MAP:
		for (size_t i = 0; i < n->as.pairs.n; i++)
			if (tells_something(n->as.pairs.at[i].value, depth + 1, parts))
				return true;
		return false;
	default:
		return false;
	}
}

/* Whether a call is asked for once its jobs are read: most of a program's are tensors' arithmetic. */
static bool is_asked_later(const struct call *call)
{
	size_t parts = 0;

	if (call->row || saved_models_may_take(call) || tells_something(call->self, 0, &parts))
		return true;
	for (size_t i = 0; i < call->args.n; i++)
		if (tells_something(call->args.at[i].value, 0, &parts))
			return true;
	return false;
}

void draft_keep(struct keeper *k, struct draft *d)
{
	struct trace *trace = d->trace ? keep_known(k, d->trace) : NULL;

	k->wanted = is_asked_later;
	if (d->trace && !trace) {
		trace = keep_trace(k, d->trace);
		keep_note(k, d->trace, trace);
	}
	d->trace = trace;
	keep_job(k, &d->job);
	keep_extract(k, &d->extract, trace);
	for (size_t i = 0; i < d->cases.n; i++) {
		struct training_case *one = &d->cases.at[i];

		keep_job(k, &one->job);
		keep_extract(k, &one->extract, trace);
		one->asked = keep_asked(k, one->asked, one->nasked);
	}
	keep_target(k, &d->target);
	d->started = keep_text(k, d->started);
	d->condition = keep_text(k, d->condition);
	d->guard = keep_node(k, d->guard);
}
