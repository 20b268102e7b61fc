/*
 * Evaluations inside hand-written loops: passes of the trained model over rows that no step learns from.
 * Those of a trainer over a module of the project's own: the loader that its validation steps are given.
 */
#include "validation.h"

#include "custom_models.h"
#include "handwritten_loop.h"

#include "core/base/base.h"

/* Passes that are looked at before it is given up. */
enum { TRIED_MAX = 16 };

/* The first loader among what something was computed from; NULL: none is. */
static const struct call *loader_of(const struct scan *s, const struct origins *from)
{
	for (size_t i = 0; i < s->trace->n; i++)
		if (makes_loader(s, i) && s->trace->at[i]->result && origins_have(from, s->trace->at[i]->result) &&
		    suppose_guard(s->suppose, s->trace->at[i]->guard))
			return s->trace->at[i];
	return NULL;
}

static void set_evaluation(const struct scan *s, struct span at, const struct call *loader, const char *how,
			   struct training_job *job)
{
	struct training_job rows = {0};
	const struct value *batch;

	scan_extract(s, UINT32_MAX, &rows);
	extract_call(&rows.extract, loader, &rows.job);
	batch = job_get(&rows.job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE);
	job->job.set[SETTING_EVALUATION] = value_bool(true, ORIGIN_DERIVED, str_of(how));
	job->job.set[SETTING_EVALUATION].at = at;
	if (batch)
		job->job.set[SETTING_PER_DEVICE_EVAL_BATCH_SIZE] = *batch;
	else
		job->extract.unknown[SETTING_PER_DEVICE_EVAL_BATCH_SIZE] = (struct extract_unknown){
		    .why = STR("the size of the evaluation's batches is not known"), .at = loader->at};
}

/* Whether the trained model was told to evaluate when a pass ran: model.eval(), no train() since. */
static bool in_evaluation(const struct scan *s, size_t pass, const struct call *backward, const struct origins *own)
{
	for (size_t i = pass; i > 0; i--) {
		const struct call *call = s->trace->at[i - 1];

		if (call->order < backward->order && call->outermost != backward->outermost)
			return false;
		if (str_is(call->method, "train") && origins_have(own, call->self))
			return false;
		if (str_is(call->method, "eval") && origins_have(own, call->self))
			return true;
	}
	return false;
}

/* Whether the loop lets the trained model write: what it sees then is its own. */
static bool writes(const struct scan *s, const struct call *backward)
{
	for (size_t i = 0; i < s->trace->n; i++)
		if (str_is(s->trace->at[i]->method, "generate") && s->trace->at[i]->order < backward->order &&
		    s->trace->at[i]->outermost == backward->outermost)
			return true;
	return false;
}

static void set_shown(const struct scan *s, const struct call *pass, struct training_job *job)
{
	struct value *batch = &job->job.set[SETTING_PER_DEVICE_EVAL_BATCH_SIZE];
	const struct node *rows = shown_rows(s, pass);

	job->job.set[SETTING_EVALUATION] = value_bool(
	    true, ORIGIN_DERIVED, STR("the loop has the model evaluate, and shows it rows that it does not learn from"));
	job->job.set[SETTING_EVALUATION].at = pass->at;
	if (!rows || rows->as.i <= 0)
		return;
	*batch = value_int(rows->as.i, ORIGIN_DERIVED, STR("the sizes of what the model is shown in evaluation"));
	batch->at = rows->at;
}

/* A function of that name which runs in the loop shows the model other rows, it may be: not seen is not none. */
static void doubt(const struct scan *s, const struct call *backward, struct training_job *job)
{
	for (size_t i = 0; i < s->trace->functions.n; i++) {
		const struct ran *ran = &s->trace->functions.at[i];

		if (ran->order <= backward->order || (!str_has_nocase(ran->name, STR("evaluat")) &&
						      !str_has_nocase(ran->name, STR("validat")) &&
						      !str_starts(ran->name, STR("eval_"))))
			continue;
		job->extract.unknown[SETTING_EVALUATION] = (struct extract_unknown){
		    .why = str_fmt(s->arena, "what %.*s() shows the model is not seen", STR_ARG(ran->name)),
		    .at = backward->at};
		return;
	}
}

/* Whether a call shows the model rows: a pass, or texts that it writes and no step learns from. */
static bool shows(const struct call *call, const struct training_job *job)
{
	return loop_runs(call) ||
	       (str_is(call->method, "generate") && !job_get(&job->job, SETTING_ROLLOUT_ENGINE));
}

void loop_validation(const struct scan *s, const struct call *backward, const struct origins *own,
		     struct training_job *job)
{
	const struct origins *learned = loop_learned(s, backward);
	bool known, written = writes(s, backward);
	const struct call *evaluated = NULL;
	size_t tried = 0;

