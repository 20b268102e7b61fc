/*
 * InternEvo (package internlm): Python modules of constants that a script takes by --config. InternEvo's own train.py makes the
 * model that their sizes describe; a script of one's own hands any model to TrainerBuilder.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "InternEvo", "0.1@2308 0.2@2308 0.3@2402 0.5@2405", "InternLM/InternEvo, tags up to v0.3.3dev20240315, and PyPI",
     .modules = "internlm"},
};

#define LAUNCH	 "InternEvo internlm/initialize/launch.py args_sanity_check(), c628a8c of 2024-03"
#define PIPELINE "InternEvo internlm/train/pipeline.py, c628a8c of 2024-03"
#define ZERO	 "InternEvo internlm/solver/optimizer/hybrid_zero_optim.py, c628a8c of 2024-03"
#define BUILDER	 "InternEvo internlm/core/trainer_builder.py, 05bbd8f of 2024"
#define LOSS	 "InternEvo internlm/model/losses/ce_loss.py, c628a8c of 2024-03"
#define MODELS	 "InternEvo internlm/model/modeling_internlm2.py, c628a8c of 2024-03"
#define COLLATE	 "InternEvo internlm/data/streaming/collaters.py and tokenized/collaters.py, 0e52c04 of 2024"
#define ISP	 "@parallel.tensor.mode=isp"

static const struct keyrow rows[] = {
    KEY("data.micro_bsz", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("data.micro_num|data.gradient_accumulation", GRADIENT_ACCUMULATION_STEPS),
    KEY("data.seq_len", MAX_SEQ_LENGTH),
    KEY_AS("data.use_packed_dataset", PACKING, SWITCH, "true;false"),
    KEY_AS("data.valid_every", EVALUATION, CHOICE, "0=false;*=true"),
    KEY_AS("model.dtype", WEIGHTS_DTYPE, CHOICE, "torch.half=float16;torch.tf32=float32;*="),
    KEY_AS("model.dtype", WEIGHTS_DTYPE, DTYPE, NULL),
    KEY_AS("model.dtype", MIXED_PRECISION, CHOICE, "torch.bfloat16=bf16;torch.float16=fp16;torch.half=fp16;torch.float32=no;torch.tf32=no;*="),
    /* A number is the share of the layers. */
    KEY_AS("model.checkpoint", GRADIENT_CHECKPOINTING, CHOICE, "true=true;1=true;1.0=true;false=false;0=false;0.0=false;*="),
    KEY_AS("model.use_flash_attn", ATTENTION, SWITCH, "flash_attention_2;eager"),
    /* FlashGPTLMLoss: flash-attn's kernel, which leaves the gradient where the logits were. */
    KEY_AS("model.parallel_output", LOSS_KERNEL, SWITCH, "flash_cross_entropy;torch"),
    /* Weights of 16 bits in shards, gathered by layer, with masters of 32: in either way what DeepSpeed calls stage 3. */
    KEY_WHEN("parallel.weight.size", DATA_PARALLEL, CHOICE, "1=;0=;-1=;*=zero3", ISP),
    KEY_WHEN("parallel.weight.size", SHARD_SIZE, PLAIN, NULL, "data_parallel=zero3"),
    KEY_AS("parallel.zero1.fsdp", DATA_PARALLEL, IF_TRUE, "zero3"),
    KEY_AS("parallel.zero1.size", SHARD_SIZE, CHOICE, "0=;-1="),
    KEY_WHEN("parallel.zero1", SHARD_SIZE, CHOICE, "0=;-1=", "!@parallel.zero1.size,!@parallel.zero1.fsdp"),
    /* Intern sequence parallelism has whole weights, or those of parallel.weight, and a part of the tokens. */
    KEY_WHEN("parallel.tensor.size", CONTEXT_PARALLEL, PLAIN, NULL, ISP),
    KEY_WHEN("parallel.tensor.size|parallel.tensor", TENSOR_PARALLEL, PLAIN, NULL, "!" ISP),
    KEY_AS("parallel.tensor.mode", SEQUENCE_PARALLEL, CHOICE, "msp=true;fsp=true;mtp=false;*="),
    KEY("parallel.pipeline.size|parallel.pipeline", PIPELINE_PARALLEL),
    KEY("parallel.expert.size", EXPERT_PARALLEL),
    KEY("hybrid_zero_optimizer.reduce_bucket_size", REDUCE_BUCKET_SIZE),
};

