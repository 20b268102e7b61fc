/*
 * GNU parallel: a command once for each combination of the arguments that it is given (parallel 20231122, parallel(1)).
 */
#include "argument_lists.h"

#include <string.h>

enum { SOURCES_MAX = 16 };

/* The arguments of one source, and whether it goes along with the one before it. */
struct source {
	struct argument_list list;
	bool linked;
	/** What --header calls it. */
	struct str name;
};

struct sources {
	VEC(struct source);
};

/* ":::" and its kin: whether arguments are files of arguments, and whether they go along. */
static bool is_mark(struct str word, bool *files, bool *linked)
{
	*files = str_starts(word, STR("::::"));
	*linked = str_ends(word, STR("+"));
	return str_among(word, STR(":::|::::|:::+|::::+"));
}

static struct source *add_source(struct stripping *p, struct sources *to, bool linked)
{
	struct source *s = vec_push(p->ev->arena, to);

	*s = (struct source){.linked = linked && to->n > 1};
	return s;
}

/* Whether bash would look for files, or the word is any number of words. */
static bool is_any(const struct sh_field *f)
{
	for (size_t i = 0; i < f->parts.n; i++) {
		const struct sh_part *part = sh_parts_at(f->parts, i);

		if (part->kind == PART_TEXT && !part->quoted &&
		    (str_chr(part->text, '*', 0) != SIZE_MAX || str_chr(part->text, '?', 0) != SIZE_MAX))
			return true;
	}
	return f->many;
}

/* Sources behind the command, from field `at` on. */
static void take_marked(struct stripping *p, size_t at, bool all_linked, struct sources *to)
{
	struct source *s = NULL;
	bool files = false, in_files, linked;

	for (; at < p->fields.n && to->n <= SOURCES_MAX; at++) {
		const struct sh_field *f = &p->fields.at[at];

		if (is_mark(strip_text(p, at), &in_files, &linked)) {
			files = in_files;
			all_linked |= linked && files;
			s = files ? NULL : add_source(p, to, linked || all_linked);
			continue;
		}
		if (files) {
			s = add_source(p, to, linked || all_linked);
			argument_input(p, str_is(strip_text(p, at), "-") ? NULL : f, '\n', &s->list);
		} else if (s && is_any(f)) {
			argument_unknown(p->ev, "one of the arguments of parallel", f->at, &s->list);
		} else if (s) {
			*vec_push(p->ev->arena, &s->list) = *f;
		}
	}
}

/* --header :, the first argument of each source is its name. */
static void take_names(struct stripping *p, struct sources *sources)
{
	for (size_t i = 0; i < sources->n; i++) {
		struct source *s = &sources->at[i];

		if (!s->list.n || s->list.open)
			continue;
		sh_field_text(p->ev, &s->list.at[0], &s->name);
		s->list.at++;
		s->list.n--;
	}
}

/* The columns of an argument: --colsep. A sign alone, or one that is written as an escape, and no other pattern. */
static bool take_columns(struct stripping *p, struct str sign, const struct sh_field *of, struct argument_list *out)
{
	char c = str_is(sign, "\\t") ? '\t' : str_among(sign, STR("\\s+|\\s")) || str_is(sign, " +") ? ' ' : sign.n == 1 ? sign.s[0] : 0;

	if (sign.n == 2 && sign.s[0] == '\\' && strchr("|.,;:", sign.s[1]))
		c = sign.s[1];
	if (!c)
		return false;
	argument_lines(p->ev, of->parts, c, of->at, out);
	return true;
}

/* The text of an argument as {}, {.}, {/}, {//} and {/.} have it. */
static struct sh_parts form_of(struct stripping *p, const struct sh_field *arg, struct str form)
{
	struct sh_eval *ev = p->ev;
	struct sh_parts parts = arg->parts, out = {0};
	size_t from = 0, to, slash, dot;
	struct str text;

	if (!form.n)
		return parts;
	if (!sh_parts_known(ev->arena, parts, &text)) {
		struct sh_part part = sh_part_unknown(STR("a part of an argument that is not known"), arg->at);

		part.given = true;
		sh_parts_push(ev->arena, &out, part);
		return out;
	}
	to = text.n;
	slash = str_rchr(text, '/');
	if (str_is(form, "//")) {
		if (slash != SIZE_MAX)
			return sh_parts_sub(ev->arena, parts, 0, slash);
		sh_parts_push(ev->arena, &out, sh_part_text(STR("."), (struct span){0}));
		return out;
	}
	if (form.s[0] == '/' && slash != SIZE_MAX)
		from = slash + 1;
	dot = str_rchr(text, '.');
	if (str_ends(form, STR(".")) && dot != SIZE_MAX && (slash == SIZE_MAX || dot > slash))
		to = dot;
	return sh_parts_sub(ev->arena, parts, from, to);
}

