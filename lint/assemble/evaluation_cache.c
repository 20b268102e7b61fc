#include "evaluation_cache.h"

#include "lint/text/text.h"

enum {
	/** Bytes of a key: a launch with more to it is evaluated each time. */
	KEY_MAX = 64 << 10,
	/** Levels of a value's parts and of what it was computed from. */
	PARTS_MAX = 8,
	/** Bytes of evaluations that are kept. Most repositories need less. */
	KEPT_MAX = 24 << 20,
	/** Bytes of trees after which they are parsed anew: what all scripts import is parsed in each round. */
	PARSED_MAX = 8 << 20,
};

struct evaluation_slot {
	uint64_t hash;
	struct evaluation_key key;
	struct evaluation done;
	/** The one before it of the same hash's bucket. */
	const struct evaluation_slot *next;
};

enum { BUCKETS = 1 << 12 };

struct evaluations {
	const struct evaluation_slot *buckets[BUCKETS];
};

struct writer {
	struct out sees, places;
	/** Something in it has no text. */
	bool lost;
};

static void put_bytes(struct out *out, const void *at, size_t n)
{
	out_put(out, (struct str){at, n});
}

static void put_number(struct writer *w, uint64_t n)
{
	put_bytes(&w->sees, &n, sizeof(n));
}

static void put_text(struct writer *w, struct str text)
{
	put_number(w, text.n);
	out_put(&w->sees, text);
}

static void put_node(struct writer *w, const struct node *n, int depth);

static void put_parts(struct writer *w, const struct node *n, int depth)
{
	switch ((int)n->kind) {
	case NODE_BOOL:
		put_number(w, n->as.b);
		break;
	case NODE_INT:
		put_number(w, (uint64_t)n->as.i);
		break;
	case NODE_REAL:
		put_bytes(&w->sees, &n->as.r, sizeof(n->as.r));
		break;
	case NODE_LIST:
	case NODE_TUPLE:
	case NODE_EITHER:
		put_number(w, n->as.items.n);
		for (size_t i = 0; i < n->as.items.n; i++)
			put_node(w, n->as.items.at[i], depth);
		break;
	case NODE_MAP:
		put_number(w, n->as.pairs.n);
		for (size_t i = 0; i < n->as.pairs.n; i++) {
			put_node(w, n->as.pairs.at[i].key, depth);
			put_node(w, n->as.pairs.at[i].value, depth);
		}
		break;
	case NODE_STR:
	case NODE_UNKNOWN:
	case NODE_NULL:
		break;
	default:
		w->lost = true;
		break;
	}
}

/* A value of a launch: plain, and what it was computed from, which reasons and conditions are told by. */
static void put_node(struct writer *w, const struct node *n, int depth)
{
	put_number(w, n ? (uint64_t)n->kind + 1 : 0);
	if (!n || w->lost)
		return;
	w->lost = depth == PARTS_MAX || n->made || w->sees.n > KEY_MAX;
	put_number(w, (uint64_t)n->quoted << 1 | n->open);
	put_text(w, n->text);
	put_text(w, n->how);
	put_bytes(&w->places, &n->at, sizeof(n->at));
	put_parts(w, n, depth + 1);
	for (size_t i = 0; i < NODE_FROM_MAX; i++)
		put_node(w, n->from[i], depth + 1);
	put_node(w, n->when, depth + 1);
}

struct evaluation_key evaluation_key(struct assembly *s, const struct run *run,
				   const struct eval_world *world)
{
	struct writer w = {.sees = {.arena = &s->entry}, .places = {.arena = &s->entry}};
	const struct eval_target *t = &world->target;
	const uint64_t numbers[] = {
	    run->file,		run->config,	     run->launch != NULL, s->programs,
	    s->repo->written,	world->budget.steps, t->gpu_bytes,	  (uint64_t)t->num_gpus,
	    (uint64_t)t->major, (uint64_t)t->minor,  (uint64_t)t->bf16,     world->passes_rank,
	};

	put_bytes(&w.sees, numbers, sizeof(numbers));
	put_text(&w, world->function);
	put_text(&w, world->start);
	put_text(&w, world->cwd);
	put_text(&w, world->beside);
	put_text(&w, world->base);
	put_node(&w, world->assumed, 0);
	put_node(&w, world->argv, 0);
	put_node(&w, world->env, 0);
	if (w.lost)
		return (struct evaluation_key){0};
	return (struct evaluation_key){out_str(&w.sees), out_str(&w.places)};
}

/* Whether it makes no difference where the words of the launch stand. */
static bool placeless(const struct evaluation *done)
{
	return !done->trace && !done->wants.n && !done->commands;
}

const struct evaluation *evaluation_find(const struct assembly *s, const struct evaluation_key *key)
{
	uint64_t hash = str_hash(key->sees);
	const struct evaluation_slot *slot =
	    s->evaluations && key->sees.n ? s->evaluations->buckets[hash % BUCKETS] : NULL;

	for (; slot; slot = slot->next)
		if (slot->hash == hash && str_eq(slot->key.sees, key->sees) &&
		    (placeless(&slot->done) || str_eq(slot->key.places, key->places)))
			return &slot->done;
	return NULL;
}

void evaluation_keep(struct assembly *s, const struct evaluation_key *key,
		    const struct evaluation *done)
{
	struct evaluation_slot *slot;
	const struct evaluation_slot **bucket;

	if (!key->sees.n)
		return;
	if (!s->evaluations)
		s->evaluations = arena_new(s->arena, struct evaluations);
	slot = arena_new(s->arena, struct evaluation_slot);
	*slot = (struct evaluation_slot){.hash = str_hash(key->sees), .done = *done};
	slot->key.sees = str_dup(s->arena, key->sees);
	slot->key.places = str_dup(s->arena, key->places);
	bucket = &s->evaluations->buckets[slot->hash % BUCKETS];
	slot->next = *bucket;
	*bucket = slot;
}

struct py_cache *evaluation_trees(struct assembly *s)
{
	if (s->passing && s->parsed.used > PARSED_MAX) {
		py_cache_free(s->passing);
		arena_reset(&s->parsed);
		s->passing = py_cache_new(&s->parsed);
	}
	return s->passing ? s->passing : s->cache;
}

/* Whether the evaluation at hand is kept. Traces that are shown are. */
static bool is_kept(const struct assembly *s)
{
	return s->request->show_trace || (!s->passing && s->kept + s->entry.used <= KEPT_MAX);
}

bool evaluation_end(struct assembly *s, size_t drafts)
{
	struct keeper keeper = {.to = &s->c->drafted, .from = &s->entry, .code = &s->parsed, .settings_only = true};

	if (is_kept(s)) {
		s->kept += s->entry.used;
		arena_adopt(s->arena, &s->entry);
		return true;
	}
	for (size_t i = drafts; i < s->c->drafts.n; i++)
		draft_keep(&keeper, s->c->drafts.at[i]);
	keep_end(&keeper);
	arena_reset(&s->entry);
	if (!s->passing)
		s->passing = py_cache_new(&s->parsed);
	return false;
}

void evaluation_free(struct assembly *s)
{
	if (s->passing)
		py_cache_free(s->passing);
	s->passing = NULL;
	arena_free(&s->parsed);
}
