/*
 * ms-swift: the flags and YAML of "megatron sft|pt|rlhf", versions 3 and 4.
 */
#include "swift.h"

#define ARGS	"ms-swift swift/megatron/arguments/megatron_args.py, 4.5"
#define BASE	"ms-swift swift/megatron/arguments/megatron_base_args.py, 4.5"
#define METHOD	"tuner_type|train.tuner_type|train_type"
#define IS_LORA "!@" METHOD "=full"
/* In Megatron's arguments it is the default. */
#define IS_FULL "!@" METHOD "=lora|lora_llm"
/* What the files for Ray (swift/ray/megatron/) have in a mapping of their own: it may stand at the top as well. */
#define TRAIN(k) k "|train." k
#define ROLL(k)	 k "|rollout." k
#define USES_VLLM "task=grpo|distill,@use_vllm!=false"

static const struct keyrow rows[] = {
    KEY_IN("train_type", NONE, VERSION, NULL, "3.0", "4.0"),
    KEY_IN("tuner_type|train.tuner_type", NONE, VERSION, NULL, "4.0", NULL),
    KEY("model", MODEL),
    /* Weights that were converted before: /ckpt/Qwen2.5-7B-Instruct-mcore. */
    KEY("load|mcore_model", MODEL),
    SWIFT_TASK_ROWS,
    KEY_AS(METHOD, PEFT, CHOICE, "full=none;lora_llm=lora"),
    KEY_WHEN(TRAIN("lora_rank"), LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN(TRAIN("lora_alpha"), LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN(TRAIN("lora_dropout"), LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY_WHEN(TRAIN("target_modules"), LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    KEY_WHEN(TRAIN("modules_to_save"), LORA_MODULES_TO_SAVE, PLAIN, NULL, IS_LORA),
    KEY_WHEN("freeze_vit", TRAINABLE, SWITCH, "language;all", IS_FULL ",model.tower"),
    KEY_AS("bf16", MIXED_PRECISION, IF_TRUE, "bf16"),
    KEY_AS("fp16", MIXED_PRECISION, IF_TRUE, "fp16"),
    KEY_AS("torch_dtype", MIXED_PRECISION, CHOICE, "bfloat16=bf16;float16=fp16;float32=no;*="),
    KEY_AS("torch_dtype", WEIGHTS_DTYPE, DTYPE, "bfloat16"),
    KEY(TRAIN("micro_batch_size"), PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY(TRAIN("micro_batch_size"), PER_DEVICE_EVAL_BATCH_SIZE),
    KEY(TRAIN("global_batch_size"), GLOBAL_BATCH_SIZE),
    KEY_WHEN("packing_length", MAX_SEQ_LENGTH, PLAIN, NULL, "@packing=true"),
    KEY("max_length|seq_length", MAX_SEQ_LENGTH),
    KEY("packing", PACKING),
    KEY_AS("padding_free", ATTENTION_MASK, SWITCH, "none;padded"),
    KEY_WHEN(TRAIN("recompute_granularity"), GRADIENT_CHECKPOINTING, CHOICE, "full=true;none=false;*=",
	     "@" TRAIN("recompute_method") "!=block"),
    /* Flash attention keeps nothing that the recomputation of core_attn would save. */
    KEY_WHEN(TRAIN("recompute_granularity"), GRADIENT_CHECKPOINTING, CHOICE, "selective=false;*=",
	     "!@" TRAIN("recompute_modules")),
    KEY_AS("attention_backend", ATTENTION, CHOICE,
	   "flash=flash_attention_2;flash_2=flash_attention_2;flash_3=flash_attention_3;"
	   "fused=flash_attention_2;unfused=eager;local=eager;*="),
    KEY_AS(TRAIN("optimizer"), OPTIMIZER, CHOICE, "adam=adamw_torch;sgd=sgd;muon=muon;dist_muon=muon;*="),
    KEY_WHEN(TRAIN("optimizer_cpu_offload"), OFFLOAD_OPTIMIZER, IF_TRUE, "cpu",
	     "!@optimizer_offload_fraction"),
    KEY_WHEN(TRAIN("optimizer_cpu_offload"), OFFLOAD_OPTIMIZER, IF_TRUE, "cpu",
	     "@optimizer_offload_fraction=1|1.0"),
    KEY_WHEN("optimizer_offload_fraction", OFFLOAD_FRACTION, PLAIN, NULL, "@" TRAIN("optimizer_cpu_offload")),
    KEY_AS(TRAIN("use_distributed_optimizer"), DATA_PARALLEL, SWITCH, "megatron;ddp"),
    /* _check_muon(): it switches the distributed optimizer off. */
    KEY_AS(TRAIN("optimizer"), DATA_PARALLEL, CHOICE, "muon=ddp;dist_muon=ddp;*="),
    KEY(TRAIN("tensor_model_parallel_size"), TENSOR_PARALLEL),
    KEY_WHEN(TRAIN("sequence_parallel"), SEQUENCE_PARALLEL, PLAIN, NULL, "tensor_parallel>1"),
    KEY(TRAIN("pipeline_model_parallel_size"), PIPELINE_PARALLEL),
    KEY(TRAIN("context_parallel_size"), CONTEXT_PARALLEL),
    KEY(TRAIN("expert_model_parallel_size"), EXPERT_PARALLEL),
    KEY("train.gpus", NUM_GPUS),
    KEY("ref_model", REFERENCE_MODEL),
    SWIFT_RLHF_ROWS,
    KEY_AS("vllm_mode", ROLLOUT_ENGINE, CHOICE, "server=vllm_server;colocate=vllm"),
    KEY_AS("colocate_groups", ROLLOUT_ENGINE, PRESENT, "vllm"),
    KEY_WHEN(ROLL("vllm_gpu_memory_utilization"), ROLLOUT_GPU_MEMORY_UTILIZATION, PLAIN, NULL, USES_VLLM),
    KEY_WHEN(ROLL("vllm_tensor_parallel_size"), ROLLOUT_TENSOR_PARALLEL, PLAIN, NULL, USES_VLLM),
    KEY_WHEN(ROLL("sleep_level"), ROLLOUT_SLEEP, IF_POSITIVE, "true", USES_VLLM),
    KEY_WHEN("offload_model", ROLLOUT_OFFLOAD, IF_TRUE, "all", "@offload_optimizer=true"),
    KEY_AS("offload_model", ROLLOUT_OFFLOAD, IF_TRUE, "params"),
    KEY_AS("offload_optimizer", ROLLOUT_OFFLOAD, IF_TRUE, "optimizer"),
};

static const struct defrow defaults[] = {
    DEFAULT_WHEN(TEXTS_PER_ROW, "8", "@task_type=reranker|generative_reranker", SWIFT_RERANKER),
    DEFAULT(TASK, "sft", ARGS),
    DEFAULT(PEFT, "none", ARGS ": tuner_type full"),
    DEFAULT_WHEN(LORA_R, "8", "peft=lora", ARGS),
    DEFAULT_WHEN(LORA_ALPHA, "32", "peft=lora", ARGS),
    DEFAULT_WHEN(LORA_DROPOUT, "0.05", "peft=lora", ARGS),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", "peft=lora", ARGS),
    DEFAULT_WHEN(TRAINABLE, "language", "peft=none,model.tower", ARGS ": freeze_vit, freeze_aligner"),
    DEFAULT(QUANTIZATION, "none", ARGS),
    DEFAULT_WHEN(ADAPTER_DTYPE, "bfloat16", "peft=lora", ARGS ": lora_dtype, else the weights'"),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", ARGS " _map_dtype: the checkpoint's, nearly always bfloat16"),
    DEFAULT_WHEN(MIXED_PRECISION, "fp16", "weights_dtype=float16", ARGS " _init_mixed_precision"),
    DEFAULT(MIXED_PRECISION, "bf16", ARGS " _init_mixed_precision: as the weights are"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "1", ARGS),
    DEFAULT(GLOBAL_BATCH_SIZE, "16", ARGS),
    DEFAULT_UNKNOWN(GRADIENT_ACCUMULATION_STEPS, "global batch / (micro batch × data-parallel ranks)"),
    DEFAULT(PACKING, "false", BASE),
    DEFAULT(ATTENTION_MASK, "none", ARGS ": padding_free"),
    DEFAULT_WHEN(GRADIENT_CHECKPOINTING, "false", "!@" TRAIN("recompute_granularity"),
		 ARGS ": selective, of core_attn"),
    DEFAULT(ATTENTION, "flash_attention_2", ARGS ": attention_backend flash"),
    DEFAULT(LOSS_KERNEL, "torch", ARGS),
    DEFAULT(FUSED_KERNELS, "none", ARGS),
    DEFAULT(TORCH_COMPILE, "false", ARGS),
    DEFAULT(OPTIMIZER, "adamw_torch", ARGS ": optimizer adam"),
    DEFAULT_WHEN(OFFLOAD_OPTIMIZER, "none", "!@" TRAIN("optimizer_cpu_offload"), ARGS),
    DEFAULT(DATA_PARALLEL, "megatron", ARGS ": use_distributed_optimizer"),
    DEFAULT_WHEN(SEQUENCE_PARALLEL, "false", "tensor_parallel>1", ARGS),
    DEFAULT_WHEN(NUM_GENERATIONS, "8", "task=grpo", ARGS),
    DEFAULT_WHEN(MAX_COMPLETION_LENGTH, "512", "task=grpo|distill", ARGS),
    DEFAULT_WHEN(BETA, "0.04", "task=grpo", ARGS),
    DEFAULT_WHEN(BETA, "0.5", "task=distill", ARGS),
    DEFAULT_WHEN(BETA, "0.1", "task=dpo|kto", ARGS),
    DEFAULT_WHEN(ROLLOUT_ENGINE, "vllm_server", "task=grpo|distill,@train.gpus", ARGS ": GPUs of its own"),
    DEFAULT_WHEN(ROLLOUT_GPU_MEMORY_UTILIZATION, "0.9", "rollout_engine=vllm", ARGS),
    DEFAULT_WHEN(ROLLOUT_TENSOR_PARALLEL, "1", "rollout_engine=vllm", ARGS),
    DEFAULT_WHEN(ROLLOUT_OFFLOAD, "none", "rollout_engine=vllm", ARGS),
};

const struct keymap map_swift_megatron = {
    .name = "ms-swift.megatron",
    .package = "ms-swift",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = ARGS,
};
