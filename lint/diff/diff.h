/*
 * What a change does to memory: the results of two runs come in, over the files before and after it; each job's memory on
 * both sides goes out, and the settings that moved it. Reports of it are rows of diff_formats.
 *
 * Jobs are the same if file, launch and model are. How much a setting did is found by estimating again with that setting
 * changed alone. Uses core/base, core/job, core/estimate, lint/finding, lint/text and the results of lint/job.
 */
#ifndef LINT_DIFF_DIFF_H
#define LINT_DIFF_DIFF_H

#include "lint/job/result.h"
#include "lint/text/text.h"

enum diff_change {
	/** Neither its memory nor its verdict changed. */
	DIFF_SAME,
	DIFF_MORE,
	DIFF_LESS,
	/** The verdict, the card or the reason why there is no number. */
	DIFF_OTHER,
	DIFF_NEW,
	DIFF_GONE,
};

/** A setting that changed. */
struct diff_cause {
	/** SETTING_NONE: the shape of the model of that name. */
	enum setting setting;
	/** NULL: absent on that side. */
	const struct value *before, *after;
	/** Bytes of the likely device memory that it moves, by the mean over the orders in which the settings could change. */
	int64_t effect;
};

struct diff_job {
	enum diff_change change;
	/** NULL if new; if gone. */
	const struct job_result *before, *after;
	/** Likely device memory after less before, in bytes; 0 unless both are estimated. */
	int64_t moved;
	/** The largest effects first. */
	const struct diff_cause *causes;
	size_t ncauses;
	/** What of moved no setting does alone. */
	int64_t together;
	/** Files of the job that the change touches, and that other jobs share. */
	const struct str *shared;
	size_t nshared;
	/** One of its files is changed. */
	bool touched;
};

struct diff {
	/** What the sides are called: "main", "HEAD", "the work tree". */
	struct str base, head;
	const struct result *before, *after;
	/** By kind of change, the largest first. */
	struct {
		VEC(struct diff_job);
	} jobs;
	/** By enum diff_change. */
	size_t counts[DIFF_GONE + 1];
};

/** An increase that is not accepted: a share of the job's memory before, or bytes. */
struct diff_limit {
	bool given;
	double share;
	uint64_t bytes;
};

/** Compares; both results live as long as the diff. */
void diff_results(struct arena *a, const struct result *before, const struct result *after, struct diff *out);
/** "5%" or "2GiB"; false if it is neither. */
bool diff_limit_parse(struct str text, struct diff_limit *out);
/** Whether a job grew by more than the limit. */
bool diff_over(const struct diff_job *job, const struct diff_limit *limit);

/** Reports of the formats of that name, of everything but jobs that stay the same. */
struct diff_format {
	const char *name;
	void (*write)(struct out *out, const struct diff *diff, const struct diff_limit *limit);
};

/** A section of an HTML report that says what changed. */
struct str diff_section(struct arena *a, const struct diff *diff);

extern const struct diff_format diff_formats[];
extern const size_t diff_formats_n;

#endif
