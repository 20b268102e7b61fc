/* Functions that are the subcommands of a group, of click and typer: which there are, and the one that the words name. */
#include "commandline_parts.h"

/* Decorators by the last part of what made them. */
static bool made_by(const struct node *decorator, const char *method)
{
	return decorator->kind == NODE_OBJECT && decorator->made &&
	       str_is(decorator->made->method, method);
}

void cli_note_command(struct interpreter *py, const struct node *decorator, struct node *function)
{
	const struct func *f = function->code;
	const struct arg *name;
	struct command_of *c;

	sacred_note(py, decorator, function);
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
in_arms(struct interpreter *py, const struct node *group, size_t from, struct site site,
	struct node *(*run)(struct interpreter *, struct node *, const struct node *, struct site))
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
static bool is_inner(const struct interpreter *py, const struct node *group)
{
	for (size_t i = 0; i < py->commands.n; i++)
		if (py->commands.at[i].function == group)
			return true;
	return false;
}

struct node *cli_run_group(struct interpreter *py, const struct node *group, const struct node *words,
			   struct site site,
			   struct node *(*run)(struct interpreter *py, struct node *function,
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
