#include "lexer.h"

void lexer_number(struct lexer *l)
{
	uint32_t from = l->at, at = from, word;
	size_t n;

	while (at < l->n && lexer_byte(l, at) == BYTE_DIGIT)
		at++;
	/* Most numbers are plain decimals. */
	if (lexer_peek(l, at) == '.' || lexer_peek(l, at) == '_' || lexer_in_name(l, at) ||
	    l->s[from] == '0' || at == from) {
		n = py_lexicon_match(l->lx, REGEX_NUMBER, l->text, from);
		at = from + (uint32_t)n;
	}
	/* "1if x else 2" is allowed, "1x" is not. */
	for (word = at; lexer_in_name(l, word);)
		word++;
	if (at == from ||
	    (word > at && (lexer_byte(l, at) == BYTE_DIGIT ||
			   py_lexicon_keyword(l->lx, l->s + at, word - at) == TOK_NAME))) {
		at = word > at ? word : at + 1;
		lexer_error(l, LEX_NUMBER, from, at);
	} else {
		lexer_push(l, TOK_NUMBER, from, at);
	}
	l->at = at;
}

void lexer_string(struct lexer *l, uint32_t from)
{
	unsigned char quote = l->s[l->at];
	size_t n = py_lexicon_match(l->lx, quote == '"' ? REGEX_DOUBLE_QUOTED : REGEX_SINGLE_QUOTED,
				    l->text, l->at);

	if (n) {
		l->at += (uint32_t)n;
		lexer_push(l, TOK_STRING, from, l->at);
		return;
	}
	if (l->n_frames) {
		lexer_fstring_abandon(l, LEX_FSTRING);
		return;
	}
	if (lexer_peek(l, l->at + 1) == quote && lexer_peek(l, l->at + 2) == quote) {
		l->at = l->n;
		lexer_error(l, LEX_TRIPLE, from, l->at);
		return;
	}
	l->at = lexer_line_end(l, l->at);
	lexer_error(l, LEX_STRING, from, l->at);
}

/* What a prefix of one or two letters in front of a quote makes: 'f' (also t), 's', or 0 for none. */
static char prefix_kind(const unsigned char *s, size_t n, bool *raw)
{
	unsigned char a = s[0] | 0x20, b = n > 1 ? s[1] | 0x20 : '\0';

	*raw = a == 'r' || b == 'r';
	if (a == 'r' && n > 1) {
		a = b;
		b = 'r';
	}
	if (n > 2 || (n > 1 && (b != 'r' || a == 'u' || a == 'r')))
		return '\0';
	if (a == 'f' || a == 't')
		return 'f';
	return a == 'r' || a == 'b' || a == 'u' ? 's' : '\0';
}

void lexer_name(struct lexer *l)
{
	uint32_t from = l->at, at = from;
	char kind;
	bool raw;

	while (at < l->n && (lexer_byte(l, at) == BYTE_NAME || lexer_byte(l, at) == BYTE_DIGIT))
		at++;
	l->at = at;
	if (at < l->n && lexer_byte(l, at) == BYTE_QUOTE && at - from <= 2) {
		kind = prefix_kind(l->s + from, at - from, &raw);
		if (kind == 'f')
			lexer_fstring(l, from, raw);
		else if (kind == 's')
			lexer_string(l, from);
		if (kind)
			return;
	}
	if (at < l->n && lexer_byte(l, at) == BYTE_HIGH) {
		struct str rest;
		size_t n;

		while (lexer_in_name(l, l->at))
			l->at++;
		rest = str_sub(l->text, from, l->at);
		n = py_lexicon_match(l->lx, REGEX_UNICODE_NAME, rest, 0);
		if (n != rest.n) {
			lexer_error(l, LEX_CHARACTER, from, l->at);
			return;
		}
		lexer_push(l, TOK_NAME, from, l->at);
		return;
	}
	lexer_push(l, py_lexicon_keyword(l->lx, l->s + from, at - from), from, at);
}
