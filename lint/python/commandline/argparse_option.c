/* An option that was declared, as a struct: what it does, what it is called, how its words are converted. */
#include "argparse.h"

static struct node *member(const struct option *option, const char *name)
{
	return node_get(option->node, str_of(name));
}

static enum action action_of(const struct option *option)
{
	static const struct {
		const char *name;
		enum action action;
	} actions[] = {
		{"store", ACTION_STORE},
		{"store_const", ACTION_CONST},
		{"store_true", ACTION_TRUE},
		{"store_false", ACTION_FALSE},
		{"append", ACTION_APPEND},
		{"append_const", ACTION_APPEND_CONST},
		{"extend", ACTION_EXTEND},
		{"count", ACTION_COUNT},
		{"help", ACTION_HELP},
		{"version", ACTION_HELP},
		{"parsers", ACTION_PARSERS},
	};
	const struct node *action = member(option, "action");

	if (!action || action->kind == NODE_NULL)
		return ACTION_STORE;
	if (action->kind == NODE_NAME && str_ends(action->text, STR("BooleanOptionalAction")))
		return ACTION_BOOLEAN;
	for (size_t i = 0; action->kind == NODE_STR && i < sizeof(actions) / sizeof(*actions); i++)
		if (str_is(action->text, actions[i].name))
			return actions[i].action;
	return ACTION_CUSTOM;
}

static enum nargs nargs_of(struct option *option)
{
	static const struct {
		const char *name;
		enum nargs nargs;
	} kinds[] = {
		{"?", NARGS_OPTIONAL}, {"*", NARGS_ANY},	   {"+", NARGS_SOME},
		{"...", NARGS_REST},   {"A...", NARGS_PARSER},
	};
	const struct node *nargs = member(option, "nargs");
	int64_t n;

	option->count = 1;
	if (option->action == ACTION_PARSERS)
		return NARGS_PARSER;
	if (option->action != ACTION_STORE && option->action != ACTION_APPEND &&
	    option->action != ACTION_EXTEND && option->action != ACTION_CUSTOM) {
		option->count = 0;
		return NARGS_N;
	}
	if (!nargs || nargs->kind == NODE_NULL)
		return NARGS_ONE;
	if (nargs->kind == NODE_NAME)
		return str_ends(nargs->text, STR("REMAINDER"))	    ? NARGS_REST
		       : str_ends(nargs->text, STR("ZERO_OR_MORE")) ? NARGS_ANY
		       : str_ends(nargs->text, STR("OPTIONAL"))	    ? NARGS_OPTIONAL
								    : NARGS_SOME;
	if (py_to_int(nargs, &n)) {
		option->count = n < 0 ? 0 : (size_t)n;
		return NARGS_N;
	}
	for (size_t i = 0; nargs->kind == NODE_STR && i < sizeof(kinds) / sizeof(*kinds); i++)
		if (str_is(nargs->text, kinds[i].name))
			return kinds[i].nargs;
	return NARGS_ONE;
}

static struct option option_read(struct interpreter *py, struct node *node)
{
	struct option o = {.node = node};
	struct node *required;

	o.flags = member(&o, "flags");
	o.dest = member(&o, "dest")->text;
	o.action = action_of(&o);
	o.nargs = nargs_of(&o);
	o.constant = member(&o, "const");
	o.standard = member(&o, "default");
	o.type = member(&o, "type");
	o.choices = member(&o, "choices");
	o.positional = o.action == ACTION_PARSERS ||
		       (o.flags->as.items.n && !str_starts(o.flags->as.items.at[0]->text, STR("-")));
	o.afresh = member(&o, "afresh") != NULL;
	required = member(&o, "required");
	o.required = required && py_truth(py, required) == TRUTH_YES;
	if (o.positional && o.action != ACTION_PARSERS)
		o.required = o.nargs != NARGS_OPTIONAL && o.nargs != NARGS_ANY &&
			     o.nargs != NARGS_REST;
	if (!o.standard && (o.action == ACTION_TRUE || o.action == ACTION_FALSE))
		o.standard = py_bool(py, o.action == ACTION_FALSE, node->at);
	if (!o.constant && (o.action == ACTION_TRUE || o.action == ACTION_FALSE))
		o.constant = py_bool(py, o.action == ACTION_TRUE, node->at);
	if (o.type && o.type->kind == NODE_NULL)
		o.type = NULL;
	return o;
}

/* Not what arms of a branch have made of one. */
static bool is_option(const struct node *n)
{
	const struct node *flags = node_get(n, STR("flags")), *dest = node_get(n, STR("dest"));

	return flags && flags->kind == NODE_LIST && dest && dest->kind == NODE_STR;
}

struct parser parser_read(struct interpreter *py, struct node *parser)
{
	struct node *options = parser_kept(py, parser, PARSER_OPTIONS);
	struct node *given = parser_kept(py, parser, PARSER_GIVEN);
	struct node *abbreviations = node_get(given, STR("allow_abbrev"));
	struct node *prefix = node_get(given, STR("fromfile_prefix_chars"));
	struct parser p = {.node = parser, .abbreviations = true};

	if (abbreviations && py_truth(py, abbreviations) == TRUTH_NO)
		p.abbreviations = false;
	if (prefix && prefix->kind == NODE_STR)
		p.file_prefix = prefix->text;
	for (size_t i = 0; i < options->as.items.n; i++)
		if (is_option(options->as.items.at[i]))
			*vec_push(py->arena, &p) = option_read(py, options->as.items.at[i]);
	return p;
}

struct str option_name(const struct option *option)
{
	for (size_t i = 0; i < option->flags->as.items.n; i++)
		if (str_starts(option->flags->as.items.at[i]->text, STR("--")))
			return option->flags->as.items.at[i]->text;
	return option->flags->as.items.n ? option->flags->as.items.at[0]->text : option->dest;
}

static struct node *with_how(struct interpreter *py, struct node *value, struct str how)
{
	struct node *copy;

	/* A container stays itself: what the script appends to the default is seen everywhere. */
	if (node_mutable(value) || value->kind == NODE_EITHER) {
		if (!value->how.n)
			value->how = how;
		return value;
	}
	copy = node_copy(py->arena, value);
	copy->how = how;
	return copy;
}

struct node *option_convert(struct interpreter *py, const struct option *option, struct node *word)
{
	struct arg arg = {.value = word, .at = word->at};
	struct args args = {.at = &arg, .n = 1, .room = 1};
	struct site site = {word->at, word->at};
	struct node *value;

	if (!option->type || word->kind != NODE_STR)
		return word;
	if (option->type->kind == NODE_NAME && str_is(option->type->text, "builtins.str"))
		return word;
	value = py_call(py, option->type, &args, site);
	/* A type that raises ends the program with a usage message; here the value is not known. */
	if (py->unwinding != FLOW_NEXT) {
		py->unwinding = FLOW_NEXT;
		return py_unknown(py, word->at, "%.*s does not take '%.*s'",
				  STR_ARG(option_name(option)), STR_ARG(word->text));
	}
	return value;
}

struct node *option_default(struct interpreter *py, const struct option *option)
{
	struct str how = str_fmt(py->arena, "default of %.*s", STR_ARG(option_name(option)));
	struct node *value = option->standard;

	if (!value)
		return with_how(py, py_none(py, option->node->at), how);
	/* Defaults that are text go through the type as a word of the command line does. */
	if (value->kind == NODE_STR && option->type)
		value = option_convert(py, option, value);
	return with_how(py, value, how);
}
