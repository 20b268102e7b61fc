/* Which models lie on the card beside the trained one. */
#include "models_on_card.h"

#include "custom_models.h"
#include "handwritten_loop.h"
#include "loss_signs.h"
#include "optimizer.h"
#include "task_words.h"

#include "core/job/job.h"
#include "lint/model/custom/language_model.h"
#include "lint/python/python.h"
#include "lint/settings/settings.h"

static bool on_cpu(const struct node *n)
{
	return n->kind == NODE_STR && str_starts(n->text, STR("cpu"));
}

/* Whether an object of the repository's own has a model among its attributes: self.body = …; it moves with it. */
static bool keeps(const struct scan *s, const struct node *object, const struct node *model)
{
	struct origins r = {.arena = s->arena};
	struct py_defined class;

	if (!py_object_class(object, &class))
		return false;
	origins_add(&r, object);
	return origins_have(&r, model);
}

/*
 * Whether a model lies on the host when training begins: model.cpu() was the last that was said of its place. What is
 * said later ends a phase: the weights are saved, another model takes the card.
 */
static bool kept_on_cpu(const struct scan *s, const struct call *made, uint32_t before)
{
	bool out = false;

	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < before; i++) {
		const struct call *call = s->trace->at[i];
		const struct node *to = str_is(call->method, "to") && call->args.n ? call->args.at[0].value : NULL;

		if (!call->self || (!str_is(call->method, "cpu") && !str_is(call->method, "cuda") && !str_is(call->method, "to")) ||
		    (!node_may_be(call->self, call_made(made)) && !keeps(s, call->self, call_made(made))))
			continue;
		if (str_is(call->method, "cpu") || (to && on_cpu(to)))
			out = true;
		else if (str_is(call->method, "cuda") || (to && to->kind != NODE_NAME))
			out = false;
	}
	return out;
}

bool card_holds(const struct scan *s, const struct call *made, uint32_t before)
{
	const struct arg *map = call_arg(made, STR("device_map"), SIZE_MAX);
	const struct arg *device = call_arg(made, STR("device"), SIZE_MAX);

	if (map && map->value && map->value->kind != NODE_NULL && !on_cpu(map->value))
		return true;
	if (made->row && made->row->placed && !kept_on_cpu(s, made, before) && !(device && on_cpu(suppose_value(s->suppose, device->value))))
		return true;
	for (size_t i = 0; i < s->trace->n; i++) {
		const struct call *call = s->trace->at[i];
		const struct arg *to = call->args.n ? &call->args.at[0] : NULL;

		if (!call->self || (!str_is(call->method, "cuda") && !str_is(call->method, "to")) ||
		    (!node_may_be(call->self, call_made(made)) && !keeps(s, call->self, call_made(made))))
			continue;
		if (str_is(call->method, "cuda"))
			return true;
		if (to && to->value && !on_cpu(to->value) && to->value->kind != NODE_NAME)
			return true;
	}
	return false;
}

enum setting card_role(const struct call *made)
{
	for (size_t i = 0; i < made->names.n; i++)
		if (role_of_name(made->names.at[i]) != SETTING_NONE)
			return role_of_name(made->names.at[i]);
	return SETTING_EVALUATOR_MODEL;
}

bool card_has_role(const struct call *made)
{
	return card_role(made) != SETTING_EVALUATOR_MODEL;
}

/* Whether a model gives scores to what a policy writes: a classifier beside one that learns by rewards, whatever it is called. */
static bool scores_policy(const struct job *job, const struct call *call)
{
	return str_has(call->callee, STR("ForSequenceClassification")) &&
	       job_generates(job);
}

/*
 * The role of a model beside the trained one. Of a second one whose name says nothing the class tells, or that it
 * is the trained one's twin; NULL: it is there already.
 */
static const struct job_role *role_for(const struct job *job, const struct call *call, const struct value *name)
{
	const struct value *first = job_get(job, SETTING_EVALUATOR_MODEL), *trained = job_get(job, SETTING_MODEL);
	enum setting role = card_role(call);

	if (role == SETTING_EVALUATOR_MODEL && scores_policy(job, call))
		role = SETTING_REWARD_MODEL;
	else if (role == SETTING_EVALUATOR_MODEL && first) {
		if (first->type == VALUE_STR && name->type == VALUE_STR && str_eq(first->as.s, name->as.s))
			return NULL;
		if (str_has(call->callee, STR("Classification")))
			role = SETTING_REWARD_MODEL;
		else if (trained && trained->type == VALUE_STR && name->type == VALUE_STR &&
			 str_eq(trained->as.s, name->as.s))
			role = SETTING_REFERENCE_MODEL;
	}
	return job_get(job, role) ? NULL : job_role_of(role);
}

