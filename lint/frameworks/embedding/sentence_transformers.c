/*
 * sentence-transformers: models that turn texts into vectors (SentenceTransformer, SparseEncoder) or rank pairs of
 * texts (CrossEncoder), their trainers since 3.0, 4.0 and 5.0, and fit() before.
 *
 * What is kept for backward hangs on the loss: most encode each text of a row (question, answer, wrong answers) in a
 * pass of its own and keep all of them; those called Cached keep the vectors alone (GradCache).
 */
#include "sentence_transformers.h"

static const struct package packages[] = {
    {.name = "sentence-transformers",
     "0.2@1908 0.3@2007 0.4@2012 1.0@2103 1.1@2104 1.2@2105 2.0@2106 2.1@2110 2.2@2202 2.3@2401 2.4@2402 2.5@2402 "
     "2.6@2403 2.7@2404 3.0@2405 3.1@2409 3.2@2410 3.3@2411 3.4@2501 4.0@2503 4.1@2504 5.0@2507 5.1@2508 "
     "5.2@2512 5.3@2603 5.4@2604 5.5@2605 5.6@2606 5.7@2608 6.0@2608",
     "UKPLab/sentence-transformers, huggingface/sentence-transformers, tags up to v6.0.0"},
};

#define FRAMEWORK "framework=sentence-transformers;task="
/* Since 5.4 most files lie in sentence_transformers/sentence_transformer/ and base/; the old names go on. */
#define ST "sentence-transformers 2.2-6.0 sentence_transformers/"

/* ---- models ---- */

/* The length to which a model of the library's own cuts texts: docs/_static/html/models_en_sentence_embeddings.html. */
#define NAMED(x) x "|sentence-transformers/" x
#define CUT_128                                                                                                \
	"model=" NAMED("paraphrase-MiniLM-L3-v2") "|" NAMED("paraphrase-MiniLM-L6-v2") "|"                     \
	NAMED("paraphrase-TinyBERT-L6-v2") "|" NAMED("paraphrase-multilingual-mpnet-base-v2") "|"              \
	NAMED("paraphrase-multilingual-MiniLM-L12-v2") "|" NAMED("distiluse-base-multilingual-cased-v1") "|"   \
	NAMED("distiluse-base-multilingual-cased-v2")
#define CUT_256                                                                                                \
	"model=" NAMED("all-MiniLM-L6-v2") "|" NAMED("all-roberta-large-v1") "|" NAMED("sentence-t5-base") "|" \
	NAMED("sentence-t5-large") "|" NAMED("sentence-t5-xl") "|" NAMED("sentence-t5-xxl")
#define CUT_384 "model=" NAMED("all-mpnet-base-v2")
#define CUT_512                                                                                                \
	"model=" NAMED("paraphrase-mpnet-base-v2") "|" NAMED("all-distilroberta-v1") "|"                       \
	NAMED("multi-qa-MiniLM-L6-cos-v1") "|" NAMED("multi-qa-mpnet-base-dot-v1") "|"                         \
	NAMED("multi-qa-mpnet-base-cos-v1") "|" NAMED("multi-qa-distilbert-cos-v1") "|"                        \
	NAMED("gtr-t5-base") "|" NAMED("gtr-t5-large") "|" NAMED("gtr-t5-xl") "|" NAMED("gtr-t5-xxl")
