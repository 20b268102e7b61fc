/*
 * prime-rl: TOML of its rl and sft programs. FSDP2 of float32 weights; vLLM generates on GPUs of its own.
 */
#include "lint/frameworks/libraries/shared_maps.h"

/* A package of tags for each few commits: its main branch is what people run. */
static const struct package packages[] = {
    {.name = "prime-rl", "0.1@2506 0.2@2510 0.3@2511 0.4@2601 0.5@2604 0.6@2608", "PrimeIntellect-ai/prime-rl, its main branch of 2026-08",
     .modules = "prime_rl"},
};

#define CONFIGS "prime-rl packages/prime-rl-configs/src/prime_rl/configs/trainer.py, 2026-08"
#define RL	"prime-rl packages/prime-rl-configs/src/prime_rl/configs/rl.py, 2026-08"
#define SFT	"prime-rl packages/prime-rl-configs/src/prime_rl/configs/sft.py, 2026-08"
#define IS_LORA "peft=lora"

/* M: where the trained model's own section is. A section that is empty, or "None", says something too. */
#define MODEL_ROWS(M)                                                                                          \
	KEY_AS(M "lora", PEFT, PRESENT, "lora"), KEY_WHEN(M "lora.rank", LORA_R, PLAIN, NULL, IS_LORA),        \
	    KEY_WHEN(M "lora.alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),                                        \
	    KEY_WHEN(M "lora.dropout", LORA_DROPOUT, PLAIN, NULL, IS_LORA),                                    \
	    KEY_WHEN(M "lora.target_modules", LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),                    \
	    KEY_WHEN(M "lora.modules_to_save", LORA_MODULES_TO_SAVE, PLAIN, NULL, IS_LORA),                    \
	    KEY_AS(M "optimization_dtype", WEIGHTS_DTYPE, DTYPE, NULL),                                        \
	    KEY_AS(M "attn", ATTENTION, CHOICE,                                                                \
		   "sdpa=sdpa;eager=eager;flash_attention_2=flash_attention_2;"                                \
		   "flash_attention_3=flash_attention_3;flash_attention_4=flash_attention_3;*="),              \
	    KEY_AS(M "compile", TORCH_COMPILE, CHOICE, "none=false;false=false;*="),                           \
	    KEY_WHEN(M "ac.mode", GRADIENT_CHECKPOINTING, CHOICE, "selective=selective;*=", NULL),             \
	    KEY_WHEN(M "ac.freq", GRADIENT_CHECKPOINTING, CHOICE, "1=true;*=selective", NULL),                 \
	    KEY_AS(M "ac", GRADIENT_CHECKPOINTING, CHOICE, "none=false;false=false;*="),                       \
	    KEY_AS(M "ac_offloading", OFFLOAD_ACTIVATIONS, CHOICE, "none=none;false=none;*="),                 \
	    KEY_AS(M "fsdp_cpu_offload", OFFLOAD_PARAMS, IF_TRUE, "cpu"),                                      \
	    KEY_AS(M "fsdp_cpu_offload", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu"),                                   \
	    KEY_AS(M "full_offload", OFFLOAD_OPTIMIZER, PRESENT, "cpu"),                                       \
	    KEY_AS(M "full_offload", WEIGHTS_DTYPE, PRESENT, "bfloat16"),                                      \
	    KEY_AS(M "optim_cpu_offload", OFFLOAD_OPTIMIZER, SWITCH, "cpu;none"),                              \
	    KEY(M "reshard_after_forward", RESHARD_AFTER_FORWARD),                                             \
	    KEY_AS(M "dp_replicate", DATA_PARALLEL, CHOICE, "1=fsdp2;*=hsdp"), KEY(M "cp", CONTEXT_PARALLEL),  \
	    KEY_AS(M "ep", EXPERT_PARALLEL, CHOICE, "auto=;1=1;2=2;4=4;8=8;16=16;32=32;*="),                   \
	    KEY_WHEN(M "vlm.freeze_vision_encoder", TRAINABLE, SWITCH, "language;all", "peft=none")
#define OPTIMIZERS "adamw=adamw_torch;sgd=sgd;muon=muon;*="

