#include "import_cache.h"

#include "module_search.h"

/* What is kept of a place and a name. */
struct kept {
	const void *at;
	struct str name;
	uint32_t where;
	const struct import_result *found;
};

enum {
	SLOTS_FIRST = 1 << 8,
	/** At so many all is forgotten: 5 MB, far more than repositories of 5,000 modules come to. */
	KEPT_MAX = 1 << 16,
};

struct import_cache {
	struct arena arena;
	/** Numbers of where modules are looked for, by what tells it apart; the last one. Never given out again. */
	struct dict known;
	uint32_t last;
	VEC(struct kept);
	struct hash_index index;
};

struct import_cache *import_cache_new(struct arena *a)
{
	return arena_new(a, struct import_cache);
}

void import_cache_free(struct import_cache *s)
{
	arena_free(&s->arena);
}

static size_t hash_of(const void *at, struct str name, uint32_t where)
{
	uint64_t hash = (uint64_t)(uintptr_t)at ^ where * UINT64_C(0x9E3779B97F4A7C15);

	hash = (hash ^ hash >> 29) * UINT64_C(0x9E3779B97F4A7C15);
	return (size_t)((name.n ? str_hash_on(hash, name) : hash) >> 32);
}

static size_t hash_of_kept(const void *imports, size_t at)
{
	const struct kept *kept = &((const struct import_cache *)imports)->at[at];

	return hash_of(kept->at, kept->name, kept->where);
}

static uint32_t number_of(struct import_cache *s, struct str key)
{
	uint32_t number = dict_get(&s->known, key);

	if (!number)
		number = *dict_put(&s->arena, &s->known, str_dup(&s->arena, key)) = ++s->last;
	return number;
}

/* Whether sys.path is what it was when its number was asked for. */
static bool same_folders(const struct interpreter *py)
{
	size_t n = py->sys_path->as.items.n;

	if (!py->search || n != py->searched.n)
		return false;
	for (size_t i = 0; i < n; i++)
		if (py->searched.at[i] != py->sys_path->as.items.at[i])
			return false;
	return true;
}

/* What stands in a key before the folders: no two keys of different kinds are the same. */
static struct str key_of(struct interpreter *py, char kind, struct str script, struct str folders)
{
	return str_fmt(py->arena, "%llu%c%.*s\n%.*s", (unsigned long long)py->world->state, kind, STR_ARG(script),
		       STR_ARG(folders));
}

static struct import_cache *import_cache_of(struct interpreter *py)
{
	struct import_cache *s = source_cache_imports(py->cache);

	if (same_folders(py))
		return s;
	if (s->n >= KEPT_MAX) {
		arena_reset(&s->arena);
		*s = (struct import_cache){.arena = s->arena, .last = s->last};
	}
	py->searched.n = 0;
	for (size_t i = 0; i < py->sys_path->as.items.n; i++)
		*vec_push(py->arena, &py->searched) = py->sys_path->as.items.at[i];
	py->files = number_of(s, key_of(py, 'f', STR(""), STR("")));
	py->search = number_of(s, key_of(py, 's', module_script(py), module_folders_of(py, STR(""))));
	return s;
}

uint32_t import_cache_files(struct interpreter *py)
{
	(void)import_cache_of(py);
	return py->files;
}

uint32_t import_cache_search(struct interpreter *py)
{
	(void)import_cache_of(py);
	return py->search;
}

const struct import_result *import_cache_get(struct interpreter *py, const void *at, struct str name, uint32_t where)
{
	const struct import_cache *s = import_cache_of(py);
	size_t slot = hash_of(at, name, where);

	for (uint32_t i; (i = hash_index_next(&s->index, &slot));) {
		const struct kept *kept = &s->at[i - 1];

		if (kept->at == at && kept->where == where && str_eq(kept->name, name))
			return kept->found;
	}
	return NULL;
}

const struct import_result *import_cache_put(struct interpreter *py, const void *at, struct str name, uint32_t where,
			      struct import_result *found)
{
	struct import_cache *s = import_cache_of(py);

	found->where = where;
	if (!s->n)
		hash_index_reserve(&s->arena, &s->index, SLOTS_FIRST);
	*vec_push(&s->arena, s) = (struct kept){at, str_dup(&s->arena, name), where, found};
	hash_index_add(&s->arena, &s->index, s->n, hash_of_kept, s);
	return found;
}

void import_cache_note(struct interpreter *py, const struct module *m, struct str path, struct str name)
{
	struct arena *a = &source_cache_imports(py->cache)->arena;

	if (py->noting)
		*vec_push(a, &py->noting->steps) =
		    (struct import_step){str_eq(path, m->path) ? m->path : str_dup(a, path), str_dup(a, name), m->file};
}

/* Look-ups do not nest: what they load is not run by them. */
static struct import_result *begin(struct interpreter *py)
{
	py->noting = arena_new(&import_cache_of(py)->arena, struct import_result);
	return py->noting;
}

static struct import_result *end(struct interpreter *py, struct import_result *found, const struct module *m)
{
	found->is = m != NULL;
	py->noting = NULL;
	return found;
}

struct import_result *import_in_folder(struct interpreter *py, struct str folder, struct str name, struct str dotted)
{
	struct import_result *found = begin(py);

	return end(py, found, module_in(py, folder, name, dotted));
}

struct import_result *import_below(struct interpreter *py, struct str folder, struct str dotted, struct str name)
{
	struct import_result *found = begin(py);

	return end(py, found, module_below(py, folder, dotted, name));
}

struct import_result *import_library(struct interpreter *py, struct str library)
{
	struct arena *a = &import_cache_of(py)->arena;
	struct import_result *found = arena_new(a, struct import_result);

	found->library = str_dup(a, library);
	return found;
}

/** Beside names of modules, which are looked for nowhere in a tree. */
static const char heads[] = "heads";

const struct import_result *import_places(struct interpreter *py, struct str dotted)
{
	struct str head = str_cut(dotted, '.').head;
	const struct import_result *known = import_cache_get(py, heads, head, import_cache_search(py));
	struct import_result *found;

	if (known)
		return known;
	found = import_library(py, STR(""));
	found->outside = !module_may_be(py, head);
	known = import_cache_put(py, heads, head, import_cache_search(py), found);
	if (!found->outside) {
		struct str folders = module_folders_of(py, head);

		found->nowhere = !folders.n;
		found->where = number_of(import_cache_of(py), key_of(py, 'p', STR(""), folders));
	}
	return known;
}

const struct import_result *import_find(struct interpreter *py, struct str dotted)
{
	const struct import_result *places = import_places(py, dotted), *known;
	struct import_result *found;

	if (places->outside)
		return places;
	known = places->nowhere ? places : import_cache_get(py, NULL, dotted, places->where);
	if (!known) {
		found = begin(py);
		known = import_cache_put(py, NULL, dotted, places->where, end(py, found, module_in_path(py, dotted)));
	}
	if (!known->is)
		known = import_cache_get(py, NULL, dotted, import_cache_search(py));
	if (!known) {
		found = begin(py);
		known = import_cache_put(py, NULL, dotted, import_cache_search(py), end(py, found, module_anywhere(py, dotted)));
	}
	return known;
}

struct module *import_load(struct interpreter *py, const struct import_result *found)
{
	struct module *m = NULL;

	for (size_t i = 0; i < found->steps.n; i++) {
		const struct import_step *step = &found->steps.at[i];

		m = module_of_file(py, step->file, step->path);
		if (!m)
			m = module_load(py, step->path, step->name);
	}
	return found->is ? m : NULL;
}
