/*
 * AutoTrain Advanced: the YAML of its language model tasks, and "autotrain llm --train".
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "autotrain-advanced", "0.6@2308 0.7@2404 0.8@2406 0.8.36@2412", "huggingface/autotrain-advanced, tags up to v0.8.36",
     .modules = "autotrain"},
};

#define PARAMS	"autotrain-advanced src/autotrain/trainers/clm/params.py, 0.7-0.8.36"
#define UTILS	"autotrain-advanced src/autotrain/trainers/clm/utils.py, 0.7-0.8.36"
#define IS_LORA "peft=lora"
#define QUANT	"quantization=nf4|int8"
/* P: "params." in a file; A flag's name stands by itself. */
#define ROWS_OF(P)                                                                                             \
	KEY_AS(P "peft|" P "use_peft", PEFT, IF_TRUE, "lora"), KEY_WHEN(P "lora_r", LORA_R, PLAIN, NULL, IS_LORA), \
	    KEY_WHEN(P "lora_alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),                                        \
	    KEY_WHEN(P "lora_dropout", LORA_DROPOUT, PLAIN, NULL, IS_LORA),                                    \
	    KEY_WHEN(P "target_modules", LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),                         \
	    KEY_WHEN(P "quantization", QUANTIZATION, IF_NULL, "none", IS_LORA),                                \
	    KEY_WHEN(P "quantization", QUANTIZATION, CHOICE, "int4=nf4;int8=int8;null=none;none=none;*=", IS_LORA), \
	    KEY_WHEN(P "use_int4", QUANTIZATION, IF_TRUE, "nf4", IS_LORA),                                     \
	    KEY_WHEN(P "use_int8", QUANTIZATION, IF_TRUE, "int8", IS_LORA),                                    \
	    KEY_AS(P "mixed_precision", MIXED_PRECISION, CHOICE, "fp16=fp16;bf16=bf16;no=no;null=no;none=no;*="), \
	    KEY(P "batch_size|" P "train_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),                            \
	    KEY(P "batch_size|" P "train_batch_size", PER_DEVICE_EVAL_BATCH_SIZE),                             \
	    KEY(P "gradient_accumulation|" P "gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS),      \
	    KEY_WHEN(P "block_size", MAX_SEQ_LENGTH, PLAIN, NULL, "!@" P "block_size=-1"),                     \
	    KEY_WHEN(P "max_prompt_length", MAX_PROMPT_LENGTH, PLAIN, NULL, "task=dpo|orpo"),                  \
	    KEY_WHEN(P "max_completion_length", MAX_COMPLETION_LENGTH, PLAIN, NULL, "task=orpo"),              \
	    KEY_AS(P "use_flash_attention_2", ATTENTION, IF_TRUE, "flash_attention_2"),                        \
	    KEY_AS(P "disable_gradient_checkpointing", GRADIENT_CHECKPOINTING, SWITCH, "false;true"),          \
	    KEY(P "optimizer", OPTIMIZER), KEY_AS(P "unsloth", FUSED_KERNELS, IF_TRUE, "unsloth")
#define TRAINERS "sft=sft;dpo=dpo;orpo=orpo;reward=reward;generic=pretrain;default=pretrain;*="

static const struct defrow defaults[] = {
    DEFAULT(TASK, "pretrain", PARAMS ": trainer default"),
    DEFAULT(PEFT, "none", PARAMS),
    DEFAULT_WHEN(LORA_R, "16", IS_LORA, PARAMS),
    DEFAULT_WHEN(LORA_ALPHA, "32", IS_LORA, PARAMS),
    DEFAULT_WHEN(LORA_DROPOUT, "0.05", IS_LORA, PARAMS),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", IS_LORA, PARAMS),
    DEFAULT_WHEN(QUANTIZATION, "nf4", IS_LORA, PARAMS ": quantization int4"),
    DEFAULT(QUANTIZATION, "none", UTILS " get_model: with adapters only"),
    DEFAULT_WHEN(DOUBLE_QUANT, "false", "quantization=nf4", UTILS),
    DEFAULT_WHEN(KBIT_UPCAST, "true", QUANT, UTILS ": prepare_model_for_kbit_training()"),
    /* f39b93c took the dtype out again in 0.7.77; transformers is pinned below 5 (4.40.1 to 4.48.0), which loads float32 then. */
    DEFAULT_IN(WEIGHTS_DTYPE, "bfloat16", "0.7.24", "0.7.77",
	       "autotrain-advanced src/autotrain/trainers/clm/__main__.py: torch_dtype auto, the checkpoint's, nearly always bfloat16"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float16", QUANT, "transformers src/transformers/quantizers/quantizer_bnb_4bit.py, 4.48: no dtype is float16"),
    DEFAULT(WEIGHTS_DTYPE, "float32", UTILS " get_model: no dtype is named"),
    DEFAULT(MIXED_PRECISION, "no", PARAMS),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "2", PARAMS),
    DEFAULT(PER_DEVICE_EVAL_BATCH_SIZE, "2", PARAMS),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "4", PARAMS),
    DEFAULT(MAX_SEQ_LENGTH, "1024", UTILS " configure_block_size: block_size -1"),
    DEFAULT_WHEN(MAX_PROMPT_LENGTH, "128", "task=dpo|orpo", PARAMS),
    DEFAULT_WHEN(PACKING, "true", "task=sft", "autotrain-advanced src/autotrain/trainers/clm/train_clm_sft.py, 0.7-0.8.36"),
    DEFAULT_WHEN(PACKING, "true", "task=pretrain", UTILS " group_texts: texts are joined to block_size"),
    DEFAULT(PACKING, "false", PARAMS),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", PARAMS ": disable_gradient_checkpointing False"),
    DEFAULT_WHEN(USE_REENTRANT, "true", QUANT, UTILS),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true", UTILS),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", PARAMS),
    DEFAULT(ATTENTION, "sdpa", PARAMS ": use_flash_attention_2 False"),
    DEFAULT(LOSS_KERNEL, "torch", UTILS),
    DEFAULT(FUSED_KERNELS, "none", PARAMS ": unsloth False"),
    DEFAULT(TORCH_COMPILE, "false", PARAMS),
    DEFAULT(OPTIMIZER, "adamw_torch", PARAMS),
    DEFAULT_WHEN(BETA, "0.1", "task=dpo|orpo", PARAMS),
    DEFAULT(EVALUATION, "false", PARAMS ": valid_split None"),
};
static const struct keymap map_common = {
    .name = "autotrain.common",
    .package = "autotrain-advanced",
    ROWS(defaults, defaults),
    .source = PARAMS,
};
static const struct keyrow file_rows[] = {
    KEY("base_model", MODEL),
    KEY_AS("task", TASK, CHOICE, "llm-sft=sft;llm-dpo=dpo;llm-orpo=orpo;llm-reward=reward;llm-generic=pretrain;llm=;*="),
    KEY_AS("params.trainer", TASK, CHOICE, TRAINERS),
    KEY_AS("data.path", DATASET, NAMES, NULL),
    KEY_AS("data.valid_split", EVALUATION, PRESENT, "true"),
    ROWS_OF("params."),
};
static const struct keymap map_file = {
    .name = "autotrain.file",
    .package = "autotrain-advanced",
    .base = {&map_common},
    ROWS(rows, file_rows),
    .source = "autotrain-advanced src/autotrain/parser.py, 0.7-0.8.36",
};
static const struct keyrow flag_rows[] = {
    KEY("model", MODEL),
    KEY_AS("trainer", TASK, CHOICE, TRAINERS),
    KEY_AS("valid_split", EVALUATION, PRESENT, "true"),
    ROWS_OF(""),
};
static const struct keymap map_flags = {
    .name = "autotrain.flags",
    .package = "autotrain-advanced",
    .base = {&map_common},
    ROWS(rows, flag_rows),
    .source = PARAMS,
};
static const struct keymap *const maps[] = {&map_common, &map_file, &map_flags};

