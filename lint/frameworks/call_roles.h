/*
 * The arguments of a call by what its row says they are for.
 */
#ifndef LINT_FRAMEWORKS_CALL_ROLES_H
#define LINT_FRAMEWORKS_CALL_ROLES_H

#include "lint/eval/eval.h"
#include "lint/keymap/keymap.h"

/** Whether calls of a row take something of a role. */
bool callable_takes(const struct callable *row, enum role role);
/**
 * The argument of a call that the next parameter of a role got, from the row's parameter *from on, which is 0 at
 * first and then the one behind it; NULL: there are no more.
 */
const struct arg *call_role_arg(const struct call *call, const struct callable *row, enum role role, size_t *from);

#endif
