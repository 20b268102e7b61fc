/*
 * Extraction: from trees and objects to the settings of a job, through the rows of lint/keymap/keymap.h.
 *
 *	struct extract x;
 *	extract_init(&x, arena, findings, versions);
 *	extract_map(&x, map, tree, &job);	as often as there are sources, weakest first
 *	extract_finish(&x, &job);		defaults of every map that was read, derived settings
 *
 * What a key says becomes a value with its place: STATED if it was written there, DERIVED if it was
 * computed (from[] then leads to what it was computed from). One of several alternatives becomes the
 * one that needs most memory, the others behind it (value.alternative), unless x->suppose tells which
 * of them it is. What is given but not knowable leaves the setting absent, and its reason in
 * x->unknown, so that no default takes its place. A value of the wrong type is a finding bad-value.
 */
#ifndef LINT_SETTINGS_EXTRACT_H
#define LINT_SETTINGS_EXTRACT_H

#include "core/job/job.h"
#include "lint/eval/eval.h"
#include "lint/finding/finding.h"
#include "lint/frameworks/frameworks.h"
#include "lint/read/node.h"

enum extract_mode {
	/** What is read wins over what the job has. */
	EXTRACT_OVER,
	/** What the job has stays. */
	EXTRACT_UNDER,
};

/** Why a setting that is given is not known. */
struct extract_unknown {
	/** A phrase: "os.environ['X'] is not set here"; empty if the setting is known or not given. */
	struct str why;
	struct span at;
	/**
	 * The map whose key says "auto": its own default does not hold, but those of other maps do.
	 * NULL: no default holds.
	 */
	const struct keymap *automatic;
	/** It may be among further keys, or hang on a value, not known: what was read elsewhere stands. */
	bool perhaps;
	/** It is in a file that the repository lacks: nothing follows from its absence elsewhere. */
	bool elsewhere;
	/** It is given a value that it cannot have: no default stands for it. */
	bool bad;
	/** What the code makes of it is not known: no hint of lesser weight stands for it. */
	bool settled;
};

/** A map that was read, and the tree it was read from (NULL: from nothing). */
struct extract_used {
	const struct keymap *map;
	const struct node *tree;
};

/** What a call has to do with the rows that a job trains on. */
enum rows {
	ROWS_UNKNOWN,
	/** It makes them, and the trainer takes them as they are. */
	ROWS_OWN,
	/** It makes those of other data. */
	ROWS_OTHER,
};

struct custom_model;
struct names;

/** An object of which a call that changes it is read: that call's argument is read already, however deep it is met. */
struct changing {
	const struct node *object;
	const struct changing *outer;
};

struct extract {
	struct arena *arena;
	/** NULL: bad values are dropped in silence. */
	struct findings *findings;
	/** Never NULL; keys that only some versions have narrow it down. */
	struct versions *versions;
	enum extract_mode mode;
	/** The calls of the evaluation, for what is done to an object after it was made; may be NULL. */
	const struct trace *trace;
	/** The mappings of the trace by their names, for all readings of it; NULL: nothing is kept. */
	struct names *names;
	/** By number of a call (training_rows()). NULL: nothing is known of any. */
	const enum rows *rows;
	/** Rows end in what was generated a moment ago: how a tokenizer cuts texts says nothing of their length. */
	bool answers;
	/** How long the rows are that the code puts together of parts or cuts; absent: it does not say. */
	struct value made_rows;
	/** What a part of rows is cut to of which another is not cut; absent: there are none. */
	struct value part;
	/** Calls from this one on do not count (the start of training); UINT32_MAX: all do. */
	uint32_t before;
	/** The object whose making is read: what is set of it later is not what it was made with. NULL: none. */
	const struct node *made;
	/** The objects of which calls that change them are being read, innermost first; NULL: none. */
	const struct changing *changing;
	/** The tree of a file that a value names, or NULL; may be NULL itself. */
	const struct node *(*open)(void *ctx, struct str path, struct span at);
	void *ctx;
	/** What is supposed of undecided conditions; NULL: nothing, alternatives are joined. */
	struct suppose *suppose;
	struct extract_unknown unknown[SETTING_COUNT];
	/** Settings that only a hint gave: the default that outdoes it, CAPS_NOTHING for all others. */
	enum caps hinted[SETTING_COUNT];
	struct {
		VEC(struct extract_used);
	} used;
	/** Of a job that only its settings tell: the maps whose defaults it has, NULL behind the last. NULL: it is read. */
	const struct keymap *const *bare;
	/** The model that was read, where it is a module of the repository's own; NULL: it is none. */
	const struct custom_model *own;
	/** Objects whose calls are being read, against objects that contain themselves. */
	unsigned depth;
	/** How many lists of losses that take turns are being read, one in the other. */
	unsigned turns;
};

