/*
 * Typer (0.7 to 0.16, typer/main.py get_click_param): a function's own parameters are the command line.
 * Each is declared as click's option or argument of the same meaning, from its default, its annotation
 * and what typer.Option(…) or typer.Argument(…) says, in the default's place or inside Annotated[…].
 */
#include "argparse.h"

/* Whether an annotation is List[…], however it is wrapped. */
static bool is_list(const struct py_expr *e, int depth)
{
	struct str name = {0};

	if (!e || depth > 8)
		return false;
	if (e->kind == EXPR_NAME)
		name = e->as.name;
	else if (e->kind == EXPR_ATTR)
		name = e->as.attr.name;
	if (str_is(name, "list") || str_is(name, "List") || str_is(name, "Sequence"))
		return true;
	if (e->kind != EXPR_SUBSCRIPT)
		return false;
	if (is_list(e->as.subscript.value, depth + 1))
		return true;
	e = e->as.subscript.index;
	return is_list(e->kind == EXPR_TUPLE && e->as.items.n ? e->as.items.at[0] : e, depth + 1);
}

static bool is_named(const struct py_expr *e, const char *name)
{
	return e && ((e->kind == EXPR_NAME && str_is(e->as.name, name)) ||
		     (e->kind == EXPR_ATTR && str_is(e->as.attr.name, name)));
}

/* typer.Option(…) or typer.Argument(…) as the call it is, or NULL. */
static const struct call *info_of(const struct node *value)
{
	const struct call *made = value && value->kind == NODE_OBJECT ? value->made : NULL;

	if (!made || !str_starts(made->callee, STR("typer.")))
		return NULL;
	return str_is(made->method, "Option") || str_is(made->method, "Argument") ? made : NULL;
}

/* The same inside Annotated[int, typer.Option(…)]. */
static const struct call *annotated(struct interpreter *py, const struct py_expr *e)
{
	const struct py_expr *inside;

	if (!e || e->kind != EXPR_SUBSCRIPT || !is_named(e->as.subscript.value, "Annotated"))
		return NULL;
	inside = e->as.subscript.index;
	if (inside->kind != EXPR_TUPLE)
		return NULL;
	for (size_t i = 1; i < inside->as.items.n; i++)
		if (inside->as.items.at[i]->kind == EXPR_CALL) {
			const struct call *made = info_of(py_eval(py, inside->as.items.at[i]));

			if (made)
				return made;
		}
	return NULL;
}

static bool is_required(const struct node *value)
{
	return !value || (value->kind == NODE_NAME && str_is(value->text, "builtins.Ellipsis"));
}

static void put(struct interpreter *py, struct call *made, const char *name, struct node *value)
{
	*vec_push(py->arena, &made->args) = (struct arg){str_of(name), value, value->at};
}

/* "--batch", "-b" of Option(4, "--batch", "-b"); the default's place is not one in Annotated. */
static size_t put_names(struct interpreter *py, struct call *made, const struct call *info, bool has_default)
{
	size_t n = 0, position = 0;

	for (size_t i = 0; info && i < info->args.n; i++) {
		const struct arg *arg = &info->args.at[i];

		if (arg->name.n || position++ < has_default || arg->value->kind != NODE_STR)
			continue;
		*vec_push(py->arena, &made->args) = *arg;
		n++;
	}
	return n;
}

/* "--fp16/--no-fp16" of a switch, "--out-dir" of anything else. */
static void put_own_name(struct interpreter *py, struct call *made, const struct py_param *p, bool is_switch)
{
	struct str name = str_tr(py->arena, p->name.text, '_', '-');
	struct str flag = is_switch ? str_fmt(py->arena, "--%.*s/--no-%.*s", STR_ARG(name), STR_ARG(name))
				    : str_fmt(py->arena, "--%.*s", STR_ARG(name));

	*vec_push(py->arena, &made->args) =
		(struct arg){.value = py_str(py, flag, p->name.at), .at = p->name.at};
}

static void declare_option(struct interpreter *py, struct node *parser, const struct py_param *p,
			   const struct call *info, bool inside, struct node *standard)
{
	const struct arg *variable = info ? call_arg(info, STR("envvar"), SIZE_MAX) : NULL;
	struct call made = {.at = p->name.at};
	bool is_switch = standard && standard->kind == NODE_BOOL;
	size_t names;

	*vec_push(py->arena, &made.args) =
		(struct arg){.value = py_str(py, p->name.text, p->name.at), .at = p->name.at};
	names = put_names(py, &made, info, !inside);
	if (!names)
		put_own_name(py, &made, p, is_switch);
	if (!is_required(standard))
		put(py, &made, "default", standard);
	else
		put(py, &made, "required", py_bool(py, true, p->name.at));
	if (is_switch && names)
		put(py, &made, "is_flag", py_bool(py, true, p->name.at));
	if (is_list(p->annotation, 0))
		put(py, &made, "multiple", py_bool(py, true, p->name.at));
	if (variable)
		put(py, &made, "envvar", variable->value);
	click_option(py, parser, &made);
}

