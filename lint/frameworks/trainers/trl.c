/*
 * TRL: configs, trainers, ModelConfig, the trl command and its YAML.
 */
#include "trl.h"

static const struct package packages[] = {
    {.name = "trl",
     "0.4@2303 0.5@2308 0.6@2308 0.7@2308 0.7.10@2401 0.7.11@2402 0.8@2403 0.9@2406 0.10@2408 "
     "0.11@2409 0.12@2411 0.13@2412 0.14@2501 0.15@2502 0.16@2503 0.17@2504 "
     "0.18@2505 0.19@2506 0.20@2507 0.21@2508 0.22@2508 0.23@2509 0.24@2510 "
     "0.25@2511 0.26@2512 0.27@2601 0.28@2602 0.29@2602 1.0@2603 1.1@2604 1.2@2604 "
     "1.3@2604 1.4@2605 1.5@2605 1.6@2606 1.7@2606 1.8@2607 1.9@2607",
     "huggingface/trl, tags up to v1.9.0",
     /* trl/__init__.py and trl/trainer/__init__.py at each tag. */
     .introduced = "0.5:DPOTrainer 0.7.10:RewardConfig 0.7.11:ModelConfig|get_peft_config|get_quantization_config "
		   "0.8:KTOConfig|KTOTrainer|ORPOConfig|ORPOTrainer|CPOConfig|CPOTrainer 0.9:SFTConfig|DPOConfig "
		   "0.10:BCOConfig|BCOTrainer|OnlineDPOConfig|OnlineDPOTrainer "
		   "0.11:RLOOConfig|RLOOTrainer|GKDConfig|GKDTrainer|PPOv2Config|PPOv2Trainer|XPOConfig|NashMDConfig "
		   "0.13:PRMConfig|PRMTrainer 0.14:GRPOConfig|GRPOTrainer",
     /* The names that a tag's modules have and the next one's lack, of those that people import, and methods of 0.11's PPOTrainer. */
     .dropped = "0.11:trl.import_utils.is_peft_available|trl.import_utils.is_xpu_available|trl.import_utils.is_npu_available|"
		"trl.is_xpu_available|trl.is_npu_available|trl.is_peft_available|"
		"trl.commands.cli_utils.SftScriptArguments|trl.commands.cli_utils.DpoScriptArguments "
		"0.12:trl.PPOTrainer().step|trl.PPOTrainer().generate "
		"0.13:trl.PPOv2Config|trl.PPOv2Trainer|trl.DPOScriptArguments|trl.SFTScriptArguments|"
		"trl.commands.cli_utils.TrlParser|trl.commands.cli_utils.init_zero_verbose|"
		"trl.commands.cli_utils.SFTScriptArguments|trl.commands.cli_utils.DPOScriptArguments "
		"0.14:trl.set_seed|trl.core.logprobs_from_logits|trl.core.respond_to_batch "
		"0.18:trl.import_utils.is_rich_available "
		"0.20:trl.DataCollatorForCompletionOnlyLM|trl.trainer.DataCollatorForCompletionOnlyLM|"
		"trl.trainer.utils.DataCollatorForCompletionOnlyLM|trl.trainer.ConstantLengthDataset|"
		"trl.trainer.utils.ConstantLengthDataset "
		"0.24:trl.core.PPODecorators|trl.IterativeSFTTrainer "
		"0.25:trl.core.LengthSampler|trl.core.masked_mean|trl.core.masked_whiten "
		"0.26:trl.setup_chat_format "
		"0.27:trl.trainer.utils.SIMPLE_CHAT_TEMPLATE|trl.trainer.utils.DPODataCollatorWithPadding|"
		"trl.trainer.utils.RewardDataCollatorWithPadding|trl.trainer.utils.peft_module_casting_to_bf16 "
		"0.29:trl.PPOConfig|trl.PPOTrainer|trl.AutoModelForCausalLMWithValueHead|"
		"trl.AutoModelForSeq2SeqLMWithValueHead|trl.ORPOConfig|trl.ORPOTrainer|trl.CPOConfig|trl.CPOTrainer|"
		"trl.BCOConfig|trl.BCOTrainer|trl.GKDConfig|trl.GKDTrainer|trl.OnlineDPOConfig|trl.OnlineDPOTrainer|"
		"trl.XPOConfig|trl.XPOTrainer|trl.NashMDConfig|trl.NashMDTrainer|trl.PRMConfig|trl.PRMTrainer"},
};

