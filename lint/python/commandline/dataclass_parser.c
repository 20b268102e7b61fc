/*
 * Parsers over dataclasses: transformers' HfArgumentParser (src/transformers/hf_argparser.py), TRL's
 * TrlParser, the alignment handbook's H4ArgumentParser, tyro, simple_parsing, draccus, pyrallis,
 * jsonargparse, chz. Their words are flags by name; what a repository's class does not declare goes to
 * the library's classes, which know their own.
 */
#include "argparse.h"

#include "lint/frameworks/frameworks.h"

static struct node *types_of(struct interpreter *py, const struct native_call *c)
{
	struct node *given = native_arg(c, 0, "dataclass_types"), *types;

	types = py_new(py, NODE_LIST, c->site.at);
	if (!given)
		return types;
	if (given->kind != NODE_LIST && given->kind != NODE_TUPLE) {
		py_append(py, types, given);
		return types;
	}
	for (size_t i = 0; i < given->as.items.n; i++)
		py_append(py, types, given->as.items.at[i]);
	return types;
}

static struct node *hf_parser(struct interpreter *py, struct native_call *c)
{
	struct node *parser = parser_new(py, c->site.at);

	py_attr_put(py, parser, STR("dataclass_types"), types_of(py, c));
	parser->text = c->name;
	return parser;
}

static bool has_field(const struct node *type, struct str name)
{
	const struct class *c = type->kind == NODE_CLASS ? type->code : NULL;

	for (size_t i = 0; c && i < c->fields.n; i++)
		if (str_eq(c->fields.at[i].name, name))
			return true;
	return false;
}

/* The flags of one type: those that no other type of the repository declares. */
static struct node *share_of(struct interpreter *py, const struct node *types, size_t which,
			     const struct node *flags)
{
	struct node *share = py_new(py, NODE_MAP, flags->at);

	share->open = flags->open;
	for (size_t i = 0; i < flags->as.pairs.n; i++) {
		const struct pair *pair = &flags->as.pairs.at[i];
		bool taken = false;

		for (size_t k = 0; k < types->as.items.n; k++)
			taken |= k != which && pair->key->kind == NODE_STR &&
				 has_field(types->as.items.at[k], pair->key->text);
		if (!taken || has_field(types->as.items.at[which], pair->key->text))
			*vec_push(py->arena, &share->as.pairs) = *pair;
	}
	return share;
}

static struct node *build_all(struct interpreter *py, const struct node *parser, struct node *flags,
			      struct site site)
{
	struct node *types = node_get(parser, STR("dataclass_types")), *out = py_new(py, NODE_TUPLE, site.at);

	for (size_t i = 0; types && i < types->as.items.n; i++)
		py_append(py, out,
			  described_object(py, types->as.items.at[i], share_of(py, types, i, flags), site));
	return out;
}

/* Options that were added with add_argument() beside the dataclasses. */
static struct node *with_options(struct interpreter *py, struct node *parser, struct node *out,
				 const struct node *words, struct span at)
{
	struct parser p = parser_read(py, parser);
	struct node *namespace;

	/* A library that was given the parser may have added its own. */
	if (p.n == 0 && !parser->open)
		return out;
	namespace = py_new(py, NODE_OBJECT, at);
	namespace->code = py_tag_namespace;
	parser_parse(py, &p, words, namespace, py_new(py, NODE_LIST, at));
	py_append(py, out, namespace);
	return out;
}

static const struct node *words_for(const struct interpreter *py, const struct native_call *c)
{
	const struct node *given = native_arg(c, 0, "args");

	return given && (given->kind == NODE_LIST || given->kind == NODE_TUPLE) ? given
										: py->world->argv;
}

static bool wants_rest(struct interpreter *py, const struct native_call *c)
{
	const struct node *rest = native_arg(c, SIZE_MAX, "return_remaining_strings");

	return rest && py_truth(py, rest) == TRUTH_YES;
}

static struct node *finish(struct interpreter *py, struct native_call *c, struct node *out)
{
	if (wants_rest(py, c))
		py_append(py, out, py_new(py, NODE_LIST, c->site.at));
	return out;
}

