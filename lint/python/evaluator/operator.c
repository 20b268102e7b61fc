#include "evaluator_parts.h"

/* Applies an operation to each alternative, or to each pair that can be at once. */
typedef struct node *operation(struct interpreter *py, enum py_op op, struct node *x, struct node *y,
			       struct span at);

static struct node *each(struct interpreter *py, operation *f, enum py_op op, struct node *x,
			 struct node *y, struct span at)
{
	struct node *out[NODE_EITHER_MAX * NODE_EITHER_MAX];
	size_t nx, ny, n = 0;
	struct node *const *xs = either_items(&x, &nx), *const *ys = either_items(&y, &ny);

	for (size_t i = 0; i < nx; i++)
		for (size_t j = 0; j < ny; j++) {
			struct node *one;

			if (x == y ? i != j : arms_exclude(xs[i]->when, ys[j]->when))
				continue;
			one = f(py, op, xs[i], ys[j], at);
			one = either_when(py->arena, one, xs[i]->when);
			out[n++] = either_when(py->arena, one, ys[j]->when);
		}
	return n ? either_of(py->arena, out, n, at) : py_unknown_of(py, at, x);
}

static struct node *repeat(struct interpreter *py, struct node *items, int64_t times, struct span at)
{
	struct node *out;

	if (items->kind == NODE_STR) {
		uint64_t n = times > 0 ? items->text.n * (uint64_t)times : 0;
		char *bytes;

		if (n > py->budget.text || (times > 0 && items->text.n > py->budget.text))
			return py_unknown(py, at, "a text of more than %llu bytes",
					  (unsigned long long)py->budget.text);
		bytes = arena_alloc(py->arena, (size_t)n + 1, 1);
		for (size_t i = 0; i < n; i++)
			bytes[i] = items->text.s[i % items->text.n];
		return py_str(py, (struct str){bytes, (size_t)n}, at);
	}
	out = py_new(py, items->kind, at);
	out->open = items->open;
	for (int64_t i = 0; i < times && !out->open; i++)
		for (size_t j = 0; j < items->as.items.n && !out->open; j++)
			py_append(py, out, items->as.items.at[j]);
	py_step(py, out->as.items.n / 8);
	if (py_unordered(items))
		py_mark_unordered(out);
	return out;
}

static struct node *concatenate(struct interpreter *py, struct node *x, struct node *y, struct span at)
{
	struct node *out = py_new(py, x->kind, at);

	if (x->open)
		return py_unknown_of(py, at, x);
	for (size_t i = 0; i < x->as.items.n; i++)
		py_append(py, out, x->as.items.at[i]);
	for (size_t i = 0; i < y->as.items.n; i++)
		py_append(py, out, y->as.items.at[i]);
	out->open = y->open;
	if (py_unordered(x) || py_unordered(y))
		py_mark_unordered(out);
	return out;
}

static void add_if(struct interpreter *py, struct node *out, struct node *item, const struct node *other,
		   bool wanted)
{
	struct node *list = node_copy(py->arena, other);
	enum truth there = py_contains(py, list, item);

	if (there == TRUTH_MAYBE)
		out->open = true;
	else if ((there == TRUTH_YES) == wanted)
		py_append(py, out, item);
}

static struct node *set_operation(struct interpreter *py, enum py_op op, struct node *x, struct node *y,
				  struct span at)
{
	struct node *out = py_new(py, NODE_SET, at);

	out->open = x->open || y->open;
	for (size_t i = 0; i < x->as.items.n; i++) {
		if (op == OP_BITOR)
			py_append(py, out, x->as.items.at[i]);
		else
			add_if(py, out, x->as.items.at[i], y, op == OP_BITAND);
	}
	if (op == OP_BITOR || op == OP_BITXOR)
		for (size_t i = 0; i < y->as.items.n; i++)
			add_if(py, out, y->as.items.at[i], x, false);
	return out;
}

