/*
 * Files that start programs and are no shell scripts: Makefiles, Dockerfiles, descriptions of jobs, the shells of fish and of
 * Windows, and pages for people. Their commands are put together as shell code, with the places of its bytes, and evaluated
 * as such.
 *
 * A file comes in by its id; out go its launches, in the arena. None of them fails: what is not understood is left out.
 */
#ifndef LINT_LAUNCH_FILES_LAUNCH_FILES_H
#define LINT_LAUNCH_FILES_LAUNCH_FILES_H

#include "lint/launch/launch.h"

/** Recipes of a Makefile, with $(VAR), ?= and $$; each target's recipe is evaluated by itself. */
struct launches *makefile_read(struct arena *a, const struct shell_world *world,  struct files *files, uint32_t file);
/** RUN, CMD and ENTRYPOINT of a Dockerfile, with ARG, ENV and WORKDIR. */
struct launches *dockerfile_read(struct arena *a, const struct shell_world *world,  struct files *files, uint32_t file);
/** What a description of HTCondor's submits. */
struct launches *submit_file_read(struct arena *a, const struct shell_world *world, struct files *files, uint32_t file);
/** What rules of a Snakefile run by a shell. */
struct launches *snakefile_read(struct arena *a, const struct shell_world *world, struct files *files, uint32_t file);
/** A fish script where it is plain: set, commands, for and if blocks. */
struct launches *fish_read(struct arena *a, const struct shell_world *world, struct files *files,
			   uint32_t file);

/** A batch file of Windows where it is plain: set, %NAME%, if, for, commands. */
struct launches *batch_file_read(struct arena *a, const struct shell_world *world, struct files *files, uint32_t file);
/** A script of PowerShell where it is plain: variables, lists, param(), functions, if, foreach, commands. */
struct launches *powershell_read(struct arena *a, const struct shell_world *world, struct files *files, uint32_t file);

/**
 * Commands that a document tells people to run: fenced blocks of Markdown, code blocks of reStructuredText. Words that
 * the reader is to fill in are unknown. Launches have the block in told.
 */
struct launches *document_read(struct arena *a, const struct shell_world *world, struct files *files, uint32_t file);
/**
 * The same of the text at the head of a script or config, its first string or its comments, of comments further down that name
 * the file itself, and of a string that ends it.
 */
struct launches *document_read_head(struct arena *a, const struct shell_world *world, struct files *files,
				    uint32_t file);

#endif
