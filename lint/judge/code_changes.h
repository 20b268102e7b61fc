/*
 * Changes that are made in code, where no key of a framework says a setting.
 */
#ifndef LINT_JUDGE_CODE_CHANGES_H
#define LINT_JUDGE_CODE_CHANGES_H

#include "fix_edits.h"

/** What to write in the job's script for a setting to have a value; false if no row of what it uses knows. */
bool code_change_of(const struct fix_source *source, enum setting s, const struct value *v, struct str *out);

#endif