static struct node *merge(struct interpreter *py, struct node *x, struct node *y, struct span at)
{
	struct node *out = py_new(py, NODE_MAP, at);

	for (size_t i = 0; i < x->as.pairs.n; i++)
		py_map_set(py, out, x->as.pairs.at[i].key, x->as.pairs.at[i].value);
	for (size_t i = 0; i < y->as.pairs.n; i++)
		py_map_set(py, out, y->as.pairs.at[i].key, y->as.pairs.at[i].value);
	out->open = x->open || y->open;
	if (py_unordered(x) || py_unordered(y))
		py_mark_unordered(out);
	return out;
}

static struct node *join_path(struct interpreter *py, struct node *x, struct node *y, struct span at)
{
	struct node *out;

	if (y->text.n && y->text.s[0] == '/')
		out = py_str(py, y->text, at);
	else if (x->text.n == 0 || str_is(x->text, "."))
		out = py_str(py, y->text, at);
	else
		out = py_str(py,
			     str_fmt(py->arena, "%.*s%s%.*s", STR_ARG(x->text),
				     str_ends(x->text, STR("/")) ? "" : "/", STR_ARG(y->text)),
			     at);
	if (out->kind == NODE_STR)
		out->code = py_tag_path;
	return out;
}

/* An operator that the object's class defines. */
static struct node *by_method(struct interpreter *py, enum py_op op, struct node *x, struct node *y,
			      struct span at)
{
	static const struct {
		enum py_op op;
		const char *method;
	} methods[] = {
	    {OP_ADD, "__add__"},
	    {OP_SUB, "__sub__"},
	    {OP_MUL, "__mul__"},
	    {OP_DIV, "__truediv__"},
	    {OP_MOD, "__mod__"},
	    {OP_POW, "__pow__"},
	    {OP_FLOORDIV, "__floordiv__"},
	    {OP_BITOR, "__or__"},
	    {OP_BITAND, "__and__"},
	    {OP_EQ, "__eq__"},
	    {OP_LT, "__lt__"},
	    {OP_GT, "__gt__"},
	};
	struct args args = {0};

	if (!class_of(x))
		return NULL;
	*vec_push(py->arena, &args) = (struct arg){.value = y, .at = at};
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
		if (methods[i].op == op && class_find(py, x->code, str_of(methods[i].method)))
			return py_call_method(py, x, str_of(methods[i].method), &args,
					      (struct site){at, at});
	return NULL;
}

static struct node *arithmetic(struct interpreter *py, enum py_op op, const struct node *x,
			       const struct node *y, struct span at)
{
	struct node *out = py_arithmetic(py, op, x, y, at);

	return out ? out : py_raise(py, "ZeroDivisionError", at, "division by zero");
}

static struct node *binary_known(struct interpreter *py, enum py_op op, struct node *x, struct node *y,
				 struct span at)
{
	int64_t times;

	if (op == OP_MOD && py_is_str(x))
		return py_percent(py, x, y, at);
	if (py_is_number(x) && py_is_number(y))
		return arithmetic(py, op, x, y, at);
	if (op == OP_ADD && py_is_str(x) && py_is_str(y))
		return py_str(py, str_cat(py->arena, x->text, y->text), at);
	if (op == OP_ADD && x->kind == y->kind && (x->kind == NODE_LIST || x->kind == NODE_TUPLE))
		return concatenate(py, x, y, at);
	if (op == OP_MUL && py_to_int(y, &times) &&
	    (py_is_str(x) || x->kind == NODE_LIST || x->kind == NODE_TUPLE))
		return repeat(py, x, times, at);
	if (op == OP_MUL && py_to_int(x, &times) &&
	    (py_is_str(y) || y->kind == NODE_LIST || y->kind == NODE_TUPLE))
		return repeat(py, y, times, at);
	if (op == OP_DIV && x->kind == NODE_STR && y->kind == NODE_STR && (x->code || y->code))
		return join_path(py, x, y, at);
	if (op == OP_BITOR && x->kind == NODE_MAP && y->kind == NODE_MAP)
		return merge(py, x, y, at);
	if (x->kind == NODE_SET && y->kind == NODE_SET &&
	    (op == OP_BITOR || op == OP_BITAND || op == OP_SUB || op == OP_BITXOR))
		return set_operation(py, op, x, y, at);
	return NULL;
}

