/* What launchers say of a job: their options, and how many processes they start. */
#include "launcher_settings.h"

#include "launched.h"
#include "rank_variables.h"
#include "task_count.h"

/* How many processes a launcher starts on a machine when nothing says so. */
enum processes {
	PROCESSES_ONE,
	/** One for each visible GPU. */
	PROCESSES_ALL,
};

/*
 * Sources: torchrun --nproc-per-node defaults to 1 (torch.distributed.run 2.5); deepspeed takes all
 * slots of the machine (deepspeed.launcher.runner 0.15); accelerate without a config file uses every
 * visible GPU (accelerate.commands.launch 1.1, _validate_launch_command); composer detects them
 * (composer.cli.launcher 0.22), as does colossalai run (colossalai.cli.launcher 0.4); fabric run starts one
 * (lightning.fabric.cli 2.5); tune run without torchrun's options starts one (torchtune._cli.run 0.6); oumi gives torchrun
 * and accelerate all GPUs of all machines (oumi.cli.distributed_run 0.8).
 */
static const struct launcher {
	const char *layer;
	enum processes processes;
} launchers[] = {
    {"accelerate launch", PROCESSES_ALL},
    {"deepspeed", PROCESSES_ALL},
    {"composer", PROCESSES_ALL},
    {"colossalai run", PROCESSES_ALL},
    {"oumi distributed", PROCESSES_ALL},
    {"torchrun", PROCESSES_ONE},
    {"fabric run", PROCESSES_ONE},
    {"tune run", PROCESSES_ONE},
};

/* The first launcher of a command, outermost first; NULL for none. */
static const struct launcher *launcher_of(const struct launch *launch)
{
	for (size_t i = 0; launch && i < launch->layers.n; i++)
		for (size_t k = 0; k < sizeof(launchers) / sizeof(*launchers); k++)
			if (str_is(launch->layers.at[i].name, launchers[k].layer))
				return &launchers[k];
	return NULL;
}

/* Counts that the environment gives to launchers and command-line programs. */
static void counts_of_environment(struct draft *d)
{
	static const struct {
		const char *name;
		enum setting setting;
	} rows[] = {{"NPROC_PER_NODE", SETTING_GPUS_PER_NODE}, {"NNODES", SETTING_NUM_NODES}};
	int64_t n;

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct node *v =
		    d->launch->env ? node_get(d->launch->env, str_of(rows[i].name)) : NULL;

		if (launched_count(v, &n) && !job_get(&d->job, rows[i].setting))
			d->job.set[rows[i].setting] =
			    value_count(n, ORIGIN_STATED, v->at, str_of(rows[i].name));
	}
}

/* What any program is told by variables, and a framework by those of its own: the map NAME.environment. */
static void read_environment(struct draft *d)
{
	struct str framework = job_str(&d->job, SETTING_FRAMEWORK, STR(""));
	const struct keymap *const maps[] = {
	    keymap_find(STR("environment")),
	    keymap_find(str_fmt(d->extract.arena, "%.*s.environment", STR_ARG(framework)))};

	for (size_t i = 0; d->launch->env && i < sizeof(maps) / sizeof(*maps); i++)
		if (maps[i])
			extract_map(&d->extract, maps[i], d->launch->env, &d->job);
}

/* What the library that patches the model is told by variables, which a script may set itself. */
static void read_patch_environment(struct draft *d)
{
	const struct node *env = d->trace ? d->trace->environ : d->launch ? d->launch->env : NULL;
	struct str patch = job_str(&d->job, SETTING_FUSED_KERNELS, STR(""));
	const struct keymap *map =
	    keymap_find(str_fmt(d->extract.arena, "%.*s.environment", STR_ARG(patch)));

	if (env && map && patch.n > 0) {
		d->extract.mode = EXTRACT_OVER;
		extract_map(&d->extract, map, env, &d->job);
	}
}

/* CUDA_VISIBLE_DEVICES as the launch exports it, or else as the script itself sets it. */
static int visible_of(const struct draft *d)
{
	int visible = d->launch ? launch_visible_devices(d->launch) : -1;

	return visible == -1 && d->trace ? visible_devices(d->trace->environ) : visible;
}

