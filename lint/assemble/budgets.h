/*
 * How much of a repository is evaluated: what was spent already leaves less for the rest.
 */
#ifndef LINT_ASSEMBLE_BUDGETS_H
#define LINT_ASSEMBLE_BUDGETS_H

#include "assembly.h"

#include "lint/launch/launch.h"

/** A start of shell code in the repository; its budget is halved with each that was spent (budget_shell_done()). */
struct shell_world budget_shell_world(const struct assembly *s);
/** To be called with what was read there, and the file in which it stands (0: none). */
void budget_shell_done(struct assembly *s, uint32_t file, const struct launches *launches);
/**
 * Whether nothing more is to be read, since what the repository's files have led to so far takes too much memory
 * or time; it is said of the file then.
 */
bool budget_is_spent(struct assembly *s, uint32_t file);
/**
 * What of a launch of a script may decide whether it trains. Two of the same close shape differ only in values that no
 * program takes for a choice: numbers of some size, paths, lists, names of models; of the same loose shape, in any value of
 * a flag or variable that speaks of no training.
 */
struct launch_shape {
	uint64_t close, loose;
};

struct launch_shape budget_shape(struct assembly *s, uint32_t file, const struct launch *launch);
/** Whether launches of a shape have come to nothing so often that another one is not evaluated. */
bool budget_is_idle(const struct assembly *s, const struct launch_shape *shape);
/** Counts one that came to nothing. */
void budget_note_idle(struct assembly *s, const struct launch_shape *shape);
/** Says once at the end that the evaluation of a file used up budgets; the phrase is copied. */
void budget_note(struct assembly *s, uint32_t file, struct str phrase);
/** The findings of what budget_note() was told. */
void budget_report(struct assembly *s);

/** How often budgets are halved for bytes that evaluations leave: from a gigabyte on, and each 128 MiB once more. */
static inline uint64_t halvings_by_bytes(uint64_t bytes)
{
	const uint64_t first = 1 << 30, each = 128 << 20;

	return bytes >= first ? 1 + (bytes - first) / each : 0;
}

#endif
