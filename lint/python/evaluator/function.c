#include "evaluator_parts.h"

#include "lint/frameworks/frameworks.h"
#include "lint/python/values/modules.h"

/*
 * Calls of one function inside itself that are followed: of what is walked through in the dark, and of
 * anything where all else is dark as well.
 */
enum { RECURSION_MAX = 8, RECURSION_DIM = 3, RECURSION_BLIND = 1 };
/*
 * Steps that a function may have taken when it calls itself once more, and the same in the dark: a walk that
 * goes on at seven places takes as many times the steps at each level.
 */
enum { RECURSION_STEPS = 20000, RECURSION_DIM_STEPS = 5000 };

static struct node **defaults_of(struct interpreter *py, const struct py_params *params)
{
	/* Of most functions: no parameter has one. Nobody writes to them. */
	static const struct node *const none[16];
	struct node **defaults;

	if (!params->defaults && params->n <= sizeof(none) / sizeof(*none))
		return (struct node **)(uintptr_t)none;
	defaults = arena_news(py->arena, struct node *, params->n);
	for (size_t i = 0; i < params->n; i++)
		if (params->at[i].default_value)
			defaults[i] = py_eval(py, params->at[i].default_value);
	return defaults;
}

/* @R.register_module() of a registry that is known here, told a name or not. */
static bool registers(const struct node *decorator)
{
	const struct node *method = decorator->kind == NODE_OBJECT && decorator->code == py_tag_partial && decorator->made
					? decorator->made->args.at[0].value
					: decorator;

	return method->kind == NODE_METHOD && !method->code && method->as.self->code == py_tag_registry;
}

/* What it gives, if that is known, takes the function's place. */
struct node *py_replaced(struct interpreter *py, struct node *what, struct node *decorator)
{
	struct arg arg = {.value = what, .at = what->at};
	struct args args = {.at = &arg, .n = 1, .room = 1};
	struct node *made;

	if (decorator->kind != NODE_FUNCTION && decorator->kind != NODE_CLASS && !registers(decorator) &&
	    !(decorator->kind == NODE_METHOD && decorator->code && decorator->code != py_tag_super))
		return NULL;
	made = py_call(py, decorator, &args, (struct site){decorator->at, decorator->at});
	return made->kind == NODE_UNKNOWN || made->kind == NODE_EITHER ? what : made;
}

/* A decorator that only says how the function is bound; others are kept with it. */
static void decorate(struct interpreter *py, struct func *f, struct node *decorator)
{
	static const struct {
		const char *name;
		enum bind bind;
	} binds[] = {
	    {"builtins.staticmethod", BIND_STATIC},    {"builtins.classmethod", BIND_CLASS},
	    {"builtins.property", BIND_PROPERTY},      {"functools.cached_property", BIND_PROPERTY},
	    {"abc.abstractproperty", BIND_PROPERTY},   {"abc.abstractclassmethod", BIND_CLASS},
	    {"abc.abstractstaticmethod", BIND_STATIC},
	};

	if (decorator->kind == NODE_NAME)
		for (size_t i = 0; i < sizeof(binds) / sizeof(*binds); i++)
			if (str_is(decorator->text, binds[i].name))
				f->bind = binds[i].bind;
	*vec_push(py->arena, &f->decorators) = decorator;
}

static struct node *function_node(struct interpreter *py, struct func *f, struct span at)
{
	struct node *n = py_new(py, NODE_FUNCTION, at);

	f->closure = py->frame->scope;
	f->module = py->frame->module;
	f->owner = py->frame->body_of;
	n->text = f->name;
	n->code = f;
	return n;
}

/* @task as it stands, without arguments: as if it were called. NULL: another decorator. */
static const struct call *bare_host(struct interpreter *py, const struct node *decorator)
{
	const struct callable *row = decorator->kind == NODE_NAME ? callable_find(decorator->text) : NULL;
	struct call *made;

	if (!row || row->effect != EFFECT_HOST || !row->arg || row->arg[0] != '\'')
		return NULL;
	made = arena_new(py->arena, struct call);
	made->callee = decorator->text;
	made->row = row;
	made->at = made->callee_at = decorator->at;
	return made;
}

