/*
 * Trees of which the bodies of functions were left out (py_parse_outline), completed: they must be what
 * py_parse() makes at once.
 */
#ifndef TESTS_SUPPORT_OUTLINE_H
#define TESTS_SUPPORT_OUTLINE_H

#include "lint/python/syntax/syntax.h"

/** Parses the bodies of all functions of a block. */
static void outline_fill(struct arena *a, struct py_lexicon *lexicon, const struct py_module *m,
			 const struct py_block *block)
{
	for (size_t i = 0; i < block->n; i++) {
		struct py_stmt *s = block->at[i];
		const struct py_block *inner[4] = {0};
		size_t n = 0;

		switch ((int)s->kind) {
		case STMT_FUNCTION:
			py_parse_body(a, lexicon, m, s->as.function->body);
			inner[n++] = &s->as.function->body->block;
			break;
		case STMT_CLASS:
			inner[n++] = &s->as.class_->body;
			break;
		case STMT_IF:
			inner[n++] = &s->as.branch.body;
			inner[n++] = &s->as.branch.orelse;
			break;
		case STMT_FOR:
		case STMT_WHILE:
			inner[n++] = s->kind == STMT_FOR ? &s->as.loop.body : &s->as.branch.body;
			inner[n++] =
			    s->kind == STMT_FOR ? &s->as.loop.orelse : &s->as.branch.orelse;
			break;
		case STMT_WITH:
			inner[n++] = &s->as.with.body;
			break;
		case STMT_TRY:
			inner[n++] = &s->as.attempt.body;
			inner[n++] = &s->as.attempt.orelse;
			inner[n++] = &s->as.attempt.finally;
			for (size_t k = 0; k < s->as.attempt.n_handlers; k++)
				outline_fill(a, lexicon, m, &s->as.attempt.handlers[k].body);
			break;
		case STMT_MATCH:
			for (size_t k = 0; k < s->as.match.n; k++)
				outline_fill(a, lexicon, m, &s->as.match.at[k].body);
			break;
		}
		for (size_t k = 0; k < n; k++)
			outline_fill(a, lexicon, m, inner[k]);
	}
}

/** The whole tree of a text, made in two steps. */
static struct py_module *outline_parse(struct arena *a, struct py_lexicon *lexicon, uint32_t file,
				       struct str text)
{
	struct py_module *m = py_parse_outline(a, lexicon, file, text);

	outline_fill(a, lexicon, m, &m->body);
	return m;
}

#endif
