/* Code that works on the parameters of a model itself: it sets them by their gradients, or cuts them among processes. */
#include "set_by_hand.h"

#include "frozen_weights.h"
#include "optimizer.h"

#include "core/job/job.h"

/* Whether a value is, or is made of, parameters of a model. */
static bool is_of_parameters(const struct scan *s, const struct node *n, size_t before)
{
	struct origins of = {.arena = s->arena, .computed = true};

	origins_add(&of, n);
	for (size_t i = 0; i < before; i++)
		if (lists_parameters(s->trace->at[i]) && s->trace->at[i]->result && origins_have(&of, s->trace->at[i]->result))
			return true;
	return false;
}

/* p.grad */
static bool is_gradient(const struct node *n)
{
	const struct node *of = n->kind == NODE_UNKNOWN ? n->from[0] : NULL;
	const struct str *name = of ? n->code : NULL;

	return name && str_is(*name, "grad");
}

/* Whether a call is given what a backward pass left: what it returned, or what lies at the parameters. */
static bool takes_gradients(const struct scan *s, const struct call *call, const struct call *step)
{
	struct origins of = {.arena = s->arena, .computed = true};

	for (size_t i = 0; i < call->args.n; i++)
		origins_add(&of, call->args.at[i].value);
	if (step->result && origins_have(&of, step->result))
		return true;
	for (size_t i = 0; i < of.n; i++)
		if (is_gradient(of.at[i]))
			return true;
	return false;
}

/* p.data = …; p -= … (as the evaluator tells it); p.add_(…), p.data.copy_(…) */
bool sets_parameters(const struct call *call)
{
	const struct arg *name = str_is(call->method, "__setattr__") && call->args.n == 2 ? &call->args.at[0] : NULL;

	if (name)
		return name->value->kind == NODE_STR && str_is(name->value->text, "data");
	return str_among(call->method, STR("__iadd__|add_|sub_|copy_|addcdiv_|addcmul_|lerp_|set_"));
}

/* Whether a value is one of the pieces that a tensor was cut into: torch.split(weight, n)[rank].to("cuda"). */
static bool is_piece(const struct scan *s, const struct node *n, size_t before)
{
	struct origins of = {.arena = s->arena, .computed = true};

	origins_add(&of, n);
	for (size_t i = 0; i < before; i++)
		if ((str_is(s->trace->at[i]->callee, "torch.split") || str_among(s->trace->at[i]->method, STR("chunk|tensor_split|narrow"))) &&
		    s->trace->at[i]->result && origins_have(&of, s->trace->at[i]->result))
			return true;
	return false;
}

void read_cut_weights(const struct scan *s, const struct call *backward, struct training_job *job)
{
	struct extract_unknown *unknown = &job->extract.unknown[SETTING_DATA_PARALLEL];

	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < backward->order; i++) {
		const struct call *call = s->trace->at[i];

		if (!str_is(call->method, "__setattr__") || call->args.n != 2 || call->args.at[0].value->kind != NODE_STR ||
		    !str_is(call->args.at[0].value->text, "data") || !suppose_guard(s->suppose, call->guard) ||
		    !is_piece(s, call->args.at[1].value, i))
			continue;
		if (!job_get(&job->job, SETTING_DATA_PARALLEL))
			*unknown = (struct extract_unknown){.why = STR("the code gives each process a part of the weights"), .at = call->at};
		return;
	}
}

size_t set_by_hand(const struct scan *s, size_t backward)
{
	const struct call *step = s->trace->at[backward];

	for (size_t i = backward + 1; i < s->trace->n && s->trace->at[i]->outermost == step->outermost; i++) {
		const struct call *call = s->trace->at[i];

		if (call->self && sets_parameters(call) && is_of_parameters(s, call->self, i) && takes_gradients(s, call, step))
			return i;
	}
	return SIZE_MAX;
}

/* Whether an optimizer that a model's parameters were given to steps behind a pass. */
static bool optimizer_steps(const struct scan *s, size_t backward)
{
	size_t optimizer = first_optimizer(s, s->trace->at[backward]->order);
	struct origins given = {.arena = s->arena};

	return optimizer != SIZE_MAX && optimized_model(s, s->trace->at[optimizer], &given) && step_after(s, backward);
}

bool takes_training_step(const struct scan *s, size_t i)
{
	const struct call *step = s->trace->at[i];
	const struct arg *inputs = call_arg(step, STR("inputs"), 1);

	if (!str_is(step->callee, "torch.autograd.grad"))
		return true;
	return inputs && is_of_parameters(s, inputs->value, i) && (set_by_hand(s, i) != SIZE_MAX || optimizer_steps(s, i));
}

void read_set_by_hand(const struct scan *s, const struct call *setter, struct training_job *job)
{
	struct value *optimizer = &job->job.set[SETTING_OPTIMIZER];

	for (size_t i = 0; i < s->trace->n; i++) {
		if (!str_is(s->trace->at[i]->callee, "torch.zeros_like") && !str_is(s->trace->at[i]->callee, "torch.empty_like"))
			continue;
		job->extract.unknown[SETTING_OPTIMIZER] =
		    (struct extract_unknown){.why = STR("the code sets the parameters itself, and may keep something for each"), .at = setter->at};
		return;
	}
	*optimizer = value_str(STR("sgd"), ORIGIN_DERIVED, STR("the code sets the parameters itself, by their gradients alone"));
	optimizer->at = setter->at;
}
