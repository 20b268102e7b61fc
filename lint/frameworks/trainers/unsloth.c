/*
 * Unsloth: FastLanguageModel and its kin, unsloth-cli.py, the unsloth command's YAML.
 */
#include "lint/frameworks/libraries/shared_maps.h"

#define LOADER "unsloth unsloth/models/loader.py, 2026-08"
static const struct keyrow load_rows[] = {
    KEY("model_name", MODEL),
    KEY("max_seq_length", MAX_SEQ_LENGTH),
    KEY_AS("full_finetuning", QUANTIZATION, IF_TRUE, "none"),
    KEY_AS("load_in_16bit", QUANTIZATION, IF_TRUE, "none"),
    KEY_AS("load_in_8bit", QUANTIZATION, IF_TRUE, "int8"),
    KEY_AS("load_in_fp8", QUANTIZATION, IF_TRUE, "fp8"),
    KEY_AS("load_in_4bit", QUANTIZATION, SWITCH, "nf4;none"),
    KEY_AS("dtype", WEIGHTS_DTYPE, DTYPE, "bfloat16"),
    KEY_AS("use_gradient_checkpointing", GRADIENT_CHECKPOINTING, CHOICE,
	   "unsloth=offload;none=false"),
    KEY_AS("fast_inference", ROLLOUT_ENGINE, IF_TRUE, "vllm"),
    KEY_WHEN("gpu_memory_utilization", ROLLOUT_GPU_MEMORY_UTILIZATION, PLAIN, NULL,
	     "@fast_inference"),
    KEY("attn_implementation", ATTENTION),
};
static const struct defrow load_defaults[] = {
    DEFAULT(MAX_SEQ_LENGTH, "2048", LOADER),
    /* Before 2025-03 more than one raised (unslothai/unsloth issues 859, 1908). */
    DEFAULT_WHEN(NUM_GPUS, "1", "!gpus_per_node", LOADER ": device_map sequential, one process fills one card"),
    DEFAULT(QUANTIZATION, "nf4", LOADER ": load_in_4bit True"),
    /*
     * As in transformers 5; unslothai/unsloth issue 5432: a 26B mixture loads at 46 GB in 4 bits. A notebook that
     * installs an older transformers beside has modules, all of them quantised.
     */
    {.setting = SETTING_EXPERTS, .value = "linear", .until = "5.0", .when = "model.moe", .package = "transformers", .doubt = true,
     .source = "transformers 4.57, models/ernie4_5_moe/modeling_ernie4_5_moe.py: a ModuleList of experts"},
    DEFAULT_IN_WHEN(EXPERTS, "fused", "2026.3", NULL, "model.moe", LOADER),
    DEFAULT_WHEN(DOUBLE_QUANT, "true", "quantization=nf4",
		 "unsloth unsloth/models/llama.py: bnb_4bit_use_double_quant True"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float32", "!target.bf16,@full_finetuning",
		 LOADER ": weights that train are float32 there; a T4 loads 4 bytes each"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "bfloat16", "target.bf16",
		 LOADER ": bfloat16 where the card has it"),
    DEFAULT(WEIGHTS_DTYPE, "float16", LOADER ": float16 on cards without bfloat16"),
    /* Of 77 executed notebooks those on a T4 needed ten bytes a logit, those on newer cards four. */
    DEFAULT_IN_WHEN(LOSS_KERNEL, "unsloth_eager", NULL, "2024.11", "!target.bf16", "fixtures/accuracy/notebooks.csv"),
    DEFAULT_IN(LOSS_KERNEL, "unsloth_logits", NULL, "2024.11",
	       "unsloth unsloth/models/llama.py CausalLM_fast_forward, 2024-05: fast_cross_entropy_loss(logits)"),
    /* Newer cards keep the chunks that were measured on them: the one run of that time on an L4 is met by both. */
    DEFAULT_IN_WHEN(LOSS_KERNEL, "cut_cross_entropy", "2024.12", "2025.8", "!target.bf16",
	       "unsloth_zoo loss_utils.py fused_linear_cross_entropy, from November 2024 (61a209bc) to August 2025 (fc29e051)"),
    /*
     * And may be what the Cut Cross-Entropy of a release gives way to: of fourteen executed notebooks of that time on a T4
     * four (Gemma 3 and 3n, CSM, OuteTTS) printed peaks that whole logits need, one of them nearly three times what it takes.
     */
    {.setting = SETTING_LOSS_KERNEL, .value = "unsloth_eager", .when = "!target.bf16,loss_kernel=cut_cross_entropy", .doubt = true,
     .source = "unslothai/notebooks original_template/, executed 2025-03 to 2025-07"},
    DEFAULT_WHEN(LOSS_KERNEL, "unsloth_eager", "!target.bf16", "fixtures/accuracy/notebooks.csv"),
    DEFAULT(LOSS_KERNEL, "unsloth",
	    "unsloth_zoo fused_losses/cross_entropy_loss.py, since 2025-08"),
    DEFAULT(GRADIENT_CHECKPOINTING, "offload", LOADER ": \"unsloth\""),
    DEFAULT(KBIT_UPCAST, "false", "unsloth unsloth/models/_utils.py: a preparation of its own"),
    DEFAULT_WHEN(ROLLOUT_GPU_MEMORY_UTILIZATION, "0.5", "rollout_engine=vllm", LOADER),
    DEFAULT(ATTENTION, "flash_attention_2",
	    "unsloth unsloth/models/_utils.py: FlashAttention or xformers"),
};

