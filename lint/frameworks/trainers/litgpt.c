/*
 * LitGPT: the YAML and the flags of "litgpt finetune_*|pretrain", which jsonargparse reads as one; its models are its own.
 */
#include "litgpt.h"

static const struct package packages[] = {
    {.name = "litgpt",
     "0.3@2405 0.4@2406 0.5@2410 0.5.4@2412 0.5.7@2501 0.5.8@2505 0.5.9@2506 0.5.10@2508 0.5.11@2509 0.5.12@2512 "
     "0.5.13@2606",
     "Lightning-AI/litgpt, tags up to v0.5.13", .modules = ""},
};

#define SETUP	 "litgpt litgpt/finetune/lora.py, full.py setup(), 0.5.13"
#define ADAPTERS "litgpt litgpt/lora.py, 0.5.13"
#define PRETRAIN "litgpt litgpt/pretrain.py, 0.5.13"
#define MODELS	 "litgpt litgpt/model.py, 0.5.13"
#define IS_LORA	 "peft=lora"
#define SEVERAL(w, s, v, src)                                                                      \
	DEFAULT_WHEN(s, v, w ",num_gpus>1", src), DEFAULT_WHEN(s, v, w ",gpus_per_node>1", src),   \
	    DEFAULT_WHEN(s, v, w ",num_nodes>1", src)

/* litgpt/config.py, 0.5.13: names that are not the hub's. */
#define NAMES                                                                                      \
	"tiny-llama-1.1b-chat=TinyLlama/TinyLlama-1.1B-Chat-v1.0;"                                 \
	"tiny-llama-1.1b=TinyLlama/TinyLlama-1.1B-intermediate-step-1431k-3T;"                     \
	"micro-llama-300M=keeeeenw/MicroLlama"

/* litgpt/pretrain.py: a model_config is taken, and no name looked up; weights that are loaded have its shape. */
#define OWN   "model_config.n_embd|model_config.n_layer|model_config.n_head"
#define NAMED "!@" OWN

/* A name before those that it begins with. */
#define OPTIMIZERS                                                                                 \
	"PagedAdamW8bit=paged_adamw_8bit;PagedAdamW=paged_adamw_32bit;AdamW8bit=adamw_bnb_8bit;"   \
	"AdamW=adamw_torch;Adam=adamw_torch;SGD=sgd;RMSprop=rmsprop;GrokAdamW=grokadamw"

