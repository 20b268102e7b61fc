#include "literal.h"

#include <string.h>

struct py_prefix py_prefix_of(struct str token)
{
	struct py_prefix is = {0};
	size_t i = 0;

	for (; i < token.n && token.s[i] != '"' && token.s[i] != '\''; i++) {
		char c = (char)(token.s[i] | 0x20);

		is.raw |= c == 'r';
		is.bytes |= c == 'b';
		is.formatted |= c == 'f';
		is.template_string |= c == 't';
	}
	is.prefix = (uint8_t)i;
	is.quotes = token.n >= i + 3 && token.s[i + 1] == token.s[i] && token.s[i + 2] == token.s[i]
			? 3
			: 1;
	return is;
}

bool py_literal_plain(struct str body, struct py_yaml_value how)
{
	bool high = false;

	for (size_t i = 0; i < body.n; i++) {
		char c = body.s[i];

		if ((c == '\\' && !how.raw) || c == '\r')
			return false;
		high |= (signed char)c < 0;
	}
	/* High bytes are checked by the decoder. */
	return !high;
}

size_t py_literal_room(size_t n, enum py_encoding encoding)
{
	return encoding == PY_LATIN1 ? 2 * n : n;
}

static void put(struct py_text *out, unsigned c)
{
	if (out->n < out->room)
		out->at[out->n++] = (char)c;
}

/* UTF-8; surrogates too, as Python's "surrogatepass" does. */
static void put_point(struct py_text *out, uint32_t c)
{
	if (c < 0x80) {
		put(out, c);
		return;
	}
	if (c < 0x800) {
		put(out, 0xc0 | c >> 6);
	} else {
		if (c < 0x10000) {
			put(out, 0xe0 | c >> 12);
		} else {
			put(out, 0xf0 | c >> 18);
			put(out, 0x80 | (c >> 12 & 0x3f));
		}
		put(out, 0x80 | (c >> 6 & 0x3f));
	}
	put(out, 0x80 | (c & 0x3f));
}

static int digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	c = (char)(c | 0x20);
	return c >= 'a' && c <= 'f' ? c - 'a' + 10 : 99;
}

/* Up to max digits of a base from an offset; returns their number. */
static size_t digits(struct str s, size_t from, size_t max, int base, uint32_t *value)
{
	size_t n = 0;

	*value = 0;
	for (; n < max && from + n < s.n && digit(s.s[from + n]) < base; n++)
		*value = *value * (uint32_t)base + (uint32_t)digit(s.s[from + n]);
	return n;
}

/* \ooo, \xhh, \uhhhh, \Uhhhhhhhh: the letter stands at an offset. Bytes taken; 0: refused. */
static size_t numeric(struct py_text *out, struct str s, size_t at, struct py_yaml_value how)
{
	char letter = s.s[at];
	size_t width = letter == 'x' ? 2 : letter == 'u' ? 4 : 8, n;
	uint32_t value;

	if (letter >= '0' && letter <= '7') {
		n = digits(s, at, 3, 8, &value);
		if (how.bytes)
			put(out, value & 0xff);
		else
			put_point(out, value);
		return n;
	}
	n = digits(s, at + 1, width, 16, &value);
	if (n != width || value > 0x10ffff)
		return 0;
	if (how.bytes)
		put(out, value);
	else
		put_point(out, value);
	return width + 1;
}

/* "\\N{…}": the names of Unicode are not at hand. Bytes taken; 0: refused. */
static size_t named(struct py_text *out, struct str s, size_t at, bool *inexact)
{
	size_t end = str_chr(s, '}', at);

	if (at + 2 >= s.n || s.s[at + 2] != '{' || end == SIZE_MAX)
		return 0;
	*inexact = true;
	for (size_t i = at; i <= end; i++)
		put(out, (unsigned char)s.s[i]);
	return end + 1 - at;
}

/* An escape whose backslash stands at an offset, a byte behind it. Bytes taken; 0: refused. */
static size_t escape(struct py_text *out, struct str s, size_t at, struct py_yaml_value how,
		     bool *inexact)
{
	static const char letters[] = "abfnrtv\\'\"", values[] = "\a\b\f\n\r\t\v\\'\"";
	char c = s.s[at + 1];
	const char *simple = c ? strchr(letters, c) : NULL;
	size_t n;

	if (simple) {
		put(out, (unsigned char)values[simple - letters]);
		return 2;
	}
	if (c == '\n')
		return 2;
	if (c == '\r')
		return at + 2 < s.n && s.s[at + 2] == '\n' ? 3 : 2;
	if ((c >= '0' && c <= '7') || c == 'x' || (!how.bytes && (c == 'u' || c == 'U'))) {
		n = numeric(out, s, at + 1, how);
		return n ? n + 1 : 0;
	}
	if (c == 'N' && !how.bytes)
		return named(out, s, at, inexact);
	/* Python keeps the backslash of an escape that it does not know. */
	put(out, '\\');
	return 1;
}

/* Length of the UTF-8 sequence at an offset, by the table of the Unicode standard (3-7); 0: invalid. */
static size_t utf8(struct str s, size_t at)
{
	const unsigned char *b = (const unsigned char *)s.s + at;
	size_t n = b[0] < 0xc2 ? 0 : b[0] < 0xe0 ? 2 : b[0] < 0xf0 ? 3 : b[0] < 0xf5 ? 4 : 0;

	if (n == 0 || s.n - at < n)
		return 0;
	for (size_t i = 1; i < n; i++)
		if ((b[i] & 0xc0) != 0x80)
			return 0;
	if ((b[0] == 0xe0 && b[1] < 0xa0) || (b[0] == 0xed && b[1] > 0x9f) ||
	    (b[0] == 0xf0 && b[1] < 0x90) || (b[0] == 0xf4 && b[1] > 0x8f))
		return 0;
	return n;
}

/* A byte above 127 and what belongs to it. Bytes taken. */
static size_t high(struct py_text *out, struct str s, size_t at, struct py_yaml_value how,
		   bool *inexact)
{
	size_t n = how.encoding == PY_UTF8 ? utf8(s, at) : 0;

	if (how.encoding == PY_LATIN1 && !how.bytes) {
		put_point(out, (unsigned char)s.s[at]);
		return 1;
	}
	*inexact |= n == 0;
	n += n == 0;
	for (size_t i = 0; i < n; i++)
		put(out, (unsigned char)s.s[at + i]);
	return n;
}

bool py_literal_decode(struct py_text *out, struct str s, struct py_yaml_value how, bool *inexact)
{
	for (size_t i = 0; i < s.n;) {
		char c = s.s[i];

		if ((signed char)c < 0) {
			i += high(out, s, i, how, inexact);
		} else if (c == '\r') {
			put(out, '\n');
			i += i + 1 < s.n && s.s[i + 1] == '\n' ? 2 : 1;
		} else if (c == '\\' && !how.raw && i + 1 < s.n) {
			size_t n = escape(out, s, i, how, inexact);

			if (n == 0)
				return false;
			i += n;
		} else {
			put(out, (unsigned char)c);
			/* "{{" and "}}"; the lexer left no single brace in the text. */
			i += how.braces && (c == '{' || c == '}') ? 2 : 1;
		}
	}
	return true;
}
