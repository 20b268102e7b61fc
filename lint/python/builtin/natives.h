/*
 * Built-in functions and the standard library: the tables, and what their files share.
 *
 * A table is sorted by name (tests/unit/lint/python/check_python.c looks). A function gets its arguments known and
 * without alternatives unless its flags say otherwise, and gives NULL for "these arguments are not
 * understood".
 */
#ifndef LINT_PYTHON_BUILTIN_NATIVES_H
#define LINT_PYTHON_BUILTIN_NATIVES_H

#include "lint/python/evaluator/subscript.h"
#include "lint/python/values/interp.h"
#include "lint/read/read.h"

/** Every table: natives_argparse, … */
/* clang-format off */
#define NATIVE_TABLES(X) \
	X(argparse) X(builtin) X(case) X(click) X(collections) X(conf) X(confs) X(dataclass) X(dict) \
	X(dump) X(fire) X(flags) X(hydra) X(ini) X(inspect) X(jsonargparse) X(lightning) X(list) X(literal) X(load) X(math) \
	X(modules) X(numbers) X(object) X(order) X(os) X(parsers) X(path) X(pydantic) X(re) X(run) X(sequence) X(std) \
	X(str) X(target) X(text) X(typer) X(url)
/* clang-format on */

#define NATIVES_DECLARE(name) extern const struct natives natives_##name;
NATIVE_TABLES(NATIVES_DECLARE)
#undef NATIVES_DECLARE

extern const char py_tag_parser[];

#define NATIVES(table, rows_)                                                                      \
	const struct natives table = {.rows = (rows_), .n = sizeof(rows_) / sizeof(*(rows_))}

/** Whether every table is sorted; else the first name that is not in its place. */
bool natives_sorted(const char **unsorted);
/** An attribute of a pathlib.Path: name, parent, suffix, …; NULL if it has none such. */
struct node *path_attr(struct interp *py, struct node *path, struct str name, struct span at);
/** A Path of a text. */
struct node *path_new(struct interp *py, struct str text, struct span at);
/** os.path.normpath. */
struct str path_normal(struct interp *py, struct str path);
/** os.path.abspath: below EVAL_ROOT for a relative path, as open() would find it. */
struct str path_absolute(struct interp *py, struct str path);
/** A name of the standard library's attributes of an argument as text; false if it is no text. */
bool native_text(const struct node *n, struct str *out);
/** White space as str.strip(), split() and isspace() see it, as far as it is ASCII. */
bool native_is_blank(char c);
/** The elements of an argument, all known; NULL otherwise. */
struct node *native_items(struct interp *py, struct node *n, struct span at);
/** The same where the order makes no difference, unless elements are compared by a key. */
struct node *native_members(struct interp *py, struct node *n, const struct node *key,
			    struct span at);
/** key(x) of min, max, sort: x itself without a key. */
struct node *native_key(struct interp *py, struct node *key, struct node *x, struct site site);
/** dict(…) and dict.update(…): adds the arguments' members to a MAP. */
void dict_update(struct interp *py, struct node *out, const struct args *args);
/** A sorted copy as a LIST; NULL if some elements cannot be ordered. */
struct node *native_sort(struct interp *py, struct node *items, struct node *key, bool reverse,
			 struct site site);
/** Whether an object is a list, sequence or dict of torch.nn, or of a class over one. */
bool modules_are(const struct node *n);
/** What going through it gives: modules in order, of a dict the names. open: there may be more. */
struct node *modules_elements(struct interp *py, const struct node *n, struct span at);
/** A call that is no part of the trace: partial(…), field(…). */
struct call *native_made(struct interp *py, const struct native_call *c);
/** Opens the file of a path for reading, as open() does: an object of py_tag_file; else unknown. */
struct node *file_open(struct interp *py, struct node *path, struct span at);
/** The path that a file object or a path argument names; false if neither. */
bool file_path(struct interp *py, const struct node *n, struct str *path);
/** The data of a file of the repository as a tree that may be changed; unknown if there is none. */
struct node *file_data(struct interp *py, struct str path, struct span at);
/** A copy of data, which shares no part that may be changed. */
struct node *file_copy(struct interp *py, struct node *tree);
/** Puts a mapping's keys over those of a configuration, section by section; open if it is none. */
void conf_merge(struct interp *py, struct node *into, struct node *from);
/** Sets a dotted key of a configuration, making the mappings on the way. */
struct node *conf_set(struct interp *py, struct node *conf, struct str dotted, struct node *value);
/** Replaces the interpolations in a configuration by what they refer to; gives the configuration. */
struct node *conf_resolve(struct interp *py, struct node *root);
/** The mapping that a class or object describes (OmegaConf.structured); else the value itself. */
struct node *conf_structured(struct interp *py, struct node *n, struct span at);
/** Applies "key.sub=value" words to a configuration. */
void conf_overrides(struct interp *py, struct node *conf, const struct node *words);
/** A word as YAML reads a scalar: 4, 1e-4 (a number here: frameworks cast it), true, null, [1, 2], text. */
struct node *py_literal(struct interp *py, struct str text, struct span at);
/**
 * The value of a text that is a literal of Python (ast.literal_eval), NULL if it is none. bare: a name is
 * a string, as fire takes it.
 */
struct node *py_literal_eval(struct interp *py, struct str text, bool bare, struct span at);
/** A text as one of the readers of lint/read/data_file.h reads it, all at one place; unknown if it is none such. */
struct node *py_literal_data(struct interp *py, struct str text,
			     struct reading (*read)(struct arena *a, uint32_t file,
						    struct str text),
			     struct span at);
/** The whole text of a file of the repository, which is noted as opened. */
struct node *file_text(struct interp *py, const struct eval_file *file, struct span at);
/** The file whose whole text this is: what was read as text and is parsed later keeps its places. */
bool file_of_text(const struct interp *py, struct str text, struct eval_file *file);
/** A text of JSON as a tree; unknown if it is none. */
struct node *py_literal_json(struct interp *py, struct str text, struct span at);
/**
 * x.__dataclass_fields__: a MAP of the fields of a dataclass or of an object of one, by name; open if a
 * library's base has more. NULL if it has none.
 */
struct node *dataclass_fields(struct interp *py, const struct node *x, struct span at);
/** The fields of an object of the repository's as a MAP, objects inside them as MAPs too. */
struct node *dataclass_dict(struct interp *py, struct node *object, struct span at);
/** Whether this is a pydantic model of the repository, or an object of one. */
bool model_is(const struct node *n);
/** What pydantic makes of a value for a field: models of mappings, numbers of texts. */
struct node *model_value(struct interp *py, const struct module *m,
			 const struct py_expr *annotation, struct node *value, struct site site);
/** absl.flags.FLAGS: a namespace of what was defined so far. */
struct node *absl_flags(struct interp *py, struct span at);
/** os.path.exists, Path.exists and the like. */
struct node *std_exists(struct interp *py, struct native_call *c);
/** os.environ.get. */
struct node *std_environ_get(struct interp *py, struct native_call *c);

#endif
