#include "trainer.h"

#include "custom_models.h"
#include "frozen_weights.h"
#include "handwritten_loop.h"
#include "models_on_card.h"
#include "optimizer.h"
#include "row_length.h"
#include "task.h"
#include "training_data.h"
#include "validation.h"

#include "lint/python/python.h"
#include "lint/settings/settings.h"

/* Whether a trainer that takes the rows to train on is given none: what it can do is evaluate. */
static bool lacks_rows(const struct call *sink)
{
	bool takes = false;

	for (size_t i = 0; i < sink->args.n; i++)
		if (str_starts(sink->args.at[i].name, STR("*")))
			return false;
	for (size_t i = 0; sink->row && i < sink->row->nparams; i++) {
		const struct param *param = &sink->row->params[i];
		const struct arg *arg;

		if (param->role != ROLE_DATASET || !str_starts(str_of(param->name), STR("train")))
			continue;
		takes = true;
		arg = call_arg(sink, str_of(param->name), i);
		if (arg && arg->value->kind != NODE_NULL)
			return false;
	}
	return takes;
}

/* When training starts for a sink's object: the order of .train(); UINT32_MAX if it never does. */
static uint32_t start_of(const struct scan *s, const struct call *sink, bool *used_otherwise)
{
	*used_otherwise = lacks_rows(sink);
	for (size_t i = 0; i < s->trace->n; i++) {
		const struct call *call = s->trace->at[i];

		if (!call->self || !node_may_be(call->self, sink->result))
			continue;
		if (scan_effect(s, i) == EFFECT_START)
			return call->order;
		if (str_is(call->method, "evaluate") || str_is(call->method, "predict"))
			*used_otherwise = true;
	}
	return UINT32_MAX;
}

bool trainers_only_evaluate(const struct scan *s)
{
	bool any = false;

	for (size_t i = 0; i < s->trace->n; i++) {
		bool used_otherwise;

		if (scan_effect(s, i) != EFFECT_SINK)
			continue;
		if (start_of(s, s->trace->at[i], &used_otherwise) != UINT32_MAX || !used_otherwise)
			return false;
		any = true;
	}
	return any;
}

/* A trainer whose module is the project's own: the model that the module's optimizer trains. */
static const struct node *read_module(const struct scan *s, struct training_job *job)
{
	const struct node *model = loop_trains(s);

	if (model)
		extract_object(&job->extract, model, &job->job);
	for (size_t i = 0; !model && i < job->call->args.n; i++)
		if (job->call->args.at[i].value->kind == NODE_OBJECT)
			model = extract_inner_model(job->call->args.at[i].value);
	return model;
}

/* What a trainer is given as the model; NULL: nothing that is known. */
static const struct node *given_model(const struct scan *s, const struct call *call)
{
	const struct node *model = NULL;
	const struct arg *arg;

	for (size_t from = 0; call->row && !model && (arg = call_role_arg(call, call->row, ROLE_MODEL, &from));)
		model = suppose_value(s->suppose, arg->value);
	/* model.fit(…): the model itself. */
	return model || !loop_is_model(call->self) ? model : call->self;
}

/* The model that a trainer is given, or the one in a module that it is given. */
static const struct node *trained(const struct scan *s, const struct call *call)
{
	const struct node *model = given_model(s, call), *inner;

	if (!model || model->kind != NODE_OBJECT)
		return NULL;
	inner = loop_is_model(model) ? NULL : extract_inner_model(model);
	/* Of one that is made in two ways the module around it says whose weights are switched. */
	return inner && inner->kind == NODE_OBJECT ? inner : model;
}

/* The role of an argument of a trainer; ROLE_NONE: of none that its row names. */
static enum role role_of(const struct call *call, const struct arg *arg)
{
	for (size_t k = 0; call->row && k < call->row->nparams; k++)
		if (call_arg(call, str_of(call->row->params[k].name), k) == arg)
			return call->row->params[k].role;
	return ROLE_NONE;
}

