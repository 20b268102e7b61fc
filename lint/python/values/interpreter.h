/*
 * The state of one evaluation, and what Python's namespaces, functions, classes and modules are in it.
 */
#ifndef LINT_PYTHON_VALUES_INTERPRETER_H
#define LINT_PYTHON_VALUES_INTERPRETER_H

#include "lint/eval/eval.h"
#include "lint/python/syntax/syntax.h"
#include "lint/text/text.h"

#include <limits.h>

struct source_cache;
struct native_index;
struct library_hooks;

/* Variables. */

enum scope_kind { SCOPE_MODULE, SCOPE_FUNCTION, SCOPE_CLASS, SCOPE_COMPREHENSION };

/** One namespace: cells in order of first assignment, found through a hash table of names. */
struct scope {
	enum scope_kind kind;
	/** Where names not bound here are looked up next; NULL in a module. */
	struct scope *outer;
	struct module *module;
	struct {
		VEC(struct cell *);
	} cells;
	struct hash_index names;
	/** Names that "global" and "nonlocal" send elsewhere. */
	struct {
		VEC(struct elsewhere);
	} elsewhere;
	/** The fork that it was made in. */
	uint32_t stamp;
};

struct elsewhere {
	struct str name;
	struct scope *scope;
};

struct module {
	/** "pkg.mod", "__main__". */
	struct str name;
	/** From the root; empty for a namespace package. */
	struct str path;
	/** Folder in which submodules are looked for: a package's own; else empty. */
	struct str folder;
	uint32_t file;
	struct py_module *tree;
	struct scope *scope;
	struct node *node;
	/** Libraries of which "from lib import *" was said. */
	struct {
		VEC(struct str);
	} stars;
	bool started;
	/** The next module that is called the same, as struct interpreter's named; 0: none. */
	uint32_t next_named;
};

struct func {
	struct str name;
	/** One of both. */
	const struct py_function *def;
	const struct py_params *params;
	const struct py_expr *lambda;
	struct scope *closure;
	struct module *module;
	/** Defaults by parameter, NULL where there is none. */
	struct node **defaults;
	/** @x.setter of a property: a FUNCTION; else NULL. */
	struct node *setter;
	/** The class in whose body it stands, for super(); else NULL. */
	struct class *owner;
	/** Its decorator of EFFECT_HOST, or NULL; and whether it ran. */
	const struct call *host;
	/** A decorator of EFFECT_GRADIENTS, an OBJECT or a NAME, or NULL. */
	const struct node *gradients;
	bool entered;
	enum bind { BIND_METHOD, BIND_CLASS, BIND_STATIC, BIND_PROPERTY } bind;
	/** Values of the decorators that are not understood by themselves: @app.command() … */
	struct {
		VEC(struct node *);
	} decorators;
	/** Calls of it that run; the steps that were taken when the outermost of them began. */
	uint32_t active;
	uint64_t since;
};

/** A field of a dataclass, NamedTuple, TypedDict or pydantic model. */
struct field {
	struct str name;
	const struct py_expr *annotation;
	/** NULL: required. */
	struct node *value;
	/** field(default_factory=…): called for each object; NULL if none. */
	struct node *factory;
	/** field(metadata=…, init=…): the whole call, or NULL. */
	struct node *spec;
	struct span at;
	bool no_init, keyword_only;
};

enum class_kind {
	CLASS_PLAIN,
	CLASS_DATA,
	CLASS_NAMEDTUPLE,
	CLASS_TYPEDDICT,
	CLASS_ENUM,
	CLASS_MODEL
};

struct class
{
	struct str name;
	enum class_kind kind;
	struct node *node;
	/** CLASS, NAME (a library's) or UNKNOWN. */
	struct {
		VEC(struct node *);
	} bases;
	/** The class and its bases of the repository, as attributes are looked up. */
	struct {
		VEC(struct class *);
	} order;
	/** Attributes: the body's scope. */
	struct scope *scope;
	struct module *module;
	const struct py_class *def;
	/** Of this class and its bases, in order. */
	struct {
		VEC(struct field);
	} fields;
	/** Values of decorators that are not understood by themselves. */
	struct {
		VEC(struct node *);
	} decorators;
	/** The one of EFFECT_HOST, or NULL: where its methods run. */
	const struct call *host;
};

/* Running. */

/** How a statement ended. */
enum flow {
	FLOW_NEXT,
	FLOW_BREAK,
	FLOW_CONTINUE,
	FLOW_RETURN,
	/** raise, a failed assert. */
	FLOW_RAISE,
	/** sys.exit(), a spent budget: nothing catches it. */
	FLOW_EXIT,
};

struct frame {
	struct frame *caller;
	struct scope *scope;
	struct module *module;
	const struct func *func;
	/** The first argument of a method, for super(). */
	struct node *self;
	/** Values returned so far, each with the condition of its arm. */
	struct {
		VEC(struct node *);
	} returns;
	/** What a generator yields. */
	struct node *yields;
	/** An undecided arm broke out of the loop that runs. */
	bool maybe_broken;
	/** Guard at the frame's entry: conditions of returns are counted from here. */
	const struct node *guard;
	/** The class whose body runs; else NULL. */
	struct class *body_of;
};

