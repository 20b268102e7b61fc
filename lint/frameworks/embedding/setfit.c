/*
 * SetFit: a classifier of few examples. Its body is a SentenceTransformer that learns from pairs of them first; the
 * head that comes then takes next to nothing.
 */
#include "sentence_transformers.h"

static const struct package packages[] = {
    {.name = "setfit", "0.4@2211 0.5@2212 0.6@2302 0.7@2304 1.0@2312 1.1@2409", "huggingface/setfit, tags up to v1.1.3"},
};

#define SF "setfit 0.7-1.1 src/setfit/"
static const struct keyrow model_rows[] = {
    KEY("pretrained_model_name_or_path", MODEL),
};
static const struct keymap map_model = {
    .name = "setfit.SetFitModel",
    .package = "setfit",
    ROWS(rows, model_rows),
    .base = {&map_sbert_model},
    .source = SF "modeling.py",
};
/* One number, or one for the body and a smaller one for the head. */
static const struct keyrow args_rows[] = {
    KEY("batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY_AS("use_amp", MIXED_PRECISION, IF_TRUE, "fp16"),
};
static const struct defrow args_defaults[] = {
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "16", SF "training_args.py: (16, 2); trainer.py before 1.0"),
    DEFAULT(MIXED_PRECISION, "no", SF "training_args.py: use_amp False"),
    DEFAULT_IN(OPTIMIZER, "adamw_torch", NULL, "1.1", SF "trainer.py: SentenceTransformer.fit() before 1.1"),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "1", SF "trainer.py"),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", SF "trainer.py"),
};
static const struct keymap map_args = {
    .name = "setfit.TrainingArguments",
    .package = "setfit",
    ROWS(rows, args_rows),
    ROWS(defaults, args_defaults),
    .source = SF "training_args.py",
};
static const struct keymap map_trainer = {
    .name = "setfit.Trainer",
    .package = "setfit",
    .base = {&map_transformers_trainer},
    .source = SF "trainer.py",
};
static const struct keymap map_old_trainer = {
    .name = "setfit.SetFitTrainer",
    .package = "setfit",
    .base = {&map_args, &map_transformers_trainer},
    .source = SF "trainer.py",
};
static const struct keymap *const maps[] = {&map_model, &map_args, &map_trainer, &map_old_trainer};

static const struct param model_call_params[] = {{"pretrained_model_name_or_path", ROLE_NONE}};
static const struct param trainer_params[] = {
    {"model", ROLE_MODEL},	    {"args", ROLE_ARGS},       {"train_dataset", ROLE_DATASET},
    {"eval_dataset", ROLE_DATASET}, {"model_init", ROLE_MODEL},
};
static const struct param old_trainer_params[] = {
    {"model", ROLE_MODEL},
    {"train_dataset", ROLE_DATASET},
    {"eval_dataset", ROLE_DATASET},
    {"model_init", ROLE_MODEL},
};

/* The body's loss is CosineSimilarityLoss, of pairs, unless another class is given: one that takes fewer texts. */
#define PAIRS "framework=setfit;task=embedding;texts_per_row=2"
static const struct callable callables[] = {
    {.names = "setfit.SetFitModel.from_pretrained",
     .effect = EFFECT_MODEL,
     ROWS(params, model_call_params),
     .map = &map_model,
     .placed = true},
    {.names = "setfit.TrainingArguments", .map = &map_args},
    {.names = "setfit.Trainer",
     .effect = EFFECT_SINK,
     ROWS(params, trainer_params),
     .map = &map_trainer,
     .args = &map_args,
     .set = PAIRS},
    {.names = "setfit.SetFitTrainer",
     .effect = EFFECT_SINK,
     ROWS(params, old_trainer_params),
     .map = &map_old_trainer,
     .set = PAIRS},
    {.names = "setfit.Trainer().train|setfit.SetFitTrainer().train", .effect = EFFECT_START},
};

const struct framework framework_setfit = {
    .name = "setfit",
    ROWS(callables, callables),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
