/* What the trace keeps of a call to a library: its name, its arguments, and who makes it. */
#include "values.h"

#include "lint/frameworks/frameworks.h"

/* Links of an object to what it was taken from that are followed for its name. */
enum { DOTTED_DEPTH = 24 };

static struct str dotted_below(struct interpreter *py, const struct node *n, int depth)
{
	const struct str *name;
	const struct class *c;
	struct str owner;

	if (depth > DOTTED_DEPTH)
		return STR("");
	switch ((int)n->kind) {
	case NODE_NAME:
		return n->text;
	case NODE_OBJECT:
		if (n->made)
			return str_cat(py->arena, n->made->callee, STR("()"));
		c = n->code;
		if (!c || native_type(n))
			return STR("");
		/* Its class does not call its base's constructor, and has the base's methods all the same. */
		owner = class_library(py, c);
		return str_fmt(py->arena, "%.*s()", STR_ARG(owner.n ? owner : c->name));
	case NODE_UNKNOWN:
		name = n->code;
		if (!name || !n->from[0])
			return STR("");
		/* STR_ARG() reads its argument more than once: a call in it would be made as often. */
		owner = dotted_below(py, n->from[0], depth + 1);
		return str_fmt(py->arena, "%.*s.%.*s", STR_ARG(owner), STR_ARG(*name));
	default:
		return STR("");
	}
}

struct str py_dotted(struct interpreter *py, const struct node *n)
{
	return dotted_below(py, n, 0);
}

/* What is sent away with a call does not change when the program changes its mappings for the next. */
static void keep_maps(struct interpreter *py, struct call *call)
{
	for (size_t i = 0; i < call->args.n; i++) {
		const struct node *given = call->args.at[i].value;
		struct node *kept;

		if (given->kind != NODE_MAP)
			continue;
		kept = node_new(py->arena, NODE_MAP, given->at);
		kept->open = given->open;
		for (size_t k = 0; k < given->as.pairs.n; k++)
			*vec_push(py->arena, &kept->as.pairs) = given->as.pairs.at[k];
		call->args.at[i].value = kept;
	}
}

/* What a layer's answers are, as far as their number has a name: it may be in a file that is not here, or in what a library passes. */
static void note_answers(struct interpreter *py, struct call *layer)
{
	enum { LONGEST = 80 };
	const struct arg *out = call_arg(layer, STR("out_features"), 1);
	struct str written = out ? py_source(py, out->at, LONGEST) : STR("");

	layer->words = str_has_nocase(written, STR("vocab"));
	layer->labels = !layer->words && (str_has_nocase(written, STR("label")) || str_has_nocase(written, STR("class")));
}

struct call *py_record_call(struct interpreter *py, struct str dotted, struct node *self, const struct args *args,
			   struct site site, const struct callable *row)
{
	struct call *call = arena_new(py->arena, struct call);

	call->callee = dotted;
	call->method = str_tail(dotted, '.');
	call->self = self;
	for (size_t i = 0; i < args->n; i++)
		*vec_push(py->arena, &call->args) = args->at[i];
	if (row && row->effect == EFFECT_LAUNCH)
		keep_maps(py, call);
	call->at = site.at;
	call->callee_at = site.callee;
	call->guard = py->guard;
	call->host = py->host;
	call->no_gradients = py->no_gradients;
	call->order = call->inside = (uint32_t)py->trace->n;
	call->loops = py->loops;
	call->outermost = py->outermost;
	if (str_is(dotted, "torch.nn.Linear"))
		note_answers(py, call);
	*vec_push(py->arena, py->trace) = call;
	return call;
}

/*
 * Whoever reads the trace goes through all calls for each that may be a job: both together are bounded.
 * Scripts make some thousands of calls, and a few jobs.
 */
void py_bound_calls(struct interpreter *py, const struct callable *row)
{
	enum { CALLS_MAX = 50000, PASSED_MAX = 4 << 20 };

	py->sinks += row && (row->effect == EFFECT_SINK || row->effect == EFFECT_STEP);
	if (py->trace->n >= CALLS_MAX || py->sinks * py->trace->n > PASSED_MAX)
		py_halt(py, "calls of libraries", py->trace->n);
}

/* Names of running functions that are kept. */
enum { WITHIN_MAX = 8 };

const struct within *py_within(struct interpreter *py)
{
	struct within *out = arena_new(py->arena, struct within);
	const struct frame *f = py->frame;
	size_t n = 0;

	out->rounds = py->rounds;
	out->file = f ? f->module->path : out->file;
	for (; f; f = f->caller) {
		const struct class *owner = f->func ? f->func->owner : NULL;
		struct str function = f->func ? f->func->name : STR("");

		out->program = f->module->path;
		if (!function.n || n++ >= WITHIN_MAX)
			continue;
		if (owner)
			function = str_fmt(py->arena, "%.*s.%.*s", STR_ARG(owner->name),
					   STR_ARG(function));
		out->functions = out->functions.n
				     ? str_fmt(py->arena, "%.*s %.*s", STR_ARG(out->functions),
					       STR_ARG(function))
				     : function;
	}
	return out;
}

struct node *py_made_by(struct interpreter *py, const struct call *call)
{
	struct node *n = py_new(py, NODE_OBJECT, call->at);

	n->made = call;
	return n;
}
