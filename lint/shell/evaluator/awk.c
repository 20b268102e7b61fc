/*
 * awk as far as people take values out of settings with it: rules of a pattern and an action over the fields of lines
 * (POSIX.1-2017, awk). Patterns: /re/, !/re/, $1 == "text", $1 ~ /re/, NR == 2. Actions: print, sub, gsub, exit, next. What
 * it prints of a line keeps its place there. Any other program's output is unknown.
 */
#include "filter.h"

#include <string.h>

enum { RULES_MAX = 8, STEPS_MAX = 8, FIELDS_MAX = 64, WHOLE_LINE = 0, LAST_FIELD = -1 };

enum pattern_kind { PATTERN_ALWAYS, PATTERN_FIELD, PATTERN_IS, PATTERN_NUMBER };

enum step_kind { STEP_PRINT, STEP_REPLACE, STEP_EXIT, STEP_NEXT };

struct step {
	enum step_kind kind;
	/** The words behind "print"; of a replacement its pattern, text and field, and whether it is of all. */
	struct str words;
	struct sed_pattern pattern;
	struct str with;
	int64_t field;
	bool all;
};

struct rule {
	enum pattern_kind kind;
	bool inverse;
	int64_t field;
	struct str text;
	struct sed_pattern pattern;
	struct step steps[STEPS_MAX];
	size_t nsteps;
};

/** A field: bytes of what comes in, or a text of its own where it was changed. */
struct field {
	size_t from, to;
	struct str changed;
	bool is_changed;
};

struct awk {
	struct sh_filter *f;
	struct sh_parts in;
	struct str text, separator;
	struct sed_pattern split;
	bool blanks;
	struct rule rules[RULES_MAX];
	size_t nrules;
	/** The line at hand: the whole, then its fields. */
	struct field fields[FIELDS_MAX];
	size_t nfields;
	/** The whole was changed, or one of its fields: what the others are then is not followed. */
	bool whole_changed, field_changed;
	int64_t number;
	/** What is left to read of the program. */
	struct str rest;
};

/* ---- the program ---- */

static void skip(struct awk *w)
{
	while (w->rest.n && strchr(" \t\n;", w->rest.s[0]))
		w->rest = str_sub(w->rest, 1, w->rest.n);
}

static bool take(struct awk *w, const char *text)
{
	while (w->rest.n && (w->rest.s[0] == ' ' || w->rest.s[0] == '\t'))
		w->rest = str_sub(w->rest, 1, w->rest.n);
	if (!str_starts(w->rest, str_of(text)))
		return false;
	w->rest = str_sub(w->rest, strlen(text), w->rest.n);
	return true;
}

/** Up to the sign that closes a text or a pattern, past what a backslash protects. */
static bool take_until(struct awk *w, char close, struct str *out)
{
	for (size_t i = 0; i < w->rest.n; i++) {
		if (w->rest.s[i] == '\\') {
			i++;
		} else if (w->rest.s[i] == close) {
			*out = str_sub(w->rest, 0, i);
			w->rest = str_sub(w->rest, i + 1, w->rest.n);
			return true;
		}
	}
	return false;
}

static bool take_pattern(struct awk *w, struct sed_pattern *pattern)
{
	struct str text;

	*pattern = (struct sed_pattern){.delimiter = '/'};
	return take(w, "/") && take_until(w, '/', &text) && sed_compile(w->f->ev->arena, pattern, text, true);
}

static bool take_number(struct awk *w, int64_t *out)
{
	size_t n = 0;

	while (n < w->rest.n && w->rest.s[n] >= '0' && w->rest.s[n] <= '9')
		n++;
	if (!str_to_int(str_sub(w->rest, 0, n), out))
		return false;
	w->rest = str_sub(w->rest, n, w->rest.n);
	return true;
}

/** $1, $NF, $0 */
static bool take_field(struct awk *w, int64_t *out)
{
	if (!take(w, "$"))
		return false;
	*out = LAST_FIELD;
	return take(w, "NF") || take_number(w, out);
}

