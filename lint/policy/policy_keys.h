/*
 * What the files of the policy's reader share. Nobody else includes it.
 */
#ifndef LINT_POLICY_POLICY_KEYS_H
#define LINT_POLICY_POLICY_KEYS_H

#include "policy.h"

struct policy_reader {
	struct arena *a;
	struct files *files;
	struct policy *out;
	/** Where and what is wrong; empty so far. */
	struct str message;
};

/** A key of a mapping, and how its value is taken into the struct at into. */
struct policy_key {
	const char *name;
	void (*take)(struct policy_reader *r, const struct node *value, void *into);
};

/** Notes what is wrong and where; the first trouble stays. */
__attribute__((format(printf, 3, 4))) void policy_broken(struct policy_reader *r, struct span at,
							 const char *fmt, ...);
/** Whether a node is of a kind; if not, says what is expected. */
bool policy_expect(struct policy_reader *r, const struct node *node, enum node_kind kind,
		   const char *what);
/** Takes every member of a mapping through its key's row; an unknown key is trouble. */
void policy_keys(struct policy_reader *r, const struct node *map, const struct policy_key *keys,
		 size_t n, void *into);
#define POLICY_KEYS(r, map, keys, into)                                                            \
	policy_keys((r), (map), (keys), sizeof(keys) / sizeof(*(keys)), (into))
/** The text of a scalar as written; a number may be meant as one. */
struct str policy_scalar(struct policy_reader *r, const struct node *node);

/** Values into a struct str, bool, uint32_t, uint64_t. */
void policy_take_text(struct policy_reader *r, const struct node *value, void *into);
void policy_take_bool(struct policy_reader *r, const struct node *value, void *into);
void policy_take_count(struct policy_reader *r, const struct node *value, void *into);
void policy_take_bytes(struct policy_reader *r, const struct node *value, void *into);
/** The mappings models and gpus, into a struct policy (policy_models.c). */
void policy_take_models(struct policy_reader *r, const struct node *value, void *into);
void policy_take_gpus(struct policy_reader *r, const struct node *value, void *into);

#endif
