/*
 * transformers: from_pretrained and the quantisation configs, calls and the rows of the library itself.
 * transformers_arguments.c has the keys of TrainingArguments and the Trainer.
 */
#include "shared_maps.h"

static const struct package packages[] = {
    {.name = "transformers",
     "1.2@1909 2.0@1909 2.3@1912 2.11@2006 3.0@2006 3.5@2011 4.0@2011 4.3@2102 4.5@2104 4.8@2106 4.11@2109 4.15@2112 4.17@2203 "
     "4.18@2204 4.20@2206 4.21@2207 4.22@2209 4.23@2210 4.24@2211 4.25@2212 4.26@2301 "
     "4.27@2303 4.28@2304 4.29@2305 4.30@2306 4.31@2307 4.32@2308 4.33@2309 "
     "4.34@2310 4.35@2311 4.36@2312 4.37@2401 4.38@2402 4.39@2403 4.40@2404 "
     "4.41@2405 4.42@2406 4.43@2407 4.44@2408 4.45@2409 4.46@2410 4.47@2412 "
     "4.48@2501 4.49@2502 4.50@2503 4.51@2504 4.52@2505 4.53@2506 4.54@2507 "
     "4.55@2508 4.56@2508 4.57@2510 5.0@2601 5.1@2602 5.2@2602 5.3@2603",
     "huggingface/transformers up to 5.3; months by the pins of axolotl's releases, before 4.20 of its tags",
     .dropped = "4.50:transformers.AdamW|transformers.optimization.AdamW",
     /* torchKbert 1.1.3 is pytorch_pretrained_bert under another name, with its classes (KKenny0/torchKbert, __init__.py). */
     .earlier = "2.0:pytorch_transformers|pytorch_pretrained_bert|torchKbert",
     /* setup.py of these; torch: "Disabling PyTorch because PyTorch >= 2.2 is required", src/transformers/utils/import_utils.py. */
     .needs = "4.0:tokenizers@0.9.4 4.3:tokenizers@0.10.1 4.17:tokenizers@0.11.1 4.19:python@3.7 4.31:python@3.8 "
	      "4.34:tokenizers@0.14 4.40:tokenizers@0.19 4.45:tokenizers@0.20 4.47:tokenizers@0.21|python@3.9 "
	      "4.56:tokenizers@0.22|huggingface-hub@0.34 5.0:python@3.10|huggingface-hub@1.0|torch@2.2"},
};

/* transformers src/transformers/optimization.py: AdamW is there up to 4.49 (huggingface/transformers#36177). */
static const struct keyrow adamw_rows[] = {
    KEY_UNTIL("params", NULL, "4.50"),
};
static const struct keymap map_adamw = {
    .name = "transformers.AdamW",
    .package = "transformers",
    ROWS(rows, adamw_rows),
    .source = "transformers src/transformers/optimization.py, 4.50",
};

/* ---- loading ---- */

/*
 * Whose checkpoints are float32, or float16: what dtype "auto" takes. By config.json, or by what a file of
 * weights has for each parameter: 4 bytes (xlm-roberta-base 1.12 GB, electra-base 440 MB, albert-base-v2
 * 47 MB, mt5-base 2.33 GB, mpnet-base 0.53 GB, opus-mt 0.31 GB, bart-base 558 MB, mbart-large-50 2.44 GB) or 2
 * (deberta-v3-base 371 MB; of BART's the first large one, 1.02 GB with three copies of its table).
 */
#define FLOAT16_OF_BART "model=facebook/bart-large|bart-large"
#define FLOAT32_FAMILIES                                                                                       \
	"model.kin=gpt2|bert|roberta|distilbert|t5|gpt_neo|gptj|xlm-roberta|electra|albert|mt5|mpnet|"       \
	"marian|modernbert|nomic_bert|deberta|bart|mbart"
#define FLOAT16_FAMILIES "model.kin=opt|gpt_neox|bloom|llama-1|llama-2|deberta-v2"
#define MU "transformers src/transformers/modeling_utils.py"
/* MU, 4.11 to 4.57, _backward_compatibility_gradient_checkpointing: a model made of a configuration that says so. */
#define CONFIG_CHECKPOINTING KEY_IN("gradient_checkpointing", GRADIENT_CHECKPOINTING, IF_TRUE, "true", NULL, "5.0")
static const struct keyrow load_rows[] = {
    KEY("pretrained_model_name_or_path", MODEL),
    KEY_NESTED("config", "transformers.loaded_config"),
    CONFIG_CHECKPOINTING,
    KEY_WHEN("torch_dtype|dtype", WEIGHTS_DTYPE, CHOICE, "auto=float16;*=", FLOAT16_OF_BART),
    KEY_WHEN("torch_dtype|dtype", WEIGHTS_DTYPE, CHOICE, "auto=float32;*=", FLOAT32_FAMILIES),
    KEY_WHEN("torch_dtype|dtype", WEIGHTS_DTYPE, CHOICE, "auto=float16;*=", FLOAT16_FAMILIES),
    KEY_AS("torch_dtype|dtype", WEIGHTS_DTYPE, DTYPE, "bfloat16"),
    /* Both were allowed together up to 4.35, and the configuration won. */
    KEY_NESTED("quantization_config", "transformers.BitsAndBytesConfig"),
    KEY_IN("load_in_4bit", QUANTIZATION, IF_TRUE, "fp4", NULL, "5.0"),
    KEY_IN("load_in_8bit", QUANTIZATION, IF_TRUE, "int8", NULL, "5.0"),
    /* Only the eager kernel has weights to give. */
    KEY_AS("output_attentions", ATTENTION, IF_TRUE, "eager"),
    KEY_AS("attn_implementation|_attn_implementation", ATTENTION, CHOICE,
	   "kernels-community/flash-attn=flash_attention_2;"
	   "kernels-community/flash-attn2=flash_attention_2;"
	   "kernels-community/flash-attn3=flash_attention_3;"
	   "kernels-community/vllm-flash-attn3=flash_attention_3;"
	   "flash_attention=flash_attention_2"),
    KEY_AS("use_flash_attention_2", ATTENTION, IF_TRUE, "flash_attention_2"),
    KEY_AS("device_map", DATA_PARALLEL, CHOICE,
	   "auto=device_map;balanced=device_map;balanced_low_0=device_map;*=;?="),
};

