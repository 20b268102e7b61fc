#include "load.h"

#include "../core/bytes.h"
#include "notebook.h"

enum { NAMED_MAX = 10 };

void load_start(struct loader *l)
{
	l->reach.arena = l->arena;
	l->file_max = l->file_max ? l->file_max : 4 * MIB;
	l->notebook_max = l->notebook_max ? l->notebook_max : 64 * MIB;
	l->total_max = l->total_max ? l->total_max : GIB;
	for (size_t i = 0; i < sizeof(l->trips) / sizeof(*l->trips); i++)
		l->trips[i].status = WORLD_NOT_A_FILE + (enum world_status)i;
}

static void trip(struct loader *l, struct str path, enum world_status status)
{
	if (status >= WORLD_NOT_A_FILE)
		*vec_push(l->arena, &l->trips[status - WORLD_NOT_A_FILE].paths) = path;
}

static enum world_status read_within(struct loader *l, struct arena *a, struct str path,
				     struct str *text)
{
	size_t max = kind_of(path) == KIND_NOTEBOOK ? l->notebook_max : l->file_max;
	enum world_status status;

	if (max > l->total_max - l->total)
		max = l->total_max - l->total;
	status = l->world->read(l->world->context, a, path, max, text);
	if (status == WORLD_OK)
		l->total += text->n;
	return status;
}

uint32_t load_file(struct loader *l, struct str path)
{
	uint32_t id = files_find(l->files, path);
	enum world_status status;
	struct str text;

	if (id && files_at(l->files, id)->loaded)
		return id;
	status = read_within(l, l->arena, path, &text);
	if (status != WORLD_OK) {
		trip(l, path, status);
		return 0;
	}
	return files_add(l->files, path, text);
}

static bool always_read(const struct candidate *candidate)
{
	return candidate->named || candidate->kind == KIND_SHELL ||
	       candidate->kind == KIND_DOCKER || candidate->kind == KIND_REQUIREMENTS;
}

/** Reads into the scratch memory and keeps a copy if the file matters. */
static uint32_t read_candidate(struct loader *l, struct candidate *candidate, unsigned *marks)
{
	struct str text = {NULL, 0};
	enum world_status status = read_within(l, &l->scratch, candidate->path, &text);

	if (status != WORLD_OK) {
		trip(l, candidate->path, status);
		return 0;
	}
	if (candidate->kind == KIND_MAYBE)
		candidate->kind = kind_of_bytes(text);
	if (candidate->kind == KIND_NONE)
		return 0;
	if (candidate->kind == KIND_NOTEBOOK) {
		text = notebook_copy(l->arena, &l->scratch, text);
		*marks = prefilter_marks(l->prefilter, candidate->kind, text);
		return files_add(l->files, candidate->path, text);
	}
	*marks = prefilter_marks(l->prefilter, candidate->kind, text);
	if (candidate->kind == KIND_PYTHON)
		reach_note(&l->reach, files_find(l->files, candidate->path), text);
	if (!*marks && !always_read(candidate))
		return 0;
	return files_add(l->files, candidate->path, str_dup(l->arena, text));
}

uint32_t load_candidate(struct loader *l, struct candidate *candidate, unsigned *marks)
{
	struct arena_mark mark = arena_mark(&l->scratch);
	uint32_t id = read_candidate(l, candidate, marks);

	arena_pop(&l->scratch, mark);
	return id;
}

void load_candidates_end(struct loader *l)
{
	arena_free(&l->scratch);
}

static void report(struct loader *l, const struct load_trip *t)
{
	struct span at = {files_add(l->files, t->paths.at[0], (struct str){NULL, 0}), 0, 0};
	size_t named = t->paths.n < NAMED_MAX ? t->paths.n : NAMED_MAX;
	struct finding *finding;

	if (t->paths.n == 1)
		finding = findings_add(l->findings, RULE_UNREADABLE_FILE, at,
				       "%s, so it was not read", world_status_text(t->status));
	else
		finding = findings_add(l->findings, RULE_UNREADABLE_FILE, at,
				       "%s, so it was not read; nor were %zu other files",
				       world_status_text(t->status), t->paths.n - 1);
	if (!finding)
		return;
	finding->notes = t->paths.at;
	finding->n_notes = t->paths.n > 1 ? named : 0;
}

void load_end(struct loader *l)
{
	for (size_t i = 0; i < sizeof(l->trips) / sizeof(*l->trips); i++)
		if (l->trips[i].paths.n)
			report(l, &l->trips[i]);
	arena_free(&l->scratch);
}
