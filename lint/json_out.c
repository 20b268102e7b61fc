#include "json_out.h"

#include "printable.h"

#include <inttypes.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

static void before_value(struct json_out *j)
{
	if (!j->keyed && j->depth) {
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
	if (!j->first) {
		out_text(j->out, "\n");
		out_repeat(j->out, "  ", j->depth);
	}
	out_put(j->out, (struct str){&bracket, 1});
	j->first = false;
}

static void put_string(struct out *out, struct str s)
{
	s = printable_utf8(out->arena, s);
	out_text(out, "\"");
	for (size_t i = 0; i < s.n; i++) {
		char c = s.s[i];

		if (c == '"' || c == '\\')
			out_fmt(out, "\\%c", c);
		else if (c == '\n')
			out_text(out, "\\n");
		else if (c == '\t')
			out_text(out, "\\t");
		else if ((unsigned char)c < ' ' || c == 0x7f)
			out_fmt(out, "\\u%04x", (unsigned)c & 0xff);
		else
			out_put(out, str_sub(s, i, i + 1));
	}
	out_text(out, "\"");
}

void json_key(struct json_out *j, const char *key)
{
	before_value(j);
	put_string(j->out, str_of(key));
	out_text(j->out, ": ");
	j->keyed = true;
}

void json_str(struct json_out *j, struct str s)
{
	before_value(j);
	put_string(j->out, s);
}

void json_int(struct json_out *j, int64_t i)
{
	before_value(j);
	out_fmt(j->out, "%" PRId64, i);
}

void json_uint(struct json_out *j, uint64_t u)
{
	before_value(j);
	out_fmt(j->out, "%" PRIu64, u);
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
