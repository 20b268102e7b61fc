/*
 * Hand-written loops: what their optimizer trains, how many rows at once, and how often it steps.
 */
#include "handwritten_loop.h"

#include "batch_source.h"
#include "custom_lora.h"
#include "custom_models.h"
#include "frozen_weights.h"
#include "micro_batch.h"
#include "models_on_card.h"
#include "optimizer.h"
#include "rollout.h"
#include "row_length.h"
#include "set_by_hand.h"
#include "task.h"
#include "validation.h"

#include "lint/model/custom/language_model.h"
#include "lint/python/python.h"
#include "lint/settings/settings.h"

/*
 * A loop that trains modules of its own through a language model that stays frozen: the last one that
 * was put on the GPU. Gradients flow through it, but none are kept for it.
 */
static const struct node *take_frozen(struct scan *s, size_t step, struct training_job *job)
{
	struct value none = value_str(STR("none"), ORIGIN_DERIVED,
				      STR("the optimizer has other parameters than the model's"));

	for (size_t i = step; i > 0; i--) {
		const struct call *call = s->trace->at[i - 1];

		if (scan_effect(s, i - 1) != EFFECT_MODEL || call->row->other || !call_made(call) ||
		    !card_holds(s, call, s->trace->at[step]->order))
			continue;
		scan_extract(s, s->trace->at[step]->order, job);
		if (!extract_object(&job->extract, call_made(call), &job->job) ||
		    !job_get(&job->job, SETTING_MODEL))
			continue;
		none.at = call->at;
		job->job.set[SETTING_TRAINABLE] = none;
		return call_made(call);
	}
	return NULL;
}

/*
 * Whether a model was made before a call that trains for itself alone, and is no part of a language model: a
 * diffusion model is what trains where a text encoder is at hand as well.
 */
static bool any_other(const struct scan *s, uint32_t before)
{
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < before; i++)
		if (s->trace->at[i]->row && s->trace->at[i]->row->other && scan_effect(s, i) == EFFECT_NONE)
			return true;
	return false;
}

bool loop_is_model(const struct node *n)
{
	const struct callable *row =
	    n && n->kind == NODE_OBJECT && n->made ? call_row(n->made) : NULL;

	return row && (row->effect == EFFECT_MODEL || row->effect == EFFECT_WRAP);
}

bool loop_runs(const struct call *call)
{
	return str_is(call->method, "__call__") || str_is(call->method, "forward");
}

/* encoder.encode(texts): numbers, of which no gradients are recorded. */
static bool encodes(const struct call *call)
{
	return str_is(call->method, "encode");
}

/* The model of which something is called: model(ids), model.model(ids). */
static const struct node *called_model(const struct call *call)
{
	const struct node *n = call->self;

	for (int depth = 0; n && n->kind == NODE_UNKNOWN && n->made && depth < NODE_DEPTH_MAX;
	     depth++)
		n = n->from[0];
	return n;
}

bool loop_passes(const struct call *call)
{
	const struct node *n = called_model(call);

	return loop_is_model(n) && (n != call->self || loop_runs(call) || encodes(call) || extract_names_body(call->method));
}

/* Whether the model of a pass is one of language that lies on the card. */
static bool passes_on_card(const struct scan *s, const struct call *pass, uint32_t before)
{
	const struct node *model = called_model(pass);

	for (int depth = 0; model && depth < NODE_DEPTH_MAX && call_row(model->made)->effect == EFFECT_WRAP && loop_is_model(model->from[0]); depth++)
		model = model->from[0];
	return model && !call_row(model->made)->other && card_holds(s, model->made, before);
}

/** What a loop trains on that has models around it. */
enum learns_from {
	LEARNS_FROM_MODEL,
	/** On what a model computed before: the memory that it needs is that of inference, if it is there still. */
	LEARNS_FROM_BEFORE,
	/** The same, which the model computes in the loop. */
	LEARNS_FROM_FROZEN,
};

