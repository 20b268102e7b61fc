/*
 * verl: words KEY=VALUE over its Hydra config of PPO and GRPO, and its supervised trainers.
 */
#include "verl.h"

static const struct package packages[] = {
    {.name = "verl", "0.1@2412 0.2@2502 0.3@2503 0.4@2506 0.5@2507 0.6@2510 0.7@2601",
     "verl-project/verl, tags up to v0.7.0"},
};

#define CONFIG "verl verl/trainer/config/, 0.3-0.7"
#define WORKER "verl verl/workers/fsdp_workers.py, 0.3-0.7"
#define A      "actor_rollout_ref.actor."
/* Megatron's own arguments, as verl hands them on; its optimizer leaves 0 of the states on the CPU unless told more. */
#define OVERRIDE  "megatron.override_transformer_config."
#define OWN_OPTIM "optim.override_optimizer_config."
#define M      "actor_rollout_ref.model."
#define G      "actor_rollout_ref.rollout."
#define C      "critic."

#define DYNAMIC	 "@" A "use_dynamic_bsz"
#define SHARDED	 "data_parallel=fsdp|fsdp2"
#define IS_LORA	 "peft=lora"
#define OPTIMIZERS                                                                                 \
	"AdamW=adamw_torch;Adam=adamw_torch;AdamW8bit=adamw_bnb_8bit;Adam8bit=adamw_bnb_8bit;"     \
	"SGD=sgd;*="
/* Only gae has a critic (main_ppo.py); the others differ in how they weigh the same loss. */
#define ESTIMATORS "gae=ppo;grpo=grpo;grpo_passk=grpo;rloo=rloo;reinforce_plus_plus=reinforce;reinforce_plus_plus_baseline=reinforce;*=grpo"

/* Hydra's name of a config of verl's own, or the one that a project's own config extends. */
#define MEGATRON "ppo_megatron_trainer=megatron;ppo_megatron_trainer.yaml=megatron;*="
/* Only PPO has a critic, and is what nothing asks for; ppo_trainer.yaml names a model for it in any case. */
#define IS_PPO	 "task!=grpo|rloo|reinforce"

/* Several turns, with what the environment says between them, make one row. */
#define TURNS	 "@data.max_obs_length,@data.max_start_length,@do_search!=false"

