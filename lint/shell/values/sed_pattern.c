/* Regular expressions of sed. */
#include "sed_pattern.h"

enum { ITEMS_MAX = 64 };

/** The escape behind a backslash; false if it is none that is known. */
static bool escape(struct sed_pattern *p, struct sed_item *item, char c, bool extended)
{
	static const struct {
		char c;
		const char *set;
		bool inverse;
	} classes[] = {{'s', " \t\n", false}, {'S', " \t\n", true}, {'w', "A-Za-z0-9_", false},
		       {'W', "A-Za-z0-9_", true}};

	for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++)
		if (classes[i].c == c) {
			*item = (struct sed_item){
			    .kind = ITEM_SET, .set = str_of(classes[i].set), .inverse = classes[i].inverse};
			return true;
		}
	item->byte = (unsigned char)c;
	if (!extended && (c == '(' || c == ')')) {
		item->kind = c == '(' ? ITEM_OPEN : ITEM_CLOSE;
		return true;
	}
	if (c == 'n' || c == 't')
		item->byte = c == 'n' ? '\n' : '\t';
	else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
		 (!extended && str_chr(STR("{}|+?<>"), c, 0) != SIZE_MAX && c != p->delimiter))
		return false;
	return true;
}

/** [a-z], [^"]: the item, and how many bytes it takes; 0 if it has no end, or a class by name. */
static size_t bracket(struct str pattern, struct sed_item *item)
{
	size_t i = 1, end;

	item->kind = ITEM_SET;
	item->inverse = pattern.n > 1 && pattern.s[1] == '^';
	i += item->inverse;
	end = str_chr(pattern, ']', i + 1);
	if (end == SIZE_MAX)
		return 0;
	item->set = str_sub(pattern, i, end);
	return str_chr(item->set, '[', 0) == SIZE_MAX ? end + 1 : 0;
}

/** Numbers the groups; false if they do not pair up. */
static bool number(struct sed_pattern *p)
{
	unsigned char open[SED_GROUPS_MAX];
	size_t depth = 0;

	for (size_t i = 0; i < p->items.n; i++) {
		struct sed_item *item = &p->items.at[i];

		if (item->kind == ITEM_OPEN) {
			if (++p->groups == SED_GROUPS_MAX)
				return false;
			open[depth++] = item->byte = (unsigned char)p->groups;
		} else if (item->kind == ITEM_CLOSE) {
			if (!depth)
				return false;
			item->byte = open[--depth];
		}
		if (item->repeat && item->kind > ITEM_SET)
			return false;
	}
	return !depth;
}

bool sed_compile(struct arena *a, struct sed_pattern *p, struct str pattern, bool extended)
{
	for (size_t i = 0; i < pattern.n;) {
		char c = pattern.s[i];
		struct sed_item item = {.kind = ITEM_BYTE, .byte = (unsigned char)c};
		size_t used = 1;

		if (p->items.n == ITEMS_MAX || c == SED_MARK_BYTE)
			return false;
		if (c == '\\') {
			used = 2;
			if (i + 1 >= pattern.n || !escape(p, &item, pattern.s[i + 1], extended))
				return false;
		} else if (c == '[') {
			used = bracket(str_sub(pattern, i, pattern.n), &item);
			if (!used)
				return false;
		} else if (c == '.') {
			item.kind = ITEM_ANY;
		} else if (c == '^' && !i) {
			item.kind = ITEM_START;
		} else if (c == '$' && i + 1 == pattern.n) {
			item.kind = ITEM_END;
		} else if (extended && (c == '(' || c == ')')) {
			item.kind = c == '(' ? ITEM_OPEN : ITEM_CLOSE;
		} else if (extended && str_chr(STR("{|^$"), c, 0) != SIZE_MAX) {
			return false;
		}
		i += used;
		if (i < pattern.n &&
		    (pattern.s[i] == '*' || (extended && (pattern.s[i] == '+' || pattern.s[i] == '?')))) {
			item.repeat = pattern.s[i++];
		} else if (!extended && i + 1 < pattern.n && pattern.s[i] == '\\' &&
			 (pattern.s[i + 1] == '+' || pattern.s[i + 1] == '?')) {
			item.repeat = pattern.s[i + 1];
			i += 2;
		}
		*vec_push(a, &p->items) = item;
	}
	return p->items.n && number(p);
}

static unsigned char lower(unsigned char c)
{
	return c >= 'A' && c <= 'Z' ? (unsigned char)(c + 'a' - 'A') : c;
}

static bool in_set(struct str set, unsigned char c)
{
	for (size_t i = 0; i < set.n; i++) {
		unsigned char low = (unsigned char)set.s[i];

		if (i + 2 < set.n && set.s[i + 1] == '-') {
			if (c >= low && c <= (unsigned char)set.s[i + 2])
				return true;
			i += 2;
		} else if (c == low) {
			return true;
		}
	}
	return false;
}

static bool fits(const struct sed_match *m, const struct sed_item *item, size_t at)
{
	unsigned char c;

	if (at >= m->line.n)
		return false;
	c = (unsigned char)m->line.s[at];
	if (item->kind == ITEM_ANY)
		return true;
	if (item->kind == ITEM_SET)
		return in_set(item->set, c) != item->inverse;
	return c == item->byte || (m->pattern->any_case && lower(c) == lower(item->byte));
}

/** The end of the match of items from i on, at a place; SIZE_MAX: none, or no work is left for it. */
static size_t match_from(struct sed_match *m, size_t i, size_t at)
{
	const struct sed_pattern *p = m->pattern;
	size_t most = 0, least, end;

	for (; i < p->items.n; i++) {
		const struct sed_item *item = &p->items.at[i];

		if (!sh_work(m->st, 1))
			return SIZE_MAX;
		if (item->kind == ITEM_OPEN) {
			m->from[item->byte] = at;
		} else if (item->kind == ITEM_CLOSE) {
			m->to[item->byte] = at;
		} else if (item->kind == ITEM_START || item->kind == ITEM_END) {
			if (at != (item->kind == ITEM_START ? 0 : m->line.n))
				return SIZE_MAX;
		} else if (item->repeat) {
			break;
		} else if (!fits(m, item, at++)) {
			return SIZE_MAX;
		}
	}
	if (i == p->items.n)
		return at;
	while ((p->items.at[i].repeat != '?' || !most) && fits(m, &p->items.at[i], at + most))
		most++;
	least = p->items.at[i].repeat == '+';
	for (size_t k = most + 1; k-- > least;) {
		end = match_from(m, i + 1, at + k);
		if (end != SIZE_MAX)
			return end;
	}
	return SIZE_MAX;
}

size_t sed_match(struct sed_match *m, size_t at)
{
	return match_from(m, 0, at);
}
