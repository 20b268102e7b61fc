/*
 * accelerate: its config file, its launcher's flags, Accelerator(…) in scripts of one's own.
 */
#include "shared_maps.h"

static const struct package packages[] = {
    {.name = "accelerate",
     "0.15 0.16 0.17 0.18 0.19 0.20 0.21 0.22 0.23 0.24 0.25 0.26 0.27 0.28 0.29 0.30 0.31 0.32 "
     "0.33 0.34 1.0 1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 1.10 1.11 1.12 1.13 1.14",
     "huggingface/accelerate, tags up to v1.14.0"},
};

#define LAUNCH "accelerate src/accelerate/commands/launch.py, utils/launch.py"
#define PLUGIN "accelerate src/accelerate/utils/dataclasses.py"

/* ---- the config file ---- */

#define FSDP_STRATEGY                                                                              \
	"HYBRID_SHARD=hsdp;HYBRID_SHARD_ZERO2=hsdp;NO_SHARD=ddp;3=ddp;4=hsdp;5=hsdp;*=fsdp"
/* utils/dataclasses.py FullyShardedDataParallelPlugin, 1.9: the strategy counts with version 1, the switch with 2. */
#define FSDP_KEEPS "SHARD_GRAD_OP=false;HYBRID_SHARD_ZERO2=false;2=false;5=false;*="
/* FullyShardedDataParallelPlugin and set_auto_wrap_policy(), 1.14: no policy, and the model is one unit. */
#define FSDP_UNIT "NO_WRAP=model;3=model;*=layer"
#define WHOLE	  PLUGIN " FullyShardedDataParallelPlugin: NO_WRAP"
#define IS_FSDP "@distributed_type=FSDP"
#define VERSION "@fsdp_config.fsdp_version|fsdp_config.version"
#define IS_DS	"@distributed_type=DEEPSPEED"
/* launch_command() reads DeepSpeed's flags under this one only, which a config file may set as well. */
#define ASKS_DS "@use_deepspeed|config_file|accelerate_config"

