/*
 * LightningCLI(Model, DataModule): the module, its data and the trainer are made of files and words, and
 * "fit" trains. Source: lightning 2.5, src/lightning/pytorch/cli.py. Before 2.0 a parser's words made the trainer. What a
 * module keeps of its constructor's arguments goes by self.hparams.
 */
#include "commandline_parts.h"

enum { CONF_DEPTH = 16, CONFIGS_MAX = 16 };

/* What the words and files of a run say. */
struct run {
	struct node *conf;
	/** No word says what to do, or it is to train. */
	bool fit;
};

/* Members of a file over those of the files before it; "init_args.config" is a member of a member (jsonargparse 4, Namespace). */
static void lay_over(struct interpreter *py, struct node *below, struct node *above, int depth);

/* A mapping with its own dotted members put into their places. */
static struct node *nested(struct interpreter *py, struct node *value, int depth)
{
	struct node *out;

	if (value->kind != NODE_MAP)
		return value;
	out = py_new(py, NODE_MAP, value->at);
	lay_over(py, out, value, depth);
	return out;
}

static void lay_over(struct interpreter *py, struct node *below, struct node *above, int depth)
{
	if (above->kind != NODE_MAP || depth > CONF_DEPTH) {
		below->open = true;
		return;
	}
	for (size_t i = 0; i < above->as.pairs.n; i++) {
		struct node *key = above->as.pairs.at[i].key, *value = above->as.pairs.at[i].value;
		struct node *old = key->kind == NODE_STR ? node_get(below, key->text) : NULL;

		if (old && old->kind == NODE_MAP && value->kind == NODE_MAP)
			lay_over(py, old, value, depth + 1);
		else if (key->kind == NODE_STR && str_chr(key->text, '.', 0) != SIZE_MAX)
			conf_set(py, below, key->text, value);
		else
			py_map_set(py, below, key, nested(py, value, depth + 1));
	}
	below->open |= above->open;
}

/* A file of all commands holds what each is for under its name. */
static void add_file(struct interpreter *py, struct run *run, const struct node *path, struct span at)
{
	struct node *tree = config_of_file(py, path, at);
	struct node *fit = tree->kind == NODE_MAP ? node_get(tree, STR("fit")) : NULL;

	lay_over(py, run->conf, fit && fit->kind == NODE_MAP ? fit : tree, 0);
}

static void add_files(struct interpreter *py, struct run *run, const struct node *paths, struct span at)
{
	for (size_t i = 0; paths && paths->kind == NODE_LIST && i < paths->as.items.n && i < CONFIGS_MAX; i++)
		add_file(py, run, paths->as.items.at[i], at);
}

/* The files that parser_kwargs name, for all commands or for fit alone. */
static void standard_files(struct interpreter *py, struct run *run, struct native_call *c)
{
	static const char name[] = "default_config_files";
	const struct node *given = NULL, *fit;

	for (size_t i = 0; i < c->args->n; i++)
		if (str_is(c->args->at[i].name, "parser_kwargs") && c->args->at[i].value->kind == NODE_MAP)
			given = c->args->at[i].value;
	if (!given)
		return;
	add_files(py, run, node_get(given, str_of(name)), c->site.at);
	fit = node_get(given, STR("fit"));
	if (fit && fit->kind == NODE_MAP)
		add_files(py, run, node_get(fit, str_of(name)), c->site.at);
}

static bool is_config(struct str name)
{
	return str_is(name, "--config") || str_is(name, "-c");
}

/* One option: --config FILE, --trainer.devices 2, --model.lr=1e-3; how many words it takes. */
static size_t option(struct interpreter *py, struct run *run, const struct node *words, size_t i)
{
	const struct node *word = words->as.items.at[i], *next = NULL;
	struct str_cut cut = str_cut(word->text, '=');
	struct node *value;

	if (!cut.ok && i + 1 < words->as.items.n && !cli_is_flag(words->as.items.at[i + 1]))
		next = words->as.items.at[i + 1];
	if (is_config(cut.head)) {
		if (next || cut.ok)
			add_file(py, run, next ? next : py_str(py, cut.tail, word->at), word->at);
	} else if (str_starts(cut.head, STR("--")) && cut.head.n > 2) {
		value = next && next->kind != NODE_STR ? (struct node *)(uintptr_t)next
			: cut.ok || next ? py_yaml_value(py, next ? next->text : cut.tail, next ? next->at : word->at)
					 : py_bool(py, true, word->at);
		conf_set(py, run->conf, str_sub(cut.head, 2, cut.head.n), value);
	}
	return next ? 2 : 1;
}

static struct run read_words(struct interpreter *py, struct native_call *c)
{
	const struct node *words = py->world->argv;
	struct run run = {py_new(py, NODE_MAP, c->site.at), true};
	bool configured = false;
	struct node *path;

