/*
 * Which Python files may start a training as a program of its own. Most that start programs do not:
 * one counts if its text names a file that trains ("train.py", -m pkg.train), a framework's command or a launcher, or if it
 * runs Python by a file of settings.
 */
#ifndef LINT_REPO_PROGRAM_STARTS_H
#define LINT_REPO_PROGRAM_STARTS_H

#include "core/base/base.h"
#include "lint/text/text.h"

#include <stdbool.h>

/** All zero but the arena: no file trains. */
struct program_starts {
	struct arena *arena;
	/** Names without ".py" of the files that train. */
	struct dict names;
	/** The first words of the frameworks' commands, each once, and how they are looked for; made when first asked for. */
	struct {
		VEC(struct str);
	} commands;
	struct multi_search *find;
};

/** Adds a Python file that trains. The path outlives it. */
void program_starts_add(struct program_starts *s, struct str path);
/** Whether a text names one of them, or a command of a framework. */
bool program_starts_training(struct program_starts *s, struct str text);

#endif
