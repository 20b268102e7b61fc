#include "evaluator_parts.h"

#include "lint/frameworks/frameworks.h"

/* Arguments are told apart by comparing their names: a call that has more has some that are not known. */
enum { ARGS_MAX = 2000 };

void py_spread_named(struct interpreter *py, struct args *args, struct node *value, struct span at)
{
	value = py_merge_maps(py, value);
	if (value->kind != NODE_MAP) {
		*vec_push(py->arena, args) = (struct arg){STR("**"), value, at};
		return;
	}
	for (size_t i = 0; i < value->as.pairs.n && args->n < ARGS_MAX; i++) {
		const struct pair *pair = &value->as.pairs.at[i];

		if (pair->key->kind == NODE_STR)
			*vec_push(py->arena, args) =
			    (struct arg){pair->key->text, pair->value, pair->key->at};
	}
	if (value->open || value->as.pairs.n >= ARGS_MAX) {
		struct node *more = py_unknown(py, at, "further members of a mapping");

		/* {k: v.to(device) for k, v in batch.items()}: they still tell what they are of. */
		if (value->code != py_tag_members)
			more->from[0] = value->from[0];
		*vec_push(py->arena, args) = (struct arg){STR("**"), more, at};
	}
}

static void spread_positional(struct interpreter *py, struct args *args, struct node *value,
			      struct span at)
{
	struct node *items = py_elements(py, value, at);

	if (items)
		for (size_t i = 0; i < items->as.items.n; i++)
			*vec_push(py->arena, args) = (struct arg){{0}, items->as.items.at[i], at};
	if (!items || items->open)
		*vec_push(py->arena, args) = (struct arg){STR("*"), value, at};
}

static void eval_args(struct interpreter *py, const struct py_args *in, struct args *out)
{
	/* As many as are written, unless some are spread. */
	if (in->n && in->n < ARGS_MAX) {
		out->at = arena_bytes(py->arena, in->n * sizeof(*out->at), _Alignof(struct arg));
		out->room = in->n;
	}
	for (size_t i = 0; i < in->n; i++) {
		const struct py_arg *arg = &in->at[i];
		struct node *value = py_eval(py, arg->value);

		if (i >= ARGS_MAX) {
			*vec_push(py->arena, out) = (struct arg){STR("**"), py_unknown(py, arg->at, "one of too many arguments"), arg->at};
			break;
		}

		if (arg->kind == ARG_STAR)
			spread_positional(py, out, value, arg->at);
		else if (arg->kind == ARG_DOUBLE_STAR)
			py_spread_named(py, out, value, arg->at);
		else
			*vec_push(py->arena, out) =
			    (struct arg){arg->kind == ARG_NAMED ? arg->name.text : (struct str){0},
					 value, arg->at};
	}
}

struct node *py_call_expr(struct interpreter *py, const struct py_expr *e)
{
	struct node *callee = py_eval(py, e->as.call.function);
	struct site site = {e->at, e->as.call.function->at};
	struct args args = {0};

	py_note_slice(py, e);
	py_note_view(py, e);
	eval_args(py, &e->as.call.args, &args);
	if (py->unwinding != FLOW_NEXT || py->halted)
		return py_unknown(py, e->at, "never reached");
	py_note_given(py, e, &args);
	if (args.n == 1 && e->as.call.function->kind == EXPR_ATTR && str_is(e->as.call.function->as.attr.name, "extend"))
		py_note_part(py, callee->kind == NODE_METHOD ? callee->as.self : NULL, args.at[0].value, e->at);
	return py_call(py, callee, &args, site);
}

/* The outermost condition of those under which a value was made that nothing around here asks yet; NULL: none. */
static const struct node *open_condition(const struct interpreter *py, const struct node *when)
{
	const struct node *open = NULL;

	for (; when; when = when->from[0])
		if (when->code && !arms_asked(py->guard, when))
			open = when;
	return open;
}

/* Those of several callees that may be there under a condition; NULL: none. */
static struct node *callees_under(struct interpreter *py, const struct node *callee, const struct node *condition)
{
	struct node *kept[NODE_EITHER_MAX];
	size_t n = 0;

	for (size_t i = 0; i < callee->as.items.n && n < NODE_EITHER_MAX; i++)
		if (!arms_exclude(callee->as.items.at[i]->when, condition))
			kept[n++] = callee->as.items.at[i];
	return either_of(py->arena, kept, n, callee->at);
}

/* The first of several callees in one arm, the others in the other, where nothing tells on what it depends. */
static void split_first(struct interpreter *py, struct node *callee, struct site site, struct choice *c,
			struct node *callees[2])
{
	struct node *first = callee->as.items.at[0];

