/*
 * Weights that the code freezes itself: requires_grad switched off, and on again for parts.
 */
#include "frozen_weights.h"

#include "handwritten_loop.h"

#include "lint/model/custom/language_model.h"

/* How much of the model still trains. */
enum trains { TRAINS_ALL, TRAINS_PART, TRAINS_HEAD, TRAINS_NONE };

/* What a switch of requires_grad is of; of a classifier, SHARE_HEAD: its head, SHARE_BODY: all but that. */
enum share { SHARE_OTHER, SHARE_PART, SHARE_HEAD, SHARE_BODY, SHARE_WHOLE };

struct freezing {
	const struct scan *s;
	const struct node *model;
	/** What the model is built from, found when it is first asked for. */
	struct origins own;
	enum trains trains;
	/** A trainer is given the model itself. */
	bool trainer;
	/** The optimizer has other parameters than the model's. */
	bool beside;
	/** The last switch that counted. */
	const struct call *by;
	/** All that froze a part of it did so under conditions that nobody decides: it may as well train whole. */
	bool perhaps;
};

/* Steps from a parameter back to its model: elements of lists, attributes, methods. */
enum { STEPS_MAX = 24 };

bool lists_parameters(const struct call *call)
{
	return str_is(call->method, "parameters") || str_is(call->method, "named_parameters");
}

/* Calls whose results are all of the model's parameters, or its modules. */
static bool lists_members(const struct call *call)
{
	return lists_parameters(call) || str_is(call->method, "modules") ||
	       str_is(call->method, "named_modules");
}

/* The model itself, or what it wraps. */
static bool is_model(struct freezing *f, const struct node *n)
{
	if (n == f->model)
		return true;
	if (!loop_is_model(n))
		return false;
	if (!f->own.n)
		origins_add(&f->own, f->model);
	return origins_have(&f->own, n);
}

/* Whether a module of the repository's own holds the model. */
static bool holds_model(struct freezing *f, const struct node *n)
{
	struct origins held = {.arena = f->s->arena};

	if (!custom_module_is(n))
		return false;
	origins_add(&held, n);
	return origins_have(&held, f->model);
}

/* What a constructor does to itself is done to the model that its class loads, which it wraps. */
static bool is_itself(const struct node *n)
{
	return n->kind == NODE_OBJECT && n->code && n->made && n->from[0] && n->made->result == n->from[0];
}

/* Which part of a classifier it is: base_model_prefix and the heads' names of transformers 4.57 modeling_*.py. */
static enum share part_of(const struct freezing *f, const struct node *part)
{
	static const char *const heads[] = {"classifier", "score", "classification_head", "pre_classifier"};
	static const char *const bodies[] = {"base_model", "model", "transformer", "bert",    "roberta",	  "distilbert",
					    "electra",	  "albert", "deberta",	   "xlnet", "camembert", "longformer",
					    "big_bird",	  "mpnet"};
	const struct str *name = part->kind == NODE_UNKNOWN && part->made ? part->code : NULL;
	const struct node *of = part->from[0];

	of = of && is_itself(of) ? of->from[0] : of;
	if (!name || of != f->model || !f->model->made || !str_has(f->model->made->callee, STR("Classification")))
		return SHARE_PART;
	for (size_t i = 0; i < sizeof(bodies) / sizeof(*bodies); i++)
		if (str_is(*name, bodies[i]))
			return SHARE_BODY;
	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++)
		if (str_is(*name, heads[i]))
			return SHARE_HEAD;
	return SHARE_PART;
}

/*
 * Whether a value is the last of a classifier's children, list(model.children())[-1]: its head, as the classes of transformers 4.57
 * have it; DistilBERT's and DeBERTa's end with a dropout.
 */
static bool is_last_child(struct freezing *f, const struct node *n)
{
	const struct node *key = n->kind == NODE_UNKNOWN ? n->from[1] : NULL, *of = n->from[0];
	const struct call *classifier = f->model->made;
	const struct arg *name = classifier && classifier->args.n ? &classifier->args.at[0] : NULL;

	if (!key || key->kind != NODE_INT || key->as.i != -1 || !name || !str_has(classifier->callee, STR("ForSequenceClassification")) ||
	    (name->value->kind == NODE_STR && (str_has_nocase(name->value->text, STR("distil")) || str_has_nocase(name->value->text, STR("deberta")))))
		return false;
	for (int i = 0; of && i < STEPS_MAX; i++) {
		const struct call *made = of->kind == NODE_OBJECT ? of->made : NULL;

		if (made && str_is(made->method, "children"))
			return made->self && is_model(f, made->self);
		of = of->from[0];
	}
	return false;
}

