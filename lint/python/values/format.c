/* Texts of values as format(), % and f-strings make them. */
#include "values.h"

#include <math.h>
#include <string.h>

/* The format specification mini-language: [[fill]align][sign][#][0][width][,_][.precision][type]. */
struct spec {
	char fill, align, sign, grouping, type;
	bool alternate, has_fill;
	int64_t width, precision; /* -1: not given */
};

static bool is_align(char c)
{
	return c == '<' || c == '>' || c == '=' || c == '^';
}

static int64_t number(struct str *s)
{
	int64_t n = -1;

	while (s->n && s->s[0] >= '0' && s->s[0] <= '9' && n < 100000) {
		n = (n < 0 ? 0 : n * 10) + (s->s[0] - '0');
		*s = str_sub(*s, 1, s->n);
	}
	return n;
}

static bool take(struct str *s, const char *set, char *out)
{
	if (!s->n || !s->s[0] || !strchr(set, s->s[0]))
		return false;
	*out = s->s[0];
	*s = str_sub(*s, 1, s->n);
	return true;
}

static bool parse_spec(struct str s, struct spec *out)
{
	char c;

	*out = (struct spec){.fill = ' ', .width = -1, .precision = -1};
	if (!py_ascii(s))
		return false;
	if (s.n > 1 && is_align(s.s[1])) {
		out->fill = s.s[0];
		out->align = s.s[1];
		out->has_fill = true;
		s = str_sub(s, 2, s.n);
	} else {
		take(&s, "<>=^", &out->align);
	}
	take(&s, "+- ", &out->sign);
	out->alternate = take(&s, "#", &c);
	if (take(&s, "0", &c) && !out->align) {
		if (!out->has_fill)
			out->fill = '0';
		out->align = '=';
	}
	out->width = number(&s);
	take(&s, ",_", &out->grouping);
	if (take(&s, ".", &c) && (out->precision = number(&s)) < 0)
		return false;
	take(&s, "bcdeEfFgGosxX%", &out->type);
	return s.n == 0;
}

/* Pads a text; sign is how much of its front stays left of "=" padding. */
static struct str pad(struct interpreter *py, struct str s, const struct spec *spec, size_t sign,
		      char standard)
{
	char align = spec->align ? spec->align : standard, *out;
	size_t width = spec->width > 0 ? (size_t)spec->width : 0, length = py_length(s), left, total;

	if (length >= width || width > py->budget.text)
		return s;
	total = width - length;
	left = align == '<' ? 0 : align == '^' ? total / 2 : total;
	if (align != '=')
		sign = 0;
	out = arena_alloc(py->arena, s.n + total + 1, 1);
	if (sign)
		memcpy(out, s.s, sign);
	memset(out + sign, spec->fill, left);
	if (s.n > sign)
		memcpy(out + sign + left, s.s + sign, s.n - sign);
	memset(out + left + s.n, spec->fill, total - left);
	return (struct str){out, s.n + total};
}

/* Puts a separator between groups of digits of the whole part. */
static struct str group(struct interpreter *py, struct str digits, char separator, size_t every)
{
	size_t whole = 0, n = 0;
	char *out = arena_alloc(py->arena, digits.n * 2 + 1, 1);

	while (whole < digits.n && ((digits.s[whole] >= '0' && digits.s[whole] <= '9') ||
				    (every == 4 && digits.s[whole] >= 'a' && digits.s[whole] <= 'f')))
		whole++;
	for (size_t i = 0; i < digits.n; i++) {
		if (i && i < whole && (whole - i) % every == 0)
			out[n++] = separator;
		out[n++] = digits.s[i];
	}
	return (struct str){out, n};
}

static struct str signed_text(struct interpreter *py, bool negative, const struct spec *spec,
			      const char *prefix, struct str digits)
{
	const char *sign = negative	       ? "-"
			   : spec->sign == '+' ? "+"
			   : spec->sign == ' ' ? " "
					       : "";
	struct str out = str_fmt(py->arena, "%s%s%.*s", sign, prefix, STR_ARG(digits));

	return pad(py, out, spec, strlen(sign) + strlen(prefix), '>');
}