	*c = py_choose(py, first->when ? first->when->text : py_source(py, site.callee, 80),
		       first->when ? first->when->at : site.callee);
	callees[0] = first;
	callees[1] = either_of(py->arena, callee->as.items.at + 1, callee->as.items.n - 1, callee->at);
}

/*
 * One of several callees: each is called in an arm of its own. What chose among them chose among the values that were made
 * beside them: the condition is asked again, from the outside in, so that each meets its own.
 */
static struct node *call_either(struct interpreter *py, struct node *callee, const struct args *args,
				struct site site)
{
	const struct node *open = open_condition(py, callee->as.items.at[0]->when);
	struct node *results[2], *callees[2];
	struct choice c = {.outer = py->guard};

	if (open) {
		c.arms = arms_again(py->arena, open, false, open->at, py->guard);
		callees[0] = callees_under(py, callee, c.arms.yes);
		callees[1] = callees_under(py, callee, c.arms.no);
	}
	if (!open || !callees[0] || !callees[1])
		split_first(py, callee, site, &c, callees);
	for (int arm = 0; arm < 2; arm++) {
		py_arm_begin(py, &c, arm);
		results[arm] = py_call(py, callees[arm], args, site);
		py_arm_end(py, &c, arm);
	}
	py_choice_join(py, &c);
	return either_join(py->arena, results[0], results[1], c.arms);
}

/* C.__subclasses__() */
static bool is_of_type(const struct interpreter *py, const struct node *method)
{
	return method->as.self->kind == NODE_CLASS && native_of(py, STR("type"), method->text);
}

static struct node *call_native_method(struct interpreter *py, struct node *method,
				       const struct args *args, struct site site)
{
	struct node *self = method->as.self;
	const char *type = is_of_type(py, method) ? "type" : py->library->is_pydantic(self) ? "BaseModel" : native_type(self);
	const struct native *native = native_of(py, str_of(type), method->text);
	struct native_call c = {args, self, site, {0}};

	if (!native)
		return py_unknown(py, site.at, "%s.%.*s() is not known", type,
				  STR_ARG(method->text));
	c.name = str_of(native->name);
	return native_run(py, native, &c);
}

/*
 * super().method() that no class of the repository has: of the library's base of the class in which it stands, or of a mixin
 * that has none, the base that stands behind it in the object's class.
 */
static struct node *call_super(struct interpreter *py, struct node *method, const struct args *args, struct site site)
{
	struct node *self = method->as.self;
	const struct class *of = method->from[1]->code, *own = self->kind == NODE_CLASS ? self->code : class_of(self);

	if (own && !class_library(py, of).n && class_library_behind(own, of).n)
		of = own;
	return py_call_base(py, (struct class *)(uintptr_t)of, self, method->text, args, site);
}

static struct node *call_method(struct interpreter *py, struct node *method, const struct args *args,
				struct site site)
{
	struct node *self = method->as.self;

	if (method->code == py_tag_super)
		return call_super(py, method, args, site);
	if (method->code)
		return py_call_func(py, method->code, self, args, site);
	if (native_type(self) || py->library->is_pydantic(self) || is_of_type(py, method))
		return call_native_method(py, method, args, site);
	return py_call_library(
	    py,
	    str_fmt(py->arena, "%.*s.%.*s", STR_ARG(py_dotted(py, self)), STR_ARG(method->text)),
	    self, args, site);
}

/* functools.partial(f, …)(…): from[0] is f, the first arguments are in the call that made it. */
static struct node *call_partial(struct interpreter *py, struct node *partial, const struct args *args,
				 struct site site)
{
	struct args all = {0};
	const struct call *made = partial->made;

	for (size_t i = 1; i < made->args.n; i++) {
		bool again = false;

		for (size_t k = 0; k < args->n; k++)
			again |= made->args.at[i].name.n > 0 &&
				 str_eq(args->at[k].name, made->args.at[i].name);
		if (!again)
			*vec_push(py->arena, &all) = made->args.at[i];
	}
	for (size_t k = 0; k < args->n; k++)
		*vec_push(py->arena, &all) = args->at[k];
	return py_call(py, made->args.at[0].value, &all, site);
}

/* Whether a library's object is one around a module of the repository's. */
static bool wraps_own(const struct node *object)
{
	const struct callable *row = object->made ? object->made->row : NULL;
	const struct node *inner = object->from[0];

	return row && row->effect == EFFECT_WRAP && inner && inner->kind == NODE_OBJECT &&
	       class_of(inner);
}

/* DistributedDataParallel(model)(x), or .forward(x), gives what model(x) does; out: what it would give of itself. */
static struct node *call_wrapped(struct interpreter *py, struct node *object, const struct args *args, struct node *out, struct site site)
{
	return wraps_own(object) ? py_call(py, (struct node *)(uintptr_t)object->from[0], args, site) : out;
}

