/*
 * transformers: TrainingArguments and the Trainer, which most trainers' own arguments extend.
 */
#include "shared_maps.h"

/* ---- TrainingArguments ---- */

static const struct keyrow args_rows[] = {
    KEY("per_device_train_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY_IN("per_gpu_train_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE, PLAIN, NULL, NULL, "5.0"),
    KEY("per_device_eval_batch_size", PER_DEVICE_EVAL_BATCH_SIZE),
    KEY_IN("per_gpu_eval_batch_size", PER_DEVICE_EVAL_BATCH_SIZE, PLAIN, NULL, NULL, "5.0"),
    KEY("gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS),
    /* Its own switch, whatever gradient_checkpointing says: accelerate src/accelerate/accelerator.py prepare_model(). */
    KEY_WHEN("fsdp_config.activation_checkpointing|fsdp_config.fsdp_activation_checkpointing",
	     GRADIENT_CHECKPOINTING, IF_TRUE, "true", "@fsdp"),
    KEY_WHEN("gradient_checkpointing", GRADIENT_CHECKPOINTING, CHOICE, "unsloth=offload",
	     "gradient_checkpointing!=true|selective|offload"),
    /*
     * Unsloth puts its function in place of torch.utils.checkpoint's for the whole process, which the Trainer's own switch
     * then leads to as well: unsloth_zoo gradient_checkpointing.py patch_unsloth_smart_gradient_checkpointing().
     */
    KEY_WHEN("gradient_checkpointing", GRADIENT_CHECKPOINTING, CHOICE, "false=;no=;0=;*=offload",
	     "gradient_checkpointing=offload"),
    /* False does not switch off what the model's own method has switched on. */
    KEY_AS("gradient_checkpointing", GRADIENT_CHECKPOINTING, CHOICE,
	   "unsloth=offload;false=;no=;0=;*=true"),
    KEY("gradient_checkpointing_kwargs.use_reentrant", USE_REENTRANT),
    /* Both true is a ValueError; bf16 is the harmless reading of the two. */
    KEY_AS("bf16", MIXED_PRECISION, IF_TRUE, "bf16"),
    KEY_AS("fp16", MIXED_PRECISION, IF_TRUE, "fp16"),
    /* A DeepSpeed optimizer block makes the Trainer ignore optim. */
    KEY_NESTED("deepspeed", "deepspeed.optimizer"),
    KEY_AS("adafactor", OPTIMIZER, IF_TRUE, "adafactor"),
    KEY("optim", OPTIMIZER),
    KEY_IN("eval_strategy", EVALUATION, CHOICE, "no=false;false=false;*=true", "4.41", NULL),
    KEY_IN("evaluation_strategy", EVALUATION, CHOICE, "no=false;false=false;*=true", NULL, "4.51"),
    KEY_AS("torch_compile", TORCH_COMPILE, PLAIN, NULL),
    KEY_AS("torch_compile_backend|torch_compile_mode", TORCH_COMPILE, PRESENT, "true"),
    KEY_WHEN("use_liger_kernel", LOSS_KERNEL, IF_TRUE, "liger",
	     "@liger_kernel_config.fused_linear_cross_entropy!=false,"
	     "!@liger_kernel_config.cross_entropy"),
    KEY_AS("use_liger_kernel", FUSED_KERNELS, IF_TRUE, "liger"),
    KEY_AS("use_cpu|no_cuda", NUM_GPUS, IF_TRUE, "0"),
    KEY_WHEN("fsdp", DATA_PARALLEL, WORDS,
	     "hybrid_shard=hsdp;full_shard=fsdp2;shard_grad_op=fsdp2;no_shard=ddp",
	     "@fsdp_config.version|fsdp_config.fsdp_version=2"),
    KEY_AS("fsdp", DATA_PARALLEL, WORDS,
	   "hybrid_shard=hsdp;full_shard=fsdp;shard_grad_op=fsdp;no_shard=ddp"),
    KEY_WHEN("fsdp", DATA_PARALLEL, IF_TRUE, "fsdp2",
	     "@fsdp_config.version|fsdp_config.fsdp_version=2"),
    KEY_AS("fsdp", DATA_PARALLEL, IF_TRUE, "fsdp"),
    KEY_WHEN("fsdp", RESHARD_AFTER_FORWARD, WORDS, "shard_grad_op=false;hybrid_shard_zero2=false",
	     "@fsdp_config.version|fsdp_config.fsdp_version!=2"),
    KEY_WHEN("fsdp_config.reshard_after_forward|fsdp_config.fsdp_reshard_after_forward", RESHARD_AFTER_FORWARD,
	     SWITCH, "true;false", "@fsdp,@fsdp_config.version|fsdp_config.fsdp_version=2"),
    KEY_AS("fsdp", SHARD_UNIT, WORDS, "auto_wrap=layer"),
    KEY_AS("fsdp", OFFLOAD_PARAMS, WORDS, "offload=cpu"),
    KEY_AS("fsdp", OFFLOAD_OPTIMIZER, WORDS, "offload=cpu"),
    KEY_AS("max_steps", MAX_STEPS, CHOICE, "-1=;0="),
    KEY_NESTED("parallelism_config", "accelerate.ParallelismConfig"),
    KEY_NESTED("deepspeed", "deepspeed.config"),
    /* MIGRATION_GUIDE_V5.md: removed in 5.0. */
    KEY_UNTIL("overwrite_output_dir|save_safetensors|no_cuda|half_precision_backend|fp16_backend|"
	      "fp16_opt_level|use_mps_device|tpu_num_cores|jit_mode_eval|ray_scope|mp_parameters|"
	      "past_index|push_to_hub_token|push_to_hub_model_id|push_to_hub_organization|"
	      "include_inputs_for_metrics|fsdp_min_num_params|fsdp_transformer_layer_cls_to_wrap",
	      NULL, "5.0"),
};

#define TA "transformers src/transformers/training_args.py"
static const struct defrow args_defaults[] = {
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "8", TA ", 4.20-5.3"),
    DEFAULT(PER_DEVICE_EVAL_BATCH_SIZE, "8", TA ", 4.20-5.3"),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "1", TA ", 4.20-5.3"),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", TA ", 4.20-5.3"),
    /* bf16=False leaves ACCELERATE_MIXED_PRECISION as the launcher set it; TRL's rows say the rest. */
    DEFAULT(MIXED_PRECISION, "no", TA ", 4.20-5.3"),
    DEFAULT_IN(OPTIMIZER, "adamw_hf", NULL, "4.32", TA " before 4.32"),
    {.setting = SETTING_OPTIMIZER,
     .value = "adamw_torch",
     .package = "torch",
     .until = "2.8",
     .source = TA ": fused only with torch >= 2.8"},
    DEFAULT_IN(OPTIMIZER, "adamw_torch", "4.32", "4.54", TA ", 4.32-4.53"),
    DEFAULT_IN(OPTIMIZER, "adamw_torch_fused", "4.54", NULL, TA " since 4.54"),
    DEFAULT(EVALUATION, "false", TA ": eval_strategy no"),
    /* accelerate's own default is true; the Trainer hands its own on. */
    DEFAULT_WHEN(RESHARD_AFTER_FORWARD, "false", "@fsdp,@fsdp_config.version|fsdp_config.fsdp_version=2",
		 TA " _process_fsdp_args, 5.0-5.3: false unless fsdp_config has reshard_after_forward"),
    /* An adapter brings a policy of its own (trainer.py _fsdp_qlora_plugin_updates). */
    DEFAULT_IN_WHEN(SHARD_UNIT, "model", "4.30", "5.4", "@fsdp,!peft,!@fsdp_config.xla",
		    TA " _process_fsdp_args: only auto_wrap gives accelerate a policy"),
    DEFAULT(TORCH_COMPILE, "false", TA),
};