static const struct defrow common_defaults[] = {
    DEFAULT(MODEL, "Qwen/Qwen3-0.6B", "prime-rl packages/prime-rl-configs/src/prime_rl/configs/shared.py, 2026-08"),
    DEFAULT(PEFT, "none", CONFIGS),
    DEFAULT_WHEN(LORA_R, "16", IS_LORA, CONFIGS),
    DEFAULT_WHEN(LORA_ALPHA, "32", IS_LORA, CONFIGS),
    DEFAULT_WHEN(LORA_DROPOUT, "0", IS_LORA, CONFIGS),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", IS_LORA, CONFIGS ": projections and experts"),
    DEFAULT(QUANTIZATION, "none", CONFIGS),
    DEFAULT(WEIGHTS_DTYPE, "float32", CONFIGS ": optimization_dtype"),
    DEFAULT(MIXED_PRECISION, "bf16", "prime-rl src/prime_rl/trainer/model.py setup_fsdp, 2026-08: param_dtype bfloat16"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "1", SFT ": micro_batch_size"),
    DEFAULT(PACKING, "true", "prime-rl src/prime_rl/trainer/batch.py, sft/data.py, 2026-08: samples are joined to seq_len"),
    DEFAULT(ATTENTION_MASK, "none", "prime-rl src/prime_rl/trainer/batch.py, 2026-08: position ids tell the samples apart"),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", CONFIGS ": ac, each layer"),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true", "prime-rl src/prime_rl/trainer/model.py apply_ac, 2026-08"),
    DEFAULT(OFFLOAD_ACTIVATIONS, "cpu", CONFIGS ": ac_offloading"),
    DEFAULT(OFFLOAD_OPTIMIZER, "cpu", CONFIGS ": optim_cpu_offload True"),
    DEFAULT(OFFLOAD_PARAMS, "none", CONFIGS),
    DEFAULT(RESHARD_AFTER_FORWARD, "true", CONFIGS),
    DEFAULT(DATA_PARALLEL, "fsdp2", "prime-rl src/prime_rl/trainer/model.py setup_fsdp, 2026-08: fully_shard"),
    DEFAULT(ATTENTION, "flash_attention_3", CONFIGS ": auto, by the card"),
    DEFAULT(TORCH_COMPILE, "true", CONFIGS ": compile"),
    DEFAULT(FUSED_KERNELS, "none", CONFIGS),
    DEFAULT(OPTIMIZER, "adamw_torch", CONFIGS),
    DEFAULT(EVALUATION, "false", SFT),
};
static const struct keymap map_common = {
    .name = "prime_rl.common",
    .package = "prime-rl",
    ROWS(defaults, common_defaults),
    .source = CONFIGS,
};

static const struct keyrow rl_rows[] = {
    /* What is said of the trainer itself wins over what all parts share. */
    KEY("trainer.model.name|model.name", MODEL),
    MODEL_ROWS("trainer.model."),
    KEY("trainer.model.seq_len|seq_len", MAX_SEQ_LENGTH),
    KEY_AS("trainer.model.fused_lm_head_token_chunk_size", LOSS_KERNEL, CHOICE, "disabled=logprobs_float;*=chunked_logits"),
    KEY_AS("trainer.model.fused_lm_head_token_chunk_size", LOSS_CHUNK, CHOICE, "disabled=;512=512;1024=1024;2048=2048;4096=4096;8192=8192;*="),
    KEY_AS("trainer.optim.type", OPTIMIZER, CHOICE, OPTIMIZERS),
    KEY("orchestrator.batch_size", GLOBAL_BATCH_SIZE),
    KEY("orchestrator.group_size|orchestrator.rollouts_per_example", NUM_GENERATIONS),
    KEY("orchestrator.train.sampling.max_completion_tokens|orchestrator.sampling.max_tokens", MAX_COMPLETION_LENGTH),
    KEY("deployment.num_train_gpus", NUM_GPUS),
    /* Before "deployment": the cards by their numbers, of which "3" is one. */
    KEY_AS("trainer_gpu_ids", NUM_GPUS, LENGTH, NULL),
    KEY("deployment.num_train_nodes", NUM_NODES),
    KEY_WHEN("deployment.gpus_per_node", GPUS_PER_NODE, PLAIN, NULL, "@deployment.num_train_nodes"),
};
static const struct defrow rl_defaults[] = {
    DEFAULT(MAX_SEQ_LENGTH, "2048", CONFIGS),
    DEFAULT(LOSS_KERNEL, "chunked_logits", CONFIGS ": fused_lm_head_token_chunk_size"),
    DEFAULT_WHEN(LOSS_CHUNK, "8192", "loss_kernel=chunked_logits", CONFIGS),
    DEFAULT_WHEN(GPUS_PER_NODE, "8", "@deployment.num_train_nodes", RL),
    DEFAULT_WHEN(NUM_GPUS, "1", "!@deployment.num_train_nodes", RL ": num_train_gpus"),
    DEFAULT(REFERENCE_MODEL, "none", "prime-rl src/prime_rl/trainer/rl/train.py, 2026-08"),
    DEFAULT(BETA, "0", "prime-rl src/prime_rl/trainer/rl/train.py, 2026-08: no reference"),
    DEFAULT(ROLLOUT_ENGINE, "vllm_server", RL ": num_infer_gpus of their own"),
};
static const struct keymap map_rl = {
    .name = "prime_rl.rl",
    .package = "prime-rl",
    .base = {&map_common},
    ROWS(rows, rl_rows),
    ROWS(defaults, rl_defaults),
    .source = RL,
};

