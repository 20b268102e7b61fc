/* read and mapfile: input that stands in the script, or is not known. */
#include "builtin.h"

#include <string.h>

/** The text that read is given: only where it stands at the command itself. */
static bool input(const struct sh_call *c, bool whole, struct str *out)
{
	bool own = false;

	for (size_t i = 0; i < c->cmd->redirects.n; i++)
		own |= c->cmd->redirects.at[i]->kind == SH_REDIRECT_HERE ||
		       c->cmd->redirects.at[i]->kind == SH_REDIRECT_STRING;
	if (!own || !c->ev->input || c->ev->input->kind != SH_VALUE_SCALAR ||
	    !sh_parts_known(c->ev->arena, c->ev->input->parts, out))
		return false;
	if (!whole)
		*out = str_sub(*out, 0, str_chr(*out, '\n', 0));
	return true;
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

enum sh_flow sh_mapfile(const struct sh_call *c)
{
	struct str name = sh_call_word(c, c->fields->n - 1);
	struct sh_value *v = sh_value_new(c->ev->arena, SH_VALUE_ARRAY, c->cmd->at);

	v->open = true;
	if (c->fields->n > 1 && sh_name_length(name) == name.n)
		sh_set(&c->ev->state, name, v);
	c->ev->truth = sh_truth_known(true);
	return SH_NEXT;
}