static struct str int_digits(struct interpreter *py, uint64_t u, unsigned base, bool upper)
{
	char digits[65];
	size_t n = sizeof(digits);

	do {
		digits[--n] = (upper ? "0123456789ABCDEF" : "0123456789abcdef")[u % base];
		u /= base;
	} while (u);
	return str_dup(py->arena, (struct str){digits + n, sizeof(digits) - n});
}

static bool format_int(struct interpreter *py, int64_t i, const struct spec *spec, struct str *out)
{
	uint64_t u = i < 0 ? 0 - (uint64_t)i : (uint64_t)i;
	unsigned base = spec->type == 'b' ? 2
			: spec->type == 'o' ? 8
			: spec->type == 'x' || spec->type == 'X' ? 16
								   : 10;
	const char *prefix = !spec->alternate	  ? ""
			     : spec->type == 'b' ? "0b"
			     : spec->type == 'o' ? "0o"
			     : spec->type == 'x' ? "0x"
			     : spec->type == 'X' ? "0X"
						 : "";
	struct str digits = int_digits(py, u, base, spec->type == 'X');

	/* Zero padding counts the separators: rare, and not worth the code. */
	if (spec->precision >= 0 || (spec->grouping && spec->align == '=' && spec->width > 0))
		return false;
	if (spec->grouping)
		digits = group(py, digits, spec->grouping, base == 10 ? 3 : 4);
	*out = signed_text(py, i < 0, spec, prefix, digits);
	return true;
}

static bool format_real(struct interpreter *py, double r, const struct spec *spec, struct str *out)
{
	char type = spec->type;
	int precision = spec->precision < 0 ? 6 : (int)spec->precision;
	bool negative = signbit(r) != 0;
	struct str digits;

	if (!isfinite(r) || precision > 300 || spec->alternate ||
	    (spec->grouping && spec->align == '=' && spec->width > 0))
		return false;
	r = fabs(r);
	if (type == 0 && spec->precision >= 0)
		return false;
	if (type == 0)
		digits = py_real_text(py->arena, r);
	else if (type == '%')
		digits = str_fmt(py->arena, "%.*f%%", precision, r * 100);
	else if (type == 'e' || type == 'E')
		digits = type == 'e' ? str_fmt(py->arena, "%.*e", precision, r)
				     : str_fmt(py->arena, "%.*E", precision, r);
	else if (type == 'g' || type == 'G')
		digits = type == 'g' ? str_fmt(py->arena, "%.*g", precision, r)
				     : str_fmt(py->arena, "%.*G", precision, r);
	else if (type == 'f' || type == 'F')
		digits = str_fmt(py->arena, "%.*f", precision, r);
	else
		return false;
	if (spec->grouping)
		digits = group(py, digits, spec->grouping, 3);
	*out = signed_text(py, negative, spec, "", digits);
	return true;
}

static bool format_text(struct interpreter *py, struct str s, const struct spec *spec, struct str *out)
{
	if ((spec->type && spec->type != 's') || spec->sign || spec->alternate || spec->grouping ||
	    spec->align == '=')
		return false;
	if (spec->precision >= 0 && py_length(s) > (size_t)spec->precision) {
		if (!py_ascii(s))
			return false;
		s.n = (size_t)spec->precision;
	}
	*out = pad(py, s, spec, 0, '<');
	return true;
}

static bool format_value(struct interpreter *py, const struct node *value, const struct spec *spec,
			 struct str *out)
{
	bool real = spec->type && strchr("eEfFgG%", spec->type);
	int64_t i;

	if (value->kind == NODE_REAL)
		return format_real(py, value->as.r, spec, out);
	if (py_to_int(value, &i) && real)
		return i < ((int64_t)1 << 53) && i > -((int64_t)1 << 53) &&
		       format_real(py, (double)i, spec, out);
	if (py_to_int(value, &i))
		return spec->type != 's' && spec->type != 'c' && format_int(py, i, spec, out);
	return value->kind == NODE_STR && !value->code && format_text(py, value->text, spec, out);
}

