/*
 * What the code of a family calls its layers: for settings that name them.
 */
#ifndef CORE_MODEL_FAMILY_MODULES_H
#define CORE_MODEL_FAMILY_MODULES_H

#include "catalog.h"

#include <stdbool.h>

/**
 * Whether a LoRA target may name a module of a model's: false only if the family's names are known, the target is a plain name
 * or path, and none of them ends it. PEFT takes a module whose path is the target or ends with "." and it
 * (peft src/peft/tuners/tuners_utils.py check_target_module_exists, 0.18).
 */
bool family_may_have_module(const struct model *m, struct str target);
/** Whether a class surely is none of a model's layers, as it is the layer of another known family. */
bool family_lacks_layer(const struct model *m, struct str class_name);
/** The class of a model's layers; "" if it is not known. */
const char *family_layer_class(const struct model *m);

#endif
