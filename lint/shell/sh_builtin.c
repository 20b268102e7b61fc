/* The builtins of bash that scripts use: a row each. */
#include "sh_eval.h"

#include <string.h>

/** What a builtin is given. */
struct call {
	struct sh_eval *ev;
	const struct sh_cmd *cmd;
	const struct sh_fields *fields;
};

static struct str word(const struct call *c, size_t i)
{
	struct str text = {0};

	if (i < c->fields->n)
		sh_field_text(c->ev, &c->fields->at[i], &text);
	return text;
}

static void unknown_name(struct sh_eval *ev, struct str name, const char *why, struct span at)
{
	if (sh_name_length(name) == name.n && name.n)
		sh_set(ev, name, sh_value_unknown(ev->arena, str_of(why), at));
}

static enum sh_flow ok(const struct call *c)
{
	c->ev->truth = sh_truth_known(true);
	return SH_NEXT;
}

static enum sh_flow fails(const struct call *c)
{
	c->ev->truth = sh_truth_known(false);
	return SH_NEXT;
}

static enum sh_flow maybe(const struct call *c)
{
	c->ev->truth = sh_truth_maybe;
	return SH_NEXT;
}

/** Whether what the command prints goes to a file or to standard error. */
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

static enum sh_flow echo(const struct call *c)
{
	struct sh_parts out = {0};
	bool newline = true;
	size_t i = 1;

	for (; i < c->fields->n && (str_is(word(c, i), "-n") || str_is(word(c, i), "-e") ||
				    str_is(word(c, i), "-ne") || str_is(word(c, i), "-en"));
	     i++)
		newline = newline && !str_has(word(c, i), STR("n"));
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
	if (c->ev->capturing && !is_redirected(c->cmd))
		sh_print(c->ev, out);
	return ok(c);
}

/** %s, %d and %% with plain escapes, each argument used once. */
static enum sh_flow print_format(const struct call *c)
{
	struct sh_eval *ev = c->ev;
	size_t arg = 2, first = 1;
	struct sh_parts out = {0};
	struct str format, name = {0}, s;

	if (str_is(word(c, 1), "-v")) {
		name = word(c, 2);
		first = 3;
	} else if (str_is(word(c, 1), "--")) {
		first = 2;
	}
	format = word(c, first);
	arg = first + 1;
	for (size_t i = 0; i < format.n; i++) {
		const struct sh_field *f;
		char d = i + 1 < format.n ? format.s[i + 1] : 0;

		if (format.s[i] == '\\' && (d == 'n' || d == 't' || d == '\\')) {
			s = d == 'n' ? STR("\n") : d == 't' ? STR("\t") : STR("\\");
			i++;
		} else if (format.s[i] == '%' && d == '%') {
			s = STR("%");
			i++;
		} else if (format.s[i] == '%' && (d == 's' || d == 'd')) {
			f = arg < c->fields->n ? &c->fields->at[arg++] : NULL;
			for (size_t k = 0; f && k < f->parts.n; k++)
				sh_parts_push(ev->arena, &out, *sh_parts_at(f->parts, k));
			i++;
			continue;
		} else if (format.s[i] == '%' || format.s[i] == '\\') {
			sh_parts_push(ev->arena, &out,
				      sh_part_unknown(STR("a format of printf"), c->cmd->at));
			break;
		} else {
			s = str_sub(format, i, i + 1);
		}
		sh_parts_push(ev->arena, &out, sh_part_text(s, (struct span){0}));
	}
	if (arg < c->fields->n) {
		/* The format is used again for what is left. */
		out = (struct sh_parts){0};
		sh_parts_push(ev->arena, &out,
			      sh_part_unknown(STR("a format of printf"), c->cmd->at));
	}
	if (name.n && sh_name_length(name) == name.n)
		sh_set(ev, name, sh_value_of(ev->arena, out, c->cmd->at));
	else if (ev->capturing && !is_redirected(c->cmd))
		sh_print(ev, out);
	return ok(c);
}

/** The flags of declare, export and their kin. */
struct flags {
	bool map, array, integer, exported, global, opaque, print, remove;
};

