#include "sweep.h"

#include "lint/eval/eval.h"

/** How a macro of the command writes the parameters: --name=value, name=value, or no value of what is true. */
enum form { FORM_FLAGS, FORM_PLAIN, FORM_SWITCHES };

/* A scalar as Python writes it; empty: it is none. */
static struct str text_of(const struct node *n)
{
	if (n->kind == NODE_BOOL)
		return n->as.b ? STR("True") : STR("False");
	return n->kind == NODE_INT || n->kind == NODE_REAL || n->kind == NODE_STR ? n->text : STR("");
}

/* One of the values of a list, as words. */
static struct node *one_of(struct arena *a, struct str name, const struct node *values)
{
	struct node *words = node_new(a, NODE_LIST, values->at);

	for (size_t i = 0; i < values->as.items.n; i++) {
		const struct node *n = values->as.items.at[i];

		if (!text_of(n).n)
			return node_unknown(a, STR("one of the values of a sweep"), values->at);
		node_push(a, words, node_str(a, text_of(n), n->at));
	}
	return either_drawn(a, str_fmt(a, "the sweep takes %.*s", STR_ARG(name)), words->as.items.at, words->as.items.n, values->at);
}

/* What a parameter is: STR, EITHER or UNKNOWN; NULL: it holds others, which the program gets as one text. */
static struct node *value_of(struct arena *a, struct str name, const struct node *parameter)
{
	const struct node *value = node_get(parameter, STR("value")), *values = node_get(parameter, STR("values"));

	if (parameter->kind != NODE_MAP || node_get(parameter, STR("parameters")))
		return NULL;
	if (value)
		return text_of(value).n ? node_str(a, text_of(value), value->at)
					: node_unknown(a, STR("a value of a sweep that is no word"), value->at);
	if (values && values->kind == NODE_LIST && values->as.items.n)
		return one_of(a, name, values);
	return node_unknown(a, STR("a number that a sweep draws"), parameter->at);
}

static void push_joined(struct arena *a, struct node *words, struct str head, struct node *value)
{
	struct node *word = node_new(a, NODE_TUPLE, value->at);

	node_push(a, word, node_str(a, head, value->at));
	node_push(a, word, value);
	node_push(a, words, word);
}

static void push_parameter(struct arena *a, struct node *words, enum form form, const struct pair *pair)
{
	struct str name = pair->key->text;
	struct node *value = pair->key->kind == NODE_STR ? value_of(a, name, pair->value) : NULL;

	if (!value)
		return;
	if (form == FORM_SWITCHES && value->kind == NODE_STR && (str_is(value->text, "True") || str_is(value->text, "False"))) {
		if (str_is(value->text, "True"))
			node_push(a, words, node_str(a, str_fmt(a, "--%.*s", STR_ARG(name)), value->at));
		return;
	}
	push_joined(a, words, str_fmt(a, form == FORM_PLAIN ? "%.*s=" : "--%.*s=", STR_ARG(name)), value);
}

static void push_parameters(struct arena *a, struct node *words, enum form form, const struct node *parameters)
{
	for (size_t i = 0; parameters && parameters->kind == NODE_MAP && i < parameters->as.pairs.n; i++)
		push_parameter(a, words, form, &parameters->as.pairs.at[i]);
}

/* A word of the command with its macro put in. */
static void push_word(struct arena *a, struct node *words, const struct node *document, const struct node *word)
{
	static const struct {
		const char *macro;
		enum form form;
	} rows[] = {{"${args}", FORM_FLAGS}, {"${args_no_hyphens}", FORM_PLAIN}, {"${args_no_boolean_flags}", FORM_SWITCHES}};
	struct str text = text_of(word);

	if (str_is(text, "${env}"))
		return;
	if (str_is(text, "${program}") && node_get(document, STR("program"))) {
		node_push(a, words, node_copy(a, node_get(document, STR("program"))));
		return;
	}
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (str_is(text, rows[i].macro)) {
			push_parameters(a, words, rows[i].form, node_get(document, STR("parameters")));
			return;
		}
	if (str_is(text, "${interpreter}"))
		node_push(a, words, node_str(a, STR("python"), word->at));
	/* The parameters as JSON, in a word or a file; a variable of the environment. */
	else if (str_starts(text, STR("${")))
		node_push(a, words, node_unknown(a, STR("what a sweep puts in"), word->at));
	else if (text.n)
		node_push(a, words, node_str(a, text, word->at));
}

struct node *sweep_words(struct arena *a, const struct node *document)
{
	static const char *const standard[] = {"${interpreter}", "${program}", "${args}"};
	const struct node *program, *command, *parameters;
	struct node *words;

	if (!document || document->kind != NODE_MAP)
		return NULL;
	program = node_get(document, STR("program"));
	command = node_get(document, STR("command"));
	parameters = node_get(document, STR("parameters"));
	if (!parameters || parameters->kind != NODE_MAP || !node_get(document, STR("method")) ||
	    (!program && !command) || (program && program->kind != NODE_STR))
		return NULL;
	words = node_new(a, NODE_LIST, program ? program->at : document->at);
	if (command && command->kind == NODE_LIST)
		for (size_t i = 0; i < command->as.items.n; i++)
			push_word(a, words, document, command->as.items.at[i]);
	else if (program)
		for (size_t i = 0; i < sizeof(standard) / sizeof(*standard); i++)
			push_word(a, words, document, node_str(a, str_of(standard[i]), program->at));
	return words->as.items.n ? words : NULL;
}
