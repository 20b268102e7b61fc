/*
 * Loading: files into the run's list, within limits; those that are reached become findings.
 */
#ifndef LINT_REPO_LOAD_H
#define LINT_REPO_LOAD_H

#include "discover.h"
#include "import_reach.h"
#include "prefilter.h"

/** Files that were not read for one reason. */
struct load_trip {
	enum fs_status status;
	struct {
		VEC(struct str);
	} paths;
};

struct loader {
	struct arena *arena;
	struct filesystem *fs;
	struct files *files;
	struct findings *findings;
	const struct prefilter *prefilter;
	/** What Python files import. */
	struct import_reach reach;
	/** Most bytes of a file, of a notebook (pictures inside), and of all files; 0: 4 MiB, 64 MiB, 1 GiB. */
	size_t file_max, notebook_max, total_max;
	/** Bytes read so far. */
	size_t total;
	struct load_trip trips[3];
	/** Most threads that read candidates; 0: as many as there are processors, 8 at most. */
	unsigned threads;
};

/** Most bytes of a file of a kind. */
static inline size_t load_file_max(const struct loader *l, enum file_kind kind)
{
	return kind == KIND_NOTEBOOK ? l->notebook_max : l->file_max;
}

/** Fills in the limits that are 0. */
void load_start(struct loader *l);
/**
 * Reads a file that something refers to ("configs/ds.json", cleaned path): its id, with text loaded,
 * or 0. Missing files are no trip: the reference may be to another machine's disk.
 */
uint32_t load_file(struct loader *l, struct str path);
/**
 * Reads and scans candidates, each on one of several threads. Those that are there join the list, in order, with
 * their text if it may matter: if it has marks, or is of a kind that is always read (shell, Docker,
 * requirements), or was named by the user. What git lists and is no regular file is left out of the candidates; one
 * of KIND_MAYBE gets its true kind. Returns the marks by file id - 1, as many as there are files.
 */
unsigned *load_candidates(struct loader *l, struct candidates *candidates);
/** Adds a finding unreadable-file per reason, naming the files. */
void load_end(struct loader *l);

#endif
