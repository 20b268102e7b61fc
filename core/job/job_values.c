#include "job_values.h"

#include <math.h>

/* Models of a repository's own have the name of their class, whatever sizes they are made with. */
static bool same_model(const struct model *a, const struct model *b)
{
	return !a || !b || (a->params == b->params && model_same_shape(a, b));
}

bool job_same_settings(const struct job *a, const struct job *b)
{
	if (!same_model(a->model, b->model) || !same_model(a->reference, b->reference) ||
	    !same_model(a->teacher, b->teacher))
		return false;
	for (int i = 0; i < SETTING_COUNT; i++)
		if (!value_same(&a->set[i], &b->set[i]))
			return false;
	return true;
}

int64_t job_int(const struct job *job, enum setting s, int64_t fallback)
{
	return job->set[s].type == VALUE_INT ? job->set[s].as.i : fallback;
}

double job_real(const struct job *job, enum setting s, double fallback)
{
	if (job->set[s].type == VALUE_INT)
		return (double)job->set[s].as.i;
	return job->set[s].type == VALUE_REAL ? job->set[s].as.r : fallback;
}

bool job_bool(const struct job *job, enum setting s, bool fallback)
{
	return job->set[s].type == VALUE_BOOL ? job->set[s].as.b : fallback;
}

struct str job_str(const struct job *job, enum setting s, struct str fallback)
{
	if (job->set[s].type == VALUE_BOOL)
		return job->set[s].as.b ? STR("true") : STR("false");
	return job->set[s].type == VALUE_STR ? job->set[s].as.s : fallback;
}

bool job_is(const struct job *job, enum setting s, const char *z)
{
	return job_get(job, s) && str_is(job_str(job, s, STR("")), z);
}

bool job_is_fsdp(const struct job *job)
{
	return job_is(job, SETTING_DATA_PARALLEL, "fsdp") || job_is(job, SETTING_DATA_PARALLEL, "fsdp2") ||
	       job_is(job, SETTING_DATA_PARALLEL, "hsdp");
}

bool job_is_deepspeed(const struct job *job)
{
	return job_is(job, SETTING_DATA_PARALLEL, "zero1") ||
	       job_is(job, SETTING_DATA_PARALLEL, "zero2") ||
	       job_is(job, SETTING_DATA_PARALLEL, "zero3");
}

bool job_generates(const struct job *job)
{
	return job_is(job, SETTING_TASK, "grpo") || job_is(job, SETTING_TASK, "rloo") || job_is(job, SETTING_TASK, "ppo") ||
	       job_is(job, SETTING_TASK, "reinforce");
}

bool job_embeds(const struct job *job)
{
	return job_is(job, SETTING_TASK, "embedding") || job_is(job, SETTING_TASK, "sparse_embedding");
}

const char *job_found_name(enum job_found found)
{
	switch (found) {
	case JOB_FOUND_SINK:
		return "sink";
	case JOB_FOUND_CONFIG:
		return "config file";
	case JOB_FOUND_CALL:
		return "call only";
	case JOB_FOUND_FLAGS:
		return "keys only";
	case JOB_FOUND_ALONE:
		return "config alone";
	case JOB_FOUND_GIVEN:
		break;
	}
	return "given";
}

/** 4.057 for "4.57.1"; NAN for what is no version. */
static double version_number(struct str text)
{
	struct str_cut major = str_cut(text, '.'), minor = str_cut(major.tail, '.');
	int64_t a, b;

	if (!str_to_int(major.head, &a))
		return NAN;
	return (double)a + (str_to_int(minor.head, &b) ? (double)b / 1000 : 0);
}

/** The version of a library: the framework's, if it is that one, else what requirements pin. */
static double library_version(const struct job *job, struct str name, struct str pinned)
{
	struct str v = job_str(job, SETTING_FRAMEWORK_VERSION, STR(""));
	size_t at = str_find(v, name, 0);

	return version_number(at == SIZE_MAX ? pinned : str_sub(v, at + name.n, v.n));
}

double job_transformers_version(const struct job *job)
{
	return library_version(job, STR("transformers "), job->transformers);
}

double job_trl_version(const struct job *job)
{
	return library_version(job, STR("trl "), STR(""));
}

/* Dates of releases: pypi.org/project/transformers and /torch. */
static const struct {
	/** Up to this version of transformers, that one of torch is the newest. */
	double transformers, torch;
} newest_torch[] = {
    {4.016, 1.010}, /* January 2022; torch 1.11: 10 March 2022 */
    {4.026, 1.013}, /* January 2023; torch 2.0: 15 March 2023 */
    {4.033, 2.000}, /* September 2023; torch 2.1: 4 October 2023 */
};

double job_torch_version(const struct job *job)
{
	double stated = library_version(job, STR("torch "), job->torch), with = job_transformers_version(job);

	for (size_t i = 0; isnan(stated) && i < sizeof(newest_torch) / sizeof(*newest_torch); i++)
		if (with <= newest_torch[i].transformers)
			return newest_torch[i].torch;
	return stated;
}
