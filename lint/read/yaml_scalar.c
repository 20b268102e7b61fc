/*
 * Source of every pattern here: PyYAML 6.0.3, resolver.py (add_implicit_resolver) and
 * constructor.py (construct_yaml_int, construct_yaml_float).
 */
#include "yaml_scalar.h"

#include <errno.h>
#include <limits.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/** A number under the cursor. */
struct scan {
	struct str s;
	size_t at;
};

static char peek(const struct scan *scan)
{
	return scan->at < scan->s.n ? scan->s.s[scan->at] : '\0';
}

/** Skips bytes of a set, "_" included; returns how many. */
static size_t skip(struct scan *scan, const char *set)
{
	size_t from = scan->at;

	while (scan->at < scan->s.n && scan->s.s[scan->at] && strchr(set, scan->s.s[scan->at]))
		scan->at++;
	return scan->at - from;
}

static bool take(struct scan *scan, const char *set)
{
	char c = peek(scan);

	if (!c || !strchr(set, c))
		return false;
	scan->at++;
	return true;
}

static bool done(const struct scan *scan)
{
	return scan->at == scan->s.n;
}

#define DIGITS "0123456789"

/** Base 60, as in 1:30: (:[0-5]?[0-9])+ behind the first number. */
static bool skip_sexagesimal(struct scan *scan)
{
	bool any = false;

	while (peek(scan) == ':') {
		size_t n;

		scan->at++;
		n = skip(scan, DIGITS);
		if (n == 0 || n > 2 || (n == 2 && scan->s.s[scan->at - 2] > '5'))
			return false;
		any = true;
	}
	return any;
}

static bool is_int(struct str s)
{
	struct scan scan = {s, 0};
	struct scan back;

	take(&scan, "+-");
	back = scan;
	if (take(&scan, "0")) {
		if (done(&scan))
			return true;
		if (take(&scan, "b"))
			return skip(&scan, "01_") && done(&scan);
		if (take(&scan, "x"))
			return skip(&scan, DIGITS "abcdefABCDEF_") && done(&scan);
		return skip(&scan, "01234567_") && done(&scan);
	}
	scan = back;
	if (!take(&scan, "123456789"))
		return false;
	skip(&scan, DIGITS "_");
	return done(&scan) || (skip_sexagesimal(&scan) && done(&scan));
}

/** An exponent, which must have a sign: the reason why 1e5 and 1.0e5 are text. */
static bool exponent_or_end(struct scan *scan)
{
	if (done(scan))
		return true;
	return take(scan, "eE") && take(scan, "+-") && skip(scan, DIGITS) && done(scan);
}

static bool is_float(struct str s)
{
	struct scan scan = {s, 0};
	bool sign = take(&scan, "+-");

	if (peek(&scan) == '.') {
		struct str rest = str_sub(s, scan.at, s.n);

		if (str_among(rest, STR(".inf|.Inf|.INF")) || (!sign && str_among(rest, STR(".nan|.NaN|.NAN"))))
			return true;
		scan.at++;
		return !sign && take(&scan, DIGITS) && (skip(&scan, DIGITS "_"), true) &&
		       exponent_or_end(&scan);
	}
	if (!take(&scan, DIGITS))
		return false;
	skip(&scan, DIGITS "_");
	if (peek(&scan) == ':')
		return skip_sexagesimal(&scan) && take(&scan, ".") &&
		       (skip(&scan, DIGITS "_"), done(&scan));
	return take(&scan, ".") && (skip(&scan, DIGITS "_"), exponent_or_end(&scan));
}

enum { NUMBER_MAX = 400 };

/** The text without "_" and sign, lower case, in a buffer; false if it is too long to be a number.
 */
static bool plain_digits(struct str s, char out[NUMBER_MAX], bool *negative)
{
	size_t n = 0;

	*negative = s.n && s.s[0] == '-';
	for (size_t i = s.n && (s.s[0] == '-' || s.s[0] == '+'); i < s.n; i++) {
		char c = s.s[i];

		if (c == '_')
			continue;
		if (n == NUMBER_MAX - 1)
			return false;
		out[n++] = (char)(c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c);
	}
	out[n] = '\0';
	return n > 0;
}

static double sexagesimal(const char *digits)
{
	double value = 0;
	char *end;

	for (;; digits = end + 1) {
		value = value * 60 + strtod(digits, &end);
		if (*end != ':')
			return value;
	}
}

