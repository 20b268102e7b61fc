/*
 * Language models that the repository writes as modules of its own: their shape, from the layers that
 * their constructors made. The trace of an evaluation and a module come in, a struct custom_model goes out.
 *
 * A language model is a token embedding, a list of repeated blocks, and an output over the same
 * vocabulary. What trains anything else is no job of ours.
 *
 * Uses core/model, lint/read, lint/eval, lint/frameworks, lint/python and lint/model.
 */
#ifndef LINT_MODEL_CUSTOM_LANGUAGE_MODEL_H
#define LINT_MODEL_CUSTOM_LANGUAGE_MODEL_H

#include "core/model/model.h"
#include "lint/eval/eval.h"

enum custom_kind {
	/** No language model. */
	CUSTOM_OTHER,
	/** A language model whose shape is not known: why says why. */
	CUSTOM_OPEN,
	/** One whose shape and parameters are known. */
	CUSTOM_KNOWN,
};

struct custom_model {
	enum custom_kind kind;
	/** The class and its file, "GPT (model.py)"; where the class stands. */
	struct str name;
	struct span at;
	struct str why;
	const struct model *model;
	/** The shape in words. */
	struct str shape;
	/** How many tokens a row has at most, as the model or its configuration says; 0: it does not. */
	uint32_t length;
	struct span length_at;
	/** The kernel of its attention as setting attention spells it; empty: its forward was not seen. */
	struct str attention;
	/** Whether attention is given a mask of its own making. */
	bool masked;
	/** The call by which its forward recomputes layers; NULL: none was seen. */
	const struct call *recomputes;
	/** Whether only some passes do. */
	bool sometimes;
	/** Weights of before are loaded into it; assigned: they take the place of its own, whatever their dtype. */
	bool loaded, assigned;
	/** They may be, under a condition that nobody decides: if their file exists, if a run is taken up again. */
	bool perhaps_loaded;
	/** The known model whose weights are copied into it, by its name; NULL: those of none. */
	const struct node *weights;
	/** The dtype that all of its linear layers are made with, "bfloat16"; empty: none, or not the same. */
	struct str dtype;
	struct span dtype_at;
	/** The token embedding: what it is called with are the rows. */
	const struct node *embedding;
	/** Its output is as wide as a table of kinds of tokens, and no vocabulary: what it gives are labels. */
	bool labels;
};

/** Whether an object is a module of a class of the repository. */
bool custom_module_is(const struct node *n);
/**
 * The attention kernel, as struct custom_model has it, of the repository's copy of a library's model, which is read as that
 * library's: the only one that the file of its class calls. Empty: no such copy, or not known.
 */
struct str custom_copy_attention(const struct node *model);
/** Whether a model's name is that of a class of the repository, as struct custom_model gives it. */
bool custom_model_names(struct str id);
/** Reads a module; CUSTOM_OTHER too for what is none. */
struct custom_model custom_model_read(struct arena *a, const struct trace *trace, struct suppose *suppose,
				      const struct node *module);

#endif
