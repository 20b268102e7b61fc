/*
 * What is made of rows of different length in a micro batch, of a job of which no key says so.
 */
#include "derive_parts.h"

#include "core/job/job.h"

static void settle(struct arena *a, struct job *job, const char *layout, const char *how, enum setting from)
{
	struct value *v = &job->set[SETTING_BATCH_LAYOUT];
	struct value *source;

	if (!setting_parse(a, SETTING_BATCH_LAYOUT, str_of(layout), v))
		return;
	v->how = str_of(how);
	v->origin = ORIGIN_ASSUMED;
	if (from == SETTING_NONE || !job_get(job, from))
		return;
	source = arena_new(a, struct value);
	*source = job->set[from];
	v->origin = ORIGIN_DERIVED;
	v->from[0] = source;
	v->at = source->at;
}

void derive_batch_layout(struct arena *a, struct job *job)
{
	if (job_get(job, SETTING_BATCH_LAYOUT))
		return;
	if (job_get(job, SETTING_MAX_TOKENS_PER_GPU))
		settle(a, job, "joined", "rows are joined up to a number of tokens", SETTING_MAX_TOKENS_PER_GPU);
	else if (job_bool(job, SETTING_PACKING, false))
		settle(a, job, "fixed", "packed rows are full", SETTING_PACKING);
	else if (job->found == JOB_FOUND_GIVEN)
		settle(a, job, "fixed", "a length that is asked about is that of the rows", SETTING_NONE);
	else if (job_is(job, SETTING_TASK, "pretrain"))
		settle(a, job, "fixed", "texts to learn a language from fill their rows", SETTING_TASK);
	else if (job_is(job, SETTING_ATTENTION_MASK, "none"))
		settle(a, job, "unpadded", "rows are joined without padding", SETTING_ATTENTION_MASK);
	else
		settle(a, job, "padded", "batches are padded to their longest row, as trainers do", SETTING_NONE);
}
