/*
 * OpenRLHF: the flags of its programs, as they were to 0.9 and with dots since 0.10; and of the scripts that its
 * examples had before 0.3.6, with defaults of their own.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "openrlhf",
     "0.1@2312 0.2@2403 0.3@2406 0.3.6@2407 0.4@2409 0.5@2411 0.5.4@2412 0.6@2503 0.7@2504 0.8@2505 0.8.10@2508 0.9@2510 "
     "0.9.2@2602 0.10@2604",
     "OpenRLHF/OpenRLHF, tags up to v0.9.10, and its main branch of 2026-08"},
};

#define ACTOR	 "openrlhf openrlhf/models/actor.py, 0.5-0.9"
#define STRATEGY "openrlhf openrlhf/utils/deepspeed/deepspeed.py, 0.5-0.9"
#define CLI	 "openrlhf openrlhf/cli/train_sft.py, 0.5-0.10"
#define CONFIG	 "openrlhf openrlhf/utils/deepspeed/deepspeed_utils.py get_train_ds_config, 0.1.5-0.11"
#define AUTO	 "deepspeed deepspeed/runtime/config_utils.py DeepSpeedConfigModel, zero/config.py, 0.19"
#define SHARDED	 "data_parallel=zero1|zero2|zero3"
#define EXPERIENCE "openrlhf openrlhf/trainer/ppo_utils/experience_maker.py make_experience, 0.3.6-0.11: what was generated at once"
#define IS_LORA	 "peft=lora"
#define RANK	 "lora_rank|ds.lora.rank"
/* Models that only run are DeepSpeed's too: with stage 0 unless stage 3 trains, and stage 0 keeps them on the card. */
#define STAGE_3 "@zero_stage|ds.zero_stage=3"

