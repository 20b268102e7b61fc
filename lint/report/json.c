/* The report for programs: schema gpumem-lint/1. Members are only ever added. */
#include "lint/text/text.h"
#include "format.h"

#include <math.h>

struct writer {
	struct json_out *to;
	const struct report *r;
};

static void str_member(struct writer *w, const char *key, struct str s)
{
	json_key(w->to, key);
	json_str(w->to, s);
}

static void uint_member(struct writer *w, const char *key, uint64_t u)
{
	json_key(w->to, key);
	json_uint(w->to, u);
}

static struct str raw_path(const struct writer *w, uint32_t file)
{
	const struct file *f = files_at(w->r->result->files, file);

	return f ? f->path : STR("");
}

/** file, line and column of a known span. */
static void place(struct writer *w, struct span at)
{
	struct line_column from = files_place(w->r->result->files, at);

	if (!span_known(at))
		return;
	str_member(w, "file", raw_path(w, at.file));
	uint_member(w, "line", from.line);
	uint_member(w, "column", from.column);
}

static void plain_value(struct writer *w, const struct value *v)
{
	switch (v->type) {
	case VALUE_BOOL:
		json_bool(w->to, v->as.b);
		break;
	case VALUE_INT:
		json_int(w->to, v->as.i);
		break;
	case VALUE_REAL:
		json_real(w->to, v->as.r);
		break;
	case VALUE_STR:
		json_str(w->to, v->as.s);
		break;
	case VALUE_LIST:
		json_open(w->to, '[');
		for (size_t i = 0; i < v->as.list.n; i++)
			json_str(w->to, v->as.list.at[i]);
		json_close(w->to, ']');
		break;
	case VALUE_ABSENT:
		json_null(w->to);
		break;
	}
}

static void value_members(struct writer *w, const struct value *v)
{
	json_key(w->to, "value");
	plain_value(w, v);
	str_member(w, "origin", str_of(origin_name(v->origin)));
	place(w, v->at);
	if (v->how.n)
		str_member(w, "how", v->how);
}

static void value_object(struct writer *w, const struct value *v)
{
	json_open(w->to, '{');
	value_members(w, v);
	if (v->alternative) {
		json_key(w->to, "certain");
		json_bool(w->to, false);
		json_key(w->to, "alternatives");
		json_open(w->to, '[');
		for (const struct value *x = v->alternative; x; x = x->alternative) {
			json_open(w->to, '{');
			value_members(w, x);
			json_close(w->to, '}');
		}
		json_close(w->to, ']');
	}
	json_close(w->to, '}');
}

static void settings(struct writer *w, const struct job *job)
{
	json_key(w->to, "settings");
	json_open(w->to, '{');
	for (enum setting s = 0; s < SETTING_COUNT; s++) {
		const struct value *v = job_get(job, s);

		if (!v)
			continue;
		json_key(w->to, setting_rows[s].name);
		value_object(w, v);
	}
	json_close(w->to, '}');
}

static void unread(struct writer *w, const struct job_result *job)
{
	if (!job->nunread)
		return;
	json_key(w->to, "unread");
	json_open(w->to, '{');
	for (size_t i = 0; i < job->nunread; i++) {
		json_key(w->to, setting_rows[job->unread[i].setting].name);
		json_open(w->to, '{');
		str_member(w, "why", job->unread[i].why);
		place(w, job->unread[i].at);
		json_close(w->to, '}');
	}
	json_close(w->to, '}');
}

static void target(struct writer *w, const struct job_result *job)
{
	const struct value *v = job_get(&job->job, SETTING_TARGET_GPU);
	const struct str name =
	    job->job.gpu ? job->job.gpu->name : job_str(&job->job, SETTING_TARGET_GPU, STR(""));

	json_key(w->to, "target");
	if (!name.n && !job->usable) {
		json_null(w->to);
		return;
	}
	json_open(w->to, '{');
	str_member(w, "gpu", name);
	json_key(w->to, "count");
	json_int(w->to, job_int(&job->job, SETTING_NUM_GPUS, 1));
	uint_member(w, "usable_bytes", job->usable);
	str_member(w, "origin", str_of(v ? origin_name(v->origin) : origin_name(ORIGIN_STATED)));
	if (v)
		place(w, v->at);
	if (job->target_how.n)
		str_member(w, "how", job->target_how);
	json_close(w->to, '}');
}

static void range(struct writer *w, const char *key, struct range range)
{
	json_key(w->to, key);
	json_open(w->to, '{');
	uint_member(w, "low", range.low);
	uint_member(w, "likely", range.likely);
	uint_member(w, "high", range.high);
	json_close(w->to, '}');
}

static void terms(struct writer *w, const struct estimate *e)
{
	json_key(w->to, "terms");
	json_open(w->to, '[');
	for (size_t i = 0; i < e->n_terms; i++) {
		json_open(w->to, '{');
		str_member(w, "name", str_of(e->terms[i].name));
		uint_member(w, "bytes", e->terms[i].bytes);
		if (e->terms[i].formula.n)
			str_member(w, "formula", e->terms[i].formula);
		json_close(w->to, '}');
	}
	json_close(w->to, ']');
}

