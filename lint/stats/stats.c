#include "stats.h"

#include <stdlib.h>

enum { DEAREST = 10 };

static const char *const stage_names[STAGE_COUNT] = {
    [STAGE_OTHER] = "other",	   [STAGE_DISCOVER] = "discover", [STAGE_READ] = "read",
    [STAGE_REACH] = "reach",	   [STAGE_SHELL] = "shell",	  [STAGE_EVALUATE] = "evaluate",
    [STAGE_TRAINING] = "training", [STAGE_RESOLVE] = "resolve",	  [STAGE_CONFIGS] = "assemble",
    [STAGE_JUDGE] = "judge",
};

void stats_start(struct stats *s, const struct arena *arena, uint64_t (*clock)(void))
{
	if (!s)
		return;
	*s = (struct stats){.clock = clock, .arena = arena};
	s->since = clock();
	s->used = arena->used;
}

enum stage stats_enter(struct stats *s, enum stage stage)
{
	enum stage before;
	uint64_t now;

	if (!s)
		return STAGE_OTHER;
	now = s->clock();
	s->ns[s->now] += now - s->since;
	s->bytes[s->now] += (int64_t)s->arena->used - (int64_t)s->used;
	s->since = now;
	s->used = s->arena->used;
	before = s->now;
	s->now = stage;
	return before;
}

void stats_back(struct stats *s, enum stage stage)
{
	stats_enter(s, stage);
}

struct stats_entry *stats_entry(struct stats *s, struct str path)
{
	uint32_t *id;

	if (!s)
		return NULL;
	path = str_dup(&s->memory, path);
	id = dict_put(&s->memory, &s->index, path);
	if (!*id) {
		*vec_push(&s->memory, &s->entries) = (struct stats_entry){.path = path};
		*id = (uint32_t)s->entries.n;
	}
	return &s->entries.at[*id - 1];
}

uint64_t stats_clock(const struct stats *s)
{
	return s ? s->clock() : 0;
}

static int by_cost(const void *left, const void *right)
{
	const struct stats_entry *a = left, *b = right;

	if (a->ns != b->ns)
		return a->ns < b->ns ? 1 : -1;
	return str_cmp(a->path, b->path);
}

/* Sorted, the index of paths is worth nothing any more. */
static void sort(struct stats *s)
{
	if (s->entries.n)
		qsort(s->entries.at, s->entries.n, sizeof(*s->entries.at), by_cost);
	s->index = (struct dict){0};
}

static double mib(uint64_t bytes)
{
	return (double)bytes / (double)(1 << 20);
}

void stats_text(struct out *out, struct stats *s)
{
	stats_enter(s, s->now);
	out_text(out, "stage              ms      MiB\n");
	for (enum stage i = 0; i < STAGE_COUNT; i++)
		out_fmt(out, "%-12s %8.1f %8.1f\n", stage_names[i], (double)s->ns[i] / 1e6,
			(double)s->bytes[i] / (double)(1 << 20));
	if (s->planned)
		out_fmt(out, "\nahead: %llu evaluations planned, %llu taken\n", (unsigned long long)s->planned,
			(unsigned long long)s->taken);
	sort(s);
	if (s->entries.n)
		out_text(out, "\n      ms  times   cached      steps  most MiB  kept MiB  entry\n");
	for (size_t i = 0; i < s->entries.n && i < DEAREST; i++) {
		const struct stats_entry *e = &s->entries.at[i];

		out_fmt(out, "%8.1f %6u %8u %10llu %9.1f %9.1f  %.*s\n", (double)e->ns / 1e6, e->times, e->cached,
			(unsigned long long)e->steps, mib(e->most), mib(e->kept),
			STR_ARG(printable(out->arena, e->path)));
	}
}

static void number(struct json_out *j, const char *key, uint64_t n)
{
	json_key(j, key);
	json_uint(j, n);
}

void stats_json(struct out *out, struct stats *s)
{
	struct json_out j = {.out = out};

	stats_enter(s, s->now);
	sort(s);
	json_open(&j, '{');
	json_key(&j, "schema");
	json_str(&j, STR("gpumem-lint-stats/1"));
	json_key(&j, "stages");
	json_open(&j, '{');
	for (enum stage i = 0; i < STAGE_COUNT; i++) {
		json_key(&j, stage_names[i]);
		json_open(&j, '{');
		number(&j, "ns", s->ns[i]);
		number(&j, "bytes", s->bytes[i] > 0 ? (uint64_t)s->bytes[i] : 0);
		json_close(&j, '}');
	}
	json_close(&j, '}');
	number(&j, "planned", s->planned);
	number(&j, "taken", s->taken);
	json_key(&j, "entries");
	json_open(&j, '[');
	for (size_t i = 0; i < s->entries.n; i++) {
		const struct stats_entry *e = &s->entries.at[i];

		json_open(&j, '{');
		json_key(&j, "path");
		json_str(&j, e->path);
		number(&j, "evaluations", e->times);
		number(&j, "cached", e->cached);
		number(&j, "ns", e->ns);
		number(&j, "steps", e->steps);
		number(&j, "most_bytes", e->most);
		number(&j, "kept_bytes", e->kept);
		json_close(&j, '}');
	}
	json_close(&j, ']');
	json_close(&j, '}');
	out_text(out, "\n");
}

void stats_free(struct stats *s)
{
	arena_free(&s->memory);
}
