/*
 * What runs between training steps on the same card: evaluation and generation.
 */
#include "rank.h"
#include "timeline.h"

#include <math.h>

/* Megatron's gradient buffer and ZeRO 3's partitions are there from the start; others come and go. */
struct need step_between(const struct step *st)
{
	const struct moment *update = step_max(st, PHASE_STEP), *load = step_max(st, PHASE_LOAD);
	struct need need = update ? update->need : (struct need){0};

	need.by[TERM_GRADIENTS] = load ? load->need.by[TERM_GRADIENTS] : 0;
	need.by[TERM_STEP] = 0;
	return need;
}

/** Parameters gathered while a forward pass runs. */
static double gathered(const struct step *st)
{
	double most = 0;

	for (size_t i = 0; i < st->n; i++) {
		if (st->at[i].phase == PHASE_FORWARD)
			most = fmax(most, st->at[i].need.by[TERM_GATHERED]);
	}
	return most;
}

/*
 * Liger builds the logits when the model does not train (if self.training); transformers' older releases copy
 * them as in training. Unsloth's loss stays (unless UNSLOTH_RETURN_LOGITS is set), and so does Cut Cross-Entropy
 * wherever there are labels (cut_cross_entropy/transformers/utils.py PatchOptions.use_lce, train_only False; Apple's
 * and Axolotl's fork alike). A loss that is compiled is so in both.
 */
static enum loss evaluation_loss(enum loss loss)
{
	bool itself = loss == LOSS_DPO || loss == LOSS_GRPO || loss == LOSS_HF_SHIFT ||
		      loss == LOSS_HF_OLD || loss == LOSS_PLAIN_SHIFT || loss == LOSS_CCE || loss == LOSS_UNSLOTH ||
		      loss == LOSS_UNSLOTH_EAGER || loss == LOSS_UNSLOTH_LOGITS || loss == LOSS_UNSLOTH_GRPO || loss == LOSS_LOGPROBS ||
		      loss == LOSS_LOGPROBS_ENTROPY || loss == LOSS_LOGPROBS_FLOAT || loss == LOSS_FLASH ||
		      loss == LOSS_UNREAD || loss == LOSS_UNREAD_OLD || loss == LOSS_COMPILED;

	return itself ? loss : LOSS_HF;
}

void step_evaluation(struct step *st, const struct step_spec *s, double batch)
{
	struct step_spec e = rank_spec(s);
	struct widths c;
	struct layer ly;
	struct head hd;
	struct need need = step_between(st);
	double residual;

	e.micro_batch = batch;
	e.passes = 1;
	e.checkpoint = CHECKPOINT_NONE;
	e.loss = evaluation_loss(s->loss);
	c = widths_of(&e);
	ly = layer_of(&c);
	hd = head_of(&c);
	residual = c.R * c.N * c.h;
	need.by[TERM_GATHERED] = gathered(st);
	need.by[TERM_INPUTS] = 24 * c.N;
	step_add(st, PHASE_EVALUATION, "layer", NULL,
		 need_with(need, TERM_LAYER, layer_forward(&ly, false) + residual));
	need.by[TERM_CASTS] += hd.cast;
	need.by[TERM_LAYER] += c.n * c.N * c.h;
	step_add(st, PHASE_EVALUATION, "logits and loss", NULL,
		 need_with(need, TERM_LOGITS, hd.forward));
	if (hd.reference_unkept > 0)
		step_add(st, PHASE_EVALUATION, "reference model", NULL, need_with(need, TERM_LOGITS, hd.reference_unkept));
	if (e.loss == LOSS_CCE) {
		e.loss = LOSS_HF;
		need.by[TERM_LOGITS] += head_of(&c).forward;
		st->at_worst = fmax(st->at_worst, need_total(&need));
	}
}

void step_generation(struct step *st, const struct step_spec *s, double sequences, double tokens)
{
	struct step_spec e = *s;
	struct widths c;
	struct layer ly;
	struct need need = step_between(st);

	/* The prompt's forward pass dominates a token's: all sequences at once. */
	e.micro_batch = sequences;
	e.seq_len = fmax(1, tokens - s->completion);
	e.checkpoint = CHECKPOINT_NONE;
	c = widths_of(&e);
	ly = layer_of(&c);
	need.by[TERM_GATHERED] = gathered(st);
	need.by[TERM_CACHE] = 2 * c.L * c.kv * 2 * sequences * tokens;
	need.by[TERM_LAYER] += layer_forward(&ly, false) + c.R * c.N * c.h;
	need.by[TERM_LOGITS] += (c.amp ? 2 : c.E) * sequences * c.V + 4 * sequences * c.V;
	step_add(st, PHASE_ROLLOUT, "generation", NULL, need);
}

double step_whole_model(const struct step_spec *s)
{
	struct rank r;

	rank_init(&r, s, 0);
	return s->quant == QUANT_NONE ? 2 * r.params : r.bytes;
}
