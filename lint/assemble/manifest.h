/*
 * Commands inside manifests: what their readers share (manifest_jobs.c, project_tasks.c), and their texts as shell code.
 */
#ifndef LINT_ASSEMBLE_MANIFEST_H
#define LINT_ASSEMBLE_MANIFEST_H

#include "assembly.h"

#include "lint/launch/launch.h"

struct manifest {
	struct assembly *assembly;
	uint32_t file;
	size_t visits;
	/** The machines of a PyTorchJob; 0: the document is none. */
	int64_t replicas;
	/** manifest_jobs(); by file id, whether a script has jobs. */
	const bool *told, *had;
	/**
	 * stage_jobs.c: the values that all stages of the document see, the last file of parameters that was read, and the stage
	 * that was run for each of its items.
	 */
	struct node *values;
	uint32_t parameters;
	const struct node *told_stage;
};

struct manifest_segments {
	VEC(struct shell_segment);
};

/** How a manifest writes what it puts into a command: {bs}, ${train.bs}, ${{ inputs.bs }}; no open: it puts nothing in. */
struct manifest_marks {
	const char *open, *close;
	/** Two brackets are one of the text. */
	bool doubled;
	/** What is put in is one word, blanks or not. */
	bool word;
	/** Only these names are put in, of "|" between; NULL: all. */
	const char *names;
	/** A command goes on over the ends of lines. */
	bool one_line;
};

/** Follows the launches of a command. */
void manifest_follow(struct manifest *m, const struct launches *launches);
/** A text as a script, {{ }} of a template in it as variables that nothing sets. */
void manifest_string(struct manifest *m, const struct node *n, const struct shell_world *world);
/** A list of lines as one script. */
void manifest_lines(struct manifest *m, const struct node *list, const struct shell_world *world);
/** The environment that a mapping gives, by any of the names for it. */
struct node *manifest_environment(struct manifest *m, const struct node *map);

/* manifest_text.c */

/**
 * Exact places of the lines of a scalar, a block's or another: each line of the text is found in its line of the file. off: of
 * the text.
 */
void manifest_segments(struct assembly *s, const struct node *n, uint32_t off, struct manifest_segments *out);
/** What a template leaves open in a script, as a variable that nothing sets: "--rows {{ .x }}" is "--rows ${__x_}". */
struct str manifest_script(struct arena *a, struct str text);
/** The texts of a list, a line break behind each. */
struct str manifest_joined(struct arena *a, const struct node *list);
/** The variable that stands for what is put in: "train.bs" is train_bs. */
struct str manifest_variable(struct arena *a, struct str name);
/**
 * The launches of a text in which what is put in stands as variables: those of the world's environment by manifest_variable(), unknown
 * without one; "{args:x}" is x.
 */
const struct launches *manifest_read(struct assembly *s, const struct node *n, const struct manifest_marks *marks,
				     const struct shell_world *world);

#endif