static const struct keyrow rows[] = {
    /* litgpt/utils.py extend_checkpoint_dir(): an id stands for the folder of its name below checkpoints/. */
    KEY_WHEN("checkpoint_dir|initial_checkpoint_dir", MODEL, MODEL_FOLDER, "checkpoints", NAMED),
    KEY_WHEN("checkpoint_dir", MODEL, PLAIN, NULL, NAMED),
    KEY_WHEN("model_name", MODEL, WORDS, NAMES, NAMED),
    KEY_WHEN("model_name", MODEL, MODEL_FOLDER, NULL, NAMED ",!model"),
    KEY_WHEN("model_name", MODEL, PLAIN, NULL, NAMED),
    /* What only one setup() has; the launch says the rest. */
    KEY_AS("model_name|model_config", TASK, PRESENT, "pretrain"),
    KEY_AS("lora_r", PEFT, PRESENT, "lora"),
    KEY_AS("lora_query|lora_value|lora_mlp|lora_alpha|lora_dropout", PEFT, PRESENT, "lora"),
    KEY_WHEN("lora_r", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_dropout", LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    /* One matrix holds query, key and value; an adapter for each that is switched on. */
    KEY_WHEN("checkpoint_dir", LORA_TARGET_MODULES, PRESENT, "q_proj", IS_LORA ",!@lora_query=false"),
    KEY_WHEN("checkpoint_dir", LORA_TARGET_MODULES, MORE, "v_proj", IS_LORA ",!@lora_value=false"),
    KEY_WHEN("lora_key", LORA_TARGET_MODULES, MORE, "k_proj", IS_LORA),
    KEY_WHEN("lora_projection", LORA_TARGET_MODULES, MORE, "o_proj", IS_LORA),
    KEY_WHEN("lora_mlp", LORA_TARGET_MODULES, MORE, "mlp", IS_LORA),
    KEY_WHEN("lora_head", LORA_TARGET_MODULES, MORE, "lm_head", IS_LORA),
    KEY_AS("quantize", QUANTIZATION, CHOICE,
	   "bnb.nf4=nf4;bnb.nf4-dq=nf4;bnb.fp4=fp4;bnb.fp4-dq=fp4;bnb.int8-training=int8;bnb.int8=int8"),
    KEY_AS("quantize", DOUBLE_QUANT, CHOICE, "bnb.nf4-dq=true;bnb.fp4-dq=true;bnb.nf4=false;bnb.fp4=false;*="),
    KEY_AS("precision", WEIGHTS_DTYPE, CHOICE,
	   "bf16-true=bfloat16;16-true=float16;bf16-mixed=float32;bf16=float32;16-mixed=float32;16=float32;"
	   "32-true=float32;32=float32;transformer-engine=bfloat16;transformer-engine-float16=float16;*="),
    KEY_AS("precision", MIXED_PRECISION, CHOICE,
	   "bf16-true=no;16-true=no;bf16-mixed=bf16;bf16=bf16;16-mixed=fp16;16=fp16;32-true=no;32=no;"
	   "transformer-engine=fp8;transformer-engine-float16=fp8;*="),
    KEY("train.micro_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("train.micro_batch_size", PER_DEVICE_EVAL_BATCH_SIZE),
    KEY("train.global_batch_size", GLOBAL_BATCH_SIZE),
    KEY("train.max_seq_length", MAX_SEQ_LENGTH),
    /* litgpt/pretrain.py: batches are cut to model.max_seq_length, which is block_size where train has none. */
    KEY_WHEN("model_config.block_size", MAX_SEQ_LENGTH, PLAIN, NULL, "task=pretrain"),
    /* instantiate_bnb_optimizer() takes another one than it is told. */
    KEY_AS("quantize", OPTIMIZER, PRESENT, "paged_adamw_32bit"),
    KEY_WHEN("optimizer.class_path|optimizer", OPTIMIZER, WORDS, "torch.optim.AdamW=adamw_torch_fused",
	     "task=pretrain"),
    KEY_AS("optimizer.class_path|optimizer", OPTIMIZER, WORDS, OPTIMIZERS),
    KEY("optimizer.class_path|optimizer", OPTIMIZER),
    KEY_AS("data.class_path|data", DATASET, NAMES, NULL),
    KEY("train.max_steps", MAX_STEPS),
    KEY_AS("devices", GPUS_PER_NODE, CHOICE, "auto=;-1="),
    KEY("num_nodes", NUM_NODES),
};

static const struct defrow defaults[] = {
    DEFAULT(TASK, "sft", SETUP),
    DEFAULT(PEFT, "none", SETUP),
    DEFAULT_WHEN(LORA_R, "8", IS_LORA, SETUP),
    DEFAULT_WHEN(LORA_ALPHA, "16", IS_LORA, SETUP),
    DEFAULT_WHEN(LORA_DROPOUT, "0.05", IS_LORA, SETUP),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "q_proj,v_proj", IS_LORA, SETUP),
    DEFAULT_WHEN(ADAPTER_DTYPE, "bfloat16", "peft!=none,weights_dtype=bfloat16", ADAPTERS ": fabric.init_module()"),
    DEFAULT_WHEN(ADAPTER_DTYPE, "float16", "peft!=none,weights_dtype=float16", ADAPTERS ": fabric.init_module()"),
    DEFAULT_WHEN(ADAPTER_DTYPE, "float32", "peft!=none", ADAPTERS),
    DEFAULT(QUANTIZATION, "none", SETUP),
    DEFAULT_WHEN(KBIT_UPCAST, "false", "quantization!=none", SETUP),
    DEFAULT(WEIGHTS_DTYPE, "float32", "litgpt litgpt/utils.py get_default_supported_precision(training=True)"),
    DEFAULT_WHEN(MIXED_PRECISION, "bf16", "target.bf16", "litgpt litgpt/utils.py get_default_supported_precision()"),
    DEFAULT_WHEN(MIXED_PRECISION, "fp16", "!target.bf16", "litgpt litgpt/utils.py get_default_supported_precision()"),
    /* A file or a flag changes setup()'s own TrainArgs. */
    DEFAULT_WHEN(PER_DEVICE_TRAIN_BATCH_SIZE, "4", "task=pretrain", PRETRAIN),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "1", SETUP),
    DEFAULT_WHEN(PER_DEVICE_EVAL_BATCH_SIZE, "4", "task=pretrain", PRETRAIN),
    DEFAULT(PER_DEVICE_EVAL_BATCH_SIZE, "1", SETUP ": the dataloaders share it"),
    DEFAULT_WHEN(GLOBAL_BATCH_SIZE, "512", "task=pretrain", PRETRAIN),
    DEFAULT(GLOBAL_BATCH_SIZE, "16", SETUP),
    DEFAULT_UNKNOWN(MAX_SEQ_LENGTH, "the longest sample, or the model's block_size in pretraining (litgpt)"),
    DEFAULT_WHEN(PACKING, "true", "task=pretrain", PRETRAIN ": blocks of max_seq_length"),
    DEFAULT(PACKING, "false", "litgpt litgpt/data/base.py get_sft_collate_fn(): padded to the longest"),
    DEFAULT(ATTENTION_MASK, "none", MODELS ": is_causal, no mask while training"),
    DEFAULT_WHEN(BATCH_LAYOUT, "padded", "task!=pretrain", "litgpt litgpt/data/base.py _sft_collate_fn(): pad_sequence()"),
    DEFAULT(EVALUATION, "true", SETUP ": validate() before the first step"),
    SEVERAL("task!=pretrain", GRADIENT_CHECKPOINTING, "true", SETUP ": activation_checkpointing_policy={Block}"),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", SETUP),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true",
		 "torch distributed/algorithms/_checkpoint/checkpoint_wrapper.py: NO_REENTRANT"),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", SETUP),
    DEFAULT(ATTENTION, "litgpt", MODELS ": one matrix for query, key and value, those expanded by copies"),
    DEFAULT(LOSS_KERNEL, "litgpt", "litgpt litgpt/utils.py chunked_cross_entropy(), 0.5.13"),
    DEFAULT(FUSED_KERNELS, "none", MODELS),
    DEFAULT_WHEN(TORCH_COMPILE, "true", "task=pretrain", PRETRAIN),
    DEFAULT(TORCH_COMPILE, "false", SETUP),
    DEFAULT_WHEN(OPTIMIZER, "adamw_torch_fused", "task=pretrain", PRETRAIN ": fused where there is CUDA"),
    DEFAULT(OPTIMIZER, "adamw_torch", SETUP),
    DEFAULT_WHEN(GPUS_PER_NODE, "1", "task!=pretrain,!@devices", SETUP),
    DEFAULT(NUM_NODES, "1", SETUP),
    DEFAULT_WHEN(DATA_PARALLEL, "hsdp", "task=pretrain,num_nodes>1", PRETRAIN ": HYBRID_SHARD"),
    SEVERAL("task=pretrain", DATA_PARALLEL, "fsdp", PRETRAIN ": HYBRID_SHARD within a machine"),
    /* litgpt/finetune/lora.py, 0.5.11: ModelParallelStrategy and fully_shard(); FSDPStrategy before, and in full.py. */
    {.setting = SETTING_DATA_PARALLEL,
     .value = "fsdp2",
     .since = "0.5.11",
     .when = "peft=lora,gpus_per_node>1",
     .source = SETUP ": parallelize_fn()"},
    SEVERAL("task!=pretrain", DATA_PARALLEL, "fsdp", "litgpt litgpt/finetune/full.py: FSDPStrategy"),
    DEFAULT_WHEN(OFFLOAD_PARAMS, "none", "data_parallel=fsdp|fsdp2|hsdp", SETUP ": cpu_offload False"),
    DEFAULT_WHEN(OFFLOAD_OPTIMIZER, "none", "data_parallel=fsdp|fsdp2|hsdp", SETUP ": cpu_offload False"),
};
/* litgpt/config.py Config, 0.5.13: fields of --model_config, and what an absent one means. */
#define GIVEN "@" OWN
static const struct sizerow sizes[] = {
    SIZE("hidden", "model_config.n_embd"),
    SIZE_IS("hidden", "4096", GIVEN),
    SIZE("layers", "model_config.n_layer"),
    SIZE_IS("layers", "16", GIVEN),
    SIZE("heads", "model_config.n_head"),
    SIZE_IS("heads", "32", GIVEN),
    SIZE("kv_heads", "model_config.n_query_groups"),
    SIZE("head_dim", "model_config.head_size"),
    SIZE("ffn", "model_config.intermediate_size"),
    SIZE_IS("ffn_ratio", "4", NULL),
    SIZE("vocab", "model_config.padded_vocab_size"),
    SIZE("vocab", "model_config.vocab_size"),
    SIZE_IS("vocab", "50254", GIVEN),
    {.size = "vocab_multiple", .key = "model_config.padding_multiple", .when = "!@model_config.padded_vocab_size"},
    SIZE_IS("vocab_multiple", "512", "!@model_config.padded_vocab_size"),
    SIZE("positions", "model_config.block_size"),
    SIZE_IS("positions", "4096", GIVEN),
    SIZE_AS("gated", "model_config.mlp_class_name", CHOICE, "LLaMAMLP=true;GemmaMLP=true;LLaMAMoE=true;GptNeoxMLP=false;*="),
    SIZE_IS("gated", "false", NULL),
    SIZE_AS("rms", "model_config.norm_class_name", CHOICE, "RMSNorm=true;LayerNorm=false;*="),
    SIZE_AS("bias", "model_config.bias", CHOICE, "false=none;true=all;*="),
    SIZE_IS("bias", "all", NULL),
    SIZE_AS("qk_norm", "model_config.norm_qk", IF_TRUE, "head"),
    SIZE("experts", "model_config.n_expert"),
    SIZE("top_k", "model_config.n_expert_per_token"),
    SIZE("moe_ffn", "model_config.moe_intermediate_size"),
    SIZE_AS("tied", "train.tie_embeddings", IF_TRUE, "true"),
};
static const struct keymap map_litgpt = {
    .name = "litgpt",
    .package = "litgpt",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    ROWS(sizes, sizes),
    .source = SETUP,
};
/* Models in code, of a name: litgpt/config.py Config.from_name(), litgpt/model.py GPT.from_name(), 0.3 to 0.5.13. */
static const struct keyrow named_rows[] = {
    KEY_AS("name", MODEL, WORDS, NAMES),
    KEY_WHEN("name", MODEL, MODEL_FOLDER, NULL, "!model"),
    KEY("name", MODEL),
};
static const struct defrow model_defaults[] = {
    DEFAULT(WEIGHTS_DTYPE, "float32", MODELS ": PyTorch's default"),
    DEFAULT(ATTENTION, "litgpt", MODELS ": one matrix for query, key and value, those expanded by copies"),
    DEFAULT(FUSED_KERNELS, "none", MODELS),
};
static const struct keymap map_named = {
    .name = "litgpt.Config",
    .package = "litgpt",
    ROWS(rows, named_rows),
    .source = "litgpt litgpt/config.py, 0.5.13",
};
static const struct keymap map_gpt = {
    .name = "litgpt.GPT",
    .package = "litgpt",
    ROWS(rows, named_rows),
    ROWS(defaults, model_defaults),
    .source = MODELS,
};
static const struct keymap *const maps[] = {&map_litgpt, &map_named, &map_gpt};

