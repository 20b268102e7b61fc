/*
 * Conditions of table rows.
 *
 *	CONDITION := TERM ("," TERM)*                    all must hold
 *	TERM      := ["!"] NAME [("=" | "!=" | ">") VALUE ("|" VALUE)*]
 *	NAME      := SETTING | "@" KEY ("|" KEY)* | "target.bf16" | "model.family" | "model.kin" | "model.positions" | "rows.cut" | "model.moe" | "model.tower"
 *
 * SETTING is a setting of the job, "@KEY" a key of the tree at hand (dotted). A name alone holds if
 * it is present and not null, false, 0, "none" or empty; "=" compares without regard to case; an
 * absent name is equal to nothing, so "!=" then holds. ">" compares numbers. "@if" of a call is the
 * undecided condition under which it stands, "@adapted" whether a model among its arguments has an adapter,
 * "@open" whether it has arguments that could not be read.
 */
#ifndef LINT_SETTINGS_CONDITION_H
#define LINT_SETTINGS_CONDITION_H

#include "core/job/job.h"
#include "lint/read/node.h"

#include <limits.h>

/** Whether a condition holds; NULL and "" do. tree may be NULL: no key is present then. */
bool condition_holds(const char *cond, const struct job *job, const struct node *tree);
/**
 * Whether nothing that a condition asks for is in doubt: every key is a plain value or surely absent, every setting that
 * it names stated, derived or a default, without an alternative; a card and a model, where it asks for them, are known.
 */
bool condition_certain(const char *cond, const struct job *job, const struct node *tree);
/** Whether a tree may have one of the keys that a condition asks for. */
bool condition_touches(const char *cond, const struct job *job, const struct node *tree);
/** Whether a condition is well-formed: for tests of tables. */
bool condition_valid(const char *cond);
/** Whether a node counts as given: not NULL, null, false, 0, "", "none" or an empty container. */
bool node_given(const struct node *n);
/** The value at a key of a row: dotted, "-" equal to "_", "<gpu>" by the job's target. Or NULL. */
const struct node *node_key(const struct node *tree, struct str key, const struct job *job);

/** A tree that is asked for many keys, and the bytes that its own begin with: most of what is asked for begins otherwise. */
struct keyed {
	const struct node *tree;
	bool begins[UCHAR_MAX + 1];
};

/** tree may be NULL. */
struct keyed keyed_of(const struct node *tree);
/** node_key() of it. */
const struct node *keyed_get(const struct keyed *keyed, struct str key, const struct job *job);

#endif
