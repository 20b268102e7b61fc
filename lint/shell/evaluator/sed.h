/*
 * sed s/a/b/: what it makes of a known text, or of one with parts that are not known.
 */
#ifndef LINT_SHELL_EVALUATOR_SED_H
#define LINT_SHELL_EVALUATOR_SED_H

#include "execution.h"

enum { SH_SED_SCRIPTS_MAX = 16 };

struct sh_sed {
	/** The words that are its scripts. */
	size_t scripts[SH_SED_SCRIPTS_MAX], n;
	/** The word that is its file; SIZE_MAX: standard input. */
	size_t file;
	bool extended, in_place;
	/** -n: only what its edits print. */
	bool quiet;
};

/** Reads the words of a sed command; false if it does more than substitute in one text. */
bool sh_sed_words(struct sh_eval *ev, const struct sh_fields *fields, struct sh_sed *sed);
/** What its scripts make of a text; false if that is not known. */
bool sh_sed_run(struct sh_eval *ev, const struct sh_fields *fields, const struct sh_sed *sed, struct sh_parts in,
		struct sh_parts *out);

#endif
