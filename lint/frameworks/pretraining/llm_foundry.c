/*
 * LLM Foundry: the YAML of Composer's train.py, with "${variables.…}" and words KEY=VALUE over it. Forks of its first
 * versions (LLM-Shearing) have the same keys.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "llm-foundry",
     "0.1@2305 0.2@2307 0.3@2309 0.4@2311 0.5@2402 0.6@2403 0.7@2404 0.8@2405 0.10@2407 0.12@2409 0.14@2411 0.16@2501 "
     "0.18@2504 0.21@2507",
     "mosaicml/llm-foundry, tags up to v0.21", .modules = ""},
};

#define CONFIG	"llm-foundry llmfoundry/utils/config_utils.py TrainConfig, 0.21"
#define MPT	"llm-foundry llmfoundry/models/mpt/configuration_mpt.py, 0.21"
#define TRAIN	"llm-foundry llmfoundry/command_utils/train.py, 0.21"
#define IS_LORA "peft=lora"
#define IS_HF	"@model.name=hf_causal_lm|hf_t5|hf_prefix_lm"
#define LORA(k) "model.peft_config." k "|peft_config." k

static const struct keyrow rows[] = {
    KEY("model.pretrained_model_name_or_path", MODEL),
    KEY_AS("train_loader.name", TASK, CHOICE, "finetuning=sft;text=pretrain;denoising=pretrain;*="),
    KEY_AS("model.pretrained", TASK, IF_FALSE, "pretrain"),
    KEY_AS("model.peft_config|peft_config", PEFT, PRESENT, "lora"),
    KEY_WHEN(LORA("r"), LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN(LORA("lora_alpha"), LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN(LORA("lora_dropout"), LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY_WHEN(LORA("target_modules"), LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    KEY_AS("model.load_in_8bit", QUANTIZATION, IF_TRUE, "int8"),
    KEY_AS("precision", MIXED_PRECISION, CHOICE, "amp_bf16=bf16;amp_fp16=fp16;amp_fp8=fp8;fp32=no;*="),
    /* "auto" halves it at run time until it fits. */
    KEY_AS("device_train_microbatch_size", PER_DEVICE_TRAIN_BATCH_SIZE, CHOICE, "auto="),
    KEY("device_eval_batch_size", PER_DEVICE_EVAL_BATCH_SIZE),
    KEY("global_train_batch_size", GLOBAL_BATCH_SIZE),
    KEY("max_seq_len|train_loader.dataset.max_seq_len", MAX_SEQ_LENGTH),
    KEY_AS("train_loader.dataset.packing_ratio", PACKING, PRESENT, "true"),
    KEY_AS("train_loader.dataset.hf_name", DATASET, NAMES, NULL),
    KEY_WHEN("fsdp_config.activation_checkpointing", GRADIENT_CHECKPOINTING, SWITCH, "true;false", "@fsdp_config"),
    KEY("fsdp_config.activation_checkpointing_reentrant", USE_REENTRANT),
    KEY_AS("fsdp_config.activation_cpu_offload", OFFLOAD_ACTIVATIONS, SWITCH, "cpu;none"),
    KEY("model.attn_implementation", ATTENTION),
    KEY_AS("model.use_flash_attention_2", ATTENTION, IF_TRUE, "flash_attention_2"),
    KEY_AS("model.attn_config.attn_impl|model.attn_impl", ATTENTION, CHOICE,
	   "flash=flash_attention_2;triton=flash_attention_2;torch=eager;flex=flex_attention;*="),
    KEY_AS("model.config_overrides.attn_config.attn_impl", ATTENTION, CHOICE, "flash=flash_attention_2;torch=eager;*="),
    KEY_AS("model.loss_fn", LOSS_KERNEL, CHOICE, "torch_crossentropy=plain;fused_crossentropy=flash_cross_entropy;*="),
    KEY_AS("model.norm_type", FUSED_KERNELS, CHOICE, "low_precision_layernorm=low_precision_norm;*=none"),
    KEY_AS("algorithms.low_precision_layernorm", FUSED_KERNELS, PRESENT, "low_precision_norm"),
    KEY_AS("optimizer.name", OPTIMIZER, CHOICE,
	   "decoupled_adamw=adamw_torch;adamw=adamw_torch;decoupled_lionw=lion_32bit;decoupled_lionw_8b=lion_8bit;"
	   "clip_lion=lion_32bit;adalr_lion=lion_32bit;no_op=sgd;*="),
    KEY_AS("compile_config", TORCH_COMPILE, PRESENT, "true"),
    KEY_AS("fsdp_config.sharding_strategy", DATA_PARALLEL, CHOICE,
	   "NO_SHARD=ddp;HYBRID_SHARD=hsdp;_HYBRID_SHARD_ZERO2=hsdp;*=fsdp"),
    KEY_AS("fsdp_config", DATA_PARALLEL, PRESENT, "fsdp"),
    KEY_AS("fsdp_config.sharding_strategy", RESHARD_AFTER_FORWARD, CHOICE,
	   "SHARD_GRAD_OP=false;_HYBRID_SHARD_ZERO2=false;*="),
    KEY_AS("fsdp_config.cpu_offload", OFFLOAD_PARAMS, IF_TRUE, "cpu"),
    KEY_AS("fsdp_config.cpu_offload", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu"),
    KEY("tp_config.tensor_parallel_degree", TENSOR_PARALLEL),
    KEY("expandable_segments", EXPANDABLE_SEGMENTS),
    KEY_AS("eval_interval", EVALUATION, CHOICE, "0=false;*="),
    KEY_AS("eval_loader|eval_loaders", EVALUATION, PRESENT, "true"),
    KEY("n_gpus", NUM_GPUS),
};

