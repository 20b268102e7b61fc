/* The commands that list what the program knows. */
#include "core/base/base.h"
#include "lint/frameworks/frameworks.h"
#include "lint/model/model.h"
#include "pages.h"
#include "session.h"

#include <assert.h>

#define SCHEMAS "json, jsonl, diff, baseline or policy"

int command_rules(const struct options *options)
{
	struct out out = {.arena = options->arena};

	for (size_t i = 0; i < RULE_COUNT; i++) {
		out_padded(&out, str_of(rule_rows[i].id), 22);
		out_padded(&out, str_of(severity_name(rule_rows[i].severity)), 9);
		out_fmt(&out, "%s\n", rule_rows[i].summary);
	}
	return cli_print(options->arena, out_str(&out));
}

/** Whether one of the words occurs in a card's names; without any, every card is wanted. */
static bool is_wanted_gpu(const struct gpu *g, const struct options *options)
{
	for (size_t i = 0; i < options->words.n; i++)
		if (str_has_nocase(g->name, options->words.at[i]) || str_has_nocase(g->aliases, options->words.at[i]))
			return true;
	return options->words.n == 0;
}

/** What is listed, or that no line has the words. */
static int print_list(const struct options *options, const struct out *out, const char *what)
{
	if (out->n || !options->words.n)
		return cli_print(options->arena, out_str(out));
	return cli_fail(options->arena,
			str_fmt(options->arena, "no %s with \"%.*s\" in its names", what, STR_ARG(options->words.at[0])),
			EXIT_USAGE);
}

int command_gpus(const struct options *options)
{
	struct arena *a = options->arena;
	struct out out = {.arena = a};
	size_t n;
	const struct gpu *gpus = gpu_table(&n);

	for (size_t i = 0; i < n; i++) {
		const struct gpu *g = &gpus[i];

		if (!is_wanted_gpu(g, options))
			continue;
		out_padded(&out, g->name, 28);
		out_fmt(&out, "%10.*s  ", STR_ARG(bytes_text(a, g->total_bytes)));
		if (g->compute_capability)
			out_fmt(&out, "%u.%u  ", g->compute_capability / 10,
				g->compute_capability % 10);
		else
			out_fmt(&out, "%-5.*s", STR_ARG(g->vendor));
		out_fmt(&out, "%.*s\n", STR_ARG(g->aliases));
	}
	return print_list(options, &out, "card");
}

static bool is_wanted(const struct model *m, const struct options *options)
{
	for (size_t i = 0; i < options->words.n; i++) {
		const struct model *exact = model_find(options->words.at[i]);

		/* A word that is a model's id means that model, not those with longer names as well. */
		if (exact ? exact == m
			  : str_has_nocase(m->id, options->words.at[i]) ||
				str_has_nocase(model_aliases(m), options->words.at[i]))
			return true;
	}
	return options->words.n == 0;
}

static void model_line(struct out *out, const struct model *m)
{
	out_padded(out, m->id, 50);
	out_fmt(out, " %8.2fB  %.*s, %u layers × %u, vocabulary %u\n", (double)m->params / 1e9,
		STR_ARG(m->family), m->layers, m->hidden, m->vocab);
}

static void model_json(struct json_out *j, const struct model *m)
{
	struct str_cut cut = str_cut(model_aliases(m), ';');

	json_open(j, '{');
	json_key(j, "id");
	json_str(j, m->id);
	json_key(j, "aliases");
	json_open(j, '[');
	for (; cut.head.n; cut = str_cut(cut.tail, ';'))
		json_str(j, cut.head);
	json_close(j, ']');
	json_key(j, "params");
	json_uint(j, m->params);
	json_key(j, "config");
	if (model_has_config(m))
		model_config_write(j, m);
	else
		json_null(j);
	json_key(j, "source");
	json_str(j, m->source);
	json_close(j, '}');
}

int command_models(const struct options *options)
{
	struct out out = {.arena = options->arena};
	struct json_out json = {.out = &out};
	bool as_json = options->format && str_is(str_of(options->format->name), "json");
	size_t n;
	const struct model *models = model_table(&n);

	if (options->format && !as_json && !str_is(str_of(options->format->name), "text"))
		return cli_fail(options->arena, STR("models are listed as text or json"), EXIT_USAGE);
	if (as_json) {
		json_open(&json, '{');
		json_key(&json, "schema");
		json_str(&json, STR("gpumem-lint-models/1"));
		json_key(&json, "models");
		json_open(&json, '[');
	}
	for (size_t i = 0; i < n; i++) {
		if (!is_wanted(&models[i], options))
			continue;
		if (as_json)
			model_json(&json, &models[i]);
		else
			model_line(&out, &models[i]);
	}
	if (as_json) {
		json_close(&json, ']');
		json_close(&json, '}');
		out_text(&out, "\n");
	}
	return print_list(options, &out, "model");
}

int command_frameworks(const struct options *options)
{
	struct out out = {.arena = options->arena};

	for (size_t i = 0; i < frameworks_n; i++) {
		const struct framework *f = frameworks[i];

		out_padded(&out, str_of(f->name), 20);
		out_fmt(&out, "%3zu calls, %2zu kinds of config file, %2zu commands\n",
			f->ncallables, f->nconfigs, f->ncommands);
	}
	return cli_print(options->arena, out_str(&out));
}

/* The page with text in the place of the word that stands for it. */
static struct str filled(struct arena *a, struct str page, struct str mark, struct str text)
{
	size_t at = str_find(page, mark, 0);
	struct out out = {.arena = a};

	assert(at != SIZE_MAX);
	out_put(&out, str_sub(page, 0, at));
	out_put(&out, text);
	out_put(&out, str_sub(page, at + mark.n, page.n));
	return out_str(&out);
}

/* The policy's schema, with the rules that there are. */
static struct str policy_schema(struct arena *a)
{
	struct out rules = {.arena = a};

	for (size_t i = 0; i < RULE_COUNT; i++)
		out_fmt(&rules, "%s\"%s\"", i ? ", " : "", rule_rows[i].id);
	return filled(a, page_find(STR("policy-schema")), STR("\"RULES\""), out_str(&rules));
}

/* A line of jsonl is a job of the report: its definitions are the report's, which end the file. */
static struct str jsonl_schema(struct arena *a)
{
	struct str page = str_trim(page_find(STR("schema"))), mark = STR("\"$defs\": ");
	size_t at = str_find(page, mark, 0);

	assert(at != SIZE_MAX && page.s[page.n - 1] == '}');
	return filled(a, page_find(STR("jsonl-schema")), STR("\"DEFS\""), str_trim(str_sub(page, at + mark.n, page.n - 1)));
}

int command_schema(const struct options *options)
{
	struct arena *a = options->arena;
	struct str of = options->words.n ? options->words.at[0] : options->policy ? STR("policy") : STR("json");

	if (options->words.n > 1)
		return cli_fail(a, STR("schema takes one word: " SCHEMAS), EXIT_USAGE);
	if (str_eq(of, STR("json")))
		return cli_print(a, page_find(STR("schema")));
	if (str_eq(of, STR("jsonl")))
		return cli_print(a, jsonl_schema(a));
	if (str_eq(of, STR("policy")))
		return cli_print(a, policy_schema(a));
	if (str_eq(of, STR("diff")) || str_eq(of, STR("baseline")))
		return cli_print(a, page_find(str_fmt(a, "%.*s-schema", STR_ARG(of))));
	return cli_fail(a, str_fmt(a, "no schema of \"%.*s\": " SCHEMAS, STR_ARG(of)), EXIT_USAGE);
}