struct node *py_format_plain(struct interpreter *py, struct node *value, struct str text, struct span at)
{
	struct spec spec;
	struct str out;
	bool ok;

	if (text.n == 0)
		ok = py_text(py, value, &out);
	else
		ok = parse_spec(text, &spec) && format_value(py, value, &spec, &out);
	return ok ? py_from(py_str(py, out, at), value, NULL) : py_unknown_of(py, at, value);
}

/* "%05.1f %s" % values. */

struct percent {
	struct interpreter *py;
	struct node *values;
	size_t next;
	struct span place;
	VEC(char);
};

static struct node *percent_value(struct percent *p, struct str key)
{
	const struct node *v = p->values;
	bool maybe = false;

	if (key.s)
		return v->kind == NODE_MAP
			       ? py_map_get(p->py, v, node_str(p->py->arena, key, p->place), &maybe)
			       : NULL;
	if (v->kind == NODE_TUPLE)
		return p->next < v->as.items.n ? v->as.items.at[p->next++] : NULL;
	return p->next++ == 0 ? p->values : NULL;
}

static void put(struct percent *p, struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		*vec_push(p->py->arena, p) = s.s[i];
}

static bool put_value(struct percent *p, struct node *value, struct spec *spec, char type)
{
	struct str out;

	if (!value || value->kind == NODE_UNKNOWN || value->kind == NODE_EITHER)
		return false;
	if (type == 's' || type == 'r') {
		if (!(type == 's' ? py_text(p->py, value, &out) : py_repr(p->py, value, &out)))
			return false;
		value = node_str(p->py->arena, out, p->place);
		if (!spec->align)
			spec->align = '>';
		if (spec->align == '=')
			return false;
		spec->type = 0;
	} else if (type == 'd' || type == 'i' || type == 'u') {
		if (value->kind == NODE_REAL) {
			if (!(fabs(value->as.r) < 9e18))
				return false;
			value = py_int(p->py, (int64_t)value->as.r, p->place);
		}
		spec->type = 'd';
		if (!py_is_number(value))
			return false;
	} else {
		spec->type = type;
		if (!py_is_number(value))
			return false;
	}
	if (!format_value(p->py, value, spec, &out))
		return false;
	put(p, out);
	return true;
}

/* One conversion behind a "%": its key, flags, width, precision and type. */
static bool conversion(struct percent *p, struct str *s)
{
	struct spec spec = {.fill = ' ', .width = -1, .precision = -1};
	struct str key = {0};
	char c;

	if (take(s, "(", &c)) {
		size_t close = str_chr(*s, ')', 0);

		if (close == SIZE_MAX)
			return false;
		key = (struct str){s->s, close};
		*s = str_sub(*s, close + 1, s->n);
	}
	while (take(s, "-+ #0", &c)) {
		if (c == '-')
			spec.align = '<';
		else if (c == '0' && !spec.align) {
			spec.fill = '0';
			spec.align = '=';
		} else if (c == '+' || c == ' ')
			spec.sign = c;
		else
			spec.alternate = true;
	}
	if (spec.align == '<')
		spec.fill = ' ';
	spec.width = number(s);
	if (take(s, ".", &c) && (spec.precision = number(s)) < 0)
		spec.precision = 0;
	if (take(s, "%", &c)) {
		put(p, STR("%"));
		return true;
	}
	if (!take(s, "srdiufFeEgGxXo", &c))
		return false;
	return put_value(p, percent_value(p, key), &spec, c);
}

struct node *py_percent(struct interpreter *py, struct node *format, struct node *values,
			struct span at)
{
	struct percent p = {.py = py, .values = values, .place = at};
	struct str s = format->text;

	while (s.n) {
		struct str_cut cut = str_cut(s, '%');

		put(&p, cut.head);
		s = cut.tail;
		if (cut.ok && !conversion(&p, &s))
			return py_unknown_of(py, at, values);
		if (p.n > py->budget.text)
			return py_unknown(py, at, "a text beyond the budget");
	}
	return py_from(py_str(py, (struct str){p.at, p.n}, at), format, values);
}