	known = loader_of(s, learned) != NULL;
	if (job_get(&job->job, SETTING_EVALUATION))
		return;
	for (size_t i = 0; i < s->trace->n && tried < TRIED_MAX; i++) {
		const struct call *pass = s->trace->at[i], *loader;
		struct origins shown = {.arena = s->arena, .computed = true};

		if (!shows(pass, job) || !origins_have(own, pass->self) ||
		    origins_have(learned, pass->result) || !suppose_guard(s->suppose, pass->guard) ||
		    (pass->order < backward->order && pass->outermost != backward->outermost))
			continue;
		tried++;
		for (size_t k = 0; known && k < pass->args.n; k++)
			origins_add(&shown, pass->args.at[k].value);
		loader = known ? loader_of(s, &shown) : NULL;
		if (loader && !origins_have(learned, loader->result)) {
			set_evaluation(s, pass->at, loader,
				       "the loop shows the model rows that it does not learn from", job);
			return;
		}
		/* What it writes now and then for people to read is no evaluation. */
		if (!evaluated && !written && loop_runs(pass) && in_evaluation(s, i, backward, own))
			evaluated = pass;
	}
	if (evaluated)
		set_shown(s, evaluated, job);
	else
		doubt(s, backward, job);
}

void loop_validation_rows(struct training_job *job)
{
	const struct value *trained = job_get(&job->job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE);
	struct value *batch = &job->job.set[SETTING_PER_DEVICE_EVAL_BATCH_SIZE];

	if (!job_bool(&job->job, SETTING_EVALUATION, false) || batch->type != VALUE_ABSENT || !trained ||
	    job->extract.unknown[SETTING_PER_DEVICE_EVAL_BATCH_SIZE].why.n)
		return;
	*batch = *trained;
	batch->origin = ORIGIN_ASSUMED;
	batch->alternative = NULL;
	batch->how = STR("as in training: what the loop shows the model in evaluation could not be counted");
}

/* ---- a trainer's module ---- */

/* Where the loaders of validation are made, in numbers of calls: from one of its hooks on to the next. */
struct stretch {
	uint32_t from, to;
};

static struct stretch validation_loaders(const struct scan *s, const struct call *fit)
{
	struct stretch out = {UINT32_MAX, fit->order};

	for (size_t i = 0; i < s->trace->functions.n; i++) {
		const struct ran *ran = &s->trace->functions.at[i];

		if (ran->order < fit->inside || ran->order > fit->order)
			continue;
		if (out.from != UINT32_MAX && str_among(ran->name, str_of(fit->row->hooks))) {
			out.to = ran->order;
			break;
		}
		if (str_is(ran->name, "val_dataloader"))
			out.from = ran->order;
	}
	return out;
}

static bool validates(const struct scan *s, const struct call *fit)
{
	for (size_t i = 0; i < s->trace->functions.n; i++)
		if (str_is(s->trace->functions.at[i].name, "validation_step") &&
		    s->trace->functions.at[i].order >= fit->inside)
			return true;
	return false;
}

/* The loader that the module's validation is given: as an argument, or by the hook that makes it. */
static const struct call *validation_loader(const struct scan *s, const struct call *fit, struct stretch hook)
{
	const struct arg *arg = call_arg(fit, STR("val_dataloaders"), 2);
	struct origins given = {.arena = s->arena};

	if (arg)
		origins_add(&given, arg->value);
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < fit->order; i++) {
		const struct call *call = s->trace->at[i];

		if (makes_loader(s, i) && suppose_guard(s->suppose, call->guard) &&
		    ((call->result && origins_have(&given, call->result)) ||
		     (call->order >= hook.from && call->order < hook.to)))
			return call;
	}
	return NULL;
}

void module_validation(const struct scan *s, const struct call *fit, struct training_job *job)
{
	struct stretch hook = validation_loaders(s, fit);
	const struct call *loader = validation_loader(s, fit, hook);
	enum rows *rows;

	if (!loader)
		return;
	if (validates(s, fit) && !job_get(&job->job, SETTING_EVALUATION))
		set_evaluation(s, loader->at, loader, "the module's validation steps are given rows of a loader",
			       job);
	/* What validation is given is none of the rows that are trained on. */
	rows = arena_news(s->arena, enum rows, s->trace->n + 1);
	for (size_t i = 0; i < s->trace->n; i++)
		rows[i] = job->extract.rows ? job->extract.rows[i] : ROWS_UNKNOWN;
	rows[loader->order] = ROWS_OTHER;
	job->extract.rows = rows;
}