static double in_base(const char *digits, int base)
{
	double value = 0;

	for (; *digits; digits++)
		value = value * base + (*digits <= '9' ? *digits - '0' : *digits - 'a' + 10);
	return value;
}

/** False where PyYAML raises: "0x_" has no digits. */
static bool set_int(struct node *node, struct str text)
{
	char buffer[NUMBER_MAX];
	const char *digits = buffer;
	int base = 10;
	bool negative;
	double value;
	long long integer;
	char *end;

	if (!plain_digits(text, buffer, &negative))
		return false;
	if (digits[0] == '0' && digits[1]) {
		base = digits[1] == 'b' ? 2 : digits[1] == 'x' ? 16 : 8;
		digits += base == 8 ? 1 : 2;
	}
	if (!*digits)
		return false;
	errno = 0;
	integer = strtoll(digits, &end, base);
	if (*end == ':') {
		value = sexagesimal(digits);
		integer = value < 0x1p62 ? (long long)value : LLONG_MAX;
	} else {
		value = in_base(digits, base);
	}
	if (errno == ERANGE || (*end == ':' && integer == LLONG_MAX)) {
		node->kind = NODE_REAL;
		node->as.r = negative ? -value : value;
	} else {
		node->kind = NODE_INT;
		node->as.i = negative ? -integer : integer;
	}
	return true;
}

static bool set_float(struct node *node, struct str text)
{
	char digits[NUMBER_MAX];
	bool negative;
	double value;

	if (!plain_digits(text, digits, &negative))
		return false;
	if (strcmp(digits, ".inf") == 0)
		value = (double)INFINITY;
	else if (strcmp(digits, ".nan") == 0)
		value = (double)NAN;
	else
		value = sexagesimal(digits);
	node->kind = NODE_REAL;
	node->as.r = negative ? -value : value;
	return true;
}

/* What the words of nulls and booleans begin with: of most texts that tells that they are none. */
static bool may_be_word(struct str text)
{
	enum { LONGEST = 5 };

	return text.n && text.n <= LONGEST && text.s[0] && strchr("~nNyYtToOfF", text.s[0]);
}

#define TRUE_WORDS  "yes|Yes|YES|true|True|TRUE|on|On|ON"
#define FALSE_WORDS "no|No|NO|false|False|FALSE|off|Off|OFF"

void yaml_scalar(struct node *node, struct str text)
{
	bool word = may_be_word(text);

	node->text = text;
	node->kind = NODE_STR;
	if (text.n == 0 || (word && str_among(text, STR("~|null|Null|NULL")))) {
		node->kind = NODE_NULL;
	} else if (word && (str_among(text, STR(TRUE_WORDS)) || str_among(text, STR(FALSE_WORDS)))) {
		node->kind = NODE_BOOL;
		node->as.b = str_among(text, STR(TRUE_WORDS));
	} else if (!strchr("+-.0123456789", text.s[0])) {
		return;
	} else if (is_float(text)) {
		set_float(node, text);
	} else if (is_int(text)) {
		set_int(node, text);
	}
}

/** Python's float() takes more than the resolver's pattern: an exponent without sign, "3". */
static bool set_any_float(struct node *node, struct str text)
{
	double value;

	if (is_float(text))
		return set_float(node, text);
	if (!str_to_real(text, &value))
		return false;
	node->kind = NODE_REAL;
	node->as.r = value;
	return true;
}

bool yaml_scalar_tagged(struct node *node, struct str name, struct str text)
{
	struct str lower = text;
	char buffer[8];

	node->text = text;
	node->kind = NODE_STR;
	if (str_is(name, "null")) {
		node->kind = NODE_NULL;
		return true;
	}
	if (str_is(name, "int"))
		return is_int(text) && set_int(node, text);
	if (str_is(name, "float"))
		return set_any_float(node, text);
	if (!str_is(name, "bool") || text.n > sizeof(buffer))
		return false;
	for (size_t i = 0; i < text.n; i++)
		buffer[i] = (char)(text.s[i] >= 'A' && text.s[i] <= 'Z' ? text.s[i] - 'A' + 'a'
									: text.s[i]);
	lower.s = buffer;
	if (!str_among(lower, STR(TRUE_WORDS)) && !str_among(lower, STR(FALSE_WORDS)))
		return false;
	node->kind = NODE_BOOL;
	node->as.b = str_among(lower, STR(TRUE_WORDS));
	return true;
}
