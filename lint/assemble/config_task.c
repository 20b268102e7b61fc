#include "config_task.h"

#include "lint/eval/eval.h"

/* A task: its words in paths and as the value of a key, and the trainers that are its. TRL's CPO trains SimPO as well. */
static const struct {
	const char *words, *trainers;
} tasks[] = {
    {"sft", "SFTTrainer"},   {"dpo", "DPOTrainer"}, {"grpo", "GRPOTrainer"}, {"kto", "KTOTrainer"}, {"reward", "RewardTrainer"},
    {"orpo", "ORPOTrainer"}, {"cpo|simpo", "CPOTrainer|SimPOTrainer"}, {"ppo", "PPOTrainer"},   {"rloo", "RLOOTrainer"}, {"gkd", "GKDTrainer"},
};

/* Keys that only some of the configuration classes have: huggingface/trl v1.9.0, trl/trainer and trl/experimental, *_config.py. */
static const struct {
	const char *keys, *tasks;
} owned[] = {
    {"dataset_text_field|completion_only_loss|assistant_only_loss|packing|eval_packing", "sft"},
    {"ld_alpha|discopop_tau", "dpo"},
    {"precompute_ref_log_probs", "dpo|kto"},
    {"num_generations|reward_funcs|reward_weights|mask_truncated_completions|epsilon_high", "grpo|rloo"},
    {"scale_rewards", "grpo"},
    {"desirable_weight|undesirable_weight", "kto"},
    {"center_rewards_coefficient", "reward"},
    {"cpo_alpha|simpo_gamma", "cpo"},
    {"vf_coef|cliprange_value|num_ppo_epochs", "ppo"},
    {"seq_kd", "gkd"},
};

enum { TASKS = sizeof(tasks) / sizeof(*tasks), NO_TASK = TASKS };

static bool is_word_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* Whether a word stands in a text, with no letter or digit on either side. */
static bool has_word(struct str text, struct str word)
{
	for (size_t i = 0; i + word.n <= text.n; i++)
		if (str_eq_nocase(str_sub(text, i, i + word.n), word) && (i == 0 || !is_word_byte(text.s[i - 1])) &&
		    (i + word.n == text.n || !is_word_byte(text.s[i + word.n])))
			return true;
	return false;
}

/* The only task of which a word is in a text; NO_TASK: none is, or several are. */
static size_t task_in(struct str text)
{
	size_t found = NO_TASK;

	for (size_t i = 0; i < TASKS; i++) {
		if (!str_any(text, str_of(tasks[i].words), has_word))
			continue;
		if (found != NO_TASK)
			return NO_TASK;
		found = i;
	}
	return found;
}

/* By the file's name, and else by its folders, the nearest first. */
static size_t task_of_path(struct str path)
{
	while (path.n) {
		size_t slash = str_rchr(path, '/');
		size_t task = task_in(slash == SIZE_MAX ? path : str_sub(path, slash + 1, path.n));

		if (task != NO_TASK || slash == SIZE_MAX)
			return task;
		path = str_sub(path, 0, slash);
	}
	return NO_TASK;
}

/* By a key that names it. */
static size_t task_of_tree(const struct node *tree)
{
	static const char *const names[] = {"method", "task", "stage", "trainer_type", "training_type", "rl"};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const struct node *n = node_get(tree, str_of(names[i]));
		size_t task = n && n->kind == NODE_STR ? task_in(n->text) : NO_TASK;

		if (task != NO_TASK)
			return task;
	}
	return NO_TASK;
}

/* Whether a config has a key that the configuration of a task lacks. */
static bool has_foreign_key(const struct node *tree, size_t task)
{
	for (size_t i = 0; i < sizeof(owned) / sizeof(*owned); i++)
		for (size_t k = 0; k < tree->as.pairs.n; k++) {
			const struct node *key = tree->as.pairs.at[k].key;

			if (key->kind == NODE_STR && str_among(key->text, str_of(owned[i].keys)) &&
			    !str_among(str_cut(str_of(tasks[task].words), '|').head, str_of(owned[i].tasks)))
				return true;
		}
	return false;
}

/* By the only trainer of the rows that it names, and else by its path. Beside transformers' own it is one of several. */
static size_t task_of_script(struct assembly *s, uint32_t file)
{
	struct str text = repository_text(s->repo, file);
	size_t found = NO_TASK;

	for (size_t i = 0; i < TASKS; i++) {
		if (!str_any(text, str_of(tasks[i].trainers), str_has))
			continue;
		if (found != NO_TASK)
			return NO_TASK;
		found = i;
	}
	if (found == NO_TASK || has_word(text, STR("Trainer")))
		return task_of_path(path_of_file(s->c, file));
	return found;
}

bool config_is_for_other(struct assembly *s, uint32_t config, uint32_t script)
{
	const struct node *tree = repository_tree(s->repo, config);
	size_t trains = task_of_script(s, script), named;

	if (trains == NO_TASK || !tree || tree->kind != NODE_MAP)
		return false;
	named = task_of_tree(tree);
	if (named == NO_TASK)
		named = task_of_path(path_of_file(s->c, config));
	return (named != NO_TASK && named != trains) || has_foreign_key(tree, trains);
}
