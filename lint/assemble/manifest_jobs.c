/*
 * Commands inside manifests: Kubernetes containers, compose services, SkyPilot and dstack tasks,
 * Azure ML and MCLI jobs, DVC's stages, an editor's debug configurations and tasks. The manifest's own target is the
 * target of what it runs.
 */
#include "budgets.h"
#include "file_jobs.h"

#include "lint/manifest/manifest.h"
#include "lint/read/read.h"
#include "lint/settings/settings.h"

#include <string.h>

enum { VISITS_MAX = 20000 };

struct manifest {
	struct assembly *assembly;
	uint32_t file;
	size_t visits;
	/** The machines of a PyTorchJob; 0: the document is none. */
	int64_t replicas;
	/** manifest_jobs(); by file id, whether a script has jobs. */
	const bool *told, *had;
	struct manifest_reader reader;
};

static void follow(struct manifest *m, const struct launches *launches)
{
	budget_shell_done(m->assembly, m->file, launches);
	for (size_t i = 0; i < launches->n; i++)
		launch_jobs(m->assembly, &launches->at[i]);
}

/* The same of what an editor starts, but for scripts that others say more of. */
static void follow_debugged(struct manifest *m, const struct launches *launches)
{
	struct assembly *s = m->assembly;

	budget_shell_done(s, m->file, launches);
	for (size_t i = 0; i < launches->n; i++) {
		uint32_t script = launched_file(s->c, &launches->at[i], launched_folder(s->c, &launches->at[i]));
		bool known = script && script <= s->c->nfiles;

		if (known && (m->told ? m->told[script] : m->had[script]))
			continue;
		launch_jobs(s, &launches->at[i]);
	}
}

/*
 * What a task's launcher sets on each machine: SkyPilot (sky/skylet/constants.py, 0.10) and dstack
 * (runner/internal/executor/executor.go, 0.19). A task that names no number of machines has one.
 */
static void add_machine_variables(struct manifest *m, const struct node *map, struct node *env)
{
	struct arena *a = m->assembly->arena;
	struct target target = {0};
	const struct {
		const char *name;
		const struct value *count;
	} rows[] = {
		{"SKYPILOT_NUM_NODES", &target.nodes},
		{"SKYPILOT_NUM_GPUS_PER_NODE", &target.per_node},
		{"DSTACK_NODES_NUM", &target.nodes},
		{"DSTACK_GPUS_PER_NODE", &target.per_node},
	};

	target_of_tree(a, map, &target);
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const struct value *count = rows[i].count;

		if (count->type == VALUE_INT || count == &target.nodes)
			node_set(a, env, node_str(a, str_of(rows[i].name), map->at),
				 node_str(a, str_fmt(a, "%ld", count->type == VALUE_INT ? (long)count->as.i : 1L), map->at));
	}
}

/* The pods of a PyTorchJob, a machine each; 0: the document is none, or does not say. */
static int64_t replicas_of(const struct node *document)
{
	const struct node *kind = node_get(document, STR("kind")), *spec = node_get(document, STR("spec"));
	const struct node *specs = spec ? node_get(spec, STR("pytorchReplicaSpecs")) : NULL;
	int64_t sum = 0;

	if (!kind || kind->kind != NODE_STR || !str_is(kind->text, "PyTorchJob") || !specs || specs->kind != NODE_MAP ||
	    !node_get(specs, STR("Master")))
		return 0;
	for (size_t i = 0; i < specs->as.pairs.n; i++) {
		const struct node *n = node_get(specs->as.pairs.at[i].value, STR("replicas"));

		if (n && (n->kind != NODE_INT || n->as.i < 0 || n->as.i > 100000))
			return 0;
		sum += n ? n->as.i : 1;
	}
	return sum;
}

/*
 * What the operator of a PyTorchJob sets in the master's pod (kubeflow/training-operator pkg/controller.v1/pytorch/envvar.go, 1.4 to 1.9;
 * PET_NNODES from 1.7 on). Where it counts processes of a pod too, WORLD_SIZE is theirs.
 */