/* The option that a beginning stands for; empty if it is one itself, or none, or several, begin so. */
static struct str completed(struct interpreter *py, const struct node *types, struct str name)
{
	struct str one = {0}, found = {0};
	size_t n = 0;

	for (size_t i = 0; i < types->as.items.n; i++) {
		const struct node *type = types->as.items.at[i];
		const struct class *c = type->kind == NODE_CLASS ? type->code : NULL;
		struct str library = c ? class_library(py, c) : type->text;
		const struct callable *row = library.n ? callable_find(library) : NULL;

		for (size_t k = 0; c && k < c->fields.n; k++) {
			if (str_eq(c->fields.at[k].name, name))
				return (struct str){0};
			if (!str_starts(c->fields.at[k].name, name))
				continue;
			one = c->fields.at[k].name;
			n++;
		}
		if (row && row->map)
			n += keymap_completions(row->map, name, &one);
		found = n ? one : found;
	}
	return n == 1 ? found : (struct str){0};
}

/* argparse takes the beginning of an option for it: --per_device_train_batch 4. */
static void complete_names(struct interpreter *py, const struct node *types, struct node *flags)
{
	for (size_t i = 0; types && i < flags->as.pairs.n; i++) {
		struct node *key = flags->as.pairs.at[i].key;
		struct str whole =
			key->kind == NODE_STR ? completed(py, types, key->text) : (struct str){0};

		if (whole.n && !str_eq(whole, key->text) && !node_get(flags, whole))
			flags->as.pairs.at[i].key = node_str(py->arena, whole, key->at);
	}
}

struct node *parser_fields(struct interpreter *py, const struct node *parser, const struct node *words,
			   struct node *namespace, bool alone, struct site site)
{
	const struct node *types = node_get(parser, STR("dataclass_types"));
	const struct node *objects;
	struct node *flags;

	if (!types || types->as.items.n == 0)
		return NULL;
	flags = cli_flags(py, words, NULL);
	complete_names(py, types, flags);
	objects = build_all(py, parser, flags, site);
	/* What a library's class has besides is known to its object alone. */
	if (alone && objects->as.items.n == 1 && objects->as.items.at[0]->kind == NODE_OBJECT)
		return objects->as.items.at[0];
	for (size_t i = 0; i < objects->as.items.n; i++) {
		const struct node *object = objects->as.items.at[i];

		for (size_t k = 0; object->kind == NODE_OBJECT && k < object->as.pairs.n; k++)
			py_attr_put(py, namespace, object->as.pairs.at[k].key->text,
				    object->as.pairs.at[k].value);
	}
	return namespace;
}

/* The value of a flag for the type that has it; NULL: none of them does. A library's class may have any. */
static struct node *field_given(struct interpreter *py, const struct node *types, const struct pair *flag)
{
	bool library = false;

	for (size_t i = 0; i < types->as.items.n; i++) {
		const struct node *type = types->as.items.at[i];
		const struct class *c = type->kind == NODE_CLASS ? type->code : NULL;

		for (size_t k = 0; c && k < c->fields.n; k++)
			if (str_eq(c->fields.at[k].name, flag->key->text))
				return typed_value(py, c->module, c->fields.at[k].annotation, flag->value);
		library |= !c || class_library(py, c).n;
	}
	return library ? flag->value : NULL;
}

bool parser_given_fields(struct interpreter *py, const struct node *parser, const struct node *words, struct node *namespace,
			 struct node *rest)
{
	const struct node *types = node_get(parser, STR("dataclass_types"));
	struct node *flags;

	if (!types || types->as.items.n == 0)
		return false;
	flags = cli_flags(py, words, rest);
	complete_names(py, types, flags);
	for (size_t i = 0; i < flags->as.pairs.n; i++) {
		const struct pair *flag = &flags->as.pairs.at[i];
		struct node *value = py_is_str(flag->key) ? field_given(py, types, flag) : NULL;

		if (value) {
			py_attr_put(py, namespace, flag->key->text, value);
		} else if (py_is_str(flag->key)) {
			py_append(py, rest, node_str(py->arena, str_cat(py->arena, STR("--"), flag->key->text), flag->key->at));
			py_append(py, rest, flag->value);
		}
	}
	rest->open |= flags->open;
	return true;
}

