/*
 * What a loop of one's own trains for: no trainer's class says it. The arithmetic of the loss tells, and so
 * do the names that the code around it has; the name of a script only suggests it.
 */
#include "task.h"

#include "handwritten_loop.h"
#include "task_words.h"

#include "core/job/job.h"
#include "lint/model/custom/language_model.h"

#define OF_TEXTS "the loss is the cross-entropy of texts"

/** What the values that a loss is computed from went through. */
struct signs {
	/** Logarithm of a sigmoid: one thing is preferred to another, and both are scores of a model. */
	bool pairs, of_scores;
	/** Cross-entropy, a model's own loss among it; and what stands beside it in another loss. */
	bool cross_entropy, divergence, square;
	/** The loop generates texts before it learns from them. */
	bool generates;
	/** The model's weights are new. */
	bool from_config;
};

static bool is_logprob(const struct call *call)
{
	static const char *const methods[] = {"log_softmax", "cross_entropy", "gather", "logsumexp",
					      "nll_loss"};

	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
		if (str_is(call->method, methods[i]))
			return true;
	return str_has(call->callee, STR("CrossEntropyLoss"));
}

/* A model that is given the labels gives its own loss. */
static bool has_own_loss(const struct call *call)
{
	return loop_runs(call) && loop_is_model(call->self) &&
	       (call_arg(call, STR("labels"), SIZE_MAX) || call_arg(call, STR("**"), SIZE_MAX));
}

/* Whether a model's output goes into a call as it is, and not by way of probabilities. */
static bool takes_scores(const struct scan *s, const struct call *call)
{
	struct origins r = {.arena = s->scratch, .computed = true};
	bool scores = false;

	origins_add_call(&r, call);
	for (size_t i = 0; i < r.n; i++) {
		const struct call *made = r.at[i]->made;

		if (made && is_logprob(made))
			return false;
		scores |= made && loop_runs(made) && loop_is_model(made->self);
	}
	return scores;
}

/* A model of a configuration alone, without weights: AutoModelForCausalLM.from_config(), LlamaForCausalLM(config). */
static bool is_made_anew(const struct call *made)
{
	const struct keymap *map = call_row(made)->map;

	return str_has(made->callee, STR(".from_config")) || (map && str_is(str_of(map->name), "transformers.from_config"));
}

static void read_call(const struct scan *s, const struct call *call, struct signs *signs)
{
	if (str_is(call->method, "logsigmoid") || str_has(call->callee, STR("LogSigmoid"))) {
		signs->pairs = true;
		signs->of_scores |= takes_scores(s, call);
	}
	if (str_is(call->method, "cross_entropy") || str_is(call->method, "nll_loss") ||
	    str_has(call->callee, STR("CrossEntropyLoss")) || has_own_loss(call))
		signs->cross_entropy = true;
	if (str_is(call->method, "kl_div") || str_has(call->callee, STR("KLDivLoss")))
		signs->divergence = true;
	if (str_is(call->method, "mse_loss") || str_is(call->method, "exp") ||
	    str_has(call->callee, STR("MSELoss")) || str_has(call->callee, STR("BCE")) ||
	    str_starts(call->method, STR("binary_cross_entropy")))
		signs->square = true;
	if (loop_is_model(call->self) && is_made_anew(call->self->made))
		signs->from_config = true;
}

static struct signs read_signs(const struct scan *s, const struct call *step)
{
	struct origins r = {.arena = s->scratch, .computed = true};
	struct signs signs = {0};

	origins_add(&r, loop_loss(step), 0);
	for (size_t i = 0; i < r.n; i++)
		if (r.at[i]->made)
			read_call(s, r.at[i]->made, &signs);
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < step->order; i++)
		signs.generates |= str_is(s->trace->at[i]->method, "generate") &&
				   s->trace->at[i]->outermost == step->outermost;
	return signs;
}

static void set_task(struct training_job *job, const struct call *step, const char *task,
		     enum origin origin, struct str how)
{
	struct value *to = &job->job.set[SETTING_TASK];

	*to = value_str(str_of(task), origin, how);
	to->at = step->at;
}

static bool is_pair_task(const char *task)
{
	static const char *const tasks[] = {"dpo", "kto", "orpo", "cpo", "simpo"};

	for (size_t i = 0; task && i < sizeof(tasks) / sizeof(*tasks); i++)
		if (str_is(str_of(task), tasks[i]))
			return true;
	return false;
}

/* What the repository writes itself and loads no weights into. */
static bool begins_anew(const struct training_job *job)
{
	return job->extract.own && !job->extract.own->loaded;
}

