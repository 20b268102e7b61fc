/*
 * Names that projects give their own settings: the fallback where nothing reaches a trainer.
 *
 * Names alone prove little. They are matched in lower case, without a leading underscore and without
 * prefixes such as "default_" (extract_names() strips them), and what they give is marked as assumed.
 * Order is trust: the first name that a scope has decides. False friends are left out on purpose:
 * effective_batch_size, eval_batch_size, max_new_tokens, max_position_embeddings, rank, alpha, r,
 * tokenizer_name, reward_model_path and the like mean other things.
 */
#include "shared_maps.h"

#define MICRO                                                                                      \
	"micro_batch_size|micro_batch|micro_bsz|mbs|per_device_train_batch_size|per_device_batch_" \
	"size|"                                                                                    \
	"per_gpu_batch_size|device_batch_size|train_micro_batch_size|mini_batch_size|local_batch_" \
	"size|micro_train_batch_size|train_micro_batch_size_per_gpu|micro_batch_size_per_gpu"

static const struct keyrow rows[] = {
    KEY("model_name_or_path|base_model_name_or_path|base_model|base_model_name|base_model_id|"
	"base_model_path|model_name|model_id|pretrained_model_name_or_path|model_checkpoint|"
	"pretrained_model|pretrained_model_name|model_path|hf_model|hf_model_id|hf_model_name|"
	"model_id_or_path|model_name_or_id|policy_model_name|student_model|llm_model|"
	"models.primary.id|model.name|model.path|checkpoint",
	MODEL),
    KEY("max_seq_length|max_seq_len|max_sequence_length|seq_length|seq_len|sequence_length|"
	"sequence_len|cutoff_len|context_length|max_length|max_len|model_max_"
	"length|"
	"max_input_length|ctx_len|max_context_length|training.max_length",
	MAX_SEQ_LENGTH),
    /* What a collator joins to one row, as princeton-nlp/ProLong's training/dataset.py does: where that is one, it is no longer. */
    KEY_WHEN("per_device_max_tokens|max_tokens_per_device", MAX_SEQ_LENGTH, PLAIN, NULL,
	     "per_device_train_batch_size=1"),
    /* Texts are cut into blocks; answers are written in blocks, as masked diffusion does (LLaDA's generate.py). */
    KEY_WHEN("block_size|block", MAX_SEQ_LENGTH, PLAIN, NULL, "task!=grpo|ppo|rloo|reinforce"),
    KEY("per_device_train_batch_size|per_device_batch_size|per_gpu_train_batch_size|"
	"per_gpu_batch_size|micro_batch_size|train_micro_batch_size_per_gpu|device_batch_size|"
	"local_batch_size|micro_bsz|mbs|micro_batch|train_micro_batch_size|mini_batch_size|"
	"batch_size_per_device|batch_size_per_gpu|per_device_train_bs|per_device_batch|"
	"micro_train_batch_size|micro_batch_size_per_gpu|"
	"training.batch_config.<gpu>.batch_size",
	PER_DEVICE_TRAIN_BATCH_SIZE),
    /* Beside a micro batch the plain name is the global one. */
    KEY_WHEN("train_batch_size|batch_size|train_bs|bsz|bs|batch_size_training|training.batch_size",
	     PER_DEVICE_TRAIN_BATCH_SIZE, PLAIN, NULL, "!@" MICRO),
    KEY_WHEN("train_batch_size|batch_size", GLOBAL_BATCH_SIZE, PLAIN, NULL, "@" MICRO),
    KEY("gradient_accumulation_steps|grad_accum|grad_accum_steps|gradient_accumulation|"
	"accumulation_steps|grad_acc|grad_acc_steps|accumulate_grad_batches|grad_accumulation_"
	"steps|"
	"accum_steps|gradient_acc_steps|"
	"training.batch_config.<gpu>.gradient_accumulation_steps",
	GRADIENT_ACCUMULATION_STEPS),
    KEY_WHEN("use_lora|use_peft", PEFT, SWITCH, "lora;none", NULL),
    KEY_WHEN("use_qlora", PEFT, IF_TRUE, "lora", NULL),
    KEY_WHEN("lora_r|lora_rank|lora_dim|lora_config.r|lora.r|lora.rank|peft_lora_r", PEFT,
	     IF_POSITIVE, "lora", "@use_lora!=false"),
    KEY("lora_r|lora_rank|lora_dim|lora_config.r|lora.r|lora.rank|peft_lora_r", LORA_R),
    KEY("lora_alpha|lora_config.lora_alpha|lora_config.alpha|lora.alpha|lora.lora_alpha",
	LORA_ALPHA),
    KEY("lora_dropout|lora_config.lora_dropout|lora.dropout", LORA_DROPOUT),
    KEY_AS("lora_target_modules|target_modules|lora_targets|lora_target|lora_config.target_modules|"
	   "lora.target_modules",
	   LORA_TARGET_MODULES, MODULES, NULL),
    KEY_AS("load_in_4bit|use_4bit|use_4bit_quantization|use_qlora|load_4bit|load_in_4_bit",
	   QUANTIZATION, IF_TRUE, "nf4"),
    KEY_AS("load_in_8bit|load_8bit", QUANTIZATION, IF_TRUE, "int8"),
    KEY_AS("load_in_4bit|use_4bit|use_4bit_quantization|use_qlora", QUANTIZATION, IF_FALSE, "none"),
    KEY_AS("bf16|use_bf16", MIXED_PRECISION, IF_TRUE, "bf16"),
    KEY_AS("fp16|use_fp16", MIXED_PRECISION, IF_TRUE, "fp16"),
    KEY_AS("mixed_precision|precision|training.precision", MIXED_PRECISION, CHOICE,
	   "bf16-mixed=bf16;16-mixed=fp16;bfloat16=bf16;float16=fp16;bf16=bf16;fp16=fp16;no=no;"
	   "fp32=no;*="),
    KEY_AS("torch_dtype|model_dtype|dtype|models.loading.torch_dtype", WEIGHTS_DTYPE, DTYPE, NULL),
    KEY("optim|optimizer|optimizer_name|optimizer_type|optim_type|training.optimizer.type",
	OPTIMIZER),
    KEY_AS("gradient_checkpointing|use_gradient_checkpointing|enable_gradient_checkpointing|"
	   "activation_checkpointing|grad_checkpointing|grad_checkpoint|"
	   "infrastructure.memory.gradient_checkpointing",
	   GRADIENT_CHECKPOINTING, CHOICE, "unsloth=offload"),
    KEY_AS("disable_gradient_checkpointing|no_gradient_checkpointing", GRADIENT_CHECKPOINTING,
	   SWITCH, "false;true"),
    KEY("attn_implementation", ATTENTION),
    KEY_AS("packing|use_packing", PACKING, PLAIN, NULL),
    KEY("num_generations|group_size", NUM_GENERATIONS),
    KEY("max_prompt_length|max_prompt_seq_len", MAX_PROMPT_LENGTH),
    KEY("max_completion_length|max_response_length", MAX_COMPLETION_LENGTH),
    /* How long answers are; of what learns from texts it is how long samples are that are looked at. */
    KEY_WHEN("gen_length|gen_len|generation_length|max_gen_length|max_gen_len", MAX_COMPLETION_LENGTH, PLAIN, NULL,
	     "task=grpo|ppo|rloo|reinforce"),
    KEY("beta|kl_beta", BETA),
    KEY("num_gpus|n_gpus|gpu_count|ngpus|world_size", NUM_GPUS),
    KEY("num_nodes|nnodes|n_nodes|slurm.nodes", NUM_NODES),
    KEY("gpus_per_node|n_gpus_per_node|num_gpus_per_node|slurm.gpus_per_node", GPUS_PER_NODE),
};

static const struct keymap map_project = {
    .name = "project",
    .package = "project",
    ROWS(rows, rows),
    .source = "spellings counted over some 270 public training scripts and 66 repositories",
};
static const struct keymap *const maps[] = {&map_project};

const struct framework framework_own_setting_names = {.name = "own_setting_names", ROWS(maps, maps)};
