/* Functions of the language itself: len(), str(), print(), super(), …; and what ends a script. */
#include "builtin_parts.h"

#include "lint/python/statements/statements.h"

/* Rounds of a loop over the rows of a batch that are gone through one by one. */
enum { WINDOW_MAX = 64 };

/* How many rows rows[i : i + 4] has: as many as the bounds are apart, but for the last of a run. NULL: that is not known. */
static struct node *window_len(struct interpreter *py, const struct node *x, struct span at)
{
	const struct node *width = x->kind == NODE_UNKNOWN && x->op == 'w' ? x->from[1] : NULL;

	if (!width || width->kind != NODE_INT || width->as.i < 1 || width->as.i > WINDOW_MAX)
		return NULL;
	return py_from(py_int(py, width->as.i, at), width, NULL);
}

static struct node *len(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL), *members;
	struct args none = {0};
	int64_t n;

	if (!x)
		return NULL;
	if (py_len(py, x, &n))
		return py_int(py, n, c->site.at);
	if (class_of(x) && class_find(py, class_of(x), STR("__len__")))
		return py_call_method(py, x, STR("__len__"), &none, c->site);
	members = x->kind == NODE_CLASS ? native_items(py, x, c->site.at) : NULL;
	if (members)
		return py_int(py, (int64_t)members->as.items.n, c->site.at);
	members = window_len(py, x, c->site.at);
	return members ? members : py_unknown_of(py, c->site.at, x);
}

static struct node *str(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, "object"), *out;
	struct args none = {0};
	struct str text;

	if (!x)
		return py_str(py, STR(""), c->site.at);
	if (py_is_str(x))
		return x;
	if (class_of(x) && class_find(py, class_of(x), STR("__str__")))
		return py_call_method(py, x, STR("__str__"), &none, c->site);
	if (!py_text(py, x, &text))
		return py_unknown_of(py, c->site.at, x);
	out = py_str(py, text, c->site.at);
	return out;
}

static void put_printed(struct interpreter *py, struct node *text)
{
	if (py->guard || !py_is_str(text))
		text = py_unknown(py, text->at, "what is printed is not known");
	*vec_push(py->arena, &py->trace->printed) = text;
}

/* A keyword of print(), or what it is without. */
static struct node *spacing(struct interpreter *py, const struct native_call *c, const char *name, const char *standard)
{
	struct node *given = native_arg(c, SIZE_MAX, name);

	return given && given->kind != NODE_NULL ? given : py_str(py, str_of(standard), c->site.at);
}

static struct node *print(struct interpreter *py, struct native_call *c)
{
	size_t n = native_count(c);

	for (size_t i = 0; py->world->prints && i < c->args->n; i++)
		if (str_starts(c->args->at[i].name, STR("*")))
			put_printed(py, py_unknown_of(py, c->site.at, c->args->at[i].value));
	if (!py->world->prints || native_arg(c, SIZE_MAX, "file"))
		return py_none(py, c->site.at);
	for (size_t i = 0; i < n; i++) {
		struct arg arg = {.value = native_arg(c, i, NULL), .at = c->site.at};
		struct args args = {.at = &arg, .n = 1, .room = 1};
		struct native_call one = {&args, NULL, c->site, STR("builtins.str")};
		/* What a library has is not known by its name. */
		struct node *text = arg.value->kind == NODE_NAME || arg.value->kind == NODE_OBJECT ? py_unknown_of(py, c->site.at, arg.value) : str(py, &one);

		/* Where the number stands. */
		if (text != arg.value && arg.value->kind <= NODE_STR)
			text->at = arg.value->at;
		if (i)
			put_printed(py, spacing(py, c, "sep", " "));
		put_printed(py, text);
	}
	put_printed(py, spacing(py, c, "end", "\n"));
	return py_none(py, c->site.at);
}

/* sys.stdout.write("…") */
static struct node *write_out(struct interpreter *py, struct native_call *c)
{
	struct node *text = native_arg(c, 0, NULL);

	if (py->world->prints && text)
		put_printed(py, text);
	return py_none(py, c->site.at);
}

static struct node *repr(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);
	struct str text;

	return x && py_repr(py, x, &text) ? py_str(py, text, c->site.at) : NULL;
}

static struct node *bool_(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL);
	enum truth t = x ? py_truth(py, x) : TRUTH_NO;

	return t == TRUTH_MAYBE ? py_unknown_of(py, c->site.at, x)
				: py_bool(py, t == TRUTH_YES, c->site.at);
}

static struct node *input(struct interpreter *py, struct native_call *c)
{
	return py_unknown(py, c->site.at, "what somebody types");
}

static struct node *quit(struct interpreter *py, struct native_call *c)
{
	py_end(py, c->site.at);
	py->unwinding = FLOW_EXIT;
	return py_none(py, c->site.at);
}

static struct node *super(struct interpreter *py, struct native_call *c)
{
	const struct frame *frame = py->frame;
	struct node *n = py_new(py, NODE_OBJECT, c->site.at), *of = native_arg(c, 0, NULL);
	struct node *self = native_arg(c, 1, NULL);

