/*
 * Optimizers: which one a loop steps first, the model whose parameters it was given, what is put around that model, and a
 * critic beside it.
 */
#include "optimizer.h"

#include "custom_models.h"
#include "frozen_weights.h"
#include "handwritten_loop.h"
#include "task.h"

#include "core/job/job.h"
#include "lint/python/python.h"
#include "lint/settings/settings.h"

bool makes_model(const struct scan *s, size_t i)
{
	const struct callable *row = s->trace->at[i]->row;

	return row && (row->effect == EFFECT_MODEL || row->effect == EFFECT_WRAP) && !row->other;
}

/* Whether the code calls what a call makes a critic. */
static bool is_critic(const struct call *made)
{
	for (size_t i = 0; i < made->names.n; i++)
		if (role_judges(made->names.at[i]))
			return true;
	return false;
}

/** BODY_LAYERS: a head of a few layers has fewer. */
enum { PARTS_DEPTH = 4, BODY_LAYERS = 12 };

/* Whether a model is kept in another one: the body of a class with a head of its own. */
static bool is_inside(const struct node *model, const struct node *n, int depth)
{
	if (!n || n->kind != NODE_OBJECT || depth > PARTS_DEPTH)
		return false;
	for (size_t i = 0; i < n->as.pairs.n; i++)
		if (n->as.pairs.at[i].value == model || is_inside(model, n->as.pairs.at[i].value, depth + 1))
			return true;
	return false;
}

const struct node *wrapped_by(const struct scan *s, const struct node *model)
{
	for (int depth = 0; model && depth < NODE_DEPTH_MAX; depth++) {
		const struct callable *row = model->kind == NODE_OBJECT && model->made ? call_row(model->made) : NULL;
		const struct arg *inner;
		size_t from = 0;

		if (!row || row->effect != EFFECT_WRAP)
			return model;
		inner = call_role_arg(model->made, row, ROLE_MODEL, &from);
		model = inner ? suppose_value(s->suppose, inner->value) : NULL;
	}
	return model;
}

/* Whether a library's model is kept in something: in a class of the repository's own with a head of its own. */
static bool holds_model(const struct node *n, int depth)
{
	const struct callable *row = n && n->kind == NODE_OBJECT && n->made ? call_row(n->made) : NULL;

	if (!n || n->kind != NODE_OBJECT || depth > PARTS_DEPTH)
		return false;
	if (row && row->effect == EFFECT_MODEL)
		return !row->other;
	for (size_t i = 0; i < n->as.pairs.n; i++)
		if (holds_model(n->as.pairs.at[i].value, depth + 1))
			return true;
	return false;
}

/* Whether a wrapper is around a module of the repository's own without a library's model in it: DDP(value_head). */
static bool is_around_own(const struct scan *s, const struct node *made)
{
	const struct node *inner = wrapped_by(s, made);

	return inner != made && inner && inner->kind == NODE_OBJECT && !holds_model(inner, 0);
}

/*
 * The last model among objects that is none of another's parts; one around a module of the repository's own only where
 * there is no other, and a critic only where there is none at all.
 */
static const struct node *last_model(const struct scan *s, const struct origins *r)
{
	const struct node *model = NULL, *own = NULL, *critic = NULL;

	for (size_t i = 0; i < s->trace->n; i++) {
		const struct node *made = makes_model(s, i) ? call_made(s->trace->at[i]) : NULL;

		if (!made || !origins_have(r, made))
			continue;
		if (is_critic(s->trace->at[i]))
			critic = made;
		else if (is_around_own(s, made))
			own = made;
		else if (!is_inside(made, model, 0))
			model = made;
	}
	return model ? model : own ? own : critic;
}

/* Whether a library's model was made before a call. */
static bool any_model(const struct scan *s, uint32_t before)
{
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < before; i++)
		if (makes_model(s, i))
			return true;
	return false;
}

/* Asked for each step of a loop. */
const struct node *model_around(const struct scan *s, const struct origins *r, const struct call *optimizer)
{
	struct in_vain *v = s->in_vain;

	(void)scan_in_vain(s, IN_VAIN_MODULE);
	if (v->optimizer != optimizer)
		v->around = custom_model_around(s, r, optimizer->order);
	v->optimizer = optimizer;
	return v->around;
}

