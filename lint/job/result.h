/*
 * What a run found out: its jobs with all that was worked out about them, its findings, the files it looked at.
 *
 * lint/assemble and lint/judge fill it in; lint/report and lint/cli read it. It has no functions, and uses
 * core/estimate, lint/finding and lint/text.
 */
#ifndef LINT_JOB_RESULT_H
#define LINT_JOB_RESULT_H

#include "core/estimate/card_verdict.h"
#include "core/estimate/estimate.h"
#include "lint/finding/finding.h"
#include "lint/text/text.h"

struct trace;

/** A setting that something states and that could not be read. */
struct unread {
	enum setting setting;
	/** A phrase: "os.environ['X'] is not set here". */
	struct str why;
	/** Where it is stated; may be unknown. */
	struct span at;
};

/** How a setting of a fix is written: in the framework's own words, where it is said. */
struct fix_edit {
	/** What is replaced, or where it is to be added: a value of the same mapping, call or command. May be unknown. */
	struct span at;
	enum fix_edit_kind {
		/** The bytes at the place, a plain literal, become text. */
		EDIT_REPLACE,
		/** A value is made there that no literal states: by an expression, a variable. */
		EDIT_VALUE,
		/** text is to be added to what stands there. */
		EDIT_ADD,
		/** text says what to do in code, or where the job is launched. */
		EDIT_CODE,
		/** It follows from the other settings by itself. */
		EDIT_FOLLOWS,
	} kind;
	struct str text;
	/** With EDIT_ADD: the framework's key and its value, as text has them. With EDIT_REPLACE: the key, if it stands there. */
	struct str key, value;
	/** With EDIT_ADD: to a call in Python, which is no mapping. */
	bool to_call;
};

struct offered_fix {
	struct fix fix;
	/** One for each setting of the fix. */
	struct fix_edit edits[FIX_SETTINGS_MAX];
};

/** A job with all that was worked out about it. */
struct job_result {
	struct job job;
	/** In the order of the vocabulary; none of them is among the job's settings. */
	const struct unread *unread;
	size_t nunread;
	struct estimate estimate;
	/** Bytes that the job may use; 0 if the card is unknown. */
	uint64_t usable;
	enum verdict verdict;
	/** Tokens of the longest row with which a job fits that does not with rows as long as the limit, row_limit; 0: none. */
	int64_t break_even, row_limit;
	/** With VERDICT_NO_TARGET and VERDICT_NOT_ESTIMATED: what is not known, for people ("no target GPU"); else empty. */
	struct str missing;
	/** With VERDICT_NO_TARGET: the smallest card that holds it; NULL if none of those that are tried does. */
	const struct gpu *smallest;
	/** What costs the result least first. */
	const struct offered_fix *fixes;
	size_t nfixes;
	/** What it may grow to, and which cards hold it; NULL unless the request asks for advice. */
	const struct advice *advice;
	/** Measurements that narrowed the range, for people; empty if none did. */
	struct str calibrated;
	/** Where the target GPU comes from, for people; empty if unknown. */
	struct str target_how;
	/** How the job starts, for people: "accelerate launch train.py (run.sh:12)"; empty if unknown. */
	struct str launched_by;
	/** The same of other launches that start the very same job, and scripts of it that nothing launches. */
	const struct str *also_launched_by;
	size_t nalso;
	/** Conditions under which this is the job, where branches stayed undecided; empty if none. */
	struct str condition;
	/** Settings that nobody states with which a job fits that likely exceeds, for people; else empty. */
	struct str leeway;
	/** NULL unless the request keeps traces. */
	const struct trace *trace;
};

/** A script that led to no job. */
struct jobless {
	uint32_t file;
	/** As a job's; empty: it was run alone. */
	struct str launched_by;
	/** Why it is no job, for people, and the call that this is about (may be unknown). */
	struct str why;
	struct span at;
	/** NULL: it was not evaluated. */
	const struct trace *trace;
};

/** Who says that a finding is known. */
enum known_by { KNOWN_BY_COMMENT, KNOWN_BY_POLICY, KNOWN_BY_BASELINE };

/** A finding that is not reported, since it is known. */
struct known {
	struct finding finding;
	enum known_by by;
	/** Of the repository; may be empty. */
	struct str reason;
	/** Where it is said; unknown for a baseline. */
	struct span at;
};

struct result {
	struct files *files;
	struct {
		VEC(struct job_result);
	} jobs;
	/** Empty unless the request keeps traces. */
	struct {
		VEC(struct jobless);
	} jobless;
	struct findings findings;
	struct {
		VEC(struct known);
	} known;
	/** Ids of the files that were looked at, sorted by path. */
	struct {
		VEC(uint32_t);
	} seen;
	size_t errors, warnings, notices;
	/** Jobs that run where no GPU is. */
	size_t on_cpu;
	/** Paths were named, and neither a job nor a reason why there is none was found in them. */
	bool nothing;
};

#endif
