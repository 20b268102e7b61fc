/*
 * The variables of a script while it is evaluated, with the alternatives that are taken of them and the work
 * that is left.
 *
 * What a branch or subshell may change (variables, functions, arguments, working directory, captured output)
 * is in slots with a journal, so that a branch is undone and joined at the price of what it changed.
 */
#ifndef LINT_SHELL_VALUES_STATE_H
#define LINT_SHELL_VALUES_STATE_H

#include "value.h"

/** Slots that no script can name. */
#define SH_ARGS	  STR("@")    /* ARRAY: $1 … */
#define SH_ZERO	  STR("0")    /* $0 */
#define SH_CWD	  STR("PWD")  /* working directory */
#define SH_OUTPUT STR(" out") /* what a command substitution has printed so far */

struct sh_slot {
	struct str name;
	const struct sh_value *value;
	bool exported, integer;
	/** declare -u, -l, -n: assigned values are changed in ways that are not followed. */
	bool opaque;
	/** Set in this file, not handed in from outside. */
	bool own;
	/** Of the changes last collected. */
	uint32_t stamp;
	/** The name as a node, made once. */
	struct node *key;
};

struct sh_undo {
	size_t slot;
	struct sh_slot before;
};

/** What a branch left in a slot. */
struct sh_change {
	size_t slot;
	struct sh_slot after;
};

struct sh_changes {
	VEC(struct sh_change);
};

struct sh_vars {
	VEC(struct sh_slot);
	/** Hash table of slot numbers + 1. */
	uint32_t *index;
	size_t index_n;
	struct {
		VEC(struct sh_undo);
	} journal;
	/** Marks that are open; without one nothing is written to the journal. */
	int marks;
	uint32_t stamp;
	/** Counts changes of exported variables. */
	uint32_t exports;
};

struct sh_pick {
	const struct sh_fork *fork;
	size_t alternative;
};

/** What reading and changing variables goes by. */
struct sh_state {
	struct arena *arena;
	struct sh_vars vars;
	/** What nothing sets counts as empty. */
	bool assume;
	/** Alternatives that are taken for the time being. */
	struct sh_pick picks[SH_CHOICE_DEPTH_MAX];
	size_t n_picks;
	/** Set by an expansion that can go on only within one alternative of this fork. */
	const struct sh_fork *need;
	/** Variables read by the word that is expanded. */
	struct sh_origin origins[NODE_FROM_MAX];
	size_t n_origins;
	/** Commands run and work done; no more than these. */
	uint64_t steps, work, steps_max, work_max;
	/** The arena's bytes at which values are too many. */
	size_t full;
	/** Budgets that were spent, as a phrase; empty if none. */
	struct str spent;
};

/** The slot of a name, made if need be. The pointer holds until another name is asked for. */
struct sh_slot *sh_slot(struct sh_state *st, struct str name);
/** The variable's value with the alternatives taken applied; &sh_unset if there is none. */
const struct sh_value *sh_get(struct sh_state *st, struct str name);
/** Sets a variable, from inside the script; it stays exported if it was. */
void sh_set(struct sh_state *st, struct str name, const struct sh_value *value);
/** Writes a slot down before it is changed through the pointer of sh_slot(). */
struct sh_slot *sh_slot_write(struct sh_state *st, struct str name);
/** From here on changes are written down; the mark is closed by sh_undo() or sh_keep(). */
size_t sh_mark(struct sh_state *st);
/** What changed since the mark, each slot once. */
struct sh_changes sh_changes(struct sh_state *st, size_t mark);
/** Back to the state at the mark, which is closed. */
void sh_undo(struct sh_state *st, size_t mark);
/** Closes the mark and keeps the changes. */
void sh_keep(struct sh_state *st, size_t mark);
/** Makes the changes again, from the state at their mark. */
void sh_apply(struct sh_state *st, const struct sh_changes *changes);
/** A value with the alternatives taken applied. */
const struct sh_value *sh_picked(struct sh_state *st, const struct sh_value *v);
/** Takes an alternative for what follows; false if too many are taken already. */
bool sh_take(struct sh_state *st, const struct sh_fork *fork, size_t alternative);
/** Gives back the alternative taken last. */
void sh_untake(struct sh_state *st);
/** Counts work, before it is done; false if the budget does not reach, which is noted. */
bool sh_work(struct sh_state *st, uint64_t n);
/** Notes the first budget that was spent. */
void sh_spent(struct sh_state *st, const char *what);

#endif
