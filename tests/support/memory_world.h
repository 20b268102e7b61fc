/*
 * For tests: a repository in memory, as the evaluators see it. Files are given in one text,
 * "--- path" lines between them; what stands before the first is main.py. The first file is the entry.
 */
#ifndef TESTS_SUPPORT_MEMORY_WORLD_H
#define TESTS_SUPPORT_MEMORY_WORLD_H

#include "lint/eval/eval.h"
#include "lint/read/read.h"
#include "lint/text/text.h"

struct memory_world {
	struct arena *arena;
	struct files files;
};

static inline bool memory_file(void *context, uint32_t id, struct eval_file *out)
{
	struct memory_world *m = context;
	struct file *f;

	if (id == 0 || id > m->files.n)
		return false;
	f = files_at(&m->files, id);
	*out = (struct eval_file){id, f->path, f->text};
	return true;
}

static inline bool memory_find(void *context, struct str path, struct eval_file *out)
{
	struct memory_world *m = context;

	return memory_file(context, files_find(&m->files, path), out);
}

static inline bool memory_folder(void *context, struct str path)
{
	struct memory_world *m = context;

	for (size_t i = 0; i < m->files.n; i++)
		if (str_starts(m->files.at[i].path, path) &&
		    m->files.at[i].path.n > path.n && m->files.at[i].path.s[path.n] == '/')
			return true;
	return false;
}

static inline struct node *memory_data(void *context, struct arena *a, struct str path)
{
	struct memory_world *m = context;
	uint32_t id = files_find(&m->files, path);
	struct reading reading;
	struct node *map;
	struct str text;

	if (!id)
		return NULL;
	text = files_at(&m->files, id)->text;
	if (!str_has(path, STR(".env"))) {
		reading = str_ends(path, STR(".json"))   ? read_json(a, id, text)
			  : str_ends(path, STR(".toml")) ? read_toml(a, id, text)
						       : read_yaml(a, id, text);
		return reading.docs.n ? reading.docs.at[0] : NULL;
	}
	map = node_new(a, NODE_MAP, (struct span){id, 0, 0});
	while (text.n) {
		struct str_cut line = str_cut(text, '\n'), pair = str_cut(line.head, '=');

		if (pair.ok)
			node_set(a, map, node_str(a, pair.head, map->at),
				 node_str(a, pair.tail, map->at));
		text = line.tail;
	}
	return map;
}

static inline void memory_split(struct memory_world *m, struct str source)
{
	struct str path = STR("main.py"), mark = STR("--- ");
	size_t from = 0, at = 0;

	while (at < source.n) {
		size_t end = str_chr(source, '\n', at);

		if (end == SIZE_MAX)
			end = source.n;
		if (str_starts(str_sub(source, at, end), mark)) {
			if (at > 0)
				files_add(&m->files, path, str_sub(source, from, at));
			path = str_sub(source, at + mark.n, end);
			from = end + 1;
		}
		at = end + 1;
	}
	files_add(&m->files, path, str_sub(source, from, source.n));
}

static inline struct eval_world memory_world(struct memory_world *m, struct arena *a,
					     struct str source)
{
	m->arena = a;
	m->files.arena = a;
	memory_split(m, source);
	return (struct eval_world){.context = m,
				   .find = memory_find,
				   .file = memory_file,
				   .folder = memory_folder,
				   .data = memory_data,
				   /* Four A100 with 80 GiB. */
				   .target = {.num_gpus = 4, .gpu_bytes = (uint64_t)80 << 30,
					      .major = 8, .minor = 0, .bf16 = -1}};
}

/** Where a span stands, "main.py:3": what trace_text() asks. */
static inline struct str memory_place(void *context, struct arena *a, struct span at)
{
	struct memory_world *m = context;
	struct line_column p = files_place(&m->files, at);

	return str_fmt(a, "%.*s:%u", STR_ARG(files_at(&m->files, at.file)->path), p.line);
}

#endif
