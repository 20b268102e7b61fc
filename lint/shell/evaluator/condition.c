/* Conditions: [[ … ]], [ … ] and test, as yes, no and maybe. */
#include "execution.h"

#include <string.h>

const struct sh_truth sh_truth_maybe = {SH_MAYBE, SH_MAYBE};

struct sh_truth sh_truth_known(bool yes)
{
	enum sh_truth_value v = yes ? SH_YES : SH_NO;

	return (struct sh_truth){v, v};
}

static enum sh_truth_value value_of(bool yes)
{
	return yes ? SH_YES : SH_NO;
}

static enum sh_truth_value not(enum sh_truth_value v) {
	return v == SH_MAYBE ? SH_MAYBE : value_of(v == SH_NO);
}

/** A number for -eq and its kin: bash reads [[ x -eq y ]] as arithmetic, [ ] as a number. */
static bool number(struct sh_eval *ev, struct sh_parts p, int64_t *out)
{
	struct str text;

	if (ev->state.assume && sh_parts_known(ev->arena, p, &text) && !str_trim(text).n) {
		*out = 0;
		return true;
	}
	return sh_arith_int(&ev->state, p, out);
}

static enum sh_truth_value compare(struct sh_eval *ev, struct str op, struct sh_parts left,
				   struct sh_parts right)
{
	int64_t a, b;

	if (!number(ev, left, &a) || !number(ev, right, &b))
		return SH_MAYBE;
	if (str_is(op, "-eq"))
		return value_of(a == b);
	if (str_is(op, "-ne"))
		return value_of(a != b);
	if (str_is(op, "-lt"))
		return value_of(a < b);
	if (str_is(op, "-le"))
		return value_of(a <= b);
	if (str_is(op, "-gt"))
		return value_of(a > b);
	if (str_is(op, "-ge"))
		return value_of(a >= b);
	return SH_MAYBE;
}

/** Whether parts can be told to be empty or not. */
static enum sh_truth_value is_empty(struct sh_eval *ev, struct sh_parts p)
{
	struct str text;

	if (sh_parts_known(ev->arena, p, &text))
		return value_of(!text.n);
	if (p.bytes || (p.n && (sh_parts_at(p, 0)->root || sh_parts_at(p, 0)->given)))
		return SH_NO;
	return SH_MAYBE;
}

static enum sh_truth_value unary(struct sh_eval *ev, struct str op, struct sh_parts p)
{
	struct str text;

	if (str_is(op, "-z"))
		return is_empty(ev, p);
	if (str_is(op, "-n"))
		return not(is_empty(ev, p));
	if (str_is(op, "-v")) {
		if (!sh_parts_known(ev->arena, p, &text))
			return SH_MAYBE;
		if (sh_get(&ev->state, text)->kind != SH_VALUE_UNSET)
			return SH_YES;
		return ev->state.assume ? SH_NO : SH_MAYBE;
	}
	/* A file of the repository exists; whether another does is for the machine to say. */
	if (str_is(op, "-f") || str_is(op, "-e") || str_is(op, "-r") || str_is(op, "-s"))
		return sh_find(ev, p) ? SH_YES : SH_MAYBE;
	return SH_MAYBE;
}

static bool has_unknown_forms(struct str pattern)
{
	/* ?(…), *(…), +(…), @(…), !(…) */
	for (size_t i = 0; i + 1 < pattern.n; i++)
		if (pattern.s[i + 1] == '(' && strchr("?*+@!", pattern.s[i]))
			return true;
	return false;
}

/** ==, =, != and the orderings of texts; right is a pattern for [[ ]]. */
static enum sh_truth_value equals(struct sh_eval *ev, struct sh_parts left, struct sh_parts right,
				  const struct sh_word *pattern)
{
	struct str a, b;

	if (pattern ? !sh_pattern(ev, pattern, &b) : !sh_parts_known(ev->arena, right, &b))
		return SH_MAYBE;
	if (!sh_parts_known(ev->arena, left, &a))
		return SH_MAYBE;
	if (!pattern)
		return value_of(str_eq(a, b));
	if (has_unknown_forms(b) || !sh_work(&ev->state, a.n + b.n))
		return SH_MAYBE;
	return value_of(sh_matches(ev, b, a));
}

/** A regular expression made of plain text, perhaps with ^ in front and $ behind. */
static enum sh_truth_value regex(struct sh_eval *ev, struct sh_parts left,
				 const struct sh_word *right)
{
	struct sh_parts p = sh_scalar(ev, right);
	struct str text, re;
	bool start, end;

	if (!sh_parts_known(ev->arena, left, &text) || !sh_parts_known(ev->arena, p, &re))
		return SH_MAYBE;
	if (str_is(re, "^[0-9]+$")) {
		for (size_t i = 0; i < text.n; i++)
			if (text.s[i] < '0' || text.s[i] > '9')
				return SH_NO;
		return value_of(text.n > 0);
	}
	start = re.n && re.s[0] == '^';
	end = re.n > start && re.s[re.n - 1] == '$';
	re = str_sub(re, start, re.n - end);
	for (size_t i = 0; i < re.n; i++)
		if (strchr(".[]()*+?{}|\\^$", re.s[i]) || !re.s[i])
			return SH_MAYBE;
	if (start && end)
		return value_of(str_eq(text, re));
	return value_of(start ? str_starts(text, re)
			: end ? str_ends(text, re)
			      : str_has(text, re));
}

