/* click: @click.option and @click.argument declare what a parser of ours reads. */
#include "argparse.h"

static const struct arg *named(const struct call *made, const char *name)
{
	for (size_t i = 0; i < made->args.n; i++)
		if (str_is(made->args.at[i].name, name))
			return &made->args.at[i];
	return NULL;
}

static bool is_true(struct interpreter *py, const struct call *made, const char *name)
{
	const struct arg *arg = named(made, name);

	return arg && py_truth(py, arg->value) == TRUTH_YES;
}

static void keyword(struct interpreter *py, struct args *args, const char *name, struct node *value)
{
	*vec_push(py->arena, args) = (struct arg){str_of(name), value, value->at};
}

/* The parameter's name: one without dashes, else the first long option's, lower case. */
static struct str dest_of(struct interpreter *py, const struct call *made)
{
	struct str best = {0};

	for (size_t i = 0; i < made->args.n; i++) {
		struct str flag = made->args.at[i].value->text;

		if (made->args.at[i].name.n || made->args.at[i].value->kind != NODE_STR)
			continue;
		flag = str_trim(str_cut(flag, '/').head);
		/* " /-q": a second name of the negative alone. */
		if (!flag.n)
			continue;
		if (!str_starts(flag, STR("-")))
			return flag;
		if (!best.n || (str_starts(flag, STR("--")) && !str_starts(best, STR("--"))))
			best = flag;
	}
	while (best.n && best.s[0] == '-')
		best = str_sub(best, 1, best.n);
	return str_lower(py->arena, str_tr(py->arena, str_trim(best), '-', '_'));
}

/* click's types: INT, FLOAT, BOOL, Choice(…), Path(…), IntRange(…). */
static struct node *type_of(struct interpreter *py, const struct call *made, struct span at)
{
	const struct arg *arg = named(made, "type"), *standard = named(made, "default");
	struct node *type = arg ? arg->value : NULL;
	struct str name = {0};

	if (!type && standard && standard->value->kind == NODE_INT)
		return py_name(py, "builtins.int", at);
	if (!type && standard && standard->value->kind == NODE_REAL)
		return py_name(py, "builtins.float", at);
	if (!type)
		return NULL;
	if (type->kind == NODE_NAME)
		name = type->text;
	else if (type->kind == NODE_OBJECT && type->made)
		name = type->made->callee;
	if (str_is(name, "click.INT") || str_is(name, "click.IntRange"))
		return py_name(py, "builtins.int", at);
	if (str_is(name, "click.FLOAT") || str_is(name, "click.FloatRange"))
		return py_name(py, "builtins.float", at);
	return str_starts(name, STR("click.")) ? NULL : type;
}

static void add_switch(struct interpreter *py, struct node *parser, struct node *flag, struct str dest,
		       bool value, struct node *standard)
{
	struct args args = {0};

	*vec_push(py->arena, &args) = (struct arg){.value = flag, .at = flag->at};
	keyword(py, &args, "dest", py_str(py, dest, flag->at));
	keyword(py, &args, "action",
		py_str(py, value ? STR("store_true") : STR("store_false"), flag->at));
	keyword(py, &args, "default", standard);
	parser_add(py, parser, &args, flag->at);
}

/* "--x/--no-x": two flags of one parameter. */
static bool add_pair(struct interpreter *py, struct node *parser, const struct call *made,
		     struct node *standard)
{
	bool pair = false;

	for (size_t i = 0; i < made->args.n; i++) {
		struct node *flag = made->args.at[i].value;
		struct str_cut cut;

		if (made->args.at[i].name.n || flag->kind != NODE_STR)
			continue;
		cut = str_cut(flag->text, '/');
		if (!cut.ok)
			continue;
		if (str_trim(cut.head).n)
			add_switch(py, parser, py_str(py, str_trim(cut.head), flag->at),
				   dest_of(py, made), true, standard);
		if (str_trim(cut.tail).n)
			add_switch(py, parser, py_str(py, str_trim(cut.tail), flag->at),
				   dest_of(py, made), false, standard);
		pair = true;
	}
	return pair;
}

/*
 * envvar="X" or ["X", "Y"]: the first that the launch sets, instead of the default; a switch as click 8.1
 * reads its text (types.py BoolParamType).
 */
static struct node *from_environment(struct interpreter *py, const struct call *made, bool is_switch,
				     struct node *instead)
{
	const struct arg *arg = named(made, "envvar");
	const struct node *names = arg ? arg->value : NULL;
	bool many = names && (names->kind == NODE_LIST || names->kind == NODE_TUPLE);
	bool maybe = false;

