/*
 * Classes of configurations of transformers: what sizes each has of itself, and which are of no language.
 */
#ifndef LINT_MODEL_CONFIG_CLASSES_H
#define LINT_MODEL_CONFIG_CLASSES_H

#include "core/base/base.h"

struct config_class {
	/** Its name, and the model_type by which its keys are read: of one whose code is a copy of another's, that one's. */
	const char *name, *type;
	/** "key=value,…": whole numbers, true or false, words. */
	const char *sizes;
	/**
	 * "key=value,…": keys whose other values make layers that are not counted; a value that is the name of a key stands for
	 * what that has. NULL: none.
	 */
	const char *fixed;
};

extern const struct config_class config_classes[];
extern const size_t config_classes_n;

/** The model_type of a library's class of models, by its name: "t5" of "T5ForConditionalGeneration". Empty: none is known. */
struct str config_class_family(struct str model);
/** Whether a class describes models of images, sounds, time series or games. */
bool config_class_is_other(struct str name);

#endif
