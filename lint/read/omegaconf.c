#include "omegaconf.h"

#include <string.h>

#include "core/base/base.h"
#include "data_file.h"
#include "yaml_scalar.h"

enum { CONF_DEPTH_MAX = 16, LOOKUPS_MAX = 4000, NODES_MAX = 20000, TEXT_MAX = 4096 };

static struct node *copy(struct arena *a, const struct node *n, int depth)
{
	struct node *out = arena_new(a, struct node);

	*out = *n;
	if (depth >= CONF_DEPTH_MAX)
		return out;
	if (n->kind == NODE_MAP) {
		out->as.pairs.at = NULL;
		out->as.pairs.n = out->as.pairs.room = 0;
		for (size_t i = 0; i < n->as.pairs.n; i++)
			*vec_push(a, &out->as.pairs) = (struct pair){
			    n->as.pairs.at[i].key, copy(a, n->as.pairs.at[i].value, depth + 1)};
	} else if (n->kind == NODE_LIST) {
		out->as.items.at = NULL;
		out->as.items.n = out->as.items.room = 0;
		for (size_t i = 0; i < n->as.items.n; i++)
			node_push(a, out, copy(a, n->as.items.at[i], depth + 1));
	}
	return out;
}

/* Whether a tree has no more nodes than are left: aliases of YAML can make few lines very many. */
static bool fits(const struct node *n, int depth, size_t *left)
{
	if (!*left)
		return false;
	--*left;
	if (depth >= CONF_DEPTH_MAX)
		return true;
	for (size_t i = 0; n->kind == NODE_MAP && i < n->as.pairs.n; i++)
		if (!fits(n->as.pairs.at[i].value, depth + 1, left))
			return false;
	for (size_t i = 0; n->kind == NODE_LIST && i < n->as.items.n; i++)
		if (!fits(n->as.items.at[i], depth + 1, left))
			return false;
	return true;
}

static bool is_small(const struct node *tree)
{
	size_t left = NODES_MAX;

	return fits(tree, 0, &left);
}

struct node *conf_copy(struct arena *a, const struct node *tree)
{
	struct node *unknown;

	if (is_small(tree))
		return copy(a, tree, 0);
	unknown = node_new(a, NODE_MAP, tree->at);
	unknown->open = true;
	return unknown;
}

/* What was read of a word stands where the word stands. */
static void put_at(struct node *n, const struct node *word, int depth)
{
	n->at = word->at;
	n->how = word->how;
	for (size_t i = 0; i < NODE_FROM_MAX; i++)
		n->from[i] = word->from[i];
	for (size_t i = 0; n->kind == NODE_LIST && i < n->as.items.n && depth < CONF_DEPTH_MAX; i++)
		put_at(n->as.items.at[i], word, depth + 1);
	for (size_t i = 0; n->kind == NODE_MAP && i < n->as.pairs.n && depth < CONF_DEPTH_MAX; i++)
		put_at(n->as.pairs.at[i].value, word, depth + 1);
}

struct node *conf_word(struct arena *a, struct node *value)
{
	struct node *out;

	if (value->kind != NODE_STR)
		return value;
	if (str_starts(value->text, STR("[")) || str_starts(value->text, STR("{"))) {
		struct reading reading = read_yaml(a, 0, value->text);

		if (reading.trouble.n || !reading.docs.n || !is_small(reading.docs.at[0]))
			return value;
		put_at(reading.docs.at[0], value, 0);
		return reading.docs.at[0];
	}
	out = arena_new(a, struct node);
	*out = *value;
	/* Hydra's grammar of overrides: a quoted value is a text without its quotes. */
	if (value->text.n > 1 && strchr("\"'", value->text.s[0]) && value->text.s[value->text.n - 1] == value->text.s[0] &&
	    str_chr(str_sub(value->text, 1, value->text.n - 1), value->text.s[0], 0) == SIZE_MAX) {
		out->text = str_sub(value->text, 1, value->text.n - 1);
		out->quoted = true;
		return out;
	}
	if (str_is(value->text, "None"))
		out->kind = NODE_NULL;
	else
		yaml_scalar(out, value->text);
	return out;
}

void conf_put(struct arena *a, struct node *tree, struct str key, struct node *value,
	      const char *component)
{
	struct node *name;

	for (struct str_cut cut = str_cut(key, '.'); cut.ok; cut = str_cut(key, '.')) {
		struct node *below = node_get(tree, cut.head);

		if (!below || below->kind != NODE_MAP) {
			below = node_new(a, NODE_MAP, value->at);
			node_set(a, tree, node_str(a, cut.head, value->at), below);
		}
		tree = below;
		key = cut.tail;
	}
	name = node_get(tree, key);
	if (component && *component && name && name->kind == NODE_MAP &&
	    node_get(name, str_of(component)) && value->kind != NODE_MAP &&
	    value->kind != NODE_NULL) {
		tree = name;
		key = str_of(component);
	}
	node_set(a, tree, node_str(a, key, value->at), value);
}

