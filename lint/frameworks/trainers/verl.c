/*
 * verl: words KEY=VALUE over its Hydra config of PPO and GRPO, and its supervised trainers.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "verl", "0.1@2412 0.2@2502 0.3@2503 0.4@2506 0.5@2507 0.6@2510 0.7@2601",
     "verl-project/verl, tags up to v0.7.0"},
};

#define CONFIG "verl verl/trainer/config/, 0.3-0.7"
#define WORKER "verl verl/workers/fsdp_workers.py, 0.3-0.7"
#define A      "actor_rollout_ref.actor."
#define M      "actor_rollout_ref.model."
#define G      "actor_rollout_ref.rollout."

#define DYNAMIC	 "@" A "use_dynamic_bsz"
#define SHARDED	 "data_parallel=fsdp|fsdp2"
#define IS_LORA	 "peft=lora"
#define OPTIMIZERS                                                                                 \
	"AdamW=adamw_torch;Adam=adamw_torch;AdamW8bit=adamw_bnb_8bit;Adam8bit=adamw_bnb_8bit;"     \
	"SGD=sgd;*="
/* Only gae has a critic (main_ppo.py); the others differ in how they weigh the same loss. */
#define ESTIMATORS "gae=ppo;grpo=grpo;grpo_passk=grpo;rloo=rloo;*=grpo"