/* backend: where it runs; "spaces-a10g-large" and the like are machines of Hugging Face. */
static const struct config configs[] = {
    {.name = "autotrain",
     .markers = "llm",
     .keys = "task=llm|task=llm-sft|task=llm-dpo|task=llm-orpo|task=llm-reward|task=llm-generic,base_model,params",
     .map = &map_file,
     .job = true,
     .set = "framework=autotrain-advanced",
     .source = "autotrain-advanced src/autotrain/parser.py, 0.7-0.8.36"},
};
static const struct command commands[] = {
    {.words = "autotrain llm", .set = "framework=autotrain-advanced", .map = &map_flags, .positional = "", .config_flag = "",
     .idle = "!@train"},
    {.words = "autotrain", .set = "framework=autotrain-advanced", .map = &map_file, .positional = "", .config_flag = "--config",
     .idle = "!@task=llm|llm-sft|llm-dpo|llm-orpo|llm-reward|llm-generic"},
};
/* AutoTrainProject(params, backend) starts what they say, a process for each device. */
static const struct callable callables[] = {
    {.names = "autotrain.params.LLMTrainingParams|autotrain.trainers.clm.params.LLMTrainingParams",
     .effect = EFFECT_SINK,
     .map = &map_flags,
     .set = "framework=autotrain-advanced",
     .joins = JOINS_DEVICES},
};

const struct framework framework_autotrain = {
    .name = "autotrain-advanced",
    ROWS(callables, callables),
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
