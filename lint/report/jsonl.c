/* A line of JSON per job, with where it is from: what many runs wrote can be put into one file and asked. */
#include "lint/text/text.h"
#include "format.h"

static void member(struct json_out *j, const char *key, struct str text)
{
	json_key(j, key);
	json_str(j, text);
}

static void findings(struct json_out *j, const struct report *r, const struct report_chain *chain, size_t job)
{
	json_key(j, "findings");
	json_open(j, '[');
	for (size_t i = chain->first[job]; i != SIZE_MAX; i = chain->next[i]) {
		json_open(j, '{');
		report_json_finding(j, r, &r->result->findings.at[i]);
		json_close(j, '}');
	}
	json_close(j, ']');
}

void report_jsonl(struct out *out, const struct report *r)
{
	struct report_chain chain = report_by_job(r);

	for (size_t i = 0; i < r->result->jobs.n; i++) {
		const struct job_result *job = &r->result->jobs.at[i];
		struct json_out j = {.out = out, .line = true};

		json_open(&j, '{');
		member(&j, "schema", STR("gpumem-lint-job/1"));
		member(&j, "version", str_of(r->version));
		if (r->repository.n)
			member(&j, "repository", r->repository);
		if (r->commit.n)
			member(&j, "commit", r->commit);
		report_json_job(&j, r, job);
		findings(&j, r, &chain, i);
		json_close(&j, '}');
		out_text(out, "\n");
	}
}
