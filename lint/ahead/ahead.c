#include "ahead.h"

#include "lint/frameworks/frameworks.h"

#include <pthread.h>

enum {
	THREADS_MAX = 16,
	/** Plans that are not taken, for each thread: the farther ahead, the less sure. */
	PLANS_PER_THREAD = 4,
	/** Bytes of one of them, nearly all need less: beyond, the walk evaluates itself. Bytes of those that are not taken. */
	PLAN_BYTES = 32 << 20,
	HELD_MAX = 16 << 20,
	/** Bytes of what all threads have parsed, which each has to parse for itself; of a script that is parsed. */
	PARSED_MAX = 16 << 20,
	TEXT_MAX = 128 << 10,
	/** States of the repository that are copied for workers, and files in all of them: scripts write hundreds of files. */
	GENERATIONS_MAX = 64,
	GENERATION_FILES_MAX = 32 << 10,
};

enum plan_state { PLAN_WAITS, PLAN_RUNS, PLAN_DONE };

/** The repository in one state, as each worker sees it. */
struct generation {
	uint64_t written;
	size_t nfiles;
	struct repository_view *views[THREADS_MAX];
};

/** What came of an evaluation. */
struct outcome {
	/** What it makes. */
	struct arena arena;
	struct trace *trace;
	/** What the reader made of it. */
	void *made;
	/** Files that were loaded for it. */
	uint32_t *loaded;
	size_t nloaded;
};

/** The same once more, behind the ends that it ran into or with modes: which the walk asks for where nothing came of it. */
struct further {
	struct further *next;
	struct outcome outcome;
	struct span behind[EVAL_ENDS_MAX];
	size_t nbehind;
	bool modes;
};

/** An evaluation ahead. */
struct plan {
	struct plan *next;
	enum plan_state state;
	size_t turn;
	/** The repository as it was planned for, by worker. */
	struct repository_view *const *views;
	uint64_t written;
	uint32_t file;
	struct eval_world world;
	struct evaluation_key key;
	/** Where nothing came of it, it is made further. */
	bool may_go_on;
	ahead_reader *read;
	const void *what;
	/** The key and the plan lie in its arena as well. */
	struct outcome outcome;
	struct further *further;
	/** Of it and what came further, once it is done. */
	size_t bytes;
	/** Nobody will take it: whoever has it gives it back. */
	bool dropped;
};

/* A thread that evaluates; the walk's own has its repository, others have views of it. */
struct worker {
	struct ahead *ahead;
	struct repository *repo;
	pthread_t thread;
	size_t number;
	/** Of its caches. */
	struct arena arena;
	struct py_cache *cache;
};

struct ahead {
	struct arena *arena;
	struct repository *repo;
	const struct loader *loader;
	/** The walk's. */
	struct py_cache *cache;
	uint64_t planned, taken;
	pthread_mutex_t lock;
	/** A plan waits, or the end; a plan is done. */
	pthread_cond_t work, done;
	/** In order of their turns. */
	struct plan *plans;
	size_t nplans, turn;
	/** Bytes of what was done and not taken. */
	size_t held;
	bool ends;
	/** Of the plan that the walk took last. */
	struct further *further;
	struct worker workers[THREADS_MAX];
	/** How many there are, and are to be while the first begin. */
	size_t nworkers, threads;
	struct generation *generations[GENERATIONS_MAX];
	size_t ngenerations;
};

static struct plan *waiting(struct ahead *a)
{
	struct plan *p = a->held < HELD_MAX ? a->plans : NULL;

	while (p && p->state != PLAN_WAITS)
		p = p->next;
	return p;
}

