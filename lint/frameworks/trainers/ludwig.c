/*
 * Ludwig: the YAML of its language models (model_type: llm), by "ludwig train" or handed to LudwigModel.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "ludwig", "0.8@2308 0.9@2312 0.10@2402 0.11@2602 0.14@2607", "ludwig-ai/ludwig, tags and its main branch of 2026-07"},
};

#define TRAINER	 "ludwig ludwig/schema/trainer.py, 0.8-0.14"
#define PEFT_PY	 "ludwig ludwig/schema/llms/peft.py, 0.8-0.14"
#define QUANT_PY "ludwig ludwig/schema/llms/quantization.py, 0.8-0.14"
#define LOAD	 "ludwig ludwig/utils/llm_utils.py, 0.8-0.14"
#define IS_LORA	 "peft=lora|dora"
#define QUANT	 "quantization=nf4|int8"

static const struct keyrow rows[] = {
    KEY("base_model", MODEL),
    KEY_AS("trainer.type", TASK, CHOICE, "finetune=sft;dpo=dpo;kto=kto;orpo=orpo;grpo=grpo;*="),
    KEY_WHEN("adapter.use_dora", PEFT, IF_TRUE, "dora", "@adapter.type=lora"),
    KEY_AS("adapter.type|adapter", PEFT, CHOICE,
	   "lora=lora;adalora=adalora;ia3=ia3;prompt_tuning=prompt;prefix_tuning=prompt;p_tuning=prompt;*=…"),
    KEY_WHEN("adapter.r", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("adapter.alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("adapter.dropout", LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY_WHEN("adapter.target_modules", LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    KEY_AS("quantization.bits", QUANTIZATION, CHOICE, "4=nf4;8=int8;*="),
    KEY("quantization.bnb_4bit_use_double_quant", DOUBLE_QUANT),
    KEY_WHEN("quantization.bnb_4bit_compute_dtype", WEIGHTS_DTYPE, DTYPE, NULL, "@quantization"),
    KEY("trainer.batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("trainer.eval_batch_size", PER_DEVICE_EVAL_BATCH_SIZE),
    KEY("trainer.gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS),
    KEY("preprocessing.global_max_sequence_length", MAX_SEQ_LENGTH),
    KEY("trainer.enable_gradient_checkpointing", GRADIENT_CHECKPOINTING),
    KEY_AS("trainer.use_mixed_precision", MIXED_PRECISION, SWITCH, "fp16;no"),
    KEY("trainer.compile", TORCH_COMPILE),
    KEY_AS("trainer.optimizer.type|trainer.optimizer", OPTIMIZER, CHOICE,
	   "adam=adamw_torch;adamw=adamw_torch;paged_adam=paged_adamw;paged_adam_8bit=paged_adamw_8bit;adam_8bit=adamw_8bit;"
	   "adamw_8bit=adamw_8bit;paged_adamw_8bit=paged_adamw_8bit;sgd=sgd;sgd_8bit=sgd;adafactor=adafactor;lion=lion;lion_8bit=lion_8bit;*="),
    KEY_AS("backend.zero_optimization.stage|backend.trainer.strategy.zero_optimization.stage", DATA_PARALLEL, CHOICE,
	   "0=ddp;1=zero1;2=zero2;3=zero3"),
    KEY("backend.zero_optimization.offload_optimizer.device|backend.trainer.strategy.zero_optimization.offload_optimizer.device",
	OFFLOAD_OPTIMIZER),
    KEY("backend.zero_optimization.offload_param.device|backend.trainer.strategy.zero_optimization.offload_param.device",
	OFFLOAD_PARAMS),
    KEY("backend.trainer.num_workers", NUM_GPUS),
    KEY_WHEN("trainer.dpo_beta|trainer.kto_beta|trainer.beta", BETA, PLAIN, NULL, "task=dpo|kto|orpo"),
    KEY_WHEN("trainer.grpo_beta|trainer.beta", BETA, PLAIN, NULL, "task=grpo"),
    KEY_WHEN("trainer.grpo_num_generations", NUM_GENERATIONS, PLAIN, NULL, "task=grpo"),
};
static const struct defrow defaults[] = {
    DEFAULT(PEFT, "none", PEFT_PY),
    DEFAULT_WHEN(LORA_R, "8", IS_LORA, PEFT_PY),
    DEFAULT_WHEN(LORA_DROPOUT, "0.05", IS_LORA, PEFT_PY),
    DEFAULT_WHEN(QUANTIZATION, "nf4", "@quantization", QUANT_PY ": bits 4"),
    DEFAULT(QUANTIZATION, "none", QUANT_PY),
    DEFAULT_WHEN(DOUBLE_QUANT, "true", "quantization=nf4", QUANT_PY),
    DEFAULT_WHEN(KBIT_UPCAST, "true", QUANT, "ludwig ludwig/models/llm.py, 0.8-0.14: prepare_model_for_kbit_training()"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float16", QUANT, QUANT_PY ": bnb_4bit_compute_dtype"),
    DEFAULT(WEIGHTS_DTYPE, "float32", LOAD),
    DEFAULT(MIXED_PRECISION, "no", TRAINER ": use_mixed_precision False"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "1", TRAINER " FineTuneTrainerConfig"),
    DEFAULT(PER_DEVICE_EVAL_BATCH_SIZE, "2", TRAINER " FineTuneTrainerConfig"),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "1", TRAINER ": auto"),
    DEFAULT(PACKING, "false", TRAINER),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", TRAINER ": enable_gradient_checkpointing False"),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", TRAINER),
    DEFAULT_WHEN(ATTENTION, "eager", QUANT, LOAD),
    DEFAULT(LOSS_KERNEL, "torch", TRAINER),
    DEFAULT(FUSED_KERNELS, "none", TRAINER),
    DEFAULT(TORCH_COMPILE, "false", TRAINER),
    DEFAULT(OPTIMIZER, "adamw_torch", TRAINER ": adam"),
    DEFAULT_WHEN(BETA, "0.1", "task=dpo|kto", TRAINER),
    DEFAULT_WHEN(NUM_GENERATIONS, "4", "task=grpo", TRAINER),
    DEFAULT(EVALUATION, "true", TRAINER),
};
static const struct keymap map_ludwig = {
    .name = "ludwig",
    .package = "ludwig",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = TRAINER,
};
static const struct keymap *const maps[] = {&map_ludwig};

/* Without a trainer, or of type "none", the model only answers. */
static const struct config configs[] = {
    {.name = "ludwig",
     .markers = "model_type",
     .keys = "model_type=llm,base_model,trainer.type=finetune|trainer.type=dpo|trainer.type=kto|trainer.type=orpo|trainer.type=grpo",
     .map = &map_ludwig,
     .job = true,
     .set = "framework=ludwig",
     .source = "ludwig ludwig/schema/model_types/llm.py, 0.8-0.14"},
};
#define RUN(w)                                                                                     \
	{                                                                                          \
		.words = (w), .set = "framework=ludwig", .map = &map_ludwig, .positional = "",     \
		.config_flag = "--config|-c", .merged = "", .idle = "!@model_type=llm"             \
	}
static const struct command commands[] = {
    RUN("ludwig train"),
    RUN("ludwig experiment"),
};

const struct framework framework_ludwig = {
    .name = "ludwig",
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
