/*
 * Loading: files into the run's list, within limits; those that are reached become findings.
 */
#ifndef LINT_LOAD_H
#define LINT_LOAD_H

#include "discover.h"
#include "prefilter.h"
#include "reach.h"

/** Files that were not read for one reason. */
struct load_trip {
	enum world_status status;
	struct {
		VEC(struct str);
	} paths;
};

struct loader {
	struct arena *arena;
	struct world *world;
	struct files *files;
	struct findings *findings;
	const struct prefilter *prefilter;
	/** What Python files import. */
	struct reach reach;
	/** Most bytes of a file, of a notebook (pictures inside), and of all files; 0: 4 MiB, 64 MiB, 1 GiB. */
	size_t file_max, notebook_max, total_max;
	/** Bytes read so far. */
	size_t total;
	struct load_trip trips[3];
	/** For files that turn out not to matter. */
	struct arena scratch;
};

/** Fills in the limits that are 0. Release with load_end(). */
void load_start(struct loader *l);
/**
 * Reads a file that something refers to ("configs/ds.json", cleaned path): its id, with text loaded,
 * or 0. Missing files are no trip: the reference may be to another machine's disk.
 */
uint32_t load_file(struct loader *l, struct str path);
/**
 * Reads a candidate and scans it: its id if it has marks (or is of a kind that is always read: shell,
 * Docker, requirements; or was named by the user), else 0. A KIND_MAYBE candidate gets its true kind.
 */
uint32_t load_candidate(struct loader *l, struct candidate *candidate, unsigned *marks);
/** Releases the scratch memory before load_end(), once all candidates are read: evaluations need memory, too. */
void load_candidates_end(struct loader *l);
/** Adds a finding unreadable-file per reason, naming the files, and releases the scratch memory. */
void load_end(struct loader *l);

#endif