static void evaluate(struct worker *w, const struct plan *p, struct eval_world world, struct outcome *out)
{
	struct repository_view *view = w->repo ? NULL : p->views[w->number];
	struct repository *repo = w->repo ? w->repo : repository_viewed(view);

	if (view)
		repository_view_world(view, &world);
	world.budget.bytes = PLAN_BYTES;
	out->trace = py_run(&out->arena, &world, w->cache, p->file);
	/* Cut short where the walk would not be. */
	if (str_has(out->trace->spent, STR("bytes of values")))
		out->trace = NULL;
	if (out->trace && p->read)
		out->made = p->read(p->what, &out->arena, repo, out->trace);
	if (view)
		out->nloaded = repository_view_loaded(view, &out->arena, &out->loaded);
}

/* Whether nothing that trains was reached: then the walk will want to know what comes further on. */
static bool came_to_nothing(const struct trace *trace)
{
	for (size_t i = 0; i < trace->n; i++)
		if (trace->at[i]->row && (trace->at[i]->row->effect == EFFECT_SINK || trace->at[i]->row->effect == EFFECT_STEP))
			return false;
	return true;
}

/* Goes one end further, or else takes modes; false if there is nothing more to try. */
static bool go_on(const struct plan *p, const struct trace *trace, struct further *f)
{
	bool known = !span_known(trace->stopped) || f->nbehind == EVAL_ENDS_MAX;

	for (size_t i = 0; i < f->nbehind; i++)
		known |= f->behind[i].file == trace->stopped.file && f->behind[i].off == trace->stopped.off;
	if (!known)
		f->behind[f->nbehind++] = trace->stopped;
	else if (f->modes || p->world.argv || !trace->modes)
		return false;
	else
		f->modes = true;
	return true;
}

static void run(struct worker *w, struct plan *p)
{
	struct further now = {0}, **end = &p->further;
	const struct trace *trace;

	evaluate(w, p, p->world, &p->outcome);
	trace = p->outcome.trace;
	while (p->may_go_on && trace && came_to_nothing(trace) && go_on(p, trace, &now)) {
		struct eval_world world = p->world;
		struct arena arena = {0};
		struct further *f = arena_new(&arena, struct further);

		*f = now;
		f->outcome.arena = arena;
		world.behind = f->behind;
		world.nbehind = f->nbehind;
		world.modes = f->modes;
		evaluate(w, p, world, &f->outcome);
		trace = f->outcome.trace;
		*end = f;
		end = &f->next;
	}
}

static void outcome_free(struct outcome *o)
{
	/* What it is of lies in its own arena. */
	struct arena arena = o->arena;

	arena_free(&arena);
}

static void further_free(struct further *f)
{
	while (f) {
		struct further *next = f->next;

		outcome_free(&f->outcome);
		f = next;
	}
}

static void plan_free(struct plan *p)
{
	further_free(p->further);
	outcome_free(&p->outcome);
}

static size_t bytes_held(const struct plan *p)
{
	size_t n = p->outcome.arena.used;

	for (const struct further *f = p->further; f; f = f->next)
		n += f->outcome.arena.used;
	return n;
}

static void finish(struct ahead *a, struct plan *p)
{
	p->state = PLAN_DONE;
	p->bytes = bytes_held(p);
	a->held += p->bytes;
}

/* Nobody will take it. */
static void drop(struct ahead *a, struct plan *p)
{
	a->held -= p->bytes;
	plan_free(p);
	pthread_cond_broadcast(&a->work);
}

static void *work(void *worker)
{
	struct worker *w = worker;
	struct ahead *a = w->ahead;
	struct plan *p;

	pthread_mutex_lock(&a->lock);
	while (!a->ends && w->arena.used < PARSED_MAX / a->threads) {
		p = waiting(a);
		if (!p) {
			pthread_cond_wait(&a->work, &a->lock);
			continue;
		}
		p->state = PLAN_RUNS;
		pthread_mutex_unlock(&a->lock);
		run(w, p);
		pthread_mutex_lock(&a->lock);
		finish(a, p);
		if (p->dropped)
			drop(a, p);
		pthread_cond_broadcast(&a->done);
	}
	pthread_mutex_unlock(&a->lock);
	return NULL;
}

