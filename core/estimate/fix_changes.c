/* What one would really change to make a job fit: the rows that fixes.c tries. */
#include "fix_changes.h"

#include "core/base/base.h"
#include "core/model/model.h"

enum {
	FIX_ROWS_LEAST = 64,
	FIX_RANK_LEAST = 8,
	GPUS_MOST = 128,
	/** GPUs that share a layer or a row are in one node. */
	SPLIT_MOST = 8,
};

static bool is_unset(const struct job *job, enum setting s)
{
	return !job_get(job, s) || job_is(job, s, "none") || job_is(job, s, "no") ||
	       job_is(job, s, "false");
}

static bool has_adapter(const struct job *job)
{
	return !is_unset(job, SETTING_PEFT);
}

static bool is_full(const struct job *job)
{
	return !has_adapter(job) && !job_is(job, SETTING_TRAINABLE, "none") && !job_is(job, SETTING_TRAINABLE, "head") &&
	       !job_is(job, SETTING_TASK, "pretrain");
}

static bool has_plain_loss(const struct job *job)
{
	static const char *const lean[] = {"liger", "cut_cross_entropy", "chunked", "plain", "chunked_logits", "chunked_output",
					   "chunked_linear", "unsloth", "unsloth_eager", "unread"};

	for (size_t i = 0; i < sizeof(lean) / sizeof(*lean); i++)
		if (job_is(job, SETTING_LOSS_KERNEL, lean[i]))
			return false;
	return true;
}

static bool has_no_checkpoints(const struct job *job)
{
	return !job_is(job, SETTING_GRADIENT_CHECKPOINTING, "true") &&
	       !job_is(job, SETTING_GRADIENT_CHECKPOINTING, "offload");
}

static bool can_flash(const struct job *job)
{
	return (!job->gpu || job->gpu->flash_attention_2) &&
	       !job_is(job, SETTING_ATTENTION, "flash_attention_2") &&
	       !job_is(job, SETTING_ATTENTION, "flash_attention_3");
}

static bool is_eager(const struct job *job)
{
	return job_is(job, SETTING_ATTENTION, "eager");
}

static bool is_quantised(const struct job *job)
{
	return !is_unset(job, SETTING_QUANTIZATION);
}

static bool has_wide_weights(const struct job *job)
{
	return (!job->gpu || job->gpu->bf16) && !job_is(job, SETTING_WEIGHTS_DTYPE, "bfloat16") &&
	       !job_is(job, SETTING_WEIGHTS_DTYPE, "float16") && !is_quantised(job);
}

static bool is_upcast(const struct job *job)
{
	return is_quantised(job) && !is_unset(job, SETTING_KBIT_UPCAST);
}

static bool is_nf4(const struct job *job)
{
	return job_is(job, SETTING_QUANTIZATION, "nf4") && !job_bool(job, SETTING_DOUBLE_QUANT, false);
}

static bool can_quantise(const struct job *job)
{
	return has_adapter(job) && !is_quantised(job);
}

static bool has_adamw(const struct job *job)
{
	struct str optimizer = job_str(job, SETTING_OPTIMIZER, STR("adamw_torch"));

	return str_has(optimizer, STR("adamw")) && !str_has(optimizer, STR("8bit")) && !str_has(optimizer, STR("bnb")) &&
	       !job_get(job, SETTING_OPTIMIZER_STATES);
}

static bool has_small_adamw(const struct job *job)
{
	struct str optimizer = job_str(job, SETTING_OPTIMIZER, STR("adamw_torch"));

	return str_has(optimizer, STR("adamw")) && !str_has(optimizer, STR("paged")) && !job_get(job, SETTING_OPTIMIZER_STATES);
}

static bool is_foreach(const struct job *job)
{
	return job_is(job, SETTING_OPTIMIZER, "adamw_torch");
}

static bool is_many(const struct job *job)
{
	return job_int(job, SETTING_NUM_GPUS, 1) > 1;
}

static bool is_ddp(const struct job *job)
{
	return is_many(job) && (is_unset(job, SETTING_DATA_PARALLEL) || job_is(job, SETTING_DATA_PARALLEL, "ddp"));
}

static bool is_one_process(const struct job *job)
{
	return job_is(job, SETTING_DATA_PARALLEL, "dp");
}

