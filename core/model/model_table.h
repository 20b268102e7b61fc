/*
 * The table of models as core/tables/mktables.c writes it. Only catalog.c reads it.
 */
#ifndef CORE_MODEL_MODEL_TABLE_H
#define CORE_MODEL_MODEL_TABLE_H

#include "catalog.h"

struct model_names {
	/** Every id with ";" behind it, row after row, the row's own id first. */
	const char *text;
	/** Where each row's ids start in text; one more at the end. */
	const uint32_t *firsts;
	/** Where each id starts, sorted by id in lower case. */
	const uint32_t *sorted;
	/** Positions in sorted, by what follows the organisation, in lower case. */
	const uint16_t *tails;
	size_t n;
};

extern const struct model models[];
extern const size_t models_n;
extern const struct model_names model_names;

#endif
