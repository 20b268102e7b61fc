/*
 * The vocabulary of a training job: one row per setting.
 *
 * A row is (ENUM, "name", TYPE, choices, "help"). The name is the key of the JSON output, of
 * --set NAME=VALUE and of the accuracy tables; it follows the Hugging Face spelling where there is
 * one. TYPE: STR any text, CHOICE one of choices ("a|b"; "…" at the end: others are passed through),
 * INT a whole number ≥ 0, REAL, BOOL, LIST of strings. Adding a setting is adding a row; every
 * output shows it by itself.
 */
#ifndef CORE_JOB_SETTING_H
#define CORE_JOB_SETTING_H

#include "core/base/base.h"
#include "value.h"

#define SETTINGS(X)                                                                                        \
	X(FRAMEWORK, "framework", STR, "", "the training framework")                                       \
	X(FRAMEWORK_VERSION, "framework_version", STR, "", "the version whose defaults apply")             \
	X(TASK, "task", CHOICE, "pretrain|sft|dpo|kto|orpo|cpo|reward|classification|ranking|embedding|"       \
	  "sparse_embedding|ppo|grpo|rloo|reinforce|distill|…",                                                      \
	  "what is trained for")                                                                           \
	X(MODEL, "model", STR, "", "Hugging Face id or path of the trained model")                         \
	X(PEFT, "peft", CHOICE, "none|lora|dora|adalora|loha|lokr|ia3|prompt|…", "kind of adapter")                  \
	X(LORA_R, "lora_r", INT, "", "LoRA rank")                                                          \
	X(LORA_ALPHA, "lora_alpha", REAL, "", "LoRA scale")                                                \
	X(LORA_DROPOUT, "lora_dropout", REAL, "", "dropout before the LoRA matrices")                      \
	X(LORA_TARGET_MODULES, "lora_target_modules", LIST, "",                                            \
	  "layers with an adapter; all-linear is one name")                                                \
	X(LORA_MODULES_TO_SAVE, "lora_modules_to_save", LIST, "", "modules trained whole beside LoRA")     \
	X(ADAPTER_DTYPE, "adapter_dtype", CHOICE, "float32|bfloat16|float16", "dtype of the adapter")      \
	X(KBIT_UPCAST, "kbit_upcast", CHOICE, "false|true|norms",                                          \
	  "whether embeddings, norms and head of a quantised model are upcast to float32")                 \
	X(QUANTIZATION, "quantization", CHOICE, "none|nf4|fp4|int8|gptq|awq|fp8|mxfp4|hqq|aqlm|eetq|…",    \
	  "how the frozen weights are stored")                                                             \
	X(QUANTIZATION_BITS, "quantization_bits", INT, "", "bits per quantised weight")                    \
	X(DOUBLE_QUANT, "double_quant", BOOL, "", "bitsandbytes' quantised scales")                        \
	X(QUANT_SKIPPED, "quant_skipped", REAL, "",                                                        \
	  "share of the linear weights that a dynamic quantisation leaves in 16 bits")                     \
	X(EXPERTS, "experts", CHOICE, "linear|fused|fused_quantised",                                      \
	  "a mixture's experts: modules of their own, or one parameter a layer, which bitsandbytes passes by, or which the " \
	  "framework quantises all the same")                                                              \
	X(WEIGHTS_DTYPE, "weights_dtype", CHOICE, "float32|bfloat16|float16|fp8",                          \
	  "dtype in which the trained model's weights are held")                                           \
	X(MIXED_PRECISION, "mixed_precision", CHOICE, "no|bf16|fp16|fp8", "autocast of the training step") \
	X(PER_DEVICE_TRAIN_BATCH_SIZE, "per_device_train_batch_size", INT, "",                             \
	  "sequences per GPU per forward pass")                                                            \
	X(PER_DEVICE_EVAL_BATCH_SIZE, "per_device_eval_batch_size", INT, "",                               \
	  "sequences per GPU in evaluation")                                                               \
	X(EVALUATION, "evaluation", BOOL, "", "whether evaluation runs inside training")                   \
	X(GRADIENT_ACCUMULATION_STEPS, "gradient_accumulation_steps", INT, "",                             \
	  "forward passes per optimizer step")                                                             \
	X(GLOBAL_BATCH_SIZE, "global_batch_size", INT, "", "sequences per optimizer step, all GPUs")       \
	X(GLOBAL_PROMPTS, "global_prompts", INT, "",                                                       \
	  "prompts per optimizer step in RL, all GPUs; each has num_generations completions")              \
	X(GLOBAL_MICRO_BATCH_SIZE, "global_micro_batch_size", INT, "",                                     \
	  "sequences per forward pass, all GPUs")                                                          \
	X(MAX_TOKENS_PER_GPU, "max_tokens_per_gpu", INT, "",                                               \
	  "tokens per GPU per forward pass, where rows are joined up to a number of tokens")               \
	X(MAX_SEQ_LENGTH, "max_seq_length", INT, "", "tokens per sequence that the GPU sees")              \
	X(BATCH_LAYOUT, "batch_layout", CHOICE, "padded|unpadded|fixed|joined",                             \
	  "rows of a micro batch: padded to its longest, joined without padding, all as long as the limit, or as many as fill max_tokens_per_gpu") \
	X(ROW_LENGTH, "row_length", INT, "", "tokens of the longest row of the data, before the limit cuts it") \
	X(PICTURE_PIXELS, "picture_pixels", INT, "", "pixels of a picture: what has more is made smaller") \
	X(PICTURE_TOKENS, "picture_tokens", INT, "", "tokens of a picture: what has more is made smaller") \
	X(ROW_LENGTH_MEAN, "row_length_mean", INT, "", "tokens of a row of the data in the mean")          \
	X(DATASET, "dataset", LIST, "", "data sets that the job trains on")                                \
	X(DATASET_ROWS, "dataset_rows", INT, "", "rows that are taken of each data set")                   \
	X(MAX_STEPS, "max_steps", INT, "", "optimizer steps after which the run ends")                     \
	X(TEXTS_PER_ROW, "texts_per_row", INT, "",                                                         \
	  "texts of a row whose activations are held together: anchor, positive, negatives")               \
	X(MINI_BATCH_SIZE, "mini_batch_size", INT, "",                                                     \
	  "rows whose activations are held at a time, of a batch whose embeddings alone are kept")         \
	X(PACKING, "packing", BOOL, "", "samples joined to full rows")                                     \
	X(ATTENTION_MASK, "attention_mask", CHOICE, "none|padded", "none: full or packed rows")            \
	X(OPTIMIZER, "optimizer", STR, "", "the optimizer, as transformers' optim spells it")              \
	X(OPTIMIZER_STATES, "optimizer_states", INT, "",                                                   \
	  "tensors as large as each trained parameter that an optimizer of the repository's own keeps")    \
	X(OPTIMIZER_STATE_DTYPE, "optimizer_state_dtype", CHOICE, "gradient|float32",                      \
	  "their type; gradient: that of the gradients")                                                   \
	X(OPTIMIZER_IN_BACKWARD, "optimizer_in_backward", BOOL, "",                                        \
	  "each weight is updated as soon as its gradient is there, which is then freed")                  \
	X(GRADIENT_CHECKPOINTING, "gradient_checkpointing", CHOICE, "true|false|selective|offload",        \
	  "recomputation of activations")                                                                  \
	X(USE_REENTRANT, "use_reentrant", BOOL, "", "which of PyTorch's two checkpoint implementations")   \
	X(ATTENTION, "attention", CHOICE,                                                                  \
	  "eager|sdpa|flash_attention_2|flash_attention_3|flex_attention|xformers|…",                      \
	  "attention kernel")                                                                              \
	X(LOSS_KERNEL, "loss_kernel", CHOICE, "torch|plain|trl|liger|cut_cross_entropy|chunked|chunked_logits|chunked_output|chunked_linear|compiled|flash_cross_entropy|unsloth|unsloth_logits|fused|" \
	  "logprobs|logprobs_entropy|logprobs_float|log_softmax|unread|…",                                 \
	  "how the loss is computed from the last hidden states")                                          \
	X(LOSS_CHUNK, "loss_chunk", INT, "", "tokens of a piece, where the loss goes over the logits in pieces")  \
	X(FUSED_KERNELS, "fused_kernels", CHOICE, "none|liger|unsloth|low_precision_norm|…", "fused norms, MLP, RoPE")        \
	X(TORCH_COMPILE, "torch_compile", BOOL, "", "torch.compile of the model")                          \
	X(XLA, "xla", BOOL, "", "the step is compiled, and its memory planned, by XLA")                     \
	X(NUM_GPUS, "num_gpus", INT, "", "GPUs of the job, all nodes")                                     \
	X(NUM_NODES, "num_nodes", INT, "", "machines of the job")                                          \
	X(GPUS_PER_NODE, "gpus_per_node", INT, "", "GPUs of each machine")                                 \
	X(DATA_PARALLEL, "data_parallel", CHOICE, "none|dp|ddp|zero1|zero2|zero3|fsdp|fsdp2|hsdp|megatron|device_map", \
	  "how replicas share the state")                                                                  \
	X(RESHARD_AFTER_FORWARD, "reshard_after_forward", BOOL, "",                                        \
	  "FSDP gives gathered weights back between forward and backward; false is SHARD_GRAD_OP")         \
	X(RAM_EFFICIENT_LOADING, "ram_efficient_loading", BOOL, "",                                        \
	  "FSDP: the first process alone reads the weights, into host memory; else each has the whole model first") \
	X(SHARD_SIZE, "shard_size", INT, "", "GPUs among which FSDP shares one copy of the state, if not all") \
	X(SHARD_UNIT, "shard_unit", CHOICE, "layer|each|model",                                            \
	  "what FSDP gathers and reduces at once; each: head and embedding too; without a wrap policy the whole model") \
	X(SYNC_GRADIENTS, "sync_gradients", CHOICE, "last|each",                                           \
	  "of several backward passes a step, which reduce and shard the gradients under FSDP")            \
	X(PARTITION_ACTIVATIONS, "partition_activations", BOOL, "",                                        \
	  "what recomputed layers keep of their inputs is split over the tensor-parallel group")           \
	X(GRADIENT_DTYPE, "gradient_dtype", CHOICE, "float32|bfloat16",                                    \
	  "in which Megatron and DeepSpeed accumulate gradients")                                           \
	X(TENSOR_PARALLEL, "tensor_parallel", INT, "", "size of the tensor-parallel group")                \
	X(SEQUENCE_PARALLEL, "sequence_parallel", BOOL, "",                                                \
	  "Megatron's: what tensor parallelism leaves whole (norms, dropouts, residuals) is split by tokens") \
	X(PIPELINE_PARALLEL, "pipeline_parallel", INT, "", "number of pipeline stages")                    \
	X(CONTEXT_PARALLEL, "context_parallel", INT, "", "size of the context-parallel group")             \
	X(EXPERT_PARALLEL, "expert_parallel", INT, "", "size of the expert-parallel group")                \
	X(OFFLOAD_OPTIMIZER, "offload_optimizer", CHOICE, "none|cpu|nvme", "where optimizer states live")  \
	X(OFFLOAD_FRACTION, "offload_fraction", REAL, "", "share of Megatron's optimizer states that lives in host memory") \
	X(OFFLOAD_PARAMS, "offload_params", CHOICE, "none|cpu|nvme", "where parameters rest")              \
	X(OFFLOAD_ACTIVATIONS, "offload_activations", CHOICE, "none|cpu|nvme",                             \
	  "where saved activations rest")                                                                  \
	X(REDUCE_BUCKET_SIZE, "reduce_bucket_size", INT, "", "DeepSpeed's gradient bucket, elements")      \
	X(PREFETCH_BUCKET_SIZE, "prefetch_bucket_size", INT, "",                                           \
	  "DeepSpeed stage 3's prefetch bucket, elements")                                                 \
	X(OVERLAP_COMM, "overlap_comm", BOOL, "", "DeepSpeed's second gradient bucket")                    \
	X(GRADIENT_AS_BUCKET_VIEW, "gradient_as_bucket_view", BOOL, "",                                    \
	  "DDP gradients share memory with the buckets")                                                   \
	X(REFERENCE_MODEL, "reference_model", STR, "", "frozen reference of preference training")          \
	X(REFERENCE_DTYPE, "reference_dtype", STR, "", "its dtype or quantisation")                        \
	X(OFFLOAD_REFERENCE, "offload_reference", CHOICE, "none|cpu|elsewhere",                             \
	  "where the frozen reference rests; elsewhere: on GPUs of its own")                               \
	X(REWARD_MODEL, "reward_model", STR, "", "reward model on the same GPU")                           \
	X(REWARD_DTYPE, "reward_dtype", STR, "", "its dtype or quantisation")                              \
	X(TEACHER_MODEL, "teacher_model", STR, "", "teacher on the same GPU")                              \
	X(TEACHER_DTYPE, "teacher_dtype", STR, "", "its dtype or quantisation")                            \
	X(TEACHER_PASSES, "teacher_passes", BOOL, "", "whether rows pass through it (true)")                \
	X(CRITIC_MODEL, "critic_model", STR, "", "value model that trains beside the policy in PPO")       \
	X(CRITIC_DTYPE, "critic_dtype", STR, "", "its dtype")                                              \
	X(CRITIC_UPDATE, "critic_update", CHOICE, "joint|apart|elsewhere",                                 \
	  "in one backward pass with the policy, in a phase of its own, or on other GPUs")                 \
	X(CRITIC_GRADIENT_CHECKPOINTING, "critic_gradient_checkpointing", CHOICE, "true|false",            \
	  "recomputation of the critic's activations; the policy's where nothing is said")                 \
	X(CRITIC_BATCH_SIZE, "critic_batch_size", INT, "",                                                 \
	  "sequences of the critic's forward pass on each GPU; the policy's where nothing is said")        \
	X(CRITIC_OFFLOAD, "critic_offload", CHOICE, "none|optimizer|params|all",                           \
	  "what of the critic's state leaves the GPU between its phases")                                  \
	X(EVALUATOR_MODEL, "evaluator_model", STR, "", "another model for inference on the same GPU")      \
	X(EVALUATOR_DTYPE, "evaluator_dtype", STR, "", "its dtype or quantisation")                        \
	X(UNKNOWN_MODELS, "unknown_models", CHOICE, "none|trained",                                        \
	  "what reward, teacher and evaluator of unknown shape count as: nothing, or the trained model's size") \
	X(OTHER_MODELS_SHARDED, "other_models_sharded", BOOL, "",                                          \
	  "reference, reward and teacher are sharded as the model is")                                     \
	X(TRAINABLE, "trainable", CHOICE, "all|language|none|head|partial|last_layers|layers|layers_and_ends|new_layers|…", \
	  "which of the model's own weights train; language: all but vision and audio towers; head: none, and what " \
	  "trains lies behind them; last_layers, layers: trainable_layers of them, the last ones or any; "  \
	  "layers_and_ends: embedding and head as well; new_layers: so many copies, put between the others") \
	X(TRAINABLE_LAYERS, "trainable_layers", INT, "", "decoder layers that train at a time")            \
	X(FROZEN_SHARE, "frozen_share", REAL, "", "share of the model's parameters that is frozen, from the embedding on") \
	X(TRAINABLE_PARAMS, "trainable_params", INT, "", "trained parameters outside the model itself")    \
	X(NUM_GENERATIONS, "num_generations", INT, "", "completions per prompt in RL")                     \
	X(BATCH_COUNTS, "batch_counts", CHOICE, "completions|prompts",                                     \
	  "what per_device_train_batch_size counts in RL; all completions of a prompt go through together") \
	X(LOGPROB_BATCH_SIZE, "logprob_batch_size", INT, "",                                               \
	  "sequences per GPU in RL's forward passes without gradients, if not those of training")          \
	X(MAX_PROMPT_LENGTH, "max_prompt_length", INT, "", "tokens of a prompt in RL and preference data") \
	X(MAX_COMPLETION_LENGTH, "max_completion_length", INT, "", "tokens of a generated completion")     \
	X(BETA, "beta", REAL, "", "weight of the KL term; 0 drops the reference model in GRPO")            \
	X(ROLLOUT_ENGINE, "rollout_engine", CHOICE, "none|transformers|vllm|vllm_server|sglang|…",         \
	  "what generates completions")                                                                    \
	X(ROLLOUT_BATCH_SIZE, "rollout_batch_size", INT, "",                                               \
	  "sequences per GPU that are generated at once, where the trained model itself generates")        \
	X(ROLLOUT_GPU_MEMORY_UTILIZATION, "rollout_gpu_memory_utilization", REAL, "",                      \
	  "share of the card that the engine takes")                                                       \
	X(ROLLOUT_SHARE_OF, "rollout_share_of", CHOICE, "card|free|rest",                                  \
	  "what it is a share of: the card, what is free before the engine loads, or behind its weights")  \
	X(ROLLOUT_TENSOR_PARALLEL, "rollout_tensor_parallel", INT, "", "GPUs that share one engine")       \
	X(ROLLOUT_SLEEP, "rollout_sleep", BOOL, "", "the engine gives its memory back while training")     \
	X(ROLLOUT_OFFLOAD, "rollout_offload", CHOICE, "none|optimizer|params|all",                         \
	  "what of the trainer's state leaves the GPU while the engine generates")                         \
	X(GATHER_FOR_GENERATION, "gather_for_generation", BOOL, "",                                        \
	  "ZeRO 3: each GPU has all weights at once while the model generates, or hands them with merged adapters to an engine") \
	X(EXPANDABLE_SEGMENTS, "expandable_segments", BOOL, "",                                            \
	  "PYTORCH_CUDA_ALLOC_CONF's setting against fragmentation")                                       \
	X(TARGET_GPU, "target_gpu", STR, "", "a name of the GPU table, or bytes")

enum setting {
#define SETTING_ENUM(id, name, type, choices, help) SETTING_##id,
	SETTINGS(SETTING_ENUM)
#undef SETTING_ENUM
		SETTING_COUNT,
	/** In tables: no setting. */
	SETTING_NONE = SETTING_COUNT
};

enum setting_type {
	SETTING_TYPE_STR,
	SETTING_TYPE_CHOICE,
	SETTING_TYPE_INT,
	SETTING_TYPE_REAL,
	SETTING_TYPE_BOOL,
	SETTING_TYPE_LIST
};

struct setting_row {
	const char *name;
	enum setting_type type;
	const char *choices;
	const char *help;
};

/** The row of a setting, by enum setting. */
extern const struct setting_row setting_rows[SETTING_COUNT];

/** The setting of a name, or SETTING_NONE. */
enum setting setting_find(struct str name);
/**
 * Reads text into a setting's type (dtype and choice spellings normalised: "bf16" → "bfloat16",
 * "yes" → true); false if the text is no value of the setting. Strings are not copied.
 */
bool setting_parse(struct arena *a, enum setting s, struct str text, struct value *out);

#endif
