/*
 * The search for jobs in a trace: what it has found so far, and what all readers of jobs ask and say.
 */
#ifndef LINT_TRAINING_SCAN_H
#define LINT_TRAINING_SCAN_H

#include "lint/frameworks/frameworks.h"
#include "lint/eval/eval.h"
#include "training.h"

/** What scan_in_vain() is about. */
enum in_vain_of {
	/** A module that is no model of language. */
	IN_VAIN_MODULE,
	/** An object that is stepped, and no optimizer of a model. */
	IN_VAIN_OPTIMIZER,
	IN_VAIN_KINDS,
};

/** What was tried in vain while the same is supposed, not to be tried for each step of a loop. */
struct in_vain {
	const struct suppose *suppose;
	/** The objects that were found to be none. */
	struct origins of[IN_VAIN_KINDS];
	/** The optimizer of which it was last asked which model is around its parameters, and that model or NULL. */
	const struct call *optimizer;
	const struct node *around;
};

/** What the loss of a backward pass is computed from (loop_learned()): of the last pass that it was asked for. */
struct learned {
	const struct call *by;
	struct origins from;
};

/** Where calls of the trace are found without looking through it; made when it is first asked for. */
struct call_index {
	bool made;
	/** By their results, the last that gave it. */
	struct hash_index results;
	/** What notes rows of data: of names that begin with "rows.", in the order of the trace. */
	struct {
		VEC(const struct call *);
	} rows;
};

struct scan {
	struct arena *arena;
	const struct trace *trace;
	const struct training_reader *reader;
	struct training_jobs *out;
	/** What the reading under way supposes of undecided conditions. */
	struct suppose *suppose;
	/** For struct extract's names; NULL: nothing was read yet. */
	struct names *names;
	/** What trains was seen, and that it is none of language. */
	bool other;
	struct in_vain *in_vain;
	struct learned *learned;
	struct call_index *index;
};

/** Reads the job of the i-th call of the trace; false if it is none. */
typedef bool job_reader(struct scan *s, size_t i, struct training_job *job);

/** The last call of the trace that gave a value itself, or NULL. */
const struct call *scan_giver(const struct scan *s, const struct node *result);
/** The calls of the trace that note rows of data. */
const struct call_index *scan_rows(const struct scan *s);

/** Why a gradient that no optimizer waits for is no training. */
#define NO_OPTIMIZER "no optimizer is made before it"

/** Notes for people why a call that trains is no job; false, for a reader's return. */
bool scan_no_job(struct scan *s, const struct call *call, const char *why);
/** What the tables say that a call of the trace does. */
enum effect scan_effect(const struct scan *s, size_t i);
/** Whether a call happens whenever another does, as far as undecided conditions tell. */
bool happens_with(const struct call *call, const struct call *other);
/** Whether the i-th call of the trace makes a loader of rows. */
bool makes_loader(const struct scan *s, size_t i);
/** The objects that were found to be none; to be added to. Empty again once something else is supposed. */
struct origins *scan_in_vain(const struct scan *s, enum in_vain_of kind);
/** Says which framework a job is of, if it does not say so itself: that of a callable. */
void scan_framework(const struct scan *s, const struct callable *row, struct training_job *job);

/** Starts reading a job of which calls from before on do not count. */
void scan_extract(const struct scan *s, uint32_t before, struct training_job *job);

#endif