/* One process that spreads its model over all devices it sees. */
static bool count_spread(struct draft *d, int visible)
{
	struct span at = d->launch ? d->launch->at : d->job.at;

	if (!job_is(&d->job, SETTING_DATA_PARALLEL, "device_map"))
		return false;
	if (visible > 0)
		d->job.set[SETTING_GPUS_PER_NODE] =
		    value_count(visible, ORIGIN_DERIVED, at, STR("visible devices"));
	else if (visible == -1 && (d->launch || d->hosted || d->target.count_weight == TARGET_TYPED) &&
		 d->target.per_node.type == VALUE_INT)
		d->job.set[SETTING_GPUS_PER_NODE] = d->target.per_node;
	return job_get(&d->job, SETTING_GPUS_PER_NODE) != NULL;
}

/* A command that is one process for all the devices it sees: several get a part of the layers each. */
static void count_split(struct draft *d, int visible)
{
	struct value *parallel = &d->job.set[SETTING_DATA_PARALLEL];

	if (visible == 1) {
		d->job.set[SETTING_GPUS_PER_NODE] =
		    value_count(1, ORIGIN_DERIVED, d->launch->at, STR("visible devices"));
	} else if (visible > 1 || (visible == -1 && d->target.per_node.type == VALUE_INT &&
				   d->target.per_node.as.i > 1)) {
		*parallel = value_str(STR("device_map"), ORIGIN_DERIVED,
				      STR("one process for several devices"));
		parallel->at = d->launch->at;
		count_spread(d, visible);
	}
}

/* Whether a trace starts other processes or asks for its place among them. */
static bool shares_work(const struct trace *trace)
{
	static const char *const callees[] = {
	    "torch.distributed.", "torch.nn.parallel.", "torch.nn.DataParallel", "torch.multiprocessing.",
	    "multiprocessing.",	  "accelerate.",	"deepspeed.",		 "ray.",
	    "horovod.",		  "colossalai.",	"torch_xla.",		 "lightning",
	};

	for (size_t i = 0; i < trace->n; i++)
		for (size_t k = 0; k < sizeof(callees) / sizeof(*callees); k++)
			if (str_starts(trace->at[i]->callee, str_of(callees[k])))
				return true;
	return false;
}

/* A loop of one's own that nothing here launches and that knows of no other process. */
static bool is_alone(const struct draft *d)
{
	return !d->launch && d->job.found == JOB_FOUND_SINK && d->trace &&
	       job_is(&d->job, SETTING_FRAMEWORK, "torch") &&
	       !job_get(&d->job, SETTING_DATA_PARALLEL) && !shares_work(d->trace);
}

/*
 * How the program itself comes to be one of several processes: the furthest that any of its calls goes. A
 * framework's own program that shards joins those that were started with it.
 */
static enum joins joins_of(const struct draft *d)
{
	struct str parallel = job_str(&d->job, SETTING_DATA_PARALLEL, STR(""));
	enum joins most = JOINS_NONE;

	if (d->joins || (!d->trace && (str_starts(parallel, STR("fsdp")) || str_is(parallel, "hsdp"))))
		return JOINS_STARTED;

	for (size_t i = 0; d->trace && i < d->trace->n; i++) {
		const struct callable *row = d->trace->at[i]->row;

		if (row && row->joins > most && row->joins != JOINS_WORKERS)
			most = row->joins;
	}
	return most;
}

static void set_processes(struct draft *d, int64_t n, struct span at, struct str how)
{
	d->job.set[SETTING_GPUS_PER_NODE] = value_count(n, ORIGIN_DERIVED, at, how);
	if (!job_get(&d->job, SETTING_NUM_NODES) && d->target.nodes.type == VALUE_INT)
		d->job.set[SETTING_NUM_NODES] = d->target.nodes;
}

/* What srun or mpirun starts, if that is several; false if not. */
static bool set_tasks(struct draft *d, const struct launched_tasks *t)
{
	struct str how = STR("tasks on each machine");

	if (t->per_node <= 1 && t->total <= 1)
		return false;
	if (t->per_node >= 1) {
		set_processes(d, t->per_node, t->at, how);
		if (t->nodes && !job_get(&d->job, SETTING_NUM_NODES))
			d->job.set[SETTING_NUM_NODES] = value_count(t->nodes, ORIGIN_DERIVED, t->at, how);
	} else {
		d->job.set[SETTING_NUM_GPUS] =
		    value_count(t->total, ORIGIN_DERIVED, t->at, STR("tasks on all machines"));
	}
	return true;
}

