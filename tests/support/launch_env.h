/*
 * The environment of launches, for tests.
 */
#ifndef TESTS_SUPPORT_LAUNCH_ENV_H
#define TESTS_SUPPORT_LAUNCH_ENV_H

#include "lint/launch/launch.h"

/** Whether a launch has a variable of the environment with a known value, this one. */
static inline bool has_env(const struct launch *l, const char *name, const char *value)
{
	const struct node *v = node_get(l->env, str_of(name));

	return v && v->kind == NODE_STR && str_is(v->text, value);
}

#endif
