/*
 * Where the time and the memory of a run went (--stats): by stage, and by entry, which is a script or page that was
 * evaluated with all that it imports.
 *
 * Stages tell when they begin and end; a text or JSON goes out. Figures differ from run to run, so that no report holds
 * them and nothing may depend on them. Uses core/base and lint/text.
 */
#ifndef LINT_STATS_STATS_H
#define LINT_STATS_STATS_H

#include "lint/text/text.h"

enum stage {
	STAGE_OTHER,
	STAGE_DISCOVER,
	STAGE_READ,
	STAGE_REACH,
	STAGE_SHELL,
	STAGE_EVALUATE,
	STAGE_TRAINING,
	STAGE_RESOLVE,
	STAGE_CONFIGS,
	STAGE_JUDGE,
	STAGE_COUNT
};

struct stats_entry {
	struct str path;
	/** Evaluations, and answers of the cache instead of one. */
	uint32_t times, cached;
	uint64_t ns, steps;
	/** The most bytes of an evaluation, and those of evaluations that were kept. */
	uint64_t most, kept;
};

/** What was seen of a run. */
struct stats {
	/** Nanoseconds since some moment. */
	uint64_t (*clock)(void);
	/** Whose bytes are counted: the run's. */
	const struct arena *arena;
	uint64_t ns[STAGE_COUNT];
	int64_t bytes[STAGE_COUNT];
	/** Evaluations that were planned ahead of the walk, and those that it took. */
	uint64_t planned, taken;
	enum stage now;
	uint64_t since;
	size_t used;
	/** Of its own, since it is not counted. */
	struct arena memory;
	struct dict index;
	struct {
		VEC(struct stats_entry);
	} entries;
};

/** Begins to count; NULL in place of the stats counts nothing, here and below. */
void stats_start(struct stats *s, const struct arena *arena, uint64_t (*clock)(void));
/** From now on it is this stage; the one before it, to be given back to stats_back(). */
enum stage stats_enter(struct stats *s, enum stage stage);
/** The end of a stage within another one. */
void stats_back(struct stats *s, enum stage stage);
/** The entry of a path, new or known, to be added to; NULL without stats. Valid until the next call. */
struct stats_entry *stats_entry(struct stats *s, struct str path);
/** Nanoseconds; 0 without stats. */
uint64_t stats_clock(const struct stats *s);
/** Stages and the dearest entries as a table for people. */
void stats_text(struct out *out, struct stats *s);
/** The same, all entries, as JSON. */
void stats_json(struct out *out, struct stats *s);
void stats_free(struct stats *s);

#endif
