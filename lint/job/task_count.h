/*
 * The processes that srun or mpirun starts: of the same program, one for each GPU where that program
 * joins them.
 */
#ifndef LINT_JOB_TASK_COUNT_H
#define LINT_JOB_TASK_COUNT_H

#include "lint/launch/launch.h"

struct launched_tasks {
	/** Processes on each machine, and on all; 0: not known. */
	int64_t per_node, total;
	/** Machines that the launcher's own options name; 0: they do not. */
	int64_t nodes;
	/** The launcher. */
	struct span at;
};

/**
 * Reads them off the launch's options and batch header; nodes: the machines that the scheduler gives, 1
 * if nothing says so. All 0 without either launcher, or where it does not say how many. launch may be NULL.
 */
struct launched_tasks launched_tasks(const struct launch *launch, int64_t nodes);
/** Whether mpirun starts a program that it or its command tells WORLD_SIZE, or which of them it is. */
bool launched_tasks_told(const struct launch *launch, const struct node *environ);

#endif