static void declare_argument(struct interpreter *py, struct node *parser, const struct py_param *p,
			     struct node *standard)
{
	struct call made = {.at = p->name.at};

	*vec_push(py->arena, &made.args) =
		(struct arg){.value = py_str(py, p->name.text, p->name.at), .at = p->name.at};
	if (!is_required(standard))
		put(py, &made, "default", standard);
	if (is_list(p->annotation, 0))
		put(py, &made, "nargs", py_int(py, -1, p->name.at));
	click_argument(py, parser, &made);
}

static void declare(struct interpreter *py, struct node *parser, const struct func *f, size_t i)
{
	const struct py_param *p = &f->params->at[i];
	struct node *standard = f->defaults[i];
	const struct call *info = info_of(standard);
	const struct arg *arg;
	bool inside = false;

	if (info) {
		arg = call_arg(info, STR("default"), 0);
		standard = arg ? arg->value : NULL;
	} else {
		info = annotated(py, p->annotation);
		inside = info != NULL;
	}
	/* modal-client 1.1, modal/cli/run.py _add_click_options: of a function that Modal runs all are options. */
	if (f->host || (info ? str_is(info->method, "Option") : standard != NULL))
		declare_option(py, parser, p, info, inside, standard);
	else
		declare_argument(py, parser, p, standard);
}

static bool is_context(const struct py_param *p)
{
	return is_named(p->annotation, "Context") || is_named(p->annotation, "CallbackParam");
}

/* def main(*words): Modal's entry points get the command line as it is (modal-client 1.1, modal/cli/run.py). */
static bool takes_words(const struct func *f)
{
	return f->params->n == 1 && f->params->at[0].kind == PARAM_STAR;
}

static struct node *call_with_all(struct interpreter *py, const struct func *f, const struct node *words, struct site site)
{
	struct args args = {0};

	for (size_t i = 0; i < words->as.items.n; i++)
		*vec_push(py->arena, &args) = (struct arg){.value = words->as.items.at[i], .at = words->as.items.at[i]->at};
	return py_call_func(py, f, NULL, &args, site);
}

struct node *typer_call(struct interpreter *py, struct node *function, const struct node *words,
			struct site site)
{
	const struct func *f = function->code;
	struct node *parser = parser_new(py, site.at);
	struct node *namespace = py_new(py, NODE_OBJECT, site.at);
	struct parser read;
	struct args args = {0};

	if (function->kind == NODE_OBJECT)
		return cli_run_group(py, function, words, site, typer_call);
	if (function->kind != NODE_FUNCTION)
		return py_unknown_of(py, site.at, function);
	if (words && takes_words(f))
		return call_with_all(py, f, words, site);
	parser->open = true;
	namespace->code = py_tag_namespace;
	for (size_t i = 0; i < f->params->n; i++)
		if (!is_context(&f->params->at[i]))
			declare(py, parser, f, i);
	read = parser_read(py, parser);
	parser_parse(py, &read, words, namespace, NULL);
	if (cli_refuses(py, words, read.lacks, site.at))
		return namespace;
	for (size_t i = 0; i < f->params->n; i++) {
		const struct py_param *p = &f->params->at[i];
		struct node *value = node_get(namespace, p->name.text);

		if (!value)
			value = py_unknown(py, p->name.at, "typer's context");
		*vec_push(py->arena, &args) = (struct arg){
			p->name.text, typed_value(py, f->module, p->annotation, value), value->at};
	}
	return py_call_func(py, f, NULL, &args, site);
}

static struct node *run(struct interpreter *py, struct native_call *c)
{
	struct node *f = native_arg(c, 0, "function");

	return f ? typer_call(py, f, py->world->argv, c->site) : NULL;
}

static struct node *application(struct interpreter *py, struct native_call *c)
{
	return c->self ? cli_run_group(py, c->self, py->world->argv, c->site, typer_call) : NULL;
}

/* app.add_typer(other, name="train"): the other's commands behind a name, by default its own. */
static struct node *add_typer(struct interpreter *py, struct native_call *c)
{
	struct node *other = native_arg(c, 0, "typer_instance"), *name = native_arg(c, 1, "name");
	const struct arg *own = other && other->kind == NODE_OBJECT && other->made
				    ? call_arg(other->made, STR("name"), SIZE_MAX)
				    : NULL;

	if (!name && own)
		name = own->value;
	if (c->self && other && other->kind == NODE_OBJECT && name && name->kind == NODE_STR)
		*vec_push(py->arena, &py->commands) =
			(struct command_of){c->self, other, name->text};
	return py_none(py, c->site.at);
}

static const struct native rows[] = {
	{"typer.Typer().__call__", application, NATIVE_RAW},
	{"typer.Typer().add_typer", add_typer, NATIVE_RAW},
	{"typer.run", run, NATIVE_RAW},
};

NATIVES(natives_typer, rows);
