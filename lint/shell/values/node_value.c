/* Shell values as nodes. */
#include "value.h"

#include "lint/eval/eval.h"

/** Provenance is kept over so many assignments. */
enum { FROM_DEPTH_MAX = 8 };

const struct node *sh_when_and(struct arena *a, const struct node *inner, const struct node *outer)
{
	struct node *copy;

	if (!inner || !outer)
		return inner ? inner : outer;
	if (inner == outer)
		return inner;
	copy = arena_new(a, struct node);
	*copy = *inner;
	copy->from[0] = sh_when_and(a, inner->from[0], outer);
	return copy;
}

bool sh_parts_rooted(struct arena *a, struct sh_parts parts, struct str *out)
{
	struct sh_parts rest = {0};

	if (!parts.n || parts.room->at[0].kind != PART_UNKNOWN || !parts.room->at[0].root)
		return false;
	for (size_t i = 1; i < parts.n; i++)
		sh_parts_push(a, &rest, parts.room->at[i]);
	*out = STR("");
	if (!rest.n)
		return true;
	if (!sh_parts_known(a, rest, out) || (out->n && out->s[0] != '/'))
		return false;
	while (out->n && out->s[0] == '/')
		*out = str_sub(*out, 1, out->n);
	if (!out->n)
		return true;
	*out = eval_path(a, STR(""), *out);
	if (str_is(*out, "."))
		*out = STR("");
	else if (!out->n)
		return false;
	return true;
}

/** The text behind the last part that is not known. */
static struct str known_end(struct arena *a, struct sh_parts parts)
{
	struct sh_parts end = {0};
	struct str text = {0};
	size_t from = parts.n;

	while (from > 0 && parts.room->at[from - 1].kind != PART_UNKNOWN)
		from--;
	for (size_t i = from; i < parts.n; i++)
		sh_parts_push(a, &end, parts.room->at[i]);
	return end.n && sh_parts_known(a, end, &text) ? text : (struct str){0};
}

/** A word of which the beginning is not known, with its end as nodes of Python code have it. */
static struct node *partly(struct arena *a, struct sh_parts parts, struct str why, struct span at)
{
	struct node *n = node_unknown(a, why, at);
	struct str end = known_end(a, parts);

	if (end.n) {
		n->from[0] = node_unknown(a, why, at);
		node_set_end(a, n, end);
	}
	return n;
}

/** Parts without choices. */
static struct node *leaf(struct arena *a, struct sh_parts parts, struct span at)
{
	struct str text;

	if (sh_parts_known(a, parts, &text) || sh_parts_rooted(a, parts, &text))
		return node_str(a, text, at);
	for (size_t i = 0; i < parts.n; i++)
		if (parts.room->at[i].kind == PART_UNKNOWN)
			return partly(a, parts, parts.room->at[i].text, at);
	return node_unknown(a, STR("not known"), at);
}

/** Adds the alternatives of parts under a condition; false if there are too many. */
static bool leaves(struct arena *a, struct sh_parts parts, struct span at, const struct node *when,
		   struct node *either)
{
	const struct sh_fork *fork = sh_parts_fork(parts);
	struct node *n;

	if (either->as.items.n >= NODE_EITHER_MAX)
		return false;
	if (!fork) {
		n = leaf(a, parts, at);
		n->when = when;
		node_push(a, either, n);
		return true;
	}
	for (size_t i = 0; i < fork->n; i++)
		if (!leaves(a, sh_parts_pick(a, parts, fork, i), at,
			    sh_when_and(a, fork->when[i], when), either))
			return false;
	return true;
}

struct node *sh_parts_node(struct arena *a, struct sh_parts parts, struct span at)
{
	const struct sh_fork *fork = sh_parts_fork(parts);
	struct node *either;
	bool equal = true;

	if (!fork)
		return leaf(a, parts, at);
	either = node_new(a, NODE_EITHER, at);
	if (fork->when[0])
		either->text = fork->when[0]->text;
	if (!leaves(a, parts, at, NULL, either))
		return node_unknown(a, STR("more than 8 alternatives"), at);
	for (size_t i = 1; i < either->as.items.n; i++)
		equal = equal && node_same(either->as.items.at[0], either->as.items.at[i]);
	if (!equal)
		return either;
	either->as.items.at[0]->when = NULL;
	return either->as.items.at[0];
}

static struct node *value_node(struct arena *a, const struct sh_value *v, int depth);

static struct node *entries_node(struct arena *a, const struct sh_value *v, int depth)
{
	bool map = v->kind == SH_VALUE_MAP;
	struct node *n = node_new(a, map ? NODE_MAP : NODE_LIST, v->at);

