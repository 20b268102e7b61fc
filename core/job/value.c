#include "value.h"

#include "core/base/base.h"

#include <inttypes.h>

struct value value_bool(bool b, enum origin origin, struct str how)
{
	return (struct value){.type = VALUE_BOOL, .as.b = b, .origin = origin, .how = how};
}

struct value value_int(int64_t i, enum origin origin, struct str how)
{
	return (struct value){.type = VALUE_INT, .as.i = i, .origin = origin, .how = how};
}

struct value value_count(int64_t n, enum origin origin, struct span at, struct str how)
{
	struct value v = value_int(n, origin, how);

	v.at = at;
	return v;
}

struct value value_real(double r, enum origin origin, struct str how)
{
	return (struct value){.type = VALUE_REAL, .as.r = r, .origin = origin, .how = how};
}

struct value value_str(struct str s, enum origin origin, struct str how)
{
	return (struct value){.type = VALUE_STR, .as.s = s, .origin = origin, .how = how};
}

const char *origin_name(enum origin origin)
{
	static const char *const names[] = {
		[ORIGIN_STATED] = "stated",
		[ORIGIN_DERIVED] = "derived",
		[ORIGIN_DEFAULTED] = "defaulted",
		[ORIGIN_ASSUMED] = "assumed",
	};

	return names[origin];
}

static struct str list_text(struct arena *a, const struct value *v)
{
	struct str text = STR("[");

	for (size_t i = 0; i < v->as.list.n; i++) {
		if (i)
			text = str_cat(a, text, STR(", "));
		text = str_cat(a, text, v->as.list.at[i]);
	}
	return str_cat(a, text, STR("]"));
}

struct str value_text(struct arena *a, const struct value *v)
{
	switch (v->type) {
	case VALUE_BOOL:
		return v->as.b ? STR("true") : STR("false");
	case VALUE_INT:
		return str_fmt(a, "%" PRId64, v->as.i);
	case VALUE_REAL:
		return str_fmt(a, "%g", v->as.r);
	case VALUE_STR:
		return v->as.s;
	case VALUE_LIST:
		return list_text(a, v);
	case VALUE_ABSENT:
		break;
	}
	return STR("unknown");
}

static bool list_same(const struct value *a, const struct value *b)
{
	if (a->as.list.n != b->as.list.n)
		return false;
	for (size_t i = 0; i < a->as.list.n; i++)
		if (!str_eq(a->as.list.at[i], b->as.list.at[i]))
			return false;
	return true;
}

bool value_same(const struct value *a, const struct value *b)
{
	if (a->type != b->type)
		return false;
	switch (a->type) {
	case VALUE_BOOL:
		return a->as.b == b->as.b;
	case VALUE_INT:
		return a->as.i == b->as.i;
	case VALUE_REAL:
		return a->as.r >= b->as.r && a->as.r <= b->as.r;
	case VALUE_STR:
		return str_eq(a->as.s, b->as.s);
	case VALUE_LIST:
		return list_same(a, b);
	case VALUE_ABSENT:
		break;
	}
	return true;
}
