/*
 * sacred: an experiment's configuration is what the local variables of its @ex.config functions are, with what "with name=value"
 * of the command line gives put over them as they are assigned; its functions get what they name of it. Sources: sacred 0.8.7,
 * sacred/initialize.py create_run(), config/config_scope.py, config/signature.py, arg_parser.py, experiment.py automain().
 */
#include "commandline_parts.h"

#include "lint/python/values/modules.h"

enum { INGREDIENT_DEPTH = 8 };

static bool is_experiment(const struct node *n)
{
	static const char *const made[] = {"sacred.Experiment", "sacred.Ingredient", "sacred.experiment.Experiment",
					   "sacred.ingredient.Ingredient"};

	for (size_t i = 0; n->kind == NODE_OBJECT && n->made && i < sizeof(made) / sizeof(*made); i++)
		if (str_is(n->made->callee, made[i]))
			return true;
	return false;
}

/* @ex.config, @ex.capture(prefix="model"): the experiment, and what it makes of the function; NULL: another decorator. */
static struct node *experiment_of(const struct node *decorator, struct str *method)
{
	struct node *self = NULL;

	/* An attribute of a library's object keeps its name (library_attr_unset()). */
	if (decorator->kind == NODE_UNKNOWN && decorator->code && decorator->from[0]) {
		self = (struct node *)(uintptr_t)decorator->from[0];
		*method = *(const struct str *)decorator->code;
	} else if (decorator->kind == NODE_OBJECT && decorator->made) {
		self = (struct node *)(uintptr_t)decorator->made->self;
		*method = decorator->made->method;
	}
	return self && is_experiment(self) ? self : NULL;
}

static bool takes_config(struct str method)
{
	return str_is(method, "main") || str_is(method, "automain") || str_is(method, "command") || str_is(method, "capture");
}

void sacred_note(struct interpreter *py, const struct node *decorator, struct node *function)
{
	struct str method = {0};
	struct node *experiment = experiment_of(decorator, &method);

	if (experiment)
		*vec_push(py->arena, &py->sacred.parts) = (struct sacred_part){experiment, method, function};
}

/* ---- what the command line says ---- */

/*
 * Words behind "with": values, and the names of configurations; open: some may say anything. A value is a literal of Python, or
 * else a text (sacred/arg_parser.py _convert_value()).
 */
static struct node *said(struct interpreter *py, struct node *names, struct span at)
{
	const struct node *words = py->world->argv;
	struct node *out = py_new(py, NODE_MAP, at);
	bool with = false;

	for (size_t i = 0; words && i < words->as.items.n; i++) {
		struct node *word = words->as.items.at[i], *value, *one;
		struct str_cut cut = str_cut(word->kind == NODE_STR ? word->text : STR(""), '=');

		if (!with) {
			with = word->kind == NODE_STR && str_is(word->text, "with");
		} else if (word->kind != NODE_STR) {
			one = py_new(py, NODE_LIST, word->at);
			py_append(py, one, word);
			conf_overrides(py, out, one);
		} else if (!cli_is_flag(word) && !cut.ok) {
			py_append(py, names, word);
		} else if (!cli_is_flag(word)) {
			value = py_literal_eval(py, cut.tail, false, word->at);
			conf_set(py, out, cut.head, value ? value : py_str(py, cut.tail, word->at));
		}
	}
	return out;
}

/* ---- the configuration ---- */

/* What is fixed goes over a value, member by member. */
static struct node *fixed_over(struct interpreter *py, struct node *fixed, struct node *value, int depth)
{
	struct node *out;

	if (!value || value->kind != NODE_MAP || fixed->kind != NODE_MAP || depth > NODE_DEPTH_MAX)
		return fixed;
	out = node_copy(py->arena, value);
	for (size_t i = 0; i < fixed->as.pairs.n; i++) {
		struct node *key = fixed->as.pairs.at[i].key;

		py_map_set(py, out, key,
			   key->kind == NODE_STR ? fixed_over(py, fixed->as.pairs.at[i].value, node_get(value, key->text), depth + 1)
						 : fixed->as.pairs.at[i].value);
	}
	out->open |= fixed->open;
	return out;
}

