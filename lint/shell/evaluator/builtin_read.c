/* read and mapfile: input that stands in the script, or is not known. */
#include "builtin.h"

#include <string.h>

/** Whether what read is given stands at the command itself. */
static bool has_own_input(const struct sh_call *c)
{
	bool own = false;

	for (size_t i = 0; i < c->cmd->redirects.n; i++)
		own |= c->cmd->redirects.at[i]->kind == SH_REDIRECT_HERE ||
		       c->cmd->redirects.at[i]->kind == SH_REDIRECT_STRING;
	return own && c->ev->input && c->ev->input->kind == SH_VALUE_SCALAR;
}

/** The text that read is given. */
static bool input(const struct sh_call *c, bool whole, struct str *out)
{
	if (!has_own_input(c) || !sh_parts_known(c->ev->arena, c->ev->input->parts, out))
		return false;
	if (!whole)
		*out = str_sub(*out, 0, str_chr(*out, '\n', 0));
	return true;
}

/** A part of text without n bytes at its start or, for the end, at its end. */
static void cut(struct sh_part *p, size_t n, bool end)
{
	bool plain = p->at.len == p->text.n;

	p->text = end ? str_sub(p->text, 0, p->text.n - n) : str_sub(p->text, n, p->text.n);
	if (plain) {
		p->at.off += end ? 0 : (uint32_t)n;
		p->at.len -= (uint32_t)n;
	}
}

/** A text of which parts are not known, without the blanks at both ends: "python $PROGRAM --n 1". */
static struct sh_parts without_blanks(struct sh_eval *ev, struct sh_parts parts)
{
	struct sh_parts out = {0};

	for (size_t i = 0; i < parts.n; i++) {
		struct sh_part p = *sh_parts_at(parts, i);
		size_t n = 0;

		if (p.kind == PART_TEXT && i == 0) {
			while (n < p.text.n && strchr(" \t\n", p.text.s[n]))
				n++;
			cut(&p, n, false);
		}
		if (p.kind == PART_TEXT && i + 1 == parts.n) {
			for (n = 0; n < p.text.n && strchr(" \t\n", p.text.s[p.text.n - 1 - n]);)
				n++;
			cut(&p, n, true);
		}
		if (p.kind != PART_TEXT || p.text.n)
			sh_parts_push(ev->arena, &out, p);
	}
	return out;
}

/** Words of a text at IFS, each a scalar with its place. */
static struct sh_fields words_of(struct sh_eval *ev, struct sh_parts parts, size_t to)
{
	struct sh_word w = {0};
	struct sh_fields out = {0};
	struct sh_part *hole;

	parts = sh_parts_sub(ev->arena, parts, 0, to);
	for (size_t i = 0; i < parts.n; i++) {
		hole = arena_new(ev->arena, struct sh_part);
		*hole = *sh_parts_at(parts, i);
		*vec_push(ev->arena, &w) =
		    (struct sh_piece){.kind = SH_HOLE, .at = hole->at, .as.part = hole};
	}
	if (w.n)
		sh_fields(ev, &w, &out);
	return out;
}

enum sh_flow sh_read(const struct sh_call *c)
{
	struct sh_eval *ev = c->ev;
	bool whole = false, array = false, known;
	struct sh_fields fields = {0};
	struct str text;
	size_t i = 1;