const struct node *optimized_model(const struct scan *s, const struct call *optimizer, struct origins *r)
{
	struct origins picked = {.arena = s->arena, .computed = true};
	const struct node *model, *own;

	origins_add_call(r, optimizer);
	model = last_model(s, r);
	if (model)
		return model;
	origins_add_call(&picked, optimizer);
	for (size_t i = 0; i < s->trace->n; i++) {
		const struct call *call = s->trace->at[i];

		if (lists_parameters(call) && call->result && origins_have(&picked, call->result))
			origins_add(r, call->self);
	}
	model = last_model(s, r);
	own = model ? NULL : custom_model_reached(s, r);
	/* Each kind of layer has a group of its own: an optimizer that no table knows is given the lists. */
	if (!model && !own && !any_model(s, optimizer->order))
		own = model_around(s, r, optimizer);
	if (own)
		origins_add(r, own);
	/* Parameters that are picked by loops say no more whose they are. */
	if (!model && !own && call_row(optimizer) && !custom_module_reached(r) && !any_model(s, optimizer->order))
		own = custom_model_made(s, optimizer->order);
	return model ? model : own;
}

bool is_engine(const struct scan *s, size_t i)
{
	const struct callable *row = call_row(s->trace->at[i]);

	return row && row->effect == EFFECT_WRAP && callable_takes(row, ROLE_OPTIMIZER);
}

/* What a call steps: optimizer.step(), scaler.step(optimizer); NULL: nothing. */
static const struct node *stepped(const struct call *call)
{
	const struct node *first = call->args.n ? call->args.at[0].value : NULL;

	if (!str_is(call->method, "step"))
		return NULL;
	return first && first->kind == NODE_OBJECT ? first : call->self;
}

/* What made an optimizer that no table knows: it was given a model's parameters, not their number. */
static const struct call *unknown_optimizer(const struct scan *s, const struct node *optimizer)
{
	const struct call *made = optimizer && optimizer->kind == NODE_OBJECT ? optimizer->made : NULL;
	struct origins *none = scan_in_vain(s, IN_VAIN_OPTIMIZER), r = {.arena = s->arena};

	if (!made || made->result != optimizer || call_row(made) || !made->args.n ||
	    made->args.at[0].value->kind == NODE_UNKNOWN || origins_have(none, optimizer))
		return NULL;
	if (optimized_model(s, made, &r))
		return made;
	origins_add_alone(none, optimizer);
	return NULL;
}

/* The first call before another that made an optimizer which no table knows and something steps. */
static size_t first_unknown_optimizer(const struct scan *s, uint32_t before)
{
	const struct call *first = NULL;

	for (size_t i = 0; i < s->trace->n; i++) {
		const struct call *made = unknown_optimizer(s, stepped(s->trace->at[i]));

		if (made && made->order < before && (!first || made->order < first->order))
			first = made;
	}
	for (size_t i = 0; first && i < s->trace->n; i++)
		if (s->trace->at[i] == first)
			return i;
	return SIZE_MAX;
}

size_t first_optimizer(const struct scan *s, uint32_t before)
{
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < before; i++)
		if (scan_effect(s, i) == EFFECT_OPTIMIZER)
			return i;
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < before; i++)
		if (is_engine(s, i))
			return i;
	return first_unknown_optimizer(s, before);
}

/* Whether an optimizer is given an adapter that is loaded under a condition, PeftModel.from_pretrained(model, checkpoint), or one that is made. */
static bool has_adapter(const struct scan *s, const struct call *optimizer, bool loaded)
{
	struct origins given = {.arena = s->arena};

	origins_add_call(&given, optimizer);
	for (size_t i = 0; i < given.n; i++) {
		const struct call *made = given.at[i]->made;

		if (made && made->guard && str_starts(made->callee, STR("peft.")) && made->row && made->row->effect == EFFECT_WRAP &&
		    str_is(made->method, "from_pretrained") == loaded)
			return true;
	}
	return false;
}

/*
 * In place of the optimizer of a run that goes on with what it has left that of one which begins, where the code has both: the
 * adapter is the same, and what makes it says what it is. Where it is supposed that the run goes on there is nothing to read.
 */
