/*
 * The one program that the linter runs: git, to list the tracked files.
 *
 * The repository is hostile until proved otherwise. Found by trial: plain `git ls-files` runs the
 * program that core.fsmonitor of .git/config names. So: an absolute git from outside the repository,
 * no shell, an environment of our own, fsmonitor and hooks switched off. What git prints is only a
 * proposal: a forged index lists ../outside and /etc/passwd, which lint/repo/discover.c refuses.
 */
#include "git_files.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

enum { SECONDS_MAX = 30, CHUNK = 1 << 16 };
static const size_t listing_max = (size_t)64 << 20;

static bool is_below(const char *path, const char *folder)
{
	size_t n = strlen(folder);

	return strncmp(path, folder, n) == 0 && (path[n] == '/' || path[n] == '\0' || n == 1);
}

/** Whether folder/git is a program outside the repository; its real path goes to out. */
static bool is_git(struct arena *a, struct str folder, const char *root, const char **out)
{
	struct str path = str_fmt(a, "%.*s/git", STR_ARG(folder));
	char *real;
	struct stat st;
	bool good;

	if (folder.n == 0 || folder.s[0] != '/')
		return false;
	real = realpath(path.s, NULL);
	if (!real)
		return false;
	good = !is_below(real, root) && !is_below(path.s, root) && stat(real, &st) == 0 &&
	       S_ISREG(st.st_mode) && access(real, X_OK) == 0;
	free(real);
	/* Called by the name found, not the real one: some installations choose by the name. */
	*out = path.s;
	return good;
}

/** The absolute path of git, or NULL. */
static const char *find_git(struct arena *a, const char *root)
{
	const char *path = getenv("PATH");
	struct str_cut cut = {.tail = str_of(path ? path : "/usr/local/bin:/usr/bin:/bin")};
	const char *git;

	do {
		cut = str_cut(cut.tail, ':');
		if (is_git(a, cut.head, root, &git))
			return git;
	} while (cut.ok);
	return NULL;
}

static long long milliseconds(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (long long)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

/** Reads to the end of a pipe; false on an error, too much output or too much time. */
static bool drain(struct arena *a, int fd, struct str *out)
{
	struct {
		VEC(char);
	} bytes = {0};
	long long deadline = milliseconds() + SECONDS_MAX * 1000;

	for (;;) {
		struct pollfd ready = {fd, POLLIN, 0};
		long long left = deadline - milliseconds();
		ssize_t got;

		if (left <= 0 || bytes.n > listing_max)
			return false;
		if (bytes.room - bytes.n < CHUNK) {
			char *more = arena_alloc(a, bytes.room * 2 + CHUNK * 2, 1);

			if (bytes.n)
				memcpy(more, bytes.at, bytes.n);
			bytes.at = more;
			bytes.room = bytes.room * 2 + CHUNK * 2;
		}
		if (poll(&ready, 1, (int)left) < 0 && errno != EINTR)
			return false;
		if (!ready.revents)
			continue;
		got = read(fd, bytes.at + bytes.n, bytes.room - bytes.n);
		if (got < 0 && errno != EINTR)
			return false;
		if (got == 0)
			break;
		bytes.n += got > 0 ? (size_t)got : 0;
	}
	*out = (struct str){bytes.at, bytes.n};
	return true;
}

/** Starts git with its output in a pipe; returns its end to read, or -1. */
static int start(const char *git, const char *root, pid_t *pid)
{
	static const char *const environment[] = {
	    "PATH=/usr/bin:/bin",
	    "HOME=/nonexistent",
	    "LC_ALL=C",
	    "GIT_CONFIG_NOSYSTEM=1",
	    "GIT_CONFIG_GLOBAL=/dev/null",
	    "GIT_OPTIONAL_LOCKS=0",
	    "GIT_TERMINAL_PROMPT=0",
	    NULL,
	};
	const char *const words[] = {
	    git,
	    "-C",
	    root,
	    "-c",
	    "core.fsmonitor=false",
	    "-c",
	    "core.hooksPath=/dev/null",
	    /* A checkout in a container often belongs to another user. */
	    "-c",
	    "safe.directory=*",
	    "ls-files",
	    "-z",
	    NULL,
	};
	posix_spawn_file_actions_t actions;
	int ends[2];
	int error;

	if (pipe2(ends, O_CLOEXEC) != 0)
		return -1;
	posix_spawn_file_actions_init(&actions);
	posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
	posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
	/* posix_spawn takes both without const for history's sake and changes neither. */
	error = posix_spawn(pid, git, &actions, NULL, (char *const *)(uintptr_t)words,
			    (char *const *)(uintptr_t)environment);
	posix_spawn_file_actions_destroy(&actions);
	close(ends[1]);
	if (error) {
		close(ends[0]);
		return -1;
	}
	return ends[0];
}

/* The paths in NUL-separated output of `git ls-files -z`. */
static void split(struct arena *a, struct str listing, struct fs_paths *out)
{
	struct str_cut cut = {.tail = listing};

	while (cut.tail.n) {
		cut = str_cut(cut.tail, '\0');
		if (cut.head.n)
			*vec_push(a, out) = cut.head;
	}
}

bool fs_git(struct arena *a, const char *root, struct fs_paths *out)
{
	const char *git = find_git(a, root);
	struct str listing = {NULL, 0};
	pid_t pid = 0;
	int status = 1;
	bool whole;
	int fd = git ? start(git, root, &pid) : -1;

	if (fd < 0)
		return false;
	whole = drain(a, fd, &listing);
	close(fd);
	if (!whole)
		kill(pid, SIGKILL);
	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	if (!whole || !WIFEXITED(status) || WEXITSTATUS(status) != 0)
		return false;
	split(a, listing, out);
	return true;
}
