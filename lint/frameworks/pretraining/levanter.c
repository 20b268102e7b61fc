/*
 * Levanter: the YAML of "python -m levanter.main.train_lm --config_path FILE". JAX: memory is planned by XLA.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "levanter", "1.0@2308 1.1@2311 1.2@2503", "stanford-crfm/levanter, tags up to v1.2", .modules = ""},
};

#define TRAINER "levanter src/levanter/trainer.py TrainerConfig, 1.2"
#define MODELS	"levanter src/levanter/models/llama.py, gpt2.py, 1.2"
#define NEW	"!@initialize_from_hf"

static const struct keyrow rows[] = {
    KEY_WHEN("initialize_from_hf", MODEL, PLAIN, NULL, "@initialize_from_hf!=true"),
    KEY_WHEN("model_name_or_path", MODEL, PLAIN, NULL, "@initialize_from_hf"),
    /* The config of that checkpoint; nobody but its tokenizer names it. */
    KEY_WHEN("data.tokenizer|tokenizer", MODEL, PLAIN, NULL, "@use_hf_model_config"),
    KEY_AS("supervised_data|chat_train_urls", TASK, PRESENT, "sft"),
    KEY_AS("lora|peft_save_path|merged_hf_save_path", TASK, PRESENT, "sft"),
    KEY_AS("lora|peft_save_path|merged_hf_save_path", PEFT, PRESENT, "lora"),
    KEY_WHEN("lora.r", LORA_R, PLAIN, NULL, "peft=lora"),
    KEY_WHEN("lora.alpha", LORA_ALPHA, PLAIN, NULL, "peft=lora"),
    KEY_WHEN("lora.dropout", LORA_DROPOUT, PLAIN, NULL, "peft=lora"),
    KEY_WHEN("trainer.per_device_parallelism", PER_DEVICE_TRAIN_BATCH_SIZE, CHOICE, "-1=", "@trainer.per_device_parallelism!=-1"),
    KEY_WHEN("trainer.train_batch_size", GLOBAL_BATCH_SIZE, PLAIN, NULL, "@trainer.train_batch_size!=-1"),
    /* -1: the rows of a step all at once. */
    KEY_WHEN("trainer.train_batch_size", GLOBAL_MICRO_BATCH_SIZE, PLAIN, NULL,
	     "@trainer.train_batch_size!=-1,!per_device_train_batch_size"),
    KEY("max_train_length|train_seq_len|max_seq_len|model.seq_len", MAX_SEQ_LENGTH),
    /* jmp: "p=f32,c=bfloat16", "compute=bfloat16,params=float32,output=float32", "f32". */
    KEY_AS("trainer.mp", MIXED_PRECISION, WORDS, "bfloat16=bf16;bf16=bf16;float16=fp16;f16=fp16;32=no"),
    KEY_AS("trainer.mp", WEIGHTS_DTYPE, WORDS, "32=float32;bf=bfloat16;16=float16"),
    KEY_AS("model.gradient_checkpointing", GRADIENT_CHECKPOINTING, CHOICE, "true=true;false=false;*="),
    KEY_AS("model.use_flash_attention", ATTENTION, IF_FALSE, "eager"),
    KEY_AS("optimizer.type", OPTIMIZER, CHOICE, "adam=adamw_torch;lion=lion_32bit;muon=muon;sophia-h=;*="),
    KEY_WHEN("trainer.model_axis_size", TENSOR_PARALLEL, PLAIN, NULL, "@trainer.tensor_parallel_axes"),
};

static const struct defrow defaults[] = {
    DEFAULT(TASK, "pretrain", TRAINER),
    DEFAULT(PEFT, "none", TRAINER),
    DEFAULT_WHEN(LORA_R, "8", "peft=lora", "levanter src/levanter/lora.py LoraConfig, 1.2"),
    DEFAULT_WHEN(LORA_ALPHA, "8", "peft=lora", "levanter src/levanter/lora.py LoraConfig, 1.2"),
    DEFAULT_WHEN(LORA_DROPOUT, "0", "peft=lora", "levanter src/levanter/lora.py LoraConfig, 1.2"),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", "peft=lora", "levanter src/levanter/lora.py LoraConfig, 1.2"),
    DEFAULT(QUANTIZATION, "none", TRAINER),
    DEFAULT(WEIGHTS_DTYPE, "float32", TRAINER ": mp f32"),
    DEFAULT(MIXED_PRECISION, "no", TRAINER ": mp f32"),
    DEFAULT_WHEN(GLOBAL_BATCH_SIZE, "512", "!per_device_train_batch_size", TRAINER),
    DEFAULT_WHEN(MAX_SEQ_LENGTH, "1024", "@model.type=gpt2", MODELS),
    DEFAULT_WHEN(MAX_SEQ_LENGTH, "2048", "@model.type=llama", MODELS),
    DEFAULT_UNKNOWN(MAX_SEQ_LENGTH, "the model's own (levanter)"),
    DEFAULT_WHEN(PACKING, "true", "task=pretrain", "levanter src/levanter/data/text.py: rows of joined texts"),
    DEFAULT(ATTENTION_MASK, "none", MODELS),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", MODELS),
    DEFAULT(ATTENTION, "flash_attention_2", "levanter src/levanter/layers/attention.py: the fastest that the device has"),
    DEFAULT(FUSED_KERNELS, "none", MODELS),
    DEFAULT(LOSS_KERNEL, "chunked", "levanter src/levanter/models/loss.py: maybe_fused_next_token_loss()"),
    DEFAULT(OPTIMIZER, "adamw_torch", "levanter src/levanter/optim/config.py AdamConfig"),
    DEFAULT(XLA, "true", "levanter pyproject.toml: jax, equinox"),
    DEFAULT(DATA_PARALLEL, "fsdp2", TRAINER ": fsdp_axis embed"),
    DEFAULT(EVALUATION, "true", TRAINER ": steps_per_eval 1000"),
};

