/*
 * What an evaluation leaves behind, without the rest: copies of nodes and of all that hangs on them, out of an arena that
 * is given back.
 *
 * What lies elsewhere is shared, and so is what is shared among the copied: the same node has one copy. Code of a
 * repository (functions, classes, modules) is not copied; what it was is unknown in a copy.
 */
#ifndef LINT_EVAL_KEPT_NODES_H
#define LINT_EVAL_KEPT_NODES_H

#include "call_trace.h"

struct kept;

struct keeper {
	/** Where copies go. */
	struct arena *to;
	/** What is copied lies in one of these; the second, where texts of code are, may be NULL. */
	const struct arena *from, *code;
	/** For settings alone: of what a value was computed from, only that it was; of data, the first rows and all texts. */
	bool settings_only;
	/** Which calls will still be asked for; of others nothing is copied. NULL: all. */
	bool (*wanted)(const struct call *call);
	/** What the copying itself needs. */
	struct arena scratch;
	VEC(struct kept);
	struct hash_index index;
	/** Copies whose parts are copies as well. */
	size_t done;
};

/** Whether something is to be copied. */
bool keep_has(const struct keeper *k, const void *p);
struct str keep_text(const struct keeper *k, struct str text);
/** A copy whose parts are copied by keep_end() at the latest. */
struct node *keep_node(struct keeper *k, const struct node *n);
/** A trace with what is asked for after its jobs were read: calls, configuration objects, dead settings, whether it is whole. */
struct trace *keep_trace(struct keeper *k, const struct trace *trace);
/** An array of n elements of a size, of which the parts are the caller's. */
void *keep_array(struct keeper *k, const void *at, size_t n, size_t size);
/** The copy of something else that lies in the arena, as keep_note() was told; NULL: none yet. */
void *keep_known(const struct keeper *k, const void *of);
void keep_note(struct keeper *k, const void *of, void *copy);
/** Makes all copies whole, and gives back what copying needed. */
void keep_end(struct keeper *k);

/** Replaces a vector's array by a copy. */
#define KEEP_VEC(k, v) ((v)->at = keep_array((k), (v)->at, (v)->n, sizeof(*(v)->at)), (v)->room = (v)->n)

#endif
