#include "callbacks.h"
#include "evaluator_parts.h"

#include "lint/frameworks/frameworks.h"
#include "lint/python/values/modules.h"

static struct node *first_arg(const struct call *call, const struct callable *row)
{
	const struct arg *arg =
	    call_arg(call, row->nparams ? str_of(row->params[0].name) : (struct str){0}, 0);

	return arg ? arg->value : NULL;
}

static struct node *all_args(struct interpreter *py, const struct call *call)
{
	struct node *out = py_new(py, NODE_TUPLE, call->at);

	for (size_t i = 0; i < call->args.n; i++) {
		if (str_is(call->args.at[i].name, "*"))
			return py_made_by(py, call);
		if (call->args.at[i].name.n == 0)
			py_append(py, out, call->args.at[i].value);
	}
	return out->as.items.n == 1 ? out->as.items.at[0] : out;
}

/* The model among the arguments of a wrapper; NULL if it has none. */
static struct node *wrapped_model(const struct call *call, const struct callable *row)
{
	size_t from = 0;
	const struct arg *arg = row->effect == EFFECT_WRAP ? call_role_arg(call, row, ROLE_MODEL, &from) : NULL;

	return arg ? arg->value : NULL;
}

static struct node *some_tuple(struct interpreter *py, const struct call *call,
			       const struct callable *row)
{
	struct node *out = py_new(py, NODE_TUPLE, call->at), *object = py_made_by(py, call);
	int64_t n = 2;

	if (row->arg)
		str_to_int(str_of(row->arg), &n);
	object->from[0] = wrapped_model(call, row);
	py_append(py, out, object);
	for (int64_t i = 1; i < n && i < 16; i++)
		py_append(py, out, py_part_of(py, object, call->at));
	return out;
}

/* get_peft_config(args): None unless args ask for it. */
static struct node *object_if(struct interpreter *py, const struct call *call,
			      const struct callable *row)
{
	struct node *of = first_arg(call, row);
	struct str rest = str_of(row->arg);
	enum truth any = of ? TRUTH_NO : TRUTH_MAYBE;

	while (of && rest.n) {
		struct str_cut cut = str_cut(rest, '|');
		enum truth is = py_truth(py, py_get_attr(py, of, cut.head, call->at));

		if (is == TRUTH_YES)
			return py_made_by(py, call);
		if (is == TRUTH_MAYBE)
			any = TRUTH_MAYBE;
		rest = cut.tail;
	}
	return any == TRUTH_NO ? py_none(py, call->at) : py_made_by(py, call);
}

static bool is_parser(const struct node *n)
{
	return n->kind == NODE_OBJECT && native_type(n) &&
	       str_is(str_of(native_type(n)), "ArgumentParser");
}

/* parser = deepspeed.add_config_arguments(parser): what adds to a parser gives it back. */
static struct node *same_parser(const struct call *call)
{
	if (!str_starts(call->method, STR("add_")) || !call->args.n || call->args.at[0].name.n ||
	    !is_parser(call->args.at[0].value))
		return NULL;
	return call->args.at[0].value;
}

/*
 * config = bittensor.config(parser): what a library that is not known makes of a parser, by a name that says so, has the
 * parser's options for attributes, and whatever the library adds.
 */
static struct node *parsed_by(struct interpreter *py, const struct call *call)
{
	static const char *const words[] = {"parse", "config", "args", "opts", "options"};
	struct node *parser = call->args.n ? call->args.at[0].value : NULL, *out;
	bool named = false;

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		named |= str_ends(call->method, str_of(words[i])) || str_starts(call->method, str_of(words[i]));
	if (!named || !parser || !is_parser(parser))
		return NULL;
	out = py_run_parser(py, call, "ArgumentParser.parse_args", parser, &(struct args){0});
	if (out->kind == NODE_OBJECT)
		out->open = true;
	return out;
}

/* A configuration of a file that is not here: that of the model in its folder, models/bert/bert_config.json. */
static struct node *made_of_folder(struct interpreter *py, const struct call *call, struct str class, struct node *path)
{
	size_t slash = str_rchr(path->text, '/');
	struct args args = {0};
	struct node *folder;