static const struct defrow defaults[] = {
    DEFAULT(TASK, "pretrain", TRAIN),
    DEFAULT(PEFT, "none", "llm-foundry llmfoundry/models/hf/hf_causal_lm.py, 0.21: peft_config None"),
    DEFAULT_WHEN(LORA_R, "8", IS_LORA, "peft LoraConfig"),
    DEFAULT_WHEN(LORA_ALPHA, "8", IS_LORA, "peft LoraConfig"),
    DEFAULT_WHEN(LORA_DROPOUT, "0", IS_LORA, "peft LoraConfig"),
    DEFAULT_WHEN(ADAPTER_DTYPE, "float32", IS_LORA, "peft autocast_adapter_dtype"),
    DEFAULT(QUANTIZATION, "none", "llm-foundry llmfoundry/models/hf/hf_causal_lm.py, 0.21"),
    DEFAULT(WEIGHTS_DTYPE, "float32", "composer composer/distributed/mosaic_parallelism.py: shards of float32"),
    DEFAULT(MIXED_PRECISION, "bf16", CONFIG ": precision amp_bf16"),
    DEFAULT_UNKNOWN(PER_DEVICE_TRAIN_BATCH_SIZE, "device_train_microbatch_size auto: halved at run time until it fits"),
    DEFAULT_UNKNOWN(MAX_SEQ_LENGTH, "LLM Foundry asks for max_seq_len"),
    DEFAULT_WHEN(PACKING, "true", "task=pretrain", "llm-foundry llmfoundry/data/text_data.py: rows of joined texts"),
    DEFAULT(PACKING, "false", "llm-foundry llmfoundry/data/finetuning/dataloader.py: packing_ratio None"),
    DEFAULT_WHEN(BATCH_LAYOUT, "fixed", "@train_loader.dataset.allow_pad_trimming=false",
		 "llm-foundry llmfoundry/data/finetuning/collator.py"),
    DEFAULT_WHEN(ATTENTION_MASK, "none", "packing=true", "llm-foundry llmfoundry/data/packing.py"),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", "composer FSDPConfig: activation_checkpointing False"),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true", TRAIN ": activation_checkpointing_reentrant False"),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", "composer FSDPConfig"),
    DEFAULT_WHEN(ATTENTION, "sdpa", IS_HF, "transformers"),
    DEFAULT_IN_WHEN(ATTENTION, "flash_attention_2", "0.5", NULL, "!" IS_HF, MPT ": attn_impl flash"),
    DEFAULT_WHEN(FUSED_KERNELS, "low_precision_norm", "!" IS_HF, MPT ": norm_type low_precision_layernorm"),
    DEFAULT(FUSED_KERNELS, "none", "llm-foundry llmfoundry/models/hf/hf_causal_lm.py, 0.21"),
    DEFAULT_WHEN(LOSS_KERNEL, "flash_cross_entropy", "!" IS_HF, MPT ": loss_fn fused_crossentropy"),
    DEFAULT(TORCH_COMPILE, "false", CONFIG),
    DEFAULT_WHEN(SYNC_GRADIENTS, "each", "data_parallel=fsdp|fsdp2|hsdp",
		 "composer composer/distributed/dist_strategy.py ddp_sync_context(): no_sync() of DDP alone"),
    DEFAULT(OPTIMIZER, "adamw_torch", TRAIN),
    DEFAULT(OFFLOAD_PARAMS, "none", "composer FSDPConfig"),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", "composer FSDPConfig"),
    DEFAULT_IN(EXPANDABLE_SEGMENTS, "true", "0.14", NULL, CONFIG),
    DEFAULT(EVALUATION, "false", CONFIG ": eval_loader None"),
};

