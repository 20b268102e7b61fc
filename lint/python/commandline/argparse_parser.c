/* A parser as it is built: its options, the defaults set beside them, the parents it takes options from. */
#include "argparse.h"

static struct node *member(const struct node *parser, const char *name)
{
	return node_get(parser, str_of(name));
}

void option_put(struct interpreter *py, struct node *map, const char *name, struct node *value)
{
	py_map_set(py, map, node_str(py->arena, str_of(name), value->at), value);
}

struct node *parser_kept(struct interpreter *py, struct node *parser, const char *name)
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

struct node *parser_new(struct interpreter *py, struct span at)
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

static struct str dashed(struct interpreter *py, struct str flag)
{
	while (flag.n && flag.s[0] == '-')
		flag = str_sub(flag, 1, flag.n);
	return str_tr(py->arena, flag, '-', '_');
}

/* The attribute that holds an option: dest=, else the first long name, else the first. */
static struct str dest_of(struct interpreter *py, const struct args *args, const struct node *flags)
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
static void add_negations(struct interpreter *py, struct node *flags)
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
static bool note_names(struct interpreter *py, const struct node *flags)
{
	bool known = false;

	for (size_t i = 0; i < flags->as.items.n; i++) {
		const struct node *flag = flags->as.items.at[i];
		uint32_t *noted =
		    flag->kind == NODE_STR ? dict_put(py->arena, &py->flags, flag->text) : NULL;

		known |= !noted || *noted;
		if (noted)
			*noted = 1;
	}
	return known;
}

/* With conflict_handler="resolve" a later option takes the names of an earlier one. */
static void take_names(struct interpreter *py, struct node *options, const struct node *flags)
{
	for (size_t i = 0; i < options->as.items.n; i++) {
		struct node *old = member(options->as.items.at[i], "flags");

		for (size_t k = 0; old && old->kind == NODE_LIST && k < flags->as.items.n; k++)
			for (size_t m = 0; m < old->as.items.n; m++)
				if (node_same(old->as.items.at[m], flags->as.items.at[k]))
					py_del_item(py, old, py_int(py, (int64_t)m, old->at));
	}
}

void parser_add(struct interpreter *py, struct node *parser, const struct args *args, struct span at)
{
	struct node *options = parser_kept(py, parser, PARSER_OPTIONS),
		    *defaults = parser_kept(py, parser, PARSER_DEFAULTS);
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
		option_put(py, option, "default", node_get(defaults, dest));
	else if (argument_default && !standard)
		option_put(py, option, "default", argument_default);
	if (is_boolean_action(keyword(args, "action")))
		add_negations(py, flags);
	if (note_names(py, flags))
		take_names(py, options, flags);
	option_put(py, option, "flags", flags);
	option_put(py, option, "dest", node_str(py->arena, dest, at));
	py_append(py, options, option);
	*vec_push(py->arena, &py->parameters) =
	    (struct parameter){.name = dest, .at = at, .value = standard};
}

static void add_parents(struct interpreter *py, struct node *parser, struct node *parents)
{
	struct node *items = parents ? py_elements(py, parents, parents->at) : NULL;

	for (size_t i = 0; items && i < items->as.items.n; i++) {
		struct node *parent = items->as.items.at[i], *options, *defaults;

		if (parent->kind != NODE_OBJECT || parent->code != py_tag_parser)
			continue;
		options = parser_kept(py, parent, PARSER_OPTIONS);
		defaults = parser_kept(py, parent, PARSER_DEFAULTS);
		parser->open |= parent->open;
		for (size_t k = 0; k < options->as.items.n; k++)
			py_append(py, parser_kept(py, parser, PARSER_OPTIONS),
				  options->as.items.at[k]);
		for (size_t k = 0; k < defaults->as.pairs.n; k++)
			py_map_set(py, parser_kept(py, parser, PARSER_DEFAULTS),
				   defaults->as.pairs.at[k].key, defaults->as.pairs.at[k].value);
	}
}

struct node *parser_made(struct interpreter *py, const struct native_call *c)
{
	struct node *parser = parser_new(py, c->site.at),
		    *given = parser_kept(py, parser, PARSER_GIVEN);

	for (size_t i = 0; i < c->args->n; i++)
		if (c->args->at[i].name.n && c->args->at[i].name.s[0] != '*')
			py_map_set(py, given,
				   node_str(py->arena, c->args->at[i].name, c->args->at[i].at),
				   c->args->at[i].value);
	add_parents(py, parser, native_arg(c, SIZE_MAX, "parents"));
	return parser;
}
