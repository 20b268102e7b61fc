/*
 * What the readers of data files share. Nobody else includes it.
 */
#ifndef LINT_READ_READER_H
#define LINT_READ_READER_H

#include "data_file.h"

/**
 * Replaces the members of a map by those without repeats. A later value takes the
 * place of the first one; repeats among the last n_own members are noted (those before were merged
 * in).
 */
void read_settle(struct arena *a, struct reading *reading, struct node *map, size_t n_own);
/** Trouble at an offset; the first one stays. */
void read_trouble(struct reading *reading, struct span at, struct str reason);

#endif
