/* The text report's part about a job: how much memory, made up of what, what was assumed, what helps. */
#include "core/base/base.h"
#include "lint/eval/eval.h"
#include "lint/text/text.h"
#include "text.h"

#include <stdlib.h>

enum { BAR_WIDTH = 30, SETTINGS_WIDTH = 30, ASSUMED_MAX = 5, ALSO_MAX = 3 };

void text_style(struct out *out, const struct report *r, enum style s)
{
	static const char *const sequences[] = {"\033[0m",    "\033[1m",    "\033[2m",
						"\033[1;31m", "\033[1;33m", "\033[1;34m",
						"\033[1;32m"};

	if (r->color)
		out_text(out, sequences[s]);
}

void text_styled(struct out *out, const struct report *r, enum style s, struct str text)
{
	text_style(out, r, s);
	out_put(out, text);
	text_style(out, r, STYLE_NONE);
}

size_t text_width(struct str s)
{
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++)
		n += ((unsigned char)s.s[i] & 0xc0) != 0x80;
	return n;
}

void text_hint(struct out *out, const struct report *r, const char *word, struct str text)
{
	out_text(out, "  = ");
	text_styled(out, r, STYLE_BOLD, str_of(word));
	out_fmt(out, ": %.*s\n", STR_ARG(text));
}

static void bar(struct out *out, const struct report *r, uint64_t bytes, uint64_t whole)
{
	double share = whole ? (double)bytes / (double)whole : 0;
	/* Eighths of a block: U+258F … U+2588. */
	size_t eighths = (size_t)(share * BAR_WIDTH * 8 + 0.5);

	if (eighths > (size_t)BAR_WIDTH * 8)
		eighths = (size_t)BAR_WIDTH * 8;
	text_style(out, r, STYLE_BLUE);
	out_repeat(out, "█", eighths / 8);
	if (eighths % 8)
		out_put(out, (struct str){
				 (const char[]){'\xe2', '\x96', (char)(0x90 - eighths % 8)}, 3});
	text_style(out, r, STYLE_NONE);
}

void text_breakdown(struct out *out, const struct report *r, const struct job_result *job)
{
	const struct report_row *rows;
	size_t n = report_rows(r, job, &rows);
	uint64_t whole =
	    job->usable > job->estimate.needed.likely ? job->usable : job->estimate.needed.likely;
	size_t widest = 0;

	for (size_t i = 0; i < n; i++)
		if (text_width(rows[i].name) > widest)
			widest = text_width(rows[i].name);
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

	out_fmt(out, "%.*s (%.*s to %.*s)", STR_ARG(bytes_text(a, e->needed.likely)),
		STR_ARG(bytes_text(a, e->needed.low)), STR_ARG(bytes_text(a, e->needed.high)));
	if (!job->usable)
		return;
	out_fmt(out, " of %.*s: ", STR_ARG(bytes_text(a, job->usable)));
	if (e->needed.likely > job->usable)
		out_fmt(out, "%.*s too much",
			STR_ARG(bytes_text(a, e->needed.likely - job->usable)));
	else
		out_fmt(out, "%.*s free", STR_ARG(bytes_text(a, job->usable - e->needed.likely)));
}

static uint64_t size_of_effect(const struct estimate_assumption *x)
{
	return x->effect < 0 ? -(uint64_t)x->effect : (uint64_t)x->effect;
}

static int largest_first(const void *left, const void *right)
{
	const struct estimate_assumption *const *a = left;
	const struct estimate_assumption *const *b = right;
	uint64_t x = size_of_effect(*a);
	uint64_t y = size_of_effect(*b);

	if (x != y)
		return x > y ? -1 : 1;
	return (*a)->setting < (*b)->setting ? -1 : (*a)->setting > (*b)->setting;
}

static void assumption(struct out *out, const struct report *r, const struct estimate_assumption *x)
{
	struct str text = printable(r->arena, x->text);

	if (x->setting < SETTING_COUNT)
		text = str_fmt(r->arena, "%s = %.*s", setting_rows[x->setting].name, STR_ARG(text));
	if (x->effect)
		text = str_fmt(r->arena, "%.*s (otherwise %.*s %s)", STR_ARG(text),
			       STR_ARG(bytes_text(r->arena, size_of_effect(x))),
			       x->effect < 0 ? "less" : "more");
	text_hint(out, r, "assumed", text);
}

