/*
 * SARIF 2.1.0 (OASIS), within what GitHub's code scanning takes: 25,000 results, of which the worst are kept;
 * descriptions of 1,024 characters; a file for every result. Columns are code points.
 */
#include "core/base/base.h"
#include "lint/text/text.h"
#include "format.h"

enum { RESULTS_MAX = 25000, RELATED_MAX = 30, MESSAGE_MAX = 4000 };

static void member(struct json_out *j, const char *key, struct str text)
{
	json_key(j, key);
	json_str(j, text);
}

static void number(struct json_out *j, const char *key, uint64_t n)
{
	json_key(j, key);
	json_uint(j, n);
}

/* {"text": …}: "](" would make a link of text of the repository. */
static void message(struct json_out *j, const struct report *r, const char *key, struct str text)
{
	struct out inert = {.arena = r->arena};

	for (size_t i = 0; i < text.n; i++) {
		out_put(&inert, str_sub(text, i, i + 1));
		if (text.s[i] == ']' && i + 1 < text.n && text.s[i + 1] == '(')
			out_text(&inert, " ");
	}
	json_key(j, key);
	json_open(j, '{');
	member(j, "text", printable_cut(r->arena, out_str(&inert), MESSAGE_MAX));
	json_close(j, '}');
}

static const char *level(enum severity s)
{
	static const char *const levels[] = {"none", "note", "warning", "error"};

	return levels[s];
}

/* A page of docs/rules/ without its title. */
static struct str help_of(const struct report *r, const struct rule_row *rule)
{
	struct str page = r->page ? r->page(str_of(rule->id)) : STR("");

	return page.n ? page : str_of(rule->summary);
}

/* What the first paragraph of a page says. */
static struct str description(const struct report *r, const struct rule_row *rule)
{
	struct str page = help_of(r, rule);
	size_t from = str_find(page, STR("\n\n"), 0);
	size_t to;

	if (from == SIZE_MAX)
		return str_of(rule->summary);
	to = str_find(page, STR("\n\n"), from + 2);
	return printable_cut(r->arena, str_tr(r->arena, str_sub(page, from + 2, to), '\n', ' '), 1000);
}

static void rule(struct json_out *j, const struct report *r, const struct rule_row *rule)
{
	static const char *const severities[] = {"recommendation", "recommendation", "warning", "error"};

	json_open(j, '{');
	member(j, "id", str_of(rule->id));
	message(j, r, "shortDescription", str_of(rule->summary));
	message(j, r, "fullDescription", description(r, rule));
	json_key(j, "help");
	json_open(j, '{');
	member(j, "text", help_of(r, rule));
	member(j, "markdown", help_of(r, rule));
	json_close(j, '}');
	member(j, "helpUri", str_fmt(r->arena, REPORT_HOME "/blob/main/docs/rules/%s.md", rule->id));
	json_key(j, "defaultConfiguration");
	json_open(j, '{');
	member(j, "level", str_of(level(rule->severity)));
	json_close(j, '}');
	json_key(j, "properties");
	json_open(j, '{');
	member(j, "problem.severity", str_of(severities[rule->severity]));
	member(j, "precision", rule->severity == SEVERITY_ERROR ? STR("high") : STR("medium"));
	json_key(j, "tags");
	json_open(j, '[');
	json_str(j, STR("gpu-memory"));
	json_close(j, ']');
	json_close(j, '}');
	json_close(j, '}');
}

static void driver(struct json_out *j, const struct report *r)
{
	json_key(j, "tool");
	json_open(j, '{');
	json_key(j, "driver");
	json_open(j, '{');
	member(j, "name", STR("gpumem-lint"));
	member(j, "semanticVersion", str_of(r->version));
	member(j, "informationUri", STR(REPORT_HOME));
	json_key(j, "rules");
	json_open(j, '[');
	for (size_t i = 0; i < RULE_COUNT; i++)
		rule(j, r, &rule_rows[i]);
	json_close(j, ']');
	json_close(j, '}');
	json_close(j, '}');
}

static void artifact(struct json_out *j, const struct report *r, struct str path)
{
	json_key(j, "artifactLocation");
	json_open(j, '{');
	member(j, "uri", uri_of_path(r->arena, path));
	member(j, "uriBaseId", STR("%SRCROOT%"));
	json_close(j, '}');
}

static void region(struct json_out *j, const char *key, const struct report_region *at)
{
	json_key(j, key);
	json_open(j, '{');
	number(j, "startLine", at->line ? at->line : 1);
	if (at->line) {
		number(j, "startColumn", at->column);
		number(j, "endLine", at->end_line);
		number(j, "endColumn", at->end_column);
	}
	json_close(j, '}');
}

static void physical(struct json_out *j, const struct report *r, const struct report_region *at)
{
	json_key(j, "physicalLocation");
	json_open(j, '{');
	artifact(j, r, at->path);
	region(j, "region", at);
	json_close(j, '}');
}

