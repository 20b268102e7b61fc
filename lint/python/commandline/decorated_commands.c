#include "lint/python/builtin/builtin.h"
#include "commandline.h"

#include "called_with_words.h"

/* Decorators by the last part of what made them. */
static bool made_by(const struct node *decorator, const char *method)
{
	return decorator->kind == NODE_OBJECT && decorator->made &&
	       str_is(decorator->made->method, method);
}

void cli_note_command(struct interp *py, const struct node *decorator, struct node *function)
{
	const struct func *f = function->code;
	const struct arg *name;
	struct command_of *c;

	if (!made_by(decorator, "command") && !made_by(decorator, "group") &&
	    !made_by(decorator, "callback"))
		return;
	if (!decorator->made->self)
		return;
	c = vec_push(py->arena, &py->commands);
	c->group = decorator->made->self;
	c->function = function;
	name = call_arg(decorator->made, STR("name"), 0);
	c->name = name && name->value->kind == NODE_STR ? name->value->text
							: str_tr(py->arena, f->name, '_', '-');
}

static struct node *
in_arms(struct interp *py, const struct node *group, size_t from, struct site site,
	struct node *(*run)(struct interp *, struct node *, const struct node *, struct site))
{
	struct node *results[2] = {NULL, NULL};
	struct choice c;
	size_t later;

	while (from < py->commands.n && py->commands.at[from].group != group)
		from++;
	if (from >= py->commands.n)
		return py_none(py, site.at);
	for (later = from + 1; later < py->commands.n; later++)
		if (py->commands.at[later].group == group)
			break;
	if (later >= py->commands.n)
		return run(py, py->commands.at[from].function, NULL, site);
	c = py_choose(
	    py, str_fmt(py->arena, "the subcommand is %.*s", STR_ARG(py->commands.at[from].name)),
	    py->commands.at[from].function->at);
	py_arm_begin(py, &c, 0);
	results[0] = run(py, py->commands.at[from].function, NULL, site);
	py->unwinding = FLOW_NEXT;
	py_arm_end(py, &c, 0);
	py_arm_begin(py, &c, 1);
	results[1] = in_arms(py, group, later, site, run);
	py->unwinding = FLOW_NEXT;
	py_arm_end(py, &c, 1);
	py_choice_join(py, &c);
	return either_join(py->arena, results[0], results[1], c.arms);
}

/* Whether a group is one of another's commands: it is then named even where it has one command only. */
static bool is_inner(const struct interp *py, const struct node *group)
{
	for (size_t i = 0; i < py->commands.n; i++)
		if (py->commands.at[i].function == group)
			return true;
	return false;
}

struct node *cli_run_group(struct interp *py, const struct node *group, const struct node *words,
			   struct site site,
			   struct node *(*run)(struct interp *py, struct node *function,
					       const struct node *words, struct site site))
{
	struct node *later = node_new(py->arena, NODE_LIST, site.at);
	struct command_of *only = NULL;
	size_t n = 0;

	for (size_t i = 0; i < py->commands.n; i++)
		if (py->commands.at[i].group == group) {
			only = &py->commands.at[i];
			n++;
		}
	/* An application with one command takes no name of it. */
	if (n == 1 && group->kind == NODE_OBJECT && only->function->kind == NODE_FUNCTION &&
	    !is_inner(py, group))
		return run(py, only->function, words, site);
	if (!words || words->as.items.n == 0)
		return in_arms(py, group, 0, site, run);
	for (size_t i = 1; i < words->as.items.n; i++)
		node_push(py->arena, later, words->as.items.at[i]);
	for (size_t i = 0; i < py->commands.n; i++)
		if (py->commands.at[i].group == group &&
		    str_eq(py->commands.at[i].name, words->as.items.at[0]->text))
			return run(py, py->commands.at[i].function, later, site);
	return py_unknown(py, site.at, "a subcommand that is not known");
}

struct node *cli_call_with_words(struct interp *py, struct node *function, const struct node *words,
				 struct site site)
{
	struct node *rest = py_new(py, NODE_LIST, site.at);
	struct node *flags = cli_flags(py, words, rest);

	py_map_set(py, flags, node_str(py->arena, STR(""), site.at), rest);
	return cli_build(py, function, flags, site);
}

static const struct node *decorator_of(const struct func *f, const char *dotted)
{
	for (size_t i = 0; i < f->decorators.n; i++) {
		const struct node *d = f->decorators.at[i];

		if (d->kind == NODE_OBJECT && d->made && str_is(d->made->callee, dotted))
			return d;
		if (d->kind == NODE_NAME && str_is(d->text, dotted))
			return d;
	}
	return NULL;
}

static bool is_click(const struct func *f)
{
	for (size_t i = 0; i < f->decorators.n; i++) {
		const struct node *d = f->decorators.at[i];
		struct str name = d->kind == NODE_NAME ? d->text
				  : d->made	       ? d->made->callee
						       : (struct str){0};

		if (str_is(name, "click.command") || str_is(name, "click.group") ||
		    str_starts(name, STR("function.")) || str_is(name, "rich_click.command"))
			return true;
	}
	return false;
}

static struct node *function_node(struct interp *py, const struct func *f, struct span at)
{
	struct node *n = node_new(py->arena, NODE_FUNCTION, at);

	n->text = f->name;
	n->code = f;
	return n;
}

static bool is_call_parse(const struct func *f)
{
	return decorator_of(f, "fastcore.script.call_parse") ||
	       decorator_of(f, "fastcore.all.call_parse");
}

/* Source: fastcore 1.8, fastcore/script.py, call_parse(): run where it is decorated in __main__. */
void cli_run_at_once(struct interp *py, struct node *function)
{
	const struct func *f = function->code;
	struct site site = {function->at, function->at};

	if (str_is(f->module->name, "__main__") && is_call_parse(f))
		cli_call_with_words(py, function, py->world->argv, site);
}

bool cli_decorated(struct interp *py, const struct func *f, const struct args *args,
		   struct site site, struct node **result)
{
	static const char *const wraps[] = {"draccus.wrap",
					    "pyrallis.wrap",
					    "lerobot.configs.parser.wrap",
					    "parser.wrap",
					    "fastcore.script.call_parse",
					    "fastcore.all.call_parse"};
	const struct node *words = py->world->argv, *d;
	struct args one = {0};

	if (args->n)
		return false;
	d = decorator_of(f, "hydra.main");
	if (d) {
		static const struct call plain = {.order = 0};

		*vec_push(py->arena, &one) = (struct arg){
		    .value = hydra_compose(py, d->made ? d->made : &plain, words, site),
		    .at = site.at};
		*result = py_call_func(py, f, NULL, &one, site);
		return true;
	}
	if (is_click(f)) {
		*result = click_run(py, function_node(py, f, site.at), words, site);
		return true;
	}
	for (size_t i = 0; i < sizeof(wraps) / sizeof(*wraps); i++)
		if (decorator_of(f, wraps[i])) {
			*result =
			    cli_call_with_words(py, function_node(py, f, site.at), words, site);
			return true;
		}
	return false;
}
