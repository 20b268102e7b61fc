/*
 * The one tree: what YAML and JSON files hold, and what Python and shell code evaluate to.
 *
 * A YAML mapping, a JSON object and a Python dict are all NODE_MAP; a reader of settings needs to
 * know no more. Code adds three kinds of its own: a library's name or object, which knows how it was
 * made; NODE_UNKNOWN, which says why; and NODE_EITHER, the alternatives of an undecided branch.
 *
 * The door for who walks or makes trees; read.h, the other one, has the readers of files. Uses core/base.
 *
 * Invariants:
 *   - nodes live in an arena and are never freed alone; copies share;
 *   - at is where the value is written; a computed value has the span of the expression that made it
 *     and points in from[] to what it was computed from;
 *   - YAML aliases are edges to the same node: a walker guards its depth and counts its steps.
 */
#ifndef LINT_READ_NODE_H
#define LINT_READ_NODE_H

#include "core/base/base.h"

enum node_kind {
	/** null, None. */
	NODE_NULL,
	NODE_BOOL,
	NODE_INT,
	NODE_REAL,
	NODE_STR,
	NODE_BYTES,
	NODE_LIST,
	NODE_TUPLE,
	NODE_SET,
	NODE_MAP,
	/** A name of a library after import aliases: torch.bfloat16, transformers.Trainer. */
	NODE_NAME,
	/** What a call to a library, or a class of the repository, made. */
	NODE_OBJECT,
	/** Repository code: payload belongs to the evaluator that made it. */
	NODE_FUNCTION,
	NODE_CLASS,
	NODE_MODULE,
	/** A method taken from an object: obj.name, not yet called. */
	NODE_METHOD,
	/** Not knowable; text is the reason. */
	NODE_UNKNOWN,
	/** One of several; items are the alternatives, at most NODE_EITHER_MAX. */
	NODE_EITHER,
	/**
	 * An alternative of NODE_EITHER only, and only as a member of a MAP or OBJECT or as an argument:
	 * in this case it is not there (if fast: kw["bf16"] = True; Trainer(**kw)).
	 */
	NODE_ABSENT,
};

enum { NODE_EITHER_MAX = 8, NODE_FROM_MAX = 2, NODE_DEPTH_MAX = 128 };

struct call;
struct milestone;

/** A member of a map, an attribute of an object, or a named argument. */
struct pair {
	struct node *key, *value;
};

