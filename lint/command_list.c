/* The commands that list what the program knows. */
#include "cli.h"

#include "../core/bytes.h"
#include "map.h"
#include "page.h"

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

int command_gpus(const struct options *options)
{
	struct arena *a = options->arena;
	struct out out = {.arena = a};
	size_t n;
	const struct gpu *gpus = gpu_table(&n);

	for (size_t i = 0; i < n; i++) {
		const struct gpu *g = &gpus[i];

		out_padded(&out, g->name, 28);
		out_fmt(&out, "%10.*s  ", STR_ARG(bytes_text(a, g->total_bytes)));
		if (g->compute_capability)
			out_fmt(&out, "%u.%u  ", g->compute_capability / 10,
				g->compute_capability % 10);
		else
			out_fmt(&out, "%-5.*s", STR_ARG(g->vendor));
		out_fmt(&out, "%.*s\n", STR_ARG(g->aliases));
	}
	return cli_print(a, out_str(&out));
}

static bool is_wanted(const struct model *m, const struct options *options)
{
	for (size_t i = 0; i < options->words.n; i++)
		if (str_has_nocase(m->id, options->words.at[i]) ||
		    str_has_nocase(model_aliases(m), options->words.at[i]))
			return true;
	return options->words.n == 0;
}

int command_models(const struct options *options)
{
	struct out out = {.arena = options->arena};
	size_t n;
	const struct model *models = model_table(&n);

	for (size_t i = 0; i < n; i++) {
		const struct model *m = &models[i];

		if (!is_wanted(m, options))
			continue;
		out_padded(&out, m->id, 50);
		out_fmt(&out, " %8.2fB  %.*s, %u layers × %u, vocabulary %u\n",
			(double)m->params / 1e9, STR_ARG(m->family), m->layers, m->hidden,
			m->vocab);
	}
	return cli_print(options->arena, out_str(&out));
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

int command_schema(const struct options *options)
{
	return cli_print(options->arena, page_find(STR("schema")));
}
