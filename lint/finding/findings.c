#include "lint/text/text.h"
#include "finding.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

const struct rule_row rule_rows[RULE_COUNT] = {
#define RULE_ROW(id, name, severity, summary) {name, SEVERITY_##severity, summary},
    RULES(RULE_ROW)
#undef RULE_ROW
};

void findings_init(struct findings *f, struct arena *arena)
{
	*f = (struct findings){.arena = arena};
	for (size_t i = 0; i < RULE_COUNT; i++)
		f->severity[i] = rule_rows[i].severity;
}

enum rule rule_find(struct str id)
{
	enum rule rule = 0;

	while (rule < RULE_COUNT && !str_is(id, rule_rows[rule].id))
		rule++;
	return rule;
}

struct finding *findings_add(struct findings *f, enum rule rule, struct span at, const char *fmt,
			     ...)
{
	va_list args;
	char *text = NULL;
	int n;
	struct finding *finding;

	if (f->severity[rule] == SEVERITY_OFF)
		return NULL;
	va_start(args, fmt);
	n = vsnprintf(NULL, 0, fmt, args);
	va_end(args);
	n = n < 0 ? 0 : n;
	text = arena_alloc(f->arena, (size_t)n + 1, 1);
	va_start(args, fmt);
	vsnprintf(text, (size_t)n + 1, fmt, args);
	va_end(args);
	finding = vec_push(f->arena, f);
	*finding = (struct finding){
	    .rule = rule,
	    .severity = f->severity[rule],
	    .message = printable(f->arena, (struct str){text, (size_t)n}),
	    .job = SIZE_MAX,
	    .at = at,
	};
	return finding;
}

#define ORDER(a, b) ((a) < (b) ? -1 : (a) > (b))

static int order(const void *left, const void *right)
{
	const struct finding *a = left;
	const struct finding *b = right;
	int by[] = {
	    ORDER(a->at.file, b->at.file),   ORDER(a->at.off, b->at.off),
	    ORDER(a->at.len, b->at.len),     ORDER(a->rule, b->rule),
	    str_cmp(a->message, b->message), ORDER(a->job, b->job),
	};

	for (size_t i = 0; i < sizeof(by) / sizeof(*by); i++)
		if (by[i])
			return by[i];
	return 0;
}

static bool repeats(const struct finding *a, const struct finding *b)
{
	return a->at.file == b->at.file && a->at.off == b->at.off && a->at.len == b->at.len &&
	       a->rule == b->rule && str_eq(a->message, b->message);
}

void findings_sort(struct findings *f)
{
	size_t kept = 0;

	if (f->n == 0)
		return;
	qsort(f->at, f->n, sizeof(*f->at), order);
	for (size_t i = 0; i < f->n; i++)
		if (kept == 0 || !repeats(&f->at[kept - 1], &f->at[i]))
			f->at[kept++] = f->at[i];
	f->n = kept;
}

const char *severity_name(enum severity s)
{
	static const char *const names[] = {"off", "notice", "warning", "error"};

	return names[s];
}
