/*
 * Config files that are jobs by themselves.
 */
#include "alone_jobs.h"
#include "budgets.h"
#include "file_jobs.h"
#include "inherited_config.h"
#include "no_jobs.h"
#include "script_world.h"

#include "lint/eval/eval.h"
#include "lint/read/read.h"
#include "lint/settings/settings.h"

/* Documents of one file that are read as configs: for each all of the file is looked at. */
enum { DOCS_MAX = 100 };

/* The place to show for a job of a file: its first key. */
struct span config_first_key(const struct node *tree, uint32_t file)
{
	if (tree->kind == NODE_MAP && tree->as.pairs.n && span_known(tree->as.pairs.at[0].key->at))
		return tree->as.pairs.at[0].key->at;
	return (struct span){file, 0, 0};
}

static const struct config *config_of(const struct assembly *s, uint32_t file,
				      const struct node *tree, bool job)
{
	const struct file *f = files_at(s->repo->files, file);

	return config_find(f->path, f->text, tree, job);
}

/* The row of a file; *tree becomes what it says together with the files that it builds on, where the row has such. */
static const struct config *config_with_bases(struct assembly *s, uint32_t file, const struct node **tree, bool job)
{
	struct config_bases bases = {0};
	const struct node *whole = (*tree)->kind == NODE_MAP && node_get(*tree, STR("defaults")) ? inherited_config(s, file, &bases) : NULL;
	const struct config *config = whole ? config_of(s, file, whole, job) : NULL;

	if (!config || !config->inherits)
		return config_of(s, file, *tree, job);
	*tree = whole;
	return config;
}

static bool read_into(struct assembly *s, uint32_t file, const struct node *tree, bool job,
		      struct draft *d)
{
	const struct config *config = config_with_bases(s, file, &tree, job);
	const struct framework *framework;

	if (!config)
		return false;
	if (config->composed)
		tree = conf_interpolated(s->arena, tree);
	repository_complain(s->repo, file);
	target_of_tree(s->arena, tree, &d->target);
	/* Per-card tables are chosen by the target, so it has to be known before they are read. */
	if (d->target.gpu.type == VALUE_STR && !job_get(&d->job, SETTING_TARGET_GPU)) {
		d->job.set[SETTING_TARGET_GPU] = d->target.gpu;
		d->job.gpu = d->target.row;
	}
	extract_map(&d->extract, config->map, tree, &d->job);
	extract_set(&d->extract, config->set, config_first_key(tree, file), tree, &d->job);
	if (!d->launch)
		extract_set(&d->extract, config->alone, config_first_key(tree, file), tree, &d->job);
	framework = config_framework(config);
	if (framework && !job_get(&d->job, SETTING_FRAMEWORK)) {
		d->job.set[SETTING_FRAMEWORK] =
		    value_str(str_of(framework->name), ORIGIN_DERIVED, STR("the keys of the file"));
		d->job.set[SETTING_FRAMEWORK].at = config_first_key(tree, file);
	}
	d->job.at = config_first_key(tree, file);
	return true;
}

bool config_into_draft(struct assembly *s, uint32_t file, const struct node *tree,
			  struct draft *d)
{
	if (!tree)
		tree = config_tree(s, file);
	return tree && read_into(s, file, tree, false, d);
}

/* file: the config; one that a manifest holds is the manifest's. function: that gives it, or empty. */
static void take_tree(struct assembly *s, uint32_t file, const struct node *tree, struct str function, const struct target *target)
{
	uint32_t main = files_parent(s->repo->files, file);
	struct draft d = {.main = main, .part = function};
	const struct config *config = tree->kind == NODE_MAP ? config_with_bases(s, file, &tree, true) : NULL;

	if (!config)
		return;
	if (config->no_job) {
		no_job_config(s, main, config_first_key(tree, file), str_of(config->no_job));
		return;
	}
	d.target = launch_target(s->c, NULL, main);
	target_merge(&d.target, target);
	extract_init(&d.extract, s->arena, s->c->findings, library_versions(s->c, main, NULL));
	d.extract.before = UINT32_MAX;
	d.extract.open = draft_open;
	d.extract.ctx = draft_opener(s->c, STR(""), files_at(s->repo->files, file)->path);
	d.job.found = JOB_FOUND_CONFIG;
	if (!read_into(s, file, tree, true, &d))
		return;
	draft_take(s->c, &d, main);
	resolve_draft(s->c, &d);
}

