#include "builtin_parts.h"

#include <math.h>

/*
 * Functions that C and Python compute alike: correctly rounded, or by the same libm. No sine and its
 * like: they shape learning rates, which cost no memory, and would be 58 KB of the binary.
 */
static const struct {
	const char *name;
	double (*f)(double);
} functions[] = {
	{"math.sqrt", sqrt}, {"math.exp", exp}, {"math.log10", log10}, {"math.log2", log2},
	{"math.fabs", fabs},
};

static struct node *function(struct interpreter *py, struct native_call *c)
{
	double r;

	if (!py_to_real(native_arg(c, 0, NULL), &r))
		return NULL;
	for (size_t i = 0; i < sizeof(functions) / sizeof(*functions); i++)
		if (str_is(c->name, functions[i].name)) {
			double out = functions[i].f(r);

			return isfinite(out) ? py_real(py, out, c->site.at) : NULL;
		}
	return NULL;
}

static struct node *log_(struct interpreter *py, struct native_call *c)
{
	struct node *base = native_arg(c, 1, NULL);
	double r, b = 0;

	if (!py_to_real(native_arg(c, 0, NULL), &r) || r <= 0)
		return NULL;
	if (base && (!py_to_real(base, &b) || b <= 0 || log(b) == 0.0))
		return NULL;
	return py_real(py, base ? log(r) / log(b) : log(r), c->site.at);
}

static struct node *whole(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);
	double r;

	if (x && x->kind == NODE_INT)
		return x;
	if (!py_to_real(x, &r))
		return NULL;
	r = str_is(c->name, "math.ceil")    ? ceil(r)
	    : str_is(c->name, "math.floor") ? floor(r)
					    : trunc(r);
	return r > -9.2e18 && r < 9.2e18 ? py_int(py, (int64_t)r, c->site.at) : NULL;
}

static struct node *pow_(struct interpreter *py, struct native_call *c)
{
	double x, y, out;

	if (!py_to_real(native_arg(c, 0, NULL), &x) || !py_to_real(native_arg(c, 1, NULL), &y))
		return NULL;
	out = pow(x, y);
	return isfinite(out) ? py_real(py, out, c->site.at) : NULL;
}

static struct node *gcd(struct interpreter *py, struct native_call *c)
{
	int64_t x, y;

	if (native_count(c) != 2 || !py_to_int(native_arg(c, 0, NULL), &x) ||
	    !py_to_int(native_arg(c, 1, NULL), &y) || x == INT64_MIN || y == INT64_MIN)
		return NULL;
	while (y) {
		int64_t r = x % y;

		x = y;
		y = r;
	}
	return py_int(py, x < 0 ? -x : x, c->site.at);
}

static struct node *prod(struct interpreter *py, struct native_call *c)
{
	struct node *items = native_items(py, native_arg(c, 0, NULL), c->site.at);
	struct node *start = native_arg(c, SIZE_MAX, "start");
	struct node *out = start ? start : py_int(py, 1, c->site.at);

	if (!items)
		return NULL;
	for (size_t i = 0; i < items->as.items.n; i++)
		out = py_binary(py, OP_MUL, out, items->as.items.at[i], c->site.at);
	return out;
}

static struct node *isnan_(struct interpreter *py, struct native_call *c)
{
	double r;

	if (!py_to_real(native_arg(c, 0, NULL), &r))
		return NULL;
	return py_bool(py,
		       str_is(c->name, "math.isnan")   ? isnan(r)
		       : str_is(c->name, "math.isinf") ? isinf(r)
						       : isfinite(r),
		       c->site.at);
}

static const struct native rows[] = {
	{"math.ceil", whole, 0},     {"math.exp", function, 0},	  {"math.fabs", function, 0},
	{"math.floor", whole, 0},    {"math.gcd", gcd, 0},	  {"math.isfinite", isnan_, 0},
	{"math.isinf", isnan_, 0},   {"math.isnan", isnan_, 0},	  {"math.log", log_, 0},
	{"math.log10", function, 0}, {"math.log2", function, 0},  {"math.pow", pow_, 0},
	{"math.prod", prod, 0},	     {"math.sqrt", function, 0}, {"math.trunc", whole, 0},
};

NATIVES(natives_math, rows);
