/* Functions that run another function: launchers inside Python. */
#include "stdlib_parts.h"

#include "lint/python/statements/statements.h"
#include "lint/python/values/modules.h"

static struct node *items_of(struct interpreter *py, struct node *n)
{
	struct node *items = n ? py_elements(py, n, n->at) : NULL;

	return items && !items->open ? items : NULL;
}

static struct node *call_with(struct interpreter *py, struct native_call *c, struct node *f,
			      struct node *first, struct node *rest, struct node *named)
{
	struct node *items = items_of(py, rest);
	struct args args = {0};

	if (!f || (f->kind != NODE_FUNCTION && f->kind != NODE_METHOD && f->kind != NODE_OBJECT))
		return NULL;
	if (first)
		*vec_push(py->arena, &args) = (struct arg){.value = first, .at = c->site.at};
	for (size_t i = 0; items && i < items->as.items.n; i++)
		*vec_push(py->arena, &args) =
		    (struct arg){.value = items->as.items.at[i], .at = c->site.at};
	if (rest && !items)
		*vec_push(py->arena, &args) = (struct arg){STR("*"), rest, c->site.at};
	if (named)
		py_spread_named(py, &args, named, c->site.at);
	return py_call(py, f, &args, c->site);
}

/* Notes how many processes a launcher starts; if it may not be called, that is not known. */
static void note_processes(struct interpreter *py, struct native_call *c, struct node *n)
{
	if (n && (n->kind == NODE_INT || n->kind == NODE_UNKNOWN) && !py->guard)
		py->trace->processes = n;
	else
		py->trace->processes = py_unknown(py, c->site.at, "a number of processes");
}

/* torch.multiprocessing.spawn(f, args=(…), nprocs=n): f(rank, *args); the first process is read. */
static struct node *spawn(struct interpreter *py, struct native_call *c)
{
	struct node *n = native_arg(c, 2, "nprocs");

	note_processes(py, c, n ? n : py_int(py, 1, c->site.at));
	return call_with(py, c, native_arg(c, 0, "fn"), py_int(py, 0, c->site.at),
			 native_arg(c, 1, "args"), NULL);
}

/* accelerate.notebook_launcher(f, args, num_processes) */
static struct node *launcher(struct interpreter *py, struct native_call *c)
{
	note_processes(py, c, native_arg(c, 2, "num_processes"));
	return call_with(py, c, native_arg(c, 0, "function"), NULL, native_arg(c, 1, "args"), NULL);
}

static bool is_callable(const struct node *f)
{
	return f->kind == NODE_FUNCTION || f->kind == NODE_METHOD || f->kind == NODE_OBJECT;
}

/* update_parameters(nodes=2, tasks_per_node=8, …) of an executor: what is said of the tasks is kept with it. */
static struct node *update_parameters(struct interpreter *py, struct native_call *c)
{
	static const char *const names[] = {"nodes", "tasks_per_node", "gpus_per_node"};

	for (size_t i = 0; c->self && c->self->kind == NODE_OBJECT && i < sizeof(names) / sizeof(*names); i++) {
		struct node *n = native_arg(c, SIZE_MAX, names[i]), *slurm;

		slurm = native_arg(c, SIZE_MAX, i == 0 ? "slurm_nodes" : i == 1 ? "slurm_ntasks_per_node" : "slurm_gpus_per_node");
		n = slurm ? slurm : n;
		if (n)
			node_set(py->arena, c->self, py_str(py, str_of(names[i]), c->site.at), n);
	}
	return py_none(py, c->site.at);
}

/* What an executor was told of its tasks; 1 where nothing was, 0 where it is not known. */
static int64_t told_number(const struct node *executor, const char *name)
{
	const struct node *n = executor && executor->kind == NODE_OBJECT ? node_get(executor, str_of(name)) : NULL;
	int64_t number;

	return !n ? 1 : py_to_int(n, &number) && number > 0 && number < 1000000 ? number : 0;
}