#define LISTED "sentence-transformers docs/_static/html/models_en_sentence_embeddings.html, 5.2"
static const struct keyrow model_rows[] = {
    KEY("model_name_or_path|model_name", MODEL),
    /* An attribute that is set on the object; an argument of models.Transformer. */
    KEY("max_seq_length", MAX_SEQ_LENGTH),
    KEY("tokenizer_kwargs.model_max_length|tokenizer_args.model_max_length|processor_kwargs.model_max_length", MAX_SEQ_LENGTH),
    KEY_NESTED("model_kwargs|model_args", "transformers.from_pretrained"),
};
static const struct defrow model_defaults[] = {
    DEFAULT_WHEN(MAX_SEQ_LENGTH, "128", CUT_128, LISTED),
    DEFAULT_WHEN(MAX_SEQ_LENGTH, "256", CUT_256, LISTED),
    DEFAULT_WHEN(MAX_SEQ_LENGTH, "384", CUT_384, LISTED),
    DEFAULT_WHEN(MAX_SEQ_LENGTH, "512", CUT_512, LISTED),
    /* Constants of such a name stand in scripts that do not use them: examples/sentence_transformer/training/nli. */
    DEFAULT_UNKNOWN(MAX_SEQ_LENGTH, "the model's own sentence_bert_config.json says it, or its positions"),
};
const struct keymap map_sbert_model = {
    .name = "sentence_transformers.SentenceTransformer",
    .package = "sentence-transformers",
    ROWS(rows, model_rows),
    ROWS(defaults, model_defaults),
    .base = {&map_transformers_load},
    .source = ST "SentenceTransformer.py, models/Transformer.py",
};
/* model[0].max_seq_length = 256 */
static const struct keyrow part_rows[] = {
    KEY_WHEN("value", MAX_SEQ_LENGTH, PLAIN, NULL, "@name=max_seq_length"),
};
static const struct keymap map_part = {
    .name = "sentence_transformers.module",
    .package = "sentence-transformers",
    ROWS(rows, part_rows),
    .source = ST "SentenceTransformer.py: the setter of max_seq_length sets the first module's",
};
static const struct keyrow cross_rows[] = {
    KEY("model_name_or_path|model_name", MODEL),
    KEY("max_length|max_seq_length", MAX_SEQ_LENGTH),
    KEY("tokenizer_kwargs.model_max_length|tokenizer_args.model_max_length|processor_kwargs.model_max_length", MAX_SEQ_LENGTH),
    KEY_NESTED("model_kwargs|automodel_args", "transformers.from_pretrained"),
};
static const struct defrow cross_defaults[] = {
    DEFAULT_UNKNOWN(MAX_SEQ_LENGTH, "the model's own tokenizer says it, or its positions"),
};
static const struct keymap map_cross = {
    .name = "sentence_transformers.CrossEncoder",
    .package = "sentence-transformers",
    ROWS(rows, cross_rows),
    ROWS(defaults, cross_defaults),
    .base = {&map_transformers_load},
    .source = ST "cross_encoder/CrossEncoder.py",
};

/* ---- losses ---- */

/*
 * Activations of a part of the batch at a time, and of one text of its rows. The call itself implies how large a part
 * is if it does not say so: a default would hold for other losses of the trainer as well.
 */
#define CACHED "texts_per_row=1;mini_batch_size=32"
static const struct keyrow cached_rows[] = {
    KEY("mini_batch_size", MINI_BATCH_SIZE),
};
static const struct keymap map_cached = {
    .name = "sentence_transformers.CachedMultipleNegativesRankingLoss",
    .package = "sentence-transformers",
    ROWS(rows, cached_rows),
    .source = ST "losses/CachedMultipleNegativesRankingLoss.py, 2.4-6.0",
};
#define MEGA "@use_mini_batched_version!=false"
static const struct keyrow mega_rows[] = {
    KEY_WHEN("mini_batch_size", MINI_BATCH_SIZE, PLAIN, NULL, MEGA),
};
static const struct keymap map_mega = {
    .name = "sentence_transformers.MegaBatchMarginLoss",
    .package = "sentence-transformers",
    ROWS(rows, mega_rows),
    .source = ST "losses/MegaBatchMarginLoss.py, 2.2-6.0",
};
static const struct defrow margin_defaults[] = {
    DEFAULT(TEXTS_PER_ROW, "3", ST "losses/MarginMSELoss.py: a question and two passages, or more"),
};
static const struct keymap map_margin = {
    .name = "sentence_transformers.MarginMSELoss",
    .package = "sentence-transformers",
    ROWS(defaults, margin_defaults),
    .source = ST "losses/MarginMSELoss.py",
};
/* The right passage, and wrong ones of the same batch. */
static const struct keyrow cross_negatives_rows[] = {
    KEY_AS("num_negatives", TEXTS_PER_ROW, CHOICE,
	   "1=2;2=3;3=4;4=5;5=6;6=7;7=8;8=9;9=10;10=11;12=13;15=16;16=17;20=21;24=25;30=31;32=33;*="),
};
static const struct defrow cross_negatives_defaults[] = {
    DEFAULT_WHEN(TEXTS_PER_ROW, "5", "!@num_negatives",
		 ST "cross_encoder/losses/MultipleNegativesRankingLoss.py, 4.0-6.0: num_negatives 4"),
};
static const struct keymap map_cross_negatives = {
    .name = "sentence_transformers.cross_encoder.MultipleNegativesRankingLoss",
    .package = "sentence-transformers",
    ROWS(rows, cross_negatives_rows),
    ROWS(defaults, cross_negatives_defaults),
    .source = ST "cross_encoder/losses/MultipleNegativesRankingLoss.py",
};