static const struct keyrow rows[] = {
    /* What tells a release where nothing names one: its config files, tags v0.3.0 to v0.7.0. */
    KEY_IN("algorithm.rollout_correction", NONE, VERSION, NULL, "0.7", NULL),
    KEY_IN("trainer.use_legacy_worker_impl|" G "calculate_log_probs|" G "multi_turn", NONE, VERSION, NULL, "0.5",
	   NULL),
    KEY_IN("algorithm.use_kl_in_reward|" G "layered_summon", NONE, VERSION, NULL, "0.4", NULL),
    KEY_IN("data.filter_overlong_prompts", NONE, VERSION, NULL, "0.3", NULL),
    KEY_IN(A "ppo_micro_batch_size_per_gpu|" G "log_prob_micro_batch_size_per_gpu", NONE, VERSION, NULL, "0.2", NULL),
    KEY(M "path", MODEL),
    KEY_AS("algorithm.adv_estimator", TASK, CHOICE, ESTIMATORS),
    KEY_AS(M "lora_rank|" M "lora.rank", PEFT, IF_POSITIVE, "lora"),
    KEY_AS(M "lora_adapter_path", PEFT, PRESENT, "lora"),
    KEY_WHEN(M "lora_rank|" M "lora.rank", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN(M "lora_alpha|" M "lora.alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN(M "target_modules", LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    /* Megatron's distributed optimizer is on unless told otherwise. */
    KEY_AS(A "strategy", DATA_PARALLEL, CHOICE, "fsdp=fsdp;fsdp2=fsdp2;megatron=megatron;*="),
    KEY_AS("hydra.job.config_name", DATA_PARALLEL, CHOICE, MEGATRON),
    KEY_AS("defaults", DATA_PARALLEL, WORDS, MEGATRON),
    KEY_AS(A "fsdp_config.model_dtype", WEIGHTS_DTYPE, DTYPE, NULL),
    KEY_AS(A "fsdp_config.dtype", MIXED_PRECISION, CHOICE, "bfloat16=bf16;float16=fp16;*="),
    KEY_WHEN(A "use_dynamic_bsz", PER_DEVICE_TRAIN_BATCH_SIZE, IF_TRUE, "1", DYNAMIC),
    KEY_WHEN(A "ppo_micro_batch_size_per_gpu", PER_DEVICE_TRAIN_BATCH_SIZE, PLAIN, NULL,
	     "!" DYNAMIC),
    KEY_WHEN(A "ppo_micro_batch_size", GLOBAL_MICRO_BATCH_SIZE, PLAIN, NULL, "!" DYNAMIC),
    KEY(A "ppo_mini_batch_size", GLOBAL_PROMPTS),
    /* Rows of joined samples up to so many tokens. */
    KEY_WHEN(A "ppo_max_token_len_per_gpu", MAX_TOKENS_PER_GPU, PLAIN, NULL, DYNAMIC),
    KEY_AS(A "use_dynamic_bsz", PACKING, IF_TRUE, "true"),
    /*
     * Search-R1 and its many descendants (main, 2510: search_r1/llm_agent/generation.py, verl/trainer/ppo/ray_trainer.py):
     * what is trained on is the first prompt, and all turns and observations behind it up to max_prompt_length;
     * max_response_length is one turn's. Each prompt of the batch is repeated n_agent times before it is generated from.
     */
    KEY_WHEN("data.max_start_length", MAX_PROMPT_LENGTH, PLAIN, NULL, TURNS),
    KEY_WHEN("data.max_prompt_length", MAX_COMPLETION_LENGTH, PLAIN, NULL, TURNS),
    KEY_WHEN(G "n_agent", NUM_GENERATIONS, PLAIN, NULL, "@" G "n_agent>1"),
    KEY("data.max_prompt_length", MAX_PROMPT_LENGTH),
    KEY("data.max_response_length", MAX_COMPLETION_LENGTH),
    KEY(G "n", NUM_GENERATIONS),
    KEY_AS(M "use_remove_padding", ATTENTION_MASK, IF_TRUE, "none"),
    /* Flash attention keeps nothing that the recomputation of core_attn would save. */
    KEY_AS(A OVERRIDE "recompute_granularity", GRADIENT_CHECKPOINTING, CHOICE, "full=true;selective=false;*="),
    KEY(M "enable_gradient_checkpointing", GRADIENT_CHECKPOINTING),
    KEY_AS(M "enable_activation_offload", OFFLOAD_ACTIVATIONS, IF_TRUE, "cpu"),
    KEY_IN(M "override_config.attn_implementation", ATTENTION, PLAIN, NULL, "0.7", NULL),
    KEY_AS(M "use_fused_kernels|" A "use_fused_kernels", LOSS_KERNEL, IF_TRUE, "fused"),
    KEY_WHEN(A "entropy_coeff", LOSS_KERNEL, PRESENT, "logprobs_entropy", "@" A "entropy_coeff"),
    KEY_AS(A "calculate_entropy", LOSS_KERNEL, IF_TRUE, "logprobs_entropy"),
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
    KEY(A "fsdp_config.reshard_after_forward", RESHARD_AFTER_FORWARD),
    /* -1: all of them. */
    KEY_WHEN(A "fsdp_config.fsdp_size", SHARD_SIZE, PLAIN, NULL, "@" A "fsdp_config.fsdp_size>0"),
    KEY_WHEN(A "fsdp_config.offload_policy", OFFLOAD_PARAMS, IF_TRUE, "cpu", "data_parallel=fsdp2"),
    KEY_WHEN(A "fsdp_config.offload_policy", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu", "data_parallel=fsdp2"),
    KEY_WHEN(A OWN_OPTIM "optimizer_cpu_offload", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu",
	     "@" A OWN_OPTIM "optimizer_offload_fraction=1|1.0"),
    KEY_WHEN(A OWN_OPTIM "optimizer_offload_fraction", OFFLOAD_FRACTION, PLAIN, NULL, "@" A OWN_OPTIM "optimizer_cpu_offload"),
    KEY_WHEN(A "kl_loss_coef", BETA, PLAIN, NULL, "@" A "use_kl_loss"),
    KEY_WHEN("algorithm.kl_ctrl.kl_coef|algorithm.kl_penalty.kl_coef", BETA, PLAIN, NULL,
	     "@algorithm.use_kl_in_reward"),
    KEY(A "ulysses_sequence_parallel_size|" A "megatron.context_parallel_size", CONTEXT_PARALLEL),
    KEY(A "megatron.tensor_model_parallel_size", TENSOR_PARALLEL),
    KEY_WHEN(A "megatron.sequence_parallel", SEQUENCE_PARALLEL, PLAIN, NULL, "tensor_parallel>1"),
    KEY(A "megatron.pipeline_model_parallel_size", PIPELINE_PARALLEL),
    KEY(A "megatron.expert_model_parallel_size", EXPERT_PARALLEL),
    KEY_AS(G "name", ROLLOUT_ENGINE, CHOICE, "vllm=vllm;sglang=sglang;trtllm=trtllm;hf=transformers;*="),
    KEY(G "gpu_memory_utilization", ROLLOUT_GPU_MEMORY_UTILIZATION),
    KEY(G "tensor_model_parallel_size", ROLLOUT_TENSOR_PARALLEL),
    KEY(G "free_cache_engine", ROLLOUT_SLEEP),
    KEY_WHEN(G "log_prob_micro_batch_size_per_gpu", LOGPROB_BATCH_SIZE, PLAIN, NULL, "!" DYNAMIC),
    KEY_WHEN(C "model.path", CRITIC_MODEL, PLAIN, NULL, IS_PPO),
    KEY_WHEN(C "model.enable_gradient_checkpointing", CRITIC_GRADIENT_CHECKPOINTING, PLAIN, NULL, IS_PPO),
    KEY_WHEN(C "ppo_micro_batch_size_per_gpu", CRITIC_BATCH_SIZE, PLAIN, NULL, IS_PPO ",!" DYNAMIC),
    KEY_WHEN(C "model.fsdp_config.param_offload|" C "megatron.param_offload", CRITIC_OFFLOAD, IF_TRUE, "all",
	     IS_PPO ",@" C "model.fsdp_config.optimizer_offload|" C "megatron.optimizer_offload=true"),
    KEY_WHEN(C "model.fsdp_config.param_offload|" C "megatron.param_offload", CRITIC_OFFLOAD, IF_TRUE, "params",
	     IS_PPO),
    KEY_WHEN(C "model.fsdp_config.optimizer_offload|" C "megatron.optimizer_offload", CRITIC_OFFLOAD, IF_TRUE,
	     "optimizer", IS_PPO),
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
    DEFAULT_WHEN(WEIGHTS_DTYPE, "bfloat16", "data_parallel=megatron",
		 "verl verl/workers/megatron_workers.py: param_dtype"),
    DEFAULT_WHEN(ADAPTER_DTYPE, "float32", IS_LORA "," SHARDED, WORKER),
    DEFAULT(MIXED_PRECISION, "bf16", WORKER ": MixedPrecision(param_dtype bfloat16)"),
    DEFAULT_UNKNOWN(PER_DEVICE_TRAIN_BATCH_SIZE,
		    "verl asks for ppo_micro_batch_size_per_gpu, or use_dynamic_bsz"),
    DEFAULT_UNKNOWN(GRADIENT_ACCUMULATION_STEPS, "mini batch × n / GPUs / micro batch"),
    DEFAULT(SYNC_GRADIENTS, "each",
	    "verl verl/workers/actor/dp_actor.py update_policy: each micro batch's backward reduces"),
    DEFAULT(GLOBAL_PROMPTS, "256", CONFIG "actor/actor.yaml: ppo_mini_batch_size"),
    DEFAULT_WHEN(MAX_TOKENS_PER_GPU, "16384", DYNAMIC, CONFIG "actor/actor.yaml"),
    DEFAULT_WHEN(ATTENTION_MASK, "none", DYNAMIC, WORKER),
    DEFAULT_WHEN(ATTENTION_MASK, "none", "data_parallel=megatron",
		 "verl verl/models/mcore/model_forward.py gptmodel_forward: pack_seqs True, 0.4 and later"),
    DEFAULT_IN_WHEN(ATTENTION_MASK, "none", "0.7", NULL, "!@" M "use_remove_padding=false",
		    CONFIG "model/hf_model.yaml: use_remove_padding True"),
    DEFAULT_WHEN(BATCH_LAYOUT, "joined", DYNAMIC, WORKER ": rows are joined up to the number of tokens"),
    DEFAULT_WHEN(BATCH_LAYOUT, "unpadded", "attention_mask=none", WORKER ": unpad_input"),
    DEFAULT(BATCH_LAYOUT, "fixed",
	    "verl verl/utils/dataset/rl_dataset.py, workers/rollout: prompts and answers are padded to their limits"),
    DEFAULT(MAX_PROMPT_LENGTH, "512", CONFIG "data/legacy_data.yaml"),
    DEFAULT(MAX_COMPLETION_LENGTH, "512", CONFIG "data/legacy_data.yaml"),
    DEFAULT(NUM_GENERATIONS, "1", CONFIG "rollout/rollout.yaml"),
    DEFAULT(PACKING, "false", CONFIG "actor/actor.yaml"),
    DEFAULT(EVALUATION, "false", "verl verl/trainer/ppo/ray_trainer.py: the engine validates"),
    DEFAULT_WHEN(GRADIENT_CHECKPOINTING, "false", "data_parallel=megatron",
		 CONFIG "engine/megatron.yaml: recompute_granularity null"),
    DEFAULT_IN(GRADIENT_CHECKPOINTING, "false", NULL, "0.2", "verl verl/trainer/config/ppo_trainer.yaml, 0.1"),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", CONFIG "model/hf_model.yaml"),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true", WORKER),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", CONFIG "model/hf_model.yaml"),
    DEFAULT(ATTENTION, "flash_attention_2", WORKER),
    DEFAULT_IN(LOSS_KERNEL, "logprobs_entropy", NULL, "0.4",
	       "verl verl/workers/actor/dp_actor.py, to 0.3: the entropy in every pass"),
    DEFAULT(LOSS_KERNEL, "logprobs",
	    "verl verl/utils/torch_functional.py logprobs_from_logits_flash_attn; entropy_coeff 0"),
    DEFAULT(FUSED_KERNELS, "none", CONFIG "model/hf_model.yaml"),
    DEFAULT(TORCH_COMPILE, "false", "verl verl/workers/actor/dp_actor.py: the entropy only"),
    DEFAULT(OPTIMIZER, "adamw_torch", WORKER ": torch.optim.AdamW"),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", WORKER ": loaded for the update"),
    DEFAULT(OFFLOAD_PARAMS, "none", WORKER ": loaded for the update"),
    DEFAULT(ROLLOUT_OFFLOAD, "none", CONFIG "engine/fsdp.yaml"),
    /* Before 0.4 a KL term was in every reward. */
    DEFAULT_IN_WHEN(BETA, "0", "0.4", NULL, NO_KL, CONFIG "actor/actor.yaml, ppo_trainer.yaml"),
    DEFAULT(BETA, "0.001", CONFIG "actor/actor.yaml, ppo_trainer.yaml"),
    DEFAULT_IN_WHEN(REFERENCE_MODEL, "none", "0.4", NULL, NO_KL,
		    "verl verl/trainer/main_ppo.py: a reference policy for a KL term"),
    DEFAULT_IN(OFFLOAD_REFERENCE, "none", NULL, "0.2", "verl verl/workers/fsdp_workers.py, 0.1: a shard of it in bfloat16"),
    DEFAULT_IN(REFERENCE_DTYPE, "bfloat16", NULL, "0.2", "verl verl/workers/fsdp_workers.py, 0.1"),
    DEFAULT(OFFLOAD_REFERENCE, "cpu", WORKER ": CPUOffload for every role but the actor"),
    DEFAULT_WHEN(OTHER_MODELS_SHARDED, "true", SHARDED, WORKER),
    DEFAULT_WHEN(CRITIC_UPDATE, "apart", IS_PPO,
		 "verl verl/trainer/ppo/ray_trainer.py fit: update_critic, then update_actor"),
    DEFAULT_WHEN(CRITIC_OFFLOAD, "none", IS_PPO, CONFIG "critic/dp_critic.yaml"),
    DEFAULT_IN_WHEN(CRITIC_GRADIENT_CHECKPOINTING, "false", NULL, "0.2", IS_PPO ",!data_parallel=megatron",
		    "verl verl/trainer/config/ppo_trainer.yaml, 0.1"),
    DEFAULT_IN_WHEN(CRITIC_GRADIENT_CHECKPOINTING, "true", "0.2", NULL, IS_PPO ",!data_parallel=megatron",
		    CONFIG "critic/dp_critic.yaml, ppo_trainer.yaml, 0.2-0.7"),
    DEFAULT(ROLLOUT_ENGINE, "vllm", CONFIG "rollout/rollout.yaml, to 0.5; to be given since"),
    /*
     * The workers that verl brought for vLLM 0.3.1 to 0.6.3 take of what is free behind the weights; later verl runs
     * with vLLM 0.7 and up as it is, in the place of which 0.3 can still have the old ones.
     */
    {.setting = SETTING_ROLLOUT_SHARE_OF,
     .value = "rest",
     .until = "0.3",
     .when = "rollout_engine=vllm",
     .source = "verl verl/third_party/vllm/vllm_v_0_6_3/worker.py determine_num_available_blocks, 0.1-0.2"},
    DEFAULT(ROLLOUT_GPU_MEMORY_UTILIZATION, "0.5", CONFIG "rollout/rollout.yaml"),
    DEFAULT_WHEN(SEQUENCE_PARALLEL, "true", "tensor_parallel>1", CONFIG "engine/megatron.yaml"),
    DEFAULT(ROLLOUT_TENSOR_PARALLEL, "2", CONFIG "rollout/rollout.yaml"),
    DEFAULT(ROLLOUT_SLEEP, "true", CONFIG "rollout/rollout.yaml: free_cache_engine"),
};

const struct keymap map_verl = {
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
    DEFAULT_WHEN(BATCH_LAYOUT, "unpadded", "attention_mask=none", TRAINER ": use_remove_padding"),
    DEFAULT(BATCH_LAYOUT, "fixed", "verl verl/utils/dataset/sft_dataset.py, 0.3-0.7: pads to max_length"),
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
const struct keymap map_verl_sft = {
    .name = "verl.sft",
    .package = "verl",
    ROWS(rows, sft_rows),
    ROWS(defaults, sft_defaults),
    .source = SFT,
};

/* ---- supervised since 0.6, on the workers' engines: rows of joined samples unless told otherwise ---- */

#define ENGINE	 "verl verl/trainer/config/sft_trainer_engine.yaml, engine/fsdp.yaml, 0.6-0.7"
#define BY_TOKEN "@data.use_dynamic_bsz!=false"
#define ENGINE_MEGATRON "@engine.tensor_model_parallel_size|engine.pipeline_model_parallel_size"
static const struct keyrow engine_rows[] = {
    KEY("model.path", MODEL),
    KEY_AS("model.lora_rank|model.lora.rank", PEFT, IF_POSITIVE, "lora"),
    KEY_WHEN("model.lora_rank|model.lora.rank", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("model.lora_alpha|model.lora.alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("model.target_modules", LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    KEY_AS("engine.strategy", DATA_PARALLEL, CHOICE, "fsdp=fsdp;fsdp2=fsdp2;megatron=zero1;*="),
    KEY_AS("engine.model_dtype", WEIGHTS_DTYPE, DTYPE, NULL),
    KEY_AS("engine.dtype", MIXED_PRECISION, CHOICE, "bfloat16=bf16;float16=fp16;*="),
    KEY_WHEN("engine.offload_policy", OFFLOAD_PARAMS, SWITCH, "cpu;none", "data_parallel=fsdp2"),
    KEY_WHEN("engine.offload_policy", OFFLOAD_OPTIMIZER, SWITCH, "cpu;none", "data_parallel=fsdp2"),
    KEY_WHEN("data.micro_batch_size_per_gpu", PER_DEVICE_TRAIN_BATCH_SIZE, PLAIN, NULL, "!" BY_TOKEN),
    KEY("data.train_batch_size", GLOBAL_BATCH_SIZE),
    KEY_WHEN("data.max_token_len_per_gpu", MAX_SEQ_LENGTH, PLAIN, NULL, BY_TOKEN),
    KEY_WHEN("data.max_length", MAX_SEQ_LENGTH, PLAIN, NULL, "!" BY_TOKEN),
    KEY_AS("data.val_files", EVALUATION, PRESENT, "true"),
    KEY("model.enable_gradient_checkpointing", GRADIENT_CHECKPOINTING),
    KEY_AS("model.enable_activation_offload", OFFLOAD_ACTIVATIONS, IF_TRUE, "cpu"),
    KEY_AS("model.use_fused_kernels", LOSS_KERNEL, IF_TRUE, "fused"),
    KEY_AS("model.use_liger", FUSED_KERNELS, IF_TRUE, "liger"),
    KEY_AS("optim.optimizer", OPTIMIZER, CHOICE, OPTIMIZERS),
    KEY("engine.ulysses_sequence_parallel_size|engine.context_parallel_size", CONTEXT_PARALLEL),
    KEY("engine.tensor_model_parallel_size", TENSOR_PARALLEL),
    KEY("engine.pipeline_model_parallel_size", PIPELINE_PARALLEL),
    KEY("engine.expert_model_parallel_size", EXPERT_PARALLEL),
};
static const struct defrow engine_defaults[] = {
    DEFAULT(PEFT, "none", ENGINE),
    DEFAULT_WHEN(LORA_ALPHA, "16", IS_LORA, ENGINE),
    DEFAULT_WHEN(LORA_DROPOUT, "0", IS_LORA, WORKER),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", IS_LORA, ENGINE),
    DEFAULT(QUANTIZATION, "none", ENGINE),
    DEFAULT_WHEN(DATA_PARALLEL, "zero1", ENGINE_MEGATRON, CONFIG "engine/megatron.yaml"),
    DEFAULT(DATA_PARALLEL, "fsdp", ENGINE),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float32", SHARDED, ENGINE ": model_dtype fp32"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "bfloat16", "data_parallel=zero1", CONFIG "engine/megatron.yaml"),
    DEFAULT(MIXED_PRECISION, "bf16", ENGINE ": dtype bfloat16"),
    DEFAULT_WHEN(PER_DEVICE_TRAIN_BATCH_SIZE, "1", BY_TOKEN, ENGINE ": use_dynamic_bsz True"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "4", ENGINE),
    DEFAULT(GLOBAL_BATCH_SIZE, "256", ENGINE),
    DEFAULT_WHEN(MAX_SEQ_LENGTH, "8192", BY_TOKEN, ENGINE),
    DEFAULT(MAX_SEQ_LENGTH, "1024", ENGINE),
    DEFAULT_WHEN(PACKING, "true", BY_TOKEN, ENGINE),
    DEFAULT(PACKING, "false", ENGINE),
    DEFAULT(ATTENTION_MASK, "none", ENGINE ": pad_mode no_padding"),
    DEFAULT(EVALUATION, "false", ENGINE ": val_files null"),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", CONFIG "model/hf_model.yaml"),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true", WORKER),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", CONFIG "model/hf_model.yaml"),
    DEFAULT(OFFLOAD_PARAMS, "none", ENGINE),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", ENGINE),
    DEFAULT(ATTENTION, "flash_attention_2", WORKER),
    DEFAULT(LOSS_KERNEL, "torch", CONFIG "model/hf_model.yaml"),
    DEFAULT(FUSED_KERNELS, "none", CONFIG "model/hf_model.yaml"),
    DEFAULT(TORCH_COMPILE, "false", ENGINE ": the entropy only"),
    DEFAULT(OPTIMIZER, "adamw_torch", CONFIG "optim/fsdp.yaml: AdamW"),
};
static const struct keymap map_engine = {
    .name = "verl.sft_engine",
    .package = "verl",
    ROWS(rows, engine_rows),
    ROWS(defaults, engine_defaults),
    .source = ENGINE,
};
/* Started by Ray, not by torchrun: a worker for each GPU. */
static const struct keyrow ray_rows[] = {
    KEY("trainer.n_gpus_per_node", GPUS_PER_NODE),
    KEY("trainer.nnodes", NUM_NODES),
};
static const struct keymap map_engine_ray = {
    .name = "verl.sft_engine_ray",
    .package = "verl",
    .base = {&map_engine},
    ROWS(rows, ray_rows),
    .source = ENGINE,
};

/* ---- policy gradient whose engines have GPUs of their own ---- */

#define APART "verl verl/experimental/one_step_off_policy, fully_async_policy, 0.5-0.7"
static const struct keyrow apart_rows[] = {
    KEY_AS(G "name", ROLLOUT_ENGINE, CHOICE, "hf=transformers;*=vllm_server"),
};
static const struct defrow apart_defaults[] = {
    DEFAULT(ROLLOUT_ENGINE, "vllm_server", APART ": rollout.nnodes, rollout.n_gpus_per_node"),
};
static const struct keymap map_apart = {
    .name = "verl.apart",
    .package = "verl",
    .base = {&map_verl},
    ROWS(rows, apart_rows),
    ROWS(defaults, apart_defaults),
    .source = APART,
};
static const struct keymap *const maps[] = {&map_verl, &map_verl_sft, &map_engine, &map_engine_ray, &map_apart};

/* Ray starts a worker for each GPU, whatever started the program: ppo_trainer.yaml. */
#define RAY "gpus_per_node=8?!@trainer.n_gpus_per_node;num_nodes=1?!@trainer.nnodes"
#define HYDRA(w, m)                                                                                \
	{                                                                                          \
		.words = (w), .set = "framework=verl;" RAY, .map = (m), .positional = "",          \
		.config_flag = "--config-name", .folder_flag = "--config-path", .composed = "",    \
		.inherits = "defaults", .usual_config = "config/ppo_trainer.yaml",                 \
		.idle = "@trainer.val_only"                                                        \
	}
#define SUPERVISED(w, m, s)                                                                        \
	{                                                                                          \
		.words = (w), .set = "framework=verl;task=sft" s, .map = (m), .positional = "",    \
		.config_flag = "--config-name", .folder_flag = "--config-path", .composed = ""     \
	}
static const struct command commands[] = {
    /* A main program of one's own over verl's trainer: its words are verl's all the same. */
    {.words = "*", .keys = A "ppo_mini_batch_size|" A "ppo_micro_batch_size_per_gpu|" A "ppo_max_token_len_per_gpu," M "path",
     .set = "framework=verl;" RAY, .map = &map_verl, .positional = "", .config_flag = "--config-name",
     .folder_flag = "--config-path", .composed = "", .inherits = "defaults", .usual_config = "config/ppo_trainer.yaml",
     .idle = "@trainer.val_only"},
    HYDRA("-m verl.trainer.main_ppo", &map_verl),
    HYDRA("verl/trainer/main_ppo.py", &map_verl),
    HYDRA("-m verl.experimental.one_step_off_policy.main_ppo", &map_apart),
    HYDRA("-m recipe.one_step_off_policy.main_ppo", &map_apart),
    HYDRA("-m verl.experimental.fully_async_policy.fully_async_main", &map_apart),
    HYDRA("-m recipe.fully_async_policy.fully_async_main", &map_apart),
    HYDRA("-m verl.experimental.transfer_queue.main_ppo", &map_verl),
    HYDRA("-m recipe.transfer_queue.main_ppo", &map_verl),
    HYDRA("-m recipe.dapo.main_dapo", &map_verl),
    HYDRA("-m recipe.dapo.src.main_dapo", &map_verl),
    SUPERVISED("-m verl.trainer.fsdp_sft_trainer", &map_verl_sft, ""),
    SUPERVISED("verl/trainer/fsdp_sft_trainer.py", &map_verl_sft, ""),
    SUPERVISED("-m verl.trainer.sft_trainer", &map_engine, ""),
    SUPERVISED("-m verl.trainer.sft_trainer_ray", &map_engine_ray,
	       ";gpus_per_node=1?!@trainer.n_gpus_per_node;num_nodes=1?!@trainer.nnodes"),
};

/* verl/trainer/main_ppo.py run_ppo(config), 0.3-0.6: what programs of others call, with a configuration that they composed. */
static const struct param run_params[] = {{"config", ROLE_ARGS}};
static const struct callable callables[] = {
    {.names = "verl.trainer.main_ppo.run_ppo",
     .effect = EFFECT_SINK,
     ROWS(params, run_params),
     .args = &map_verl,
     .set = "framework=verl",
     .no_job = "verl is known, and the configuration that it is given is not here",
     .no_job_when = "!@config.actor_rollout_ref.model.path"},
};

const struct framework framework_verl = {
    .name = "verl",
    ROWS(callables, callables),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
