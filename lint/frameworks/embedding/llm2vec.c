/*
 * LLM2Vec: decoders that see both ways. Two of its trainings are Trainer's, over classes of its own: of masked words (MNTP), then
 * of pairs of one text (SimCSE).
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "llm2vec", "0.1@2404 0.2@2407", "McGill-NLP/llm2vec, tags up to 0.2.3, llm2vec/version.py"},
};

#define L2V "llm2vec 0.2 llm2vec/llm2vec.py "

/* What is not the encoder's own goes to the from_pretrained() of transformers. */
static const struct keyrow encoder_rows[] = {
    KEY("base_model_name_or_path", MODEL),
    KEY("max_length", MAX_SEQ_LENGTH),
};
static const struct defrow encoder_defaults[] = {
    DEFAULT(MAX_SEQ_LENGTH, "512", L2V "__init__: max_length 512"),
};
static const struct keymap map_encoder = {
    .name = "llm2vec.LLM2Vec",
    .package = "llm2vec",
    ROWS(rows, encoder_rows),
    ROWS(defaults, encoder_defaults),
    .base = {&map_transformers_load},
    .source = L2V "from_pretrained",
};
static const struct keymap *const maps[] = {&map_encoder};

static const struct param load_params[] = {
    {"pretrained_model_name_or_path", ROLE_NONE},
    {"quantization_config", ROLE_QUANTIZATION},
};
static const struct param encoder_params[] = {
    {"base_model_name_or_path", ROLE_NONE},
    {"quantization_config", ROLE_QUANTIZATION},
};

static const struct callable callables[] = {
    {.names = "llm2vec.*BiForMNTP.from_pretrained|llm2vec.*BiModel.from_pretrained",
     .effect = EFFECT_MODEL,
     ROWS(params, load_params),
     .map = &map_transformers_load,
     .attrs = "config.is_encoder_decoder=false;config.*=known;-peft_config"},
    {.names = "llm2vec.LLM2Vec.from_pretrained",
     .effect = EFFECT_MODEL,
     ROWS(params, encoder_params),
     .map = &map_encoder,
     .attrs = "config.is_encoder_decoder=false;config.*=known;-peft_config"},
};

const struct framework framework_llm2vec = {
    .name = "llm2vec",
    ROWS(callables, callables),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
