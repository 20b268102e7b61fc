/* Shell scripts, strings and words of shell code: evaluated, with what they launch. */
#include "strip_launchers.h"

#include "scheduler_directives.h"

/*
 * Slurm shows a job the GPUs that it asked for, numbered from 0 (gres.html, "CUDA_VISIBLE_DEVICES"): scripts count them.
 * Exported only where one script submits another: what processes see follows from the directive itself.
 */
static void visible_gpus(struct sh_eval *ev, struct str number, struct span at, bool submitted)
{
	enum { SHOWN_MAX = 16 };
	struct str list = STR("0");
	int64_t n;

	if (!str_to_int(number, &n) || n < 1 || n > SHOWN_MAX ||
	    (!submitted && sh_get(&ev->state, STR("CUDA_VISIBLE_DEVICES")) != &sh_unset))
		return;
	for (int64_t i = 1; i < n; i++)
		list = str_fmt(ev->arena, "%.*s,%d", STR_ARG(list), (int)i);
	sh_set(&ev->state, STR("CUDA_VISIBLE_DEVICES"), sh_value_text(ev->arena, list, at));
	sh_slot(&ev->state, STR("CUDA_VISIBLE_DEVICES"))->exported = submitted;
}

/* "4", "h100:4", "gpu:h100:4": the number at the end. */
static void gpus_on_node(struct sh_eval *ev, struct str asked, struct span at, bool submitted)
{
	struct str number = str_tail(asked, ':');
	int64_t n;

	if (!str_to_int(number, &n))
		return;
	sh_set(&ev->state, STR("SLURM_GPUS_ON_NODE"), sh_value_text(ev->arena, number, at));
	sh_slot(&ev->state, STR("SLURM_GPUS_ON_NODE"))->exported = true;
	visible_gpus(ev, number, at, submitted);
}

void slurm_variables(struct sh_eval *ev, const struct node *options, bool submitted)
{
	static const char *const rows[][2] = {
	    {"nodes", "SLURM_NNODES"},
	    {"nodes", "SLURM_JOB_NUM_NODES"},
	    {"ntasks", "SLURM_NTASKS"},
	    {"ntasks_per_node", "SLURM_NTASKS_PER_NODE"},
	    {"gpus", "SLURM_GPUS"},
	    {"gpus_per_node", "SLURM_GPUS_PER_NODE"},
	    {"cpus_per_task", "SLURM_CPUS_PER_TASK"},
	};
	struct node *gres = node_get(options, STR("gres")), *per_node = node_get(options, STR("gpus_per_node"));
	int64_t n;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct node *v = node_get(options, str_of(rows[i][0]));

		if (!v || v->kind != NODE_STR || !str_to_int(v->text, &n))
			continue;
		sh_set(&ev->state, str_of(rows[i][1]), sh_value_of_node(ev->arena, v));
		sh_slot(&ev->state, str_of(rows[i][1]))->exported = true;
	}
	if (per_node && per_node->kind == NODE_STR)
		gpus_on_node(ev, per_node->text, per_node->at, submitted);
	if (gres && gres->kind == NODE_STR && str_starts(gres->text, STR("gpu:")))
		gpus_on_node(ev, gres->text, gres->at, submitted);
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

/** An evaluation at its start. */
static struct sh_eval *begin(struct arena *a, const struct shell_world *world, struct files *files)
{
	struct sh_eval *ev = arena_new(a, struct sh_eval);
	struct launch_state *state = arena_new(a, struct launch_state);

	state->out = arena_new(a, struct launches);
	sh_start(ev, a, world, files,
		 (struct sh_commands){state, launch_command, noted, has_program, forget});
	return ev;
}

/** The files that the code wrote. */
static void take_written(struct sh_eval *ev, struct launches *out)
{
	struct str text;

	for (size_t i = 0; i < ev->written.n; i++) {
		const struct sh_written_file *from = &ev->written.at[i];
		struct launch_file *file;

		/* Code with a number in place of what is not known would be other code. */
		if (!from->name.n || (!from->is_data && !sh_parts_known(ev->arena, from->text, &text)))
			continue;
		file = vec_push(ev->arena, &out->written);
		file->path = from->name;
		file->text = written_text(ev, from->text, from->at);
		file->template = from->template;
		file->before = from->before;
	}
}

/** What was found. */
static struct launches *finish(struct sh_eval *ev)
{
	struct launches *out = ((struct launch_state *)ev->commands.data)->out;

