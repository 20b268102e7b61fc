/* declare, export, local, readonly, typeset. */
#include "builtin.h"

/** The flags of declare, export and their kin. */
struct flags {
	bool map, array, integer, exported, global, opaque, print, remove;
};

static void declare_one(const struct sh_call *c, const struct flags *f, struct str name)
{
	struct sh_eval *ev = c->ev;
	struct sh_slot *slot = sh_slot_write(&ev->state, name);

	slot->integer |= f->integer;
	slot->opaque |= f->opaque;
	if (f->exported)
		slot->exported = !f->remove;
	ev->state.vars.exports++;
	if ((f->map && slot->value->kind != SH_VALUE_MAP) ||
	    (f->array && slot->value->kind != SH_VALUE_ARRAY &&
	     slot->value->kind != SH_VALUE_CHOICE))
		slot->value =
		    sh_value_new(ev->arena, f->map ? SH_VALUE_MAP : SH_VALUE_ARRAY, c->cmd->at);
}

/** "NAME=value" that an expansion made, or a bare NAME. */
static void declare_field(const struct sh_call *c, const struct flags *f,
			  const struct sh_field *field, bool local)
{
	struct sh_parts value = {0};
	const struct sh_part *first;
	struct str name;
	size_t eq;

	if (!field->parts.n || sh_parts_at(field->parts, 0)->kind != PART_TEXT)
		return;
	first = sh_parts_at(field->parts, 0);
	eq = str_chr(first->text, '=', 0);
	name = str_sub(first->text, 0, eq);
	if (!name.n || sh_name_length(name) != name.n)
		return;
	if (local)
		sh_local(c->ev, name);
	if (local && eq == SIZE_MAX)
		sh_set(&c->ev->state, name, &sh_unset);
	declare_one(c, f, name);
	if (eq == SIZE_MAX)
		return;
	value = field->parts;
	if (value.n == 1 || sh_parts_known(c->ev->arena, value, &name)) {
		value = sh_parts_sub(c->ev->arena, value, eq + 1, SIZE_MAX);
	} else {
		struct sh_parts head = {0};

		sh_parts_push(c->ev->arena, &head, *first);
		head = sh_parts_sub(c->ev->arena, head, eq + 1, SIZE_MAX);
		for (size_t i = 1; i < value.n; i++)
			sh_parts_push(c->ev->arena, &head, *sh_parts_at(value, i));
		value = head;
	}
	sh_set(&c->ev->state, str_sub(first->text, 0, eq), sh_value_of(c->ev->arena, value, field->at));
}

/* export -f name …: shells that are started later know the functions. */
static void export_functions(const struct sh_call *c, size_t from, bool exported)
{
	for (size_t i = from; i < c->fields->n; i++) {
		struct str name = str_cat(c->ev->arena, sh_call_word(c, i), STR("()"));

		if (sh_get(&c->ev->state, name)->kind == SH_VALUE_CODE)
			sh_slot(&c->ev->state, name)->exported = exported;
	}
}

enum sh_flow sh_declare(const struct sh_call *c)
{
	struct str self = sh_call_word(c, 0);
	struct flags f = {.exported = str_is(self, "export")};
	bool local = c->ev->calls > 0 && !f.exported && !str_is(self, "readonly");
	bool functions = false;
	size_t i = 1;

	for (; i < c->fields->n && sh_call_word(c, i).n > 1 &&
	       (sh_call_word(c, i).s[0] == '-' || sh_call_word(c, i).s[0] == '+');
	     i++) {
		struct str w = sh_call_word(c, i);

		f.map |= str_chr(w, 'A', 0) != SIZE_MAX;
		f.array |= str_chr(w, 'a', 0) != SIZE_MAX;
		f.integer |= str_chr(w, 'i', 0) != SIZE_MAX;
		f.exported |= str_chr(w, 'x', 0) != SIZE_MAX;
		f.global |= str_chr(w, 'g', 0) != SIZE_MAX;
		f.opaque |= str_chr(w, 'u', 0) != SIZE_MAX || str_chr(w, 'l', 0) != SIZE_MAX ||
			    (str_chr(w, 'n', 0) != SIZE_MAX && !str_is(self, "export"));
		f.print |= str_chr(w, 'p', 0) != SIZE_MAX;
		functions |= str_chr(w, 'f', 0) != SIZE_MAX;
		f.remove |=
		    w.s[0] == '+' || (str_is(self, "export") && str_chr(w, 'n', 0) != SIZE_MAX);
	}
	c->ev->truth = sh_truth_known(true);
	if (functions && f.exported)
		export_functions(c, i, !f.remove);
	if (f.print || functions)
		return SH_NEXT;
	for (; i < c->fields->n; i++)
		declare_field(c, &f, &c->fields->at[i], local && !f.global);
	for (size_t k = 0; k < c->cmd->items.n; k++) {
		const struct sh_assign *assign = c->cmd->items.at[k].assign;

		if (!assign)
			continue;
		if (local && !f.global)
			sh_local(c->ev, assign->name);
		/* local x=$x takes the outer value; local a+=… is rare. */
		declare_one(c,
			    &(struct flags){.map = f.map, .integer = f.integer, .opaque = f.opaque},
			    assign->name);
		sh_assign(c->ev, assign);
		declare_one(c, &f, assign->name);
	}
	return SH_NEXT;
}
