#include "world.h"

#include "core/base/base.h"

#include <string.h>

struct eval_budget eval_budget(struct eval_budget asked)
{
	return (struct eval_budget){
		.steps = asked.steps ? asked.steps : 200000,
		.depth = asked.depth ? asked.depth : 24,
		.loop = asked.loop ? asked.loop : 64,
		.text = asked.text ? asked.text : 65536,
		.elements = asked.elements ? asked.elements : 10000,
		.bytes = asked.bytes,
	};
}

struct str eval_rooted(struct arena *a, struct str path)
{
	return str_fmt(a, EVAL_ROOT "%s%.*s", path.n ? "/" : "", STR_ARG(path));
}

struct str eval_dirname(struct str path)
{
	size_t slash = str_rchr(path, '/');

	return slash == SIZE_MAX ? (struct str){0} : str_sub(path, 0, slash);
}

/* Appends the parts of a path to *n bytes of out, resolving "." and ".."; false if it climbs above the root. */
static bool append_parts(char *out, size_t *n, struct str path)
{
	while (path.n) {
		struct str_cut cut = str_cut(path, '/');

		if (str_is(cut.head, "..")) {
			if (*n == 0)
				return false;
			*n = eval_dirname((struct str){out, *n}).n;
		} else if (cut.head.n && !str_is(cut.head, ".")) {
			if (*n)
				out[(*n)++] = '/';
			memcpy(out + *n, cut.head.s, cut.head.n);
			*n += cut.head.n;
		}
		path = cut.tail;
	}
	return true;
}

struct str eval_path(struct arena *a, struct str dir, struct str name)
{
	char *out;
	size_t n = 0;

	/* No system opens a longer one, and "cd x" in a loop makes one. */
	if (name.n == 0 || name.s[0] == '/' || dir.n + name.n > EVAL_PATH_MAX)
		return (struct str){0};
	out = arena_bytes(a, dir.n + name.n + 1, 1);
	if (!append_parts(out, &n, dir) || !append_parts(out, &n, name))
		return (struct str){0};
	return n ? (struct str){out, n} : STR(".");
}
