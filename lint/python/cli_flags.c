#include "cli.h"
#include "natives.h"

/* absl.flags: DEFINE_integer("batch", 8, …), then FLAGS.batch. */

static struct node *flags(struct interp *py, struct span at)
{
	if (!py->absl) {
		py->absl = py_new(py, NODE_OBJECT, at);
		py->absl->code = py_tag_namespace;
	}
	return py->absl;
}

struct node *absl_flags(struct interp *py, struct span at)
{
	return flags(py, at);
}

static struct node *typed(struct interp *py, const struct native_call *c, struct node *value)
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

static struct node *define(struct interp *py, struct native_call *c)
{
	struct node *name = native_arg(c, 0, "name"), *standard = native_arg(c, 1, "default");
	struct node *given, *holder, *value, *words;

	if (!name || name->kind != NODE_STR)
		return NULL;
	words = cli_flags(py, py->world->argv, NULL);
	given = node_get(words, name->text);
	value = node_get(words, str_cat(py->arena, STR("no"), name->text));
	if (value && !given) {
		value = py_bool(py, false, value->at);
	} else if (given) {
		value = typed(py, c, given);
	} else {
		value = standard ? node_copy(py->arena, standard) : py_none(py, c->site.at);
		value->how = str_fmt(py->arena, "default of --%.*s", STR_ARG(name->text));
	}
	py_attr_put(py, flags(py, c->site.at), name->text, value);
	*vec_push(py->arena, &py->parameters) =
		(struct parameter){.name = name->text, .at = c->site.at, .value = standard};
	holder = py_new(py, NODE_OBJECT, c->site.at);
	holder->code = py_tag_namespace;
	py_attr_put(py, holder, STR("value"), value);
	py_attr_put(py, holder, STR("default"), value);
	py_attr_put(py, holder, STR("name"), name);
	return holder;
}

static struct node *run(struct interp *py, struct native_call *c)
{
	struct node *f = native_arg(c, 0, "main");
	struct arg arg = {.value = py->argv, .at = c->site.at};
	struct args args = {.at = &arg, .n = 1, .room = 1};

	return f ? py_call(py, f, &args, c->site) : NULL;
}

static struct node *nothing(struct interp *py, struct native_call *c)
{
	return py_none(py, c->site.at);
}

static const struct native rows[] = {
	{"absl.app.run", run, NATIVE_RAW},
	{"absl.flags.DEFINE_bool", define, NATIVE_RAW},
	{"absl.flags.DEFINE_boolean", define, NATIVE_RAW},
	{"absl.flags.DEFINE_enum", define, NATIVE_RAW},
	{"absl.flags.DEFINE_float", define, NATIVE_RAW},
	{"absl.flags.DEFINE_integer", define, NATIVE_RAW},
	{"absl.flags.DEFINE_list", define, NATIVE_RAW},
	{"absl.flags.DEFINE_string", define, NATIVE_RAW},
	{"absl.flags.mark_flag_as_required", nothing, NATIVE_RAW},
	{"absl.flags.mark_flags_as_required", nothing, NATIVE_RAW},
};

NATIVES(natives_flags, rows);
