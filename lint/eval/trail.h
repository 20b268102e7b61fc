/*
 * The trail: what an undecided branch changed, so that it can be undone, the other arm be run from
 * the same state, and both be joined.
 *
 *	fork = trail_fork(t); … run one arm …;   a = trail_undo(t, fork);
 *	fork = trail_fork(t); … run the other …; b = trail_undo(t, fork);
 *	trail_join(t, &a, &b, arms);
 *
 * Everything that changes a cell or a node says so first, through trail_cell() or trail_node().
 * Outside any fork that costs nothing. What an arm itself makes exists in no other arm and must not be
 * joined with its state of birth: it is stamped with trail.now when it is made, and since forks are
 * numbered upwards, a stamp at or above the open fork's number means "made or noted here".
 */
#ifndef LINT_EVAL_TRAIL_H
#define LINT_EVAL_TRAIL_H

#include "alternatives.h"

/** A variable. */
struct cell {
	struct str name;
	/** NULL: not bound. */
	struct node *value;
	/** As struct node's. */
	uint32_t stamp;
};

/** One thing that an arm changed: a cell or a node, as it was before, or as the arm left it. */
struct change {
	struct cell *cell;
	struct node *node;
	struct node *value; /* of the cell, or a copy of the node */
	uint32_t stamp;
};

struct changes {
	VEC(struct change);
};

struct trail {
	struct arena *arena;
	struct changes log;
	/** The fork that is open; 0 for none. */
	uint32_t now;
	/** The last number given out. */
	uint32_t last;
	/** Things undone, joined and compared, for whoever charges them to a budget. */
	uint64_t work;
};

struct fork {
	size_t mark;
	uint32_t outer, id;
};

/** Must be called before a cell's value is changed. */
void trail_cell(struct trail *t, struct cell *cell);
/** Must be called before a node's content is changed; gives it arrays of its own. */
void trail_node(struct trail *t, struct node *node);
/** Begins an arm. Forks nest; each is closed by trail_undo() or trail_keep(). */
struct fork trail_fork(struct trail *t);
/** Goes on with an arm that was undone: its changes are made again in a fork of its number. */
struct fork trail_again(struct trail *t, struct fork arm, const struct changes *changes);
/** Ends an arm and takes its changes back; they are returned for trail_join() or trail_redo(). */
struct changes trail_undo(struct trail *t, struct fork fork);
/** Ends an arm whose changes stay. */
void trail_keep(struct trail *t, struct fork fork);
/** Makes the changes of an arm that was undone. */
void trail_redo(struct trail *t, const struct changes *changes);
/** Joins the states that two arms left: what differs becomes NODE_EITHER. */
void trail_join(struct trail *t, const struct changes *yes, const struct changes *no,
		struct arms arms);

#endif
