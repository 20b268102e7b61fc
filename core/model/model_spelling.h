/*
 * Names of models in other spellings: without separators, and as the builder functions of torchtune, NeMo
 * and Megatron-Bridge have them ("lora_llama3_1_8b", "llama3p1_8b_pretrain_config").
 */
#ifndef CORE_MODEL_MODEL_SPELLING_H
#define CORE_MODEL_MODEL_SPELLING_H

#include "catalog.h"

/** The one shape with an id of this spelling; NULL if there is none, or several. */
const struct model *model_spelling_find(struct str id);
/** Whether two names, without organisation, are one but for separators: "Qwen2_5-0_5B", "Qwen2.5-0.5B". */
bool model_spelling_same(struct str a, struct str b);

#endif
