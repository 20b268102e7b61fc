/*
 * Comments that say that a finding is known: "# gpumem-lint: ignore[rule, rule] reason", in YAML, Python, shell and TOML,
 * behind a line, which covers it and the block below it, or on a line of its own, which covers the next block.
 */
#ifndef LINT_JUDGE_IGNORE_COMMENT_H
#define LINT_JUDGE_IGNORE_COMMENT_H

#include "lint/finding/finding.h"
#include "lint/text/text.h"

/** One rule of one comment. */
struct ignore_comment {
	/** RULE_COUNT: trouble says what is wrong with it. */
	enum rule rule;
	struct str reason, trouble;
	struct span at;
	/** Lines that it covers, both included; 0: none. */
	uint32_t first, last;
	bool used;
};

struct ignore_comments {
	VEC(struct ignore_comment);
};

/** Adds the comments of a file that was read; none for kinds of files without such comments. */
void ignore_comments_of(struct arena *a, struct files *files, uint32_t file, struct ignore_comments *out);

#endif
