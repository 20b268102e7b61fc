#include "discover.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* Folders whose files are other people's or a tool's. */
static const char *const skipped[] = {
    ".git",	     ".hg",
    ".svn",	     ".venv",
    "venv",	     "node_modules",
    "site-packages", "__pycache__",
    ".tox",	     ".nox",
    ".mypy_cache",   ".pytest_cache",
    ".ruff_cache",   ".ipynb_checkpoints",
    "wandb",
};

enum { LINES_MAX = 1000 };

struct search {
	struct arena *a;
	struct filesystem *fs;
	const struct discover *what;
	struct findings *findings;
	struct candidates *out;
	size_t files_max, entries_max, depth_max;
	size_t entries;
	/** Files of lines. */
	size_t lines;
	/** Asked for when the first folder comes. */
	bool asked_git, has_git;
	struct fs_paths tracked;
	/** Limits that were reached, each told once. */
	bool told_files, told_entries, told_depth;
	/** What is added from now on is context. */
	bool context;
};

/** Whether a path is as discover_clean() would give it: nearly all that git lists are. */
static bool is_clean(struct str path)
{
	for (size_t i = 0; i < path.n; i++) {
		char next = i + 1 < path.n ? path.s[i + 1] : '/';

		if ((i == 0 || path.s[i - 1] == '/') &&
		    (path.s[i] == '/' || (path.s[i] == '.' && (next == '.' || next == '/'))))
			return false;
	}
	return path.n && path.s[path.n - 1] != '/';
}

bool discover_clean(struct arena *a, struct str path, struct str *out)
{
	struct str_cut cut = {.tail = path};
	struct str clean = STR("");

	if (path.n && path.s[0] == '/')
		return false;
	if (is_clean(path)) {
		*out = path;
		return true;
	}
	while (cut.tail.n) {
		cut = str_cut(cut.tail, '/');
		if (str_is(cut.head, "..")) {
			size_t slash = str_rchr(clean, '/');

			if (clean.n == 0)
				return false;
			clean = str_sub(clean, 0, slash == SIZE_MAX ? 0 : slash);
		} else if (cut.head.n && !str_is(cut.head, ".")) {
			clean = clean.n ? str_fmt(a, "%.*s/%.*s", STR_ARG(clean), STR_ARG(cut.head))
					: cut.head;
		}
	}
	*out = clean.n ? clean : STR(".");
	return true;
}

/** Not in the list of files, where a reference could find it: the path is in the message only. */
__attribute__((format(printf, 3, 4))) static void complain(struct search *s, struct str path,
							   const char *fmt, ...)
{
	char text[200];
	va_list args;

	va_start(args, fmt);
	vsnprintf(text, sizeof(text), fmt, args);
	va_end(args);
	findings_add(s->findings, RULE_UNREADABLE_FILE, (struct span){0}, "%.*s: %s", STR_ARG(path),
		     text);
}

static bool is_skipped(struct str name)
{
	for (size_t i = 0; i < sizeof(skipped) / sizeof(*skipped); i++)
		if (str_is(name, skipped[i]))
			return true;
	return false;
}

/** Whether a folder of the path is one that is skipped. */
static bool in_skipped(struct str path)
{
	struct str_cut cut = str_cut(path, '/');

	for (; cut.ok; cut = str_cut(cut.tail, '/'))
		if (is_skipped(cut.head))
			return true;
	return false;
}

/** Whether a glob matches the path or a folder that it is in. */
static bool is_excluded(const struct search *s, struct str path)
{
	for (size_t i = 0; i < s->what->nexclude; i++)
		for (size_t end = path.n; end != SIZE_MAX;
		     end = str_rchr(str_sub(path, 0, end), '/'))
			if (path_glob_match(s->what->exclude[i], str_sub(path, 0, end)))
				return true;
	return false;
}

/** The same of the path as it is, or as the folder has it that the globs are written for. */
static bool is_left_out(const struct search *s, struct str path)
{
	return is_excluded(s, path) ||
	       (s->what->below.n && s->what->nexclude && is_excluded(s, str_cat(s->a, s->what->below, path)));
}

enum found { FOUND_BY_NAME, FOUND_BY_WALK, FOUND_BY_GIT };

