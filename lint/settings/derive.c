#include "derive.h"

#include "core/base/base.h"
#include "core/model/model.h"
#include "condition.h"
#include "derive_parts.h"

#include <math.h>
#include <string.h>

enum op {
	/** text, as setting_parse() reads it. */
	OP_TEXT,
	/**
	 * The same, because nothing says otherwise: not where a file that may say it is missing, nor of a job that is
	 * asked about, of which nothing was read.
	 */
	OP_SILENCE,
	/** The same, of a job that is asked about too. */
	OP_OTHERWISE,
	/** The value of in[0]. */
	OP_COPY,
	/** The product of in[0], in[1], in[2] (SETTING_NONE: 1). */
	OP_PRODUCT,
	/** in[0] / (in[1] × in[2]), only if it is a whole number > 0. */
	OP_QUOTIENT,
	/**
	 * in[0] / (in[1] × in[2]), rounded down, at least 1: what frameworks' "//" gives. in[2] is the GPUs,
	 * of which a tensor, pipeline or context group counts once.
	 */
	OP_QUOTIENT_RANKS,
	/** OP_QUOTIENT of three numbers that are all stated. */
	OP_QUOTIENT_STATED,
	/** factor / (in[0] × in[1]), rounded up. */
	OP_SHARE_UP,
	/** in[0] + in[1]. */
	OP_SUM,
	/** factor × the model's hidden size to the power of 2. */
	OP_HIDDEN_SQUARED,
};

struct derive_row {
	enum setting setting;
	enum op op;
	enum setting in[3];
	const char *text;
	double factor;
	/** Only where this holds (condition.h). */
	const char *when;
	/** For people: how the value came about. */
	const char *how;
	const char *source;
};

#define S(s) SETTING_##s
#define NONE SETTING_NONE