/* How an unknown says what it was computed by. */
static char sign_of(enum py_op op)
{
	switch ((int)op) {
	case OP_ADD:
		return '+';
	case OP_SUB:
		return '-';
	case OP_MUL:
		return '*';
	case OP_DIV:
		return '/';
	case OP_MOD:
		return '%';
	case OP_MATMUL:
		return '@';
	default:
		return 0;
	}
}

/* Members of IntEnum and the like count as their values. */
static struct node *plain(struct node *n)
{
	struct node *value = n->kind == NODE_OBJECT ? py_mixed_value(n) : NULL;

	return value ? value : n;
}

/* A text, or one of which parts are not known. */
static bool is_text(const struct node *n)
{
	return py_is_str(n) || (n->kind == NODE_UNKNOWN && n->quoted && n->op == '+');
}

/* Whether a value is something of an object that a library made: self.table.weight.T. */
static bool is_of_object(const struct node *n)
{
	for (int depth = 0; n && n->kind == NODE_UNKNOWN && depth < NODE_DEPTH_MAX; depth++)
		n = n->from[0];
	return n && n->kind == NODE_OBJECT && n->made;
}

/* x @ table.weight.T is as good as torch.matmul(x, table.weight.T): who asks for what a table is used sees it. */
static void note_product(struct interpreter *py, struct node *x, struct node *y, struct span at)
{
	struct args args = {0};

	if (y->kind != NODE_UNKNOWN || !is_of_object(y))
		return;
	*vec_push(py->arena, &args) = (struct arg){.value = x, .at = at};
	*vec_push(py->arena, &args) = (struct arg){.value = y, .at = at};
	py_call_library(py, STR("torch.matmul"), NULL, &args, (struct site){at, at});
}

/* The number that a product by one is, at its own place: per_gpu_batch_size * max(1, n_gpu). NULL: it is none. */
static struct node *times_one(struct interpreter *py, enum py_op op, const struct node *x, const struct node *y)
{
	if (op != OP_MUL || x->kind != NODE_INT || y->kind != NODE_INT || (x->as.i != 1 && y->as.i != 1))
		return NULL;
	return node_copy(py->arena, y->as.i == 1 ? x : y);
}

static struct node *binary(struct interpreter *py, enum py_op op, struct node *x, struct node *y,
			   struct span at)
{
	struct node *out = times_one(py, op, x, y);

	if (out)
		return out;
	out = binary_known(py, op, plain(x), plain(y), at);
	if (!out) {
		out = by_method(py, op, x, y, at);
		/* What a method gives may be a literal, which all evaluations share. */
		if (out && !node_mutable(out))
			out = node_copy(py->arena, out);
	}
	if (!out) {
		if (op == OP_MATMUL)
			note_product(py, x, y, at);
		out = py_unknown_of(py, at,
				    y->kind == NODE_UNKNOWN && x->kind != NODE_UNKNOWN ? y : x);
		/* Nothing but text is added to text. */
		out->quoted = op == OP_ADD && (is_text(x) || is_text(y));
		out->op = sign_of(op);
	}
	return py_from(out, x, y);
}

static bool is_none(const struct node *n)
{
	return n->kind == NODE_NULL;
}

static bool is_zero(const struct node *n)
{
	return n->kind == NODE_REAL ? n->as.r == 0 : n->kind == NODE_INT && n->as.i == 0;
}

/*
 * An operand without what it cannot be, where that is one of several. None adds up with nothing; zero divides nothing: of a
 * list that a loop fills, the length that is meant is the one if the loop ran.
 */
static struct node *without(struct interpreter *py, struct node *x, bool (*is)(const struct node *))
{
	struct node *values[NODE_EITHER_MAX];
	size_t n = 0;