/* The repository's copy of a library's model: what its forward() does is known. */
static bool is_copied_model(const struct node *object)
{
	const struct call *made = object->made;

	return made && made->row && made->row->effect == EFFECT_MODEL && str_ends(made->callee, STR(".PreTrainedModel"));
}

static struct node *call_object(struct interpreter *py, struct node *object, const struct args *args,
				struct site site)
{
	struct node *method = NULL, *out;

	if (object->code == py_tag_partial)
		return call_partial(py, object, args, site);
	if (class_of(object) && !is_copied_model(object)) {
		method = class_find(py, class_of(object), STR("__call__"));
		/* What torch.nn.Module.__call__ does; other libraries with such a base do as well. */
		if (!method && class_library(py, object->code).n)
			method = class_find(py, object->code, STR("forward"));
	}
	if (method && method->kind == NODE_FUNCTION)
		return py_call_func(py, method->code, object, args, site);
	if (!object->made)
		return py_unknown(py, site.at, "an object that is not known to be callable");
	out = py_call_library(py, str_cat(py->arena, py_dotted(py, object), STR(".__call__")),
			      object, args, site);
	return call_wrapped(py, object, args, out, site);
}

/* str.lower(x), dict.get(d, k): a method of a built-in type called through the type. */
static struct node *call_unbound(struct interpreter *py, struct str dotted, const struct args *args,
				 struct site site)
{
	struct str method = str_sub(dotted, sizeof("builtins.") - 1, dotted.n);
	const struct native *native = native_find(py, method);
	struct native_call c = {.site = site, .name = method};
	struct args rest = {0};

	if (!native || args->n == 0 || args->at[0].name.n || !native_type(args->at[0].value) ||
	    !str_eq(str_of(native_type(args->at[0].value)), str_cut(method, '.').head))
		return py_unknown(py, site.at, "%.*s() is not followed", STR_ARG(dotted));
	for (size_t i = 1; i < args->n; i++)
		*vec_push(py->arena, &rest) = args->at[i];
	c.self = args->at[0].value;
	c.args = &rest;
	return native_run(py, native, &c);
}

static bool is_sink(struct str dotted)
{
	const struct callable *row = callable_find(dotted);

	return row && row->effect == EFFECT_SINK;
}

/*
 * nn.Linear.__init__(self, …) in a class over nn.Linear, Trainer.__init__(self, …) also in one over a trainer that
 * has Trainer as its own base: what super().__init__(…) would do. NULL for any other call.
 */
static struct node *call_base_init(struct interpreter *py, struct str dotted, const struct args *args,
				   struct site site)
{
	struct node *self = args->n && !args->at[0].name.n ? args->at[0].value : NULL;
	const struct class *c = self && self->kind == NODE_OBJECT ? class_of(self) : NULL;
	struct str end = STR(".__init__"), base, library;
	struct args rest = {0};

	if (!c || !str_ends(dotted, end))
		return NULL;
	base = str_sub(dotted, 0, dotted.n - end.n);
	library = class_library(py, c);
	if (!str_eq(base, library) && !(is_sink(base) && is_sink(library)))
		return NULL;
	for (size_t i = 1; i < args->n; i++)
		*vec_push(py->arena, &rest) = args->at[i];
	return py_call_base(py, (struct class *)(uintptr_t)c, self, STR("__init__"), &rest, site);
}

/*
 * Own.load_from_checkpoint(path, **more) of a LightningModule: lightning core/saving.py _load_state() makes one of the class,
 * by the hyperparameters that were saved and more. Those are not known here; what has a default is taken to have it.
 */
static struct node *loaded_module(struct interpreter *py, const struct class *owner,
				  const struct args *args, struct site site)
{
	const struct str own = STR("checkpoint_path|map_location|hparams_file|strict|weights_only");
	struct node *saved =
	    py_unknown(py, site.at, "what the checkpoint was made with is not known");
	struct args given = {0};

	*vec_push(py->arena, &given) = (struct arg){STR("*"), saved, site.at};
	for (size_t i = 0; i < args->n; i++)
		if (args->at[i].name.n && !str_among(args->at[i].name, own))
			*vec_push(py->arena, &given) = args->at[i];
	return py_instantiate(py, (struct class *)(uintptr_t)owner, &given, site);
}

/* Whether from_pretrained is what a module of the repository's own got from huggingface_hub's mixin: PyTorch's has none. */
static bool is_of_mixin(struct str name)
{
	return str_is(name, "torch.nn.Module.from_pretrained") || str_ends(name, STR("PyTorchModelHubMixin.from_pretrained"));
}

/*
 * Own.from_pretrained(name, **more): huggingface_hub hub_mixin.py, 0.20-1.0, makes one of the class by the arguments that
 * stand in the config.json of that name, and more, and loads its weights. The file is a hub's.
 */
