#include "node.h"

struct node *node_new(struct arena *a, enum node_kind kind, struct span at)
{
	struct node *n = arena_new(a, struct node);

	n->kind = kind;
	n->at = at;
	return n;
}

struct node *node_str(struct arena *a, struct str s, struct span at)
{
	struct node *n = node_new(a, NODE_STR, at);

	n->text = s;
	return n;
}

struct node *node_int(struct arena *a, int64_t i, struct span at)
{
	struct node *n = node_new(a, NODE_INT, at);

	n->as.i = i;
	return n;
}

struct node *node_real(struct arena *a, double r, struct span at)
{
	struct node *n = node_new(a, NODE_REAL, at);

	n->as.r = r;
	return n;
}

struct node *node_bool(struct arena *a, bool b, struct span at)
{
	struct node *n = node_new(a, NODE_BOOL, at);

	n->as.b = b;
	return n;
}

struct node *node_unknown(struct arena *a, struct str why, struct span at)
{
	struct node *n = node_new(a, NODE_UNKNOWN, at);

	n->text = why;
	return n;
}

static bool has_items(const struct node *n)
{
	return n->kind == NODE_LIST || n->kind == NODE_TUPLE || n->kind == NODE_SET ||
	       n->kind == NODE_EITHER;
}

static bool has_pairs(const struct node *n)
{
	return n->kind == NODE_MAP || n->kind == NODE_OBJECT;
}

void node_set_end(struct arena *a, struct node *unknown, struct str end)
{
	unknown->op = '+';
	unknown->quoted = true;
	unknown->from[1] = node_str(a, end, unknown->at);
}

static void dup_parts(struct arena *a, struct node *copy, const struct node *n)
{
	if (n->kind == NODE_MAP) {
		copy->as.pairs.at = arena_news(a, struct pair, n->as.pairs.n);
		copy->as.pairs.room = n->as.pairs.n;
		for (size_t i = 0; i < n->as.pairs.n; i++)
			copy->as.pairs.at[i] = (struct pair){node_dup(a, n->as.pairs.at[i].key), node_dup(a, n->as.pairs.at[i].value)};
	} else if (n->kind == NODE_LIST || n->kind == NODE_TUPLE || n->kind == NODE_SET) {
		copy->as.items.at = arena_news(a, struct node *, n->as.items.n);
		copy->as.items.room = n->as.items.n;
		for (size_t i = 0; i < n->as.items.n; i++)
			copy->as.items.at[i] = node_dup(a, n->as.items.at[i]);
	}
}

struct node *node_dup(struct arena *a, const struct node *n)
{
	struct node *copy = arena_new(a, struct node);

	*copy = *n;
	copy->text = str_dup(a, n->text);
	/* Trees of files are no deeper than their readers go. */
	dup_parts(a, copy, n);
	return copy;
}

void node_push(struct arena *a, struct node *list, struct node *item)
{
	if (has_items(list))
		*vec_push(a, &list->as.items) = item;
}

/** Most keys are names: they are told apart by their lengths or last bytes. */
static bool same_key(const struct node *a, const struct node *b)
{
	if (a->kind != NODE_STR || b->kind != NODE_STR || !a->text.n)
		return node_same(a, b);
	return a->text.n == b->text.n && a->text.s[a->text.n - 1] == b->text.s[b->text.n - 1] &&
	       node_same(a, b);
}

void node_set(struct arena *a, struct node *map, struct node *key, struct node *value)
{
	if (!has_pairs(map))
		return;
	for (size_t i = 0; i < map->as.pairs.n; i++)
		if (same_key(map->as.pairs.at[i].key, key)) {
			map->as.pairs.at[i].value = value;
			return;
		}
	*vec_push(a, &map->as.pairs) = (struct pair){key, value};
}

const struct pair *node_pair(const struct node *map, struct str key)
{
	if (!map || !has_pairs(map))
		return NULL;
	for (size_t i = 0; i < map->as.pairs.n; i++) {
		const struct pair *pair = &map->as.pairs.at[i];

		if (pair->key->kind == NODE_STR && str_eq(pair->key->text, key))
			return pair;
	}
	return NULL;
}

struct node *node_get(const struct node *map, struct str key)
{
	const struct pair *pair = node_pair(map, key);

	return pair ? pair->value : NULL;
}

/** The element "[2]" of a list, with *path moved behind it and a dot; NULL if it is not that. */
static struct node *element(const struct node *list, struct str *path)
{
	size_t close = str_chr(*path, ']', 0);
	int64_t i;

	if (close == SIZE_MAX || !has_items(list) || !str_to_int(str_sub(*path, 1, close), &i) ||
	    i < 0 || (uint64_t)i >= list->as.items.n)
		return NULL;
	*path = str_sub(*path, close + 1, path->n);
	if (path->n && path->s[0] == '.')
		*path = str_sub(*path, 1, path->n);
	return list->as.items.at[i];
}

static struct node *path_below(const struct node *map, struct str path, int depth)
{
	struct node *hit;