static void phases(struct writer *w, const struct estimate *e)
{
	json_key(w->to, "phases");
	json_open(w->to, '[');
	for (size_t i = 0; i < e->n_phases; i++) {
		json_open(w->to, '{');
		str_member(w, "name", str_of(e->phases[i].name));
		uint_member(w, "allocated", e->phases[i].allocated);
		json_close(w->to, '}');
	}
	json_close(w->to, ']');
}

static void assumptions(struct writer *w, const struct estimate *e)
{
	json_key(w->to, "assumptions");
	json_open(w->to, '[');
	for (size_t i = 0; i < e->n_assumptions; i++) {
		json_open(w->to, '{');
		if (e->assumptions[i].setting < SETTING_COUNT)
			str_member(w, "setting",
				   str_of(setting_rows[e->assumptions[i].setting].name));
		str_member(w, "text", e->assumptions[i].text);
		json_key(w->to, "effect_bytes");
		json_int(w->to, e->assumptions[i].effect);
		json_close(w->to, '}');
	}
	json_close(w->to, ']');
}

static void estimate(struct writer *w, const struct estimate *e)
{
	json_key(w->to, "estimate");
	if (!e->ok) {
		json_null(w->to);
		return;
	}
	json_open(w->to, '{');
	str_member(w, "phase", str_of(e->phase));
	if (e->moment.n)
		str_member(w, "moment", e->moment);
	range(w, "allocated", e->allocated);
	range(w, "reserved", e->reserved);
	range(w, "needed", e->needed);
	range(w, "device", e->device);
	phases(w, e);
	terms(w, e);
	assumptions(w, e);
	json_close(w->to, '}');
}

/* How the settings of a fix are written where the job states them. */
static void edits(struct writer *w, const struct offered_fix *offered)
{
	static const char *const kinds[] = {"replace", "value", "add", "code", "follows"};

	json_key(w->to, "edits");
	json_open(w->to, '[');
	for (size_t i = 0; i < offered->fix.n; i++) {
		const struct fix_edit *edit = &offered->edits[i];

		json_open(w->to, '{');
		str_member(w, "setting", str_of(setting_rows[offered->fix.setting[i]].name));
		str_member(w, "kind", str_of(kinds[edit->kind]));
		if (edit->text.n)
			str_member(w, "text", edit->text);
		if (edit->kind == EDIT_REPLACE)
			str_member(w, "old", files_text(w->r->result->files, edit->at));
		place(w, edit->at);
		json_close(w->to, '}');
	}
	json_close(w->to, ']');
}

static void fixes(struct writer *w, const struct job_result *job)
{
	json_key(w->to, "fixes");
	json_open(w->to, '[');
	for (size_t i = 0; i < job->nfixes; i++) {
		const struct fix *fix = &job->fixes[i].fix;

		json_open(w->to, '{');
		json_key(w->to, "set");
		json_open(w->to, '{');
		for (size_t k = 0; k < fix->n; k++) {
			json_key(w->to, setting_rows[fix->setting[k]].name);
			plain_value(w, &fix->value[k]);
		}
		json_close(w->to, '}');
		str_member(w, "class", str_of(fix_class_name(fix->class)));
		uint_member(w, "device_likely", fix->device_likely);
		uint_member(w, "usable_bytes", fix->usable);
		uint_member(w, "saves", fix->saves);
		str_member(w, "cost", str_of(fix->cost ? fix->cost : ""));
		edits(w, &job->fixes[i]);
		json_close(w->to, '}');
	}
	json_close(w->to, ']');
}

static void files(struct writer *w, const struct job *job)
{
	json_key(w->to, "files");
	json_open(w->to, '[');
	for (size_t i = 0; i < job->nfiles; i++)
		json_str(w->to, raw_path(w, job->files[i]));
	json_close(w->to, ']');
}

static void also_launched_by(struct writer *w, const struct job_result *job)
{
	if (!job->nalso)
		return;
	json_key(w->to, "also_launched_by");
	json_open(w->to, '[');
	for (size_t i = 0; i < job->nalso; i++)
		json_str(w->to, job->also_launched_by[i]);
	json_close(w->to, ']');
}

/* What the verdict rests on, where there is one; break-even: a row as long as that just fits. */
static void odds(struct writer *w, const struct job_result *job)
{
	if (job->verdict == VERDICT_NOT_ESTIMATED || job->verdict == VERDICT_NO_TARGET)
		return;
	json_key(w->to, "odds");
	json_real(w->to, round(card_odds(&job->estimate, job->usable) * 1000) / 1000);
	if (!job->break_even)
		return;
	json_key(w->to, "break_even");
	json_open(w->to, '{');
	uint_member(w, setting_rows[SETTING_ROW_LENGTH].name, (uint64_t)job->break_even);
	json_close(w->to, '}');
}

