#include "did_you_mean.h"

#include "core/base/base.h"
#include "printable.h"

enum { WORD_MAX = 64 };

/**
 * Insertions, deletions, substitutions and swaps of neighbours (optimal string alignment), counted up
 * to WORD_MAX letters.
 */
static size_t distance(struct str a, struct str b)
{
	size_t rows[3][WORD_MAX + 1];
	size_t *before = rows[0];
	size_t *above = rows[1];
	size_t *row = rows[2];

	for (size_t k = 0; k <= b.n; k++)
		above[k] = k;
	for (size_t i = 1; i <= a.n; i++) {
		size_t *free_row = before;

		row[0] = i;
		for (size_t k = 1; k <= b.n; k++) {
			bool same = a.s[i - 1] == b.s[k - 1];
			size_t best = above[k - 1] + !same;

			if (above[k] + 1 < best)
				best = above[k] + 1;
			if (row[k - 1] + 1 < best)
				best = row[k - 1] + 1;
			if (i > 1 && k > 1 && a.s[i - 1] == b.s[k - 2] &&
			    a.s[i - 2] == b.s[k - 1] && before[k - 2] + 1 < best)
				best = before[k - 2] + 1;
			row[k] = best;
		}
		before = above;
		above = row;
		row = free_row;
	}
	return above[b.n];
}

struct similar similar_to(struct str word)
{
	return (struct similar){word, {NULL, 0}, SIZE_MAX};
}

void similar_offer(struct similar *s, struct str known)
{
	size_t d;

	if (s->word.n > WORD_MAX || known.n > WORD_MAX)
		return;
	d = distance(s->word, known);
	if (d < s->distance && d <= (known.n + 2) / 3) {
		s->best = known;
		s->distance = d;
	}
}

struct str similar_text(struct arena *a, const struct similar *s)
{
	if (!s->best.n)
		return STR("");
	return str_fmt(a, ": did you mean \"%.*s\"?", STR_ARG(printable(a, s->best)));
}
