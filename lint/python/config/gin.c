/*
 * gin-config 0.5 (gin/config.py): parameters of functions and classes are bound by their names in files of a language of
 * its own. A value stays a text until it is asked for: %macro and @function are what they are then.
 */
#include "gin.h"

#include "config.h"
#include "gin_text.h"

#include <string.h>

enum { VALUE_DEPTH = 32 };

static struct node *value_of(struct interpreter *py, const struct node *text, int depth);

static struct node *worth(struct interpreter *py, struct node *is, int depth)
{
	return is->kind == NODE_STR ? value_of(py, is, depth) : is;
}

struct node *gin_worth(struct interpreter *py, struct node *is)
{
	return worth(py, is, 0);
}

/* ---- names ---- */

bool gin_means(struct str written, struct str name)
{
	return str_eq(written, name) ||
	       (str_ends(name, written) && name.n > written.n && name.s[name.n - written.n - 1] == '.');
}

/* The scope of "train/inner/module.name", and the rest; an empty head: none. */
static struct str_cut scope_of(struct str selector)
{
	size_t slash = str_rchr(selector, '/');

	if (slash == SIZE_MAX)
		return (struct str_cut){STR(""), selector, true};
	return (struct str_cut){str_sub(selector, 0, slash), str_sub(selector, slash + 1, selector.n), true};
}

/* Whether a binding's scope is the one that holds, or around it. */
static bool holds(struct str bound, struct str scope)
{
	return !bound.n || str_eq(bound, scope) || (str_starts(scope, bound) && scope.s[bound.n] == '/');
}

/* gin.configurable, gin.configurable("name", module="models"), gin.register: the name alone or a call. */
static bool is_decorator(const struct node *decorator, const char *which)
{
	return str_is(decorator->made ? decorator->made->callee : decorator->kind == NODE_NAME ? decorator->text : STR(""), which);
}

static struct str text_given(const struct call *made, const char *name, size_t position)
{
	const struct arg *arg = made ? call_arg(made, str_of(name), position) : NULL;

	return arg && arg->value->kind == NODE_STR ? arg->value->text : STR("");
}

/* "module.name" of what is decorated: both may be given, the name with its module. */
static struct str name_of(struct interpreter *py, const struct call *made, struct str own, const struct module *m)
{
	struct str name = text_given(made, "name_or_fn", 0), module = text_given(made, "module", 1);

	if (!name.n)
		name = text_given(made, "name", SIZE_MAX);
	if (!name.n)
		name = own;
	if (!module.n && str_chr(name, '.', 0) == SIZE_MAX)
		module = m->name;
	return module.n ? str_fmt(py->arena, "%.*s.%.*s", STR_ARG(module), STR_ARG(name)) : name;
}

static const struct node *decorator_in(struct node *const *decorators, size_t n)
{
	for (size_t i = 0; i < n; i++)
		if (is_decorator(decorators[i], "gin.configurable"))
			return decorators[i];
	return NULL;
}

/* The name of a function, or of the class whose constructor it is; empty: gin knows of neither. */
static struct str configurable_name(struct interpreter *py, const struct func *f)
{
	const struct class *c = f->owner && str_is(f->name, "__init__") ? f->owner : NULL;
	const struct node *decorator = c ? decorator_in(c->decorators.at, c->decorators.n)
					 : decorator_in(f->decorators.at, f->decorators.n);

	if (!decorator)
		return STR("");
	return name_of(py, decorator->made, c ? c->name : f->name, f->module);
}

void gin_note(struct interpreter *py, const struct node *decorator, struct node *made)
{
	const bool by_gin = is_decorator(decorator, "gin.register");
	const struct module *m;

	if (!by_gin && !is_decorator(decorator, "gin.configurable"))
		return;
	m = made->kind == NODE_CLASS ? ((const struct class *)made->code)->module : ((const struct func *)made->code)->module;
	*vec_push(py->arena, &py->gin.configurables) =
		(struct gin_configurable){name_of(py, decorator->made, made->text, m), made, by_gin};
}

/* ---- values ---- */

static struct node *text_at(struct interpreter *py, const struct node *whole, struct str part)
{
	struct span at = whole->at;

	if (part.s >= whole->text.s && part.s <= whole->text.s + whole->text.n && at.len == whole->text.n)
		at = (struct span){at.file, at.off + (uint32_t)(part.s - whole->text.s), (uint32_t)part.n};
	return py_str(py, part, at);
}

struct node *gin_bound(struct interpreter *py, struct str name, struct str parameter)
{
	struct node *out = NULL;
	size_t deep = 0;

