/* Methods of text; those about case and classes of characters are in text_case.c. */
#include "builtin_parts.h"

#include <string.h>

static struct node *text(struct interpreter *py, const struct native_call *c, struct str s)
{
	return py_str(py, s, c->site.at);
}

bool native_is_blank(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r') || (c >= 0x1c && c <= 0x1f);
}

static bool strips(char c, const struct node *set)
{
	return set ? str_chr(set->text, c, 0) != SIZE_MAX : native_is_blank(c);
}

static struct node *strip(struct interpreter *py, struct native_call *c)
{
	struct node *set = native_arg(c, 0, NULL);
	struct str s = c->self->text;
	bool left = !str_is(c->name, "str.rstrip"), right = !str_is(c->name, "str.lstrip");

	if (set && set->kind == NODE_NULL)
		set = NULL;
	if ((set && (!py_is_str(set) || !py_ascii(set->text))) || !py_ascii(s))
		return NULL;
	while (left && s.n && strips(s.s[0], set))
		s = str_sub(s, 1, s.n);
	while (right && s.n && strips(s.s[s.n - 1], set))
		s.n--;
	return text(py, c, s);
}

static struct node *remove_affix(struct interpreter *py, struct native_call *c)
{
	struct str affix, s = c->self->text;

	if (!native_text(native_arg(c, 0, NULL), &affix))
		return NULL;
	if (str_is(c->name, "str.removeprefix"))
		return text(py, c, str_starts(s, affix) ? str_sub(s, affix.n, s.n) : s);
	return text(py, c, str_ends(s, affix) && affix.n ? str_sub(s, 0, s.n - affix.n) : s);
}

static bool has_affix(struct str s, struct str affix, bool start)
{
	return start ? str_starts(s, affix) : str_ends(s, affix);
}

static struct node *starts(struct interpreter *py, struct native_call *c)
{
	struct node *affix = native_arg(c, 0, NULL);
	bool start = str_is(c->name, "str.startswith"), any = false;

	if (!affix || native_count(c) > 1)
		return NULL;
	if (py_is_str(affix))
		return py_bool(py, has_affix(c->self->text, affix->text, start), c->site.at);
	if (affix->kind != NODE_TUPLE || !node_known(affix))
		return NULL;
	for (size_t i = 0; i < affix->as.items.n; i++)
		any |= has_affix(c->self->text, affix->as.items.at[i]->text, start);
	return py_bool(py, any, c->site.at);
}

/* Splits at blanks, from the left or the right; -1 for any number of times. */
static void split_blanks(struct interpreter *py, struct node *out, struct str s, int64_t times)
{
	while (true) {
		size_t end = 0;

		while (s.n && native_is_blank(s.s[0]))
			s = str_sub(s, 1, s.n);
		if (!s.n)
			return;
		/* What is left keeps the blanks at its end. */
		if (times >= 0 && times-- == 0) {
			py_append(py, out, py_str(py, s, out->at));
			return;
		}
		while (end < s.n && !native_is_blank(s.s[end]))
			end++;
		py_append(py, out, py_str(py, str_sub(s, 0, end), out->at));
		s = str_sub(s, end, s.n);
	}
}

static void split_at(struct interpreter *py, struct node *out, struct str s, struct str by,
		     int64_t times)
{
	size_t at;

	while ((times < 0 || times-- > 0) && (at = str_find(s, by, 0)) != SIZE_MAX) {
		py_append(py, out, py_str(py, str_sub(s, 0, at), out->at));
		s = str_sub(s, at + by.n, s.n);
	}
	py_append(py, out, py_str(py, s, out->at));
}

/* Offset of the last occurrence that ends at or before end, or SIZE_MAX. */
static size_t find_last(struct interpreter *py, struct str s, struct str what, size_t end)
{
	if (what.n > end || !what.n)
		return what.n ? SIZE_MAX : end;
	for (size_t i = end - what.n + 1; i-- > 0;) {
		if (s.s[i] != what.s[0] || s.s[i + what.n - 1] != what.s[what.n - 1])
			continue;
		if (memcmp(s.s + i, what.s, what.n) == 0)
			return i;
		if (!py_search(py, what.n))
			break;
	}
	return SIZE_MAX;
}

static void split_from_right(struct interpreter *py, struct node *out, struct str s, struct str by,
			     int64_t times)
{
	struct node *back = py_new(py, NODE_LIST, out->at);
	size_t at;

	while ((times < 0 || times-- > 0) && (at = find_last(py, s, by, s.n)) != SIZE_MAX) {
		py_append(py, back, py_str(py, str_sub(s, at + by.n, s.n), out->at));
		s = str_sub(s, 0, at);
	}
	py_append(py, out, py_str(py, s, out->at));
	for (size_t i = back->as.items.n; i-- > 0;)
		py_append(py, out, back->as.items.at[i]);
}