/* @app.function(gpu="H100"): the function runs elsewhere. */
static void note_host(struct interpreter *py, const struct node *decorator, struct node *function)
{
	const struct call *made = decorator->kind == NODE_OBJECT ? decorator->made : bare_host(py, decorator);

	if (!made || !made->row || made->row->effect != EFFECT_HOST)
		return;
	((struct func *)(uintptr_t)function->code)->host = made;
	*vec_push(py->arena, &py->hosted) = function;
}

/* @torch.no_grad(), @torch.no_grad */
static void note_gradients(const struct node *decorator, struct node *function)
{
	if (py_switches_gradients(decorator))
		((struct func *)(uintptr_t)function->code)->gradients = decorator;
}

struct node *py_make_function(struct interpreter *py, const struct py_function *def, struct span at)
{
	struct func *f = arena_new(py->arena, struct func);
	struct node *n, **decorators = NULL;

	/* @x.setter: the property's getter stays what reads it. */
	for (size_t i = 0; i < def->decorators.n; i++) {
		const struct py_expr *d = def->decorators.at[i];

		if (d->kind == EXPR_ATTR &&
		    (str_is(d->as.attr.name, "setter") || str_is(d->as.attr.name, "deleter"))) {
			n = scope_get(py, py->frame->scope, def->name.text);
			if (n && n->kind == NODE_FUNCTION && str_is(d->as.attr.name, "setter")) {
				f->name = def->name.text;
				f->def = def;
				f->params = &def->params;
				f->defaults = defaults_of(py, f->params);
				((struct func *)(uintptr_t)n->code)->setter =
				    function_node(py, f, at);
			}
			if (n)
				return n;
		}
	}
	f->name = def->name.text;
	f->def = def;
	f->params = &def->params;
	f->defaults = defaults_of(py, f->params);
	if (str_is(f->name, "__new__") || str_is(f->name, "__init_subclass__") ||
	    str_is(f->name, "__class_getitem__"))
		f->bind = BIND_CLASS;
	if (!def->decorators.n)
		return function_node(py, f, at);
	decorators = arena_news(py->arena, struct node *, def->decorators.n);
	for (size_t i = 0; i < def->decorators.n; i++)
		decorators[i] = py_eval(py, def->decorators.at[i]);
	n = function_node(py, f, at);
	for (size_t i = def->decorators.n; i-- > 0;) {
		struct node *instead = py_replaced(py, n, decorators[i]);

		if (instead)
			n = instead;
		else if (n->kind == NODE_FUNCTION)
			decorate(py, (struct func *)(uintptr_t)n->code, decorators[i]);
	}
	for (size_t i = 0; n->kind == NODE_FUNCTION && i < def->decorators.n; i++) {
		py->library->note_command(py, decorators[i], n);
		py->library->note_configurable(py, decorators[i], n);
		note_host(py, decorators[i], n);
		note_gradients(decorators[i], n);
	}
	if (n->kind == NODE_FUNCTION)
		py->library->run_at_once(py, n);
	return n;
}

struct node *py_make_lambda(struct interpreter *py, const struct py_expr *e)
{
	struct func *f = arena_new(py->arena, struct func);

	f->name = STR("<lambda>");
	f->lambda = e->as.lambda.body;
	f->params = &e->as.lambda.params;
	f->defaults = defaults_of(py, f->params);
	return function_node(py, f, e->at);
}

/* Binding arguments to parameters. */

struct binding {
	const struct func *f;
	struct node **values;
	struct node *rest, *named;
	/** An unpacked list or mapping of unknown content may fill what is still free. */
	struct node *stars, *double_stars;
	size_t next;
};

static size_t param_find(struct interpreter *py, const struct py_params *params, struct str name)
{
	if (!py_search(py, params->n))
		return SIZE_MAX;
	for (size_t i = 0; i < params->n; i++)
		if (params->at[i].kind != PARAM_STAR && params->at[i].kind != PARAM_DOUBLE_STAR &&
		    params->at[i].kind != PARAM_POSITIONAL_ONLY &&
		    str_eq(params->at[i].name.text, name))
			return i;
	return SIZE_MAX;
}

static void bind_positional(struct interpreter *py, struct binding *b, struct node *value)
{
	const struct py_params *params = b->f->params;

	if (b->next < params->n && (params->at[b->next].kind == PARAM_PLAIN ||
				    params->at[b->next].kind == PARAM_POSITIONAL_ONLY))
		b->values[b->next++] = value;
	else if (b->rest)
		py_append(py, b->rest, value);
}