/* An argument as the shell that runs the command gets it: one word. */
static struct sh_parts as_word(struct sh_eval *ev, struct sh_parts in)
{
	static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-./:=,+@%";
	struct sh_parts out = {0};

	for (size_t i = 0; i < in.n; i++) {
		struct sh_part part = *sh_parts_at(in, i);
		struct str text = part.text;
		bool safe = true;

		part.given |= part.kind == PART_UNKNOWN;
		for (size_t k = 0; part.kind == PART_TEXT && k < text.n; k++)
			safe &= memchr(plain, text.s[k], sizeof(plain) - 1) != NULL;
		if (!safe) {
			char *to = arena_bytes(ev->arena, text.n * 2, 1);
			size_t n = 0;

			for (size_t k = 0; k < text.n; k++) {
				if (!memchr(plain, text.s[k], sizeof(plain) - 1))
					to[n++] = '\\';
				to[n++] = text.s[k];
			}
			part = sh_part_text((struct str){to, n}, (struct span){part.at.file, part.at.off, 0});
		}
		sh_parts_push(ev->arena, &out, part);
	}
	return out;
}

/* All arguments of a run, blanks between, in a form. */
static struct sh_parts all_of(struct stripping *p, const struct argument_list *args, struct str form, bool words)
{
	struct sh_parts out = {0};

	for (size_t i = 0; i < args->n; i++) {
		struct sh_parts one = form_of(p, &args->at[i], form);

		if (i)
			sh_parts_push(p->ev->arena, &out, sh_part_text(STR(" "), (struct span){0}));
		sh_parts_append(p->ev->arena, &out, words ? as_word(p->ev, one) : one);
	}
	return out;
}

struct run {
	struct stripping *p;
	const struct sources *sources;
	const struct argument_list *args;
	/** The sign for all arguments: "{}", or what -I says. */
	struct str place;
	size_t number;
	/** A sign for arguments stands in the command. */
	bool any;
};

/* A text with the signs for arguments replaced in it. */
static struct sh_parts put_arguments(struct run *r, struct sh_parts in)
{
	static const char *const forms[] = {"", ".", "/", "//", "/."};
	struct sh_eval *ev = r->p->ev;
	struct sh_parts number = {0};

	in = argument_put(ev, in, r->place, all_of(r->p, r->args, STR(""), true), &r->any);
	for (size_t f = 0; f < sizeof(forms) / sizeof(*forms); f++) {
		struct str form = str_of(forms[f]);

		if (form.n)
			in = argument_put(ev, in, str_fmt(ev->arena, "{%s}", forms[f]), all_of(r->p, r->args, form, true), &r->any);
		for (size_t i = 0; i < r->args->n; i++) {
			struct sh_parts one = as_word(ev, form_of(r->p, &r->args->at[i], form));
			struct str name = i < r->sources->n ? r->sources->at[i].name : STR("");

			in = argument_put(ev, in, str_fmt(ev->arena, "{%zu%s}", i + 1, forms[f]), one, &r->any);
			if (name.n)
				in = argument_put(ev, in, str_fmt(ev->arena, "{%.*s%s}", STR_ARG(name), forms[f]), one, &r->any);
		}
	}
	sh_parts_push(ev->arena, &number, sh_part_text(str_fmt(ev->arena, "%zu", r->number), (struct span){0}));
	in = argument_put(ev, in, STR("{#}"), number, &r->any);
	number = (struct sh_parts){0};
	sh_parts_push(ev->arena, &number, sh_part_unknown(STR("the slot of a job"), r->p->cmd->at));
	return argument_put(ev, in, STR("{%}"), number, &r->any);
}

/* The command, up to field `to`, with the arguments of one run; without a command they are one. */
static void run_with(struct stripping *p, size_t to, const struct sources *sources, const struct launch_layer *layer,
		     const struct argument_list *args, size_t number)
{
	struct run r = {.p = p, .sources = sources, .args = args, .place = argument_option(layer, "I"), .number = number};
	bool quoted = argument_has_option(layer, "q") || argument_has_option(layer, "quote");
	struct sh_fields words = {.open = p->fields.open};

	if (!r.place.n)
		r.place = STR("{}");
	for (size_t i = p->i; i < to && sh_work(&p->ev->state, 1 + args->n); i++) {
		struct sh_field *word = vec_push(p->ev->arena, &words);

		*word = p->fields.at[i];
		word->parts = put_arguments(&r, quoted ? as_word(p->ev, word->parts) : word->parts);
	}
	if (!r.any && args->n)
		*vec_push(p->ev->arena, &words) =
		    (struct sh_field){.parts = all_of(p, args, STR(""), p->i < to), .at = args->at[0].at};
	argument_run(p, &words, true, args);
}

