/* ArgumentParser's constructor and methods, as scripts call them. */
#include "argparse.h"

/* Of configargparse: a file or a variable may give what the words do not. */
static struct node *lenient(struct interpreter *py, struct native_call *c)
{
	struct node *parser = parser_made(py, c);

	parser->text = c->name;
	return parser;
}

/* Whether a parser ends the program where its words lack something, and nothing else gives it. */
static bool is_strict(const struct node *parser)
{
	return !parser->text.n || str_has(parser->text, STR("HfArgumentParser"));
}

static struct node *constructor(struct interpreter *py, struct native_call *c)
{
	return parser_made(py, c);
}

static struct node *add_argument(struct interpreter *py, struct native_call *c)
{
	struct args adapted = {0};

	if (!parser_adapt(py, c->self, c->args, &adapted))
		parser_add(py, c->self, c->args, c->site.at);
	else if (adapted.n)
		parser_add(py, c->self, &adapted, c->site.at);
	return py_unknown(py, c->site.at, "an argparse action");
}

static struct node *stop(struct interpreter *py, struct native_call *c)
{
	py_end(py, c->site.at);
	py->unwinding = FLOW_EXIT;
	return py_none(py, c->site.at);
}

/* The class that add_subparsers() makes its parsers of: parser_class=TrlParser, or that of a parser over dataclasses itself; NULL: argparse's. */
static struct node *class_of_subparsers(struct interpreter *py, const struct native_call *c)
{
	struct node *given = native_arg(c, SIZE_MAX, "parser_class"), *name;

	if (given || !node_get(c->self, STR("dataclass_types")))
		return given;
	name = node_new(py->arena, NODE_NAME, c->site.at);
	name->text = c->self->text;
	return name;
}

static struct node *add_subparsers(struct interpreter *py, struct native_call *c)
{
	struct node *sub = parser_new(py, c->site.at), *option = py_new(py, NODE_MAP, c->site.at);
	struct node *class = class_of_subparsers(py, c);
	struct node *dest = native_arg(c, SIZE_MAX, "dest"), *flags = py_new(py, NODE_LIST, c->site.at);
	struct node *required = native_arg(c, SIZE_MAX, "required");

	option_put(py, option, "flags", flags);
	option_put(py, option, "dest",
	    dest && dest->kind == NODE_STR ? dest : py_str(py, STR("==SUPPRESS=="), c->site.at));
	option_put(py, option, "action", py_str(py, STR("parsers"), c->site.at));
	if (required)
		option_put(py, option, "required", required);
	/* Parsers by name: what add_parser() is called on keeps as its defaults. */
	option_put(py, option, "parsers", parser_kept(py, sub, PARSER_DEFAULTS));
	py_append(py, parser_kept(py, c->self, PARSER_OPTIONS), option);
	if (class)
		py_attr_put(py, sub, STR(PARSER_CLASS), class);
	return sub;
}

/* The parser of a subcommand: of the class that its kind has, made with what add_parser() is given but its name. */
static struct node *subparser_made(struct interpreter *py, const struct native_call *c)
{
	struct node *class = node_get(c->self, STR(PARSER_CLASS)), *made;
	struct args args = {0};

	for (size_t i = 0; class && i < c->args->n; i++)
		if (c->args->at[i].name.n && !str_among(c->args->at[i].name, STR("name|aliases|help|deprecated")))
			*vec_push(py->arena, &args) = c->args->at[i];
	made = class ? py_call(py, class, &args, c->site) : NULL;
	return made && made->kind == NODE_OBJECT && made->code == py_tag_parser ? made : parser_made(py, c);
}

static struct node *add_parser(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "name"), *aliases = native_arg(c, SIZE_MAX, "aliases");
	struct node *parser = subparser_made(py, c), *names = parser_kept(py, c->self, PARSER_DEFAULTS);

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
	const struct node *name = node_get(option, STR("dest"));

	return name && name->kind == NODE_STR && str_eq(name->text, dest);
}

static struct node *set_defaults(struct interpreter *py, struct native_call *c)
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
				option_put(py, options->as.items.at[k], "default", arg->value);
	}
	return py_none(py, c->site.at);
}

