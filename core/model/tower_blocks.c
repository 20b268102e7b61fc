#include "tower_blocks.h"

#include "parameter_terms.h"

/*
 * kept: QuickGELU is composed, x * sigmoid(1.702 x), and keeps both factors; a GELU kernel keeps its input; a gated
 * MLP keeps gate, act(gate) and up. Each with the product, which the last linear keeps
 * (transformers models/qwen2_vl, qwen2_5_vl, qwen3_vl, glm4v; activations.py QuickGELUActivation).
 * recomputed_since: pull request 34724, November 2024.
 */
static const struct {
	struct str tower;
	struct tower_blocks blocks;
} towers[] = {
	{STR_INIT("qwen2vl"),  {1280, 32, 5120, 4, 3, false, 4.047}},
	{STR_INIT("qwen25vl"), {1280, 32, 3420, 4, 4, true, 0}     },
	{STR_INIT("qwen3vl"),  {1152, 27, 4304, 4, 2, false, 0}	},
	{STR_INIT("glm4v"),    {1536, 24, 4096, 4, 4, true, 0}     },
};

bool model_tower_blocks(const struct model *m, struct tower_blocks *out)
{
	for (size_t i = 0; i < sizeof(towers) / sizeof(*towers); i++) {
		if (!str_eq(m->tower, towers[i].tower))
			continue;
		*out = towers[i].blocks;
		out->hidden = model_term(m, MODEL_NOTE_V_HIDDEN, out->hidden);
		out->depth = model_term(m, MODEL_NOTE_V_DEPTH, out->depth);
		out->ffn = model_term(m, MODEL_NOTE_V_FFN, out->ffn);
		return true;
	}
	return false;
}