/* ---- what the trl command and recipes read ---- */

/* ScriptArguments of trl/scripts/utils.py; dataset_id_or_path: recipes of their own that follow them. */
static const struct keyrow data_rows[] = {
    KEY_AS("dataset_name|dataset_id_or_path", DATASET, NAMES, NULL),
};
#define RECIPE(id, label, config, trainer)                                                         \
	static const struct keymap map_recipe_##id = {                                             \
	    .name = "trl.recipe." label,                                                           \
	    .package = "trl",                                                                      \
	    ROWS(rows, data_rows),                                                                 \
	    .base = {&map_trl_model, &config, &trainer, &map_accelerate_launch},                   \
	    .source = "trl trl/scripts/" label ".py",                                              \
	}
RECIPE(sft, "sft", map_trl_sft_config, map_trl_sft_trainer);
RECIPE(dpo, "dpo", map_trl_pair_config, map_trl_pair_trainer);
RECIPE(reward, "reward", map_trl_reward_config, map_trl_reward_trainer);
RECIPE(grpo, "grpo", map_trl_grpo_config, map_trl_grpo_trainer);
RECIPE(rloo, "rloo", map_trl_rloo_config, map_trl_rloo_trainer);

static const struct keymap *const maps[] = {
    &map_trl_common,
    &map_trl_load,
    &map_trl_sft,
    &map_trl_sft_config,
    &map_trl_sft_trainer,
    &map_trl_pair,
    &map_trl_pair_config,
    &map_trl_pair_trainer,
    &map_trl_reward,
    &map_trl_reward_config,
    &map_trl_reward_trainer,
    &map_trl_online,
    &map_trl_grpo_own,
    &map_trl_grpo_config,
    &map_trl_grpo_trainer,
    &map_trl_rloo_own,
    &map_trl_rloo_config,
    &map_trl_rloo_trainer,
    &map_trl_ppo_own,
    &map_trl_ppo_config,
    &map_trl_ppo_trainer,
    &map_trl_ppo_v2_own,
    &map_trl_ppo_v2_config,
    &map_trl_ppo_v2_trainer,
    &map_trl_online_dpo_own,
    &map_trl_online_dpo_config,
    &map_trl_online_dpo_trainer,
    &map_trl_gkd_own,
    &map_trl_gkd_config,
    &map_trl_load_only,
    &map_trl_model,
    &map_recipe_sft,
    &map_recipe_dpo,
    &map_trl_get_peft,
    &map_trl_get_quant,
    &map_recipe_reward,
    &map_recipe_grpo,
    &map_recipe_rloo,
};

/* ---- callables ---- */

#define COMMON_PARAMS                                                                              \
	{"peft_config", ROLE_PEFT}, {"quantization_config", ROLE_QUANTIZATION},                    \
	    {"model_init_kwargs", ROLE_MODEL_KWARGS},                                              \
	    {"args.model_init_kwargs", ROLE_MODEL_KWARGS},                                         \
	{                                                                                          \
		"optimizers", ROLE_OPTIMIZER                                                       \
	}

