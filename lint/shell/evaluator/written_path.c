/*
 * Paths of files that a script writes, told apart where parts of them are not known: within one run of a script
 * $SLURM_JOB_ID is the same wherever it stands, and $(mktemp) is what it was when it was assigned.
 */
#include "evaluator.h"

#include "lint/eval/eval.h"

/** The name of the variable that a part is; empty if it is none, or another at each place. */
static struct str variable_of(const struct sh_part *part)
{
	static const char *const changing[] = {"RANDOM", "SECONDS", "EPOCHSECONDS", "LINENO", "?", "!", "BASHPID"};
	struct str name = str_starts(part->text, STR("$")) ? str_cut(str_sub(part->text, 1, part->text.n), ' ').head
							   : (struct str){0};

	for (size_t i = 0; i < sizeof(changing) / sizeof(*changing); i++)
		if (str_is(name, changing[i]))
			return (struct str){0};
	return name;
}

/** A part that is not known as the script has it, the same for what is the same. */
static struct str name_of(struct sh_eval *ev, const struct sh_part *part)
{
	struct str variable = variable_of(part);

	if (variable.n)
		return str_fmt(ev->arena, "${%.*s}", STR_ARG(variable));
	if (str_starts(part->text, STR("~ ")))
		return STR("~");
	if (!span_known(part->at))
		return (struct str){0};
	return str_fmt(ev->arena, "$(%u:%u)", part->at.file, part->at.off);
}

struct str sh_path_name(struct sh_eval *ev, struct sh_parts path, bool *rooted)
{
	struct str out = {0}, below, name;
	const struct sh_part *first = path.n ? sh_parts_at(path, 0) : NULL;

	*rooted = false;
	if (!path.n || path.n > 64 || !sh_work(&ev->state, path.n))
		return out;
	if (sh_parts_rooted(ev->arena, path, &below)) {
		*rooted = true;
		return below;
	}
	if (sh_parts_known(ev->arena, path, &out))
		return out;
	*rooted = first->kind == PART_UNKNOWN && first->root;
	/* A folder that is not known is none of the repository's. */
	if (first->kind == PART_UNKNOWN && !first->root && path.n > 1 && sh_parts_at(path, 1)->kind == PART_TEXT &&
	    str_starts(sh_parts_at(path, 1)->text, STR("/")))
		out = STR("/");
	for (size_t i = *rooted; i < path.n; i++) {
		const struct sh_part *part = sh_parts_at(path, i);

		if (part->kind == PART_CHOICE)
			return (struct str){0};
		name = part->kind == PART_TEXT ? part->text : name_of(ev, part);
		if (part->kind == PART_UNKNOWN && !name.n)
			return (struct str){0};
		out = str_cat(ev->arena, out, name);
	}
	while (*rooted && str_starts(out, STR("/")))
		out = str_sub(out, 1, out.n);
	return out;
}

struct sh_written_file *sh_find_written(struct sh_eval *ev, struct str name, bool rooted)
{
	for (size_t i = ev->written.n; name.n && i-- > 0;) {
		struct sh_written_file *file = &ev->written.at[i];

		if (file->rooted == rooted && str_eq(str_undotted(file->name), str_undotted(name)))
			return file;
	}
	return NULL;
}

/** The first parts of a word up to the '=' behind a flag's name; 0 if it begins with no such. */
static struct sh_parts behind_flag(struct sh_eval *ev, struct sh_parts word, struct str *flag)
{
	const struct sh_part *first = sh_parts_at(word, 0);
	struct sh_parts out = {0};
	struct sh_part rest = *first;
	size_t equals = first->kind == PART_TEXT ? str_chr(first->text, '=', 0) : SIZE_MAX;

	if (equals == SIZE_MAX)
		return word;
	*flag = str_sub(first->text, 0, equals + 1);
	rest.text = str_sub(first->text, equals + 1, first->text.n);
	if (rest.text.n)
		sh_parts_push(ev->arena, &out, rest);
	for (size_t i = 1; i < word.n; i++)
		sh_parts_push(ev->arena, &out, *sh_parts_at(word, i));
	return out;
}

bool sh_written_word(struct sh_eval *ev, struct sh_parts word, struct str *out, bool *rooted)
{
	struct str flag = {0}, name, text;

	if (!ev->written.n || !word.n || sh_parts_known(ev->arena, word, &text))
		return false;
	word = behind_flag(ev, word, &flag);
	name = sh_path_name(ev, word, rooted);
	if (!sh_find_written(ev, name, *rooted))
		return false;
	if (flag.n && *rooted)
		flag = str_cat(ev->arena, flag, STR(EVAL_ROOT "/"));
	*out = flag.n ? str_cat(ev->arena, flag, name) : name;
	*rooted = *rooted && !flag.n;
	return true;
}

uint32_t sh_copied_word(struct sh_eval *ev, struct sh_parts word)
{
	const struct sh_value *cwd = sh_get(&ev->state, SH_CWD);
	const struct sh_written_file *file;
	struct sh_parts path = {0};
	struct str text;
	bool rooted;

	if (!ev->written.n || !word.n || ev->written.n > SH_COPIES_MAX)
		return 0;
	if (sh_parts_known(ev->arena, word, &text) && !str_starts(text, STR("/"))) {
		if (cwd->kind != SH_VALUE_SCALAR || str_starts(text, STR("-")))
			return 0;
		sh_parts_append(ev->arena, &path, cwd->parts);
		sh_parts_push(ev->arena, &path, sh_part_text(str_cat(ev->arena, STR("/"), str_undotted(text)), (struct span){0}));
	} else {
		path = word;
	}
	text = sh_path_name(ev, path, &rooted);
	file = sh_find_written(ev, text, rooted);
	return file && file->whole && !file->rooted ? file->template : 0;
}
