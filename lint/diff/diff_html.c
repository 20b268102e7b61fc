/* A diff as a section of the HTML report. */
#include "diff_words.h"

static void text(struct out *out, struct str s)
{
	xml_text(out, s);
}

static void need(struct out *out, const struct job_result *job)
{
	if (job && job->estimate.ok)
		out_put(out, bytes_text(out->arena, job->estimate.needed.likely));
}

static void row(struct out *out, const struct diff_job *j)
{
	struct arena *a = out->arena;
	size_t n = 0;

	out_fmt(out, "<tr><td>%s</td><td>", diff_change_name(j->change));
	text(out, diff_shown(j)->job.id);
	out_text(out, "</td><td class=\"n\">");
	need(out, j->before);
	out_text(out, "</td><td class=\"n\">");
	need(out, j->after);
	out_text(out, "</td><td class=\"n\">");
	if (j->moved)
		out_put(out, diff_bytes(a, j->moved));
	out_text(out, "</td><td>");
	for (size_t i = 0; i < j->ncauses; i++) {
		if (!diff_cause_matters(j, &j->causes[i]))
			continue;
		out_text(out, n++ ? "<br>" : "");
		text(out, diff_cause_text(a, &j->causes[i]));
		out_fmt(out, ": %.*s", STR_ARG(diff_bytes(a, j->causes[i].effect)));
	}
	out_text(out, "</td></tr>\n");
}

struct str diff_section(struct arena *a, const struct diff *diff)
{
	struct out out = {.arena = a};

	out_text(&out, "<section aria-labelledby=\"change\">\n<h2 id=\"change\">What changed since ");
	text(&out, diff->base);
	out_text(&out, "</h2>\n<p>");
	text(&out, diff_summary(a, diff));
	out_text(&out, "</p>\n");
	if (diff->counts[DIFF_SAME] < diff->jobs.n) {
		out_text(&out, "<div class=\"scroll\" tabindex=\"0\" role=\"region\" aria-label=\"Table of changes\"><table><thead><tr><th scope=\"col\">Change</th>"
			       "<th scope=\"col\">Job</th><th scope=\"col\" class=\"n\">Before</th><th scope=\"col\" class=\"n\">After</th>"
			       "<th scope=\"col\" class=\"n\">Difference</th><th scope=\"col\">Settings</th></tr></thead><tbody>\n");
		for (size_t i = 0; i < diff->jobs.n; i++)
			if (diff->jobs.at[i].change != DIFF_SAME)
				row(&out, &diff->jobs.at[i]);
		out_text(&out, "</tbody></table></div>\n");
	}
	out_text(&out, "</section>\n");
	return out_str(&out);
}
