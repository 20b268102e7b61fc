/* pathlib: a Path is a text that has a tag. */
#include "stdlib_parts.h"

#include "lint/frameworks/frameworks.h"

struct node *path_new(struct interpreter *py, struct str text, struct span at)
{
	struct node *n = py_str(py, path_normal(py, text), at);

	/* A Path keeps "..": only "." and double slashes go. */
	if (str_has(text, STR("..")))
		n = py_str(py, text, at);
	if (n->kind == NODE_STR)
		n->code = py_tag_path;
	return n;
}

static struct str parent_of(struct str s)
{
	size_t slash = str_rchr(s, '/');

	if (slash == SIZE_MAX)
		return STR(".");
	return slash == 0 ? STR("/") : str_sub(s, 0, slash);
}

static struct str name_of(struct str s)
{
	if (str_is(s, ".") || str_is(s, "/"))
		return STR("");
	return str_tail(s, '/');
}

static struct node *parents(struct interpreter *py, struct str s, struct span at)
{
	struct node *out = py_new(py, NODE_LIST, at);

	for (int i = 0; i < 64 && !str_is(s, ".") && !str_is(s, "/"); i++) {
		s = parent_of(s);
		py_append(py, out, path_new(py, s, at));
	}
	return out;
}

static struct node *parts(struct interpreter *py, struct str s, struct span at)
{
	struct node *out = py_new(py, NODE_TUPLE, at);

	if (s.n && s.s[0] == '/')
		py_append(py, out, py_str(py, STR("/"), at));
	while (s.n) {
		struct str_cut cut = str_cut(s, '/');

		if (cut.head.n)
			py_append(py, out, py_str(py, cut.head, at));
		s = cut.tail;
	}
	return out;
}

static struct node *suffixes(struct interpreter *py, struct str name, struct span at)
{
	struct node *out = py_new(py, NODE_LIST, at);
	size_t dot = name.n > 1 ? str_chr(name, '.', 1) : SIZE_MAX;

	while (dot != SIZE_MAX && !str_ends(name, STR("."))) {
		size_t next = str_chr(name, '.', dot + 1);

		py_append(py, out,
			  py_str(py, str_sub(name, dot, next == SIZE_MAX ? name.n : next), at));
		dot = next;
	}
	return out;
}

struct node *path_attr(struct interpreter *py, struct node *path, struct str name, struct span at)
{
	struct str s = path->text, last = name_of(s);
	size_t dot = str_rchr(last, '.');
	bool suffix = dot != SIZE_MAX && dot > 0 && dot + 1 < last.n;

	/* snapshots/REVISION of the hub's cache. */
	if (str_is(path->how, HOW_FETCHED) && (str_is(name, "name") || str_is(name, "stem")))
		return py_unknown(py, at, "the folder of a snapshot");
	if (str_is(name, "parent"))
		return path_new(py, parent_of(s), at);
	if (str_is(name, "name"))
		return py_str(py, last, at);
	if (str_is(name, "stem"))
		return py_str(py, suffix ? str_sub(last, 0, dot) : last, at);
	if (str_is(name, "suffix"))
		return py_str(py, suffix ? str_sub(last, dot, last.n) : STR(""), at);
	if (str_is(name, "suffixes"))
		return suffixes(py, last, at);
	if (str_is(name, "parents"))
		return parents(py, s, at);
	if (str_is(name, "parts"))
		return parts(py, s, at);
	return NULL;
}

static struct node *path(struct interpreter *py, struct native_call *c)
{
	struct node *out = NULL;

	if (c->args->n == 0)
		return path_new(py, STR("."), c->site.at);
	for (size_t i = 0; i < c->args->n; i++) {
		struct node *part;

		if (c->args->at[i].value->kind != NODE_STR)
			return NULL;
		part = path_new(py, c->args->at[i].value->text, c->site.at);
		if (part->kind != NODE_STR)
			return part;
		if (c->args->n == 1)
			part->how = c->args->at[i].value->how;
		out = out ? py_binary(py, OP_DIV, out, part, c->site.at) : part;
	}
	return out;
}

static struct node *joinpath(struct interpreter *py, struct native_call *c)
{
	struct node *out = c->self;

	for (size_t i = 0; i < c->args->n; i++)
		out = py_binary(py, OP_DIV, out, c->args->at[i].value, c->site.at);
	return out;
}

static struct node *resolve(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_str(py, path_absolute(py, c->self->text), c->site.at);

	if (out->kind == NODE_STR)
		out->code = py_tag_path;
	return out;
}

