/* Files that commands write: here-documents, and copies of the repository's files with other words in them. */
#include "sed.h"

/** The path that a word names; false if it is not known. */
static bool path_of(struct sh_eval *ev, const struct sh_field *field, struct str *path, bool *rooted)
{
	const struct node *node = sh_parts_node(ev->arena, field->parts, field->at);
	struct str below;

	*path = node->text;
	*rooted = !field->parts.depth && sh_parts_rooted(ev->arena, field->parts, &below) && node->kind == NODE_STR;
	return node->kind == NODE_STR;
}

/** What a file holds that the script has written so far, or that the repository has: source is that one. */
static bool read_file(struct sh_eval *ev, const struct sh_field *field, struct sh_parts *out, uint32_t *source)
{
	const struct file *file;
	struct str path;
	bool rooted, known = path_of(ev, field, &path, &rooted);
	uint32_t id;

	for (size_t i = ev->written.n; known && i-- > 0;) {
		const struct sh_written_file *written = &ev->written.at[i];

		if (written->is_known && written->rooted == rooted &&
		    str_eq(str_undotted(written->name), str_undotted(path))) {
			*out = written->text;
			*source = written->template;
			return true;
		}
	}
	*source = id = sh_find(ev, field->parts);
	file = id ? files_at(ev->files, id) : NULL;
	if (!file || !file->text.n)
		return false;
	*out = sh_parts_text(ev, file->text, (struct span){0});
	return true;
}

static struct sh_written_file *write_file(struct sh_eval *ev, const struct sh_field *path, struct sh_parts text,
					  struct span at)
{
	struct sh_written_file *file = vec_push(ev->arena, &ev->written);

	file->path = *path;
	file->is_known = path_of(ev, path, &file->name, &file->rooted);
	file->text = text;
	file->at = at;
	file->before = ev->commands.noted(ev);
	return file;
}

static struct sh_field field_of(struct sh_eval *ev, const struct sh_redirect *r)
{
	return (struct sh_field){.parts = sh_scalar(ev, r->word), .at = r->word->place};
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
	if (read_file(ev, &in, &text, &source) && sh_sed_run(ev, fields, &sed, text, &text))
		write_file(ev, &out, text, place(cmd))->template = source;
}

/** cp a.yaml b.yaml, cat a.yaml > b.yaml. */
static void copy(struct sh_eval *ev, const struct sh_cmd *cmd, const struct sh_field *from,
		 const struct sh_field *to)
{
	struct sh_parts text;
	struct str name;
	uint32_t source;

	/* Into a folder: that is for the folder's name to tell. */
	if (!sh_field_text(ev, to, &name) || str_chr(str_tail(name, '/'), '.', 1) == SIZE_MAX)
		return;
	if (read_file(ev, from, &text, &source))
		write_file(ev, to, text, place(cmd))->template = source;
}

void sh_written(struct sh_eval *ev, const struct sh_cmd *cmd, const struct sh_fields *fields)
{
	const struct sh_redirect *out = NULL, *body = NULL, *in = NULL;
	struct sh_field path;
	struct str name;

	for (size_t i = 0; i < cmd->redirects.n; i++) {
		const struct sh_redirect *r = cmd->redirects.at[i];

		if (r->kind == SH_REDIRECT_OUT && r->fd < 2)
			out = r;
		if (r->kind == SH_REDIRECT_IN && r->fd < 1)
			in = r;
		if (r->kind == SH_REDIRECT_HERE)
			body = r;
	}
	if (ev->dry || !fields->n || !sh_field_text(ev, &fields->at[0], &name))
		return;
	if (str_is(name, "sed") && !body) {
		sed(ev, cmd, fields, in, out);
	} else if (str_is(name, "cp") && fields->n == 3) {
		copy(ev, cmd, &fields->at[1], &fields->at[2]);
	} else if (str_is(name, "cat") && out && (body ? fields->n == 1 : fields->n == 2)) {
		path = field_of(ev, out);
		if (body)
			write_file(ev, &path, sh_scalar(ev, body->word), body->word->place);
		else
			copy(ev, cmd, &fields->at[1], &path);
	} else if (str_is(name, "tee") && body && fields->n == 2) {
		write_file(ev, &fields->at[1], sh_scalar(ev, body->word), body->word->place);
	}
}
