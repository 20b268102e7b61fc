#include "evaluator_parts.h"

/* One run of a comprehension: what it collects, and whether more may follow. */
struct collect {
	const struct py_expr *e;
	struct node *out;
	/** The first iterable is evaluated outside the comprehension's own scope. */
	struct scope *outer;
	/** An iterable was a set. */
	bool unordered;
	/** An element stands for all that there may be: one of those that the conditions keep. */
	unsigned of_many;
	/** What a mapping was given last, also under a key that is not known. */
	struct node *value;
};

static void clause(struct interpreter *py, struct collect *c, size_t i);

static void element(struct interpreter *py, struct collect *c)
{
	struct node *value = py_eval(py, c->e->as.comp.element);

	if (c->e->kind == EXPR_DICT_COMP) {
		c->value = py_eval(py, c->e->as.comp.value);
		py_map_set(py, c->out, value, c->value);
	} else if (c->e->kind != EXPR_SET_COMP || py_contains(py, c->out, value) != TRUTH_YES) {
		py_append(py, c->out, value);
	}
}

/* {k: v … if MAYBE}: the key is there or not, and no other is. False for what takes evaluation. */
static bool element_perhaps(struct interpreter *py, const struct collect *c)
{
	const struct py_expr *e = c->e;
	struct node *key, *both[2];

	if (e->kind != EXPR_DICT_COMP || e->as.comp.element->kind != EXPR_NAME ||
	    e->as.comp.value->kind != EXPR_NAME)
		return false;
	key = py_eval(py, e->as.comp.element);
	if (key->kind != NODE_STR)
		return false;
	both[0] = py_eval(py, e->as.comp.value);
	both[1] = node_new(py->arena, NODE_ABSENT, key->at);
	py_map_set(py, c->out, key, either_of(py->arena, both, 2, key->at));
	return true;
}

static void conditions(struct interpreter *py, struct collect *c, size_t i)
{
	const struct py_for_clause *f = &c->e->as.comp.at[i];
	enum truth all = TRUTH_YES;

	for (size_t k = 0; k < f->conditions.n && all != TRUTH_NO; k++) {
		enum truth t;

		py_note_kept(py, f->conditions.at[k]);
		t = py_condition(py, f->conditions.at[k]);
		if (t != TRUTH_YES)
			all = t;
	}
	if (all == TRUTH_NO)
		return;
	if (all == TRUTH_MAYBE && !c->of_many)
		c->out->open |= i + 1 < c->e->as.comp.n || !element_perhaps(py, c);
	else
		clause(py, c, i + 1);
}

/* Whether a clause picks some by their names: [n for n, m in … if n.endswith("q_proj")]. */
static bool picks(struct interpreter *py, const struct py_for_clause *f)
{
	static const char *const words[] = {"endswith(", "startswith(", " == ", " in "};

	for (size_t k = 0; k < f->conditions.n; k++) {
		struct str text = py_source(py, f->conditions.at[k]->at, 200);

		for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
			if (str_has(text, str_of(words[i])) && !str_has(text, STR(" not in ")))
				return true;
	}
	return false;
}

/* Members of a batch, whichever they are, are rows of what it was taken from: {k: v for k, v in batch.items() if …}. */
static bool batch_of(struct interpreter *py, const struct collect *c, const struct py_for_clause *f)
{
	return c->e->kind == EXPR_DICT_COMP && str_ends(py_source(py, f->iter->at, 200), STR(".items()"));
}

/* How many numbers of a long list are worth being known each. */
enum { NUMBERS_MAX = 64 };

/* Whether an expression only reckons: no call, and nothing that is put together. */
static bool only_reckons(const struct py_expr *e)
{
	switch ((int)e->kind) {
	case EXPR_INT:
	case EXPR_FLOAT:
	case EXPR_NAME:
		return true;
	case EXPR_ATTR:
		return only_reckons(e->as.attr.value);
	case EXPR_UNARY:
		return only_reckons(e->as.unary.operand);
	case EXPR_BINARY:
		return only_reckons(e->as.binary.left) && only_reckons(e->as.binary.right);
	default:
		return false;
	}
}

