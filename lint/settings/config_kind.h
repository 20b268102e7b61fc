/*
 * Config files: which trees are a job of a framework that trains from files, and which are a part of
 * one (DeepSpeed JSON, accelerate YAML).
 */
#ifndef LINT_SETTINGS_CONFIG_KIND_H
#define LINT_SETTINGS_CONFIG_KIND_H

#include "lint/frameworks/frameworks.h"
#include "lint/read/node.h"

/**
 * The config row that a file's tree matches, or NULL: jobs before components, more demanded keys
 * before fewer. path serves to reject well-known files that look alike (config.json of a model,
 * trainer_state.json, docker-compose.yml, workflows, …); text: what stands in the file. job: only rows of
 * files that are jobs.
 */
const struct config *config_find(struct str path, struct str text, const struct node *tree,
				 bool job);
/** Whether a tree is of another kind of file, that holds the keys of jobs and is none: by its name or its keys. */
bool config_is_other(struct str path, const struct node *tree);
/** Whether a file's bytes hold a marker of any config row: worth parsing at all. */
bool config_marked(struct str text);
/** The types whose functions give configs (struct config's functions) in a module of that text; NULL: it has none. */
const char *config_functions(struct str text);
/** The framework that a row stands in. */
const struct framework *config_framework(const struct config *config);

#endif
