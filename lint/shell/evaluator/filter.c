/* Commands whose output can be computed, for $( ): a row each. What they cannot do is unknown. */
#include "filter.h"

#include "sed.h"

#include <string.h>

struct str sh_filter_word(const struct sh_filter *f, size_t i)
{
	struct str text = {0};

	if (i < f->fields->n)
		sh_field_text(f->ev, &f->fields->at[i], &text);
	return text;
}

/** Every word is one known word. */
static bool known_words(const struct sh_filter *f)
{
	struct str text;

	for (size_t i = 0; i < f->fields->n; i++)
		if (f->fields->at[i].n_picks || !sh_field_text(f->ev, &f->fields->at[i], &text))
			return false;
	return true;
}

/** Standard input as known text: what the filter works on. */
static bool input(struct sh_filter *f)
{
	const struct sh_value *in = f->ev->input;

	return in && in->kind == SH_VALUE_SCALAR && known_words(f) &&
	       sh_parts_known(f->ev->arena, in->parts, &f->text) && sh_work(&f->ev->state, f->text.n);
}

static bool print(const struct sh_filter *f, struct str s)
{
	struct sh_parts out = {0};

	sh_parts_push(f->ev->arena, &out,
		      sh_part_text(s, (struct span){0, 0, (uint32_t)(s.n ? 0 : 1)}));
	sh_print(f->ev, out);
	return true;
}

bool sh_filter_print(const struct sh_filter *f, struct str s)
{
	return print(f, str_cat(f->ev->arena, s, STR("\n")));
}

static bool sequence(struct sh_filter *f)
{
	int64_t from = 1, step = 1, to = 0;
	struct str separator = STR("\n"), out = {0};
	size_t i = 1;

	if (!known_words(f))
		return false;
	if (str_is(sh_filter_word(f, 1), "-s")) {
		separator = sh_filter_word(f, 2);
		i = 3;
	} else if (str_starts(sh_filter_word(f, 1), STR("-s"))) {
		separator = str_sub(sh_filter_word(f, 1), 2, sh_filter_word(f, 1).n);
		i = 2;
	}
	if (f->fields->n <= i || f->fields->n > i + 3 ||
	    !str_to_int(sh_filter_word(f, f->fields->n - 1), &to) ||
	    (f->fields->n > i + 1 && !str_to_int(sh_filter_word(f, i), &from)) ||
	    (f->fields->n == i + 3 && (!str_to_int(sh_filter_word(f, i + 1), &step) || !step)))
		return false;
	/* At most what a loop would run through, some times over. */
	if (from > INT32_MAX || from < INT32_MIN || to > INT32_MAX || to < INT32_MIN ||
	    step > INT32_MAX || step < INT32_MIN || (to - from) / step > 1000)
		return false;
	for (int64_t n = from; step > 0 ? n <= to : n >= to; n += step)
		out = str_cat(f->ev->arena, out.n ? str_cat(f->ev->arena, out, separator) : out,
			      str_fmt(f->ev->arena, "%lld", (long long)n));
	return out.n ? sh_filter_print(f, out) : true;
}

/** expr and let $(( )) agree on whole numbers. */
static bool expression(struct sh_filter *f)
{
	struct sh_parts all = {0};
	int64_t n;

	for (size_t i = 1; i < f->fields->n; i++) {
		struct str w = sh_filter_word(f, i);

		if (f->fields->at[i].n_picks)
			return false;
		for (size_t k = 0; k < w.n; k++)
			if (!strchr("0123456789+-*/%() ", w.s[k]))
				return false;
		sh_parts_push(f->ev->arena, &all, sh_part_text(STR(" "), (struct span){0}));
		for (size_t k = 0; k < f->fields->at[i].parts.n; k++)
			sh_parts_push(f->ev->arena, &all, *sh_parts_at(f->fields->at[i].parts, k));
	}
	return sh_arith_int(&f->ev->state, all, &n) &&
	       sh_filter_print(f, str_fmt(f->ev->arena, "%lld", (long long)n));
}

/** bc on whole numbers, as in $(echo "$A * $B" | bc); a division needs scale to be exact. */
static bool calculator(struct sh_filter *f)
{
	struct sh_parts all = {0};
	int64_t n;

	if (!input(f) || f->fields->n > 1)
		return false;
	for (size_t i = 0; i < f->text.n; i++)
		if (!strchr("0123456789+-*/() \n", f->text.s[i]))
			return false;
	sh_parts_push(f->ev->arena, &all, sh_part_text(str_trim(f->text), (struct span){0}));
	return sh_arith_int(&f->ev->state, all, &n) &&
	       sh_filter_print(f, str_fmt(f->ev->arena, "%lld", (long long)n));
}

