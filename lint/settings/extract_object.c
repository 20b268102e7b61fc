/* Objects that calls made: what is done to one later, and models that it holds. */
#include "core/base/base.h"
#include "lint/model/custom/language_model.h"
#include "lint/model/model.h"
#include "extract.h"
#include "extract_parts.h"
#include "role_words.h"

/* How far inside a model a module is looked for. */
enum { PART_DEPTH_MAX = 8 };

/* An object, and what kind of model it is, if any, which is asked once for all calls of a trace. */
struct changed {
	const struct node *object;
	bool model, custom;
};

static struct changed changed_of(const struct node *object)
{
	return (struct changed){object, extract_is_model(object), custom_module_is(object)};
}

/* Whether n is a module of a model: what was taken from it, its configuration aside. */
static bool is_part(const struct node *n, const struct changed *of)
{
	for (int i = 0; n && n != of->object && i < PART_DEPTH_MAX; i++) {
		if (!n->made || n->made->result == n)
			return false;
		n = n->from[0];
	}
	return n == of->object && of->model;
}

/*
 * Checkpointing switched on a module of the model that holds the layers: model.transformer's. What switches
 * it on a model is a method; an attribute there is one that nothing reads.
 */
static bool switches_checkpointing(const struct call *call, const struct changed *model)
{
	struct str of = call->callee;

	if (!model->model || !call->self || call->self == model->object || !is_part(call->self, model) ||
	    str_find(of, STR(".vis"), 0) != SIZE_MAX || str_find(of, STR("config.__setattr__"), 0) != SIZE_MAX)
		return false;
	if (str_is(call->method, "__setattr__"))
		return call->args.n == 2 && call->args.at[0].value->kind == NODE_STR &&
		       str_is(call->args.at[0].value->text, "gradient_checkpointing");
	return str_is(call->method, "gradient_checkpointing_enable") || str_is(call->method, "set_activation_checkpointing") ||
	       str_is(call->method, "gradient_checkpointing_disable");
}

/* Whether a value is the object, or that of several which it is when the branch that made it was taken. */
static bool is_or_may_be(const struct node *value, const struct node *object)
{
	for (size_t i = 0; value->kind == NODE_EITHER && i < value->as.items.n; i++)
		if (value->as.items.at[i] == object)
			return true;
	return value == object;
}

/* Whether a later call changes the object: a method on it, or a function of it that sets. */
static bool call_changes(const struct call *call, const struct changed *of)
{
	const struct node *object = of->object;
	const struct callable *row;

	if (switches_checkpointing(call, of))
		return true;
	/* An attribute of a module that a row names: model[0].max_seq_length; the model's own are its members. */
	if (str_is(call->method, "__setattr__"))
		return call->self && call->self != object && is_part(call->self, of) &&
		       (row = call_row(call)) != NULL && row->effect == EFFECT_SET && row->names[0] != '.';
	if (call->self == object)
		return (row = call_row(call)) != NULL && row->effect == EFFECT_SET;
	return call->args.n && is_or_may_be(call->args.at[0].value, object) && (row = call_row(call)) != NULL &&
	       row->effect == EFFECT_SET;
}

/* Whether a call of a table's is given another module than the model, or than a model: a layer of it. */
static bool is_on_part(const struct call *call, const struct changed *of)
{
	const struct callable *row = call->args.n && (of->model || of->custom) ? call_row(call) : NULL;
	const struct node *module = call->args.n ? call->args.at[0].value : NULL;

	return row && row->part && module != of->object && !extract_is_model(module) &&
	       (module->kind == NODE_UNKNOWN || module->kind == NODE_OBJECT);
}

/* A call that does something to a part of the model: how its weights are stored is read where it is made. */
static void read_part_call(struct extract *x, const struct call *call, struct job *job)
{
	struct extract_unknown stored = x->unknown[SETTING_QUANTIZATION];

	extract_call(x, call, job);
	x->unknown[SETTING_QUANTIZATION] = stored;
}

void extract_changes(struct extract *x, const struct node *object, struct job *job)
{
	const struct changed changed = changed_of(object);
	const struct changing frame = {object, x->changing};

	for (size_t i = 0; x->trace && i < x->trace->n; i++) {
		const struct call *call = x->trace->at[i];

		if (call->order >= x->before)
			break;
		if (is_on_part(call, &changed) && suppose_guard(x->suppose, call->guard))
			extract_part(x, call, job);
		if (call == object->made || !call_changes(call, &changed) || !suppose_guard(x->suppose, call->guard))
			continue;
		x->changing = &frame;
		if (str_is(call->method, "__setattr__"))
			read_part_call(x, call, job);
		else
			extract_call(x, call, job);
		x->changing = frame.outer;
	}
}

