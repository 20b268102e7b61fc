#include "statement_parts.h"

#include "lint/python/evaluator/native.h"
#include "lint/python/values/modules.h"

#include "lint/frameworks/frameworks.h"

/* Starts a module after the packages that it lies in. */
static void module_start_all(struct interpreter *py, struct module *m)
{
	size_t end = 0;

	while ((end = str_chr(m->name, '.', end)) != SIZE_MAX) {
		struct module *package = module_named(py, str_sub(m->name, 0, end++));

		while (package) {
			module_start(py, package);
			package = package->next_named ? py->modules.at[package->next_named - 1] : NULL;
		}
	}
	module_start(py, m);
}

/* The first part of a dotted name as a module: what "import a.b" binds. */
static struct node *top_of(struct interpreter *py, struct module *m, struct str head, struct span at)
{
	struct module *top = module_named(py, head);

	if (top) {
		module_start(py, top);
		return top->node;
	}
	if (str_eq(m->name, head))
		return m->node;
	m = module_namespace(py, head);
	return m ? m->node : py_library_name(py, head, at);
}

struct node *py_import_named(struct interpreter *py, struct str dotted, struct span at)
{
	const struct module *here = py->frame->module;
	struct str folder = here->folder.n ? here->folder : eval_dirname(here->path);
	struct module *m;

	if (!str_starts(dotted, STR("."))) {
		m = module_find(py, dotted);
	} else {
		dotted = str_sub(dotted, 1, dotted.n);
		for (; str_starts(dotted, STR(".")); dotted = str_sub(dotted, 1, dotted.n))
			folder = eval_dirname(folder);
		m = module_below(py, folder, dotted, dotted);
		if (!m)
			return py_unknown(py, at, "a module below %.*s", STR_ARG(here->path));
	}
	if (m)
		module_start_all(py, m);
	return m ? m->node : py_library_name(py, dotted, at);
}

/* "transformers.BertModel" of pytorch_transformers.BertModel: libraries go by the names that they have today. */
static struct str today(struct interpreter *py, struct str dotted)
{
	struct str head = str_cut(dotted, '.').head, until;
	const struct package *package = package_renamed(head, &until);

	return package ? str_cat(py->arena, str_of(package->name), str_sub(dotted, head.n, dotted.n)) : dotted;
}

/* The library's name that an alias imports: the same in all evaluations, unless it may have a value. */
static struct node *shared_name(struct interpreter *py, const struct py_alias *alias, struct str dotted)
{
	struct arena *a = source_cache_arena(py->cache);

	if (alias->node)
		return alias->node;
	dotted = today(py, dotted);
	if (py->library->may_be_constant(dotted))
		return py_library_name(py, dotted, alias->name.at);
	((struct py_alias *)(uintptr_t)alias)->node = node_new(a, NODE_NAME, alias->name.at);
	alias->node->text = str_dup(a, dotted);
	return alias->node;
}

static void import_plain(struct interpreter *py, const struct py_alias *alias)
{
	struct str dotted = alias->name.text, head = str_cut(dotted, '.').head;
	struct module *m = module_find(py, dotted);

	if (m)
		module_start_all(py, m);
	if (alias->as_name.text.n)
		py_bind(py, alias->as_name.text,
			m ? m->node : shared_name(py, alias, dotted));
	else
		py_bind(py, head, m ? top_of(py, m, head, alias->name.at) : shared_name(py, alias, head));
}

/* The folder that "from .": one level is the module's own. */
static bool relative_folder(struct interpreter *py, uint32_t level, struct str *folder)
{
	const struct module *m = py->frame->module;

	*folder = m->folder.n ? m->folder : eval_dirname(m->path);
	for (; level > 1; level--) {
		if (!folder->n)
			return false;
		*folder = eval_dirname(*folder);
	}
	return true;
}

/* Whether what is built in a folder is the package. */
static bool builds(struct interpreter *py, struct str folder, const struct package *package)
{
	return module_distribution(py, folder, str_fmt(py->arena, "\"%s\"", package->name));
}

/*
 * "diffusers.utils" of src/diffusers/utils, in the repository of a library that the rows know: what its modules
 * import relatively is the library's too, as what they import by its name (module_find()). Empty: it is none.
 */
static struct str library_folder(struct interpreter *py, struct str folder)
{
	struct str_cut cut = {.tail = folder};