	for (size_t i = 0; names && i < (many ? names->as.items.n : 1); i++) {
		const struct node *name = many ? names->as.items.at[i] : names;
		struct node *value = name->kind == NODE_STR
					     ? py_map_get(py, py->environ, name, &maybe)
					     : NULL;

		if (!value)
			continue;
		value = py_without_absent(py, value, instead);
		return is_switch && value->kind == NODE_STR ? bool_of_text(py, str_trim(value->text), value->at) : value;
	}
	return instead;
}

static void add_multiple(struct interpreter *py, struct args *args, struct span at)
{
	keyword(py, args, "action", py_str(py, STR("append"), at));
	keyword(py, args, "afresh", py_bool(py, true, at));
}

void click_option(struct interpreter *py, struct node *parser, const struct call *made)
{
	const struct arg *standard = named(made, "default"), *nargs = named(made, "nargs");
	struct node *value = standard ? standard->value : py_none(py, made->at);
	struct node *type = type_of(py, made, made->at);
	bool flag = is_true(py, made, "is_flag") && !named(made, "flag_value");
	struct args args = {0};

	if (add_pair(py, parser, made,
		     from_environment(py, made, true,
				      standard ? value : py_bool(py, false, made->at))))
		return;
	for (size_t i = 0; i < made->args.n; i++)
		if (!made->args.at[i].name.n && made->args.at[i].value->kind == NODE_STR &&
		    str_starts(made->args.at[i].value->text, STR("-")))
			*vec_push(py->arena, &args) = made->args.at[i];
	keyword(py, &args, "dest", py_str(py, dest_of(py, made), made->at));
	if (flag && !standard)
		value = py_bool(py, false, made->at);
	if (is_true(py, made, "multiple") && !standard)
		value = py_new(py, NODE_LIST, made->at);
	if (flag)
		keyword(py, &args, "action", py_str(py, STR("store_true"), made->at));
	else if (is_true(py, made, "multiple"))
		add_multiple(py, &args, made->at);
	else if (nargs)
		keyword(py, &args, "nargs", nargs->value);
	if (type && !flag)
		keyword(py, &args, "type", type);
	keyword(py, &args, "default", from_environment(py, made, flag, value));
	/* What a variable gives is not asked for. */
	if (is_true(py, made, "required") && !named(made, "envvar"))
		keyword(py, &args, "required", py_bool(py, true, made->at));
	parser_add(py, parser, &args, made->at);
}

void click_argument(struct interpreter *py, struct node *parser, const struct call *made)
{
	const struct arg *name = call_arg(made, STR("param_decls"), 0), *nargs = named(made, "nargs");
	const struct arg *standard = named(made, "default");
	struct node *type = type_of(py, made, made->at);
	struct args args = {0};
	int64_t n;

	if (!name || name->value->kind != NODE_STR)
		return;
	*vec_push(py->arena, &args) = (struct arg){
		.value = py_str(py, str_lower(py->arena, str_tr(py->arena, name->value->text, '-', '_')),
				name->value->at),
		.at = name->at};
	if (nargs && py_to_int(nargs->value, &n) && n < 0)
		keyword(py, &args, "nargs", py_str(py, STR("*"), made->at));
	else if (nargs)
		keyword(py, &args, "nargs", nargs->value);
	else if (standard)
		keyword(py, &args, "nargs", py_str(py, STR("?"), made->at));
	if (standard)
		keyword(py, &args, "default", standard->value);
	if (type)
		keyword(py, &args, "type", type);
	parser_add(py, parser, &args, made->at);
}

/* A command's parser. The decorators nearest to the function come first in its list; click reads down. */
static struct node *parser_of(struct interpreter *py, const struct func *f, struct span at)
{
	struct node *parser = parser_new(py, at);

	parser->open = true;
	for (size_t i = f->decorators.n; i-- > 0;) {
		const struct call *made = f->decorators.at[i]->kind == NODE_OBJECT
						  ? f->decorators.at[i]->made
						  : NULL;

		if (made && str_is(made->method, "option"))
			click_option(py, parser, made);
		else if (made && str_is(made->method, "argument"))
			click_argument(py, parser, made);
	}
	return parser;
}

static bool passes_context(const struct func *f)
{
	for (size_t i = 0; i < f->decorators.n; i++)
		if (f->decorators.at[i]->kind == NODE_NAME &&
		    (str_is(f->decorators.at[i]->text, "click.pass_context") ||
		     str_is(f->decorators.at[i]->text, "click.pass_obj")))
			return true;
	return false;
}

static bool is_group(const struct interpreter *py, const struct func *f, const struct node **group)
{
	for (size_t i = 0; i < py->commands.n; i++)
		if (py->commands.at[i].group->kind == NODE_FUNCTION &&
		    py->commands.at[i].group->code == f) {
			*group = py->commands.at[i].group;
			return true;
		}
	return false;
}

