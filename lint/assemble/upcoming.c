#include "upcoming.h"

#include "file_jobs.h"
#include "script_jobs.h"
#include "written_files.h"

struct coming {
	/** NULL: the script. */
	const struct launch *launch;
	uint32_t script;
	/** The launches of its file, if that writes files; else NULL. */
	const struct launches *of;
	/** The turn of its plan, and of the one behind it. */
	size_t turn;
};

struct upcoming {
	VEC(struct coming);
	/** The first that the walk has not come to, and the first of which nothing was planned. */
	size_t next, unplanned;
};

/** Steps of evaluations after which threads are started: for less they are not worth it. */
enum { STEPS_WORTH = 100000 };

static bool has_room(struct assembly *s)
{
	if (s->request->threads < 2 || (!s->ahead && s->steps < STEPS_WORTH))
		return false;
	if (!s->ahead)
		s->ahead = ahead_start(s->arena, s->repo, s->of.loader, s->cache, s->request->threads);
	return ahead_has_room(s->ahead);
}

static struct upcoming *upcoming_of(struct assembly *s)
{
	if (!s->upcoming)
		s->upcoming = arena_new(s->arena, struct upcoming);
	return s->upcoming;
}

void upcoming_clear(struct assembly *s)
{
	struct upcoming *u = upcoming_of(s);

	ahead_pass(s->ahead, SIZE_MAX);
	u->n = u->next = u->unplanned = 0;
}

void upcoming_add_launches(struct assembly *s, const struct launches *launches)
{
	for (size_t i = 0; i < launches->n; i++)
		*vec_push(s->arena, upcoming_of(s)) =
		    (struct coming){.launch = &launches->at[i], .of = launches->written.n ? launches : NULL};
}

void upcoming_add_told(struct assembly *s, const struct launches *launches)
{
	for (size_t i = 0; i < launches->n; i++)
		*vec_push(s->arena, upcoming_of(s)) = (struct coming){.launch = &launches->at[i]};
}

void upcoming_add_script(struct assembly *s, uint32_t file)
{
	*vec_push(s->arena, upcoming_of(s)) = (struct coming){.script = file};
}

static void plan(struct assembly *s, const struct coming *c)
{
	struct target target;
	uint32_t file;
	bool told;

	repository_restore(s->repo);
	told = !c->launch || !c->launch->told.file || document_tells(s, c->launch);
	file = !told ? 0 : c->launch ? launch_script(s, c->launch) : unlaunched_script(s, c->script) ? c->script : 0;
	if (!file || !script_may_train(s, file))
		return;
	if (c->of)
		written_files_above(s, c->of, c->launch);
	target = launch_target(s->c, c->launch, file);
	script_plan(s, file, c->launch, &target);
	if (c->of)
		repository_restore(s->repo);
}

void upcoming_reached(struct assembly *s, const struct launch *launch, uint32_t script)
{
	struct upcoming *u = upcoming_of(s);
	size_t at = u->next;

	while (at < u->n && (u->at[at].launch != launch || u->at[at].script != script))
		at++;
	if (at == u->n)
		return;
	if (at < u->unplanned)
		ahead_pass(s->ahead, u->at[at].turn);
	u->next = at + 1;
	if (u->unplanned <= at)
		u->unplanned = at + 1;
	for (; u->unplanned < u->n && has_room(s); u->unplanned++) {
		u->at[u->unplanned].turn = ahead_turn(s->ahead);
		plan(s, &u->at[u->unplanned]);
	}
}