static const struct param sft_params[] = {
    {"model", ROLE_MODEL},
    {"args", ROLE_ARGS},
    {"data_collator", ROLE_NONE},
    {"train_dataset", ROLE_DATASET},
    {"eval_dataset", ROLE_DATASET},
    {"processing_class", ROLE_TOKENIZER},
    COMMON_PARAMS,
};
static const struct param pair_params[] = {
    {"model", ROLE_MODEL},	  {"ref_model", ROLE_REFERENCE},   {"args", ROLE_ARGS},
    {"data_collator", ROLE_NONE}, {"train_dataset", ROLE_DATASET}, COMMON_PARAMS,
};
static const struct param single_params[] = {
    {"model", ROLE_MODEL},	     {"args", ROLE_ARGS}, {"data_collator", ROLE_NONE},
    {"train_dataset", ROLE_DATASET}, COMMON_PARAMS,
};
static const struct param online_params[] = {
    {"model", ROLE_MODEL},	     {"reward_funcs", ROLE_REWARD},  {"args", ROLE_ARGS},
    {"train_dataset", ROLE_DATASET}, {"eval_dataset", ROLE_DATASET}, COMMON_PARAMS,
};
static const struct param online_dpo_params[] = {
    {"model", ROLE_MODEL}, {"ref_model", ROLE_REFERENCE}, {"reward_funcs", ROLE_REWARD},
    {"judge", ROLE_NONE},  {"args", ROLE_ARGS},		  {"reward_model", ROLE_REWARD},
    COMMON_PARAMS,
};
static const struct param ppo_params[] = {
    {"args", ROLE_ARGS},
    {"processing_class", ROLE_TOKENIZER},
    {"model", ROLE_MODEL},
    {"ref_model", ROLE_REFERENCE},
    {"reward_model", ROLE_REWARD},
    {"policy", ROLE_MODEL},
    {"ref_policy", ROLE_REFERENCE},
    {"config", ROLE_ARGS},
    {"optimizer", ROLE_OPTIMIZER},
    {"value_model", ROLE_CRITIC},
    COMMON_PARAMS,
};
static const struct param ppo_v2_params[] = {
    {"config", ROLE_ARGS},	    {"tokenizer", ROLE_TOKENIZER},  {"policy", ROLE_MODEL},
    {"ref_policy", ROLE_REFERENCE}, {"reward_model", ROLE_REWARD},  {"train_dataset", ROLE_DATASET},
    {"value_model", ROLE_CRITIC},   {"data_collator", ROLE_NONE},   {"eval_dataset", ROLE_NONE},
    {"optimizers", ROLE_OPTIMIZER},
};
/* Before 0.12. */
static const struct param old_ppo_params[] = {
    {"config", ROLE_ARGS},	   {"model", ROLE_MODEL},     {"ref_model", ROLE_REFERENCE},
    {"tokenizer", ROLE_TOKENIZER}, {"dataset", ROLE_DATASET}, {"optimizer", ROLE_OPTIMIZER},
};
/* Before 0.22. */
static const struct param old_rloo_params[] = {
    {"config", ROLE_ARGS},	    {"processing_class", ROLE_TOKENIZER}, {"policy", ROLE_MODEL},
    {"ref_policy", ROLE_REFERENCE}, {"reward_model", ROLE_REWARD},
};
static const struct param rloo_params[] = {
    {"model", ROLE_MODEL},
    {"reward_funcs", ROLE_REWARD},
    {"args", ROLE_ARGS},
    {"train_dataset", ROLE_DATASET},
    {"eval_dataset", ROLE_DATASET},
    {"config", ROLE_ARGS},
    {"policy", ROLE_MODEL},
    {"ref_policy", ROLE_REFERENCE},
    {"reward_model", ROLE_REWARD},
    COMMON_PARAMS,
};
static const struct param gkd_params[] = {
    {"model", ROLE_MODEL},
    {"teacher_model", ROLE_TEACHER},
    {"args", ROLE_ARGS},
    COMMON_PARAMS,
};
static const struct param load_params[] = {
    {"pretrained_model_name_or_path", ROLE_MODEL},
    {"quantization_config", ROLE_QUANTIZATION},
    {"peft_config", ROLE_PEFT},
};
static const struct param setup_params[] = {{"model", ROLE_MODEL}, {"tokenizer", ROLE_NONE}};
static const struct param of_model_config[] = {{"model_args", ROLE_NONE}};

#define TRAINER_OF(n, p, m, a, task, ...)                                                          \
	{                                                                                          \
		.names = (n), .effect = EFFECT_SINK, ROWS(params, p), .map = &(m),                 \
		.load = &map_trl_load, .args = &(a), .set = "framework=trl;task=" task,            \
		__VA_ARGS__                                                                        \
	}
#define TRAINER(n, p, m, a, task)		TRAINER_OF(n, p, m, a, task, .own_loop = false)
#define TRAINER_SINCE(n, p, before, m, a, task) TRAINER_OF(n, p, m, a, task, ROWS(earlier, before))
/* trl trl/trainer/ppo_trainer.py 0.4-0.28, ppov2_trainer.py 0.11: the loop is over what accelerator.prepare() gives, never over DataParallel. */
#define OWN_LOOP(n, p, before, m, a, task)	TRAINER_OF(n, p, m, a, task, ROWS(earlier, before), .one_device = true)

