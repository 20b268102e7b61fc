/*
 * TRL: pairs (DPO, KTO, ORPO, CPO, BCO), and reward models.
 */
#include "trl.h"

#define PAIR                                                                                       \
	"trl trl/trainer/dpo_config.py, kto_config.py, orpo_config.py, cpo_config.py, "            \
	"bco_config.py"
static const struct keyrow pair_rows[] = {
    KEY("max_length", MAX_SEQ_LENGTH),
    KEY_AS("max_length", MAX_SEQ_LENGTH, IF_NULL, NULL),
    KEY_IN("max_prompt_length", MAX_PROMPT_LENGTH, PLAIN, NULL, NULL, "0.29"),
    KEY_IN("max_completion_length", MAX_COMPLETION_LENGTH, PLAIN, NULL, NULL, "0.29"),
    KEY("beta", BETA),
    KEY_AS("precompute_ref_log_probs", REFERENCE_MODEL, IF_TRUE, "none"),
    KEY_AS("reference_free", REFERENCE_MODEL, IF_TRUE, "none"),
};
#define KBIT_PAIR "trl trl/trainer/dpo_trainer.py, models/utils.py prepare_peft_model: until 0.28"
static const struct defrow pair_defaults[] = {
    DEFAULT_IN(MAX_SEQ_LENGTH, "1024", "0.14", NULL, PAIR ": 1024 since 0.14"),
    DEFAULT_IN(MAX_SEQ_LENGTH, "512", NULL, "0.14", PAIR ": 512 and a warning before 0.14"),
    DEFAULT_IN(MAX_PROMPT_LENGTH, "512", "0.14", "0.29", PAIR ": 512, 0.14-0.28"),
    DEFAULT(PACKING, "false", PAIR),
    DEFAULT(BETA, "0.1", PAIR),
    DEFAULT_WHEN(OTHER_MODELS_SHARDED, "true", "data_parallel=zero3",
		 "trl trl/trainer/dpo_trainer.py, models/utils.py prepare_deepspeed: stage 3 stays stage 3"),
    /*
     * FSDP2 gathers the reference as one unit (models/utils.py prepare_fsdp, 0.29). Without a backward pass
     * nothing gives back what SHARD_GRAD_OP has gathered (pytorch torch/distributed/fsdp/_runtime_utils.py
     * _post_forward_reshard).
     */
    DEFAULT_IN_WHEN(OTHER_MODELS_SHARDED, "true", "0.16", NULL, "task=dpo," FSDP_RESHARDS,
		    "trl trl/trainer/dpo_trainer.py: prepare_fsdp since 0.16"),
    DEFAULT_IN_WHEN(OTHER_MODELS_SHARDED, "true", "1.3", NULL, "task=kto," FSDP_RESHARDS,
		    "trl trl/experimental/kto/kto_trainer.py: prepare_fsdp since 1.3; bco_trainer.py: never"),
    DEFAULT_IN_WHEN(ADAPTER_DTYPE, "bfloat16", "0.29", NULL, QUANT CASTS,
		    PAIR ": adapters of a quantised model in bfloat16 since 0.29"),
    DEFAULT_IN_WHEN(GRADIENT_CHECKPOINTING, "true", "0.5", "0.7.2", QUANT GIVEN, KBIT_CHECKPOINTS),
    DEFAULT_IN_WHEN(KBIT_UPCAST, "norms", "0.19", "0.29", QUANT4 GIVEN ",mixed_precision!=fp16|no",
		    KBIT_PAIR),
    DEFAULT_IN_WHEN(KBIT_UPCAST, "norms", "0.7.10", "0.19", QUANT4 GIVEN ",mixed_precision=bf16",
		    KBIT_PAIR),
    DEFAULT_IN_WHEN(KBIT_UPCAST, "true", NULL, "0.29", QUANT GIVEN, KBIT_PAIR),
};
const struct keymap map_trl_pair = {
    .name = "trl.pair",
    .package = "trl",
    ROWS(rows, pair_rows),
    ROWS(defaults, pair_defaults),
    .source = PAIR,
};
static const struct keyrow pair_config_rows[] = {
    /* Of DPOConfig alone; since 0.29 it is put back to False with a warning. */
    {.key = "padding_free",
     .setting = SETTING_ATTENTION_MASK,
     .convert = CONVERT_IF_TRUE,
     .arg = "none",
     .when = "task=dpo",
     .since = "0.14",
     .until = "0.29"},
    /* Fields of DPOConfig, KTOConfig, ORPOConfig, CPOConfig and BCOConfig at each tag, 0.8 to 1.9. */
    KEY_UNTIL("use_num_logits_to_keep", NULL, "0.17"),
    KEY_UNTIL("use_liger_loss|label_pad_token_id", "task!=dpo", "0.28"),
    KEY_UNTIL("use_logits_to_keep|generate_during_eval|label_pad_token_id|rpo_alpha|reference_free|force_use_ref_model|"
	      "ref_model_init_kwargs", "task=dpo", "0.29"),
    KEY_SINCE("use_num_logits_to_keep", "0.13"),
    KEY_SINCE("use_logits_to_keep", "0.15"),
    KEY_SINCE("ld_alpha", "0.18"),
    KEY_SINCE("loss_weights", "0.20"),
};
const struct keymap map_trl_pair_config = {
    .name = "trl.DPOConfig",
    .package = "trl",
    ROWS(rows, pair_config_rows),
    .base = {&map_trl_pair, &map_trl_common, &map_transformers_args},
    .source = PAIR,
};
static const struct keyrow pair_trainer_rows[] = {
    KEY_UNTIL("tokenizer", NOT_UNSLOTH, "0.16"),
    KEY_WHEN("max_length", MAX_SEQ_LENGTH, PLAIN, NULL, UNSLOTH),
    KEY_IN("max_length", MAX_SEQ_LENGTH, PLAIN, NULL, NULL, "0.13"),
    KEY_WHEN("max_prompt_length", MAX_PROMPT_LENGTH, PLAIN, NULL, UNSLOTH),
    KEY_IN("max_prompt_length", MAX_PROMPT_LENGTH, PLAIN, NULL, NULL, "0.13"),
    KEY_WHEN("beta", BETA, PLAIN, NULL, UNSLOTH),
    KEY_IN("beta", BETA, PLAIN, NULL, NULL, "0.13"),
};
const struct keymap map_trl_pair_trainer = {
    .name = "trl.DPOTrainer",
    .package = "trl",
    ROWS(rows, pair_trainer_rows),
    .base = {&map_trl_pair, &map_transformers_trainer, &map_peft_wrap},
    .source = PAIR,
};