static const struct derive_row rows[] = {
    /* GPUs. */
    {S(NUM_GPUS),
     OP_QUOTIENT_STATED,
     {S(GLOBAL_BATCH_SIZE), S(PER_DEVICE_TRAIN_BATCH_SIZE), S(GRADIENT_ACCUMULATION_STEPS)},
     NULL,
     0,
     "!num_gpus,!gpus_per_node,data_parallel=zero1|zero2|zero3,tensor_parallel!=2|4|8|16,pipeline_parallel!=2|4|8|16,"
     "context_parallel!=2|4|8|16",
     "global batch / (micro batch × accumulation): DeepSpeed runs with no other number",
     "deepspeed deepspeed/runtime/config.py _batch_assertion, 0.3-0.18"},
    {S(NUM_NODES),
     OP_OTHERWISE,
     {S(GPUS_PER_NODE), NONE, NONE},
     "1",
     0,
     "!num_gpus",
     "nothing names more machines",
     "definition"},
    {S(NUM_GPUS),
     OP_PRODUCT,
     {S(GPUS_PER_NODE), S(NUM_NODES), NONE},
     NULL,
     0,
     NULL,
     "GPUs per node × nodes",
     "definition"},
    {S(GPUS_PER_NODE),
     OP_QUOTIENT,
     {S(NUM_GPUS), S(NUM_NODES), NONE},
     NULL,
     0,
     NULL,
     "GPUs / nodes",
     "definition"},
    {S(DATA_PARALLEL),
     OP_TEXT,
     {S(NUM_GPUS), NONE, NONE},
     "none",
     0,
     "num_gpus=1",
     "one GPU",
     "definition"},
    {S(DATA_PARALLEL),
     OP_SILENCE,
     {S(NUM_GPUS), NONE, NONE},
     "ddp",
     0,
     "num_gpus>1",
     "several processes and nothing that shards",
     "accelerate src/accelerate/commands/launch.py: more than one GPU is MULTI_GPU"},
    /* Batches. Data-parallel ranks are the GPUs without those of tensor and pipeline groups. */
    {S(PER_DEVICE_TRAIN_BATCH_SIZE),
     OP_QUOTIENT_RANKS,
     {S(GLOBAL_MICRO_BATCH_SIZE), NONE, S(NUM_GPUS)},
     NULL,
     0,
     NULL,
     "sequences per forward pass / data-parallel ranks",
     "verl verl/workers/fsdp_workers.py: ppo_micro_batch_size //= world size // sequence-parallel size"},
    {S(GLOBAL_BATCH_SIZE),
     OP_PRODUCT,
     {S(GLOBAL_PROMPTS), S(NUM_GENERATIONS), NONE},
     NULL,
     0,
     NULL,
     "prompts × completions",
     "verl verl/workers/fsdp_workers.py: ppo_mini_batch_size *= rollout.n"},
    {S(GRADIENT_ACCUMULATION_STEPS),
     OP_QUOTIENT_RANKS,
     {S(GLOBAL_BATCH_SIZE), S(PER_DEVICE_TRAIN_BATCH_SIZE), S(NUM_GPUS)},
     NULL,
     0,
     NULL,
     "global batch / (micro batch × data-parallel ranks)",
     "megatron-core core/num_microbatches_calculator.py"},
    {S(GRADIENT_ACCUMULATION_STEPS),
     OP_SHARE_UP,
     {S(PER_DEVICE_TRAIN_BATCH_SIZE), S(NUM_GPUS), NONE},
     NULL,
     16,
     "framework=ms-swift,!global_batch_size,data_parallel!=device_map",
     "16 / (batch × processes), rounded up",
     "ms-swift swift/llm/utils/argument.py, 1.7 to 2.6; swift/trainers/arguments.py, 3.2.2 to 4.5"},
    /* One process that spreads a model over several GPUs learns from one batch; ms-swift has several of these. */
    {S(GLOBAL_BATCH_SIZE),
     OP_PRODUCT,
     {S(PER_DEVICE_TRAIN_BATCH_SIZE), S(GRADIENT_ACCUMULATION_STEPS), NONE},
     NULL,
     0,
     "data_parallel=device_map,num_gpus=2|3|4|5|6|7|8|16,framework!=ms-swift",
     "micro batch × accumulation: the GPUs share one model",
     "transformers src/transformers/trainer.py get_total_train_batch_size, is_model_parallel"},
    {S(GLOBAL_BATCH_SIZE),
     OP_PRODUCT,
     {S(PER_DEVICE_TRAIN_BATCH_SIZE), S(GRADIENT_ACCUMULATION_STEPS), S(NUM_GPUS)},
     NULL,
     0,
     "tensor_parallel!=2|4|8|16,pipeline_parallel!=2|4|8|16,context_parallel!=2|4|8|16",
     "micro batch × accumulation × GPUs",
     "transformers src/transformers/trainer.py get_total_train_batch_size"},
    {S(PER_DEVICE_EVAL_BATCH_SIZE),
     OP_COPY,
     {S(PER_DEVICE_TRAIN_BATCH_SIZE), NONE, NONE},
     NULL,
     0,
     "framework=axolotl|gpt-neox|levanter|megatron-lm|nemo",
     "as in training",
     "axolotl src/axolotl/utils/config/__init__.py; Megatron-LM megatron/training/training.py evaluate(); gpt-neox "
     "megatron/training.py evaluate(); levanter src/levanter/trainer.py; NeMo megatron_gpt_config.yaml: one micro_batch_size"},
    /* Sequences. */
    {S(MAX_SEQ_LENGTH),
     OP_PRODUCT,
     {S(MAX_TOKENS_PER_GPU), S(CONTEXT_PARALLEL), NONE},
     NULL,
     0,
     NULL,
     "tokens per GPU × GPUs that share a row",
     "verl verl/workers/actor/dp_actor.py: max_token_len = ppo_max_token_len_per_gpu * ulysses size"},
    {S(MAX_SEQ_LENGTH),
     OP_COPY,
     {S(MAX_TOKENS_PER_GPU), NONE, NONE},
     NULL,
     0,
     NULL,
     "rows joined up to so many tokens",
     "verl verl/workers/actor/dp_actor.py"},
    {S(MAX_SEQ_LENGTH),
     OP_SUM,
     {S(MAX_PROMPT_LENGTH), S(MAX_COMPLETION_LENGTH), NONE},
     NULL,
     0,
     "task!=sft|pretrain|dpo|ipo|kto|bco|orpo|cpo|simpo|reward",
     "prompt + completion",
     "trl trl/trainer/grpo_trainer.py"},
    {S(ATTENTION_MASK),
     OP_TEXT,
     {S(PACKING), NONE, NONE},
     "none",
     0,
     "packing=true",
     "packed rows are full",
     "definition"},
    /* Adapters and quantisation. */
    {S(QUANTIZATION_BITS),
     OP_TEXT,
     {S(QUANTIZATION), NONE, NONE},
     "4",
     0,
     "quantization=nf4|fp4|mxfp4",
     "bits of the format",
     "definition"},
    {S(QUANTIZATION_BITS),
     OP_TEXT,
     {S(QUANTIZATION), NONE, NONE},
     "8",
     0,
     "quantization=int8|fp8|eetq",
     "bits of the format",
     "definition"},
    {S(KBIT_UPCAST),
     OP_SILENCE,
     {S(QUANTIZATION), NONE, NONE},
     "false",
     0,
     "quantization=nf4|fp4|int8",
     "nothing calls prepare_model_for_kbit_training",
     "peft src/peft/utils/other.py"},
    {S(LORA_ALPHA),
     OP_SUM,
     {S(LORA_R), S(LORA_R), NONE},
     NULL,
     0,
     "framework=llamafactory",
     "2 × rank",
     "LLaMA-Factory src/llamafactory/hparams/finetuning_args.py"},
    {S(LOSS_KERNEL),
     OP_TEXT,
     {S(TASK), NONE, NONE},
     "logprobs_float",
     0,
     "framework=openrlhf,task=ppo|grpo|rloo|reinforce",
     "log-probabilities of prompt and completion, in float32",
     "openrlhf openrlhf/models/actor.py forward, utils.py log_probs_from_logits, 0.6.4 to 0.11"},
    /* Other models. */
    {S(REFERENCE_MODEL),
     OP_COPY,
     {S(MODEL), NONE, NONE},
     NULL,
     0,
     "task=ppo,reference_dtype",
     "a second one of the same name",
     "lint/training/models_on_card.c take_twin()"},
    {S(REFERENCE_MODEL),
     OP_COPY,
     {S(MODEL), NONE, NONE},
     NULL,
     0,
     "framework=openrlhf|oat,task=dpo|ipo|kto|ppo|grpo|rloo|reinforce,peft!=none",
     "a frozen copy of the model, beside adapters as well",
     "openrlhf openrlhf/cli/train_dpo.py, 0.5-0.9; sail-sg/oat oat/learners/rl.py, dap.py, 0.2.3"},
    {S(REFERENCE_MODEL),
     OP_TEXT,
     {S(PEFT), NONE, NONE},
     "none",
     0,
     "task=dpo|ipo|kto|bco|grpo|rloo|reinforce|online_dpo|ppo,peft!=none,framework!=torch",
     "the model with its adapter switched off",
     "trl trl/trainer/dpo_trainer.py"},
    {S(REFERENCE_MODEL),
     OP_TEXT,
     {S(TASK), NONE, NONE},
     "none",
     0,
     "task=orpo|cpo|simpo|sft|reward|pretrain",
     "the loss needs no reference",
     "trl trl/trainer/sft_trainer.py, orpo_trainer.py, cpo_trainer.py"},
    {S(REFERENCE_MODEL),
     OP_TEXT,
     {S(BETA), NONE, NONE},
     "none",
     0,
     "task=grpo|rloo|reinforce,beta=0",
     "beta is 0",
     "trl trl/trainer/grpo_trainer.py since 0.16"},
    {S(REFERENCE_MODEL),
     OP_COPY,
     {S(MODEL), NONE, NONE},
     NULL,
     0,
     "task=dpo|ipo|kto|bco|online_dpo|ppo,peft=none",
     "a frozen copy of the model",
     "trl trl/trainer/dpo_trainer.py"},
    {S(REFERENCE_MODEL),
     OP_COPY,
     {S(MODEL), NONE, NONE},
     NULL,
     0,
     "task=grpo|rloo|reinforce,peft=none,beta>0",
     "a frozen copy of the model",
     "trl trl/trainer/grpo_trainer.py"},
    {S(REFERENCE_DTYPE),
     OP_COPY,
     {S(WEIGHTS_DTYPE), NONE, NONE},
     NULL,
     0,
     "reference_model,reference_model!=none",
     "loaded as the model",
     "trl trl/trainer/dpo_trainer.py: the same model_init_kwargs"},
    /* DeepSpeed's buckets where its file says "auto" (else a default of the map stands here). */
    {S(REDUCE_BUCKET_SIZE),
     OP_HIDDEN_SQUARED,
     {NONE, NONE, NONE},
     NULL,
     1.0,
     "data_parallel=zero1|zero2|zero3",
     "hidden size squared",
     "transformers src/transformers/integrations/deepspeed.py trainer_config_finalize"},
    {S(PREFETCH_BUCKET_SIZE),
     OP_HIDDEN_SQUARED,
     {NONE, NONE, NONE},
     NULL,
     0.9,
     "data_parallel=zero3",
     "0.9 × hidden size squared",
     "transformers src/transformers/integrations/deepspeed.py trainer_config_finalize"},
};

