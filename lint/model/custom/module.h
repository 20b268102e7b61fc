/*
 * Modules that the repository writes itself (class GPT(nn.Module)): the layers inside one, and what these
 * hold. Only files of this folder include it.
 */
#ifndef LINT_MODEL_CUSTOM_MODULE_H
#define LINT_MODEL_CUSTOM_MODULE_H

#include "lint/eval/eval.h"
#include "lint/frameworks/frameworks.h"
#include "language_model.h"

/** A module or a parameter inside another module, or that module itself. */
struct module_part {
	/** Names of attributes down to it: "transformer.h.0.attn.c_attn". */
	struct str path;
	const struct node *node;
	/** NULL: an object of a class of the repository. */
	const struct layer *layer;
	/**
	 * Its layer's; of a class of the repository that holds one matrix and is called so, LAYER_LINEAR or
	 * LAYER_EMBEDDING too, with the sizes of that matrix, and its parameters are LAYER_OTHER. A parameter of several
	 * dimensions has the sizes of a matrix as well.
	 */
	enum layer_kind kind;
	double out, in;
	/** The call that made it. */
	const struct call *made;
	/** Parameters of itself, without those inside it and those that another part has counted. */
	double own;
	/** The module or parameter whose weights it has for some of its own, and that part + 1; NULL, 0: none. */
	const struct node *shares;
	size_t tied;
	/** The parts from this one on, up to end, are it and what lies inside it. */
	size_t end;
};

struct module_parts {
	VEC(struct module_part);
	/** Weights of before were put into it. */
	bool loaded;
	/** Why not every parameter is known; empty: all are. */
	struct str why;
	struct span why_at;
};

/** How sizes are read: what is supposed of conditions, and what stands for a vocabulary that is computed. */
struct module_sizes {
	struct suppose *suppose;
	/** The unknown that a tokenizer gives as its number of tokens, NULL: none; and that number. */
	const struct node *unknown;
	double value;
};

/** Its parts, itself first, what is inside a part behind it. */
void custom_module_parts(struct arena *a, const struct trace *trace, const struct module_sizes *sizes,
			 const struct node *module, struct module_parts *out);
/** Parameters of a part with those inside it. */
double custom_module_count(const struct module_parts *parts, size_t part);
/** The default of a parameter as its layer's row writes it, and its position; false if there is no such. */
bool custom_module_param(const struct layer *layer, struct str name, size_t *position, struct str *value);
/** An argument of a layer's constructor as it is known; NULL: absent, and its default is no number. */
const struct node *custom_module_arg(const struct module_sizes *sizes, const struct module_part *part, const char *name);
/** The same as a number; negative: unknown. */
double custom_module_size(const struct module_sizes *sizes, const struct module_part *part, const char *name);
/** A value as a number of elements, of alternatives the only one that is known; negative: unknown. */
double custom_module_number(const struct module_sizes *sizes, const struct node *n);

/** Whether two values are the same, known or not: the same text computed from the same object. */
bool custom_module_same(const struct node *x, const struct node *y);

#endif
