#include "utf8.h"

static bool starts_point(char c)
{
	return ((unsigned char)c & 0xc0) != 0x80;
}

static bool is_ascii(struct str text)
{
	for (size_t i = 0; i < text.n; i++)
		if ((unsigned char)text.s[i] >= 0x80)
			return false;
	return true;
}

struct utf8_offsets utf8_offsets_of(struct str text)
{
	bool mark = str_starts(text, STR("\xef\xbb\xbf"));

	return (struct utf8_offsets){text, is_ascii(text), 0, mark ? 3 : 0};
}

static size_t next(const struct utf8_offsets *p, size_t byte)
{
	do
		byte++;
	while (byte < p->text.n && !starts_point(p->text.s[byte]));
	return byte;
}

static size_t previous(const struct utf8_offsets *p, size_t byte)
{
	do
		byte--;
	while (byte > 0 && !starts_point(p->text.s[byte]));
	return byte;
}

size_t utf8_offset_at(struct utf8_offsets *p, size_t point)
{
	if (p->ascii)
		return point < p->text.n ? point : p->text.n;
	for (; p->point < point && p->byte < p->text.n; p->point++)
		p->byte = next(p, p->byte);
	for (; p->point > point && p->byte > 0; p->point--)
		p->byte = previous(p, p->byte);
	return p->byte;
}
