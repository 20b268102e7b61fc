/*
 * A class of a library's fork: "from trl import GRPOToolTrainer" in a repository that carries trl/ with a trainer of its
 * own in it. What the rows know means the library (module_may_be()); of the rest it is here what training hangs on, the
 * trainers and their arguments. Packages are not started for it: what they export is read off their imports.
 */
#include "statement_parts.h"

#include "lint/python/values/modules.h"

#include "lint/frameworks/frameworks.h"

/* How often a package hands a name on to another of its modules. */
enum { HANDS_MAX = 6, NESTED_MAX = 4 };

/* The import of a name from another module of the same library; NULL: there is none. */
static const struct py_stmt *import_of(const struct py_block *block, struct str name, int depth)
{
	for (size_t i = 0; depth < NESTED_MAX && i < block->n; i++) {
		const struct py_stmt *s = block->at[i], *found = NULL;

		for (size_t k = 0; s->kind == STMT_IMPORT_FROM && s->as.import.level && k < s->as.import.n; k++)
			if (str_eq(s->as.import.at[k].name.text, name))
				return s;
		if (s->kind == STMT_IF && !(found = import_of(&s->as.branch.body, name, depth + 1)))
			found = import_of(&s->as.branch.orelse, name, depth + 1);
		if (s->kind == STMT_TRY)
			found = import_of(&s->as.attempt.body, name, depth + 1);
		if (found)
			return found;
	}
	return NULL;
}

static bool defines(const struct py_block *block, struct str name)
{
	for (size_t i = 0; i < block->n; i++)
		if (block->at[i]->kind == STMT_CLASS && str_eq(block->at[i]->as.class_->name.text, name))
			return true;
	return false;
}

/* "trl.trainer.grpo_config" of an import from a module; empty: it leads out of the library. */
static struct str imported_from(struct interpreter *py, const struct module *m, struct str dotted, const struct py_stmt *s)
{
	uint32_t level = s->as.import.level;
	struct str module = s->as.import.module.text;

	/* One level is the module's own package: itself, if it is one. */
	if (!m->folder.n)
		level++;
	for (; level > 1; level--) {
		size_t dot = str_rchr(dotted, '.');

		if (dot == SIZE_MAX)
			return (struct str){0};
		dotted = str_sub(dotted, 0, dot);
	}
	return module.n ? str_fmt(py->arena, "%.*s.%.*s", STR_ARG(dotted), STR_ARG(module)) : dotted;
}

static struct node *class_in(struct interpreter *py, struct str dotted, struct str name, int hands)
{
	struct module *m = dotted.n && hands < HANDS_MAX ? module_anywhere(py, dotted) : NULL;
	const struct py_stmt *import;

	if (!m || !m->tree)
		return NULL;
	if (defines(&m->tree->body, name)) {
		module_start(py, m);
		return scope_get(py, m->scope, name);
	}
	import = import_of(&m->tree->body, name, 0);
	return import ? class_in(py, imported_from(py, m, dotted, import), name, hands + 1) : NULL;
}

struct node *forked_class(struct interpreter *py, struct str module, struct str name)
{
	struct node *found;

	if (!(str_ends(name, STR("Trainer")) || str_ends(name, STR("Config")) || str_ends(name, STR("Arguments"))) ||
	    !package_of(str_cut(module, '.').head) ||
	    callable_find(str_fmt(py->arena, "%.*s.%.*s", STR_ARG(module), STR_ARG(name))))
		return NULL;
	found = class_in(py, module, name, 0);
	return found && found->kind == NODE_CLASS ? found : NULL;
}
