/*
 * Converters: what a node means to a setting, as a row's convert column says.
 */
#ifndef LINT_SETTINGS_CONVERT_H
#define LINT_SETTINGS_CONVERT_H

#include "core/job/job.h"
#include "lint/frameworks/frameworks.h"
#include "lint/read/node.h"

enum convert_result {
	CONVERT_OK,
	/** Says nothing: null, a dropped choice, a condition that does not hold. */
	CONVERT_NOTHING,
	/** Says that something else decides ("auto"). */
	CONVERT_AUTO,
	/** Given, but not knowable: why says the reason. */
	CONVERT_UNKNOWN,
	/** A value that the setting cannot have. */
	CONVERT_BAD,
};

struct converted {
	enum convert_result result;
	/** CONVERT_OK: with type, place, origin and what it was computed from. */
	struct value value;
	/** CONVERT_UNKNOWN. */
	struct str why;
};

/** Reads a node (not NODE_EITHER) as a row says. Lists that stand for one scalar are CONVERT_BAD. */
struct converted convert_node(struct arena *a, const struct keyrow *row, const struct node *n);
/** Whether a row goes on from the value that rows before gave its setting. */
bool convert_goes_on(const struct keyrow *row);
/** Reads a node as such a row says; now: the value so far, NULL for none. */
struct converted convert_onto(struct arena *a, const struct keyrow *row, const struct node *n,
			      const struct value *now);
/** Reads a text as a setting's value, with a node's place and provenance. */
struct converted convert_text(struct arena *a, enum setting s, struct str text,
			      const struct node *n);
/** The text of a scalar ("4", "true", "bfloat16" of torch.bfloat16); false if it is none. */
bool convert_scalar(struct arena *a, const struct node *n, struct str *out);
/** A node and what it was computed from as a value, for from[]; NULL for NULL. Depth-guarded. */
const struct value *convert_source(struct arena *a, const struct node *n, unsigned depth);
/** Whether a text is a word for no: "", "false", "no", "off", "0", "none", "null". */
bool text_is_no(struct str text);
/** Whether a text is a placeholder to be filled in: "${X}", "{{ x }}", "<PATH>", "???", "$X". */
bool text_is_placeholder(struct str text);
/** Whether a name is one that linear layers of language models have, and adapters are put on: "q_proj". */
bool convert_names_layer(struct str name);

#endif
