#include "manifest.h"

#include "lint/eval/eval.h"

enum { ITEMS_MAX = 64, NAMES_MAX = 2000, VALUES_DEPTH_MAX = 8, FLAGS_MAX = 100 };

/* "--lr 1e-4 --fast" of {lr: 1e-4, fast: true}; unknown where something in it is no scalar. */
static struct node *unpacked(struct arena *a, const struct node *map)
{
	struct str out = {0}, text;

	for (size_t i = 0; i < map->as.pairs.n; i++) {
		const struct pair *p = &map->as.pairs.at[i];

		if (i == FLAGS_MAX)
			return node_unknown(a, STR("a long mapping put into the command"), map->at);
		if (p->value->kind == NODE_BOOL && !p->value->as.b)
			continue;
		text = p->value->kind == NODE_BOOL ? STR("") : p->value->text;
		if (p->value->kind != NODE_BOOL && p->value->kind != NODE_STR && p->value->kind != NODE_INT && p->value->kind != NODE_REAL)
			return node_unknown(a, STR("a mapping put into the command"), map->at);
		out = str_fmt(a, "%.*s%s--%.*s%s%.*s", STR_ARG(out), out.n ? " " : "", STR_ARG(p->key->text), text.n ? " " : "",
			      STR_ARG(text));
	}
	return node_str(a, out, map->at);
}

/* The values of a mapping as variables: train.rows is train_rows, and the whole of train what it is in a command. */
static void add_values(struct arena *a, struct node *env, struct str prefix, const struct node *map, int depth)
{
	for (size_t i = 0; map->kind == NODE_MAP && i < map->as.pairs.n; i++) {
		const struct pair *p = &map->as.pairs.at[i];
		struct str name = prefix.n ? str_fmt(a, "%.*s.%.*s", STR_ARG(prefix), STR_ARG(p->key->text)) : p->key->text;

		if (env->as.pairs.n > NAMES_MAX || depth > VALUES_DEPTH_MAX)
			return;
		node_set(a, env, node_str(a, manifest_variable(a, name), p->value->at),
			 p->value->kind == NODE_MAP ? unpacked(a, p->value) : p->value);
		add_values(a, env, name, p->value, depth + 1);
	}
}

/* The values of a file of parameters, beside the pipeline; of some of its keys alone: "params.yaml:train,data". */
static void add_file(struct manifest_reader *r, struct node *env, struct str what)
{
	struct str_cut cut = str_cut(what, ':');
	uint32_t file = files_find(r->files, eval_path(r->arena, eval_dirname(files_at(r->files, r->file)->path), cut.head));
	const struct node *tree = file ? r->tree(r->data, file) : NULL;
	struct node *some;

	if (!tree || tree->kind != NODE_MAP)
		return;
	r->parameters = file;
	if (!cut.ok) {
		add_values(r->arena, env, STR(""), tree, 0);
		return;
	}
	some = node_new(r->arena, NODE_MAP, tree->at);
	for (struct str_cut key = str_cut(cut.tail, ','); key.head.n; key = str_cut(key.tail, ',')) {
		const struct pair *p = node_pair(tree, str_trim(key.head));

		if (p)
			node_set(r->arena, some, p->key, p->value);
	}
	add_values(r->arena, env, STR(""), some, 0);
}

/* vars: files of parameters and mappings. */
static void add_vars(struct manifest_reader *r, struct node *env, const struct node *vars)
{
	for (size_t i = 0; vars && vars->kind == NODE_LIST && i < vars->as.items.n; i++) {
		const struct node *item = vars->as.items.at[i];

		if (item->kind == NODE_STR)
			add_file(r, env, item->text);
		else
			add_values(r->arena, env, STR(""), item, 0);
	}
}

/* The values that all stages see, read once. */
static const struct node *values_of_all(struct manifest_reader *r)
{
	const struct node *document = r->document;

	if (r->values)
		return r->values;
	r->values = node_new(r->arena, NODE_MAP, (struct span){r->file, 0, 0});
	add_file(r, r->values, STR("params.yaml"));
	add_vars(r, r->values, document ? node_get(document, STR("vars")) : NULL);
	return r->values;
}

/* A stage's commands, item's names in them if it is one of several alike. */
static void run_stage(struct manifest_reader *r, const struct node *map, const struct node *item)
{
	static const struct manifest_marks marks = {.open = "${", .close = "}"};
	const struct node *cmd = node_get(map, STR("cmd")), *wdir = node_get(map, STR("wdir"));
	struct shell_world world = r->world(r->data);
	const struct node *values;
	struct node *env;

	if (!cmd)
		return;
	env = node_new(r->arena, NODE_MAP, map->at);
	values = values_of_all(r);
	for (size_t i = 0; i < values->as.pairs.n; i++)
		*vec_push(r->arena, &env->as.pairs) = values->as.pairs.at[i];
	add_vars(r, env, node_get(map, STR("vars")));
	if (item)
		add_values(r->arena, env, STR(""), item, 0);
	world.env = env;
	world.cwd = eval_path(r->arena, eval_dirname(files_at(r->files, r->file)->path),
			      wdir && wdir->kind == NODE_STR ? wdir->text : STR("."));
	if (cmd->kind == NODE_STR)
		r->found(r->data, manifest_marked(r->arena, r->files, cmd, &marks, &world));
	for (size_t i = 0; cmd->kind == NODE_LIST && i < cmd->as.items.n; i++)
		if (cmd->as.items.at[i]->kind == NODE_STR)
			r->found(r->data, manifest_marked(r->arena, r->files, cmd->as.items.at[i], &marks, &world));
}

static struct node *item_of(struct arena *a, struct node *value, struct node *key)
{
	struct node *item = node_new(a, NODE_MAP, value->at);

	node_set(a, item, node_str(a, STR("item"), value->at), value);
	if (key)
		node_set(a, item, node_str(a, STR("key"), key->at), key);
	return item;
}

bool pipeline_file(struct str path)
{
	return str_is(str_tail(path, '/'), "dvc.yaml");
}

/*
 * A stage: a command or a list of them, run in wdir or else where the file lies; the same one for each of several items.
 * ${…} is a value of params.yaml, of vars or of the item, and unknown without one.
 * Source: DVC 3, dvc/schema.py, dvc/stage/run.py, dvc/parsing/__init__.py and interpolate.py.
 */
void pipeline_stages(struct manifest_reader *r, const struct node *map)
{
	struct arena *a = r->arena;
	const struct node *each, *stage;

	if (!pipeline_file(files_at(r->files, r->file)->path))
		return;
	each = node_get(map, STR("foreach"));
	stage = node_get(map, STR("do"));
	if (node_get(map, STR("cmd")) && map != r->told_stage)
		run_stage(r, map, NULL);
	if (!each || !stage || stage->kind != NODE_MAP || (each->kind != NODE_LIST && each->kind != NODE_MAP))
		return;
	/* It stands below this mapping, and is visited by itself. */
	r->told_stage = stage;
	for (size_t i = 0; each->kind == NODE_LIST && i < each->as.items.n && i < ITEMS_MAX; i++)
		run_stage(r, stage, item_of(a, each->as.items.at[i], NULL));
	for (size_t i = 0; each->kind == NODE_MAP && i < each->as.pairs.n && i < ITEMS_MAX; i++)
		run_stage(r, stage, item_of(a, each->as.pairs.at[i].value, each->as.pairs.at[i].key));
}