/*
 * Whether a loop trains something of its own on what a model computes: models ran, but none in the loop, or none there of
 * which gradients are recorded.
 */
static enum learns_from learns_from(const struct scan *s, size_t step)
{
	uint32_t loop = s->trace->at[step]->outermost;
	enum learns_from from = LEARNS_FROM_MODEL;

	for (size_t i = 0; loop && i < s->trace->n; i++) {
		bool inside = s->trace->at[i]->outermost == loop;

		if (!loop_passes(s->trace->at[i]))
			continue;
		if (inside && !s->trace->at[i]->no_gradients && !encodes(s->trace->at[i]))
			return LEARNS_FROM_MODEL;
		if (i < step && inside && !encodes(s->trace->at[i]) && passes_on_card(s, s->trace->at[i], s->trace->at[step]->order))
			from = LEARNS_FROM_FROZEN;
		else if (i < step && from == LEARNS_FROM_MODEL)
			from = LEARNS_FROM_BEFORE;
	}
	return from;
}

static bool is_under(const struct call *call, const struct node *guard)
{
	for (const struct node *g = call->guard; g; g = g->from[0])
		if (g == guard)
			return true;
	return false;
}

/* The n of a call that happens at every n-th time that another does; NULL if no condition says so. */
static const struct node *every(const struct call *call, const struct call *other)
{
	for (const struct node *g = call->guard; g && !is_under(other, g); g = g->from[0])
		if (g->as.condition.every)
			return g->as.condition.every;
	return NULL;
}

const struct node *loop_loss(const struct call *backward)
{
	const struct node *loss = backward->args.n && (!backward->args.at[0].name.n || str_is(backward->args.at[0].name, "outputs"))
				      ? backward->args.at[0].value
				      : backward->self;

	if (loss && loss->kind == NODE_OBJECT && loss->made &&
	    str_is(loss->made->method, "scale") && loss->made->args.n)
		loss = loss->made->args.at[0].value;
	return loss;
}

const struct origins *loop_learned(const struct scan *s, const struct call *backward)
{
	struct learned *kept = s->learned;

	if (kept->by != backward) {
		kept->from = (struct origins){.arena = s->arena, .computed = true};
		origins_add(&kept->from, loop_loss(backward));
		kept->by = backward;
	}
	return &kept->from;
}

/* How often backward() runs before a step, where the loop over the micro batches is one of known rounds. */
static int64_t rounds_before(const struct scan *s, size_t backward, const struct call *step)
{
	const struct call *call = s->trace->at[backward];
	int64_t n = 0;

	for (size_t i = backward; i < s->trace->n && s->trace->at[i] != step; i++) {
		const struct call *other = s->trace->at[i];

		n += other->at.file == call->at.file && other->at.off == call->at.off &&
		     other->guard == call->guard;
	}
	return n;
}

/*
 * The same where the step stands behind that loop in one of its own, over several optimizers, which is as deep: all its rounds,
 * wherever in it backward() is called ("with model.no_sync(): loss.backward()" in all but the last). 0: it does not.
 */
static int64_t rounds_of_another(const struct call *call, const struct call *step)
{
	int64_t rounds = call->within ? call->within->rounds : 0;

	return step->loops == call->loops && step->within && step->within->rounds != rounds ? rounds : 0;
}

/*
 * Whether a loss is divided by what has a name, known or not, and the step hangs on a count as the backward pass does not: "if
 * self.seen < n: return".
 */
static bool is_counted(const struct call *step, const struct call *backward, const struct node *divisor, struct span loss)
{
	bool counts = false;

	if (!divisor || (divisor->kind != NODE_INT && divisor->kind != NODE_UNKNOWN))
		return false;
	/* (start + end) / 2 is a mean. */
	if (divisor->kind == NODE_INT && divisor->at.file == loss.file && divisor->at.off >= loss.off && divisor->at.off < loss.off + loss.len)
		return false;
	for (const struct node *g = step->guard; g && !is_under(backward, g); g = g->from[0])
		counts |= str_chr(g->text, '<', 0) != SIZE_MAX || str_chr(g->text, '>', 0) != SIZE_MAX || str_has(g->text, STR("=="));
	return counts;
}

