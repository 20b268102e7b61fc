/*
 * torch.nn's containers of modules. They keep what they hold as attributes, under its name or its
 * number, as every module keeps those inside it; so do objects of classes over them.
 * Source: pytorch 2.5 torch/nn/modules/container.py; register_buffer and its like: module.py.
 */
#include "stdlib_parts.h"

static bool is_dict(const struct node *n)
{
	return str_is(n->made->method, "ModuleDict");
}

static void open_up(struct interpreter *py, struct node *n)
{
	trail_node(&py->trail, n);
	n->open = true;
}

static void add(struct interpreter *py, struct node *to, struct node *module)
{
	py_attr_put(py, to, str_fmt(py->arena, "%zu", to->as.pairs.n), module);
}

static void add_all(struct interpreter *py, struct node *to, struct node *from)
{
	struct node *items = from ? py_elements(py, from, from->at) : NULL;

	for (size_t i = 0; items && i < items->as.items.n && py_step(py, 1); i++)
		add(py, to, items->as.items.at[i]);
	if (from && (!items || items->open))
		open_up(py, to);
}

/* A mapping, or a list of names with modules. */
static void add_named(struct interpreter *py, struct node *to, const struct node *from)
{
	bool pairs = from->kind == NODE_LIST || from->kind == NODE_TUPLE;

	if ((from->kind != NODE_MAP && !pairs) || from->open)
		open_up(py, to);
	for (size_t i = 0; from->kind == NODE_MAP && i < from->as.pairs.n; i++)
		if (from->as.pairs.at[i].key->kind == NODE_STR)
			py_attr_put(py, to, from->as.pairs.at[i].key->text,
				    from->as.pairs.at[i].value);
	for (size_t i = 0; pairs && i < from->as.items.n; i++) {
		const struct node *pair = from->as.items.at[i];

		if (pair->kind == NODE_TUPLE && pair->as.items.n == 2 &&
		    pair->as.items.at[0]->kind == NODE_STR)
			py_attr_put(py, to, pair->as.items.at[0]->text, pair->as.items.at[1]);
		else
			open_up(py, to);
	}
}

static struct node *container(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_call_library(py, c->name, NULL, c->args, c->site);
	struct node *first = native_arg(c, 0, "modules");

	if (out->kind != NODE_OBJECT || !first)
		return out;
	if (is_dict(out) || (first->kind == NODE_MAP && str_is(out->made->method, "Sequential")))
		add_named(py, out, first);
	else if (!str_is(out->made->method, "Sequential"))
		add_all(py, out, first);
	else
		for (size_t i = 0; i < c->args->n; i++) {
			if (c->args->at[i].name.n)
				open_up(py, out);
			else
				add(py, out, c->args->at[i].value);
		}
	return out;
}

static struct node *append(struct interpreter *py, struct native_call *c)
{
	if (c->args->n == 1)
		add(py, c->self, c->args->at[0].value);
	return c->self;
}

static struct node *extend(struct interpreter *py, struct native_call *c)
{
	if (c->args->n == 1)
		add_all(py, c->self, c->args->at[0].value);
	return c->self;
}

static struct node *update(struct interpreter *py, struct native_call *c)
{
	if (c->args->n == 1)
		add_named(py, c->self, c->args->at[0].value);
	return py_none(py, c->site.at);
}

static struct node *insert(struct interpreter *py, struct native_call *c)
{
	open_up(py, c->self);
	return py_none(py, c->site.at);
}

/* items(), keys() and values() of a dict of modules. */
static struct node *members(struct interpreter *py, struct native_call *c)
{
	struct node *list = py_new(py, NODE_LIST, c->site.at);
	bool keys = str_ends(c->name, STR(".keys")), values = str_ends(c->name, STR(".values"));

	for (size_t i = 0; i < c->self->as.pairs.n; i++) {
		const struct pair *pair = &c->self->as.pairs.at[i];
		struct node *both = py_new(py, NODE_TUPLE, c->site.at);

		py_append(py, both, pair->key);
		py_append(py, both, pair->value);
		py_append(py, list, keys ? pair->key : values ? pair->value : both);
	}
	list->open = c->self->open;
	return list;
}

