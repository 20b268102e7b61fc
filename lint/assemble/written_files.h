/*
 * Files that scripts and programs write before they start what reads them.
 */
#ifndef LINT_ASSEMBLE_WRITTEN_FILES_H
#define LINT_ASSEMBLE_WRITTEN_FILES_H

#include "assembly.h"

/** Files that a program writes, as struct trace's, kept in an arena of the assembly's. */
struct written_files {
	VEC(struct trace_file);
	/** Variables that stand in shell scripts among them for what is not known: whatever runs one has them. */
	struct node *env;
};
/** Those of a trace. */
struct written_files written_files_of(struct arena *a, const struct trace *trace);
/** The variables that what runs such scripts has, with those of theirs put to them; env: NULL, it has none so far. */
struct node *written_files_env(struct arena *a, const struct written_files *files, struct node *env);
/** Puts such a file where the programs that are started find it. */
void written_file_put(struct assembly *s, const struct trace_file *file);
/** Puts the files that a script wrote above a launch, of those that were kept, where its programs find them. */
void written_files_above(struct assembly *s, const struct launches *launches, const struct launch *launch);

#endif
