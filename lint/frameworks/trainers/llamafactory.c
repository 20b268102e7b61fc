/*
 * LLaMA-Factory: YAML, JSON and flags of version 0, and the YAML of its version 1 trainer.
 */
#include "llamafactory.h"

static const struct package packages[] = {
    {.name = "llamafactory",
     "0.5@2401 0.6@2403 0.7@2404 0.8@2406 0.9@2409 0.9.1@2411 0.9.2@2503 0.9.3@2506 "
     "0.9.4@2512 0.9.5@2605 0.9.6",
     "hiyouga/LLaMA-Factory, tags up to v0.9.5 and main 0.9.6.dev0"},
};

#define HPARAMS "LLaMA-Factory src/llamafactory/hparams/"
#define MODEL	HPARAMS "model_args.py, 0.9.6"
#define FT	HPARAMS "finetuning_args.py, 0.9.6"
#define DATA	HPARAMS "data_args.py, 0.9.6"
#define ADAPT                                                                                      \
	"LLaMA-Factory src/llamafactory/model/adapter.py, 0.9.6: trainable parameters to float32"
#define IS_LORA "@finetuning_type!=full|freeze|oft"
#define IS_FULL "@finetuning_type=full"

static const struct keyrow rows[] = {
    KEY("model_name_or_path", MODEL),
    KEY_WHEN("pref_loss", TASK, CHOICE, "orpo=orpo;simpo=simpo;*=", "@stage=dpo"),
    KEY_AS("stage", TASK, CHOICE, "pt=pretrain;rm=reward"),
    KEY_WHEN("use_dora", PEFT, IF_TRUE, "dora", IS_LORA),
    KEY_AS("finetuning_type", PEFT, CHOICE, "full=none;freeze=none"),
    /* src/llamafactory/model/adapter.py _setup_freeze_tuning(): the last layers, the first ones, or spread ones. */
    KEY_WHEN("use_llama_pro", TRAINABLE, IF_TRUE, "layers", "@finetuning_type=freeze"),
    KEY_WHEN("freeze_trainable_layers", TRAINABLE, CHOICE, "*=partial",
	     "@finetuning_type=freeze,!@freeze_trainable_layers>0"),
    KEY_AS("finetuning_type", TRAINABLE, CHOICE, "freeze=last_layers;*="),
    KEY_WHEN("freeze_trainable_layers", TRAINABLE_LAYERS, PLAIN, NULL,
	     "@finetuning_type=freeze,@freeze_trainable_layers>0"),
    /*
     * BAdam trains one layer at a time, embedding and head never: src/llamafactory/train/trainer_utils.py
     * _create_badam_optimizer(), Ledzy/BAdam src/badam/block_optim.py infer_param_groups(); its other mode, a share of each matrix.
     */
    KEY_WHEN("use_badam", TRAINABLE, IF_TRUE, "partial", IS_FULL ",@badam_mode=ratio"),
    KEY_WHEN("use_badam", TRAINABLE, IF_TRUE, "layers", IS_FULL),
    KEY_WHEN("freeze_vision_tower", TRAINABLE, SWITCH, "language;all", IS_FULL ",model.tower"),
    KEY_WHEN("lora_rank", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_dropout", LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_target", LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    KEY_WHEN("additional_target", LORA_MODULES_TO_SAVE, PLAIN, NULL, IS_LORA),
    KEY_WHEN("quantization_method", QUANTIZATION, CHOICE,
	     "hqq=hqq;eetq=eetq;*=", "@quantization_bit"),
    KEY_WHEN("quantization_type", QUANTIZATION, PLAIN, NULL, "@quantization_bit=4"),
    KEY_AS("quantization_bit", QUANTIZATION, CHOICE, "4=nf4;8=int8;*="),
    KEY("quantization_bit", QUANTIZATION_BITS),
    KEY_WHEN("double_quantization", DOUBLE_QUANT, PLAIN, NULL, "@quantization_bit=4"),
    KEY_AS("upcast_layernorm", KBIT_UPCAST, IF_TRUE, "norms"),
    KEY_AS("pure_bf16", WEIGHTS_DTYPE, IF_TRUE, "bfloat16"),
    KEY_AS("pure_bf16", MIXED_PRECISION, IF_TRUE, "no"),
    KEY_AS("pure_bf16", ADAPTER_DTYPE, IF_TRUE, "bfloat16"),
    KEY("cutoff_len", MAX_SEQ_LENGTH),
    KEY("image_max_pixels|image_max_resolution", PICTURE_PIXELS),
    KEY_AS("neat_packing", PACKING, IF_TRUE, "true"),
    KEY("packing", PACKING),
    KEY_AS("dataset", DATASET, NAMES, NULL),
    KEY("max_samples", DATASET_ROWS),
    KEY_AS("use_unsloth_gc", GRADIENT_CHECKPOINTING, IF_TRUE, "offload"),
    /* adapter.py, model_utils/unsloth.py: use_gradient_checkpointing "unsloth", whatever else is said; before, Unsloth's default: True. */
    KEY_IN("use_unsloth", GRADIENT_CHECKPOINTING, IF_TRUE, "true", NULL, "0.6.3"),
    KEY_IN("use_unsloth", GRADIENT_CHECKPOINTING, IF_TRUE, "offload", "0.6.3", NULL),
    KEY_AS("disable_gradient_checkpointing", GRADIENT_CHECKPOINTING, SWITCH, "false;true"),
    KEY("use_reentrant_gc", USE_REENTRANT),
    KEY_AS("flash_attn", ATTENTION, CHOICE,
	   "auto=;disabled=eager;off=eager;false=;true=flash_attention_2;fa2=flash_attention_2;"
	   "fa3=flash_attention_3"),
    KEY_AS("enable_liger_kernel", LOSS_KERNEL, IF_TRUE, "liger"),
    KEY_AS("enable_liger_kernel", FUSED_KERNELS, IF_TRUE, "liger"),
    KEY_AS("use_unsloth", FUSED_KERNELS, IF_TRUE, "unsloth"),
    /* Whatever release of Unsloth is installed; that of the time. */
    KEY_IN("use_unsloth", LOSS_KERNEL, IF_TRUE, "unsloth_logits", NULL, "0.9.1"),
    KEY_AS("use_unsloth", LOSS_KERNEL, IF_TRUE, "unsloth"),
    KEY_AS("use_galore", OPTIMIZER, IF_TRUE, "galore_adamw"),
    KEY_AS("use_adam_mini", OPTIMIZER, IF_TRUE, "adam_mini"),
    KEY_AS("use_apollo", OPTIMIZER, IF_TRUE, "apollo_adamw"),
    KEY_AS("use_muon", OPTIMIZER, IF_TRUE, "muon"),
    KEY("ray_num_workers", NUM_GPUS),
    KEY("tensor_model_parallel_size", TENSOR_PARALLEL),
    KEY_WHEN("sequence_parallel", SEQUENCE_PARALLEL, PLAIN, NULL, "tensor_parallel>1"),
    KEY("pipeline_model_parallel_size", PIPELINE_PARALLEL),
    KEY("expert_model_parallel_size", EXPERT_PARALLEL),
    KEY("ref_model", REFERENCE_MODEL),
    KEY_AS("ref_model_quantization_bit", REFERENCE_DTYPE, CHOICE, "4=nf4;8=int8;*="),
    KEY_AS("reward_model", REWARD_MODEL, PLAIN, NULL),
    KEY_AS("reward_model_quantization_bit", REWARD_DTYPE, CHOICE, "4=nf4;8=int8;*="),
    KEY("pref_beta", BETA),
    KEY("max_new_tokens", MAX_COMPLETION_LENGTH),
};

#define PPO "LLaMA-Factory src/llamafactory/train/ppo/trainer.py get_inputs()"
static const struct defrow defaults[] = {
    DEFAULT(TASK, "sft", FT),
    DEFAULT_WHEN(OTHER_MODELS_SHARDED, "true", "data_parallel=zero3",
		 "LLaMA-Factory src/llamafactory/train/dpo/trainer.py: self._prepare_deepspeed(ref_model)"),
    DEFAULT_WHEN(PICTURE_PIXELS, "589824", "model.tower", MODEL ": image_max_pixels 768 × 768"),
    DEFAULT_IN_WHEN(EXPERTS, "fused", "0.9.5", NULL, "model.moe",
		    "LLaMA-Factory pyproject.toml since 0.9.5: transformers 5"),
    DEFAULT(PEFT, "lora", FT ": finetuning_type lora"),
    DEFAULT_WHEN(LORA_R, "8", "peft=lora|dora", FT),
    DEFAULT_WHEN(LORA_DROPOUT, "0", "peft=lora|dora", FT),
    DEFAULT_IN_WHEN(LORA_TARGET_MODULES, "all-linear", "0.6", NULL, "peft=lora|dora", FT ": all"),
    DEFAULT_IN_WHEN(TRAINABLE, "language", "0.8", NULL, IS_FULL ",model.tower,!@train_mm_proj_only",
		    FT ": freeze_vision_tower, and 0.8.3"),
    DEFAULT_WHEN(TRAINABLE_LAYERS, "2", "trainable=last_layers|layers,@finetuning_type=freeze",
		 FT ": freeze_trainable_layers"),
    DEFAULT_WHEN(TRAINABLE_LAYERS, "1", "trainable=layers,@use_badam=true",
		 "Ledzy/BAdam src/badam/block_optim.py: a block is a layer"),
    DEFAULT(QUANTIZATION, "none", MODEL),
    DEFAULT_WHEN(DOUBLE_QUANT, "true", "quantization=nf4|fp4", MODEL),
    DEFAULT_WHEN(KBIT_UPCAST, "false", "quantization=nf4|fp4|int8",
		 "LLaMA-Factory src/llamafactory/model/model_utils/checkpointing.py"),
    DEFAULT_WHEN(ADAPTER_DTYPE, "float32", "peft!=none", ADAPT),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "bfloat16", IS_FULL ",@bf16,@use_badam", ADAPT),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "bfloat16", IS_FULL ",@bf16,data_parallel=zero3",
		 ADAPT " but under ZeRO-3"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float16", IS_FULL ",@fp16,data_parallel=zero3",
		 ADAPT " but under ZeRO-3"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float32", IS_FULL, ADAPT),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float16", "@fp16", HPARAMS "parser.py: the compute dtype"),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", HPARAMS "parser.py: the compute dtype, or the checkpoint's"),
    DEFAULT_IN(MAX_SEQ_LENGTH, "2048", "0.9.1", NULL, DATA),
    DEFAULT_IN(MAX_SEQ_LENGTH, "1024", NULL, "0.9.1", HPARAMS "data_args.py, 0.9.0"),
    DEFAULT_WHEN(PACKING, "true", "task=pretrain", HPARAMS "parser.py"),
    DEFAULT(PACKING, "false", DATA),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", MODEL ": disable_gradient_checkpointing False"),
    DEFAULT_WHEN(USE_REENTRANT, "false", "data_parallel=fsdp2",
		 "LLaMA-Factory src/llamafactory/model/model_utils/checkpointing.py"),
    DEFAULT(USE_REENTRANT, "true", MODEL ": use_reentrant_gc True"),
    DEFAULT(ATTENTION, "sdpa", MODEL ": flash_attn auto"),
    DEFAULT_WHEN(LOSS_KERNEL, "log_softmax", "task=dpo|orpo|simpo",
		 "LLaMA-Factory src/llamafactory/train/trainer_utils.py get_batch_logps, 0.9.6"),
    DEFAULT(LOSS_KERNEL, "torch", MODEL),
    DEFAULT(FUSED_KERNELS, "none", MODEL),
    DEFAULT_WHEN(BETA, "0.1", "task=dpo|kto|orpo|simpo", FT),
    DEFAULT_WHEN(ROLLOUT_ENGINE, "transformers", "task=ppo", PPO ": unwrapped_model.generate"),
    DEFAULT_WHEN(GATHER_FOR_GENERATION, "true", "task=ppo,data_parallel=zero3", PPO ": unwrap_model_for_generation"),
};