/* Kernels came to some models later than to the library, to others never: #28005 lists them. */
#define GPU_ONE "transformers docs/source/en/perf_infer_gpu_one.md"
#define EAGER_FAMILIES                                                                                         \
	DEFAULT_WHEN(ATTENTION, "eager",                                                                       \
		     "model.family=bloom|mpt|gptj|codegen|t5|mt5|gpt_neo|deberta|deberta-v2",                  \
		     GPU_ONE ": no SDPA in these"),                                                            \
	    DEFAULT_IN_WHEN(ATTENTION, "eager", NULL, "4.37", "model.family=mistral|mixtral",                  \
			    GPU_ONE ": SDPA in these since 4.37"),                                             \
	    DEFAULT_ONCE_WHEN(ATTENTION, "eager", "4.41", "model.family=bert",                                 \
			    GPU_ONE ": SDPA in BERT since 4.41"),                                              \
	    DEFAULT_ONCE_WHEN(ATTENTION, "eager", "4.42", "model.family=gpt2|gpt_neox",                        \
			    GPU_ONE ": SDPA in these since 4.42"),                                             \
	    DEFAULT_ONCE_WHEN(ATTENTION, "eager", "4.45", "model.family=roberta|xlm-roberta|albert",           \
			    GPU_ONE ": SDPA in these since 4.45"),                                             \
	    DEFAULT_ONCE_WHEN(ATTENTION, "eager", "4.46", "model.family=distilbert|opt",                       \
			    GPU_ONE ": SDPA in these since 4.46"),                                             \
	    DEFAULT_IN_WHEN(ATTENTION, "eager", NULL, "4.56", "model.family=electra",                          \
			    GPU_ONE ": SDPA in ELECTRA since 4.56")
/*
 * Rows padded to no length that is named: to the tokenizer's own, where its tokenizer_config.json has one, the positions
 * that the model was trained with (tokenization_utils_base.py _get_padding_truncation_strategies(), 4.x).
 */
#define OWN_LENGTH "transformers src/transformers/tokenization_utils_base.py: padding to model_max_length"
/* The same of rows that are cut to no length that is named. DeBERTa's tokenizers have none, and cut nothing. */
#define CUT_LENGTH "transformers src/transformers/tokenization_utils_base.py: truncation to model_max_length"
#define CUT(length, cond)                                                                                                  \
	{.setting = SETTING_MAX_SEQ_LENGTH, .value = (length), .when = "rows.cut,!packing," cond, .source = CUT_LENGTH, .behind = true}
#define OWN_FAMILIES "model.family=bert|roberta|xlm-roberta|camembert|distilbert|electra|albert|mpnet"
static const struct defrow load_defaults[] = {
    DEFAULT_WHEN(MAX_SEQ_LENGTH, "512", "batch_layout=fixed,!packing," OWN_FAMILIES "|t5", OWN_LENGTH),
    DEFAULT_WHEN(MAX_SEQ_LENGTH, "8192", "batch_layout=fixed,!packing,model.family=modernbert", OWN_LENGTH),
    DEFAULT_WHEN(MAX_SEQ_LENGTH, "1024", "batch_layout=fixed,!packing,model.family=gpt2", OWN_LENGTH),
    DEFAULT_IN_WHEN(EXPERTS, "fused", "5.0", NULL, "model.moe", MU ", 5.0"),
    DEFAULT_IN_WHEN(EXPERTS, "linear", NULL, "5.0", "model.moe", MU ", 4.57"),
    /* What nothing states the age of may well be from before. */
    DEFAULT_ONCE_WHEN(WEIGHTS_DTYPE, "float16", "5.0", "quantization=nf4|fp4|int8",
		      "transformers src/transformers/quantizers/quantizer_bnb_4bit.py, 4.47"),
    DEFAULT_ONCE_WHEN(WEIGHTS_DTYPE, "float32", "5.0", NULL, MU ", 4.57: no dtype is float32"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float16", FLOAT16_OF_BART, MU " since 5.0: dtype auto; this checkpoint is float16"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float32", FLOAT32_FAMILIES,
		 MU " since 5.0: dtype auto; these checkpoints are float32"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float16", FLOAT16_FAMILIES,
		 MU " since 5.0: dtype auto; these checkpoints are float16"),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16",
	    MU " since 5.0: dtype auto is the checkpoint's, nearly always bfloat16"),
    DEFAULT_IN(ATTENTION, "eager", NULL, "4.36",
	       MU " before 4.36: no _autoset_attn_implementation"),
    EAGER_FAMILIES,
    DEFAULT(ATTENTION, "sdpa", MU ": sdpa where the model has it"),
    /* Behind those of what puts quantised layers into the model by itself. */
    {.setting = SETTING_DOUBLE_QUANT,
     .value = "false",
     .when = "quantization=nf4|fp4",
     .source = "transformers src/transformers/utils/quantization_config.py",
     .behind = true},
    CUT("512", "model.positions=512," OWN_FAMILIES),
    CUT("256", "model.positions=256," OWN_FAMILIES),
    CUT("512", "model.family=t5"),
    CUT("1024", "model.family=gpt2"),
};

static const struct keyrow bnb_rows[] = {
    KEY_WHEN("bnb_4bit_quant_type", QUANTIZATION, PLAIN, NULL, "@load_in_4bit|_load_in_4bit"),
    KEY_AS("load_in_4bit|_load_in_4bit", QUANTIZATION, IF_TRUE, "fp4"),
    KEY_AS("load_in_8bit|_load_in_8bit", QUANTIZATION, IF_TRUE, "int8"),
    KEY_WHEN("bnb_4bit_use_double_quant", DOUBLE_QUANT, PLAIN, NULL, "@load_in_4bit|_load_in_4bit"),
    /* A mapping of the config.json form. */
    KEY_WHEN("quant_method", QUANTIZATION, CHOICE,
	     "bitsandbytes=;*=", "@quant_method=bitsandbytes"),
    KEY("quant_method", QUANTIZATION),
    KEY_WHEN("bits", QUANTIZATION_BITS, PLAIN, NULL, "@quant_method"),
};