/* What belongs to the model that a trainer is given, or that a function makes which it is given (model_init). */
static void reach_trained(const struct scan *s, struct origins *own, const struct call *call)
{
	bool given = false;

	for (size_t i = 0; i < call->args.n; i++) {
		const struct arg *arg = &call->args.at[i];
		enum role role = role_of(call, arg);

		given |= role == ROLE_MODEL && arg->value->kind != NODE_NULL;
		if (role != ROLE_MEASURE)
			origins_add(own, arg->value);
		for (uint32_t k = call->inside;
		     role == ROLE_MODEL && arg->value->kind == NODE_FUNCTION && k < call->order; k++)
			if (scan_effect(s, k) == EFFECT_MODEL)
				origins_add(own, call_made(s->trace->at[k]));
	}
	/* A trainer of the repository's own that is given its model may hold a reference beside it. */
	if (!given)
		origins_add(own, call->self);
}

/* Whether gradients are computed by hand behind a call. */
static bool steps_after(const struct scan *s, size_t i)
{
	while (++i < s->trace->n)
		if (scan_effect(s, i) == EFFECT_STEP)
			return true;
	return false;
}

/* Whether a trainer is given what is no language model. */
static bool trains_other(const struct scan *s, const struct call *call, bool own_loop)
{
	struct origins given = {.arena = s->arena};
	enum modality other;

	origins_add(&given, given_model(s, call));
	other = own_loop ? loop_modality(s) : trained_modality(s, &given);
	/* A module may train others of its own through a language model that it holds. */
	return other == MODALITY_OTHER || (other == MODALITY_CUSTOM && !(own_loop && has_language_model(s, &given)));
}

/* The object that a trainer takes its settings from; NULL: it is given none. */
static const struct node *settings_of(const struct scan *s, const struct call *call)
{
	const struct arg *arg;
	size_t from = 0;

	if (!call->row || !(arg = call_role_arg(call, call->row, ROLE_ARGS, &from)))
		return NULL;
	return suppose_value(s->suppose, arg->value);
}

/*
 * Processes that share each row, where a trainer of the repository's own has them do so: its arguments have a field for it
 * that no library reads, and the file of its class reads that and makes the groups (ProLong's trainer.py and its copies).
 */
static void read_row_groups(const struct scan *s, const struct call *call, struct training_job *job)
{
	static const char *const names[] = {"seq_parallel_size", "sequence_parallel_size", "seq_parallel_degree", "sequence_parallel_degree",
					    "ulysses_size",	 "ulysses_degree",	   "sp_size",		  "context_parallel_size"};
	static const struct keyrow row = {.setting = SETTING_CONTEXT_PARALLEL, .convert = CONVERT_PLAIN};
	const struct node *args = settings_of(s, call), *trainer = call->result;

	if (job_get(&job->job, SETTING_CONTEXT_PARALLEL) || !args || args->kind != NODE_OBJECT || !trainer ||
	    !(py_object_file_calls(trainer, STR("new_subgroups")) || py_object_file_calls(trainer, STR("new_group")) ||
	      py_object_file_calls(trainer, STR("init_device_mesh"))))
		return;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		const struct node *size = node_get(args, str_of(names[i]));
		struct converted c;

		size = size ? suppose_value(s->suppose, size) : NULL;
		if (!size || size->kind != NODE_INT || size->as.i < 2 || !py_object_file_names(trainer, str_of(names[i])))
			continue;
		c = convert_node(s->arena, &row, size);
		if (c.result != CONVERT_OK)
			continue;
		job->job.set[SETTING_CONTEXT_PARALLEL] = c.value;
		return;
	}
}

/*
 * How long prompts and answers are, and how many answers there are, where a trainer of the repository's own learns from
 * rewards: copies of TRL's GRPOTrainer have fields of its names beside those of a library's arguments, and their file reads them.
 */
static void read_answers(const struct scan *s, const struct call *call, struct training_job *job)
{
	static const struct keyrow rows[] = {
	    KEY("max_prompt_length", MAX_PROMPT_LENGTH),
	    KEY("max_completion_length", MAX_COMPLETION_LENGTH),
	    KEY("num_generations", NUM_GENERATIONS),
	};
	const struct node *args = settings_of(s, call);

	if (!job_generates(&job->job) || !args || args->kind != NODE_OBJECT || !call->result)
		return;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct node *n = node_get(args, str_of(rows[i].key));
		struct converted c = {.result = CONVERT_NOTHING};

		n = n ? suppose_value(s->suppose, n) : NULL;
		if (n && n->kind == NODE_INT && !job_get(&job->job, rows[i].setting) && py_object_file_names(call->result, str_of(rows[i].key)))
			c = convert_node(s->arena, &rows[i], n);
		if (c.result == CONVERT_OK)
			job->job.set[rows[i].setting] = c.value;
	}
	job->extract.answers = job_get(&job->job, SETTING_MAX_PROMPT_LENGTH) && job_get(&job->job, SETTING_MAX_COMPLETION_LENGTH);
}

