/*
 * torchtitan: the TOML of --job.config_file up to 0.2, and the names of its registry of configs since.
 */
#include "torchtitan.h"

static const struct package packages[] = {
    {.name = "torchtitan", "0.1@2506 0.2@2510 0.2.2@2603", "pytorch/torchtitan, tags v0.1.0 to v0.2.2", .modules = ""},
};

#define CONFIG "torchtitan torchtitan/config/job_config.py, 0.2.2"
#define MODELS "torchtitan torchtitan/models/, 0.2.2"
#define SHARDED "@parallelism.data_parallel_shard_degree!=1,@training.data_parallel_shard_degree!=1"
#define REPLICAS "parallelism.data_parallel_replicate_degree|training.data_parallel_replicate_degree"

static const struct keyrow rows[] = {
    /* torchtitan/models/NAME/__init__.py, 0.2.2. */
    KEY_WHEN("model.flavor", MODEL, CHOICE,
	     "8B=meta-llama/Llama-3.1-8B;8B_flex=meta-llama/Llama-3.1-8B;8B_varlen=meta-llama/Llama-3.1-8B;"
	     "70B=meta-llama/Llama-3.1-70B;405B=meta-llama/Llama-3.1-405B",
	     "@model.name=llama3|llama3_ft"),
    KEY_WHEN("model.flavor", MODEL, CHOICE, "7B=meta-llama/Llama-2-7b-hf;13B=meta-llama/Llama-2-13b-hf;70B=meta-llama/Llama-2-70b-hf",
	     "@model.name=llama2"),
    KEY_WHEN("model.flavor", MODEL, CHOICE,
	     "17bx16e=meta-llama/Llama-4-Scout-17B-16E;17bx128e=meta-llama/Llama-4-Maverick-17B-128E;"
	     "17bx16e_irope=meta-llama/Llama-4-Scout-17B-16E;17bx128e_irope=meta-llama/Llama-4-Maverick-17B-128E",
	     "@model.name=llama4"),
    KEY_WHEN("model.flavor", MODEL, CHOICE,
	     "16B=deepseek-ai/deepseek-moe-16b-base;236B=deepseek-ai/DeepSeek-V2;671B=deepseek-ai/DeepSeek-V3",
	     "@model.name=deepseek_v3,@model.flavor!=16B"),
    KEY_WHEN("model.flavor", MODEL, CHOICE, "16B=deepseek-ai/DeepSeek-V2-Lite", "@model.name=deepseek_v3"),
    KEY_WHEN("model.flavor", MODEL, CHOICE,
	     "0.6B=Qwen/Qwen3-0.6B;1.7B=Qwen/Qwen3-1.7B;4B=Qwen/Qwen3-4B;8B=Qwen/Qwen3-8B;14B=Qwen/Qwen3-14B;32B=Qwen/Qwen3-32B;"
	     "30B-A3B=Qwen/Qwen3-30B-A3B;235B-A22B=Qwen/Qwen3-235B-A22B",
	     "@model.name=qwen3"),
    KEY_WHEN("model.flavor", MODEL, CHOICE, "20b=openai/gpt-oss-20b;120b=openai/gpt-oss-120b", "@model.name=gpt_oss"),
    KEY("model.flavor", MODEL),
    KEY_AS("training.dtype", WEIGHTS_DTYPE, DTYPE, NULL),
    KEY_AS("model.converters", MIXED_PRECISION, WORDS, "float8=fp8;quantize.linear.mx=fp8"),
    KEY_AS("training.enable_float8_linear", MIXED_PRECISION, IF_TRUE, "fp8"),
    KEY_AS("training.mixed_precision_param", MIXED_PRECISION, CHOICE, "bfloat16=bf16;float32=no;*="),
    KEY_WHEN("parallelism.pipeline_parallel_degree|experimental.pipeline_parallel_degree", PIPELINE_PARALLEL, CHOICE, "-1=", NULL),
    KEY_WHEN("parallelism.pipeline_parallel_microbatch_size", PER_DEVICE_TRAIN_BATCH_SIZE, PLAIN, NULL, "pipeline_parallel>1"),
    KEY("training.local_batch_size|training.batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY_AS("training.global_batch_size", GLOBAL_BATCH_SIZE, CHOICE, "-1="),
    KEY_AS("training.global_batch_size", GRADIENT_ACCUMULATION_STEPS, CHOICE, "-1=1;*="),
    KEY("training.seq_len", MAX_SEQ_LENGTH),
    KEY_AS("activation_checkpoint.mode", GRADIENT_CHECKPOINTING, CHOICE, "full=true;none=false;selective=;*="),
    KEY_WHEN("activation_checkpoint.selective_ac_option", GRADIENT_CHECKPOINTING, CHOICE, "op=selective;1=true;*=",
	     "@activation_checkpoint.mode!=full|none"),
    KEY_AS("optimizer.name", OPTIMIZER, CHOICE, "AdamW=adamw_torch_fused;Adam=adamw_torch_fused;*="),
    KEY("optimizer.name", OPTIMIZER),
    KEY_AS("optimizer.early_step_in_backward", OPTIMIZER_IN_BACKWARD, IF_TRUE, "true"),
    KEY_AS("training.enable_cpu_offload", OFFLOAD_PARAMS, SWITCH, "cpu;none"),
    KEY_AS("training.enable_cpu_offload", OFFLOAD_OPTIMIZER, SWITCH, "cpu;none"),
    KEY_AS("compile.enable|training.compile", TORCH_COMPILE, SWITCH, "true;false"),
    KEY_WHEN("compile.enable|training.compile", LOSS_KERNEL, IF_TRUE, "compiled", "!@compile.components=model"),
    KEY_WHEN(REPLICAS, DATA_PARALLEL, IF_POSITIVE, "hsdp", SHARDED ",@" REPLICAS "!=1"),
    KEY_WHEN(REPLICAS, DATA_PARALLEL, IF_POSITIVE, "ddp", "@" REPLICAS "!=1"),
    KEY_AS("parallelism.fsdp_reshard_after_forward", RESHARD_AFTER_FORWARD, CHOICE, "always=true;never=false;*="),
    KEY("parallelism.tensor_parallel_degree|training.tensor_parallel_degree", TENSOR_PARALLEL),
    KEY("parallelism.context_parallel_degree|experimental.context_parallel_degree", CONTEXT_PARALLEL),
    KEY("parallelism.expert_parallel_degree", EXPERT_PARALLEL),
    KEY_AS("validation.enable", EVALUATION, SWITCH, "true;false"),
    KEY("validation.local_batch_size", PER_DEVICE_EVAL_BATCH_SIZE),
};

static const struct defrow defaults[] = {
    DEFAULT(TASK, "pretrain", CONFIG),
    DEFAULT(PEFT, "none", CONFIG),
    DEFAULT(QUANTIZATION, "none", CONFIG),
    DEFAULT(WEIGHTS_DTYPE, "float32", CONFIG ": training.dtype"),
    DEFAULT(MIXED_PRECISION, "bf16", CONFIG ": mixed_precision_param"),
    DEFAULT_WHEN(PER_DEVICE_TRAIN_BATCH_SIZE, "1", "pipeline_parallel>1", CONFIG ": pipeline_parallel_microbatch_size"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "8", CONFIG),
    DEFAULT_WHEN(GRADIENT_ACCUMULATION_STEPS, "1", "!global_batch_size,!pipeline_parallel>1,task!=grpo,!@training.num_tokens_per_train_step>0",
		 "torchtitan torchtitan/train.py, 0.2.2, and trainer.py, main of 2026-08: without a global batch that of the replicas is all of it"),
    DEFAULT(MAX_SEQ_LENGTH, "2048", CONFIG),
    DEFAULT(PACKING, "true", "torchtitan torchtitan/hf_datasets/text_datasets.py: rows of joined texts"),
    DEFAULT(ATTENTION_MASK, "none", MODELS),
    DEFAULT_UNKNOWN(GRADIENT_CHECKPOINTING, "torchtitan recomputes every second layer: selective_ac_option 2"),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true", "torchtitan torchtitan/distributed/activation_checkpoint.py"),
    DEFAULT(ATTENTION, "sdpa", MODELS ": attn_type sdpa"),
    DEFAULT(FUSED_KERNELS, "none", MODELS),
    DEFAULT(LOSS_KERNEL, "torch", "torchtitan torchtitan/components/loss.py: cross_entropy() of float32 logits"),
    DEFAULT(TORCH_COMPILE, "false", CONFIG),
    DEFAULT_WHEN(SYNC_GRADIENTS, "each", "data_parallel=fsdp|fsdp2|hsdp",
		 "torchtitan torchtitan/train.py, 0.2.2: each micro batch reduces"),
    DEFAULT(OPTIMIZER, "adamw_torch_fused", CONFIG ": AdamW, fused"),
    DEFAULT(OFFLOAD_PARAMS, "none", CONFIG),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", CONFIG),
    DEFAULT(DATA_PARALLEL, "fsdp2", CONFIG ": data_parallel_shard_degree -1"),
    DEFAULT_WHEN(SEQUENCE_PARALLEL, "true", "tensor_parallel>1", "torchtitan torchtitan/models/llama3/infra/parallelize.py"),
    DEFAULT(EVALUATION, "false", CONFIG),
};
const struct keymap map_torchtitan = {
    .name = "torchtitan",
    .package = "torchtitan",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = CONFIG,
};
static const struct keymap *const maps[] = {&map_torchtitan};

static const struct config configs[] = {
    {.name = "torchtitan",
     .markers = "flavor",
     .keys = "model.flavor,training,training.seq_len|training.local_batch_size|training.batch_size,parallelism?|job?|optimizer?",
     .unless = "trainer,model.pretrained_model_name_or_path,training.img_size,training.classifier_free_guidance_prob,encoder",
     .map = &map_torchtitan,
     .job = true,
     .set = "framework=torchtitan",
     .source = "torchtitan torchtitan/models/*/train_configs/, 0.2.2"},
};

/*
 * The configs of the registry that Python has had in place of the files since 2026: torchtitan/models/NAME/config_registry.py,
 * main of 2026-08. Tokens of a micro batch / the longest context are its rows.
 */
/* clang-format off */
static const char *const presets[] = {
	"* activation_checkpoint.mode=selective activation_checkpoint.selective_ac_option=op training.seq_len=4096 "
	"training.dtype=float32 optimizer.name=AdamW\n"
	"+full activation_checkpoint.mode=full\n",
	"llama3_8b model.name=llama3 model.flavor=8B training.local_batch_size=1 training.seq_len=8192\n"
	"llama3_70b model.name=llama3 model.flavor=70B training.local_batch_size=8 training.seq_len=8192 "
	"parallelism.tensor_parallel_degree=8 +full\n"
	"llama3_405b model.name=llama3 model.flavor=405B training.local_batch_size=2 training.seq_len=8192 "
	"parallelism.tensor_parallel_degree=8 compile.enable=true +full\n"
	"qwen3_0_6b model.name=qwen3 model.flavor=0.6B training.local_batch_size=4\n"
	"qwen3_1_7b model.name=qwen3 model.flavor=1.7B training.local_batch_size=4\n"
	"qwen3_14b model.name=qwen3 model.flavor=14B training.local_batch_size=4 +full\n"
	"qwen3_30b_a3b model.name=qwen3 model.flavor=30B-A3B training.local_batch_size=2 +full\n"
	"qwen3_32b model.name=qwen3 model.flavor=32B training.local_batch_size=2 +full\n",
	"deepseek_v3_16b model.name=deepseek_v3 model.flavor=16B training.local_batch_size=4 "
	"parallelism.expert_parallel_degree=8\n"
	"deepseek_v3_671b model.name=deepseek_v3 model.flavor=671B training.local_batch_size=4 "
	"parallelism.expert_parallel_degree=2\n"
	"gpt_oss_20b model.name=gpt_oss model.flavor=20b training.local_batch_size=1 training.seq_len=8192 +full\n"
	"gpt_oss_120b model.name=gpt_oss model.flavor=120b training.local_batch_size=1 training.seq_len=8192 +full\n",
	NULL,
};
/* clang-format on */

#define RUN(w, m)                                                                                  \
	{                                                                                          \
		.words = (w), .set = "framework=torchtitan", .map = &map_torchtitan_registry, .positional = "", \
		.config_flag = "--job.config_file|--config", .registry = "config_registry.py", .registry_flag = "--module", .merged = "", .flags = "job.config_file", .marks = (m) \
	}
static const struct command commands[] = {
    RUN("-m torchtitan.train", "torchtitan"),
    RUN("torchtitan/train.py", "torchtitan"),
    RUN("train.py", "from torchtitan"),
};

const struct framework framework_torchtitan = {
    .name = "torchtitan",
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
    .presets = presets,
    .presets_at = "*",
};
