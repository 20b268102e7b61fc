/* Commands that are neither builtin nor function: launchers are peeled off, programs recorded. */
#include "sh_eval.h"

#include "launcher.h"

#include <string.h>

/** Alternatives of one command's launcher words, one within another. */
enum { FORKS_MAX = 4, ARGS_MAX = 20000 };

struct peel {
	struct sh_eval *ev;
	const struct sh_cmd *cmd;
	struct sh_fields fields;
	/** The field that is looked at. */
	size_t i;
	int forks;
};

struct launch_word sh_launch_word(struct sh_eval *ev, const struct sh_field *field)
{
	struct launch_word w = {.many = field->many, .lost = field->lost};
	struct sh_parts parts = field->parts;
	struct str rooted;
	size_t i = 0;

	w.value = sh_parts_node(ev->arena, parts, field->at);
	w.rooted =
	    !parts.depth && sh_parts_rooted(ev->arena, parts, &rooted) && w.value->kind == NODE_STR;
	for (size_t k = 0; k < field->n_picks; k++)
		w.when = sh_when_and(
		    ev->arena, field->picks[k].fork->when[field->picks[k].alternative], w.when);
	for (size_t k = 0; k < NODE_FROM_MAX && field->from[k].value; k++) {
		if (!k)
			w.value->how = str_cat(ev->arena, STR("$"), field->from[k].name);
		w.value->from[k] = sh_value_node(ev->arena, field->from[k].value);
	}
	if (w.value->kind == NODE_STR) {
		w.head = w.tail = w.value->text;
	} else if (w.value->kind == NODE_UNKNOWN) {
		while (i < parts.n && sh_parts_at(parts, i)->kind == PART_TEXT)
			w.head = str_cat(ev->arena, w.head, sh_parts_at(parts, i++)->text);
		for (i = parts.n; i > 0 && sh_parts_at(parts, i - 1)->kind == PART_TEXT; i--)
			w.tail = str_cat(ev->arena, sh_parts_at(parts, i - 1)->text, w.tail);
		w.many &= !w.head.n && !w.tail.n;
	}
	return w;
}

static struct str text_at(const struct peel *p, size_t i)
{
	struct str text = {0};

	if (i < p->fields.n)
		sh_field_text(p->ev, &p->fields.at[i], &text);
	return text;
}

/** The name of a command: its known text behind the last slash; empty if it is not known. */
static struct str command_name(const struct peel *p, size_t i)
{
	struct sh_parts parts;
	struct str text = {0};
	size_t slash;

	if (i >= p->fields.n)
		return text;
	parts = p->fields.at[i].parts;
	if (!sh_parts_known(p->ev->arena, parts, &text)) {
		if (!parts.n || sh_parts_at(parts, parts.n - 1)->kind != PART_TEXT)
			return STR("");
		text = sh_parts_at(parts, parts.n - 1)->text;
		if (str_rchr(text, '/') == SIZE_MAX)
			return STR("");
	}
	slash = str_rchr(text, '/');
	return slash == SIZE_MAX ? text : str_sub(text, slash + 1, text.n);
}

static bool is_conditional(const struct sh_field *f)
{
	return f->n_picks || f->parts.depth;
}

static void peel(struct peel *p);

/** The command once for each alternative of the fork that field i needs decided. */
static void fork_at(struct peel *p, size_t i)
{
	const struct sh_field *f = &p->fields.at[i];
	const struct sh_fork *fork = f->n_picks ? f->picks[0].fork : sh_parts_fork(f->parts);
	const struct node *guard = p->ev->guard;
	size_t layers = p->ev->layers.n;

	if (!fork || p->forks >= FORKS_MAX)
		return;
	for (size_t k = 0; k < fork->n && sh_work(p->ev, p->fields.n); k++) {
		struct peel one = {.ev = p->ev, .cmd = p->cmd, .i = p->i, .forks = p->forks + 1};

		one.fields.open = p->fields.open;
		for (size_t j = 0; j < p->fields.n; j++) {
			struct sh_field field = p->fields.at[j];
			bool there = true;
			size_t kept = 0;

			for (size_t n = 0; n < field.n_picks; n++) {
				if (field.picks[n].fork != fork)
					field.picks[kept++] = field.picks[n];
				else
					there = there && field.picks[n].alternative == k;
			}
			field.n_picks = kept;
			field.parts = sh_parts_pick(p->ev->arena, field.parts, fork, k);
			if (there)
				*vec_push(p->ev->arena, &one.fields) = field;
			else if (j < p->i)
				one.i--;
		}
		p->ev->guard = sh_when_and(p->ev->arena, fork->when[k], guard);
		peel(&one);
		p->ev->layers.n = layers;
	}
	p->ev->guard = guard;
}

