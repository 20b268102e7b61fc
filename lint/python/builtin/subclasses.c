/* C.__subclasses__(): how a program finds its own classes by a name of theirs. */
#include "builtin_parts.h"

static bool has_base(const struct class *c, const struct class *base)
{
	for (size_t i = 0; i < c->bases.n; i++)
		if (c->bases.at[i]->kind == NODE_CLASS && c->bases.at[i]->code == base)
			return true;
	return false;
}

static bool has(const struct node *list, const struct class *c)
{
	for (size_t i = 0; i < list->as.items.n; i++)
		if (list->as.items.at[i]->code == c)
			return true;
	return false;
}

/* Those among the names of the modules that are loaded: one that a function defines is none of them. */
static struct node *subclasses(struct interpreter *py, struct native_call *c)
{
	struct node *out = py_new(py, NODE_LIST, c->site.at);

	for (size_t i = 0; i < py->modules.n; i++) {
		const struct scope *scope = py->modules.at[i]->scope;

		if (!scope || !py_search(py, scope->cells.n))
			continue;
		for (size_t k = 0; k < scope->cells.n; k++) {
			struct node *value = scope->cells.at[k]->value;

			if (value && value->kind == NODE_CLASS && has_base(value->code, c->self->code) && !has(out, value->code))
				py_append(py, out, value);
		}
	}
	return out;
}

static const struct native rows[] = {
    {"type.__subclasses__", subclasses, NATIVE_RAW},
};

NATIVES(natives_subclasses, rows);
