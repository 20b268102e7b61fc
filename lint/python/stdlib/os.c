/* os and os.path. What the machine has beyond the repository is not known. */
#include "stdlib_parts.h"

static bool text_of(const struct native_call *c, size_t i, struct str *out)
{
	return native_text(native_arg(c, i, NULL), out);
}

/* A path of which a part is not known: text all the same. */
static struct node *some_path(struct interpreter *py, struct native_call *c, struct node *part)
{
	struct node *path = py_unknown_of(py, c->site.at, part);

	path->quoted = true;
	return path;
}

/* A joined path of which a part is not known: what is known behind it stays. */
static struct node *some_join(struct interpreter *py, struct native_call *c, size_t unknown)
{
	struct node *path = some_path(py, c, native_arg(c, unknown, NULL));
	struct str end = {0}, part;

	for (size_t i = unknown + 1; i < native_count(c); i++) {
		if (!text_of(c, i, &part))
			return some_join(py, c, i);
		end = str_fmt(py->arena, "%.*s/%.*s", STR_ARG(end), STR_ARG(part));
	}
	if (end.n)
		node_set_end(py->arena, path, end);
	return path;
}

static struct node *join(struct interpreter *py, struct native_call *c)
{
	struct str out = {0}, part;

	for (size_t i = 0; i < native_count(c); i++) {
		if (!text_of(c, i, &part))
			return some_join(py, c, i);
		if (i == 0 || (part.n && part.s[0] == '/') || out.n == 0)
			out = part;
		else
			out = str_fmt(py->arena, "%.*s%s%.*s", STR_ARG(out),
				      str_ends(out, STR("/")) ? "" : "/", STR_ARG(part));
	}
	return py_str(py, out, c->site.at);
}

static struct node *dirname(struct interpreter *py, struct native_call *c)
{
	struct str s;
	size_t slash;

	if (!text_of(c, 0, &s))
		return NULL;
	slash = str_rchr(s, '/');
	if (slash == SIZE_MAX)
		return py_str(py, STR(""), c->site.at);
	s = str_sub(s, 0, slash + 1);
	while (s.n > 1 && s.s[s.n - 1] == '/')
		s.n--;
	return py_str(py, s, c->site.at);
}

static struct node *base_name(struct interpreter *py, struct native_call *c)
{
	struct str s;

	if (!text_of(c, 0, &s))
		return NULL;
	return py_str(py, str_tail(s, '/'), c->site.at);
}

struct str path_normal(struct interpreter *py, struct str path)
{
	bool absolute = path.n && path.s[0] == '/';
	struct str out = {0};

	if (path.n > EVAL_PATH_MAX)
		return path;
	while (path.n) {
		struct str_cut cut = str_cut(path, '/');
		struct str last = out;
		size_t slash = str_rchr(out, '/');

		if (slash != SIZE_MAX)
			last = str_sub(out, slash + 1, out.n);
		if (str_is(cut.head, "..") && out.n && !str_is(last, ".."))
			out = slash == SIZE_MAX ? (struct str){0} : str_sub(out, 0, slash);
		else if (cut.head.n && !str_is(cut.head, ".") &&
			 !(absolute && str_is(cut.head, "..")))
			out = out.n ? str_fmt(py->arena, "%.*s/%.*s", STR_ARG(out),
					      STR_ARG(cut.head))
				    : cut.head;
		path = cut.tail;
	}
	if (absolute)
		return str_cat(py->arena, STR("/"), out);
	return out.n ? out : STR(".");
}

static struct node *normpath(struct interpreter *py, struct native_call *c)
{
	struct str s;

	return text_of(c, 0, &s) ? py_str(py, path_normal(py, s), c->site.at) : NULL;
}

/* The repository lies at EVAL_ROOT, and scripts run in the world's directory. */
struct str path_absolute(struct interpreter *py, struct str path)
{
	struct str known;

	if (path.n && path.s[0] == '/')
		return path_normal(py, path);
	/* As open() would find it: also beside the script. */
	known = path.n ? py_repo_path(py, path) : path;
	if (known.n)
		return path_normal(py, str_cat(py->arena, STR(EVAL_ROOT "/"), known));
	return path_normal(py, str_fmt(py->arena, EVAL_ROOT "/%.*s/%.*s", STR_ARG(py->world->cwd),
				       STR_ARG(path)));
}

static struct node *abspath(struct interpreter *py, struct native_call *c)
{
	struct str s;

	return text_of(c, 0, &s) ? py_str(py, path_absolute(py, s), c->site.at) : NULL;
}

static struct node *getcwd(struct interpreter *py, struct native_call *c)
{
	struct str s = str_fmt(py->arena, EVAL_ROOT "/%.*s", STR_ARG(py->world->cwd));

	return py_str(py, path_normal(py, s), c->site.at);
}

static struct node *splitext(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_TUPLE, c->site.at);
	struct str s;
	size_t slash, dot, first;

	if (!text_of(c, 0, &s))
		return NULL;
	slash = str_rchr(s, '/');
	dot = str_rchr(s, '.');
	first = slash == SIZE_MAX ? 0 : slash + 1;
	/* Leading dots begin a name, not an extension. */
	while (first < s.n && s.s[first] == '.')
		first++;
	if (dot == SIZE_MAX || dot < first)
		dot = s.n;
	py_append(py, out, py_str(py, str_sub(s, 0, dot), c->site.at));
	py_append(py, out, py_str(py, str_sub(s, dot, s.n), c->site.at));
	return out;
}

