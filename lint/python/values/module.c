#include "modules.h"

#include "lint/python/syntax/lexicon.h"
#include "import_cache.h"
#include "values.h"
#include "mentions.h"

#include "lint/frameworks/frameworks.h"

struct parsed {
	uint32_t file;
	struct py_module *tree;
};

struct py_cache {
	struct arena *arena;
	struct py_lexicon *lexicon;
	struct identifiers names;
	struct native_index *natives;
	struct searches *searches;
	/** By dotted names that were called: position in called + 1. */
	struct dict callables;
	struct {
		VEC(const struct callable *);
	} called;
	struct mentions mentions;
	/** Evaluations so far. */
	uint64_t runs;
	VEC(struct parsed);
	/** File id to position in the list, + 1. */
	struct {
		VEC(uint32_t);
	} of;
};

struct py_cache *py_cache_new(struct arena *a)
{
	struct py_cache *cache = arena_new(a, struct py_cache);

	cache->arena = a;
	return cache;
}

void py_cache_free(struct py_cache *cache)
{
	if (cache->lexicon)
		py_lexicon_free(cache->lexicon);
	cache->lexicon = NULL;
	if (cache->searches)
		searches_free(cache->searches);
	cache->searches = NULL;
}

struct arena *py_cache_arena(struct py_cache *cache)
{
	return cache->arena;
}

const struct callable *py_cache_callable(struct py_cache *cache, struct str dotted)
{
	/* Names that a program computes are without end. */
	enum { CALLED_MAX = 1 << 14, CALLED_BYTES = 256 };
	uint32_t at = dict_get(&cache->callables, dotted);
	const struct callable *row;

	if (at)
		return cache->called.at[at - 1];
	row = callable_find(dotted);
	if (cache->called.n < CALLED_MAX && dotted.n <= CALLED_BYTES) {
		*vec_push(cache->arena, &cache->called) = row;
		*dict_put(cache->arena, &cache->callables, str_dup(cache->arena, dotted)) = (uint32_t)cache->called.n;
	}
	return row;
}

struct mentions *py_cache_mentions(struct py_cache *cache)
{
	return &cache->mentions;
}

uint64_t py_cache_run(struct py_cache *cache)
{
	return ++cache->runs;
}

struct searches *py_cache_searches(struct py_cache *cache)
{
	if (!cache->searches)
		cache->searches = searches_new(cache->arena);
	return cache->searches;
}

/* Compiled when the first text asks for it: most runs read some, some read none. NULL without memory. */
static struct py_lexicon *lexicon_of(struct py_cache *cache)
{
	if (!cache->lexicon) {
		cache->lexicon = py_lexicon_new();
		cache->names.arena = cache->arena;
		if (cache->lexicon)
			cache->lexicon->names = &cache->names;
	}
	return cache->lexicon;
}

struct py_module *py_cache_parse(struct py_cache *cache, uint32_t file, struct str text)
{
	struct py_module *tree;

	if (file < cache->of.n && cache->of.at[file])
		return cache->at[cache->of.at[file] - 1].tree;
	if (!lexicon_of(cache))
		return NULL;
	tree = py_parse_outline(cache->arena, cache->lexicon, file, text);
	*vec_push(cache->arena, cache) = (struct parsed){file, tree};
	while (cache->of.n <= file)
		*vec_push(cache->arena, &cache->of) = 0;
	cache->of.at[file] = (uint32_t)cache->n;
	return tree;
}

const struct py_block *py_cache_body(struct py_cache *cache, const struct py_module *module,
				     struct py_body *body)
{
	py_parse_body(cache->arena, cache->lexicon, module, body);
	return &body->block;
}

struct py_expr *py_cache_parse_expr(struct py_cache *cache, struct arena *a, uint32_t file,
				    struct str text)
{
	return lexicon_of(cache) ? py_parse_expr(a, cache->lexicon, file, text) : NULL;
}

