#include "helm.h"

#include <string.h>

/** Variables of a template, and steps from one to another. */
enum { VARIABLES_MAX = 64, STEPS_MAX = 8 };

struct variable {
	struct str name, expression;
	/** Set twice, as in the branches of a condition. */
	bool open;
};

struct chart {
	struct arena *a;
	const struct node *values;
	struct variable variables[VARIABLES_MAX];
	size_t n;
};

/* What stands between "{{" and "}}", without the dashes that eat blanks; *at goes behind it. False at the end. */
static bool next_action(struct str text, size_t *at, struct str *action, size_t *from)
{
	size_t open = str_find(text, STR("{{"), *at), close = open == SIZE_MAX ? SIZE_MAX : str_find(text, STR("}}"), open);

	if (close == SIZE_MAX)
		return false;
	*from = open;
	*at = close + 2;
	*action = str_sub(text, open + 2, close);
	if (str_starts(*action, STR("-")))
		*action = str_sub(*action, 1, action->n);
	if (str_ends(*action, STR("-")))
		*action = str_sub(*action, 0, action->n - 1);
	*action = str_trim(*action);
	return true;
}

static struct variable *variable_of(struct chart *c, struct str name)
{
	for (size_t i = 0; i < c->n; i++)
		if (str_eq(c->variables[i].name, name))
			return &c->variables[i];
	return NULL;
}

/* $name := expression, of all actions of a template: what is set again is open. */
static void take_variables(struct chart *c, struct str text)
{
	struct str action;
	size_t at = 0, from;

	while (next_action(text, &at, &action, &from)) {
		struct str_cut cut = str_cut(action, '=');
		struct str name = str_trim(str_ends(cut.head, STR(":")) ? str_sub(cut.head, 0, cut.head.n - 1) : cut.head);
		struct variable *known;

		if (!cut.ok || !str_starts(action, STR("$")) || str_chr(name, ' ', 0) != SIZE_MAX)
			continue;
		known = variable_of(c, name);
		if (known)
			known->open = true;
		else if (c->n < VARIABLES_MAX)
			c->variables[c->n++] = (struct variable){name, str_trim(cut.tail), false};
	}
}

/* Whether a filter leaves a value as it is; numbers of YAML are read from text all the same. */
static bool keeps_value(struct str filter)
{
	return str_among(filter, STR("int|int64|toString|quote|squote|trim|float64"));
}

static const struct node *value_of(struct chart *c, struct str expression, int steps);

/* .Values.a.b, $.Values.a.b or $name; NULL: something else. */
static const struct node *operand_of(struct chart *c, struct str word, int steps)
{
	const struct variable *variable;

	if (str_starts(word, STR("$.")))
		word = str_sub(word, 1, word.n);
	if (str_starts(word, STR(".Values.")))
		return node_path(c->values, str_sub(word, strlen(".Values."), word.n));
	variable = str_starts(word, STR("$")) ? variable_of(c, word) : NULL;
	return variable && !variable->open ? value_of(c, variable->expression, steps + 1) : NULL;
}

/* operand | filter | default 8; NULL: it is not known. */
static const struct node *value_of(struct chart *c, struct str expression, int steps)
{
	struct str_cut cut = str_cut(expression, '|');
	const struct node *value = steps < STEPS_MAX ? operand_of(c, str_trim(cut.head), steps) : NULL;

	while (value && cut.ok) {
		struct str filter;

		cut = str_cut(cut.tail, '|');
		filter = str_trim(cut.head);
		/* A default is for what is empty. */
		if (!keeps_value(filter) && !(str_starts(filter, STR("default ")) && value->kind != NODE_NULL))
			return NULL;
	}
	return value && value->kind <= NODE_STR && value->kind != NODE_NULL ? value : NULL;
}

/* A scalar with the values of its actions; those that are not known stay as they are. */
static void fill_scalar(struct chart *c, struct node *n)
{
	struct str text = STR(""), action;
	size_t at = 0, from, last = 0;

	if (n->kind != NODE_STR || !str_has(n->text, STR("{{")))
		return;
	while (next_action(n->text, &at, &action, &from)) {
		const struct node *value = value_of(c, action, 0);

		if (!value)
			continue;
		text = str_fmt(c->a, "%.*s%.*s%.*s", STR_ARG(text), STR_ARG(str_sub(n->text, last, from)), STR_ARG(value->text));
		last = at;
	}
	if (!last)
		return;
	text = str_cat(c->a, text, str_sub(n->text, last, n->text.n));
	n->text = text;
	if (!n->quoted)
		yaml_scalar(n, text);
}

static void fill(struct chart *c, struct node *n, int depth)
{
	if (depth > NODE_DEPTH_MAX)
		return;
	if (n->kind <= NODE_BYTES)
		fill_scalar(c, n);
	if (n->kind == NODE_LIST)
		for (size_t i = 0; i < n->as.items.n; i++)
			fill(c, n->as.items.at[i], depth + 1);
	if (n->kind == NODE_MAP)
		for (size_t i = 0; i < n->as.pairs.n; i++)
			fill(c, n->as.pairs.at[i].value, depth + 1);
}

/* The values of the chart that a template belongs to: chart/values.yaml of chart/templates/x/job.yaml. 0: it is of none. */
static uint32_t values_of(const struct repository *repo, struct arena *a, struct str path)
{
	static const char folder[] = "templates/";
	size_t at = 0, end = SIZE_MAX;

	while ((at = str_find(path, STR(folder), at)) != SIZE_MAX) {
		if (!at || path.s[at - 1] == '/')
			end = at;
		at++;
	}
	return end == SIZE_MAX ? 0 : files_find(repo->files, str_cat(a, str_sub(path, 0, end), STR("values.yaml")));
}

void helm_fill(struct repository *repo, struct arena *a, uint32_t file, struct reading *reading)
{
	struct chart c = {.a = a};
	uint32_t values = reading->templated ? values_of(repo, a, files_at(repo->files, file)->path) : 0;
	const struct reading *said = values && values != file ? repository_reading(repo, values) : NULL;

	if (!said || !said->docs.n || said->docs.at[0]->kind != NODE_MAP)
		return;
	c.values = said->docs.at[0];
	take_variables(&c, repository_text(repo, file));
	for (size_t i = 0; i < reading->docs.n; i++)
		fill(&c, reading->docs.at[i], 0);
}
