/*
 * GPT-NeoX: the YAML files that deepy.py merges. Its keys may have hyphens; the model is made anew of sizes.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "gpt-neox", "2.0@2303", "EleutherAI/gpt-neox, tag v2.0 and main of 2026-05", .modules = ""},
};

#define ARGS	"gpt-neox megatron/neox_arguments/neox_args.py, 2026-05"
#define DS_ARGS "gpt-neox megatron/neox_arguments/deepspeed_args.py, 2026-05"
#define CHECKS	"gpt-neox megatron/neox_arguments/arguments.py, 2026-05"
#define FLASH	"flash=flash_attention_2"

static const struct keyrow rows[] = {
    KEY_AS("train_impl", TASK, CHOICE, "dpo=dpo;kto=kto;rm=reward;reinforce=ppo;normal="),
    KEY_AS("finetune", TASK, IF_TRUE, "sft"),
    KEY("train_micro_batch_size_per_gpu", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("gradient_accumulation_steps|gas", GRADIENT_ACCUMULATION_STEPS),
    KEY("train_batch_size", GLOBAL_BATCH_SIZE),
    KEY("seq_length", MAX_SEQ_LENGTH),
    KEY_AS("pack_impl", PACKING, CHOICE, "packed=true;pack_until_overflow=true;unpacked=false"),
    KEY_AS("precision", MIXED_PRECISION, CHOICE, "fp16=fp16;bfloat16=bf16;fp32=no"),
    KEY_AS("bf16.enabled", MIXED_PRECISION, IF_TRUE, "bf16"),
    KEY_AS("fp16.enabled", MIXED_PRECISION, IF_TRUE, "fp16"),
    KEY_AS("checkpoint_activations", GRADIENT_CHECKPOINTING, SWITCH, "true;false"),
    KEY("partition_activations", PARTITION_ACTIVATIONS),
    KEY_AS("checkpoint_in_cpu", OFFLOAD_ACTIVATIONS, IF_TRUE, "cpu"),
    KEY_AS("attention_config", ATTENTION, WORDS, FLASH ";global=eager"),
    /* megatron/training.py: bitsandbytes.optim.Adam8bit. */
    KEY_WHEN("use_bnb_optimizer", OPTIMIZER, IF_TRUE, "adamw_bnb_8bit", "@optimizer.type=Adam"),
    KEY_AS("optimizer.type", OPTIMIZER, CHOICE,
	   "Adam=adamw_torch;AdamW=adamw_torch;cpu_adam=adamw_torch;sgd=sgd;Lion=lion_32bit;OneBitAdam=adamw_torch;"
	   "cpu_torch_adam=adamw_torch;adafactor=adafactor;*="),
    KEY_AS("optimizer.type", OFFLOAD_OPTIMIZER, CHOICE, "cpu_adam=cpu;cpu_torch_adam=cpu;*="),
    KEY_AS("zero_optimization.stage|zero_stage", DATA_PARALLEL, CHOICE, "0=zero1;1=zero1;2=zero2;3=zero3;*="),
    KEY_AS("zero_optimization.cpu_offload", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu"),
    KEY_AS("zero_optimization.offload_optimizer.device", OFFLOAD_OPTIMIZER, PRESENT, "cpu"),
    KEY_AS("zero_optimization.offload_param.device", OFFLOAD_PARAMS, PRESENT, "cpu"),
    KEY("zero_optimization.reduce_bucket_size", REDUCE_BUCKET_SIZE),
    KEY("zero_optimization.overlap_comm", OVERLAP_COMM),
    KEY("model_parallel_size", TENSOR_PARALLEL),
    KEY_AS("pipe_parallel_size", PIPELINE_PARALLEL, CHOICE, "0=1"),
    KEY("context_parallel_size", CONTEXT_PARALLEL),
    KEY("sequence_parallel", SEQUENCE_PARALLEL),
    KEY("dpo_beta", BETA),
};