/* Inputs of a row that the job has; false if one is missing. */
static bool row_inputs(const struct derive_row *row, const struct job *job, double in[3])
{
	for (size_t i = 0; i < 3; i++) {
		const struct value *v;

		in[i] = 1;
		if (row->in[i] == SETTING_NONE)
			continue;
		v = job_get(job, row->in[i]);
		if (!v)
			return false;
		if (v->type == VALUE_INT)
			in[i] = (double)v->as.i;
		else if (v->type == VALUE_REAL)
			in[i] = v->as.r;
	}
	return true;
}

/* Whether all inputs of a row are written down, each as one value. */
static bool inputs_stated(const struct derive_row *row, const struct job *job)
{
	for (size_t i = 0; i < 3; i++)
		if (job->set[row->in[i]].origin != ORIGIN_STATED || job->set[row->in[i]].alternative)
			return false;
	return true;
}

static bool row_number(const struct derive_row *row, const double in[3], const struct job *job,
		       int64_t *out)
{
	double x = 0;

	if (row->op == OP_PRODUCT)
		x = in[0] * in[1] * in[2];
	else if (row->op == OP_SUM)
		x = in[0] + in[1];
	else if (row->op == OP_HIDDEN_SQUARED)
		x = job->model ? row->factor * job->model->hidden * job->model->hidden : 0;
	else if (row->op == OP_SHARE_UP && in[0] * in[1] > 0)
		x = ceil(row->factor / (in[0] * in[1]));
	else if (in[1] * in[2] > 0)
		x = in[0] / (in[1] * in[2]);
	if (row->op == OP_QUOTIENT_RANKS)
		x *= job_real(job, SETTING_TENSOR_PARALLEL, 1) * job_real(job, SETTING_PIPELINE_PARALLEL, 1) *
		     job_real(job, SETTING_CONTEXT_PARALLEL, 1);
	if (row->op == OP_QUOTIENT_RANKS && x > 0 && x < 1)
		x = 1;
	if (!(x >= 1 && x < 9e15))
		return false;
	*out = (int64_t)x;
	return (row->op != OP_QUOTIENT && row->op != OP_QUOTIENT_STATED) || (double)*out >= x;
}

