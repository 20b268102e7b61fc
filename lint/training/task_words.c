#include "task_words.h"

#include "task.h"

#include "core/job/job.h"

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
    {"reinforce", NULL, "reinforce"},
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

/* "XGRPOTrainer", "MTGRPOEnvTrainer" are somebody's own GRPO; of shorter names another letter makes another: "TDPO". */
static bool is_own(struct str name, size_t at, struct str word)
{
	bool capitals = is_upper(name.s[at]);

	for (size_t i = 0; i < at; i++)
		capitals &= is_upper(name.s[i]);
	return (at == 1 || at == 2) && word.n >= 4 && capitals;
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
	static const char *const tasks[] = {"grpo", "ppo", "rloo", "reinforce"};
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

/* "train_cpt.py", "dapt/run.py" have nothing else to say: continued pretraining, of a language or of a field. */
static bool is_named_continued(struct str file)
{
	return task_has_word(str_tail(file, '/'), STR("cpt")) || task_has_word(str_tail(file, '/'), STR("dapt"));
}

/* The name of the file or function around a trainer that says pretraining and nothing else; empty: none does. */
static struct str pretraining_name(const struct call *trainer)
{
	const struct within *within = trainer->within;
	struct str said[] = {str_tail(within->file, '/'), str_tail(within->program, '/'), within->functions};
	const char *task;

	for (size_t i = 0; i < sizeof(said) / sizeof(*said); i++)
		while (said[i].n) {
			struct str_cut cut = str_cut(said[i], ' ');

			task = task_of_name(cut.head);
			if ((task && str_is(str_of(task), "pretrain")) || (!task && i < 2 && is_named_continued(cut.head)))
				return cut.head;
			if (task)
				return (struct str){0};
			said[i] = cut.tail;
		}
	return (struct str){0};
}

/* Corpora of running text, by the names of their cards on the Hub, whoever holds the copy: there is no answer in them to learn. */
static const char running_texts[] = "wikitext|wikitext-2|wikitext-103|wikipedia|openwebtext|openwebtext2|bookcorpus|bookcorpusopen|c4|mc4|"
				    "fineweb|fineweb-edu|fineweb-2|oscar|the_pile|pile|pile-uncopyrighted|ptb_text_only|slimpajama-627b|tinystories|"
				    "redpajama-data-1t|redpajama-data-v2|tiny_shakespeare|culturax|falcon-refinedweb|dolma|cc100|cc_news|pg19";

/* The corpus of running text that is all of a job's data; NULL: it has other data, or none that is known. */
static const struct value *running_text(const struct job *job)
{
	const struct value *data = job_get(job, SETTING_DATASET);

	if (!data || data->type != VALUE_LIST || data->as.list.n != 1 ||
	    !str_among_nocase(str_tail(data->as.list.at[0], '/'), STR(running_texts)))
		return NULL;
	return data;
}

/* A name says nothing of how rows are made: they are what they would be without it. */
static void keep_rows(struct training_job *job)
{
	struct value *layout = &job->job.set[SETTING_BATCH_LAYOUT];

	if (layout->type == VALUE_ABSENT && !job_bool(&job->job, SETTING_PACKING, false) && !job_is(&job->job, SETTING_ATTENTION_MASK, "none"))
		*layout = value_str(STR("padded"), ORIGIN_ASSUMED, STR("batches are padded to their longest row, as trainers do"));
}

/* Whether a trainer's model reads one text and writes another: what it is given are questions and answers. */
static bool answers_texts(const struct scan *s, const struct call *trainer)
{
	const struct arg *arg = call_arg(trainer, STR("model"), 0);
	const struct node *model = arg ? suppose_value(s->suppose, arg->value) : NULL;

	return str_is(trainer->callee, "transformers.Seq2SeqTrainer") ||
	       (model && model->made && (str_has(model->made->callee, STR("Seq2Seq")) || str_has(model->made->callee, STR("ForConditionalGeneration"))));
}

void continued_task(const struct scan *s, const struct call *trainer, struct training_job *job)
{
	struct value *task = &job->job.set[SETTING_TASK];
	const struct value *corpus = running_text(&job->job);
	struct str name;

	/* PEFT's CPT is a prompt of vectors that is learned (Blau et al. 2024). */
	if (!job_is(&job->job, SETTING_TASK, "sft") || !trainer->within || job_is(&job->job, SETTING_PEFT, "prompt") ||
	    answers_texts(s, trainer) || task_has_chats(s, trainer))
		return;
	name = task_is_named_sft(s, trainer) ? (struct str){0} : pretraining_name(trainer);
	if (!name.n && !corpus)
		return;
	*task = value_str(STR("pretrain"), ORIGIN_DERIVED,
			  name.n ? str_fmt(s->arena, "the code is named %.*s", STR_ARG(name)) : STR("its data is running text"));
	task->at = name.n ? trainer->at : corpus->at;
	keep_rows(job);
}
