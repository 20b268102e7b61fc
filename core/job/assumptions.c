#include "assumptions.h"

#include "core/base/base.h"
#include "core/model/model.h"
#include "model_role.h"
#include "row_lengths.h"

#include <math.h>
#include <stdio.h>

static bool absent(const struct job *job, enum setting s)
{
	return job_get(job, s) == NULL;
}

static bool is_none(const struct job *job, enum setting s)
{
	return absent(job, s) || job_is(job, s, "none");
}

static bool has_adapter(const struct job *job)
{
	return !is_none(job, SETTING_PEFT);
}

static bool is_quantised(const struct job *job)
{
	return !is_none(job, SETTING_QUANTIZATION);
}

static bool is_quantised_by_bits(const struct job *job)
{
	return job_int(job, SETTING_QUANTIZATION_BITS, 16) == 4;
}

static bool is_quantised_to_8(const struct job *job)
{
	return job_int(job, SETTING_QUANTIZATION_BITS, 16) == 8;
}

/*
 * Whether Unsloth keeps a dynamic checkpoint of what an id names: those of before December 2024, and models of others, are
 * quantised plainly, as they load (unsloth/models/mapper.py, 2026-08; its dynamic ones are ids of the model table).
 */
static bool has_dynamic_checkpoint(struct str id)
{
	char name[160];
	struct str last = str_tail(model_bare_id(id), '/');
	int n = snprintf(name, sizeof(name), "unsloth/%.*s-unsloth-bnb-4bit", (int)last.n, last.s);

	return n > 0 && (size_t)n < sizeof(name) && model_find((struct str){name, (size_t)n});
}

/* Unsloth's loader takes its dynamic checkpoint of a model, unless the id asks for the plain one. */
static bool is_dynamic(const struct job *job)
{
	struct str id = job_str(job, SETTING_MODEL, STR(""));
	const struct checkpoint_format *stored;

	if (!job_is(job, SETTING_QUANTIZATION, "nf4"))
		return false;
	stored = checkpoint_format_of(id);
	/* A name that says 16 bits is quantised as it loads, and plainly. */
	if (stored)
		return stored->bits > 5 && stored->bits < 8;
	return job_is(job, SETTING_FUSED_KERNELS, "unsloth") && has_dynamic_checkpoint(id);
}

static bool is_large_dynamic(const struct job *job)
{
	return is_dynamic(job) && job->model && (double)model_params(job->model) > 18e9;
}

static bool holds_16_bit(const struct job *job)
{
	return is_quantised(job) || job_is_deepspeed(job);
}

static bool has_16_bit_weights(const struct job *job)
{
	return job_is(job, SETTING_WEIGHTS_DTYPE, "bfloat16") ||
	       job_is(job, SETTING_WEIGHTS_DTYPE, "float16");
}

static bool has_several_gpus(const struct job *job)
{
	return job_int(job, SETTING_NUM_GPUS, 1) > 1;
}

/* Sharding over one GPU shards nothing: whoever asks for it has several. */
static bool is_sharded(const struct job *job)
{
	return job_is_deepspeed(job) || job_is_fsdp(job);
}

/*
 * accelerate's no_sync() did nothing for FSDP 2 before 1.11 (September 2025, pull request 3762: a module of FSDP 2
 * has no method of that name); since then it calls set_requires_gradient_sync(False), and gradients stay whole.
 */
static bool accumulates_under_fsdp2(const struct job *job)
{
	return (job_is(job, SETTING_DATA_PARALLEL, "fsdp2") || job_is(job, SETTING_DATA_PARALLEL, "hsdp")) &&
	       job_int(job, SETTING_GRADIENT_ACCUMULATION_STEPS, 1) > 1;
}

static bool has_no_padding(const struct job *job)
{
	return job_bool(job, SETTING_PACKING, false) ||
	       job_int(job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 1) <= 1;
}

static bool has_unsloths_kernels(const struct job *job)
{
	return job_is(job, SETTING_FUSED_KERNELS, "unsloth");
}

/* Of 77 executed notebooks those on cards without bfloat16 needed ten bytes a logit, others four (fixtures/accuracy/notebooks.csv). */
static bool has_unsloths_kernels_uncompiled(const struct job *job)
{
	return has_unsloths_kernels(job) && job->gpu && !job->gpu->bf16;
}

/* Unsloth's releases since November 2024, whose loss cuts the logits, ask for transformers 4.46.1 (its pyproject.toml of 2024-11-05). */
static bool has_unsloths_kernels_of_old(const struct job *job)
{
	return has_unsloths_kernels(job) && job_transformers_version(job) < 4.046;
}