static const struct keyrow file_rows[] = {
    /* Only prepare_simple_launcher_cmd_env() hands it on; those of several processes leave it, and ask for --cpu alone (launch.py, 1.14). */
    KEY_WHEN("use_cpu", NUM_GPUS, IF_TRUE, "0", "@distributed_type!=FSDP|DEEPSPEED|MULTI_GPU|MEGATRON_LM"),
    /* One process whatever num_processes says. */
    KEY_AS("distributed_type", NUM_GPUS, CHOICE, "NO=1;false=1;*="),
    KEY("num_processes", NUM_GPUS),
    KEY("num_machines", NUM_NODES),
    KEY("mixed_precision", MIXED_PRECISION),
    KEY_AS("fp16", MIXED_PRECISION, IF_TRUE, "fp16"),
    /* FSDP */
    KEY_WHEN("fsdp_config.fsdp_version|fsdp_config.version", DATA_PARALLEL, CHOICE,
	     "2=fsdp2;*=", IS_FSDP),
    KEY_WHEN("fsdp_config.fsdp_sharding_strategy|fsdp_config.sharding_strategy", DATA_PARALLEL,
	     CHOICE, FSDP_STRATEGY, IS_FSDP),
    KEY_WHEN("fsdp_config.fsdp_sharding_strategy|fsdp_config.sharding_strategy", RESHARD_AFTER_FORWARD,
	     CHOICE, FSDP_KEEPS, IS_FSDP "," VERSION "!=2"),
    KEY_WHEN("fsdp_config.fsdp_reshard_after_forward|fsdp_config.reshard_after_forward",
	     RESHARD_AFTER_FORWARD, IF_FALSE, "false", IS_FSDP "," VERSION "=2"),
    KEY_WHEN("fsdp_config.fsdp_auto_wrap_policy|fsdp_config.auto_wrap_policy", SHARD_UNIT, CHOICE, FSDP_UNIT, IS_FSDP),
    KEY_WHEN("fsdp_config.fsdp_offload_params|fsdp_config.offload_params", OFFLOAD_PARAMS, SWITCH,
	     "cpu;none", IS_FSDP),
    KEY_WHEN("fsdp_config.fsdp_offload_params|fsdp_config.offload_params", OFFLOAD_OPTIMIZER,
	     SWITCH, "cpu;none", IS_FSDP),
    KEY_WHEN("fsdp_config.fsdp_cpu_ram_efficient_loading|fsdp_config.cpu_ram_efficient_loading", RAM_EFFICIENT_LOADING, PLAIN,
	     NULL, IS_FSDP),
    KEY_WHEN("fsdp_config.fsdp_activation_checkpointing|fsdp_config.activation_checkpointing",
	     GRADIENT_CHECKPOINTING, IF_TRUE, "true", IS_FSDP),
    /* DeepSpeed */
    {.key = "deepspeed_config.deepspeed_config_file",
     .setting = SETTING_NONE,
     .convert = CONVERT_NESTED,
     .arg = "deepspeed.config",
     .when = IS_DS},
    KEY_WHEN("deepspeed_config.zero_stage", DATA_PARALLEL, CHOICE, "0=ddp;1=zero1;2=zero2;3=zero3",
	     IS_DS),
    KEY_WHEN("deepspeed_config.offload_optimizer_device", OFFLOAD_OPTIMIZER, PLAIN, NULL, IS_DS),
    KEY_WHEN("deepspeed_config.offload_param_device", OFFLOAD_PARAMS, PLAIN, NULL,
	     IS_DS ",@deepspeed_config.zero_stage=3"),
    KEY_WHEN("deepspeed_config.gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS, PLAIN,
	     NULL, IS_DS),
    KEY_AS("distributed_type", DATA_PARALLEL, CHOICE,
	   "FSDP=fsdp;DEEPSPEED=;NO=none;false=none;MULTI_GPU=ddp;*="),
    /* Megatron-LM and the parallelism plugin */
    KEY_WHEN("megatron_lm_config.megatron_lm_tp_degree", TENSOR_PARALLEL, PLAIN, NULL,
	     "@distributed_type=MEGATRON_LM"),
    KEY_WHEN("megatron_lm_config.megatron_lm_sequence_parallelism", SEQUENCE_PARALLEL, PLAIN, NULL,
	     "@distributed_type=MEGATRON_LM,tensor_parallel>1"),
    KEY_WHEN("megatron_lm_config.megatron_lm_pp_degree", PIPELINE_PARALLEL, PLAIN, NULL,
	     "@distributed_type=MEGATRON_LM"),
    KEY("parallelism_config.parallelism_config_tp_size", TENSOR_PARALLEL),
    KEY("parallelism_config.parallelism_config_cp_size|parallelism_config.parallelism_config_sp_"
	"size",
	CONTEXT_PARALLEL),
    KEY_WHEN("dynamo_config.dynamo_backend", TORCH_COMPILE, CHOICE, "no=false;*=true", NULL),
};

static const struct defrow file_defaults[] = {
    DEFAULT(NUM_NODES, "1", LAUNCH),
    /* A DeepSpeed section without zero_stage or file. */
    DEFAULT_WHEN(DATA_PARALLEL, "zero2", IS_DS ",!@deepspeed_config.deepspeed_config_file",
		 PLUGIN " DeepSpeedPlugin: zero_stage 2"),
    DEFAULT_WHEN(OFFLOAD_OPTIMIZER, "none", IS_DS, PLUGIN),
    DEFAULT_WHEN(OFFLOAD_PARAMS, "none", IS_DS, PLUGIN),
    DEFAULT_WHEN(REDUCE_BUCKET_SIZE, "500000000", "data_parallel=zero1|zero2|zero3",
		 "deepspeed deepspeed/runtime/zero/config.py"),
    DEFAULT_WHEN(PREFETCH_BUCKET_SIZE, "50000000", "data_parallel=zero3",
		 "deepspeed deepspeed/runtime/zero/config.py"),
    DEFAULT_WHEN(OVERLAP_COMM, "true", "data_parallel=zero3",
		 "deepspeed deepspeed/runtime/zero/config.py"),
    DEFAULT_WHEN(SHARD_UNIT, "model", IS_FSDP ",!peft,@fsdp_config", WHOLE),
    DEFAULT_WHEN(OFFLOAD_PARAMS, "none", IS_FSDP, LAUNCH),
    DEFAULT_WHEN(OFFLOAD_OPTIMIZER, "none", IS_FSDP, LAUNCH),
};

/* ---- the launcher's flags ---- */