static struct node *get_default(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "dest"), *options = parser_kept(py, c->self, PARSER_OPTIONS);
	struct node *value;

	if (!name || name->kind != NODE_STR)
		return NULL;
	for (size_t i = 0; i < options->as.items.n; i++)
		if (is_for(options->as.items.at[i], name->text)) {
			value = node_get(options->as.items.at[i], STR("default"));
			return value ? value : py_none(py, c->site.at);
		}
	value = node_get(parser_kept(py, c->self, PARSER_DEFAULTS), name->text);
	return value ? value : py_none(py, c->site.at);
}

static struct node *namespace_for(struct interpreter *py, const struct native_call *c)
{
	struct node *n = native_arg(c, 1, "namespace");

	if (!n || n->kind != NODE_OBJECT) {
		n = py_new(py, NODE_OBJECT, c->site.at);
		n->code = py_tag_namespace;
	}
	return n;
}

static const struct node *words_for(const struct interpreter *py, const struct native_call *c)
{
	struct node *given = native_arg(c, 0, "args");

	if (given && (given->kind == NODE_LIST || given->kind == NODE_TUPLE)) {
		/* parse_args(sys.argv[1:]) without a launch: the rest of an open list. */
		return given->open && given->as.items.n == 0 ? NULL : given;
	}
	return py->world->argv;
}

static struct node *parse_args(struct interpreter *py, struct native_call *c)
{
	struct parser parser = parser_read(py, c->self);
	struct node *namespace = namespace_for(py, c), *fields;

	/* A parser over dataclasses has their fields as options besides its own. */
	fields = parser_fields(py, c->self, words_for(py, c), namespace,
			       parser.n == 0 && !native_arg(c, 1, "namespace"), c->site);
	if (fields && parser.n == 0)
		return fields;
	parser_parse(py, &parser, words_for(py, c), namespace, NULL);
	if (is_strict(c->self) && cli_refuses(py, words_for(py, c), parser.lacks, c->site.at))
		return namespace;
	namespace = parser_nested(py, &parser, namespace);
	py_note_config(py, namespace);
	return namespace;
}

static struct node *parse_known_args(struct interpreter *py, struct native_call *c)
{
	struct parser parser = parser_read(py, c->self);
	struct node *namespace = namespace_for(py, c), *rest = py_new(py, NODE_LIST, c->site.at);
	struct node *out = py_new(py, NODE_TUPLE, c->site.at);

	rest->open = words_for(py, c) == NULL;
	if (parser.n || !words_for(py, c) || !parser_given_fields(py, c->self, words_for(py, c), namespace, rest))
		parser_parse(py, &parser, words_for(py, c), namespace, rest);
	if (is_strict(c->self))
		cli_refuses(py, words_for(py, c), parser.lacks, c->site.at);
	py_note_config(py, namespace);
	py_append(py, out, namespace);
	py_append(py, out, rest);
	return out;
}

static const struct native rows[] = {
	{"ArgumentParser.add_argument", add_argument, NATIVE_RAW},
	{"ArgumentParser.add_argument_group", native_receiver, NATIVE_RAW},
	{"ArgumentParser.add_mutually_exclusive_group", native_receiver, NATIVE_RAW},
	{"ArgumentParser.add_parser", add_parser, NATIVE_RAW},
	{"ArgumentParser.add_subparsers", add_subparsers, NATIVE_RAW},
	{"ArgumentParser.error", stop, NATIVE_RAW},
	{"ArgumentParser.exit", stop, NATIVE_RAW},
	{"ArgumentParser.format_help", native_none, NATIVE_RAW},
	{"ArgumentParser.get_default", get_default, NATIVE_RAW},
	{"ArgumentParser.parse_args", parse_args, NATIVE_RAW},
	{"ArgumentParser.parse_intermixed_args", parse_args, NATIVE_RAW},
	{"ArgumentParser.parse_known_args", parse_known_args, NATIVE_RAW},
	{"ArgumentParser.print_help", native_none, NATIVE_RAW},
	{"ArgumentParser.print_usage", native_none, NATIVE_RAW},
	{"ArgumentParser.set_defaults", set_defaults, NATIVE_RAW},
	{"argparse.ArgumentParser", constructor, NATIVE_RAW},
	{"configargparse.ArgumentParser", lenient, NATIVE_RAW},
};

NATIVES(natives_argparse_methods, rows);
