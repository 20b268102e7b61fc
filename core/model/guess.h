/*
 * The shape behind a name that is no row of the table.
 *
 * In this order: the id; the id without the ends that say how it is stored ("-GPTQ") or what it was
 * trained for ("-Instruct", "-2407"); the same name under another organisation; the parts of a local
 * path from its end; the name without separators, and as builders of torchtune and NeMo spell it; then
 * the product line and the size in the name; then the size alone. The last two are guesses: weights
 * are taken from the size, for it is nearer than a shape (tests/unit/core/model/check_guess.c prints how near each comes).
 */
#ifndef CORE_MODEL_GUESS_H
#define CORE_MODEL_GUESS_H

#include "catalog.h"

enum guess_rule {
	GUESS_NONE,
	/** A row of the table: the id as written, or without revision and host. */
	GUESS_ID,
	/** The id without storage or training stage. */
	GUESS_SUFFIX,
	/** The name under another organisation, or at the end of a path. */
	GUESS_NAME,
	/** The name but for separators, or as a builder function spells it. */
	GUESS_SPELLING,
	/** A row of the product line within a quarter of the size, and no smaller; with as many experts as it takes. */
	GUESS_SERIES,
	/** A row of the product line, scaled to the size. */
	GUESS_SCALED,
	/** Widths and depths usual for the size. */
	GUESS_SIZE,
};

struct guess {
	enum guess_rule rule;
	/** The row, or a shape in the arena with guessed set; NULL if there is none. */
	const struct model *model;
	/** For people: "shapes of Qwen/Qwen2.5-7B: same family and size"; empty for GUESS_ID. */
	struct str how;
	/**
	 * What the truth may be at most, over what the shape gives: parameters and activations of a
	 * layer (95th percentile over the rows of the table, each left out in turn); 1 for a known row.
	 */
	double params_high, activations_high;
};

/** The id that a folder of the hub's cache stands for ("models--meta-llama--Llama-3.1-8B"); else its name. */
struct str guess_cache_id(struct arena *a, struct str part);
/** The shape of an id. A name of a paid service ("gpt-4o"), or one that says nothing, has none. */
struct guess model_guess(struct arena *a, struct str id);
/** What guess_shape() goes by. */
struct guess_clue {
	/** Product lines as in the column series, blanks between; NULL: unknown. */
	const char *series;
	/** Parameters in all, and for each token of a mixture of experts; 0: unknown. */
	double total, active;
	bool experts;
	/** Rows to leave out, for tests: those of this row's shape; NULL: none. */
	const struct model *without;
};

/** The last two rules: a shape from product line and size. */
struct guess guess_shape(struct arena *a, struct str id, const struct guess_clue *clue);
/** The same from what a name says: a size, or a word for one ("small"). */
struct guess guess_by_size(struct arena *a, struct str id);

#endif