static bool is_data(enum file_kind kind)
{
	return kind == KIND_JSON || kind == KIND_YAML || kind == KIND_TOML;
}

/* The files of a Kubernetes ConfigMap, each a text: what its neighbours in the manifest ask for is their machine. */
static void take_config_map(struct assembly *s, uint32_t file, const struct reading *manifest, const struct node *map)
{
	const struct node *kind = node_get(map, STR("kind")), *data = node_get(map, STR("data"));
	struct target target = {0};

	if (!kind || kind->kind != NODE_STR || !str_is(kind->text, "ConfigMap") || !data || data->kind != NODE_MAP)
		return;
	for (size_t i = 0; i < manifest->docs.n && i < DOCS_MAX; i++)
		target_of_tree(s->arena, manifest->docs.at[i], &target);
	for (size_t i = 0; i < data->as.pairs.n && i < DOCS_MAX; i++) {
		const struct node *name = data->as.pairs.at[i].key, *text = data->as.pairs.at[i].value;
		const struct reading *reading;
		struct str path;
		uint32_t id;

		if (name->kind != NODE_STR || text->kind != NODE_STR || !is_data(file_kind_of(name->text)))
			continue;
		path = str_fmt(s->arena, "%.*s/%.*s", STR_ARG(path_of_file(s->c, file)), STR_ARG(name->text));
		repository_write(s->repo, path, holed_text_of(s->arena, text->text, text->at));
		id = files_find(s->repo->files, path);
		reading = id ? repository_reading(s->repo, id) : NULL;
		for (size_t k = 0; reading && k < reading->docs.n && k < DOCS_MAX; k++)
			take_tree(s, id, reading->docs.at[k], STR(""), &target);
	}
}

/* Whether a file that its framework could not read either would have been a job. */
static bool was_meant_as_job(const struct assembly *s, uint32_t file, const struct reading *reading)
{
	for (size_t i = 0; i < reading->docs.n && i < DOCS_MAX; i++)
		if (config_of(s, file, reading->docs.at[i], true))
			return true;
	/* Nothing of broken JSON is kept: its words have to tell. */
	return !reading->docs.n && s->of.marks && (s->of.marks[file - 1] & MARK_CONFIG);
}

/* Whether a file can be a job, or is broken: results of evaluations and data sets are JSON, and not kept in memory unless they are read again. */
static bool may_be_job(struct assembly *s, uint32_t file)
{
	const struct reading *reading;
	bool may;

	if (file_kind_of(path_of_file(s->c, file)) != KIND_JSON || str_has(repository_text(s->repo, file), STR("ConfigMap")))
		return true;
	reading = alone_reads(s, file) ? repository_reading(s->repo, file) : repository_peek(s->repo, &s->entry, file);
	may = reading && (reading->trouble.n || reading->docs.n > DOCS_MAX);

	for (size_t i = 0; reading && !may && i < reading->docs.n; i++)
		may = reading->docs.at[i]->kind == NODE_MAP && config_of(s, file, reading->docs.at[i], true);
	arena_reset(&s->entry);
	return may;
}

