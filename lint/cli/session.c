/* A run of the linter from its options: files, policy, request, reports. */
#include "session.h"

#include "pages.h"

#include "core/base/base.h"
#include "lint/os/os.h"
#include "lint/text/text.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

enum { INPUT_MAX = 4 << 20 };

/** Reads a descriptor to its end; false on an error or beyond max bytes. */
static bool read_all(struct arena *a, int fd, size_t max, struct str *out)
{
	char *buffer = arena_alloc(a, max + 1, 1);
	size_t n = 0;

	while (n <= max) {
		ssize_t got = read(fd, buffer + n, max + 1 - n);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0) {
			*out = (struct str){buffer, n};
			return got == 0;
		}
		n += (size_t)got;
	}
	errno = EFBIG;
	return false;
}

bool session_read(struct arena *a, struct str path, struct str *out)
{
	int fd = open(str_dup(a, path).s, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	bool good = fd >= 0 && read_all(a, fd, SESSION_READ_MAX, out);
	int error = errno;

	if (fd >= 0)
		close(fd);
	errno = error;
	return good;
}

/** Standard input takes the place of one file, and is what is linted. */
static int open_input(struct session *s)
{
	struct str name = s->options->stdin_filename;
	struct str *paths = arena_new(s->arena, struct str);
	struct str text;

	if (!name.n)
		return EXIT_NOTHING;
	if (!read_all(s->arena, STDIN_FILENO, INPUT_MAX, &text))
		return cli_fail(s->arena, str_fmt(s->arena, "standard input: %s", strerror(errno)),
				EXIT_TROUBLE);
	name = str_undotted(name);
	s->fs = fs_overlay(s->arena, s->fs, name, text);
	*paths = name;
	s->root.paths = paths;
	s->root.npaths = 1;
	return EXIT_NOTHING;
}

/** The card whose name is most like a word. */
static struct similar gpus_like(struct arena *a, struct str word)
{
	struct similar similar = similar_to(str_lower(a, word));
	size_t n;
	const struct gpu *gpus = gpu_table(&n);

	/* The newest come last, and are meant more often. */
	for (size_t i = n; i-- > 0;) {
		struct str name = str_lower(a, gpus[i].name);

		/* "x100" is no further from a100 than from a100-80gb. */
		similar_offer(&similar, str_cut(name, '-').head);
		similar_offer(&similar, name);
	}
	return similar;
}

/** Whether the card of --gpu is known: a mistyped one would leave every job without a target. */
static int check_gpu(const struct session *s)
{
	struct str name = s->options->gpu;
	struct similar similar;
	uint64_t bytes;

	if (!name.n || bytes_parse(name, &bytes) || gpu_find(name))
		return EXIT_NOTHING;
	for (size_t i = 0; i < s->policy.ngpus; i++)
		if (str_eq_nocase(s->policy.gpus[i].name, name))
			return EXIT_NOTHING;
	similar = gpus_like(s->arena, name);
	return cli_fail(s->arena,
			str_fmt(s->arena, "no GPU \"%.*s\"%.*s", STR_ARG(name),
				STR_ARG(similar.best.n ? similar_text(s->arena, &similar) : STR(" (gpumem-lint gpus lists them)"))),
			EXIT_USAGE);
}

/** The globs of the policy and those of --exclude. */
static void join_excludes(struct session *s)
{
	const struct options *o = s->options;
	size_t n = s->policy.nexclude + o->exclude.n;
	struct str *all = arena_news(s->arena, struct str, n + 1);

	for (size_t i = 0; i < s->policy.nexclude; i++)
		all[i] = s->policy.exclude[i];
	for (size_t i = 0; i < o->exclude.n; i++)
		all[s->policy.nexclude + i] = o->exclude.at[i];
	s->policy.exclude = all;
	s->policy.nexclude = n;
}

/* The one thing that depends on the time is what expires; SOURCE_DATE_EPOCH of reproducible-builds.org sets it. */
static int64_t today(void)
{
	const char *epoch = getenv("SOURCE_DATE_EPOCH");
	int64_t seconds;

	if (!epoch || !str_to_int(str_of(epoch), &seconds))
		seconds = (int64_t)time(NULL);
	return seconds / (24 * 60 * 60);
}

/* Each thread evaluates some things in vain, and parses anew what others have parsed: a few are worth that. */
static unsigned threads_by_itself(void)
{
	enum { MANY = 3 };
	unsigned n = os_processors();

	return n < MANY ? n : MANY;
}

static void make_request(struct session *s)
{
	const struct options *o = s->options;

	join_excludes(s);
	s->request = (struct request){
	    .paths = s->root.paths,
	    .npaths = s->root.npaths,
	    .gpu = o->gpu,
	    .given = o->given.at,
	    .ngiven = o->given.n,
	    .policy = &s->policy,
	    .fail_on = o->has_fail_on	       ? o->fail_on
		       : s->policy.has_fail_on ? s->policy.fail_on
					       : FAIL_ON_LIKELY,
	    .strict = o->strict,
	    .baseline = &s->baseline,
	    .no_ignore = o->no_ignore,
	    .today = today(),
	    .list_files = o->list_files,
	    .show_trace = o->show_trace,
	    .threads = o->jobs ? o->jobs : threads_by_itself(),
	    .stats = o->stats || o->stats_json ? &s->stats : NULL,
	    .advise = o->command->run == command_advise,
	};
}

/* What follows once the files are known. */
static int open_rest(struct session *s, struct session *like)
{
	const struct file *file = like ? files_at(&like->files, like->policy_file) : NULL;
	int code = EXIT_NOTHING;

	if (file)
		code = session_take_policy(s, file->path, file->text);
	else if (!like)
		code = session_open_policy(s);
	if (!code && !like)
		code = open_input(s);
	if (!code)
		code = check_gpu(s);
	if (!code)
		code = session_open_baseline(s);
	if (!code)
		make_request(s);
	return code;
}

int session_open_over(struct session *s, const struct options *options, struct arena *a, struct filesystem *fs,
		      struct session *like)
{
	struct str message;

	*s = (struct session){.arena = a, .options = options, .fs = fs, .files = {.arena = a}};
	if (!root_choose(a, options->root, NULL, 0, getenv("GITHUB_WORKSPACE"), &s->root, &message))
		return cli_fail(a, message, EXIT_USAGE);
	return open_rest(s, like);
}

int session_open(struct session *s, const struct options *options, const struct str *paths,
		 size_t npaths)
{
	struct arena *a = options->arena;
	struct str message;

	*s = (struct session){.arena = a, .options = options, .files = {.arena = a}};
	/* A path that is not there was named by the user: wrong usage. */
	if (!root_choose(a, options->root, paths, npaths, getenv("GITHUB_WORKSPACE"), &s->root,
			 &message))
		return cli_fail(a, message, EXIT_USAGE);
	s->fs = fs_posix(a, s->root.path, &message);
	if (!s->fs)
		return cli_fail(a, message, EXIT_TROUBLE);
	return open_rest(s, NULL);
}

/** Where time and memory went, on standard error: reports are the same in every run, and this is not. */
static void print_stats(struct session *s)
{
	struct out out = {.arena = s->arena};

	if (!s->request.stats)
		return;
	if (s->options->stats_json)
		stats_json(&out, &s->stats);
	else
		stats_text(&out, &s->stats);
	stats_free(&s->stats);
	(void)out_write(out_str(&out), STDERR_FILENO);
}

static void say_that_it_takes_long(int signal)
{
	static const char text[] = "gpumem-lint: reading the repository ...";

	(void)signal;
	(void)!write(STDERR_FILENO, text, sizeof(text) - 1);
}

/* On a terminal a run of more than a second says what it does, on a line that the report then takes. */
static bool progress_start(const struct options *o)
{
	struct sigaction action = {.sa_handler = say_that_it_takes_long, .sa_flags = SA_RESTART};
	bool shown = !o->quiet && isatty(STDERR_FILENO) && sigaction(SIGALRM, &action, NULL) == 0;

	if (shown)
		alarm(1);
	return shown;
}

static void progress_end(bool shown)
{
	if (!shown)
		return;
	alarm(0);
	(void)!write(STDERR_FILENO, "\r\033[K", 4);
}

int session_lint(struct session *s)
{
	struct str message = STR("");
	bool progress = progress_start(s->options);
	bool good;

	stats_start(s->request.stats, s->arena, os_clock);
	good = run_lint(s->arena, s->fs, &s->files, &s->request, &s->result, &message);
	print_stats(s);
	progress_end(progress);
	if (good) {
		session_report_softer(s);
		return EXIT_NOTHING;
	}
	return cli_fail(s->arena, message, EXIT_TROUBLE);
}

static bool is_set(const char *variable)
{
	const char *value = getenv(variable);

	return value && *value;
}

/* https://no-color.org and https://bixense.com/clicolors. */
static bool wants_color(const struct options *o)
{
	if (o->color != COLOR_AUTO)
		return o->color == COLOR_ALWAYS;
	if (is_set("NO_COLOR"))
		return false;
	if (is_set("CLICOLOR_FORCE"))
		return true;
	return isatty(STDOUT_FILENO) && (!getenv("TERM") || strcmp(getenv("TERM"), "dumb") != 0);
}

/* Columns of the terminal that standard output is; 0: it is none. */
static size_t terminal_width(void)
{
	struct winsize size;

	return isatty(STDOUT_FILENO) && ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) == 0 ? size.ws_col : 0;
}

