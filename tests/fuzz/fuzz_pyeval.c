/*
 * Any bytes are a script, a module and a package of a repository: its evaluation ends within small
 * budgets, and what it leaves behind can be walked.
 */
#include "lint/python/python.h"

#include "fuzz.h"
#include "fuzz_python.h"

/* Trees live in the cache: a new one now and then, since compiling its patterns is slow. */
enum { RUNS_PER_CACHE = 500, STEPS = 4000, MEMORY_MAX = 256 << 20 };

static const char *const paths[] = {"main.py", "mod.py", "pkg/__init__.py", "pkg/sub.py"};

enum { PATHS = sizeof(paths) / sizeof(*paths) };

struct same_file {
	struct str text;
	/** The id of main.py; the others follow. */
	uint32_t first;
};

static bool file(void *context, uint32_t id, struct eval_file *out)
{
	const struct same_file *same = context;

	if (id < same->first || id - same->first >= PATHS)
		return false;
	*out = (struct eval_file){id, str_of(paths[id - same->first]), same->text};
	return true;
}

static bool find(void *context, struct str path, struct eval_file *out)
{
	const struct same_file *same = context;

	for (uint32_t i = 0; i < PATHS; i++)
		if (str_is(path, paths[i]))
			return file(context, same->first + i, out);
	return false;
}

static bool folder(void *context, struct str path)
{
	(void)context;
	return str_is(path, "pkg");
}

/* What a script loads is a small tree. */
static struct node *data(void *context, struct arena *a, struct str path)
{
	struct node *map = node_new(a, NODE_MAP, (struct span){0});

	(void)context;
	(void)path;
	node_set(a, map, node_str(a, STR("a"), map->at), node_int(a, 1, map->at));
	node_set(a, map, node_str(a, STR("b"), map->at), node_str(a, STR("x"), map->at));
	return map;
}

static void walk(struct arena *a, const struct trace *trace, size_t size)
{
	fuzz_touch(trace->spent);
	for (size_t i = 0; i < trace->n && i < 200; i++) {
		const struct call *call = trace->at[i];

		fuzz_touch(call->callee);
		fuzz_check((size_t)call->at.off + call->at.len <= size);
		for (size_t k = 0; k < call->args.n && k < 20; k++) {
			fuzz_touch(call->args.at[k].name);
			fuzz_walk(a, call->args.at[k].value, size);
		}
		fuzz_walk(a, call->result, size);
		for (const struct node *g = call->guard; g; g = g->from[0])
			fuzz_node(g, size);
	}
}

/*
 * No step beyond the budget; and what had begun asks for few more, by what the input says, until all is
 * ended. Memory: a step may copy a container or a text, and these have budgets of their own; what is seen
 * is far below.
 */
static void check_budget(const struct trace *trace, const struct arena *a, size_t size)
{
	fuzz_check(trace->steps <= STEPS);
	fuzz_check(trace->refused == 0 || trace->spent.n > 0);
	fuzz_check(trace->refused <= 4 * size + STEPS);
	fuzz_check(a->used < MEMORY_MAX);
}

int LLVMFuzzerTestOneInput(const uint8_t *bytes, size_t size)
{
	static struct arena trees;
	static struct py_cache *cache;
	static uint32_t runs;
	static struct arena a;
	struct trace *trace;
	struct same_file same = {{(const char *)bytes, size}, 1 + PATHS * (runs % RUNS_PER_CACHE)};
	struct eval_world world = {.context = &same,
				   .find = find,
				   .file = file,
				   .folder = folder,
				   .data = data,
				   .target = {.num_gpus = -1, .major = -1, .minor = -1, .bf16 = -1},
				   .budget = {.steps = STEPS, .loop = 8}};

	fuzz_reserve(&a);
	if (runs++ % RUNS_PER_CACHE == 0) {
		if (cache)
			py_cache_free(cache);
		arena_free(&trees);
		cache = py_cache_new(&trees);
	}
	trace = py_run(&a, &world, cache, same.first);
	check_budget(trace, &a, size);
	walk(&a, trace, size);
	fuzz_walk(&a, py_globals(&a, &world, cache, same.first + 1, &trace), size);
	check_budget(trace, &a, size);
	arena_reset(&a);
	return 0;
}
