/* What names the configuration that Hydra is to compose: @hydra.main and its words, hydra.initialize() and compose(). */
#include "config.h"
#include "hydra_config.h"

/* --config-name X, or -cn X, among the words. */
static struct str option(const struct node *words, const char *name, const char *brief, struct str standard)
{
	for (size_t i = 0; words && i < words->as.items.n; i++) {
		const struct node *word = words->as.items.at[i];
		struct str_cut cut =
		    word->kind == NODE_STR ? str_cut(word->text, '=') : (struct str_cut){0};

		if (!str_is(cut.head, name) && !str_is(cut.head, brief))
			continue;
		if (cut.ok)
			return cut.tail;
		if (i + 1 < words->as.items.n && words->as.items.at[i + 1]->kind == NODE_STR)
			return words->as.items.at[i + 1]->text;
	}
	return standard;
}

static struct str text_arg(const struct call *made, const char *name, size_t position)
{
	const struct arg *arg = call_arg(made, str_of(name), position);

	return arg && arg->value->kind == NODE_STR ? arg->value->text : (struct str){0};
}

struct node *hydra_compose(struct interpreter *py, const struct call *made, const struct node *words,
			   struct site site)
{
	struct str path = option(words, "--config-path", "-cp", text_arg(made, "config_path", 0));
	struct str name = option(words, "--config-name", "-cn", text_arg(made, "config_name", 1));
	struct str root = STR(EVAL_ROOT), folder;

	if (!name.n)
		return py_unknown(py, site.at, "a Hydra configuration without a name");
	folder = str_starts(path, root) ? py_repo_path(py, path)
					: eval_path(py->arena, eval_dirname(py->modules.at[0]->path),
						    path.n ? path : STR("."));
	return hydra_config(py, folder, name, option(words, "--config-dir", "-cd", STR("")), words, site.at);
}

/* hydra.compose(config_name=…, overrides=[…]) below hydra.initialize(config_path=…). */
static struct node *initialize(struct interpreter *py, struct native_call *c)
{
	struct node *path = native_arg(c, 0, "config_path");

	if (!path)
		path = native_arg(c, 0, "config_dir");
	py->hydra = path && path->kind == NODE_STR ? path->text : STR(".");
	return py_none(py, c->site.at);
}

static struct node *compose_call(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "config_name"), *words = native_arg(c, 1, "overrides");
	struct str folder;

	if (!name || name->kind != NODE_STR)
		return NULL;
	folder = str_starts(py->hydra, STR(EVAL_ROOT))
		     ? py_repo_path(py, py->hydra)
		     : eval_path(py->arena, eval_dirname(py->frame->module->path),
				 py->hydra.n ? py->hydra : STR("."));
	return hydra_config(py, folder, name->text, STR(""),
			    words && words->kind == NODE_LIST ? words : NULL, c->site.at);
}

static const struct native rows[] = {
    {"hydra.compose", compose_call, NATIVE_RAW},
    {"hydra.initialize", initialize, NATIVE_RAW},
    {"hydra.initialize_config_dir", initialize, NATIVE_RAW},
};

NATIVES(natives_hydra, rows);
