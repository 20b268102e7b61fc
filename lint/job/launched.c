#include "launched.h"

struct str path_of_file(const struct draft_context *c, uint32_t file)
{
	const struct file *f = files_at(c->repo->files, file);

	return f ? f->path : STR("");
}

/*
 * A launch that names its program from the root of a machine says nothing of where it is run. Files that
 * it names and that lie beside its script say it: "python $REPO/tools/train.py configs/small.yaml". One that
 * goes up, "python ../tune.py small.yaml", is run below: where its script lies if the program is up from there.
 */
static struct str folder_of_words(const struct draft_context *c, const struct launch *launch)
{
	const struct node *program = launch->program.value;
	const struct file *script = files_at(c->repo->files, launch->file);
	struct str folder = script ? eval_dirname(script->path) : STR("");
	bool up;

	if (!folder.n || launch->program.rooted || program->kind != NODE_STR)
		return STR("");
	up = str_starts(program->text, STR("../"));
	if (!up && !str_starts(program->text, STR("/")))
		return STR("");
	if (up && files_find(c->repo->files, eval_path(c->arena, folder, program->text)))
		return folder;
	for (size_t i = 0; i < launch->args.n; i++) {
		const struct launch_word *word = &launch->args.at[i];

		if (word->value->kind == NODE_STR && !word->rooted &&
		    !str_starts(word->value->text, STR("/")) &&
		    files_find(c->repo->files, eval_path(c->arena, folder, word->value->text)))
			return folder;
	}
	return STR("");
}

/*
 * An absolute path belongs to the machine of the run: where the repository lies there, or a folder in it where
 * the program is that the repository's root has not.
 */
static struct str folder_of_end(const struct draft_context *c, const struct launch *launch, struct str path)
{
	const struct node *program = launch->program.value;

	if (launch->program.rooted || program->kind != NODE_STR || str_starts(program->text, STR("/")) ||
	    files_find(c->repo->files, eval_path(c->arena, STR(""), program->text)))
		return STR("");
	while (str_ends(path, STR("/")))
		path.n--;
	for (; path.n; path = str_cut(path, '/').tail)
		if (path.s[0] != '/' && repository_has_folder(c->repo, path) &&
		    files_find(c->repo->files, eval_path(c->arena, path, program->text)))
			return path;
	return STR("");
}

/* "git clone …/tunes && cd tunes && python tune.py" in the repository that is meant: no such folder, and tune.py. */
static bool is_own_clone(const struct draft_context *c, const struct launch *launch, struct str cwd)
{
	const struct node *program = launch->program.value;

	return program && program->kind == NODE_STR && !launch->program.rooted &&
	       !repository_has_folder(c->repo, cwd) && files_find(c->repo->files, program->text);
}

struct str launched_folder(const struct draft_context *c, const struct launch *launch)
{
	const struct node *cwd = launch ? launch->cwd.value : NULL;

	if (!cwd)
		return STR("");
	if (cwd->kind != NODE_STR || str_starts(cwd->text, STR("/")) || str_starts(cwd->text, STR("~")))
		return folder_of_end(c, launch, cwd->kind == NODE_STR ? cwd->text : launch->cwd.tail);
	if (!cwd->text.n)
		return folder_of_words(c, launch);
	return is_own_clone(c, launch, cwd->text) ? STR("") : cwd->text;
}

uint32_t launched_word_file(struct draft_context *c, const struct launch *launch,
			    const struct launch_word *w)
{
	struct str name = w->tail;

	if (!w->value)
		return 0;
	/* "$HOME/work/configs/a.yaml": the known end of a word still names the file. */
	if (w->value->kind == NODE_STR)
		name = w->value->text;
	else if (w->value->kind != NODE_UNKNOWN || str_chr(name, '/', 0) == SIZE_MAX)
		return 0;
	else
		name = str_sub(name, str_chr(name, '/', 0), name.n);
	return repository_resolve(c->repo, w->rooted ? STR("") : launched_folder(c, launch),
				  path_of_file(c, launch->file), name);
}

