/*
 * A setting's value and where it came from.
 *
 * Invariants:
 *   - type VALUE_ABSENT means that nothing is known: the other members mean nothing then;
 *   - origin STATED has a known span; DERIVED has at least one from; DEFAULTED and ASSUMED say in
 *     how whose default or which assumption;
 *   - from[] points to values that live at least as long.
 */
#ifndef CORE_JOB_VALUE_H
#define CORE_JOB_VALUE_H

#include "core/base/base.h"

struct arena;

enum value_type { VALUE_ABSENT, VALUE_BOOL, VALUE_INT, VALUE_REAL, VALUE_STR, VALUE_LIST };

/** How a value is known, from the surest to the weakest. */
enum origin {
	/** Written in a file (or given by an option of ours: then the span is unknown and how says so). */
	ORIGIN_STATED,
	/** Computed from other values. */
	ORIGIN_DERIVED,
	/** A framework's default; how names framework and version. */
	ORIGIN_DEFAULTED,
	/** Ours, for want of anything better; how gives the reason. */
	ORIGIN_ASSUMED,
};

enum { VALUE_FROM_MAX = 4 };

struct value {
	enum value_type type;
	enum origin origin;
	union {
		bool b;
		int64_t i;
		double r;
		struct str s;
		struct {
			const struct str *at;
			size_t n;
		} list;
	} as;
	/** The place to annotate: the value itself, or the key if the value is computed. */
	struct span at;
	/** For people: "default of transformers 4.57", "sum of both models"; may be empty. */
	struct str how;
	/** What it was computed from; unused entries are NULL. */
	const struct value *from[VALUE_FROM_MAX];
	/**
	 * Another value that the setting has in an undecided branch, with the condition in its how;
	 * a list through alternative, NULL at the end.
	 */
	const struct value *alternative;
};

/** Values without a place; the text that how says is not copied. */
struct value value_bool(bool b, enum origin origin, struct str how);
struct value value_int(int64_t i, enum origin origin, struct str how);
/** A number that stands (or is computed from what stands) at a place. */
struct value value_count(int64_t n, enum origin origin, struct span at, struct str how);
struct value value_real(double r, enum origin origin, struct str how);
struct value value_str(struct str s, enum origin origin, struct str how);
/** "stated", "derived", "defaulted", "assumed": the words of the JSON output. */
const char *origin_name(enum origin origin);
/** For people: 4, 0.3, true, bfloat16, [q_proj, v_proj]. */
struct str value_text(struct arena *a, const struct value *v);
/** The same type and value, wherever they came from. */
bool value_same(const struct value *a, const struct value *b);

#endif
