/*
 * From settings to the formulas' input, for the files that make it: how a setting is read, and what each of them fills in.
 * Nobody else includes it.
 */
#ifndef CORE_STEP_SPEC_PARTS_H
#define CORE_STEP_SPEC_PARTS_H

#include "spec.h"

/** A choice of the vocabulary and what it means in a spec. */
struct spec_word {
	const char *name;
	int value;
};

/** The meaning of a setting's word; the list ends with a name of NULL. */
int spec_word_of(const struct job *job, enum setting s, const struct spec_word *words, int fallback);
/** A number above 0, or the fallback. */
double spec_number(const struct job *job, enum setting s, double fallback);
/** Whether a setting is there and says neither "none", "no" nor "false". */
bool spec_is_set(const struct job *job, enum setting s);
/** The dtype that a setting names; fp8 and what is none: the fallback. */
enum dtype spec_dtype_of(const struct job *job, enum setting s, enum dtype fallback);

/** What trains: adapters, quantisation, layers. (spec_method.c) */
void spec_set_method(struct step_spec *s, const struct job *job);
/** Other models on the card; called when the layout is known. (spec_other_models.c) */
void spec_set_others(struct step_spec *s, const struct job *job);

#endif