/** What stands in front of an action; false if it is not read. */
static bool read_condition(struct awk *w, struct rule *r)
{
	r->kind = PATTERN_ALWAYS;
	skip(w);
	if (str_starts(w->rest, STR("{")))
		return true;
	if (take(w, "NR")) {
		r->kind = PATTERN_NUMBER;
		return take(w, "==") && (take(w, " "), take_number(w, &r->field));
	}
	r->inverse = take(w, "!");
	if (str_starts(w->rest, STR("/"))) {
		r->kind = PATTERN_FIELD;
		r->field = WHOLE_LINE;
		return take_pattern(w, &r->pattern);
	}
	if (r->inverse || !take_field(w, &r->field))
		return false;
	r->kind = PATTERN_IS;
	if (take(w, "=="))
		return take(w, "\"") && take_until(w, '"', &r->text);
	r->kind = PATTERN_FIELD;
	r->inverse = take(w, "!");
	return take(w, "~") && take_pattern(w, &r->pattern);
}

/** gsub(/re/, "text", $2) */
static bool read_replacement(struct awk *w, struct step *step)
{
	step->kind = STEP_REPLACE;
	step->field = WHOLE_LINE;
	if (!take(w, "(") || (take(w, " "), !take_pattern(w, &step->pattern)) || !take(w, ",") || !take(w, "\"") ||
	    !take_until(w, '"', &step->with) || str_chr(step->with, '&', 0) != SIZE_MAX || str_chr(step->with, '\\', 0) != SIZE_MAX)
		return false;
	if (take(w, ",") && !take_field(w, &step->field))
		return false;
	return take(w, ")");
}

/** The end of a statement: ";", "}" or the end of its line, outside of quotes. */
static struct str take_words(struct awk *w)
{
	bool quoted = false;
	size_t i = 0;

	for (; i < w->rest.n; i++) {
		if (w->rest.s[i] == '"')
			quoted = !quoted;
		else if (!quoted && strchr(";}\n", w->rest.s[i]))
			break;
	}
	w->rest.s += i;
	w->rest.n -= i;
	return str_trim((struct str){w->rest.s - i, i});
}

static bool read_action(struct awk *w, struct rule *r)
{
	if (!take(w, "{"))
		return false;
	for (skip(w); w->rest.n && w->rest.s[0] != '}'; skip(w)) {
		struct step *step = &r->steps[r->nsteps];

		if (r->nsteps++ >= STEPS_MAX)
			return false;
		if (take(w, "print")) {
			step->kind = STEP_PRINT;
			step->words = take_words(w);
			/* printf, print > file, print (…) */
			for (size_t i = 0; i < step->words.n; i++)
				if (strchr(">|(f", step->words.s[0]) || strchr(">|?", step->words.s[i]))
					return false;
		} else if (take(w, "exit")) {
			step->kind = STEP_EXIT;
			if (take_words(w).n)
				return false;
		} else if (take(w, "next")) {
			step->kind = STEP_NEXT;
		} else {
			step->all = take(w, "g");
			if (!take(w, "sub") || !read_replacement(w, step))
				return false;
		}
	}
	return take(w, "}");
}

/** BEGIN { FS = ":" } */
static bool read_beginning(struct awk *w)
{
	return take(w, "{") && take(w, "FS") && take(w, "=") && take(w, "\"") && take_until(w, '"', &w->separator) && (skip(w), take(w, "}"));
}

static bool read_program(struct awk *w)
{
	for (skip(w); w->rest.n; skip(w)) {
		struct rule *r = &w->rules[w->nrules];

		if (take(w, "BEGIN")) {
			if (!read_beginning(w))
				return false;
			continue;
		}
		if (w->nrules++ >= RULES_MAX || !read_condition(w, r))
			return false;
		take(w, "");
		if (!w->rest.n || w->rest.s[0] != '{') {
			if (r->kind == PATTERN_ALWAYS || w->rest.n)
				return false;
			r->steps[r->nsteps++] = (struct step){.kind = STEP_PRINT};
		} else if (!read_action(w, r)) {
			return false;
		}
	}
	return w->nrules > 0;
}

