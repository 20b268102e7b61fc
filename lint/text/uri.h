/*
 * Paths as relative references of URIs (RFC 3986).
 */
#ifndef LINT_TEXT_URI_H
#define LINT_TEXT_URI_H

#include "output.h"

/** A path with '/' between its parts: every byte that is not unreserved or '/' percent-encoded. */
struct str uri_of_path(struct arena *a, struct str path);

#endif
