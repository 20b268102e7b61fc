/*
 * Arithmetic over variables.
 */
#ifndef LINT_SHELL_VALUES_ARITHMETIC_H
#define LINT_SHELL_VALUES_ARITHMETIC_H

#include "state.h"

/** An arithmetic expression after expansion, as scalar parts; unknown with a reason. */
struct sh_parts sh_arith(struct sh_state *st, struct sh_parts expression, struct span at);
/** The same as a number; false if it is not known. */
bool sh_arith_int(struct sh_state *st, struct sh_parts expression, int64_t *out);

#endif
