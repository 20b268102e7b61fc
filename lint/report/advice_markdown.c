/* Advice on each job as a page that a repository keeps: a memory guide that is written anew, not edited. */
#include "advice_tables.h"

#include "core/base/base.h"

enum { JOBS_MAX = 100 };

/** Text of the repository as a code span, in which nothing is a link, a mention or HTML; what cannot stand in one is escaped. */
static void code(struct out *out, const struct report *r, struct str s)
{
	bool plain = s.n > 0;

	s = printable(r->arena, s);
	for (size_t i = 0; i < s.n; i++)
		plain &= s.s[i] >= ' ' && s.s[i] < 127 && s.s[i] != '`' && s.s[i] != '|' && s.s[i] != '\\';
	if (plain)
		out_fmt(out, "`%.*s`", STR_ARG(s));
	else
		markdown_text(out, s);
}

static bool is_number(struct str s)
{
	double number;

	return str_to_real(s, &number);
}

static void table(struct out *out, const struct report *r, const struct columns *t)
{
	out_text(out, "|");
	for (size_t k = 0; k < t->ncolumns; k++)
		out_fmt(out, " %s |", t->columns[k].title);
	out_text(out, "\n|");
	for (size_t k = 0; k < t->ncolumns; k++)
		out_text(out, t->columns[k].kind == COLUMN_RIGHT ? " ---: |" : " --- |");
	out_text(out, "\n");
	for (size_t i = 0; i < t->rows.n; i++) {
		out_text(out, "|");
		for (size_t k = 0; k < t->ncolumns; k++) {
			struct str cell = t->rows.at[i].cells[k];

			out_text(out, " ");
			if (t->columns[k].kind == COLUMN_CUT_END)
				code(out, r, cell);
			else if (t->columns[k].kind == COLUMN_RIGHT || is_number(cell))
				out_put(out, cell);
			else
				markdown_text(out, cell);
			out_text(out, " |");
		}
		out_text(out, "\n");
	}
	out_text(out, "\n");
}

static void overview(struct out *out, const struct report *r)
{
	static const struct column columns[] = {{"", COLUMN_LEFT},	   {"job", COLUMN_CUT_END}, {"model", COLUMN_CUT_END}, {"method", COLUMN_LEFT},
						{"batch × length", COLUMN_RIGHT}, {"GPUs", COLUMN_LEFT}, {"peak GiB", COLUMN_RIGHT}};
	struct columns t = {.arena = r->arena, .columns = columns, .ncolumns = sizeof(columns) / sizeof(*columns)};

	for (size_t i = 0; i < r->result->jobs.n; i++) {
		const struct job_result *job = &r->result->jobs.at[i];
		struct row *row = vec_push(r->arena, &t.rows);

		row->cells[0] = str_of(report_mark(job->verdict));
		row->cells[1] = job->job.id;
		row->cells[2] = job_str(&job->job, SETTING_MODEL, STR(""));
		row->cells[3] = report_method(r->arena, &job->job);
		row->cells[4] = job->estimate.ok ? report_tokens(r->arena, &job->job) : STR("");
		row->cells[5] = report_target(r, job);
		row->cells[6] = job->estimate.ok ? report_gib(r->arena, (double)job->estimate.needed.likely) : STR("?");
	}
	table(out, r, &t);
}

static void breakdown(struct out *out, const struct report *r, const struct job_result *job)
{
	static const struct column columns[] = {{"what", COLUMN_LEFT}, {"GiB", COLUMN_RIGHT}, {"how", COLUMN_CUT_END}};
	struct columns t = {.arena = r->arena, .columns = columns, .ncolumns = 3};
	const struct report_row *rows;
	size_t n = report_rows(r, job, &rows);

	for (size_t i = 0; i < n; i++) {
		struct row *row = vec_push(r->arena, &t.rows);

		row->cells[0] = rows[i].name;
		row->cells[1] = report_gib(r->arena, (double)rows[i].bytes);
		for (size_t k = 0; k < job->estimate.n_terms; k++)
			if (str_is(rows[i].name, job->estimate.terms[k].name))
				row->cells[2] = job->estimate.terms[k].formula;
	}
	table(out, r, &t);
}