/* Liger's patch of a model brings its loss, of which trainers that need logits make no use (transformers integrations/liger.py). */
static bool has_ligers_loss(const struct job *job)
{
	return job_is(job, SETTING_FUSED_KERNELS, "liger") && (job_is(job, SETTING_TASK, "sft") || job_is(job, SETTING_TASK, "pretrain"));
}

static bool ranks(const struct job *job)
{
	return job_is(job, SETTING_TASK, "ranking");
}

static bool evaluates(const struct job *job)
{
	return job_bool(job, SETTING_EVALUATION, false);
}

static bool has_unknown_teacher(const struct job *job)
{
	return !job->teacher && job_unknown_models(job) && job_get(job, SETTING_TEACHER_MODEL);
}

static bool has_unknown_models(const struct job *job)
{
	return job_unknown_models(job) > 0;
}

#define PEFT "PEFT's default"
/* What a job would say if it were so: no assumption worth a line. */
#define NONE NULL

/*
 * Learned positions: a longer row has none and fails, and tokenizers that cut without a length cut there. Models
 * of rotary positions, which take longer rows, have more.
 */
#define POSITIONS "no length is stated: as many tokens as the model has positions"

static bool has_positions(const struct job *job, uint32_t n)
{
	const struct model *m = job->model;

	return m && m->max_position && m->max_position <= n && !family_of_model(m)->relative;
}

/* CLIP's encoder of texts. */
static bool has_77_positions(const struct job *job)
{
	return has_positions(job, 77);
}

static bool has_512_positions(const struct job *job)
{
	/* RoBERTa's table has two more rows, for padding. */
	return has_positions(job, 514);
}

static bool has_1024_positions(const struct job *job)
{
	return has_positions(job, 1026);
}

/*
 * Since transformers 5.0 the experts of a layer are one parameter in every family
 * (models/mixtral/modeling_mixtral.py, MixtralExperts).
 */
static bool stacks_experts(const struct job *job)
{
	return job_transformers_version(job) >= 5;
}

/* modeling_utils.py _check_and_enable_sdpa: from 4.36 on, December 2023. */
static bool composes_attention(const struct job *job)
{
	return job_transformers_version(job) < 4.036;
}

static bool has_unread_optimizer(const struct job *job)
{
	return !job_get(job, SETTING_OPTIMIZER_STATES);
}

#define ROW(...) {__VA_ARGS__, false, 0}
/* Of what is stated and could not be read. */
#define OPEN(...) {__VA_ARGS__, true, 0}
/* Of which something is known of how often it is otherwise. */
#define OFTEN(share, ...) {__VA_ARGS__, false, share}