/* Whether the steps of a module compute what its layers gave again in backward, as its own code says. */
static void read_recomputation(const struct scan *s, const struct call *fit, struct training_job *job)
{
	struct value *recompute = &job->job.set[SETTING_GRADIENT_CHECKPOINTING];
	struct extract_unknown *unknown = &job->extract.unknown[SETTING_GRADIENT_CHECKPOINTING];

	for (uint32_t i = fit->inside; i < fit->order && recompute->type == VALUE_ABSENT && !unknown->why.n; i++) {
		const struct call *call = s->trace->at[i];

		if (!layer_recomputes(call->callee) || call->no_gradients)
			continue;
		if (call->guard && call->guard != fit->guard) {
			*unknown = (struct extract_unknown){.why = str_fmt(s->arena, "it hangs on %.*s", STR_ARG(call->guard->text)), .at = call->at};
			return;
		}
		*recompute = value_str(STR("true"), ORIGIN_DERIVED, STR("what the model's own code does"));
		recompute->at = call->at;
	}
}

bool trainer_read(struct scan *s, size_t i, struct training_job *job)
{
	const struct call *call = s->trace->at[i];
	bool used_otherwise;
	uint32_t start = start_of(s, call, &used_otherwise);
	bool own_loop = call->row && call->row->own_loop;
	struct origins own = {.arena = s->arena};
	const struct node *module;

	/* A trainer that only evaluates trains nothing, unless its class has a loop of its own. */
	if (start == UINT32_MAX && used_otherwise && !steps_after(s, i))
		return scan_no_job(s, call, "it " TRAINING_EVALUATES);
	if (trains_other(s, call, own_loop)) {
		s->other = true;
		return scan_no_job(s, call, "what it trains is no language model");
	}
	job->job.found = JOB_FOUND_SINK;
	job->job.at = span_known(call->callee_at) ? call->callee_at : call->at;
	scan_extract(s, start, job);
	if (call->row && call->row->no_job && extract_call_is(&job->extract, call, call->row->no_job_when)) {
		s->out->why_of_anything |= !s->out->why.n && call->row->of_anything;
		s->out->why_known |= !s->out->why.n;
		return scan_no_job(s, call, call->row->no_job);
	}
	extract_call(&job->extract, call, &job->job);
	given_optimizer(s, call, job);
	read_row_groups(s, call, job);
	job->extract.rows = training_rows(s, call);
	training_row_length(s, call, start, &job->extract);
	module = own_loop ? read_module(s, job) : NULL;
	if (own_loop)
		module_validation(s, call, job);
	trainer_task(s, call, job);
	read_answers(s, call, job);
	extract_hints(&job->extract, &job->job, own_loop);
	trainer_blocks(s, call, job);
	custom_model_hints(s, call, job);
	scan_framework(s, call->row, job);
	if (module)
		origins_add(&own, module);
	else
		reach_trained(s, &own, call);
	frozen_weights(s, module ? module : trained(s, call), start, job);
	card_beside(s, &own, start, job);
	card_held(s, call_made(call), start, job);
	if (!own_loop && start < s->trace->n) {
		trainer_loss(s, s->trace->at[start], job);
		/* What a step tokenizes before it has answers written are the prompts. */
		if (!job->extract.answers)
			step_row_length(s, s->trace->at[start], job);
	}
	padded_rows(s, call, job);
	if (!own_loop)
		return true;
	read_recomputation(s, call, job);
	module_task(s, call, job);
	loop_blocks(s, call, job);
	card_head(s, &own, job);
	padded_rows(s, call, job);
	/* Anything that learns is trained so: only a language model makes it a job. */
	if (job_get(&job->job, SETTING_MODEL) || job->extract.unknown[SETTING_MODEL].why.n || has_language_model(s, &own))
		return true;
	return scan_no_job(s, call, "nothing shows that what it trains is a language model");
}
