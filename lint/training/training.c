#include "lint/settings/extract_parts.h"
#include "scan.h"

enum { JOBS_MAX = 64 };

enum effect scan_effect(const struct scan *s, size_t i)
{
	return s->trace->at[i]->row ? s->trace->at[i]->row->effect : EFFECT_NONE;
}

bool scan_no_job(struct scan *s, const struct call *call, const char *why)
{
	if (!s->out->why.n) {
		s->out->why = str_of(why);
		s->out->why_at = call->at;
	}
	return false;
}

/* The conditions of a call, outermost first, as a person would read them. */
static struct str condition_of(struct arena *a, const struct node *guard)
{
	struct str text = {0};

	for (int depth = 0; guard && depth < NODE_EITHER_MAX; depth++, guard = guard->from[0])
		text = text.n ? str_fmt(a, "%.*s and %.*s", STR_ARG(guard->text), STR_ARG(text))
			      : guard->text;
	return text;
}

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

/* Whether there are trainers, and all of them only evaluate. */
static bool evaluates_only(const struct scan *s)
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

void scan_extract(const struct scan *s, uint32_t before, struct training_job *job)
{
	extract_init(&job->extract, s->arena, s->reader->findings, s->reader->versions);
	job->extract.trace = s->trace;
	job->extract.before = before;
	job->extract.open = s->reader->open;
	job->extract.ctx = s->reader->ctx;
	job->extract.suppose = s->suppose;
	job->extract.names = s->names;
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

void scan_framework(const struct scan *s, const struct callable *row, struct training_job *job)
{
	const struct framework *framework = callable_framework(row);

	if (framework && !job_get(&job->job, SETTING_FRAMEWORK)) {
		job->job.set[SETTING_FRAMEWORK] =
		    value_str(str_of(framework->name), ORIGIN_DERIVED,
			      str_fmt(s->arena, "the library of %.*s", STR_ARG(job->call->callee)));
		job->job.set[SETTING_FRAMEWORK].at = job->call->callee_at;
	}
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
	return inner ? inner : model;
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
	origins_add(own, call->self, 0);
	for (size_t i = 0; i < call->args.n; i++) {
		const struct arg *arg = &call->args.at[i];
		enum role role = role_of(call, arg);

		if (role != ROLE_MEASURE)
			origins_add(own, arg->value, 0);
		for (uint32_t k = call->inside;
		     role == ROLE_MODEL && arg->value->kind == NODE_FUNCTION && k < call->order; k++)
			if (scan_effect(s, k) == EFFECT_MODEL)
				origins_add(own, call_made(s->trace->at[k]), 0);
	}
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

	origins_add(&given, given_model(s, call), 0);
	other = own_loop ? loop_modality(s) : trained_modality(s, &given);
	/* A module may train others of its own through a language model that it holds. */
	return other == MODALITY_OTHER || (other == MODALITY_OWN_MODULES && !(own_loop && has_language_model(s, &given)));
}

static bool read_sink(struct scan *s, size_t i, struct training_job *job)
{
	const struct call *call = s->trace->at[i];
	bool used_otherwise;
	uint32_t start = start_of(s, call, &used_otherwise);
	bool own_loop = call->row && call->row->own_loop;
	struct origins own = {.arena = s->arena};
	const struct node *module;

	/* A trainer that only evaluates trains nothing, unless its class has a loop of its own. */
	if (start == UINT32_MAX && used_otherwise && !steps_after(s, i))
		return scan_no_job(s, call, "it evaluates and does not train");
	if (trains_other(s, call, own_loop)) {
		s->other = true;
		return scan_no_job(s, call, "what it trains is no language model");
	}
	job->job.found = JOB_FOUND_SINK;
	job->job.at = span_known(call->callee_at) ? call->callee_at : call->at;
	scan_extract(s, start, job);
	extract_call(&job->extract, call, &job->job);
	job->extract.rows = training_rows(s, call);
	training_row_length(s, call, start, &job->extract);
	module = own_loop ? read_module(s, job) : NULL;
	if (own_loop)
		module_validation(s, call, job);
	trainer_task(s, call, job);
	extract_hints(&job->extract, &job->job, own_loop);
	trainer_blocks(s, call, job);
	own_hints(s, call, job);
	scan_framework(s, call->row, job);
	if (module)
		origins_add(&own, module, 0);
	else
		reach_trained(s, &own, call);
	frozen_weights(s, module ? module : trained(s, call), start, job);
	card_beside(s, &own, start, job);
	if (!own_loop)
		return true;
	module_task(s, call, job);
	card_head(s, &own, job);
	/* Anything that learns is trained so: only a language model makes it a job. */
	if (job_get(&job->job, SETTING_MODEL) || job->extract.unknown[SETTING_MODEL].why.n || has_language_model(s, &own))
		return true;
	return scan_no_job(s, call, "nothing shows that what it trains is a language model");
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

struct in_vain {
	const struct suppose *suppose;
	struct origins of[IN_VAIN_KINDS];
};

struct origins *scan_in_vain(const struct scan *s, enum in_vain_of kind)
{
	struct in_vain *v = s->in_vain;

	if (v->suppose != s->suppose)
		*v = (struct in_vain){.suppose = s->suppose};
	v->of[kind].arena = s->arena;
	return &v->of[kind];
}

void training_find(struct arena *a, const struct trace *trace, const struct training_reader *reader,
	       bool calls_only, struct training_jobs *out)
{
	struct in_vain in_vain = {0};
	struct scan s = {.arena = a, .trace = trace, .reader = reader, .out = out, .names = names_new(a, trace),
			 .in_vain = &in_vain};
	size_t before = out->n;

	for (size_t i = 0; i < trace->n; i++)
		if (scan_effect(&s, i) == EFFECT_SINK && !leaves_settings_out(trace->at[i]))
			take(&s, i, read_sink);
	for (size_t i = 0; i < trace->n && out->n == before; i++)
		if (scan_effect(&s, i) == EFFECT_STEP)
			take(&s, i, loop_read);
	if (calls_only && out->n == before && !s.other && !evaluates_only(&s))
		take_lone_configs(&s);
	if (calls_only && out->n == before && !s.other)
		take_names(&s);
	if (out->n > before)
		take_least_version(&s);
}