static const struct keyrow common_rows[] = {
    KEY_UNTIL("flash_attn", NULL, "0.8.10"),
    KEY_UNTIL("bf16", NULL, "0.9.2"),
    KEY("pretrain|model.model_name_or_path|actor.model_name_or_path", MODEL),
    KEY_AS(RANK, PEFT, IF_POSITIVE, "lora"),
    KEY_WHEN(RANK, LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_alpha|ds.lora.alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_dropout|ds.lora.dropout", LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY_WHEN("target_modules|ds.lora.target_modules", LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    KEY_AS("load_in_4bit|ds.load_in_4bit", QUANTIZATION, IF_TRUE, "nf4"),
    KEY_AS("bf16", WEIGHTS_DTYPE, IF_TRUE, "bfloat16"),
    KEY_AS("bf16", MIXED_PRECISION, IF_TRUE, "bf16"),
    KEY_AS("param_dtype|ds.param_dtype", WEIGHTS_DTYPE, DTYPE, NULL),
    KEY_AS("param_dtype|ds.param_dtype", MIXED_PRECISION, CHOICE, "bf16=bf16;fp16=fp16;*="),
    KEY("micro_train_batch_size|train.micro_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("train_batch_size|train.batch_size", GLOBAL_BATCH_SIZE),
    KEY("max_len|data.max_len", MAX_SEQ_LENGTH),
    KEY_AS("packing_samples|ds.packing_samples", ATTENTION_MASK, IF_TRUE, "none"),
    KEY_AS("gradient_checkpointing|model.gradient_checkpointing_enable|"
	   "actor.gradient_checkpointing_enable",
	   GRADIENT_CHECKPOINTING, SWITCH, "true;false"),
    KEY_AS("gradient_checkpointing_use_reentrant|model.gradient_checkpointing_reentrant|"
	   "actor.gradient_checkpointing_reentrant",
	   USE_REENTRANT, IF_TRUE, "true"),
    KEY_AS("zero_stage|ds.zero_stage", DATA_PARALLEL, CHOICE, "0=ddp;1=zero1;2=zero2;3=zero3"),
    KEY_AS("adam_offload|ds.adam_offload", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu"),
    KEY_AS("adam_offload|ds.adam_offload", OPTIMIZER, IF_TRUE, "adamw_torch"),
    KEY_WHEN("grad_accum_dtype|ds.grad_accum_dtype", GRADIENT_DTYPE, CHOICE, "fp32=float32;bf16=bfloat16;*=", SHARDED),
    KEY_AS("overlap_comm|ds.overlap_comm", OVERLAP_COMM, IF_TRUE, "true"),
    KEY_AS("flash_attn", ATTENTION, IF_TRUE, "flash_attention_2"),
    /* train_sft.py, train_dpo.py, train_rm.py, train_ppo_ray.py, 0.4.5-0.8.9 turn it on themselves, and Actor before asks for it; train_prm.py does not. */
    {.key = "packing_samples",
     .setting = SETTING_ATTENTION,
     .convert = CONVERT_IF_TRUE,
     .arg = "flash_attention_2",
     .when = "!@placeholder_token",
     .until = "0.8.10"},
    KEY("attn_implementation|ds.attn_implementation", ATTENTION),
    KEY_AS("use_liger_kernel|ds.use_liger_kernel", FUSED_KERNELS, IF_TRUE, "liger"),
    KEY("ring_attn_size|ds.ring_attn_size", CONTEXT_PARALLEL),
    KEY("ds_tensor_parallel_size|ds.tensor_parallel_size", TENSOR_PARALLEL),
};
static const struct defrow common_defaults[] = {
    DEFAULT(PEFT, "none", CLI),
    DEFAULT_WHEN(LORA_ALPHA, "16", IS_LORA, CLI),
    DEFAULT_WHEN(LORA_DROPOUT, "0", IS_LORA, CLI),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", IS_LORA, CLI),
    DEFAULT(QUANTIZATION, "none", CLI),
    DEFAULT_WHEN(DOUBLE_QUANT, "true", "quantization=nf4", ACTOR),
    DEFAULT_WHEN(KBIT_UPCAST, "norms", "quantization=nf4", ACTOR),
    DEFAULT_WHEN(ADAPTER_DTYPE, "bfloat16", "quantization=nf4", ACTOR),
    DEFAULT_IN(WEIGHTS_DTYPE, "bfloat16", "0.9.2", NULL, CLI ": param_dtype bf16"),
    DEFAULT_IN(MIXED_PRECISION, "bf16", "0.9.2", NULL, CLI ": param_dtype bf16"),
    DEFAULT(GLOBAL_BATCH_SIZE, "128", CLI),
    DEFAULT_WHEN(PACKING, "false", "!@packing_samples,!@ds.packing_samples", CLI ": packing_samples joins those of a micro batch"),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", CLI),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true", CLI),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", CLI),
    DEFAULT(DATA_PARALLEL, "zero2", CLI),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", STRATEGY),
    DEFAULT(OFFLOAD_PARAMS, "none", STRATEGY ": get_train_ds_config(offload=False)"),
    /* Only transformers' Trainer puts numbers for "auto"; DeepSpeed leaves such keys out, and has its own. */
    DEFAULT_WHEN(REDUCE_BUCKET_SIZE, "500000000", SHARDED, CONFIG ": reduce_bucket_size auto; " AUTO),
    DEFAULT_WHEN(PREFETCH_BUCKET_SIZE, "50000000", "data_parallel=zero3", CONFIG ": stage3_prefetch_bucket_size auto; " AUTO),
    DEFAULT_IN_WHEN(GRADIENT_DTYPE, "float32", NULL, "0.5.4", SHARDED, CONFIG ", 0.1.5-0.5.3: grad_accum_dtype fp32"),
    DEFAULT(OPTIMIZER, "adamw_apex_fused", STRATEGY ": deepspeed's FusedAdam"),
    DEFAULT_IN(ATTENTION, "eager", NULL, "0.8.10", ACTOR),
    DEFAULT(ATTENTION, "flash_attention_2", CLI),
    /* Of all tokens, prompts too; before 0.6 no float32 copy, and the softmax of all in the logits' own dtype. */
    DEFAULT_IN_WHEN(LOSS_KERNEL, "plain", NULL, "0.6", "task=ppo|grpo|rloo|reinforce",
		    "openrlhf openrlhf/models/utils.py log_probs_from_logits, 0.5"),
    DEFAULT_WHEN(LOSS_KERNEL, "logprobs_float", "task=ppo|grpo|rloo|reinforce",
		 "openrlhf openrlhf/models/actor.py forward, utils.py log_probs_from_logits, 0.6.4-0.11"),
    DEFAULT(LOSS_KERNEL, "torch", ACTOR),
    DEFAULT(FUSED_KERNELS, "none", ACTOR),
    DEFAULT(TORCH_COMPILE, "false", CLI),
};
static const struct keymap map_common = {
    .name = "openrlhf.common",
    .package = "openrlhf",
    ROWS(rows, common_rows),
    ROWS(defaults, common_defaults),
    .source = CLI,
};

static const struct keyrow sft_rows[] = {
    KEY_AS("pretrain_mode|data.pretrain_mode", TASK, IF_TRUE, "pretrain"),
    KEY_AS("eval_dataset|eval.dataset", EVALUATION, PRESENT, "true"),
    KEY("micro_train_batch_size|train.micro_batch_size", PER_DEVICE_EVAL_BATCH_SIZE),
};
static const struct defrow sft_defaults[] = {
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "8", CLI),
    DEFAULT(PER_DEVICE_EVAL_BATCH_SIZE, "8", CLI),
    DEFAULT(MAX_SEQ_LENGTH, "2048", CLI),
    DEFAULT_IN(EVALUATION, "false", "0.8", NULL, CLI ": without eval_dataset"),
};
static const struct keymap map_sft = {
    .name = "openrlhf.train_sft",
    .package = "openrlhf",
    .base = {&map_common},
    ROWS(rows, sft_rows),
    ROWS(defaults, sft_defaults),
    .source = CLI,
};

#define DPO "openrlhf openrlhf/cli/train_dpo.py, 0.5-0.9"
static const struct keyrow pair_rows[] = {
    KEY_AS("ipo|dpo.ipo_enable", TASK, IF_TRUE, "ipo"),
    KEY("ref_pretrain|ref.model_name_or_path", REFERENCE_MODEL),
    KEY_WHEN("ref_offload|ref.offload", OFFLOAD_REFERENCE, IF_TRUE, "cpu", STAGE_3),
    KEY("beta|dpo.beta", BETA),
    KEY_AS("eval_dataset|eval.dataset", EVALUATION, PRESENT, "true"),
    KEY("micro_train_batch_size|train.micro_batch_size", PER_DEVICE_EVAL_BATCH_SIZE),
};
static const struct defrow pair_defaults[] = {
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "8", DPO),
    DEFAULT(PER_DEVICE_EVAL_BATCH_SIZE, "8", DPO),
    DEFAULT(MAX_SEQ_LENGTH, "512", DPO),
    DEFAULT(BETA, "0.1", DPO),
    DEFAULT_WHEN(OTHER_MODELS_SHARDED, "true", "data_parallel=zero3", STRATEGY),
    DEFAULT_IN(EVALUATION, "false", "0.8", NULL, DPO ": without eval_dataset"),
};
static const struct keymap map_pair = {
    .name = "openrlhf.train_dpo",
    .package = "openrlhf",
    .base = {&map_common},
    ROWS(rows, pair_rows),
    ROWS(defaults, pair_defaults),
    .source = DPO,
};

