#include "lint/python/syntax/identifiers.h"
#include "values.h"
#include "modules.h"

enum { SLOTS_FIRST = 16, SLOTS_MODULE = 256 };

struct scope *scope_new(struct interp *py, enum scope_kind kind, struct scope *outer,
			struct module *module)
{
	struct scope *scope = arena_new(py->arena, struct scope);

	scope->kind = kind;
	scope->outer = outer;
	scope->module = module;
	scope->stamp = py->trail.now;
	return scope;
}

static void index_cell(struct scope *scope, size_t i)
{
	size_t at = identifier_hash(scope->cells.at[i]->name) & scope->mask;

	while (scope->slots[at])
		at = (at + 1) & scope->mask;
	scope->slots[at] = (uint32_t)i + 1;
}

/* A module's first statements say about how many names it will have. */
static size_t first_slots(const struct scope *scope)
{
	const struct py_module *tree = scope->kind == SCOPE_MODULE ? scope->module->tree : NULL;
	size_t room = SLOTS_FIRST;

	while (tree && room < tree->body.n * 2 && room < SLOTS_MODULE)
		room *= 2;
	return room;
}

static void grow(struct interp *py, struct scope *scope)
{
	size_t room = scope->slots ? (scope->mask + 1) * 2 : first_slots(scope);

	scope->slots = arena_news(py->arena, uint32_t, room);
	scope->mask = room - 1;
	for (size_t i = 0; i < scope->cells.n; i++)
		index_cell(scope, i);
}

static struct cell *find(const struct scope *scope, struct str name, size_t hash)
{
	if (!scope->slots)
		return NULL;
	for (size_t at = hash & scope->mask; scope->slots[at]; at = (at + 1) & scope->mask) {
		struct cell *cell = scope->cells.at[scope->slots[at] - 1];

		if (str_eq(cell->name, name))
			return cell;
	}
	return NULL;
}

struct cell *scope_cell(struct interp *py, struct scope *scope, struct str name, bool make)
{
	struct cell *cell = find(scope, name, identifier_hash(name));

	if (cell || !make)
		return cell;
	cell = arena_new(py->arena, struct cell);
	cell->name = name;
	cell->stamp = scope->stamp;
	*vec_push(py->arena, &scope->cells) = cell;
	if (!scope->slots || scope->cells.n * 2 > scope->mask + 1)
		grow(py, scope);
	else
		index_cell(scope, scope->cells.n - 1);
	return cell;
}

void scope_set(struct interp *py, struct scope *scope, struct str name, struct node *value)
{
	struct cell *cell = scope_cell(py, scope, name, true);
	struct node *old = cell->value;

	trail_cell(&py->trail, cell);
	cell->value = value;
	py_note_name(py, value, name);
	if (old && old != value)
		py_dropped(py, old, value);
}

struct node *scope_get(struct interp *py, const struct scope *scope, struct str name)
{
	const struct cell *cell = find(scope, name, identifier_hash(name));

	(void)py;
	return cell ? cell->value : NULL;
}

struct scope *scope_redirected(struct interp *py, const struct scope *scope, struct str name)
{
	if (!py_search(py, scope->elsewhere.n))
		return NULL;
	for (size_t i = 0; i < scope->elsewhere.n; i++)
		if (str_eq(scope->elsewhere.at[i].name, name))
			return scope->elsewhere.at[i].scope;
	return NULL;
}

void py_bind(struct interp *py, struct str name, struct node *value)
{
	struct scope *scope = py->frame->scope, *other = scope_redirected(py, scope, name);

	scope_set(py, other ? other : scope, name, value);
}

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
static bool bound_somewhere(struct interp *py, struct str name)
{
	for (const struct scope *s = py->frame->scope; s; s = s->outer)
		if (find(s, name, identifier_hash(name)))
			return true;
	return false;
}

/* A name that is bound nowhere: a built-in, or what a star import of a library may have brought. */
static struct node *unbound(struct interp *py, struct str name, struct span at)
{
	const struct module *m = py->frame->module;
	struct node *n = node_new(py->arena, NODE_NAME, at), *value;

	n->text = str_cat(py->arena, STR("builtins."), name);
	if (m->stars.n == 0 && (value = native_value(py, n->text, at)))
		return value;
	/* Notebooks have names of their own (display, get_ipython). */
	if (m->stars.n == 0 && !bound_somewhere(py, name) && !str_ends(m->path, STR(".ipynb")))
		return py_raise(py, "NameError", at, "the name %.*s is not defined", STR_ARG(name));
	n->text = m->stars.n == 1 ? str_fmt(py->arena, "%.*s.%.*s", STR_ARG(m->stars.at[0]),
					    STR_ARG(name))
				  : name;
	return n;
}

/* A built-in, which is the same in all evaluations; NULL if the name is none. */
static struct node *builtin(struct interp *py, const struct py_expr *e)
{
	struct arena *a = py_cache_arena(py->cache);
	const struct native *native = native_of(py, STR("builtins"), e->as.name);
	struct node *n;

	if (!native && !other_builtin(e->as.name))
		return NULL;
	n = node_new(a, NODE_NAME, e->at);
	n->text = native ? str_of(native->name) : str_cat(a, STR("builtins."), e->as.name);
	((struct py_expr *)(uintptr_t)e)->as.literal.node = n;
	return n;
}

struct node *py_lookup(struct interp *py, const struct py_expr *e)
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
		cell = find(scope, name, hash);
		if (cell && cell->value)
			return cell->value;
	}
	known = e->as.literal.node ? e->as.literal.node : builtin(py, e);
	return known ? known : unbound(py, name, e->at);
}
