/*
 * The report as one page that needs nothing else: no script, style, font or picture from elsewhere, and the policy in its
 * head lets none in. It reads without its script, which only filters and sorts.
 */
#include "core/base/base.h"
#include "lint/text/text.h"
#include "html.h"

#include <stdlib.h>

enum { GRIDS_MAX = 40, JOBS_MAX = 1500, FINDINGS_MAX = 2000 };

void html_text(struct out *out, struct str s)
{
	/* XML's five characters are HTML's as well. */
	xml_text(out, s);
}

static void head(struct out *out, const struct report *r)
{
	const struct result *result = r->result;

	out_text(out, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n"
		      "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n"
		      "<meta http-equiv=\"Content-Security-Policy\" content=\"default-src 'none'; style-src 'unsafe-inline'; "
		      "script-src 'unsafe-inline'; base-uri 'none'; form-action 'none'\">\n");
	out_fmt(out, "<title>GPU memory of %zu training job%s</title>\n<style>\n", result->jobs.n,
		result->jobs.n == 1 ? "" : "s");
	out_put(out, (struct str){(const char *)html_style, html_style_n});
	out_text(out, "</style>\n</head>\n<body>\n<a class=\"skip\" href=\"#jobs\">To the jobs</a>\n<header>\n");
	out_fmt(out, "<h1>GPU memory of %zu training job%s</h1>\n<p class=\"soft\">", result->jobs.n,
		result->jobs.n == 1 ? "" : "s");
	html_text(out, report_counts(r));
	out_fmt(out, " in %zu file%s. gpumem-lint %s", result->seen.n, result->seen.n == 1 ? "" : "s", r->version);
	if (r->commit.n) {
		out_text(out, ", commit ");
		html_text(out, r->commit);
	}
	out_text(out, ". <button type=\"button\" id=\"theme\" hidden>Light or dark</button></p>\n</header>\n<main>\n");
}

static void tiles(struct out *out, const struct result *result)
{
	static const enum verdict order[] = {VERDICT_EXCEEDS, VERDICT_TIGHT, VERDICT_FITS, VERDICT_NO_TARGET,
					     VERDICT_NOT_ESTIMATED};

	out_text(out, "<ul class=\"tiles\">\n");
	for (size_t i = 0; i < sizeof(order) / sizeof(*order); i++) {
		size_t n = 0;

		for (size_t k = 0; k < result->jobs.n; k++)
			n += result->jobs.at[k].verdict == order[i];
		if (n)
			out_fmt(out, "<li><b>%zu</b> %s</li>\n", n, verdict_name(order[i]));
	}
	out_text(out, "</ul>\n");
}

static void finding(struct out *out, const struct report *r, const struct finding *f)
{
	out_fmt(out, "<tr><td class=\"w\">%s</td><td class=\"w\">%s</td><td>", severity_name(f->severity), rule_rows[f->rule].id);
	html_text(out, report_place(r, f->at));
	out_text(out, "</td><td class=\"wide\">");
	html_text(out, f->message);
	for (size_t i = 0; i < f->n_notes; i++) {
		out_text(out, "<br><span class=\"soft\">");
		html_text(out, f->notes[i]);
		out_text(out, "</span>");
	}
	out_text(out, "</td></tr>\n");
}

static void findings(struct out *out, const struct report *r)
{
	const struct findings *all = &r->result->findings;
	const size_t *order = report_worst_first(r);

	out_text(out, "<section aria-labelledby=\"findings\">\n<h2 id=\"findings\">Findings</h2>\n");
	if (!all->n) {
		out_text(out, "<p>None.</p>\n</section>\n");
		return;
	}
	out_text(out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table of findings\"><table>\n<thead><tr>"
		      "<th scope=\"col\">Level</th><th scope=\"col\">Rule</th><th scope=\"col\">Place</th>"
		      "<th scope=\"col\">Message</th></tr></thead>\n<tbody>\n");
	for (size_t i = 0; i < all->n && i < FINDINGS_MAX; i++)
		finding(out, r, &all->at[order[i]]);
	out_text(out, "</tbody></table></div>\n");
	if (all->n > FINDINGS_MAX)
		out_fmt(out, "<p>%zu more are not shown.</p>\n", all->n - FINDINGS_MAX);
	out_text(out, "</section>\n");
}

static void controls(struct out *out)
{
	out_text(out, "<div class=\"controls\" id=\"controls\" role=\"search\" hidden>\n"
		      "<label>Words in name, model or card <input type=\"search\" id=\"filter\" autocomplete=\"off\"></label>\n"
		      "<label>Verdict <select id=\"verdict\"><option value=\"\">all</option>");
	for (enum verdict v = VERDICT_FITS; v <= VERDICT_NOT_ESTIMATED; v++)
		out_fmt(out, "<option>%s</option>", verdict_name(v));
	out_text(out, "</select></label>\n<label>Order <select id=\"sort\"><option value=\"worst\">worst first</option>"
		      "<option value=\"memory\">most memory first</option><option value=\"name\">by name</option></select></label>\n"
		      "<span id=\"shown\" role=\"status\"></span>\n</div>\n");
}

struct ranked {
	double over;
	size_t place;
};

static int worst_first(const void *left, const void *right)
{
	const struct ranked *a = left, *b = right;

	if (a->over < b->over || a->over > b->over)
		return a->over > b->over ? -1 : 1;
	return a->place < b->place ? -1 : a->place > b->place;
}

/* How much of its card a job takes; those without a card come behind. */
static double over(const struct job_result *job)
{
	if (!job->estimate.ok)
		return -2;
	return job->usable ? (double)job->estimate.needed.likely / (double)job->usable : -1;
}

static void jobs(struct out *out, const struct report *r)
{
	const struct result *result = r->result;
	struct ranked *ranked = arena_news(r->arena, struct ranked, result->jobs.n + 1);

	for (size_t i = 0; i < result->jobs.n; i++)
		ranked[i] = (struct ranked){over(&result->jobs.at[i]), i};
	qsort(ranked, result->jobs.n, sizeof(*ranked), worst_first);
	out_text(out, "<section aria-labelledby=\"jobs\">\n<h2 id=\"jobs\" tabindex=\"-1\">Jobs</h2>\n");
	controls(out);
	out_text(out, "<div id=\"list\">\n");
	for (size_t i = 0; i < result->jobs.n && i < JOBS_MAX; i++)
		html_job(out, r, &result->jobs.at[ranked[i].place], i, i < GRIDS_MAX);
	out_text(out, "</div>\n");
	if (result->jobs.n > JOBS_MAX)
		out_fmt(out, "<p>%zu more jobs, which need less of their cards, are not shown.</p>\n", result->jobs.n - JOBS_MAX);
	out_text(out, "</section>\n");
}

void report_html(struct out *out, const struct report *r)
{
	head(out, r);
	tiles(out, r->result);
	out_put(out, r->change);
	jobs(out, r);
	findings(out, r);
	out_text(out, "</main>\n<script>\n");
	out_put(out, (struct str){(const char *)html_script, html_script_n});
	out_text(out, "</script>\n</body>\n</html>\n");
}