/* ---- data ---- */

static const struct keyrow example_rows[] = {
    KEY_AS("texts", TEXTS_PER_ROW, LENGTH, NULL),
};
static const struct keymap map_example = {
    .name = "sentence_transformers.InputExample",
    .package = "sentence-transformers",
    ROWS(rows, example_rows),
    .source = ST "readers/InputExample.py",
};
/* Every column that is left is a text; losses that have labels beside them say themselves how many texts. */
static const struct keyrow columns_rows[] = {
    KEY_WHEN("column_names|mapping", TEXTS_PER_ROW, LENGTH, NULL, "task=embedding|sparse_embedding"),
};
static const struct keymap map_columns = {
    .name = "sentence_transformers.columns",
    .package = "sentence-transformers",
    ROWS(rows, columns_rows),
    .source = ST "data_collator.py; datasets src/datasets/arrow_dataset.py select_columns",
};
static const struct keyrow loader_rows[] = {
    KEY("batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
};
static const struct keymap map_loader = {
    .name = "sentence_transformers.NoDuplicatesDataLoader",
    .package = "sentence-transformers",
    ROWS(rows, loader_rows),
    .source = ST "datasets/NoDuplicatesDataLoader.py, losses/ContrastiveTensionLoss.py",
};

/* ---- trainers ---- */

static const struct keymap map_args = {
    .name = "sentence_transformers.SentenceTransformerTrainingArguments",
    .package = "sentence-transformers",
    .base = {&map_transformers_args},
    .source = ST "training_args.py, 3.0-6.0",
};
static const struct defrow trainer_defaults[] = {
    DEFAULT_WHEN(TEXTS_PER_ROW, "2", "!@loss,task=embedding", ST "trainer.py, 3.0-6.0: CoSENTLoss"),
};
static const struct keymap map_trainer = {
    .name = "sentence_transformers.SentenceTransformerTrainer",
    .package = "sentence-transformers",
    ROWS(defaults, trainer_defaults),
    .base = {&map_transformers_trainer},
    .source = ST "trainer.py, 3.0-6.0",
};
static const struct keyrow fit_rows[] = {
    KEY_AS("use_amp", MIXED_PRECISION, IF_TRUE, "fp16"),
};
#define FIT ST "fit_mixin.py, SentenceTransformer.py before 3.0"
static const struct defrow fit_defaults[] = {
    DEFAULT(MIXED_PRECISION, "no", FIT ": use_amp False"),
    DEFAULT_WHEN(OPTIMIZER, "adamw_torch", "!@optimizer_class", FIT ": torch.optim.AdamW"),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "1", FIT),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", FIT),
};
static const struct keymap map_fit = {
    .name = "sentence_transformers.fit",
    .package = "sentence-transformers",
    ROWS(rows, fit_rows),
    ROWS(defaults, fit_defaults),
    .base = {&map_transformers_trainer},
    .source = FIT,
};

/* LlamaIndex hands a question and its passage on to fit(). */
#define ENGINE "llama-index-finetuning 0.3 llama_index/finetuning/embeddings/sentence_transformer.py"
static const struct keyrow engine_rows[] = {
    KEY("batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
};
static const struct defrow engine_defaults[] = {
    DEFAULT_WHEN(MODEL, "BAAI/bge-small-en", "!@model_id", ENGINE),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "10", ENGINE),
};
static const struct keymap map_engine = {
    .name = "llama_index.SentenceTransformersFinetuneEngine",
    .package = "sentence-transformers",
    ROWS(rows, engine_rows),
    ROWS(defaults, engine_defaults),
    .base = {&map_fit},
    .source = ENGINE,
};

