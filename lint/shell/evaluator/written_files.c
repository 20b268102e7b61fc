/* Files that commands write: here-documents, and copies of the repository's files with other words in them. */
#include "sed.h"

bool sh_read_file(struct sh_eval *ev, const struct sh_field *field, struct sh_parts *out, uint32_t *source)
{
	const struct file *file;
	const struct sh_written_file *written;
	bool rooted;
	struct str name = sh_path_name(ev, field->parts, &rooted);
	uint32_t id;

	written = sh_find_written(ev, name, rooted);
	if (written) {
		*out = written->text;
		*source = written->template;
		return true;
	}
	*source = id = sh_find_elsewhere(ev, field->parts);
	file = id ? files_at(ev->files, id) : NULL;
	if (!file || !file->text.n)
		return false;
	*out = sh_parts_text(ev, file->text, (struct span){0});
	return true;
}

bool sh_read_placed(struct sh_eval *ev, const struct sh_field *field, struct sh_parts *out)
{
	const struct file *file;
	uint32_t id;

	if (!sh_read_file(ev, field, out, &id))
		return false;
	file = id ? files_at(ev->files, id) : NULL;
	if (file && out->n == 1 && str_eq(sh_parts_at(*out, 0)->text, file->text))
		*out = sh_parts_text(ev, file->text, (struct span){id, 0, (uint32_t)file->text.n});
	return true;
}

/** Whether a file is read for its data: its name says so, or nothing. */
static bool holds_data(struct str name)
{
	static const char *const endings[] = {".yaml", ".yml", ".json", ".toml", ".env"};

	size_t dot;

	name = str_tail(name, '/');
	dot = str_rchr(name, '.');
	if (dot == SIZE_MAX || str_chr(name, '$', dot) != SIZE_MAX)
		return true;
	for (size_t i = 0; i < sizeof(endings) / sizeof(*endings); i++)
		if (str_ends(name, str_of(endings[i])))
			return true;
	return false;
}

static struct sh_written_file *write_file(struct sh_eval *ev, const struct sh_field *path, struct sh_parts text,
					  struct span at)
{
	struct sh_written_file *file = vec_push(ev->arena, &ev->written);

	file->name = sh_path_name(ev, path->parts, &file->rooted);
	file->is_data = holds_data(file->name);
	file->text = text;
	file->at = at;
	file->before = ev->commands.noted(ev);
	return file;
}

/** More text at the end of a file. */
static void append_file(struct sh_eval *ev, const struct sh_field *path, struct sh_parts text, struct span at)
{
	struct sh_parts all = {0};
	uint32_t source;

	if (sh_read_file(ev, path, &all, &source))
		sh_parts_append(ev->arena, &all, text);
	else
		all = text;
	write_file(ev, path, all, at);
}

static struct sh_field field_of(struct sh_eval *ev, const struct sh_redirect *r)
{
	return (struct sh_field){.parts = sh_scalar(ev, r->word), .at = r->word->place};
}

const struct sh_value *sh_file_input(struct sh_eval *ev, const struct sh_redirect *from)
{
	struct sh_field file = field_of(ev, from);
	struct sh_parts text;

	return sh_read_placed(ev, &file, &text) ? sh_value_of(ev->arena, text, from->word->place) : NULL;
}

/** The place of a text that a command computes: where the command begins. */
static struct span place(const struct sh_cmd *cmd)
{
	return (struct span){cmd->at.file, cmd->at.off, 1};
}

static void sed(struct sh_eval *ev, const struct sh_cmd *cmd, const struct sh_fields *fields,
		const struct sh_redirect *from, const struct sh_redirect *to)
{
	struct sh_field in, out;
	struct sh_sed sed;
	struct sh_parts text;
	uint32_t source;

	if (!sh_sed_words(ev, fields, &sed) || (sed.file == SIZE_MAX && !from) || (!to && !sed.in_place))
		return;
	in = sed.file == SIZE_MAX ? field_of(ev, from) : fields->at[sed.file];
	out = sed.in_place ? in : field_of(ev, to);
	if (sh_read_file(ev, &in, &text, &source) && sh_sed_run(ev, fields, &sed, text, &text))
		write_file(ev, &out, text, place(cmd))->template = source;
}

/** Whether the last of some words names a folder: "$SCRATCH/", "$DIR", but not "$SCRATCH/p.py". */
static bool is_folder(struct sh_parts path)
{
	const struct sh_part *last = path.n ? sh_parts_at(path, path.n - 1) : NULL;

	return last && (last->kind != PART_TEXT || str_chr(str_tail(last->text, '/'), '.', 0) == SIZE_MAX);
}

