/*
 * vLLM inside a training script: the engine that generates what a loop learns from.
 */
#include "shared_maps.h"

static const struct keyrow engine_rows[] = {
    KEY("gpu_memory_utilization", ROLLOUT_GPU_MEMORY_UTILIZATION),
    KEY("tensor_parallel_size", ROLLOUT_TENSOR_PARALLEL),
    KEY("enable_sleep_mode", ROLLOUT_SLEEP),
    /* Another card than the first is not the trained model's. */
    KEY_AS("device", ROLLOUT_ENGINE, CHOICE,
	   "cuda:1=vllm_server;cuda:2=vllm_server;cuda:3=vllm_server;cuda:4=vllm_server;"
	   "cuda:5=vllm_server;cuda:6=vllm_server;cuda:7=vllm_server;*=vllm"),
};
static const struct keyrow sampling_rows[] = {
    KEY("max_tokens", MAX_COMPLETION_LENGTH),
    KEY("n", NUM_GENERATIONS),
};
static const struct keymap map_engine = {
    .name = "vllm.LLM",
    .package = "vllm",
    ROWS(rows, engine_rows),
    .source = "vllm 0.7 vllm/entrypoints/llm.py",
};
static const struct keymap map_sampling = {
    .name = "vllm.SamplingParams",
    .package = "vllm",
    ROWS(rows, sampling_rows),
    .source = "vllm 0.7 vllm/sampling_params.py",
};
static const struct keymap *const maps[] = {&map_engine, &map_sampling};

static const struct param engine_params[] = {{"model", ROLE_NONE}};
static const struct param sampling_params[] = {{"n", ROLE_NONE}};

static const struct callable callables[] = {
    {.names = "vllm.LLM",
     ROWS(params, engine_params),
     .map = &map_engine,
     .set = "rollout_engine=vllm"},
    {.names = "vllm.SamplingParams", ROWS(params, sampling_params), .map = &map_sampling},
};

const struct framework framework_vllm = {
    .name = "vllm",
    ROWS(callables, callables),
    ROWS(maps, maps),
};
