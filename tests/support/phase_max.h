/*
 * What the reference arithmetic calls forward and backward, of a step of ours.
 */
#ifndef TESTS_SUPPORT_PHASE_MAX_H
#define TESTS_SUPPORT_PHASE_MAX_H

#include "core/step/step.h"

#include <math.h>

/** Bytes at the largest moment of the forward pass, or else of the backward pass; each takes its side of the loss. */
static inline double phase_max(const struct step *st, bool forward)
{
	double most = 0;

	for (size_t i = 0; i < st->n; i++) {
		const struct moment *m = &st->at[i];
		bool loss_backward = str_is(str_of(m->name), "backward of the loss");
		bool is_forward =
		    m->phase == PHASE_FORWARD || (m->phase == PHASE_LOSS && !loss_backward);
		bool is_backward = m->phase == PHASE_BACKWARD || loss_backward;

		if (forward ? is_forward : is_backward)
			most = fmax(most, need_total(&m->need));
	}
	return most;
}

#endif
