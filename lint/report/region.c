/* Places, messages, changes and their order, as the formats for other programs want them. */
#include "core/base/base.h"
#include "lint/text/text.h"
#include "format.h"

#include <stdlib.h>

/* A column in code points from one in bytes, of the first byte of a span. */
static uint32_t in_points(struct files *files, struct span at, struct line_column place)
{
	struct str before = str_sub(files_line(files, files_parent(files, at.file), place.line), 0, files_line_index(files, at));
	uint32_t column = place.column;

	for (size_t i = 0; i < before.n; i++)
		column -= ((unsigned char)before.s[i] & 0xc0) == 0x80;
	return column;
}

bool report_region(const struct report *r, struct span at, bool points, struct report_region *out)
{
	struct files *files = r->result->files;
	uint32_t id = files_parent(files, at.file);
	const struct file *file = files_at(files, id);
	struct line_column from, to;

	if (!file)
		return false;
	*out = (struct report_region){.path = r->prefix.n ? str_cat(r->arena, r->prefix, file->path) : file->path};
	if (!file->loaded)
		return true;
	from = files_place(files, at);
	to = files_end(files, at);
	*out = (struct report_region){out->path, from.line, from.column, to.line, to.column};
	if (points) {
		struct span own = files_origin(files, at);

		out->column = in_points(files, own, from);
		out->end_column = in_points(files, (struct span){own.file, own.off + own.len, 0}, to);
	}
	return true;
}

bool report_region_of(const struct report *r, const struct finding *f, bool points, struct report_region *out)
{
	const struct job_result *job = report_job(r, f);

	if (report_region(r, f->at, points, out))
		return true;
	if (job && report_region(r, job->job.at, points, out))
		return true;
	return r->result->seen.n && report_region(r, (struct span){r->result->seen.at[0], 0, 0}, points, out);
}

struct str report_message(const struct report *r, const struct finding *f)
{
	struct out text = {.arena = r->arena};

	out_put(&text, printable(r->arena, f->message));
	for (size_t i = 0; i < f->n_notes; i++)
		out_fmt(&text, "\n%.*s", STR_ARG(printable(r->arena, f->notes[i])));
	return out_str(&text);
}

bool report_suggestion(const struct report *r, const struct finding *f, struct fix_patch *out)
{
	const struct job_result *job = report_job(r, f);
	struct str why;

	*out = (struct fix_patch){0};
	return job && report_is_about_memory(f) && job->nfixes && job->fixes[0].fix.class == FIX_EXACT &&
	       fix_patch_add(r->arena, r->result->files, &job->fixes[0], out, &why) && out->files.n;
}

struct report_chain report_by_job(const struct report *r)
{
	const struct result *result = r->result;
	struct report_chain chain = {arena_news(r->arena, size_t, result->jobs.n + 1),
				     arena_news(r->arena, size_t, result->findings.n + 1)};

	for (size_t i = 0; i < result->jobs.n; i++)
		chain.first[i] = SIZE_MAX;
	for (size_t i = result->findings.n; i-- > 0;) {
		size_t job = result->findings.at[i].job;

		if (job >= result->jobs.n)
			continue;
		chain.next[i] = chain.first[job];
		chain.first[job] = i;
	}
	return chain;
}

struct ranked {
	enum severity severity;
	uint64_t excess;
	size_t place;
};

static int worst_first(const void *left, const void *right)
{
	const struct ranked *a = left;
	const struct ranked *b = right;

	if (a->severity != b->severity)
		return a->severity > b->severity ? -1 : 1;
	if (a->excess != b->excess)
		return a->excess > b->excess ? -1 : 1;
	return a->place < b->place ? -1 : a->place > b->place;
}

/* How far over its card the finding's job is. */
static uint64_t excess(const struct report *r, const struct finding *f)
{
	const struct job_result *job = report_job(r, f);

	return job && job->usable && report_is_about_memory(f) ? bytes_sub(job->estimate.needed.likely, job->usable) : 0;
}

const size_t *report_worst_first(const struct report *r)
{
	const struct findings *all = &r->result->findings;
	struct ranked *ranked = arena_news(r->arena, struct ranked, all->n + 1);
	size_t *order = arena_news(r->arena, size_t, all->n + 1);

	for (size_t i = 0; i < all->n; i++)
		ranked[i] = (struct ranked){all->at[i].severity, excess(r, &all->at[i]), i};
	qsort(ranked, all->n, sizeof(*ranked), worst_first);
	for (size_t i = 0; i < all->n; i++)
		order[i] = ranked[i].place;
	return order;
}
