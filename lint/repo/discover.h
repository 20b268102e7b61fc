/*
 * Discovery: from the paths that the user gave to the files that may matter, sorted.
 *
 * A folder means its tracked files if git tracks any there, else all files below it. Where git tracks
 * the root and paths were named, its other tracked files come along as context: a config's launch
 * script, a script's requirements lie elsewhere. Where it does not, those of the project around a path do. What is no regular file below
 * the root, reached without links, is refused: here, or by who reads it where git lists it. Limits that are
 * reached are a finding unreadable-file, never a silent skip.
 */
#ifndef LINT_REPO_DISCOVER_H
#define LINT_REPO_DISCOVER_H

#include "lint/finding/finding.h"
#include "lint/os/os.h"
#include "lint/text/text.h"
#include "file_kind.h"

struct candidate {
	/** From the root. */
	struct str path;
	enum file_kind kind;
	/** Named by the user, not found in a folder. */
	bool named;
	/** Not asked for: the rest of the repository, which may launch, import or configure what was. */
	bool context;
	/** Only listed by git: it may be a link, a folder or deleted. */
	bool listed;
};

struct candidates {
	VEC(struct candidate);
};

struct discover {
	/** From the root; none means the root. */
	const struct str *paths;
	size_t npaths;
	/** Globs of what is left out (path_glob_match()). */
	const struct str *exclude;
	size_t nexclude;
	/** What paths may have in front for the globs: the root's place below the folder that they are written for. */
	struct str below;
	/** Most candidates, entries looked at by a walk, and folders inside one another; 0: 100,000, 500,000, 64. */
	size_t files_max, entries_max, depth_max;
};

/**
 * Finds the candidates, sorted by path, each once. False if a path does not exist or leads out of the
 * root: message says so (wrong usage).
 */
bool discover(struct arena *a, struct filesystem *fs, const struct discover *what,
	      struct findings *findings, struct candidates *out, struct str *message);
/**
 * A path with "." and ".." parts and double slashes resolved; "." for the root. False if it is
 * absolute or leads out of the root.
 */
bool discover_clean(struct arena *a, struct str path, struct str *out);

#endif
