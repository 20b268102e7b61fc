/*
 * PyTorch: optimizers, questions about the card, wrappers that share the state among GPUs.
 */
#include "shared_maps.h"

static const struct package packages[] = {
    {.name = "torch", "1.13 2.0 2.1 2.2 2.3 2.4 2.5 2.6 2.7 2.8 2.9", "pytorch/pytorch, releases"},
};

#define ADAM "pytorch torch/optim/adamw.py"
static const struct keyrow adam_rows[] = {
    KEY_AS("fused", OPTIMIZER, IF_TRUE, "adamw_torch_fused"),
};
static const struct keyrow ddp_rows[] = {
    KEY("gradient_as_bucket_view", GRADIENT_AS_BUCKET_VIEW),
};
static const struct defrow ddp_defaults[] = {
    DEFAULT(GRADIENT_AS_BUCKET_VIEW, "false", "pytorch torch/nn/parallel/distributed.py"),
};
/* A parameter is computed with in this dtype, whatever it is kept in. */
#define PARAM_DTYPE "bfloat16=bf16;float16=fp16;half=fp16;float32=no;float=no"

static const struct keyrow fsdp_rows[] = {
    FSDP_ROWS,
    KEY_AS("mixed_precision.param_dtype", MIXED_PRECISION, CHOICE, PARAM_DTYPE),
};
static const struct keyrow fully_shard_rows[] = {
    KEY_AS("offload_policy", OFFLOAD_PARAMS, PRESENT, "cpu"),
    KEY_AS("offload_policy", OFFLOAD_OPTIMIZER, PRESENT, "cpu"),
    KEY_AS("mp_policy.param_dtype", MIXED_PRECISION, CHOICE, PARAM_DTYPE),
};
static const struct keyrow parallelize_rows[] = {
    KEY_AS("device_mesh", TENSOR_PARALLEL, MESH, NULL),
};
/* A loop of one's own: nothing but what it says. */
static const struct defrow step_defaults[] = {
    DEFAULT(PEFT, "none", "a hand-written loop trains what it is given"),
    DEFAULT_BEHIND(QUANTIZATION, "none", "a hand-written loop trains what it is given"),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", "pytorch: nothing is recomputed unless asked"),
    DEFAULT(MIXED_PRECISION, "no", "pytorch: no autocast unless asked"),
    DEFAULT_WHEN(GRADIENT_ACCUMULATION_STEPS, "1", "!global_batch_size",
		 "pytorch: one backward pass per step"),
    DEFAULT(LOSS_KERNEL, "torch", "pytorch torch/nn/functional.py cross_entropy"),
    DEFAULT(FUSED_KERNELS, "none", "pytorch"),
    DEFAULT(TORCH_COMPILE, "false", "pytorch"),
    DEFAULT(EVALUATION, "false", "none is seen"),
};
static const struct keyrow loader_rows[] = {
    KEY_AS("batch_size", PER_DEVICE_TRAIN_BATCH_SIZE, PLAIN, NULL),
    /* Excludes batch_size: it gives the rows of each batch by itself. */
    KEY_AS("batch_sampler", PER_DEVICE_TRAIN_BATCH_SIZE, PLAIN, NULL),
};
static const struct defrow loader_defaults[] = {
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "1", "pytorch torch/utils/data/dataloader.py"),
};
static const struct keyrow autocast_rows[] = {
    KEY_AS("dtype", MIXED_PRECISION, CHOICE,
	   "torch.bfloat16=bf16;bfloat16=bf16;torch.float16=fp16;float16=fp16;torch.float32=no;float32=no;*="),
    KEY_AS("enabled", MIXED_PRECISION, IF_FALSE, "no"),
};
/* torch/amp/autocast_mode.py: CUDA's default is float16. */
#define HALF "mixed_precision=fp16?!@dtype,@device_type!=cpu,"

