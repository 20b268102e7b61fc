/*
 * A job under construction, and what the jobs of one repository are made from.
 */
#ifndef LINT_JOB_DRAFT_H
#define LINT_JOB_DRAFT_H

#include "downloads.h"

#include "lint/environment/environment.h"
#include "lint/launch/launch.h"
#include "lint/policy/request.h"
#include "lint/repo/repo.h"
#include "lint/target/target.h"
#include "lint/training/training.h"

/** A job under construction. */
struct draft {
	/** If there are cases, the first one's. */
	struct job job;
	struct extract extract;
	/** What the job can be, if undecided conditions choose its settings; else none. */
	struct {
		VEC(struct training_case);
	} cases;
	struct target target;
	/** The launch that starts it; NULL if nothing does. */
	const struct launch *launch;
	/** Further launches that start the very same job. */
	struct {
		VEC(const struct launch *);
	} again;
	/** Further scripts, which nothing launches, of the very same job. */
	struct {
		VEC(uint32_t);
	} again_by;
	/** The script that a page's command names, the page, and where the command stands; 0: no page's command led to it. */
	struct {
		uint32_t script, document;
		struct span at;
	} told;
	/** The config file or entry script that the job is named after. */
	uint32_t main;
	/** The function of it that gives the config; empty: the file is the config. */
	struct str part;
	/** The entry script; 0: none. */
	uint32_t script;
	/** How it would be started, where nothing starts it; empty: nobody knows. */
	struct str started;
	/** Every file that contributed; main first. */
	struct {
		VEC(uint32_t);
	} files;
	/** Its own code or config says on which machine it runs, that of target: a decorator, an instance type. */
	bool hosted;
	/** What struct command says of the launch's command. */
	bool one_process, joins, all_devices, alone;
	/** The call that trains, or the loop, in code; unknown for jobs of config files. */
	struct span sink;
	struct str condition;
	/** The undecided conditions of that call, as struct call's. */
	const struct node *guard;
	const struct trace *trace;
};

/** What the drafts of one run are made from, and they themselves; the owner sets what is not found here. */
struct draft_context {
	struct arena *arena;
	struct repository *repo;
	struct findings *findings;
	const struct request *request;
	const struct environments *environments;
	/** Files of the list that were found; those behind them were written by scripts, or cut out of others. */
	size_t nfiles;
	/** By file id - 1: the file belongs to a job, or was launched, so that it is no job by itself. */
	bool *taken;
	/** What the notebook or script at hand installs, in place of those of the environments; NULL: nothing. */
	struct versions *installed;
	/** What the image has that a program's command runs in, in place of what is installed here; NULL: none is named. */
	const struct versions *image;
	/** By file id - 1: the script is known to install nothing. */
	bool *installs_nothing;
	/** The manifest whose commands are being followed; NULL: none. */
	const struct node *document;
	/** The machine that a program's command asks for; NULL: none. */
	const struct target *host;
	/** That of the program that runs the command, unless the command submits it to another one; NULL: none. */
	const struct target *around;
	/** By file id - 1: the card that the file's comments name; NULL: not read yet. */
	struct target **said;
	/** By file id - 1: the card that a README names; NULL: not read yet. */
	struct target **pages;
	/** What the formulas have given in this run (core/estimate), in memory of its own; NULL: no job was judged yet. */
	struct known_points *points;
	struct arena tried;
	/** What commands put into folders. */
	struct downloads downloads;
	/** The values of a module that is a config, by its file; NULL where it is none. The function is NULL where nothing is evaluated. */
	const struct node *(*module)(void *evaluating, uint32_t file);
	void *evaluating;
	/** In memory of their own, with what is copied for them; results point to it. */
	struct {
		VEC(struct draft *);
	} drafts;
	/** Jobs that run where no GPU is: they need none of its memory, and are told of. */
	struct {
		VEC(struct draft *);
	} on_cpu;
	struct arena drafted;
};

/** Opens trees for extraction: the context of struct extract's open. */
struct draft_opener {
	/** NULL: on another thread, which has the repository alone. */
	const struct draft_context *context;
	struct repository *repo;
	/** Where relative names start, and the file that names them. */
	struct str cwd, from;
	/** Files that were opened, for the draft. */
	struct {
		VEC(uint32_t);
	} files;
	/** Without a context, what stands in a file would have to be evaluated. */
	bool lacks;
};

/** An opener in the arena; texts are shared. */
struct draft_opener *draft_opener(struct draft_context *c, struct str cwd, struct str from);
/** The tree of a file that a value names, or NULL; ctx is a struct draft_opener. */
const struct node *draft_open(void *ctx, struct str path, struct span at);
/** What another opener has opened counts as opened by this one. */
void draft_opened(struct draft_opener *opener, uint32_t file);
/** Adds a file to a draft and marks it taken. */
void draft_take(struct draft_context *c, struct draft *draft, uint32_t file);
/** Whether a file has a part in a draft. */
bool draft_has(const struct draft *d, uint32_t file);
/** Adds the files of a launch: where the command stands, and where scripts that hold it are started. */
void draft_take_launch(struct draft_context *c, struct draft *draft, const struct launch *launch);
/** Whether a file is taken. */
bool draft_has_taken(const struct draft_context *c, uint32_t file);
/** Whether two drafts have the same settings in every case. */
bool draft_same(const struct draft *a, const struct draft *b);
/** Whether a draft says which model it trains. */
bool draft_tells_model(const struct draft *d);
/** Adds a copy of a draft to the list, with the files that were opened for it. */
void draft_add(struct draft_context *c, struct draft *draft);
/** Takes all drafts out of the list, and gives their memory back. */
void drafts_drop(struct draft_context *c);
/** The end of a context: what drafts point to becomes part of its arena. */
void drafts_end(struct draft_context *c);

#endif