/* Recording. */

static const struct node *environment(struct sh_eval *ev)
{
	struct node *map;

	if (ev->env && ev->env_exports == ev->vars.exports)
		return ev->env;
	map = node_new(ev->arena, NODE_MAP, (struct span){0});
	if (!sh_work(ev, ev->vars.n))
		return map;
	for (size_t i = 0; i < ev->vars.n; i++) {
		const struct sh_slot *slot = &ev->vars.at[i];

		if (!slot->exported || slot->value->kind == SH_VALUE_UNSET)
			continue;
		if (!ev->vars.at[i].key)
			ev->vars.at[i].key = node_str(ev->arena, slot->name, slot->value->at);
		*vec_push(ev->arena, &map->as.pairs) =
		    (struct pair){slot->key, sh_value_node(ev->arena, slot->value)};
	}
	ev->env = map;
	ev->env_exports = ev->vars.exports;
	return map;
}

static struct launch_word working_directory(struct sh_eval *ev)
{
	const struct sh_value *cwd = sh_get(ev, SH_CWD);
	struct sh_field f = {.at = ev->out->n ? cwd->at : cwd->at};

	if (cwd->kind == SH_VALUE_SCALAR)
		f.parts = cwd->parts;
	else
		sh_parts_push(ev->arena, &f.parts,
			      sh_part_unknown(STR("the working directory"), cwd->at));
	return sh_launch_word(ev, &f);
}

static bool same_words(const struct launch *x, const struct launch *y)
{
	if (x->kind != y->kind || x->args.n != y->args.n || x->guard != y->guard ||
	    x->env != y->env || !node_same(x->program.value, y->program.value))
		return false;
	for (size_t i = 0; i < x->args.n; i++)
		if (!node_same(x->args.at[i].value, y->args.at[i].value))
			return false;
	return true;
}

/** The same command again, in a loop that changed nothing about it. */
static bool is_repeated(const struct launches *out, const struct launch *l)
{
	for (size_t i = out->n, n = 0; i-- > 0 && n < 4; n++)
		if (out->at[i].at.off == l->at.off && out->at[i].at.file == l->at.file &&
		    same_words(&out->at[i], l))
			return true;
	return false;
}

static void record(struct peel *p, enum launch_kind kind, const struct sh_field *program,
		   size_t args)
{
	struct sh_eval *ev = p->ev;
	struct launch l = {.kind = kind, .at = p->cmd->at, .file = ev->file, .guard = ev->guard};

	if (ev->dry || ev->out->n >= SH_LAUNCHES_MAX || !sh_work(ev, p->fields.n)) {
		if (!ev->dry)
			sh_spent(ev, "2000 commands that may launch something");
		return;
	}
	l.program = sh_launch_word(ev, program);
	for (size_t i = args; i < p->fields.n && l.args.n < ARGS_MAX; i++)
		if (!p->fields.at[i].junk)
			*vec_push(ev->arena, &l.args) = sh_launch_word(ev, &p->fields.at[i]);
	for (size_t i = 0; i < ev->layers.n; i++)
		*vec_push(ev->arena, &l.layers) = ev->layers.at[i];
	l.env = environment(ev);
	l.cwd = working_directory(ev);
	l.batch = ev->batch;
	l.background = ev->background;
	l.loop = ev->loops > 0;
	l.open = p->fields.open;
	if (is_repeated(ev->out, &l))
		return;
	*vec_push(ev->arena, ev->out) = l;
	for (size_t i = 0; i < p->cmd->breaks.n; i++)
		*vec_push(ev->arena, &ev->out->breaks) =
		    (struct launch_break){p->cmd->breaks.at[i].kind, p->cmd->breaks.at[i].at,
					  p->cmd->breaks.at[i].lost, ev->out->n - 1};
}

