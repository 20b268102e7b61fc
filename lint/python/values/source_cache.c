#include "source_cache.h"

#include "mentions.h"
#include "module_search.h"

#include "lint/frameworks/frameworks.h"

struct parsed {
	uint32_t file;
	struct py_module *tree;
};

struct source_cache {
	struct arena *arena;
	struct py_lexicon *lexicon;
	struct identifiers names;
	struct import_cache *imports;
	/** By dotted names that were called: position in called + 1. */
	struct dict callables;
	struct {
		VEC(const struct callable *);
	} called;
	struct mentions mentions;
	/** Evaluations so far. */
	uint64_t runs;
	VEC(struct parsed);
	/** File id to position in the list, + 1. */
	struct {
		VEC(uint32_t);
	} of;
};

struct source_cache *source_cache_new(struct arena *a)
{
	struct source_cache *cache = arena_new(a, struct source_cache);

	cache->arena = a;
	return cache;
}

void source_cache_free(struct source_cache *cache)
{
	if (cache->lexicon)
		py_lexicon_free(cache->lexicon);
	cache->lexicon = NULL;
	if (cache->imports)
		import_cache_free(cache->imports);
	cache->imports = NULL;
}

struct arena *source_cache_arena(struct source_cache *cache)
{
	return cache->arena;
}

const struct callable *source_cache_callable(struct source_cache *cache, struct str dotted)
{
	/* Names that a program computes are without end. */
	enum { CALLED_MAX = 1 << 14, CALLED_BYTES = 256 };
	uint32_t at = dict_get(&cache->callables, dotted);
	const struct callable *row;

	if (at)
		return cache->called.at[at - 1];
	row = callable_find(dotted);
	if (cache->called.n < CALLED_MAX && dotted.n <= CALLED_BYTES) {
		*vec_push(cache->arena, &cache->called) = row;
		*dict_put(cache->arena, &cache->callables, str_dup(cache->arena, dotted)) = (uint32_t)cache->called.n;
	}
	return row;
}

struct mentions *source_cache_mentions(struct source_cache *cache)
{
	return &cache->mentions;
}

uint64_t source_cache_run(struct source_cache *cache)
{
	return ++cache->runs;
}

struct import_cache *source_cache_imports(struct source_cache *cache)
{
	if (!cache->imports)
		cache->imports = import_cache_new(cache->arena);
	return cache->imports;
}

/* Compiled when the first text asks for it: most runs read some, some read none. NULL without memory. */
static struct py_lexicon *lexicon_of(struct source_cache *cache)
{
	if (!cache->lexicon) {
		cache->lexicon = py_lexicon_new();
		cache->names.arena = cache->arena;
		if (cache->lexicon)
			py_lexicon_keep_names(cache->lexicon, &cache->names);
	}
	return cache->lexicon;
}

struct py_module *source_cache_tree(const struct source_cache *cache, uint32_t file)
{
	return file < cache->of.n && cache->of.at[file] ? cache->at[cache->of.at[file] - 1].tree : NULL;
}

struct py_module *source_cache_parse(struct source_cache *cache, uint32_t file, struct str text)
{
	struct py_module *tree;

	if ((tree = source_cache_tree(cache, file)))
		return tree;
	if (!lexicon_of(cache))
		return NULL;
	tree = py_parse_outline(cache->arena, cache->lexicon, file, text);
	*vec_push(cache->arena, cache) = (struct parsed){file, tree};
	while (cache->of.n <= file)
		*vec_push(cache->arena, &cache->of) = 0;
	cache->of.at[file] = (uint32_t)cache->n;
	return tree;
}

const struct py_block *source_cache_body(struct source_cache *cache, const struct py_module *module,
				     struct py_body *body)
{
	py_parse_body(cache->arena, cache->lexicon, module, body);
	return &body->block;
}

struct py_expr *source_cache_parse_expr(struct source_cache *cache, struct arena *a, uint32_t file,
				    struct str text)
{
	return lexicon_of(cache) ? py_parse_expr(a, cache->lexicon, file, text) : NULL;
}