/*
 * What an object is of the model: followed back through what it was taken from, never through arguments.
 * An element of parameters() stands for them all; any other part is one.
 */
static enum share share_of(struct freezing *f, const struct node *n, uint32_t loops)
{
	enum share share = SHARE_WHOLE;

	for (int i = 0; n && i < STEPS_MAX; i++) {
		/* What was taken from an object has the call that made that. */
		const struct call *made = n->kind == NODE_OBJECT && n->made && n->made->result == n ? n->made : NULL;

		if (is_model(f, n) || holds_model(f, n))
			return share;
		if (is_itself(n)) {
			n = n->from[0];
			continue;
		}
		if (made && made->row && made->row->effect == EFFECT_COPY)
			return SHARE_OTHER;
		if (n->kind == NODE_EITHER && n->as.items.n)
			n = n->as.items.at[0];
		else if (share == SHARE_WHOLE && is_last_child(f, n))
			return SHARE_HEAD;
		else if (made) {
			/* next(model.parameters()) is one of them. */
			share = lists_members(made) && loops > made->loops ? SHARE_WHOLE : SHARE_PART;
			n = made->self;
		} else {
			share = share == SHARE_WHOLE ? part_of(f, n) : SHARE_PART;
			n = n->from[0];
		}
	}
	return SHARE_OTHER;
}

/* Whether a call sets requires_grad; *value: to what, NULL for what is not known. */
static bool switches(const struct call *call, const struct node **value)
{
	const struct arg *to;

	*value = NULL;
	if (str_is(call->method, "requires_grad_")) {
		to = call_arg(call, STR("requires_grad"), 0);
		*value = to ? to->value : NULL;
		return true;
	}
	if (!str_is(call->method, "__setattr__") || call->args.n != 2 ||
	    call->args.at[0].value->kind != NODE_STR || !str_is(call->args.at[0].value->text, "requires_grad"))
		return false;
	*value = call->args.at[1].value;
	return true;
}

/*
 * Whether a condition of a switch may be one that chooses among a model's parameters, if "bias" in name: some it surely leaves out,
 * and some it surely takes. Where the loop stands under the condition, all of it does.
 */
static bool may_choose(const struct freezing *f, const struct call *call)
{
	const struct node *n = call->self;

	for (int i = 0; n && i < STEPS_MAX; i++) {
		const struct call *made = n->kind == NODE_OBJECT && n->made && n->made->result == n ? n->made : NULL;

		if (made && lists_members(made) && call->loops > made->loops)
			return made->guard != call->guard;
		n = n->kind == NODE_EITHER && n->as.items.n ? n->as.items.at[0] : made ? made->self : n->from[0];
	}
	return !f->model->made || call->loops > f->model->made->loops;
}

static void take_switch(struct freezing *f, const struct call *call, bool on, bool sure)
{
	enum share share = share_of(f, call->self, call->loops);

	if (share == SHARE_OTHER || f->trains == (on ? TRAINS_ALL : TRAINS_NONE))
		return;
	if (share == SHARE_WHOLE && sure)
		f->trains = on ? TRAINS_ALL : TRAINS_NONE;
	else if (sure && ((share == SHARE_BODY && !on && f->trains == TRAINS_ALL) ||
			  (share == SHARE_HEAD && on && f->trains >= TRAINS_HEAD)))
		f->trains = TRAINS_HEAD;
	else {
		f->perhaps = !sure && (f->perhaps || f->trains == TRAINS_ALL) && !may_choose(f, call);
		f->trains = TRAINS_PART;
	}
	f->by = call;
}

/* Arguments of a pass that no gradient can come through: numbers of tokens, masks, what is to be computed. */
static bool is_plain(const struct arg *arg, size_t position)
{
	static const char *const names[] = {
	    "input_ids",  "attention_mask", "token_type_ids",	 "position_ids", "labels", "output_hidden_states",
	    "use_cache",  "return_dict",    "output_attentions", "pixel_values", "**"};

	if (!arg->name.n)
		return position < 2;
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (str_is(arg->name, names[i]))
			return true;
	return false;
}

