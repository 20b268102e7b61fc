/*
 * Weights & Biases: what wandb.config holds. A run's own configuration is what wandb.init() is given; under a sweep, the sweep's
 * choices lie over it: those of the dictionary that wandb.sweep() gets, or the words that an agent of a sweep's file starts the
 * program with. Source: wandb 0.18, wandb_init.py and the guide "Sweep configuration structure".
 */
#include "commandline_parts.h"

/* One of the values of a parameter, or what is drawn. */
static struct node *drawn(struct interpreter *py, struct str name, struct node *parameter)
{
	struct node *value, *values, *elements;

	if (parameter->kind != NODE_MAP)
		return py_unknown(py, parameter->at, "a parameter of a sweep");
	value = node_get(parameter, STR("value"));
	values = node_get(parameter, STR("values"));
	if (value)
		return value;
	elements = values ? py_elements(py, values, values->at) : NULL;
	if (!elements || elements->open || !elements->as.items.n)
		return py_unknown(py, parameter->at, "a number that a sweep draws");
	return either_drawn(py->arena, str_fmt(py->arena, "the sweep takes %.*s", STR_ARG(name)), elements->as.items.at,
			    elements->as.items.n, values->at);
}

/* wandb.sweep({"method": …, "parameters": {…}}) */
static struct node *sweep(struct interpreter *py, struct native_call *c)
{
	struct node *config = native_arg(c, 0, "sweep"), *parameters, *made = py_unknown(py, c->site.at, "the id of a sweep");

	parameters = config && config->kind == NODE_MAP ? node_get(config, STR("parameters")) : NULL;
	py->sweep = NULL;
	if (!parameters || parameters->kind != NODE_MAP || parameters->open)
		return made;
	py->sweep = py_new(py, NODE_MAP, parameters->at);
	for (size_t i = 0; i < parameters->as.pairs.n; i++) {
		const struct pair *p = &parameters->as.pairs.at[i];

		if (p->key->kind == NODE_STR)
			node_set(py->arena, py->sweep, p->key, drawn(py, p->key->text, p->value));
	}
	return made;
}

/* wandb.agent(id, function=f): f runs with a configuration of the sweep's. */
static struct node *agent(struct interpreter *py, struct native_call *c)
{
	struct node *f = native_arg(c, 1, "function");
	struct args args = {0};

	py->swept = true;
	py->wandb = py->sweep;
	if (!f || (f->kind != NODE_FUNCTION && f->kind != NODE_METHOD && f->kind != NODE_OBJECT))
		return NULL;
	return py_call(py, f, &args, c->site);
}

/* A word of the command line as the value that it is. */
static struct node *typed(struct interpreter *py, struct node *word)
{
	struct node *out;

	if (word->kind == NODE_STR)
		return py_yaml_value(py, word->text, word->at);
	if (word->kind != NODE_EITHER)
		return word;
	out = py_new(py, NODE_EITHER, word->at);
	out->text = word->text;
	for (size_t i = 0; i < word->as.items.n; i++) {
		struct node *one = node_copy(py->arena, typed(py, word->as.items.at[i]));

		one->when = word->as.items.at[i]->when;
		node_push(py->arena, out, one);
	}
	return out;
}

/* What the agent of a sweep's file started the program with; NULL: none did. */
static struct node *swept_words(struct interpreter *py)
{
	struct node *words, *out;

	if (!py->world->argv || !py->environ || !node_get(py->environ, STR("WANDB_SWEEP_ID")))
		return NULL;
	words = cli_flags(py, py->world->argv, NULL);
	out = py_new(py, NODE_MAP, words->at);
	out->open = words->open;
	for (size_t i = 0; i < words->as.pairs.n; i++)
		node_set(py->arena, out, words->as.pairs.at[i].key, typed(py, words->as.pairs.at[i].value));
	return out;
}

/* What a run was given, with the choices of a sweep over it. */
static struct node *overlaid(struct interpreter *py, struct node *config, const struct node *sweep, struct span at)
{
	struct node *out = py_new(py, NODE_MAP, at);

	if (config && config->kind != NODE_MAP && config->kind != NODE_NULL)
		out->open = true;
	for (size_t i = 0; config && config->kind == NODE_MAP && i < config->as.pairs.n; i++)
		node_set(py->arena, out, config->as.pairs.at[i].key, config->as.pairs.at[i].value);
	out->open |= sweep->open || (config && config->kind == NODE_MAP && config->open);
	for (size_t i = 0; i < sweep->as.pairs.n; i++)
		node_set(py->arena, out, sweep->as.pairs.at[i].key, sweep->as.pairs.at[i].value);
	return out;
}

/* wandb.init(config={…}) */
static struct node *init(struct interpreter *py, struct native_call *c)
{
	struct node *config = native_arg(c, SIZE_MAX, "config"), *words = swept_words(py);
	struct node *made = py_new(py, NODE_OBJECT, c->site.at);
	const struct node *over = words ? words : py->swept ? py->sweep : NULL;

	if (over)
		py->wandb = overlaid(py, config, over, c->site.at);
	/* Of one way or the other nobody knows which. */
	else if (config && !py->swept)
		py->wandb = py->guard && py->wandb && py->wandb != config ? py_unknown(py, c->site.at, "wandb's config hangs on a condition")
									  : config;
	made->made = untraced_call(py, c);
	if (over)
		node_set(py->arena, made, py_str(py, STR("config"), c->site.at), py->wandb);
	return made;
}

static const struct native rows[] = {
	{"wandb.agent", agent, NATIVE_RAW},
	{"wandb.init", init, NATIVE_RAW},
	{"wandb.sweep", sweep, NATIVE_RAW},
};

NATIVES(natives_wandb, rows);
