/*
 * Axolotl: its YAML, which is also what "axolotl train" takes as flags.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "axolotl",
     "0.3@2309 0.4@2401 0.5@2411 0.6@2412 0.7@2502 0.8@2504 0.9@2504 0.10@2506 "
     "0.11@2507 0.12@2508 0.13@2511 0.14@2601 0.15@2603 0.16@2604 0.17@2606 "
     "0.18@2607",
     "axolotl-ai-cloud/axolotl, tags up to v0.18.0"},
};

#define SCHEMA	"axolotl src/axolotl/utils/schemas/config.py, 0.18"
#define CONFIG	"axolotl src/axolotl/utils/config/__init__.py, 0.18"
#define LOADER	"axolotl src/axolotl/loaders/model.py, 0.18"
#define ADAPTER "@adapter=lora|qlora"
#define IS_FSDP "@fsdp|fsdp_config"

static const struct keyrow rows[] = {
    KEY("base_model", MODEL),
    KEY_AS("rl", TASK, CHOICE, "ipo=dpo;gdpo=grpo"),
    KEY_AS("reward_model|process_reward_model", TASK, IF_TRUE, "reward"),
    KEY_AS("datasets", DATASET, NAMES, "path"),
    KEY_AS("max_steps", MAX_STEPS, CHOICE, "-1=;0="),
    KEY_AS("pretraining_dataset", TASK, PRESENT, "pretrain"),
    /* Adapters; lora_* keys without an adapter are idle. */
    KEY_WHEN("peft_use_dora", PEFT, IF_TRUE, "dora", ADAPTER),
    KEY_AS("adapter", PEFT, CHOICE, "qlora=lora"),
    KEY_WHEN("lora_r", LORA_R, PLAIN, NULL, ADAPTER),
    KEY_WHEN("lora_alpha", LORA_ALPHA, PLAIN, NULL, ADAPTER),
    KEY_WHEN("lora_dropout", LORA_DROPOUT, PLAIN, NULL, ADAPTER),
    KEY_WHEN("lora_target_linear", LORA_TARGET_MODULES, IF_TRUE, "all-linear", ADAPTER),
    KEY_WHEN("lora_target_modules", LORA_TARGET_MODULES, MODULES, NULL, ADAPTER),
    KEY_WHEN("lora_modules_to_save", LORA_MODULES_TO_SAVE, PLAIN, NULL, ADAPTER),
    KEY_AS("peft_autocast_adapter_dtype", ADAPTER_DTYPE, IF_FALSE, "bfloat16"),
    KEY_AS("unfrozen_parameters", TRAINABLE, PRESENT, "partial"),
    /* Quantisation goes with its own adapter word. */
    KEY_WHEN("bnb_config_kwargs.bnb_4bit_quant_type", QUANTIZATION, PLAIN, NULL,
	     "@adapter=qlora,@load_in_4bit"),
    KEY_WHEN("load_in_4bit", QUANTIZATION, IF_TRUE, "nf4", "@adapter=qlora"),
    KEY_WHEN("load_in_8bit", QUANTIZATION, IF_TRUE, "int8", "@adapter=lora"),
    {.key = "load_in_4bit",
     .setting = SETTING_QUANTIZATION,
     .convert = CONVERT_IF_TRUE,
     .arg = "nf4",
     .when = "@adapter=lora",
     .until = "0.13"},
    KEY_WHEN("bnb_config_kwargs.bnb_4bit_use_double_quant", DOUBLE_QUANT, PLAIN, NULL,
	     "@adapter=qlora,@load_in_4bit"),
    /* src/axolotl/monkeypatch/moe_quant.py, 0.15: parameters of three dimensions as they are loaded; they stay parameters. */
    KEY_AS("quantize_moe_experts", EXPERTS, IF_TRUE, "fused_quantised"),
    KEY_AS("gptq", QUANTIZATION, IF_TRUE, "gptq"),
    KEY_WHEN("model_quantization_config", QUANTIZATION, WORDS, "mxfp4=mxfp4;fp8=fp8",
	     "!@model_quantization_config_kwargs.dequantize"),
    /* Precision: bf16 and fp16 are autocast, bfloat16 and float16 are not; "full" has none. */
    KEY_WHEN("bf16", MIXED_PRECISION, CHOICE, "auto=bf16;*=", "target.bf16,!@fp16"),
    KEY_WHEN("bf16", MIXED_PRECISION, CHOICE, "auto=fp16;*=", "!target.bf16"),
    KEY_AS("bf16", MIXED_PRECISION, CHOICE, "full=no;*="),
    KEY_AS("bf16", MIXED_PRECISION, IF_TRUE, "bf16"),
    KEY_AS("fp16", MIXED_PRECISION, IF_TRUE, "fp16"),
    KEY_AS("bfloat16|float16", MIXED_PRECISION, IF_TRUE, "no"),
    KEY_AS("bf16", MIXED_PRECISION, IF_FALSE, "no"),
    KEY_WHEN("bf16", WEIGHTS_DTYPE, CHOICE, "auto=bfloat16;*=", "target.bf16,!@fp16"),
    KEY_WHEN("bf16", WEIGHTS_DTYPE, CHOICE, "auto=float16;*=", "!target.bf16"),
    KEY_WHEN("bf16", WEIGHTS_DTYPE, IF_TRUE, "bfloat16", "@bf16!=auto"),
    KEY_AS("bfloat16", WEIGHTS_DTYPE, IF_TRUE, "bfloat16"),
    KEY_AS("load_in_8bit|fp16|float16", WEIGHTS_DTYPE, IF_TRUE, "float16"),
    KEY_AS("fp16", WEIGHTS_DTYPE, IF_TRUE, "float16"),
    KEY_AS("float16", WEIGHTS_DTYPE, IF_TRUE, "float16"),
    KEY_AS("bf16", WEIGHTS_DTYPE, IF_FALSE, "float32"),
    /* Batch and length. */
    KEY("micro_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("eval_batch_size", PER_DEVICE_EVAL_BATCH_SIZE),
    KEY("gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS),
    KEY("sequence_len", MAX_SEQ_LENGTH),
    KEY_AS("pad_to_sequence_len", BATCH_LAYOUT, IF_TRUE, "fixed"),
    KEY_AS("sample_packing", PACKING, CHOICE, "true=true"),
    KEY_AS("pretraining_sample_concatenation", PACKING, IF_TRUE, "true"),
    KEY_AS("batch_flattening", ATTENTION_MASK, IF_TRUE, "none"),
    KEY_AS("val_set_size|test_datasets", EVALUATION, PRESENT, "true"),
    /* Recomputation and offload. */
    /* FSDP's own goes on whatever the trainer's says. */
    KEY_WHEN("fsdp_config.activation_checkpointing|fsdp_config.fsdp_activation_checkpointing",
	     GRADIENT_CHECKPOINTING, IF_TRUE, "true", IS_FSDP),
    KEY_AS("gradient_checkpointing", GRADIENT_CHECKPOINTING, CHOICE,
	   "offload_disk=offload;unsloth=offload"),
    KEY("gradient_checkpointing_kwargs.use_reentrant", USE_REENTRANT),
    KEY_AS("activation_offloading", OFFLOAD_ACTIVATIONS, IF_TRUE, "cpu"),
    /* Kernels. */
    KEY_AS("flash_attention", ATTENTION, IF_TRUE, "flash_attention_2"),
    KEY_AS("sdp_attention", ATTENTION, IF_TRUE, "sdpa"),
    KEY_AS("xformers_attention", ATTENTION, IF_TRUE, "xformers"),
    KEY_AS("flex_attention", ATTENTION, IF_TRUE, "flex_attention"),
    KEY_AS("eager_attention", ATTENTION, IF_TRUE, "eager"),
    KEY_AS("attn_implementation", ATTENTION, CHOICE,
	   "kernels-community/flash-attn=flash_attention_2;"
	   "kernels-community/flash-attn2=flash_attention_2;"
	   "kernels-community/vllm-flash-attn3=flash_attention_3;"
	   "kernels-community/flash-attn3=flash_attention_3"),
    KEY_WHEN("plugins", LOSS_KERNEL, WORDS, "CutCrossEntropyPlugin=cut_cross_entropy",
	     "@cut_cross_entropy!=false"),
    KEY_AS("cut_cross_entropy", LOSS_KERNEL, IF_TRUE, "cut_cross_entropy"),
    KEY_AS("liger_fused_linear_cross_entropy", LOSS_KERNEL, IF_TRUE, "liger"),
    KEY_AS("liger_cross_entropy", LOSS_KERNEL, IF_TRUE, "fused"),
    KEY_AS("chunked_cross_entropy", LOSS_KERNEL, IF_TRUE, "compiled"),
    KEY_WHEN("plugins", FUSED_KERNELS, WORDS, "LigerPlugin=liger",
	     "@liger_rms_norm|liger_glu_activation|liger_swiglu"),
    KEY_AS("torch_compile", TORCH_COMPILE, CHOICE, "auto="),
    KEY("optimizer", OPTIMIZER),
    /* GPUs: never in the YAML itself but for Ray and the launcher's flag. */
    KEY("ray_num_workers|num_processes", NUM_GPUS),
    KEY_WHEN("fsdp_version|fsdp_config.fsdp_version|fsdp_config.version", DATA_PARALLEL, CHOICE,
	     "2=fsdp2;*=", IS_FSDP),
    KEY_AS("fsdp_config", DATA_PARALLEL, PRESENT, "fsdp"),
    KEY_WHEN("fsdp_config.reshard_after_forward|fsdp_config.fsdp_reshard_after_forward", RESHARD_AFTER_FORWARD,
	     IF_FALSE, "false", "data_parallel=fsdp2"),
    KEY_WHEN("fsdp", RESHARD_AFTER_FORWARD, WORDS, "shard_grad_op=false", "data_parallel=fsdp"),
    KEY_AS("fsdp", DATA_PARALLEL, PRESENT, "fsdp"),
    KEY_WHEN("fsdp_config.cpu_ram_efficient_loading|fsdp_config.fsdp_cpu_ram_efficient_loading", RAM_EFFICIENT_LOADING, PLAIN,
	     NULL, "data_parallel=fsdp|fsdp2|hsdp"),
    KEY_WHEN("fsdp_config.offload_params|fsdp_config.fsdp_offload_params", OFFLOAD_PARAMS, IF_TRUE,
	     "cpu", "data_parallel=fsdp|fsdp2|hsdp"),
    KEY_WHEN("fsdp_config.offload_params|fsdp_config.fsdp_offload_params", OFFLOAD_OPTIMIZER, IF_TRUE,
	     "cpu", "data_parallel=fsdp|fsdp2|hsdp"),
    /* utils/distributed.py, _get_parallel_config_kwargs: what remains of the processes are copies. */
    KEY_WHEN("dp_shard_size", SHARD_SIZE, PLAIN, NULL, "@dp_shard_size>0,data_parallel=fsdp|fsdp2|hsdp"),
    KEY("tensor_parallel_size", TENSOR_PARALLEL),
    KEY("context_parallel_size|sequence_parallel_degree", CONTEXT_PARALLEL),
    KEY("expert_parallel_size", EXPERT_PARALLEL),
    /* Online and preference training. */
    KEY("trl.num_generations", NUM_GENERATIONS),
    KEY("trl.max_completion_length", MAX_COMPLETION_LENGTH),
    KEY("trl.beta|rl_beta|dpo_beta|kto_beta|orpo_alpha", BETA),
    KEY_AS("trl.use_vllm", ROLLOUT_ENGINE, IF_FALSE, "transformers"),
    KEY_WHEN("trl.vllm_mode", ROLLOUT_ENGINE, CHOICE, "server=vllm_server;colocate=vllm",
	     "@trl.use_vllm"),
    KEY_AS("trl.use_vllm", ROLLOUT_ENGINE, IF_TRUE, "vllm_server"),
    KEY("trl.vllm_gpu_memory_utilization|vllm.gpu_memory_utilization",
	ROLLOUT_GPU_MEMORY_UTILIZATION),
    KEY("trl.vllm_tensor_parallel_size|vllm.tensor_parallel_size", ROLLOUT_TENSOR_PARALLEL),
    KEY_AS("precompute_ref_log_probs", REFERENCE_MODEL, IF_TRUE, "none"),
    KEY_NESTED("deepspeed", "deepspeed.config"),
};

static const struct defrow defaults[] = {
    DEFAULT(TASK, "sft", SCHEMA),
    DEFAULT_IN_WHEN(
	EXPERTS, "fused", "0.14", NULL, "model.moe",
	"axolotl requirements.txt since 0.14: transformers 5; #3439: 127 GiB instead of 23"),
    DEFAULT(PEFT, "none", SCHEMA ": no adapter is full fine-tuning"),
    DEFAULT_WHEN(LORA_DROPOUT, "0", "peft!=none", "axolotl src/axolotl/utils/schemas/peft.py"),
    DEFAULT_WHEN(ADAPTER_DTYPE, "float32", "peft!=none", "peft autocast_adapter_dtype"),
    DEFAULT(QUANTIZATION, "none", LOADER),
    DEFAULT_WHEN(DOUBLE_QUANT, "true", "quantization=nf4|fp4", LOADER),
    DEFAULT_WHEN(KBIT_UPCAST, "false", "quantization=nf4|fp4|int8",
		 LOADER ": norms and embeddings are cast back"),
    DEFAULT_WHEN(MIXED_PRECISION, "bf16", "target.bf16", CONFIG ": bf16 auto"),
    DEFAULT_WHEN(MIXED_PRECISION, "fp16", "!target.bf16", CONFIG ": bf16 auto"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "bfloat16", "target.bf16", CONFIG ": bf16 auto"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float16", "!target.bf16", CONFIG ": bf16 auto"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "1", "axolotl src/axolotl/utils/schemas/training.py"),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "1", "axolotl src/axolotl/utils/schemas/training.py"),
    DEFAULT(MAX_SEQ_LENGTH, "512", SCHEMA),
    DEFAULT(PACKING, "false", SCHEMA),
    DEFAULT(EVALUATION, "false", SCHEMA ": val_set_size 0"),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", SCHEMA),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", SCHEMA),
    DEFAULT_WHEN(USE_REENTRANT, "true", "gradient_checkpointing=true,peft!=none",
		 "axolotl src/axolotl/core/builders/base.py"),
    DEFAULT(ATTENTION, "sdpa", "transformers src/transformers/modeling_utils.py"),
    DEFAULT(LOSS_KERNEL, "torch", SCHEMA),
    DEFAULT(FUSED_KERNELS, "none", SCHEMA),
    DEFAULT(TORCH_COMPILE, "false", SCHEMA),
    DEFAULT_IN(OPTIMIZER, "adamw_torch_fused", "0.8", NULL,
	       "axolotl src/axolotl/utils/schemas/training.py"),
    DEFAULT_IN(OPTIMIZER, "adamw_hf", NULL, "0.8",
	       "axolotl src/axolotl/utils/schemas/training.py, 0.7"),
    DEFAULT_WHEN(OFFLOAD_PARAMS, "none", IS_FSDP, SCHEMA),
    DEFAULT_WHEN(OFFLOAD_OPTIMIZER, "none", IS_FSDP, SCHEMA),
    DEFAULT_WHEN(BETA, "0.1", "task=dpo|kto", "axolotl src/axolotl/core/builders/rl.py"),
};

#define VALIDATION "axolotl src/axolotl/utils/schemas/validation.py, 0.6-0.17; utils/config.py validate_config before"
static const struct refusal refusals[] = {
    {.when = "@adapter=qlora,!@load_in_4bit,!@load_in_8bit,!@gptq,!@merge_lora,!@gptq_model_v1",
     .key = "adapter",
     .why = "adapter: qlora without load_in_4bit",
     .source = "axolotl src/axolotl/utils/schemas/peft.py validate_qlora: \"Require cfg.load_in_4bit to be True for qlora\""},
    {.when = "@adapter=qlora,@load_in_8bit=true,!@merge_lora",
     .key = "load_in_8bit",
     .why = "adapter: qlora with load_in_8bit",
     .source = "axolotl src/axolotl/utils/schemas/peft.py validate_qlora: \"Can't load qlora in 8bit\""},
    {.when = "@adapter=lora|qlora",
     .refuses = REFUSES_ABSENT_MODULES,
     .key = "lora_target_modules",
     .why = "lora_target_modules match no module",
     .by = "peft",
     .source = PEFT_ABSENT},
    {.when = "@gradient_accumulation_steps,@batch_size",
     .key = "batch_size",
     .why = "batch_size beside gradient_accumulation_steps",
     .source = VALIDATION ": \"please set only one of gradient_accumulation_steps or batch_size\""},
    {.when = "@deepspeed,@fsdp",
     .key = "fsdp",
     .why = "fsdp beside deepspeed",
     .source = VALIDATION ": \"deepspeed and fsdp cannot be used together\""},
    {.when = "@rl,@sample_packing=true",
     .key = "sample_packing",
     .why = "sample_packing beside rl",
     .since = "0.6",
     .source = VALIDATION ": \"`sample_packing: true` does not work with RLHF training\""},
};

static const struct keymap map_axolotl = {
    .name = "axolotl",
    .package = "axolotl",
    ROWS(refusals, refusals),
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = SCHEMA,
};
static const struct keymap *const maps[] = {&map_axolotl};

static const struct config configs[] = {
    {.name = "axolotl",
     .markers = "base_model",
     .keys = "base_model,datasets|pretraining_dataset|test_datasets,"
	     "sequence_len|micro_batch_size|adapter|sample_packing|val_set_size|rl",
     .unless = "model_name_or_path,stage,merge_method,slices,models,finetuning_type",
     .map = &map_axolotl,
     .job = true,
     .set = "framework=axolotl",
     .source = SCHEMA},
};

#define COMMAND(w)                                                                                 \
	{                                                                                          \
		.words = (w), .set = "framework=axolotl", .map = &map_axolotl,                     \
		.positional = "config", .config_flag = ""                                          \
	}
static const struct command commands[] = {
    COMMAND("axolotl train"),
    COMMAND("-m axolotl.cli.train"),
    COMMAND("-m axolotl.cli.main train"),
    {.words = "scripts/finetune.py",
     .set = "framework=axolotl",
     .map = &map_axolotl,
     .positional = "config",
     .config_flag = "",
     .flags = "adapter,sequence_len",
     .marks = "axolotl"},
};

const struct framework framework_axolotl = {
    .name = "axolotl",
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
