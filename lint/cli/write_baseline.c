/* --write-baseline: the errors and warnings of a run, to be known from now on. */
#include "session.h"

#include <inttypes.h>

struct writer {
	struct session *s;
	struct json_out json;
	size_t n;
};

static void member(struct json_out *j, const char *key, struct str text)
{
	json_key(j, key);
	json_str(j, text);
}

static void entry(struct writer *w, const struct finding *f)
{
	struct session *s = w->s;
	struct json_out *j = &w->json;
	const struct baseline_entry *before = baseline_find(&s->baseline, f->fingerprint);
	const struct file *file = files_at(&s->files, files_parent(&s->files, f->at.file));
	const struct job_result *job = f->job < s->result.jobs.n ? &s->result.jobs.at[f->job] : NULL;

	if (f->severity < SEVERITY_WARNING)
		return;
	w->n++;
	json_open(j, '{');
	member(j, "fingerprint", f->fingerprint);
	member(j, "rule", str_of(rule_rows[f->rule].id));
	if (file)
		member(j, "path", file->path);
	if (job)
		member(j, "job", job->job.id);
	member(j, "message", f->message);
	if (job && job->estimate.ok) {
		json_key(j, "needs");
		json_uint(j, job->estimate.needed.likely);
	}
	member(j, "reason", before ? before->reason : STR(""));
	member(j, "expires", before && before->expires != INT64_MAX ? date_text(s->arena, before->expires) : STR(""));
	json_close(j, '}');
}

int session_write_baseline(struct session *s)
{
	struct out out = {.arena = s->arena};
	struct writer w = {.s = s, .json = {.out = &out}};
	int code;

	json_open(&w.json, '{');
	member(&w.json, "schema", STR(BASELINE_SCHEMA));
	json_key(&w.json, "findings");
	json_open(&w.json, '[');
	for (size_t i = 0; i < s->result.known.n; i++)
		if (s->result.known.at[i].by == KNOWN_BY_BASELINE)
			entry(&w, &s->result.known.at[i].finding);
	for (size_t i = 0; i < s->result.findings.n; i++)
		if (s->result.findings.at[i].rule != RULE_UNUSED_SUPPRESSION)
			entry(&w, &s->result.findings.at[i]);
	json_close(&w.json, ']');
	json_close(&w.json, '}');
	out_text(&out, "\n");
	code = session_write_file(s, out_str(&out), str_dup(s->arena, s->options->write_baseline).s);
	if (code)
		return code;
	return cli_fail(s->arena,
			str_fmt(s->arena, "%zu finding%s of this run %s known from now on (%.*s)", w.n, w.n == 1 ? "" : "s",
				w.n == 1 ? "is" : "are", STR_ARG(s->options->write_baseline)),
			EXIT_NOTHING);
}
