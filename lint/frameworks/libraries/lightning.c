/*
 * Lightning: Trainer(…).fit(model) and Fabric(…). The model is the project's own module.
 */
#include "shared_maps.h"

#define TRAINER	  "lightning src/lightning/pytorch/trainer/trainer.py, 2.5"
#define PRECISION "lightning src/lightning/fabric/plugins/precision/, 2.5"
#define STRATEGY  "lightning src/lightning/pytorch/strategies/, 2.5"

static const struct keyrow rows[] = {
    KEY_AS("devices|gpus", GPUS_PER_NODE, COUNT, NULL),
    KEY("num_nodes", NUM_NODES),
    KEY_AS("precision", MIXED_PRECISION, CHOICE,
	   "bf16-mixed=bf16;16-mixed=fp16;bf16=bf16;16=fp16;bf16-true=no;16-true=no;"
	   "transformer-engine=fp8;*=no"),
    KEY_AS("precision", WEIGHTS_DTYPE, CHOICE,
	   "bf16-true=bfloat16;16-true=float16;32=float32;32-true=float32;*="),
    KEY("accumulate_grad_batches", GRADIENT_ACCUMULATION_STEPS),
    KEY_AS("strategy", OFFLOAD_OPTIMIZER, WORDS, "_offload=cpu"),
    KEY_AS("strategy", OFFLOAD_PARAMS, WORDS, "stage_3_offload=cpu"),
    /* src/pytorch_lightning/strategies/, 1.6 to 1.9: horovod.py averages gradients as DDP does. */
    KEY_AS("strategy", DATA_PARALLEL, WORDS,
	   "deepspeed_stage_1=zero1;deepspeed_stage_2=zero2;deepspeed_stage_3=zero3;fsdp=fsdp;"
	   "ddp=ddp;horovod=ddp;deepspeed=zero1"),
    KEY_NESTED("strategy", "lightning.Strategy"),
    KEY_AS("limit_val_batches", EVALUATION, IF_FALSE, "false"),
};
/* A configuration of DeepSpeed's own replaces these. */
#define BUCKET "lightning src/lightning/pytorch/strategies/deepspeed.py DeepSpeedStrategy, 2.0 to 2.5"

/* src/lightning/pytorch/strategies/fsdp.py _setup_model, fabric's setup_module, 2.6: FSDP(model) as it comes. */
#define UNWRAPPED "lightning src/lightning/fabric/strategies/fsdp.py, 2.6: no auto_wrap_policy"

