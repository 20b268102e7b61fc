/*
 * Directives of batch systems: #SBATCH, #PBS, #BSUB and #$ lines at the head of a script. Their options are those of
 * the launcher that reads them (launcher_table.h).
 */
#ifndef LINT_LAUNCH_SCHEDULER_DIRECTIVES_H
#define LINT_LAUNCH_SCHEDULER_DIRECTIVES_H

#include "lint/read/node.h"
#include "lint/text/text.h"

/** The batch directives of a file, as in struct launch; NULL if it has none. */
const struct node *batch_read(struct arena *a, struct files *files, uint32_t file);
/** The same of a text inside a file (a here-document), all of it with one place. */
const struct node *batch_read_text(struct arena *a, struct str text, struct span at);

#endif
