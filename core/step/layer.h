/*
 * One decoder layer: what it keeps for backward, its parameters, and the moments of its forward
 * and backward passes.
 *
 * All sizes are bytes for the whole micro-batch unless a comment says "parameters".
 */
#ifndef CORE_STEP_LAYER_H
#define CORE_STEP_LAYER_H

#include "tensor_widths.h"

struct layer {
	const struct widths *c;
	/** Byte width of the MLP's intermediates, and of what feeds its last linear. */
	double mlp_width, last_width;
	/** The last linear of the MLP: LINEAR_DOWN or LINEAR_FC2. */
	enum linear last;
	/** The linears that read the first and the second norm's output. */
	linear_set attention_in, mlp_in;
	/** Bytes per token that the MLP's last linear keeps. */
	double last_saved;
	/** Kept by: first norm and q, k, v; attention; second norm and MLP input; MLP; post-norms;
	 * dropout. */
	double n1, attention, n2, mlp, post, drop;
	/** All of them; and the first norm's own part. */
	double saved, norm1;
	/** The part of saved that is the layer's input, already counted as its checkpoint. */
	double shared_input;
	/** bitsandbytes keeps inputs where checkpoint hooks cannot see them (int8, old 4 bit); what only int8 keeps. */
	double leak, int8_only;
	/** How many layers run SDPA with a materialised mask. */
	double masked;
	/** Parameters: attention, MLP without experts, experts, norms, linears, all. */
	double p_attention, p_mlp, p_experts, p_norm, p_linear, params;
	/** Parameters: in quantisable matrices; of the adapters; largest matrix; last matrix. */
	double quantised, lora, largest, last_matrix;
	/** Of all linears: outputs and inputs, their number, the int8 scales rounded up to 512 B.
	 */
	double out_columns, in_rows, linears, scales;
};

/** A moment of a layer's backward. */
struct section {
	const char *name;
	/** Saved bytes of this layer that are gone already; bytes live on top of the rest. */
	double released, extra;
	/** Share of the layer's trainable bytes that have their gradient already. */
	double grads;
};

enum { LAYER_SECTIONS_MAX = 8 };

/** The layer of a regime; c must outlive it. */
struct layer layer_of(const struct widths *c);
/** Largest bytes inside a layer's forward, its input included; saving: autograd is on. */
double layer_forward(const struct layer *ly, bool saving);
/** The moments of a layer's backward; returns their number. */
size_t layer_sections(const struct layer *ly, struct section out[LAYER_SECTIONS_MAX]);

/** Bytes per token that the attention core keeps, averaged over masked and other layers. */
double attention_saved(const struct widths *c);
/** How many layers run SDPA with a materialised mask (padding, or a window shorter than a row). */
double attention_masked_layers(const struct widths *c);
/** Largest bytes per token on top of a layer's input inside attention's forward. */
double attention_forward(const struct layer *ly, bool saving);
/** Bytes on top of what is saved in attention's backward. */
double attention_backward(const struct layer *ly);
/** Bytes per token that the experts and the router keep, balanced routing. */
double experts_saved(const struct widths *c);

#endif