static const struct defrow defaults[] = {
    DEFAULT_WHEN(REDUCE_BUCKET_SIZE, "200000000", "@strategy=deepspeed|deepspeed_stage_1|deepspeed_stage_2|"
		 "deepspeed_stage_2_offload|deepspeed_stage_3|deepspeed_stage_3_offload", BUCKET),
    DEFAULT_WHEN(OVERLAP_COMM, "true", "@strategy=deepspeed|deepspeed_stage_1|deepspeed_stage_2|"
		 "deepspeed_stage_2_offload|deepspeed_stage_3|deepspeed_stage_3_offload", BUCKET),
    DEFAULT_WHEN(SYNC_GRADIENTS, "each", "data_parallel=fsdp",
		 "lightning src/lightning/pytorch/strategies/parallel.py block_backward_sync, 2.6: DDP alone waits"),
    DEFAULT_WHEN(SHARD_UNIT, "model", "@strategy=fsdp|fsdp_cpu_offload,!peft", UNWRAPPED),
    DEFAULT(NUM_NODES, "1", TRAINER),
    DEFAULT(MIXED_PRECISION, "no", PRECISION ": 32-true"),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "1", TRAINER),
    DEFAULT(PEFT, "none", TRAINER ": trains what it is given"),
    DEFAULT_BEHIND(QUANTIZATION, "none", TRAINER ": trains what it is given"),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", "pytorch: nothing is recomputed unless asked"),
};
static const struct keyrow strategy_rows[] = {
    KEY_AS("stage", DATA_PARALLEL, CHOICE, "1=zero1;2=zero2;3=zero3"),
    KEY_AS("offload_optimizer", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu"),
    KEY_AS("offload_parameters", OFFLOAD_PARAMS, IF_TRUE, "cpu"),
    KEY_WHEN("reduce_bucket_size", REDUCE_BUCKET_SIZE, PLAIN, NULL, "!@config"),
    KEY_WHEN("overlap_comm", OVERLAP_COMM, PLAIN, NULL, "!@config"),
    /* deepspeed.py _format_batch_size_and_grad_accum_config, 2.0 to 2.6: the loader's batch, accumulate_grad_batches. */
    KEY_NESTED("config", "deepspeed.fed"),
};
static const struct defrow strategy_defaults[] = {
    DEFAULT_WHEN(REDUCE_BUCKET_SIZE, "200000000", "!@config", BUCKET),
    DEFAULT_WHEN(OVERLAP_COMM, "true", "!@config", BUCKET),
};
static const struct keyrow fsdp_rows[] = {
    FSDP_ROWS,
    KEY_AS("auto_wrap_policy", SHARD_UNIT, PRESENT, "layer"),
    KEY_AS("activation_checkpointing_policy|activation_checkpointing", GRADIENT_CHECKPOINTING, PRESENT, "true"),
};
static const struct defrow fsdp_defaults[] = {
    DEFAULT_WHEN(SHARD_UNIT, "model", "!@auto_wrap_policy,!@open,!peft", UNWRAPPED),
};
static const struct keymap map_trainer = {
    .name = "lightning.Trainer",
    .package = "lightning",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = TRAINER,
};
static const struct keymap map_strategy = {
    .name = "lightning.Strategy",
    .package = "lightning",
    ROWS(rows, strategy_rows),
    ROWS(defaults, strategy_defaults),
    .source = STRATEGY,
};
static const struct keymap map_fsdp = {
    .name = "lightning.FSDPStrategy",
    .package = "lightning",
    ROWS(rows, fsdp_rows),
    ROWS(defaults, fsdp_defaults),
    .source = STRATEGY,
};
/* fabric run, lightning run model: what Fabric() is not given itself. */
static const struct keyrow run_rows[] = {
    KEY_AS("devices", GPUS_PER_NODE, COUNT, NULL),
    KEY("num_nodes", NUM_NODES),
    KEY_AS("precision", MIXED_PRECISION, CHOICE, "bf16-mixed=bf16;16-mixed=fp16;bf16=bf16;16=fp16;*="),
    KEY_AS("strategy", DATA_PARALLEL, CHOICE, "ddp=ddp;fsdp=fsdp;deepspeed=zero1;*="),
};
static const struct keymap map_run = {
    .name = "fabric run",
    .package = "lightning",
    ROWS(rows, run_rows),
    .source = "lightning src/lightning/fabric/cli.py, connector.py _argument_from_env, 2.0 to 2.6",
};
static const struct keymap *const maps[] = {&map_run, &map_trainer, &map_strategy, &map_fsdp};

static const struct param fit_params[] = {{"model", ROLE_MODEL}};

static const struct callable callables[] = {
    {.names = "lightning.Trainer|pytorch_lightning.Trainer|lightning.pytorch.Trainer|"
	      "lightning.Fabric|lightning.fabric.Fabric|lightning_fabric.Fabric",
     .map = &map_trainer,
     /* devices="auto"; lightning src/lightning/fabric/plugins/environments/slurm.py: one for each task. */
     .joins = JOINS_DEVICES},
    {.names = "lightning.Trainer().fit|pytorch_lightning.Trainer().fit|"
	      "lightning.pytorch.Trainer().fit",
     .effect = EFFECT_SINK,
     ROWS(params, fit_params),
     /* lightning src/lightning/pytorch/trainer/trainer.py _run: in this order. */
     .hooks = "setup|configure_model|train_dataloader|configure_optimizers|training_step|"
	      "val_dataloader|validation_step",
     .own_loop = true,
     .set = "framework=lightning"},
    {.names = "lightning.Fabric().backward|lightning.fabric.Fabric().backward",
     .effect = EFFECT_STEP,
     .returns = RETURNS_NONE,
     .map = &map_torch_step,
     .set = "framework=lightning"},
    {.names = "lightning.Fabric().setup|lightning.fabric.Fabric().setup|"
	      "lightning.Fabric().setup_dataloaders|lightning.fabric.Fabric().setup_dataloaders|"
	      "lightning.Fabric().setup_optimizers|lightning.fabric.Fabric().setup_optimizers",
     .returns = RETURNS_ARGS},
    /* src/pytorch_lightning/plugins/training_type/deepspeed.py, 1.2 to 1.7: DeepSpeedPlugin, its old name. */
    {.names = "lightning.pytorch.strategies.DeepSpeedStrategy|"
	      "pytorch_lightning.strategies.DeepSpeedStrategy|lightning.fabric.strategies."
	      "DeepSpeedStrategy|pytorch_lightning.plugins.DeepSpeedPlugin",
     .map = &map_strategy,
     .set = "data_parallel=zero2?!@config"},
    /* src/pytorch_lightning/strategies/fully_sharded_native.py, 1.6 to 1.9: DDPFullyShardedNativeStrategy. */
    {.names = "lightning.pytorch.strategies.FSDPStrategy|pytorch_lightning.strategies.FSDPStrategy|"
	      "lightning.fabric.strategies.FSDPStrategy|pytorch_lightning.strategies.DDPFullyShardedNativeStrategy",
     .map = &map_fsdp,
     .set = "data_parallel=fsdp"},
    {.names = "lightning.pytorch.strategies.DDPStrategy|pytorch_lightning.strategies.DDPStrategy|"
	      "lightning.fabric.strategies.DDPStrategy",
     .set = "data_parallel=ddp"},
};

static const struct package packages[] = {
    {.name = "lightning",
     "1.0 1.1 1.2 1.3 1.4 1.5 1.6 1.7 1.8 1.9 2.0 2.1 2.2 2.3 2.4 2.5",
     "Lightning-AI/pytorch-lightning, tags up to 2.5",
     .earlier = ":pytorch_lightning"},
};

const struct framework framework_lightning = {
    .name = "lightning",
    ROWS(callables, callables),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
