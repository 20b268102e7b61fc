/*
 * fms-hf-tuning: its sft_trainer, by flags or by a JSON file that a container is given.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "fms-hf-tuning", "0.1@2405 1.0@2407 2.0@2410 2.8@2504 3.0@2508 3.1@2603",
     "foundation-model-stack/fms-hf-tuning, tags and its main branch of 2026-03", .modules = ""},
};

#define CONFIG	"fms-hf-tuning tuning/config/configs.py, peft_config.py, 3.1"
#define TRAINER "fms-hf-tuning tuning/sft_trainer.py, 3.1"
#define IS_LORA "peft=lora"

static const struct keyrow rows[] = {
    KEY("model_name_or_path", MODEL),
    KEY_AS("peft_method", PEFT, CHOICE, "lora=lora;alora=lora;pt=prompt;none=none;null=none;*="),
    KEY_WHEN("r", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_dropout", LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY_WHEN("target_modules", LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    KEY_AS("quantization_method", QUANTIZATION, CHOICE, "mxfp4=mxfp4;*="),
    KEY_AS("auto_gptq", QUANTIZATION, PRESENT, "gptq"),
    KEY_AS("bnb_qlora", QUANTIZATION, PRESENT, "nf4"),
    KEY_AS("torch_dtype", WEIGHTS_DTYPE, DTYPE, NULL),
    KEY_AS("use_flash_attn", ATTENTION, IF_FALSE, "sdpa"),
    KEY("flash_attn_implementation", ATTENTION),
    KEY("max_seq_length", MAX_SEQ_LENGTH),
    KEY("packing", PACKING),
    KEY_AS("padding_free", ATTENTION_MASK, PRESENT, "none"),
    KEY_AS("padding_free", BATCH_LAYOUT, PRESENT, "unpadded"),
    KEY_AS("fast_kernels", FUSED_KERNELS, PRESENT, "liger"),
    KEY_AS("validation_data_path", EVALUATION, PRESENT, "true"),
    KEY("accelerate_launch_args.num_processes", NUM_GPUS),
};
static const struct defrow defaults[] = {
    DEFAULT(TASK, "sft", TRAINER),
    DEFAULT(PEFT, "none", TRAINER ": peft_method none"),
    DEFAULT_WHEN(LORA_R, "8", IS_LORA, "peft src/peft/tuners/lora/config.py"),
    DEFAULT_WHEN(LORA_ALPHA, "32", IS_LORA, CONFIG),
    DEFAULT_WHEN(LORA_DROPOUT, "0.05", IS_LORA, CONFIG),
    DEFAULT(QUANTIZATION, "none", TRAINER ": quantization_method none"),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", CONFIG ": torch_dtype"),
    DEFAULT(MAX_SEQ_LENGTH, "4096", CONFIG),
    DEFAULT(PACKING, "false", CONFIG),
    DEFAULT(ATTENTION, "flash_attention_2", CONFIG ": use_flash_attn True"),
    DEFAULT(EVALUATION, "false", CONFIG ": validation_data_path None"),
};
static const struct keymap map_fms = {
    .name = "fms_hf_tuning",
    .package = "fms-hf-tuning",
    .base = {&map_transformers_args},
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = CONFIG,
};
static const struct keymap *const maps[] = {&map_fms};

static const struct config configs[] = {
    {.name = "fms-hf-tuning",
     .markers = "training_data_path|data_config_path",
     .keys = "model_name_or_path,training_data_path|data_config_path,per_device_train_batch_size|num_train_epochs|output_dir",
     .unless = "stage,finetuning_type,base_model,dataset_mixer_list",
     .map = &map_fms,
     .job = true,
     .set = "framework=fms-hf-tuning;task=sft",
     /* A container's: a process for each GPU, with fixtures/accelerate_fsdp_defaults.yaml. */
     .alone = "data_parallel=fsdp",
     .source = "fms-hf-tuning build/accelerate_launch.py, 3.1"},
};
#define RUN(w, ...)                                                                                \
	{                                                                                          \
		.words = (w), .set = "framework=fms-hf-tuning;task=sft", .map = &map_fms,          \
		.positional = "", .config_flag = "", .idle = "@do_dataprocessing_only", __VA_ARGS__ \
	}
static const struct command commands[] = {
    RUN("-m tuning.sft_trainer", .flags = NULL),
    RUN("tuning/sft_trainer.py", .marks = "tuning.config", .flags = "training_data_path,data_config_path,data_config"),
};

const struct framework framework_fms_hf_tuning = {
    .name = "fms-hf-tuning",
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
    .launch_shares = true,
};