#define TRAIN "train.micro_batch_size?|train.global_batch_size?|train.max_seq_length?|train.epochs?|train.max_tokens?"
#define REST  "precision|data|eval|optimizer|devices|lora_r|quantize|out_dir"
#define CONFIG(k, p, s)                                                                            \
	{                                                                                          \
		.name = "litgpt", .markers = "micro_batch_size|max_seq_length|global_batch_size",  \
		.keys = k "," TRAIN "," REST, .unless = "model,base_model,model_name_or_path,trainer,training", \
		.path = (p), .map = &map_litgpt, .job = true, .set = "framework=litgpt", .alone = (s), \
		.source = "litgpt config_hub/, 0.5.13"                                             \
	}
/* Which command a file is for its keys say, or else its name: what only one setup() has. */
static const struct config configs[] = {
    CONFIG("checkpoint_dir", "adapter", "peft=adapter?!peft=lora"),
    CONFIG("checkpoint_dir", "lora", "peft=lora"),
    CONFIG("checkpoint_dir", NULL, "peft=lora?@quantize"),
    CONFIG("model_name|model_config", NULL, ""),
};

/* setup(devices=1), whatever the machine has: litgpt litgpt/finetune/, 0.3 to 0.5.13; pretrain() takes all. */
#define RUN(w, s)                                                                                  \
	.words = (w), .set = "framework=litgpt;gpus_per_node=1?!@devices;" s, .map = &map_litgpt, .positional = "checkpoint_dir", \
	.config_flag = "--config", .merged = "class_path"
