/*
 * DeepSpeed: its JSON (or dict), initialize(), its launcher's words.
 */
#include "shared_maps.h"

static const struct package packages[] = {
    {.name = "deepspeed", "0.6 0.7 0.8 0.9 0.10 0.11 0.12 0.13 0.14 0.15 0.16 0.17 0.18 0.19",
     "deepspeedai/DeepSpeed, tags up to 0.19.5"},
};

#define DS "deepspeed deepspeed/runtime/config.py, zero/config.py, zero/offload_config.py"

/* Names of the optimizer block; "auto" and others leave the trainer's own. */
#define OPTIMIZERS                                                                                 \
	"adam=adamw_torch_fused;adamw=adamw_torch_fused;onebitadam=adamw_torch_fused;"             \
	"zerooneadam=adamw_torch_fused;lamb=adamw_torch_fused;lion=lion_32bit;sgd=sgd;"            \
	"adagrad=adagrad;muon=muon;auto="

/* engine.py _configure_basic_optimizer (0.9 to 0.19): torch_adam asks for PyTorch's own, not FusedAdam. */
#define TORCH_ADAM                                                                                 \
	KEY_WHEN("optimizer.type", OPTIMIZER, CHOICE, "adam=adamw_torch;adamw=adamw_torch",        \
		 "@optimizer.params.torch_adam=true")

static const struct keyrow optimizer_rows[] = {
    TORCH_ADAM,
    KEY_AS("optimizer.type", OPTIMIZER, CHOICE, OPTIMIZERS),
};

#define HYBRID "@hybrid_engine.enabled=true"

/* All but batch and optimizer. Parameters are offloaded by stage 3 only. */
#define ZERO_ROWS											\
    KEY_AS("zero_optimization.stage", DATA_PARALLEL, CHOICE, "0=ddp;1=zero1;2=zero2;3=zero3"),		\
    KEY_AS("zero_optimization.offload_optimizer.device", OFFLOAD_OPTIMIZER, PLAIN, NULL),		\
    KEY_AS("zero_optimization.cpu_offload", OFFLOAD_OPTIMIZER, IF_TRUE, "cpu"),				\
    KEY_WHEN("zero_optimization.offload_param.device", OFFLOAD_PARAMS, PLAIN, NULL,			\
	     "@zero_optimization.stage=3"),								\
    KEY_WHEN("zero_optimization.cpu_offload_params", OFFLOAD_PARAMS, IF_TRUE, "cpu",			\
	     "@zero_optimization.stage=3"),								\
    KEY("zero_optimization.reduce_bucket_size", REDUCE_BUCKET_SIZE),					\
    KEY("zero_optimization.stage3_prefetch_bucket_size|zero_optimization.prefetch_bucket_size",		\
	PREFETCH_BUCKET_SIZE),										\
    KEY("zero_optimization.overlap_comm", OVERLAP_COMM),						\
    KEY_WHEN("data_types.grad_accum_dtype", GRADIENT_DTYPE, CHOICE, "fp32=float32;bf16=bfloat16;*=",		\
	     "data_parallel=zero1|zero2|zero3"),								\
    KEY_AS("bf16.enabled|bfloat16.enabled", MIXED_PRECISION, IF_TRUE, "bf16"),				\
    KEY_AS("fp16.enabled", MIXED_PRECISION, IF_TRUE, "fp16"),						\
    KEY("tensor_parallel.autotp_size", TENSOR_PARALLEL),						\
    KEY_AS("hybrid_engine.enabled", ROLLOUT_ENGINE, IF_TRUE, "deepspeed"),				\
    KEY_WHEN("hybrid_engine.inference_tp_size", ROLLOUT_TENSOR_PARALLEL, PLAIN, NULL, HYBRID),		\
    KEY_WHEN("hybrid_engine.release_inference_cache", ROLLOUT_SLEEP, PLAIN, NULL, HYBRID),		\
    KEY("sequence_parallel_size", CONTEXT_PARALLEL)

