#include "config_kind.h"

#include "core/base/base.h"
#include "condition.h"
#include "convert.h"

/* Files that share keys with jobs and are none, by name: frameworks' own outputs and other tools' files. */
static const char *const not_jobs[] = {
    "config.json",
    "adapter_config.json",
    "generation_config.json",
    "trainer_state.json",
    "tokenizer_config.json",
    "special_tokens_map.json",
    "tokenizer.json",
    "preprocessor_config.json",
    "processor_config.json",
    "quantize_config.json",
    "quantization_config.json",
    "model.safetensors.index.json",
    "dataset_info.json",
    "dataset_infos.json",
    "package.json",
    "package-lock.json",
    "tsconfig.json",
    "docker-compose.yml",
    "docker-compose.yaml",
    "compose.yml",
    "compose.yaml",
    "mkdocs.yml",
    "mkdocs.yaml",
    "environment.yml",
    "environment.yaml",
    "_quarto.yml",
    "_toctree.yml",
    ".pre-commit-config.yaml",
    ".gitlab-ci.yml",
    "action.yml",
    "pyproject.toml",
    "Cargo.toml",
    "lit_config.json",
    "model_config.yaml",
    "all_results.json",
    "train_results.json",
    "training_args.json",
};

/* Keys at the top that only other kinds of files have, whatever else they hold. */
static const char *const not_keys[] = {
    "architectures",		    /* config.json of a model */
    "peft_type",		    /* adapter_config.json */
    "log_history",		    /* trainer_state.json */
    "runs-on",	     "jobs",	    /* GitHub workflows */
    "services",			    /* docker compose */
    "apiVersion",		    /* Kubernetes, Helm */
    "doc_to_text",   "metric_list", /* lm-eval tasks */
    "model_list",		    /* LiteLLM */
    "site_name",		    /* mkdocs */
};

bool config_is_other(struct str path, const struct node *tree)
{
	struct str name = str_tail(path, '/');

	for (size_t i = 0; i < sizeof(not_jobs) / sizeof(*not_jobs); i++)
		if (str_is(name, not_jobs[i]))
			return true;
	for (size_t i = 0; i < sizeof(not_keys) / sizeof(*not_keys); i++)
		if (node_get(tree, str_of(not_keys[i])))
			return true;
	return str_has(path, STR(".github/workflows/"));
}

/* One alternative "key", "key?" or "key=value". there: the key suffices, whatever its value. */
static bool key_fits(const struct keyed *keyed, struct str text, bool there)
{
	bool any = str_ends(text, STR("?"));
	struct str_cut cut = str_cut(any ? str_sub(text, 0, text.n - 1) : text, '=');
	const struct node *n = keyed_get(keyed, str_trim(cut.head), NULL);
	struct arena a = {0};
	struct str value = STR("");
	bool fits;

	if (!cut.ok)
		return there || any ? n != NULL && n->kind != NODE_NULL : node_given(n);
	fits = n && convert_scalar(&a, n, &value) && str_eq_nocase(value, cut.tail);
	arena_free(&a);
	return fits;
}

static bool any_fits(const struct keyed *keyed, struct str alternatives, bool there)
{
	while (alternatives.n) {
		struct str_cut cut = str_cut(alternatives, '|');

		if (key_fits(keyed, cut.head, there))
			return true;
		alternatives = cut.tail;
	}
	return false;
}

/* The number of demanded keys if a row fits the tree, else 0. */
static int fit_of(const struct config *config, const struct keyed *keyed)
{
	struct str keys = str_of(config->keys), unless = str_of(config->unless);
	int fit = 0;

	while (keys.n) {
		struct str_cut cut = str_cut(keys, ',');

		if (!any_fits(keyed, str_trim(cut.head), false))
			return 0;
		fit++;
		keys = cut.tail;
	}
	while (unless.n) {
		struct str_cut cut = str_cut(unless, ',');

		if (any_fits(keyed, str_trim(cut.head), true))
			return 0;
		unless = cut.tail;
	}
	return fit;
}

const struct config *config_find(struct str path, struct str text, const struct node *tree,
				 bool job)
{
	const struct config *best = NULL;
	struct keyed keyed;
	int best_fit = 0;

	if (!tree || tree->kind != NODE_MAP || config_is_other(path, tree))
		return NULL;
	keyed = keyed_of(tree);
	for (size_t f = 0; f < frameworks_n; f++) {
		for (size_t c = 0; c < frameworks[f]->nconfigs; c++) {
			const struct config *config = &frameworks[f]->configs[c];
			int fit;

			if ((job && !config->job) || config->module != str_ends(path, STR(".py")) ||
			    (config->path && !str_has(path, str_of(config->path))))
				continue;
			fit = fit_of(config, &keyed);
			if (!fit || (config->says && !str_has(text, str_of(config->says))))
				continue;
			if (config->path || config->says)
				fit++;

			/* Jobs before components. */
			if (config->job)
				fit += 100;
			if (fit > best_fit) {
				best = config;
				best_fit = fit;
			}
		}
	}
	return best;
}

/* Whether a row's marker stands in a text. */
static bool is_marked(const struct config *config, struct str text)
{
	return str_any(text, str_of(config->markers), str_has);
}

bool config_marked(struct str text)
{
	for (size_t f = 0; f < frameworks_n; f++)
		for (size_t c = 0; c < frameworks[f]->nconfigs; c++)
			if (is_marked(&frameworks[f]->configs[c], text))
				return true;
	return false;
}

const char *config_functions(struct str text)
{
	for (size_t f = 0; f < frameworks_n; f++)
		for (size_t c = 0; c < frameworks[f]->nconfigs; c++)
			if (frameworks[f]->configs[c].functions && is_marked(&frameworks[f]->configs[c], text))
				return frameworks[f]->configs[c].functions;
	return NULL;
}

const struct framework *config_framework(const struct config *config)
{
	for (size_t f = 0; f < frameworks_n; f++)
		for (size_t c = 0; c < frameworks[f]->nconfigs; c++)
			if (&frameworks[f]->configs[c] == config)
				return frameworks[f];
	return NULL;
}
