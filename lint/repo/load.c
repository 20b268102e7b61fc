#include "load.h"

#include "core/base/base.h"
#include "parallel_load.h"

enum { NAMED_MAX = 10 };

void load_start(struct loader *l)
{
	l->reach.arena = l->arena;
	l->file_max = l->file_max ? l->file_max : 4 * MIB;
	l->notebook_max = l->notebook_max ? l->notebook_max : 64 * MIB;
	l->total_max = l->total_max ? l->total_max : GIB;
	for (size_t i = 0; i < sizeof(l->trips) / sizeof(*l->trips); i++)
		l->trips[i].status = FS_NOT_A_FILE + (enum fs_status)i;
}

static void trip(struct loader *l, struct str path, enum fs_status status)
{
	if (status >= FS_NOT_A_FILE)
		*vec_push(l->arena, &l->trips[status - FS_NOT_A_FILE].paths) = path;
}

/** Most bytes of a file of a kind that may still be read. */
static size_t room_for(const struct loader *l, enum file_kind kind)
{
	size_t max = load_file_max(l, kind);

	return max < l->total_max - l->total ? max : l->total_max - l->total;
}

uint32_t load_file(struct loader *l, struct str path)
{
	uint32_t id = files_find(l->files, path);
	enum fs_status status;
	struct str text;

	if (id && files_at(l->files, id)->loaded)
		return id;
	status = l->fs->read(l->fs->context, l->arena, path, room_for(l, file_kind_of(path)), &text);
	if (status != FS_OK) {
		trip(l, path, status);
		return 0;
	}
	l->total += text.n;
	return files_add(l->files, path, text);
}

/** Whether git lists what is no file that can be read: a link, a submodule, a deleted file. */
static bool is_absent(const struct candidate *candidate, const struct scanned *scanned)
{
	return candidate->listed &&
	       (scanned->status == FS_MISSING || scanned->status == FS_NOT_A_FILE);
}

/** Adds a candidate that was scanned to the list; its id. */
static uint32_t add_scanned(struct loader *l, struct candidate *candidate, const struct scanned *scanned)
{
	uint32_t id;

	candidate->kind = scanned->kind;
	if (scanned->status != FS_OK)
		trip(l, candidate->path, scanned->status);
	l->total += scanned->bytes;
	id = files_add(l->files, candidate->path, scanned->text);
	if (scanned->left_outs.n && files_at(l->files, id)->text.s == scanned->text.s)
		files_leave_out(l->files, id, scanned->left_outs);
	if (scanned->wide)
		findings_add(l->findings, RULE_UNREADABLE_FILE, (struct span){id, 0, 0},
			     "UTF-16, not UTF-8, so it was not read");
	import_reach_note(&l->reach, id, &scanned->imports);
	return id;
}

/** A method called fit() or backward() trains where something imports a library that has it. */
static void settle_methods(unsigned *marks, size_t n, bool libraries)
{
	for (size_t i = 0; i < n; i++) {
		if (libraries && marks[i] & MARK_METHOD)
			marks[i] |= MARK_SINK;
		marks[i] &= ~(unsigned)MARK_METHOD;
	}
}

unsigned *load_candidates(struct loader *l, struct candidates *candidates)
{
	struct {
		VEC(unsigned);
	} marks = {0};
	struct load_scan *scan;
	bool libraries = false;
	size_t kept = 0;

	for (size_t i = 0; i < candidates->n; i++)
		import_reach_expect(&l->reach, candidates->at[i].path);
	scan = load_scan(l, candidates);
	for (size_t i = 0; i < candidates->n; i++) {
		struct candidate *candidate = &candidates->at[i];
		const struct scanned *scanned = load_scanned(scan, i, room_for(l, candidate->kind));
		uint32_t id;

		if (is_absent(candidate, scanned))
			continue;
		id = add_scanned(l, candidate, scanned);
		while (marks.n < l->files->n)
			*vec_push(l->arena, &marks) = 0;
		marks.at[id - 1] = scanned->marks;
		/* What a notebook imports is not asked. */
		libraries |= scanned->imports.library || scanned->kind == KIND_NOTEBOOK;
		candidates->at[kept++] = *candidate;
	}
	candidates->n = kept;
	load_scan_end(scan);
	settle_methods(marks.at, marks.n, libraries);
	return marks.at;
}

static void report(struct loader *l, const struct load_trip *t)
{
	struct span at = {files_add(l->files, t->paths.at[0], (struct str){NULL, 0}), 0, 0};
	size_t named = t->paths.n < NAMED_MAX ? t->paths.n : NAMED_MAX;
	struct finding *finding;

	if (t->paths.n == 1)
		finding = findings_add(l->findings, RULE_UNREADABLE_FILE, at,
				       "%s, so it was not read", fs_status_text(t->status));
	else
		finding = findings_add(l->findings, RULE_UNREADABLE_FILE, at,
				       "%s, so it was not read; nor were %zu other files",
				       fs_status_text(t->status), t->paths.n - 1);
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
}
