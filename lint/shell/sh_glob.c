/* Patterns of case, [[ ]], ${x#…} and ${x/…/…}. */
#include "sh_eval.h"

/** Comparisons for one match: a pattern of many stars over a long text is slow to fail. */
enum { STEPS_MAX = 200000 };

/** The length of the [...] at s, 0 if it is not closed; *hit: whether c is in it. */
static size_t bracket(struct str p, char c, bool *hit)
{
	size_t i = 1;
	bool not = i < p.n && (p.s[i] == '!' || p.s[i] == '^');

	*hit = false;
	i += not ;
	for (size_t first = i; i < p.n && (p.s[i] != ']' || i == first); i++) {
		struct str rest = str_sub(p, i, p.n);

		if (str_starts(rest, STR("[:")) && str_find(rest, STR(":]"), 0) != SIZE_MAX) {
			size_t end = str_find(rest, STR(":]"), 0);
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

/** Whether the pattern matches the whole text; greedy with one place to go back to. */
static bool whole(struct str p, struct str text, int *steps)
{
	size_t i = 0, j = 0, star = SIZE_MAX, mark = 0;

	while (j < text.n) {
		bool hit = false;
		size_t n = 0;

		if (--*steps < 0)
			return false;
		if (i < p.n && p.s[i] == '*') {
			star = ++i;
			mark = j;
			continue;
		}
		if (i < p.n)
			n = element(str_sub(p, i, p.n), text.s[j], &hit);
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

bool sh_matches(struct str pattern, struct str text)
{
	int steps = STEPS_MAX;

	return whole(pattern, text, &steps);
}

size_t sh_match(struct str pattern, struct str text, bool longest)
{
	int steps = STEPS_MAX;

	for (size_t n = 0; n <= text.n; n++) {
		size_t length = longest ? text.n - n : n;

		if (whole(pattern, str_sub(text, 0, length), &steps))
			return length;
		if (steps < 0)
			break;
	}
	return SIZE_MAX;
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
