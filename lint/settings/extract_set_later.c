/* What is set on an object behind the call that made it, also on its parts: recipe.trainer.strategy.context_parallel_size = 2. */
#include "core/base/base.h"
#include "lint/read/read.h"
#include "extract_parts.h"

enum { PATH_DEPTH_MAX = 8 };

/* The dotted way from an object to the part of it that a value is; false if it is none of it. */
static bool path_from(struct arena *a, const struct node *object, const struct node *n, struct str *path)
{
	*path = STR("");
	for (int i = 0; n && n != object && i < PATH_DEPTH_MAX; i++) {
		const struct str *name = n->kind == NODE_UNKNOWN ? n->code : NULL;

		if (!name)
			return false;
		*path = path->n ? str_fmt(a, "%.*s.%.*s", STR_ARG(*name), STR_ARG(*path)) : *name;
		n = n->from[0];
	}
	return n == object;
}

const struct node *extract_set_later(struct extract *x, const struct call *call)
{
	struct node *out = NULL;

	for (size_t i = 0; x->trace && call->result && i < x->trace->n; i++) {
		const struct call *set = x->trace->at[i];
		struct str path;

		if (set->order >= x->before)
			break;
		if (!str_is(set->method, "__setattr__") || set->args.n != 2 || !set->self || set->order < call->order ||
		    set->args.at[0].value->kind != NODE_STR || !suppose_guard(x->suppose, set->guard) ||
		    !path_from(x->arena, call->result, set->self, &path))
			continue;
		if (!out)
			out = node_new(x->arena, NODE_MAP, call->at);
		path = path.n ? str_fmt(x->arena, "%.*s.%.*s", STR_ARG(path), STR_ARG(set->args.at[0].value->text))
			      : set->args.at[0].value->text;
		conf_put(x->arena, out, path, set->args.at[1].value, NULL);
	}
	return out;
}
