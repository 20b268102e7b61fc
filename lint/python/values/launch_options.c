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

/* What a value that is not known comes from: of a known text and an unknown one, f"{folder}/{name}.gin", the latter. NULL: nothing. */
static const struct node *cause_of(const struct node *n)
{
	bool second = n->from[0] && n->from[0]->kind != NODE_UNKNOWN && NODE_FROM_MAX > 1 && n->from[1] && n->from[1]->kind == NODE_UNKNOWN;

	return second ? n->from[1] : n->from[0];
}

void py_want(struct interpreter *py, const struct node *unknown)
{
	for (int i = 0; cause_of(unknown) && !is_word(py, unknown) && i < NODE_DEPTH_MAX; i++)
		unknown = cause_of(unknown);
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

bool py_is_left_out(const struct interpreter *py, const struct node *n)
{
	return !py->world->argv && n->kind == NODE_NULL && str_starts(n->how, STR("default of --"));
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

/*
 * The file of a config that is named without its folder and ending, as f"configs/{name}.yaml" makes one of it: the script
 * tells whether it is that, by reading it. false: there is none.
 */
static bool named_shortly(struct interpreter *py, struct str name, struct eval_file *file)
{
	static const char *const folders[] = {"configs", "config", "conf", "cfgs", "cfg"};
	static const char *const ends[] = {"yaml", "yml", "json", "toml"};

	if (!name.n || str_chr(name, '/', 0) != SIZE_MAX || str_chr(name, '.', 0) != SIZE_MAX)
		return false;
	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++)
		for (size_t k = 0; k < sizeof(ends) / sizeof(*ends); k++) {
			struct str path = str_fmt(py->arena, "%s/%.*s.%s", folders[i], STR_ARG(name), ends[k]);

			if (py->world->find(py->world->context, py_repo_path(py, path), file))
				return true;
		}
	return false;
}

/* "cloud" of "/…/configs/cloud.yaml" */
static struct str short_name(struct str path)
{
	size_t end;

	path = str_tail(path, '/');
	end = str_rchr(path, '.');
	return end == SIZE_MAX ? path : str_sub(path, 0, end);
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

struct node *py_standard_config(struct interpreter *py, struct str option, const struct node *standard)
{
	struct eval_file file;
	struct node *given;

	if (!standard || standard->kind != NODE_STR)
		return NULL;
	if (names_settings(standard->text))
		return py->world->find(py->world->context, py_repo_path(py, standard->text), &file) ? offered(py, option, file.id)
												    : NULL;
	if (!names_config(py, option) || !named_shortly(py, standard->text, &file))
		return NULL;
	given = offered(py, option, file.id);
	return given ? py_str(py, short_name(given->text), given->at) : NULL;
}

struct node *py_own_config(struct interpreter *py, struct str option, const struct node *standard)
{
	struct eval_file file;
	struct node *n;

	if (!standard || standard->kind == NODE_NULL)
		return offered(py, option, 0);
	if (standard->kind != NODE_STR || !names_settings(standard->text) ||
	    py->world->find(py->world->context, py_repo_path(py, standard->text), &file))
		return py_standard_config(py, option, standard);
	if (!str_has_nocase(option, STR("conf")) && !str_has_nocase(option, STR("cfg")))
		return NULL;
	n = py_required(py, option, standard->at, "");
	if (n->kind == NODE_UNKNOWN)
		n->text = str_fmt(py->arena, "%.*s is not in the repository", STR_ARG(standard->text));
	return n;
}
