/* Arithmetic: $((…)), ((…)), subscripts. The grammar is C's without types, names are variables. */
#include "arithmetic.h"

enum { NESTING_MAX = 64 };

struct arith {
	struct sh_state *st;
	struct str s;
	size_t i;
	/** Not known, or no expression: why. */
	bool failed;
	struct str why;
	/** Within the part of ?:, && or || that is not taken: nothing is assigned. */
	int skip;
	int depth;
};

static int64_t fail(struct arith *x, struct str why)
{
	if (!x->failed)
		x->why = why;
	x->failed = true;
	return 0;
}

static int64_t comma(struct arith *x);
static int64_t assignment(struct arith *x);

/* Blanks, and double quotes: (( "$#" )) is expanded as if quoted, and its own quotes are taken off. */
static void blanks(struct arith *x)
{
	while (x->i < x->s.n && (x->s.s[x->i] == ' ' || x->s.s[x->i] == '"' ||
				 (x->s.s[x->i] >= '\t' && x->s.s[x->i] <= '\r')))
		x->i++;
}

static bool take(struct arith *x, const char *op)
{
	blanks(x);
	if (!str_starts(str_sub(x->s, x->i, x->s.n), str_of(op)))
		return false;
	x->i += strlen(op);
	return true;
}

/** The byte n behind the position, 0 at the end. */
static char ahead(const struct arith *x, size_t n)
{
	return x->i + n < x->s.n ? x->s.s[x->i + n] : 0;
}

static int64_t text_value(struct arith *x, struct str text)
{
	struct arith inner = {.st = x->st, .s = text, .skip = x->skip, .depth = x->depth + 1};
	int64_t n;

	if (inner.depth > 8)
		return fail(x, STR("an expression that is nested too deep"));
	text = str_trim(text);
	if (!text.n)
		return 0;
	n = comma(&inner);
	blanks(&inner);
	if (inner.failed || inner.i < inner.s.n)
		return fail(x, inner.failed ? inner.why : STR("not an expression"));
	return n;
}

static int64_t variable(struct arith *x, struct str name, const struct sh_value *v)
{
	struct sh_state *st = x->st;
	struct str text;

	if (v->kind == SH_VALUE_UNSET) {
		if (st->assume)
			return 0;
		return fail(x, str_fmt(st->arena, "$%.*s is not set here", STR_ARG(name)));
	}
	if (st->n_origins < NODE_FROM_MAX && v->kind == SH_VALUE_SCALAR)
		st->origins[st->n_origins++] = (struct sh_origin){name, v};
	if (v->depth) {
		st->need = sh_value_fork(v);
		return fail(x, STR("one of several"));
	}
	if (v->kind == SH_VALUE_ARRAY && v->entries.n)
		v = sh_entries_at(v->entries, 0)->value;
	if (v->kind != SH_VALUE_SCALAR || !sh_parts_known(st->arena, v->parts, &text)) {
		for (size_t i = 0; v->kind == SH_VALUE_SCALAR && i < v->parts.n; i++) {
			const struct sh_part *part = sh_parts_at(v->parts, i);

			if (part->kind == PART_UNKNOWN && part->missing && st->assume)
				return 0;
			if (part->kind == PART_UNKNOWN)
				return fail(x, part->text);
		}
		return fail(x, str_fmt(st->arena, "$%.*s is not known", STR_ARG(name)));
	}
	return text_value(x, text);
}

static void assign(struct arith *x, struct str name, int64_t n)
{
	if (!x->skip && !x->failed)
		sh_set(x->st, name,
		       sh_value_text(x->st->arena, str_fmt(x->st->arena, "%lld", (long long)n),
				     (struct span){0}));
}

static int64_t apply(struct arith *x, char op, int64_t a, int64_t b)
{
	int64_t n = 0;
	bool over = false;

	if (x->failed)
		return 0;
	switch (op) {
	case '+':
		over = __builtin_add_overflow(a, b, &n);
		break;
	case '-':
		over = __builtin_sub_overflow(a, b, &n);
		break;
	case '*':
		over = __builtin_mul_overflow(a, b, &n);
		break;
	case '/':
	case '%':
		if (b == 0 || (a == INT64_MIN && b == -1))
			return x->skip ? 0 : fail(x, STR("a division by zero"));
		return op == '/' ? a / b : a % b;
	case 'l':
		over = b < 0 || b > 62 || a < 0 || __builtin_mul_overflow(a, (int64_t)1 << b, &n);
		break;
	case 'r':
		over = b < 0 || b > 62;
		n = over ? 0 : a >> b;
		break;
	case '&':
		return a & b;
	case '^':
		return a ^ b;
	case '|':
		return a | b;
	default:
		return b;
	}
	return over ? fail(x, STR("a number of more than 63 bits")) : n;
}

