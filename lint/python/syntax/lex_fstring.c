#include "lexer.h"

void lexer_fstring_abandon(struct lexer *l, enum py_lex_error why)
{
	uint32_t from = l->at;

	while (l->n_frames) {
		const struct frame *f = &l->frames[--l->n_frames];

		if (f->kind != FRAME_TEXT && l->depth >= f->depth)
			l->depth = f->depth - 1;
	}
	l->at = lexer_line_end(l, l->at);
	lexer_error(l, why, from, l->at);
}

void lexer_fstring(struct lexer *l, uint32_t from, bool raw)
{
	unsigned char quote = l->s[l->at];
	bool triple = lexer_peek(l, l->at + 1) == quote && lexer_peek(l, l->at + 2) == quote;

	if (l->n_frames == FRAMES_MAX) {
		lexer_fstring_abandon(l, LEX_DEPTH);
		return;
	}
	l->at += triple ? 3 : 1;
	lexer_push(l, TOK_FSTRING_START, from, l->at);
	l->frames[l->n_frames++] =
	    (struct frame){.kind = FRAME_TEXT, .quote = quote, .triple = triple, .raw = raw};
}

bool lexer_fstring_delimiter(struct lexer *l, enum tok kind)
{
	struct frame *f = &l->frames[l->n_frames - 1];

	if (l->depth != f->depth)
		return false;
	if (kind == TOK_RBRACE) {
		lexer_push(l, TOK_RBRACE, l->at, l->at + 1);
		l->at++;
		l->depth--;
		l->n_frames--;
		return true;
	}
	if (kind == TOK_COLON || kind == TOK_COLON_EQUAL) {
		lexer_push(l, TOK_COLON, l->at, l->at + 1);
		l->at++;
		f->kind = FRAME_SPEC;
		return true;
	}
	return kind == TOK_RPAR || kind == TOK_RSQB ? (lexer_fstring_abandon(l, LEX_FSTRING), true)
						    : false;
}

/* Length of what stands for itself at an offset of an f-string's text: a byte, an escape, a doubled
 * brace. 0 for the end of the text: a brace, the quote, a line end, the end of the file. */
static uint32_t text_step(const struct lexer *l, const struct frame *f, uint32_t at)
{
	unsigned char c = l->s[at], next = lexer_peek(l, at + 1);

	if (c == '{' || c == '}')
		return f->kind == FRAME_TEXT && next == c ? 2 : 0;
	if (c == f->quote)
		return f->triple && (next != c || lexer_peek(l, at + 2) != c) ? 1 : 0;
	if (c == '\n' || c == '\r')
		return f->triple ? 1 : 0;
	if (c != '\\' || next == '{' || next == '}' || at + 1 >= l->n)
		return 1;
	if (next == 'N' && !f->raw && lexer_peek(l, at + 2) == '{') {
		size_t end = str_chr(str_sub(l->text, 0, lexer_line_end(l, at)), '}', at);

		return end == SIZE_MAX ? 3 : (uint32_t)end + 1 - at;
	}
	return next == '\r' && lexer_peek(l, at + 2) == '\n' ? 3 : 2;
}

void lexer_fstring_text(struct lexer *l)
{
	struct frame *f = &l->frames[l->n_frames - 1];
	uint32_t from = l->at, at = from, step;

	while (at < l->n && (step = text_step(l, f, at)))
		at += step;
	if (at > from)
		lexer_push(l, TOK_FSTRING_MIDDLE, from, at);
	l->at = at;
	if (lexer_peek(l, at) == '{' && l->n_frames < FRAMES_MAX) {
		lexer_push(l, TOK_LBRACE, at, at + 1);
		l->frames[l->n_frames++] = (struct frame){.kind = FRAME_FIELD,
							  .quote = f->quote,
							  .triple = f->triple,
							  .raw = f->raw,
							  .depth = ++l->depth};
		l->at++;
	} else if (f->kind == FRAME_SPEC && lexer_peek(l, at) == '}') {
		lexer_push(l, TOK_RBRACE, at, at + 1);
		l->depth--;
		l->n_frames--;
		l->at++;
	} else if (f->kind == FRAME_TEXT && lexer_peek(l, at) == f->quote) {
		l->at += f->triple ? 3 : 1;
		lexer_push(l, TOK_FSTRING_END, at, l->at);
		l->n_frames--;
	} else {
		lexer_fstring_abandon(l,
				      lexer_peek(l, at) == '}' ? LEX_FSTRING_BRACE : LEX_FSTRING);
	}
}
