#include "evaluator_parts.h"

static const struct arg *given(const struct args *args, struct str name, size_t position)
{
	size_t at = 0;

	for (size_t i = 0; i < args->n; i++) {
		if (str_eq(args->at[i].name, name))
			return &args->at[i];
		if (args->at[i].name.n == 0 && at++ == position)
			return &args->at[i];
	}
	return NULL;
}

static struct node *field_default(struct interpreter *py, const struct class *c, const struct field *f,
				  struct site site)
{
	struct args none = {0};
	struct node *value;

	if (f->value)
		return f->value;
	if (f->factory) {
		value = py_call(py, f->factory, &none, site);
		/* What a factory makes stands where the field does. */
		if (value->kind != NODE_OBJECT && !span_known(value->at))
			value->at = f->at;
		return value;
	}
	return py_unknown(py, site.at, "%.*s of %.*s has no default", STR_ARG(f->name),
			  STR_ARG(c->name));
}

/* What a settings class says of itself: model_config = SettingsConfigDict(env_prefix=…), class Config. */
static const struct node *settings_option(struct interpreter *py, const struct class *c,
					  const char *name)
{
	const struct node *config = class_find(py, c, STR("model_config"));
	const struct arg *arg;

	if (config && config->kind == NODE_MAP)
		return node_get(config, str_of(name));
	if (config && config->kind == NODE_OBJECT && config->made) {
		arg = call_arg(config->made, str_of(name), SIZE_MAX);
		return arg ? arg->value : NULL;
	}
	config = class_find(py, c, STR("Config"));
	return config && config->kind == NODE_CLASS ? class_find(py, config->code, str_of(name))
						    : NULL;
}

/* The variable of a field: its alias, or its name behind the prefix. */
static struct str variable_of(struct interpreter *py, const struct class *c, const struct field *f)
{
	static const char *const aliases[] = {"validation_alias", "alias", "env"};
	const struct call *spec = f->spec ? f->spec->made : NULL;
	const struct node *prefix;

	for (size_t i = 0; spec && i < sizeof(aliases) / sizeof(*aliases); i++) {
		const struct arg *arg = call_arg(spec, str_of(aliases[i]), SIZE_MAX);

		if (arg && arg->value->kind == NODE_STR)
			return arg->value->text;
	}
	prefix = settings_option(py, c, "env_prefix");
	return prefix && prefix->kind == NODE_STR ? str_cat(py->arena, prefix->text, f->name)
						  : f->name;
}

static struct node *of_any_case(const struct node *map, struct str name)
{
	for (size_t i = 0; map->kind == NODE_MAP && i < map->as.pairs.n; i++)
		if (map->as.pairs.at[i].key->kind == NODE_STR &&
		    str_eq_nocase(map->as.pairs.at[i].key->text, name))
			return map->as.pairs.at[i].value;
	return NULL;
}

/*
 * pydantic's BaseSettings takes fields from the environment, names in any case, then from env_file.
 * Source: pydantic-settings 2.6, sources.py, EnvSettingsSource and DotEnvSettingsSource.
 */
static struct node *from_environment(struct interpreter *py, const struct class *c,
				     const struct field *f)
{
	const struct node *file;
	bool settings = false;
	struct node *value;
	struct str name, path;

	for (size_t i = 0; i < c->order.n; i++)
		for (size_t k = 0; k < c->order.at[i]->bases.n; k++)
			settings |=
			    c->order.at[i]->bases.at[k]->kind == NODE_NAME &&
			    str_ends(c->order.at[i]->bases.at[k]->text, STR(".BaseSettings"));
	if (!settings)
		return NULL;
	name = variable_of(py, c, f);
	value = of_any_case(py->environ, name);
	file = value ? NULL : settings_option(py, c, "env_file");
	if (file && file->kind == NODE_STR && file_path(py, file, &path))
		value = of_any_case(file_data(py, path, f->at), name);
	if (!value)
		return NULL;
	return f->annotation ? py->library->typed(py, c->module, f->annotation, value) : value;
}

/*
 * Whether a number is an attribute of an object that another program kept: pickle.load(file).n_vocab. What is taken by a
 * key or counted may be of characters, however many the class has by itself: meta["vocab_size"], len(set(text)).
 */
