/*
 * NeMo Automodel: the YAML of "automodel CONFIG" and of its recipes' scripts, whose parts say what they are by _target_.
 */
#include "lint/frameworks/libraries/shared_maps.h"

static const struct package packages[] = {
    {.name = "nemo-automodel", "0.1@2510 0.2@2511 0.3@2602 0.4@2605 0.5@2607", "NVIDIA-NeMo/Automodel, tags up to v0.5.0",
     .modules = ""},
};

#define LORA	"Automodel nemo_automodel/components/_peft/lora.py PeftConfig, 0.5"
#define LOADS	"Automodel nemo_automodel/_transformers/auto_model.py, 0.5"
#define SPREADS "Automodel nemo_automodel/components/distributed/config.py, 0.5"
#define RECIPE	"Automodel nemo_automodel/recipes/llm/train_ft.py, 0.5"
#define IS_LORA "peft=lora"
#define LENGTHS "seq_length|dataset.seq_len|dataset.max_length|dataset.max_seq_length|dataset.max_text_length"

static const struct keyrow rows[] = {
    KEY("model.pretrained_model_name_or_path|model.config.pretrained_model_name_or_path", MODEL),
    KEY_WHEN("model.config", MODEL, PLAIN, NULL, "!@model.config._target_"),
    KEY_AS("recipe", TASK, WORDS,
	   "KnowledgeDistillation=distill;SequenceClassification=classification;BiEncoder=embedding;CrossEncoder=ranking;"
	   "EmbeddingDistill=embedding;Pretrain=pretrain"),
    KEY_AS("recipe._target_", TASK, WORDS, "KnowledgeDistillation=distill;SequenceClassification=classification"),
    KEY_AS("model._target_", TASK, WORDS, "from_config=pretrain;BiEncoder=embedding;SequenceClassification=classification"),
    KEY_AS("peft", PEFT, PRESENT, "lora"),
    KEY_AS("peft.use_dora", PEFT, IF_TRUE, "dora"),
    KEY_WHEN("peft.dim", LORA_R, PLAIN, NULL, "peft"),
    KEY_WHEN("peft.alpha", LORA_ALPHA, PLAIN, NULL, "peft"),
    KEY_WHEN("peft.dropout", LORA_DROPOUT, PLAIN, NULL, "peft"),
    KEY_WHEN("peft.match_all_linear", LORA_TARGET_MODULES, IF_TRUE, "all-linear", "peft"),
    KEY_WHEN("peft.target_modules", LORA_TARGET_MODULES, CHOICE, "*_proj=all-linear;*.proj=all-linear", "@peft.target_modules=*_proj"),
    KEY_WHEN("peft.target_modules", LORA_TARGET_MODULES, MODULES, NULL, "peft"),
    KEY_AS("quantization.load_in_4bit", QUANTIZATION, IF_TRUE, "nf4"),
    KEY_WHEN("quantization.bnb_4bit_quant_type", QUANTIZATION, PLAIN, NULL, "@quantization.load_in_4bit"),
    KEY_AS("quantization.load_in_8bit", QUANTIZATION, IF_TRUE, "int8"),
    KEY_WHEN("quantization.bnb_4bit_use_double_quant", DOUBLE_QUANT, PLAIN, NULL, "quantization=nf4|fp4"),
    KEY_AS("model.torch_dtype|model.config.torch_dtype|model.dtype", WEIGHTS_DTYPE, DTYPE, "bfloat16"),
    KEY_AS("fp8.enabled", MIXED_PRECISION, IF_TRUE, "fp8"),
    KEY_AS("model.backend.te_fp8", MIXED_PRECISION, PRESENT, "fp8"),
    KEY("distributed.pp_size", PIPELINE_PARALLEL),
    KEY_WHEN("distributed.pipeline.pp_microbatch_size|distributed.pipeline.pp_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE, PLAIN, NULL,
	     "pipeline_parallel>1"),
    KEY("step_scheduler.local_batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("step_scheduler.global_batch_size", GLOBAL_BATCH_SIZE),
    KEY_WHEN("packed_sequence.packed_sequence_size", MAX_SEQ_LENGTH, PLAIN, NULL, "@packed_sequence.packed_sequence_size"),
    KEY("dataset." LENGTHS, MAX_SEQ_LENGTH),
    KEY_AS("packed_sequence.packed_sequence_size", PACKING, IF_POSITIVE, "true"),
    KEY_AS("dataset.path_or_dataset|dataset.dataset_name|dataset.path_or_dataset_id", DATASET, NAMES, NULL),
    KEY_AS("distributed.activation_checkpointing", GRADIENT_CHECKPOINTING, CHOICE, "true=true;full=true;selective=selective;false=false;*="),
    KEY("model.attn_implementation", ATTENTION),
    KEY_AS("model.backend.attn", ATTENTION, CHOICE, "te=flash_attention_2;sdpa=sdpa;flex=flex_attention;*="),
    KEY_AS("loss_fn._target_", LOSS_KERNEL, WORDS, "FusedLinearCross=cut_cross_entropy;ChunkedCross=chunked_logits;CrossEntropy=torch"),
    KEY_AS("model.backend.rms_norm", FUSED_KERNELS, CHOICE, "te=transformer_engine;*="),
    KEY_AS("model.use_liger_kernel", FUSED_KERNELS, SWITCH, "liger;none"),
    KEY_AS("compile.enabled", TORCH_COMPILE, SWITCH, "true;false"),
    KEY_AS("optimizer._target_", OPTIMIZER, WORDS,
	   "FlashAdamW=adamw_torch_8bit;FusedAdam=adamw_torch_fused;AdamW=adamw_torch;Adam=adamw_torch;SGD=sgd;Muon=muon"),
    KEY_AS("distributed.strategy", DATA_PARALLEL, CHOICE, "fsdp2=fsdp2;megatron_fsdp=fsdp;ddp=ddp"),
    KEY_AS("distributed._target_", DATA_PARALLEL, WORDS, "FSDP2=fsdp2;MegatronFSDP=fsdp;DDP=ddp"),
    KEY_AS("distributed.dp_replicate_size", DATA_PARALLEL, CHOICE, "1=;none=;*=hsdp"),
    KEY_AS("distributed.offload_policy", OFFLOAD_PARAMS, PRESENT, "cpu"),
    KEY_AS("distributed.offload_policy", OFFLOAD_OPTIMIZER, PRESENT, "cpu"),
    KEY_AS("distributed.tp_size", TENSOR_PARALLEL, CHOICE, "none=1"),
    KEY_AS("distributed.cp_size", CONTEXT_PARALLEL, CHOICE, "none=1"),
    KEY_AS("distributed.ep_size", EXPERT_PARALLEL, CHOICE, "none=1"),
    KEY_WHEN("distributed.sequence_parallel", SEQUENCE_PARALLEL, PLAIN, NULL, "tensor_parallel>1"),
    KEY("teacher_model.pretrained_model_name_or_path", TEACHER_MODEL),
    KEY_AS("teacher_model.torch_dtype", TEACHER_DTYPE, CHOICE, "bf16=bfloat16;bfloat16=bfloat16;float32=float32;*="),
    KEY_AS("validation_dataset", EVALUATION, PRESENT, "true"),
    KEY_AS("freeze_config.freeze_vision_tower", TRAINABLE, IF_TRUE, "language"),
    KEY("nproc_per_node", GPUS_PER_NODE),
    KEY_AS("distributed.defer_fsdp_grad_sync", SYNC_GRADIENTS, SWITCH, "last;each"),
    /* The benchmark recipe counts by it. */
    KEY("benchmark.num_nodes", NUM_NODES),
};

static const struct defrow defaults[] = {
    DEFAULT(TASK, "sft", RECIPE),
    DEFAULT(PEFT, "none", RECIPE),
    DEFAULT_WHEN(LORA_R, "8", "peft!=none", LORA),
    DEFAULT_WHEN(LORA_ALPHA, "32", "peft!=none", LORA),
    DEFAULT_WHEN(LORA_DROPOUT, "0", "peft!=none", LORA),
    DEFAULT_WHEN(ADAPTER_DTYPE, "bfloat16", IS_LORA, LORA ": lora_dtype None, the weights'"),
    DEFAULT(QUANTIZATION, "none", LOADS),
    DEFAULT_WHEN(KBIT_UPCAST, "false", "quantization!=none", LOADS),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", LOADS ": torch_dtype auto, mostly bfloat16"),
    DEFAULT(MIXED_PRECISION, "no", SPREADS ": MixedPrecisionPolicy of the weights' dtype"),
    DEFAULT_UNKNOWN(PER_DEVICE_TRAIN_BATCH_SIZE, "Automodel asks for step_scheduler.local_batch_size"),
    DEFAULT_UNKNOWN(MAX_SEQ_LENGTH, "the longest sample of the batch (Automodel)"),
    DEFAULT(PACKING, "false", RECIPE),
    DEFAULT(GRADIENT_CHECKPOINTING, "false", SPREADS),
    DEFAULT_WHEN(USE_REENTRANT, "false", "gradient_checkpointing=true", SPREADS),
    DEFAULT(OFFLOAD_ACTIVATIONS, "none", SPREADS),
    DEFAULT(ATTENTION, "sdpa", LOADS ": flash attention where its package is installed"),
    DEFAULT(FUSED_KERNELS, "none", LOADS ": use_liger_kernel patches what it can"),
    DEFAULT(TORCH_COMPILE, "false", RECIPE),
    DEFAULT(LOSS_KERNEL, "torch", RECIPE ": MaskedCrossEntropy"),
    DEFAULT_WHEN(SYNC_GRADIENTS, "last", "data_parallel=fsdp2|hsdp",
		 "Automodel nemo_automodel/components/distributed/config.py FSDP2Config: defer_fsdp_grad_sync True"),
    DEFAULT(OPTIMIZER, "adamw_torch", RECIPE),
    DEFAULT(DATA_PARALLEL, "fsdp2", SPREADS),
    DEFAULT(OFFLOAD_PARAMS, "none", SPREADS),
    DEFAULT(OFFLOAD_OPTIMIZER, "none", SPREADS),
    DEFAULT_WHEN(TEACHER_DTYPE, "bfloat16", "teacher_model", LOADS),
    DEFAULT(EVALUATION, "false", RECIPE),
};
static const struct keymap map_nemo_automodel = {
    .name = "nemo-automodel",
    .package = "nemo-automodel",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = LOADS,
};
static const struct keymap *const maps[] = {&map_nemo_automodel};

static const struct config configs[] = {
    {.name = "nemo-automodel",
     .markers = "step_scheduler|nemo_automodel",
     .keys = "step_scheduler.local_batch_size|step_scheduler.global_batch_size,model._target_|model.pretrained_model_name_or_path|"
	     "model.config,optimizer,dataset|dataloader",
     .unless = "diffusion,flow_matching,speculative,generate",
     .map = &map_nemo_automodel,
     .job = true,
     .set = "framework=nemo-automodel",
     .composed = "",
     .source = "Automodel examples/, 0.5"},
};

#define RUN(w, pos, flag, m)                                                                       \
	{                                                                                          \
		.words = (w), .set = "framework=nemo-automodel", .map = &map_nemo_automodel, .positional = pos, \
		.config_flag = (flag), .merged = "", .flags = "config,c", .marks = (m)             \
	}
static const struct command commands[] = {
    RUN("automodel", "config", "--config|-c", "nemo_automodel"),
    RUN("automodel finetune llm", "", "--config|-c", "nemo_automodel"),
    RUN("automodel pretrain llm", "", "--config|-c", "nemo_automodel"),
    RUN("automodel finetune vlm", "", "--config|-c", "nemo_automodel"),
    RUN("examples/llm_finetune/finetune.py", "", "--config|-c", "nemo_automodel"),
    RUN("examples/llm_pretrain/pretrain.py", "", "--config|-c", "nemo_automodel"),
    RUN("examples/vlm_finetune/finetune.py", "", "--config|-c", "nemo_automodel"),
    RUN("recipes/llm/train_ft.py", "", "--config|-c", "nemo_automodel"),
    RUN("recipes/llm/finetune.py", "", "--config|-c", "nemo_automodel"),
};

const struct framework framework_nemo_automodel = {
    .name = "nemo-automodel",
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
