/* What only a launch could say: options that a script requires, files that it is to be given. */
#include "values.h"

/* A word of the command line comes from the launch: what that made it of is another's to say. */
static bool is_word(const struct interpreter *py, const struct node *n)
{
	const struct node *argv = py->world->argv;

	for (size_t i = 0; argv && i < argv->as.items.n; i++)
		if (argv->as.items.at[i] == n)
			return true;
	return false;
}

void py_want(struct interpreter *py, const struct node *unknown)
{
	for (int i = 0; unknown->from[0] && !is_word(py, unknown) && i < NODE_DEPTH_MAX; i++)
		unknown = unknown->from[0];
	for (size_t i = 0; i < py->trace->wanted.n; i++)
		if (py->trace->wanted.at[i] == unknown)
			return;
	if (unknown->kind == NODE_UNKNOWN)
		*vec_push(py->arena, &py->trace->wanted) = unknown;
}

struct node *py_required(struct interpreter *py, struct str option, struct span at, const char *why)
{
	struct node *n = py->world->assumed ? node_get(py->world->assumed, option) : NULL;

	if (n)
		return py_str(py, n->text, n->at);
	py->trace->lacking++;
	n = py_unknown(py, at, "%.*s is required, and %s", STR_ARG(option), why);
	n->how = option;
	return n;
}

/* Whether a text is the name of a file of settings. */
static bool names_settings(struct str text)
{
	static const char *const ends[] = {".yaml", ".yml", ".json", ".toml"};

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++)
		if (str_ends(text, str_of(ends[i])))
			return true;
	return false;
}

/* Whether an option's name is that of the one config of a run, and of none of its parts. */
static bool names_config(struct interpreter *py, struct str option)
{
	static const char *const names[] = {"config", "cfg", "config_file", "config_path", "cfg_path", "config_yaml",
					    "yaml_config", "train_config", "training_config", "yaml"};

	while (str_starts(option, STR("-")))
		option = str_sub(option, 1, option.n);
	option = str_tr(py->arena, option, '-', '_');
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (str_is(option, names[i]))
			return true;
	return false;
}

/* An option for a config that may be left out, or has a file (not 0): what is taken for it, or NULL. */
static struct node *offered(struct interpreter *py, struct str option, uint32_t standard)
{
	const struct node *assumed = py->world->assumed ? node_get(py->world->assumed, option) : NULL;

	if (!names_config(py, option))
		return NULL;
	if (!assumed)
		*vec_push(py->arena, &py->trace->offered) = (struct offered){option, standard};
	return assumed ? py_str(py, assumed->text, assumed->at) : NULL;
}

struct node *py_own_config(struct interpreter *py, struct str option, const struct node *standard)
{
	struct eval_file file;
	struct node *n;

	if (!standard || standard->kind == NODE_NULL)
		return offered(py, option, 0);
	if (standard->kind != NODE_STR || !names_settings(standard->text))
		return NULL;
	if (py->world->find(py->world->context, py_repo_path(py, standard->text), &file))
		return offered(py, option, file.id);
	if (!str_has_nocase(option, STR("conf")) && !str_has_nocase(option, STR("cfg")))
		return NULL;
	n = py_required(py, option, standard->at, "");
	if (n->kind == NODE_UNKNOWN)
		n->text = str_fmt(py->arena, "%.*s is not in the repository", STR_ARG(standard->text));
	return n;
}
