#include "root.h"

#include "lint/text/text.h"

#include <errno.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/** The absolute path without links, or empty with errno. */
static struct str real(struct arena *a, struct str path)
{
	char resolved[PATH_MAX];

	if (!realpath(str_dup(a, path).s, resolved))
		return STR("");
	return str_dup(a, str_of(resolved));
}

static struct str parent(struct str path)
{
	size_t slash = str_rchr(path, '/');

	if (slash == SIZE_MAX)
		return STR(".");
	return slash ? str_sub(path, 0, slash) : STR("/");
}

/**
 * The absolute place of what the user named. Links to folders are followed, since the user named them;
 * a link to a file is left, and refused later, since pre-commit and the like name what the repository
 * holds.
 */
static struct str absolute(struct arena *a, struct str path, bool *folder)
{
	struct str folder_of;
	struct stat st;
	const char *z;

	while (path.n > 1 && path.s[path.n - 1] == '/')
		path.n--;
	z = str_dup(a, path).s;
	if (lstat(z, &st) != 0)
		return STR("");
	*folder = stat(z, &st) == 0 && S_ISDIR(st.st_mode);
	if (*folder)
		return real(a, path);
	folder_of = real(a, parent(path));
	if (!folder_of.n)
		return folder_of;
	return str_fmt(a, "%s/%.*s", folder_of.n > 1 ? folder_of.s : "",
		       STR_ARG(str_tail(path, '/')));
}

/** A path below a folder, seen from it; NULL if it is not below. */
static struct str below(struct str path, struct str folder)
{
	if (str_eq(path, folder))
		return STR(".");
	if (folder.n == 1)
		return str_sub(path, 1, path.n);
	if (path.n > folder.n && str_starts(path, folder) && path.s[folder.n] == '/')
		return str_sub(path, folder.n + 1, path.n);
	return (struct str){NULL, 0};
}

/** The folder that holds both. */
static struct str common(struct str x, struct str y)
{
	while (!below(y, x).s)
		x = parent(x);
	return x;
}

struct seen {
	struct str path;
	bool folder;
};

static struct str widest(const struct seen *seen, size_t n)
{
	struct str folder = STR("");

	for (size_t i = 0; i < n; i++) {
		struct str own = seen[i].folder ? seen[i].path : parent(seen[i].path);

		folder = i ? common(folder, own) : own;
	}
	return folder;
}

static bool all_below(const struct seen *seen, size_t n, struct str folder)
{
	for (size_t i = 0; i < n; i++)
		if (!below(seen[i].path, folder).s)
			return false;
	return true;
}

static bool trouble(struct arena *a, struct str path, const char *why, struct str *message)
{
	*message = str_fmt(a, "%.*s: %s", STR_ARG(printable(a, path)), why);
	return false;
}

static struct str prefix_in(struct arena *a, struct str root, const char *workspace)
{
	struct str top = workspace ? real(a, str_of(workspace)) : STR("");
	struct str rest = top.n ? below(root, top) : STR("");

	return !rest.n || str_is(rest, ".") ? STR("") : str_cat(a, rest, STR("/"));
}

bool root_choose(struct arena *a, struct str given, const struct str *paths, size_t npaths,
		 const char *workspace, struct root *out, struct str *message)
{
	struct seen *seen = arena_news(a, struct seen, npaths + 1);
	struct str *relative = arena_news(a, struct str, npaths + 1);
	struct str root = real(a, given.n ? given : STR("."));

	if (!root.n)
		return trouble(a, given.n ? given : STR("."), strerror(errno), message);
	for (size_t i = 0; i < npaths; i++) {
		seen[i].path = absolute(a, paths[i], &seen[i].folder);
		if (!seen[i].path.n)
			return trouble(a, paths[i], strerror(errno), message);
		if (given.n && !below(seen[i].path, root).s)
			return trouble(a, paths[i], "outside of --root", message);
	}
	if (!given.n && !all_below(seen, npaths, root))
		root = widest(seen, npaths);
	for (size_t i = 0; i < npaths; i++)
		relative[i] = below(seen[i].path, root);
	*out = (struct root){str_dup(a, root).s, relative, npaths, prefix_in(a, root, workspace)};
	return true;
}
