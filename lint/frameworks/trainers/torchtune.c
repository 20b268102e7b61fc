/*
 * torchtune: its recipes' YAML, and "tune run RECIPE --config FILE_OR_NAME key.sub=value ~key".
 */
#include "torchtune.h"

static const struct package packages[] = {
    {.name = "torchtune",
     "0.1@2404 0.1.1@2404 0.2@2407 0.2.1@2407 0.3@2409 0.3.1@2410 0.4@2411 0.5@2412 0.6@2503 "
     "0.6.1@2504",
     "pytorch/torchtune, tags up to v0.6.1"},
};

#define RECIPES                                                                                    \
	"torchtune recipes/lora_finetune_single_device.py, full_finetune_distributed.py, 0.6.1"
#define BUILDERS "torchtune torchtune/models/*/_model_builders.py, 0.6.1"

/*
 * torchtune/models/NAME/_model_builders.py: what stands behind "lora_" and "qlora_"; a name before those
 * that it begins with. The checkpoints are those of torchtune's own configs (recipes/configs/, 0.6.1); the
 * folder of the one that is loaded tells others of that shape.
 */
#define MODELS                                                                                     \
	"code_llama2_7b=codellama/CodeLlama-7b-hf;"                                                \
	"code_llama2_13b=codellama/CodeLlama-13b-hf;"                                              \
	"code_llama2_70b=codellama/CodeLlama-70b-hf;llama2_7b=meta-llama/Llama-2-7b-hf;"           \
	"llama2_13b=meta-llama/Llama-2-13b-hf;llama2_70b=meta-llama/Llama-2-70b-hf;"               \
	"llama3_8b=meta-llama/Meta-Llama-3-8B-Instruct;"                                           \
	"llama3_70b=meta-llama/Meta-Llama-3-70B-Instruct;"                                         \
	"llama3_1_8b=meta-llama/Meta-Llama-3.1-8B-Instruct;"                                       \
	"llama3_1_70b=meta-llama/Meta-Llama-3.1-70B-Instruct;"                                     \
	"llama3_1_405b=meta-llama/Meta-Llama-3.1-405B-Instruct;"                                   \
	"llama3_2_1b=meta-llama/Llama-3.2-1B-Instruct;"                                            \
	"llama3_2_3b=meta-llama/Llama-3.2-3B-Instruct;"                                            \
	"llama3_2_vision_11b=meta-llama/Llama-3.2-11B-Vision-Instruct;"                            \
	"llama3_2_vision_90b=meta-llama/Llama-3.2-90B-Vision-Instruct;"                            \
	"llama3_3_70b=meta-llama/Llama-3.3-70B-Instruct;"                                          \
	"llama4_scout_17b_16e=meta-llama/Llama-4-Scout-17B-16E-Instruct;"                          \
	"llama4_maverick_17b_128e=meta-llama/Llama-4-Maverick-17B-128E-Instruct;"                  \
	"gemma_2b=google/gemma-2b;gemma_7b=google/gemma-7b;gemma2_2b=google/gemma-2-2b;"           \
	"gemma2_9b=google/gemma-2-9b;gemma2_27b=google/gemma-2-27b;"                               \
	"llama2_reward_7b=meta-llama/Llama-2-7b-hf;"                                               \
	"mistral_reward_7b=mistralai/Mistral-7B-v0.1;"                                             \
	"mistral_7b=mistralai/Mistral-7B-v0.1;"                                                    \
	"phi3_mini=microsoft/Phi-3-mini-4k-instruct;phi4_14b=microsoft/phi-4;"                     \
	"qwen2_0_5b=Qwen/Qwen2-0.5B-Instruct;qwen2_1_5b=Qwen/Qwen2-1.5B-Instruct;"                 \
	"qwen2_7b=Qwen/Qwen2-7B-Instruct;qwen2_5_0_5b=Qwen/Qwen2.5-0.5B-Instruct;"                 \
	"qwen2_5_1_5b_base=Qwen/Qwen2.5-1.5B;qwen2_5_1_5b=Qwen/Qwen2.5-1.5B-Instruct;"             \
	"qwen2_5_3b=Qwen/Qwen2.5-3B-Instruct;qwen2_5_7b_base=Qwen/Qwen2.5-7B;"                     \
	"qwen2_5_7b=Qwen/Qwen2.5-7B-Instruct;qwen2_5_14b_base=Qwen/Qwen2.5-14B;"                   \
	"qwen2_5_14b=Qwen/Qwen2.5-14B-Instruct;qwen2_5_32b_base=Qwen/Qwen2.5-32B;"                 \
	"qwen2_5_32b=Qwen/Qwen2.5-32B-Instruct;qwen2_5_72b_base=Qwen/Qwen2.5-72B;"                 \
	"qwen2_5_72b=Qwen/Qwen2.5-72B-Instruct;qwen3_0_6b_base=Qwen/Qwen3-0.6B-Base;"              \
	"qwen3_0_6b=Qwen/Qwen3-0.6B;qwen3_1_7b_base=Qwen/Qwen3-1.7B-Base;"                         \
	"qwen3_1_7b=Qwen/Qwen3-1.7B;qwen3_4b_base=Qwen/Qwen3-4B-Base;"                             \
	"qwen3_4b=Qwen/Qwen3-4B;qwen3_8b_base=Qwen/Qwen3-8B-Base;"                                 \
	"qwen3_8b=Qwen/Qwen3-8B;qwen3_14b_base=Qwen/Qwen3-14B-Base;"                               \
	"qwen3_14b=Qwen/Qwen3-14B;qwen3_32b=Qwen/Qwen3-32B;"                                       \
	"smollm2_135m=HuggingFaceTB/SmolLM2-135M;"                                                 \
	"smollm2_360m=HuggingFaceTB/SmolLM2-360M;"                                                 \
	"smollm2_1_7b=HuggingFaceTB/SmolLM2-1.7B"

