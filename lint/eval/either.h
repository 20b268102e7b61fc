/*
 * Alternatives: what a value is after an undecided branch.
 *
 * A condition is a NODE_STR: its text as written ("not (…)" for the other arm), its place, and in
 * from[0] the condition around it. from[1] of the second arm's condition is the first arm's, which
 * is how two conditions are known to exclude each other.
 */
#ifndef LINT_EVAL_EITHER_H
#define LINT_EVAL_EITHER_H

#include "../node.h"

/** The two conditions of a branch. */
struct arms {
	struct node *yes, *no;
};

/** Conditions for both arms of a branch on text, inside the condition outer (or NULL). */
struct arms arms_new(struct arena *a, struct str text, struct span at, const struct node *outer);
/** Whether both conditions cannot hold at once; NULL conditions exclude nothing. */
bool arms_exclude(const struct node *x, const struct node *y);
/**
 * One of n values: flat, without doubles; the value itself if only one is left; UNKNOWN if there are
 * more than NODE_EITHER_MAX. NULL values are left out; no value at all gives NULL.
 */
struct node *either_of(struct arena *a, struct node *const *values, size_t n, struct span at);
/**
 * The value as the alternative that holds under when. Data that nothing can change is copied;
 * containers and objects keep their identity and get the condition only if they had none.
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