/* Gradients are added up where the optimizer steps less often than backward() runs. */
static void read_accumulation(const struct scan *s, size_t backward, struct training_job *job)
{
	enum setting accumulation = SETTING_GRADIENT_ACCUMULATION_STEPS;
	const struct value *given = job_get(&job->job, accumulation);
	const struct call *call = s->trace->at[backward], *step = step_after(s, backward);
	const struct node *n = step ? every(step, call) : NULL;
	const struct node *loss = suppose_value(s->suppose, loop_loss(call));
	const struct node *divisor = loss && loss->kind == NODE_UNKNOWN && loss->op == '/' ? loss->from[1] : NULL;
	bool counted = false;
	int64_t rounds;

	/* Nothing tells how often it steps: not even that it is each time. */
	if (!step && !given && s->trace->spent.n && s->trace->at[s->trace->n - 1]->outermost == call->outermost)
		job->extract.unknown[accumulation] = (struct extract_unknown){
		    .why = STR("the evaluation's budget was spent before the optimizer steps"), .at = call->at};
	if (!step || (given && given->origin != ORIGIN_ASSUMED))
		return;
	if (n || step->loops + 1 < call->loops)
		rounds = 1;
	else if (step->loops < call->loops)
		rounds = call->within ? call->within->rounds : 1;
	else if ((rounds = rounds_of_another(call, step)) <= 1)
		rounds = rounds_before(s, backward, step);
	divisor = divisor ? suppose_value(s->suppose, divisor) : NULL;
	if (rounds <= 1 && !n && step->loops >= call->loops)
		counted = is_counted(step, call, divisor, loss ? loss->at : call->at);
	if (rounds > 1)
		n = node_int(s->arena, rounds, call->at);
	else if (!n && !counted && step->loops >= call->loops)
		return;
	/* Of two loops between them the divisor counts one alone: the turns of each of so many episodes. */
	if (!n && step->loops + 1 >= call->loops)
		n = divisor;
	n = suppose_value(s->suppose, n);
	if (n && n->kind == NODE_INT && n->as.i > 0) {
		job->job.set[accumulation] =
		    value_int(n->as.i, ORIGIN_DERIVED,
			      STR("the optimizer steps once for so many backward passes"));
		job->job.set[accumulation].at = span_known(n->at) ? n->at : step->at;
	} else if (!given) {
		job->extract.unknown[accumulation] = (struct extract_unknown){
		    .why = STR("the optimizer steps less often than backward() runs"),
		    .at = step->at};
	}
}

/*
 * The samples of a backward pass, where the loop around it takes them a few at a time from what it has
 * already, those of a rollout and not the prompts that the loader gave for it; or goes over an object of the
 * project's own that makes batches.
 */
static void read_batch(const struct scan *s, size_t backward, struct training_job *job)
{
	const struct call *call = s->trace->at[backward];

	for (size_t i = backward; i > 0; i--) {
		const struct call *taken = s->trace->at[i - 1];

		if (taken->outermost != call->outermost || taken->loops < call->loops ||
		    str_is(taken->method, "generate"))
			return;
		if (taken->loops > call->loops ||
		    (!str_is(taken->callee, "rows.batch") && !str_is(taken->callee, "rows.loader")))
			continue;
		extract_call(&job->extract, taken, &job->job);
		if (job_get(&job->job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE))
			return;
	}
}

/*
 * Whether the batch that an engine's configuration states is that of a loader which the engine would make, and it is
 * given no rows to make one of: deepspeed.initialize(model=model, config=config), over a loader of the program's own.
 */
