/*
 * Lists of arguments from files and from standard input; and xargs, which runs a command once for each of them, or for some of them
 * together (findutils 4.9, xargs(1)).
 */
#include "argument_lists.h"

#include <string.h>

struct str argument_option(const struct launch_layer *layer, const char *name)
{
	const struct node *value = node_get(layer->options, str_of(name));

	return value && value->kind == NODE_STR ? value->text : STR("");
}

bool argument_has_option(const struct launch_layer *layer, const char *name)
{
	return node_get(layer->options, str_of(name)) != NULL;
}

void argument_unknown(struct sh_eval *ev, const char *why, struct span at, struct argument_list *out)
{
	struct sh_field *field = vec_push(ev->arena, out);
	struct sh_part part = sh_part_unknown(str_of(why), at);

	/* One word, whatever it is. */
	part.given = true;
	*field = (struct sh_field){.at = at};
	sh_parts_push(ev->arena, &field->parts, part);
	out->open = true;
}

/* A part alone. */
static struct sh_parts alone(struct sh_eval *ev, struct sh_part part)
{
	struct sh_parts out = {0};

	sh_parts_push(ev->arena, &out, part);
	return out;
}

/* Ends an argument, unless nothing stands there. */
static void end_argument(struct sh_eval *ev, struct sh_parts *parts, struct span at, struct argument_list *out)
{
	struct sh_field field = {.parts = *parts, .at = at};
	bool known = false;
	struct str text;

	*parts = (struct sh_parts){0};
	if (!field.parts.n || (sh_parts_known(ev->arena, field.parts, &text) && !str_trim(text).n))
		return;
	for (size_t i = 0; i < field.parts.n; i++)
		known |= sh_parts_at(field.parts, i)->kind != PART_UNKNOWN;
	if (sh_parts_at(field.parts, 0)->kind == PART_TEXT && span_known(sh_parts_at(field.parts, 0)->at))
		field.at = sh_parts_at(field.parts, 0)->at;
	/* What a command prints that nobody computed may be many lines. */
	out->open |= !known;
	*vec_push(ev->arena, out) = field;
}

void argument_lines(struct sh_eval *ev, struct sh_parts text, char sign, struct span at, struct argument_list *out)
{
	struct sh_parts line = {0};

	for (size_t i = 0; i < text.n && sh_work(&ev->state, 1); i++) {
		struct sh_part part = *sh_parts_at(text, i);
		size_t from = 0, to;

		if (part.kind != PART_TEXT) {
			part.given |= part.kind == PART_UNKNOWN;
			sh_parts_push(ev->arena, &line, part);
			continue;
		}
		while ((to = str_chr(part.text, sign, from)) != SIZE_MAX && sh_work(&ev->state, 1)) {
			size_t end = to > from && sign == '\n' && part.text.s[to - 1] == '\r' ? to - 1 : to;

			sh_parts_append(ev->arena, &line, sh_parts_sub(ev->arena, alone(ev, part), from, end));
			end_argument(ev, &line, at, out);
			from = to + 1;
		}
		if (from < part.text.n)
			sh_parts_append(ev->arena, &line, sh_parts_sub(ev->arena, alone(ev, part), from, part.text.n));
	}
	end_argument(ev, &line, at, out);
}

void argument_input(struct stripping *p, const struct sh_field *file, char sign, struct argument_list *out)
{
	struct sh_eval *ev = p->ev;
	const struct sh_value *in = ev->input;
	struct span at = file ? file->at : p->fields.at[0].at;
	struct sh_parts text;
	size_t had = out->n;

	if (file ? !file->n_picks && sh_read_placed(ev, file, &text) : in && in->kind == SH_VALUE_SCALAR) {
		argument_lines(ev, file ? text : in->parts, sign, at, out);
		if (out->n > had || file)
			return;
	}
	argument_unknown(ev, file ? "a line of a file that is not here" : "what the command reads", at, out);
}

/* A part of texts that stand together, with each place of a text in them replaced. */
static void put_in_text(struct sh_eval *ev, struct sh_parts texts, struct str what, struct sh_parts with, bool *any,
			struct sh_parts *out)
{
	struct str text;
	size_t from = 0, at;

