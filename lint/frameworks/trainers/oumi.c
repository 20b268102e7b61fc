/*
 * Oumi: the YAML of "oumi train", whose trainers are mostly TRL's; its old package is "lema".
 */
#include "trl.h"

static const struct package packages[] = {
    {.name = "oumi",
     "0.1@2410 0.1.2@2501 0.1.4@2502 0.1.8@2503 0.1.11@2504 0.1.13@2505 0.2@2506 0.2.1@2507 0.3@2508 0.4@2509 "
     "0.4.1@2510 0.5@2511 0.6@2512 0.7@2601 0.8@2605",
     "oumi-ai/oumi, tags up to v0.8", .modules = ""},
};

#define PARAMS	 "oumi src/oumi/core/configs/params/, 0.8: "
#define TO_HF	 PARAMS "training_params.py to_hf()"
#define BUILDERS "oumi src/oumi/builders/models.py, 0.8"
#define SHARDS	 "oumi src/oumi/core/distributed.py, 0.8"
#define IS_LORA	 "peft=lora"
#define QLORA	 "@peft.q_lora,@training.use_peft"
#define FSDP	 "@fsdp.enable_fsdp"
#define DEEPSPEED "@deepspeed.enable_deepspeed"
#define IS_VERL	 "@training.trainer_type=VERL_GRPO"
#define NO_VERL	 "@training.trainer_type!=VERL_GRPO"
#define OF_TRL	 "@training.trainer_type=TRL_SFT|TRL_DPO|TRL_KTO|TRL_GRPO|TRL_GKD|TRL_GOLD"

