/* Reviewdog's diagnostic format, rdjson: columns are bytes of UTF-8, as ours are. */
#include "lint/text/text.h"
#include "format.h"

static void member(struct json_out *j, const char *key, struct str text)
{
	json_key(j, key);
	json_str(j, text);
}

static void position(struct json_out *j, const char *key, uint32_t line, uint32_t column)
{
	json_key(j, key);
	json_open(j, '{');
	json_key(j, "line");
	json_uint(j, line);
	json_key(j, "column");
	json_uint(j, column);
	json_close(j, '}');
}

static void diagnostic(struct json_out *j, const struct report *r, const struct finding *f)
{
	static const char *const severities[] = {"INFO", "INFO", "WARNING", "ERROR"};
	struct report_region at;

	if (!report_region_of(r, f, false, &at))
		return;
	json_open(j, '{');
	member(j, "message", report_message(r, f));
	json_key(j, "location");
	json_open(j, '{');
	member(j, "path", at.path);
	if (at.line) {
		json_key(j, "range");
		json_open(j, '{');
		position(j, "start", at.line, at.column);
		position(j, "end", at.end_line, at.end_column);
		json_close(j, '}');
	}
	json_close(j, '}');
	member(j, "severity", str_of(severities[f->severity]));
	json_key(j, "code");
	json_open(j, '{');
	member(j, "value", str_of(rule_rows[f->rule].id));
	member(j, "url", str_fmt(r->arena, REPORT_HOME "/blob/main/docs/rules/%s.md", rule_rows[f->rule].id));
	json_close(j, '}');
	json_close(j, '}');
}

void report_rdjson(struct out *out, const struct report *r)
{
	struct json_out j = {.out = out};

	json_open(&j, '{');
	json_key(&j, "source");
	json_open(&j, '{');
	member(&j, "name", STR("gpumem-lint"));
	member(&j, "url", STR(REPORT_HOME));
	json_close(&j, '}');
	json_key(&j, "diagnostics");
	json_open(&j, '[');
	for (size_t i = 0; i < r->result->findings.n; i++)
		diagnostic(&j, r, &r->result->findings.at[i]);
	json_close(&j, ']');
	json_close(&j, '}');
	out_text(out, "\n");
}
