/* The beginning of an evaluation, and the variables at its end. */
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
