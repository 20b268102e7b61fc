/* GitLab's code quality report: an array of issues, each with a fingerprint, a severity, a path and a line. */
#include "lint/text/text.h"
#include "format.h"

static void member(struct json_out *j, const char *key, struct str text)
{
	json_key(j, key);
	json_str(j, text);
}

static void issue(struct json_out *j, const struct report *r, const struct finding *f)
{
	static const char *const severities[] = {"info", "info", "minor", "critical"};
	struct report_region at;

	if (!report_region_of(r, f, false, &at))
		return;
	json_open(j, '{');
	member(j, "type", STR("issue"));
	member(j, "check_name", str_fmt(r->arena, "gpumem-lint/%s", rule_rows[f->rule].id));
	member(j, "description", printable(r->arena, f->message));
	member(j, "fingerprint", f->fingerprint);
	member(j, "severity", str_of(severities[f->severity]));
	json_key(j, "categories");
	json_open(j, '[');
	json_str(j, STR("Performance"));
	json_close(j, ']');
	json_key(j, "location");
	json_open(j, '{');
	member(j, "path", at.path);
	json_key(j, "lines");
	json_open(j, '{');
	json_key(j, "begin");
	json_uint(j, at.line ? at.line : 1);
	json_key(j, "end");
	json_uint(j, at.line ? at.end_line : 1);
	json_close(j, '}');
	json_close(j, '}');
	json_close(j, '}');
}

void report_gitlab(struct out *out, const struct report *r)
{
	struct json_out j = {.out = out};

	json_open(&j, '[');
	for (size_t i = 0; i < r->result->findings.n; i++)
		issue(&j, r, &r->result->findings.at[i]);
	json_close(&j, ']');
	out_text(out, "\n");
}
