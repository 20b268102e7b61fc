/*
 * A job on a runner without a GPU tests a program and trains nothing: only runners that are called after one count.
 * Sources: docs.github.com, Workflow syntax for GitHub Actions (2024-11); docs.gitlab.com, CI/CD YAML syntax reference (17.6).
 */
#include "manifest.h"

#include "lint/eval/eval.h"

enum { EXTENDS_MAX = 8 };

bool ci_is_workflow(struct str path)
{
	struct str folder = eval_dirname(path);

	return (str_ends(path, STR(".yml")) || str_ends(path, STR(".yaml"))) &&
	       (str_is(folder, ".github/workflows") || str_ends(folder, STR("/.github/workflows")));
}

static bool is_of_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* Whether a runner's name has a GPU in its words: gpu-large, linux.g5.4xlarge.nvidia.gpu, self-hosted-a100; no-gpu has none. */
static bool names_gpu(struct str name)
{
	struct str before = {0};
	bool found = false;

	for (size_t i = 0, to; i < name.n; i = to + 1) {
		struct str word;

		for (to = i; to < name.n && is_of_word(name.s[to]);)
			to++;
		word = str_sub(name, i, to);
		if (str_among_nocase(word, STR("cpu|nogpu")) || (str_among_nocase(before, STR("no|non|without")) && str_is_nocase(word, "gpu")))
			return false;
		found = found || str_among_nocase(word, STR("gpu|gpus|cuda|nvidia|t4|p100|v100|a10|a10g|a30|a40|a100|l4|l40|l40s|h100|h200|b200|rtx"));
		before = word;
	}
	return found;
}

/* Whether runs-on or tags name a GPU: a name, a list of them, {group: …, labels: …}. */
static bool runs_on_gpu(const struct node *runner)
{
	if (!runner)
		return false;
	if (runner->kind == NODE_STR)
		return names_gpu(runner->text);
	if (runner->kind == NODE_MAP)
		return runs_on_gpu(node_get(runner, STR("labels"))) || runs_on_gpu(node_get(runner, STR("group")));
	for (size_t i = 0; runner->kind == NODE_LIST && i < runner->as.items.n; i++)
		if (runner->as.items.at[i]->kind == NODE_STR && names_gpu(runner->as.items.at[i]->text))
			return true;
	return false;
}

static void add_variables(struct arena *a, struct node *env, const struct node *from)
{
	for (size_t i = 0; from && from->kind == NODE_MAP && i < from->as.pairs.n; i++) {
		const struct pair *p = &from->as.pairs.at[i];
		struct node *value = p->value->kind == NODE_MAP ? node_get(p->value, STR("value")) : p->value;

		/* "${{ matrix.rows }}" is a value of another. */
		if (value && value->kind == NODE_STR && str_chr(value->text, '$', 0) != SIZE_MAX)
			value = node_unknown(a, STR("a variable of other values"), value->at);
		if (value)
			node_set(a, env, p->key, value);
	}
}

static const struct node *working_directory(const struct node *of)
{
	const struct node *run = node_get(of, STR("defaults")) ? node_get(node_get(of, STR("defaults")), STR("run")) : NULL;

	return run ? node_get(run, STR("working-directory")) : NULL;
}

/* A step that runs lines of a shell's. */
static void take_step(struct manifest_reader *r, const struct node *document, const struct node *job, const struct node *step)
{
	static const struct manifest_marks marks = {.open = "${{", .close = "}}"};
	struct arena *a = r->arena;
	const struct node *run = node_get(step, STR("run")), *cwd = node_get(step, STR("working-directory")), *shell = node_get(step, STR("shell"));
	struct shell_world world = r->world(r->data);
	struct node *env = node_new(a, NODE_MAP, step->at);

	if (!run || run->kind != NODE_STR || (shell && shell->kind == NODE_STR && !str_has(shell->text, STR("sh"))))
		return;
	add_variables(a, env, node_get(document, STR("env")));
	add_variables(a, env, node_get(job, STR("env")));
	add_variables(a, env, node_get(step, STR("env")));
	/* As an expression has it: ${{ env.NAME }}. */
	for (size_t i = 0, n = env->as.pairs.n; i < n; i++)
		node_set(a, env, node_str(a, str_cat(a, STR("env_"), env->as.pairs.at[i].key->text), env->at), env->as.pairs.at[i].value);
	world.env = env;
	cwd = cwd ? cwd : working_directory(job);
	cwd = cwd ? cwd : working_directory(document);
	if (cwd && cwd->kind == NODE_STR)
		world.cwd = eval_path(a, STR(""), cwd->text);
	r->found(r->data, manifest_marked(r->arena, r->files, run, &marks, &world));
}