/* The call that waits for a number of processes which it names, where nothing here launches them; NULL: none. */
static const struct arg *waited_for(const struct draft *d)
{
	for (size_t i = 0; !d->launch && d->trace && i < d->trace->n; i++) {
		const struct call *call = d->trace->at[i];
		const struct arg *n = call->row && call->row->joins && !call->guard
					  ? call_arg(call, STR("world_size"), SIZE_MAX)
					  : NULL;

		if (n && n->value->kind == NODE_INT && n->value->as.i > 0)
			return n;
	}
	return NULL;
}

/* Workers that another machine's scheduler starts, a card each: those of all machines. */
static bool count_workers(struct draft *d)
{
	for (size_t i = 0; d->trace && i < d->trace->n; i++) {
		const struct call *call = d->trace->at[i];
		bool workers = call->row && call->row->joins == JOINS_WORKERS && !call->guard;
		const struct arg *n = workers ? call_arg(call, STR("num_workers"), 1) : NULL;
		const struct arg *gpu = workers ? call_arg(call, STR("use_gpu"), 2) : NULL;
		int64_t number;

		if (!n || !gpu || gpu->value->kind != NODE_BOOL || !gpu->value->as.b)
			continue;
		if (launched_count(n->value, &number))
			d->job.set[SETTING_NUM_GPUS] =
			    value_count(number, ORIGIN_DERIVED, n->at, STR("workers with a GPU each"));
		return true;
	}
	return false;
}

/* Processes that the program starts of itself, or that it joins; false if it is alone. */
static bool count_joined(struct draft *d, int visible)
{
	const struct node *started = d->trace ? d->trace->processes : NULL;
	enum joins joins = joins_of(d);
	bool named = launched_tasks_told(d->launch, d->trace ? d->trace->environ : NULL);
	struct launched_tasks tasks = {0};
	const struct arg *waited = waited_for(d);

	if (started) {
		if (started->kind == NODE_INT && started->as.i > 0)
			set_processes(d, started->as.i, started->at, STR("processes that the script starts"));
		return true;
	}
	if (joins || named)
		tasks = launched_tasks(d->launch, d->target.nodes.type == VALUE_INT ? d->target.nodes.as.i : 1);
	if (set_tasks(d, &tasks))
		return true;
	if (waited) {
		set_processes(d, waited->value->as.i, waited->at, STR("processes that the script waits for"));
		return true;
	}
	if (joins != JOINS_DEVICES)
		return false;
	if (visible > 0)
		set_processes(d, visible, d->launch ? d->launch->at : d->job.at, STR("visible devices"));
	else if (visible == -1 && d->target.per_node.type == VALUE_INT)
		d->job.set[SETTING_GPUS_PER_NODE] = d->target.per_node;
	return true;
}

/* Whether the launcher is told a number that is not known here: $N, $(nvidia-smi …), "gpu". */
static bool has_unread_count(const struct launch *launch)
{
	const struct node *given = launch_option(launch, STR("nproc_per_node"));
	int64_t n;

	return given && !launched_count(given, &n);
}

/*
 * Processes of which each spreads its model over its part of the visible devices (ms-swift's "mp and ddp"): a replica's
 * devices count, where nothing else shards it.
 */
static void count_parts(struct draft *d, int visible)
{
	int64_t processes = job_int(&d->job, SETTING_GPUS_PER_NODE, 0);
	struct value *parallel = &d->job.set[SETTING_DATA_PARALLEL];

	if (!d->one_process || !d->launch || processes < 1 || visible <= processes || visible % processes ||
	    job_int(&d->job, SETTING_NUM_NODES, 1) > 1 || parallel->type != VALUE_ABSENT)
		return;
	*parallel = value_str(STR("device_map"), ORIGIN_DERIVED, STR("several devices for each process"));
	parallel->at = d->launch->at;
	d->job.set[SETTING_GPUS_PER_NODE] =
	    value_count(visible / processes, ORIGIN_DERIVED, d->launch->at, STR("devices of each process"));
}

