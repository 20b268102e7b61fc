/*
 * Fire (0.5 to 0.7, core.py _ParseKeywordArgs and _ParseArgs): a function, a class, a dictionary of them or
 * the module itself is the command line. Values are literals of Python, whatever the annotation says.
 */
#include "commandline_parts.h"

static struct node *literal(struct interpreter *py, struct node *word)
{
	struct node *value = word->kind == NODE_STR
				     ? py_literal_eval(py, word->text, true, word->at)
				     : NULL;

	return value ? value : word;
}

static bool has_param(const struct func *f, struct str name)
{
	for (size_t i = 0; i < f->params->n; i++)
		if (f->params->at[i].kind != PARAM_STAR &&
		    f->params->at[i].kind != PARAM_DOUBLE_STAR &&
		    str_eq(f->params->at[i].name.text, name))
			return true;
	return false;
}

static bool takes_any(const struct func *f)
{
	for (size_t i = 0; i < f->params->n; i++)
		if (f->params->at[i].kind == PARAM_DOUBLE_STAR)
			return true;
	return false;
}

/* "-b" is the one parameter that begins so, where there is just one. */
static struct str whole_name(const struct func *f, struct str name)
{
	struct str found = {0};

	if (name.n != 1 || has_param(f, name))
		return name;
	for (size_t i = 0; i < f->params->n; i++)
		if (f->params->at[i].name.text.s[0] == name.s[0]) {
			if (found.n)
				return name;
			found = f->params->at[i].name.text;
		}
	return found.n ? found : name;
}

/* "--lora_config.r 16" is a keyword of that name, dot and all. */
static void put_flag(struct interpreter *py, struct node *flags, struct str name, struct node *value)
{
	node_set(py->arena, flags, node_str(py->arena, name, value->at), value);
}

/* One flag and what belongs to it: the number of words that it took. */
static size_t take_flag(struct interpreter *py, const struct func *f, const struct node *words, size_t i,
			struct node *flags)
{
	struct node *word = words->as.items.at[i];
	struct str_cut cut = str_cut(word->text, '=');
	struct str name = cut.head;

	while (name.n && name.s[0] == '-')
		name = str_sub(name, 1, name.n);
	name = str_tr(py->arena, name, '-', '_');
	if (!takes_any(f))
		name = whole_name(f, name);
	if (cut.ok) {
		put_flag(py, flags, name, literal(py, node_str(py->arena, cut.tail, word->at)));
		return 1;
	}
	if (i + 1 < words->as.items.n && !cli_is_flag(words->as.items.at[i + 1])) {
		put_flag(py, flags, name, literal(py, words->as.items.at[i + 1]));
		return 2;
	}
	if (!has_param(f, name) && str_starts(name, STR("no")) &&
	    has_param(f, str_sub(name, 2, name.n)))
		put_flag(py, flags, str_sub(name, 2, name.n), py_bool(py, false, word->at));
	else
		put_flag(py, flags, name, py_bool(py, true, word->at));
	return 1;
}

/* flags and rest of the words, for a function's parameters. */
static void read_words(struct interpreter *py, const struct func *f, const struct node *words,
		       struct node *flags, struct node *rest)
{
	for (size_t i = 0; words && i < words->as.items.n;) {
		struct node *word = words->as.items.at[i];

		if (word->kind != NODE_STR)
			flags->open = true;
		if (cli_is_flag(word)) {
			i += take_flag(py, f, words, i, flags);
			continue;
		}
		py_append(py, rest, literal(py, word));
		i++;
	}
}

static void put(struct interpreter *py, struct args *args, struct str name, struct node *value)
{
	*vec_push(py->arena, args) = (struct arg){name, value, value->at};
}

static struct node *standard(struct interpreter *py, const struct func *f, size_t i)
{
	struct node *value = f->defaults[i];

	if (!value)
		return py_required(py, str_cat(py->arena, STR("--"), f->params->at[i].name.text),
				   f->params->at[i].name.at, "no launch gives it");
	return default_of_option(py, value, f->params->at[i].name.text);
}

/* The arguments that words (NULL: no launch is known) give to a function; bound: without self. */
static struct args arguments(struct interpreter *py, const struct func *f, const struct node *words,
			     bool bound, struct span at)
{
	struct node *flags = py_new(py, NODE_MAP, at), *rest = py_new(py, NODE_LIST, at);
	struct args args = {0};
	size_t next = 0;

	read_words(py, f, words, flags, rest);
	for (size_t i = bound; i < f->params->n; i++) {
		const struct py_param *p = &f->params->at[i];
		struct node *value = node_get(flags, p->name.text);

		if (p->kind == PARAM_STAR || p->kind == PARAM_DOUBLE_STAR)
			continue;
		if (!value && next < rest->as.items.n)
			value = rest->as.items.at[next++];
		if (!value && flags->open)
			value = py_unknown(py, p->name.at, "words of the command line that are not known");
		put(py, &args, p->name.text, value ? value : standard(py, f, i));
	}
	for (size_t i = 0; takes_any(f) && i < flags->as.pairs.n; i++)
		if (!has_param(f, flags->as.pairs.at[i].key->text))
			put(py, &args, flags->as.pairs.at[i].key->text, flags->as.pairs.at[i].value);
	return args;
}

static struct node *call_function(struct interpreter *py, const struct node *function,
				  const struct node *words, struct site site)
{
	struct args args = arguments(py, function->code, words, false, site.at);

	return py_call_func(py, function->code, NULL, &args, site);
}

