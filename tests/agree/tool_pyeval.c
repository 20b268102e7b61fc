/*
 * Reads a Python program and prints what it comes to, for scripts that compare it with Python.
 *
 *	tool_pyeval trace FILE [ARG…]	the trace of the program, with these arguments
 *	tool_pyeval globals FILE [ARG…]	its global values as JSON, {"?": reason} where they are not known
 *
 * "--no-launch" as the only ARG: nothing is known of the command line. The file may hold several
 * files, "--- path" lines between them. Variables of the environment that begin with AGREE_ are those of
 * the launch.
 */
#include "lint/python/python.h"
#include "tests/support/memory_world.h"

#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void put_text(struct str s)
{
	putchar('"');
	for (size_t i = 0; i < s.n; i++) {
		if (s.s[i] == '"' || s.s[i] == '\\')
			printf("\\%c", s.s[i]);
		else if ((unsigned char)s.s[i] < 0x20)
			printf("\\u%04x", s.s[i]);
		else
			putchar(s.s[i]);
	}
	putchar('"');
}

static void put(const struct node *n, int depth);

static void put_items(const struct node *n, const char *open, int depth)
{
	printf("%s[", open);
	for (size_t i = 0; i < n->as.items.n; i++) {
		if (i)
			putchar(',');
		put(n->as.items.at[i], depth + 1);
	}
	printf(*open ? "]}" : "]");
}

static void put_pairs(const struct node *n, int depth)
{
	putchar('{');
	/* A namespace says what was wrong with the command line. */
	if (n->kind == NODE_OBJECT && n->how.n) {
		printf("\"how\":");
		put_text(n->how);
		putchar(',');
	}
	printf("\"dict\":[");
	for (size_t i = 0; i < n->as.pairs.n; i++) {
		if (i)
			putchar(',');
		putchar('[');
		put(n->as.pairs.at[i].key, depth + 1);
		putchar(',');
		put(n->as.pairs.at[i].value, depth + 1);
		putchar(']');
	}
	printf("]}");
}

static void put_other(const struct node *n)
{
	printf("{\"?\":");
	put_text(n->text.n ? n->text : STR("not plain"));
	putchar('}');
}

static void put(const struct node *n, int depth)
{
	if (n->open || depth > 50) {
		put_other(n);
		return;
	}
	switch ((int)n->kind) {
	case NODE_NULL:
		printf("null");
		break;
	case NODE_BOOL:
		printf(n->as.b ? "true" : "false");
		break;
	case NODE_INT:
		printf("%lld", (long long)n->as.i);
		break;
	case NODE_REAL:
		if (isfinite(n->as.r))
			printf("{\"float\":\"%.17g\"}", n->as.r);
		else
			printf("{\"float\":\"%s\"}", isnan(n->as.r) ? "nan" : n->as.r < 0 ? "-inf" : "inf");
		break;
	case NODE_STR:
		put_text(n->text);
		break;
	case NODE_LIST:
		put_items(n, "", depth);
		break;
	case NODE_TUPLE:
		put_items(n, "{\"tuple\":", depth);
		break;
	case NODE_SET:
		put_items(n, "{\"set\":", depth);
		break;
	case NODE_EITHER:
		put_items(n, "{\"|\":", depth);
		break;
	case NODE_MAP:
	case NODE_OBJECT:
		put_pairs(n, depth);
		break;
	default:
		put_other(n);
	}
}

static struct str read_all(struct arena *a, const char *path)
{
	FILE *f = fopen(path, "rb");
	static char buffer[1 << 20];
	size_t n;

	if (!f) {
		perror(path);
		exit(2);
	}
	n = fread(buffer, 1, sizeof(buffer), f);
	fclose(f);
	return str_dup(a, (struct str){buffer, n});
}

/* The variables whose names begin with "AGREE_", as a launcher would export them. */
static struct node *exported(struct arena *a)
{
	struct node *map = node_new(a, NODE_MAP, (struct span){0});

	for (char **v = environ; *v; v++) {
		struct str_cut cut = str_cut(str_of(*v), '=');

		if (str_starts(cut.head, STR("AGREE_")))
			node_set(a, map, node_str(a, cut.head, (struct span){0}),
				 node_str(a, cut.tail, (struct span){0}));
	}
	return map->as.pairs.n ? map : NULL;
}

int main(int argc, char **argv)
{
	struct arena arena = {0};
	struct memory_world memory = {0};
	struct eval_world world;
	struct py_cache *cache;
	struct node *words;

	if (argc < 3) {
		fprintf(stderr, "usage: tool_pyeval trace|globals FILE [ARG...]\n");
		return 2;
	}
	world = memory_world(&memory, &arena, read_all(&arena, argv[2]));
	words = node_new(&arena, NODE_LIST, (struct span){0});
	for (int i = 3; i < argc; i++)
		node_push(&arena, words, node_str(&arena, str_of(argv[i]), (struct span){0}));
	world.env = exported(&arena);
	if (argc != 4 || strcmp(argv[3], "--no-launch") != 0)
		world.argv = words;
	cache = py_cache_new(&arena);
	if (strcmp(argv[1], "trace") == 0) {
		const struct trace *trace = py_run(&arena, &world, cache, 1);
		struct str text = trace_text(&arena, trace, memory_place, &memory);

		printf("%.*s", STR_ARG(text));
		for (size_t i = 0; i < trace->dead.n; i++)
			printf("dead %.*s\n", STR_ARG(trace->dead.at[i].name));
	} else {
		const struct node *globals = py_globals(&arena, &world, cache, 1, NULL);

		put_pairs(globals, 0);
		putchar('\n');
	}
	py_cache_free(cache);
	arena_free(&arena);
	return 0;
}
