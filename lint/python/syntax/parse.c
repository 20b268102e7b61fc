#include "parse.h"

#include <string.h>

bool py_fail(struct parser *p, enum py_bad_kind kind, const char *reason)
{
	if (!p->error.reason)
		p->error = (struct py_error){.reason = reason, .kind = kind, .at = *p->t};
	return false;
}

bool py_expected(struct parser *p, const char *what)
{
	if (p->error.reason)
		return false;
	switch ((int)py_kind(p)) {
	case TOK_ERROR:
		return py_fail(p, py_lex_error_kind((enum py_lex_error)p->t->why),
			       py_lex_error_text((enum py_lex_error)p->t->why));
	case TOK_MAGIC:
		return py_fail(p, BAD_MAGIC, "an IPython magic");
	case TOK_SHELL:
		return py_fail(p, BAD_SHELL, "a shell command");
	default:
		py_fail(p, BAD_SYNTAX, what);
		p->error.expected = true;
		return false;
	}
}

bool py_expect(struct parser *p, enum tok kind)
{
	return py_accept(p, kind) || py_expected(p, py_token_name(kind));
}

bool py_take_name(struct parser *p, struct py_name *name)
{
	if (py_kind(p) != TOK_NAME)
		return py_expected(p, "a name");
	*name = (struct py_name){py_name_text(p, py_token_text(p, p->t)), {p->file, p->t->off, p->t->len}};
	py_advance(p);
	return true;
}

bool py_is_word(const struct parser *p, const struct token *t, const char *word)
{
	return t->kind == TOK_NAME && str_is(py_token_text(p, t), word);
}

bool py_enter(struct parser *p)
{
	if (p->depth >= PY_DEPTH_MAX)
		return py_fail(p, BAD_DEPTH, "nested too deep");
	p->depth++;
	return true;
}

void *py_push(struct parser *p, size_t size)
{
	struct py_lexicon *lx = p->lexicon;
	void *at;

	while (lx->stack_room - p->stack < size)
		lx->stack = vec_grow(&lx->arena, lx->stack, p->stack, &lx->stack_room, 1);
	at = lx->stack + p->stack;
	p->stack += size;
	return memset(at, 0, size);
}

void *py_take(struct parser *p, size_t mark, size_t size, size_t *n)
{
	size_t bytes = p->stack - mark;
	void *at = NULL;

	*n = bytes / size;
	if (bytes) {
		at = arena_alloc(p->arena, bytes, _Alignof(max_align_t));
		memcpy(at, p->lexicon->stack + mark, bytes);
	}
	p->stack = mark;
	return at;
}

struct py_expr *py_new_expr(struct parser *p, enum py_expr_kind kind, uint32_t from)
{
	struct py_expr *e = arena_new(p->arena, struct py_expr);

	e->kind = kind;
	e->at = py_span(p, from);
	p->module->n_nodes++;
	return e;
}

struct py_stmt *py_new_stmt(struct parser *p, enum py_stmt_kind kind, uint32_t from)
{
	struct py_stmt *s = arena_new(p->arena, struct py_stmt);

	s->kind = kind;
	s->at = py_span(p, from);
	p->module->n_nodes++;
	return s;
}

struct py_expr *py_close(struct parser *p, struct py_expr *e)
{
	e->at = py_span(p, e->at.off);
	if (++e->height > PY_DEPTH_MAX) {
		py_fail(p, BAD_DEPTH, "nested too deep");
		return NULL;
	}
	return e;
}

void py_under_all(struct py_expr *e, struct py_exprs children)
{
	for (size_t i = 0; i < children.n; i++)
		py_under(e, children.at[i]);
}

/* simple_stmts: simple_stmt (';' simple_stmt)* [';'] NEWLINE */
static void simple_line(struct parser *p)
{
	while (py_kind(p) != TOK_NEWLINE && py_kind(p) != TOK_END) {
		const struct token *from = p->t;
		size_t stack = p->stack;
		uint32_t depth = p->depth;
		struct py_stmt *s = py_simple(p);

		uint32_t end = p->end;

		if (!s || !(py_kind(p) == TOK_NEWLINE || py_kind(p) == TOK_END ||
			    py_accept(p, TOK_SEMI) || py_expected(p, "the end of the statement"))) {
			p->stack = stack;
			p->depth = depth;
			s = py_recover(p, from);
			PY_PUSH(p, struct py_stmt *, s);
			return;
		}
		/* A ';' belongs to no statement. */
		p->end = end;
		PY_PUSH(p, struct py_stmt *, s);
	}
	py_accept(p, TOK_NEWLINE);
}

