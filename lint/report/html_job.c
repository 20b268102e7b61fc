/* A job in the HTML report: what it needs, by kind of tensor against its card, and by moment of the step. */
#include "core/base/base.h"
#include "lint/text/text.h"
#include "html.h"

enum { WIDTH = 1000, BAR = 30 };

/* Kinds of tensors that share a colour; what is not listed is "other". */
static const struct {
	const char *name;
	int color;
} colors[] = {
    {"weights", 0},		     {"autocast copies of weights", 1},
    {"gathered parameters", 1},	     {"adapters", 2},
    {"optimizer states", 3},	     {"temporaries of the optimizer", 3},
    {"gradients", 4},		     {"communication buffers", 4},
    {"saved activations", 5},	     {"saved by the vision tower", 5},
    {"layer at work", 6},
    {"logits and loss", 7},	     {"other models", 8},
    {"rollout engine", 8},	     {"key-value cache", 8},
    {"allocator", 9},		     {"CUDA and libraries", 10},
};

static int color_of(struct str name)
{
	for (size_t i = 0; i < sizeof(colors) / sizeof(*colors); i++)
		if (str_is(name, colors[i].name))
			return colors[i].color;
	return 9;
}

static uint64_t larger(uint64_t a, uint64_t b)
{
	return a > b ? a : b;
}

/* What the whole width stands for. */
static double scale_of(const struct job_result *job)
{
	return 1.08 * (double)larger(larger(job->usable, job->estimate.needed.high < 2 * job->estimate.needed.likely
							      ? job->estimate.needed.high
							      : job->estimate.needed.likely),
				     1);
}

static double x_of(double scale, uint64_t bytes)
{
	double x = (double)bytes / scale * WIDTH;

	return x > WIDTH ? WIDTH : x;
}

static void described(struct out *out, const struct report *r, const struct job_result *job)
{
	const struct range *d = &job->estimate.needed;

	out_fmt(out, "%.*s, between %.*s and %.*s", STR_ARG(bytes_text(r->arena, d->likely)),
		STR_ARG(bytes_text(r->arena, d->low)), STR_ARG(bytes_text(r->arena, d->high)));
	if (job->usable)
		out_fmt(out, "; the card offers %.*s", STR_ARG(bytes_text(r->arena, job->usable)));
}

static void bar(struct out *out, const struct report *r, const struct job_result *job, const struct report_row *rows, size_t n)
{
	const struct range *d = &job->estimate.needed;
	double scale = scale_of(job), at = 0;

	out_fmt(out, "<svg class=\"bar\" viewBox=\"0 0 %d 52\" preserveAspectRatio=\"none\" role=\"img\" aria-label=\"Memory by kind of tensor: ", WIDTH);
	described(out, r, job);
	out_text(out, "\">\n");
	for (size_t i = 0; i < n; i++) {
		double width = x_of(scale, rows[i].bytes);

		out_fmt(out, "<rect class=\"k%d\" x=\"%.2f\" y=\"8\" width=\"%.2f\" height=\"%d\"><title>", color_of(rows[i].name),
			at, width, BAR);
		html_text(out, rows[i].name);
		out_fmt(out, ": %.*s</title></rect>\n", STR_ARG(bytes_text(r->arena, rows[i].bytes)));
		at += width;
	}
	out_fmt(out, "<path class=\"range\" fill=\"none\" d=\"M%.2f 42v8M%.2f 46H%.2fM%.2f 42v8\"/>\n", x_of(scale, d->low),
		x_of(scale, d->low), x_of(scale, d->high), x_of(scale, d->high));
	if (job->usable) {
		double x = x_of(scale, job->usable);

		out_fmt(out, "<path class=\"card\" d=\"M%.2f 2V50\"><title>the card: %.*s</title></path>\n", x,
			STR_ARG(bytes_text(r->arena, job->usable)));
	}
	out_text(out, "</svg>\n");
}

static void breakdown(struct out *out, const struct report *r, const struct report_row *rows, size_t n)
{
	out_text(out, "<div><h4>By kind of tensor</h4>\n<table><thead><tr><th scope=\"col\">Kind</th><th scope=\"col\" class=\"n\">Bytes</th>"
		      "</tr></thead><tbody>\n");
	for (size_t i = 0; i < n; i++) {
		out_fmt(out, "<tr><td><span class=\"key k%d\"></span> ", color_of(rows[i].name));
		html_text(out, rows[i].name);
		out_fmt(out, "</td><td class=\"n\">%.*s</td></tr>\n", STR_ARG(bytes_text(r->arena, rows[i].bytes)));
	}
	out_text(out, "</tbody></table></div>\n");
}

