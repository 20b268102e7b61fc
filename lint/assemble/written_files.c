/*
 * Files that a script, or a program in Python or the notebook around it, writes before it starts what reads them.
 */
#include "written_files.h"

#include "lint/read/read.h"

#include <string.h>

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

/* Whether a file of that name is code that bash runs: to others, a variable of the shell is no variable. */
static bool is_for_bash(struct str path)
{
	static const struct str others[] = {STR_INIT(".bat"), STR_INIT(".cmd"), STR_INIT(".ps1"), STR_INIT(".fish")};

	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (str_ends(path, others[i]))
			return false;
	return file_kind_of(path) == KIND_SHELL;
}

/*
 * What a file holds. One of which nothing is known may have any key: it is not the one that has none. What is not known of
 * a text is a hole of data, a TUPLE (written_file_put()), and a variable of a shell script.
 */
static struct node *kept_content(struct arena *a, struct str path, const struct node *content, struct node *env)
{
	size_t parts = 0;
	struct node *copy = content->kind == NODE_UNKNOWN && file_kind_of(path) != KIND_PYTHON ? partial_text(a, content)
											       : kept(a, content, &parts, 0);

	if (copy->kind == NODE_TUPLE && is_for_bash(path))
		copy = partial_command(a, copy, "written", env);
	if (copy->kind == NODE_UNKNOWN) {
		copy = node_new(a, NODE_MAP, content->at);
		copy->open = true;
	}
	return copy;
}

struct written_files written_files_of(struct arena *a, const struct trace *trace)
{
	struct written_files out = {.env = node_new(a, NODE_MAP, (struct span){0})};

	for (size_t i = 0; i < trace->written.n; i++) {
		const struct trace_file *file = &trace->written.at[i];

		if (span_known(file->content->at))
			*vec_push(a, &out) = (struct trace_file){str_dup(a, file->path),
								 kept_content(a, file->path, file->content, out.env),
								 file->at, file->order, NULL, file->guard,
								 str_dup(a, file->copy_of)};
	}
	return out;
}

struct node *written_files_env(struct arena *a, const struct written_files *files, struct node *env)
{
	const struct node *own = files->env;

	if (!env && own->as.pairs.n)
		env = node_new(a, NODE_MAP, own->at);
	for (size_t i = 0; i < own->as.pairs.n; i++)
		node_set(a, env, own->as.pairs.at[i].key, own->as.pairs.at[i].value);
	return env;
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

/*
 * A text with the places of its words, as far as they stand in the code as they are: escapes and values put in move what is
 * behind them.
 */
static struct holed_text *placed(struct assembly *s, struct str text, struct span at)
{
	/** What stands between two words of a text: a value's name, a line's end and the indent of the next one. */
	enum { GAP_MAX = 256, WORD_LEAST = 3 };
	struct holed_text *out = holed_text_of(s->arena, text, at);
	struct str code = files_text(s->repo->files, at);
	size_t from = 0, end;

	for (size_t i = 0; i < text.n; i = end) {
		struct str word, near;
		size_t found;

		while (i < text.n && strchr(" \t\r\n", text.s[i]))
			i++;
		for (end = i; end < text.n && !strchr(" \t\r\n", text.s[end]);)
			end++;
		word = str_sub(text, i, end);
		near = str_sub(code, from, from + GAP_MAX + word.n);
		found = word.n < WORD_LEAST ? SIZE_MAX : str_find(near, word, 0);
		if (found == SIZE_MAX)
			continue;
		from += found;
		*vec_push(s->arena, &out->pieces) =
		    (struct piece){(uint32_t)i, {at.file, at.off + (uint32_t)from, (uint32_t)word.n}};
		from += word.n;
	}
	return out;
}

/* A text of which parts are not known: holes. */
static struct holed_text *holed(struct arena *a, const struct node *parts)
{
	struct holed_text *text = arena_new(a, struct holed_text);

	text->at = parts->at;
	for (size_t i = 0; i < parts->as.items.n; i++) {
		struct node *part = parts->as.items.at[i];

		if (part->kind == NODE_STR)
			holed_text_add(a, text, part->text, parts->at);
		else
			holed_text_add_hole(a, text, part, parts->at);
	}
	holed_text_finish(a, text);
	return text;
}

void written_file_put(struct assembly *s, const struct trace_file *file)
{
	if (put_over(s, file))
		return;
	if (file->content->kind == NODE_TUPLE)
		repository_write(s->repo, file->path, holed(s->arena, file->content));
	else if (file->content->kind == NODE_STR)
		repository_write(s->repo, file->path, placed(s, file->content->text, file->content->at));
	else
		repository_write_data(s->repo, file->path, file->content);
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
