/* The beginning of an evaluation, the variables at its end, and code that comes as text or from another file. */
#include "execution.h"

/** Sets and exports the variables of the world. */
static void set_environment(struct sh_eval *ev, const struct node *env)
{
	/* A file of many commands pays for its environment with each. */
	if (!sh_work(&ev->state, env->as.pairs.n))
		return;
	for (size_t i = 0; i < env->as.pairs.n; i++) {
		const struct pair *pair = &env->as.pairs.at[i];

		sh_set(&ev->state, pair->key->text, sh_value_of_node(ev->arena, pair->value));
		sh_slot(&ev->state, pair->key->text)->exported = true;
		ev->state.vars.exports++;
	}
}

void sh_start(struct sh_eval *ev, struct arena *a, const struct shell_world *world, struct files *files,
	      struct sh_commands commands)
{
	/* 130 MB in all: commands of a thousand words each, and texts that are copied again and again. */
	enum { BYTES_LEAST = 2 << 20, BYTES_PER_WORK = 256 };
	static const struct shell_world bare;
	struct shell_budget budget = shell_budget(world ? world->budget : bare.budget);
	struct sh_value *args;
	struct sh_part cwd;
	struct sh_parts parts = {0};

	*ev = (struct sh_eval){.arena = a, .world = world ? world : &bare, .files = files, .commands = commands};
	ev->state.arena = a;
	ev->state.steps_max = budget.steps;
	ev->state.work_max = budget.work;
	ev->state.full = a->used + BYTES_LEAST + budget.work * BYTES_PER_WORK;
	args = sh_value_new(a, SH_VALUE_ARRAY, (struct span){0});
	args->open = !ev->world->args;
	for (size_t i = 0; ev->world->args && i < ev->world->args->as.items.n; i++)
		sh_entries_push(
		    a, &args->entries,
		    (struct sh_entry){.index = (int64_t)i,
				      .value = sh_value_of_node(a, ev->world->args->as.items.at[i])});
	sh_set(&ev->state, SH_ARGS, args);
	cwd = sh_part_unknown(STR("the path of the repository"), (struct span){0});
	cwd.root = true;
	sh_parts_push(a, &parts, cwd);
	if (ev->world->cwd.n)
		sh_parts_push(a, &parts,
			      sh_part_text(str_cat(a, STR("/"), ev->world->cwd), (struct span){0}));
	sh_set(&ev->state, SH_CWD, sh_value_of(a, parts, (struct span){0}));
	if (ev->world->env)
		set_environment(ev, ev->world->env);
}

void sh_run_source(struct sh_eval *ev, const struct sh_source *src)
{
	if (src->text.n > SH_SOURCE_MAX)
		sh_spent(&ev->state, "a megabyte of shell code");
	else
		ev->exited = sh_run(ev, sh_parse(ev->arena, src)) == SH_EXIT;
}

struct node *sh_variables(const struct sh_eval *ev)
{
	struct node *map = node_new(ev->arena, NODE_MAP, (struct span){0});

	for (size_t i = 0; i < ev->state.vars.n; i++) {
		const struct sh_slot *slot = &ev->state.vars.at[i];

		if (slot->value->kind == SH_VALUE_UNSET || slot->value->kind == SH_VALUE_CODE ||
		    !sh_name_length(slot->name) || str_eq(slot->name, SH_CWD) ||
		    str_is(slot->name, "OLDPWD"))
			continue;
		*vec_push(ev->arena, &map->as.pairs) =
		    (struct pair){node_str(ev->arena, slot->name, slot->value->at),
				  sh_value_node(ev->arena, slot->value)};
	}
	return map;
}

struct shell_budget shell_budget(struct shell_budget asked)
{
	return (struct shell_budget){.steps = asked.steps ? asked.steps : 50000,
				     .work = asked.work ? asked.work : 500000};
}

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