/** Begins: nothing was read, and every call counts. Other members may be set before the first reading. */
void extract_init(struct extract *x, struct arena *arena, struct findings *findings,
		  struct versions *versions);
/** Reads a mapping (or an object's attributes) with a keymap. */
void extract_map(struct extract *x, const struct keymap *map, const struct node *tree,
		 struct job *job);
/**
 * Reads an object that a known callable made: its arguments, attributes set on it later, what it
 * wraps, and what was done to it (x->trace). An object of a repository class that extends a library
 * class is read by that class's map. Text counts as the id of a model only through a ROLE_MODEL
 * argument. False if nothing is known of the object.
 */
bool extract_object(struct extract *x, const struct node *object, struct job *job);
/** Reads what is done to an object after it was made (x->trace), and nothing of how it was made. */
void extract_changes(struct extract *x, const struct node *object, struct job *job);
/**
 * The model inside an object of the repository's own class (a LightningModule, a wrapper): the last
 * attribute that a call made which makes or wraps models, and that is no teacher's or the like by its
 * name, before others one that writes text; NULL if there is none.
 */
const struct node *extract_inner_model(const struct node *object);
/** Whether a part of a model is all of it but the head, by the names that transformers gives it: model.model, model.transformer. */
bool extract_names_body(struct str part);
/**
 * Reads a call: its arguments by name and position, by role and by keymap, and what the call itself
 * implies. For a sink this reads the whole job.
 */
bool extract_call(struct extract *x, const struct call *call, struct job *job);
/** Whether a condition (condition.h) holds of the arguments of a call whose row is known. */
bool extract_call_is(struct extract *x, const struct call *call, const char *condition);
/**
 * Fills what the job still lacks from calls that only hint at it (the tokenizer's max_length), the
 * first such call wins; loop: also from those that count for hand-written loops
 * (DataLoader, autocast, Accelerator, optimizers). To be called before extract_finish().
 */
void extract_hints(struct extract *x, struct job *job, bool loop);
/** For struct extract's names: of a trace that does not change any more. */
struct names *names_new(struct arena *a, const struct trace *trace);
/**
 * Fills what the job still lacks from a project's own names (MAX_SEQ_LENGTH, lora_r, …) in a mapping
 * of globals or arguments: values are ASSUMED, how says that only the name speaks for them.
 */
void extract_names(struct extract *x, const struct node *tree, struct job *job);
/** Batches and the like that no library's call shows, from the names of a mapping: ASSUMED. */
void extract_numbers(struct extract *x, const struct node *tree, struct job *job);
/** Sets what a row's set text says ("name=value;name=value?CONDITION"), with a place. */
void extract_set(struct extract *x, const char *set, struct span at, const struct node *tree,
		 struct job *job);
/**
 * The model of a job that has none, from the sizes that one of its mappings states (struct sizerow): its shape, a name
 * for it, and how it was made; else why it is not known. extract_finish() begins with it. (extract_sizes.c)
 */
void extract_sizes(struct extract *x, struct job *job);
/**
 * Of a job whose settings are stated, and nothing else of it: chooses the maps of its framework, whose defaults
 * extract_finish() gives it as far as they hang on settings and on versions that are stated. (bare_defaults.c)
 */
void extract_bare(struct extract *x, struct job *job);
/**
 * Fills absent settings with the defaults of every map that was read, for the versions at hand, first
 * read first; those marked behind last of all; then derive_job().
 */
void extract_finish(struct extract *x, struct job *job);

#endif
