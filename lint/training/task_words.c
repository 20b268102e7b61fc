#include "task_words.h"

struct named {
	/** A word of a name: "dpo" of "compute_dpo_loss", "DPOTrainer" and "train-dpo.py". */
	const char *word;
	/** A word that must stand beside it; NULL: none. */
	const char *beside;
	const char *task;
};

static const struct named names[] = {
    {"dpo", NULL, "dpo"},
    {"kto", NULL, "kto"},
    {"orpo", NULL, "orpo"},
    {"cpo", NULL, "cpo"},
    {"simpo", NULL, "simpo"},
    /* Other losses of the two models that DPO needs. */
    {"ipo", NULL, "dpo"},
    {"sppo", NULL, "dpo"},
    {"tdpo", NULL, "dpo"},
    {"grpo", NULL, "grpo"},
    {"dapo", NULL, "grpo"},
    {"gspo", NULL, "grpo"},
    {"ppo", NULL, "ppo"},
    {"rloo", NULL, "rloo"},
    /* The same loss with another baseline. */
    {"reinforce", NULL, "rloo"},
    {"distill", NULL, "distill"},
    {"distillation", NULL, "distill"},
    {"distiller", NULL, "distill"},
    {"kd", NULL, "distill"},
    {"sft", NULL, "sft"},
    {"pretrain", NULL, "pretrain"},
    {"pretraining", NULL, "pretrain"},
    /* BehnamGhader et al. 2024 (LLM2Vec): a masked token is told from the place before it. */
    {"mntp", NULL, "pretrain"},
    /* Gao et al. 2021: each text is to be near itself, and far from the others of its batch. */
    {"simcse", NULL, "embedding"},
    {"reward", "train", "reward"},
    {"reward", "trainer", "reward"},
    {"reward", "loss", "reward"},
    {"rm", "train", "reward"},
    {"rm", "trainer", "reward"},
};
enum { NAMES = sizeof(names) / sizeof(*names) };

static bool is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

/*
 * Whether a word begins at a place: behind no letter, or with a capital behind a small one or before one
 * ("GRPOLoss").
 */
static bool begins(struct str name, size_t at)
{
	char before = at ? name.s[at - 1] : '_';

	if (!is_lower(before) && !is_upper(before))
		return true;
	/* "Qwen2VLGRPOTrainer": what learns sees pictures. */
	if (at > 1 && str_is(str_sub(name, at - 2, at), "VL"))
		return is_upper(name.s[at]);
	return is_upper(name.s[at]) &&
	       (is_lower(before) || (at + 1 < name.n && is_lower(name.s[at + 1])));
}

/* "XGRPOTrainer" is somebody's own GRPO; of shorter names another letter makes another: "TDPO". */
static bool is_own(struct str name, size_t at, struct str word)
{
	return at == 1 && word.n >= 4 && is_upper(name.s[0]) && is_upper(name.s[1]);
}

/* Whether a word ends before a place: at no letter, or at the capital that begins the next ("DPOTrainer"). */
static bool ends(struct str name, size_t at)
{
	if (at == name.n || (!is_lower(name.s[at]) && !is_upper(name.s[at])))
		return true;
	/* "Qwen2VLGRPOVLLMTrainer": what writes the answers. */
	if (str_starts(str_sub(name, at, name.n), STR("VLLM")))
		return true;
	return is_upper(name.s[at]) &&
	       (is_lower(name.s[at - 1]) || (at + 1 < name.n && is_lower(name.s[at + 1])));
}

bool task_has_word(struct str name, struct str word)
{
	for (size_t at = 0; at + word.n <= name.n; at++)
		if (str_eq_nocase(str_sub(name, at, at + word.n), word) && (begins(name, at) || is_own(name, at, word)) &&
		    ends(name, at + word.n))
			return true;
	return false;
}

const char *task_of_name(struct str name)
{
	const char *task = NULL;

	for (size_t i = 0; i < NAMES; i++) {
		if (!task_has_word(name, str_of(names[i].word)) ||
		    (names[i].beside && !task_has_word(name, str_of(names[i].beside))))
			continue;
		if (task && !str_is(str_of(task), names[i].task))
			return NULL;
		task = names[i].task;
	}
	return task;
}

const char *task_of_names(struct str all, struct str *name)
{
	while (all.n) {
		struct str_cut cut = str_cut(all, ' ');
		const char *task = task_of_name(cut.head);

		if (task) {
			*name = cut.head;
			return task;
		}
		all = cut.tail;
	}
	return NULL;
}

/* The task of a loss, by its own name. */
static const char *task_of_loss(struct str loss)
{
	return task_has_word(loss, STR("loss")) ? task_of_name(loss) : NULL;
}

const char *task_of_losses(const struct scan *s, const struct call *step, struct str *name)
{
	for (size_t i = s->trace->functions.n; i > 0; i--) {
		const struct ran *ran = &s->trace->functions.at[i - 1];
		const char *task = ran->order <= step->order ? task_of_loss(ran->name) : NULL;

		*name = ran->name;
		if (!task && ran->order <= step->order) {
			*name = ran->owner;
			task = task_of_loss(ran->owner);
		}
		if (task)
			return task;
	}
	return NULL;
}

const char *task_of_functions(const struct scan *s, const struct call *step, struct str *name)
{
	static const char *const tasks[] = {"grpo", "ppo", "rloo"};
	const char *found = NULL;

	for (size_t i = 0; i < s->trace->functions.n; i++) {
		const struct ran *ran = &s->trace->functions.at[i];
		const char *task = ran->order <= step->order ? task_of_name(ran->name) : NULL;
		bool rewards = false;

		for (size_t k = 0; task && k < sizeof(tasks) / sizeof(*tasks); k++)
			rewards |= str_is(str_of(task), tasks[k]);
		if (!rewards)
			continue;
		if (found && !str_is(str_of(task), found))
			return NULL;
		found = task;
		*name = ran->name;
	}
	return found;
}
