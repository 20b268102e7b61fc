/*
 * Charts of Helm: what the values of a chart say in its templates.
 *
 * A template is Go's text/template over values.yaml. Of its actions those are followed that put a value in its place:
 * {{ .Values.train.batch }}, {{ $nodes }} behind {{ $nodes := .Values.replicas | int }}, with filters that leave a value as it
 * is. What else may stand there is not known, and its text stays.
 */
#ifndef LINT_REPO_HELM_H
#define LINT_REPO_HELM_H

#include "lint/read/read.h"
#include "repository.h"

/** Puts the values of its chart into what was read of a template; nothing is done where the file is none. */
void helm_fill(struct repository *repo, struct arena *a, uint32_t file, struct reading *reading);

#endif
