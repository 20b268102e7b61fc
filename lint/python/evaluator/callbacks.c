#include "callbacks.h"

/* Lists of functions (reward_funcs=[a, b]) are looked through, but not deep structures. */
enum { CALLBACKS_DEPTH = 3, CALLBACKS_MAX = 256 };

/* Methods by which a library uses an object of a repository's class. */
static const char *const methods[] = {"__call__", "__getitem__", "__iter__"};

static bool seen(struct interpreter *py, const void *code, struct span at)
{
	for (size_t i = 0; i < py->callbacks.n; i++)
		if (py->callbacks.at[i].code == code && span_same(py->callbacks.at[i].at, at))
			return true;
	if (py->callbacks.n < CALLBACKS_MAX)
		*vec_push(py->arena, &py->callbacks) = (struct handed){code, at};
	return py->callbacks.n >= CALLBACKS_MAX;
}

/* The arguments of one run: unknown, and what the library passes on by name (map's fn_kwargs). */
struct handing {
	struct args given;
	/** What they give is the library's to go on with: rows of a data set. */
	bool items;
	/** It is a hook of the call: where a module is trained in both arms of a branch, it runs in each. */
	bool hook;
	struct site site;
};

/* code tells functions apart, so that each runs once; callee is the function as it was handed. */
static void run(struct interpreter *py, struct node *callee, const void *code, const struct handing *h)
{
	struct node *value;

	if (seen(py, code, h->hook ? h->site.at : (struct span){0}))
		return;
	py->loops++;
	value = py_call(py, callee, &h->given, h->site);
	py->loops--;
	/* Whether and when the library calls it is open, so its end does not end the script. */
	py->unwinding = FLOW_NEXT;
	if (h->items)
		py_note_item(py, callee, value, h->site.at);
}

static void run_object(struct interpreter *py, struct node *object, const struct handing *h)
{
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++) {
		struct node *found = class_find(py, object->code, str_of(methods[i]));

		if (found && found->kind == NODE_FUNCTION && found->code)
			run(py, py_get_attr(py, object, str_of(methods[i]), h->site.at),
			    found->code, h);
	}
}

static void run_value(struct interpreter *py, struct node *value, const struct handing *h, int depth)
{
	if (!value || depth > CALLBACKS_DEPTH || py->halted || py->unwinding != FLOW_NEXT)
		return;
	if (value->kind == NODE_FUNCTION && value->code)
		run(py, value, value->code, h);
	else if (value->kind == NODE_METHOD && value->code && value->code != py_tag_super)
		run(py, value, value->code, h);
	else if (value->kind == NODE_OBJECT && value->code == py_tag_partial)
		run(py, value, value, h);
	else if (value->kind == NODE_OBJECT && value->code && !native_type(value))
		run_object(py, value, h);
	else if (value->kind == NODE_LIST || value->kind == NODE_TUPLE ||
		 value->kind == NODE_EITHER)
		for (size_t i = 0; i < value->as.items.n && i < 16; i++)
			run_value(py, value->as.items.at[i], h, depth + 1);
	else if (value->kind == NODE_MAP)
		for (size_t i = 0; i < value->as.pairs.n && i < 16; i++)
			run_value(py, value->as.pairs.at[i].value, h, depth + 1);
}

static bool is_function(const struct node *n)
{
	return n->kind == NODE_FUNCTION || n->kind == NODE_METHOD ||
	       (n->kind == NODE_OBJECT && n->code == py_tag_partial);
}

/* executor.submit(f, 1, y=2) of whatever library, and asyncio's: f(1, y=2). */
static bool run_submitted(struct interpreter *py, struct str dotted, const struct args *args,
			  struct site site)
{
	struct handing h = {.site = site};
	size_t at = str_ends(dotted, STR(".run_in_executor"));

	if ((!at && !str_ends(dotted, STR(".submit")) && !str_is(dotted, "asyncio.to_thread")) ||
	    args->n <= at || args->at[at].name.n || !is_function(args->at[at].value))
		return false;
	for (size_t i = at + 1; i < args->n; i++)
		*vec_push(py->arena, &h.given) = args->at[i];
	run_value(py, args->at[at].value, &h, 0);
	return true;
}

/*
 * What the library hands on under a name of its own: map's fn_kwargs, TorchTrainer's train_loop_config, the
 * trainer_init_config of TransformersTrainer (Ray 2.0 to 2.6, python/ray/train/huggingface/huggingface_trainer.py).
 */
static void hand_on(struct interpreter *py, struct handing *h, const struct arg *arg, struct site site)
{
	const struct node *more = arg->value;

	if (str_is(arg->name, "train_loop_config"))
		h->given.at[0] = (struct arg){.value = arg->value, .at = site.at};
	if ((!str_is(arg->name, "fn_kwargs") && !str_is(arg->name, "trainer_init_config")) || more->kind != NODE_MAP)
		return;
	for (size_t k = 0; k < more->as.pairs.n; k++)
		if (more->as.pairs.at[k].key->kind == NODE_STR)
			*vec_push(py->arena, &h->given) = (struct arg){
			    more->as.pairs.at[k].key->text, more->as.pairs.at[k].value, site.at};
}

