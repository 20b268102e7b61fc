/*
 * Layers: what the constructors of PyTorch's modules make, as rows; and the words by which the modules
 * that people write themselves call their sizes.
 */
#ifndef LINT_FRAMEWORKS_TORCH_LAYERS_H
#define LINT_FRAMEWORKS_TORCH_LAYERS_H

#include "core/base/base.h"

enum layer_kind {
	/** Weights, if any, that no shape asks for. */
	LAYER_OTHER,
	LAYER_LINEAR,
	LAYER_EMBEDDING,
	LAYER_NORM,
	LAYER_RMS_NORM,
	LAYER_DROPOUT,
	/** torch.nn.MultiheadAttention: four matrices. */
	LAYER_ATTENTION,
	/** A whole MLP of a gate, a way up and one down: xformers.ops.SwiGLU. */
	LAYER_GATED,
	/** A whole block: torch.nn.TransformerEncoderLayer. */
	LAYER_BLOCK,
	/** One that attends to a second input as well: torch.nn.TransformerDecoderLayer. */
	LAYER_CROSS,
	/** Copies of a block: torch.nn.TransformerEncoder. */
	LAYER_STACK,
	/** An encoder and a decoder: torch.nn.Transformer. */
	LAYER_PAIR,
	/** A tensor that a module keeps as its own: torch.nn.Parameter. */
	LAYER_PARAMETER,
	/** Of images and sounds: no model of text alone has any. */
	LAYER_IMAGE,
	/** Holds other modules, one after the other. */
	LAYER_HOLDER,
	/** The same under names. */
	LAYER_NAMES,
};

struct layer {
	/** Dotted names, "|" between; modules between "torch.nn" and the last part may stand there too. */
	const char *names;
	enum layer_kind kind;
	/** Parameters in their order with their defaults: "in_features;out_features;bias=true". */
	const char *params;
	/**
	 * The tensors it holds: "weight=out_features*in_features;bias=out_features?bias". A factor is a number
	 * or a parameter; "?a&b": only where these are neither false nor None.
	 */
	const char *tensors;
	/** Parameters that change the tensors in another way unless they are false, None or 0: "kdim|vdim". */
	const char *unless;
	const char *source;
};

/** The row of a constructor; NULL if there is none. */
const struct layer *layer_find(struct str callee);
/** Whether a library's class that has no row may be a module with weights of its own. */
bool layer_doubtful(struct str callee);
/** Whether a class of this name is one that modules are derived from: torch.nn.Module. */
bool layer_is_base(struct str callee);

/** The kernel of attention that a function is, as setting attention spells it; empty: none. */
struct str layer_kernel(struct str method);
/** The i-th function that computes attention; empty behind the last. */
struct str layer_kernel_name(size_t i);
/** Whether a function runs what it is given, keeps nothing of it, and runs it again for the gradients. */
bool layer_recomputes(struct str callee);
/** Whether a function makes a tensor of the sizes that it is given. */
bool layer_makes_tensor(struct str method);
/** Whether a method or a function of a tensor gives one as large. */
bool layer_keeps_size(struct str method);

/** Attributes by which modules and their configurations call a size, "|" between. */
extern const char layer_heads[], layer_head_dim[], layer_top_k[], layer_length[];

#endif