static bool can_shard_more(const struct job *job)
{
	return is_ddp(job) || (is_many(job) && (job_is(job, SETTING_DATA_PARALLEL, "zero1") ||
						job_is(job, SETTING_DATA_PARALLEL, "zero2")));
}

static bool can_shard_states(const struct job *job)
{
	return is_ddp(job) || (is_many(job) && job_is(job, SETTING_DATA_PARALLEL, "zero1"));
}

static bool keeps_gathered(const struct job *job)
{
	return job_is_fsdp(job) && !job_bool(job, SETTING_RESHARD_AFTER_FORWARD, true);
}

static bool loads_whole(const struct job *job)
{
	return job_is_fsdp(job) && !is_unset(job, SETTING_QUANTIZATION) && !job_bool(job, SETTING_RAM_EFFICIENT_LOADING, true);
}

static bool gathers_to_generate(const struct job *job)
{
	return job_is(job, SETTING_DATA_PARALLEL, "zero3") && job_is(job, SETTING_ROLLOUT_ENGINE, "transformers") &&
	       job_bool(job, SETTING_GATHER_FOR_GENERATION, false);
}

static bool keeps_critic(const struct job *job)
{
	return job_is(job, SETTING_TASK, "ppo") && job_is(job, SETTING_CRITIC_GRADIENT_CHECKPOINTING, "false") &&
	       !job_is(job, SETTING_CRITIC_MODEL, "none");
}

static bool is_one_unit(const struct job *job)
{
	return job_is_fsdp(job) && job_is(job, SETTING_SHARD_UNIT, "model");
}

static bool can_offload_weights(const struct job *job)
{
	return job_is(job, SETTING_DATA_PARALLEL, "zero3");
}

static bool can_offload_all(const struct job *job)
{
	return job_is_fsdp(job);
}

static bool can_split_tokens(const struct job *job)
{
	return job_is(job, SETTING_DATA_PARALLEL, "megatron") && job_int(job, SETTING_TENSOR_PARALLEL, 1) > 1 &&
	       !job_bool(job, SETTING_SEQUENCE_PARALLEL, false);
}

static bool evaluates(const struct job *job)
{
	return job_bool(job, SETTING_EVALUATION, false) && job_int(job, SETTING_PER_DEVICE_EVAL_BATCH_SIZE, 8) > 1;
}

static bool shares_card(const struct job *job)
{
	return job_is(job, SETTING_ROLLOUT_ENGINE, "vllm") || job_is(job, SETTING_ROLLOUT_ENGINE, "sglang");
}

static bool has_engine(const struct job *job)
{
	return shares_card(job) && !job_bool(job, SETTING_ROLLOUT_SLEEP, false);
}

static bool keeps_reference(const struct job *job)
{
	return job->reference && is_unset(job, SETTING_OFFLOAD_REFERENCE) && !has_adapter(job);
}

static bool keeps_state_in_rollout(const struct job *job)
{
	return shares_card(job) && job_get(job, SETTING_ROLLOUT_OFFLOAD) && is_unset(job, SETTING_ROLLOUT_OFFLOAD);
}

static bool scores_many(const struct job *job)
{
	return job_int(job, SETTING_LOGPROB_BATCH_SIZE, 1) > 1;
}

void fix_set(struct fix *f, enum setting s, struct value v)
{
	if (f->n < FIX_SETTINGS_MAX) {
		f->setting[f->n] = s;
		f->value[f->n++] = v;
	}
}

static void set_int(struct fix *f, enum setting s, int64_t i)
{
	fix_set(f, s, value_int(i, ORIGIN_ASSUMED, STR("fix")));
}

/** The smallest number of pieces, at least least, that a batch can be cut into evenly. */
static int64_t pieces_of(int64_t batch, int64_t least)
{
	for (int64_t k = least; k < batch && k < least + 4096; k++)
		if (batch % k == 0)
			return k;
	return batch;
}

/** Activations of a part of the batch at a time. */
static bool has_parts(const struct job *job)
{
	int64_t part = job_int(job, SETTING_MINI_BATCH_SIZE, 0);

	return part > 0 && part < job_int(job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 1);
}