const struct native_index *py_cache_natives(struct py_cache *cache)
{
	if (!cache->natives)
		cache->natives = native_index_new(cache->arena);
	return cache->natives;
}

/*
 * What a relative path means from where the launch is meant to run, or from the script's folder, if the
 * working directory has no such file.
 */
static struct str beside_script(struct interp *py, struct str path, struct str found)
{
	const struct eval_world *world = py->world;
	const struct str folders[] = {world->base, world->beside};
	struct eval_file file;

	if (world->find(world->context, found, &file) ||
	    (world->folder && world->folder(world->context, found)))
		return found;
	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
		struct str there = folders[i].n ? eval_path(py->arena, folders[i], path) : STR("");

		if (there.n && world->find(world->context, there, &file))
			return there;
	}
	return found;
}

/* The part of a path behind a folder; the path itself if it does not lead there. */
static struct str below(struct str path, struct str folder)
{
	return folder.n && str_starts(path, folder) && path.n > folder.n && path.s[folder.n] == '/'
		       ? str_sub(path, folder.n + 1, path.n)
		       : path;
}

/*
 * A path of the machine on which a job is run, where the repository lies in some folder: the longest end of
 * it, of two names at least, that is a file here. "/content/drive/x/configs/sft.yaml" is configs/sft.yaml.
 */
static struct str mounted(struct interp *py, struct str path)
{
	const struct eval_world *world = py->world;
	struct eval_file file;
	size_t slash = 0;

	while ((slash = str_chr(path, '/', slash)) != SIZE_MAX) {
		struct str end = str_sub(path, ++slash, path.n);

		if (str_chr(end, '/', 0) == SIZE_MAX)
			break;
		end = eval_path(py->arena, STR(""), end);
		if (end.n && world->find(world->context, end, &file))
			return end;
	}
	return (struct str){0};
}

struct str py_repo_path(struct interp *py, struct str path)
{
	struct str root = STR(EVAL_ROOT "/");

	if (str_is(path, EVAL_ROOT))
		return STR(".");
	if (str_starts(path, root)) {
		struct str inside = str_sub(path, root.n, path.n);

		/* abspath() of a relative path is as unsure of the working directory as the path. */
		return beside_script(py, below(inside, py->world->cwd),
				     eval_path(py->arena, STR(""), inside));
	}
	if (str_starts(path, STR("/")))
		return mounted(py, path);
	return beside_script(py, path, eval_path(py->arena, py->world->cwd, path));
}

static struct module *loaded(const struct interp *py, struct str path)
{
	uint32_t at = dict_get(&py->pathed, path);

	return at ? py->modules.at[at - 1] : NULL;
}

struct module *module_named(const struct interp *py, struct str name)
{
	uint32_t at = dict_get(&py->named, name);

	return at ? py->modules.at[at - 1] : NULL;
}

/* Behind the others of its name. */
static void index_module(struct interp *py, struct module *m)
{
	uint32_t *at = dict_put(py->arena, &py->named, m->name);

	while (*at)
		at = &py->modules.at[*at - 1]->next_named;
	*vec_push(py->arena, &py->modules) = m;
	*at = (uint32_t)py->modules.n;
	*dict_put(py->arena, &py->pathed, m->path) = (uint32_t)py->modules.n;
}

static struct module *module_new(struct interp *py, struct str path, struct str name)
{
	struct module *m = arena_new(py->arena, struct module);

	m->name = name;
	m->path = path;
	m->scope = scope_new(py, SCOPE_MODULE, NULL, m);
	m->scope->stamp = 0;
	m->node = node_new(py->arena, NODE_MODULE, (struct span){0});
	m->node->text = name;
	m->node->code = m;
	index_module(py, m);
	return m;
}

struct module *module_of(struct interp *py, const struct eval_file *file, struct str name)
{
	struct module *m = loaded(py, file->path);
	struct span at = {0};
	struct str end = STR("/__init__.py");

