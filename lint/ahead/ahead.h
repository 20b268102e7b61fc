/*
 * Evaluations that are made ahead of the walk over the repository, on other threads.
 *
 * The walk is one thread: what a job is depends on those before it. But an evaluation depends only on what its key
 * says. So what the walk will probably ask for next is evaluated meanwhile, in memory, with caches and with a view of
 * the repository of its own, and taken if the walk then asks for the very same; if not, nobody sees it. What is found
 * is the same for any number of threads.
 *
 * Worlds and keys come in, traces go out. Uses core/base, lint/frameworks, lint/repo and lint/python.
 */
#ifndef LINT_AHEAD_AHEAD_H
#define LINT_AHEAD_AHEAD_H

#include "lint/python/python.h"
#include "lint/repo/repo.h"

/** Two texts: what an evaluation sees, and where that stands; empty: it cannot be told from others. */
struct evaluation_key {
	struct str sees, places;
};

/**
 * Makes something of a trace where it was evaluated, on the same thread and with the repository as that sees it; in the
 * arena of the trace. what: only looked at. NULL: nothing.
 */
typedef void *ahead_reader(const void *what, struct arena *a, struct repository *repo, const struct trace *trace);

/** An evaluation; what the world points to is needed until the walk is past its turn. */
struct ahead_request {
	uint32_t file;
	struct eval_world world;
	/** Copied. */
	struct evaluation_key key;
	/** Where nothing comes of it, it is made further: behind the ends that it runs into, and with modes. */
	bool may_go_on;
	/** What is made of each trace; NULL: nothing. */
	ahead_reader *read;
	const void *what;
};

struct ahead;

/**
 * Starts threads beside that of the walk, which evaluates as well; in the arena. cache: the walk's own. loader: how
 * files of the root are read; may be NULL.
 */
struct ahead *ahead_start(struct arena *a, struct repository *repo, const struct loader *loader, struct py_cache *cache,
			  unsigned threads);
/** Whether another evaluation may be planned: the farther ahead, the less sure. */
bool ahead_has_room(const struct ahead *a);
/** Plans an evaluation, for the repository as it is now. */
void ahead_plan(struct ahead *a, const struct ahead_request *request);
/** The turn of the next plan: a number that grows. */
size_t ahead_turn(const struct ahead *a);
/**
 * The trace of an evaluation that was planned, with all it needs added to an arena; waits for it if it is under way.
 * NULL: it was not planned, or is not begun. a may be NULL, here and below.
 * *made: what its reader made of it, or NULL.
 */
struct trace *ahead_take(struct ahead *a, struct arena *to, const struct evaluation_key *key, void **made);
/** The same of the evaluation that was taken last, further on: behind the ends and with the modes of the world. */
struct trace *ahead_take_further(struct ahead *a, struct arena *to, const struct eval_world *world, void **made);
/** The walk is past a turn: what was planned before and not taken will not be. */
void ahead_pass(struct ahead *a, size_t turn);
/** How many evaluations were planned, and taken. */
void ahead_counts(const struct ahead *a, uint64_t *planned, uint64_t *taken);
/** Ends the threads. What was taken from them joins the arena. */
void ahead_end(struct ahead *a);

#endif