static struct node *with_part(struct interpreter *py, struct native_call *c)
{
	struct str given, s = c->self->text, last = name_of(s), base;
	bool suffix = str_ends(c->name, STR("suffix"));
	size_t dot = str_rchr(last, '.');

	if (!native_text(native_arg(c, 0, NULL), &given))
		return NULL;
	base = str_sub(s, 0, s.n - last.n);
	if (suffix && dot != SIZE_MAX && dot > 0)
		last = str_sub(last, 0, dot);
	return path_new(py,
			suffix ? str_fmt(py->arena, "%.*s%.*s%.*s", STR_ARG(base), STR_ARG(last),
					 STR_ARG(given))
			       : str_cat(py->arena, base, given),
			c->site.at);
}

static struct node *with_stem(struct interpreter *py, struct native_call *c)
{
	struct str given, s = c->self->text, last = name_of(s);
	size_t dot = str_rchr(last, '.');

	if (!native_text(native_arg(c, 0, NULL), &given))
		return NULL;
	return path_new(py,
			str_fmt(py->arena, "%.*s%.*s%.*s", STR_ARG(str_sub(s, 0, s.n - last.n)),
				STR_ARG(given),
				STR_ARG(str_sub(last, dot == SIZE_MAX || dot == 0 ? last.n : dot,
						last.n))),
			c->site.at);
}

static struct node *relative_to(struct interpreter *py, struct native_call *c)
{
	struct str given, s = c->self->text;

	if (!native_text(native_arg(c, 0, NULL), &given))
		return NULL;
	given = path_new(py, given, c->site.at)->text;
	if (str_eq(s, given))
		return path_new(py, STR("."), c->site.at);
	if (str_is(given, "."))
		return s.n && s.s[0] != '/' ? c->self : NULL;
	if (!str_starts(s, given) || (!str_ends(given, STR("/")) && s.s[given.n] != '/'))
		return py_raise(py, "ValueError", c->site.at, "a path that is not below the other");
	s = str_sub(s, given.n, s.n);
	return path_new(py, str_starts(s, STR("/")) ? str_sub(s, 1, s.n) : s, c->site.at);
}

static struct node *cwd(struct interpreter *py, struct native_call *c)
{
	return path_new(py, str_fmt(py->arena, EVAL_ROOT "/%.*s", STR_ARG(py->world->cwd)),
			c->site.at);
}

static struct node *same(struct interpreter *py, struct native_call *c)
{
	(void)py;
	return str_chr(c->self->text, '~', 0) == SIZE_MAX ? c->self : NULL;
}

static struct node *as_text(struct interpreter *py, struct native_call *c)
{
	return py_str(py, c->self->text, c->site.at);
}

static struct node *open_(struct interpreter *py, struct native_call *c)
{
	return file_open(py, c->self, c->site.at);
}

static struct node *read_text(struct interpreter *py, struct native_call *c)
{
	struct eval_file file;
	struct str where = py_repo_path(py, c->self->text);

	if (where.n && py->world->find(py->world->context, where, &file))
		return file_text(py, &file, c->site.at);
	return py_unknown(py, c->site.at, "a file outside the repository");
}

static struct node *is_absolute(struct interpreter *py, struct native_call *c)
{
	return py_bool(py, c->self->text.n && c->self->text.s[0] == '/', c->site.at);
}

static const struct native rows[] = {
	{"Path.__fspath__", as_text, 0},    {"Path.__str__", as_text, 0},
	{"Path.absolute", resolve, 0},	    {"Path.as_posix", as_text, 0},
	{"Path.exists", path_exists, 0},	    {"Path.expanduser", same, 0},
	{"Path.is_absolute", is_absolute, 0}, {"Path.is_dir", path_exists, 0},
	{"Path.is_file", path_exists, 0},	    {"Path.joinpath", joinpath, NATIVE_UNKNOWN},
	{"Path.mkdir", native_none, NATIVE_RAW}, {"Path.open", open_, NATIVE_RAW},
	{"Path.read_text", read_text, NATIVE_RAW}, {"Path.relative_to", relative_to, 0},
	{"Path.resolve", resolve, NATIVE_RAW},
	{"Path.with_name", with_part, 0},   {"Path.with_stem", with_stem, 0}, {"Path.with_suffix", with_part, 0},
	{"pathlib.Path", path, 0},
	{"pathlib.Path.cwd", cwd, 0},	    {"pathlib.PosixPath", path, 0},
	{"pathlib.PurePath", path, 0},
};

NATIVES(natives_path, rows);
