/*
 * The words of a command after expansion, and what those of undecided alternatives have in common.
 */
#ifndef LINT_SHELL_VALUES_FIELDS_H
#define LINT_SHELL_VALUES_FIELDS_H

#include "state.h"

enum { SH_PICKS_MAX = 3 };

/** One word of a command after expansion. */
struct sh_field {
	struct sh_parts parts;
	struct span at;
	/** Unknown and unquoted: any number of words. */
	bool many;
	bool lost, junk;
	uint8_t n_picks;
	/** NODE_FROM_MAX of them, which are not changed; NULL: none. */
	const struct sh_origin *from;
	/** The alternatives under which the word is there: n_picks, which are not changed. */
	const struct sh_pick *picks;
};

struct sh_fields {
	VEC(struct sh_field);
	/** Open arguments ("$@") were spliced in. */
	bool open;
};

/** The fields that each alternative of a fork gave: those of k from ends[k - 1] to ends[k]. */
struct sh_ranges {
	size_t start, ends[NODE_EITHER_MAX];
	size_t n;
};
/**
 * Fields of the alternatives of a fork: one each becomes one field that is a choice; otherwise what
 * all have in common at both ends loses its condition.
 */
void sh_factor(struct sh_state *st, const struct sh_fork *fork, struct sh_fields *out,
	       const struct sh_ranges *ranges);
/** The field is there under one more alternative; not noted if it has SH_PICKS_MAX already. */
void sh_add_pick(struct sh_state *st, struct sh_field *field, struct sh_pick pick);
/** Makes the field what it is if the fork goes the way of the alternative; false if it is not there then. */
bool sh_decide_field(struct sh_state *st, struct sh_field *field, const struct sh_fork *fork, size_t alternative);

#endif