static void fixes(struct out *out, const struct report *r, const struct job_result *job)
{
	if (job->nfixes)
		out_text(out, "It fits with one of these, what costs the result least first:\n\n");
	for (size_t i = 0; i < job->nfixes; i++) {
		const struct offered_fix *offered = &job->fixes[i];
		const struct fix *fix = &offered->fix;

		out_text(out, "- ");
		code(out, r, report_fix(r, fix));
		out_fmt(out, ": %.*s GiB, %.*s free (%s; %s)\n", STR_ARG(report_gib(r->arena, (double)fix->device_likely)),
			STR_ARG(report_gib(r->arena, (double)bytes_sub(fix->usable, fix->device_likely))), fix_class_text(fix->class),
			fix->cost ? fix->cost : "unknown");
		for (size_t k = 0; k < fix->n; k++) {
			struct str text = report_edit(r, &offered->edits[k]);

			if (!text.n)
				continue;
			out_text(out, "    - ");
			if (span_known(offered->edits[k].at)) {
				code(out, r, report_place(r, offered->edits[k].at));
				out_text(out, ": ");
			}
			code(out, r, text);
			out_text(out, "\n");
		}
	}
	if (job->nfixes)
		out_text(out, "\n");
}

static void growth(struct out *out, const struct report *r, const struct advice *v)
{
	struct column titles[ADVICE_COLUMNS_MAX];
	struct columns t;
	struct str largest = advice_largest(r, v);

	if (advice_grid(r, v, titles, &t)) {
		out_fmt(out, "GiB by batch and length on %.*s:\n\n", STR_ARG(v->gpu ? v->gpu->name : STR("the card")));
		table(out, r, &t);
	}
	if (largest.n) {
		out_text(out, "The largest that fits, one at a time: ");
		code(out, r, largest);
		out_text(out, ".\n\n");
	}
	if (advice_cards(r, v, &t)) {
		out_text(out, "Cards, the cheapest class first:\n\n");
		table(out, r, &t);
	}
}

static void one(struct out *out, const struct report *r, const struct job_result *job)
{
	const struct estimate *e = &job->estimate;
	struct arena *a = r->arena;

	out_text(out, "## ");
	code(out, r, job->job.id);
	out_text(out, "\n\n");
	if (!e->ok) {
		out_text(out, "Not estimated: ");
		markdown_text(out, job->missing);
		out_text(out, ".\n\n");
		return;
	}
	out_fmt(out, "%s %.*s GiB at the peak (%.*s to %.*s)", report_mark(job->verdict), STR_ARG(report_gib(a, (double)e->needed.likely)),
		STR_ARG(report_gib(a, (double)e->needed.low)), STR_ARG(report_gib(a, (double)e->needed.high)));
	if (job->usable)
		out_fmt(out, " of %.*s", STR_ARG(report_gib(a, (double)job->usable)));
	out_fmt(out, ", in phase %s.\n\n", e->phase);
	breakdown(out, r, job);
	if (job->advice)
		growth(out, r, job->advice);
	fixes(out, r, job);
}

void advice_markdown(struct out *out, const struct report *r)
{
	size_t n = r->result->jobs.n;

	out_text(out, "# GPU memory\n\n"
		      "Written by `gpumem-lint advise --output markdown=FILE` from the training jobs of this repository; `--check` fails\n"
		      "when it no longer says what they need. Sizes are GiB on each GPU: the likely peak as nvidia-smi shows it.\n"
		      "✓ fits, ~ may need more, ✗ exceeds, · no GPU is known, ? not estimated.\n\n");
	overview(out, r);
	for (size_t i = 0; i < n && i < JOBS_MAX; i++)
		one(out, r, &r->result->jobs.at[i]);
	if (n > JOBS_MAX)
		out_fmt(out, "%zu more jobs are in the table only.\n", n - JOBS_MAX);
}