#define LLAMA "unsloth unsloth/models/llama.py get_peft_model, 2026-08"
static const struct keyrow peft_rows[] = {
    KEY("r", LORA_R),
    KEY_AS("target_modules", LORA_TARGET_MODULES, MODULES, NULL),
    KEY("lora_alpha", LORA_ALPHA),
    KEY("lora_dropout", LORA_DROPOUT),
    KEY("modules_to_save", LORA_MODULES_TO_SAVE),
    /* Trained whole wherever it is named; so was the head, which has an adapter since pull request 4106 of 2026-03. */
    {.key = "target_modules",
     .setting = SETTING_LORA_MODULES_TO_SAVE,
     .convert = CONVERT_WORDS,
     .arg = "embed_tokens=embed_tokens,lm_head;lm_head=lm_head;*=",
     .when = "@target_modules",
     .until = "2026.3"},
    KEY_AS("target_modules", LORA_MODULES_TO_SAVE, WORDS, "embed_tokens=embed_tokens;*="),
    KEY_AS("use_gradient_checkpointing", GRADIENT_CHECKPOINTING, CHOICE,
	   "unsloth=offload;none=false"),
};
#define SEVEN "q_proj,k_proj,v_proj,o_proj,gate_proj,up_proj,down_proj"
static const struct defrow peft_defaults[] = {
    DEFAULT(LORA_R, "16", LLAMA),
    DEFAULT(LORA_ALPHA, "16", LLAMA),
    DEFAULT(LORA_DROPOUT, "0", LLAMA),
    DEFAULT(LORA_TARGET_MODULES, SEVEN, LLAMA),
    DEFAULT(GRADIENT_CHECKPOINTING, "offload", LLAMA),
    DEFAULT(ADAPTER_DTYPE, "float32", LLAMA),
};

static const struct keymap map_load = {
    .name = "unsloth.from_pretrained",
    .package = "unsloth",
    ROWS(rows, load_rows),
    ROWS(defaults, load_defaults),
    .source = LOADER,
};
static const struct keymap map_peft = {
    .name = "unsloth.get_peft_model",
    .package = "unsloth",
    ROWS(rows, peft_rows),
    ROWS(defaults, peft_defaults),
    .source = LLAMA,
};

/* ---- models that turn texts into vectors ---- */