static struct node *fetched_module(struct interpreter *py, const struct class *owner, const struct args *args, struct site site)
{
	const struct str own = STR("pretrained_model_name_or_path|force_download|resume_download|proxies|token|cache_dir|"
				   "local_files_only|revision|map_location|strict");
	const struct node *name = args->n ? args->at[0].value : NULL;
	struct args given = {0}, none = {0};
	struct node *object;

	for (size_t i = 0; i < args->n; i++)
		if (args->at[i].name.n && !str_among(args->at[i].name, own))
			*vec_push(py->arena, &given) = args->at[i];
	*vec_push(py->arena, &given) =
	    (struct arg){STR("**"), file_absent(py, name && name->kind == NODE_STR ? name->text : STR("what it is made with"), site.at), site.at};
	object = py_instantiate(py, (struct class *)(uintptr_t)owner, &given, site);
	if (object->kind == NODE_OBJECT)
		py_call_library(py, STR("torch.nn.Module().load_state_dict"), object, &none, site);
	return object;
}

static struct node *call_name(struct interpreter *py, struct node *name, const struct args *args,
			      struct site site)
{
	const struct native *native = native_find(py, name->text);
	struct native_call c = {args, NULL, site, name->text};

	const struct class *owner = name->from[0] ? name->from[0]->code : NULL;
	struct node *out;

	if (!native && str_starts(name->text, STR("builtins.")))
		return call_unbound(py, name->text, args, site);
	if (native)
		return native_run(py, native, &c);
	out = call_base_init(py, name->text, args, site);
	if (out)
		return out;
	if (owner && str_ends(name->text, STR(".LightningModule.load_from_checkpoint")))
		return loaded_module(py, owner, args, site);
	if (owner && is_of_mixin(name->text))
		return fetched_module(py, owner, args, site);
	out = py_call_library(py, name->text, NULL, args, site);
	if (owner && out->kind == NODE_OBJECT && out->made) {
		((struct call *)(uintptr_t)out->made)->owner = owner->name;
		((struct call *)(uintptr_t)out->made)->own_forward = class_find(py, owner, STR("forward")) != NULL;
		if (out->made->row && out->made->row->effect == EFFECT_MODEL)
			py_run_constructor(py, owner, out, site);
	}
	return out;
}

/* A method of a text of which the beginning is known; NULL: that does not decide it. */
static struct node *call_partial_text(struct interpreter *py, struct node *text, struct str name,
				      const struct args *args, struct site site)
{
	const struct native *native = py_partial_text(text).n ? native_of(py, STR("partial_text"), name) : NULL;
	struct native_call c = {args, text, site, {0}};

	return native ? native_run(py, native, &c) : NULL;
}

/* Calls on what is not known matter where any library has such a method: loss.backward(). */
static struct node *call_unknown(struct interpreter *py, struct node *callee, const struct args *args,
				 struct site site)
{
	const struct str *name = callee->code;
	struct str dotted = py_dotted(py, callee);
	/* from[0] of an attribute is the object it was taken from: made by this evaluator. */
	struct node *of = (struct node *)(uintptr_t)callee->from[0], *out;

	if (!name)
		return py_unknown_of(py, site.at, callee);
	out = call_partial_text(py, of, *name, args, site);
	if (out)
		return out;
	out = py_call_library(py, dotted, of, args, site);
	return of && of->kind == NODE_OBJECT && str_is(*name, "forward") ? call_wrapped(py, of, args, out, site) : out;
}

static struct node *call_below(struct interpreter *py, struct node *callee, const struct args *args,
			       struct site site)
{
	const struct func *f;

	switch ((int)callee->kind) {
	case NODE_EITHER:
		return call_either(py, callee, args, site);
	case NODE_FUNCTION:
		f = callee->code;
		return py_call_func(py, f, NULL, args, site);
	case NODE_CLASS:
		return py_instantiate(py, (struct class *)(uintptr_t)callee->code, args, site);
	case NODE_NAME:
		return call_name(py, callee, args, site);
	case NODE_METHOD:
		return call_method(py, callee, args, site);
	case NODE_OBJECT:
		return call_object(py, callee, args, site);
	case NODE_UNKNOWN:
		return call_unknown(py, callee, args, site);
	default:
		return py_unknown(py, site.at, "a value that cannot be called");
	}
}

struct node *py_call(struct interpreter *py, struct node *callee, const struct args *args,
		     struct site site)
{
	struct node *out;

	if (!py_step(py, 1) || py->deep >= DEEP_MAX)
		return py_unknown(py, site.at, "the evaluation's budget is spent");
	py->deep++;
	out = call_below(py, callee, args, site);
	py->deep--;
	return out;
}

struct node *py_call_method(struct interpreter *py, struct node *object, struct str name,
			    const struct args *args, struct site site)
{
	return py_call(py, py_get_attr(py, object, name, site.at), args, site);
}
