#include "dump_text.h"

static void dump_stmt(struct dump *d, const struct py_stmt *s);
static void dump_pattern(struct dump *d, const struct py_pattern *p);

const char *py_bad_name(enum py_bad_kind kind)
{
	static const char *const names[] = {
	    [BAD_SYNTAX] = "syntax",	 [BAD_PYTHON2] = "python2", [BAD_MAGIC] = "magic",
	    [BAD_SHELL] = "shell",	 [BAD_INDENT] = "indent",   [BAD_DEPTH] = "depth",
	    [BAD_UNCLOSED] = "unclosed",
	};

	return names[kind];
}

/* A block, its docstring put back. */
static void dump_body(struct dump *d, const struct py_expr *docstring, struct py_block block)
{
	dump_text(d, STR(" ["));
	if (docstring) {
		dump_text(d, STR("(doc "));
		dump_expr(d, docstring);
		dump_text(d, block.n ? STR(") ") : STR(")"));
	}
	for (size_t i = 0; i < block.n; i++) {
		if (i)
			dump_text(d, STR(" "));
		dump_stmt(d, block.at[i]);
	}
	dump_text(d, STR("]"));
}

static void dump_block(struct dump *d, struct py_block block)
{
	dump_body(d, NULL, block);
}

static void dump_names(struct dump *d, struct py_names names)
{
	dump_text(d, STR("["));
	for (size_t i = 0; i < names.n; i++) {
		if (i)
			dump_text(d, STR(" "));
		dump_name(d, names.at[i].text);
	}
	dump_text(d, STR("]"));
}

static void dump_patterns(struct dump *d, struct py_patterns list)
{
	dump_text(d, STR("["));
	for (size_t i = 0; i < list.n; i++) {
		if (i)
			dump_text(d, STR(" "));
		dump_pattern(d, list.at[i]);
	}
	dump_text(d, STR("]"));
}

static void dump_pattern(struct dump *d, const struct py_pattern *p)
{
	static const char *const names[] = {
	    [PATTERN_VALUE] = "(value ",       [PATTERN_SINGLETON] = "(singleton ",
	    [PATTERN_SEQUENCE] = "(sequence ", [PATTERN_MAPPING] = "(mapping ",
	    [PATTERN_CLASS] = "(class ",       [PATTERN_STAR] = "(star ",
	    [PATTERN_CAPTURE] = "(as ",	       [PATTERN_OR] = "(or ",
	};

	if (!p) {
		dump_text(d, STR("-"));
		return;
	}
	dump_text(d, str_of(names[p->kind]));
	switch (p->kind) {
	case PATTERN_VALUE:
	case PATTERN_SINGLETON:
		dump_expr(d, p->as.value);
		break;
	case PATTERN_SEQUENCE:
	case PATTERN_OR:
		dump_patterns(d, p->as.items);
		break;
	case PATTERN_MAPPING:
		dump_exprs(d, p->as.mapping.keys);
		dump_text(d, STR(" "));
		dump_patterns(d, p->as.mapping.values);
		dump_text(d, STR(" "));
		dump_name(d, p->as.mapping.rest.text);
		break;
	case PATTERN_CLASS:
		dump_expr(d, p->as.class_.type);
		dump_text(d, STR(" "));
		dump_patterns(d, p->as.class_.positional);
		dump_text(d, STR(" "));
		dump_names(d, p->as.class_.names);
		dump_text(d, STR(" "));
		dump_patterns(d, p->as.class_.named);
		break;
	case PATTERN_STAR:
		dump_name(d, p->as.capture.name.text);
		break;
	case PATTERN_CAPTURE:
		dump_pattern(d, p->as.capture.pattern);
		dump_text(d, STR(" "));
		dump_name(d, p->as.capture.name.text);
		break;
	}
	dump_text(d, STR(")"));
}

static void dump_aliases(struct dump *d, const struct py_stmt *s)
{
	dump_text(d, STR(" ["));
	for (size_t i = 0; i < s->as.import.n; i++) {
		dump_text(d, i ? STR(" (") : STR("("));
		dump_name(d, s->as.import.at[i].name.text);
		dump_text(d, STR(" "));
		dump_name(d, s->as.import.at[i].as_name.text);
		dump_text(d, STR(")"));
	}
	dump_text(d, STR("]"));
}

