#include "mentions.h"

#include "module_search.h"

/** A name that modules are asked for. */
struct mention {
	struct str name;
	uint64_t hash;
	/** It is one word. */
	bool word;
};

static bool word_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       c == '_';
}

static size_t word_end(struct str text, size_t at)
{
	while (at < text.n && word_byte(text.s[at]))
		at++;
	return at;
}

/* Its low bits are the bit of a word: as many bits as the text has bytes or more, so that one in ten is set. */
static uint64_t hash_of(struct str word)
{
	uint64_t hash = word.n;

	for (size_t i = 0; i < word.n; i++)
		hash = (hash ^ (unsigned char)word.s[i]) * UINT64_C(0x100000001B3);
	return hash * UINT64_C(0x9E3779B97F4A7C15) >> 20;
}

static void note_words(struct arena *a, struct py_module *module)
{
	struct str text = module->text;
	uint64_t bits = 64;

	while (bits < text.n)
		bits *= 2;
	module->words = arena_news(a, uint64_t, bits / 64);
	module->words_mask = bits - 1;
	for (size_t at = 0, end; at < text.n; at = end + 1) {
		uint64_t bit;

		end = word_end(text, at);
		if (end == at)
			continue;
		bit = hash_of(str_sub(text, at, end)) & (bits - 1);
		module->words[bit / 64] |= UINT64_C(1) << bit % 64;
	}
}

/* The place of a name, in all zero if it is new; good until the next name. */
static struct mentioned *mentions_of(struct arena *a, struct mentions *mentions, struct str name)
{
	uint32_t at = dict_get(&mentions->of, name);

	if (!at) {
		(void)vec_push(a, &mentions->at);
		at = *dict_put(a, &mentions->of, str_dup(a, name)) = (uint32_t)mentions->at.n;
	}
	return &mentions->at.at[at - 1];
}

static struct mention mention_of(struct str name)
{
	return (struct mention){name, hash_of(name), word_end(name, 0) == name.n};
}

/*
 * Whether a name stands in a module as a word of its own, outside a span. What words the module has is noted in it
 * the first time, in the arena that it lives in.
 */
static bool stands_in(struct arena *a, struct py_module *module, const struct mention *mention, struct span outside)
{
	struct str text = module->text, name = mention->name;
	uint64_t bit;

	if (!module->words)
		note_words(a, module);
	bit = mention->hash & module->words_mask;
	if (mention->word && !(module->words[bit / 64] >> bit % 64 & 1))
		return false;
	for (size_t at = 0; (at = str_find(text, name, at)) != SIZE_MAX; at += name.n) {
		bool word = (at == 0 || !word_byte(text.s[at - 1])) &&
			    (at + name.n >= text.n || !word_byte(text.s[at + name.n]));

		if (word && !(module->file == outside.file && at >= outside.off && at < outside.off + outside.len))
			return true;
	}
	return false;
}

/* Whether a name stands anywhere in the loaded files outside the span of its declaration. */
bool module_mentioned(const struct interpreter *py, struct str name, struct span declared)
{
	struct arena *a = source_cache_arena(py->cache);
	struct mentioned *last = mentions_of(a, source_cache_mentions(py->cache), name);
	struct mention mention;

	/* What a hundred launches of a script ask for stands where it stood: texts stay as they are. */
	if (last->in && last->in->run == py->run && last->outside.file == declared.file &&
	    last->outside.off == declared.off && last->outside.len == declared.len)
		return true;
	mention = mention_of(name);
	for (size_t i = 0; i < py->modules.n; i++) {
		struct module *m = py->modules.at[i];

		if (m->tree && stands_in(a, m->tree, &mention, declared)) {
			*last = (struct mentioned){m->tree, declared};
			return true;
		}
	}
	return false;
}