/** cp a.yaml b.yaml, cat a.yaml > b.yaml. */
static void copy(struct sh_eval *ev, const struct sh_cmd *cmd, const struct sh_field *from,
		 const struct sh_field *to)
{
	struct sh_written_file *written;
	struct sh_parts text;
	struct str name;
	uint32_t source;

	/* Into a folder: that is for the folder's name to tell. */
	if (is_folder(to->parts) || (sh_field_text(ev, to, &name) && str_chr(str_tail(name, '/'), '.', 1) == SIZE_MAX))
		return;
	if (sh_read_file(ev, from, &text, &source)) {
		written = write_file(ev, to, text, place(cmd));
		written->template = source;
		written->whole = source && source == sh_find_elsewhere(ev, from->parts);
	}
}

/** cp a.yaml train.py "$SCRATCH/": what lies there then is named as the repository's files are. */
static void copy_into(struct sh_eval *ev, const struct sh_cmd *cmd, const struct sh_field *from, const struct sh_field *folder)
{
	uint32_t id = sh_find_elsewhere(ev, from->parts);
	const struct sh_part *last = sh_parts_at(folder->parts, folder->parts.n - 1);
	struct sh_field to = {.at = folder->at};
	struct sh_written_file *written;
	struct str name;

	if (!id)
		return;
	name = str_tail(files_at(ev->files, id)->path, '/');
	if (last->kind != PART_TEXT || !str_ends(last->text, STR("/")))
		name = str_cat(ev->arena, STR("/"), name);
	sh_parts_append(ev->arena, &to.parts, folder->parts);
	sh_parts_push(ev->arena, &to.parts, sh_part_text(name, folder->at));
	written = write_file(ev, &to, sh_parts_text(ev, files_at(ev->files, id)->text, (struct span){0}), place(cmd));
	/* In a folder of the repository the files are there anyway. */
	if (written->rooted || !written->name.n) {
		ev->written.n--;
		return;
	}
	written->template = id;
	written->whole = true;
}

static void copies(struct sh_eval *ev, const struct sh_cmd *cmd, const struct sh_fields *fields)
{
	size_t first = 1, last = fields->n - 1;
	struct str option;

	while (first < last && sh_field_text(ev, &fields->at[first], &option) && str_starts(option, STR("-")))
		first++;
	if (first == last)
		return;
	if (!is_folder(fields->at[last].parts)) {
		if (first + 1 == last)
			copy(ev, cmd, &fields->at[first], &fields->at[last]);
		return;
	}
	for (; first < last && ev->written.n < SH_COPIES_MAX; first++)
		copy_into(ev, cmd, &fields->at[first], &fields->at[last]);
}

/** What a command prints is written to the file, or to its end. */
static void write_out(struct sh_eval *ev, const struct sh_redirect *out, struct sh_parts text, struct span at)
{
	struct sh_field path = field_of(ev, out);

	if (out->kind == SH_REDIRECT_APPEND)
		append_file(ev, &path, text, at);
	else
		write_file(ev, &path, text, at);
}

/**
 * A file of data that some program prints: what it holds is not known, whatever lay there. Under a condition it
 * may be left as it is.
 */
static void write_unknown(struct sh_eval *ev, const struct sh_redirect *out, const struct sh_cmd *cmd)
{
	struct sh_field path = field_of(ev, out);
	struct str name;
	bool rooted;

	if (ev->guard || ev->capturing)
		return;
	name = sh_path_name(ev, path.parts, &rooted);
	if (holds_data(name) && str_chr(str_tail(name, '/'), '.', 0) != SIZE_MAX)
		write_out(ev, out, sh_parts_unknown(ev, STR("what a command prints"), place(cmd)), place(cmd));
}

void sh_write_printed(struct sh_eval *ev, const struct sh_cmd *cmd, struct sh_parts text)
{
	for (size_t i = 0; i < cmd->redirects.n; i++) {
		const struct sh_redirect *r = cmd->redirects.at[i];

		if (r->fd < 2 && (r->kind == SH_REDIRECT_OUT || r->kind == SH_REDIRECT_APPEND) && !ev->dry)
			write_out(ev, r, text, place(cmd));
	}
}

