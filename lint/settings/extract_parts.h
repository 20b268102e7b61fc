/*
 * What the files of extraction share among themselves. Nobody else includes it.
 */
#ifndef LINT_SETTINGS_EXTRACT_PARTS_H
#define LINT_SETTINGS_EXTRACT_PARTS_H

#include "condition.h"
#include "extract.h"

/** How deep maps, objects and their parts may lie in each other. */
enum { EXTRACT_DEPTH_MAX = 12 };

/** Reads a node into a job; what is the reader's own. */
typedef void extract_reader(struct extract *x, const void *what, const struct node *n,
			    struct job *job);

/** One reading of a map: the job as it is with what was read so far, and which settings were read. */
struct extract_reading {
	struct job job;
	bool claimed[SETTING_COUNT];
	/** A key gives it, and its value is not knowable. */
	bool lost[SETTING_COUNT];
	struct extract_unknown unknown[SETTING_COUNT];
};

/** The value of the first of a row's spellings that the tree has; NULL: it has none. (extract_row.c) */
const struct node *extract_row_node(const struct extract *x, const struct keyrow *row, const struct keyed *tree,
				    const struct job *job);
/**
 * Whether the version at hand has the row's key. A key that only other versions have narrows down a
 * version that no requirement states: the code would not run otherwise.
 */
bool extract_row_in_version(struct extract *x, const struct keymap *map, const struct keyrow *row,
			    const struct node *n, struct extract_reading *r);
/** Narrows down a version that no requirement states by what the call is of: a name that later releases have. */
void extract_introduced(struct extract *x, const struct call *call);
/** The same by methods of what the call makes, which later releases dropped: trainer.step() of PPOTrainer(). */
void extract_dropped(struct extract *x, const struct call *call);
/** Reads what a row says of a value into the reading. */
void extract_row(struct extract *x, const struct keymap *map, const struct keyrow *row, const struct node *n,
		 struct extract_reading *r);
/** "if CONDITION" of an alternative; empty: it has none. */
struct str extract_condition(struct arena *a, const struct node *alternative);

/** Notes that a map was read from a tree (NULL: from nothing): its defaults hold at the end. */
void extract_use(struct extract *x, const struct keymap *map, const struct node *tree);
/** Reads what a call on a part of the model says of the model: the row's part. */
void extract_part(struct extract *x, const struct call *call, struct job *job);
/** Reads an argument of a call by its role. (extract_role.c) */
void extract_role(struct extract *x, const struct callable *row, enum role role, const struct node *n,
		  struct job *job);
/** A model that is a list of modules: the first that is one by itself. */
const struct node *extract_first_model(struct extract *x, const struct node *n);
/** The model of which something was taken, model.transformer.wte; or what is no such part. */
const struct node *extract_model_of_part(const struct node *n);
/**
 * What the layers of a list are made of: a model that was loaded, or the configuration of one, as role then says
 * (ROLE_MODEL, ROLE_CONFIG). NULL: neither is among what they are given. (layer_list.c)
 */
const struct node *extract_of_layers(struct extract *x, const struct node *list, enum role *role);
/** Whether a library's call made or wrapped a model, whichever of several alternatives it is. */
bool extract_is_model(const struct node *n);
/** Reads each alternative of a NODE_EITHER into a job of its own, and joins them (heavier_join()). */
void extract_alternatives(struct extract *x, extract_reader *read, const void *what,
			  const struct node *either, struct job *job);

/**
 * The row length of a job whose data nothing is known to cut: a global constant of that name, ASSUMED.
 */
void extract_length(struct extract *x, struct job *job);

/**
 * What is set on the result of a call, or on its parts, behind the call: a mapping by dotted keys; NULL: nothing is.
 * (extract_set_later.c)
 */
const struct node *extract_set_later(struct extract *x, const struct call *call);

/** The defaults of a job that only its settings tell (struct extract's bare). (bare_defaults.c) */
void extract_bare_defaults(struct extract *x, struct job *job);
/** Adds the objects to a list, a few at most, that functions made by calls of an effect which were handed to a call. */
void extract_handed(struct extract *x, const struct call *call, enum effect effect, struct node *few);
/**
 * Reads a loss, a pair of a loader and a loss, or several that take turns: a list, or a mapping by names. Of the
 * loader also what its rows are made of.
 */
void extract_losses(struct extract *x, const struct node *n, struct job *job);

#endif