/* ---- the trainers ---- */

#define TR "transformers src/transformers/trainer.py"
static const struct keyrow trainer_rows[] = {
    KEY_UNTIL("tokenizer", "fused_kernels!=unsloth", "5.0"),
};
static const struct defrow trainer_defaults[] = {
    DEFAULT(PEFT, "none", TR ": trains what it is given"),
    DEFAULT_BEHIND(QUANTIZATION, "none", TR ": trains what it is given"),
    DEFAULT(PACKING, "false", TR ": rows are what the data set holds"),
    DEFAULT_BEHIND(LOSS_KERNEL, "torch", "transformers src/transformers/loss/loss_utils.py"),
    DEFAULT(FUSED_KERNELS, "none", TR),
    DEFAULT_IN_WHEN(
	USE_REENTRANT, "true", NULL, "5.0", "gradient_checkpointing=true",
	"transformers src/transformers/modeling_utils.py gradient_checkpointing_enable, 4.57"),
    DEFAULT_IN_WHEN(
	USE_REENTRANT, "false", "5.0", NULL, "gradient_checkpointing=true",
	"transformers src/transformers/modeling_utils.py gradient_checkpointing_enable, 5.0"),
};

static const struct refusal args_refusals[] = {
    {.when = "@fp16=true,@bf16=true",
     .key = "fp16",
     .why = "fp16 and bf16 are both on",
     .source = TA " __post_init__: \"At most one of fp16 and bf16 can be True\", 4.10-5.0"},
    {.when = "@fsdp,@deepspeed",
     .key = "fsdp",
     .why = "fsdp beside deepspeed",
     .source = "transformers src/transformers/trainer.py: \"Using --fsdp xxx together with --deepspeed is not possible\", 4.15-5.0"},
    {.when = "@fsdp",
     .refuses = REFUSES_OTHER_LAYER,
     .key = "fsdp_config.transformer_layer_cls_to_wrap|fsdp_config.fsdp_transformer_layer_cls_to_wrap|"
	    "fsdp_transformer_layer_cls_to_wrap",
     .why = "FSDP is to wrap layers that are not there",
     .by = "accelerate",
     .source = ACCELERATE_WRAP},
    {.when = "@fsdp,@gradient_checkpointing=true,@fsdp_config.activation_checkpointing=true",
     .key = "gradient_checkpointing",
     .why = "gradient_checkpointing beside FSDP's activation_checkpointing",
     .since = "4.34",
     .source = "transformers src/transformers/trainer.py create_accelerator_and_postprocess"},
};

/* A model that lies there quantised has nothing that learns; an adapter has. */
static const struct refusal trainer_refusals[] = {
    {.when = "quantization=nf4|fp4|int8,peft=none",
     .key = "model",
     .why = "the model is quantised, and has no adapter that trains",
     .since = "4.34",
     .source = "transformers src/transformers/trainer.py __init__: \"You cannot perform fine-tuning on purely quantized "
	       "models\", 4.34-5.0 (pull request 26248)"},
};

const struct keymap map_transformers_args = {
    .name = "transformers.TrainingArguments",
    .package = "transformers",
    ROWS(refusals, args_refusals),
    ROWS(rows, args_rows),
    ROWS(defaults, args_defaults),
    .source = TA,
};
const struct keymap map_transformers_trainer = {
    .name = "transformers.Trainer",
    .package = "transformers",
    ROWS(rows, trainer_rows),
    ROWS(defaults, trainer_defaults),
    ROWS(refusals, trainer_refusals),
    .source = TR,
};
