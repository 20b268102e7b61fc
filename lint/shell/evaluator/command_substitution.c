/* Command substitution, $(…): what its commands print is captured, and is its value. */
#include "execution.h"
#include "expansion.h"

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
