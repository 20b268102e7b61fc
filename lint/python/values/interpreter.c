/* The budget of an evaluation, and the text of what it reads. */
#include "values.h"

/*
 * A step makes values of some 100 bytes, but may copy a text of 64 KiB or a list of 10,000: 200 MB are far
 * more than programs use that end within 200,000 steps.
 */
enum { BYTES_LEAST = 8 << 20, BYTES_PER_STEP = 1 << 10 };

static uint64_t budget_bytes(const struct eval_budget *budget)
{
	return budget->bytes ? budget->bytes : BYTES_LEAST + budget->steps * BYTES_PER_STEP;
}

void py_set_budget(struct interpreter *py)
{
	py->budget = eval_budget(py->world->budget);
	py->full = py->arena->used + budget_bytes(&py->budget);
}

void py_spent(struct interpreter *py, const char *what, uint64_t n)
{
	struct str phrase = str_fmt(py->arena, "%llu %s", (unsigned long long)n, what);

	if (str_has(py->trace->spent, str_of(what)))
		return;
	py->trace->spent = py->trace->spent.n ? str_fmt(py->arena, "%.*s, %.*s",
							STR_ARG(py->trace->spent), STR_ARG(phrase))
					      : phrase;
}

void py_halt(struct interpreter *py, const char *what, uint64_t n)
{
	if (!py->halted)
		py_spent(py, what, n);
	py->halted = true;
}

bool py_step(struct interpreter *py, uint64_t n)
{
	if (!py->halted && n <= py->budget.steps - py->steps && py->arena->used <= py->full) {
		py->steps += n;
		return true;
	}
	if (py->arena->used > py->full)
		py_halt(py, "bytes of values", budget_bytes(&py->budget));
	else
		py_halt(py, "steps", py->budget.steps);
	py->refused++;
	return false;
}

bool py_is_growing(const struct interpreter *py, const struct node *list)
{
	for (size_t i = 0; i < py->growing.n; i++)
		if (py->growing.at[i] == list)
			return true;
	return false;
}

void py_end(struct interpreter *py, struct span at)
{
	py->end = at;
	py->passed = false;
	for (size_t i = 0; i < py->world->nbehind; i++)
		py->passed |= py->world->behind[i].file == at.file && py->world->behind[i].off == at.off;
}

void py_note_end(struct interpreter *py)
{
	/* The first that kept it from training: what a handler does then may end it as well. */
	if (py->halted || span_known(py->trace->stopped))
		return;
	py->trace->stopped = py->end;
	py->trace->stopped_by = py_source(py, py->end, 60);
}

void py_note_other_end(struct interpreter *py)
{
	/* A library's helpers raise at their end when nothing before fits; and a launch gives the options that nobody gives here. */
	if (!py->world->argv && !py->halted && !span_known(py->other_end) && str_is(py->frame->module->name, "__main__"))
		py->other_end = py->end;
}

struct str py_source(struct interpreter *py, struct span at, size_t max)
{
	struct str text = {0};
	char *out;
	size_t n = 0;

	if (py->frame && py->frame->module && py->frame->module->tree && py->frame->module->file == at.file)
		text = str_sub(py->frame->module->tree->text, at.off, at.off + at.len);
	for (size_t i = 0; i < py->modules.n && !text.n; i++)
		if (py->modules.at[i]->tree && py->modules.at[i]->file == at.file)
			text = str_sub(py->modules.at[i]->tree->text, at.off, at.off + at.len);
	if (text.n > max)
		text.n = max;
	out = arena_alloc(py->arena, text.n + 1, 1);
	for (size_t i = 0; i < text.n; i++) {
		char c = text.s[i];
		bool blank = c == ' ' || c == '\t' || c == '\r' || c == '\n';

		if (!blank)
			out[n++] = text.s[i];
		else if (n && out[n - 1] != ' ')
			out[n++] = ' ';
	}
	return (struct str){out, n};
}
