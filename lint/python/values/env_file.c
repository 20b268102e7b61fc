/*
 * Files of variables. A .env holds secrets and is not kept: whoever clones the repository copies it from the example
 * beside it, and fills in what that leaves open.
 */
#include "values.h"

#include "lint/eval/eval.h"

static bool is_kept(struct interpreter *py, struct str path)
{
	struct eval_file file;

	return path.n && py->world->find(py->world->context, path, &file);
}

struct str env_kept(struct interpreter *py, struct str path)
{
	static const char *const copied[] = {".example", ".sample", ".template", ".dist", ".default"};

	if (is_kept(py, path))
		return path;
	for (size_t i = 0; str_is(str_tail(path, '/'), ".env") && i < sizeof(copied) / sizeof(*copied); i++) {
		struct str beside = str_cat(py->arena, path, str_of(copied[i]));

		if (is_kept(py, beside))
			return beside;
	}
	return (struct str){0};
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

struct node *env_data(struct interpreter *py, struct str path, struct span at)
{
	struct str kept = env_kept(py, path);
	struct node *tree = file_data(py, kept.n ? kept : path, at);

	if (!kept.n || str_eq(kept, path))
		return tree;
	for (size_t i = 0; tree->kind == NODE_MAP && i < tree->as.pairs.n; i++) {
		struct pair *p = &tree->as.pairs.at[i];

		if (p->value->kind == NODE_STR && is_open(p->value->text))
			p->value = py_unknown(py, p->value->at, "%.*s is left open in %.*s",
					      STR_ARG(p->key->text), STR_ARG(kept));
	}
	return tree;
}
