/*
 * What is known of frameworks, found by name: the dotted name of a call, a package, a command, a version, a config that
 * comes with a framework.
 *
 * The rows are one file a framework, in trainers/ and libraries/; their types are lint/keymap/keymap.h. What a row says goes
 * out as it stands, a config as a tree. Uses core/base, lint/keymap, both rooms of rows, and of lint/read and lint/eval the
 * trees and the recorded calls.
 */
#ifndef LINT_FRAMEWORKS_FRAMEWORKS_H
#define LINT_FRAMEWORKS_FRAMEWORKS_H

#include "call_roles.h"
#include "presets.h"
#include "registry.h"
#include "torch_layers.h"
#include "version.h"

#endif
