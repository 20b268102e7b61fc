/*
 * NVIDIA's apex, which programs had for mixed precision before PyTorch 1.6 had its own: apex/amp/frontend.py, 0.1.
 */
#include "shared_maps.h"

#define FRONTEND "NVIDIA/apex apex/amp/frontend.py initialize(), 0.1"

/* O2 and O3 cast the weights, and O2's optimizer keeps copies in float32. */
static const struct keyrow amp_rows[] = {
    KEY_AS("enabled", MIXED_PRECISION, IF_FALSE, "no"),
    KEY_AS("opt_level", MIXED_PRECISION, CHOICE, "O0=no;O1=fp16;O2=fp16;O3=no;*="),
    KEY_AS("opt_level", WEIGHTS_DTYPE, CHOICE, "O3=float16;*="),
};
static const struct keymap map_amp = {
    .name = "apex.amp.initialize",
    .package = "torch",
    ROWS(rows, amp_rows),
    .source = FRONTEND,
};
static const struct keymap *const maps[] = {&map_amp};

static const struct param amp_params[] = {{"models", ROLE_NONE}, {"optimizers", ROLE_NONE}, {"enabled", ROLE_NONE}};

static const struct param optimizer_params[] = {{"init_optimizer", ROLE_OPTIMIZER}};

static const struct callable callables[] = {
    /*
     * Around an optimizer of weights that model.half() has cast: it steps copies of them in float32. NVIDIA/apex 0.1,
     * apex/fp16_utils/fp16_optimizer.py and, until 2019, apex/optimizers/fp16_optimizer.py.
     */
    {.names = "apex.optimizers.FP16_Optimizer|apex.optimizers.fp16_optimizer.FP16_Optimizer|apex.fp16_utils.FP16_Optimizer|"
	      "apex.fp16_utils.fp16_optimizer.FP16_Optimizer|apex.contrib.optimizers.FP16_Optimizer|"
	      "apex.contrib.optimizers.fp16_optimizer.FP16_Optimizer",
     .effect = EFFECT_LOOP,
     .returns = RETURNS_ARG,
     ROWS(params, optimizer_params),
     .set = "mixed_precision=fp16"},
    {.names = "apex.amp.initialize",
     .effect = EFFECT_LOOP,
     .returns = RETURNS_ARGS,
     ROWS(params, amp_params),
     .map = &map_amp,
     .set = "mixed_precision=fp16?!@opt_level,!@enabled;mixed_precision=fp16?!@opt_level,@enabled=true"},
};

const struct framework framework_apex = {
    .name = "apex",
    ROWS(callables, callables),
    ROWS(maps, maps),
};