static bool row_value(struct arena *a, const struct derive_row *row, const struct job *job,
		      struct value *v)
{
	double in[3];
	int64_t n;

	if (!row_inputs(row, job, in) || (row->op == OP_QUOTIENT_STATED && !inputs_stated(row, job)))
		return false;
	if (row->op == OP_TEXT || row->op == OP_SILENCE || row->op == OP_OTHERWISE)
		return setting_parse(a, row->setting, str_of(row->text), v);
	if (row->op == OP_COPY) {
		*v = job->set[row->in[0]];
		memset(v->from, 0, sizeof(v->from));
		v->alternative = NULL;
		return true;
	}
	if (!row_number(row, in, job, &n))
		return false;
	*v = setting_rows[row->setting].type == SETTING_TYPE_REAL
		 ? value_real((double)n, ORIGIN_DERIVED, STR(""))
		 : value_int(n, ORIGIN_DERIVED, STR(""));
	return true;
}

/* A copy of a job's value that outlives changes of the job. */
static const struct value *keep(struct arena *a, const struct value *v)
{
	struct value *copy = arena_new(a, struct value);

	*copy = *v;
	return copy;
}

static void derive_one(struct arena *a, const struct derive_row *row, struct job *job)
{
	struct value v;
	size_t from = 0;

	if (!condition_holds(row->when, job, NULL) || !row_value(a, row, job, &v))
		return;
	v.origin = ORIGIN_DERIVED;
	v.how = str_of(row->how);
	for (size_t i = 0; i < 3; i++)
		if (row->in[i] != SETTING_NONE && (i == 0 || row->in[i] != row->in[i - 1]))
			v.from[from++] = keep(a, &job->set[row->in[i]]);
	if (from)
		v.at = v.from[0]->at;
	job->set[row->setting] = v;
}

