#include "fixes.h"

#include "core/base/base.h"

/** A change of one setting to one value, or a search for the value that fits. */
struct change {
	enum setting setting;
	const char *value;
	/** Whether it changes this job at all, and may; NULL: always. */
	bool (*applies)(const struct job *job);
	const char *cost;
	/** Instead of setting and value: fills the fix; false if there is nothing to change. */
	bool (*search)(struct arena *a, const struct job *job, uint64_t usable, struct fix *f);
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
	return !has_adapter(job) && !job_is(job, SETTING_TRAINABLE, "none") && !job_is(job, SETTING_TRAINABLE, "head");
}

static bool has_plain_loss(const struct job *job)
{
	return !job_is(job, SETTING_LOSS_KERNEL, "liger") &&
	       !job_is(job, SETTING_LOSS_KERNEL, "cut_cross_entropy") &&
	       !job_is(job, SETTING_LOSS_KERNEL, "chunked") &&
	       !job_is(job, SETTING_LOSS_KERNEL, "plain") &&
	       !job_is(job, SETTING_LOSS_KERNEL, "chunked_logits") &&
	       !job_is(job, SETTING_LOSS_KERNEL, "unsloth") &&
	       !job_is(job, SETTING_LOSS_KERNEL, "unsloth_eager");
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

static bool has_wide_weights(const struct job *job)
{
	return !job_is(job, SETTING_WEIGHTS_DTYPE, "bfloat16") &&
	       !job_is(job, SETTING_WEIGHTS_DTYPE, "float16") &&
	       is_unset(job, SETTING_QUANTIZATION);
}

static bool is_quantised(const struct job *job)
{
	return !is_unset(job, SETTING_QUANTIZATION);
}

static bool is_upcast(const struct job *job)
{
	return is_quantised(job) && !is_unset(job, SETTING_KBIT_UPCAST);
}

static bool is_nf4(const struct job *job)
{
	return job_is(job, SETTING_QUANTIZATION, "nf4") &&
	       !job_bool(job, SETTING_DOUBLE_QUANT, false);
}

static bool can_quantise(const struct job *job)
{
	return has_adapter(job) && is_unset(job, SETTING_QUANTIZATION);
}

static bool has_adamw(const struct job *job)
{
	struct str o = job_str(job, SETTING_OPTIMIZER, STR("adamw_torch"));

	return str_has_nocase(o, STR("adam")) && !str_has_nocase(o, STR("8bit"));
}

static bool is_foreach(const struct job *job)
{
	return job_is(job, SETTING_OPTIMIZER, "adamw_torch") || !job_get(job, SETTING_OPTIMIZER);
}

static bool is_ddp(const struct job *job)
{
	return job_int(job, SETTING_NUM_GPUS, 1) > 1 &&
	       (is_unset(job, SETTING_DATA_PARALLEL) || job_is(job, SETTING_DATA_PARALLEL, "ddp"));
}

static bool can_shard_more(const struct job *job)
{
	return is_ddp(job) || (job_int(job, SETTING_NUM_GPUS, 1) > 1 &&
			       (job_is(job, SETTING_DATA_PARALLEL, "zero1") ||
				job_is(job, SETTING_DATA_PARALLEL, "zero2")));
}

static bool keeps_gathered(const struct job *job)
{
	return job_is_fsdp(job) && !job_bool(job, SETTING_RESHARD_AFTER_FORWARD, true);
}

static bool is_one_unit(const struct job *job)
{
	return job_is_fsdp(job) && job_is(job, SETTING_SHARD_UNIT, "model");
}

static bool can_split_tokens(const struct job *job)
{
	return job_is(job, SETTING_DATA_PARALLEL, "megatron") && job_int(job, SETTING_TENSOR_PARALLEL, 1) > 1 &&
	       !job_bool(job, SETTING_SEQUENCE_PARALLEL, false);
}

static bool evaluates(const struct job *job)
{
	return job_bool(job, SETTING_EVALUATION, false);
}

static bool has_engine(const struct job *job)
{
	return (job_is(job, SETTING_ROLLOUT_ENGINE, "vllm") ||
		job_is(job, SETTING_ROLLOUT_ENGINE, "sglang")) &&
	       !job_bool(job, SETTING_ROLLOUT_SLEEP, false);
}

/** A change as it would be made to a job. */
static void fix_add(struct fix *f, enum setting s, struct value v)
{
	if (f->n < FIX_SETTINGS_MAX) {
		f->setting[f->n] = s;
		f->value[f->n++] = v;
	}
}

/** The smallest number of pieces, at least least, that a batch can be cut into evenly. */
static int64_t pieces_of(int64_t batch, int64_t least)
{
	for (int64_t k = least; k < batch && k < least + 4096; k++) {
		if (batch % k == 0)
			return k;
	}
	return batch;
}

/** Activations of a part of the batch at a time. */
static bool has_parts(const struct job *job)
{
	int64_t part = job_int(job, SETTING_MINI_BATCH_SIZE, 0);

	return part > 0 && part < job_int(job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 1);
}

/** The largest piece of the batch that fits, the rest moved to accumulation. */
static bool smaller_batch(struct arena *a, const struct job *job, uint64_t usable, struct fix *f)
{
	int64_t batch = job_int(job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 1);
	int64_t steps = job_int(job, SETTING_GRADIENT_ACCUMULATION_STEPS, 1), fits, pieces;

	if (batch <= 1 || steps < 1 || has_parts(job))
		return false;
	fits = fixes_largest(a, job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, batch - 1, usable);
	if (fits == 0)
		fits = 1; /* alone it does not help enough; beside another change it may */
	pieces = pieces_of(batch, batch / fits + (batch % fits != 0));
	if (steps > INT64_MAX / pieces)
		return false;
	fix_add(f, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE,
		value_int(batch / pieces, ORIGIN_ASSUMED, STR("fix")));
	fix_add(f, SETTING_GRADIENT_ACCUMULATION_STEPS,
		value_int(steps * pieces, ORIGIN_ASSUMED, STR("fix")));
	f->cost = job_embeds(job)
		      ? "smaller pieces, some time per step; losses that compare the texts of a batch see fewer"
		      : "the same global batch in smaller pieces: some time per step";
	return true;
}

/** The largest part of a batch that fits, where the loss keeps the embeddings of all parts. */
static bool smaller_part(struct arena *a, const struct job *job, uint64_t usable, struct fix *f)
{
	int64_t part = job_int(job, SETTING_MINI_BATCH_SIZE, 1), fits;

	if (!has_parts(job) || part <= 1)
		return false;
	fits = fixes_largest(a, job, SETTING_MINI_BATCH_SIZE, part - 1, usable);
	fix_add(f, SETTING_MINI_BATCH_SIZE, value_int(fits > 0 ? fits : 1, ORIGIN_ASSUMED, STR("fix")));
	f->cost = "some time per step";
	return true;
}

static bool shorter_rows(struct arena *a, const struct job *job, uint64_t usable, struct fix *f)
{
	int64_t length = job_int(job, SETTING_MAX_SEQ_LENGTH, 0), fits;

	if (length <= 64)
		return false;
	fits = fixes_largest(a, job, SETTING_MAX_SEQ_LENGTH, length - 1, usable);
	fits -= fits % 64;
	if (fits < 64)
		return false;
	fix_add(f, SETTING_MAX_SEQ_LENGTH, value_int(fits, ORIGIN_ASSUMED, STR("fix")));
	f->cost = str_fmt(a, "samples are cut at %ld tokens", (long)fits).s;
	return true;
}

/** Adapters on a model in 4 bits: what fits where nothing else does. */
static bool quantised_adapters(struct arena *a, const struct job *job, uint64_t usable,
			       struct fix *f)
{
	(void)a, (void)usable;
	if (!is_full(job))
		return false;
	fix_add(f, SETTING_PEFT, value_str(STR("lora"), ORIGIN_ASSUMED, STR("fix")));
	fix_add(f, SETTING_QUANTIZATION, value_str(STR("nf4"), ORIGIN_ASSUMED, STR("fix")));
	f->cost = "adapters train, the model does not; weights in 4 bits";
	return true;
}

/* The cheapest for the user first. */
static const struct change changes[] = {
    {SETTING_PER_DEVICE_EVAL_BATCH_SIZE, "1", evaluates, "evaluation takes longer", NULL},
    {SETTING_OPTIMIZER, "adamw_torch_fused", is_foreach, "none known", NULL},
    {SETTING_GRADIENT_AS_BUCKET_VIEW, "true", is_ddp, "none known", NULL},
    {SETTING_DOUBLE_QUANT, "true", is_nf4, "none known", NULL},
    {SETTING_SEQUENCE_PARALLEL, "true", can_split_tokens, "none known", NULL},
    {SETTING_SHARD_UNIT, "layer", is_one_unit, "none known; a wrap policy names the model's layers", NULL},
    {SETTING_LOSS_KERNEL, "liger", has_plain_loss, "none known; needs liger-kernel", NULL},
    {SETTING_ROLLOUT_SLEEP, "true", has_engine, "the engine reloads its weights each time", NULL},
    {SETTING_ATTENTION, "flash_attention_2", can_flash, "none known; needs flash-attn", NULL},
    {SETTING_KBIT_UPCAST, "false", is_upcast, "norms and head in 16 bits", NULL},
    {SETTING_GRADIENT_CHECKPOINTING, "true", has_no_checkpoints, "about a third more time per step",
     NULL},
    {.search = smaller_part},
    {.search = smaller_batch},
    {SETTING_OPTIMIZER, "adamw_8bit", has_adamw, "8-bit optimizer states; needs bitsandbytes",
     NULL},
    {SETTING_OPTIMIZER, "paged_adamw_8bit", has_adamw,
     "8-bit optimizer states that move to host memory; needs bitsandbytes", NULL},
    {SETTING_WEIGHTS_DTYPE, "bfloat16", has_wide_weights,
     "less precise updates: no float32 copy of the weights", NULL},
    {SETTING_RESHARD_AFTER_FORWARD, "true", keeps_gathered, "weights are gathered again in backward", NULL},
    {SETTING_DATA_PARALLEL, "zero2", is_ddp, "gradients and states in parts; DeepSpeed", NULL},
    {SETTING_DATA_PARALLEL, "zero3", can_shard_more,
     "weights are gathered layer by layer; DeepSpeed", NULL},
    {SETTING_DATA_PARALLEL, "fsdp", is_ddp, "weights are gathered layer by layer", NULL},
    {SETTING_OFFLOAD_OPTIMIZER, "cpu", job_is_deepspeed, "slow steps; host memory", NULL},
    {SETTING_QUANTIZATION, "nf4", can_quantise, "weights in 4 bits; slower matmuls", NULL},
    {SETTING_PEFT, "lora", is_full, "adapters train, the model does not", NULL},
    {.search = quantised_adapters},
    {.search = shorter_rows},
};

enum { CHANGES = sizeof(changes) / sizeof(*changes) };

static bool try_fix(struct arena *a, const struct job *job, struct fix *f, uint64_t before)
{
	struct job other = *job;

	for (size_t i = 0; i < f->n; i++)
		other.set[f->setting[i]] = f->value[i];
	f->device_likely = estimate_likely(a, &other);
	f->saves = bytes_sub(before, f->device_likely);
	return f->device_likely < before;
}

/** What a change would set; false if it does not apply. */
static bool propose(struct arena *a, const struct change *c, const struct job *job, uint64_t usable,
		    struct fix *f)
{
	struct value v;

	*f = (struct fix){.cost = c->cost};
	if (c->search)
		return c->search(a, job, usable, f);
	if ((c->applies && !c->applies(job)) || !setting_parse(a, c->setting, str_of(c->value), &v))
		return false;
	v.origin = ORIGIN_ASSUMED;
	v.how = STR("fix");
	fix_add(f, c->setting, v);
	return true;
}

static bool shares_setting(const struct fix *x, const struct fix *y)
{
	for (size_t i = 0; i < x->n; i++) {
		for (size_t k = 0; k < y->n; k++) {
			if (x->setting[i] == y->setting[k])
				return true;
		}
	}
	return false;
}

/** Two changes at once. */
static struct fix both(struct arena *a, const struct fix *x, const struct fix *y)
{
	struct fix f = *x;

	for (size_t i = 0; i < y->n; i++)
		fix_add(&f, y->setting[i], y->value[i]);
	f.cost = str_fmt(a, "%s; %s", x->cost, y->cost).s;
	return f;
}

/** Pairs of changes, the cheaper ones first: by the sum of their places in the table. */
static size_t pairs(struct arena *a, const struct job *job, uint64_t usable, uint64_t before,
		    const struct fix *try, size_t n_try, struct fix *out, size_t max)
{
	size_t n = 0;

	for (size_t sum = 1; sum + 1 < 2 * n_try && n < max; sum++) {
		for (size_t i = sum < n_try ? 0 : sum - n_try + 1; 2 * i < sum && n < max; i++) {
			struct fix f;

			if (shares_setting(&try[i], &try[sum - i]))
				continue;
			f = both(a, &try[i], &try[sum - i]);
			if (try_fix(a, job, &f, before) && f.device_likely <= usable)
				out[n++] = f;
		}
	}
	return n;
}

size_t fixes_find(struct arena *a, const struct job *job, uint64_t usable, struct fix *out,
		   size_t max)
{
	struct fix helps[CHANGES];
	uint64_t before = estimate_likely(a, job);
	size_t n = 0, n_helps = 0;

	if (before <= usable || before == BYTES_MAX || usable == 0)
		return 0;
	for (size_t i = 0; i < CHANGES; i++) {
		struct fix f;

		if (!propose(a, &changes[i], job, usable, &f) || !try_fix(a, job, &f, before))
			continue;
		helps[n_helps++] = f;
		if (f.device_likely <= usable && n < max)
			out[n++] = f;
	}
	return n > 0 ? n : pairs(a, job, usable, before, helps, n_helps, out, max);
}