static void declare_one(const struct call *c, const struct flags *f, struct str name)
{
	struct sh_eval *ev = c->ev;
	struct sh_slot *slot = sh_slot_write(ev, name);

	slot->integer |= f->integer;
	slot->opaque |= f->opaque;
	if (f->exported)
		slot->exported = !f->remove;
	ev->vars.exports++;
	if ((f->map && slot->value->kind != SH_VALUE_MAP) ||
	    (f->array && slot->value->kind != SH_VALUE_ARRAY &&
	     slot->value->kind != SH_VALUE_CHOICE))
		slot->value =
		    sh_value_new(ev->arena, f->map ? SH_VALUE_MAP : SH_VALUE_ARRAY, c->cmd->at);
}

/** "NAME=value" that an expansion made, or a bare NAME. */
static void declare_field(const struct call *c, const struct flags *f, const struct sh_field *field,
			  bool local)
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
		sh_set(c->ev, name, &sh_unset);
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
	sh_set(c->ev, str_sub(first->text, 0, eq), sh_value_of(c->ev->arena, value, field->at));
}

static enum sh_flow declare(const struct call *c)
{
	struct str self = word(c, 0);
	struct flags f = {.exported = str_is(self, "export")};
	bool local = c->ev->calls > 0 && !f.exported && !str_is(self, "readonly");
	size_t i = 1;

	for (; i < c->fields->n && word(c, i).n > 1 &&
	       (word(c, i).s[0] == '-' || word(c, i).s[0] == '+');
	     i++) {
		struct str w = word(c, i);

		f.map |= str_chr(w, 'A', 0) != SIZE_MAX;
		f.array |= str_chr(w, 'a', 0) != SIZE_MAX;
		f.integer |= str_chr(w, 'i', 0) != SIZE_MAX;
		f.exported |= str_chr(w, 'x', 0) != SIZE_MAX;
		f.global |= str_chr(w, 'g', 0) != SIZE_MAX;
		f.opaque |= str_chr(w, 'u', 0) != SIZE_MAX || str_chr(w, 'l', 0) != SIZE_MAX ||
			    (str_chr(w, 'n', 0) != SIZE_MAX && !str_is(self, "export"));
		f.print |= str_chr(w, 'p', 0) != SIZE_MAX || str_chr(w, 'f', 0) != SIZE_MAX;
		f.remove |=
		    w.s[0] == '+' || (str_is(self, "export") && str_chr(w, 'n', 0) != SIZE_MAX);
	}
	c->ev->truth = sh_truth_known(true);
	if (f.print)
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

static enum sh_flow unset(const struct call *c)
{
	for (size_t i = 1; i < c->fields->n; i++) {
		struct str name = word(c, i);

		if (!name.n || name.s[0] == '-')
			continue;
		if (sh_name_length(name) == name.n)
			sh_set(c->ev, name, &sh_unset);
		else
			unknown_name(c->ev, str_sub(name, 0, sh_name_length(name)),
				     "an array with an element unset", c->cmd->at);
	}
	return ok(c);
}

static enum sh_flow set(const struct call *c)
{
	size_t i = 1;

	for (; i < c->fields->n; i++) {
		struct str w = word(c, i);

		if (str_is(w, "--")) {
			sh_set_args(c->ev, c->fields, i + 1);
			return ok(c);
		}
		if (w.n < 2 || (w.s[0] != '-' && w.s[0] != '+'))
			break;
		if (str_chr(w, 'a', 1) != SIZE_MAX)
			c->ev->export_all = w.s[0] == '-';
		if (w.s[w.n - 1] == 'o') {
			i++;
			if (str_is(word(c, i), "allexport"))
				c->ev->export_all = w.s[0] == '-';
		}
	}
	if (i < c->fields->n)
		sh_set_args(c->ev, c->fields, i);
	return ok(c);
}

static enum sh_flow shift(const struct call *c)
{
	const struct sh_value *args = sh_get(c->ev, SH_ARGS);
	struct sh_value *v = sh_value_new(c->ev->arena, SH_VALUE_ARRAY, args->at);
	int64_t n = 1;