	n->open = v->open;
	for (size_t i = 0; i < v->entries.n; i++) {
		const struct sh_entry *e = &v->entries.room->at[i];
		struct node *item = value_node(a, e->value, depth + 1);

		if (map)
			*vec_push(a, &n->as.pairs) =
			    (struct pair){node_str(a, e->key, v->at), item};
		else
			node_push(a, n, item);
	}
	return n;
}

static struct node *choice_node(struct arena *a, const struct sh_value *v, int depth)
{
	struct node *n = node_new(a, NODE_EITHER, v->at);
	struct sh_parts parts = {0};
	bool scalars = true;

	for (size_t i = 0; i < v->fork->n; i++)
		scalars = scalars && v->alt[i]->kind == SH_VALUE_SCALAR;
	if (scalars) {
		sh_parts_push(a, &parts,
			      (struct sh_part){.kind = PART_CHOICE, .choice = v, .at = v->at});
		return sh_parts_node(a, parts, v->at);
	}
	if (v->fork->when[0])
		n->text = v->fork->when[0]->text;
	for (size_t i = 0; i < v->fork->n; i++) {
		struct node *item = arena_new(a, struct node);

		*item = *value_node(a, v->alt[i], depth + 1);
		if (v->alt[i]->kind == SH_VALUE_UNSET)
			item->kind = NODE_ABSENT;
		item->when = v->fork->when[i];
		node_push(a, n, item);
	}
	return n;
}

static struct node *value_node(struct arena *a, const struct sh_value *v, int depth)
{
	struct node *n;

	if (v->node && *v->node)
		return *v->node;
	if (v->kind == SH_VALUE_UNSET || depth > NODE_DEPTH_MAX)
		return node_unknown(a, STR("not set here"), v->at);
	if (v->kind == SH_VALUE_CHOICE)
		n = choice_node(a, v, depth);
	else if (v->kind == SH_VALUE_SCALAR)
		n = sh_parts_node(a, v->parts, v->at);
	else
		n = entries_node(a, v, depth);
	for (size_t i = 0; i < NODE_FROM_MAX && v->from[i].value && depth < FROM_DEPTH_MAX; i++) {
		if (!i)
			n->how = str_cat(a, STR("$"), v->from[i].name);
		n->from[i] = value_node(a, v->from[i].value, depth + 1);
	}
	if (v->node)
		*v->node = n;
	return n;
}

struct node *sh_value_node(struct arena *a, const struct sh_value *v)
{
	return value_node(a, v, 0);
}

/* One of several texts, each under a condition of its own, as the only part of a scalar. */
static const struct sh_value *choice_of(struct arena *a, const struct node *either)
{
	struct sh_value *v = sh_value_new(a, SH_VALUE_CHOICE, either->at), *scalar = sh_value_new(a, SH_VALUE_SCALAR, either->at);
	struct sh_fork *fork = arena_new(a, struct sh_fork);
	const struct sh_value **alt = arena_news(a, const struct sh_value *, either->as.items.n);

	fork->n = either->as.items.n;
	for (size_t i = 0; i < fork->n; i++) {
		fork->when[i] = either->as.items.at[i]->when;
		alt[i] = sh_value_text(a, either->as.items.at[i]->text, either->as.items.at[i]->at);
	}
	v->fork = fork;
	v->alt = alt;
	v->depth = 1;
	sh_parts_push(a, &scalar->parts, (struct sh_part){.kind = PART_CHOICE, .choice = v, .at = either->at});
	return scalar;
}

/* Whether all that a node may be is text, and each under a condition. */
static bool is_choice_of_texts(const struct node *n)
{
	bool texts = n->kind == NODE_EITHER && n->as.items.n <= NODE_EITHER_MAX;

	for (size_t i = 0; texts && i < n->as.items.n; i++)
		texts = n->as.items.at[i]->kind == NODE_STR && n->as.items.at[i]->when;
	return texts;
}

const struct sh_value *sh_value_of_node(struct arena *a, struct node *n)
{
	const struct sh_value *v;

	if (is_choice_of_texts(n))
		return choice_of(a, n);
	if (n->kind == NODE_STR)
		v = sh_value_text(a, n->text, n->at);
	else if (n->kind == NODE_INT)
		v = sh_value_text(a, str_fmt(a, "%lld", (long long)n->as.i), n->at);
	else
		v = sh_value_unknown(a,
				     n->kind == NODE_UNKNOWN ? n->text : STR("not a text"), n->at);
	*v->node = n;
	return v;
}