#define MODEL	"model._component_|policy_model._component_"
#define FOLDER	"checkpointer.checkpoint_dir"
#define CLASSIFIER                                                                                 \
	"@reward_and_value_model.num_layers=32,@reward_and_value_model.embed_dim=4096,@reward_and_value_model."
#define IS_LORA "peft=lora|dora"
#define CHUNKS	"LinearCrossEntropy=chunked_linear;ChunkedOutput=chunked_output;LinearGRPO=chunked_linear;"
#define LOSSES                                                                                     \
	CHUNKS "Liger=liger;CrossEntropyLoss=torch;ORPOLoss=torch;DPOLoss=torch;RSOLoss=torch;SimPOLoss=torch"

/* A name before those that it begins with. */
#define OPTIMIZERS                                                                                 \
	"PagedAdamW8bit=paged_adamw_8bit;PagedAdam8bit=paged_adamw_8bit;"                          \
	"PagedAdamW=paged_adamw_32bit;PagedAdam=paged_adamw_32bit;"                                \
	"bitsandbytes.optim.AdamW8bit=adamw_bnb_8bit;bitsandbytes.optim.Adam8bit=adamw_bnb_8bit;"  \
	"bnb.optim.AdamW8bit=adamw_bnb_8bit;bitsandbytes.optim.AdamW=adamw_bnb_32bit;"             \
	"AdamW8bit=adamw_torch_8bit;AdamW4bit=adamw_torch_4bit;torch.optim.Adam=adamw_torch;"      \
	"CPUOffloadOptimizer=adamw_torch;torch.optim.SGD=sgd;"                                     \
	"PagedLion8bit=paged_lion_8bit;Lion8bit=lion_8bit"

/* torchtune/datasets/, 0.6.1: what each builder loads unless told another source. */
#define DATA                                                                                       \
	"alpaca_cleaned_dataset=yahma/alpaca-cleaned;alpaca_dataset=tatsu-lab/alpaca;"             \
	"samsum_dataset=samsum;slimorca_dataset=Open-Orca/SlimOrca-Dedup;"                         \
	"stack_exchange_paired_dataset=lvwerra/stack-exchange-paired;"                             \
	"cnn_dailymail_articles_dataset=ccdv/cnn_dailymail"

