/* Functions whose decorators parse the command line and call them with what it says. */
#include "commandline_parts.h"

struct node *cli_call_with_words(struct interpreter *py, struct node *function, const struct node *words,
				 struct site site)
{
	struct node *rest = py_new(py, NODE_LIST, site.at);
	struct node *flags = cli_flags(py, words, rest);

	py_map_set(py, flags, node_str(py->arena, STR(""), site.at), rest);
	return described_object(py, function, flags, site);
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

static struct node *function_node(struct interpreter *py, const struct func *f, struct span at)
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
void cli_run_at_once(struct interpreter *py, struct node *function)
{
	const struct func *f = function->code;
	struct site site = {function->at, function->at};

	if (str_is(f->module->name, "__main__") && is_call_parse(f))
		cli_call_with_words(py, function, py->world->argv, site);
	sacred_run_at_once(py, function);
}

const struct args *cli_configured(struct interpreter *py, const struct func *f, const struct args *args, struct site site)
{
	if (py->gin.bindings)
		args = gin_configured(py, f, args, site);
	return py->sacred.parts.n ? sacred_configured(py, f, args, site) : args;
}

bool cli_call_decorated(struct interpreter *py, const struct func *f, const struct args *args,
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