static struct node *split(struct interpreter *py, struct native_call *c)
{
	struct node *by = native_arg(c, 0, "sep"), *max = native_arg(c, 1, "maxsplit");
	struct node *out = py_new(py, NODE_LIST, c->site.at);
	bool right = str_is(c->name, "str.rsplit");
	int64_t times = -1;

	if (max && !py_to_int(max, &times))
		return NULL;
	if (times < 0)
		times = -1;
	if (!by || by->kind == NODE_NULL) {
		if ((right && times >= 0) || !py_ascii(c->self->text))
			return NULL;
		split_blanks(py, out, c->self->text, times);
		return out;
	}
	if (!py_is_str(by) || by->text.n == 0)
		return NULL;
	if (right)
		split_from_right(py, out, c->self->text, by->text, times);
	else
		split_at(py, out, c->self->text, by->text, times);
	return out;
}

static struct node *splitlines(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_LIST, c->site.at);
	struct str s = c->self->text;

	if (c->args->n || !py_ascii(s))
		return NULL;
	while (s.n) {
		size_t end = 0;

		while (end < s.n && strchr("\n\r\v\f\x1c\x1d\x1e", s.s[end]) == NULL)
			end++;
		py_append(py, out, py_str(py, str_sub(s, 0, end), out->at));
		end += str_starts(str_sub(s, end, s.n), STR("\r\n")) ? 2 : 1;
		s = str_sub(s, end, s.n);
	}
	return out;
}

static struct node *partition(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_TUPLE, c->site.at);
	struct str s = c->self->text, by, parts[3] = {{0}, {0}, {0}};
	bool right = str_is(c->name, "str.rpartition");
	size_t at;

	if (!native_text(native_arg(c, 0, NULL), &by) || !by.n)
		return NULL;
	at = right ? find_last(py, s, by, s.n) : str_find(s, by, 0);
	if (at == SIZE_MAX) {
		parts[right ? 2 : 0] = s;
	} else {
		parts[0] = str_sub(s, 0, at);
		parts[1] = by;
		parts[2] = str_sub(s, at + by.n, s.n);
	}
	for (int i = 0; i < 3; i++)
		py_append(py, out, text(py, c, parts[i]));
	return out;
}

static struct node *join(struct interpreter *py, struct native_call *c)
{
	struct node *items = native_items(py, native_arg(c, 0, NULL), c->site.at);
	struct node *out = text(py, c, STR(""));

	if (!items) {
		struct node *x = native_arg(c, 0, NULL);

		return x ? py_unknown_of(py, c->site.at, x) : NULL;
	}
	for (size_t i = 0; i < items->as.items.n; i++) {
		if (out->kind != NODE_STR && out->kind != NODE_UNKNOWN)
			break;
		if (i)
			out = py_binary(py, OP_ADD, out, c->self, c->site.at);
		out = py_binary(py, OP_ADD, out, items->as.items.at[i], c->site.at);
		py_step(py, out->text.n / 256);
	}
	return out;
}

/* str.replace("", to): the text before each character and at the end. */
static struct node *between(struct interpreter *py, struct native_call *c, struct str to, int64_t times)
{
	struct str s = c->self->text;
	struct {
		VEC(char);
	} out = {0};

	for (size_t i = 0; i <= s.n && out.n <= py->budget.text; i++) {
		for (size_t k = 0; times != 0 && k < to.n; k++)
			*vec_push(py->arena, &out) = to.s[k];
		times -= times > 0;
		if (i < s.n)
			*vec_push(py->arena, &out) = s.s[i];
	}
	return text(py, c, (struct str){out.at, out.n});
}

struct built {
	VEC(char);
};

static void put(struct interpreter *py, struct built *out, struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		*vec_push(py->arena, out) = s.s[i];
}

static struct node *replace(struct interpreter *py, struct native_call *c)
{
	struct node *max = native_arg(c, 2, "count");
	struct str s = c->self->text, from, to;
	int64_t times = -1;
	struct built out = {0};