struct node *click_run(struct interpreter *py, struct node *function, const struct node *words,
		       struct site site)
{
	const struct func *f = function->code;
	struct parser parser = parser_read(py, parser_of(py, f, site.at));
	struct node *namespace = py_new(py, NODE_OBJECT, site.at), *rest = NULL, *result;
	const struct node *group = NULL;
	struct args args = {0};

	namespace->code = py_tag_namespace;
	if (is_group(py, f, &group))
		rest = py_new(py, NODE_LIST, site.at);
	parser_parse(py, &parser, words, namespace, rest);
	if (!rest && cli_refuses(py, words, parser.lacks, site.at))
		return namespace;
	if (passes_context(f))
		*vec_push(py->arena, &args) =
			(struct arg){.value = py_unknown(py, site.at, "click's context")};
	for (size_t i = 0; i < namespace->as.pairs.n; i++)
		*vec_push(py->arena, &args) = (struct arg){namespace->as.pairs.at[i].key->text,
							   namespace->as.pairs.at[i].value,
							   namespace->as.pairs.at[i].value->at};
	/* Called with what was parsed, its decorators have done their work. */
	if (args.n == 0)
		*vec_push(py->arena, &args) =
			(struct arg){STR("**"), py_new(py, NODE_MAP, site.at), site.at};
	result = py_call_func(py, f, NULL, &args, site);
	return group ? cli_run_group(py, group, words ? rest : NULL, site, click_run) : result;
}

/* @group.command(), @group.group() of a function that click made a group. */
static struct node *command(struct interpreter *py, struct native_call *c)
{
	struct node *n = py_new(py, NODE_OBJECT, c->site.at);
	struct call *made = untraced_call(py, c);

	made->self = c->self;
	n->made = made;
	return n;
}

/* group.add_command(function, "name") */
static struct node *add_command(struct interpreter *py, struct native_call *c)
{
	struct node *f = native_arg(c, 0, "cmd"), *name = native_arg(c, 1, "name");

	if (f && f->kind == NODE_FUNCTION)
		*vec_push(py->arena, &py->commands) = (struct command_of){
			c->self, f,
			name && name->kind == NODE_STR ? name->text
						       : str_tr(py->arena, f->text, '_', '-')};
	return py_none(py, c->site.at);
}

/* f.remote(…), f.local(…) of Ray and Modal: the function runs, elsewhere. */
static struct node *remote(struct interpreter *py, struct native_call *c)
{
	return py_call_func(py, c->self->code, NULL, c->args, c->site);
}

/*
 * f.spawn(…): it runs, and whoever starts it gets a handle (object_id, get()), which is not what it returns. Source:
 * modal-client 0.73, modal/functions.py _FunctionCall.
 */
static struct node *spawn(struct interpreter *py, struct native_call *c)
{
	return py_unknown_of(py, c->site.at, remote(py, c));
}

/* f.map(inputs, kwargs={}), f.starmap(inputs): one run for each. Source: modal-client 0.73, modal/parallel_map.py. */
static struct node *remote_map(struct interpreter *py, struct native_call *c)
{
	struct node *inputs = native_arg(c, 0, NULL), *shared = native_arg(c, SIZE_MAX, "kwargs");
	struct node *items = inputs ? native_items(py, inputs, c->site.at) : NULL;
	struct node *out = py_new(py, NODE_LIST, c->site.at);

	for (size_t i = 0; items && i < items->as.items.n; i++) {
		struct node *item = items->as.items.at[i];
		bool several = str_is(c->name, "function.starmap") && item->kind == NODE_TUPLE;
		struct args args = {0};

		for (size_t k = 0; k < (several ? item->as.items.n : 1); k++) {
			struct node *value = several ? item->as.items.at[k] : item;

			*vec_push(py->arena, &args) = (struct arg){.value = value, .at = value->at};
		}
		for (size_t k = 0; shared && shared->kind == NODE_MAP && k < shared->as.pairs.n; k++)
			*vec_push(py->arena, &args) =
				(struct arg){shared->as.pairs.at[k].key->text, shared->as.pairs.at[k].value,
					     shared->as.pairs.at[k].value->at};
		py_append(py, out, py_call_func(py, c->self->code, NULL, &args, c->site));
	}
	return items ? out : NULL;
}

static const struct native rows[] = {
	{"function.add_command", add_command, NATIVE_RAW},
	{"function.command", command, NATIVE_RAW},
	{"function.for_each", remote_map, NATIVE_RAW},
	{"function.group", command, NATIVE_RAW},
	{"function.local", remote, NATIVE_RAW},
	{"function.map", remote_map, NATIVE_RAW},
	{"function.remote", remote, NATIVE_RAW},
	{"function.spawn", spawn, NATIVE_RAW},
	{"function.starmap", remote_map, NATIVE_RAW},
};

NATIVES(natives_click, rows);
