/*
 * Command substitution, $(…): what its commands print is captured, and is its value. And the filters that substitute in what
 * they read, as templates of files want: envsubst, and a shell that runs it.
 */
#include "execution.h"
#include "expansion.h"
#include "filter.h"

#include <string.h>

void sh_print(struct sh_eval *ev, struct sh_parts parts)
{
	const struct sh_value *out = sh_slot(&ev->state, SH_OUTPUT)->value;
	struct sh_parts all = {0};

	if (!sh_work(&ev->state, parts.n))
		return;
	if (out->kind == SH_VALUE_SCALAR)
		all = out->parts;
	else if (out->kind == SH_VALUE_CHOICE)
		sh_parts_push(ev->arena, &all,
			      (struct sh_part){.kind = PART_CHOICE, .choice = out, .at = out->at});
	for (size_t i = 0; i < parts.n; i++)
		sh_parts_push(ev->arena, &all, *sh_parts_at(parts, i));
	sh_set(&ev->state, SH_OUTPUT, sh_value_of(ev->arena, all, out->at));
}

/** Without newlines at the end, as a substitution gives it. */
static struct sh_parts chomp(struct sh_eval *ev, struct sh_parts parts)
{
	while (parts.n && sh_parts_at(parts, parts.n - 1)->kind == PART_TEXT) {
		struct sh_part last = *sh_parts_at(parts, parts.n - 1);
		size_t n = last.text.n;
		struct sh_parts shorter = {0};

		while (n && last.text.s[n - 1] == '\n')
			n--;
		if (n == last.text.n)
			break;
		for (size_t i = 0; i + 1 < parts.n; i++)
			sh_parts_push(ev->arena, &shorter, *sh_parts_at(parts, i));
		if (n) {
			if (last.at.len == last.text.n)
				last.at.len = (uint32_t)n;
			last.text.n = n;
			sh_parts_push(ev->arena, &shorter, last);
			return shorter;
		}
		parts = shorter;
	}
	return parts;
}

struct sh_parts sh_substitute(struct sh_eval *ev, const struct sh_list *list, struct span at)
{
	struct sh_origin origins[NODE_FROM_MAX];
	size_t n_origins = ev->state.n_origins, mark;
	bool capturing = ev->capturing;
	const struct sh_value *input = ev->input, *out;
	struct sh_parts parts = {0};

	if (ev->nesting >= SH_DEPTH_MAX) {
		sh_parts_push(ev->arena, &parts,
			      sh_part_unknown(STR("a substitution nested too deep"), at));
		return parts;
	}
	memcpy(origins, ev->state.origins, sizeof(origins));
	mark = sh_mark(&ev->state);
	ev->nesting++;
	ev->capturing = true;
	ev->input = NULL;
	sh_set(&ev->state, SH_OUTPUT, sh_value_new(ev->arena, SH_VALUE_SCALAR, at));
	sh_run(ev, list);
	out = sh_get(&ev->state, SH_OUTPUT);
	ev->capturing = capturing;
	ev->input = input;
	ev->nesting--;
	sh_undo(&ev->state, mark);
	memcpy(ev->state.origins, origins, sizeof(origins));
	ev->state.n_origins = n_origins;
	ev->state.need = NULL;
	if (out->kind == SH_VALUE_SCALAR)
		return chomp(ev, out->parts);
	sh_parts_push(ev->arena, &parts,
		      out->kind == SH_VALUE_CHOICE
			  ? (struct sh_part){.kind = PART_CHOICE, .choice = out, .at = at}
			  : sh_part_unknown(STR("the output of a command"), at));
	return parts;
}

/* A reference to a variable at the beginning of a text: "$NAME", "${NAME}"; its length, 0 if there is none. */
static size_t reference(struct str text, struct str *name)
{
	size_t from = str_starts(text, STR("${")) ? 2 : 1, n;

	if (!str_starts(text, STR("$")))
		return 0;
	n = sh_name_length(str_sub(text, from, text.n));
	*name = str_sub(text, from, from + n);
	if (!n || (from == 2 && (from + n >= text.n || text.s[from + n] != '}')))
		return 0;
	return from + n + (from == 2);
}

/* Whether a format has a reference to a variable: envsubst '$A,${B}' leaves all others as they are. */
static bool has_reference(struct str format, struct str name)
{
	struct str one;
	size_t n;

	for (size_t i = 0; i < format.n; i += n ? n : 1) {
		n = reference(str_sub(format, i, format.n), &one);
		if (n && str_eq(one, name))
			return true;
	}
	return false;
}

/* Source: gettext 0.21, gettext-runtime/src/envsubst.c: neither "${NAME:-default}" nor "\\$" means anything to it. */
bool sh_envsubst(struct sh_filter *f)
{
	const struct sh_value *in = f->ev->input;
	struct sh_parts out = {0};
	size_t from = 0, n;
	struct str text, format = {0}, name;

	if (!in || in->kind != SH_VALUE_SCALAR || f->fields->n > 2 || !sh_parts_known(f->ev->arena, in->parts, &text) ||
	    !sh_work(&f->ev->state, text.n) || (f->fields->n == 2 && !sh_field_text(f->ev, &f->fields->at[1], &format)) ||
	    str_starts(format, STR("-")))
		return false;
	for (size_t i = 0; i < text.n; i += n ? n : 1) {
		n = reference(str_sub(text, i, text.n), &name);
		if (!n || (f->fields->n == 2 && !has_reference(format, name)))
			continue;
		if (!sh_work(&f->ev->state, in->parts.n + format.n))
			return false;
		sh_parts_append(f->ev->arena, &out, sh_parts_sub(f->ev->arena, in->parts, from, i));
		sh_parts_append(f->ev->arena, &out, sh_environment(f->ev, name, f->fields->at[0].at));
		if (f->ev->state.need)
			return false;
		from = i + n;
	}
	sh_parts_append(f->ev->arena, &out, sh_parts_sub(f->ev->arena, in->parts, from, text.n));
	sh_print(f->ev, out);
	return true;
}

bool sh_shell(struct sh_filter *f)
{
	const struct sh_value *in = f->ev->input;
	struct sh_field code;

	if (!f->ev->capturing || !in || in->kind != SH_VALUE_SCALAR || !in->parts.n || f->fields->n != 1)
		return false;
	code = (struct sh_field){.parts = in->parts, .at = in->at};
	f->ev->input = NULL;
	sh_run_process(f->ev, &code, f->fields, f->fields->n + 1);
	f->ev->input = in;
	return true;
}

/* The text of a word that is but that. */
static struct str plain_word(const struct sh_word *word)
{
	const struct sh_piece *piece = word && word->n == 1 ? &word->at[0] : NULL;

	return piece && piece->kind == SH_TEXT ? piece->text : STR("");
}

bool sh_fills_in(const struct sh_cmd *cmd)
{
	struct str name = cmd->kind == SH_SIMPLE && cmd->items.n ? plain_word(cmd->items.at[0].word) : STR("");

	return str_is(name, "envsubst") || (cmd->items.n == 1 && str_among(name, STR("bash|sh")));
}

bool sh_takes_arguments(const struct sh_cmd *cmd)
{
	/* "time xargs -n 1 python train.py" */
	for (size_t i = 0; cmd->kind == SH_SIMPLE && i < cmd->items.n && i < 2; i++)
		if (str_among(plain_word(cmd->items.at[i].word), STR("xargs|gxargs|parallel|env_parallel|mapfile|readarray")))
			return true;
	return false;
}
