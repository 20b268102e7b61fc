/*
 * Evaluates Python files named on standard input, one per line, each alone in its repository.
 *
 *	tool_pyagree values    prints "== PATH", then NAME, a tab and the value of each global name
 *	tool_pyagree check     evaluates all as scripts: prints spent budgets, then files, bytes and the time
 *
 * Values are written so that they compare as text: None, True, i5, f1.5, s with the bytes in hex, b the
 * same, [..], (..), {..} sorted, <key:value,..> sorted. What is not known is "?" and the reason, code is "-"; one of
 * several known values is "|" and these, with "|" between them.
 */
#include "lint/python/python.h"
#include "tests/support/cpu_seconds.h"
#include "tests/support/read_file.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct repository {
	struct eval_file file;
	struct py_cache *cache;
};

static bool find(void *context, struct str path, struct eval_file *out)
{
	const struct repository *repo = context;

	*out = repo->file;
	return str_eq(path, repo->file.path);
}

static bool file(void *context, uint32_t id, struct eval_file *out)
{
	const struct repository *repo = context;

	*out = repo->file;
	return id == repo->file.id;
}

static struct node *no_data(void *context, struct arena *arena, struct str path)
{
	(void)context;
	(void)arena;
	(void)path;
	return NULL;
}

static struct eval_world world_of(struct repository *repo)
{
	return (struct eval_world){.context = repo, .find = find, .file = file, .data = no_data};
}

/* Deepest container that is written. */
enum { DEPTH = 16 };

static struct str value(struct arena *a, const struct node *n, int depth);

static int by_text(const void *x, const void *y)
{
	return str_cmp(*(const struct str *)x, *(const struct str *)y);
}

static struct str hex(struct arena *a, char kind, struct str s)
{
	static const char digits[] = "0123456789abcdef";
	char *out = arena_alloc(a, 2 * s.n + 1, 1);

	out[0] = kind;
	for (size_t i = 0; i < s.n; i++) {
		out[1 + 2 * i] = digits[(unsigned char)s.s[i] >> 4];
		out[2 + 2 * i] = digits[(unsigned char)s.s[i] & 15];
	}
	return (struct str){out, 2 * s.n + 1};
}

/* Texts between brackets; a member that is not known makes the whole unknown. */
static struct str joined(struct arena *a, char open, const struct str *parts, size_t n, char close)
{
	size_t size = 2, at = 1;
	char *out;

	for (size_t i = 0; i < n; i++) {
		if (parts[i].s[0] == '?')
			return parts[i];
		size += parts[i].n + 1;
	}
	out = arena_alloc(a, size, 1);
	out[0] = open;
	for (size_t i = 0; i < n; i++) {
		memcpy(out + at, parts[i].s, parts[i].n);
		at += parts[i].n;
		out[at++] = i + 1 < n ? ',' : close;
	}
	if (n == 0)
		out[at++] = close;
	return (struct str){out, at};
}

static struct str items(struct arena *a, const struct node *n, char open, char close, int depth)
{
	struct str *parts = arena_news(a, struct str, n->as.items.n + 1);

	for (size_t i = 0; i < n->as.items.n; i++)
		parts[i] = value(a, n->as.items.at[i], depth);
	if (n->kind == NODE_SET)
		qsort(parts, n->as.items.n, sizeof(*parts), by_text);
	return joined(a, open, parts, n->as.items.n, close);
}

static struct str pairs(struct arena *a, const struct node *n, int depth)
{
	struct str *parts = arena_news(a, struct str, n->as.pairs.n + 1);

	for (size_t i = 0; i < n->as.pairs.n; i++) {
		struct str key = value(a, n->as.pairs.at[i].key, depth);
		struct str text = value(a, n->as.pairs.at[i].value, depth);

		parts[i] = key.s[0] == '?'    ? key
			   : text.s[0] == '?' ? text
					      : str_cat(a, str_cat(a, key, STR(":")), text);
	}
	/* Two dicts are equal whatever their order. */
	qsort(parts, n->as.pairs.n, sizeof(*parts), by_text);
	return joined(a, '<', parts, n->as.pairs.n, '>');
}

/* One of several values, of a global name; inside of another value it makes that unknown. */
static struct str either(struct arena *a, const struct node *n, int depth)
{
	struct str out = {0};

