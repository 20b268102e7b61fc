/*
 * What the walk over a repository comes to next: launches and scripts whose evaluations may be made ahead (lint/ahead).
 */
#ifndef LINT_ASSEMBLE_UPCOMING_H
#define LINT_ASSEMBLE_UPCOMING_H

#include "assembly.h"

/** Forgets what was to come. */
void upcoming_clear(struct assembly *s);
/**
 * Adds what comes behind all that was added: launches of a shell file, which see what it writes before each, those that a
 * document tells, or a script that nothing launches.
 */
void upcoming_add_launches(struct assembly *s, const struct launches *launches);
void upcoming_add_told(struct assembly *s, const struct launches *launches);
void upcoming_add_script(struct assembly *s, uint32_t file);
/**
 * The walk has come to a launch, or (NULL) to a script: what follows is evaluated ahead as far as there is room. Files that
 * shell code wrote may be taken back for that.
 */
void upcoming_reached(struct assembly *s, const struct launch *launch, uint32_t script);

#endif