static const struct keyrow rows[] = {
    /* verl's own keys, put over what Oumi says to it (core/trainers/verl_grpo_trainer.py _create_config()). */
    {.key = "training.verl_config_overrides",
     .setting = SETTING_NONE,
     .convert = CONVERT_NESTED,
     .arg = "verl",
     .when = IS_VERL},
    KEY("model.model_name", MODEL),
    KEY_AS("training.trainer_type", TASK, CHOICE,
	   "trl_sft=sft;trl_dpo=dpo;trl_kto=kto;trl_grpo=grpo;verl_grpo=grpo;trl_gkd=distill;trl_gold=distill;*="),
    KEY_AS("training.use_peft", PEFT, SWITCH, "lora;none"),
    KEY_WHEN("peft.lora_r", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("peft.lora_alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("peft.lora_dropout", LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY_WHEN("peft.lora_target_modules", LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    KEY_WHEN("peft.lora_modules_to_save", LORA_MODULES_TO_SAVE, PLAIN, NULL, IS_LORA),
    /* The quantised model is built for peft alone. */
    KEY_WHEN("peft.q_lora_bits", QUANTIZATION, CHOICE, "8=int8;*=", QLORA),
    KEY_WHEN("peft.bnb_4bit_quant_type", QUANTIZATION, PLAIN, NULL, QLORA),
    KEY_WHEN("peft.q_lora", QUANTIZATION, IF_TRUE, "fp4", QLORA),
    KEY_WHEN("peft.use_bnb_nested_quant", DOUBLE_QUANT, PLAIN, NULL, QLORA),
    KEY_WHEN("model.torch_dtype_str", WEIGHTS_DTYPE, DTYPE, "bfloat16", NO_VERL),
    KEY_WHEN("training.mixed_precision_dtype", MIXED_PRECISION, CHOICE, "none=no", NO_VERL),
    KEY_WHEN("training.per_device_train_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE, PLAIN, NULL, NO_VERL),
    KEY_WHEN("training.per_device_eval_batch_size", PER_DEVICE_EVAL_BATCH_SIZE, PLAIN, NULL, NO_VERL),
    KEY_WHEN("training.gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS, PLAIN, NULL, NO_VERL),
    KEY_WHEN("training.eval_strategy", EVALUATION, CHOICE, "no=false;*=true", NO_VERL),
    KEY_AS("data.train.datasets", DATASET, NAMES, "dataset_name"),
    KEY_AS("training.max_steps", MAX_STEPS, CHOICE, "-1=;0="),
    KEY_WHEN("model.model_max_length", MAX_SEQ_LENGTH, PLAIN, NULL, "task!=grpo|kto"),
    KEY_WHEN("training.trainer_kwargs.max_length", MAX_SEQ_LENGTH, PLAIN, NULL, "task!=grpo"),
    KEY_AS("data.train.pack", PACKING, SWITCH, "true;false"),
    KEY_AS("training.trainer_kwargs.packing", PACKING, SWITCH, "true;false"),
    KEY_WHEN("training.use_deterministic", GRADIENT_CHECKPOINTING, IF_TRUE, "false", "@training.use_deterministic"),
    KEY("training.enable_gradient_checkpointing", GRADIENT_CHECKPOINTING),
    KEY_WHEN("fsdp.enable_fsdp", USE_REENTRANT, IF_TRUE, "false", FSDP),
    KEY("training.gradient_checkpointing_kwargs.use_reentrant", USE_REENTRANT),
    KEY_AS("training.trainer_kwargs.activation_offloading", OFFLOAD_ACTIVATIONS, IF_TRUE, "cpu"),
    KEY_WHEN("model.attn_implementation", ATTENTION, PLAIN, NULL, NO_VERL),
    KEY_AS("model.enable_liger_kernel", LOSS_KERNEL, IF_TRUE, "liger"),
    KEY_AS("model.enable_liger_kernel", FUSED_KERNELS, IF_TRUE, "liger"),
    KEY("training.compile", TORCH_COMPILE),
    KEY("training.optimizer", OPTIMIZER),
    KEY_AS("model.load_pretrained_weights", TASK, IF_FALSE, "pretrain"),
    /* FSDP as accelerate has it: the first version. */
    KEY_WHEN("fsdp.sharding_strategy", DATA_PARALLEL, CHOICE,
	     "hybrid_shard=hsdp;hybrid_shard_zero2=hsdp;no_shard=ddp;*=fsdp", FSDP),
    KEY_WHEN("fsdp.enable_fsdp", DATA_PARALLEL, IF_TRUE, "fsdp", FSDP),
    KEY_WHEN("fsdp.sharding_strategy", RESHARD_AFTER_FORWARD, CHOICE,
	     "shard_grad_op=false;hybrid_shard_zero2=false;*=", FSDP),
    KEY_WHEN("fsdp.cpu_offload", OFFLOAD_PARAMS, IF_TRUE, "cpu", FSDP),
    KEY_WHEN("fsdp.cpu_offload", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu", FSDP),
    KEY_WHEN("fsdp.auto_wrap_policy", SHARD_UNIT, CHOICE, "no_wrap=model;*=layer", FSDP),
    KEY_WHEN("deepspeed.zero_stage", DATA_PARALLEL, CHOICE,
	     "zero_0=ddp;zero_1=zero1;zero_2=zero2;zero_3=zero3;0=ddp;1=zero1;2=zero2;3=zero3", DEEPSPEED),
    KEY_WHEN("deepspeed.offload_optimizer.device", OFFLOAD_OPTIMIZER, PLAIN, NULL, DEEPSPEED),
    KEY_WHEN("deepspeed.offload_optimizer", OFFLOAD_OPTIMIZER, PRESENT, "cpu", DEEPSPEED),
    KEY_WHEN("deepspeed.offload_param.device", OFFLOAD_PARAMS, PLAIN, NULL, DEEPSPEED),
    KEY_WHEN("deepspeed.offload_param", OFFLOAD_PARAMS, PRESENT, "cpu", DEEPSPEED),
    KEY_WHEN("deepspeed.precision", MIXED_PRECISION, PLAIN, NULL, DEEPSPEED),
    KEY_WHEN("deepspeed.reduce_bucket_size", REDUCE_BUCKET_SIZE, CHOICE, "auto=", DEEPSPEED),
    {.key = "deepspeed.deepspeed_config_path",
     .setting = SETTING_NONE,
     .convert = CONVERT_NESTED,
     .arg = "deepspeed.config",
     .when = DEEPSPEED},
    /* Generation and other models. */
    KEY("training.grpo.max_prompt_length", MAX_PROMPT_LENGTH),
    KEY("training.grpo.max_completion_length", MAX_COMPLETION_LENGTH),
    KEY("training.grpo.num_generations", NUM_GENERATIONS),
    KEY_AS("training.grpo.use_vllm", ROLLOUT_ENGINE, IF_FALSE, "transformers"),
    KEY_WHEN("training.grpo.vllm_mode", ROLLOUT_ENGINE, CHOICE, "server=vllm_server;colocate=vllm",
	     "@training.grpo.use_vllm"),
    KEY_WHEN("training.grpo.vllm_gpu_memory_utilization", ROLLOUT_GPU_MEMORY_UTILIZATION, PLAIN, NULL,
	     "@training.grpo.use_vllm"),
    KEY_WHEN("training.gkd.teacher_model_name_or_path", TEACHER_MODEL, PLAIN, NULL, "task=distill"),
    KEY_WHEN("training.gold.teacher_model_name_or_path", TEACHER_MODEL, PLAIN, NULL, "task=distill"),
    KEY_WHEN("training.gkd.max_new_tokens", MAX_COMPLETION_LENGTH, PLAIN, NULL, "task=distill"),
    KEY("training.trainer_kwargs.beta", BETA),
};

/* TRL's own defaults, by the release of TRL that is installed. */
#define OF_PACKAGE(s, v, p, from, to, w, src)                                                      \
	{                                                                                          \
		.setting = SETTING_##s, .value = (v), .since = (from), .until = (to), .when = (w), \
		.package = (p), .source = (src)                                                    \
	}

static const struct defrow defaults[] = {
    DEFAULT(TASK, "sft", PARAMS "training_params.py: HF"),
    DEFAULT(PEFT, "none", PARAMS "training_params.py: use_peft False"),
    DEFAULT_WHEN(LORA_R, "8", IS_LORA, PARAMS "peft_params.py"),
    DEFAULT_WHEN(LORA_ALPHA, "8", IS_LORA, PARAMS "peft_params.py"),
    DEFAULT_WHEN(LORA_DROPOUT, "0", IS_LORA, PARAMS "peft_params.py"),
    DEFAULT(QUANTIZATION, "none", PARAMS "peft_params.py: q_lora False"),
    DEFAULT_WHEN(DOUBLE_QUANT, "false", QUANT4, PARAMS "peft_params.py: use_bnb_nested_quant False"),
    DEFAULT_WHEN(KBIT_UPCAST, "true", QUANT, BUILDERS " build_peft_model(): prepare_model_for_kbit_training()"),
    OF_PACKAGE(ADAPTER_DTYPE, "bfloat16", "trl", "0.26", NULL, QUANT ",task=sft,@training.trainer_type=TRL_SFT",
	       "trl trl/trainer/sft_trainer.py: adapters of a quantised model in bfloat16 since 0.26"),
    DEFAULT_WHEN(ADAPTER_DTYPE, "float32", IS_LORA, "peft autocast_adapter_dtype"),
    DEFAULT_IN_WHEN(WEIGHTS_DTYPE, "float32", NULL, "0.3", NO_VERL, "oumi src/oumi/core/configs/params/model_params.py, 0.2.1"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "bfloat16", NO_VERL, PARAMS "model_params.py: auto, the checkpoint's, nearly always bfloat16"),
    DEFAULT_WHEN(MIXED_PRECISION, "no", NO_VERL, TO_HF ": bf16 and fp16 False"),
    DEFAULT_WHEN(PER_DEVICE_TRAIN_BATCH_SIZE, "8", NO_VERL, PARAMS "training_params.py"),
    DEFAULT_WHEN(PER_DEVICE_EVAL_BATCH_SIZE, "8", NO_VERL, PARAMS "training_params.py"),
    DEFAULT_WHEN(GRADIENT_ACCUMULATION_STEPS, "1", NO_VERL, PARAMS "training_params.py"),
    DEFAULT(EVALUATION, "false", PARAMS "training_params.py: eval_strategy no"),
    DEFAULT_WHEN(MAX_SEQ_LENGTH, "1024", "task=sft|dpo|kto|distill," OF_TRL, "trl trl/trainer/sft_config.py, dpo_config.py"),
    DEFAULT_WHEN(MAX_SEQ_LENGTH, NULL, NO_VERL, "the tokenizer's model_max_length (oumi)"),
    DEFAULT(PACKING, "false", PARAMS "data_params.py: pack False"),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", PARAMS "training_params.py"),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", TO_HF),
    DEFAULT_WHEN(ATTENTION, "sdpa", NO_VERL, PARAMS "model_params.py: attn_implementation None"),
    OF_PACKAGE(LOSS_KERNEL, "trl", "trl", "0.22", NULL, "task=sft,@training.trainer_type=TRL_SFT",
	       "trl trl/trainer/sft_trainer.py: entropy of the logits; oumi pyproject.toml: trl<1.5"),
    DEFAULT_WHEN(LOSS_KERNEL, "torch", NO_VERL, TO_HF),
    DEFAULT(FUSED_KERNELS, "none", PARAMS "model_params.py"),
    DEFAULT(TORCH_COMPILE, "false", PARAMS "training_params.py"),
    DEFAULT(OPTIMIZER, "adamw_torch", PARAMS "training_params.py"),
    DEFAULT_WHEN(SHARD_UNIT, "model", FSDP, PARAMS "fsdp_params.py: NO_WRAP"),
    DEFAULT_WHEN(OFFLOAD_PARAMS, "none", FSDP, PARAMS "fsdp_params.py"),
    DEFAULT_WHEN(OFFLOAD_OPTIMIZER, "none", FSDP, PARAMS "fsdp_params.py"),
    DEFAULT_WHEN(DATA_PARALLEL, "ddp", DEEPSPEED, PARAMS "deepspeed_params.py: ZERO_0"),
    DEFAULT_WHEN(REDUCE_BUCKET_SIZE, "500000000", DEEPSPEED, PARAMS "deepspeed_params.py"),
    DEFAULT_WHEN(OTHER_MODELS_SHARDED, "true", "data_parallel=zero3", "trl trl/models/utils.py prepare_deepspeed"),
    DEFAULT_WHEN(BETA, "0.1", "task=dpo|kto", "trl trl/trainer/dpo_config.py"),
    DEFAULT_WHEN(BETA, "0", "task=grpo", "trl trl/trainer/grpo_config.py: 0 since 0.19"),
    DEFAULT_WHEN(NUM_GENERATIONS, "8", "task=grpo", "trl trl/trainer/grpo_config.py"),
    DEFAULT_WHEN(MAX_COMPLETION_LENGTH, "256", "task=grpo", "trl trl/trainer/grpo_config.py"),
    DEFAULT_WHEN(MAX_COMPLETION_LENGTH, "128", "task=distill", PARAMS "gkd_params.py"),
    DEFAULT_WHEN(ROLLOUT_ENGINE, "transformers", "task=grpo,!@training.grpo.use_vllm", PARAMS "grpo_params.py"),
    DEFAULT_WHEN(ROLLOUT_GPU_MEMORY_UTILIZATION, "0.9", "rollout_engine=vllm", PARAMS "grpo_params.py"),
};
static const struct keymap map_oumi = {
    .name = "oumi",
    .package = "oumi",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = PARAMS "*.py",
};
static const struct keymap *const maps[] = {&map_oumi};

/* The same "model" stands in files for evaluation, inference, judges, synthesis, tuning and analysis. */
static const struct config configs[] = {
    {.name = "oumi",
     .markers = "trainer_type",
     .keys = "model.model_name,training.trainer_type,data?|training.output_dir?|peft?",
     .unless = "tasks,engine,generation,judge_params,tuning,strategy_params,resources,run",
     .map = &map_oumi,
     .job = true,
     .set = "framework=oumi",
     .source = PARAMS "training_config.py"},
    {.name = "oumi",
     .markers = "model_max_length|enable_gradient_checkpointing",
     .keys = "model.model_name,data.train.datasets,training.output_dir|training.optimizer|training.use_peft|"
	     "training.per_device_train_batch_size|training.enable_gradient_checkpointing",
     .unless = "tasks,engine,generation,judge_params,tuning,strategy_params,resources,run",
     .map = &map_oumi,
     .job = true,
     .set = "framework=oumi",
     .source = PARAMS "training_config.py: trainer_type HF"},
};

/* src/oumi/cli/main.py: "oumi train"; config_flag -c and --config; dotted flags as OmegaConf reads them. */
#define TRAIN(w, alone)                                                                            \
	{                                                                                          \
		.words = (w), .set = "framework=oumi", .map = &map_oumi, .positional = "",         \
		.config_flag = "--config|-c", .one_process = (alone), .merged = "",                \
		.flags = "config,c", .marks = "lema,oumi"                                          \
	}
static const struct command commands[] = {
    TRAIN("oumi train", true),
    TRAIN("-m oumi train", false),
    TRAIN("-m oumi.train", false),
    TRAIN("-m lema.train", false),
    TRAIN("lema-train", true),
    TRAIN("src/lema/train.py", false),
};

const struct framework framework_oumi = {
    .name = "oumi",
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
    .scheme = "oumi://",
};
