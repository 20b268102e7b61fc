/*
 * Versions that a repository asks for: requirements files, pyproject.toml, lock files, conda
 * environments.
 */
#ifndef LINT_ENVIRONMENT_REQUIREMENTS_H
#define LINT_ENVIRONMENT_REQUIREMENTS_H

#include "lint/frameworks/frameworks.h"
#include "lint/text/text.h"

/** What files ask for. */
struct requirements {
	struct versions versions;
	/** Of packages that only others need (struct package's only_needed): they make no environment of their own. */
	struct versions needed;
	/** Packages that are asked for in whatever version. */
	struct {
		VEC(struct str);
	} any;
};

/**
 * Takes the versions of packages that the tables know from a loaded file. A lock file's pin wins over
 * what was required before; otherwise the first file that pins a package decides, else the first that bounds
 * it from above, else the first that names it.
 */
void requirements_read(struct arena *a, struct files *files, uint32_t file, struct requirements *asked);
/** Whether a package is among them, with a version or without. */
bool requirements_name(const struct requirements *asked, struct str package);
/** Whether there are any. */
bool requirements_any(const struct requirements *asked);
/** Takes what "pip install trl==0.12" in a loaded file of commands says, over what is there. */
void requirements_installed(struct files *files, uint32_t file, struct versions *versions);

#endif
