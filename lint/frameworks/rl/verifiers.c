/*
 * verifiers: GRPOTrainer of its own up to 0.1.5, RLTrainer and vf-rl from 0.1.6 on. vLLM runs as a server on other GPUs.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "verifiers", "0.1@2506 0.1.2@2507 0.1.3@2508 0.1.5@2510 0.1.6@2511 0.1.7@2511 0.1.8@2512 0.1.9@2601 0.1.14@2605 0.2@2607 0.3@2608",
     "PrimeIntellect-ai/verifiers, tags up to v0.3.0"},
    {.name = "verifiers-rl", "0.1@2602", "PrimeIntellect-ai/verifiers, packages/verifiers-rl", .modules = "verifiers_rl"},
};

#define GRPO "verifiers verifiers/trainers/grpo_config.py, 0.1.0-0.1.5"
#define HELP "verifiers verifiers/trainers/__init__.py grpo_defaults, lora_defaults, 0.1.0-0.1.5"
#define LOAD "verifiers verifiers/utils/model_utils.py get_model, 0.1.0-0.1.9"
#define RL   "verifiers verifiers/rl/trainer/config.py, 0.1.6-0.1.9"
#define IS_LORA "peft=lora"

/* ---- GRPOConfig: a TrainingArguments ---- */

static const struct keyrow grpo_rows[] = {
    KEY("num_generations", NUM_GENERATIONS),
    KEY("max_seq_len", MAX_SEQ_LENGTH),
    KEY("max_prompt_length", MAX_PROMPT_LENGTH),
    KEY("max_tokens|max_completion_length", MAX_COMPLETION_LENGTH),
    KEY("beta", BETA),
};
static const struct defrow grpo_defaults[] = {
    DEFAULT(NUM_GENERATIONS, "8", GRPO),
    DEFAULT(MAX_SEQ_LENGTH, "2048", GRPO),
    DEFAULT(MAX_PROMPT_LENGTH, "512", GRPO),
    DEFAULT(BETA, "0.001", GRPO),
    DEFAULT(PACKING, "false", GRPO),
    DEFAULT(ROLLOUT_ENGINE, "vllm_server", GRPO ": vllm_server_host"),
    DEFAULT_WHEN(OTHER_MODELS_SHARDED, "true", "data_parallel=zero3",
		 "verifiers verifiers/trainers/grpo_trainer.py, 0.1.0-0.1.5: prepare_deepspeed"),
};
static const struct keymap map_grpo = {
    .name = "verifiers.GRPOConfig",
    .package = "verifiers",
    .base = {&map_transformers_args},
    ROWS(rows, grpo_rows),
    ROWS(defaults, grpo_defaults),
    .source = GRPO,
};
/* What the helper gives that makes one. */
static const struct defrow helped_defaults[] = {
    DEFAULT(MIXED_PRECISION, "bf16", HELP),
    DEFAULT(MAX_SEQ_LENGTH, "4096", HELP),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "8", HELP),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "4", HELP),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", HELP),
};
static const struct keymap map_helped = {
    .name = "verifiers.grpo_defaults",
    .package = "verifiers",
    .base = {&map_grpo},
    ROWS(defaults, helped_defaults),
    .source = HELP,
};
/* The helper before it, for TRL's GRPOConfig: vLLM has the last of num_gpus. */
#define FIRST "verifiers verifiers/utils/config_utils.py get_default_grpo_config, 0.1.0 before 2025-05"
static const struct defrow first_defaults[] = {
    DEFAULT(MIXED_PRECISION, "bf16", FIRST),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "2", FIRST),
    DEFAULT_UNKNOWN(NUM_GENERATIONS, FIRST ": by num_gpus"),
    DEFAULT_UNKNOWN(GRADIENT_ACCUMULATION_STEPS, FIRST ": by num_gpus"),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", FIRST),
    DEFAULT(MAX_PROMPT_LENGTH, "1024", FIRST),
    DEFAULT(MAX_COMPLETION_LENGTH, "1024", FIRST),
    DEFAULT_UNKNOWN(MAX_SEQ_LENGTH, FIRST ": prompt and completion have limits of their own"),
    DEFAULT(BETA, "0.04", FIRST),
};
static const struct keymap map_first = {
    .name = "verifiers.get_default_grpo_config",
    .package = "verifiers",
    .base = {&map_grpo},
    ROWS(defaults, first_defaults),
    .source = FIRST,
};
/* A LoraConfig, whose attributes people set afterwards. */
static const struct keyrow lora_rows[] = {
    KEY("r", LORA_R),
    KEY("alpha", LORA_ALPHA),
};
static const struct defrow lora_defaults[] = {
    DEFAULT(LORA_R, "8", HELP),
    DEFAULT(LORA_ALPHA, "16", HELP),
    DEFAULT(LORA_TARGET_MODULES, "q_proj,k_proj,v_proj,o_proj", HELP),
};
static const struct keymap map_lora = {
    .name = "verifiers.lora_defaults",
    .package = "verifiers",
    .base = {&map_peft_lora},
    ROWS(rows, lora_rows),
    ROWS(defaults, lora_defaults),
    .source = HELP,
};