	for (size_t i = 0; i < py->gin.bindings->as.pairs.n && py_step(py, 1); i++) {
		struct str key = py->gin.bindings->as.pairs.at[i].key->text;
		size_t dot = str_rchr(key, '.');
		struct str_cut cut = scope_of(dot == SIZE_MAX ? key : str_sub(key, 0, dot));

		if (dot == SIZE_MAX || !str_eq(str_sub(key, dot + 1, key.n), parameter) || !gin_means(cut.tail, name))
			continue;
		if (cut.head.n && py->gin.scoped)
			return py_unknown(py, py->gin.bindings->as.pairs.at[i].value->at, "it hangs on the scope of gin that holds");
		if (!holds(cut.head, py->gin.scope) || cut.head.n < deep)
			continue;
		out = py->gin.bindings->as.pairs.at[i].value;
		deep = cut.head.n;
	}
	return out;
}

static struct node *macro(struct interpreter *py, struct str name, struct span at, int depth)
{
	struct node *text = py->gin.bindings ? node_get(py->gin.bindings, str_cat(py->arena, STR("%"), name)) : NULL;

	if (!text)
		return py_unknown(py, at, "nothing binds %%%.*s", STR_ARG(name));
	return worth(py, text, depth + 1);
}

/* What a name refers to: what the code made known, or else a library's (gin/torch/external_configurables.py). */
static struct gin_configurable configurable(struct interpreter *py, struct str name, struct span at)
{
	for (size_t i = py->gin.configurables.n; i-- > 0;)
		if (gin_means(name, py->gin.configurables.at[i].name))
			return py->gin.configurables.at[i];
	return (struct gin_configurable){name,
					 str_starts(name, STR("torch."))
						 ? py_name(py, str_dup(py->arena, name).s, at)
						 : py_unknown(py, at, "nothing here is called %.*s", STR_ARG(name)),
					 true};
}

/* All that is bound of what gin alone gives it to. */
static void all_bound(struct interpreter *py, struct str name, struct args *args)
{
	for (size_t i = 0; i < py->gin.bindings->as.pairs.n && py_step(py, 1); i++) {
		const struct node *key = py->gin.bindings->as.pairs.at[i].key;
		size_t dot = str_rchr(key->text, '.');
		struct str_cut cut = scope_of(dot == SIZE_MAX ? key->text : str_sub(key->text, 0, dot));

		if (dot != SIZE_MAX && gin_means(cut.tail, name) && holds(cut.head, py->gin.scope))
			*vec_push(py->arena, args) = (struct arg){str_sub(key->text, dot + 1, key->text.n),
								  worth(py, py->gin.bindings->as.pairs.at[i].value, 0), key->at};
	}
}

static struct node *partial_of(struct interpreter *py, struct node *callee, const struct args *more, struct span at)
{
	struct args args = {0};

	*vec_push(py->arena, &args) = (struct arg){.value = callee, .at = at};
	for (size_t i = 0; i < more->n; i++)
		*vec_push(py->arena, &args) = more->at[i];
	return py_call(py, py_name(py, "functools.partial", at), &args, (struct site){at, at});
}

/* @train/module.name, and @name() which is called. */
static struct node *reference(struct interpreter *py, const struct node *text)
{
	struct str written = str_trim(str_sub(text->text, 1, text->text.n));
	bool called = str_ends(written, STR(")"));
	struct str_cut cut = scope_of(called ? str_trim(str_cut(written, '(').head) : written);
	struct str outer = py->gin.scope;
	struct gin_configurable named = configurable(py, cut.tail, text->at);
	struct node *callee = named.node, *out;
	struct args args = {0};

	if (callee->kind == NODE_UNKNOWN)
		return callee;
	if (cut.head.n)
		py->gin.scope = outer.n ? str_fmt(py->arena, "%.*s/%.*s", STR_ARG(outer), STR_ARG(cut.head)) : cut.head;
	if (named.by_gin)
		all_bound(py, named.name, &args);
	if (called)
		out = py_call(py, callee, &args, (struct site){text->at, text->at});
	else if (cut.head.n && !named.by_gin)
		out = py_unknown(py, text->at, "a function in a scope of gin's own");
	else
		out = args.n ? partial_of(py, callee, &args, text->at) : callee;
	py->gin.scope = outer;
	return out;
}

/* [a, @b], (a, @b), {"a": @b}: of what refers to something each part by itself. */
static struct node *container(struct interpreter *py, const struct node *text, int depth)
{
	bool map = text->text.s[0] == '{', tuple = text->text.s[0] == '(', commas = false;
	struct str inside = str_sub(text->text, 1, text->text.n - 1);
	struct node *out = py_new(py, map ? NODE_MAP : tuple ? NODE_TUPLE : NODE_LIST, text->at);

