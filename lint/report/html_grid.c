/* Memory by batch and length in the HTML report: each cell is an estimate of its own. */
#include "core/base/base.h"
#include "core/estimate/card_verdict.h"
#include "lint/text/text.h"
#include "html.h"

enum { BATCHES = 6, LENGTHS = 6, BATCH_MAX = 1 << 20, LENGTH_MAX = 1 << 24 };

struct grid {
	int64_t batch[BATCHES], length[LENGTHS];
	size_t batches, lengths;
	uint64_t need[BATCHES][LENGTHS];
	/** The job's own. */
	int64_t own_batch, own_length;
};

/* Up to max halves and doubles around a value, itself among them. */
static size_t around(int64_t value, int64_t most, int64_t *out, size_t max)
{
	int64_t first = value;
	size_t n = 0;

	for (int i = 0; i < 3 && first > 1; i++)
		first /= 2;
	for (int64_t v = first; n < max && v <= most; v *= 2) {
		/* Halves of an odd number do not come back to it. */
		if (v < value && v * 2 > value) {
			out[n++] = v;
			v = value;
			if (n == max)
				break;
		}
		out[n++] = v;
	}
	return n;
}

static void put(struct job *job, enum setting s, int64_t n)
{
	job->set[s] = value_int(n, ORIGIN_STATED, STR("grid"));
}

static void fill(const struct report *r, const struct job_result *job, struct grid *g)
{
	for (size_t b = 0; b < g->batches; b++)
		for (size_t l = 0; l < g->lengths; l++) {
			struct arena_mark mark = arena_mark(r->arena);
			struct job *tried = arena_new(r->arena, struct job);

			*tried = job->job;
			put(tried, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, g->batch[b]);
			put(tried, SETTING_MAX_SEQ_LENGTH, g->length[l]);
			if (job_get(tried, SETTING_ROW_LENGTH))
				*tried = card_full_rows(r->arena, tried);
			g->need[b][l] = estimate_likely(r->arena, tried);
			arena_pop(r->arena, mark);
		}
}

static const char *class_of(const struct job_result *job, uint64_t need)
{
	if (!job->usable)
		return "";
	return need > job->usable ? "cell-exceeds" : (double)need > 0.9 * (double)job->usable ? "cell-tight" : "cell-fits";
}

/* The card's contour runs between what fits and what does not. */
static bool is_edge(const struct job_result *job, uint64_t here, uint64_t there)
{
	return job->usable && (here > job->usable) != (there > job->usable);
}

static void cell(struct out *out, const struct report *r, const struct job_result *job, const struct grid *g, size_t b, size_t l)
{
	uint64_t need = g->need[b][l];
	bool own = g->batch[b] == g->own_batch && g->length[l] == g->own_length;

	out_fmt(out, "<td class=\"%s%s%s%s\">", class_of(job, need),
		l + 1 < g->lengths && is_edge(job, need, g->need[b][l + 1]) ? " right" : "",
		b + 1 < g->batches && is_edge(job, need, g->need[b + 1][l]) ? " below" : "", own ? " here" : "");
	if (need == UINT64_MAX)
		out_text(out, "–");
	else
		out_fmt(out, "%.*s%s", STR_ARG(bytes_text(r->arena, need)), job->usable && need > job->usable ? " ✗" : "");
	out_text(out, "</td>");
}

void html_grid(struct out *out, const struct report *r, const struct job_result *job)
{
	struct grid g = {.own_batch = job_int(&job->job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 1),
			 .own_length = job_int(&job->job, SETTING_MAX_SEQ_LENGTH, 0)};

	if (g.own_length < 1 || g.own_batch < 1 || g.own_length > LENGTH_MAX || g.own_batch > BATCH_MAX ||
	    job_get(&job->job, SETTING_MAX_TOKENS_PER_GPU))
		return;
	g.batches = around(g.own_batch, BATCH_MAX, g.batch, BATCHES);
	g.lengths = around(g.own_length, LENGTH_MAX, g.length, LENGTHS);
	fill(r, job, &g);
	out_text(out, "<h4>By batch and length</h4>\n<div class=\"scroll\" tabindex=\"0\" role=\"group\" aria-label=\"Memory by batch and length\">"
		      "<table class=\"grid\"><caption class=\"soft\">Rows as long as the limit. The line is the card's: what is "
		      "beyond it has a ✗. The job's own cell is framed.</caption>\n<thead><tr><th scope=\"col\">batch \\ tokens</th>");
	for (size_t l = 0; l < g.lengths; l++)
		out_fmt(out, "<th scope=\"col\" class=\"n\">%lld</th>", (long long)g.length[l]);
	out_text(out, "</tr></thead>\n<tbody>\n");
	for (size_t b = 0; b < g.batches; b++) {
		out_fmt(out, "<tr><th scope=\"row\" class=\"n\">%lld</th>", (long long)g.batch[b]);
		for (size_t l = 0; l < g.lengths; l++)
			cell(out, r, job, &g, b, l);
		out_text(out, "</tr>\n");
	}
	out_text(out, "</tbody></table></div>\n");
}
