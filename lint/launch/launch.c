#include "peel.h"

#include "lint/eval/eval.h"

#include <string.h>

const struct node *launch_option(const struct launch *launch, struct str option)
{
	for (size_t i = launch->layers.n; i-- > 0;) {
		const struct node *v = node_get(launch->layers.at[i].options, option);

		if (v)
			return v;
	}
	return NULL;
}

const struct launch_layer *launch_layer(const struct launch *launch, struct str name)
{
	for (size_t i = launch->layers.n; i-- > 0;)
		if (str_eq(launch->layers.at[i].name, name))
			return &launch->layers.at[i];
	return NULL;
}

/** The text behind '=' of a STR node, with its own place. */
static struct node *behind(struct arena *a, const struct node *n, size_t eq)
{
	struct node *v = node_str(a, str_sub(n->text, eq + 1, n->text.n), n->at);

	if (n->at.len == n->text.n) {
		v->at.off += (uint32_t)eq + 1;
		v->at.len -= (uint32_t)eq + 1;
	}
	v->when = n->when;
	v->how = n->how;
	memcpy(v->from, n->from, sizeof(v->from));
	return v;
}

static struct node *split_node(struct arena *a, const struct node *n, struct str head,
			       struct str *name)
{
	size_t eq;
	struct node *v;

	if (n->kind == NODE_EITHER && n->as.items.n) {
		v = node_new(a, NODE_EITHER, n->at);
		v->text = n->text;
		for (size_t i = 0; i < n->as.items.n; i++) {
			struct str other = {0};
			struct node *item =
			    split_node(a, n->as.items.at[i], STR(""), i ? &other : name);

			if (!item || (i && !str_eq(other, *name)))
				return NULL;
			node_push(a, v, item);
		}
		return v;
	}
	if (n->kind == NODE_STR)
		head = n->text;
	eq = str_chr(head, '=', 0);
	if (eq == SIZE_MAX || (n->kind != NODE_STR && n->kind != NODE_UNKNOWN))
		return NULL;
	*name = str_sub(head, 0, eq);
	if (n->kind == NODE_STR)
		return behind(a, n, eq);
	v = arena_new(a, struct node);
	*v = *n;
	return v;
}

bool launch_split(struct arena *a, const struct launch_word *word, struct str *name,
		  struct node **value)
{
	*value = word->value ? split_node(a, word->value, word->head, name) : NULL;
	return *value != NULL;
}

/** Entries of a list of devices. */
static int devices(struct str s)
{
	int n = 0;

	s = str_trim(s);
	if (!s.n || str_is(s, "-1") || str_is_nocase(s, "none") || str_is_nocase(s, "NoDevFiles"))
		return 0;
	for (struct str_cut c = str_cut(s, ',');; c = str_cut(c.tail, ',')) {
		n += str_trim(c.head).n > 0;
		if (!c.ok)
			return n;
	}
}

int launch_visible_devices(const struct launch *launch)
{
	return visible_devices(launch->env);
}

int visible_devices(const struct node *env)
{
	static const char *const names[] = {"CUDA_VISIBLE_DEVICES", "HIP_VISIBLE_DEVICES",
					    "ROCR_VISIBLE_DEVICES", "ASCEND_RT_VISIBLE_DEVICES",
					    "NVIDIA_VISIBLE_DEVICES"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const struct node *v = env ? node_get(env, str_of(names[i])) : NULL;

		if (!v || (i == 4 && v->kind == NODE_STR && str_is(v->text, "all")))
			continue;
		return v->kind == NODE_STR ? devices(v->text) : -2;
	}
	return -1;
}

/** A node of the world as a shell value. */
static const struct sh_value *value_of(struct sh_eval *ev, struct node *n)
{
	const struct sh_value *v;

	if (n->kind == NODE_STR)
		v = sh_value_text(ev->arena, n->text, n->at);
	else if (n->kind == NODE_INT)
		v = sh_value_text(ev->arena, str_fmt(ev->arena, "%lld", (long long)n->as.i), n->at);
	else
		v = sh_value_unknown(ev->arena,
				     n->kind == NODE_UNKNOWN ? n->text : STR("not a text"), n->at);
	*v->node = n;
	return v;
}

