/* Patterns of case, [[ ]], ${x#…} and ${x/…/…}. */
#include "expansion.h"

/** Bytes of pattern compared that are one unit of work: a pattern of many stars is slow to fail. */
enum { WORK_UNIT = 16 };

/** The length of the [...] at s, 0 if it is not closed; *hit: whether c is in it. */
static size_t bracket(struct str p, char c, bool *hit)
{
	size_t i = 1;
	bool not = i < p.n && (p.s[i] == '!' || p.s[i] == '^'), classes = true;

	*hit = false;
	i += not ;
	for (size_t first = i; i < p.n && (p.s[i] != ']' || i == first); i++) {
		struct str rest = str_sub(p, i, p.n);
		size_t end = SIZE_MAX;

		/* Looked for once: without an end here, there is none further on. */
		if (classes && str_starts(rest, STR("[:"))) {
			end = str_find(rest, STR(":]"), 0);
			classes = end != SIZE_MAX;
		}
		if (end != SIZE_MAX) {
			struct str name = str_sub(rest, 2, end);
			bool alpha = (c | 32) >= 'a' && (c | 32) <= 'z',
			     digit = c >= '0' && c <= '9';

			*hit |= (str_is(name, "digit") && digit) ||
				(str_is(name, "alpha") && alpha) ||
				(str_is(name, "alnum") && (alpha || digit)) ||
				(str_is(name, "upper") && c >= 'A' && c <= 'Z') ||
				(str_is(name, "lower") && c >= 'a' && c <= 'z') ||
				(str_is(name, "space") && (c == ' ' || (c >= '\t' && c <= '\r')));
			i += end + 1;
			continue;
		}
		if (i + 2 < p.n && p.s[i + 1] == '-' && p.s[i + 2] != ']') {
			*hit |= c >= p.s[i] && c <= p.s[i + 2];
			i += 2;
			continue;
		}
		if (p.s[i] == '\\' && i + 1 < p.n)
			i++;
		*hit |= c == p.s[i];
	}
	if (i >= p.n)
		return 0;
	*hit = *hit != not ;
	return i + 1;
}

/** One pattern element against one byte: its length, and whether it matches. */
static size_t element(struct str p, char c, bool *hit)
{
	size_t n;

	if (p.s[0] == '?') {
		*hit = true;
		return 1;
	}
	if (p.s[0] == '\\' && p.n > 1) {
		*hit = p.s[1] == c;
		return 2;
	}
	if (p.s[0] == '[' && (n = bracket(p, c, hit)))
		return n;
	*hit = p.s[0] == c;
	return 1;
}

/** Whether the pattern matches the whole text; greedy with one place to go back to. Counts bytes compared. */
static bool whole(struct str p, struct str text, uint64_t most, uint64_t *steps)
{
	size_t i = 0, j = 0, star = SIZE_MAX, mark = 0;

	while (j < text.n) {
		bool hit = false;
		size_t n = 0;

		if (++*steps > most)
			return false;
		if (i < p.n && p.s[i] == '*') {
			star = ++i;
			mark = j;
			continue;
		}
		if (i < p.n)
			n = element(str_sub(p, i, p.n), text.s[j], &hit);
		if (i < p.n && p.s[i] == '[')
			*steps += n > 1 ? n : p.n - i;
		if (hit) {
			i += n;
			j++;
		} else if (star != SIZE_MAX) {
			i = star;
			j = ++mark;
		} else {
			return false;
		}
	}
	while (i < p.n && p.s[i] == '*')
		i++;
	return i == p.n;
}

bool sh_matches(struct sh_eval *ev, struct str pattern, struct str text)
{
	uint64_t most = (ev->state.work_max - ev->state.work) * WORK_UNIT, steps = 0;
	bool matches = whole(pattern, text, most, &steps);

	return sh_work(&ev->state, steps / WORK_UNIT + (steps > most)) && matches;
}

/** How many bytes a pattern matches that has neither stars nor brackets; SIZE_MAX: it has some. */
static size_t plain_width(struct str p)
{
	size_t n = 0;

	for (size_t i = 0; i < p.n; i++, n++) {
		if (p.s[i] == '*' || p.s[i] == '[')
			return SIZE_MAX;
		i += p.s[i] == '\\' && i + 1 < p.n;
	}
	return n;
}

size_t sh_match(struct sh_eval *ev, struct str pattern, struct str text, bool longest)
{
	uint64_t most = (ev->state.work_max - ev->state.work) * WORK_UNIT, steps = 0;
	size_t length = SIZE_MAX, width = plain_width(pattern);

	/* "/" in a long text is one byte wherever it is looked for: other lengths are not tried. */
	if (width != SIZE_MAX && width <= text.n && whole(pattern, str_sub(text, 0, width), most, &steps))
		length = width;
	for (size_t n = 0; width == SIZE_MAX && n <= text.n && length == SIZE_MAX && steps <= most; n++) {
		size_t tried = longest ? text.n - n : n;

		if (whole(pattern, str_sub(text, 0, tried), most, &steps))
			length = tried;
	}
	return sh_work(&ev->state, steps / WORK_UNIT + (steps > most)) ? length : SIZE_MAX;
}

bool sh_pattern(struct sh_eval *ev, const struct sh_word *word, struct str *out)
{
	struct sh_parts parts = sh_scalar(ev, word);
	struct str text;
	size_t n = 0;
	char *to;

	if (!sh_parts_known(ev->arena, parts, &text))
		return false;
	to = arena_news(ev->arena, char, text.n * 2 + 1);
	for (size_t i = 0; i < parts.n; i++) {
		const struct sh_part *part = sh_parts_at(parts, i);

		for (size_t j = 0; j < part->text.n; j++) {
			if (part->quoted)
				to[n++] = '\\';
			to[n++] = part->text.s[j];
		}
	}
	*out = (struct str){to, n};
	return true;
}