static struct node *split(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_TUPLE, c->site.at);

	py_append(py, out, dirname(py, c));
	py_append(py, out, base_name(py, c));
	return out->as.items.at[0] ? out : NULL;
}

/* Whether a path leads through a file of the repository, in which nothing lies: train.yaml/model.yaml. */
static bool is_through_file(struct interpreter *py, struct str path)
{
	struct eval_file file;
	size_t slash;

	while ((slash = str_rchr(path, '/')) != SIZE_MAX) {
		path = str_sub(path, 0, slash);
		if (path.n && py->world->find(py->world->context, path, &file))
			return true;
	}
	return false;
}

/*
 * Whether a path would be one of the repository's own configs, were it there: a YAML or TOML file in a folder that the
 * repository has, or in a new one of it. With a sample beside it, it is one that each user writes.
 */
static bool is_absent_config(struct interpreter *py, struct str path)
{
	static const char *const samples[] = {".example", "_example", ".sample", "_sample", ".template", "_template", "-example"};
	size_t dot = str_rchr(path, '.');
	struct str folder = eval_dirname(path);
	struct eval_file file;

	if (dot == SIZE_MAX || !str_among(str_sub(path, dot, path.n), STR(".yaml|.yml|.toml")) || !py->world->folder)
		return false;
	for (size_t i = 0; i < sizeof(samples) / sizeof(*samples); i++)
		if (py->world->find(py->world->context,
				    str_fmt(py->arena, "%.*s%s%.*s", (int)dot, path.s, samples[i], STR_ARG(str_sub(path, dot, path.n))),
				    &file))
			return false;
	for (int level = 0; level < 2 && folder.n; level++, folder = eval_dirname(folder))
		if (py->world->folder(py->world->context, folder))
			return true;
	return false;
}

/* exists, isfile, isdir: yes for what the repository holds; the rest of the disk is not known. */
struct node *path_exists(struct interpreter *py, struct native_call *c)
{
	struct node *x = c->self ? c->self : native_arg(c, 0, NULL);
	bool dir = str_ends(c->name, STR("dir"));
	struct eval_file file;
	struct str s, path;
	struct node *out;

	if (!native_text(x, &s))
		return NULL;
	path = py_repo_path(py, s);
	if (path.n && !dir && py->world->find(py->world->context, path, &file))
		return py_bool(py, true, c->site.at);
	if (path.n && !str_has(c->name, STR("file")) && py->world->folder &&
	    py->world->folder(py->world->context, path))
		return py_bool(py, true, c->site.at);
	if (path.n && is_through_file(py, path))
		return py_bool(py, false, c->site.at);
	out = py_unknown(py, c->site.at, "whether %.*s is there", STR_ARG(s));
	if (path.n && !dir && is_absent_config(py, path))
		out->code = py_tag_absent;
	return out;
}

static struct node *expand(struct interpreter *py, struct native_call *c)
{
	struct str s;
	struct node *path;

	if (!text_of(c, 0, &s))
		return NULL;
	if (str_chr(s, '~', 0) == SIZE_MAX && str_chr(s, '$', 0) == SIZE_MAX)
		return py_str(py, s, c->site.at);
	path = py_unknown(py, c->site.at, "a path with the user's home or variables");
	if (str_starts(s, STR("~/")) && str_chr(s, '$', 0) == SIZE_MAX)
		node_set_end(py->arena, path, str_sub(s, 1, s.n));
	return path;
}

static struct node *fspath(struct interpreter *py, struct native_call *c)
{
	struct str s;

	return text_of(c, 0, &s) ? py_str(py, s, c->site.at) : NULL;
}

static struct node *is_absolute(struct interpreter *py, struct native_call *c)
{
	struct str s;

	return text_of(c, 0, &s) ? py_bool(py, s.n && s.s[0] == '/', c->site.at) : NULL;
}

static struct node *unknown_count(struct interpreter *py, struct native_call *c)
{
	return py_unknown(py, c->site.at, "%.*s() depends on the machine", STR_ARG(c->name));
}

static const struct native rows[] = {
	{"os.chdir", native_none, NATIVE_RAW},
	{"os.cpu_count", unknown_count, NATIVE_RAW},
	{"os.fspath", fspath, 0},
	{"os.getcwd", getcwd, 0},
	{"os.makedirs", native_none, NATIVE_RAW},
	{"os.mkdir", native_none, NATIVE_RAW},
	{"os.path.abspath", abspath, 0},
	{"os.path.basename", base_name, 0},
	{"os.path.dirname", dirname, 0},
	{"os.path.exists", path_exists, 0},
	{"os.path.expanduser", expand, 0},
	{"os.path.expandvars", expand, 0},
	{"os.path.isabs", is_absolute, 0},
	{"os.path.isdir", path_exists, 0},
	{"os.path.isfile", path_exists, 0},
	{"os.path.join", join, NATIVE_UNKNOWN},
	{"os.path.normpath", normpath, 0},
	{"os.path.realpath", abspath, 0},
	{"os.path.split", split, 0},
	{"os.path.splitext", splitext, 0},
};

NATIVES(natives_os, rows);
