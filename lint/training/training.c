#include "training.h"

#include "condition_cases.h"
#include "handwritten_loop.h"
#include "optimizer.h"
#include "set_by_hand.h"
#include "trainer.h"
#include "task_words.h"
#include "unknown_trainer.h"

enum { JOBS_MAX = 64 };

/* The conditions of a call, outermost first, as a person would read them. */
static struct str condition_of(struct arena *a, const struct node *guard)
{
	struct str text = {0};

	for (int depth = 0; guard && depth < NODE_EITHER_MAX; depth++, guard = guard->from[0])
		text = text.n ? str_fmt(a, "%.*s and %.*s", STR_ARG(guard->text), STR_ARG(text))
			      : guard->text;
	return text;
}

/* Keeps a job unless the same call gave the same job before (a loop's second round). */
static void keep(struct scan *s, const struct training_job *job)
{
	for (size_t i = 0; i < s->out->n; i++) {
		const struct training_job *other = &s->out->at[i];

		if (other->call->at.file == job->call->at.file &&
		    other->call->at.off == job->call->at.off && training_same(other, job))
			return;
	}
	if (s->out->n < JOBS_MAX)
		*vec_push(s->arena, s->out) = *job;
}

/* Whether an object is handed to a call that no row knows: a trainer of somebody else's, perhaps. */
static bool handed_on(const struct scan *s, const struct node *object)
{
	for (size_t i = 0; object && object->kind == NODE_OBJECT && i < s->trace->n; i++) {
		struct origins r = {.arena = s->arena};

		if (s->trace->at[i]->row)
			continue;
		origins_add_call(&r, s->trace->at[i]);
		if (s->trace->at[i]->self != object && origins_have(&r, object))
			return true;
	}
	return false;
}

/*
 * A configuration object by itself: certain to be about training, but not that it is used. One that
 * goes nowhere is a leftover, as in scripts that only evaluate.
 */
static bool read_lone_config(struct scan *s, size_t i, struct training_job *job)
{
	const struct call *call = s->trace->at[i];

	scan_extract(s, UINT32_MAX, job);
	extract_call(&job->extract, call, &job->job);
	if (!job_get(&job->job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE))
		return false;
	job->job.found = JOB_FOUND_CALL;
	job->job.at = span_known(call->callee_at) ? call->callee_at : call->at;
	job->extract.mode = EXTRACT_UNDER;
	for (size_t k = 0; k < s->trace->n; k++)
		if (scan_effect(s, k) == EFFECT_MODEL || scan_effect(s, k) == EFFECT_WRAP)
			extract_object(&job->extract, call_made(s->trace->at[k]), &job->job);
	job->extract.mode = EXTRACT_OVER;
	if (!job_get(&job->job, SETTING_MODEL))
		return false;
	scan_framework(s, call->row, job);
	return true;
}

static void take(struct scan *s, size_t i, job_reader *read)
{
	const struct call *call = s->trace->at[i];
	struct training_job job = {.call = call, .condition = condition_of(s->arena, call->guard)};

	if (condition_cases(s, i, read, &job))
		keep(s, &job);
	s->suppose = NULL;
}

static void take_lone_configs(struct scan *s)
{
	for (size_t i = 0; i < s->trace->n; i++)
		if (s->trace->at[i]->row && s->trace->at[i]->row->map &&
		    scan_effect(s, i) == EFFECT_NONE && handed_on(s, s->trace->at[i]->result))
			take(s, i, read_lone_config);
}

/* Whether a library that no row knows is told to train. */
static bool trains_somehow(const struct trace *trace)
{
	static const char *const words[] = {"train", "fit", "finetune", "fine_tune", "pretrain"};

	for (size_t i = 0; i < trace->n; i++) {
		const struct call *call = trace->at[i];
		const struct call *made = call->self ? call->self->made : NULL;

		for (size_t k = 0; k < sizeof(words) / sizeof(*words); k++)
			if (made && str_is(call->method, words[k]) && !callable_find(made->callee))
				return true;
	}
	return false;
}

/* Constants under a project's own names, where an engine that nobody knows does the training. */
static void take_names(struct scan *s)
{
	struct call *place = arena_new(s->arena, struct call);
	struct training_job job = {.call = place};
	const struct value *model;

	if (!s->trace->globals || !trains_somehow(s->trace))
		return;
	scan_extract(s, UINT32_MAX, &job);
	extract_names(&job.extract, s->trace->globals, &job.job);
	model = job_get(&job.job, SETTING_MODEL);
	/* BATCH_SIZE and the like stand in any program that learns: only a language model tells. */
	if (!model || !model_find(model->as.s) ||
	    !job_get(&job.job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE))
		return;
	place->at = place->callee_at = model->at;
	job.job.found = JOB_FOUND_CALL;
	job.job.at = model->at;
	keep(s, &job);
}

