/*
 * What imports lead to, kept for all evaluations that share a cache: a hundred scripts of a repository
 * import the same sixty modules, and each of these the others.
 *
 * A look-up loads modules on its way, packages before what lies in them, and the same name in the same
 * folders loads the same ones. So what it loads is noted, and loaded again in that order wherever the same
 * is looked for: nothing that is kept belongs to an evaluation.
 *
 * Where modules are looked for is a number. Scripts of different folders have different ones (struct interp's
 * search), but most names stand in the same few of their folders: these have a number of their own.
 */
#ifndef LINT_PYTHON_VALUES_IMPORT_CACHE_H
#define LINT_PYTHON_VALUES_IMPORT_CACHE_H

#include "values.h"

struct searches;

/** What a look-up led to; good until the evaluation ends or sys.path changes. */
struct found {
	/** The modules that it loaded, in order. */
	struct {
		VEC(struct found_step);
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
struct found_step {
	struct str path, name;
	uint32_t file;
};

struct searches *searches_new(struct arena *a);
void searches_free(struct searches *searches);
/** Notes a module that the look-up under way has loaded. */
void found_note(struct interp *py, const struct module *m, struct str path, struct str name);
/** What tells apart the repository's files, and these and the folders where modules are looked for. */
uint32_t found_files(struct interp *py);
uint32_t found_search(struct interp *py);
/** What is kept of a place in a tree and a name, looked for somewhere; NULL: nothing yet. */
const struct found *found_get(struct interp *py, const void *at, struct str name, uint32_t where);
/** Keeps it, and gives it back. */
const struct found *found_put(struct interp *py, const void *at, struct str name, uint32_t where,
			      struct found *found);
/** What module_find() of a dotted name finds; never NULL. */
const struct found *found_module(struct interp *py, struct str dotted);
/** Where a dotted name is looked for: if found_module() has it there, that holds wherever this is the same. */
const struct found *found_places(struct interp *py, struct str dotted);
/** What module_in() and module_below() find. */
struct found *found_in(struct interp *py, struct str folder, struct str name, struct str dotted);
struct found *found_below(struct interp *py, struct str folder, struct str dotted, struct str name);
/** A library; empty: nothing at all. */
struct found *found_library(struct interp *py, struct str library);
/** Loads what was found; the module that was looked for, or NULL if there is none. */
struct module *found_load(struct interp *py, const struct found *found);

#endif