/*
 * A model that an engine of its own holds, deepspeed.initialize(model=reference, config=evaluation): split over the GPUs
 * where that is of stage 3, and in the dtype that the engine casts it to.
 */
static void read_engine(const struct scan *s, const struct node *model, const struct job_role *role, struct training_job *job)
{
	const struct node *around = loop_around(s, s->trace->n, model);
	const struct callable *row = around != model && around->kind == NODE_OBJECT && around->made ? call_row(around->made) : NULL;
	struct training_job engine = {0};
	const struct value *layout, *dtype;
	struct value *set = job->job.set;

	if (!row || !callable_takes(row, ROLE_OPTIMIZER))
		return;
	scan_extract(s, UINT32_MAX, &engine);
	extract_call(&engine.extract, around->made, &engine.job);
	layout = job_get(&engine.job, SETTING_DATA_PARALLEL);
	dtype = job_get(&engine.job, SETTING_MIXED_PRECISION);
	if (dtype && dtype->type == VALUE_STR && (str_is(dtype->as.s, "bf16") || str_is(dtype->as.s, "fp16"))) {
		set[role->dtype] = value_str(str_is(dtype->as.s, "bf16") ? STR("bfloat16") : STR("float16"), ORIGIN_DERIVED,
					     STR("the engine that holds it casts it"));
		set[role->dtype].at = dtype->at;
	}
	if (!layout || layout->type != VALUE_STR || !str_is(layout->as.s, "zero3") || set[SETTING_OTHER_MODELS_SHARDED].type != VALUE_ABSENT)
		return;
	set[SETTING_OTHER_MODELS_SHARDED] = value_bool(true, ORIGIN_DERIVED, STR("an engine of its own holds it, of stage 3"));
	set[SETTING_OTHER_MODELS_SHARDED].at = layout->at;
}

/*
 * A second model of the same name as the trained one, which is not known ("$1"), in an engine of its own: the reference that
 * a policy is held against.
 */
static void take_twin(const struct scan *s, const struct call *call, const struct extract *beside, struct training_job *job)
{
	const struct extract_unknown *its = &beside->unknown[SETTING_MODEL], *mine = &job->extract.unknown[SETTING_MODEL];

	if (its->why.n && span_known(its->at) && span_same(its->at, mine->at) && !job_get(&job->job, SETTING_REFERENCE_MODEL))
		read_engine(s, call_made(call), job_role_of(SETTING_REFERENCE_MODEL), job);
}

static void take(const struct scan *s, const struct call *call, uint32_t before, struct training_job *job)
{
	const struct job_role *role;
	struct training_job beside = {0};
	const struct value *dtype;
	struct value *set = job->job.set;

	scan_extract(s, before, &beside);
	if (!extract_object(&beside.extract, call_made(call), &beside.job) || !job_get(&beside.job, SETTING_MODEL)) {
		take_twin(s, call, &beside.extract, job);
		return;
	}
	role = role_for(&job->job, call, job_get(&beside.job, SETTING_MODEL));
	if (!role)
		return;
	set[role->model] = beside.job.set[SETTING_MODEL];
	set[role->model].how = card_has_role(call) ? STR("loaded beside the trained model, by its name")
						   : STR("loaded on the GPU before training, and not trained");
	dtype = job_get(&beside.job, SETTING_QUANTIZATION);
	if (!dtype || str_is(dtype->as.s, "none"))
		dtype = job_get(&beside.job, SETTING_WEIGHTS_DTYPE);
	if (dtype && !job_get(&job->job, role->dtype))
		set[role->dtype] = *dtype;
	read_engine(s, call_made(call), role, job);
}

