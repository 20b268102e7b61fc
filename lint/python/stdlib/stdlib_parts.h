/*
 * What the files of this room share and nobody else needs.
 */
#ifndef LINT_PYTHON_STDLIB_STDLIB_PARTS_H
#define LINT_PYTHON_STDLIB_STDLIB_PARTS_H

#include "stdlib.h"

/** os.path.normpath. */
struct str path_normal(struct interpreter *py, struct str path);
/** os.path.abspath: below EVAL_ROOT for a relative path, as open() would find it. */
struct str path_absolute(struct interpreter *py, struct str path);
/** os.path.exists, Path.exists and the like. */
struct node *path_exists(struct interpreter *py, struct native_call *c);
/** Opens the file of a path for reading, as open() does: an object of py_tag_file; else unknown. */
struct node *file_open(struct interpreter *py, struct node *path, struct span at);

#endif
