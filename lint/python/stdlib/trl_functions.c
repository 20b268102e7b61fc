/*
 * Functions of TRL that run the model which they are given: loops that people copy from its PPOTrainer and make their own
 * call them as its loop does. Source: trl 0.11 to 0.19, trl/trainer/utils.py (forward, generate, batch_generation).
 */
#include "stdlib_parts.h"

#include "lint/python/values/values.h"

/* forward(model, query_responses, pad_token_id): model(input_ids=…), masked where the padding is. */
static struct node *forward(struct interpreter *py, struct native_call *c)
{
	struct node *model = native_arg(c, 0, "model");
	struct args args = {0};

	if (!model)
		return NULL;
	py_give(py, &args, "input_ids", native_arg(c, 1, "query_responses"));
	return py_call(py, model, &args, c->site);
}

/* Both give the queries with what was written behind them, and the scores of that. */
static struct node *generated(struct interpreter *py, struct native_call *c, struct node *config)
{
	struct node *model = native_arg(c, 0, str_ends(c->name, STR("batch_generation")) ? "model" : "lm_backbone");
	struct node *pair = py_new(py, NODE_TUPLE, c->site.at), *written;
	struct args args = {0};

	if (!model)
		return NULL;
	py_give(py, &args, "input_ids", native_arg(c, 1, "queries"));
	py_give(py, &args, "generation_config", config);
	written = py_call_method(py, model, STR("generate"), &args, c->site);
	py_append(py, pair, written);
	py_append(py, pair, py_unknown_of(py, c->site.at, written));
	return pair;
}

static struct node *generate(struct interpreter *py, struct native_call *c)
{
	return generated(py, c, native_arg(c, 3, "generation_config"));
}

static struct node *batch_generation(struct interpreter *py, struct native_call *c)
{
	return generated(py, c, native_arg(c, 4, "generation_config"));
}

static const struct native rows[] = {
    {"trl.trainer.utils.batch_generation", batch_generation, NATIVE_RAW},
    {"trl.trainer.utils.forward", forward, NATIVE_RAW},
    {"trl.trainer.utils.generate", generate, NATIVE_RAW},
};

NATIVES(natives_trl_functions, rows);