/* A reference that is put on the card for its own passes, and is back on the host when the policy learns. */
static void take_visitor(const struct scan *s, const struct call *call, uint32_t before, struct training_job *job)
{
	struct value *set = job->job.set;

	take(s, call, before, job);
	if (set[SETTING_REFERENCE_MODEL].type == VALUE_ABSENT || set[SETTING_OFFLOAD_REFERENCE].type != VALUE_ABSENT)
		return;
	set[SETTING_OFFLOAD_REFERENCE] = value_str(STR("cpu"), ORIGIN_DERIVED, STR("it is on the host but for its own passes"));
	set[SETTING_OFFLOAD_REFERENCE].at = call->at;
}

/* Whether something is what a teacher's name was given to, or a part of it. */
static bool is_of_teacher(const struct scan *s, const struct node *n)
{
	struct origins of = {.arena = s->arena};

	origins_add(&of, n);
	for (size_t i = 0; i < of.n; i++)
		if (of.at[i]->made && card_role(of.at[i]->made) == SETTING_TEACHER_MODEL)
			return true;
	return false;
}

/*
 * Whether a module loads a teacher and its step, which ran, passes rows through the trained model only: an option of the
 * launch has chosen the loss of the texts alone.
 */
static bool leaves_teacher(const struct scan *s, const struct origins *own, const struct training_job *job)
{
	bool learns = false;

	if (!job->call->row || !job->call->row->own_loop)
		return false;
	for (size_t i = 0; i < s->trace->n; i++) {
		const struct call *call = s->trace->at[i];

		for (size_t k = 0; k < call->args.n && !call->row; k++)
			if (call->args.at[k].value->kind == NODE_OBJECT && is_of_teacher(s, call->args.at[k].value))
				return false;
		if (!loop_runs(call) || !call->self)
			continue;
		if (is_of_teacher(s, call->self))
			return false;
		learns |= loop_is_model(call->self) && origins_have(own, call->self);
	}
	return learns;
}

/* Training beside a teacher learns from it, whatever the trainer's class is for. */
static void learn_from_teacher(const struct scan *s, const struct origins *own, struct training_job *job)
{
	const struct value *teacher = job_get(&job->job, SETTING_TEACHER_MODEL);
	const struct value *task = job_get(&job->job, SETTING_TASK);

	if (!teacher || (task && !str_is(task->as.s, "sft")))
		return;
	if (leaves_teacher(s, own, job)) {
		job->job.set[SETTING_TEACHER_PASSES] =
		    value_bool(false, ORIGIN_DERIVED, STR("the module's step passes rows through the trained model only"));
		job->job.set[SETTING_TEACHER_PASSES].at = teacher->at;
		return;
	}
	job->job.set[SETTING_TASK] =
	    value_str(STR("distill"), ORIGIN_DERIVED, STR("a teacher is loaded beside the model"));
	job->job.set[SETTING_TASK].at = teacher->at;
}

/* Heads that a model's class names, and what a trainer over it trains for, whatever its own class is for. */
static const struct {
	const char *head, *task;
} heads[] = {
    {"ForSequenceClassification", "classification"}, {"ForTokenClassification", "classification"},
    {"ForMultipleChoice", "classification"},	     {"ForQuestionAnswering", "classification"},
    {"ForMaskedLM", "pretrain"},
};
enum { HEADS = sizeof(heads) / sizeof(*heads) };

static size_t head_of(const struct call *model)
{
	size_t i = 0;

	while (i < HEADS && !str_has(model->callee, str_of(heads[i].head)) &&
	       !str_has(model->owner, str_of(heads[i].head)))
		i++;
	return i;
}

/* A body alone, for a head of the repository's own. Code of the model's own may well be of a whole one. */
static bool is_headless(const struct call *model)
{
	const struct arg *remote = call_arg(model, STR("trust_remote_code"), SIZE_MAX);

	/* PreTrainedModel is the base of the repository's own classes: they have the head. */
	return str_ends(model->callee, STR("Model.from_pretrained")) &&
	       !str_ends(model->callee, STR(".PreTrainedModel.from_pretrained")) &&
	       !str_ends(model->callee, STR("HeadModel.from_pretrained")) &&
	       !str_ends(model->callee, STR("HeadsModel.from_pretrained")) &&
	       (!remote || (remote->value->kind == NODE_BOOL && !remote->value->as.b));
}

