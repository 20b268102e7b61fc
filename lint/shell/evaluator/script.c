/* Code that comes as text or from another file, and where files are. */
#include "evaluator.h"

#include "lint/eval/eval.h"

/** Text made at run time, with the places of its bytes and the parts that are not text. */
struct builder {
	struct sh_source *src;
	struct {
		VEC(char);
	} text;
	struct {
		VEC(struct shell_segment);
	} segments;
	struct {
		VEC(struct sh_hole);
	} holes;
};

static void build(struct sh_eval *ev, struct builder *b, const struct sh_part *part)
{
	uint32_t off = (uint32_t)b->text.n;
	struct sh_part *hole;

	*vec_push(ev->arena, &b->segments) = (struct shell_segment){off, part->at};
	if (part->kind == PART_TEXT) {
		if (part->at.len != part->text.n)
			b->segments.at[b->segments.n - 1].at.len = 0;
		for (size_t i = 0; i < part->text.n; i++)
			*vec_push(ev->arena, &b->text) = part->text.s[i];
		return;
	}
	b->segments.at[b->segments.n - 1].at.len = 0;
	hole = arena_new(ev->arena, struct sh_part);
	*hole = *part;
	*vec_push(ev->arena, &b->holes) = (struct sh_hole){off, hole};
	*vec_push(ev->arena, &b->text) = SH_HOLE_BYTE;
}

enum sh_flow sh_run_text(struct sh_eval *ev, const struct sh_source *src)
{
	if (ev->calls >= SH_CALLS_MAX || !sh_work(&ev->state, src->text.n / 8)) {
		sh_too_deep(ev);
		return SH_NEXT;
	}
	return sh_run(ev, sh_parse(ev->arena, src));
}

enum sh_flow sh_eval_fields(struct sh_eval *ev, const struct sh_fields *fields, size_t from,
			    size_t to, bool subshell)
{
	struct sh_source *src = arena_new(ev->arena, struct sh_source);
	struct builder b = {.src = src};
	enum sh_flow flow;
	size_t mark = 0;

	for (size_t i = from; i < to; i++) {
		const struct sh_field *f = &fields->at[i];
		struct sh_part blank = sh_part_text(STR(" "), (struct span){0});
		struct sh_entries one = {0};
		const struct sh_value *v;

		if (i > from)
			build(ev, &b, &blank);
		for (size_t k = 0; k < f->parts.n && !f->n_picks; k++)
			build(ev, &b, sh_parts_at(f->parts, k));
		if (!f->n_picks)
			continue;
		sh_push_field(ev, &one, 0, f);
		v = sh_entries_at(one, 0)->value;
		blank = (struct sh_part){.kind = PART_CHOICE, .choice = v, .at = f->at};
		build(ev, &b, &blank);
	}
	src->text = (struct str){b.text.at, b.text.n};
	src->segments = b.segments.at;
	src->n_segments = b.segments.n;
	src->holes = b.holes.at;
	src->n_holes = b.holes.n;
	if (!b.text.n)
		return SH_NEXT;
	if (subshell)
		mark = sh_mark(&ev->state);
	ev->calls++;
	flow = sh_run_text(ev, src);
	ev->calls--;
	if (!subshell)
		return flow;
	sh_undo(&ev->state, mark);
	return SH_NEXT;
}

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

/** Parses a file and runs it, with what depends on the file set for the time. */
static enum sh_flow run_file(struct sh_eval *ev, uint32_t id)
{
	const struct file *file = files_at(ev->files, id);
	struct sh_source *src = arena_new(ev->arena, struct sh_source);
	struct str script = ev->script;
	uint32_t before = ev->file;
	enum sh_flow flow = SH_NEXT;

	if (!file || file->text.n > SH_SOURCE_MAX || ev->calls >= SH_CALLS_MAX)
		return SH_NEXT;
	for (size_t i = 0; i < ev->running.n; i++)
		if (ev->running.at[i] == id)
			return SH_NEXT;
	*vec_push(ev->arena, &ev->running) = id;
	*vec_push(ev->arena, &ev->called) = id;
	src->text = file->text;
	src->at = (struct span){id, 0, (uint32_t)file->text.n};
	src->verbatim = true;
	ev->script = file->path;
	ev->file = id;
	ev->calls++;
	flow = sh_run_text(ev, src);
	ev->calls--;
	ev->running.n--;
	ev->file = before;
	ev->script = script;
	return flow;
}

enum sh_flow sh_source_file(struct sh_eval *ev, uint32_t id, const struct sh_fields *args,
			    size_t from)
{
	const struct sh_value *old = sh_slot(&ev->state, SH_ARGS)->value;
	enum sh_flow flow;

	if (from < args->n)
		sh_set_args(ev, args, from);
	flow = run_file(ev, id);
	if (from < args->n)
		sh_set(&ev->state, SH_ARGS, old);
	return flow == SH_RETURN ? SH_NEXT : flow;
}

bool sh_hide(struct sh_eval *ev)
{
	if (!sh_work(&ev->state, ev->state.vars.n / 4))
		return false;
	for (size_t i = 0; i < ev->state.vars.n; i++) {
		struct sh_slot slot = ev->state.vars.at[i];

		if (!slot.exported && slot.value->kind != SH_VALUE_UNSET &&
		    !str_eq(slot.name, SH_CWD))
			sh_set(&ev->state, slot.name, &sh_unset);
	}
	return true;
}

void sh_run_script(struct sh_eval *ev, uint32_t id, const struct sh_fields *args, size_t from)
{
	size_t mark = sh_mark(&ev->state);

	if (sh_hide(ev)) {
		sh_set_args(ev, args, from);
		run_file(ev, id);
	}
	sh_undo(&ev->state, mark);
}