#define EMBED "unsloth unsloth/models/sentence_transformer.py, 2026-08"
static const struct defrow embed_load_defaults[] = {
    DEFAULT(QUANTIZATION, "none", EMBED ": load_in_16bit True"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float32", "@full_finetuning", EMBED),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", EMBED),
    DEFAULT(LOSS_KERNEL, "torch", EMBED ": AutoModel, without a head"),
};
static const struct defrow embed_peft_defaults[] = {
    DEFAULT(GRADIENT_CHECKPOINTING, "false", EMBED " get_peft_model"),
};
static const struct keymap map_embed_load = {
    .name = "unsloth.FastSentenceTransformer.from_pretrained",
    .base = {&map_load},
    .package = "unsloth",
    ROWS(defaults, embed_load_defaults),
    .source = EMBED,
};
static const struct keymap map_embed_peft = {
    .name = "unsloth.FastSentenceTransformer.get_peft_model",
    .base = {&map_peft},
    .package = "unsloth",
    ROWS(defaults, embed_peft_defaults),
    .source = EMBED,
};

/* ---- unsloth-cli.py: a valueless --load_in_4bit, so that its absence is 16 bits ---- */

#define CLI "unsloth unsloth-cli.py"
static const struct keyrow cli_rows[] = {
    KEY("model_name", MODEL),
    KEY("max_seq_length", MAX_SEQ_LENGTH),
    KEY_AS("dtype", WEIGHTS_DTYPE, DTYPE, "bfloat16"),
    KEY_AS("load_in_4bit", QUANTIZATION, IF_TRUE, "nf4"),
    KEY("r", LORA_R),
    KEY("lora_alpha", LORA_ALPHA),
    KEY("lora_dropout", LORA_DROPOUT),
    KEY_AS("use_gradient_checkpointing", GRADIENT_CHECKPOINTING, CHOICE,
	   "unsloth=offload;none=false"),
    KEY("per_device_train_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("per_device_eval_batch_size", PER_DEVICE_EVAL_BATCH_SIZE),
    KEY("gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS),
    KEY("optim", OPTIMIZER),
};
#define STACK                                                                                      \
	DEFAULT(PEFT, "lora", CLI), DEFAULT(LORA_TARGET_MODULES, SEVEN, CLI),                      \
	    DEFAULT(LORA_DROPOUT, "0", CLI), DEFAULT(ADAPTER_DTYPE, "float32", CLI),               \
	    DEFAULT(GRADIENT_CHECKPOINTING, "offload", CLI),                                       \
	    DEFAULT(OPTIMIZER, "adamw_bnb_8bit", CLI),                                             \
	    DEFAULT_WHEN(DOUBLE_QUANT, "true", "quantization=nf4", CLI),                           \
	    DEFAULT(KBIT_UPCAST, "false", CLI), DEFAULT(LOSS_KERNEL, "unsloth", CLI),              \
	    DEFAULT(FUSED_KERNELS, "unsloth", CLI), DEFAULT(ATTENTION, "flash_attention_2", CLI),  \
	    DEFAULT(MIXED_PRECISION, "bf16", CLI), DEFAULT(WEIGHTS_DTYPE, "bfloat16", CLI),        \
	    DEFAULT(PACKING, "false", CLI), DEFAULT(EVALUATION, "false", CLI)
static const struct defrow cli_defaults[] = {
    DEFAULT(MODEL, "unsloth/llama-3-8b", CLI),
    DEFAULT(MAX_SEQ_LENGTH, "2048", CLI),
    DEFAULT(QUANTIZATION, "none", CLI ": --load_in_4bit is a flag"),
    DEFAULT(LORA_R, "16", CLI),
    DEFAULT(LORA_ALPHA, "16", CLI),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "2", CLI),
    DEFAULT(PER_DEVICE_EVAL_BATCH_SIZE, "4", CLI),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "4", CLI),
    STACK,
};
static const struct keymap map_cli = {
    .name = "unsloth-cli",
    .package = "unsloth",
    ROWS(rows, cli_rows),
    ROWS(defaults, cli_defaults),
    .source = CLI,
};