/** Variables that Slurm sets from the header of the script. */
static void slurm_variables(struct sh_eval *ev, const struct node *options)
{
	static const char *const rows[][2] = {
	    {"nodes", "SLURM_NNODES"},
	    {"nodes", "SLURM_JOB_NUM_NODES"},
	    {"ntasks", "SLURM_NTASKS"},
	    {"ntasks_per_node", "SLURM_NTASKS_PER_NODE"},
	    {"gpus", "SLURM_GPUS"},
	    {"gpus_per_node", "SLURM_GPUS_PER_NODE"},
	    {"gpus_per_node", "SLURM_GPUS_ON_NODE"},
	    {"cpus_per_task", "SLURM_CPUS_PER_TASK"},
	};
	struct node *gres = node_get(options, STR("gres"));
	int64_t n;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct node *v = node_get(options, str_of(rows[i][0]));

		if (!v || v->kind != NODE_STR || !str_to_int(v->text, &n))
			continue;
		sh_set(&ev->state, str_of(rows[i][1]), value_of(ev, v));
		sh_slot(&ev->state, str_of(rows[i][1]))->exported = true;
	}
	if (gres && gres->kind == NODE_STR && str_starts(gres->text, STR("gpu:"))) {
		struct str last = str_sub(gres->text, str_rchr(gres->text, ':') + 1, gres->text.n);

		if (!str_to_int(last, &n))
			return;
		sh_set(&ev->state, STR("SLURM_GPUS_ON_NODE"), sh_value_text(ev->arena, last, gres->at));
		sh_slot(&ev->state, STR("SLURM_GPUS_ON_NODE"))->exported = true;
	}
}

static size_t noted(const struct sh_eval *ev)
{
	const struct launch_state *state = ev->commands.data;

	return state->out->n;
}

static bool has_program(const struct sh_eval *ev, size_t since)
{
	const struct launches *out = ((const struct launch_state *)ev->commands.data)->out;

	for (size_t i = since; i < out->n; i++)
		if (out->at[i].kind != LAUNCH_COMMAND)
			return true;
	return false;
}

static void forget(struct sh_eval *ev, size_t since)
{
	struct launch_state *state = ev->commands.data;

	state->out->n = since;
}

/** The state at the start, by the world. */
static void start(struct sh_eval *ev, struct arena *a, const struct shell_world *world,
		  struct files *files)
{
	/* 130 MB in all: commands of a thousand words each, and texts that are copied again and again. */
	enum { BYTES_LEAST = 2 << 20, BYTES_PER_WORK = 256 };
	static const struct shell_world bare;
	struct launch_state *state = arena_new(a, struct launch_state);
	struct shell_budget budget;
	struct sh_value *args;
	struct sh_part cwd;
	struct sh_parts parts = {0};

	memset(ev, 0, sizeof(*ev));
	ev->arena = a;
	ev->world = world ? world : &bare;
	budget = shell_budget(ev->world->budget);
	ev->state.arena = a;
	ev->state.steps_max = budget.steps;
	ev->state.work_max = budget.work;
	ev->state.full = a->used + BYTES_LEAST + ev->state.work_max * BYTES_PER_WORK;
	ev->files = files;
	state->out = arena_new(a, struct launches);
	ev->commands = (struct sh_commands){state, peel_run_command, noted, has_program, forget};
	args = sh_value_new(a, SH_VALUE_ARRAY, (struct span){0});
	args->open = !ev->world->args;
	for (size_t i = 0; ev->world->args && i < ev->world->args->as.items.n; i++)
		sh_entries_push(
		    a, &args->entries,
		    (struct sh_entry){.index = (int64_t)i,
				      .value = value_of(ev, ev->world->args->as.items.at[i])});
	sh_set(&ev->state, SH_ARGS, args);
	cwd = sh_part_unknown(STR("the path of the repository"), (struct span){0});
	cwd.root = true;
	sh_parts_push(a, &parts, cwd);
	if (ev->world->cwd.n)
		sh_parts_push(a, &parts,
			      sh_part_text(str_cat(a, STR("/"), ev->world->cwd), (struct span){0}));
	sh_set(&ev->state, SH_CWD, sh_value_of(a, parts, (struct span){0}));
	/* A file of many commands pays for its environment with each. */
	if (ev->world->env && !sh_work(&ev->state, ev->world->env->as.pairs.n))
		return;
	for (size_t i = 0; ev->world->env && i < ev->world->env->as.pairs.n; i++) {
		const struct pair *pair = &ev->world->env->as.pairs.at[i];

		sh_set(&ev->state, pair->key->text, value_of(ev, pair->value));
		sh_slot(&ev->state, pair->key->text)->exported = true;
		ev->state.vars.exports++;
	}
}

