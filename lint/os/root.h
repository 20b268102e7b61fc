/*
 * Where a run's paths start.
 *
 * The root is --root, else the working directory if every path lies in it, else the folder that all
 * paths lie in. Outputs name files from the root, so that they are the same wherever it stands.
 */
#ifndef LINT_OS_ROOT_H
#define LINT_OS_ROOT_H

#include "core/base/base.h"

struct root {
	/** Absolute, without links. */
	const char *path;
	/** The user's paths, from the root; "." for the root itself. */
	const struct str *paths;
	size_t npaths;
	/** The root's place in the checkout of a GitHub workflow: "" or "sub/"; empty elsewhere. */
	struct str prefix;
};

/**
 * Chooses the root for the paths as given; given.n == 0 means the working directory or --root itself.
 * workspace: GITHUB_WORKSPACE or NULL. False if a path does not exist or lies outside of --root:
 * message says which.
 */
bool root_choose(struct arena *a, struct str given, const struct str *paths, size_t npaths,
		 const char *workspace, struct root *out, struct str *message);

#endif
