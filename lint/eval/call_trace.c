#include "call_trace.h"

enum { CHAIN_MAX = 64 };

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

/* The variables of {"A": "b"}, of image.env({"A": "b"}).…, of [Secret.from_dict({"A": "b"})]; a later one counts. */
static void take_environment(struct arena *a, const struct node *from, struct node *out, int depth)
{
	const struct call *made = from->kind == NODE_OBJECT ? from->made : NULL;

	if (depth > CHAIN_MAX)
		return;
	for (size_t i = 0; (from->kind == NODE_LIST || from->kind == NODE_TUPLE) && i < from->as.items.n; i++)
		take_environment(a, from->as.items.at[i], out, depth + 1);
	for (size_t i = 0; from->kind == NODE_MAP && i < from->as.pairs.n; i++)
		if (from->as.pairs.at[i].key->kind == NODE_STR)
			node_set(a, out, from->as.pairs.at[i].key, from->as.pairs.at[i].value);
	if (made && made->self)
		take_environment(a, made->self, out, depth + 1);
	if (made && made->args.n && (str_is(made->method, "env") || str_is(made->method, "from_dict")))
		take_environment(a, made->args.at[0].value, out, depth + 1);
}

struct node *call_environment(struct arena *a, const struct call *host)
{
	static const char *const names[] = {"image", "env", "secrets"};
	/* What App(…) is given is for the functions that are given nothing. */
	const struct call *app = host->self && host->self->kind == NODE_OBJECT ? host->self->made : NULL;
	struct node *out = node_new(a, NODE_MAP, host->at);

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const struct arg *arg = call_arg(host, str_of(names[i]), SIZE_MAX);

		if (!arg && app)
			arg = call_arg(app, str_of(names[i]), SIZE_MAX);
		if (arg)
			take_environment(a, arg->value, out, 0);
	}
	return out->as.pairs.n ? out : NULL;
}

static void add_part(struct arena *a, const struct node *n, struct str *out, int depth)
{
	/** Parts of one path, at most as deep: a text that a loop made is none. */
	enum { DEEP_MAX = 32 };

	if (n->kind == NODE_STR) {
		*out = str_cat(a, *out, n->text);
	} else if (n->kind == NODE_UNKNOWN && n->quoted && n->op == '+' && n->from[0] && n->from[1] && depth < DEEP_MAX) {
		add_part(a, n->from[0], out, depth + 1);
		add_part(a, n->from[1], out, depth + 1);
	} else {
		*out = str_cat(a, *out, str_fmt(a, "{%u:%u}", n->at.file, n->at.off));
	}
}

struct str partial_path(struct arena *a, const struct node *path)
{
	struct str out = {0};

	if (path->kind == NODE_STR || path->kind == NODE_UNKNOWN)
		add_part(a, path, &out, 0);
	while (str_starts(out, STR("/")))
		out = str_sub(out, 1, out.n);
	while (str_ends(out, STR("/")))
		out.n--;
	return out;
}

const struct node *call_made(const struct call *call)
{
	const struct node *n = call->result;

	/* model, tokenizer = …; engine, optimizer, … = … */
	if (n && n->kind == NODE_TUPLE && n->as.items.n)
		n = n->as.items.at[0];
	return n && n->kind == NODE_OBJECT ? n : NULL;
}

enum { VALUE_BYTES = 80 };

struct text {
	struct arena *arena;
	VEC(char);
};

static void put(struct text *out, struct str s)
{
	for (size_t i = 0; i < s.n; i++)
		*vec_push(out->arena, out) = s.s[i];
}

/* Conditions, the outermost first. */
static void put_guard(struct text *out, const struct node *guard)
{
	const struct node *chain[8];
	size_t n = 0;

	for (; guard && n < sizeof(chain) / sizeof(*chain); guard = guard->from[0])
		chain[n++] = guard;
	for (size_t i = n; i-- > 0;) {
		put(out, i + 1 == n ? STR(" if ") : STR(" and "));
		put(out, chain[i]->text);
	}
}

static void put_args(struct text *out, const struct call *call)
{
	for (size_t i = 0; i < call->args.n; i++) {
		const struct arg *arg = &call->args.at[i];
		bool stars = str_is(arg->name, "*") || str_is(arg->name, "**");

		put(out, i ? STR(", ") : STR(""));
		put(out, arg->name);
		put(out, arg->name.n && !stars ? STR("=") : STR(""));
		put(out, node_text(out->arena, arg->value, VALUE_BYTES));
	}
}

struct str trace_text(struct arena *a, const struct trace *trace,
		      struct str (*place)(void *context, struct arena *a, struct span at),
		      void *context)
{
	struct text out = {.arena = a};

	for (size_t i = 0; i < trace->n; i++) {
		const struct call *call = trace->at[i];

		if (place) {
			put(&out, place(context, a, call->at));
			put(&out, STR(" "));
		}
		put(&out, call->callee);
		put(&out, STR("("));
		put_args(&out, call);
		put(&out, STR(")"));
		if (call->loops)
			put(&out, STR(" in a loop"));
		put_guard(&out, call->guard);
		put(&out, STR("\n"));
	}
	if (trace->spent.n) {
		put(&out, STR("stopped: "));
		put(&out, trace->spent);
		put(&out, STR("\n"));
	}
	return (struct str){out.at, out.n};
}
