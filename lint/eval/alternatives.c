#include "alternatives.h"

#include <string.h>

/** What a condition and all those around it say. */
struct milestone {
	const struct node *at;
	/** Sorted. */
	const uintptr_t *words;
	size_t n;
};

/** A condition whose depth is a multiple of it has a milestone of its own. */
enum { MILESTONE_EACH = 16 };

bool arms_negative(const struct node *condition)
{
	return condition->from[1] != NULL;
}

bool arms_same(const struct node *x, const struct node *y)
{
	return x->code && x->code == y->code;
}

/* What a condition says of what it asks: its code's address, odd where that does not hold. */
static uintptr_t word_of(const struct node *condition)
{
	return (uintptr_t)condition->code | (arms_negative(condition) ? 1 : 0);
}

static bool milestone_has(const struct milestone *m, uintptr_t word)
{
	size_t from = 0, to = m->n;

	while (from < to) {
		size_t middle = from + (to - from) / 2;

		if (m->words[middle] < word)
			from = middle + 1;
		else
			to = middle;
	}
	return from < m->n && m->words[from] == word;
}

/* What the milestone above says, and the conditions since, in order. */
static const struct milestone *milestone_new(struct arena *a, const struct node *at, const struct milestone *above)
{
	struct milestone *m = arena_new(a, struct milestone);
	size_t room = (above ? above->n : 0) + MILESTONE_EACH;
	uintptr_t *words = arena_news(a, uintptr_t, room);

	if (above)
		memcpy(words, above->words, above->n * sizeof(*words));
	m->n = above ? above->n : 0;
	for (const struct node *c = at; c && m->n < room && !(above && c == above->at); c = c->from[0]) {
		uintptr_t word = word_of(c);
		size_t i = m->n++;

		for (; i && words[i - 1] > word; i--)
			words[i] = words[i - 1];
		words[i] = word;
	}
	m->at = at;
	m->words = words;
	return m;
}

/* Puts a condition inside another one, or NULL. */
static void put_inside(struct arena *a, struct node *condition, const struct node *outer)
{
	const struct milestone *above = outer ? outer->as.condition.milestone : NULL;

	condition->from[0] = outer;
	condition->as.condition.depth = 1 + (outer ? outer->as.condition.depth : 0);
	condition->as.condition.milestone = condition->as.condition.depth % MILESTONE_EACH
						? above
						: milestone_new(a, condition, above);
}

/* Conditions on what first asks; NULL: what nothing asked before. */
static struct arms arms_of(struct arena *a, struct str text, struct span at, const struct node *outer,
			   const struct node *first)
{
	struct arms arms;

	arms.yes = node_str(a, text, at);
	arms.no = node_str(a, str_fmt(a, "not (%.*s)", STR_ARG(text)), at);
	arms.no->from[1] = arms.yes;
	arms.yes->code = arms.no->code = first ? first : arms.yes;
	put_inside(a, arms.yes, outer);
	put_inside(a, arms.no, outer);
	return arms;
}

struct arms arms_new(struct arena *a, struct str text, struct span at, const struct node *outer)
{
	return arms_of(a, text, at, outer, NULL);
}

struct arms arms_again(struct arena *a, const struct node *condition, bool turned, struct span at,
		       const struct node *outer)
{
	const struct node *first = condition->code;
	struct arms arms = arms_of(a, first->text, at, outer, first);

	arms.yes->quoted = arms.no->quoted = first->quoted;
	if (turned != arms_negative(condition))
		arms = (struct arms){.yes = arms.no, .no = arms.yes};
	return arms;
}

struct node *either_drawn(struct arena *a, struct str what, struct node *const *values, size_t n, struct span at)
{
	enum { SHOWN_MAX = 40 };
	struct node *either = node_new(a, NODE_EITHER, at);
	const struct node *outer = NULL;

