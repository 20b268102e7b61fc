/*
 * Assembly: from the files of a repository to its training jobs.
 *
 *	launch script → launcher options and accelerate YAML → config file or entry script with its
 *	arguments → imported modules, DeepSpeed JSON → one job
 *
 * Precedence is flag > file > the script's default > the library's default. A job is reported once:
 * a script that something launches is not a job of its own, nor is a config that a command names.
 */
#ifndef LINT_ASSEMBLE_ASSEMBLE_H
#define LINT_ASSEMBLE_ASSEMBLE_H

#include "lint/environment/environment.h"
#include "lint/job/result.h"
#include "lint/judge/calibration.h"
#include "lint/launch/launch.h"
#include "lint/policy/request.h"
#include "lint/python/python.h"
#include "lint/repo/repo.h"
#include "lint/settings/settings.h"
#include "lint/target/target.h"
#include "lint/training/training.h"
#include "console_scripts.h"
#include "lint/job/downloads.h"

/** A job under construction. */
struct draft {
	/** If there are cases, the first one's. */
	struct job job;
	struct extract extract;
	/** What the job can be, if undecided conditions choose its settings; else none. */
	struct {
		VEC(struct sink_case);
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
	/** The config file or entry script that the job is named after. */
	uint32_t main;
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
	/** command.one_process of the launch's command. */
	bool one_process;
	/** The sink or loop in code; unknown for jobs of config files. */
	struct span sink;
	struct str condition;
	/** The undecided conditions of the sink, as struct call's. */
	const struct node *guard;
	const struct trace *trace;
};

struct assembly {
	struct arena *arena;
	struct repository *repo;
	struct findings *findings;
	const struct request *request;
	const struct environments *environments;
	/** What the notebook or script at hand installs, in place of those; NULL: nothing. */
	struct versions *installed;
	/** What the image has that a program's command runs in, in place of what is installed here; NULL: none is named. */
	const struct versions *image;
	/** What commands put into folders. */
	struct fetches fetches;
	/** By file id - 1: the script is known to install nothing. */
	bool *installs_nothing;
	struct py_cache *cache;
	/** What evaluations have led to (evaluation_cache.h); NULL: none was made. */
	struct evaluations *evaluations;
	/** Where one entry is evaluated; kept only if it leads to a job. */
	struct arena entry;
	/** The repository's own measurements; NULL: none. */
	const struct calibration *calibration;
	struct {
		VEC(struct draft);
	} drafts;
	/** The manifest whose commands are being followed; NULL: none. */
	const struct node *document;
	/** The machine that a program's command asks for; NULL: none. */
	const struct target *host;
	/** Programs that run programs: how many deep; the commands that they ran. */
	unsigned programs;
	size_t commands;
	/** The commands that installing the repository makes. */
	struct consoles consoles;
	/** The function that such a command calls: for the next entry that is evaluated; else empty. */
	struct str function;
	/** By file id - 1: the file is context, not what was asked for (discover.h); NULL: all was. */
	const bool *context;
	/** By file id - 1: what the prefilter saw in the file (enum mark). */
	const unsigned *marks;
	/** What Python files import; NULL: not known. */
	const struct reach *reach;
	/** By file id - 1: the file belongs to a job, or was launched, so that it is no job by itself. */
	bool *taken;
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
	/** By file id - 1: the card that the file's comments name; NULL: not read yet. */
	struct target **said;
	/** The files that may be configs, and the scripts of each folder (config_candidates.c); NULL: not made yet. */
	struct config_index *configs;
	/** By file id - 1: whether a script may be given the file as its settings (config_candidates.c); 0: not asked yet. */
	uint8_t *settings;
	/** By file id - 1: evaluations of the script that used up their budget. */
	uint8_t *spent;
	/** By file id - 1: the budgets that its evaluation used up, as a phrase; empty: none. */
	struct str *partly;
	/** Bytes of the arena before any shell code was evaluated, which leaves its values there. */
	size_t before_shell;
	/** Evaluations of shell code that used up their budget. */
	unsigned shell_spent;
	/** Evaluations that led to no job, kept for a request that keeps traces (jobless_scripts.c). */
	struct {
		VEC(struct jobless);
	} jobless;
	/** Steps of all evaluations of scripts; bytes of those that led to jobs, which are kept. */
	uint64_t steps, kept;
	/** Evaluations of a script with a config that nobody names (tried_configs.c). */
	size_t tries;
	size_t ntaken;
};

/** Finds the jobs of a repository; their names are not resolved yet. */
void assemble(struct assembly *s);
/** The jobs of one launch (launch_jobs.c). */
void assemble_launch(struct assembly *s, const struct launch *launch);
/** Puts the files that a script wrote above a launch where its programs find them. */
void assemble_written(struct assembly *s, const struct launches *launches, const struct launch *launch);
/** The file of the program that a launch starts, from its working directory; 0 if it is not known. */
uint32_t assemble_named(struct assembly *s, const struct launch *launch, struct str cwd);
/** The jobs of a script that nothing launches (unlaunched_scripts.c). */
void assemble_script(struct assembly *s, uint32_t file);
/** The same for a file whatever it does when it is run: for its function, if the assembly names one. */
void assemble_lone(struct assembly *s, uint32_t file);
/** Reads the console scripts of the repository (console_jobs.c). */
void assemble_read_consoles(struct assembly *s);
/** The jobs of a launch whose program is a console script of the repository; false if it is none. */
bool assemble_console(struct assembly *s, const struct launch *launch);
/** The jobs of console scripts that nothing launches. */
void assemble_lone_consoles(struct assembly *s);
/** The jobs that .gpumem-lint.yml states; they take the place of what was read of their files. */
void assemble_stated(struct assembly *s);
/** The job of a config file that nothing refers to, if it is one (config_jobs.c). */
void assemble_config(struct assembly *s, uint32_t file);
/** The jobs that a manifest's commands start (manifest_jobs.c). */
void assemble_manifest(struct assembly *s, uint32_t file);
/** The jobs of a notebook: of its Python, and of its shell lines (notebook_jobs.c). */
void assemble_notebook(struct assembly *s, uint32_t file);
/**
 * Reads a framework's config file into a draft; false if it is none. tree: what is read in place of what
 * stands in the file; NULL: that.
 */
bool assemble_config_into(struct assembly *s, uint32_t file, const struct node *tree, struct draft *draft);
/** Evaluates a script, with a launch or (NULL) without, and drafts its jobs; returns their number. */
size_t assemble_entry(struct assembly *s, uint32_t file, const struct launch *launch,
		      const struct target *target);

/** Files that a program writes, as struct trace's, kept in an arena of the assembly's. */
struct dumps {
	VEC(struct trace_file);
};
/** Those of a trace (written_files.c). */
struct dumps assemble_dumps(struct arena *a, const struct trace *trace);
/** Puts such a file where the programs that are started find it. */
void assemble_dump(struct assembly *s, const struct trace_file *file);

/**
 * A copy of a text for an arena of the assembly's: STR; of one that is known in part a TUPLE of STR and
 * UNKNOWN (partial_commands.c); else UNKNOWN.
 */
struct node *assemble_parts(struct arena *a, const struct node *n);
/** Such a TUPLE as shell code, in which variables stand for what is not known; they are put into env. */
struct node *assemble_holed(struct arena *a, const struct node *parts, struct node *env);

struct commands_run;
/** What a program's trace shows it to start, kept in the assembly's arena; NULL: nothing (subprocess_jobs.c). */
struct commands_run *assemble_commands(struct assembly *s, const struct trace *trace);
/** The jobs of those commands; nothing if NULL. */
void assemble_run(struct assembly *s, const struct commands_run *commands);
/** The card that a decorator of EFFECT_HOST asks for; false if it asks for none. */
bool assemble_host(struct arena *a, const struct call *host, struct target *out);

/** Opens trees for extraction: the context of struct extract's open. */
struct opener {
	struct assembly *assembly;
	/** Where relative names start, and the file that names them. */
	struct str cwd, from;
	/** Files that were opened, for the draft. */
	struct {
		VEC(uint32_t);
	} files;
};
const struct node *assemble_open(void *ctx, struct str path, struct span at);
/** For struct shell_world: the id of a file by its path, loaded. data is a struct repository. */
uint32_t assemble_find(void *data, struct str path);
/** A start of shell code in the repository; its budget is halved with each that was spent (assemble_shell_done()). */
struct shell_world assemble_shell(const struct assembly *s);
/** To be called with what was read there, and the file in which it stands (0: none). */
void assemble_shell_done(struct assembly *s, uint32_t file, const struct launches *launches);
/**
 * Whether nothing more is to be read, since what the repository's files have led to so far takes too much memory
 * or time; it is said of the file then.
 */
bool assemble_full(struct assembly *s, uint32_t file);
/** Says once at the end that the evaluation of a file used up budgets; the phrase is copied. */
void assemble_spent(struct assembly *s, uint32_t file, struct str phrase);
/** The versions that the jobs of a file are read with; launch: what starts it, or NULL. */
struct versions *assemble_versions(const struct assembly *s, uint32_t file, const struct launch *launch);
/** What a loaded file of commands installs holds for the jobs of a file, until s->installed is NULL again. */
void assemble_install(struct assembly *s, uint32_t file, uint32_t commands);
/** The same for a script's own commands, if it installs anything and nothing is installed yet. */
void assemble_install_own(struct assembly *s, uint32_t script);
/** Adds a file to a draft and marks it taken. */
void assemble_take(struct assembly *s, struct draft *draft, uint32_t file);
/** Whether two drafts have the same settings in every case. */
bool assemble_same(const struct draft *a, const struct draft *b);
/** Adds the files of a launch: where the command stands, and where scripts that hold it are started. */
void assemble_take_launch(struct assembly *s, struct draft *draft, const struct launch *launch);
/** Whether a file is taken. */
bool assemble_taken(const struct assembly *s, uint32_t file);
/** What a launch says of the target: batch directives, options of srun and the like, comments. */
struct target assemble_target(struct assembly *s, const struct launch *launch, uint32_t file);
/** Puts what the launcher says into a draft: its options, process counts, environment. */
void assemble_launcher(struct draft *draft);
/** Finishes a draft (defaults, derived settings) and adds it to the list. */
void assemble_add(struct assembly *s, struct draft *draft);

#endif