/** The file that all commands of a compound one print to, { …; } > x.yaml, if it is of data, or a filter; NULL: none. */
static const struct sh_redirect *printed_file(struct sh_eval *ev, const struct sh_cmd *cmd)
{
	for (size_t i = 0; i < cmd->redirects.n && !ev->dry; i++) {
		const struct sh_redirect *r = cmd->redirects.at[i];
		struct sh_field path;
		struct str name;
		bool rooted;

		if (r->fd >= 2 || (r->kind != SH_REDIRECT_OUT && r->kind != SH_REDIRECT_APPEND))
			continue;
		path = field_of(ev, r);
		name = sh_path_name(ev, path.parts, &rooted);
		if (str_chr(str_tail(name, '/'), '.', 0) != SIZE_MAX && (holds_data(name) || cmd->kind == SH_SIMPLE))
			return r;
	}
	return NULL;
}

enum sh_flow sh_write_block(struct sh_eval *ev, const struct sh_cmd *cmd,
			    enum sh_flow (*run)(struct sh_eval *ev, const struct sh_cmd *cmd))
{
	const struct sh_redirect *to = printed_file(ev, cmd);
	const struct sh_value *before = sh_get(&ev->state, SH_OUTPUT), *out;
	bool capturing = ev->capturing;
	struct sh_parts text = {0};
	enum sh_flow flow;

	if (!to)
		return run(ev, cmd);
	ev->capturing = true;
	sh_set(&ev->state, SH_OUTPUT, sh_value_new(ev->arena, SH_VALUE_SCALAR, cmd->at));
	flow = run(ev, cmd);
	out = sh_get(&ev->state, SH_OUTPUT);
	ev->capturing = capturing;
	sh_set(&ev->state, SH_OUTPUT, before);
	if (out->kind == SH_VALUE_SCALAR)
		text = out->parts;
	else if (out->kind == SH_VALUE_CHOICE)
		sh_parts_push(ev->arena, &text, (struct sh_part){.kind = PART_CHOICE, .choice = out, .at = out->at});
	else
		text = sh_parts_unknown(ev, STR("what a command prints"), place(cmd));
	write_out(ev, to, text, place(cmd));
	return flow;
}

/** Commands that print what is known: they write it themselves (sh_write_printed()). */
static bool prints(struct str name)
{
	return str_is(name, "echo") || str_is(name, "printf");
}

/* sed -i, perl -pi, yq -i and their kin. */
static bool edits_in_place(struct sh_eval *ev, struct str name, const struct sh_fields *fields)
{
	struct str word;

	if (!str_among(name, STR("sed|perl|yq|ruby|awk")))
		return false;
	for (size_t i = 1; i < fields->n; i++)
		if (sh_field_text(ev, &fields->at[i], &word) && str_starts(word, STR("-")) && str_chr(word, 'i', 0) != SIZE_MAX)
			return true;
	return false;
}

void sh_written(struct sh_eval *ev, const struct sh_cmd *cmd, const struct sh_fields *fields)
{
	const struct sh_redirect *out = NULL, *body = NULL, *in = NULL;
	struct sh_field path;
	struct str name;
	size_t before = ev->written.n;

	for (size_t i = 0; i < cmd->redirects.n; i++) {
		const struct sh_redirect *r = cmd->redirects.at[i];

		if ((r->kind == SH_REDIRECT_OUT || r->kind == SH_REDIRECT_APPEND) && r->fd < 2)
			out = r;
		if (r->kind == SH_REDIRECT_IN && r->fd < 1)
			in = r;
		if (r->kind == SH_REDIRECT_HERE)
			body = r;
	}
	if (ev->dry || !fields->n || !sh_field_text(ev, &fields->at[0], &name) || prints(name))
		return;
	if (str_is(name, "sed") && !body) {
		sed(ev, cmd, fields, in, out);
	} else if (str_is(name, "cp") && fields->n >= 3) {
		copies(ev, cmd, fields);
	} else if (str_is(name, "cat") && out && body && fields->n == 1) {
		write_out(ev, out, sh_scalar(ev, body->word), body->word->place);
	} else if (str_is(name, "cat") && out && !body && fields->n == 2 && out->kind == SH_REDIRECT_OUT) {
		path = field_of(ev, out);
		copy(ev, cmd, &fields->at[1], &path);
	} else if (str_is(name, "tee") && body && fields->n == 2) {
		write_file(ev, &fields->at[1], sh_scalar(ev, body->word), body->word->place);
	}
	if (out && ev->written.n == before)
		write_unknown(ev, out, cmd);
	ev->edited |= ev->written.n == before && edits_in_place(ev, name, fields);
}
