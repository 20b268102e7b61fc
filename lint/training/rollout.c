/*
 * Loops that learn from what the model wrote a moment ago: the texts' lengths and their number are those of
 * the call that generates them. And which tokenizer's length is that of the texts that are learned from.
 */
#include "rollout.h"

#include "answers.h"
#include "custom_models.h"
#include "handwritten_loop.h"
#include "task.h"
#include "token_length.h"

#include "lint/frameworks/frameworks.h"

/* Whether texts are written by a model that the loss is not computed with: one that grades, or plays the other part. */
static bool is_by_other(const struct scan *s, const struct call *call, const struct origins *learned)
{
	struct origins of = {.arena = s->arena};
	bool any = false;

	if (!loop_is_model(call->self) || origins_have(learned, call->self))
		return false;
	origins_add(&of, call->self);
	for (size_t i = 0; i < learned->n; i++) {
		if (!loop_is_model(learned->at[i]))
			continue;
		if (origins_have(&of, learned->at[i]))
			return false;
		any = true;
	}
	return any;
}

const struct node *rollout_of(const struct call *generation)
{
	const struct arg *ids = str_is(generation->callee, "rows.written") ? call_arg(generation, STR("written"), SIZE_MAX) : NULL;

	return ids ? ids->value : generation->result;
}

bool rollout_is(const struct call *call)
{
	return str_is(call->method, "generate") || str_is(call->callee, "rows.written");
}

bool rollout_holds(const struct scan *s, const struct call *call)
{
	const struct call_index *noted = scan_rows(s);

	for (size_t i = 0; i < noted->rows.n; i++)
		if (str_is(noted->rows.at[i]->callee, "rows.written") && call->order >= noted->rows.at[i]->inside &&
		    call->order < noted->rows.at[i]->order)
			return true;
	return false;
}

/* What texts are written to. */
static void add_given(struct origins *given, const struct call *generation)
{
	const struct arg *ids = str_is(generation->callee, "rows.written") ? call_arg(generation, STR("input_ids"), SIZE_MAX) : NULL;

	if (ids)
		origins_add(given, ids->value);
	else
		origins_add_call(given, generation);
}

/*
 * Whether a loop of the repository's own that puts tokens behind ids has them from a model, and they are learned from as they
 * are: what it records of those passes for a backward pass, one behind the other, is no pass over whole rows.
 */
static bool writes_rows(const struct scan *s, const struct call *written, const struct call *backward, const struct origins *learned)
{
	bool asked = false;
	if (!origins_have(loop_learned(s, backward), rollout_of(written)))
		return false;
	for (uint32_t i = written->inside; i < written->order; i++) {
		const struct call *pass = s->trace->at[i];

		if (!loop_runs(pass))
			continue;
		if (!pass->no_gradients && pass->result && origins_have(learned, pass->result))
			return false;
		asked = true;
	}
	return asked;
}

/*
 * The generation in the loop of a backward pass, before it; one that belongs to an evaluation now and then, or that is
 * another model's, only if there is no other.
 */
static const struct call *generation(const struct scan *s, const struct call *backward)
{
	struct origins learned = {.arena = s->arena, .computed = true, .gradients = true};
	const struct call *found = NULL;
	bool followed = false;
	int best = -1;

	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < backward->order; i++) {
		const struct call *call = s->trace->at[i];
		int rank;

		if (!rollout_is(call) || !call->outermost ||
		    call->outermost != backward->outermost ||
		    !suppose_guard(s->suppose, call->guard))
			continue;
		/* Most loops generate nothing. */
		if (!followed)
			origins_add(&learned, loop_loss(backward));
		followed = true;
		if (str_is(call->callee, "rows.written") && !writes_rows(s, call, backward, &learned))
			continue;
		rank = (is_by_other(s, call, &learned) ? 0 : 2) + (happens_with(call, backward) ? 1 : 0);
		if (rank > best)
			found = call;
		best = rank > best ? rank : best;
	}
	return found;
}