static bool engine_makes_no_loader(const struct scan *s, const struct call *step)
{
	bool found = false;

	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < step->order; i++) {
		const struct call *call = s->trace->at[i];
		const struct arg *rows;
		size_t from = 0;

		if (!is_engine(s, i) || !callable_takes(call_row(call), ROLE_DATASET) || !suppose_guard(s->suppose, call->guard))
			continue;
		rows = call_role_arg(call, call_row(call), ROLE_DATASET, &from);
		if (rows && suppose_value(s->suppose, rows->value)->kind != NODE_NULL)
			return false;
		found = true;
	}
	return found;
}

/* The texts of tokens that are learned from in a loop: what a tokenizer gives does not show what it was given. */
static void add_texts(const struct scan *s, const struct call *step, struct origins *learned)
{
	for (size_t i = s->trace->n; i > 0; i--) {
		const struct call *call = s->trace->at[i - 1];

		if (call->order < step->order && call->outermost == step->outermost && call->result &&
		    scan_effect(s, i - 1) == EFFECT_HINT && origins_have(learned, call->result))
			origins_add_call(learned, call);
	}
}

/*
 * The loader whose rows the loss is computed from; of one made of another's rows, that one. NULL if there
 * is none, or if the batch is known without it; told: by a configuration, and not by the loop.
 */
static const struct call *read_loader(const struct scan *s, const struct call *step, bool told, struct training_job *job)
{
	struct origins learned = {.arena = s->arena, .computed = true};
	struct value *batch = &job->job.set[SETTING_PER_DEVICE_TRAIN_BATCH_SIZE], stated;
	const struct call *found = NULL;

	origins_add(&learned, loop_loss(step));
	add_texts(s, step, &learned);
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < step->order; i++) {
		const struct call *call = s->trace->at[i];
		struct origins rows = {.arena = s->arena, .computed = true};

		if (scan_effect(s, i) != EFFECT_LOOP || !call->row->nparams ||
		    call->row->params[0].role != ROLE_DATASET || !call->result ||
		    !origins_have(&learned, call->result) || !suppose_guard(s->suppose, call->guard))
			continue;
		if (found)
			origins_add_call(&rows, call);
		if (!found || origins_have(&rows, found->result))
			found = call;
	}
	if (!found || (job_get(&job->job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE) && !(told && engine_makes_no_loader(s, step))))
		return NULL;
	stated = *batch;
	*batch = (struct value){0};
	extract_call(&job->extract, found, &job->job);
	loader_hands_on(s, found, job);
	if (batch->type == VALUE_ABSENT)
		*batch = stated;
	return found;
}

/* Whether a copy of the trained model of the repository's own runs too: its table is another object of the same call. */
static bool runs_copy(const struct scan *s, const struct training_job *job)
{
	const struct node *table = job->extract.own ? job->extract.own->embedding : NULL;

	for (size_t i = 0; table && table->made && i < s->trace->n; i++) {
		const struct call *call = s->trace->at[i];

		if (loop_runs(call) && call->self && call->self != table && call->self->kind == NODE_OBJECT &&
		    call->self->made == table->made && !call->self->from[0])
			return true;
	}
	return false;
}

/* Whether a table of words runs that is none of the trained model's: of a teacher's body without a head, which is no language model. */
static bool runs_body(const struct scan *s, const struct origins *own)
{
	for (size_t i = 0; i < s->trace->n; i++) {
		const struct call *call = s->trace->at[i];

		if (str_is(call->callee, "torch.nn.Embedding().__call__") && call->self && !origins_have(own, call->self))
			return true;
	}
	return false;
}

/* Whether a loop has no model but the one that it trains: no teacher to learn from. */
static bool is_only_model(const struct scan *s, const struct origins *own, const struct training_job *job)
{
	if (s->trace->spent.n || custom_model_beside(s, own) || runs_body(s, own) || runs_copy(s, job))
		return false;
	for (size_t i = 0; i < s->trace->n; i++)
		if ((scan_effect(s, i) == EFFECT_MODEL || scan_effect(s, i) == EFFECT_COPY) && call_made(s->trace->at[i]) &&
		    !origins_have(own, call_made(s->trace->at[i])))
			return false;
	return true;
}

