/* Methods of text about case and classes of characters: ASCII's; other text stays unknown there. */
#include "builtin_parts.h"

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c + 32) : c;
}

static char upper(char c)
{
	return c >= 'a' && c <= 'z' ? (char)(c - 32) : c;
}

static bool letter(char c)
{
	return lower(c) >= 'a' && lower(c) <= 'z';
}

static bool digit(char c)
{
	return c >= '0' && c <= '9';
}

/* lower, upper, title, capitalize, swapcase: the name of the method says which. */
static struct node *change_case(struct interpreter *py, struct native_call *c)
{
	struct str s = c->self->text, how = str_sub(c->name, 4, c->name.n);
	char *out = arena_alloc(py->arena, s.n + 1, 1);
	bool inside = false, lowers = str_is(how, "lower") || str_is(how, "casefold");
	bool uppers = str_is(how, "upper"), swaps = str_is(how, "swapcase"), starts = str_is(how, "capitalize");

	if (!py_ascii(s))
		return NULL;
	for (size_t i = 0; i < s.n; i++) {
		if (lowers)
			out[i] = lower(s.s[i]);
		else if (uppers)
			out[i] = upper(s.s[i]);
		else if (swaps)
			out[i] = lower(s.s[i]) == s.s[i] ? upper(s.s[i]) : lower(s.s[i]);
		else if (starts)
			out[i] = i ? lower(s.s[i]) : upper(s.s[i]);
		else
			out[i] = inside ? lower(s.s[i]) : upper(s.s[i]);
		inside = letter(s.s[i]);
	}
	return py_str(py, (struct str){out, s.n}, c->site.at);
}

/* Words begin with a capital, and only they do. */
static struct node *is_title(struct interpreter *py, struct native_call *c)
{
	struct str s = c->self->text;
	bool all = true, inside = false, cased = false;

	if (!py_ascii(s))
		return NULL;
	for (size_t i = 0; i < s.n; i++) {
		bool is_upper = lower(s.s[i]) != s.s[i], is_lower = upper(s.s[i]) != s.s[i];

		all &= !(inside ? is_upper : is_lower);
		inside = is_upper || is_lower;
		cased |= inside;
	}
	return py_bool(py, all && cased, c->site.at);
}

static struct node *is_identifier(struct interpreter *py, struct native_call *c)
{
	struct str s = c->self->text;
	bool all = s.n > 0 && !digit(s.s[0]);

	if (!py_ascii(s))
		return NULL;
	for (size_t i = 0; i < s.n; i++)
		all &= letter(s.s[i]) || digit(s.s[i]) || s.s[i] == '_';
	return py_bool(py, all, c->site.at);
}

/* isdigit, isalpha, isalnum, isupper, islower, isspace, isnumeric, isdecimal. */
static struct node *is_all(struct interpreter *py, struct native_call *c)
{
	struct str s = c->self->text, what = str_sub(c->name, 6, c->name.n);
	bool all = s.n > 0, cased = false;

	if (!py_ascii(s))
		return NULL;
	for (size_t i = 0; i < s.n; i++) {
		char x = s.s[i];

		cased |= letter(x);
		if (str_is(what, "digit") || str_is(what, "numeric") || str_is(what, "decimal"))
			all &= digit(x);
		else if (str_is(what, "alpha"))
			all &= letter(x);
		else if (str_is(what, "alnum"))
			all &= letter(x) || digit(x);
		else if (str_is(what, "space"))
			all &= native_is_blank(x);
		if (str_is(what, "upper"))
			all &= !(x >= 'a' && x <= 'z');
		else if (str_is(what, "lower"))
			all &= !(x >= 'A' && x <= 'Z');
	}
	if (str_is(what, "upper") || str_is(what, "lower"))
		all &= cased;
	return py_bool(py, all, c->site.at);
}

static const struct native rows[] = {
    {"str.capitalize", change_case, 0},
    {"str.casefold", change_case, 0},
    {"str.isalnum", is_all, 0},
    {"str.isalpha", is_all, 0},
    {"str.isdecimal", is_all, 0},
    {"str.isdigit", is_all, 0},
    {"str.isidentifier", is_identifier, 0},
    {"str.islower", is_all, 0},
    {"str.isnumeric", is_all, 0},
    {"str.isspace", is_all, 0},
    {"str.istitle", is_title, 0},
    {"str.isupper", is_all, 0},
    {"str.lower", change_case, 0},
    {"str.swapcase", change_case, 0},
    {"str.title", change_case, 0},
    {"str.upper", change_case, 0},
};

NATIVES(natives_text_case, rows);