static void add_replica_variables(struct manifest *m, const struct node *map, struct node *env)
{
	struct arena *a = m->assembly->arena;
	const struct node *spec = node_get(m->assembly->c->document, STR("spec"));
	struct node *count = node_str(a, str_fmt(a, "%ld", (long)m->replicas), map->at);
	struct node *first = node_str(a, STR("0"), map->at);

	node_set(a, env, node_str(a, STR("PET_NNODES"), map->at), count);
	node_set(a, env, node_str(a, STR("PET_NODE_RANK"), map->at), first);
	if (spec && node_get(spec, STR("nprocPerNode")))
		return;
	node_set(a, env, node_str(a, STR("WORLD_SIZE"), map->at), count);
	node_set(a, env, node_str(a, STR("RANK"), map->at), first);
}

/* Kubernetes' [{name: A, value: b}], compose's and dstack's {A: b} or ["A=b"]; a bare "A" is set elsewhere. */
static struct node *environment_of(struct manifest *m, const struct node *map)
{
	const struct node *env = node_get(map, STR("env"));
	struct node *out = node_new(m->assembly->arena, NODE_MAP, map->at);

	if (!env)
		env = node_get(map, STR("envs"));
	if (!env)
		env = node_get(map, STR("environment"));
	if (!env)
		env = node_get(map, STR("env_variables"));
	for (size_t i = 0; env && env->kind == NODE_MAP && i < env->as.pairs.n; i++)
		node_set(m->assembly->arena, out, env->as.pairs.at[i].key, env->as.pairs.at[i].value);
	for (size_t i = 0; env && env->kind == NODE_LIST && i < env->as.items.n; i++) {
		struct node *item = env->as.items.at[i];
		struct node *name = item->kind == NODE_MAP ? node_get(item, STR("name")) : NULL;
		struct node *value = item->kind == NODE_MAP ? node_get(item, STR("value")) : NULL;

		if (item->kind == NODE_STR && str_cut(item->text, '=').ok) {
			struct str_cut cut = str_cut(item->text, '=');

			name = node_str(m->assembly->arena, cut.head, item->at);
			value = node_str(m->assembly->arena, cut.tail, item->at);
		}
		if (name && value)
			node_set(m->assembly->arena, out, name, value);
	}
	if (node_get(map, STR("resources")))
		add_machine_variables(m, map, out);
	if (m->replicas)
		add_replica_variables(m, map, out);
	return out;
}

static void take_string(struct manifest *m, const struct node *n, const struct shell_world *world)
{
	struct manifest_segments segments = {0};

	manifest_segments(m->assembly->arena, m->assembly->repo->files, n, 0, &segments);
	follow(m, shell_read_string(m->assembly->arena, world, m->assembly->repo->files,
				    manifest_script(m->assembly->arena, n->text), n->at, segments.at, segments.n));
}

/* dstack's commands are one script: what one of them exports or where it goes holds for those behind it. */
static void take_strings(struct manifest *m, const struct node *list, const struct shell_world *world)
{
	follow(m, manifest_lines(m->assembly->arena, m->assembly->repo->files, list, world));
}

/* A word of which a template leaves parts open: the parts, as shell_read_words() takes them. */
static struct node *open_word(struct arena *a, struct node *n)
{
	struct node *parts;
	size_t from = 0, open;

	if (!str_has(n->text, STR("{{")))
		return n;
	parts = node_new(a, NODE_TUPLE, n->at);
	while ((open = str_find(n->text, STR("{{"), from)) != SIZE_MAX) {
		size_t end = str_find(n->text, STR("}}"), open);

		if (end == SIZE_MAX)
			break;
		if (open > from)
			node_push(a, parts, node_str(a, str_sub(n->text, from, open), n->at));
		node_push(a, parts, node_unknown(a, STR("a value of the template"), n->at));
		from = end + 2;
	}
	if (from < n->text.n)
		node_push(a, parts, node_str(a, str_sub(n->text, from, n->text.n), n->at));
	return parts;
}

/* Whether the words so far end in what hands the next one to a shell: bash -c, sh -lc. */
static bool wants_script(const struct node *words)
{
	const struct node *last = words->as.items.n ? words->as.items.at[words->as.items.n - 1] : NULL;

	return last && last->kind == NODE_STR && str_starts(last->text, STR("-")) && str_ends(last->text, STR("c"));
}

