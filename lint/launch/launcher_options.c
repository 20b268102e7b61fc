/* Options of launchers, by their rows. */
#include "strip_launchers.h"

#include <string.h>

/** The part of a field behind byte n of its known head. */
static struct sh_field behind(struct sh_eval *ev, const struct sh_field *f, size_t n)
{
	struct sh_field out = *f;
	struct sh_parts head = {0};
	size_t done = 0, i = 0;

	out.parts = (struct sh_parts){0};
	for (; i < f->parts.n && sh_parts_at(f->parts, i)->kind == PART_TEXT; i++) {
		sh_parts_push(ev->arena, &head, *sh_parts_at(f->parts, i));
		done += sh_parts_at(f->parts, i)->text.n;
	}
	head = sh_parts_sub(ev->arena, head, n, done);
	for (size_t k = 0; k < head.n; k++)
		sh_parts_push(ev->arena, &out.parts, *sh_parts_at(head, k));
	for (; i < f->parts.n; i++)
		sh_parts_push(ev->arena, &out.parts, *sh_parts_at(f->parts, i));
	if (out.parts.n && sh_parts_at(out.parts, 0)->at.file) {
		struct span first = sh_parts_at(out.parts, 0)->at;

		if (first.file == f->at.file && first.off >= f->at.off &&
		    first.off - f->at.off < f->at.len) {
			out.at.len -= first.off - out.at.off;
			out.at.off = first.off;
		}
	}
	return out;
}

/** Known text at the start of a field. */
struct str strip_head(struct sh_eval *ev, const struct sh_field *f)
{
	struct str head = {0};

	for (size_t i = 0; i < f->parts.n && sh_parts_at(f->parts, i)->kind == PART_TEXT; i++)
		head = head.n ? str_cat(ev->arena, head, sh_parts_at(f->parts, i)->text)
			      : sh_parts_at(f->parts, i)->text;
	return head;
}

/** NAME=value as an exported variable; false if the field is none. */
bool strip_export(struct sh_eval *ev, const struct sh_field *f)
{
	struct str head = strip_head(ev, f);
	size_t n = sh_name_length(head);
	struct sh_field value;
	struct sh_value *v;

	if (!n || n >= head.n || head.s[n] != '=')
		return false;
	value = behind(ev, f, n + 1);
	v = sh_value_new(ev->arena, SH_VALUE_SCALAR, value.at);
	v->parts = value.parts;
	v->depth = value.parts.depth;
	if (f->from)
		memcpy(v->from, f->from, sizeof(v->from));
	sh_set(&ev->state, str_sub(head, 0, n), v);
	sh_slot(&ev->state, str_sub(head, 0, n))->exported = true;
	ev->state.vars.exports++;
	return true;
}

/** Slurm's --export=ALL,NAME=value. */
static void export_list(struct sh_eval *ev, const struct sh_field *value)
{
	struct str text;

	if (!sh_field_text(ev, value, &text))
		return;
	for (struct str_cut c = str_cut(text, ',');; c = str_cut(c.tail, ',')) {
		size_t n = sh_name_length(c.head);

		if (n && n < c.head.n && c.head.s[n] == '=') {
			sh_set(
			    &ev->state, str_sub(c.head, 0, n),
			    sh_value_text(ev->arena, str_sub(c.head, n + 1, c.head.n), value->at));
			sh_slot(&ev->state, str_sub(c.head, 0, n))->exported = true;
			ev->state.vars.exports++;
		}
		if (!c.ok)
			return;
	}
}

/** What options of every launcher do beside being remembered. */
static void option_effect(struct sh_eval *ev, struct str name, const struct sh_field *value)
{
	static const char *const directories[] = {"chdir",   "directory", "cwd",
						  "workdir", "pwd",	  "wdir"};

	if (str_is(name, "env") || str_is(name, "x"))
		strip_export(ev, value);
	if (str_is(name, "export"))
		export_list(ev, value);
	for (size_t i = 0; i < sizeof(directories) / sizeof(*directories); i++)
		if (str_is(name, directories[i]) && !strip_is_conditional(value))
			sh_chdir(ev, value->parts);
}

void strip_set_option(struct stripping *p, struct launch_layer *layer, struct str name,
		      const struct sh_field *at, const struct sh_field *value)
{
	struct sh_eval *ev = p->ev;
	struct node *node =
	    value ? launch_word_of(ev, value).value : node_bool(ev->arena, true, at->at);

	if (!sh_work(&ev->state, layer->options->as.pairs.n))
		return;
	node_set(ev->arena, layer->options, node_str(ev->arena, name, at->at), node);
	if (value)
		option_effect(ev, name, value);
}

static bool looks_like_program(struct str text)
{
	return str_ends(text, STR(".py")) || str_ends(text, STR(".sh")) ||
	       str_starts(text, STR("python"));
}

/** Whether the next field is an unlisted option's value. */
static bool takes_next(const struct stripping *p, const struct launcher *row, size_t next)
{
	struct str text = strip_text(p, next);

	if (!row->other || next >= p->fields.n)
		return false;
	return !(text.n && text.s[0] == '-') && !looks_like_program(text);
}

