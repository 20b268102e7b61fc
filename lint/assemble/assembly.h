/*
 * What the files of assembly share among themselves.
 */
#ifndef LINT_ASSEMBLE_ASSEMBLY_H
#define LINT_ASSEMBLE_ASSEMBLY_H

#include "assemble.h"

/** What a script made of the config file that it was given. */
enum look {
	/** Nobody can tell. */
	LOOK_UNTOLD,
	/** It did not open it. */
	LOOK_NONE,
	LOOK_READ,
	/** It read it as what it is not: JSON, where it is YAML. */
	LOOK_WRONG,
};

/** One way of running an entry script. */
struct run {
	uint32_t file;
	/** NULL: no launch is known. */
	const struct launch *launch;
	const struct target *target;
	/** What is taken for required options, as struct eval_world's; NULL: nothing. */
	const struct node *assumed;
	/** The config file that is taken so; 0: none. */
	uint32_t config;
	/** Where it is told what became of that file; NULL: not asked. */
	enum look *look;
};

/** A file name that a script wants and nobody gives. */
struct wanted {
	/** The option ("--config", "config"), or empty for a word of the launch. */
	struct str option;
	/** The place of the word, or of the option's declaration. */
	struct span at;
	/** It may be left out: only a script that does not train without wants it. */
	bool offered;
	/** The file that the option has if nobody gives one: others beside it are meant. 0: it has none. */
	uint32_t standard;
};

struct wants {
	VEC(struct wanted);
};

/**
 * Evaluates a script in one way and drafts its jobs; their number. What it wants is given back in *wants
 * (NULL: not asked), what it starts in turn in *commands (NULL: not asked); neither of a run with a config
 * file that was taken for it.
 */
size_t assemble_evaluate(struct assembly *s, const struct run *run, struct wants *wants,
			 struct commands_run **commands);
/**
 * Runs a script once for each config file that has what it reads, where it wants one that nobody
 * names. Returns the number of jobs; 0 if no file is told to be meant.
 */
size_t assemble_given(struct assembly *s, const struct run *run, const struct wants *wants);
/**
 * The same for the files beside the one that the script, whose drafts begin at from, has if it is given
 * none; their drafts are added. Nothing is done for a launch: it says which file it takes.
 */
size_t assemble_given_beside(struct assembly *s, const struct run *run, const struct wants *wants, size_t from);
/** How many settings of a job a file states. */
size_t assemble_given_by(const struct job *job, uint32_t file);
/** Puts drafts from one on in the order of what they are named after; equal ones stay in theirs. */
void assemble_sort(struct assembly *s, size_t from);
/** Makes one of the drafts that are one job, and names them. */
void assemble_settle(struct assembly *s);
struct opener *assemble_opener(struct assembly *s, struct str cwd, struct str from);
/** The path of a file, or empty. */
struct str assemble_path(struct assembly *s, uint32_t file);
/** Where a launch takes place, from the root; empty if it is not known, or there is no launch. */
struct str assemble_cwd(const struct assembly *s, const struct launch *launch);
/** The conditions of a launch (NULL: none) and one more, which may be empty. */
struct str assemble_condition(struct assembly *s, const struct launch *launch, struct str condition);
/** The file that a word of a launch names; 0 if there is none. */
uint32_t assemble_word_file(struct assembly *s, const struct launch *launch, const struct launch_word *w);
/** A draft of the job that a launch starts with a config (0: none), its readers set up. */
struct draft assemble_draft(struct assembly *s, const struct launch *launch, uint32_t main, uint32_t config);
/**
 * The job of a command whose words, from one on, replace keys of a config file: "tune run RECIPE --config
 * FILE_OR_NAME a.b=1 ~c" (config_overrides.c).
 */
void assemble_composed(struct assembly *s, const struct launch *launch, const struct command *command,
		       size_t from);
/** A config's tree with the words of a launch (NULL: none), from one on, over it. */
const struct node *assemble_composed_tree(struct assembly *s, const struct node *tree, const struct launch *launch,
					  size_t from, const char *component);
/** A whole number above 0, written as text or not. */
bool assemble_number(const struct node *n, int64_t *out);

/** How often budgets are halved for bytes that evaluations leave behind: from a gigabyte on, and each 128 MiB once more. */
static inline uint64_t halvings_by_bytes(uint64_t bytes)
{
	const uint64_t first = 1 << 30, each = 128 << 20;

	return bytes >= first ? 1 + (bytes - first) / each : 0;
}

#endif
