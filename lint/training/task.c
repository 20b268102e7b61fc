/*
 * What a loop of one's own trains for: no trainer's class says it. The arithmetic of the loss tells, and so
 * do the names that the code around it has; the name of a script only suggests it.
 */
#include "task.h"

#include "handwritten_loop.h"
#include "loss_signs.h"
#include "task_words.h"

#include "core/job/job.h"
#include "lint/model/custom/language_model.h"
#include "lint/python/python.h"

#define OF_SIMILARITY "the loss tells texts apart by how similar their vectors are"
#define OF_ITSELF "the loss prefers one of two, beside passes without gradients over both"
#define OF_TEXTS "the loss is the cross-entropy of texts"
#define OF_CLIP "the loss clips a ratio of probabilities"

static void set_task(struct training_job *job, const struct call *step, const char *task,
		     enum origin origin, struct str how)
{
	struct value *to = &job->job.set[SETTING_TASK];

	*to = value_str(str_of(task), origin, how);
	to->at = step->at;
}

/* Of a language model that runs as a whole the logits come with its hidden states, and nothing reads these. */
static void leave_logits(const struct signs *signs, const struct call *at, struct training_job *job)
{
	struct value *kernel = &job->job.set[SETTING_LOSS_KERNEL];

	if (!signs->words)
		return;
	*kernel = value_str(STR("unread"), ORIGIN_DERIVED, STR("the model makes logits beside its hidden states"));
	kernel->at = at->at;
}

/* Vectors are compared. */
static void take_similarity(const struct signs *signs, const struct call *at, struct training_job *job)
{
	set_task(job, at, "embedding", ORIGIN_DERIVED, STR(OF_SIMILARITY));
	leave_logits(signs, at, job);
}

static bool is_pair_task(const char *task)
{
	static const char *const tasks[] = {"dpo", "kto", "orpo", "cpo", "simpo"};

	for (size_t i = 0; task && i < sizeof(tasks) / sizeof(*tasks); i++)
		if (str_is(str_of(task), tasks[i]))
			return true;
	return false;
}

