/*
 * XTuner: Python modules of constants that "xtuner train CONFIG" runs (0.1, 0.2), with "--deepspeed deepspeed_zero2".
 */
#include "xtuner.h"

static const struct package packages[] = {
    {.name = "xtuner", "0.1@2308 0.1.10@2312 0.1.18@2404 0.1.23@2407 0.2@2504 1.0@2512", "InternLM/xtuner, tags up to v1.0.1"},
};

#define SFT	"xtuner xtuner/model/sft.py SupervisedFinetune, 0.2"
#define CONFIGS "xtuner xtuner/configs/, 0.2"
#define IS_LORA "peft=lora"
#define LLM	"model.llm."
#define QUANT	LLM "quantization_config."

static const struct keyrow rows[] = {
    KEY(LLM "pretrained_model_name_or_path|pretrained_model_name_or_path|llm_name_or_path", MODEL),
    KEY_AS("model.type", TASK, WORDS, "DPO=dpo;ORPO=orpo;RewardModel=reward;LLaVA=sft"),
    KEY_AS("train_dataset.dataset_map_fn|train_dataloader.dataset.dataset_map_fn", TASK, WORDS, "pretrain_map_fn=pretrain"),
    KEY_AS("model.lora|model.llm_lora", PEFT, PRESENT, "lora"),
    KEY_WHEN("model.lora.r|model.llm_lora.r", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("model.lora.lora_alpha|model.llm_lora.lora_alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("model.lora.lora_dropout|model.llm_lora.lora_dropout", LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY_WHEN("model.lora.target_modules", LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    KEY_WHEN(QUANT "bnb_4bit_quant_type", QUANTIZATION, PLAIN, NULL, "@" QUANT "load_in_4bit"),
    KEY_AS(QUANT "load_in_4bit", QUANTIZATION, IF_TRUE, "nf4"),
    KEY_AS(QUANT "load_in_8bit", QUANTIZATION, IF_TRUE, "int8"),
    KEY_WHEN(QUANT "bnb_4bit_use_double_quant", DOUBLE_QUANT, PLAIN, NULL, "quantization=nf4|fp4"),
    KEY_AS(LLM "torch_dtype", WEIGHTS_DTYPE, DTYPE, "bfloat16"),
    KEY_AS("optim_wrapper.dtype", MIXED_PRECISION, CHOICE, "float16=fp16;bfloat16=bf16;*="),
    KEY("train_dataloader.batch_size|batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("optim_wrapper.accumulative_counts|accumulative_counts|strategy.gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS),
    KEY("train_dataloader.dataset.max_length|train_dataset.max_length|max_length", MAX_SEQ_LENGTH),
    KEY_AS("train_dataloader.dataset.pack_to_max_length|train_dataset.pack_to_max_length|pack_to_max_length", PACKING, SWITCH,
	   "true;false"),
    KEY_AS("model.use_activation_checkpointing", GRADIENT_CHECKPOINTING, SWITCH, "true;false"),
    KEY_AS("optim_wrapper.optimizer.type|optim_type", OPTIMIZER, WORDS,
	   "PagedAdamW32bit=paged_adamw_32bit;PagedAdamW8bit=paged_adamw_8bit;PagedAdamW=paged_adamw_32bit;AdamW8bit=adamw_bnb_8bit;"
	   "DeepSpeedCPUAdam=adamw_torch;AdamW=adamw_torch;Adam=adamw_torch;SGD=sgd;Lion=lion_32bit"),
    KEY("sequence_parallel_size", CONTEXT_PARALLEL),
    KEY_AS("model.freeze_llm", TRAINABLE, IF_TRUE, "none"),
    KEY("model.beta", BETA),
    /* xtuner/configs/deepspeed/. */
    KEY_AS("deepspeed", DATA_PARALLEL, WORDS, "zero3=zero3;zero2=zero2;zero1=zero1"),
    KEY_AS("deepspeed", OFFLOAD_OPTIMIZER, WORDS, "offload=cpu"),
    KEY_WHEN("deepspeed", OFFLOAD_PARAMS, WORDS, "offload=cpu", "data_parallel=zero3"),
    {.key = "deepspeed", .setting = SETTING_NONE, .convert = CONVERT_NESTED, .arg = "deepspeed.config"},
    /* What "xtuner train --deepspeed" writes beside its logs: xtuner/tools/train.py puts the file into strategy, 0.1.18. */
    KEY_WHEN("strategy.config", NONE, NESTED, "deepspeed.config", "!@deepspeed"),
};
static const struct defrow defaults[] = {
    DEFAULT(TASK, "sft", SFT),
    DEFAULT(PEFT, "none", SFT ": lora None"),
    DEFAULT_WHEN(LORA_R, "8", IS_LORA, "peft LoraConfig"),
    DEFAULT_WHEN(LORA_ALPHA, "8", IS_LORA, "peft LoraConfig"),
    DEFAULT_WHEN(LORA_DROPOUT, "0", IS_LORA, "peft LoraConfig"),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", IS_LORA, SFT ": find_all_linear_names()"),
    DEFAULT_WHEN(ADAPTER_DTYPE, "float32", IS_LORA, "peft autocast_adapter_dtype"),
    DEFAULT(QUANTIZATION, "none", SFT),
    DEFAULT_WHEN(KBIT_UPCAST, "true", "quantization!=none", SFT ": prepare_model_for_kbit_training()"),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", SFT ": _dispatch_lm_model_cfg(), with flash attention"),
    DEFAULT(MIXED_PRECISION, "no", "mmengine OptimWrapper"),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "1", "mmengine OptimWrapper"),
    DEFAULT_UNKNOWN(MAX_SEQ_LENGTH, "nothing is cut without max_length (xtuner)"),
    DEFAULT(PACKING, "true", "xtuner xtuner/dataset/huggingface.py process_hf_dataset: pack_to_max_length True"),
    DEFAULT_WHEN(ATTENTION_MASK, "none", "packing=true", "xtuner xtuner/dataset/collate_fns/default_collate_fn.py"),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", SFT ": use_activation_checkpointing"),
    DEFAULT(ATTENTION, "flash_attention_2", SFT ": where its package is installed"),
    DEFAULT(FUSED_KERNELS, "none", SFT),
    DEFAULT(TORCH_COMPILE, "false", SFT),
    DEFAULT(OPTIMIZER, "adamw_torch", CONFIGS),
    DEFAULT_WHEN(BETA, "0.1", "task=dpo|orpo", CONFIGS),
    DEFAULT(EVALUATION, "false", CONFIGS ": val_cfg None"),
};
static const struct keymap map_xtuner = {
    .name = "xtuner",
    .package = "xtuner",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = CONFIGS,
};
static const struct keymap *const maps[] = {&map_xtuner};

static const struct config configs[] = {
    {.name = "xtuner",
     .markers = "optim_wrapper|accumulative_counts",
     .keys = "model.type?,train_dataloader,optim_wrapper,model.llm?|pretrained_model_name_or_path?|llm_name_or_path?",
     .unless = "",
     .map = &map_xtuner,
     .job = true,
     .set = "framework=xtuner",
     .module = true,
     .source = CONFIGS},
};

#define RUN(w)                                                                                     \
	{                                                                                          \
		.words = (w), .set = "framework=xtuner", .map = &map_xtuner, .positional = "config", .config_flag = "", .merged = "", .joins = true \
	}
static const struct command commands[] = {
    /* xtuner/entry_point.py, 0.1 and 0.2: torchrun only where NNODES or NPROC_PER_NODE is more than 1 */
    {.words = "xtuner train",
     .set = "framework=xtuner",
     .map = &map_xtuner,
     .positional = "config",
     .config_flag = "",
     .merged = "",
     .joins = true,
     .alone = true},
    RUN("xtuner dist_train"),
    RUN("-m xtuner.tools.train"),
    RUN("xtuner/tools/train.py"),
};

/* What a config names as the type of its parts. */
static const struct callable callables[] = {
    {.names = "xtuner.model.SupervisedFinetune|xtuner.model.DPO|xtuner.model.ORPO|xtuner.model.reward.RewardModel|"
	      "xtuner.model.dpo.DPO|xtuner.model.orpo.ORPO|xtuner.model.LLaVAModel",
     .effect = EFFECT_NONE,
     .returns = RETURNS_OBJECT},
};

const struct framework framework_xtuner = {
    .name = "xtuner",
    ROWS(callables, callables),
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
    .presets = xtuner_presets,
    .presets_at = "*",
};