static size_t of_beginning(const struct scan *s, size_t first, uint32_t before)
{
	const struct call *call = s->trace->at[first];

	if (!call->guard || !has_adapter(s, call, true))
		return first;
	for (size_t i = first + 1; i < s->trace->n && s->trace->at[i]->order < before && scan_effect(s, i) != EFFECT_STEP; i++) {
		const struct call *other = s->trace->at[i];

		if (scan_effect(s, i) != EFFECT_OPTIMIZER || !other->guard || other->guard == call->guard || !has_adapter(s, other, false))
			continue;
		if (s->suppose && !suppose_guard(s->suppose, other->guard))
			s->suppose->impossible = true;
		return i;
	}
	return first;
}

size_t loop_optimizer(const struct scan *s, uint32_t before)
{
	size_t first = first_optimizer(s, before), last;
	bool trained = false;

	if (first == SIZE_MAX || scan_effect(s, first) != EFFECT_OPTIMIZER)
		return first;
	first = last = of_beginning(s, first, before);
	for (size_t i = first + 1; i < s->trace->n && s->trace->at[i]->order < before; i++) {
		enum effect effect = scan_effect(s, i);

		if (effect == EFFECT_STEP)
			trained = true;
		else if (trained && effect == EFFECT_OPTIMIZER && suppose_guard(s->suppose, s->trace->at[i]->guard))
			last = i;
	}
	return last;
}

/* How many layers are among objects: of lm_head.parameters() one, of blocks.parameters() many. */
static size_t count_layers(const struct origins *given)
{
	size_t n = 0;

	for (size_t i = 0; i < given->n; i++) {
		const struct call *made = given->at[i]->made;

		n += made && made->result == given->at[i] && made->args.n && str_starts(made->callee, STR("torch.nn."));
	}
	return n;
}

/* Whether two optimizers are given parts of one model of the repository's own, and the second of them more than the first. */
static bool trains_more(const struct scan *s, const struct call *first, const struct call *second)
{
	struct origins of_first = {.arena = s->arena, .computed = true}, of_second = {.arena = s->arena, .computed = true};
	size_t less, more;

	origins_add_call(&of_first, first);
	origins_add_call(&of_second, second);
	less = count_layers(&of_first);
	more = count_layers(&of_second);
	return less && (more > less || (more == less && call_row(first)->set && !call_row(second)->set)) &&
	       custom_model_around(s, &of_first, first->order) == custom_model_around(s, &of_second, first->order);
}

size_t main_optimizer(const struct scan *s, size_t first, uint32_t before)
{
	size_t most = first;

	if (scan_effect(s, first) != EFFECT_OPTIMIZER)
		return first;
	for (size_t i = first + 1; i < s->trace->n && s->trace->at[i]->order < before; i++) {
		if (scan_effect(s, i) == EFFECT_STEP)
			break;
		if (scan_effect(s, i) == EFFECT_OPTIMIZER && happens_with(s->trace->at[i], s->trace->at[first]) &&
		    trains_more(s, s->trace->at[most], s->trace->at[i]))
			most = i;
	}
	return most;
}

const struct node *loop_trains(const struct scan *s)
{
	size_t optimizer = first_optimizer(s, UINT32_MAX);
	struct origins r = {.arena = s->arena};

	return optimizer == SIZE_MAX ? NULL : optimized_model(s, s->trace->at[optimizer], &r);
}

enum modality loop_modality(const struct scan *s)
{
	size_t optimizer = first_optimizer(s, UINT32_MAX);
	struct origins r = {.arena = s->arena};

	if (optimizer == SIZE_MAX)
		return MODALITY_LANGUAGE;
	optimized_model(s, s->trace->at[optimizer], &r);
	return trained_modality(s, &r);
}

static bool is_optimizer(const struct node *n)
{
	const struct callable *row =
	    n && n->kind == NODE_OBJECT && n->made ? call_row(n->made) : NULL;

	if (n && n->kind == NODE_EITHER && n->as.items.n)
		return is_optimizer(n->as.items.at[0]);
	return row && row->effect == EFFECT_OPTIMIZER;
}