/* ---- pictures ---- */

#define COLLATOR "unsloth_zoo unsloth_zoo/vision_utils.py UnslothVisionDataCollator, 2026-08"
/* As wide as the model's image_size, 512 where it has none; a page of that width has half as many pixels more. */
static const struct keyrow collator_rows[] = {
    KEY_AS("resize", PICTURE_PIXELS, CHOICE, "min=370688;max=12845056;512=370688;*="),
};
static const struct defrow collator_defaults[] = {
    DEFAULT_WHEN(PICTURE_PIXELS, "370688", "!@resize", COLLATOR ": resize=\"min\""),
};
static const struct keymap map_collator = {
    .name = "unsloth.UnslothVisionDataCollator",
    .package = "unsloth",
    ROWS(rows, collator_rows),
    ROWS(defaults, collator_defaults),
    .source = COLLATOR,
};

/* ---- variables ---- */

#define STANDBY "unsloth_zoo unsloth_zoo/vllm_utils.py load_vllm, 2026-08: standby"
static const struct keyrow environment_rows[] = {
    KEY_WHEN("UNSLOTH_VLLM_STANDBY", ROLLOUT_SLEEP, IF_POSITIVE, "true", "rollout_engine=vllm"),
};
static const struct keymap map_environment = {
    .name = "unsloth.environment",
    .package = "unsloth",
    ROWS(rows, environment_rows),
    .source = STANDBY,
};

/* ---- the unsloth command's YAML ---- */

#define YAML	"unsloth unsloth_cli/config.py, studio/backend/assets/configs/, 2026-08"
#define IS_LORA "@training.training_type!=full"
static const struct keyrow yaml_rows[] = {
    KEY("model", MODEL),
    KEY("training.max_seq_length", MAX_SEQ_LENGTH),
    KEY_AS("training.training_type", PEFT, CHOICE, "full=none;*=lora"),
    KEY_WHEN("training.load_in_4bit", QUANTIZATION, SWITCH, "nf4;none", IS_LORA),
    KEY_WHEN("training.training_type", QUANTIZATION, CHOICE, "full=none;*=", NULL),
    KEY_WHEN("lora.lora_r", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora.lora_alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora.lora_dropout", LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora.target_modules", LORA_TARGET_MODULES, MODULES, NULL, IS_LORA),
    KEY("training.batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("training.gradient_accumulation_steps", GRADIENT_ACCUMULATION_STEPS),
    KEY("training.packing", PACKING),
    KEY_AS("training.gradient_checkpointing", GRADIENT_CHECKPOINTING, CHOICE,
	   "unsloth=offload;none=false"),
};
static const struct defrow yaml_defaults[] = {
    DEFAULT(MAX_SEQ_LENGTH, "2048", YAML),
    DEFAULT(QUANTIZATION, "nf4", YAML),
    DEFAULT_WHEN(LORA_R, "64", "peft!=none", YAML),
    DEFAULT_WHEN(LORA_ALPHA, "16", "peft!=none", YAML),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "2", YAML),
    DEFAULT(GRADIENT_ACCUMULATION_STEPS, "4", YAML),
    STACK,
};
static const struct keymap map_yaml = {
    .name = "unsloth",
    .package = "unsloth",
    ROWS(rows, yaml_rows),
    ROWS(defaults, yaml_defaults),
    .source = YAML,
};
static const struct keymap *const maps[] = {&map_load, &map_peft, &map_embed_load, &map_embed_peft,
					    &map_cli,  &map_environment, &map_yaml, &map_collator};