/* In an order in which each row may read what the rows before it filled in. */
static const struct assume rows[] = {
    ROW(SETTING_TASK, NULL, "sft", NULL, NULL, NONE),
    OPEN(SETTING_PEFT, NULL, "none", "lora", NULL, "whether only an adapter trains could not be read"),
    ROW(SETTING_PEFT, NULL, "none", NULL, NULL, "no adapter is mentioned"),
    ROW(SETTING_QUANTIZATION, is_quantised_by_bits, "nf4", NULL, NULL, "4 bits, no format named"),
    ROW(SETTING_QUANTIZATION, is_quantised_to_8, "int8", NULL, NULL, "8 bits, no format named"),
    OPEN(SETTING_QUANTIZATION, NULL, "none", "nf4", NULL, "how the weights are stored could not be read"),
    ROW(SETTING_QUANTIZATION, NULL, "none", NULL, NULL, NONE),
    /* A machine of eight is the usual one; a job that needs all eight dies on two. */
    ROW(SETTING_NUM_GPUS, is_sharded, "8", NULL, "2", "sharded, and no GPU count is stated"),
    ROW(SETTING_NUM_GPUS, NULL, "1", NULL, NULL, "no GPU count is stated"),
    OPEN(SETTING_DATA_PARALLEL, has_several_gpus, "zero3", NULL, "ddp",
	 "several GPUs, and how they share the job could not be read"),
    ROW(SETTING_DATA_PARALLEL, has_several_gpus, "ddp", "zero3", NULL,
     "several GPUs and no strategy: plain data parallel"),
    ROW(SETTING_DATA_PARALLEL, NULL, "none", NULL, NULL, "one GPU"),
    /* DeepSpeed's stages move states to host memory as often as not. */
    OPEN(SETTING_OFFLOAD_OPTIMIZER, is_sharded, "none", "cpu", NULL, "whether states lie in host memory could not be read"),
    OPEN(SETTING_OFFLOAD_PARAMS, is_sharded, "none", "cpu", NULL, "whether weights lie in host memory could not be read"),
    ROW(SETTING_WEIGHTS_DTYPE, holds_16_bit, "bfloat16", NULL, NULL,
     "what is not quantised is held in 16 bits; DeepSpeed casts the model"),
    ROW(SETTING_WEIGHTS_DTYPE, NULL, "bfloat16", NULL, "float32",
     "no dtype is stated: transformers 4 then loads float32, 5 what the checkpoint holds"),
    ROW(SETTING_MIXED_PRECISION, has_16_bit_weights, "bf16", "no", NULL,
     "16-bit weights, no mixed precision stated"),
    ROW(SETTING_MIXED_PRECISION, NULL, "no", "bf16", NULL, "no mixed precision is stated"),
    ROW(SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, NULL, "1", NULL, "8",
     "no batch size is stated; the transformers Trainer takes 8 then"),
    ROW(SETTING_MAX_PROMPT_LENGTH, job_generates, "512", NULL, NULL, "TRL's default for years"),
    ROW(SETTING_MAX_COMPLETION_LENGTH, job_generates, "256", NULL, NULL, "TRL's default"),
    ROW(SETTING_MAX_SEQ_LENGTH, has_77_positions, "77", "32", NULL, POSITIONS),
    ROW(SETTING_MAX_SEQ_LENGTH, has_512_positions, "512", "128", NULL, POSITIONS),
    ROW(SETTING_MAX_SEQ_LENGTH, has_1024_positions, "1024", "512", NULL, POSITIONS),
    ROW(SETTING_MAX_SEQ_LENGTH, NULL, "2048", "512", "8192", "no length is stated"),
    ROW(SETTING_TEXTS_PER_ROW, job_embeds, "2", NULL, "3", "how many texts a row has is for the data to say: a pair, or a triplet"),
    ROW(SETTING_TEXTS_PER_ROW, ranks, "8", "2", "32", "how many texts are ranked for a query is for the data to say"),
    ROW(SETTING_PACKING, NULL, "false", NULL, NULL, NONE),
    ROW(SETTING_ATTENTION_MASK, has_no_padding, "none", NULL, NULL, "full rows: no mask"),
    ROW(SETTING_ATTENTION_MASK, NULL, "padded", "none", NULL,
     "rows of different length in one batch are padded"),
    ROW(SETTING_ATTENTION, composes_attention, "eager", NULL, NULL,
	"transformers before 4.36 composes attention unless told otherwise"),
    ROW(SETTING_ATTENTION, NULL, "sdpa", NULL, NULL, "PyTorch's own kernel"),
    OPEN(SETTING_OPTIMIZER, has_unread_optimizer, "adamw_torch", "adamw_8bit", NULL, "which optimizer steps could not be read"),
    ROW(SETTING_OPTIMIZER, has_unread_optimizer, "adamw_torch", "adamw_torch_fused", NULL,
     "no optimizer is stated: AdamW"),
    ROW(SETTING_GRADIENT_ACCUMULATION_STEPS, NULL, "1", NULL, NULL, NONE),
    ROW(SETTING_SYNC_GRADIENTS, accumulates_under_fsdp2, "last", "each", NULL,
     "gradients stay whole between passes; accelerate before 1.11 reduced them after each"),
    OPEN(SETTING_GRADIENT_CHECKPOINTING, NULL, "false", "true", NULL,
     "whether activations are recomputed could not be read"),
    ROW(SETTING_GRADIENT_CHECKPOINTING, NULL, "false", "true", NULL, NONE),
    ROW(SETTING_LORA_R, has_adapter, "8", NULL, "64", PEFT),
    OPEN(SETTING_LORA_TARGET_MODULES, has_adapter, "all-linear", "q_proj,v_proj", NULL,
     "which layers have an adapter could not be read"),
    ROW(SETTING_LORA_TARGET_MODULES, has_adapter, "q_proj,v_proj", NULL, "all-linear", PEFT),
    ROW(SETTING_LORA_DROPOUT, has_adapter, "0", NULL, NULL, PEFT),
    ROW(SETTING_ADAPTER_DTYPE, has_adapter, "float32", "bfloat16", NULL,
     "PEFT's default: autocast_adapter_dtype"),
    /* fixtures/accuracy/notebooks.csv, memory after loading: six models of 24 to 70 billion parameters. */
    ROW(SETTING_QUANT_SKIPPED, is_large_dynamic, "0.02", "0", "0.09",
     "Unsloth's dynamic 4 bits leave some linears in 16: of large models 0 to 9 % at load, mostly 2 %"),
    ROW(SETTING_QUANT_SKIPPED, is_dynamic, "0.07", "0.01", "0.14",
     "Unsloth's dynamic 4 bits leave some linears in 16: 1 to 14 % of 20 models at load"),
    ROW(SETTING_EXPERTS, stacks_experts, "fused", NULL, NULL, NONE),
    ROW(SETTING_DOUBLE_QUANT, is_quantised, "false", NULL, NULL, "bitsandbytes' default"),
    /* The recipes of PEFT, QLoRA and Alpaca-LoRA call it; trainers have dropped it since 2025. */
    OFTEN(0.3, SETTING_KBIT_UPCAST, is_quantised, "false", NULL, "true",
	  "no call of prepare_model_for_kbit_training was seen"),
    /* TRL scores completions alone; OpenRLHF and verl score prompts too. */
    OFTEN(0.25, SETTING_LOSS_KERNEL, job_generates, "torch", "liger", "logprobs_float",
	  "trainers differ in how they take log-probabilities from logits"),
    ROW(SETTING_LOSS_KERNEL, has_unsloths_kernels_of_old, "unsloth_logits", NULL, NULL,
	"transformers before 4.46, and so Unsloth before November 2024: its loss is one of whole logits"),
    OFTEN(0.3, SETTING_LOSS_KERNEL, has_unsloths_kernels_uncompiled, "unsloth_eager", "cut_cross_entropy", "unsloth_logits",
	  "Unsloth's kernels bring a loss of their own; before November 2024 it was one of whole logits, then Apple's for some months"),
    /* The first of the three years of its history. */
    OFTEN(0.3, SETTING_LOSS_KERNEL, has_unsloths_kernels, "unsloth", NULL, "unsloth_logits",
	  "Unsloth's kernels bring a loss of their own; before November 2024 it was one of whole logits"),
    ROW(SETTING_LOSS_KERNEL, has_ligers_loss, "liger", NULL, "torch", "Liger's kernels of a model include its loss"),
    ROW(SETTING_LOSS_KERNEL, NULL, "torch", NULL, NULL, "the model's own loss"),
    ROW(SETTING_FUSED_KERNELS, NULL, "none", NULL, NULL, NONE),
    /* Who grades or judges may be as small as a classifier or as large as the model; who teaches is no smaller. */
    ROW(SETTING_UNKNOWN_MODELS, has_unknown_teacher, "trained", NULL, NULL,
     "a teacher of unknown shape is on the card as well"),
    ROW(SETTING_UNKNOWN_MODELS, has_unknown_models, "none", NULL, "trained",
     "a model of unknown shape is on the card as well"),
    ROW(SETTING_PER_DEVICE_EVAL_BATCH_SIZE, evaluates, "8", NULL, NULL, "transformers' default"),
};

