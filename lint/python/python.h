/*
 * Python by partial evaluation: an entry script is executed in the abstract, over values that may
 * be known or not, and leaves a trace of its calls to libraries (lint/eval/call_trace.h).
 *
 * Nothing is executed and nothing is opened but through the world. What cannot be known is
 * NODE_UNKNOWN with its reason; an undecided branch is taken both ways and joined to NODE_EITHER.
 * The evaluator knows no framework: what a library's call gives back is a row of lint/keymap/keymap.h.
 *
 * Some modules are configs as code: functions that each give one, "def llama3_8b() -> Trainer.Config" (config_functions.c).
 *
 * In: a world (files, words, variables; lint/eval/world.h), a cache that runs share, an entry. Out: a trace, or values of
 * a module. Uses the rooms of lint/python but its syntax, lint/frameworks, lint/eval and what these use. script.h is the
 * other door: which files are scripts at all.
 */
#ifndef LINT_PYTHON_PYTHON_H
#define LINT_PYTHON_PYTHON_H

#include "lint/eval/eval.h"

struct py_cache;

/** A cache of parsed modules by file id, to share among the runs of one repository. */
struct py_cache *py_cache_new(struct arena *a);
/** Gives back the compiled patterns; what was parsed stays with the arena. */
void py_cache_free(struct py_cache *cache);

/**
 * Evaluates a script as __main__, with the world's argv and environment. Never fails: a file that
 * is not there gives an empty trace. The trace and all in it live as long as the arena.
 */
struct trace *py_run(struct arena *a, const struct eval_world *world, struct py_cache *cache,
		     uint32_t entry);
/**
 * Evaluates a module as an import does, then calls one of its functions ("main", "Trainer.run") with
 * the given arguments: "-m package.module:function", console scripts, a framework's entry points.
 */
struct trace *py_run_function(struct arena *a, const struct eval_world *world,
			      struct py_cache *cache, uint32_t file, struct str function,
			      const struct arg *args, size_t nargs);
/** A function of a module that needs no argument, and what it gives. */
struct py_given {
	struct str name;
	/** The name in its head. */
	struct span at;
	/** NULL: it gives nothing. */
	struct node *value;
};

/** Evaluates a module once as an import does, and calls functions of its top level one after another; fills in their values. */
void py_call_each(struct arena *a, const struct eval_world *world, struct py_cache *cache, uint32_t file, struct py_given *functions,
		  size_t n);
struct py_configs {
	VEC(struct py_given);
};

/**
 * The functions of a file's top level that need no argument and whose result is annotated with a type whose name ends in one of
 * types ("|" between), in the file's order, in the arena; their values are not known yet.
 */
struct py_configs py_config_functions(struct arena *a, struct py_cache *cache, uint32_t file, struct str text, const char *types);
/**
 * Evaluates the module once, calls functions of it, and gives what they return as plain data in the arena: an object is a MAP of
 * its attributes, and of what made it where a library did, with the name of its class under "class" ("SelectiveAC.Config"), and
 * arguments without a keyword under "0", "1". That key of the whole stands at the function's name. Of elements of a list that
 * are alike there is one. A value is NULL if its function gave no such object.
 */
void py_config_values(struct arena *a, const struct eval_world *world, struct py_cache *cache, uint32_t file,
		      struct py_configs *functions);
/**
 * Evaluates a module as an import does and gives its global names with plain values as a MAP in order
 * of assignment (functions, classes and modules left out). trace may be NULL.
 */
struct node *py_globals(struct arena *a, const struct eval_world *world, struct py_cache *cache,
			uint32_t file, struct trace **trace);

/**
 * The same of a module of constants: a class of it stands for a MAP of what its body assigns, with the defaults of a
 * dataclass's fields.
 */
struct node *py_constants(struct arena *a, const struct eval_world *world, struct py_cache *cache, uint32_t file);

/** A class of the repository. */
struct py_defined {
	struct str name;
	/** The path of its file. */
	struct str file;
	struct span at;
};

/** The class of an object; false if it is of no class of the repository. */
bool py_object_class(const struct node *object, struct py_defined *out);
/**
 * Whether the code of an object's class, or of one that it extends here, calls what the object keeps under
 * a name: self.NAME(…).
 */
bool py_object_calls(const struct node *object, struct str name);
/**
 * How many tensors as large as each parameter an optimizer of the repository's own remembers, by its class's code and the
 * options that it was made with, and whether they are float32 whatever the parameter is; else they are of the parameter's or
 * the gradient's type. False: something of it is not understood, or is of another size.
 */
bool py_optimizer_states(const struct node *object, unsigned *like, bool *wide);
/** Whether a function of a name is called anywhere in the file of an object's class: NAME(…), F.NAME(…). */
bool py_object_file_calls(const struct node *object, struct str name);
/** Whether a name stands anywhere in that file's code: NAME, x.NAME. */
bool py_object_file_names(const struct node *object, struct str name);

#endif
