/*
 * Entry scripts: evaluated with what is known of their launch, and their jobs drafted.
 */
#ifndef LINT_ASSEMBLE_SCRIPT_JOBS_H
#define LINT_ASSEMBLE_SCRIPT_JOBS_H

#include "assembly.h"
#include "subprocess_jobs.h"

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
	/** The script opens it as gin-config does. */
	bool gin;
};

struct wants {
	VEC(struct wanted);
};

/**
 * Evaluates a script in one way and drafts its jobs; their number. What it wants is given back in *wants
 * (NULL: not asked), what it starts in turn in *commands (NULL: not asked); neither of a run with a config
 * file that was taken for it.
 */
size_t script_evaluate(struct assembly *s, const struct run *run, struct wants *wants,
			 struct subprocess_commands **commands);
/** Whether the evaluation of a script may go on behind its ends, if nothing comes of it. */
bool script_goes_on(const struct assembly *s, const struct run *run);
/** Whether anything can come of a script: it or what it imports has a word that trains, or it may start others. */
bool script_may_train(struct assembly *s, uint32_t file);
/** Has the evaluation that script_jobs() begins with made ahead, where nothing changes until then (lint/ahead). */
void script_plan(struct assembly *s, uint32_t file, const struct launch *launch, const struct target *target);
/** Evaluates a script, with a launch or (NULL) without, and drafts its jobs; returns their number. */
size_t script_jobs(struct assembly *s, uint32_t file, const struct launch *launch,
		      const struct target *target);

#endif
