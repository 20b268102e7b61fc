/*
 * How settings are read where the formulas' input is made.
 */
#include "core/base/base.h"
#include "spec_parts.h"

int spec_word_of(const struct job *job, enum setting s, const struct spec_word *words, int fallback)
{
	for (; words->name; words++) {
		if (job_is(job, s, words->name))
			return words->value;
	}
	return fallback;
}

double spec_number(const struct job *job, enum setting s, double fallback)
{
	double x = job_real(job, s, fallback);

	return x > 0 ? x : fallback;
}

bool spec_is_set(const struct job *job, enum setting s)
{
	return job_get(job, s) && !job_is(job, s, "none") && !job_is(job, s, "no") &&
	       !job_is(job, s, "false");
}

enum dtype spec_dtype_of(const struct job *job, enum setting s, enum dtype fallback)
{
	enum dtype d;

	/* fp8 training holds 16-bit weights and casts them per matmul. */
	if (!dtype_find(job_str(job, s, STR("")), &d) || d == DTYPE_FP8)
		return fallback;
	return d;
}
