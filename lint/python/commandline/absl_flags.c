/* absl.flags: DEFINE_integer("batch", 8, …), then FLAGS.batch. */
#include "commandline_parts.h"

static struct node *typed(struct interpreter *py, const struct native_call *c, struct node *value)
{
	struct arg arg = {.value = value, .at = value->at};
	struct args args = {.at = &arg, .n = 1, .room = 1};
	struct site site = {value->at, value->at};
	struct str kind = str_sub(c->name, str_rchr(c->name, '_') + 1, c->name.n);

	if (value->kind != NODE_STR)
		return value;
	if (str_is(kind, "integer"))
		return py_call(py, py_name(py, "builtins.int", value->at), &args, site);
	if (str_is(kind, "float"))
		return py_call(py, py_name(py, "builtins.float", value->at), &args, site);
	if (str_is(kind, "bool") || str_is(kind, "boolean"))
		return py_bool(py,
			       str_is_nocase(value->text, "true") || str_is(value->text, "1") ||
				       str_is_nocase(value->text, "t"),
			       value->at);
	if (str_is(kind, "list")) {
		struct node *list = py_new(py, NODE_LIST, value->at);
		struct str_cut cut = {.tail = value->text, .ok = true};

		while (cut.ok) {
			cut = str_cut(cut.tail, ',');
			py_append(py, list, py_str(py, cut.head, value->at));
		}
		return list;
	}
	return value;
}

/* The value that no word of the command line gives. */
static struct node *standard_of(struct interpreter *py, const struct native_call *c, struct node *standard,
				struct str name)
{
	struct node *value = standard ? node_copy(py->arena, standard) : py_none(py, c->site.at);

	value->how = str_fmt(py->arena, "default of --%.*s", STR_ARG(name));
	return value;
}

struct node *absl_publish(struct interpreter *py, const struct native_call *c, struct node *name, struct node *standard,
			  struct node *value)
{
	struct node *holder;

	py_attr_put(py, absl_flags(py, c->site.at), name->text, value);
	*vec_push(py->arena, &py->parameters) =
		(struct parameter){.name = name->text, .at = c->site.at, .value = standard};
	holder = py_new(py, NODE_OBJECT, c->site.at);
	holder->code = py_tag_namespace;
	py_attr_put(py, holder, STR("value"), value);
	py_attr_put(py, holder, STR("default"), value);
	py_attr_put(py, holder, STR("name"), name);
	return holder;
}

static struct node *define(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "name"), *standard = native_arg(c, 1, "default");
	struct node *given, *value, *words;

	if (!name || name->kind != NODE_STR)
		return NULL;
	words = cli_flags(py, py->world->argv, NULL);
	given = node_get(words, name->text);
	value = node_get(words, str_cat(py->arena, STR("no"), name->text));
	if (value && !given)
		value = py_bool(py, false, value->at);
	else if (given)
		value = typed(py, c, given);
	else
		value = standard_of(py, c, standard, name->text);
	return absl_publish(py, c, name, standard, value);
}

struct node *absl_value_at(struct interpreter *py, const struct node *argv, size_t i, struct str name)
{
	const struct node *word = argv->as.items.at[i];
	struct str text = word->kind == NODE_STR ? word->text : STR("");
	struct str_cut cut;

	if (!str_starts(text, STR("-")))
		return NULL;
	text = str_sub(text, str_starts(text, STR("--")) ? 2 : 1, text.n);
	cut = str_cut(text, '=');
	if (!str_eq(cut.head, name))
		return NULL;
	if (cut.ok)
		return py_str(py, cut.tail, word->at);
	return i + 1 < argv->as.items.n ? argv->as.items.at[i + 1] : NULL;
}

/* A flag that may be repeated: its value is the list of all that were given. */
static struct node *define_multi(struct interpreter *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "name"), *standard = native_arg(c, 1, "default");
	const struct node *argv = py->world->argv;
	struct node *list = py_new(py, NODE_LIST, c->site.at);

	if (!name || name->kind != NODE_STR)
		return NULL;
	for (size_t i = 0; argv && i < argv->as.items.n; i++) {
		struct node *value = absl_value_at(py, argv, i, name->text);

		if (value)
			py_append(py, list, typed(py, c, value));
	}
	if (!list->as.items.n)
		list = standard_of(py, c, standard, name->text);
	return absl_publish(py, c, name, standard, list);
}

/* A flag that has to be given, and is not: absl ends the program. */
static void require(struct interpreter *py, struct node *name, struct span at)
{
	struct node *flags = absl_flags(py, at), *value = py_is_str(name) ? node_get(flags, name->text) : NULL;

	if (value && value->kind == NODE_NULL && str_starts(value->how, STR("default of --")))
		py_attr_put(py, flags, name->text,
			    py_required(py, str_cat(py->arena, STR("--"), name->text), value->at, "no launch is known"));
}

static struct node *mark_required(struct interpreter *py, struct native_call *c)
{
	struct node *names = native_arg(c, 0, NULL);

	if (names && py_is_str(names))
		require(py, names, c->site.at);
	for (size_t i = 0; names && (names->kind == NODE_LIST || names->kind == NODE_TUPLE) && i < names->as.items.n; i++)
		require(py, names->as.items.at[i], c->site.at);
	return py_none(py, c->site.at);
}

/* TensorFlow's run() without a function takes main() of the program: tensorflow 1.15 tensorflow/python/platform/app.py. */
static struct node *run(struct interpreter *py, struct native_call *c)
{
	struct node *given = native_arg(c, 0, "main");
	struct node *f = given && given->kind != NODE_NULL ? given : scope_get(py, py->frame->module->scope, STR("main"));
	struct arg arg = {.value = py->argv, .at = c->site.at};
	struct args args = {.at = &arg, .n = 1, .room = 1};

	return f ? py_call(py, f, &args, c->site) : NULL;
}

static const struct native rows[] = {
	{"absl.app.run", run, NATIVE_RAW},
	{"absl.flags.DEFINE_bool", define, NATIVE_RAW},
	{"absl.flags.DEFINE_boolean", define, NATIVE_RAW},
	{"absl.flags.DEFINE_enum", define, NATIVE_RAW},
	{"absl.flags.DEFINE_float", define, NATIVE_RAW},
	{"absl.flags.DEFINE_integer", define, NATIVE_RAW},
	{"absl.flags.DEFINE_list", define, NATIVE_RAW},
	{"absl.flags.DEFINE_multi_enum", define_multi, NATIVE_RAW},
	{"absl.flags.DEFINE_multi_float", define_multi, NATIVE_RAW},
	{"absl.flags.DEFINE_multi_integer", define_multi, NATIVE_RAW},
	{"absl.flags.DEFINE_multi_string", define_multi, NATIVE_RAW},
	{"absl.flags.DEFINE_string", define, NATIVE_RAW},
	{"absl.flags.mark_flag_as_required", mark_required, NATIVE_RAW},
	{"absl.flags.mark_flags_as_required", mark_required, NATIVE_RAW},
};

NATIVES(natives_absl_flags, rows);
