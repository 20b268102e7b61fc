/*
 * Commands inside manifests: what projects, pipelines and continuous integration start, as launches; and the texts of any manifest
 * as shell code, with the places of their bytes.
 *
 * A tree of a file comes in; each command is read in a world that the caller gives, and its launches go to the caller. A new task
 * runner is a row of project_tasks.c. Uses core/base, lint/text, lint/read, lint/eval and lint/launch.
 */
#ifndef LINT_MANIFEST_MANIFEST_H
#define LINT_MANIFEST_MANIFEST_H

#include "lint/launch/launch.h"
#include "lint/read/node.h"

/** The reading of one document of a file. */
struct manifest_reader {
	/** Handed to the functions. */
	void *data;
	/** A start of shell code. */
	struct shell_world (*world)(void *data);
	/** Takes what a command launches. */
	void (*found)(void *data, const struct launches *launches);
	/** The first document of a file of data; NULL: it has none. */
	const struct node *(*tree)(void *data, uint32_t file);
	struct arena *arena;
	struct files *files;
	uint32_t file;
	const struct node *document;
	/**
	 * pipeline_stages.c: the values that all stages of the document see, the last file of parameters that was read (0: none), and
	 * the stage that was run for each of its items. Zero at the start.
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

/* manifest_text.c */

/**
 * Exact places of the lines of a scalar, a block's or another: each line of the text is found in its line of the file. off: of
 * the text.
 */
void manifest_segments(struct arena *a, struct files *files, const struct node *n, uint32_t off, struct manifest_segments *out);
/** What a template leaves open in a script, as a variable that nothing sets: "--rows {{ .x }}" is "--rows ${__x_}". */
struct str manifest_script(struct arena *a, struct str text);
/** The variable that stands for what is put in: "train.bs" is train_bs. */
struct str manifest_variable(struct arena *a, struct str name);
/** The launches of a list of lines, which are one script. */
const struct launches *manifest_lines(struct arena *a, struct files *files, const struct node *list, const struct shell_world *world);
/**
 * The launches of a text in which what is put in stands as variables: those of the world's environment by manifest_variable(), unknown
 * without one; "{args:x}" is x.
 */
const struct launches *manifest_marked(struct arena *a, struct files *files, const struct node *n, const struct manifest_marks *marks,
				       const struct shell_world *world);

/* project_tasks.c, pipeline_stages.c, ci_pipelines.c */

/** The tasks of the document, if its file is one that holds some: entry points of MLflow's, tables of task runners. */
void project_tasks(struct manifest_reader *r);
/** Whether a file may hold tasks of a runner, by its name: pyproject.toml and its kin. */
bool project_file(struct str path);
/** Whether such a file does, by its text. */
bool project_has_tasks(struct str text);
/** Whether a file is one of DVC's pipelines. */
bool pipeline_file(struct str path);
/** What a mapping starts, if it is a stage of such a file. */
void pipeline_stages(struct manifest_reader *r, const struct node *map);
/** Whether a file is a workflow of GitHub's. */
bool ci_is_workflow(struct str path);
/** What the document starts, if it is a pipeline of GitLab's or a workflow of GitHub's whose runner has a GPU in its words. */
void ci_pipelines(struct manifest_reader *r);

#endif