static const struct defrow defaults[] = {
    DEFAULT(TASK, "pretrain", ARGS ": train_impl normal"),
    DEFAULT(PEFT, "none", ARGS),
    DEFAULT(QUANTIZATION, "none", ARGS),
    DEFAULT(MIXED_PRECISION, "no", CHECKS ": precision fp32"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float16", "mixed_precision=fp16", CHECKS ": params_dtype"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "bfloat16", "mixed_precision=bf16", CHECKS ": params_dtype"),
    DEFAULT(WEIGHTS_DTYPE, "float32", CHECKS ": params_dtype"),
    DEFAULT_UNKNOWN(PER_DEVICE_TRAIN_BATCH_SIZE, "train_batch_size / (ranks × accumulation)"),
    DEFAULT_WHEN(GRADIENT_ACCUMULATION_STEPS, "1", "!global_batch_size", DS_ARGS),
    DEFAULT_UNKNOWN(MAX_SEQ_LENGTH, "GPT-NeoX asks for seq_length"),
    DEFAULT(PACKING, "true", ARGS ": pack_impl packed"),
    DEFAULT_WHEN(BATCH_LAYOUT, "fixed", "packing=false", "gpt-neox megatron/data/gpt2_dataset.py: padded to seq_length"),
    DEFAULT(ATTENTION_MASK, "none", "gpt-neox megatron/model/transformer.py: causal"),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", ARGS),
    DEFAULT(ATTENTION, "eager", CHECKS ": attention_config global"),
    DEFAULT(FUSED_KERNELS, "none", ARGS),
    DEFAULT(LOSS_KERNEL, "torch", "gpt-neox megatron/mpu/cross_entropy.py"),
    DEFAULT(TORCH_COMPILE, "false", ARGS),
    DEFAULT(OPTIMIZER, "adamw_torch", ARGS ": optimizer_type adam"),
    /* ZERO_DEFAULTS: stage 0. DeepSpeed's optimizer in bfloat16 spreads its states whatever the stage (BF16_Optimizer). */
    DEFAULT(DATA_PARALLEL, "zero1", "gpt-neox megatron/neox_arguments/deepspeed_args.py: ZERO_DEFAULTS"),
    DEFAULT_WHEN(SHARD_SIZE, "1", "mixed_precision=fp16,!@zero_optimization.stage", "gpt-neox ZERO_DEFAULTS: stage 0"),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", DS_ARGS),
    DEFAULT(OFFLOAD_PARAMS, "none", DS_ARGS),
    DEFAULT_WHEN(BETA, "0.1", "task=dpo", ARGS),
    DEFAULT(EVALUATION, "true", ARGS ": eval_interval 1000"),
};

/* megatron/model/transformer.py ParallelMLP: gated, each of gate and up has a third of the width, rounded up. */
static const struct sizerow sizes[] = {
    SIZE_AS("layers_of", "attention_config", WORDS, "mamba=Mamba's;rwkv=RWKV's;gmlp=gMLP's;amlp=gMLP's"),
    SIZE("hidden", "hidden_size"),
    SIZE("layers", "num_layers"),
    SIZE("heads", "num_attention_heads"),
    SIZE("kv_heads", "num_kv_heads"),
    SIZE("ffn", "intermediate_size"),
    SIZE("ffn_ratio", "expansion_factor"),
    SIZE_IS("ffn_ratio", "4", NULL),
    SIZE_AS("gated", "activation", CHOICE, "geglu=true;reglu=true;swiglu=true;bilinear=true;glu=true;*="),
    SIZE_IS("ffn_gated", "thirds", NULL),
    SIZE("ffn_multiple", "mlp_multiple_of"),
    SIZE("positions", "max_position_embeddings"),
    SIZE_AS("rms", "norm", WORDS, "rms=true"),
    SIZE_AS("qk_norm", "use_qk_layernorm", IF_TRUE, "head"),
    SIZE_AS("bias", "use_bias_in_attn_linear", SWITCH, "all;none"),
    SIZE_IS("bias", "all", NULL),
    SIZE_AS("tied", "no_weight_tying", SWITCH, "false;true"),
    SIZE_IS("tied", "true", NULL),
    SIZE_AS("learned_positions", "pos_emb", CHOICE, "learned=true;*=false"),
    SIZE_IS("learned_positions", "true", NULL),
    SIZE_AS("no_rope", "pos_emb", CHOICE, "rotary=;*=true"),
    SIZE_AS("dropout", "hidden_dropout", CHOICE, "0=;0.0=;*=true"),
    {.size = "experts", .key = "moe_num_experts"},
    SIZE("top_k", "moe_top_k"),
    SIZE("vocab", "padded_vocab_size"),
    SIZE_AS("vocab_of", "vocab_file", WORDS, "gpt2=gpt2;20B=20B_tokenizer;pythia=20B_tokenizer;llama3=Llama3;llama-3=Llama3"),
    SIZE_AS("vocab_of", "load", WORDS, "llama3=Llama3;llama-3=Llama3"),
    SIZE_AS("vocab_of", "tokenizer_type", CHOICE, "GPT2BPETokenizer=gpt2;*="),
    {.size = "vocab_multiple", .key = "make_vocab_size_divisible_by"},
    SIZE_IS("vocab_multiple", "128", NULL),
    SIZE("vocab_parts", "model_parallel_size"),
};
static const struct keymap map_gpt_neox = {
    .name = "gpt-neox",
    .package = "gpt-neox",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    ROWS(sizes, sizes),
    .source = ARGS,
};
static const struct keymap *const maps[] = {&map_gpt_neox};

/* Files of sizes alone (configs/llama2/7B.yml) and of paths alone (local_setup.yml) are parts of a job. */
static const struct config configs[] = {
    {.name = "gpt-neox",
     .markers = "num_layers|num-layers",
     .keys = "num_layers,hidden_size,num_attention_heads,train_micro_batch_size_per_gpu|train_batch_size,"
	     "pipe_parallel_size?|model_parallel_size?|optimizer?|zero_optimization?",
     .unless = "trainer,training,model,text_gen_type,MODEL_ARGS",
     .map = &map_gpt_neox,
     .job = true,
     .set = "framework=gpt-neox",
     .source = "gpt-neox configs/, 2026-05"},
};

#define RUN(w)                                                                                     \
	{                                                                                          \
		.words = (w), .set = "framework=gpt-neox", .map = &map_gpt_neox, .positional = "configs", \
		.config_flag = "", .folder_flag = "conf_dir|d", .all_devices = true                                     \
	}
static const struct command commands[] = {
    RUN("deepy.py train.py"),
};

const struct framework framework_gpt_neox = {
    .name = "gpt-neox",
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