static void fill(struct arena *a, struct assumed *out, const struct assume *row)
{
	struct value *v = &out->job.set[row->setting];

	if (!setting_parse(a, row->setting, str_of(row->value), v))
		return;
	v->origin = ORIGIN_ASSUMED;
	v->how = str_of(row->why ? row->why : "not mentioned");
	if (out->n < ASSUME_MAX)
		out->at[out->n++] = row;
}

/*
 * A loop whose batch is not stated, and which has several completions of a prompt: their rewards are compared with each
 * other, so that a forward pass has those of one prompt, unless it takes them one after the other.
 */
static void derive_group(struct arena *a, struct job *job, const struct job *stated)
{
	struct value *one;
	struct value *v = &job->set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE];
	int64_t group = job_int(job, SETTING_NUM_GENERATIONS, 1);

	if (v->type != VALUE_ABSENT || group <= 1 || !job_generates(job))
		return;
	*v = value_int(group, ORIGIN_DERIVED, STR("the completions of one prompt"));
	v->from[0] = job_get(stated, SETTING_NUM_GENERATIONS);
	one = arena_new(a, struct value);
	*one = value_int(1, ORIGIN_ASSUMED, STR("one after the other"));
	v->alternative = one;
}

/** A machine has eight of them; and a job no fewer than it is split into parts, however many those are. */
static void derive_gpus(struct job *job, const struct job *stated)
{
	enum { MACHINE = 8, NODES_MOST = 1 << 20 };
	struct value *v = &job->set[SETTING_NUM_GPUS];
	int64_t nodes = job_int(job, SETTING_NUM_NODES, 1), each = job_int(job, SETTING_GPUS_PER_NODE, 0);
	double stages = (double)job_int(job, SETTING_PIPELINE_PARALLEL, 1);
	double ranks = (double)job_int(job, SETTING_TENSOR_PARALLEL, 1) * (double)job_int(job, SETTING_CONTEXT_PARALLEL, 1);
	double parts = stages * fmax(ranks, (double)job_int(job, SETTING_EXPERT_PARALLEL, 1));

	/* trainer.nnodes=$WORKERS: of how many machines is not known, of one of them it is. */
	if (v->type == VALUE_ABSENT && absent(job, SETTING_NUM_NODES) && each > 0 && parts <= (double)each) {
		*v = value_int(each, ORIGIN_ASSUMED, STR("those of one machine"));
		v->from[0] = job_get(stated, SETTING_GPUS_PER_NODE);
	}
	if (v->type != VALUE_ABSENT || nodes < 1 || nodes > NODES_MOST || !(parts < (double)MACHINE * NODES_MOST))
		return;
	if (nodes > 1 && parts <= (double)(nodes * MACHINE)) {
		*v = value_int(nodes * MACHINE, ORIGIN_ASSUMED, STR("eight on each machine"));
		v->from[0] = job_get(stated, SETTING_NUM_NODES);
	} else if (parts > MACHINE) {
		*v = value_int((int64_t)parts, ORIGIN_ASSUMED, STR("no more than its groups have"));
	}
}