/** The largest piece of the batch that fits, at least 1: alone that may not be enough, and be beside another change. */
static int64_t pieces_that_fit(struct arena *a, const struct job *job, const struct fix_limits *limits, bool accumulates)
{
	int64_t batch = job_int(job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 1), fits;
	struct job other = *job;

	/* The gradients of the pieces before are held in the pieces after: as of two pieces, so of any more. */
	if (accumulates && job_int(job, SETTING_GRADIENT_ACCUMULATION_STEPS, 1) < 2)
		other.set[SETTING_GRADIENT_ACCUMULATION_STEPS] = value_int(2, ORIGIN_ASSUMED, STR("fix"));
	fits = fixes_largest_fitting(a, &other, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, batch - 1, limits);
	if (fits == 0)
		fits = 1;
	return pieces_of(batch, batch / fits + (batch % fits != 0));
}

/** The rest of the batch moved to accumulation. */
static bool smaller_pieces(struct arena *a, const struct job *job, const struct fix_limits *limits, struct fix *f)
{
	int64_t batch = job_int(job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 1);
	int64_t steps = job_int(job, SETTING_GRADIENT_ACCUMULATION_STEPS, 1), pieces;

	if (batch <= 1 || steps < 1 || has_parts(job))
		return false;
	pieces = pieces_that_fit(a, job, limits, true);
	if (steps > INT64_MAX / pieces)
		return false;
	set_int(f, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, batch / pieces);
	set_int(f, SETTING_GRADIENT_ACCUMULATION_STEPS, steps * pieces);
	return true;
}

/** Where a loss compares the texts of a batch, pieces of it are not the same training. */
static bool equal_pieces(struct arena *a, const struct job *job, const struct fix_limits *limits, struct fix *f)
{
	f->cost = "the same batch in smaller pieces: some time per step";
	return !job_embeds(job) && smaller_pieces(a, job, limits, f);
}

static bool pieces_of_compared(struct arena *a, const struct job *job, const struct fix_limits *limits, struct fix *f)
{
	f->cost = "losses that compare the texts of a batch see fewer";
	return job_embeds(job) && smaller_pieces(a, job, limits, f);
}

static bool can_accumulate(const struct job *job, const struct fix_limits *limits)
{
	struct value more = value_int(2 * job_int(job, SETTING_GRADIENT_ACCUMULATION_STEPS, 1), ORIGIN_ASSUMED, STR("fix"));

	return !limits->can || limits->can(limits->context, SETTING_GRADIENT_ACCUMULATION_STEPS, &more);
}

/** A smaller batch, and that is all: where nothing accumulates. */
static bool smaller_batch(struct arena *a, const struct job *job, const struct fix_limits *limits, struct fix *f)
{
	int64_t batch = job_int(job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 1);

	if (batch <= 1 || has_parts(job) || can_accumulate(job, limits))
		return false;
	set_int(f, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, batch / pieces_that_fit(a, job, limits, false));
	f->cost = "a smaller batch per step: the learning rate may want another value";
	return true;
}

/** The largest value of a setting that fits, in steps of a unit; at least the unit. */
static bool largest(struct arena *a, const struct job *job, const struct fix_limits *limits, struct fix *f, enum setting s,
		    int64_t unit)
{
	int64_t now = job_int(job, s, 0), fits;

	if (now <= unit)
		return false;
	fits = fixes_largest_fitting(a, job, s, now - 1, limits);
	fits -= fits % unit;
	set_int(f, s, fits < unit ? unit : fits);
	return true;
}

/** The largest part of a batch that fits, where the loss keeps the embeddings of all parts. */
static bool smaller_part(struct arena *a, const struct job *job, const struct fix_limits *limits, struct fix *f)
{
	f->cost = "some time per step";
	return has_parts(job) && largest(a, job, limits, f, SETTING_MINI_BATCH_SIZE, 1);
}

/** Rows are joined up to a number of tokens, and their gradients added up whatever that is. */
static bool fewer_tokens(struct arena *a, const struct job *job, const struct fix_limits *limits, struct fix *f)
{
	f->cost = "more and smaller pieces per step; a row longer than that still goes through whole";
	return largest(a, job, limits, f, SETTING_MAX_TOKENS_PER_GPU, 1024);
}

