#include "parse.h"

/* Where a parameter stands among "/", "*" and "**". */
struct place {
	enum py_param_kind kind;
	bool had_star, had_double_star;
};

/* The parameters pushed since the mark stood before a "/". */
static bool slash(struct parser *p, size_t mark, struct place *place)
{
	struct py_param *params = (struct py_param *)(void *)(p->lexicon->stack + mark);
	size_t n = (p->stack - mark) / sizeof(*params);

	if (n == 0 || place->had_star)
		return py_fail(p, BAD_SYNTAX, "a '/' with no parameters before it");
	for (size_t i = 0; i < n; i++)
		params[i].kind = PARAM_POSITIONAL_ONLY;
	py_advance(p);
	return true;
}

/* param: NAME [':' expression] ['=' expression]; after "*" the annotation may be starred (3.11). */
static bool parameter(struct parser *p, bool annotated, struct py_param *param)
{
	if (!py_take_name(p, &param->name))
		return false;
	if (annotated && py_accept(p, TOK_COLON)) {
		param->annotation = param->kind == PARAM_STAR && py_kind(p) == TOK_STAR
					? py_star_named_expression(p)
					: py_expression(p);
		if (!param->annotation)
			return false;
	}
	if (py_kind(p) != TOK_EQUAL)
		return true;
	if (param->kind == PARAM_STAR || param->kind == PARAM_DOUBLE_STAR)
		return py_expected(p, "','");
	py_advance(p);
	param->default_value = py_expression(p);
	return param->default_value != NULL;
}

/* "*" or "**", with what it makes of the parameters behind it. False: a bare "*", nothing to push. */
static bool stars(struct parser *p, struct place *place, struct py_param *param)
{
	if (py_accept(p, TOK_POW)) {
		param->kind = PARAM_DOUBLE_STAR;
		place->had_double_star = true;
		return true;
	}
	place->kind = PARAM_KEYWORD_ONLY;
	place->had_star = true;
	py_advance(p);
	param->kind = PARAM_STAR;
	return py_kind(p) != TOK_COMMA;
}

/* One element of a parameter list. */
static bool element(struct parser *p, size_t mark, bool annotated, struct place *place)
{
	struct py_param param = {.kind = place->kind};

	if (place->had_double_star || (py_kind(p) == TOK_STAR && place->had_star))
		return py_fail(p, BAD_SYNTAX, "a parameter behind '**', or a second '*'");
	if (py_kind(p) == TOK_SLASH)
		return slash(p, mark, place);
	if ((py_kind(p) == TOK_STAR || py_kind(p) == TOK_POW) && !stars(p, place, &param))
		return true;
	if (!parameter(p, annotated, &param))
		return false;
	PY_PUSH(p, struct py_param, param);
	return true;
}

/* parameters: (param | '/' | '*' [param] | '**' param) (',' …)* [','] */
bool py_parameters(struct parser *p, enum tok closing, bool annotated, struct py_params *params)
{
	struct place place = {.kind = PARAM_PLAIN};
	size_t mark = py_mark(p);

	while (py_kind(p) != closing) {
		if (!element(p, mark, annotated, &place))
			return false;
		if (!py_accept(p, TOK_COMMA))
			break;
	}
	PY_TAKE(p, mark, params);
	for (size_t i = 0; i < params->n; i++)
		params->defaults |= params->at[i].default_value != NULL;
	return true;
}

/* type_param: NAME [':' expression] ['=' expression] | '*' NAME ['=' star_expression] | '**' NAME … */
static bool type_param(struct parser *p, struct py_type_param *param)
{
	if (py_accept(p, TOK_STAR))
		param->kind = TYPE_PARAM_TUPLE;
	else if (py_accept(p, TOK_POW))
		param->kind = TYPE_PARAM_SPEC;
	if (!py_take_name(p, &param->name))
		return false;
	if (param->kind == TYPE_PARAM_VAR && py_accept(p, TOK_COLON)) {
		param->bound = py_expression(p);
		if (!param->bound)
			return false;
	}
	if (py_accept(p, TOK_EQUAL)) {
		param->default_value = py_star_named_expression(p);
		if (!param->default_value)
			return false;
	}
	return true;
}

