/*
 * The roles in which a job has models: the one it trains, and those that lie on the card beside it.
 *
 * A role is named by the setting that holds the model's name or path. Another setting holds its dtype or
 * quantisation, and the job the shape behind the name.
 */
#ifndef CORE_JOB_MODEL_ROLE_H
#define CORE_JOB_MODEL_ROLE_H

#include "job_values.h"

struct job_role {
	enum setting model, dtype;
	/** Of struct job: where the shape is. */
	size_t shape;
};

enum { JOB_ROLES = 6 };

/** The trained model's role first. */
extern const struct job_role job_roles[JOB_ROLES];

/** The role that a setting names; NULL if it names none. */
const struct job_role *job_role_of(enum setting model);
/** The shape of a role's model, or NULL. */
const struct model *job_role_shape(const struct job *job, const struct job_role *role);
/** Sets it; NULL: not known. */
void job_role_set_shape(struct job *job, const struct job_role *role, const struct model *shape);
/** Models beside the trained one, reward, teacher and evaluator, that are named and of unknown shape. */
unsigned job_unknown_models(const struct job *job);

#endif