static const struct defrow bnb_defaults[] = {
    DEFAULT_WHEN(DOUBLE_QUANT, "false", "quantization=nf4|fp4",
		 "transformers src/transformers/utils/quantization_config.py BitsAndBytesConfig"),
};

static const struct keyrow quant_rows[] = {
    KEY_AS("bits|nbits|w_bit", QUANTIZATION_BITS, PLAIN, NULL),
};
static const struct keyrow mxfp4_rows[] = {
    KEY_AS("dequantize", QUANTIZATION, SWITCH, "none;mxfp4"),
};
static const struct keyrow quanto_rows[] = {
    KEY_AS("weights", QUANTIZATION_BITS, CHOICE, "int8=8;int4=4;float8=8;int2=2;*="),
};
/* A configuration alone: the model's id, and no weights. */
static const struct keyrow config_rows[] = {
    KEY("pretrained_model_name_or_path", MODEL),
    CONFIG_CHECKPOINTING,
    KEY_AS("output_attentions", ATTENTION, IF_TRUE, "eager"),
    KEY_AS("attn_implementation|_attn_implementation", ATTENTION, PLAIN, NULL),
};
/* What a configuration says of a model whose weights are loaded with it. */
static const struct keyrow loaded_config_rows[] = {
    CONFIG_CHECKPOINTING,
    KEY_AS("output_attentions", ATTENTION, IF_TRUE, "eager"),
    KEY_AS("attn_implementation|_attn_implementation", ATTENTION, PLAIN, NULL),
};
static const struct keyrow made_config_rows[] = {
    CONFIG_CHECKPOINTING,
    KEY_AS("torch_dtype|dtype", WEIGHTS_DTYPE, DTYPE, NULL),
    KEY_AS("output_attentions", ATTENTION, IF_TRUE, "eager"),
    KEY_AS("attn_implementation|_attn_implementation", ATTENTION, PLAIN, NULL),
};
static const struct defrow made_config_defaults[] = {
    DEFAULT(WEIGHTS_DTYPE, "float32", MU " _from_config: PyTorch's default"),
};
static const struct defrow from_config_defaults[] = {
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float32", FLOAT32_FAMILIES,
		 MU " _from_config: the configuration's dtype, which these do not say or say is float32"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float16", FLOAT16_FAMILIES, MU " _from_config: the configuration's dtype"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "bfloat16", "model",
		 MU " _from_config: the configuration's dtype, nearly always bfloat16"),
    DEFAULT(WEIGHTS_DTYPE, "float32", MU " _from_config: PyTorch's default"),
    DEFAULT_IN(ATTENTION, "eager", NULL, "4.36",
	       MU " before 4.36: no _autoset_attn_implementation"),
    EAGER_FAMILIES,
    DEFAULT(ATTENTION, "sdpa", MU ": sdpa where the model has it"),
};
/* The class itself called with a configuration: no _from_config() that would look for a dtype in it. */
static const struct defrow constructed_defaults[] = {
    DEFAULT(WEIGHTS_DTYPE, "float32", MU " PreTrainedModel.__init__, 4.20 to 5.3: PyTorch's default"),
};
static const struct keyrow enable_rows[] = {
    KEY("gradient_checkpointing_kwargs.use_reentrant", USE_REENTRANT),
};
/* The length to which a script's own tokenisation cuts its samples. */
static const struct keyrow tokenize_rows[] = {
    KEY_WHEN("max_length", MAX_SEQ_LENGTH, PLAIN, NULL, "@truncation|padding"),
    KEY_AS("padding", BATCH_LAYOUT, CHOICE, "max_length=fixed;*="),
};
/* A processor hands these on to its tokenizer (processing_utils.py ProcessorMixin); of sounds it is the number of samples. */
#define OF_TEXT "!@sampling_rate,!@audio,!@audios,!@raw_speech"
static const struct keyrow process_rows[] = {
    KEY_WHEN("max_length", MAX_SEQ_LENGTH, PLAIN, NULL, "@truncation|padding," OF_TEXT),
    KEY_WHEN("padding", BATCH_LAYOUT, CHOICE, "max_length=fixed;*=", OF_TEXT),
};
/* tokenization_utils_base.py prepare_seq2seq_batch(), 3.x to 4.x: truncation is on. */
static const struct keyrow prepare_rows[] = {
    KEY("max_length", MAX_SEQ_LENGTH),
    KEY_AS("padding", BATCH_LAYOUT, CHOICE, "max_length=fixed;*="),
};
/* tokenization_utils_base.py pad(), 3.x to 5.x: max_length counts where rows are padded to it, and cuts none. */
static const struct keyrow pad_rows[] = {
    KEY_WHEN("max_length", MAX_SEQ_LENGTH, PLAIN, NULL, "@padding=max_length"),
    KEY_AS("padding", BATCH_LAYOUT, CHOICE, "max_length=fixed;*="),
};
static const struct keyrow tokenizer_rows[] = {
    KEY("model_max_length", MAX_SEQ_LENGTH),
};
/* processor.tokenizer.model_max_length = 2048: processors hand truncation on to it (processing_utils.py ProcessorMixin, 4.x). */
static const struct keyrow bound_rows[] = {
    KEY_WHEN("value", MAX_SEQ_LENGTH, PLAIN, NULL, "@name=model_max_length,rows.cut"),
};
static const struct keyrow to_rows[] = {
    KEY_AS("dtype|device|arg1", WEIGHTS_DTYPE, DTYPE, NULL),
};

/* Quantised twice: also by from_pretrained()'s own keys, of which it makes a BitsAndBytesConfig. */
static const struct refusal bnb_refusals[] = {
    {.when = "@load_in_4bit=true,@load_in_8bit=true",
     .key = "load_in_8bit",
     .why = "load_in_4bit and load_in_8bit are both on",
     .source = "transformers src/transformers/utils/quantization_config.py BitsAndBytesConfig, 4.30-5.0"},
};

