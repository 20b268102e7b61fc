/*
 * Megatron-LM: the flags of pretrain_gpt.py and its kin, of Megatron-DeepSpeed and of forks of both. The model is made anew
 * of sizes; weights that are loaded have them too.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "megatron-core",
     "0.4@2312 0.5@2402 0.6@2404 0.7@2406 0.8@2408 0.9@2410 0.10@2412 0.11@2503 0.12@2505 0.13@2507 0.14@2510 0.15@2512 "
     "0.16@2602 0.17@2604 0.18@2606 0.19@2608",
     "NVIDIA/Megatron-LM, tags core_v0.4.0 to core_v0.19.0", .modules = ""},
};

#define ARGS	 "Megatron-LM megatron/training/arguments.py, core 0.19"
#define CONFIG	 "Megatron-LM megatron/core/transformer/transformer_config.py, core 0.19"
#define DS	 "Megatron-DeepSpeed megatron/arguments.py, 2025-07"
#define SELECTIVE "@recompute_activations|recompute_granularity=selective"
#define IS_DS	 "@deepspeed"
#define HAS_STAGE "@zero_stage"
#define FSDP	 "@use_megatron_fsdp|use_custom_fsdp"
/* What forks from before megatron-core, or without Transformer Engine, have among their flags; tasks/ has that time's models. */
#define OLD	 "@data_impl|DDP_impl|checkpoint_activations|activations_checkpoint_method|attention_head_type|deepspeed|mmap_warmup|task"

