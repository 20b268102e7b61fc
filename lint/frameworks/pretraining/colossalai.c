/*
 * ColossalAI: the scripts of its applications (ColossalChat, Colossal-LLaMA), whose flags choose a plugin of the booster.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "colossalai", "0.3@2308 0.3.6@2403 0.4@2407 0.4.6@2411 0.5@2502", "hpcaitech/ColossalAI, tags up to v0.5.1",
     .modules = ""},
};

#define SCRIPTS "ColossalAI applications/ColossalChat/examples/training_scripts/train_*.py, 0.5.1"
#define LLAMA	"ColossalAI applications/Colossal-LLaMA/train.py, 0.5.1"
#define PLUGINS "ColossalAI colossalai/booster/plugin/, 0.5.1"
#define HYBRID	"@plugin=3d"

static const struct keyrow rows[] = {
    KEY("pretrain|pretrained|model_path|model_name_or_path", MODEL),
    KEY_AS("loss_type", TASK, CHOICE, "simpo_loss=simpo;*="),
    KEY_AS("lora_config", PEFT, PRESENT, "lora"),
    KEY_AS("lora_rank", PEFT, IF_POSITIVE, "lora"),
    KEY_WHEN("lora_rank", LORA_R, PLAIN, NULL, "peft=lora"),
    KEY_AS("mixed_precision", MIXED_PRECISION, CHOICE, "bf16=bf16;fp16=fp16;fp8=fp8;no=no"),
    KEY("micro_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("accumulation_steps|accumulate_steps", GRADIENT_ACCUMULATION_STEPS),
    KEY("max_len|max_length|max_seq_len", MAX_SEQ_LENGTH),
    KEY_AS("grad_checkpoint|use_grad_checkpoint|gradient_checkpointing", GRADIENT_CHECKPOINTING, IF_TRUE, "true"),
    KEY_AS("use_flash_attn", ATTENTION, IF_TRUE, "flash_attention_2"),
    KEY_AS("plugin", OFFLOAD_OPTIMIZER, CHOICE, "zero2_cpu=cpu;*="),
    KEY_WHEN("zero_cpu_offload", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu", HYBRID),
    KEY_AS("plugin", DATA_PARALLEL, CHOICE, "zero2=zero2;zero2_cpu=zero2;gemini=zero3;gemini_auto=zero3;ddp=ddp;*="),
    KEY_WHEN("zero_stage|zero", DATA_PARALLEL, CHOICE, "0=ddp;1=zero1;2=zero2;*=", HYBRID),
    KEY_WHEN("tp", TENSOR_PARALLEL, PLAIN, NULL, HYBRID),
    KEY_WHEN("pp", PIPELINE_PARALLEL, PLAIN, NULL, HYBRID),
    KEY_WHEN("sp", CONTEXT_PARALLEL, PLAIN, NULL, HYBRID ",@sp_mode=all_to_all|ring_attn"),
    KEY("beta", BETA),
    KEY_AS("disable_reference_model", REFERENCE_MODEL, IF_TRUE, "none"),
};
static const struct defrow defaults[] = {
    DEFAULT(PEFT, "none", SCRIPTS),
    DEFAULT(QUANTIZATION, "none", SCRIPTS),
    DEFAULT_WHEN(MIXED_PRECISION, "bf16", "task=sft", SCRIPTS),
    DEFAULT(MIXED_PRECISION, "fp16", SCRIPTS),
    /* LowLevelZeroPlugin, GeminiPlugin: a model of 16 bits with masters of 32. */
    DEFAULT_WHEN(WEIGHTS_DTYPE, "bfloat16", "mixed_precision=bf16", PLUGINS),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float16", "mixed_precision=fp16", PLUGINS),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "4", SCRIPTS),
    DEFAULT_WHEN(GRADIENT_ACCUMULATION_STEPS, "8", "task=sft", SCRIPTS),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "1", SCRIPTS),
    DEFAULT_WHEN(MAX_SEQ_LENGTH, "512", "task=sft", SCRIPTS),
    DEFAULT(MAX_SEQ_LENGTH, "2048", SCRIPTS),
    DEFAULT(PACKING, "false", SCRIPTS),
    DEFAULT(BATCH_LAYOUT, "fixed", "ColossalAI applications/ColossalChat/coati/dataset/loader.py: padded to max_length"),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", SCRIPTS),
    DEFAULT(ATTENTION, "sdpa", SCRIPTS ": transformers' own"),
    DEFAULT(FUSED_KERNELS, "none", SCRIPTS),
    DEFAULT(TORCH_COMPILE, "false", SCRIPTS),
    DEFAULT(OPTIMIZER, "adamw_torch", SCRIPTS ": HybridAdam"),
    DEFAULT_WHEN(DATA_PARALLEL, "ddp", HYBRID, SCRIPTS ": zero_stage 0"),
    DEFAULT(DATA_PARALLEL, "zero3", SCRIPTS ": plugin gemini"),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", PLUGINS ": placement_policy static"),
    DEFAULT(OFFLOAD_PARAMS, "none", PLUGINS),
    DEFAULT_WHEN(BETA, "0.1", "task=dpo", SCRIPTS),
    DEFAULT(EVALUATION, "false", SCRIPTS),
};
static const struct keymap map_colossalai = {
    .name = "colossalai",
    .package = "colossalai",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = SCRIPTS,
};
/* Colossal-LLaMA: rows of another length. */
static const struct defrow llama_defaults[] = {
    DEFAULT(MIXED_PRECISION, "fp16", LLAMA),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "2", LLAMA),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "1", LLAMA),
    DEFAULT(MAX_SEQ_LENGTH, "8192", LLAMA),
};
static const struct keymap map_llama = {
    .name = "colossalai.llama",
    .package = "colossalai",
    .base = {&map_colossalai},
    ROWS(defaults, llama_defaults),
    .source = LLAMA,
};
static const struct keyrow run_rows[] = {
    KEY("nproc_per_node", GPUS_PER_NODE),
    KEY("num_nodes", NUM_NODES),
};
static const struct keymap map_run = {
    .name = "colossalai run",
    .package = "colossalai",
    ROWS(rows, run_rows),
    .source = "ColossalAI colossalai/cli/launcher/__init__.py, 0.5.1",
};
static const struct keymap *const maps[] = {&map_colossalai, &map_llama, &map_run};

/* Names that others have too: it is theirs only with a plugin of the booster. */
#define RUN(w, m, s)                                                                               \
	{                                                                                          \
		.words = (w), .set = "framework=colossalai;task=" s, .map = (m), .positional = "", .config_flag = "", .flags = "plugin", \
		.marks = "colossalai"                                                              \
	}
static const struct command commands[] = {
    RUN("train_sft.py", &map_colossalai, "sft"),    RUN("train_dpo.py", &map_colossalai, "dpo"),
    RUN("train_kto.py", &map_colossalai, "kto"),    RUN("train_orpo.py", &map_colossalai, "orpo"),
    RUN("train_rm.py", &map_colossalai, "reward"),  RUN("Colossal-LLaMA/train.py", &map_llama, "sft"),
    RUN("Colossal-LLaMA/train_sft.py", &map_llama, "sft"), RUN("train.py", &map_llama, "sft"),
};

const struct framework framework_colossalai = {
    .name = "colossalai",
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
