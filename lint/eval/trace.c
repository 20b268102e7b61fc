#include "../trace.h"

const struct arg *call_arg(const struct call *call, struct str name, size_t position)
{
	size_t at = 0;

	for (size_t i = 0; name.n && i < call->args.n; i++)
		if (str_eq(call->args.at[i].name, name))
			return &call->args.at[i];
	for (size_t i = 0; i < call->args.n; i++) {
		/* What stands behind an unpacked list of unknown length has no known position. */
		if (str_is(call->args.at[i].name, "*"))
			return NULL;
		if (call->args.at[i].name.n == 0 && at++ == position)
			return &call->args.at[i];
	}
	return NULL;
}

enum { VALUE_BYTES = 80 };

/* Conditions, the outermost first. */
static struct str guard_text(struct arena *a, const struct node *guard)
{
	struct str out = {0};

	for (int i = 0; guard && i < 8; guard = guard->from[0], i++)
		out = out.n ? str_fmt(a, "%.*s and %.*s", STR_ARG(guard->text), STR_ARG(out))
			    : guard->text;
	return out;
}

static struct str args_text(struct arena *a, const struct call *call)
{
	struct str out = {0};

	for (size_t i = 0; i < call->args.n; i++) {
		const struct arg *arg = &call->args.at[i];
		bool stars = str_is(arg->name, "*") || str_is(arg->name, "**");
		struct str value = node_text(a, arg->value, VALUE_BYTES);

		out = str_fmt(a, "%.*s%s%.*s%s%.*s", STR_ARG(out), i ? ", " : "",
			      STR_ARG(arg->name), arg->name.n && !stars ? "=" : "",
			      STR_ARG(value));
	}
	return out;
}

struct str trace_text(struct arena *a, const struct trace *trace,
		      struct str (*place)(void *context, struct arena *a, struct span at),
		      void *context)
{
	struct str out = {0};

	for (size_t i = 0; i < trace->n; i++) {
		const struct call *call = trace->at[i];
		struct str guard = guard_text(a, call->guard);
		struct str line = str_fmt(a, "%.*s(%.*s)", STR_ARG(call->callee),
					  STR_ARG(args_text(a, call)));

		if (place)
			line = str_fmt(a, "%.*s %.*s", STR_ARG(place(context, a, call->at)),
				       STR_ARG(line));
		if (call->in_loop)
			line = str_cat(a, line, STR(" in a loop"));
		if (guard.n)
			line = str_fmt(a, "%.*s if %.*s", STR_ARG(line), STR_ARG(guard));
		out = str_fmt(a, "%.*s%.*s\n", STR_ARG(out), STR_ARG(line));
	}
	if (trace->spent.n)
		out = str_fmt(a, "%.*sstopped: %.*s\n", STR_ARG(out), STR_ARG(trace->spent));
	return out;
}
