#include "argparse.h"

static struct node *member(const struct node *parser, const char *name)
{
	return node_get(parser, str_of(name));
}

static void put(struct interp *py, struct node *map, const char *name, struct node *value)
{
	py_map_set(py, map, node_str(py->arena, str_of(name), value->at), value);
}

struct node *parser_kept(struct interp *py, struct node *parser, const char *name)
{
	enum node_kind kind = str_is(STR(PARSER_OPTIONS), name) ? NODE_LIST : NODE_MAP;
	struct node *n = member(parser, name);

	if (n && n->kind == kind)
		return n;
	trail_node(&py->trail, parser);
	parser->open = true;
	if (n && n->kind == NODE_EITHER && n->as.items.at[0]->kind == kind)
		return n->as.items.at[0];
	n = py_new(py, kind, parser->at);
	py_attr_put(py, parser, str_of(name), n);
	return n;
}

struct node *parser_new(struct interp *py, struct span at)
{
	struct node *n = py_new(py, NODE_OBJECT, at);

	n->code = py_tag_parser;
	py_attr_put(py, n, STR(PARSER_OPTIONS), py_new(py, NODE_LIST, at));
	py_attr_put(py, n, STR(PARSER_DEFAULTS), py_new(py, NODE_MAP, at));
	py_attr_put(py, n, STR(PARSER_GIVEN), py_new(py, NODE_MAP, at));
	return n;
}

static struct node *keyword(const struct args *args, const char *name)
{
	for (size_t i = 0; i < args->n; i++)
		if (str_is(args->at[i].name, name))
			return args->at[i].value;
	return NULL;
}

static struct str dashed(struct interp *py, struct str flag)
{
	while (flag.n && flag.s[0] == '-')
		flag = str_sub(flag, 1, flag.n);
	return str_tr(py->arena, flag, '-', '_');
}

/* The attribute that holds an option: dest=, else the first long name, else the first. */
static struct str dest_of(struct interp *py, const struct args *args, const struct node *flags)
{
	struct node *dest = keyword(args, "dest");
	struct str first = flags->as.items.n ? flags->as.items.at[0]->text : (struct str){0};

	if (dest && dest->kind == NODE_STR)
		return dest->text;
	if (!str_starts(first, STR("-")))
		return first;
	for (size_t i = 0; i < flags->as.items.n; i++)
		if (str_starts(flags->as.items.at[i]->text, STR("--")))
			return dashed(py, flags->as.items.at[i]->text);
	return dashed(py, first);
}

static bool is_boolean_action(const struct node *action)
{
	return action && action->kind == NODE_NAME &&
	       str_ends(action->text, STR("BooleanOptionalAction"));
}

/* BooleanOptionalAction adds "--no-x" to each "--x". */
static void add_negations(struct interp *py, struct node *flags)
{
	for (size_t i = 0, n = flags->as.items.n; i < n; i++) {
		struct node *flag = flags->as.items.at[i];

		if (str_starts(flag->text, STR("--")))
			py_append(py, flags,
				node_str(py->arena,
					 str_cat(py->arena, STR("--no-"),
						 str_sub(flag->text, 2, flag->text.n)),
					 flag->at));
	}
}

/* Notes the names of an option; whether one of them was given to another before, of whichever parser. */
static bool note_names(struct interp *py, const struct node *flags)
{
	bool known = false;

	for (size_t i = 0; i < flags->as.items.n; i++) {
		const struct node *flag = flags->as.items.at[i];
		uint32_t *noted = flag->kind == NODE_STR ? dict_put(py->arena, &py->flags, flag->text) : NULL;

		known |= !noted || *noted;
		if (noted)
			*noted = 1;
	}
	return known;
}

/* With conflict_handler="resolve" a later option takes the names of an earlier one. */
static void take_names(struct interp *py, struct node *options, const struct node *flags)
{
	for (size_t i = 0; i < options->as.items.n; i++) {
		struct node *old = member(options->as.items.at[i], "flags");

		for (size_t k = 0; old && old->kind == NODE_LIST && k < flags->as.items.n; k++)
			for (size_t m = 0; m < old->as.items.n; m++)
				if (node_same(old->as.items.at[m], flags->as.items.at[k]))
					py_del_item(py, old, py_int(py, (int64_t)m, old->at));
	}
}