static const struct keymap *const maps[] = {
    &map_sbert_model,	 &map_part,    &map_cross,   &map_cached, &map_mega,	  &map_margin, &map_cross_negatives,
    &map_example, &map_columns, &map_loader, &map_args,   &map_trainer, &map_fit, &map_engine,
};

/* ---- callables ---- */

static const struct param model_call_params[] = {
    {"model_name_or_path", ROLE_NONE}, {"modules", ROLE_MODEL}};
static const struct param transformer_params[] = {{"model_name_or_path", ROLE_NONE}, {"max_seq_length", ROLE_NONE}};
static const struct param part_params[] = {{"name", ROLE_NONE}, {"value", ROLE_LOSS}};
static const struct param cross_params[] = {
    {"model_name_or_path", ROLE_NONE}, {"num_labels", ROLE_NONE}, {"max_length", ROLE_NONE}};
static const struct param router_params[] = {{"query_modules", ROLE_NONE}, {"document_modules", ROLE_MODEL}};
static const struct param trainer_params[] = {
    {"model", ROLE_MODEL},	    {"args", ROLE_ARGS},	{"train_dataset", ROLE_DATASET},
    {"eval_dataset", ROLE_DATASET}, {"loss", ROLE_LOSS},	{"evaluator", ROLE_MEASURE},
    {"data_collator", ROLE_NONE},   {"tokenizer", ROLE_TOKENIZER}, {"model_init", ROLE_MODEL},
    {"compute_metrics", ROLE_NONE}, {"callbacks", ROLE_NONE},	{"optimizers", ROLE_OPTIMIZER},
};
static const struct param fit_params[] = {{"train_objectives", ROLE_LOSS}, {"evaluator", ROLE_MEASURE}};
static const struct param cross_fit_params[] = {{"train_dataloader", ROLE_LOSS}, {"evaluator", ROLE_MEASURE}};
static const struct param engine_params[] = {
    {"dataset", ROLE_NONE},	{"model_id", ROLE_MODEL},  {"model_output_path", ROLE_NONE},
    {"batch_size", ROLE_NONE},	{"val_dataset", ROLE_NONE}, {"loss", ROLE_LOSS},
};
static const struct param loss_params[] = {{"model", ROLE_NONE}};
static const struct param wrapping_params[] = {{"model", ROLE_NONE}, {"loss", ROLE_LOSS}};
static const struct param guide_params[] = {{"model", ROLE_NONE}, {"guide", ROLE_TEACHER}};
static const struct param mega_params[] = {{"model", ROLE_NONE},
					   {"positive_margin", ROLE_NONE},
					   {"negative_margin", ROLE_NONE},
					   {"use_mini_batched_version", ROLE_NONE},
					   {"mini_batch_size", ROLE_NONE}};
static const struct param denoising_params[] = {
    {"model", ROLE_NONE}, {"decoder_name_or_path", ROLE_NONE}, {"tie_encoder_decoder", ROLE_NONE}};
static const struct param cross_negatives_params[] = {{"model", ROLE_NONE}, {"num_negatives", ROLE_NONE}};
static const struct param example_params[] = {{"guid", ROLE_NONE}, {"texts", ROLE_NONE}, {"label", ROLE_NONE}};
static const struct param mapping_params[] = {{"mapping", ROLE_NONE}};
static const struct param columns_params[] = {{"column_names", ROLE_NONE}};
static const struct param loader_params[] = {{"train_examples", ROLE_DATASET}, {"batch_size", ROLE_NONE}};

