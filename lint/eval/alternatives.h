/*
 * Alternatives: what a value is after an undecided branch.
 *
 * A condition is a NODE_STR: its text as written ("not (…)" where it does not hold), its place, and
 * in from[0] the condition around it. code is what tells conditions apart: those of two branches that
 * ask the same have the same code, and from[1] is set in those that say that it does not hold. So two
 * conditions are known to exclude each other. quoted is set in what a user decides (a flag, a key of a
 * file) and not the world; stamp is the fork (lint/eval/trail.h) of its arm.
 *
 * Conditions nest hundreds deep (a chain of "elif" in a function that another one calls), and nearly every look
 * at a name asks whether two of them exclude each other: so each knows how deep it stands, and every
 * sixteenth what all of those around it ask.
 */
#ifndef LINT_EVAL_ALTERNATIVES_H
#define LINT_EVAL_ALTERNATIVES_H

#include "lint/read/node.h"

/** The two conditions of a branch. */
struct arms {
	struct node *yes, *no;
};

/** Conditions for both arms of a branch on text, inside the condition outer (or NULL). */
struct arms arms_new(struct arena *a, struct str text, struct span at, const struct node *outer);
/** The same for a branch that is taken where condition holds (turned: where it does not). */
struct arms arms_again(struct arena *a, const struct node *condition, bool turned, struct span at,
		       const struct node *outer);
/** Whether a condition (not those around it) says that what it asks does not hold. */
bool arms_negative(const struct node *condition);
/** Whether two conditions ask the same, whatever they answer. */
bool arms_same(const struct node *x, const struct node *y);
/** The innermost of a condition and those around it that asks as wanted does; NULL: none. */
const struct node *arms_asked(const struct node *condition, const struct node *wanted);
/** Whether both conditions cannot hold at once; NULL conditions exclude nothing. */
bool arms_exclude(const struct node *x, const struct node *y);
/**
 * One of n values: flat, without doubles; the value itself if only one is left; UNKNOWN if there are
 * more than NODE_EITHER_MAX. NULL values are left out; no value at all gives NULL.
 */
struct node *either_of(struct arena *a, struct node *const *values, size_t n, struct span at);
/**
 * One of n values that something outside chooses, each under the condition that it does: what ("the sweep takes rows") = value.
 * The values are copied; UNKNOWN if there are more than NODE_EITHER_MAX.
 */
struct node *either_drawn(struct arena *a, struct str what, struct node *const *values, size_t n, struct span at);
/**
 * The value as the alternative that holds under when. Data that nothing can change is copied;
 * containers and objects keep their identity, and get the condition only if they were made under it:
 * what is older is there otherwise too.
 */
struct node *either_when(struct arena *a, struct node *value, const struct node *when);
/** either_of() of two arms' values; NULL is "not bound" and gives the other. */
struct node *either_join(struct arena *a, struct node *x, struct node *y, struct arms arms);
/** A shallow copy. */
struct node *node_copy(struct arena *a, const struct node *n);
/** Whether the node can change after it was made: containers, objects, classes. */
bool node_mutable(const struct node *n);
/** The alternatives of a value: those of an EITHER, or the value alone. */
struct node *const *either_items(struct node *const *value, size_t *n);

#endif