/* An object's method by the first word, or __call__. */
static struct node *call_member(struct interpreter *py, struct node *object, struct str name,
				const struct node *words, struct site site)
{
	struct node *method = py_find_attr(py, object, name, site.at);
	struct args args;

	if (!method || method->kind != NODE_METHOD || !method->code)
		return NULL;
	args = arguments(py, method->code, words, true, site.at);
	return py_call(py, method, &args, site);
}

/* The words behind the first. */
static struct node *later_words(struct interpreter *py, const struct node *words, struct span at)
{
	struct node *later = node_new(py->arena, NODE_LIST, at);

	for (size_t i = 1; words && i < words->as.items.n; i++)
		node_push(py->arena, later, words->as.items.at[i]);
	return later;
}

/* How many words a flag is: itself, and what stands behind it if that is no flag. */
static size_t flag_length(const struct node *words, size_t i)
{
	if (str_cut(words->as.items.at[i]->text, '=').ok || i + 1 == words->as.items.n ||
	    cli_is_flag(words->as.items.at[i + 1]))
		return 1;
	return 2;
}

static struct str flag_name(struct interpreter *py, const struct func *f, const struct node *word)
{
	struct str name = str_cut(word->text, '=').head;

	while (name.n && name.s[0] == '-')
		name = str_sub(name, 1, name.n);
	return whole_name(f, str_tr(py->arena, name, '-', '_'));
}

/*
 * A class: its constructor takes the flags that are its parameters', and no words without dashes
 * (ACCEPTS_POSITIONAL_ARGS is for routines). What is left is for a member, flags behind the others.
 */
static struct node *constructed(struct interpreter *py, const struct class *c, const struct node *words,
				struct node *later, struct site site)
{
	struct node *init = class_find(py, c, STR("__init__"));
	const struct func *f = init && init->kind == NODE_FUNCTION ? init->code : NULL;
	struct node *own = words ? py_new(py, NODE_LIST, site.at) : NULL;
	struct node *flags = py_new(py, NODE_LIST, site.at);
	struct args args = {0};

	for (size_t i = 0, n; words && i < words->as.items.n; i += n) {
		struct node *word = words->as.items.at[i], *to = later;

		n = 1;
		if (cli_is_flag(word)) {
			n = flag_length(words, i);
			to = f && has_param(f, flag_name(py, f, word)) ? own : flags;
		}
		for (size_t k = i; k < i + n; k++)
			node_push(py->arena, to, words->as.items.at[k]);
	}
	for (size_t i = 0; i < flags->as.items.n; i++)
		node_push(py->arena, later, flags->as.items.at[i]);
	if (f)
		args = arguments(py, f, own, true, site.at);
	return py_instantiate(py, (struct class *)(uintptr_t)c, &args, site);
}

/* A member of an object by the first word, called with those behind it. */
static struct node *member_named(struct interpreter *py, struct node *object, const struct node *words,
				 struct site site)
{
	const struct node *first = words->as.items.at[0];

	if (first->kind != NODE_STR)
		return py_unknown(py, site.at, "a subcommand that no launch names");
	return call_member(py, object, str_tr(py->arena, first->text, '-', '_'),
			   later_words(py, words, site.at), site);
}

static struct node *class_called(struct interpreter *py, const struct class *c, const struct node *words,
				 struct site site)
{
	struct node *later = py_new(py, NODE_LIST, site.at);
	struct node *object = constructed(py, c, words, later, site);

	return later->as.items.n ? member_named(py, object, later, site) : object;
}

static struct node *component_called(struct interpreter *py, struct node *what, const struct node *words,
				     struct site site)
{
	struct node *first = words && words->as.items.n ? words->as.items.at[0] : NULL;
	struct node *member;

	if (what->kind == NODE_FUNCTION)
		return call_function(py, what, words, site);
	if (what->kind == NODE_CLASS)
		return class_called(py, what->code, words, site);
	/* Without a launch any of them may be the one. */
	if (!words && what->kind == NODE_MAP) {
		for (size_t i = 0; i < what->as.pairs.n; i++)
			if (what->as.pairs.at[i].value->kind == NODE_FUNCTION)
				call_function(py, what->as.pairs.at[i].value, NULL, site);
		return NULL;
	}
	if (!first || first->kind != NODE_STR)
		return py_unknown(py, site.at, "a subcommand that no launch names");
	if (what->kind != NODE_MAP)
		return member_named(py, what, words, site);
	member = node_get(what, first->text);
	if (member && member->kind == NODE_CLASS)
		return class_called(py, member->code, later_words(py, words, site.at), site);
	return member && member->kind == NODE_FUNCTION
		       ? call_function(py, member, later_words(py, words, site.at), site)
		       : NULL;
}

/* fire.Fire() is the module's own functions. */
static struct node *of_module(struct interpreter *py, const struct node *words, struct site site)
{
	const struct node *first = words && words->as.items.n ? words->as.items.at[0] : NULL;
	struct node *found = first && first->kind == NODE_STR
				     ? scope_get(py, py->frame->module->scope, first->text)
				     : NULL;

	if (!found || found->kind != NODE_FUNCTION)
		return py_unknown(py, site.at, "a subcommand that no launch names");
	return call_function(py, found, later_words(py, words, site.at), site);
}

static struct node *fire(struct interpreter *py, struct native_call *c)
{
	struct node *what = native_arg(c, 0, "component");
	const struct node *words = py->world->argv;
	const struct node *command = native_arg(c, 1, "command");

	if (command && (command->kind == NODE_LIST || command->kind == NODE_TUPLE))
		words = command;
	if (!what)
		return of_module(py, words, c->site);
	return component_called(py, what, words, c->site);
}

static const struct native rows[] = {
	{"fire.Fire", fire, NATIVE_RAW},
	{"fire.core.Fire", fire, NATIVE_RAW},
};

NATIVES(natives_fire, rows);
