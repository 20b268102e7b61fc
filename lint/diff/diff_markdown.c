/* A diff as Markdown, for a comment on a pull request: at most 65,536 characters there, so rows are cut before that. */
#include "diff_words.h"

/* A row is at most 17 texts of 200 bytes, each byte a reference of six. */
enum { BYTES_MAX_OF_COMMENT = 44000, CAUSES_MAX = 4, TEXT_MAX = 200 };

static void need(struct out *out, const struct job_result *job)
{
	if (job && job->estimate.ok)
		out_put(out, bytes_text(out->arena, job->estimate.needed.likely));
	else
		out_text(out, job ? "no number" : "");
}

static const char *sign(enum diff_change change, bool over)
{
	static const char *const signs[] = {"", "🔺 more", "🔻 less", "other", "🆕 new", "gone"};

	return over ? "❌ more" : signs[change];
}

static void reasons(struct out *out, const struct diff *diff, const struct diff_job *j)
{
	struct arena *a = out->arena;
	size_t n = 0, left = 0;

	for (size_t i = 0; i < j->ncauses; i++) {
		const struct diff_cause *c = &j->causes[i];
		struct str place = diff_cause_place(a, diff, c);

		if (!diff_cause_matters(j, c))
			continue;
		if (n == CAUSES_MAX) {
			left++;
			continue;
		}
		out_text(out, n++ ? "<br>" : "");
		markdown_text(out, printable_cut(a, diff_cause_text(a, c), TEXT_MAX));
		out_fmt(out, ": %.*s", STR_ARG(diff_bytes(a, c->effect)));
		if (place.n) {
			out_text(out, ", ");
			markdown_text(out, printable_cut(a, place, TEXT_MAX));
		}
	}
	if (left)
		out_fmt(out, "<br>and %zu more", left);
	for (size_t i = 0; i < j->nshared && i < CAUSES_MAX; i++) {
		out_text(out, n++ ? "<br>by " : "by ");
		markdown_text(out, printable_cut(a, j->shared[i], TEXT_MAX));
		out_text(out, ", which other jobs share");
	}
}

static void row(struct out *out, const struct diff *diff, const struct diff_job *j, const struct diff_limit *limit)
{
	const struct job_result *shown = diff_shown(j);
	struct arena *a = out->arena;

	out_fmt(out, "| %s | ", sign(j->change, diff_over(j, limit)));
	markdown_text(out, printable_cut(a, shown->job.id, TEXT_MAX));
	out_text(out, " | ");
	markdown_text(out, printable_cut(a, job_str(&shown->job, SETTING_MODEL, STR("")), TEXT_MAX));
	out_text(out, " | ");
	need(out, j->before);
	out_text(out, " | ");
	need(out, j->after);
	out_text(out, " | ");
	if (j->moved)
		out_fmt(out, "**%.*s** (%.*s)", STR_ARG(diff_bytes(a, j->moved)), STR_ARG(diff_share(a, j)));
	out_text(out, " | ");
	if (shown->usable)
		out_put(out, bytes_text(a, shown->usable));
	out_text(out, " | ");
	if (j->before && j->after && j->before->verdict != j->after->verdict)
		out_fmt(out, "%s → ", verdict_name(j->before->verdict));
	out_fmt(out, "%s%s%s | ", j->after && j->after->verdict == VERDICT_EXCEEDS ? "**" : "", verdict_name(shown->verdict),
		j->after && j->after->verdict == VERDICT_EXCEEDS ? "**" : "");
	reasons(out, diff, j);
	out_text(out, " |\n");
}

void diff_markdown(struct out *out, const struct diff *diff, const struct diff_limit *limit)
{
	size_t shown = 0, changed = diff->jobs.n - diff->counts[DIFF_SAME];
	size_t start = out->n;

	out_text(out, "### GPU memory: ");
	out_put(out, diff_summary(out->arena, diff));
	out_text(out, "\n\n<sub>");
	markdown_text(out, printable_cut(out->arena, diff->base, TEXT_MAX));
	out_text(out, " → ");
	markdown_text(out, printable_cut(out->arena, diff->head, TEXT_MAX));
	out_text(out, "</sub>\n");
	if (changed)
		out_text(out, "\n| | Job | Model | Before | After | Difference | Card offers | Verdict | Why |\n"
			      "| --- | --- | --- | ---: | ---: | ---: | ---: | --- | --- |\n");
	for (size_t i = 0; i < changed && out->n - start < BYTES_MAX_OF_COMMENT; i++, shown++)
		row(out, diff, &diff->jobs.at[i], limit);
	if (shown < changed)
		out_fmt(out, "\n%zu more jobs changed; the log lists them.\n", changed - shown);
}
