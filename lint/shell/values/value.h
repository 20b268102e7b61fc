/*
 * Values of shell variables: text in parts, each known, unknown, or one of several, with its place.
 *
 * A part of known text knows where its bytes stand, so that ARGS="--batch 8", later used without
 * quotes, gives two words with their own lines.
 *
 * Invariants:
 *   - values are immutable and shared; a list that grows writes behind the end that others see
 *     (struct sh_parts, struct sh_elements), so that appending is cheap;
 *   - a choice belongs to a fork (one undecided if or case); choices of one fork go together, the
 *     alternative with the same index is taken in all of them;
 *   - alternatives of a part are scalars or unset; alternatives of an element are arrays.
 */
#ifndef LINT_SHELL_VALUES_VALUE_H
#define LINT_SHELL_VALUES_VALUE_H

#include "lint/read/node.h"
#include "lint/shell/syntax/ast.h"

/** An undecided statement: n branches, each with its condition (as a guard of struct launch). */
struct sh_fork {
	size_t n;
	const struct node *when[NODE_EITHER_MAX];
	/** The tasks of a job array go all of its ways: by an index that is not known. */
	bool each;
};

enum sh_part_kind { PART_TEXT, PART_UNKNOWN, PART_CHOICE };

struct sh_part {
	enum sh_part_kind kind;
	/** In a field: quoted, so neither split nor a pattern. */
	bool quoted;
	/** UNKNOWN: nothing sets it here, so it is empty unless the environment or a caller does. */
	bool missing;
	/** UNKNOWN: given by a caller, since the script ends without it: not empty, one word. */
	bool given;
	/** UNKNOWN: the absolute path of the repository's root. */
	bool root;
	/** TEXT: the text. UNKNOWN: the reason. */
	struct str text;
	/** TEXT: verbatim if at.len == text.n. */
	struct span at;
	/** CHOICE */
	const struct sh_value *choice;
};

/** A persistent vector: pushing copies only if somebody else has pushed behind the same end. */
struct sh_parts {
	struct sh_parts_room *room;
	size_t n;
	/** Bytes of known text; levels of choices within choices. */
	uint32_t bytes;
	uint8_t depth;
};

struct sh_parts_room {
	VEC(struct sh_part);
};

struct sh_entry {
	/** Of an associative array. */
	struct str key;
	/** Of an indexed one. */
	int64_t index;
	const struct sh_value *value;
};

struct sh_entries {
	struct sh_entries_room *room;
	size_t n;
	uint8_t depth;
};

struct sh_entries_room {
	VEC(struct sh_entry);
};

enum sh_value_kind {
	SH_VALUE_UNSET,
	SH_VALUE_SCALAR,
	/** entries in order of index; open: more are possible. */
	SH_VALUE_ARRAY,
	/** entries by key. */
	SH_VALUE_MAP,
	/** alt[0] … alt[fork->n - 1] */
	SH_VALUE_CHOICE,
	/** A function: code is its body. */
	SH_VALUE_CODE,
};

/** What a value was computed from: a variable and its value then. */
struct sh_origin {
	struct str name;
	const struct sh_value *value;
};

struct sh_value {
	enum sh_value_kind kind;
	bool open;
	struct sh_parts parts;
	struct sh_entries entries;
	const struct sh_fork *fork;
	const struct sh_value *const *alt;
	const struct sh_list *code;
	/** The right side of the assignment. */
	struct span at;
	struct sh_origin from[NODE_FROM_MAX];
	/** Levels of choices: 0 if there are none. */
	uint8_t depth;
	/** sh_value_node()'s answer, made once. */
	struct node **node;
};

/** What nests deeper in choices, stands for more values, or is longer, is unknown. */
enum { SH_CHOICE_DEPTH_MAX = 6, SH_LEAVES_MAX = 256, SH_TEXT_MAX = 1 << 16, SH_ENTRIES_MAX = 10000 };

