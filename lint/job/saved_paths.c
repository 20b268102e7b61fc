/* What jobs and configs write: the names in calls, launch arguments and config files. */
#include "saved_adapters.h"

#include "lint/repo/repo.h"
#include "resolve.h"

#include <string.h>

/* Options, attributes and keys that say where a model is saved, spelled with "_". */
static const struct {
	const char *name;
	bool hub;
} keys[] = {
    /* transformers src/transformers/training_args.py, and the configs of axolotl, LLaMA-Factory, trl. */
    {"output_dir", false},
    {"hub_model_id", true},
    /* What people call it in scripts of their own. */
    {"checkpoint_dir", false},
    {"ckpt_dir", false},
    {"hub_repo", true},
    {"hub_repo_id", true},
    {"merged_dir", false},
    {"model_output_dir", false},
    {"model_save_path", false},
    {"out_dir", false},
    {"output_model_dir", false},
    {"output_path", false},
    {"repo_id", true},
    {"save_dir", false},
    {"save_directory", false},
    {"save_path", false},
};

/* Methods that save a model under their first argument. */
static const struct {
	const char *method;
	bool hub;
	/** It is the whole model, adapters or not. */
	bool whole;
} methods[] = {
    /* transformers src/transformers/modeling_utils.py, trainer.py; peft src/peft/peft_model.py: the adapters alone. */
    {"save_pretrained", false, false},
    {"save_model", false, false},
    {"push_to_hub", true, false},
    /* unsloth unsloth/save.py. */
    {"save_pretrained_merged", false, true},
    {"push_to_hub_merged", true, true},
};

/* Configs that make a whole model of a base and its adapter. */
static const struct {
	/** The word that the file's bytes must hold. */
	const char *out;
	const char *base;
	const char *source;
} merges[] = {
    {"export_dir", "model_name_or_path",
     "LLaMA-Factory src/llamafactory/train/tuner.py export_model"},
};

/* Calls that put a model of a hub into a folder: huggingface_hub 0.34, modelscope 1.28. */
static const struct {
	const char *method;
	const char *model;
	const char *folder;
} downloads[] = {
    {"snapshot_download", "repo_id|model_id", "local_dir"},
};

/* What is being gathered, and from whom. */
struct gathering {
	struct draft_context *c;
	const struct draft *draft;
	struct saved_models *out;
	bool fetched;
	/** The draft's job where it is one that trains, else NULL. */
	const struct job *job;
	/** What is being saved is no adapter. */
	bool whole;
};

/* What the job calls its model, unless it is itself what another stage wrote. */
static struct str name_of(const struct job *job)
{
	return job->shape_how.n ? job->model->id : job_str(job, SETTING_MODEL, job->model->id);
}

static void add_text(struct gathering *g, struct str text, struct span at, bool hub)
{
	struct str path = saved_model_path(g->c->arena, text);

	/* A folder called "output" is anybody's. */
	if (!path.n || str_is(path, ".") || model_is_folder(path) || !g->draft->job.model)
		return;
	*vec_push(g->c->arena, g->out) = (struct saved_model){
	    .job = g->job,
	    .adapters = g->job && !g->whole && saved_adapters_of(g->job, path),
	    .tried = g->draft->script && g->draft->main != g->draft->script,
	    .path = path,
	    .hub = hub,
	    .fetched = g->fetched,
	    .at = at,
	    .model = g->draft->job.model,
	    .name = name_of(&g->draft->job),
	    .by = g->draft->main,
	};
}

static void add_node(struct gathering *g, const struct node *n, bool hub)
{
	if (n && n->kind == NODE_STR)
		add_text(g, n->text, n->at, hub);
	for (size_t i = 0; n && n->kind == NODE_EITHER && i < n->as.items.n; i++)
		if (n->as.items.at[i]->kind == NODE_STR)
			add_text(g, n->as.items.at[i]->text, n->as.items.at[i]->at, hub);
}

