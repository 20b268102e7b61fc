/* Slices that are not known: how long they are all the same, and whose they are. */
#include "values.h"

/* Steps into how bounds were computed; elements that a shift of labels against inputs leaves out at most. */
enum { ALIKE_DEPTH = 8, DROPPED_MAX = 8 };

/* The limit of x[-n:]; NULL for x[n:], and where nobody knows which of the two it is. */
static const struct node *limit_from_end(const struct node *lower)
{
	bool negative = lower->kind == NODE_EITHER;

	if (lower->kind == NODE_UNKNOWN)
		return lower->op == 'n' ? lower->from[0] : NULL;
	if (lower->kind == NODE_INT)
		return lower->as.i < 0 ? lower : NULL;
	for (size_t i = 0; negative && i < lower->as.items.n; i++)
		negative = lower->as.items.at[i]->kind != NODE_EITHER && limit_from_end(lower->as.items.at[i]);
	return negative ? lower : NULL;
}

/* The limit of x[:n] or x[-n:]; NULL for any other slice. */
static const struct node *limit_of(struct node *const part[3])
{
	struct node *lower = part[0], *upper = part[1];

	if (lower && (lower->kind == NODE_NULL || (lower->kind == NODE_INT && lower->as.i == 0)))
		lower = NULL;
	if (upper && upper->kind == NODE_NULL)
		upper = NULL;
	if (part[2] || !lower == !upper)
		return NULL;
	if (upper)
		return upper->kind != NODE_INT || upper->as.i > 0 ? upper : NULL;
	return limit_from_end(lower);
}

/* Whether two values were computed in the same way from the same. */
static bool is_alike(const struct node *x, const struct node *y, int depth)
{
	if (x == y)
		return true;
	if (!x || !y || x->kind != y->kind || depth > ALIKE_DEPTH)
		return false;
	if (x->kind == NODE_INT)
		return x->as.i == y->as.i;
	return x->kind == NODE_UNKNOWN && x->op && x->op == y->op && is_alike(x->from[0], y->from[0], depth + 1) &&
	       is_alike(x->from[1], y->from[1], depth + 1);
}

/* How many elements the bounds i * n and (i + 1) * n are apart; NULL: they are none of that form. */
static const struct node *width_of_share(const struct node *lower, const struct node *upper)
{
	for (int i = 0; i < 2; i++) {
		const struct node *next = upper->from[i], *n = upper->from[!i];

		if (lower->kind == NODE_UNKNOWN && lower->op == '*' && upper->op == '*' && next && n &&
		    n->kind == NODE_INT && next->kind == NODE_UNKNOWN && next->op == '+' && next->from[1] &&
		    next->from[1]->kind == NODE_INT && next->from[1]->as.i == 1 &&
		    is_alike(lower->from[i], next->from[0], 0) && is_alike(lower->from[!i], n, 0))
			return n;
	}
	return NULL;
}

const struct node *py_slice_width(struct interpreter *py, struct node *const part[3], struct span at)
{
	const struct node *lower = part[0], *upper = part[1], *n = NULL;
	int64_t more = 0;

	if (!lower || !upper || part[2])
		return NULL;
	if (lower->kind == NODE_INT && upper->kind == NODE_INT && lower->as.i >= 0 && upper->as.i > lower->as.i)
		return py_from(py_int(py, upper->as.i - lower->as.i, at), upper, NULL);
	if (lower->kind != NODE_UNKNOWN && (lower->kind != NODE_OBJECT || lower->code))
		return NULL;
	for (int i = 0; i < ALIKE_DEPTH && upper && upper->kind == NODE_UNKNOWN; i++) {
		const struct node *added = upper->op == '+' ? upper->from[1] : NULL;

		n = n ? n : width_of_share(lower, upper);
		if (n || is_alike(upper, lower, 0) || !added || added->kind != NODE_INT ||
		    added->as.i < 0 || added->as.i > INT32_MAX)
			break;
		/* The last that is added, going back, is the first in the text: x[i : i + n + 1]. */
		if (is_alike(upper->from[0], lower, 0))
			n = added;
		else
			more += added->as.i;
		upper = upper->from[0];
	}
	return n && more ? py_from(py_int(py, n->as.i + more, at), n, NULL) : n;
}

/* All but the last or the first of x[:-1] and x[1:]; NULL for any other slice. */
static const struct node *dropped_of(struct interpreter *py, struct node *const part[3], struct span at)
{
	int64_t n;

	if (!part[2] && !part[0] && part[1] && part[1]->kind == NODE_INT && part[1]->as.i < 0 &&
	    part[1]->as.i >= -DROPPED_MAX)
		n = -part[1]->as.i;
	else if (!part[2] && !part[1] && part[0] && part[0]->kind == NODE_INT && part[0]->as.i > 0 &&
		 part[0]->as.i <= DROPPED_MAX)
		n = part[0]->as.i;
	else
		return NULL;
	return py_int(py, n, at);
}

/* What is taken from a library's object is unknown, but calls on it are seen. */
void py_take_maker(struct interpreter *py, struct node *taken, const struct node *object)
{
	struct str *name;

	taken->made = object->made;
	if (!object->made || taken->code)
		return;
	name = arena_new(py->arena, struct str);
	*name = STR("__getitem__()");
	taken->code = name;
}

/* A slice that is not known because of its container or of one of its bounds. */
struct node *py_unknown_slice(struct interpreter *py, struct node *container, struct node *const part[3],
				  struct node *cause, struct span at)
{
	const struct node *n = limit_of(part);
	struct node *out = py_unknown_of(py, at, cause);
	char op = ':';

	if (!n) {
		n = dropped_of(py, part, at);
		op = 'c';
	}
	if (!n) {
		n = py_slice_width(py, part, at);
		op = 'w';
	}
	out->op = n ? op : 0;
	if (container->kind == NODE_UNKNOWN || (container->kind == NODE_OBJECT && !container->code))
		py_take_maker(py, out, container);
	return py_from(out, container, n);
}
