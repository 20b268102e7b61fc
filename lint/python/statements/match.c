#include "statement_parts.h"

static enum truth matches(struct interpreter *py, const struct py_pattern *p, struct node *subject);

static enum truth both(enum truth x, enum truth y)
{
	return x == TRUTH_NO || y == TRUTH_NO	  ? TRUTH_NO
	       : x == TRUTH_YES && y == TRUTH_YES ? TRUTH_YES
						  : TRUTH_MAYBE;
}

static enum truth sequence(struct interpreter *py, const struct py_pattern *p, struct node *subject)
{
	const struct py_patterns *parts = &p->as.items;
	enum truth all = TRUTH_YES;
	size_t star = SIZE_MAX, n;

	if (subject->kind == NODE_UNKNOWN || subject->kind == NODE_EITHER || subject->open)
		return TRUTH_MAYBE;
	if (subject->kind != NODE_LIST && subject->kind != NODE_TUPLE)
		return TRUTH_NO;
	for (size_t i = 0; i < parts->n; i++)
		if (parts->at[i]->kind == PATTERN_STAR)
			star = i;
	n = subject->as.items.n;
	if (star == SIZE_MAX ? n != parts->n : n + 1 < parts->n)
		return TRUTH_NO;
	for (size_t i = 0; i < parts->n && all != TRUTH_NO; i++) {
		size_t behind = parts->n - 1 - i;

		if (i == star) {
			struct node *rest = py_new(py, NODE_LIST, subject->at);

			for (size_t k = i; k < n - behind; k++)
				py_append(py, rest, subject->as.items.at[k]);
			if (parts->at[i]->as.capture.name.text.n)
				py_bind(py, parts->at[i]->as.capture.name.text, rest);
			continue;
		}
		all = both(all, matches(py, parts->at[i],
					subject->as.items.at[star < i ? n - 1 - behind : i]));
	}
	return all;
}

/* **rest: the members that no pattern names. */
static struct node *rest_of(struct interpreter *py, const struct py_pattern *p, struct node *subject)
{
	struct node *out = py_new(py, NODE_MAP, subject->at);

	for (size_t i = 0; i < subject->as.pairs.n; i++)
		*vec_push(py->arena, &out->as.pairs) = subject->as.pairs.at[i];
	for (size_t i = 0; i < p->as.mapping.keys.n; i++)
		py_map_del(py, out, py_eval(py, p->as.mapping.keys.at[i]));
	out->open = subject->open;
	return out;
}

static enum truth mapping(struct interpreter *py, const struct py_pattern *p, struct node *subject)
{
	enum truth all = TRUTH_YES;

	if (subject->kind != NODE_MAP)
		return subject->kind == NODE_UNKNOWN || subject->kind == NODE_EITHER ? TRUTH_MAYBE
										     : TRUTH_NO;
	for (size_t i = 0; i < p->as.mapping.keys.n && all != TRUTH_NO; i++) {
		bool maybe = false;
		struct node *value = py_map_get(py, subject, py_eval(py, p->as.mapping.keys.at[i]),
						&maybe);

		if (!value)
			return maybe ? TRUTH_MAYBE : TRUTH_NO;
		all = both(all, matches(py, p->as.mapping.values.at[i], value));
	}
	if (p->as.mapping.rest.text.n)
		py_bind(py, p->as.mapping.rest.text, rest_of(py, p, subject));
	return all;
}

static enum truth of_class(struct interpreter *py, const struct py_pattern *p, struct node *subject)
{
	struct node *type = py_eval(py, p->as.class_.type);
	struct args args = {0};
	struct node *is;
	enum truth all;

