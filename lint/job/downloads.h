/*
 * Models that commands of a shell put into folders, as "hf download ID --local-dir DIR" does.
 */
#ifndef LINT_JOB_DOWNLOADS_H
#define LINT_JOB_DOWNLOADS_H

#include "core/base/base.h"
#include "lint/launch/launch.h"

/** A model of a hub, and where it lies on the machine. */
struct download {
	struct str model, folder;
	/** Where the folder is named. */
	struct span at;
	uint32_t file;
};

struct downloads {
	VEC(struct download);
};

/** Adds what a command fetches, if it is one that fetches and says what and where to; texts are shared. */
void downloads_add(struct arena *a, struct downloads *downloads, const struct launch *launch);

#endif