	if (n > NODE_EITHER_MAX)
		return node_unknown(a, STR("one of many values"), at);
	for (size_t i = 0; i < n; i++) {
		struct node *one = node_copy(a, values[i]);

		one->when = outer;
		if (i + 1 < n) {
			struct str value = one->kind == NODE_STR ? one->text : node_text(a, one, SHOWN_MAX);
			struct arms arms = arms_new(a, str_fmt(a, "%.*s = %.*s", STR_ARG(what), STR_ARG(value)), one->at, outer);

			arms.yes->quoted = arms.no->quoted = true;
			one->when = arms.yes;
			outer = arms.no;
		}
		node_push(a, either, one);
	}
	return n == 1 ? either->as.items.at[0] : either;
}

const struct node *arms_asked(const struct node *condition, const struct node *wanted)
{
	uintptr_t word = word_of(wanted);

	if (!wanted->code)
		return NULL;
	for (; condition; condition = condition->from[0]) {
		const struct milestone *m = condition->as.condition.milestone;

		if (arms_same(condition, wanted))
			return condition;
		if (m && m->at == condition && !milestone_has(m, word) && !milestone_has(m, word ^ 1))
			return NULL;
	}
	return NULL;
}

/* Outwards from x, the deeper of two: to its milestone, where the other has not the same one. */
static const struct node *leap(const struct node *x, const struct node *other)
{
	const struct milestone *m = x->as.condition.milestone;

	return m && m != other->as.condition.milestone && m->at != x ? m->at : x->from[0];
}

/*
 * The innermost condition that two have in common; NULL if there is none. One arm that was forgotten may
 * have been taken out of a chain (forget_arm() of lint/python/statements/branch.c): then depths have a gap, and it may be
 * one further out.
 */
static const struct node *common(const struct node *x, const struct node *y)
{
	while (x && y && x != y)
		if (x->as.condition.depth < y->as.condition.depth)
			y = leap(y, x);
		else
			x = leap(x, y);
	return x && y ? x : NULL;
}

static uint32_t depth_below(const struct node *condition, const struct node *outer)
{
	return condition->as.condition.depth - (outer ? outer->as.condition.depth : 0);
}

/* Whether y or a condition around it, up to the outer one, says the opposite of x. */
static bool denies(const struct node *y, const struct node *outer, const struct node *x)
{
	for (; y && y != outer; y = y->from[0])
		if (arms_same(x, y) && arms_negative(x) != arms_negative(y))
			return true;
	return false;
}

static uint64_t word_bit(uintptr_t word)
{
	return UINT64_C(1) << ((uint64_t)word * UINT64_C(0x9E3779B97F4A7C15) >> 58);
}

bool arms_exclude(const struct node *x, const struct node *y)
{
	/* Where both stand under the same conditions, these exclude neither. */
	const struct node *outer = common(x, y);
	const struct milestone *m;
	uint64_t said = 0;

	if (!x || !y || x == outer || y == outer)
		return false;
	if (depth_below(x, outer) > depth_below(y, outer)) {
		const struct node *longer = x;

		x = y;
		y = longer;
	}
	/* What y's say, a bit each, as far as no milestone knows it: most of x's find no opposite in it. */
	m = y->as.condition.milestone;
	if (m && outer && m->at->as.condition.depth <= outer->as.condition.depth)
		m = NULL;
	for (const struct node *z = y; z && z != outer && !(m && z == m->at); z = z->from[0])
		said |= word_bit(word_of(z));
	for (; x && x != outer; x = x->from[0]) {
		uintptr_t opposite = word_of(x) ^ 1;

		if (((said & word_bit(opposite)) || (m && milestone_has(m, opposite))) && denies(y, outer, x))
			return true;
	}
	return false;
}

struct node *node_copy(struct arena *a, const struct node *n)
{
	struct node *copy = arena_new(a, struct node);

	*copy = *n;
	return copy;
}

bool node_mutable(const struct node *n)
{
	return n->kind == NODE_LIST || n->kind == NODE_SET || n->kind == NODE_MAP ||
	       n->kind == NODE_OBJECT || n->kind == NODE_CLASS || n->kind == NODE_MODULE ||
	       n->kind == NODE_FUNCTION;
}

struct node *const *either_items(struct node *const *value, size_t *n)
{
	if (*value && (*value)->kind == NODE_EITHER) {
		*n = (*value)->as.items.n;
		return (*value)->as.items.at;
	}
	*n = *value ? 1 : 0;
	return value;
}