static int64_t whole(const struct job *job, enum setting s, int64_t otherwise)
{
	const struct value *v = job_get(job, s);

	if (!v)
		return otherwise;
	return v->type == VALUE_INT && !v->alternative ? v->as.i : 0;
}

/* A model spread over the one GPU that there is lies on it whole. */
static void settle_device_map(struct arena *a, struct job *job)
{
	const struct value *gpus = job_get(job, SETTING_NUM_GPUS);
	struct value *spread = &job->set[SETTING_DATA_PARALLEL];
	struct value v;

	if (!gpus || gpus->type != VALUE_INT || gpus->as.i != 1 || gpus->alternative ||
	    !str_is(job_str(job, SETTING_DATA_PARALLEL, STR("")), "device_map") ||
	    spread->alternative || !setting_parse(a, SETTING_DATA_PARALLEL, STR("none"), &v))
		return;
	v.origin = ORIGIN_DERIVED;
	v.how = STR("one GPU");
	v.from[0] = keep(a, gpus);
	v.from[1] = keep(a, spread);
	v.at = v.from[0]->at;
	*spread = v;
}

/*
 * Replicas of which there is one: tensor and pipeline groups that have all GPUs between them (deepspeed
 * runtime/pipe/topology.py: num_dp = world / (num_pp × num_mp)), or DeepSpeed's stage 0 in one process, whose engine wraps
 * nothing in DistributedDataParallel. Beside a loop of the project's own it is known by where its optimizer's states live.
 */
static void settle_one_replica(struct arena *a, struct job *job)
{
	int64_t gpus = whole(job, SETTING_NUM_GPUS, 0);
	int64_t tensor = whole(job, SETTING_TENSOR_PARALLEL, 1), pipe = whole(job, SETTING_PIPELINE_PARALLEL, 1);
	struct value *replicas = &job->set[SETTING_DATA_PARALLEL];
	bool alone = gpus == 1 && (condition_holds("framework=deepspeed", job, NULL) || job_get(job, SETTING_OFFLOAD_OPTIMIZER));
	struct value v;

	if (replicas->alternative || !job_is(job, SETTING_DATA_PARALLEL, "ddp") || (gpus < 2 && !alone) || tensor < 1 || pipe < 1 ||
	    gpus / tensor != pipe || gpus % tensor != 0 || !setting_parse(a, SETTING_DATA_PARALLEL, STR("none"), &v))
		return;
	v.origin = ORIGIN_DERIVED;
	v.how = alone ? STR("one GPU") : STR("all GPUs share one model");
	v.from[0] = keep(a, &job->set[SETTING_NUM_GPUS]);
	v.from[1] = keep(a, replicas);
	v.at = v.from[0]->at;
	*replicas = v;
}

/*
 * DeepSpeed's engine casts the whole model to the precision that it is configured for, however it was loaded
 * (deepspeed 0.9 to 0.19 runtime/engine.py _configure_distributed_model: module.half(), module.bfloat16()).
 * Other frameworks' optimizers that are named by a stage of ZeRO cast nothing.
 */
static void settle_cast(struct arena *a, struct job *job)
{
	const struct value *precision = job_get(job, SETTING_MIXED_PRECISION);
	struct value *weights = &job->set[SETTING_WEIGHTS_DTYPE];
	struct value v;

	if (!precision || precision->alternative || precision->origin == ORIGIN_ASSUMED ||
	    !condition_holds("data_parallel=zero1|zero2|zero3,mixed_precision=bf16|fp16,framework!=verl", job, NULL) ||
	    !setting_parse(a, SETTING_WEIGHTS_DTYPE, precision->as.s, &v) ||
	    (weights->type != VALUE_ABSENT && !weights->alternative && str_eq(weights->as.s, v.as.s)))
		return;
	v.origin = ORIGIN_DERIVED;
	v.how = STR("DeepSpeed casts the model");
	v.from[0] = keep(a, precision);
	v.at = v.from[0]->at;
	*weights = v;
}

/* Whether a row made a setting's value of that of another one. */
static bool is_made_of(const struct job *job, enum setting made, enum setting of)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (rows[i].setting == made && str_is(job->set[made].how, rows[i].how) &&
		    (rows[i].in[0] == of || rows[i].in[1] == of || rows[i].in[2] == of))
			return true;
	return false;
}

