/* Names as expressions read them: local, enclosing, global, built-in. */
#include "evaluator_parts.h"

#include "lint/frameworks/frameworks.h"
#include "lint/python/values/modules.h"

/* Built-in names that no function here stands for. */
static bool other_builtin(struct str name)
{
	static const char *const names[] = {
		"object", "Ellipsis", "NotImplemented", "bytes", "bytearray", "complex", "memoryview",
		"slice", "aiter", "anext", "ascii", "delattr", "dir", "Warning", "StopIteration",
		"KeyboardInterrupt", "GeneratorExit", "Exception", "BaseException", "ExceptionGroup",
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (str_is(name, names[i]))
			return true;
	return str_ends(name, STR("Error")) && name.n > 5 && name.s[0] >= 'A' && name.s[0] <= 'Z';
}

/* Whether a scope knows the name at all, though it may not be bound there now. */
static bool bound_somewhere(struct interpreter *py, struct str name)
{
	for (const struct scope *s = py->frame->scope; s; s = s->outer)
		if (scope_find(s, name, identifier_hash(name)))
			return true;
	return false;
}

/* What Databricks puts into a notebook, which may be run as the script that it is kept as. */
static bool is_of_databricks(struct str name)
{
	return str_is(name, "dbutils") || str_is(name, "display") || str_is(name, "displayHTML") || str_is(name, "spark");
}

/* Whether a module of a library is about a model, by its name: modeling_gpt_neox has GPTNeoXForCausalLM. */
static bool is_about(struct str library, struct str name)
{
	struct str of = str_cut(str_tail(library, '.'), '_').tail;
	size_t at = 0;

	for (size_t i = 0; i < of.n; i++) {
		char c = at < name.n ? name.s[at] : 0;

		if (of.s[i] == '_')
			continue;
		if ((c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c) != of.s[i])
			return false;
		at++;
	}
	return at > 0;
}

/* The library whose star import brought a name: the only one, or the one that is about it; empty: it is not known. */
static struct str star_of(const struct module *m, struct str name)
{
	struct str found = {0};

	for (size_t i = 0; i < m->stars.n; i++)
		if (is_about(m->stars.at[i], name))
			found = m->stars.at[i];
	return m->stars.n == 1 ? m->stars.at[0] : found;
}

/* A name that is bound nowhere: a built-in, or what a star import of a library may have brought. */
static struct node *unbound(struct interpreter *py, struct str name, struct span at)
{
	const struct module *m = py->frame->module;
	struct node *n = node_new(py->arena, NODE_NAME, at), *value;
	struct str star = star_of(m, name);

	n->text = str_cat(py->arena, STR("builtins."), name);
	if (m->stars.n == 0 && (value = py->library->constant(py, n->text, at)))
		return value;
	/* Notebooks have names of their own (display), what one was written out as has get_ipython: where it is tried, the code asks. */
	if (m->stars.n == 0 && (is_of_databricks(name) || (str_is(name, "get_ipython") && !py->trying)) && !bound_somewhere(py, name)) {
		n->text = name;
		return n;
	}
	if (m->stars.n == 0 && !bound_somewhere(py, name) && !str_ends(m->path, STR(".ipynb")))
		return py_raise(py, "NameError", at, "the name %.*s is not defined", STR_ARG(name));
	n->text = star.n ? str_fmt(py->arena, "%.*s.%.*s", STR_ARG(star), STR_ARG(name)) : name;
	/* A cell that imported it is gone, or is left out by a comment: what is run knows it from before. */
	if (!m->stars.n && !bound_somewhere(py, name)) {
		struct str known = callable_of_name(name);

		n->text = known.n ? known : name;
	}
	return n;
}

/* A built-in, which is the same in all evaluations; NULL if the name is none. */
static struct node *builtin(struct interpreter *py, const struct py_expr *e)
{
	struct arena *a = source_cache_arena(py->cache);
	const struct native *native = native_of(py, STR("builtins"), e->as.name);
	struct node *n;

	if (!native && !other_builtin(e->as.name))
		return NULL;
	n = node_new(a, NODE_NAME, e->at);
	n->text = native ? str_of(native->name) : str_cat(a, STR("builtins."), e->as.name);
	((struct py_expr *)(uintptr_t)e)->as.literal.node = n;
	return n;
}

struct node *py_lookup(struct interpreter *py, const struct py_expr *e)
{
	struct str name = e->as.name;
	struct node *known;
	const struct scope *scope = py->frame->scope, *other = scope_redirected(py, scope, name);
	size_t hash = identifier_hash(name);
	bool first = true;

	if (other)
		scope = other;
	for (; scope; scope = scope->outer) {
		const struct cell *cell;

		/* The body of a class is no scope for the functions in it. */
		if (scope->kind == SCOPE_CLASS && !first)
			continue;
		first = false;
		cell = scope_find(scope, name, hash);
		if (cell && cell->value)
			return cell->value;
	}
	known = e->as.literal.node ? e->as.literal.node : builtin(py, e);
	return known ? known : unbound(py, name, e->at);
}

struct node *py_library_name(struct interpreter *py, struct str dotted, struct span at)
{
	struct node *value = py->library->constant(py, dotted, at), *n;

	if (value)
		return value;
	n = node_new(py->arena, NODE_NAME, at);
	n->text = dotted;
	return n;
}