/* What "script.py config.json" is asked for as, and taken for. */
static const char first_word[] = "config";

/* Of one that takes a file or flags the flags are not meant: a file is taken for the only word. */
static bool is_given_file(const struct interpreter *py)
{
	return !py->world->argv && py->world->assumed && node_get(py->world->assumed, str_of(first_word));
}

/* Whether a word stands in a piece of code. */
static bool says(struct interpreter *py, struct span at, const char *word)
{
	return str_has(py_source(py, at, SIZE_MAX), str_of(word));
}

/* Whether a field may have another flag than its name: field(metadata={"aliases": ["-m"]}), HfArg(aliases="-m"). */
static bool has_aliases(struct interpreter *py, const struct field *f)
{
	return f->spec && says(py, f->spec->at, "alias");
}

/*
 * The option of a repository's dataclass that HfArgumentParser requires and flags do not give: a field without a default;
 * truth values are false by themselves. Empty: none.
 */
static struct str lacking(struct interpreter *py, const struct node *types, const struct node *flags)
{
	for (size_t i = 0; types && !flags->open && i < types->as.items.n; i++) {
		const struct node *type = types->as.items.at[i];
		const struct class *c = type->kind == NODE_CLASS ? type->code : NULL;

		for (size_t k = 0; c && c->kind == CLASS_DATA && k < c->fields.n; k++) {
			const struct field *f = &c->fields.at[k];

			if (!f->value && !f->factory && !f->no_init && f->annotation && !says(py, f->annotation->at, "bool") && !has_aliases(py, f) &&
			    !node_get(flags, f->name))
				return str_fmt(py->arena, "--%.*s", STR_ARG(f->name));
		}
	}
	return (struct str){0};
}

static struct node *parse_dataclasses(struct interpreter *py, struct native_call *c)
{
	const struct node *words = words_for(py, c);
	struct node *flags = cli_flags(py, words, NULL);

	if (is_given_file(py)) {
		py_end(py, c->site.at);
		py->unwinding = FLOW_RAISE;
		return py_unknown(py, c->site.at, "the only word is a file");
	}
	complete_names(py, node_get(c->self, STR("dataclass_types")), flags);
	if (str_has(c->self->text, STR("HfArgumentParser")))
		cli_refuses(py, words, lacking(py, node_get(c->self, STR("dataclass_types")), flags), c->site.at);
	return finish(py, c,
		      with_options(py, c->self, build_all(py, c->self, flags, c->site), words,
				   c->site.at));
}

/* The file that is given to a script whose launch is not known, for "parse_json_file(sys.argv[1])". */
static struct node *given_file(struct interpreter *py, bool yaml)
{
	struct node *path = py_own_config(py, str_of(first_word), NULL);

	return path && path->kind == NODE_STR && !yaml && !str_ends(path->text, STR(".json")) ? NULL : path;
}

static struct node *parse_file(struct interpreter *py, struct native_call *c)
{
	bool yaml = str_has(c->name, STR("yaml"));
	struct node *path = native_arg(c, 0, yaml ? "yaml_file" : "json_file"), *given = NULL, *tree;
	bool open = !py->world->argv && path && path->kind == NODE_UNKNOWN;

	if (open && (given = given_file(py, yaml)))
		path = given;
	tree = config_of_file(py, path, c->site.at);
	if (tree->kind != NODE_MAP && open && path->kind == NODE_UNKNOWN) {
		/* "if len(sys.argv) == 2: parse_json_file(sys.argv[1])": no launch gives a file. */
		py_end(py, c->site.at);
		py->unwinding = FLOW_RAISE;
		return tree;
	}
	if (tree->kind != NODE_MAP) {
		struct node *unknown = py_new(py, NODE_MAP, c->site.at);

		unknown->open = true;
		tree = unknown;
	}
	return build_all(py, c->self, tree, c->site);
}

static struct node *parse_dict(struct interpreter *py, struct native_call *c)
{
	struct node *map = native_arg(c, 0, "args");

	if (!map || map->kind != NODE_MAP)
		return NULL;
	return build_all(py, c->self, map, c->site);
}

