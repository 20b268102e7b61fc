/*
 * Patches of fixes: in come the edits of a fix, out go changes of the files that state its settings.
 */
#ifndef LINT_PATCH_FIX_PATCH_H
#define LINT_PATCH_FIX_PATCH_H

#include "lint/job/result.h"
#include "text_patch.h"

/** Changes of one file of the run's list. */
struct file_patch {
	uint32_t file;
	struct text_patch patch;
};

struct fix_patch {
	struct {
		VEC(struct file_patch);
	} files;
};

/**
 * Adds what a fix changes to a patch. False, with nothing added, if it cannot be written by replacing plain literals and
 * by adding a key beside one: why says what is in the way, for people.
 */
bool fix_patch_add(struct arena *a, struct files *files, const struct offered_fix *fix, struct fix_patch *patch,
		   struct str *why);

#endif
