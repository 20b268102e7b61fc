/*
 * Readers of YAML, JSON and TOML: bytes → trees.
 *
 * Invariants:
 *   - spans are bytes of the text as given: a scalar's span is what is written, quotes included; a
 *     map's or list's goes from its first byte to its last;
 *   - a reader never fails: what was read before the trouble is kept;
 *   - strings point into the text or the arena; both must outlive the tree.
 */
#ifndef LINT_READ_DATA_FILE_H
#define LINT_READ_DATA_FILE_H

#include "lint/text/text.h"
#include "node.h"

/** A key that stands twice in one map: the later one won, as in PyYAML and Python's json. */
struct repeat {
	struct str key;
	struct span first, again;
};

/** What a reader made of a file. */
struct reading {
	/** Documents in order; JSON and TOML have one. */
	struct {
		VEC(struct node *);
	} docs;
	struct {
		VEC(struct repeat);
	} repeats;
	/** The first trouble and its place; empty if there was none. Reading may have ended there.
	 */
	struct str trouble;
	struct span trouble_at;
	/** The file is a Jinja or Helm template: control lines were skipped, "{{ … }}" is text. */
	bool templated;
};

/** YAML 1.1 with PyYAML's types. Aliases are edges to one node; merge keys are merged. */
struct reading read_yaml(struct arena *a, uint32_t file, struct str text);
/**
 * JSON with what real files hold besides: comments, trailing commas, NaN, Infinity. Of a file that is
 * not JSON nothing is kept but the trouble.
 */
struct reading read_json(struct arena *a, uint32_t file, struct str text);
/** TOML 1.0; dates are text. What is not TOML is trouble, and the lines behind it are read. */
struct reading read_toml(struct arena *a, uint32_t file, struct str text);

#endif