	if (m)
		return m;
	m = module_new(py, file->path, name);
	m->file = file->id;
	m->tree = py_cache_parse(py->cache, file->id, file->text);
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

struct module *module_of_file(const struct interp *py, uint32_t file, struct str path)
{
	const struct py_cache *cache = py->cache;
	const struct py_module *tree =
	    file < cache->of.n && cache->of.at[file] ? cache->at[cache->of.at[file] - 1].tree : NULL;

	return tree && tree->run == py->run && tree->loaded->path.s == path.s ? tree->loaded : NULL;
}

struct module *module_load(struct interp *py, struct str path, struct str name)
{
	struct module *m = loaded(py, path);
	struct eval_file file;

	if (!m && py->world->find(py->world->context, path, &file))
		m = module_of(py, &file, name);
	if (m)
		found_note(py, m, path, name);
	return m;
}

void module_start(struct interp *py, struct module *m)
{
	struct frame frame = {
	    .caller = py->frame, .scope = m->scope, .module = m, .guard = py->guard};
	uint32_t loops = py->loops;

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
	py_run_block(py, &m->tree->body, 0);
	py->frame = frame.caller;
	py->loops = loops;
	py->deep--;
	py->depth--;
}

/* folder/name.py, or the package folder/name/; an empty folder is the root. */
struct module *module_in(struct interp *py, struct str folder, struct str name, struct str dotted)
{
	struct str base = folder.n && !str_is(folder, ".")
			      ? str_fmt(py->arena, "%.*s/%.*s", STR_ARG(folder), STR_ARG(name))
			      : name;
	struct module *m = module_load(py, str_cat(py->arena, base, STR("/__init__.py")), dotted);

	return m ? m : module_load(py, str_cat(py->arena, base, STR(".py")), dotted);
}

/* A folder without __init__.py is a package only as far as it holds the module that is asked for. */
static struct module *namespace_package(struct interp *py, struct str folder, struct str dotted)
{
	struct module *m = loaded(py, folder);

	if (m)
		return m;
	if (!py->world->folder || !py->world->folder(py->world->context, folder))
		return NULL;
	m = module_new(py, folder, dotted);
	m->folder = folder;
	m->started = true;
	return m;
}

struct module *module_sub(struct interp *py, const struct module *package, struct str name)
{
	const struct found *found = package->folder.n ? found_get(py, package->tree, name, found_files(py)) : NULL;
	struct str dotted;

	/* One file may be a package under two names. */
	if (found && (!found->is || str_starts(found->steps.at[0].name, package->name)))
		return found_load(py, found);
	if (!package->folder.n)
		return NULL;
	dotted = str_fmt(py->arena, "%.*s.%.*s", STR_ARG(package->name), STR_ARG(name));
	if (found || !package->tree)
		return module_in(py, package->folder, name, dotted);
	return found_load(py, found_put(py, package->tree, name, found_files(py), found_in(py, package->folder, name, dotted)));
}

struct module *module_below(struct interp *py, struct str folder, struct str dotted,
			    struct str name)
{
	struct str_cut cut = str_cut(dotted, '.');
	struct module *m = module_in(py, folder, cut.head,
				     str_sub(name, 0, name.n - cut.tail.n - (cut.ok ? 1 : 0)));
	struct str below = folder.n && !str_is(folder, ".")
			       ? str_fmt(py->arena, "%.*s/%.*s", STR_ARG(folder), STR_ARG(cut.head))
			       : cut.head;

