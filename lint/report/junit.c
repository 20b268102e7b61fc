/*
 * JUnit's XML as Jenkins and GitLab read it: a test case per job, which fails by its errors and is skipped if there is
 * no verdict; findings that belong to no job are cases of their own.
 */
#include "core/base/base.h"
#include "lint/text/text.h"
#include "format.h"

struct tally {
	size_t tests, failures, skipped;
};

static bool is_skipped(const struct job_result *job)
{
	return job->verdict == VERDICT_NOT_ESTIMATED || job->verdict == VERDICT_NO_TARGET;
}

static size_t errors_of(const struct report *r, const struct report_chain *chain, size_t job)
{
	size_t n = 0;

	for (size_t i = chain->first[job]; i != SIZE_MAX; i = chain->next[i])
		n += r->result->findings.at[i].severity == SEVERITY_ERROR;
	return n;
}

static struct tally tally_of(const struct report *r, const struct report_chain *chain)
{
	const struct result *result = r->result;
	struct tally t = {.tests = result->jobs.n};

	for (size_t i = 0; i < result->jobs.n; i++) {
		bool failed = errors_of(r, chain, i);

		t.failures += failed;
		t.skipped += !failed && is_skipped(&result->jobs.at[i]);
	}
	for (size_t i = 0; i < result->findings.n; i++) {
		const struct finding *f = &result->findings.at[i];

		t.tests += !report_job(r, f);
		t.failures += !report_job(r, f) && f->severity == SEVERITY_ERROR;
	}
	return t;
}

static void count(struct out *out, const char *name, size_t n)
{
	out_fmt(out, " %s=\"%zu\"", name, n);
}

static void open_case(struct out *out, struct str class, struct str name)
{
	out_text(out, "    <testcase");
	xml_attribute(out, "classname", class);
	xml_attribute(out, "name", name);
	out_text(out, " time=\"0\">\n");
}

/* Lines of text of an element: each is made safe by itself, so that the breaks between them stay. */
static void lines(struct out *out, struct str text)
{
	struct str_cut cut = {.tail = text, .ok = true};

	while (cut.ok) {
		cut = str_cut(cut.tail, '\n');
		xml_text(out, cut.head);
		out_text(out, cut.ok ? "\n" : "");
	}
}

static void failure(struct out *out, const struct report *r, const struct finding *f)
{
	out_text(out, "      <failure");
	xml_attribute(out, "message", f->message);
	xml_attribute(out, "type", str_of(rule_rows[f->rule].id));
	out_text(out, ">");
	lines(out, report_place(r, f->at));
	out_text(out, "\n");
	lines(out, report_message(r, f));
	out_text(out, "</failure>\n");
}

/* What is no failure goes where test reports show a test's own output. */
static void remarks(struct out *out, const struct report *r, const struct report_chain *chain, size_t job)
{
	bool any = false;

	for (size_t i = chain->first[job]; i != SIZE_MAX; i = chain->next[i]) {
		const struct finding *f = &r->result->findings.at[i];

		if (f->severity == SEVERITY_ERROR)
			continue;
		out_text(out, any ? "" : "      <system-out>");
		any = true;
		xml_text(out, report_place(r, f->at));
		out_fmt(out, ": %s[%s] ", severity_name(f->severity), rule_rows[f->rule].id);
		xml_text(out, f->message);
		out_text(out, "\n");
	}
	out_text(out, any ? "</system-out>\n" : "");
}

static void job_case(struct out *out, const struct report *r, const struct report_chain *chain, size_t index)
{
	const struct job_result *job = &r->result->jobs.at[index];
	const struct findings *all = &r->result->findings;
	struct str file = job->job.nfiles ? files_at(r->result->files, job->job.files[0])->path : job->job.id;

	open_case(out, file, job->job.id);
	for (size_t i = chain->first[index]; i != SIZE_MAX; i = chain->next[i])
		if (all->at[i].severity == SEVERITY_ERROR)
			failure(out, r, &all->at[i]);
	if (!errors_of(r, chain, index) && is_skipped(job)) {
		out_text(out, "      <skipped");
		xml_attribute(out, "message", job->missing);
		out_text(out, "/>\n");
	}
	remarks(out, r, chain, index);
	out_text(out, "    </testcase>\n");
}

static void finding_case(struct out *out, const struct report *r, const struct finding *f)
{
	struct str place = report_place(r, f->at);

	open_case(out, str_of(rule_rows[f->rule].id), place.n ? place : f->message);
	if (f->severity == SEVERITY_ERROR) {
		failure(out, r, f);
	} else {
		out_fmt(out, "      <system-out>%s: ", severity_name(f->severity));
		lines(out, report_message(r, f));
		out_text(out, "</system-out>\n");
	}
	out_text(out, "    </testcase>\n");
}

void report_junit(struct out *out, const struct report *r)
{
	struct report_chain chain = report_by_job(r);
	struct tally t = tally_of(r, &chain);

	out_text(out, "<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<testsuites>\n  <testsuite name=\"gpumem-lint\"");
	count(out, "tests", t.tests);
	count(out, "failures", t.failures);
	count(out, "errors", 0);
	count(out, "skipped", t.skipped);
	out_text(out, " time=\"0\">\n");
	for (size_t i = 0; i < r->result->jobs.n; i++)
		job_case(out, r, &chain, i);
	for (size_t i = 0; i < r->result->findings.n; i++)
		if (!report_job(r, &r->result->findings.at[i]))
			finding_case(out, r, &r->result->findings.at[i]);
	out_text(out, "  </testsuite>\n</testsuites>\n");
}
