/*
 * NeMo-RL: the YAML of examples/run_*.py, which build on one another by "defaults:", and words KEY=VALUE over it.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "nemo-rl", "0.1@2503 0.2@2504 0.3@2507 0.4@2511 0.5@2602 0.6@2606", "NVIDIA-NeMo/RL, tags up to v0.6", .modules = ""},
};

#define CONFIG	 "NeMo-RL examples/configs/, 2026-08"
#define WORKER	 "NeMo-RL nemo_rl/models/policy/workers/dtensor_policy_worker.py, 2026-08"
#define MEGATRON "@policy.megatron_cfg.enabled"
#define DTENSOR	 "!" MEGATRON
#define P	 "policy."
#define D	 "policy.dtensor_cfg."
#define M	 "policy.megatron_cfg."
#define G	 "policy.generation."
#define LORA_D	 DTENSOR ",@" D "lora_cfg.enabled"
#define LORA_M	 MEGATRON ",@" M "peft.enabled"
#define IS_LORA	 "peft=lora"
#define OF_RL	 "task=grpo|ppo|distill"

static const struct keyrow rows[] = {
    KEY(P "model_name", MODEL),
    KEY_AS("sft", TASK, PRESENT, "sft"),
    KEY_AS("dpo", TASK, PRESENT, "dpo"),
    KEY_AS("rm", TASK, PRESENT, "reward"),
    KEY_AS("distillation", TASK, PRESENT, "distill"),
    KEY_AS("ppo", TASK, PRESENT, "ppo"),
    KEY_AS("grpo", TASK, PRESENT, "grpo"),
    KEY_WHEN(D "lora_cfg.enabled", PEFT, SWITCH, "lora;none", DTENSOR),
    KEY_WHEN(M "peft.enabled", PEFT, SWITCH, "lora;none", MEGATRON),
    KEY_WHEN(D "lora_cfg.dim", LORA_R, PLAIN, NULL, LORA_D),
    KEY_WHEN(M "peft.dim", LORA_R, PLAIN, NULL, LORA_M),
    KEY_WHEN(D "lora_cfg.alpha", LORA_ALPHA, PLAIN, NULL, LORA_D),
    KEY_WHEN(M "peft.alpha", LORA_ALPHA, PLAIN, NULL, LORA_M),
    KEY_WHEN(D "lora_cfg.dropout", LORA_DROPOUT, PLAIN, NULL, LORA_D),
    KEY_WHEN(M "peft.dropout", LORA_DROPOUT, PLAIN, NULL, LORA_M),
    KEY_WHEN(D "lora_cfg.match_all_linear", LORA_TARGET_MODULES, IF_TRUE, "all-linear", LORA_D),
    KEY_WHEN(D "lora_cfg.target_modules", LORA_TARGET_MODULES, MODULES, NULL, LORA_D ",@" D "lora_cfg.target_modules"),
    KEY_AS(P "precision", MIXED_PRECISION, CHOICE, "bfloat16=bf16;float16=fp16;float32=no"),
    KEY_WHEN(M "fp8_cfg.enabled", MIXED_PRECISION, IF_TRUE, "fp8", MEGATRON),
    KEY(P "train_micro_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY(P "train_global_batch_size", GLOBAL_BATCH_SIZE),
    KEY_WHEN(P "logprob_batch_size", LOGPROB_BATCH_SIZE, PLAIN, NULL, OF_RL),
    KEY(P "max_total_sequence_length", MAX_SEQ_LENGTH),
    KEY_AS(P "sequence_packing.enabled", PACKING, SWITCH, "true;false"),
    KEY_WHEN(D "activation_checkpointing", GRADIENT_CHECKPOINTING, SWITCH, "true;false", DTENSOR),
    KEY_WHEN(M "activation_checkpointing", GRADIENT_CHECKPOINTING, SWITCH, "true;false", MEGATRON),
    KEY_WHEN(D "cpu_offload", OFFLOAD_PARAMS, SWITCH, "cpu;none", DTENSOR),
    KEY_WHEN(D "cpu_offload", OFFLOAD_OPTIMIZER, SWITCH, "cpu;none", DTENSOR),
    KEY_WHEN(M "optimizer.optimizer_cpu_offload", OFFLOAD_OPTIMIZER, SWITCH, "cpu;none", MEGATRON),
    KEY_WHEN(P "optimizer.name", OPTIMIZER, WORDS, "AdamW=adamw_torch;Adam=adamw_torch;SGD=sgd;Muon=muon", DTENSOR),
    KEY_WHEN(M "optimizer.optimizer", OPTIMIZER, CHOICE, "adam=adamw_torch;sgd=sgd;*=", MEGATRON),
    KEY_AS(M "enabled", DATA_PARALLEL, IF_TRUE, "megatron"),
    KEY_AS(D "enabled", DATA_PARALLEL, IF_TRUE, "fsdp2"),
    KEY_WHEN(D "tensor_parallel_size", TENSOR_PARALLEL, PLAIN, NULL, DTENSOR),
    KEY_WHEN(M "tensor_model_parallel_size", TENSOR_PARALLEL, PLAIN, NULL, MEGATRON),
    KEY_WHEN(D "context_parallel_size", CONTEXT_PARALLEL, PLAIN, NULL, DTENSOR),
    KEY_WHEN(M "context_parallel_size", CONTEXT_PARALLEL, PLAIN, NULL, MEGATRON),
    KEY_WHEN(M "pipeline_model_parallel_size", PIPELINE_PARALLEL, PLAIN, NULL, MEGATRON),
    KEY_WHEN(M "expert_model_parallel_size", EXPERT_PARALLEL, PLAIN, NULL, MEGATRON),
    KEY_WHEN(D "expert_parallel_size", EXPERT_PARALLEL, PLAIN, NULL, DTENSOR),
    KEY_WHEN(D "sequence_parallel", SEQUENCE_PARALLEL, PLAIN, NULL, DTENSOR ",tensor_parallel>1"),
    KEY_WHEN(M "sequence_parallel", SEQUENCE_PARALLEL, PLAIN, NULL, MEGATRON ",tensor_parallel>1"),
    KEY_AS("data.train.dataset_name|data.dataset_name", DATASET, NAMES, NULL),
    KEY_WHEN("grpo.num_generations_per_prompt|ppo.num_generations_per_prompt|distillation.num_generations_per_prompt", NUM_GENERATIONS,
	     PLAIN, NULL, OF_RL),
    KEY_WHEN(G "max_new_tokens", MAX_COMPLETION_LENGTH, PLAIN, NULL, OF_RL),
    KEY_WHEN("loss_fn.reference_policy_kl_penalty", BETA, PLAIN, NULL, OF_RL),
    KEY_WHEN("dpo.reference_policy_kl_penalty", BETA, PLAIN, NULL, "task=dpo"),
    KEY_WHEN(G "colocated.enabled", ROLLOUT_ENGINE, IF_FALSE, "vllm_server", OF_RL),
    KEY_WHEN(G "backend", ROLLOUT_ENGINE, CHOICE, "vllm=vllm;sglang=sglang;megatron=transformers;*=", OF_RL),
    KEY_WHEN(G "vllm_cfg.gpu_memory_utilization", ROLLOUT_GPU_MEMORY_UTILIZATION, PLAIN, NULL, "rollout_engine=vllm"),
    KEY_WHEN(G "vllm_cfg.tensor_parallel_size", ROLLOUT_TENSOR_PARALLEL, PLAIN, NULL, "rollout_engine=vllm"),
    KEY_WHEN("teacher.model_name", TEACHER_MODEL, PLAIN, NULL, "task=distill"),
    KEY("cluster.gpus_per_node", GPUS_PER_NODE),
    KEY("cluster.num_nodes", NUM_NODES),
};

static const struct defrow defaults[] = {
    DEFAULT(PEFT, "none", CONFIG),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", IS_LORA, CONFIG ": match_all_linear; Megatron-Bridge's LoRA"),
    DEFAULT(QUANTIZATION, "none", CONFIG),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float32", DTENSOR, WORKER ": float32 masters"),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", "NeMo-RL nemo_rl/models/policy/workers/megatron_policy_worker.py"),
    DEFAULT(MIXED_PRECISION, "bf16", CONFIG ": precision bfloat16"),
    DEFAULT_WHEN(ATTENTION_MASK, "none", "packing=true", WORKER),
    DEFAULT(PACKING, "false", CONFIG),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", CONFIG),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true", WORKER),
    DEFAULT_WHEN(ATTENTION, "flash_attention_2", "packing=true", WORKER ": attn_implementation"),
    DEFAULT_WHEN(ATTENTION, "flash_attention_2", MEGATRON, "Transformer Engine"),
    DEFAULT(ATTENTION, "sdpa", WORKER),
    DEFAULT(FUSED_KERNELS, "none", WORKER),
    DEFAULT(TORCH_COMPILE, "false", WORKER),
    DEFAULT_WHEN(LOSS_KERNEL, "logprobs_float", OF_RL, WORKER ": logits.to(torch.float32)"),
    DEFAULT_WHEN(SYNC_GRADIENTS, "each", "data_parallel=fsdp2", WORKER ": each micro batch reduces"),
    DEFAULT(OPTIMIZER, "adamw_torch", CONFIG),
    DEFAULT(DATA_PARALLEL, "fsdp2", CONFIG ": dtensor_cfg.enabled"),
    DEFAULT(OFFLOAD_PARAMS, "none", CONFIG),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", CONFIG),
    DEFAULT_WHEN(OFFLOAD_REFERENCE, "cpu", "task=grpo|ppo|dpo", WORKER ": reference_model_state_dict on the CPU"),
    DEFAULT_WHEN(ROLLOUT_SLEEP, "true", "rollout_engine=vllm", "NeMo-RL nemo_rl/models/generation/vllm: sleep mode where colocated"),
    DEFAULT_WHEN(ROLLOUT_OFFLOAD, "all", "rollout_engine=vllm", WORKER ": offload_before_refit(), offload_after_refit()"),
    DEFAULT(EVALUATION, "false", CONFIG ": the engine validates, or forward passes as in training"),
};
static const struct keymap map_nemo_rl = {
    .name = "nemo-rl",
    .package = "nemo-rl",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = CONFIG,
};
static const struct keymap *const maps[] = {&map_nemo_rl};

static const struct config configs[] = {
    {.name = "nemo-rl",
     .markers = "train_micro_batch_size|train_global_batch_size|max_total_sequence_length|dtensor_cfg|megatron_cfg",
     .keys = "policy.model_name,policy.train_micro_batch_size|policy.train_global_batch_size|policy.max_total_sequence_length|"
	     "policy.dtensor_cfg|policy.megatron_cfg,grpo?|sft?|dpo?|rm?|distillation?|ppo?",
     .unless = "actor_rollout_ref,trainer,eval",
     .map = &map_nemo_rl,
     .job = true,
     .set = "framework=nemo-rl",
     .composed = "",
     .inherits = "defaults",
     .source = CONFIG},
};

#define RUN(w, c)                                                                                     \
	{                                                                                          \
		.words = (w), .set = "framework=nemo-rl", .map = &map_nemo_rl, .positional = "", .config_flag = "--config", \
		.composed = "", .inherits = "defaults", .usual_config = "configs/" c ".yaml", .all_devices = true                                             \
	}
static const struct command commands[] = {
    RUN("examples/run_grpo.py", "grpo_math_1B"),
    RUN("examples/run_grpo_math.py", "grpo_math_1B"),
    RUN("examples/run_grpo_rm.py", "grpo_rm_1B"),
    RUN("examples/run_grpo_sliding_puzzle.py", "grpo_sliding_puzzle"),
    RUN("examples/run_ppo.py", "ppo_math_1B"),
    RUN("examples/run_sft.py", "sft"),
    RUN("examples/run_dpo.py", "dpo"),
    RUN("examples/run_rm.py", "rm"),
    RUN("examples/run_distillation.py", "distillation_math"),
    RUN("examples/run_distillation_math.py", "distillation_math"),
    RUN("examples/run_vlm_grpo.py", "vlm_grpo_3B"),
    RUN("examples/run_vlm_sft.py", "vlm_sft_3B"),
};

const struct framework framework_nemo_rl = {
    .name = "nemo-rl",
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
