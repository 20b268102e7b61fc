/*
 * A training step: its moments, and what is alive in each.
 *
 * Memory is linear in the layer index between the last layer's backward (all activations, no
 * gradients) and the first one's (the reverse), so the maximum is at one end and the peak is the
 * largest of about twenty moments. Each moment is a sum over terms; its total is never kept apart
 * from them, so that what is shown always adds up.
 */
#ifndef CORE_STEP_TIMELINE_H
#define CORE_STEP_TIMELINE_H

#include "logits_loss.h"
#include "weights.h"

/** Kinds of tensors: (id, the name that outputs show). */
#define TERMS(X)                                                                                   \
	X(WEIGHTS, "weights")                                                                      \
	X(ADAPTERS, "adapters")                                                                    \
	X(OPTIMIZER, "optimizer states")                                                           \
	X(GRADIENTS, "gradients")                                                                  \
	X(BUFFERS, "communication buffers")                                                        \
	X(GATHERED, "gathered parameters")                                                         \
	X(CASTS, "autocast copies of weights")                                                     \
	X(OTHERS, "other models")                                                                  \
	X(INPUTS, "inputs and masks")                                                              \
	X(SAVED, "saved activations")                                                              \
	X(TOWER, "saved by the vision tower")                                                      \
	X(LAYER, "layer at work")                                                                  \
	X(LOGITS, "logits and loss")                                                               \
	X(OUTPUTS, "outputs kept by the loop")                                                     \
	X(CACHE, "key-value cache")                                                                \
	X(ENGINE, "rollout engine")                                                                \
	X(STEP, "temporaries of the optimizer")                                                    \
	X(WORKSPACE, "cuBLAS workspaces")

enum term {
#define TERM_ENUM(id, name) TERM_##id,
	TERMS(TERM_ENUM)
#undef TERM_ENUM
	    TERM_COUNT
};

/** Parts of a step: (id, the name that outputs show). */
#define PHASES(X)                                                                                  \
	X(LOAD, "load")                                                                            \
	X(FORWARD, "forward")                                                                      \
	X(LOSS, "loss")                                                                            \
	X(BACKWARD, "backward")                                                                    \
	X(STEP, "optimizer step")                                                                  \
	X(EVALUATION, "evaluation")                                                                \
	X(ROLLOUT, "rollout")

enum phase {
#define PHASE_ENUM(id, name) PHASE_##id,
	PHASES(PHASE_ENUM)
#undef PHASE_ENUM
	    PHASE_COUNT
};

/** Bytes per term. */
struct need {
	double by[TERM_COUNT];
};

/** A moment of the step. */
struct moment {
	enum phase phase;
	/** "MLP", "logits and loss", …; static. */
	const char *name;
	/** "last layer", "first layer", or NULL: the memory of the layers between lies between. */
	const char *where;
	struct need need;
};

enum { STEP_MOMENTS_MAX = 48 };

struct step {
	struct moment at[STEP_MOMENTS_MAX];
	size_t n;
	/** Facts for the other tiers: docs/formulas.md, "Tiers". */
	struct weights weights;
	/** Trained parameters, and bytes of their gradients. */
	double trained, gradient_bytes;
	/** Bytes that stay from step to step: weights, adapters, states, buffers, other models. */
	double resident;
	/** The part of it that leaves no trace in the pools: weights; all of it where it is sharded. */
	double fixed;
	/** Bytes that one layer keeps for backward, and all layers together. */
	double per_layer, layers;
	/**
	 * What high holds and the moments do not; 0: nothing. The peak if the two gradients of a tied matrix are added into a
	 * third matrix: PyTorch 1.13 does (torch/csrc/autograd/input_buffer.cpp); later ones do unless nothing else holds the
	 * first. And an evaluation whose Cut Cross-Entropy builds the logits: two of three printed peaks of Axolotl's say so.
	 */
	double at_worst;
};

/** The names that outputs show. */
const char *term_name(enum term t);
const char *phase_name(enum phase p);

/** The sum of all terms, in bytes. */
double need_total(const struct need *need);
/** The sum of two needs, term by term. */
struct need need_sum(struct need a, const struct need *b);
/** A copy of a moment's need with one term grown by bytes (which may be negative). */
struct need need_with(struct need need, enum term term, double bytes);
/** Adds a moment; silently nothing when the table is full (it never is: a test counts). */
void step_add(struct step *st, enum phase phase, const char *name, const char *where,
	      struct need need);
/** Moves what a saved tensor's release took too much into the layer at work: no term is negative. */
void step_settle(struct step *st);
/** Adds bytes of a term to every moment. */
void step_everywhere(struct step *st, enum term term, double bytes);
/** The largest moment of a phase, or of all for PHASE_COUNT; NULL if there is none. */
const struct moment *step_max(const struct step *st, enum phase phase);

/** What stays between steps: the need of the update without gradients and temporaries. */
struct need step_between(const struct step *st);
/** Adds evaluation inside training: forward passes of batch sequences, logits in full. */
void step_evaluation(struct step *st, const struct step_spec *s, double batch);
/** Adds generation in the training process: a key-value cache for sequences of tokens each. */
void step_generation(struct step *st, const struct step_spec *s, double sequences, double tokens);
/** Bytes of all weights at once, as ZeRO 3 gathers them: in 16 bits, or packed. */
double step_whole_model(const struct step_spec *s);

/** The moments of a spec's step, whatever its layout. */
struct step step_of(const struct step_spec *s);
/** One full copy per GPU: a single GPU, or DDP. */
struct step step_unsharded(const struct step_spec *s);

#endif
