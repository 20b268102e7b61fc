/*
 * .env files as python-dotenv reads them.
 */
#ifndef LINT_READ_DOTENV_H
#define LINT_READ_DOTENV_H

#include "lint/text/text.h"
#include "node.h"

/** A file of KEY=VALUE lines as a MAP. Its text was loaded; what a line takes from no line before is unknown. */
struct node *dotenv_read(struct arena *a, struct files *files, uint32_t file);

#endif
