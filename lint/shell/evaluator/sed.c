/*
 * sed's substitutions over texts that are known: how scripts make a config of a template. A part that
 * is not known stays one; what sed can do besides is unknown.
 */
#include "sed.h"

#include <string.h>

enum {
	ITEMS_MAX = 64,
	GROUPS_MAX = 10,
	EDITS_MAX = 32,
	/** In a flat text a part that is not text is MARK_BYTE and a byte of its own from MARK_FIRST on. */
	MARK_BYTE = 1,
	MARK_FIRST = 0x80,
	MARKS_MAX = 0x7f,
	TEXT_MAX = 1 << 14,
};

enum item_kind { ITEM_BYTE, ITEM_ANY, ITEM_SET, ITEM_START, ITEM_END, ITEM_OPEN, ITEM_CLOSE };

struct item {
	enum item_kind kind;
	/** The byte; the number of a group. */
	unsigned char byte;
	/** 0, or one of * + ? behind it. */
	char repeat;
	bool inverse;
	/** A bracket's inside. */
	struct str set;
};

struct edit {
	struct {
		VEC(struct item);
	} items;
	size_t groups;
	struct str with;
	char delimiter;
	bool global, any_case;
};

struct edits {
	VEC(struct edit);
};

struct flat {
	struct sh_eval *ev;
	struct {
		VEC(const struct sh_part *);
	} marks;
};

/** A text that grows. */
struct growing {
	VEC(char);
};

struct match {
	struct sh_eval *ev;
	const struct edit *edit;
	struct str line;
	size_t from[GROUPS_MAX], to[GROUPS_MAX];
};

static void put(struct sh_eval *ev, struct growing *to, struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		*vec_push(ev->arena, to) = s.s[i];
}

/** Known text, and marks for what is not; false if that cannot be told apart. */
static bool flatten(struct flat *f, struct sh_parts parts, struct str *out)
{
	struct growing flat = {0};

	/* Most texts are one part, and nothing is put into them. */
	if (parts.n == 1 && sh_parts_at(parts, 0)->kind == PART_TEXT) {
		*out = sh_parts_at(parts, 0)->text;
		return str_chr(*out, MARK_BYTE, 0) == SIZE_MAX && sh_work(&f->ev->state, out->n);
	}
	for (size_t i = 0; i < parts.n; i++) {
		const struct sh_part *part = sh_parts_at(parts, i);
		char mark[2] = {MARK_BYTE, 0};

		if (part->kind == PART_TEXT) {
			if (str_chr(part->text, MARK_BYTE, 0) != SIZE_MAX)
				return false;
			put(f->ev, &flat, part->text);
			continue;
		}
		if (f->marks.n == MARKS_MAX)
			return false;
		mark[1] = (char)(MARK_FIRST + f->marks.n);
		*vec_push(f->ev->arena, &f->marks) = part;
		put(f->ev, &flat, (struct str){mark, 2});
	}
	*out = (struct str){flat.at, flat.n};
	return sh_work(&f->ev->state, out->n);
}

static struct sh_parts unflatten(const struct flat *f, struct str text)
{
	struct sh_parts out = {0};

	while (text.n) {
		size_t mark = str_chr(text, MARK_BYTE, 0);
		struct str known = str_sub(text, 0, mark);

		if (known.n)
			sh_parts_push(f->ev->arena, &out, sh_part_text(known, (struct span){0}));
		if (mark == SIZE_MAX)
			break;
		sh_parts_push(f->ev->arena, &out, *f->marks.at[(unsigned char)text.s[mark + 1] - MARK_FIRST]);
		text = str_sub(text, mark + 2, text.n);
	}
	return out;
}

/** The escape behind a backslash; false if it is none that is known. */
static bool escape(struct edit *e, struct item *item, char c, bool extended)
{
	static const struct {
		char c;
		const char *set;
		bool inverse;
	} classes[] = {{'s', " \t\n", false}, {'S', " \t\n", true}, {'w', "A-Za-z0-9_", false},
		       {'W', "A-Za-z0-9_", true}};

	for (size_t i = 0; i < sizeof(classes) / sizeof(*classes); i++)
		if (classes[i].c == c) {
			*item = (struct item){.kind = ITEM_SET, .set = str_of(classes[i].set), .inverse = classes[i].inverse};
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
		 (!extended && str_chr(STR("{}|+?<>"), c, 0) != SIZE_MAX && c != e->delimiter))
		return false;
	return true;
}