static bool of_kept_object(const struct node *n)
{
	static const char *const loaders[] = {"pickle.load", "joblib.load", "dill.load", "torch.load"};

	for (int depth = 0; n && n->kind == NODE_UNKNOWN && depth < NODE_DEPTH_MAX; depth++) {
		if (!n->made || n->op || n->from[1])
			return false;
		n = n->from[0];
	}
	for (size_t i = 0; n && n->kind == NODE_OBJECT && n->made && i < sizeof(loaders) / sizeof(*loaders); i++)
		if (str_is(n->made->callee, loaders[i]))
			return true;
	return false;
}

/*
 * Config(vocab_size=tokenizer.n_vocab) of a tokenizer that another program of the repository trains: the number that the
 * class has for it, where nothing says another.
 */
static struct node *or_usual(struct interpreter *py, const struct field *f, struct node *value)
{
	struct node *both[] = {f->value, value};

	if (value->kind != NODE_UNKNOWN || !f->value || f->value->kind != NODE_INT || !str_has(f->name, STR("vocab")) ||
	    !of_kept_object(value))
		return value;
	return either_of(py->arena, both, 2, value->at);
}

void class_fields(struct interpreter *py, struct class *c, struct node *object, const struct args *args,
		  struct site site)
{
	const struct arg *rest = given(args, STR("**"), SIZE_MAX);
	size_t position = 0;

	for (size_t i = 0; i < c->fields.n; i++) {
		const struct field *f = &c->fields.at[i];
		const struct arg *arg = f->no_init ? NULL : given(args, f->name, position);
		struct node *value;

		if (!f->no_init)
			position++;
		if (arg)
			value = or_usual(py, f,
					 py_without_absent(py, arg->value,
							   arg->value->kind == NODE_EITHER ? field_default(py, c, f, site)
											   : NULL));
		else if (rest)
			value = py_unknown_of(py, site.at, rest->value);
		else if (c->kind != CLASS_MODEL || !(value = from_environment(py, c, f)))
			value = field_default(py, c, f, site);
		/* A default that is given in the class is taken as it is. */
		if (arg && c->kind == CLASS_MODEL && f->annotation)
			value = py->library->pydantic_value(py, c->module, f->annotation, value, site);
		py_attr_put(py, object, f->name, value);
	}
}

/* Arguments that are no fields, for a base of a library and for pydantic's extra keys. */
static void rest_of_args(struct interpreter *py, const struct class *c, const struct args *args,
			 struct args *out)
{
	for (size_t i = 0; i < args->n; i++) {
		bool field = false;

		for (size_t k = 0; k < c->fields.n; k++)
			field |= str_eq(args->at[i].name, c->fields.at[k].name);
		if (!field)
			*vec_push(py->arena, out) = args->at[i];
	}
}

/* @model_validator(mode="after"), Modal's @enter(): runs on the object when its fields are set. */
static bool runs_after(const struct func *f)
{
	for (size_t i = 0; i < f->decorators.n; i++) {
		const struct call *made = f->decorators.at[i]->made;
		const struct arg *mode = made ? call_arg(made, STR("mode"), SIZE_MAX) : NULL;

		if (made && str_is(made->callee, "modal.enter"))
			return true;
		if (made && str_is(made->callee, "pydantic.model_validator") && mode && mode->value->kind == NODE_STR &&
		    str_is(mode->value->text, "after"))
			return true;
	}
	return false;
}

static void run_after(struct interpreter *py, struct class *c, struct node *object, struct site site)
{
	struct args none = {0};

	for (size_t i = c->order.n; i > 0; i--) {
		const struct scope *scope = c->order.at[i - 1]->scope;

		for (size_t k = 0; k < scope->cells.n; k++) {
			const struct node *value = scope->cells.at[k]->value;

			if (value && value->kind == NODE_FUNCTION && value->code && runs_after(value->code))
				py_call_func(py, value->code, object, &none, site);
		}
	}
}

/* What a class does with an object when its fields are set. */
static void post_init(struct interpreter *py, struct class *c, struct node *object, struct site site)
{
	bool model = c->kind == CLASS_MODEL;
	struct node *method = class_find(py, c, model ? STR("model_post_init") : STR("__post_init__"));
	struct args args = {0};

	/* pydantic/main.py, 2.0 on: model_post_init(self, context), context is None unless it was given. */
	if (model)
		*vec_push(py->arena, &args) = (struct arg){.value = py_none(py, site.at), .at = site.at};
	if (method && method->kind == NODE_FUNCTION)
		py_call_func(py, method->code, object, &args, site);
	if (model || c->host)
		run_after(py, c, object, site);
}