/** A name, with its assignment or increment if one follows. */
static int64_t named(struct arith *x, struct str name)
{
	static const char ops[] = "+-*/%&^|";
	const struct sh_value *v = sh_get(x->st, name);
	char op = 0;
	int64_t b, n;

	if (ahead(x, 0) == '[')
		return fail(x, STR("an element of an array in an expression"));
	blanks(x);
	if ((ahead(x, 0) == '+' || ahead(x, 0) == '-') && ahead(x, 1) == ahead(x, 0)) {
		op = ahead(x, 0);
		x->i += 2;
		n = variable(x, name, v);
		assign(x, name, apply(x, op, n, 1));
		return n;
	}
	if (ahead(x, 0) == '=' && ahead(x, 1) != '=') {
		x->i++;
		n = assignment(x);
		assign(x, name, n);
		return n;
	}
	if (ahead(x, 0) && strchr(ops, ahead(x, 0)) && ahead(x, 1) == '=')
		op = ahead(x, 0);
	else if ((take(x, "<<=") && (op = 'l')) || (take(x, ">>=") && (op = 'r')))
		x->i -= 2;
	if (!op)
		return variable(x, name, v);
	x->i += 2;
	b = assignment(x);
	n = apply(x, op, variable(x, name, v), b);
	assign(x, name, n);
	return n;
}

static int64_t literal(struct arith *x)
{
	uint64_t n = 0, base = 10;
	size_t start = x->i;

	if (ahead(x, 0) == '0') {
		base = (ahead(x, 1) | 32) == 'x' ? 16 : 8;
		x->i += base == 16 ? 2 : 1;
	}
	for (char c; (c = ahead(x, 0)) != 0; x->i++) {
		uint64_t d = c >= '0' && c <= '9' ? (uint64_t)(c - '0')
			     : base == 16 && (c | 32) >= 'a' && (c | 32) <= 'f'
				 ? (uint64_t)((c | 32) - 'a' + 10)
				 : 99;

		if (d >= base)
			break;
		if (n > (uint64_t)INT64_MAX / base - 1)
			return fail(x, STR("a number of more than 63 bits"));
		n = n * base + d;
	}
	/* 1.5, 10#08, 09: errors of bash, or forms that are not read. */
	if (x->i == start || sh_name_length(str_sub(x->s, x->i, x->s.n)) || ahead(x, 0) == '.' ||
	    ahead(x, 0) == '#' || (ahead(x, 0) >= '0' && ahead(x, 0) <= '9'))
		return fail(x, STR("not a whole number"));
	return (int64_t)n;
}

static int64_t primary(struct arith *x)
{
	struct str rest, name;
	char c;
	int64_t n;

	blanks(x);
	c = ahead(x, 0);
	if (c == '(') {
		x->i++;
		n = comma(x);
		return take(x, ")") ? n : fail(x, STR("not an expression"));
	}
	if (c >= '0' && c <= '9')
		return literal(x);
	rest = str_sub(x->s, x->i, x->s.n);
	name = str_sub(rest, 0, sh_name_length(rest));
	if (!name.n)
		return fail(x, STR("not an expression"));
	x->i += name.n;
	return named(x, name);
}

static int64_t unary(struct arith *x)
{
	struct str name, rest;
	int64_t n;
	char c;

	if (++x->depth > NESTING_MAX) {
		x->depth--;
		return fail(x, STR("an expression that is nested too deep"));
	}
	blanks(x);
	c = ahead(x, 0);
	if ((c == '+' || c == '-') && ahead(x, 1) == c) {
		x->i += 2;
		blanks(x);
		rest = str_sub(x->s, x->i, x->s.n);
		name = str_sub(rest, 0, sh_name_length(rest));
		x->i += name.n;
		n = name.n ? apply(x, c, variable(x, name, sh_get(x->st, name)), 1)
			   : fail(x, STR("not an expression"));
		assign(x, name, n);
	} else if (c == '!' || c == '~' || c == '-' || c == '+') {
		x->i++;
		n = unary(x);
		n = c == '!' ? !n : c == '~' ? ~n : c == '-' ? apply(x, '-', 0, n) : n;
	} else {
		n = primary(x);
	}
	x->depth--;
	return n;
}

static int64_t power(struct arith *x)
{
	int64_t base = unary(x), n = 1, exponent;

	if (!take(x, "**"))
		return base;
	exponent = ++x->depth > NESTING_MAX ? fail(x, STR("an expression that is nested too deep"))
					    : power(x);
	x->depth--;
	if (exponent < 0 || exponent > 64)
		return fail(x, STR("a power that is out of range"));
	while (exponent-- > 0)
		n = apply(x, '*', n, base);
	return n;
}