	if (!cut.ok)
		return m;
	if (m && !m->folder.n)
		return NULL;
	if (!m && (!py->world->folder || !py->world->folder(py->world->context, below)))
		return NULL;
	return module_below(py, m ? m->folder : below, cut.tail, name);
}

/* The folders of sys.path that lie in the repository, as paths from the root. */
static bool search_folder(struct interp *py, size_t i, struct str *folder)
{
	const struct node *entry;

	if (i >= py->sys_path->as.items.n)
		return false;
	entry = py->sys_path->as.items.at[i];
	*folder = entry->kind == NODE_STR
		      ? (entry->text.n ? py_repo_path(py, entry->text) : py->world->cwd)
		      : STR("\1");
	if (!folder->n && entry->kind == NODE_STR && entry->text.n)
		*folder = STR("\1");
	return true;
}

bool module_distribution(struct interp *py, struct str folder, struct str said)
{
	static const char *const files[] = {"setup.py", "pyproject.toml", "setup.cfg"};
	struct eval_file file;

	for (size_t i = 0; i < sizeof(files) / sizeof(*files); i++)
		if (py->world->find(py->world->context, eval_path(py->arena, folder, str_of(files[i])),
				    &file) &&
		    (!said.n || str_has(file.text, said)))
			return true;
	return false;
}

static struct module *of_distribution(struct interp *py, struct str folder, struct str dotted)
{
	struct module *m;

	if (!module_distribution(py, folder, STR("")))
		return NULL;
	m = module_below(py, folder, dotted, dotted);
	return m ? m : module_below(py, eval_path(py->arena, folder, STR("src")), dotted, dotted);
}

/*
 * What "pip install -e FOLDER" makes importable: packages of a folder above the script, or of one that
 * is named as the package, if setup.py or the like lies in it.
 */
static struct module *installed(struct interp *py, struct str dotted)
{
	struct module *m = of_distribution(py, str_cut(dotted, '.').head, dotted);
	struct str folder = module_script(py);

	while (!m && folder.n) {
		m = of_distribution(py, folder, dotted);
		folder = eval_dirname(folder);
	}
	return m;
}

static bool is_package(struct interp *py, struct str folder)
{
	struct eval_file file;

	return py->world->find(py->world->context, eval_path(py->arena, folder, STR("__init__.py")), &file);
}

/*
 * A project in a folder of the repository is run from there, "python examples/train.py" with its packages,
 * or has them in a src/ of its own.
 * A package is no such folder: "import modal" in train/modal/sft.py means the library.
 */
static struct module *above_script(struct interp *py, struct str dotted)
{
	struct str folder = module_script(py);
	struct module *m = NULL;

	while (!m && folder.n) {
		folder = eval_dirname(folder);
		if (folder.n && !is_package(py, folder))
			m = module_below(py, folder, dotted, dotted);
		if (!m && folder.n && !is_package(py, folder))
			m = module_below(py, eval_path(py->arena, folder, STR("src")), dotted, dotted);
	}
	return m;
}

/* Most imports are of libraries: no file or folder of the repository has their name. */
static bool importable(struct interp *py, struct str dotted)
{
	const struct eval_world *world = py->world;

	return !world->importable || world->importable(world->context, str_cut(dotted, '.').head);
}

/* Whether a package may be one whose files lie elsewhere: see flat(). */
static bool may_be_flat(struct interp *py, struct str package)
{
	struct eval_file setup;

	return str_is(package, "src") || (py->world->find(py->world->context, STR("setup.py"), &setup) &&
					  str_has(setup.text, STR("package_dir")) && str_has(setup.text, package));
}

/*
 * A package that the rows know is that library even in its own repository: an example of PEFT's
 * means what a user's script means, and its source would be evaluated anew for each.
 */
bool module_may_be(struct interp *py, struct str dotted)
{
	struct str head = str_cut(dotted, '.').head;

	return (importable(py, dotted) || may_be_flat(py, head)) && !package_of(head);
}

struct module *module_in_path(struct interp *py, struct str dotted)
{
	struct str folder;

	for (size_t i = 0; search_folder(py, i, &folder); i++) {
		/* "\1" stands for a folder that is not in the repository. */
		struct module *m = str_is(folder, "\1") ? NULL : module_below(py, folder, dotted, dotted);

		if (m)
			return m;
	}
	return NULL;
}

static struct module *search(struct interp *py, struct str dotted)
{
	struct module *m = module_in_path(py, dotted);

