/* The report for people, in the manner of rustc: what, where, the line, why, and what would help. */
#include "../core/bytes.h"
#include "printable.h"
#include "report.h"
#include "trace.h"

#include <string.h>

enum { EXCERPT_MAX = 100, BAR_WIDTH = 30, SETTINGS_WIDTH = 30 };

enum style { STYLE_NONE, STYLE_BOLD, STYLE_DIM, STYLE_RED, STYLE_YELLOW, STYLE_BLUE, STYLE_GREEN };

static void style(struct out *out, const struct report *r, enum style s)
{
	static const char *const sequences[] = {"\033[0m",    "\033[1m",    "\033[2m",
						"\033[1;31m", "\033[1;33m", "\033[1;34m",
						"\033[1;32m"};

	if (r->color)
		out_text(out, sequences[s]);
}

static void styled(struct out *out, const struct report *r, enum style s, struct str text)
{
	style(out, r, s);
	out_put(out, text);
	style(out, r, STYLE_NONE);
}

static enum style severity_style(enum severity s)
{
	return s == SEVERITY_ERROR ? STYLE_RED : s == SEVERITY_WARNING ? STYLE_YELLOW : STYLE_BLUE;
}

/** Display width, if every code point takes one column. */
static size_t width(struct str s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		n += ((unsigned char)s.s[i] & 0xc0) != 0x80;
	return n;
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
	style(out, r, STYLE_BLUE);
	out_fmt(out, "%*s %s", (int)digits, "", text);
	style(out, r, STYLE_NONE);
}

/** The line with carets below the place. */
static void source(struct out *out, const struct report *r, struct span at, enum style color)
{
	struct files *files = r->result->files;
	struct place place = files_place(files, at);
	struct str line = files_line(files, files_parent(files, at.file), place.line);
	struct str number = str_fmt(r->arena, "%u", place.line);
	size_t column = place.column - 1 < line.n ? place.column - 1 : line.n;
	struct excerpt x = excerpt_of(r->arena, line, column, files_origin(files, at).len);
	size_t carets = width(x.at);

	gutter(out, r, number.n, "|\n");
	styled(out, r, STYLE_BLUE, str_cat(r->arena, number, STR(" | ")));
	out_fmt(out, "%s%.*s%.*s%.*s%s\n", x.cut_left ? "…" : "", STR_ARG(x.before), STR_ARG(x.at),
		STR_ARG(x.after), x.cut_right ? "…" : "");
	gutter(out, r, number.n, "| ");
	out_repeat(out, " ", width(x.before) + x.cut_left);
	style(out, r, color);
	out_repeat(out, "^", carets ? carets : 1);
	style(out, r, STYLE_NONE);
	out_text(out, "\n");
}

