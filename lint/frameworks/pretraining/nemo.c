/*
 * NeMo: the Hydra YAML of NeMo 1 (megatron_gpt_pretraining.py, megatron_gpt_finetuning.py) and the recipes of NeMo 2, which
 * are Python objects. Automodel, Megatron-Bridge and NeMo-RL have files of their own.
 */
#include "nemo.h"

static const struct package packages[] = {
    {.name = "nemo-toolkit",
     "1.0 1.20@2307 1.21@2310 1.22@2401 1.23@2402 2.0@2410 2.1@2412 2.2@2503 2.3@2505 2.4@2507 2.5@2510",
     "NVIDIA/NeMo, tags up to v2.5", .modules = "nemo"},
};

/* ---- NeMo 1 ---- */

#define CONF	"NeMo examples/nlp/language_modeling/conf/megatron_gpt_config.yaml, 2.5"
#define MODEL	"NeMo nemo/collections/nlp/models/language_modeling/megatron_base_model.py, 2.5"
#define PEFTS	"NeMo nemo/collections/nlp/parts/peft_config.py, 2.5"
#define IS_LORA "peft=lora"
#define O2	"@model.megatron_amp_O2"
#define DIST	"@model.optim.name=distributed_fused_adam|mcore_distributed_optim"

static const struct keyrow rows[] = {
    KEY_AS("model.restore_from_path", MODEL, CHOICE, "?\?\?="),
    KEY_AS("model.data.train_ds", TASK, PRESENT, "sft"),
    KEY_AS("model.data.data_prefix", TASK, PRESENT, "pretrain"),
    KEY_AS("model.dpo", TASK, PRESENT, "dpo"),
    KEY_AS("model.peft.peft_scheme", PEFT, CHOICE,
	   "lora=lora;qlora=lora;adapter=adapter;ia3=ia3;ptuning=prompt;none=none;null=none;selective=none;*="),
    KEY_AS("model.peft.peft_scheme", PEFT, IF_NULL, "none"),
    KEY_AS("model.peft.peft_scheme", QUANTIZATION, CHOICE, "qlora=nf4;*="),
    KEY_WHEN("model.peft.lora_tuning.adapter_dim", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("model.peft.lora_tuning.alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("model.peft.lora_tuning.adapter_dropout", LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY_WHEN("model.peft.lora_tuning.target_modules", LORA_TARGET_MODULES, WORDS, "all=all-linear", IS_LORA),
    KEY_WHEN("model.peft.lora_tuning.target_modules", LORA_TARGET_MODULES, MODULES,
	     "attention_qkv=q_proj,k_proj,v_proj;attention_dense=o_proj;mlp_fc1=gate_proj,up_proj;mlp_fc2=down_proj", IS_LORA),
    KEY_AS("model.fp8", MIXED_PRECISION, IF_TRUE, "fp8"),
    KEY_AS("trainer.precision", MIXED_PRECISION, CHOICE,
	   "bf16=bf16;bf16-mixed=bf16;bf16-true=bf16;16=fp16;16-mixed=fp16;fp16=fp16;32=no;32-true=no"),
    KEY_WHEN("model.micro_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE, PLAIN, NULL, "!@model.data.train_ds.micro_batch_size"),
    KEY("model.data.train_ds.micro_batch_size|model.micro_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("model.data.train_ds.global_batch_size|model.global_batch_size", GLOBAL_BATCH_SIZE),
    KEY("model.data.train_ds.max_seq_length|model.data.seq_length|model.encoder_seq_length|model.data.max_seq_length|model.seq_length", MAX_SEQ_LENGTH),
    KEY_AS("model.data.train_ds.packed_sequence", PACKING, IF_TRUE, "true"),
    KEY_WHEN("model.activations_checkpoint_granularity", GRADIENT_CHECKPOINTING, CHOICE, "full=true;*=",
	     "@model.activations_checkpoint_method!=block"),
    /* Flash attention keeps nothing that the recomputation of core attention would save. */
    KEY_AS("model.activations_checkpoint_granularity", GRADIENT_CHECKPOINTING, CHOICE, "selective=false;*="),
    KEY_AS("model.cpu_offloading", OFFLOAD_ACTIVATIONS, IF_TRUE, "cpu"),
    KEY_AS("model.use_flash_attention", ATTENTION, IF_TRUE, "flash_attention_2"),
    KEY_AS("model.optim.name", OPTIMIZER, CHOICE,
	   "fused_adam=adamw_torch_fused;distributed_fused_adam=adamw_torch_fused;mcore_distributed_optim=adamw_torch_fused;"
	   "adamw=adamw_torch;adam=adamw_torch;adafactor=adafactor;sgd=sgd;*="),
    KEY_AS("model.fsdp", DATA_PARALLEL, IF_TRUE, "fsdp"),
    KEY_WHEN("model.optim.name", DATA_PARALLEL, PRESENT, "megatron", DIST),
    KEY_AS("model.megatron_amp_O2", DATA_PARALLEL, IF_TRUE, "megatron"),
    KEY("model.tensor_model_parallel_size", TENSOR_PARALLEL),
    KEY("model.pipeline_model_parallel_size", PIPELINE_PARALLEL),
    KEY("model.context_parallel_size", CONTEXT_PARALLEL),
    KEY("model.expert_model_parallel_size", EXPERT_PARALLEL),
    KEY_WHEN("model.sequence_parallel", SEQUENCE_PARALLEL, PLAIN, NULL, "tensor_parallel>1"),
    KEY("trainer.devices", GPUS_PER_NODE),
    KEY("trainer.num_nodes", NUM_NODES),
};

static const struct defrow defaults[] = {
    DEFAULT(TASK, "pretrain", CONF),
    DEFAULT(PEFT, "none", PEFTS),
    DEFAULT_WHEN(LORA_R, "32", IS_LORA, PEFTS),
    DEFAULT_WHEN(LORA_DROPOUT, "0", IS_LORA, PEFTS),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "q_proj,k_proj,v_proj", IS_LORA, PEFTS ": attention_qkv"),
    DEFAULT(QUANTIZATION, "none", PEFTS),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "bfloat16", "mixed_precision=bf16," O2, MODEL ": megatron_amp_O2"),
    DEFAULT_WHEN(WEIGHTS_DTYPE, "float16", "mixed_precision=fp16," O2, MODEL ": megatron_amp_O2"),
    DEFAULT(WEIGHTS_DTYPE, "float32", MODEL ": without megatron_amp_O2"),
    DEFAULT_UNKNOWN(GRADIENT_ACCUMULATION_STEPS, "global batch / (micro batch × data-parallel ranks)"),
    DEFAULT_WHEN(PACKING, "true", "task=pretrain", "NeMo gpt_dataset.py: rows of joined documents"),
    DEFAULT(PACKING, "false", "NeMo gpt_sft_dataset.py"),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", CONF),
    DEFAULT_WHEN(ATTENTION, "flash_attention_2", "@model.mcore_gpt", MODEL ": Transformer Engine"),
    DEFAULT_WHEN(ATTENTION, "flash_attention_2", "@model.transformer_engine", MODEL ": Transformer Engine"),
    DEFAULT(ATTENTION, "eager", "NeMo nemo/collections/nlp/modules/common/megatron/attention.py: CoreAttention"),
    DEFAULT(FUSED_KERNELS, "transformer_engine", CONF ": transformer_engine"),
    DEFAULT(LOSS_KERNEL, "torch", MODEL),
    DEFAULT(TORCH_COMPILE, "false", CONF),
    DEFAULT(OPTIMIZER, "adamw_torch_fused", CONF ": fused_adam"),
    DEFAULT(DATA_PARALLEL, "ddp", MODEL ": NLPDDPStrategy"),
    DEFAULT_WHEN(SHARD_SIZE, "1", "data_parallel=megatron,!" DIST, MODEL ": MainParamsOptimizerWrapper, whole on each rank"),
    DEFAULT_WHEN(SEQUENCE_PARALLEL, "false", "tensor_parallel>1", CONF),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", CONF),
    DEFAULT(EVALUATION, "true", CONF ": val_check_interval"),
};

static const struct sizerow sizes[] = {
    SIZE_AS("layers_of", "model.encoder|model.pipeline_model_parallel_split_rank", PRESENT, "an encoder's and a decoder's"),
    SIZE("hidden", "model.hidden_size"),
    SIZE("layers", "model.num_layers"),
    SIZE("heads", "model.num_attention_heads"),
    SIZE("kv_heads", "model.num_query_groups"),
    SIZE("head_dim", "model.kv_channels"),
    SIZE("ffn", "model.ffn_hidden_size"),
    SIZE("experts", "model.num_moe_experts"),
    SIZE("top_k", "model.moe_router_topk"),
    SIZE_AS("gated", "model.activation", WORDS, "swiglu=true;geglu=true;reglu=true"),
    SIZE_AS("rms", "model.normalization", WORDS, "rms=true"),
    {.size = "bias", .key = "model.qkv_bias", .convert = CONVERT_IF_TRUE, .arg = "qkv", .when = "!@model.bias"},
    SIZE_AS("bias", "model.bias", SWITCH, "all;none"),
    SIZE_IS("bias", "all", NULL),
    SIZE_AS("tied", "model.share_embeddings_and_output_weights", SWITCH, "true;false"),
    SIZE_IS("tied", "true", NULL),
    SIZE("positions", "model.max_position_embeddings"),
    SIZE_AS("learned_positions", "model.position_embedding_type", CHOICE, "learned_absolute=true;*=false"),
    SIZE_IS("learned_positions", "true", NULL),
    SIZE_AS("no_rope", "model.position_embedding_type", CHOICE, "rope=;learned_absolute=;*=true"),
    SIZE_AS("dropout", "model.hidden_dropout", CHOICE, "0=;0.0=;*=true"),
    SIZE_IS("dropout", "true", "!@model.hidden_dropout"),
    SIZE("vocab", "model.override_vocab_size"),
    SIZE("vocab_of", "model.tokenizer.type"),
    {.size = "vocab_multiple", .key = "model.make_vocab_size_divisible_by"},
    SIZE_IS("vocab_multiple", "128", NULL),
    SIZE("vocab_parts", "model.tensor_model_parallel_size"),
};
static const struct keymap map_nemo = {
    .name = "nemo",
    .package = "nemo-toolkit",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    ROWS(sizes, sizes),
    .source = CONF,
};

/* examples/speechlm2/, examples/multimodal/speech_llm/: an encoder of sound trains with the language model, on seconds of sound. */
#define SPEECH "a speech encoder trains with the language model, which is not estimated (NeMo)"

static const struct config configs[] = {
    {.name = "nemo.speech",
     .markers = "pretrained_llm|pretrained_audio_model",
     .keys = "model.pretrained_llm|model.pretrained_audio_model,model.perception,trainer.devices?|trainer.precision?",
     .unless = "inference",
     .map = &map_nemo,
     .job = true,
     .no_job = SPEECH,
     .source = "NeMo examples/speechlm2/conf/salm.yaml, s2s_duplex.yaml; examples/multimodal/speech_llm/conf/salm/, 2.5"},
    {.name = "nemo",
     .markers = "micro_batch_size",
     .keys = "trainer.devices?|trainer.precision?,model.micro_batch_size?,model.global_batch_size?,model.optim,"
	     "model.encoder_seq_length?|model.data.train_ds?|model.num_layers?|model.pipeline_model_parallel_split_rank?",
     .unless = "inference,prune,export,quantization,policy,model.vision,model.first_stage_key,"
	       "model.data.validation_ds.query_key,model.unet_config",
     .map = &map_nemo,
     .job = true,
     .set = "framework=nemo",
     .composed = "",
     .source = CONF},
};

#define HYDRA(w, s, c)                                                                                \
	{                                                                                          \
		.words = (w), .set = "framework=nemo" s, .map = &map_nemo, .positional = "", .config_flag = "--config-name", \
		.folder_flag = "--config-path", .composed = "", .usual_config = "conf/" c ".yaml"                                     \
	}
/* ---- NeMo 2 ---- */

#define RECIPE	 "NeMo nemo/collections/llm/recipes/finetune_default.py, llama3_8b.py, 2.5"
#define LORA2	 "NeMo nemo/collections/llm/peft/lora.py, 2.5"
#define STRATEGY "trainer.strategy."
static const struct keyrow recipe_rows[] = {
    KEY_AS("peft_scheme", PEFT, CHOICE, "lora=lora;dora=dora;none=none"),
    KEY_AS("peft_scheme", PEFT, IF_NULL, "none"),
    KEY_WHEN("peft.dim", LORA_R, PLAIN, NULL, "task=sft"),
    KEY_WHEN("peft.alpha", LORA_ALPHA, PLAIN, NULL, "task=sft"),
    KEY_WHEN("peft.dropout", LORA_DROPOUT, PLAIN, NULL, "task=sft"),
    KEY_WHEN("peft.target_modules", LORA_TARGET_MODULES, MODULES,
	     "linear_qkv=q_proj,k_proj,v_proj;linear_proj=o_proj;linear_fc1=gate_proj,up_proj;linear_fc2=down_proj", "task=sft"),
    KEY("trainer.num_nodes|num_nodes", NUM_NODES),
    KEY("trainer.devices|num_gpus_per_node", GPUS_PER_NODE),
    KEY("data.micro_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("data.global_batch_size", GLOBAL_BATCH_SIZE),
    KEY("data.seq_length|seq_length|model.config.seq_length", MAX_SEQ_LENGTH),
    KEY_AS("packed_sequence", PACKING, IF_TRUE, "true"),
    KEY_AS("data.packed_sequence_specs", PACKING, PRESENT, "true"),
    KEY_AS("model.config.recompute_granularity", GRADIENT_CHECKPOINTING, CHOICE, "full=true;selective=false;*="),
    KEY(STRATEGY "tensor_model_parallel_size", TENSOR_PARALLEL),
    KEY(STRATEGY "pipeline_model_parallel_size", PIPELINE_PARALLEL),
    KEY(STRATEGY "context_parallel_size", CONTEXT_PARALLEL),
    KEY(STRATEGY "expert_model_parallel_size", EXPERT_PARALLEL),
    KEY(STRATEGY "sequence_parallel", SEQUENCE_PARALLEL),
    KEY_AS("trainer.plugins.precision", MIXED_PRECISION, CHOICE, "bf16-mixed=bf16;16-mixed=fp16;*="),
};
static const struct defrow recipe_defaults[] = {
    DEFAULT_WHEN(PEFT, "none", "task=pretrain", RECIPE),
    DEFAULT(PEFT, "lora", RECIPE ": peft_scheme"),
    DEFAULT_WHEN(LORA_R, "32", "peft=lora|dora", LORA2),
    DEFAULT_WHEN(LORA_ALPHA, "32", "peft=lora|dora", LORA2),
    DEFAULT_WHEN(LORA_DROPOUT, "0", "peft=lora|dora", LORA2),
    DEFAULT_WHEN(LORA_TARGET_MODULES, "all-linear", "peft=lora|dora", LORA2 ": linear_qkv, linear_proj, linear_fc1, linear_fc2"),
    DEFAULT_WHEN(ADAPTER_DTYPE, "bfloat16", "peft=lora|dora", LORA2),
    DEFAULT(QUANTIZATION, "none", RECIPE),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", "NeMo nemo/collections/llm/recipes/precision/mixed_precision.py: bf16_mixed()"),
    DEFAULT(MIXED_PRECISION, "bf16", "NeMo nemo/collections/llm/recipes/precision/mixed_precision.py: bf16_mixed()"),
    DEFAULT(GPUS_PER_NODE, "8", RECIPE),
    DEFAULT(NUM_NODES, "1", RECIPE),
    DEFAULT_UNKNOWN(GRADIENT_ACCUMULATION_STEPS, "global batch / (micro batch × data-parallel ranks)"),
    DEFAULT_WHEN(PER_DEVICE_TRAIN_BATCH_SIZE, "1", "task=sft", RECIPE ": SquadDataModule"),
    DEFAULT_WHEN(GLOBAL_BATCH_SIZE, "8", "task=sft,packing=true", RECIPE),
    DEFAULT_WHEN(GLOBAL_BATCH_SIZE, "128", "task=sft", RECIPE),
    DEFAULT_WHEN(MAX_SEQ_LENGTH, "4096", "task=sft,packing=true", RECIPE),
    DEFAULT_WHEN(MAX_SEQ_LENGTH, "2048", "task=sft", RECIPE),
    DEFAULT_WHEN(PACKING, "true", "task=pretrain", RECIPE ": rows of joined documents"),
    DEFAULT(PACKING, "false", RECIPE),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", RECIPE),
    DEFAULT(ATTENTION, "flash_attention_2", "Transformer Engine"),
    DEFAULT(FUSED_KERNELS, "transformer_engine", RECIPE),
    DEFAULT(LOSS_KERNEL, "torch", RECIPE),
    DEFAULT(TORCH_COMPILE, "false", RECIPE),
    DEFAULT(OPTIMIZER, "adamw_torch_fused", RECIPE ": distributed_fused_adam_with_cosine_annealing()"),
    DEFAULT(DATA_PARALLEL, "megatron", RECIPE),
    DEFAULT(EVALUATION, "true", RECIPE),
};
const struct keymap map_nemo_recipe = {
    .name = "nemo.recipe",
    .package = "nemo-toolkit",
    ROWS(rows, recipe_rows),
    ROWS(defaults, recipe_defaults),
    .source = RECIPE,
};
/* "nemo llm finetune --factory llama3_8b KEY=VALUE …": what the factory spreads over which GPUs is known where words say it. */
#define HANGS "what it is hangs on the factory (NeMo)"
static const struct keyrow factory_rows[] = {
    KEY("factory|f", MODEL),
    KEY_AS("peft", PEFT, CHOICE, "lora=lora;dora=dora;none=none;null=none;*="),
};
static const struct defrow factory_defaults[] = {
    DEFAULT_WHEN(LORA_R, NULL, "!@peft", HANGS),
    DEFAULT_WHEN(LORA_ALPHA, NULL, "!@peft", HANGS),
    DEFAULT_UNKNOWN(PER_DEVICE_TRAIN_BATCH_SIZE, HANGS),
    DEFAULT_UNKNOWN(GLOBAL_BATCH_SIZE, HANGS),
    DEFAULT_UNKNOWN(MAX_SEQ_LENGTH, HANGS),
    DEFAULT_UNKNOWN(TENSOR_PARALLEL, HANGS),
    DEFAULT_UNKNOWN(PIPELINE_PARALLEL, HANGS),
};
static const struct keymap map_nemo_factory = {
    .name = "nemo.factory",
    .package = "nemo-toolkit",
    .base = {&map_nemo_recipe},
    ROWS(rows, factory_rows),
    ROWS(defaults, factory_defaults),
    .source = "NeMo nemo/collections/llm/api.py, nemo_run's CLI, 2.5",
};
static const struct keymap *const maps[] = {&map_nemo, &map_nemo_recipe, &map_nemo_factory};

#define FACTORY(w, s)                                                                              \
	{                                                                                          \
		.words = (w), .set = "framework=nemo" s, .map = &map_nemo_factory, .positional = "", .config_flag = "", .merged = "" \
	}
#define SPEECH_RUN(w)                                                                              \
	{                                                                                          \
		.words = (w), .set = "framework=nemo", .map = &map_nemo, .positional = "", .config_flag = "--config-name", \
		.folder_flag = "--config-path", .composed = "", .no_job = SPEECH                               \
	}
static const struct command commands[] = {
    SPEECH_RUN("salm_train.py"),
    SPEECH_RUN("salm_asr_decoder_train.py"),
    SPEECH_RUN("s2s_duplex_train.py"),
    SPEECH_RUN("s2s_duplex_speech_decoder_train.py"),
    SPEECH_RUN("s2s_duplex_frozen_asr_train.py"),
    SPEECH_RUN("modular_audio_gpt_train.py"),
    HYDRA("megatron_gpt_pretraining.py", ";task=pretrain", "megatron_gpt_config"),
    HYDRA("megatron_gpt_continue_training.py", ";task=pretrain", "megatron_gpt_config"),
    HYDRA("megatron_gpt_finetuning.py", ";task=sft", "megatron_gpt_finetuning_config"),
    HYDRA("megatron_gpt_sft.py", ";task=sft", "megatron_gpt_sft"),
    HYDRA("megatron_gpt_peft_tuning.py", ";task=sft", "megatron_gpt_peft_tuning_config"),
    HYDRA("megatron_mamba_pretraining.py", ";task=pretrain", "megatron_mamba_config"),
    HYDRA("train_gpt_sft.py", ";task=sft", "gpt_sft"),
    HYDRA("train_gpt_dpo.py", ";task=dpo", "gpt_dpo"),
    FACTORY("nemo llm pretrain", ";task=pretrain"),
    FACTORY("nemo llm finetune", ";task=sft"),
};

const struct framework framework_nemo = {
    .name = "nemo",
    .callables = nemo_recipes,
    .ncallables = NEMO_RECIPES,
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
