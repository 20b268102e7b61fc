/*
 * Values of Python programs: what they are, how they are made, compared, printed, named and looked up, as far as that
 * runs no code of the repository.
 *
 * A value is a struct node. Beyond what lint/read/node.h says:
 *   - FUNCTION: code is a struct func; CLASS: a struct class; MODULE: a struct module;
 *   - OBJECT of a repository class: code is its struct class; made is the call of the library base;
 *   - OBJECT, STR, LIST … of a type of the standard library: code is its tag (py_tag_…);
 *   - METHOD: text is the name, as.self the receiver, code a struct func or NULL for built-in types;
 *   - NAME: a library's or built-in name ("builtins.len", "torch.bfloat16");
 *   - UNKNOWN that is an attribute of a library object: from[0] is that object, made the call that
 *     made it, code the attribute's name (a struct str): calls on it are recorded all the same.
 *
 * In: syntax trees, the world of lint/eval, rows of callables. Out: nodes on the evaluation's arena, notes in its trace.
 * modules.h is the other door: files of the repository as modules, and how imports find them.
 * Uses core/base, lint/text, lint/read, lint/eval, lint/frameworks and lint/python/syntax.
 */
#ifndef LINT_PYTHON_VALUES_VALUES_H
#define LINT_PYTHON_VALUES_VALUES_H

#include "interpreter.h"

#include "lint/read/read.h"

/* Nodes (value.c). */

/** A node that the present arm owns. */
struct node *py_new(struct interpreter *py, enum node_kind kind, struct span at);
/** An unknown for a reason. */
__attribute__((format(printf, 3, 4))) struct node *py_unknown(struct interpreter *py, struct span at,
							      const char *why, ...);
/** An unknown that comes from another value, with its reason. */
struct node *py_unknown_of(struct interpreter *py, struct span at, struct node *cause);
/** None. Values of the next five kinds know no more than themselves, too. */
struct node *py_none(struct interpreter *py, struct span at);
/** A text; one beyond the budget is unknown. */
struct node *py_str(struct interpreter *py, struct str s, struct span at);
/** An int. */
struct node *py_int(struct interpreter *py, int64_t i, struct span at);
/** A float. */
struct node *py_real(struct interpreter *py, double r, struct span at);
/** True or False. */
struct node *py_bool(struct interpreter *py, bool b, struct span at);
/** Something of a library, or built in, by its dotted name. */
struct node *py_name(struct interpreter *py, const char *dotted, struct span at);
/** Adds an argument to those of a call to be made, by its name or ("") by its place; none for NULL. */
void py_give(struct interpreter *py, struct args *args, const char *name, struct node *value);
/** The value with what it was computed from (y may be NULL). */
struct node *py_from(struct node *n, const struct node *x, const struct node *y);

/** A text that is known, which a pathlib.Path is not. */
bool py_is_str(const struct node *n);
/** What is known of a text of which the rest is not ('+' of op in lint/read/node.h); empty: it is none. */
struct str py_partial_text(const struct node *n);
/** INT, REAL or BOOL. */
bool py_is_number(const struct node *n);
/** The value of INT or BOOL as an integer; false for all else. */
bool py_to_int(const struct node *n, int64_t *out);
/** The value of INT, BOOL or REAL as a real number; false for all else. */
bool py_to_real(const struct node *n, double *out);
/** Number of Unicode characters; bytes for ASCII. */
size_t py_length(struct str s);
/** Whether all of a text's bytes are ASCII. */
bool py_ascii(struct str s);
/** The type's name whose methods an object of the standard library has ("str", "Path"); NULL if none. */
const char *native_type(const struct node *n);

/* Tags of values of the standard library: what their code points to. */