static const struct keymap map_adam = {
    .name = "torch.optim.AdamW",
    .package = "torch",
    ROWS(rows, adam_rows),
    .source = ADAM,
};
static const struct keymap map_ddp = {
    .name = "torch.DistributedDataParallel",
    .package = "torch",
    ROWS(rows, ddp_rows),
    ROWS(defaults, ddp_defaults),
    .source = "pytorch torch/nn/parallel/distributed.py",
};
static const struct keymap map_fsdp = {
    .name = "torch.FullyShardedDataParallel",
    .package = "torch",
    ROWS(rows, fsdp_rows),
    .source = "pytorch torch/distributed/fsdp/fully_sharded_data_parallel.py",
};
static const struct keymap map_fully_shard = {
    .name = "torch.fully_shard",
    .package = "torch",
    ROWS(rows, fully_shard_rows),
    .source = "pytorch torch/distributed/fsdp/_fully_shard/_fully_shard.py",
};
static const struct keymap map_parallelize = {
    .name = "torch.parallelize_module",
    .package = "torch",
    ROWS(rows, parallelize_rows),
    .source = "pytorch torch/distributed/tensor/parallel/api.py",
};
const struct keymap map_torch_step = {
    .name = "torch.loop",
    .package = "torch",
    ROWS(defaults, step_defaults),
    .source = "pytorch",
};
static const struct keymap map_loader = {
    .name = "torch.DataLoader",
    .package = "torch",
    ROWS(rows, loader_rows),
    ROWS(defaults, loader_defaults),
    .source = "pytorch torch/utils/data/dataloader.py",
};
static const struct keymap map_autocast = {
    .name = "torch.autocast",
    .package = "torch",
    ROWS(rows, autocast_rows),
    .source = "pytorch torch/amp/autocast_mode.py",
};
static const struct keyrow torchrun_rows[] = {
    /* "gpu" and "auto" are as many as the machine has. */
    KEY_AS("nproc_per_node", GPUS_PER_NODE, CHOICE, "gpu=auto;cpu="),
    /* MIN:MAX is elastic. */
    KEY_AS("nnodes", NUM_NODES, CHOICE, "1:1=1"),
};
static const struct defrow torchrun_defaults[] = {
    DEFAULT(GPUS_PER_NODE, "1", "pytorch torch/distributed/run.py"),
    DEFAULT(NUM_NODES, "1", "pytorch torch/distributed/run.py"),
};
const struct keymap map_torchrun = {
    .name = "torchrun",
    .package = "torch",
    ROWS(rows, torchrun_rows),
    ROWS(defaults, torchrun_defaults),
    .source = "pytorch torch/distributed/run.py",
};
static const struct defrow module_defaults[] = {
    DEFAULT(WEIGHTS_DTYPE, "float32", "pytorch 2.5 torch/nn/modules: torch.get_default_dtype()"),
};
static const struct keymap map_module = {
    .name = "torch.nn.Module",
    .package = "torch",
    ROWS(defaults, module_defaults),
    .source = "pytorch torch/nn/modules/module.py",
};
static const struct keymap *const maps[] = {
    &map_torchrun,   &map_adam,	  &map_ddp,	 &map_fsdp,   &map_fully_shard,
    &map_torch_step, &map_loader, &map_autocast, &map_module, &map_parallelize,
};

static const struct param optim_params[] = {{"params", ROLE_NONE}, {"lr", ROLE_NONE}};
static const struct param module_params[] = {{"module", ROLE_MODEL}};
static const struct param offload_params[] = {{"offload_params", ROLE_NONE}};
static const struct param enable_wrap_params[] = {{"wrapper_cls", ROLE_NONE}};
static const struct param parallelize_params[] = {{"module", ROLE_MODEL},
						  {"device_mesh", ROLE_NONE}};
static const struct param compile_params[] = {{"model", ROLE_MODEL}};
static const struct param copy_params[] = {{"x", ROLE_MODEL}};
static const struct param loader_params[] = {{"dataset", ROLE_DATASET}, {"batch_size", ROLE_NONE}};
static const struct param autocast_params[] = {{"device_type", ROLE_NONE}, {"dtype", ROLE_NONE}};
/* torch/cuda/amp/autocast_mode.py */
static const struct param cuda_autocast_params[] = {{"enabled", ROLE_NONE}, {"dtype", ROLE_NONE}};

static const struct param grad_params[] = {{"outputs", ROLE_NONE}, {"inputs", ROLE_NONE}};