static const struct keyrow launch_rows[] = {
    KEY_AS("cpu|use_cpu", NUM_GPUS, IF_TRUE, "0"),
    KEY("num_processes", NUM_GPUS),
    KEY_WHEN("gpu_ids", NUM_GPUS, LENGTH, NULL, "@gpu_ids!=all"),
    KEY("num_machines", NUM_NODES),
    /* commands/launch.py of 0.15: it takes the place of mixed_precision; 0.16 has it no more. */
    KEY_IN("fp16", MIXED_PRECISION, IF_TRUE, "fp16", NULL, "0.16"),
    KEY("mixed_precision", MIXED_PRECISION),
    KEY_WHEN("fsdp_version", DATA_PARALLEL, CHOICE, "2=fsdp2;*=", "@use_fsdp"),
    KEY_WHEN("fsdp_sharding_strategy", DATA_PARALLEL, CHOICE, FSDP_STRATEGY, "@use_fsdp"),
    KEY_AS("use_fsdp", DATA_PARALLEL, IF_TRUE, "fsdp"),
    KEY_WHEN("fsdp_sharding_strategy", RESHARD_AFTER_FORWARD, CHOICE, FSDP_KEEPS, "@use_fsdp,@fsdp_version!=2"),
    KEY_WHEN("fsdp_reshard_after_forward", RESHARD_AFTER_FORWARD, IF_FALSE, "false", "@use_fsdp,@fsdp_version=2"),
    KEY_WHEN("fsdp_auto_wrap_policy", SHARD_UNIT, CHOICE, FSDP_UNIT, "@use_fsdp"),
    KEY_WHEN("fsdp_offload_params", OFFLOAD_PARAMS, SWITCH, "cpu;none", "@use_fsdp"),
    KEY_WHEN("fsdp_offload_params", OFFLOAD_OPTIMIZER, SWITCH, "cpu;none", "@use_fsdp"),
    KEY_WHEN("fsdp_cpu_ram_efficient_loading", RAM_EFFICIENT_LOADING, PLAIN, NULL, "@use_fsdp"),
    KEY_WHEN("fsdp_activation_checkpointing", GRADIENT_CHECKPOINTING, IF_TRUE, "true", "@use_fsdp"),
    {.key = "deepspeed_config_file",
     .setting = SETTING_NONE,
     .convert = CONVERT_NESTED,
     .arg = "deepspeed.config",
     .when = ASKS_DS},
    KEY_WHEN("zero_stage", DATA_PARALLEL, CHOICE, "0=ddp;1=zero1;2=zero2;3=zero3", ASKS_DS),
    KEY_WHEN("offload_optimizer_device", OFFLOAD_OPTIMIZER, PLAIN, NULL, ASKS_DS),
    KEY_WHEN("offload_param_device", OFFLOAD_PARAMS, PLAIN, NULL, ASKS_DS),
    KEY_WHEN("gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS, PLAIN, NULL,
	     "@use_deepspeed"),
    KEY_WHEN("use_deepspeed", DATA_PARALLEL, IF_TRUE, "zero2", "!@deepspeed_config_file"),
    /* Asked for on the command line, it takes the place of what the file shards by (commands/launch.py, _validate_launch_command). */
    KEY_AS("multi_gpu", DATA_PARALLEL, IF_TRUE, "ddp"),
    KEY_AS("multi_gpu", OFFLOAD_OPTIMIZER, IF_TRUE, "none"),
    KEY_AS("multi_gpu", OFFLOAD_PARAMS, IF_TRUE, "none"),
    KEY("parallelism_config_tp_size", TENSOR_PARALLEL),
    KEY("parallelism_config_cp_size|parallelism_config_sp_size", CONTEXT_PARALLEL),
    KEY_AS("dynamo_backend", TORCH_COMPILE, CHOICE, "no=false;*=true"),
    /* Flags win over the file (_validate_launch_command). */
    KEY_NESTED("config_file|accelerate_config", "accelerate"),
};

/* ---- Accelerator(…) ---- */

