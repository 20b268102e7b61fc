#include "parse.h"

#include <stdlib.h>
#include <string.h>

/* A number without its underscores, NUL-terminated. */
static char *plain(struct parser *p, struct str text, size_t *n)
{
	char *copy = arena_alloc(p->arena, text.n + 1, 1);

	*n = 0;
	for (size_t i = 0; i < text.n; i++)
		if (text.s[i] != '_')
			copy[(*n)++] = text.s[i];
	return copy;
}

/* A whole number of a base; beyond 64 bits it is inexact and rounded. */
static void integer(struct py_expr *e, const char *digits, size_t n, unsigned base)
{
	uint64_t value = 0;
	double real = 0;

	for (size_t i = 0; i < n; i++) {
		char c = digits[i];
		unsigned d = (unsigned)(c <= '9' ? c - '0' : (c | 0x20) - 'a' + 10);

		real = real * base + d;
		if (__builtin_mul_overflow(value, (uint64_t)base, &value) ||
		    __builtin_add_overflow(value, (uint64_t)d, &value) || value > INT64_MAX) {
			e->inexact = true;
			value = 0;
		}
	}
	if (!e->inexact)
		e->as.integer = (int64_t)value;
	else if (base == 8 || base == 2)
		e->as.real = real;
	else
		/* Correctly rounded, which adding up digits is not. */
		e->as.real = strtod(base == 16 ? digits - 2 : digits, NULL);
}

/* NUMBER: decimal, hexadecimal, octal, binary, floating, imaginary; "_" between digits. */
struct py_expr *py_number(struct parser *p)
{
	struct str text = py_token_text(p, p->t);
	struct py_expr *e = py_new_expr(p, EXPR_INT, p->t->off);
	char base = text.n > 1 && text.s[0] == '0' ? (char)(text.s[1] | 0x20) : '\0';
	size_t n = text.n;
	const char *s;

	py_advance(p);
	e->at = py_span(p, e->at.off);
	s = plain(p, text, &n);
	if (base == 'x' || base == 'o' || base == 'b') {
		integer(e, s + 2, n - 2, base == 'x' ? 16 : base == 'o' ? 8 : 2);
	} else if (!memchr(s, '.', n) && !strpbrk(s, "eEjJ")) {
		integer(e, s, n, 10);
	} else {
		e->kind = (s[n - 1] | 0x20) == 'j' ? EXPR_IMAGINARY : EXPR_FLOAT;
		/* Overflow is inf, as in Python. */
		e->as.real = strtod(s, NULL);
	}
	return e;
}