#define RM "trl trl/trainer/reward_config.py"
static const struct keyrow reward_rows[] = {
    KEY("max_length", MAX_SEQ_LENGTH),
    KEY_AS("max_length", MAX_SEQ_LENGTH, IF_NULL, NULL),
};
static const struct defrow reward_defaults[] = {
    {.setting = SETTING_MAX_SEQ_LENGTH,
     .until = "0.24",
     .when = "@data_collator",
     .source = "with a collator of one's own RewardTrainer drops and cuts no row (trl trl/trainer/reward_trainer.py, 0.8-0.23)"},
    DEFAULT_IN(MAX_SEQ_LENGTH, "1024", "0.14", NULL, RM ": 1024 since 0.14"),
    DEFAULT_IN(MAX_SEQ_LENGTH, "512", NULL, "0.14", RM ": 512 and a warning before 0.14"),
    DEFAULT(PACKING, "false", RM),
};
const struct keymap map_trl_reward = {
    .name = "trl.reward",
    .package = "trl",
    ROWS(rows, reward_rows),
    ROWS(defaults, reward_defaults),
    .source = RM,
};
static const struct keyrow reward_config_rows[] = {
    KEY_SINCE("center_rewards_coefficient|dataset_num_proc", "0.10"),
    KEY_SINCE("disable_dropout", "0.14"),
    KEY_SINCE("chat_template_path|eos_token|activation_offloading|model_init_kwargs|pad_to_multiple_of", "0.24"),
};
const struct keymap map_trl_reward_config = {
    .name = "trl.RewardConfig",
    .package = "trl",
    ROWS(rows, reward_config_rows),
    .base = {&map_trl_reward, &map_trl_common, &map_transformers_args},
    .source = RM,
};
static const struct keyrow reward_trainer_rows[] = {
    KEY_UNTIL("tokenizer", NOT_UNSLOTH, "0.16"),
};
const struct keymap map_trl_reward_trainer = {
    .name = "trl.RewardTrainer",
    .package = "trl",
    ROWS(rows, reward_trainer_rows),
    .base = {&map_trl_reward, &map_transformers_trainer, &map_peft_wrap},
    .source = RM,
};
