/*
 * Shell code put together from pieces of a file and words of ours, with the places of its bytes:
 * what makefiles, Dockerfiles, fish scripts and those of Windows become before they are evaluated.
 */
#ifndef LINT_LAUNCH_COMPOSED_SOURCE_H
#define LINT_LAUNCH_COMPOSED_SOURCE_H

#include "launch.h"

struct composed_source {
	struct arena *arena;
	uint32_t file;
	/** The file's bytes. */
	struct str from;
	struct {
		VEC(char);
	} text;
	struct {
		VEC(struct shell_segment);
	} segments;
};

/** Bytes [from, to) of the file, byte by byte. */
void composed_copy(struct composed_source *s, size_t from, size_t to);
/** Text of ours; at is where to point, its length does not matter. */
void composed_text(struct composed_source *s, struct str text, struct span at);
/** Whether ".exe" stands at a place and ends a word, by the end or one of the bytes that may follow: the program is known without it. */
bool composed_drops_exe(struct str text, size_t at, size_t to, const char *ends);
/** Evaluates what was put together, adds the outcome to out, and starts anew. */
void composed_run(struct composed_source *s, const struct shell_world *world, struct files *files,
		  struct span at, struct launches *out);
/** The world with what is left of its budget behind what was found so far; false if nothing is. */
bool composed_world(const struct shell_world *world, const struct launches *out,
		    struct shell_world *left);
/** Adds what another evaluation found, and what it took. */
void launches_add(struct arena *a, struct launches *out, const struct launches *more);

#endif