	while (cut.tail.n) {
		struct str here = cut.tail, above = str_sub(folder, 0, folder.n - here.n);
		const struct package *package;

		cut = str_cut(here, '/');
		package = package_of(cut.head);
		if (str_ends(above, STR("/")))
			above.n--;
		if (package && (builds(py, above, package) ||
				(str_is(str_tail(above, '/'), "src") && builds(py, eval_dirname(above), package))))
			return str_tr(py->arena, here, '/', '.');
	}
	return (struct str){0};
}

/* The library's name of what a relative import in its own source means; empty: it means a file here. */
static struct str library_module(struct interpreter *py, const struct py_stmt *s)
{
	struct str module = s->as.import.module.text, folder, library;

	if (!s->as.import.level || !relative_folder(py, s->as.import.level, &folder))
		return (struct str){0};
	library = library_folder(py, folder);
	return library.n && module.n
		   ? str_fmt(py->arena, "%.*s.%.*s", STR_ARG(library), STR_ARG(module))
		   : library;
}

static const struct import_result *relative(struct interpreter *py, const struct py_stmt *s)
{
	struct str module = s->as.import.module.text, folder, package, library = library_module(py, s);

	if (library.n || !relative_folder(py, s->as.import.level, &folder))
		return import_library(py, library);
	package = str_tr(py->arena, folder, '/', '.');
	if (module.n)
		return import_below(
		    py, folder, module,
		    package.n ? str_fmt(py->arena, "%.*s.%.*s", STR_ARG(package), STR_ARG(module))
			      : module);
	return folder.n ? import_find(py, package) : import_library(py, STR(""));
}

/* What the statement keeps, for the next evaluation that runs it. */
static const struct import_result *keep(const struct py_stmt *s, const struct import_result *found, uint32_t where)
{
	struct py_stmt *kept = (struct py_stmt *)(uintptr_t)s;

	kept->as.import.found = found;
	kept->as.import.found_for = where;
	return found;
}

/* What "from X" of a statement means: a module, or a library. */
static const struct import_result *from_module(struct interpreter *py, const struct py_stmt *s)
{
	/* A file's folder is where it is; a package without a name is looked for by that of its folder. */
	bool anywhere = s->as.import.level && !s->as.import.module.text.n;
	const struct import_result *places, *found;
	uint32_t where;

	if (s->as.import.level) {
		where = anywhere ? import_cache_search(py) : import_cache_files(py);
		return s->as.import.found_for == where ? s->as.import.found : keep(s, relative(py, s), where);
	}
	places = import_places(py, s->as.import.module.text);
	if (places->outside || s->as.import.found_for == places->where)
		return places->outside ? places : s->as.import.found;
	found = import_find(py, s->as.import.module.text);
	return found->is && found->where == places->where ? keep(s, found, places->where) : found;
}

/* Where submodules of "from X import name" are looked for if X is no module file. */
static struct module *submodule(struct interpreter *py, const struct py_stmt *s, const struct py_alias *alias)
{
	struct str module = s->as.import.module.text, name = alias->name.text, folder;
	const struct import_result *found;

	if (s->as.import.level == 0)
		return module_find(py, str_fmt(py->arena, "%.*s.%.*s", STR_ARG(module), STR_ARG(name)));
	found = import_cache_get(py, alias, STR(""), import_cache_files(py));
	if (!found && !relative_folder(py, s->as.import.level, &folder))
		return NULL;
	if (!found && module.n)
		name = str_fmt(py->arena, "%.*s.%.*s", STR_ARG(module), STR_ARG(name));
	if (!found)
		found = import_cache_put(py, alias, STR(""), import_cache_files(py), import_below(py, folder, name, name));
	return import_load(py, found);
}

static bool exported(struct interpreter *py, const struct module *m, struct str name)
{
	struct node *all = scope_get(py, m->scope, STR("__all__"));

	if (!all || all->kind != NODE_LIST)
		return !str_starts(name, STR("_"));
	for (size_t i = 0; i < all->as.items.n; i++)
		if (str_eq(all->as.items.at[i]->text, name))
			return true;
	return all->open && !str_starts(name, STR("_"));
}

static void add_star(struct interpreter *py, struct module *m, struct str library)
{
	for (size_t i = 0; i < m->stars.n; i++)
		if (str_eq(m->stars.at[i], library))
			return;
	*vec_push(py->arena, &m->stars) = library;
}