static const struct sizerow sizes[] = {
    SIZE("hidden", "model.d_model"),
    SIZE("layers", "model.n_layers"),
    SIZE("heads", "model.n_heads"),
    SIZE("kv_heads", "model.attn_config.kv_n_heads"),
    SIZE("head_dim", "model.head_dim"),
    SIZE("ffn", "model.ffn_config.ffn_hidden_size|model.intermediate_size"),
    SIZE("ffn_ratio", "model.expansion_ratio"),
    SIZE_IS("ffn_ratio", "4", NULL),
    SIZE_AS("gated", "model.ffn_config.ffn_type", WORDS, "glu=true"),
    SIZE_AS("gated", "model.name", WORDS, "llama=true"),
    SIZE("experts", "model.ffn_config.moe_num_experts"),
    SIZE("top_k", "model.ffn_config.moe_top_k"),
    SIZE_AS("rms", "model.norm_type", WORDS, "rms=true"),
    SIZE_AS("rms", "model.name", WORDS, "llama=true"),
    SIZE_AS("bias", "model.no_bias", SWITCH, "none;all"),
    SIZE_AS("bias", "model.name", WORDS, "llama=none"),
    SIZE_IS("bias", "all", NULL),
    SIZE_AS("tied", "model.tie_word_embeddings", SWITCH, "true;false"),
    SIZE_AS("tied", "model.name", WORDS, "llama=false"),
    SIZE_IS("tied", "true", NULL),
    SIZE("positions", "model.max_seq_len|max_seq_len"),
    SIZE_AS("learned_positions", "model.attn_config.alibi|model.attn_config.rope", IF_TRUE, "false"),
    SIZE_AS("learned_positions", "model.learned_pos_emb", SWITCH, "true;false"),
    SIZE_AS("learned_positions", "model.name", WORDS, "llama=false"),
    SIZE_IS("learned_positions", "true", NULL),
    SIZE("vocab", "model.vocab_size"),
    SIZE_IS("vocab", "50368", NULL),
};
static const struct keymap map_llm_foundry = {
    .name = "llm-foundry",
    .package = "llm-foundry",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    ROWS(sizes, sizes),
    .source = CONFIG,
};
static const struct keyrow launcher_rows[] = {
    KEY("nproc", GPUS_PER_NODE),
    KEY("world_size", NUM_GPUS),
};
static const struct keymap map_composer = {
    .name = "composer",
    .package = "llm-foundry",
    ROWS(rows, launcher_rows),
    .source = "Composer 0.31, composer/cli/launcher.py",
};
static const struct keymap *const maps[] = {&map_composer, &map_llm_foundry};

static const struct config configs[] = {
    {.name = "llm-foundry",
     .markers = "device_train_microbatch_size|global_train_batch_size",
     .keys = "model.name,train_loader,device_train_microbatch_size|global_train_batch_size,max_duration?|optimizer?",
     .unless = "models,trainer",
     .map = &map_llm_foundry,
     .job = true,
     .set = "framework=llm-foundry",
     .composed = "",
     .source = "llm-foundry scripts/train/yamls/, 0.21"},
};

/* "composer train/train.py yamls/x.yaml KEY=VALUE": the file is the first word. */
#define RUN(w, m)                                                                                  \
	{                                                                                          \
		.words = (w), .set = "framework=llm-foundry", .map = &map_llm_foundry, .positional = "config", \
		.config_flag = "", .merged = "", .flags = "train_loader,device_train_microbatch_size", .marks = (m) \
	}
static const struct command commands[] = {
    RUN("train/train.py", "llmfoundry,llm-foundry"),
    RUN("scripts/train/train.py", "llmfoundry,llm-foundry"),
    RUN("llmshearing/train.py", "llmshearing"),
};

const struct framework framework_llm_foundry = {
    .name = "llm-foundry",
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
