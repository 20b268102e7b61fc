#include "json_writer.h"

#include "printable.h"
#include "utf8.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void before_value(struct json_out *j)
{
	if (!j->keyed && j->depth && j->line) {
		out_text(j->out, j->first ? "" : ",");
	} else if (!j->keyed && j->depth) {
		out_text(j->out, j->first ? "\n" : ",\n");
		out_repeat(j->out, "  ", j->depth);
	}
	j->first = false;
	j->keyed = false;
}

void json_open(struct json_out *j, char bracket)
{
	before_value(j);
	out_put(j->out, (struct str){&bracket, 1});
	j->depth++;
	j->first = true;
}

void json_close(struct json_out *j, char bracket)
{
	j->depth--;
	if (!j->first && !j->line) {
		out_text(j->out, "\n");
		out_repeat(j->out, "  ", j->depth);
	}
	out_put(j->out, (struct str){&bracket, 1});
	j->first = false;
}

/** One code point as \u escapes: a pair of surrogates beyond the basic plane. */
static void put_escape(struct out *out, uint32_t point)
{
	if (point < 0x10000)
		out_fmt(out, "\\u%04x", point);
	else
		out_fmt(out, "\\u%04x\\u%04x", 0xd7c0 + (point >> 10), 0xdc00 + (point & 0x3ff));
}

/** How many bytes from a place on stand for themselves, as almost all do. */
static size_t plain_bytes(struct str s, size_t from)
{
	size_t at = from;

	while (at < s.n && s.s[at] >= ' ' && s.s[at] <= '~' && s.s[at] != '"' && s.s[at] != '\\' && s.s[at] != '#')
		at++;
	return at - from;
}

/**
 * Besides what JSON demands, all that a terminal or a log could take for an order is escaped: a log
 * of our output is still JSON, and still inert.
 */
static void put_string(struct out *out, struct str s)
{
	size_t n;

	s = printable_utf8(out->arena, s);
	out_text(out, "\"");
	for (size_t i = 0; i < s.n; i += n) {
		uint32_t point = 0;

		n = plain_bytes(s, i);
		if (n) {
			out_put(out, str_sub(s, i, i + n));
			continue;
		}
		n = utf8_length(s, i, &point);
		if (point == '"' || point == '\\')
			out_fmt(out, "\\%c", (int)point);
		else if (point == '\n')
			out_text(out, "\\n");
		else if (point == '\t')
			out_text(out, "\\t");
		else if (printable_is_order(s, i, point))
			put_escape(out, point);
		else
			out_put(out, str_sub(s, i, i + n));
	}
	out_text(out, "\"");
}

void json_key(struct json_out *j, const char *key)
{
	before_value(j);
	put_string(j->out, str_of(key));
	out_text(j->out, j->line ? ":" : ": ");
	j->keyed = true;
}

void json_str(struct json_out *j, struct str s)
{
	before_value(j);
	put_string(j->out, s);
}

/** Places are most of a report's numbers: each is written without reading a format. */
static void put_number(struct out *out, bool negative, uint64_t u)
{
	enum { DIGITS_MAX = 20 };
	char text[1 + DIGITS_MAX];
	size_t at = sizeof(text);

	do {
		text[--at] = (char)('0' + u % 10);
		u /= 10;
	} while (u);
	if (negative)
		text[--at] = '-';
	out_put(out, (struct str){text + at, sizeof(text) - at});
}

void json_int(struct json_out *j, int64_t i)
{
	before_value(j);
	put_number(j->out, i < 0, i < 0 ? -(uint64_t)i : (uint64_t)i);
}

void json_uint(struct json_out *j, uint64_t u)
{
	before_value(j);
	put_number(j->out, false, u);
}

void json_real(struct json_out *j, double r)
{
	char text[40];
	int digits = 1;

	if (!isfinite(r)) {
		json_null(j);
		return;
	}
	before_value(j);
	/* The fewest digits that read back as the same number. */
	for (; digits < 17; digits++) {
		double back;

		snprintf(text, sizeof(text), "%.*g", digits, r);
		back = strtod(text, NULL);
		if (back >= r && back <= r)
			break;
	}
	out_fmt(j->out, "%.*g", digits, r);
}

void json_bool(struct json_out *j, bool b)
{
	before_value(j);
	out_text(j->out, b ? "true" : "false");
}

void json_null(struct json_out *j)
{
	before_value(j);
	out_text(j->out, "null");
}