static const struct keymap map_own = {
    .name = "llamafactory.own",
    .package = "llamafactory",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = HPARAMS "*.py, 0.9.6",
};
#define PARSER "LLaMA-Factory src/llamafactory/hparams/parser.py, 0.7-0.9.6"
static const struct refusal refusals[] = {
    {.when = "@quantization_bit,@finetuning_type=full|freeze",
     .key = "quantization_bit",
     .why = "quantization_bit without an adapter",
     .source = PARSER ": \"Quantization is only compatible with the LoRA or OFT method\""},
    {.when = "@finetuning_type=lora",
     .refuses = REFUSES_ABSENT_MODULES,
     .key = "lora_target",
     .why = "lora_target matches no module",
     .by = "peft",
     .source = PEFT_ABSENT},
    {.when = "@pure_bf16=true,@deepspeed,data_parallel=zero3",
     .key = "pure_bf16",
     .why = "pure_bf16 under ZeRO-3",
     .source = PARSER},
    {.when = "@use_unsloth=true,@deepspeed,data_parallel=zero3",
     .key = "use_unsloth",
     .why = "use_unsloth under ZeRO-3",
     .source = PARSER},
    {.when = "@use_galore=true,@deepspeed",
     .key = "use_galore",
     .why = "use_galore under DeepSpeed",
     .source = PARSER ": \"GaLore and APOLLO are incompatible with DeepSpeed yet\""},
    {.when = "@use_apollo=true,@deepspeed",
     .key = "use_apollo",
     .why = "use_apollo under DeepSpeed",
     .source = PARSER},
};

