/*
 * A training job: one value per setting, and what the names among them resolved to.
 */
#ifndef CORE_JOB_JOB_VALUES_H
#define CORE_JOB_JOB_VALUES_H

#include "core/gpu/gpu.h"
#include "core/model/model.h"
#include "setting.h"
#include "value.h"

/** How a job was found, from the surest to the weakest. */
enum job_found {
	/** Code reaches a training sink (a trainer, a training loop) with these settings. */
	JOB_FOUND_SINK,
	/** A config file of a framework that trains from config files. */
	JOB_FOUND_CONFIG,
	/** A configuration object is built, but no sink was seen. */
	JOB_FOUND_CALL,
	/** A program that is not here, or could not be followed, is given the keys of a framework. */
	JOB_FOUND_FLAGS,
	/** A config of the project's own schema, or a module of constants, that nothing here reads. */
	JOB_FOUND_ALONE,
	/** --set or .gpumem-lint.yml. */
	JOB_FOUND_GIVEN,
};

struct job {
	/** Unique in the run and stable: the path of the main file, "#2" or a name behind it if several. */
	struct str id;
	enum job_found found;
	/** The main place: the sink, or the first key of the config. */
	struct span at;
	/** Files that contributed, main one first: ids of the run's file list. */
	const uint32_t *files;
	size_t nfiles;
	struct value set[SETTING_COUNT];
	/** Decided by the job's files in a way that could not be read: what is assumed in its place is a guess. */
	bool open[SETTING_COUNT];
	/** Shapes; NULL if not known. */
	const struct model *model, *reference, *reward, *teacher, *critic, *evaluator;
	/** Of model, for people, where neither its name nor a table tells its shape; else empty. */
	struct str shape_how;
	/** The family of model, by the class that loads it; what a table or its files tell of it goes over that. Empty: none does. */
	struct str family;
	/** A tokenizer cuts the rows to its own length: nothing in the files says which that is. */
	bool cut_to_own;
	/** The card; NULL if not known. */
	const struct gpu *gpu;
	/** Releases of libraries that requirements pin, where the framework is another one; empty if none does. */
	struct str transformers, torch;
	/** The release of bitsandbytes that requirements pin, before 0.43.2; else empty. */
	struct str bitsandbytes;
	/** What the formulas have given in the run (core/estimate/estimate.h); NULL: nothing is kept. */
	struct known_points *points;
};

/** The value of a setting, or NULL if absent. */
static inline const struct value *job_get(const struct job *job, enum setting s)
{
	return job->set[s].type == VALUE_ABSENT ? NULL : &job->set[s];
}
/** Whether two jobs have the same settings, wherever these came from, and models of the same shape. */
bool job_same_settings(const struct job *a, const struct job *b);
/** Typed readers with a fallback for absent values (or another type). */
int64_t job_int(const struct job *job, enum setting s, int64_t fallback);
double job_real(const struct job *job, enum setting s, double fallback);
bool job_bool(const struct job *job, enum setting s, bool fallback);
/** The text of a STR value; for a BOOL "true" or "false". */
struct str job_str(const struct job *job, enum setting s, struct str fallback);
/** job_str() compared with a NUL-terminated string; absent is not equal to anything. */
bool job_is(const struct job *job, enum setting s, const char *z);
/** Whether FSDP shares the state: of version 1 or 2, of all GPUs or of a node's. */
bool job_is_fsdp(const struct job *job);
/** Whether DeepSpeed's ZeRO does, of any stage. */
bool job_is_deepspeed(const struct job *job);
/** Whether the job learns from completions that it generates. */
bool job_generates(const struct job *job);
/** Whether embeddings of a batch's texts are trained for, which the loss compares. */
bool job_embeds(const struct job *job);
/** 4.057 for "transformers 4.57.1"; NAN if the version is not known. */
double job_transformers_version(const struct job *job);
/** 0.015 for "trl 0.15.2"; NAN if the version is not known. */
double job_trl_version(const struct job *job);
/**
 * 2.001 for torch 2.1: what the job says, else the newest that was out with its transformers (people who hold the one
 * back hold the other back too); NAN if neither tells.
 */
double job_torch_version(const struct job *job);

/** "sink", "config file", "call only", "config alone", "given". */
const char *job_found_name(enum job_found found);

#endif
