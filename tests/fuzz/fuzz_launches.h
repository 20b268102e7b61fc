/* What the fuzzers of shell code share: walks over what was found, and checks of its budgets. */
#ifndef TESTS_FUZZ_LAUNCHES_H
#define TESTS_FUZZ_LAUNCHES_H

#include "lint/launch/launch.h"
#include "lint/read/read.h"

#include "fuzz.h"

static inline void fuzz_word(struct arena *a, const struct launch_word *w, size_t size)
{
	fuzz_walk(a, w->value, size);
	fuzz_touch(w->head);
	fuzz_touch(w->tail);
	for (const struct node *n = w->when; n; n = n->from[0])
		fuzz_node(n, size);
}

static inline void fuzz_launch(struct arena *a, const struct launch *l, size_t size)
{
	struct str name;
	struct node *value;

	fuzz_check((size_t)l->at.off + l->at.len <= size);
	fuzz_word(a, &l->program, size);
	fuzz_word(a, &l->cwd, size);
	for (size_t k = 0; k < l->args.n && k < 100; k++) {
		fuzz_word(a, &l->args.at[k], size);
		if (launch_split(a, &l->args.at[k], &name, &value))
			fuzz_node(value, size);
	}
	for (size_t k = 0; k < l->layers.n; k++)
		fuzz_walk(a, l->layers.at[k].options, size);
	fuzz_walk(a, l->env, size);
	fuzz_walk(a, l->batch, size);
	for (const struct node *g = l->guard; g; g = g->from[0])
		fuzz_node(g, size);
	(void)launch_visible_devices(l);
}

/** An outcome within its budget. Launches repeat one another, so that few are walked. */
static inline void fuzz_launches(struct arena *a, const struct launches *out,
				 struct shell_budget budget, size_t size)
{
	fuzz_touch(out->spent);
	fuzz_check(out->steps <= budget.steps && out->work <= budget.work);
	/* A command may have several readings, each of which is paid for. */
	fuzz_check(out->n <= out->work);
	for (size_t i = 0; i < out->n && i < 20; i++)
		fuzz_launch(a, &out->at[i], size);
	for (size_t i = 0; i < out->breaks.n; i++) {
		fuzz_check(out->breaks.at[i].launch < out->n);
		fuzz_check((size_t)out->breaks.at[i].lost.off + out->breaks.at[i].lost.len <= size);
	}
	for (size_t i = 0; i < out->written.n && i < 20; i++) {
		const struct holed_text *text = out->written.at[i].text;
		uint32_t before = 0;

		fuzz_check(out->written.at[i].path.n > 0 && text->pieces.n > 0);
		for (size_t k = 0; k < text->pieces.n && k < 100; before = text->pieces.at[k++].off) {
			fuzz_check(text->pieces.at[k].off >= before && text->pieces.at[k].off <= text->text.n);
			fuzz_check((size_t)text->pieces.at[k].at.off + text->pieces.at[k].at.len <= size);
		}
		for (size_t k = 0; k < text->holes.n && k < 100; k++)
			fuzz_node(text->holes.at[k], size);
	}
	fuzz_walk(a, out->variables, size);
}

/** Two outcomes of the same bytes. */
static inline void fuzz_same_launches(struct arena *arena, const struct launches *one,
				      const struct launches *other)
{
	/* Lines and directives of a file are kept with it, so that the first evaluation's memory ends a little earlier. */
	if (str_is(one->spent, "memory for values") || str_is(other->spent, "memory for values"))
		return;
	fuzz_check(one->n == other->n && one->written.n == other->written.n);
	fuzz_check(one->breaks.n == other->breaks.n && one->called.n == other->called.n);
	fuzz_check(one->steps == other->steps && one->work == other->work);
	fuzz_same(arena, one->variables, other->variables);
	for (size_t i = 0; i < one->n; i++) {
		const struct launch *a = &one->at[i], *b = &other->at[i];

		fuzz_check(a->kind == b->kind && a->args.n == b->args.n);
		fuzz_check(a->layers.n == b->layers.n && a->at.off == b->at.off);
		fuzz_same(arena, a->program.value, b->program.value);
		for (size_t k = 0; k < a->args.n; k++)
			fuzz_same(arena, a->args.at[k].value, b->args.at[k].value);
	}
}

#endif
