/*
 * stateset-agents, imported from a repository that lacks its code: its configurations, tasks and trainers. The model
 * that trains generates as well.
 */
#include "lint/frameworks/libraries/shared_maps.h"

/* In a copy of it here its code is read. */
static const struct package packages[] = {
    {.name = "stateset-agents", "0.5@2510 0.7@2601 0.11@2603 0.15@2608", "stateset/stateset-agents, main branch of 2026-08",
     .modules = ""},
};

#define CONFIG	"stateset-agents stateset_agents/training/config.py, 2026-08"
#define GSPO	"stateset-agents stateset_agents/training/gspo_config.py, 2026-08"
#define RUNTIME "stateset-agents stateset_agents/training/trainer_runtime.py, 2026-08"
#define IS_LORA "peft=lora"

static const struct keyrow rows[] = {
    KEY("model_name", MODEL),
    KEY("batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("per_device_train_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS),
    KEY("group_size|num_generations", NUM_GENERATIONS),
    KEY("max_prompt_length", MAX_PROMPT_LENGTH),
    KEY("max_completion_length", MAX_COMPLETION_LENGTH),
    KEY_AS("fp16", WEIGHTS_DTYPE, IF_TRUE, "float16"),
    KEY_AS("fp16", MIXED_PRECISION, IF_TRUE, "fp16"),
    KEY_AS("bf16", WEIGHTS_DTYPE, SWITCH, "bfloat16;float32"),
    KEY_AS("bf16", MIXED_PRECISION, SWITCH, "bf16;no"),
    KEY("gradient_checkpointing", GRADIENT_CHECKPOINTING),
    KEY_AS("use_lora", PEFT, SWITCH, "lora;none"),
    KEY_WHEN("lora_r", LORA_R, PLAIN, NULL, "!@use_lora=false"),
    KEY_WHEN("lora_alpha", LORA_ALPHA, PLAIN, NULL, "!@use_lora=false"),
    KEY_WHEN("lora_dropout", LORA_DROPOUT, PLAIN, NULL, "!@use_lora=false"),
    KEY_WHEN("lora_target_modules", LORA_TARGET_MODULES, MODULES, NULL, "!@use_lora=false"),
    KEY_AS("use_4bit", QUANTIZATION, IF_TRUE, "nf4"),
    KEY_AS("use_8bit", QUANTIZATION, IF_TRUE, "int8"),
    KEY("beta", BETA),
    KEY_AS("use_reference_model", REFERENCE_MODEL, IF_FALSE, "none"),
    KEY_AS("use_vllm", ROLLOUT_ENGINE, SWITCH, "vllm;transformers"),
    KEY("vllm_gpu_memory_utilization", ROLLOUT_GPU_MEMORY_UTILIZATION),
    KEY("vllm_tensor_parallel_size", ROLLOUT_TENSOR_PARALLEL),
    KEY("generation_batch_size", ROLLOUT_BATCH_SIZE),
    /* get_config_for_task(): what is said beside the task's name wins. */
    KEY_AS("task_type", NUM_GENERATIONS, CHOICE,
	   "customer_service=12;tutoring=16;creative_writing=8;research_assistant=20;*="),
    KEY_AS("task_type", MAX_COMPLETION_LENGTH, CHOICE,
	   "customer_service=256;tutoring=512;creative_writing=1024;research_assistant=768;*="),
    /* from_profile(TrainingProfile.CONSERVATIVE) */
    KEY_AS("profile", NUM_GENERATIONS, WORDS, "CONSERVATIVE=32;BALANCED=16;AGGRESSIVE=8;EXPERIMENTAL=12;*="),
    KEY_AS("profile", GRADIENT_ACCUMULATION_STEPS, WORDS, "CONSERVATIVE=8;BALANCED=4;AGGRESSIVE=2;EXPERIMENTAL=1;*="),
};
static const struct defrow common_defaults[] = {
    DEFAULT(MODEL, "gpt2", CONFIG),
    DEFAULT(PEFT, "lora", CONFIG ": use_lora True"),
    DEFAULT_WHEN(LORA_DROPOUT, "0.05", IS_LORA, CONFIG),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "q_proj,v_proj", IS_LORA, RUNTIME),
    DEFAULT(QUANTIZATION, "none", GSPO),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", CONFIG ": bf16 True"),
    DEFAULT(MIXED_PRECISION, "bf16", CONFIG ": bf16 True"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "1", CONFIG),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "4", CONFIG),
    DEFAULT(PACKING, "false", CONFIG),
    DEFAULT(EVALUATION, "false", CONFIG ": conversations are generated"),
    DEFAULT(DATA_PARALLEL, "device_map", RUNTIME ": device_map auto"),
    DEFAULT(OPTIMIZER, "adamw_torch", "stateset-agents stateset_agents/training/gspo_trainer.py, 2026-08: AdamW"),
    DEFAULT(FUSED_KERNELS, "none", RUNTIME),
    DEFAULT(TORCH_COMPILE, "false", RUNTIME),
    DEFAULT(REFERENCE_MODEL, "none", CONFIG ": use_reference_model False"),
    DEFAULT(BETA, "0", CONFIG),
    DEFAULT(ROLLOUT_ENGINE, "transformers", CONFIG ": use_vllm False"),
    DEFAULT_WHEN(ROLLOUT_BATCH_SIZE, "4", "rollout_engine=transformers", CONFIG ": generation_batch_size"),
    DEFAULT_WHEN(ROLLOUT_GPU_MEMORY_UTILIZATION, "0.85", "rollout_engine=vllm", CONFIG),
    DEFAULT_WHEN(ROLLOUT_TENSOR_PARALLEL, "1", "rollout_engine=vllm", CONFIG),
};
static const struct keymap map_common = {
    .name = "stateset_agents.common",
    .package = "stateset-agents",
    ROWS(rows, rows),
    ROWS(defaults, common_defaults),
    .source = CONFIG,
};
/* Also of what from_training_config() makes of one: it hands all of its fields on. */
static const struct defrow training_defaults[] = {
    DEFAULT(NUM_GENERATIONS, "16", CONFIG),
    DEFAULT(MAX_PROMPT_LENGTH, "512", CONFIG),
    DEFAULT(MAX_COMPLETION_LENGTH, "512", CONFIG),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", CONFIG),
    DEFAULT_WHEN(LORA_R, "8", IS_LORA, CONFIG),
    DEFAULT_WHEN(LORA_ALPHA, "16", IS_LORA, CONFIG),
};
static const struct keymap map_training = {
    .name = "stateset_agents.TrainingConfig",
    .package = "stateset-agents",
    .base = {&map_common},
    ROWS(defaults, training_defaults),
    .source = CONFIG,
};
static const struct defrow gspo_defaults[] = {
    DEFAULT(NUM_GENERATIONS, "4", GSPO),
    DEFAULT(MAX_PROMPT_LENGTH, "256", GSPO),
    DEFAULT(MAX_COMPLETION_LENGTH, "256", GSPO),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", GSPO),
    DEFAULT_WHEN(LORA_R, "16", IS_LORA, GSPO),
    DEFAULT_WHEN(LORA_ALPHA, "32", IS_LORA, GSPO),
};
static const struct keymap map_gspo = {
    .name = "stateset_agents.GSPOConfig",
    .package = "stateset-agents",
    .base = {&map_common},
    ROWS(defaults, gspo_defaults),
    .source = GSPO,
};
/* The trainer's own words: the agent has the model as well. */
static const struct keyrow agent_rows[] = {
    KEY("model_name", MODEL),
    KEY_AS("load_in_4bit|use_4bit", QUANTIZATION, IF_TRUE, "nf4"),
    KEY_AS("load_in_8bit|use_8bit", QUANTIZATION, IF_TRUE, "int8"),
    KEY_AS("torch_dtype", WEIGHTS_DTYPE, DTYPE, NULL),
    KEY("attn_implementation", ATTENTION),
};
static const struct keymap map_agent = {
    .name = "stateset_agents.AgentConfig",
    .package = "stateset-agents",
    ROWS(rows, agent_rows),
    .source = "stateset-agents stateset_agents/core/agent.py, 2026-08",
};
static const struct keymap *const maps[] = {&map_common, &map_training, &map_gspo, &map_agent};

