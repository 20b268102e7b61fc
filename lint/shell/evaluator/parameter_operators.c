/* The operators of ${…} that change text. */
#include "expansion.h"

/** Known text behind the last part that is not known. */
static size_t known_tail(struct sh_parts p)
{
	size_t i = p.n;

	while (i > 0 && sh_parts_at(p, i - 1)->kind == PART_TEXT)
		i--;
	return i;
}

static struct sh_parts from_part(struct sh_eval *ev, struct sh_parts p, size_t from, size_t to)
{
	struct sh_parts out = {0};

	for (size_t i = from; i < to; i++)
		sh_parts_push(ev->arena, &out, *sh_parts_at(p, i));
	return out;
}

/** ${x#pattern} and ${x%pattern}. */
static struct sh_parts trim(struct sh_eval *ev, const struct sh_param *param, struct sh_parts p,
			    struct span at)
{
	size_t head = known_tail(p), hit = SIZE_MAX;
	struct sh_parts tail = from_part(ev, p, head, p.n), out;
	struct str pattern, s;

	if (!sh_pattern(ev, param->arg, &pattern) || !sh_parts_known(ev->arena, tail, &s) ||
	    !sh_work(&ev->state, s.n))
		return sh_parts_unknown(ev, STR("a pattern that is not known"), at);
	if (param->op == '#') {
		/* Behind something unknown only a leading star can tell where the match ends. */
		if (head && !(param->all && pattern.n && pattern.s[0] == '*'))
			return sh_parts_unknown(ev, sh_parts_at(p, 0)->text, at);
		hit = sh_match(ev, pattern, s, param->all);
		if (hit == SIZE_MAX || (head && !hit))
			return head ? sh_parts_unknown(ev, sh_parts_at(p, 0)->text, at) : p;
		return sh_parts_sub(ev->arena, tail, hit, s.n);
	}
	for (size_t n = 0; n <= s.n && hit == SIZE_MAX && sh_work(&ev->state, 1); n++) {
		size_t from = param->all ? n : s.n - n;

		if (sh_matches(ev, pattern, str_sub(s, from, s.n)))
			hit = from;
	}
	if (head && (hit == SIZE_MAX || param->all))
		return sh_parts_unknown(ev, sh_parts_at(p, 0)->text, at);
	out = from_part(ev, p, 0, head);
	sh_parts_append(ev->arena, &out,
			sh_parts_sub(ev->arena, tail, 0, hit == SIZE_MAX ? s.n : hit));
	return out;
}

/** ${x/pattern/text} and its kin, over known text. */
static struct sh_parts replace(struct sh_eval *ev, const struct sh_param *param, struct sh_parts p,
			       struct span at)
{
	struct sh_parts with = param->arg2 ? sh_scalar(ev, param->arg2) : (struct sh_parts){0},
			out = {0};
	struct str pattern, s;
	size_t i = 0, from = 0;

	if (!sh_parts_known(ev->arena, p, &s) || !sh_pattern(ev, param->arg, &pattern))
		return sh_parts_unknown(ev, STR("a replacement in a text that is not known"), at);
	if (!sh_work(&ev->state, s.n))
		return sh_parts_unknown(ev, STR("a long text"), at);
	if (param->anchor == '%') {
		while (i <= s.n && !sh_matches(ev, pattern, str_sub(s, i, s.n)) && sh_work(&ev->state, 1))
			i++;
		if (i > s.n)
			return p;
		out = sh_parts_sub(ev->arena, p, 0, i);
		sh_parts_append(ev->arena, &out, with);
		return out;
	}
	while (i < s.n) {
		size_t hit = sh_match(ev, pattern, str_sub(s, i, s.n), true);

		if (hit == SIZE_MAX || hit == 0) {
			if (param->anchor == '#' || !sh_work(&ev->state, 1))
				break;
			i++;
			continue;
		}
		sh_parts_append(ev->arena, &out, sh_parts_sub(ev->arena, p, from, i));
		sh_parts_append(ev->arena, &out, with);
		i += hit;
		from = i;
		if (!param->all)
			break;
	}
	sh_parts_append(ev->arena, &out, sh_parts_sub(ev->arena, p, from, s.n));
	return out;
}

/** ${x^}, ${x^^}, ${x,}, ${x,,}. */
static struct sh_parts change_case(struct sh_eval *ev, const struct sh_param *param,
				   struct sh_parts p, struct span at)
{
	struct str s;
	char *to;

	if (!sh_parts_known(ev->arena, p, &s))
		return sh_parts_unknown(ev, STR("the case of a text that is not known"), at);
	to = arena_news(ev->arena, char, s.n + 1);
	for (size_t i = 0; i < s.n; i++) {
		char c = s.s[i];
		bool letter = (c | 32) >= 'a' && (c | 32) <= 'z' && (c & 0x40);

		if (letter && (i == 0 || param->all))
			c = param->op == '^' ? (char)(c & ~32) : (char)(c | 32);
		to[i] = c;
	}
	return sh_parts_text(ev, (struct str){to, s.n}, p.n ? sh_parts_at(p, 0)->at : at);
}

/** The window of ${x:offset:length} in n things; false if a number is not known or out of range. */
bool sh_window(struct sh_eval *ev, const struct sh_param *param, int64_t n, int64_t *from,
	       int64_t *to)
{
	int64_t offset = 0, length = n;

	if (!sh_arith_int(&ev->state, sh_scalar(ev, param->arg), &offset) ||
	    (param->arg2 && !sh_arith_int(&ev->state, sh_scalar(ev, param->arg2), &length)))
		return false;
	if (offset < 0)
		offset += n;
	if (offset < 0 || offset > n)
		offset = length = n;
	*from = offset;
	*to = length < 0 ? n + length : length > n - offset ? n : offset + length;
	if (*to < *from)
		*to = *from;
	return true;
}

/** Where bash counts characters, or bytes: beyond ASCII that is for the locale to say. */
bool sh_is_ascii(struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		if ((unsigned char)s.s[i] >= 0x80)
			return false;
	return true;
}

static struct sh_parts substring(struct sh_eval *ev, const struct sh_param *param,
				 struct sh_parts p, struct span at)
{
	int64_t from, to;
	struct str s;

	if (!sh_parts_known(ev->arena, p, &s) || !sh_window(ev, param, (int64_t)s.n, &from, &to))
		return sh_parts_unknown(ev, STR("a part of a text that is not known"), at);
	if (!sh_is_ascii(s))
		return sh_parts_unknown(ev, STR("a part of a text beyond ASCII"), at);
	return sh_parts_sub(ev->arena, p, (size_t)from, (size_t)to);
}

/** The operators that change text. */
struct sh_parts sh_transform(struct sh_eval *ev, const struct sh_param *param, struct sh_parts p,
			     struct span at)
{
	switch (param->op) {
	case '#':
	case '%':
		return trim(ev, param, p, at);
	case '/':
		return replace(ev, param, p, at);
	case '^':
	case ',':
		if (param->arg && param->arg->n)
			return sh_parts_unknown(ev, STR("a form of ${} that is not read"), at);
		return change_case(ev, param, p, at);
	case ':':
		return substring(ev, param, p, at);
	case '@':
		return sh_parts_unknown(ev, STR("a form of ${} that is not read"), at);
	default:
		return p;
	}
}