/* The arguments of combination `n` of the sources, the last of them going first; false: there are no more. */
static bool combination(const struct sources *sources, size_t n, struct arena *a, struct argument_list *out)
{
	size_t index[SOURCES_MAX + 1] = {0};

	for (size_t i = sources->n; i-- > 0;) {
		const struct source *s = &sources->at[i];

		if (s->linked)
			continue;
		if (!s->list.n)
			return false;
		index[i] = n % s->list.n;
		n /= s->list.n;
	}
	for (size_t i = 0; i < sources->n; i++) {
		const struct source *s = &sources->at[i];

		if (s->linked)
			index[i] = index[i - 1];
		if (!s->list.n)
			continue;
		*vec_push(a, out) = s->list.at[index[i] % s->list.n];
		out->open |= s->list.open;
	}
	return !n;
}

/* -N 2: some arguments of the only source together. */
static bool together(const struct sources *sources, size_t n, size_t each, struct arena *a, struct argument_list *out)
{
	const struct argument_list *list = &sources->at[0].list;

	for (size_t i = n * each; i < list->n && i - n * each < each; i++)
		*vec_push(a, out) = list->at[i];
	out->open = list->open;
	return out->n > 0;
}

/* How many arguments each run has of the only source. */
static size_t each_of(const struct launch_layer *layer, const struct sources *sources)
{
	static const char *const options[] = {"max_replace_args", "max_args", "L"};
	int64_t n = 1;

	if (sources->n != 1)
		return 1;
	for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++)
		if (str_to_int(argument_option(layer, options[i]), &n) && n > 0)
			return (size_t)n;
	return argument_has_option(layer, "X") || argument_has_option(layer, "m") || argument_has_option(layer, "xargs")
		       ? sources->at[0].list.n + 1
		       : 1;
}

static void run_all(struct stripping *p, size_t to, const struct sources *sources, const struct launch_layer *layer)
{
	struct str sign = argument_option(layer, "colsep");
	size_t each = each_of(layer, sources);

	if (argument_has_option(layer, "csv"))
		sign = STR(",");
	for (size_t n = 0; sh_work(&p->ev->state, 1); n++) {
		struct argument_list args = {0}, columns = {0};

		if (!(each > 1 ? together(sources, n, each, p->ev->arena, &args) : combination(sources, n, p->ev->arena, &args)))
			return;
		if (n >= ARGUMENT_RUNS_MAX) {
			for (size_t i = 0; i < args.n; i++)
				argument_unknown(p->ev, "one of many arguments", args.at[i].at, &columns);
			run_with(p, to, sources, layer, &columns, n + 1);
			sh_spent(&p->ev->state, "64 commands of one parallel");
			return;
		}
		for (size_t i = 0; sign.n && i < args.n; i++)
			if (!take_columns(p, sign, &args.at[i], &columns))
				argument_unknown(p->ev, "a column of an argument", args.at[i].at, &columns);
		run_with(p, to, sources, layer, sign.n ? &columns : &args, n + 1);
	}
}

void strip_parallel(struct stripping *p, const struct launch_layer *layer, const struct sh_fields *files)
{
	bool linked = argument_has_option(layer, "link") || argument_has_option(layer, "xapply"), in_files, along;
	bool null = argument_has_option(layer, "0") || argument_has_option(layer, "null");
	struct argument_list none = {0};
	struct sources sources = {0};
	size_t to = p->i;

	while (to < p->fields.n && !is_mark(strip_text(p, to), &in_files, &along))
		to++;
	if (argument_has_option(layer, "dry_run") || argument_has_option(layer, "dryrun"))
		return;
	if (argument_has_option(layer, "pipe") || argument_has_option(layer, "nonall") || argument_has_option(layer, "semaphore")) {
		/* What comes in is for the command itself. */
		none.open = true;
		run_with(p, to, &sources, layer, &none, 1);
		return;
	}
	for (size_t i = 0; i < files->n; i++)
		argument_input(p, &files->at[i], null ? '\0' : '\n', &add_source(p, &sources, linked)->list);
	take_marked(p, to, linked, &sources);
	if (!sources.n)
		argument_input(p, NULL, null ? '\0' : '\n', &add_source(p, &sources, false)->list);
	if (argument_has_option(layer, "header"))
		take_names(p, &sources);
	if (sources.n <= SOURCES_MAX)
		run_all(p, to, &sources, layer);
}