	standard_files(py, &run, c);
	for (size_t i = 0; words && i < words->as.items.n;) {
		const struct node *word = words->as.items.at[i];

		if (word->kind == NODE_STR && word->text.n && word->text.s[0] == '-') {
			configured |= is_config(str_cut(word->text, '=').head);
			i += option(py, &run, words, i);
			continue;
		}
		if (word->kind == NODE_STR)
			run.fit = str_is(word->text, "fit");
		i++;
	}
	path = configured ? NULL : py_own_config(py, STR("--config"), NULL);
	if (path)
		add_file(py, &run, path, c->site.at);
	return run;
}

/*
 * {class_path: a.B, init_args: {…}} as Hydra writes it, {_target_: a.B, …}: the same is made of it. Strategies
 * go by their names alone.
 */
static struct node *as_target(struct interpreter *py, struct node *n, bool strategy, int depth)
{
	struct node *path = n->kind == NODE_MAP ? node_get(n, STR("class_path")) : NULL, *args, *out;

	if (depth > CONF_DEPTH || (n->kind != NODE_MAP && n->kind != NODE_LIST))
		return n;
	out = py_new(py, n->kind, n->at);
	out->open = n->open;
	for (size_t i = 0; n->kind == NODE_LIST && i < n->as.items.n; i++)
		py_append(py, out, as_target(py, n->as.items.at[i], false, depth + 1));
	args = path ? node_get(n, STR("init_args")) : n;
	if (path && path->kind == NODE_STR)
		py_map_set(py, out, py_str(py, STR("_target_"), path->at),
			   strategy && str_chr(path->text, '.', 0) == SIZE_MAX
			       ? py_str(py, str_cat(py->arena, STR("lightning.pytorch.strategies."), path->text),
					path->at)
			       : path);
	for (size_t i = 0; n->kind == NODE_MAP && args && args->kind == NODE_MAP && i < args->as.pairs.n; i++) {
		struct pair *pair = &args->as.pairs.at[i];
		bool of = pair->key->kind == NODE_STR && str_is(pair->key->text, "strategy");

		py_map_set(py, out, pair->key, as_target(py, pair->value, of, depth + 1));
	}
	return out;
}

static struct node *part(const struct run *run, const char *name)
{
	struct node *n = node_get(run->conf, str_of(name));

	return n && n->kind == NODE_MAP ? n : NULL;
}

/* The module or its data: of the class that the program names, or the file does. NULL: there is none. */
static struct node *make(struct interpreter *py, struct native_call *c, const struct run *run, struct node *type,
			 const char *name)
{
	struct node *given = part(run, name), *path = given ? node_get(given, STR("class_path")) : NULL;

	if (path && path->kind == NODE_STR)
		return hydra_instantiate(py, as_target(py, given, false, 0), c->site);
	if (!type || (type->kind != NODE_CLASS && type->kind != NODE_FUNCTION))
		return NULL;
	return described_object(py, type, given ? as_target(py, given, false, 0) : py_new(py, NODE_MAP, c->site.at), c->site);
}

/* The trainer: its defaults in the program, and over them what the file and the words say. */
static struct node *make_trainer(struct interpreter *py, struct native_call *c, const struct run *run)
{
	struct node *all = py_new(py, NODE_MAP, c->site.at), *given = part(run, "trainer"), *made;
	struct args args = {0};

	for (size_t i = 0; i < c->args->n; i++)
		if (str_is(c->args->at[i].name, "trainer_defaults"))
			lay_over(py, all, c->args->at[i].value, 0);
	if (given)
		lay_over(py, all, given, 0);
	made = hydra_instantiate(py, as_target(py, all, false, 0), c->site);
	py_spread_named(py, &args, made, c->site.at);
	return py_call_library(py, STR("lightning.pytorch.Trainer"), NULL, &args, c->site);
}

static struct node *command_line(struct interpreter *py, struct native_call *c)
{
	struct run run = read_words(py, c);
	struct node *model_class = native_arg(c, 0, "model_class"), *runs = native_arg(c, SIZE_MAX, "run");
	struct node *model = make(py, c, &run, model_class, "model");
	struct node *data = make(py, c, &run, native_arg(c, 1, "datamodule_class"), "data");
	struct node *trainer = make_trainer(py, c, &run), *out = py_new(py, NODE_OBJECT, c->site.at);
	struct args args = {0};

	out->code = py_tag_namespace;
	py_attr_put(py, out, STR("trainer"), trainer);
	if (model)
		py_attr_put(py, out, STR("model"), model);
	if (data)
		py_attr_put(py, out, STR("datamodule"), data);
	if (!model || !run.fit || (runs && py_truth(py, runs) == TRUTH_NO))
		return out;
	py_give(py, &args, "model", model);
	py_give(py, &args, "datamodule", data);
	py_call_library(py, STR("lightning.pytorch.Trainer().fit"), trainer, &args, c->site);
	return out;
}

/* ---- the trainer of a parser's words, before 2.0 ---- */

/* What the parser, or the namespace that it made, says; NULL if it is neither. */
static struct node *words_of(struct interpreter *py, struct native_call *c)
{
	const struct native *parse = native_find(py, STR("ArgumentParser.parse_args"));
	struct node *given = native_arg(c, 0, "args");
	struct args none = {0};

