#include "filesystem.h"

#include <stdlib.h>

struct memory_file {
	struct str path, text;
};

struct memory {
	VEC(struct memory_file);
};

static const struct memory_file *find(const struct memory *memory, struct str path)
{
	for (size_t i = 0; i < memory->n; i++)
		if (str_eq(memory->at[i].path, path))
			return &memory->at[i];
	return NULL;
}

/** The part of a file's path below a folder; empty if it is not below it. */
static struct str below(struct str path, struct str folder)
{
	if (folder.n == 0 || str_is(folder, "."))
		return path;
	if (path.n <= folder.n || !str_starts(path, folder) || path.s[folder.n] != '/')
		return (struct str){NULL, 0};
	return str_sub(path, folder.n + 1, path.n);
}

static enum fs_kind look(void *context, struct str path)
{
	const struct memory *memory = context;

	if (find(memory, path))
		return FS_FILE;
	for (size_t i = 0; i < memory->n; i++)
		if (below(memory->at[i].path, path).n)
			return FS_FOLDER;
	return FS_NOTHING;
}

static int by_name(const void *left, const void *right)
{
	const struct fs_entry *a = left;
	const struct fs_entry *b = right;

	return str_cmp(a->name, b->name);
}

static bool list(void *context, struct arena *a, struct str folder, struct fs_entries *out)
{
	const struct memory *memory = context;
	size_t kept = 0;

	for (size_t i = 0; i < memory->n; i++) {
		struct str_cut cut = str_cut(below(memory->at[i].path, folder), '/');

		if (cut.head.n)
			*vec_push(a, out) =
			    (struct fs_entry){cut.head, cut.ok ? FS_FOLDER : FS_FILE};
	}
	if (out->n == 0)
		return false;
	qsort(out->at, out->n, sizeof(*out->at), by_name);
	for (size_t i = 0; i < out->n; i++)
		if (kept == 0 || !str_eq(out->at[kept - 1].name, out->at[i].name))
			out->at[kept++] = out->at[i];
	out->n = kept;
	return true;
}

static enum fs_status read(void *context, struct arena *a, struct str path, size_t max,
			   struct str *out)
{
	const struct memory_file *file = find(context, path);

	if (!file)
		return look(context, path) == FS_FOLDER ? FS_NOT_A_FILE : FS_MISSING;
	if (file->text.n > max)
		return FS_TOO_LARGE;
	*out = str_dup(a, file->text);
	return FS_OK;
}

static bool tracked(void *context, struct arena *a, struct fs_paths *out)
{
	(void)context, (void)a, (void)out;
	return false;
}

struct filesystem *fs_memory(struct arena *a)
{
	struct filesystem *fs = arena_new(a, struct filesystem);

	*fs = (struct filesystem){.context = arena_new(a, struct memory), .look = look, .list = list, .read = read, .tracked = tracked};
	return fs;
}

void fs_memory_add(struct filesystem *fs, struct arena *a, struct str path, struct str text)
{
	*vec_push(a, (struct memory *)fs->context) = (struct memory_file){path, text};
}
