/*
 * Simple Transformers: ClassificationModel("roberta", "roberta-base", args={…}).train_model(data) and its kin. The object
 * is the model, its arguments and the trainer in one; one that is never told to train only predicts.
 */
#include "shared_maps.h"

#define ST   "simpletransformers 0.63-0.70 simpletransformers/"
#define ARGS ST "config/model_args.py"

static const struct package packages[] = {
    {.name = "simpletransformers", "0.63 0.70", "ThilinaRajapakse/simpletransformers setup.py, CHANGELOG.md"},
};

static const struct keyrow args_rows[] = {
    KEY("train_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("eval_batch_size", PER_DEVICE_EVAL_BATCH_SIZE),
    KEY("gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS),
    KEY("max_seq_length", MAX_SEQ_LENGTH),
    KEY_AS("fp16", MIXED_PRECISION, SWITCH, "fp16;no"),
    KEY("optimizer", OPTIMIZER),
    KEY("n_gpu", NUM_GPUS),
    KEY_AS("evaluate_during_training", EVALUATION, SWITCH, "true;false"),
};
static const struct keymap map_args = {
    .name = "simpletransformers.ModelArgs",
    .package = "simpletransformers",
    ROWS(rows, args_rows),
    .source = ARGS,
};
static const struct keyrow model_rows[] = {
    KEY("model_name|encoder_decoder_name", MODEL),
    KEY_NESTED("args", "simpletransformers.ModelArgs"),
};
static const struct defrow model_defaults[] = {
    DEFAULT(QUANTIZATION, "none", ST "classification/classification_model.py"),
    DEFAULT(WEIGHTS_DTYPE, "float32", ST "classification/classification_model.py: from_pretrained() without a dtype, transformers 4"),
};
static const struct keymap map_model = {
    .name = "simpletransformers.Model",
    .package = "simpletransformers",
    ROWS(rows, model_rows),
    ROWS(defaults, model_defaults),
    .source = ST "classification/classification_model.py, t5/t5_model.py, …",
};

/* What train_model() does with arguments that nobody gave. */
static const struct defrow train_defaults[] = {
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "8", ARGS),
    DEFAULT(PER_DEVICE_EVAL_BATCH_SIZE, "100", ARGS),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "1", ARGS),
    DEFAULT(MAX_SEQ_LENGTH, "128", ARGS),
    DEFAULT(MIXED_PRECISION, "fp16", ARGS),
    DEFAULT(EVALUATION, "false", ARGS),
    DEFAULT(NUM_GPUS, "1", ARGS ": n_gpu"),
    DEFAULT(OPTIMIZER, "adamw_torch", ARGS),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", ST "classification/classification_model.py"),
    DEFAULT(PEFT, "none", ST "classification/classification_model.py"),
};
static const struct keymap map_train = {
    .name = "simpletransformers.train_model",
    .package = "simpletransformers",
    ROWS(defaults, train_defaults),
    .source = ARGS,
};
static const struct defrow t5_defaults[] = {
    DEFAULT(OPTIMIZER, "adafactor", ARGS ": T5Args"),
};
static const struct keymap map_t5 = {
    .name = "simpletransformers.T5Model.train_model",
    .package = "simpletransformers",
    .base = {&map_train},
    ROWS(defaults, t5_defaults),
    .source = ARGS,
};
static const struct keymap *const maps[] = {&map_args, &map_model, &map_train, &map_t5};

static const struct param classification_params[] = {
    {"model_type", ROLE_NONE}, {"model_name", ROLE_NONE}, {"tokenizer_type", ROLE_NONE}, {"tokenizer_name", ROLE_NONE},
    {"num_labels", ROLE_NONE}, {"weight", ROLE_NONE},	  {"args", ROLE_NONE},
};
static const struct param label_params[] = {
    {"model_type", ROLE_NONE}, {"model_name", ROLE_NONE}, {"labels", ROLE_NONE}, {"weight", ROLE_NONE}, {"args", ROLE_NONE},
};
static const struct param plain_params[] = {{"model_type", ROLE_NONE}, {"model_name", ROLE_NONE}, {"args", ROLE_NONE}};
static const struct param language_params[] = {
    {"model_type", ROLE_NONE},	       {"model_name", ROLE_NONE},  {"generator_name", ROLE_NONE},
    {"discriminator_name", ROLE_NONE}, {"train_files", ROLE_NONE}, {"args", ROLE_NONE},
};
static const struct param pair_params[] = {
    {"encoder_type", ROLE_NONE}, {"encoder_name", ROLE_NONE}, {"decoder_name", ROLE_NONE}, {"encoder_decoder_type", ROLE_NONE},
    {"encoder_decoder_name", ROLE_NONE},
};
static const struct param train_params[] = {{"train_df", ROLE_DATASET}, {"output_dir", ROLE_NONE}, {"show_running_loss", ROLE_NONE}, {"args", ROLE_ARGS}};

#define MODEL_OF(module, class, list)                                                                                   \
	{                                                                                                               \
		.names = "simpletransformers." module "." class, .effect = EFFECT_MODEL, ROWS(params, list),             \
		.map = &map_model, .placed = true                                                                        \
	}
#define ARGS_OF(module, class) "simpletransformers." module "." class
#define TRAIN(module, class, keys, what)                                                                                \
	{                                                                                                               \
		.names = "simpletransformers." module "." class "().train_model", .effect = EFFECT_SINK,                 \
		.returns = RETURNS_UNKNOWN, ROWS(params, train_params), .map = (keys), .args = &map_args,                \
		.set = "framework=simpletransformers;batch_layout=fixed;task=" what                                     \
	}
/* All rows are as long as max_seq_length says: classification_utils.py, ner_utils.py, t5_utils.py padding="max_length". */
static const struct callable callables[] = {
    MODEL_OF("classification", "ClassificationModel", classification_params),
    MODEL_OF("classification", "MultiLabelClassificationModel", label_params),
    MODEL_OF("ner", "NERModel", label_params),
    MODEL_OF("question_answering", "QuestionAnsweringModel", plain_params),
    MODEL_OF("t5", "T5Model", plain_params),
    MODEL_OF("language_modeling", "LanguageModelingModel", language_params),
    MODEL_OF("seq2seq", "Seq2SeqModel", pair_params),
    {.names = ARGS_OF("classification", "ClassificationArgs") "|" ARGS_OF("classification", "MultiLabelClassificationArgs") "|"
	      ARGS_OF("ner", "NERArgs") "|" ARGS_OF("question_answering", "QuestionAnsweringArgs") "|" ARGS_OF("t5", "T5Args") "|"
	      ARGS_OF("language_modeling", "LanguageModelingArgs") "|" ARGS_OF("seq2seq", "Seq2SeqArgs") "|"
	      ARGS_OF("config.model_args", "ModelArgs"),
     .map = &map_args},
    TRAIN("classification", "ClassificationModel", &map_train, "classification"),
    TRAIN("classification", "MultiLabelClassificationModel", &map_train, "classification"),
    TRAIN("ner", "NERModel", &map_train, "classification"),
    TRAIN("question_answering", "QuestionAnsweringModel", &map_train, "classification"),
    TRAIN("t5", "T5Model", &map_t5, "sft"),
    TRAIN("language_modeling", "LanguageModelingModel", &map_train, "pretrain"),
    TRAIN("seq2seq", "Seq2SeqModel", &map_train, "sft"),
};

const struct framework framework_simpletransformers = {
    .name = "simpletransformers",
    ROWS(callables, callables),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
