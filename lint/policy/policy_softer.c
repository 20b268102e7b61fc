/*
 * Whether a policy is softer than another one: what lets a job pass that did not, by the keys. Where it cannot be told
 * whether another value is softer, as of a card, it counts as such.
 */
#include "policy.h"

#include "lint/read/read.h"

struct softer {
	struct arena *a;
	const struct policy *than, *p;
	struct {
		VEC(struct str);
	} phrases;
};

static const struct node *member(const struct policy *p, const char *key)
{
	return p->tree && p->tree->kind == NODE_MAP ? node_get(p->tree, str_of(key)) : NULL;
}

static void say(struct softer *s, struct str phrase)
{
	*vec_push(s->a, &s->phrases) = phrase;
}

static void other_values(struct softer *s)
{
	static const char *const keys[] = {"target", "targets", "fit", "paths", "models", "gpus", "jobs"};

	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		const struct node *x = member(s->than, keys[i]), *y = member(s->p, keys[i]);

		if ((x || y) && !(x && y && node_same(x, y)))
			say(s, str_fmt(s->a, "%s is another", keys[i]));
	}
}

/* How much fails: low the least. */
static int strictness(const struct policy *p)
{
	enum fail_on f = p->has_fail_on ? p->fail_on : FAIL_ON_LIKELY;

	return f == FAIL_ON_LOW ? 0 : f == FAIL_ON_LIKELY ? 1 : 2;
}

static enum severity level(const struct policy *p, enum rule rule)
{
	for (size_t i = p->nrules; i-- > 0;)
		if (p->rules[i].rule == rule)
			return p->rules[i].severity;
	return rule_rows[rule].severity;
}

static void weaker_levels(struct softer *s)
{
	const struct head_room *x = &s->than->head_room, *y = &s->p->head_room;

	if (y->share < x->share || y->bytes < x->bytes)
		say(s, STR("head-room is less"));
	if (strictness(s->p) < strictness(s->than))
		say(s, STR("fail-on fails less"));
	for (enum rule rule = 0; rule < RULE_COUNT; rule++)
		if (level(s->p, rule) < level(s->than, rule))
			say(s, str_fmt(s->a, "%s is %s, not %s", rule_rows[rule].id, severity_name(level(s->p, rule)),
				       severity_name(level(s->than, rule))));
}

/* Items of a list that the other one does not have. */
static void more_items(struct softer *s, const char *key, const char *what)
{
	const struct node *x = member(s->than, key), *y = member(s->p, key);
	size_t n = 0;

	for (size_t i = 0; y && y->kind == NODE_LIST && i < y->as.items.n; i++) {
		bool there = false;

		for (size_t k = 0; x && x->kind == NODE_LIST && k < x->as.items.n && !there; k++)
			there = node_same(x->as.items.at[k], y->as.items.at[i]);
		n += !there;
	}
	if (n)
		say(s, str_fmt(s->a, "%zu more of %s", n, what));
}

const struct str *policy_softer(struct arena *a, const struct policy *than, const struct policy *p, size_t *n)
{
	struct softer s = {.a = a, .than = than, .p = p};

	weaker_levels(&s);
	more_items(&s, "exclude", "exclude");
	more_items(&s, "ignore", "ignore");
	other_values(&s);
	*n = s.phrases.n;
	return s.phrases.at;
}