static void add(struct search *s, struct str path, enum found how)
{
	enum file_kind kind = file_kind_of(path);
	bool named = how == FOUND_BY_NAME;

	if ((kind == KIND_NONE && !named) || is_left_out(s, path))
		return;
	if (kind == KIND_NONE || (kind == KIND_LINES && named)) {
		complain(s, path, "not a kind of file that training jobs are read from");
		return;
	}
	/* Of data there may be any number, and nothing asks for so many. */
	if (kind == KIND_LINES && (s->out->n == s->files_max || s->lines++ >= LINES_MAX))
		return;
	if (s->out->n == s->files_max) {
		if (!s->told_files)
			complain(s, path,
				 "more than %zu files: this one and those behind it were not read",
				 s->files_max);
		s->told_files = true;
		return;
	}
	*vec_push(s->a, s->out) = (struct candidate){path, kind, named, s->context, how == FOUND_BY_GIT};
}

static bool is_below(struct str path, struct str folder)
{
	return str_is(folder, ".") ||
	       (path.n > folder.n && str_starts(path, folder) && path.s[folder.n] == '/');
}

/** Whether what git lists may be looked at: a forged index lists ../outside and /etc/passwd. */
static bool is_sound(struct search *s, struct str path)
{
	struct str clean;

	if (discover_clean(s->a, path, &clean) && str_eq(clean, path))
		return true;
	complain(s, path, "git lists it, but it is not a path inside the repository: refused");
	return false;
}

/** The tracked files below a folder; false if there are none. */
static bool take_tracked(struct search *s, struct str folder)
{
	bool any = false;

	if (!s->asked_git) {
		s->asked_git = true;
		s->has_git = s->fs->tracked(s->fs->context, s->a, &s->tracked);
	}
	for (size_t i = 0; s->has_git && i < s->tracked.n; i++) {
		struct str path = s->tracked.at[i];

		if (!is_below(path, folder) || !is_sound(s, path))
			continue;
		any = true;
		/* Links, submodules and deleted files are tracked too: who reads it sees that. */
		if (!in_skipped(path))
			add(s, path, FOUND_BY_GIT);
	}
	return any;
}

struct folder {
	struct str path;
	size_t depth;
};

struct folders {
	VEC(struct folder);
};

static bool out_of_entries(struct search *s, struct str folder)
{
	if (++s->entries <= s->entries_max)
		return false;
	if (!s->told_entries)
		complain(s, folder, "more than %zu files and folders: the rest was not looked at",
			 s->entries_max);
	s->told_entries = true;
	return true;
}

static void push_folder(struct search *s, struct folders *stack, struct str path, size_t depth)
{
	if (depth < s->depth_max) {
		*vec_push(s->a, stack) = (struct folder){path, depth};
		return;
	}
	if (!s->told_depth)
		complain(s, path, "more than %zu folders inside one another: not looked at",
			 s->depth_max);
	s->told_depth = true;
}

static void walk_folder(struct search *s, struct folders *stack, struct folder folder)
{
	struct fs_entries entries = {0};

	if (!s->fs->list(s->fs->context, s->a, folder.path, &entries)) {
		if (!s->context)
			complain(s, folder.path, "the folder cannot be listed");
		return;
	}
	for (size_t i = 0; i < entries.n; i++) {
		struct fs_entry entry = entries.at[i];
		struct str path =
		    str_is(folder.path, ".")
			? entry.name
			: str_fmt(s->a, "%.*s/%.*s", STR_ARG(folder.path), STR_ARG(entry.name));

		if (out_of_entries(s, folder.path))
			return;
		if (entry.kind == FS_FILE)
			add(s, path, FOUND_BY_WALK);
		else if (entry.kind == FS_FOLDER && !is_skipped(entry.name))
			push_folder(s, stack, path, folder.depth + 1);
	}
}

static void walk(struct search *s, struct str folder)
{
	struct folders stack = {0};

	push_folder(s, &stack, folder, 0);
	while (stack.n)
		walk_folder(s, &stack, stack.at[--stack.n]);
}

/** Takes one path that the user named; false if there is nothing at it. */
static bool take(struct search *s, struct str path)
{
	switch (s->fs->look(s->fs->context, path)) {
	case FS_NOTHING:
		return false;
	case FS_FILE:
		add(s, path, FOUND_BY_NAME);
		return true;
	case FS_FOLDER:
		if (!take_tracked(s, path))
			walk(s, path);
		return true;
	case FS_LINK:
		complain(s, path, "a symbolic link, which is not followed");
		return true;
	case FS_SPECIAL:
		complain(s, path, "no regular file");
		return true;
	}
	return false;
}

