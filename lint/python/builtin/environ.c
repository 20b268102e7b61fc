/* The variables of the environment: os.environ.get, os.getenv, load_dotenv. */
#include "builtin_parts.h"

static struct node *variable(struct interpreter *py, struct node *key, struct node *instead,
			     struct span at)
{
	bool maybe = false;
	struct node *value;

	if (!py_is_str(key))
		return py_unknown_of(py, at, key);
	value = py_map_get(py, py->environ, key, &maybe);
	if (value)
		return py_without_absent(py, value, instead);
	if (instead && instead->kind != NODE_NULL)
		return instead;
	/* Without a launch nobody has said that it is not set. */
	if (instead && py->world->env)
		return instead;
	return py_unknown(py, at, "os.environ[%.*s] is not set here", STR_ARG(key->text));
}

struct node *environ_get(struct interpreter *py, struct native_call *c)
{
	struct node *key = native_arg(c, 0, "key"), *instead = native_arg(c, 1, "default");

	if (!key)
		return NULL;
	return variable(py, key, instead ? instead : py_none(py, c->site.at), c->site.at);
}

/*
 * The .env that load_dotenv() and find_dotenv() find: in the folder of the file that calls, or the nearest above it
 * (python-dotenv 1.1, src/dotenv/main.py find_dotenv), else where the program runs. Empty: there is none.
 */
static struct str find_env(struct interpreter *py)
{
	struct str folder = py->frame->module->path, path;

	do {
		folder = eval_dirname(folder);
		path = eval_path(py->arena, folder, STR(".env"));
		if (file_kept(py, path).n)
			return path;
	} while (folder.n);
	path = eval_path(py->arena, py->world->cwd, STR(".env"));
	return file_kept(py, path).n ? path : (struct str){0};
}

static struct node *find_dotenv(struct interpreter *py, struct native_call *c)
{
	struct str path = find_env(py);

	if (c->args->n)
		return py_unknown(py, c->site.at, "which file find_dotenv() finds");
	return py_str(py, path.n ? str_fmt(py->arena, EVAL_ROOT "/%.*s", STR_ARG(path)) : STR(""), c->site.at);
}

/* The variables of the file that a call names or finds; NULL: there is none. */
static struct node *variables_of(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, "dotenv_path");
	struct str path = {0};

	if (x && x->kind != NODE_NULL && !(x->kind == NODE_STR && !x->text.n)) {
		if (!file_path(py, x, &path))
			return NULL;
	} else {
		path = find_env(py);
	}
	return path.n ? file_data(py, path, c->site.at) : NULL;
}

/* dotenv_values("train.env"): a mapping of its own. */
static struct node *dotenv_values(struct interpreter *py, struct native_call *c)
{
	struct node *tree = variables_of(py, c);

	return tree && tree->kind == NODE_MAP ? tree : py_unknown(py, c->site.at, "a .env file that is not in the repository");
}

/* load_dotenv(): the variables of .env that the environment does not have yet. */
static struct node *load_dotenv(struct interpreter *py, struct native_call *c)
{
	struct node *tree = variables_of(py, c), *over = native_arg(c, SIZE_MAX, "override");
	bool override = over && over->kind == NODE_BOOL && over->as.b;

	if (!tree)
		return py_bool(py, true, c->site.at);
	for (size_t i = 0; tree->kind == NODE_MAP && i < tree->as.pairs.n; i++) {
		struct node *value = tree->as.pairs.at[i].value;
		bool maybe = false;

		if ((value->kind == NODE_STR || value->kind == NODE_UNKNOWN) &&
		    (override || !py_map_get(py, py->environ, tree->as.pairs.at[i].key, &maybe)))
			py_map_set(py, py->environ, tree->as.pairs.at[i].key, value);
	}
	return py_bool(py, true, c->site.at);
}

static const struct native rows[] = {
    {"dotenv.dotenv_values", dotenv_values, NATIVE_UNKNOWN},
    {"dotenv.find_dotenv", find_dotenv, NATIVE_UNKNOWN},
    {"dotenv.load_dotenv", load_dotenv, NATIVE_UNKNOWN},
    {"dotenv.main.dotenv_values", dotenv_values, NATIVE_UNKNOWN},
    {"dotenv.main.find_dotenv", find_dotenv, NATIVE_UNKNOWN},
    {"dotenv.main.load_dotenv", load_dotenv, NATIVE_UNKNOWN},
    {"os.getenv", environ_get, NATIVE_UNKNOWN},
};

NATIVES(natives_environ, rows);
