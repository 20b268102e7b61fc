/*
 * What the files of conversion share among themselves.
 */
#ifndef LINT_SETTINGS_CONVERT_PARTS_H
#define LINT_SETTINGS_CONVERT_PARTS_H

#include "convert.h"

/** CONVERT_NOTHING; CONVERT_UNKNOWN with a reason. */
struct converted convert_nothing(void);
struct converted convert_unknown(struct str why);
/** Gives a value its node's place, origin and sources; depth of the node among sources. */
void convert_trace(struct arena *a, struct value *v, const struct node *n, unsigned depth);
/** A list of texts as the value of a LIST setting. */
struct converted convert_list(struct arena *a, const struct node *n);
/**
 * A list of names of modules, or what is not known to be one: what code gathers from named_modules() is
 * all linear layers.
 */
struct converted convert_gathered(struct arena *a, enum setting s, const struct node *n);
/** "1_000", "5e8", "4.0" as a whole number's text; anything else as it is. */
struct str convert_whole(struct arena *a, struct str text);
/** A truth value: of a bool, a number, a word; text that is no word for no counts as true. */
bool convert_truth(const struct node *n);
/** CONVERT_CHOICE's entry "from=to" for a text; false if none fits. */
bool convert_choice_of(struct str choices, struct str text, struct str *to);
/** Whether a library's name, or what became of it (mapping.get(type)), is the library's own choice of modules. */
bool convert_leaves_modules(const struct node *n);
/** CONVERT_MESH. (lint/settings/convert_mesh.c) */
struct converted convert_mesh(struct arena *a, const struct keyrow *row, const struct node *n);
/** CONVERT_LAYOUT, CONVERT_DEVICES. (lint/settings/convert_layout.c) */
struct converted convert_layout(struct arena *a, const struct keyrow *row, const struct node *n);
struct converted convert_devices(struct arena *a, const struct keyrow *row, const struct node *n);
/** CONVERT_MODULES. (lint/settings/convert_modules.c) */
struct converted convert_modules(struct arena *a, const struct keyrow *row, const struct node *n);
/** CONVERT_NAMES. (lint/settings/convert_names.c) */
struct converted convert_names(struct arena *a, const struct keyrow *row, const struct node *n);
/** CONVERT_MORE: the list so far (NULL: none) and the row's names. (lint/settings/convert_modules.c) */
struct converted convert_more(struct arena *a, const struct keyrow *row, const struct node *n,
			      const struct value *now);
/** CONVERT_PLUS: the number so far (NULL: none) and the row's. (lint/settings/convert_layout.c) */
struct converted convert_plus(struct arena *a, const struct keyrow *row, const struct node *n,
			      const struct value *now);
/** CONVERT_OVER: the number so far (NULL: none) by the row's, rounded up. (lint/settings/convert_layout.c) */
struct converted convert_over(struct arena *a, const struct keyrow *row, const struct node *n,
			      const struct value *now);
/**
 * A model's name at the end of a path of which the beginning is not known; CONVERT_NOTHING if the end names
 * no model that is known. (lint/settings/convert_model.c)
 */
struct converted convert_model_end(struct arena *a, const struct keyrow *row, const struct node *n);
/** CONVERT_MODEL_FOLDER. (lint/settings/convert_model.c) */
struct converted convert_model_folder(struct arena *a, const struct keyrow *row, const struct node *n,
				      const struct value *now);

#endif
