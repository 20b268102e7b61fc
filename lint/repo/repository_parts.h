/*
 * What the files of the repository share. Nobody else includes it.
 */
#ifndef LINT_REPO_REPOSITORY_PARTS_H
#define LINT_REPO_REPOSITORY_PARTS_H

#include "repository.h"

enum data_kind { DATA_NONE, DATA_YAML, DATA_JSON, DATA_TOML, DATA_ENV };

/** How a file's bytes are made a tree, by its name. */
enum data_kind repository_data_kind(struct str path);
/** Room for per-file facts of files that joined the list later. */
void repository_grow(struct repository *repo);

/** Notes folders and last parts of the paths of the files that are in the list. (path_index.c) */
void repository_index(struct repository *repo);
/** Notes the names of a path's folders, and of its file without ".py". */
void repository_add_importable(struct repository *repo, struct str path);
/** Whether an import may mean a file or folder by its name; the list of files grows while a repository is read. */
bool repository_importable(struct repository *repo, struct str name);

#endif
