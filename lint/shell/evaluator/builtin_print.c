/* Builtins that print: what $(...) captures of them. */
#include "builtin.h"

/* Whether what the command prints goes to a file or to standard error. */
static bool is_redirected(const struct sh_cmd *cmd)
{
	for (size_t i = 0; i < cmd->redirects.n; i++) {
		const struct sh_redirect *r = cmd->redirects.at[i];

		if (r->fd < 2 && (r->kind == SH_REDIRECT_OUT || r->kind == SH_REDIRECT_APPEND ||
				  (r->kind == SH_REDIRECT_OTHER && r->fd != 0)))
			return true;
	}
	return false;
}

/* What a command printed, to whatever captures it; a command that prints succeeds. */
static enum sh_flow put(const struct sh_call *c, struct sh_parts out)
{
	if (is_redirected(c->cmd))
		sh_write_printed(c->ev, c->cmd, out);
	else if (c->ev->capturing)
		sh_print(c->ev, out);
	c->ev->truth = sh_truth_known(true);
	return SH_NEXT;
}

enum sh_flow sh_echo(const struct sh_call *c)
{
	struct sh_parts out = {0};
	bool newline = true;
	size_t i = 1;

	for (; i < c->fields->n &&
	       (str_is(sh_call_word(c, i), "-n") || str_is(sh_call_word(c, i), "-e") ||
		str_is(sh_call_word(c, i), "-ne") || str_is(sh_call_word(c, i), "-en"));
	     i++)
		newline = newline && !str_has(sh_call_word(c, i), STR("n"));
	for (size_t from = i; i < c->fields->n; i++) {
		const struct sh_field *f = &c->fields->at[i];

		if (i > from)
			sh_parts_push(c->ev->arena, &out, sh_part_text(STR(" "), (struct span){0}));
		for (size_t k = 0; k < f->parts.n && !f->n_picks; k++)
			sh_parts_push(c->ev->arena, &out, *sh_parts_at(f->parts, k));
		if (f->n_picks)
			sh_parts_push(c->ev->arena, &out,
				      sh_part_unknown(STR("one of several texts"), f->at));
	}
	if (newline)
		sh_parts_push(c->ev->arena, &out, sh_part_text(STR("\n"), (struct span){0}));
	return put(c, out);
}

/* A format, %s, %d and %% with plain escapes, added with the arguments from *next on; false: another format. */
static bool format_once(const struct sh_call *c, struct str format, size_t *next, struct sh_parts *out)
{
	struct arena *arena = c->ev->arena;
	struct str s;

	for (size_t i = 0; i < format.n; i++) {
		char d = i + 1 < format.n ? format.s[i + 1] : 0;

		if (format.s[i] == '\\' && (d == 'n' || d == 't' || d == '\\')) {
			s = d == 'n' ? STR("\n") : d == 't' ? STR("\t") : STR("\\");
			i++;
		} else if (format.s[i] == '%' && d == '%') {
			s = STR("%");
			i++;
		} else if (format.s[i] == '%' && (d == 's' || d == 'd')) {
			const struct sh_field *f =
			    *next < c->fields->n ? &c->fields->at[(*next)++] : NULL;

			for (size_t k = 0; f && k < f->parts.n; k++)
				sh_parts_push(arena, out, *sh_parts_at(f->parts, k));
			i++;
			continue;
		} else if (format.s[i] == '%' || format.s[i] == '\\') {
			return false;
		} else {
			s = str_sub(format, i, i + 1);
		}
		sh_parts_push(arena, out, sh_part_text(s, (struct span){0}));
	}
	return true;
}

/* Whether each word from `next` on is there once, whatever it says. */
static bool are_single(const struct sh_call *c, size_t next)
{
	for (; next < c->fields->n; next++)
		if (c->fields->at[next].n_picks || c->fields->at[next].many)
			return false;
	return !c->fields->open;
}

/* What a format from word `first` on makes of its arguments: it is used again for those that are left. */
static struct sh_parts formatted(const struct sh_call *c, size_t first)
{
	const struct sh_part odd = sh_part_unknown(STR("a format of printf"), c->cmd->at);
	size_t next = first + 1, taken = next;
	struct sh_parts out = {0};
	bool known = format_once(c, sh_call_word(c, first), &next, &out);

	while (known && next > taken && next < c->fields->n && are_single(c, next) && sh_work(&c->ev->state, out.n)) {
		taken = next;
		known = format_once(c, sh_call_word(c, first), &next, &out);
	}
	if (known && next < c->fields->n)
		out = (struct sh_parts){0};
	if (!known || next < c->fields->n)
		sh_parts_push(c->ev->arena, &out, odd);
	return out;
}

enum sh_flow sh_printf(const struct sh_call *c)
{
	struct str option = sh_call_word(c, 1), name;

	if (!str_is(option, "-v"))
		return put(c, formatted(c, str_is(option, "--") ? 2 : 1));
	name = sh_call_word(c, 2);
	if (!name.n || sh_name_length(name) != name.n)
		return put(c, formatted(c, 3));
	sh_set(&c->ev->state, name, sh_value_of(c->ev->arena, formatted(c, 3), c->cmd->at));
	c->ev->truth = sh_truth_known(true);
	return SH_NEXT;
}

void sh_print_path(const struct sh_call *c, size_t i)
{
	struct sh_parts out = {0};

	if (!c->ev->capturing || i >= c->fields->n || is_redirected(c->cmd))
		return;
	sh_parts_push(c->ev->arena, &out,
		      sh_part_unknown(STR("where a command is installed"), c->cmd->at));
	/* One text with the slash, so that the name behind it is known. */
	for (size_t k = 0; k < c->fields->at[i].parts.n; k++) {
		struct sh_part part = *sh_parts_at(c->fields->at[i].parts, k);

		if (k == 0 && part.kind == PART_TEXT)
			part.text = str_cat(c->ev->arena, STR("/"), part.text);
		else if (k == 0)
			sh_parts_push(c->ev->arena, &out, sh_part_text(STR("/"), (struct span){0}));
		sh_parts_push(c->ev->arena, &out, part);
	}
	sh_print(c->ev, out);
}

enum sh_flow sh_pwd(const struct sh_call *c)
{
	const struct sh_value *cwd = sh_get(&c->ev->state, SH_CWD);
	struct sh_parts out = {0};

	if (cwd->kind == SH_VALUE_SCALAR)
		return put(c, cwd->parts);
	sh_parts_push(c->ev->arena, &out,
		      sh_part_unknown(STR("the working directory"), c->cmd->at));
	return put(c, out);
}
