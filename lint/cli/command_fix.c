/* --fix: writes the fixes that leave the training as it is into the files that state the settings. */
#include "lint/patch/fix_patch.h"
#include "session.h"

#include "core/base/base.h"
#include "lint/text/text.h"

#include <unistd.h>

/** What is written, and what the user is told. */
struct fixing {
	struct session *session;
	struct fix_patch patch;
	/** The jobs whose fix is in the patch, by index in the result. */
	bool *in;
	struct out told;
};

/** The job's fix that leaves the training as it is; NULL if it has none. */
static const struct offered_fix *exact_fix(const struct job_result *job)
{
	return job->nfixes && job->fixes[0].fix.class == FIX_EXACT ? &job->fixes[0] : NULL;
}

static void tell(struct fixing *f, const struct job_result *job, const char *what, struct str more)
{
	struct arena *a = f->session->arena;

	struct str id = printable(a, job->job.id);

	out_fmt(&f->told, "%s%.*s: %s%.*s\n", printable_is_command(id) ? "./" : "", STR_ARG(id), what,
		STR_ARG(printable(a, more)));
}

/** Collects the fixes of all jobs but those that were left out before. */
static void collect(struct fixing *f, const bool *left_out)
{
	struct session *s = f->session;

	f->patch = (struct fix_patch){0};
	for (size_t i = 0; i < s->result.jobs.n; i++) {
		const struct job_result *job = &s->result.jobs.at[i];
		const struct offered_fix *fix = exact_fix(job);
		struct str why = {0};

		f->in[i] = fix && !left_out[i] && fix_patch_add(s->arena, &s->files, fix, &f->patch, &why);
		if (fix && !left_out[i] && !f->in[i])
			tell(f, job, "not written: ", why);
	}
}

/** The verdict on a job with the patch, by reading and estimating the repository once more. */
static enum verdict verdict_in(const struct result *result, struct str id)
{
	for (size_t i = 0; i < result->jobs.n; i++)
		if (str_eq(result->jobs.at[i].job.id, id))
			return result->jobs.at[i].verdict;
	return VERDICT_NOT_ESTIMATED;
}

/** Marks the jobs that do not fit with the patch. False for trouble of the system, which was told. */
static bool try_patch(struct fixing *f, bool *left_out, bool *all_fit)
{
	struct session *s = f->session;
	SESSION again = {0};

	*all_fit = true;
	if (session_open(&again, s->options, s->options->words.at, s->options->words.n))
		return false;
	for (size_t i = 0; i < f->patch.files.n; i++) {
		const struct file_patch *p = &f->patch.files.at[i];
		const struct file *file = files_at(&s->files, p->file);

		again.fs = fs_overlay(s->arena, again.fs, file->path, text_patch_apply(s->arena, &p->patch, file->text));
	}
	if (session_lint(&again))
		return false;
	for (size_t i = 0; i < s->result.jobs.n; i++) {
		if (!f->in[i] || verdict_in(&again.result, s->result.jobs.at[i].job.id) == VERDICT_FITS)
			continue;
		left_out[i] = true;
		*all_fit = false;
		tell(f, &s->result.jobs.at[i], "not written: ", STR("it would not fit, as other places decide as well"));
	}
	return true;
}

static int write_all(struct fixing *f)
{
	struct session *s = f->session;

	for (size_t i = 0; i < f->patch.files.n; i++) {
		const struct file_patch *p = &f->patch.files.at[i];
		const struct file *file = files_at(&s->files, p->file);
		struct str message;

		if (!replace_file(s->arena, s->root.path, file->path, file->text, text_patch_apply(s->arena, &p->patch, file->text),
				  &message))
			return cli_fail(s->arena, str_fmt(s->arena, "%.*s: %.*s", STR_ARG(file->path), STR_ARG(message)),
					EXIT_TROUBLE);
	}
	return EXIT_NOTHING;
}

/* Whether each line may be shown as it stands: no orders to a terminal, none to the program that reads a workflow's log. */
static bool may_be_shown(struct arena *a, struct str patch)
{
	struct str_cut cut = {.tail = str_tr(a, patch, '\t', ' ')};

	while (cut.tail.n) {
		cut = str_cut(cut.tail, '\n');
		if (!str_eq(printable(a, cut.head), cut.head) || printable_is_command(cut.head))
			return false;
	}
	return true;
}

static void print_patch(struct fixing *f, struct out *out)
{
	struct session *s = f->session;

	for (size_t i = 0; i < f->patch.files.n; i++) {
		const struct file *file = files_at(&s->files, f->patch.files.at[i].file);
		struct str path = printable(s->arena, file->path);
		struct out one = {.arena = s->arena};

		text_patch_print(&one, &f->patch.files.at[i].patch, path, file->text);
		if (may_be_shown(s->arena, out_str(&one)))
			out_put(out, out_str(&one));
		else
			out_fmt(&f->told, "not shown: a line of the patch of %.*s gives orders to who shows it\n", STR_ARG(path));
	}
}

int session_fix(struct session *s)
{
	bool *left_out = arena_news(s->arena, bool, s->result.jobs.n + 1);
	struct fixing f = {.session = s, .in = arena_news(s->arena, bool, s->result.jobs.n + 1), .told = {.arena = s->arena}};
	struct out out = {.arena = s->arena};
	bool all_fit = false;
	int code = EXIT_NOTHING;

	/* What does not fit with the patch is left out, and the rest is tried without it. */
	for (int i = 0; i < 3 && !all_fit; i++) {
		collect(&f, left_out);
		if (!f.patch.files.n)
			break;
		if (!try_patch(&f, left_out, &all_fit))
			return EXIT_TROUBLE;
	}
	if (!all_fit)
		f.patch = (struct fix_patch){0};
	if (s->options->diff) {
		print_patch(&f, &out);
		(void)out_write(out_str(&f.told), STDERR_FILENO);
		return cli_print(s->arena, out_str(&out));
	}
	if (all_fit)
		code = write_all(&f);
	for (size_t i = 0; i < s->result.jobs.n && all_fit && !code; i++)
		if (f.in[i])
			tell(&f, &s->result.jobs.at[i], "written, and it fits", STR(""));
	if (!f.told.n)
		out_text(&f.told, "nothing to write: no job has a fix that leaves the training as it is\n");
	return code ? code : cli_print(s->arena, out_str(&f.told));
}
