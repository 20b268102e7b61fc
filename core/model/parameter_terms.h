/*
 * What the counting formulas share. Counts are whole numbers in doubles: exact up to 2^53, and an
 * absurd shape gives an absurd count instead of a wrapped one.
 */
#ifndef CORE_MODEL_PARAMETER_TERMS_H
#define CORE_MODEL_PARAMETER_TERMS_H

#include "catalog.h"

/** A count under way. */
struct model_terms {
	double total, embedding, linear;
	/** What a token meets; 0: all. */
	double active;
};

/** A number of the family's own as a double. */
static inline double model_term(const struct model *m, enum model_note note, double fallback)
{
	return model_number(m, note, INT64_MIN) == INT64_MIN ? fallback
							     : (double)model_number(m, note, 0);
}

/** One block of a vision transformer: fused or separate q, k, v; two norms of two vectors. */
double model_vit_block(double hidden, double ffn);
/** CLIP's vision transformer with its class token, positions and outer norms. */
double model_clip_tower(double hidden, double depth, double ffn, double positions, double patch);
/** Whisper's encoder. */
double model_whisper_encoder(double hidden, double layers, double ffn, double mel);
/** Meta's vision tower of Llama 3.2 with its projector. */
double model_mllama_tower(double out);
/** The tower named by m->tower with its projector, plus what no column places (extra_params). */
double model_tower(const struct model *m);
/** Denoisers of diffusion models; false if the family is none. */
bool model_terms_denoiser(const struct model *m, struct model_terms *out);
/** Everything but decoder-only transformers; false if the family is none of those. */
bool model_terms_other(const struct model *m, struct model_terms *out);

#endif