static bool append_words(struct arena *a, struct node *words, const struct node *list)
{
	if (!list || list->kind != NODE_LIST)
		return false;
	for (size_t i = 0; i < list->as.items.n; i++) {
		struct node *n = list->as.items.at[i];

		if (n->kind != NODE_STR)
			continue;
		if (str_has(n->text, STR("{{")) && wants_script(words)) {
			n = node_copy(a, n);
			n->text = manifest_script(a, n->text);
			node_push(a, words, n);
		} else {
			node_push(a, words, open_word(a, n));
		}
	}
	return true;
}

/* python -m MODULE */
static bool append_module(struct arena *a, struct node *words, const struct node *module)
{
	if (module->kind != NODE_STR)
		return false;
	node_push(a, words, node_str(a, STR("python"), (struct span){module->at.file, module->at.off, 0}));
	node_push(a, words, node_str(a, STR("-m"), (struct span){module->at.file, module->at.off, 0}));
	node_push(a, words, node_copy(a, module));
	return true;
}

/*
 * MCLI puts the parameters of a run where its command reads them.
 * Source: docs.mosaicml.com/projects/mcli, Configure a run (0.6.35), "parameters".
 */
static void take_run(struct manifest *m, const struct node *map, const struct node *command, const struct shell_world *world)
{
	struct node *parameters = node_get(map, STR("parameters"));
	struct str path = STR("/mnt/config/parameters.yaml");
	bool given = parameters && parameters->kind == NODE_MAP && parameters->as.pairs.n;

	if (given)
		repository_write_data(m->assembly->repo, path, parameters);
	take_string(m, command, world);
	if (given)
		repository_take_away(m->assembly->repo, path);
}

/* Whether a container's command is a shell alone: ["bash"]. */
static bool words_are_shell(const struct node *command)
{
	const struct node *first = command && command->kind == NODE_LIST && command->as.items.n ? command->as.items.at[0] : NULL;

	return first && first->kind == NODE_STR && str_among(str_tail(first->text, '/'), STR("bash|sh|zsh"));
}

/* What a mapping runs, if it is one of the kinds that run something. */
static void take_commands(struct manifest *m, const struct node *map)
{
	struct arena *a = m->assembly->arena;
	const struct node *command = node_get(map, STR("command"));
	const struct node *args = node_get(map, STR("args"));
	const struct node *run = node_get(map, STR("run"));
	const struct node *source = node_get(map, STR("source"));
	const struct node *commands = node_get(map, STR("commands")), *module = node_get(map, STR("pythonModule"));
	bool container = node_get(map, STR("image")) || node_get(map, STR("build")) || node_get(map, STR("imageUri"));
	bool task = node_get(map, STR("resources")) || node_get(map, STR("compute")) ||
		    node_get(map, STR("environment")) || node_get(map, STR("accelerators"));
	struct shell_world world = budget_shell_world(m->assembly);
	bool has_words = false;
	struct node *words;

	/* Results of evaluations are mappings by the hundred thousand. */
	if ((!container && !task && !module) || !(command || args || run || commands || module || source))
		return;
	words = node_new(a, NODE_LIST, command ? command->at : args ? args->at : map->at);
	world.env = environment_of(m, map);
	/* A script template of Argo Workflows (3.5, docs/fields.md, ScriptTemplate), which its command is given as a file. */
	if (source && source->kind == NODE_STR && container && words_are_shell(command)) {
		take_string(m, source, &world);
		return;
	}
	/* A module that a machine of Google's runs: cloud.google.com/vertex-ai/docs/reference/rest/v1/CustomJobSpec, PythonPackageSpec. */
	if (module)
		has_words = append_module(a, words, module);
	/* Both are appended: the second is no alternative to the first. */
	has_words = (container && append_words(a, words, command)) || has_words;
	has_words = ((container || module) && append_words(a, words, args)) || has_words;
	/* Beaker's (beaker-docs.apps.allenai.org, experiments/experiment-spec, v2). */
	has_words = (container && append_words(a, words, node_get(map, STR("arguments")))) || has_words;
	if (has_words) {
		follow(m, shell_read_words(a, &world, m->assembly->repo->files, words));
		return;
	}
	if (command && command->kind == NODE_STR && (container || task))
		take_run(m, map, command, &world);
	if (run && run->kind == NODE_STR && task)
		take_string(m, run, &world);
	if (commands && task && commands->kind == NODE_LIST)
		take_strings(m, commands, &world);
}