/* statement: compound_stmt | simple_stmts; pushes what it finds, at least one. */
static void statement(struct parser *p)
{
	const struct token *from = p->t;
	size_t stack = p->stack, bad = p->bad.n;
	uint32_t depth = p->depth;
	struct py_stmt *s = NULL;

	if (py_kind(p) == TOK_INDENT)
		py_fail(p, BAD_INDENT, "an indented line where none may be");
	else if (py_enter(p))
		s = py_compound(p);
	p->depth = depth;
	if (!s && !p->error.reason) {
		simple_line(p);
		return;
	}
	if (!s) {
		p->stack = stack;
		p->bad.n = bad;
		s = py_recover(p, from);
	}
	PY_PUSH(p, struct py_stmt *, s);
}

void py_statements(struct parser *p, struct py_block *block)
{
	size_t mark = py_mark(p);

	while (py_kind(p) != TOK_DEDENT && py_kind(p) != TOK_END)
		if (!py_accept(p, TOK_NEWLINE))
			statement(p);
	PY_TAKE(p, mark, block);
}

bool py_block(struct parser *p, struct py_block *block)
{
	size_t mark = py_mark(p);

	if (!py_expect(p, TOK_COLON))
		return false;
	if (py_accept(p, TOK_NEWLINE)) {
		if (!py_accept(p, TOK_INDENT))
			return py_expected(p, "an indented block");
		py_statements(p, block);
		py_accept(p, TOK_DEDENT);
		return true;
	}
	simple_line(p);
	PY_TAKE(p, mark, block);
	return block->n > 0 || py_expected(p, "a statement");
}

struct py_expr *py_docstring(struct py_block *block)
{
	struct py_expr *text;

	if (!block->n || block->at[0]->kind != STMT_EXPR)
		return NULL;
	text = block->at[0]->as.value;
	if (text->kind != EXPR_STR)
		return NULL;
	block->at++;
	block->n--;
	return text;
}

bool py_body(struct parser *p, struct py_block *block, struct py_expr **docstring)
{
	if (!py_block(p, block))
		return false;
	*docstring = py_docstring(block);
	return true;
}

struct parser py_parser(struct arena *a, struct py_lexicon *lexicon, struct py_module *module,
			const struct py_lexed *lexed)
{
	return (struct parser){.arena = a,
			       .lexicon = lexicon,
			       .module = module,
			       .text = module->text,
			       .file = module->file,
			       .encoding = lexed->encoding,
			       .t = lexed->tokens};
}

static struct parser start(struct arena *a, struct py_lexicon *lexicon, uint32_t file,
			   struct str text)
{
	struct py_lexed lexed = py_lex(a, lexicon, file, text);
	struct py_module *module = arena_new(a, struct py_module);

	module->file = file;
	module->text = text;
	module->comments = lexed.comments.at;
	module->n_comments = lexed.comments.n;
	return py_parser(a, lexicon, module, &lexed);
}

/* file: [statements] ENDMARKER */
static struct py_module *parse(struct parser *p)
{
	py_statements(p, &p->module->body);
	p->module->docstring = py_docstring(&p->module->body);
	p->module->bad = (struct py_block){p->bad.at, p->bad.n};
	return p->module;
}

struct py_module *py_parse(struct arena *a, struct py_lexicon *lexicon, uint32_t file,
			   struct str text)
{
	struct parser p = start(a, lexicon, file, text);

	return parse(&p);
}

struct py_module *py_parse_outline(struct arena *a, struct py_lexicon *lexicon, uint32_t file,
				   struct str text)
{
	struct parser p = start(a, lexicon, file, text);

	p.outline = true;
	return parse(&p);
}

/* eval: expressions NEWLINE* ENDMARKER */
struct py_expr *py_parse_expr(struct arena *a, struct py_lexicon *lexicon, uint32_t file,
			      struct str text)
{
	struct parser p = start(a, lexicon, file, text);
	struct py_expr *e;

	py_accept(&p, TOK_INDENT);
	e = py_star_expressions(&p);
	while (py_accept(&p, TOK_NEWLINE) || py_accept(&p, TOK_DEDENT))
		continue;
	return e && py_kind(&p) == TOK_END ? e : NULL;
}
