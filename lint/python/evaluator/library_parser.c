/* Parsers of argparse that a library makes: their options are its own, and stand in its row. */
#include "evaluator_parts.h"

struct node *py_run_parser(struct interpreter *py, const struct call *call, const char *name, struct node *parser,
			   const struct args *args)
{
	const struct native *native = native_find(py, str_of(name));
	struct native_call c = {args, parser, {call->at, call->at}, str_of(name)};

	return native ? native_run(py, native, &c) : py_unknown(py, call->at, "%s() is not known", name);
}

/* "port=8888": a number is one, and what words give is one then. */
static void give_default(struct interpreter *py, struct args *args, struct str text, struct span at)
{
	int64_t i;

	if (str_to_int(text, &i)) {
		py_give(py, args, "default", py_int(py, i, at));
		py_give(py, args, "type", py_name(py, "builtins.int", at));
	} else {
		py_give(py, args, "default", py_str(py, text, at));
	}
}

/* One of "config;port=8888;profiling?". */
static void add_option(struct interpreter *py, const struct call *call, struct node *parser, struct str option)
{
	bool on = str_ends(option, STR("?"));
	struct str_cut cut = str_cut(str_sub(option, 0, option.n - on), '=');
	struct args args = {0};

	py_give(py, &args, "", py_str(py, str_cat(py->arena, STR("--"), cut.head), call->at));
	if (on)
		py_give(py, &args, "action", py_str(py, STR("store_true"), call->at));
	else if (cut.ok)
		give_default(py, &args, cut.tail, call->at);
	py_run_parser(py, call, "ArgumentParser.add_argument", parser, &args);
}

struct node *py_library_parser(struct interpreter *py, const struct call *call, struct str options)
{
	struct node *parser = py_run_parser(py, call, "argparse.ArgumentParser", NULL, &(struct args){0});
	size_t own = py->parameters.n;

	for (struct str_cut cut = str_cut(options, ';'); cut.head.n; cut = str_cut(cut.tail, ';'))
		add_option(py, call, parser, cut.head);
	/* A script need not read what it did not declare. */
	py->parameters.n = own;
	return parser;
}

struct node *py_library_flags(struct interpreter *py, const struct call *call, struct str options)
{
	return py_run_parser(py, call, "ArgumentParser.parse_args", py_library_parser(py, call, options), &(struct args){0});
}
