/*
 * The inside of the Python evaluator: what its files share. Nobody else includes this.
 *
 * A value is a struct node. Beyond what lint/read/node.h says:
 *   - FUNCTION: code is a struct func; CLASS: a struct class; MODULE: a struct module;
 *   - OBJECT of a repository class: code is its struct class; made is the call of the library base;
 *   - OBJECT, STR, LIST … of a type of the standard library: code is its tag (py_tag_…);
 *   - METHOD: text is the name, as.self the receiver, code a struct func or NULL for built-in types;
 *   - NAME: a library's or built-in name ("builtins.len", "torch.bfloat16");
 *   - UNKNOWN that is an attribute of a library object: from[0] is that object, made the call that
 *     made it, code the attribute's name (a struct str): calls on it are recorded all the same.
 */
#ifndef LINT_PYTHON_VALUES_VALUES_H
#define LINT_PYTHON_VALUES_VALUES_H

#include "lint/eval/eval.h"
#include "lint/python/python.h"
#include "lint/python/syntax/ast.h"
#include "lint/text/text.h"

#include <limits.h>

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
	/** Positions in cells + 1; 0 is free. */
	uint32_t *slots;
	size_t mask;
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
	/** The next module that is called the same, as struct interp's named; 0: none. */
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
	bool no_init;
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