const struct keymap map_transformers_load = {
    .name = "transformers.from_pretrained",
    .package = "transformers",
    ROWS(refusals, bnb_refusals),
    ROWS(rows, load_rows),
    ROWS(defaults, load_defaults),
    .source = MU,
};
static const struct keymap map_transformers_bnb = {
    .name = "transformers.BitsAndBytesConfig",
    .package = "transformers",
    ROWS(refusals, bnb_refusals),
    ROWS(rows, bnb_rows),
    ROWS(defaults, bnb_defaults),
    .source = "transformers src/transformers/utils/quantization_config.py",
};
static const struct keymap map_config = {
    .name = "transformers.PretrainedConfig",
    .package = "transformers",
    ROWS(rows, config_rows),
    .source = "transformers src/transformers/configuration_utils.py",
};
static const struct keymap map_loaded_config = {
    .name = "transformers.loaded_config",
    .package = "transformers",
    ROWS(rows, loaded_config_rows),
    .source = "transformers src/transformers/configuration_utils.py",
};
static const struct keymap map_made_config = {
    .name = "transformers.configuration",
    .package = "transformers",
    ROWS(rows, made_config_rows),
    ROWS(defaults, made_config_defaults),
    .source = "transformers src/transformers/configuration_utils.py",
};
/* What a loop of one's own generates; for all else it is of no account. */
static const struct keyrow generation_rows[] = {
    KEY("max_new_tokens", MAX_COMPLETION_LENGTH),
    /* The prompt counts as well. */
    KEY_WHEN("max_length", MAX_SEQ_LENGTH, PLAIN, NULL, "!@max_new_tokens"),
    KEY("num_return_sequences", NUM_GENERATIONS),
};
const struct keymap map_transformers_generation = {
    .name = "transformers.GenerationConfig",
    .package = "transformers",
    ROWS(rows, generation_rows),
    .source = "transformers 4.57 src/transformers/generation/configuration_utils.py",
};
static const struct keyrow pipeline_rows[] = {
    KEY("model", MODEL),
    KEY_NESTED("model_kwargs", "transformers.from_pretrained"),
};
static const struct keymap map_pipeline = {
    .name = "transformers.pipeline",
    .package = "transformers",
    .base = {&map_transformers_load},
    ROWS(rows, pipeline_rows),
    .source = "transformers src/transformers/pipelines/__init__.py",
};
static const struct keymap map_from_config = {
    .name = "transformers.from_config",
    .package = "transformers",
    .base = {&map_transformers_load},
    ROWS(defaults, from_config_defaults),
    .source = MU,
};
static const struct keymap map_constructed = {
    .name = "transformers.PreTrainedModel",
    .package = "transformers",
    .base = {&map_from_config},
    ROWS(defaults, constructed_defaults),
    .source = MU,
};
static const struct keymap map_quant = {
    .name = "transformers.QuantizationConfig",
    .package = "transformers",
    ROWS(rows, quant_rows),
    .source = "transformers src/transformers/utils/quantization_config.py",
};
static const struct keymap map_mxfp4 = {
    .name = "transformers.Mxfp4Config",
    .package = "transformers",
    ROWS(rows, mxfp4_rows),
    .source = "transformers src/transformers/utils/quantization_config.py",
};
static const struct keymap map_quanto = {
    .name = "transformers.QuantoConfig",
    .package = "transformers",
    ROWS(rows, quanto_rows),
    .source = "transformers src/transformers/utils/quantization_config.py",
};
static const struct keymap map_enable = {
    .name = "transformers.gradient_checkpointing_enable",
    .package = "transformers",
    ROWS(rows, enable_rows),
    .source = MU,
};
static const struct keymap map_tokenize = {
    .name = "transformers.Tokenizer.__call__",
    .package = "transformers",
    .cuts = "truncation",
    ROWS(rows, tokenize_rows),
    .source = "transformers src/transformers/tokenization_utils_base.py",
};
static const struct keymap map_process = {
    .name = "transformers.Processor.__call__",
    .package = "transformers",
    .cuts = "truncation",
    ROWS(rows, process_rows),
    .source = "transformers src/transformers/processing_utils.py, 4.40-4.57",
};
static const struct keymap map_prepare = {
    .name = "transformers.prepare_seq2seq_batch",
    .package = "transformers",
    ROWS(rows, prepare_rows),
    .source = "transformers src/transformers/tokenization_utils_base.py",
};
static const struct keymap map_pad = {
    .name = "transformers.PreTrainedTokenizer.pad",
    .package = "transformers",
    ROWS(rows, pad_rows),
    .source = "transformers src/transformers/tokenization_utils_base.py",
};
static const struct keymap map_bound = {
    .name = "transformers.tokenizer.__setattr__",
    .package = "transformers",
    ROWS(rows, bound_rows),
    .source = "transformers src/transformers/tokenization_utils_base.py, 4.57",
};
static const struct keymap map_tokenizer = {
    .name = "transformers.Tokenizer.from_pretrained",
    .package = "transformers",
    ROWS(rows, tokenizer_rows),
    .source = "transformers src/transformers/tokenization_utils_base.py",
};
static const struct keymap map_to = {
    .name = "torch.Module.to",
    .package = "torch",
    ROWS(rows, to_rows),
    .source = "torch/nn/modules/module.py to()",
};

static const struct keyrow patch_rows[] = {
    KEY_AS("attribute", ATTENTION, CHOICE, "_prepare_decoder_attention_mask=flash_attention_2;*="),
};
static const struct keymap map_patch = {
    .name = "transformers.patch",
    .package = "transformers",
    ROWS(rows, patch_rows),
    .source = "FastChat 0.2.3 fastchat/train/llama_flash_attn_monkey_patch.py",
};