static void import_star(struct interpreter *py, struct module *m, struct str library)
{
	struct module *into = py->frame->module;
	/* Modules that import each other bind into what is being read here. */
	size_t cells = m ? m->scope->cells.n : 0, stars = m ? m->stars.n : 0;

	if (!m)
		add_star(py, into, today(py, library));
	if (m == into)
		return;
	for (size_t i = 0; i < cells; i++) {
		const struct cell *cell = m->scope->cells.at[i];

		if (cell->value && exported(py, m, cell->name))
			py_bind(py, cell->name, cell->value);
	}
	for (size_t i = 0; i < stars; i++)
		add_star(py, into, m->stars.at[i]);
}

static struct node *library_member(struct interpreter *py, struct str module, const struct py_alias *alias)
{
	struct node *forked = forked_class(py, module, alias->name.text);

	return forked ? forked
		      : py_library_name(py, str_fmt(py->arena, "%.*s.%.*s", STR_ARG(module), STR_ARG(alias->name.text)),
					alias->name.at);
}

static struct node *member_of(struct interpreter *py, const struct py_stmt *s, const struct import_result *found,
			      struct module *m, const struct py_alias *alias)
{
	struct str name = alias->name.text;
	struct node *value = m ? py_find_attr(py, m->node, name, alias->name.at) : NULL;
	struct module *sub;

	if (value)
		return value;
	sub = found->outside ? NULL : submodule(py, s, alias);
	if (sub) {
		module_start_all(py, sub);
		return sub->node;
	}
	/* What a module of the repository lacks is called like a library that nobody knows: model = theirs(model) is a model. */
	if (m && !s->as.import.level)
		return py_library_name(py, str_fmt(py->arena, "%.*s.%.*s", STR_ARG(s->as.import.module.text), STR_ARG(name)), alias->name.at);
	if (m || s->as.import.level)
		return py_unknown(py, alias->name.at, "%.*s is not defined in %.*s", STR_ARG(name),
				  STR_ARG(m ? m->path : s->as.import.module.text));
	value = forked_class(py, s->as.import.module.text, name);
	if (value || alias->node)
		return value ? value : alias->node;
	return shared_name(py, alias, str_fmt(py->arena, "%.*s.%.*s", STR_ARG(s->as.import.module.text), STR_ARG(name)));
}

static void import_from(struct interpreter *py, const struct py_stmt *s)
{
	const struct import_result *found;
	struct str library, name;
	struct module *m;

	if (str_is(s->as.import.module.text, "__future__")) {
		for (size_t i = 0; i < s->as.import.n; i++)
			if (str_is(s->as.import.at[i].name.text, "annotations"))
				py_bind(py, STR("annotations"),
					py_name(py, "__future__.annotations", s->at));
		return;
	}
	found = from_module(py, s);
	library = found->library;
	name = library.n ? library : s->as.import.module.text;
	m = import_load(py, found);
	if (m)
		module_start_all(py, m);
	for (size_t i = 0; i < s->as.import.n; i++) {
		const struct py_alias *alias = &s->as.import.at[i];

		if (str_is(alias->name.text, "*"))
			import_star(py, m, name);
		else
			py_bind(py, alias->as_name.text.n ? alias->as_name.text : alias->name.text,
				library.n ? library_member(py, library, alias) : member_of(py, s, found, m, alias));
	}
}

void py_run_import(struct interpreter *py, const struct py_stmt *s)
{
	if (s->kind == STMT_IMPORT_FROM) {
		import_from(py, s);
		return;
	}
	for (size_t i = 0; i < s->as.import.n; i++)
		import_plain(py, &s->as.import.at[i]);
}

void module_start(struct interpreter *py, struct module *m)
{
	struct frame frame = {
	    .caller = py->frame, .scope = m->scope, .module = m, .guard = py->guard};
	uint32_t loops = py->loops;
	enum flow flow;

	if (m->started || !m->tree)
		return;
	m->started = true;
	if (py->depth >= py->budget.depth || py->deep >= DEEP_MAX) {
		py_spent(py, "imports inside calls", py->budget.depth);
		return;
	}
	py->depth++;
	py->deep++;
	py->loops = 0;
	py->frame = &frame;
	flow = py_run_block(py, &m->tree->body, 0);
	if ((flow == FLOW_RAISE || flow == FLOW_EXIT) && !frame.caller)
		py_note_end(py);
	py->frame = frame.caller;
	py->loops = loops;
	py->deep--;
	py->depth--;
}