static const struct callable callables[] = {
    {.names = "torch.optim.AdamW|torch.optim.Adam",
     .effect = EFFECT_OPTIMIZER,
     ROWS(params, optim_params),
     .map = &map_adam,
     .set = "optimizer=adamw_torch_fused?@fused=true;optimizer=adamw_torch?@fused!=true"},
    {.names = "torch.optim.SGD",
     .effect = EFFECT_OPTIMIZER,
     ROWS(params, optim_params),
     .set = "optimizer=sgd"},
    {.names = "torch.optim.Adafactor",
     .effect = EFFECT_OPTIMIZER,
     ROWS(params, optim_params),
     .set = "optimizer=adafactor"},
    {.names = "torch.optim.Adagrad",
     .effect = EFFECT_OPTIMIZER,
     ROWS(params, optim_params),
     .set = "optimizer=adagrad"},
    {.names = "torch.optim.RMSprop",
     .effect = EFFECT_OPTIMIZER,
     ROWS(params, optim_params),
     .set = "optimizer=rmsprop"},
    {.names = "torch.optim.RAdam",
     .effect = EFFECT_OPTIMIZER,
     ROWS(params, optim_params),
     .set = "optimizer=radam"},
    {.names = "torch.optim.NAdam",
     .effect = EFFECT_OPTIMIZER,
     ROWS(params, optim_params),
     .set = "optimizer=nadam"},
    {.names = "torch.optim.Adamax",
     .effect = EFFECT_OPTIMIZER,
     ROWS(params, optim_params),
     .set = "optimizer=adamax"},
    /* torch 2.9 torch/optim/_muon.py: of matrices alone; the rest has another optimizer beside it. */
    {.names = "torch.optim.Muon",
     .effect = EFFECT_OPTIMIZER,
     ROWS(params, optim_params),
     .set = "optimizer=muon"},
    /* A class of the repository that says what it steps. */
    {.names = "torch.optim.Optimizer", .effect = EFFECT_OPTIMIZER, ROWS(params, optim_params)},
    {.names = "torch.utils.data.DataLoader|litdata.StreamingDataLoader|"
	      "torchdata.stateful_dataloader.StatefulDataLoader",
     .effect = EFFECT_LOOP,
     ROWS(params, loader_params),
     .map = &map_loader},
    {.names = "torch.nn.parallel.DistributedDataParallel",
     .effect = EFFECT_WRAP,
     ROWS(params, module_params),
     .map = &map_ddp,
     .set = "data_parallel=ddp"},
    {.names = "torch.nn.DataParallel", .effect = EFFECT_WRAP, ROWS(params, module_params)},
    {.names = "torch.distributed.fsdp.FullyShardedDataParallel|torch.distributed._fsdp."
	      "FullyShardedDataParallel",
     .effect = EFFECT_WRAP,
     ROWS(params, module_params),
     .map = &map_fsdp,
     .set = "data_parallel=fsdp;sync_gradients=each;shard_unit=layer?@auto_wrap_policy;"
	    "shard_unit=model?!@auto_wrap_policy,!@open,!shard_unit",
     .part = "shard_unit=layer"},
    {.names = "torch.distributed.fsdp.CPUOffload|torch.distributed.fsdp.api.CPUOffload|"
	      "torch.distributed.fsdp.fully_sharded_data_parallel.CPUOffload|torch.distributed._fsdp.CPUOffload",
     ROWS(params, offload_params)},
    /* torch/distributed/fsdp/_fully_shard/_fsdp_api.py: the base class, by which nothing is moved. */
    {.names = "torch.distributed.fsdp.OffloadPolicy|torch.distributed.fsdp._fully_shard.OffloadPolicy|"
	      "torch.distributed._composable.fsdp.OffloadPolicy",
     .returns = RETURNS_NONE},
    {.names = "torch.distributed.fsdp.wrap.wrap|torch.distributed.fsdp.wrap.auto_wrap|"
	      "torch.distributed._fsdp.wrap.wrap|torch.distributed._fsdp.wrap.auto_wrap",
     .returns = RETURNS_ARG,
     .part = "shard_unit=layer"},
    /* torch/distributed/fsdp/wrap.py: what wrap() makes within it has its arguments. */
    {.names = "torch.distributed.fsdp.wrap.enable_wrap|torch.distributed._fsdp.wrap.enable_wrap",
     .effect = EFFECT_LOOP,
     ROWS(params, enable_wrap_params),
     .map = &map_fsdp,
     .set = "data_parallel=fsdp;sync_gradients=each;shard_unit=layer"},
    {.names = "torch.distributed.fsdp.fully_shard|torch.distributed._composable.fsdp.fully_shard",
     .effect = EFFECT_SET,
     .returns = RETURNS_ARG,
     ROWS(params, module_params),
     .map = &map_fully_shard,
     /* The root's own resharding is that of what no layer has; one that shards nothing else has it all. */
     .set = "data_parallel=fsdp2;sync_gradients=each;shard_unit=model?!shard_unit",
     .part = "shard_unit=layer;reshard_after_forward=true?@reshard_after_forward=true;"
	     "reshard_after_forward=false?@reshard_after_forward=false,reshard_after_forward!=true"},
    /* torch/distributed/tensor/parallel/api.py: the module itself, its layers' weights split. */
    {.names = "torch.distributed.tensor.parallel.parallelize_module|"
	      "torch.distributed.tensor.parallel.api.parallelize_module",
     .effect = EFFECT_SET,
     .returns = RETURNS_ARG,
     ROWS(params, parallelize_params),
     .map = &map_parallelize},
    /* FSDP 1 and 2: what is not reduced yet is kept whole. */
    {.names = ".no_sync|.set_requires_gradient_sync|.no_backward_sync", .effect = EFFECT_SET, .set = "sync_gradients=last"},
    {.names = "copy.deepcopy", .effect = EFFECT_COPY, ROWS(params, copy_params)},
    {.names = "torch.no_grad|torch.autograd.no_grad|torch.autograd.grad_mode.no_grad|torch.inference_mode|"
	      "torch.autograd.inference_mode",
     .effect = EFFECT_GRADIENTS,
     .arg = "off"},
    {.names = "torch.enable_grad|torch.autograd.enable_grad", .effect = EFFECT_GRADIENTS, .arg = "on"},
    {.names = "torch.set_grad_enabled|torch.autograd.set_grad_enabled", .effect = EFFECT_GRADIENTS},
    {.names = "torch.compile",
     .effect = EFFECT_SET,
     .returns = RETURNS_ARG,
     ROWS(params, compile_params),
     .set = "torch_compile=true"},
    /* One that is switched off is a part of the step that is left out, where another one is on. */
    {.names = "torch.autocast|torch.amp.autocast",
     .effect = EFFECT_LOOP,
     .idle = "@enabled=false",
     ROWS(params, autocast_params),
     .map = &map_autocast,
     .set = HALF "!@enabled;" HALF "@enabled=true"},
    {.names = "torch.cuda.amp.autocast",
     .effect = EFFECT_LOOP,
     .idle = "@enabled=false",
     ROWS(params, cuda_autocast_params),
     .map = &map_autocast,
     .set = HALF "!@enabled;" HALF "@enabled=true"},
    /* With a context_fn it chooses what to keep. */
    {.names = "torch.distributed.algorithms._checkpoint.checkpoint_wrapper.checkpoint_wrapper|"
	      "torch.distributed.algorithms._checkpoint._checkpoint_wrapper.checkpoint_wrapper|"
	      "fairscale.nn.checkpoint.checkpoint_wrapper|fairscale.nn.checkpoint_wrapper",
     .returns = RETURNS_ARG,
     .part = "gradient_checkpointing=true?!@context_fn"},
    {.names = "torch.distributed.algorithms._checkpoint.checkpoint_wrapper."
	      "apply_activation_checkpointing",
     .effect = EFFECT_LOOP,
     .returns = RETURNS_NONE,
     .set = "gradient_checkpointing=true"},
    /* pytorch/xla 2.5, torch_xla/core/xla_model.py: what runs on its device is traced and compiled. */
    {.names = "torch_xla.core.xla_model.xla_device|torch_xla.core.xla_model.optimizer_step|torch_xla.device",
     .effect = EFFECT_LOOP,
     .set = "xla=true?!@if"},
    {.names = "torch.cuda.is_available", .returns = RETURNS_TRUE},
    {.names = "torch.cuda.device_count", .returns = RETURNS_TARGET, .arg = "device_count"},
    {.names = "torch.cuda.is_bf16_supported", .returns = RETURNS_TARGET, .arg = "bf16"},
    {.names = "torch.cuda.get_device_capability", .returns = RETURNS_TARGET, .arg = "capability"},
    {.names = "torch.cuda.get_device_properties", .returns = RETURNS_TARGET, .arg = "properties"},
    {.names = "torch.cuda.get_device_name", .returns = RETURNS_TARGET, .arg = "name"},
    {.names = "torch.cuda.mem_get_info", .returns = RETURNS_TARGET, .arg = "mem_get_info"},
    {.names = "torch.backends.mps.is_available|torch.xpu.is_available|torch.version.hip",
     .returns = RETURNS_FALSE},
    {.names = "torch.distributed.is_initialized", .returns = RETURNS_TARGET, .arg = "initialized"},
    {.names = "torch.distributed.is_available", .returns = RETURNS_TRUE},
    {.names = "torch.distributed.get_world_size|deepspeed.comm.get_world_size", .returns = RETURNS_TARGET, .arg = "world_size"},
    {.names = "torch.distributed.get_rank", .returns = RETURNS_TARGET, .arg = "rank"},
    {.names = "torch.cuda.empty_cache|torch.manual_seed|torch.cuda.set_device|"
	      "torch.set_float32_matmul_precision",
     .returns = RETURNS_NONE},
    {.names = "torch.distributed.init_process_group",
     .returns = RETURNS_NONE,
     .joins = JOINS_STARTED},
    /* Seen whatever it is called on: the prompts of a group. */
    {.names = ".repeat_interleave|.repeat"},
    {.names = ".backward",
     .effect = EFFECT_STEP,
     .returns = RETURNS_NONE,
     .map = &map_torch_step,
     .set = "framework=torch"},
    /* torch/autograd/__init__.py grad(): of the parameters of a model it is a backward pass that leaves them to the code. */
    {.names = "torch.autograd.grad",
     .effect = EFFECT_STEP,
     .returns = RETURNS_OBJECT,
     ROWS(params, grad_params),
     .map = &map_torch_step,
     .set = "framework=torch"},
};

const struct framework framework_torch = {
    .name = "torch",
    ROWS(callables, callables),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
