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

size_t utf8_length(struct str s, size_t at, uint32_t *point)
{
	static const uint32_t least[] = {0, 0, 0x80, 0x800, 0x10000};
	unsigned char c = (unsigned char)s.s[at];
	size_t n = c < 0x80 ? 1 : c < 0xc0 ? 0 : c < 0xe0 ? 2 : c < 0xf0 ? 3 : c < 0xf8 ? 4 : 0;

	if (n == 0 || s.n - at < n)
		return 0;
	*point = n == 1 ? c : c & (0x7fu >> n);
	for (size_t i = 1; i < n; i++) {
		c = (unsigned char)s.s[at + i];
		if ((c & 0xc0) != 0x80)
			return 0;
		*point = *point << 6 | (c & 0x3f);
	}
	if (*point < least[n] || *point > 0x10ffff || (*point >= 0xd800 && *point <= 0xdfff))
		return 0;
	return n;
}
