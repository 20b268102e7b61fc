/* Files as open() gives them: a name, and a text that is the file's. */
#include "stdlib_parts.h"

static struct node *file_of_name(struct interpreter *py, struct node *name, struct span at)
{
	struct node *n = py_new(py, NODE_OBJECT, at);

	n->code = py_tag_file;
	py_attr_put(py, n, STR("name"), name);
	return n;
}

struct node *file_open(struct interpreter *py, struct node *path, struct span at)
{
	if (path->kind == NODE_UNKNOWN) {
		py_want(py, path);
		return py_unknown_of(py, at, path);
	}
	if (path->kind != NODE_STR)
		return NULL;
	return file_of_name(py, py_str(py, path->text, path->at), at);
}

/* Whether a file is opened to be written, in a folder that is not known: f"{folder}/config.yml". */
static bool opens_to_write(const struct native_call *c, const struct node *path)
{
	const struct node *mode = native_arg(c, 1, "mode");

	return path->kind == NODE_UNKNOWN && path->quoted && path->op == '+' && mode && mode->kind == NODE_STR &&
	       str_chr(mode->text, 'w', 0) != SIZE_MAX;
}

static struct node *open(struct interpreter *py, struct native_call *c)
{
	struct node *path = native_arg(c, 0, str_is(c->name, "codecs.open") ? "filename" : "file");

	if (path && opens_to_write(c, path))
		return file_of_name(py, path, c->site.at);
	return path ? file_open(py, path, c->site.at) : NULL;
}

static struct node *read_file(struct interpreter *py, struct native_call *c)
{
	struct eval_file file;
	struct str path;

	if (!file_path(py, c->self, &path) || !py->world->find(py->world->context, path, &file))
		return py_unknown(py, c->site.at, "a file outside the repository");
	return file_text(py, &file, c->site.at);
}

static const struct native rows[] = {
    {"builtins.open", open, NATIVE_UNKNOWN},
    {"codecs.open", open, NATIVE_UNKNOWN},
    {"file.__enter__", native_receiver, NATIVE_RAW},
    {"file.close", native_none, NATIVE_RAW},
    {"file.flush", native_none, NATIVE_RAW},
    {"file.read", read_file, NATIVE_RAW},
    {"io.open", open, NATIVE_UNKNOWN},
};

NATIVES(natives_file_object, rows);