/* Whether a map is the Trainer's of transformers, or extends it. */
static bool is_trainer(const struct keymap *map, unsigned depth)
{
	if (!map || depth >= KEYMAP_BASES_MAX)
		return false;
	if (str_is(str_of(map->name), "transformers.Trainer"))
		return true;
	for (size_t i = 0; i < KEYMAP_BASES_MAX && map->base[i]; i++)
		if (is_trainer(map->base[i], depth + 1))
			return true;
	return false;
}

/*
 * The Trainer of transformers in one process that sees several devices wraps the model in DataParallel, unless its
 * layers lie on several of them or are quantised to 8 bits (transformers trainer.py _wrap_model(), 4.0 to 5.3; Unsloth
 * takes the first device alone, and a trainer with a loop of its own does as its row says). DeepSpeed's configuration, one that is not read too, makes it one device
 * (training_args.py _setup_devices()); what the script itself lets be seen goes over what its launch does, and is all that is
 * known where nothing launches it.
 */
static bool count_replicas(struct draft *d, int visible)
{
	const struct target *t = &d->target;
	struct value *parallel = &d->job.set[SETTING_DATA_PARALLEL];
	int own = d->trace ? visible_devices(d->trace->environ) : -1;
	struct span at = d->launch ? d->launch->at : d->job.at;
	bool trainer = false, other = false;

	for (size_t i = 0; d->trace && i < d->trace->n; i++) {
		trainer |= d->trace->at[i]->row && is_trainer(d->trace->at[i]->row->map, 0);
		other |= d->trace->at[i]->row && d->trace->at[i]->row->one_device;
	}
	visible = own == -1 ? visible : own;
	if (!trainer || other || (!d->launch && own < 2) || parallel->type != VALUE_ABSENT || d->extract.unknown[SETTING_DATA_PARALLEL].why.n || job_is(&d->job, SETTING_QUANTIZATION, "int8") ||
	    job_is(&d->job, SETTING_FUSED_KERNELS, "unsloth"))
		return false;
	if (visible > 1)
		d->job.set[SETTING_GPUS_PER_NODE] = value_count(visible, ORIGIN_DERIVED, at, STR("visible devices"));
	else if (visible == -1 && t->count_weight == TARGET_TYPED && t->per_node.type == VALUE_INT && t->per_node.as.i > 1)
		d->job.set[SETTING_GPUS_PER_NODE] = t->per_node;
	else
		return false;
	*parallel = value_str(STR("dp"), ORIGIN_DERIVED, STR("one process for several devices: the Trainer's DataParallel"));
	parallel->at = at;
	return true;
}

/* The job's own key says how many, and cannot be read: what starts it is no answer (a driver of Ray is one process). */
static bool states_unread_count(const struct draft *d)
{
	return d->extract.unknown[SETTING_GPUS_PER_NODE].why.n || d->extract.unknown[SETTING_NUM_GPUS].why.n;
}

/* Before its first backward pass, the call by which a loop of one's own spreads each batch over devices; NULL: none. */
static const struct call *replicates(const struct draft *d)
{
	const struct callable *spreads = callable_find(STR("torch.nn.DataParallel"));

	for (size_t i = 0; d->trace && i < d->trace->n; i++) {
		const struct call *call = d->trace->at[i];

		if (str_is(call->method, "backward"))
			return NULL;
		if (!call->guard && call_row(call) == spreads)
			return call;
	}
	return NULL;
}

/* How many devices a list names; 0: not known. */
static int64_t devices_of(const struct node *list)
{
	for (size_t i = 0; list->kind == NODE_LIST && i < list->as.items.n; i++)
		if (list->as.items.at[i]->kind != NODE_INT)
			return 0;
	return list->kind == NODE_LIST ? (int64_t)list->as.items.n : 0;
}

/* What each device is given of a batch: DataParallel cuts it into as many parts (torch/nn/parallel/comm.py scatter(), torch.chunk()). */
static void share_batch(struct draft *d, enum setting batch, int64_t devices)
{
	struct value *rows = &d->job.set[batch], *whole;

	if (rows->type != VALUE_INT || rows->alternative)
		return;
	whole = arena_new(d->extract.arena, struct value);
	*whole = *rows;
	*rows = value_count((whole->as.i + devices - 1) / devices, ORIGIN_DERIVED, whole->at,
			    str_fmt(d->extract.arena, "DataParallel divides %lld rows among %lld GPUs", (long long)whole->as.i, (long long)devices));
	rows->from[0] = whole;
}

