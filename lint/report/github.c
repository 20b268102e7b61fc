/*
 * GitHub's workflow commands, then the text report.
 *
 * As the runner's source has it: a line is a command if it starts with "::" behind any Unicode white
 * space, or holds "##[" anywhere; output is split at LF, CR and CRLF; messages escape % CR LF, and
 * properties also ':' and ','; a step shows 10 errors, 10 warnings and 10 notices; a message is cut
 * at 4096 characters; columns are dropped unless the annotation stays on one line.
 */
#include "core/base/base.h"
#include "lint/text/text.h"
#include "format.h"

#include <stdlib.h>

enum { SHOWN_MAX = 10, MESSAGE_MAX = 4000 };

static void escaped(struct out *out, struct str s, const char *set)
{
	for (size_t i = 0; i < s.n; i++) {
		char c = s.s[i];

		if (str_chr(str_of(set), c, 0) != SIZE_MAX)
			out_fmt(out, "%%%02X", (unsigned)c & 0xff);
		else
			out_put(out, str_sub(s, i, i + 1));
	}
}

static void property(struct out *out, const char *name, struct str value, bool first)
{
	out_fmt(out, "%s%s=", first ? " " : ",", name);
	escaped(out, value, "%\r\n:,");
}

static void number(struct out *out, const char *name, uint32_t n)
{
	out_fmt(out, ",%s=%u", name, n);
}

static void place(struct out *out, const struct report *r, struct span at)
{
	struct files *files = r->result->files;
	const struct file *file = files_at(files, at.file);
	struct line_column from = files_place(files, at);
	struct line_column to = files_end(files, at);

	if (!file)
		return;
	property(out, "file", str_cat(r->arena, r->prefix, report_path(r, at.file)), true);
	if (!file->loaded)
		return;
	number(out, "line", from.line);
	if (to.line != from.line)
		return;
	number(out, "endLine", to.line);
	number(out, "col", from.column);
	number(out, "endColumn", to.column);
}

/** The message with what fits below it: the breakdown and the fix. */
static struct str message(const struct report *r, const struct finding *f)
{
	const struct job_result *job = report_job(r, f);
	struct out text = {.arena = r->arena};
	const struct report_row *rows;
	size_t n;

	out_put(&text, printable(r->arena, f->message));
	for (size_t i = 0; i < f->n_notes; i++)
		out_fmt(&text, "\n%.*s", STR_ARG(printable(r->arena, f->notes[i])));
	if (job && job->estimate.ok && report_is_about_memory(f)) {
		n = report_rows(r, job, &rows);
		for (size_t i = 0; i < n; i++)
			out_fmt(&text, "%s%.*s %.*s", i ? " + " : "\n", STR_ARG(rows[i].name),
				STR_ARG(bytes_text(r->arena, rows[i].bytes)));
	}
	return printable_cut(r->arena, out_str(&text), MESSAGE_MAX);
}

static void annotation(struct out *out, const struct report *r, const struct finding *f)
{
	out_fmt(out, "::%s", severity_name(f->severity));
	place(out, r, f->at);
	property(out, "title", str_of(rule_rows[f->rule].id), !span_known(f->at));
	out_text(out, "::");
	escaped(out, message(r, f), "%\r\n");
	out_text(out, "\n");
}

/** How far over its card the finding's job is: the worst are shown first. */
static uint64_t excess(const struct report *r, const struct finding *f)
{
	const struct job_result *job = report_job(r, f);

	return job && job->usable ? bytes_sub(job->estimate.device.likely, job->usable) : 0;
}

struct ranked {
	const struct finding *finding;
	uint64_t excess;
	size_t place;
};

static int worst_first(const void *left, const void *right)
{
	const struct ranked *a = left;
	const struct ranked *b = right;

	if (a->excess != b->excess)
		return a->excess > b->excess ? -1 : 1;
	return a->place < b->place ? -1 : a->place > b->place;
}

static void annotations(struct out *out, const struct report *r, enum severity severity)
{
	const struct findings *all = &r->result->findings;
	struct ranked *ranked = arena_news(r->arena, struct ranked, all->n + 1);
	size_t n = 0;

	for (size_t i = 0; i < all->n; i++)
		if (all->at[i].severity == severity)
			ranked[n++] = (struct ranked){&all->at[i], excess(r, &all->at[i]), i};
	qsort(ranked, n, sizeof(*ranked), worst_first);
	for (size_t i = 0; i < n && i < SHOWN_MAX; i++)
		annotation(out, r, ranked[i].finding);
	if (n > SHOWN_MAX)
		out_fmt(out,
			"%zu more %ss are not annotated, since GitHub shows %d: all are listed "
			"below.\n",
			n - SHOWN_MAX, severity_name(severity), SHOWN_MAX);
}

/**
 * The text report. Every line of it starts with words of ours, and printable() leaves no "##[" and no
 * line break; so this check never fires, and the log stays readable without ::stop-commands::.
 */
static void inert(struct out *out, struct str text)
{
	struct str_cut cut = {.tail = text};

	while (cut.tail.n) {
		cut = str_cut(cut.tail, '\n');
		out_fmt(out, "%s%.*s\n", printable_is_command(cut.head) ? "| " : "",
			STR_ARG(cut.head));
	}
}

void report_github(struct out *out, const struct report *r)
{
	struct out text = {.arena = r->arena};
	struct report plain = *r;

	annotations(out, r, SEVERITY_ERROR);
	annotations(out, r, SEVERITY_WARNING);
	if (!r->quiet)
		annotations(out, r, SEVERITY_NOTICE);
	plain.color = false;
	report_text(&text, &plain);
	inert(out, out_str(&text));
}
