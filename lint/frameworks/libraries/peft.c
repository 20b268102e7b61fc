/*
 * PEFT: adapters' configurations, get_peft_model, the preparation of quantised models.
 */
#include "shared_maps.h"

static const struct package packages[] = {
    {.name = "peft",
     "0.3@2305 0.4@2307 0.5@2308 0.6@2311 0.7@2312 0.8@2401 0.9@2402 0.10@2403 "
     "0.11@2405 0.12@2407 0.13@2409 0.14@2412 0.15@2503 0.16@2507 0.17@2508 "
     "0.18@2511 0.19@2604 0.20@2607",
     "huggingface/peft, tags up to v0.20.0",
     .dropped = "0.10:peft.prepare_model_for_int8_training|peft.utils.other.prepare_model_for_int8_training"},
};

#define LORA "peft src/peft/tuners/lora/config.py"
static const struct keyrow lora_rows[] = {
    KEY_AS("use_dora", PEFT, IF_TRUE, "dora"),
    /* A mapping of the adapter_config.json form, or LoraConfig's own argument. */
    KEY_AS("peft_type", PEFT, CHOICE, "lora=lora;adalora=adalora;ia3=ia3;prompt_tuning=prompt;*="),
    KEY("r", LORA_R),
    KEY("lora_alpha", LORA_ALPHA),
    KEY("lora_dropout", LORA_DROPOUT),
    KEY_AS("target_modules", LORA_TARGET_MODULES, MODULES, NULL),
    KEY("modules_to_save", LORA_MODULES_TO_SAVE),
    /* A mapping that stands for a LoraConfig. */
    KEY_AS("r|lora_alpha|target_modules", PEFT, PRESENT, "lora"),
};

static const struct refusal lora_refusals[] = {
    {.refuses = REFUSES_ABSENT_MODULES,
     .key = "target_modules",
     .why = "target_modules match no module",
     .source = PEFT_ABSENT},
};

#define TARGETS "peft src/peft/utils/constants.py, 0.20: by model_type"
#define IF_LORA "peft=lora|dora,model.family="
static const struct defrow lora_defaults[] = {
    DEFAULT(LORA_R, "8", LORA ", 0.3-0.20"),
    DEFAULT(LORA_ALPHA, "8", LORA ", 0.3-0.20"),
    DEFAULT(LORA_DROPOUT, "0", LORA ", 0.3-0.20"),
};

/* Layers that a configuration without target_modules adapts. */
static const struct defrow target_defaults[] = {
    DEFAULT_WHEN(LORA_TARGET_MODULES, "q_proj,v_proj",
		 IF_LORA "llama|llama4|mistral|mixtral|gemma|gemma2|gemma3_text|gemma4|qwen2|"
			 "qwen3|stablelm|opt|gptj|gpt_neo|bart",
		 TARGETS),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "q_proj,v_proj,fc1,fc2", IF_LORA "phi", TARGETS),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "q_proj,k_proj,v_proj,o_proj", IF_LORA "nemotron_h", TARGETS),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "q,v", IF_LORA "t5|mt5", TARGETS),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "q,v,q_proj,v_proj", IF_LORA "blip-2", TARGETS),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "c_attn", IF_LORA "gpt2|gpt_bigcode", TARGETS),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "query_key_value",
		 IF_LORA "bloom|gpt_neox|chatglm|falcon|RefinedWeb|RefinedWebModel", TARGETS),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "query,value",
		 IF_LORA "bert|roberta|xlm-roberta|electra|layoutlm", TARGETS),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "query_proj,value_proj", IF_LORA "deberta-v2", TARGETS),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "in_proj", IF_LORA "deberta", TARGETS),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "Wqkv", IF_LORA "mpt", TARGETS),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "qkv_proj", IF_LORA "codegen", TARGETS),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "c_proj,c_attn", IF_LORA "btlm", TARGETS),
};

static const struct keyrow adalora_rows[] = {
    KEY_AS("init_r", LORA_R, PLAIN, NULL),
    KEY_AS("init_r|target_r|r|lora_alpha|target_modules", PEFT, PRESENT, "adalora"),
};
static const struct defrow adalora_defaults[] = {
    DEFAULT(LORA_R, "12", "peft src/peft/tuners/adalora/config.py: init_r"),
};

/* Products of low-rank matrices by elements, or of Kronecker's: what LoRA calls lora_alpha is alpha. */
static const struct keyrow loha_rows[] = {
    KEY_AS("alpha", LORA_ALPHA, PLAIN, NULL),
    KEY_AS("r|alpha|target_modules", PEFT, PRESENT, "loha"),
};
static const struct keyrow lokr_rows[] = {
    KEY_AS("alpha", LORA_ALPHA, PLAIN, NULL),
    KEY_AS("r|alpha|target_modules", PEFT, PRESENT, "lokr"),
};

