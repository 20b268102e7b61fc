/* gpumem-lint diff BASE [HEAD]: both sides are linted, each on a thread of its own, and compared. */
#include "diff_sides.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

static bool is_folder(struct arena *a, struct str path)
{
	struct stat st;

	return stat(str_dup(a, path).s, &st) == 0 && S_ISDIR(st.st_mode);
}

static int open_folder(struct side *side, struct str path)
{
	struct str message;

	side->options.root = path;
	side->fs = fs_posix(&side->arena, str_dup(&side->arena, path).s, &message);
	return side->fs ? EXIT_NOTHING : cli_fail(&side->arena, message, EXIT_TROUBLE);
}

static int open_revision(struct sides *s, struct side *side)
{
	struct str message;

	side->fs = git_revision_open(&side->arena, s->store, side->name, &message);
	return side->fs ? EXIT_NOTHING : cli_fail(&side->arena, message, EXIT_USAGE);
}

/* "A...B" is from where the ways to both parted to B. */
static void split_range(const struct options *o, struct sides *s)
{
	size_t dots = str_find(s->base.name, STR("..."), 0);

	if (o->words.n == 1 && dots != SIZE_MAX && dots + 3 < s->base.name.n)
		s->head.name = str_sub(s->base.name, dots + 3, s->base.name.n);
}

static int open_sides(const struct options *o, struct sides *s)
{
	struct arena *a = o->arena;
	struct root root;
	struct str message;
	int code;

	s->base.name = o->words.at[0];
	s->head.name = o->words.n > 1 ? o->words.at[1] : STR("");
	if (o->words.n > 1 && is_folder(a, s->base.name) && is_folder(a, s->head.name)) {
		code = open_folder(&s->base, s->base.name);
		return code ? code : open_folder(&s->head, s->head.name);
	}
	split_range(o, s);
	if (!root_choose(a, o->root, NULL, 0, NULL, &root, &message))
		return cli_fail(a, message, EXIT_USAGE);
	s->store = git_store_open(a, root.path);
	code = open_revision(s, &s->base);
	if (code)
		return code;
	s->head_is_revision = s->head.name.n != 0;
	if (s->head_is_revision)
		return open_revision(s, &s->head);
	code = open_folder(&s->head, str_of(root.path));
	s->head.name = STR("the work tree");
	return code;
}

/* By position of the head's jobs: whether the change touches one. */
static const bool *touched_jobs(struct arena *a, const struct diff *diff)
{
	bool *touched = arena_news(a, bool, diff->after->jobs.n + 1);

	for (size_t i = 0; i < diff->jobs.n; i++) {
		const struct diff_job *j = &diff->jobs.at[i];

		if (j->after && (j->touched || j->change != DIFF_SAME))
			touched[j->after - diff->after->jobs.at] = true;
	}
	return touched;
}

/* Whether a file is another one than before. */
static bool is_changed(const struct diff *diff, uint32_t file)
{
	const struct file *y = files_at(diff->after->files, files_parent(diff->after->files, file));
	const struct file *x = y ? files_at(diff->before->files, files_find(diff->before->files, y->path)) : NULL;

	return y && !(x && str_eq(x->text, y->text));
}