	if (!map || depth > NODE_DEPTH_MAX)
		return NULL;
	if (path.n && path.s[0] == '[') {
		hit = element(map, &path);
		return path.n ? path_below(hit, path, depth + 1) : hit;
	}
	hit = node_get(map, path);
	/* The longest key first: Hydra and Ray write "trainer.n_gpus_per_node: 8" as one key. */
	for (size_t end = path.n; !hit && end-- > 1;) {
		bool dot = path.s[end] == '.';

		if (dot || path.s[end] == '[')
			hit = path_below(node_get(map, str_sub(path, 0, end)),
					 str_sub(path, dot ? end + 1 : end, path.n), depth + 1);
	}
	return hit;
}

struct node *node_path(const struct node *map, struct str path)
{
	return path.n ? path_below(map, path, 0) : NULL;
}

/* YAML aliases make a small file a tree of billions of paths: steps are counted, not only depth. */
enum { STEPS_MAX = 100000 };

/** Where a walk stands. */
struct walk {
	int depth;
	size_t steps;
};

/** Whether one more step down is allowed; each true must be followed by a leave(). */
static bool enter(struct walk *walk)
{
	if (walk->depth > NODE_DEPTH_MAX || walk->steps > STEPS_MAX)
		return false;
	walk->depth++;
	walk->steps++;
	return true;
}

static bool leave(struct walk *walk, bool result)
{
	walk->depth--;
	return result;
}

static bool same_below(const struct node *a, const struct node *b, struct walk *walk);

static bool same_items(const struct node *a, const struct node *b, struct walk *walk)
{
	if (a->as.items.n != b->as.items.n)
		return false;
	for (size_t i = 0; i < a->as.items.n; i++)
		if (!same_below(a->as.items.at[i], b->as.items.at[i], walk))
			return false;
	return true;
}

static bool has_member(const struct node *map, const struct pair *wanted, struct walk *walk)
{
	for (size_t i = 0; i < map->as.pairs.n; i++)
		if (same_below(map->as.pairs.at[i].key, wanted->key, walk))
			return same_below(map->as.pairs.at[i].value, wanted->value, walk);
	return false;
}

static bool same_pairs(const struct node *a, const struct node *b, struct walk *walk)
{
	if (a->as.pairs.n != b->as.pairs.n)
		return false;
	for (size_t i = 0; i < a->as.pairs.n; i++)
		if (!has_member(b, &a->as.pairs.at[i], walk))
			return false;
	return true;
}

static bool same_kind(const struct node *a, const struct node *b, struct walk *walk)
{
	switch (a->kind) {
	case NODE_NULL:
		return true;
	case NODE_BOOL:
		return a->as.b == b->as.b;
	case NODE_INT:
		return a->as.i == b->as.i;
	case NODE_REAL:
		return a->as.r >= b->as.r && a->as.r <= b->as.r;
	case NODE_STR:
	case NODE_BYTES:
	case NODE_NAME:
		return str_eq(a->text, b->text);
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_SET:
		return !a->open && !b->open && same_items(a, b, walk);
	case NODE_MAP:
		return !a->open && !b->open && same_pairs(a, b, walk);
	case NODE_OBJECT:
	case NODE_FUNCTION:
	case NODE_CLASS:
	case NODE_MODULE:
	case NODE_METHOD:
	case NODE_UNKNOWN:
	case NODE_EITHER:
	case NODE_ABSENT:
		return false;
	}
	return false;
}

static bool same_below(const struct node *a, const struct node *b, struct walk *walk)
{
	if (a == b)
		return true;
	if (!a || !b || a->kind != b->kind || !enter(walk))
		return false;
	return leave(walk, same_kind(a, b, walk));
}

const struct node *node_if_there(const struct node *n)
{
	const struct node *there = NULL;
	bool absent = false;

	for (size_t i = 0; n->kind == NODE_EITHER && i < n->as.items.n; i++) {
		const struct node *item = n->as.items.at[i];

		if (item->kind != NODE_ABSENT && there)
			return n;
		absent |= item->kind == NODE_ABSENT;
		there = item->kind == NODE_ABSENT ? there : item;
	}
	return there && absent ? there : n;
}

bool node_same(const struct node *a, const struct node *b)
{
	struct walk walk = {0, 0};

	return same_below(a, b, &walk);
}

static bool known_below(const struct node *n, struct walk *walk);

static bool known_parts(const struct node *n, struct walk *walk)
{
	if (has_items(n))
		for (size_t i = 0; i < n->as.items.n; i++)
			if (!known_below(n->as.items.at[i], walk))
				return false;
	if (n->kind == NODE_MAP)
		for (size_t i = 0; i < n->as.pairs.n; i++)
			if (!known_below(n->as.pairs.at[i].key, walk) ||
			    !known_below(n->as.pairs.at[i].value, walk))
				return false;
	return true;
}

static bool known_below(const struct node *n, struct walk *walk)
{
	if (!n || n->open || n->kind > NODE_MAP || !enter(walk))
		return false;
	return leave(walk, known_parts(n, walk));
}

bool node_known(const struct node *n)
{
	struct walk walk = {0, 0};

	return known_below(n, &walk);
}
