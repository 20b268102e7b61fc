/*
 * Running git, the one program that the linter runs. Only this folder includes it.
 *
 * The repository is hostile until proved otherwise. Found by trial: plain `git ls-files` runs the
 * program that core.fsmonitor of .git/config names. So: an absolute git from outside the repository,
 * no shell, an environment of our own, fsmonitor and hooks switched off; nothing is fetched, whatever
 * a partial clone lacks, since that would run what the repository names as a transport.
 */
#ifndef LINT_OS_GIT_PROCESS_H
#define LINT_OS_GIT_PROCESS_H

#include "core/base/base.h"

#include <sys/types.h>

enum { GIT_SECONDS_MAX = 30 };

/** A running git: our ends of its input and output; -1 if there is none. */
struct git_process {
	pid_t pid;
	int in, out;
};

/** Starts git with words (NULL at the end) in a folder; in_pipe: its input is ours to write. False without git. */
bool git_start(struct arena *a, const char *root, const char *const *words, bool in_pipe, struct git_process *out);
/** Closes our ends and waits; kill_it: does not let it finish. False if it failed. */
bool git_end(struct git_process *git, bool kill_it);
/** Waits until there is something to read; false after some time, or an error. */
bool git_wait(int fd, long long deadline);
/** The time that git_wait() is held against: now and GIT_SECONDS_MAX. */
long long git_deadline(void);
/** What git prints with words; false if it fails or prints too much. */
bool git_output(struct arena *a, const char *root, const char *const *words, struct str *out);

#endif
