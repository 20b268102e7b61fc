/*
 * What is known of frameworks, found by name: the dotted name of a call, a package, a command, a version, a config that
 * comes with a framework.
 *
 * The rows are one file a framework, in trainers/ and libraries/; their types are lint/keymap/keymap.h. Uses lint/keymap.
 */
#ifndef LINT_FRAMEWORKS_FRAMEWORKS_H
#define LINT_FRAMEWORKS_FRAMEWORKS_H

#include "call_roles.h"
#include "presets.h"
#include "registry.h"
#include "torch_layers.h"
#include "version.h"

#endif
