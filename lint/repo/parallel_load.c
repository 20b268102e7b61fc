#include "parallel_load.h"

#include "lint/os/os.h"
#include "lint/read/read.h"

#include <pthread.h>
#include <stdatomic.h>

enum {
	THREADS_MAX = 8,
	/** Files that a thread takes at a time: neighbours share folders, and one thread more must be worth its start. */
	CHUNK = 32,
	CHUNKS_PER_THREAD = 4,
};

struct worker {
	struct load_scan *scan;
	struct filesystem fs;
	/** What is kept, and what is given back file by file. */
	struct arena kept, scratch;
	pthread_t thread;
};

struct load_scan {
	struct loader *loader;
	const struct candidates *candidates;
	/** By candidate. */
	struct scanned *out;
	bool *done;
	/** The next candidate that nobody has taken, and bytes read so far. */
	atomic_size_t next, total;
	struct worker workers[THREADS_MAX];
	size_t nworkers;
};

static bool always_read(const struct candidate *candidate, enum file_kind kind)
{
	return candidate->named || kind == KIND_SHELL || kind == KIND_DOCKER || kind == KIND_SUBMIT ||
	       kind == KIND_REQUIREMENTS;
}

/** Scans a text in the scratch memory; what matters of it is copied. */
static void scan_text(struct worker *w, const struct candidate *candidate, struct str text,
		      struct scanned *out)
{
	const struct loader *l = w->scan->loader;

	if (out->kind == KIND_MAYBE)
		out->kind = file_kind_of_bytes(text);
	if (out->kind == KIND_NONE)
		return;
	if (out->kind == KIND_NOTEBOOK)
		text = out->text = notebook_copy(&w->kept, &w->scratch, text, &out->left_outs);
	out->wide = str_starts(text, STR("\xff\xfe")) || str_starts(text, STR("\xfe\xff"));
	out->marks = prefilter_marks(l->prefilter, out->kind, text);
	if (out->kind == KIND_PYTHON && notebook_is_export(text))
		out->marks |= MARK_CELLS | prefilter_marks(l->prefilter, KIND_NOTEBOOK, text);
	if (out->kind == KIND_PYTHON)
		import_reach_scan(&l->reach, &w->kept, text, &out->imports);
	if (!out->text.s && (out->marks || always_read(candidate, out->kind)))
		out->text = str_dup(&w->kept, text);
}

static void scan_one(struct worker *w, const struct candidate *candidate, size_t max,
		     struct scanned *out)
{
	struct arena_mark mark = arena_mark(&w->scratch);
	struct str text = {NULL, 0};

	*out = (struct scanned){.kind = candidate->kind};
	if (candidate->kind == KIND_LINES)
		return;
	out->status = w->fs.read(w->fs.context, &w->scratch, candidate->path, max, &text);
	if (out->status == FS_OK) {
		out->bytes = text.n;
		scan_text(w, candidate, text, out);
	}
	arena_pop(&w->scratch, mark);
}

/** Tells where the files lie which of a chunk will be read. */
static void expect(struct worker *w, size_t from)
{
	const struct candidates *all = w->scan->candidates;
	struct str paths[CHUNK];
	size_t n = 0;

	for (size_t i = from; w->fs.expect && i < from + CHUNK && i < all->n; i++)
		if (all->at[i].kind != KIND_NOTEBOOK)
			paths[n++] = all->at[i].path;
	if (n)
		w->fs.expect(w->fs.context, paths, n, load_file_max(w->scan->loader, KIND_PYTHON));
}

static void *work(void *worker)
{
	struct worker *w = worker;
	struct load_scan *s = w->scan;
	const struct loader *l = s->loader;

	for (;;) {
		size_t from = atomic_fetch_add(&s->next, CHUNK);

		expect(w, from);
		for (size_t i = from; i < from + CHUNK; i++) {
			const struct candidate *candidate;

			if (i >= s->candidates->n || atomic_load(&s->total) > l->total_max)
				return NULL;
			candidate = &s->candidates->at[i];
			scan_one(w, candidate, load_file_max(l, candidate->kind), &s->out[i]);
			s->done[i] = true;
			atomic_fetch_add(&s->total, s->out[i].bytes);
		}
	}
}

static size_t threads_for(const struct loader *l, size_t candidates)
{
	size_t n = l->threads ? l->threads : os_processors();
	size_t worth = candidates / (CHUNK * CHUNKS_PER_THREAD) + 1;

	n = n < worth ? n : worth;
	return n < THREADS_MAX ? n : THREADS_MAX;
}

struct load_scan *load_scan(struct loader *l, const struct candidates *candidates)
{
	struct load_scan *s = arena_new(l->arena, struct load_scan);
	size_t threads = threads_for(l, candidates->n);

	s->loader = l;
	s->candidates = candidates;
	s->out = arena_news(l->arena, struct scanned, candidates->n);
	s->done = arena_news(l->arena, bool, candidates->n);
	s->total = l->total;
	/* The first worker is this thread, which also reads what is left. */
	for (size_t i = 0; i < threads; i++) {
		struct worker *w = &s->workers[s->nworkers++];

		w->scan = s;
		w->fs = i ? fs_twin(l->fs, l->arena) : *l->fs;
		/* Without a thread the others do its part. */
		if (i && pthread_create(&w->thread, NULL, work, w) != 0) {
			s->nworkers--;
			break;
		}
	}
	work(&s->workers[0]);
	for (size_t i = 1; i < s->nworkers; i++)
		pthread_join(s->workers[i].thread, NULL);
	return s;
}

const struct scanned *load_scanned(struct load_scan *s, size_t which, size_t max)
{
	const struct candidate *candidate = &s->candidates->at[which];
	struct scanned *out = &s->out[which];

	if (!s->done[which])
		scan_one(&s->workers[0], candidate, max, out);
	else if (out->status == FS_OK && out->bytes > max)
		*out = (struct scanned){.status = FS_TOO_LARGE, .kind = candidate->kind};
	return out;
}

void load_scan_end(struct load_scan *s)
{
	for (size_t i = 0; i < s->nworkers; i++) {
		arena_adopt(s->loader->arena, &s->workers[i].kept);
		arena_free(&s->workers[i].scratch);
		if (i)
			fs_release(&s->workers[i].fs);
	}
}