/* A process reward model's logits are those of the whole vocabulary: train_prm.py makes no head of its own. */
#define RM "openrlhf openrlhf/cli/train_rm.py, train_prm.py, 0.3.6-0.10"
static const struct defrow judge_defaults[] = {
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "1", RM),
    DEFAULT(PER_DEVICE_EVAL_BATCH_SIZE, "1", RM),
    DEFAULT_WHEN(MAX_SEQ_LENGTH, "512", "task=reward", RM),
    DEFAULT(MAX_SEQ_LENGTH, "2048", RM),
    DEFAULT_IN(EVALUATION, "false", "0.8", NULL, RM ": without eval_dataset"),
};
static const struct keymap map_judge = {
    .name = "openrlhf.train_rm",
    .package = "openrlhf",
    .base = {&map_sft},
    ROWS(defaults, judge_defaults),
    .source = RM,
};
#define KTO "openrlhf openrlhf/cli/train_kto.py, 0.3.6-0.9"
static const struct defrow kto_defaults[] = {
    DEFAULT(MAX_SEQ_LENGTH, "2048", KTO),
    DEFAULT(BETA, "0.01", KTO),
};
static const struct keymap map_kto = {
    .name = "openrlhf.train_kto",
    .package = "openrlhf",
    .base = {&map_pair},
    ROWS(defaults, kto_defaults),
    .source = KTO,
};