/* Where the weight of the KL term may be another than 0 as well, a reference may lie beside the model. */
static void settle_reference(struct arena *a, struct job *job)
{
	const struct value *beta = job_get(job, SETTING_BETA), *x;
	struct value *reference = &job->set[SETTING_REFERENCE_MODEL], *other;

	for (x = beta ? beta->alternative : NULL; x && !(x->type == VALUE_REAL && x->as.r > 0); x = x->alternative)
		;
	if (!x || reference->alternative || reference->type != VALUE_STR || !str_is(reference->as.s, "none") ||
	    !is_made_of(job, SETTING_REFERENCE_MODEL, SETTING_BETA) || job->set[SETTING_MODEL].type != VALUE_STR)
		return;
	other = arena_new(a, struct value);
	*other = job->set[SETTING_MODEL];
	other->origin = ORIGIN_DERIVED;
	other->how = STR("a frozen copy of the model, where beta is not 0");
	reference->alternative = other;
}

/* Who asks about a job and names the rows of its evaluation asks about one that evaluates. */
static void settle_evaluation(struct arena *a, struct job *job)
{
	const struct value *batch = job_get(job, SETTING_PER_DEVICE_EVAL_BATCH_SIZE);
	struct value *v = &job->set[SETTING_EVALUATION];

	if (job->found != JOB_FOUND_GIVEN || !batch || v->type != VALUE_ABSENT)
		return;
	*v = value_bool(true, ORIGIN_DERIVED, STR("its rows are given"));
	v->from[0] = keep(a, batch);
	v->at = v->from[0]->at;
}

/*
 * Unsloth makes a batch that holds no whole number of groups one group (unsloth/models/rl.py
 * check_num_generations: of batch × accumulation × processes since 2025-11, of the batch alone before). It does so for
 * releases of TRL that want whole groups (rl_replacements.py grpo_trainer_fix_batch_size); where the batch counts
 * prompts, each is a group already.
 */
static void settle_group(struct arena *a, struct job *job)
{
	struct value *batch = &job->set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE];
	int64_t group = whole(job, SETTING_NUM_GENERATIONS, 0);
	int64_t step = whole(job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, 0);
	struct value v;

	/* One that is given with --set stays, and one of whose steps of accumulation the number is not known. */
	if (group <= 0 || step <= 0 || !span_known(batch->at) || job->open[SETTING_GRADIENT_ACCUMULATION_STEPS] ||
	    !condition_holds("task=grpo,fused_kernels=unsloth,batch_counts!=prompts", job, NULL))
		return;
	step = step % group * (whole(job, SETTING_GRADIENT_ACCUMULATION_STEPS, 1) % group);
	step = step % group * (whole(job, SETTING_NUM_GPUS, whole(job, SETTING_GPUS_PER_NODE, 1)) % group);
	if (step % group == 0)
		return;
	v = value_int(group, ORIGIN_DERIVED, STR("Unsloth makes the batch a group"));
	v.from[0] = keep(a, &job->set[SETTING_NUM_GENERATIONS]);
	v.from[1] = keep(a, batch);
	v.at = v.from[1]->at;
	*batch = v;
}

/* A tokenizer that cuts answers to their length before they are put behind their prompts says nothing of the rows. */
static void settle_answers(struct job *job)
{
	struct value *limit = &job->set[SETTING_MAX_SEQ_LENGTH];
	const struct value *completion = &job->set[SETTING_MAX_COMPLETION_LENGTH];

	/*
	 * What Unsloth's loader is told is the model's limit, and its engine's (unsloth_zoo 2025.6, vllm_utils.py, load_vllm():
	 * max_model_len): no row is longer, whatever else that number is given to.
	 */
	if (condition_holds("fused_kernels=unsloth", job, NULL))
		return;
	/* One number for all that a row has room for is known by that no prompt's length stands beside it (NeMo RL). */
	if (job_generates(job) && job_get(job, SETTING_MAX_PROMPT_LENGTH) && limit->type == VALUE_INT && completion->type == VALUE_INT && span_known(limit->at) &&
	    limit->at.file == completion->at.file && limit->at.off == completion->at.off && limit->as.i == completion->as.i)
		*limit = (struct value){0};
}