/** Runs code at the top level, unless it is longer than anybody's. */
static void run(struct sh_eval *ev, const struct sh_source *src)
{
	if (src->text.n > SH_SOURCE_MAX)
		sh_spent(&ev->state, "a megabyte of shell code");
	else
		sh_run(ev, sh_parse(ev->arena, src));
}

/** The files that the code wrote. */
static void take_written(struct sh_eval *ev, struct launches *out)
{
	for (size_t i = 0; i < ev->written.n; i++) {
		const struct sh_written_file *from = &ev->written.at[i];
		struct launch_file *file = vec_push(ev->arena, &out->written);

		file->path = peel_word(ev, &from->path);
		file->text = sh_parts_node(ev->arena, from->text, from->at);
		file->template = from->template;
		file->before = from->before;
	}
}

/** What was found, with the variables that the code itself set. */
static struct launches *finish(struct sh_eval *ev)
{
	struct launches *out = ((struct launch_state *)ev->commands.data)->out;
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
	take_written(ev, out);
	for (size_t i = 0; i < ev->called.n; i++)
		*vec_push(ev->arena, &out->called) = ev->called.at[i];
	out->variables = map;
	out->steps = ev->state.steps;
	out->work = ev->state.work;
	out->spent = ev->state.spent;
	return out;
}

struct launches *shell_read(struct arena *a, const struct shell_world *world, struct files *files,
			    uint32_t id)
{
	const struct file *file = files_at(files, id);
	struct sh_eval *ev = arena_new(a, struct sh_eval);
	struct launch_state *state;
	const struct node *slurm, *dir;
	struct sh_source src = {0};

	start(ev, a, world, files);
	if (!file)
		return finish(ev);
	ev->file = id;
	*vec_push(a, &ev->running) = id;
	ev->script = file->path;
	state = ev->commands.data;
	state->batch = batch_read(a, files, id);
	slurm = state->batch ? node_get(state->batch, STR("SBATCH")) : NULL;
	if (slurm) {
		slurm_variables(ev, slurm);
		dir = node_get(slurm, STR("chdir"));
		if (dir && dir->kind == NODE_STR)
			sh_chdir(ev, sh_value_text(a, dir->text, dir->at)->parts);
	}
	src.text = file->text;
	src.at = (struct span){id, 0, (uint32_t)file->text.n};
	src.verbatim = true;
	run(ev, &src);
	peel_left(ev);
	return finish(ev);
}

struct launches *shell_read_string(struct arena *a, const struct shell_world *world,
				   struct files *files, struct str code, struct span at,
				   const struct shell_segment *segments, size_t n_segments)
{
	struct sh_eval *ev = arena_new(a, struct sh_eval);
	const struct file *file = files_at(files, at.file);
	struct sh_source src = {
	    .text = code, .at = at, .segments = segments, .n_segments = n_segments};

	start(ev, a, world, files);
	ev->file = at.file;
	ev->script = file ? file->path : STR("");
	run(ev, &src);
	return finish(ev);
}

struct launches *shell_read_words(struct arena *a, const struct shell_world *world,
				  struct files *files, const struct node *words)
{
	struct sh_eval *ev = arena_new(a, struct sh_eval);
	struct sh_cmd *cmd = arena_new(a, struct sh_cmd);
	const struct file *file = files_at(files, words->at.file);
	struct sh_fields fields = {0};

	start(ev, a, world, files);
	ev->file = words->at.file;
	ev->script = file ? file->path : STR("");
	cmd->at = words->at;
	for (size_t i = 0; i < words->as.items.n; i++) {
		struct node *n = words->as.items.at[i];
		struct sh_field *f = vec_push(a, &fields);

		f->at = n->at;
		if (n->kind != NODE_TUPLE)
			f->parts = value_of(ev, n)->parts;
		for (size_t k = 0; n->kind == NODE_TUPLE && k < n->as.items.n; k++)
			sh_parts_append(a, &f->parts, value_of(ev, n->as.items.at[k])->parts);
		/* A quoted or plain scalar of the file is itself verbatim where the lengths agree. */
		if (n->kind == NODE_STR && n->at.len == n->text.n && n->text.n) {
			f->parts = (struct sh_parts){0};
			sh_parts_push(a, &f->parts, sh_part_text(n->text, n->at));
		}
	}
	if (fields.n)
		sh_run_words(ev, cmd, &fields);
	return finish(ev);
}
