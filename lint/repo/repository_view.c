#include "repository_view.h"

#include "repository_parts.h"

#include <string.h>

struct repository_view {
	struct arena arena;
	struct files files;
	struct filesystem fs;
	struct loader loader;
	struct repository repo;
	/** Loaded for the view, and not told yet. */
	struct {
		VEC(uint32_t);
	} loaded;
};

static uint32_t load(void *context, struct str path)
{
	struct repository_view *view = context;

	*vec_push(&view->arena, &view->loaded) = files_find(&view->files, path);
	return view->loader.fs ? load_file(&view->loader, path) : 0;
}

static struct dict copy_dict(struct arena *a, const struct dict *dict)
{
	struct dict copy = *dict;

	copy.slots = arena_news(a, struct dict_slot, dict->room);
	if (dict->room)
		memcpy(copy.slots, dict->slots, dict->room * sizeof(*dict->slots));
	return copy;
}

static struct files copy_files(struct arena *a, const struct files *files)
{
	struct files copy = {.arena = a, .index = copy_dict(a, &files->index)};

	copy.at = arena_news(a, struct file, files->n);
	copy.n = copy.room = files->n;
	if (files->n)
		memcpy(copy.at, files->at, files->n * sizeof(*files->at));
	return copy;
}

struct repository_view *repository_view_new(struct arena *a, const struct repository *repo, const struct loader *loader)
{
	struct repository_view *view = arena_new(a, struct repository_view);

	view->files = copy_files(&view->arena, repo->files);
	if (loader) {
		view->fs = fs_twin(loader->fs, &view->arena);
		view->loader = (struct loader){.arena = &view->arena, .fs = &view->fs, .files = &view->files,
					       .file_max = loader->file_max, .notebook_max = loader->notebook_max,
					       .total_max = loader->total_max, .total = loader->total};
	}
	view->repo = (struct repository){.arena = &view->arena, .files = &view->files, .load = load, .context = view,
					 .written = repo->written, .folders = repo->folders,
					 .folder_slots = repo->folder_slots, .nimportable = repo->nimportable,
					 .by_name = repo->by_name, .nfiles = repo->nfiles};
	view->repo.importable = copy_dict(&view->arena, &repo->importable);
	/* What was read is only looked at; of files that code writes nothing else tells how they were. */
	repository_grow(&view->repo);
	if (repo->nreadings)
		memcpy(view->repo.readings, repo->readings,
		       (repo->files->n < repo->nreadings ? repo->files->n : repo->nreadings) * sizeof(*repo->readings));
	return view;
}

void repository_view_world(struct repository_view *view, struct eval_world *world)
{
	struct eval_world own = repository_eval_world(&view->repo);

	world->context = own.context;
	world->find = own.find;
	world->lines = own.lines;
	world->file = own.file;
	world->folder = own.folder;
	world->importable = own.importable;
	world->data = own.data;
}

struct repository *repository_viewed(struct repository_view *view)
{
	return &view->repo;
}

size_t repository_view_loaded(struct repository_view *view, struct arena *a, uint32_t **files)
{
	size_t n = view->loaded.n;

	*files = arena_news(a, uint32_t, n);
	if (n)
		memcpy(*files, view->loaded.at, n * sizeof(**files));
	view->loaded.n = 0;
	return n;
}

struct arena *repository_view_arena(struct repository_view *view)
{
	return &view->arena;
}

void repository_view_end(struct repository_view *view)
{
	if (view->loader.fs)
		fs_release(&view->fs);
}