/* ---- its run ---- */

static struct str text_of_field(const struct awk *w, const struct field *field)
{
	return field->is_changed ? field->changed : str_sub(w->text, field->from, field->to);
}

static const struct field *field_of(const struct awk *w, int64_t n)
{
	static const struct field none = {.is_changed = true};

	if (n == LAST_FIELD)
		n = (int64_t)w->nfields - 1;
	return n >= 0 && (size_t)n < w->nfields ? &w->fields[n] : &none;
}

static void add_field(struct awk *w, size_t from, size_t to)
{
	if (w->nfields < FIELDS_MAX)
		w->fields[w->nfields++] = (struct field){.from = from, .to = to};
}

/** The fields of a line. */
static void split(struct awk *w, size_t from, size_t to)
{
	struct sed_match m = {.st = &w->f->ev->state, .pattern = &w->split, .line = str_sub(w->text, from, to)};
	size_t start = from;

	w->nfields = 0;
	w->whole_changed = w->field_changed = false;
	add_field(w, from, to);
	for (size_t at = from; at < to && w->blanks;) {
		while (at < to && strchr(" \t\r", w->text.s[at]))
			at++;
		start = at;
		while (at < to && !strchr(" \t\r", w->text.s[at]))
			at++;
		if (at > start)
			add_field(w, start, at);
	}
	if (w->blanks || from == to)
		return;
	for (size_t at = from; at < to;) {
		size_t end = sed_match(&m, at - from);

		if (end == SIZE_MAX || end + from == at) {
			at++;
			continue;
		}
		add_field(w, start, at);
		start = at = end + from;
	}
	add_field(w, start, to);
}

static bool matches(struct awk *w, const struct sed_pattern *pattern, struct str line)
{
	struct sed_match m = {.st = &w->f->ev->state, .pattern = pattern, .line = line};

	for (size_t at = 0; at <= line.n; at++)
		if (sed_match(&m, at) != SIZE_MAX)
			return true;
	return false;
}

static bool holds(struct awk *w, const struct rule *r)
{
	switch (r->kind) {
	case PATTERN_ALWAYS:
		return true;
	case PATTERN_NUMBER:
		return w->number == r->field;
	case PATTERN_IS:
		return str_eq(text_of_field(w, field_of(w, r->field)), r->text);
	case PATTERN_FIELD:
		return matches(w, &r->pattern, text_of_field(w, field_of(w, r->field))) != r->inverse;
	}
	return false;
}

/** sub() and gsub() on a field. */
static void replace(struct awk *w, const struct step *step)
{
	struct field *field = (struct field *)(uintptr_t)field_of(w, step->field);
	struct str line = text_of_field(w, field), out = {0};
	struct sed_match m = {.st = &w->f->ev->state, .pattern = &step->pattern, .line = line};
	size_t from = 0, end;
	bool any = false;

	if (!w->nfields || field < w->fields || field >= w->fields + w->nfields)
		return;
	for (size_t at = 0; at < line.n && (step->all || !any);) {
		end = sed_match(&m, at);
		if (end == SIZE_MAX || end == at) {
			at++;
			continue;
		}
		out = str_cat(w->f->ev->arena, out, str_cat(w->f->ev->arena, str_sub(line, from, at), step->with));
		from = at = end;
		any = true;
	}
	w->whole_changed |= any && step->field == WHOLE_LINE;
	w->field_changed |= any && step->field != WHOLE_LINE;
	if (any)
		*field = (struct field){.changed = str_cat(w->f->ev->arena, out, str_sub(line, from, line.n)), .is_changed = true};
}

static void print_field(struct awk *w, const struct field *field)
{
	if (field->is_changed)
		sh_print(w->f->ev, sh_parts_text(w->f->ev, field->changed, (struct span){0}));
	else
		sh_print(w->f->ev, sh_parts_sub(w->f->ev->arena, w->in, field->from, field->to));
}