	if (!texts.n || !sh_parts_known(ev->arena, texts, &text))
		return;
	while ((at = str_find(text, what, from)) != SIZE_MAX && sh_work(&ev->state, texts.n + with.n)) {
		sh_parts_append(ev->arena, out, sh_parts_sub(ev->arena, texts, from, at));
		sh_parts_append(ev->arena, out, with);
		from = at + what.n;
		*any = true;
	}
	sh_parts_append(ev->arena, out, sh_parts_sub(ev->arena, texts, from, text.n));
}

struct sh_parts argument_put(struct sh_eval *ev, struct sh_parts in, struct str what, struct sh_parts with, bool *any)
{
	struct sh_parts out = {0}, texts = {0};

	for (size_t i = 0; i < in.n; i++) {
		const struct sh_part *part = sh_parts_at(in, i);

		if (part->kind == PART_TEXT) {
			sh_parts_push(ev->arena, &texts, *part);
			continue;
		}
		put_in_text(ev, texts, what, with, any, &out);
		texts = (struct sh_parts){0};
		sh_parts_push(ev->arena, &out, *part);
	}
	put_in_text(ev, texts, what, with, any, &out);
	return out;
}

void argument_run(struct stripping *p, const struct sh_fields *words, bool as_code, const struct argument_list *of)
{
	struct sh_eval *ev = p->ev;
	const struct node *guard = ev->guard;
	const struct sh_value *input = ev->input;
	bool capturing = ev->capturing;
	size_t mark = sh_mark(&ev->state);

	/* What it prints is not computed. */
	ev->capturing = false;
	ev->input = NULL;
	ev->loops += of->open;
	for (size_t i = 0; i < of->n; i++)
		for (size_t k = 0; k < of->at[i].n_picks; k++)
			ev->guard = sh_when_and(ev->arena, of->at[i].picks[k].fork->when[of->at[i].picks[k].alternative], ev->guard);
	ev->calls++;
	if (as_code)
		sh_eval_fields(ev, words, 0, words->n, true);
	else if (words->n && ev->calls < SH_CALLS_MAX)
		sh_run_words(ev, p->cmd, words);
	ev->calls--;
	ev->guard = guard;
	ev->loops -= of->open;
	ev->capturing = capturing;
	ev->input = input;
	sh_undo(&ev->state, mark);
}

/* ---- xargs ---- */

/* How the arguments of a run are told apart. */
struct division {
	/** The text that each stands for; empty: they stand behind the command. */
	struct str place;
	/** How many a run has; 0: all. */
	size_t each;
	/** Lines and not words. */
	bool lines;
	/** The sign between them; 0: blanks and newlines. */
	char sign;
};

static struct division division_of(const struct launch_layer *layer)
{
	struct division d = {.place = argument_option(layer, "replace_str")};
	struct str sign = argument_option(layer, "delimiter");
	int64_t n = 0;

	if (!d.place.n && (argument_has_option(layer, "i") || argument_has_option(layer, "replace")))
		d.place = argument_option(layer, "replace").n ? argument_option(layer, "replace") : STR("{}");
	if (argument_has_option(layer, "max_lines")) {
		d.lines = true;
		d.each = str_to_int(argument_option(layer, "max_lines"), &n) && n > 0 ? (size_t)n : 1;
	} else if (str_to_int(argument_option(layer, "max_args"), &n) && n > 0) {
		d.each = (size_t)n;
	}
	if (str_is(sign, "\\n"))
		d.sign = '\n';
	else if (str_is(sign, "\\t"))
		d.sign = '\t';
	else if (sign.n == 1)
		d.sign = sign.s[0];
	if (d.place.n) {
		d.lines = true;
		d.each = 1;
	}
	return d;
}