/** Where git tracks nothing, this much is looked at for context. */
enum { CONTEXT_ENTRIES = 20000, CONTEXT_FILES = 5000, CONTEXT_DEPTH = 16, CONTEXTS_MAX = 4 };

static bool has(struct search *s, struct str folder, const char *name)
{
	struct str path = str_is(folder, ".") ? str_of(name) : str_fmt(s->a, "%.*s/%s", STR_ARG(folder), name);
	enum fs_kind kind = s->fs->look(s->fs->context, path);

	return kind == FS_FILE || kind == FS_FOLDER;
}

/** Whether a folder has what stands at the top of a project. */
static bool is_project(struct search *s, struct str folder)
{
	static const char *const marks[] = {"pyproject.toml", "setup.py", "setup.cfg", "requirements.txt", "environment.yml", "README.md"};

	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
		if (has(s, folder, marks[i]))
			return true;
	return false;
}

/**
 * The project that a path belongs to: the nearest folder with a .git, else the outermost one that looks like a project,
 * for parts of one have a README too; else the root.
 */
static struct str project_of(struct search *s, struct str path)
{
	struct str out = STR(".");

	for (struct str at = path;;) {
		size_t slash = str_rchr(at, '/');

		at = slash == SIZE_MAX ? STR(".") : str_sub(at, 0, slash);
		if (has(s, at, ".git"))
			return at;
		if (is_project(s, at))
			out = at;
		if (str_is(at, "."))
			return out;
	}
}

/** What lies around a path that git does not track, bounded and without a word where the bounds are reached. */
static void take_around(struct search *s, struct str path)
{
	struct str folder = project_of(s, path);

	s->told_files = s->told_entries = s->told_depth = true;
	s->entries_max = s->entries + CONTEXT_ENTRIES;
	s->files_max = s->out->n + CONTEXT_FILES;
	s->depth_max = CONTEXT_DEPTH;
	walk(s, folder);
}

static int by_path(const void *left, const void *right)
{
	const struct candidate *a = left;
	const struct candidate *b = right;
	int order = str_cmp(a->path, b->path);

	if (!order)
		order = a->context - b->context;
	return order ? order : b->named - a->named;
}

static bool is_sorted(const struct candidates *out)
{
	for (size_t i = 1; i < out->n; i++)
		if (by_path(&out->at[i - 1], &out->at[i]) > 0)
			return false;
	return true;
}

static void sort(struct candidates *out)
{
	size_t kept = 0;

	/* As git lists them. */
	if (!is_sorted(out))
		qsort(out->at, out->n, sizeof(*out->at), by_path);
	for (size_t i = 0; i < out->n; i++)
		if (kept == 0 || !str_eq(out->at[kept - 1].path, out->at[i].path))
			out->at[kept++] = out->at[i];
	out->n = kept;
}

bool discover(struct arena *a, struct filesystem *fs, const struct discover *what,
	      struct findings *findings, struct candidates *out, struct str *message)
{
	struct search s = {
	    .a = a,
	    .fs = fs,
	    .what = what,
	    .findings = findings,
	    .out = out,
	    .files_max = what->files_max ? what->files_max : 100000,
	    .entries_max = what->entries_max ? what->entries_max : 500000,
	    .depth_max = what->depth_max ? what->depth_max : 64,
	};
	static const struct str here = STR_INIT(".");
	const struct str *paths = what->npaths ? what->paths : &here;
	size_t n = what->npaths ? what->npaths : 1;

	for (size_t i = 0; i < n; i++) {
		struct str path;

		if (!discover_clean(a, paths[i], &path)) {
			*message = str_fmt(a, "%.*s: outside of the root", STR_ARG(paths[i]));
			return false;
		}
		if (!take(&s, path)) {
			*message = str_fmt(a, "%.*s: no such file or folder", STR_ARG(paths[i]));
			return false;
		}
	}
	if (what->npaths) {
		s.context = true;
		if (!take_tracked(&s, STR(".")))
			for (size_t i = 0; i < n && i < CONTEXTS_MAX; i++) {
				struct str path;

				if (discover_clean(a, paths[i], &path) && !str_is(path, "."))
					take_around(&s, path);
			}
	}
	sort(out);
	return true;
}
