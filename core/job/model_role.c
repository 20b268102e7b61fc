#include "model_role.h"

#include <stddef.h>
#include <string.h>

const struct job_role job_roles[JOB_ROLES] = {
    {SETTING_MODEL, SETTING_WEIGHTS_DTYPE, offsetof(struct job, model)},
    {SETTING_REFERENCE_MODEL, SETTING_REFERENCE_DTYPE, offsetof(struct job, reference)},
    {SETTING_REWARD_MODEL, SETTING_REWARD_DTYPE, offsetof(struct job, reward)},
    {SETTING_TEACHER_MODEL, SETTING_TEACHER_DTYPE, offsetof(struct job, teacher)},
    {SETTING_CRITIC_MODEL, SETTING_CRITIC_DTYPE, offsetof(struct job, critic)},
    {SETTING_EVALUATOR_MODEL, SETTING_EVALUATOR_DTYPE, offsetof(struct job, evaluator)},
};

const struct job_role *job_role_of(enum setting model)
{
	for (size_t i = 0; i < JOB_ROLES; i++)
		if (job_roles[i].model == model)
			return &job_roles[i];
	return NULL;
}

const struct model *job_role_shape(const struct job *job, const struct job_role *role)
{
	const struct model *shape;

	memcpy(&shape, (const unsigned char *)job + role->shape, sizeof(shape));
	return shape;
}

void job_role_set_shape(struct job *job, const struct job_role *role, const struct model *shape)
{
	memcpy((unsigned char *)job + role->shape, &shape, sizeof(shape));
}

unsigned job_unknown_models(const struct job *job)
{
	unsigned n = 0;

	for (size_t i = 0; i < JOB_ROLES; i++) {
		const struct value *v = job_get(job, job_roles[i].model);

		/*
		 * A job without a shape is not estimated; a reference or a critic of unknown shape is as large as
		 * the model.
		 */
		if (job_roles[i].model != SETTING_MODEL && job_roles[i].model != SETTING_REFERENCE_MODEL &&
		    job_roles[i].model != SETTING_CRITIC_MODEL && v && v->type == VALUE_STR && v->as.s.n && !str_is(v->as.s, "none"))
			n += !job_role_shape(job, &job_roles[i]);
	}
	return n;
}
