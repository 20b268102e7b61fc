#include "condition_text.h"

#include "lint/settings/settings.h"

#include <limits.h>

struct str case_condition_text(struct arena *a, const struct draft *d, const struct training_case *c)
{
	struct str text = training_case_text(a, c, UINT_MAX);

	if (!d->condition.n || !text.n)
		return d->condition.n ? d->condition : text;
	return str_fmt(a, "%.*s and %.*s", STR_ARG(d->condition), STR_ARG(text));
}

/* Whether all cases that answer one condition as c does have its value of a setting. */
static bool settles(const struct draft *d, const struct training_case *c, enum setting s, unsigned bit)
{
	for (size_t i = 0; i < d->cases.n; i++) {
		const struct training_case *other = &d->cases.at[i];
		bool apart = other->cares & bit && (other->holds & bit) != (c->holds & bit);

		if (!apart && !value_same(&other->job.set[s], &c->job.set[s]))
			return false;
	}
	return true;
}

/* "if use_lora": the one condition that settles it, or all that make the case. */
static struct str if_text(struct arena *a, const struct draft *d, const struct training_case *c,
			  enum setting s)
{
	unsigned bits = UINT_MAX;
	struct str text;

	for (size_t k = 0; k < c->nasked && bits == UINT_MAX; k++)
		if (c->cares & 1u << k && settles(d, c, s, 1u << k))
			bits = 1u << k;
	text = training_case_text(a, c, bits);
	return text.n ? str_fmt(a, "if %.*s", STR_ARG(text)) : text;
}

static struct value with_condition(struct arena *a, const struct value *v, struct str condition)
{
	struct value out = *v;

	out.alternative = NULL;
	if (!condition.n)
		return out;
	out.how = out.how.n ? str_fmt(a, "%.*s, %.*s", STR_ARG(out.how), STR_ARG(condition)) : condition;
	return out;
}

static bool among(const struct value *list, const struct value *v)
{
	for (; list; list = list->alternative)
		if (value_same(list, v))
			return true;
	return false;
}

/* The setting's values in all cases, the chosen one's first; one that no case has is not there. */
static void show_setting(struct arena *a, const struct draft *d, size_t chosen, enum setting s,
			 struct job *job)
{
	struct value *first = NULL;
	struct value **link = &first;

	for (size_t i = 0; i <= d->cases.n; i++) {
		size_t k = i == 0 ? chosen : i - 1;
		const struct training_case *c = &d->cases.at[k];

		if (among(first, &c->job.set[s]))
			continue;
		*link = arena_new(a, struct value);
		**link = with_condition(a, &c->job.set[s], if_text(a, d, c, s));
		/* The list is being made: nobody else has it as unchanging yet. */
		link = (struct value **)(uintptr_t)&(*link)->alternative;
	}
	/* What the chosen case lacks: the value comes first, that it may lack behind it. */
	if (first->type == VALUE_ABSENT && first->alternative) {
		struct value *absent = first;

		first = (struct value *)(uintptr_t)first->alternative;
		absent->alternative = first->alternative;
		first->alternative = absent;
	}
	if (first->alternative)
		job->set[s] = *first;
}

static bool same_everywhere(const struct draft *d, enum setting s)
{
	for (size_t i = 1; i < d->cases.n; i++)
		if (!value_same(&d->cases.at[i].job.set[s], &d->cases.at[0].job.set[s]))
			return false;
	return true;
}

/* The case in which a setting needs most memory. */
static size_t worst_of(const struct draft *d, enum setting s)
{
	size_t worst = 0;

	for (size_t i = 1; i < d->cases.n; i++) {
		const struct value *v = &d->cases.at[i].job.set[s];
		const struct value *w = &d->cases.at[worst].job.set[s];

		if (v->type != VALUE_ABSENT && (w->type == VALUE_ABSENT || heavier_compare(s, v, w) > 0))
			worst = i;
	}
	return worst;
}

void case_alternatives(struct arena *a, const struct draft *d, size_t chosen, struct job *job)
{
	for (enum setting s = 0; s < SETTING_COUNT; s++)
		if (!same_everywhere(d, s))
			show_setting(a, d, chosen == SIZE_MAX ? worst_of(d, s) : chosen, s, job);
}