static void bind_arg(struct interpreter *py, struct binding *b, const struct arg *arg)
{
	size_t i;

	if (arg->name.n == 0) {
		bind_positional(py, b, arg->value);
	} else if (str_is(arg->name, "*")) {
		b->stars = arg->value;
	} else if (str_is(arg->name, "**")) {
		b->double_stars = arg->value;
	} else if ((i = param_find(py, b->f->params, arg->name)) != SIZE_MAX) {
		b->values[i] = arg->value;
	} else if (b->named) {
		py_map_set(
		    py, b->named,
		    node_str(py->arena, arg->name, span_known(arg->at) ? arg->at : arg->value->at),
		    arg->value);
	}
}

/* The value of a parameter that no argument names. */
static struct node *unbound_param(struct interpreter *py, const struct binding *b, size_t i,
				  struct site site)
{
	const struct py_param *p = &b->f->params->at[i];
	bool positional = p->kind == PARAM_PLAIN || p->kind == PARAM_POSITIONAL_ONLY;

	/* Whoever unpacks a file of settings has its values, and the defaults where it leaves one out. */
	if (file_is_absent(b->double_stars) && p->kind != PARAM_POSITIONAL_ONLY)
		return py_unknown_of(py, site.at, b->double_stars);
	if ((b->stars && positional && !b->f->defaults[i]) ||
	    (b->double_stars && p->kind != PARAM_POSITIONAL_ONLY && !b->f->defaults[i]))
		return py_unknown_of(py, site.at, b->stars ? b->stars : b->double_stars);
	if (b->f->defaults[i])
		return b->f->defaults[i];
	return py_unknown(py, site.at, "parameter %.*s of %.*s is not given", STR_ARG(p->name.text),
			  STR_ARG(b->f->name));
}

static void bind_all(struct interpreter *py, const struct func *f, struct scope *scope,
		     struct node *self, const struct args *args, struct site site)
{
	const struct py_params *params = f->params;
	struct binding b = {.f = f, .values = arena_news(py->arena, struct node *, params->n + 1)};

	for (size_t i = 0; i < params->n; i++) {
		if (params->at[i].kind == PARAM_STAR)
			b.rest = py_new(py, NODE_TUPLE, site.at);
		if (params->at[i].kind == PARAM_DOUBLE_STAR)
			b.named = py_new(py, NODE_MAP, site.at);
	}
	if (self)
		bind_positional(py, &b, self);
	for (size_t i = 0; i < args->n; i++)
		bind_arg(py, &b, &args->at[i]);
	if (b.rest && b.stars)
		b.rest->open = true;
	if (b.named && b.double_stars) {
		b.named->open = true;
		b.named->from[0] = b.double_stars;
	}
	for (size_t i = 0; i < params->n; i++) {
		struct node *value = params->at[i].kind == PARAM_STAR	       ? b.rest
				     : params->at[i].kind == PARAM_DOUBLE_STAR ? b.named
				     : b.values[i]
					 ? py_without_absent(py, b.values[i], f->defaults[i])
					 : unbound_param(py, &b, i, site);

		scope_set(py, scope, params->at[i].name.text, value);
	}
}

static struct node *returned(struct interpreter *py, struct frame *frame, enum flow flow, struct span at)
{
	if (flow == FLOW_EXIT || (flow == FLOW_RAISE && frame->returns.n == 0)) {
		py->unwinding = flow;
		return py_unknown(py, at, "never returned");
	}
	if (frame->yields)
		return frame->yields;
	if (flow != FLOW_RETURN && flow != FLOW_RAISE)
		*vec_push(py->arena, &frame->returns) = py_none(py, at);
	return either_of(py->arena, frame->returns.at, frame->returns.n, at);
}

static const struct py_block *body_of(struct interpreter *py, const struct func *f)
{
	return source_cache_body(py->cache, f->module->tree, f->def->body);
}

bool func_is_stub(struct interpreter *py, const struct func *f)
{
	const struct py_block *body = f->def ? body_of(py, f) : NULL;

	for (size_t i = 0; body && i < body->n; i++) {
		const struct py_stmt *stmt = body->at[i];

		if (stmt->kind != STMT_PASS && !(stmt->kind == STMT_EXPR && stmt->as.value->kind == EXPR_ELLIPSIS))
			return false;
	}
	return body != NULL;
}

