/* int(), float(), round() and their like, and methods of numbers. */
#include "builtin_parts.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

/* Without the underscores that Python allows between digits; false if one stands elsewhere. */
static bool without_underscores(struct interpreter *py, struct str s, struct str *out)
{
	char *bytes = arena_alloc(py->arena, s.n + 1, 1);
	size_t n = 0;

	for (size_t i = 0; i < s.n; i++) {
		if (s.s[i] != '_') {
			bytes[n++] = s.s[i];
			continue;
		}
		if (i == 0 || i + 1 == s.n || s.s[i - 1] < '0' || s.s[i - 1] > '9' ||
		    s.s[i + 1] < '0' || s.s[i + 1] > '9')
			return false;
	}
	*out = (struct str){bytes, n};
	return true;
}

/* 16 of "0x", 8 of "0o", 2 of "0b". */
static int64_t radix_of(char letter)
{
	return (letter | 0x20) == 'x'	? 16
	       : (letter | 0x20) == 'o' ? 8
	       : (letter | 0x20) == 'b' ? 2
					: 0;
}

static struct node *int_of_text(struct interpreter *py, struct native_call *c, struct str text)
{
	struct node *base = native_arg(c, 1, "base");
	int64_t i, radix = 10;
	char *end;

	text = str_trim(text);
	if (!without_underscores(py, text, &text))
		return NULL;
	if (base && !py_to_int(base, &radix))
		return NULL;
	if (radix == 10)
		return str_to_int(text, &i) ? py_int(py, i, c->site.at) : NULL;
	if (text.n > 2 && text.s[0] == '0') {
		int64_t prefix = radix_of(text.s[1]);

		if (prefix && (radix == 0 || radix == prefix)) {
			radix = prefix;
			text = str_sub(text, 2, text.n);
		}
	}
	if (radix == 0 && text.s[0] != '0')
		radix = 10;
	if (radix < 2 || radix > 36 || text.n == 0 || text.n > 60)
		return NULL;
	errno = 0;
	i = strtoll(text.s, &end, (int)radix);
	return (size_t)(end - text.s) == text.n && errno == 0 ? py_int(py, i, c->site.at) : NULL;
}

/* A character that stands in no number: neither a digit nor of "1_0.5e-3", "infinity", "nan". */
static bool has_other(struct str text)
{
	static const char of_numbers[] = "0123456789+-._eEinfatyINFATY";

	for (size_t i = 0; i < text.n; i++)
		if (str_chr(STR(of_numbers), text.s[i], 0) == SIZE_MAX)
			return true;
	return false;
}

/* What int() and float() do with a text that is no number: not one of digits beyond ASCII, nor one that
 * is too long or too special for us only. */
static struct node *no_number(struct interpreter *py, struct str text, struct span at)
{
	if (!py_ascii(text))
		return NULL;
	if (!has_other(text) && (text.n > 18 || str_has_nocase(text, STR("inf")) || str_has_nocase(text, STR("nan"))))
		return NULL;
	return py_raise(py, "ValueError", at, "'%.*s' is no number", STR_ARG(text));
}

static struct node *int_of_real(struct interpreter *py, double r, struct span at)
{
	if (!(r > -9.2e18 && r < 9.2e18))
		return py_unknown(py, at, "an integer beyond 2^63");
	return py_int(py, (int64_t)r, at);
}

static struct node *int_(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL), *out;
	int64_t i;

	if (!x)
		return py_int(py, 0, c->site.at);
	if (py_to_int(x, &i))
		return x->kind == NODE_INT ? x : py_int(py, i, c->site.at);
	if (x->kind == NODE_REAL)
		return int_of_real(py, x->as.r, c->site.at);
	if (!py_is_str(x))
		return py_unknown_of(py, c->site.at, x);
	out = int_of_text(py, c, x->text);
	return out ? out : no_number(py, x->text, c->site.at);
}

static struct node *float_(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);
	struct str text;
	double r;

	if (!x)
		return py_real(py, 0, c->site.at);
	if (x->kind == NODE_REAL)
		return x;
	if (py_to_real(x, &r))
		return py_real(py, r, c->site.at);
	if (!py_is_str(x))
		return py_unknown_of(py, c->site.at, x);
	text = str_trim(x->text);
	if (str_is_nocase(text, "inf") || str_is_nocase(text, "infinity"))
		return py_real(py, HUGE_VAL, c->site.at);
	if (str_is_nocase(text, "-inf"))
		return py_real(py, -HUGE_VAL, c->site.at);
	if (str_is_nocase(text, "nan"))
		return py_real(py, NAN, c->site.at);
	if (!without_underscores(py, text, &text) || !str_to_real(text, &r))
		return no_number(py, text, c->site.at);
	return py_real(py, r, c->site.at);
}

static struct node *abs_(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);
	int64_t i;

	if (py_to_int(x, &i))
		return i == INT64_MIN ? NULL : py_int(py, i < 0 ? -i : i, c->site.at);
	return x && x->kind == NODE_REAL ? py_real(py, fabs(x->as.r), c->site.at) : NULL;
}

