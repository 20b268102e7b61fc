/*
 * The names that people give to the sections of a config.
 */
#ifndef LINT_CONFIGALONE_SECTIONS_H
#define LINT_CONFIGALONE_SECTIONS_H

#include "core/base/base.h"

/** What a section is about. */
enum section {
	/** Of nothing that is read: evaluation, logging, paths. */
	SECTION_OTHER,
	/** Nothing by itself: what is in it stands where the section does. */
	SECTION_SAME,
	SECTION_MODEL,
	SECTION_TRAIN,
	SECTION_LORA,
	SECTION_QUANT,
	SECTION_OPTIM,
	SECTION_DATA,
	SECTION_HARDWARE,
	/** One of its members is chosen by a key beside it: presets, profiles. */
	SECTION_PRESETS,
	SECTION_COUNT,
};

/** The section of a name, in lower case with '_' for '-', inside another one (SECTION_SAME at the top). */
enum section section_of(struct str name, enum section inside);
/** The name of a section in what comes out: "lora"; empty for those that have none. */
struct str section_name(enum section section);

#endif