/* --only-changed: of the head's result what the change touches. */
static void keep_touched(struct arena *a, const struct diff *diff, const bool *touched, struct result *r)
{
	size_t *moved = arena_news(a, size_t, r->jobs.n + 1);
	struct job_result *kept = arena_news(a, struct job_result, r->jobs.n + 1);
	size_t jobs = 0, findings = 0;

	/* Into an array of its own: the diff points to the jobs where they are. */
	for (size_t i = 0; i < r->jobs.n; i++) {
		moved[i] = touched[i] ? jobs : SIZE_MAX;
		if (touched[i])
			kept[jobs++] = r->jobs.at[i];
	}
	for (size_t i = 0; i < r->findings.n; i++) {
		struct finding f = r->findings.at[i];

		if (f.job < r->jobs.n ? !touched[f.job] : !is_changed(diff, f.at.file))
			continue;
		f.job = f.job < r->jobs.n ? moved[f.job] : SIZE_MAX;
		r->findings.at[findings++] = f;
	}
	r->jobs.at = kept;
	r->jobs.n = r->jobs.room = jobs;
	r->findings.n = findings;
	r->errors = r->warnings = r->notices = 0;
	for (size_t i = 0; i < findings; i++) {
		r->errors += r->findings.at[i].severity == SEVERITY_ERROR;
		r->warnings += r->findings.at[i].severity == SEVERITY_WARNING;
		r->notices += r->findings.at[i].severity == SEVERITY_NOTICE;
	}
}

static const struct diff_format *format_of(const char *name)
{
	for (size_t i = 0; i < diff_formats_n; i++)
		if (strcmp(diff_formats[i].name, name) == 0)
			return &diff_formats[i];
	return NULL;
}

/* The diff in the formats that it has, in all others the report of what the change touches, or of all. */
static int write_one(struct session *s, const struct diff *diff, const struct report_format *format, const char *path)
{
	const struct diff_format *own = format_of(format->name);
	struct out out = {.arena = s->arena};
	struct report report = session_view(s);

	report.change = diff_section(s->arena, diff);
	if (own)
		own->write(&out, diff, &s->options->fail_on_increase);
	else
		format->write(&out, &report);
	return session_write_file(s, out_str(&out), path);
}

static int write_all(struct session *s, const struct diff *diff)
{
	const struct options *o = s->options;
	int code = write_one(s, diff, o->format ? o->format : report_find(STR("text")), "-");

	for (size_t i = 0; i < o->outputs.n && !code; i++)
		code = write_one(s, diff, o->outputs.at[i].format, o->outputs.at[i].path);
	return code;
}

static bool is_failing(const struct diff *diff, const struct options *o)
{
	for (size_t i = 0; i < diff->jobs.n; i++)
		if (diff_over(&diff->jobs.at[i], &o->fail_on_increase))
			return true;
	return o->only_changed && diff->after->errors;
}

static int compare_sides(struct sides *s)
{
	struct session *head = &s->head.session;
	struct arena *a = head->arena;
	/* The diff keeps the head's jobs; the report may get fewer. */
	struct result after = head->result;
	struct diff diff = {.base = s->base.name, .head = s->head.name};
	int code;

	diff_results(a, &s->base.session.result, &after, &diff);
	if (head->options->only_changed) {
		keep_touched(a, &diff, touched_jobs(a, &diff), &head->result);
		after.errors = head->result.errors;
	}
	code = write_all(head, &diff);
	if (code)
		return code;
	return is_failing(&diff, head->options) && !head->options->exit_zero ? EXIT_FINDINGS : EXIT_NOTHING;
}

int command_diff(const struct options *options)
{
	struct sides *s = arena_new(options->arena, struct sides);
	int code;

	if (options->words.n < 1 || options->words.n > 2)
		return cli_fail(options->arena, STR("diff takes two revisions or two folders; of a revision alone, the work tree is the other side"),
				EXIT_USAGE);
	s->base.options = s->head.options = *options;
	code = open_sides(options, s);
	if (!code)
		code = session_open_over(&s->head.session, &s->head.options, &s->head.arena, s->head.fs, NULL);
	if (!code)
		code = session_open_over(&s->base.session, &s->base.options, &s->base.arena, s->base.fs, &s->head.session);
	/* Of the base nothing is shown but what its jobs need. */
	s->base.session.request.numbers_only = true;
	if (!code)
		code = diff_sides_lint(s);
	if (!code)
		code = compare_sides(s);
	if (s->store)
		git_store_free(s->store);
	arena_free(&s->base.arena);
	arena_free(&s->head.arena);
	return code;
}
