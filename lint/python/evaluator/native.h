/*
 * Functions of libraries that are written here in C: tables of them by dotted name, found when the name is called.
 *
 * In: the tables of the rooms above, and what else the evaluator asks of them (struct library_hooks): it knows none
 * of them by name. A table is sorted by name. Out: their rows, found and called. A function gets its arguments known
 * and without alternatives unless its flags say otherwise, and gives NULL for "these arguments are not understood".
 * Uses what evaluator.h does.
 */
#ifndef LINT_PYTHON_EVALUATOR_NATIVE_H
#define LINT_PYTHON_EVALUATOR_NATIVE_H

#include "lint/python/values/values.h"

struct native_call {
	const struct args *args;
	/** Receiver of a method, else NULL. */
	struct node *self;
	struct site site;
	/** The dotted name that was called. */
	struct str name;
};

enum {
	/** The function itself sees UNKNOWN and EITHER; else they are dealt with before it is called. */
	NATIVE_RAW = 1,
	/** EITHER is dealt with before, UNKNOWN is seen. */
	NATIVE_UNKNOWN = 2,
	/** Its first argument is a file, or comes from one. */
	NATIVE_FILE = 4,
	/** It gives what the file holds: where that is not known, what the program puts there is (py_set_item). */
	NATIVE_DATA = 8,
};

struct native {
	/** "builtins.len", "str.split". */
	const char *name;
	struct node *(*call)(struct interpreter *py, struct native_call *c);
	unsigned flags;
};

struct natives {
	const struct native *rows;
	size_t n;
};

#define NATIVES(table, rows_)                                                                      \
	const struct natives table = {.rows = (rows_), .n = sizeof(rows_) / sizeof(*(rows_))}

/** What the evaluator asks of the rooms above it. None of these is NULL. */
struct library_hooks {
	/** A constant of the standard library ("math.pi", "sys.argv"), or NULL. */
	struct node *(*constant)(struct interpreter *py, struct str dotted, struct span at);
	/** Whether there may be one; if not, the name means the same in every evaluation. */
	bool (*may_be_constant)(struct str dotted);
	/** An attribute of a pathlib.Path: name, parent, suffix, …; NULL if it has none such. */
	struct node *(*path_attr)(struct interpreter *py, struct node *path, struct str name, struct span at);
	/**
	 * x.__dataclass_fields__: a MAP of the fields of a dataclass or of an object of one, by name; open if a
	 * library's base has more. NULL if it has none.
	 */
	struct node *(*dataclass_fields)(struct interpreter *py, const struct node *x, struct span at);
	/** Whether this is a pydantic model of the repository, or an object of one. */
	bool (*is_pydantic)(const struct node *n);
	/** What pydantic makes of a value for a field: models of mappings, numbers of texts. */
	struct node *(*pydantic_value)(struct interpreter *py, const struct module *m,
				       const struct py_expr *annotation, struct node *value, struct site site);
	/** A text from outside, a word or a variable, as an annotation types it. */
	struct node *(*typed)(struct interpreter *py, const struct module *m, const struct py_expr *annotation,
			      struct node *value);
	/**
	 * A function whose decorators parse the command line (@hydra.main, @click.command, …) is called
	 * without arguments: calls it with the parsed ones. False if it has no such decorator.
	 */
	bool (*call_command)(struct interpreter *py, const struct func *f, const struct args *args, struct site site,
			     struct node **result);
	/** Notes a function that the decorator makes a subcommand of a group. */
	void (*note_command)(struct interpreter *py, const struct node *decorator, struct node *function);
	/** Notes a function or class that the decorator has a configuration call by name (gin). */
	void (*note_configurable)(struct interpreter *py, const struct node *decorator, struct node *made);
	/** What a function, or a class by its constructor, is called with: what a configuration (gin, sacred) has beside what is given. */
	const struct args *(*configured)(struct interpreter *py, const struct func *f, const struct args *args, struct site site);
	/** Runs a new function whose decorator does so in the script that is started (fastcore's call_parse). */
	void (*run_at_once)(struct interpreter *py, struct node *function);
	/** Runs what the library that a class is based on does with a new object of it (the steps of a flow). */
	void (*made)(struct interpreter *py, struct class *c, struct node *object, struct site site);
};

/** Makes the index of all rows of some tables, by the hash of their names. */
struct native_index *native_index_new(struct arena *a, const struct natives *const *tables, size_t n_tables);
/** The row of a dotted name, or NULL. */
const struct native *native_find(const struct interpreter *py, struct str dotted);
/** The row of a name of a type or module, "str" and "split", or NULL; neither part may be empty. */
const struct native *native_of(const struct interpreter *py, struct str owner, struct str name);
/** Calls it: for each alternative of an argument where its flags want that. Never NULL. */
struct node *native_run(struct interpreter *py, const struct native *native, struct native_call *c);
/** The argument of a name, or at a position; NULL if it is not given. */
struct node *native_arg(const struct native_call *c, size_t position, const char *name);
/** Number of positional arguments. */
size_t native_count(const struct native_call *c);
/** An attribute of a value of the standard library (Path("x").suffix), or NULL. */
struct node *native_attr(struct interpreter *py, struct node *object, struct str name, struct span at);

#endif
