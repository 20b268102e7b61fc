/*
 * Saved models: those that the repository writes itself, and what loads them.
 *
 * A preference tuning names the folder that the supervised tuning wrote, which no table knows. What a
 * job saves has that job's shape, so a job that loads it has it too. Folders and names on the Hub come
 * from what evaluated code hands to libraries, from launch arguments and from config files.
 */
#ifndef LINT_JOB_SAVED_MODELS_H
#define LINT_JOB_SAVED_MODELS_H

#include "draft.h"

/** A folder or Hub name that something of the repository writes a model to. */
struct saved_model {
	/** As saved_model_path() gives it. */
	struct str path;
	/** It was fetched from a hub as it is: the model itself, not one like it. */
	bool fetched;
	/** A name on the Hub, of which the organisation may be left out. */
	bool hub;
	/** Where the name stands. */
	struct span at;
	const struct model *model;
	/** What the job calls that model. */
	struct str name;
	/** The job whose program writes it, and whether that are adapters alone. */
	const struct job *job;
	bool adapters;
	/** Its config was tried with a launch of another one: a path on the command line is that launch's. */
	bool tried;
	/** The file that writes it: a job's main file, or a config that merges an adapter. */
	uint32_t by;
};

struct saved_models {
	VEC(struct saved_model);
};

/** A path without "./", "../" and "/" at its ends, with "/" between its parts; in the arena. */
struct str saved_model_path(struct arena *a, struct str path);
/** The shape of what was written to a path; NULL if nothing was, or models of different shapes. */
const struct model *saved_model_shape(const struct saved_models *saved, struct str path);
/** What wrote adapters into a folder; NULL if nothing did, or others, or a whole model, were written there as well. */
const struct saved_model *saved_adapters_at(struct arena *a, const struct saved_models *saved, struct str path);
/** Adds what a job of a known shape writes (saved_paths.c). */
void saved_models_add_job(struct draft_context *c, const struct draft *d, struct saved_models *out);
/** Whether saved_models_add_job() may take something from a call of the job's trace. */
bool saved_models_may_take(const struct call *call);
/** Adds the folders into which commands of scripts have put models of a hub. */
void saved_models_add_downloads(struct draft_context *c, struct saved_models *out);
/** Adds what config files write that train nothing, merges of adapters, to what is there already. */
void saved_models_add_merges(struct draft_context *c, struct saved_models *out);
/**
 * Gives the models that no table knows, and those guessed from a name, the shape of the job that wrote
 * them; then completes what depends on the shape. Writers of different shapes leave a model unknown.
 */
void saved_models_resolve(struct draft_context *c);

#endif
