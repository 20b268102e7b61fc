#include "manifest.h"

#include "lint/eval/eval.h"

static struct str path_of(const struct manifest_reader *r)
{
	return files_at(r->files, r->file)->path;
}

static void set_variable(struct manifest_reader *r, struct node *env, struct str name, struct node *value)
{
	struct arena *a = r->arena;

	if (name.n && value)
		node_set(a, env, node_str(a, manifest_variable(a, name), value->at), value);
}

/*
 * The entry points of a project of MLflow's. {name} is the parameter of that name, quoted as one word; one without a default has to
 * be given. Source: MLflow 2, mlflow/projects/_project_spec.py, EntryPoint.compute_parameters() and compute_command().
 */
static void take_entry_points(struct manifest_reader *r, const struct node *document)
{
	static const struct manifest_marks marks = {.open = "{", .close = "}", .doubled = true, .word = true};
	const struct node *entries = node_get(document, STR("entry_points"));

	for (size_t i = 0; entries && entries->kind == NODE_MAP && i < entries->as.pairs.n; i++) {
		const struct node *entry = entries->as.pairs.at[i].value, *parameters, *command;
		struct shell_world world = r->world(r->data);
		struct node *env = node_new(r->arena, NODE_MAP, entry->at);

		if (entry->kind != NODE_MAP || !(command = node_get(entry, STR("command"))) || command->kind != NODE_STR)
			continue;
		parameters = node_get(entry, STR("parameters"));
		for (size_t k = 0; parameters && parameters->kind == NODE_MAP && k < parameters->as.pairs.n; k++) {
			const struct pair *p = &parameters->as.pairs.at[k];

			/* "uri" alone is a type, of what has to be given. */
			if (p->value->kind == NODE_MAP)
				set_variable(r, env, p->key->text, node_get(p->value, STR("default")));
		}
		world.env = env;
		world.cwd = eval_dirname(path_of(r));
		r->found(r->data, manifest_marked(r->arena, r->files, command, &marks, &world));
	}
}

/** Where a task runner finds its tasks, and how it takes them. */
struct task_table {
	/** The file's name; the path of keys to the table that holds the tasks, of any names in place of "*"; from there to them. */
	const char *file, *owner, *tasks;
	/** Variables of all of them, from the owner. */
	const char *env;
	struct manifest_marks marks;
	/** A list is the words of one command, and not commands or names of tasks. */
	bool words;
	/** Where the project lies, as a command knows it. */
	const char *root;
};

#define TASKS_POE {.one_line = true}
#define TASKS_PDM {.open = "{", .close = "}", .names = "args", .one_line = true}
#define TASKS_HATCH {.open = "{", .close = "}", .doubled = true}
#define TASKS_PIXI {.open = "{{", .close = "}}"}

/*
 * Poe the Poet 0.30 (docs/tasks, options env, cwd, args), PDM 2 (docs/usage/scripts.md), Hatch 1 (docs/config/environment/overview.md,
 * Scripts; docs/config/context.md), pixi 0.40 (docs/workspace/advanced_tasks.md), taskipy 1 (README.md), Rye 0.40
 * (docs/guide/pyproject.md, tool.rye.scripts), Pipenv 2024 (docs/scripts.md).
 */