static const struct callable callables[] = {
    /*
     * unsloth/trainer.py re-exports TRL's trainer and config, and extends them. How a model is loaded is
     * None in TRL's configurations if nobody says it (trl 0.9 to 1.9, files trl/trainer/sft_config.py and the like).
     */
    {.names = "trl.SFTConfig|unsloth.SFTConfig|unsloth.UnslothTrainingArguments|"
	      "alignment.SFTConfig",
     .map = &map_trl_sft_config,
     .attrs = "model_init_kwargs=null"},
    {.names = "trl.IterativeSFTConfig", .map = &map_transformers_args},
    {.names = "trl.DPOConfig|trl.KTOConfig|trl.ORPOConfig|trl.CPOConfig|trl.BCOConfig|"
	      "alignment.DPOConfig|alignment.ORPOConfig",
     .map = &map_trl_pair_config,
     .attrs = "model_init_kwargs=null;ref_model_init_kwargs=null"},
    {.names = "trl.RewardConfig|trl.PRMConfig", .map = &map_trl_reward_config},
    {.names = "trl.GRPOConfig", .map = &map_trl_grpo_config, .attrs = "model_init_kwargs=null"},
    {.names = "trl.RLOOConfig", .map = &map_trl_rloo_config},
    {.names = "trl.PPOConfig", .map = &map_trl_ppo_config},
    {.names = "trl.PPOv2Config", .map = &map_trl_ppo_v2_config},
    {.names = "trl.OnlineDPOConfig|trl.XPOConfig|trl.NashMDConfig",
     .map = &map_trl_online_dpo_config},
    {.names = "trl.GKDConfig|trl.GOLDConfig|trl.MiniLLMConfig", .map = &map_trl_gkd_config},
    {.names = "trl.ModelConfig|alignment.ModelArguments",
     .map = &map_trl_model,
     .attrs = "model_revision=main;torch_dtype=null;base_model_revision=null;"
	      "tokenizer_name_or_path=null;trust_remote_code=false;"
	      "attn_implementation=null;use_peft=false;lora_r=16;lora_alpha=32;lora_dropout=0.05;"
	      "lora_target_modules=null;lora_modules_to_save=null;lora_task_type=CAUSAL_LM;"
	      "use_rslora=false;use_dora=false;load_in_8bit=false;load_in_4bit=false;"
	      "bnb_4bit_quant_type=nf4;use_bnb_nested_quant=false"},
    TRAINER("trl.SFTTrainer|unsloth.SFTTrainer|unsloth.UnslothTrainer", sft_params,
	    map_trl_sft_trainer, map_trl_sft_config, "sft"),
    TRAINER("trl.DPOTrainer", pair_params, map_trl_pair_trainer, map_trl_pair_config, "dpo"),
    TRAINER("trl.KTOTrainer", pair_params, map_trl_pair_trainer, map_trl_pair_config, "kto"),
    TRAINER("trl.BCOTrainer", pair_params, map_trl_pair_trainer, map_trl_pair_config, "bco"),
    TRAINER("trl.ORPOTrainer", single_params, map_trl_pair_trainer, map_trl_pair_config, "orpo"),
    TRAINER("trl.CPOTrainer", single_params, map_trl_pair_trainer, map_trl_pair_config, "cpo"),
    TRAINER("trl.RewardTrainer|trl.PRMTrainer", single_params, map_trl_reward_trainer,
	    map_trl_reward_config, "reward"),
    TRAINER("trl.GRPOTrainer", online_params, map_trl_grpo_trainer, map_trl_grpo_config, "grpo"),
    TRAINER_SINCE("trl.RLOOTrainer", rloo_params, old_rloo_params, map_trl_rloo_trainer,
		  map_trl_rloo_config, "rloo"),
    OWN_LOOP("trl.PPOv2Trainer", ppo_v2_params, ppo_v2_params, map_trl_ppo_v2_trainer, map_trl_ppo_v2_config, "ppo"),
    OWN_LOOP("trl.PPOTrainer", ppo_params, old_ppo_params,
	     map_trl_ppo_trainer, map_trl_ppo_config, "ppo"),
    TRAINER("trl.OnlineDPOTrainer|trl.XPOTrainer|trl.NashMDTrainer", online_dpo_params,
	    map_trl_online_dpo_trainer, map_trl_online_dpo_config, "online_dpo"),
    TRAINER("trl.GKDTrainer|trl.GOLDTrainer|trl.MiniLLMTrainer", gkd_params, map_trl_sft_trainer,
	    map_trl_gkd_config, "distill"),
    /* Before 0.12 the program writes the loop: generate(), rewards of its own, step(). */
    {.names = "trl.PPOTrainer().generate", .effect = EFFECT_HINT, .map = &map_transformers_generation},
    {.names = "trl.PPOTrainer().step", .effect = EFFECT_START},
    {.names = "trl.*Trainer().train|unsloth.*Trainer().train",
     .effect = EFFECT_START,
     .hooks = "get_train_dataloader|create_optimizer|training_step|compute_loss"},
    {.names = "trl.PreTrainedModelWrapper.from_pretrained|"
	      "trl.AutoModelForCausalLMWithValueHead.from_pretrained|"
	      "trl.AutoModelForSeq2SeqLMWithValueHead.from_pretrained",
     .effect = EFFECT_MODEL,
     ROWS(params, load_params),
     .map = &map_transformers_load},
    {.names = "trl.create_reference_model|trl.models.create_reference_model",
     .effect = EFFECT_COPY,
     ROWS(params, setup_params)},
    {.names = "trl.setup_chat_format", .returns = RETURNS_ARGS, ROWS(params, setup_params)},
    /* What ModelConfig says of adapters and quantisation; None where it asks for none. */
    {.names = "trl.get_peft_config|alignment.get_peft_config",
     .returns = RETURNS_IF,
     .arg = "use_peft",
     ROWS(params, of_model_config),
     .map = &map_trl_get_peft},
    {.names = "trl.get_quantization_config|alignment.get_quantization_config",
     .returns = RETURNS_IF,
     .arg = "load_in_4bit|load_in_8bit",
     ROWS(params, of_model_config),
     .map = &map_trl_get_quant},
    {.names = "trl.get_kbit_device_map|alignment.get_kbit_device_map", .returns = RETURNS_UNKNOWN},
    {.names = "trl.TrlParser|trl.ScriptArguments"},
};