/* The n of max_length=ids.shape[1] + n, which counts the prompt too; NULL for any other limit. */
static const struct node *more_than_prompt(const struct scan *s, const struct node *limit)
{
	const struct node *n = limit ? suppose_value(s->suppose, limit) : NULL;

	if (!n || n->kind != NODE_UNKNOWN || n->op != '+')
		return NULL;
	for (int i = 0; i < 2; i++) {
		const struct node *more = n->from[i] ? suppose_value(s->suppose, n->from[i]) : NULL;

		if (more && more->kind == NODE_INT && more->as.i > 0)
			return more;
	}
	return NULL;
}

static const struct node *beyond_prompt(const struct scan *s, const struct call *call)
{
	const struct arg *arg = call_arg(call, STR("max_length"), SIZE_MAX);

	return more_than_prompt(s, arg ? arg->value : NULL);
}

/* How the texts are sampled: arguments by name, and objects that hold such (GenerationConfig, SamplingParams). */
static void read_sampling(const struct scan *s, const struct call *call, struct training_job *job)
{
	struct node *view = node_new(s->arena, NODE_MAP, call->at);
	const struct node *beyond = beyond_prompt(s, call);

	for (size_t i = 0; i < call->args.n; i++) {
		const struct arg *arg = &call->args.at[i];
		const struct node *value = suppose_value(s->suppose, arg->value);
		const struct callable *row =
		    value->kind == NODE_OBJECT && value->made ? call_row(value->made) : NULL;

		if (arg->name.n && value->kind != NODE_ABSENT)
			node_set(s->arena, view, node_str(s->arena, arg->name, arg->at),
				 arg->value);
		if (row && row->map && row->effect == EFFECT_NONE)
			extract_object(&job->extract, value, &job->job);
	}
	if (beyond && !node_get(view, STR("max_new_tokens")))
		node_set(s->arena, view, node_str(s->arena, STR("max_new_tokens"), call->at),
			 node_int(s->arena, beyond->as.i, beyond->at));
	extract_map(&job->extract, keymap_find(STR("transformers.GenerationConfig")), view,
		    &job->job);
}

/* What generates: a model itself, or an engine that was made for it. */
static void read_engine(const struct scan *s, const struct call *call, struct training_job *job)
{
	struct value *engine = &job->job.set[SETTING_ROLLOUT_ENGINE];

	/* Where engines run is said by what starts them. */
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < call->order; i++)
		if (scan_effect(s, i) == EFFECT_LOOP && s->trace->at[i]->row->set &&
		    str_starts(str_of(s->trace->at[i]->row->set), STR("rollout_engine")))
			extract_call(&job->extract, s->trace->at[i], &job->job);
	if (call->self && call->self->kind == NODE_OBJECT && !loop_is_model(call->self))
		extract_object(&job->extract, call->self, &job->job);
	if (engine->type != VALUE_ABSENT || !loop_is_model(call->self))
		return;
	*engine = value_str(STR("transformers"), ORIGIN_DERIVED, STR("the model itself generates"));
	engine->at = call->at;
}

/* How long a tokenizer cuts its texts. */
static struct value cut_of(const struct scan *s, const struct call *made)
{
	struct training_job tokens = {0};

	scan_extract(s, UINT32_MAX, &tokens);
	extract_call(&tokens.extract, made, &tokens.job);
	return tokens.job.set[SETTING_MAX_SEQ_LENGTH];
}

/* How long tokenizers cut the texts that something was computed from; several of them: unless they agree, absent. */
static struct value cut_to(const struct scan *s, const struct origins *from)
{
	struct value found = {0};

