/*
 * What a program imports tells of its libraries' releases: a name that a release has dropped stops the program there.
 */
#ifndef LINT_ENVIRONMENT_IMPORTS_H
#define LINT_ENVIRONMENT_IMPORTS_H

#include "lint/frameworks/frameworks.h"
#include "lint/text/text.h"

/** What imports ask of a package's release. */
struct import_bounds {
	const struct package *package;
	/** The newest release that brought a name of theirs, and the oldest that dropped one; empty: none did. */
	struct str since, until;
	/** The import that says so. */
	struct span at;
	/** Some import it by a name that it had before a release: that, and where; and some by today's. */
	struct str renamed;
	struct span renamed_at;
	bool today;
};

struct imports {
	struct arena *arena;
	VEC(struct import_bounds);
};

/**
 * Adds what a loaded file of Python or a notebook imports of packages whose rows tell of it. Imports that stand in a
 * block, as in try: … except ImportError, ask for nothing.
 */
void imports_read(struct imports *imports, struct files *files, uint32_t file);
/** Adds what others import. */
void imports_add(struct imports *imports, const struct imports *more);
/** Whether any import is of a name that a package had before. */
bool imports_renamed(const struct imports *imports);
/**
 * Dates a package by what imports say of it, where a requirement does not: the newest release that has all that is
 * imported. Imports that no release answers, of programs of different years, say nothing.
 */
void import_date(const struct import_bounds *b, struct versions *versions);

#endif