/** The tag of an UNKNOWN that is the first number of the card's compute capability. */
extern const char py_tag_major[];
/** The tags of the other values, by what these are. */
extern const char py_tag_absent[], py_tag_path[], py_tag_namespace[], py_tag_range[], py_tag_file[],
    py_tag_iterator[], py_tag_partial[], py_tag_super[], py_tag_property[], py_tag_ellipsis[],
    py_tag_defaultdict[], py_tag_unordered[], py_tag_members[], py_tag_ini[], py_tag_match[], py_tag_pattern[],
    py_tag_parser[], py_tag_registry[];

/* Conditions (truth.c). */

/** NO, YES or MAYBE: what a condition on unknown values comes to. */
enum truth { TRUTH_NO, TRUTH_YES, TRUTH_MAYBE };

/** bool(x). */
enum truth py_truth(struct interpreter *py, const struct node *n);
/** x == y; MAYBE where it cannot be known. */
enum truth py_equal(struct interpreter *py, const struct node *x, const struct node *y);
/** x is y; MAYBE where it cannot be known. */
enum truth py_is(const struct interpreter *py, const struct node *x, const struct node *y);
/** The value of an enumeration's member that is text or a number as well (str, Enum); else NULL. */
struct node *py_mixed_value(const struct node *n);

/* Numbers (arithmetic.c). */

/**
 * x op y of two numbers (INT, BOOL, REAL), exactly or not at all: unknown where the result leaves 64 bits or Python
 * raises, NULL for a division by zero.
 */
struct node *py_arithmetic(struct interpreter *py, enum py_op op, const struct node *x,
			   const struct node *y, struct span at);

/* Texts of values (repr.c, format.c). */

/** str(x); false if it cannot be known. */
bool py_text(struct interpreter *py, const struct node *n, struct str *out);
/** repr(x); false if it cannot be known. */
bool py_repr(struct interpreter *py, const struct node *n, struct str *out);
/** repr of a float. */
struct str py_real_text(struct arena *a, double r);
/**
 * format(value, spec) of a value whose class defines no text of its own; never NULL: unknown if not understood.
 */
struct node *py_format_plain(struct interpreter *py, struct node *value, struct str spec, struct span at);
/** format % values; never NULL: unknown if not understood. */
struct node *py_percent(struct interpreter *py, struct node *format, struct node *values,
			struct span at);

/* Values of texts (text_value.c). */

/** A word as YAML reads a scalar: 4, 1e-4 (a number here: frameworks cast it), true, null, [1, 2], text. */
struct node *py_yaml_value(struct interpreter *py, struct str text, struct span at);
/** A text as one of the readers of lint/read/read.h reads it, all at one place; unknown if it is none such. */
struct node *py_data_value(struct interpreter *py, struct str text,
			     struct reading (*read)(struct arena *a, uint32_t file,
						    struct str text),
			     struct span at);

/* Containers (container.c): these tell the trail. */

/** Adds an item to a LIST, TUPLE or SET; beyond the budget the list is open instead. */
void py_append(struct interpreter *py, struct node *list, struct node *item);
/** Sets a key of a MAP by Python's equality; unknown keys open it. */
void py_map_set(struct interpreter *py, struct node *map, struct node *key, struct node *value);
/** Something that nobody knows was put over it, a file that was not read: plain values may be others now. */
void py_map_doubt(struct interpreter *py, struct node *map, struct node *by);
/** The same of an object's attributes. */
void py_attr_doubt(struct interpreter *py, struct node *object, struct node *by);
/** The same of a key that is surely not there yet. */
void py_map_add(struct interpreter *py, struct node *map, struct node *key, struct node *value);
/** The value of a key; NULL if it is not there; *maybe if an unlisted key might be it. */
struct node *py_map_get(struct interpreter *py, const struct node *map, const struct node *key,
			bool *maybe);
