/* Names of data sets: a text, a list of them, a list of mappings each of which has a name. */
#include "convert_parts.h"

#include "lint/read/node.h"

enum { NAMES_MAX = 64 };

struct names {
	struct str at[NAMES_MAX];
	size_t n;
	/* A name that is not known, or more than fit. */
	bool open;
};

static void add(struct names *names, struct str name)
{
	name = str_trim(name);
	if (!name.n)
		return;
	if (names->n == NAMES_MAX || text_is_placeholder(name))
		names->open = true;
	else
		names->at[names->n++] = name;
}

/* "identity,alpaca_en_demo", "a/one#500 a/two". */
static void add_text(struct names *names, struct str text)
{
	size_t from = 0;

	for (size_t i = 0; i <= text.n; i++) {
		if (i < text.n && text.s[i] != ',' && text.s[i] != ' ' && text.s[i] != '\n')
			continue;
		add(names, str_sub(text, from, i));
		from = i + 1;
	}
}

/* The member that names a data set, by one of the keys of arg ("path|name"). */
static const struct node *member_of(const struct node *map, struct str keys)
{
	while (keys.n) {
		struct str_cut cut = str_cut(keys, '|');
		const struct node *found = node_get(map, cut.head);

		if (found)
			return found;
		keys = cut.tail;
	}
	return NULL;
}

static void add_node(struct arena *a, struct names *names, const struct keyrow *row, const struct node *n)
{
	struct str text;

	if (n->kind == NODE_MAP)
		n = row->arg ? member_of(n, str_of(row->arg)) : NULL;
	if (n && convert_scalar(a, n, &text))
		add_text(names, text);
	else
		names->open = true;
}

struct converted convert_names(struct arena *a, const struct keyrow *row, const struct node *n)
{
	struct converted c = {.result = CONVERT_OK, .value = {.type = VALUE_LIST}};
	struct names names = {0};
	struct str *items;

	if (n->kind == NODE_LIST || n->kind == NODE_TUPLE) {
		names.open = n->open;
		for (size_t i = 0; i < n->as.items.n; i++)
			add_node(a, &names, row, n->as.items.at[i]);
	} else {
		add_node(a, &names, row, n);
	}
	if (names.open)
		return convert_unknown(STR("not all names of the data are known"));
	if (!names.n)
		return convert_nothing();
	items = arena_news(a, struct str, names.n);
	for (size_t i = 0; i < names.n; i++)
		items[i] = names.at[i];
	c.value.as.list.at = items;
	c.value.as.list.n = names.n;
	convert_trace(a, &c.value, n, 0);
	return c;
}
