#include "dump_text.h"

#include <stdarg.h>
#include <stdio.h>

void dump_text(struct dump *d, struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		*vec_push(d->arena, &d->out) = s.s[i];
}

void dump_fmt(struct dump *d, const char *fmt, ...)
{
	char buffer[128];
	va_list args;

	va_start(args, fmt);
	vsnprintf(buffer, sizeof(buffer), fmt, args);
	va_end(args);
	dump_text(d, str_of(buffer));
}

void dump_quoted(struct dump *d, struct str s)
{
	dump_text(d, STR("\""));
	for (size_t i = 0; i < s.n; i++) {
		unsigned char c = (unsigned char)s.s[i];

		if (c < ' ' || c > '~' || c == '"' || c == '\\')
			dump_fmt(d, "\\x%02x", c);
		else
			*vec_push(d->arena, &d->out) = (char)c;
	}
	dump_text(d, STR("\""));
}

void dump_span(struct dump *d, struct span at)
{
	if (d->spans && !d->formatted)
		dump_fmt(d, "@%u+%u", (unsigned)at.off, (unsigned)at.len);
}

void dump_name(struct dump *d, struct str name)
{
	dump_text(d, name.n ? name : STR("-"));
}

const char *py_op_text(enum py_op op)
{
	static const char *const texts[] = {
	    [OP_ADD] = "+",	    [OP_SUB] = "-",	  [OP_MUL] = "*",	  [OP_MATMUL] = "@",
	    [OP_DIV] = "/",	    [OP_FLOORDIV] = "//", [OP_MOD] = "%",	  [OP_POW] = "**",
	    [OP_LSHIFT] = "<<",	    [OP_RSHIFT] = ">>",	  [OP_BITAND] = "&",	  [OP_BITOR] = "|",
	    [OP_BITXOR] = "^",	    [OP_NEG] = "-",	  [OP_POS] = "+",	  [OP_INVERT] = "~",
	    [OP_NOT] = "not",	    [OP_AND] = "and",	  [OP_OR] = "or",	  [OP_EQ] = "==",
	    [OP_NE] = "!=",	    [OP_LT] = "<",	  [OP_LE] = "<=",	  [OP_GT] = ">",
	    [OP_GE] = ">=",	    [OP_IS] = "is",	  [OP_IS_NOT] = "is not", [OP_IN] = "in",
	    [OP_NOT_IN] = "not in",
	};

	return texts[op];
}

static void dump_clauses(struct dump *d, const struct py_expr *e)
{
	dump_text(d, STR(" ["));
	for (size_t i = 0; i < e->as.comp.n; i++) {
		const struct py_for_clause *c = &e->as.comp.at[i];

		dump_text(d, i ? STR(" (") : STR("("));
		dump_text(d, c->is_async ? STR("async-for ") : STR("for "));
		dump_expr(d, c->target);
		dump_text(d, STR(" "));
		dump_expr(d, c->iter);
		dump_text(d, STR(" "));
		dump_exprs(d, c->conditions);
		dump_text(d, STR(")"));
	}
	dump_text(d, STR("]"));
}

void dump_exprs(struct dump *d, struct py_exprs list)
{
	dump_text(d, STR("["));
	for (size_t i = 0; i < list.n; i++) {
		if (i)
			dump_text(d, STR(" "));
		dump_expr(d, list.at[i]);
	}
	dump_text(d, STR("]"));
}

void dump_args(struct dump *d, struct py_args args)
{
	static const char *const kinds[] = {[ARG_POSITIONAL] = "(arg ",
					    [ARG_NAMED] = "(named ",
					    [ARG_STAR] = "(star ",
					    [ARG_DOUBLE_STAR] = "(dstar "};

	dump_text(d, STR("["));
	for (size_t i = 0; i < args.n; i++) {
		const struct py_arg *arg = &args.at[i];

		if (i)
			dump_text(d, STR(" "));
		dump_text(d, str_of(kinds[arg->kind]));
		if (arg->kind == ARG_NAMED) {
			dump_name(d, arg->name.text);
			dump_text(d, STR(" "));
		}
		dump_expr(d, arg->value);
		dump_text(d, STR(")"));
	}
	dump_text(d, STR("]"));
}

