/* Programs: Python, shells, and what they launch in turn. */
#include "strip_launchers.h"

#include "scheduler_directives.h"

#include <string.h>

/* "py" is the launcher of Windows (PEP 397), and what many call python by. */
bool strip_is_python(struct str name)
{
	static const char *const stems[] = {"python", "ipython", "pypy", "pythonw", "py"};

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

bool strip_is_shell(struct str name)
{
	return str_is(name, "bash") || str_is(name, "sh") || str_is(name, "zsh") ||
	       str_is(name, "dash") || str_is(name, "ksh");
}

/** Runs fields [from, to) as a command of their own. */
static void run_range(struct stripping *p, size_t from, size_t to)
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
static void inner_command(struct stripping *p, size_t program)
{
	struct str name = strip_name(p, program), first;
	struct launcher none = {.valued = "", .switches = "", .other = LAUNCHER_OTHER_VALUED};
	struct launch_layer layer = {.name = name, .at = p->fields.at[program].at};
	struct program_hints options = {0};
	size_t at = program + 1, used, mark;
	struct stripping outer = *p;

	while (at < p->fields.n && !str_is(strip_text(p, at), "--"))
		at++;
	if (at + 1 >= p->fields.n || strip_is_conditional(&p->fields.at[at + 1]))
		return;
	first = strip_name(p, at + 1);
	if (!strip_is_python(first) && !strip_is_shell(first) && !str_is(first, "source") &&
	    !strip_find_row(p, at + 1, first, &used))
		return;
	if (p->ev->calls >= SH_CALLS_MAX)
		return;
	mark = sh_mark(&p->ev->state);
	layer.options = node_new(p->ev->arena, NODE_MAP, layer.at);
	outer.fields.n = at;
	outer.i = program + 1;
	outer.forks = STRIP_FORKS_MAX;
	strip_options(&outer, &none, &layer, &options);
	*vec_push(p->ev->arena, &p->state->layers) = layer;
	p->ev->calls++;
	for (size_t from = at + 1, i = from; i <= p->fields.n; i++)
		if (i == p->fields.n || is_operator(strip_text(p, i))) {
			run_range(p, from, i);
			from = i + 1;
		}
	p->ev->calls--;
	sh_undo(&p->ev->state, mark);
}

/** A script or executable at p->i. */
void strip_program(struct stripping *p, enum launch_kind kind)
{
	struct str module = strip_text(p, p->i);

	if (p->i >= p->fields.n || (kind == LAUNCH_MODULE && launcher_ignored(module)))
		return;
	record_launch(p, kind, &p->fields.at[p->i], p->i + 1);
	if (kind == LAUNCH_SCRIPT)
		inner_command(p, p->i);
}

/** Code that comes on standard input: python - <<EOF, bash <<EOF. */
static bool input_field(struct stripping *p, struct sh_field *out)
{
	const struct sh_value *in = p->ev->input;

	*out = (struct sh_field){0};
	if (!in || in->kind != SH_VALUE_SCALAR || !in->parts.n)
		return false;
	out->parts = in->parts;
	out->at = in->at;
	return true;
}

/**
 * The only script that the script at hand wrote by the last name of a path that is none of the repository's: a container
 * has the folder in which it was written elsewhere ("--container-mounts=$DIR:/exp", then /exp/run.sh). NULL: none, or several.
 */
static struct sh_written_file *mounted_file(struct sh_eval *ev, struct sh_parts path, struct str name)
{
	struct sh_written_file *found = NULL;

	if (!str_starts(name, STR("/")) || sh_find_elsewhere(ev, path))
		return NULL;
	for (size_t i = 0; i < ev->written.n; i++) {
		struct sh_written_file *file = &ev->written.at[i];

		if (file->whole || !str_eq(str_tail(file->name, '/'), str_tail(name, '/')))
			continue;
		if (found && (found->rooted != file->rooted || !str_eq(found->name, file->name)))
			return NULL;
		found = file;
	}
	return found;
}

/** The file that the script at hand wrote itself so far, by the name at a field; NULL: none. */
static struct sh_written_file *written_file(struct stripping *p, size_t field)
{
	struct sh_written_file *file;
	bool rooted;
	struct str name;

	if (!p->ev->written.n)
		return NULL;
	name = sh_path_name(p->ev, p->fields.at[field].parts, &rooted);
	file = sh_find_written(p->ev, name, rooted);
	return file || rooted ? file : mounted_file(p->ev, p->fields.at[field].parts, name);
}

/** The text of a script that the script at hand wrote: the last one of that name. */
static bool written_field(struct stripping *p, size_t field, struct sh_field *out)
{
	struct sh_written_file *file = written_file(p, field);

	if (!file)
		return false;
	*out = (struct sh_field){.parts = file->text, .at = file->at};
	file->run = true;
	return true;
}

bool strip_is_written(struct stripping *p)
{
	const struct sh_written_file *file = p->i < p->fields.n ? written_file(p, p->i) : NULL;

	return file && !file->whole;
}

/** The known parts of a text, for its first lines. */
static struct str known_text(struct arena *a, const struct sh_parts *parts)
{
	size_t n = 0;
	char *to;

	for (size_t i = 0; i < parts->n; i++)
		n += sh_parts_at(*parts, i)->kind == PART_TEXT ? sh_parts_at(*parts, i)->text.n : 1;
	to = arena_bytes(a, n, 1);
	n = 0;
	for (size_t i = 0; i < parts->n; i++) {
		const struct sh_part *part = sh_parts_at(*parts, i);
		struct str text = part->kind == PART_TEXT ? part->text : STR("?");

		if (text.n)
			memcpy(to + n, text.s, text.n);
		n += text.n;
	}
	return (struct str){to, n};
}

void strip_left_scripts(struct sh_eval *ev)
{
	for (size_t i = 0; i < ev->written.n; i++) {
		const struct sh_written_file *file = &ev->written.at[i];
		struct sh_source *src = arena_new(ev->arena, struct sh_source);

		if (file->run || !file->name.n || file->rooted || str_chr(file->name, '\'', 0) != SIZE_MAX ||
		    !batch_read_text(ev->arena, known_text(ev->arena, &file->text), file->at))
			continue;
		src->text = str_fmt(ev->arena, "sbatch '%.*s'", STR_ARG(file->name));
		src->at = file->at;
		sh_run_text(ev, src);
	}
}

void strip_script_text(struct stripping *p)
{
	const struct node *batch = p->state->batch, *own;
	struct sh_field text;
	bool named = p->i < p->fields.n;

	if (!(named ? written_field(p, p->i, &text) : input_field(p, &text)))
		return;
	own = batch_read_text(p->ev->arena, known_text(p->ev->arena, &text.parts), text.at);
	if (own)
		p->state->batch = own;
	p->ev->input = NULL;
	sh_run_process(p->ev, &text, &p->fields, named ? p->i + 1 : p->fields.n + 1);
	p->state->batch = batch;
}

/** python, with p->i behind it. */
void strip_python(struct stripping *p)
{
	struct sh_field code;

	while (p->i < p->fields.n) {
		const struct sh_field *f = &p->fields.at[p->i];
		struct str text = strip_head(p->ev, f);
		char last = text.n ? text.s[text.n - 1] : 0;
		size_t used;
		const struct launcher *row;

		if (strip_is_conditional(f)) {
			strip_fork(p, p->i);
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
			if (p->i < p->fields.n && strip_is_conditional(&p->fields.at[p->i])) {
				strip_fork(p, p->i--);
				return;
			}
			row = strip_find_row(p, p->i - 1, STR("-m"), &used);
			if (row) {
				p->i--;
				strip_launcher(p, row, used);
			} else {
				strip_program(p, LAUNCH_MODULE);
			}
			return;
		}
		if (last == 'c' && text.n < 6) {
			strip_program(p, LAUNCH_CODE);
			return;
		}
		if ((last == 'W' || last == 'X') && text.n == 2)
			p->i++;
	}
	if (p->i >= p->fields.n || str_is(strip_text(p, p->i), "-")) {
		if (input_field(p, &code))
			record_launch(p, LAUNCH_CODE, &code, p->i + 1);
		return;
	}
	strip_program(p, LAUNCH_SCRIPT);
}

/** bash, with p->i behind it: -c text, a script, or standard input. */
void strip_shell(struct stripping *p)
{
	uint32_t id;

	while (p->i < p->fields.n) {
		struct str word = strip_text(p, p->i);

		if (strip_is_conditional(&p->fields.at[p->i])) {
			strip_fork(p, p->i);
			return;
		}
		if (word.n < 2 || (word.s[0] != '-' && word.s[0] != '+'))
			break;
		p->i++;
		if (!str_starts(word, STR("--")) && str_chr(word, 'c', 0) != SIZE_MAX) {
			/* bash -c 'text' name arguments */
			if (p->i < p->fields.n)
				sh_run_process(p->ev, &p->fields.at[p->i], &p->fields, p->i + 2);
			return;
		}
		if (word.s[word.n - 1] == 'o' && !str_starts(word, STR("--")))
			p->i++;
	}
	id = p->i < p->fields.n && !strip_is_written(p) ? sh_find_elsewhere(p->ev, p->fields.at[p->i].parts) : 0;
	if (id)
		strip_script(p, id, p->i + 1);
	else
		strip_script_text(p);
}
