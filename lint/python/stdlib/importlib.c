/* importlib.util: modules that are loaded by the paths of their files. */
#include "stdlib_parts.h"

#include "lint/python/values/modules.h"

/*
 * spec_from_file_location(name, path): the module itself stands for its specification. It is not run yet. Source: CPython
 * 3.13, Lib/importlib/_bootstrap_external.py.
 */
static struct node *spec_of(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "name"), *location = native_arg(c, 1, "location");
	struct module *m;
	struct str path;

	if (!name || !py_is_str(name) || !location || !file_path(py, location, &path))
		return NULL;
	m = module_load(py, path, name->text);
	return m ? m->node : NULL;
}

/* SourceFileLoader(name, path) is one as well; load_module() gives the module. */
static struct node *module_from(struct interpreter *py, struct native_call *c)
{
	struct node *spec = native_arg(c, 0, "spec");

	if (!spec || spec->kind != NODE_MODULE)
		return NULL;
	/* spec.loader.exec_module(module) follows. */
	py->run_module(py, (struct module *)(uintptr_t)spec->code);
	return spec;
}

static const struct native rows[] = {
    {"importlib.machinery.SourceFileLoader", spec_of, NATIVE_RAW},
    {"importlib.util.module_from_spec", module_from, NATIVE_RAW},
    {"importlib.util.spec_from_file_location", spec_of, NATIVE_RAW},
};

NATIVES(natives_importlib, rows);
