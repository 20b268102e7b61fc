/*
 * Interpolation of OmegaConf: ${a.b}, ${.sibling}, ${oc.env:NAME,default}, ${resolver:arguments}, alone or
 * inside text, nested. Source: OmegaConf 2.3, docs/source/custom_resolvers.rst and usage.rst.
 */
#include "config.h"

enum { RESOLVE_DEPTH = 32 };

struct resolving {
	struct interpreter *py;
	struct node *root;
	/** The mappings around the value, outermost first. */
	struct node *above[RESOLVE_DEPTH];
	int n;
	/** Interpolations inside one another, and lists and mappings: YAML's aliases let a list hold itself. */
	int depth, nested;
};

static struct node *resolve_text(struct resolving *r, struct node *n, struct str s);

/* The bracket that closes "${" at a place; SIZE_MAX if none does. */
static size_t closing(struct str s, size_t open)
{
	int depth = 0;

	for (size_t i = open; i < s.n; i++) {
		if (s.s[i] == '{' && i > 0 && s.s[i - 1] == '$')
			depth++;
		else if (s.s[i] == '}' && --depth == 0)
			return i;
	}
	return SIZE_MAX;
}

/* The node at a dotted path below a mapping; r->above then holds the mappings around it. */
static struct node *walk(struct resolving *r, struct node *from, struct str path)
{
	struct node *n = from;

	r->n = 0;
	while (path.n && n && r->n < RESOLVE_DEPTH) {
		struct str_cut cut = str_cut(path, '.');

		r->above[r->n++] = n;
		n = n->kind == NODE_MAP ? node_get(n, cut.head) : NULL;
		path = cut.tail;
	}
	return n ? n : node_path(from, path);
}

static struct node *by_path(struct resolving *r, struct str path, struct span at)
{
	struct resolving inner = *r;
	struct node *from = r->root, *value;
	int up = 0;

	for (; str_starts(path, STR(".")); path = str_sub(path, 1, path.n))
		up++;
	if (up > r->n)
		return py_unknown(r->py, at, "an interpolation above the top");
	if (up)
		from = r->above[r->n - up];
	value = walk(&inner, from, path);
	if (!value)
		value = node_path(from, path);
	if (!value)
		return py_unknown(r->py, at, "${%.*s} is not known", STR_ARG(path));
	/* What the path of a relative one means above its start is not followed. */
	inner.depth = r->depth + 1;
	return value->kind == NODE_STR ? resolve_text(&inner, value, value->text) : value;
}

/* An argument of a resolver: an interpolation by itself, or a scalar as YAML reads it. */
static struct node *argument(struct resolving *r, struct str text, struct span at)
{
	struct node *n = py_str(r->py, str_trim(text), at);

	if (n->kind == NODE_STR && n->text.n > 1 && (n->text.s[0] == '"' || n->text.s[0] == '\'') &&
	    n->text.s[n->text.n - 1] == n->text.s[0])
		return py_str(r->py, str_sub(n->text, 1, n->text.n - 1), at);
	if (n->kind == NODE_STR && str_has(n->text, STR("${"))) {
		struct node *value = resolve_text(r, n, n->text);

		return value->kind == NODE_STR && !str_starts(n->text, STR("${"))
			   ? py_yaml_value(r->py, value->text, at)
			   : value;
	}
	return n->kind == NODE_STR ? py_yaml_value(r->py, n->text, at) : n;
}

/* Arguments between commas outside of brackets. */
static void arguments(struct resolving *r, struct str text, struct span at, struct args *out)
{
	size_t from = 0;
	int depth = 0;

	for (size_t i = 0; i <= text.n; i++) {
		char c = i < text.n ? text.s[i] : ',';

		depth += c == '{' || c == '[' || c == '(';
		depth -= c == '}' || c == ']' || c == ')';
		if (c != ',' || (depth > 0 && i < text.n))
			continue;
		if (text.n)
			*vec_push(r->py->arena, out) = (struct arg){
			    .value = argument(r, str_sub(text, from, i), at), .at = at};
		from = i + 1;
	}
}

static struct node *from_env(struct resolving *r, struct str text, struct span at)
{
	struct str_cut cut = str_cut(text, ',');
	bool maybe = false;
	struct node *value = py_map_get(r->py, r->py->environ,
					node_str(r->py->arena, str_trim(cut.head), at), &maybe);

	if (value)
		return value;
	value = cut.ok ? argument(r, cut.tail, at) : NULL;
	/* A default of null says that the environment is to give it, as os.environ.get(NAME) does. */
	return value && value->kind != NODE_NULL
		   ? value
		   : py_unknown(r->py, at, "%.*s is not set here", STR_ARG(cut.head));
}

/* ${name:arguments}: OmegaConf's own resolvers, or one that the script registered. */
static struct node *by_resolver(struct resolving *r, struct str name, struct str text,
				struct span at)
{
	struct interpreter *py = r->py;
	struct args args = {0};

