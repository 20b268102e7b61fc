/* Advice on each job, for a terminal: what it is made of, what it may grow to, which cards hold it, what would help. */
#include "advice_tables.h"

#include "core/base/base.h"

static void title(struct out *out, const struct report *r, const struct job_result *job)
{
	struct str model = job_str(&job->job, SETTING_MODEL, STR("")), target = report_target(r, job);
	struct str id = printable(r->arena, job->job.id);

	/* The line starts with text of the repository. */
	out_text(out, printable_is_command(id) ? "./" : "");
	text_styled(out, r, STYLE_BOLD, id);
	if (model.n)
		out_fmt(out, ": %.*s", STR_ARG(printable(r->arena, model)));
	out_fmt(out, ", %.*s", STR_ARG(report_method(r->arena, &job->job)));
	if (job->estimate.ok)
		out_fmt(out, ", batch × length %.*s", STR_ARG(report_tokens(r->arena, &job->job)));
	if (target.n)
		out_fmt(out, ", on %.*s", STR_ARG(target));
	out_text(out, "\n");
}

static void need(struct out *out, const struct report *r, const struct job_result *job)
{
	const struct estimate *e = &job->estimate;
	struct arena *a = r->arena;

	out_text(out, "  ");
	text_styled(out, r, text_verdict_style(job->verdict), str_of(report_mark(job->verdict)));
	out_fmt(out, " needs %.*s (%.*s to %.*s)", STR_ARG(bytes_text(a, e->needed.likely)), STR_ARG(bytes_text(a, e->needed.low)),
		STR_ARG(bytes_text(a, e->needed.high)));
	if (job->usable)
		out_fmt(out, " of %.*s", STR_ARG(bytes_text(a, job->usable)));
	out_fmt(out, ", in phase %s\n", e->phase);
	text_breakdown(out, r, job);
}

static void growth(struct out *out, const struct report *r, const struct advice *v)
{
	struct column titles[ADVICE_COLUMNS_MAX];
	struct columns t;
	struct str largest = advice_largest(r, v), name = v->gpu ? v->gpu->name : STR("the card");

	if (advice_grid(r, v, titles, &t)) {
		out_fmt(out, "\n  GiB on %.*s:\n", STR_ARG(name));
		columns_print(out, r, &t);
	}
	if (largest.n)
		out_fmt(out, "  the largest that fits, one at a time: %.*s\n", STR_ARG(largest));
	if (advice_cards(r, v, &t)) {
		out_text(out, "\n  cards, the cheapest class first:\n");
		columns_print(out, r, &t);
	}
}

static void advice(struct out *out, const struct report *r, const struct job_result *job)
{
	title(out, r, job);
	if (!job->estimate.ok) {
		out_fmt(out, "  not estimated: %.*s\n\n", STR_ARG(printable(r->arena, job->missing)));
		return;
	}
	need(out, r, job);
	if (job->advice)
		growth(out, r, job->advice);
	if (job->nfixes)
		out_text(out, "\n");
	text_fixes(out, r, job);
	out_text(out, "\n");
}

void advice_text(struct out *out, const struct report *r)
{
	for (size_t i = 0; i < r->result->jobs.n; i++)
		advice(out, r, &r->result->jobs.at[i]);
	if (!r->result->jobs.n)
		out_text(out, "no training job of a language model was found\n");
	else
		out_text(out, "✓ fits, ~ may need more, ✗ exceeds; GiB are the likely peak on each GPU\n");
}