	for (size_t i = 0; i < n->as.items.n; i++) {
		struct str one = value(a, n->as.items.at[i], DEPTH - 1);

		if (one.s[0] == '?' || depth < DEPTH)
			return STR("? either");
		out = str_cat(a, str_cat(a, out, STR("|")), one);
	}
	return out.n ? out : STR("? either");
}

static struct str value(struct arena *a, const struct node *n, int depth)
{
	if (depth == 0)
		return STR("? too deep");
	switch (n->kind) {
	case NODE_NULL:
		return STR("None");
	case NODE_BOOL:
		return n->as.b ? STR("True") : STR("False");
	case NODE_INT:
		return str_fmt(a, "i%lld", (long long)n->as.i);
	case NODE_REAL:
		return n->as.r != n->as.r ? STR("fnan") : str_fmt(a, "f%.17g", n->as.r);
	case NODE_STR:
		return hex(a, 's', n->text);
	case NODE_BYTES:
		return hex(a, 'b', n->text);
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_SET:
	case NODE_MAP:
		if (n->open)
			return STR("? open");
		if (str_is(n->how, "in the order of a set"))
			return STR("? the order of a set");
		if (n->kind == NODE_MAP)
			return pairs(a, n, depth - 1);
		if (n->kind == NODE_LIST)
			return items(a, n, '[', ']', depth - 1);
		return n->kind == NODE_TUPLE ? items(a, n, '(', ')', depth - 1)
					     : items(a, n, '{', '}', depth - 1);
	case NODE_UNKNOWN:
		return str_cat(a, STR("? "), n->text);
	case NODE_EITHER:
		return either(a, n, depth);
	case NODE_ABSENT:
		return STR("? either");
	case NODE_NAME:
	case NODE_OBJECT:
	case NODE_FUNCTION:
	case NODE_CLASS:
	case NODE_MODULE:
	case NODE_METHOD:
		break;
	}
	return depth == DEPTH ? STR("-") : STR("? code");
}

static void print_values(struct repository *repo)
{
	struct arena a = {0};
	struct eval_world world = world_of(repo);
	struct trace *trace = NULL;
	struct node *globals = py_globals(&a, &world, repo->cache, repo->file.id, &trace);

	printf("== %s\n", repo->file.path.s);
	for (size_t i = 0; i < globals->as.pairs.n; i++) {
		struct str text = value(&a, globals->as.pairs.at[i].value, DEPTH);

		printf("%.*s\t%.*s\n", STR_ARG(globals->as.pairs.at[i].key->text), STR_ARG(text));
	}
	if (trace && trace->spent.n)
		printf("spent\t%.*s\n", STR_ARG(trace->spent));
	arena_free(&a);
}

static double run(struct repository *repo, double *slowest)
{
	struct arena a = {0};
	struct eval_world world = world_of(repo);
	double start = cpu_seconds(), took;
	struct trace *trace = py_run(&a, &world, repo->cache, repo->file.id);

	took = cpu_seconds() - start;
	if (trace->spent.n)
		printf("%s: spent %.*s\n", repo->file.path.s, STR_ARG(trace->spent));
	if (took > *slowest) {
		*slowest = took;
		printf("%s: %.1f ms\n", repo->file.path.s, took * 1e3);
	}
	arena_free(&a);
	return took;
}

int main(int argc, char **argv)
{
	struct arena a = {0}, trees = {0};
	struct py_cache *cache = py_cache_new(&trees);
	bool values = argc == 2 && strcmp(argv[1], "values") == 0;
	char path[4096];
	size_t n = 0, bytes = 0;
	double seconds = 0, slowest = 0;

	if (argc != 2 || (!values && strcmp(argv[1], "check") != 0)) {
		fprintf(stderr, "usage: tool_pyagree values|check < PATHS\n");
		return 2;
	}
	while (fgets(path, sizeof(path), stdin)) {
		struct repository repo = {.file.id = (uint32_t)n + 1, .cache = cache};

		path[strcspn(path, "\n")] = '\0';
		repo.file.path = str_dup(&a, str_of(path));
		repo.file.text = read_file(&a, path);
		if (values)
			print_values(&repo);
		else
			seconds += run(&repo, &slowest);
		n++;
		bytes += repo.file.text.n;
		arena_reset(&a);
	}
	if (!values)
		printf("files %zu\nbytes %zu\nseconds %.3f\nslowest %.4f\n", n, bytes, seconds,
		       slowest);
	py_cache_free(cache);
	arena_free(&trees);
	arena_free(&a);
	return 0;
}