static void fix(struct interpreter *py, struct scope *scope, const struct node *fixed)
{
	for (size_t i = 0; i < fixed->as.pairs.n; i++) {
		struct str name = fixed->as.pairs.at[i].key->text;
		struct node *is = scope_get(py, scope, name), *value = fixed->as.pairs.at[i].value;

		if (is && is != value)
			scope_set(py, scope, name, fixed_over(py, value, is, 0));
	}
}

/* The local variables of a function of configuration; what is fixed holds from where it is assigned. */
static struct node *variables(struct interpreter *py, const struct func *f, const struct node *fixed, const struct node *preset)
{
	struct frame frame = {.caller = py->frame, .module = f->module, .func = f, .guard = py->guard};
	const struct py_block *body = f->def ? source_cache_body(py->cache, f->module->tree, f->def->body) : NULL;
	struct node *out = py_new(py, NODE_MAP, f->def ? f->def->name.at : (struct span){0});

	frame.scope = scope_new(py, SCOPE_FUNCTION, f->closure, f->module);
	for (size_t i = 0; i < f->params->n; i++) {
		struct str name = f->params->at[i].name.text;
		struct node *value = node_get(fixed, name);

		value = value ? value : node_get(preset, name);
		scope_set(py, frame.scope, name, value ? value : py_unknown(py, f->params->at[i].name.at, "nothing configures it before"));
	}
	py->frame = &frame;
	for (size_t i = 0; body && i < body->n && !py->halted && py->unwinding == FLOW_NEXT; i++) {
		struct py_block one = {.at = &body->at[i], .n = 1};

		py->run_block(py, &one, 0);
		fix(py, frame.scope, fixed);
	}
	if (!py->halted)
		py->unwinding = FLOW_NEXT;
	py->frame = frame.caller;
	py->guard = frame.guard;
	for (size_t i = 0; i < frame.scope->cells.n; i++) {
		const struct cell *cell = frame.scope->cells.at[i];

		if (cell->value && !str_starts(cell->name, STR("_")))
			py_map_set(py, out, py_str(py, cell->name, cell->value->at), cell->value);
	}
	return out;
}

static void put_all(struct interpreter *py, struct node *out, const struct node *from)
{
	out->open |= from->kind != NODE_MAP || from->open;
	for (size_t i = 0; from->kind == NODE_MAP && i < from->as.pairs.n; i++)
		py_map_set(py, out, from->as.pairs.at[i].key, from->as.pairs.at[i].value);
}

/* What one part of a configuration says: a function's variables, a dictionary, a file. */
static struct node *worth(struct interpreter *py, struct node *part, const struct node *fixed, const struct node *preset)
{
	struct str path;

	if (part->kind == NODE_FUNCTION)
		return variables(py, part->code, fixed, preset);
	if (part->kind == NODE_STR && file_path(py, part, &path))
		part = file_data(py, path, part->at);
	return part->kind == NODE_MAP ? fixed_over(py, (struct node *)(uintptr_t)fixed, part, 0) : part;
}

/* The named configurations that a run asks for: what they say is fixed for the others, the last one's first. */
static void add_named(struct interpreter *py, const struct node *experiment, const struct node *names, struct node *fixed)
{
	struct node *named = py_new(py, NODE_MAP, fixed->at);

	for (size_t i = 0; i < names->as.items.n; i++) {
		struct node *name = names->as.items.at[i];
		bool found = false;

		for (size_t k = 0; k < py->sacred.parts.n; k++) {
			const struct sacred_part *p = &py->sacred.parts.at[k];

			if (p->experiment == experiment && str_is(p->method, "named_config") && p->what->kind == NODE_FUNCTION &&
			    str_eq(p->what->text, name->text)) {
				put_all(py, named, worth(py, p->what, fixed, named));
				found = true;
			}
		}
		if (!found && (str_ends(name->text, STR(".json")) || str_ends(name->text, STR(".yaml")) ||
			       str_ends(name->text, STR(".yml"))))
			put_all(py, named, worth(py, name, fixed, named));
	}
	put_all(py, named, fixed);
	put_all(py, fixed, named);
}

