/*
 * The repository as it is at a moment, for another thread: what one changes or loads the other does not see.
 */
#ifndef LINT_REPO_REPOSITORY_VIEW_H
#define LINT_REPO_REPOSITORY_VIEW_H

#include "load.h"
#include "repository.h"

struct repository_view;

/**
 * A view of the repository, to be made where the repository is used and used by one thread. What it loads lives in
 * its arena. loader: how files of the root are read; NULL: those that are not loaded are empty.
 */
struct repository_view *repository_view_new(struct arena *a, const struct repository *repo, const struct loader *loader);
/** The world of an evaluator over the view, in place of that over the repository; what else it says is kept. */
void repository_view_world(struct repository_view *view, struct eval_world *world);
/** The repository as it is in the view. */
struct repository *repository_viewed(struct repository_view *view);
/** Files of the repository that were loaded for the view since the last call, in that order; their number. */
size_t repository_view_loaded(struct repository_view *view, struct arena *a, uint32_t **files);
/** Where what it loaded lives. */
struct arena *repository_view_arena(struct repository_view *view);
/** Gives back what it has of the operating system; what was loaded stays in the arena. */
void repository_view_end(struct repository_view *view);

#endif