/* The row of a key as it is spelled in code, files and flags; SIZE_MAX if it is none. */
static size_t key_row(struct str key)
{
	while (key.n && *key.s == '-')
		key = str_sub(key, 1, key.n);
	for (size_t i = 0; i < sizeof(keys) / sizeof(*keys); i++) {
		size_t n, k = 0;

		if (!key.n || *key.s != *keys[i].name)
			continue;
		n = strlen(keys[i].name);
		while (k < n && k < key.n &&
		       (key.s[k] == keys[i].name[k] || (key.s[k] == '-' && keys[i].name[k] == '_')))
			k++;
		if (k == n && k == key.n)
			return i;
	}
	return SIZE_MAX;
}

static void add_key(struct gathering *g, struct str key, const struct node *value)
{
	size_t row = key_row(key);

	if (row != SIZE_MAX)
		add_node(g, value, keys[row].hub);
}

/* An argument by its name, "a|b", or the first one. */
static const struct node *argument(const struct call *call, const char *names, bool first)
{
	if (first && call->args.n && !call->args.at[0].name.n)
		return call->args.at[0].value;
	for (size_t i = 0; i < call->args.n; i++)
		if (str_among(call->args.at[i].name, str_of(names)))
			return call->args.at[i].value;
	return NULL;
}

/* A job with nothing but a model of this name, which has a shape if one is known. */
static void name_model(struct draft_context *c, struct draft *d, struct str model)
{
	d->job.set[SETTING_MODEL] = value_str(model, ORIGIN_STATED, STR(""));
	resolve_names(c, &d->job, STR(""), files_at(c->repo->files, d->main)->path);
}

/* What a call fetches is in the folder, whatever the job is about. */
static void add_download(struct gathering *g, const struct call *call, size_t row)
{
	const struct node *model = argument(call, downloads[row].model, true);
	const struct node *folder = argument(call, downloads[row].folder, false);
	struct draft d = {.main = g->draft->main};
	struct gathering fetched = {g->c, &d, g->out, true, NULL, true};

	if (!model || model->kind != NODE_STR || !folder)
		return;
	name_model(g->c, &d, model->text);
	if (d.job.model)
		add_node(&fetched, folder, false);
}

void saved_models_add_downloads(struct draft_context *c, struct saved_models *out)
{
	for (size_t i = 0; i < c->downloads.n; i++) {
		const struct download *f = &c->downloads.at[i];
		struct draft d = {.main = files_parent(c->repo->files, f->file)};
		struct gathering g = {c, &d, out, true, NULL, true};

		name_model(c, &d, f->model);
		if (d.job.model)
			add_text(&g, f->folder, f->at, false);
	}
}

bool saved_models_may_take(const struct call *call)
{
	for (size_t i = 0; i < sizeof(downloads) / sizeof(*downloads); i++)
		if (str_is(call->method, downloads[i].method))
			return true;
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
		if (str_is(call->method, methods[i].method))
			return true;
	for (size_t i = 0; i < call->args.n; i++)
		if (key_row(call->args.at[i].name) != SIZE_MAX)
			return true;
	return saved_adapters_merges(call);
}

static void add_call(struct gathering *g, const struct call *call)
{
	for (size_t i = 0; i < sizeof(downloads) / sizeof(*downloads); i++)
		if (str_is(call->method, downloads[i].method)) {
			add_download(g, call, i);
			return;
		}
	for (size_t i = 0; i < call->args.n; i++)
		add_key(g, call->args.at[i].name, call->args.at[i].value);
	for (size_t i = 0; i < sizeof(methods) / sizeof(*methods); i++)
		if (str_is(call->method, methods[i].method) && call->args.n && !call->args.at[0].name.n) {
			g->whole = methods[i].whole || saved_adapters_merged(g->draft->trace, call->self, call->order);
			add_node(g, call->args.at[0].value, methods[i].hub);
			g->whole = false;
		}
}

