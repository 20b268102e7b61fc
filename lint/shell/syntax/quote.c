/* '…' and $'…'. */
#include "lex.h"

#include <string.h>

/** Adds one decoded text that stands at the bytes from `from` to the position. */
static void add_decoded(struct sh_parser *p, struct sh_word *w, uint32_t from, struct str text)
{
	struct span at = sh_at(p, from);

	/* Never taken for verbatim. */
	if (at.len == text.n && text.n)
		at.len--;
	*vec_push(p->arena, w) =
	    (struct sh_piece){.kind = SH_TEXT, .quoted = true, .text = text, .at = at};
}

/** A character of a \u escape as UTF-8. */
static size_t utf8(uint32_t c, char *out)
{
	if (c < 0x80) {
		out[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		out[0] = (char)(0xc0 | c >> 6);
		out[1] = (char)(0x80 | (c & 63));
		return 2;
	}
	if (c < 0x10000) {
		out[0] = (char)(0xe0 | c >> 12);
		out[1] = (char)(0x80 | (c >> 6 & 63));
		out[2] = (char)(0x80 | (c & 63));
		return 3;
	}
	out[0] = (char)(0xf0 | (c >> 18 & 7));
	out[1] = (char)(0x80 | (c >> 12 & 63));
	out[2] = (char)(0x80 | (c >> 6 & 63));
	out[3] = (char)(0x80 | (c & 63));
	return 4;
}

/** Digits of a base, at most max; moves the position behind them. */
static uint32_t digits(struct sh_parser *p, unsigned base, int max)
{
	uint32_t value = 0;

	for (int n = 0; n < max; n++, p->p++) {
		int c = sh_ahead(p, 0);
		unsigned d = c >= '0' && c <= '9'		  ? (unsigned)(c - '0')
			     : (c | 32) >= 'a' && (c | 32) <= 'f' ? (unsigned)((c | 32) - 'a' + 10)
								  : 99;

		if (c < 0 || d >= base)
			break;
		value = value * base + d;
	}
	return value;
}

/** One escape of $'…', the position behind its backslash; bytes to out, their number back. */
static size_t ansi_escape(struct sh_parser *p, char *out)
{
	static const char from[] = "abeEfnrtv\\'\"?", to[] = "\a\b\033\033\f\n\r\t\v\\'\"?";
	int c = sh_ahead(p, 0);
	const char *hit = c > 0 ? strchr(from, c) : NULL;

	if (hit) {
		p->p++;
		out[0] = to[hit - from];
		return 1;
	}
	if (c >= '0' && c <= '7') {
		out[0] = (char)digits(p, 8, 3);
		return 1;
	}
	if (c == 'x' || c == 'u' || c == 'U') {
		p->p++;
		return utf8(digits(p, 16, c == 'x' ? 2 : c == 'u' ? 4 : 8), out);
	}
	out[0] = '\\';
	return 1;
}

/** $'…', the position behind the opening quote. */
void sh_ansi_quoted(struct sh_parser *p, struct sh_word *w, uint32_t from)
{
	uint32_t start = p->p, close = start;
	char *out;
	size_t n = 0;

	while (close < p->end && p->src->text.s[close] != '\'')
		close += p->src->text.s[close] == '\\' && close + 1 < p->end ? 2 : 1;
	/* An escape of two bytes and more gives at most four, \u of six at most three. */
	out = arena_news(p->arena, char, (size_t)(close - start) * 2 + 4);
	while (p->p < close) {
		char c = p->src->text.s[p->p++];

		if (c == '\\' && p->p < close)
			n += ansi_escape(p, out + n);
		else
			out[n++] = c;
	}
	p->p = close < p->end ? close + 1 : close;
	add_decoded(p, w, from, (struct str){out, n});
}

/** '…', the position behind the opening quote. */
void sh_single_quoted(struct sh_parser *p, struct sh_word *w)
{
	size_t close = str_chr(str_sub(p->src->text, 0, p->end), '\'', p->p);
	uint32_t to = close == SIZE_MAX ? p->end : (uint32_t)close;

	/* A line at a time: where the source is in segments, a segment ends with its line. */
	do {
		size_t line = p->src->n_segments ? str_chr(str_sub(p->src->text, 0, to), '\n', p->p)
						 : SIZE_MAX;
		uint32_t stop = line == SIZE_MAX ? to : (uint32_t)line + 1;

		sh_add_source(p, w, p->p, stop, true);
		p->p = stop;
	} while (p->p < to);
	p->p = to < p->end ? to + 1 : to;
}