static struct shell_world world_of(void *data)
{
	const struct manifest *m = data;

	return budget_shell_world(m->assembly);
}

static void found(void *data, const struct launches *launches)
{
	follow(data, launches);
}

static const struct node *tree_of(void *data, uint32_t file)
{
	const struct manifest *m = data;
	const struct reading *reading = repository_reading(m->assembly->repo, file);

	return reading && reading->docs.n ? reading->docs.at[0] : NULL;
}

/* A stage of DVC's; the file of parameters that it reads is part of its jobs. */
static void take_stage(struct manifest *m, const struct node *map)
{
	struct assembly *s = m->assembly;
	size_t before = s->c->drafts.n;

	pipeline_stages(&m->reader, map);
	for (size_t i = before; m->reader.parameters && i < s->c->drafts.n; i++)
		draft_take(s->c, s->c->drafts.at[i], m->reader.parameters);
}

/*
 * What starts a trial of Determined: its words, or a line of a shell's; and the lines of a job of Azure's command line for
 * research, which has a size of machine.
 * Sources: Determined 0.38 docs/reference/training/experiment-config-reference.rst, entrypoint; Amulet, jobs: command, sku.
 */
static void take_entrypoint(struct manifest *m, const struct node *map)
{
	struct arena *a = m->assembly->arena;
	const struct node *entry = node_get(map, STR("entrypoint")), *lines = node_get(map, STR("command"));
	const struct node *resources = node_get(map, STR("resources"));
	bool job = lines && lines->kind == NODE_LIST && node_get(map, STR("sku"));
	bool trial = entry && (node_get(map, STR("searcher")) || (resources && node_get(resources, STR("slots_per_trial"))));
	struct shell_world world;
	struct node *words;

	/* Of mappings by the hundred thousand. */
	if (!job && !trial)
		return;
	world = budget_shell_world(m->assembly);
	world.env = environment_of(m, map);
	if (job)
		take_strings(m, lines, &world);
	if (!trial)
		return;
	if (entry->kind == NODE_STR) {
		take_string(m, entry, &world);
	} else if (entry->kind == NODE_LIST) {
		words = node_new(a, NODE_LIST, entry->at);
		append_words(a, words, entry);
		follow(m, shell_read_words(a, &world, m->assembly->repo->files, words));
	}
}

/* The commands of a task: go-task 3, taskfile/ast/task.go, in a file called Taskfile.yml; {{.X}} is a template's. */
static void take_task(struct manifest *m, const struct node *map)
{
	const struct node *cmds = node_get(map, STR("cmds"));
	struct shell_world world;

	if (!cmds || cmds->kind != NODE_LIST ||
	    !str_starts(str_tail(files_at(m->assembly->repo->files, m->file)->path, '/'), STR("Taskfile")))
		return;
	world = budget_shell_world(m->assembly);
	take_strings(m, cmds, &world);
}

static bool is_debug_list(struct assembly *s, uint32_t file)
{
	return str_is(str_tail(files_at(s->repo->files, file)->path, '/'), "launch.json");
}

static bool is_task_list(struct assembly *s, uint32_t file)
{
	struct str path = files_at(s->repo->files, file)->path;

	return str_is(path, ".vscode/tasks.json") || str_ends(path, STR("/.vscode/tasks.json"));
}

/* "${workspaceFolder}/data" as a script sees it; false if it holds what the editor alone knows ("${file}"). */
static bool in_workspace(struct arena *a, struct str workspace, const struct node *n, struct str *out)
{
	struct str variable = STR("${workspaceFolder}");
	size_t at;

	if (!n || n->kind != NODE_STR)
		return false;
	*out = n->text;
	for (unsigned round = 0; round < 8 && (at = str_find(*out, variable, 0)) != SIZE_MAX; round++)
		*out = str_fmt(a, "%.*s%.*s%.*s", STR_ARG(str_sub(*out, 0, at)), STR_ARG(eval_rooted(a, workspace)),
			       STR_ARG(str_sub(*out, at + variable.n, out->n)));
	return str_find(*out, STR("${"), 0) == SIZE_MAX;
}