/** The longest sample, where the data is known, in the unit that lengths are tried in. */
static int64_t longest_sample(const struct job *job)
{
	int64_t longest = job_get(job, SETTING_ROW_LENGTH) ? job_int(job, SETTING_ROW_LENGTH, 0) : 0;

	return (longest + FIX_ROWS_LEAST - 1) / FIX_ROWS_LEAST * FIX_ROWS_LEAST;
}

/** Samples are joined to rows: shorter rows cut none of them as long as the longest fits into one. */
static bool shorter_packs(struct arena *a, const struct job *job, const struct fix_limits *limits, struct fix *f)
{
	int64_t least = longest_sample(job);

	if (!job_bool(job, SETTING_PACKING, false) || job_is(job, SETTING_TASK, "pretrain") || least < 1 ||
	    least >= job_int(job, SETTING_MAX_SEQ_LENGTH, 0) || !largest(a, job, limits, f, SETTING_MAX_SEQ_LENGTH, FIX_ROWS_LEAST))
		return false;
	if (f->value[0].as.i < least)
		f->value[0].as.i = least;
	f->cost = "packed rows have fewer tokens; no sample is longer";
	return true;
}

/** Rows joined without padding, which only FlashAttention's kernels keep apart. */
static bool no_padding(struct arena *a, const struct job *job, const struct fix_limits *limits, struct fix *f)
{
	bool flashes = job_is(job, SETTING_ATTENTION, "flash_attention_2") || job_is(job, SETTING_ATTENTION, "flash_attention_3");
	const struct value *layout = job_get(job, SETTING_BATCH_LAYOUT);

	(void)a, (void)limits;
	if (!layout || layout->origin == ORIGIN_STATED || job_is(job, SETTING_ATTENTION_MASK, "none") ||
	    job_bool(job, SETTING_PACKING, false) || (job->model && job->model->tower.n) || (!flashes && !can_flash(job)))
		return false;
	fix_set(f, SETTING_ATTENTION_MASK, value_str(STR("none"), ORIGIN_ASSUMED, STR("fix")));
	fix_set(f, SETTING_BATCH_LAYOUT, value_str(STR("unpadded"), ORIGIN_ASSUMED, STR("fix")));
	if (!flashes)
		fix_set(f, SETTING_ATTENTION, value_str(STR("flash_attention_2"), ORIGIN_ASSUMED, STR("fix")));
	f->cost = flashes ? "none known" : "none known; needs flash-attn";
	return true;
}

/** Whether a framework is known to split what a setting counts: Megatron does, and whoever has a value for it. */
static bool can_split(const struct job *job, enum setting s)
{
	return job_is(job, SETTING_DATA_PARALLEL, "megatron") || job_get(job, s);
}

/** Whether the model and its rows can be cut into so many parts. */
static bool is_even(const struct job *job, enum setting s, int64_t parts)
{
	if (s == SETTING_CONTEXT_PARALLEL)
		return job_int(job, SETTING_MAX_SEQ_LENGTH, 0) % (2 * parts) == 0;
	return job->model && job->model->heads % (uint64_t)parts == 0 && job->model->kv_heads % (uint64_t)parts == 0;
}

/** Each layer, or each row, on more GPUs; fewer of them then see different rows, so that the rest accumulates. */
static bool split(struct arena *a, const struct job *job, const struct fix_limits *limits, struct fix *f, enum setting s)
{
	int64_t now = job_int(job, s, 1), steps = job_int(job, SETTING_GRADIENT_ACCUMULATION_STEPS, 1), best = 0;
	int64_t groups = job_int(job, SETTING_TENSOR_PARALLEL, 1) * job_int(job, SETTING_CONTEXT_PARALLEL, 1) *
			 job_int(job, SETTING_PIPELINE_PARALLEL, 1);
	int64_t ranks = groups > 0 ? job_int(job, SETTING_NUM_GPUS, 1) / groups : 1;

	if (!can_split(job, s) || now < 1 || steps < 1 || steps > INT32_MAX)
		return false;
	for (int64_t n = 2; n <= ranks && now * n <= SPLIT_MOST && ranks % n == 0 && is_even(job, s, now * n); n *= 2) {
		struct job other = *job;

		best = n;
		other.set[s] = value_int(now * n, ORIGIN_ASSUMED, STR("fix"));
		other.set[SETTING_GRADIENT_ACCUMULATION_STEPS] = value_int(steps * n, ORIGIN_ASSUMED, STR("fix"));
		if (fix_fits(a, &other, limits))
			break;
	}
	if (!best)
		return false;
	set_int(f, s, now * best);
	set_int(f, SETTING_GRADIENT_ACCUMULATION_STEPS, steps * best);
	f->cost = "more traffic between GPUs, and more steps accumulated for the same batch";
	return true;
}