/* A module of the repository's own around a model, whose class is called after a classifier's. */
static const struct node *own_classifier(const struct origins *own)
{
	static const char *const words[] = {"ForSequenceClassification", "ForTokenClassification", "Classifier"};
	struct py_defined class = {0};

	for (size_t i = 0; i < own->n; i++) {
		if (!custom_module_is(own->at[i]) || !py_object_class(own->at[i], &class))
			continue;
		for (size_t k = 0; k < sizeof(words) / sizeof(*words); k++)
			if (str_has(class.name, str_of(words[k])))
				return own->at[i];
	}
	return NULL;
}

/* Whether the program that trains a classifier is named after rewards: run_rm.py, pointwise_reward_model.py. */
static bool is_named_reward(const struct call *trains)
{
	const struct within *within = trains ? trains->within : NULL;
	const struct str names[] = {within ? str_tail(within->program, '/') : STR(""), within ? str_tail(within->file, '/') : STR("")};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (task_has_word(names[i], STR("reward")) || task_has_word(names[i], STR("rm")))
			return true;
	return false;
}

/* Whether what a trainer makes batches with pads a label of each token: DataCollatorForTokenClassification, or one called after it. */
static bool pads_token_labels(const struct scan *s, const struct call *trainer)
{
	const struct arg *arg = trainer ? call_arg(trainer, STR("data_collator"), SIZE_MAX) : NULL;
	const struct node *made = arg ? suppose_value(s->suppose, arg->value) : NULL;
	struct py_defined class = {0};

	if (!made || (!py_object_class(made, &class) && !made->made))
		return false;
	return str_has(class.name.n ? class.name : made->made->callee, STR("TokenClassification"));
}

/*
 * Training of a model with a head that its class names. A classifier is a reward model if pairs are
 * compared (the logarithm of a sigmoid of the difference of two rewards). Without a head nothing tells, and
 * what writes text is trained to write it.
 */
void card_head(const struct scan *s, const struct origins *own, struct training_job *job)
{
	const struct value *task = job_get(&job->job, SETTING_TASK);
	const struct call *model = NULL, *labels = NULL;
	const struct node *classifier;
	bool pairs = false, headless = false, anew = task && str_is(task->as.s, "pretrain") && task->origin == ORIGIN_DERIVED;
	struct value *to;

	if (!task || (!str_is(task->as.s, "sft") && !anew))
		return;
	for (size_t i = 0; i < s->trace->n; i++) {
		const struct call *call = s->trace->at[i];

		pairs |= loss_prefers(call);
		if (scan_effect(s, i) != EFFECT_MODEL || !origins_have(own, call->result))
			continue;
		/* A language model with encoders beside it. */
		if (role_writes(call->callee))
			return;
		headless |= is_headless(call);
		if (call->own_labels)
			labels = call;
		if (head_of(call) < HEADS)
			model = call;
	}
	/* A classifier may be made anew as well; what else is learns language. */
	if (anew && (!model || !str_is(str_of(heads[head_of(model)].task), "classification")))
		return;
	to = &job->job.set[SETTING_TASK];
	classifier = model ? NULL : own_classifier(own);
	if (classifier) {
		*to = value_str(STR("classification"), ORIGIN_DERIVED, STR("the class around the model"));
		to->at = classifier->at;
		return;
	}
	if (!model && !labels && pads_token_labels(s, job->call)) {
		*to = value_str(is_named_reward(job->call) ? STR("reward") : STR("classification"), ORIGIN_DERIVED,
				STR("the collator pads a label of each token"));
		to->at = job->call->at;
		return;
	}
	if (!model && labels) {
		*to = value_str(pairs || is_named_reward(job->call) ? STR("reward") : STR("classification"), ORIGIN_DERIVED,
				STR("the model's own class ends in a layer of labels"));
		to->at = labels->callee_at;
		return;
	}
	if (!model) {
		if (headless)
			*to = (struct value){0};
		return;
	}
	*to = pairs && head_of(model) == 0
		  ? value_str(STR("reward"), ORIGIN_DERIVED, STR("pairs through a classifier"))
	      : str_is(str_of(heads[head_of(model)].task), "classification") && is_named_reward(job->call)
		  ? value_str(STR("reward"), ORIGIN_DERIVED, STR("a classifier in a program that is named after rewards"))
		  : value_str(str_of(heads[head_of(model)].task), ORIGIN_DERIVED, STR("the model's class"));
	to->at = model->callee_at;
}