	if (!m)
		m = installed(py, dotted);
	return m ? m : above_script(py, dotted);
}

/* The "." of package_dir={"net": "."} in a setup.py; false: it says no folder for the package. */
static bool package_folder(struct str setup, struct str package, struct str *folder)
{
	struct str rest = str_sub(setup, str_find(setup, STR("package_dir"), 0), setup.n);

	for (size_t at = 0; (at = str_find(rest, package, at)) != SIZE_MAX; at++) {
		struct str after = str_sub(rest, at + package.n, rest.n);
		char quote = after.n ? after.s[0] : 0;

		if ((quote != '"' && quote != '\'') || !at || rest.s[at - 1] != quote)
			continue;
		after = str_trim(str_sub(after, 1, after.n));
		if (!str_starts(after, STR(":")))
			continue;
		after = str_trim(str_sub(after, 1, after.n));
		quote = after.n ? after.s[0] : 0;
		if (quote != '"' && quote != '\'')
			continue;
		*folder = str_sub(after, 1, str_chr(after, quote, 1));
		return true;
	}
	return false;
}

/*
 * Files of a package that has no folder here: one that setup.py says lies elsewhere (package_dir), and src.model
 * of a model.py at the top, which lay in a src/ where it was written. No distribution has a package of that name.
 */
static struct module *flat(struct interp *py, struct str dotted)
{
	struct str_cut cut = str_cut(dotted, '.');
	struct eval_file setup;
	struct str folder;

	if (!cut.tail.n || package_of(cut.head))
		return NULL;
	if (py->world->find(py->world->context, STR("setup.py"), &setup) && str_has(setup.text, STR("package_dir")) &&
	    package_folder(setup.text, cut.head, &folder))
		return module_below(py, eval_path(py->arena, STR(""), folder), cut.tail, dotted);
	return str_is(cut.head, "src") ? search(py, cut.tail) : NULL;
}

struct module *module_anywhere(struct interp *py, struct str dotted)
{
	struct module *m = importable(py, dotted) ? search(py, dotted) : NULL;

	return m ? m : flat(py, dotted);
}

struct str module_script(const struct interp *py)
{
	return py->modules.n ? eval_dirname(py->modules.at[0]->path) : STR("");
}

/* Whether a folder holds name/ or name.py. */
static bool has_name(struct interp *py, struct str folder, struct str name)
{
	struct str path = folder.n && !str_is(folder, ".") ? str_fmt(py->arena, "%.*s/%.*s", STR_ARG(folder), STR_ARG(name)) : name;
	const struct eval_world *world = py->world;
	struct eval_file file;

	return (world->folder && world->folder(world->context, path)) ||
	       world->find(world->context, str_cat(py->arena, path, STR(".py")), &file) ||
	       world->find(world->context, str_cat(py->arena, path, STR("/__init__.py")), &file);
}

struct str module_folders_of(struct interp *py, struct str name)
{
	struct str folder, folders = {0};

	for (size_t i = 0; search_folder(py, i, &folder); i++)
		if (!name.n || (!str_is(folder, "\1") && has_name(py, folder, name)))
			folders = str_fmt(py->arena, "%.*s%.*s\n", STR_ARG(folders), STR_ARG(folder));
	return folders;
}

struct module *module_find(struct interp *py, struct str dotted)
{
	return found_load(py, found_module(py, dotted));
}

struct module *module_namespace(struct interp *py, struct str dotted)
{
	struct str folder, path = str_tr(py->arena, dotted, '.', '/');

	if (!importable(py, dotted))
		return NULL;
	for (size_t i = 0; search_folder(py, i, &folder); i++) {
		struct module *m;

		if (str_is(folder, "\1"))
			continue;
		m = namespace_package(py, eval_path(py->arena, folder, path), dotted);
		if (m)
			return m;
	}
	return NULL;
}

/* Starts a module after the packages that it lies in. */
void module_start_all(struct interp *py, struct module *m)
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
