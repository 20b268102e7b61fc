/* The report as Markdown, for GitHub's job summary: at most 1 MiB there, so long lists are cut. */
#include "core/base/base.h"
#include "lint/text/text.h"
#include "format.h"

enum { ROWS_MAX = 500 };

static void job_row(struct out *out, const struct report *r, const struct job_result *job)
{
	const struct range *device = &job->estimate.needed;

	out_fmt(out, "| %s | ", verdict_name(job->verdict));
	markdown_text(out, job->job.id);
	out_text(out, " | ");
	markdown_text(out, job_str(&job->job, SETTING_MODEL, STR("")));
	out_text(out, " | ");
	markdown_text(out, report_target(r, job));
	if (job->estimate.ok)
		out_fmt(out, " | %.*s (%.*s to %.*s) | ",
			STR_ARG(bytes_text(r->arena, device->likely)),
			STR_ARG(bytes_text(r->arena, device->low)),
			STR_ARG(bytes_text(r->arena, device->high)));
	else
		out_text(out, " | | ");
	if (job->usable)
		out_put(out, bytes_text(r->arena, job->usable));
	out_text(out, " | ");
	if (job->nfixes)
		markdown_text(out, report_fix(r, &job->fixes[0].fix));
	out_text(out, " |\n");
}

static void finding_row(struct out *out, const struct report *r, const struct finding *f)
{
	out_fmt(out, "| %s | %s | ", severity_name(f->severity), rule_rows[f->rule].id);
	markdown_text(out, report_place(r, f->at));
	out_text(out, " | ");
	markdown_text(out, f->message);
	out_text(out, " |\n");
}

static void cut(struct out *out, size_t n)
{
	if (n > ROWS_MAX)
		out_fmt(out, "\n%zu more are not shown.\n", n - ROWS_MAX);
}

void report_markdown(struct out *out, const struct report *r)
{
	const struct result *result = r->result;

	if (r->advise) {
		advice_markdown(out, r);
		return;
	}
	out_fmt(out, "### gpumem-lint: %zu job%s, %.*s\n", result->jobs.n,
		result->jobs.n == 1 ? "" : "s", STR_ARG(report_counts(r)));
	if (result->jobs.n)
		out_text(out, "\n| Verdict | Job | Model | GPU | Peak | Usable | Would fit with |\n"
			      "| --- | --- | --- | --- | ---: | ---: | --- |\n");
	for (size_t i = 0; i < result->jobs.n && i < ROWS_MAX; i++)
		job_row(out, r, &result->jobs.at[i]);
	cut(out, result->jobs.n);
	if (result->findings.n)
		out_text(out,
			 "\n| Severity | Rule | Place | Message |\n| --- | --- | --- | --- |\n");
	for (size_t i = 0; i < result->findings.n && i < ROWS_MAX; i++)
		finding_row(out, r, &result->findings.at[i]);
	cut(out, result->findings.n);
}
