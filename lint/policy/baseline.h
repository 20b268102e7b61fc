/*
 * The baseline: findings that a team knows of and has put off, each by its fingerprint.
 *
 * A JSON file, written by --write-baseline; reason and expires are for people to fill in, and are kept when the file
 * is written again.
 */
#ifndef LINT_POLICY_BASELINE_H
#define LINT_POLICY_BASELINE_H

#include "core/base/base.h"
#include "lint/text/text.h"

#define BASELINE_SCHEMA "gpumem-lint-baseline/1"

struct baseline_entry {
	struct str fingerprint, reason;
	/** The last day on which it holds, counted from 1970; INT64_MAX: for ever. */
	int64_t expires;
	/** What the finding's job needed when it was put off, in bytes; 0: not known. */
	uint64_t needs;
};

struct baseline {
	VEC(struct baseline_entry);
	/** Fingerprint to position + 1. */
	struct dict index;
};

/**
 * Reads a baseline that was added to files. False if it is none: message holds path, line and what is wrong.
 */
bool baseline_read(struct arena *a, struct files *files, uint32_t file, struct baseline *out, struct str *message);
/** The entry of a fingerprint, or NULL; of none for no baseline. */
const struct baseline_entry *baseline_find(const struct baseline *baseline, struct str fingerprint);

#endif