/** The arguments of a call. */
struct args {
	VEC(struct arg);
};

/** Where a call stands. */
struct site {
	/** The whole call, and the callee as written. */
	struct span at, callee;
};

/** What a method of an experiment of sacred's, an OBJECT, was given or decorates: a FUNCTION, a MAP, a file. */
struct sacred_part {
	const struct node *experiment;
	struct str method;
	struct node *what;
};

/** A map or object over which something was put that nobody knows. */
struct doubt {
	struct node *node, *by;
};

/** What is known of a model by its id: looked up once, however often its configuration is asked. */
struct known_id {
	struct str id;
	/** Its config.json, and what is known of its code; NULL: nothing is. */
	const struct node *config, *code;
	bool has_config, has_code;
};

/** A function that a library was handed: struct func, and where the call stands whose hook it is. */
struct handed {
	const void *code;
	struct span at;
};

/** A function or class that gin calls by name: "module.name". */
struct gin_configurable {
	struct str name;
	struct node *node;
	/** Only where gin calls it, and not where code does, it is given what is bound. */
	bool by_gin;
};

struct interpreter {
	struct arena *arena;
	const struct eval_world *world;
	struct eval_budget budget;
	struct source_cache *cache;
	/** What the rooms above hand in (lint/python/evaluator/native.h): its functions by name; its other questions. */
	const struct native_index *natives;
	const struct library_hooks *library;
	/** Runs statements, and a module's once: handed in by lint/python/statements. */
	enum flow (*run_block)(struct interpreter *py, const struct py_block *block, size_t from);
	void (*run_module)(struct interpreter *py, struct module *m);
	struct trace *trace;
	struct trail trail;
	/** Steps taken; steps asked for when the budget was spent. */
	uint64_t steps, refused;
	/** The arena's bytes at which values are too many. */
	size_t full;
	/** Calls recorded that may be a job, also those that were forgotten again. */
	uint64_t sinks;
	/** Calls into functions, and the C functions behind them. */
	uint32_t depth, deep;
	bool halted;
	/** The if that alone stands behind the else that is being run: an elif; NULL: none. */
	const struct py_stmt *elif;
	/** The test that is evaluated of an if which does no more than to tell somebody something; NULL: none. */
	const struct py_expr *telling;
	/**
	 * A call raised or ended the program: the statement that holds it ends so (FLOW_RAISE, FLOW_EXIT),
	 * and nothing more of it is evaluated. FLOW_NEXT: nothing of the kind.
	 */
	enum flow unwinding;
	/** The last statement that ran raised or ended the program: it stands at trace->stop. */
	bool stopping;
	/** Where that was, or what a handler caught that ended it; and whether the evaluation goes on behind it. */
	struct span end;
	bool passed;
	/** The first end of the one way on behind an undecided return of the program's own code; unknown: there was none. */
	struct span other_end;
	/** An elif that is not decided, since the end of its chain is one behind which the evaluation goes on. */
	const struct py_stmt *unsure;
	/** The try with handlers that runs, entered under a guard: what surely raises in it is caught; else NULL. */
	const struct py_stmt *trying;
	/** Whether that is inside another one, in whatever function. */
	bool tried_around;
	const struct node *try_guard;
	/** The built-in exception that is raised ("KeyError"); empty if it is another. */
	struct str raised;
	/** The repository's class of the exception that is raised; else NULL. */
	const struct class *raised_class;
	struct frame *frame;
	/** The undecided conditions at this point, as struct call's. */
	const struct node *guard;
	/** Loops that run, the number of the outermost of them (0: none), and of loops that were outermost. */
	uint32_t loops, outermost, noutermost;
	/** The rounds of the innermost of them, where it is one over a range that is known; else 0. */
	int64_t rounds;
	/** Arms that were forgotten, since all that went on behind them stood in the other. */
	uint32_t forgotten;
	struct {
		VEC(struct module *);
	} modules;
	/** By path and by name (the first of it): position in modules + 1. */
	struct dict pathed, named;
	/** What tells apart (import_cache.c): the repository's files; these and where modules are looked for. */
	uint32_t files, search;
	/** The entries of sys_path when that was asked. */
	struct {
		VEC(const struct node *);
	} searched;
	/** What the look-up under way has loaded; NULL: none is noted. */
	struct import_result *noting;
	/** Tells this evaluation from the others that share its cache. */
	uint64_t run;
	/** Folders from the root, in order. */
	struct node *sys_path;
	/** Functions that run on other machines, in the order of their definitions; the host of the one that runs. */
	struct {
		VEC(struct node *);
	} hosted;
	const struct call *host;
	/** Nothing that runs is recorded for a backward pass. */
	bool no_gradients;
	/** Rounds that run of loops over what nobody knows, and where the innermost of them began. */
	uint32_t blind;
	struct fork blind_from;
	/** The value of the test that was found undecided last. */
	const struct node *tested;
	/** Generators and constructors of the repository that run. */
	uint32_t generators, constructors;
	/** os.environ, sys.argv, the defaults of Databricks' widgets. */
	struct node *environ, *argv, *widgets;
	/** Whether the card has bfloat16, where nothing names the card: true or false, or NULL. */
	struct node *bf16;
	struct node *absl;
	/** mmengine's own registries by name; NULL: none is asked for yet. */
	struct node *registries;
	/** wandb.config: what wandb.init() was given, unless a sweep gives others; and what wandb.sweep() chooses among. */
	struct node *wandb, *sweep;
	bool swept;
	/** The folder that hydra.initialize() named. */
	struct str hydra;
	/** Parsers and namespaces of command lines, for the parameters that nothing reads. */
	struct {
		VEC(struct parameter);
	} parameters;
	/** Names of options that were added, to whichever parser. */
	struct dict flags;
	/** Lists that the loop under way adds to, as many rounds as it may take. */
	struct {
		VEC(const struct node *);
	} growing;
	/** What a loop's body has put something unknown over (py_map_doubt()): it stays so behind the loop. */
	struct {
		VEC(struct doubt);
	} doubts;
	/** Functions that were handed to a library, so that each is run once, a hook once for each call that has it run. */
	struct {
		VEC(struct handed);
	} callbacks;
	/** What gin-config was told (gin.c of lint/python/config). */
	struct {
		/** MAP of "scope/selector.parameter" and "%macro" to texts, in order; open: a file is missing. NULL: nothing. */
		struct node *bindings;
		struct {
			VEC(struct gin_configurable);
		} configurables;
		/** LIST of the folders in which files are searched, or NULL. */
		struct node *folders;
		/** Of the reference that is being called: "train", "train/inner". */
		struct str scope;
		/** Code opened a scope of its own: which one holds is not followed. */
		bool scoped;
		int depth;
	} gin;
	/** Experiments of sacred's (sacred.c of lint/python/commandline): what belongs to each, and the configurations that were made. */
	struct {
		struct {
			VEC(struct sacred_part);
		} parts, configs;
		/** What ex.run(config_updates=…) puts over the configuration; NULL: nothing. */
		struct node *given;
	} sacred;
	/** Undecided tests, in order, for those that ask the same (condition.c of the evaluator). */
	struct {
		VEC(struct asked);
	} asked;
	/** Functions that decorators made subcommands. */
	struct {
		VEC(struct command_of);
	} commands;
	struct {
		VEC(struct resolver);
	} resolvers, stores;
	/** A namespace was used whole (vars(args), **args): any parameter may have been read. */
	bool whole_namespace;
	/** Where "flag or CONSTANT" was decided: right sides that were evaluated, and that were not. */
	struct {
		VEC(struct dead);
	} shadows;
	struct {
		VEC(struct span);
	} unshadowed;
	/** The models whose ids were asked for. */
	struct {
		VEC(struct known_id);
	} known_ids;
};