	/* Comprehensions and lambdas inside a method have no owner of their own. */
	while (frame && frame->func && !frame->func->owner)
		frame = frame->caller;
	n->code = py_tag_super;
	if (of && self) {
		const struct class *below = of->kind == NODE_NAME ? class_of(self) : NULL;

		/* super(GRPOTrainer, self): a library's class stands behind all of the repository's. */
		if (below)
			of = below->order.at[below->order.n - 1]->node;
		n->from[0] = self;
		n->from[1] = of;
		return of->kind == NODE_CLASS && (self->kind == NODE_CLASS || class_of(self))
			   ? n
			   : NULL;
	}
	if (!frame || !frame->func || !frame->self ||
	    (frame->self->kind != NODE_CLASS && frame->self->kind != NODE_OBJECT &&
	     !class_of(frame->self)))
		return NULL;
	n->from[0] = frame->self;
	n->from[1] = frame->func->owner->node;
	return n;
}

static struct node *callable(struct interpreter *py, struct native_call *c)
{
	const struct node *x = native_arg(c, 0, NULL);

	if (!x)
		return NULL;
	if (x->kind == NODE_FUNCTION || x->kind == NODE_CLASS || x->kind == NODE_METHOD)
		return py_bool(py, true, c->site.at);
	if (x->kind <= NODE_MAP)
		return py_bool(py, false, c->site.at);
	/* Functions and types of the language itself. */
	if (x->kind == NODE_NAME && native_find(py, x->text))
		return py_bool(py, true, c->site.at);
	return NULL;
}

static struct node *ord(struct interpreter *py, struct native_call *c)
{
	const struct node *x = native_arg(c, 0, NULL);
	uint32_t point;

	if (!x || !py_is_str(x) || py_length(x->text) != 1)
		return NULL;
	point = (unsigned char)x->text.s[0];
	/* The lead byte of UTF-8 holds 5, 4 or 3 bits, each that follows 6. */
	if (x->text.n > 1)
		point &= 0xffu >> (x->text.n + 1);
	for (size_t i = 1; i < x->text.n; i++)
		point = point << 6 | ((unsigned char)x->text.s[i] & 0x3f);
	return py_int(py, point, c->site.at);
}

static struct node *chr(struct interpreter *py, struct native_call *c)
{
	int64_t i;

	char bytes[4];
	int n = 0;

	if (!py_to_int(native_arg(c, 0, NULL), &i) || i < 0 || i > 0x10ffff ||
	    (i >= 0xd800 && i < 0xe000))
		return NULL;
	if (i < 0x80) {
		bytes[n++] = (char)i;
	} else if (i < 0x800) {
		bytes[n++] = (char)(0xc0 | i >> 6);
	} else if (i < 0x10000) {
		bytes[n++] = (char)(0xe0 | i >> 12);
		bytes[n++] = (char)(0x80 | (i >> 6 & 0x3f));
	} else {
		bytes[n++] = (char)(0xf0 | i >> 18);
		bytes[n++] = (char)(0x80 | (i >> 12 & 0x3f));
		bytes[n++] = (char)(0x80 | (i >> 6 & 0x3f));
	}
	if (i >= 0x80)
		bytes[n++] = (char)(0x80 | (i & 0x3f));
	return py_str(py, str_dup(py->arena, (struct str){bytes, (size_t)n}), c->site.at);
}

static struct node *format(struct interpreter *py, struct native_call *c)
{
	struct node *x = native_arg(c, 0, NULL), *spec = native_arg(c, 1, NULL);

	if (!x || (spec && !py_is_str(spec)))
		return NULL;
	return py_format(py, x, spec ? spec->text : STR(""), c->site.at);
}

static struct node *import_module(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "name");

	return name && py_is_str(name) ? py_import_named(py, name->text, c->site.at) : NULL;
}

static struct node *module_name_only(struct interpreter *py, struct native_call *c)
{
	return py_unknown(py, c->site.at, "%.*s() is not followed", STR_ARG(c->name));
}

static const struct native rows[] = {
    {"builtins.SystemExit", quit, NATIVE_RAW},
    {"builtins.__import__", import_module, 0},
    {"builtins.bool", bool_, NATIVE_UNKNOWN},
    {"builtins.breakpoint", native_none, NATIVE_RAW},
    {"builtins.callable", callable, 0},
    {"builtins.chr", chr, 0},
    {"builtins.classmethod", module_name_only, NATIVE_RAW},
    {"builtins.eval", module_name_only, NATIVE_RAW},
    {"builtins.exit", quit, NATIVE_RAW},
    {"builtins.format", format, 0},
    {"builtins.hash", module_name_only, NATIVE_RAW},
    {"builtins.help", native_none, NATIVE_RAW},
    {"builtins.id", module_name_only, NATIVE_RAW},
    {"builtins.input", input, NATIVE_RAW},
    {"builtins.len", len, NATIVE_UNKNOWN},
    {"builtins.ord", ord, 0},
    {"builtins.print", print, NATIVE_RAW},
    {"builtins.property", module_name_only, NATIVE_RAW},
    {"builtins.quit", quit, NATIVE_RAW},
    {"builtins.repr", repr, 0},
    {"builtins.staticmethod", module_name_only, NATIVE_RAW},
    {"builtins.str", str, 0},
    {"builtins.super", super, NATIVE_RAW},
    {"importlib.import_module", import_module, 0},
    {"os._exit", quit, NATIVE_RAW},
    {"os.abort", quit, NATIVE_RAW},
    {"sys.exit", quit, NATIVE_RAW},
    {"sys.stdout.write", write_out, NATIVE_RAW},
};

NATIVES(natives_functions, rows);
