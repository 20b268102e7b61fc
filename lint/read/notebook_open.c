#include "notebook_open.h"

static bool is_triple(struct str line, size_t at, char quote)
{
	return at + 2 < line.n && line.s[at] == quote && line.s[at + 1] == quote && line.s[at + 2] == quote;
}

/* The place behind the string of three quotes that is open; the line's end if it goes on. */
static size_t close_triple(struct notebook_open *o, struct str line, size_t at)
{
	for (; at < line.n; at++) {
		if (line.s[at] == '\\') {
			at++;
		} else if (is_triple(line, at, o->quote)) {
			o->quote = 0;
			return at + 3;
		}
	}
	return line.n;
}

/* The place behind a string of one line. */
static size_t skip_string(struct str line, size_t at)
{
	char quote = line.s[at];

	for (at++; at < line.n && line.s[at] != quote && line.s[at] != '\n'; at++)
		if (line.s[at] == '\\')
			at++;
	return at + 1;
}

void notebook_open_line(struct notebook_open *o, struct str line)
{
	size_t at = 0;

	while (at < line.n) {
		char c = line.s[at];

		if (o->quote) {
			at = close_triple(o, line, at);
		} else if (c == '#') {
			return;
		} else if ((c == '"' || c == '\'') && is_triple(line, at, c)) {
			o->quote = c;
			at += 3;
		} else if (c == '"' || c == '\'') {
			at = skip_string(line, at);
		} else {
			o->brackets += c == '(' || c == '[' || c == '{';
			o->brackets -= (c == ')' || c == ']' || c == '}') && o->brackets;
			at++;
		}
	}
}
