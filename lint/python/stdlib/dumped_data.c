/* Files that a script writes: json.dump(x, f), f.write(yaml.dump(x)), Path("x.yaml").write_text("…"), … */
#include "stdlib_parts.h"

#include <string.h>

/* Marks a text that is not known, but the data in it: from[0]. A name, as all that marks such a node is. */
static const struct str tag_dumped = {.s = "text of data", .n = 12};

/* Bytes of a text that json.dumps() is followed for. */
enum { JSON_TEXT_MAX = 4096 };

/* The path of a file object or a Path, from the root where it is relative; false if it is not known. */
static bool path_of(struct interpreter *py, const struct node *file, struct str *out)
{
	const struct node *name =
	    file->kind == NODE_OBJECT && file->code == py_tag_file ? node_get(file, STR("name")) : file;
	struct str root = STR(EVAL_ROOT "/");

	if (!name || name->kind != NODE_STR)
		return false;
	*out = name->text;
	if (str_starts(*out, root))
		*out = eval_path(py->arena, STR(""), str_sub(*out, root.n, out->n));
	else if (!str_starts(*out, STR("/")))
		*out = eval_path(py->arena, py->world->cwd, *out);
	return out->n > 0;
}

/* The last that was written to a path; NULL: nothing. */
static struct trace_file *written_to(struct interpreter *py, struct str path)
{
	for (size_t i = py->trace->written.n; i > 0; i--)
		if (str_eq(py->trace->written.at[i - 1].path, path))
			return &py->trace->written.at[i - 1];
	return NULL;
}

/* A text, or one of which parts are known. */
static bool is_text(const struct node *n)
{
	return n->kind == NODE_STR || (n->kind == NODE_UNKNOWN && n->quoted && n->op == '+');
}

/* Texts that are written one after the other are one text; *last becomes it. */
static void append(struct interpreter *py, struct trace_file *last, struct node *text)
{
	size_t n = last->content->text.n + text->text.n;

	/* What is not known at all may be any number of lines. */
	if (n <= py->budget.text && is_text(last->content) && is_text(text) &&
	    (last->content->kind != NODE_STR || text->kind != NODE_STR))
		last->content = py_binary(py, OP_ADD, last->content, text, last->content->at);
	else if (last->content->kind != NODE_STR || text->kind != NODE_STR || n > py->budget.text || !py_step(py, n / 256))
		last->content = py_unknown(py, last->content->at, "a text of which parts are not known");
	else
		last->content = node_str(py->arena, str_cat(py->arena, last->content->text, text->text),
					 last->content->at);
}

/* A copy of a file of the repository in a folder that is not known: what starts there finds it. */
static void note_copy(struct interpreter *py, const struct node *file, struct node *content, struct span at)
{
	const struct node *name = file->kind == NODE_OBJECT && file->code == py_tag_file ? node_get(file, STR("name")) : NULL;
	struct str path = name && name->kind == NODE_UNKNOWN ? partial_path(py->arena, name) : (struct str){0};
	struct eval_file whole;

	if (!path.n || str_ends(path, STR("}")) || content->kind != NODE_STR || !file_of_text(py, content->text, &whole))
		return;
	*vec_push(py->arena, &py->trace->written) = (struct trace_file){.path = path, .content = content, .at = at,
		.order = (uint32_t)py->trace->n, .through = file, .guard = py->guard, .copy_of = whole.path};
}

static void note(struct interpreter *py, const struct node *file, struct node *content, struct span at)
{
	struct trace_file *last;
	struct str path;

	if (!path_of(py, file, &path)) {
		note_copy(py, file, content, at);
		return;
	}
	last = written_to(py, path);
	/* One way or the other: nobody knows which. */
	if (last && last->guard != py->guard)
		content = last->content = py_unknown(py, at, "what is written hangs on a condition");
	if (last && file->kind == NODE_OBJECT && last->through == file && last->guard == py->guard)
		append(py, last, content);
	else
		*vec_push(py->arena, &py->trace->written) =
		    (struct trace_file){path, content, at, (uint32_t)py->trace->n, file, py->guard, {0}};
}

/* The JSON of a number, a word for one, or a plain text; NULL: of anything else. */
static struct node *scalar_json(struct interpreter *py, const struct node *data, struct span at)
{
	if (data->kind == NODE_NULL)
		return py_str(py, STR("null"), at);
	if (data->kind == NODE_BOOL)
		return py_str(py, data->as.b ? STR("true") : STR("false"), at);
	if (data->kind == NODE_INT || data->kind == NODE_REAL)
		return py_str(py, node_text(py->arena, data, 40), at);
	if (data->kind != NODE_STR || data->text.n > JSON_TEXT_MAX)
		return NULL;
	for (size_t i = 0; i < data->text.n; i++)
		if (data->text.s[i] < ' ' || data->text.s[i] > '~' || strchr("\"\\", data->text.s[i]))
			return NULL;
	return py_str(py, str_fmt(py->arena, "\"%.*s\"", STR_ARG(data->text)), at);
}

static struct node *dumps(struct interpreter *py, struct native_call *c)
{
	struct node *data = native_arg(c, 0, NULL);
	struct node *scalar = data && str_starts(c->name, STR("json")) ? scalar_json(py, data, c->site.at) : NULL;
	struct node *text = py_unknown(py, c->site.at, "a text of data");

	if (scalar)
		return scalar;
	if (data && (data->kind == NODE_MAP || data->kind == NODE_LIST)) {
		text->from[0] = file_copy(py, data);
		text->code = &tag_dumped;
	}
	return text;
}

void dump_data(struct interpreter *py, const struct node *file, struct node *data, struct span at)
{
	note(py, file,
	     data->kind == NODE_MAP || data->kind == NODE_LIST ? file_copy(py, data) : py_unknown_of(py, at, data), at);
}

static struct node *dump(struct interpreter *py, struct native_call *c)
{
	struct node *data = native_arg(c, 0, NULL);
	struct node *file = native_arg(c, 1, str_starts(c->name, STR("yaml")) ? "stream" : "fp");

	if (!file)
		return dumps(py, c);
	if (data)
		dump_data(py, file, data, c->site.at);
	return py_none(py, c->site.at);
}

static struct node *write(struct interpreter *py, struct native_call *c)
{
	struct node *text = native_arg(c, 0, "data");

	if (text && text->kind == NODE_UNKNOWN && text->code == &tag_dumped)
		note(py, c->self, (struct node *)(uintptr_t)text->from[0], c->site.at);
	else if (text)
		note(py, c->self, is_text(text) ? text : py_unknown_of(py, c->site.at, text), c->site.at);
	return py_none(py, c->site.at);
}

static const struct native rows[] = {
    {"Path.write_text", write, NATIVE_RAW}, {"file.write", write, NATIVE_RAW},
    {"json.dump", dump, NATIVE_RAW},	    {"json.dumps", dumps, NATIVE_RAW},
    {"yaml.dump", dump, NATIVE_RAW},	    {"yaml.safe_dump", dump, NATIVE_RAW},
};

NATIVES(natives_written_files, rows);
