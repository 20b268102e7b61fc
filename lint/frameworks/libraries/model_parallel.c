/*
 * Groups of processes that share one model, which a program makes for layers that it writes itself over them
 * (ColumnParallelLinear, RowParallelLinear): Megatron-Core's, and fairscale's, which LLaMA's own code is built on.
 */
#include "shared_maps.h"

#define FAIRSCALE "fairscale fairscale/nn/model_parallel/initialize.py, 0.4.0 to 2024-08"
#define MCORE	  "megatron-core megatron/core/parallel_state.py, 0.2 to 0.16"

static const struct keyrow fairscale_rows[] = {
    KEY("model_parallel_size|model_parallel_size_", TENSOR_PARALLEL),
    KEY("pipeline_length", PIPELINE_PARALLEL),
    KEY("context_parallel_size", CONTEXT_PARALLEL),
};
static const struct keymap map_fairscale = {
    .name = "fairscale.model_parallel",
    .package = "fairscale",
    ROWS(rows, fairscale_rows),
    .source = FAIRSCALE,
};
static const struct keyrow mcore_rows[] = {
    KEY("tensor_model_parallel_size", TENSOR_PARALLEL),
    KEY("pipeline_model_parallel_size", PIPELINE_PARALLEL),
    KEY("context_parallel_size", CONTEXT_PARALLEL),
    KEY("expert_model_parallel_size", EXPERT_PARALLEL),
};
static const struct keymap map_mcore = {
    .name = "megatron.core.parallel_state",
    .package = "megatron-core",
    ROWS(rows, mcore_rows),
    .source = MCORE,
};
static const struct keymap *const maps[] = {&map_fairscale, &map_mcore};

/* What stands behind the first size was the pipeline's in some releases, and is the context's in others. */
static const struct param fairscale_params[] = {{"model_parallel_size", ROLE_NONE}};
static const struct param mcore_params[] = {{"tensor_model_parallel_size", ROLE_NONE}, {"pipeline_model_parallel_size", ROLE_NONE}};

static const struct callable callables[] = {
    {.names = "fairscale.nn.model_parallel.initialize.initialize_model_parallel|fairscale.nn.model_parallel.initialize_model_parallel",
     .effect = EFFECT_LOOP,
     .returns = RETURNS_NONE,
     ROWS(params, fairscale_params),
     .map = &map_fairscale},
    {.names = "megatron.core.parallel_state.initialize_model_parallel|megatron.core.mpu.initialize_model_parallel",
     .effect = EFFECT_LOOP,
     .returns = RETURNS_NONE,
     ROWS(params, mcore_params),
     .map = &map_mcore},
};

const struct framework framework_model_parallel = {
    .name = "model_parallel",
    ROWS(callables, callables),
    ROWS(maps, maps),
};