void parser_add(struct interp *py, struct node *parser, const struct args *args, struct span at)
{
	struct node *options = parser_kept(py, parser, PARSER_OPTIONS), *defaults = parser_kept(py, parser, PARSER_DEFAULTS);
	struct node *option = py_new(py, NODE_MAP, at), *flags = py_new(py, NODE_LIST, at);
	struct node *standard = keyword(args, "default"), *argument_default;
	struct str dest;

	/* Each is compared with those before. */
	py_step(py, options->as.items.n / 32);
	for (size_t i = 0; i < args->n; i++) {
		const struct arg *arg = &args->at[i];

		if (arg->name.n == 0 && arg->value->kind == NODE_STR)
			py_append(py, flags, arg->value);
		else if (arg->name.n == 0 || arg->name.s[0] == '*')
			parser->open = true;
		else
			py_map_set(py, option, node_str(py->arena, arg->name, arg->at), arg->value);
	}
	if (!flags->as.items.n && keyword(args, "dest"))
		py_append(py, flags, keyword(args, "dest"));
	if (!flags->as.items.n)
		return;
	dest = dest_of(py, args, flags);
	argument_default = node_get(parser_kept(py, parser, PARSER_GIVEN), STR("argument_default"));
	if (node_get(defaults, dest) && !standard)
		put(py, option, "default", node_get(defaults, dest));
	else if (argument_default && !standard)
		put(py, option, "default", argument_default);
	if (is_boolean_action(keyword(args, "action")))
		add_negations(py, flags);
	if (note_names(py, flags))
		take_names(py, options, flags);
	put(py, option, "flags", flags);
	put(py, option, "dest", node_str(py->arena, dest, at));
	py_append(py, options, option);
	*vec_push(py->arena, &py->parameters) =
		(struct parameter){.name = dest, .at = at, .value = standard};
}

static void add_parents(struct interp *py, struct node *parser, struct node *parents)
{
	struct node *items = parents ? py_elements(py, parents, parents->at) : NULL;

	for (size_t i = 0; items && i < items->as.items.n; i++) {
		struct node *parent = items->as.items.at[i], *options, *defaults;

		if (parent->kind != NODE_OBJECT || parent->code != py_tag_parser)
			continue;
		options = parser_kept(py, parent, PARSER_OPTIONS);
		defaults = parser_kept(py, parent, PARSER_DEFAULTS);
		for (size_t k = 0; k < options->as.items.n; k++)
			py_append(py, parser_kept(py, parser, PARSER_OPTIONS), options->as.items.at[k]);
		for (size_t k = 0; k < defaults->as.pairs.n; k++)
			py_map_set(py, parser_kept(py, parser, PARSER_DEFAULTS), defaults->as.pairs.at[k].key,
				   defaults->as.pairs.at[k].value);
	}
}

struct node *parser_made(struct interp *py, const struct native_call *c)
{
	struct node *parser = parser_new(py, c->site.at), *given = parser_kept(py, parser, PARSER_GIVEN);

	for (size_t i = 0; i < c->args->n; i++)
		if (c->args->at[i].name.n && c->args->at[i].name.s[0] != '*')
			py_map_set(py, given,
				   node_str(py->arena, c->args->at[i].name, c->args->at[i].at),
				   c->args->at[i].value);
	add_parents(py, parser, native_arg(c, SIZE_MAX, "parents"));
	return parser;
}

static struct node *constructor(struct interp *py, struct native_call *c)
{
	return parser_made(py, c);
}

static struct node *add_argument(struct interp *py, struct native_call *c)
{
	struct args adapted = {0};

	if (!parser_adapt(py, c->self, c->args, &adapted))
		parser_add(py, c->self, c->args, c->site.at);
	else if (adapted.n)
		parser_add(py, c->self, &adapted, c->site.at);
	return py_unknown(py, c->site.at, "an argparse action");
}

static struct node *self(struct interp *py, struct native_call *c)
{
	(void)py;
	return c->self;
}

static struct node *nothing(struct interp *py, struct native_call *c)
{
	return py_none(py, c->site.at);
}

static struct node *stop(struct interp *py, struct native_call *c)
{
	py->unwinding = FLOW_EXIT;
	return py_none(py, c->site.at);
}

static struct node *add_subparsers(struct interp *py, struct native_call *c)
{
	struct node *sub = parser_new(py, c->site.at), *option = py_new(py, NODE_MAP, c->site.at);
	struct node *dest = native_arg(c, SIZE_MAX, "dest"), *flags = py_new(py, NODE_LIST, c->site.at);
	struct node *required = native_arg(c, SIZE_MAX, "required");

	put(py, option, "flags", flags);
	put(py, option, "dest",
	    dest && dest->kind == NODE_STR ? dest : py_str(py, STR("==SUPPRESS=="), c->site.at));
	put(py, option, "action", py_str(py, STR("parsers"), c->site.at));
	if (required)
		put(py, option, "required", required);
	/* Parsers by name: what add_parser() is called on keeps as its defaults. */
	put(py, option, "parsers", parser_kept(py, sub, PARSER_DEFAULTS));
	py_append(py, parser_kept(py, c->self, PARSER_OPTIONS), option);
	return sub;
}

static struct node *add_parser(struct interp *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "name"), *aliases = native_arg(c, SIZE_MAX, "aliases");
	struct node *parser = parser_made(py, c), *names = parser_kept(py, c->self, PARSER_DEFAULTS);

	if (!name || name->kind != NODE_STR)
		return parser;
	py_map_set(py, names, name, parser);
	if (aliases && (aliases->kind == NODE_LIST || aliases->kind == NODE_TUPLE))
		for (size_t i = 0; i < aliases->as.items.n; i++)
			py_map_set(py, names, aliases->as.items.at[i], parser);
	return parser;
}

