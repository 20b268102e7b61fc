/* Files of the repository that a script names: where they lie, and what is in them. */
#include "values.h"

/*
 * What a relative path means from where the launch is meant to run, or from the script's folder, if the
 * working directory has no such file.
 */
static struct str beside_script(struct interpreter *py, struct str path, struct str found)
{
	const struct eval_world *world = py->world;
	const struct str folders[] = {world->base, world->beside};
	struct eval_file file;

	/* None: from the root "../data" leads out of the repository, and from the script's folder perhaps not. */
	if (found.n && (world->find(world->context, found, &file) || (world->folder && world->folder(world->context, found))))
		return found;
	for (size_t i = 0; i < sizeof(folders) / sizeof(*folders); i++) {
		struct str there = folders[i].n ? eval_path(py->arena, folders[i], path) : STR("");

		if (there.n && world->find(world->context, there, &file))
			return there;
	}
	return found;
}

/* The part of a path behind a folder; the path itself if it does not lead there. */
static struct str below(struct str path, struct str folder)
{
	return str_below(path, folder) ? str_sub(path, folder.n + 1, path.n) : path;
}

/*
 * A path of the machine on which a job is run, where the repository lies in some folder: the longest end of
 * it, of two names at least, that is a file here. "/content/drive/x/configs/sft.yaml" is configs/sft.yaml.
 */
static struct str mounted(struct interpreter *py, struct str path)
{
	const struct eval_world *world = py->world;
	struct eval_file file;
	size_t slash = 0;

	while ((slash = str_chr(path, '/', slash)) != SIZE_MAX) {
		struct str end = str_sub(path, ++slash, path.n);

		if (str_chr(end, '/', 0) == SIZE_MAX)
			break;
		end = eval_path(py->arena, STR(""), end);
		if (end.n && world->find(world->context, end, &file))
			return end;
	}
	return (struct str){0};
}

struct str py_repo_path(struct interpreter *py, struct str path)
{
	struct str root = STR(EVAL_ROOT "/");

	if (str_is(path, EVAL_ROOT))
		return STR(".");
	if (str_starts(path, root)) {
		struct str inside = str_sub(path, root.n, path.n);

		/* abspath() of a relative path is as unsure of the working directory as the path. */
		return beside_script(py, below(inside, py->world->cwd),
				     eval_path(py->arena, STR(""), inside));
	}
	if (str_starts(path, STR("/")))
		return mounted(py, path);
	return beside_script(py, path, eval_path(py->arena, py->world->cwd, path));
}

bool file_path(struct interpreter *py, const struct node *n, struct str *path)
{
	const struct node *name = n;

	if (n->kind == NODE_OBJECT && n->code == py_tag_file)
		name = node_get(n, STR("name"));
	if (!name || name->kind != NODE_STR)
		return false;
	*path = py_repo_path(py, name->text);
	return path->n > 0;
}

struct node *file_known(struct interpreter *py, const struct node *n, struct span at)
{
	if (n->kind == NODE_OBJECT && n->code == py_tag_file)
		n = node_get(n, STR("name"));
	return n && n->kind == NODE_STR && py->world->known ? py->world->known(py->arena, n->text, at) : NULL;
}

/*
 * A tree as the evaluator may change it. Leaves are copied too: what they are computed from is noted in
 * them, and that ends with this run.
 */
static struct node *copy_tree(struct interpreter *py, struct node *tree, int depth)
{
	struct node *copy;

	if (!tree || depth > NODE_DEPTH_MAX || !py_step(py, 1))
		return tree;
	if (tree->kind < NODE_LIST)
		return node_copy(py->arena, tree);
	if (tree->kind != NODE_MAP && tree->kind != NODE_LIST)
		return tree;
	copy = py_new(py, tree->kind, tree->at);
	copy->open = tree->open;
	if (tree->kind == NODE_MAP)
		for (size_t i = 0; i < tree->as.pairs.n; i++)
			*vec_push(py->arena, &copy->as.pairs) =
			    (struct pair){copy_tree(py, tree->as.pairs.at[i].key, depth + 1),
					  copy_tree(py, tree->as.pairs.at[i].value, depth + 1)};
	else
		for (size_t i = 0; i < tree->as.items.n; i++)
			*vec_push(py->arena, &copy->as.items) =
			    copy_tree(py, tree->as.items.at[i], depth + 1);
	return copy;
}

struct node *file_copy(struct interpreter *py, struct node *tree)
{
	return copy_tree(py, tree, 0);
}

static void note_file(struct interpreter *py, uint32_t file)
{
	for (size_t i = 0; i < py->trace->files.n; i++)
		if (py->trace->files.at[i] == file)
			return;
	*vec_push(py->arena, &py->trace->files) = file;
}

/* No file of settings is larger: going through the rows of a data set would spend the budget. */
enum { SETTINGS_MAX = 128 * 1024 };

/* What the program itself has written to a path last; NULL: nothing. */
static struct node *written_data(struct interpreter *py, struct str path, struct span at)
{
	for (size_t i = py->trace->written.n; i-- > 0;) {
		struct node *content = py->trace->written.at[i].content;

		if (!str_eq(py->trace->written.at[i].path, path))
			continue;
		if (content->kind == NODE_MAP || content->kind == NODE_LIST)
			return copy_tree(py, content, 0);
		return content->kind == NODE_UNKNOWN ? py_unknown_of(py, at, content)
						     : py_unknown(py, at, "a text that the program writes");
	}
	return NULL;
}

#define ABSENT "%.*s is not in the repository"

bool file_is_absent(const struct node *n)
{
	/* What is computed of an unknown keeps its reason. */
	return n && n->kind == NODE_UNKNOWN && str_ends(n->text, str_of(strrchr(ABSENT, '*') + 2));
}

struct node *file_absent(struct interpreter *py, struct str path, struct span at)
{
	return py_unknown(py, at, ABSENT, STR_ARG(path));
}

struct node *file_data(struct interpreter *py, struct str path, struct span at)
{
	struct eval_file file = {0};
	bool found = py->world->find(py->world->context, path, &file);
	struct node *tree = written_data(py, path, at);

	if (tree)
		return tree;
	if (found && file.text.n > SETTINGS_MAX)
		return py_unknown(py, at, "%.*s is a data set", STR_ARG(path));
	tree = py->world->data ? py->world->data(py->world->context, py->arena, path) : NULL;
	if (!tree && !found && py->world->known && (tree = py->world->known(py->arena, path, at)))
		return tree;
	if (!tree && !found && (tree = example_data(py, path, at)))
		return tree;
	if (!tree)
		return file_absent(py, path, at);
	if (found)
		note_file(py, file.id);
	return copy_tree(py, tree, 0);
}

struct node *file_text(struct interpreter *py, const struct eval_file *file, struct span at)
{
	note_file(py, file->id);
	if (holed_text_is(file->text))
		return py_unknown(py, at, "a text of which parts are not known");
	return py_str(py, file->text, at);
}

bool file_of_text(const struct interpreter *py, struct str text, struct eval_file *file)
{
	for (size_t i = 0; i < py->trace->files.n; i++)
		if (py->world->file(py->world->context, py->trace->files.at[i], file) && text.n &&
		    file->text.s == text.s && file->text.n == text.n)
			return true;
	return false;
}