	if (!native_text(native_arg(c, 0, NULL), &from) ||
	    !native_text(native_arg(c, 1, NULL), &to) || (max && !py_to_int(max, &times)))
		return NULL;
	if (!from.n)
		return py_ascii(s) ? between(py, c, to, times) : NULL;
	while (s.n && out.n <= py->budget.text) {
		size_t hit = times != 0 ? str_find(s, from, 0) : SIZE_MAX;

		put(py, &out, str_sub(s, 0, hit));
		if (hit == SIZE_MAX)
			break;
		put(py, &out, to);
		s = str_sub(s, hit + from.n, s.n);
		times -= times > 0;
	}
	return text(py, c, (struct str){out.at, out.n});
}

static struct node *find(struct interpreter *py, struct native_call *c)
{
	struct str s = c->self->text, what;
	bool right = str_has(c->name, STR(".r")), index = str_ends(c->name, STR("index"));
	size_t at;

	if (native_count(c) != 1 || !native_text(native_arg(c, 0, NULL), &what))
		return NULL;
	at = right ? find_last(py, s, what, s.n) : str_find(s, what, 0);
	if (at == SIZE_MAX && index)
		return py_raise(py, "ValueError", c->site.at, "'%.*s' is not in the text",
				STR_ARG(what));
	if (at == SIZE_MAX)
		return py_int(py, -1, c->site.at);
	return py_int(py, (int64_t)py_length(str_sub(s, 0, at)), c->site.at);
}

static struct node *count(struct interpreter *py, struct native_call *c)
{
	struct str what;
	int64_t n = 0;
	size_t at = 0;

	if (native_count(c) != 1 || !native_text(native_arg(c, 0, NULL), &what) || !what.n)
		return NULL;
	while ((at = str_find(c->self->text, what, at)) != SIZE_MAX) {
		at += what.n;
		n++;
	}
	return py_int(py, n, c->site.at);
}

/* center, ljust, rjust, zfill. */
static struct node *pad(struct interpreter *py, struct native_call *c)
{
	struct str s = c->self->text, fill = STR(" "), how = str_sub(c->name, 4, c->name.n);
	struct node *given = native_arg(c, 1, NULL);
	int64_t width;
	size_t left, total, sign = 0;
	char *out;

	if (!py_to_int(native_arg(c, 0, NULL), &width) || !py_ascii(s) ||
	    (given && (!native_text(given, &fill) || fill.n != 1)))
		return NULL;
	if (width <= (int64_t)s.n)
		return c->self;
	if ((uint64_t)width > py->budget.text)
		return NULL;
	total = (size_t)width - s.n;
	/* CPython's str.center puts the odd blank to the left if the width is odd as well. */
	left = str_is(how, "ljust")    ? 0
	       : str_is(how, "center") ? total / 2 + (total & (size_t)width & 1)
				       : total;
	if (str_is(how, "zfill")) {
		fill = STR("0");
		sign = s.n && (s.s[0] == '-' || s.s[0] == '+');
	}
	out = arena_alloc(py->arena, (size_t)width + 1, 1);
	memset(out, fill.s[0], (size_t)width);
	if (s.n)
		memcpy(out + left + sign, s.s + sign, s.n - sign);
	if (sign)
		out[0] = s.s[0];
	return text(py, c, (struct str){out, (size_t)width});
}

static struct node *decode(struct interpreter *py, struct native_call *c)
{
	return py_ascii(c->self->text) ? text(py, c, c->self->text) : NULL;
}

static struct node *encode(struct interpreter *py, struct native_call *c)
{
	struct node *n = node_new(py->arena, NODE_BYTES, c->site.at);

	n->text = c->self->text;
	return py_ascii(n->text) ? n : NULL;
}

static const struct native rows[] = {
    {"bytes.decode", decode, 0},
    {"str.center", pad, 0},
    {"str.count", count, 0},
    {"str.encode", encode, 0},
    {"str.endswith", starts, 0},
    {"str.find", find, 0},
    {"str.index", find, 0},
    {"str.join", join, NATIVE_UNKNOWN},
    {"str.ljust", pad, 0},
    {"str.lstrip", strip, 0},
    {"str.partition", partition, 0},
    {"str.removeprefix", remove_affix, 0},
    {"str.removesuffix", remove_affix, 0},
    {"str.replace", replace, 0},
    {"str.rfind", find, 0},
    {"str.rindex", find, 0},
    {"str.rjust", pad, 0},
    {"str.rpartition", partition, 0},
    {"str.rsplit", split, 0},
    {"str.rstrip", strip, 0},
    {"str.split", split, 0},
    {"str.splitlines", splitlines, 0},
    {"str.startswith", starts, 0},
    {"str.strip", strip, 0},
    {"str.zfill", pad, 0},
};

NATIVES(natives_str, rows);