/** Whether a mapping is the data of a file that is not known, of which the program sets what is listed. */
bool py_is_data(const struct node *map);
/** A member of such data that the program does not set. */
struct node *py_data_member(struct interpreter *py, struct node *map, struct node *key, struct span at);
/** Takes a key out; false if it is not there. */
bool py_map_del(struct interpreter *py, struct node *map, const struct node *key);
/** Sets an attribute of an OBJECT, whatever its class says. */
void py_attr_put(struct interpreter *py, struct node *object, struct str name, struct node *value);
/** Takes an attribute of an OBJECT away, if it is there. */
void py_attr_del(struct interpreter *py, struct node *object, struct str name);
/**
 * One part of a value whose parts are not known (an element of a loader, a member of a returned
 * tuple): what a library made stays recognisable in it.
 */
struct node *py_part_of(struct interpreter *py, struct node *whole, struct span at);
/** Alternatives of MAPs as one MAP whose members are alternatives; else the value itself. */
struct node *py_merge_maps(struct interpreter *py, struct node *value);
/** A member's value where it is there; where it may be missing, instead (NULL: leave it out). */
struct node *py_without_absent(struct interpreter *py, struct node *value, struct node *instead);
/** Whether an object is a list, sequence or dict of torch.nn, or of a class over one (torch_containers.c). */
bool torch_container_is(const struct node *n);
/** What going through it gives: modules in order, of a dict the names; open: there may be more (torch_containers.c). */
struct node *torch_container_elements(struct interpreter *py, const struct node *n, struct span at);

/*
 * Values whose order is a set's (unordered.c): Python's hashes decide it, and of texts they change from run to run.
 *
 * A list made of a set is a LIST with the tag py_tag_unordered: its elements are known, their places
 * are not. Readers of settings see the list; what depends on places becomes unknown in the evaluator.
 */

/** Whether iterating the value twice, in two runs of Python, may give two orders. */
bool py_unordered(const struct node *n);
/** Marks a LIST (or MAP) that was made of unordered elements. */
void py_mark_unordered(struct node *n);

/* Scopes (scope.c). */

/** An empty scope; outer is NULL for a module's. */
struct scope *scope_new(struct interpreter *py, enum scope_kind kind, struct scope *outer,
			struct module *module);
/** The cell of a name in this very scope; made if make, else NULL if there is none. */
struct cell *scope_cell(struct interpreter *py, struct scope *scope, struct str name, bool make);
/** Binds a name in this very scope. */
void scope_set(struct interpreter *py, struct scope *scope, struct str name, struct node *value);
/** The value that it has there; NULL if it has none. */
struct node *scope_get(struct interpreter *py, const struct scope *scope, struct str name);
/** Where "global" and "nonlocal" in a scope send a name; NULL: nowhere else. */
struct scope *scope_redirected(struct interpreter *py, const struct scope *scope, struct str name);
/** Binds a name where the frame that runs is, or where "global" or "nonlocal" sends it. */
void py_bind(struct interpreter *py, struct str name, struct node *value);
/** scope_cell() of a name whose identifier_hash() is at hand; NULL if there is none. */
struct cell *scope_find(const struct scope *scope, struct str name, size_t hash);

/* Classes of the repository (class.c). */

/**
 * The repository's class of an object, or of a MAP that is an object of a class over dict; NULL for
 * all else, a tagged object among it.
 */
const struct class *class_of(const struct node *n);
/** Whether a class is over dict, or over a library's dictionary with attributes: its objects are MAPs. */
bool class_is_dict(const struct class *c);
/** The attribute of a class or its bases in the repository; NULL if none has it. */
struct node *class_find(struct interpreter *py, const struct class *c, struct str name);
/** The same, from behind one class of the object's order on (super()). */
struct node *class_find_after(struct interpreter *py, const struct class *c, const struct class *after,
			      struct str name);
/**
 * Whether super().__init__() of a class runs torch.nn.Module's: it comes before the bases of the repository that
 * have one, and calls none of these (torch/nn/modules/module.py, call_super_init).
 */
