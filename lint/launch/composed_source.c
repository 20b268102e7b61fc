#include "composed_source.h"

#include "strip_launchers.h"

void composed_copy(struct composed_source *s, size_t from, size_t to)
{
	struct shell_segment *last = s->segments.n ? &s->segments.at[s->segments.n - 1] : NULL;

	if (from >= to)
		return;
	/* Bytes that follow one another have one place. */
	if (last && last->at.len && last->at.off + last->at.len == from && last->off + last->at.len == s->text.n)
		last->at.len += (uint32_t)(to - from);
	else
		*vec_push(s->arena, &s->segments) = (struct shell_segment){
		    (uint32_t)s->text.n, {s->file, (uint32_t)from, (uint32_t)(to - from)}};
	for (size_t i = from; i < to; i++)
		*vec_push(s->arena, &s->text) = s->from.s[i];
}

void composed_text(struct composed_source *s, struct str text, struct span at)
{
	at.len = 0;
	*vec_push(s->arena, &s->segments) = (struct shell_segment){(uint32_t)s->text.n, at};
	for (size_t i = 0; i < text.n; i++)
		*vec_push(s->arena, &s->text) = text.s[i];
}

void launches_add(struct arena *a, struct launches *out, const struct launches *more)
{
	size_t first = out->n;

	for (size_t i = 0; i < more->n && out->n < LAUNCHES_MAX; i++)
		*vec_push(a, out) = more->at[i];
	if (first + more->n > out->n && !out->spent.n)
		out->spent = STR("commands that may launch something");
	for (size_t i = 0; i < more->breaks.n; i++) {
		struct launch_break b = more->breaks.at[i];

		b.launch += first;
		if (b.launch < out->n)
			*vec_push(a, &out->breaks) = b;
	}
	for (size_t i = 0; i < more->written.n; i++) {
		*vec_push(a, &out->written) = more->written.at[i];
		out->written.at[out->written.n - 1].before += first;
	}
	for (size_t i = 0; i < more->called.n; i++)
		*vec_push(a, &out->called) = more->called.at[i];
	out->steps += more->steps;
	out->work += more->work;
	if (!out->spent.n)
		out->spent = more->spent;
}

bool composed_world(const struct shell_world *world, const struct launches *out,
		    struct shell_world *left)
{
	struct shell_budget all;

	*left = world ? *world : (struct shell_world){0};
	all = shell_budget(left->budget);
	if (out->steps >= all.steps || out->work >= all.work)
		return false;
	left->budget.steps = all.steps - out->steps;
	left->budget.work = all.work - out->work;
	return true;
}

void composed_run(struct composed_source *s, const struct shell_world *world, struct files *files,
		  struct span at, struct launches *out)
{
	struct str code = {s->text.at, s->text.n};
	struct shell_world left;

	if (code.n && composed_world(world, out, &left))
		launches_add(s->arena, out,
			     shell_read_string(s->arena, &left, files, code, at, s->segments.at,
					       s->segments.n));
	/* The evaluation keeps the text. */
	s->text.at = NULL;
	s->text.n = s->text.room = 0;
	s->segments.at = NULL;
	s->segments.n = s->segments.room = 0;
}

bool composed_drops_exe(struct str text, size_t at, size_t to, const char *ends)
{
	return str_is_nocase(str_sub(text, at, at + 4 < to ? at + 4 : to), ".exe") && (at + 4 >= to || strchr(ends, text.s[at + 4]));
}
