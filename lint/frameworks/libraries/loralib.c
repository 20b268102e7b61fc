/*
 * Microsoft's loralib: layers that a model is written with, and that carry an adapter where their rank is above 0.
 */
#include "shared_maps.h"

#define LAYERS "microsoft/LoRA loralib/layers.py, 0.1.1"

static const struct keyrow layer_rows[] = {
    KEY_AS("r", LORA_R, PLAIN, NULL),
    KEY_AS("lora_alpha", LORA_ALPHA, PLAIN, NULL),
    KEY_AS("lora_dropout", LORA_DROPOUT, PLAIN, NULL),
};
static const struct defrow layer_defaults[] = {
    DEFAULT(LORA_ALPHA, "1", LAYERS),
    DEFAULT(LORA_DROPOUT, "0", LAYERS),
};
static const struct keymap map_layers = {
    .name = "loralib.Linear",
    .package = "loralib",
    ROWS(rows, layer_rows),
    ROWS(defaults, layer_defaults),
    .source = LAYERS,
};
static const struct keymap *const maps[] = {&map_layers};

static const struct param layer_params[] = {
    {"in_features", ROLE_NONE}, {"out_features", ROLE_NONE}, {"r", ROLE_NONE}, {"lora_alpha", ROLE_NONE}, {"lora_dropout", ROLE_NONE}};

static const struct callable callables[] = {
    {.names = "loralib.Linear|loralib.MergedLinear|loralib.Embedding|loralib.layers.Linear|loralib.layers.MergedLinear|"
	      "loralib.layers.Embedding",
     ROWS(params, layer_params),
     .map = &map_layers,
     .adapter = true,
     .set = "peft=lora?@r"},
};

const struct framework framework_loralib = {
    .name = "loralib",
    ROWS(callables, callables),
    ROWS(maps, maps),
};
