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

void files_leave_out(struct files *files, uint32_t id, struct left_outs left_outs)
{
	files_at(files, id)->left_outs = left_outs;
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

/** How much of what is left out stands at or in front of an offset: a number of parts. */
static size_t left_out_before(const struct file *file, uint64_t off)
{
	size_t low = 0, high = file->left_outs.n;

	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (file->left_outs.at[middle].off <= off)
			low = middle + 1;
		else
			high = middle;
	}
	return low;
}

/** The line of the text in which an offset lies, from 0. */
static size_t text_line(const struct file *file, uint64_t off)
{
	size_t low = 0, high = file->nlines;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (file->lines[middle] <= off)
			low = middle;
		else
			high = middle;
	}
	return low;
}

/** Lines that are left out in front of an offset. */
static uint32_t lines_left_out(const struct file *file, uint64_t off)
{
	size_t n = left_out_before(file, off);

	return n ? file->left_outs.at[n - 1].lines : 0;
}

/** Where in the text the line of an offset begins: behind lines that are left out in the midst of a line of the text. */
static uint32_t line_begin(const struct file *file, uint64_t off)
{
	uint32_t begin = file->lines[text_line(file, off)];

	for (size_t i = left_out_before(file, off); i-- > 0 && file->left_outs.at[i].off > begin;)
		if (file->left_outs.at[i].lines != (i ? file->left_outs.at[i - 1].lines : 0))
			return file->left_outs.at[i].off;
	return begin;
}

static struct line_column place_of(struct files *files, uint32_t id, uint64_t off)
{
	struct file *file = with_lines(files, id);
	uint32_t begin, column = 0;
	size_t n, line;

	if (!file || !file->lines)
		return (struct line_column){1, 1};
	if (off > file->text.n)
		off = file->text.n;
	line = text_line(file, off);
	begin = file->lines[line];
	n = left_out_before(file, off);
	if (n && file->left_outs.at[n - 1].off > begin) {
		begin = file->left_outs.at[n - 1].off;
		column = file->left_outs.at[n - 1].column;
	}
	return (struct line_column){(uint32_t)(line + 1) + lines_left_out(file, off), (uint32_t)(off - begin) + column + 1};
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

/** Where in the text a line of the file begins; SIZE_MAX: it is left out, or there is none. */
static size_t begin_of_line(const struct file *file, uint32_t line)
{
	size_t low = 0, high = file->nlines;

	while (high - low > 1) {
		size_t middle = low + (high - low) / 2;

		if (middle + 1 + lines_left_out(file, file->lines[middle]) <= line)
			low = middle;
		else
			high = middle;
	}
	if (low + 1 + lines_left_out(file, file->lines[low]) == line)
		return file->lines[low];
	for (size_t i = left_out_before(file, file->lines[low]); i < file->left_outs.n; i++)
		if (low + 1 + file->left_outs.at[i].lines == line &&
		    (low + 1 == file->nlines || file->left_outs.at[i].off < file->lines[low + 1]))
			return file->left_outs.at[i].off;
	return SIZE_MAX;
}

/** The end of the line that begins there: of that of the text, or where lines are left out. */
static size_t end_of_line(const struct file *file, size_t begin)
{
	size_t next = text_line(file, begin) + 1, end = next < file->nlines ? file->lines[next] : file->text.n;
	uint32_t lines = lines_left_out(file, begin);

	for (size_t i = left_out_before(file, begin); i < file->left_outs.n && file->left_outs.at[i].off < end; i++)
		if (file->left_outs.at[i].lines != lines)
			return file->left_outs.at[i].off;
	return end;
}

struct str files_line(struct files *files, uint32_t id, uint32_t line)
{
	struct file *file = with_lines(files, files_parent(files, id));
	size_t begin;
	struct str text;

	if (!file || !file->lines || line == 0)
		return (struct str){NULL, 0};
	begin = begin_of_line(file, line);
	if (begin == SIZE_MAX)
		return (struct str){NULL, 0};
	text = str_sub(file->text, begin, end_of_line(file, begin));
	if (text.n && text.s[text.n - 1] == '\n')
		text.n--;
	if (text.n && text.s[text.n - 1] == '\r')
		text.n--;
	return text;
}

size_t files_line_index(struct files *files, struct span at)
{
	struct file *file;

	at = files_origin(files, at);
	file = with_lines(files, at.file);
	if (!file || !file->lines || at.off > file->text.n)
		return 0;
	return at.off - line_begin(file, at.off);
}

struct str files_text(struct files *files, struct span at)
{
	const struct file *file = files_at(files, at.file);

	if (!file)
		return (struct str){NULL, 0};
	return str_sub(file->text, at.off, (size_t)at.off + at.len);
}
