/*
 * sed's substitutions over texts that are known: how scripts make a config of a template. A part that
 * is not known stays one; what sed can do besides is unknown.
 */
#include "sed.h"


#include <string.h>

enum {
	EDITS_MAX = 32,
	/** In a flat text a part that is not text is SED_MARK_BYTE and a byte of its own from MARK_FIRST on. */
	MARK_FIRST = 0x80,
	MARKS_MAX = 0x7f,
	TEXT_MAX = 1 << 14,
};

struct edit {
	struct sed_pattern pattern;
	struct str with;
	bool global;
	/** What it is done to is printed, where nothing else is. */
	bool prints;
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
		return str_chr(*out, SED_MARK_BYTE, 0) == SIZE_MAX && sh_work(&f->ev->state, out->n);
	}
	for (size_t i = 0; i < parts.n; i++) {
		const struct sh_part *part = sh_parts_at(parts, i);
		char mark[2] = {SED_MARK_BYTE, 0};

		if (part->kind == PART_TEXT) {
			if (str_chr(part->text, SED_MARK_BYTE, 0) != SIZE_MAX)
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
		size_t mark = str_chr(text, SED_MARK_BYTE, 0);
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

/** Whether a place is inside a mark. */
static bool splits(struct str line, size_t at)
{
	return at > 0 && at < line.n && line.s[at - 1] == SED_MARK_BYTE;
}

static bool put_replacement(struct sh_eval *ev, struct str with, const struct sed_match *m, size_t from, size_t to,
			    struct growing *out)
{
	for (size_t i = 0; i < with.n; i++) {
		char c = with.s[i];

		/* "&&&&", each of a long match. */
		if (out->n > TEXT_MAX)
			return false;
		if (c == '&') {
			put(ev, out, str_sub(m->line, from, to));
			continue;
		}
		if (c == '\\' && i + 1 < with.n) {
			c = with.s[++i];
			if (c >= '1' && c <= '9') {
				size_t group = (size_t)(c - '0');

				if (group > m->pattern->groups)
					return false;
				put(ev, out, str_sub(m->line, m->from[group], m->to[group]));
				continue;
			}
			if (c == 'n' || c == 't')
				c = c == 'n' ? '\n' : '\t';
			else if ((c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'))
				return false;
		}
		put(ev, out, (struct str){&c, 1});
	}
	return true;
}

/** One edit of one line. */
static bool apply(struct sh_eval *ev, const struct edit *e, struct str *line, bool *done_any)
{
	struct sed_match m = {.st = &ev->state, .pattern = &e->pattern, .line = *line};
	struct growing out = {0};
	size_t done = 0;
	bool any = false;

	for (size_t at = 0; at <= line->n; at++) {
		size_t end;

		if (splits(*line, at))
			continue;
		end = sed_match(&m, at);
		if (!sh_work(&ev->state, 1))
			return false;
		/* Nothing is not matched right behind a match. */
		if (end == SIZE_MAX || (any && end == at && at == done))
			continue;
		if (splits(*line, end))
			return false;
		put(ev, &out, str_sub(*line, done, at));
		if (!put_replacement(ev, e->with, &m, at, end, &out))
			return false;
		any = true;
		done = end;
		if (!e->global)
			break;
		if (end > at)
			at = end - 1;
	}
	*done_any = any;
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

/** What stands behind a substitution. */
static bool take_flags(struct str script, size_t *at, struct edit *e)
{
	for (; *at < script.n && !strchr("; \t\n", script.s[*at]); ++*at) {
		char c = script.s[*at];

		e->global |= c == 'g';
		e->prints |= c == 'p';
		e->pattern.any_case |= c == 'I' || c == 'i';
		if (!strchr("gpIi", c))
			return false;
	}
	return true;
}

/** s/a/b/g;s#c#d#, or /a/p, and no other command. */
static bool parse(struct arena *a, struct str script, bool extended, struct edits *edits)
{
	for (size_t at = 0; at < script.n;) {
		bool shows = script.s[at] == '/';
		struct edit *e;
		struct str pattern;

		if (strchr("; \t\n", script.s[at])) {
			at++;
			continue;
		}
		if (edits->n == EDITS_MAX || (script.s[at] != 's' && !shows) || at + 2 >= script.n)
			return false;
		e = vec_push(a, edits);
		e->pattern.delimiter = script.s[at + !shows];
		at += shows ? 1 : 2;
		if (e->pattern.delimiter == SED_MARK_BYTE || e->pattern.delimiter == '\\' ||
		    !section(script, e->pattern.delimiter, &at, &pattern) ||
		    (!shows && !section(script, e->pattern.delimiter, &at, &e->with)) || !take_flags(script, &at, e))
			return false;
		if (shows)
			e->with = STR("&");
		if (!sed_compile(a, &e->pattern, pattern, extended))
			return false;
	}
	return true;
}

static bool edit_text(struct sh_eval *ev, const struct edits *edits, bool quiet, struct str *text)
{
	struct growing out = {0};
	struct str rest = *text;

	while (rest.n) {
		struct str_cut cut = str_cut(rest, '\n');
		bool any = false;

		for (size_t i = 0; i < edits->n; i++)
			if (!apply(ev, &edits->at[i], &cut.head, &any))
				return false;
		rest = cut.tail;
		if (quiet && !any)
			continue;
		put(ev, &out, cut.head);
		if (cut.ok)
			put(ev, &out, STR("\n"));
	}
	*text = (struct str){out.at, out.n};
	return true;
}

/** -n, -E, -nr */
static bool is_switches(struct str word)
{
	for (size_t i = 1; i < word.n; i++)
		if (!strchr("nEr", word.s[i]))
			return false;
	return true;
}

/** Whether one edit says what is printed, and all is printed where none is to. */
static bool prints_as_said(const struct edits *edits, bool quiet)
{
	for (size_t i = 0; i < edits->n; i++)
		if (edits->at[i].prints != quiet)
			return false;
	return !quiet || edits->n == 1;
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
		if (is_switches(word)) {
			sed->quiet |= str_chr(word, 'n', 0) != SIZE_MAX;
			sed->extended |= str_chr(word, 'E', 0) != SIZE_MAX || str_chr(word, 'r', 0) != SIZE_MAX;
		} else if (str_starts(word, STR("-i")) || str_starts(word, STR("--in-place"))) {
			sed->in_place = true;
			/* BSD's form: -i '' */
			if (word.n == 2 && i + 1 < fields->n && sh_field_text(ev, &fields->at[i + 1], &word) &&
			    !word.n)
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
	if (!prints_as_said(&edits, sed->quiet) || !edit_text(ev, &edits, sed->quiet, &text) || text.n > TEXT_MAX)
		return false;
	*out = unflatten(&f, text);
	return true;
}
