/*
 * Launches without what evaluating their script has left behind: a loop within loops makes 60 MB of values, of which
 * launches name a few.
 */
#include "launch.h"

#include "lint/eval/eval.h"
#include "lint/read/read.h"

static struct launch_word keep_word(struct keeper *k, struct launch_word w)
{
	w.value = keep_node(k, w.value);
	w.head = keep_text(k, w.head);
	w.tail = keep_text(k, w.tail);
	w.when = keep_node(k, w.when);
	return w;
}

static void keep_launch(struct keeper *k, struct launch *l)
{
	KEEP_VEC(k, &l->through);
	KEEP_VEC(k, &l->args);
	KEEP_VEC(k, &l->layers);
	l->program = keep_word(k, l->program);
	for (size_t i = 0; i < l->args.n; i++)
		l->args.at[i] = keep_word(k, l->args.at[i]);
	for (size_t i = 0; i < l->layers.n; i++) {
		l->layers.at[i].name = keep_text(k, l->layers.at[i].name);
		l->layers.at[i].options = keep_node(k, l->layers.at[i].options);
	}
	l->env = keep_node(k, l->env);
	l->cwd = keep_word(k, l->cwd);
	l->guard = keep_node(k, l->guard);
	l->batch = keep_node(k, l->batch);
}

static struct holed_text *keep_written(struct keeper *k, const struct holed_text *text)
{
	struct holed_text *to = arena_new(k->to, struct holed_text);

	*to = *text;
	to->text = keep_text(k, text->text);
	to->unknown = keep_text(k, text->unknown);
	KEEP_VEC(k, &to->pieces);
	KEEP_VEC(k, &to->holes);
	for (size_t i = 0; i < to->holes.n; i++)
		to->holes.at[i] = keep_node(k, to->holes.at[i]);
	return to;
}

/* Notes which of a script's files a later one of the same name replaces. */
static void order_written(struct arena *scratch, struct launches *launches)
{
	struct dict last = {0};

	for (size_t i = 0; i < launches->written.n; i++) {
		struct launch_file *file = &launches->written.at[i];
		uint32_t *before = dict_put(scratch, &last, file->path);

		file->until = SIZE_MAX;
		if (*before)
			launches->written.at[*before - 1].until = file->before;
		*before = (uint32_t)i + 1;
	}
}

struct launches *launches_keep(struct arena *a, const struct arena *from, const struct launches *launches)
{
	struct keeper k = {.to = a, .from = from};
	struct launches *to = arena_new(a, struct launches);

	*to = *launches;
	KEEP_VEC(&k, to);
	KEEP_VEC(&k, &to->breaks);
	KEEP_VEC(&k, &to->written);
	KEEP_VEC(&k, &to->called);
	for (size_t i = 0; i < to->n; i++)
		keep_launch(&k, &to->at[i]);
	for (size_t i = 0; i < to->written.n; i++) {
		to->written.at[i].path = keep_text(&k, to->written.at[i].path);
		to->written.at[i].text = keep_written(&k, to->written.at[i].text);
	}
	order_written(&k.scratch, to);
	to->variables = keep_node(&k, launches->variables);
	to->spent = keep_text(&k, launches->spent);
	keep_end(&k);
	return to;
}