static void place_line(struct out *out, const struct report *r, struct span at, size_t digits)
{
	out_repeat(out, " ", digits);
	styled(out, r, STYLE_BLUE, STR("--> "));
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

static void bar(struct out *out, const struct report *r, uint64_t bytes, uint64_t whole)
{
	double share = whole ? (double)bytes / (double)whole : 0;
	/* Eighths of a block: U+258F … U+2588. */
	size_t eighths = (size_t)(share * BAR_WIDTH * 8 + 0.5);

	if (eighths > (size_t)BAR_WIDTH * 8)
		eighths = (size_t)BAR_WIDTH * 8;
	style(out, r, STYLE_BLUE);
	out_repeat(out, "█", eighths / 8);
	if (eighths % 8)
		out_put(out, (struct str){
				 (const char[]){'\xe2', '\x96', (char)(0x90 - eighths % 8)}, 3});
	style(out, r, STYLE_NONE);
}

static void breakdown(struct out *out, const struct report *r, const struct job_result *job)
{
	const struct report_row *rows;
	size_t n = report_rows(r, job, &rows);
	uint64_t whole =
	    job->usable > job->estimate.device.likely ? job->usable : job->estimate.device.likely;
	size_t widest = 0;

	for (size_t i = 0; i < n; i++)
		if (width(rows[i].name) > widest)
			widest = width(rows[i].name);
	for (size_t i = 0; i < n; i++) {
		out_text(out, "    ");
		out_padded(out, rows[i].name, widest);
		out_fmt(out, " %10.*s  ", STR_ARG(bytes_text(r->arena, rows[i].bytes)));
		bar(out, r, rows[i].bytes, whole);
		out_text(out, "\n");
	}
}

/** "uses 61.2 GiB (58.1 – 66.0) of 79.2 GiB: 18.0 GiB free". */
static void peak(struct out *out, const struct report *r, const struct job_result *job)
{
	const struct estimate *e = &job->estimate;
	struct arena *a = r->arena;

	out_fmt(out, "%.*s (%.*s to %.*s)", STR_ARG(bytes_text(a, e->device.likely)),
		STR_ARG(bytes_text(a, e->device.low)), STR_ARG(bytes_text(a, e->device.high)));
	if (!job->usable)
		return;
	out_fmt(out, " of %.*s: ", STR_ARG(bytes_text(a, job->usable)));
	if (e->device.likely > job->usable)
		out_fmt(out, "%.*s too much",
			STR_ARG(bytes_text(a, e->device.likely - job->usable)));
	else
		out_fmt(out, "%.*s free", STR_ARG(bytes_text(a, job->usable - e->device.likely)));
}

static void hint(struct out *out, const struct report *r, const char *word, struct str text)
{
	out_text(out, "  = ");
	styled(out, r, STYLE_BOLD, str_of(word));
	out_fmt(out, ": %.*s\n", STR_ARG(text));
}

static void assumptions(struct out *out, const struct report *r, const struct estimate *e)
{
	for (size_t i = 0; i < e->n_assumptions; i++) {
		const struct estimate_assumption *x = &e->assumptions[i];
		struct str text = printable(r->arena, x->text);
		uint64_t size = x->effect < 0 ? -(uint64_t)x->effect : (uint64_t)x->effect;

		if (size)
			text = str_fmt(r->arena, "%.*s (otherwise %.*s %s)", STR_ARG(text),
				       STR_ARG(bytes_text(r->arena, size)),
				       x->effect < 0 ? "less" : "more");
		hint(out, r, "assumed", text);
	}
}

static void fixes(struct out *out, const struct report *r, const struct job_result *job)
{
	for (size_t i = 0; i < job->nfixes; i++) {
		const struct fix *fix = &job->fixes[i];

		hint(out, r, i ? "or" : "help",
		     str_fmt(r->arena, "%.*s: %.*s, saves %.*s; costs %s",
			     STR_ARG(report_fix(r, fix)),
			     STR_ARG(bytes_text(r->arena, fix->device_likely)),
			     STR_ARG(bytes_text(r->arena, fix->saves)),
			     fix->cost ? fix->cost : "nothing known"));
	}
}

static void details(struct out *out, const struct report *r, const struct job_result *job)
{
	if (job->estimate.ok) {
		const struct estimate *e = &job->estimate;

		out_text(out, "  = ");
		styled(out, r, STYLE_BOLD, STR("peak"));
		out_text(out, ": ");
		peak(out, r, job);
		out_fmt(out, ", in phase %s", e->phase ? e->phase : "unknown");
		if (e->moment.n)
			out_fmt(out, " (%.*s)", STR_ARG(printable(r->arena, e->moment)));
		out_text(out, "\n");
		breakdown(out, r, job);
	}
	if (job->target_how.n)
		hint(out, r, "target", printable(r->arena, job->target_how));
	if (job->launched_by.n)
		hint(out, r, "started by", printable(r->arena, job->launched_by));
	if (job->condition.n)
		hint(out, r, "if", printable(r->arena, job->condition));
	assumptions(out, r, &job->estimate);
	fixes(out, r, job);
}

static bool is_about_memory(const struct finding *f)
{
	return f->rule == RULE_GPU_MEMORY_EXCEEDED || f->rule == RULE_GPU_MEMORY_TIGHT;
}

static void finding(struct out *out, const struct report *r, const struct finding *f)
{
	const struct job_result *job = report_job(r, f);
	const struct file *file = files_at(r->result->files, f->at.file);
	size_t digits = digits_of(files_place(r->result->files, f->at).line);

	style(out, r, severity_style(f->severity));
	out_fmt(out, "%s[%s]", severity_name(f->severity), rule_rows[f->rule].id);
	style(out, r, STYLE_NONE);
	out_text(out, ": ");
	styled(out, r, STYLE_BOLD, printable(r->arena, f->message));
	out_text(out, "\n");
	if (file)
		place_line(out, r, f->at, digits);
	if (file && file->loaded)
		source(out, r, f->at, severity_style(f->severity));
	for (size_t i = 0; i < f->n_notes; i++)
		hint(out, r, "note", printable(r->arena, f->notes[i]));
	if (job && is_about_memory(f))
		details(out, r, job);
	out_text(out, "\n");
}

static void settings(struct out *out, const struct report *r, const struct job *job)
{
	for (enum setting s = 0; s < SETTING_COUNT; s++) {
		const struct value *v = job_get(job, s);

		if (!v)
			continue;
		out_text(out, "    ");
		out_padded(out, str_of(setting_rows[s].name), SETTINGS_WIDTH);
		out_fmt(out, " %.*s  ", STR_ARG(printable(r->arena, value_text(r->arena, v))));
		style(out, r, STYLE_DIM);
		out_text(out, origin_name(v->origin));
		if (span_known(v->at))
			out_fmt(out, ", %.*s", STR_ARG(report_place(r, v->at)));
		if (v->how.n)
			out_fmt(out, ", %.*s", STR_ARG(printable(r->arena, v->how)));
		style(out, r, STYLE_NONE);
		out_text(out, "\n");
	}
}

static enum style verdict_style(enum verdict v)
{
	return v == VERDICT_FITS      ? STYLE_GREEN
	       : v == VERDICT_EXCEEDS ? STYLE_RED
	       : v == VERDICT_TIGHT   ? STYLE_YELLOW
				      : STYLE_BLUE;
}

/** The calls of libraries that evaluating the job's code met. */
static void calls(struct out *out, const struct report *r, const struct trace *trace)
{
	for (size_t i = 0; trace && i < trace->n; i++)
		hint(out, r, "call",
		     str_fmt(r->arena, "%.*s at %.*s",
			     STR_ARG(printable(r->arena, trace->at[i]->callee)),
			     STR_ARG(report_place(r, trace->at[i]->at))));
}

static void job_line(struct out *out, const struct report *r, const struct job_result *job)
{
	struct str model = job_str(&job->job, SETTING_MODEL, STR(""));
	struct str target = report_target(r, job);

	styled(out, r, verdict_style(job->verdict), str_of(verdict_name(job->verdict)));
	out_fmt(out, "  %.*s", STR_ARG(printable(r->arena, job->job.id)));
	if (model.n)
		out_fmt(out, ": %.*s", STR_ARG(printable(r->arena, model)));
	if (target.n)
		out_fmt(out, " on %.*s", STR_ARG(target));
	out_text(out, ", ");
	if (job->estimate.ok)
		peak(out, r, job);
	else
		out_put(out, printable(r->arena, job->estimate.missing.n ? job->estimate.missing
									 : STR("not estimated")));
	out_text(out, "\n");
	if (r->verbose)
		details(out, r, job);
	if (r->show_settings)
		settings(out, r, &job->job);
	calls(out, r, job->trace);
}

static void formulas(struct out *out, const struct report *r, const struct estimate *e)
{
	for (size_t i = 0; i < e->n_terms; i++)
		hint(out, r, e->terms[i].name,
		     str_fmt(r->arena, "%.*s = %.*s",
			     STR_ARG(printable(r->arena, e->terms[i].formula)),
			     STR_ARG(bytes_text(r->arena, e->terms[i].bytes))));
	for (size_t i = 0; i < e->n_phases; i++)
		hint(out, r, "phase",
		     str_fmt(r->arena, "%s %.*s", e->phases[i].name,
			     STR_ARG(bytes_text(r->arena, e->phases[i].allocated))));
}

void report_explain(struct out *out, const struct report *report, const struct job_result *job)
{
	struct report whole = *report;

	whole.verbose = whole.show_settings = true;
	job_line(out, &whole, job);
	formulas(out, report, &job->estimate);
}

void report_text(struct out *out, const struct report *r)
{
	const struct result *result = r->result;

	for (size_t i = 0; i < result->findings.n; i++)
		if (!r->quiet || result->findings.at[i].severity > SEVERITY_NOTICE)
			finding(out, r, &result->findings.at[i]);
	for (size_t i = 0; i < result->jobs.n; i++)
		if (!r->quiet || result->jobs.at[i].verdict != VERDICT_FITS)
			job_line(out, r, &result->jobs.at[i]);
	if (r->quiet)
		return;
	out_fmt(out, "%s%zu job%s in %zu file%s: %.*s\n", result->jobs.n ? "\n" : "",
		result->jobs.n, result->jobs.n == 1 ? "" : "s", result->seen.n,
		result->seen.n == 1 ? "" : "s", STR_ARG(report_counts(r)));
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
