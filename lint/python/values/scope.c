#include "values.h"

enum { SLOTS_FIRST = 16, SLOTS_MODULE = 256 };

struct scope *scope_new(struct interpreter *py, enum scope_kind kind, struct scope *outer,
			struct module *module)
{
	struct scope *scope = arena_new(py->arena, struct scope);

	scope->kind = kind;
	scope->outer = outer;
	scope->module = module;
	scope->stamp = py->trail.now;
	return scope;
}

static size_t hash_of_cell(const void *scope, size_t at)
{
	return identifier_hash(((const struct scope *)scope)->cells.at[at]->name);
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

struct cell *scope_find(const struct scope *scope, struct str name, size_t hash)
{
	for (uint32_t at; (at = hash_index_next(&scope->names, &hash));) {
		struct cell *cell = scope->cells.at[at - 1];

		if (str_eq(cell->name, name))
			return cell;
	}
	return NULL;
}

struct cell *scope_cell(struct interpreter *py, struct scope *scope, struct str name, bool make)
{
	struct cell *cell = scope_find(scope, name, identifier_hash(name));

	if (cell || !make)
		return cell;
	cell = arena_new(py->arena, struct cell);
	cell->name = name;
	cell->stamp = scope->stamp;
	*vec_push(py->arena, &scope->cells) = cell;
	if (scope->cells.n == 1)
		hash_index_reserve(py->arena, &scope->names, first_slots(scope));
	hash_index_add(py->arena, &scope->names, scope->cells.n, hash_of_cell, scope);
	return cell;
}

void scope_set(struct interpreter *py, struct scope *scope, struct str name, struct node *value)
{
	struct cell *cell = scope_cell(py, scope, name, true);
	struct node *old = cell->value;

	trail_cell(&py->trail, cell);
	cell->value = value;
	py_note_model_name(py, value, name);
	if (old && old != value)
		py_note_dropped_model(py, old, value);
}

struct node *scope_get(struct interpreter *py, const struct scope *scope, struct str name)
{
	const struct cell *cell = scope_find(scope, name, identifier_hash(name));

	(void)py;
	return cell ? cell->value : NULL;
}

struct scope *scope_redirected(struct interpreter *py, const struct scope *scope, struct str name)
{
	if (!py_search(py, scope->elsewhere.n))
		return NULL;
	for (size_t i = 0; i < scope->elsewhere.n; i++)
		if (str_eq(scope->elsewhere.at[i].name, name))
			return scope->elsewhere.at[i].scope;
	return NULL;
}

void py_bind(struct interpreter *py, struct str name, struct node *value)
{
	struct scope *scope = py->frame->scope, *other = scope_redirected(py, scope, name);

	scope_set(py, other ? other : scope, name, value);
}
