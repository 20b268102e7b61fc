/* A diff for programs: schema gpumem-lint-diff/1. Members are only ever added. */
#include "diff_words.h"

static void member(struct json_out *j, const char *key, struct str text)
{
	json_key(j, key);
	json_str(j, text);
}

static void number(struct json_out *j, const char *key, int64_t n)
{
	json_key(j, key);
	json_int(j, n);
}

static void side(struct json_out *j, const char *key, const struct job_result *job)
{
	json_key(j, key);
	if (!job) {
		json_null(j);
		return;
	}
	json_open(j, '{');
	member(j, "id", job->job.id);
	member(j, "model", job_str(&job->job, SETTING_MODEL, STR("")));
	if (job->job.gpu)
		member(j, "gpu", job->job.gpu->name);
	member(j, "verdict", str_of(verdict_name(job->verdict)));
	if (job->estimate.ok) {
		json_key(j, "device_likely");
		json_uint(j, job->estimate.needed.likely);
	} else {
		member(j, "missing", job->estimate.missing);
	}
	json_key(j, "usable_bytes");
	json_uint(j, job->usable);
	json_close(j, '}');
}

static void value(struct json_out *j, const char *key, const struct value *v)
{
	json_key(j, key);
	if (v)
		json_str(j, value_text(j->out->arena, v));
	else
		json_null(j);
}

static void cause(struct json_out *j, const struct diff *diff, const struct diff_cause *c)
{
	struct files *files = c->after ? diff->after->files : diff->before->files;
	struct span at = c->after ? c->after->at : c->before ? c->before->at : (struct span){0};

	json_open(j, '{');
	member(j, "setting", c->setting == SETTING_NONE ? STR("model shape") : str_of(setting_rows[c->setting].name));
	value(j, "before", c->before);
	value(j, "after", c->after);
	number(j, "effect_bytes", c->effect);
	if (span_known(at)) {
		member(j, "file", files_at(files, at.file)->path);
		number(j, "line", files_place(files, at).line);
		number(j, "column", files_place(files, at).column);
	}
	json_close(j, '}');
}

static void job(struct json_out *j, const struct diff *diff, const struct diff_job *d, const struct diff_limit *limit)
{
	json_open(j, '{');
	member(j, "change", str_of(diff_change_name(d->change)));
	side(j, "before", d->before);
	side(j, "after", d->after);
	number(j, "moved_bytes", d->moved);
	json_key(j, "causes");
	json_open(j, '[');
	for (size_t i = 0; i < d->ncauses; i++)
		cause(j, diff, &d->causes[i]);
	json_close(j, ']');
	number(j, "together_bytes", d->together);
	json_key(j, "shared_files");
	json_open(j, '[');
	for (size_t i = 0; i < d->nshared; i++)
		json_str(j, d->shared[i]);
	json_close(j, ']');
	json_key(j, "over_limit");
	json_bool(j, diff_over(d, limit));
	json_close(j, '}');
}

void diff_json(struct out *out, const struct diff *diff, const struct diff_limit *limit)
{
	struct json_out j = {.out = out};

	json_open(&j, '{');
	member(&j, "schema", STR("gpumem-lint-diff/1"));
	member(&j, "base", diff->base);
	member(&j, "head", diff->head);
	json_key(&j, "jobs");
	json_open(&j, '[');
	for (size_t i = 0; i < diff->jobs.n; i++)
		if (diff->jobs.at[i].change != DIFF_SAME)
			job(&j, diff, &diff->jobs.at[i], limit);
	json_close(&j, ']');
	json_key(&j, "summary");
	json_open(&j, '{');
	for (enum diff_change c = DIFF_SAME; c <= DIFF_GONE; c++)
		number(&j, diff_change_name(c), (int64_t)diff->counts[c]);
	json_close(&j, '}');
	json_close(&j, '}');
	out_text(out, "\n");
}
