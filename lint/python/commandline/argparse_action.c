/*
 * As CPython 3.11's Lib/argparse.py: _get_values, and what each action does with them.
 */
#include "argparse_words.h"

static struct node *named(struct interpreter *py, struct node *value, const struct option *o)
{
	if (value->how.n || node_mutable(value) || value->kind == NODE_EITHER)
		return value;
	value = node_copy(py->arena, value);
	value->how = str_fmt(py->arena, "%.*s of the command line", STR_ARG(option_name(o)));
	return value;
}

static struct node *convert(struct parse *p, struct option *o, struct node *word)
{
	struct node *value = option_convert(p->py, o, word);

	if (value->kind == NODE_UNKNOWN && word->kind == NODE_STR)
		parse_complain(p, "invalid value of", option_name(o));
	if (o->choices && o->action != ACTION_PARSERS && value->kind != NODE_UNKNOWN &&
	    py_contains(p->py, o->choices, value) == TRUTH_NO)
		parse_complain(p, "invalid choice of", option_name(o));
	return named(p->py, value, o);
}

static struct node *convert_all(struct parse *p, struct option *o, struct node *const *words,
				size_t n)
{
	struct node *list = py_new(p->py, NODE_LIST, n ? words[0]->at : o->node->at);

	for (size_t i = 0; i < n; i++)
		py_append(p->py, list, convert(p, o, words[i]));
	return list;
}

static struct node *values_of(struct parse *p, struct option *o, struct node *const *words, size_t n)
{
	struct node *none = py_none(p->py, o->node->at);

	if (o->nargs == NARGS_OPTIONAL && n == 0) {
		if (!o->positional && o->constant && o->constant->kind == NODE_STR)
			return convert(p, o, o->constant);
		if (o->positional)
			return option_default(p->py, o);
		return o->constant ? o->constant : none;
	}
	if (o->nargs == NARGS_ANY && n == 0 && o->positional && o->standard &&
	    o->standard->kind != NODE_NULL)
		return o->standard;
	if (o->nargs == NARGS_ONE || o->nargs == NARGS_OPTIONAL)
		return n ? convert(p, o, words[0]) : none;
	return convert_all(p, o, words, n);
}

void parse_store(struct parse *p, const struct option *o, struct node *value)
{
	if (!str_is(o->dest, "==SUPPRESS=="))
		py_attr_put(p->py, p->namespace, o->dest, value);
}

/* append and extend work on a copy of what is there. */
static void append(struct parse *p, const struct option *o, struct node *value, bool extend, bool first)
{
	struct node *old = first && o->afresh ? NULL : node_get(p->namespace, o->dest);
	struct node *list = py_new(p->py, NODE_LIST, value->at);
	struct node *items = old ? py_elements(p->py, old, old->at) : NULL;

	for (size_t i = 0; items && i < items->as.items.n; i++)
		py_append(p->py, list, items->as.items.at[i]);
	items = extend ? py_elements(p->py, value, value->at) : NULL;
	if (!items)
		py_append(p->py, list, value);
	for (size_t i = 0; items && i < items->as.items.n; i++)
		py_append(p->py, list, items->as.items.at[i]);
	parse_store(p, o, list);
}

static struct node *counted(struct parse *p, const struct option *o, const struct node *word)
{
	struct node *old = node_get(p->namespace, o->dest);

	if (!old || old->kind == NODE_NULL)
		return py_int(p->py, 1, word->at);
	return py_binary(p->py, OP_ADD, old, py_int(p->py, 1, word->at), word->at);
}

/*
 * Words of a subcommand whose parser is one over dataclasses: their fields are options of it as well, of which the words that are
 * given are put into the namespace; what neither takes is left over.
 */
static void parse_with_fields(struct parse *p, struct parser *parser, const struct node *words)
{
	struct node *rest = py_new(p->py, NODE_LIST, words->at);

	parser_parse(p->py, parser, words, p->namespace, rest);
	parser_given_fields(p->py, parser->node, rest, p->namespace, p->rest ? p->rest : py_new(p->py, NODE_LIST, words->at));
}

static void subcommand(struct parse *p, struct option *o, struct node *const *words, size_t n)
{
	struct node *parsers = node_get(o->node, STR("parsers")), *sub = NULL;
	struct node *later = node_new(p->py->arena, NODE_LIST, words[0]->at);
	struct parser parser;

	parse_store(p, o, words[0]);
	if (words[0]->kind == NODE_STR)
		sub = node_get(parsers, words[0]->text);
	if (!sub || sub->kind != NODE_OBJECT) {
		parse_complain(p, "invalid choice of", o->dest);
		return;
	}
	for (size_t i = 1; i < n; i++)
		node_push(p->py->arena, later, words[i]);
	parser = parser_read(p->py, sub);
	if (p->py->deep < DEEP_MAX) {
		p->py->deep++;
		if (node_get(sub, STR("dataclass_types")))
			parse_with_fields(p, &parser, later);
		else
			parser_parse(p->py, &parser, later, p->namespace, p->rest);
		p->py->deep--;
	}
}

void parse_take(struct parse *p, struct option *o, const struct word *flag,
			struct node *const *words, size_t n)
{
	/* A positional that takes no words, action="store_true", is met without any. */
	const struct node *at = flag ? flag->node : o->node;
	struct node *value;
	bool first;

	first = !o->seen;
	o->seen = true;
	switch (o->action) {
	case ACTION_STORE:
		parse_store(p, o, values_of(p, o, words, n));
		break;
	case ACTION_CONST:
	case ACTION_TRUE:
	case ACTION_FALSE:
		value = node_copy(p->py->arena, o->constant ? o->constant
							     : py_none(p->py, o->node->at));
		value->at = at->at;
		parse_store(p, o, named(p->py, value, o));
		break;
	case ACTION_BOOLEAN:
		if (!flag)
			break;
		parse_store(p, o,
		      named(p->py,
			    py_bool(p->py, !str_starts(flag->flag, STR("--no-")), flag->node->at),
			    o));
		break;
	case ACTION_APPEND:
	case ACTION_EXTEND:
		append(p, o, values_of(p, o, words, n), o->action == ACTION_EXTEND, first);
		break;
	case ACTION_APPEND_CONST:
		append(p, o, o->constant ? o->constant : py_none(p->py, o->node->at), false, first);
		break;
	case ACTION_COUNT:
		parse_store(p, o, counted(p, o, at));
		break;
	case ACTION_PARSERS:
		subcommand(p, o, words, n);
		break;
	case ACTION_CUSTOM:
		if (parse_custom(p, o, flag, values_of(p, o, words, n)))
			break;
		parse_store(p, o, py_unknown(p->py, o->node->at, "%.*s has an action of its own",
				       STR_ARG(option_name(o))));
		break;
	case ACTION_HELP:
		parse_complain(p, "the command line asks for", STR("help"));
		break;
	}
}
