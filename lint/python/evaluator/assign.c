#include "evaluator_parts.h"

/* The i-th of a pair's values where the pair is one of zip(x, y): one of x or of y; else one of the value's. */
static struct node *part_at(struct interpreter *py, struct node *value, size_t i, struct span at)
{
	const struct node *pairs = value->kind == NODE_UNKNOWN ? value->from[0] : NULL;
	struct node *part;

	/* What zip() got is this evaluator's own. */
	if (pairs && pairs->kind == NODE_UNKNOWN && pairs->op == 'z' && !value->op && i < NODE_FROM_MAX)
		return py_part_of(py, (struct node *)(uintptr_t)pairs->from[i], at);
	part = py_part_of(py, value, at);
	if (part->from[0] == value)
		part->from[1] = py_int(py, (int64_t)i, at);
	return part;
}

static void unpack_unknown(struct interpreter *py, const struct py_exprs *targets, struct node *value)
{
	for (size_t i = 0; i < targets->n; i++) {
		const struct py_expr *target = targets->at[i];
		struct node *part;

		if (target->kind == EXPR_STAR) {
			part = py_new(py, NODE_LIST, target->at);
			part->open = true;
			py_assign(py, target->as.value, part);
			continue;
		}
		py_assign(py, target, part_at(py, value, i, target->at));
	}
}

static void unpack_known(struct interpreter *py, const struct py_exprs *targets, struct node *items)
{
	size_t n = items->as.items.n, star = SIZE_MAX;

	for (size_t i = 0; i < targets->n; i++)
		if (targets->at[i]->kind == EXPR_STAR)
			star = i;
	/* Python refuses another number of elements: of one that may have more, what is listed is all. */
	if ((items->open && star != SIZE_MAX) || (star == SIZE_MAX ? n != targets->n : n + 1 < targets->n)) {
		unpack_unknown(py, targets, py_unknown(py, items->at, "values to unpack"));
		return;
	}
	for (size_t i = 0; i < targets->n; i++) {
		size_t behind = targets->n - 1 - i;

		if (i == star) {
			struct node *rest = py_new(py, NODE_LIST, targets->at[i]->at);

			for (size_t k = i; k < n - behind; k++)
				py_append(py, rest, items->as.items.at[k]);
			py_assign(py, targets->at[i]->as.value, rest);
		} else {
			py_assign(py, targets->at[i],
				  items->as.items.at[star < i ? n - 1 - behind : i]);
		}
	}
}

/* Alternatives of tuples of one length are unpacked position by position. */
static struct node *transpose(struct interpreter *py, struct node *either, size_t n)
{
	struct node *out = py_new(py, NODE_TUPLE, either->at);
	struct node *parts[NODE_EITHER_MAX];

	for (size_t k = 0; k < n; k++) {
		for (size_t i = 0; i < either->as.items.n; i++) {
			struct node *tuple = either->as.items.at[i];
			bool fits = (tuple->kind == NODE_TUPLE || tuple->kind == NODE_LIST) &&
				    !tuple->open && tuple->as.items.n == n;

			parts[i] = either_when(py->arena,
					       fits ? tuple->as.items.at[k]
						    : py_part_of(py, tuple, tuple->at),
					       tuple->when);
		}
		py_append(py, out, either_of(py->arena, parts, either->as.items.n, either->at));
	}
	return out;
}

static void unpack(struct interpreter *py, const struct py_exprs *targets, struct node *value)
{
	struct node *items;

	if (value->kind == NODE_EITHER)
		value = transpose(py, value, targets->n);
	items = py_elements(py, value, value->at);
	if (items)
		unpack_known(py, targets, items);
	else
		unpack_unknown(py, targets, value);
}

/* A bound of a slice of n elements; false if it is not known. */
static bool slice_bound(struct interpreter *py, const struct py_expr *e, int64_t n, int64_t absent,
			int64_t *out)
{
	struct node *value = e ? py_eval(py, e) : NULL;

	*out = absent;
	if (!value || value->kind == NODE_NULL)
		return true;
	if (!py_to_int(value, out))
		return false;
	*out = *out < 0 ? (*out < -n ? 0 : *out + n) : *out > n ? n : *out;
	return true;
}

/* list[a:b] = value */
static void set_slice(struct interpreter *py, struct node *list, const struct py_expr *slice,
		      struct node *value)
{
	struct node *items = py_elements(py, value, value->at), *old;
	int64_t n = (int64_t)list->as.items.n, from, to;
	bool known =
	    items && !items->open && !list->open && !slice->as.slice.step && !py_unordered(list);

	known &= slice_bound(py, slice->as.slice.lower, n, 0, &from);
	known &= slice_bound(py, slice->as.slice.upper, n, n, &to);
	trail_node(&py->trail, list);
	if (!known) {
		list->as.items.n = 0;
		list->open = true;
		return;
	}
	old = node_copy(py->arena, list);
	if (items == list)
		items = old;
	list->as.items.at = NULL;
	list->as.items.n = list->as.items.room = 0;
	for (int64_t i = 0; i < from; i++)
		py_append(py, list, old->as.items.at[i]);
	for (size_t i = 0; i < items->as.items.n; i++)
		py_append(py, list, items->as.items.at[i]);
	for (int64_t i = to > from ? to : from; i < n; i++)
		py_append(py, list, old->as.items.at[i]);
}

