/*
 * What gin-config has been told: the bindings of struct interpreter's gin.
 */
#ifndef LINT_PYTHON_CONFIG_GIN_H
#define LINT_PYTHON_CONFIG_GIN_H

#include "lint/python/stdlib/stdlib.h"

/** Whether a name that is written means a configurable: "transformer.GPT" means "dl.transformer.GPT", as "GPT" does. */
bool gin_means(struct str written, struct str name);
/** The last binding of a parameter of a configurable that holds in the scope; NULL: there is none. */
struct node *gin_bound(struct interpreter *py, struct str name, struct str parameter);
/** What is bound is worth now: a text of a file, or a value that the code itself bound. */
struct node *gin_worth(struct interpreter *py, struct node *is);

#endif
