/*
 * Formulas for people: what each term is made of, with this job's numbers put in.
 */
#ifndef CORE_ESTIMATE_EXPLAIN_H
#define CORE_ESTIMATE_EXPLAIN_H

#include "core/job/job.h"
#include "core/step/step.h"

struct explain {
	/** The settings that the term's formula reads; ends at SETTING_NONE. */
	enum setting inputs[14];
	/**
	 * Writes the formula of a term's bytes in a moment: numbers joined by " x " and " + ", words
	 * between them, a remark behind ";". The text lives in the arena.
	 */
	struct str (*formula)(struct arena *a, const struct step_spec *s, const struct step *st,
			      const struct moment *m, double bytes);
};

/** The row of a term. */
const struct explain *explain_of(enum term term);

#endif
