#include "cache.h"

#include "library_tables.h"

struct py_cache *py_cache_new(struct arena *a)
{
	struct py_cache *cache = arena_new(a, struct py_cache);

	cache->arena = a;
	cache->sources = source_cache_new(a);
	return cache;
}

void py_cache_free(struct py_cache *cache)
{
	source_cache_free(cache->sources);
}

const struct native_index *py_cache_natives(struct py_cache *cache)
{
	if (!cache->natives)
		cache->natives = native_index_new(cache->arena, library_tables, library_tables_n);
	return cache->natives;
}
