#include "module_search.h"

#include "lint/frameworks/frameworks.h"

/* folder/name.py, or the package folder/name/; an empty folder is the root. */
struct module *module_in(struct interpreter *py, struct str folder, struct str name, struct str dotted)
{
	struct str base = folder.n && !str_is(folder, ".")
			      ? str_fmt(py->arena, "%.*s/%.*s", STR_ARG(folder), STR_ARG(name))
			      : name;
	struct module *m = module_load(py, str_cat(py->arena, base, STR("/__init__.py")), dotted);

	return m ? m : module_load(py, str_cat(py->arena, base, STR(".py")), dotted);
}

struct module *module_below(struct interpreter *py, struct str folder, struct str dotted,
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
static bool search_folder(struct interpreter *py, size_t i, struct str *folder)
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

bool module_distribution(struct interpreter *py, struct str folder, struct str said)
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

static struct module *of_distribution(struct interpreter *py, struct str folder, struct str dotted)
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
static struct module *installed(struct interpreter *py, struct str dotted)
{
	struct module *m = of_distribution(py, str_cut(dotted, '.').head, dotted);
	struct str folder = module_script(py);

	while (!m && folder.n) {
		m = of_distribution(py, folder, dotted);
		folder = eval_dirname(folder);
	}
	return m;
}

static bool is_package(struct interpreter *py, struct str folder)
{
	struct eval_file file;

	return py->world->find(py->world->context, eval_path(py->arena, folder, STR("__init__.py")), &file);
}

/*
 * A project in a folder of the repository is run from there, "python examples/train.py" with its packages,
 * or has them in a src/ of its own.
 * A package is no such folder: "import modal" in train/modal/sft.py means the library.
 */
static struct module *above_script(struct interpreter *py, struct str dotted)
{
	struct str folder = module_script(py);
	struct module *m = module_below(py, eval_path(py->arena, folder, STR("src")), dotted, dotted);

	while (!m && folder.n) {
		folder = eval_dirname(folder);
		if (folder.n && is_package(py, folder))
			continue;
		if (folder.n)
			m = module_below(py, folder, dotted, dotted);
		if (!m)
			m = module_below(py, eval_path(py->arena, folder, STR("src")), dotted, dotted);
	}
	return m;
}

/* Most imports are of libraries: no file or folder of the repository has their name. */
static bool importable(struct interpreter *py, struct str dotted)
{
	const struct eval_world *world = py->world;

	return !world->importable || world->importable(world->context, str_cut(dotted, '.').head);
}

/* Whether a package may be one whose files lie elsewhere: see flat(). */
static bool may_be_flat(struct interpreter *py, struct str package)
{
	struct eval_file setup;

	return str_is(package, "src") || (py->world->find(py->world->context, STR("setup.py"), &setup) &&
					  str_has(setup.text, STR("package_dir")) && str_has(setup.text, package));
}

/*
 * A package that the rows know is that library even in its own repository: an example of PEFT's
 * means what a user's script means, and its source would be evaluated anew for each.
 */
bool module_may_be(struct interpreter *py, struct str dotted)
{
	struct str head = str_cut(dotted, '.').head;

	return (importable(py, dotted) || may_be_flat(py, head)) && !package_of(head);
}

struct module *module_in_path(struct interpreter *py, struct str dotted)
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

/*
 * sys.path.append("../lib") of a script that is run from its own folder: where nothing says so, and the folder from which it is
 * started has no such module.
 */
static struct module *in_path_from_script(struct interpreter *py, struct str dotted)
{
	struct module *m = NULL;

	for (size_t i = 0; !m && i < py->sys_path->as.items.n; i++) {
		const struct node *entry = py->sys_path->as.items.at[i];

		if (entry->kind == NODE_STR && str_starts(entry->text, STR(".")))
			m = module_below(py, eval_path(py->arena, module_script(py), entry->text), dotted, dotted);
	}
	return m;
}

static struct module *search(struct interpreter *py, struct str dotted)
{
	struct module *m = module_in_path(py, dotted);

	if (!m)
		m = in_path_from_script(py, dotted);
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
static struct module *flat(struct interpreter *py, struct str dotted)
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

struct module *module_anywhere(struct interpreter *py, struct str dotted)
{
	struct module *m = importable(py, dotted) ? search(py, dotted) : NULL;

	return m ? m : flat(py, dotted);
}

/* Whether a folder holds name/ or name.py. */
static bool has_name(struct interpreter *py, struct str folder, struct str name)
{
	struct str path = folder.n && !str_is(folder, ".") ? str_fmt(py->arena, "%.*s/%.*s", STR_ARG(folder), STR_ARG(name)) : name;
	const struct eval_world *world = py->world;
	struct eval_file file;

	return (world->folder && world->folder(world->context, path)) ||
	       world->find(world->context, str_cat(py->arena, path, STR(".py")), &file) ||
	       world->find(world->context, str_cat(py->arena, path, STR("/__init__.py")), &file);
}

struct str module_folders_of(struct interpreter *py, struct str name)
{
	struct str folder, folders = {0};

	for (size_t i = 0; search_folder(py, i, &folder); i++)
		if (!name.n || (!str_is(folder, "\1") && has_name(py, folder, name)))
			folders = str_fmt(py->arena, "%.*s%.*s\n", STR_ARG(folders), STR_ARG(folder));
	return folders;
}

struct module *module_namespace(struct interpreter *py, struct str dotted)
{
	struct str folder, path = str_tr(py->arena, dotted, '.', '/');

	if (!importable(py, dotted))
		return NULL;
	for (size_t i = 0; search_folder(py, i, &folder); i++) {
		struct module *m;

		if (str_is(folder, "\1"))
			continue;
		m = module_namespace_in(py, eval_path(py->arena, folder, path), dotted);
		if (m)
			return m;
	}
	return NULL;
}