/* Options of launchers. */

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
static struct str head_of(struct sh_eval *ev, const struct sh_field *f)
{
	struct str head = {0};

	for (size_t i = 0; i < f->parts.n && sh_parts_at(f->parts, i)->kind == PART_TEXT; i++)
		head = head.n ? str_cat(ev->arena, head, sh_parts_at(f->parts, i)->text)
			      : sh_parts_at(f->parts, i)->text;
	return head;
}

/** NAME=value as an exported variable; false if the field is none. */
static bool export_field(struct sh_eval *ev, const struct sh_field *f)
{
	struct str head = head_of(ev, f);
	size_t n = sh_name_length(head);
	struct sh_field value;
	struct sh_value *v;

	if (!n || n >= head.n || head.s[n] != '=')
		return false;
	value = behind(ev, f, n + 1);
	v = sh_value_new(ev->arena, SH_VALUE_SCALAR, value.at);
	v->parts = value.parts;
	v->depth = value.parts.depth;
	memcpy(v->from, f->from, sizeof(v->from));
	sh_set(ev, str_sub(head, 0, n), v);
	sh_slot(ev, str_sub(head, 0, n))->exported = true;
	ev->vars.exports++;
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
			    ev, str_sub(c.head, 0, n),
			    sh_value_text(ev->arena, str_sub(c.head, n + 1, c.head.n), value->at));
			sh_slot(ev, str_sub(c.head, 0, n))->exported = true;
			ev->vars.exports++;
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
		export_field(ev, value);
	if (str_is(name, "export"))
		export_list(ev, value);
	for (size_t i = 0; i < sizeof(directories) / sizeof(*directories); i++)
		if (str_is(name, directories[i]) && !is_conditional(value))
			sh_chdir(ev, value->parts);
}

static void set_option(struct peel *p, struct launch_layer *layer, struct str name,
		       const struct sh_field *at, const struct sh_field *value)
{
	struct sh_eval *ev = p->ev;
	struct node *node =
	    value ? sh_launch_word(ev, value).value : node_bool(ev->arena, true, at->at);

	if (!sh_work(ev, layer->options->as.pairs.n))
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
static bool takes_next(const struct peel *p, const struct launcher *row, size_t next)
{
	struct str text = text_at(p, next);

	if (!row->other_valued || next >= p->fields.n)
		return false;
	return !(text.n && text.s[0] == '-') && !looks_like_program(text);
}

/** What the options said about the program. */
struct options {
	bool module, command;
};

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

/** One option at p->i; false if it needs a fork decided first. */
static bool one_option(struct peel *p, const struct launcher *row, struct launch_layer *layer,
		       struct options *options, struct str head)
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
	options->module |= kind == OPTION_MODULE;
	options->command |= kind == OPTION_PLAIN_COMMAND;
	if (glued) {
		after = behind(ev, f, glued);
		value = &after;
	} else if (kind == OPTION_VALUE || kind == OPTION_TWO_VALUES ||
		   (kind == OPTION_OTHER && takes_next(p, row, p->i))) {
		if (p->i < p->fields.n && p->fields.at[p->i].n_picks) {
			fork_at(p, p->i);
			return false;
		}
		value = p->i < p->fields.n ? &p->fields.at[p->i++] : NULL;
		if (kind == OPTION_TWO_VALUES && p->i < p->fields.n)
			p->i++;
	}
	set_option(p, layer, name, f, value);
	return true;
}

/** Options up to the first word that is none; false if the command went on in forks. */
static bool read_options(struct peel *p, const struct launcher *row, struct launch_layer *layer,
			 struct options *options)
{
	size_t start = p->i;

