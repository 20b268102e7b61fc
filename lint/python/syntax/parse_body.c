/*
 * Bodies of functions that are parsed when they are asked for. A body is whole lines between a line's
 * end and the dedent behind it, so that it can be cut into tokens by itself.
 */
#include "parse.h"

/* The TOK_DEDENT of the block whose TOK_INDENT is given; NULL if the block has to be parsed at once. */
static const struct token *block_end(const struct token *t)
{
	uint32_t depth = 0;

	for (; t->kind != TOK_END; t++) {
		depth += t->kind == TOK_INDENT;
		depth -= t->kind == TOK_DEDENT;
		/* Whether the function is a generator is known once it is parsed. */
		if (depth == 0 || t->kind == TOK_YIELD)
			break;
	}
	return t->kind == TOK_DEDENT ? t : NULL;
}

bool py_skip_body(struct parser *p, struct py_body *body)
{
	const struct token *t = p->t, *end, *last;

	if (!p->outline || t[0].kind != TOK_COLON || t[1].kind != TOK_NEWLINE ||
	    t[2].kind != TOK_INDENT)
		return false;
	end = last = block_end(t + 2);
	if (!end)
		return false;
	for (; last[-1].len == 0; last--)
		/* A lone "!" or "?" is a statement of no length, and ends the function all the same. */
		if (last[-1].kind == TOK_SHELL || last[-1].kind == TOK_MAGIC)
			return false;
	/* A ';' belongs to no statement. */
	if (last[-1].kind == TOK_SEMI)
		return false;
	*body = (struct py_body){.from = t[1].off, .to = end->off, .depth = p->depth};
	p->end = last[-1].off + last[-1].len;
	p->t = end + 1;
	return true;
}

void py_parse_body(struct arena *a, struct py_lexicon *lexicon, const struct py_module *module,
		   struct py_body *body)
{
	struct py_lexed lexed;
	struct py_module of = *module;
	struct parser p;

	if (!body->to)
		return;
	lexed = py_lex_lines(a, lexicon, module->file, module->text, body->from, body->to);
	p = py_parser(a, lexicon, &of, &lexed);
	p.depth = body->depth;
	py_accept(&p, TOK_INDENT);
	py_statements(&p, &body->block);
	body->docstring = py_docstring(&body->block);
	body->to = 0;
}