/* A sequence hands what each module gives to the next one. */
static struct node *pass(struct interpreter *py, struct native_call *c)
{
	struct args args = {0};
	struct node *x = native_arg(c, 0, "input");

	if (!x || c->self->open)
		return py_unknown(py, c->site.at, "what a sequence of modules gives");
	for (size_t i = 0; i < c->self->as.pairs.n; i++) {
		args.n = 0;
		*vec_push(py->arena, &args) = (struct arg){.value = x, .at = c->site.at};
		x = py_call(py, c->self->as.pairs.at[i].value, &args, c->site);
	}
	return x;
}

/* self.register_buffer("mask", x), self.add_module("block1", Block()): an attribute. */
static struct node *attach(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "name"), *value = NULL;

	for (size_t i = 0, at = 0; i < c->args->n; i++)
		if (str_is(c->args->at[i].name, "tensor") ||
		    str_is(c->args->at[i].name, "param") ||
		    str_is(c->args->at[i].name, "module") ||
		    (!c->args->at[i].name.n && at++ == 1))
			value = c->args->at[i].value;
	if (value && name && py_is_str(name))
		py_attr_put(py, c->self, name->text, value);
	else
		open_up(py, c->self);
	return py_none(py, c->site.at);
}

/* Whether a layer of this place in the program was made before. */
static bool is_made(const struct interpreter *py, const struct native_call *c)
{
	for (size_t i = py->trace->n; i > 0; i--) {
		const struct call *call = py->trace->at[i - 1];

		if (str_eq(call->callee, c->name) && call->at.file == c->site.at.file && call->at.off == c->site.at.off)
			return true;
	}
	return false;
}

/*
 * LayerSpec(Block, config, layer_id=i): a layer that is made later, on the process whose stage has it (deepspeed 0.17
 * runtime/pipe/module.py LayerSpec.build()). The first that a place in the program gives is made at once, for what it holds.
 */
static struct node *layer_later(struct interpreter *py, struct native_call *c)
{
	struct node *class = c->args->n && !c->args->at[0].name.n ? c->args->at[0].value : NULL;
	struct args args = {0};

	if (class && class->kind == NODE_CLASS && !is_made(py, c)) {
		for (size_t i = 1; i < c->args->n; i++)
			*vec_push(py->arena, &args) = c->args->at[i];
		py_call(py, class, &args, c->site);
	}
	return py_call_library(py, c->name, NULL, c->args, c->site);
}

static const struct native rows[] = {
    {"Module.add_module", attach, NATIVE_RAW},
    {"Module.register_buffer", attach, NATIVE_RAW},
    {"Module.register_module", attach, NATIVE_RAW},
    {"Module.register_parameter", attach, NATIVE_RAW},
    {"deepspeed.pipe.LayerSpec", layer_later, NATIVE_RAW},
    {"deepspeed.runtime.pipe.module.LayerSpec", layer_later, NATIVE_RAW},
    {"torch.nn.ModuleDict", container, NATIVE_RAW},
    {"torch.nn.ModuleDict().items", members, NATIVE_RAW},
    {"torch.nn.ModuleDict().keys", members, NATIVE_RAW},
    {"torch.nn.ModuleDict().update", update, NATIVE_RAW},
    {"torch.nn.ModuleDict().values", members, NATIVE_RAW},
    {"torch.nn.ModuleList", container, NATIVE_RAW},
    {"torch.nn.ModuleList().append", append, NATIVE_RAW},
    {"torch.nn.ModuleList().extend", extend, NATIVE_RAW},
    {"torch.nn.ModuleList().insert", insert, NATIVE_RAW},
    {"torch.nn.ParameterList", container, NATIVE_RAW},
    {"torch.nn.ParameterList().append", append, NATIVE_RAW},
    {"torch.nn.Sequential", container, NATIVE_RAW},
    {"torch.nn.Sequential().__call__", pass, NATIVE_RAW},
    {"torch.nn.Sequential().append", append, NATIVE_RAW},
    {"torch.nn.Sequential().insert", insert, NATIVE_RAW},
};

NATIVES(natives_torch_modules, rows);