static const struct defrow defaults[] = {
    DEFAULT(TASK, "pretrain", BUILDER),
    DEFAULT(PEFT, "none", PIPELINE),
    DEFAULT(QUANTIZATION, "none", PIPELINE),
    DEFAULT(WEIGHTS_DTYPE, "float16", LAUNCH),
    DEFAULT_WHEN(MIXED_PRECISION, "fp16", "!@model.dtype", LAUNCH ": dtype torch.float16"),
    DEFAULT_WHEN(GRADIENT_DTYPE, "bfloat16", "weights_dtype=bfloat16", ZERO ": as the weights"),
    DEFAULT_UNKNOWN(PER_DEVICE_TRAIN_BATCH_SIZE, "InternEvo asks for micro_bsz"),
    DEFAULT_UNKNOWN(MAX_SEQ_LENGTH, "InternEvo asks for seq_len"),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "1", LAUNCH ": micro_num"),
    DEFAULT(PACKING, "true", LAUNCH ": use_packed_dataset"),
    DEFAULT_WHEN(BATCH_LAYOUT, "fixed", "packing=false", COLLATE ": padded to seq_len"),
    DEFAULT_WHEN(ATTENTION_MASK, "none", "packing=true", COLLATE ": cu_seqlens"),
    DEFAULT_WHEN(GRADIENT_CHECKPOINTING, NULL, "@model.checkpoint", "a share of the layers is computed again"),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", MODELS),
    DEFAULT(ATTENTION, "flash_attention_2", LAUNCH ": use_flash_attn"),
    DEFAULT(FUSED_KERNELS, "none", PIPELINE),
    DEFAULT(LOSS_KERNEL, "flash_cross_entropy", LOSS ": parallel_output"),
    DEFAULT(TORCH_COMPILE, "false", PIPELINE),
    DEFAULT(OPTIMIZER, "adamw_torch", PIPELINE ": initialize_optimizer()"),
    DEFAULT(DATA_PARALLEL, "zero1", ZERO),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", ZERO ": cpu_offload"),
    DEFAULT(OFFLOAD_PARAMS, "none", ZERO),
    DEFAULT(EXPANDABLE_SEGMENTS, "true", BUILDER ": enable_pytorch_expandable_segments()"),
    DEFAULT(EVALUATION, "false", LAUNCH ": valid_every 0"),
};

/* One layout of layers under several names: gated, RMSNorm, a head of its own. */
static const struct sizerow sizes[] = {
    SIZE_AS("layers_of", "model_type", WORDS, "MAMBA=Mamba's;LLAVA=a tower's and others"),
    SIZE("hidden", "model.hidden_size"),
    SIZE("layers", "model.num_layers"),
    SIZE("heads", "model.num_attention_heads"),
    SIZE("kv_heads", "model.num_kv_attention_heads"),
    SIZE("head_dim", "model.head_dim"),
    SIZE("ffn_ratio", "model.mlp_ratio"),
    SIZE_IS("ffn_ratio", "4", NULL),
    SIZE("ffn_multiple", "model.multiple_of"),
    SIZE_IS("ffn_multiple", "256", NULL),
    SIZE_AS("gated", "model.use_swiglu", SWITCH, "true;false"),
    SIZE_IS("gated", "true", NULL),
    SIZE("experts", "model.num_experts"),
    SIZE("top_k", "model.top_k"),
    SIZE_AS("rms", "model.norm_type", CHOICE, "rmsnorm=true;*=false"),
    SIZE_IS("rms", "true", NULL),
    SIZE_AS("bias", "model.no_bias", SWITCH, "none;qkv"),
    SIZE_AS("bias", "model.qkv_bias", SWITCH, "qkv;none"),
    SIZE_IS("bias", "qkv", NULL),
    SIZE("vocab", "model.vocab_size"),
    SIZE("positions", "model.max_position_embeddings"),
    SIZE("vocab_parts", "parallel.tensor.size"),
};
static const struct keymap map_internevo = {
    .name = "internevo",
    .package = "InternEvo",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    ROWS(sizes, sizes),
    .source = LAUNCH,
};
/* TrainerBuilder(model, train_dl, val_dls, **vars(args)): the config is among what the command line gave. */
static const struct keyrow builder_rows[] = {
    KEY_NESTED("config", "internevo"),
};
static const struct keymap map_builder = {
    .name = "internevo.TrainerBuilder",
    .package = "InternEvo",
    ROWS(rows, builder_rows),
    .source = BUILDER,
};
static const struct keymap *const maps[] = {&map_internevo, &map_builder};

