/*
 * The line of a file that has a number: what a task of a job array runs, sed -n "${SLURM_ARRAY_TASK_ID}p" commands.txt. Of a
 * number that is not known it is any line.
 */
#include "filter.h"
#include "sed.h"

#include <string.h>

/* Prints the line, and those before it if these are asked for; false if the text is not known, or is of too many lines. */
static bool print_line(struct sh_filter *f, struct sh_parts number, struct sh_parts in, bool before)
{
	struct sh_eval *ev = f->ev;
	const struct sh_value *values[SH_ONE_OF_MAX];
	struct str labels[SH_ONE_OF_MAX], text, known;
	int64_t wanted = 0, line = 0;
	struct sh_parts out = {0};
	size_t n = 0;

	if (sh_parts_known(ev->arena, number, &known) && (!str_to_int(known, &wanted) || wanted < 1))
		return false;
	if (!sh_parts_known(ev->arena, in, &text) || !sh_work(&ev->state, text.n))
		return false;
	for (size_t from = 0, end; from < text.n && n < SH_ONE_OF_MAX; from = end + 1) {
		struct sh_parts parts;

		end = str_chr(text, '\n', from);
		end = end == SIZE_MAX ? text.n : end;
		line++;
		/* No task is given a line without anything. */
		if (wanted ? line != wanted : !str_trim(str_sub(text, from, end)).n)
			continue;
		parts = sh_parts_sub(ev->arena, in, before ? 0 : from, end > from && text.s[end - 1] == '\r' ? end - 1 : end);
		labels[n] = str_fmt(ev->arena, "%lld", (long long)line);
		values[n++] = sh_value_of(ev->arena, parts, f->fields->at[0].at);
	}
	if (n == SH_ONE_OF_MAX)
		return false;
	if (!n)
		return wanted > 0;
	/* Lines of two files go together, and not a line with an element of an array, which is counted from 0. */
	out = sh_one_of(ev, values, labels, n, str_cat(ev->arena, STR("line "), sh_index_text(ev, number)), STR("the number of the line"),
			f->fields->at[0].at);
	sh_print(ev, out);
	return sh_filter_print(f, STR(""));
}

/* The parts before a text that ends them; false if they do not end so, or nothing is before it. */
static bool before_end(struct sh_eval *ev, struct sh_parts parts, const char *end, struct sh_parts *out)
{
	const struct sh_part *last = parts.n ? sh_parts_at(parts, parts.n - 1) : NULL;
	struct str tail = str_of(end);
	size_t n;

	if (!last || last->kind != PART_TEXT || !str_ends(last->text, tail))
		return false;
	n = last->text.n - tail.n;
	*out = (struct sh_parts){0};
	for (size_t i = 0; i + 1 < parts.n; i++)
		sh_parts_push(ev->arena, out, *sh_parts_at(parts, i));
	if (n) {
		struct sh_parts one = {0};

		sh_parts_push(ev->arena, &one, *last);
		sh_parts_append(ev->arena, out, sh_parts_sub(ev->arena, one, 0, n));
	}
	return out->n > 0;
}

/* Whether parts are a number: digits, or one part that is not known. */
static bool is_number(struct sh_eval *ev, struct sh_parts parts)
{
	struct str text;
	int64_t n;

	if (sh_parts_known(ev->arena, parts, &text))
		return str_to_int(text, &n);
	return parts.n == 1 && sh_parts_at(parts, 0)->kind == PART_UNKNOWN;
}

bool sh_sed_line(struct sh_filter *f)
{
	static const struct {
		const char *end;
		bool quiet;
	} rows[] = {{"{p;q;}", true}, {"{p;q}", true}, {" p", true}, {"p", true}, {"q;d", false}, {"!d", false}};
	struct sh_parts number, in;
	struct sh_sed sed;

	if (!sh_sed_words(f->ev, f->fields, &sed) || sed.n != 1 || sed.in_place)
		return false;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (rows[i].quiet == sed.quiet && before_end(f->ev, f->fields->at[sed.scripts[0]].parts, rows[i].end, &number) &&
		    is_number(f->ev, number))
			return sh_filter_input(f, sed.file == SIZE_MAX ? f->fields->n : sed.file, &in) && print_line(f, number, in, false);
	return false;
}