	*vec_push(py->arena, &args) = (struct arg){.value = subject, .at = p->at};
	*vec_push(py->arena, &args) = (struct arg){.value = type, .at = p->at};
	is = py_call(py, py_name(py, "builtins.isinstance", p->at), &args,
		     (struct site){p->at, p->at});
	all = py_truth(py, is);
	if (all != TRUTH_NO && p->as.class_.positional.n == 1 && type->kind == NODE_NAME)
		all = both(all, matches(py, p->as.class_.positional.at[0], subject));
	else if (all != TRUTH_NO && p->as.class_.positional.n)
		all = TRUTH_MAYBE;
	for (size_t i = 0; i < p->as.class_.named.n && all != TRUTH_NO; i++)
		all = both(all, matches(py, p->as.class_.named.at[i],
					py_get_attr(py, subject, p->as.class_.names.at[i].text,
						    p->at)));
	return all;
}

static enum truth any_of(struct interpreter *py, const struct py_pattern *p, struct node *subject)
{
	enum truth any = TRUTH_NO;

	for (size_t i = 0; i < p->as.items.n; i++) {
		enum truth t = matches(py, p->as.items.at[i], subject);

		if (t == TRUTH_YES)
			return t;
		if (t == TRUTH_MAYBE)
			any = t;
	}
	return any;
}

static enum truth matches(struct interpreter *py, const struct py_pattern *p, struct node *subject)
{
	switch (p->kind) {
	case PATTERN_VALUE:
		return py_equal(py, subject, py_eval(py, p->as.value));
	case PATTERN_SINGLETON:
		return py_is(py, subject, py_eval(py, p->as.value));
	case PATTERN_SEQUENCE:
		return sequence(py, p, subject);
	case PATTERN_MAPPING:
		return mapping(py, p, subject);
	case PATTERN_CLASS:
		return of_class(py, p, subject);
	case PATTERN_OR:
		return any_of(py, p, subject);
	case PATTERN_CAPTURE: {
		enum truth t = p->as.capture.pattern
				       ? matches(py, p->as.capture.pattern, subject)
				       : TRUTH_YES;

		if (t != TRUTH_NO && p->as.capture.name.text.n)
			py_bind(py, p->as.capture.name.text, subject);
		return t;
	}
	case PATTERN_STAR:
		break;
	}
	return TRUTH_MAYBE;
}

/** The cases of a match from one on. */
struct cases {
	const struct py_stmt *s;
	struct node *subject;
	size_t from;
};

static enum flow run_cases(struct interpreter *py, void *context);

static enum flow run_case(struct interpreter *py, void *context)
{
	const struct cases *cases = context;
	const struct py_case *c = &cases->s->as.match.at[cases->from];

	matches(py, c->pattern, cases->subject);
	return py_run_block(py, &c->body, 0);
}

static enum flow run_later(struct interpreter *py, void *context)
{
	struct cases later = *(const struct cases *)context;
	enum flow flow;

	later.from++;
	py->deep++;
	flow = run_cases(py, &later);
	py->deep--;
	return flow;
}

static enum flow run_cases(struct interpreter *py, void *context)
{
	struct cases cases = *(const struct cases *)context;
	const struct py_block none = {0};
	bool took_rest;

	for (; cases.from < cases.s->as.match.n; cases.from++) {
		const struct py_case *c = &cases.s->as.match.at[cases.from];
		struct undecided u = {.at = c->pattern->at,
				      .run = {run_case, run_later},
				      .context = &cases};
		struct fork fork = trail_fork(&py->trail);
		enum truth t = matches(py, c->pattern, cases.subject);

		if (t != TRUTH_NO && c->guard)
			t = both(t, py_condition(py, c->guard));
		trail_undo(&py->trail, fork);
		if (t == TRUTH_YES)
			return run_case(py, &cases);
		if (t == TRUTH_MAYBE && py->deep < DEEP_MAX / 2)
			return py_undecided(py, &u, &none, 0, &took_rest);
	}
	return FLOW_NEXT;
}

enum flow py_run_match(struct interpreter *py, const struct py_stmt *s)
{
	struct cases cases = {s, py_eval(py, s->as.match.subject), 0};

	return run_cases(py, &cases);
}