	for (size_t i = 0; i < s->trace->n; i++) {
		const struct call *made = s->trace->at[i];
		const struct callable *row = call_row(made);
		struct value length;

		if (!row || row->effect != EFFECT_HINT || !made->result ||
		    !origins_have(from, made->result))
			continue;
		length = cut_of(s, made);
		if (length.type == VALUE_ABSENT)
			continue;
		if (found.type != VALUE_ABSENT && !value_same(&found, &length))
			return (struct value){0};
		found = length;
	}
	return found;
}

/* Of texts that are generated first the tokenizer cuts the prompts. */
static void leave_written(const struct scan *s, const struct call *backward, struct origins *texts)
{
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < backward->order; i++) {
		const struct call *call = s->trace->at[i];
		const struct arg *ids = str_is(call->callee, "rows.written") ? call_arg(call, STR("input_ids"), SIZE_MAX) : NULL;

		if (!rollout_is(call) || !call->outermost || call->outermost != backward->outermost)
			continue;
		origins_add_alone(texts, rollout_of(call));
		/* What a loop of the repository's own gave, had it no round to run. */
		if (ids)
			origins_add_alone(texts, ids->value);
	}
}

void loop_length(const struct scan *s, const struct call *backward, const struct origins *own,
		 struct training_job *job)
{
	const struct origins *learned = loop_learned(s, backward);
	struct origins texts = {.arena = s->arena, .computed = true};
	struct value length;

	if (generation(s, backward))
		leave_written(s, backward, &texts);
	for (size_t i = 0; i < s->trace->n; i++) {
		const struct call *pass = s->trace->at[i];

		for (size_t k = 0; loop_runs(pass) && origins_have(own, pass->self) &&
				   origins_have(learned, pass->result) && k < pass->args.n;
		     k++)
			origins_add(&texts, pass->args.at[k].value);
	}
	length = cut_to(s, &texts);
	if (length.type != VALUE_ABSENT && !job_get(&job->job, SETTING_MAX_SEQ_LENGTH))
		job->job.set[SETTING_MAX_SEQ_LENGTH] = length;
}

void loop_prompts(const struct scan *s, const struct call *backward, struct training_job *job)
{
	const struct value *batch = job_get(&job->job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE);
	const struct value *each = job_get(&job->job, SETTING_NUM_GENERATIONS);

	if (!batch || batch->origin != ORIGIN_STATED)
		return;
	if (generation(s, backward) ? job_generates(&job->job) && each && each->as.i > 1 : answers_repeat_rows(s, backward))
		answers_leave_open(job);
}

/* Whether a number is counted of something that was given: prompt_length = tokens["input_ids"].shape[1]. */
static bool is_length_of(const struct scan *s, const struct node *number, const struct origins *given)
{
	struct origins of = {.arena = s->arena, .computed = true};

	origins_add(&of, number);
	for (size_t i = 0; i < s->trace->n; i++) {
		const struct call *made = s->trace->at[i];

		if (scan_effect(s, i) == EFFECT_HINT && made->result && origins_have(&of, made->result) &&
		    origins_have(given, made->result))
			return true;
	}
	return false;
}

/* The longest of the prompts that are answered, where the code leaves out longer ones; absent: it leaves out none. */
static struct value longest_answered(const struct scan *s, const struct call *call, const struct origins *given)
{
	const struct call_index *noted = scan_rows(s);

	for (size_t i = 0; i < noted->rows.n && noted->rows.at[i]->order < call->order; i++) {
		const struct call *skip = noted->rows.at[i];
		struct value most;

		if (!str_is(skip->callee, "rows.skip") || skip->args.n != 2 || skip->outermost != call->outermost ||
		    !is_length_of(s, skip->args.at[0].value, given))
			continue;
		most = value_int(skip->args.at[1].value->as.i, ORIGIN_DERIVED, STR("longer prompts are left out"));
		most.at = skip->args.at[1].at;
		return most;
	}
	return (struct value){0};
}

/* Prompts that code makes of some size: a first token for each row. */
static struct value made_prompt(const struct scan *s, const struct node *ids)
{
	const struct node *tokens = made_tokens(s, ids);
	struct value v;

