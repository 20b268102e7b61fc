/*
 * TRL: trainers that generate: GRPO, RLOO, online DPO, PPO.
 */
#include "trl.h"

#define GRPO "trl trl/trainer/grpo_config.py"
#define GATHERS "trl trl/models/utils.py unwrap_model_for_generation: ds3_gather_for_generation True"
static const struct keyrow online_rows[] = {
    KEY("num_generations", NUM_GENERATIONS),
    KEY("ds3_gather_for_generation", GATHER_FOR_GENERATION),
    KEY("max_completion_length|response_length|max_new_tokens", MAX_COMPLETION_LENGTH),
    KEY("beta|kl_coef", BETA),
    KEY_AS("use_vllm", ROLLOUT_ENGINE, IF_FALSE, "transformers"),
    KEY_WHEN("vllm_mode", ROLLOUT_ENGINE, CHOICE, "server=vllm_server;colocate=vllm", "@use_vllm"),
    KEY_WHEN("vllm_gpu_memory_utilization", ROLLOUT_GPU_MEMORY_UTILIZATION, PLAIN, NULL,
	     "@use_vllm"),
    KEY_WHEN("vllm_tensor_parallel_size", ROLLOUT_TENSOR_PARALLEL, PLAIN, NULL, "@use_vllm"),
    KEY_WHEN("vllm_enable_sleep_mode", ROLLOUT_SLEEP, PLAIN, NULL, "@use_vllm"),
    KEY("reward_model_path", REWARD_MODEL),
    KEY("sft_model_path", MODEL),
};
static const struct defrow online_defaults[] = {
    DEFAULT_WHEN(ROLLOUT_ENGINE, "transformers", "!@use_vllm", GRPO ": use_vllm False"),
    DEFAULT_IN_WHEN(ROLLOUT_ENGINE, "vllm", "1.0", NULL, "@use_vllm", GRPO ": colocate since 1.0"),
    DEFAULT_IN_WHEN(ROLLOUT_ENGINE, "vllm_server", NULL, "1.0", "@use_vllm",
		    GRPO ": a server, before 0.16 a card of its own"),
    DEFAULT_IN_WHEN(ROLLOUT_GPU_MEMORY_UTILIZATION, "0.55", NULL, NULL,
		    "rollout_engine=vllm,task=online_dpo",
		    "trl trl/experimental/online_dpo/online_dpo_config.py"),
    DEFAULT_IN_WHEN(ROLLOUT_GPU_MEMORY_UTILIZATION, "0.9", NULL, "0.16", "rollout_engine=vllm", GRPO ", 0.14-0.15"),
    DEFAULT_IN_WHEN(ROLLOUT_GPU_MEMORY_UTILIZATION, "0.3", "0.18", NULL, "rollout_engine=vllm",
		    GRPO),
    DEFAULT_WHEN(ROLLOUT_TENSOR_PARALLEL, "1", "rollout_engine=vllm", GRPO),
    DEFAULT_WHEN(ROLLOUT_SLEEP, "false", "rollout_engine=vllm", GRPO),
    DEFAULT_WHEN(GATHER_FOR_GENERATION, "true", "data_parallel=zero3,rollout_engine=transformers", GATHERS),
    DEFAULT_WHEN(GATHER_FOR_GENERATION, "true", "data_parallel=zero3,rollout_engine=vllm|vllm_server,peft=lora|dora",
		 "trl trl/trainer/grpo_trainer.py _move_model_to_vllm: adapters are merged in all weights"),
    DEFAULT(PACKING, "false", GRPO),
    DEFAULT_IN_WHEN(ADAPTER_DTYPE, "bfloat16", "0.29", NULL, QUANT CASTS,
		    GRPO ": adapters of a quantised model in bfloat16 since 0.29"),
};
const struct keymap map_trl_online = {
    .name = "trl.online",
    .package = "trl",
    ROWS(rows, online_rows),
    ROWS(defaults, online_defaults),
    .source = GRPO,
};
static const struct keyrow grpo_rows[] = {
    /* grpo_trainer.py, 0.14-0.15: the engine is in the trainer's process, on the card that it is told; the first one trains. */
    {.key = "vllm_device", .setting = SETTING_ROLLOUT_ENGINE, .convert = CONVERT_CHOICE, .arg = "cuda:0=vllm;auto=;*=vllm_server",
     .when = "@use_vllm", .until = "0.16"},
    KEY_IN("max_prompt_length", MAX_PROMPT_LENGTH, PLAIN, NULL, NULL, "0.28"),
    /* Fields of GRPOConfig at each tag, 0.14 to 1.9. */
    KEY_SINCE("log_completions|reward_weights|sync_ref_model|ref_model_sync_steps|ref_model_mixup_alpha", "0.15"),
    KEY_SINCE("epsilon|epsilon_high|num_iterations|scale_rewards|top_p|top_k|min_p|repetition_penalty|"
	      "cache_implementation|vllm_server_host|vllm_server_port|vllm_server_timeout", "0.16"),
    KEY_SINCE("loss_type|mask_truncated_completions|num_completions_to_print|shuffle_dataset|disable_dropout", "0.17"),
    KEY_SINCE("steps_per_generation|generation_batch_size|vllm_mode|vllm_tensor_parallel_size|delta|"
	      "vllm_server_base_url", "0.18"),
    KEY_SINCE("generation_kwargs", "0.19"),
    KEY_SINCE("importance_sampling_level|top_entropy_quantile|use_transformers_paged", "0.20"),
    KEY_SINCE("vllm_model_impl", "0.21"),
    KEY_SINCE("vllm_enable_sleep_mode|vllm_importance_sampling_correction|vllm_importance_sampling_cap", "0.23"),
    KEY_SINCE("chat_template_kwargs|cast_lm_head_to_fp32", "0.25"),
    KEY_SINCE("num_generations_eval|log_unique_prompts|sapo_temperature_neg|sapo_temperature_pos|"
	      "vllm_importance_sampling_mode|vllm_max_model_length|use_bias_correction_kl", "0.26"),
    KEY_SINCE("multi_objective_aggregation|max_tool_calling_iterations|off_policy_mask_threshold|vllm_group_port|"
	      "vllm_structured_outputs_regex", "0.27"),
    KEY_UNTIL("vllm_device|vllm_dtype|vllm_max_model_len|vllm_enable_prefix_caching", NULL, "0.18"),
    KEY_UNTIL("wandb_log_unique_prompts", NULL, "0.27"),
    KEY_UNTIL("vllm_guided_decoding_regex", NULL, "0.28"),
};
static const struct defrow grpo_defaults[] = {
    DEFAULT_IN(PER_DEVICE_TRAIN_BATCH_SIZE, "1", NULL, "0.15", GRPO ", 0.14"),
    DEFAULT_IN(GRADIENT_ACCUMULATION_STEPS, "8", NULL, "0.15", GRPO ", 0.14"),
    DEFAULT_IN(BATCH_COUNTS, "prompts", NULL, "0.15",
	       "trl trl/trainer/grpo_trainer.py, 0.14: num_return_sequences=num_generations on each device"),
    DEFAULT(NUM_GENERATIONS, "8", GRPO),
    DEFAULT_IN(MAX_PROMPT_LENGTH, "512", NULL, "0.26", GRPO ": 512 until 0.25"),
    DEFAULT(MAX_COMPLETION_LENGTH, "256", GRPO ", 0.14-1.9"),
    DEFAULT_IN(BETA, "0.04", NULL, "0.19", GRPO ": 0.04 before 0.19"),
    DEFAULT_OF_OLD(BETA, "0.04", "0.19", NULL, GRPO ": 0.04 before 0.19"),
    DEFAULT_IN(BETA, "0", "0.19", NULL, GRPO ": 0 since 0.19"),
    DEFAULT_WHEN(OTHER_MODELS_SHARDED, "true", "data_parallel=zero3",
		 GRPO "; models/utils.py prepare_deepspeed: stage 3 stays stage 3"),
    /* Reward models stay whole under FSDP (prepare_model in evaluation mode, 0.18-1.9); FSDP2: trl_pair.c. */
    DEFAULT_IN_WHEN(OTHER_MODELS_SHARDED, "true", "0.18", NULL,
		    "beta>0,!reward_model," FSDP_RESHARDS,
		    "trl trl/trainer/grpo_trainer.py: prepare_fsdp since 0.18"),
};
static const struct keyrow rloo_rows[] = {
    KEY_IN("rloo_k", NUM_GENERATIONS, PLAIN, NULL, NULL, "0.22"),
    KEY_IN("max_prompt_length", MAX_PROMPT_LENGTH, PLAIN, NULL, NULL, "0.29"),
    KEY_SINCE("num_generations|max_completion_length|epsilon|epsilon_high|num_iterations|steps_per_generation|"
	      "generation_batch_size|use_vllm|reward_weights|mask_truncated_completions|normalize_advantages|beta", "0.22"),
    KEY_UNTIL("local_batch_size|local_mini_batch_size|micro_batch_size|mini_batch_size|num_total_batches|sft_model_path|"
	      "reward_model_path|normalize_advantage|whiten_rewards", NULL, "0.22"),
    KEY_UNTIL("kl_coef|num_ppo_epochs|num_mini_batches|total_episodes|response_length|local_rollout_forward_batch_size|"
	      "missing_eos_penalty|token_level_kl|cliprange|stop_token|stop_token_id", NULL, "0.25"),
};
static const struct defrow rloo_defaults[] = {
    DEFAULT_IN(NUM_GENERATIONS, "2", NULL, "0.22", "trl trl/trainer/rloo_config.py: rloo_k"),
    DEFAULT_IN(NUM_GENERATIONS, "2", "0.22", NULL, "trl trl/trainer/rloo_config.py"),
    DEFAULT_IN(MAX_PROMPT_LENGTH, "512", "0.22", "0.27", "trl trl/trainer/rloo_config.py"),
    DEFAULT_IN(MAX_COMPLETION_LENGTH, "256", "0.22", NULL, "trl trl/trainer/rloo_config.py"),
    DEFAULT_IN(MAX_COMPLETION_LENGTH, "53", NULL, "0.22",
	       "trl trl/trainer/rloo_config.py, 0.12-0.21"),
    DEFAULT(BETA, "0.05", "trl trl/trainer/rloo_config.py"),
    DEFAULT_WHEN(OTHER_MODELS_SHARDED, "true", "data_parallel=zero3",
		 "trl trl/trainer/rloo_trainer.py, 0.12-1.9: prepare_deepspeed"),
    DEFAULT_IN_WHEN(OTHER_MODELS_SHARDED, "true", "0.22", NULL, "!reward_model," FSDP_RESHARDS,
		    "trl trl/trainer/rloo_trainer.py: prepare_fsdp since 0.22"),
};
/* A plain dataclass before 0.12: the trainer takes rollouts apart into mini batches. */
#define OLD_PPO "trl trl/trainer/ppo_config.py, ppo_trainer.py before 0.12"
static const struct keyrow ppo_rows[] = {
    KEY_IN("forward_batch_size|mini_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE, PLAIN, NULL, NULL,
	   "0.12"),
    KEY_IN("gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS, PLAIN, NULL, NULL, "0.12"),
    /* Without a mini batch: what is trained at once is no more than what was generated (128 of either by default). */
    {.key = "batch_size", .setting = SETTING_PER_DEVICE_TRAIN_BATCH_SIZE, .convert = CONVERT_PLAIN, .since = "0.7.11",
     .until = "0.12", .when = "!@batch_size>128"},
    /* What the dataclass of 0.11.4 has and that of 0.12.0, built on TrainingArguments, lacks. */
    KEY_UNTIL("model_name|task_name|query_dataset|steps|adap_kl_ctrl|init_kl_coef|kl_penalty|target|horizon|"
	      "ppo_epochs|forward_batch_size|log_with|tracker_kwargs|tracker_project_name|accelerator_kwargs|"
	      "project_kwargs|optimize_cuda_cache|optimize_device_cache|early_stopping|target_kl|compare_steps|"
	      "ratio_threshold|use_score_scaling|use_score_norm|score_clip|is_encoder_decoder|is_peft_model",
	      NULL, "0.12"),
    KEY_SINCE("num_ppo_epochs|num_mini_batches|total_episodes|response_length|local_rollout_forward_batch_size|"
	      "kl_coef|reward_model_path|sft_model_path|missing_eos_penalty|stop_token|stop_token_id|temperature", "0.12"),
    KEY_SINCE("kl_estimator", "0.17"),
};
/* 0.12: train_dataset and processing_class; data_collator is in both. */
static const struct keyrow ppo_call_rows[] = {
    KEY_UNTIL("dataset|num_shared_layers", NULL, "0.12"),
};
static const struct defrow ppo_defaults[] = {
    DEFAULT_IN(PER_DEVICE_TRAIN_BATCH_SIZE, "1", NULL, "0.7.11", OLD_PPO),
    DEFAULT_IN(PER_DEVICE_TRAIN_BATCH_SIZE, "128", "0.7.11", "0.12", OLD_PPO),
    DEFAULT_IN(OPTIMIZER, "adamw_torch", NULL, "0.12", OLD_PPO ": torch's Adam"),
    DEFAULT_IN(CRITIC_MODEL, "none", NULL, "0.12", OLD_PPO ": a value head on the policy"),
    DEFAULT_IN(MAX_COMPLETION_LENGTH, "53", "0.12", NULL, "trl trl/trainer/ppo_config.py"),
    DEFAULT(BETA, "0.05", "trl trl/trainer/ppo_config.py: kl_coef"),
};
/* What PPO became in 0.12, under a name of its own before: built on TrainingArguments from the first. */
#define PPO_V2 "trl trl/trainer/ppov2_config.py, ppov2_trainer.py, utils.py OnPolicyConfig, 0.11"
static const struct defrow ppo_v2_defaults[] = {
    DEFAULT(MAX_COMPLETION_LENGTH, "53", PPO_V2 ": response_length of OnPolicyConfig"),
    DEFAULT(BETA, "0.05", PPO_V2 ": kl_coef"),
};
static const struct defrow online_dpo_defaults[] = {
    DEFAULT(MAX_SEQ_LENGTH, "512", "trl trl/experimental/online_dpo/online_dpo_config.py"),
    DEFAULT(MAX_COMPLETION_LENGTH, "64", "trl trl/experimental/online_dpo/online_dpo_config.py"),
    DEFAULT(BETA, "0.1", "trl trl/experimental/online_dpo/online_dpo_config.py"),
    DEFAULT_WHEN(OTHER_MODELS_SHARDED, "true", "data_parallel=zero3",
		 "trl trl/trainer/online_dpo_trainer.py, 0.11-1.9: prepare_deepspeed"),
    DEFAULT_IN_WHEN(OTHER_MODELS_SHARDED, "true", "0.24", NULL, "!reward_model," FSDP_RESHARDS,
		    "trl trl/trainer/online_dpo_trainer.py: prepare_fsdp since 0.24"),
};
static const struct keyrow online_dpo_rows[] = {
    KEY("max_length", MAX_SEQ_LENGTH),
};

#define COMMA ,
/*
 * The batch of completions that is made of whole groups: of all processes, 0.15 to 0.17; times steps_per_generation, since
 * then, which is gradient_accumulation_steps where nothing says otherwise. 0.14 counts prompts. What divides neither is
 * refused by all. Unsloth's trainer takes a batch that fits instead.
 */
static const struct refusal grpo_refusals[] = {
    {.when = "!@generation_batch_size,!@steps_per_generation,batch_counts!=prompts,fused_kernels!=unsloth,"
	     "rollout_engine!=vllm_server,!context_parallel>1,!tensor_parallel>1",
     .refuses = REFUSES_NO_MULTIPLE,
     .amounts = "num_generations:per_device_train_batch_size*num_gpus*gradient_accumulation_steps",
     .key = "num_generations|per_device_train_batch_size",
     .why = "num_generations divides no batch of all processes and accumulation steps",
     .source = GRPO " __post_init__: \"must be divisible by num_generations\", 0.15-1.9"},
};

#define ONLINE(id, label, file, since, more_rows, call_rows)                                       \
	const struct keymap map_trl_##id##_own = {                                                 \
	    .name = "trl." #id,                                                                    \
	    .package = "trl",                                                                      \
	    more_rows ROWS(defaults, id##_defaults),                                               \
	    .source = file,                                                                        \
	};                                                                                         \
	const struct keymap map_trl_##id##_config = {                                              \
	    .name = "trl." label "Config",                                                         \
	    .package = "trl",                                                                      \
	    .built_since = (since),                                                                \
	    .base = {&map_trl_##id##_own, &map_trl_online, &map_trl_common,                        \
		     &map_transformers_args},                                                      \
	    .source = file,                                                                        \
	};                                                                                         \
	const struct keymap map_trl_##id##_trainer = {                                             \
	    .name = "trl." label "Trainer",                                                        \
	    .package = "trl",                                                                      \
	    call_rows                                                                              \
	    .base = {&map_transformers_trainer, &map_peft_wrap},                                   \
	    .source = file,                                                                        \
	}

ONLINE(grpo, "GRPO", GRPO, NULL, ROWS(rows, grpo_rows) COMMA ROWS(refusals, grpo_refusals) COMMA, );
ONLINE(rloo, "RLOO", "trl trl/trainer/rloo_config.py", NULL, ROWS(rows, rloo_rows) COMMA, );
ONLINE(ppo, "PPO", "trl trl/trainer/ppo_config.py", "0.12", ROWS(rows, ppo_rows) COMMA,
       ROWS(rows, ppo_call_rows) COMMA);
ONLINE(ppo_v2, "PPOv2", PPO_V2, NULL, , );
ONLINE(online_dpo, "OnlineDPO", "trl trl/experimental/online_dpo/online_dpo_config.py", NULL,
       ROWS(rows, online_dpo_rows) COMMA, );