/* Whether an optimizer was given modules of the repository's own that are no language model: an actor beside a student. */
static bool is_of_others(const struct scan *s, const struct call *optimizer)
{
	struct origins given = {.arena = s->arena};

	return !optimized_model(s, optimizer, &given) && custom_module_reached(&given);
}

/* Whether a step, or what clears gradients for one, is of modules beside the model that a loop trains with another optimizer. */
static bool is_beside(const struct scan *s, const struct call *step, uint32_t before)
{
	const struct node *optimizer = is_optimizer(step->self) ? step->self : step->args.n ? step->args.at[0].value : NULL;
	size_t mine = loop_optimizer(s, before);

	if (!optimizer || optimizer->kind != NODE_OBJECT || !optimizer->made || mine == SIZE_MAX || s->trace->at[mine] == optimizer->made)
		return false;
	return !is_of_others(s, s->trace->at[mine]) && is_of_others(s, optimizer->made);
}

const struct call *step_after(const struct scan *s, size_t backward)
{
	const struct call *cleared = NULL;
	uint32_t before = s->trace->at[backward]->order;

	for (size_t i = backward + 1; i < s->trace->n; i++) {
		const struct call *call = s->trace->at[i];

		if (call->outermost != s->trace->at[backward]->outermost)
			break;
		if (str_is(call->method, "step") &&
		    (is_optimizer(call->self) ||
		     (call->args.n && is_optimizer(call->args.at[0].value))) &&
		    !is_beside(s, call, before))
			return call;
		/* The step of a class of the repository is code like any other; its gradients go as often as it steps. */
		if (!cleared && str_is(call->method, "zero_grad") && is_optimizer(call->self) && !is_beside(s, call, before))
			cleared = call;
	}
	return cleared;
}

/*
 * The name of one that keeps so many tensors like each parameter, by its class's name: Adam written out goes through the
 * parameters one by one, as transformers' own did (transformers 4.50, optimization.py AdamW.step). Empty: it has none.
 */
static struct str name_of_own(struct str class, unsigned like)
{
	const struct optim *row = optim_find(class);

	if (like == 2 && str_has_nocase(class, STR("adam")) && (!row || row->states < 3))
		return STR("adamw_hf");
	return row && like && row->states <= like && row->states >= like ? str_of(row->name) : (struct str){0};
}

bool own_optimizer(const struct scan *s, const struct node *object, struct span at, struct training_job *job)
{
	struct value *set = job->job.set;
	struct py_defined class;
	struct str name, how;
	unsigned like;
	bool wide, read;

	if (!object || !py_object_class(object, &class))
		return false;
	read = py_optimizer_states(object, &like, &wide);
	name = read ? name_of_own(class.name, like) : (struct str){0};
	how = str_fmt(s->arena, "%.*s is of the repository's own, and keeps %u tensor%s like each parameter", STR_ARG(class.name), like, like == 1 ? "" : "s");
	set[SETTING_OPTIMIZER] = (struct value){0};
	if (name.n) {
		set[SETTING_OPTIMIZER] = value_str(name, ORIGIN_DERIVED, how);
		set[SETTING_OPTIMIZER].at = at;
	} else if (!read && optim_find(class.name)) {
		set[SETTING_OPTIMIZER] = value_str(str_of(optim_find(class.name)->name), ORIGIN_ASSUMED, STR("only the name of its class says so"));
		set[SETTING_OPTIMIZER].at = at;
	} else {
		job->extract.unknown[SETTING_OPTIMIZER] = (struct extract_unknown){
		    .why = read ? how : str_fmt(s->arena, "%.*s is no optimizer that is known", STR_ARG(class.name)), .at = at};
	}
	/* The loop over parameters that Adam written out is has a name. */
	if (!read || (str_is(name, "adamw_hf") && !wide))
		return true;
	set[SETTING_OPTIMIZER_STATES] = value_int((int64_t)like, ORIGIN_DERIVED, STR("by the code of its class"));
	set[SETTING_OPTIMIZER_STATES].at = class.at;
	if (wide)
		set[SETTING_OPTIMIZER_STATE_DTYPE] = value_str(STR("float32"), ORIGIN_DERIVED, STR("by the code of its class"));
	return true;
}

