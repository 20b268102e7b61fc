/*
 * Hand-written loops: what is put around a model between its optimizer and its first step.
 *
 * An engine's settings hold whoever calls backward(). DeepSpeed casts the model, splits it and makes the optimizer's
 * states in initialize() (0.19.6, deepspeed/runtime/engine.py _configure_distributed_model; zero/stage_1_and_2.py and
 * stage3.py initialize_optimizer_states). Gradients are reduced by hooks of the parameters, so in loss.backward()
 * as well. Versions that want engine.backward() raise, or update nothing, in the same memory (engine.py
 * _backward_prologue).
 */
#include "engine_wrap.h"

/* Whether a call is given the node as the model that it wraps. */
static bool wraps(const struct scan *s, const struct call *call, const struct node *model)
{
	const struct arg *arg;

	for (size_t from = 0; (arg = call_role_arg(call, call->row, ROLE_MODEL, &from));)
		if (node_may_be(suppose_value(s->suppose, arg->value), model))
			return true;
	return false;
}

const struct node *loop_around(const struct scan *s, size_t step, const struct node *model)
{
	for (size_t i = 0; i < step && model; i++) {
		const struct call *call = s->trace->at[i];
		const struct node *made = scan_effect(s, i) == EFFECT_WRAP ? call_made(call) : NULL;

		if (made && made != model && wraps(s, call, model) && suppose_guard(s->suppose, call->guard))
			model = made;
	}
	return model;
}
