#include "row_length.h"

#include "core/dataset/dataset.h"

static struct value derived(struct arena *a, const struct job *job, uint32_t tokens, struct str name, const char *what)
{
	struct value *from = arena_new(a, struct value);
	struct value v = value_int(tokens, ORIGIN_DERIVED, str_fmt(a, "%s of %.*s", what, STR_ARG(name)));

	*from = job->set[SETTING_DATASET];
	v.from[0] = from;
	v.at = from->at;
	return v;
}

void row_length_of_data(struct arena *a, struct job *job)
{
	const struct value *names = job_get(job, SETTING_DATASET);
	const struct dataset *longest = NULL;
	uint32_t mean = 0;
	struct str name = {0};

	if (!names || names->type != VALUE_LIST || names->alternative || job_generates(job) || job_get(job, SETTING_ROW_LENGTH))
		return;
	for (size_t i = 0; i < names->as.list.n; i++) {
		const struct dataset *one = dataset_find(names->as.list.at[i]);

		/* One that is not known may have the longest row. */
		if (!one)
			return;
		mean = one->mean > mean ? one->mean : mean;
		if (longest && one->longest <= longest->longest)
			continue;
		longest = one;
		name = names->as.list.at[i];
	}
	if (!longest)
		return;
	job->set[SETTING_ROW_LENGTH] = derived(a, job, longest->longest, name, "the longest row");
	job->set[SETTING_ROW_LENGTH_MEAN] = derived(a, job, mean, name, "the mean row");
}