#define KD "openrlhf openrlhf/cli/train_kd.py, 0.3.6-0.9"
static const struct keyrow distill_rows[] = {
    KEY_WHEN("teacher_model", TEACHER_MODEL, PLAIN, NULL, "!@teacher_offload"),
    KEY_WHEN("teacher_model", TEACHER_MODEL, PLAIN, NULL, "!" STAGE_3),
};
static const struct defrow distill_defaults[] = {
    DEFAULT_WHEN(OTHER_MODELS_SHARDED, "true", "data_parallel=zero3", STRATEGY),
};
static const struct keymap map_distill = {
    .name = "openrlhf.train_kd",
    .package = "openrlhf",
    .base = {&map_sft},
    ROWS(rows, distill_rows),
    ROWS(defaults, distill_defaults),
    .source = KD,
};

/* ---- with Ray: the GPUs of the actor; others have GPUs of their own unless they are colocated ---- */

#define PPO "openrlhf openrlhf/cli/train_ppo_ray.py, 0.5-0.9"
#define ALL "colocate_all_models|train.colocate_all"
#define KL  "init_kl_coef|algo.kl.init_coef"
static const struct keyrow ray_rows[] = {
    KEY_AS("advantage_estimator|algo.advantage.estimator", TASK, CHOICE,
	   "gae=ppo;rloo=rloo;group_norm=grpo;dr_grpo=grpo;grpo=grpo;*=reinforce"),
    KEY("actor_num_nodes|actor.num_nodes", NUM_NODES),
    KEY("actor_num_gpus_per_node|actor.num_gpus_per_node", GPUS_PER_NODE),
    KEY("prompt_max_len|data.prompt_max_len", MAX_PROMPT_LENGTH),
    KEY("generate_max_len|rollout.max_new_tokens", MAX_COMPLETION_LENGTH),
    KEY("n_samples_per_prompt|rollout.n_samples_per_prompt", NUM_GENERATIONS),
    KEY_WHEN("micro_rollout_batch_size|rollout.micro_batch_size", ROLLOUT_BATCH_SIZE, PLAIN, NULL,
	     "!@vllm_num_engines|vllm.num_engines"),
    KEY("micro_rollout_batch_size|rollout.micro_batch_size", LOGPROB_BATCH_SIZE),
    KEY(KL, BETA),
    KEY_WHEN(KL, REFERENCE_MODEL, CHOICE, "0=none;0.0=none;*=", NULL),
    /* Before 0.2.7 the actor could share its GPUs with the critic only. */
    KEY_UNTIL("colocate_actor_critic|colocate_ref_reward", NULL, "0.3"),
    KEY_WHEN("reward_pretrain|reward.model_name_or_path", REWARD_MODEL, PLAIN, NULL, "@" ALL),
    KEY_WHEN("ref_reward_offload|ref.offload", OFFLOAD_REFERENCE, IF_TRUE, "cpu", STAGE_3),
    KEY_WHEN("vllm_num_engines|vllm.num_engines", ROLLOUT_ENGINE, CHOICE, "0=transformers;*=vllm",
	     "@" ALL),
    KEY_AS("vllm_num_engines|vllm.num_engines", ROLLOUT_ENGINE, CHOICE,
	   "0=transformers;*=vllm_server"),
    KEY("vllm_gpu_memory_utilization|vllm.gpu_memory_utilization", ROLLOUT_GPU_MEMORY_UTILIZATION),
    KEY("vllm_tensor_parallel_size|vllm.tensor_parallel_size", ROLLOUT_TENSOR_PARALLEL),
    KEY_WHEN("vllm_enable_sleep|vllm.enable_sleep", ROLLOUT_SLEEP, IF_TRUE, "true", "@" ALL),
    /* The 16-bit parameters stay: deepspeed_utils.py offload_deepspeed_states, 0.6-0.11. */
    KEY_WHEN("deepspeed_enable_sleep|ds.enable_sleep", ROLLOUT_OFFLOAD, IF_TRUE, "optimizer", "@" ALL),
    KEY_WHEN("deepspeed_enable_sleep|ds.enable_sleep", CRITIC_OFFLOAD, IF_TRUE, "optimizer", "@" ALL),
    KEY("critic_pretrain|critic.model_name_or_path", CRITIC_MODEL),
};
static const struct defrow ray_defaults[] = {
    DEFAULT(TASK, "ppo", PPO ": advantage_estimator gae"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "4", PPO),
    DEFAULT(MAX_PROMPT_LENGTH, "1024", PPO),
    DEFAULT(MAX_COMPLETION_LENGTH, "1024", PPO),
    DEFAULT(NUM_GENERATIONS, "1", PPO),
    DEFAULT_IN(BETA, "0.02", NULL, "0.3.6", PPO ", 0.1-0.3"),
    DEFAULT(BETA, "0.01", PPO),
    DEFAULT_WHEN(OFFLOAD_REFERENCE, "elsewhere", "!@" ALL ",!@colocate_actor_ref|train.colocate_actor_ref",
		 PPO ": a reference on GPUs of its own"),
    DEFAULT_WHEN(CRITIC_UPDATE, "elsewhere", "task=ppo,!@" ALL ",!@colocate_actor_critic",
		 PPO ": a critic on GPUs of its own"),
    DEFAULT(CRITIC_UPDATE, "apart", "openrlhf openrlhf/trainer/ppo_trainer.py ppo_train: the critic, then the actor"),
    DEFAULT(ROLLOUT_ENGINE, "transformers", PPO ": no vllm_num_engines"),
    DEFAULT_WHEN(ROLLOUT_BATCH_SIZE, "8", "rollout_engine=transformers", PPO),
    DEFAULT_WHEN(ROLLOUT_GPU_MEMORY_UTILIZATION, "0.95", "rollout_engine=vllm", PPO),
    DEFAULT_WHEN(ROLLOUT_TENSOR_PARALLEL, "1", "rollout_engine=vllm", PPO),
    DEFAULT_WHEN(ROLLOUT_SLEEP, "false", "rollout_engine=vllm", PPO),
    DEFAULT_WHEN(ROLLOUT_OFFLOAD, "none", "rollout_engine=vllm", PPO),
    DEFAULT(EVALUATION, "false", PPO ": the engine evaluates"),
    DEFAULT_WHEN(OTHER_MODELS_SHARDED, "true", "data_parallel=zero3", STRATEGY),
};
static const struct keymap map_ray = {
    .name = "openrlhf.train_ppo_ray",
    .package = "openrlhf",
    .base = {&map_common},
    ROWS(rows, ray_rows),
    ROWS(defaults, ray_defaults),
    .source = PPO,
};

