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

/** A file by its path from the root; for a .env that is not kept, the one beside it that it is copied from. */
static uint32_t find_path(struct sh_eval *ev, struct str path)
{
	static const char *const copied[] = {".example", ".sample", ".template", ".dist", ".default"};
	struct str name = str_tail(path, '/');
	uint32_t id = ev->world->find(ev->world->data, path);

	for (size_t i = 0; !id && str_is(name, ".env") && i < sizeof(copied) / sizeof(*copied); i++)
		id = ev->world->find(ev->world->data, str_cat(ev->arena, path, str_of(copied[i])));
	return id;
}

/*
 * A path from the script's own folder, or from one above it: scripts are often meant to be started in their own, and those
 * of a part of a repository in that part's. A name alone may be anybody's there.
 */
static uint32_t find_above(struct sh_eval *ev, struct str path)
{
	uint32_t id = 0;

	for (struct str dir = eval_dirname(ev->script);; dir = eval_dirname(dir)) {
		struct str text = eval_path(ev->arena, dir, path);

		id = text.n ? find_path(ev, text) : 0;
		if (id || !dir.n || str_is(dir, ".") || str_chr(path, '/', 0) == SIZE_MAX)
			return id;
	}
}

uint32_t sh_find(struct sh_eval *ev, struct sh_parts path)
{
	struct str text = resolve(ev, path), plain;
	uint32_t id = 0;

	if (!ev->world->find)
		return 0;
	if (text.n)
		id = find_path(ev, text);
	if (!id && sh_parts_known(ev->arena, path, &plain) && plain.n && plain.s[0] != '/' && plain.n < 4096)
		id = find_above(ev, plain);
	return id;
}

/** The end of a path that is absolute, or begins in a folder that is not known: "/scripts/x.sh" of "$HOME/scripts/x.sh". */
static struct str known_end(struct sh_eval *ev, struct sh_parts path)
{
	const struct sh_part *last = path.n ? sh_parts_at(path, path.n - 1) : NULL;
	struct str text = {0};
	size_t slash;

	if (sh_parts_known(ev->arena, path, &text))
		return text;
	if (!last || last->kind != PART_TEXT)
		return (struct str){0};
	slash = str_chr(last->text, '/', 0);
	return slash == SIZE_MAX ? (struct str){0} : str_sub(last->text, slash, last->text.n);
}

uint32_t sh_find_elsewhere(struct sh_eval *ev, struct sh_parts path)
{
	uint32_t id = sh_find(ev, path);
	struct str end = id ? (struct str){0} : known_end(ev, path), name;
	bool rooted;

	if (!ev->world->ending || !end.n || end.n >= 4096)
		return id;
	name = sh_path_name(ev, path, &rooted);
	if (sh_find_written(ev, name, rooted))
		return 0;
	/* A name alone is that of many a machine's own files. */
	for (struct str_cut cut = str_cut(end, '/'); !id && cut.ok; cut = str_cut(end, '/')) {
		if (cut.head.n && !str_is(cut.head, ".") && !str_is(cut.head, ".."))
			id = ev->world->ending(ev->world->data, end);
		end = cut.tail;
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
