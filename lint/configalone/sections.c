#include "sections.h"

/*
 * Spellings of public repositories that train language models by code of their own, "|" between. A row holds inside
 * its section only; SECTION_SAME: at the top, and inside any but the model's.
 */
static const struct {
	enum section section;
	enum section inside;
	const char *names;
} rows[] = {
    /* A teacher's or a reward model's section stands beside these, and is none of them. */
    {SECTION_MODEL, SECTION_MODEL,
     "primary|base|main|student|policy|actor|loading|load|default|model|base_model|llm|backbone|language_model"},
    {SECTION_TRAIN, SECTION_HARDWARE, "memory|training|performance"},
    {SECTION_SAME, SECTION_SAME,
     "config|configs|cfg|settings|params|parameters|hyperparameters|hyperparams|hyper_params|hparams|args|arguments|"
     "experiment|experiment_config|base_config|common|global|globals|general|base|default|config_dict|job"},
    {SECTION_MODEL, SECTION_SAME,
     "model|models|model_config|model_cfg|model_args|model_arguments|model_settings|model_params|model_parameters|"
     "base_model|base|llm|llm_config|student|student_model|policy|policy_model|actor|backbone|language_model|pretrained"},
    {SECTION_TRAIN, SECTION_SAME,
     "training|train|trainer|training_args|training_arguments|training_config|training_cfg|train_config|train_cfg|"
     "trainer_config|trainer_args|training_params|training_parameters|training_hyperparameters|training_settings|"
     "train_args|train_params|train_settings|seq2seq_training_arguments|sft|sft_config|sft_args|dpo|dpo_config|dpo_args|grpo|grpo_config|grpo_args|"
     "orpo|kto|ppo|ppo_config|rl|fine_tuning|finetuning|finetune|fine_tune|finetune_config|finetuning_config|"
     "fine_tuning_config|batch_config|batch|batching|batch_sizes|optimization|memory|memory_optimization|performance|"
     "efficiency|precision|mixed_precision|gradient|gradients|gradient_checkpointing|training_defaults|hyperparameters"},
    {SECTION_LORA, SECTION_SAME,
     "lora|lora_config|lo_ra|lo_ra_config|lora_cfg|lora_args|lora_params|lora_parameters|lora_settings|peft|peft_config|peft_args|adapter|"
     "adapters|adapter_config|qlora|qlora_config"},
    {SECTION_QUANT, SECTION_SAME,
     "quantization|quantisation|quantization_config|quantization_args|quant|quant_config|bnb|bnb_config|bitsandbytes|"
     "bits_and_bytes|bitsandbytes_config|quantize|qlora_quantization"},
    {SECTION_OPTIM, SECTION_SAME, "optimizer|optimiser|optim|optimizer_config|optimizer_args|optimizer_params|optim_config"},
    {SECTION_DATA, SECTION_SAME,
     "data|dataset|datasets|data_config|dataset_config|data_args|data_params|tokenizer|tokenization|tokenizer_config|"
     "preprocessing|dataloader|data_loader|sequence|sequence_config"},
    {SECTION_HARDWARE, SECTION_SAME,
     "hardware|hardware_config|compute|compute_config|resources|gpu|gpus|infrastructure|infra|distributed|"
     "distributed_config|distributed_training|system|slurm|cluster|accelerator|devices|deepspeed|fsdp|parallelism|"
     "parallel"},
    {SECTION_PRESETS, SECTION_SAME, "presets|profiles|variants|modes"},
};

enum section section_of(struct str name, enum section inside)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		/* What is about models holds sections of other models; the other sections hold each other. */
		if (rows[i].inside != SECTION_SAME && rows[i].inside != inside)
			continue;
		if (rows[i].section == SECTION_MODEL && inside != SECTION_SAME && inside != SECTION_MODEL)
			continue;
		if (rows[i].section == SECTION_SAME && inside != SECTION_SAME && inside != SECTION_TRAIN)
			continue;
		if (rows[i].inside == SECTION_SAME && rows[i].section == SECTION_MODEL && inside == SECTION_MODEL)
			continue;
		if (str_among(name, str_of(rows[i].names)))
			return rows[i].section;
	}
	return SECTION_OTHER;
}

struct str section_name(enum section section)
{
	static const char *const names[SECTION_COUNT] = {
	    [SECTION_MODEL] = "model", [SECTION_TRAIN] = "train", [SECTION_LORA] = "lora",
	    [SECTION_QUANT] = "quant", [SECTION_OPTIM] = "optim", [SECTION_DATA] = "data",
	    [SECTION_HARDWARE] = "hardware",
	};

	return str_of(names[section]);
}