/** Binary operators by rank, the loosest first; op is what apply() or compare() is given. */
static const struct {
	const char *text;
	int rank;
	char op;
} operators[] = {
    {"||", 0, 'o'}, {"&&", 1, 'a'}, {"==", 5, 'e'}, {"!=", 5, 'n'}, {"<<", 7, 'l'}, {">>", 7, 'r'},
    {"<=", 6, 'L'}, {">=", 6, 'G'}, {"|", 2, '|'},  {"^", 3, '^'},  {"&", 4, '&'},  {"<", 6, '<'},
    {">", 6, '>'},  {"+", 8, '+'},  {"-", 8, '-'},  {"*", 9, '*'},  {"/", 9, '/'},  {"%", 9, '%'},
};

/** The operator of at least this rank at the position, taken; 0 if there is none. */
static char operator(struct arith *x, int rank, int *found)
{
	struct str rest;

	blanks(x);
	rest = str_sub(x->s, x->i, x->s.n);
	for (size_t i = 0; rest.n && i < sizeof(operators) / sizeof(*operators); i++) {
		struct str text;

		if (rest.s[0] != operators[i].text[0])
			continue;
		text = str_of(operators[i].text);
		if (!str_starts(rest, text))
			continue;
		if (operators[i].rank < rank)
			return 0;
		*found = operators[i].rank;
		x->i += text.n;
		return operators[i].op;
	}
	return 0;
}

/** A power, and what operators of at least this rank make of it and of what follows. */
static int64_t binary(struct arith *x, int rank)
{
	int64_t a = power(x), b;
	int found;

	for (char op; !x->failed && (op = operator(x, rank, &found));) {
		bool skip = (op == 'o' && a) || (op == 'a' && !a);

		x->skip += skip;
		b = binary(x, found + 1);
		x->skip -= skip;
		switch (op) {
		case 'o':
			a = a || b;
			break;
		case 'a':
			a = a && b;
			break;
		case 'e':
			a = a == b;
			break;
		case 'n':
			a = a != b;
			break;
		case 'L':
			a = a <= b;
			break;
		case 'G':
			a = a >= b;
			break;
		case '<':
			a = a < b;
			break;
		case '>':
			a = a > b;
			break;
		default:
			a = apply(x, op, a, b);
			break;
		}
	}
	return a;
}

static int64_t assignment(struct arith *x)
{
	int64_t n, yes, no;

	if (++x->depth > NESTING_MAX) {
		x->depth--;
		return fail(x, STR("an expression that is nested too deep"));
	}
	n = binary(x, 0);
	if (take(x, "?")) {
		x->skip += !n;
		yes = comma(x);
		x->skip -= !n;
		if (!take(x, ":"))
			fail(x, STR("not an expression"));
		x->skip += n != 0;
		no = assignment(x);
		x->skip -= n != 0;
		n = n ? yes : no;
	}
	x->depth--;
	return n;
}

static int64_t comma(struct arith *x)
{
	int64_t n = assignment(x);

	while (!x->failed && take(x, ","))
		n = assignment(x);
	return n;
}

/** The number, or false with the reason. */
static bool evaluate(struct sh_state *st, struct sh_parts expression, int64_t *out, struct str *why)
{
	struct arith x = {.st = st};
	struct str text;

	if (expression.depth) {
		*why = STR("one of several numbers");
		st->need = sh_parts_fork(expression);
		return false;
	}
	if (!sh_parts_known(st->arena, expression, &text)) {
		*why = STR("not known");
		for (size_t i = expression.n; i-- > 0;)
			if (sh_parts_at(expression, i)->kind == PART_UNKNOWN)
				*why = sh_parts_at(expression, i)->text;
		return false;
	}
	*out = text_value(&x, text);
	*why = x.why;
	return !x.failed;
}

struct sh_parts sh_arith(struct sh_state *st, struct sh_parts expression, struct span at)
{
	struct sh_parts out = {0};
	struct str why;
	int64_t n;

	if (evaluate(st, expression, &n, &why)) {
		struct str text = str_fmt(st->arena, "%lld", (long long)n);

		at.len -= at.len == text.n;
		sh_parts_push(st->arena, &out, sh_part_text(text, at));
	} else {
		sh_parts_push(st->arena, &out, sh_part_unknown(why, at));
	}
	return out;
}

bool sh_arith_int(struct sh_state *st, struct sh_parts expression, int64_t *out)
{
	struct str why;

	return evaluate(st, expression, out, &why);
}