static void job_members(struct writer *w, const struct job_result *job)
{
	str_member(w, "id", job->job.id);
	str_member(w, "framework", job_str(&job->job, SETTING_FRAMEWORK, STR("")));
	str_member(w, "found", str_of(job_found_name(job->job.found)));
	place(w, job->job.at);
	files(w, &job->job);
	if (job->launched_by.n)
		str_member(w, "launched_by", job->launched_by);
	also_launched_by(w, job);
	if (job->condition.n)
		str_member(w, "condition", job->condition);
	settings(w, &job->job);
	unread(w, job);
	if (job->job.shape_how.n)
		str_member(w, "shape_how", job->job.shape_how);
	target(w, job);
	estimate(w, &job->estimate);
	if (job->missing.n) {
		str_member(w, "missing", job->missing);
		/* Two kinds of no verdict: no number, and no card to hold it against. */
		str_member(w, "lacks", job->estimate.ok ? STR("target") : STR("estimate"));
	}
	str_member(w, "verdict", str_of(verdict_name(job->verdict)));
	if (job->smallest)
		str_member(w, "smallest_gpu", job->smallest->name);
	odds(w, job);
	if (job->leeway.n)
		str_member(w, "leeway", job->leeway);
	fixes(w, job);
	if (job->advice) {
		json_key(w->to, "advice");
		json_advice(w->to, job->advice);
	}
}

void report_json_job(struct json_out *j, const struct report *r, const struct job_result *job)
{
	struct writer w = {j, r};

	job_members(&w, job);
}

static void finding_members(struct writer *w, const struct finding *f)
{
	const struct job_result *about = report_job(w->r, f);
	struct line_column to = files_end(w->r->result->files, f->at);

	str_member(w, "rule", str_of(rule_rows[f->rule].id));
	str_member(w, "severity", str_of(severity_name(f->severity)));
	str_member(w, "message", f->message);
	if (about)
		str_member(w, "job", about->job.id);
	place(w, f->at);
	if (span_known(f->at)) {
		uint_member(w, "end_line", to.line);
		uint_member(w, "end_column", to.column);
	}
	if (f->n_notes) {
		json_key(w->to, "notes");
		json_open(w->to, '[');
		for (size_t i = 0; i < f->n_notes; i++)
			json_str(w->to, f->notes[i]);
		json_close(w->to, ']');
	}
	if (f->key.n)
		str_member(w, "setting", f->key);
	if (f->fingerprint.n)
		str_member(w, "fingerprint", f->fingerprint);
}

void report_json_finding(struct json_out *j, const struct report *r, const struct finding *f)
{
	struct writer w = {j, r};

	finding_members(&w, f);
}

static void findings(struct writer *w)
{
	const struct findings *all = &w->r->result->findings;

	json_key(w->to, "findings");
	json_open(w->to, '[');
	for (size_t i = 0; i < all->n; i++) {
		json_open(w->to, '{');
		finding_members(w, &all->at[i]);
		json_close(w->to, '}');
	}
	json_close(w->to, ']');
}

static void known(struct writer *w)
{
	static const char *const by[] = {
	    [KNOWN_BY_COMMENT] = "comment", [KNOWN_BY_POLICY] = "policy", [KNOWN_BY_BASELINE] = "baseline"};
	const struct result *result = w->r->result;

	if (!result->known.n)
		return;
	json_key(w->to, "known");
	json_open(w->to, '[');
	for (size_t i = 0; i < result->known.n; i++) {
		json_open(w->to, '{');
		finding_members(w, &result->known.at[i].finding);
		str_member(w, "known_by", str_of(by[result->known.at[i].by]));
		str_member(w, "reason", result->known.at[i].reason);
		json_close(w->to, '}');
	}
	json_close(w->to, ']');
}

static void summary(struct writer *w)
{
	const struct result *result = w->r->result;

	json_key(w->to, "summary");
	json_open(w->to, '{');
	uint_member(w, "files", result->seen.n);
	uint_member(w, "jobs", result->jobs.n);
	uint_member(w, "errors", result->errors);
	uint_member(w, "warnings", result->warnings);
	uint_member(w, "notices", result->notices);
	if (result->on_cpu)
		uint_member(w, "on_cpu", result->on_cpu);
	if (result->known.n)
		uint_member(w, "known", result->known.n);
	json_close(w->to, '}');
}

void report_json(struct out *out, const struct report *r)
{
	struct json_out j = {.out = out};
	struct writer w = {&j, r};

	json_open(&j, '{');
	str_member(&w, "schema", STR("gpumem-lint/1"));
	str_member(&w, "version", str_of(r->version));
	json_key(&j, "jobs");
	json_open(&j, '[');
	for (size_t i = 0; i < r->result->jobs.n; i++) {
		json_open(&j, '{');
		job_members(&w, &r->result->jobs.at[i]);
		json_close(&j, '}');
	}
	json_close(&j, ']');
	findings(&w);
	known(&w);
	summary(&w);
	json_close(&j, '}');
	out_text(out, "\n");
}
