#include "environment.h"

#include "dates.h"
#include "imports.h"
#include "lint/repo/repo.h"

#include <stdlib.h>

static struct str folder_above(struct str folder)
{
	size_t slash = str_rchr(folder, '/');

	return slash == SIZE_MAX ? STR("") : str_sub(folder, 0, slash);
}

/* What is known of a folder: it holds code of any kind; there or below it are code or configs that may train. */
enum { HOLDS_CODE = 1, MAY_TRAIN = 2 };

static void find_projects(struct arena *a, const struct files *files, const unsigned *marks,
			  struct dict *projects)
{
	for (size_t i = 0; i < files->n; i++) {
		struct str folder = files->at[i].path;
		enum file_kind kind = file_kind_of(folder);
		bool trains = marks[i] & (MARK_SINK | MARK_REACH | MARK_CONFIG);

		if (!trains && kind != KIND_PYTHON && kind != KIND_NOTEBOOK)
			continue;
		do {
			uint32_t *known;

			folder = folder_above(folder);
			known = dict_put(a, projects, folder);
			if (*known == MAY_TRAIN)
				break;
			*known = trains ? MAY_TRAIN : HOLDS_CODE;
		} while (folder.n && trains);
	}
}

static struct environment *make(struct environments *e, struct arena *a, struct str folder)
{
	uint32_t *index = dict_put(a, &e->of, folder);
	struct environment *made;

	if (*index)
		return e->at[*index - 1];
	made = arena_new(a, struct environment);
	made->folder = folder;
	made->aside = path_is_aside(str_cat(a, folder, STR("/x")));
	made->asked.versions.arena = made->asked.needed.arena = made->versions.arena = a;
	*vec_push(a, e) = made;
	*index = (uint32_t)e->n;
	return made;
}

/*
 * Requirements in a folder without code, requirements/ or docker/, are those of the folder above; those of a copied
 * library's projects, far down in folders without code, are for nobody here.
 */
static struct environment *made_for(struct environments *e, struct arena *a, const struct dict *projects,
				    struct str path)
{
	enum { LEVELS = 2 };
	struct str own = folder_above(path), folder = own;
	int levels = 0;

	for (; folder.n && !dict_get(projects, folder) && !path_is_aside(path); levels++)
		folder = folder_above(folder);
	return make(e, a, levels > LEVELS ? own : folder);
}

static size_t depth(struct str folder)
{
	size_t n = folder.n > 0;

	for (size_t i = 0; i < folder.n; i++)
		n += folder.s[i] == '/';
	return n;
}

/* The root first, places that are about something else last. */
static int compare(const void *x, const void *y)
{
	const struct environment *a = *(struct environment *const *)x;
	const struct environment *b = *(struct environment *const *)y;

	if (a->aside != b->aside)
		return a->aside ? 1 : -1;
	if (depth(a->folder) != depth(b->folder))
		return depth(a->folder) < depth(b->folder) ? -1 : 1;
	return str_cmp(a->folder, b->folder);
}

static void read_requirements(struct environments *e, struct arena *a, struct files *files,
			      const struct dict *projects)
{
	for (uint32_t file = 1; file <= files->n; file++) {
		const struct file *f = files_at(files, file);

		if (file_kind_of(f->path) == KIND_REQUIREMENTS && f->text.n)
			requirements_read(a, files, file, &made_for(e, a, projects, f->path)->asked);
	}
}

/* Whether there are versions of packages of which anything is read. */
static bool says_versions(const struct versions *versions)
{
	for (size_t i = 0; i < versions->n; i++)
		if (!package_find(versions->at[i].package)->only_needed)
			return true;
	return false;
}

/*
 * What Dockerfiles and scripts install counts where no requirement of their folder names it. A script in a
 * folder of its own may install for anything.
 */
static void read_installs(struct environments *e, struct arena *a, struct files *files,
			  const struct dict *projects)
{
	for (uint32_t file = 1; file <= files->n; file++) {
		const struct file *f = files_at(files, file);
		struct versions installed = {.arena = a};
		struct requirements *asked;

		if ((file_kind_of(f->path) != KIND_DOCKER && file_kind_of(f->path) != KIND_SHELL) || !f->text.n)
			continue;
		requirements_installed(files, file, &installed);
		if (!says_versions(&installed))
			continue;
		asked = file_kind_of(f->path) == KIND_DOCKER ? &made_for(e, a, projects, f->path)->asked
							: &make(e, a, folder_above(f->path))->asked;
		for (size_t i = 0; i < installed.n; i++)
			if (package_find(installed.at[i].package)->only_needed)
				versions_set(&asked->needed, installed.at[i]);
			else if (!requirements_name(asked, installed.at[i].package))
				versions_set(&asked->versions, installed.at[i]);
	}
}