#define SCRIPT(w, s) {RUN(w, s), .flags = "checkpoint_dir,config", .marks = "litgpt"}
/* litgpt/__main__.py: "finetune lora" until 0.4, "finetune_lora" and "finetune" since. */
#define FINETUNE(method, s)                                                                        \
	{RUN("litgpt finetune_" method, s)}, {RUN("litgpt finetune " method, s)},                  \
	    {RUN("-m litgpt finetune_" method, s)}, {RUN("-m litgpt finetune " method, s)},        \
	    {RUN("litgpt/__main__.py finetune_" method, s)},                                       \
	    {RUN("-m litgpt.finetune." method, s)}, SCRIPT("litgpt/finetune/" method ".py", s)
#define LORA "task=sft;peft=lora"
#define PLAIN_PRETRAIN(w)                                                                          \
	.words = (w), .set = "framework=litgpt;task=pretrain;peft=none", .map = &map_litgpt,       \
	.positional = "model_name", .config_flag = "--config", .merged = "class_path"
/* The scripts of the time before it was a package, where the repository has none of that name (lit-gpt 2024-02). */
#define OLD(w, s) {RUN(w, s), .flags = "checkpoint_dir", .marks = ""}
static const struct command commands[] = {
    OLD("finetune/lora.py", LORA),
    OLD("finetune/full.py", "task=sft;peft=none"),
    OLD("finetune/adapter.py", "task=sft;peft=adapter"),
    OLD("finetune/adapter_v2.py", "task=sft;peft=adapter"),
    FINETUNE("lora", LORA),
    FINETUNE("lora_legacy", LORA),
    FINETUNE("full", "task=sft;peft=none"),
    FINETUNE("adapter", "task=sft;peft=adapter"),
    FINETUNE("adapter_v2", "task=sft;peft=adapter"),
    {RUN("litgpt finetune", LORA)},
    {RUN("-m litgpt finetune", LORA)},
    {PLAIN_PRETRAIN("litgpt pretrain")},
    {PLAIN_PRETRAIN("-m litgpt pretrain")},
    {PLAIN_PRETRAIN("-m litgpt.pretrain")},
    {PLAIN_PRETRAIN("litgpt/pretrain.py"), .flags = "model_name,config", .marks = "litgpt"},
};