	if (given && given->kind == NODE_OBJECT && given->code == py_tag_parser && parse)
		given = native_run(py, parse, &(struct native_call){&none, given, c->site, STR("ArgumentParser.parse_args")});
	return given && given->kind == NODE_OBJECT && given->code != py_tag_parser ? given : NULL;
}

static bool names_argument(const struct args *args, struct str name)
{
	for (size_t i = 0; i < args->n; i++)
		if (str_eq(args->at[i].name, name))
			return true;
	return false;
}

/*
 * Trainer.from_argparse_args(args, **more): what of the namespace its constructor knows, and more over it. The flags are
 * those of Trainer.add_argparse_args(parser), which leaves what no word gives to the constructor's defaults. Source:
 * pytorch_lightning 1.6, utilities/argparse.py.
 */
static struct node *from_argparse(struct interpreter *py, struct native_call *c)
{
	struct str trainer = str_sub(c->name, 0, str_rchr(c->name, '.'));
	const struct node *words = words_of(py, c);
	struct args args = {0};

	for (size_t i = 0; i < c->args->n; i++)
		if (c->args->at[i].name.n && !str_is(c->args->at[i].name, "args"))
			*vec_push(py->arena, &args) = c->args->at[i];
	for (size_t i = 0; words && i < words->as.pairs.n; i++) {
		const struct pair *pair = &words->as.pairs.at[i];

		if (pair->key->kind == NODE_STR && !names_argument(&args, pair->key->text))
			*vec_push(py->arena, &args) = (struct arg){pair->key->text, pair->value, pair->value->at};
	}
	return py_call_library(py, trainer, NULL, &args, c->site);
}

/* ---- hyperparameters ---- */

static bool named(const struct args *args, struct str name)
{
	for (size_t i = 0; i < args->n; i++)
		if (!args->at[i].name.n && args->at[i].value->kind == NODE_STR && str_eq(args->at[i].value->text, name))
			return true;
	return false;
}

/* The members of a mapping or of a namespace that is given in place of names. */
static bool given_whole(struct interpreter *py, struct node *into, const struct args *args)
{
	const struct node *from = args->n == 1 && !args->at[0].name.n ? args->at[0].value : NULL;

	if (!from || (from->kind != NODE_MAP && from->kind != NODE_OBJECT))
		return false;
	for (size_t i = 0; i < from->as.pairs.n; i++)
		py_map_set(py, into, from->as.pairs.at[i].key, from->as.pairs.at[i].value);
	into->open |= from->open;
	return true;
}

/*
 * self.save_hyperparameters(): self.hparams has what the constructor was given, or those of its parameters that
 * are named. Source: lightning 2.5, src/lightning/pytorch/core/mixins/hparams_mixin.py.
 */
static struct node *save_hyperparameters(struct interpreter *py, struct native_call *c)
{
	const struct func *f = py->frame ? py->frame->func : NULL;
	bool some = c->args->n && !c->args->at[0].name.n;
	struct node *old = c->self->kind == NODE_OBJECT ? node_get(c->self, STR("hparams")) : NULL;
	struct node *all = old && old->kind == NODE_MAP ? old : py_new(py, NODE_MAP, c->site.at);

	if (c->self->kind != NODE_OBJECT || !f)
		return py_none(py, c->site.at);
	for (size_t i = 1; !given_whole(py, all, c->args) && i < f->params->n; i++) {
		const struct py_param *p = &f->params->at[i];
		struct node *value = scope_get(py, py->frame->scope, p->name.text);

		if (value && p->kind != PARAM_STAR && p->kind != PARAM_DOUBLE_STAR &&
		    (!some || named(c->args, p->name.text)))
			py_map_set(py, all, py_str(py, p->name.text, p->name.at), value);
		else if (value && value->kind == NODE_MAP && p->kind == PARAM_DOUBLE_STAR && !some)
			lay_over(py, all, value, 0);
	}
	py_attr_put(py, c->self, STR("hparams"), all);
	return py_none(py, c->site.at);
}

static const struct native rows[] = {
    {"Module.save_hyperparameters", save_hyperparameters, NATIVE_RAW},
    {"lightning.Trainer.from_argparse_args", from_argparse, NATIVE_RAW},
    {"lightning.pytorch.LightningCLI", command_line, NATIVE_RAW},
    {"lightning.pytorch.Trainer.from_argparse_args", from_argparse, NATIVE_RAW},
    {"lightning.pytorch.cli.LightningCLI", command_line, NATIVE_RAW},
    {"pytorch_lightning.LightningCLI", command_line, NATIVE_RAW},
    {"pytorch_lightning.Trainer.from_argparse_args", from_argparse, NATIVE_RAW},
    {"pytorch_lightning.cli.LightningCLI", command_line, NATIVE_RAW},
    {"pytorch_lightning.utilities.cli.LightningCLI", command_line, NATIVE_RAW},
};

NATIVES(natives_lightning_cli, rows);