/* ---- to 0.6: every model on every GPU, started by deepspeed ---- */

#define ALONE "openrlhf openrlhf/cli/train_ppo.py, 0.3.6-0.6"
static const struct keyrow alone_rows[] = {
    KEY("prompt_max_len", MAX_PROMPT_LENGTH),
    KEY("generate_max_len", MAX_COMPLETION_LENGTH),
    KEY("micro_rollout_batch_size", ROLLOUT_BATCH_SIZE),
    KEY("micro_rollout_batch_size", LOGPROB_BATCH_SIZE),
    KEY("n_samples_per_prompt", NUM_GENERATIONS),
    KEY("init_kl_coef", BETA),
    KEY_WHEN("reward_pretrain", REWARD_MODEL, PLAIN, NULL, "!@remote_rm_url"),
};
static const struct defrow alone_defaults[] = {
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "4", ALONE),
    DEFAULT(MAX_PROMPT_LENGTH, "1024", ALONE),
    DEFAULT(MAX_COMPLETION_LENGTH, "1024", ALONE),
    DEFAULT(NUM_GENERATIONS, "1", ALONE),
    DEFAULT_IN(BETA, "0.02", NULL, "0.3.6", ALONE),
    DEFAULT(BETA, "0.01", ALONE),
    DEFAULT(ROLLOUT_ENGINE, "transformers", ALONE ": Actor.generate()"),
    DEFAULT(ROLLOUT_BATCH_SIZE, "8", ALONE),
    DEFAULT(LOGPROB_BATCH_SIZE, "8", EXPERIENCE),
    DEFAULT(EVALUATION, "false", ALONE),
    DEFAULT_WHEN(OTHER_MODELS_SHARDED, "true", "data_parallel=zero3", STRATEGY),
};
static const struct keymap map_alone = {
    .name = "openrlhf.train_ppo",
    .package = "openrlhf",
    .base = {&map_common},
    ROWS(rows, alone_rows),
    ROWS(defaults, alone_defaults),
    .source = ALONE,
};