/* torchtune/models/NAME/_component_builders.py, 0.6.1: what takes a model's sizes from the config. */
#define BUILDER(folder, f) "torchtune.models." folder "." f "|torchtune.models." folder ".lora_" f
#define OF_LLAMA                                                                                   \
	BUILDER("llama2", "llama2") "|" BUILDER("llama3", "llama3") "|" BUILDER("llama3_1", "llama3_1")
#define OF_SIZES                                                                                   \
	OF_LLAMA "|" BUILDER("llama3_2", "llama3_2") "|" BUILDER("mistral", "mistral") "|" BUILDER("phi3", "phi3") "|" \
		 BUILDER("qwen2", "qwen2") "|" BUILDER("gemma", "gemma")

static const struct keyrow rows[] = {
    KEY_AS(MODEL, MODEL, WORDS, MODELS),
    KEY_AS(FOLDER, MODEL, MODEL_FOLDER, NULL),
    KEY_WHEN(MODEL, MODEL, PLAIN, NULL, "@model._component_!=" OF_SIZES),
    KEY_AS("teacher_model._component_", TEACHER_MODEL, WORDS, MODELS),
    KEY_AS("teacher_checkpointer.checkpoint_dir", TEACHER_MODEL, MODEL_FOLDER, NULL),
    KEY("teacher_model._component_", TEACHER_MODEL),
    /* recipes/ppo_full_finetune_single_device.py, 0.3-0.6.1: its builder, or one with sizes of the config. */
    KEY_AS("reward_and_value_model._component_", REWARD_MODEL, WORDS, MODELS),
    KEY_WHEN("reward_and_value_model._component_", REWARD_MODEL, WORDS, "mistral_classifier=mistralai/Mistral-7B-v0.1",
	     CLASSIFIER "num_kv_heads=8,@reward_and_value_model.intermediate_dim=14336"),
    KEY_WHEN("reward_and_value_model._component_", REWARD_MODEL, WORDS, "llama2_classifier=meta-llama/Llama-2-7b-hf",
	     CLASSIFIER "num_kv_heads=32,!@reward_and_value_model.intermediate_dim"),
    KEY_AS("reward_checkpointer.checkpoint_dir", REWARD_MODEL, MODEL_FOLDER, NULL),
    KEY("reward_and_value_model._component_", REWARD_MODEL),
    KEY_AS("teacher_model", TASK, PRESENT, "distill"),
    /* ORPOLoss: of copies of its DPO recipe. */
    KEY_AS("loss._component_", TASK, WORDS,
	   "ORPOLoss=orpo;DPOLoss=dpo;RSOLoss=dpo;IPOLoss=ipo;SimPOLoss=simpo;PPOLoss=ppo;GRPO=grpo"),
    KEY_AS("dataset._component_", TASK, WORDS, "text_completion_dataset=pretrain"),
    /* Adapters: the builder's own arguments. */
    KEY_AS("model.use_dora", PEFT, IF_TRUE, "dora"),
    KEY_AS(MODEL, PEFT, WORDS, "lora_=lora"),
    KEY_AS("model.lora_rank|model.lora_attn_modules", PEFT, PRESENT, "lora"),
    KEY_WHEN("model.lora_rank", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("model.lora_alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("model.lora_dropout", LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY_WHEN("model.lora_attn_modules", LORA_TARGET_MODULES, MODULES, "output_proj=o_proj",
	     IS_LORA),
    KEY_WHEN("model.apply_lora_to_mlp", LORA_TARGET_MODULES, MORE, "gate_proj,up_proj,down_proj",
	     IS_LORA),
    KEY_WHEN("model.apply_lora_to_output", LORA_TARGET_MODULES, MORE, "lm_head", IS_LORA),
    KEY_AS(MODEL, QUANTIZATION, WORDS, "qlora_=nf4"),
    KEY_AS("model.quantize_base", QUANTIZATION, IF_TRUE, "nf4"),
    KEY_WHEN("model.decoder_trainable", TRAINABLE, SWITCH, "all;partial", "peft=none"),
    KEY_AS("dtype", WEIGHTS_DTYPE, DTYPE, NULL),
    KEY_AS("enable_fp8_training", MIXED_PRECISION, IF_TRUE, "fp8"),
    /* Batch and length. PPO's is that of the rollout; GRPO's are prompts. */
    KEY_WHEN("ppo_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE, PLAIN, NULL,
	     "@gradient_accumulation_steps=1,!@grpo_samples"),
    KEY_WHEN("batch_size", PER_DEVICE_TRAIN_BATCH_SIZE, PLAIN, NULL,
	     "!@ppo_batch_size,!@grpo_samples"),
    KEY("batch_size_val", PER_DEVICE_EVAL_BATCH_SIZE),
    KEY_AS("run_val_every_n_steps", EVALUATION, IF_POSITIVE, "true"),
    KEY("gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS),
    KEY("tokenizer.max_seq_len|dataset.max_seq_len", MAX_SEQ_LENGTH),
    KEY("max_generated_tokens", MAX_COMPLETION_LENGTH),
    KEY("grpo_samples|grpo_size", NUM_GENERATIONS),
    KEY("dataset.packed", PACKING),
    KEY_AS("dataset.source", DATASET, NAMES, NULL),
    KEY_AS("dataset._component_", DATASET, WORDS, DATA),
    /* Recomputation, offload, kernels. */
    KEY_WHEN("ac_mode", GRADIENT_CHECKPOINTING, CHOICE,
	     "full=true;selective=selective;*=", "!@enable_activation_checkpointing"),
    KEY("enable_activation_checkpointing", GRADIENT_CHECKPOINTING),
    KEY_AS("enable_activation_offloading", OFFLOAD_ACTIVATIONS, IF_TRUE, "cpu"),
    /* compile_loss(): torchtune/training/_compile.py, 0.6.1. */
    KEY_AS("compile.loss", LOSS_KERNEL, IF_TRUE, "compiled"),
    /* The recipes of finetuning, since 0.3; those of DPO, PPO and GRPO take log-probabilities outside of the loss. */
    {.key = "compile",
     .setting = SETTING_LOSS_KERNEL,
     .convert = CONVERT_CHOICE,
     .arg = "true=compiled;*=",
     .since = "0.3",
     .when = "task!=dpo|ipo|simpo|orpo|ppo|grpo"},
    KEY_AS("loss._component_|kd_loss._component_", LOSS_KERNEL, WORDS, LOSSES),
    KEY_AS("compile.model", TORCH_COMPILE, SWITCH, "true;false"),
    KEY_AS("compile", TORCH_COMPILE, SWITCH, "true;false"),
    KEY_WHEN("optimizer._component_", OPTIMIZER, WORDS, "torch.optim.Adam=adamw_torch_fused",
	     "@optimizer.fused"),
    KEY_AS("optimizer._component_", OPTIMIZER, WORDS, OPTIMIZERS),
    KEY("optimizer._component_", OPTIMIZER),
    KEY_AS("optimizer._component_", OFFLOAD_OPTIMIZER, WORDS, "CPUOffloadOptimizer=cpu"),
    KEY_AS("optimizer_in_bwd", OPTIMIZER_IN_BACKWARD, IF_TRUE, "true"),
    /* Several GPUs, or none. */
    KEY_AS("device", NUM_GPUS, CHOICE, "cpu=0;mps=0;*="),
    KEY_AS("data_parallel_replicate_dim", DATA_PARALLEL, CHOICE, "1=;*=hsdp"),
    KEY("tensor_parallel_dim", TENSOR_PARALLEL),
    KEY("context_parallel_dim", CONTEXT_PARALLEL),
    /* recipes/full_finetune_distributed.py, 0.3-0.6.1. */
    KEY_AS("custom_sharded_layers", SHARD_UNIT, PRESENT, "each"),
    KEY_AS("fsdp_reshard_after_forward", RESHARD_AFTER_FORWARD, SWITCH, "true;false"),
    KEY_AS("fsdp_cpu_offload", OFFLOAD_PARAMS, SWITCH, "cpu;none"),
    KEY_AS("fsdp_cpu_offload", OFFLOAD_OPTIMIZER, SWITCH, "cpu;none"),
};

/* Until 0.2 torchtune.utils had what torchtune.training and torchtune.rlhf have since. */
#define OLD                                                                                        \
	"@checkpointer._component_=torchtune.utils.FullModelHFCheckpointer|"                       \
	"torchtune.utils.FullModelMetaCheckpointer|torchtune.utils.FullModelTorchTuneCheckpointer"
#define FSDP1 "torchtune recipes/full_finetune_distributed.py, 0.2.1: FSDP(…)"
/* More than one process is always a distributed recipe, and those shard. */
#define SHARDS(w)                                                                                  \
	DEFAULT_WHEN(DATA_PARALLEL, "fsdp", w "," OLD, FSDP1),                                     \
	    DEFAULT_IN_WHEN(DATA_PARALLEL, "fsdp", NULL, "0.3", w, FSDP1),                         \
	    DEFAULT_IN_WHEN(DATA_PARALLEL, "fsdp2", "0.3", NULL, w,                                \
			    "torchtune torchtune/training/_distributed.py shard_model, 0.3")

#define ALPACA                                                                                     \
	"@dataset._component_=torchtune.datasets.alpaca_dataset|"                                  \
	"torchtune.datasets.alpaca_cleaned_dataset"

static const struct defrow defaults[] = {
    DEFAULT(TASK, "sft", RECIPES),
    DEFAULT(PEFT, "none", BUILDERS),
    DEFAULT_WHEN(LORA_R, "8", IS_LORA, BUILDERS),
    DEFAULT_WHEN(LORA_ALPHA, "16", IS_LORA, BUILDERS),
    DEFAULT_WHEN(LORA_DROPOUT, "0", IS_LORA, BUILDERS),
    DEFAULT_WHEN(ADAPTER_DTYPE, "bfloat16", IS_LORA ",weights_dtype=bfloat16",
		 RECIPES ": set_default_dtype"),
    DEFAULT_WHEN(ADAPTER_DTYPE, "float32", IS_LORA ",weights_dtype=float32",
		 RECIPES ": set_default_dtype"),
    DEFAULT(QUANTIZATION, "none", BUILDERS),
    DEFAULT_WHEN(DOUBLE_QUANT, "true", "quantization=nf4",
		 "torchtune torchtune/modules/low_precision/nf4_linear.py: torchao's to_nf4"),
    DEFAULT_WHEN(KBIT_UPCAST, "false", "quantization=nf4", BUILDERS),
    DEFAULT_WHEN(
	TRAINABLE, "partial", "peft=none,model.family=mllama",
	"torchtune torchtune/models/llama3_2_vision/_model_builders.py: decoder_trainable"),
    DEFAULT(MIXED_PRECISION, "no", RECIPES ": no autocast"),
    DEFAULT_WHEN(MAX_SEQ_LENGTH, "512", ALPACA "," OLD,
		 "torchtune torchtune/datasets/_alpaca.py, 0.2.1"),
    DEFAULT_IN_WHEN(MAX_SEQ_LENGTH, "512", NULL, "0.3", ALPACA,
		    "torchtune torchtune/datasets/_alpaca.py, 0.2.1"),
    DEFAULT_UNKNOWN(MAX_SEQ_LENGTH, "nothing is cut without tokenizer.max_seq_len"),
    DEFAULT(PACKING, "false", "torchtune torchtune/datasets/_alpaca.py, 0.6.1"),
    DEFAULT(EVALUATION, "false", RECIPES ": run_val_every_n_steps None"),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", RECIPES),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true",
		 "torchtune torchtune/training/memory.py: checkpoint_wrapper as it comes"),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", RECIPES),
    DEFAULT_IN_WHEN(ATTENTION, "flex_attention", "0.4", NULL, "packing=true",
		    "torchtune torchtune/modules/attention_utils.py, 0.4: a BlockMask"),
    DEFAULT(ATTENTION, "sdpa", "torchtune torchtune/modules/attention_utils.py"),
    DEFAULT(FUSED_KERNELS, "none", BUILDERS),
    DEFAULT(TORCH_COMPILE, "false", RECIPES),
    DEFAULT_WHEN(TEACHER_DTYPE, "bfloat16", "teacher_model,weights_dtype=bfloat16",
		 "torchtune recipes/knowledge_distillation_single_device.py: set_default_dtype"),
    SHARDS("num_gpus>1"),
    SHARDS("gpus_per_node>1"),
    SHARDS("num_nodes>1"),
    DEFAULT_WHEN(RESHARD_AFTER_FORWARD, "false", "task=grpo,data_parallel=fsdp|fsdp2|hsdp",
		 "torchtune recipes/dev/grpo_full_finetune_distributed.py, 0.6.1: the policy's; true for the reference"),
    DEFAULT_WHEN(OTHER_MODELS_SHARDED, "false", "task=dpo|distill,reshard_after_forward=false",
		 "torchtune recipes/full_dpo_distributed.py: the other model is kept gathered as well"),
    DEFAULT_WHEN(
	OTHER_MODELS_SHARDED, "true", "task=dpo|grpo|distill,data_parallel=fsdp|fsdp2|hsdp",
	"torchtune recipes/full_dpo_distributed.py, knowledge_distillation_distributed.py"),
    DEFAULT_WHEN(SYNC_GRADIENTS, "each", "data_parallel=fsdp|fsdp2|hsdp",
		 "torchtune recipes/full_finetune_distributed.py, 0.6.1: each backward pass as it comes"),
    DEFAULT_WHEN(SEQUENCE_PARALLEL, "true", "tensor_parallel>1",
		 "torchtune torchtune/models/llama3/_parallelism.py: the training plan's norms are SequenceParallel"),
    DEFAULT_WHEN(OFFLOAD_PARAMS, "none", "data_parallel=fsdp|fsdp2|hsdp", RECIPES),
    DEFAULT_WHEN(OFFLOAD_OPTIMIZER, "none", "data_parallel=fsdp|fsdp2|hsdp", RECIPES),
};
static const struct refusal refusals[] = {
    {.when = "@optimizer_in_bwd=true,@gradient_accumulation_steps>1,!peft",
     .key = "optimizer_in_bwd",
     .why = "optimizer_in_bwd with gradient accumulation",
     .source = RECIPES "full_finetune_*.py: \"Gradient accumulation is not supported with optimizer_in_bwd\", 0.2-0.6"},
    {.when = "@enable_activation_offloading=true,!@enable_activation_checkpointing",
     .key = "enable_activation_offloading",
     .why = "enable_activation_offloading without enable_activation_checkpointing",
     .source = RECIPES "*_finetune_*.py, 0.4-0.6"},
};

#define SIZE_WHEN(s, k, w)                                                                         \
	{                                                                                          \
		.size = (s), .key = (k), .convert = CONVERT_PLAIN, .when = "@model._component_=" w \
	}
static const struct sizerow sizes[] = {
    SIZE_WHEN("hidden", "model.embed_dim", OF_SIZES),
    SIZE("layers", "model.num_layers"),
    SIZE("heads", "model.num_heads"),
    SIZE("kv_heads", "model.num_kv_heads"),
    SIZE("head_dim", "model.head_dim"),
    SIZE("ffn", "model.intermediate_dim"),
    /* torchtune/models/llama2/_model_utils.py, scale_hidden_dim_for_mlp(): 8/3 of the width, up to a multiple of 256. */
    SIZE_IS("ffn_ratio", "2.66666", "!@model.intermediate_dim"),
    SIZE_IS("ffn_multiple", "256", "!@model.intermediate_dim"),
    SIZE("vocab", "model.vocab_size"),
    SIZE("positions", "model.max_seq_len"),
    SIZE_IS("gated", "true", NULL),
    SIZE_IS("rms", "true", NULL),
    SIZE_IS("bias", "qkv", "@model._component_=" BUILDER("qwen2", "qwen2")),
    SIZE_IS("bias", "none", NULL),
    SIZE_AS("tied", "model.tie_word_embeddings", SWITCH, "true;false"),
    SIZE_IS("tied", "true", "@model._component_=" BUILDER("gemma", "gemma") "|" BUILDER("llama3_2", "llama3_2")),
};

static const struct keymap map_torchtune = {
    .name = "torchtune",
    .package = "torchtune",
    ROWS(refusals, refusals),
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    ROWS(sizes, sizes),
    .source = RECIPES,
};

static const struct keymap map_run = {
    .name = "tune run",
    .package = "torch",
    .base = {&map_torchrun},
    .source = "torchtune torchtune/_cli/run.py, 0.6.1: torchrun's options",
};
static const struct keymap *const maps[] = {&map_torchtune, &map_run};

#define ONE	"num_gpus=1?@device!=cpu|mps;data_parallel=none"
#define SHARDED "data_parallel=fsdp2?!" OLD ";data_parallel=fsdp?" OLD
#define CONFIG(p, t, s)                                                                            \
	{                                                                                          \
		.name = "torchtune", .markers = "_component_",                                     \
		.keys = "model._component_|policy_model._component_,optimizer._component_,"        \
			"dataset?|datasets?,batch_size?|epochs?|gradient_accumulation_steps?",     \
		.unless = "_target_", .path = (p), .says = (t), .map = &map_torchtune,             \
		.job = true, .set = "framework=torchtune", .alone = (s),                           \
		.composed = "_component_", .source = "torchtune recipes/configs/, 0.6.1"           \
	}
/* The file's name says for which recipe it is, or its comments do: those of several devices name both. */
static const struct config configs[] = {
    CONFIG("single_device", NULL, ONE),
    CONFIG("single-device", NULL, ONE),
    CONFIG("low_memory", NULL, ONE),
    CONFIG("distributed", NULL, SHARDED),
    CONFIG(NULL, "_distributed", SHARDED),
    CONFIG(NULL, "_single_device", ONE),
    CONFIG(NULL, NULL, ""),
};

/* torchtune/_recipe_registry.py, 0.6.1: a recipe by its name, or a copy of its file. */
#define RUN(w, s)                                                                                  \
	.words = (w), .set = "framework=torchtune;" s, .map = &map_torchtune, .positional = "",    \
	.config_flag = "--config", .composed = "_component_"
#define RECIPE(name, s)                                                                            \
	{RUN("tune run " name, s)}, {RUN("tune run " name ".py", s)},                              \
	{                                                                                          \
		RUN(name ".py", s), .flags = "config", .marks = "torchtune"                        \
	}
static const struct command commands[] = {
    RECIPE("full_finetune_single_device", "peft=none;" ONE),
    RECIPE("lora_finetune_single_device", "peft=lora;" ONE),
    RECIPE("lora_dpo_single_device", "task=dpo;peft=lora;" ONE),
    RECIPE("ppo_full_finetune_single_device", "task=ppo;peft=none;" ONE),
    RECIPE("knowledge_distillation_single_device", "task=distill;peft=lora;" ONE),
    RECIPE("qat_single_device", "peft=none;" ONE),
    RECIPE("full_finetune_distributed", "peft=none;" SHARDED),
    RECIPE("lora_finetune_distributed", "peft=lora;" SHARDED),
    RECIPE("lora_dpo_distributed", "task=dpo;peft=lora;" SHARDED),
    RECIPE("full_dpo_distributed", "task=dpo;peft=none;" SHARDED),
    RECIPE("knowledge_distillation_distributed", "task=distill;peft=lora;" SHARDED),
    RECIPE("qat_distributed", "peft=none;" SHARDED),
    RECIPE("qat_lora_finetune_distributed", "peft=lora;" SHARDED),
    RECIPE("dev/grpo_full_finetune_distributed", "task=grpo;peft=none;" SHARDED),
    RECIPE("dev/early_exit_finetune_distributed", "peft=none;" SHARDED),
    /* A recipe of one's own; those that evaluate, generate or quantise have no optimizer. */
    {RUN("tune run", ""), .idle = "!@optimizer"},
};

const struct framework framework_torchtune = {
    .name = "torchtune",
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
    .presets = torchtune_presets,
    .presets_at = "recipes/configs/*.yaml",
};
