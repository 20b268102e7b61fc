#include "task_count.h"

#include "launched.h"

static bool is_count(const struct launch_layer *layer, const char *option, int64_t *n)
{
	return launched_count(node_get(layer->options, str_of(option)), n);
}

/* Open MPI 4.1, mpirun(1): --map-by ppr:N:node is N processes on each machine. */
static bool mapped_per_node(const struct launch_layer *mpirun, int64_t *n)
{
	const struct node *map = node_get(mpirun->options, STR("map_by"));
	struct str_cut number;

	if (!map || map->kind != NODE_STR || !str_starts(map->text, STR("ppr:")))
		return false;
	number = str_cut(str_sub(map->text, 4, map->text.n), ':');
	return str_starts(number.tail, STR("node")) && str_to_int(number.head, n) && *n > 0;
}

static bool mpirun_per_node(const struct launch_layer *mpirun, int64_t *n)
{
	return is_count(mpirun, "ppn", n) || is_count(mpirun, "npernode", n) || mapped_per_node(mpirun, n);
}

/* Whether a host stands in the part of the list before it. */
static bool is_named_before(struct str list, const char *end, struct str host)
{
	struct str rest = {list.s, (size_t)(end - list.s)};

	while (rest.n) {
		struct str_cut entry = str_cut(rest, ',');

		if (str_eq(str_cut(entry.head, ':').head, host))
			return true;
		rest = entry.tail;
	}
	return false;
}

enum { HOSTS_MAX = 256 };

/*
 * Open MPI 4.1, mpirun(1): --host a:4,b:4 gives four slots on each of two machines; a machine without a
 * number gives one as often as it is named. Without -np all slots get a process.
 */
static bool host_slots(const struct launch_layer *mpirun, int64_t *slots, int64_t *machines)
{
	const struct node *hosts = node_get(mpirun->options, STR("host"));
	struct str rest = hosts && hosts->kind == NODE_STR ? hosts->text : (struct str){0};

	*slots = *machines = 0;
	for (int i = 0; rest.n; i++) {
		struct str_cut entry = str_cut(rest, ',');
		struct str_cut host = str_cut(entry.head, ':');
		int64_t n = 1;

		if (i >= HOSTS_MAX || (host.ok && (!str_to_int(host.tail, &n) || n < 1 || n > 1024)))
			return false;
		*slots += n;
		*machines += !is_named_before(hosts->text, entry.head.s, host.head);
		rest = entry.tail;
	}
	return *slots > 0;
}

static struct launched_tasks of_mpirun(const struct launch_layer *mpirun, int64_t nodes)
{
	struct launched_tasks t = {.at = mpirun->at};
	int64_t slots, machines, each = 0;
	bool counted = is_count(mpirun, "np", &t.total);
	bool listed = host_slots(mpirun, &slots, &machines);

	if (listed)
		t.nodes = nodes = machines;
	if (mpirun_per_node(mpirun, &each)) {
		/* "mpirun -n 8 -ppn 4": two machines. */
		if (counted && t.total > each && !listed)
			t.nodes = t.total / each;
		t.per_node = each;
	} else if (counted || listed) {
		t.total = counted ? t.total : slots;
		/* How many machines a file names is not known here. */
		if (!node_get(mpirun->options, STR("hostfile")))
			t.per_node = t.total / nodes;
	}
	return t;
}

static struct launched_tasks of_srun(const struct launch *launch, const struct launch_layer *srun, int64_t nodes)
{
	const struct node *header = launch->batch ? node_get(launch->batch, STR("SBATCH")) : NULL;
	struct launched_tasks t = {.at = srun->at};

	if (is_count(srun, "ntasks_per_node", &t.per_node))
		return t;
	if (!is_count(srun, "ntasks", &t.total) && header) {
		if (launched_count(node_get(header, STR("ntasks_per_node")), &t.per_node))
			return t;
		launched_count(node_get(header, STR("ntasks")), &t.total);
	}
	t.per_node = t.total / nodes;
	return t;
}

struct launched_tasks launched_tasks(const struct launch *launch, int64_t nodes)
{
	const struct launch_layer *srun = launch ? launch_layer(launch, STR("srun")) : NULL;
	const struct launch_layer *mpirun = launch ? launch_layer(launch, STR("mpirun")) : NULL;
	struct launched_tasks t = {0};

	/* horovod 0.28, horovod/runner/launch.py: -np and -H as there. */
	if (launch && !mpirun)
		mpirun = launch_layer(launch, STR("horovodrun"));
	if (nodes < 1)
		nodes = 1;
	if (mpirun)
		t = of_mpirun(mpirun, nodes);
	if (srun && !t.per_node && !t.total)
		t = of_srun(launch, srun, nodes);
	return t;
}

/* accelerate 1.10, src/accelerate/state.py PartialState: it joins the others where LOCAL_RANK is set. */
static bool says_its_place(const struct node *env)
{
	const struct node *size = env ? node_get(env, STR("WORLD_SIZE")) : NULL;
	const struct node *rank = env ? node_get(env, STR("LOCAL_RANK")) : NULL;
	int64_t n;

	if (size && size->kind == NODE_STR && str_to_int(size->text, &n))
		return n > 1;
	return size || rank;
}

bool launched_tasks_told(const struct launch *launch, const struct node *environ)
{
	return launch && launch_layer(launch, STR("mpirun")) && (says_its_place(environ) || says_its_place(launch->env));
}
