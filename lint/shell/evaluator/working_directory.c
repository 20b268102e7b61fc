/* Where files are, and where commands run. */
#include "evaluator.h"

#include "lint/eval/eval.h"

/** A path from the root for parts that are a relative or rooted path; empty if it is neither. */
static struct str resolve(struct sh_eval *ev, struct sh_parts path)
{
	const struct sh_value *cwd = sh_get(&ev->state, SH_CWD);
	struct str text, dir = {0};

	if (sh_parts_rooted(ev->arena, path, &text))
		return text.n ? text : STR(".");
	if (!sh_parts_known(ev->arena, path, &text) || !text.n || text.s[0] == '/' || text.n > 4096)
		return STR("");
	if (cwd->kind == SH_VALUE_SCALAR)
		sh_parts_rooted(ev->arena, cwd->parts, &dir);
	return eval_path(ev->arena, dir, text);
}

uint32_t sh_find(struct sh_eval *ev, struct sh_parts path)
{
	struct str text = resolve(ev, path), plain;
	uint32_t id = 0;

	if (!ev->world->find)
		return 0;
	if (text.n)
		id = ev->world->find(ev->world->data, text);
	/* Scripts are often meant to be started in their own folder. */
	if (!id && sh_parts_known(ev->arena, path, &plain) && plain.n && plain.s[0] != '/' &&
	    plain.n < 4096) {
		text = eval_path(ev->arena, eval_dirname(ev->script), plain);
		id = text.n ? ev->world->find(ev->world->data, text) : 0;
	}
	return id;
}

/*
 * Where a script goes that leaves the repository from its top: it is started in its own folder. Empty if it
 * does not go up from there.
 */
static struct str up_from_own(struct sh_eval *ev, const struct sh_value *cwd, struct sh_parts path)
{
	const struct file *first = ev->running.n ? files_at(ev->files, ev->running.at[0]) : NULL;
	struct str text, dir = {0};

	if (!first || cwd->kind != SH_VALUE_SCALAR || !sh_parts_rooted(ev->arena, cwd->parts, &dir) || dir.n ||
	    !sh_parts_known(ev->arena, path, &text) || !str_starts(text, STR("..")))
		return STR("");
	return eval_path(ev->arena, eval_dirname(first->path), text);
}

void sh_chdir(struct sh_eval *ev, struct sh_parts path)
{
	const struct sh_value *cwd = sh_get(&ev->state, SH_CWD);
	struct sh_part root = sh_part_unknown(STR("the path of the repository"), (struct span){0});
	struct str text = resolve(ev, path), plain;
	struct sh_parts out = {0};

	if (!text.n)
		text = up_from_own(ev, cwd, path);
	sh_set(&ev->state, STR("OLDPWD"), cwd);
	if (text.n) {
		root.root = true;
		sh_parts_push(ev->arena, &out, root);
		if (!str_is(text, "."))
			sh_parts_push(
			    ev->arena, &out,
			    sh_part_text(str_cat(ev->arena, STR("/"), text), (struct span){0}));
	} else if (sh_parts_known(ev->arena, path, &plain) && plain.n && plain.s[0] != '/') {
		/* Relative to a folder that is not of the repository, or out of it. */
		if (cwd->kind == SH_VALUE_SCALAR)
			out = cwd->parts;
		for (size_t i = 0; i < out.n; i++)
			if (sh_parts_at(out, i)->root) {
				out = (struct sh_parts){0};
				sh_parts_push(
				    ev->arena, &out,
				    sh_part_unknown(STR("a folder outside of the repository"),
						    (struct span){0}));
				break;
			}
		sh_parts_push(ev->arena, &out,
			      sh_part_text(str_cat(ev->arena, STR("/"), plain), (struct span){0}));
	} else {
		out = path;
	}
	sh_set(&ev->state, SH_CWD, sh_value_of(ev->arena, out, (struct span){0}));
}
