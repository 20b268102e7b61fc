/*
 * Findings: what the linter has to say, and the rules that say it. What a stage sees comes in, a sorted list goes out.
 *
 * A rule is a row (ENUM, "id", SEVERITY, "summary"). Ids are stable: never reused, never given
 * another meaning. docs/rules/ has a page for each, and a fixture in which it fires. Uses core/base and lint/text.
 */
#ifndef LINT_FINDING_FINDING_H
#define LINT_FINDING_FINDING_H

#include "core/base/base.h"

#define RULES(X)                                                                                      \
	X(GPU_MEMORY_EXCEEDED, "gpu-memory-exceeded", ERROR, "the job needs more memory than its GPU has") \
	X(GPU_MEMORY_TIGHT, "gpu-memory-tight", WARNING, "the job may need more memory than its GPU has") \
	X(REFUSED_SETTINGS, "refused-settings", ERROR,                                                 \
	  "settings with which the framework ends in an error before anything trains")               \
	X(CARD_LACKS, "card-lacks", WARNING, "a number format that the job's GPU does not compute with") \
	X(BAD_VALUE, "bad-value", WARNING, "a setting has a value that it cannot have")               \
	X(BROKEN_CONTINUATION, "broken-continuation", WARNING,                                        \
	  "a comment or blank after a backslash ends the command there")                              \
	X(DEAD_SETTING, "dead-setting", WARNING, "a setting that can never win")                      \
	X(NOT_ESTIMATED, "not-estimated", NOTICE, "a job whose memory could not be estimated")        \
	X(NO_JOB, "no-job", NOTICE, "something that trains, and of which no job could be made")        \
	X(UNKNOWN_MODEL, "unknown-model", NOTICE, "a model whose shape is not known")                 \
	X(UNKNOWN_GPU, "unknown-gpu", NOTICE, "a GPU name that is not in the table")                  \
	X(NO_TARGET_GPU, "no-target-gpu", NOTICE, "a job without a known GPU")                        \
	X(GPU_UNDERUSED, "gpu-underused", OFF, "a job that half the card would hold, or four times the batch") \
	X(UNREADABLE_FILE, "unreadable-file", NOTICE, "a file that could not be read, or not whole")        \
	X(UNUSED_SUPPRESSION, "unused-suppression", WARNING, "a suppression that hides nothing")           \
	X(POLICY_SOFTENED, "policy-softened", WARNING, "a change that softens the policy it is held against")

enum rule {
#define RULE_ENUM(id, name, severity, summary) RULE_##id,
	RULES(RULE_ENUM)
#undef RULE_ENUM
		RULE_COUNT
};

enum severity { SEVERITY_OFF, SEVERITY_NOTICE, SEVERITY_WARNING, SEVERITY_ERROR };

struct rule_row {
	const char *id;
	enum severity severity;
	const char *summary;
};

extern const struct rule_row rule_rows[RULE_COUNT];

struct finding {
	enum rule rule;
	enum severity severity;
	/** One line, plain text, no control characters; the place is in at. */
	struct str message;
	/** Further places or steps, one phrase each; printed below the message where there is room. */
	const struct str *notes;
	size_t n_notes;
	/** The job's index in the run's list, or SIZE_MAX. */
	size_t job;
	struct span at;
	/** The setting that it is about, where it is about one of a job; else empty. */
	struct str key;
	/** What stays the same while lines move (lint/judge/fingerprint.h); empty until it is computed. */
	struct str fingerprint;
};

struct findings {
	struct arena *arena;
	/** Severity per rule: the rows' own, changed by .gpumem-lint.yml. */
	enum severity severity[RULE_COUNT];
	VEC(struct finding);
};

/** An empty store with the rules' own severities. */
void findings_init(struct findings *f, struct arena *arena);
/** The rule of an id, or RULE_COUNT. */
enum rule rule_find(struct str id);
/** Adds a finding unless its rule is off; printf message. Returns it for notes and job, or NULL. */
__attribute__((format(printf, 4, 5))) struct finding *findings_add(struct findings *f, enum rule rule,
								     struct span at, const char *fmt, ...);
/** Sorts (severity is not a key: file, place, rule, message) and drops exact repeats. */
void findings_sort(struct findings *f);
/** "error", "warning", "notice". */
const char *severity_name(enum severity s);

#endif
