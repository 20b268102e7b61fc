/*
 * TRL: supervised fine-tuning, and distillation, which is SFT with a teacher beside it.
 */
#include "trl.h"

#define SFT "trl trl/trainer/sft_config.py, sft_trainer.py"
static const struct keyrow sft_rows[] = {
    KEY("max_length", MAX_SEQ_LENGTH),
    KEY_AS("max_length", MAX_SEQ_LENGTH, IF_NULL, NULL),
    /* Unsloth's patched trainer and configuration take the old name in every release. */
    KEY_WHEN("max_seq_length", MAX_SEQ_LENGTH, PLAIN, NULL, UNSLOTH),
    KEY_IN("max_seq_length", MAX_SEQ_LENGTH, PLAIN, NULL, NULL, "0.20"),
    KEY("packing", PACKING),
    KEY_WHEN("loss_type", LOSS_KERNEL, CHOICE, "chunked_nll=chunked;*=", "!@use_liger_kernel"),
    /* Entropy and accuracy are computed from the logits since 0.22. */
    {.key = "loss_type",
     .setting = SETTING_LOSS_KERNEL,
     .convert = CONVERT_CHOICE,
     .arg = "nll=trl;dft=trl;*=",
     .when = "!@use_liger_kernel",
     .since = "0.22"},
};
#define KBIT	  "trl trl/trainer/sft_trainer.py, models/utils.py prepare_peft_model"
#define KBIT_CAST KBIT ": peft_module_casting_to_bf16"
static const struct defrow sft_defaults[] = {
    {.setting = SETTING_MAX_SEQ_LENGTH,
     .value = "1024",
     .since = "0.15",
     .when = "!@dataset_kwargs.skip_prepare_dataset,!@args.dataset_kwargs.skip_prepare_dataset",
     .source = SFT ": 1024, of tokenised rows too; nothing is cut where nothing is prepared",
     .caps = CAPS_HINT},
    {.setting = SETTING_MAX_SEQ_LENGTH,
     .value = "1024",
     .until = "0.15",
     .when = "!@dataset_kwargs.skip_prepare_dataset,!@args.dataset_kwargs.skip_prepare_dataset",
     .source = SFT ": 1024, before 0.15 at most the tokenizer's; tokenised rows are not cut",
     .caps = CAPS_BOUND},
    DEFAULT(PACKING, "false", SFT),
    DEFAULT_IN_BEHIND(LOSS_KERNEL, "chunked", "1.7", NULL, SFT ": chunked_nll since 1.7"),
    DEFAULT_IN_BEHIND(LOSS_KERNEL, "trl", "0.22", "1.7", SFT ": entropy of the logits since 0.22"),
    DEFAULT_IN_BEHIND(LOSS_KERNEL, "torch", NULL, "0.22", SFT ": the model's own loss"),
    DEFAULT_IN_WHEN(GRADIENT_CHECKPOINTING, "true", NULL, "0.7.2", QUANT GIVEN, KBIT_CHECKPOINTS),
    DEFAULT_IN_WHEN(ADAPTER_DTYPE, "bfloat16", "0.26", NULL, QUANT CASTS,
		    SFT ": adapters of a quantised model in bfloat16 since 0.26"),
    DEFAULT_IN_WHEN(KBIT_UPCAST, "false", NULL, "0.22", QUANT GIVEN ",@adapted",
		    KBIT ": before 0.22 a PeftModel is taken as it is, whatever peft_config is"),
    DEFAULT_IN_WHEN(KBIT_UPCAST, "norms", "0.19", "0.26", QUANT4 GIVEN ",mixed_precision!=fp16|no",
		    KBIT_CAST),
    DEFAULT_IN_WHEN(KBIT_UPCAST, "norms", "0.7.10", "0.19", QUANT4 GIVEN ",mixed_precision=bf16",
		    KBIT_CAST),
    DEFAULT_IN_WHEN(KBIT_UPCAST, "true", NULL, "0.26", QUANT GIVEN, KBIT),
};
const struct keymap map_trl_sft = {
    .name = "trl.sft",
    .package = "trl",
    ROWS(rows, sft_rows),
    ROWS(defaults, sft_defaults),
    .source = SFT,
};
static const struct keyrow sft_config_rows[] = {
    /* Since 1.0 it is refused unless rows are packed or max_length is null. */
    KEY_IN("padding_free", ATTENTION_MASK, IF_TRUE, "none", "0.16", "1.0"),
    {.key = "padding_free", .setting = SETTING_ATTENTION_MASK, .convert = CONVERT_IF_TRUE, .arg = "none", .when = "!max_seq_length", .since = "1.0"},
    /* Fields of SFTConfig at each tag, 0.9.3 to 1.9. */
    KEY_SINCE("max_length|pad_token", "0.16"),
    KEY_SINCE("completion_only_loss|eos_token", "0.17"),
    KEY_SINCE("activation_offloading|pad_to_multiple_of", "0.18"),
    KEY_SINCE("assistant_only_loss|packing_strategy|chat_template_path", "0.19"),
    KEY_SINCE("loss_type", "0.23"),
    KEY_SINCE("shuffle_dataset", "0.26"),
    KEY_UNTIL("chars_per_token|num_of_sequences|dataset_batch_size", NULL, "0.18"),
};
const struct keymap map_trl_sft_config = {
    .name = "trl.SFTConfig",
    .package = "trl",
    ROWS(rows, sft_config_rows),
    .base = {&map_trl_sft, &map_trl_common, &map_transformers_args},
    .source = SFT,
};
/* Arguments that moved to SFTConfig. */
static const struct keyrow sft_trainer_rows[] = {
    KEY_UNTIL("dataset_text_field|dataset_num_proc|dataset_batch_size|num_of_sequences|"
	      "chars_per_token|infinite|dataset_kwargs|neftune_noise_alpha|eval_packing",
	      NOT_UNSLOTH, "0.13"),
    KEY_UNTIL("tokenizer", NOT_UNSLOTH, "0.16"),
    KEY_WHEN("max_seq_length", MAX_SEQ_LENGTH, PLAIN, NULL, UNSLOTH),
    KEY_IN("max_seq_length", MAX_SEQ_LENGTH, PLAIN, NULL, NULL, "0.13"),
    KEY_WHEN("packing", PACKING, PLAIN, NULL, UNSLOTH),
    KEY_IN("packing", PACKING, PLAIN, NULL, NULL, "0.13"),
};
const struct keymap map_trl_sft_trainer = {
    .name = "trl.SFTTrainer",
    .package = "trl",
    ROWS(rows, sft_trainer_rows),
    .base = {&map_trl_sft, &map_transformers_trainer, &map_peft_wrap},
    .source = SFT,
};

static const struct keyrow gkd_rows[] = {
    KEY("teacher_model_name_or_path", TEACHER_MODEL),
    KEY_AS("teacher_model_init_kwargs.torch_dtype|teacher_model_init_kwargs.dtype", TEACHER_DTYPE,
	   PLAIN, NULL),
    KEY("max_new_tokens", MAX_COMPLETION_LENGTH),
};
const struct keymap map_trl_gkd_own = {
    .name = "trl.gkd",
    .package = "trl",
    ROWS(rows, gkd_rows),
    .source = "trl trl/experimental/gkd/gkd_config.py",
};
const struct keymap map_trl_gkd_config = {
    .name = "trl.GKDConfig",
    .package = "trl",
    .base = {&map_trl_gkd_own, &map_trl_sft, &map_trl_common, &map_transformers_args},
    .source = "trl trl/experimental/gkd/gkd_config.py",
};