#define MAP "peft src/peft/mapping_func.py get_peft_model"
static const struct keyrow wrap_rows[] = {
    KEY_AS("autocast_adapter_dtype", ADAPTER_DTYPE, IF_FALSE, "bfloat16"),
};
static const struct defrow wrap_defaults[] = {
    DEFAULT_IN_WHEN(ADAPTER_DTYPE, "float32", "0.12", NULL, "peft!=none",
		    MAP ": autocast_adapter_dtype since 0.12"),
    DEFAULT_IN_WHEN(ADAPTER_DTYPE, "float32", NULL, "0.12", "peft!=none,quantization=nf4|fp4|int8",
		    MAP " before 0.12: float32 on quantised layers"),
    DEFAULT_IN_WHEN(ADAPTER_DTYPE, "bfloat16", NULL, "0.12", "peft!=none,weights_dtype=bfloat16",
		    MAP " before 0.12: the layer's own dtype"),
    DEFAULT_IN_WHEN(ADAPTER_DTYPE, "float16", NULL, "0.12", "peft!=none,weights_dtype=float16",
		    MAP " before 0.12: the layer's own dtype"),
    DEFAULT_IN_WHEN(ADAPTER_DTYPE, "float32", NULL, "0.12", "peft!=none",
		    MAP " before 0.12: the layer's own dtype"),
};

static const struct keyrow kbit_rows[] = {
    KEY("gradient_checkpointing_kwargs.use_reentrant", USE_REENTRANT),
};

const struct keymap map_peft_targets = {
    .name = "peft.targets",
    .package = "peft",
    ROWS(defaults, target_defaults),
    .source = TARGETS,
};
const struct keymap map_peft_lora = {
    .name = "peft.LoraConfig",
    .package = "peft",
    ROWS(refusals, lora_refusals),
    .base = {&map_peft_targets},
    ROWS(rows, lora_rows),
    ROWS(defaults, lora_defaults),
    .source = LORA,
};
static const struct keymap map_adalora = {
    .name = "peft.AdaLoraConfig",
    .base = {&map_peft_lora},
    .package = "peft",
    ROWS(rows, adalora_rows),
    ROWS(defaults, adalora_defaults),
    .source = "peft src/peft/tuners/adalora/config.py",
};
static const struct keymap map_loha = {
    .name = "peft.LoHaConfig",
    .base = {&map_peft_lora},
    .package = "peft",
    ROWS(rows, loha_rows),
    .source = "peft src/peft/tuners/loha/config.py",
};
static const struct keymap map_lokr = {
    .name = "peft.LoKrConfig",
    .base = {&map_peft_lora},
    .package = "peft",
    ROWS(rows, lokr_rows),
    .source = "peft src/peft/tuners/lokr/config.py",
};
const struct keymap map_peft_wrap = {
    .name = "peft.get_peft_model",
    .package = "peft",
    ROWS(rows, wrap_rows),
    ROWS(defaults, wrap_defaults),
    .source = MAP,
};
static const struct keymap map_kbit = {
    .name = "peft.prepare_model_for_kbit_training",
    .package = "peft",
    ROWS(rows, kbit_rows),
    .source = "peft src/peft/utils/other.py",
};
static const struct keymap *const maps[] = {
    &map_peft_targets, &map_peft_lora, &map_adalora, &map_loha, &map_lokr, &map_peft_wrap, &map_kbit,
};

static const struct param wrap_params[] = {{"model", ROLE_MODEL}, {"peft_config", ROLE_PEFT}};
static const struct param kbit_params[] = {{"model", ROLE_NONE},
					   {"use_gradient_checkpointing", ROLE_NONE}};
/* transformers takes a configuration and a name, PEFT a name and a configuration. */
static const struct param add_params[] = {{"adapter_config", ROLE_PEFT}, {"peft_config", ROLE_PEFT}};
static const struct param load_params[] = {{"model", ROLE_MODEL}, {"model_id", ROLE_NONE}};
static const struct param auto_params[] = {{"pretrained_model_name_or_path", ROLE_NONE}};
static const struct param lora_params[] = {{"task_type", ROLE_NONE}};