	if (slash == SIZE_MAX || !slash || !str_ends(str_tail(path->text, '/'), STR("config.json")))
		return py_made_by(py, call);
	folder = py_new(py, NODE_STR, path->at);
	folder->text = str_sub(path->text, 0, slash);
	*vec_push(py->arena, &args) = (struct arg){.value = folder, .at = path->at};
	return py_call_library(py, str_cat(py->arena, class, STR(".from_pretrained")), NULL, &args,
			       (struct site){call->at, call->callee_at});
}

/*
 * BertConfig.from_json_file("bert.json"), GPT2Config().from_dict(sizes): as BertConfig(**…) would make it. Up to transformers
 * 2.3 BertConfig("bert.json") is the same.
 */
static struct node *made_of_data(struct interpreter *py, const struct call *call, const struct callable *row)
{
	struct node *data = first_arg(call, row);
	struct str name = call->callee, path;
	struct args args = {0};
	bool method = str_starts(call->method, STR("from_"));

	if (method)
		name.n = str_rchr(name, '.');
	if (method && str_ends(name, STR("()")))
		name.n -= 2;
	if (data && data->kind == NODE_STR) {
		struct node *file = file_path(py, data, &path) ? file_data(py, path, call->at) : NULL;

		if (!file || file->kind != NODE_MAP)
			return made_of_folder(py, call, name, data);
		data = file;
	} else if (!method) {
		return py_made_by(py, call);
	}
	if (!data || data->kind != NODE_MAP)
		return py_made_by(py, call);
	py_spread_named(py, &args, data, call->at);
	return py_call_library(py, name, NULL, &args, (struct site){call->at, call->callee_at});
}

/* A text, or each of several, with how it came to be. */
static struct node *with_how(struct interpreter *py, struct node *n, struct str how)
{
	struct node *out = n;

	if (n->kind == NODE_STR || n->kind == NODE_EITHER) {
		out = py_new(py, n->kind, n->at);
		*out = *n;
		out->how = n->kind == NODE_STR ? how : n->how;
	}
	if (n->kind == NODE_EITHER) {
		out->as.items.n = out->as.items.room = 0;
		out->as.items.at = NULL;
		for (size_t i = 0; i < n->as.items.n; i++)
			*vec_push(py->arena, &out->as.items) =
			    n->as.items.at[i]->kind == NODE_STR ? with_how(py, n->as.items.at[i], how)
								: n->as.items.at[i];
	}
	return out;
}

static struct node *result_of(struct interpreter *py, const struct call *call,
			      const struct callable *row)
{
	struct node *n = row ? NULL : same_parser(call);

	if (!n && !row && call->args.n)
		n = parsed_by(py, call);
	if (n)
		return n;
	switch (row ? row->returns : RETURNS_OBJECT) {
	case RETURNS_OBJECT:
		n = py_made_by(py, call);
		if (row && (row->effect == EFFECT_WRAP || row->effect == EFFECT_COPY))
			n->from[0] = first_arg(call, row);
		return n;
	case RETURNS_SELF:
		return call->self ? call->self : first_arg(call, row);
	case RETURNS_BASE:
		n = call->self && call->self->made ? first_arg(call->self->made, row) : NULL;
		return n && n->kind == NODE_OBJECT ? n : call->self ? call->self : py_made_by(py, call);
	case RETURNS_ARG:
		n = first_arg(call, row);
		return row->arg && n ? with_how(py, n, str_of(row->arg)) : n;
	case RETURNS_ARGS:
		return all_args(py, call);
	case RETURNS_TUPLE:
		return some_tuple(py, call, row);
	case RETURNS_NONE:
		return py_none(py, call->at);
	case RETURNS_IF:
		return object_if(py, call, row);
	case RETURNS_TRUE:
	case RETURNS_FALSE:
		return py_bool(py, row->returns == RETURNS_TRUE, call->at);
	case RETURNS_TARGET:
		return py_target_answer(py, call, str_of(row->arg));
	case RETURNS_MADE:
		return made_of_data(py, call, row);
	case RETURNS_PARSER:
		return py_library_parser(py, call, str_of(row->arg));
	case RETURNS_FLAGS:
		return py_library_flags(py, call, str_of(row->arg));
	case RETURNS_UNKNOWN:
		break;
	}
	return py_unknown(py, call->at, "%.*s() is not known", STR_ARG(call->callee));
}