	for (; i < c->fields->n && sh_call_word(c, i).n > 1 && sh_call_word(c, i).s[0] == '-';
	     i++) {
		struct str w = sh_call_word(c, i);
		char last = w.s[w.n - 1];

		array |= str_chr(w, 'a', 0) != SIZE_MAX;
		if (last == 'd')
			whole |= !sh_call_word(c, i + 1).n;
		if (strchr("dptnNiu", last))
			i++;
	}
	known = input(c, whole, &text);
	ev->truth = known ? sh_truth_known(!whole) : (struct sh_truth){SH_MAYBE, SH_YES};
	if (known && array) {
		fields = words_of(ev, ev->input->parts, text.n);
		struct sh_value *v = sh_value_new(ev->arena, SH_VALUE_ARRAY, ev->input->at);

		for (size_t k = 0; k < fields.n; k++)
			sh_push_field(ev, &v->entries, (int64_t)k, &fields.at[k]);
		if (sh_name_length(sh_call_word(c, i)))
			sh_set(&ev->state, sh_call_word(c, i), v);
		return SH_NEXT;
	}
	if (known && i + 1 == c->fields->n &&
	    sh_name_length(sh_call_word(c, i)) == sh_call_word(c, i).n) {
		size_t from = 0, to = text.n;

		/* Blanks at both ends go, unless IFS is empty. */
		while (from < to && strchr(" \t\n", text.s[from]))
			from++;
		while (to > from && strchr(" \t\n", text.s[to - 1]))
			to--;
		sh_set(&ev->state, sh_call_word(c, i),
		       sh_value_of(ev->arena, sh_parts_sub(ev->arena, ev->input->parts, from, to),
				   ev->input->at));
		return SH_NEXT;
	}
	/* All that stands there, whatever its parts are: none of them ends it. */
	if (!known && whole && !array && i + 1 == c->fields->n && has_own_input(c) &&
	    sh_name_length(sh_call_word(c, i)) == sh_call_word(c, i).n) {
		ev->truth = sh_truth_known(false);
		sh_set(&ev->state, sh_call_word(c, i),
		       sh_value_of(ev->arena, without_blanks(ev, ev->input->parts), ev->input->at));
		return SH_NEXT;
	}
	if (known)
		fields = words_of(ev, ev->input->parts, text.n);
	for (size_t k = i; k < c->fields->n; k++) {
		if (known && k - i < fields.n && (k + 1 < c->fields->n || k - i + 1 == fields.n))
			sh_set(&ev->state, sh_call_word(c, k),
			       sh_value_of(ev->arena, fields.at[k - i].parts, fields.at[k - i].at));
		else
			sh_call_unknown(ev, sh_call_word(c, k), "read from the input", c->cmd->at);
	}
	if (i >= c->fields->n)
		sh_call_unknown(ev, STR("REPLY"), "read from the input", c->cmd->at);
	return SH_NEXT;
}

/** The lines that mapfile -t reads, into the array; false: they are not known, or others are kept. */
static bool take_lines(const struct sh_call *c, struct sh_value *v)
{
	const struct sh_value *in = c->ev->input;
	struct str text;
	int64_t n = 0;

	if (c->fields->n != 3 || !str_is(sh_call_word(c, 1), "-t") || !in || in->kind != SH_VALUE_SCALAR ||
	    !sh_parts_known(c->ev->arena, in->parts, &text) || !sh_work(&c->ev->state, text.n))
		return false;
	for (size_t from = 0, end; from < text.n; from = end + 1) {
		struct sh_field line = {.at = in->at};

		end = str_chr(text, '\n', from);
		end = end == SIZE_MAX ? text.n : end;
		line.parts = sh_parts_sub(c->ev->arena, in->parts, from, end);
		if (n >= SH_ENTRIES_MAX || !sh_work(&c->ev->state, 1))
			return false;
		sh_push_field(c->ev, &v->entries, n++, &line);
	}
	return true;
}

enum sh_flow sh_mapfile(const struct sh_call *c)
{
	struct str name = sh_call_word(c, c->fields->n - 1);
	struct sh_value *v = sh_value_new(c->ev->arena, SH_VALUE_ARRAY, c->cmd->at);

	if (!take_lines(c, v)) {
		v = sh_value_new(c->ev->arena, SH_VALUE_ARRAY, c->cmd->at);
		v->open = true;
	}
	if (c->fields->n > 1 && sh_name_length(name) == name.n)
		sh_set(&c->ev->state, name, v);
	c->ev->truth = sh_truth_known(true);
	return SH_NEXT;
}