void py_assign(struct interpreter *py, const struct py_expr *target, struct node *value)
{
	if (!py_step(py, 1) || py->unwinding != FLOW_NEXT)
		return;
	switch ((int)target->kind) {
	case EXPR_NAME:
		py_bind(py, target->as.name, value);
		break;
	case EXPR_ATTR:
		py_set_attr(py, py_eval(py, target->as.attr.value), target->as.attr.name, value,
			    target->at);
		break;
	case EXPR_SUBSCRIPT: {
		struct node *container = py_eval(py, target->as.subscript.value);

		if (target->as.subscript.index->kind != EXPR_SLICE) {
			struct node *key = py_eval(py, target->as.subscript.index);

			py_set_item(py, container, key, value, target->at);
			if (key->kind == NODE_STR)
				py_note_key(py, key->text, value, target->at);
		} else if (container->kind == NODE_LIST) {
			set_slice(py, container, target->as.subscript.index, value);
		}
		break;
	}
	case EXPR_TUPLE:
	case EXPR_LIST:
		unpack(py, &target->as.items, value);
		break;
	case EXPR_STAR:
		py_assign(py, target->as.value, value);
		break;
	default:
		break;
	}
}

/* Names that statements assign. */

struct walk {
	void (*each)(void *context, struct str name);
	void *context;
};

static void names_of_target(const struct walk *w, const struct py_expr *target)
{
	if (target->kind == EXPR_NAME)
		w->each(w->context, target->as.name);
	else if (target->kind == EXPR_STAR)
		names_of_target(w, target->as.value);
	else if (target->kind == EXPR_TUPLE || target->kind == EXPR_LIST)
		for (size_t i = 0; i < target->as.items.n; i++)
			names_of_target(w, target->as.items.at[i]);
}

static void names_of_block(const struct walk *w, const struct py_block *block);

static void names_of_import(const struct walk *w, const struct py_stmt *s)
{
	for (size_t i = 0; i < s->as.import.n; i++) {
		const struct py_alias *alias = &s->as.import.at[i];

		w->each(w->context, alias->as_name.text.n ? alias->as_name.text
							  : str_cut(alias->name.text, '.').head);
	}
}

static void names_of_stmt(const struct walk *w, const struct py_stmt *s)
{
	switch (s->kind) {
	case STMT_ASSIGN:
		for (size_t i = 0; i < s->as.assign.targets.n; i++)
			names_of_target(w, s->as.assign.targets.at[i]);
		break;
	case STMT_AUGASSIGN:
		names_of_target(w, s->as.augassign.target);
		break;
	case STMT_ANNASSIGN:
		if (s->as.annassign.value)
			names_of_target(w, s->as.annassign.target);
		break;
	case STMT_IMPORT:
	case STMT_IMPORT_FROM:
		names_of_import(w, s);
		break;
	case STMT_IF:
	case STMT_WHILE:
		names_of_block(w, &s->as.branch.body);
		names_of_block(w, &s->as.branch.orelse);
		break;
	case STMT_FOR:
		names_of_target(w, s->as.loop.target);
		names_of_block(w, &s->as.loop.body);
		names_of_block(w, &s->as.loop.orelse);
		break;
	case STMT_TRY:
		names_of_block(w, &s->as.attempt.body);
		for (size_t i = 0; i < s->as.attempt.n_handlers; i++)
			names_of_block(w, &s->as.attempt.handlers[i].body);
		names_of_block(w, &s->as.attempt.orelse);
		names_of_block(w, &s->as.attempt.finally);
		break;
	case STMT_WITH:
		for (size_t i = 0; i < s->as.with.n; i++)
			if (s->as.with.at[i].target)
				names_of_target(w, s->as.with.at[i].target);
		names_of_block(w, &s->as.with.body);
		break;
	case STMT_MATCH:
		for (size_t i = 0; i < s->as.match.n; i++)
			names_of_block(w, &s->as.match.at[i].body);
		break;
	case STMT_FUNCTION:
		w->each(w->context, s->as.function->name.text);
		break;
	case STMT_CLASS:
		w->each(w->context, s->as.class_->name.text);
		break;
	case STMT_BAD:
		for (size_t i = 0; i < s->as.bad.names.n; i++)
			w->each(w->context, s->as.bad.names.at[i].text);
		break;
	case STMT_EXPR:
	case STMT_RETURN:
	case STMT_RAISE:
	case STMT_ASSERT:
	case STMT_DEL:
	case STMT_PASS:
	case STMT_BREAK:
	case STMT_CONTINUE:
	case STMT_GLOBAL:
	case STMT_NONLOCAL:
	case STMT_TYPE_ALIAS:
		break;
	}
}

static void names_of_block(const struct walk *w, const struct py_block *block)
{
	for (size_t i = 0; i < block->n; i++)
		names_of_stmt(w, block->at[i]);
}

void py_assigned(const struct py_block *block, void (*each)(void *context, struct str name),
		 void *context)
{
	struct walk w = {each, context};

	names_of_block(&w, block);
}