/* ---- before 0.3.6: scripts of examples/, which no package holds ---- */

#define EXAMPLES "openrlhf examples/train_sft.py, train_dpo.py, train_rm.py, train_kto.py, 0.1-0.3.5"
static const struct defrow early_defaults[] = {
    DEFAULT(MODEL, "bigscience/bloomz-1b7", EXAMPLES),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "8", EXAMPLES),
    DEFAULT(PER_DEVICE_EVAL_BATCH_SIZE, "8", EXAMPLES),
    DEFAULT(MAX_SEQ_LENGTH, "512", EXAMPLES),
    DEFAULT_WHEN(BETA, "0.01", "task=dpo|ipo|kto", EXAMPLES),
    DEFAULT(ATTENTION, "eager", ACTOR),
};
static const struct keymap map_early_sft = {
    .name = "openrlhf.examples.train_sft",
    .package = "openrlhf",
    .base = {&map_sft},
    ROWS(defaults, early_defaults),
    .source = EXAMPLES,
};
static const struct keymap map_early_pair = {
    .name = "openrlhf.examples.train_dpo",
    .package = "openrlhf",
    .base = {&map_pair},
    ROWS(defaults, early_defaults),
    .source = EXAMPLES,
};
#define EARLY_KD "openrlhf examples/train_kd.py, 0.2.5-0.3.5"
static const struct defrow early_distill_defaults[] = {
    DEFAULT(MODEL, "meta-llama/Llama-2-7b-hf", EARLY_KD),
    DEFAULT_WHEN(TEACHER_MODEL, "meta-llama/Llama-2-70b-hf", "!@teacher_offload", EARLY_KD),
    DEFAULT_WHEN(TEACHER_MODEL, "meta-llama/Llama-2-70b-hf", "!" STAGE_3, EARLY_KD),
    DEFAULT(MAX_SEQ_LENGTH, "512", EARLY_KD),
    DEFAULT(ATTENTION, "eager", ACTOR),
};
static const struct keymap map_early_distill = {
    .name = "openrlhf.examples.train_kd",
    .package = "openrlhf",
    .base = {&map_distill},
    ROWS(defaults, early_distill_defaults),
    .source = EARLY_KD,
};
#define EARLY_PPO "openrlhf examples/train_ppo.py, train_ppo_ray.py, 0.1-0.3.5"
static const struct defrow early_ppo_defaults[] = {
    DEFAULT(BETA, "0.02", EARLY_PPO),
    DEFAULT(ATTENTION, "eager", ACTOR),
};
static const struct keymap map_early_ppo = {
    .name = "openrlhf.examples.train_ppo",
    .package = "openrlhf",
    .base = {&map_alone},
    ROWS(defaults, early_ppo_defaults),
    .source = EARLY_PPO,
};
static const struct keymap map_early_ray = {
    .name = "openrlhf.examples.train_ppo_ray",
    .package = "openrlhf",
    .base = {&map_ray},
    ROWS(defaults, early_ppo_defaults),
    .source = EARLY_PPO,
};
static const struct keymap *const maps[] = {
    &map_common,     &map_sft,	      &map_pair,	  &map_judge,	  &map_kto,	 &map_distill, &map_ray, &map_alone,
    &map_early_sft, &map_early_pair, &map_early_distill, &map_early_ppo, &map_early_ray,
};