static void dump_type_params(struct dump *d, struct py_type_params params)
{
	static const char *const kinds[] = {
	    [TYPE_PARAM_VAR] = "var", [TYPE_PARAM_TUPLE] = "tuple", [TYPE_PARAM_SPEC] = "spec"};

	dump_text(d, STR(" ["));
	for (size_t i = 0; i < params.n; i++) {
		dump_fmt(d, "%s(%s ", i ? " " : "", kinds[params.at[i].kind]);
		dump_name(d, params.at[i].name.text);
		dump_text(d, STR(" "));
		dump_expr(d, params.at[i].bound);
		dump_text(d, STR(" "));
		dump_expr(d, params.at[i].default_value);
		dump_text(d, STR(")"));
	}
	dump_text(d, STR("] "));
}

static void dump_function(struct dump *d, const struct py_function *f)
{
	dump_name(d, f->name.text);
	dump_text(d, f->is_generator ? STR(" generator") : STR(" plain"));
	dump_type_params(d, f->type_params);
	dump_params(d, f->params);
	dump_text(d, STR(" "));
	dump_expr(d, f->returns);
	dump_text(d, STR(" "));
	dump_exprs(d, f->decorators);
	dump_body(d, f->body->docstring, f->body->block);
}

static void dump_class(struct dump *d, const struct py_class *c)
{
	dump_name(d, c->name.text);
	dump_type_params(d, c->type_params);
	dump_args(d, c->args);
	dump_text(d, STR(" "));
	dump_exprs(d, c->decorators);
	dump_body(d, c->docstring, c->body);
}

static void dump_try(struct dump *d, const struct py_stmt *s)
{
	dump_block(d, s->as.attempt.body);
	dump_text(d, STR(" ["));
	for (size_t i = 0; i < s->as.attempt.n_handlers; i++) {
		const struct py_handler *h = &s->as.attempt.handlers[i];

		dump_text(d, i ? STR(" (") : STR("("));
		dump_expr(d, h->type);
		dump_text(d, STR(" "));
		dump_name(d, h->name.text);
		dump_block(d, h->body);
		dump_text(d, STR(")"));
	}
	dump_text(d, STR("]"));
	dump_block(d, s->as.attempt.orelse);
	dump_block(d, s->as.attempt.finally);
}

static void dump_with(struct dump *d, const struct py_stmt *s)
{
	dump_text(d, STR("["));
	for (size_t i = 0; i < s->as.with.n; i++) {
		dump_text(d, i ? STR(" (") : STR("("));
		dump_expr(d, s->as.with.at[i].context);
		dump_text(d, STR(" "));
		dump_expr(d, s->as.with.at[i].target);
		dump_text(d, STR(")"));
	}
	dump_text(d, STR("]"));
	dump_block(d, s->as.with.body);
}

static void dump_match(struct dump *d, const struct py_stmt *s)
{
	dump_expr(d, s->as.match.subject);
	dump_text(d, STR(" ["));
	for (size_t i = 0; i < s->as.match.n; i++) {
		dump_text(d, i ? STR(" (") : STR("("));
		dump_pattern(d, s->as.match.at[i].pattern);
		dump_text(d, STR(" "));
		dump_expr(d, s->as.match.at[i].guard);
		dump_block(d, s->as.match.at[i].body);
		dump_text(d, STR(")"));
	}
	dump_text(d, STR("]"));
}

static const char *stmt_name(const struct py_stmt *s)
{
	static const char *const names[] = {
	    [STMT_EXPR] = "expr",
	    [STMT_ASSIGN] = "assign",
	    [STMT_AUGASSIGN] = "augassign",
	    [STMT_ANNASSIGN] = "annassign",
	    [STMT_RETURN] = "return",
	    [STMT_RAISE] = "raise",
	    [STMT_ASSERT] = "assert",
	    [STMT_DEL] = "del",
	    [STMT_PASS] = "pass",
	    [STMT_BREAK] = "break",
	    [STMT_CONTINUE] = "continue",
	    [STMT_GLOBAL] = "global",
	    [STMT_NONLOCAL] = "nonlocal",
	    [STMT_IMPORT] = "import",
	    [STMT_IMPORT_FROM] = "from",
	    [STMT_IF] = "if",
	    [STMT_WHILE] = "while",
	    [STMT_FOR] = "for",
	    [STMT_TRY] = "try",
	    [STMT_WITH] = "with",
	    [STMT_MATCH] = "match",
	    [STMT_FUNCTION] = "def",
	    [STMT_CLASS] = "class",
	    [STMT_TYPE_ALIAS] = "type",
	    [STMT_BAD] = "bad",
	};

	if (s->kind == STMT_FOR && s->as.loop.is_async)
		return "async-for";
	if (s->kind == STMT_WITH && s->as.with.is_async)
		return "async-with";
	if (s->kind == STMT_FUNCTION && s->as.function->is_async)
		return "async-def";
	return s->kind == STMT_TRY && s->as.attempt.is_star ? "try-star" : names[s->kind];
}