bool class_makes_module(struct interpreter *py, const struct class *c);
/** The first base that is a library's (dotted name), through all bases; empty if none. */
struct str class_library(struct interpreter *py, const struct class *c);
/**
 * The same of what stands behind a class of its order, where that is over no library itself: T in class Own(Mixin, T), where
 * Mixin's super() leads to; empty if it leads nowhere.
 */
struct str class_library_behind(const struct class *c, const struct class *mixin);
/** Whether a class is another one or over it. */
bool class_is(const struct class *c, const struct class *base);
/**
 * The object that a library's base of the object's class made in __init__, where this evaluator knows
 * that base by itself (argparse.ArgumentParser); else NULL.
 */
struct node *class_base_object(const struct node *object);
/** Keeps that object with one whose class has such a base. */
void class_keep_base(struct interpreter *py, struct node *object, struct node *base);

/* What libraries made: attributes (library_attribute.c) and slices (unknown_slice.c) that nothing here sets. */

/** An attribute of a library's object that nothing here sets: unknown, but calls on it are seen. */
/**
 * The class of an object that a library made, a NAME; NULL: it is not known. *exact: it is that very class, for the
 * name of a model says so; else it may be one that the library derives.
 */
struct node *library_class(struct interpreter *py, const struct node *object, bool *exact, struct span at);
struct node *library_attr_unset(struct interpreter *py, struct node *object, struct str name,
				struct span at);
/** The argument that the object was made with under a name, TrainingArguments(x=1).x; NULL if there is none. */
struct node *library_attr_given(struct interpreter *py, const struct node *object, struct str name,
				struct span at);
/** The row of the class of settings, a library's dataclass, that made an object; NULL: it is of no such one. */
const struct callable *library_settings_of(const struct node *object);
/** What the library gives an attribute that no argument named, as the row (may be NULL) says; or NULL. */
struct node *library_attr_default(struct interpreter *py, const struct node *object,
				  const struct callable *row, struct str name, struct span at);
/** Whether a library's object has an attribute, where its row says so (+NAME, -NAME) and nothing that was done to it since changes it. */
enum truth library_attr_has(const struct interpreter *py, const struct node *object, struct str name);
/** Sets in a part of an object, which it has under a name, what the library makes of it: the configuration of a model. */
void library_attr_fill(struct interpreter *py, const struct node *object, struct node *part, struct str name,
		       struct span at);
/** What a part of a library's object has in every version, model.config.is_encoder_decoder; NULL if not known. */
struct node *library_attr_of_part(struct interpreter *py, const struct node *part, struct str name,
				  struct span at);
/** What a wrapper wraps: the model of DistributedDataParallel(m), of an engine, of a PEFT model; NULL if it is none. */
struct node *library_wrapped(const struct node *object);
/**
 * How many elements a slice of two bounds has that are not known themselves: x[i : i + n], x[i : i + n + 1],
 * x[i * n : (i + 1) * n]; NULL: nobody knows.
 */
const struct node *py_slice_width(struct interpreter *py, struct node *const part[3], struct span at);
/** A slice that is not known because of its container or of one of its bounds: cause. */
struct node *py_unknown_slice(struct interpreter *py, struct node *container, struct node *const part[3],
			      struct node *cause, struct span at);
/** Makes what is taken from a library's object one on which calls are seen. */
void py_take_maker(struct interpreter *py, struct node *taken, const struct node *object);

/* Questions to the machine (target_answers.c). */

/**
 * Whether a comparison asks if the card's compute capability is 8 or more: then what a card that nothing
 * names answers to is_bf16_supported(); else NULL.
 */
struct node *py_ask_capability(struct interpreter *py, enum py_op op, const struct node *x,
			       const struct node *y, struct span at);
/** What the machine answers to a call that asks it a row's question ("device_count"); unknown if nothing says. */
struct node *py_target_answer(struct interpreter *py, const struct call *call, struct str question);

/* Notes in the trace (call_record.c, traced_models.c). */