	if (str_is(name, "oc.env"))
		return from_env(r, text, at);
	arguments(r, text, at, &args);
	if (str_is(name, "oc.decode") && args.n)
		return args.at[0].value->kind == NODE_STR
			   ? py_yaml_value(py, args.at[0].value->text, at)
			   : args.at[0].value;
	if (str_is(name, "oc.select") && args.n && args.at[0].value->kind == NODE_STR) {
		struct node *found = node_path(r->root, args.at[0].value->text);

		return found ? found : args.n > 1 ? args.at[1].value : py_none(py, at);
	}
	for (size_t i = py->resolvers.n; i-- > 0;)
		if (str_eq(py->resolvers.at[i].name, name)) {
			struct node *out =
			    py_call(py, py->resolvers.at[i].function, &args, (struct site){at, at});

			/* It is computed here, whatever the function's text says. */
			if (!node_mutable(out) && out->kind != NODE_EITHER) {
				out = node_copy(py->arena, out);
				out->at = at;
			}
			return out;
		}
	return py_unknown(py, at, "${%.*s:%.*s} is not known", STR_ARG(name), STR_ARG(text));
}

static struct node *interpolated(struct resolving *r, struct str inside, struct span at)
{
	size_t colon = 0;

	while (colon < inside.n && (inside.s[colon] == '.' || inside.s[colon] == '_' ||
				    (inside.s[colon] >= '0' && inside.s[colon] <= '9') ||
				    (inside.s[colon] >= 'a' && inside.s[colon] <= 'z') ||
				    (inside.s[colon] >= 'A' && inside.s[colon] <= 'Z')))
		colon++;
	if (colon < inside.n && inside.s[colon] == ':')
		return by_resolver(r, str_sub(inside, 0, colon),
				   str_sub(inside, colon + 1, inside.n), at);
	if (str_has(inside, STR("${"))) {
		struct node *path = resolve_text(r, py_str(r->py, inside, at), inside);

		return path->kind == NODE_STR ? by_path(r, path->text, at)
					      : py_unknown_of(r->py, at, path);
	}
	return by_path(r, inside, at);
}

static struct node *resolve_text(struct resolving *r, struct node *n, struct str s)
{
	struct interpreter *py = r->py;
	struct node *out = NULL;

	if (!str_has(s, STR("${")))
		return n;
	if (r->depth > RESOLVE_DEPTH || !py_step(py, 1))
		return py_unknown(py, n->at, "interpolations nested too deeply");
	r->depth++;
	while (s.n) {
		size_t open = str_find(s, STR("${"), 0);
		size_t close = open == SIZE_MAX ? SIZE_MAX : closing(s, open);
		struct node *part;

		if (close == SIZE_MAX) {
			part = py_str(py, s, n->at);
			out = out ? py_binary(py, OP_ADD, out, part, n->at) : n;
			break;
		}
		part = interpolated(r, str_sub(s, open + 2, close), n->at);
		if (open == 0 && close + 1 == s.n && !out) {
			out = part;
			break;
		}
		part = py_format(py, part, STR(""), n->at);
		if (!out)
			out = py_str(py, STR(""), n->at);
		out = py_binary(py, OP_ADD, out, py_str(py, str_sub(s, 0, open), n->at), n->at);
		out = py_binary(py, OP_ADD, out, part, n->at);
		s = str_sub(s, close + 1, s.n);
	}
	r->depth--;
	return out ? out : n;
}

/* A value's place keeps that of what it refers to; that it was an interpolation is kept for merges. */
static struct node *resolved(struct resolving *r, struct node *n)
{
	const struct node *written = n->from[1];
	struct node *out;

	if (written && written->kind == NODE_STR && str_starts(written->how, STR("interpolation")))
		n = (struct node *)(uintptr_t)written;
	if (n->kind != NODE_STR || !str_has(n->text, STR("${")))
		return n;
	out = resolve_text(r, n, n->text);
	if (out == n || node_mutable(out) || out->kind == NODE_EITHER)
		return out;
	out = node_copy(r->py->arena, out);
	n = node_copy(r->py->arena, n);
	n->how = STR("interpolation");
	out->from[1] = n;
	return out;
}

static void resolve(struct resolving *r, struct node *n)
{
	if (r->n >= RESOLVE_DEPTH - 1 || r->nested >= NODE_DEPTH_MAX || !py_step(r->py, 1))
		return;
	if (n->kind != NODE_MAP && n->kind != NODE_LIST)
		return;
	r->nested++;
	/* Elements of a list count from the mapping around it. */
	if (n->kind == NODE_MAP)
		r->above[r->n++] = n;
	for (size_t i = 0; n->kind == NODE_MAP && i < n->as.pairs.n; i++) {
		n->as.pairs.at[i].value = resolved(r, n->as.pairs.at[i].value);
		resolve(r, n->as.pairs.at[i].value);
	}
	for (size_t i = 0; n->kind == NODE_LIST && i < n->as.items.n; i++) {
		n->as.items.at[i] = resolved(r, n->as.items.at[i]);
		resolve(r, n->as.items.at[i]);
	}
	if (n->kind == NODE_MAP)
		r->n--;
	r->nested--;
}

struct node *conf_interpolate(struct interpreter *py, struct node *root)
{
	struct resolving r = {.py = py, .root = root};

	resolve(&r, root);
	return root;
}
