/*
 * Which file a launch starts: by its path, or, where several have that name, by the flags it is given.
 */
#include "launched.h"

enum { SAME_NAME_MAX = 16 };

/* Whether a flag's name stands here, "-" and "_" being the same. */
static bool stands_at(struct str text, size_t at, struct str name)
{
	if ((at && str_name_byte(text.s[at - 1])) ||
	    (at + name.n < text.n && str_name_byte(text.s[at + name.n])))
		return false;
	for (size_t i = 0; i < name.n; i++)
		if (text.s[at + i] != name.s[i] &&
		    !((text.s[at + i] == '-' || text.s[at + i] == '_') &&
		      (name.s[i] == '-' || name.s[i] == '_')))
			return false;
	return true;
}

/* Whether a program's text has a flag's name as a word: "--ref_model", "ref_model: str", "ref-model". */
static bool declares(struct str text, struct str name)
{
	for (size_t at = 0; at + name.n <= text.n; at++)
		if (text.s[at] == name.s[0] && stands_at(text, at, name))
			return true;
	return false;
}

/* The number of long flags that a program's own text does not name. */
static size_t undeclared(struct draft_context *c, const struct launch *launch, uint32_t file)
{
	struct str text = repository_text(c->repo, file);
	size_t n = 0;

	for (size_t i = 0; i < launch->args.n; i++) {
		struct str flag = str_cut(launch->args.at[i].head, '=').head;

		if (str_starts(flag, STR("--")) && flag.n > 2)
			n += !declares(text, str_sub(flag, 2, flag.n));
	}
	return n;
}

/* Whether a launch gives each long flag that another one gives. */
static bool gives_flags_of(const struct launch *launch, const struct launch *other)
{
	for (size_t i = 0; i < other->args.n; i++) {
		struct str flag = str_cut(other->args.at[i].head, '=').head;
		bool given = !str_starts(flag, STR("--"));

		for (size_t k = 0; k < launch->args.n && !given; k++)
			given = str_eq(str_cut(launch->args.at[k].head, '=').head, flag);
		if (!given)
			return false;
	}
	return true;
}

/* Whether a script of the same folder starts a file with the very same flags: run_small.sh beside run_large.sh. */
static bool started_alike(struct draft_context *c, const struct launch *launch, uint32_t file)
{
	struct str folder = eval_dirname(files_at(c->repo->files, launch->file)->path);

	for (size_t i = 0; i < c->drafts.n; i++) {
		const struct launch *other = c->drafts.at[i]->script == file ? c->drafts.at[i]->launch : NULL;

		if (other && other->file != launch->file && other->args.n &&
		    str_eq(eval_dirname(files_at(c->repo->files, other->file)->path), folder) && gives_flags_of(launch, other) &&
		    gives_flags_of(other, launch))
			return true;
	}
	return false;
}

/* Whether a file lies somewhere below the folder of the script or page that launches it. */
static bool lies_below(struct draft_context *c, const struct launch *launch, uint32_t file)
{
	return str_below(files_at(c->repo->files, file)->path, eval_dirname(files_at(c->repo->files, launch->file)->path));
}

/*
 * Of several files of the launched name the one that knows all of the flags, where the others do not:
 * they would refuse them. Of several that know them the one that is started so by a script beside the launch's, or the
 * only one of the project that the launch is of: part-1/README.md means part-1/src/train.py, not part-2/src/train.py.
 */
static uint32_t by_flags(struct draft_context *c, const struct launch *launch, struct str name)
{
	uint32_t files[SAME_NAME_MAX], found = 0, alike = 0, own = 0;
	size_t n, know = 0, same = 0, below = 0;

	name = str_undotted(name);
	n = name.n ? repository_ending(c->repo, name, files, SAME_NAME_MAX) : 0;
	for (size_t i = 0; n < SAME_NAME_MAX && i < n; i++) {
		if (undeclared(c, launch, files[i]))
			continue;
		know++;
		found = files[i];
		if (started_alike(c, launch, files[i])) {
			same++;
			alike = files[i];
		}
		if (lies_below(c, launch, files[i])) {
			below++;
			own = files[i];
		}
	}
	return know == 1 ? found : same == 1 ? alike : below == 1 ? own : 0;
}

uint32_t launched_file(struct draft_context *c, const struct launch *launch, struct str cwd)
{
	const struct launch_word *p = &launch->program;
	struct str from = files_at(c->repo->files, launch->file)->path, name;
	uint32_t file;

	/* "$ROOT/train.py": the known end of the word still names the script. */
	name = p->value->kind == NODE_STR ? p->value->text : p->tail;
	if (launch->kind == LAUNCH_MODULE)
		return p->value->kind == NODE_STR
			   ? repository_resolve_module(c->repo, cwd, from, name)
			   : 0;
	while (p->value->kind != NODE_STR && str_starts(name, STR("/")))
		name = str_sub(name, 1, name.n);
	file = repository_resolve(c->repo, p->rooted ? STR("") : cwd, from, name);
	return file ? file : by_flags(c, launch, name);
}
