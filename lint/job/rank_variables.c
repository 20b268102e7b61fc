#include "rank_variables.h"

#include "launched.h"

/*
 * What launchers export for the processes they start. Sources: torch.distributed.run 2.5
 * (torch/distributed/elastic/agent/server/local_elastic_agent.py: always), deepspeed 0.15
 * (deepspeed/launcher/launch.py: always), accelerate 1.1 (accelerate/commands/launch.py: through
 * torchrun for more than one process, a plain process for one).
 */
struct starter {
	const char *layer;
	/** The option with the number of processes, and whether it counts those of all machines. */
	const char *option;
	bool total;
	/** What is started where the option is missing: 1, or 0 for one on each visible GPU. */
	int64_t otherwise;
	/** Started without a group if it is a single process. */
	bool plain_single;
	/** What it exports: the number of processes, and what is 0 in the first of them; "|" between. */
	const char *sizes, *ranks;
};

#define TORCH "WORLD_SIZE", "RANK|LOCAL_RANK"
/* Open MPI 4.1, mpirun(1); Intel MPI 2021 and MPICH 4, hydra: which of them runs is not known. */
#define MPI	    "OMPI_COMM_WORLD_SIZE|PMI_SIZE", MPI_RANKS
#define MPI_RANKS   "OMPI_COMM_WORLD_RANK|OMPI_COMM_WORLD_LOCAL_RANK|PMI_RANK|MPI_LOCALRANKID"

static const struct starter starters[] = {
    {"torchrun", "nproc_per_node", false, 1, false, TORCH},
    {"accelerate launch", "num_processes", true, 0, true, TORCH},
    {"deepspeed", "num_gpus", false, 0, false, TORCH},
    {"mpirun", "np", true, 0, false, MPI},
};

static const struct starter *starter_of(const struct launch *launch)
{
	for (size_t i = 0; launch && i < launch->layers.n; i++)
		for (size_t k = 0; k < sizeof(starters) / sizeof(*starters); k++)
			if (str_is(launch->layers.at[i].name, starters[k].layer))
				return &starters[k];
	return NULL;
}

static bool is_count(const struct node *n, int64_t *out)
{
	return launched_count(n, out) && *out < 1000000;
}

/* What the option says: a count; 0: nothing that is known, as "gpu"; -1: it is not given. */
static int64_t option_count(const struct launch *launch, const char *option, const struct node *config)
{
	const struct node *given = launch_option(launch, str_of(option));
	int64_t n;

	if (!given && config)
		given = node_get(config, str_of(option));
	if (!given)
		return -1;
	return is_count(given, &n) ? n : 0;
}

static int64_t devices_of(const struct launch *launch, const struct target *target)
{
	int visible = launch_visible_devices(launch);

	if (visible > 0)
		return visible;
	return visible == -1 && target->per_node.type == VALUE_INT ? target->per_node.as.i : 0;
}

int64_t devices_included(const struct launch *launch)
{
	const struct node *include = launch_option(launch, STR("include"));
	struct str rest = include && include->kind == NODE_STR ? include->text : (struct str){0};
	int64_t n = 0;

	while (rest.n) {
		struct str_cut machine = str_cut(rest, '@');
		struct str_cut devices = str_cut(machine.head, ':');

		/* A machine without a list gives all it has. */
		if (!devices.ok || !devices.tail.n || str_chr(devices.tail, '-', 0) != SIZE_MAX)
			return 0;
		n++;
		for (size_t i = 0; i < devices.tail.n; i++)
			n += devices.tail.s[i] == ',';
		rest = machine.tail;
	}
	return n;
}

int64_t machines_included(const struct launch *launch)
{
	const struct node *include = launch_option(launch, STR("include"));
	struct str rest = include && include->kind == NODE_STR ? include->text : (struct str){0};
	int64_t n = 0;

	for (; rest.n; n++)
		rest = str_cut(rest, '@').tail;
	return n;
}

/* The number of processes on all machines; 0 if it is not known. */
static int64_t count_of(const struct launch *launch, const struct starter *by, const struct node *config,
			const struct target *target)
{
	int64_t n = option_count(launch, by->option, config), nodes;
	const struct node *include = launch_option(launch, STR("include"));

	if (n < 0 && include)
		return devices_included(launch);
	if (n < 0)
		n = by->otherwise ? by->otherwise : devices_of(launch, target);
	if (n <= 0 || by->total)
		return n > 0 ? n : 0;
	nodes = option_count(launch, "nnodes", NULL);
	if (nodes < 0)
		nodes = option_count(launch, "num_nodes", NULL);
	return nodes < 0 ? n : n * nodes;
}

static void export(struct arena *a, struct node *map, const struct launch *launch, const char *names,
		   int64_t n)
{
	struct node *value = n >= 0 ? node_str(a, str_fmt(a, "%lld", (long long)n), launch->at)
				    : node_new(a, NODE_UNKNOWN, launch->at);
	struct str_cut name = {.tail = str_of(names)};

	if (n < 0)
		value->text = STR("the number of processes is not known");
	while (name.tail.n) {
		name = str_cut(name.tail, '|');
		node_set(a, map, node_str(a, name.head, launch->at), value);
	}
}

const struct node *rank_variables(struct arena *a, const struct launch *launch,
				  const struct node *config, const struct target *target)
{
	const struct starter *by = starter_of(launch);
	struct node *map;
	int64_t n;

	if (!by)
		return launch ? launch->env : NULL;
	n = count_of(launch, by, config, target);
	if (n == 1 && by->plain_single)
		return launch->env;
	map = node_new(a, NODE_MAP, launch->at);
	for (size_t i = 0; launch->env && i < launch->env->as.pairs.n; i++)
		*vec_push(a, &map->as.pairs) = launch->env->as.pairs.at[i];
	export(a, map, launch, by->sizes, n ? n : -1);
	export(a, map, launch, by->ranks, 0);
	return map;
}