/** The per-GPU batch from the global one. */
static void derive_batch(struct job *job, const struct job *stated)
{
	int64_t global = job_int(job, SETTING_GLOBAL_BATCH_SIZE, 0);
	int64_t gpus = job_int(job, SETTING_NUM_GPUS, 1);
	int64_t accumulation = job_int(job, SETTING_GRADIENT_ACCUMULATION_STEPS, 1);
	struct value *v = &job->set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE];

	if (v->type != VALUE_ABSENT || global <= 0 || gpus <= 0 || accumulation <= 0)
		return;
	*v = value_int(global / gpus / accumulation, ORIGIN_DERIVED,
		       STR("global batch / GPUs / accumulation"));
	if (v->as.i < 1)
		v->as.i = 1;
	v->from[0] = job_get(stated, SETTING_GLOBAL_BATCH_SIZE);
	v->from[1] = job_get(stated, SETTING_NUM_GPUS);
	v->from[2] = job_get(stated, SETTING_GRADIENT_ACCUMULATION_STEPS);
}

/** Generated text is prompt and completion. */
static void derive_length(struct job *job, const struct job *stated)
{
	struct value *v = &job->set[SETTING_MAX_SEQ_LENGTH];
	int64_t prompt = job_int(job, SETTING_MAX_PROMPT_LENGTH, 0);
	int64_t completion = job_int(job, SETTING_MAX_COMPLETION_LENGTH, 0);

	if (v->type != VALUE_ABSENT || prompt <= 0 || completion <= 0)
		return;
	*v = value_int(prompt > INT64_MAX - completion ? INT64_MAX : prompt + completion,
		       ORIGIN_DERIVED, STR("prompt + completion"));
	v->from[0] = job_get(stated, SETTING_MAX_PROMPT_LENGTH);
	v->from[1] = job_get(stated, SETTING_MAX_COMPLETION_LENGTH);
}

/** Where the data is not known, its longest row is as long as that of a usual data set. */
static void assume_row_length(struct job *job)
{
	struct value *v = &job->set[SETTING_ROW_LENGTH];

	if (v->type == VALUE_ABSENT && job_rows_vary(job))
		*v = value_int((int64_t)job_row_length_median(job), ORIGIN_ASSUMED,
			       job_is(job, SETTING_BATCH_LAYOUT, "joined") ? STR("rows of usual length, joined")
									   : STR("a usual data set's"));
}

void job_assume(struct arena *a, const struct job *job, struct assumed *out)
{
	out->job = *job;
	out->n = 0;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct assume *row = &rows[i];

		if (row->setting == SETTING_NUM_GPUS)
			derive_gpus(&out->job, job);
		if (row->setting == SETTING_PER_DEVICE_TRAIN_BATCH_SIZE) {
			derive_batch(&out->job, job);
			derive_group(a, &out->job, job);
		}
		if (row->setting == SETTING_MAX_SEQ_LENGTH)
			derive_length(&out->job, job);
		if (absent(&out->job, row->setting) && (!row->open || job->open[row->setting]) &&
		    (!row->applies || row->applies(&out->job)))
			fill(a, out, row);
	}
	assume_row_length(&out->job);
}