	if (c->fields->n > 1 && !str_to_int(word(c, 1), &n))
		n = 1;
	c->ev->truth = (int64_t)args->entries.n >= n ? sh_truth_known(true) : sh_truth_maybe;
	if (n < 0 || (int64_t)args->entries.n < n)
		return SH_NEXT;
	v->open = args->open;
	for (size_t i = (size_t)n; i < args->entries.n; i++) {
		struct sh_entry e = *sh_entries_at(args->entries, i);

		e.index = (int64_t)(i - (size_t)n);
		sh_entries_push(c->ev->arena, &v->entries, e);
	}
	v->depth = v->entries.depth;
	sh_work(c->ev, v->entries.n);
	sh_set(c->ev, SH_ARGS, v);
	return SH_NEXT;
}

static enum sh_flow change_directory(const struct call *c)
{
	size_t i = 1;
	const struct sh_value *old;

	while (i < c->fields->n &&
	       (str_is(word(c, i), "-P") || str_is(word(c, i), "-L") || str_is(word(c, i), "--")))
		i++;
	if (i < c->fields->n && str_is(word(c, i), "-")) {
		old = sh_get(c->ev, STR("OLDPWD"));
		if (old->kind == SH_VALUE_SCALAR)
			sh_chdir(c->ev, old->parts);
	} else if (i < c->fields->n) {
		sh_chdir(c->ev, c->fields->at[i].parts);
	} else {
		sh_set(c->ev, SH_CWD,
		       sh_value_unknown(c->ev->arena, STR("the home directory"), c->cmd->at));
	}
	c->ev->truth = (struct sh_truth){SH_MAYBE, SH_YES};
	return SH_NEXT;
}

static enum sh_flow push_directory(const struct call *c)
{
	const struct sh_value *cwd = sh_get(c->ev, SH_CWD), *stack = sh_get(c->ev, STR(" dirs"));
	struct sh_value *v = sh_value_new(c->ev->arena, SH_VALUE_ARRAY, c->cmd->at);

	if (stack->kind == SH_VALUE_ARRAY)
		v->entries = stack->entries;
	sh_entries_push(c->ev->arena, &v->entries, (struct sh_entry){.value = cwd});
	sh_set(c->ev, STR(" dirs"), v);
	return change_directory(c);
}

static enum sh_flow pop_directory(const struct call *c)
{
	const struct sh_value *stack = sh_get(c->ev, STR(" dirs"));
	struct sh_value *v = sh_value_new(c->ev->arena, SH_VALUE_ARRAY, c->cmd->at);

	c->ev->truth = (struct sh_truth){SH_MAYBE, SH_YES};
	if (stack->kind != SH_VALUE_ARRAY || !stack->entries.n)
		return SH_NEXT;
	v->entries = stack->entries;
	v->entries.n--;
	sh_set(c->ev, SH_CWD, sh_entries_at(stack->entries, v->entries.n)->value);
	sh_set(c->ev, STR(" dirs"), v);
	return SH_NEXT;
}

static enum sh_flow source(const struct call *c)
{
	uint32_t id = c->fields->n > 1 ? sh_find(c->ev, c->fields->at[1].parts) : 0;

	c->ev->truth = (struct sh_truth){SH_MAYBE, SH_YES};
	return id ? sh_source_file(c->ev, id, c->fields, 2) : SH_NEXT;
}

static enum sh_flow evaluate(const struct call *c)
{
	return sh_eval_fields(c->ev, c->fields, 1, c->fields->n, false);
}

/** The command without its first `skip` words. */
static enum sh_flow rest(const struct call *c, size_t skip)
{
	struct sh_fields fields = {.open = c->fields->open};

	for (size_t i = skip; i < c->fields->n; i++)
		*vec_push(c->ev->arena, &fields) = c->fields->at[i];
	return fields.n ? sh_run_words(c->ev, c->cmd, &fields) : SH_NEXT;
}

static enum sh_flow exec_command(const struct call *c)
{
	size_t i = 1;