	for (size_t at = 0; at < inside.n && py_step(py, 1);) {
		size_t end = gin_until(inside, at, ',');
		struct str part = str_trim(str_sub(inside, at, end));
		size_t colon = map ? gin_until(part, 0, ':') : part.n;
		struct node *value;

		commas |= end < inside.n;
		at = end + 1;
		if (!part.n)
			continue;
		value = value_of(py, text_at(py, text, str_trim(str_sub(part, map && colon < part.n ? colon + 1 : 0, part.n))), depth + 1);
		if (map)
			py_map_set(py, out, value_of(py, text_at(py, text, str_trim(str_sub(part, 0, colon))), depth + 1), value);
		else
			py_append(py, out, value);
	}
	return tuple && !commas && out->as.items.n == 1 ? out->as.items.at[0] : out;
}

/* What a text that is bound is worth now. */
static struct node *value_of(struct interpreter *py, const struct node *text, int depth)
{
	struct node *out;
	char first = text->text.n ? text->text.s[0] : '\0';

	if (text->kind != NODE_STR || depth > VALUE_DEPTH || !py_step(py, 1))
		return py_unknown(py, text->at, "what gin binds could not be read");
	if (first == '%')
		return macro(py, str_sub(text->text, 1, text->text.n), text->at, depth);
	if (first == '@')
		return reference(py, text);
	out = py_literal_eval(py, text->text, false, text->at);
	if (!out && text->text.n > 1 && memchr("([{", first, 3))
		out = container(py, text, depth);
	return out ? out : py_unknown(py, text->at, "what gin binds could not be read");
}

/* ---- calls ---- */

static bool is_required(const struct node *n)
{
	return n->kind == NODE_NAME && str_is(n->text, "gin.REQUIRED");
}

/* Where a parameter is given: an index of the arguments; SIZE_MAX: it is not, or only gin.REQUIRED. */
static size_t given_at(const struct args *args, size_t position, struct str name)
{
	size_t at = 0;

	for (size_t i = 0; i < args->n; i++) {
		/* What is unpacked may be any of them. */
		if (str_starts(args->at[i].name, STR("*")) || str_eq(args->at[i].name, name) ||
		    (!args->at[i].name.n && at++ == position))
			return is_required(args->at[i].value) ? SIZE_MAX : i;
	}
	return SIZE_MAX;
}

static void add_parameter(struct interpreter *py, struct str name, const struct func *f, size_t i, struct args *out)
{
	struct str parameter = f->params->at[i].name.text;
	struct node *text = gin_bound(py, name, parameter), *value;

	if (text)
		value = worth(py, text, 0);
	else if (py->gin.bindings->open)
		value = py_unknown(py, f->params->at[i].name.at, "gin's configuration is not known");
	else if (!f->defaults[i])
		value = py_required(py, str_fmt(py->arena, "%.*s.%.*s", STR_ARG(name), STR_ARG(parameter)), f->params->at[i].name.at,
				    "gin binds nothing to it");
	else
		return;
	/* In place of gin.REQUIRED. */
	for (size_t k = 0; k < out->n; k++)
		if (str_eq(out->at[k].name, parameter)) {
			out->at[k].value = value;
			return;
		}
	*vec_push(py->arena, out) = (struct arg){parameter, value, value->at};
}

static bool has_parameter(const struct func *f, struct str name)
{
	for (size_t i = 0; i < f->params->n; i++)
		if (str_eq(f->params->at[i].name.text, name))
			return true;
	return false;
}

/* What is bound of a function that takes any keyword. */
static void add_keywords(struct interpreter *py, struct str name, const struct func *f, struct args *out)
{
	struct args all = {0};

	if (!f->params->n || f->params->at[f->params->n - 1].kind != PARAM_DOUBLE_STAR)
		return;
	all_bound(py, name, &all);
	for (size_t i = 0; i < all.n; i++)
		if (!has_parameter(f, all.at[i].name) && given_at(out, SIZE_MAX, all.at[i].name) == SIZE_MAX)
			*vec_push(py->arena, out) = all.at[i];
}

const struct args *gin_configured(struct interpreter *py, const struct func *f, const struct args *args, struct site site)
{
	struct str name = f->params && py->gin.depth < VALUE_DEPTH ? configurable_name(py, f) : STR("");
	bool method = f->owner && f->bind != BIND_STATIC;
	struct args *out;

	(void)site;
	if (!name.n)
		return args;
	out = arena_new(py->arena, struct args);
	for (size_t i = 0; i < args->n; i++)
		*vec_push(py->arena, out) = args->at[i];
	py->gin.depth++;
	for (size_t i = method ? 1 : 0; i < f->params->n; i++)
		if ((f->params->at[i].kind == PARAM_PLAIN || f->params->at[i].kind == PARAM_KEYWORD_ONLY) &&
		    given_at(args, i - (method ? 1 : 0), f->params->at[i].name.text) == SIZE_MAX)
			add_parameter(py, name, f, i, out);
	add_keywords(py, name, f, out);
	py->gin.depth--;
	return out;
}