/** "transformers.AutoModel.from_pretrained().config" of an object, attribute or name; or empty. */
struct str py_dotted(struct interpreter *py, const struct node *n);
/** Records a call; row is the callable's or NULL, self may be NULL. What it gives is the caller's to add. */
struct call *py_record_call(struct interpreter *py, struct str dotted, struct node *self, const struct args *args,
			    struct site site, const struct callable *row);
/** Ends the evaluation if it has made too many calls; to be told of each with its row (may be NULL). */
void py_bound_calls(struct interpreter *py, const struct callable *row);
/** Which functions run now. */
const struct within *py_within(struct interpreter *py);
/** The object that a call made. */
struct node *py_made_by(struct interpreter *py, const struct call *call);
/** Notes a name that a value was given, if a library's call made a model of it (struct call's names). */
void py_note_model_name(struct interpreter *py, const struct node *value, struct str name);
/** Whether a value is a model that a library's call made, copied or wrapped, and nothing that was taken from one. */
bool py_is_model(const struct node *n);
/** Notes a model whose name was taken for a value, or deleted (NULL), and what is held then. */
void py_note_dropped_model(struct interpreter *py, const struct node *old, const struct node *value);
/** Notes a function that ended, and what it leaves behind, if models were made in it; from: the calls before it. */
void py_note_ended_function(struct interpreter *py, const struct frame *frame, const struct node *result, size_t from);

/* Files that a script names (repository_file.c), and what only a launch could say (launch_options.c). */

/** The path from the root of a path that the script computed; empty if it is not in the repository. */
struct str py_repo_path(struct interpreter *py, struct str path);
/** The path that a file object or a path argument names; false if neither. */
bool file_path(struct interpreter *py, const struct node *n, struct str *path);
/** The data of a file that is not in the repository, unknown. */
struct node *file_absent(struct interpreter *py, struct str path, struct span at);
/** Whether a value is that, or of it. */
bool file_is_absent(const struct node *n);
/** What is known of a file outside the repository, by its path alone; NULL: nothing. */
struct node *file_known(struct interpreter *py, const struct node *n, struct span at);
/** The data of a file of the repository as a tree that may be changed; unknown if there is none. */
struct node *file_data(struct interpreter *py, struct str path, struct span at);
/** The file at a path, or the example beside it that it is copied from (copied_file.c); empty if neither is kept. */
struct str file_kept(struct interpreter *py, struct str path);
/** The data of such an example, unknown what it leaves open; NULL: the file itself is kept, or neither. */
struct node *example_data(struct interpreter *py, struct str path, struct span at);
/** A copy of data, which shares no part that may be changed. */
struct node *file_copy(struct interpreter *py, struct node *tree);
/** The whole text of a file of the repository, which is noted as opened. */
struct node *file_text(struct interpreter *py, const struct eval_file *file, struct span at);
/** The file whose whole text this is: what was read as text and is parsed later keeps its places. */
bool file_of_text(const struct interpreter *py, struct str text, struct eval_file *file);
/** Notes why a file that is opened is not known. */
void py_want(struct interpreter *py, const struct node *unknown);
/** The value of a required option that no launch gives: what is taken for it, or unknown. */
struct node *py_required(struct interpreter *py, struct str option, struct span at, const char *why);
/** Whether a value is the None of an option that has no default and that nobody gives, as no launch is known. */
bool py_is_left_out(const struct interpreter *py, const struct node *n);
/**
 * The value of an option for a config whose default names a file that the repository lacks: everybody is
 * to give one of one's own, as if it were required. One that has no default is noted, for scripts that do
 * not train without, and one whose default is there, for the files beside that. NULL: the option's own
 * default holds.
 */
struct node *py_own_config(struct interpreter *py, struct str option, const struct node *standard);
/**
 * The same where only one whose default is there counts, as for an option that a launch leaves out: a file's name, or what
 * stands for one of a folder of configs, "local" for configs/local.yaml.
 */
struct node *py_standard_config(struct interpreter *py, struct str option, const struct node *standard);

#endif
