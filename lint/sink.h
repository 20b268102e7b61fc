/*
 * Jobs in a trace: what reaches a training sink, and what else lies on the card with it.
 */
#ifndef LINT_SINK_H
#define LINT_SINK_H

#include "extract.h"
#include "trace.h"

/** A job as the trace states it: settings given, defaults not yet filled in. */
struct sink_job {
	struct job job;
	/** What was read, for extract_finish() once the launcher has had its say. */
	struct extract extract;
	/** The call that is the sink, or the step of a hand-written loop. */
	const struct call *call;
	/** The conditions under which the job runs, for people; empty if it surely does. */
	struct str condition;
};

struct sink_jobs {
	VEC(struct sink_job);
};

/** How a sink's settings are read; the members are those of struct extract. */
struct sink_reader {
	struct findings *findings;
	struct versions *versions;
	const struct node *(*open)(void *ctx, struct str path, struct span at);
	void *ctx;
};

/**
 * The jobs of a trace, in the order of their sinks; repeats of one call with equal settings are one
 * job. calls_only: there may be no sink, and a lone configuration object (TrainingArguments(...)) is
 * a job that was found by its call.
 */
void sink_find(struct arena *a, const struct trace *trace, const struct sink_reader *reader,
	       bool calls_only, struct sink_jobs *out);

#endif