static struct node *run(struct interpreter *py, const struct func *f, struct node *self,
			const struct args *args, struct site site)
{
	struct frame frame = {
	    .caller = py->frame, .module = f->module, .func = f, .self = self, .guard = py->guard};
	size_t from = py->trace->n;
	struct node *result;

	frame.scope = scope_new(py, SCOPE_FUNCTION, f->closure, f->module);
	bind_all(py, f, frame.scope, self, args, site);
	if (!frame.self && f->params->n)
		frame.self = scope_get(py, frame.scope, f->params->at[0].name.text);
	if (f->def && f->def->is_generator) {
		frame.yields = py_new(py, NODE_LIST, site.at);
		frame.yields->code = py_tag_iterator;
	}
	py->frame = &frame;
	if (f->lambda)
		result = py_eval(py, f->lambda);
	else
		result = returned(py, &frame, py->run_block(py, body_of(py, f), 0), site.at);
	py->frame = frame.caller;
	py->guard = frame.guard;
	if (!f->lambda)
		py_note_ended_function(py, &frame, result, from);
	return result;
}

/* A walk over a tree that is not known ends nowhere: each level would run each branch again. */
static bool all_unknown(const struct args *args)
{
	for (size_t i = 0; i < args->n; i++)
		if (args->at[i].value->kind != NODE_UNKNOWN)
			return false;
	return args->n > 0;
}

static void set_environment(struct interpreter *py, const struct node *env)
{
	for (size_t i = 0; env && i < env->as.pairs.n; i++)
		py_map_set(py, py->environ, env->as.pairs.at[i].key, env->as.pairs.at[i].value);
}

/* Whether a function that runs calls itself once too often. */
static bool is_too_often(const struct interpreter *py, const struct func *f, const struct args *args)
{
	uint64_t steps = py->steps - f->since;
	bool dim = args->n && args->at[0].value->kind == NODE_UNKNOWN;

	if (!f->active)
		return false;
	if (all_unknown(args))
		return f->active >= RECURSION_BLIND;
	return f->active >= (dim ? RECURSION_DIM : RECURSION_MAX) ||
	       steps > (dim ? RECURSION_DIM_STEPS : RECURSION_STEPS);
}

struct node *py_call_func(struct interpreter *py, const struct func *f, struct node *self,
			  const struct args *args, struct site site)
{
	/* The count of running calls and what goes with it are the one thing of a function that changes. */
	union {
		const struct func *in;
		struct func *out;
	} counted = {.in = f};
	const struct call *outer = py->host;
	bool no_gradients = py->no_gradients, makes = f->owner && str_is(f->name, "__init__");
	bool yields = f->def && f->def->is_generator;
	struct node *result;

	if (!py_step(py, 1))
		return py_unknown(py, site.at, "the evaluation's budget is spent");
	if (py->gin.bindings || py->sacred.parts.n)
		args = py->library->configured(py, f, args, site);
	if (f->active == 0 && f->decorators.n && py->library->call_command(py, f, args, site, &result))
		return result;
	if (py->depth >= py->budget.depth || py->deep >= DEEP_MAX) {
		py_spent(py, "calls inside calls", py->budget.depth);
		return py_unknown(py, site.at, "calls nested too deeply");
	}
	if (is_too_often(py, f, args))
		return py_unknown(py, site.at, "%.*s() calls itself too often", STR_ARG(f->name));
	if (counted.out->active++ == 0)
		counted.out->since = py->steps;
	if (!f->entered)
		*vec_push(py->arena, &py->trace->functions) =
		    (struct ran){f->name, f->owner ? f->owner->name : STR(""), (uint32_t)py->trace->n,
				 f->def ? f->def->name.at : (struct span){0}};
	counted.out->entered = true;
	if (f->host || (f->owner && f->owner->host)) {
		py->host = f->host ? f->host : f->owner->host;
		set_environment(py, call_environment(py->arena, py->host));
	}
	if (f->gradients)
		py_set_gradients(py, f->gradients);
	py->constructors += makes;
	py->generators += yields;
	py->depth++;
	py->deep++;
	result = run(py, f, self, args, site);
	py->deep--;
	py->depth--;
	py->generators -= yields;
	py->constructors -= makes;
	py->host = outer;
	py->no_gradients = no_gradients;
	counted.out->active--;
	return result;
}