static const struct keyrow sft_rows[] = {
    KEY("model.name", MODEL),
    MODEL_ROWS("model."),
    KEY("data.seq_len", MAX_SEQ_LENGTH),
    KEY("data.micro_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("data.batch_size", GLOBAL_BATCH_SIZE),
    KEY_AS("data.name", DATASET, NAMES, NULL),
    KEY_AS("optim.type", OPTIMIZER, CHOICE, OPTIMIZERS),
    KEY_AS("val", EVALUATION, PRESENT, "true"),
    KEY_AS("loss_impl", LOSS_KERNEL, CHOICE, "liger_fused=liger;*="),
    KEY("deployment.num_train_gpus|deployment.num_gpus", NUM_GPUS),
    KEY("deployment.num_train_nodes", NUM_NODES),
    KEY_WHEN("deployment.gpus_per_node", GPUS_PER_NODE, PLAIN, NULL, "@deployment.num_train_nodes"),
};
static const struct defrow sft_defaults[] = {
    DEFAULT(MAX_SEQ_LENGTH, "128", SFT),
    DEFAULT(GLOBAL_BATCH_SIZE, "128", SFT),
    DEFAULT(LOSS_KERNEL, "torch", CONFIGS ": supervised training has no fused head"),
    DEFAULT_WHEN(GPUS_PER_NODE, "8", "@deployment.num_train_nodes", SFT),
    DEFAULT_WHEN(NUM_GPUS, "1", "!@deployment.num_train_nodes", SFT ": num_train_gpus"),
};
static const struct keymap map_sft = {
    .name = "prime_rl.sft",
    .package = "prime-rl",
    .base = {&map_common},
    ROWS(rows, sft_rows),
    ROWS(defaults, sft_defaults),
    .source = SFT,
};
/* ---- a file for each part, before 0.4: rl --trainer @ FILE --orchestrator @ FILE, whose flags are those of all ---- */

#define OLD "prime-rl src/prime_rl/trainer/config.py, 0.3"
static const struct keyrow trainer_rows[] = {
    KEY("trainer.model.name|model.name", MODEL),
    MODEL_ROWS("model."),
    KEY("trainer.model.seq_len|model.seq_len", MAX_SEQ_LENGTH),
    KEY_AS("optim.type", OPTIMIZER, CHOICE, OPTIMIZERS),
    KEY("orchestrator.batch_size", GLOBAL_BATCH_SIZE),
    KEY("orchestrator.rollouts_per_example", NUM_GENERATIONS),
    KEY("orchestrator.sampling.max_tokens", MAX_COMPLETION_LENGTH),
    KEY_AS("trainer_gpu_ids", NUM_GPUS, LENGTH, NULL),
};
static const struct defrow trainer_defaults[] = {
    DEFAULT(MODEL, "Qwen/Qwen3-0.6B", OLD),
    DEFAULT(PEFT, "none", OLD),
    DEFAULT_WHEN(LORA_R, "16", IS_LORA, OLD),
    DEFAULT_WHEN(LORA_ALPHA, "32", IS_LORA, OLD),
    DEFAULT_WHEN(LORA_DROPOUT, "0", IS_LORA, OLD),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", IS_LORA, OLD ": projections and experts"),
    DEFAULT(QUANTIZATION, "none", OLD),
    DEFAULT(WEIGHTS_DTYPE, "float32", OLD ": optimization_dtype float32"),
    DEFAULT(MIXED_PRECISION, "bf16", "prime-rl src/prime_rl/trainer/model.py setup_fsdp, 0.3"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "1", "prime-rl src/prime_rl/trainer/batch.py, 0.3: joined rows"),
    DEFAULT(PACKING, "true", "prime-rl src/prime_rl/trainer/batch.py, 0.3: joined rows"),
    DEFAULT(MAX_SEQ_LENGTH, "2048", OLD),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", OLD ": ac None"),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", OLD),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", OLD),
    DEFAULT(OFFLOAD_PARAMS, "none", OLD),
    DEFAULT(RESHARD_AFTER_FORWARD, "true", OLD),
    DEFAULT(DATA_PARALLEL, "fsdp2", "prime-rl src/prime_rl/trainer/model.py setup_fsdp, 0.3: fully_shard"),
    DEFAULT(ATTENTION, "flash_attention_2", OLD),
    DEFAULT(TORCH_COMPILE, "false", OLD ": compile None"),
    DEFAULT(FUSED_KERNELS, "none", OLD),
    DEFAULT(OPTIMIZER, "adamw_torch", OLD),
    DEFAULT(EVALUATION, "false", OLD),
    DEFAULT(LOSS_KERNEL, "chunked_logits", "prime-rl src/prime_rl/trainer/rl/config.py, 0.3: fused_lm_head_chunk_size 2048"),
    DEFAULT_WHEN(LOSS_CHUNK, "2048", "loss_kernel=chunked_logits", "prime-rl src/prime_rl/trainer/rl/config.py, 0.3"),
    DEFAULT(NUM_GPUS, "1", "prime-rl src/prime_rl/rl.py, 0.3: trainer_gpu_ids [1]"),
    DEFAULT(REFERENCE_MODEL, "none", "prime-rl src/prime_rl/trainer/rl/train.py, 0.3"),
    DEFAULT(BETA, "0", "prime-rl src/prime_rl/trainer/rl/train.py, 0.3: no reference"),
    DEFAULT(ROLLOUT_ENGINE, "vllm_server", "prime-rl src/prime_rl/rl.py, 0.3: inference_gpu_ids of their own"),
};
static const struct keymap map_trainer = {
    .name = "prime_rl.trainer",
    .package = "prime-rl",
    ROWS(rows, trainer_rows),
    ROWS(defaults, trainer_defaults),
    .source = OLD,
};
static const struct keymap *const maps[] = {&map_common, &map_rl, &map_sft, &map_trainer};