struct report session_view(struct session *s)
{
	const struct options *o = s->options;

	return (struct report){
	    .arena = s->arena,
	    .result = &s->result,
	    .version = GPUMEM_LINT_VERSION,
	    .quiet = o->quiet,
	    .verbose = o->verbose,
	    .show_settings = o->show_settings,
	    .advise = s->request.advise,
	    .prefix = s->root.prefix,
	    .page = page_find,
	    .repository = o->repository.n ? o->repository : str_of(getenv("GITHUB_REPOSITORY")),
	    .commit = o->commit.n ? o->commit : str_of(getenv("GITHUB_SHA")),
	};
}

/* Whether two paths are one file on the disk; false if either is none. */
static bool is_same_file(const char *one, const char *other)
{
	struct stat a, b;

	return stat(one, &a) == 0 && stat(other, &b) == 0 && a.st_dev == b.st_dev && a.st_ino == b.st_ino;
}

/* Whether a file begins as our reports for programs do. */
static bool is_report(const char *path)
{
	static const char *const starts[] = {
	    "{\n  \"schema\": \"gpumem-lint", "{\"schema\": \"gpumem-lint",	("{\n  \"$schema\": \"" SARIF_SCHEMA),
	    "{\n  \"source\": {\n    \"name\": \"gpumem-lint", "[\n  {\n    \"type\": \"issue\",\n    \"check_name\": \"gpumem-lint",
	};
	char buffer[200] = {0};
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY);
	ssize_t n = fd < 0 ? 0 : read(fd, buffer, sizeof(buffer) - 1);
	bool ours = n > 0 && strncmp(buffer, "[]", 2) == 0;

	if (fd >= 0)
		close(fd);
	for (size_t i = 0; i < sizeof(starts) / sizeof(*starts) && !ours; i++)
		ours = n > 0 && strncmp(buffer, starts[i], strlen(starts[i])) == 0;
	return ours;
}