/* Keys of a tree and of the sections in it. */
enum { SECTIONS_MAX = 3 };

static void add_tree(struct gathering *g, const struct node *tree, int depth)
{
	if (!tree || (tree->kind != NODE_MAP && tree->kind != NODE_OBJECT) || depth > SECTIONS_MAX)
		return;
	for (size_t i = 0; i < tree->as.pairs.n; i++) {
		const struct pair *p = &tree->as.pairs.at[i];

		if (p->key->kind != NODE_STR)
			continue;
		add_key(g, p->key->text, p->value);
		if (p->value->kind == NODE_MAP)
			add_tree(g, p->value, depth + 1);
	}
}

/* "--output_dir X", "--output_dir=X" and Hydra's "output_dir=X". */
static void add_launch(struct gathering *g, const struct launch *launch)
{
	for (size_t i = 0; launch && i < launch->args.n; i++) {
		const struct node *word = launch->args.at[i].value;
		struct str_cut cut;
		size_t row;

		if (word->kind != NODE_STR)
			continue;
		cut = str_cut(word->text, '=');
		row = key_row(cut.head);
		if (row == SIZE_MAX)
			continue;
		if (cut.ok)
			add_text(g, cut.tail, word->at, keys[row].hub);
		else if (i + 1 < launch->args.n)
			add_node(g, launch->args.at[i + 1].value, keys[row].hub);
	}
}

void saved_models_add_job(struct draft_context *c, const struct draft *d, struct saved_models *out)
{
	struct gathering g = {c, d, out, false, &d->job, false};
	const struct trace *trace = d->trace;

	for (size_t i = 0; trace && i < trace->n; i++)
		add_call(&g, trace->at[i]);
	if (!d->job.model)
		return;
	for (size_t i = 0; trace && i < trace->configs.n; i++)
		add_tree(&g, trace->configs.at[i], 0);
	add_launch(&g, d->launch);
	for (size_t i = 0; i < d->files.n; i++) {
		enum file_kind kind = file_kind_of(files_at(c->repo->files, d->files.at[i])->path);

		if (kind == KIND_YAML || kind == KIND_JSON || kind == KIND_TOML)
			add_tree(&g, repository_tree(c->repo, d->files.at[i]), 0);
	}
}

/* Whether a file's merge is there already: what it merges was known in an earlier round. */
static bool is_added(const struct saved_models *out, uint32_t file)
{
	for (size_t i = 0; i < out->n; i++)
		if (out->at[i].by == file)
			return true;
	return false;
}

static void add_merge(struct draft_context *c, uint32_t file, size_t row, struct saved_models *out)
{
	const struct node *tree = repository_tree(c->repo, file);
	const struct node *to = tree ? node_path(tree, str_of(merges[row].out)) : NULL;
	const struct node *base = tree ? node_path(tree, str_of(merges[row].base)) : NULL;
	struct draft d = {.main = file};
	struct gathering g = {c, &d, out, false, NULL, true};

	if (!to || !base || base->kind != NODE_STR)
		return;
	d.job.set[SETTING_MODEL] = value_str(base->text, ORIGIN_STATED, STR(""));
	resolve_names(c, &d.job, STR(""), files_at(c->repo->files, file)->path);
	if (!d.job.model)
		d.job.model = saved_model_shape(out, saved_model_path(c->arena, base->text));
	if (d.job.model)
		add_node(&g, to, false);
}

void saved_models_add_merges(struct draft_context *c, struct saved_models *out)
{
	for (uint32_t file = 1; file <= c->nfiles; file++) {
		const struct file *f = files_at(c->repo->files, file);
		enum file_kind kind = file_kind_of(f->path);

		for (size_t row = 0; row < sizeof(merges) / sizeof(*merges); row++)
			if ((kind == KIND_YAML || kind == KIND_JSON) && str_has(f->text, str_of(merges[row].out)) &&
			    !is_added(out, file))
				add_merge(c, file, row, out);
	}
}
