/* Losses that are objects, and loaders beside them: how many texts of how many rows are held at a time. */
#include "core/base/base.h"
#include "extract.h"
#include "extract_parts.h"

enum { EXAMPLES_MAX = 16, EXAMPLES_DEPTH_MAX = 4, TURNS_MAX = 32, TURNS_DEPTH_MAX = 2 };

static void example_reader(struct extract *x, const void *what, const struct node *n, struct job *job)
{
	(void)what;
	extract_object(x, n, job);
}

static void losses_reader(struct extract *x, const void *what, const struct node *n, struct job *job)
{
	(void)what;
	extract_losses(x, n, job);
}

/* Gathers objects of a list, and of what it was computed from if it holds none that are known. */
static void add_examples(struct extract *x, const struct node *rows, struct node *few, int depth)
{
	rows = rows ? suppose_value(x->suppose, rows) : NULL;
	if (!rows || depth > EXAMPLES_DEPTH_MAX || few->as.items.n >= EXAMPLES_MAX)
		return;
	if (rows->kind == NODE_OBJECT && rows->made) {
		/* It is only read. */
		*vec_push(x->arena, &few->as.items) = (struct node *)(uintptr_t)rows;
		return;
	}
	for (size_t i = 0; (rows->kind == NODE_LIST || rows->kind == NODE_EITHER) && i < rows->as.items.n &&
			   i < EXAMPLES_MAX;
	     i++)
		add_examples(x, rows->as.items.at[i], few, depth + 1);
	for (size_t i = 0; !few->as.items.n && i < NODE_FROM_MAX; i++)
		add_examples(x, rows->from[i], few, depth + 1);
}

void extract_handed(struct extract *x, const struct call *call, enum effect effect, struct node *few)
{
	for (uint32_t i = call->inside; x->trace && i < call->order && i < x->trace->n; i++) {
		const struct call *made = x->trace->at[i];
		const struct callable *row = made->row;

		if (few->as.items.n >= EXAMPLES_MAX)
			return;
		/* What a row is said to be by settings alone is no object that a function gives back. */
		if (row && row->effect == effect && (effect != EFFECT_NONE || row->map || row->set) && made->result &&
		    made->result->kind == NODE_OBJECT && made->result->made == made)
			*vec_push(x->arena, &few->as.items) = made->result;
	}
}

/*
 * What rows are made of, where a loader is given a list of them, or a data set that makes them one by one: the worst
 * of the first few.
 */
static void read_examples(struct extract *x, const struct node *loader, struct job *job)
{
	const struct callable *row = loader->made ? call_row(loader->made) : NULL;
	struct node *few = node_new(x->arena, NODE_LIST, loader->at);
	const struct arg *arg = row && row->nparams && row->params[0].role == ROLE_DATASET
				    ? call_arg(loader->made, str_of(row->params[0].name), 0)
				    : NULL;
	enum extract_mode mode = x->mode;

	if (arg && arg->value->kind != NODE_OBJECT)
		add_examples(x, arg->value, few, 0);
	else if (arg && arg->value->code)
		extract_handed(x, loader->made, EFFECT_NONE, few);
	if (!few->as.items.n)
		return;
	/* A trainer of pairs in one row says so itself. */
	x->mode = EXTRACT_UNDER;
	extract_alternatives(x, example_reader, NULL, few, job);
	x->mode = mode;
}

/*
 * Of losses that take turns each keeps its own number of texts, and of rows at a time: where one does not say how
 * many, what the others say does not hold. Of the rest the worst counts.
 */
static void read_turns(struct extract *x, const struct node *turns, struct job *job)
{
	static const enum setting numbers[] = {SETTING_TEXTS_PER_ROW, SETTING_MINI_BATCH_SIZE};
	size_t said[] = {0, 0}, n = turns->as.items.n;

	/* Lists that share their members hold billions. */
	if (x->turns >= TURNS_DEPTH_MAX || !n || n > TURNS_MAX)
		return;
	x->turns++;
	for (size_t i = 0; i < n; i++) {
		struct extract alone = *x;
		struct job turn = *job;

		alone.findings = NULL;
		alone.used.n = alone.used.room = 0;
		extract_losses(&alone, turns->as.items.at[i], &turn);
		for (size_t k = 0; k < 2; k++)
			said[k] += job_get(&turn, numbers[k]) != NULL;
	}
	extract_alternatives(x, losses_reader, NULL, turns, job);
	x->turns--;
	for (size_t k = 0; k < 2; k++) {
		if (said[k] == 0 || said[k] == n)
			continue;
		job->set[numbers[k]] = (struct value){0};
		x->unknown[numbers[k]] = (struct extract_unknown){
		    .why = STR("one of several losses does not say it"), .at = turns->at};
	}
}

void extract_losses(struct extract *x, const struct node *n, struct job *job)
{
	struct node *turns;

	if (x->depth >= EXTRACT_DEPTH_MAX)
		return;
	x->depth++;
	switch ((int)n->kind) {
	case NODE_TUPLE:
		for (size_t i = 0; i < n->as.items.n && i < 2; i++)
			extract_losses(x, n->as.items.at[i], job);
		break;
	case NODE_LIST:
	case NODE_EITHER:
		read_turns(x, n, job);
		break;
	case NODE_MAP:
		turns = node_new(x->arena, NODE_LIST, n->at);
		for (size_t i = 0; i < n->as.pairs.n && i <= TURNS_MAX; i++)
			*vec_push(x->arena, &turns->as.items) = n->as.pairs.at[i].value;
		read_turns(x, turns, job);
		break;
	case NODE_OBJECT:
		extract_object(x, n, job);
		read_examples(x, n, job);
		break;
	default:
		break;
	}
	x->depth--;
}