	if (!tokens)
		return (struct value){0};
	v = value_int(tokens->as.i, ORIGIN_DERIVED, STR("the sizes of what is written to"));
	v.at = tokens->at;
	return v;
}

/* How long the prompts are: as tokenizers cut them, or as the code does before it gives them to generate(). */
static void read_prompts(const struct scan *s, const struct call *call, const struct origins *given,
			 struct training_job *job)
{
	static const char *const names[] = {"input_ids", "inputs"};
	struct value *prompt = &job->job.set[SETTING_MAX_PROMPT_LENGTH];

	if (prompt->type == VALUE_ABSENT)
		*prompt = cut_to(s, given);
	for (size_t i = 0; prompt->type == VALUE_ABSENT && i < sizeof(names) / sizeof(*names); i++) {
		const struct arg *ids = call_arg(call, str_of(names[i]), 0);

		if (ids)
			*prompt = row_tokens(s, ids->value);
		if (ids && prompt->type == VALUE_ABSENT)
			*prompt = made_prompt(s, ids->value);
	}
	if (prompt->type == VALUE_ABSENT)
		*prompt = longest_answered(s, call, given);
}

/*
 * A loop that says of no task, but writes several answers to each prompt whenever it learns: it learns which
 * of them are better than the others.
 */
static void read_groups(const struct scan *s, const struct call *call, const struct call *backward,
			const struct origins *given, struct training_job *job)
{
	struct training_job sampled = {0};
	const struct value *each;

	if (job_get(&job->job, SETTING_TASK) || job_get(&job->job, SETTING_TEACHER_MODEL) || !happens_with(call, backward))
		return;
	scan_extract(s, backward->order, &sampled);
	read_sampling(s, call, &sampled);
	answers_by_repeats(s, call, given, &sampled);
	answers_by_rounds(s, call, backward, &sampled);
	each = job_get(&sampled.job, SETTING_NUM_GENERATIONS);
	if (each && each->type == VALUE_INT && each->as.i > 1)
		loop_rewards(call, job);
}

/*
 * Texts that a loop of the repository's own writes, token by token, into a tensor that it made for them: torch.full((rows,
 * prompt + n), pad), and later torch.multinomial(). So many tokens is an answer long.
 */
static void read_buffer(const struct scan *s, const struct call *backward, struct training_job *job)
{
	struct value *length = &job->job.set[SETTING_MAX_COMPLETION_LENGTH];
	const struct node *longest = NULL;

	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < backward->order; i++) {
		const struct call *call = s->trace->at[i];
		const struct node *sizes = call->args.n ? call->args.at[0].value : NULL;

		if (!call->outermost || call->outermost != backward->outermost || !suppose_guard(s->suppose, call->guard))
			continue;
		if (sizes && (str_is(call->callee, "torch.full") || str_is(call->callee, "torch.zeros")) &&
		    (sizes->kind == NODE_TUPLE || sizes->kind == NODE_LIST) && sizes->as.items.n == 2)
			longest = more_than_prompt(s, sizes->as.items.at[1]);
		if (!longest || !str_is(call->callee, "torch.multinomial"))
			continue;
		if (length->type == VALUE_ABSENT) {
			*length = value_int(longest->as.i, ORIGIN_DERIVED, STR("the tokens that the loop makes room for"));
			length->at = longest->at;
		}
		return;
	}
}

/* A group of one says nothing of which answer is better: each prompt is among those that are given as often as it is answered. */
static void drop_group_of_one(struct training_job *job)
{
	struct value *n = &job->job.set[SETTING_NUM_GENERATIONS];

	if (job_is(&job->job, SETTING_TASK, "grpo") && n->type == VALUE_INT && n->as.i == 1)
		*n = (struct value){0};
}

/* Whether the loop of a backward pass asks something of what a call made. */
static bool is_asked(const struct scan *s, const struct call *made, const struct call *backward)
{
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < backward->order; i++) {
		const struct call *call = s->trace->at[i];

		if (call->self && call->self->made == made && call->outermost && call->outermost == backward->outermost)
			return true;
	}
	return false;
}

