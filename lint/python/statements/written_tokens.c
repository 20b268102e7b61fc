/*
 * Texts that a loop of the repository's own writes token by token: how long they become nothing says but the loop's range.
 * Whether a model tells what is put behind is for those to find out who know models.
 */
#include "written_tokens.h"

/* Whether an expression is 1 or a negative number: the dimension of tokens, of rows of ids. */
static bool is_last_dimension(const struct py_expr *e)
{
	return (e->kind == EXPR_INT && e->as.integer == 1) || e->kind == EXPR_UNARY;
}

/* The name of a function, and of a method or what a module has. */
static struct str called(const struct py_expr *function)
{
	if (function->kind == EXPR_ATTR)
		return function->as.attr.name;
	return function->kind == EXPR_NAME ? function->as.name : (struct str){0};
}

/* Whether a call puts its parts behind one another along a row: torch.cat((a, b), dim=-1), torch.hstack([a, b]). */
static bool joins_rows(const struct py_expr *call)
{
	const struct py_args *args = &call->as.call.args;

	if (str_is(called(call->as.call.function), "hstack"))
		return args->n == 1;
	if (!str_among(called(call->as.call.function), STR("cat|concat|concatenate")) || args->n != 2)
		return false;
	return (!args->at[1].name.text.n || str_among(args->at[1].name.text, STR("dim|axis"))) && is_last_dimension(args->at[1].value);
}

/* The ids of "ids = torch.cat([ids, next], dim=1)"; empty: a statement is something else. */
static struct str grown_by(const struct py_stmt *s)
{
	const struct py_expr *value = s->kind == STMT_ASSIGN && s->as.assign.targets.n == 1 ? s->as.assign.value : NULL;
	const struct py_expr *target = value ? s->as.assign.targets.at[0] : NULL, *parts;

	if (!value || value->kind != EXPR_CALL || target->kind != EXPR_NAME || !value->as.call.args.n || !joins_rows(value))
		return (struct str){0};
	parts = value->as.call.args.at[0].value;
	if ((parts->kind != EXPR_LIST && parts->kind != EXPR_TUPLE) || parts->as.items.n != 2 ||
	    parts->as.items.at[0]->kind != EXPR_NAME || !str_eq(parts->as.items.at[0]->as.name, target->as.name))
		return (struct str){0};
	return target->as.name;
}

/* The ids that grow in each round: those that the model is shown, not the mask that grows with them. Statements nest at most PY_DEPTH_MAX deep. */
static struct str grown_in(const struct py_block *block)
{
	struct str found = {0};

	for (size_t i = 0; i < block->n && !found.n; i++) {
		const struct py_stmt *s = block->at[i];

		found = s->kind == STMT_WITH ? grown_in(&s->as.with.body) : grown_by(s);
		if (str_has(found, STR("mask")))
			found = (struct str){0};
	}
	return found;
}

/* Whether a loop may end before its range does. */
static bool stops(const struct py_block *block)
{
	for (size_t i = 0; i < block->n; i++) {
		const struct py_stmt *s = block->at[i];

		if (s->kind == STMT_BREAK || s->kind == STMT_RETURN || (s->kind == STMT_WITH && stops(&s->as.with.body)) ||
		    (s->kind == STMT_IF && (stops(&s->as.branch.body) || stops(&s->as.branch.orelse))))
			return true;
	}
	return false;
}

/* What a range counts to from nought: the n of range(n), tqdm(range(n)), trange(n); NULL: it is no such thing. */
static const struct py_expr *end_of(const struct py_expr *iterable)
{
	const struct py_args *args = iterable->kind == EXPR_CALL ? &iterable->as.call.args : NULL;
	struct str name = args ? called(iterable->as.call.function) : (struct str){0};

	if (!args || !args->n)
		return NULL;
	if (str_is(name, "tqdm"))
		return args->at[0].value->kind == EXPR_CALL ? end_of(args->at[0].value) : NULL;
	if ((!str_is(name, "range") || args->n != 1) && !str_is(name, "trange"))
		return NULL;
	/* range(len(x)): of each of something, not for so many tokens. */
	return args->at[0].value->kind == EXPR_CALL || args->at[0].name.text.n ? NULL : args->at[0].value;
}

struct py_writing py_begin_writing(struct interpreter *py, const struct py_stmt *loop)
{
	struct py_writing out = {.inside = (uint32_t)py->trace->n};
	const struct py_expr *end = loop->kind == STMT_FOR ? end_of(loop->as.loop.iter) : NULL;
	struct str ids = end ? grown_in(&loop->as.loop.body) : (struct str){0};
	struct cell *cell = ids.n ? scope_cell(py, py->frame->scope, ids, false) : NULL;

	if (!cell || !cell->value)
		return out;
	out.rounds = py_eval(py, end);
	out.before = cell->value;
	out.ids = ids;
	return out;
}

/* What is there if the loop ran at least once; NULL: nothing else than before. */
static struct node *after(const struct node *before, struct node *now)
{
	for (size_t i = now->kind == NODE_EITHER ? now->as.items.n : 0; i > 0; i--)
		if (now->as.items.at[i - 1] != before)
			return now->as.items.at[i - 1];
	return now->kind != NODE_EITHER && now != before ? now : NULL;
}

void py_note_written(struct interpreter *py, const struct py_writing *writing, const struct py_stmt *loop)
{
	struct cell *cell = writing->ids.n ? scope_cell(py, py->frame->scope, writing->ids, false) : NULL;
	const struct py_expr *iter = loop->as.loop.iter;
	struct node *written = cell && cell->value ? after(writing->before, cell->value) : NULL;
	struct args args = {0};
	size_t n = py->trace->n;

	if (!written)
		return;
	*vec_push(py->arena, &args) = (struct arg){STR("max_new_tokens"), writing->rounds, iter->at};
	*vec_push(py->arena, &args) = (struct arg){STR("input_ids"), writing->before, iter->at};
	*vec_push(py->arena, &args) = (struct arg){STR("written"), written, iter->at};
	*vec_push(py->arena, &args) = (struct arg){STR("stops"), py_bool(py, stops(&loop->as.loop.body), iter->at), iter->at};
	py_call_library(py, STR("rows.written"), NULL, &args, (struct site){iter->at, iter->at});
	if (py->trace->n > n)
		py->trace->at[py->trace->n - 1]->inside = writing->inside;
}