/* ---- files and commands ---- */

#define DATA "dataset_name|dataset_mixture|dataset_mixer|datasets|dataset_id_or_path|dataset_path"
#define TRAIN                                                                                      \
	"per_device_train_batch_size|gradient_accumulation_steps|learning_rate|num_train_epochs|"  \
	"max_steps"
#define OTHERS                                                                                     \
	"stage,finetuning_type,template,base_model,tuner_type,train_type,dataset_mixer_list,"      \
	"dataset_mix_dir,model_class,trainer,training_data_path"
#define ONLINE_KEYS "num_generations|reward_funcs|reward_model_name_or_path|reward_model_path"
#define PAIR_KEYS                                                                                  \
	"beta|max_prompt_length|precompute_ref_log_probs|loss_type=sigmoid|loss_type=ipo|"         \
	"loss_type=hinge|loss_type=apo_zero|loss_type=simpo"

static const struct config configs[] = {
    {.name = "trl-sft",
     .markers = "model_name_or_path",
     .keys = "model_name_or_path," DATA "," TRAIN,
     .unless = OTHERS "," ONLINE_KEYS "," PAIR_KEYS,
     .map = &map_recipe_sft,
     .job = true,
     .set = "framework=trl;task=sft",
     .source = "alignment-handbook recipes/; trl examples/cli_configs/"},
    {.name = "trl-dpo",
     .markers = "model_name_or_path",
     .keys = "model_name_or_path," DATA "," TRAIN "," PAIR_KEYS,
     .unless = OTHERS "," ONLINE_KEYS,
     .map = &map_recipe_dpo,
     .job = true,
     .set = "framework=trl;task=dpo",
     .source = "alignment-handbook recipes/"},
    {.name = "trl-orpo",
     .markers = "model_name_or_path",
     .keys = "model_name_or_path," DATA "," TRAIN "," PAIR_KEYS,
     .unless = OTHERS "," ONLINE_KEYS,
     .path = "orpo",
     .map = &map_recipe_dpo,
     .job = true,
     .set = "framework=trl;task=orpo",
     .source = "alignment-handbook recipes/zephyr-141b-A35b/orpo/"},
    {.name = "trl-kto",
     .markers = "model_name_or_path",
     .keys = "model_name_or_path," DATA "," TRAIN "," PAIR_KEYS,
     .unless = OTHERS "," ONLINE_KEYS,
     .path = "kto",
     .map = &map_recipe_dpo,
     .job = true,
     .set = "framework=trl;task=kto",
     .source = "trl examples/"},
    {.name = "trl-cpo",
     .markers = "model_name_or_path",
     .keys = "model_name_or_path," DATA "," TRAIN "," PAIR_KEYS,
     .unless = OTHERS "," ONLINE_KEYS,
     .path = "cpo",
     .map = &map_recipe_dpo,
     .job = true,
     .set = "framework=trl;task=cpo",
     .source = "trl examples/"},
    /* trl v0.17.0 trl/trainer/cpo_config.py: keys and a loss that DPO's lacks. */
    {.name = "trl-cpo-keys",
     .markers = "model_name_or_path",
     .keys = "model_name_or_path," DATA "," TRAIN ",cpo_alpha|simpo_gamma|loss_type=simpo",
     .unless = OTHERS "," ONLINE_KEYS,
     .map = &map_recipe_dpo,
     .job = true,
     .set = "framework=trl;task=cpo",
     .source = "trl v0.17.0 trl/trainer/cpo_config.py"},
    {.name = "trl-grpo",
     .markers = "model_name_or_path",
     .keys = "model_name_or_path," DATA "," TRAIN ",num_generations|reward_funcs",
     .unless = OTHERS,
     .map = &map_recipe_grpo,
     .job = true,
     .set = "framework=trl;task=grpo",
     .source = "open-r1 recipes/"},
};

