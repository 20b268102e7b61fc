/*
 * The prefilter: which files could matter, by a scan of their bytes for the words of the rows (lint/frameworks).
 *
 * It may say yes too often, never no: a file without any of the words cannot start a job, though it
 * may still be read when another one refers to it.
 */
#ifndef LINT_REPO_PREFILTER_H
#define LINT_REPO_PREFILTER_H

#include "file_kind.h"

struct prefilter;

/** What a file may hold. */
enum mark {
	/** Code: a training sink, a step of a training loop, or an optimizer. */
	MARK_SINK = 1,
	/** A word of a framework's config files. */
	MARK_CONFIG = 2,
	/** A command that trains, in a shell script or inside another file. */
	MARK_COMMAND = 4,
	/** Code that may run on other machines, or start a program that trains. */
	MARK_RUNS = 8,
	/** Code that imports a file with MARK_SINK, over any number of files (lint/repo/import_reach.h). */
	MARK_REACH = 16,
	/** Code that starts programs; MARK_RUNS as well if one of them may train (program_starts.h). */
	MARK_STARTS = 32,
	/** Code that makes or runs what a text names, or imports such code: it may train all the same if it is launched. */
	MARK_NAMES = 64,
	/** Code that calls a method of a name that a sink or a step has: MARK_SINK where anything imports a library of the rows. */
	MARK_METHOD = 128,
	/** Code with a word of a framework's config files that are Python modules. */
	MARK_MODULE = 1024,
	/** A data file with words that settings of a training have in any project's own schema. */
	MARK_SETTINGS = 256,
	/** Python that is a notebook's (notebook_is_export()), with commands in it or without. */
	MARK_CELLS = 512,
	/** Words behind the name of a shell script: a document may run it with arguments. */
	MARK_SCRIPT = 2048,
};

/** Gathers the words of every framework. */
struct prefilter *prefilter_new(struct arena *a);
/** The marks, ORed, of a file's bytes; only those that its kind can have. */
unsigned prefilter_marks(const struct prefilter *p, enum file_kind kind, struct str text);

#endif
