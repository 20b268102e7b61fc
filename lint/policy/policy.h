/*
 * .gpumem-lint.yml: its bytes come in, what a team wants of the linter goes out. request.h, the other door, joins it with
 * what the command line asks for.
 *
 * Uses core/base, core/gpu, core/model, core/job, core/estimate, lint/finding, lint/read and lint/text.
 */
#ifndef LINT_POLICY_POLICY_H
#define LINT_POLICY_POLICY_H

#include "core/estimate/card_verdict.h"
#include "core/model/model.h"
#include "lint/finding/finding.h"
#include "lint/read/node.h"
#include "lint/text/text.h"
#include "baseline.h"

/** A target: a GPU name or a memory size, and a count (0: not given). */
struct policy_target {
	struct str gpu;
	uint32_t count;
	/** Wins over what the job's own files state. */
	bool force;
	struct span at;
};

/** A target of some paths; the first match counts. */
struct policy_path {
	/** A glob: "configs/a100/" with two stars behind it. */
	struct str match;
	struct policy_target target;
};

/** A model of the team's own: like another, or with a shape of its own. */
struct policy_model {
	struct str id;
	/** Id of the model it is like; empty if shape or config is given. */
	struct str like;
	/** Path of a config.json, from the root; empty if none. */
	struct str config;
	/** NULL unless shape keys are given. */
	const struct model *shape;
	struct span at;
};

struct policy_gpu {
	struct str name;
	uint64_t memory;
};

/** A job stated by hand, for code that no reader can follow. */
struct policy_job {
	struct str name, file;
	/** MAP of setting names to values. */
	const struct node *settings;
	struct span at;
};

/** Findings that are known: by rule, path and job (globs; empty: any), for files that hold no comments. */
struct policy_ignore {
	enum rule rule;
	struct str path, job, reason;
	/** The last day on which it holds, counted from 1970; INT64_MAX: for ever. */
	int64_t expires;
	struct span at;
};

struct policy {
	/** The whole of it; NULL if it is empty. */
	const struct node *tree;
	/** Where the run's root is below the policy's folder: "" or "sub/". */
	struct str below;
	/** Cards of which a job must fit each, or one; empty: target is the one. */
	const struct policy_target *targets;
	size_t ntargets;
	bool fit_one;
	struct policy_target target;
	struct head_room head_room;
	bool has_fail_on;
	enum fail_on fail_on;
	struct {
		enum rule rule;
		enum severity severity;
	} rules[RULE_COUNT];
	size_t nrules;
	const struct str *exclude;
	size_t nexclude;
	const struct policy_path *paths;
	size_t npaths;
	const struct policy_model *models;
	size_t nmodels;
	const struct policy_gpu *gpus;
	size_t ngpus;
	const struct policy_job *jobs;
	size_t njobs;
	const struct policy_ignore *ignore;
	size_t nignore;
};

/**
 * Reads a policy file that was added to files. False if it is broken: message holds path, line and
 * what is wrong (exit code 2).
 */
bool policy_read(struct arena *a, struct files *files, uint32_t file, struct policy *out,
		 struct str *message);
/** What of a policy is softer than another one's, a phrase each, *n of them; both were read with files of their own. */
const struct str *policy_softer(struct arena *a, const struct policy *than, const struct policy *p, size_t *n);
/** A path of the run as the policy names it. */
struct str policy_path(struct arena *a, const struct policy *p, struct str path);
/** "low", "likely" or "high"; false for another word. */
bool policy_fail_on(struct str word, enum fail_on *out);

#endif