enum { ASKED_LEAVES_MAX = 4 };

/** A test that could not be decided. */
struct asked {
	/** As written. */
	struct str text;
	/** The values that it depends on. */
	const struct node *leaf[ASKED_LEAVES_MAX];
	size_t n;
	/** It calls something; it hangs on what nobody said; it hangs on what libraries compute. */
	bool calls, open, computed;
	/** Under which it holds. */
	const struct node *condition;
};

/** A resolver of OmegaConf, or a configuration of Hydra's store, by name. */
struct resolver {
	struct str name;
	struct node *function;
};

/** A parameter of a command line that was parsed. */
struct parameter {
	struct str name;
	struct span at;
	const struct node *value;
};

/* Budgets (interpreter.c). */

/** Deepest nesting of C calls: some 64 Python calls of ordinary code. */
enum { DEEP_MAX = 1200 };

/** Sets the budget that the world gives, and the bytes of values that go with it. */
void py_set_budget(struct interpreter *py);
/** One more step; false if the evaluation must stop: its steps are spent, or the bytes for its values. */
bool py_step(struct interpreter *py, uint64_t n);
/** The same for a search among n things: 64 of them are a step. */
static inline bool py_search(struct interpreter *py, size_t n)
{
	return n < 64 || py_step(py, n / 64);
}

/** Ends the evaluation, as a spent budget does. */
void py_halt(struct interpreter *py, const char *what, uint64_t n);
/** Notes a budget that was spent, once: "24 calls inside calls". */
void py_spent(struct interpreter *py, const char *what, uint64_t n);
/** Whether a list grows in a loop that runs: in how many rounds before is not known. */
bool py_is_growing(const struct interpreter *py, const struct node *list);
/** Notes that the program ends at a place. */
void py_end(struct interpreter *py, struct span at);
/** Notes that this was the end of the program as a whole, or of what it was to train: the first one counts. */
void py_note_end(struct interpreter *py);
/** Notes that this was where the program ended unless it returned before, which nothing decides: the first such end counts. */
void py_note_other_end(struct interpreter *py);
/** The text of a place in a loaded module: conditions and reasons quote it. */
struct str py_source(struct interpreter *py, struct span at, size_t max);

#endif
