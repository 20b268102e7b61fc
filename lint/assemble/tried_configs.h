/*
 * Config files of a script that is to be given one and that nobody names: those that have what it reads.
 */
#ifndef LINT_ASSEMBLE_TRIED_CONFIGS_H
#define LINT_ASSEMBLE_TRIED_CONFIGS_H

#include "script_jobs.h"

/**
 * Runs a script once for each config file that has what it reads, where it wants one that nobody
 * names. Returns the number of jobs; 0 if no file is told to be meant. from: the first of the drafts that it has without.
 */
size_t try_configs(struct assembly *s, const struct run *run, const struct wants *wants, size_t from);
/**
 * The same for the files beside the one that the script, whose drafts begin at from, has if it is given
 * none; their drafts are added. Nothing is done for a launch: it says which file it takes.
 */
size_t try_configs_beside(struct assembly *s, const struct run *run, const struct wants *wants, size_t from);
/** The same for the files beside each config that a launch names, in its folder, where the script's model is known with them. */
void try_siblings_near(struct assembly *s);
/**
 * The same once all launches are followed, for the files beside each one that a launch names and no other one does.
 * models: only for those with which the script's model is known.
 */
void try_siblings(struct assembly *s, bool models);
/** How many settings of a job a file states. */
size_t settings_stated_by(const struct job *job, uint32_t file);

#endif
