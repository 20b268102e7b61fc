/*
 * Tokenizers that a script loads, for the size of their vocabularies: a model that is made anew often has it from there.
 */
#ifndef LINT_MODEL_TOKENIZER_H
#define LINT_MODEL_TOKENIZER_H

#include "lint/eval/eval.h"

/** The vocabulary of the tokenizer that a call makes; 0 if it makes none, or none that is known. */
uint32_t tokenizer_vocabulary(const struct call *made);
/** The vocabulary of the one tokenizer that the script loads; 0 if there is none or another. */
uint32_t tokenizer_vocabulary_of_trace(const struct trace *trace);

#endif