/** A set of tr: bytes, \n, and the classes; false for ranges and what else there is. */
static bool tr_set(struct sh_filter *f, struct str s, struct str *out)
{
	char *to;
	size_t n = 0;

	if (str_is(s, "[:upper:]") || str_is(s, "A-Z"))
		s = STR("ABCDEFGHIJKLMNOPQRSTUVWXYZ");
	else if (str_is(s, "[:lower:]") || str_is(s, "a-z"))
		s = STR("abcdefghijklmnopqrstuvwxyz");
	else if (str_is(s, "[:space:]"))
		s = STR(" \t\n\v\f\r");
	else if (str_chr(s, '-', 0) != SIZE_MAX && s.n > 1)
		return false;
	if (s.n && s.s[0] == '[')
		return false;
	to = arena_news(f->ev->arena, char, s.n + 1);
	for (size_t i = 0; i < s.n; i++) {
		if (s.s[i] == '\\' && i + 1 < s.n) {
			i++;
			to[n++] = s.s[i] == 'n' ? '\n' : s.s[i] == 't' ? '\t' : s.s[i];
		} else {
			to[n++] = s.s[i];
		}
	}
	*out = (struct str){to, n};
	return true;
}

/* A text with each of the bytes of one set replaced by that of another; to.n 0: taken out. */
static struct str translated(struct sh_filter *f, struct str text, struct str from, struct str to)
{
	char *out = arena_news(f->ev->arena, char, text.n + 1);
	size_t n = 0;

	for (size_t i = 0; i < text.n; i++) {
		size_t hit = str_chr(from, text.s[i], 0);

		if (hit == SIZE_MAX)
			out[n++] = text.s[i];
		else if (to.n)
			out[n++] = to.s[hit < to.n ? hit : to.n - 1];
	}
	return (struct str){out, n};
}

static bool is_blank_set(struct str set)
{
	for (size_t i = 0; i < set.n; i++)
		if (!strchr(" \t\n\r", set.s[i]))
			return false;
	return set.n > 0;
}

/* Of what is not known, or is one of several texts, blanks alone can be translated: they are as good as any. */
static bool translate(struct sh_filter *f)
{
	bool delete = str_is(sh_filter_word(f, 1), "-d");
	const struct sh_value *in = f->ev->input;
	struct str from, to = {0}, text;
	struct sh_parts out = {0};

	if (!in || in->kind != SH_VALUE_SCALAR || !known_words(f) || f->fields->n != 3 ||
	    !tr_set(f, sh_filter_word(f, delete ? 2 : 1), &from) ||
	    (!delete &&(!tr_set(f, sh_filter_word(f, 2), &to) || !to.n)))
		return false;
	if (!sh_work(&f->ev->state, in->parts.n + in->parts.bytes) ||
	    (!sh_parts_known(f->ev->arena, in->parts, &text) && !is_blank_set(from)))
		return false;
	for (size_t i = 0; i < in->parts.n; i++) {
		struct sh_part part = *sh_parts_at(in->parts, i);

		if (part.kind == PART_TEXT) {
			part.text = translated(f, part.text, from, to);
			part.at.len = part.text.n == sh_parts_at(in->parts, i)->text.n ? part.at.len : 0;
		}
		sh_parts_push(f->ev->arena, &out, part);
	}
	sh_print(f->ev, out);
	return true;
}

static bool count(struct sh_filter *f)
{
	struct str what = sh_filter_word(f, 1);
	uint64_t lines = 0, words = 0;
	bool in = false;

	if (!input(f) || f->fields->n != 2)
		return false;
	for (size_t i = 0; i < f->text.n; i++) {
		bool blank = strchr(" \t\n\r", f->text.s[i]) && f->text.s[i];

		lines += f->text.s[i] == '\n';
		words += !blank && !in;
		in = !blank;
	}
	if (!str_is(what, "-l") && !str_is(what, "-w") && !str_is(what, "-c"))
		return false;
	return sh_filter_print(f, str_fmt(f->ev->arena, "%llu",
					  (unsigned long long)(str_is(what, "-l")   ? lines
							       : str_is(what, "-w") ? words
										    : f->text.n)));
}

/** The n-th field (from 1) of a line. */
static struct str nth(struct str line, char separator, int64_t n)
{
	struct str_cut c = str_cut(line, separator);