struct node {
	enum node_kind kind;
	/**
	 * YAML: the scalar was quoted, so it is text whatever it looks like. UNKNOWN: whichever value it
	 * is, it is not None (f"{x}/out", a word of the command line).
	 */
	bool quoted;
	/**
	 * UNKNOWN: '/' and '%': from[0] divided by from[1], or its rest; '+', '-', '*'; '=' and '!': whether the two are
	 * equal, or not; ':': the first from[1] of from[0], the last where that is negative; 'w': from[1] of its elements, from
	 * anywhere; 'c': all but from[1] of them at one end, an INT; of these three, open: of each row, x[:, :n]; 'z':
	 * zip() of the two; '<': min() of the two, from[1] an INT; 'n': from[0] with the other sign; 'g': what a library
	 * gives a function of the program's; 'd': the data of a file; 'f': the value of a flag of the command line, in one word with it;
	 * 'm': a word of it that nothing sets, mostly empty; else 0, then from[1] may be the key by which it was taken from from[0].
	 * OBJECT: 'e': what enumerate() makes of from[0].
	 */
	char op;
	/** LIST, TUPLE, SET, MAP: more elements than those listed are possible ([*xs, 1], dict(**unknown)). */
	bool open;
	struct span at;
	/** The evaluators' own: in which undecided branch the node was last changed (lint/eval/trail.h). */
	uint32_t stamp;
	/**
	 * STR, BYTES: the text, decoded. NAME: the dotted name. UNKNOWN: the reason, a phrase such as
	 * "os.environ['X'] is not set here". Scalars of YAML and JSON: as written. EITHER: the condition.
	 */
	struct str text;
	union {
		bool b;
		int64_t i;
		double r;
		/** LIST, TUPLE, SET, EITHER. */
		struct {
			VEC(struct node *);
		} items;
		/** MAP: in order, keys unique (the last one won). OBJECT: attributes set on it. */
		struct {
			VEC(struct pair);
		} pairs;
		/** METHOD: the object and (in text) the name. */
		struct node *self;
		/** A condition (lint/eval/alternatives.h); all zero in those that lint/eval/alternatives.c did not make. */
		struct {
			/** The number n of one that holds every n-th time ("(step + 1) % n == 0"), else NULL. */
			struct node *every;
			/** The texts (a LIST) of which one is a part of, or equal to, what it asks about: any(t in name for t in texts), else NULL. */
			struct node *texts;
			/** How many it and those around it are; the last walk over conditions that came by. */
			uint32_t depth, seen;
			/** What the nearest of them that knows says of all around it. */
			const struct milestone *milestone;
		} condition;
	} as;
	/** OBJECT: the call that made it; NULL for none. */
	const struct call *made;
	/** FUNCTION, CLASS, MODULE, OBJECT of a repository class: the evaluator's own. */
	const void *code;
	/** What it was computed from; for an OBJECT, what it wraps; for an open LIST, from[1] is one of its further elements; of a MAP, one of its further values. */
	const struct node *from[NODE_FROM_MAX];
	/** One phrase about how it was computed or chosen ("default of --max-seq-length"); may be empty. */
	struct str how;
	/** EITHER's alternatives: the condition under which this one holds; else NULL. */
	const struct node *when;
};

/** A node of a kind, else zero: for lists and maps an empty one. */
struct node *node_new(struct arena *a, enum node_kind kind, struct span at);
/** Scalars; texts are not copied. */
struct node *node_str(struct arena *a, struct str s, struct span at);
struct node *node_int(struct arena *a, int64_t i, struct span at);
struct node *node_real(struct arena *a, double r, struct span at);
struct node *node_bool(struct arena *a, bool b, struct span at);
/** A value that is not knowable, and why: a phrase, not copied. */
struct node *node_unknown(struct arena *a, struct str why, struct span at);
/** Gives an UNKNOWN text that is known to end so, as a sum of texts has it. */
void node_set_end(struct arena *a, struct node *unknown, struct str end);
/** A copy of plain data (NULL … MAP) with all in it, texts included; what is no plain data is shared. */
struct node *node_dup(struct arena *a, const struct node *n);
/** Appends to a LIST, TUPLE, SET or EITHER. */
void node_push(struct arena *a, struct node *list, struct node *item);
/** Sets a member of a MAP (or attribute of an OBJECT): replaces the value of an equal key. */
void node_set(struct arena *a, struct node *map, struct node *key, struct node *value);
/** The value of a member of a MAP or OBJECT by text key, or NULL. */
struct node *node_get(const struct node *map, struct str key);
/** The pair, for the key's span. */
const struct pair *node_pair(const struct node *map, struct str key);
/**
 * The value at a dotted path "a.b.c", or NULL. A key that itself holds dots is found as well; "[0]"
 * takes an element of a list.
 */
struct node *node_path(const struct node *map, struct str path);
/** Structural equality of plain data (NULL … MAP); UNKNOWN and code are equal to nothing else. */
bool node_same(const struct node *a, const struct node *b);
/** What a member is if it is there, where it may not be (NODE_ABSENT) and is one thing otherwise; else n. */
const struct node *node_if_there(const struct node *n);
/** Whether the node is plain data all the way down, without UNKNOWN or EITHER. Depth-guarded. */
bool node_known(const struct node *n);
/** As Python's repr, cut at about max bytes: for messages and --show-trace. */
struct str node_text(struct arena *a, const struct node *n, size_t max);

#endif
