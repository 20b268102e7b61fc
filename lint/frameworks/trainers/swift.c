/*
 * ms-swift: the flags, YAML and JSON of "swift sft|pt|rlhf", versions 2 to 4.
 */
#include "swift.h"

static const struct package packages[] = {
    {.name = "ms-swift",
     "2.0@2403 2.6@2410 3.0@2501 3.1@2502 3.2@2503 3.3@2504 3.4@2505 3.5@2506 3.6@2507 3.7@2508 "
     "3.8@2509 3.9@2510 3.10@2511 3.11@2512 3.12@2512 4.0@2603 4.1@2604 4.2@2605 4.3@2606 "
     "4.4@2607 4.5@2608",
     "modelscope/ms-swift, tags up to v4.5.2", .modules = "swift"},
};

#define V4	"ms-swift swift/arguments/, 4.5"
#define TRAIN	"ms-swift swift/trainers/arguments.py, 4.5 and 3.5"
#define BASE	"ms-swift swift/arguments/base_args/, 4.5"
#define V2	"ms-swift swift/llm/utils/argument.py, 2.6"
#define PER_TOKEN "ms-swift swift/trainers/utils.py per_token_loss_func_sp, 4.6"
#define METHOD	"tuner_type|train_type|sft_type"
#define IS_LORA "!@" METHOD "=full"
#define IS_FULL "@" METHOD "=full"

/* The name of a model in ms-swift 2; since then that of an architecture, beside the model. */
#define MODEL_OF_TYPE(names)                                                                                               \
	{.key = "model_type", .setting = SETTING_MODEL, .convert = CONVERT_CHOICE, .arg = names, .when = "@model_type", .until = "3.0"}