/* Beside a model of the repository's own that learns by preferences or rewards another of its kind is the reference. */
static bool take_twin(const struct scan *s, const struct origins *own, struct training_job *job)
{
	static const char *const tasks[] = {"dpo", "kto", "ppo", "grpo", "rloo", "reinforce"};
	struct value *reference = &job->job.set[SETTING_REFERENCE_MODEL];
	const struct node *twin = NULL;
	bool held = false;

	for (size_t i = 0; i < sizeof(tasks) / sizeof(*tasks); i++)
		held |= job_is(&job->job, SETTING_TASK, tasks[i]);
	if (held)
		twin = custom_model_twin(s, own, job->extract.own);
	if (!twin)
		return false;
	*reference = value_str(job->extract.own->name, ORIGIN_DERIVED, STR("another of its class, which is asked without gradients"));
	reference->at = twin->at;
	return true;
}

/* A loop has what it loads: where every model is the trained one or has another part, there is no reference. */
static void note_no_reference(const struct scan *s, const struct origins *own, struct training_job *job)
{
	struct value *reference = &job->job.set[SETTING_REFERENCE_MODEL];
	bool graded = job_get(&job->job, SETTING_REWARD_MODEL);

	if (reference->type != VALUE_ABSENT || s->trace->spent.n)
		return;
	for (size_t i = 0; i < s->trace->n; i++)
		if (str_is(s->trace->at[i]->method, "disable_adapter") || str_is(s->trace->at[i]->method, "disable_adapters") ||
		    str_is(s->trace->at[i]->method, "disable_adapter_layers")) {
			*reference = value_str(STR("none"), ORIGIN_DERIVED, STR("the model with its adapter switched off"));
			reference->at = s->trace->at[i]->at;
			return;
		}
	if (take_twin(s, own, job) || custom_model_beside(s, own) || runs_copy(s, job))
		return;
	for (size_t i = 0; i < s->trace->n; i++) {
		const struct call *call = s->trace->at[i];

		if ((scan_effect(s, i) == EFFECT_MODEL || scan_effect(s, i) == EFFECT_COPY) &&
		    call_made(call) && !origins_have(own, call_made(call)) &&
		    !(graded && str_has(call->callee, STR("Classification"))) &&
		    card_role(call) != SETTING_REWARD_MODEL &&
		    card_role(call) != SETTING_TEACHER_MODEL)
			return;
	}
	*reference = value_str(STR("none"), ORIGIN_DERIVED, STR("the loop loads none"));
	reference->at = job->job.at;
}

/*
 * An optimizer of the repository's own that keeps what it remembers on the host: state["exp_avg"] =
 * torch.zeros_like(p, device="cpu") in the file of its class.
 */
static void read_state(const struct scan *s, const struct call *optimizer, struct training_job *job)
{
	struct value *offload = &job->job.set[SETTING_OFFLOAD_OPTIMIZER];
	struct py_defined class = {0};

	if (!optimizer->result || !py_object_class(optimizer->result, &class))
		return;
	for (size_t i = 0; i < s->trace->n && offload->type == VALUE_ABSENT; i++) {
		const struct call *call = s->trace->at[i];
		const struct arg *device = str_is(call->callee, "torch.zeros_like") && call->at.file == class.at.file
					       ? call_arg(call, STR("device"), SIZE_MAX)
					       : NULL;

		if (!device || device->value->kind != NODE_STR || !str_is(device->value->text, "cpu"))
			continue;
		*offload = value_str(STR("cpu"), ORIGIN_DERIVED, STR("where the optimizer's own code puts its state"));
		offload->at = device->at;
	}
}

static void read_optimizer(struct scan *s, const struct call *call, struct training_job *job)
{
	const struct callable *row = call_row(call);
	struct extract_unknown *unknown = &job->extract.unknown[SETTING_OPTIMIZER];

	if (!(row && row->effect == EFFECT_OPTIMIZER) && sets_parameters(call)) {
		read_set_by_hand(s, call, job);
		return;
	}
	if (row)
		extract_call(&job->extract, call, &job->job);
	if ((!row || row->effect == EFFECT_OPTIMIZER) && !job_get(&job->job, SETTING_OPTIMIZER) && !unknown->why.n &&
	    !own_optimizer(s, call->result, call->at, job))
		*unknown = (struct extract_unknown){
		    .why = str_fmt(s->arena, "%.*s is no optimizer that is known", STR_ARG(call->callee)), .at = call->at};
}

