#include "module_search.h"

static struct module *loaded(const struct interpreter *py, struct str path)
{
	uint32_t at = dict_get(&py->pathed, path);

	return at ? py->modules.at[at - 1] : NULL;
}

struct module *module_named(const struct interpreter *py, struct str name)
{
	uint32_t at = dict_get(&py->named, name);

	return at ? py->modules.at[at - 1] : NULL;
}

/*
 * Files that one notebook or script writes have its path, since their places are there: what tells them apart is the
 * file. The first of a path has the path itself.
 */
static struct str key_of(struct interpreter *py, const struct eval_file *file)
{
	const struct module *first = loaded(py, file->path);

	return !first || first->file == file->id ? file->path
						 : str_fmt(py->arena, "%.*s\1%u", STR_ARG(file->path), file->id);
}

/* Behind the others of its name. */
static void index_module(struct interpreter *py, struct module *m, struct str key)
{
	uint32_t *at = dict_put(py->arena, &py->named, m->name);

	while (*at)
		at = &py->modules.at[*at - 1]->next_named;
	*vec_push(py->arena, &py->modules) = m;
	*at = (uint32_t)py->modules.n;
	*dict_put(py->arena, &py->pathed, key) = (uint32_t)py->modules.n;
}

static struct module *module_new(struct interpreter *py, struct str path, struct str name, struct str key)
{
	struct module *m = arena_new(py->arena, struct module);

	m->name = name;
	m->path = path;
	m->scope = scope_new(py, SCOPE_MODULE, NULL, m);
	m->scope->stamp = 0;
	m->node = node_new(py->arena, NODE_MODULE, (struct span){0});
	m->node->text = name;
	m->node->code = m;
	index_module(py, m, key);
	return m;
}

struct module *module_of(struct interpreter *py, const struct eval_file *file, struct str name)
{
	const struct str key = key_of(py, file);
	struct module *m = loaded(py, key);
	struct span at = {0};
	struct str end = STR("/__init__.py");

	if (m)
		return m;
	m = module_new(py, file->path, name, key);
	m->file = file->id;
	m->tree = source_cache_parse(py->cache, file->id, file->text);
	if (m->tree) {
		m->tree->run = py->run;
		m->tree->loaded = m;
	} else {
		m->started = true;
	}
	m->node->at = (struct span){file->id, 0, 0};
	if (str_ends(file->path, end))
		m->folder = str_sub(file->path, 0, file->path.n - end.n);
	scope_set(py, m->scope, STR("__name__"), py_str(py, name, at));
	scope_set(py, m->scope, STR("__file__"),
		  py_str(py, str_cat(py->arena, STR(EVAL_ROOT "/"), file->path), at));
	scope_set(py, m->scope, STR("__doc__"), py_none(py, at));
	scope_set(py, m->scope, STR("__package__"), py_none(py, at));
	*vec_push(py->arena, &py->trace->files) = file->id;
	return m;
}

struct module *module_of_file(const struct interpreter *py, uint32_t file, struct str path)
{
	const struct py_module *tree = source_cache_tree(py->cache, file);

	return tree && tree->run == py->run && tree->loaded->path.s == path.s ? tree->loaded : NULL;
}

struct module *module_load(struct interpreter *py, struct str path, struct str name)
{
	struct module *m = loaded(py, path);
	struct eval_file file;

	if (!m && py->world->find(py->world->context, path, &file))
		m = module_of(py, &file, name);
	if (m)
		import_cache_note(py, m, path, name);
	return m;
}

/* A folder without __init__.py is a package only as far as it holds the module that is asked for. */
struct module *module_namespace_in(struct interpreter *py, struct str folder, struct str dotted)
{
	struct module *m = loaded(py, folder);

	if (m)
		return m;
	if (!py->world->folder || !py->world->folder(py->world->context, folder))
		return NULL;
	m = module_new(py, folder, dotted, folder);
	m->folder = folder;
	m->started = true;
	return m;
}

struct module *module_sub(struct interpreter *py, const struct module *package, struct str name)
{
	const struct import_result *found = NULL;
	struct str dotted;

	if (package->folder.n)
		found = import_cache_get(py, package->tree, name, import_cache_files(py));
	/* One file may be a package under two names. */
	if (found && (!found->is || str_starts(found->steps.at[0].name, package->name)))
		return import_load(py, found);
	if (!package->folder.n)
		return NULL;
	dotted = str_fmt(py->arena, "%.*s.%.*s", STR_ARG(package->name), STR_ARG(name));
	if (found || !package->tree)
		return module_in(py, package->folder, name, dotted);
	found = import_cache_put(py, package->tree, name, import_cache_files(py),
				 import_in_folder(py, package->folder, name, dotted));
	return import_load(py, found);
}

struct str module_script(const struct interpreter *py)
{
	return py->modules.n ? eval_dirname(py->modules.at[0]->path) : STR("");
}

struct module *module_find(struct interpreter *py, struct str dotted)
{
	return import_load(py, import_find(py, dotted));
}