struct ahead *ahead_start(struct arena *arena, struct repository *repo, const struct loader *loader, struct py_cache *cache,
			  unsigned threads)
{
	struct ahead *a = arena_new(arena, struct ahead);

	a->arena = arena;
	a->repo = repo;
	a->loader = loader;
	a->cache = cache;
	a->threads = threads < THREADS_MAX ? threads : THREADS_MAX;
	pthread_mutex_init(&a->lock, NULL);
	pthread_cond_init(&a->work, NULL);
	pthread_cond_init(&a->done, NULL);
	while (a->nworkers + 1 < a->threads) {
		struct worker *w = &a->workers[a->nworkers];

		w->ahead = a;
		w->number = a->nworkers;
		w->cache = py_cache_new(&w->arena);
		if (pthread_create(&w->thread, NULL, work, w) != 0)
			break;
		a->nworkers++;
	}
	return a;
}

bool ahead_has_room(const struct ahead *a)
{
	return a->nplans < a->nworkers * PLANS_PER_THREAD;
}

/* The repository as it is now for the workers; NULL: it has changed too often. */
static struct generation *generation_of(struct ahead *a)
{
	struct generation *g;

	for (size_t i = 0; i < a->ngenerations; i++)
		if (a->generations[i]->written == a->repo->written)
			return a->generations[i];
	if (a->ngenerations == GENERATIONS_MAX || a->ngenerations * a->repo->files->n > GENERATION_FILES_MAX)
		return NULL;
	g = a->generations[a->ngenerations++] = arena_new(a->arena, struct generation);
	g->written = a->repo->written;
	g->nfiles = a->repo->files->n;
	for (size_t k = 0; k < a->nworkers; k++)
		g->views[k] = repository_view_new(a->arena, a->repo, a->loader);
	return g;
}

void ahead_plan(struct ahead *a, const struct ahead_request *request)
{
	struct arena arena = {0};
	struct plan *p, **at;

	struct generation *g = request->key.sees.n ? generation_of(a) : NULL;

	if (!g || request->file > g->nfiles || repository_text(a->repo, request->file).n > TEXT_MAX)
		return;
	p = arena_new(&arena, struct plan);
	*p = (struct plan){.turn = a->turn++, .file = request->file, .world = request->world,
			 .read = request->read, .what = request->what, .views = g->views, .written = g->written};
	p->key.sees = str_dup(&arena, request->key.sees);
	p->key.places = str_dup(&arena, request->key.places);
	p->may_go_on = request->may_go_on;
	p->outcome.arena = arena;
	pthread_mutex_lock(&a->lock);
	for (at = &a->plans; *at; at = &(*at)->next)
		;
	*at = p;
	a->nplans++;
	a->planned++;
	pthread_cond_signal(&a->work);
	pthread_mutex_unlock(&a->lock);
}

/* Takes a plan out of the list; its place is *at. */
static void unlink_plan(struct ahead *a, struct plan **at)
{
	*at = (*at)->next;
	a->nplans--;
}

static struct plan **find(struct ahead *a, const struct evaluation_key *key)
{
	struct plan **at = &a->plans;

	while (*at && !(str_eq((*at)->key.sees, key->sees) && str_eq((*at)->key.places, key->places)))
		at = &(*at)->next;
	return at;
}

/* Waits for a plan, and meanwhile does what waits behind it. The lock is held. */
static void await(struct ahead *a, const struct plan *p)
{
	struct worker self = {.repo = a->repo, .cache = a->cache};

	while (p->state == PLAN_RUNS) {
		struct plan *other = waiting(a);

		/* Its own thread sees the repository as it is now. */
		if (other && other->written != a->repo->written)
			other = NULL;

		if (!other) {
			pthread_cond_wait(&a->done, &a->lock);
			continue;
		}
		other->state = PLAN_RUNS;
		pthread_mutex_unlock(&a->lock);
		run(&self, other);
		pthread_mutex_lock(&a->lock);
		finish(a, other);
	}
}

