/*
 * What words tell of training: in code that no job came of, in names of programs and in their flags.
 *
 * It makes no job and takes none away: it only decides whether somebody is told that none was found. So it says no
 * where it is in doubt, and everywhere where something else than language is learned.
 */
#ifndef LINT_REPO_TRAINING_WORDS_H
#define LINT_REPO_TRAINING_WORDS_H

#include "core/base/base.h"

/** How names of functions that train begin, whatever library has them; and others, "|" between. */
#define TRAINING_WORDS_BEGINNING "train"
#define TRAINING_WORDS_FUNCTIONS "pretrain|finetune|fine_tune|run_train|run_training|run_finetune|run_sft"

/**
 * Where Python code trains: a trainer's train() or fit(), a backward() in a text that steps an optimizer. The length is
 * that of the line without the blanks around it; false if it nowhere does. What stands behind # or >>> does not count.
 */
bool training_words_place(struct str code, size_t *at, size_t *length);
/**
 * The same of shell code: the first command that starts a training of a model of language, by its launcher and its flags.
 * What a here-document prints and does not write is none.
 */
bool training_words_launch(struct str code, size_t *at, size_t *length);
/** Whether a program's name is about a model of language: train_gsm8k.py, run_grpo.py. */
bool training_words_named(struct str name);
/** Whether code is about models of language. */
bool training_words_language(struct str code);
/** Whether code has to do with models of language that are trained beforehand, whatever library they are of. */
bool training_words_pretrained(struct str code);
/** Whether code is about something else that learns: images, sounds, games. */
bool training_words_subject_code(struct str code);
/** The same, or it trains with a library whose trainings are none of ours. */
bool training_words_other_code(struct str code);
/** The function in which a place stands; empty: none. */
struct str training_words_function(struct str code, size_t at);
/** Whether code calls a function, by its name. */
bool training_words_calls(struct str code, struct str function);
/** Whether a program's name says that it trains, and none of what else is done with models. */
bool training_words_program(struct str name);
/** Whether a word of a command line is about a model of language: --model_name_or_path, --max_seq_length. */
bool training_words_flag(struct str word);
/** Whether a name or a word of a command line is about what is no language: train_unet.py, --image_folder. */
bool training_words_subject(struct str word);
/** The same, or it names a library whose trainings are none of ours. */
bool training_words_other(struct str word);

#endif
