/*
 * Configs of a project's own schema that nothing here reads, as lint/configalone makes them: sections model, train, lora,
 * quant, optim, data, hardware, and any for what is in whichever of them.
 *
 * A name alone proves less than a framework's key, but the section around it proves more than a constant's name.
 * False friends are left out on purpose: max_len and length (of data, of generation), rank and r outside of an
 * adapter's section, name outside of the model's.
 */
#include "shared_maps.h"

#define MICRO                                                                                                     \
	"any.micro_batch_size|any.micro_batch|any.micro_bsz|any.mbs|any.per_device_train_batch_size|any.per_device_batch_size|" \
	"any.per_gpu_batch_size|any.device_batch_size|any.train_micro_batch_size|any.batch_size_per_device|any.batch_size_per_gpu|" \
	"any.per_gpu_train_batch_size|any.local_batch_size|any.micro_train_batch_size|any.train_micro_batch_size_per_gpu|"         \
	"any.micro_batch_size_per_gpu|any.micro_batch_size_per_device|any.microbatch_size|any.micro_bs"
#define LORA_RANK                                                                                                 \
	"lora.r|lora.rank|lora.lora_r|lora.lora_rank|lora.lora_dim|lora.dim|any.lora_r|any.lora_rank|any.lora_dim|any.peft_lora_r"
#define LENGTH(in)                                                                                                \
	in "max_seq_length|" in "max_seq_len|" in "max_sequence_length|" in "seq_length|" in "seq_len|" in "sequence_length|" in \
	   "sequence_len|" in "cutoff_len|" in "block_size|" in "context_length|" in "max_length|" in "model_max_length|" in     \
	   "max_context_length|" in "context_len|" in "max_tokens_per_sample"

