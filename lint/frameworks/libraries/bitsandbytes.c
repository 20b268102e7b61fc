/*
 * bitsandbytes and other makers of optimizers that scripts build themselves.
 */
#include "shared_maps.h"

static const struct package packages[] = {
    {.name = "bitsandbytes", "0.37 0.38 0.39 0.40 0.41 0.42 0.43 0.44 0.45 0.46 0.47 0.48 0.49 0.50",
     "bitsandbytes-foundation/bitsandbytes, tags up to 0.50.1"},
    /* Repositories of methods that were made from GaLore's bring its folder along. */
    {.name = "galore-torch", "1.0@2403", "jiaweizzhao/GaLore, setup.py", .modules = "galore_torch"},
};

#define BNB "bitsandbytes bitsandbytes/optim/adamw.py"
static const struct keyrow bits_rows[] = {
    KEY_WHEN("optim_bits", OPTIMIZER, CHOICE,
	     "8=paged_adamw_8bit;32=paged_adamw_32bit;*=", "@is_paged"),
    KEY_AS("optim_bits", OPTIMIZER, CHOICE, "8=adamw_bnb_8bit;32=adamw_bnb_32bit;*="),
};
static const struct keymap map_bits = {
    .name = "bitsandbytes.optim.AdamW",
    .package = "bitsandbytes",
    ROWS(rows, bits_rows),
    .source = BNB,
};
/* Layers that a script puts into its model by itself. */
static const struct keyrow linear_rows[] = {
    KEY("quant_type", QUANTIZATION),
    KEY_AS("compress_statistics", DOUBLE_QUANT, PLAIN, NULL),
};
static const struct defrow linear_defaults[] = {
    DEFAULT(QUANTIZATION, "fp4", "bitsandbytes 0.48, nn/modules.py, Linear4bit"),
    DEFAULT(DOUBLE_QUANT, "true", "bitsandbytes 0.48, nn/modules.py, Linear4bit"),
};
static const struct keymap map_linear = {
    .name = "bitsandbytes.Linear4bit",
    .package = "bitsandbytes",
    ROWS(rows, linear_rows),
    ROWS(defaults, linear_defaults),
    .source = "bitsandbytes 0.48, nn/modules.py",
};
static const struct keymap *const maps[] = {&map_bits, &map_linear};
static const struct param params[] = {{"params", ROLE_NONE}, {"lr", ROLE_NONE}};

#define OPTIM(n, o)                                                                                \
	{                                                                                          \
		.names = (n), .effect = EFFECT_OPTIMIZER, ROWS(params, params),                    \
		.set = "optimizer=" o                                                              \
	}

static const struct callable callables[] = {
    {.names = "bitsandbytes.nn.Linear4bit", .effect = EFFECT_LOOP, .map = &map_linear},
    OPTIM("bitsandbytes.optim.AdamW8bit|bitsandbytes.optim.Adam8bit", "adamw_bnb_8bit"),
    OPTIM("bitsandbytes.optim.PagedAdamW8bit|bitsandbytes.optim.PagedAdam8bit", "paged_adamw_8bit"),
    OPTIM("bitsandbytes.optim.PagedAdamW|bitsandbytes.optim.PagedAdamW32bit", "paged_adamw_32bit"),
    OPTIM("bitsandbytes.optim.AdamW32bit|bitsandbytes.optim.Adam32bit", "adamw_bnb_32bit"),
    {.names = "bitsandbytes.optim.AdamW|bitsandbytes.optim.Adam",
     .effect = EFFECT_OPTIMIZER,
     ROWS(params, params),
     .map = &map_bits,
     .set = "optimizer=adamw_bnb_32bit"},
    OPTIM("bitsandbytes.optim.Lion8bit|bitsandbytes.optim.PagedLion8bit", "lion_8bit"),
    OPTIM("bitsandbytes.optim.Lion|bitsandbytes.optim.Lion32bit|bitsandbytes.optim.PagedLion",
	  "lion_32bit"),
    OPTIM("bitsandbytes.optim.SGD|bitsandbytes.optim.SGD8bit", "sgd"),
    OPTIM("lion_pytorch.Lion", "lion_32bit"),
    OPTIM("deepspeed.ops.adam.DeepSpeedCPUAdam", "adamw_torch"),
    OPTIM("deepspeed.ops.adam.FusedAdam|apex.optimizers.FusedAdam", "adamw_apex_fused"),
    OPTIM("galore_torch.GaLoreAdamW", "galore_adamw"),
    OPTIM("galore_torch.GaLoreAdamW8bit", "galore_adamw_8bit"),
    OPTIM("galore_torch.GaLoreAdafactor", "galore_adafactor"),
    OPTIM("torchao.optim.AdamW8bit|torchao.prototype.low_bit_optim.AdamW8bit", "adamw_torch_8bit"),
    OPTIM("torchao.optim.AdamW4bit|torchao.prototype.low_bit_optim.AdamW4bit", "adamw_torch_4bit"),
    OPTIM("schedulefree.AdamWScheduleFree", "schedule_free_adamw"),
};

const struct framework framework_bitsandbytes = {
    .name = "bitsandbytes",
    ROWS(callables, callables),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