const struct node *config_tree(struct assembly *s, uint32_t file)
{
	/* A script may stand for the data that it writes. */
	const struct node *data = repository_tree(s->repo, file);
	struct str path = path_of_file(s->c, file);
	struct target target = {0};
	struct eval_world world;

	if (data || !str_ends(path, STR(".py")))
		return data;
	if (!s->of.marks || file > s->c->nfiles || !(s->of.marks[file - 1] & MARK_MODULE) ||
	    config_functions(repository_text(s->repo, file)))
		return NULL;
	world = script_world(s, file, NULL, &target, draft_opener(s->c, STR(""), path));
	return py_constants(s->arena, &world, s->cache, file);
}

/* Whether a job stands at a place: a launch has named the function. */
static bool is_launched(const struct assembly *s, struct span at)
{
	for (size_t i = 0; i < s->c->drafts.n; i++)
		if (s->c->drafts.at[i]->job.at.file == at.file && s->c->drafts.at[i]->job.at.off == at.off)
			return true;
	return false;
}

/* Calls functions of a module, and keeps what they give alone. */
static void call_functions(struct assembly *s, uint32_t file, struct py_configs *functions)
{
	struct arena own = {0};
	struct keeper keeper = {.to = s->arena, .from = &own};
	struct target target = {0};
	struct eval_world world = script_world(s, file, NULL, &target, draft_opener(s->c, STR(""), path_of_file(s->c, file)));

	py_config_values(&own, &world, s->cache, file, functions);
	for (size_t i = 0; i < functions->n; i++)
		if (functions->at[i].value)
			functions->at[i].value = keep_node(&keeper, functions->at[i].value);
	keep_end(&keeper);
	arena_free(&own);
}

/*
 * The functions of a module that give configs, with their values: all in one evaluation, as launches may name each. What
 * scripts write meanwhile is none of a module's that only gives configs.
 */
static const struct registry *registry_of(struct assembly *s, uint32_t file)
{
	const char *types = config_functions(repository_text(s->repo, file));
	struct registry *r;

	for (size_t i = 0; i < s->registries.n; i++)
		if (s->registries.at[i].file == file)
			return &s->registries.at[i];
	if (!types)
		return NULL;
	r = vec_push(s->arena, &s->registries);
	*r = (struct registry){.file = file};
	r->functions = py_config_functions(s->arena, s->cache, file, repository_text(s->repo, file), types);
	if (r->functions.n)
		call_functions(s, file, &r->functions);
	return r;
}

const struct node *config_of_function(struct assembly *s, uint32_t file, struct str name)
{
	const struct registry *r = registry_of(s, file);

	for (size_t i = 0; r && i < r->functions.n; i++)
		if (str_eq(r->functions.at[i].name, name))
			return r->functions.at[i].value;
	return NULL;
}

void function_jobs(struct assembly *s, uint32_t file)
{
	const struct registry *r = registry_of(s, file);

	for (size_t i = 0; r && i < r->functions.n; i++) {
		const struct py_given *one = &r->functions.at[i];

		/* Those that begin so are parts of others. */
		if (one->value && !str_starts(one->name, STR("_")) && !is_launched(s, one->at))
			take_tree(s, file, one->value, one->name, &(struct target){0});
	}
}

void module_jobs(struct assembly *s, uint32_t file)
{
	const struct node *tree = config_tree(s, file);

	if (tree)
		take_tree(s, file, tree, STR(""), &(struct target){0});
}

void config_jobs(struct assembly *s, uint32_t file)
{
	const struct reading *reading = may_be_job(s, file) ? repository_reading(s->repo, file) : NULL;

	if (!reading)
		return;
	if (reading->trouble.n) {
		if (was_meant_as_job(s, file, reading))
			repository_complain(s->repo, file);
		return;
	}
	if (reading->docs.n > DOCS_MAX)
		budget_note(s, file, STR("100 documents"));
	for (size_t i = 0; i < reading->docs.n && i < DOCS_MAX; i++) {
		take_tree(s, file, reading->docs.at[i], STR(""), &(struct target){0});
		take_config_map(s, file, reading, reading->docs.at[i]);
	}
}
