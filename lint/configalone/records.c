/*
 * Records of runs: what a program wrote when it had trained has the settings that it had, as a config has, and beside
 * them what was measured and when. Nobody trains from them.
 */
#include "configalone.h"

enum {
	/** Sections in sections, and keys that are looked at. */
	DEPTH_MAX = 4,
	KEYS_MAX = 2000,
};

static bool is_number(const struct node *n)
{
	return n->kind == NODE_INT || n->kind == NODE_REAL;
}

/* What only a run has to tell: its losses, how long it took and how much memory. */
static bool is_measured(struct str key, const struct node *value)
{
	static const char *const names[] = {
	    "train_loss",      "training_loss",	   "eval_loss",	     "val_loss",	"validation_loss",
	    "final_loss",      "final_train_loss", "final_eval_loss", "final_val_loss", "best_loss",
	    "best_eval_loss",  "best_val_loss",	   "train_runtime",  "eval_runtime",	"train_samples_per_second",
	    "training_time",   "elapsed",	   "peak_vram_gb",   "peak_memory_gb",	"peak_gpu_memory_gb"};
	static const char *const starts[] = {"training_time_", "elapsed_", "train_runtime_"};
	bool known = false;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		known |= str_is_nocase(key, names[i]);
	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts); i++)
		known |= str_starts(key, str_of(starts[i]));
	return known && is_number(value);
}

static bool are_digits(struct str s, size_t at, size_t n)
{
	for (size_t i = at; i < at + n; i++)
		if (i >= s.n || s.s[i] < '0' || s.s[i] > '9')
			return false;
	return true;
}

/* "2026-07-21T16:24:55", "2026-07-21 16:24": a day alone people write themselves. */
static bool is_moment(struct str s)
{
	return are_digits(s, 0, 4) && s.n > 15 && s.s[4] == '-' && are_digits(s, 5, 2) && s.s[7] == '-' && are_digits(s, 8, 2) &&
	       (s.s[10] == 'T' || s.s[10] == ' ') && are_digits(s, 11, 2) && s.s[13] == ':' && are_digits(s, 14, 2);
}

/* When a run began, ended or was written down. */
static bool is_dated(struct str key, const struct node *value)
{
	static const char *const names[] = {"timestamp", "created", "started", "finished", "completed", "ended",
					    "generated", "start_time", "end_time", "run_date", "date"};

	if (value->kind != NODE_STR || !is_moment(value->text))
		return false;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (str_starts(key, str_of(names[i])))
			return true;
	return false;
}

/* A number with a part after the point, in a mapping or in those in it. */
static bool has_real(const struct node *map, unsigned depth)
{
	bool found = false;

	for (size_t i = 0; map->kind == NODE_MAP && i < map->as.pairs.n && !found; i++) {
		const struct node *value = map->as.pairs.at[i].value;

		found = value->kind == NODE_REAL || (depth < DEPTH_MAX && has_real(value, depth + 1));
	}
	return found;
}

/* What came out in the end: "recorded_metrics: {accuracy: {base: 0.58}}". */
static bool is_outcome(struct str key, const struct node *value)
{
	static const char *const names[] = {"recorded_metrics", "final_metrics", "eval_metrics",    "train_metrics",
					    "test_metrics",	"eval_results",	 "results",	    "final_results"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (str_is_nocase(key, names[i]))
			return has_real(value, 0);
	return false;
}

static bool has_record(const struct node *map, unsigned depth, size_t *left)
{
	for (size_t i = 0; i < map->as.pairs.n && *left; i++) {
		const struct pair *p = &map->as.pairs.at[i];

		--*left;
		if (p->key->kind != NODE_STR)
			continue;
		if (is_measured(p->key->text, p->value) || is_dated(p->key->text, p->value) || is_outcome(p->key->text, p->value))
			return true;
		if (p->value->kind == NODE_MAP && depth < DEPTH_MAX && has_record(p->value, depth + 1, left))
			return true;
	}
	return false;
}

bool alone_is_record(const struct node *tree)
{
	size_t left = KEYS_MAX;

	return tree->kind == NODE_MAP && has_record(tree, 0, &left);
}