static const struct keyrow accelerator_rows[] = {
    KEY("gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS),
    /* accelerator.py of 0.15, Accelerator.__init__(): it takes the place of mixed_precision; 0.16 has it no more. */
    KEY_IN("fp16", MIXED_PRECISION, IF_TRUE, "fp16", NULL, "0.16"),
    KEY("mixed_precision", MIXED_PRECISION),
    KEY_AS("cpu", NUM_GPUS, IF_TRUE, "0"),
    KEY_NESTED("deepspeed_plugin", "accelerate.DeepSpeedPlugin"),
    KEY_NESTED("fsdp_plugin", "accelerate.FullyShardedDataParallelPlugin"),
    KEY_NESTED("parallelism_config", "accelerate.ParallelismConfig"),
};
static const struct defrow accelerator_defaults[] = {
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "1", "accelerate src/accelerate/accelerator.py"),
    DEFAULT(MIXED_PRECISION, "no", "accelerate src/accelerate/state.py"),
};
static const struct keyrow ds_plugin_rows[] = {
    KEY_NESTED("hf_ds_config", "deepspeed.config"),
    KEY_AS("zero_stage", DATA_PARALLEL, CHOICE, "0=ddp;1=zero1;2=zero2;3=zero3"),
    KEY("offload_optimizer_device", OFFLOAD_OPTIMIZER),
    KEY("offload_param_device", OFFLOAD_PARAMS),
    KEY("gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS),
};
static const struct defrow ds_plugin_defaults[] = {
    DEFAULT_WHEN(DATA_PARALLEL, "zero2", "!@hf_ds_config", PLUGIN " DeepSpeedPlugin"),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", PLUGIN),
    DEFAULT(OFFLOAD_PARAMS, "none", PLUGIN),
};
static const struct keyrow fsdp_plugin_rows[] = {
    KEY_AS("fsdp_version", DATA_PARALLEL, CHOICE, "2=fsdp2;*="),
    KEY_AS("sharding_strategy", DATA_PARALLEL, CHOICE, FSDP_STRATEGY),
    KEY_WHEN("sharding_strategy", RESHARD_AFTER_FORWARD, CHOICE, FSDP_KEEPS, "@fsdp_version!=2"),
    KEY_WHEN("reshard_after_forward", RESHARD_AFTER_FORWARD, IF_FALSE, "false", "@fsdp_version=2"),
    KEY_AS("auto_wrap_policy", SHARD_UNIT, CHOICE, FSDP_UNIT),
    KEY_AS("auto_wrap_policy", SHARD_UNIT, PRESENT, "layer"),
    FSDP_OFFLOAD,
    KEY_AS("activation_checkpointing", GRADIENT_CHECKPOINTING, IF_TRUE, "true"),
};
static const struct defrow fsdp_plugin_defaults[] = {
    DEFAULT(DATA_PARALLEL, "fsdp", PLUGIN " FullyShardedDataParallelPlugin: FULL_SHARD, version 1"),
    DEFAULT_WHEN(SHARD_UNIT, "model", "!@auto_wrap_policy,!peft", WHOLE),
};
static const struct keyrow parallelism_rows[] = {
    KEY("tp_size", TENSOR_PARALLEL),
    KEY("cp_size|sp_size", CONTEXT_PARALLEL),
};

static const struct refusal file_refusals[] = {
    {.when = IS_FSDP ",@fsdp_config.fsdp_auto_wrap_policy=TRANSFORMER_BASED_WRAP",
     .refuses = REFUSES_OTHER_LAYER,
     .key = "fsdp_config.fsdp_transformer_layer_cls_to_wrap",
     .why = "FSDP is to wrap layers that are not there",
     .source = ACCELERATE_WRAP},
};

const struct keymap map_accelerate_file = {
    .name = "accelerate",
    .package = "accelerate",
    ROWS(refusals, file_refusals),
    ROWS(rows, file_rows),
    ROWS(defaults, file_defaults),
    /* state.py AcceleratorState and transformers training_args.py: ACCELERATE_MIXED_PRECISION of the environment, where none is given. */
    .precision = true,
    .source = "accelerate src/accelerate/commands/config/config_args.py",
};
const struct keymap map_accelerate_launch = {
    .name = "accelerate launch",
    .package = "accelerate",
    ROWS(rows, launch_rows),
    .source = LAUNCH,
};
/* Which passes reduce what is sharded. FSDP 2 heeds no_sync() since 1.11. */
#define ACCUMULATES "accelerate src/accelerate/accelerator.py: accumulate() alone puts no_sync() around all passes but the last"
static const struct defrow backward_defaults[] = {
    {.setting = SETTING_SYNC_GRADIENTS, .value = "each", .when = "data_parallel=fsdp|fsdp2|hsdp", .source = ACCUMULATES, .behind = true},
};
static const struct defrow accumulate_defaults[] = {
    DEFAULT_WHEN(SYNC_GRADIENTS, "last", "data_parallel=fsdp", ACCUMULATES),
    DEFAULT_IN_WHEN(SYNC_GRADIENTS, "last", "1.11", NULL, "data_parallel=fsdp2|hsdp", ACCUMULATES),
};

static const struct keymap map_accelerator = {
    .name = "accelerate.Accelerator",
    .package = "accelerate",
    ROWS(rows, accelerator_rows),
    ROWS(defaults, accelerator_defaults),
    .source = "accelerate src/accelerate/accelerator.py",
};
static const struct keymap map_accelerator_backward = {
    .name = "accelerate.Accelerator.backward",
    .package = "accelerate",
    .base = {&map_torch_step},
    ROWS(defaults, backward_defaults),
    .source = "accelerate src/accelerate/accelerator.py",
};
static const struct keymap map_accumulate = {
    .name = "accelerate.Accelerator.accumulate",
    .package = "accelerate",
    ROWS(defaults, accumulate_defaults),
    .source = "accelerate src/accelerate/accelerator.py",
};
static const struct keymap map_ds_plugin = {
    .name = "accelerate.DeepSpeedPlugin",
    .package = "accelerate",
    ROWS(rows, ds_plugin_rows),
    ROWS(defaults, ds_plugin_defaults),
    .source = PLUGIN,
};
static const struct keymap map_fsdp_plugin = {
    .name = "accelerate.FullyShardedDataParallelPlugin",
    .package = "accelerate",
    ROWS(rows, fsdp_plugin_rows),
    ROWS(defaults, fsdp_plugin_defaults),
    .source = PLUGIN,
};
static const struct keymap map_parallelism = {
    .name = "accelerate.ParallelismConfig",
    .package = "accelerate",
    ROWS(rows, parallelism_rows),
    .source = "accelerate src/accelerate/parallelism_config.py",
};
static const struct keymap *const maps[] = {
    &map_accelerate_file, &map_accelerate_launch, &map_accelerator,
    &map_ds_plugin,	  &map_fsdp_plugin,	  &map_parallelism,
    &map_accelerator_backward, &map_accumulate,
};

static const struct param find_params[] = {{"function", ROLE_NONE},
					   {"starting_batch_size", ROLE_NONE}};

static const struct callable callables[] = {
    {.names = "accelerate.Accelerator", .effect = EFFECT_LOOP, .map = &map_accelerator},
    {.names = "accelerate.DeepSpeedPlugin|accelerate.utils.DeepSpeedPlugin", .map = &map_ds_plugin},
    {.names = "accelerate.FullyShardedDataParallelPlugin|"
	      "accelerate.utils.FullyShardedDataParallelPlugin",
     .map = &map_fsdp_plugin},
    {.names = "accelerate.ParallelismConfig", .map = &map_parallelism},
    {.names = "accelerate.Accelerator().prepare", .returns = RETURNS_ARGS},
    {.names =
	 "accelerate.Accelerator().prepare_model|accelerate.Accelerator().unwrap_model|"
	 "accelerate.Accelerator().prepare_data_loader|accelerate.Accelerator().prepare_optimizer",
     .returns = RETURNS_ARG},
    {.names = "accelerate.Accelerator().backward",
     .effect = EFFECT_STEP,
     .returns = RETURNS_NONE,
     .map = &map_accelerator_backward,
     .set = "framework=accelerate"},
    {.names = "accelerate.Accelerator().accumulate",
     .effect = EFFECT_SET,
     .returns = RETURNS_UNKNOWN,
     .map = &map_accumulate},
    {.names = "accelerate.Accelerator().autocast", .returns = RETURNS_UNKNOWN},
    {.names = "accelerate.Accelerator().wait_for_everyone|accelerate.Accelerator().print|"
	      "accelerate.Accelerator().clip_grad_norm_|accelerate.Accelerator().save_state",
     .returns = RETURNS_NONE},
    {.names = "accelerate.utils.find_executable_batch_size|accelerate.find_executable_batch_size",
     ROWS(params, find_params)},
    {.names = "accelerate.utils.set_seed", .returns = RETURNS_NONE},
    {.names = "accelerate.PartialState|accelerate.state.AcceleratorState"},
};

static const struct config configs[] = {
    {.name = "accelerate",
     .markers = "distributed_type",
     .keys = "distributed_type?,num_processes|compute_environment|mixed_precision|machine_rank",
     .unless = "model_name_or_path,base_model,model",
     .map = &map_accelerate_file,
     .launcher = true,
     .source = "accelerate src/accelerate/commands/config/config_args.py"},
};

/* lint/launch strips "accelerate launch" off and gives its options to the map of that name. */
const struct framework framework_accelerate = {
    .name = "accelerate",
    ROWS(callables, callables),
    ROWS(configs, configs),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
