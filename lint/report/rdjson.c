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

static void range(struct json_out *j, const struct report_region *at)
{
	json_key(j, "range");
	json_open(j, '{');
	position(j, "start", at->line, at->column);
	position(j, "end", at->end_line, at->end_column);
	json_close(j, '}');
}

/*
 * One suggestion from the first change to the last, since a reviewer takes each by itself; none where a fix is in another file
 * than the diagnostic, to which the range belongs, or its places are far apart.
 */
static void suggestions(struct json_out *j, const struct report *r, const struct finding *f, struct str path)
{
	enum { LINES_MAX = 20 };
	struct fix_patch patch;
	const struct text_patch *p;
	const struct text_change *first, *last;
	struct str text;
	struct report_region at;
	struct text_patch moved = {0};

	if (!report_suggestion(r, f, &patch) || patch.files.n != 1)
		return;
	p = &patch.files.at[0].patch;
	first = &p->at[0], last = &p->at[p->n - 1];
	text = str_sub(files_at(r->result->files, patch.files.at[0].file)->text, first->off, last->off + last->len);
	if (!report_region(r, (struct span){patch.files.at[0].file, (uint32_t)first->off, (uint32_t)text.n}, false, &at) || !at.line ||
	    !str_eq(at.path, path) || at.end_line - at.line >= LINES_MAX)
		return;
	for (size_t i = 0; i < p->n; i++)
		text_patch_add(r->arena, &moved, (struct text_change){p->at[i].off - first->off, p->at[i].len, p->at[i].text});
	json_key(j, "suggestions");
	json_open(j, '[');
	json_open(j, '{');
	range(j, &at);
	member(j, "text", text_patch_apply(r->arena, &moved, text));
	json_close(j, '}');
	json_close(j, ']');
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
	if (at.line)
		range(j, &at);
	json_close(j, '}');
	member(j, "severity", str_of(severities[f->severity]));
	json_key(j, "code");
	json_open(j, '{');
	member(j, "value", str_of(rule_rows[f->rule].id));
	member(j, "url", str_fmt(r->arena, REPORT_HOME "/blob/main/docs/rules/%s.md", rule_rows[f->rule].id));
	json_close(j, '}');
	suggestions(j, r, f, at.path);
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
