/* A diff for people. */
#include "diff_words.h"

static struct str safe(struct arena *a, struct str s)
{
	return printable(a, s);
}

static void need(struct out *out, const struct job_result *job)
{
	if (job->estimate.ok)
		out_put(out, bytes_text(out->arena, job->estimate.needed.likely));
	else
		out_text(out, "no number");
}

static void header(struct out *out, const struct diff_job *j)
{
	const struct job_result *shown = diff_shown(j);
	struct str model = job_str(&shown->job, SETTING_MODEL, STR(""));

	out_padded(out, str_of(diff_change_name(j->change)), 7);
	out_put(out, safe(out->arena, shown->job.id));
	if (model.n)
		out_fmt(out, ": %.*s", STR_ARG(safe(out->arena, model)));
	if (shown->job.gpu)
		out_fmt(out, " on %.*s", STR_ARG(shown->job.gpu->name));
	out_text(out, ", ");
}

static void numbers(struct out *out, const struct diff_job *j)
{
	struct arena *a = out->arena;

	if (j->before && j->after) {
		need(out, j->before);
		out_text(out, " → ");
		need(out, j->after);
		if (j->moved)
			out_fmt(out, " (%.*s, %.*s)", STR_ARG(diff_bytes(a, j->moved)), STR_ARG(diff_share(a, j)));
		if (j->before->verdict != j->after->verdict)
			out_fmt(out, ", %s → %s", verdict_name(j->before->verdict), verdict_name(j->after->verdict));
		else
			out_fmt(out, ", %s", verdict_name(j->after->verdict));
	} else {
		need(out, diff_shown(j));
		out_fmt(out, ", %s", verdict_name(diff_shown(j)->verdict));
	}
	if (diff_shown(j)->usable)
		out_fmt(out, " (the card offers %.*s)", STR_ARG(bytes_text(a, diff_shown(j)->usable)));
	out_text(out, "\n");
}

static void causes(struct out *out, const struct diff *diff, const struct diff_job *j)
{
	struct arena *a = out->arena;
	bool any = false;

	for (size_t i = 0; i < j->ncauses; i++) {
		struct str place = safe(a, diff_cause_place(a, diff, &j->causes[i]));

		if (!diff_cause_matters(j, &j->causes[i]))
			continue;
		any = true;
		out_text(out, "       ");
		out_padded(out, safe(a, diff_cause_text(a, &j->causes[i])), 50);
		out_fmt(out, " %10.*s%s%.*s\n", STR_ARG(diff_bytes(a, j->causes[i].effect)), place.n ? "  " : "", STR_ARG(place));
	}
	if (j->moved && any && (j->together > (int64_t)MIB || j->together < -(int64_t)MIB)) {
		out_text(out, "       ");
		out_padded(out, STR("together, beyond that"), 50);
		out_fmt(out, " %10.*s\n", STR_ARG(diff_bytes(a, j->together)));
	}
	for (size_t i = 0; i < j->nshared; i++)
		out_fmt(out, "       by %.*s, which other jobs share\n", STR_ARG(safe(a, j->shared[i])));
}

void diff_text(struct out *out, const struct diff *diff, const struct diff_limit *limit)
{
	struct arena *a = out->arena;
	size_t over = 0;

	for (size_t i = 0; i < diff->jobs.n; i++) {
		const struct diff_job *j = &diff->jobs.at[i];

		over += diff_over(j, limit);
		if (j->change == DIFF_SAME)
			continue;
		header(out, j);
		numbers(out, j);
		causes(out, diff, j);
		if (diff_over(j, limit))
			out_text(out, "       more than --fail-on-increase allows\n");
	}
	out_fmt(out, "%s%.*s → %.*s: %.*s\n", diff->counts[DIFF_SAME] < diff->jobs.n ? "\n" : "", STR_ARG(safe(a, diff->base)),
		STR_ARG(safe(a, diff->head)), STR_ARG(diff_summary(a, diff)));
	if (over)
		out_fmt(out, "%zu grew by more than --fail-on-increase allows\n", over);
}