/* A library that gets a namespace may read any parameter; one that gets a parser may add some. */
static void note_whole(struct interpreter *py, const struct args *args)
{
	for (size_t i = 0; i < args->n; i++) {
		struct node *value = args->at[i].value;

		if (value->kind != NODE_OBJECT)
			continue;
		py->whole_namespace |= value->code == py_tag_namespace;
		if (is_parser(value)) {
			trail_node(&py->trail, value);
			value->open = true;
		}
	}
}

/* The arguments of a method with what it reads of its object. */
static const struct args *with_attributes(struct interpreter *py, const struct callable *row, struct node *self,
					  const struct args *args, struct site site)
{
	struct args *all = arena_new(py->arena, struct args);

	for (size_t i = 0; i < args->n; i++)
		*vec_push(py->arena, all) = args->at[i];
	for (struct str_cut cut = str_cut(str_of(row->reads), '|'); cut.head.n; cut = str_cut(cut.tail, '|')) {
		struct node *value = py_find_attr(py, self, cut.head, site.at);

		if (value)
			*vec_push(py->arena, all) = (struct arg){cut.head, value, value->at};
	}
	return all;
}

struct node *py_call_library(struct interpreter *py, struct str dotted, struct node *self,
			     const struct args *args, struct site site)
{
	const struct callable *row = source_cache_callable(py->cache, dotted);
	size_t dot = str_rchr(dotted, '.');
	const struct native *native = self ? native_find(py, dotted) : NULL;
	struct call *call;
	uint32_t inside;

	/* What every module has, whichever library's class it extends. */
	if (!native && self && self->kind == NODE_OBJECT && self->code && dot != SIZE_MAX)
		native = native_of(py, STR("Module"), str_sub(dotted, dot + 1, dotted.n));
	if (native)
		return native_run(py, native, &(struct native_call){args, self, site, dotted});
	if (!row && self && dot != SIZE_MAX)
		row = source_cache_callable(py->cache, str_sub(dotted, dot, dotted.n));
	if (py->halted || py->unwinding != FLOW_NEXT)
		return py_unknown(py, site.at, "never reached");
	/* A method of something unknown matters only if some library has it. */
	if (!row && self && self->kind != NODE_OBJECT && self->kind != NODE_NAME && !self->made)
		return py_unknown_of(py, site.at, self);
	if (row && row->reads && self && self->kind == NODE_OBJECT)
		args = with_attributes(py, row, self, args, site);
	note_whole(py, args);
	inside = (uint32_t)py->trace->n;
	py_run_callbacks(py, dotted, args, site);
	if (row)
		py_run_hooks(py, str_of(row->hooks), self, args, site);
	/* What works on some attributes alone says nothing of the others. */
	call = py_record_call(py, dotted, row && row->reads ? NULL : self, args, site, row);
	call->inside = inside;
	call->row = row;
	py_bound_calls(py, row);
	if ((row && (row->effect == EFFECT_STEP || row->effect == EFFECT_SINK)) || str_ends(dotted, STR(".step")) || str_is(call->method, "cross_entropy"))
		call->within = py_within(py);
	call->looked_up = true;
	call->result = result_of(py, call, row);
	if (!call->result)
		call->result = py_made_by(py, call);
	if (row && row->keeps && self && self->kind == NODE_OBJECT)
		py_attr_put(py, self, str_of(row->keeps), call->result);
	return call->result;
}

/*
 * A method of a base that this evaluator runs itself (argparse.ArgumentParser and the parsers over
 * dataclasses): __init__ makes an object of the base, which answers for what the class leaves to it.
 * NULL if the base is none of these.
 */
static struct node *call_native_base(struct interpreter *py, struct str library, struct node *self,
				     struct str method, const struct args *args, struct site site)
{
	struct node *base = class_base_object(self);
	struct native_call c = {args, base, site, library};
	const struct native *native;