static bool is_for(const struct node *option, struct str dest)
{
	const struct node *name = member(option, "dest");

	return name && name->kind == NODE_STR && str_eq(name->text, dest);
}

static struct node *set_defaults(struct interp *py, struct native_call *c)
{
	struct node *options = parser_kept(py, c->self, PARSER_OPTIONS), *defaults = parser_kept(py, c->self, PARSER_DEFAULTS);

	for (size_t i = 0; i < c->args->n; i++) {
		const struct arg *arg = &c->args->at[i];

		if (!arg->name.n || arg->name.s[0] == '*') {
			trail_node(&py->trail, c->self);
			c->self->open = true;
			continue;
		}
		py_map_set(py, defaults, node_str(py->arena, arg->name, arg->at), arg->value);
		for (size_t k = 0; k < options->as.items.n; k++)
			if (is_for(options->as.items.at[k], arg->name))
				put(py, options->as.items.at[k], "default", arg->value);
	}
	return py_none(py, c->site.at);
}

static struct node *get_default(struct interp *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "dest"), *options = parser_kept(py, c->self, PARSER_OPTIONS);
	struct node *value;

	if (!name || name->kind != NODE_STR)
		return NULL;
	for (size_t i = 0; i < options->as.items.n; i++)
		if (is_for(options->as.items.at[i], name->text)) {
			value = member(options->as.items.at[i], "default");
			return value ? value : py_none(py, c->site.at);
		}
	value = node_get(parser_kept(py, c->self, PARSER_DEFAULTS), name->text);
	return value ? value : py_none(py, c->site.at);
}

static struct node *namespace_for(struct interp *py, const struct native_call *c)
{
	struct node *n = native_arg(c, 1, "namespace");

	if (!n || n->kind != NODE_OBJECT) {
		n = py_new(py, NODE_OBJECT, c->site.at);
		n->code = py_tag_namespace;
	}
	return n;
}

static const struct node *words_for(const struct interp *py, const struct native_call *c)
{
	struct node *given = native_arg(c, 0, "args");

	if (given && (given->kind == NODE_LIST || given->kind == NODE_TUPLE)) {
		/* parse_args(sys.argv[1:]) without a launch: the rest of an open list. */
		return given->open && given->as.items.n == 0 ? NULL : given;
	}
	return py->world->argv;
}

static struct node *parse_args(struct interp *py, struct native_call *c)
{
	struct parser parser = parser_read(py, c->self);
	struct node *namespace = namespace_for(py, c);

	/* A parser over dataclasses has their fields as options besides its own. */
	if (parser_fields(py, c->self, words_for(py, c), namespace, c->site) && parser.n == 0)
		return namespace;
	parser_parse(py, &parser, words_for(py, c), namespace, NULL);
	namespace = parser_nested(py, &parser, namespace);
	py_note_config(py, namespace);
	return namespace;
}

static struct node *parse_known_args(struct interp *py, struct native_call *c)
{
	struct parser parser = parser_read(py, c->self);
	struct node *namespace = namespace_for(py, c), *rest = py_new(py, NODE_LIST, c->site.at);
	struct node *out = py_new(py, NODE_TUPLE, c->site.at);

	rest->open = words_for(py, c) == NULL;
	parser_parse(py, &parser, words_for(py, c), namespace, rest);
	py_note_config(py, namespace);
	py_append(py, out, namespace);
	py_append(py, out, rest);
	return out;
}

static const struct native rows[] = {
	{"ArgumentParser.add_argument", add_argument, NATIVE_RAW},
	{"ArgumentParser.add_argument_group", self, NATIVE_RAW},
	{"ArgumentParser.add_mutually_exclusive_group", self, NATIVE_RAW},
	{"ArgumentParser.add_parser", add_parser, NATIVE_RAW},
	{"ArgumentParser.add_subparsers", add_subparsers, NATIVE_RAW},
	{"ArgumentParser.error", stop, NATIVE_RAW},
	{"ArgumentParser.exit", stop, NATIVE_RAW},
	{"ArgumentParser.format_help", nothing, NATIVE_RAW},
	{"ArgumentParser.get_default", get_default, NATIVE_RAW},
	{"ArgumentParser.parse_args", parse_args, NATIVE_RAW},
	{"ArgumentParser.parse_intermixed_args", parse_args, NATIVE_RAW},
	{"ArgumentParser.parse_known_args", parse_known_args, NATIVE_RAW},
	{"ArgumentParser.print_help", nothing, NATIVE_RAW},
	{"ArgumentParser.print_usage", nothing, NATIVE_RAW},
	{"ArgumentParser.set_defaults", set_defaults, NATIVE_RAW},
	{"argparse.ArgumentParser", constructor, NATIVE_RAW},
	{"configargparse.ArgumentParser", constructor, NATIVE_RAW},
};

NATIVES(natives_argparse_methods, rows);
