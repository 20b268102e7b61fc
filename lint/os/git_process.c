#include "git_process.h"

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

enum { CHUNK = 1 << 16, WORDS_MAX = 24 };
static const size_t output_max = (size_t)64 << 20;

static bool is_below(const char *path, const char *folder)
{
	size_t n = strlen(folder);

	return strncmp(path, folder, n) == 0 && (path[n] == '/' || path[n] == '\0' || n == 1);
}

/** Whether folder/git is a program outside the repository; its path goes to out. */
static bool is_git(struct arena *a, struct str folder, const char *root, const char **out)
{
	struct str path = str_fmt(a, "%.*s/git", STR_ARG(folder));
	char real[PATH_MAX];
	struct stat st;

	if (folder.n == 0 || folder.s[0] != '/' || !realpath(path.s, real))
		return false;
	/* Called by the name found, not the real one: some installations choose by the name. */
	*out = path.s;
	return !is_below(real, root) && !is_below(path.s, root) && stat(real, &st) == 0 && S_ISREG(st.st_mode) &&
	       access(real, X_OK) == 0;
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

long long git_deadline(void)
{
	return milliseconds() + GIT_SECONDS_MAX * 1000;
}

bool git_wait(int fd, long long deadline)
{
	struct pollfd ready = {fd, POLLIN, 0};

	for (;;) {
		long long left = deadline - milliseconds();

		if (left <= 0)
			return false;
		if (poll(&ready, 1, (int)left) < 0 && errno != EINTR)
			return false;
		if (ready.revents)
			return true;
	}
}

/** Reads to the end of a pipe; false on an error, too much output or too much time. */
static bool drain(struct arena *a, int fd, struct str *out)
{
	struct {
		VEC(char);
	} bytes = {0};
	long long deadline = git_deadline();

	for (;;) {
		ssize_t got;

		if (bytes.n > output_max)
			return false;
		if (bytes.room - bytes.n < CHUNK) {
			char *more = arena_alloc(a, bytes.room * 2 + CHUNK * 2, 1);

			if (bytes.n)
				memcpy(more, bytes.at, bytes.n);
			bytes.at = more;
			bytes.room = bytes.room * 2 + CHUNK * 2;
		}
		if (!git_wait(fd, deadline))
			return false;
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

/* Two pipes, of which the unused ones stay -1. */
static bool open_pipes(bool in_pipe, int in[2], int out[2])
{
	in[0] = in[1] = -1;
	if (pipe2(out, O_CLOEXEC) != 0)
		return false;
	if (!in_pipe || pipe2(in, O_CLOEXEC) == 0)
		return true;
	close(out[0]);
	close(out[1]);
	return false;
}

bool git_start(struct arena *a, const char *root, const char *const *words, bool in_pipe, struct git_process *git)
{
	static const char *const environment[] = {
	    "PATH=/usr/bin:/bin",	    "HOME=/nonexistent",     "LC_ALL=C",
	    "GIT_CONFIG_NOSYSTEM=1",	    "GIT_CONFIG_GLOBAL=/dev/null", "GIT_OPTIONAL_LOCKS=0",
	    "GIT_TERMINAL_PROMPT=0",	    "GIT_NO_LAZY_FETCH=1",   "GIT_ALLOW_PROTOCOL=",
	    "GIT_NO_REPLACE_OBJECTS=1",	    NULL,
	};
	const char *all[WORDS_MAX] = {
	    find_git(a, root), "-C", root, "-c", "core.fsmonitor=false", "-c", "core.hooksPath=/dev/null",
	    /* A checkout in a container often belongs to another user. */
	    "-c", "safe.directory=*"};
	size_t n = 9;
	posix_spawn_file_actions_t actions;
	int in[2], out[2], error;

	*git = (struct git_process){.in = -1, .out = -1};
	for (size_t i = 0; words[i] && n < WORDS_MAX - 1; i++)
		all[n++] = words[i];
	if (!all[0] || !open_pipes(in_pipe, in, out))
		return false;
	posix_spawn_file_actions_init(&actions);
	if (in_pipe)
		posix_spawn_file_actions_adddup2(&actions, in[0], 0);
	else
		posix_spawn_file_actions_addopen(&actions, 0, "/dev/null", O_RDONLY, 0);
	posix_spawn_file_actions_adddup2(&actions, out[1], 1);
	posix_spawn_file_actions_addopen(&actions, 2, "/dev/null", O_WRONLY, 0);
	/* posix_spawn takes both without const for history's sake and changes neither. */
	error = posix_spawn(&git->pid, all[0], &actions, NULL, (char *const *)(uintptr_t)all,
			    (char *const *)(uintptr_t)environment);
	posix_spawn_file_actions_destroy(&actions);
	close(out[1]);
	if (in_pipe)
		close(in[0]);
	*git = (struct git_process){git->pid, in[1], out[0]};
	if (error) {
		if (in_pipe)
			close(in[1]);
		close(out[0]);
		*git = (struct git_process){.in = -1, .out = -1};
	}
	return !error;
}

bool git_end(struct git_process *git, bool kill_it)
{
	int status = 1;

	if (git->out < 0)
		return false;
	if (git->in >= 0)
		close(git->in);
	close(git->out);
	if (kill_it)
		kill(git->pid, SIGKILL);
	while (waitpid(git->pid, &status, 0) < 0 && errno == EINTR)
		;
	*git = (struct git_process){.in = -1, .out = -1};
	return WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

bool git_output(struct arena *a, const char *root, const char *const *words, struct str *out)
{
	struct git_process git;
	bool whole;

	if (!git_start(a, root, words, false, &git))
		return false;
	whole = drain(a, git.out, out);
	return git_end(&git, !whole) && whole;
}