#define BATCH_ROWS											\
    KEY("train_micro_batch_size_per_gpu", PER_DEVICE_TRAIN_BATCH_SIZE),					\
    KEY("gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS),					\
    KEY("train_batch_size", GLOBAL_BATCH_SIZE)

static const struct keyrow engine_rows[] = {ZERO_ROWS, BATCH_ROWS};
/* An engine that is given rows by a loader of the program's: what the configuration says of batches is for its accounts. */
static const struct keyrow fed_rows[] = {
    ZERO_ROWS,
    TORCH_ADAM,
    KEY_AS("optimizer.type", OPTIMIZER, CHOICE, OPTIMIZERS),
};
static const struct keyrow rows[] = {
    ZERO_ROWS,
    BATCH_ROWS,
    TORCH_ADAM,
    KEY_AS("optimizer.type", OPTIMIZER, CHOICE, OPTIMIZERS),
};

static const struct defrow defaults[] = {
    DEFAULT(OFFLOAD_OPTIMIZER, "none", DS),
    DEFAULT(OFFLOAD_PARAMS, "none", DS),
    DEFAULT_WHEN(REDUCE_BUCKET_SIZE, "500000000", "data_parallel=zero1|zero2|zero3", DS),
    DEFAULT_WHEN(PREFETCH_BUCKET_SIZE, "50000000", "data_parallel=zero3", DS),
    DEFAULT_WHEN(OVERLAP_COMM, "true", "data_parallel=zero3", DS ": true for stage 3 when unset"),
    DEFAULT_WHEN(OVERLAP_COMM, "false", "data_parallel=zero1|zero2", DS),
};

#define BATCH "deepspeed deepspeed/runtime/config.py _set_batch_related_parameters"

static const struct defrow alone_defaults[] = {
    DEFAULT(DATA_PARALLEL, "ddp", DS ": stage 0"),
    /* With both batches, the accumulation is what lies between them. */
    DEFAULT_WHEN(GRADIENT_ACCUMULATION_STEPS, "1", "!global_batch_size", BATCH),
    DEFAULT_WHEN(GRADIENT_ACCUMULATION_STEPS, "1", "!per_device_train_batch_size", BATCH),
};

static const struct keymap map_optimizer = {
    .name = "deepspeed.optimizer",
    .package = "deepspeed",
    ROWS(rows, optimizer_rows),
    .source = "deepspeed deepspeed/runtime/engine.py _configure_basic_optimizer",
};
/* Under tensor, pipeline and sequence parallelism fewer replicas than processes share the batch. */
static const struct refusal refusals[] = {
    {.when = "@train_batch_size,@train_micro_batch_size_per_gpu,@gradient_accumulation_steps,!tensor_parallel>1,"
	     "!pipeline_parallel>1,!context_parallel>1,!expert_parallel>1",
     .refuses = REFUSES_UNEQUAL,
     .amounts = "@train_batch_size:@train_micro_batch_size_per_gpu*@gradient_accumulation_steps*num_gpus",
     .key = "train_batch_size",
     .why = "train_batch_size is not train_micro_batch_size_per_gpu × gradient_accumulation_steps × processes",
     .source = DS " _batch_assertion, 0.3-0.19"},
};
/* The configuration of an engine that is given its optimizer. */
static const struct keymap map_engine = {
    .name = "deepspeed.engine",
    .package = "deepspeed",
    ROWS(refusals, refusals),
    ROWS(rows, engine_rows),
    ROWS(defaults, defaults),
    .source = DS,
};
static const struct keymap map_fed = {
    .name = "deepspeed.fed",
    .package = "deepspeed",
    ROWS(rows, fed_rows),
    ROWS(defaults, defaults),
    .source = DS,
};
/*
 * What the configs of axolotl (deepspeed_configs/zero3_bf16_cpuoffload_all.json), LLaMA-Factory (ds_z2_offload_config.json)
 * and DeepSpeed's own examples (ds_config_stage3.json) are called after.
 */
#define STAGES                                                                                     \
	"zero3=zero3;zero_3=zero3;zero-3=zero3;_z3=zero3;z3_=zero3;stage3=zero3;stage_3=zero3;stage-3=zero3;" \
	"zero2=zero2;zero_2=zero2;zero-2=zero2;_z2=zero2;z2_=zero2;stage2=zero2;stage_2=zero2;stage-2=zero2;" \
	"zero1=zero1;zero_1=zero1;zero-1=zero1;_z1=zero1;z1_=zero1;stage1=zero1;stage_1=zero1;stage-1=zero1;" \
	"zero0=ddp;_z0=ddp;stage0=ddp"
static const struct keyrow named_rows[] = {
    KEY_AS("name", DATA_PARALLEL, WORDS, STAGES),
    KEY_WHEN("name", OFFLOAD_OPTIMIZER, WORDS, "no_offload=none;no-offload=none;offload_param=;offload=cpu", "data_parallel=zero1|zero2|zero3"),
    KEY_WHEN("name", OFFLOAD_PARAMS, WORDS, "no_offload=none;no-offload=none;offload_opt=;offload=cpu", "data_parallel=zero3"),
};
static const struct keymap map_named = {
    .name = "deepspeed.named",
    .package = "deepspeed",
    ROWS(rows, named_rows),
    .source = "axolotl deepspeed_configs/, LLaMA-Factory examples/deepspeed/, DeepSpeedExamples training/",
};
static const struct keymap map_deepspeed = {
    .name = "deepspeed.config",
    .named = "deepspeed.named",
    .package = "deepspeed",
    ROWS(refusals, refusals),
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = DS,
};
/*
 * What initialize() reads by itself, where no trainer fills in the rest: of train_batch_size alone the accumulation is 1, and
 * a loop that feeds the engine steps with each batch, however large the configuration takes it to be.
 */
static const struct keyrow alone_rows[] = {
    KEY_WHEN("train_batch_size", GRADIENT_ACCUMULATION_STEPS, CHOICE, "auto=;*=1",
	     "!@train_micro_batch_size_per_gpu,!@gradient_accumulation_steps"),
};
static const struct keymap map_alone = {
    .name = "deepspeed.config.alone",
    .named = "deepspeed.named",
    .package = "deepspeed",
    ROWS(rows, alone_rows),
    .base = {&map_deepspeed},
    .source = BATCH,
};
static const struct keymap map_engine_alone = {
    .name = "deepspeed.engine.alone",
    .package = "deepspeed",
    ROWS(rows, alone_rows),
    .base = {&map_engine},
    .source = BATCH,
};
/* engine.py _configure_optimizer, 0.19: an optimizer that it is given takes the place of the configuration's. */
#define CONFIG_OF(k)                                                                               \
	{.key = (k), .setting = SETTING_NONE, .convert = CONVERT_NESTED, .arg = "deepspeed.engine.alone", \
	 .when = "@optimizer"},                                                                    \
	{.key = (k), .setting = SETTING_NONE, .convert = CONVERT_NESTED, .arg = "deepspeed.config.alone", \
	 .when = "!@optimizer"}

static const struct keyrow initialize_rows[] = {
    CONFIG_OF("config|config_params"),
    CONFIG_OF("args.deepspeed_config"),
};
static const struct keymap map_initialize = {
    .name = "deepspeed.initialize",
    .package = "deepspeed",
    ROWS(rows, initialize_rows),
    ROWS(defaults, alone_defaults),
    .source = "deepspeed deepspeed/__init__.py initialize",
};
/* The launcher's own options; processes are the slots of --include, else --num_gpus of each node. */
static const struct keyrow launcher_rows[] = {
    KEY("num_gpus|num_accelerators", GPUS_PER_NODE),
    KEY("num_nodes", NUM_NODES),
};
static const struct keymap map_launcher = {
    .name = "deepspeed",
    .package = "deepspeed",
    ROWS(rows, launcher_rows),
    .source = "deepspeed deepspeed/launcher/runner.py",
};
/* deepspeed/runtime/pipe/topology.py: the axes of processes. */
static const struct keyrow topology_rows[] = {
    KEY("num_pp", PIPELINE_PARALLEL),
    KEY("num_mp", TENSOR_PARALLEL),
};
static const struct keymap map_topology = {
    .name = "deepspeed.topology",
    .package = "deepspeed",
    ROWS(rows, topology_rows),
    .source = "deepspeed 0.17 deepspeed/runtime/pipe/topology.py",
};
/* deepspeed/runtime/pipe/module.py PipelineModule: layers are recomputed by groups of so many, 0: none is. */
static const struct keyrow pipeline_rows[] = {
    KEY("num_stages", PIPELINE_PARALLEL),
    KEY_AS("topology", PIPELINE_PARALLEL, MESH, "pipe"),
    KEY_AS("topology", TENSOR_PARALLEL, MESH, "model"),
    KEY_AS("activation_checkpoint_interval", GRADIENT_CHECKPOINTING, IF_POSITIVE, "true"),
};
static const struct keymap map_pipeline = {
    .name = "deepspeed.PipelineModule",
    .package = "deepspeed",
    ROWS(rows, pipeline_rows),
    .source = "deepspeed 0.17 deepspeed/runtime/pipe/module.py",
};
static const struct keymap *const maps[] = {
    &map_named,
    &map_deepspeed,
    &map_optimizer,
    &map_engine,
    &map_fed,
    &map_alone,
    &map_engine_alone,
    &map_initialize,
    &map_topology,
    &map_pipeline,
    &map_launcher,
};

static const struct param initialize_params[] = {
    {"args", ROLE_NONE},
    {"model", ROLE_MODEL},
    {"optimizer", ROLE_OPTIMIZER},
    {"model_parameters", ROLE_NONE},
    /* Of these it makes the loader; a loop that has one of its own takes batches of that one's size. */
    {"training_data", ROLE_DATASET},
};
static const struct param config_params[] = {{"config_file_or_dict", ROLE_NONE}};
/* An iterator over pairs of inputs and labels; of several inputs the first layer is given a tuple (pipe/engine.py _exec_load_micro_batch). */
static const struct param train_params[] = {{"data_iter", ROLE_DATASET}};

static const struct param pipeline_params[] = {{"layers", ROLE_MODEL}, {"num_stages", ROLE_NONE}, {"topology", ROLE_ARGS}};
static const struct param topology_params[] = {{"num_pp", ROLE_NONE}, {"num_mp", ROLE_NONE}, {"num_dp", ROLE_NONE}};
static const struct param data_topology_params[] = {{"num_pp", ROLE_NONE}, {"num_dp", ROLE_NONE}};

static const struct callable callables[] = {
    {.names = "deepspeed.pipe.PipelineModule|deepspeed.PipelineModule|deepspeed.runtime.pipe.PipelineModule|"
	      "deepspeed.runtime.pipe.module.PipelineModule",
     .effect = EFFECT_WRAP,
     ROWS(params, pipeline_params),
     .map = &map_pipeline},
    /* deepspeed/runtime/activation_checkpointing/checkpointing.py: how its checkpoint() keeps what it keeps; a program that has none leaves it. */
    {.names = "deepspeed.checkpointing.configure", .effect = EFFECT_LOOP, .returns = RETURNS_NONE, .set = "gradient_checkpointing=true"},
    {.names = "deepspeed.runtime.pipe.topology.PipeModelDataParallelTopology|deepspeed.runtime.pipe.PipeModelDataParallelTopology|"
	      "deepspeed.pipe.PipeModelDataParallelTopology",
     ROWS(params, topology_params),
     .map = &map_topology},
    {.names = "deepspeed.runtime.pipe.topology.PipeDataParallelTopology|deepspeed.runtime.pipe.PipeDataParallelTopology|"
	      "deepspeed.pipe.PipeDataParallelTopology",
     ROWS(params, data_topology_params),
     .map = &map_topology},
    /* deepspeed/runtime/pipe/engine.py: forward and backward of all micro batches, and the step. */
    {.names = "deepspeed.initialize().train_batch", .effect = EFFECT_STEP, .returns = RETURNS_UNKNOWN, ROWS(params, train_params)},
    {.names = "deepspeed.initialize",
     .effect = EFFECT_WRAP,
     .returns = RETURNS_TUPLE,
     .arg = "4",
     ROWS(params, initialize_params),
     .map = &map_initialize,
     .joins = JOINS_STARTED},
    {.names =
	 "transformers.integrations.HfDeepSpeedConfig|transformers.deepspeed.HfDeepSpeedConfig",
     ROWS(params, config_params)},
    {.names = "deepspeed.zero.Init", .returns = RETURNS_OBJECT},
    /* deepspeed/comm/comm.py: without torchrun's variables both ask MPI who was started with them. */
    {.names = "deepspeed.init_distributed", .returns = RETURNS_NONE, .joins = JOINS_STARTED},
};

static const struct config configs[] = {
    {.name = "deepspeed",
     .markers = "zero_optimization|train_micro_batch_size_per_gpu",
     .keys = "zero_optimization|train_micro_batch_size_per_gpu|train_batch_size,"
	     "zero_optimization|fp16|bf16|bfloat16|optimizer",
     .unless = "model_name_or_path,base_model,model,num_layers,num-layers,hidden_size,"
	       "distributed_type,compute_environment",
     .map = &map_deepspeed,
     .source = DS},
};

const struct framework framework_deepspeed = {
    .name = "deepspeed",
    ROWS(callables, callables),
    ROWS(configs, configs),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
