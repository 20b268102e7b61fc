/*
 * Answers to a prompt: rows that are repeated before they are written to, rounds in which the model writes to the same prompt,
 * and the passes in which it is shown what it wrote.
 */
#include "answers.h"

#include "handwritten_loop.h"
#include "rollout.h"

#include "lint/frameworks/frameworks.h"

/* tokenizer([prompt] * 8): the same text so many times; 0: no list of one text alone. */
static int64_t copies(const struct call *call)
{
	const struct callable *row = call_row(call);
	const struct node *texts = call->args.n ? call->args.at[0].value : NULL;

	if (!row || row->effect != EFFECT_HINT || texts->kind != NODE_LIST || texts->open)
		return 0;
	for (size_t i = 1; i < texts->as.items.n; i++)
		if (texts->as.items.at[i] != texts->as.items.at[0])
			return 0;
	return (int64_t)texts->as.items.n;
}

/* ids.repeat_interleave(8, dim=0), ids.repeat(8, 1): the argument that says how often; NULL: neither. */
static const struct arg *times_of(const struct call *call)
{
	if (str_is(call->method, "repeat_interleave"))
		return call_arg(call, STR("repeats"), 0);
	if (!str_is(call->method, "repeat") || call->args.n < 2)
		return NULL;
	for (size_t i = 1; i < call->args.n; i++)
		if (call->args.at[i].value->kind != NODE_INT || call->args.at[i].value->as.i != 1)
			return NULL;
	return &call->args.at[0];
}

/* Whether what a call gives, or what it is taken from (tokens["input_ids"]), goes into something. */
static bool goes_into(const struct origins *given, const struct call *made)
{
	const struct node *of = made->self ? made->self->from[0] : NULL;

	return origins_have(given, made->result) || (of && origins_have(given, of));
}

void answers_by_repeats(const struct scan *s, const struct call *call, const struct origins *given, struct training_job *job)
{
	struct value *number = &job->job.set[SETTING_NUM_GENERATIONS];

	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < call->order; i++) {
		const struct call *made = s->trace->at[i];
		const struct arg *times = times_of(made);
		const struct node *n = times ? suppose_value(s->suppose, times->value) : NULL;
		int64_t repeats = n && n->kind == NODE_INT ? n->as.i : copies(made);

		if (number->type != VALUE_ABSENT || repeats < (times ? 1 : 2) ||
		    !goes_into(given, made))
			continue;
		*number = value_int(repeats, ORIGIN_DERIVED,
				    STR("each prompt is repeated so many times"));
		number->at = times ? n->at : made->at;
	}
}

enum { ALIKE_DEPTH = 12 };

static bool alike(const struct scan *s, const struct node *a, const struct node *b, int depth);

/* Whether two calls stand in one place and are given the same; what draws at random is never the same. */
static bool calls_alike(const struct scan *s, const struct call *a, const struct call *b, int depth)
{
	if (a == b)
		return true;
	if (!a || !b || a->at.file != b->at.file || a->at.off != b->at.off || a->args.n != b->args.n ||
	    str_has(a->callee, STR("random")) || !str_eq(a->callee, b->callee) || !alike(s, a->self, b->self, depth))
		return false;
	for (size_t i = 0; i < a->args.n; i++)
		if (!alike(s, a->args.at[i].value, b->args.at[i].value, depth))
			return false;
	return true;
}

/* Whether one member of a value is taken, which another time may be another one: an element of a list, or what a loop is given. */
static bool takes_member(const struct node *n)
{
	bool named = n->quoted || n->op || (n->code && !str_is(*(const struct str *)n->code, "__getitem__()"));

	return !named && !(n->from[1] && n->from[1]->kind == NODE_STR);
}

/* Whether two values are the same, or made of the same in the same way: what two rounds of a loop tokenize of one text. */
static bool alike(const struct scan *s, const struct node *a, const struct node *b, int depth)
{
	if (a == b)
		return true;
	if (!a || !b || a->kind != b->kind || depth > ALIKE_DEPTH)
		return false;
	if (a->kind == NODE_STR)
		return str_eq(a->text, b->text);
	if (a->kind == NODE_INT)
		return a->as.i == b->as.i;
	if (a->kind == NODE_LIST || a->kind == NODE_TUPLE) {
		for (size_t i = 0; i < a->as.items.n; i++)
			if (a->as.items.n != b->as.items.n || !alike(s, a->as.items.at[i], b->as.items.at[i], depth + 1))
				return false;
		return a->as.items.n && !a->open && !b->open;
	}
	if (a->kind == NODE_OBJECT && a->made && b->made && !a->from[0] && !b->from[0])
		return a->made->result == a && b->made->result == b && calls_alike(s, a->made, b->made, depth + 1);
	/* What a library gives that is not known itself: tokenizer(prompt). */
	if (a->kind == NODE_UNKNOWN && !a->from[0] && !b->from[0])
		return scan_giver(s, a) && calls_alike(s, scan_giver(s, a), scan_giver(s, b), depth + 1);
	if ((a->kind != NODE_UNKNOWN && a->kind != NODE_OBJECT) || !a->from[0] || a->at.file != b->at.file || a->at.off != b->at.off ||
	    a->op != b->op || takes_member(a) || takes_member(b))
		return false;
	for (size_t i = 0; i < NODE_FROM_MAX; i++)
		if (a->from[i] != b->from[i] && !alike(s, a->from[i], b->from[i], depth + 1))
			return false;
	return true;
}