static const struct keyrow rows[] = {
    /* What one major version has and another has not. */
    KEY_IN("sft_type|lora_target_modules|quantization_bit|lora_dropout_p", NONE, VERSION, NULL,
	   NULL, "3.0"),
    KEY_IN("train_type", NONE, VERSION, NULL, "3.0", "4.0"),
    KEY_IN("tuner_type", NONE, VERSION, NULL, "4.0", NULL),
    KEY_UNTIL("model_type", "!@model|ckpt_dir|train_type|tuner_type,!@rlhf_type=grpo", "3.0"),
    KEY("model|model_id_or_path", MODEL),
    /* base_args.py CompatArguments, 3.0 to 3.6: a checkpoint of all weights is the model. */
    {.key = "ckpt_dir", .setting = SETTING_MODEL, .convert = CONVERT_PLAIN, .when = "!@model|model_id_or_path", .since = "3.0", .until = "4.0"},
    MODEL_OF_TYPE(swift_models_1),
    MODEL_OF_TYPE(swift_models_2),
    MODEL_OF_TYPE(swift_models_3),
    MODEL_OF_TYPE(swift_models_4),
    MODEL_OF_TYPE(swift_models_5),
    MODEL_OF_TYPE(swift_models_6),
    MODEL_OF_TYPE(swift_models_7),
    SWIFT_TASK_ROWS,
    KEY_WHEN("use_dora", PEFT, IF_TRUE, "dora", IS_LORA),
    KEY_AS(METHOD, PEFT, CHOICE, "full=none;longlora=lora;lora_llm=lora;llamapro=none"),
    /* swift/tuners/llamapro.py: copies of layers between the others, and they alone train. */
    KEY_AS(METHOD, TRAINABLE, CHOICE, "llamapro=new_layers;*="),
    KEY_WHEN("llamapro_num_new_blocks", TRAINABLE_LAYERS, PLAIN, NULL, "@" METHOD "=llamapro"),
    KEY_WHEN("lora_rank", LORA_R, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_alpha", LORA_ALPHA, PLAIN, NULL, IS_LORA),
    KEY_WHEN("lora_dropout|lora_dropout_p", LORA_DROPOUT, PLAIN, NULL, IS_LORA),
    KEY_WHEN("target_modules|lora_target_modules", LORA_TARGET_MODULES, CHOICE, "ALL=all-linear",
	     IS_LORA ",@target_modules|lora_target_modules=ALL"),
    KEY_WHEN("target_modules|lora_target_modules", LORA_TARGET_MODULES, MODULES, NULL,
	     IS_LORA ",@target_modules|lora_target_modules!=DEFAULT|AUTO|EMBEDDING"),
    KEY_WHEN("modules_to_save|lora_modules_to_save", LORA_MODULES_TO_SAVE, PLAIN, NULL, IS_LORA),
    KEY_WHEN("quant_method", QUANTIZATION, CHOICE, "hqq=hqq;eetq=eetq;quanto=quanto;fp8=fp8;*=",
	     "@quant_bits|quantization_bit|quant_method=fp8"),
    KEY_WHEN("bnb_4bit_quant_type", QUANTIZATION, PLAIN, NULL, "@quant_bits|quantization_bit=4"),
    KEY_AS("quant_bits|quantization_bit", QUANTIZATION, CHOICE, "4=nf4;8=int8;0=none;*="),
    KEY_WHEN("bnb_4bit_use_double_quant", DOUBLE_QUANT, PLAIN, NULL,
	     "@quant_bits|quantization_bit=4"),
    /* LISA trains some layers at a time, embedding and head always: swift/callbacks/lisa.py, 4.6. */
    KEY_WHEN("lisa_activated_layers", TRAINABLE, IF_POSITIVE, "layers_and_ends", IS_FULL),
    KEY_WHEN("lisa_activated_layers", TRAINABLE_LAYERS, PLAIN, NULL,
	     IS_FULL ",@lisa_activated_layers!=0"),
    /* swift/utils/transformers_utils.py freeze_parameters(), 4.6; 2.6 has it too. */
    KEY_WHEN("freeze_parameters_ratio", FROZEN_SHARE, PLAIN, NULL, IS_FULL),
    KEY_WHEN("freeze_vit", TRAINABLE, SWITCH, "language;all", IS_FULL ",model.tower"),
    KEY_AS("bf16", MIXED_PRECISION, IF_TRUE, "bf16"),
    KEY_AS("fp16", MIXED_PRECISION, IF_TRUE, "fp16"),
    KEY_AS("torch_dtype|dtype", MIXED_PRECISION, CHOICE,
	   "bfloat16=bf16;bf16=bf16;float16=fp16;fp16=fp16;float32=fp16;fp32=no;AUTO="),
    KEY_AS("torch_dtype|dtype", WEIGHTS_DTYPE, DTYPE, "bfloat16"),
    KEY("per_device_train_batch_size|batch_size", PER_DEVICE_TRAIN_BATCH_SIZE),
    KEY("per_device_eval_batch_size|eval_batch_size", PER_DEVICE_EVAL_BATCH_SIZE),
    /* sft_args.py: eval_strategy is save_strategy's where it is not given, and "no" where nothing is held out. */
    KEY_AS("eval_strategy|evaluation_strategy", EVALUATION, CHOICE, "no=false;*="),
    {.key = "save_strategy",
     .setting = SETTING_EVALUATION,
     .convert = CONVERT_CHOICE,
     .arg = "no=false;*=",
     .when = "!@eval_strategy|evaluation_strategy",
     .since = "3.0"},
    KEY_AS("dataset|custom_train_dataset_path", DATASET, NAMES, NULL),
    KEY_AS("val_dataset|cached_val_dataset", EVALUATION, PRESENT, "true"),
    KEY_AS("split_dataset_ratio|dataset_test_ratio", EVALUATION, IF_POSITIVE, "true"),
    KEY_IN("eval_strategy", EVALUATION, CHOICE, "*=false", "3.6", NULL),
    KEY_WHEN("packing_length", MAX_SEQ_LENGTH, PLAIN, NULL, "@packing=true"),
    KEY("max_length", MAX_SEQ_LENGTH),
    KEY("max_pixels", PICTURE_PIXELS),
    KEY("packing", PACKING),
    KEY_AS("padding_free", ATTENTION_MASK, IF_TRUE, "none"),
    KEY_AS("attn_impl", ATTENTION, CHOICE,
	   "flash_attn=flash_attention_2;flash_attention_2=flash_attention_2;"
	   "flash_attention_3=flash_attention_3"),
    KEY_AS("use_flash_attn", ATTENTION, IF_TRUE, "flash_attention_2"),
    /* Tokens that weigh more than others, and losses of its own: computed from the logits, without Liger's. */
    KEY_WHEN("loss_scale", LOSS_KERNEL, WORDS, "hermes=torch;react=torch;qwen=torch;agentflan=torch;alpha_umi=torch",
	     "!@rlhf_type"),
    KEY_WHEN("enable_dft_loss|enable_channel_loss", LOSS_KERNEL, IF_TRUE, "torch", "!@rlhf_type"),
    /* Labels are split by hand for sequence parallelism, and Liger's loss sees none (trainers/seq2seq_trainer.py, 4.6). */
    KEY_WHEN("use_liger_kernel|use_liger", LOSS_KERNEL, IF_TRUE, "plain", "@sequence_parallel_size>1,!@rlhf_type"),
    KEY_AS("use_liger_kernel|use_liger", LOSS_KERNEL, IF_TRUE, "liger"),
    KEY_AS("use_liger_kernel|use_liger", FUSED_KERNELS, IF_TRUE, "liger"),
    KEY_AS("tuner_backend", FUSED_KERNELS, CHOICE, "unsloth=unsloth;*="),
    KEY_AS("use_galore", OPTIMIZER, IF_TRUE, "galore_adamw"),
    KEY_AS("deepspeed", DATA_PARALLEL, CHOICE,
	   "zero0=ddp;zero1=zero1;zero2=zero2;zero3=zero3;zero2_offload=zero2;zero3_offload=zero3;"
	   "default-zero2=zero2;default-zero3=zero3;*="),
    KEY_AS("deepspeed", OFFLOAD_OPTIMIZER, CHOICE, "zero2_offload=cpu;zero3_offload=cpu;*="),
    KEY_AS("deepspeed", OFFLOAD_PARAMS, CHOICE, "zero3_offload=cpu;*="),
    /* swift/config/zero0.json to zero3_offload.json, 4.6; stage 3 leaves its bucket to the Trainer. */
    KEY_AS("deepspeed", REDUCE_BUCKET_SIZE, CHOICE, "zero1=200000000;zero2=200000000;zero2_offload=200000000;*="),
    KEY_AS("deepspeed", OVERLAP_COMM, CHOICE, "zero1=false;zero2=false;zero2_offload=false;*="),
    KEY_AS("fsdp", DATA_PARALLEL, CHOICE, "fsdp2=fsdp2;*="),
    /* TorchAcc's, which is FSDP over XLA. */
    KEY_IN("fsdp_num", DATA_PARALLEL, CHOICE, "1=;*=fsdp", NULL, "3.0"),
    KEY("sequence_parallel_size", CONTEXT_PARALLEL),
    KEY("ref_model|ref_model_id_or_path", REFERENCE_MODEL),
    SWIFT_RLHF_ROWS,
    KEY_WHEN("vllm_mode", ROLLOUT_ENGINE, CHOICE, "server=vllm_server;colocate=vllm", "@use_vllm"),
    KEY_WHEN("vllm_gpu_memory_utilization|gpu_memory_utilization", ROLLOUT_GPU_MEMORY_UTILIZATION,
	     PLAIN, NULL, "@use_vllm"),
    KEY_WHEN("vllm_tensor_parallel_size", ROLLOUT_TENSOR_PARALLEL, PLAIN, NULL, "@use_vllm"),
    KEY_WHEN("sleep_level", ROLLOUT_SLEEP, IF_POSITIVE, "true", "@use_vllm"),
};

/* Of the loss that sequence parallelism has; preferences have theirs. */
#define SPLIT_LOSS                                                                                 \
	"context_parallel>1,task!=dpo|kto|orpo|cpo|simpo|ppo|grpo|reward|distill|embedding|classification"

static const struct keyrow environment_rows[] = {
    /* swift/utils/torchacc_utils.py use_torchacc(), 2.6. */
    KEY_AS("USE_TORCHACC", XLA, IF_TRUE, "true"),
    /* qwen_vl_utils vision_process.py reads both names. */
    KEY("MAX_PIXELS", PICTURE_PIXELS),
    KEY("IMAGE_MAX_TOKEN_NUM", PICTURE_TOKENS),
    KEY_WHEN("CELOSS_PARALLEL_SIZE", LOSS_KERNEL, IF_POSITIVE, "chunked_logits", SPLIT_LOSS),
    KEY_WHEN("CELOSS_PARALLEL_SIZE", LOSS_CHUNK, PLAIN, NULL, SPLIT_LOSS),
    /* The right document and so many wrong ones. */
    KEY_WHEN("MAX_NEGATIVE_SAMPLES", TEXTS_PER_ROW, CHOICE,
	     "1=2;2=3;3=4;4=5;5=6;6=7;7=8;8=9;9=10;10=11;15=16;16=17;20=21;31=32;*=", "task=classification"),
};
static const struct keymap map_environment = {
    .name = "ms-swift.environment",
    .package = "ms-swift",
    ROWS(rows, environment_rows),
    .source = PER_TOKEN,
};

static const struct defrow defaults[] = {
    DEFAULT(TASK, "sft", V4),
    DEFAULT_WHEN(TEXTS_PER_ROW, "8", "@task_type=reranker|generative_reranker", SWIFT_RERANKER),
    DEFAULT_WHEN(OTHER_MODELS_SHARDED, "true", "data_parallel=zero3",
		 "ms-swift swift/trainers/rlhf_trainer: over trl's, whose prepare_deepspeed keeps stage 3"),
    DEFAULT_IN_WHEN(PEFT, "none", NULL, "3.0", "task=dpo|kto|orpo|cpo|reward|ppo|simpo",
		    V2 ": RLHFArguments, sft_type full"),
    DEFAULT(PEFT, "lora", BASE "base_args.py"),
    DEFAULT_WHEN(LORA_R, "8", "peft=lora|dora", V4 "tuner_args.py"),
    DEFAULT_WHEN(LORA_ALPHA, "32", "peft=lora|dora", V4 "tuner_args.py"),
    DEFAULT_WHEN(LORA_DROPOUT, "0.05", "peft=lora|dora", V4 "tuner_args.py"),
    DEFAULT_IN_WHEN(LORA_TARGET_MODULES, "all-linear", "3.0", NULL, "peft=lora|dora",
		    V4 "tuner_args.py"),
    DEFAULT_IN_WHEN(TRAINABLE, "language", "3.0", NULL, "peft=none,model.tower",
		    V4 "tuner_args.py: freeze_vit, freeze_aligner"),
    DEFAULT(QUANTIZATION, "none", BASE "quant_args.py"),
    DEFAULT_WHEN(DOUBLE_QUANT, "true", "quantization=nf4|fp4", BASE "quant_args.py"),
    DEFAULT_WHEN(TRAINABLE_LAYERS, "4", "trainable=new_layers",
		 V4 "tuner_args.py: llamapro_num_new_blocks"),
    DEFAULT(WEIGHTS_DTYPE, "bfloat16",
	    BASE "model_args.py: the checkpoint's, nearly always bfloat16"),
    DEFAULT_WHEN(MIXED_PRECISION, "no", "@bf16=false", BASE "model_args.py"),
    DEFAULT_WHEN(MIXED_PRECISION, "fp16", "weights_dtype=float16|float32", BASE "model_args.py"),
    DEFAULT(MIXED_PRECISION, "bf16", BASE "model_args.py: as the weights are"),
    DEFAULT(PER_DEVICE_TRAIN_BATCH_SIZE, "1", TRAIN),
    DEFAULT(PER_DEVICE_EVAL_BATCH_SIZE, "1", TRAIN),
    DEFAULT_WHEN(GRADIENT_ACCUMULATION_STEPS, "1", "task=grpo", V4 "rlhf_args.py"),
    DEFAULT_IN(GRADIENT_ACCUMULATION_STEPS, "1", "3.0", "3.2", "ms-swift swift/trainers/arguments.py, 3.0: transformers'"),
    /* Computed where the number of processes is known (lint/settings/derive.c). */
    DEFAULT_UNKNOWN(
	GRADIENT_ACCUMULATION_STEPS,
	"the accumulation that makes some 16 sequences a step (ms-swift trainers/arguments.py)"),
    DEFAULT_IN(MAX_SEQ_LENGTH, "2048", NULL, "3.0", V2),
    DEFAULT(PACKING, "false", BASE "base_args.py"),
    DEFAULT_IN_WHEN(EVALUATION, "true", NULL, "3.6", "!@split_dataset_ratio|dataset_test_ratio=0",
		    "ms-swift data_args.py, 3.5, and " V2 ": a hundredth of the data is held out"),
    DEFAULT(EVALUATION, "false", BASE "data_args.py: split_dataset_ratio 0"),
    DEFAULT(GRADIENT_CHECKPOINTING, "true", TRAIN),
    DEFAULT_IN(USE_REENTRANT, "true", NULL, "4.0", "ms-swift swift/trainers/arguments.py, 3.5"),
    DEFAULT(ATTENTION, "sdpa", BASE "model_args.py: attn_impl None"),
    DEFAULT_WHEN(LOSS_KERNEL, "plain", "context_parallel>1,task=sft|pretrain", PER_TOKEN),
    DEFAULT(LOSS_KERNEL, "torch", TRAIN),
    DEFAULT(FUSED_KERNELS, "none", TRAIN),
    DEFAULT_IN(OPTIMIZER, "adamw_torch", NULL, "3.0", V2),
    DEFAULT_WHEN(NUM_GENERATIONS, "8", "task=grpo", V4 "rlhf_args.py"),
    DEFAULT_WHEN(MAX_COMPLETION_LENGTH, "512", "task=grpo|ppo|distill", V4 "rlhf_args.py"),
    DEFAULT_WHEN(BETA, "0.04", "task=grpo", V4 "rlhf_args.py"),
    DEFAULT_WHEN(BETA, "0.1", "task=dpo|kto|orpo|cpo", V4 "rlhf_args.py"),
    DEFAULT_WHEN(ROLLOUT_ENGINE, "transformers", "task=grpo,!@use_vllm", V4 "rlhf_args.py"),
    DEFAULT_WHEN(GATHER_FOR_GENERATION, "true", "data_parallel=zero3,rollout_engine=transformers",
		 V4 "rlhf_args.py: ds3_gather_for_generation"),
};

static const struct keymap map_own = {
    .name = "swift.own",
    .package = "ms-swift",
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = V4 "*.py, and 3.5, 2.6",
};
static const struct keymap map_swift = {
    .name = "ms-swift",
    .package = "ms-swift",
    .base = {&map_own, &map_transformers_args},
    .source = V4 "*.py",
};
static const struct config configs[] = {
    {.name = "ms-swift.megatron",
     .markers = "micro_batch_size",
     .keys = "model|load|mcore_model,micro_batch_size,dataset|cached_dataset,"
	     "lr|min_lr|finetune|recompute_granularity|train.tuner_type",
     .unless = "base_model,model_name_or_path,trainer,tokenizer",
     .map = &map_swift_megatron,
     .job = true,
     .set = "framework=ms-swift",
     .source = "ms-swift examples/yaml/megatron/, swift/ray/megatron/, 4.5"},
    {.name = "ms-swift",
     .markers = "tuner_type|train_type|sft_type|rlhf_type",
     .keys = "model|model_id_or_path,tuner_type|train_type|sft_type|rlhf_type,dataset",
     .unless = "infer_backend,export_dir,base_model,model_name_or_path",
     .map = &map_swift,
     .job = true,
     .set = "framework=ms-swift",
     .source = "ms-swift examples/yaml/, swift/cli/main.py: parse_yaml_args()"},
};

/* swift/cli/main.py: torchrun if NPROC_PER_NODE or NNODES is set, else one process for all devices. */
#define COMMAND(w, more)                                                                           \
	{                                                                                          \
		.words = (w), .set = "framework=ms-swift" more, .map = &map_swift,                 \
		.positional = "config", .config_flag = "", .one_process = true                     \
	}
#define LAUNCHED(w, more)                                                                          \
	{                                                                                          \
		.words = (w), .set = "framework=ms-swift" more, .map = &map_swift,                 \
		.positional = "config", .config_flag = ""                                          \
	}
/* Releases before 3.0 have the scripts in examples/pytorch/llm, and people copies of them. */
#define SCRIPT(w, more)                                                                            \
	{                                                                                          \
		.words = (w), .set = "framework=ms-swift" more, .map = &map_swift,                 \
		.positional = "", .config_flag = "", .one_process = true,                          \
		.flags = "model_type,model_id_or_path,sft_type", .marks = "swift"                  \
	}
/* swift/cli/_megatron/main.py: the same, but a process has one device. With Ray, --config names the file. */
#define MEGATRON(w, more)                                                                          \
	{                                                                                          \
		.words = (w), .set = "framework=ms-swift" more, .map = &map_swift_megatron,        \
		.positional = "config", .config_flag = "--config"                                  \
	}
static const struct command commands[] = {
    COMMAND("swift sft", ";task=sft?!@task_type=seq_cls|reranker|generative_reranker|embedding"),
    COMMAND("swift pt", ";task=pretrain"),
    COMMAND("swift rlhf", ";task=dpo?!@rlhf_type,!task"),
    /* What the command starts; swift/cli/main.py as well, from within the sources. */
    COMMAND("-m swift.cli.main sft", ";task=sft?!@task_type=seq_cls|reranker|generative_reranker|embedding"),
    COMMAND("-m swift.cli.main pt", ";task=pretrain"),
    COMMAND("-m swift.cli.main rlhf", ";task=dpo?!@rlhf_type,!task"),
    COMMAND("swift/cli/main.py sft", ";task=sft?!@task_type=seq_cls|reranker|generative_reranker|embedding"),
    COMMAND("swift/cli/main.py pt", ";task=pretrain"),
    COMMAND("swift/cli/main.py rlhf", ";task=dpo?!@rlhf_type,!task"),
    COMMAND("swift dpo", ";task=dpo"),
    COMMAND("swift orpo", ";task=orpo"),
    COMMAND("swift simpo", ";task=simpo"),
    SCRIPT("llm_sft.py", ";task=sft"),
    SCRIPT("llm_dpo.py", ";task=dpo"),
    SCRIPT("llm_rlhf.py", ";task=dpo?!@rlhf_type,!task"),
    MEGATRON("megatron sft", ";task=sft?!@task_type=seq_cls|reranker|generative_reranker|embedding"),
    MEGATRON("megatron pt", ";task=pretrain"),
    MEGATRON("megatron rlhf", ";task=dpo?!@rlhf_type,!task"),
    MEGATRON("swift/cli/_megatron/sft.py", ";task=sft?!@task_type=seq_cls|reranker|generative_reranker|embedding"),
    MEGATRON("swift/cli/_megatron/pt.py", ";task=pretrain"),
    MEGATRON("swift/cli/_megatron/rlhf.py", ";task=dpo?!@rlhf_type,!task"),
    LAUNCHED("swift/cli/sft.py", ";task=sft?!@task_type=seq_cls|reranker|generative_reranker|embedding"),
    LAUNCHED("swift/cli/pt.py", ";task=pretrain"),
    LAUNCHED("swift/cli/rlhf.py", ";task=dpo?!@rlhf_type,!task"),
    /* What scripts name from within the package's folder. */
    SCRIPT("cli/sft.py", ";task=sft?!@task_type=seq_cls|reranker|generative_reranker|embedding"),
    SCRIPT("cli/pt.py", ";task=pretrain"),
    SCRIPT("cli/rlhf.py", ";task=dpo?!@rlhf_type,!task"),
    SCRIPT("cli/dpo.py", ";task=dpo"),
    SCRIPT("cli/orpo.py", ";task=orpo"),
    SCRIPT("cli/simpo.py", ";task=simpo"),
    SCRIPT("cli/ppo.py", ";task=ppo"),
    LAUNCHED("-m swift.cli.sft", ";task=sft?!@task_type=seq_cls|reranker|generative_reranker|embedding"),
    LAUNCHED("-m swift.cli.pt", ";task=pretrain"),
    LAUNCHED("-m swift.cli.rlhf", ";task=dpo?!@rlhf_type,!task"),
};

/* From Python: swift/__init__.py 4.5; 2.x and 3.x have them in swift.llm. */
static const struct keyrow load_rows[] = {
    KEY("model_id_or_path", MODEL),
    KEY_AS("torch_dtype", WEIGHTS_DTYPE, DTYPE, "bfloat16"),
    KEY_AS("attn_impl", ATTENTION, CHOICE,
	   "flash_attn=flash_attention_2;flash_attention_2=flash_attention_2;"
	   "flash_attention_3=flash_attention_3"),
    KEY_AS("task_type", TASK, CHOICE, "seq_cls=classification;reranker=classification;generative_reranker=classification;embedding=embedding;*="),
};
static const struct defrow load_defaults[] = {
    DEFAULT(WEIGHTS_DTYPE, "bfloat16", "ms-swift swift/model/register.py, 4.5: the checkpoint's, nearly always bfloat16"),
};
static const struct keymap map_load = {
    .name = "swift.get_model_processor",
    .package = "ms-swift",
    .base = {&map_transformers_load},
    ROWS(rows, load_rows),
    ROWS(defaults, load_defaults),
    .source = "ms-swift swift/model/register.py get_model_processor, 4.5",
};
static const struct keyrow template_rows[] = {KEY("max_length", MAX_SEQ_LENGTH)};
static const struct keymap map_template = {
    .name = "swift.get_template",
    .package = "ms-swift",
    ROWS(rows, template_rows),
    .source = "ms-swift swift/template/register.py get_template, 4.5",
};
static const struct param main_params[] = {{"args", ROLE_ARGS}};
static const struct param load_params[] = {{"model_id_or_path", ROLE_NONE}, {"quantization_config", ROLE_QUANTIZATION}};
static const struct param prepare_params[] = {{"model", ROLE_MODEL}, {"config", ROLE_PEFT}};
static const struct param trainer_params[] = {
    {"model", ROLE_MODEL},	   {"args", ROLE_ARGS},
    {"data_collator", ROLE_NONE},  {"train_dataset", ROLE_DATASET},
    {"eval_dataset", ROLE_DATASET},
};

static const struct keymap *const maps[] = {
    &map_own, &map_swift, &map_swift_megatron, &map_load, &map_template, &map_environment,
};

#define MAIN(name) "swift." name "|swift.llm." name "|swift.llm.train." name "|swift.pipelines." name

static const struct callable callables[] = {
    {.names = "swift.SftArguments|swift.TrainArguments|swift.PretrainArguments|swift.RLHFArguments|"
	      "swift.llm.SftArguments|swift.llm.TrainArguments|swift.llm.RLHFArguments",
     .map = &map_swift},
    {.names = MAIN("sft_main"),
     .effect = EFFECT_SINK,
     .returns = RETURNS_NONE,
     ROWS(params, main_params),
     .args = &map_swift,
     .set = "framework=ms-swift;task=sft"},
    {.names = MAIN("pretrain_main") "|" MAIN("pt_main"),
     .effect = EFFECT_SINK,
     .returns = RETURNS_NONE,
     ROWS(params, main_params),
     .args = &map_swift,
     .set = "framework=ms-swift;task=pretrain"},
    {.names = MAIN("rlhf_main"),
     .effect = EFFECT_SINK,
     .returns = RETURNS_NONE,
     ROWS(params, main_params),
     .args = &map_swift,
     .set = "framework=ms-swift"},
    {.names = "swift.get_model_processor|swift.llm.get_model_tokenizer|swift.get_model_tokenizer",
     .effect = EFFECT_MODEL,
     .returns = RETURNS_TUPLE,
     .arg = "2",
     ROWS(params, load_params),
     .map = &map_load},
    {.names = "swift.get_template|swift.llm.get_template", .effect = EFFECT_HINT, .map = &map_template},
    {.names = "swift.Swift.prepare_model|swift.tuners.Swift.prepare_model",
     .effect = EFFECT_WRAP,
     ROWS(params, prepare_params),
     .set = "peft=lora",
     .map = &map_peft_wrap},
    {.names = "swift.LoRAConfig|swift.LoraConfig|swift.tuners.LoRAConfig|swift.tuners.LoraConfig",
     .map = &map_peft_lora,
     .set = "peft=lora"},
    {.names = "swift.trainers.Seq2SeqTrainingArguments|swift.trainers.TrainingArguments|"
	      "swift.Seq2SeqTrainingArguments|swift.TrainingArguments",
     .map = &map_transformers_args},
    {.names = "swift.trainers.Seq2SeqTrainer|swift.trainers.Trainer|swift.Seq2SeqTrainer|swift.Trainer",
     .effect = EFFECT_SINK,
     ROWS(params, trainer_params),
     .map = &map_transformers_trainer,
     .args = &map_transformers_args,
     .set = "framework=ms-swift;task=sft"},
};

const struct framework framework_swift = {
    .name = "ms-swift",
    ROWS(callables, callables),
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
