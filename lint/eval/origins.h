/*
 * What objects are built from.
 */
#ifndef LINT_EVAL_ORIGINS_H
#define LINT_EVAL_ORIGINS_H

#include "core/base/base.h"
#include "call_trace.h"

/** What a set of objects is built from: found by following arguments, attributes and wraps. */
struct origins {
	struct arena *arena;
	VEC(const struct node *);
	/** By the nodes' addresses. */
	struct hash_index index;
	/** Also through values that are not known themselves: data["train"]. */
	bool computed;
	/** Not through what is cut off from its gradients: values.detach(). */
	bool gradients;
};

/** Adds one object alone: nothing is followed through it from then on. */
void origins_add_alone(struct origins *r, const struct node *n);
/** Adds an object and what it is built from. */
void origins_add(struct origins *r, const struct node *n);
/** Adds what a call was given. */
void origins_add_call(struct origins *r, const struct call *call);
/** Whether an object is among those that were added. */
bool origins_have(const struct origins *r, const struct node *n);
/** Whether a node is the wanted one, or one of its alternatives is. */
bool node_may_be(const struct node *n, const struct node *wanted);

#endif
