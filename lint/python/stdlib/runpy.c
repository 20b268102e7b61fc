/* runpy: files and modules that are run as scripts. */
#include "stdlib_parts.h"

/*
 * run_path("train.py", run_name="__main__"): the script is run as a program of its own is, with what sys.argv holds then behind its
 * name. By another name it only defines what it holds. Source: CPython 3.13, Lib/runpy.py.
 */
static struct node *run_as_script(struct interpreter *py, struct native_call *c, bool module)
{
	struct node *what = native_arg(c, 0, module ? "mod_name" : "path_name"), *name = native_arg(c, 2, "run_name");
	struct node *words = py_new(py, NODE_LIST, c->site.at), *argv = py->argv;
	struct args args = {0};

	/* Where neither the program nor a launch says what these words are, the script is read as nobody launches it. */
	if (!what || !name || !py_is_str(name) || !str_is(name->text, "__main__") || !argv || argv->open)
		return NULL;
	py_append(py, words, py_str(py, STR("python"), c->site.at));
	if (module)
		py_append(py, words, py_str(py, STR("-m"), c->site.at));
	py_append(py, words, what);
	for (size_t i = 1; i < argv->as.items.n; i++)
		py_append(py, words, argv->as.items.at[i]);
	*vec_push(py->arena, &args) = (struct arg){.value = words, .at = c->site.at};
	py_call_library(py, STR("subprocess.run"), NULL, &args, c->site);
	return py_unknown(py, c->site.at, "what the script defines");
}

static struct node *run_path(struct interpreter *py, struct native_call *c)
{
	return run_as_script(py, c, false);
}

static struct node *run_module(struct interpreter *py, struct native_call *c)
{
	return run_as_script(py, c, true);
}

static const struct native rows[] = {
    {"runpy.run_module", run_module, NATIVE_RAW},
    {"runpy.run_path", run_path, NATIVE_RAW},
};

NATIVES(natives_runpy, rows);
