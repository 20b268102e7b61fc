/*
 * Changes that may make a job fit, before anybody has tried them. Only files of this folder include it.
 */
#ifndef CORE_ESTIMATE_FIX_CHANGES_H
#define CORE_ESTIMATE_FIX_CHANGES_H

#include "card_verdict.h"

enum { CHANGE_SETTINGS_MAX = 3 };

/** A change of settings to values, or a search for the values that fit. */
struct fix_change {
	enum fix_class class;
	struct {
		enum setting setting;
		const char *value;
	} to[CHANGE_SETTINGS_MAX];
	/** Whether it changes this job at all, and may; NULL: always. */
	bool (*applies)(const struct job *job);
	const char *cost;
	/** Instead of to: fills the fix with the largest values that fit; false if there is nothing to change. */
	bool (*search)(struct arena *a, const struct job *job, const struct fix_limits *limits, struct fix *f);
};

/** By class; of a class, what costs the result least first, then the user. */
extern const struct fix_change fix_changes[];
extern const size_t fix_changes_n;

/** Whether the verdict on a job is that it fits. */
bool fix_fits(struct arena *a, const struct job *job, const struct fix_limits *limits);
/** Adds a setting to a fix. */
void fix_set(struct fix *f, enum setting s, struct value v);

#endif