/* "NR == n {print}" without its blanks, as far as it is known: a part that is not is "\1". */
static struct str program(struct sh_eval *ev, struct sh_parts parts, struct sh_parts *number)
{
	struct str out = {0};

	for (size_t i = 0; i < parts.n; i++) {
		const struct sh_part *part = sh_parts_at(parts, i);

		if (part->kind != PART_TEXT) {
			out = str_cat(ev->arena, out, STR("\1"));
			*number = (struct sh_parts){0};
			sh_parts_push(ev->arena, number, *part);
			continue;
		}
		for (struct str_cut cut = {.tail = part->text}; cut.tail.n;) {
			cut = str_cut(cut.tail, ' ');
			out = str_cat(ev->arena, out, cut.head);
		}
	}
	return out;
}

/* The known text at the start, of one part. */
static struct str head_of(struct sh_parts parts)
{
	return parts.n && sh_parts_at(parts, 0)->kind == PART_TEXT ? sh_parts_at(parts, 0)->text : STR("");
}

/* The value that -v gives a name, among the words before the program; the place of the program in *at. */
static bool given(struct sh_filter *f, struct str name, size_t *at, struct sh_parts *out)
{
	bool found = false;
	size_t i = 1;

	for (; i < f->fields->n && str_starts(head_of(f->fields->at[i].parts), STR("-v")); i++) {
		struct sh_parts parts = f->fields->at[i].parts;
		struct str head = head_of(parts);

		if (str_is(head, "-v") && i + 1 < f->fields->n)
			head = head_of(parts = f->fields->at[++i].parts);
		else
			head = str_sub(head, 2, head.n);
		if (!str_eq(str_cut(head, '=').head, name) || !parts.n)
			continue;
		/* NAME=$N, and no more. */
		found = parts.n == 2 && str_ends(head, STR("=")) && sh_parts_at(parts, 1)->kind == PART_UNKNOWN;
		*out = (struct sh_parts){0};
		if (found)
			sh_parts_push(f->ev->arena, out, *sh_parts_at(parts, 1));
	}
	*at = i;
	return found;
}

bool sh_awk_line(struct sh_filter *f)
{
	static const char *const ends[] = {"", "{print}", "{print$0}", "{print;exit}", "{print$0;exit}", "{print;exit;}"};
	struct sh_parts number = {0}, in;
	struct str text;
	size_t at;

	given(f, STR(""), &at, &number);
	if (at >= f->fields->n || f->fields->at[at].n_picks)
		return false;
	text = program(f->ev, f->fields->at[at].parts, &number);
	if (!str_starts(text, STR("NR==")))
		return false;
	text = str_sub(text, 4, text.n);
	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		struct str name = text, end = str_of(ends[i]);

		if (!str_ends(text, end))
			continue;
		name.n -= end.n;
		if (number.n ? str_is(name, "\1") : sh_name_length(name) == name.n && name.n && given(f, name, &at, &number))
			return sh_filter_input(f, at + 1, &in) && print_line(f, number, in, false);
	}
	return false;
}

/* The words of head and tail: -n N, -nN or -N, and the file behind it. 10 lines are what neither says. */
static bool lines_asked(struct sh_filter *f, struct sh_parts *number, struct sh_parts *in)
{
	struct str first = f->fields->n > 1 ? head_of(f->fields->at[1].parts) : STR("");
	size_t at = 1;
	struct str text;

	if (f->fields->n > 1 && f->fields->at[1].n_picks)
		return false;
	*number = (struct sh_parts){0};
	if (str_is(first, "-n") && f->fields->at[1].parts.n == 1) {
		if (f->fields->n < 3 || f->fields->at[2].n_picks)
			return false;
		*number = f->fields->at[2].parts;
		at = 3;
	} else if (str_starts(first, STR("-"))) {
		size_t skip = str_starts(first, STR("-n")) ? 2 : 1;

		for (size_t i = 0; i < f->fields->at[1].parts.n; i++) {
			struct sh_parts one = {0};

			sh_parts_push(f->ev->arena, &one, *sh_parts_at(f->fields->at[1].parts, i));
			if (!i && first.n == skip)
				continue;
			sh_parts_append(f->ev->arena, number, i ? one : sh_parts_sub(f->ev->arena, one, skip, first.n));
		}
		at = 2;
	} else {
		sh_parts_push(f->ev->arena, number, sh_part_text(STR("10"), (struct span){0}));
	}
	/* "-n +2" and "-n -2" are counted from elsewhere. */
	if (!is_number(f->ev, *number) || (sh_parts_known(f->ev->arena, *number, &text) && !(text.n && text.s[0] >= '0' && text.s[0] <= '9')))
		return false;
	return sh_filter_input(f, at, in);
}