struct interp {
	struct arena *arena;
	const struct eval_world *world;
	struct eval_budget budget;
	struct py_cache *cache;
	const struct native_index *natives;
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
	/**
	 * A call raised or ended the program: the statement that holds it ends so (FLOW_RAISE, FLOW_EXIT),
	 * and nothing more of it is evaluated. FLOW_NEXT: nothing of the kind.
	 */
	enum flow unwinding;
	/** The try with handlers that runs, entered under a guard: what surely raises in it is caught; else NULL. */
	const struct py_stmt *trying;
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
	struct found *noting;
	/** Tells this evaluation from the others that share its cache. */
	uint64_t run;
	/** Folders from the root, in order. */
	struct node *sys_path;
	/** Functions that run on other machines, in the order of their definitions; the host of the one that runs. */
	struct {
		VEC(struct node *);
	} hosted;
	const struct call *host;
	/** os.environ, sys.argv, absl's FLAGS. */
	struct node *environ, *argv;
	/** Whether the card has bfloat16, where nothing names the card: true or false, or NULL. */
	struct node *bf16;
	struct node *absl;
	/** wandb.config: what wandb.init() was given, unless a sweep gives others. */
	struct node *wandb;
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
	/** Functions that were handed to a library, so that each is run once: struct func pointers. */
	struct {
		VEC(const void *);
	} handed;
	/** Undecided tests, in order, for those that ask the same (correlate.c). */
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

/** Deepest nesting of C calls: some 64 Python calls of ordinary code. */
enum { DEEP_MAX = 1200 };

/** One more step; false if the evaluation must stop: its steps are spent, or the bytes for its values. */
bool py_step(struct interp *py, uint64_t n);
/** The same for a search among n things: 64 of them are a step. */
static inline bool py_search(struct interp *py, size_t n)
{
	return n < 64 || py_step(py, n / 64);
}

/** Ends the evaluation, as a spent budget does. */
void py_halt(struct interp *py, const char *what, uint64_t n);
/** Notes why a file that is opened is not known. */
void py_want(struct interp *py, const struct node *unknown);
/** The value of a required option that no launch gives: what is taken for it, or unknown. */
struct node *py_required(struct interp *py, struct str option, struct span at, const char *why);
/**
 * The value of an option for a config whose default names a file that the repository lacks: everybody is
 * to give one of one's own, as if it were required. One that has no default is noted, for scripts that do
 * not train without, and one whose default is there, for the files beside that. NULL: the option's own
 * default holds.
 */
struct node *py_own_config(struct interp *py, struct str option, const struct node *standard);
/** Notes a budget that was spent, once: "24 calls inside calls". */
void py_spent(struct interp *py, const char *what, uint64_t n);
/** The text of a place in a loaded module: conditions and reasons quote it. */
struct str py_source(struct interp *py, struct span at, size_t max);

/* Nodes (value.c). */

/** A node that the present arm owns. */
struct node *py_new(struct interp *py, enum node_kind kind, struct span at);
__attribute__((format(printf, 3, 4))) struct node *py_unknown(struct interp *py, struct span at,
							      const char *why, ...);
/** An unknown that comes from another value, with its reason. */
struct node *py_unknown_of(struct interp *py, struct span at, struct node *cause);
struct node *py_none(struct interp *py, struct span at);
struct node *py_str(struct interp *py, struct str s, struct span at);
struct node *py_int(struct interp *py, int64_t i, struct span at);
struct node *py_real(struct interp *py, double r, struct span at);
struct node *py_bool(struct interp *py, bool b, struct span at);
struct node *py_name(struct interp *py, const char *dotted, struct span at);
/** The value with what it was computed from (y may be NULL). */
struct node *py_from(struct node *n, const struct node *x, const struct node *y);

/** NO, YES or MAYBE: what a condition on unknown values comes to. */
enum truth { TRUTH_NO, TRUTH_YES, TRUTH_MAYBE };

/** bool(x) (truth.c). */
enum truth py_truth(struct interp *py, const struct node *n);
/** == and "is"; MAYBE where it cannot be known. */
enum truth py_equal(struct interp *py, const struct node *x, const struct node *y);
enum truth py_is(const struct node *x, const struct node *y);
/** The value of an enumeration's member that is text or a number as well (str, Enum); else NULL. */
struct node *py_mixed_value(const struct node *n);
/** A text that is known; INT, REAL or BOOL. */
bool py_is_str(const struct node *n);
bool py_is_number(const struct node *n);
/** Integer value of INT or BOOL. */
bool py_to_int(const struct node *n, int64_t *out);
bool py_to_real(const struct node *n, double *out);
/** Number of Unicode characters; bytes for ASCII. */
size_t py_length(struct str s);
bool py_ascii(struct str s);

/** str(x) and repr(x); false if it cannot be known. */
bool py_text(struct interp *py, const struct node *n, struct str *out);
bool py_repr(struct interp *py, const struct node *n, struct str *out);
/** repr of a float. */
struct str py_real_text(struct arena *a, double r);
/** format(value, spec), '%' and str.format (format.c); NULL nodes never: unknown if not understood. */
struct node *py_format(struct interp *py, struct node *value, struct str spec, struct span at);
struct node *py_percent(struct interp *py, struct node *format, struct node *values,
			struct span at);
struct node *py_str_format(struct interp *py, struct node *format, const struct args *args,
			   struct span at);

/* Containers (container.c): these tell the trail. */

void py_append(struct interp *py, struct node *list, struct node *item);
/** Sets a key of a MAP by Python's equality; unknown keys open it. */
void py_map_set(struct interp *py, struct node *map, struct node *key, struct node *value);
/** The same of a key that is surely not there yet. */
void py_map_add(struct interp *py, struct node *map, struct node *key, struct node *value);
/** The value of a key; NULL if it is not there; *maybe if an unlisted key might be it. */
struct node *py_map_get(struct interp *py, const struct node *map, const struct node *key,
			bool *maybe);
bool py_map_del(struct interp *py, struct node *map, const struct node *key);
void py_attr_put(struct interp *py, struct node *object, struct str name, struct node *value);
/** Takes an attribute of an OBJECT away, if it is there. */
void py_attr_del(struct interp *py, struct node *object, struct str name);
/**
 * The elements of an iterable as a LIST; NULL if they are not known (UNKNOWN, library objects) or come
 * in an order that is not (sets): py_members() of unordered.h gives these.
 */
struct node *py_elements(struct interp *py, struct node *iterable, struct span at);
/** Number of elements; false if not known. */
bool py_len(struct interp *py, const struct node *n, int64_t *out);
enum truth py_contains(struct interp *py, struct node *container, struct node *item);
struct node *py_get_item(struct interp *py, struct node *container, struct node *key,
			 struct span at);
void py_set_item(struct interp *py, struct node *container, struct node *key, struct node *value,
		 struct span at);
void py_del_item(struct interp *py, struct node *container, struct node *key);
/**
 * One part of a value whose parts are not known (an element of a loader, a member of a returned
 * tuple): what a library made stays recognisable in it.
 */
struct node *py_part_of(struct interp *py, struct node *whole, struct span at);
/** Whether a value is an iterator of the repository's own: its class says what comes next. */
bool py_is_iterator(struct interp *py, const struct node *n);
/** What such an iterator gives next; of any other value, one part of it. */
struct node *py_next(struct interp *py, struct node *whole, struct span at);
/** Alternatives of MAPs as one MAP whose members are alternatives; else the value itself. */
struct node *py_merge_maps(struct interp *py, struct node *value);
/** **value among arguments: each member is a named argument. */
void py_spread_named(struct interp *py, struct args *args, struct node *value, struct span at);

/* Operators (operator.c). */

struct node *py_binary(struct interp *py, enum py_op op, struct node *x, struct node *y,
		       struct span at);
struct node *py_unary(struct interp *py, enum py_op op, struct node *x, struct span at);
/** One step of a comparison. */
struct node *py_compare(struct interp *py, enum py_op op, struct node *x, struct node *y,
			struct span at);
/** <0, 0, >0 of two values that Python can order; false if not known. */
bool py_order(struct interp *py, const struct node *x, const struct node *y, int *out);

/* Scopes (scope.c). */

struct scope *scope_new(struct interp *py, enum scope_kind kind, struct scope *outer,
			struct module *module);
/** Notes a name that a value was given, if a library's call made a model of it (struct call's names). */
void py_note_name(struct interp *py, const struct node *value, struct str name);
/** The cell of a name in this very scope; made if make, else NULL if there is none. */
struct cell *scope_cell(struct interp *py, struct scope *scope, struct str name, bool make);
void scope_set(struct interp *py, struct scope *scope, struct str name, struct node *value);
struct node *scope_get(struct interp *py, const struct scope *scope, struct str name);
/** Notes a model whose name was taken for a value, or deleted (NULL), and what is held then. */
void py_dropped(struct interp *py, const struct node *old, const struct node *value);
/** Notes a function that ended, and what it leaves behind, if models were made in it; from: the calls before it. */
void py_ended(struct interp *py, const struct frame *frame, const struct node *result, size_t from);
/** A name as an expression reads it: local, enclosing, global, built-in (EXPR_NAME). */
struct node *py_lookup(struct interp *py, const struct py_expr *e);
void py_bind(struct interp *py, struct str name, struct node *value);
/** Where "global" and "nonlocal" in a scope send a name; NULL: nowhere else. */
struct scope *scope_redirected(struct interp *py, const struct scope *scope, struct str name);

/* Evaluation. */

struct node *py_eval(struct interp *py, const struct py_expr *e);
/** Notes the length of rows that a slice takes from data that is not known (row_notes.c): of e, a subscript. */
void py_note_rows(struct interp *py, const struct node *of, const struct py_expr *e);
/**
 * Runs the constructor of a class whose model a call has loaded (Own.from_pretrained), as far as it switches
 * parameters: on an object that wraps the model.
 */
void py_run_constructor(struct interp *py, const struct class *c, struct node *model, struct site site);
/** Notes what a function of the program's gives a library that it was handed to: rows.item(value, function). */
void py_note_item(struct interp *py, struct node *function, struct node *value, struct span at);
/** Notes what is given the name input_ids (row_notes.c): an argument. */
void py_note_row(struct interp *py, struct str name, struct node *value, struct span at);
/** The same of the value that a key of a map is given, and notes tokens under any name: {"prompt_ids": ids}. */
void py_note_key(struct interp *py, struct str key, struct node *value, struct span at);
/** Notes the limit that code compares a row's length with: len(ids) > longest. left may be NULL. */
void py_note_longer(struct interp *py, enum py_op op, const struct py_expr *left,
		    const struct py_expr *right);
/** Notes the length of what a model writes, from the condition of its loop: while x.size(1) < max_length. */
void py_note_grown(struct interp *py, const struct py_expr *test);
/** The same as py_note_row() of a call that is about to be made: list_of_input_ids.append(row), dict(input_ids=row). */
void py_note_given(struct interp *py, const struct py_expr *call, const struct args *args);
/** Notes the longest row that a condition keeps: len(row["input_ids"]) <= max_length. */
void py_note_kept(struct interp *py, const struct py_expr *condition);
/** The same of an if whose body leaves out what its condition holds for: if len(ids) > 512: continue. */
void py_note_dropped(struct interp *py, const struct py_stmt *branch);
/** Notes how many samples a call of slice(i * k, (i + 1) * k) takes at a time. */
void py_note_slice(struct interp *py, const struct py_expr *call);
/** Notes how many samples a loop over range(0, n, k) takes at a time. */
void py_note_stride(struct interp *py, const struct py_expr *iterable);
/** Notes that a loop goes over an object of the repository's own which makes batches: rows.loader(). */
void py_note_loader(struct interp *py, struct node *iterable, struct span at);
/** The same of buffer = buffer[block_size:], an assignment that was evaluated. */
void py_note_rest(struct interp *py, const struct py_stmt *assign);
/** The elements of a comprehension or generator expression, as a container. */
struct node *py_comprehension(struct interp *py, const struct py_expr *e);
/** A list, tuple or set display; a dict display (display.c). A key stated twice in one is recorded as dead. */
struct node *py_display(struct interp *py, const struct py_expr *e);
struct node *py_dict_display(struct interp *py, const struct py_expr *e);
/** Adds the members of *value to a list, tuple or set. */
void py_spread(struct interp *py, struct node *into, struct node *value);
/** Assigns to a name, attribute, subscript or (unpacking) a tuple of these. */
void py_assign(struct interp *py, const struct py_expr *target, struct node *value);
enum flow py_run_block(struct interp *py, const struct py_block *block, size_t from);
enum flow py_run_loop(struct interp *py, const struct py_stmt *s);
enum flow py_run_try(struct interp *py, const struct py_stmt *s);
/**
 * What Python answers by raising a built-in exception: inside a try its handlers run; elsewhere it is an
 * unknown value, since a reading that went wrong is likelier than a program that stops.
 */
__attribute__((format(printf, 4, 5))) struct node *
py_raise(struct interp *py, const char *exception, struct span at, const char *why, ...);
enum flow py_run_match(struct interp *py, const struct py_stmt *s);
void py_run_import(struct interp *py, const struct py_stmt *s);
/** importlib.import_module(): the module of a dotted name, relative to the running one if it begins with dots. */
struct node *py_import_named(struct interp *py, struct str dotted, struct span at);
/** The name of something in a library, or the value that is known of it. */
struct node *py_library_name(struct interp *py, struct str dotted, struct span at);
/** Evaluates a condition; for MAYBE gives the text of it. */
enum truth py_condition(struct interp *py, const struct py_expr *test);
/** The names that statements assign, nested functions and classes left out; calls back for each. */
void py_assigned(const struct py_block *block, void (*each)(void *context, struct str name),
		 void *context);

/** An undecided choice between two pieces of code, each run as one arm. */
struct choice {
	struct arms arms;
	struct fork fork[2];
	struct changes changes[2];
	const struct node *outer;
};

struct choice py_choose(struct interp *py, struct str text, struct span at);
/**
 * The same for a test: one that asks what another asked has the same condition. *known: the arm in
 * which this is decides it, so there is nothing to choose.
 */
struct choice py_choose_test(struct interp *py, const struct py_expr *test, enum truth *known);
/** The value without the alternatives that cannot be where the evaluation is. */
struct node *py_under_guard(struct interp *py, struct node *value);
void py_arm_begin(struct interp *py, struct choice *c, int arm);
void py_arm_end(struct interp *py, struct choice *c, int arm);
void py_choice_join(struct interp *py, struct choice *c);

/* Attributes (attribute.c, attribute_set.c). */

struct node *py_get_attr(struct interp *py, struct node *object, struct str name, struct span at);
/** The same, or NULL where Python would raise AttributeError for sure. */
struct node *py_find_attr(struct interp *py, struct node *object, struct str name, struct span at);
void py_set_attr(struct interp *py, struct node *object, struct str name, struct node *value,
		 struct span at);

/* Calls (call.c, function.c, class.c, library.c). */

struct node *py_call(struct interp *py, struct node *callee, const struct args *args,
		     struct site site);
struct node *py_call_expr(struct interp *py, const struct py_expr *e);
struct node *py_call_method(struct interp *py, struct node *object, struct str name,
			    const struct args *args, struct site site);
struct node *py_call_func(struct interp *py, const struct func *f, struct node *self,
			  const struct args *args, struct site site);
struct node *py_make_function(struct interp *py, const struct py_function *def, struct span at);
struct node *py_make_lambda(struct interp *py, const struct py_expr *e);
struct node *py_make_class(struct interp *py, const struct py_class *def, struct span at);
/** Keeps a configuration of the repository's own in the trace: an object, or the values of a command line. */
void py_note_config(struct interp *py, const struct node *config);
/** An object of a class before its __init__. */
struct node *class_object(struct interp *py, const struct class *c, struct site site);
/** Calls a class: a new object. */
struct node *py_instantiate(struct interp *py, struct class *c, const struct args *args,
			    struct site site);
/**
 * The object that a library's base of the object's class made in __init__, where this evaluator knows
 * that base by itself (argparse.ArgumentParser); else NULL.
 */
struct node *class_base_object(const struct node *object);
/** Records a call to a library and gives its result. self may be NULL. */
struct node *py_call_library(struct interp *py, struct str dotted, struct node *self,
			     const struct args *args, struct site site);
/** "transformers.AutoModel.from_pretrained().config" of an object, attribute or name; or empty. */
struct str py_dotted(struct interp *py, const struct node *n);
/** super().name(…) that leads to a library's class: the object is made by a call of that class. */
struct node *py_call_base(struct interp *py, struct class *c, struct node *self, struct str method,
			  const struct args *args, struct site site);
/**
 * The repository's class of an object, or of a MAP that is an object of a class over dict; NULL for
 * all else, a tagged object among it.
 */
const struct class *class_of(const struct node *n);
/** Whether a class is over dict, or over a library's dictionary with attributes: its objects are MAPs. */
bool class_is_dict(const struct class *c);
/** What a class's own __getattr__ answers for a name; NULL if there is none or it raises. */
struct node *class_getattr(struct interp *py, struct node *object, struct str name, struct span at);
/** What a decorator of the repository makes of a function or class; NULL if it is none or not known. */
struct node *py_replaced(struct interp *py, struct node *what, struct node *decorator);
/** The attribute of a class or its bases in the repository; NULL if none has it. */
struct node *class_find(struct interp *py, const struct class *c, struct str name);
/** The same, from behind one class of the object's order on (super()). */
struct node *class_find_after(struct interp *py, const struct class *c, const struct class *after,
			      struct str name);
/**
 * Whether super().__init__() of a class runs torch.nn.Module's: it comes before the bases of the repository that
 * have one, and calls none of these (torch/nn/modules/module.py, call_super_init).
 */
bool class_makes_module(struct interp *py, const struct class *c);
/** The first base that is a library's (dotted name), through all bases; empty if none. */
struct str class_library(struct interp *py, const struct class *c);
bool class_is(const struct class *c, const struct class *base);
/** Fields with defaults filled in from arguments; for dataclasses and the like. */
void class_fields(struct interp *py, struct class *c, struct node *object, const struct args *args,
		  struct site site);

/* Built-ins: tables of functions by dotted name (natives.c). */

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
};