/* What is asked of a function there, of its parameters, its kind or what it gave, does not run it. */
static bool only_asks(struct str dotted)
{
	static const char *const rows[] = {"inspect.", "typing.", "asyncio.iscoroutinefunction", "rows.item"};

	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (str_starts(dotted, str_of(rows[i])))
			return true;
	return false;
}

/* Whether any argument may be or hold what a library runs: most hold none. */
static bool any_runs(const struct args *args)
{
	for (size_t i = 0; i < args->n; i++)
		switch ((int)args->at[i].value->kind) {
		case NODE_FUNCTION:
		case NODE_METHOD:
		case NODE_LIST:
		case NODE_TUPLE:
		case NODE_EITHER:
		case NODE_MAP:
			return true;
		case NODE_OBJECT:
			if (args->at[i].value->code)
				return true;
			break;
		default:
			break;
		}
	return false;
}

void py_run_callbacks(struct interpreter *py, struct str dotted, const struct args *args, struct site site)
{
	struct handing h = {.site = site, .items = true};
	struct node *unknown;

	if (!any_runs(args) || only_asks(dotted) || run_submitted(py, dotted, args, site))
		return;
	unknown = py_unknown(py, site.at, "what the library passes is not known");
	unknown->op = 'g';
	*vec_push(py->arena, &h.given) = (struct arg){STR("*"), unknown, site.at};
	for (size_t i = 0; i < args->n; i++)
		hand_on(py, &h, &args->at[i], site);
	for (size_t i = 0; i < args->n; i++)
		run_value(py, args->at[i].value, &h, 0);
}

static bool has_param(const struct func *f, struct str name)
{
	for (size_t i = 0; f->params && i < f->params->n; i++)
		if (str_eq(f->params->at[i].name.text, name))
			return true;
	return false;
}

/* What is known of the values that a library hands to a hook: its own model, the stage of training. */
static void know(struct interpreter *py, struct node *object, const struct func *f, struct handing *h)
{
	struct str model = STR("model"), stage = STR("stage");
	struct node *own = has_param(f, model) ? py_find_attr(py, object, model, h->site.at) : NULL;

	if (own && own->kind == NODE_OBJECT)
		*vec_push(py->arena, &h->given) = (struct arg){model, own, h->site.at};
	if (has_param(f, stage))
		*vec_push(py->arena, &h->given) =
		    (struct arg){stage, py_str(py, STR("fit"), h->site.at), h->site.at};
}

/* What is None unless it is passed may well be passed: a forward() gets the columns of a batch by name. */
static void pass_optional(struct interpreter *py, const struct func *f, struct handing *h, struct node *unknown)
{
	for (size_t i = 0; f->params && i < f->params->n; i++) {
		struct str name = f->params->at[i].name.text;

		if (f->defaults[i] && f->defaults[i]->kind == NODE_NULL && !str_is(name, "stage"))
			*vec_push(py->arena, &h->given) = (struct arg){name, unknown, h->site.at};
	}
}

static void run_hook(struct interpreter *py, struct node *object, struct str name, struct site site)
{
	struct node *found = class_find(py, object->code, name);
	struct handing h = {.hook = true, .site = site};
	struct node *unknown;
	const struct func *f;

	if (!found || found->kind != NODE_FUNCTION || !found->code)
		return;
	f = found->code;
	unknown = py_unknown(py, site.at, "what the library passes is not known");
	*vec_push(py->arena, &h.given) = (struct arg){STR("*"), unknown, site.at};
	pass_optional(py, found->code, &h, unknown);
	know(py, object, found->code, &h);
	/* What is looked for between two hooks of a call is not what they did for another one. */
	if (f->entered)
		*vec_push(py->arena, &py->trace->functions) =
		    (struct ran){f->name, f->owner ? f->owner->name : STR(""), (uint32_t)py->trace->n, f->def ? f->def->name.at : (struct span){0}};
	run(py, py_get_attr(py, object, name, site.at), found->code, &h);
}

static void hook_value(struct interpreter *py, struct node *value, struct str hooks, struct site site)
{
	if (!value || value->kind != NODE_OBJECT || !value->code || native_type(value))
		return;
	while (hooks.n && !py->halted && py->unwinding == FLOW_NEXT) {
		struct str_cut cut = str_cut(hooks, '|');

		run_hook(py, value, cut.head, site);
		hooks = cut.tail;
	}
}

void py_run_hooks(struct interpreter *py, struct str hooks, struct node *self, const struct args *args,
		  struct site site)
{
	if (!hooks.n)
		return;
	/* What it is given goes first: a data module's loaders before the trainer's own steps. */
	for (size_t i = 0; i < args->n; i++)
		hook_value(py, args->at[i].value, hooks, site);
	hook_value(py, self, hooks, site);
}