/* Prints parts of known text from a byte to another, and ends the last line. */
static bool print_lines(struct sh_filter *f, struct sh_parts in, size_t from, size_t to)
{
	if (from == to)
		return true;
	sh_print(f->ev, sh_parts_sub(f->ev->arena, in, from, to));
	return sh_filter_print(f, STR(""));
}

bool sh_head(struct sh_filter *f)
{
	struct sh_parts number, in;
	struct str text;
	int64_t n = 0;
	size_t to = 0;

	if (!lines_asked(f, &number, &in))
		return false;
	if (!sh_parts_known(f->ev->arena, number, &text))
		return print_line(f, number, in, true);
	if (!str_to_int(text, &n) || !sh_parts_known(f->ev->arena, in, &text) || !sh_work(&f->ev->state, text.n))
		return false;
	for (; n > 0 && to < text.n; n--)
		to = str_chr(text, '\n', to) == SIZE_MAX ? text.n : str_chr(text, '\n', to) + 1;
	return print_lines(f, in, 0, to && text.s[to - 1] == '\n' ? to - 1 : to);
}

/* Where the last n lines of a text begin, which does not end in a newline. */
static size_t last_lines(struct str text, int64_t n)
{
	size_t from = text.n;

	while (n-- > 0 && from != SIZE_MAX && from)
		from = str_rchr(str_sub(text, 0, from), '\n');
	return from == SIZE_MAX || !text.n ? 0 : from + (from < text.n);
}

/* The last line of each of the texts that head printed of a number which is not known; NULL: they are others. */
static const struct sh_value *last_of_each(struct sh_eval *ev, const struct sh_value *v)
{
	const struct sh_value **alt;
	struct sh_value *out;
	struct str text;

	if (v->kind == SH_VALUE_SCALAR) {
		if (!sh_parts_known(ev->arena, v->parts, &text))
			return NULL;
		return sh_value_of(ev->arena, sh_parts_sub(ev->arena, v->parts, last_lines(text, 1), text.n), v->at);
	}
	if (v->kind != SH_VALUE_CHOICE)
		return NULL;
	out = arena_new(ev->arena, struct sh_value);
	*out = *v;
	alt = arena_news(ev->arena, const struct sh_value *, v->fork->n);
	for (size_t i = 0; i < v->fork->n; i++)
		if (!(alt[i] = last_of_each(ev, v->alt[i])))
			return NULL;
	out->alt = alt;
	return out;
}

bool sh_tail(struct sh_filter *f)
{
	const struct sh_part *part;
	const struct sh_value *last;
	struct sh_parts number, in, out = {0};
	struct str text;
	int64_t n = 0;
	size_t end;

	if (!lines_asked(f, &number, &in) || !sh_parts_known(f->ev->arena, number, &text) || !str_to_int(text, &n) || n < 1)
		return false;
	part = in.n ? sh_parts_at(in, 0) : NULL;
	if (n == 1 && in.n == 2 && part->kind == PART_CHOICE && sh_parts_at(in, 1)->kind == PART_TEXT && str_is(sh_parts_at(in, 1)->text, "\n")) {
		last = sh_work(&f->ev->state, SH_ONE_OF_MAX) ? last_of_each(f->ev, part->choice) : NULL;
		if (!last)
			return false;
		sh_parts_push(f->ev->arena, &out, (struct sh_part){.kind = PART_CHOICE, .choice = last, .at = part->at});
		sh_print(f->ev, out);
		return sh_filter_print(f, STR(""));
	}
	if (!sh_parts_known(f->ev->arena, in, &text) || !sh_work(&f->ev->state, text.n))
		return false;
	end = text.n && text.s[text.n - 1] == '\n' ? text.n - 1 : text.n;
	return print_lines(f, in, last_lines(str_sub(text, 0, end), n), end);
}
