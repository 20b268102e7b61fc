/*
 * How many answers a loop lets the model write to a prompt before it learns, and how many of them are in the pass that it
 * learns from.
 */
#ifndef LINT_TRAINING_ANSWERS_H
#define LINT_TRAINING_ANSWERS_H

#include "scan.h"

/** How the trained model is shown what was written before: all in one pass, or in several that one backward pass follows. */
struct showing {
	/** The answers one after the other, each time as many as there are prompts. */
	bool in_turn;
	/** Some of the rows that are there. */
	bool in_parts;
	/** The rows that the loader gave as well. */
	bool rows;
};

/** Rows or texts that are repeated before they are given to a generation: eight answers to each. given: what it writes to. */
void answers_by_repeats(const struct scan *s, const struct call *generation, const struct origins *given, struct training_job *job);
/** How often a loop lets the model write to one prompt before it learns: for _ in range(8): answers.append(write(prompt)). */
void answers_by_rounds(const struct scan *s, const struct call *generation, const struct call *backward, struct training_job *job);
/** How what a generation wrote is shown to the trained model before a backward pass. */
struct showing answers_shown(const struct scan *s, const struct call *generation, const struct call *backward);
/**
 * Answers that go through the model one after the other: what is kept of all of them is there when the one backward pass
 * begins.
 */
void answers_in_turn(const struct call *generation, const struct showing *how, struct training_job *job);
/**
 * The loader of a rollout counts prompts, and the loss takes the answers to them: all at once where both stand in the same
 * loop, else who knows how many. loader: NULL, none is known.
 */
void answers_count(const struct call *generation, const struct call *backward, const struct call *loader, const struct showing *how,
		   struct training_job *job);
/**
 * Whether a loop whose own code generates repeats rows before it learns, while nothing is recorded for a backward pass: what it
 * learns from are these, in parts that nobody knows.
 */
bool answers_repeat_rows(const struct scan *s, const struct call *backward);
/** Leaves the batch open: the loader counts prompts, and how many answers are learned from at once nobody knows. */
void answers_leave_open(struct training_job *job);

#endif
