#include "files.h"

static void take_text(struct file *file, struct str text)
{
	if (file->loaded || !text.s)
		return;
	/* A span has 32 bits for an offset. */
	file->text = str_sub(text, 0, UINT32_MAX - 1);
	file->loaded = true;
}

uint32_t files_add(struct files *files, struct str path, struct str text)
{
	uint32_t id = files_find(files, path);

	if (!id) {
		path = str_dup(files->arena, str_undotted(path));
		vec_push(files->arena, files)->path = path;
		id = *dict_put(files->arena, &files->index, path) = (uint32_t)files->n;
	}
	take_text(&files->at[id - 1], text);
	return id;
}

struct str files_link(struct files *files, struct str path, uint32_t id)
{
	uint32_t there = files_find(files, path);

	path = str_undotted(path);
	if (!path.n || (there && str_eq(files_at(files, there)->path, path)))
		return (struct str){NULL, 0};
	path = str_dup(files->arena, path);
	*dict_put(files->arena, &files->index, path) = id;
	return path;
}

void files_stand_in(struct files *files, uint32_t id, uint32_t by)
{
	*dict_put(files->arena, &files->index, files_at(files, id)->path) = by;
}

uint32_t files_find(const struct files *files, struct str path)
{
	return dict_get(&files->index, str_undotted(path));
}

struct file *files_at(struct files *files, uint32_t id)
{
	return id && id <= files->n ? &files->at[id - 1] : NULL;
}

static void index_lines(struct arena *arena, struct file *file)
{
	size_t n = 1;

	for (size_t at = str_chr(file->text, '\n', 0); at != SIZE_MAX;
	     at = str_chr(file->text, '\n', at + 1))
		n++;
	file->lines = arena_news(arena, uint32_t, n);
	file->nlines = 1;
	for (size_t at = str_chr(file->text, '\n', 0); at != SIZE_MAX;
	     at = str_chr(file->text, '\n', at + 1))
		file->lines[file->nlines++] = (uint32_t)(at + 1);
}

/** The file with its line index; NULL for an unknown id. */
static struct file *with_lines(struct files *files, uint32_t id)
{
	struct file *file = files_at(files, id);

	/* Only a loaded file: the index of an unread one would be wrong later. */
	if (file && file->loaded && !file->lines)
		index_lines(files->arena, file);
	return file;
}

static struct line_column place_of(struct files *files, uint32_t id, uint64_t off)
{
	struct file *file = with_lines(files, id);
	size_t low = 0;
	size_t high;

	if (!file || !file->lines)
		return (struct line_column){1, 1};
	if (off > file->text.n)
		off = file->text.n;
	high = file->nlines;
	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (file->lines[middle] <= off)
			low = middle;
		else
			high = middle;
	}
	return (struct line_column){(uint32_t)(low + 1), (uint32_t)(off - file->lines[low] + 1)};
}

uint32_t files_derive(struct files *files, uint32_t parent, struct str text, const struct piece *pieces,
		      size_t npieces)
{
	struct file *file = vec_push(files->arena, files);
	const struct file *own = files_at(files, parent);

	file->path = own ? own->path : STR("");
	file->text = str_sub(text, 0, UINT32_MAX - 1);
	file->loaded = true;
	file->parent = parent;
	file->pieces = pieces;
	file->npieces = npieces;
	return (uint32_t)files->n;
}

/* How deep a file is derived at most. */
enum { DERIVED_MAX = 8 };

uint32_t files_parent(struct files *files, uint32_t id)
{
	const struct file *file = files_at(files, id);

	/* What a notebook's cell wrote is derived from what is derived of the notebook. */
	for (unsigned depth = 0; file && file->parent && depth < DERIVED_MAX; depth++) {
		id = file->parent;
		file = files_at(files, id);
	}
	return id;
}

/* The last piece that starts at or before an offset, or NULL. */
static const struct piece *piece_at(const struct file *file, uint32_t off)
{
	size_t low = 0;
	size_t high = file->npieces;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (file->pieces[middle].off <= off)
			low = middle + 1;
		else
			high = middle;
	}
	return low ? &file->pieces[low - 1] : NULL;
}

/* The place in the file that a derived file is made of. */
static struct span origin_of(const struct file *file, struct span at)
{
	const struct piece *piece = piece_at(file, at.off);
	uint32_t within;

	if (!piece)
		return (struct span){file->parent, 0, 0};
	within = at.off - piece->off;
	if (within > piece->at.len)
		within = piece->at.len;
	if (at.len > piece->at.len - within)
		at.len = piece->at.len - within;
	return (struct span){piece->at.file, piece->at.off + within, at.len};
}

struct span files_origin(struct files *files, struct span at)
{
	const struct file *file = files_at(files, at.file);

	for (unsigned depth = 0; file && file->parent && depth < DERIVED_MAX; depth++) {
		at = origin_of(file, at);
		file = files_at(files, at.file);
	}
	return at;
}

struct line_column files_place(struct files *files, struct span at)
{
	at = files_origin(files, at);
	return place_of(files, at.file, at.off);
}

struct str files_where(struct arena *a, struct files *files, struct span at)
{
	const struct file *f = files_at(files, files_origin(files, at).file);

	return str_fmt(a, "%.*s:%u", STR_ARG(f ? f->path : STR("")), files_place(files, at).line);
}

struct line_column files_end(struct files *files, struct span at)
{
	at = files_origin(files, at);
	return place_of(files, at.file, (uint64_t)at.off + at.len);
}

struct str files_line(struct files *files, uint32_t id, uint32_t line)
{
	struct file *file = with_lines(files, files_parent(files, id));
	struct str text;

	if (!file || !file->lines || line == 0 || line > file->nlines)
		return (struct str){NULL, 0};
	text = str_sub(file->text, file->lines[line - 1],
		       line < file->nlines ? file->lines[line] : file->text.n);
	if (text.n && text.s[text.n - 1] == '\n')
		text.n--;
	if (text.n && text.s[text.n - 1] == '\r')
		text.n--;
	return text;
}

struct str files_text(struct files *files, struct span at)
{
	const struct file *file = files_at(files, at.file);

	if (!file)
		return (struct str){NULL, 0};
	return str_sub(file->text, at.off, (size_t)at.off + at.len);
}