/* Gives the walk what came of an evaluation, as if it had evaluated itself. */
static struct trace *hand_over(struct ahead *a, struct arena *to, const struct outcome *o, void **made)
{
	struct trace *trace = o->trace;
	struct arena arena = o->arena;

	for (size_t i = 0; i < o->nloaded; i++)
		repository_text(a->repo, o->loaded[i]);
	*made = o->made;
	a->taken++;
	arena_adopt(to, &arena);
	arena_free(&arena);
	return trace;
}

struct trace *ahead_take(struct ahead *a, struct arena *to, const struct evaluation_key *key, void **made)
{
	struct plan **at, *p = NULL;

	if (!a || !key->sees.n)
		return NULL;
	further_free(a->further);
	a->further = NULL;
	pthread_mutex_lock(&a->lock);
	at = find(a, key);
	if (*at) {
		p = *at;
		unlink_plan(a, at);
		await(a, p);
		a->held -= p->bytes;
		pthread_cond_broadcast(&a->work);
	}
	pthread_mutex_unlock(&a->lock);
	if (!p)
		return NULL;
	if (p->state == PLAN_WAITS || !p->outcome.trace) {
		plan_free(p);
		return NULL;
	}
	a->further = p->further;
	return hand_over(a, to, &p->outcome, made);
}

struct trace *ahead_take_further(struct ahead *a, struct arena *to, const struct eval_world *world, void **made)
{
	struct further *f = a ? a->further : NULL;
	bool same = f && f->outcome.trace && f->nbehind == world->nbehind && f->modes == world->modes;

	for (size_t i = 0; same && i < f->nbehind; i++)
		same = f->behind[i].file == world->behind[i].file && f->behind[i].off == world->behind[i].off;
	if (!same)
		return NULL;
	a->further = f->next;
	return hand_over(a, to, &f->outcome, made);
}

void ahead_pass(struct ahead *a, size_t turn)
{
	if (!a)
		return;
	pthread_mutex_lock(&a->lock);
	while (a->plans && a->plans->turn < turn) {
		struct plan *p = a->plans;

		unlink_plan(a, &a->plans);
		if (p->state == PLAN_RUNS)
			p->dropped = true;
		else
			drop(a, p);
	}
	pthread_mutex_unlock(&a->lock);
}

size_t ahead_turn(const struct ahead *a)
{
	return a->turn;
}

void ahead_counts(const struct ahead *a, uint64_t *planned, uint64_t *taken)
{
	*planned = a ? a->planned : 0;
	*taken = a ? a->taken : 0;
}

static void end_views(struct ahead *a)
{
	for (size_t i = 0; i < a->ngenerations; i++)
		for (size_t k = 0; k < a->nworkers; k++) {
			struct repository_view *view = a->generations[i]->views[k];

			repository_view_end(view);
			arena_adopt(a->arena, repository_view_arena(view));
			arena_free(repository_view_arena(view));
		}
}

void ahead_end(struct ahead *a)
{
	if (!a)
		return;
	ahead_pass(a, SIZE_MAX);
	further_free(a->further);
	pthread_mutex_lock(&a->lock);
	a->ends = true;
	pthread_cond_broadcast(&a->work);
	pthread_mutex_unlock(&a->lock);
	for (size_t i = 0; i < a->nworkers; i++) {
		struct worker *w = &a->workers[i];

		pthread_join(w->thread, NULL);
		py_cache_free(w->cache);
		arena_adopt(a->arena, &w->arena);
		arena_free(&w->arena);
	}
	end_views(a);
	pthread_cond_destroy(&a->done);
	pthread_cond_destroy(&a->work);
	pthread_mutex_destroy(&a->lock);
}
