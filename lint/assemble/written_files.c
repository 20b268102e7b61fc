/*
 * Files that a script, or a program in Python or the notebook around it, writes before it starts what reads them.
 */
#include "written_files.h"

#include "lint/read/read.h"

/** Parts of one file: more are no settings. Data that holds itself would have no end. */
enum { PARTS_MAX = 10000 };

/* A copy of data that outlives the evaluation; what is no data is not known. */
static struct node *kept(struct arena *a, const struct node *n, size_t *parts, int depth)
{
	bool list = n->kind == NODE_LIST || n->kind == NODE_TUPLE;
	struct node *copy;

	if (n->kind <= NODE_STR) {
		copy = node_new(a, n->kind, n->at);
		copy->as = n->as;
		copy->text = str_dup(a, n->text);
		copy->quoted = n->kind == NODE_STR;
		return copy;
	}
	if ((n->kind != NODE_MAP && !list) || depth == NODE_DEPTH_MAX || *parts > PARTS_MAX)
		return node_unknown(
		    a, n->kind == NODE_UNKNOWN ? str_dup(a, n->text) : STR("a value that is no data"), n->at);
	copy = node_new(a, list ? NODE_LIST : NODE_MAP, n->at);
	copy->open = n->open;
	*parts += list ? n->as.items.n : n->as.pairs.n;
	for (size_t i = 0; list && i < n->as.items.n; i++)
		node_push(a, copy, kept(a, n->as.items.at[i], parts, depth + 1));
	for (size_t i = 0; !list && i < n->as.pairs.n; i++)
		if (n->as.pairs.at[i].key->kind == NODE_STR)
			node_set(a, copy, kept(a, n->as.pairs.at[i].key, parts, depth + 1),
				 kept(a, n->as.pairs.at[i].value, parts, depth + 1));
	return copy;
}

/* What a file holds. One of which nothing is known may have any key: it is not the one that has none. */
static struct node *kept_content(struct arena *a, const struct node *content)
{
	size_t parts = 0;
	struct node *copy = kept(a, content, &parts, 0);

	if (copy->kind == NODE_UNKNOWN) {
		copy = node_new(a, NODE_MAP, content->at);
		copy->open = true;
	}
	return copy;
}

struct written_files written_files_of(struct arena *a, const struct trace *trace)
{
	struct written_files out = {0};

	for (size_t i = 0; i < trace->written.n; i++) {
		const struct trace_file *file = &trace->written.at[i];

		if (span_known(file->content->at))
			*vec_push(a, &out) = (struct trace_file){str_dup(a, file->path),
								 kept_content(a, file->content),
								 file->at, file->order, NULL, file->guard};
	}
	return out;
}

/*
 * Over a configuration of the repository goes only what is known, and surely written: the settings of one that a program
 * read, changed and wrote back; else the one that is there tells more.
 */
static bool put_over(struct assembly *s, const struct trace_file *file)
{
	const struct node *data = file->content;

	return data->kind == NODE_MAP && data->as.pairs.n && !data->open && !file->guard &&
	       repository_overwrite_data(s->repo, file->path, file->content);
}

void written_file_put(struct assembly *s, const struct trace_file *file)
{
	if (put_over(s, file))
		return;
	if (file->content->kind == NODE_STR)
		repository_write(s->repo, file->path,
				 holed_text_of(s->arena, file->content->text, file->content->at));
	else
		repository_write_data(s->repo, file->path, file->content);
}

void written_files_order(struct assembly *s, struct launches *launches)
{
	struct arena_mark mark = arena_mark(&s->entry);
	struct dict last = {0};

	for (size_t i = 0; i < launches->written.n; i++) {
		struct launch_file *file = &launches->written.at[i];
		uint32_t *before = dict_put(&s->entry, &last, file->path);

		file->until = SIZE_MAX;
		if (*before)
			launches->written.at[*before - 1].until = file->before;
		*before = (uint32_t)i + 1;
	}
	arena_pop(&s->entry, mark);
}

/* The files that a script has written when it comes to a launch, the last of a name. */
void written_files_above(struct assembly *s, const struct launches *launches, const struct launch *launch)
{
	const size_t which = launch ? (size_t)(launch - launches->at) : SIZE_MAX;
	struct str cwd = launch ? launched_folder(s->c, launch) : STR("");

	repository_restore(s->repo);
	for (size_t i = 0; i < launches->written.n; i++) {
		const struct launch_file *file = &launches->written.at[i];
		struct str path = file->path;

		if (file->before <= which && (file->until > which || file->until == SIZE_MAX))
			repository_overwrite(s->repo, eval_path(s->arena, cwd, path), path, file->text);
	}
}
