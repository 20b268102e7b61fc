#include "dataset.h"

#include <math.h>

/* Shorter last parts are words of every day: "data", "train", "math". */
enum { TAIL_MIN = 6 };

static bool names_have(const char *names, struct str name)
{
	struct str rest = str_of(names);

	while (rest.n) {
		size_t bar = str_chr(rest, '|', 0);
		size_t n = bar == SIZE_MAX ? rest.n : bar;

		if (str_eq_nocase(str_sub(rest, 0, n), name))
			return true;
		rest = bar == SIZE_MAX ? (struct str){0} : str_sub(rest, bar + 1, rest.n);
	}
	return false;
}

static const struct dataset *find(struct str name)
{
	size_t n;
	const struct dataset *rows = dataset_rows(&n);

	for (size_t i = 0; name.n && i < n; i++)
		if (names_have(rows[i].names, name))
			return &rows[i];
	return NULL;
}

static struct str until(struct str s, char c)
{
	size_t at = str_chr(s, c, 0);

	return at == SIZE_MAX ? s : str_sub(s, 0, at);
}

const struct dataset *dataset_find(struct str name)
{
	struct str whole = until(name, '#'), tail = str_tail(until(whole, ':'), '/');
	const struct dataset *row = find(whole);

	if (!row)
		row = find(until(whole, ':'));
	return row || tail.n < TAIL_MIN ? row : find(tail);
}

uint32_t dataset_rows_named(struct str name)
{
	size_t at = str_chr(name, '#', 0);
	uint32_t n = 0;

	for (size_t i = at == SIZE_MAX ? name.n : at + 1; i < name.n; i++) {
		if (name.s[i] < '0' || name.s[i] > '9' || n > UINT32_MAX / 10 - 1)
			return 0;
		n = n * 10 + (uint32_t)(name.s[i] - '0');
	}
	return n;
}

/* The normal deviate that one in so many passes: Abramowitz and Stegun 26.2.23, off by less than 0.00045. */
static double deviate(double one_in)
{
	double t = sqrt(2 * log(one_in));

	return t - (2.515517 + t * (0.802853 + t * 0.010328)) / (1 + t * (1.432788 + t * (0.189269 + t * 0.001308)));
}

uint32_t dataset_longest_of(const struct dataset *d, double rows)
{
	double z, root, spread, tokens;

	if (d->rows < 2 || d->mean == 0 || !(rows < d->rows))
		return d->longest;
	if (rows < 2)
		return d->mean;
	/* log(longest / mean) = z s - s^2 / 2 */
	z = deviate(d->rows);
	root = z * z - 2 * log((double)d->longest / d->mean);
	spread = root > 0 ? z - sqrt(root) : z;
	tokens = d->mean * exp(deviate(rows) * spread - spread * spread / 2);
	return tokens < d->mean ? d->mean : tokens < d->longest ? (uint32_t)tokens : d->longest;
}
