/*
 * What dates a package that no requirement pins: a name that only older releases have, what is pinned of others.
 */
#ifndef LINT_ENVIRONMENT_DATES_H
#define LINT_ENVIRONMENT_DATES_H

#include "lint/frameworks/frameworks.h"

/** Dates a package by what shows that its release is one before another, unless a requirement settles it. */
void date_before(const struct package *package, struct str until, struct span at, struct versions *versions);
/**
 * Dates packages by what is asked for of others that they need: a release that needs a newer Python or a newer library
 * than that is not what is installed beside it.
 */
void date_by_needs(const struct versions *asked, struct versions *versions);

#endif
