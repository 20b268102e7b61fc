/*
 * What is supposed of undecided conditions while a job is read.
 *
 * Code leaves alternatives behind, each under conditions (lint/eval/alternatives.h). A job is read once for
 * each way in which these can turn out, so that its settings are of one way and never of two that
 * exclude each other.
 */
#ifndef LINT_EVAL_SUPPOSITIONS_H
#define LINT_EVAL_SUPPOSITIONS_H

#include "lint/read/node.h"

/** Conditions that are told apart; alternatives under further ones are joined setting by setting. */
enum { SUPPOSE_MAX = 4 };

/** What a reader has made of an object. */
struct supposed {
	const struct node *of;
	const void *what;
};

struct suppose {
	struct arena *arena;
	/** Conditions that hold, as chains of lint/eval/alternatives.h: of each only the first counts. */
	const struct node *holds[SUPPOSE_MAX];
	/** Those that do not. */
	const struct node *fails[SUPPOSE_MAX];
	size_t nholds, nfails;
	/** The conditions under which the reading as a whole takes place; NULL: none. */
	const struct node *guard;
	/** Conditions of a user's that chose among values and are still open, as they were met first. */
	struct {
		VEC(const struct node *);
	} met;
	/** A value had no alternative left: what is supposed cannot be. */
	bool impossible;
	/** What readers have made of objects under it, not to be made again: theirs alone. */
	struct {
		VEC(struct supposed);
	} kept;
};

/**
 * A value under what is supposed: itself if it is no NODE_EITHER, else the one alternative that can
 * be, or those that can. What is left open is noted in met. s may be NULL: nothing is supposed.
 */
const struct node *suppose_value(struct suppose *s, const struct node *n);
/** Whether something that happens under conditions can happen under what is supposed; noted as well. */
bool suppose_guard(struct suppose *s, const struct node *guard);
/** Whether something that happens under conditions surely does under what is supposed. */
bool suppose_certain(const struct suppose *s, const struct node *guard);

/** What was kept of an object; NULL: nothing, or nothing is supposed (s is NULL). */
const void *suppose_kept(const struct suppose *s, const struct node *of);
/** Keeps what one reader makes of an object, which nobody else keeps anything of; s may be NULL. */
void suppose_keep(struct suppose *s, const struct node *of, const void *what);

#endif