static void take_workflow(struct manifest_reader *r, const struct node *document)
{
	const struct node *jobs = node_get(document, STR("jobs"));

	for (size_t i = 0; jobs && jobs->kind == NODE_MAP && i < jobs->as.pairs.n; i++) {
		const struct node *job = jobs->as.pairs.at[i].value, *steps = job->kind == NODE_MAP ? node_get(job, STR("steps")) : NULL;

		if (!steps || steps->kind != NODE_LIST || !runs_on_gpu(node_get(job, STR("runs-on"))))
			continue;
		for (size_t k = 0; k < steps->as.items.n; k++)
			if (steps->as.items.at[k]->kind == NODE_MAP)
				take_step(r, document, job, steps->as.items.at[k]);
	}
}

/* What a job of GitLab's says of a key, itself or by the job that it extends, the last of several first; or what holds for all. */
static const struct node *of_job(const struct node *document, const struct node *job, const char *key, int depth)
{
	const struct node *found = node_get(job, str_of(key)), *extends = node_get(job, STR("extends")), *base;

	if (found || !extends || depth > EXTENDS_MAX)
		return found;
	if (extends->kind == NODE_STR) {
		base = node_get(document, extends->text);
		return base && base->kind == NODE_MAP ? of_job(document, base, key, depth + 1) : NULL;
	}
	for (size_t i = extends->kind == NODE_LIST ? extends->as.items.n : 0; !found && i > 0; i--) {
		base = extends->as.items.at[i - 1]->kind == NODE_STR ? node_get(document, extends->as.items.at[i - 1]->text) : NULL;
		found = base && base->kind == NODE_MAP ? of_job(document, base, key, depth + 1) : NULL;
	}
	return found;
}

static const struct node *of_all(const struct node *document, const char *key)
{
	const struct node *all = node_get(document, STR("default")), *found = all && all->kind == NODE_MAP ? node_get(all, str_of(key)) : NULL;

	return found ? found : node_get(document, str_of(key));
}

static void add_lines(struct arena *a, struct node *lines, const struct node *script)
{
	for (size_t i = 0; script && script->kind == NODE_LIST && i < script->as.items.n; i++)
		if (script->as.items.at[i]->kind == NODE_STR)
			node_push(a, lines, script->as.items.at[i]);
	if (script && script->kind == NODE_STR)
		node_push(a, lines, node_copy(a, script));
}

static void take_pipeline(struct manifest_reader *r, const struct node *document)
{
	struct arena *a = r->arena;

	for (size_t i = 0; i < document->as.pairs.n; i++) {
		const struct pair *p = &document->as.pairs.at[i];
		const struct node *script = p->value->kind == NODE_MAP ? of_job(document, p->value, "script", 0) : NULL, *tags, *before;
		struct shell_world world;
		struct node *env, *lines;

		/* A name with a dot is a template of others. */
		if (!script || str_starts(p->key->text, STR(".")) || str_is(p->key->text, "default"))
			continue;
		tags = of_job(document, p->value, "tags", 0);
		if (!runs_on_gpu(tags ? tags : of_all(document, "tags")))
			continue;
		before = of_job(document, p->value, "before_script", 0);
		world = r->world(r->data);
		env = node_new(a, NODE_MAP, p->value->at);
		add_variables(a, env, node_get(document, STR("variables")));
		add_variables(a, env, of_job(document, p->value, "variables", 0));
		world.env = env;
		lines = node_new(a, NODE_LIST, script->at);
		add_lines(a, lines, before ? before : of_all(document, "before_script"));
		add_lines(a, lines, script);
		r->found(r->data, manifest_lines(a, r->files, lines, &world));
	}
}

void ci_pipelines(struct manifest_reader *r)
{
	struct str path = files_at(r->files, r->file)->path;

	if (r->document->kind != NODE_MAP)
		return;
	if (ci_is_workflow(path))
		take_workflow(r, r->document);
	else if (str_is(str_tail(path, '/'), ".gitlab-ci.yml"))
		take_pipeline(r, r->document);
}
