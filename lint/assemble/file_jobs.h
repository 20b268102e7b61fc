/*
 * The jobs that a file or a launch leads to, by kinds of files.
 */
#ifndef LINT_ASSEMBLE_FILE_JOBS_H
#define LINT_ASSEMBLE_FILE_JOBS_H

#include "assembly.h"

/** The jobs of one launch (launch_jobs.c). */
void launch_jobs(struct assembly *s, const struct launch *launch);
/** The script of the repository that a launch runs as one, by no framework's command; 0: none (launch_jobs.c). */
uint32_t launch_script(struct assembly *s, const struct launch *launch);
/** Whether a script that nothing launches is to be evaluated, as far as is known before those in front of it are. */
bool unlaunched_script(struct assembly *s, uint32_t file);
/** The jobs of a script that nothing launches (unlaunched_scripts.c). */
void unlaunched_script_jobs(struct assembly *s, uint32_t file);
/** The same for a file whatever it does when it is run: for its function, if the assembly names one. */
void unlaunched_file_jobs(struct assembly *s, uint32_t file);
/** Reads the console scripts of the repository (console_jobs.c). */
void console_scripts_read(struct assembly *s);
/** The file of the console script that a launch's program is; 0: it is none. */
uint32_t console_launched(struct assembly *s, const struct launch *launch);
/** The jobs of a launch whose program is a console script of the repository; false if it is none. */
bool console_jobs(struct assembly *s, const struct launch *launch);
/** The jobs of console scripts that nothing launches. */
void unlaunched_console_jobs(struct assembly *s);
/** The jobs that .gpumem-lint.yml states; they take the place of what was read of their files. */
void policy_jobs(struct assembly *s);
/** The job of a config file that nothing refers to, if it is one (config_jobs.c). */
void config_jobs(struct assembly *s, uint32_t file);
/** The same of a config file that is a Python module. */
void module_jobs(struct assembly *s, uint32_t file);
/** The jobs of a module whose functions are configs, but for those that launches have named. */
void function_jobs(struct assembly *s, uint32_t file);
/** What the function of a name of such a module gives; NULL: it is none of them, or gives no config. */
const struct node *config_of_function(struct assembly *s, uint32_t file, struct str name);
/** What a config file says: the tree of a file of data, the globals of a module; NULL: it is neither. */
const struct node *config_tree(struct assembly *s, uint32_t file);
/**
 * The jobs that a manifest's commands start (manifest_jobs.c). An editor's configurations start no script of told (by file id):
 * what people try while they debug is less than what a document tells of it. Without told they start what nothing else has.
 */
void manifest_jobs(struct assembly *s, uint32_t file, const bool *told);
/** Whether a file is an editor's list of what it starts, for debugging or as a task. */
bool is_editors_list(struct assembly *s, uint32_t file);
/** Reads the documents that tell commands. */
void documents_read(struct assembly *s);
/**
 * How many words of a launch are not known where a document's command runs a shell script that wants arguments; SIZE_MAX: it
 * is none of these, or no more is known of it than of the script by itself.
 */
size_t document_leaves(const struct launch *launch, const struct shell_file *script);
/** Whether a command that a document tells is to be followed, as far as is known before those in front of it are. */
bool document_tells(struct assembly *s, const struct launch *launch);
/** By file id: whether a document has a command that starts the script; kept in the run's arena. */
bool *document_scripts(struct assembly *s);
/** The jobs that documents tell people to start, and no file of the repository starts (document_jobs.c). */
void document_jobs(struct assembly *s);
/** The jobs of a notebook: of its Python, and of its shell lines (notebook_jobs.c). */
void notebook_jobs(struct assembly *s, uint32_t file);
/** The text between a notebook's code, where that shows some: a derived file of Markdown; 0: there is none. */
uint32_t notebook_prose(struct assembly *s, uint32_t file);
/** Where a config begins to say something: its first key; the file without one. */
struct span config_first_key(const struct node *tree, uint32_t file);
/**
 * Reads a framework's config file into a draft; false if it is none. tree: what is read in place of what
 * stands in the file; NULL: that.
 */
bool config_into_draft(struct assembly *s, uint32_t file, const struct node *tree, struct draft *draft);

#endif
