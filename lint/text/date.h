/*
 * Days of the calendar, counted from 1970-01-01.
 */
#ifndef LINT_TEXT_DATE_H
#define LINT_TEXT_DATE_H

#include "core/base/base.h"

/** "2026-12-31" as a day; false if the text is no day of the Gregorian calendar from 1970 to 9999. */
bool date_parse(struct str text, int64_t *day);
/** A day as text; days out of that range as the nearest one in it. */
struct str date_text(struct arena *a, int64_t day);

#endif