/* What the repository writes itself and loads no weights into: what writes words, and no classifier. */
static bool begins_anew(const struct training_job *job)
{
	return job->extract.own && !job->extract.own->loaded && !job->extract.own->labels;
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

/* The same of a loop's model; finetune.py that loads weights where their file is there needs them. */
static bool loop_begins_anew(const struct call *step, const struct training_job *job)
{
	return begins_anew(job) && !(job->extract.own->perhaps_loaded && says_tuning(step->within->program));
}

/* Whether the code around a step, or its files, are named after learning by rewards: rl_trainer.py. */
static bool names_rewards(const struct call *step)
{
	static const char *const words[] = {"rl", "rlhf"};
	const struct str names[] = {step->within->functions, str_tail(step->within->file, '/'), str_tail(step->within->program, '/')};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		for (size_t k = 0; k < sizeof(words) / sizeof(*words); k++)
			if (task_has_word(names[i], str_of(words[k])))
				return true;
	return false;
}

/* A cross-entropy that is written out: of each token that a label names its log-probability, of one pass, and nothing that weighs it. */
static bool is_likelihood(const struct signs *signs, bool rewarded)
{
	return signs->labelled && signs->pass && !signs->several && !signs->still && !rewarded && !signs->rewarded && !signs->pairs && !signs->clipped &&
	       !signs->divergence && !signs->regresses && !signs->spread && !signs->draws && !signs->square;
}

/* What the arithmetic alone tells; anew: the model has no weights yet; rewarded: names say that it is of rewards. NULL: nothing. */
static const char *task_of_signs(const struct signs *signs, const struct training_job *job, bool anew, bool rewarded,
				 struct str *how)
{
	if (signs->generates)
		return NULL;
	if (signs->pairs && job_get(&job->job, SETTING_REFERENCE_MODEL)) {
		*how = STR("the loss prefers one of two, beside a reference model");
		return "dpo";
	}
	if (signs->pairs && !signs->of_scores && signs->still > 1 && signs->passes) {
		*how = STR(OF_ITSELF);
		return "dpo";
	}
	if (signs->of_scores) {
		*how = STR("the loss is the logarithm of the sigmoid of a difference of scores");
		return "reward";
	}
	if (signs->contrasts) {
		*how = STR(OF_SIMILARITY);
		return "embedding";
	}
	if (job->extract.own && job->extract.own->labels && !signs->pairs && !signs->divergence && !signs->square && !signs->draws) {
		*how = STR("the model's own class ends in a layer of labels");
		return rewarded ? "reward" : "classification";
	}
	/* Where a ratio of them is clipped, or a critic has its part, it is for others to say what that is. */
	if (signs->draws && !signs->clipped && !signs->regresses && !signs->cross_entropy) {
		*how = STR("the loss weighs the log-probabilities of tokens that are drawn");
		return "reinforce";
	}
	/* The loss of a course's own may be written out. */
	if (anew && !signs->pairs && !signs->divergence && !signs->draws && !rewarded) {
		*how = STR("a language model is made anew");
		return "pretrain";
	}
	if (is_likelihood(signs, rewarded)) {
		*how = STR("the loss is the log-probability of the tokens that labels name");
		return signs->from_config ? "pretrain" : "sft";
	}
	if (signs->pairs || signs->divergence || signs->square)
		return NULL;
	if (signs->labels && !signs->words && !job->extract.own && !signs->clipped && !signs->regresses) {
		*how = STR("the loss is the cross-entropy of a few labels");
		return rewarded ? "reward" : "classification";
	}
	/* Of the loss that its forward() gives nothing is seen; where it is seen, the head is asked for later (card_head()). */
	if (signs->of_labels && !signs->cross_entropy && !signs->words && !signs->clipped && !signs->regresses) {
		*how = STR("the model's own class ends in a layer of labels");
		return rewarded ? "reward" : "classification";
	}
	if (!signs->cross_entropy || signs->binary)
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
	struct value *set = job->job.set;
	bool distills = job_is(&job->job, SETTING_TASK, "distill");
	enum setting model = distills ? SETTING_TEACHER_MODEL : SETTING_REWARD_MODEL;
	enum setting dtype = job_role_of(model)->dtype;

	if ((!distills && !job_generates(&job->job)) ||
	    set[model].type != VALUE_ABSENT)
		return;
	set[model] = set[SETTING_EVALUATOR_MODEL];
	set[dtype] = set[SETTING_EVALUATOR_DTYPE];
	set[SETTING_EVALUATOR_MODEL] = set[SETTING_EVALUATOR_DTYPE] = (struct value){0};
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

/*
 * A model that lies beside the trained one and that its loss compares it with, by a divergence: its twin keeps it where
 * it was, and any other is what it learns from.
 */
static void find_compared(const struct signs *signs, struct training_job *job)
{
	struct value *set = job->job.set, *task = &set[SETTING_TASK];
	const struct value *beside = &set[SETTING_EVALUATOR_MODEL], *trained = &set[SETTING_MODEL];
	bool twin = beside->type == VALUE_STR && trained->type == VALUE_STR && str_eq(beside->as.s, trained->as.s);
	enum setting part = twin ? SETTING_REFERENCE_MODEL : SETTING_TEACHER_MODEL;
	enum setting dtype = job_role_of(part)->dtype;

	if (!signs->divergence || beside->type != VALUE_STR || set[part].type != VALUE_ABSENT ||
	    set[SETTING_TEACHER_MODEL].type != VALUE_ABSENT)
		return;
	if (!twin && task->type != VALUE_ABSENT && !str_is(task->as.s, "sft"))
		return;
	set[part] = *beside;
	set[part].how = twin ? STR("another copy of the trained model, with which the loss compares it")
			     : STR("the loss compares the trained model with it");
	set[dtype] = set[SETTING_EVALUATOR_DTYPE];
	set[SETTING_EVALUATOR_MODEL] = set[SETTING_EVALUATOR_DTYPE] = (struct value){0};
	if (twin)
		return;
	*task = value_str(STR("distill"), ORIGIN_DERIVED, STR("the loss compares the model with another one"));
	task->at = set[part].at;
}

/* Those of a trainer's compute_loss(), and of the forward() of a model of one's own, which ran when the trainer was made. */
static struct signs signs_of_trainer(const struct scan *s, const struct call *start)
{
	struct signs signs = signs_inside(s, start);
	const struct call *made = start->self ? start->self->made : NULL;
	struct signs of_model = {0};

	if (made)
		of_model = signs_inside(s, made);
	if (of_model.contrasts) {
		signs.contrasts = true;
		signs.words |= of_model.words;
		signs.answers |= of_model.answers;
		signs.compares |= of_model.compares;
	}
	return signs;
}

/* Whether only the class of a model says that it is a classifier's, and not what its loss is. */
static bool is_by_class(const struct value *task)
{
	return str_is(task->as.s, "classification") && task->origin == ORIGIN_DERIVED;
}

/*
 * Whether what learns is TRL's language model with a layer of one score for each token. A trainer of the library's that steps it
 * by the difference of such scores makes a reward model of it; PPO has a trainer of its own. Its logits are made all the same
 * (trl 0.11 trl/models/modeling_value_head.py forward()).
 */
static bool has_value_head(const struct signs *signs)
{
	const struct node *model = signs->pass ? signs->pass->self : NULL;

	return model && model->made && str_has(model->made->callee, STR("WithValueHead"));
}

void trainer_loss(const struct scan *s, const struct call *start, struct training_job *job)
{
	struct value *task = &job->job.set[SETTING_TASK];
	struct signs signs;

	if (task->type != VALUE_ABSENT && !str_is(task->as.s, "sft") && !str_is(task->as.s, "distill") && !is_by_class(task))
		return;
	signs = signs_of_trainer(s, start);
	/* The labels of the head may be the numbers of a vector. */
	if (task->type != VALUE_ABSENT && is_by_class(task)) {
		if (signs.contrasts && !signs.answers && !signs.compares)
			take_similarity(&signs, start, job);
		return;
	}
	/* Of a body without a head nothing else tells. */
	if (task->type == VALUE_ABSENT) {
		if (signs.contrasts)
			take_similarity(&signs, start, job);
		return;
	}
	find_part(job);
	find_compared(&signs, job);
	if (signs.contrasts && str_is(task->as.s, "sft")) {
		take_similarity(&signs, start, job);
		return;
	}
	if (signs.pairs && signs.of_scores && str_is(task->as.s, "sft") && has_value_head(&signs)) {
		set_task(job, start, "reward", ORIGIN_DERIVED, STR("the loss is the logarithm of the sigmoid of a difference of scores"));
		leave_logits(&signs, start, job);
	}
	if (!signs.pairs || signs.of_scores || !str_is(task->as.s, "sft"))
		return;
	if (job_get(&job->job, SETTING_REFERENCE_MODEL))
		*task = value_str(STR("dpo"), ORIGIN_DERIVED, STR("the loss prefers one of two, beside a reference model"));
	else if (signs.passes && signs.still > 1)
		*task = value_str(STR("dpo"), ORIGIN_DERIVED, STR(OF_ITSELF));
	else if (signs.passes > 1)
		*task = value_str(STR("orpo"), ORIGIN_DERIVED, STR("the loss prefers one of two"));
	else
		return;
	task->at = start->at;
	read_pair_names(start->self ? start->self->made : start, job);
}

void loop_rewards(const struct call *generation, struct training_job *job)
{
	set_task(job, generation, "grpo", ORIGIN_DERIVED,
		 STR("the loop writes several answers to each prompt before it learns"));
	find_part(job);
}

/* Beside one that learns by rewards its twin is what it was before: it grades nothing. */
static void find_twin(struct training_job *job)
{
	struct value *set = job->job.set, *beside = &set[SETTING_EVALUATOR_MODEL];
	const struct value *trained = &set[SETTING_MODEL];

	if (set[SETTING_REFERENCE_MODEL].type != VALUE_ABSENT || beside->type != VALUE_STR || trained->type != VALUE_STR ||
	    !str_eq(beside->as.s, trained->as.s))
		return;
	set[SETTING_REFERENCE_MODEL] = *beside;
	set[SETTING_REFERENCE_DTYPE] = set[SETTING_EVALUATOR_DTYPE];
	*beside = set[SETTING_EVALUATOR_DTYPE] = (struct value){0};
}

void loop_clips(const struct scan *s, const struct call *step, struct training_job *job)
{
	if (job_get(&job->job, SETTING_TASK) || !loss_signs(s, step).clipped)
		return;
	set_task(job, step, "ppo", ORIGIN_DERIVED, STR(OF_CLIP));
	find_twin(job);
	find_part(job);
}

/* Whether functions that ran before a step, or their classes, are called after a critic or what it says. */
static bool names_critic(const struct scan *s, const struct call *step)
{
	static const char *const words[] = {"critic", "gae", "value", "values"};

	for (size_t i = 0; i < s->trace->functions.n; i++) {
		const struct ran *ran = &s->trace->functions.at[i];

		for (size_t k = 0; ran->order <= step->order && k < sizeof(words) / sizeof(*words); k++)
			if (task_has_word(ran->name, str_of(words[k])) || task_has_word(ran->owner, str_of(words[k])))
				return true;
	}
	return false;
}

void loop_spreads(const struct scan *s, const struct call *step, struct training_job *job)
{
	const struct value *task = job_get(&job->job, SETTING_TASK);
	struct signs signs;

	if (!task || !str_is(task->as.s, "ppo") || !str_is(task->how, OF_CLIP))
		return;
	signs = loss_signs(s, step);
	if (!signs.spread || signs.regresses || names_critic(s, step))
		return;
	set_task(job, step, "grpo", ORIGIN_DERIVED, STR("the loss clips a ratio, and weighs it by rewards in terms of their spread"));
	job->job.set[SETTING_CRITIC_MODEL] = (struct value){0};
}

/*
 * Whether a model that is trained is asked without gradients as well, before it is asked with them: for what it said before it
 * learned, which a ratio is taken of.
 */
static bool asks_before(const struct scan *s, const struct call *step)
{
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < step->order; i++) {
		const struct call *before = s->trace->at[i];

		if (!loop_runs(before) || !before->no_gradients || !loop_is_model(before->self))
			continue;
		for (size_t k = i + 1; k < s->trace->n && s->trace->at[k]->order < step->order; k++)
			if (loop_runs(s->trace->at[k]) && !s->trace->at[k]->no_gradients && s->trace->at[k]->self == before->self)
				return true;
	}
	return false;
}

void loop_reinforces(const struct scan *s, const struct call *step, struct training_job *job)
{
	struct signs signs;

	if (job_get(&job->job, SETTING_TASK) || job_get(&job->job, SETTING_TEACHER_MODEL))
		return;
	signs = loss_signs(s, step);
	if (!signs.drawn || !signs.passes || signs.clipped || signs.pairs || signs.divergence || signs.cross_entropy ||
	    signs.regresses || names_critic(s, step) || asks_before(s, step))
		return;
	set_task(job, step, "reinforce", ORIGIN_DERIVED, STR("the loss weighs the probabilities of what the model wrote a moment ago"));
	find_twin(job);
	find_part(job);
}

void loop_task(const struct scan *s, const struct call *step, bool alone, struct training_job *job)
{
	struct signs signs = loss_signs(s, step);
	struct str name = {0}, how = {0};
	const char *named, *told, *suggested;
	bool anew, labels = job->extract.own && job->extract.own->labels;

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
	/* distill.py that trains a teacher first. */
	if (alone && suggested && str_is(str_of(suggested), "distill"))
		suggested = NULL;
	/* PPO's clipped loss is what GRPO and RLOO take as well. */
	if (named && suggested && str_is(str_of(named), "ppo") && task_has_word(name, STR("loss")))
		named = NULL;
	anew = loop_begins_anew(step, job);
	told = task_of_signs(&signs, job, anew, names_rewards(step), &how);
	if (named && !(told && str_is(str_of(told), "reward") && !is_pair_task(named)))
		set_task(job, step, named, ORIGIN_DERIVED,
			 str_fmt(s->arena, "the code is named %.*s", STR_ARG(name)));
	else if (told && signs.contrasts)
		take_similarity(&signs, step, job);
	else if (told && (!suggested || (!str_is(str_of(told), "sft") && !anew && !labels)))
		set_task(job, step, told, ORIGIN_DERIVED, how);
	else if (suggested)
		set_task(job, step, suggested,
			 told && str_is(str_of(told), suggested) ? ORIGIN_DERIVED : ORIGIN_ASSUMED,
			 STR("only the name says that it is this"));
	find_part(job);
	find_compared(&signs, job);
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

/* Whether a model of a configuration got weights before a call: load_state_dict(). */
static bool got_weights(const struct scan *s, const struct node *model, const struct call *before)
{
	for (size_t i = 0; i < s->trace->n && s->trace->at[i] != before; i++)
		if (s->trace->at[i]->self == model && str_is(s->trace->at[i]->method, "load_state_dict"))
			return true;
	return false;
}

/*
 * Whether what is trained is built around a class of the repository's own that extends a library's base for models of one
 * kind, transformers.GPT2PreTrainedModel, and that is called with a configuration: it has no weights until it loads some.
 */
static bool holds_anew(const struct scan *s, const struct call *trainer)
{
	struct origins given = {.arena = s->arena};
	const struct arg *arg = call_arg(trainer, STR("model"), 0);
	bool anew = false;

	if (arg)
		origins_add(&given, arg->value);
	for (size_t i = 0; i < given.n; i++) {
		const struct call *made = given.at[i]->made;

		if (!made || made->result != given.at[i])
			continue;
		if ((made->row && made->row->effect == EFFECT_MODEL) || got_weights(s, given.at[i], trainer))
			return false;
		anew |= str_starts(made->callee, STR("transformers.")) && str_ends(made->callee, STR("PreTrainedModel"));
	}
	return anew;
}

void module_task(const struct scan *s, const struct call *fit, struct training_job *job)
{
	struct signs signs;
	struct str how = {0};
	const char *told;

	if (job_get(&job->job, SETTING_TASK))
		return;
	signs = signs_inside(s, fit);
	signs.from_config |= holds_anew(s, fit);
	told = task_of_signs(&signs, job, begins_anew(job), false, &how);
	if (told && signs.contrasts)
		take_similarity(&signs, fit, job);
	else if (told)
		set_task(job, fit, told, ORIGIN_DERIVED, how);
}

/* What the class of a trainer is named after. */
static void take_name(const struct scan *s, const struct call *trainer, const char *named, struct str name, struct training_job *job)
{
	set_task(job, trainer, named, ORIGIN_DERIVED, str_fmt(s->arena, "the trainer is named %.*s", STR_ARG(name)));
	if (is_pair_task(named))
		read_pair_names(trainer, job);
	else if (str_is(str_of(named), "grpo"))
		read_uncut_prompts(trainer, job);
}

/* transformers.Trainer(model=RewardModel(…)): a model of the repository's own is trained to be what it is called. */
static void take_model_name(const struct scan *s, const struct call *trainer, struct training_job *job)
{
	const struct arg *model = call_arg(trainer, STR("model"), 0);
	const struct node *made = model ? suppose_value(s->suppose, model->value) : NULL;
	struct py_defined class = {0};

	if (made && made->kind == NODE_EITHER && made->as.items.n)
		made = made->as.items.at[0];
	if (!made || !job_is(&job->job, SETTING_TASK, "sft") || !py_object_class(made, &class) ||
	    !task_has_word(class.name, STR("reward")))
		return;
	set_task(job, trainer, "reward", ORIGIN_DERIVED, str_fmt(s->arena, "the model is named %.*s", STR_ARG(class.name)));
}

/*
 * Trainer(data_collator=DataCollatorForLanguageModeling(tokenizer)): masked words are told, which mlm=True, the default, does
 * (transformers 4.57 src/transformers/data/data_collator.py).
 */
static void take_masking(const struct scan *s, const struct call *trainer, struct training_job *job)
{
	const struct arg *collator = call_arg(trainer, STR("data_collator"), SIZE_MAX), *masks;
	const struct node *made = collator ? suppose_value(s->suppose, collator->value) : NULL;

	if (!made || !made->made || !job_is(&job->job, SETTING_TASK, "sft") ||
	    !str_among(str_tail(made->made->callee, '.'), STR("DataCollatorForLanguageModeling|DataCollatorForWholeWordMask")))
		return;
	masks = call_arg(made->made, STR("mlm"), 1);
	if (call_arg(made->made, STR("**"), SIZE_MAX) || (masks && !(masks->value->kind == NODE_BOOL && masks->value->as.b)))
		return;
	set_task(job, trainer, "pretrain", ORIGIN_DERIVED, STR("the collator masks words that are to be told"));
}

void trainer_task(const struct scan *s, const struct call *trainer, struct training_job *job)
{
	struct str rest = trainer->within ? trainer->within->functions : (struct str){0};
	struct py_defined class = {0};
	const char *named;

	while (rest.n && job_is(&job->job, SETTING_TASK, "sft")) {
		struct str_cut cut = str_cut(rest, ' ');

		named = str_ends(cut.head, STR(".__init__")) ? task_of_name(cut.head) : NULL;

		rest = cut.tail;
		if (!named)
			continue;
		cut.head.n -= STR(".__init__").n;
		take_name(s, trainer, named, cut.head, job);
	}
	/* A class that leaves the constructor to its base has a name as well. */
	if (job_is(&job->job, SETTING_TASK, "sft") && trainer->result && py_object_class(trainer->result, &class) &&
	    (named = task_of_name(class.name)))
		take_name(s, trainer, named, class.name, job);
	take_model_name(s, trainer, job);
	take_masking(s, trainer, job);
}

/* Whether tokens that are added to a tokenizer mark whose turn it is in a chat: "<|assistant|>", "<|im_start|>". */
static bool has_turns(const struct node *tokens, int depth)
{
	if (!tokens || depth > 3)
		return false;
	if (tokens->kind == NODE_STR)
		return str_has_nocase(tokens->text, STR("assistant")) || str_is(tokens->text, "<|im_start|>");
	for (size_t i = 0; (tokens->kind == NODE_LIST || tokens->kind == NODE_TUPLE) && i < tokens->as.items.n; i++)
		if (has_turns(tokens->as.items.at[i], depth + 1))
			return true;
	for (size_t i = 0; tokens->kind == NODE_MAP && i < tokens->as.pairs.n; i++)
		if (has_turns(tokens->as.pairs.at[i].value, depth + 1))
			return true;
	return false;
}

bool task_has_chats(const struct scan *s, const struct call *before)
{
	for (size_t i = 0; i < s->trace->n && s->trace->at[i] != before; i++) {
		const struct call *call = s->trace->at[i];

		if (str_is(call->method, "apply_chat_template"))
			return true;
		if (str_among(call->method, STR("add_special_tokens|add_tokens")) && call->args.n &&
		    has_turns(call->args.at[0].value, 0))
			return true;
	}
	return false;
}

void loop_blocks(const struct scan *s, const struct call *backward, struct training_job *job)
{
	const struct value *packing = job_get(&job->job, SETTING_PACKING);
	struct value *task = &job->job.set[SETTING_TASK];

	if (!packing || packing->type != VALUE_BOOL || !packing->as.b || packing->origin == ORIGIN_ASSUMED ||
	    task->type == VALUE_ABSENT || !str_is(task->as.s, "sft") || !str_is(task->how, OF_TEXTS) ||
	    task_has_chats(s, backward) || (backward->within && says_tuning(backward->within->program)))
		return;
	*task = value_str(STR("pretrain"), ORIGIN_DERIVED, STR("rows are cut from one long text"));
	task->at = packing->at;
}

/*
 * Whether a trainer's model writes texts and begins without weights, each of several that it may be: of the library's classes,
 * called with a configuration, whether its sizes are known or not.
 */
static bool trains_anew(const struct scan *s, const struct call *trainer)
{
	const struct arg *arg = call_arg(trainer, STR("model"), 0);
	const struct node *model = arg ? suppose_value(s->suppose, arg->value) : NULL;
	const struct node *const *ways = &model;
	size_t n = model ? 1 : 0;

	if (model && model->kind == NODE_EITHER) {
		ways = (const struct node *const *)model->as.items.at;
		n = model->as.items.n;
	}
	for (size_t i = 0; i < n; i++)
		if (!ways[i]->made || !signs_made_anew(ways[i]->made) || str_has(ways[i]->made->callee, STR("Classification")) ||
		    got_weights(s, ways[i], trainer))
			return false;
	return n > 0;
}

bool task_is_named_sft(const struct scan *s, const struct call *trainer)
{
	static const char *const names[] = {"run_name", "output_dir"};
	const struct arg *arg = call_arg(trainer, STR("args"), 1);
	const struct node *args = arg ? suppose_value(s->suppose, arg->value) : NULL;

	if (trainer->within && says_tuning(trainer->within->program))
		return true;
	for (size_t i = 0; args && args->kind == NODE_OBJECT && args->made && i < sizeof(names) / sizeof(*names); i++) {
		const struct arg *name = call_arg(args->made, str_of(names[i]), SIZE_MAX);

		if (name && name->value->kind == NODE_STR && task_has_word(name->value->text, STR("sft")))
			return true;
	}
	return false;
}

/*
 * The store of tokens that a trainer reads, where nothing is tokenized any more: MosaicML's streaming, whose shards of tokens
 * are written of long texts (llm-foundry, scripts/data_prep); those of its fine-tuning have prompts and responses. NULL: none.
 */
static const struct call *stored_tokens(const struct scan *s, const struct call *trainer)
{
	const struct call *store = NULL;

	for (size_t i = 0; i < s->trace->n && s->trace->at[i] != trainer; i++) {
		const struct call *call = s->trace->at[i];

		if (scan_effect(s, i) == EFFECT_HINT)
			return NULL;
		if (str_is(call->callee, "streaming.StreamingDataset") && call->result)
			store = call;
	}
	return store && !task_has_chats(s, trainer) ? store : NULL;
}

void trainer_blocks(const struct scan *s, const struct call *trainer, struct training_job *job)
{
	struct value *task = &job->job.set[SETTING_TASK];
	const struct call *blocks = NULL;

	if (str_is(trainer->callee, "trl.SFTTrainer"))
		continued_task(s, trainer, job);
	if (!str_among(trainer->callee, STR("transformers.Trainer|transformers.Seq2SeqTrainer")) || !job_is(&job->job, SETTING_TASK, "sft"))
		return;
	if (begins_anew(job) || trains_anew(s, trainer) || holds_anew(s, trainer)) {
		*task = value_str(STR("pretrain"), ORIGIN_DERIVED, STR("a language model is made anew"));
		task->at = trainer->at;
	}
	blocks = job_is(&job->job, SETTING_TASK, "sft") && !task_is_named_sft(s, trainer) ? stored_tokens(s, trainer) : NULL;
	if (blocks) {
		*task = value_str(STR("pretrain"), ORIGIN_ASSUMED, STR("rows are stored as tokens, and nothing is named after tuning"));
		task->at = blocks->at;
	}
	continued_task(s, trainer, job);
	blocks = NULL;
	if (!job_is(&job->job, SETTING_TASK, "sft") || !job_is(&job->job, SETTING_PACKING, "true"))
		return;
	for (size_t i = 0; i < s->trace->n && s->trace->at[i] != trainer; i++)
		if (str_is(s->trace->at[i]->callee, "rows.cut"))
			blocks = s->trace->at[i];
	if (!blocks || task_has_chats(s, trainer))
		return;
	*task = value_str(STR("pretrain"), ORIGIN_DERIVED, STR("texts are joined and cut into blocks"));
	task->at = blocks->at;
}
