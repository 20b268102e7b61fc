/*
 * Versions of packages: which ones a repository asks for, and their order.
 */
#ifndef LINT_FRAMEWORKS_VERSION_H
#define LINT_FRAMEWORKS_VERSION_H

#include "core/base/base.h"

struct package;

/** A package's version as known for one job. */
struct version {
	struct str package, version;
	/** True: a requirement says so; false: narrowed down from what the code uses. */
	bool stated;
	/** Only bounded from below: an installation takes the newest, so it says nothing of its age. */
	bool open;
	/** Only bounded from above, by what the code uses of older releases: it may be any before. */
	bool at_most;
	/** The requirement names this very version. */
	bool pinned;
	/** It is asked for by another name than today's, pytorch-transformers. */
	bool other_name;
	/** The least that an open requirement admits, or that the code needs of one that is bounded from above; empty: not known. */
	struct str least;
	/** The requirement, or the key that only some versions have. */
	struct span at;
	/** The month (YYMM) in which it came out, set by versions_set(); 0: not known. */
	int64_t month;
};

struct versions {
	struct arena *arena;
	VEC(struct version);
};

/** <0, 0, >0: numeric by parts, "4.57" = "4.57.0", "0.29.0.dev0" as "0.29.0", "v" ignored. */
int version_cmp(struct str a, struct str b);
/** Whether a version lies in [since, until); NULL is open. */
bool version_in(struct str version, const char *since, const char *until);
/** The entry of a package, or NULL. */
const struct version *versions_find(const struct versions *versions, struct str package);
/** A copy in an arena; texts are shared. */
struct versions *versions_copy(struct arena *a, const struct versions *from);
/** Whether the very same is known of one package, or of all, in the same order. */
bool version_same(const struct version *a, const struct version *b);
bool versions_same(const struct versions *a, const struct versions *b);
/**
 * Sets a package's version; a stated one is replaced by one that is not only where it is open, and by an open
 * one never.
 */
void versions_set(struct versions *versions, struct version v);
/** Takes back what is known of a package; the order of the others may change. */
void versions_forget(struct versions *versions, struct str package);
/** Notes that the code uses what a package has since a version, where nothing but use tells which one it is. */
void versions_need(struct versions *versions, struct str package, struct str since);
/**
 * The version whose rows apply: the stated or narrowed one; else the newest that was out when the
 * newest release among the others that are known came out (a script written against trl 0.12 was not
 * run with transformers 5); else the newest that the tables know. Empty for a package without a row.
 * *guessed: neither stated nor narrowed.
 */
struct str versions_of(const struct versions *versions, struct str package, bool *guessed);
/** The release of an entry of package.releases: without its month. */
struct str version_release(struct str entry);
/** The newest release before a version: "0.19" before "0.20"; empty: none is known, or package is NULL. */
struct str package_release_before(const struct package *package, struct str until);
/**
 * Reads a requirement ("trl==0.12.1", "transformers>=4.40,<4.50", "peft~=0.10") and sets the version
 * that an installation would get: the pin, or the newest known release that the bounds admit.
 */
void versions_require(struct versions *versions, struct str requirement, struct span at);

#endif