/** [a-z], [^"]: the item, and how many bytes it takes; 0 if it has no end, or a class by name. */
static size_t bracket(struct str pattern, struct item *item)
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
static bool number(struct edit *e)
{
	unsigned char open[GROUPS_MAX];
	size_t depth = 0;

	for (size_t i = 0; i < e->items.n; i++) {
		struct item *item = &e->items.at[i];

		if (item->kind == ITEM_OPEN) {
			if (++e->groups == GROUPS_MAX)
				return false;
			open[depth++] = item->byte = (unsigned char)e->groups;
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

static bool compile(struct arena *a, struct edit *e, struct str pattern, bool extended)
{
	for (size_t i = 0; i < pattern.n;) {
		char c = pattern.s[i];
		struct item item = {.kind = ITEM_BYTE, .byte = (unsigned char)c};
		size_t used = 1;

		if (e->items.n == ITEMS_MAX || c == MARK_BYTE)
			return false;
		if (c == '\\') {
			used = 2;
			if (i + 1 >= pattern.n || !escape(e, &item, pattern.s[i + 1], extended))
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
		*vec_push(a, &e->items) = item;
	}
	return e->items.n && number(e);
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

static bool fits(const struct match *m, const struct item *item, size_t at)
{
	unsigned char c;

	if (at >= m->line.n)
		return false;
	c = (unsigned char)m->line.s[at];
	if (item->kind == ITEM_ANY)
		return true;
	if (item->kind == ITEM_SET)
		return in_set(item->set, c) != item->inverse;
	return c == item->byte || (m->edit->any_case && lower(c) == lower(item->byte));
}

/** The end of the match of items from i on, at a place; SIZE_MAX: none, or no work is left for it. */
static size_t match_from(struct match *m, size_t i, size_t at)
{
	const struct edit *e = m->edit;
	size_t most = 0, least, end;

	for (; i < e->items.n; i++) {
		const struct item *item = &e->items.at[i];

		if (!sh_work(&m->ev->state, 1))
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
	if (i == e->items.n)
		return at;
	while ((e->items.at[i].repeat != '?' || !most) && fits(m, &e->items.at[i], at + most))
		most++;
	least = e->items.at[i].repeat == '+';
	for (size_t k = most + 1; k-- > least;) {
		end = match_from(m, i + 1, at + k);
		if (end != SIZE_MAX)
			return end;
	}
	return SIZE_MAX;
}

/** Whether a place is inside a mark. */
static bool splits(struct str line, size_t at)
{
	return at > 0 && at < line.n && line.s[at - 1] == MARK_BYTE;
}

static bool put_replacement(struct match *m, size_t from, size_t to, struct growing *out)
{
	struct str with = m->edit->with;

	for (size_t i = 0; i < with.n; i++) {
		char c = with.s[i];

		/* "&&&&", each of a long match. */
		if (out->n > TEXT_MAX)
			return false;
		if (c == '&') {
			put(m->ev, out, str_sub(m->line, from, to));
			continue;
		}
		if (c == '\\' && i + 1 < with.n) {
			c = with.s[++i];
			if (c >= '1' && c <= '9') {
				size_t group = (size_t)(c - '0');

				if (group > m->edit->groups)
					return false;
				put(m->ev, out, str_sub(m->line, m->from[group], m->to[group]));
				continue;
			}
			if (c == 'n' || c == 't')
				c = c == 'n' ? '\n' : '\t';
			else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
				return false;
		}
		put(m->ev, out, (struct str){&c, 1});
	}
	return true;
}

/** One edit of one line. */
static bool apply(struct sh_eval *ev, const struct edit *e, struct str *line)
{
	struct match m = {.ev = ev, .edit = e, .line = *line};
	struct growing out = {0};
	size_t done = 0;
	bool any = false;

	for (size_t at = 0; at <= line->n; at++) {
		size_t end;

		if (splits(*line, at))
			continue;
		end = match_from(&m, 0, at);
		if (!sh_work(&ev->state, 1))
			return false;
		/* Nothing is not matched right behind a match. */
		if (end == SIZE_MAX || (any && end == at && at == done))
			continue;
		if (splits(*line, end))
			return false;
		put(ev, &out, str_sub(*line, done, at));
		if (!put_replacement(&m, at, end, &out))
			return false;
		any = true;
		done = end;
		if (!e->global)
			break;
		if (end > at)
			at = end - 1;
	}
	if (any) {
		put(ev, &out, str_sub(*line, done, line->n));
		*line = (struct str){out.at, out.n};
	}
	return true;
}

/** The text up to a delimiter without a backslash before it; *at moves behind that. */
static bool section(struct str script, char delimiter, size_t *at, struct str *out)
{
	size_t from = *at;

	for (size_t i = from; i < script.n; i++) {
		if (script.s[i] == '\\') {
			i++;
		} else if (script.s[i] == delimiter) {
			*out = str_sub(script, from, i);
			*at = i + 1;
			return true;
		}
	}
	return false;
}

/** s/a/b/g;s#c#d#, and no other command. */
static bool parse(struct arena *a, struct str script, bool extended, struct edits *edits)
{
	for (size_t at = 0; at < script.n;) {
		struct edit *e;
		struct str pattern;

		if (strchr("; \t\n", script.s[at])) {
			at++;
			continue;
		}
		if (edits->n == EDITS_MAX || script.s[at] != 's' || at + 2 >= script.n)
			return false;
		e = vec_push(a, edits);
		e->delimiter = script.s[at + 1];
		at += 2;
		if (e->delimiter == MARK_BYTE || e->delimiter == '\\' ||
		    !section(script, e->delimiter, &at, &pattern) ||
		    !section(script, e->delimiter, &at, &e->with))
			return false;
		for (; at < script.n && !strchr("; \t\n", script.s[at]); at++) {
			if (script.s[at] == 'g')
				e->global = true;
			else if (script.s[at] == 'I' || script.s[at] == 'i')
				e->any_case = true;
			else
				return false;
		}
		if (!compile(a, e, pattern, extended))
			return false;
	}
	return true;
}

static bool edit_text(struct sh_eval *ev, const struct edits *edits, struct str *text)
{
	struct growing out = {0};
	struct str rest = *text;

	while (rest.n) {
		struct str_cut cut = str_cut(rest, '\n');

		for (size_t i = 0; i < edits->n; i++)
			if (!apply(ev, &edits->at[i], &cut.head))
				return false;
		put(ev, &out, cut.head);
		if (cut.ok)
			put(ev, &out, STR("\n"));
		rest = cut.tail;
	}
	*text = (struct str){out.at, out.n};
	return true;
}

bool sh_sed_words(struct sh_eval *ev, const struct sh_fields *fields, struct sh_sed *sed)
{
	size_t i = 1;
	bool given = false;

	*sed = (struct sh_sed){.file = SIZE_MAX};
	for (; i < fields->n; i++) {
		struct str word = {0};

		if (fields->at[i].n_picks)
			return false;
		if (!sh_field_text(ev, &fields->at[i], &word) || word.n < 2 || word.s[0] != '-')
			break;
		if (str_is(word, "-E") || str_is(word, "-r")) {
			sed->extended = true;
		} else if (str_starts(word, STR("-i")) || str_starts(word, STR("--in-place"))) {
			sed->in_place = true;
			/* BSD's form: -i '' */
			if (word.n == 2 && i + 1 < fields->n && sh_field_text(ev, &fields->at[i + 1], &word) && !word.n)
				i++;
		} else if (str_is(word, "-e") && i + 1 < fields->n && sed->n < SH_SED_SCRIPTS_MAX) {
			sed->scripts[sed->n++] = ++i;
			given = true;
		} else {
			return false;
		}
	}
	if (!given && i < fields->n)
		sed->scripts[sed->n++] = i++;
	/* -e behind the file. */
	if (i < fields->n)
		sed->file = i++;
	return sed->n && i == fields->n;
}

bool sh_sed_run(struct sh_eval *ev, const struct sh_fields *fields, const struct sh_sed *sed, struct sh_parts in,
		struct sh_parts *out)
{
	struct flat f = {.ev = ev};
	struct edits edits = {0};
	struct str text, script;

	if (in.bytes > TEXT_MAX || !flatten(&f, in, &text))
		return false;
	for (size_t i = 0; i < sed->n; i++)
		if (!flatten(&f, fields->at[sed->scripts[i]].parts, &script) ||
		    !parse(ev->arena, script, sed->extended, &edits))
			return false;
	if (!edit_text(ev, &edits, &text) || text.n > TEXT_MAX)
		return false;
	*out = unflatten(&f, text);
	return true;
}