/* Whether two generations write to the same prompt. */
static bool answers_same(const struct scan *s, const struct call *a, const struct call *b)
{
	const struct arg *one = call_arg(a, STR("input_ids"), 0), *other = call_arg(b, STR("input_ids"), 0);

	if (a->at.file != b->at.file || a->at.off != b->at.off || a->args.n != b->args.n || a->outermost != b->outermost)
		return false;
	if (one && other)
		return alike(s, one->value, other->value, 0);
	one = call_arg(a, STR("**"), SIZE_MAX);
	other = call_arg(b, STR("**"), SIZE_MAX);
	return one && other && alike(s, one->value, other->value, 0);
}

void answers_by_rounds(const struct scan *s, const struct call *call, const struct call *backward, struct training_job *job)
{
	struct value *number = &job->job.set[SETTING_NUM_GENERATIONS];
	const struct call *last = NULL;
	int64_t n = 0;

	for (uint32_t i = backward->order; i > 0 && number->type == VALUE_ABSENT; i--) {
		const struct call *before = s->trace->at[i - 1];

		if (scan_effect(s, i - 1) == EFFECT_STEP)
			break;
		if (!rollout_is(before) || before->at.file != call->at.file || before->at.off != call->at.off)
			continue;
		if (last && !answers_same(s, before, last))
			break;
		last = before;
		n++;
	}
	if (n < 2)
		return;
	*number = value_int(n, ORIGIN_DERIVED, STR("the loop lets the model write so often to one prompt"));
	number->at = call->at;
}

void answers_leave_open(struct training_job *job)
{
	struct value *batch = &job->job.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE];

	job->extract.unknown[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE] =
	    (struct extract_unknown){.why = STR("the loader counts prompts, with several answers to each"),
				     .at = batch->at,
				     .settled = true};
	*batch = (struct value){0};
}

/* ids[i : i + n] */
static bool is_window(const struct scan *s, const struct call *pass)
{
	for (size_t i = 0; i < pass->args.n; i++) {
		const struct node *n = suppose_value(s->suppose, pass->args.at[i].value);

		if (n->kind == NODE_UNKNOWN && n->op == 'w')
			return true;
	}
	return false;
}

/* Whether a call is one of a language model, or of a part that it gave: model.get_decoder()(ids). */
static bool is_of_model(const struct call *pass)
{
	const struct node *n = pass->self;

	for (int depth = 0; n && !loop_is_model(n) && depth < NODE_DEPTH_MAX; depth++)
		n = n->from[0] ? n->from[0] : n->kind == NODE_OBJECT && n->made ? n->made->self : NULL;
	return n != NULL;
}

/* Whether something is among what is shown that was written there, in whichever round of a loop. */
static bool shows_written(const struct scan *s, const struct call *generation, const struct origins *shown)
{
	for (size_t i = 0; i < s->trace->n; i++) {
		const struct call *call = s->trace->at[i];

		if (rollout_is(call) && span_same_start(call->at, generation->at) &&
		    origins_have(shown, rollout_of(call)))
			return true;
	}
	return false;
}

struct showing answers_shown(const struct scan *s, const struct call *generation, const struct call *backward)
{
	const struct origins *learned = loop_learned(s, backward);
	struct showing out = {0};

	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < backward->order; i++) {
		const struct call *pass = s->trace->at[i];
		struct origins shown = {.arena = s->arena, .computed = true};

		if (!loop_runs(pass) || !is_of_model(pass) || pass->no_gradients || pass->outermost != backward->outermost || !origins_have(learned, pass->result) ||
		    !suppose_guard(s->suppose, pass->guard))
			continue;
		origins_add_call(&shown, pass);
		if (!shows_written(s, generation, &shown))
			out.rows = true;
		else if (pass->loops <= backward->loops)
			return (struct showing){0};
		else if (is_window(s, pass))
			out.in_parts = true;
		else
			out.in_turn = true;
	}
	return out;
}

void answers_in_turn(const struct call *generation, const struct showing *how, struct training_job *job)
{
	struct value *texts = &job->job.set[SETTING_TEXTS_PER_ROW];
	const struct value *each = job_get(&job->job, SETTING_NUM_GENERATIONS);

	if (!each || each->type != VALUE_INT || texts->type != VALUE_ABSENT)
		return;
	*texts = value_int(each->as.i + (how->rows ? 1 : 0), ORIGIN_DERIVED, STR("the answers to each go through the model in turn, before one backward pass"));
	texts->at = generation->at;
}

void answers_count(const struct call *generation, const struct call *backward, const struct call *loader, const struct showing *how,
		   struct training_job *job)
{
	struct value *batch = &job->job.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE];
	const struct value *each = job_get(&job->job, SETTING_NUM_GENERATIONS);

	if (!loader || loader->order > generation->order || !each || each->as.i < 2 ||
	    batch->type != VALUE_INT)
		return;
	if (how->in_turn && !how->in_parts) {
		answers_in_turn(generation, how, job);
		return;
	}
	if (generation->loops == backward->loops) {
		batch->as.i *= each->as.i;
		batch->origin = ORIGIN_DERIVED;
		batch->how = STR("prompts × answers to each");
		return;
	}
	answers_leave_open(job);
}

bool answers_repeat_rows(const struct scan *s, const struct call *backward)
{
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < backward->order; i++) {
		const struct call *made = s->trace->at[i];
		const struct arg *times = times_of(made);
		const struct node *n = times ? suppose_value(s->suppose, times->value) : NULL;

		if (n && made->no_gradients && made->outermost && made->outermost == backward->outermost &&
		    suppose_guard(s->suppose, made->guard) && (n->kind != NODE_INT || n->as.i > 1))
			return true;
	}
	return false;
}
