/* The report for people, in the manner of rustc: what, where, the line, why, and what would help. */
#include "text.h"

#include "lint/text/text.h"

enum { EXCERPT_MAX = 100 };

static enum style severity_style(enum severity s)
{
	return s == SEVERITY_ERROR ? STYLE_RED : s == SEVERITY_WARNING ? STYLE_YELLOW : STYLE_BLUE;
}

/** A part of a source line, on one line and with tabs as blanks, so that columns can be counted. */
static struct str shown(struct arena *a, struct str s)
{
	return printable(a, str_tr(a, s, '\t', ' '));
}

/** A window of the line around the place: long lines are cut on both sides. */
struct excerpt {
	struct str before, at, after;
	bool cut_left, cut_right;
};

static bool inside_sequence(struct str s, size_t at)
{
	return at < s.n && ((unsigned char)s.s[at] & 0xc0) == 0x80;
}

static struct excerpt excerpt_of(struct arena *a, struct str line, size_t column, size_t length)
{
	size_t from =
	    column > EXCERPT_MAX / 2 && line.n > EXCERPT_MAX ? column - EXCERPT_MAX / 2 : 0;
	size_t to = line.n > from + EXCERPT_MAX ? from + EXCERPT_MAX : line.n;
	size_t end = length < to - column ? column + length : to;

	while (from && inside_sequence(line, from))
		from--;
	while (to > column && inside_sequence(line, to))
		to--;
	if (end > to)
		end = to;
	return (struct excerpt){shown(a, str_sub(line, from, column)),
				shown(a, str_sub(line, column, end)),
				shown(a, str_sub(line, end, to)), from > 0, to < line.n};
}

static void gutter(struct out *out, const struct report *r, size_t digits, const char *text)
{
	text_style(out, r, STYLE_BLUE);
	out_fmt(out, "%*s %s", (int)digits, "", text);
	text_style(out, r, STYLE_NONE);
}

/** The line with carets below the place. */
static void source(struct out *out, const struct report *r, struct span at, enum style color)
{
	struct files *files = r->result->files;
	struct line_column place = files_place(files, at);
	struct str line = files_line(files, files_parent(files, at.file), place.line);
	struct str number = str_fmt(r->arena, "%u", place.line);
	size_t index = files_line_index(files, at), column = index < line.n ? index : line.n;
	struct excerpt x = excerpt_of(r->arena, line, column, files_origin(files, at).len);
	size_t carets = text_width(x.at);

	gutter(out, r, number.n, "|\n");
	text_styled(out, r, STYLE_BLUE, str_cat(r->arena, number, STR(" | ")));
	out_fmt(out, "%s%.*s%.*s%.*s%s\n", x.cut_left ? "…" : "", STR_ARG(x.before), STR_ARG(x.at),
		STR_ARG(x.after), x.cut_right ? "…" : "");
	gutter(out, r, number.n, "| ");
	out_repeat(out, " ", text_width(x.before) + x.cut_left);
	text_style(out, r, color);
	out_repeat(out, "^", carets ? carets : 1);
	text_style(out, r, STYLE_NONE);
	out_text(out, "\n");
}

static void place_line(struct out *out, const struct report *r, struct span at, size_t digits)
{
	out_repeat(out, " ", digits);
	text_styled(out, r, STYLE_BLUE, STR("--> "));
	out_put(out, report_place(r, at));
	out_text(out, "\n");
}

static size_t digits_of(uint32_t n)
{
	size_t digits = 1;

	while (n /= 10)
		digits++;
	return digits;
}

static void notes(struct out *out, const struct report *r, const struct finding *f)
{
	for (size_t i = 0; i < f->n_notes; i++)
		text_hint(out, r, "note", printable(r->arena, f->notes[i]));
}

static void finding(struct out *out, const struct report *r, const struct finding *f)
{
	const struct job_result *job = report_job(r, f);
	const struct file *file = files_at(r->result->files, f->at.file);
	size_t digits = digits_of(files_place(r->result->files, f->at).line);

	text_style(out, r, severity_style(f->severity));
	out_fmt(out, "%s[%s]", severity_name(f->severity), rule_rows[f->rule].id);
	text_style(out, r, STYLE_NONE);
	out_text(out, ": ");
	text_styled(out, r, STYLE_BOLD, printable(r->arena, f->message));
	out_text(out, "\n");
	if (file)
		place_line(out, r, f->at, digits);
	if (file && file->loaded)
		source(out, r, f->at, severity_style(f->severity));
	/* The details say all that the notes of such a finding do, and more. */
	if (job && report_is_about_memory(f))
		text_details(out, r, job);
	else
		notes(out, r, f);
	out_text(out, "\n");
}

/* Those of a severity, in the order of files and lines. */
static void findings(struct out *out, const struct report *r, enum severity severity)
{
	for (size_t i = 0; i < r->result->findings.n; i++)
		if (r->result->findings.at[i].severity == severity)
			finding(out, r, &r->result->findings.at[i]);
}

/* With a job's number made up, its settings or its calls to show, a block tells of each job; else the table of all does. */
static bool wants_blocks(const struct report *r)
{
	bool traced = r->result->jobless.n != 0;

	for (size_t i = 0; i < r->result->jobs.n; i++)
		traced |= r->result->jobs.at[i].trace != NULL;
	return r->verbose || r->show_settings || traced;
}

static void jobs(struct out *out, const struct report *r)
{
	const struct result *result = r->result;

	if (!wants_blocks(r)) {
		text_table(out, r);
		return;
	}
	for (size_t i = 0; i < result->jobs.n; i++)
		if (!r->quiet || report_is_trouble(&result->jobs.at[i]))
			text_job(out, r, &result->jobs.at[i]);
	for (size_t i = 0; i < result->jobless.n; i++)
		text_jobless(out, r, &result->jobless.at[i]);
}

void report_text(struct out *out, const struct report *r)
{
	const struct result *result = r->result;

	if (r->advise) {
		advice_text(out, r);
		return;
	}
	findings(out, r, SEVERITY_ERROR);
	findings(out, r, SEVERITY_WARNING);
	if (r->verbose && !r->quiet)
		findings(out, r, SEVERITY_NOTICE);
	jobs(out, r);
	if (r->quiet)
		return;
	if (result->jobs.n)
		out_text(out, "\n");
	if (!r->verbose)
		text_notices(out, r);
	out_fmt(out, "%zu job%s in %zu file%s: %.*s", result->jobs.n, result->jobs.n == 1 ? "" : "s", result->seen.n,
		result->seen.n == 1 ? "" : "s", STR_ARG(report_counts(r)));
	if (result->on_cpu)
		out_fmt(out, "; %zu more train%s where no GPU is, and need%s none of its memory", result->on_cpu,
			result->on_cpu == 1 ? "s" : "", result->on_cpu == 1 ? "s" : "");
	out_fmt(out, "%s\n", result->nothing ? "; nothing that trains a language model was found in what was named" : "");
}

void report_concise(struct out *out, const struct report *r)
{
	for (size_t i = 0; i < r->result->findings.n; i++) {
		const struct finding *f = &r->result->findings.at[i];
		struct str place = report_place(r, f->at);

		if (r->quiet && f->severity <= SEVERITY_NOTICE)
			continue;
		/* The one line that starts with text of the repository. */
		out_fmt(out, "%s%.*s%s%s[%s] %.*s\n", printable_is_command(place) ? "./" : "",
			STR_ARG(place), place.n ? ": " : "", severity_name(f->severity),
			rule_rows[f->rule].id, STR_ARG(printable(r->arena, f->message)));
	}
}