#define COMMAND(w, t, m)                                                                           \
	{                                                                                          \
		.words = (w), .set = "framework=trl;task=" t, .map = &(m), .positional = "",       \
		.config_flag = "--config"                                                          \
	}

/* A clone of TRL beside the repository: its scripts are the commands; one that is held is read. */
#define SCRIPT(w, t, m)                                                                            \
	{                                                                                          \
		.words = (w), .set = "framework=trl;task=" t, .map = &(m), .positional = "",       \
		.config_flag = "--config", .flags = "model_name_or_path,model_name,config",        \
		.marks = ""                                                                        \
	}

/*
 * The alignment handbook's scripts and those of projects that keep its form, started from a clone beside the recipes: a
 * YAML file first, then --key=value words (alignment-handbook scripts/run_sft.py, run_dpo.py, run_orpo.py; open-r1 src/open_r1).
 */
#define HANDBOOK(w, t, m)                                                                          \
	{                                                                                          \
		.words = (w), .set = "framework=trl;task=" t, .map = &(m),                         \
		.positional = "config", .config_flag = "--config", .marks = "",                    \
		.flags = "model_name_or_path"                                                      \
	}
static const struct command commands[] = {
    COMMAND("trl sft", "sft", map_recipe_sft),
    COMMAND("trl dpo", "dpo", map_recipe_dpo),
    COMMAND("trl kto", "kto", map_recipe_dpo),
    COMMAND("trl reward", "reward", map_recipe_reward),
    COMMAND("trl grpo", "grpo", map_recipe_grpo),
    COMMAND("trl rloo", "rloo", map_recipe_rloo),
    COMMAND("-m trl.scripts.sft", "sft", map_recipe_sft),
    COMMAND("-m trl.scripts.dpo", "dpo", map_recipe_dpo),
    COMMAND("-m trl.scripts.grpo", "grpo", map_recipe_grpo),
    SCRIPT("examples/scripts/sft.py", "sft", map_recipe_sft),
    SCRIPT("examples/scripts/dpo.py", "dpo", map_recipe_dpo),
    SCRIPT("examples/scripts/kto.py", "kto", map_recipe_dpo),
    SCRIPT("examples/scripts/orpo.py", "orpo", map_recipe_dpo),
    SCRIPT("examples/scripts/reward_modeling.py", "reward", map_recipe_reward),
    SCRIPT("trl/scripts/sft.py", "sft", map_recipe_sft),
    SCRIPT("trl/scripts/dpo.py", "dpo", map_recipe_dpo),
    SCRIPT("trl/scripts/grpo.py", "grpo", map_recipe_grpo),
    HANDBOOK("scripts/run_sft.py", "sft", map_recipe_sft),
    HANDBOOK("scripts/run_cpt.py", "pretrain", map_recipe_sft),
    HANDBOOK("scripts/run_dpo.py", "dpo", map_recipe_dpo),
    HANDBOOK("scripts/run_orpo.py", "orpo", map_recipe_dpo),
    HANDBOOK("scripts/run_cpo.py", "cpo", map_recipe_dpo),
    HANDBOOK("scripts/run_kto.py", "kto", map_recipe_dpo),
    HANDBOOK("scripts/run_simpo.py", "simpo", map_recipe_dpo),
    HANDBOOK("open_r1/sft.py", "sft", map_recipe_sft),
    HANDBOOK("open_r1/grpo.py", "grpo", map_recipe_grpo),
};

const struct framework framework_trl = {
    .name = "trl",
    ROWS(callables, callables),
    ROWS(configs, configs),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
    /* trl docs/source/clis.md: trl sft --config FILE --accelerate_config zero3; examples/accelerate_configs. */
    .launch_shares = true,
};