	while (i < c->fields->n && word(c, i).n > 1 && word(c, i).s[0] == '-')
		i += str_is(word(c, i), "-a") ? 2 : 1;
	if (i >= c->fields->n)
		return ok(c);
	rest(c, i);
	return SH_EXIT;
}

/** command -v x, which x: a path that ends in the name. */
static void print_path(const struct call *c, size_t i)
{
	struct sh_parts out = {0};

	if (!c->ev->capturing || i >= c->fields->n || is_redirected(c->cmd))
		return;
	sh_parts_push(c->ev->arena, &out,
		      sh_part_unknown(STR("where a command is installed"), c->cmd->at));
	sh_parts_push(c->ev->arena, &out, sh_part_text(STR("/"), (struct span){0}));
	for (size_t k = 0; k < c->fields->at[i].parts.n; k++)
		sh_parts_push(c->ev->arena, &out, *sh_parts_at(c->fields->at[i].parts, k));
	sh_print(c->ev, out);
}

static enum sh_flow command(const struct call *c)
{
	if (str_is(word(c, 1), "-v") || str_is(word(c, 1), "-V")) {
		print_path(c, 2);
		return maybe(c);
	}
	return rest(c, str_is(word(c, 1), "-p") ? 2 : 1);
}

static enum sh_flow which(const struct call *c)
{
	print_path(c, 1);
	return maybe(c);
}

static enum sh_flow leave_script(const struct call *c)
{
	int64_t n;

	if (str_to_int(word(c, 1), &n))
		c->ev->truth = sh_truth_known(n == 0);
	return SH_EXIT;
}

static enum sh_flow leave_function(const struct call *c)
{
	leave_script(c);
	return c->ev->calls ? SH_RETURN : SH_EXIT;
}

static enum sh_flow leave_loop(const struct call *c)
{
	if (!str_to_int(word(c, 1), &c->ev->levels) || c->ev->levels < 1)
		c->ev->levels = 1;
	return str_is(word(c, 0), "break") ? SH_BREAK : SH_CONTINUE;
}

static enum sh_flow bracket(const struct call *c)
{
	struct sh_eval *ev = c->ev;
	bool closed = str_is(word(c, 0), "[");
	struct sh_fields again = {0};

	ev->truth = sh_bracket(ev, c->fields, 1, c->fields->n - (closed && c->fields->n > 1));
	if (ev->truth.now != SH_MAYBE || ev->assume)
		return SH_NEXT;
	ev->assume = true;
	for (size_t i = 0; i < c->cmd->items.n; i++)
		if (c->cmd->items.at[i].word)
			sh_fields(ev, c->cmd->items.at[i].word, &again);
	if (again.n)
		ev->truth.assumed =
		    sh_bracket(ev, &again, 1, again.n - (closed && again.n > 1)).now;
	ev->assume = false;
	return SH_NEXT;
}

static enum sh_flow let(const struct call *c)
{
	int64_t n = 0;
	bool known = c->fields->n > 1;

	for (size_t i = 1; i < c->fields->n; i++)
		known = sh_arith_int(c->ev, c->fields->at[i].parts, &n);
	c->ev->need = NULL;
	c->ev->truth = known ? sh_truth_known(n != 0) : sh_truth_maybe;
	return SH_NEXT;
}

static enum sh_flow getopts(const struct call *c)
{
	unknown_name(c->ev, word(c, 2), "an option of the script", c->cmd->at);
	c->ev->truth = (struct sh_truth){SH_MAYBE, SH_NO};
	return SH_NEXT;
}

/** The text that read is given: only where it stands at the command itself. */
static bool input(const struct call *c, bool whole, struct str *out)
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

static enum sh_flow read_input(const struct call *c)
{
	struct sh_eval *ev = c->ev;
	bool whole = false, array = false, known;
	struct sh_fields fields = {0};
	struct str text;
	size_t i = 1;