static const struct param load_params[] = {
    {"model_name", ROLE_NONE},	 {"max_seq_length", ROLE_NONE},
    {"dtype", ROLE_NONE},	 {"load_in_4bit", ROLE_NONE},
    {"load_in_8bit", ROLE_NONE}, {"quantization_config", ROLE_QUANTIZATION},
};
static const struct param peft_params[] = {
    {"model", ROLE_MODEL}, {"r", ROLE_NONE}, {"target_modules", ROLE_NONE}};
static const struct param first[] = {{"model", ROLE_NONE}};

#define FAST(m)                                                                                    \
	"unsloth.FastLanguageModel." m "|unsloth.FastModel." m "|unsloth.FastVisionModel." m       \
	"|unsloth.FastLlamaModel." m "|unsloth.FastMistralModel." m "|unsloth.FastQwen2Model." m   \
	"|unsloth.FastTextModel." m "|unsloth.FastGemmaModel." m

static const struct callable callables[] = {
    {.names = FAST("from_pretrained"),
     .effect = EFFECT_MODEL,
     .returns = RETURNS_TUPLE,
     .arg = "2",
     ROWS(params, load_params),
     .map = &map_load,
     .set = "fused_kernels=unsloth"},
    {.names = FAST("get_peft_model"),
     .effect = EFFECT_WRAP,
     ROWS(params, peft_params),
     .map = &map_peft,
     .set = "peft=lora"},
    {.names = "unsloth.FastSentenceTransformer.from_pretrained",
     .effect = EFFECT_MODEL,
     ROWS(params, load_params),
     .map = &map_embed_load,
     .set = "fused_kernels=unsloth"},
    {.names = "unsloth.FastSentenceTransformer.get_peft_model",
     .effect = EFFECT_WRAP,
     ROWS(params, peft_params),
     .map = &map_embed_peft,
     .set = "peft=lora"},
    {.names = FAST("for_inference"),
     .effect = EFFECT_INFERENCE,
     .returns = RETURNS_ARG,
     ROWS(params, first)},
    {.names = FAST("for_training"), .returns = RETURNS_ARG, ROWS(params, first)},
    {.names = FAST("patch_peft_model"), .returns = RETURNS_ARG, ROWS(params, first)},
    {.names = "unsloth.is_bfloat16_supported|unsloth.is_bf16_supported",
     .returns = RETURNS_TARGET,
     .arg = "bf16"},
    {.names = "unsloth.UnslothVisionDataCollator|unsloth.trainer.UnslothVisionDataCollator|"
	      "unsloth_zoo.vision_utils.UnslothVisionDataCollator",
     .effect = EFFECT_HINT,
     .map = &map_collator},
    {.names = "unsloth.unsloth_train", .effect = EFFECT_START},
};

static const struct config configs[] = {
    {.name = "unsloth",
     .markers = "training_type",
     .keys = "model,training.training_type,training.batch_size|training.max_seq_length|lora",
     .unless = "base_model,model_name_or_path,stage",
     .map = &map_yaml,
     .job = true,
     .set = "framework=unsloth;task=sft",
     .source = YAML},
};

static const struct command commands[] = {
    {.words = "unsloth train",
     .set = "framework=unsloth;task=sft",
     .map = &map_yaml,
     .positional = "",
     .config_flag = "--config"},
    {.words = "unsloth-cli.py",
     .set = "framework=unsloth;task=sft",
     .map = &map_cli,
     .positional = "",
     .config_flag = ""},
};

static const struct package packages[] = {
    {.name = "unsloth", "2024.8 2024.12 2025.1 2025.3 2025.6 2025.9 2025.12 2026.3 2026.6 2026.8",
     "unslothai/unsloth, main 2026-08"},
};

/* What people write themselves; the command's YAML has other defaults. */
static const struct keymap *const bare[] = {&map_load, &map_peft, NULL};

const struct framework framework_unsloth = {
    .name = "unsloth",
    ROWS(callables, callables),
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
    .bare = bare,
    .bare_set = "fused_kernels=unsloth?!fused_kernels",
};
