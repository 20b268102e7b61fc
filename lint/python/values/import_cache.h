/*
 * What imports lead to, kept for all evaluations that share a cache: a hundred scripts of a repository
 * import the same sixty modules, and each of these the others.
 *
 * A look-up loads modules on its way, packages before what lies in them, and the same name in the same
 * folders loads the same ones. So what it loads is noted, and loaded again in that order wherever the same
 * is looked for: nothing that is kept belongs to an evaluation.
 *
 * Where modules are looked for is a number. Scripts of different folders have different ones (struct interpreter's
 * search), but most names stand in the same few of their folders: these have a number of their own.
 */
#ifndef LINT_PYTHON_VALUES_IMPORT_CACHE_H
#define LINT_PYTHON_VALUES_IMPORT_CACHE_H

#include "values.h"

struct import_cache;

/** What a look-up led to; good until the evaluation ends or sys.path changes. */
struct import_result {
	/** The modules that it loaded, in order. */
	struct {
		VEC(struct import_step);
	} steps;
	/** The last of them is what was looked for; else there is no such module. */
	bool is;
	/** No file of the repository can be meant by the name, nor by what is below it; none in a folder of sys.path. */
	bool outside, nowhere;
	/** Where it was looked for. */
	uint32_t where;
	/** The library that is meant instead; or empty. */
	struct str library;
};

/** What module_load() is given, and the file that it finds. */
struct import_step {
	struct str path, name;
	uint32_t file;
};

/** What tells apart the repository's files. */
uint32_t import_cache_files(struct interpreter *py);
/** What tells apart these and the folders where modules are looked for. */
uint32_t import_cache_search(struct interpreter *py);
/** What is kept of a place in a tree and a name, looked for somewhere; NULL: nothing yet. */
const struct import_result *import_cache_get(struct interpreter *py, const void *at, struct str name, uint32_t where);
/** Keeps it, and gives it back. */
const struct import_result *import_cache_put(struct interpreter *py, const void *at, struct str name,
					     uint32_t where, struct import_result *found);
/** What module_find() of a dotted name finds; never NULL. */
const struct import_result *import_find(struct interpreter *py, struct str dotted);
/** Where a dotted name is looked for: if import_find() has it there, that holds wherever this is the same. */
const struct import_result *import_places(struct interpreter *py, struct str dotted);
/** What is found of a name in a folder, to be called by a dotted name; never NULL. */
struct import_result *import_in_folder(struct interpreter *py, struct str folder, struct str name, struct str dotted);
/** What is found of a dotted path below a folder, to be called by a name; never NULL. */
struct import_result *import_below(struct interpreter *py, struct str folder, struct str dotted, struct str name);
/** A library; empty: nothing at all. */
struct import_result *import_library(struct interpreter *py, struct str library);
/** Loads what was found; the module that was looked for, or NULL if there is none. */
struct module *import_load(struct interpreter *py, const struct import_result *found);

#endif