/* Whether a model, or the one that an adapter lies on, writes text; of several, the first. */
static bool writes(const struct node *model)
{
	if (model->kind == NODE_EITHER)
		model = model->as.items.at[0];
	for (int i = 0; model && i < PART_DEPTH_MAX; i++, model = model->from[0])
		if (model->made && role_writes(model->made->callee))
			return true;
	return false;
}

bool extract_names_body(struct str part)
{
	return str_among(part, STR("model|base_model|transformer|gpt_neox|decoder|language_model"));
}

/* The model whose body a value is, without the head: AutoModelForCausalLM.from_pretrained(name).model. */
static const struct node *whole_model(const struct node *value)
{
	const struct node *of = value->kind == NODE_UNKNOWN ? value->from[0] : NULL;
	const struct str *name = of && of->kind == NODE_OBJECT ? value->code : NULL;

	return name && extract_names_body(*name) ? of : value;
}

const struct node *extract_inner_model(const struct node *object)
{
	const struct node *model = NULL;

	for (size_t i = 0; object->code && i < object->as.pairs.n; i++) {
		const struct node *value = whole_model(object->as.pairs.at[i].value);

		if (extract_is_model(value) &&
		    (!model || (role_of_name(object->as.pairs.at[i].key->text) == SETTING_NONE &&
				(writes(value) || !writes(model)))))
			model = value;
	}
	return model;
}

/*
 * An adapter laid on a part of the model: model.llm = get_peft_model(model.llm, …). One on the part that sees is
 * none of the language model's.
 */
static void read_adapted_parts(struct extract *x, const struct node *object, struct job *job)
{
	const struct changed model = changed_of(object);

	for (size_t i = 0; i < object->as.pairs.n; i++) {
		const struct node *value = suppose_value(x->suppose, object->as.pairs.at[i].value);
		const struct callable *row =
		    value->kind == NODE_OBJECT && value->made ? call_row(value->made) : NULL;
		const struct node *part = row && row->effect == EFFECT_WRAP ? value->from[0] : NULL;

		if (part && part->kind == NODE_UNKNOWN && is_part(part, &model) &&
		    value->made->order < x->before &&
		    str_find(object->as.pairs.at[i].key->text, STR("vis"), 0) == SIZE_MAX)
			read_part_call(x, value->made, job);
	}
}

static void object_reader(struct extract *x, const void *what, const struct node *n,
			  struct job *job)
{
	(void)what;
	if (n->kind != NODE_NULL)
		extract_object(x, n, job);
}

/* The row of the call that made an object, if it says anything about a job. */
static const struct callable *telling_row(const struct node *object)
{
	const struct callable *row = object->made ? call_row(object->made) : NULL;

	return row && (row->effect != EFFECT_NONE || row->map || row->args || row->set) ? row : NULL;
}

/* Sets what a model's own code says unless the job has it. */
static void set_own(struct job *job, enum setting setting, struct str value, struct span at)
{
	if (job->set[setting].type != VALUE_ABSENT || !value.n)
		return;
	job->set[setting] = value_str(value, ORIGIN_DERIVED, STR("what the model's own code does"));
	job->set[setting].at = at;
}

/* What the model's forward computes again in backward; under a condition that nothing decides, not known. */
static void set_recomputation(struct extract *x, const struct custom_model *own, struct job *job)
{
	enum setting setting = SETTING_GRADIENT_CHECKPOINTING;
	const struct call *call = own->recomputes;
	const struct arg *reentrant;

	if (!call || job->set[setting].type != VALUE_ABSENT)
		return;
	if (own->sometimes && call->guard) {
		x->unknown[setting] =
		    (struct extract_unknown){.why = str_fmt(x->arena, "it hangs on %.*s", STR_ARG(call->guard->text)),
					     .at = call->at};
		return;
	}
	set_own(job, setting, STR("true"), call->at);
	reentrant = call_arg(call, STR("use_reentrant"), SIZE_MAX);
	if (reentrant && reentrant->value->kind == NODE_BOOL) {
		job->set[SETTING_USE_REENTRANT] =
		    value_bool(reentrant->value->as.b, ORIGIN_STATED, (struct str){0});
		job->set[SETTING_USE_REENTRANT].at = reentrant->at;
	}
}