/* Whether something is put into the model, and not behind it, or makes what goes through it need gradients. */
static bool puts_in(const struct call *call)
{
	static const char *const heads[] = {"classifier", "score", "lm_head", "head", "fc", "cls", "out_proj", "bias"};

	if (str_is(call->method, "set_input_embeddings") || str_is(call->method, "enable_input_require_grads"))
		return true;
	if (!str_is(call->method, "__setattr__") || call->args.n != 2 || call->args.at[1].value->kind != NODE_OBJECT)
		return false;
	for (size_t i = 0; i < sizeof(heads) / sizeof(*heads); i++)
		if (str_is(call->args.at[0].value->text, heads[i]))
			return false;
	return true;
}

/*
 * Whether the frozen model is only shown tokens, and what trains lies behind it: then no gradient goes back into
 * it. Where anything else is seen, one may.
 */
static bool lies_before_all(struct freezing *f, uint32_t before)
{
	/* A trainer shows the model that it is given what a tokenizer makes. */
	bool shown = f->trainer;

	if (f->model->kind == NODE_OBJECT && f->model->made && f->model->made->own_forward)
		return false;
	for (size_t i = 0; i < f->s->trace->n && f->s->trace->at[i]->order < before; i++) {
		const struct call *call = f->s->trace->at[i];

		if (!call->self || (!loop_runs(call) && !puts_in(call)) || share_of(f, call->self, 0) == SHARE_OTHER)
			continue;
		if (!loop_runs(call) || !is_model(f, call->self))
			return false;
		for (size_t k = 0; k < call->args.n; k++)
			if (!is_plain(&call->args.at[k], k))
				return false;
		shown = true;
	}
	return shown;
}

/*
 * Whether what trains is outside of a model of which nothing does: a module of the repository's own that holds it
 * is all that there is. Others may have been put into it.
 */
static bool trains_outside(struct freezing *f, uint32_t before)
{
	struct origins held = {.arena = f->s->arena};
	bool holds = f->beside;

	for (int beside = 0; beside < 2; beside++)
		for (size_t i = 0; i < f->s->trace->n && f->s->trace->at[i]->order < before; i++) {
			const struct node *n = f->s->trace->at[i]->result;

			if (!custom_module_is(n) || n->made != f->s->trace->at[i])
				continue;
			if (beside && !origins_have(&held, n))
				return false;
			if (!beside && holds_model(f, n)) {
				origins_add(&held, n);
				holds = true;
			}
		}
	return holds;
}

static struct str said_of(struct freezing *f, uint32_t before)
{
	if ((f->trains == TRAINS_HEAD || (f->trains == TRAINS_NONE && trains_outside(f, before))) &&
	    lies_before_all(f, before))
		return STR("head");
	return f->trains == TRAINS_NONE ? STR("none") : STR("partial");
}

void frozen_weights(const struct scan *s, const struct node *model, uint32_t before, struct training_job *job)
{
	struct freezing f = {.s = s, .model = model, .own = {.arena = s->arena}};
	const struct value *peft = job_get(&job->job, SETTING_PEFT);
	const struct value *said = job_get(&job->job, SETTING_TRAINABLE);
	struct value v;

	/* That the optimizer has other parameters may be said already, not where they lie. */
	if (!model || (said && !str_is(said->as.s, "none")) || (peft && !str_is(peft->as.s, "none")))
		return;
	f.beside = said != NULL;
	f.trainer = loop_is_model(model) && job->call->row && job->call->row->effect == EFFECT_SINK;
	for (size_t i = 0; i < s->trace->n && s->trace->at[i]->order < before; i++) {
		const struct call *call = s->trace->at[i];
		const struct node *value;
		bool known;

		if (!call->self || !switches(call, &value) || !suppose_guard(s->suppose, call->guard))
			continue;
		value = value ? suppose_value(s->suppose, value) : NULL;
		known = !value || value->kind == NODE_BOOL;
		take_switch(&f, call, known && (!value || value->as.b),
			    known && suppose_certain(s->suppose, call->guard));
	}
	if (f.trains == TRAINS_ALL || !f.by || (said && f.trains != TRAINS_NONE))
		return;
	v = value_str(said_of(&f, before), ORIGIN_DERIVED, STR("the code switches requires_grad"));
	v.at = f.by->at;
	if (f.perhaps && f.trains == TRAINS_PART) {
		struct value *whole = arena_new(s->arena, struct value);

		*whole = value_str(STR("all"), ORIGIN_DERIVED, STR("where no condition holds under which the code switches it off"));
		whole->at = v.at;
		v.alternative = whole;
	}
	job->job.set[SETTING_TRAINABLE] = v;
}