/* Two expressions, a blank between. */
static void dump_two(struct dump *d, const struct py_expr *a, const struct py_expr *b)
{
	dump_expr(d, a);
	dump_text(d, STR(" "));
	dump_expr(d, b);
}

static void dump_members(struct dump *d, const struct py_stmt *s)
{
	switch (s->kind) {
	case STMT_EXPR:
	case STMT_RETURN:
		dump_expr(d, s->as.value);
		break;
	case STMT_ASSIGN:
		dump_exprs(d, s->as.assign.targets);
		dump_text(d, STR(" "));
		dump_expr(d, s->as.assign.value);
		break;
	case STMT_AUGASSIGN:
		dump_fmt(d, "%s ", py_op_text(s->as.augassign.op));
		dump_two(d, s->as.augassign.target, s->as.augassign.value);
		break;
	case STMT_ANNASSIGN:
		dump_two(d, s->as.annassign.target, s->as.annassign.annotation);
		dump_text(d, STR(" "));
		dump_expr(d, s->as.annassign.value);
		break;
	case STMT_RAISE:
		dump_two(d, s->as.raise.exception, s->as.raise.cause);
		break;
	case STMT_ASSERT:
		dump_two(d, s->as.assertion.test, s->as.assertion.message);
		break;
	case STMT_DEL:
		dump_exprs(d, s->as.targets);
		break;
	case STMT_PASS:
	case STMT_BREAK:
	case STMT_CONTINUE:
		break;
	case STMT_GLOBAL:
	case STMT_NONLOCAL:
		dump_names(d, s->as.names);
		break;
	case STMT_IMPORT_FROM:
		dump_fmt(d, "%u ", (unsigned)s->as.import.level);
		dump_name(d, s->as.import.module.text);
		dump_aliases(d, s);
		break;
	case STMT_IMPORT:
		dump_aliases(d, s);
		break;
	case STMT_IF:
	case STMT_WHILE:
		dump_expr(d, s->as.branch.test);
		dump_block(d, s->as.branch.body);
		dump_block(d, s->as.branch.orelse);
		break;
	case STMT_FOR:
		dump_two(d, s->as.loop.target, s->as.loop.iter);
		dump_block(d, s->as.loop.body);
		dump_block(d, s->as.loop.orelse);
		break;
	case STMT_TRY:
		dump_try(d, s);
		break;
	case STMT_WITH:
		dump_with(d, s);
		break;
	case STMT_MATCH:
		dump_match(d, s);
		break;
	case STMT_FUNCTION:
		dump_function(d, s->as.function);
		break;
	case STMT_CLASS:
		dump_class(d, s->as.class_);
		break;
	case STMT_TYPE_ALIAS:
		dump_name(d, s->as.type_alias.name.text);
		dump_type_params(d, s->as.type_alias.type_params);
		dump_expr(d, s->as.type_alias.value);
		break;
	case STMT_BAD:
		dump_fmt(d, "%s ", py_bad_name(s->as.bad.why));
		dump_quoted(d, s->as.bad.reason);
		dump_text(d, STR(" "));
		dump_names(d, s->as.bad.names);
		break;
	}
}

static void dump_stmt(struct dump *d, const struct py_stmt *s)
{
	dump_fmt(d, "(%s", stmt_name(s));
	dump_span(d, s->at);
	dump_text(d, STR(" "));
	dump_members(d, s);
	dump_text(d, STR(")"));
}

struct str py_dump(struct arena *a, const struct py_module *module, bool spans)
{
	struct dump d = {.arena = a, .spans = spans};

	if (module->docstring) {
		dump_text(&d, STR("(doc "));
		dump_expr(&d, module->docstring);
		dump_text(&d, STR(")\n"));
	}
	for (size_t i = 0; i < module->body.n; i++) {
		dump_stmt(&d, module->body.at[i]);
		dump_text(&d, STR("\n"));
	}
	return (struct str){d.out.at, d.out.n};
}