/** A short option: -N4, -N 4, -np 4, -it. Returns the kind, with the name and the glued value's offset. */
static enum option_kind short_option(const struct launcher *row, struct str word, struct str *name,
				     size_t *glued)
{
	struct str whole = str_sub(word, 1, word.n), last;
	enum option_kind kind = launcher_option(row, whole, name);

	*glued = 0;
	if (kind != OPTION_OTHER || whole.n < 2)
		return kind;
	kind = launcher_option(row, str_sub(whole, 0, 1), name);
	if (kind == OPTION_VALUE) {
		*glued = word.s[2] == '=' ? 3 : 2;
		return kind;
	}
	/* -um: a group whose last letter may take a value. */
	kind = launcher_option(row, str_sub(whole, whole.n - 1, whole.n), &last);
	if (kind == OPTION_VALUE)
		*name = last;
	return kind == OPTION_OTHER ? OPTION_SWITCH : kind;
}

/* Options that hang on an undecided branch: the launcher is read once for each alternative, from its first word on. */
static void fork_launcher(struct stripping *p, size_t field)
{
	p->i = p->launcher;
	strip_fork(p, field);
}

/** One option at p->i; false if it needs a fork decided first. */
static bool one_option(struct stripping *p, const struct launcher *row, struct launch_layer *layer,
		       struct program_hints *program, struct str head)
{
	struct sh_eval *ev = p->ev;
	const struct sh_field *f = &p->fields.at[p->i], *value = NULL;
	struct str name, word = head;
	struct sh_field after;
	enum option_kind kind;
	size_t eq = str_chr(head, '=', 0), glued = 0;
	bool is_long = str_starts(head, STR("--"));

	if (is_long) {
		word = str_tr(ev->arena, str_sub(head, 2, eq), '-', '_');
		kind = launcher_option(row, word, &name);
		glued = eq == SIZE_MAX ? 0 : eq + 1;
	} else {
		word = str_tr(ev->arena, str_sub(head, 0, eq), '-', '_');
		kind = short_option(row, word, &name, &glued);
		if (!glued && eq != SIZE_MAX)
			glued = eq + 1;
	}
	p->i++;
	program->module |= kind == OPTION_MODULE;
	program->command |= kind == OPTION_PLAIN_COMMAND;
	if (glued) {
		after = behind(ev, f, glued);
		value = &after;
	} else if (kind == OPTION_VALUE || kind == OPTION_TWO_VALUES ||
		   (kind == OPTION_OTHER && takes_next(p, row, p->i))) {
		if (p->i < p->fields.n && p->fields.at[p->i].n_picks) {
			fork_launcher(p, p->i);
			return false;
		}
		value = p->i < p->fields.n ? &p->fields.at[p->i++] : NULL;
		if (kind == OPTION_TWO_VALUES && p->i < p->fields.n)
			p->i++;
	}
	if (value && str_is(name, "wrap"))
		program->wrapped = *value;
	if (value && str_is(name, "entrypoint"))
		program->entrypoint = *value;
	if (value && str_is(name, "arg_file"))
		*vec_push(ev->arena, &program->files) = *value;
	if (value && str_among(name, STR("module_name|master_image_uri|script_path"))) {
		program->named = *value;
		program->image = str_is(name, "master_image_uri");
		program->script = str_is(name, "script_path");
	}
	strip_set_option(p, layer, name, f, value);
	return true;
}

/** Options up to the first word that is none; false if the command went on in forks. */
bool strip_options(struct stripping *p, const struct launcher *row, struct launch_layer *layer,
		   struct program_hints *program)
{
	while (p->i < p->fields.n) {
		const struct sh_field *f = &p->fields.at[p->i];
		struct str head = strip_head(p->ev, f), next;

		if (strip_is_conditional(f) && (f->n_picks || !head.n)) {
			fork_launcher(p, (size_t)(f - p->fields.at));
			return false;
		}
		if (f->junk) {
			p->i++;
			continue;
		}
		if (!head.n && f->parts.n && f->many) {
			/* $ARGS, not known: options, unless what follows can only be the program's. */
			next = p->i + 1 < p->fields.n ? strip_head(p->ev, &p->fields.at[p->i + 1])
						      : STR("-");
			if (!next.n || next.s[0] != '-') {
				p->i++;
				continue;
			}
			return true;
		}
		if (head.n < 2 || head.s[0] != '-')
			return true;
		if (str_is(head, "--") && f->parts.n == 1) {
			p->i++;
			return true;
		}
		if (!one_option(p, row, layer, program, head))
			return false;
	}
	return true;
}

void strip_options_behind(struct stripping *p, const struct launcher *row, struct launch_layer *layer)
{
	struct sh_eval *ev = p->ev;
	struct sh_fields kept = {.open = p->fields.open};

	for (size_t i = 0; i < p->fields.n; i++) {
		const struct sh_field *f = &p->fields.at[i], *value = NULL;
		struct str head = strip_head(ev, f), name;
		size_t eq = str_chr(head, '=', 0);
		enum option_kind kind = OPTION_OTHER;
		struct sh_field after;

		if (i > p->i && str_starts(head, STR("--")) && !f->n_picks)
			kind = launcher_option(row, str_tr(ev->arena, str_sub(head, 2, eq), '-', '_'),
					       &name);
		if (kind != OPTION_VALUE && kind != OPTION_SWITCH) {
			*vec_push(ev->arena, &kept) = *f;
			continue;
		}
		if (kind == OPTION_VALUE && eq != SIZE_MAX) {
			after = behind(ev, f, eq + 1);
			value = &after;
		} else if (kind == OPTION_VALUE && i + 1 < p->fields.n) {
			value = &p->fields.at[++i];
		}
		strip_set_option(p, layer, name, f, value);
	}
	p->fields = kept;
}