/* What the other optimizers of the model say of themselves holds for the lesser part of it. */
static size_t read_main_optimizer(struct scan *s, size_t first, uint32_t before, struct training_job *job)
{
	size_t most = main_optimizer(s, first, before);

	if (most != first) {
		job->job.set[SETTING_OPTIMIZER] = (struct value){0};
		job->extract.unknown[SETTING_OPTIMIZER] = (struct extract_unknown){0};
	}
	read_optimizer(s, s->trace->at[most], job);
	return most;
}

/* The last model made before a step to which the code gives no role's name; the first where all have one. SIZE_MAX: none. */
static size_t last_loaded(const struct scan *s, size_t step)
{
	size_t loaded = SIZE_MAX;

	for (size_t i = 0; i < step; i++)
		if (makes_model(s, i) && (loaded == SIZE_MAX || !card_has_role(s->trace->at[i])))
			loaded = i;
	return loaded;
}

/*
 * The model of the repository's own whose layers an engine was given in a row of their own: PipelineModule(nn.Sequential(
 * model.embed, *model.blocks, …)). NULL: it is given no such layers, or another model.
 */
static const struct node *parted_model(const struct scan *s, const struct call *engine, enum modality *other, struct origins *given)
{
	const struct node *whole = *other == MODALITY_CUSTOM ? model_around(s, given, engine) : NULL;

	if (whole) {
		origins_add(given, whole);
		*other = trained_modality(s, given);
	}
	return whole;
}

/*
 * What a loop trains: what its optimizer was given, or else the model that was loaded; other: whether it is one of
 * language. *why: why it is no job, or NULL. *whole: the model of the repository's own whose layers an engine was given.
 */
static const struct node *find_model(struct scan *s, size_t step, size_t optimizer, enum modality *other,
				     const struct node **whole, const char **why)
{
	const struct call *call = s->trace->at[step];
	struct origins given = {.arena = s->arena};
	const struct node *model;
	size_t loaded = last_loaded(s, step);
	enum learns_from from;

	if (is_engine(s, optimizer)) {
		model = s->trace->at[optimizer]->result;
		origins_add_call(&given, s->trace->at[optimizer]);
	} else {
		model = optimized_model(s, s->trace->at[optimizer], &given);
	}
	*other = trained_modality(s, &given);
	*whole = is_engine(s, optimizer) ? parted_model(s, s->trace->at[optimizer], other, &given) : NULL;
	if (!model && any_other(s, call->order))
		*other = MODALITY_OTHER;
	s->other = s->other || *other == MODALITY_OTHER;
	from = !model && *other != MODALITY_OTHER && loaded != SIZE_MAX ? learns_from(s, step) : LEARNS_FROM_MODEL;
	*why = NULL;
	if (*other == MODALITY_OTHER)
		*why = "what its optimizer trains is no language model";
	else if (!model && loaded == SIZE_MAX)
		*why = "nothing shows which language model its optimizer trains";
	else if (from == LEARNS_FROM_BEFORE)
		*why = "it trains on what a model has computed before";
	else if (from == LEARNS_FROM_FROZEN)
		*why = "a frozen model computes what it trains on, and a model that only answers is not estimated";
	if (*why)
		return NULL;
	if (!model)
		model = s->trace->at[loaded]->result;
	/* engine, optimizer, … = deepspeed.initialize(…) */
	if (model && model->kind == NODE_TUPLE && model->as.items.n)
		model = model->as.items.at[0];
	return loop_around(s, step, model);
}

/*
 * A model that writes text, made of a configuration of which nothing could be read: that it trains is certain, its shape
 * is not known.
 */