struct str launched_condition(struct arena *a, const struct launch *launch, struct str condition)
{
	for (const struct node *g = launch ? launch->guard : NULL; g; g = g->from[0])
		condition = condition.n ? str_fmt(a, "%.*s and %.*s", STR_ARG(g->text),
						  STR_ARG(condition))
					: g->text;
	return condition;
}

bool launched_count(const struct node *n, int64_t *out)
{
	if (n && n->kind == NODE_INT)
		*out = n->as.i;
	else if (!n || n->kind != NODE_STR || !str_to_int(n->text, out))
		return false;
	return *out > 0;
}

/* What stands between the only two backticks of a line of a page, "- `python train.py`."; else the line. */
static struct str without_marks(struct str line)
{
	size_t from = str_chr(line, '`', 0), to = str_rchr(line, '`');

	if (from == SIZE_MAX || to <= from + 1 || str_chr(line, '`', from + 1) != to)
		return line;
	return str_sub(line, from + 1, to);
}

/** Bytes of a line that is shown: a notebook without line breaks is one line of everything. */
enum { LINE_SHOWN = 400 };

/*
 * A line too long to be shown: what of it begins at a place, up to the end of the code's own line, cut where that is too long
 * as well; *cut: it is.
 */
static struct str shown_at(struct files *files, struct span at, bool *cut)
{
	struct str text = files_at(files, at.file)->text;
	struct str rest = str_sub(text, at.off < text.n ? at.off : text.n, text.n);
	struct str line = str_cut(rest, '\n').head;

	*cut = line.n > LINE_SHOWN;
	if (!*cut)
		return str_trim(line);
	line.n = at.len && at.len < LINE_SHOWN ? at.len : LINE_SHOWN;
	/* No part of a character of UTF-8. */
	while (line.n && ((unsigned char)line.s[line.n] & 0xc0) == 0x80)
		line.n--;
	return str_trim(line);
}

/* The line on which the command begins, as written; "…" if it goes on. */
static struct str command_line(struct draft_context *c, struct span at)
{
	struct files *files = c->repo->files;
	struct str line = str_trim(files_line(files, files_parent(files, at.file), files_place(files, at).line));
	bool goes_on = false;

	if (line.n > LINE_SHOWN)
		line = shown_at(files, at, &goes_on);
	if (str_ends(line, STR("\\"))) {
		line = str_trim(str_sub(line, 0, line.n - 1));
		goes_on = true;
	}
	if (file_kind_of(files_at(files, files_parent(files, at.file))->path) == KIND_DOCUMENT)
		line = without_marks(line);
	else if (str_starts(line, STR("\"\"\"")) || str_starts(line, STR("'''")))
		line = str_trim(str_sub(line, 3, line.n));
	return str_fmt(c->arena, "%.*s%s (%.*s)", STR_ARG(line), goes_on ? " \xe2\x80\xa6" : "",
		       STR_ARG(files_where(c->arena, files, at)));
}

/* The command, and what runs the script in which it stands: a command of another one (sbatch), that script, or a page. */
struct str launched_by(struct draft_context *c, const struct launch *launch)
{
	struct str text;

	if (!launch || !span_known(launch->at))
		return STR("");
	text = command_line(c, launch->at);
	for (size_t i = 0; i < launch->layers.n; i++) {
		struct span at = launch->layers.at[i].at;

		if (span_known(at) && files_parent(c->repo->files, at.file) !=
					      files_parent(c->repo->files, launch->at.file))
			return str_fmt(c->arena, "%.*s, from %.*s", STR_ARG(text), STR_ARG(command_line(c, at)));
	}
	for (size_t i = launch->through.n; i-- > 0;)
		text = str_fmt(c->arena, "%.*s, run by %.*s", STR_ARG(text),
			       STR_ARG(files_at(c->repo->files, launch->through.at[i])->path));
	if (launch->told.file && launch->told.file != launch->file)
		text = str_fmt(c->arena, "%.*s, run by %.*s", STR_ARG(text),
			       STR_ARG(files_at(c->repo->files, files_parent(c->repo->files, launch->told.file))->path));
	return text;
}
