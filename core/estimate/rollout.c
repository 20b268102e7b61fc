#include "rollout.h"

#include "core/model/model.h"

#include <math.h>

double card_bytes(const struct job *job)
{
	return job->gpu ? (double)job->gpu->torch_total_bytes : 0;
}

/*
 * The share of a card that Unsloth's engine has when it sleeps while the model learns, whatever was asked for
 * (unsloth_zoo vllm_utils.py load_vllm, 2026-08, with vLLM 0.11 and later).
 */
static double standby_share(double card)
{
	static const struct {
		double gib, share;
	} rows[] = {{40, 0.925}, {25, 0.9}, {20, 0.825}, {14, 0.8}, {10, 0.775}, {0, 0.75}};
	size_t i = 0;

	while (card < rows[i].gib * 1073741824.0)
		i++;
	return 0.95 * rows[i].share;
}

/** What the trainer keeps on the card while the engine generates. */
static struct need kept(const struct job *job, const struct point_estimate *o)
{
	struct need need = step_between(&o->step);
	bool all = job_is(job, SETTING_ROLLOUT_OFFLOAD, "all");

	if (all || job_is(job, SETTING_ROLLOUT_OFFLOAD, "optimizer"))
		need.by[TERM_OPTIMIZER] = 0;
	/* Megatron's gradient buffer goes with the parameters (verl megatron_utils.py offload_megatron_model_to_cpu). */
	if (all || job_is(job, SETTING_ROLLOUT_OFFLOAD, "params"))
		need.by[TERM_WEIGHTS] = need.by[TERM_GRADIENTS] = 0;
	return need;
}

enum share_of { SHARE_OF_CARD, SHARE_OF_FREE, SHARE_OF_REST };

/*
 * vLLM: gpu_memory_utilization of the card's memory, which must be free when it starts (vllm 0.7 to 0.12,
 * v1/worker/gpu_worker.py init_device, determine_available_memory). SGLang: mem_fraction_static of what is free before
 * it loads (sglang 0.4, model_executor/model_runner.py profile_max_num_token). TensorRT-LLM: of what is free behind
 * the weights (KvCacheConfig.free_gpu_memory_fraction).
 */
static enum share_of share_of(const struct job *job)
{
	static const struct {
		const char *name;
		enum share_of of;
	} words[] = {{"card", SHARE_OF_CARD}, {"free", SHARE_OF_FREE}, {"rest", SHARE_OF_REST}};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (job_is(job, SETTING_ROLLOUT_SHARE_OF, words[i].name))
			return words[i].of;
	if (job_is(job, SETTING_ROLLOUT_ENGINE, "sglang"))
		return SHARE_OF_FREE;
	return job_is(job, SETTING_ROLLOUT_ENGINE, "trtllm") ? SHARE_OF_REST : SHARE_OF_CARD;
}

/**
 * What is free when an engine starts beside the trainer. States that PyTorch's optimizers make in their first step are
 * not there yet.
 */
static double free_at_start(const struct job *job, const struct point_estimate *o)
{
	struct need need = kept(job, o);
	bool lazy = o->spec.parallel.layout == LAYOUT_NONE || o->spec.parallel.layout == LAYOUT_DDP ||
		    o->spec.parallel.layout == LAYOUT_FSDP1 || o->spec.parallel.layout == LAYOUT_FSDP2;

	if (lazy)
		need.by[TERM_OPTIMIZER] = 0;
	return fmax(0, card_bytes(job) - (double)job->gpu->context_bytes - need_total(&need));
}

/** An engine of another process or library that shares nothing with the trainer. */
static double share_bytes(const struct job *job, const struct point_estimate *o, double share, double weights)
{
	double rest;

	switch (share_of(job)) {
	case SHARE_OF_CARD:
		return share * card_bytes(job);
	case SHARE_OF_FREE:
		return fmax(weights, share * free_at_start(job, o));
	case SHARE_OF_REST:
		rest = fmax(0, free_at_start(job, o) - weights);
		return weights + share * rest;
	}
	return 0;
}

/**
 * The engine beside the trainer: its share of the card, weights and cache in it. Unsloth trains adapters on the
 * engine's own weights (unsloth_zoo vllm_utils.py convert_vllm_to_huggingface): they are on the card once.
 */
static double engine_bytes(const struct job *job, const struct point_estimate *o)
{
	double share = job_real(job, SETTING_ROLLOUT_GPU_MEMORY_UTILIZATION, 0.3);
	double tp = fmax(1, job_real(job, SETTING_ROLLOUT_TENSOR_PARALLEL, 1));
	double own = (double)model_params(job->model) * 2 / tp;
	double card = card_bytes(job), shared;

	if (job_is(job, SETTING_FUSED_KERNELS, "unsloth") && o->spec.method == METHOD_LORA) {
		shared = o->step.weights.bytes;
		if (job_bool(job, SETTING_ROLLOUT_SLEEP, false))
			share = standby_share(card);
		/* Without a card: a fifth of the weights for cache and workspace. */
		return card > 0 ? fmax(0, share * card - shared) : 0.2 * own;
	}
	return card > 0 ? share_bytes(job, o, share, own) : 1.2 * own;
}

/*
 * Log-probabilities of what was generated: forward passes without gradients, of batches of their own. The optimizer's
 * states are still where they were for generation, the parameters are back; verl takes the entropy in these passes,
 * whatever the loss (verl fsdp_workers.py compute_log_prob, 0.2 to 0.7).
 */