static const struct param from_params[] = {{"config", ROLE_ARGS}};
static const struct param task_params[] = {{"task_type", ROLE_NONE}};
static const struct param profile_params[] = {{"profile", ROLE_NONE}};
static const struct param train_params[] = {
    {"config", ROLE_ARGS}, {"agent", ROLE_NONE}, {"environment", ROLE_NONE}, {"reward_model", ROLE_NONE},
};
static const struct param trainer_params[] = {
    {"agent", ROLE_NONE}, {"environment", ROLE_NONE}, {"reward_fn", ROLE_NONE}, {"config", ROLE_ARGS},
};
#define OTHERS(n) "stateset_agents.GSPO" n "|stateset_agents.DAPO" n "|stateset_agents.VAPO" n "|stateset_agents.GEPO" n
static const struct callable callables[] = {
    {.names = "stateset_agents.TrainingConfig", .map = &map_training},
    {.names = "stateset_agents.TrainingConfig.from_profile", .map = &map_training, ROWS(params, profile_params)},
    {.names = "stateset_agents.get_config_for_task", .map = &map_training, ROWS(params, task_params)},
    {.names = OTHERS("Config"), .map = &map_gspo},
    {.names = OTHERS("Config.from_training_config"), .map = &map_training, ROWS(params, from_params)},
    {.names = "stateset_agents.AgentConfig", .map = &map_agent},
    {.names = "stateset_agents.train_with_gspo|stateset_agents.train_with_gspo_token|stateset_agents.train_with_dapo|"
	      "stateset_agents.train_with_vapo|stateset_agents.train_with_gepo",
     .effect = EFFECT_SINK,
     ROWS(params, train_params),
     .args = &map_gspo,
     .set = "framework=stateset-agents;task=grpo"},
    {.names = "stateset_agents.GRPOTrainer|stateset_agents.MultiTurnGRPOTrainer|stateset_agents.SingleTurnGRPOTrainer|"
	      "stateset_agents.DistributedGRPOTrainer",
     .effect = EFFECT_SINK,
     ROWS(params, trainer_params),
     .args = &map_training,
     .set = "framework=stateset-agents;task=grpo"},
    {.names = "stateset_agents.*Trainer().train", .effect = EFFECT_START},
};

const struct framework framework_stateset_agents = {
    .name = "stateset-agents",
    ROWS(callables, callables),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