	if (!c.ok)
		return line;
	while (--n > 0 && c.ok)
		c = str_cut(c.tail, separator);
	return n > 0 ? STR("") : c.head;
}

/** cut -d X -f N, one field of each line. */
static bool cut(struct sh_filter *f)
{
	char separator = '\t';
	int64_t n = 0;

	if (!input(f))
		return false;
	for (size_t i = 1; i < f->fields->n; i++) {
		struct str w = sh_filter_word(f, i);
		struct str value = w.n > 2 ? str_sub(w, 2, w.n) : sh_filter_word(f, i + 1);

		i += w.n <= 2;
		if (str_starts(w, STR("-d")) && value.n == 1)
			separator = value.s[0];
		else if (!str_starts(w, STR("-f")) || !str_to_int(value, &n) || n < 1)
			return false;
	}
	for (struct str rest = f->text; n && rest.n;) {
		struct str_cut line = str_cut(rest, '\n');

		sh_filter_print(f, nth(line.head, separator, n));
		rest = line.tail;
	}
	return n > 0;
}

/** sed s/a/b/ of a file, or of what comes in. */
static bool substitute(struct sh_filter *f)
{
	struct sh_sed sed;
	struct sh_parts in, out;

	if (sh_sed_line(f))
		return true;
	if (!sh_sed_words(f->ev, f->fields, &sed) || sed.in_place || (sed.file != SIZE_MAX && sed.file + 1 != f->fields->n) ||
	    !sh_filter_input(f, sed.file == SIZE_MAX ? f->fields->n : sed.file, &in) || !sh_sed_run(f->ev, f->fields, &sed, in, &out))
		return false;
	sh_print(f->ev, out);
	return true;
}

/* scontrol show hostnames: a line for each machine that the job asks for, whatever they are called. */
static bool machines(struct sh_filter *f)
{
	enum { MACHINES_MAX = 1024 };
	const struct sh_value *nodes = sh_get(&f->ev->state, STR("SLURM_NNODES"));
	struct str text;
	int64_t n;

	if (!str_is(sh_filter_word(f, 1), "show") || !str_starts(sh_filter_word(f, 2), STR("hostname")) || !nodes ||
	    nodes->kind != SH_VALUE_SCALAR || !sh_parts_known(f->ev->arena, nodes->parts, &text) || !str_to_int(text, &n) ||
	    n < 1 || n > MACHINES_MAX)
		return false;
	/* "node[1-3]" is a list of its own. */
	for (size_t i = 3; i < f->fields->n; i++)
		if (sh_field_text(f->ev, &f->fields->at[i], &text))
			return false;
	while (n-- > 0) {
		struct sh_part name = sh_part_unknown(STR("the name of a machine"), f->fields->at[0].at);
		struct sh_parts line = {0};

		name.given = true;
		sh_parts_push(f->ev->arena, &line, name);
		sh_parts_push(f->ev->arena, &line, sh_part_text(STR("\n"), (struct span){0}));
		sh_print(f->ev, line);
	}
	return true;
}

static const struct {
	const char *name;
	bool (*run)(struct sh_filter *f);
} filters[] = {
    {"basename", sh_basename},
    {"dirname", sh_dirname},
    {"realpath", sh_realpath},
    {"readlink", sh_realpath},
    {"mktemp", sh_mktemp},
    {"seq", sequence},
    {"expr", expression},
    {"bc", calculator},
    {"tr", translate},
    {"wc", count},
    {"cut", cut},
    {"awk", sh_awk_line},
    {"awk", sh_awk},
    {"head", sh_head},
    {"tail", sh_tail},
    {"cat", sh_cat},
    {"grep", sh_grep},
    {"xargs", sh_xargs},
    {"sed", substitute},
    {"scontrol", machines},
    {"yq", sh_query},
    {"jq", sh_query},
    {"envsubst", sh_envsubst},
    {"bash", sh_shell},
    {"sh", sh_shell},
};

bool sh_filter(struct sh_eval *ev, struct str name, const struct sh_fields *fields)
{
	struct sh_filter f = {.ev = ev, .fields = fields, .found = SH_MAYBE};

	for (size_t i = 0; i < sizeof(filters) / sizeof(*filters); i++)
		if (name.n && name.s[0] == filters[i].name[0] && str_is(name, filters[i].name) &&
		    filters[i].run(&f)) {
			ev->truth = f.found == SH_MAYBE ? (struct sh_truth){SH_MAYBE, SH_YES} : sh_truth_known(f.found == SH_YES);
			return true;
		}
	return false;
}
