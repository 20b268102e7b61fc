/*
 * The environment that a launcher gives to the processes it starts: WORLD_SIZE, RANK, LOCAL_RANK.
 */
#ifndef LINT_JOB_RANK_VARIABLES_H
#define LINT_JOB_RANK_VARIABLES_H

#include "lint/launch/launch.h"
#include "lint/target/target.h"

/**
 * The launch's environment with what its launcher adds, as the first process sees it; launch->env
 * itself where nothing is added, NULL without a launch. An unknown number of processes is UNKNOWN.
 * config is the launcher's own configuration file, NULL if there is none. Lives in the arena.
 */
const struct node *rank_variables(struct arena *a, const struct launch *launch,
				  const struct node *config, const struct target *target);

/**
 * The devices that deepspeed's --include names, of all machines ("localhost:0,1", "a:0,1@b:0"); 0 where
 * it is not given or leaves out which ones (deepspeed/launcher/runner.py, parse_resource_filter()).
 */
int64_t devices_included(const struct launch *launch);
/** The machines that it names; 0 where it is not given. */
int64_t machines_included(const struct launch *launch);

#endif
