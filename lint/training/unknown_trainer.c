#include "unknown_trainer.h"

#include "modality.h"
#include "task_words.h"

#include "lint/settings/settings.h"

/* Whether an object that a call made is told to train later. */
static bool is_started(const struct scan *s, const struct call *made)
{
	static const char *const words[] = {"train", "fit", "learn", "run"};

	for (size_t i = 0; i < s->trace->n; i++) {
		const struct call *call = s->trace->at[i];

		if (!call->self || call->order < made->order || !node_may_be(call->self, made->result))
			continue;
		for (size_t k = 0; k < sizeof(words) / sizeof(*words); k++)
			if (str_is(call->method, words[k]))
				return true;
	}
	return false;
}

/* Whether a call is made as those of transformers and TRL are: it names a method of training, or is given their keywords. */
static bool goes_by_pattern(const struct call *call)
{
	static const char *const keywords[] = {"args", "training_args", "train_dataset", "peft_config", "processing_class"};

	if (task_of_name(str_tail(call->callee, '.')))
		return true;
	for (size_t k = 0; k < sizeof(keywords) / sizeof(*keywords); k++)
		if (call_arg(call, str_of(keywords[k]), SIZE_MAX))
			return true;
	return false;
}

bool unknown_trainer_is(const struct scan *s, size_t i)
{
	const struct call *call = s->trace->at[i];

	return !call_row(call) && !call->self && str_ends(str_tail(call->callee, '.'), STR("Trainer")) &&
	       str_chr(call->callee, '.', 0) != SIZE_MAX && call->result && goes_by_pattern(call) && is_started(s, call);
}

/* Whether a trainer is given what a library loads as a model of language, whichever that is. */
static bool is_given_language(const struct scan *s, const struct call *call)
{
	struct origins given = {.arena = s->arena};
	const struct arg *arg;

	for (size_t from = 0; (arg = call_role_arg(call, call->row, ROLE_MODEL, &from));)
		origins_add(&given, suppose_value(s->suppose, arg->value));
	return has_language_model(s, &given) && trained_modality(s, &given) == MODALITY_LANGUAGE;
}

bool unknown_trainer_read(struct scan *s, size_t i, struct training_job *job)
{
	struct call *call = arena_new(s->arena, struct call);
	const char *task = task_of_name(str_tail(s->trace->at[i]->callee, '.'));
	const struct value *model;
	const struct model *shape;

	*call = *s->trace->at[i];
	call->row = callable_find(STR("unknown_trainers.Trainer"));
	scan_extract(s, UINT32_MAX, job);
	extract_call(&job->extract, call, &job->job);
	model = job_get(&job->job, SETTING_MODEL);
	/* Anything that learns is trained by a Trainer: only a language model makes it a job. */
	shape = model && model->type == VALUE_STR ? model_find(model->as.s) : NULL;
	if (shape ? !shape->vocab : !is_given_language(s, call))
		return false;
	job->job.found = JOB_FOUND_FLAGS;
	job->job.at = span_known(call->callee_at) ? call->callee_at : call->at;
	job->job.set[SETTING_FRAMEWORK] =
		value_str(str_cut(call->callee, '.').head, ORIGIN_DERIVED, STR("the library of a trainer that is not known"));
	job->job.set[SETTING_FRAMEWORK].at = job->job.at;
	if (task && !job_get(&job->job, SETTING_TASK)) {
		job->job.set[SETTING_TASK] = value_str(str_of(task), ORIGIN_DERIVED,
						       str_fmt(s->arena, "the name %.*s", STR_ARG(str_tail(call->callee, '.'))));
		job->job.set[SETTING_TASK].at = job->job.at;
	}
	return true;
}