void given_optimizer(const struct scan *s, const struct call *trainer, struct training_job *job)
{
	const struct node *made = call_made(trainer), *n = NULL;
	const struct arg *arg;
	size_t from = 0;

	arg = trainer->row ? call_role_arg(trainer, trainer->row, ROLE_OPTIMIZER, &from) : NULL;
	if (arg)
		n = suppose_value(s->suppose, arg->value);
	if (made && made->kind == NODE_OBJECT && node_get(made, STR("optimizer")) && trainer->row && callable_takes(trainer->row, ROLE_OPTIMIZER))
		n = suppose_value(s->suppose, node_get(made, STR("optimizer")));
	if (n && n->kind == NODE_TUPLE && n->as.items.n)
		n = suppose_value(s->suppose, n->as.items.at[0]);
	/* A class of the repository's that extends a library's optimizer with a name has the row of that. */
	if (n && n->kind == NODE_OBJECT && n->made && !(call_row(n->made) && call_row(n->made)->set))
		own_optimizer(s, n, n->made->at, job);
}

/* Whether the loss of a backward pass was computed from what a model gave: both learn in one pass. */
static bool learns_with(const struct scan *s, const struct origins *critic, const struct call *backward)
{
	struct origins learned = {.arena = s->arena, .computed = true, .gradients = true};

	origins_add(&learned, loop_loss(backward));
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < backward->order; i++) {
		const struct call *pass = s->trace->at[i];

		if (!pass->no_gradients && loop_runs(pass) && origins_have(critic, pass->self) &&
		    origins_have(&learned, pass->result))
			return true;
	}
	return false;
}

/* The first call that loads a language model which is among some objects, and not among others; SIZE_MAX: none does. */
static size_t loads_other(const struct scan *s, const struct origins *given, const struct origins *mine, uint32_t before)
{
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < before; i++) {
		const struct node *made = call_made(s->trace->at[i]);

		if (scan_effect(s, i) == EFFECT_MODEL && !s->trace->at[i]->row->other && made && origins_have(given, made) &&
		    !origins_have(mine, made))
			return i;
	}
	return SIZE_MAX;
}

/* Whether a call switches recomputation on for the model that it is a method of, or that it is given. */
static bool switches_recomputation(const struct origins *model, const struct call *call)
{
	const struct callable *row = call->args.n && origins_have(model, call->args.at[0].value) ? call_row(call) : NULL;
	struct str on = STR("gradient_checkpointing=true");

	if (str_is(call->method, "gradient_checkpointing_enable") && call->self && origins_have(model, call->self))
		return true;
	return row && ((row->set && str_has(str_of(row->set), on)) || (row->part && str_has(str_of(row->part), on)));
}

/* Whether a loop of one's own has a model recompute its activations: libraries' models do not by themselves. */
static bool recomputes(const struct scan *s, const struct origins *model, uint32_t before)
{
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < before; i++)
		if (switches_recomputation(model, s->trace->at[i]))
			return true;
	return false;
}

/* A critic that is named; where its name is not known, only how it learns. */
static void take_critic(const struct scan *s, const struct call *load, const struct call *backward, struct training_job *job)
{
	struct training_job beside = {0};
	const struct value *dtype;
	struct origins critic = {.arena = s->arena};
	struct value *set = job->job.set, *update = &set[SETTING_CRITIC_UPDATE];

	scan_extract(s, backward->order, &beside);
	if (extract_object(&beside.extract, call_made(load), &beside.job) && job_get(&beside.job, SETTING_MODEL)) {
		set[SETTING_CRITIC_MODEL] = beside.job.set[SETTING_MODEL];
		set[SETTING_CRITIC_MODEL].how = STR("an optimizer trains it beside the policy");
	}
	dtype = job_get(&beside.job, SETTING_WEIGHTS_DTYPE);
	if (dtype && set[SETTING_CRITIC_DTYPE].type == VALUE_ABSENT)
		set[SETTING_CRITIC_DTYPE] = *dtype;
	origins_add(&critic, call_made(load));
	if (set[SETTING_CRITIC_GRADIENT_CHECKPOINTING].type == VALUE_ABSENT && !job_get(&beside.job, SETTING_GRADIENT_CHECKPOINTING) &&
	    !recomputes(s, &critic, backward->order)) {
		set[SETTING_CRITIC_GRADIENT_CHECKPOINTING] =
			value_str(STR("false"), ORIGIN_DERIVED, STR("nothing has it recompute its activations"));
		set[SETTING_CRITIC_GRADIENT_CHECKPOINTING].at = load->at;
	}
	if (update->type != VALUE_ABSENT)
		return;
	*update = learns_with(s, &critic, backward)
			  ? value_str(STR("joint"), ORIGIN_DERIVED, STR("one loss is computed from both"))
			  : value_str(STR("apart"), ORIGIN_DERIVED, STR("it has a loss of its own"));
	update->at = load->at;
}

