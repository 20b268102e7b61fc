#include "printable.h"

#include "core/base/base.h"
#include "utf8.h"

#include <stdio.h>
#include <string.h>

/* Unicode 15, property Bidi_Control, with the separators and the invisible byte order mark. */
static bool is_treacherous(uint32_t point)
{
	return point < 0x20 || (point >= 0x7f && point < 0xa0) || point == 0x61c ||
	       point == 0x200e || point == 0x200f || (point >= 0x2028 && point <= 0x202e) ||
	       (point >= 0x2066 && point <= 0x2069) || point == 0xfeff;
}

static bool is_legacy_command(struct str s, size_t at)
{
	return str_starts(str_sub(s, at, s.n), STR("##["));
}

bool printable_is_order(struct str s, size_t at, uint32_t point)
{
	return is_treacherous(point) || is_legacy_command(s, at);
}

static bool is_clean(struct str s)
{
	uint32_t point;
	size_t n;

	for (size_t at = 0; at < s.n; at += n) {
		n = utf8_length(s, at, &point);
		if (n == 0 || printable_is_order(s, at, point))
			return false;
	}
	return true;
}

/* The longest form of one input byte: "\x1b"; of a sequence of two or more: "\u{10ffff}". */
enum { GROWTH = 5 };

struct str printable(struct arena *a, struct str s)
{
	char *out;
	size_t n = 0;
	size_t length, room;
	uint32_t point = 0;

	if (is_clean(s))
		return s;
	room = s.n * GROWTH + 1;
	out = arena_alloc(a, room, 1);
	for (size_t at = 0; at < s.n; at += length) {
		length = utf8_length(s, at, &point);
		if (length == 0) {
			n += (size_t)snprintf(out + n, room - n, "\\x%02x",
					      (unsigned)s.s[at] & 0xff);
			length = 1;
		} else if (point == '\n' || point == '\t') {
			n += (size_t)snprintf(out + n, room - n, point == '\n' ? "\\n" : "\\t");
		} else if (is_treacherous(point)) {
			n += (size_t)snprintf(out + n, room - n,
					      point < 0x80 ? "\\x%02x" : "\\u{%x}", point);
		} else if (is_legacy_command(s, at)) {
			n += (size_t)snprintf(out + n, room - n, "#\\#[");
			length = 3;
		} else {
			memcpy(out + n, s.s + at, length);
			n += length;
		}
	}
	return (struct str){out, n};
}

struct str printable_utf8(struct arena *a, struct str s)
{
	char *out = NULL;
	size_t length, ascii = 0, n;
	uint32_t point;

	while (ascii < s.n && (unsigned char)s.s[ascii] < 0x80)
		ascii++;
	n = ascii;
	for (size_t at = ascii; at < s.n; at += length) {
		length = utf8_length(s, at, &point);
		if (length == 0 && !out) {
			out = arena_alloc(a, s.n * 3, 1);
			memcpy(out, s.s, at);
			n = at;
		}
		if (out)
			memcpy(out + n, length ? s.s + at : "\xef\xbf\xbd", length ? length : 3);
		n += length ? length : 3;
		length += length == 0;
	}
	return out ? (struct str){out, n} : s;
}

struct str printable_cut(struct arena *a, struct str s, size_t max)
{
	if (s.n <= max)
		return s;
	while (max && ((unsigned char)s.s[max] & 0xc0) == 0x80)
		max--;
	return str_cat(a, str_sub(s, 0, max), STR("\xe2\x80\xa6"));
}

bool printable_is_command(struct str line)
{
	static const char *const spaces[] = {
	    "\xc2\x85",	    "\xc2\xa0",	    "\xe1\x9a\x80", "\xe2\x80\x80", "\xe2\x80\x81",
	    "\xe2\x80\x82", "\xe2\x80\x83", "\xe2\x80\x84", "\xe2\x80\x85", "\xe2\x80\x86",
	    "\xe2\x80\x87", "\xe2\x80\x88", "\xe2\x80\x89", "\xe2\x80\x8a", "\xe2\x80\xa8",
	    "\xe2\x80\xa9", "\xe2\x80\xaf", "\xe2\x81\x9f", "\xe3\x80\x80"};
	size_t skipped;

	do {
		skipped = line.n;
		line = str_trim(line);
		for (size_t i = 0; i < sizeof(spaces) / sizeof(*spaces); i++)
			if (str_starts(line, str_of(spaces[i])))
				line = str_sub(line, str_of(spaces[i]).n, line.n);
	} while (line.n != skipped);
	return str_starts(line, STR("::"));
}
