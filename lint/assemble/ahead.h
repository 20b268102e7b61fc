/*
 * Evaluations that are made ahead of the walk over the repository, on other threads.
 *
 * The walk is one thread: what a job is depends on those before it. But an evaluation depends only on what its key
 * says (evaluation_cache.h). So what the walk will probably ask for next is evaluated meanwhile, in memory and with
 * caches of its own, and taken if the walk then asks for the very same; if not, nobody sees it. What is found is
 * the same for any number of threads.
 */
#ifndef LINT_ASSEMBLE_AHEAD_H
#define LINT_ASSEMBLE_AHEAD_H

#include "evaluation_cache.h"

struct ahead;

/** Whether another evaluation may be planned: there are threads, and not too many are planned. Starts the threads. */
bool ahead_has_room(struct assembly *s);
/**
 * Plans an evaluation. The world and the key may go; what they point to is needed until the walk is past its turn, a
 * number that grows from plan to plan.
 */
void ahead_plan(struct assembly *s, const struct run *run, const struct eval_world *world,
		const struct evaluation_key *key);
/**
 * The trace of an evaluation that was planned, with all it needs added to the arena of entries; waits for it if it is
 * under way. NULL: it was not planned, or is not begun.
 */
struct trace *ahead_take(struct assembly *s, const struct evaluation_key *key);
/** The same of the evaluation that was taken last, further on: behind the ends and with the modes of the world. */
struct trace *ahead_take_further(struct assembly *s, const struct eval_world *world);
/** The walk has come to where this was planned: what was planned before and not taken will not be. */
void ahead_pass(struct assembly *s, size_t turn);
/** The turn of the next plan. */
size_t ahead_turn(const struct assembly *s);
/** Ends the threads. What was taken from them joins the assembly's arena. */
void ahead_end(struct assembly *s);

#endif