static const struct task_table task_tables[] = {
	{"pyproject.toml", "tool.poe", "tasks", "env", TASKS_POE, false, "POE_ROOT"},
	{"pyproject.toml", "tool.pdm", "scripts", "scripts._.env", TASKS_PDM, true, "PDM_PROJECT_ROOT"},
	{"pyproject.toml", "tool.hatch.envs.*", "scripts", "env-vars", TASKS_HATCH, false, "root"},
	{"hatch.toml", "envs.*", "scripts", "env-vars", TASKS_HATCH, false, "root"},
	{"pyproject.toml", "tool.pixi", "tasks", "activation.env", TASKS_PIXI, true, "PIXI_PROJECT_ROOT"},
	{"pyproject.toml", "tool.pixi.feature.*", "tasks", "activation.env", TASKS_PIXI, true, "PIXI_PROJECT_ROOT"},
	{"pyproject.toml", "tool.pixi.target.*", "tasks", "activation.env", TASKS_PIXI, true, "PIXI_PROJECT_ROOT"},
	{"pixi.toml", "", "tasks", "activation.env", TASKS_PIXI, true, "PIXI_PROJECT_ROOT"},
	{"pixi.toml", "feature.*", "tasks", "activation.env", TASKS_PIXI, true, "PIXI_PROJECT_ROOT"},
	{"pixi.toml", "target.*", "tasks", "activation.env", TASKS_PIXI, true, "PIXI_PROJECT_ROOT"},
	{"pyproject.toml", "tool.taskipy", "tasks", "variables", {0}, false, NULL},
	{"pyproject.toml", "tool.rye", "scripts", NULL, {0}, true, NULL},
	{"Pipfile", "", "scripts", NULL, {0}, false, NULL},
};

enum { TASK_DEPTH_MAX = 4 };

/* Adds the variables of a mapping {A = "1"}, and of Poe's {A = {default = "1"}}. */
static void add_variables(struct manifest_reader *r, struct node *env, const struct node *from)
{
	struct arena *a = r->arena;

	for (size_t i = 0; from && from->kind == NODE_MAP && i < from->as.pairs.n; i++) {
		const struct pair *p = &from->as.pairs.at[i];
		struct node *value = p->value->kind == NODE_MAP ? node_get(p->value, STR("default")) : p->value;

		if (value)
			node_set(a, env, p->key, value);
	}
}

/* The defaults of a task's arguments: [{name = "rows", default = "3"}], {rows = {default = "3"}}. */
static void add_arguments(struct manifest_reader *r, struct node *env, const struct node *args)
{
	for (size_t i = 0; args && args->kind == NODE_MAP && i < args->as.pairs.n; i++)
		if (args->as.pairs.at[i].value->kind == NODE_MAP)
			set_variable(r, env, args->as.pairs.at[i].key->text, node_get(args->as.pairs.at[i].value, STR("default")));
	for (size_t i = 0; args && args->kind == NODE_LIST && i < args->as.items.n; i++) {
		const struct node *item = args->as.items.at[i], *name = NULL;

		if (item->kind == NODE_MAP)
			name = node_get(item, STR("name")) ? node_get(item, STR("name")) : node_get(item, STR("arg"));
		if (name && name->kind == NODE_STR)
			set_variable(r, env, name->text, node_get(item, STR("default")));
	}
}

static void take_words(struct manifest_reader *r, const struct node *list, const struct shell_world *world)
{
	struct arena *a = r->arena;
	struct node *words = node_new(a, NODE_LIST, list->at);

	for (size_t i = 0; i < list->as.items.n; i++) {
		struct node *item = list->as.items.at[i];

		/* Braces of whatever runner: what they stand for is not known. */
		node_push(a, words, item->kind == NODE_STR && str_has(item->text, STR("{"))
					    ? node_unknown(a, STR("put in by the task's runner"), item->at)
					    : item);
	}
	if (words->as.items.n)
		r->found(r->data, shell_read_words(a, world, r->files, words));
}

static void take_task(struct manifest_reader *r, const struct task_table *row, const struct node *task, const struct shell_world *world, int depth);