/* The moments of the step, with what the card leaves to tensors as a line. */
static void moments(struct out *out, const struct report *r, const struct job_result *job)
{
	enum { HEIGHT = 120, STEP = 80 };
	const struct estimate *e = &job->estimate;
	uint64_t most = 1, beside = bytes_sub(e->needed.likely, e->allocated.likely), line = bytes_sub(job->usable, beside);

	for (size_t i = 0; i < e->n_phases; i++)
		most = larger(most, e->phases[i].allocated);
	if (!e->n_phases)
		return;
	out_fmt(out, "<div class=\"scroll\" tabindex=\"0\"><h4>By moment of the step</h4>\n<svg class=\"moments\" viewBox=\"0 0 %zu 160\" role=\"img\" aria-label=\"Tensors by moment: ",
		e->n_phases * STEP);
	for (size_t i = 0; i < e->n_phases; i++)
		out_fmt(out, "%s%s %.*s", i ? ", " : "", e->phases[i].name, STR_ARG(bytes_text(r->arena, e->phases[i].allocated)));
	out_text(out, "\">\n");
	for (size_t i = 0; i < e->n_phases; i++) {
		double height = (double)e->phases[i].allocated / (double)larger(most, line) * (HEIGHT - 20);
		double middle = ((double)i + 0.5) * STEP;

		out_fmt(out, "<rect class=\"%s\" x=\"%.1f\" y=\"%.2f\" width=\"50\" height=\"%.2f\"/>\n",
			e->phases[i].allocated == most ? "peak" : "moment", middle - 25, HEIGHT - height, height);
		out_fmt(out, "<text x=\"%.1f\" y=\"%.2f\" text-anchor=\"middle\" font-size=\"11\">%.*s</text>\n", middle, HEIGHT - height - 3,
			STR_ARG(bytes_text(r->arena, e->phases[i].allocated)));
		out_fmt(out, "<text x=\"%.1f\" y=\"138\" text-anchor=\"middle\">%s</text>\n", middle, e->phases[i].name);
	}
	if (line && line < 2 * most) {
		double y = HEIGHT - (double)line / (double)larger(most, line) * (HEIGHT - 20);

		out_fmt(out, "<path class=\"card\" d=\"M0 %.2fH%zu\"/>\n", y, e->n_phases * STEP);
	}
	out_text(out, "</svg></div>\n");
}

static void attribute(struct out *out, const char *name, struct str value)
{
	out_fmt(out, " data-%s=\"", name);
	html_text(out, value);
	out_text(out, "\"");
}

static void open_job(struct out *out, const struct report *r, const struct job_result *job, size_t index)
{
	struct str model = job_str(&job->job, SETTING_MODEL, STR(""));
	struct str target = report_target(r, job);
	const char *verdict = verdict_name(job->verdict);

	out_fmt(out, "<article class=\"job %s\" aria-labelledby=\"job%zu\" data-verdict=\"%s\" data-memory=\"%llu\" data-over=\"%.6f\"",
		verdict, index, verdict, (unsigned long long)(job->estimate.ok ? job->estimate.needed.likely : 0),
		job->usable && job->estimate.ok ? (double)job->estimate.needed.likely / (double)job->usable : -1.0);
	attribute(out, "name", job->job.id);
	attribute(out, "text", str_fmt(r->arena, "%.*s %.*s %.*s", STR_ARG(job->job.id), STR_ARG(model), STR_ARG(target)));
	out_fmt(out, ">\n<h3 id=\"job%zu\">", index);
	html_text(out, job->job.id);
	out_text(out, "</h3>\n<span class=\"verdict\">");
	out_text(out, verdict);
	out_text(out, "</span> ");
	html_text(out, model);
	if (target.n) {
		out_text(out, " on ");
		html_text(out, target);
	}
	out_text(out, "<br>\n");
}

static void fixes(struct out *out, const struct report *r, const struct job_result *job)
{
	if (!job->nfixes)
		return;
	out_text(out, "<h4>It would fit with</h4>\n<ul>\n");
	for (size_t i = 0; i < job->nfixes; i++) {
		const struct fix *fix = &job->fixes[i].fix;

		out_text(out, "<li>");
		html_text(out, report_fix(r, fix));
		out_fmt(out, ": %.*s", STR_ARG(bytes_text(r->arena, fix->device_likely)));
		if (fix->cost && *fix->cost) {
			out_text(out, "; cost: ");
			html_text(out, str_of(fix->cost));
		}
		out_text(out, "</li>\n");
	}
	out_text(out, "</ul>\n");
}

void html_job(struct out *out, const struct report *r, const struct job_result *job, size_t index, bool grid)
{
	const struct report_row *rows;
	size_t n;

	open_job(out, r, job, index);
	if (!job->estimate.ok) {
		out_text(out, "<span class=\"soft\">no number: ");
		html_text(out, job->missing);
		out_text(out, "</span>\n</article>\n");
		return;
	}
	n = report_rows(r, job, &rows);
	out_text(out, "<span class=\"soft\">");
	described(out, r, job);
	out_text(out, "</span>\n");
	bar(out, r, job, rows, n);
	out_fmt(out, "<details%s><summary>How it is made up</summary>\n<div class=\"two\">\n",
		index == 0 || job->verdict == VERDICT_EXCEEDS ? " open" : "");
	breakdown(out, r, rows, n);
	moments(out, r, job);
	out_text(out, "</div>\n");
	fixes(out, r, job);
	if (grid)
		html_grid(out, r, job);
	out_text(out, "</details>\n</article>\n");
}