/* What the arithmetic alone tells; NULL: nothing. */
static const char *task_of_signs(const struct signs *signs, const struct training_job *job,
				 struct str *how)
{
	if (signs->generates)
		return NULL;
	if (signs->pairs && job_get(&job->job, SETTING_REFERENCE_MODEL)) {
		*how = STR("the loss prefers one of two, beside a reference model");
		return "dpo";
	}
	if (signs->of_scores) {
		*how = STR("the loss is the logarithm of the sigmoid of a difference of scores");
		return "reward";
	}
	/* The loss of a course's own may be written out. */
	if (begins_anew(job) && !signs->pairs && !signs->divergence) {
		*how = STR("a language model is made anew");
		return "pretrain";
	}
	if (!signs->cross_entropy || signs->pairs || signs->divergence || signs->square)
		return NULL;
	*how = STR(OF_TEXTS);
	return signs->from_config ? "pretrain" : "sft";
}

/*
 * A frozen model beside one that learns from another is that other, and beside one that learns by rewards
 * it gives them, whatever it is called.
 */
static void find_part(struct training_job *job)
{
	struct str task = job_str(&job->job, SETTING_TASK, STR(""));
	struct value *set = job->job.set;
	bool distills = str_is(task, "distill");
	enum setting model = distills ? SETTING_TEACHER_MODEL : SETTING_REWARD_MODEL;
	enum setting dtype = job_role_of(model)->dtype;

	if ((!distills && !str_is(task, "grpo") && !str_is(task, "ppo") && !str_is(task, "rloo")) ||
	    set[model].type != VALUE_ABSENT)
		return;
	set[model] = set[SETTING_EVALUATOR_MODEL];
	set[dtype] = set[SETTING_EVALUATOR_DTYPE];
	set[SETTING_EVALUATOR_MODEL] = set[SETTING_EVALUATOR_DTYPE] = (struct value){0};
}

void loop_rewards(const struct call *generation, struct training_job *job)
{
	set_task(job, generation, "grpo", ORIGIN_DERIVED,
		 STR("the loop writes several answers to each prompt before it learns"));
	find_part(job);
}

void loop_task(const struct scan *s, const struct call *step, struct training_job *job)
{
	struct signs signs = read_signs(s, step);
	struct str name = {0}, how = {0};
	const char *named, *told, *suggested;

	if (job_get(&job->job, SETTING_TASK) || !step->within)
		return;
	named = task_of_names(step->within->functions, &name);
	if (!named)
		named = task_of_losses(s, step, &name);
	if (!named && signs.generates)
		named = task_of_functions(s, step, &name);
	suggested = task_of_name(str_tail(step->within->program, '/'));
	if (!suggested)
		suggested = task_of_name(str_tail(step->within->file, '/'));
	/* PPO's clipped loss is what GRPO and RLOO take as well. */
	if (named && suggested && str_is(str_of(named), "ppo") && task_has_word(name, STR("loss")))
		named = NULL;
	told = task_of_signs(&signs, job, &how);
	if (named && !(told && str_is(str_of(told), "reward") && !is_pair_task(named)))
		set_task(job, step, named, ORIGIN_DERIVED,
			 str_fmt(s->arena, "the code is named %.*s", STR_ARG(name)));
	else if (told && (!suggested || (!str_is(str_of(told), "sft") && !begins_anew(job))))
		set_task(job, step, told, ORIGIN_DERIVED, how);
	else if (suggested)
		set_task(job, step, suggested,
			 told && str_is(str_of(told), suggested) ? ORIGIN_DERIVED : ORIGIN_ASSUMED,
			 STR("only the name says that it is this"));
	find_part(job);
}

/* A trainer of pairs has the numbers of TRL's trainers under their names, whatever it does with them. */
static void read_pair_names(const struct call *trainer, struct training_job *job)
{
	static const enum setting numbers[] = {SETTING_MAX_SEQ_LENGTH, SETTING_MAX_PROMPT_LENGTH, SETTING_BETA};
	struct job named = job->job;

	extract_names(&job->extract, trainer->result, &named);
	for (size_t i = 0; i < sizeof(numbers) / sizeof(*numbers); i++)
		job->job.set[numbers[i]] = named.set[numbers[i]];
	/* A tokenizer beside it cuts parts of the pair. */
	if (job_get(&job->job, SETTING_MAX_SEQ_LENGTH))
		job->extract.hinted[SETTING_MAX_SEQ_LENGTH] = CAPS_HINT;
}