/* A task with settings: what it runs, with variables and in a folder of its own. */
static void take_table(struct manifest_reader *r, const struct task_table *row, const struct node *task, const struct shell_world *world, int depth)
{
	/* What is no command but a function of Python is left out, and what runs other tasks by their names. */
	static const char *const commands[] = {"cmd", "shell", "command", "composite", "sequence", "chain", "parallel"};
	struct arena *a = r->arena;
	const struct node *cwd = node_get(task, STR("cwd")) ? node_get(task, STR("cwd")) : node_get(task, STR("working_dir"));
	struct shell_world own = *world;
	struct task_table shell = *row;
	struct node *env = node_new(a, NODE_MAP, task->at);

	add_variables(r, env, world->env);
	add_variables(r, env, node_get(task, STR("env")));
	add_arguments(r, env, node_get(task, STR("args")));
	own.env = env;
	if (cwd && cwd->kind == NODE_STR)
		own.cwd = eval_path(a, world->cwd, cwd->text);
	shell.marks.one_line = false;
	for (size_t i = 0; i < sizeof(commands) / sizeof(*commands); i++) {
		const struct node *command = node_get(task, str_of(commands[i]));

		if (!command)
			continue;
		if (command->kind == NODE_LIST && i < 3)
			take_words(r, command, &own);
		else if (command->kind == NODE_LIST)
			for (size_t k = 0; k < command->as.items.n; k++)
				take_task(r, row, command->as.items.at[k], &own, depth + 1);
		else
			take_task(r, str_is(str_of(commands[i]), "shell") ? &shell : row, command, &own, depth + 1);
	}
}

/* What a task runs. A name of another one is a command that nobody knows. */
static void take_task(struct manifest_reader *r, const struct task_table *row, const struct node *task, const struct shell_world *world, int depth)
{
	if (depth > TASK_DEPTH_MAX)
		return;
	if (task->kind == NODE_STR)
		r->found(r->data, manifest_marked(r->arena, r->files, task, &row->marks, world));
	else if (task->kind == NODE_MAP)
		take_table(r, row, task, world, depth);
	else if (task->kind == NODE_LIST && row->words)
		take_words(r, task, world);
	else if (task->kind == NODE_LIST)
		for (size_t i = 0; i < task->as.items.n; i++)
			take_task(r, row, task->as.items.at[i], world, depth + 1);
}

/* The tasks of a table that holds them. */
static void take_owner(struct manifest_reader *r, const struct task_table *row, const struct node *owner)
{
	struct arena *a = r->arena;
	struct shell_world world = r->world(r->data);
	const struct node *tasks = node_get(owner, str_of(row->tasks));
	struct node *env = node_new(a, NODE_MAP, owner->at);

	if (!tasks || tasks->kind != NODE_MAP)
		return;
	world.cwd = eval_dirname(path_of(r));
	if (row->env)
		add_variables(r, env, node_path(owner, str_of(row->env)));
	if (row->root)
		node_set(a, env, node_str(a, str_of(row->root), owner->at), node_str(a, eval_rooted(a, world.cwd), owner->at));
	world.env = env;
	for (size_t i = 0; i < tasks->as.pairs.n; i++)
		take_task(r, row, tasks->as.pairs.at[i].value, &world, 0);
}

/* The tables at the path of keys, of any names in place of "*". */
static void take_owners(struct manifest_reader *r, const struct task_table *row, const struct node *at, struct str path)
{
	struct str_cut cut = str_cut(path, '.');

	if (!at || at->kind != NODE_MAP)
		return;
	if (!path.n) {
		take_owner(r, row, at);
	} else if (!str_is(cut.head, "*")) {
		take_owners(r, row, node_get(at, cut.head), cut.tail);
	} else {
		for (size_t i = 0; i < at->as.pairs.n; i++)
			take_owners(r, row, at->as.pairs.at[i].value, cut.tail);
	}
}

bool project_file(struct str path)
{
	struct str name = str_tail(path, '/');

	for (size_t i = 0; i < sizeof(task_tables) / sizeof(*task_tables); i++)
		if (str_is(name, task_tables[i].file))
			return true;
	return false;
}

bool project_has_tasks(struct str text)
{
	return str_has(text, STR("tasks")) || str_has(text, STR("scripts"));
}

void project_tasks(struct manifest_reader *r)
{
	struct str name = str_tail(path_of(r), '/');

	if (r->document->kind != NODE_MAP)
		return;
	if (str_is(name, "MLproject"))
		take_entry_points(r, r->document);
	for (size_t i = 0; i < sizeof(task_tables) / sizeof(*task_tables); i++)
		if (str_is(name, task_tables[i].file))
			take_owners(r, &task_tables[i], r->document, str_of(task_tables[i].owner));
}
