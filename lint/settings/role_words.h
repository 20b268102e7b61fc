/*
 * What people call the models that they keep beside the one they train.
 */
#ifndef LINT_SETTINGS_ROLE_WORDS_H
#define LINT_SETTINGS_ROLE_WORDS_H

#include "core/job/job.h"

/**
 * The setting for which a variable's or attribute's name speaks ("ref_policy": reference_model,
 * "self.teacher": teacher_model), or SETTING_NONE.
 */
enum setting role_of_name(struct str name);
/**
 * Whether a library's call ("transformers.AutoModelForCausalLM.from_pretrained") makes a model that writes text: of
 * several models in one module that one is the language model, the others see or hear for it.
 */
bool role_writes(struct str callee);
/** Whether a name is that of a critic, which trains beside the model that writes: critic_model, value_net. */
bool role_judges(struct str name);

#endif