/*
 * A loop of one's own in one process that wraps the model in DataParallel: over the devices that it names, or all that it sees.
 * How many those are decides as well whether most scripts do so (n_gpu > 1).
 */
static bool count_spread_batch(struct draft *d, int visible)
{
	const struct target *t = &d->target;
	const struct call *call = replicates(d);
	const struct arg *ids = call ? call_arg(call, STR("device_ids"), 1) : NULL;
	struct span at = d->launch ? d->launch->at : d->job.at;
	struct value *parallel = &d->job.set[SETTING_DATA_PARALLEL];
	int64_t n = visible > 0 ? visible : 0;

	if (!call || !job_is(&d->job, SETTING_FRAMEWORK, "torch") || parallel->type != VALUE_ABSENT)
		return false;
	if (!n && d->launch && t->count_weight == TARGET_TYPED && t->per_node.type == VALUE_INT)
		n = t->per_node.as.i;
	if (ids && ids->value->kind != NODE_NULL) {
		n = devices_of(ids->value);
		at = ids->at;
	}
	if (n < 2)
		return false;
	d->job.set[SETTING_GPUS_PER_NODE] = value_count(n, ORIGIN_DERIVED, at, STR("devices of DataParallel"));
	*parallel = value_str(STR("dp"), ORIGIN_DERIVED, STR("one process for several devices: DataParallel"));
	parallel->at = call->at;
	share_batch(d, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, n);
	share_batch(d, SETTING_PER_DEVICE_EVAL_BATCH_SIZE, n);
	return true;
}

/* deepspeed/launcher/runner.py parse_inclusion_exclusion(): --include names every machine that takes part, "a:0,1@b:0,1". */
static void include_machines(struct draft *d)
{
	struct value *nodes = &d->job.set[SETTING_NUM_NODES];

	if (job_get(&d->job, SETTING_NUM_NODES))
		return;
	*nodes = value_count(machines_included(d->launch), ORIGIN_STATED, launch_option(d->launch, STR("include"))->at,
			     STR("machines of --include"));
}

/* The number of GPUs where no option says it: visible devices, the scheduler's, or one process. */
static void count_gpus(struct draft *d)
{
	int visible = visible_of(d);
	const struct target *t = &d->target;
	const struct launcher *launcher = launcher_of(d->launch);
	int64_t included;

	count_parts(d, visible);
	if (job_get(&d->job, SETTING_NUM_GPUS) || job_get(&d->job, SETTING_GPUS_PER_NODE))
		return;
	if (d->launch && (included = devices_included(d->launch)) > 0) {
		d->job.set[SETTING_NUM_GPUS] = value_count(included, ORIGIN_STATED,
						      launch_option(d->launch, STR("include"))->at,
						      STR("devices of --include"));
		include_machines(d);
		return;
	}
	if (d->one_process && d->launch) {
		count_split(d, visible);
		return;
	}
	if (launcher ? launcher->processes == PROCESSES_ALL || has_unread_count(d->launch)
		     : d->launch && ((d->launch->kind == LAUNCH_COMMAND && !d->alone) || d->all_devices)) {
		if (visible > 0)
			d->job.set[SETTING_GPUS_PER_NODE] =
			    value_count(visible, ORIGIN_DERIVED, d->launch->at, STR("visible devices"));
		else if (t->per_node.type == VALUE_INT)
			d->job.set[SETTING_GPUS_PER_NODE] = t->per_node;
		else if (t->total.type == VALUE_INT)
			d->job.set[SETTING_NUM_GPUS] = t->total;
		return;
	}
	/* A config that nothing launches here: what its own words say it is for ("8 x H100"). */
	if (!d->launch && (d->job.found == JOB_FOUND_CONFIG || d->job.found == JOB_FOUND_ALONE) &&
	    !job_get(&d->job, SETTING_NUM_GPUS) && t->per_node.type == VALUE_INT) {
		d->job.set[SETTING_GPUS_PER_NODE] = t->per_node;
		if (!job_get(&d->job, SETTING_NUM_NODES) && t->nodes.type == VALUE_INT)
			d->job.set[SETTING_NUM_NODES] = t->nodes;
		return;
	}
	if (!launcher && (count_workers(d) || count_spread(d, visible) || count_joined(d, visible) || count_replicas(d, visible) ||
			  count_spread_batch(d, visible)))
		return;
	if (states_unread_count(d))
		return;
	if (!d->launch && visible == 1)
		d->job.set[SETTING_GPUS_PER_NODE] =
		    value_count(1, ORIGIN_DERIVED, d->job.at, STR("visible devices"));
	/* It runs on a machine of one card: what it says it is hosted on, its notebook's metadata, words at its head. */
	else if (!d->launch && t->per_node.type == VALUE_INT && t->per_node.as.i == 1)
		d->job.set[SETTING_GPUS_PER_NODE] = t->per_node;
	else if (is_alone(d))
		d->job.set[SETTING_GPUS_PER_NODE] =
		    value_count(1, ORIGIN_DERIVED, d->job.at, STR("one process"));
	if (d->launch && (launcher || d->alone || d->launch->kind == LAUNCH_SCRIPT ||
			  d->launch->kind == LAUNCH_MODULE))
		d->job.set[SETTING_GPUS_PER_NODE] = value_count(
		    1, ORIGIN_DERIVED, d->launch->at,
		    launcher ? STR("the launcher starts one process when not told otherwise")
				    : STR("one process"));
}