static const struct keyrow rows[] = {
    KEY(M "path", MODEL),
    KEY_AS("algorithm.adv_estimator", TASK, CHOICE, ESTIMATORS),
    KEY_AS(M "lora_rank|" M "lora.rank", PEFT, IF_POSITIVE, "lora"),
    KEY_WHEN(M "lora_rank|" M "lora.rank", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN(M "lora_alpha|" M "lora.alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN(M "target_modules", LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    /* Megatron's distributed optimizer is on unless told otherwise. */
    KEY_AS(A "strategy", DATA_PARALLEL, CHOICE, "fsdp=fsdp;fsdp2=fsdp2;megatron=zero1;*="),
    KEY_AS("hydra.job.config_name", DATA_PARALLEL, CHOICE,
	   "ppo_megatron_trainer=zero1;ppo_megatron_trainer.yaml=zero1;*="),
    KEY_AS(A "fsdp_config.model_dtype", WEIGHTS_DTYPE, DTYPE, NULL),
    KEY_AS(A "fsdp_config.dtype", MIXED_PRECISION, CHOICE, "bfloat16=bf16;float16=fp16;*="),
    KEY_WHEN(A "use_dynamic_bsz", PER_DEVICE_TRAIN_BATCH_SIZE, IF_TRUE, "1", DYNAMIC),
    KEY_WHEN(A "ppo_micro_batch_size_per_gpu", PER_DEVICE_TRAIN_BATCH_SIZE, PLAIN, NULL,
	     "!" DYNAMIC),
    /* Rows of joined samples up to so many tokens. */
    KEY_WHEN(A "ppo_max_token_len_per_gpu", MAX_SEQ_LENGTH, PLAIN, NULL, DYNAMIC),
    KEY_AS(A "use_dynamic_bsz", PACKING, IF_TRUE, "true"),
    KEY("data.max_prompt_length", MAX_PROMPT_LENGTH),
    KEY("data.max_response_length", MAX_COMPLETION_LENGTH),
    KEY(G "n", NUM_GENERATIONS),
    KEY_AS(M "use_remove_padding", ATTENTION_MASK, IF_TRUE, "none"),
    KEY(M "enable_gradient_checkpointing", GRADIENT_CHECKPOINTING),
    KEY_AS(M "enable_activation_offload", OFFLOAD_ACTIVATIONS, IF_TRUE, "cpu"),
    KEY_IN(M "override_config.attn_implementation", ATTENTION, PLAIN, NULL, "0.7", NULL),
    KEY_AS(M "use_fused_kernels|" A "use_fused_kernels", LOSS_KERNEL, IF_TRUE, "fused"),
    KEY_AS(M "use_liger", FUSED_KERNELS, IF_TRUE, "liger"),
    KEY_AS(A "optim.optimizer", OPTIMIZER, CHOICE, OPTIMIZERS),
    /* Both come back for the update: what is taken out is taken out for the engine. */
    KEY_WHEN(A "fsdp_config.param_offload|" A "megatron.param_offload", ROLLOUT_OFFLOAD, IF_TRUE,
	     "all",
	     "@" A "fsdp_config.optimizer_offload|" A "megatron.optimizer_offload=true"),
    KEY_AS(A "fsdp_config.param_offload|" A "megatron.param_offload", ROLLOUT_OFFLOAD, IF_TRUE,
	   "params"),
    KEY_AS(A "fsdp_config.optimizer_offload|" A "megatron.optimizer_offload", ROLLOUT_OFFLOAD,
	   IF_TRUE, "optimizer"),
    KEY_AS(A "fsdp_config.offload_policy", OFFLOAD_PARAMS, IF_TRUE, "cpu"),
    KEY_AS(A "fsdp_config.offload_policy", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu"),
    KEY_WHEN(A "kl_loss_coef", BETA, PLAIN, NULL, "@" A "use_kl_loss"),
    KEY_WHEN("algorithm.kl_ctrl.kl_coef|algorithm.kl_penalty.kl_coef", BETA, PLAIN, NULL,
	     "@algorithm.use_kl_in_reward"),
    KEY(A "ulysses_sequence_parallel_size|" A "megatron.context_parallel_size", CONTEXT_PARALLEL),
    KEY(A "megatron.tensor_model_parallel_size", TENSOR_PARALLEL),
    KEY_WHEN(A "megatron.sequence_parallel", SEQUENCE_PARALLEL, PLAIN, NULL, "tensor_parallel>1"),
    KEY(A "megatron.pipeline_model_parallel_size", PIPELINE_PARALLEL),
    KEY(A "megatron.expert_model_parallel_size", EXPERT_PARALLEL),
    KEY_AS(G "name", ROLLOUT_ENGINE, CHOICE, "vllm=vllm;sglang=sglang;hf=transformers;*="),
    KEY(G "gpu_memory_utilization", ROLLOUT_GPU_MEMORY_UTILIZATION),
    KEY(G "tensor_model_parallel_size", ROLLOUT_TENSOR_PARALLEL),
    KEY(G "free_cache_engine", ROLLOUT_SLEEP),
    KEY("trainer.n_gpus_per_node", GPUS_PER_NODE),
    KEY("trainer.nnodes", NUM_NODES),
};

#define NO_KL "!@" A "use_kl_loss,!@algorithm.use_kl_in_reward"

static const struct defrow defaults[] = {
    DEFAULT(TASK, "ppo", CONFIG "ppo_trainer.yaml: adv_estimator gae"),
    DEFAULT(PEFT, "none", CONFIG "model/hf_model.yaml: lora_rank 0"),
    DEFAULT_WHEN(LORA_ALPHA, "16", IS_LORA, CONFIG "model/hf_model.yaml"),
    DEFAULT_WHEN(LORA_DROPOUT, "0", IS_LORA, WORKER ": LoraConfig of rank, alpha and targets"),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", IS_LORA, CONFIG "model/hf_model.yaml"),
    DEFAULT(QUANTIZATION, "none", WORKER),
    DEFAULT(DATA_PARALLEL, "fsdp", CONFIG "actor/dp_actor.yaml"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float32", SHARDED, WORKER ": float32 for the actor"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "bfloat16", "data_parallel=zero1",
		 "verl verl/workers/megatron_workers.py: param_dtype"),
    DEFAULT_WHEN(ADAPTER_DTYPE, "float32", IS_LORA "," SHARDED, WORKER),
    DEFAULT(MIXED_PRECISION, "bf16", WORKER ": MixedPrecision(param_dtype bfloat16)"),
    DEFAULT_UNKNOWN(PER_DEVICE_TRAIN_BATCH_SIZE,
		    "verl asks for ppo_micro_batch_size_per_gpu, or use_dynamic_bsz"),
    DEFAULT_UNKNOWN(GRADIENT_ACCUMULATION_STEPS, "mini batch × n / GPUs / micro batch"),
    DEFAULT_WHEN(MAX_SEQ_LENGTH, "16384", DYNAMIC, CONFIG "actor/actor.yaml"),
    DEFAULT_WHEN(ATTENTION_MASK, "none", DYNAMIC, WORKER),
    DEFAULT_IN_WHEN(ATTENTION_MASK, "none", "0.7", NULL, "!@" M "use_remove_padding=false",
		    CONFIG "model/hf_model.yaml: use_remove_padding True"),
    DEFAULT(MAX_PROMPT_LENGTH, "512", CONFIG "data/legacy_data.yaml"),
    DEFAULT(MAX_COMPLETION_LENGTH, "512", CONFIG "data/legacy_data.yaml"),
    DEFAULT(NUM_GENERATIONS, "1", CONFIG "rollout/rollout.yaml"),
    DEFAULT(PACKING, "false", CONFIG "actor/actor.yaml"),
    DEFAULT(EVALUATION, "false", "verl verl/trainer/ppo/ray_trainer.py: the engine validates"),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", CONFIG "model/hf_model.yaml"),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true", WORKER),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", CONFIG "model/hf_model.yaml"),
    DEFAULT(ATTENTION, "flash_attention_2", WORKER),
    DEFAULT(LOSS_KERNEL, "torch", CONFIG "model/hf_model.yaml"),
    DEFAULT(FUSED_KERNELS, "none", CONFIG "model/hf_model.yaml"),
    DEFAULT(TORCH_COMPILE, "false", "verl verl/workers/actor/dp_actor.py: the entropy only"),
    DEFAULT(OPTIMIZER, "adamw_torch", WORKER ": torch.optim.AdamW"),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", WORKER ": loaded for the update"),
    DEFAULT(OFFLOAD_PARAMS, "none", WORKER ": loaded for the update"),
    DEFAULT(ROLLOUT_OFFLOAD, "none", CONFIG "engine/fsdp.yaml"),
    DEFAULT_WHEN(BETA, "0", NO_KL, CONFIG "actor/actor.yaml, ppo_trainer.yaml"),
    DEFAULT(BETA, "0.001", CONFIG "actor/actor.yaml, ppo_trainer.yaml"),
    DEFAULT_WHEN(REFERENCE_MODEL, "none", NO_KL,
		 "verl verl/trainer/main_ppo.py: a reference policy for a KL term"),
    DEFAULT(OFFLOAD_REFERENCE, "cpu", WORKER ": CPUOffload for every role but the actor"),
    DEFAULT_WHEN(OTHER_MODELS_SHARDED, "true", SHARDED, WORKER),
    DEFAULT(ROLLOUT_ENGINE, "vllm", CONFIG "rollout/rollout.yaml, to 0.5; to be given since"),
    DEFAULT(ROLLOUT_GPU_MEMORY_UTILIZATION, "0.5", CONFIG "rollout/rollout.yaml"),
    DEFAULT_WHEN(SEQUENCE_PARALLEL, "true", "tensor_parallel>1", CONFIG "engine/megatron.yaml"),
    DEFAULT(ROLLOUT_TENSOR_PARALLEL, "2", CONFIG "rollout/rollout.yaml"),
    DEFAULT(ROLLOUT_SLEEP, "true", CONFIG "rollout/rollout.yaml: free_cache_engine"),
};

static const struct keymap map_verl = {
    .name = "verl",
    .package = "verl",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = CONFIG,
};

/* ---- supervised: started by torchrun, which says how many processes there are ---- */

#define SFT "verl verl/trainer/config/sft_trainer.yaml, 0.3-0.7"
static const struct keyrow sft_rows[] = {
    KEY("model.partial_pretrain", MODEL),
    KEY_AS("model.lora_rank", PEFT, IF_POSITIVE, "lora"),
    KEY_WHEN("model.lora_rank", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("model.lora_alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("model.target_modules", LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    KEY("model.strategy", DATA_PARALLEL),
    KEY_AS("model.fsdp_config.model_dtype", WEIGHTS_DTYPE, DTYPE, NULL),
    KEY_AS("model.fsdp_config.cpu_offload", OFFLOAD_PARAMS, SWITCH, "cpu;none"),
    KEY_AS("model.fsdp_config.cpu_offload", OFFLOAD_OPTIMIZER, SWITCH, "cpu;none"),
    KEY("data.micro_batch_size_per_gpu", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("data.micro_batch_size_per_gpu", PER_DEVICE_EVAL_BATCH_SIZE),
    KEY("data.train_batch_size", GLOBAL_BATCH_SIZE),
    KEY("data.max_length", MAX_SEQ_LENGTH),
    KEY("model.enable_gradient_checkpointing", GRADIENT_CHECKPOINTING),
    KEY_AS("use_remove_padding", ATTENTION_MASK, IF_TRUE, "none"),
    KEY_AS("model.use_liger", FUSED_KERNELS, IF_TRUE, "liger"),
    KEY_AS("model.use_liger", LOSS_KERNEL, IF_TRUE, "liger"),
    KEY("ulysses_sequence_parallel_size", CONTEXT_PARALLEL),
};
#define TRAINER "verl verl/trainer/fsdp_sft_trainer.py, 0.3-0.7"
static const struct defrow sft_defaults[] = {
    DEFAULT(PEFT, "none", SFT),
    DEFAULT_WHEN(LORA_ALPHA, "16", IS_LORA, SFT),
    DEFAULT_WHEN(LORA_DROPOUT, "0", IS_LORA, TRAINER),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", IS_LORA, SFT),
    DEFAULT(QUANTIZATION, "none", TRAINER),
    DEFAULT_IN(DATA_PARALLEL, "fsdp", NULL, "0.4", TRAINER),
    DEFAULT(DATA_PARALLEL, "fsdp2", SFT),
    DEFAULT(WEIGHTS_DTYPE, "float32", TRAINER),
    DEFAULT(MIXED_PRECISION, "bf16", TRAINER),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "4", SFT),
    DEFAULT(PER_DEVICE_EVAL_BATCH_SIZE, "4", SFT),
    DEFAULT(GLOBAL_BATCH_SIZE, "256", SFT),
    DEFAULT(MAX_SEQ_LENGTH, "1024", SFT),
    DEFAULT(PACKING, "false", TRAINER),
    DEFAULT(EVALUATION, "true", TRAINER ": a validation loss at the end of each epoch"),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", SFT),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true", TRAINER),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", TRAINER),
    DEFAULT(OFFLOAD_PARAMS, "none", SFT),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", SFT),
    DEFAULT(ATTENTION, "flash_attention_2", TRAINER),
    DEFAULT(LOSS_KERNEL, "torch", TRAINER),
    DEFAULT(FUSED_KERNELS, "none", SFT),
    DEFAULT(TORCH_COMPILE, "false", TRAINER),
    DEFAULT(OPTIMIZER, "adamw_torch_fused", TRAINER ": AdamW(fused=True)"),
};
static const struct keymap map_sft = {
    .name = "verl.sft",
    .package = "verl",
    ROWS(rows, sft_rows),
    ROWS(defaults, sft_defaults),
    .source = SFT,
};
static const struct keymap *const maps[] = {&map_verl, &map_sft};

/* Ray starts a worker for each GPU, whatever started the program: ppo_trainer.yaml. */
#define RAY "gpus_per_node=8?!@trainer.n_gpus_per_node;num_nodes=1?!@trainer.nnodes"
#define HYDRA(w, m)                                                                                \
	{                                                                                          \
		.words = (w), .set = "framework=verl;" RAY, .map = (m), .positional = "",          \
		.config_flag = "--config-name", .folder_flag = "--config-path", .composed = ""     \
	}
static const struct command commands[] = {
    HYDRA("-m verl.trainer.main_ppo", &map_verl),
    HYDRA("verl/trainer/main_ppo.py", &map_verl),
    HYDRA("-m verl.experimental.one_step_off_policy.main_ppo", &map_verl),
    HYDRA("-m recipe.one_step_off_policy.main_ppo", &map_verl),
    HYDRA("-m recipe.dapo.main_dapo", &map_verl),
    HYDRA("-m recipe.dapo.src.main_dapo", &map_verl),
    {.words = "-m verl.trainer.fsdp_sft_trainer",
     .set = "framework=verl;task=sft",
     .map = &map_sft,
     .positional = "",
     .config_flag = "--config-name",
     .folder_flag = "--config-path",
     .composed = ""},
};

const struct framework framework_verl = {
    .name = "verl",
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