static const struct keymap map_llamafactory = {
    .name = "llamafactory",
    .package = "llamafactory",
    ROWS(refusals, refusals),
    .base = {&map_own, &map_transformers_args},
    .source = HPARAMS "*.py, 0.9.6",
};

/* src/train_bash.py, the script of the releases until 0.7.0; 0.7.1 has src/train.py. */
static const struct keyrow bash_rows[] = {
    KEY_UNTIL("stage|finetuning_type", NULL, "0.8"),
};
static const struct keymap map_bash = {
    .name = "llamafactory.bash",
    .package = "llamafactory",
    ROWS(rows, bash_rows),
    .base = {&map_own, &map_transformers_args},
    .source = "LLaMA-Factory v0.7.0 src/train_bash.py",
};

/* ---- version 1 ---- */

#define V1 "LLaMA-Factory src/llamafactory/v1/config/*.py, core/model_engine.py, 0.9.6"
static const struct keyrow v1_rows[] = {
    KEY("model", MODEL),
    KEY_AS("peft_config.name", PEFT, CHOICE, "freeze=none"),
    KEY_AS("peft_config.name", TRAINABLE, CHOICE, "freeze=partial;*="),
    KEY_WHEN("peft_config.r", LORA_R, PLAIN, NULL, "@peft_config.name=lora"),
    KEY_WHEN("peft_config.lora_alpha", LORA_ALPHA, PLAIN, NULL, "@peft_config.name=lora"),
    KEY_WHEN("peft_config.target_modules", LORA_TARGET_MODULES, MODULES, NULL,
	     "@peft_config.name=lora"),
    KEY_AS("quant_config.quantization_bit", QUANTIZATION, CHOICE, "4=nf4;8=int8;*="),
    KEY("micro_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("global_batch_size", GLOBAL_BATCH_SIZE),
    KEY("cutoff_len", MAX_SEQ_LENGTH),
    KEY_AS("bf16", MIXED_PRECISION, SWITCH, "bf16;no"),
    KEY_AS("enable_activation_checkpointing", GRADIENT_CHECKPOINTING, PLAIN, NULL),
    KEY_AS("dist_config.name", DATA_PARALLEL, CHOICE, "fsdp2=fsdp2;*="),
    KEY_NESTED("dist_config.config_file", "deepspeed.config"),
    KEY("cp_size", CONTEXT_PARALLEL),
    KEY_AS("flash_attn", ATTENTION, CHOICE, "auto="),
    KEY("optim_config.name", OPTIMIZER),
    KEY_AS("batching_strategy", ATTENTION_MASK, CHOICE,
	   "padding_free=none;dynamic_padding_free=none;*="),
};
static const struct defrow v1_defaults[] = {
    DEFAULT(PEFT, "none", V1),
    DEFAULT(QUANTIZATION, "none", V1),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float32", "peft=none", V1),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", V1),
    DEFAULT_WHEN(ADAPTER_DTYPE, "float32", "peft!=none", V1),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "1", V1),
    DEFAULT(MAX_SEQ_LENGTH, "2048", V1),
    DEFAULT(MIXED_PRECISION, "bf16", V1),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", V1),
    DEFAULT(ATTENTION, "sdpa", V1),
    DEFAULT(LOSS_KERNEL, "torch", V1),
    DEFAULT(FUSED_KERNELS, "none", V1),
    DEFAULT(OPTIMIZER, "adamw_torch", V1),
    DEFAULT(PACKING, "false", V1),
    DEFAULT(TASK, "sft", V1),
    DEFAULT(EVALUATION, "false", V1),
    DEFAULT(TORCH_COMPILE, "false", V1),
};
static const struct keymap map_v1 = {
    .name = "llamafactory.v1",
    .package = "llamafactory",
    ROWS(rows, v1_rows),
    ROWS(defaults, v1_defaults),
    .source = V1,
};
static const struct keymap *const maps[] = {&map_own, &map_llamafactory, &map_bash, &map_v1};