static const struct keyrow rows[] = {
    /* SFTDataset; Pai-Megatron-Patch's train_mode; T0's and Megatron-LLM's own scripts say it by their names. */
    KEY_AS("sft", TASK, IF_TRUE, "sft"),
    KEY_AS("train_mode", TASK, CHOICE, "finetune=sft;pretrain=pretrain;*="),
    KEY_AS("data_type", TASK, CHOICE, "instruction=sft;*="),
    /* tasks/finetune_utils.py: each sample of RACE is as many rows as it has choices (sample_multiplier). */
    KEY_WHEN("micro_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE, PLAIN, NULL, "!@task=RACE"),
    KEY_WHEN("batch_size", PER_DEVICE_TRAIN_BATCH_SIZE, PLAIN, NULL, "!@micro_batch_size"),
    KEY("global_batch_size", GLOBAL_BATCH_SIZE),
    KEY("seq_length|encoder_seq_length", MAX_SEQ_LENGTH),
    KEY_AS("fp8_format|fp8_hybrid|fp8_e4m3|fp8", MIXED_PRECISION, PRESENT, "fp8"),
    KEY_AS("bf16", MIXED_PRECISION, IF_TRUE, "bf16"),
    KEY_AS("fp16", MIXED_PRECISION, IF_TRUE, "fp16"),
    /* recompute_method block: the first recompute_num_layers of each stage only. */
    KEY_WHEN("recompute_granularity", GRADIENT_CHECKPOINTING, CHOICE, "full=true;*=", "@recompute_method!=block"),
    KEY_WHEN("recompute_granularity", GRADIENT_CHECKPOINTING, CHOICE, "selective=false;*=", "!@recompute_modules"),
    KEY_AS("recompute_activations", GRADIENT_CHECKPOINTING, IF_TRUE, "false"),
    /* Until 2022, and in Megatron-DeepSpeed. */
    KEY_AS("checkpoint_activations|deepspeed_activation_checkpointing", GRADIENT_CHECKPOINTING, IF_TRUE, "true"),
    /* Megatron-LM v2.3 to v3.0, arguments.py: block recomputes the first layers of each stage only. */
    KEY_AS("activations_checkpoint_method", GRADIENT_CHECKPOINTING, CHOICE, "uniform=true;*="),
    KEY_AS("cpu_offloading|checkpoint_in_cpu", OFFLOAD_ACTIVATIONS, IF_TRUE, "cpu"),
    KEY_AS("partition_activations|distribute_checkpointed_activations|distribute_saved_activations", PARTITION_ACTIVATIONS, IF_TRUE,
	   "true"),
    KEY_AS("attention_backend", ATTENTION, CHOICE,
	   "flash=flash_attention_2;fused=flash_attention_2;unfused=eager;local=eager;*="),
    KEY_AS("use_flash_attn|use_flash_attn_v2|use_flash_attn_v1|use_flash_attn_triton", ATTENTION, IF_TRUE, "flash_attention_2"),
    KEY_AS("optimizer", OPTIMIZER, CHOICE, "adam=adamw_torch;sgd=sgd;muon=muon;dist_muon=muon;*="),
    KEY_WHEN("optimizer_cpu_offload", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu", "!@optimizer_offload_fraction"),
    KEY_WHEN("optimizer_cpu_offload", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu", "@optimizer_offload_fraction=1|1.0"),
    KEY_WHEN("optimizer_offload_fraction", OFFLOAD_FRACTION, PLAIN, NULL, "@optimizer_cpu_offload"),
    KEY_AS("cpu_optimizer", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu"),
    KEY_WHEN("zero_reduce_bucket_size", REDUCE_BUCKET_SIZE, PLAIN, NULL, IS_DS),
    KEY_WHEN("zero_stage", DATA_PARALLEL, CHOICE, "0=zero1;1=zero1;2=zero2;3=zero3;*=", IS_DS),
    KEY_WHEN("use_megatron_fsdp|use_custom_fsdp", DATA_PARALLEL, IF_TRUE, "zero1",
	     "@data_parallel_sharding_strategy=optim"),
    KEY_WHEN("use_megatron_fsdp|use_custom_fsdp", DATA_PARALLEL, IF_TRUE, "zero2",
	     "@data_parallel_sharding_strategy=optim_grads"),
    KEY_WHEN("use_megatron_fsdp|use_custom_fsdp", DATA_PARALLEL, IF_TRUE, "ddp", "@data_parallel_sharding_strategy=no_shard"),
    KEY_AS("use_megatron_fsdp|use_custom_fsdp", DATA_PARALLEL, IF_TRUE, "fsdp"),
    KEY_AS("use_torch_fsdp2", DATA_PARALLEL, IF_TRUE, "fsdp2"),
    KEY_WHEN("use_distributed_optimizer", DATA_PARALLEL, IF_TRUE, "megatron", "!" IS_DS),
    /* What DeepSpeed is told in its own file; the flags have the rest. */
    {.key = "deepspeed_config",
     .setting = SETTING_NONE,
     .convert = CONVERT_NESTED,
     .arg = "deepspeed.config",
     .when = IS_DS ",!" HAS_STAGE},
    KEY_AS("grad_reduce_in_bf16", GRADIENT_DTYPE, IF_TRUE, "bfloat16"),
    KEY("tensor_model_parallel_size|model_parallel_size", TENSOR_PARALLEL),
    KEY("pipeline_model_parallel_size|pipe_parallel_size", PIPELINE_PARALLEL),
    KEY_AS("no_pipeline_parallel", PIPELINE_PARALLEL, IF_TRUE, "1"),
    KEY("context_parallel_size|ds_sequence_parallel_size", CONTEXT_PARALLEL),
    KEY("expert_model_parallel_size", EXPERT_PARALLEL),
    KEY_WHEN("moe_expert_parallel_size", EXPERT_PARALLEL, PLAIN, NULL, "!@num_experts=1"),
    /* Without tensor parallelism it is switched off (validate_args()). */
    KEY_WHEN("sequence_parallel", SEQUENCE_PARALLEL, PLAIN, NULL, "tensor_parallel>1"),
};

static const struct defrow defaults[] = {
    DEFAULT(TASK, "pretrain", ARGS),
    DEFAULT(PEFT, "none", ARGS),
    DEFAULT(QUANTIZATION, "none", ARGS),
    DEFAULT(MIXED_PRECISION, "no", ARGS ": params_dtype torch.float"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "bfloat16", "mixed_precision=bf16|fp8", ARGS ": params_dtype"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float16", "mixed_precision=fp16", ARGS ": params_dtype"),
    DEFAULT(WEIGHTS_DTYPE, "float32", ARGS ": params_dtype"),
    DEFAULT_UNKNOWN(PER_DEVICE_TRAIN_BATCH_SIZE, "Megatron-LM asks for --micro-batch-size"),
    DEFAULT_UNKNOWN(MAX_SEQ_LENGTH, "Megatron-LM asks for --seq-length"),
    DEFAULT_WHEN(GRADIENT_ACCUMULATION_STEPS, "1", "task=classification,!@global_batch_size",
		 "Megatron-LM megatron/arguments.py: global_batch_size of one micro batch a rank"),
    DEFAULT_UNKNOWN(GRADIENT_ACCUMULATION_STEPS, "global batch / (micro batch × data-parallel ranks)"),
    DEFAULT_WHEN(PACKING, "true", "task=pretrain", "Megatron-LM megatron/core/datasets/gpt_dataset.py: rows of joined documents"),
    DEFAULT_WHEN(BATCH_LAYOUT, "fixed", "task=sft", "Megatron-LM megatron/training/datasets/sft_dataset.py: rows of seq_length"),
    DEFAULT_WHEN(BATCH_LAYOUT, "fixed", "task=classification", "Megatron-LM tasks/data_utils.py: padded to max_seq_length"),
    DEFAULT_WHEN(ATTENTION_MASK, "padded", "task=classification", "Megatron-LM tasks/data_utils.py: padding_mask"),
    DEFAULT(ATTENTION_MASK, "none", "Megatron-LM megatron/core/models/gpt: causal by the kernel"),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", ARGS ": recompute_granularity None"),
    DEFAULT_WHEN(ATTENTION, NULL, OLD "," SELECTIVE, "core attention is composed, and computed again in backward"),
    DEFAULT_WHEN(ATTENTION, "eager", OLD, "Megatron-LM megatron/model/transformer.py CoreAttention, 2023-06"),
    DEFAULT_WHEN(ATTENTION, "eager", "@transformer_impl=local,!" SELECTIVE, CONFIG ": DotProductAttention"),
    DEFAULT(ATTENTION, "flash_attention_2", CONFIG ": attention_backend auto, Transformer Engine's fused kernels"),
    DEFAULT(LOSS_KERNEL, "torch", "Megatron-LM megatron/core/tensor_parallel/cross_entropy.py"),
    DEFAULT_WHEN(FUSED_KERNELS, "none", OLD, "Megatron-LM megatron/model/, 2023-06"),
    DEFAULT_WHEN(FUSED_KERNELS, "none", "@transformer_impl=local", CONFIG),
    DEFAULT(FUSED_KERNELS, "transformer_engine", ARGS ": transformer_impl transformer_engine"),
    DEFAULT(TORCH_COMPILE, "false", ARGS),
    DEFAULT(OPTIMIZER, "adamw_torch", ARGS ": optimizer adam"),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", CONFIG),
    DEFAULT_WHEN(OFFLOAD_OPTIMIZER, "none", "!@optimizer_cpu_offload,!@cpu_optimizer", ARGS),
    DEFAULT(DATA_PARALLEL, "megatron", ARGS ": float32 gradients and masters in every precision of 16 bits"),
    DEFAULT_WHEN(SYNC_GRADIENTS, "each", "data_parallel=fsdp|zero2", "Megatron-LM megatron/core/distributed/fsdp/: reduced to shards at once"),
    /* Each rank has the states of all its parameters. */
    DEFAULT_WHEN(SHARD_SIZE, "1", "data_parallel=megatron,!@use_distributed_optimizer", ARGS),
    DEFAULT_WHEN(SHARD_SIZE, "1", "data_parallel=zero1,mixed_precision=fp16,@zero_stage=0", DS),
    DEFAULT_WHEN(SEQUENCE_PARALLEL, "false", "tensor_parallel>1", ARGS),
    DEFAULT(EVALUATION, "true", ARGS ": eval_interval 1000, rows and kernels as in training"),
};

static const struct sizerow sizes[] = {
    SIZE_AS("layers_of", "hybrid_layer_pattern|hybrid_override_pattern|is_hybrid_model", PRESENT, "Mamba's and others"),
    SIZE("hidden", "hidden_size"),
    SIZE("layers", "num_layers|encoder_num_layers"),
    SIZE("heads", "num_attention_heads"),
    {.size = "kv_heads", .key = "num_query_groups", .when = "@group_query_attention"},
    SIZE("kv_heads", "num_key_value_heads|num_attention_heads_kv"),
    SIZE_AS("kv_heads", "attention_head_type", CHOICE, "multiquery=1;*="),
    SIZE("head_dim", "kv_channels"),
    SIZE("ffn", "ffn_hidden_size"),
    SIZE("positions", "max_position_embeddings"),
    /* A mixture of one expert is none (Megatron-DeepSpeed). */
    SIZE("experts", "num_experts"),
    SIZE("top_k", "moe_router_topk|topk"),
    SIZE_IS("top_k", "2", "@num_experts,!" IS_DS),
    SIZE("moe_ffn", "moe_ffn_hidden_size"),
    SIZE("shared_ffn", "moe_shared_expert_intermediate_size"),
    SIZE_AS("mla", "multi_latent_attention", IF_TRUE, "true"),
    SIZE("kv_lora", "kv_lora_rank"),
    SIZE_IS("kv_lora", "512", NULL),
    SIZE("q_lora", "q_lora_rank"),
    SIZE("qk_nope", "qk_head_dim"),
    SIZE_IS("qk_nope", "128", NULL),
    SIZE("qk_rope", "qk_pos_emb_head_dim"),
    SIZE_IS("qk_rope", "64", NULL),
    SIZE("v_dim", "v_head_dim"),
    SIZE_IS("v_dim", "128", NULL),
    SIZE_AS("gated", "swiglu|quick_geglu|squared_glu|glu_activation|geglu|xielu_glu", PRESENT, "true"),
    SIZE_AS("rms", "normalization", WORDS, "rms=true"),
    SIZE_AS("rms", "use_rms_norm", IF_TRUE, "true"),
    SIZE_AS("qk_norm", "qk_layernorm", IF_TRUE, "head"),
    {.size = "bias", .key = "add_qkv_bias", .convert = CONVERT_IF_TRUE, .arg = "qkv", .when = "@disable_bias_linear"},
    SIZE_AS("bias", "disable_bias_linear", IF_TRUE, "none"),
    SIZE_IS("bias", "all", NULL),
    SIZE_AS("tied", "untie_embeddings_and_output_weights|no_tie_embed_logits", IF_TRUE, "false"),
    SIZE_IS("tied", "true", NULL),
    SIZE_AS("learned_positions", "position_embedding_type", CHOICE, "learned_absolute=true;*=false"),
    SIZE_AS("learned_positions", "use_rotary_position_embeddings|no_position_embedding", IF_TRUE, "false"),
    SIZE_IS("learned_positions", "true", NULL),
    SIZE_AS("no_rope", "position_embedding_type", CHOICE, "alibi=true;none=true;*="),
    SIZE_AS("dropout", "hidden_dropout", CHOICE, "0=false;0.0=false;0.=false;.0=false;*=true"),
    SIZE_IS("dropout", "true", NULL),
    SIZE("vocab", "padded_vocab_size|pad_vocab_size_to|vocab_size"),
    SIZE("vocab_of", "tokenizer_model|tokenizer_name_or_path|hf_tokenizer_path"),
    SIZE("vocab_of", "tokenizer_type"),
    SIZE_AS("vocab_of", "vocab_file|merge_file", WORDS, "gpt2=gpt2;bert=BertWordPieceLowerCase;20B=20B_tokenizer"),
    /* Merges are of byte-pair encodings: GPT2BPETokenizer alone takes them. */
    SIZE_IS("vocab_of", "gpt2", "@merge_file"),
    {.size = "vocab_multiple", .key = "make_vocab_size_divisible_by", .when = "!@padded_vocab_size|pad_vocab_size_to"},
    SIZE_IS("vocab_multiple", "128", "!@padded_vocab_size|pad_vocab_size_to"),
    SIZE("vocab_parts", "tensor_model_parallel_size"),
};

static const struct keymap map_megatron_lm = {
    .name = "megatron-lm",
    .package = "megatron-core",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    ROWS(sizes, sizes),
    .source = ARGS,
};
/* pretrain_bert.py, main(): args_defaults={'tokenizer_type': 'BertWordPieceLowerCase'}. */
static const struct sizerow bert_sizes[] = {
    SIZE("vocab_of", "tokenizer_type"),
    SIZE_IS("vocab_of", "BertWordPieceLowerCase", NULL),
};
static const struct keymap map_bert = {
    .name = "megatron-lm.bert",
    .package = "megatron-core",
    .base = {&map_megatron_lm},
    ROWS(sizes, bert_sizes),
    .source = ARGS,
};
/* Encoders and decoders, and layers of other kinds: their settings are read, their shape is not. */
static const struct sizerow other_sizes[] = {
    SIZE_AS("layers_of", "num_layers|encoder_num_layers|hidden_size", PRESENT, "not those of a decoder"),
};
static const struct keymap map_other = {
    .name = "megatron-lm.other",
    .package = "megatron-core",
    .base = {&map_megatron_lm},
    ROWS(sizes, other_sizes),
    .source = ARGS,
};
static const struct keymap *const maps[] = {&map_megatron_lm, &map_bert, &map_other};

#define RUN_AS(w, f, s, m)                                                                         \
	{                                                                                          \
		.words = (w), .set = "framework=megatron-lm" s, .map = (m), .positional = "",      \
		.config_flag = "", .flags = (f), .marks = "megatron,Megatron", .joins = true,      \
		.idle = "@text_generation_config|export|only_evaluate|eval_only|skip_train"                   \
	}
#define RUN(w, f, s) RUN_AS(w, f, s, &map_megatron_lm)
#define SHAPED "num_layers,hidden_size,tensor_model_parallel_size,model_parallel_size,micro_batch_size"
/* Common names of scripts: only what Megatron's parser knows tells them. */
#define SPLIT "tensor_model_parallel_size,pipeline_model_parallel_size"
static const struct command commands[] = {
    RUN("pretrain_gpt.py", SHAPED, ";task=pretrain?!@sft,!@train_mode"),
    RUN("pretrain_gpt2.py", SHAPED, ";task=pretrain"),
    RUN_AS("pretrain_bert.py", SHAPED, ";task=pretrain", &map_bert),
    RUN_AS("pretrain_mamba.py", SHAPED, ";task=pretrain?!@sft", &map_other),
    RUN_AS("pretrain_hybrid.py", SHAPED, ";task=pretrain?!@sft", &map_other),
    RUN_AS("pretrain_t5.py", SHAPED, ";task=pretrain", &map_other),
    RUN_AS("pretrain_retro.py", SHAPED, ";task=pretrain", &map_other),
    RUN("pretrain_llama.py", SHAPED, ";task=pretrain"),
    /* tasks/main.py of v2.0 to v3.0: what else --task names is evaluated, or has towers. */
    {.words = "tasks/main.py", .set = "framework=megatron-lm;task=classification", .map = &map_bert, .positional = "",
     .config_flag = "", .flags = "task,num_layers,hidden_size", .marks = "megatron,Megatron", .joins = true,
     .idle = "@task!=MNLI|QQP|RACE"},
    RUN("finetune_t0.py", SHAPED, ";task=sft"),
    RUN("pretrain_*.py", "num_layers,tensor_model_parallel_size,pipeline_model_parallel_size", ""),
    RUN("finetune*.py", SPLIT, ";task=sft?!@train_mode,!@data_type"),
    RUN("sft_*.py", SPLIT, ";task=sft"),
    RUN("*_train.py", SPLIT, ""),
    RUN("train*.py", SPLIT, ""),
};

const struct framework framework_megatron_lm = {
    .name = "megatron-lm",
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