/* A language model that the repository writes as a module of its own. */
static bool read_own(struct extract *x, const struct node *object, struct job *job)
{
	struct custom_model *own;
	struct value *id = &job->set[SETTING_MODEL];

	if (!x->trace || !custom_module_is(object))
		return false;
	own = arena_new(x->arena, struct custom_model);
	*own = custom_model_read(x->arena, x->trace, x->suppose, object);
	if (own->kind == CUSTOM_OTHER || (x->mode == EXTRACT_UNDER && id->type != VALUE_ABSENT))
		return false;
	x->own = own;
	extract_use(x, keymap_find(STR("torch.nn.Module")), NULL);
	set_own(job, SETTING_ATTENTION, own->attention, own->at);
	if (own->attention.n)
		set_own(job, SETTING_ATTENTION_MASK, own->masked ? STR("padded") : STR("none"), own->at);
	set_recomputation(x, own, job);
	set_own(job, SETTING_WEIGHTS_DTYPE, own->dtype, own->dtype_at);
	if (own->assigned && job->set[SETTING_WEIGHTS_DTYPE].type == VALUE_ABSENT) {
		job->set[SETTING_WEIGHTS_DTYPE] = value_str(STR("bfloat16"), ORIGIN_ASSUMED,
							    STR("the checkpoint's dtype, nearly always bfloat16"));
		job->set[SETTING_WEIGHTS_DTYPE].at = own->at;
	}
	if (own->kind == CUSTOM_OPEN)
		x->unknown[SETTING_MODEL] = (struct extract_unknown){
		    .why = str_fmt(x->arena, "%.*s: %.*s", STR_ARG(own->name), STR_ARG(own->why)),
		    .at = object->at};
	job->model = own->model;
	job->shape_how = own->shape;
	if (own->weights)
		*id = value_str(own->weights->text, ORIGIN_DERIVED,
				str_fmt(x->arena, "%.*s takes its weights", STR_ARG(own->name)));
	else
		*id = value_str(own->name, ORIGIN_DERIVED,
				own->loaded ? STR("a class of the repository, weights of before loaded into it")
					    : STR("a class of the repository, its weights made anew"));
	id->at = own->weights ? own->weights->at : object->at;
	return true;
}

/* transformers.T5ForConditionalGeneration.from_pretrained(folder): of which family a model is whose name does not tell. */
static void read_family(const struct call *made, struct job *job)
{
	struct str class = str_starts(made->callee, STR("transformers.")) ? str_sub(made->callee, STR("transformers.").n, made->callee.n)
									      : (struct str){0};

	if (!str_ends(class, STR(".from_pretrained")))
		return;
	class = config_class_family(str_sub(class, 0, class.n - STR(".from_pretrained").n));
	job->family = job->family.n && !str_eq(job->family, class) ? STR("one of several") : class;
}

/*
 * Whether a call that changes the object is being read: model = torch.compile(model). One of several that it may be is met
 * again while another's calls are read, which are given either: without this, each of them reads all others anew.
 */
static bool is_being_changed(const struct extract *x, const struct node *object)
{
	for (const struct changing *c = x->changing; c; c = c->outer)
		if (c->object == object)
			return true;
	return false;
}

bool extract_object(struct extract *x, const struct node *object, struct job *job)
{
	const struct callable *row;
	const struct node *outer;
	bool known = false;

	object = suppose_value(x->suppose, object);
	if (!object || x->depth >= EXTRACT_DEPTH_MAX)
		return false;
	if (is_being_changed(x, object))
		return true;
	x->depth++;
	if (object->kind == NODE_EITHER) {
		extract_alternatives(x, object_reader, NULL, object, job);
		known = true;
	} else if (object->kind == NODE_OBJECT) {
		for (size_t i = 0; i < NODE_FROM_MAX; i++)
			if (object->from[i] && object->from[i]->kind == NODE_OBJECT)
				known = extract_object(x, object->from[i], job) || known;
		row = telling_row(object);
		outer = x->made;
		x->made = object;
		if (row)
			known = extract_call(x, object->made, job) || known;
		x->made = outer;
		if (!row && extract_inner_model(object))
			known = extract_object(x, extract_inner_model(object), job);
		else if (!row)
			known = read_own(x, object, job) || known;
		if (row && object->as.pairs.n && (row->map || row->args))
			extract_map(x, row->map ? row->map : row->args, object, job);
		if (row && row->effect == EFFECT_MODEL) {
			set_own(job, SETTING_ATTENTION, custom_copy_attention(object), object->made->at);
			read_family(object->made, job);
			read_adapted_parts(x, object, job);
		}
		extract_changes(x, object, job);
	}
	x->depth--;
	return known;
}
