/*
 * Models beside the trained one, from settings to the formulas' input.
 */
#include "core/base/base.h"
#include "sharding_plan.h"
#include "shape_of_model.h"
#include "spec_parts.h"
#include "weights.h"

#include <math.h>

/** A spec of a model that only runs forward, whole on one GPU. */
static struct step_spec other_spec(const struct model *m, struct str dtype)
{
	struct step_spec s = step_spec_default();

	s.shape = shape_of_model(m);
	if (quant_find(dtype, &s.quant))
		s.quant_bits = s.quant == QUANT_INT8 || s.quant == QUANT_FP8 ? 8 : 4;
	else if (!dtype_find(dtype, &s.weights))
		s.weights = DTYPE_BFLOAT16;
	return s;
}

static double weight_bytes(const struct step_spec *s)
{
	struct widths c = widths_of(s);
	struct layer ly = layer_of(&c);

	return weights_of(&c, &ly).bytes;
}

double other_model_bytes(const struct model *m, struct str dtype)
{
	struct step_spec s;

	if (!m)
		return 0;
	s = other_spec(m, dtype);
	return weight_bytes(&s);
}

/*
 * Trainers on Megatron build the other models with the arguments of the trained one: each rank has its tensor-parallel
 * part of a stage's layers and its experts (ms-swift 4.5, swift/megatron/trainers/rlhf_mixin.py prepare_model: a
 * second get_mcore_model(args)). No float32 masters, no gradient buffer.
 */
static double other_bytes(const struct step_spec *s, const struct model *m, struct str dtype)
{
	struct step_spec one;

	if (!m || s->parallel.layout != LAYOUT_MEGATRON)
		return other_model_bytes(m, dtype);
	one = other_spec(m, dtype);
	one.parallel.tp = s->parallel.tp;
	one.parallel.ep = s->parallel.ep;
	one = rank_spec(&one);
	return weight_bytes(&one) / s->parallel.pp;
}

/** Whether the task compares with a frozen reference, and whether that is a copy. */
static enum reference reference_of(const struct step_spec *s, const struct job *job)
{
	static const struct spec_word compares[] = {{"dpo", 1},	 {"ipo", 1},  {"kto", 1}, {"ppo", 1},
						    {"grpo", 2}, {"rloo", 1}, {"reinforce", 2}, {NULL, 0}};
	int task = spec_word_of(job, SETTING_TASK, compares, 0);

	if (task == 0 || job_is(job, SETTING_REFERENCE_MODEL, "none") || job_is(job, SETTING_OFFLOAD_REFERENCE, "elsewhere"))
		return REFERENCE_NONE;
	/* GRPO and REINFORCE without a KL term load no reference; TRL's beta is 0 since 0.17. One that is loaded without a word of its weight has one. */
	if (task == 2 && job_real(job, SETTING_BETA, job->reference ? 1 : 0) <= 0)
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

/** A critic of the policy's layout, dtypes and optimizer, with a value for each token in the head's place. */
static struct step_spec critic_of(const struct step_spec *s, const struct job *job)
{
	struct step_spec critic = *s;

