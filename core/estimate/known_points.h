/*
 * Tiers that the formulas have given before in a run: notebooks of one author, and the variants that are tried of one
 * job, come to the same numbers again and again.
 */
#ifndef CORE_ESTIMATE_KNOWN_POINTS_H
#define CORE_ESTIMATE_KNOWN_POINTS_H

#include "core/base/base.h"
#include "core/step/step.h"
#include "memory_tiers.h"

/** All that the formulas read of a job in which no engine generates and no critic learns. */
struct point_key {
	struct step_spec spec;
	struct tier_facts facts;
	/** Bytes of cuBLAS's workspaces; rows of an evaluation inside training, negative: there is none. */
	double workspaces, evaluated;
};

/**
 * The tiers of a key; NULL: not known, or not any more. They are those of the very same bytes: holes between members that
 * differ cost a computation and nothing else.
 */
const struct tiers *known_points_find(const struct known_points *known, const struct point_key *key);
/** Keeps the tiers of a key, in the place of an older one that has the same slot. */
void known_points_keep(struct known_points *known, const struct point_key *key, const struct tiers *tiers);

#endif
