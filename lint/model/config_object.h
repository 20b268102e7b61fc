/*
 * Models that a script makes anew of a configuration: LlamaConfig(hidden_size=512, …).
 */
#ifndef LINT_MODEL_CONFIG_OBJECT_H
#define LINT_MODEL_CONFIG_OBJECT_H

#include "core/model/model.h"
#include "lint/eval/eval.h"

/**
 * The shape that a configuration object of transformers describes: the defaults of its class under what
 * its constructor was given, what was set on it later (attributes, update()), and the size of the one
 * tokenizer's vocabulary for vocab_size=len(tokenizer). The id is that of a known model of this shape,
 * else the class's name. In the arena; NULL if the class or one of the sizes is not known.
 */
const struct model *model_of_config_object(struct arena *a, const struct trace *trace,
					   struct suppose *suppose, const struct node *config);
/**
 * The shape of a known model's configuration that was loaded, and of which the code sets sizes, before the call of that order:
 * config = LlamaConfig.from_pretrained(name); config.num_hidden_layers = 4. *changed is the first of these sizes, empty if none
 * is set. In the arena; NULL if none is, or one is not known.
 */
const struct model *model_of_changed_config(struct arena *a, const struct trace *trace, struct suppose *suppose,
					    const struct node *config, uint32_t before, struct str *changed);
/**
 * Why a language model that is made of a value has no known shape: the value is a configuration of transformers in the code
 * that model_of_config_object() gives nothing for. Empty: it is no such configuration, or one of what is no language.
 */
struct str model_config_unread(struct arena *a, const struct node *config);

#endif