#define P "sentence_transformers."
static const struct callable callables[] = {
    /* A loop by hand that learns with one trains it for this. */
    {.names = P "SentenceTransformer",
     .effect = EFFECT_MODEL,
     ROWS(params, model_call_params),
     .map = &map_sbert_model,
     .set = "task=embedding",
     .placed = true},
    {.names = P "SparseEncoder",
     .effect = EFFECT_MODEL,
     ROWS(params, model_call_params),
     .map = &map_sbert_model,
     .set = "task=sparse_embedding",
     .placed = true},
    {.names = P "Transformer|" P "MLMTransformer",
     .effect = EFFECT_MODEL,
     ROWS(params, transformer_params),
     .map = &map_sbert_model},
    {.names = P "CrossEncoder",
     .effect = EFFECT_MODEL,
     ROWS(params, cross_params),
     .map = &map_cross,
     .set = "task=classification",
     .placed = true},
    {.names = P "Router.for_query_document", .effect = EFFECT_MODEL, ROWS(params, router_params)},
    /* Words by a table, and what is put on it; pictures. */
    {.names = P "StaticEmbedding|" P "StaticEmbedding.from_model2vec|" P "StaticEmbedding.from_distillation|" P
		"WordEmbeddings|" P "WordEmbeddings.from_text_file|" P "BoW|" P "CLIPModel",
     .effect = EFFECT_MODEL,
     .other = true},
    /* The module that holds the transformer: what is set of it, and of what it holds, is the model's. */
    {.names = P "SentenceTransformer()._first_module|" P "SparseEncoder()._first_module", .returns = RETURNS_SELF},
    {.names = P "SentenceTransformer().__getitem__().__setattr__|" P "SparseEncoder().__getitem__().__setattr__",
     .effect = EFFECT_SET,
     .returns = RETURNS_NONE,
     ROWS(params, part_params),
     .map = &map_part},
    {.names = P "SentenceTransformer().encode|" P "SparseEncoder().encode|" P "CrossEncoder().predict",
     .effect = EFFECT_INFERENCE,
     .returns = RETURNS_UNKNOWN},

    {.names = P "SentenceTransformerTrainingArguments|" P "SparseEncoderTrainingArguments|" P
		"CrossEncoderTrainingArguments|" P "MultiVectorEncoderTrainingArguments",
     .map = &map_args},
    /* MultiVectorEncoder scores all tokens of all texts against each other: what that takes no formula here says. */
    {.names = P "SentenceTransformerTrainer|" P "MultiVectorEncoderTrainer",
     .effect = EFFECT_SINK,
     ROWS(params, trainer_params),
     .map = &map_trainer,
     .args = &map_args,
     .set = FRAMEWORK "embedding"},
    {.names = P "SparseEncoderTrainer",
     .effect = EFFECT_SINK,
     ROWS(params, trainer_params),
     .map = &map_trainer,
     .args = &map_args,
     .set = FRAMEWORK "sparse_embedding"},
    {.names = P "CrossEncoderTrainer",
     .effect = EFFECT_SINK,
     ROWS(params, trainer_params),
     .map = &map_trainer,
     .args = &map_args,
     .set = FRAMEWORK "classification"},
    {.names = P "MultiVectorEncoderTrainer().train|" P "SentenceTransformerTrainer().train|" P "SparseEncoderTrainer().train|" P
		"CrossEncoderTrainer().train",
     .effect = EFFECT_START},
    {.names = P "SentenceTransformer().fit|" P "SentenceTransformer().old_fit",
     .effect = EFFECT_SINK,
     .returns = RETURNS_NONE,
     ROWS(params, fit_params),
     .map = &map_fit,
     .set = FRAMEWORK "embedding"},
    {.names = P "CrossEncoder().fit|" P "CrossEncoder().old_fit",
     .effect = EFFECT_SINK,
     .returns = RETURNS_NONE,
     ROWS(params, cross_fit_params),
     .map = &map_fit,
     .set = FRAMEWORK "classification;texts_per_row=1"},

    {.names = "llama_index.finetuning.SentenceTransformersFinetuneEngine",
     .effect = EFFECT_SINK,
     ROWS(params, engine_params),
     .map = &map_engine,
     .load = &map_sbert_model,
     .set = FRAMEWORK "embedding;texts_per_row=2"},
    {.names = "llama_index.finetuning.SentenceTransformersFinetuneEngine().finetune", .effect = EFFECT_START},

    /* One text of a row, by whose label others of the batch are found. */
    {.names = P "BatchAllTripletLoss|" P "BatchHardTripletLoss|" P "BatchHardSoftMarginTripletLoss|" P
		"BatchSemiHardTripletLoss",
     ROWS(params, loss_params),
     .set = "texts_per_row=1"},
    {.names = P "CosineSimilarityLoss|" P "CoSENTLoss|" P "AnglELoss|" P "ContrastiveLoss|" P
		"OnlineContrastiveLoss|" P "SoftmaxLoss|" P "SparseCosineSimilarityLoss|" P "SparseCoSENTLoss|" P
		"SparseAnglELoss",
     ROWS(params, loss_params),
     .set = "texts_per_row=2"},
    {.names = P "TripletLoss|" P "SparseTripletLoss", ROWS(params, loss_params), .set = "texts_per_row=3"},
    {.names = P "MarginMSELoss|" P "SparseMarginMSELoss", ROWS(params, loss_params), .map = &map_margin},
    /* The model, and a copy of it that trains as well. */
    {.names = P "ContrastiveTensionLoss|" P "ContrastiveTensionLossInBatchNegatives",
     ROWS(params, loss_params),
     .set = "task=contrastive_tension;texts_per_row=2"},
    {.names = P "DenoisingAutoEncoderLoss",
     ROWS(params, denoising_params),
     .set = "task=denoising;texts_per_row=2;task=denoising_untied?@tie_encoder_decoder=false"},
    {.names = P "GISTEmbedLoss", ROWS(params, guide_params)},
    {.names = P "CachedMultipleNegativesRankingLoss|" P "CachedMultipleNegativesSymmetricRankingLoss",
     ROWS(params, loss_params),
     .map = &map_cached,
     .set = CACHED},
    {.names = P "CachedGISTEmbedLoss", ROWS(params, guide_params), .map = &map_cached, .set = CACHED},
    /* Anchor, right answer and the hardest wrong one of the batch: fifty rows at a time. */
    {.names = P "MegaBatchMarginLoss",
     ROWS(params, mega_params),
     .map = &map_mega,
     .set = "texts_per_row=3;mini_batch_size=50?" MEGA},
    {.names = P "MatryoshkaLoss|" P "Matryoshka2dLoss|" P "AdaptiveLayerLoss|" P "SpladeLoss",
     ROWS(params, wrapping_params)},
    /* Over vectors of texts, without words. */
    {.names = P "CSRLoss|" P "CSRReconstructionLoss", ROWS(params, wrapping_params), .set = "task=embedding"},

    /* Pairs in one row of tokens. */
    {.names = P "cross_encoder.losses.BinaryCrossEntropyLoss|" P "cross_encoder.losses.CrossEntropyLoss|" P
		"cross_encoder.losses.MSELoss",
     ROWS(params, loss_params),
     .set = "texts_per_row=1"},
    {.names = P "cross_encoder.losses.MarginMSELoss", ROWS(params, loss_params), .set = "texts_per_row=2"},
    {.names = P "cross_encoder.losses.MultipleNegativesRankingLoss",
     ROWS(params, cross_negatives_params),
     .map = &map_cross_negatives},
    {.names = P "cross_encoder.losses.CachedMultipleNegativesRankingLoss",
     ROWS(params, cross_negatives_params),
     .map = &map_cached,
     .set = CACHED},
    /* All texts of a question: mini_batch_size cuts the passes, and their activations stay. */
    {.names = P "LambdaLoss|" P "ADRMSELoss|" P "ListNetLoss|" P "ListMLELoss|" P "PListMLELoss|" P "RankNetLoss",
     ROWS(params, loss_params),
     .set = "task=ranking"},

    {.names = P "InputExample", ROWS(params, example_params), .map = &map_example},
    {.names = "datasets.Dataset.from_dict", .effect = EFFECT_HINT, ROWS(params, mapping_params), .map = &map_columns},
    {.names = ".select_columns", .effect = EFFECT_HINT, ROWS(params, columns_params), .map = &map_columns},
    {.names = P "NoDuplicatesDataLoader|" P "ContrastiveTensionDataLoader",
     .effect = EFFECT_LOOP,
     ROWS(params, loader_params),
     .map = &map_loader},
};

const struct framework framework_sbert = {
    .name = "sentence-transformers",
    ROWS(callables, callables),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