void dump_params(struct dump *d, struct py_params params)
{
	static const char *const kinds[] = {[PARAM_POSITIONAL_ONLY] = "posonly",
					    [PARAM_PLAIN] = "plain",
					    [PARAM_STAR] = "star",
					    [PARAM_KEYWORD_ONLY] = "kwonly",
					    [PARAM_DOUBLE_STAR] = "dstar"};

	dump_text(d, STR("["));
	for (size_t i = 0; i < params.n; i++) {
		const struct py_param *param = &params.at[i];

		dump_fmt(d, "%s(%s ", i ? " " : "", kinds[param->kind]);
		dump_name(d, param->name.text);
		dump_text(d, STR(" "));
		dump_expr(d, param->annotation);
		dump_text(d, STR(" "));
		dump_expr(d, param->default_value);
		dump_text(d, STR(")"));
	}
	dump_text(d, STR("]"));
}

static void dump_compare(struct dump *d, const struct py_expr *e)
{
	dump_expr(d, e->as.compare.left);
	dump_text(d, STR(" ["));
	for (size_t i = 0; i < e->as.compare.n; i++) {
		dump_fmt(d, "%s(%s ", i ? " " : "", py_op_text(e->as.compare.at[i].op));
		dump_expr(d, e->as.compare.at[i].right);
		dump_text(d, STR(")"));
	}
	dump_text(d, STR("]"));
}

static void dump_dict(struct dump *d, const struct py_expr *e)
{
	dump_text(d, STR("["));
	for (size_t i = 0; i < e->as.dict.n; i++) {
		dump_text(d, i ? STR(" (") : STR("("));
		dump_expr(d, e->as.dict.at[i].key);
		dump_text(d, STR(" "));
		dump_expr(d, e->as.dict.at[i].value);
		dump_text(d, STR(")"));
	}
	dump_text(d, STR("]"));
}

static void dump_field(struct dump *d, const struct py_expr *e)
{
	dump_expr(d, e->as.field.value);
	dump_fmt(d, " %c ", e->as.field.conversion ? e->as.field.conversion : '-');
	dump_expr(d, e->as.field.spec);
}

/* Up to three children, blanks between. */
static void dump_children(struct dump *d, const struct py_expr *a, const struct py_expr *b,
			  const struct py_expr *c, int n)
{
	const struct py_expr *const all[] = {a, b, c};

	for (int i = 0; i < n; i++) {
		if (i)
			dump_text(d, STR(" "));
		dump_expr(d, all[i]);
	}
}

static void dump_literal(struct dump *d, const struct py_expr *e)
{
	if (e->kind == EXPR_INT && !e->inexact)
		dump_fmt(d, "%lld", (long long)e->as.integer);
	else if (e->kind == EXPR_INT)
		dump_fmt(d, "big %.15g", e->as.real);
	else
		dump_fmt(d, "%.17g", e->as.real);
}

static const char *const expr_names[] = {
    [EXPR_NONE] = "none",
    [EXPR_TRUE] = "true",
    [EXPR_FALSE] = "false",
    [EXPR_ELLIPSIS] = "ellipsis",
    [EXPR_INT] = "int",
    [EXPR_FLOAT] = "float",
    [EXPR_IMAGINARY] = "imaginary",
    [EXPR_STR] = "str",
    [EXPR_BYTES] = "bytes",
    [EXPR_FSTRING] = "fstring",
    [EXPR_TSTRING] = "tstring",
    [EXPR_FIELD] = "field",
    [EXPR_NAME] = "name",
    [EXPR_ATTR] = "attr",
    [EXPR_SUBSCRIPT] = "subscript",
    [EXPR_SLICE] = "slice",
    [EXPR_CALL] = "call",
    [EXPR_UNARY] = "unary",
    [EXPR_BINARY] = "binary",
    [EXPR_BOOL] = "bool",
    [EXPR_COMPARE] = "compare",
    [EXPR_COND] = "cond",
    [EXPR_NAMED] = "named",
    [EXPR_LAMBDA] = "lambda",
    [EXPR_LIST] = "list",
    [EXPR_TUPLE] = "tuple",
    [EXPR_SET] = "set",
    [EXPR_DICT] = "dict",
    [EXPR_LIST_COMP] = "list-comp",
    [EXPR_SET_COMP] = "set-comp",
    [EXPR_DICT_COMP] = "dict-comp",
    [EXPR_GENERATOR] = "generator",
    [EXPR_STAR] = "star",
    [EXPR_AWAIT] = "await",
    [EXPR_YIELD] = "yield",
    [EXPR_YIELD_FROM] = "yield-from",
};

