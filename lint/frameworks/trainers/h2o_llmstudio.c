/*
 * H2O LLM Studio: the YAML of its experiments.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "h2o-llmstudio", "1.0@2309 1.5@2404 1.10@2408 1.13@2412 1.14@2503", "h2oai/h2o-llmstudio, tags and its main branch of 2026-03",
     .modules = ""},
};

#define CONFIG	"h2o-llmstudio llm_studio/python_configs/text_causal_language_modeling_config.py, 1.14"
#define LOAD	"h2o-llmstudio llm_studio/src/utils/modeling_utils.py, 1.14"
#define IS_LORA "peft=lora|dora"
#define QUANT	"quantization=nf4|int8"

static const struct keyrow rows[] = {
    KEY("llm_backbone", MODEL),
    KEY_AS("problem_type", TASK, CHOICE,
	   "text_dpo_modeling=dpo;text_kto_modeling=kto;text_rlhf_language_modeling=ppo;text_causal_classification_modeling=classification;"
	   "text_causal_regression_modeling=classification;*=sft"),
    KEY_WHEN("training.use_dora", PEFT, IF_TRUE, "dora", "!@training.lora=false"),
    KEY_AS("training.lora", PEFT, SWITCH, "lora;none"),
    KEY_WHEN("training.lora_r", LORA_R, PLAIN, NULL, "!@training.lora=false"),
    KEY_WHEN("training.lora_alpha", LORA_ALPHA, PLAIN, NULL, "!@training.lora=false"),
    KEY_WHEN("training.lora_dropout", LORA_DROPOUT, PLAIN, NULL, "!@training.lora=false"),
    KEY_WHEN("training.lora_target_modules", LORA_TARGET_MODULES, MODULES, NULL,
	     "!@training.lora=false,@training.lora_target_modules"),
    KEY_AS("architecture.backbone_dtype", QUANTIZATION, CHOICE, "int4=nf4;int8=int8;*=none"),
    KEY_AS("architecture.backbone_dtype", WEIGHTS_DTYPE, CHOICE, "int4=float16;int8=float16;bfloat16=bfloat16;float16=float16;float32=float32"),
    KEY_AS("environment.mixed_precision", MIXED_PRECISION, IF_FALSE, "no"),
    KEY_AS("environment.mixed_precision_dtype", MIXED_PRECISION, CHOICE, "bfloat16=bf16;float16=fp16;*="),
    KEY("training.batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("training.grad_accumulation", GRADIENT_ACCUMULATION_STEPS),
    KEY("tokenizer.max_length", MAX_SEQ_LENGTH),
    KEY("architecture.gradient_checkpointing", GRADIENT_CHECKPOINTING),
    KEY_AS("training.attention_implementation", ATTENTION, CHOICE, "auto=;*=sdpa"),
    KEY_AS("training.optimizer", OPTIMIZER, CHOICE, "AdamW=adamw_torch;Adam=adamw_torch;AdamW8bit=adamw_bnb_8bit;SGD=sgd;Adadelta=adadelta;*="),
    KEY("environment.compile_model", TORCH_COMPILE),
    KEY_AS("environment.gpus", NUM_GPUS, LENGTH, NULL),
    KEY_WHEN("environment.deepspeed_method", DATA_PARALLEL, CHOICE, "ZeRO2=zero2;ZeRO3=zero3;*=", "@environment.use_deepspeed"),
    KEY_WHEN("environment.deepspeed_offload_optimizer", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu", "@environment.use_deepspeed"),
    KEY_WHEN("environment.deepspeed_reduce_bucket_size", REDUCE_BUCKET_SIZE, PLAIN, NULL, "@environment.use_deepspeed"),
};
static const struct defrow defaults[] = {
    DEFAULT(TASK, "sft", CONFIG),
    DEFAULT(PEFT, "lora", CONFIG ": lora True"),
    DEFAULT_WHEN(LORA_R, "4", IS_LORA, CONFIG),
    DEFAULT_WHEN(LORA_ALPHA, "16", IS_LORA, CONFIG),
    DEFAULT_WHEN(LORA_DROPOUT, "0.05", IS_LORA, CONFIG),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", IS_LORA, LOAD ": every linear layer but the head"),
    DEFAULT(QUANTIZATION, "nf4", CONFIG ": backbone_dtype int4"),
    DEFAULT_WHEN(DOUBLE_QUANT, "false", "quantization=nf4", LOAD),
    DEFAULT_WHEN(KBIT_UPCAST, "false", QUANT, LOAD ": no prepare_model_for_kbit_training()"),
    DEFAULT(WEIGHTS_DTYPE, "float16", LOAD),
    DEFAULT_WHEN(ADAPTER_DTYPE, "float32", IS_LORA, "peft autocast_adapter_dtype"),
    DEFAULT(MIXED_PRECISION, "bf16", CONFIG ": mixed_precision_dtype bfloat16"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "2", CONFIG),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "1", CONFIG),
    DEFAULT(MAX_SEQ_LENGTH, "512", CONFIG),
    DEFAULT(PACKING, "false", CONFIG),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", CONFIG),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true", LOAD),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", CONFIG),
    DEFAULT(LOSS_KERNEL, "torch", "h2o-llmstudio llm_studio/src/losses/text_causal_language_modeling_losses.py, 1.14"),
    DEFAULT(FUSED_KERNELS, "none", CONFIG),
    DEFAULT(TORCH_COMPILE, "false", CONFIG),
    DEFAULT(OPTIMIZER, "adamw_torch", CONFIG),
    DEFAULT_WHEN(DATA_PARALLEL, "zero2", "@environment.use_deepspeed", CONFIG),
    DEFAULT_WHEN(BETA, "0.1", "task=dpo|kto", "h2o-llmstudio llm_studio/python_configs/text_dpo_modeling_config.py, 1.14"),
    DEFAULT(EVALUATION, "true", CONFIG ": evaluation_epochs 1"),
};
static const struct keymap map_h2o = {
    .name = "h2o_llmstudio",
    .package = "h2o-llmstudio",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = CONFIG,
};
static const struct keymap *const maps[] = {&map_h2o};

static const struct config configs[] = {
    {.name = "h2o-llmstudio",
     .markers = "llm_backbone",
     .keys = "llm_backbone,training?,architecture|tokenizer|dataset|environment",
     .map = &map_h2o,
     .job = true,
     .set = "framework=h2o-llmstudio",
     .source = CONFIG},
};
#define RUN(w)                                                                                     \
	{                                                                                          \
		.words = (w), .set = "framework=h2o-llmstudio", .map = &map_h2o, .positional = "", \
		.config_flag = "-Y|--yaml", .marks = "llm_studio", .flags = "Y,yaml", .merged = ""  \
	}
static const struct command commands[] = {
    RUN("llm_studio/train.py"),
    RUN("-m llm_studio.train"),
};

const struct framework framework_h2o_llmstudio = {
    .name = "h2o-llmstudio",
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