/** What was taken for granted, the weightiest first; what changes nothing only if all is wanted. */
static void assumptions(struct out *out, const struct report *r, const struct estimate *e)
{
	const struct estimate_assumption **sorted =
	    arena_news(r->arena, const struct estimate_assumption *, e->n_assumptions + 1);

	for (size_t i = 0; i < e->n_assumptions; i++)
		sorted[i] = &e->assumptions[i];
	qsort(sorted, e->n_assumptions, sizeof(*sorted), largest_first);
	for (size_t i = 0; i < e->n_assumptions; i++)
		if (r->verbose || (i < ASSUMED_MAX && sorted[i]->effect))
			assumption(out, r, sorted[i]);
}

void text_details(struct out *out, const struct report *r, const struct job_result *job)
{
	if (job->estimate.ok) {
		const struct estimate *e = &job->estimate;

		out_text(out, "  = ");
		text_styled(out, r, STYLE_BOLD, STR("peak"));
		out_text(out, ": ");
		peak(out, r, job);
		out_fmt(out, ", in phase %s", e->phase ? e->phase : "unknown");
		if (e->moment.n)
			out_fmt(out, " (%.*s)", STR_ARG(printable(r->arena, e->moment)));
		out_text(out, "\n");
		text_breakdown(out, r, job);
	}
	if (job->job.shape_how.n)
		text_hint(out, r, "shape", printable(r->arena, job->job.shape_how));
	if (job->target_how.n)
		text_hint(out, r, "target", printable(r->arena, job->target_how));
	if (job->break_even)
		text_hint(out, r, "decides", str_fmt(r->arena, "exceeds when rows are longer than %ld of %ld tokens",
						     (long)job->break_even, (long)job->row_limit));
	if (job->leeway.n)
		text_hint(out, r, "no error, for it would fit with", printable(r->arena, job->leeway));
	if (job->job.found == JOB_FOUND_CALL)
		text_hint(out, r, "found", STR("by a call alone: no trainer was seen to get these settings"));
	if (job->job.found == JOB_FOUND_FLAGS)
		text_hint(out, r, "found", STR("by its keys alone: no trainer was seen to get them"));
	if (job->job.found == JOB_FOUND_ALONE)
		text_hint(out, r, "found", STR("as a config alone: no code here reads it, so what it leaves out is assumed"));
	if (job->launched_by.n)
		text_hint(out, r, "started by", printable(r->arena, job->launched_by));
	for (size_t i = 0; i < job->nalso && i < ALSO_MAX; i++)
		text_hint(out, r, "also by", printable(r->arena, job->also_launched_by[i]));
	if (job->nalso > ALSO_MAX)
		text_hint(out, r, "also by",
			  str_fmt(r->arena, "%zu more launches", job->nalso - ALSO_MAX));
	if (job->condition.n)
		text_hint(out, r, "if", printable(r->arena, job->condition));
	assumptions(out, r, &job->estimate);
	text_fixes(out, r, job);
}

/** "; or lora, if use_lora". */
static void alternatives(struct out *out, const struct report *r, const struct value *v)
{
	for (v = v->alternative; v; v = v->alternative) {
		out_text(out, "; or ");
		out_put(out, v->type == VALUE_ABSENT ? STR("not given")
						     : printable(r->arena, value_text(r->arena, v)));
		if (v->how.n)
			out_fmt(out, ", %.*s", STR_ARG(printable(r->arena, v->how)));
	}
}