/*
 * An engine on the same card whose answers are no part of what is learned from now: those that were right are learned from
 * as texts (expert iteration), or it is evaluated with. It has its share of the card all the same.
 */
static void read_engine_beside(const struct scan *s, const struct call *backward, struct training_job *job)
{
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < backward->order; i++) {
		const struct call *made = s->trace->at[i];
		const struct callable *row = call_row(made);

		if (!row || !row->set || !str_starts(str_of(row->set), STR("rollout_engine")) || !made->result ||
		    job_get(&job->job, SETTING_ROLLOUT_ENGINE) || !suppose_guard(s->suppose, made->guard) ||
		    !is_asked(s, made, backward))
			continue;
		extract_call(&job->extract, made, &job->job);
		return;
	}
}

/* Rows that a loop of the repository's own writes to one token each are as long as can be, unless it stops before: at an end of text. */
static void read_layout(const struct scan *s, const struct call *call, struct training_job *job)
{
	const struct arg *stops = str_is(call->callee, "rows.written") ? call_arg(call, STR("stops"), SIZE_MAX) : NULL;
	struct value *layout = &job->job.set[SETTING_BATCH_LAYOUT];

	if (!stops || layout->type != VALUE_ABSENT || !job_get(&job->job, SETTING_MAX_COMPLETION_LENGTH))
		return;
	if (!stops->value->as.b && made_tokens(s, call_arg(call, STR("input_ids"), SIZE_MAX)->value))
		*layout = value_str(STR("fixed"), ORIGIN_DERIVED, STR("the loop writes so many tokens to each row"));
	else
		*layout = value_str(STR("padded"), ORIGIN_DERIVED, STR("the rows that the loop writes end together"));
	layout->at = call->at;
}

void loop_rollout(const struct scan *s, const struct call *backward, const struct call *loader,
		  struct training_job *job)
{
	const struct origins *learned = loop_learned(s, backward);
	struct origins given = {.arena = s->arena, .computed = true};
	const struct call *call = generation(s, backward);
	const struct value length = job->job.set[SETTING_MAX_SEQ_LENGTH];
	struct showing how;
	bool learns;

	if (!call) {
		loop_clips(s, backward, job);
		if (job_generates(&job->job))
			read_buffer(s, backward, job);
		/* Of what it takes a few at a time no loader tells how many. */
		if ((loader || !job_get(&job->job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE)) && answers_repeat_rows(s, backward))
			answers_leave_open(job);
		read_engine_beside(s, backward, job);
		return;
	}
	add_given(&given, call);
	read_groups(s, call, backward, &given, job);
	loop_clips(s, backward, job);
	learns = origins_have(learned, rollout_of(call));
	if (learns)
		loop_reinforces(s, backward, job);
	if (!job_generates(&job->job) && !learns) {
		read_engine_beside(s, backward, job);
		return;
	}
	how = answers_shown(s, call, backward);
	read_sampling(s, call, job);
	read_engine(s, call, job);
	answers_by_repeats(s, call, &given, job);
	answers_by_rounds(s, call, backward, job);
	drop_group_of_one(job);
	if (how.in_turn && !how.in_parts && how.rows) {
		/* The rows that it learns from beside the answers are the longer ones: a limit of what is written is none of theirs. */
		job->job.set[SETTING_MAX_SEQ_LENGTH] = length;
		answers_in_turn(call, &how, job);
		return;
	}
	read_prompts(s, call, &given, job);
	if (learns)
		read_layout(s, call, job);
	job->extract.answers = (job_generates(&job->job) || (learns && !call->self)) && job_get(&job->job, SETTING_MAX_COMPLETION_LENGTH);
	if (job_generates(&job->job) && learns)
		answers_count(call, backward, loader, &how, job);
}
