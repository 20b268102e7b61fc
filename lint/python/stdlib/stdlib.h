/*
 * The standard library, and libraries whose functions scripts call as if they were of it: a table of C functions for
 * each module (os, re, json and the other readers of data, dataclasses, …), and the values of their constants.
 *
 * In: calls, as lint/python/builtin takes them. Out: nodes; files are read, and noted as read or written, through the
 * world alone. Uses lint/python/builtin and below, and rows of lint/frameworks for what a library's class takes.
 */
#ifndef LINT_PYTHON_STDLIB_STDLIB_H
#define LINT_PYTHON_STDLIB_STDLIB_H

#include "lint/python/builtin/builtin.h"

/** The tables of this room: natives_collections, … */
#define STDLIB_TABLES(X)                                                                           \
	X(collections) X(configparser) X(copy) X(data_loaders) X(databricks) X(dataclass)          \
	X(file_object) X(functools) X(holders) X(importlib) X(inspect) X(itertools) X(launchers)   \
	X(literal_eval) X(os) X(path) X(re) X(registry) X(runpy) X(torch_modules) X(trl_functions) X(url)   \
	X(written_files)

STDLIB_TABLES(NATIVES_DECLARE)

/* Constants (constants.c). */

/** Whether there may be a constant of a name; if not, it means the same in every evaluation. */
bool may_be_library_constant(struct str dotted);
/** A constant of the standard library ("math.pi", "sys.argv"), or NULL. */
struct node *library_constant(struct interpreter *py, struct str dotted, struct span at);
/** absl.flags.FLAGS: a namespace of what was defined so far. */
struct node *absl_flags(struct interpreter *py, struct span at);

/* Registries (registry.c). */

/** One of mmengine's own registries, by the dotted name that it is imported by: one of each in an evaluation. NULL for other names. */
struct node *root_registry(struct interpreter *py, struct str dotted, struct span at);

/* Paths (path.c). */

/** A Path of a text. */
struct node *path_new(struct interpreter *py, struct str text, struct span at);
/** An attribute of a pathlib.Path: name, parent, suffix, …; NULL if it has none such. */
struct node *path_attr(struct interpreter *py, struct node *path, struct str name, struct span at);

/* Data of files and texts (data_loaders.c, literal_eval.c). */

/** What json.load() and its like give for the file that their first argument is or names; NULL if there is none. */
struct node *load_data(struct interpreter *py, struct native_call *c);
/** Notes that the script writes data to a file: a path, or a file that it has opened. */
void dump_data(struct interpreter *py, const struct node *file, struct node *data, struct span at);
/** The configuration in a file as a MAP; unknown if the path (may be NULL) is none of the repository's. */
struct node *config_of_file(struct interpreter *py, const struct node *path, struct span at);
/**
 * The value of a text that is a literal of Python (ast.literal_eval), NULL if it is none. bare: a name is
 * a string, as fire takes it.
 */
struct node *py_literal_eval(struct interpreter *py, struct str text, bool bare, struct span at);

/* Dataclasses (dataclass.c). */

/**
 * x.__dataclass_fields__: a MAP of the fields of a dataclass or of an object of one, by name; open if a
 * library's base has more. NULL if it has none.
 */
struct node *dataclass_fields(struct interpreter *py, const struct node *x, struct span at);
/** The fields of an object of the repository's as a MAP, objects inside them as MAPs too. */
struct node *dataclass_dict(struct interpreter *py, struct node *object, struct span at);

#endif