/* The limit that Unsloth's loader is told is the model's; rows are a prompt and what is generated (trl cuts both). */
static void settle_rows(struct arena *a, struct job *job)
{
	struct value *limit = &job->set[SETTING_MAX_SEQ_LENGTH];
	int64_t prompt = whole(job, SETTING_MAX_PROMPT_LENGTH, 0);
	int64_t completion = whole(job, SETTING_MAX_COMPLETION_LENGTH, 0);
	struct value v;

	if (prompt <= 0 || completion <= 0 || prompt > INT64_MAX - completion || !span_known(limit->at) ||
	    limit->type != VALUE_INT || limit->as.i <= prompt + completion ||
	    !condition_holds("task=grpo,fused_kernels=unsloth", job, NULL))
		return;
	v = value_int(prompt + completion, ORIGIN_DERIVED, STR("prompt + completion, below the model's limit"));
	v.from[0] = keep(a, &job->set[SETTING_MAX_PROMPT_LENGTH]);
	v.from[1] = keep(a, &job->set[SETTING_MAX_COMPLETION_LENGTH]);
	v.at = v.from[1]->at;
	*limit = v;
}

/* Whether all that a row computes its value of is sure, and nothing of it was made of that value before. */
static bool inputs_sure(const struct derive_row *row, const struct job *job)
{
	for (size_t i = 0; i < 3; i++) {
		const struct value *v = row->in[i] == SETTING_NONE ? NULL : job_get(job, row->in[i]);

		if (row->in[i] != SETTING_NONE &&
		    (!v || v->alternative || v->origin == ORIGIN_ASSUMED || is_made_of(job, row->in[i], row->setting)))
			return false;
	}
	return true;
}

/* Whether a row may say what its setting is: nothing did, or only a name that means it mostly did, and the row counts it. */
static bool is_open(const struct derive_row *row, const struct job *job)
{
	const struct value *v = &job->set[row->setting];

	return v->type == VALUE_ABSENT ||
	       (row->op == OP_QUOTIENT_RANKS && v->origin == ORIGIN_ASSUMED && inputs_sure(row, job));
}

/* Whether a row goes by that nothing says otherwise, where something may, or does not know of it. */
static bool is_said_elsewhere(const struct derive_row *row, const struct job *job)
{
	return ((row->op == OP_SILENCE || row->op == OP_OTHERWISE) && job->open[row->setting]) ||
	       (row->op == OP_SILENCE && job->found == JOB_FOUND_GIVEN);
}

void derive_job(struct arena *a, struct job *job)
{
	derive_from_name(a, job);
	settle_group(a, job);
	settle_answers(job);
	settle_rows(a, job);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (is_open(&rows[i], job) && !is_said_elsewhere(&rows[i], job))
			derive_one(a, &rows[i], job);
	settle_device_map(a, job);
	settle_one_replica(a, job);
	settle_cast(a, job);
	settle_reference(a, job);
	settle_evaluation(a, job);
	derive_batch_layout(a, job);
}

static void derive_name_value(struct arena *a, struct job *job, enum setting s, struct value v)
{
	if (job->set[s].type != VALUE_ABSENT)
		return;
	v.origin = ORIGIN_DERIVED;
	v.how = STR("from the checkpoint's name");
	v.from[0] = keep(a, &job->set[SETTING_MODEL]);
	v.at = v.from[0]->at;
	job->set[s] = v;
}

void derive_from_name(struct arena *a, struct job *job)
{
	const struct checkpoint_format *stored = checkpoint_format_of(job_str(job, SETTING_MODEL, STR("")));
	const struct str none = {NULL, 0};

	/* What trainers make 16-bit when they load it costs what any 16-bit model costs. */
	if (!stored || !stored->trained_as_stored || str_is(str_of(stored->quantization), "none") ||
	    job->set[SETTING_QUANTIZATION].type != VALUE_ABSENT)
		return;
	derive_name_value(a, job, SETTING_QUANTIZATION,
			  value_str(str_of(stored->quantization), ORIGIN_DERIVED, none));
	derive_name_value(a, job, SETTING_QUANTIZATION_BITS,
			  value_int(stored->weight_bits, ORIGIN_DERIVED, none));
	if (stored->double_quant)
		derive_name_value(a, job, SETTING_DOUBLE_QUANT,
				  value_bool(true, ORIGIN_DERIVED, none));
}