/* Each of a configuration's words; false if one of them is not known here. */
static bool add_words(struct arena *a, struct str workspace, const struct node *args, struct node *words)
{
	struct str text;

	for (size_t i = 0; args && args->kind == NODE_LIST && i < args->as.items.n; i++) {
		const struct node *arg = args->as.items.at[i];

		if (!convert_scalar(a, arg, &text))
			return false;
		if (arg->kind == NODE_STR && !in_workspace(a, workspace, arg, &text))
			return false;
		node_push(a, words, node_str(a, text, arg->at));
	}
	return !args || args->kind == NODE_LIST;
}

/*
 * What an editor starts for debugging: {"type": "debugpy", "request": "launch", "program": …, "args": […]}.
 * Source: vscode-python-debugger 2024, package.json (contributes.debuggers).
 */
static void take_configuration(struct manifest *m, const struct node *map)
{
	struct assembly *s = m->assembly;
	struct arena *a = s->arena;
	struct str path = files_at(s->repo->files, m->file)->path;
	struct str workspace = eval_dirname(eval_dirname(path)), text;
	const struct node *program = node_get(map, STR("program")), *module = node_get(map, STR("module"));
	const struct node *request = node_get(map, STR("request"));
	const struct node *cwd = node_get(map, STR("cwd")), *what = module ? module : program;
	const struct node *name = node_get(map, STR("name"));
	struct node *words;
	struct shell_world world = budget_shell_world(s);

	if (!is_debug_list(s, m->file) || !request || request->kind != NODE_STR ||
	    !str_is(request->text, "launch") ||
	    !in_workspace(a, workspace, what, &text))
		return;
	words = node_new(a, NODE_LIST, name ? name->at : map->at);
	node_push(a, words, node_str(a, STR("python"), words->at));
	if (module)
		node_push(a, words, node_str(a, STR("-m"), words->at));
	node_push(a, words, node_str(a, text, what->at));
	if (!add_words(a, workspace, node_get(map, STR("args")), words))
		return;
	world.env = environment_of(m, map);
	world.cwd = workspace;
	if (cwd && !in_workspace(a, workspace, cwd, &text))
		return;
	if (cwd)
		world.cwd = eval_path(a, workspace, text);
	follow_debugged(m, shell_read_words(a, &world, s->repo->files, words));
}

/* Words that blanks divide, each with its place; what only the editor knows of one is unknown. */
static void add_task_words(struct manifest *m, struct str workspace, const struct node *n, bool divided, struct node *words)
{
	struct arena *a = m->assembly->arena;
	struct str text = n->text;

	for (size_t i = 0, to; i < text.n; i = to + 1) {
		struct node *word;

		for (to = i; to < text.n && !(divided && strchr(" \t\r\n", text.s[to]));)
			to++;
		if (to == i)
			continue;
		word = node_str(a, str_sub(text, i, to), n->at);
		if (!in_workspace(a, workspace, word, &word->text)) {
			/* ${config:python.defaultInterpreterPath}, ${command:python.interpreterPath} */
			word = str_has_nocase(word->text, STR("interpreterPath}")) ? node_str(a, STR("python"), n->at)
										   : node_unknown(a, STR("what only the editor knows"), n->at);
		}
		node_push(a, words, word);
	}
}

/* A word or a list of them: "x", {"value": "x", "quoting": "strong"}. */
static const struct node *value_of(const struct node *n)
{
	return n && n->kind == NODE_MAP ? node_get(n, STR("value")) : n;
}

/*
 * A task that an editor starts: {"label": …, "type": "shell", "command": …, "args": […]}; without args a shell's line.
 * Source: VS Code 1.95, src/vs/workbench/contrib/tasks/common/taskConfiguration.ts, and docs "Variables Reference".
 */