static bool split_layers(struct arena *a, const struct job *job, const struct fix_limits *limits, struct fix *f)
{
	return split(a, job, limits, f, SETTING_TENSOR_PARALLEL);
}

static bool split_rows(struct arena *a, const struct job *job, const struct fix_limits *limits, struct fix *f)
{
	return split(a, job, limits, f, SETTING_CONTEXT_PARALLEL);
}

static bool shorter_rows(struct arena *a, const struct job *job, const struct fix_limits *limits, struct fix *f)
{
	if (!largest(a, job, limits, f, SETTING_MAX_SEQ_LENGTH, FIX_ROWS_LEAST))
		return false;
	f->cost = str_fmt(a, "samples are cut at %ld tokens", (long)f->value[0].as.i).s;
	return true;
}

static bool shorter_answers(struct arena *a, const struct job *job, const struct fix_limits *limits, struct fix *f)
{
	f->cost = "longer answers are cut off";
	return largest(a, job, limits, f, SETTING_MAX_COMPLETION_LENGTH, FIX_ROWS_LEAST);
}

/** Of a group's answers all go through together only where batches count prompts. */
static bool fewer_answers(struct arena *a, const struct job *job, const struct fix_limits *limits, struct fix *f)
{
	f->cost = "advantages are taken over fewer answers";
	return job_is(job, SETTING_BATCH_COUNTS, "prompts") && largest(a, job, limits, f, SETTING_NUM_GENERATIONS, 2);
}

/** A power of two below the rank. */
static bool lower_rank(struct arena *a, const struct job *job, const struct fix_limits *limits, struct fix *f)
{
	int64_t now = job_int(job, SETTING_LORA_R, 0), fits, rank = FIX_RANK_LEAST;

	if (!has_adapter(job) || now <= FIX_RANK_LEAST)
		return false;
	fits = fixes_largest_fitting(a, job, SETTING_LORA_R, now - 1, limits);
	while (2 * rank <= fits)
		rank *= 2;
	set_int(f, SETTING_LORA_R, rank);
	f->cost = "adapters with fewer weights";
	return true;
}

/** The engine's share of the card: what its weights need, with a tenth of the card for its cache, is the least. */
static bool smaller_share(struct arena *a, const struct job *job, const struct fix_limits *limits, struct fix *f)
{
	double now = job_real(job, SETTING_ROLLOUT_GPU_MEMORY_UTILIZATION, 0), least, best = 0;
	int64_t ranks = job_int(job, SETTING_ROLLOUT_TENSOR_PARALLEL, 1);
	struct job other = *job;

	if (!shares_card(job) || now <= 0 || !job->model || limits->usable == 0)
		return false;
	least = 2.0 * (double)job->model->params / (double)(ranks > 0 ? ranks : 1) / (double)limits->usable + 0.1;
	for (int percent = (int)(now * 100) - 5; percent >= (int)(least * 100); percent -= 5) {
		best = percent / 100.0;
		other.set[SETTING_ROLLOUT_GPU_MEMORY_UTILIZATION] = value_real(best, ORIGIN_ASSUMED, STR("fix"));
		if (estimate_likely(a, &other) <= limits->usable - limits->usable / 20)
			break;
	}
	if (best <= 0)
		return false;
	fix_set(f, SETTING_ROLLOUT_GPU_MEMORY_UTILIZATION, value_real(best, ORIGIN_ASSUMED, STR("fix")));
	f->cost = "a smaller cache of the engine: slower generation";
	return true;
}

/** How many GPUs a job has; where nothing says so, how many are assumed. */
static int64_t gpus_of(struct arena *a, const struct job *job)
{
	struct assumed *as;

	if (job_get(job, SETTING_NUM_GPUS))
		return job_int(job, SETTING_NUM_GPUS, 1);
	as = arena_new(a, struct assumed);
	job_assume(a, job, as);
	return job_int(&as->job, SETTING_NUM_GPUS, 1);
}

