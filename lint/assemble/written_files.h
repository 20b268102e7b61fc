/*
 * Files that a program in Python writes before it, or the notebook around it, starts what reads them.
 */
#ifndef LINT_ASSEMBLE_WRITTEN_FILES_H
#define LINT_ASSEMBLE_WRITTEN_FILES_H

#include "assembly.h"

/** Files that a program writes, as struct trace's, kept in an arena of the assembly's. */
struct written_files {
	VEC(struct trace_file);
};
/** Those of a trace (written_files.c). */
struct written_files written_files_of(struct arena *a, const struct trace *trace);
/** Puts such a file where the programs that are started find it. */
void written_file_put(struct assembly *s, const struct trace_file *file);

#endif
