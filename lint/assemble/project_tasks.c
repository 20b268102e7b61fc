#include "project_tasks.h"

#include "budgets.h"
#include "file_jobs.h"

#include "lint/read/read.h"

static struct str path_of(const struct manifest *m)
{
	return files_at(m->assembly->repo->files, m->file)->path;
}

static void set_variable(struct manifest *m, struct node *env, struct str name, struct node *value)
{
	struct arena *a = m->assembly->arena;

	if (name.n && value)
		node_set(a, env, node_str(a, manifest_variable(a, name), value->at), value);
}

/*
 * The entry points of a project of MLflow's. {name} is the parameter of that name, quoted as one word; one without a default has to
 * be given. Source: MLflow 2, mlflow/projects/_project_spec.py, EntryPoint.compute_parameters() and compute_command().
 */
static void take_entry_points(struct manifest *m, const struct node *document)
{
	static const struct manifest_marks marks = {.open = "{", .close = "}", .doubled = true, .word = true};
	const struct node *entries = node_get(document, STR("entry_points"));

	for (size_t i = 0; entries && entries->kind == NODE_MAP && i < entries->as.pairs.n; i++) {
		const struct node *entry = entries->as.pairs.at[i].value, *parameters, *command;
		struct shell_world world = budget_shell_world(m->assembly);
		struct node *env = node_new(m->assembly->arena, NODE_MAP, entry->at);

		if (entry->kind != NODE_MAP || !(command = node_get(entry, STR("command"))) || command->kind != NODE_STR)
			continue;
		parameters = node_get(entry, STR("parameters"));
		for (size_t k = 0; parameters && parameters->kind == NODE_MAP && k < parameters->as.pairs.n; k++) {
			const struct pair *p = &parameters->as.pairs.at[k];

			/* "uri" alone is a type, of what has to be given. */
			if (p->value->kind == NODE_MAP)
				set_variable(m, env, p->key->text, node_get(p->value, STR("default")));
		}
		world.env = env;
		world.cwd = eval_dirname(path_of(m));
		manifest_follow(m, manifest_read(m->assembly, command, &marks, &world));
	}
}

void project_tasks(struct manifest *m, const struct node *document)
{
	if (document->kind != NODE_MAP)
		return;
	if (str_is(str_tail(path_of(m), '/'), "MLproject"))
		take_entry_points(m, document);
}
