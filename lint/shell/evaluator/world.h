/*
 * What the evaluation of shell code may ask, and what makes it end: whoever starts one (evaluator.h, or lint/launch)
 * fills it in. Uses core/base and lint/read.
 */
#ifndef LINT_SHELL_EVALUATOR_WORLD_H
#define LINT_SHELL_EVALUATOR_WORLD_H

#include "lint/read/node.h"

/** What makes an evaluation end; fields that are zero take the defaults of shell_budget(). */
struct shell_budget {
	/** Commands run. */
	uint64_t steps;
	/** Parts and elements copied, bytes expanded: what a command may cost beyond itself. */
	uint64_t work;
};

/** What the evaluation may ask, and how the code is started; all zero is a bare start. */
struct shell_world {
	/** Handed to find. */
	void *data;
	/** The id of a repository file by its path from the root, its text loaded; 0: there is none. May be NULL. */
	uint32_t (*find)(void *data, struct str path);
	/** The only file of the repository whose path ends in one of several names, its text loaded; 0: none, or several. May be NULL. */
	uint32_t (*ending)(void *data, struct str path);
	/**
	 * What code in Python prints that is run in a folder (from the root) with words behind it and an environment, a MAP: a LIST of
	 * STR, and of UNKNOWN where it is not known; NULL: nothing is known of it. printer is handed to it. May be NULL.
	 */
	const struct node *(*prints)(void *printer, struct str code, const struct node *words, const struct node *env, struct str folder,
				     struct span at);
	void *printer;
	/** MAP of variables set and exported from the start (Dockerfile ENV, workflow env), or NULL. */
	const struct node *env;
	/** LIST of arguments ($1 …), or NULL: not known, taken as none. */
	const struct node *args;
	/** Arguments that are not known are there: ${1:-none} is not none. */
	bool given;
	/** Working directory at the start, from the root. */
	struct str cwd;
	/** Commands that end the script (exit), and behind which the evaluation goes on: it had launched nothing before them. */
	const struct span *behind;
	size_t nbehind;
	/** For all recipes of a makefile and all stages of a Dockerfile together. */
	struct shell_budget budget;
};

/**
 * The budget with zero fields replaced: 50,000 commands, 500,000 of work. Of 1,292 scripts of people's
 * repositories the longest runs 20,774 commands, with 251,486 of work.
 */
struct shell_budget shell_budget(struct shell_budget asked);

#endif