static bool is_of_unread_config(const struct scan *s, const struct node *model, struct training_job *job)
{
	const struct call *made;

	model = wrapped_by(s, model);
	made = model && model->kind == NODE_OBJECT ? model->made : NULL;

	if (!made || made->result != model || !made->row || made->row->effect != EFFECT_MODEL || made->row->other ||
	    !role_writes(made->callee))
		return false;
	job->extract.unknown[SETTING_MODEL] = (struct extract_unknown){
	    .why = STR("the configuration that it is made of could not be read"), .at = made->at};
	return true;
}

/*
 * Whether what is trained is put around something that is not known: an engine over layers that a configuration names,
 * FSDP around what a library makes of which no row knows.
 */
static bool is_around_unknown(const struct scan *s, const struct node *model)
{
	const struct callable *row;

	model = wrapped_by(s, model);
	row = model && model->kind == NODE_OBJECT && model->made ? call_row(model->made) : NULL;
	return model && !row && (model->kind == NODE_UNKNOWN || (model->kind == NODE_OBJECT && model->made && !model->code));
}

/*
 * What is done to a model of the repository's own that takes the weights of the library's which was read: what is trained is
 * the copy (GPT.from_pretrained("gpt2"), torch.compile(model)).
 */
static void read_copy(const struct scan *s, const struct call *optimizer, const struct node *model, struct training_job *job)
{
	struct origins given = {.arena = s->arena};
	const struct node *copy;

	optimized_model(s, optimizer, &given);
	copy = custom_model_reached(s, &given);
	/* A head of its own over the copy's body: it is no language model, and what is trained. */
	if (!copy)
		copy = custom_module_first(&given);
	/* Groups that loops picked do not show whose parameters they are. */
	if (!copy && !origins_have(&given, model))
		copy = custom_model_made(s, optimizer->order);
	if (!copy || copy == model || job->extract.own)
		return;
	job->extract.mode = EXTRACT_UNDER;
	extract_changes(&job->extract, copy, &job->job);
	job->extract.mode = EXTRACT_OVER;
}

/* Reads what stands around a model, and the model; whole: that of which an engine has the layers alone, or NULL. */
static bool extract_trained(const struct node *model, const struct node *whole, struct training_job *job)
{
	bool known = extract_object(&job->extract, model, &job->job);

	if (whole && !job_get(&job->job, SETTING_MODEL))
		known = extract_object(&job->extract, whole, &job->job) || known;
	return known;
}

/* Reads the model that a loop trains, or the frozen one that its own modules are around; NULL: it is no job. */
static const struct node *read_model(struct scan *s, size_t step, size_t optimizer, struct training_job *job)
{
	const struct call *call = s->trace->at[step];
	enum modality other;
	const char *why;
	const struct node *whole, *model = find_model(s, step, optimizer, &other, &whole, &why);
	bool unknown = other != MODALITY_CUSTOM && is_around_unknown(s, model);

	if (why) {
		scan_no_job(s, call, why);
		return NULL;
	}
	job->job.found = JOB_FOUND_SINK;
	job->job.at = call->at;
	scan_extract(s, call->order, job);
	if (other == MODALITY_CUSTOM || !extract_trained(model, whole, job) ||
	    (!job_get(&job->job, SETTING_MODEL) && !job->extract.unknown[SETTING_MODEL].why.n &&
	     !is_of_unread_config(s, model, job)))
		model = take_frozen(s, step, job);
	else
		read_copy(s, s->trace->at[optimizer], model, job);
	if (!model)
		scan_no_job(s, call,
			    other == MODALITY_CUSTOM
				    ? "what its optimizer trains is of the repository's own, and no language model"
			    : unknown
				    ? "nothing shows which language model its optimizer trains"
				    : "what its optimizer trains is no language model that can be read");
	return model;
}

/*
 * What shards a model goes over DistributedDataParallel around it: accelerate's DeepSpeedPlugin, under which prepare() hands the
 * wrapped model to DeepSpeed's engine (accelerate 1.14, src/accelerate/accelerator.py _prepare_deepspeed).
 */