struct native {
	/** "builtins.len", "str.split". */
	const char *name;
	struct node *(*call)(struct interp *py, struct native_call *c);
	unsigned flags;
};

struct natives {
	const struct native *rows;
	size_t n;
};

/** The rows of all tables by the hash of their names. */
struct native_index {
	const struct native **slots;
	size_t mask;
};

/** Makes the index, once for a run. */
struct native_index *native_index_new(struct arena *a);
/** The row of a dotted name, or NULL. */
const struct native *native_find(const struct interp *py, struct str dotted);
/** The row of a name of a type or module, "str" and "split", or NULL; neither part may be empty. */
const struct native *native_of(const struct interp *py, struct str owner, struct str name);
struct node *native_run(struct interp *py, const struct native *native, struct native_call *c);
/** The argument of a name, or at a position; NULL if it is not given. */
struct node *native_arg(const struct native_call *c, size_t position, const char *name);
/** Number of positional arguments. */
size_t native_count(const struct native_call *c);
/** Whether native_value() may have one; if not, the name means the same in every evaluation. */
bool native_has_value(struct str dotted);
/** A constant of the standard library ("math.pi", "sys.argv"), or NULL. */
struct node *native_value(struct interp *py, struct str dotted, struct span at);
/** The type's name whose methods an object of the standard library has ("str", "Path"); NULL if none. */
const char *native_type(const struct node *n);
/** An attribute of a value of the standard library (Path("x").suffix), or NULL. */
struct node *native_attr(struct interp *py, struct node *object, struct str name, struct span at);