static enum sh_truth_value binary(struct sh_eval *ev, struct str op, struct sh_parts left,
				  struct sh_parts right, const struct sh_word *pattern)
{
	struct str a, b;

	if (op.n && op.s[0] == '-')
		return compare(ev, op, left, right);
	if (str_is(op, "=~"))
		return pattern ? regex(ev, left, pattern) : SH_MAYBE;
	if (str_is(op, "!="))
		return not(equals(ev, left, right, pattern));
	if (str_is(op, "=") || str_is(op, "=="))
		return equals(ev, left, right, pattern);
	if (!sh_parts_known(ev->arena, left, &a) || !sh_parts_known(ev->arena, right, &b))
		return SH_MAYBE;
	if (str_is(op, "<") || str_is(op, ">"))
		return value_of(str_is(op, "<") ? str_cmp(a, b) < 0 : str_cmp(a, b) > 0);
	return SH_MAYBE;
}

static enum sh_truth_value both(enum sh_truth_value a, enum sh_truth_value b)
{
	if (a == SH_NO || b == SH_NO)
		return SH_NO;
	return a == SH_YES && b == SH_YES ? SH_YES : SH_MAYBE;
}

static enum sh_truth_value condition(struct sh_eval *ev, const struct sh_test *t)
{
	struct sh_parts left, right = {0};
	enum sh_truth_value first;

	if (!t)
		return SH_MAYBE;
	switch (t->kind) {
	case SH_TEST_NOT:
		return not(condition(ev, t->a));
	case SH_TEST_AND:
		first = condition(ev, t->a);
		return first == SH_NO ? first : both(first, condition(ev, t->b));
	case SH_TEST_OR:
		first = condition(ev, t->a);
		return first == SH_YES ? first : not(both(not(first), not(condition(ev, t->b))));
	case SH_TEST_WORD:
		return not(is_empty(ev, sh_scalar(ev, t->left)));
	case SH_TEST_UNARY:
		return unary(ev, t->op, sh_scalar(ev, t->left));
	case SH_TEST_BINARY:
		left = sh_scalar(ev, t->left);
		right = sh_scalar(ev, t->right);
		return binary(ev, t->op, left, right, t->right);
	}
	return SH_MAYBE;
}

struct sh_truth sh_condition(struct sh_eval *ev, const struct sh_test *test)
{
	struct sh_truth truth = {condition(ev, test), SH_MAYBE};
	bool assume = ev->state.assume;

	ev->state.need = NULL;
	if (truth.now != SH_MAYBE || assume) {
		truth.assumed = truth.now;
		return truth;
	}
	ev->state.assume = true;
	truth.assumed = condition(ev, test);
	ev->state.assume = assume;
	ev->state.need = NULL;
	return truth;
}

/** The words of [ … ] with the position among them. */
struct words {
	struct sh_eval *ev;
	const struct sh_fields *fields;
	size_t i, to;
};

static bool is_word(struct words *w, size_t i, const char *z)
{
	struct str text;

	return i < w->to && sh_field_text(w->ev, &w->fields->at[i], &text) && str_is(text, z);
}

/** One test of [ … ], up to -a, -o or the end. */
static enum sh_truth_value single(struct words *w)
{
	size_t n = 0, from;
	struct str op;

	if (is_word(w, w->i, "!")) {
		w->i++;
		return not(single(w));
	}
	from = w->i;
	while (from + n < w->to && !is_word(w, from + n, "-a") && !is_word(w, from + n, "-o"))
		n++;
	w->i += n;
	for (size_t i = from; i < from + n; i++)
		if (w->fields->at[i].n_picks || w->fields->at[i].many)
			return SH_MAYBE;
	if (n == 0)
		return SH_NO;
	if (n == 1)
		return not(is_empty(w->ev, w->fields->at[from].parts));
	if (!sh_field_text(w->ev, &w->fields->at[from + n - 2], &op))
		return SH_MAYBE;
	if (n == 2)
		return unary(w->ev, op, w->fields->at[from + 1].parts);
	if (n == 3)
		return binary(w->ev, op, w->fields->at[from].parts, w->fields->at[from + 2].parts,
			      NULL);
	return SH_MAYBE;
}

/** With `assume`, what nothing sets is empty, quoted or not. */
static enum sh_truth_value tests(struct words *w)
{
	enum sh_truth_value all = SH_NO, v = single(w);

	while (w->i < w->to) {
		bool and = is_word(w, w->i, "-a");

		w->i++;
		if (and) {
			v = both(v, single(w));
			continue;
		}
		all = not(both(not(all), not(v)));
		v = single(w);
	}
	return not(both(not(all), not(v)));
}

struct sh_truth sh_bracket(struct sh_eval *ev, const struct sh_fields *fields, size_t from,
			   size_t to)
{
	struct words w = {ev, fields, from, to};
	struct sh_truth truth = {SH_MAYBE, SH_MAYBE};

	truth.now = truth.assumed = tests(&w);
	ev->state.need = NULL;
	return truth;
}