static void read_sharding(const struct scan *s, const struct call *step, struct training_job *job)
{
	static const char *const shards = "zero1|zero2|zero3|fsdp|fsdp2|hsdp";
	struct value *parallel = &job->job.set[SETTING_DATA_PARALLEL];

	if (!job_is(&job->job, SETTING_DATA_PARALLEL, "ddp") || parallel->alternative)
		return;
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < step->order; i++) {
		struct training_job engine = {0};
		const struct value *v = &engine.job.set[SETTING_DATA_PARALLEL];

		if (scan_effect(s, i) != EFFECT_LOOP || !s->trace->at[i]->row->map || !suppose_guard(s->suppose, s->trace->at[i]->guard))
			continue;
		scan_extract(s, step->order, &engine);
		extract_call(&engine.extract, s->trace->at[i], &engine.job);
		if (v->type == VALUE_STR && str_among(v->as.s, str_of(shards)))
			*parallel = *v;
	}
}

/* What a loop's rows and passes are: their length and number, and what it does between steps. */
static void read_rows(struct scan *s, size_t step, const struct origins *own, const struct call *loader,
		      struct training_job *job)
{
	const struct call *call = s->trace->at[step];
	bool counted;

	loop_shown_length(s, call, own, job);
	training_row_length(s, call, call->order, &job->extract);
	/* A tokenizer cuts parts of rows that are put together. */
	if (job->extract.made_rows.type == VALUE_ABSENT)
		loop_length(s, call, own, job);
	loop_rollout(s, call, loader, job);
	loop_validation(s, call, own, job);
	counted = job_get(&job->job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE) != NULL;
	extract_hints(&job->extract, &job->job, true);
	if (!counted)
		loop_prompts(s, call, job);
	custom_model_hints(s, call, job);
	loop_rows(s, call, own, job);
	loop_micro_batch(s, step, own, job);
	loop_blocks(s, call, job);
	padded_rows(s, call, job);
	read_accumulation(s, step, job);
	loop_token_batches(s, call, job);
	loop_validation_rows(job);
}

bool loop_read(struct scan *s, size_t step, struct training_job *job)
{
	const struct call *call = s->trace->at[step], *loader;
	struct origins own = {.arena = s->arena};
	size_t optimizer = loop_optimizer(s, call->order);
	const struct node *model;
	bool told;

	if (optimizer == SIZE_MAX)
		optimizer = set_by_hand(s, step);
	if (optimizer == SIZE_MAX)
		return scan_no_job(s, call, NO_OPTIMIZER);
	model = read_model(s, step, optimizer, job);
	if (!model)
		return false;
	job->extract.mode = EXTRACT_UNDER;
	optimizer = read_main_optimizer(s, optimizer, call->order, job);
	read_state(s, s->trace->at[optimizer], job);
	extract_call(&job->extract, call, &job->job);
	told = job_get(&job->job, SETTING_PER_DEVICE_TRAIN_BATCH_SIZE) != NULL;
	read_batch(s, step, job);
	loader = read_loader(s, call, told, job);
	origins_add(&own, model);
	for (size_t i = 0; i < step; i++)
		if (scan_effect(s, i) == EFFECT_OPTIMIZER)
			origins_add_call(&own, s->trace->at[i]);
	card_beside(s, &own, call->order, job);
	loop_task(s, call, is_only_model(s, &own, job), job);
	card_own_teacher(s, call, &own, job);
	card_head(s, &own, job);
	loop_adapter(s, s->trace->at[optimizer], model, call->order, job);
	frozen_weights(s, model, call->order, job);
	note_no_reference(s, &own, job);
	read_sharding(s, call, job);
	read_cut_weights(s, call, job);
	read_rows(s, step, &own, loader, job);
	loop_critic(s, model, call, job);
	job->extract.mode = EXTRACT_OVER;
	scan_framework(s, call->row, job);
	return true;
}