/* Tags of values of the standard library: what their code points to. */
/** The tag of an UNKNOWN that is the first number of the card's compute capability. */
extern const char py_tag_major[];
/**
 * Whether a comparison asks if the card's compute capability is 8 or more: then what a card that nothing
 * names answers to is_bf16_supported(); else NULL.
 */
struct node *py_ask_capability(struct interp *py, enum py_op op, const struct node *x,
			       const struct node *y, struct span at);
extern const char py_tag_path[], py_tag_namespace[], py_tag_range[], py_tag_file[],
    py_tag_iterator[], py_tag_partial[], py_tag_super[], py_tag_property[], py_tag_ellipsis[],
    py_tag_defaultdict[], py_tag_unordered[], py_tag_members[], py_tag_ini[], py_tag_match[], py_tag_pattern[];

/* Modules (module.c). */

struct module *module_load(struct interp *py, struct str path, struct str name);
/** The same for a file at hand: the Python of a notebook has the notebook's path. */
struct module *module_of(struct interp *py, const struct eval_file *file, struct str name);
/** Runs a module's body once, as an import does. */
void module_start(struct interp *py, struct module *m);
/** The module or package of a dotted name as an import from a module finds it, or NULL. */
struct module *module_find(struct interp *py, struct str dotted);
/** A submodule of a package, or NULL. */
struct module *module_sub(struct interp *py, const struct module *package, struct str name);
/** The path from the root of a path that the script computed; empty if it is not in the repository. */
struct str py_repo_path(struct interp *py, struct str path);

#endif
