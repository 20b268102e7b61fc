/*
 * What trains and is no job, for the notice no-job: what was seen, and why no job came of it.
 */
#ifndef LINT_ASSEMBLE_NO_JOBS_H
#define LINT_ASSEMBLE_NO_JOBS_H

#include "assembly.h"

/** Notes a script that was evaluated, launched or not (NULL), and led to no job: why, if it trains at all. */
void no_job_script(struct assembly *s, uint32_t file, const struct launch *launch, const struct trace *trace,
		   const struct training_jobs *jobs);
/**
 * Whether a script is for evaluation, and no job by itself: its name says so, and so does what a launch of it came to. Copies of
 * the library's examples keep what trains in them.
 */
bool no_job_evaluates(const struct assembly *s, uint32_t file);
/** Notes the script of a launch that was not evaluated, for nothing in it is known to train: if it is launched to train. */
void no_job_unfollowed(struct assembly *s, uint32_t file, const struct launch *launch);
/** Notes a launch that led to no job. why: of the launch itself; empty: of the script that it starts. */
void no_job_launch(struct assembly *s, const struct launch *launch, struct str why);
/** Notes a config file of a training that is not estimated, unless a launch was noted for the same reason. */
void no_job_config(struct assembly *s, uint32_t file, struct span at, struct str why);
/** Notes that a script launches something that may train, whatever comes of it. */
void no_job_launched(struct assembly *s, const struct launch *launch);
/**
 * Whether a launch surely ends where its program says how it is used: print("usage: …") before an exit, or in it. What a
 * launch leaves to be filled in ends nowhere for sure.
 */
bool ends_in_usage(struct assembly *s, const struct launch *launch, const struct trace *trace);
/** Whether a launcher that starts trainings is in front of a launch's program. */
bool is_launched_to_train(const struct launch *launch);
/** Whether the words of a launch are about a model of language, and none about anything else. */
bool no_job_speaks_of_language(const struct launch *launch);
/** Why a launch whose program is not here is no job; empty if nothing tells that it trains a model of language. */
struct str no_job_absent(struct assembly *s, const struct launch *launch);
/** The same of a command that a page tells: only if a launcher of trainings starts what is named after one. */
struct str no_job_told(struct assembly *s, const struct launch *launch);
/** Adds the notices, once all files were followed. */
void no_jobs_report(struct assembly *s);
/**
 * Keeps the trace of a script that was evaluated and led to no job; why and at are those of the calls that train,
 * and may be empty. Of equal launches the first is kept, and none without a launch behind one. The trace has to live
 * as long as the result.
 */
void jobless_keep(struct assembly *s, uint32_t file, const struct launch *launch, const struct trace *trace,
		  const struct training_jobs *jobs);

#endif
