/*
 * Environments: which versions of libraries the jobs of a folder run with.
 *
 * People keep a requirements file beside each project of a repository. What a folder asks for holds for
 * all that lies below it, and the nearest folder wins. Where none of them asks for anything, what stands
 * elsewhere in the repository holds, of several folders the first by depth and path; nothing of a package
 * of which they pin different releases.
 *
 * In come the loaded files with their marks, out go versions for each folder. It uses core/base, lint/text,
 * the versions of lint/frameworks and the kinds of files of lint/repo.
 */
#ifndef LINT_ENVIRONMENT_ENVIRONMENT_H
#define LINT_ENVIRONMENT_ENVIRONMENT_H

#include "lint/text/text.h"
#include "dates.h"
#include "imports.h"
#include "requirements.h"

/** A folder whose files ask for versions, or the root. */
struct environment {
	/** "" is the root. */
	struct str folder;
	/** The nearest such folder above it; NULL: it is the root. */
	const struct environment *above;
	/** In a place that is about something else than this repository's jobs. */
	bool aside;
	/** What its own files ask for. */
	struct requirements asked;
	/** What its own programs import. */
	struct imports imports;
	/** What holds there; the jobs that are read with it narrow it down. */
	struct versions versions;
};

struct environments {
	/** The first is the root's; pointers to the others stay good. */
	VEC(struct environment *);
	/** By folder: the index + 1. */
	struct dict of;
};

/**
 * Reads what the loaded files of a list ask for: requirements, and in the second place what Dockerfiles
 * and shell scripts install. marks: by file id - 1, of every file.
 */
void environments_read(struct environments *e, struct arena *a, struct files *files,
		       const unsigned *marks);
/** That of a path: of its nearest folder that has one, else the root's. Never NULL. */
struct environment *environments_of(const struct environments *e, struct str path);

#endif
