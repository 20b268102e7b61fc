/*
 * Which Python files lead to training by what they import: "main.py" holds no trainer's name, but
 * imports src/finetune.py, which does. Import statements are found by a scan of the bytes, names are
 * matched to files by their ends; both may say yes too often, and the evaluation then decides.
 */
#ifndef LINT_REPO_IMPORT_REACH_H
#define LINT_REPO_IMPORT_REACH_H

#include "lint/text/text.h"

#include <stdbool.h>

/** One imported name, as one importer has it. */
struct reach_import {
	uint32_t importer;
	/** "pkg.trainer", leading dots taken off. */
	struct str module;
	/** The next import whose last part is the same, plus 1; 0: none. */
	uint32_t next;
};

/** A module that a file imports, or one of whose modules it does by a computed name. */
struct imported_name {
	struct str module;
	bool package;
};

struct imported_names {
	VEC(struct imported_name);
	/** A library of the rows is imported. */
	bool library;
};

/** All zero but the arena: nothing noted yet. */
struct import_reach {
	struct arena *arena;
	/** Names of the modules there are (import_reach_expect()); empty: any is noted. */
	struct dict names;
	/** By last part of the module: index of the first import, plus 1. */
	struct dict parts;
	/** The same by last part of a package that import_module() takes one of the modules of. */
	struct dict packages;
	struct {
		VEC(struct reach_import);
	} imports;
};

/** Says that there is a Python file of a path, which outlives it: imports of other names are left out. */
void import_reach_expect(struct import_reach *r, struct str path);
/**
 * Finds what a Python file imports of what is expected, in order. Names are copied into the arena; several
 * threads may look at once.
 */
void import_reach_scan(const struct import_reach *r, struct arena *a, struct str text, struct imported_names *out);
/** Notes what a Python file imports; the names outlive it. */
void import_reach_note(struct import_reach *r, uint32_t file, const struct imported_names *names);
/** Whether another file imports one by a name that starts in a folder above the importer, or at the root. */
bool import_reach_imported(const struct import_reach *r, struct files *files, uint32_t file);
/**
 * Adds the mark to every file that imports, over any number of files, one that has the mark from;
 * marks are by file id - 1, nmarks of them.
 */
void import_reach_find(struct import_reach *r, struct files *files, unsigned *marks, size_t nmarks,
		       unsigned from, unsigned mark);

#endif
