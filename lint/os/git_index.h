/*
 * The list of tracked files as git keeps it, read without git: starting git takes as long as linting a small repository
 * does.
 *
 * Format: git Documentation/gitformat-index.txt, versions 2 to 4. What an index says is only a proposal, as what git
 * prints of it is: a forged one lists ../outside and /etc/passwd, which lint/repo/discover.c refuses.
 */
#ifndef LINT_OS_GIT_INDEX_H
#define LINT_OS_GIT_INDEX_H

#include "filesystem.h"

/** Bytes of an index and of a configuration that are read here. */
enum { GIT_INDEX_MAX = 32 << 20, GIT_CONFIG_MAX = 64 << 10 };

/**
 * Whether a repository's .git/config leaves its index where and as it usually is: no other work tree, no other hash, and
 * nothing is included that may say so.
 */
bool git_config_is_usual(struct arena *a, struct str config);
/**
 * The paths of an index in its order, each once, as `git ls-files -z` prints them; they point into it, or lie in the
 * arena. False, and nothing is added: it is cut short, split or sparse, or of a version that is not known.
 */
bool git_index_paths(struct arena *a, struct str index, struct fs_paths *out);

#endif
