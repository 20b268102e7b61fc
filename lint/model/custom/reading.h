/* A module of the repository's own while it is read as a language model: for the files that do. */
#ifndef LINT_MODEL_CUSTOM_READING_H
#define LINT_MODEL_CUSTOM_READING_H

#include "block.h"
#include "language_model.h"

struct custom_reading {
	struct arena *arena;
	const struct trace *trace;
	struct module_sizes sizes;
	const struct node *module;
	struct module_parts parts;
	/** Positions of parts; SIZE_MAX: none. head: tied by use where there is none of its own. */
	size_t embedding, head, list;
	bool head_by_use;
	double vocab, hidden;
	struct block block;
};

/** Whether a part is another, or lies inside it; whole may be SIZE_MAX. */
bool custom_reading_inside(const struct custom_reading *r, size_t part, size_t whole);
/**
 * Finds the list of blocks, the token embedding and the head among the parts (tables_and_blocks.c); false if they are
 * no language model.
 */
bool custom_find_parts(struct custom_reading *r);
/** How many blocks a list has, all of one class; first: the first of them. */
size_t custom_blocks_of(const struct custom_reading *r, size_t list, size_t *first);
/** Whether embedding and head have the same weights. */
bool custom_tied(const struct custom_reading *r);

/** The name by which a library loads the model whose weights are copied into this one, and that is known; NULL: none is. */
const struct node *custom_weights_of(const struct custom_reading *r);
/** What the model's forward called, whatever its sizes are: a kernel, what recomputes its layers. */
void custom_kernel_called(const struct custom_reading *r, struct custom_model *out);
/** The kernel where none was called by its name; the block has been read. */
void custom_kernel_guess(const struct custom_reading *r, struct custom_model *out);

/** How many tokens a row has at most, as the module or a configuration in it says. */
void custom_rows_stated(struct custom_reading *r, struct custom_model *out);
/**
 * A length of rows in the mapping that the table of positions has its own from, and smaller: so long are the rows,
 * and the table has places to spare. NULL: there is none.
 */
const struct node *custom_rows_beside(struct custom_reading *r, double table);

#endif
