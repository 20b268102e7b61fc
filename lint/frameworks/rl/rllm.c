/*
 * rLLM: its trainer of agents, which hands a config of Hydra on to verl, or to servers elsewhere (Tinker, Fireworks).
 */
#include "verl.h"

#define BASE	"rllm rllm/trainer/config/rllm/base.yaml, 0.3 of 2026-08"
#define SYNC	"rllm rllm/trainer/verl/utils.py sync_config, 0.3 of 2026-08"
#define UNIFIED "@rllm/backend|rllm.backend"

/* What both sides have a key for: rLLM's own wins. */
static const struct keyrow rows[] = {
    KEY_AS("rllm.algorithm.adv_estimator", TASK, CHOICE, "gae=ppo;grpo=grpo;rloo=rloo;reinforce_plus_plus=reinforce;reinforce_plus_plus_baseline=reinforce;*=grpo"),
    KEY("rllm.data.max_prompt_length", MAX_PROMPT_LENGTH),
    KEY("rllm.data.max_response_length", MAX_COMPLETION_LENGTH),
    KEY("rllm.rollout.n", NUM_GENERATIONS),
    KEY_WHEN("rllm.algorithm.kl_beta", BETA, PLAIN, NULL, UNIFIED),
    KEY_AS("rllm.async_training.enable", ROLLOUT_ENGINE, IF_TRUE, "vllm_server"),
};
static const struct defrow defaults[] = {
    DEFAULT_WHEN(TASK, "grpo", UNIFIED, BASE ": adv_estimator grpo"),
    DEFAULT_WHEN(MAX_PROMPT_LENGTH, "2048", UNIFIED, BASE),
    DEFAULT_WHEN(MAX_COMPLETION_LENGTH, "30720", UNIFIED, BASE),
    DEFAULT_WHEN(NUM_GENERATIONS, "8", UNIFIED, BASE),
    /* use_kl_loss is derived from kl_beta unless it is given. */
    DEFAULT_WHEN(BETA, "0", UNIFIED ",!@actor_rollout_ref.actor.use_kl_loss", SYNC),
    DEFAULT_WHEN(REFERENCE_MODEL, "none", UNIFIED ",!@actor_rollout_ref.actor.use_kl_loss", SYNC),
    DEFAULT(GPUS_PER_NODE, "8", "verl verl/trainer/config/ppo_trainer.yaml, 0.3-0.8"),
    DEFAULT(NUM_NODES, "1", "verl verl/trainer/config/ppo_trainer.yaml, 0.3-0.8"),
};
static const struct keymap map_rllm = {
    .name = "rllm",
    .package = "verl",
    .base = {&map_verl},
    ROWS(rows, rows),
    ROWS(defaults, defaults),
    .source = BASE,
};
static const struct keymap *const maps[] = {&map_rllm};

#define GROUP  "config.rllm/backend|config.rllm.backend"
#define HOSTED "@backend|" GROUP "=tinker|fireworks,@" GROUP "!=verl"
static const struct param params[] = {{"config", ROLE_ARGS}};
static const struct callable callables[] = {
    {.names = "rllm.trainer.AgentTrainer|rllm.trainer.agent_trainer.AgentTrainer|"
	      "rllm.trainer.unified_trainer.AgentTrainer|rllm.AgentTrainer",
     .effect = EFFECT_SINK,
     ROWS(params, params),
     .args = &map_rllm,
     .own_config = true,
     .set = "framework=rllm",
     .no_job = "its backend trains on servers of Tinker or Fireworks",
     .no_job_when = HOSTED},
    /* rllm rllm/experimental/fully_async/runner.py, 0.3: engines on GPUs of their own. */
    {.names = "rllm.experimental.fully_async.runner.AsyncAgentTrainer",
     .effect = EFFECT_SINK,
     ROWS(params, params),
     .args = &map_rllm,
     .own_config = true,
     .set = "framework=rllm;rollout_engine=vllm_server"},
    /* rllm rllm/trainer/agent_sft_trainer.py, 0.2-0.3: verl's trainer, with a data set of rLLM's. */
    {.names = "rllm.trainer.agent_sft_trainer.AgentSFTTrainer|rllm.trainer.AgentSFTTrainer",
     .effect = EFFECT_SINK,
     ROWS(params, params),
     .args = &map_verl_sft,
     .own_config = true,
     .set = "framework=rllm;task=sft",
     .no_job = "its backend trains on servers of Tinker",
     .no_job_when = "@backend=tinker"},
};

#define HYDRA(w)                                                                                   \
	{                                                                                          \
		.words = (w), .set = "framework=rllm", .map = &map_rllm, .positional = "",         \
		.config_flag = "--config-name", .folder_flag = "--config-path", .composed = ""     \
	}
static const struct command commands[] = {
    HYDRA("-m rllm.trainer.verl.train_agent_ppo"),
    HYDRA("rllm/trainer/verl/train_agent_ppo.py"),
    HYDRA("-m rllm.train.train_agent_ppo"),
    HYDRA("-m rllm.trainer.train_agent_ppo"),
};

static const struct package packages[] = {
    {.name = "rllm", "0.1@2507 0.2@2510 0.3@2606", "rllm-org/rllm, pyproject.toml and its main branch of 2026-08"},
};

const struct framework framework_rllm = {
    .name = "rllm",
    ROWS(callables, callables),
    ROWS(commands, commands),
    ROWS(maps, maps),
    ROWS(packages, packages),
};