static struct node *config_of(struct interpreter *py, const struct node *experiment, struct node *fixed, int depth)
{
	struct node *out = py_new(py, NODE_MAP, fixed->at);
	const struct arg *inner = call_arg(experiment->made, STR("ingredients"), 1);

	if (inner && (inner->value->kind == NODE_LIST || inner->value->kind == NODE_TUPLE) && depth < INGREDIENT_DEPTH)
		for (size_t i = 0; i < inner->value->as.items.n; i++) {
			const struct node *one = inner->value->as.items.at[i];
			const struct arg *path = is_experiment(one) ? call_arg(one->made, STR("path"), 0) : NULL;
			struct node *given = path && path->value->kind == NODE_STR ? node_get(fixed, path->value->text) : NULL;

			if (path && path->value->kind == NODE_STR)
				py_map_set(py, out, path->value,
					   config_of(py, one, given && given->kind == NODE_MAP ? given : py_new(py, NODE_MAP, fixed->at),
						     depth + 1));
		}
	for (size_t i = 0; i < py->sacred.parts.n; i++) {
		const struct sacred_part *p = &py->sacred.parts.at[i];

		if (p->experiment == experiment && (str_is(p->method, "config") || str_is(p->method, "add_config")))
			put_all(py, out, worth(py, p->what, fixed, out));
	}
	return fixed_over(py, fixed, out, 0);
}

/* The configuration of an experiment's run, or what it has of an ingredient's; made once. */
static struct node *whole_config(struct interpreter *py, const struct node *experiment, struct span at)
{
	struct node *names, *fixed;

	for (size_t i = 0; i < py->sacred.configs.n; i++)
		if (py->sacred.configs.at[i].experiment == experiment)
			return py->sacred.configs.at[i].what;
	names = py_new(py, NODE_LIST, at);
	fixed = said(py, names, at);
	if (py->sacred.given)
		put_all(py, fixed, py->sacred.given);
	add_named(py, experiment, names, fixed);
	if (str_ends(experiment->made->callee, STR("Ingredient"))) {
		const struct arg *path = call_arg(experiment->made, STR("path"), 0);
		struct node *own = path && path->value->kind == NODE_STR ? node_get(fixed, path->value->text) : NULL;

		fixed = own && own->kind == NODE_MAP ? own : py_new(py, NODE_MAP, at);
	}
	*vec_push(py->arena, &py->sacred.configs) = (struct sacred_part){experiment, STR("config"), config_of(py, experiment, fixed, 0)};
	return py->sacred.configs.at[py->sacred.configs.n - 1].what;
}

/* ---- the functions ---- */

static bool is_given(const struct args *args, size_t position, struct str name)
{
	size_t at = 0;

	for (size_t i = 0; i < args->n; i++)
		if (str_starts(args->at[i].name, STR("*")) || str_eq(args->at[i].name, name) ||
		    (!args->at[i].name.n && at++ == position))
			return true;
	return false;
}

/* What a parameter gets that no caller gives; NULL: its default holds. */
static struct node *filling(struct interpreter *py, const struct func *f, size_t i, const struct node *config)
{
	struct str name = f->params->at[i].name.text;
	struct node *value;

	if (str_is(name, "_config"))
		return file_copy(py, (struct node *)(uintptr_t)config);
	value = config->kind == NODE_MAP ? node_get(config, name) : NULL;
	if (value || f->defaults[i])
		return value;
	return py_unknown(py, f->params->at[i].name.at, "sacred gives it when the program runs");
}

static struct args *filled(struct interpreter *py, const struct func *f, const struct node *config, const struct args *args)
{
	size_t from = f->owner && f->bind != BIND_STATIC ? 1 : 0;
	struct args *out = arena_new(py->arena, struct args);

