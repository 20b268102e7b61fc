#include "loop_doubts.h"

#include "core/base/base.h"
#include "lint/repo/repo.h"

/* A loop of one's own, whichever library steps it. */
static bool is_loop(const struct draft *d)
{
	const struct keymap *loop = keymap_find(STR("torch.loop"));

	for (size_t i = 0; i < d->extract.used.n; i++)
		if (d->extract.used.at[i].map == loop)
			return true;
	return false;
}

/* Whether the code came to a call of a method: an autocast() that is switched off tells as much as one that is on. */
static bool came_to(const struct trace *trace, struct str method)
{
	for (size_t i = 0; i < trace->n; i++)
		if (str_eq(trace->at[i]->method, method))
			return true;
	return false;
}

/* Whether the function whose name stands at a place ran. */
static bool ran(const struct trace *trace, uint32_t file, size_t name)
{
	for (size_t i = 0; i < trace->functions.n; i++)
		if (trace->functions.at[i].at.file == file && trace->functions.at[i].at.off == name)
			return true;
	return false;
}

/* Whether a place of a program's file was passed as the program ran, whatever branch it is in. */
static bool was_passed(const struct trace *trace, const struct file *f, uint32_t file, size_t at)
{
	struct str function;

	if (trace->spent.n || file_kind_of(f->path) != KIND_PYTHON)
		return false;
	function = training_words_function(f->text, at);
	return function.n ? ran(trace, file, (size_t)(function.s - f->text.s)) : !trace->stop.file;
}

static bool in_comment(struct str text, size_t at)
{
	return str_chr(str_tail(str_sub(text, 0, at), '\n'), '#', 0) != SIZE_MAX;
}

/* Whether a file speaks of something: of a call, in code that the evaluation did not come to. */
static bool speaks_of(const struct trace *trace, const struct file *f, uint32_t file, struct str word, bool call)
{
	for (size_t at = 0; (at = str_find(f->text, word, at)) != SIZE_MAX; at++)
		if (!in_comment(f->text, at) && !(call && was_passed(trace, f, file, at)))
			return true;
	return false;
}

void loop_doubts(struct draft_context *c, struct draft *d)
{
	static const struct {
		const char *word, *method;
		enum setting setting;
	} rows[] = {{"autocast(", "autocast", SETTING_MIXED_PRECISION}, {"lora_A", NULL, SETTING_PEFT}};

	if (!d->trace || !is_loop(d))
		return;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct extract_unknown *unknown = &d->extract.unknown[rows[i].setting];

		if (d->job.set[rows[i].setting].type != VALUE_ABSENT || unknown->why.n ||
		    (rows[i].method && came_to(d->trace, str_of(rows[i].method))))
			continue;
		for (size_t k = 0; k < d->trace->files.n; k++) {
			uint32_t file = d->trace->files.at[k];
			const struct file *f = files_at(c->repo->files, file);

			if (speaks_of(d->trace, f, file, str_of(rows[i].word), rows[i].method != NULL))
				*unknown = (struct extract_unknown){
				    .why = str_fmt(c->arena, "%s in %.*s", rows[i].word, STR_ARG(f->path))};
		}
	}
}