/* Rows that these data sets cut texts into: TextDataset's are joined and all of one length. */
#define LANGUAGE_MODELING "transformers 4.57 src/transformers/data/datasets/language_modeling.py"
static const struct keyrow text_rows[] = {
    KEY("block_size", MAX_SEQ_LENGTH),
    KEY_AS("block_size", PACKING, CHOICE, "*=true"),
};
static const struct keymap map_text = {
    .name = "transformers.TextDataset",
    .package = "transformers",
    ROWS(rows, text_rows),
    .source = LANGUAGE_MODELING,
};
static const struct keyrow lines_rows[] = {
    KEY("block_size", MAX_SEQ_LENGTH),
};
static const struct keymap map_lines = {
    .name = "transformers.LineByLineTextDataset",
    .package = "transformers",
    ROWS(rows, lines_rows),
    .source = LANGUAGE_MODELING,
};

static const struct keymap *const maps[] = {
    &map_transformers_args,
    &map_transformers_trainer,
    &map_transformers_load,
    &map_adamw,
    &map_transformers_bnb,
    &map_config,
    &map_loaded_config,
    &map_from_config,
    &map_constructed,
    &map_made_config,
    &map_transformers_generation,
    &map_pipeline,
    &map_quant,
    &map_mxfp4,
    &map_quanto,
    &map_enable,
    &map_tokenize,
    &map_prepare, &map_pad,
    &map_tokenizer,
    &map_bound,
    &map_process,
    &map_to,
    &map_patch,
    &map_text,
    &map_lines,
};

/* ---- callables ---- */

static const struct param load_params[] = {
    {"pretrained_model_name_or_path", ROLE_NONE},
    {"quantization_config", ROLE_QUANTIZATION},
};
static const struct param setattr_params[] = {{"name", ROLE_NONE}, {"value", ROLE_NONE}};
static const struct param config_params[] = {{"config", ROLE_CONFIG}};
static const struct param trainer_params[] = {
    {"model", ROLE_MODEL},	    {"args", ROLE_ARGS},
    {"data_collator", ROLE_NONE},   {"train_dataset", ROLE_DATASET},
    {"eval_dataset", ROLE_DATASET}, {"processing_class", ROLE_TOKENIZER},
    {"model_init", ROLE_MODEL},	    {"compute_loss_func", ROLE_NONE},
    {"compute_metrics", ROLE_NONE}, {"callbacks", ROLE_NONE},
    {"optimizers", ROLE_OPTIMIZER}, {"preprocess_logits_for_metrics", ROLE_NONE},
};
static const struct param to_params[] = {{"arg1", ROLE_NONE}, {"dtype", ROLE_NONE}};
static const struct param strategy_params[] = {{"strategy", ROLE_NONE}};
static const struct param checkpointing_params[] = {{"module", ROLE_NONE}, {"value", ROLE_NONE}};
static const struct param adafactor_params[] = {{"params", ROLE_NONE}};

/*
 * Before transformers had attn_implementation, programs put another attention into Llama: FastChat's
 * functions (fastchat/train/llama_flash_attn_monkey_patch.py, llama_xformers_attn_monkey_patch.py), and
 * copies of them (LLaVA), which are the repository's own code. FlashAttention takes the
 * padding mask as it is, so what its patch replaces beside forward() is the making of the causal mask.
 */
#define PATCH_FLASH                                                                                \
	"fastchat.train.llama_flash_attn_monkey_patch.replace_llama_attn_with_flash_attn|"         \
	"llava.train.llama_flash_attn_monkey_patch.replace_llama_attn_with_flash_attn"
#define PATCH_XFORMERS                                                                             \
	"fastchat.train.llama_xformers_attn_monkey_patch.replace_llama_attn_with_xformers_attn|"   \
	"llava.train.llama_xformers_attn_monkey_patch.replace_llama_attn_with_xformers_attn"
static const struct param text_params[] = {{"tokenizer", ROLE_NONE}, {"file_path", ROLE_NONE}, {"block_size", ROLE_NONE}};
static const struct param patch_params[] = {{"attribute", ROLE_NONE}};

/*
 * Classes of models that are none of language: of images, sounds, speech, time series and games. Those that see
 * or hear beside a language model (LlavaForConditionalGeneration, Qwen2AudioForConditionalGeneration) are not
 * among them. transformers 4.57, src/transformers/models/auto/modeling_auto.py and models/.
 */
#define NOT_OF_TEXT(end)                                                                           \
	"transformers.*ForImageClassification" end "|transformers.*ForObjectDetection" end         \
	"|transformers.*ForSemanticSegmentation" end "|transformers.*ForInstanceSegmentation" end  \
	"|transformers.*ForImageSegmentation" end "|transformers.*ForUniversalSegmentation" end    \
	"|transformers.*ForMaskedImageModeling" end "|transformers.*ForDepthEstimation" end        \
	"|transformers.*ForVideoClassification" end "|transformers.*ViTMAEForPreTraining" end        \
	"|transformers.*ForZeroShotImageClassification" end "|transformers.*ForZeroShotObjectDetection" end \
	"|transformers.*ForMaskGeneration" end "|transformers.*ForKeypointDetection" end           \
	"|transformers.*ForImageToImage" end "|transformers.*ForImageSuperResolution" end          \
	"|transformers.*ForImageClassificationWithTeacher" end "|transformers.*VisionModel" end    \
	"|transformers.*VisionModelWithProjection" end "|transformers.*ForAudioClassification" end \
	"|transformers.*ForAudioFrameClassification" end "|transformers.*ForXVector" end           \
	"|transformers.*ForCTC" end "|transformers.*ForSpeechSeq2Seq" end                          \
	"|transformers.*ForTextToSpectrogram" end "|transformers.*ForTextToWaveform" end           \
	"|transformers.*ForSpeechToText" end "|transformers.*ForTextToSpeech" end                  \
	"|transformers.*ForSpeechToSpeech" end "|transformers.*ForTimeSeriesPrediction" end        \
	"|transformers.*ForPrediction" end "|transformers.*DecisionTransformerModel" end           \
	"|transformers.*WhisperForConditionalGeneration" end "|transformers.*WhisperModel" end     \
	"|transformers.*VisionEncoderDecoderModel" end "|transformers.*SpeechEncoderDecoderModel" end \
	"|transformers.*VisionTextDualEncoderModel" end "|transformers.*CLIPModel" end             \
	"|transformers.*CLIPTextModel" end "|transformers.*CLIPTextModelWithProjection" end        \
	"|transformers.*SiglipModel" end "|transformers.*ViTModel" end "|transformers.*DeiTModel" end \
	"|transformers.*Dinov2Model" end "|transformers.*SwinModel" end "|transformers.*BeitModel" end \
	"|transformers.*Wav2Vec2Model" end "|transformers.*HubertModel" end "|transformers.*WavLMModel" end \
	"|transformers.*ASTModel" end "|transformers.*EncodecModel" end "|transformers.*VitsModel" end \
	"|transformers.*Wav2Vec2ForPreTraining" end "|transformers.*Wav2Vec2ConformerForPreTraining" end \
	"|transformers.*UniSpeechForPreTraining" end "|transformers.*UniSpeechSatForPreTraining" end \
	"|transformers.*VideoMAEForPreTraining" end "|transformers.*HieraForPreTraining" end       \
	"|transformers.*FlavaForPreTraining" end "|transformers.*TvltForPreTraining" end