/* field: where the word is that the part is of; what a command has computed stands nowhere else. */
static void build(struct sh_eval *ev, struct builder *b, const struct sh_part *part, struct span field)
{
	uint32_t off = (uint32_t)b->text.n;
	struct sh_part *hole;

	*vec_push(ev->arena, &b->segments) = (struct shell_segment){off, span_known(part->at) ? part->at : field};
	if (part->kind == PART_TEXT) {
		if (part->at.len != part->text.n || !span_known(part->at))
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

/* eval "${commands[$1]}": each of the commands by itself. What it sets for what is behind is not kept. */
static void eval_each(struct sh_eval *ev, const struct sh_fields *fields, size_t from, size_t to,
		      const struct sh_fork *fork)
{
	const struct node *guard = ev->guard;

	for (size_t k = 0; k < fork->n && sh_work(&ev->state, fields->n); k++) {
		size_t mark = sh_mark(&ev->state);
		struct sh_fields one = {.open = fields->open};

		for (size_t i = from; i < to; i++) {
			struct sh_field field = fields->at[i];

			if (sh_decide_field(&ev->state, &field, fork, k))
				*vec_push(ev->arena, &one) = field;
		}
		ev->guard = sh_when_and(ev->arena, fork->when[k], guard);
		ev->nesting++;
		if (ev->nesting < SH_DEPTH_MAX)
			sh_eval_fields(ev, &one, 0, one.n, true);
		ev->nesting--;
		sh_undo(&ev->state, mark);
	}
	ev->guard = guard;
}

/* The fork that decides already with which word a text begins, or NULL. */
static const struct sh_fork *first_fork(const struct sh_fields *fields, size_t from, size_t to)
{
	const struct sh_field *f = from < to ? &fields->at[from] : NULL;

	if (!f || f->n_picks)
		return f ? f->picks[0].fork : NULL;
	return f->parts.n && sh_parts_at(f->parts, 0)->kind == PART_CHOICE ? sh_parts_fork(f->parts) : NULL;
}

enum sh_flow sh_eval_fields(struct sh_eval *ev, const struct sh_fields *fields, size_t from,
			    size_t to, bool subshell)
{
	const struct sh_fork *fork = first_fork(fields, from, to);
	struct sh_source *src = arena_new(ev->arena, struct sh_source);
	struct builder b = {.src = src};
	enum sh_flow flow;
	size_t mark = 0;

	if (fork) {
		eval_each(ev, fields, from, to, fork);
		return SH_NEXT;
	}
	for (size_t i = from; i < to; i++) {
		const struct sh_field *f = &fields->at[i];
		struct sh_part blank = sh_part_text(STR(" "), (struct span){0});
		struct sh_entries one = {0};
		const struct sh_value *v;

		if (i > from)
			build(ev, &b, &blank, f->at);
		for (size_t k = 0; k < f->parts.n && !f->n_picks; k++)
			build(ev, &b, sh_parts_at(f->parts, k), f->at);
		if (!f->n_picks)
			continue;
		sh_push_field(ev, &one, 0, f);
		v = sh_entries_at(one, 0)->value;
		blank = (struct sh_part){.kind = PART_CHOICE, .choice = v, .at = f->at};
		build(ev, &b, &blank, f->at);
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

/** Hides variables that are not exported, as a new process does; undone with the caller's mark. */
static bool hide(struct sh_eval *ev)
{
	if (!sh_work(&ev->state, ev->state.vars.n / 4))
		return false;
	for (size_t i = 0; i < ev->state.vars.n; i++) {
		struct sh_slot slot = ev->state.vars.at[i];

		if (!slot.exported && slot.value->kind != SH_VALUE_UNSET &&
		    !str_eq(slot.name, SH_CWD) && !str_eq(slot.name, SH_OUTPUT))
			sh_set(&ev->state, slot.name, &sh_unset);
	}
	return true;
}

void sh_run_script(struct sh_eval *ev, uint32_t id, const struct sh_fields *args, size_t from)
{
	size_t mark = sh_mark(&ev->state);

	if (hide(ev)) {
		sh_set_args(ev, args, from);
		run_file(ev, id);
	}
	sh_undo(&ev->state, mark);
}

void sh_run_process(struct sh_eval *ev, const struct sh_field *text, const struct sh_fields *fields, size_t args)
{
	struct sh_fields one = {0};
	const struct sh_value *out;
	size_t mark = sh_mark(&ev->state);

	*vec_push(ev->arena, &one) = *text;
	if (hide(ev)) {
		sh_set(&ev->state, SH_ZERO, sh_value_unknown(ev->arena, STR("$0"), text->at));
		if (args > 0 && args <= fields->n)
			sh_set(&ev->state, SH_ZERO,
			       sh_value_of(ev->arena, fields->at[args - 1].parts, text->at));
		sh_set_args(ev, fields, args < fields->n ? args : fields->n);
		sh_eval_fields(ev, &one, 0, 1, false);
	}
	/* What it printed stays. */
	out = sh_get(&ev->state, SH_OUTPUT);
	sh_undo(&ev->state, mark);
	if (ev->capturing)
		sh_set(&ev->state, SH_OUTPUT, out);
}