static void add_log_probabilities(const struct job *job, struct point_estimate *o)
{
	double batch = (double)job_int(job, SETTING_LOGPROB_BATCH_SIZE, 0);
	struct step_spec s = o->spec;
	size_t from = o->step.n;

	if (batch <= 0)
		return;
	if (s.loss == LOSS_LOGPROBS)
		s.loss = LOSS_LOGPROBS_ENTROPY;
	if (s.loss == LOSS_PLAIN) /* of all rows but their last token, which log_softmax makes a copy of first */
		s.loss = LOSS_PLAIN_SHIFT;
	step_evaluation(&o->step, &s, batch);
	for (size_t i = from; i < o->step.n; i++) {
		o->step.at[i].name = "log-probabilities";
		if (job_is(job, SETTING_ROLLOUT_OFFLOAD, "all") || job_is(job, SETTING_ROLLOUT_OFFLOAD, "optimizer"))
			o->step.at[i].need.by[TERM_OPTIMIZER] = 0;
	}
}

/*
 * DeepSpeed's hybrid engine: its kernels' workspace, of the sequences of a tensor-parallel group, is no tensor of PyTorch's
 * (csrc/transformer/inference/includes/inference_context.h GenWorkSpace(), 0.9.2 to 0.17): activations, attention's
 * products, keys and values of all layers, of padded heads.
 */
static double hybrid_workspace(const struct step_spec *s, double sequences, double tp)
{
	double d = s->shape.head_dim, padded = d <= 32 ? 32 : d <= 64 ? 64 : fmax(d, 128), q = s->shape.heads * padded;
	double products = sequences * s->shape.heads / tp * s->seq_len, cache = s->shape.layers * sequences * q / tp * 2;

	return (10 * q * sequences + products + cache) * s->seq_len * 2;
}

/*
 * deepspeed/runtime/hybrid_engine.py generate(): under ZeRO 3 a part of the model for each member of the group, of all layers
 * at once; the workspace stays while the model learns, unless release_inference_cache.
 */
static void add_hybrid(const struct job *job, struct point_estimate *o, double sequences)
{
	const struct step_spec *s = &o->spec;
	double tp = fmax(1, job_real(job, SETTING_ROLLOUT_TENSOR_PARALLEL, 1)), all = sequences * tp;
	double gathered = s->parallel.layout == LAYOUT_ZERO3 ? (double)model_params(job->model) * 2 / tp : 0;
	double workspace = hybrid_workspace(s, all, tp), prompt = fmax(0, s->seq_len - s->completion);
	struct need need = need_with(kept(job, o), TERM_ENGINE, gathered);

	need.by[TERM_LOGITS] += 2 * all * prompt * s->shape.vocab;
	step_add(&o->step, PHASE_ROLLOUT, "generation", NULL, need);
	if (job_bool(job, SETTING_ROLLOUT_SLEEP, false))
		o->step.at[o->step.n - 1].need.by[TERM_ENGINE] += workspace;
	else
		step_everywhere(&o->step, TERM_ENGINE, workspace);
}

/*
 * ZeRO 3 whose whole model is gathered between steps: trl models/utils.py unwrap_model_for_generation(), GatheredParameters of
 * all parameters, 0.8 to 1.9; with adapters also where an engine generates (grpo_trainer.py _move_model_to_vllm(): they are
 * merged first).
 */
static double gathered_whole(const struct job *job, const struct point_estimate *o)
{
	bool whole = o->spec.parallel.layout == LAYOUT_ZERO3 && job_bool(job, SETTING_GATHER_FOR_GENERATION, false);

	return whole ? step_whole_model(&o->spec) : 0;
}

static void add_generation(const struct job *job, struct point_estimate *o, double sequences)
{
	double whole = gathered_whole(job, o), *gathered;

	if (job_is(job, SETTING_ROLLOUT_ENGINE, "transformers")) {
		step_generation(&o->step, &o->spec, sequences, o->spec.seq_len);
		gathered = &o->step.at[o->step.n - 1].need.by[TERM_GATHERED];
		*gathered = fmax(*gathered, whole);
	} else if (whole > 0) {
		step_add(&o->step, PHASE_ROLLOUT, "weights for the engine", NULL, need_with(step_between(&o->step), TERM_GATHERED, whole));
	}
}

static bool has_engine(const struct job *job)
{
	return job_is(job, SETTING_ROLLOUT_ENGINE, "vllm") || job_is(job, SETTING_ROLLOUT_ENGINE, "sglang") ||
	       job_is(job, SETTING_ROLLOUT_ENGINE, "trtllm");
}

bool rollout_adds(const struct job *job)
{
	return job_get(job, SETTING_ROLLOUT_ENGINE) || job_int(job, SETTING_LOGPROB_BATCH_SIZE, 0) > 0 ||
	       job_bool(job, SETTING_GATHER_FOR_GENERATION, false);
}

void rollout_add(const struct job *job, struct point_estimate *o)
{
	/* TRL generates for all passes of a step at once; 0.14, whose batch counts prompts, for each pass. */
	bool each_pass = job_is(job, SETTING_BATCH_COUNTS, "prompts");
	double sequences = job_real(job, SETTING_ROLLOUT_BATCH_SIZE, 0), engine;

	if (sequences <= 0)
		sequences = o->spec.micro_batch * (each_pass ? 1 : fmax(1, o->spec.accumulation));
	add_log_probabilities(job, o);
	add_generation(job, o, sequences);
	/* One configuration serves the other stages too, in which nothing generates and the engine makes no workspace. */
	if (job_is(job, SETTING_ROLLOUT_ENGINE, "deepspeed") && job_generates(job))
		add_hybrid(job, o, sequences);
	if (!has_engine(job))
		return;
	engine = engine_bytes(job, o);
	if (job_bool(job, SETTING_ROLLOUT_SLEEP, false))
		step_add(&o->step, PHASE_ROLLOUT, "generation", NULL, need_with(kept(job, o), TERM_ENGINE, engine));
	else
		step_everywhere(&o->step, TERM_ENGINE, engine);
}