	for (; i < c->fields->n && word(c, i).n > 1 && word(c, i).s[0] == '-'; i++) {
		struct str w = word(c, i);
		char last = w.s[w.n - 1];

		array |= str_chr(w, 'a', 0) != SIZE_MAX;
		if (last == 'd')
			whole |= !word(c, i + 1).n;
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
		if (sh_name_length(word(c, i)))
			sh_set(ev, word(c, i), v);
		return SH_NEXT;
	}
	if (known && i + 1 == c->fields->n && sh_name_length(word(c, i)) == word(c, i).n) {
		size_t from = 0, to = text.n;

		/* Blanks at both ends go, unless IFS is empty. */
		while (from < to && strchr(" \t\n", text.s[from]))
			from++;
		while (to > from && strchr(" \t\n", text.s[to - 1]))
			to--;
		sh_set(ev, word(c, i),
		       sh_value_of(ev->arena, sh_parts_sub(ev->arena, ev->input->parts, from, to),
				   ev->input->at));
		return SH_NEXT;
	}
	if (known)
		fields = words_of(ev, ev->input->parts, text.n);
	for (size_t k = i; k < c->fields->n; k++) {
		if (known && k - i < fields.n && (k + 1 < c->fields->n || k - i + 1 == fields.n))
			sh_set(ev, word(c, k),
			       sh_value_of(ev->arena, fields.at[k - i].parts, fields.at[k - i].at));
		else
			unknown_name(ev, word(c, k), "read from the input", c->cmd->at);
	}
	if (i >= c->fields->n)
		unknown_name(ev, STR("REPLY"), "read from the input", c->cmd->at);
	return SH_NEXT;
}

static enum sh_flow map_file(const struct call *c)
{
	struct str name = word(c, c->fields->n - 1);
	struct sh_value *v = sh_value_new(c->ev->arena, SH_VALUE_ARRAY, c->cmd->at);

	v->open = true;
	if (c->fields->n > 1 && sh_name_length(name) == name.n)
		sh_set(c->ev, name, v);
	return ok(c);
}

static enum sh_flow print_directory(const struct call *c)
{
	const struct sh_value *cwd = sh_get(c->ev, SH_CWD);
	struct sh_parts out = {0};

	if (c->ev->capturing && cwd->kind == SH_VALUE_SCALAR && !is_redirected(c->cmd)) {
		out = cwd->parts;
		sh_print(c->ev, out);
	} else if (c->ev->capturing && !is_redirected(c->cmd)) {
		sh_parts_push(c->ev->arena, &out,
			      sh_part_unknown(STR("the working directory"), c->cmd->at));
		sh_print(c->ev, out);
	}
	return ok(c);
}

static const struct {
	const char *name;
	enum sh_flow (*run)(const struct call *c);
} builtins[] = {
    {":", ok},
    {"true", ok},
    {"false", fails},
    {"echo", echo},
    {"printf", print_format},
    {"export", declare},
    {"declare", declare},
    {"typeset", declare},
    {"local", declare},
    {"readonly", declare},
    {"unset", unset},
    {"set", set},
    {"shift", shift},
    {"cd", change_directory},
    {"pushd", push_directory},
    {"popd", pop_directory},
    {"source", source},
    {".", source},
    {"eval", evaluate},
    {"exec", exec_command},
    {"command", command},
    {"builtin", command},
    {"which", which},
    {"exit", leave_script},
    {"return", leave_function},
    {"break", leave_loop},
    {"continue", leave_loop},
    {"[", bracket},
    {"test", bracket},
    {"let", let},
    {"getopts", getopts},
    {"read", read_input},
    {"mapfile", map_file},
    {"readarray", map_file},
    {"pwd", print_directory},
    {"shopt", ok},
    {"trap", ok},
    {"ulimit", ok},
    {"umask", ok},
    {"wait", ok},
    {"sleep", ok},
    {"alias", ok},
    {"unalias", ok},
    {"type", maybe},
    {"hash", maybe},
    {"jobs", ok},
    {"kill", ok},
    {"disown", ok},
    {"bind", ok},
    {"times", ok},
    {"fg", ok},
    {"bg", ok},
};

bool sh_builtin(struct sh_eval *ev, struct str name, const struct sh_cmd *cmd,
		const struct sh_fields *fields, enum sh_flow *flow)
{
	const struct call c = {ev, cmd, fields};

	for (size_t i = 0; i < sizeof(builtins) / sizeof(*builtins); i++)
		if (name.n && name.s[0] == builtins[i].name[0] && str_is(name, builtins[i].name)) {
			*flow = builtins[i].run(&c);
			return true;
		}
	return false;
}
