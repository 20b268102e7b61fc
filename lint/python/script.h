/*
 * Which Python files are scripts: what they do when they are run, as against what they define.
 *
 * In: a file's text. Out: yes or no; its tree stays in the cache that runs of python.h share. Uses what that does.
 */
#ifndef LINT_PYTHON_SCRIPT_H
#define LINT_PYTHON_SCRIPT_H

#include "python.h"

/**
 * Whether running a file does anything but import and define names: a call, a loop or a condition
 * on __name__ at its top level. A module that only defines functions reaches no training by itself.
 */
bool py_is_script(struct py_cache *cache, uint32_t file, struct str text);
/**
 * Whether its top level gives names to what functions return, trainer = train(model): of a file that nobody imports
 * that is what it is run for.
 */
bool py_assigns_calls(struct py_cache *cache, uint32_t file, struct str text);

#endif