/* An object of a class whose fields are its parameters. */
static void init_fields(struct interpreter *py, struct class *c, struct node *object,
			const struct args *args, struct site site)
{
	struct args base = {0};

	class_fields(py, c, object, args, site);
	rest_of_args(py, c, args, &base);
	if (class_library(py, c).n) {
		/* A dataclass over TrainingArguments: its own fields override the defaults there. */
		for (size_t i = 0; i < c->fields.n; i++) {
			struct node *value = node_get(object, c->fields.at[i].name);

			*vec_push(py->arena, &base) =
			    (struct arg){c->fields.at[i].name, value, value->at};
		}
		py_call_base(py, c, object, STR("__init__"), &base, site);
	} else if (c->kind == CLASS_MODEL) {
		for (size_t i = 0; i < base.n; i++)
			if (base.at[i].name.n && !str_is(base.at[i].name, "**"))
				py_attr_put(py, object, base.at[i].name, base.at[i].value);
	}
	post_init(py, c, object, site);
}

static struct node *tuple_of(struct interpreter *py, struct class *c, const struct args *args,
			     struct site site)
{
	struct node *object = py_new(py, NODE_OBJECT, site.at), *out;

	class_fields(py, c, object, args, site);
	out = py_new(py, NODE_TUPLE, site.at);
	for (size_t i = 0; i < c->fields.n; i++)
		py_append(py, out, node_get(object, c->fields.at[i].name));
	out->code = c;
	return out;
}

static struct node *map_of(struct interpreter *py, const struct args *args, struct site site)
{
	struct node *out = py_new(py, NODE_MAP, site.at);

	for (size_t i = 0; i < args->n; i++) {
		if (str_is(args->at[i].name, "**"))
			out->open = true;
		else if (args->at[i].name.n)
			py_map_set(py, out, node_str(py->arena, args->at[i].name, args->at[i].at),
				   args->at[i].value);
	}
	return out;
}

/* Precision("bf16"): the member with this value. */
static struct node *member_of(struct interpreter *py, struct class *c, const struct args *args,
			      struct site site)
{
	struct node *wanted = args->n == 1 ? args->at[0].value : NULL;

	for (size_t i = 0; wanted && i < c->scope->cells.n; i++) {
		struct node *member = c->scope->cells.at[i]->value;

		if (member && member->kind == NODE_OBJECT && member->code == c &&
		    (member == wanted ||
		     py_equal(py, node_get(member, STR("value")), wanted) == TRUTH_YES))
			return member;
	}
	return py_unknown(py, site.at, "a member of %.*s", STR_ARG(c->name));
}

enum { CONFIGS_MAX = 64 };

void py_note_config(struct interpreter *py, const struct node *config)
{
	if (py->trace->configs.n < CONFIGS_MAX)
		*vec_push(py->arena, &py->trace->configs) = config;
}

/* Keeps what looks like a configuration of the repository's own. */
static void note_config(struct interpreter *py, const struct class *c, const struct node *object)
{
	bool fields = c->kind == CLASS_DATA || c->kind == CLASS_MODEL;

	if ((fields || str_ends(c->name, STR("Config")) || str_ends(c->name, STR("Args")) ||
	     str_ends(c->name, STR("Arguments")) || str_ends(c->name, STR("Settings"))))
		py_note_config(py, object);
}

struct node *class_object(struct interpreter *py, const struct class *c, struct site site)
{
	struct node *object = py_new(py, c && class_is_dict(c) ? NODE_MAP : NODE_OBJECT, site.at);

	object->code = c;
	return object;
}

/*
 * What a __new__ of the repository gives, one object for all calls perhaps; NULL if there is none. An object of another
 * class is not initialized again (object.__new__, Python's data model); is what it gives not known, it is taken for one of
 * the class: which of its kind it makes is what such a method chooses.
 */
static struct node *made_new(struct interpreter *py, struct class *c, const struct args *args,
			     struct site site)
{
	struct node *method = class_find(py, c, STR("__new__")), *out;

	if (!method || method->kind != NODE_FUNCTION)
		return NULL;
	out = py_call_func(py, method->code, c->node, args, site);
	return class_of(out) || (out->kind == NODE_OBJECT && out->made && out->made->row) ? out : NULL;
}