/* type_params: ['[' type_param (',' type_param)* [','] ']'] */
bool py_type_parameters(struct parser *p, struct py_type_params *params)
{
	size_t mark = py_mark(p);

	if (!py_accept(p, TOK_LSQB))
		return true;
	do {
		struct py_type_param param = {0};

		if (!type_param(p, &param))
			return false;
		PY_PUSH(p, struct py_type_param, param);
	} while (py_accept(p, TOK_COMMA) && py_kind(p) != TOK_RSQB);
	PY_TAKE(p, mark, params);
	return py_expect(p, TOK_RSQB);
}

/* '(' [parameters] ')' ['->' expression] */
static bool signature(struct parser *p, struct py_function *f)
{
	if (!py_expect(p, TOK_LPAR) || !py_parameters(p, TOK_RPAR, true, &f->params) ||
	    !py_expect(p, TOK_RPAR))
		return false;
	if (!py_accept(p, TOK_ARROW))
		return true;
	f->returns = py_expression(p);
	return f->returns != NULL;
}

/* function_def: ['async'] 'def' NAME [type_params] signature block; "async" is taken, "def" is not. */
struct py_stmt *py_function_def(struct parser *p, uint32_t from, struct py_exprs decorators,
				bool is_async)
{
	struct py_stmt *s = py_new_stmt(p, STMT_FUNCTION, from);
	struct py_function *f = s->as.function = arena_new(p->arena, struct py_function);
	bool yields = p->yields;

	py_advance(p);
	f->decorators = decorators;
	f->is_async = is_async;
	if (!py_take_name(p, &f->name) || !py_type_parameters(p, &f->type_params) ||
	    !signature(p, f))
		return NULL;
	p->yields = false;
	f->body = arena_new(p->arena, struct py_body);
	if (!py_skip_body(p, f->body) && !py_body(p, &f->body->block, &f->body->docstring))
		return NULL;
	f->is_generator = p->yields;
	p->yields = yields;
	s->at = py_span(p, from);
	return s;
}

/* class_def: 'class' NAME [type_params] ['(' [arguments] ')'] block */
struct py_stmt *py_class_def(struct parser *p, uint32_t from, struct py_exprs decorators)
{
	struct py_stmt *s = py_new_stmt(p, STMT_CLASS, from);
	struct py_class *c = s->as.class_ = arena_new(p->arena, struct py_class);

	py_advance(p);
	c->decorators = decorators;
	if (!py_take_name(p, &c->name) || !py_type_parameters(p, &c->type_params))
		return NULL;
	if (py_accept(p, TOK_LPAR) && !py_arguments(p, &c->args))
		return NULL;
	if (!py_body(p, &c->body, &c->docstring))
		return NULL;
	s->at = py_span(p, from);
	return s;
}

/* decorators: ('@' named_expression NEWLINE)+ (class_def | function_def) */
struct py_stmt *py_decorated(struct parser *p)
{
	struct py_exprs decorators;
	uint32_t from;
	size_t mark = py_mark(p);
	bool is_async;

	while (py_accept(p, TOK_AT)) {
		struct py_expr *e = py_named_expression(p);

		if (!e || !py_expect(p, TOK_NEWLINE))
			return NULL;
		PY_PUSH(p, struct py_expr *, e);
	}
	PY_TAKE(p, mark, &decorators);
	from = p->t->off;
	is_async = py_accept(p, TOK_ASYNC);
	if (py_kind(p) == TOK_DEF)
		return py_function_def(p, from, decorators, is_async);
	if (py_kind(p) == TOK_CLASS && !is_async)
		return py_class_def(p, from, decorators);
	py_expected(p, "'def' or 'class' behind the decorators");
	return NULL;
}
