/* Displays: [a, *b], {a, b}, {k: v, **d}. */
#include "evaluator_parts.h"

void py_spread(struct interpreter *py, struct node *into, struct node *value)
{
	struct node *items = py_members(py, value, value->at);

	if (!items) {
		into->open = true;
		return;
	}
	if (py_unordered(value) && into->kind != NODE_SET) {
		into->kind = NODE_LIST;
		py_mark_unordered(into);
	}
	for (size_t i = 0; i < items->as.items.n; i++)
		py_append(py, into, items->as.items.at[i]);
	into->open |= items->open;
}

struct node *py_display(struct interpreter *py, const struct py_expr *e)
{
	struct node *out = py_new(py,
				  e->kind == EXPR_LIST	? NODE_LIST
				  : e->kind == EXPR_SET ? NODE_SET
							: NODE_TUPLE,
				  e->at);

	for (size_t i = 0; i < e->as.items.n; i++) {
		const struct py_expr *item = e->as.items.at[i];
		struct node *value;

		if (item->kind == EXPR_STAR) {
			py_spread(py, out, py_eval(py, item->as.value));
			continue;
		}
		value = py_eval(py, item);
		if (e->kind != EXPR_SET || py_contains(py, out, value) != TRUTH_YES)
			py_append(py, out, value);
	}
	return out;
}

static bool inside(struct span part, struct span whole)
{
	return part.file == whole.file && part.off >= whole.off &&
	       part.off + part.len <= whole.off + whole.len;
}

/* One display that states a key twice. A key over one that was spread in is an override, as meant. */
static void note_overwritten(struct interpreter *py, struct node *key, const struct pair *before,
			     struct node *value, struct span display)
{
	if (!before || key->kind != NODE_STR || !inside(before->key->at, display))
		return;
	*vec_push(py->arena, &py->trace->dead) = (struct dead){.kind = DEAD_OVERWRITTEN,
							       .name = key->text,
							       .at = before->key->at,
							       .winner = key->at,
							       .value = before->value,
							       .winning = value};
}

/* **value in a dict display: its members; alternatives are joined member by member. */
static void spread_map(struct interpreter *py, struct node *into, struct node *value)
{
	bool maybe = false;

	if (value->kind == NODE_EITHER)
		value = py_merge_maps(py, value);
	if (value->kind != NODE_MAP) {
		into->open = true;
		if (value->kind == NODE_UNKNOWN && !value->made)
			py_map_doubt(py, into, value);
		return;
	}
	for (size_t i = 0; i < value->as.pairs.n; i++) {
		struct node *item = value->as.pairs.at[i].value;
		struct node *old = py_map_get(py, into, value->as.pairs.at[i].key, &maybe);

		if (old)
			item = py_without_absent(py, item, old);
		py_map_set(py, into, value->as.pairs.at[i].key, item);
	}
	into->open |= value->open;
	if (py_unordered(value))
		py_mark_unordered(into);
}

/* The keys of a display so far, while all are plain texts and whole numbers: tables have thousands. */
struct keys {
	struct dict texts, numbers;
	bool unsure;
};

/* Shorter displays are searched faster than an index of them is made. */
enum { INDEXED_MIN = 16 };

/* Whether a key is surely none of those before it. */
static bool is_new(struct interpreter *py, struct keys *keys, const struct node *key)
{
	uint32_t *seen = NULL;

	if (!keys->unsure && key->kind == NODE_STR && !key->code)
		seen = dict_put(py->arena, &keys->texts, key->text);
	else if (!keys->unsure && key->kind == NODE_INT)
		seen = dict_put(py->arena, &keys->numbers,
				(struct str){(const char *)&key->as.i, sizeof(key->as.i)});
	else
		keys->unsure = true;
	return seen && !(*seen)++;
}

struct node *py_dict_display(struct interpreter *py, const struct py_expr *e)
{
	struct node *out = py_new(py, NODE_MAP, e->at);
	struct keys keys = {.unsure = e->as.dict.n < INDEXED_MIN};

	for (size_t i = 0; i < e->as.dict.n; i++) {
		const struct py_pair *pair = &e->as.dict.at[i];
		struct node *key, *value;
		bool new;

		if (!pair->key) {
			keys.unsure = true;
			spread_map(py, out, py_eval(py, pair->value));
			continue;
		}
		key = py_eval(py, pair->key);
		value = py_eval(py, pair->value);
		new = is_new(py, &keys, key);
		if (!new && key->kind == NODE_STR && pair->key->kind == EXPR_STR && !key->code)
			note_overwritten(py, key, node_pair(out, key->text), value, e->at);
		if (key->kind == NODE_STR)
			py_note_key(py, key->text, value, pair->value->at);
		if (new)
			py_map_add(py, out, key, value);
		else
			py_map_set(py, out, key, value);
	}
	return out;
}