	if (base)
		c.name = str_fmt(py->arena, "%s.%.*s", native_type(base), STR_ARG(method));
	else if (!str_is(method, "__init__"))
		return NULL;
	native = native_find(py, c.name);
	if (!native)
		return NULL;
	if (base)
		return native_run(py, native, &c);
	base = native_run(py, native, &c);
	if (torch_container_is(base)) {
		/* class Stack(nn.Sequential): what it was made with is its own. */
		trail_node(&py->trail, self);
		self->made = base->made;
		self->open = base->open;
		for (size_t i = 0; i < base->as.pairs.n; i++)
			py_attr_put(py, self, base->as.pairs.at[i].key->text,
				    base->as.pairs.at[i].value);
		return py_none(py, site.at);
	}
	if (base->kind != NODE_OBJECT || !native_type(base))
		return NULL;
	class_keep_base(py, self, base);
	return py_none(py, site.at);
}

/*
 * The repository's copy of a library's model, class LlamaForCausalLM(PreTrainedModel): made of that library's
 * own configuration it is the model that the name says.
 */
static const struct callable *copied_model(struct interpreter *py, const struct node *self, const struct args *args,
					   struct str library)
{
	const struct node *config = args->n ? args->at[0].value : NULL;
	const struct class *c = self->kind == NODE_OBJECT ? class_of(self) : NULL;
	const struct callable *row;

	if (!c || !config || config->kind != NODE_OBJECT || config->code || !config->made ||
	    !str_starts(library, STR("transformers.")) || !str_ends(library, STR(".PreTrainedModel")) ||
	    !str_starts(config->made->callee, STR("transformers.")) ||
	    !str_has(config->made->callee, STR("Config")))
		return NULL;
	row = callable_find(str_cat(py->arena, STR("transformers."), c->name));
	return row && row->effect == EFFECT_MODEL && !row->called ? row : NULL;
}

struct node *py_call_base(struct interpreter *py, struct class *c, struct node *self, struct str method,
			  const struct args *args, struct site site)
{
	struct str library = class_library(py, c);
	const struct native *native;
	struct node *out;
	struct call *call;
	uint32_t inside;

	if (self->kind == NODE_MAP) {
		struct str dotted = str_cat(py->arena, STR("dict."), method);

		native = native_find(py, dotted);
		return native
			   ? native_run(py, native, &(struct native_call){args, self, site, dotted})
			   : py_none(py, site.at);
	}
	if (str_is(method, "__new__"))
		return class_object(py, self->kind == NODE_CLASS ? self->code : class_of(self),
				    site);
	/* super().__setattr__("x", 1) of a class without a library's base: object's own. */
	if (!library.n && str_is(method, "__setattr__") && self->kind == NODE_OBJECT &&
	    args->n == 2 && args->at[0].value->kind == NODE_STR)
		py_attr_put(py, self, args->at[0].value->text, args->at[1].value);
	if (!library.n)
		return py_none(py, site.at);
	out = self->kind == NODE_OBJECT ? call_native_base(py, library, self, method, args, site)
					: NULL;
	if (out)
		return out;
	if (!str_is(method, "__init__"))
		return py_call_library(
		    py, str_fmt(py->arena, "%.*s().%.*s", STR_ARG(library), STR_ARG(method)), self,
		    args, site);
	/* It was loaded before its constructor runs (py_run_constructor()). */
	if (py->halted || py->unwinding != FLOW_NEXT || (self->made && self->made->result == self->from[0]))
		return py_none(py, site.at);
	inside = (uint32_t)py->trace->n;
	py_run_callbacks(py, library, args, site);
	call = py_record_call(py, library, NULL, args, site, NULL);
	call->inside = inside;
	call->row = copied_model(py, self, args, library);
	if (!call->row)
		call->row = source_cache_callable(py->cache, library);
	if (call->row && call->row->called)
		call->row = NULL;
	py_bound_calls(py, call->row);
	if (call->row && call->row->effect == EFFECT_SINK)
		call->within = py_within(py);
	call->looked_up = true;
	call->result = self;
	trail_node(&py->trail, self);
	self->made = call;
	return py_none(py, site.at);
}
