/*
 * Files that are not kept, for they hold secrets or what is one's own: whoever clones the repository copies .env or
 * config.yaml from the example beside it, and fills in what that leaves open.
 */
#include "values.h"

#include "lint/eval/eval.h"

static bool is_kept(struct interpreter *py, struct str path)
{
	struct eval_file file;

	return path.n && py->world->find(py->world->context, path, &file);
}

/* Words that mark an example in its name, before the ending: config.example.yaml, config_template.yaml. */
static const char *const marks[] = {"example", "sample", "template", "dist", "default"};

/* The example of a file whose name has a mark inside: before its ending. */
static struct str marked_inside(struct interpreter *py, struct str path)
{
	static const char joins[] = {'.', '_', '-'};
	size_t dot = str_rchr(path, '.'), slash = str_rchr(path, '/');
	struct str stem, end;

	if (dot == SIZE_MAX || (slash != SIZE_MAX && dot < slash))
		return (struct str){0};
	stem = str_sub(path, 0, dot);
	end = str_sub(path, dot, path.n);
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++)
		for (size_t k = 0; k < sizeof(joins); k++) {
			struct str beside = str_fmt(py->arena, "%.*s%c%s%.*s", STR_ARG(stem), joins[k], marks[i], STR_ARG(end));

			if (is_kept(py, beside))
				return beside;
		}
	return (struct str){0};
}

struct str file_kept(struct interpreter *py, struct str path)
{
	if (is_kept(py, path) || !path.n)
		return path.n ? path : (struct str){0};
	for (size_t i = 0; i < sizeof(marks) / sizeof(*marks); i++) {
		struct str beside = str_fmt(py->arena, "%.*s.%s", STR_ARG(path), marks[i]);

		if (is_kept(py, beside))
			return beside;
	}
	return marked_inside(py, path);
}

/* What an example leaves open: "", "your_key_here", "<token>", "hf_xxx". */
static bool is_open(struct str text)
{
	static const char *const words[] = {"your", "<", "xxx", "path/to", "...", "changeme", "placeholder"};
	bool open = !str_trim(text).n;

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		open |= str_has_nocase(text, str_of(words[i]));
	return open;
}

/* What is left open in a copy of an example's data, section by section. */
static void open_gaps(struct interpreter *py, struct node *tree, struct str example, int depth)
{
	for (size_t i = 0; tree->kind == NODE_MAP && depth < NODE_DEPTH_MAX && i < tree->as.pairs.n; i++) {
		struct pair *p = &tree->as.pairs.at[i];

		if (p->value->kind == NODE_STR && is_open(p->value->text))
			p->value = py_unknown(py, p->value->at, "%.*s is left open in %.*s", STR_ARG(p->key->text),
					      STR_ARG(example));
		else
			open_gaps(py, p->value, example, depth + 1);
	}
}

struct node *example_data(struct interpreter *py, struct str path, struct span at)
{
	struct str kept = file_kept(py, path);
	struct node *tree;

	if (!kept.n || str_eq(kept, path))
		return NULL;
	tree = file_data(py, kept, at);
	open_gaps(py, tree, kept, 0);
	return tree;
}
