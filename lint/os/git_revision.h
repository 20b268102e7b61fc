/*
 * The files of a revision, as git's objects hold them: read through `git cat-file --batch`, without a work tree.
 *
 * One store serves any number of revisions and threads; an object that several files or revisions share is read once.
 */
#ifndef LINT_OS_GIT_REVISION_H
#define LINT_OS_GIT_REVISION_H

#include "filesystem.h"

struct git_store;

/** A store over the repository that a folder lies in; never NULL. The arena is the caller's thread's. */
struct git_store *git_store_open(struct arena *a, const char *root);
/** Ends the git that runs. What was read stays until git_store_free(). */
void git_store_end(struct git_store *store);
/** Frees all texts that its files have given. */
void git_store_free(struct git_store *store);
/**
 * The files of a revision, below the folder that the store was opened for. "A...B" is the commit where the ways to both
 * parted. NULL: message says why, and of a shallow clone what to do.
 */
struct filesystem *git_revision_open(struct arena *a, struct git_store *store, struct str revision, struct str *message);
/** A path that two revisions do not have in common, and its texts; of NULL where it is none of them, or is no file. */
struct git_change {
	struct str path, before, after;
	bool in_before, in_after;
};

struct git_changes {
	VEC(struct git_change);
};

/** What differs between the files of two revisions of one store; texts of more than max bytes count as missing. */
void git_revision_changes(struct arena *a, const struct filesystem *before, const struct filesystem *after, size_t max,
			  struct git_changes *out);
/** The full id of the commit that a revision names; empty if there is none. */
struct str git_revision_id(struct arena *a, const char *root, struct str revision);

#endif