#define RUN(name, m, s)                                                                            \
	{.words = "-m openrlhf.cli." name, .set = "framework=openrlhf;" s, .map = (m),             \
	 .positional = "", .config_flag = ""},                                                     \
	{                                                                                          \
		.words = "openrlhf/cli/" name ".py", .set = "framework=openrlhf;" s, .map = (m),   \
		.positional = "", .config_flag = ""                                                \
	}
#define RAY                                                                                        \
	"gpus_per_node=8?!@actor_num_gpus_per_node|actor.num_gpus_per_node;"                       \
	"num_nodes=1?!@actor_num_nodes|actor.num_nodes"
/* Names that others use as well: the repository's own copy, or flags that are OpenRLHF's. */
#define SCRIPT(name, m, s)                                                                         \
	{                                                                                          \
		.words = name, .set = "framework=openrlhf;" s, .map = (m), .positional = "",       \
		.config_flag = "", .marks = "openrlhf",                                            \
		.flags = "micro_train_batch_size"                                                  \
	}
#define EARLY_RAY                                                                                  \
	"task=ppo;gpus_per_node=8?!@actor_num_gpus_per_node;num_nodes=1?!@actor_num_nodes"
static const struct command commands[] = {
    RUN("train_sft", &map_sft, "task=sft?!@pretrain_mode|data.pretrain_mode"),
    RUN("train_dpo", &map_pair, "task=dpo?!@ipo|dpo.ipo_enable"),
    RUN("train_kto", &map_kto, "task=kto"),
    RUN("train_rm", &map_judge, "task=reward"),
    RUN("train_prm", &map_judge, "task=sft"),
    RUN("train_kd", &map_distill, "task=distill"),
    RUN("train_ppo", &map_alone, "task=ppo"),
    RUN("train_ppo_ray", &map_ray, RAY),
    SCRIPT("train_sft.py", &map_early_sft, "task=sft?!@pretrain_mode"),
    SCRIPT("train_dpo.py", &map_early_pair, "task=dpo?!@ipo"),
    SCRIPT("train_kto.py", &map_early_pair, "task=kto"),
    SCRIPT("train_rm.py", &map_early_sft, "task=reward"),
    SCRIPT("train_kd.py", &map_early_distill, "task=distill"),
    SCRIPT("train_ppo.py", &map_early_ppo, "task=ppo"),
    SCRIPT("train_ppo_ray.py", &map_early_ray, EARLY_RAY),
    /* Entries that forks add beside these, on OpenRLHF's own strategy and flags: train_simpo, train_gan, by what only its parsers have. */
    {.words = "*", .keys = "pretrain,micro_train_batch_size,train_batch_size,actor_num_nodes|actor_num_gpus_per_node", .set = "framework=openrlhf;" EARLY_RAY,
     .map = &map_early_ray, .positional = "", .config_flag = ""},
    {.words = "*", .keys = "pretrain,micro_train_batch_size,train_batch_size,max_len", .set = "framework=openrlhf", .map = &map_early_sft, .positional = "",
     .config_flag = ""},
};

const struct framework framework_openrlhf = {
    .name = "openrlhf",
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