/*
 * check_min_version("4.29.0.dev0") in a script that trains: it was written against that version, and the
 * newest of today is none that it was ever run with. A requirement with an upper end knows it better.
 */
static void take_least_version(const struct scan *s)
{
	for (size_t i = 0; i < s->trace->n; i++) {
		const struct call *call = s->trace->at[i];
		const struct node *n = call->args.n ? call->args.at[0].value : NULL;
		struct version v = {.at = call->at};
		const struct version *known;

		if (scan_effect(s, i) != EFFECT_AT_LEAST || !n || n->kind != NODE_STR)
			continue;
		v.package = str_of(call->row->arg);
		known = versions_find(s->reader->versions, v.package);
		v.version = n->text;
		if (str_ends(v.version, STR(".dev0")))
			v.version = str_sub(v.version, 0, str_rchr(v.version, '.'));
		if (known && known->open && version_cmp(v.version, known->least) < 0)
			v.version = known->least;
		if (!known || known->open || (!known->stated && version_cmp(known->version, v.version) < 0))
			versions_set(s->reader->versions, v);
	}
}

/* Whether a call trains by its only argument, the settings, and is not given them: by the command line's flags. */
static bool leaves_settings_out(const struct call *call)
{
	return call->row->nparams == 1 && call->row->params[0].role == ROLE_ARGS && !call->args.n;
}

/* Whether a call that trains only by what another one made, as its row says, is not given that. */
static bool lacks_given(const struct scan *s, const struct call *call)
{
	struct origins given = {.arena = s->arena};

	if (!call->row->given)
		return false;
	for (size_t i = 0; i < call->args.n; i++)
		origins_add(&given, call->args.at[i].value);
	for (size_t i = 0; i < given.n; i++)
		if (given.at[i]->made && str_among(given.at[i]->made->method, str_of(call->row->given)))
			return false;
	return true;
}

enum { ROUNDS_MAX = 4 };

/*
 * Whether a step is that of a further round of a loop, in which nothing was made anew since the rounds that were looked
 * at: forty backward passes that add up are one job, and a round or two show what changes from one to the next.
 */
static bool is_further_round(const struct scan *s, size_t i)
{
	const struct call *step = s->trace->at[i];
	size_t rounds = 0;

	for (size_t k = i; k > 0 && rounds < ROUNDS_MAX; k--) {
		const struct call *call = s->trace->at[k - 1];
		enum effect effect = scan_effect(s, k - 1);

		if (call->outermost != step->outermost || effect == EFFECT_MODEL || effect == EFFECT_WRAP ||
		    effect == EFFECT_OPTIMIZER || effect == EFFECT_LOOP)
			return false;
		rounds += effect == EFFECT_STEP && call->at.file == step->at.file && call->at.off == step->at.off &&
			  call->guard == step->guard;
	}
	return rounds == ROUNDS_MAX;
}

/*
 * The first loop that is a job, and those of which the optimizer was made after that one had trained: a function that
 * trains, called for one model after the other. Other backward passes are the critic's, the discriminator's.
 */
static void take_loops(struct scan *s)
{
	size_t before = s->out->n, taken = SIZE_MAX;

	for (size_t i = 0; i < s->trace->n; i++) {
		size_t optimizer;

		if (scan_effect(s, i) != EFFECT_STEP || !takes_training_step(s, i) || is_further_round(s, i))
			continue;
		optimizer = loop_optimizer(s, s->trace->at[i]->order);
		if (s->out->n > before && optimizer == taken)
			continue;
		take(s, i, loop_read);
		if (s->out->n > before)
			taken = optimizer;
	}
}

void training_find(struct arena *a, const struct trace *trace, const struct training_reader *reader,
	       bool calls_only, struct training_jobs *out)
{
	struct in_vain in_vain = {0};
	struct learned learned = {0};
	struct call_index index = {0};
	struct scan s = {.arena = a, .trace = trace, .reader = reader, .out = out, .names = names_new(a, trace),
			 .in_vain = &in_vain, .learned = &learned, .index = &index};
	size_t before = out->n;

	for (size_t i = 0; i < trace->n; i++)
		if (scan_effect(&s, i) == EFFECT_SINK && !leaves_settings_out(trace->at[i]) && !lacks_given(&s, trace->at[i]))
			take(&s, i, trainer_read);
	/* What a row says of what trains holds for the steps that it takes. */
	if (out->n == before && !out->why_known)
		take_loops(&s);
	for (size_t i = 0; i < trace->n && out->n == before && !out->why_known; i++)
		if (unknown_trainer_is(&s, i))
			take(&s, i, unknown_trainer_read);
	if (calls_only && out->n == before && !s.other && !out->why_known && !trainers_only_evaluate(&s))
		take_lone_configs(&s);
	if (calls_only && out->n == before && !s.other)
		take_names(&s);
	if (out->n > before)
		take_least_version(&s);
}

const char *training_task_of_name(struct str name)
{
	return task_of_name(name);
}