#define LLAMA "@model.type=llama|mistral|qwen|qwen3|olmo2|gemma"
static const struct sizerow sizes[] = {
    {.size = "layers_of", .key = "model.type", .convert = CONVERT_WORDS,
     .arg = "backpack=Backpack's;hyena=Hyena's;whisper=Whisper's;mixtral=Mixtral's", .when = NEW},
    SIZE("hidden", "model.hidden_dim"),
    SIZE_IS("hidden", "768", "@model.type=gpt2"),
    SIZE("layers", "model.num_layers"),
    SIZE_IS("layers", "12", "@model.type=gpt2"),
    SIZE_IS("layers", "32", LLAMA),
    SIZE("heads", "model.num_heads"),
    SIZE_IS("heads", "12", "@model.type=gpt2"),
    SIZE_IS("heads", "32", LLAMA),
    SIZE("kv_heads", "model.num_kv_heads"),
    SIZE_IS("kv_heads", "32", "@model.type=llama"),
    SIZE("head_dim", "model.head_dim"),
    SIZE("ffn", "model.intermediate_dim"),
    SIZE_IS("ffn", "11008", "@model.type=llama"),
    SIZE("ffn_ratio", "model.mlp_scale"),
    SIZE_IS("ffn_ratio", "4", "@model.type=gpt2|mpt"),
    SIZE_IS("gated", "true", LLAMA),
    SIZE_IS("rms", "true", LLAMA),
    SIZE_IS("bias", "all", "@model.type=gpt2"),
    SIZE_AS("tied", "model.tie_word_embeddings", SWITCH, "true;false"),
    SIZE_IS("tied", "true", "@model.type=gpt2|mpt"),
    SIZE("positions", "model.seq_len"),
    SIZE_IS("positions", "1024", "@model.type=gpt2"),
    SIZE_IS("learned_positions", "true", "@model.type=gpt2"),
    SIZE_IS("no_rope", "true", "@model.type=mpt"),
    SIZE("vocab_of", "data.tokenizer|tokenizer"),
    SIZE_IS("vocab_of", "gpt2", "!@data.tokenizer,!@tokenizer"),
};
static const struct keymap map_levanter = {
    .name = "levanter",
    .package = "levanter",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    ROWS(sizes, sizes),
    .source = TRAINER,
};
static const struct keymap *const maps[] = {&map_levanter};

#define CONFIG(k)                                                                                  \
	{                                                                                          \
		.name = "levanter", .markers = "train_batch_size|per_device_parallelism",          \
		.keys = "trainer.train_batch_size?|trainer.per_device_parallelism?,trainer.mp|trainer.tracker|trainer.wandb|" \
			"trainer.model_axis_size,optimizer," k,                                    \
		.unless = "actor_rollout_ref,grpo,exp_manager", .map = &map_levanter, .job = true, .set = "framework=levanter", \
		.composed = "", .source = "levanter config/, 1.2"                                  \
	}
static const struct config configs[] = {
    CONFIG("model.type"),
    CONFIG("initialize_from_hf"),
};

#define RUN(w, s)                                                                                  \
	{                                                                                          \
		.words = (w), .set = "framework=levanter" s, .map = &map_levanter, .positional = "", \
		.config_flag = "--config_path|--config", .merged = "", .flags = "config_path", .marks = "levanter", .all_devices = true\
	}
static const struct command commands[] = {
    RUN("-m levanter.main.train_lm", ""),
    RUN("levanter/main/train_lm.py", ""),
    RUN("-m levanter.main.lora_lm", ";peft=lora;task=sft"),
    RUN("levanter/main/lora_lm.py", ";peft=lora;task=sft"),
    RUN("-m levanter.main.sft", ";task=sft"),
    RUN("examples/sft/sft.py", ";task=sft"),
};

const struct framework framework_levanter = {
    .name = "levanter",
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