static void overlay(struct interpreter *py, struct node *flags, const struct node *tree)
{
	bool maybe = false;

	for (size_t i = 0; i < tree->as.pairs.n; i++)
		if (!py_map_get(py, flags, tree->as.pairs.at[i].key, &maybe))
			py_map_set(py, flags, tree->as.pairs.at[i].key,
				   tree->as.pairs.at[i].value);
}

/* TrlParser: a --config file gives defaults, flags win over it. */
static struct node *parse_and_config(struct interpreter *py, struct native_call *c)
{
	const struct node *words = words_for(py, c);
	struct node *flags = cli_flags(py, words, NULL), *path = node_get(flags, STR("config"));

	if (!words)
		path = py_own_config(py, STR("--config"), NULL);
	if (path) {
		const struct node *tree = config_of_file(py, path, c->site.at);

		py_map_del(py, flags, node_str(py->arena, STR("config"), c->site.at));
		if (tree->kind == NODE_MAP)
			overlay(py, flags, tree);
		else
			flags->open = true;
	}
	/* trl 0.19, scripts/utils.py: what parse_args_into_dataclasses() gives, the options beside the dataclasses behind them. */
	return finish(py, c, with_options(py, c->self, build_all(py, c->self, flags, c->site), words, c->site.at));
}

/*
 * The alignment handbook's parser: a first word "recipe.yaml" gives defaults, flags win over it
 * (src/alignment/configs.py). What it makes is no tuple where one class is asked for.
 */
static struct node *parse_recipe(struct interpreter *py, struct native_call *c)
{
	const struct node *words = py->world->argv;
	struct node *first = words && words->as.items.n ? words->as.items.at[0] : NULL, *out;
	struct node *flags = cli_flags(py, words, NULL);

	if (!str_eq(c->self->text, STR("alignment.H4ArgumentParser")))
		return NULL;
	if (first && first->kind != NODE_STR)
		flags->open = true;
	if (first && first->kind == NODE_STR && str_ends(first->text, STR(".yaml"))) {
		const struct node *tree = config_of_file(py, first, c->site.at);

		if (tree->kind == NODE_MAP)
			overlay(py, flags, tree);
		else
			flags->open = true;
	}
	out = build_all(py, c->self, flags, c->site);
	return out->as.items.n == 1 ? out->as.items.at[0] : out;
}

/* A type, and perhaps a file of values, straight from the words: tyro.cli(T), draccus.parse(T, …). */
static struct node *parse_type(struct interpreter *py, struct native_call *c)
{
	struct node *type = native_arg(c, 0, NULL), *path;
	struct node *args = native_arg(c, SIZE_MAX, "args"), *flags;
	const struct node *words = args && args->kind == NODE_LIST ? args : py->world->argv;

	if (!type)
		type = c->args->n ? c->args->at[0].value : NULL;
	if (!type)
		return NULL;
	flags = cli_flags(py, words, NULL);
	path = node_get(flags, STR("config_path"));
	if (!path)
		path = node_get(flags, STR("config"));
	if (!path)
		path = native_arg(c, SIZE_MAX, "config_path");
	if (path && path->kind == NODE_STR) {
		const struct node *tree = config_of_file(py, path, c->site.at);

		if (tree->kind == NODE_MAP)
			overlay(py, flags, tree);
	}
	if (type->kind == NODE_FUNCTION)
		return cli_call_with_words(py, type, words, c->site);
	return described_object(py, type, flags, c->site);
}

enum { PLAN_DEPTH_MAX = 8 };

/* An object's fields as a mapping, with what flags say over them: --optim.lr=1e-4 of a field that is such an object itself. */
static struct node *fields_with(struct interpreter *py, const struct node *object, const struct node *flags, int depth)
{
	struct node *out = py_new(py, NODE_MAP, object->at);

	for (size_t i = 0; i < object->as.pairs.n; i++) {
		const struct pair *pair = &object->as.pairs.at[i];
		const struct node *over = flags ? node_get(flags, pair->key->text) : NULL;
		bool inner = over && over->kind == NODE_MAP && pair->value->kind == NODE_OBJECT && depth < PLAN_DEPTH_MAX;

		py_map_set(py, out, pair->key,
			   inner  ? fields_with(py, pair->value, over, depth + 1)
			   : over ? (struct node *)(uintptr_t)over
				  : pair->value);
	}
	return out;
}