void conf_drop(struct node *tree, struct str key)
{
	for (struct str_cut cut = str_cut(key, '.'); cut.ok; cut = str_cut(key, '.')) {
		tree = node_get(tree, cut.head);
		if (!tree || tree->kind != NODE_MAP)
			return;
		key = cut.tail;
	}
	for (size_t i = 0, kept = 0; i < tree->as.pairs.n; i++) {
		struct pair pair = tree->as.pairs.at[i];

		if (pair.key->kind != NODE_STR || !str_eq(pair.key->text, key))
			tree->as.pairs.at[kept++] = pair;
		if (i + 1 == tree->as.pairs.n)
			tree->as.pairs.n = kept;
	}
}

/* ---- interpolation ---- */

/* Whether an interpolation stands anywhere: most files have none. */
static bool has_marks(const struct node *n, int depth)
{
	if (n->kind == NODE_STR)
		return str_has(n->text, STR("${"));
	for (size_t i = 0; n->kind == NODE_MAP && i < n->as.pairs.n && depth < CONF_DEPTH_MAX; i++)
		if (has_marks(n->as.pairs.at[i].value, depth + 1))
			return true;
	for (size_t i = 0; n->kind == NODE_LIST && i < n->as.items.n && depth < CONF_DEPTH_MAX; i++)
		if (has_marks(n->as.items.at[i], depth + 1))
			return true;
	return depth >= CONF_DEPTH_MAX;
}

struct resolving {
	struct arena *arena;
	const struct node *root;
	/** Interpolations that may still be looked up, and nodes of what they stand for: both can double each other. */
	unsigned left;
	size_t nodes;
};

static struct node *resolved(struct resolving *r, struct node *n, int depth);

/* What the text between "${" and "}" refers to; NULL if that is not known. */
static struct node *referred(struct resolving *r, struct str path, int depth)
{
	struct node *value = r->left && depth < CONF_DEPTH_MAX ? node_path(r->root, path) : NULL;

	if (!value)
		return NULL;
	r->left--;
	value = resolved(r, value, depth + 1);
	/* What holds further ones might hold itself. */
	return !fits(value, 0, &r->nodes) || has_marks(value, 0) ? NULL : value;
}

static struct node *resolved(struct resolving *r, struct node *n, int depth)
{
	struct str rest = n->text, text = {0};
	struct node *out;

	if (n->kind != NODE_STR || !has_marks(n, 0))
		return n;
	while (rest.n) {
		size_t open = str_find(rest, STR("${"), 0);
		size_t close = open == SIZE_MAX ? SIZE_MAX : str_chr(rest, '}', open);
		struct node *value;

		if (close == SIZE_MAX)
			break;
		value = referred(r, str_sub(rest, open + 2, close), depth);
		if (value && open == 0 && close + 1 == rest.n && !text.n)
			return value;
		/* A resolver's, or a number inside text: left as it is. */
		if (!value || value->kind != NODE_STR || text.n > TEXT_MAX)
			return n;
		text =
		    str_cat(r->arena, str_cat(r->arena, text, str_sub(rest, 0, open)), value->text);
		rest = str_sub(rest, close + 1, rest.n);
	}
	out = arena_new(r->arena, struct node);
	*out = *n;
	out->text = str_cat(r->arena, text, rest);
	return out;
}

static void resolve(struct resolving *r, struct node *n, int depth);

/* What stands in the place of an interpolation has no further ones. */
static void resolve_value(struct resolving *r, struct node **value, int depth)
{
	struct node *before = *value;

	*value = resolved(r, before, 0);
	if (*value == before)
		resolve(r, before, depth + 1);
}

static void resolve(struct resolving *r, struct node *n, int depth)
{
	for (size_t i = 0; n->kind == NODE_MAP && i < n->as.pairs.n && depth < CONF_DEPTH_MAX;
	     i++) {
		struct node **value = &n->as.pairs.at[i].value;

		resolve_value(r, value, depth);
	}
	for (size_t i = 0; n->kind == NODE_LIST && i < n->as.items.n && depth < CONF_DEPTH_MAX;
	     i++) {
		struct node **value = &n->as.items.at[i];

		resolve_value(r, value, depth);
	}
}

const struct node *conf_interpolated(struct arena *a, const struct node *tree)
{
	struct resolving r = {.arena = a, .left = LOOKUPS_MAX, .nodes = NODES_MAX};
	struct node *out;

	if (!is_small(tree) || !has_marks(tree, 0))
		return tree;
	r.root = out = conf_copy(a, tree);
	resolve(&r, out, 0);
	return out;
}
