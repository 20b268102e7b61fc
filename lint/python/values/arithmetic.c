/* Python's arithmetic on numbers. */
#include "values.h"

#include <math.h>

static struct node *too_large(struct interpreter *py, struct span at)
{
	return py_unknown(py, at, "an integer beyond 2^63");
}

/* Rounds towards minus infinity, as Python does and C does not. */
static int64_t floor_div(int64_t x, int64_t y)
{
	int64_t q = x / y;

	return x % y != 0 && (x < 0) != (y < 0) ? q - 1 : q;
}

static int64_t floor_mod(int64_t x, int64_t y)
{
	int64_t r = x % y;

	return r != 0 && (r < 0) != (y < 0) ? r + y : r;
}

static bool int_power(int64_t x, int64_t y, int64_t *out)
{
	int64_t result = 1;

	/* Only 0, 1 and -1 survive more than 63 multiplications. */
	if (y > 64) {
		if (x != 0 && x != 1 && x != -1)
			return false;
		*out = x == -1 ? (y % 2 ? -1 : 1) : x;
		return true;
	}
	for (int64_t i = 0; i < y; i++)
		if (__builtin_mul_overflow(result, x, &result))
			return false;
	*out = result;
	return true;
}

/* The quotient of two integers, correctly rounded only if both are exact as doubles. */
static struct node *true_div(struct interpreter *py, int64_t x, int64_t y, struct span at)
{
	const int64_t exact = (int64_t)1 << 53;

	if (y == 0)
		return NULL;
	if (x > exact || x < -exact || y > exact || y < -exact)
		return py_unknown(py, at, "a quotient of integers beyond 2^53");
	return py_real(py, (double)x / (double)y, at);
}

static struct node *shift(struct interpreter *py, enum py_op op, int64_t x, int64_t y, struct span at)
{
	int64_t power, out;

	if (y < 0)
		return py_unknown(py, at, "a shift by a negative count");
	if (op == OP_RSHIFT)
		return py_int(py, y > 62 ? (x < 0 ? -1 : 0) : floor_div(x, (int64_t)1 << y), at);
	if (x == 0)
		return py_int(py, 0, at);
	if (!int_power(2, y, &power) || __builtin_mul_overflow(x, power, &out))
		return too_large(py, at);
	return py_int(py, out, at);
}

static struct node *of_ints(struct interpreter *py, enum py_op op, int64_t x, int64_t y, struct span at)
{
	int64_t out = 0;
	bool over = false;

	switch ((int)op) {
	case OP_ADD:
		over = __builtin_add_overflow(x, y, &out);
		break;
	case OP_SUB:
		over = __builtin_sub_overflow(x, y, &out);
		break;
	case OP_MUL:
		over = __builtin_mul_overflow(x, y, &out);
		break;
	case OP_DIV:
		return true_div(py, x, y, at);
	case OP_FLOORDIV:
	case OP_MOD:
		if (y == 0)
			return NULL;
		if (y == -1)
			over = op == OP_FLOORDIV && __builtin_sub_overflow((int64_t)0, x, &out);
		else
			out = op == OP_MOD ? floor_mod(x, y) : floor_div(x, y);
		break;
	case OP_POW:
		if (y < 0)
			return x == 0 ? NULL
				      : py_real(py, pow((double)x, (double)y), at);
		over = !int_power(x, y, &out);
		break;
	case OP_LSHIFT:
	case OP_RSHIFT:
		return shift(py, op, x, y, at);
	case OP_BITAND:
		out = x & y;
		break;
	case OP_BITOR:
		out = x | y;
		break;
	case OP_BITXOR:
		out = x ^ y;
		break;
	default:
		return py_unknown(py, at, "an operator that is not understood");
	}
	return over ? too_large(py, at) : py_int(py, out, at);
}

/* As float_divmod of CPython's Objects/floatobject.c: the quotient is made from the remainder. */
static struct node *real_divmod(struct interpreter *py, enum py_op op, double x, double y,
				struct span at)
{
	double mod, div;

	if (!(y < 0 || y > 0))
		return NULL;
	mod = fmod(x, y);
	div = (x - mod) / y;
	if (mod < 0 || mod > 0 || isnan(mod)) {
		if ((y < 0) != (mod < 0)) {
			mod += y;
			div -= 1.0;
		}
	} else {
		mod = copysign(0.0, y);
	}
	if (op == OP_MOD)
		return py_real(py, mod, at);
	if (div < 0 || div > 0 || isnan(div)) {
		double down = floor(div);

		return py_real(py, div - down > 0.5 ? down + 1.0 : down, at);
	}
	return py_real(py, copysign(0.0, x / y), at);
}

static struct node *of_reals(struct interpreter *py, enum py_op op, double x, double y, struct span at)
{
	switch ((int)op) {
	case OP_ADD:
		return py_real(py, x + y, at);
	case OP_SUB:
		return py_real(py, x - y, at);
	case OP_MUL:
		return py_real(py, x * y, at);
	case OP_DIV:
		return y < 0 || y > 0 ? py_real(py, x / y, at) : NULL;
	case OP_FLOORDIV:
	case OP_MOD:
		return real_divmod(py, op, x, y, at);
	case OP_POW: {
		double out = pow(x, y);

		/* Negative bases with broken exponents are complex, overflow raises. */
		return isfinite(out) ? py_real(py, out, at)
				     : py_unknown(py, at, "a power that is no finite number");
	}
	default:
		return py_unknown(py, at, "an operator that floats do not have");
	}
}

struct node *py_arithmetic(struct interpreter *py, enum py_op op, const struct node *x,
			   const struct node *y, struct span at)
{
	int64_t i, j;
	double r, s;

	if (x->kind == NODE_BOOL && y->kind == NODE_BOOL &&
	    (op == OP_BITAND || op == OP_BITOR || op == OP_BITXOR)) {
		bool b = op == OP_BITAND  ? x->as.b & y->as.b
			 : op == OP_BITOR ? x->as.b | y->as.b
					  : x->as.b != y->as.b;

		return py_bool(py, b, at);
	}
	if (py_to_int(x, &i) && py_to_int(y, &j))
		return of_ints(py, op, i, j, at);
	py_to_real(x, &r);
	py_to_real(y, &s);
	return of_reals(py, op, r, s, at);
}