/** print $1, "text" $2; false if it has what is not read. */
static bool print_words(struct awk *w, struct str words)
{
	struct str rest = w->rest, text;
	int64_t n;
	bool known = true;

	w->rest = words;
	if (!words.n)
		w->rest = STR("$0");
	for (take(w, ""); known && w->rest.n; take(w, "")) {
		if (w->rest.s[0] == '$' && take_field(w, &n)) {
			known = n == WHOLE_LINE ? !w->field_changed : !w->whole_changed;
			print_field(w, field_of(w, n));
		} else if (take(w, "\"") && take_until(w, '"', &text)) {
			sh_print(w->f->ev, sh_parts_text(w->f->ev, text, (struct span){0}));
		} else if (take(w, "NF")) {
			known = !w->whole_changed;
			sh_print(w->f->ev, sh_parts_text(w->f->ev, str_fmt(w->f->ev->arena, "%zu", w->nfields - 1), (struct span){0}));
		} else {
			known = take(w, ",");
		}
		if (known && take(w, ","))
			sh_print(w->f->ev, sh_parts_text(w->f->ev, STR(" "), (struct span){0}));
	}
	w->rest = rest;
	sh_filter_print(w->f, (struct str){0});
	return known;
}

/** The rules on a line; *ends: the program does. False if it does what is not read. */
static bool run_line(struct awk *w, bool *ends)
{
	for (size_t i = 0; i < w->nrules; i++) {
		const struct rule *r = &w->rules[i];
		bool next = false;

		for (size_t k = 0; k < r->nsteps && (k || holds(w, r)) && !next && !*ends; k++) {
			const struct step *step = &r->steps[k];

			if (step->kind == STEP_PRINT && !print_words(w, step->words))
				return false;
			if (step->kind == STEP_REPLACE)
				replace(w, step);
			*ends |= step->kind == STEP_EXIT;
			next |= step->kind == STEP_NEXT;
		}
		if (next || *ends)
			return true;
	}
	return true;
}

/** Options, the program and the file: what is not read there. */
static bool read_words(struct awk *w)
{
	struct sh_filter *f = w->f;
	struct str word;
	size_t i = 1;

	for (; i < f->fields->n && str_starts(word = sh_filter_word(f, i), STR("-")); i++) {
		if (!str_starts(word, STR("-F")))
			return false;
		w->separator = word.n > 2 ? str_sub(word, 2, word.n) : sh_filter_word(f, ++i);
		if (w->separator.n > 1 && w->separator.s[0] == '=')
			w->separator = str_sub(w->separator, 1, w->separator.n);
	}
	if (i >= f->fields->n || f->fields->at[i].n_picks || !sh_field_text(f->ev, &f->fields->at[i], &w->rest) || !read_program(w) ||
	    !sh_filter_input(f, i + 1, &w->in))
		return false;
	w->blanks = !w->separator.n || str_is(w->separator, " ");
	w->split = (struct sed_pattern){.delimiter = SED_MARK_BYTE};
	if (w->separator.n == 1 && strchr("|.*+?$^()\\", w->separator.s[0]))
		w->separator = str_fmt(f->ev->arena, "[%c]", w->separator.s[0]);
	if (str_is(w->separator, "\\t"))
		w->separator = STR("\t");
	return (w->blanks || sed_compile(f->ev->arena, &w->split, w->separator, true)) && sh_parts_known(f->ev->arena, w->in, &w->text) &&
	       sh_work(&f->ev->state, w->text.n);
}

bool sh_awk(struct sh_filter *f)
{
	struct awk *w = arena_new(f->ev->arena, struct awk);
	bool ends = false;

	w->f = f;
	if (!read_words(w))
		return false;
	for (size_t from = 0, end; from < w->text.n && !ends; from = end + 1) {
		end = str_chr(w->text, '\n', from);
		end = end == SIZE_MAX ? w->text.n : end;
		w->number++;
		split(w, from, end);
		if (!sh_work(&f->ev->state, 1 + w->nfields) || !run_line(w, &ends))
			return false;
	}
	return true;
}