/* ---- RLConfig: LoRA unless told otherwise; its micro batch is TrainingArguments' batch ---- */

/* P: where they stand in a file; those of TrainingArguments that people give besides. */
#define RL_ROWS(P)                                                                                             \
	KEY(P "micro_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE), KEY(P "batch_size", GLOBAL_BATCH_SIZE),        \
	    KEY(P "rollouts_per_example", NUM_GENERATIONS), KEY(P "max_seq_len", MAX_SEQ_LENGTH),              \
	    KEY(P "max_prompt_len", MAX_PROMPT_LENGTH), KEY(P "max_tokens", MAX_COMPLETION_LENGTH),            \
	    KEY_AS(P "use_lora", PEFT, SWITCH, "lora;none"),                                                   \
	    KEY_WHEN(P "lora_rank", LORA_R, PLAIN, NULL, "!@" P "use_lora=false"),                             \
	    KEY_WHEN(P "lora_alpha", LORA_ALPHA, PLAIN, NULL, "!@" P "use_lora=false"),                        \
	    KEY_WHEN(P "lora_dropout", LORA_DROPOUT, PLAIN, NULL, "!@" P "use_lora=false"),                    \
	    KEY_WHEN(P "lora_target_modules", LORA_TARGET_MODULES, MODULES, NULL, "!@" P "use_lora=false"),    \
	    KEY_WHEN(P "lora_modules_to_save", LORA_MODULES_TO_SAVE, PLAIN, NULL, "!@" P "use_lora=false"),    \
	    KEY_AS(P "use_liger", FUSED_KERNELS, SWITCH, "liger;none")
static const struct keyrow rl_rows[] = {RL_ROWS("")};
static const struct defrow rl_defaults[] = {
    DEFAULT(PEFT, "lora", RL ": use_lora True"),
    DEFAULT_WHEN(LORA_R, "8", IS_LORA, RL),
    DEFAULT_WHEN(LORA_ALPHA, "32", IS_LORA, RL),
    DEFAULT_WHEN(LORA_DROPOUT, "0", IS_LORA, RL),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", IS_LORA, RL ": the seven projections"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "8", RL),
    DEFAULT(GLOBAL_BATCH_SIZE, "512", RL),
    DEFAULT(NUM_GENERATIONS, "16", RL),
    DEFAULT(MAX_SEQ_LENGTH, "2048", RL),
    DEFAULT(MAX_PROMPT_LENGTH, "512", RL),
    DEFAULT(MIXED_PRECISION, "bf16", RL ": bf16 True"),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", RL),
    DEFAULT(EVALUATION, "false", RL ": eval_strategy no"),
    DEFAULT(PACKING, "false", RL),
    DEFAULT(REFERENCE_MODEL, "none", "verifiers verifiers/rl/trainer/trainer.py, 0.1.6-0.1.9: no KL term"),
    DEFAULT(BETA, "0", "verifiers verifiers/rl/trainer/trainer.py, 0.1.6-0.1.9: no KL term"),
    DEFAULT(ROLLOUT_ENGINE, "vllm_server", RL ": vllm_server_host"),
};
static const struct keymap map_rl = {
    .name = "verifiers.RLConfig",
    .package = "verifiers",
    .base = {&map_transformers_args},
    ROWS(rows, rl_rows),
    ROWS(defaults, rl_defaults),
    .source = RL,
};

/* A model that is named is loaded so. */
static const struct defrow load_defaults[] = {
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", LOAD),
    DEFAULT(ATTENTION, "flash_attention_2", LOAD),
    DEFAULT(FUSED_KERNELS, "liger", LOAD),
};
static const struct keymap map_load = {
    .name = "verifiers.get_model",
    .package = "verifiers",
    .base = {&map_transformers_load},
    ROWS(defaults, load_defaults),
    .source = LOAD,
};
/* RLTrainer wraps what it is given, as its arguments say. */
static const struct defrow trainer_defaults[] = {
    DEFAULT(PEFT, "lora", RL ": use_lora True"),
};
static const struct keymap map_rl_trainer = {
    .name = "verifiers.RLTrainer",
    .package = "verifiers",
    .base = {&map_transformers_trainer},
    ROWS(defaults, trainer_defaults),
    .source = RL,
};

/* ---- vf-rl @ FILE.toml ---- */

#define FILE_OF "verifiers verifiers/scripts/rl.py, 0.1.6-0.1.9"
static const struct keyrow file_rows[] = {
    KEY("model", MODEL),
    KEY("trainer.gpus", NUM_GPUS),
    RL_ROWS("trainer.args."),
    KEY("trainer.args.gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS),
    KEY("trainer.args.gradient_checkpointing", GRADIENT_CHECKPOINTING),
    KEY("trainer.args.optim", OPTIMIZER),
    KEY_AS("trainer.args.bf16", MIXED_PRECISION, SWITCH, "bf16;no"),
    KEY_NESTED("trainer.args.deepspeed", "deepspeed.config"),
};
static const struct keymap map_file = {
    .name = "verifiers.vf_rl",
    .package = "verifiers",
    .base = {&map_rl, &map_load},
    ROWS(rows, file_rows),
    .source = FILE_OF,
};
static const struct keymap *const maps[] = {&map_grpo, &map_helped, &map_first, &map_lora, &map_rl, &map_load, &map_rl_trainer, &map_file};

static const struct config configs[] = {
    {.name = "verifiers",
     .markers = "rollouts_per_example|micro_batch_size",
     .keys = "model,env.id|environment.id,trainer.args,inference?",
     .unless = "orchestrator",
     .map = &map_file,
     .job = true,
     .set = "framework=verifiers;task=grpo",
     .source = FILE_OF},
};
#define RUN(w)                                                                                     \
	{                                                                                          \
		.words = (w), .set = "framework=verifiers;task=grpo", .map = &map_file,            \
		.positional = "config", .config_flag = ""                                          \
	}
static const struct command commands[] = {
    RUN("vf-rl @"),
    RUN("vf-train @"),
};

static const struct param trainer_params[] = {
    {"model", ROLE_MODEL},	  {"env", ROLE_NONE},	      {"args", ROLE_ARGS},	  {"processing_class", ROLE_TOKENIZER},
    {"peft_config", ROLE_PEFT}, {"optimizers", ROLE_OPTIMIZER},
};
static const struct param load_params[] = {{"model_name", ROLE_MODEL}, {"use_liger", ROLE_NONE}, {"model_kwargs", ROLE_MODEL_KWARGS}};
static const struct param run_params[] = {{"run_name", ROLE_NONE}};
static const struct param lora_params[] = {{"r", ROLE_NONE}, {"alpha", ROLE_NONE}};

/* model_kwargs stand in the place of these. */
#define LOADED                                                                                     \
	"weights_dtype=bfloat16?!@model_kwargs;attention=flash_attention_2?!@model_kwargs;"        \
	"fused_kernels=liger?@use_liger!=false"
static const struct callable callables[] = {
    {.names = "verifiers.GRPOConfig|verifiers.GRPOEnvConfig", .map = &map_grpo},
    {.names = "verifiers.grpo_defaults", .map = &map_helped, ROWS(params, run_params)},
    {.names = "verifiers.get_default_grpo_config", .map = &map_first, ROWS(params, run_params)},
    {.names = "verifiers.lora_defaults", .map = &map_lora, ROWS(params, lora_params), .set = "peft=lora"},
    {.names = "verifiers.RLConfig", .map = &map_rl},
    {.names = "verifiers.get_model_and_tokenizer|verifiers.utils.get_model_and_tokenizer",
     .effect = EFFECT_MODEL,
     .returns = RETURNS_TUPLE,
     .arg = "2",
     ROWS(params, load_params),
     .map = &map_transformers_load,
     .set = LOADED},
    {.names = "verifiers.get_model|verifiers.utils.get_model",
     .effect = EFFECT_MODEL,
     ROWS(params, load_params),
     .map = &map_transformers_load,
     .set = LOADED},
    {.names = "verifiers.GRPOTrainer|verifiers.GRPOEnvTrainer",
     .effect = EFFECT_SINK,
     ROWS(params, trainer_params),
     .map = &map_transformers_trainer,
     .load = &map_transformers_load,
     .args = &map_grpo,
     .set = "framework=verifiers;task=grpo"},
    {.names = "verifiers.RLTrainer|verifiers_rl.RLTrainer",
     .effect = EFFECT_SINK,
     ROWS(params, trainer_params),
     .map = &map_rl_trainer,
     .load = &map_load,
     .args = &map_rl,
     .set = "framework=verifiers;task=grpo"},
    {.names = "verifiers.*Trainer().train|verifiers_rl.*Trainer().train", .effect = EFFECT_START},
};

const struct framework framework_verifiers = {
    .name = "verifiers",
    ROWS(callables, callables),
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
