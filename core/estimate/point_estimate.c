#include "point_estimate.h"

#include "core/model/model.h"

#include <math.h>

/*
 * cuBLAS workspaces come out of PyTorch's allocator, for 2 handles: 8,519,680 B each (ATen
 * CUDABlas.cpp; resident bytes after training in 22 of 24 published runs), 32 MiB from Hopper on.
 */
static double workspaces(const struct gpu *gpu)
{
	return 2 * (gpu && gpu->compute_capability >= 90 ? 32 * 1048576.0 : 8519680.0);
}

static double card_bytes(const struct job *job)
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

/**
 * The engine that generates beside the trainer: its share of the card, weights and cache in it.
 * Unsloth trains adapters on the engine's own weights (unsloth_zoo vllm_utils.py
 * convert_vllm_to_huggingface): they are on the card once.
 */
static double engine_bytes(const struct job *job, const struct point_estimate *o)
{
	double share = job_real(job, SETTING_ROLLOUT_GPU_MEMORY_UTILIZATION, 0.3);
	double tp = fmax(1, job_real(job, SETTING_ROLLOUT_TENSOR_PARALLEL, 1));
	double own = o->step.weights.total * 2 / tp;
	double card = card_bytes(job), shared = 0;

	if (job_is(job, SETTING_FUSED_KERNELS, "unsloth") && o->spec.method == METHOD_LORA) {
		shared = o->step.weights.bytes;
		if (job_bool(job, SETTING_ROLLOUT_SLEEP, false))
			share = standby_share(card);
	}
	/* Without a card: its weights, and a fifth for cache and workspace. */
	return card > 0 ? fmax(0, share * card - shared) : (shared > 0 ? 0.2 : 1.2) * own;
}

/** What the trainer keeps on the card while the engine generates. */
static struct need kept_in_rollout(const struct job *job, const struct point_estimate *o)
{
	struct need need = step_between(&o->step);
	bool all = job_is(job, SETTING_ROLLOUT_OFFLOAD, "all");

	if (all || job_is(job, SETTING_ROLLOUT_OFFLOAD, "optimizer"))
		need.by[TERM_OPTIMIZER] = 0;
	if (all || job_is(job, SETTING_ROLLOUT_OFFLOAD, "params"))
		need.by[TERM_WEIGHTS] = 0;
	return need;
}

static void add_rollout(const struct job *job, struct point_estimate *o)
{
	double sequences, tokens = o->spec.seq_len;
	double engine;

	if (job_is(job, SETTING_ROLLOUT_ENGINE, "transformers")) {
		sequences = (double)job_int(job, SETTING_ROLLOUT_BATCH_SIZE, 0);
		if (sequences <= 0) /* TRL's: all of an optimizer step */
			sequences = o->spec.micro_batch * fmax(1, o->spec.accumulation);
		step_generation(&o->step, &o->spec, sequences, tokens);
	} else if (job_is(job, SETTING_ROLLOUT_ENGINE, "vllm") ||
		   job_is(job, SETTING_ROLLOUT_ENGINE, "sglang")) {
		engine = engine_bytes(job, o);
		if (job_bool(job, SETTING_ROLLOUT_SLEEP, false))
			step_add(&o->step, PHASE_ROLLOUT, "generation", NULL,
				 need_with(kept_in_rollout(job, o), TERM_ENGINE, engine));
		else
			step_everywhere(&o->step, TERM_ENGINE, engine);
	}
}

static struct tier_facts facts_of(const struct job *job)
{
	const struct family *family = family_of_model(job->model);
	struct str version = job_str(job, SETTING_FRAMEWORK_VERSION, STR(""));

	return (struct tier_facts){
	    .context = job->gpu ? (double)job->gpu->context_bytes : 0,
	    .card = card_bytes(job),
	    .ragged = !job_bool(job, SETTING_PACKING, false) &&
		      job_int(job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 1) > 1,
	    .expandable_segments = job_bool(job, SETTING_EXPANDABLE_SEGMENTS, false),
	    .guessed = job->model->guessed,
	    .old_stack = str_has(version, STR("transformers 4.3")) ||
			 str_has(version, STR("transformers 4.2")),
	    .family_less = family->less,
	    .family_more = family->more,
	    .family_bytes = family->more_gb * 1e9,
	};
}

void point_estimate_of(const struct job *job, struct point_estimate *o)
{
	struct tier_facts facts = facts_of(job);

	o->spec = step_spec_of_job(job);
	o->step = step_of(&o->spec);
	if (job_bool(job, SETTING_EVALUATION, false))
		step_evaluation(&o->step, &o->spec,
				job_real(job, SETTING_PER_DEVICE_EVAL_BATCH_SIZE, 8));
	add_rollout(job, o);
	step_everywhere(&o->step, TERM_WORKSPACE, workspaces(job->gpu));
	o->tiers = tiers_of(&o->spec, &o->step, &facts);
}