/*
 * Why a report must not be written to a path, where something would be lost; empty if it may. An earlier report may be
 * written over, though a file of that name may well be among what was read.
 */
static struct str refuses(struct session *s, const char *path)
{
	struct stat st;

	if (strcmp(path, "-") == 0 || lstat(path, &st) != 0)
		return STR("");
	if (S_ISLNK(st.st_mode))
		return STR("is a symbolic link: no report is written through it");
	for (size_t i = 0; i < s->result.seen.n; i++) {
		const struct file *f = files_at(&s->files, s->result.seen.at[i]);

		if (f && is_same_file(path, str_fmt(s->arena, "%s/%.*s", s->root.path, STR_ARG(f->path)).s) &&
		    !is_report(path))
			return STR("is one of the files that were read: no report is written over it");
	}
	return STR("");
}

/* --check: whether a file holds the report already. */
static int check_report(struct session *s, const char *path, struct str report)
{
	struct arena *a = s->arena;
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
	struct str now = {0};
	bool same = fd >= 0 && read_all(a, fd, INPUT_MAX, &now) && str_eq(now, report);

	if (fd >= 0)
		close(fd);
	if (same)
		return EXIT_NOTHING;
	return cli_fail(a, str_fmt(a, "%s is stale: the same command without --check writes it anew", path), EXIT_FINDINGS);
}

static int cannot_write(struct session *s, const char *path)
{
	return cli_fail(s->arena,
			str_fmt(s->arena, "%s: %s", strcmp(path, "-") == 0 ? "standard output" : path, strerror(errno)),
			EXIT_TROUBLE);
}

int session_write_file(struct session *s, struct str text, const char *path)
{
	struct str refused = refuses(s, path);

	if (refused.n)
		return cli_fail(s->arena, str_fmt(s->arena, "%s %.*s", path, STR_ARG(refused)), EXIT_USAGE);
	if (s->options->check && strcmp(path, "-") != 0)
		return check_report(s, path, text);
	return out_replace_file(s->arena, text, path) ? EXIT_NOTHING : cannot_write(s, path);
}

static int write_report(struct session *s, const struct report_format *format, const char *path)
{
	struct report report = session_view(s);
	struct out out = {.arena = s->arena};

	report.color = strcmp(path, "-") == 0 && wants_color(s->options);
	report.width = strcmp(path, "-") == 0 ? terminal_width() : 0;
	format->write(&out, &report);
	return session_write_file(s, out_str(&out), path);
}

/* The job summary of a workflow, to which every step appends. */
static int append_summary(struct session *s, const char *path)
{
	struct report report = session_view(s);
	struct out out = {.arena = s->arena};

	report_find(STR("markdown"))->write(&out, &report);
	return out_append_file(out_str(&out), path) ? EXIT_NOTHING : cannot_write(s, path);
}

int session_report(struct session *s)
{
	const struct options *o = s->options;
	bool in_workflow =
	    getenv("GITHUB_ACTIONS") && strcmp(getenv("GITHUB_ACTIONS"), "true") == 0;
	const struct report_format *format = o->format;
	int code;

	if (!format)
		format = report_find(in_workflow ? STR("github") : STR("text"));
	code = write_report(s, format, "-");
	for (size_t i = 0; i < o->outputs.n && !code; i++)
		code = write_report(s, o->outputs.at[i].format, o->outputs.at[i].path);
	if (!code && in_workflow && is_set("GITHUB_STEP_SUMMARY"))
		code = append_summary(s, getenv("GITHUB_STEP_SUMMARY"));
	if (!code && o->write_baseline.n)
		return session_write_baseline(s);
	if (code)
		return code;
	return s->result.errors && !o->exit_zero ? EXIT_FINDINGS : EXIT_NOTHING;
}