static void take_editor_task(struct manifest *m, const struct node *map)
{
	static const struct manifest_marks marks = {
		.open = "${", .close = "}", .names = "workspaceFolder|workspaceRoot|config|command|input|env|file|fileDirname|userHome|cwd"};
	struct assembly *s = m->assembly;
	struct arena *a = s->arena;
	struct str path = files_at(s->repo->files, m->file)->path, workspace = eval_dirname(eval_dirname(path)), text;
	const struct node *command = value_of(node_get(map, STR("command"))), *args = node_get(map, STR("args"));
	const struct node *options = node_get(map, STR("options")), *cwd = options ? node_get(options, STR("cwd")) : NULL;
	struct shell_world world;
	struct node *words, *env;

	if (!command || command->kind != NODE_STR || !is_task_list(s, m->file) ||
	    !(node_get(map, STR("label")) || node_get(map, STR("taskName"))))
		return;
	world = budget_shell_world(s);
	env = options ? environment_of(m, options) : node_new(a, NODE_MAP, map->at);
	world.env = env;
	world.cwd = workspace;
	if (cwd && in_workspace(a, workspace, cwd, &text))
		world.cwd = eval_path(a, workspace, text);
	if (!args || args->kind != NODE_LIST || !args->as.items.n) {
		node_set(a, env, node_str(a, STR("workspaceFolder"), map->at), node_str(a, eval_rooted(a, workspace), map->at));
		follow_debugged(m, manifest_marked(a, s->repo->files, command, &marks, &world));
		return;
	}
	words = node_new(a, NODE_LIST, command->at);
	add_task_words(m, workspace, command, true, words);
	for (size_t i = 0; i < args->as.items.n; i++) {
		const struct node *arg = value_of(args->as.items.at[i]);

		if (arg && arg->kind == NODE_STR)
			add_task_words(m, workspace, arg, false, words);
	}
	follow_debugged(m, shell_read_words(a, &world, s->repo->files, words));
}

/* What the agents of a sweep start, once for each of its runs. */
static void take_sweep(struct manifest *m, const struct node *document)
{
	struct assembly *s = m->assembly;
	struct node *words = sweep_words(s->arena, document);
	struct shell_world world = budget_shell_world(s);
	struct node *env;

	if (!words)
		return;
	env = node_new(s->arena, NODE_MAP, words->at);
	node_set(s->arena, env, node_str(s->arena, STR("WANDB_SWEEP_ID"), words->at), node_str(s->arena, STR("sweep"), words->at));
	world.env = env;
	follow(m, shell_read_words(s->arena, &world, s->repo->files, words));
}

static void visit(struct manifest *m, const struct node *n, int depth)
{
	if (depth > NODE_DEPTH_MAX || m->visits++ > VISITS_MAX)
		return;
	if (n->kind == NODE_LIST)
		for (size_t i = 0; i < n->as.items.n; i++)
			visit(m, n->as.items.at[i], depth + 1);
	if (n->kind != NODE_MAP)
		return;
	take_commands(m, n);
	take_stage(m, n);
	take_entrypoint(m, n);
	take_task(m, n);
	take_configuration(m, n);
	take_editor_task(m, n);
	for (size_t i = 0; i < n->as.pairs.n; i++)
		visit(m, n->as.pairs.at[i].value, depth + 1);
}

static void take_document(struct manifest *m)
{
	const struct node *document = m->reader.document;

	if (m->told)
		ci_pipelines(&m->reader);
	/* A workflow starts nothing but what its steps run. */
	if (ci_is_workflow(files_at(m->assembly->repo->files, m->file)->path))
		return;
	take_sweep(m, document);
	if (m->told)
		project_tasks(&m->reader);
	visit(m, document, 0);
}

bool is_editors_list(struct assembly *s, uint32_t file)
{
	return is_debug_list(s, file) || is_task_list(s, file);
}

void manifest_jobs(struct assembly *s, uint32_t file, const bool *told)
{
	const struct reading *reading;
	bool *had = arena_news(s->arena, bool, s->c->nfiles + 1);

	for (size_t i = 0; i < s->c->drafts.n; i++)
		if (s->c->drafts.at[i]->script <= s->c->nfiles)
			had[s->c->drafts.at[i]->script] = true;

	reading = repository_reading(s->repo, file);
	for (size_t i = 0; reading && i < reading->docs.n; i++) {
		struct manifest m = {.assembly = s, .file = file, .replicas = replicas_of(reading->docs.at[i]), .told = told, .had = had};

		m.reader = (struct manifest_reader){.data = &m, .world = world_of, .found = found, .tree = tree_of, .arena = s->arena,
						    .files = s->repo->files, .file = file, .document = reading->docs.at[i]};
		s->c->document = reading->docs.at[i];
		take_document(&m);
		s->c->document = NULL;
	}
}