/* Trainers for pictures keep their places in the prompt: they ask TRL's config for a length, and leave it. */
static void read_uncut_prompts(const struct call *trainer, struct training_job *job)
{
	const struct node *length = trainer->result ? node_get(trainer->result, STR("max_prompt_length")) : NULL;

	if (!length || length->kind != NODE_NULL)
		return;
	job->job.set[SETTING_MAX_PROMPT_LENGTH] = (struct value){0};
	job->extract.unknown[SETTING_MAX_PROMPT_LENGTH].why = STR("the trainer cuts no prompts");
}

void module_task(const struct scan *s, const struct call *fit, struct training_job *job)
{
	struct signs signs = {0};
	struct str how = {0};
	const char *told;

	if (job_get(&job->job, SETTING_TASK))
		return;
	for (uint32_t i = fit->inside; i < fit->order; i++)
		read_call(s, s->trace->at[i], &signs);
	told = task_of_signs(&signs, job, &how);
	if (told)
		set_task(job, fit, told, ORIGIN_DERIVED, how);
}

void trainer_task(const struct scan *s, const struct call *trainer, struct training_job *job)
{
	struct value *task = &job->job.set[SETTING_TASK];
	struct str rest = trainer->within ? trainer->within->functions : (struct str){0};

	while (rest.n && str_is(job_str(&job->job, SETTING_TASK, STR("")), "sft")) {
		struct str_cut cut = str_cut(rest, ' ');
		const char *named =
		    str_ends(cut.head, STR(".__init__")) ? task_of_name(cut.head) : NULL;

		rest = cut.tail;
		if (!named)
			continue;
		cut.head.n -= STR(".__init__").n;
		*task =
		    value_str(str_of(named), ORIGIN_DERIVED,
			      str_fmt(s->arena, "the trainer is named %.*s", STR_ARG(cut.head)));
		task->at = trainer->at;
		if (is_pair_task(named))
			read_pair_names(trainer, job);
		else if (str_is(str_of(named), "grpo"))
			read_uncut_prompts(trainer, job);
	}
}

static bool has_chats(const struct scan *s, const struct call *before)
{
	for (size_t i = 0; i < s->trace->n && s->trace->at[i] != before; i++)
		if (str_is(s->trace->at[i]->method, "apply_chat_template"))
			return true;
	return false;
}

/* Whether a program is named after what is done to a model that writes already: tune_chat.py. */
static bool says_tuning(struct str program)
{
	static const char *const words[] = {"tune", "tuning", "finetune", "finetuning", "sft", "chat", "instruct"};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (task_has_word(str_tail(program, '/'), str_of(words[i])))
			return true;
	return false;
}

void loop_blocks(const struct scan *s, const struct call *backward, struct training_job *job)
{
	const struct value *packing = job_get(&job->job, SETTING_PACKING);
	struct value *task = &job->job.set[SETTING_TASK];

	if (!packing || packing->type != VALUE_BOOL || !packing->as.b || packing->origin == ORIGIN_ASSUMED ||
	    task->type == VALUE_ABSENT || !str_is(task->as.s, "sft") || !str_is(task->how, OF_TEXTS) ||
	    has_chats(s, backward) || (backward->within && says_tuning(backward->within->program)))
		return;
	*task = value_str(STR("pretrain"), ORIGIN_DERIVED, STR("rows are cut from one long text"));
	task->at = packing->at;
}

void trainer_blocks(const struct scan *s, const struct call *trainer, struct training_job *job)
{
	struct value *task = &job->job.set[SETTING_TASK];
	const struct call *blocks = NULL;

	if (!str_is(trainer->callee, "transformers.Trainer") || !job_is(&job->job, SETTING_TASK, "sft"))
		return;
	if (begins_anew(job)) {
		*task = value_str(STR("pretrain"), ORIGIN_DERIVED, STR("a language model is made anew"));
		task->at = trainer->at;
	}
	if (!job_is(&job->job, SETTING_TASK, "sft") || !job_is(&job->job, SETTING_PACKING, "true"))
		return;
	for (size_t i = 0; i < s->trace->n && s->trace->at[i] != trainer; i++)
		if (str_is(s->trace->at[i]->callee, "rows.cut"))
			blocks = s->trace->at[i];
	if (!blocks || has_chats(s, trainer))
		return;
	*task = value_str(STR("pretrain"), ORIGIN_DERIVED, STR("texts are joined and cut into blocks"));
	task->at = blocks->at;
}
