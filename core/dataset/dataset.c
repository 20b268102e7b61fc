#include "dataset.h"

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