/* The multiple of a power of ten that is nearest to x ≥ 0, of two the even one: exact below 2^53. */
static double round_to(double x, double power)
{
	double rest = fmod(x, power), base = x - rest;

	if (rest > power / 2 || (!(rest < power / 2) && fmod(base / power, 2) > 0))
		base += power;
	return base;
}

/* round(x, n) of a float: to the shortest decimal text, half to even, as Python's own dtoa does. */
static struct node *round_real(struct interpreter *py, double r, int64_t digits, struct span at)
{
	struct str text;
	double out;

	if (digits < -15 || digits > 15 || !(fabs(r) < 1e15))
		return py_unknown(py, at, "round() of these arguments");
	if (digits < 0)
		return py_real(py, copysign(round_to(fabs(r), pow(10, (double)-digits)), r), at);
	/* glibc prints the exact binary value rounded half to even, which is what Python computes. */
	text = str_fmt(py->arena, "%.*f", (int)digits, r);
	out = strtod(text.s, NULL);
	return py_real(py, out, at);
}

static struct node *round_(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, "number"), *n = native_arg(c, 1, "ndigits");
	int64_t i, digits = 0;

	if (!x || (n && n->kind != NODE_NULL && !py_to_int(n, &digits)))
		return NULL;
	if (py_to_int(x, &i) && digits < 0 && digits >= -15 && i < (int64_t)1 << 52 &&
	    i > -((int64_t)1 << 52))
		return py_int(py,
			      (int64_t)copysign(round_to(fabs((double)i), pow(10, (double)-digits)),
						(double)i),
			      c->site.at);
	if (py_to_int(x, &i))
		return digits >= 0 ? py_int(py, i, c->site.at) : NULL;
	if (x->kind != NODE_REAL)
		return py_unknown_of(py, c->site.at, x);
	if (!n || n->kind == NODE_NULL)
		return int_of_real(py, nearbyint(x->as.r), c->site.at);
	return round_real(py, x->as.r, digits, c->site.at);
}

static struct node *divmod(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL), *y = native_arg(c, 1, NULL), *out;

	if (!x || !y)
		return NULL;
	out = py_new(py, NODE_TUPLE, c->site.at);
	py_append(py, out, py_binary(py, OP_FLOORDIV, x, y, c->site.at));
	py_append(py, out, py_binary(py, OP_MOD, x, y, c->site.at));
	return out;
}

static struct node *pow_(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, "base"), *y = native_arg(c, 1, "exp");

	struct node *mod = native_arg(c, 2, "mod");
	int64_t base, exponent, modulus;
	uint64_t out = 1;

	if (!x || !y)
		return NULL;
	if (mod && mod->kind != NODE_NULL) {
		if (!py_to_int(x, &base) || !py_to_int(y, &exponent) || !py_to_int(mod, &modulus) ||
		    exponent < 0 || modulus <= 0 || modulus > UINT32_MAX)
			return NULL;
		base = (base % modulus + modulus) % modulus;
		for (out %= (uint64_t)modulus; exponent; exponent >>= 1) {
			if (exponent & 1)
				out = out * (uint64_t)base % (uint64_t)modulus;
			base = (int64_t)((uint64_t)base * (uint64_t)base % (uint64_t)modulus);
		}
		return py_int(py, (int64_t)out, c->site.at);
	}
	return py_binary(py, OP_POW, x, y, c->site.at);
}

/* bin(), hex(), oct(). */
static struct node *in_base(struct interpreter *py, struct native_call *c)
{
	int64_t i;
	bool hex = str_ends(c->name, STR("hex")), bin = str_ends(c->name, STR("bin"));

	if (!py_to_int(native_arg(c, 0, NULL), &i) || i == INT64_MIN)
		return NULL;
	return py_format(py, py_int(py, i, c->site.at),
			 hex   ? STR("#x")
			 : bin ? STR("#b")
			       : STR("#o"),
			 c->site.at);
}

static struct node *bit_length(struct interpreter *py, struct native_call *c)
{
	int64_t i, n = 0;

	if (!py_to_int(c->self, &i) || i == INT64_MIN)
		return NULL;
	for (uint64_t u = (uint64_t)(i < 0 ? -i : i); u; u >>= 1)
		n++;
	return py_int(py, n, c->site.at);
}

static struct node *is_integer(struct interpreter *py, struct native_call *c)
{
	double r;

	if (!py_to_real(c->self, &r))
		return NULL;
	return py_bool(py, floor(r) >= r && floor(r) <= r, c->site.at);
}

static const struct native rows[] = {
    {"builtins.abs", abs_, 0},	       {"builtins.bin", in_base, 0},
    {"builtins.divmod", divmod, 0},    {"builtins.float", float_, 0},
    {"builtins.hex", in_base, 0},      {"builtins.int", int_, 0},
    {"builtins.oct", in_base, 0},      {"builtins.pow", pow_, 0},
    {"builtins.round", round_, 0},     {"float.is_integer", is_integer, 0},
    {"int.bit_length", bit_length, 0},
};

NATIVES(natives_number, rows);