	for (size_t i = 0; x->kind == NODE_EITHER && i < x->as.items.n; i++)
		if (!is(x->as.items.at[i]))
			values[n++] = x->as.items.at[i];
	return n ? either_of(py->arena, values, n, x->at) : x;
}

struct node *py_binary(struct interpreter *py, enum py_op op, struct node *x, struct node *y,
		       struct span at)
{
	if (op == OP_DIV || op == OP_FLOORDIV)
		y = without(py, y, is_zero);
	/* But "%s" % None is a text, and int | None a type. */
	if (op != OP_MOD && op != OP_BITOR) {
		x = without(py, x, is_none);
		y = without(py, y, is_none);
	}
	/* Of an unknown part one of several divisors makes one unknown: the divisor is not lost with the others. */
	if ((x->kind == NODE_EITHER || y->kind == NODE_EITHER) &&
	    !(op == OP_DIV && x->kind == NODE_UNKNOWN))
		return each(py, binary, op, x, y, at);
	return binary(py, op, x, y, at);
}

struct node *py_unary(struct interpreter *py, enum py_op op, struct node *x, struct span at)
{
	struct node *values[NODE_EITHER_MAX], *out;
	enum truth t;
	int64_t i;

	if (op == OP_NOT) {
		t = py_truth(py, x);
		if (t != TRUTH_MAYBE)
			return py_from(py_bool(py, t == TRUTH_NO, at), x, NULL);
	}
	if (x->kind == NODE_EITHER) {
		for (size_t k = 0; k < x->as.items.n; k++)
			values[k] = either_when(py->arena, py_unary(py, op, x->as.items.at[k], at),
						x->as.items.at[k]->when);
		return either_of(py->arena, values, x->as.items.n, at);
	}
	if (op == OP_NEG && x->kind == NODE_REAL)
		return py_from(py_real(py, -x->as.r, at), x, NULL);
	if (op == OP_POS && py_is_number(x))
		return x->kind == NODE_BOOL ? py_int(py, x->as.b, at) : x;
	if (py_to_int(x, &i) && op == OP_NEG && i != INT64_MIN)
		return py_from(py_int(py, -i, at), x, NULL);
	if (py_to_int(x, &i) && op == OP_INVERT)
		return py_from(py_int(py, ~i, at), x, NULL);
	out = py_unknown_of(py, at, x);
	out->op = op == OP_NEG ? 'n' : 0;
	return out;
}

static bool order_items(struct interpreter *py, const struct node *x, const struct node *y, int *out)
{
	size_t nx = x->as.items.n, ny = y->as.items.n;

	if (x->open || y->open)
		return false;
	for (size_t i = 0; i < nx && i < ny; i++) {
		if (!py_order(py, x->as.items.at[i], y->as.items.at[i], out))
			return false;
		if (*out)
			return true;
	}
	*out = nx < ny ? -1 : nx > ny;
	return true;
}

bool py_order(struct interpreter *py, const struct node *x, const struct node *y, int *out)
{
	int64_t i, j;
	double r, s;
	bool ok;

	if (!py_step(py, 1) || py->deep >= DEEP_MAX)
		return false;
	if (py_to_int(x, &i) && py_to_int(y, &j)) {
		*out = i < j ? -1 : i > j;
		return true;
	}
	if (py_to_real(x, &r) && py_to_real(y, &s)) {
		*out = r < s ? -1 : r > s;
		return !(r != r || s != s);
	}
	if (py_is_str(x) && py_is_str(y)) {
		/* Bytes of UTF-8 sort as the characters do. */
		*out = str_cmp(x->text, y->text);
		return true;
	}
	if (x->kind != y->kind || (x->kind != NODE_LIST && x->kind != NODE_TUPLE) ||
	    py_unordered(x) || py_unordered(y))
		return false;
	py->deep++;
	ok = order_items(py, x, y, out);
	py->deep--;
	return ok;
}