/** More GPUs among which the state is shared. */
static bool more_gpus(struct arena *a, const struct job *job, const struct fix_limits *limits, struct fix *f)
{
	int64_t now = gpus_of(a, job), n;
	bool shares = job_is_fsdp(job) || job_is(job, SETTING_DATA_PARALLEL, "zero2") ||
		      job_is(job, SETTING_DATA_PARALLEL, "zero3");
	struct job other = *job;

	if (job_get(job, SETTING_SHARD_SIZE) || now < 1 || now > 64)
		return false;
	if (!shares)
		other.set[SETTING_DATA_PARALLEL] = value_str(STR("zero3"), ORIGIN_ASSUMED, STR("fix"));
	for (n = now < 2 ? 2 : 2 * now; n < GPUS_MOST; n *= 2) {
		other.set[SETTING_NUM_GPUS] = value_int(n, ORIGIN_ASSUMED, STR("fix"));
		if (estimate_likely(a, &other) <= limits->usable - limits->usable / 20)
			break;
	}
	if (!shares)
		fix_set(f, SETTING_DATA_PARALLEL, other.set[SETTING_DATA_PARALLEL]);
	set_int(f, SETTING_NUM_GPUS, n);
	f->cost = "more GPUs; the batch of a step grows with them unless accumulation is cut";
	return true;
}

#define TO(s, v) {{SETTING_##s, (v)}, {SETTING_NONE, NULL}, {SETTING_NONE, NULL}}
#define TO2(s, v, s2, v2) {{SETTING_##s, (v)}, {SETTING_##s2, (v2)}, {SETTING_NONE, NULL}}
#define TO3(s, v, s2, v2, s3, v3) {{SETTING_##s, (v)}, {SETTING_##s2, (v2)}, {SETTING_##s3, (v3)}}

