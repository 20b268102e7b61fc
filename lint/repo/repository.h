/*
 * The repository of a run: its files by path, their bytes on demand, and their trees.
 *
 * Every file is read once and every tree is made once, however many jobs refer to it. What could not
 * be read is a finding, made when it is first asked for.
 */
#ifndef LINT_REPO_REPOSITORY_H
#define LINT_REPO_REPOSITORY_H

#include "lint/eval/eval.h"
#include "lint/finding/finding.h"
#include "lint/read/node.h"
#include "lint/text/text.h"

struct holed_text;
struct reading;

/** Loads a file of the root into the list of files: its id, or 0 if it cannot be read. */
typedef uint32_t repository_load(void *context, struct str path);

/** A file of the repository, and the text that is in its place. */
struct overwritten {
	uint32_t file, by;
	/** What it adds to the sum that tells what has been written. */
	uint64_t trace;
};

/** A file that a script has written, and the path that it has while the script's commands are followed. */
struct scripted {
	struct str path;
	uint32_t id;
};

/** A path of another machine, and what it meant before: a file, or 0. */
struct mounted {
	struct str path;
	uint32_t before;
	/** Its part of what tells states of the repository apart. */
	uint64_t trace;
};

struct repository {
	struct arena *arena;
	struct files *files;
	repository_load *load;
	void *context;
	struct findings *findings;
	/** By file id - 1; NULL until asked for. */
	const struct reading **readings;
	size_t nreadings;
	/** Tells apart what files code of the repository has written so far. */
	uint64_t written;
	/** Files of the repository that a script has written anew. */
	struct {
		VEC(struct overwritten);
	} overwritten;
	/** By the number of such a file and its new text: the file that stands in for it. */
	struct dict stand_ins;
	/** Files that only a script has written: all of them by path and text, and those that are there at the moment. */
	struct dict scripts;
	struct {
		VEC(struct scripted);
	} scripted;
	/** Paths that files have on the machine of a run at the moment. */
	struct {
		VEC(struct mounted);
	} mounted;
	/** By file id - 1: a finding about it was made. */
	bool *complained;
	/** Folders of the files, for imports of packages without __init__.py: a hash set of paths. */
	struct str *folders;
	size_t folder_slots;
	/** Names of folders, and of Python files without their ending; the files whose names are in it. */
	struct dict importable;
	size_t nimportable;
	/** Paths by last part, for references that resolve no other way; sorted by it. */
	uint32_t *by_name;
	size_t nfiles;
};

/** A repository of the files that are in the list now. The list may grow later, but not the folders. */
void repository_init(struct repository *repo, struct arena *a, struct files *files,
		     struct findings *findings, repository_load *load, void *context);
/** The bytes of a file, read if need be; empty if it cannot be read. */
struct str repository_text(struct repository *repo, uint32_t file);
/**
 * The trees of a YAML, JSON or TOML file (by its name's ending), read once. NULL for another kind of
 * file. Trouble is kept in the reading; repository_complain() makes it a finding.
 */
const struct reading *repository_reading(struct repository *repo, uint32_t file);
/** The same for one look: what nobody has read yet is read into an arena, and not kept. */
const struct reading *repository_peek(struct repository *repo, struct arena *a, uint32_t file);
/** The first tree of a file that is a mapping, or NULL; trouble in the file is then a finding. */
struct node *repository_tree(struct repository *repo, uint32_t file);
/**
 * A file that code of the repository writes: from now on the path means that text (its place is shown), unless the
 * repository has a file there.
 */
void repository_write(struct repository *repo, struct str path, const struct holed_text *text);
/**
 * The same of a script (cat > x.yaml <<EOF), until repository_restore(), and for a configuration that the repository
 * has: what another script writes to the path is none of its.
 */
void repository_overwrite(struct repository *repo, struct str path, struct str name, const struct holed_text *text);
/** Takes back what repository_overwrite() and repository_overwrite_data() wrote. */
void repository_restore(struct repository *repo);
/** Takes back what they wrote over the repository's files since repo->overwritten had so many. */
void repository_give_back(struct repository *repo, size_t overwritten);
/**
 * Data that a program writes over a configuration of the repository, until it is taken back; false: the repository has none
 * at the path. The data is kept as it is.
 */
bool repository_overwrite_data(struct repository *repo, struct str path, struct node *data);
/** The same of data whose text nobody needs, such as json.dump() writes. */
void repository_write_data(struct repository *repo, struct str path, struct node *data);
/** From now on nothing is at a path that repository_write() or repository_write_data() wrote. */
void repository_take_away(struct repository *repo, struct str path);
/** A file or folder of the repository has another path on the machine of a run, too, until it is unmounted. */
void repository_mount(struct repository *repo, struct str local, struct str remote);
/** Takes back what was mounted since repo->mounted had so many paths. */
void repository_unmount(struct repository *repo, size_t mounted);
/** Makes the trouble of a file that matters a finding, once. */
void repository_complain(struct repository *repo, uint32_t file);
/**
 * The file that a name in a file or on a command line means: from the working directory, from the
 * root, from the folder of the file that names it, and last the only file of that name anywhere.
 * 0 if there is none. cwd and from may be empty.
 */
uint32_t repository_resolve(struct repository *repo, struct str cwd, struct str from, struct str name);
/** The files whose path is name or ends in "/name", at most max, by path: their number. */
size_t repository_ending(const struct repository *repo, struct str name, uint32_t *out, size_t max);
/** The same as repository_resolve() for a module: "pkg.train" is pkg/train.py or pkg/train/__main__.py. */
uint32_t repository_resolve_module(struct repository *repo, struct str cwd, struct str from,
				   struct str module);
/** Whether a path from the root is a folder that holds one of the files. */
bool repository_has_folder(const struct repository *repo, struct str path);
/** The world of an evaluator over this repository; target, env, argv and cwd are the caller's to set. */
struct eval_world repository_eval_world(struct repository *repo);

#endif
