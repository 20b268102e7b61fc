#include "loop_growth.h"

#include "lint/python/values/modules.h"

/* self.rows of "self.rows.append(…)" and "self.rows += …". */
static void note_attribute(struct interpreter *py, struct node *object, struct str self, const struct py_expr *of)
{
	struct node *list;

	if (of->kind != EXPR_ATTR || of->as.attr.value->kind != EXPR_NAME || !str_eq(of->as.attr.value->as.name, self))
		return;
	list = node_get(object, of->as.attr.name);
	if (list && (list->kind == NODE_LIST || list->kind == NODE_SET))
		*vec_push(py->arena, &py->growing) = list;
}

static void note_expression(struct interpreter *py, struct node *object, struct str self, const struct py_expr *e)
{
	const struct py_expr *method = e->kind == EXPR_CALL ? e->as.call.function : NULL;

	if (method && method->kind == EXPR_ATTR &&
	    (str_is(method->as.attr.name, "append") || str_is(method->as.attr.name, "extend") || str_is(method->as.attr.name, "add")))
		note_attribute(py, object, self, method->as.attr.value);
}

/* Statements nest at most PY_DEPTH_MAX deep. */
static void note_block(struct interpreter *py, struct node *object, struct str self, const struct py_block *block)
{
	for (size_t i = 0; i < block->n; i++) {
		const struct py_stmt *s = block->at[i];

		switch ((int)s->kind) {
		case STMT_EXPR:
			note_expression(py, object, self, s->as.value);
			break;
		case STMT_AUGASSIGN:
			note_attribute(py, object, self, s->as.augassign.target);
			break;
		case STMT_IF:
		case STMT_WHILE:
			note_block(py, object, self, &s->as.branch.body);
			note_block(py, object, self, &s->as.branch.orelse);
			break;
		case STMT_FOR:
			note_block(py, object, self, &s->as.loop.body);
			break;
		case STMT_WITH:
			note_block(py, object, self, &s->as.with.body);
			break;
		default:
			break;
		}
	}
}

void py_note_inner_growth(struct interpreter *py, const struct py_expr *call)
{
	const struct py_expr *method = call->kind == EXPR_CALL ? call->as.call.function : NULL;
	const struct py_expr *of = method && method->kind == EXPR_ATTR ? method->as.attr.value : NULL;
	struct cell *cell = of && of->kind == EXPR_NAME ? scope_cell(py, py->frame->scope, of->as.name, false) : NULL;
	struct node *object = cell ? cell->value : NULL, *found;
	const struct func *f;

	if (!object || object->kind != NODE_OBJECT || !class_of(object))
		return;
	found = class_find(py, class_of(object), method->as.attr.name);
	f = found && found->kind == NODE_FUNCTION ? found->code : NULL;
	if (f && f->def && f->params->n)
		note_block(py, object, f->params->at[0].name.text, source_cache_body(py->cache, f->module->tree, f->def->body));
}
