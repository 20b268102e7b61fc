/*
 * Jobs in a trace: what reaches a call that trains, and what else lies on the card with it.
 *
 * In comes the trace of an evaluated program (lint/eval/eval.h); out go its jobs with the settings that code gives
 * them, defaults not filled in. It uses the rows of frameworks, the extraction of settings, models that the repository
 * writes itself (lint/model/custom) and what lint/python knows of classes; it looks at no file but through the
 * reader's open().
 */
#ifndef LINT_TRAINING_TRAINING_H
#define LINT_TRAINING_TRAINING_H

#include "lint/eval/eval.h"
#include "lint/settings/settings.h"

/** A job as it is if undecided conditions turn out in one way. */
struct training_case {
	struct job job;
	struct extract extract;
	/** The conditions as their code has them; the same array in all cases of a job. */
	const struct str *asked;
	size_t nasked;
	/** By bit: those that make a difference here, and of these those that hold. */
	unsigned cares, holds;
};

/** A job as the trace states it: settings given, defaults not yet filled in. */
struct training_job {
	/** If there are cases, the first one's. */
	struct job job;
	/** What was read, for extract_finish() once the launcher has had its say. */
	struct extract extract;
	/** The call that trains (EFFECT_SINK), or the step of a hand-written loop. */
	const struct call *call;
	/** The conditions under which the job runs, for people; empty if it surely does. */
	struct str condition;
	/** What its settings can be, if undecided conditions choose among them; else none. */
	struct {
		VEC(struct training_case);
	} cases;
};

/** In the reason of a call of a trainer that is there to evaluate. */
#define TRAINING_EVALUATES "evaluates and does not train"

struct training_jobs {
	VEC(struct training_job);
	/** Of the first call that trains and makes no job: why, for people, and the call; else empty. */
	struct str why;
	struct span why_at;
	/** The reason is one of a framework's row: what trains is known, and is no job that is estimated. */
	bool why_known;
	/** And that row is of what trains anything: that a model of language is trained, words have to tell. */
	bool why_of_anything;
};

/** The conditions of a case whose bits are set, for people: "use_lora and not (use_4bit)". */
struct str training_case_text(struct arena *a, const struct training_case *c, unsigned bits);

/** How the settings of a call that trains are read; the members are those of struct extract. */
struct training_reader {
	struct findings *findings;
	struct versions *versions;
	const struct node *(*open)(void *ctx, struct str path, struct span at);
	void *ctx;
};

/**
 * The jobs of a trace, in the order of the calls that train; repeats of one call with equal settings are one
 * job. calls_only: there may be no such call, and a lone configuration object (TrainingArguments(...)) is
 * a job that was found by its call.
 */
void training_find(struct arena *a, const struct trace *trace, const struct training_reader *reader,
	       bool calls_only, struct training_jobs *out);

/** The task that a program's or a class's name speaks of ("dpo_train.py"); NULL: none, or several. */
const char *training_task_of_name(struct str name);

#endif