const struct fix_change fix_changes[] = {
    {FIX_EXACT, TO(PER_DEVICE_EVAL_BATCH_SIZE, "1"), evaluates, "evaluation takes longer", NULL},
    {FIX_EXACT, TO(GRADIENT_AS_BUCKET_VIEW, "true"), is_ddp, "none known", NULL},
    {FIX_EXACT, .search = smaller_part},
    {FIX_EXACT, .search = equal_pieces},
    {FIX_EXACT, .search = fewer_tokens},
    {FIX_EXACT, TO(LOGPROB_BATCH_SIZE, "1"), scores_many, "some time per step", NULL},
    {FIX_EXACT, TO(GRADIENT_CHECKPOINTING, "true"), has_no_checkpoints, "about a third more time per step", NULL},
    {FIX_EXACT, TO(CRITIC_GRADIENT_CHECKPOINTING, "true"), keeps_critic, "a third more time of the critic's part of a step", NULL},

    {FIX_SAME, TO(OPTIMIZER, "adamw_torch_fused"), is_foreach, "none known", NULL},
    {FIX_SAME, TO(SEQUENCE_PARALLEL, "true"), can_split_tokens, "none known", NULL},
    {FIX_SAME, TO(RAM_EFFICIENT_LOADING, "true"), loads_whole, "none known; the first process reads the model into host memory", NULL},
    {FIX_SAME, TO(SHARD_UNIT, "layer"), is_one_unit, "none known; a wrap policy names the model's layers", NULL},
    {FIX_SAME, TO(LOSS_KERNEL, "liger"), has_plain_loss, "none known; needs liger-kernel", NULL},
    {FIX_SAME, TO(LOSS_KERNEL, "cut_cross_entropy"), has_plain_loss, "none known; needs cut-cross-entropy", NULL},
    {FIX_SAME, TO(LOSS_KERNEL, "chunked"), has_plain_loss, "none known", NULL},
    {FIX_SAME, TO(ATTENTION, "sdpa"), is_eager, "none known", NULL},
    {FIX_SAME, TO(ATTENTION, "flash_attention_2"), can_flash, "none known; needs flash-attn", NULL},
    {FIX_SAME, .search = no_padding},
    {FIX_SAME, TO(ROLLOUT_SLEEP, "true"), has_engine, "the engine reloads its weights each time", NULL},
    {FIX_SAME, .search = smaller_share},
    {FIX_SAME, TO(ROLLOUT_OFFLOAD, "all"), keeps_state_in_rollout, "the trainer's state moves to host memory and back", NULL},
    {FIX_SAME, TO(RESHARD_AFTER_FORWARD, "true"), keeps_gathered, "weights are gathered again in backward", NULL},
    {FIX_SAME, TO(GATHER_FOR_GENERATION, "false"), gathers_to_generate, "slow generation: layers are gathered for each token", NULL},
    {FIX_SAME, TO(DATA_PARALLEL, "ddp"), is_one_process, "none known; a process for each GPU", NULL},
    {FIX_SAME, TO(DATA_PARALLEL, "zero2"), can_shard_states, "gradients and states in parts; DeepSpeed", NULL},
    {FIX_SAME, TO(DATA_PARALLEL, "zero3"), can_shard_more, "weights are gathered layer by layer; DeepSpeed", NULL},
    {FIX_SAME, TO(DATA_PARALLEL, "fsdp"), is_ddp, "weights are gathered layer by layer", NULL},
    {FIX_SAME, TO2(DATA_PARALLEL, "zero2", OFFLOAD_OPTIMIZER, "cpu"), can_shard_states, "slow steps; host memory; DeepSpeed", NULL},
    {FIX_SAME, TO2(DATA_PARALLEL, "zero3", OFFLOAD_OPTIMIZER, "cpu"), can_shard_more, "slow steps; host memory; DeepSpeed", NULL},
    {FIX_SAME, TO3(DATA_PARALLEL, "zero3", OFFLOAD_OPTIMIZER, "cpu", OFFLOAD_PARAMS, "cpu"), can_shard_more,
     "slower steps still; host memory; DeepSpeed", NULL},
    {FIX_SAME, TO(OFFLOAD_REFERENCE, "cpu"), keeps_reference, "the reference comes from host memory each time", NULL},
    {FIX_SAME, TO(OFFLOAD_OPTIMIZER, "cpu"), job_is_deepspeed, "slow steps; host memory", NULL},
    {FIX_SAME, TO2(OFFLOAD_PARAMS, "cpu", OFFLOAD_OPTIMIZER, "cpu"), can_offload_weights, "slower steps still; host memory", NULL},
    {FIX_SAME, TO2(OFFLOAD_PARAMS, "cpu", OFFLOAD_OPTIMIZER, "cpu"), can_offload_all, "slow steps; host memory", NULL},
    {FIX_SAME, .search = split_layers},
    {FIX_SAME, .search = split_rows},

    {FIX_CHANGED, .search = shorter_packs},
    {FIX_CHANGED, TO(KBIT_UPCAST, "false"), is_upcast, "norms and head in 16 bits", NULL},
    {FIX_CHANGED, TO(DOUBLE_QUANT, "true"), is_nf4, "scales in 8 bits: next to nothing", NULL},
    {FIX_CHANGED, TO(OPTIMIZER, "adamw_8bit"), has_adamw, "8-bit optimizer states; needs bitsandbytes", NULL},
    {FIX_CHANGED, TO(OPTIMIZER, "paged_adamw_8bit"), has_small_adamw,
     "8-bit optimizer states that move to host memory; needs bitsandbytes", NULL},
    {FIX_CHANGED, .search = smaller_batch},
    {FIX_CHANGED, .search = pieces_of_compared},
    {FIX_CHANGED, .search = lower_rank},
    {FIX_CHANGED, TO(WEIGHTS_DTYPE, "bfloat16"), has_wide_weights, "less precise updates: no float32 copy of the weights", NULL},
    {FIX_CHANGED, TO(QUANTIZATION, "nf4"), can_quantise, "weights in 4 bits; slower matmuls", NULL},
    {FIX_CHANGED, TO(PEFT, "lora"), is_full, "adapters train, the model does not", NULL},
    {FIX_CHANGED, TO2(PEFT, "lora", QUANTIZATION, "nf4"), is_full, "adapters train, the model does not; weights in 4 bits", NULL},
    {FIX_CHANGED, .search = fewer_answers},
    {FIX_CHANGED, .search = shorter_answers},
    {FIX_CHANGED, .search = shorter_rows},

    {FIX_HARDWARE, .search = more_gpus},
};
const size_t fix_changes_n = sizeof(fix_changes) / sizeof(*fix_changes);