/*
 * submitit.AutoExecutor(…).submit(f, x): f(x) in each task of a Slurm job, nodes × tasks_per_node of them. Several GPUs of one
 * task are a matter of what f does. Source: submitit 1.5, core/core.py Executor.submit, auto/auto.py.
 */
static struct node *submit(struct interpreter *py, struct native_call *c)
{
	const struct node *before = py->trace->processes;
	int64_t tasks = told_number(c->self, "nodes") * told_number(c->self, "tasks_per_node");
	struct node *f = native_arg(c, 0, "fn");
	struct args args = {0};

	if (!f || !is_callable(f))
		return py_unknown(py, c->site.at, "a job of a cluster");
	/* A program has one number: jobs of several have none. */
	if (before && (before->kind != NODE_INT || before->as.i != tasks))
		tasks = 0;
	note_processes(py, c, tasks > 0 ? py_int(py, tasks, c->site.at) : py_unknown(py, c->site.at, "a number of tasks"));
	for (size_t i = 0; i < c->args->n; i++)
		if (c->args->at[i].value != f)
			*vec_push(py->arena, &args) = c->args->at[i];
	py_call(py, f, &args, c->site);
	return py_unknown(py, c->site.at, "a job of a cluster");
}

/* Fabric(…).launch(f, x): f(fabric, x) in each process; lightning src/lightning/fabric/fabric.py launch(), 2.0 to 2.6. */
static struct node *fabric_launch(struct interpreter *py, struct native_call *c)
{
	struct node *f = native_arg(c, 0, "function");
	struct args args = {0};

	if (!f || !c->self || (f->kind != NODE_FUNCTION && f->kind != NODE_METHOD && f->kind != NODE_OBJECT))
		return f ? py_unknown(py, c->site.at, "what a launched function gives back") : py_none(py, c->site.at);
	*vec_push(py->arena, &args) = (struct arg){.value = c->self, .at = c->site.at};
	for (size_t i = 0; i < c->args->n; i++)
		if (c->args->at[i].value != f)
			*vec_push(py->arena, &args) = c->args->at[i];
	return py_call(py, f, &args, c->site);
}

/* Process(target=f, args=(…), kwargs={…}), Thread(…): taken to be started. */
static struct node *process(struct interpreter *py, struct native_call *c)
{
	struct node *f = native_arg(c, SIZE_MAX, "target");
	struct node *made = py_new(py, NODE_OBJECT, c->site.at);

	if (f)
		call_with(py, c, f, NULL, native_arg(c, SIZE_MAX, "args"),
			  native_arg(c, SIZE_MAX, "kwargs"));
	made->made = untraced_call(py, c);
	return made;
}

/* torch.utils.checkpoint.checkpoint(f, x, use_reentrant=False): f(x). */
static struct node *checkpoint(struct interpreter *py, struct native_call *c)
{
	struct node *f = native_arg(c, 0, "function");
	struct args args = {0};
	struct node *out = py_call_library(py, c->name, NULL, c->args, c->site);

	for (size_t i = 1; i < c->args->n; i++)
		if (!str_is(c->args->at[i].name, "use_reentrant") &&
		    !str_is(c->args->at[i].name, "preserve_rng_state"))
			*vec_push(py->arena, &args) = c->args->at[i];
	return f && is_callable(f) ? py_call(py, f, &args, c->site) : out;
}

/* torch.utils.checkpoint.checkpoint_sequential([f, g], segments, x): g(f(x)). */
static struct node *checkpoint_sequential(struct interpreter *py, struct native_call *c)
{
	struct node *functions = native_arg(c, 0, "functions"), *x = native_arg(c, 2, "input");
	struct node *out = py_call_library(py, c->name, NULL, c->args, c->site);

	if (!functions || !x || (functions->kind != NODE_LIST && functions->kind != NODE_TUPLE) || functions->open)
		return out;
	for (size_t i = 0; i < functions->as.items.n; i++) {
		struct args args = {0};

		if (!is_callable(functions->as.items.at[i]))
			return out;
		*vec_push(py->arena, &args) = (struct arg){.value = x, .at = c->site.at};
		x = py_call(py, functions->as.items.at[i], &args, c->site);
	}
	return x;
}