static const struct callable callables[] = {
    {.names = "peft.LoraConfig",
     ROWS(params, lora_params),
     .map = &map_peft_lora,
     .set = "peft=lora"},
    {.names = "peft.LoHaConfig",
     ROWS(params, lora_params),
     .map = &map_loha,
     .set = "peft=loha"},
    {.names = "peft.LoKrConfig",
     ROWS(params, lora_params),
     .map = &map_lokr,
     .set = "peft=lokr"},
    {.names = "peft.AdaLoraConfig",
     ROWS(params, lora_params),
     .map = &map_adalora,
     .set = "peft=adalora"},
    {.names = "peft.IA3Config", .set = "peft=ia3"},
    {.names = "peft.PromptTuningConfig|peft.PrefixTuningConfig|peft.PromptEncoderConfig|peft.CPTConfig|"
	      "peft.MultitaskPromptTuningConfig|peft.AdaptionPromptConfig",
     .set = "peft=prompt"},
    {.names = "peft.VeraConfig", .set = "peft=vera"},
    {.names = "peft.OFTConfig", .set = "peft=oft"},
    {.names = "peft.BOFTConfig", .set = "peft=boft"},
    {.names = "peft.HRAConfig", .set = "peft=hra"},
    {.names = "peft.LNTuningConfig", .set = "peft=ln_tuning"},
    {.names = "peft.VBLoRAConfig", .set = "peft=vblora"},
    /* Named FourierConfig in the code of its paper, a PEFT of its own. */
    {.names = "peft.FourierFTConfig|peft.FourierConfig", .set = "peft=fourierft"},
    {.names = "peft.PeftConfig", .map = &map_peft_lora},
    /* One of a later release, or of somebody's own PEFT: an adapter all the same. */
    {.names = "peft.PeftConfig.from_pretrained|peft.LoraConfig.from_pretrained", .set = "peft=lora"},
    {.names = "peft.*Config", .set = "peft=other"},
    /* get_peft_model() makes one of these classes by the task; scripts make them themselves too. */
    {.names = "peft.get_peft_model|peft.PeftModel|peft.PeftModelForCausalLM|peft.PeftModelForSeq2SeqLM|"
	      "peft.PeftModelForSequenceClassification|peft.PeftModelForTokenClassification|"
	      "peft.PeftModelForQuestionAnswering|peft.PeftModelForFeatureExtraction",
     .effect = EFFECT_WRAP,
     ROWS(params, wrap_params),
     .attrs = "+peft_config",
     .set = "peft=lora",
     .map = &map_peft_wrap},
    /* What get_peft_model() puts inside: LoraModel(model, config, "default"). */
    {.names = "peft.LoraModel|peft.AdaLoraModel|peft.LoHaModel|peft.LoKrModel|peft.IA3Model|peft.VeraModel|"
	      "peft.OFTModel|peft.BOFTModel|peft.HRAModel|peft.FourierFTModel|peft.FourierModel",
     .effect = EFFECT_WRAP,
     ROWS(params, wrap_params),
     .map = &map_peft_wrap},
    /* An adapter loaded onto a base: its configuration is in another file or repository. */
    {.names = "peft.PeftModel.from_pretrained|peft.PeftModelForCausalLM.from_pretrained|"
	      "peft.PeftModelForSeq2SeqLM.from_pretrained|"
	      "peft.PeftModelForSequenceClassification.from_pretrained",
     .effect = EFFECT_WRAP,
     ROWS(params, load_params),
     .attrs = "+peft_config",
     .set = "peft=lora",
     .map = &map_peft_wrap},
    {.names = "peft.AutoPeftModelForCausalLM.from_pretrained|"
	      "peft.AutoPeftModelForSequenceClassification.from_pretrained|"
	      "peft.AutoPeftModelForSeq2SeqLM.from_pretrained",
     .effect = EFFECT_MODEL,
     ROWS(params, auto_params),
     .attrs = "+peft_config",
     .map = &map_transformers_load,
     .set = "peft=lora"},
    /*
     * On a model that is not quantised it casts every 16-bit parameter to float32. Under a condition that
     * nothing decides it is for those that are: getattr(model, "is_loaded_in_8bit", False).
     */
    {.names = "peft.prepare_model_for_kbit_training|peft.prepare_model_for_int8_training",
     .effect = EFFECT_SET,
     .returns = RETURNS_ARG,
     ROWS(params, kbit_params),
     .map = &map_kbit,
     .set = "kbit_upcast=true?quantization=nf4|fp4|int8;"
	    "gradient_checkpointing=true?quantization,@use_gradient_checkpointing!=false;"
	    "weights_dtype=float32?!quantization,!@if"},
    /* On the model itself (transformers src/transformers/integrations/peft.py), or on a PeftModel. */
    {.names = ".add_adapter",
     .effect = EFFECT_SET,
     .returns = RETURNS_NONE,
     ROWS(params, add_params)},
    /* What comes out is the model that went in, adapters added to its weights: one that was loaded with them has none. */
    {.names = ".merge_and_unload|.unload", .effect = EFFECT_SET, .returns = RETURNS_BASE, .set = "peft=none"},
    {.names = ".print_trainable_parameters", .returns = RETURNS_NONE},
};

const struct framework framework_peft = {
    .name = "peft",
    ROWS(callables, callables),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