/* What is said of a package further away gives way, unless it says more of it. */
static void take_further(struct versions *versions, const struct version *v)
{
	const struct version *nearer = versions_find(versions, v->package);

	if (!nearer || (nearer->open && !v->open && version_cmp(v->version, nearer->least) >= 0))
		versions_set(versions, *v);
}

/* Whether two versions are of one release: "4.38.0" and "4.38.2". */
static bool same_release(struct str a, struct str b)
{
	for (size_t i = 0, dots = 0; i < a.n || i < b.n; i++) {
		if ((i >= a.n || a.s[i] == '.') && (i >= b.n || b.s[i] == '.') && ++dots == 2)
			return true;
		if (i >= a.n || i >= b.n || a.s[i] != b.s[i])
			return false;
	}
	return true;
}

/* Whether folders pin different releases of a package: then none of them speaks for the rest. */
static bool is_contested(const struct environments *e, const struct version *v)
{
	for (size_t i = 0; i < e->n && !v->open; i++) {
		const struct version *other = versions_find(&e->at[i]->asked.versions, v->package);

		if (other && !other->open && !same_release(v->version, other->version))
			return true;
	}
	return false;
}

/* Of a folder that asks for nothing, nor one above it, what the first others ask for is the best guess. */
static void compose(struct environment *env, const struct versions *everywhere)
{
	bool asks = false;

	for (const struct environment *k = env; k; k = k->above) {
		asks |= requirements_any(&k->asked);
		for (size_t i = 0; i < k->asked.versions.n; i++)
			take_further(&env->versions, &k->asked.versions.at[i]);
	}
	for (size_t i = 0; i < everywhere->n && !asks; i++)
		versions_set(&env->versions, everywhere->at[i]);
}

/* Whether a repository keeps a copy of a package, which is what its programs import: trl/__init__.py. */
static bool is_kept(struct files *files, const struct package *package)
{
	for (uint32_t file = 1; file <= files->n; file++) {
		struct str path = files_at(files, file)->path;

		if (str_is(str_tail(path, '/'), "__init__.py") && package_of(str_tail(folder_above(path), '/')) == package)
			return true;
	}
	return false;
}

/* What programs that may train import dates the project that they are of. */
static void read_imports(struct environments *e, struct arena *a, struct files *files, const unsigned *marks)
{
	for (uint32_t file = 1; file <= files->n; file++) {
		const struct file *f = files_at(files, file);
		enum file_kind kind = file_kind_of(f->path);
		struct imports imports = {.arena = a};
		struct environment *env;

		if ((kind != KIND_PYTHON && kind != KIND_NOTEBOOK) || !(marks[file - 1] & (MARK_SINK | MARK_REACH)) || !f->text.n)
			continue;
		imports_read(&imports, files, file);
		/* A library's former name dates the folder that it stands in, and no project beside it. */
		env = imports_renamed(&imports) ? make(e, a, folder_above(f->path)) : environments_of(e, f->path);
		env->imports.arena = a;
		imports_add(&env->imports, &imports);
	}
}

void environments_read(struct environments *e, struct arena *a, struct files *files, const unsigned *marks)
{
	struct versions first = {.arena = a}, everywhere = {.arena = a};
	struct dict projects = {0};

	find_projects(a, files, marks, &projects);
	make(e, a, STR(""));
	read_requirements(e, a, files, &projects);
	read_installs(e, a, files, &projects);
	read_imports(e, a, files, marks);
	for (size_t i = 1; i < e->n; i++)
		e->at[i]->above = environments_of(e, e->at[i]->folder);
	qsort(e->at, e->n, sizeof(struct environment *), compare);
	for (size_t i = 0; i < e->n; i++) {
		*dict_put(a, &e->of, e->at[i]->folder) = (uint32_t)i + 1;
		for (size_t k = 0; k < e->at[i]->asked.versions.n; k++)
			take_further(&first, &e->at[i]->asked.versions.at[k]);
	}
	for (size_t i = 0; i < first.n; i++)
		if (!is_contested(e, &first.at[i]))
			versions_set(&everywhere, first.at[i]);
	for (size_t i = 0; i < e->n; i++)
		compose(e->at[i], &everywhere);
	for (size_t i = 0; i < e->n; i++) {
		for (const struct environment *k = e->at[i]; k; k = k->above) {
			date_by_needs(&k->asked.needed, &e->at[i]->versions);
			date_by_needs(&k->asked.versions, &e->at[i]->versions);
		}
		for (size_t k = 0; k < e->at[i]->imports.n; k++)
			if (!is_kept(files, e->at[i]->imports.at[k].package))
				import_date(&e->at[i]->imports.at[k], &e->at[i]->versions);
	}
}

struct environment *environments_of(const struct environments *e, struct str path)
{
	uint32_t index = 0;

	while (path.n && !index) {
		path = folder_above(path);
		index = dict_get(&e->of, path);
	}
	return e->at[index ? index - 1 : 0];
}