/* The words of a line without their quotes, added to a list; what is not known in part is one word. */
static void words_of_line(struct sh_eval *ev, const struct sh_field *line, struct argument_list *out)
{
	struct sh_parts word = {0};
	char quote = 0;
	bool any = false;

	for (size_t i = 0; i < line->parts.n; i++) {
		struct sh_part part = *sh_parts_at(line->parts, i);
		struct sh_parts one = {0};
		size_t from = 0;

		if (part.kind != PART_TEXT) {
			sh_parts_push(ev->arena, &word, part);
			any = true;
			continue;
		}
		sh_parts_push(ev->arena, &one, part);
		for (size_t k = 0; k <= part.text.n; k++) {
			char c = k < part.text.n ? part.text.s[k] : 0;
			bool blank = c && !quote && strchr(" \t\n", c), marks = c && (quote ? c == quote : c == '"' || c == '\'');

			if (k < part.text.n && !blank && !marks) {
				any = true;
				continue;
			}
			if (k > from)
				sh_parts_append(ev->arena, &word, sh_parts_sub(ev->arena, one, from, k));
			from = k + 1;
			any |= marks;
			quote = marks ? (quote ? 0 : c) : quote;
			if (blank && any) {
				*vec_push(ev->arena, out) = (struct sh_field){.parts = word, .at = line->at};
				word = (struct sh_parts){0};
				any = false;
			}
		}
	}
	if (any)
		*vec_push(ev->arena, out) = (struct sh_field){.parts = word, .at = line->at};
}

/* A line as one argument, without blanks in front. */
static struct sh_field whole_line(struct sh_eval *ev, struct sh_field line)
{
	struct str text;
	size_t n = 0;

	if (!sh_parts_known(ev->arena, line.parts, &text))
		return line;
	while (n < text.n && strchr(" \t", text.s[n]))
		n++;
	line.parts = sh_parts_sub(ev->arena, line.parts, n, text.n);
	return line;
}

/* The words of the command with some of the arguments: in their place, or behind it. */
static void run_with(struct stripping *p, const struct division *d, const struct argument_list *some)
{
	struct sh_eval *ev = p->ev;
	struct sh_fields words = {.open = p->fields.open};

	for (size_t i = p->i; i < p->fields.n && sh_work(&ev->state, 1); i++) {
		struct sh_field *word = vec_push(ev->arena, &words);
		bool any = false;

		*word = p->fields.at[i];
		if (d->place.n && some->n)
			word->parts = argument_put(ev, word->parts, d->place, some->at[0].parts, &any);
		if (any && str_eq(strip_text(p, i), d->place))
			word->at = some->at[0].at;
	}
	for (size_t i = 0; !d->place.n && i < some->n; i++)
		*vec_push(ev->arena, &words) = some->at[i];
	argument_run(p, &words, false, some);
}

/* The arguments that a run has together: words, or those of lines. */
static void gather(struct sh_eval *ev, const struct division *d, const struct argument_list *lines, struct argument_list *out)
{
	for (size_t i = 0; i < lines->n; i++)
		if (d->place.n || d->sign)
			*vec_push(ev->arena, out) = d->place.n ? whole_line(ev, lines->at[i]) : lines->at[i];
		else
			words_of_line(ev, &lines->at[i], out);
	out->open = lines->open;
}

void strip_xargs(struct stripping *p, const struct launch_layer *layer, const struct sh_field *file)
{
	struct division d = division_of(layer);
	struct argument_list lines = {0}, all = {0};
	size_t runs = 0, each;

	if (p->i >= p->fields.n)
		return;
	argument_input(p, file, d.sign ? d.sign : '\n', &lines);
	if (d.lines && !d.place.n)
		all = lines;
	else
		gather(p->ev, &d, &lines, &all);
	each = d.each ? d.each : all.n;
	for (size_t from = 0; from < all.n && sh_work(&p->ev->state, 1); from += each) {
		struct argument_list some = {.open = all.open}, words = {0};

		if (runs++ >= ARGUMENT_RUNS_MAX) {
			argument_unknown(p->ev, "one of many arguments", all.at[from].at, &words);
			run_with(p, &d, &words);
			sh_spent(&p->ev->state, "64 commands of one xargs");
			return;
		}
		for (size_t i = from; i < all.n && i < from + each; i++)
			*vec_push(p->ev->arena, &some) = all.at[i];
		if (d.lines && !d.place.n)
			gather(p->ev, &d, &some, &words);
		run_with(p, &d, d.lines && !d.place.n ? &words : &some);
	}
}
