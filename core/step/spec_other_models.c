/*
 * Models beside the trained one, from settings to the formulas' input.
 */
#include "core/base/base.h"
#include "shape_of_model.h"
#include "spec_parts.h"
#include "weights.h"

double other_model_bytes(const struct model *m, struct str dtype)
{
	struct step_spec s = step_spec_default();
	struct widths c;
	struct layer ly;

	if (!m)
		return 0;
	s.shape = shape_of_model(m);
	if (quant_find(dtype, &s.quant))
		s.quant_bits = s.quant == QUANT_INT8 || s.quant == QUANT_FP8 ? 8 : 4;
	else if (!dtype_find(dtype, &s.weights))
		s.weights = DTYPE_BFLOAT16;
	c = widths_of(&s);
	ly = layer_of(&c);
	return weights_of(&c, &ly).bytes;
}

/** Whether the task compares with a frozen reference, and whether that is a copy. */
static enum reference reference_of(const struct step_spec *s, const struct job *job)
{
	static const struct spec_word compares[] = {{"dpo", 1},	 {"ipo", 1},  {"kto", 1}, {"ppo", 1},
						    {"grpo", 2}, {"rloo", 1}, {NULL, 0}};
	int task = spec_word_of(job, SETTING_TASK, compares, 0);

	if (task == 0 || job_is(job, SETTING_REFERENCE_MODEL, "none"))
		return REFERENCE_NONE;
	/* GRPO without a KL term loads no reference; TRL's beta is 0 since 0.17. */
	if (task == 2 && job_real(job, SETTING_BETA, 0) <= 0)
		return REFERENCE_NONE;
	/* One that rests on the host comes a unit at a time, when nothing else is at work. */
	if (s->method == METHOD_LORA || job_is(job, SETTING_OFFLOAD_REFERENCE, "cpu"))
		return REFERENCE_ADAPTER;
	return REFERENCE_COPY;
}

/* Only where the trainer's framework does it: deepspeed.initialize(model) leaves other models whole. */
static bool others_are_sharded(const struct step_spec *s, const struct job *job)
{
	enum layout layout = s->parallel.layout;

	return (layout == LAYOUT_ZERO3 || layout == LAYOUT_FSDP1 || layout == LAYOUT_FSDP2) &&
	       job_bool(job, SETTING_OTHER_MODELS_SHARDED, false);
}

void spec_set_others(struct step_spec *s, const struct job *job)
{
	struct str dtype = job_str(job, SETTING_WEIGHTS_DTYPE, STR("bfloat16"));

	s->reference = reference_of(s, job);
	if (job->reference && !job_is(job, SETTING_OFFLOAD_REFERENCE, "cpu")) {
		s->others += other_model_bytes(job->reference, job_str(job, SETTING_REFERENCE_DTYPE, dtype));
		if (s->reference != REFERENCE_NONE)
			s->reference = REFERENCE_ADAPTER; /* its weights are counted here */
	}
	s->others += other_model_bytes(job->reward, job_str(job, SETTING_REWARD_DTYPE, dtype));
	s->teacher = job->teacher != NULL;
	/* PPO's critic: a model of the policy's size that trains as the policy does, or beside adapters. */
	if (job_is(job, SETTING_TASK, "ppo") && !job_is(job, SETTING_VALUE_MODEL, "none")) {
		if (s->method == METHOD_FULL)
			s->extra_trained += (double)model_params(job->model);
		else
			s->others += other_model_bytes(job->model, dtype);
	}
	s->others += other_model_bytes(job->teacher, job_str(job, SETTING_TEACHER_DTYPE, dtype));
	if (job_is(job, SETTING_UNKNOWN_MODELS, "trained"))
		s->others += job_unknown_models(job) * other_model_bytes(job->model, dtype);
	if (others_are_sharded(s, job))
		s->others /= s->parallel.world;
	s->others += other_model_bytes(job->evaluator, job_str(job, SETTING_EVALUATOR_DTYPE, dtype));
}