/*
 * A loop of one's own that holds a frozen reference and takes the logarithm of a sigmoid: it learns from
 * preferred pairs (Rafailov et al. 2023, equation 7). Other losses over a reference take none.
 */
static void learn_from_pairs(const struct scan *s, struct training_job *job)
{
	const struct value *reference = job_get(&job->job, SETTING_REFERENCE_MODEL);

	if (!reference || job_get(&job->job, SETTING_TASK) || job_get(&job->job, SETTING_REWARD_MODEL))
		return;
	for (size_t i = 0; i < s->trace->n; i++) {
		const struct call *call = s->trace->at[i];

		if (!str_is(call->method, "logsigmoid") || !happens_with(call, job->call))
			continue;
		job->job.set[SETTING_TASK] =
			value_str(STR("dpo"), ORIGIN_DERIVED, STR("a reference, and pairs compared by logsigmoid"));
		job->job.set[SETTING_TASK].at = call->at;
		return;
	}
}

/* A model behind a call that only infers (pipeline(model="…", device=0)), if it is told to be on the card. */
static bool infers_on_card(const struct scan *s, const struct call *call)
{
	const struct arg *model = call_arg(call, STR("model"), 1);
	const struct arg *device = call_arg(call, STR("device"), SIZE_MAX);
	const struct node *to = device ? suppose_value(s->suppose, device->value) : NULL;

	if (!call->row || !call->row->map || !model || suppose_value(s->suppose, model->value)->kind != NODE_STR)
		return false;
	if (!to)
		return call_arg(call, STR("device_map"), SIZE_MAX) != NULL;
	return to->kind == NODE_INT ? to->as.i >= 0 : to->kind != NODE_NULL && !on_cpu(to);
}

static bool same_names(const struct call *a, const struct call *b)
{
	if (!a->names.n || a->names.n != b->names.n)
		return false;
	for (size_t i = 0; i < a->names.n; i++)
		if (!str_eq(a->names.at[i], b->names.at[i]))
			return false;
	return true;
}

/*
 * Whether a model is that of an earlier round: for fold in range(5): model = …. The trained one has taken its
 * name, and its place on the card.
 */
static bool of_earlier_round(const struct scan *s, const struct call *call, const struct origins *own)
{
	for (size_t i = 0; call->outermost && i < s->trace->n; i++) {
		const struct call *later = s->trace->at[i];

		if (later->outermost == call->outermost && later->order > call->order &&
		    later->at.file == call->at.file && later->at.off == call->at.off && call_made(later) &&
		    origins_have(own, call_made(later)) && same_names(call, later))
			return true;
	}
	return false;
}

/* Models that are asked for whether a function took them along: of the others it is not known. */
enum { GONE_MAX = 64 };

/* Whether a model was a function's own that ended before: nothing that went on holds it. */
static bool is_gone(const struct scan *s, const struct call *call, uint32_t before)
{
	for (size_t i = 0; i < s->trace->ended.n; i++) {
		const struct ended *ended = &s->trace->ended.at[i];
		struct origins kept = {.arena = s->arena}, dropped = {.arena = s->arena};
		struct origins taken = {.arena = s->arena, .computed = true};

		if (call->order < ended->from || call->order >= ended->to || before < ended->to)
			continue;
		origins_add(&dropped, ended->dropped);
		origins_add(&taken, ended->taken);
		if ((ended->dropped && !origins_have(&dropped, call_made(call))) || origins_have(&taken, call_made(call)))
			continue;
		for (size_t k = 0; k < ended->kept.n; k++)
			origins_add(&kept, ended->kept.at[k]);
		if (!origins_have(&kept, call_made(call)))
			return true;
	}
	return false;
}

void card_beside(const struct scan *s, const struct origins *own, uint32_t before,
		 struct training_job *job)
{
	size_t asked = 0;