/*
 * tyro 0.8 to 1.0, src/tyro/extras/_base_configs.py overridable_config_cli(): of {"small": ("what it is", Plan(…)), …} the first word names one, and flags go over its
 * fields.
 */
static struct node *parse_named(struct interpreter *py, struct native_call *c)
{
	const struct node *configs = native_arg(c, 0, "configs"), *args = native_arg(c, SIZE_MAX, "args");
	const struct node *words = args && args->kind == NODE_LIST ? args : py->world->argv;
	const struct node *name = words && words->as.items.n ? words->as.items.at[0] : NULL, *one = NULL;

	if (!configs || configs->kind != NODE_MAP)
		return NULL;
	if (name && name->kind == NODE_STR)
		one = node_get(configs, name->text);
	if (one && (one->kind == NODE_TUPLE || one->kind == NODE_LIST) && one->as.items.n == 2)
		one = one->as.items.at[1];
	if (!one || one->kind != NODE_OBJECT || !class_of(one))
		return py_unknown(py, c->site.at, "which of its configurations it is given is not known");
	return described_object(py, class_of(one)->node, fields_with(py, one, cli_flags(py, words, NULL), 0), c->site);
}

/* simple_parsing: parser.add_arguments(Class, dest="options"), then args.options. */
static struct node *add_arguments(struct interpreter *py, struct native_call *c)
{
	struct node *type = native_arg(c, 0, "dataclass"), *dest = native_arg(c, 1, "dest");
	struct node *defaults = parser_kept(py, c->self, PARSER_DEFAULTS);

	if (!type || !dest || dest->kind != NODE_STR)
		return NULL;
	py_map_set(py, defaults, dest,
		   described_object(py, type, cli_flags(py, py->world->argv, NULL), c->site));
	trail_node(&py->trail, c->self);
	c->self->open = true;
	return py_none(py, c->site.at);
}

static const struct native rows[] = {
	{"ArgumentParser.add_arguments", add_arguments, NATIVE_RAW},
	{"ArgumentParser.parse", parse_recipe, NATIVE_RAW},
	{"ArgumentParser.parse_args_and_config", parse_and_config, NATIVE_RAW},
	{"ArgumentParser.parse_args_into_dataclasses", parse_dataclasses, NATIVE_RAW},
	{"ArgumentParser.parse_dict", parse_dict, NATIVE_RAW},
	{"ArgumentParser.parse_json_file", parse_file, NATIVE_RAW},
	{"ArgumentParser.parse_yaml_and_config", parse_and_config, NATIVE_RAW},
	{"ArgumentParser.parse_yaml_file", parse_file, NATIVE_RAW},
	{"alignment.H4ArgumentParser", hf_parser, NATIVE_RAW},
	{"chz.entrypoint", parse_type, NATIVE_RAW},
	{"draccus.parse", parse_type, NATIVE_RAW},
	{"jsonargparse.CLI", parse_type, NATIVE_RAW},
	{"jsonargparse.auto_cli", parse_type, NATIVE_RAW},
	{"pyrallis.parse", parse_type, NATIVE_RAW},
	{"simple_parsing.ArgumentParser", hf_parser, NATIVE_RAW},
	{"simple_parsing.parse", parse_type, NATIVE_RAW},
	{"transformers.HfArgumentParser", hf_parser, NATIVE_RAW},
	{"transformers.hf_argparser.HfArgumentParser", hf_parser, NATIVE_RAW},
	{"trl.TrlParser", hf_parser, NATIVE_RAW},
	{"trl.commands.cli_utils.TrlParser", hf_parser, NATIVE_RAW},
	{"trl.scripts.utils.TrlParser", hf_parser, NATIVE_RAW},
	{"trl.trainer.utils.TrlParser", hf_parser, NATIVE_RAW},
	{"tyro.cli", parse_type, NATIVE_RAW},
	{"tyro.extras.overridable_config_cli", parse_named, NATIVE_RAW},
};

NATIVES(natives_dataclass_parser, rows);
