#include "world.h"

struct eval_budget eval_budget(struct eval_budget asked)
{
	return (struct eval_budget){
		.steps = asked.steps ? asked.steps : 200000,
		.depth = asked.depth ? asked.depth : 24,
		.loop = asked.loop ? asked.loop : 64,
		.text = asked.text ? asked.text : 65536,
		.elements = asked.elements ? asked.elements : 10000,
	};
}

struct str eval_dirname(struct str path)
{
	size_t slash = str_rchr(path, '/');

	return slash == SIZE_MAX ? (struct str){0} : str_sub(path, 0, slash);
}

/* Appends the parts of a path to another, resolving "." and ".."; false if it climbs above the root. */
static bool append_parts(struct arena *a, struct str *out, struct str path)
{
	while (path.n) {
		struct str_cut cut = str_cut(path, '/');

		if (str_is(cut.head, "..")) {
			if (out->n == 0)
				return false;
			*out = eval_dirname(*out);
		} else if (cut.head.n && !str_is(cut.head, ".")) {
			*out = out->n ? str_fmt(a, "%.*s/%.*s", STR_ARG(*out), STR_ARG(cut.head))
				      : cut.head;
		}
		path = cut.tail;
	}
	return true;
}

struct str eval_path(struct arena *a, struct str dir, struct str name)
{
	struct str out = {0};

	if (name.n == 0 || name.s[0] == '/')
		return (struct str){0};
	if (!append_parts(a, &out, dir) || !append_parts(a, &out, name))
		return (struct str){0};
	return out.n ? out : STR(".");
}