/* The condition x inside the condition outer: those of x's chain that outer's lacks, with outer at the end. */
static const struct node *nest(struct arena *a, const struct node *x, const struct node *outer)
{
	const struct node *shared = common(x, outer), *own[NODE_DEPTH_MAX];
	size_t n = 0;

	if (shared && shared == outer)
		return x;
	for (; x && x != shared && n < NODE_DEPTH_MAX; x = x->from[0])
		own[n++] = x;
	while (n--) {
		struct node *copy = node_copy(a, own[n]);

		put_inside(a, copy, outer);
		outer = copy;
	}
	return outer;
}

struct node *either_when(struct arena *a, struct node *value, const struct node *when)
{
	struct node *copy;

	if (!value || !when || value->when == when)
		return value;
	if (value->kind == NODE_EITHER) {
		copy = node_copy(a, value);
		copy->as.items.at = NULL;
		copy->as.items.n = copy->as.items.room = 0;
		for (size_t i = 0; i < value->as.items.n; i++)
			if (!arms_exclude(value->as.items.at[i]->when, when))
				*vec_push(a, &copy->as.items) =
					either_when(a, value->as.items.at[i], when);
		return copy->as.items.n ? copy : value;
	}
	/* Of a function nothing changes that anybody asks for: its copy is as good. */
	if (node_mutable(value) && value->kind != NODE_FUNCTION) {
		if (!value->when && when->stamp && value->stamp >= when->stamp)
			value->when = when;
		return value;
	}
	copy = node_copy(a, value);
	copy->when = nest(a, value->when, when);
	return copy;
}

static bool same_value(const struct node *x, const struct node *y)
{
	if (x == y || (x->kind == NODE_ABSENT && y->kind == NODE_ABSENT) ||
	    (x->kind == NODE_UNKNOWN && y->kind == NODE_UNKNOWN && !x->made && !y->made))
		return true;
	return x->code == y->code && node_same(x, y);
}

/* Adds one alternative to n; an equal one loses its condition, since it holds under either. Their new number. */
static size_t add(struct arena *a, struct node **kept, size_t n, struct node *value)
{
	for (size_t i = 0; i < n; i++) {
		struct node **there = &kept[i];

		if (!same_value(*there, value))
			continue;
		if ((*there)->when && !node_mutable(*there)) {
			*there = node_copy(a, *there);
			(*there)->when = NULL;
		}
		return n;
	}
	kept[n] = value;
	return n + 1;
}

struct node *either_of(struct arena *a, struct node *const *values, size_t n, struct span at)
{
	struct node *kept[2 * NODE_EITHER_MAX + 1], *either;
	size_t nkept = 0;

	for (size_t i = 0; i < n && nkept <= NODE_EITHER_MAX; i++) {
		size_t m;
		struct node *const *items = either_items(&values[i], &m);

		for (size_t j = 0; j < m && nkept < sizeof(kept) / sizeof(*kept); j++)
			nkept = add(a, kept, nkept, items[j]);
	}
	if (nkept == 0)
		return NULL;
	if (nkept == 1)
		return kept[0];
	if (nkept > NODE_EITHER_MAX)
		return node_unknown(a, STR("more alternatives than are kept apart"), at);
	either = node_new(a, NODE_EITHER, at);
	either->as.items.at = arena_bytes(a, nkept * sizeof(*kept), _Alignof(struct node *));
	memcpy(either->as.items.at, kept, nkept * sizeof(*kept));
	either->as.items.n = either->as.items.room = nkept;
	return either;
}

struct node *either_join(struct arena *a, struct node *x, struct node *y, struct arms arms)
{
	struct node *both[2];
	struct node *joined;

	if (!x || !y)
		return x ? x : y;
	if (same_value(x, y))
		return x;
	both[0] = either_when(a, x, arms.yes);
	both[1] = either_when(a, y, arms.no);
	joined = either_of(a, both, 2, arms.yes ? arms.yes->at : x->at);
	if (joined->kind == NODE_EITHER && arms.yes)
		joined->text = arms.yes->text;
	return joined;
}