/* PyTorch's allocator, as the launch or the script sets it up. */
static void read_allocator(struct draft *d)
{
	/*
	 * pytorch c10/cuda/CUDAAllocatorConfig.cpp. The second name is documented from 2.9 on, but this
	 * option of it was without effect in 2.9 (pytorch issue 183387); 2.11 is seen to take it.
	 */
	static const struct {
		const char *name, *since;
	} rows[] = {{"PYTORCH_CUDA_ALLOC_CONF", "0"}, {"PYTORCH_ALLOC_CONF", "2.11"}};
	bool newest;
	struct str torch = versions_of(d->extract.versions, STR("torch"), &newest);
	const struct node *env = d->trace ? d->trace->environ : d->launch ? d->launch->env : NULL;

	for (size_t i = 0; env && i < sizeof(rows) / sizeof(*rows); i++) {
		const struct node *v = node_get(env, str_of(rows[i].name));

		if (!v || v->kind != NODE_STR || job_get(&d->job, SETTING_EXPANDABLE_SEGMENTS) ||
		    version_cmp(torch, str_of(rows[i].since)) < 0 ||
		    !str_has_nocase(v->text, STR("expandable_segments:")))
			continue;
		d->job.set[SETTING_EXPANDABLE_SEGMENTS] = value_bool(
			str_has_nocase(v->text, STR("expandable_segments:true")), ORIGIN_STATED, str_of(rows[i].name));
		d->job.set[SETTING_EXPANDABLE_SEGMENTS].at = v->at;
	}
}

/*
 * Whether a loop of one's own has its accumulation by Accelerator(gradient_accumulation_steps=…): what the launcher exports goes
 * over that (accelerate 1.1, accelerator.py Accelerator.__init__(): parse_choice_from_env("ACCELERATE_GRADIENT_ACCUMULATION_STEPS",
 * gradient_accumulation_steps), which utils/launch.py prepare_deepspeed_cmd_env() sets). The Trainer hands it a plugin instead.
 */
static bool accelerator_counts(const struct draft *d)
{
	const struct keymap *accelerator = keymap_find(STR("accelerate.Accelerator"));
	const struct value *steps = job_get(&d->job, SETTING_GRADIENT_ACCUMULATION_STEPS);

	for (size_t i = 0; steps && i < d->extract.used.n; i++) {
		const struct extract_used *used = &d->extract.used.at[i];
		const struct node *given = used->map == accelerator && used->tree ? node_get(used->tree, STR("gradient_accumulation_steps")) : NULL;

		if (given && span_same_start(given->at, steps->at))
			return true;
	}
	return false;
}