	for (size_t i = 0; i < args->n; i++)
		*vec_push(py->arena, out) = args->at[i];
	for (size_t i = from; i < f->params->n; i++) {
		struct str name = f->params->at[i].name.text;
		struct node *value;

		if ((f->params->at[i].kind != PARAM_PLAIN && f->params->at[i].kind != PARAM_KEYWORD_ONLY) ||
		    is_given(args, i - from, name))
			continue;
		value = filling(py, f, i, config);
		if (value)
			*vec_push(py->arena, out) = (struct arg){name, value, value->at};
	}
	return out;
}

const struct args *sacred_configured(struct interpreter *py, const struct func *f, const struct args *args, struct site site)
{
	for (size_t i = 0; i < f->decorators.n; i++) {
		const struct node *decorator = f->decorators.at[i], *config;
		struct str method = {0};
		const struct node *experiment = experiment_of(decorator, &method);
		const struct arg *prefix;

		if (!experiment || !takes_config(method))
			continue;
		config = whole_config(py, experiment, site.at);
		prefix = decorator->kind == NODE_OBJECT ? call_arg(decorator->made, STR("prefix"), 0) : NULL;
		if (prefix && prefix->value->kind == NODE_STR && node_get(config, prefix->value->text))
			config = node_get(config, prefix->value->text);
		return filled(py, f, config, args);
	}
	return args;
}

/* The function that a run starts: the command that is named first, or else the main one. */
static struct node *started(const struct interpreter *py, const struct node *experiment)
{
	const struct node *words = py->world->argv;
	const struct node *first = words && words->as.items.n ? words->as.items.at[0] : NULL;
	struct node *out = NULL;

	for (size_t i = 0; i < py->sacred.parts.n; i++) {
		const struct sacred_part *p = &py->sacred.parts.at[i];

		if (p->experiment != experiment || !takes_config(p->method) || p->what->kind != NODE_FUNCTION)
			continue;
		if (str_is(p->method, "command") && first && first->kind == NODE_STR && str_eq(first->text, p->what->text))
			return p->what;
		if (str_is(p->method, "main") || str_is(p->method, "automain"))
			out = p->what;
	}
	return out;
}

static struct node *run(struct interpreter *py, const struct node *experiment, struct site site)
{
	struct node *f = started(py, experiment);
	struct args none = {0};

	return f ? py_call(py, f, &none, site) : NULL;
}

void sacred_run_at_once(struct interpreter *py, struct node *function)
{
	const struct func *f = function->code;

	for (size_t i = 0; str_is(f->module->name, "__main__") && i < f->decorators.n; i++) {
		struct str method = {0};
		const struct node *experiment = experiment_of(f->decorators.at[i], &method);

		if (experiment && str_is(method, "automain"))
			run(py, experiment, (struct site){function->at, function->at});
	}
}

/* ex.run(config_updates={…}) */
static struct node *run_call(struct interpreter *py, struct native_call *c)
{
	struct node *given = native_arg(c, 1, "config_updates");

	py->sacred.given = given && given->kind != NODE_NULL ? given : NULL;
	py->sacred.configs.n = 0;
	return c->self ? run(py, c->self, c->site) : NULL;
}

static struct node *run_commandline(struct interpreter *py, struct native_call *c)
{
	return c->self ? run(py, c->self, c->site) : NULL;
}

/* ex.add_config({…}), ex.add_config("file.yaml"), ex.add_config(batch=8) */
static struct node *add_config(struct interpreter *py, struct native_call *c)
{
	struct node *given = native_arg(c, 0, "cfg_or_file");

	if (!c->self)
		return NULL;
	if (!given) {
		given = py_new(py, NODE_MAP, c->site.at);
		dict_update(py, given, c->args);
	}
	*vec_push(py->arena, &py->sacred.parts) = (struct sacred_part){c->self, STR("add_config"), given};
	return py_none(py, c->site.at);
}

static const struct native rows[] = {
	{"sacred.Experiment().add_config", add_config, NATIVE_RAW},
	{"sacred.Experiment().run", run_call, NATIVE_RAW},
	{"sacred.Experiment().run_commandline", run_commandline, NATIVE_RAW},
	{"sacred.Ingredient().add_config", add_config, NATIVE_RAW},
};

NATIVES(natives_sacred, rows);