static const struct config configs[] = {
    {.name = "internevo",
     .markers = "micro_bsz",
     .keys = "data.micro_bsz?,data.seq_len?,model?,parallel?,hybrid_zero_optimizer?|adam?",
     .unless = "",
     .map = &map_internevo,
     .job = true,
     .set = "framework=internevo",
     .module = true,
     .source = LAUNCH},
};

static const struct param builder_params[] = {
    {"model", ROLE_MODEL}, {"train_dl", ROLE_DATASET}, {"val_dls", ROLE_NONE},
};
static const struct param trainer_params[] = {{"model", ROLE_MODEL}, {"optimizer", ROLE_NONE}, {"criterion", ROLE_NONE}};
static const struct param initialize_params[] = {{"config", ROLE_NONE}, {"launcher", ROLE_NONE}};

/* internlm/initialize/launch.py, get_default_parser(). */
#define FLAGS                                                                                      \
	"config;launcher=slurm;host;port=8888;world_size;rank;local_rank;backend=nccl;seed=1024;profiling?;enable_ali_topology?;" \
	"disable_volc_topology?"
#define JOINING(n) "internlm.initialize." n "|internlm.initialize.launch." n "|internlm." n
static const struct callable callables[] = {
    {.names = "internlm.core.trainer_builder.TrainerBuilder|internlm.core.TrainerBuilder",
     .effect = EFFECT_SINK,
     .returns = RETURNS_OBJECT,
     .map = &map_builder,
     .set = "framework=internevo",
     ROWS(params, builder_params)},
    /* Scripts from before TrainerBuilder have the loop themselves. */
    {.names = "internlm.initialize_trainer|internlm.initialize.initialize_trainer|internlm.initialize.initialize_trainer.initialize_trainer",
     .effect = EFFECT_SINK,
     .returns = RETURNS_TUPLE,
     .arg = "4",
     .set = "framework=internevo",
     ROWS(params, trainer_params)},
    {.names = "internlm.utils.common.parse_args", .returns = RETURNS_FLAGS, .arg = FLAGS},
    {.names = JOINING("get_default_parser"), .returns = RETURNS_PARSER, .arg = FLAGS},
    {.names = JOINING("initialize_distributed_env") "|" JOINING("initialize_launcher") "|" JOINING("launch_from_torch") "|" JOINING("launch_from_slurm"),
     .effect = EFFECT_HINT,
     .returns = RETURNS_NONE,
     .map = &map_builder,
     ROWS(params, initialize_params),
     .joins = JOINS_STARTED},
    /* The model of the config's sizes. */
    {.names = "internlm.train.initialize_model|internlm.train.pipeline.initialize_model|internlm.model.builder.create_model",
     .effect = EFFECT_MODEL,
     .returns = RETURNS_OBJECT},
};

/* InternEvo's own script: of a clone, or where a copy of it is kept. One that is here is read. Others' train.py has --launcher too. */
#define RUN(w, f)                                                                                  \
	{                                                                                          \
		.words = (w), .set = "framework=internevo", .map = NULL, .positional = "", .config_flag = "config", .flags = (f), \
		.marks = "", .idle = "!@data.micro_bsz", .joins = true                                \
	}
static const struct command commands[] = {
    RUN("InternEvo/train.py", "config"),
    RUN("InternLM/train.py", "config"),
    RUN("train.py", "launcher"),
};

const struct framework framework_internevo = {
    .name = "internevo",
    ROWS(callables, callables),
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