/*
 * FSDP's own recomputation is a switch beside the trainer's: accelerate wraps the layers although gradient_checkpointing is
 * false (accelerate src/accelerate/accelerator.py prepare_model(), fsdp_plugin.activation_checkpointing).
 */
static void take_layer(struct draft *d, const struct launch_layer *layer, const struct keymap *map)
{
	struct value *recompute = &d->job.set[SETTING_GRADIENT_CHECKPOINTING], off = *recompute;
	struct value *steps = &d->job.set[SETTING_GRADIENT_ACCUMULATION_STEPS], own = *steps;

	if (accelerator_counts(d))
		*steps = (struct value){0};
	if (job_is(&d->job, SETTING_GRADIENT_CHECKPOINTING, "false"))
		*recompute = (struct value){0};
	extract_map(&d->extract, map, layer->options, &d->job);
	if (!job_get(&d->job, SETTING_GRADIENT_CHECKPOINTING))
		*recompute = off;
	if (!job_get(&d->job, SETTING_GRADIENT_ACCUMULATION_STEPS) && own.type != VALUE_ABSENT) {
		*steps = own;
		d->extract.unknown[SETTING_GRADIENT_ACCUMULATION_STEPS] = (struct extract_unknown){0};
	}
}

/*
 * --nnodes=$SLURM_NNODES: on one machine, or on many. One is assumed, aloud; where all of them share the job that is no
 * ground for an error (core/estimate/assumption_range.c, vary_gpus()).
 */
static void doubt_machines(struct draft *d)
{
	static const char *const options[] = {"nnodes", "num_machines", "num_nodes"};
	const struct value *each = job_get(&d->job, SETTING_GPUS_PER_NODE);
	int64_t n;

	if (!d->launch || !each || job_get(&d->job, SETTING_NUM_NODES) || job_get(&d->job, SETTING_NUM_GPUS))
		return;
	for (size_t i = 0; i < sizeof(options) / sizeof(*options); i++) {
		const struct node *given = launch_option(d->launch, str_of(options[i]));

		if (!given || launched_count(given, &n))
			continue;
		d->job.set[SETTING_NUM_NODES] =
		    value_int(1, ORIGIN_ASSUMED, STR("how many machines there are could not be read"));
		d->job.set[SETTING_NUM_NODES].at = given->at;
		d->job.set[SETTING_NUM_GPUS] = value_int(each->as.i, ORIGIN_ASSUMED, STR("those of one machine"));
		d->job.set[SETTING_NUM_GPUS].from[0] = each;
		return;
	}
}

/*
 * Each of several processes that a launcher starts would spread a whole model over the GPUs that all of them see: in sum
 * each GPU holds one. (Where a process sees its own alone, it holds one too.)
 */
static void settle_spread(struct draft *d)
{
	struct value *parallel = &d->job.set[SETTING_DATA_PARALLEL];
	struct span at = parallel->at;

	if (!launcher_of(d->launch) || d->one_process || parallel->alternative || parallel->origin != ORIGIN_STATED ||
	    !job_is(&d->job, SETTING_DATA_PARALLEL, "device_map") ||
	    (job_int(&d->job, SETTING_GPUS_PER_NODE, 1) < 2 && job_int(&d->job, SETTING_NUM_GPUS, 1) < 2))
		return;
	*parallel = value_str(STR("ddp"), ORIGIN_DERIVED, STR("several processes, each with a model of its own in spite of device_map"));
	parallel->at = at;
}

void launcher_settings(struct draft *d)
{
	read_allocator(d);
	if (d->launch) {
		for (size_t i = 0; i < d->launch->layers.n; i++) {
			const struct launch_layer *layer = &d->launch->layers.at[i];
			const struct keymap *map = keymap_find(layer->name);

			d->extract.mode = EXTRACT_UNDER;
			if (map)
				take_layer(d, layer, map);
		}
		d->extract.mode = EXTRACT_OVER;
		counts_of_environment(d);
		read_environment(d);
	}
	read_patch_environment(d);
	if (!job_get(&d->job, SETTING_NUM_NODES) && d->target.nodes.type == VALUE_INT &&
	    launcher_of(d->launch))
		d->job.set[SETTING_NUM_NODES] = d->target.nodes;
	count_gpus(d);
	doubt_machines(d);
	settle_spread(d);
}
