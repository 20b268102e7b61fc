#include "diff_sides.h"

#include "lint/repo/repo.h"

#include <pthread.h>

/** When the base is linted beside the head. */
struct start {
	pthread_mutex_t lock;
	pthread_cond_t settled;
	/** Whether it is to be; over: nothing else will ask for it. */
	bool wanted, over;
	struct side *base;
	/** The head's run asks for it once it reads one of these after all: another file refers to it. */
	const struct git_changes *changes;
};

static void lint_side(struct side *side)
{
	side->code = session_lint(&side->session);
}

static void *lint_base_if_wanted(void *data)
{
	struct start *start = data;

	pthread_mutex_lock(&start->lock);
	while (!start->wanted && !start->over)
		pthread_cond_wait(&start->settled, &start->lock);
	pthread_mutex_unlock(&start->lock);
	if (start->wanted)
		lint_side(start->base);
	return NULL;
}

static void settle(struct start *start, bool *which)
{
	pthread_mutex_lock(&start->lock);
	*which = true;
	pthread_cond_signal(&start->settled);
	pthread_mutex_unlock(&start->lock);
}

static void note_read(void *context, struct str path)
{
	struct start *start = context;

	for (size_t i = 0; i < start->changes->n && !start->wanted; i++)
		if (str_eq(start->changes->at[i].path, path))
			settle(start, &start->wanted);
}

/* Whether a text has a part in jobs by itself: by its words, or since its kind is always read. */
static bool matters(const struct prefilter *prefilter, struct str path, struct str text)
{
	enum file_kind kind = file_kind_of(path);

	if (!text.s || kind == KIND_NONE)
		return kind != KIND_NONE;
	return kind == KIND_MAYBE || kind == KIND_SHELL || kind == KIND_DOCKER || kind == KIND_REQUIREMENTS ||
	       prefilter_marks(prefilter, kind, text);
}

/*
 * Whether the change may have a part in no job: the files are the same but for texts that do not matter by themselves,
 * neither as they were nor as they are.
 */
static bool is_idle(struct sides *s, const struct git_changes *changes)
{
	struct prefilter *prefilter = prefilter_new(s->head.session.arena);

	for (size_t i = 0; i < changes->n; i++) {
		const struct git_change *c = &changes->at[i];

		if (c->in_before != c->in_after && file_kind_of(c->path) != KIND_NONE)
			return false;
		if (matters(prefilter, c->path, c->before) || matters(prefilter, c->path, c->after))
			return false;
	}
	return true;
}

/* Whether the base is linted at once. */
static bool is_wanted(struct sides *s, struct git_changes *changes)
{
	enum { TEXT_MAX = 4 << 20 };

	if (!s->head_is_revision)
		return true;
	git_revision_changes(s->head.session.arena, s->base.fs, s->head.fs, TEXT_MAX, changes);
	return !is_idle(s, changes);
}

/* The head on this thread, the base on another one if that can be had. */
static void run_sides(struct sides *s, struct start *start)
{
	enum { STACK = 16 << 20 };
	pthread_attr_t attributes;
	pthread_t thread;
	bool started;

	pthread_attr_init(&attributes);
	/* Recursion is guarded for the 8 MiB that a main thread has. */
	pthread_attr_setstacksize(&attributes, STACK);
	started = pthread_create(&thread, &attributes, lint_base_if_wanted, start) == 0;
	pthread_attr_destroy(&attributes);
	lint_side(&s->head);
	settle(start, &start->over);
	if (started)
		pthread_join(thread, NULL);
	else
		lint_base_if_wanted(start);
}

int diff_sides_lint(struct sides *s)
{
	struct git_changes changes = {0};
	struct start start = {.base = &s->base, .changes = &changes};

	pthread_mutex_init(&start.lock, NULL);
	pthread_cond_init(&start.settled, NULL);
	start.wanted = is_wanted(s, &changes);
	s->head.session.request.on_read = note_read;
	s->head.session.request.on_read_context = &start;
	run_sides(s, &start);
	pthread_cond_destroy(&start.settled);
	pthread_mutex_destroy(&start.lock);
	if (!start.wanted)
		s->base.session.result = s->head.session.result;
	return s->head.code ? s->head.code : s->base.code;
}
