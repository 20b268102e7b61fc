/*
 * Simulated training steps: a table whose column "spec" is a JSON object of the formulas' input.
 */
#ifndef TESTS_ORACLE_H
#define TESTS_ORACLE_H

#include "core/step/step.h"
#include "csv.h"

/**
 * The spec of a JSON object as oracle-dev.csv has them; false, with a message on stderr, if it
 * holds a key or a value that is not known here.
 */
bool oracle_spec(struct str json, struct step_spec *out);

#endif