	while (p->i < p->fields.n) {
		const struct sh_field *f = &p->fields.at[p->i];
		struct str head = head_of(p->ev, f), next;

		if (is_conditional(f) && (f->n_picks || !head.n)) {
			p->i = start;
			fork_at(p, (size_t)(f - p->fields.at));
			return false;
		}
		if (f->junk) {
			p->i++;
			continue;
		}
		if (!head.n && f->parts.n && f->many) {
			/* $ARGS, not known: options, unless what follows can only be the program's. */
			next = p->i + 1 < p->fields.n ? head_of(p->ev, &p->fields.at[p->i + 1])
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
		if (!one_option(p, row, layer, options, head))
			return false;
	}
	return true;
}

/* Programs. */

static bool is_python(struct str name)
{
	static const char *const stems[] = {"python", "ipython", "pypy", "pythonw"};

	for (size_t i = 0; i < sizeof(stems) / sizeof(*stems); i++) {
		struct str stem = str_of(stems[i]);
		size_t n = stem.n;

		if (!str_starts(name, stem))
			continue;
		while (n < name.n && ((name.s[n] >= '0' && name.s[n] <= '9') || name.s[n] == '.'))
			n++;
		if (n == name.n)
			return true;
	}
	return false;
}

static bool is_shell(struct str name)
{
	return str_is(name, "bash") || str_is(name, "sh") || str_is(name, "zsh") ||
	       str_is(name, "dash") || str_is(name, "ksh");
}

/** Whether a launcher's words can begin with this one: nearly all commands are none. */
static bool may_start(struct sh_eval *ev, struct str first)
{
	uint64_t hash = str_hash(first) & 4095;
	size_t n;
	const struct launcher *rows = launcher_table(&n);

	if (!ev->starts) {
		ev->starts = arena_news(ev->arena, uint64_t, 4096 / 64);
		for (size_t r = 0; r < n; r++) {
			struct str_cut all = {.tail = str_of(rows[r].words), .ok = true};

			while (all.ok) {
				uint64_t h;

				all = str_cut(all.tail, '|');
				h = str_hash(str_cut(all.head, ' ').head) & 4095;
				ev->starts[h / 64] |= UINT64_C(1) << h % 64;
			}
		}
	}
	return ev->starts[hash / 64] >> hash % 64 & 1;
}

/** The row whose words stand at field i, the longest match; *used: how many fields they are. */
static const struct launcher *row_at(const struct peel *p, size_t i, struct str first, size_t *used)
{
	size_t n;
	const struct launcher *rows = launcher_table(&n), *best = NULL;

	*used = 0;
	if (!first.n || !may_start(p->ev, first))
		return NULL;
	for (size_t r = 0; r < n; r++) {
		for (struct str_cut alternative = str_cut(str_of(rows[r].words), '|');;
		     alternative = str_cut(alternative.tail, '|')) {
			bool hit = alternative.head.s[0] == first.s[0];
			struct str_cut word = {0};
			size_t k = 1;

			if (hit) {
				word = str_cut(alternative.head, ' ');
				hit = str_eq(word.head, first);
			}

			for (; hit && word.ok; k++) {
				word = str_cut(word.tail, ' ');
				hit = str_eq(word.head, text_at(p, i + k));
			}
			if (hit && k > *used) {
				best = &rows[r];
				*used = k;
			}
			if (!alternative.ok)
				break;
		}
	}
	return best;
}

/** Runs fields [from, to) as a command of their own. */
static void run_range(struct peel *p, size_t from, size_t to)
{
	struct sh_fields fields = {.open = p->fields.open};

	for (size_t i = from; i < to; i++)
		*vec_push(p->ev->arena, &fields) = p->fields.at[i];
	if (fields.n)
		sh_run_words(p->ev, p->cmd, &fields);
}

static bool is_operator(struct str text)
{
	return str_is(text, "&&") || str_is(text, "||") || str_is(text, ";") || str_is(text, "|");
}

/** python mason.py --gpus 8 -- source a.sh \&\& python train.py: a script that launches what follows. */
static void inner_command(struct peel *p, size_t program)
{
	struct str name = command_name(p, program), first;
	struct launcher none = {.words = "", .valued = "", .switches = "", .other_valued = true};
	struct launch_layer layer = {.name = name, .at = p->fields.at[program].at};
	struct options options = {0};
	size_t at = program + 1, used, mark;
	struct peel outer = *p;

	while (at < p->fields.n && !str_is(text_at(p, at), "--"))
		at++;
	if (at + 1 >= p->fields.n || is_conditional(&p->fields.at[at + 1]))
		return;
	first = command_name(p, at + 1);
	if (!is_python(first) && !is_shell(first) && !str_is(first, "source") &&
	    !row_at(p, at + 1, first, &used))
		return;
	if (p->ev->calls >= SH_CALLS_MAX)
		return;
	mark = sh_mark(p->ev);
	layer.options = node_new(p->ev->arena, NODE_MAP, layer.at);
	outer.fields.n = at;
	outer.i = program + 1;
	outer.forks = FORKS_MAX;
	read_options(&outer, &none, &layer, &options);
	*vec_push(p->ev->arena, &p->ev->layers) = layer;
	p->ev->calls++;
	for (size_t from = at + 1, i = from; i <= p->fields.n; i++)
		if (i == p->fields.n || is_operator(text_at(p, i))) {
			run_range(p, from, i);
			from = i + 1;
		}
	p->ev->calls--;
	sh_undo(p->ev, mark);
}

/** A script or executable at p->i. */
static void run_program(struct peel *p, enum launch_kind kind)
{
	struct str module = text_at(p, p->i);

	if (p->i >= p->fields.n || (kind == LAUNCH_MODULE && launcher_ignored(module)))
		return;
	record(p, kind, &p->fields.at[p->i], p->i + 1);
	if (kind == LAUNCH_SCRIPT)
		inner_command(p, p->i);
}

/** Code that comes on standard input: python - <<EOF, bash <<EOF. */
static bool input_field(struct peel *p, struct sh_field *out)
{
	const struct sh_value *in = p->ev->input;

	*out = (struct sh_field){0};
	if (!in || in->kind != SH_VALUE_SCALAR || !in->parts.n)
		return false;
	out->parts = in->parts;
	out->at = in->at;
	return true;
}

static void launch_row(struct peel *p, const struct launcher *row, size_t used);

/** python, with p->i behind it. */
static void python(struct peel *p)
{
	struct sh_field code;

	while (p->i < p->fields.n) {
		const struct sh_field *f = &p->fields.at[p->i];
		struct str text = head_of(p->ev, f);
		char last = text.n ? text.s[text.n - 1] : 0;
		size_t used;
		const struct launcher *row;

		if (is_conditional(f)) {
			fork_at(p, p->i);
			return;
		}
		if (f->junk || str_is(text, "--")) {
			p->i++;
			continue;
		}
		if (text.n < 2 || text.s[0] != '-')
			break;
		p->i++;
		if (str_starts(text, STR("--")))
			continue;
		if (last == 'm' && text.n < 6) {
			if (p->i < p->fields.n && is_conditional(&p->fields.at[p->i])) {
				fork_at(p, p->i--);
				return;
			}
			row = row_at(p, p->i - 1, STR("-m"), &used);
			if (row) {
				p->i--;
				launch_row(p, row, used);
			} else {
				run_program(p, LAUNCH_MODULE);
			}
			return;
		}
		if (last == 'c' && text.n < 6) {
			run_program(p, LAUNCH_CODE);
			return;
		}
		if ((last == 'W' || last == 'X') && text.n == 2)
			p->i++;
	}
	if (p->i >= p->fields.n || str_is(text_at(p, p->i), "-")) {
		if (input_field(p, &code))
			record(p, LAUNCH_CODE, &code, p->i + 1);
		return;
	}
	run_program(p, LAUNCH_SCRIPT);
}

/** Shell text with arguments of its own, in a new process. */
static void shell_text(struct peel *p, const struct sh_field *text, size_t args)
{
	struct sh_fields one = {0};
	size_t mark = sh_mark(p->ev);

	*vec_push(p->ev->arena, &one) = *text;
	if (sh_hide(p->ev)) {
		sh_set(p->ev, SH_ZERO, sh_value_unknown(p->ev->arena, STR("$0"), text->at));
		if (args > 0 && args <= p->fields.n)
			sh_set(p->ev, SH_ZERO,
			       sh_value_of(p->ev->arena, p->fields.at[args - 1].parts, text->at));
		sh_set_args(p->ev, &p->fields, args < p->fields.n ? args : p->fields.n);
		sh_eval_fields(p->ev, &one, 0, 1, true);
	}
	sh_undo(p->ev, mark);
}

/** bash, with p->i behind it: -c text, a script, or standard input. */
static void shell(struct peel *p)
{
	struct sh_field text;
	uint32_t id;

	while (p->i < p->fields.n) {
		struct str word = text_at(p, p->i);

		if (is_conditional(&p->fields.at[p->i])) {
			fork_at(p, p->i);
			return;
		}
		if (word.n < 2 || (word.s[0] != '-' && word.s[0] != '+'))
			break;
		p->i++;
		if (!str_starts(word, STR("--")) && str_chr(word, 'c', 0) != SIZE_MAX) {
			/* bash -c 'text' name arguments */
			if (p->i < p->fields.n)
				shell_text(p, &p->fields.at[p->i], p->i + 2);
			return;
		}
		if (word.s[word.n - 1] == 'o' && !str_starts(word, STR("--")))
			p->i++;
	}
	if (p->i < p->fields.n) {
		id = sh_find(p->ev, p->fields.at[p->i].parts);
		if (id)
			sh_run_script(p->ev, id, &p->fields, p->i + 1);
	} else if (input_field(p, &text)) {
		shell_text(p, &text, p->fields.n + 1);
	}
}

/** A launcher of `used` words at p->i. */
static void launch_row(struct peel *p, const struct launcher *row, size_t used)
{
	struct sh_eval *ev = p->ev;
	struct launch_layer layer = {.name = str_of(row->name), .at = p->fields.at[p->i].at};
	struct options options = {0};
	const struct node *wrap;
	size_t start = p->i;
	uint32_t id;

	layer.options = node_new(ev->arena, NODE_MAP, layer.at);
	p->i += used;
	if (!read_options(p, row, &layer, &options))
		return;
	for (unsigned i = 0; i < row->skip && p->i < p->fields.n; i++) {
		set_option(p, &layer, row->skip ? STR("image") : STR(""), &p->fields.at[p->i],
			   &p->fields.at[p->i]);
		p->i++;
	}
	*vec_push(ev->arena, &ev->layers) = layer;
	if (row->skip && str_is(text_at(p, p->i), "--"))
		p->i++;
	switch (row->then) {
	case LAUNCHER_ITSELF:
		p->i = start;
		run_program(p, LAUNCH_COMMAND);
		return;
	case LAUNCHER_SHELL:
		if (p->i < p->fields.n)
			sh_eval_fields(ev, &p->fields, p->i, p->fields.n, true);
		return;
	case LAUNCHER_SHELL_SCRIPT:
		wrap = node_get(layer.options, STR("wrap"));
		if (wrap && wrap->kind == NODE_STR) {
			struct sh_field text = {.at = wrap->at};

			sh_parts_push(ev->arena, &text.parts, sh_part_text(wrap->text, wrap->at));
			shell_text(p, &text, p->fields.n + 1);
		} else if (p->i < p->fields.n) {
			id = sh_find(ev, p->fields.at[p->i].parts);
			if (id)
				sh_run_script(ev, id, &p->fields, p->i + 1);
		}
		return;
	case LAUNCHER_SCRIPT:
		if (p->i < p->fields.n && is_conditional(&p->fields.at[p->i]) && !options.command) {
			run_program(p, options.module ? LAUNCH_MODULE : LAUNCH_SCRIPT);
			return;
		}
		if (!options.command) {
			run_program(p, options.module ? LAUNCH_MODULE : LAUNCH_SCRIPT);
			return;
		}
		break;
	case LAUNCHER_COMMAND:
		while (p->i < p->fields.n && export_field(ev, &p->fields.at[p->i]))
			p->i++;
		if (options.module) {
			run_program(p, LAUNCH_MODULE);
			return;
		}
		break;
	}
	peel(p);
}

/** What a command prints that nobody computed. */
static void unknown_output(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	struct sh_parts out = {0};
	struct str text = files_text(ev->files, cmd->at);

	for (size_t i = 0; i < cmd->redirects.n; i++)
		if (cmd->redirects.at[i]->kind != SH_REDIRECT_IN && cmd->redirects.at[i]->fd < 2 &&
		    cmd->redirects.at[i]->kind != SH_REDIRECT_HERE &&
		    cmd->redirects.at[i]->kind != SH_REDIRECT_STRING)
			return;
	text = str_sub(text, 0, str_chr(text, '\n', 0));
	text = str_fmt(ev->arena, "the output of %.*s", STR_ARG(str_sub(text, 0, 60)));
	sh_parts_push(ev->arena, &out, sh_part_unknown(text, cmd->at));
	sh_print(ev, out);
}

/** Commands that ask something: their status is the answer, not a sign of trouble. */
static bool is_question(struct str name)
{
	static const char *const names[] = {
	    "grep", "egrep", "pgrep", "diff",	  "cmp",	"nvidia-smi", "nc",
	    "ping", "curl",  "lspci", "rocm-smi", "mountpoint", "systemctl",  "squeue"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (str_is(name, names[i]))
			return true;
	return false;
}

/** A command that is not known: perhaps a launcher, if a Python file stands among its words. */
static void unknown_command(struct peel *p)
{
	for (size_t i = p->i + 1; i < p->fields.n; i++)
		if (str_ends(text_at(p, i), STR(".py"))) {
			p->i = i;
			run_program(p, LAUNCH_SCRIPT);
			return;
		}
}

static void peel(struct peel *p)
{
	struct str name, text;
	const struct launcher *row;
	size_t used;
	uint32_t id;

	while (p->i < p->fields.n && p->fields.at[p->i].junk)
		p->i++;
	if (p->i >= p->fields.n || !sh_work(p->ev, 1))
		return;
	if (is_conditional(&p->fields.at[p->i])) {
		fork_at(p, p->i);
		return;
	}
	name = command_name(p, p->i);
	text = text_at(p, p->i);
	if (!name.n) {
		unknown_command(p);
		return;
	}
	row = row_at(p, p->i, name, &used);
	if (row) {
		launch_row(p, row, used);
	} else if (is_python(name)) {
		p->i++;
		python(p);
	} else if (is_shell(name)) {
		p->i++;
		shell(p);
	} else if (str_ends(name, STR(".py"))) {
		run_program(p, LAUNCH_SCRIPT);
	} else if ((str_chr(text, '/', 0) != SIZE_MAX || !text.n || str_ends(name, STR(".sh"))) &&
		   (id = sh_find(p->ev, p->fields.at[p->i].parts))) {
		sh_run_script(p->ev, id, &p->fields, p->i + 1);
	} else if (!launcher_ignored(name)) {
		run_program(p, LAUNCH_COMMAND);
	}
}

void sh_launch(struct sh_eval *ev, const struct sh_cmd *cmd, const struct sh_fields *fields)
{
	struct peel p = {.ev = ev, .cmd = cmd, .fields = *fields};
	size_t layers = ev->layers.n, mark = sh_mark(ev);
	struct str name = command_name(&p, 0);

	peel(&p);
	ev->layers.n = layers;
	sh_undo(ev, mark);
	ev->truth = is_question(name) ? sh_truth_maybe : (struct sh_truth){SH_MAYBE, SH_YES};
	if (ev->capturing)
		unknown_output(ev, cmd);
}
