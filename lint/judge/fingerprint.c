#include "fingerprint.h"

#include <inttypes.h>
#include <stdlib.h>

/* Adds a part and its end, so that what stands on either side of it cannot be shifted. */
static uint64_t part(uint64_t hash, struct str s)
{
	return str_hash_on(str_hash_on(hash, s), (struct str){"", 1});
}

static struct str without_blanks(struct arena *a, struct str s)
{
	struct out text = {.arena = a};

	for (size_t i = 0; i < s.n; i++)
		if (s.s[i] != ' ' && s.s[i] != '\t' && s.s[i] != '\r')
			out_put(&text, str_sub(s, i, i + 1));
	return out_str(&text);
}

/* Messages hold counts that change from run to run. */
static struct str without_digits(struct arena *a, struct str s)
{
	struct out text = {.arena = a};

	for (size_t i = 0; i < s.n; i++)
		if (s.s[i] < '0' || s.s[i] > '9')
			out_put(&text, str_sub(s, i, i + 1));
	return out_str(&text);
}

/* The line that a finding names; the message where there is none. */
static struct str text_of(struct arena *a, struct files *files, const struct finding *f)
{
	uint32_t id = files_parent(files, f->at.file);
	const struct file *file = files_at(files, id);

	if (!file || !file->loaded || !file->text.n)
		return without_digits(a, f->message);
	return without_blanks(a, files_line(files, id, files_place(files, f->at).line));
}

static uint64_t hash_of(struct arena *a, const struct result *result, const struct finding *f)
{
	const struct file *file = files_at(result->files, files_parent(result->files, f->at.file));
	uint64_t hash = part(str_hash(STR("")), str_of(rule_rows[f->rule].id));

	hash = part(hash, file ? file->path : STR(""));
	hash = part(hash, f->job < result->jobs.n ? result->jobs.at[f->job].job.id : STR(""));
	hash = part(hash, f->key);
	return part(hash, text_of(a, result->files, f));
}

struct hashed {
	uint64_t hash;
	size_t place;
};

static int by_hash(const void *left, const void *right)
{
	const struct hashed *a = left;
	const struct hashed *b = right;

	if (a->hash != b->hash)
		return a->hash < b->hash ? -1 : 1;
	return a->place < b->place ? -1 : a->place > b->place;
}

void fingerprints_of(struct arena *a, struct result *result)
{
	struct findings *all = &result->findings;
	struct hashed *hashed = arena_news(a, struct hashed, all->n + 1);
	size_t n = 0, same = 0;

	for (size_t i = 0; i < all->n; i++)
		if (!all->at[i].fingerprint.n)
			hashed[n++] = (struct hashed){hash_of(a, result, &all->at[i]), i};
	qsort(hashed, n, sizeof(*hashed), by_hash);
	for (size_t i = 0; i < n; i++) {
		uint64_t hash = hashed[i].hash;

		same = i && hashed[i - 1].hash == hash ? same + 1 : 0;
		if (same)
			hash = part(hash, str_fmt(a, "%zu", same));
		all->at[hashed[i].place].fingerprint = str_fmt(a, "%016" PRIx64, hash);
	}
}
