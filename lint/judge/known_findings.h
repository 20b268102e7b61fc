/*
 * Findings that are known: taken out of the report by a comment beside them, by ignore: in .gpumem-lint.yml or by the
 * baseline. What says so and hides nothing is a finding itself.
 */
#ifndef LINT_JUDGE_KNOWN_FINDINGS_H
#define LINT_JUDGE_KNOWN_FINDINGS_H

#include "lint/job/result.h"

struct request;

/**
 * Moves known findings, which have their fingerprints, from result->findings to result->known. context: by file id - 1,
 * of ncontext files, which of them nobody asked for; NULL: none.
 */
void known_findings(struct arena *a, const struct request *request, const bool *context, size_t ncontext,
		    struct result *result);

#endif
