/*
 * Launches without what evaluating their script has left behind: a loop within loops makes 60 MB of values, of which
 * launches name a few.
 */
#include "launch.h"

#include "lint/read/read.h"

/** Values within values: those of shell code nest a dozen deep. */
enum { DEPTH_MAX = 400 };

/** A node and its copy: what launches share, their copies share. */
struct copied {
	const struct node *of;
	struct node *copy;
};

struct keeper {
	struct arena *arena;
	/** What the copying itself needs. */
	struct arena scratch;
	VEC(struct copied);
	struct hash_index index;
	unsigned depth;
};

static size_t hash_of(const struct node *n)
{
	return (size_t)((uintptr_t)n * UINT64_C(0x9E3779B97F4A7C15) >> 32);
}

static size_t hash_at(const void *copied, size_t at)
{
	return hash_of(((const struct copied *)copied)[at].of);
}

static struct node *known(const struct keeper *k, const struct node *of)
{
	size_t slot = hash_of(of);

	for (uint32_t at; (at = hash_index_next(&k->index, &slot));)
		if (k->at[at - 1].of == of)
			return k->at[at - 1].copy;
	return NULL;
}

static void note(struct keeper *k, const struct node *of, struct node *copy)
{
	*vec_push(&k->scratch, k) = (struct copied){of, copy};
	hash_index_add(&k->scratch, &k->index, k->n, hash_at, k->at);
}

static struct str keep_text(struct keeper *k, struct str text)
{
	return text.n ? str_dup(k->arena, text) : text;
}

static struct node *keep_node(struct keeper *k, const struct node *n);

static void keep_items(struct keeper *k, struct node *to, const struct node *n)
{
	to->as.items.at = arena_news(k->arena, struct node *, n->as.items.n);
	to->as.items.room = n->as.items.n;
	for (size_t i = 0; i < n->as.items.n; i++)
		to->as.items.at[i] = keep_node(k, n->as.items.at[i]);
}

static void keep_pairs(struct keeper *k, struct node *to, const struct node *n)
{
	to->as.pairs.at = arena_news(k->arena, struct pair, n->as.pairs.n);
	to->as.pairs.room = n->as.pairs.n;
	for (size_t i = 0; i < n->as.pairs.n; i++) {
		to->as.pairs.at[i].key = keep_node(k, n->as.pairs.at[i].key);
		to->as.pairs.at[i].value = keep_node(k, n->as.pairs.at[i].value);
	}
}

static void keep_parts(struct keeper *k, struct node *to, const struct node *n)
{
	if (n->kind == NODE_LIST || n->kind == NODE_TUPLE || n->kind == NODE_EITHER)
		keep_items(k, to, n);
	if (n->kind == NODE_MAP)
		keep_pairs(k, to, n);
	if (n->kind != NODE_STR)
		return;
	/* Conditions: milestones only make searches shorter, and code is the first that asks the same. */
	to->as.condition.milestone = NULL;
	to->code = n->code ? keep_node(k, n->code) : NULL;
}

/* A copy of one node, whose from[0] is left to the caller. */
static struct node *keep_one(struct keeper *k, const struct node *n)
{
	struct node *to = arena_new(k->arena, struct node);

	note(k, n, to);
	*to = *n;
	to->text = keep_text(k, n->text);
	to->how = keep_text(k, n->how);
	keep_parts(k, to, n);
	for (size_t i = 1; i < NODE_FROM_MAX; i++)
		to->from[i] = keep_node(k, n->from[i]);
	to->when = keep_node(k, n->when);
	return to;
}

/* What a value was computed from is a chain as long as the script's loops have rounds; all else is shallow. */
static struct node *keep_node(struct keeper *k, const struct node *n)
{
	struct node *first = NULL;
	const struct node **link = NULL;

	if (n && k->depth == DEPTH_MAX)
		return node_unknown(k->arena, STR("values nested too deep"), n->at);
	k->depth++;
	for (; n; n = n->from[0]) {
		struct node *old = known(k, n), *to = old ? old : keep_one(k, n);

		if (link)
			*link = to;
		if (!first)
			first = to;
		if (old)
			break;
		link = &to->from[0];
		*link = NULL;
	}
	k->depth--;
	return first;
}

static struct launch_word keep_word(struct keeper *k, struct launch_word w)
{
	w.value = keep_node(k, w.value);
	w.head = keep_text(k, w.head);
	w.tail = keep_text(k, w.tail);
	w.when = keep_node(k, w.when);
	return w;
}

static void *keep_array(struct keeper *k, const void *at, size_t n, size_t size)
{
	void *copy = arena_array(k->arena, n, size, _Alignof(max_align_t));

	if (n)
		memcpy(copy, at, n * size);
	return copy;
}

/* Replaces a vector's array by a copy in the arena. */
#define KEEP(k, v) ((v)->at = keep_array((k), (v)->at, (v)->n, sizeof(*(v)->at)), (v)->room = (v)->n)

static void keep_launch(struct keeper *k, struct launch *l)
{
	KEEP(k, &l->through);
	KEEP(k, &l->args);
	KEEP(k, &l->layers);
	l->program = keep_word(k, l->program);
	for (size_t i = 0; i < l->args.n; i++)
		l->args.at[i] = keep_word(k, l->args.at[i]);
	for (size_t i = 0; i < l->layers.n; i++) {
		l->layers.at[i].name = keep_text(k, l->layers.at[i].name);
		l->layers.at[i].options = keep_node(k, l->layers.at[i].options);
	}
	l->env = keep_node(k, l->env);
	l->cwd = keep_word(k, l->cwd);
	l->guard = keep_node(k, l->guard);
	l->batch = keep_node(k, l->batch);
}

static struct holed_text *keep_written(struct keeper *k, const struct holed_text *text)
{
	struct holed_text *to = arena_new(k->arena, struct holed_text);

	*to = *text;
	to->text = keep_text(k, text->text);
	to->unknown = keep_text(k, text->unknown);
	KEEP(k, &to->pieces);
	KEEP(k, &to->holes);
	for (size_t i = 0; i < to->holes.n; i++)
		to->holes.at[i] = keep_node(k, to->holes.at[i]);
	return to;
}

struct launches *launches_keep(struct arena *a, const struct launches *launches)
{
	struct keeper k = {.arena = a};
	struct launches *to = arena_new(a, struct launches);

	*to = *launches;
	KEEP(&k, to);
	KEEP(&k, &to->breaks);
	KEEP(&k, &to->written);
	KEEP(&k, &to->called);
	for (size_t i = 0; i < to->n; i++)
		keep_launch(&k, &to->at[i]);
	for (size_t i = 0; i < to->written.n; i++) {
		to->written.at[i].path = keep_text(&k, to->written.at[i].path);
		to->written.at[i].text = keep_written(&k, to->written.at[i].text);
	}
	to->variables = keep_node(&k, launches->variables);
	to->spent = keep_text(&k, launches->spent);
	arena_free(&k.scratch);
	return to;
}
