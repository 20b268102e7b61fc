/*
 * The model that the name of a script or config tells, where what the job names as its model is left to be filled in.
 */
#ifndef LINT_JOB_FILE_NAME_MODEL_H
#define LINT_JOB_FILE_NAME_MODEL_H

#include "draft.h"

/**
 * Gives a draft whose model is stated but cannot be read ("<path_to_model>", a variable that the caller sets) the one
 * that the name of its launch's file, or of its main file, tells with product line and size:
 * run_deepseek671b_math_megatron.sh, qwen2-70b_grpo_32_h20.sh. It is assumed, and its shape a guess.
 */
void file_name_model(struct draft_context *c, struct draft *d);

#endif
