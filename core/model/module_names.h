/*
 * Names of modules: which linear layers "q_proj", "c_attn" or "all-linear" mean.
 */
#ifndef CORE_MODEL_MODULE_NAMES_H
#define CORE_MODEL_MODULE_NAMES_H

#include "shape.h"

struct modules {
	linear_set linears;
	bool head, embedding;
	/** A name stood for every linear layer ("all-linear", "all"). */
	bool every;
};

/** What a list of module names (LoRA targets, modules_to_save) means in a shape. */
struct modules modules_of(const struct shape *a, const struct str *names, size_t n);

#endif