static const struct param created_params[] = {{"num_training_steps", ROLE_NONE}, {"model", ROLE_NONE}, {"args", ROLE_ARGS}};
static const struct param hub_params[] = {{"repo_id", ROLE_NONE}};
static const struct param modelscope_params[] = {{"model_id", ROLE_NONE}};
static const struct callable callables[] = {
    {.names = "transformers.TrainingArguments|transformers.Seq2SeqTrainingArguments",
     .map = &map_transformers_args,
     /* do_eval follows eval_strategy. */
     /* Defaults of training_args.py that are the same in 4.20 and 5.3. */
     .attrs = "do_train=false?;do_predict=false?;bf16=false;fp16=false;gradient_checkpointing=false;deepspeed=null;"
	      "resume_from_checkpoint=null;max_steps=-1;seed=42;per_device_train_batch_size=8;"
	      "per_device_eval_batch_size=8;gradient_accumulation_steps=1;predict_with_generate=false"},
    /* All fields by name: what is made with them has no default left for any of these. */
    {.names = "transformers.TrainingArguments().to_dict|transformers.Seq2SeqTrainingArguments().to_dict",
     .returns = RETURNS_SELF},
    {.names = "transformers.Trainer",
     .effect = EFFECT_SINK,
     ROWS(params, trainer_params),
     .map = &map_transformers_trainer,
     .args = &map_transformers_args,
     /* What a module of the repository's own does. */
     .hooks = "forward",
     .set = "framework=transformers;task=sft"},
    {.names = "transformers.Seq2SeqTrainer",
     .effect = EFFECT_SINK,
     ROWS(params, trainer_params),
     .map = &map_transformers_trainer,
     .args = &map_transformers_args,
     .set = "framework=transformers;task=sft"},
    {.names = "transformers.*.from_pretrained",
     .effect = EFFECT_MODEL,
     ROWS(params, load_params),
     .map = &map_transformers_load,
     .attrs = "config.*=known;-peft_config"},
    /* Their class is chosen by the model's; which one for these is not in the tables. */
    {.names = "transformers.AutoModel.from_pretrained|transformers.AutoModelForSequenceClassification.from_pretrained|"
	      "transformers.AutoModelForTokenClassification.from_pretrained|transformers.AutoModelForMaskedLM.from_pretrained|"
	      "transformers.AutoModelForQuestionAnswering.from_pretrained|transformers.AutoModelForPreTraining.from_pretrained|"
	      "transformers.AutoModelForMultipleChoice.from_pretrained|transformers.AutoModelForVision2Seq.from_pretrained|"
	      "transformers.AutoModelForImageTextToText.from_pretrained",
     .effect = EFFECT_MODEL,
     ROWS(params, load_params),
     .map = &map_transformers_load,
     .attrs = "__class__=?;config.*=known;-peft_config"},
    {.names = "transformers.AutoModelForCausalLM.from_pretrained",
     .effect = EFFECT_MODEL,
     ROWS(params, load_params),
     .map = &map_transformers_load,
     .attrs = "__class__=model;config.is_encoder_decoder=false;config.*=known;-peft_config"},
    /*
     * The classes with a decoder alone: false is the default (transformers 4.57, configuration_utils.py),
     * and those of BART and its like set it (modeling_bart.py, BartForCausalLM).
     */
    /* Of any library that names its classes so, and has no rows. */
    {.names = "transformers.*ForCausalLM.from_pretrained|transformers.*LMHeadModel.from_pretrained|"
	      "*.*ForCausalLM.from_pretrained|*.*LMHeadModel.from_pretrained",
     .effect = EFFECT_MODEL,
     ROWS(params, load_params),
     .map = &map_transformers_load,
     .attrs = "config.is_encoder_decoder=false;config.*=known;-peft_config"},
    /* Of what is not known, or of a library without rows: no model by itself, but a trainer may be given it as one. */
    {.names = ".from_pretrained", ROWS(params, load_params), .map = &map_transformers_load},
    {.names = NOT_OF_TEXT(".from_pretrained"),
     .effect = EFFECT_MODEL,
     ROWS(params, load_params),
     .map = &map_transformers_load,
     /* 4.57, models/clip/modeling_clip.py, models/siglip/modeling_siglip.py, and others with a tower for each of the two. */
     .texts = "get_text_features",
     .other = true},
    {.names = NOT_OF_TEXT(".from_config"),
     .effect = EFFECT_MODEL,
     ROWS(params, config_params),
     .map = &map_from_config,
     .other = true},
    {.names = NOT_OF_TEXT(""),
     .effect = EFFECT_MODEL,
     ROWS(params, config_params),
     .map = &map_from_config,
     .other = true},
    {.names = "transformers.AutoModelForSeq2SeqLM.from_pretrained",
     .effect = EFFECT_MODEL,
     ROWS(params, load_params),
     .map = &map_transformers_load,
     .attrs = "__class__=model;config.is_encoder_decoder=true;config.*=known;-peft_config"},
    {.names = "transformers.*Model.from_config|transformers.*LM.from_config|"
	      "transformers.*Generation.from_config|transformers.*Classification.from_config|"
	      "transformers.*ForImageTextToText.from_config|transformers.*ForQuestionAnswering.from_config|"
	      "transformers.*ForMultipleChoice.from_config",
     .effect = EFFECT_MODEL,
     ROWS(params, config_params),
     .map = &map_from_config},
    {.names = "transformers.*LMHeadModel|transformers.*ForCausalLM|"
	      "transformers.*ForConditionalGeneration|transformers.*ForSequenceClassification|"
	      "transformers.*ForMaskedLM|transformers.*ForPreTraining|transformers.*ForTokenClassification|"
	      "transformers.*ForQuestionAnswering|transformers.*ForMultipleChoice|transformers.*ForNextSentencePrediction",
     .effect = EFFECT_MODEL,
     ROWS(params, config_params),
     .map = &map_constructed},
    /* A body without a head. */
    {.names = "transformers.*Model", .effect = EFFECT_MODEL, ROWS(params, config_params), .map = &map_constructed, .called = true},
    /* A model of the repository's own over it: __init__ keeps config (4.20 to 5.3, modeling_utils.py). */
    {.names = "transformers.*PreTrainedModel", ROWS(params, config_params)},
    /* What from_pretrained makes that is no model. */
    {.names = "transformers.*Tokenizer.from_pretrained|transformers.*TokenizerFast.from_pretrained|"
	      "transformers.*TokenizerFast",
     .effect = EFFECT_BOUND,
     .map = &map_tokenizer},
    {.names = "transformers.*Processor.from_pretrained().__call__",
     .effect = EFFECT_HINT,
     .returns = RETURNS_UNKNOWN,
     .map = &map_process},
    {.names = "transformers.*Processor.from_pretrained().tokenizer.__setattr__",
     .effect = EFFECT_BOUND,
     .returns = RETURNS_NONE,
     ROWS(params, setattr_params),
     .map = &map_bound},
    {.names = "transformers.*Tokenizer.from_pretrained().__call__|"
	      "transformers.*TokenizerFast.from_pretrained().__call__|"
	      "transformers.*Tokenizer.from_pretrained().encode|"
	      "transformers.*Tokenizer.from_pretrained().tokenize|"
	      "transformers.*Tokenizer.from_pretrained().encode_plus|"
	      "transformers.*Tokenizer.from_pretrained().batch_encode_plus|"
	      "transformers.*Tokenizer.from_pretrained().apply_chat_template",
     .effect = EFFECT_HINT,
     .returns = RETURNS_UNKNOWN,
     .map = &map_tokenize},
    /* Of ids, and not of texts: what they give is followed to these. */
    {.names = "transformers.*Tokenizer.from_pretrained().prepare_for_model", .effect = EFFECT_HINT, .map = &map_tokenize},
    {.names = "transformers.*Tokenizer.from_pretrained().pad", .effect = EFFECT_HINT, .map = &map_pad},
    {.names = "transformers.*Tokenizer.from_pretrained().prepare_seq2seq_batch",
     .effect = EFFECT_HINT,
     .returns = RETURNS_UNKNOWN,
     .map = &map_prepare},
    /* unsloth's loader makes the model and the tokenizer: a call of the one has none of these. */
    {.names = "unsloth.FastLanguageModel.from_pretrained().__call__|"
	      "unsloth.FastModel.from_pretrained().__call__",
     .effect = EFFECT_HINT,
     .map = &map_tokenize},
    {.names =
	 "transformers.*Processor.from_pretrained|transformers.*FeatureExtractor.from_pretrained|"
	 "transformers.*ImageProcessorFast.from_pretrained"},
    {.names = "transformers.*Config.from_pretrained",
     ROWS(params, load_params),
     .map = &map_config,
     .attrs = "*=known"},
    {.names = "transformers.AutoConfig.from_pretrained",
     ROWS(params, load_params),
     .map = &map_config,
     .attrs = "__class__=config;*=known"},
    /* transformers src/transformers/configuration_utils.py: of an object as of the class. */
    {.names = "transformers.*Config.from_json_file|transformers.*Config().from_json_file|"
	      "transformers.*Config.from_dict|transformers.*Config().from_dict",
     .returns = RETURNS_MADE},
    /* A configuration of sizes in the code: weights of it are made anew. */
    {.names = "transformers.*Config",
     .returns = RETURNS_MADE,
     .map = &map_made_config},
    {.names = "transformers.AutoConfig.for_model",
     .map = &map_made_config},
    /* The folder that it gives back holds the model of that name: huggingface_hub 0.34, modelscope 1.28. */
    {.names = "huggingface_hub.snapshot_download|huggingface_hub.file_download.snapshot_download|"
	      "huggingface_hub._snapshot_download.snapshot_download",
     .returns = RETURNS_ARG,
     .arg = HOW_FETCHED,
     ROWS(params, hub_params)},
    {.names = "modelscope.snapshot_download|modelscope.hub.snapshot_download.snapshot_download|"
	      "modelscope.hub.api.snapshot_download",
     .returns = RETURNS_ARG,
     .arg = HOW_FETCHED,
     ROWS(params, modelscope_params)},
    {.names = PATCH_FLASH, .effect = EFFECT_HINT, .set = "attention=flash_attention_2"},
    {.names = PATCH_XFORMERS, .effect = EFFECT_HINT, .set = "attention=xformers"},
    {.names = "transformers.models.llama.modeling_llama.LlamaModel.__setattr__",
     .effect = EFFECT_HINT,
     .returns = RETURNS_NONE,
     ROWS(params, patch_params),
     .map = &map_patch},
    {.names = "transformers.*Trainer().train",
     .effect = EFFECT_START,
     .hooks = "get_train_dataloader|create_optimizer|training_step|compute_loss"},
    /* Of a class over Trainer with a loop of its own: an optimizer of self.model by self.args (4.20 to 5.3, trainer.py). */
    {.names = "transformers.Trainer().create_optimizer_and_scheduler|transformers.Trainer().create_optimizer",
     .effect = EFFECT_OPTIMIZER,
     ROWS(params, created_params),
     .args = &map_transformers_args,
     .reads = "model|args",
     .keeps = "optimizer",
     .set = "framework=transformers"},
    {.names = "transformers.BitsAndBytesConfig", .map = &map_transformers_bnb},
    {.names = "transformers.GPTQConfig", .map = &map_quant, .set = "quantization=gptq"},
    {.names = "transformers.AwqConfig", .map = &map_quant, .set = "quantization=awq"},
    {.names = "transformers.HqqConfig", .map = &map_quant, .set = "quantization=hqq"},
    {.names = "transformers.AqlmConfig", .map = &map_quant, .set = "quantization=aqlm"},
    {.names = "transformers.EetqConfig", .map = &map_quant, .set = "quantization=eetq"},
    {.names = "transformers.QuantoConfig", .map = &map_quanto, .set = "quantization=quanto"},
    {.names = "transformers.Mxfp4Config", .map = &map_mxfp4, .set = "quantization=mxfp4"},
    {.names = "transformers.FineGrainedFP8Config|transformers.FbgemmFp8Config",
     .set = "quantization=fp8"},
    {.names = "transformers.Adafactor",
     .effect = EFFECT_OPTIMIZER,
     ROWS(params, adafactor_params),
     .set = "optimizer=adafactor"},
    /* BertAdam: pytorch-pretrained-BERT 0.6.2, pytorch_pretrained_bert/optimization.py, two states without bias correction. */
    {.names = "transformers.AdamW|transformers.BertAdam|transformers.OpenAIAdam",
     .effect = EFFECT_OPTIMIZER,
     ROWS(params, adafactor_params),
     .map = &map_adamw,
     .set = "optimizer=adamw_hf"},
    {.names = "transformers.TextDataset", .effect = EFFECT_ROWS, ROWS(params, text_params), .map = &map_text},
    {.names = "transformers.LineByLineTextDataset|transformers.LineByLineWithRefDataset",
     .effect = EFFECT_HINT,
     ROWS(params, text_params),
     .map = &map_lines},
    {.names = "transformers.GenerationConfig", .map = &map_transformers_generation},
    {.names = "transformers.HfArgumentParser", .returns = RETURNS_OBJECT},
    {.names = "transformers.set_seed", .returns = RETURNS_NONE},
    {.names = "transformers.pipeline", .effect = EFFECT_INFERENCE, .map = &map_pipeline},
    {.names = "transformers.utils.check_min_version", .effect = EFFECT_AT_LEAST, .returns = RETURNS_NONE, .arg = "transformers"},
    {.names = "transformers.utils.is_torch_bf16_gpu_available",
     .returns = RETURNS_TARGET,
     .arg = "bf16"},
    {.names = "transformers.utils.is_flash_attn_2_available",
     .returns = RETURNS_TARGET,
     .arg = "flash_attention_2"},
    /* Methods of models, whatever made them. */
    {.names = ".gradient_checkpointing_enable",
     .effect = EFFECT_SET,
     .returns = RETURNS_NONE,
     .map = &map_enable,
     .set = "gradient_checkpointing=true"},
    /* What the method above called before 4.35 with each module, and calls since: some call it themselves. */
    {.names = "._set_gradient_checkpointing",
     .effect = EFFECT_SET,
     .returns = RETURNS_NONE,
     ROWS(params, checkpointing_params),
     .set = "gradient_checkpointing=true?@value=true;gradient_checkpointing=true?@enable=true;"
	    "gradient_checkpointing=false?@value=false"},
    /* OLMo's model and what is built on its code (LLaDA), olmo/model.py, 0.6: each layer, or one of so many. */
    {.names = ".set_activation_checkpointing",
     .effect = EFFECT_SET,
     .returns = RETURNS_NONE,
     ROWS(params, strategy_params),
     .set = "gradient_checkpointing=true?@strategy=whole_layer;gradient_checkpointing=selective?@strategy=one_in_two|one_in_three|"
	    "one_in_four|one_in_eight|two_in_three|three_in_four|four_in_five|nine_in_ten|fine_grained"},
    {.names = ".gradient_checkpointing_disable",
     .effect = EFFECT_SET,
     .returns = RETURNS_NONE,
     .set = "gradient_checkpointing=false"},
    /* model.transformer.gradient_checkpointing = True: what models with code of their own are switched with. */
    {.names = ".__setattr__",
     .effect = EFFECT_SET,
     .returns = RETURNS_NONE,
     ROWS(params, setattr_params),
     .set = "gradient_checkpointing=true?@name=gradient_checkpointing,@value=true;"
	    "gradient_checkpointing=false?@name=gradient_checkpointing,@value=false"},
    {.names = ".enable_input_require_grads", .returns = RETURNS_NONE},
    {.names = ".resize_token_embeddings", .returns = RETURNS_UNKNOWN},
    {.names = ".half",
     .effect = EFFECT_SET,
     .returns = RETURNS_SELF,
     .set = "weights_dtype=float16"},
    {.names = ".bfloat16",
     .effect = EFFECT_SET,
     .returns = RETURNS_SELF,
     .set = "weights_dtype=bfloat16"},
    {.names = ".float",
     .effect = EFFECT_SET,
     .returns = RETURNS_SELF,
     .set = "weights_dtype=float32"},
    {.names = ".to",
     .effect = EFFECT_SET,
     .returns = RETURNS_SELF,
     ROWS(params, to_params),
     .map = &map_to},
    {.names = ".cuda|.cpu|.to_empty|.train|.requires_grad_|.tie_weights|.share_memory",
     .returns = RETURNS_SELF},
    {.names = ".eval", .effect = EFFECT_INFERENCE, .returns = RETURNS_SELF},
    {.names = ".generate", .effect = EFFECT_INFERENCE},
};

static const struct keymap *const bare[] = {&map_transformers_args, &map_transformers_trainer, &map_transformers_load, NULL};

const struct framework framework_transformers = {
    .name = "transformers",
    ROWS(callables, callables),
    ROWS(maps, maps),
    ROWS(packages, packages),
    .bare = bare,
};
