/*
 * The registry: finds the row of a call, a keymap, a package or a command among those of all frameworks.
 */
#ifndef LINT_FRAMEWORKS_REGISTRY_H
#define LINT_FRAMEWORKS_REGISTRY_H

#include "lint/keymap/keymap.h"

/** Every framework: made by the Makefile from the symbols framework_NAME of the files below lint/frameworks/. */
extern const struct framework *const frameworks[];
extern const size_t frameworks_n;

/**
 * The row of a dotted name, or of a method ("." and its name); NULL if no framework has one. Inner
 * modules may be left out or be there: "trl.trainer.sft_trainer.SFTTrainer" finds "trl.SFTTrainer".
 * A method of a library object ("a.B().m", "a.f().B().m") falls back to the method's own row ".m".
 */
const struct callable *callable_find(struct str dotted);
/**
 * The callable of a library by a name with a capital that nothing imports, "trl.SFTTrainer" of SFTTrainer: of one that people
 * import names of, else of the only one that has it; empty: none, or several have.
 */
struct str callable_of_name(struct str name);
/** Whether some framework has a callable of the library that a dotted name begins with. */
bool callable_library(struct str dotted);
struct call;
/** The row of a recorded call: the one it was recorded with, else found by its callee. */
const struct callable *call_row(const struct call *call);
/** The framework that a callable's row stands in. */
const struct framework *callable_framework(const struct callable *row);
/** The framework of a name, as jobs have it; NULL: none, or an empty name. */
const struct framework *framework_find(struct str name);
/** The keymap of a name, or NULL. */
const struct keymap *keymap_find(struct str name);
/**
 * How many keys of a map and its bases, without those inside others, begin with a text; *one: one of
 * them. A key of that very name is the only one.
 */
size_t keymap_completions(const struct keymap *map, struct str beginning, struct str *one);
/** The package of a name as pip and Python spell it ("-" equals "_"), or NULL. */
const struct package *package_find(struct str name);
/** The release of a package that brought a name; empty: not known. */
struct str package_introduced(const struct package *package, struct str name);
/** The release of a package that dropped a name, "trl.PPOTrainer"; empty: not known, or none did. */
struct str package_dropped(const struct package *package, struct str name);
/** The package that a module was of before a release, "pytorch_transformers", and that release; or NULL. */
const struct package *package_renamed(struct str module, struct str *until);
/** The first release of a package that needs more than a version of another; empty: none is known. */
struct str package_needs(const struct package *package, struct str other, struct str version);
/** The row of the package that a module belongs to: "swift" to ms-swift. The first part of its name; NULL if none. */
const struct package *package_of(struct str module);
/** The i-th command that is known by its keys, whatever its program is called; NULL behind the last. */
const struct command *command_by_keys(size_t i);
/** The framework of a command. */
const struct framework *command_framework(const struct command *command);
/** Whether a command is what a launch means, of which used words are its name. */
typedef bool command_accepts(void *ctx, const struct command *command, size_t used);
/**
 * The command that a program and its first arguments are, words[0] being the program without its
 * directory; *used is the number of words that the command's name takes. NULL if it is none. Of several
 * the one with the longest name, if accepts (NULL: any) takes it: many frameworks have a train.py.
 */
const struct command *command_find(const struct str *words, size_t n, command_accepts *accepts, void *ctx,
				   size_t *used);
/** Whether a path is that of a command that is a script. */
bool command_is_script(const struct command *command, struct str path);

#endif
