#include "core/base/base.h"
#include "lint/text/text.h"
#include "format.h"

const struct report_format report_formats[] = {
    {"text", "for people: source excerpts, memory bars, fixes", report_text},
    {"concise", "a line per finding", report_concise},
    {"github", "annotations of a GitHub workflow, then the text", report_github},
    {"json", "everything, for programs (gpumem-lint schema)", report_json},
    {"markdown", "tables, for a job summary or a comment", report_markdown},
    {"jsonl", "a line of JSON per job, to be put together with others", report_jsonl},
    {"sarif", "SARIF 2.1.0, for code scanning and editors", report_sarif},
    {"junit", "a test case per job, for test reports", report_junit},
    {"gitlab", "GitLab's code quality report", report_gitlab},
    {"checkstyle", "Checkstyle's XML", report_checkstyle},
    {"html", "a page for people: bars, moments, batch and length, in one file", report_html},
    {"rdjson", "reviewdog's diagnostics", report_rdjson},
};
const size_t report_formats_n = sizeof(report_formats) / sizeof(*report_formats);

const struct report_format *report_find(struct str name)
{
	for (size_t i = 0; i < report_formats_n; i++)
		if (str_is(name, report_formats[i].name))
			return &report_formats[i];
	return NULL;
}

struct str report_path(const struct report *report, uint32_t file)
{
	const struct file *f = files_at(report->result->files, file);

	return f ? printable(report->arena, f->path) : STR("");
}

struct str report_place(const struct report *report, struct span at)
{
	struct line_column place = files_place(report->result->files, at);
	const struct file *f = files_at(report->result->files, at.file);

	if (!f)
		return STR("");
	if (!f->loaded)
		return report_path(report, at.file);
	return str_fmt(report->arena, "%.*s:%u:%u", STR_ARG(report_path(report, at.file)),
		       place.line, place.column);
}

const struct job_result *report_job(const struct report *report, const struct finding *finding)
{
	return finding->job < report->result->jobs.n ? &report->result->jobs.at[finding->job]
						     : NULL;
}

bool report_is_about_memory(const struct finding *f)
{
	return f->rule == RULE_GPU_MEMORY_EXCEEDED || f->rule == RULE_GPU_MEMORY_TIGHT;
}

bool report_is_trouble(const struct job_result *job)
{
	return job->verdict == VERDICT_EXCEEDS || job->verdict == VERDICT_TIGHT;
}

struct str report_fix(const struct report *report, const struct fix *fix)
{
	struct arena *a = report->arena;
	struct str text = STR("");

	for (size_t i = 0; i < fix->n; i++)
		text = str_fmt(a, "%.*s%s%s = %.*s", STR_ARG(text), i ? ", " : "",
			       setting_rows[fix->setting[i]].name,
			       STR_ARG(value_text(a, &fix->value[i])));
	return printable(a, text);
}

struct str report_target(const struct report *report, const struct job_result *job)
{
	struct str name = STR("");

	if (job->job.gpu)
		name = job->job.gpu->name;
	else if (job->usable)
		name = job_str(&job->job, SETTING_TARGET_GPU, STR("a card"));
	if (!name.n)
		return name;
	return str_fmt(report->arena, "%lld × %.*s",
		       (long long)job_int(&job->job, SETTING_NUM_GPUS, 1),
		       STR_ARG(printable(report->arena, name)));
}

static struct str count(struct arena *a, size_t n, const char *what)
{
	return str_fmt(a, "%zu %s%s", n, what, n == 1 ? "" : "s");
}

struct str report_counts(const struct report *report)
{
	const struct result *r = report->result;
	struct arena *a = report->arena;

	return str_fmt(a, "%.*s, %.*s, %.*s%.*s", STR_ARG(count(a, r->errors, "error")),
		       STR_ARG(count(a, r->warnings, "warning")), STR_ARG(count(a, r->notices, "notice")),
		       STR_ARG(r->known.n ? str_fmt(a, ", %zu known and not listed", r->known.n) : STR("")));
}

size_t report_rows(const struct report *report, const struct job_result *job,
		   const struct report_row **out)
{
	const struct estimate *e = &job->estimate;
	struct report_row *rows = arena_news(report->arena, struct report_row, e->n_terms + 3);
	uint64_t sum = 0;
	size_t n = 0;

	for (size_t i = 0; i < e->n_terms; i++) {
		sum = bytes_add(sum, e->terms[i].bytes);
		if (e->terms[i].bytes)
			rows[n++] =
			    (struct report_row){str_of(e->terms[i].name), e->terms[i].bytes};
	}
	if (e->allocated.likely > sum)
		rows[n++] = (struct report_row){STR("other tensors"), e->allocated.likely - sum};
	if (e->reserved.likely > e->allocated.likely)
		rows[n++] =
		    (struct report_row){STR("allocator"), e->reserved.likely - e->allocated.likely};
	if (e->needed.likely > e->reserved.likely)
		rows[n++] = (struct report_row){STR("CUDA and libraries"),
						e->needed.likely - e->reserved.likely};
	*out = rows;
	return n;
}
