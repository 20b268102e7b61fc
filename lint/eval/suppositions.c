#include "suppositions.h"

#include "alternatives.h"

static bool among(const struct node *const *conditions, size_t n, const struct node *wanted, bool negative)
{
	for (size_t i = 0; i < n; i++)
		if (arms_same(conditions[i], wanted) &&
		    (arms_negative(conditions[i]) == arms_negative(wanted)) != negative)
			return true;
	return false;
}

/* Whether one condition, as it stands, is known to hold (1), not to (-1), or neither. */
static int verdict(const struct suppose *s, const struct node *condition)
{
	if (among(s->holds, s->nholds, condition, false) || among(s->fails, s->nfails, condition, true))
		return 1;
	if (among(s->holds, s->nholds, condition, true) || among(s->fails, s->nfails, condition, false))
		return -1;
	for (const struct node *g = s->guard; g; g = g->from[0])
		if (arms_same(g, condition))
			return arms_negative(g) == arms_negative(condition) ? 1 : -1;
	return 0;
}

static bool possible(const struct suppose *s, const struct node *when)
{
	for (int i = 0; when && i < NODE_DEPTH_MAX; when = when->from[0], i++)
		if (verdict(s, when) < 0)
			return false;
	return true;
}

/*
 * Only what a user decides is a question: what hangs on the world (a file that is there, hasattr) is
 * for the reader of the value to join. Conditions without a code (those of shell code) cannot be told
 * apart.
 */
static void meet(struct suppose *s, const struct node *when)
{
	for (int i = 0; when && i < NODE_DEPTH_MAX; when = when->from[0], i++) {
		bool known = !when->code || !when->quoted || verdict(s, when) != 0;

		for (size_t k = 0; k < s->met.n && !known; k++)
			known = arms_same(s->met.at[k], when);
		if (!known)
			*vec_push(s->arena, &s->met) = when;
	}
}

const struct node *suppose_value(struct suppose *s, const struct node *n)
{
	struct node *left;

	if (!s || !n || n->kind != NODE_EITHER)
		return n;
	left = node_new(s->arena, NODE_EITHER, n->at);
	left->text = n->text;
	for (size_t i = 0; i < n->as.items.n; i++)
		if (possible(s, n->as.items.at[i]->when))
			node_push(s->arena, left, n->as.items.at[i]);
	if (!left->as.items.n)
		s->impossible = true;
	if (left->as.items.n < 2)
		return left->as.items.n ? left->as.items.at[0] : n;
	for (size_t i = 0; i < left->as.items.n; i++)
		meet(s, left->as.items.at[i]->when);
	return left;
}

bool suppose_guard(struct suppose *s, const struct node *guard)
{
	if (!s)
		return true;
	if (!possible(s, guard))
		return false;
	meet(s, guard);
	return true;
}

bool suppose_certain(const struct suppose *s, const struct node *guard)
{
	for (int i = 0; guard && i < NODE_DEPTH_MAX; guard = guard->from[0], i++)
		if (!s || verdict(s, guard) <= 0)
			return false;
	return true;
}

const void *suppose_kept(const struct suppose *s, const struct node *of)
{
	for (size_t i = 0; s && i < s->kept.n; i++)
		if (s->kept.at[i].of == of)
			return s->kept.at[i].what;
	return NULL;
}

void suppose_keep(struct suppose *s, const struct node *of, const void *what)
{
	if (s)
		*vec_push(s->arena, &s->kept) = (struct supposed){of, what};
}
