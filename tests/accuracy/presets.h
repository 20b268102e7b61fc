/*
 * Shapes by the names that oracle-dev.csv uses.
 */
#ifndef TESTS_PRESETS_H
#define TESTS_PRESETS_H

#include "core/model/model.h"

struct preset {
	const char *name;
	struct shape shape;
};

/** The shape of a name, or NULL. */
const struct shape *preset_find(struct str name);

#endif