static const struct config configs[] = {
    {.name = "prime-rl",
     .markers = "orchestrator",
     .keys = "orchestrator,trainer?|inference?,model.name|trainer.model.name|seq_len",
     .map = &map_rl,
     .job = true,
     .set = "framework=prime-rl;task=grpo",
     .source = RL},
    {.name = "prime-rl-sft",
     .markers = "seq_len",
     .keys = "model.name,data.seq_len,data.batch_size|data.micro_batch_size|data.type,optim?|max_steps,"
	     "model.lora?|model.impl|model.compile|model.ac?|model.optimization_dtype|data.name|data.type",
     .unless = "orchestrator,trainer,training,model.flavor,metrics,job,parallelism,model.path,lora,peft",
     .map = &map_sft,
     .job = true,
     .set = "framework=prime-rl;task=sft",
     .source = SFT},
};

#define RUN(w, m, t)                                                                               \
	{                                                                                          \
		.words = (w), .set = "framework=prime-rl;task=" t, .map = &(m),                    \
		.positional = "config", .config_flag = "", .merged = ""                            \
	}
static const struct command commands[] = {
    RUN("rl @", map_rl, "grpo"),
    RUN("sft @", map_sft, "sft"),
    RUN("-m prime_rl.entrypoints.rl @", map_rl, "grpo"),
    RUN("-m prime_rl.entrypoints.sft @", map_sft, "sft"),
    RUN("rl --trainer @", map_trainer, "grpo"),
    RUN("prime_rl/trainer/rl/train.py @", map_trainer, "grpo"),
};

const struct framework framework_prime_rl = {
    .name = "prime-rl",
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
