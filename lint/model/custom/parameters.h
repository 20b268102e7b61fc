/*
 * The tensors of the parts of a module, as they are counted on the walk through the parts.
 */
#ifndef LINT_MODEL_CUSTOM_PARAMETERS_H
#define LINT_MODEL_CUSTOM_PARAMETERS_H

#include "module.h"

/** Parts within parts, and steps from a tensor back to what it is made of. */
enum { PART_DEPTH_MAX = 24 };

/** One that was counted. */
struct tensor {
	const struct node *owner;
	struct str name;
	uint32_t copy;
	size_t part;
};

/** The walk through a module. */
struct walk {
	struct arena *arena;
	const struct trace *trace;
	const struct module_sizes *sizes;
	struct module_parts *out;
	/** Tensors that were counted: the module or parameter that has them, and their name. */
	struct {
		VEC(struct tensor);
	} counted;
	/** Copies of one layer, as a stack makes them, are told apart by their number. */
	uint32_t copy;
	/** Alternatives around, and those that may still be walked; the walks of alternatives share the latter. */
	int nested;
	unsigned *left;
};

/** Notes why the sizes are not known; the first reason stays. */
void custom_tensors_doubt(struct walk *w, struct span at, struct str why);
/** Notes a tensor; false if it is noted already, then *other is the part that has it. */
bool custom_tensors_first(struct walk *w, const struct node *owner, struct str name, size_t part, size_t *other);
/** The elements of a parameter; negative: not known. */
double custom_tensors_elements(struct walk *w, const struct node *parameter);
/** Whether a parameter has one dimension, known or not how long: scales and gates, next to nothing beside matrices. */
bool custom_tensors_vector(struct walk *w, const struct node *parameter);
/** Notes the sizes of a part that is a parameter of two dimensions or more: as a matrix, the last of them is what goes in. */
void custom_tensors_shape(struct walk *w, size_t index);
/** Counts what the row of a part's layer holds. */
void custom_tensors_of_layer(struct walk *w, size_t index);
/** Knows a part for a matrix of the repository's own, and its sizes. */
void custom_tensors_matrix(struct walk *w, size_t index);

#endif
