#include "loop_carried.h"

static bool mentions(const struct py_expr *e, struct str name);

static bool any_mentions(const struct py_exprs *all, struct str name)
{
	for (size_t i = 0; i < all->n; i++)
		if (mentions(all->at[i], name))
			return true;
	return false;
}

static bool call_mentions(const struct py_expr *e, struct str name)
{
	if (mentions(e->as.call.function, name))
		return true;
	for (size_t i = 0; i < e->as.call.args.n; i++)
		if (mentions(e->as.call.args.at[i].value, name))
			return true;
	return false;
}

/* Whether an expression reads a name. Trees nest at most PY_DEPTH_MAX deep. */
static bool mentions(const struct py_expr *e, struct str name)
{
	if (!e)
		return false;
	switch ((int)e->kind) {
	case EXPR_NAME:
		return str_eq(e->as.name, name);
	case EXPR_ATTR:
		return mentions(e->as.attr.value, name);
	case EXPR_SUBSCRIPT:
		return mentions(e->as.subscript.value, name) ||
		       mentions(e->as.subscript.index, name);
	case EXPR_CALL:
		return call_mentions(e, name);
	case EXPR_UNARY:
		return mentions(e->as.unary.operand, name);
	case EXPR_BINARY:
		return mentions(e->as.binary.left, name) || mentions(e->as.binary.right, name);
	case EXPR_BOOL:
		return any_mentions(&e->as.boolean.operands, name);
	case EXPR_COND:
		return mentions(e->as.cond.body, name) || mentions(e->as.cond.orelse, name);
	case EXPR_LIST:
	case EXPR_TUPLE:
	case EXPR_SET:
	case EXPR_FSTRING:
		return any_mentions(&e->as.items, name);
	case EXPR_FIELD:
		return mentions(e->as.field.value, name);
	case EXPR_NAMED:
		return mentions(e->as.named.value, name);
	case EXPR_STAR:
	case EXPR_AWAIT:
		return mentions(e->as.value, name);
	default:
		return false;
	}
}

static void forget_name(struct interpreter *py, struct str name, struct span at)
{
	struct cell *cell = scope_cell(py, py->frame->scope, name, false);

	if (!cell || !cell->value)
		return;
	/* A container is changed in place, not replaced. */
	if (cell->value->kind == NODE_LIST || cell->value->kind == NODE_MAP ||
	    cell->value->kind == NODE_SET || cell->value->kind == NODE_OBJECT)
		return;
	trail_cell(&py->trail, cell);
	cell->value = py_unknown(py, at, "%.*s changes in a loop", STR_ARG(name));
}

static void forget_target(struct interpreter *py, const struct py_expr *target)
{
	struct node *object;

	if (target->kind == EXPR_NAME) {
		forget_name(py, target->as.name, target->at);
	} else if (target->kind == EXPR_ATTR) {
		object = py_eval(py, target->as.attr.value);
		if (object->kind == NODE_OBJECT)
			py_attr_put(py, object, target->as.attr.name,
				    py_unknown(py, target->at, "%.*s changes in a loop",
					       STR_ARG(target->as.attr.name)));
	}
}

/* batch.append(row): how long the list is by now depends on the rounds before. */
static void note_growth(struct interpreter *py, const struct py_expr *e)
{
	const struct py_expr *method = e->kind == EXPR_CALL ? e->as.call.function : NULL;
	struct cell *cell;

	if (!method || method->kind != EXPR_ATTR || method->as.attr.value->kind != EXPR_NAME ||
	    (!str_is(method->as.attr.name, "append") && !str_is(method->as.attr.name, "extend")))
		return;
	cell = scope_cell(py, py->frame->scope, method->as.attr.value->as.name, false);
	if (cell && cell->value && cell->value->kind == NODE_LIST)
		*vec_push(py->arena, &py->growing) = cell->value;
}

static void forget_stmt(struct interpreter *py, const struct py_stmt *s)
{
	switch ((int)s->kind) {
	case STMT_EXPR:
		note_growth(py, s->as.value);
		break;
	case STMT_AUGASSIGN:
		forget_target(py, s->as.augassign.target);
		break;
	case STMT_ASSIGN:
		for (size_t i = 0; i < s->as.assign.targets.n; i++) {
			const struct py_expr *target = s->as.assign.targets.at[i];

			/* model = wrap(model) makes an object, whose calls matter more than its past. */
			if (target->kind == EXPR_NAME && s->as.assign.value->kind != EXPR_CALL &&
			    mentions(s->as.assign.value, target->as.name))
				forget_target(py, target);
		}
		break;
	case STMT_IF:
	case STMT_WHILE:
		py_forget_carried(py, &s->as.branch.body);
		py_forget_carried(py, &s->as.branch.orelse);
		break;
	case STMT_FOR:
		py_forget_carried(py, &s->as.loop.body);
		break;
	case STMT_WITH:
		py_forget_carried(py, &s->as.with.body);
		break;
	case STMT_TRY:
		py_forget_carried(py, &s->as.attempt.body);
		break;
	default:
		break;
	}
}

void py_forget_carried(struct interpreter *py, const struct py_block *block)
{
	for (size_t i = 0; i < block->n; i++)
		forget_stmt(py, block->at[i]);
}