static void dump_members(struct dump *d, const struct py_expr *e)
{
	switch (e->kind) {
	case EXPR_NONE:
	case EXPR_TRUE:
	case EXPR_FALSE:
	case EXPR_ELLIPSIS:
		break;
	case EXPR_INT:
	case EXPR_FLOAT:
	case EXPR_IMAGINARY:
		dump_literal(d, e);
		break;
	case EXPR_STR:
	case EXPR_BYTES:
		dump_text(d, e->inexact ? STR("?") : STR(""));
		dump_quoted(d, e->as.text);
		break;
	case EXPR_NAME:
		dump_text(d, e->as.name);
		break;
	case EXPR_LIST:
	case EXPR_TUPLE:
	case EXPR_SET:
	case EXPR_FSTRING:
	case EXPR_TSTRING:
		dump_exprs(d, e->as.items);
		break;
	case EXPR_FIELD:
		dump_field(d, e);
		break;
	case EXPR_STAR:
	case EXPR_AWAIT:
	case EXPR_YIELD:
	case EXPR_YIELD_FROM:
		dump_expr(d, e->as.value);
		break;
	case EXPR_ATTR:
		dump_expr(d, e->as.attr.value);
		dump_text(d, STR(" "));
		dump_name(d, e->as.attr.name);
		break;
	case EXPR_SUBSCRIPT:
		dump_children(d, e->as.subscript.value, e->as.subscript.index, NULL, 2);
		break;
	case EXPR_SLICE:
		dump_children(d, e->as.slice.lower, e->as.slice.upper, e->as.slice.step, 3);
		break;
	case EXPR_CALL:
		dump_expr(d, e->as.call.function);
		dump_text(d, STR(" "));
		dump_args(d, e->as.call.args);
		break;
	case EXPR_UNARY:
		dump_fmt(d, "%s ", py_op_text(e->as.unary.op));
		dump_expr(d, e->as.unary.operand);
		break;
	case EXPR_BINARY:
		dump_fmt(d, "%s ", py_op_text(e->as.binary.op));
		dump_children(d, e->as.binary.left, e->as.binary.right, NULL, 2);
		break;
	case EXPR_BOOL:
		dump_fmt(d, "%s ", py_op_text(e->as.boolean.op));
		dump_exprs(d, e->as.boolean.operands);
		break;
	case EXPR_COMPARE:
		dump_compare(d, e);
		break;
	case EXPR_COND:
		dump_children(d, e->as.cond.test, e->as.cond.body, e->as.cond.orelse, 3);
		break;
	case EXPR_NAMED:
		dump_children(d, e->as.named.target, e->as.named.value, NULL, 2);
		break;
	case EXPR_LAMBDA:
		dump_params(d, e->as.lambda.params);
		dump_text(d, STR(" "));
		dump_expr(d, e->as.lambda.body);
		break;
	case EXPR_DICT:
		dump_dict(d, e);
		break;
	case EXPR_LIST_COMP:
	case EXPR_SET_COMP:
	case EXPR_GENERATOR:
	case EXPR_DICT_COMP:
		dump_children(d, e->as.comp.element, e->as.comp.value, NULL,
			      e->kind == EXPR_DICT_COMP ? 2 : 1);
		dump_clauses(d, e);
		break;
	}
}

void dump_expr(struct dump *d, const struct py_expr *e)
{
	bool formatted = e && (e->kind == EXPR_FSTRING || e->kind == EXPR_TSTRING);

	if (!e) {
		dump_text(d, STR("-"));
		return;
	}
	dump_fmt(d, "(%s", expr_names[e->kind]);
	dump_span(d, e->at);
	dump_text(d, STR(" "));
	d->formatted += formatted;
	dump_members(d, e);
	d->formatted -= formatted;
	dump_text(d, STR(")"));
}

struct str py_dump_expr(struct arena *a, const struct py_expr *e)
{
	struct dump d = {.arena = a};

	dump_expr(&d, e);
	return (struct str){d.out.at, d.out.n};
}
