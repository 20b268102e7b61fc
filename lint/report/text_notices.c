/* What the text report says of notices: a line for what several have in common, in place of an excerpt for each. */
#include "core/base/base.h"
#include "text.h"

#include <stdlib.h>

enum { CAUSES_MAX = 5, PLACES_MAX = 2 };

/** In the order of their worth to the reader. */
static const struct {
	enum rule rule;
	/** Behind the count, of one and of several; a cause is listed below unless none is needed. */
	const char *one, *many;
	/** The cause of a finding is what stands behind the first ": " of its message; else all of it. */
	bool behind_colon;
	bool causeless;
} kinds[] = {
    {RULE_NO_TARGET_GPU, "job names no GPU: --gpu NAME, or target: in .gpumem-lint.yml, gives a verdict",
     "jobs name no GPU: --gpu NAME, or target: in .gpumem-lint.yml, gives verdicts", false, true},
    {RULE_UNKNOWN_GPU, "job names a GPU that is not known:", "jobs name a GPU that is not known:", false, false},
    {RULE_NO_JOB, "thing trains and gave no job:", "things train and gave no job:", true, false},
    {RULE_NOT_ESTIMATED, "job could not be estimated:", "jobs could not be estimated:", true, false},
    {RULE_UNKNOWN_MODEL, "model is not known: models: in .gpumem-lint.yml can name one that it is like, or its config.json",
     "models are not known: models: in .gpumem-lint.yml can name what they are like, or their config.json", false,
     false},
    {RULE_UNREADABLE_FILE, "file could not be read, or not whole:", "files could not be read, or not whole:", false,
     false},
};

enum { KINDS = sizeof(kinds) / sizeof(*kinds) };

/** Findings of one cause; the first stands for all. */
struct cause {
	struct str text;
	const struct finding *at[PLACES_MAX];
	size_t n, order;
};

static int most_first(const void *left, const void *right)
{
	const struct cause *a = left;
	const struct cause *b = right;

	if (a->n != b->n)
		return a->n > b->n ? -1 : 1;
	return a->order < b->order ? -1 : a->order > b->order;
}

static struct str cause_text(const struct finding *f, bool behind_colon)
{
	size_t at = behind_colon ? str_find(f->message, STR(": "), 0) : SIZE_MAX;

	return at == SIZE_MAX ? f->message : str_sub(f->message, at + 2, f->message.n);
}

/** The causes of a kind's notices, the commonest first; *total is the number of findings. */
static size_t gather(const struct report *r, size_t kind, struct cause *causes, size_t *total)
{
	const struct findings *all = &r->result->findings;
	size_t n = 0;

	*total = 0;
	for (size_t i = 0; i < all->n; i++) {
		const struct finding *f = &all->at[i];
		struct str text = cause_text(f, kinds[kind].behind_colon);
		size_t k = 0;

		if (f->rule != kinds[kind].rule || f->severity != SEVERITY_NOTICE)
			continue;
		++*total;
		while (k < n && !str_eq(causes[k].text, text))
			k++;
		if (k == n) {
			causes[k] = (struct cause){.text = text, .order = k};
			n++;
		}
		if (causes[k].n < PLACES_MAX)
			causes[k].at[causes[k].n] = f;
		causes[k].n++;
	}
	qsort(causes, n, sizeof(*causes), most_first);
	return n;
}

static void print_cause(struct out *out, const struct report *r, const struct cause *cause)
{
	out_fmt(out, "    %.*s", STR_ARG(printable(r->arena, cause->text)));
	for (size_t i = 0; i < cause->n && i < PLACES_MAX; i++)
		if (span_known(cause->at[i]->at))
			out_fmt(out, "%s%.*s", i ? ", " : " (", STR_ARG(report_place(r, cause->at[i]->at)));
	if (cause->n > PLACES_MAX)
		out_fmt(out, " and %zu more", cause->n - PLACES_MAX);
	out_text(out, span_known(cause->at[0]->at) ? ")\n" : "\n");
}

void text_notices(struct out *out, const struct report *r)
{
	struct cause *causes = arena_news(r->arena, struct cause, r->result->findings.n + 1);

	for (size_t i = 0; i < KINDS; i++) {
		size_t total, n = gather(r, i, causes, &total);

		if (!n)
			continue;
		out_fmt(out, "%zu %s\n", total, total == 1 ? kinds[i].one : kinds[i].many);
		for (size_t k = 0; k < n && k < CAUSES_MAX && !kinds[i].causeless; k++)
			print_cause(out, r, &causes[k]);
		if (n > CAUSES_MAX && !kinds[i].causeless)
			out_fmt(out, "    and %zu more causes: -v shows all\n", n - CAUSES_MAX);
	}
}