static struct node *argument(struct interpreter *py, struct native_call *c)
{
	(void)py;
	return native_arg(c, 0, NULL);
}

/*
 * The module whose code a file's is where exec() runs it: names, functions and classes are the running
 * module's, places and texts the file's.
 */
static struct module *module_as(struct interpreter *py, const struct eval_file *file)
{
	struct module *m = arena_new(py->arena, struct module);

	*m = *py->frame->module;
	m->file = file->id;
	m->tree = source_cache_parse(py->cache, file->id, file->text);
	*vec_push(py->arena, &py->modules) = m;
	return m;
}

/*
 * exec(open("overrides.py").read()) at the top level of a module, or with its globals(): the statements
 * of the repository's file, as if they stood there.
 */
static struct node *exec(struct interpreter *py, struct native_call *c)
{
	const struct node *text = native_arg(c, 0, NULL), *globals = native_arg(c, 1, "globals");
	struct frame *outer = py->frame, frame;
	bool top = globals ? globals->code == py_tag_members && globals->from[0] == outer->module->node
			   : outer->scope->kind == SCOPE_MODULE;
	struct eval_file file;

	if (!text || text->kind != NODE_STR || !top || !file_of_text(py, text->text, &file))
		return py_unknown(py, c->site.at, "the code that exec() runs is not known");
	if (py->depth >= py->budget.depth || py->deep >= DEEP_MAX) {
		py_spent(py, "calls inside calls", py->budget.depth);
		return py_none(py, c->site.at);
	}
	frame = (struct frame){.caller = outer,
			       .scope = outer->module->scope,
			       .module = module_as(py, &file),
			       .guard = py->guard};
	py->depth++;
	py->deep++;
	py->frame = &frame;
	if (frame.module->tree)
		py_run_block(py, &frame.module->tree->body, 0);
	py->frame = outer;
	py->deep--;
	py->depth--;
	return py_none(py, c->site.at);
}

static const struct native rows[] = {
    {"accelerate.debug_launcher", launcher, NATIVE_RAW},
    {"accelerate.notebook_launcher", launcher, NATIVE_RAW},
    {"asyncio.run", argument, NATIVE_RAW},
    {"builtins.compile", argument, NATIVE_RAW},
    {"builtins.exec", exec, NATIVE_RAW},
    {"lightning.Fabric().launch", fabric_launch, NATIVE_RAW},
    {"lightning.fabric.Fabric().launch", fabric_launch, NATIVE_RAW},
    {"lightning_fabric.Fabric().launch", fabric_launch, NATIVE_RAW},
    {"multiprocessing.Process", process, NATIVE_RAW},
    {"multiprocessing.get_context().Process", process, NATIVE_RAW},
    {"ray.get", argument, NATIVE_RAW},
    {"submitit.AutoExecutor().submit", submit, NATIVE_RAW},
    {"submitit.AutoExecutor().update_parameters", update_parameters, NATIVE_RAW},
    {"submitit.SlurmExecutor().submit", submit, NATIVE_RAW},
    {"submitit.SlurmExecutor().update_parameters", update_parameters, NATIVE_RAW},
    {"threading.Thread", process, NATIVE_RAW},
    {"torch.multiprocessing.Process", process, NATIVE_RAW},
    {"torch.multiprocessing.get_context().Process", process, NATIVE_RAW},
    {"torch.multiprocessing.spawn", spawn, NATIVE_RAW},
    {"torch.multiprocessing.start_processes", spawn, NATIVE_RAW},
    {"torch.utils.checkpoint.checkpoint", checkpoint, NATIVE_RAW},
    {"torch.utils.checkpoint.checkpoint_sequential", checkpoint_sequential, NATIVE_RAW},
};

NATIVES(natives_launchers, rows);