static void replacements(struct json_out *j, const struct report *r, const struct file_patch *p)
{
	json_key(j, "replacements");
	json_open(j, '[');
	for (size_t i = 0; i < p->patch.n; i++) {
		const struct text_change *c = &p->patch.at[i];
		struct report_region at;

		if (!report_region(r, (struct span){p->file, (uint32_t)c->off, (uint32_t)c->len}, true, &at))
			continue;
		json_open(j, '{');
		region(j, "deletedRegion", &at);
		json_key(j, "insertedContent");
		json_open(j, '{');
		member(j, "text", c->text);
		json_close(j, '}');
		json_close(j, '}');
	}
	json_close(j, ']');
}

/* What an editor can do at a click: all changes of one fix together. */
static void fixes(struct json_out *j, const struct report *r, const struct finding *f)
{
	struct fix_patch patch;

	if (!report_suggestion(r, f, &patch))
		return;
	json_key(j, "fixes");
	json_open(j, '[');
	json_open(j, '{');
	message(j, r, "description", report_fix(r, &report_job(r, f)->fixes[0].fix));
	json_key(j, "artifactChanges");
	json_open(j, '[');
	for (size_t i = 0; i < patch.files.n; i++) {
		json_open(j, '{');
		artifact(j, r, str_cat(r->arena, r->prefix, files_at(r->result->files, patch.files.at[i].file)->path));
		replacements(j, r, &patch.files.at[i]);
		json_close(j, '}');
	}
	json_close(j, ']');
	json_close(j, '}');
	json_close(j, ']');
}

/* Whether a term of the estimate is computed from a setting. */
static bool reads(const struct estimate *e, enum setting s)
{
	for (size_t i = 0; i < e->n_terms; i++)
		for (size_t k = 0; k < e->terms[i].n_inputs; k++)
			if (e->terms[i].bytes && e->terms[i].inputs[k] == s)
				return true;
	return false;
}

/* The places of the settings that make the number. */
static void related(struct json_out *j, const struct report *r, const struct job_result *job)
{
	struct report_region at;
	uint64_t n = 0;

	json_key(j, "relatedLocations");
	json_open(j, '[');
	for (enum setting s = 0; s < SETTING_COUNT && n < RELATED_MAX; s++) {
		const struct value *v = job_get(&job->job, s);

		if (!v || !span_known(v->at) || !(reads(&job->estimate, s) || s == SETTING_TARGET_GPU) ||
		    !report_region(r, v->at, true, &at))
			continue;
		json_open(j, '{');
		number(j, "id", n++);
		physical(j, r, &at);
		message(j, r, "message",
			printable(r->arena, str_fmt(r->arena, "%s = %.*s", setting_rows[s].name,
						    STR_ARG(value_text(r->arena, v)))));
		json_close(j, '}');
	}
	json_close(j, ']');
}

static void properties(struct json_out *j, const struct job_result *job)
{
	json_key(j, "properties");
	json_open(j, '{');
	member(j, "job", job->job.id);
	if (job->estimate.ok) {
		number(j, "deviceBytesLow", job->estimate.needed.low);
		number(j, "deviceBytesLikely", job->estimate.needed.likely);
		number(j, "deviceBytesHigh", job->estimate.needed.high);
	}
	if (job->usable)
		number(j, "usableBytes", job->usable);
	json_close(j, '}');
}

static void result(struct json_out *j, const struct report *r, const struct finding *f)
{
	const struct job_result *job = report_job(r, f);
	struct report_region at;

	if (!report_region_of(r, f, true, &at))
		return;
	json_open(j, '{');
	member(j, "ruleId", str_of(rule_rows[f->rule].id));
	number(j, "ruleIndex", f->rule);
	member(j, "level", str_of(level(f->severity)));
	message(j, r, "message", report_message(r, f));
	json_key(j, "locations");
	json_open(j, '[');
	json_open(j, '{');
	physical(j, r, &at);
	json_close(j, '}');
	json_close(j, ']');
	json_key(j, "partialFingerprints");
	json_open(j, '{');
	member(j, "gpumemLint/v1", f->fingerprint);
	member(j, "primaryLocationLineHash", str_fmt(r->arena, "%.*s:1", STR_ARG(f->fingerprint)));
	json_close(j, '}');
	if (job && report_is_about_memory(f))
		related(j, r, job);
	fixes(j, r, f);
	if (job)
		properties(j, job);
	json_close(j, '}');
}

void report_sarif(struct out *out, const struct report *r)
{
	const struct findings *all = &r->result->findings;
	const size_t *order = report_worst_first(r);
	struct json_out j = {.out = out};

	json_open(&j, '{');
	member(&j, "$schema", STR(SARIF_SCHEMA));
	member(&j, "version", STR("2.1.0"));
	json_key(&j, "runs");
	json_open(&j, '[');
	json_open(&j, '{');
	driver(&j, r);
	member(&j, "columnKind", STR("unicodeCodePoints"));
	json_key(&j, "results");
	json_open(&j, '[');
	for (size_t i = 0; i < all->n && i < RESULTS_MAX; i++)
		result(&j, r, &all->at[order[i]]);
	json_close(&j, ']');
	json_close(&j, '}');
	json_close(&j, ']');
	json_close(&j, '}');
	out_text(out, "\n");
}