static const struct config configs[] = {
    {.name = "llamafactory",
     .markers = "finetuning_type|stage",
     .keys = "model_name_or_path,stage|finetuning_type,do_train,dataset|tokenized_path|dataset_dir",
     .unless = "export_dir,infer_backend,base_model",
     .map = &map_llamafactory,
     .job = true,
     .set = "framework=llamafactory",
     .source = "LLaMA-Factory examples/"},
    {.name = "llamafactory-v1",
     .markers = "train_dataset",
     .keys = "model,train_dataset,model_class|peft_config|dist_config|kernel_config",
     .unless = "export_dir,sample_backend=vllm,base_model,model_name_or_path",
     .map = &map_v1,
     .job = true,
     .set = "framework=llamafactory",
     .source = "LLaMA-Factory examples/v1/"},
};

/* src/llamafactory/train/sft/workflow.py: each part of the run stands under its own switch. */
#define IDLE "@do_predict|do_eval,!@do_train"
#define COMMAND(w, m)                                                                              \
	{                                                                                          \
		.words = (w), .set = "framework=llamafactory", .map = &(m),                        \
		.positional = "config", .config_flag = "", .merged = "", .idle = IDLE                            \
	}
#define SCRIPT(w, m)                                                                               \
	{                                                                                          \
		.words = (w), .set = "framework=llamafactory", .map = &(m),                        \
		.positional = "config", .config_flag = "", .flags = "stage,finetuning_type",       \
		.marks = "llamafactory,llmtuner", .idle = IDLE                                     \
	}
static const struct command commands[] = {
    COMMAND("llamafactory-cli train", map_llamafactory),
    COMMAND("lmf train", map_llamafactory),
    COMMAND("llamafactory-cli sft", map_v1),
    COMMAND("llamafactory-cli dpo", map_v1),
    COMMAND("-m llamafactory.launcher", map_llamafactory),
    /* What llamafactory-cli starts: src/llamafactory/cli.py, 0.9.4. */
    COMMAND("-m llamafactory.cli train", map_llamafactory),
    COMMAND("llamafactory/cli.py train", map_llamafactory),
    SCRIPT("src/train.py", map_llamafactory),
    SCRIPT("train_bash.py", map_bash),
    SCRIPT("llamafactory/launcher.py", map_llamafactory),
};

const struct framework framework_llamafactory = {
    .name = "llamafactory",
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
    .presets = llamafactory_presets,
    .presets_at = "examples/*.yaml",
};