/* The __init__ that runs for a new object; NULL: that of a base outside of the repository. */
static const struct func *init_of(struct interpreter *py, struct class *c)
{
	const struct node *init = class_find(py, c, STR("__init__"));
	const struct func *f = init && init->kind == NODE_FUNCTION ? init->code : NULL;

	/* Written for editors alone, where __new__ makes objects of others. */
	return f && func_is_stub(py, f) && class_find(py, c, STR("__new__")) ? NULL : f;
}

struct node *py_instantiate(struct interpreter *py, struct class *c, const struct args *args,
			    struct site site)
{
	struct node *object;
	const struct func *init;

	if (c->kind == CLASS_ENUM)
		return member_of(py, c, args, site);
	if (c->kind == CLASS_NAMEDTUPLE)
		return tuple_of(py, c, args, site);
	if (c->kind == CLASS_TYPEDDICT)
		return map_of(py, args, site);
	object = made_new(py, c, args, site);
	if (object && !(class_of(object) && class_is(class_of(object), c)))
		return object;
	if (!object)
		object = class_object(py, c, site);
	init = init_of(py, c);
	if (init)
		py_call_func(py, init, object, args, site);
	else if (object->kind == NODE_MAP)
		dict_update(py, object, args);
	else if (c->kind == CLASS_DATA || c->kind == CLASS_MODEL)
		init_fields(py, c, object, args, site);
	else
		py_call_base(py, c, object, STR("__init__"), args, site);
	note_config(py, c, object);
	if (object->kind == NODE_OBJECT)
		py->library->made(py, c, object, site);
	return object;
}

/*
 * What the constructor of a class of the repository does to the model that the class loads: class Frozen(BertModel)
 * whose __init__ switches requires_grad, made by Frozen.from_pretrained("bert-base-uncased").
 */

/* Whether a call is one that later reading needs: which parameters are switched. */
static bool switches(const struct call *call)
{
	static const char *const methods[] = {"parameters", "named_parameters", "modules",     "named_modules",
					      "children",   "requires_grad_",	"__setattr__"};

	for (size_t i = 0; call->self && i < sizeof(methods) / sizeof(*methods); i++)
		if (str_is(call->method, methods[i]))
			return true;
	return false;
}

/* Of the calls that a constructor made only the switches stay: the layers and models that it makes are the library's. */
static void keep_switches(struct interpreter *py, uint32_t from)
{
	size_t kept = from;

	for (size_t i = from; i < py->trace->n; i++) {
		struct call *call = (struct call *)(uintptr_t)py->trace->at[i];

		if (!switches(call))
			continue;
		call->order = call->inside = (uint32_t)kept;
		py->trace->at[kept++] = call;
	}
	py->trace->n = kept;
}

/*
 * Whether a constructor's layers give labels: nn.Linear(config.hidden_size, self.num_labels), and none nn.Linear(n, config.vocab_size).
 * How many they are is in the configuration, which the library passes; what they are the code says.
 */
static bool makes_labels(struct interpreter *py, uint32_t from)
{
	static const char *const words[] = {"LMHead", "PreTrainingHeads", "PredictionHead"};
	bool labels = false;

	for (size_t i = from; i < py->trace->n; i++) {
		const struct call *call = py->trace->at[i];

		if (call->words)
			return false;
		for (size_t k = 0; k < sizeof(words) / sizeof(*words); k++)
			if (str_has(call->callee, str_of(words[k])))
				return false;
		labels |= call->labels;
	}
	return labels;
}

void py_run_constructor(struct interpreter *py, const struct class *c, struct node *model, struct site site)
{
	const struct node *init = class_find(py, c, STR("__init__"));
	size_t configs = py->trace->configs.n, functions = py->trace->functions.n;
	uint32_t from = (uint32_t)py->trace->n;
	struct node *self, *unknown;
	struct args args = {0};

	if (!init || init->kind != NODE_FUNCTION || !init->code || py->halted || py->unwinding != FLOW_NEXT)
		return;
	self = class_object(py, c, site);
	self->made = model->made;
	self->from[0] = model;
	unknown = py_unknown(py, site.at, "what the library passes is not known");
	*vec_push(py->arena, &args) = (struct arg){STR("*"), unknown, site.at};
	py_call_func(py, init->code, self, &args, site);
	/* What it raises for want of a configuration does not end the script. */
	py->unwinding = FLOW_NEXT;
	((struct call *)(uintptr_t)model->made)->own_labels = makes_labels(py, from);
	keep_switches(py, from);
	py->trace->configs.n = configs;
	py->trace->functions.n = functions;
}