/** What could not be read, and why: what stands in its place is among the assumptions. */
static void unread(struct out *out, const struct report *r, const struct job_result *job)
{
	for (size_t i = 0; i < job->nunread; i++) {
		const struct unread *u = &job->unread[i];

		out_text(out, "    ");
		out_padded(out, str_of(setting_rows[u->setting].name), SETTINGS_WIDTH);
		out_text(out, " ?  ");
		text_style(out, r, STYLE_DIM);
		out_text(out, "could not be read");
		if (span_known(u->at))
			out_fmt(out, ", %.*s", STR_ARG(report_place(r, u->at)));
		out_fmt(out, ", %.*s", STR_ARG(printable(r->arena, u->why)));
		text_style(out, r, STYLE_NONE);
		out_text(out, "\n");
	}
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
		text_style(out, r, STYLE_DIM);
		out_text(out, origin_name(v->origin));
		if (span_known(v->at))
			out_fmt(out, ", %.*s", STR_ARG(report_place(r, v->at)));
		if (v->how.n)
			out_fmt(out, ", %.*s", STR_ARG(printable(r->arena, v->how)));
		alternatives(out, r, v);
		text_style(out, r, STYLE_NONE);
		out_text(out, "\n");
	}
}

enum style text_verdict_style(enum verdict v)
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
		text_hint(out, r, "call",
			  str_fmt(r->arena, "%.*s at %.*s",
				  STR_ARG(printable(r->arena, trace->at[i]->callee)),
				  STR_ARG(report_place(r, trace->at[i]->at))));
}

/** Whether a finding has shown the job's details. */
static bool is_told(const struct report *r, const struct job_result *job)
{
	for (size_t i = 0; i < r->result->findings.n; i++) {
		const struct finding *f = &r->result->findings.at[i];

		if (report_is_about_memory(f) && report_job(r, f) == job)
			return true;
	}
	return false;
}

void text_job(struct out *out, const struct report *r, const struct job_result *job)
{
	struct str model = job_str(&job->job, SETTING_MODEL, STR(""));
	struct str target = report_target(r, job);

	text_styled(out, r, text_verdict_style(job->verdict), str_of(verdict_name(job->verdict)));
	out_fmt(out, "  %.*s", STR_ARG(printable(r->arena, job->job.id)));
	if (model.n)
		out_fmt(out, ": %.*s", STR_ARG(printable(r->arena, model)));
	if (target.n)
		out_fmt(out, " on %.*s", STR_ARG(target));
	out_text(out, ", ");
	if (job->estimate.ok)
		peak(out, r, job);
	if (job->missing.n || !job->estimate.ok)
		out_fmt(out, "%s%.*s", job->estimate.ok ? "; " : "",
			STR_ARG(printable(r->arena,
					  job->missing.n ? job->missing : STR("not estimated"))));
	out_text(out, "\n");
	if (r->verbose && !is_told(r, job))
		text_details(out, r, job);
	if (r->show_settings) {
		settings(out, r, &job->job);
		unread(out, r, job);
	}
	calls(out, r, job->trace);
}

void text_jobless(struct out *out, const struct report *r, const struct jobless *script)
{
	const struct file *file = files_at(r->result->files, files_parent(r->result->files, script->file));

	text_styled(out, r, STYLE_BLUE, STR("no job"));
	out_fmt(out, "  %.*s: %.*s", STR_ARG(printable(r->arena, file->path)), STR_ARG(printable(r->arena, script->why)));
	if (span_known(script->at))
		out_fmt(out, " (%.*s)", STR_ARG(report_place(r, script->at)));
	out_text(out, "\n");
	if (script->launched_by.n)
		text_hint(out, r, "started by", printable(r->arena, script->launched_by));
	calls(out, r, script->trace);
}

static void formulas(struct out *out, const struct report *r, const struct estimate *e)
{
	for (size_t i = 0; i < e->n_terms; i++)
		text_hint(out, r, e->terms[i].name,
			  str_fmt(r->arena, "%.*s = %.*s",
				  STR_ARG(printable(r->arena, e->terms[i].formula)),
				  STR_ARG(bytes_text(r->arena, e->terms[i].bytes))));
	for (size_t i = 0; i < e->n_phases; i++)
		text_hint(out, r, "phase",
			  str_fmt(r->arena, "%s %.*s", e->phases[i].name,
				  STR_ARG(bytes_text(r->arena, e->phases[i].allocated))));
}

void report_explain(struct out *out, const struct report *report, const struct job_result *job)
{
	struct report whole = *report;

	whole.verbose = whole.show_settings = true;
	text_job(out, &whole, job);
	if (is_told(report, job))
		text_details(out, &whole, job);
	formulas(out, report, &job->estimate);
}