	take_written(ev, out);
	for (size_t i = 0; i < ev->called.n; i++)
		*vec_push(ev->arena, &out->called) = ev->called.at[i];
	out->variables = sh_variables(ev);
	out->steps = ev->state.steps;
	out->work = ev->state.work;
	out->spent = ev->state.spent;
	out->wants_arguments = ev->wants_arguments;
	out->takes_arguments = ev->takes_arguments;
	return out;
}

/** Evaluates a script from its first line. */
static void run_script(struct arena *a, struct sh_eval *ev, struct files *files, const struct file *file, uint32_t id)
{
	struct launch_state *state = ev->commands.data;
	const struct node *slurm, *dir;
	struct sh_source src = {0};

	ev->file = id;
	*vec_push(a, &ev->running) = id;
	ev->script = file->path;
	state->batch = batch_read(a, files, id);
	slurm = state->batch ? node_get(state->batch, STR("SBATCH")) : NULL;
	if (slurm) {
		slurm_variables(ev, slurm, false);
		dir = node_get(slurm, STR("chdir"));
		if (dir && dir->kind == NODE_STR)
			sh_chdir(ev, sh_value_text(a, dir->text, dir->at)->parts);
	}
	src.text = file->text;
	src.at = (struct span){id, 0, (uint32_t)file->text.n};
	src.verbatim = true;
	sh_run_source(ev, &src);
	strip_left_scripts(ev);
}

enum { ENDS_MAX = 4 };

/** Says of what stands behind ends of the script that it gets there. */
static void say_behind(struct arena *a, struct files *files, struct launches *out, const struct span *ends, size_t n)
{
	struct str text = {0};

	for (size_t i = 0; i < n; i++)
		text = str_fmt(a, "%.*s%sit gets past \"%.*s\"", STR_ARG(text), i ? " and " : "",
			       STR_ARG(str_cut(files_text(files, ends[i]), '\n').head));
	for (size_t i = 0; i < out->n; i++) {
		struct node *guard = node_new(a, NODE_STR, ends[0]);

		guard->text = text;
		guard->from[0] = out->at[i].guard;
		out->at[i].guard = guard;
	}
}

/*
 * A script that ends before it launches anything, behind a loop over arguments that nobody knows, ends so only as long as
 * none of them is given. Then what stands behind that end is looked at as well.
 */
struct launches *shell_read(struct arena *a, const struct shell_world *world, struct files *files,
			    uint32_t id)
{
	struct shell_world behind = world ? *world : (struct shell_world){0};
	struct sh_eval *first = begin(a, world, files), *ev = first;
	const struct file *file = files_at(files, id);
	struct span ends[ENDS_MAX];
	struct launches *out;
	size_t n = 0;

	if (!file)
		return finish(ev);
	run_script(a, ev, files, file, id);
	while (!has_program(ev, 0) && ev->exited && span_known(ev->stop) && n < ENDS_MAX) {
		ends[n++] = ev->stop;
		behind.behind = ends;
		behind.nbehind = n;
		ev = begin(a, &behind, files);
		run_script(a, ev, files, file, id);
	}
	if (!n || !has_program(ev, 0))
		return finish(first);
	out = finish(ev);
	say_behind(a, files, out, ends, n);
	return out;
}

struct launches *shell_read_string(struct arena *a, const struct shell_world *world,
				   struct files *files, struct str code, struct span at,
				   const struct shell_segment *segments, size_t n_segments)
{
	struct sh_eval *ev = begin(a, world, files);
	const struct file *file = files_at(files, at.file);
	struct sh_source src = {
	    .text = code, .at = at, .segments = segments, .n_segments = n_segments};

	ev->file = at.file;
	ev->script = file ? file->path : STR("");
	sh_run_source(ev, &src);
	return finish(ev);
}

struct launches *shell_read_words(struct arena *a, const struct shell_world *world,
				  struct files *files, const struct node *words)
{
	struct sh_eval *ev = begin(a, world, files);
	struct sh_cmd *cmd = arena_new(a, struct sh_cmd);
	const struct file *file = files_at(files, words->at.file);
	struct sh_fields fields = {0};

	ev->file = words->at.file;
	ev->script = file ? file->path : STR("");
	cmd->at = words->at;
	for (size_t i = 0; i < words->as.items.n; i++) {
		struct node *n = words->as.items.at[i];
		struct sh_field *f = vec_push(a, &fields);

		f->at = n->at;
		if (n->kind != NODE_TUPLE)
			f->parts = sh_value_of_node(ev->arena, n)->parts;
		for (size_t k = 0; n->kind == NODE_TUPLE && k < n->as.items.n; k++)
			sh_parts_append(a, &f->parts, sh_value_of_node(ev->arena, n->as.items.at[k])->parts);
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