static const struct keyrow rows[] = {
    KEY("model.model_name_or_path|model.pretrained_model_name_or_path|model.base_model_name_or_path|model.base_model|"
	"model.base_model_name|model.base_model_id|model.base_model_path|model.name_or_path|model.model_name|model.model_id|"
	"model.hf_model_id|model.hf_model_name|model.hf_id|model.hf_path|model.hf_model|model.repo_id|model.base|model.id|"
	"model.pretrained_model|model.pretrained|model.pretrained_name|model.path|model.name|model.model|model.model_path|"
	"model.checkpoint",
	MODEL),
    KEY("any.model_name_or_path|any.pretrained_model_name_or_path|any.base_model_name_or_path|any.base_model|"
	"any.base_model_name|any.base_model_id|any.base_model_path|any.model_name|any.model_id|any.hf_model_id|"
	"any.hf_model_name|any.hf_model|any.model_path|any.pretrained_model|any.pretrained_model_name|any.model_checkpoint|"
	"any.model",
	MODEL),
    KEY(LENGTH("train."), MAX_SEQ_LENGTH),
    KEY(LENGTH("data."), MAX_SEQ_LENGTH),
    KEY(LENGTH("model."), MAX_SEQ_LENGTH),
    KEY(LENGTH("any."), MAX_SEQ_LENGTH),
    KEY("any.max_prompt_length|any.max_prompt_len", MAX_PROMPT_LENGTH),
    KEY("any.max_completion_length|any.max_response_length|any.max_completion_len", MAX_COMPLETION_LENGTH),
    KEY(MICRO, PER_DEVICE_TRAIN_BATCH_SIZE),
    /* Beside a micro batch the plain name is the global one. */
    KEY_WHEN("train.train_batch_size|train.batch_size|train.bsz|data.train_batch_size|data.batch_size|any.train_batch_size|"
	     "any.batch_size|any.bsz|any.train_bs",
	     PER_DEVICE_TRAIN_BATCH_SIZE, PLAIN, NULL, "!" "@" MICRO),
    KEY_WHEN("train.train_batch_size|train.batch_size|any.train_batch_size|any.batch_size", GLOBAL_BATCH_SIZE, PLAIN, NULL,
	     "@" MICRO),
    KEY("any.global_batch_size|any.total_batch_size|any.effective_batch_size", GLOBAL_BATCH_SIZE),
    KEY("any.gradient_accumulation_steps|any.grad_accum_steps|any.grad_accum|any.gradient_accumulation|"
	"any.accumulation_steps|any.grad_acc_steps|any.grad_acc|any.accumulate_grad_batches|any.grad_accumulation_steps|"
	"any.accum_steps|any.gradient_acc_steps",
	GRADIENT_ACCUMULATION_STEPS),
    KEY_AS("any.use_lora|any.use_peft|any.lora|any.peft|any.lora_enabled|any.adapter", PEFT, CHOICE,
	   "true=lora;false=none;lora=lora;qlora=lora;dora=dora;none=none;no=none;full=none;*="),
    KEY_AS("any.finetuning_type|any.method|any.tuning_type|any.finetune_method|any.training_mode", PEFT, CHOICE,
	   "lora=lora;qlora=lora;dora=dora;full=none;full_finetune=none;full_finetuning=none;*="),
    KEY_AS("any.use_qlora|any.qlora", PEFT, IF_TRUE, "lora"),
    KEY_AS(LORA_RANK, PEFT, IF_POSITIVE, "lora"),
    KEY_WHEN(LORA_RANK, LORA_R, PLAIN, NULL, "peft"),
    KEY_WHEN("lora.alpha|lora.lora_alpha|any.lora_alpha", LORA_ALPHA, PLAIN, NULL, "peft"),
    KEY_WHEN("lora.dropout|lora.lora_dropout|any.lora_dropout", LORA_DROPOUT, PLAIN, NULL, "peft"),
    KEY_WHEN("lora.target_modules|lora.targets|lora.target|lora.lora_target_modules|lora.modules|any.lora_target_modules|"
	     "any.target_modules|any.lora_targets|any.lora_target",
	     LORA_TARGET_MODULES, MODULES, NULL, "peft"),
    KEY_WHEN("lora.modules_to_save|any.lora_modules_to_save|any.modules_to_save", LORA_MODULES_TO_SAVE, MODULES, NULL,
	     "peft"),
    KEY_AS("any.load_in_4bit|any.use_4bit|any.use_4bit_quantization|any.four_bit|any.use_qlora|any.qlora|any.load_4bit|"
	   "any.load_in_4_bit|any.quantize_4bit",
	   QUANTIZATION, IF_TRUE, "nf4"),
    KEY_AS("any.load_in_8bit|any.use_8bit|any.load_8bit|any.use_8bit_quantization", QUANTIZATION, IF_TRUE, "int8"),
    KEY_AS("quant.bits|quant.num_bits|any.quantization_bits|any.quantization_bit|any.quant_bits", QUANTIZATION, CHOICE,
	   "4=nf4;8=int8;16=none;32=none;*="),
    KEY_AS("any.method|any.finetuning_type|any.adapter", QUANTIZATION, CHOICE, "qlora=nf4;*="),
    KEY_AS("quant.type|quant.method|quant.quant_method|quant.mode|quant.quantization|any.quantization|any.quantize", QUANTIZATION,
	   CHOICE,
	   "4bit=nf4;4-bit=nf4;int4=nf4;nf4=nf4;bnb_4bit=nf4;bnb-4bit=nf4;fp4=fp4;8bit=int8;8-bit=int8;int8=int8;bnb_8bit=int8;"
	   "none=none;no=none;false=none;fp16=none;bf16=none;*="),
    KEY_AS("any.load_in_4bit|any.use_4bit|any.use_4bit_quantization|any.use_qlora", QUANTIZATION, IF_FALSE, "none"),
    KEY_WHEN("any.double_quant|any.bnb_4bit_use_double_quant|any.use_double_quant|any.use_nested_quant|any.nested_quant",
	     DOUBLE_QUANT, PLAIN, NULL, "quantization=nf4|fp4"),
    KEY_AS("any.bf16|any.use_bf16", MIXED_PRECISION, IF_TRUE, "bf16"),
    KEY_AS("any.fp16|any.use_fp16", MIXED_PRECISION, IF_TRUE, "fp16"),
    KEY_AS("any.mixed_precision|any.precision", MIXED_PRECISION, CHOICE,
	   "bf16-mixed=bf16;16-mixed=fp16;bfloat16=bf16;float16=fp16;bf16=bf16;fp16=fp16;no=no;none=no;fp32=no;float32=no;"
	   "32=no;*="),
    KEY_AS("model.torch_dtype|model.dtype|model.precision|any.torch_dtype|any.model_dtype|any.dtype|any.load_dtype", WEIGHTS_DTYPE,
	   DTYPE, NULL),
    KEY("optim.name|optim.type|optim.optimizer|optim.optim|train.optimizer|train.optim|any.optim|any.optimizer|"
	"any.optimizer_name|any.optimizer_type|any.optim_type",
	OPTIMIZER),
    KEY_AS("any.gradient_checkpointing|any.use_gradient_checkpointing|any.enable_gradient_checkpointing|"
	   "any.activation_checkpointing|any.grad_checkpointing|any.grad_checkpoint|any.gradient_checkpoint|"
	   "any.use_activation_checkpointing",
	   GRADIENT_CHECKPOINTING, CHOICE, "unsloth=offload"),
    KEY("any.attn_implementation|any.attention_implementation|any.attn_impl", ATTENTION),
    KEY_AS("any.use_flash_attention_2|any.use_flash_attention|any.flash_attention|any.use_flash_attn|any.flash_attn|"
	   "any.flash_attention_2|any.use_flash_attention2",
	   ATTENTION, IF_TRUE, "flash_attention_2"),
    KEY("any.packing|any.use_packing|any.sample_packing", PACKING),
    KEY_AS("any.num_labels|any.num_classes", TASK, PRESENT, "classification"),
    KEY_AS("any.method|any.stage|any.task|any.training_type|any.algorithm|any.train_type|any.trainer_type|any.training_method",
	   TASK, CHOICE,
	   "sft=sft;dpo=dpo;grpo=grpo;ppo=ppo;orpo=orpo;kto=kto;reward=reward;rm=reward;pretrain=pretrain;pretraining=pretrain;*="),
    KEY("any.num_generations|any.group_size|any.num_rollouts_per_prompt", NUM_GENERATIONS),
    KEY("any.kl_beta|any.beta|any.kl_coef", BETA),
    KEY("hardware.num_gpus|hardware.n_gpus|hardware.gpu_count|hardware.count|hardware.world_size|any.num_gpus|any.n_gpus|"
	"any.gpu_count|any.world_size|any.ngpus",
	NUM_GPUS),
    KEY("hardware.num_nodes|hardware.nodes|any.num_nodes|any.nnodes|any.n_nodes", NUM_NODES),
    KEY("any.gpus_per_node|any.n_gpus_per_node|any.num_gpus_per_node|any.nproc_per_node", GPUS_PER_NODE),
    KEY_AS("hardware.zero_stage|hardware.stage|any.zero_stage|any.deepspeed_stage", DATA_PARALLEL, CHOICE,
	   "1=zero1;2=zero2;3=zero3;0=ddp;*="),
    KEY_AS("hardware.strategy|hardware.distributed_strategy|any.distributed_strategy|any.parallel_strategy|any.strategy",
	   DATA_PARALLEL, CHOICE,
	   "ddp=ddp;fsdp=fsdp;fsdp2=fsdp2;full_shard=fsdp;deepspeed_zero2=zero2;deepspeed_stage_2=zero2;zero2=zero2;zero-2=zero2;"
	   "deepspeed_zero3=zero3;deepspeed_stage_3=zero3;zero3=zero3;zero-3=zero3;*="),
    KEY_AS("any.fsdp|any.use_fsdp", DATA_PARALLEL, IF_TRUE, "fsdp"),
    KEY_NESTED("any.deepspeed_config|any.deepspeed|any.deepspeed_config_file", "deepspeed.config"),
    KEY("any.tensor_parallel|any.tensor_parallel_size|any.tp_size", TENSOR_PARALLEL),
};

static const struct keymap map_config_alone = {
    .name = "config_alone",
    .package = "config_alone",
    ROWS(rows, rows),
    .source = "spellings of public repositories with a config of their own schema",
};
static const struct keymap *const maps[] = {&map_config_alone};

const struct framework framework_config_alone = {.name = "config_alone", ROWS(maps, maps)};
