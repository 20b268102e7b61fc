/*
 * The state of assembly, while the files of a repository are followed.
 */
#ifndef LINT_ASSEMBLE_ASSEMBLY_H
#define LINT_ASSEMBLE_ASSEMBLY_H

#include "assemble.h"
#include "console_scripts.h"

#include "lint/ahead/ahead.h"
#include "lint/job/job.h"
#include "lint/job/result.h"
#include "lint/python/python.h"

/** Something that trains and is no job. */
struct no_job {
	/** The script, or the file of the launch. */
	uint32_t file;
	/** Where it trains, or is launched. */
	struct span at;
	/** Of a script: its launch; unknown: it has none. */
	struct span by;
	/** A phrase: "stops at the raise in config.py:118". */
	struct str why;
	/** What the launch starts; empty: at is the training itself. */
	struct str starts;
	/** The script of a launch whose words say that it is to do something else: "--task run"; 0: they say no such thing. */
	uint32_t aside;
	/** The script that a launch starts, and whether nothing but its other jobs shows that it trains language. */
	uint32_t script;
	bool unsure;
	/** Of a script: its launches choose not to train. */
	bool idle;
};

/** A file that holds commands, and its launches. */
struct shell_file {
	uint32_t file;
	struct launches *launches;
};

struct page;

/** A module whose functions are configs, and what they give. */
struct registry {
	uint32_t file;
	struct py_configs functions;
};

struct assembly {
	/** What it makes drafts in; arena, repo and request are those of this context. */
	struct draft_context *c;
	struct arena *arena;
	struct repository *repo;
	const struct request *request;
	struct assemble_files of;
	struct py_cache *cache;
	/** What evaluations have led to (evaluation_cache.h); NULL: none was made. */
	struct evaluations *evaluations;
	/** Where one entry is evaluated; kept only if it leads to a job, as long as that is little. */
	struct arena entry;
	/** Where code is parsed once evaluations are not kept any more (evaluation_cache.h); NULL: they are. */
	struct py_cache *passing;
	struct arena parsed;
	/** Where the code of one shell script is evaluated; its launches are copied. */
	struct arena shell;
	/** The files that hold commands, read once however often the repository is; evaluations among them that spent budgets. */
	struct {
		VEC(struct shell_file);
	} scripts;
	unsigned scripts_spent;
	bool scripts_read;
	/** The documents that tell commands, read once as well (document_jobs.c). */
	struct {
		VEC(struct shell_file);
	} documents;
	/** Modules whose functions are configs, evaluated once (config_jobs.c). */
	struct {
		VEC(struct registry);
	} registries;
	/** Programs that run programs: how many deep; the commands that they ran. */
	unsigned programs;
	size_t commands;
	/** By file id - 1: a notebook that was taken apart (notebook_jobs.c); NULL: not yet. */
	struct page **pages;
	/** The commands that installing the repository makes. */
	struct consoles consoles;
	/** The function that such a command calls: for the next entry that is evaluated; else empty. */
	struct str function;
	/**
	 * By file id - 1: how many settings the config gives a script that was tried with it and that nobody starts. It
	 * is taken, but another script may be meant as well. 0: none was.
	 */
	uint16_t *lent;
	/** By file id - 1: the config is named by a command that trains nothing. */
	bool *idle;
	/** By file id - 1: the script was evaluated without a launch. */
	bool *read;
	/** By file id - 1: the script was evaluated and led to no job and no finding, in any reading. */
	bool *barren;
	/** The files that may be configs, and the scripts of each folder (config_candidates.c); NULL: not made yet. */
	struct config_index *configs;
	/** By file id - 1: whether a script may be given the file as its settings (config_candidates.c); 0: not asked yet. */
	uint8_t *settings;
	/** By file id - 1: evaluations of the script that used up their budget. */
	uint8_t *spent;
	/** By file id - 1: the budgets that its evaluation used up, as a phrase; empty: none. */
	struct str *partly;
	/** What a copy of a command's program says by its own code, while that command is read (struct command's code); else NULL. */
	const struct job *code;
	/** Bytes of the arena before any shell code was evaluated, which leaves its values there. */
	size_t before_shell;
	/** Programs in Python that shell code asked what they print (printed_code.c). */
	unsigned printed_programs;
	/** Evaluations of shell code that used up their budget. */
	unsigned shell_spent;
	/** Evaluations that led to no job, kept for a request that keeps traces (jobless_scripts.c). */
	struct {
		VEC(struct jobless);
	} jobless;
	/** What trains and is no job, and by file id - 1 the last of a script (its number + 1), and what is part of one. */
	struct {
		VEC(struct no_job);
	} no_jobs;
	uint32_t *no_job;
	bool *no_job_part;
	/** By file id - 1: what is known of the words of the file (no_jobs.c). */
	uint8_t *words_asked;
	/** By file id - 1: a program or a framework's command is launched in it. */
	bool *launches;
	/** Of a script: it is a copy of a framework's, and a job by that. */
	bool *copied;
	/** By file id - 1: the first launch of the script that its parser turned away; NULL: none. */
	const struct launch **refused;
	/** By file id - 1: the script was evaluated, and what it trains is known to be none of language. */
	bool *told_none;
	/** By file id - 1: a launch of the script was evaluated, its trainer only evaluates, and it starts nothing else. */
	bool *evaluates;
	/** The function of a library that no row knows to which a script leaves its command line and the training; empty: none. */
	struct str *handed;
	/** How many launches came to nothing, by their shape (budgets.h). */
	struct dict idle_runs;
	/** Steps of all evaluations of scripts; bytes of those that led to jobs, which are kept. */
	uint64_t steps, kept;
	/** Steps of those that went on behind a program's end. */
	uint64_t behind;
	/** Evaluations of a script with a config that nobody names (tried_configs.c). */
	size_t tries;
	/** Evaluations on other threads (lint/ahead); NULL: none so far. */
	struct ahead *ahead;
	/** What the walk comes to next, to be evaluated ahead (upcoming.h). */
	struct upcoming *upcoming;
};

#endif