	for (size_t i = 0; i < s->trace->n; i++) {
		const struct call *call = s->trace->at[i];
		enum effect effect = scan_effect(s, i);

		if (call->order >= before || !happens_with(call, job->call) || !call_made(call) ||
		    origins_have(own, call_made(call)))
			continue;
		if (effect == EFFECT_INFERENCE && infers_on_card(s, call))
			take(s, call, before, job);
		if ((effect != EFFECT_MODEL && effect != EFFECT_COPY) ||
		    (card_has_role(call) && job_get(&job->job, card_role(call))) ||
		    of_earlier_round(s, call, own))
			continue;
		if (asked < GONE_MAX && is_gone(s, call, before)) {
			asked++;
			continue;
		}
		if (card_has_role(call) ? !kept_on_cpu(s, call, before) : card_holds(s, call, before))
			take(s, call, before, job);
		else if (card_role(call) == SETTING_REFERENCE_MODEL && card_holds(s, call, before))
			take_visitor(s, call, before, job);
	}
	card_head(s, own, job);
	learn_from_pairs(s, job);
	learn_from_teacher(s, own, job);
}

void card_own_teacher(const struct scan *s, const struct call *backward, const struct origins *own, struct training_job *job)
{
	static const char *const tasks[] = {"dpo", "kto", "orpo", "cpo", "ppo", "grpo", "rloo", "reinforce"};
	struct value *set = job->job.set;
	const struct job_role *role;
	bool distils = job_is(&job->job, SETTING_TASK, "distill");
	const struct node *weights;
	struct custom_model beside;
	struct signs signs;

	for (size_t i = 0; i < sizeof(tasks) / sizeof(*tasks); i++)
		if (job_is(&job->job, SETTING_TASK, tasks[i]))
			return;
	if (set[SETTING_TEACHER_MODEL].type != VALUE_ABSENT || set[SETTING_REFERENCE_MODEL].type != VALUE_ABSENT ||
	    !custom_model_teacher(s, backward, own, distils, &beside, &weights))
		return;
	/* What a frozen model computes may as well be what the trained one is given. */
	signs = loss_signs(s, backward);
	role = job_role_of(distils || signs.divergence || signs.square || signs.binary ? SETTING_TEACHER_MODEL : SETTING_EVALUATOR_MODEL);
	if (set[role->model].type != VALUE_ABSENT)
		return;
	set[role->model] = value_str(weights ? weights->text : beside.name, weights ? ORIGIN_STATED : ORIGIN_DERIVED,
				     STR("the loop learns from what it gives, and it does not train"));
	set[role->model].at = weights ? weights->at : beside.at;
	job_role_set_shape(&job->job, role, beside.model);
	if (beside.dtype.n && set[role->dtype].type == VALUE_ABSENT) {
		set[role->dtype] = value_str(beside.dtype, ORIGIN_DERIVED, STR("what the model's own code does"));
		set[role->dtype].at = beside.dtype_at;
	}
	learn_from_teacher(s, own, job);
}

enum { WRAPS_MAX = 6 };

/*
 * The call that made the model that an attribute holds, through what was put around it (prepare_deepspeed(model)), of
 * several the first; NULL if one of them is none.
 */
static const struct call *model_in(const struct node *held, int depth)
{
	const struct call *first = NULL;
	const struct callable *row;

	if (held->kind == NODE_EITHER && depth < WRAPS_MAX) {
		for (size_t i = 0; i < held->as.items.n; i++) {
			const struct call *one = model_in(held->as.items.at[i], depth + 1);

			if (!one)
				return NULL;
			first = first ? first : one;
		}
		return first;
	}
	if (held->kind != NODE_OBJECT || !held->made || depth >= WRAPS_MAX)
		return NULL;
	row = call_row(held->made);
	if (row && (row->effect == EFFECT_MODEL || row->effect == EFFECT_COPY))
		return held->made;
	return held->made->args.n ? model_in(held->made->args.at[0].value, depth + 1) : NULL;
}

void card_held(const struct scan *s, const struct node *trainer, uint32_t before, struct training_job *job)
{
	for (size_t i = 0; trainer && trainer->kind == NODE_OBJECT && i < trainer->as.pairs.n; i++) {
		const struct pair *pair = &trainer->as.pairs.at[i];
		enum setting role = pair->key->kind == NODE_STR ? role_of_name(pair->key->text) : SETTING_NONE;
		const struct call *made;

		if (role == SETTING_NONE || job_get(&job->job, role))
			continue;
		made = model_in(suppose_value(s->suppose, pair->value), 0);
		if (made && card_role(made) == role && !kept_on_cpu(s, made, before))
			take(s, made, before, job);
	}
}