/* The estimate takes PPO to train a critic as large as the policy: where all optimizers are understood, none is known to be. */
static void set_no_critic(const struct call *backward, struct training_job *job)
{
	struct value *critic = &job->job.set[SETTING_CRITIC_MODEL];

	*critic = value_str(STR("none"), ORIGIN_DERIVED, STR("no optimizer trains another model than the policy"));
	critic->at = backward->at;
}

/* Whether an optimizer was given a layer of PyTorch's by itself: torch.nn.Linear(hidden, 1), a head that reads the policy. */
static bool is_of_layer(const struct origins *given)
{
	for (size_t i = 0; i < given->n; i++)
		if (given->at[i]->made && given->at[i]->made->result == given->at[i] &&
		    str_starts(given->at[i]->made->callee, STR("torch.nn.")))
			return true;
	return false;
}

/* Whether an optimizer was given a module of the repository's own beside the policy that is more than a head: it has blocks of layers. */
static bool is_of_body(const struct origins *given, const struct origins *mine)
{
	const struct node *module = custom_module_first(given);

	return module && !origins_have(mine, module) && count_layers(given) >= BODY_LAYERS;
}

void loop_critic(const struct scan *s, const struct node *model, const struct call *backward, struct training_job *job)
{
	struct origins mine = {.arena = s->arena};
	size_t understood = 0, doubtful = 0;

	if (!job_is(&job->job, SETTING_TASK, "ppo") || job_get(&job->job, SETTING_CRITIC_MODEL))
		return;
	origins_add(&mine, model);
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < backward->order; i++) {
		struct origins given = {.arena = s->arena};
		size_t load;

		if (scan_effect(s, i) != EFFECT_OPTIMIZER || !happens_with(s->trace->at[i], job->call))
			continue;
		if ((optimized_model(s, s->trace->at[i], &given) || custom_module_reached(&given) || is_of_layer(&given)) &&
		    !is_of_body(&given, &mine))
			understood++;
		else
			doubtful++;
		load = loads_other(s, &given, &mine, s->trace->at[i]->order);
		if (load != SIZE_MAX) {
			take_critic(s, s->trace->at[load], backward, job);
			return;
		}
	}
	if (!understood || doubtful)
		return;
	set_no_critic(backward, job);
	loop_spreads(s, backward, job);
}

/* Whether a call is given the node as the model that it wraps. */
static bool wraps(const struct scan *s, const struct call *call, const struct node *model)
{
	const struct arg *arg;

	for (size_t from = 0; (arg = call_role_arg(call, call->row, ROLE_MODEL, &from));)
		if (node_may_be(suppose_value(s->suppose, arg->value), model))
			return true;
	return false;
}

/*
 * What is put around a model between its optimizer and its first step.
 *
 * An engine's settings hold whoever calls backward(). DeepSpeed casts the model, splits it and makes the optimizer's
 * states in initialize() (0.19.6, deepspeed/runtime/engine.py _configure_distributed_model; zero/stage_1_and_2.py and
 * stage3.py initialize_optimizer_states). Gradients are reduced by hooks of the parameters, so in loss.backward()
 * as well. Versions that want engine.backward() raise, or update nothing, in the same memory (engine.py
 * _backward_prologue).
 */
const struct node *loop_around(const struct scan *s, size_t step, const struct node *model)
{
	for (size_t i = 0; i < step && model; i++) {
		const struct call *call = s->trace->at[i];
		const struct node *made = scan_effect(s, i) == EFFECT_WRAP ? call_made(call) : NULL;

		if (made && made != model && wraps(s, call, model) && suppose_guard(s->suppose, call->guard))
			model = made;
	}
	return model;
}