/** Adds behind the end; those who have the shorter list do not see it. */
void sh_parts_push(struct arena *a, struct sh_parts *to, struct sh_part part);
/** Adds all parts of another list. */
void sh_parts_append(struct arena *a, struct sh_parts *to, struct sh_parts more);
/** The i-th part; i is below n. */
static inline const struct sh_part *sh_parts_at(struct sh_parts p, size_t i)
{
	return &p.room->at[i];
}
/** Adds behind the end, as sh_parts_push(). */
void sh_entries_push(struct arena *a, struct sh_entries *to, struct sh_entry entry);
/** The i-th entry; i is below n. */
static inline const struct sh_entry *sh_entries_at(struct sh_entries e, size_t i)
{
	return &e.room->at[i];
}

/** The value of what is not set. */
extern const struct sh_value sh_unset;

/** An empty value, without parts or entries, to be filled before others see it. */
struct sh_value *sh_value_new(struct arena *a, enum sh_value_kind kind, struct span at);
/** A known scalar that stands nowhere exactly: at is where to point. */
const struct sh_value *sh_value_text(struct arena *a, struct str text, struct span at);
/** An unknown scalar: why, and where. */
const struct sh_value *sh_value_unknown(struct arena *a, struct str why, struct span at);
/** A scalar of these parts; a single choice of scalars becomes that choice. */
const struct sh_value *sh_value_of(struct arena *a, struct sh_parts parts, struct span at);
/** A part of known text; at.len == text.n only if it stands there byte by byte. */
struct sh_part sh_part_text(struct str text, struct span at);
/** A part that is not known, and why. */
struct sh_part sh_part_unknown(struct str why, struct span at);
/** Whether all parts are TEXT, and their text. */
bool sh_parts_known(struct arena *a, struct sh_parts parts, struct str *out);
/** The parts from byte `from` to byte `to` of the known text; all parts must be TEXT. */
struct sh_parts sh_parts_sub(struct arena *a, struct sh_parts parts, size_t from, size_t to);
/** The same text and structure, wherever it stands. */
bool sh_value_same(const struct sh_value *x, const struct sh_value *y);
/** How many values without choices a value stands for, its elements and parts among them; max: no more are counted. */
size_t sh_value_leaves(const struct sh_value *v, size_t max);
/**
 * What a variable is after a fork whose branches left it with these values: the common start stays,
 * what differs becomes a choice. Arrays and scalars; mixed kinds become a choice of values.
 */
const struct sh_value *sh_value_join(struct arena *a, const struct sh_fork *fork,
				     const struct sh_value *const *branches);
/** The first fork that a value depends on, or NULL. */
const struct sh_fork *sh_value_fork(const struct sh_value *v);
/** The same of parts. */
const struct sh_fork *sh_parts_fork(struct sh_parts parts);
/** The value if the fork goes the way of the alternative. */
const struct sh_value *sh_value_pick(struct arena *a, const struct sh_value *v,
				     const struct sh_fork *fork, size_t alternative);
/** The same of parts. */
struct sh_parts sh_parts_pick(struct arena *a, struct sh_parts parts, const struct sh_fork *fork,
			      size_t alternative);
/** Both conditions together: inner's chain with outer behind its end. */
const struct node *sh_when_and(struct arena *a, const struct node *inner, const struct node *outer);
/** A value as a node: STR, UNKNOWN, EITHER, LIST, MAP; never NULL. Unset is UNKNOWN. */
struct node *sh_value_node(struct arena *a, const struct sh_value *v);
/** A node from outside as a scalar: known of STR and INT; it stays the value's node. */
const struct sh_value *sh_value_of_node(struct arena *a, struct node *n);
/** Parts as a node at a place: STR, UNKNOWN or EITHER. */
struct node *sh_parts_node(struct arena *a, struct sh_parts parts, struct span at);
/** The path below the root if the parts are that and "/…"; *out gets it without a slash in front. */
bool sh_parts_rooted(struct arena *a, struct sh_parts parts, struct str *out);

#endif