	critic.shape = shape_of_model(job->critic ? job->critic : job->model);
	critic.shape.head = HEAD_CLASSIFIER;
	critic.shape.n_labels = 1;
	critic.weights = spec_dtype_of(job, SETTING_CRITIC_DTYPE, s->weights);
	critic.extra_trained = critic.others = 0;
	critic.reference = REFERENCE_NONE;
	return critic;
}

/** What a model that learns keeps on a GPU while another one does: weights and states, without what is offloaded. */
static double idle(const struct step_spec *s, const struct job *job, enum setting offload)
{
	bool all = job_is(job, offload, "all");
	struct step_spec alone = *s;
	struct need need;
	struct rank r;

	alone.extra_trained = alone.others = 0;
	rank_init(&r, &alone, 0);
	need = sharding_plan_of(&r).resident;
	if (all || job_is(job, offload, "optimizer"))
		need.by[TERM_OPTIMIZER] = 0;
	if (all || job_is(job, offload, "params"))
		need.by[TERM_WEIGHTS] = need.by[TERM_GRADIENTS] = 0;
	return need_total(&need);
}

/*
 * What a critic holds on a GPU while the policy learns or the engine generates: weights and states, of the policy's
 * layout, dtypes and optimizer, with a value for each token in the head's place. Where policy and critic learn one after
 * the other (verl ray_trainer.py, OpenRLHF, DeepSpeed-Chat) only one has gradients.
 */
static double idle_critic(const struct step_spec *s, const struct job *job)
{
	struct step_spec critic = critic_of(s, job);

	return idle(&critic, job, SETTING_CRITIC_OFFLOAD);
}

/** Whether a value model trains on the same GPU. */
static bool has_critic(const struct job *job)
{
	return job_is(job, SETTING_TASK, "ppo") && !job_is(job, SETTING_CRITIC_MODEL, "none") &&
	       !job_is(job, SETTING_CRITIC_UPDATE, "elsewhere");
}

/**
 * PPO's critic: a model of the policy's size unless another is named, which trains as the policy does; with its
 * adapters' gradients and those of the policy at once there is next to no difference.
 */
static void set_critic(struct step_spec *s, const struct job *job)
{
	const struct model *model = job->critic ? job->critic : job->model;

	if (!has_critic(job))
		return;
	if (job_is(job, SETTING_CRITIC_UPDATE, "apart") || s->method == METHOD_LORA)
		s->others += idle_critic(s, job);
	else
		s->extra_trained += (double)model_params(model);
}

/**
 * What a loop of one's own still holds of the policy while the critic learns: its logits, by the name of a variable
 * (DeepSpeed-Chat ppo_trainer.py train_rlhf(): actor_prob).
 */
static double held_outputs(const struct step_spec *s, const struct job *job)
{
	struct rank r;

	if (!job_is(job, SETTING_FRAMEWORK, "torch"))
		return 0;
	rank_init(&r, s, 0);
	return r.hd.logits;
}

bool spec_of_critic(const struct step_spec *s, const struct job *job, struct step_spec *critic)
{
	/* What one without a name keeps is nobody's guess: that it is as large as the policy is one already. */
	if (!has_critic(job) || !job->critic || !job_is(job, SETTING_CRITIC_UPDATE, "apart"))
		return false;
	*critic = critic_of(s, job);
	critic->others = fmax(0, s->others - idle_critic(s, job)) + idle(s, job, SETTING_ROLLOUT_OFFLOAD) + held_outputs(s, job);
	critic->micro_batch = job_real(job, SETTING_CRITIC_BATCH_SIZE, s->micro_batch);
	if (job_is(job, SETTING_CRITIC_GRADIENT_CHECKPOINTING, "false"))
		critic->checkpoint = CHECKPOINT_NONE;
	else if (job_is(job, SETTING_CRITIC_GRADIENT_CHECKPOINTING, "true") && s->checkpoint == CHECKPOINT_NONE)
		critic->checkpoint = CHECKPOINT_NONREENTRANT;
	return true;
}

void spec_set_others(struct step_spec *s, const struct job *job)
{
	struct str dtype = job_str(job, SETTING_WEIGHTS_DTYPE, STR("bfloat16"));

	s->reference = reference_of(s, job);
	if (job->reference && !job_is(job, SETTING_OFFLOAD_REFERENCE, "cpu") && !job_is(job, SETTING_OFFLOAD_REFERENCE, "elsewhere")) {
		s->others += other_bytes(s, job->reference, job_str(job, SETTING_REFERENCE_DTYPE, dtype));
		if (s->reference != REFERENCE_NONE)
			s->reference = REFERENCE_ADAPTER; /* its weights are counted here */
	}
	s->others += other_bytes(s, job->reward, job_str(job, SETTING_REWARD_DTYPE, dtype));
	/* One that is known to lie there unasked gives no logits. */
	s->teacher = job->teacher && job_bool(job, SETTING_TEACHER_PASSES, true);
	s->others += other_bytes(s, job->teacher, job_str(job, SETTING_TEACHER_DTYPE, dtype));
	if (job_is(job, SETTING_UNKNOWN_MODELS, "trained"))
		s->others += job_unknown_models(job) * other_bytes(s, job->model, dtype);
	if (others_are_sharded(s, job))
		s->others /= s->parallel.world;
	s->others += other_model_bytes(job->evaluator, job_str(job, SETTING_EVALUATOR_DTYPE, dtype));
	set_critic(s, job);
}
