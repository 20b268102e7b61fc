#include "launch.h"

#include <string.h>

const struct node *launch_option(const struct launch *launch, struct str option)
{
	for (size_t i = launch->layers.n; i-- > 0;) {
		const struct node *v = node_get(launch->layers.at[i].options, option);

		if (v)
			return v;
	}
	return NULL;
}

const struct launch_layer *launch_layer(const struct launch *launch, struct str name)
{
	for (size_t i = launch->layers.n; i-- > 0;)
		if (str_eq(launch->layers.at[i].name, name))
			return &launch->layers.at[i];
	return NULL;
}

/** The text behind '=' of a STR node, with its own place. */
static struct node *behind(struct arena *a, const struct node *n, size_t eq)
{
	struct node *v = node_str(a, str_sub(n->text, eq + 1, n->text.n), n->at);

	if (n->at.len == n->text.n) {
		v->at.off += (uint32_t)eq + 1;
		v->at.len -= (uint32_t)eq + 1;
	}
	v->when = n->when;
	v->how = n->how;
	memcpy(v->from, n->from, sizeof(v->from));
	return v;
}

static struct node *split_node(struct arena *a, const struct node *n, struct str head,
			       struct str *name)
{
	size_t eq;
	struct node *v;

	if (n->kind == NODE_EITHER && n->as.items.n) {
		v = node_new(a, NODE_EITHER, n->at);
		v->text = n->text;
		for (size_t i = 0; i < n->as.items.n; i++) {
			struct str other = {0};
			struct node *item =
			    split_node(a, n->as.items.at[i], STR(""), i ? &other : name);

			if (!item || (i && !str_eq(other, *name)))
				return NULL;
			node_push(a, v, item);
		}
		return v;
	}
	if (n->kind == NODE_STR)
		head = n->text;
	eq = str_chr(head, '=', 0);
	if (eq == SIZE_MAX || (n->kind != NODE_STR && n->kind != NODE_UNKNOWN))
		return NULL;
	*name = str_sub(head, 0, eq);
	if (n->kind == NODE_STR)
		return behind(a, n, eq);
	v = arena_new(a, struct node);
	*v = *n;
	return v;
}

bool launch_split(struct arena *a, const struct launch_word *word, struct str *name,
		  struct node **value)
{
	*value = word->value ? split_node(a, word->value, word->head, name) : NULL;
	return *value != NULL;
}

/** Entries of a list of devices. */
static int devices(struct str s)
{
	int n = 0;

	s = str_trim(s);
	if (!s.n || str_is(s, "-1") || str_is_nocase(s, "none") || str_is_nocase(s, "NoDevFiles"))
		return 0;
	for (struct str_cut c = str_cut(s, ',');; c = str_cut(c.tail, ',')) {
		n += str_trim(c.head).n > 0;
		if (!c.ok)
			return n;
	}
}

int launch_visible_devices(const struct launch *launch)
{
	return visible_devices(launch->env);
}

int visible_devices(const struct node *env)
{
	static const char *const names[] = {"CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES",
					    "ROCR_VISIBLE_DEVICES", "ASCEND_RT_VISIBLE_DEVICES",
					    "NVIDIA_VISIBLE_DEVICES"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const struct node *v = env ? node_get(env, str_of(names[i])) : NULL;

		if (!v || (i == 4 && v->kind == NODE_STR && str_is(v->text, "all")))
			continue;
		return v->kind == NODE_STR ? devices(v->text) : -2;
	}
	return -1;
}
