/*
 * Which config files of the repository may be meant where a script wants one that nobody names.
 */
#ifndef LINT_ASSEMBLE_CONFIG_CANDIDATES_H
#define LINT_ASSEMBLE_CONFIG_CANDIDATES_H

#include "script_jobs.h"

/** Which files may be meant, and where their names go: an option, or a word of the launch. */
struct slot {
	struct str option;
	size_t word;
	/** What the name begins and ends with. */
	struct str head, tail;
	/** The folder, from the root on, below which they lie; empty: anywhere. */
	struct str below;
	/** Alternatives of a word: no other file is meant. NULL: any may be. */
	const struct node *either;
	/** The one that is meant, be it taken or not. 0: any may be. */
	uint32_t named;
	/** The file that it is without: others beside it are meant. 0: any may be. */
	uint32_t standard;
	/** Only files that say which model is trained are meant. */
	bool models;
	/** With standard: as well those of the folders around, sft/full/x.json beside sft/qlora/y.json. */
	bool around;
};

struct config_files {
	VEC(uint32_t);
};

/** The files that may be meant, in the order of the list of files and no more than are worth trying. */
struct config_files config_candidates(struct assembly *s, const struct run *run, const struct slot *slot);
/** The file that a name means to a script where it runs; 0: none. */
uint32_t config_candidate_file(struct assembly *s, const struct run *run, struct str name);

#endif