/* From Python: each setup() by itself. */
static const struct param setup_params[] = {{"checkpoint_dir", ROLE_NONE}, {"out_dir", ROLE_NONE}, {"precision", ROLE_NONE}};
static const struct param pretrain_params[] = {{"model_name", ROLE_NONE}, {"model_config", ROLE_NONE}};
#define SETUP_OF(n, p, s)                                                                          \
	{                                                                                          \
		.names = (n), .effect = EFFECT_SINK, .returns = RETURNS_NONE, ROWS(params, p),     \
		.map = &map_litgpt, .set = "framework=litgpt;" s                                   \
	}
static const struct param config_params[] = {{"config", ROLE_CONFIG}};
static const struct param name_params[] = {{"name", ROLE_NONE}};
static const struct param precision_params[] = {{"training", ROLE_NONE}};
static const struct callable callables[] = {
    {.names = "litgpt.Config.from_name|litgpt.config.Config.from_name|litgpt.model.Config.from_name", ROWS(params, name_params), .map = &map_named},
    {.names = "litgpt.GPT|litgpt.model.GPT", .effect = EFFECT_MODEL, ROWS(params, config_params), .map = &map_gpt},
    {.names = "litgpt.GPT.from_name|litgpt.model.GPT.from_name", .effect = EFFECT_MODEL, ROWS(params, name_params), .map = &map_gpt},
    {.names = "litgpt.utils.get_default_supported_precision", ROWS(params, precision_params), .returns = RETURNS_TARGET, .arg = "precision"},
    SETUP_OF("litgpt.finetune.lora.setup", setup_params, LORA),
    SETUP_OF("litgpt.finetune.full.setup", setup_params, "task=sft;peft=none"),
    SETUP_OF("litgpt.finetune.adapter.setup|litgpt.finetune.adapter_v2.setup", setup_params, "task=sft;peft=adapter"),
    SETUP_OF("litgpt.pretrain.setup", pretrain_params, "task=pretrain;peft=none"),
};

const struct framework framework_litgpt = {
    .name = "litgpt",
    ROWS(callables, callables),
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
    .presets = litgpt_presets,
    .presets_at = "config_hub/*.yaml",
};