/*
 * The rest of [(i + 1) % 3 - 1 for i in range(1024)]: numbers that code gives the weights of each layer first, of which only
 * their count may be asked. To reckon them all takes the budget of a program.
 */
static bool leave_numbers(struct interpreter *py, const struct collect *c, size_t rest)
{
	const struct node *last = c->out->as.items.n ? c->out->as.items.at[c->out->as.items.n - 1] : NULL;
	struct node *number;

	if (c->e->kind != EXPR_LIST_COMP || c->e->as.comp.n != 1 || c->e->as.comp.at[0].conditions.n || !last ||
	    !(py_is_number(last) || last->kind == NODE_UNKNOWN) || !only_reckons(c->e->as.comp.element))
		return false;
	number = py_unknown(py, c->e->at, "one of many numbers");
	while (rest--)
		py_append(py, c->out, number);
	return true;
}

static void clause(struct interpreter *py, struct collect *c, size_t i)
{
	const struct py_for_clause *f;
	struct node *items;

	if (i == c->e->as.comp.n) {
		element(py, c);
		return;
	}
	f = &c->e->as.comp.at[i];
	{
		struct scope *own = py->frame->scope;
		struct node *iterable;

		if (i == 0)
			py->frame->scope = c->outer;
		iterable = py_eval(py, f->iter);
		py->frame->scope = own;
		items = py_members(py, iterable, f->iter->at);
		c->unordered |= py_unordered(iterable);
		if (!items || (items->open && items->as.items.n == 0)) {
			/* Once, with an unknown element: calls inside are seen, elements are not. */
			size_t n =
			    c->e->kind == EXPR_DICT_COMP ? c->out->as.pairs.n : c->out->as.items.n;

			py_assign(py, f->target, py_part_of(py, iterable, f->target->at));
			py->loops++;
			c->of_many++;
			conditions(py, c, i);
			c->of_many--;
			py->loops--;
			c->out->open = true;
			/* [p for p in model.parameters()] still tells whose they are. */
			if (!c->out->from[0] && (batch_of(py, c, f) || !picks(py, f)))
				c->out->from[0] = iterable;
			if (c->out->kind == NODE_LIST && c->out->as.items.n > n)
				c->out->from[1] = c->out->as.items.at[n];
			if (c->e->kind == EXPR_DICT_COMP && c->value)
				c->out->from[1] = c->value;
			if (c->e->kind == EXPR_DICT_COMP)
				c->out->as.pairs.n = n;
			else
				c->out->as.items.n = n;
			return;
		}
	}
	for (size_t k = 0; k < items->as.items.n && !py->halted; k++) {
		if (k == NUMBERS_MAX && leave_numbers(py, c, items->as.items.n - k))
			break;
		py_assign(py, f->target, items->as.items.at[k]);
		conditions(py, c, i);
	}
	c->out->open |= items->open;
}

struct node *py_comprehension(struct interpreter *py, const struct py_expr *e)
{
	struct frame *frame = py->frame;
	struct scope *outer = frame->scope;
	struct collect c = {.e = e, .outer = outer};

	c.out = py_new(py,
		       e->kind == EXPR_SET_COMP	   ? NODE_SET
		       : e->kind == EXPR_DICT_COMP ? NODE_MAP
						   : NODE_LIST,
		       e->at);
	if (e->kind == EXPR_GENERATOR)
		c.out->code = py_tag_iterator;
	/* Its targets live in a scope of their own. */
	frame->scope = scope_new(py, SCOPE_COMPREHENSION, outer, frame->module);
	clause(py, &c, 0);
	frame->scope = outer;
	if (c.unordered && e->kind != EXPR_SET_COMP)
		py_mark_unordered(c.out);
	return c.out;
}