static enum truth not_truth(enum truth t)
{
	return t == TRUTH_MAYBE ? t : t == TRUTH_YES ? TRUTH_NO : TRUTH_YES;
}

static enum truth as_truth(bool b)
{
	return b ? TRUTH_YES : TRUTH_NO;
}

/* Of sets "<" is "part of, and not all of". */
static enum truth compare_sets(struct interpreter *py, enum py_op op, struct node *x, struct node *y)
{
	bool greater = op == OP_GT || op == OP_GE;
	struct node *part = greater ? y : x, *whole = greater ? x : y;
	enum truth all = TRUTH_YES;

	if (x->open || y->open)
		return TRUTH_MAYBE;
	for (size_t i = 0; i < part->as.items.n; i++) {
		enum truth t = py_contains(py, whole, part->as.items.at[i]);

		if (t == TRUTH_NO)
			return TRUTH_NO;
		if (t == TRUTH_MAYBE)
			all = t;
	}
	if ((op == OP_LT || op == OP_GT) && part->as.items.n >= whole->as.items.n)
		return TRUTH_NO;
	return all;
}

static enum truth compare_truth(struct interpreter *py, enum py_op op, struct node *x, struct node *y)
{
	int order;

	switch ((int)op) {
	case OP_EQ:
		return py_equal(py, x, y);
	case OP_NE:
		return not_truth(py_equal(py, x, y));
	case OP_IS:
		return py_is(py, x, y);
	case OP_IS_NOT:
		return not_truth(py_is(py, x, y));
	case OP_IN:
		return py_contains(py, y, x);
	case OP_NOT_IN:
		return not_truth(py_contains(py, y, x));
	default:
		break;
	}
	if (x->kind == NODE_SET && y->kind == NODE_SET)
		return compare_sets(py, op, x, y);
	if (!py_order(py, plain(x), plain(y), &order))
		return TRUTH_MAYBE;
	return as_truth(op == OP_LT   ? order < 0
			: op == OP_LE ? order <= 0
			: op == OP_GT ? order > 0
				      : order >= 0);
}

/* "key" in config: __contains__ of a class of the repository; NULL if it has none. */
static struct node *in_by_method(struct interpreter *py, enum py_op op, struct node *x, struct node *y,
				 struct span at)
{
	struct arg arg = {.value = x, .at = at};
	struct args args = {.at = &arg, .n = 1, .room = 1};
	struct node *found;
	enum truth t;

	if ((op != OP_IN && op != OP_NOT_IN) || !class_of(y) ||
	    !class_find(py, class_of(y), STR("__contains__")))
		return NULL;
	found = py_call_method(py, y, STR("__contains__"), &args, (struct site){at, at});
	t = found ? py_truth(py, found) : TRUTH_MAYBE;
	if (t == TRUTH_MAYBE)
		return found;
	return py_bool(py, (t == TRUTH_YES) == (op == OP_IN), at);
}

static struct node *compare(struct interpreter *py, enum py_op op, struct node *x, struct node *y,
			    struct span at)
{
	struct node *out = by_method(py, op, x, y, at);
	enum truth t;

	if (!out)
		out = in_by_method(py, op, x, y, at);
	if (out)
		return out;
	t = compare_truth(py, op, x, y);
	if (t != TRUTH_MAYBE)
		return py_from(py_bool(py, t == TRUTH_YES, at), x, y);
	out = py_ask_capability(py, op, x, y, at);
	if (out)
		return out;
	out = py_unknown_of(py, at, y->kind == NODE_UNKNOWN ? y : x);
	out->op = op == OP_EQ ? '=' : op == OP_NE ? '!' : 0;
	return py_from(out, x, y);
}

struct node *py_compare(struct interpreter *py, enum py_op op, struct node *x, struct node *y,
			struct span at)
{
	if (x->kind == NODE_EITHER || (y->kind == NODE_EITHER))
		return each(py, compare, op, x, y, at);
	return compare(py, op, x, y, at);
}
