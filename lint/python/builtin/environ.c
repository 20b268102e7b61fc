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

/* load_dotenv(): the variables of .env that the environment does not have yet. */
static struct node *load_dotenv(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, "dotenv_path"), *tree;
	struct str path = STR(".env");

	if (x && (x->kind != NODE_STR || !file_path(py, x, &path)))
		return py_bool(py, true, c->site.at);
	tree = file_data(py, path, c->site.at);
	for (size_t i = 0; tree->kind == NODE_MAP && i < tree->as.pairs.n; i++) {
		struct node *value = tree->as.pairs.at[i].value;
		bool maybe = false;

		if (value->kind == NODE_STR &&
		    !py_map_get(py, py->environ, tree->as.pairs.at[i].key, &maybe))
			py_map_set(py, py->environ, tree->as.pairs.at[i].key, value);
	}
	return py_bool(py, true, c->site.at);
}

static const struct native rows[] = {
    {"dotenv.load_dotenv", load_dotenv, NATIVE_UNKNOWN},
    {"dotenv.main.load_dotenv", load_dotenv, NATIVE_UNKNOWN},
    {"os.getenv", environ_get, NATIVE_UNKNOWN},
};

NATIVES(natives_environ, rows);
