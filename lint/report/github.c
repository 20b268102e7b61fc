/*
 * GitHub's workflow commands, then the text report.
 *
 * As the runner's source has it: a line is a command if it starts with "::" behind any Unicode white
 * space, or holds "##[" anywhere; output is split at LF, CR and CRLF; messages escape % CR LF, and
 * properties also ':' and ','; a step shows 10 errors, 10 warnings and 10 notices; a message is cut
 * at 4096 characters; columns are dropped unless the annotation stays on one line.
 *
 * So the ten are one of each job, the worst first, at the key that helps most; a line that several jobs are to blame
 * for is annotated once; what else there is to say of a job comes last.
 */
#include "core/base/base.h"
#include "lint/text/text.h"
#include "format.h"

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

/** The message with what fits below it: the breakdown, and how many other jobs the line has the same to say of. */
static struct str message(const struct report *r, const struct finding *f, size_t others)
{
	const struct job_result *job = report_job(r, f);
	struct out text = {.arena = r->arena};
	const struct report_row *rows;
	size_t n;

	out_put(&text, report_message(r, f));
	if (others)
		out_fmt(&text, "\nThe same line has this to say of %zu other job%s, which are listed in the log.", others,
			others == 1 ? "" : "s");
	if (job && job->estimate.ok && report_is_about_memory(f)) {
		n = report_rows(r, job, &rows);
		for (size_t i = 0; i < n; i++)
			out_fmt(&text, "%s%.*s %.*s", i ? " + " : "\n", STR_ARG(rows[i].name),
				STR_ARG(bytes_text(r->arena, rows[i].bytes)));
	}
	return printable_cut(r->arena, out_str(&text), MESSAGE_MAX);
}

/** An annotation: a finding, and those of other jobs at its place. */
struct note {
	const struct finding *finding;
	size_t others;
};

static void annotation(struct out *out, const struct report *r, const struct note *note)
{
	const struct finding *f = note->finding;

	out_fmt(out, "::%s", severity_name(f->severity));
	place(out, r, f->at);
	property(out, "title", str_of(rule_rows[f->rule].id), !span_known(f->at));
	out_text(out, "::");
	escaped(out, message(r, f, note->others), "%\r\n");
	out_text(out, "\n");
}

struct notes {
	/** The first of each job, the worst first; then what else there is. */
	struct {
		VEC(struct note);
	} first, more;
	/** Rule and place to position + 1 in first. */
	struct dict places;
	/** By job: one was taken. */
	bool *taken;
};

/** Rule and place, the same for all jobs that one line is to blame for. */
static struct str place_key(const struct report *r, const struct finding *f)
{
	return str_fmt(r->arena, "%d %u %u %u", (int)f->rule, f->at.file, f->at.off, f->at.len);
}

static void add(struct notes *notes, const struct report *r, const struct finding *f)
{
	bool of_job = report_job(r, f) != NULL;
	uint32_t *at = dict_put(r->arena, &notes->places, place_key(r, f));

	if (*at && of_job) {
		notes->first.at[*at - 1].others++;
	} else if (of_job && notes->taken[f->job]) {
		*vec_push(r->arena, &notes->more) = (struct note){f, 0};
		return;
	} else {
		*vec_push(r->arena, &notes->first) = (struct note){f, 0};
		*at = (uint32_t)notes->first.n;
	}
	if (of_job)
		notes->taken[f->job] = true;
}

static void annotations(struct out *out, const struct report *r, const size_t *order, enum severity severity)
{
	const struct findings *all = &r->result->findings;
	struct notes notes = {.taken = arena_news(r->arena, bool, r->result->jobs.n + 1)};
	size_t shown = 0, hidden;

	for (size_t i = 0; i < all->n; i++)
		if (all->at[order[i]].severity == severity)
			add(&notes, r, &all->at[order[i]]);
	for (; shown < notes.first.n && shown < SHOWN_MAX; shown++)
		annotation(out, r, &notes.first.at[shown]);
	for (size_t i = 0; i < notes.more.n && shown < SHOWN_MAX; i++, shown++)
		annotation(out, r, &notes.more.at[i]);
	hidden = notes.first.n + notes.more.n - shown;
	if (hidden)
		out_fmt(out,
			"%zu more %ss are not annotated, since GitHub shows %d: all are listed "
			"below.\n",
			hidden, severity_name(severity), SHOWN_MAX);
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
	const size_t *order = report_worst_first(r);
	struct report plain = *r;

	annotations(out, r, order, SEVERITY_ERROR);
	annotations(out, r, order, SEVERITY_WARNING);
	if (!r->quiet)
		annotations(out, r, order, SEVERITY_NOTICE);
	plain.color = false;
	report_text(&text, &plain);
	inert(out, out_str(&text));
}
