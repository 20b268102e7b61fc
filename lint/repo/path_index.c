/*
 * Which file a path or a module means: folders, names that imports may mean, and files by their last part.
 */
#include "file_kind.h"
#include "repository_parts.h"

#include "lint/eval/eval.h"

#include <stdlib.h>
#include <string.h>

static size_t folder_slot(const struct repository *repo, struct str path)
{
	size_t slot = (size_t)str_hash(path) & (repo->folder_slots - 1);

	while (repo->folders[slot].n && !str_eq(repo->folders[slot], path))
		slot = (slot + 1) & (repo->folder_slots - 1);
	return slot;
}

/* Every folder above a path; stops at the first that is known, since those above it are too. */
static void add_folders(struct repository *repo, struct str path)
{
	for (path = eval_dirname(path); path.n; path = eval_dirname(path)) {
		size_t slot = folder_slot(repo, path);

		if (repo->folders[slot].n)
			break;
		repo->folders[slot] = path;
	}
}

static size_t depth_of(struct str path)
{
	size_t n = 0;

	for (size_t i = 0; i < path.n; i++)
		n += path.s[i] == '/';
	return n;
}

static int compare_names(const void *x, const void *y, void *context)
{
	struct files *files = context;
	struct str a = files_at(files, *(const uint32_t *)x)->path;
	struct str b = files_at(files, *(const uint32_t *)y)->path;
	int order = str_cmp(str_tail(a, '/'), str_tail(b, '/'));

	return order ? order : str_cmp(a, b);
}

void repository_index(struct repository *repo)
{
	struct files *files = repo->files;
	size_t folders = 0;

	for (size_t i = 0; i < files->n; i++)
		folders += depth_of(files->at[i].path);
	repo->folder_slots = 64;
	while (repo->folder_slots < folders * 2)
		repo->folder_slots *= 2;
	repo->folders = arena_news(repo->arena, struct str, repo->folder_slots);
	repo->by_name = arena_news(repo->arena, uint32_t, files->n);
	for (size_t i = 0; i < files->n; i++) {
		if (file_kind_of(files->at[i].path) != KIND_LINES)
			add_folders(repo, files->at[i].path);
		repo->by_name[i] = (uint32_t)(i + 1);
	}
	qsort_r(repo->by_name, files->n, sizeof(*repo->by_name), compare_names, files);
}

void repository_add_importable(struct repository *repo, struct str path)
{
	while (path.n) {
		struct str_cut cut = str_cut(path, '/');
		struct str name = cut.head;

		if (!cut.ok && str_ends(name, STR(".py")))
			name.n -= 3;
		*dict_put(repo->arena, &repo->importable, name) = 1;
		path = cut.tail;
	}
}

/* Whether two paths are of one folder, so that its names are known already. */
static bool same_folder(struct str a, struct str b)
{
	size_t x = a.n - str_tail(a, '/').n;

	return x == b.n - str_tail(b, '/').n && memcmp(a.s, b.s, x) == 0;
}

bool repository_importable(struct repository *repo, struct str name)
{
	const struct files *files = repo->files;

	for (size_t *i = &repo->nimportable; *i < files->n; ++*i) {
		struct str path = files->at[*i].path;

		if (*i && same_folder(path, files->at[*i - 1].path))
			path = str_tail(path, '/');
		repository_add_importable(repo, path);
	}
	return dict_get(&repo->importable, name) != 0;
}

size_t repository_ending(const struct repository *repo, struct str name, uint32_t *out, size_t max)
{
	struct str base = str_tail(name, '/');
	size_t low = 0, high = repo->nfiles, n = 0;

	while (low < high) {
		size_t mid = low + (high - low) / 2;

		if (str_cmp(str_tail(files_at(repo->files, repo->by_name[mid])->path, '/'), base) <
		    0)
			low = mid + 1;
		else
			high = mid;
	}
	for (; low < repo->nfiles && n < max; low++) {
		struct str path = files_at(repo->files, repo->by_name[low])->path;

		if (!str_eq(str_tail(path, '/'), base))
			break;
		if (str_eq(path, name) ||
		    (path.n > name.n && str_ends(path, name) && path.s[path.n - name.n - 1] == '/'))
			out[n++] = repo->by_name[low];
	}
	return n;
}

/* The only file with this last part whose path ends in name; 0 if there are none or several. */
static uint32_t only_of_name(const struct repository *repo, struct str name)
{
	uint32_t found[2];

	return repository_ending(repo, name, found, 2) == 1 ? found[0] : 0;
}

static uint32_t at_path(struct repository *repo, struct str dir, struct str name)
{
	struct str path = eval_path(repo->arena, dir, name);

	return path.n ? files_find(repo->files, path) : 0;
}

/* A relative name in the places where it is looked for; 0 if it is in none. */
static uint32_t beside(struct repository *repo, struct str cwd, struct str from, struct str name)
{
	uint32_t file = at_path(repo, cwd, name);

	if (!file)
		file = at_path(repo, STR(""), name);
	/* One project of several in a repository is worked in at its own top. */
	while (!file && from.n) {
		from = eval_dirname(from);
		file = at_path(repo, from, name);
	}
	return file;
}

uint32_t repository_resolve(struct repository *repo, struct str cwd, struct str from, struct str name)
{
	struct str root = STR(EVAL_ROOT "/");
	uint32_t file = 0;

	if (!name.n || name.s[0] == '~')
		return 0;
	/* What a program that runs makes of its own place: also of a file that it has written itself, which no name tells. */
	if (str_starts(name, root) && name.n > root.n) {
		file = at_path(repo, STR(""), str_sub(name, root.n, name.n));
		if (file)
			return file;
	}
	if (name.s[0] != '/')
		file = beside(repo, cwd, from, name);
	else
		file = at_path(repo, STR(""), str_sub(name, 1, name.n));
	/* An absolute path of another machine, or one from a folder that is not known: the part of it
	 * that only one file ends in. */
	while (!file && name.n) {
		struct str_cut cut = str_cut(name, '/');

		if (!str_is(cut.head, "..") && !str_is(cut.head, ".") && cut.head.n)
			file = only_of_name(repo, name);
		if (!cut.ok)
			break;
		name = cut.tail;
	}
	return file;
}

uint32_t repository_resolve_module(struct repository *repo, struct str cwd, struct str from,
				   struct str module)
{
	static const char *const endings[] = {".py", "/__main__.py"};
	struct str path = str_tr(repo->arena, module, '.', '/');
	uint32_t file = 0;

	/* The whole name has to fit, or "python -m pip" would start the only __main__.py there is. */
	for (size_t i = 0; i < 2 && !file && module.n; i++) {
		struct str name = str_cat(repo->arena, path, str_of(endings[i]));

		file = beside(repo, cwd, from, name);
		if (!file)
			file = only_of_name(repo, name);
	}
	return file;
}

bool repository_has_folder(const struct repository *repo, struct str path)
{
	return path.n == 0 || str_is(path, ".") || repo->folders[folder_slot(repo, path)].n;
}
