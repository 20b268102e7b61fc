#include "logits_loss.h"

#include "linear.h"

#include <math.h>

/*
 * Notation: NV = tokens x vocabulary, lb = bytes of a logit. Each loss path is written as the
 * tensors alive at the maximum of its forward and of its backward; docs/formulas.md, "The head".
 */

static void cross_entropy(const struct widths *c, struct head *hd, double fp32_logits)
{
	double NV = c->N * c->V, lb = hd->width;

	/* Logits, their float(), log_softmax; then log_softmax, its gradient, the nll's. */
	hd->forward = lb * NV + (lb == 2 ? 4 * NV : 0) + 4 * NV;
	hd->backward = 12 * NV;
	if (c->s->loss == LOSS_HF_SHIFT)
		hd->forward += (c->B > 1 ? 4 * (c->N - c->B) * c->V : 0) - 4 * c->B * c->V;
	if (c->s->loss == LOSS_TRL) /* entropy and accuracy, outside autocast, 128 rows at a time */
		hd->metrics = fp32_logits * (c->B > 1 ? 2 : 1) + 4 * NV +
			      384 * c->V * (NV > 0 ? floor(fp32_logits / NV) : 0);
}

static void cross_entropy_old(const struct widths *c, struct head *hd)
{
	double NV = c->N * c->V, softmax = 4 * (NV - c->B * c->V);

	hd->forward = 4 * NV + (c->B > 1 ? 2 : 1) * softmax;
	hd->backward = 3 * softmax;
}

static void plain(const struct widths *c, struct head *hd)
{
	double NV = c->N * c->V, lb = hd->width, softmax = (c->amp ? 4 : lb) * NV;
	double shift = c->B > 1 ? (c->N - c->B) * c->V : 0;

	hd->forward = lb * NV + softmax + (c->amp ? 4 * NV : 0);
	if (c->s->loss == LOSS_PLAIN_SHIFT)
		hd->forward += lb * shift;
	hd->backward = 3 * softmax;
}

/** A Triton cross-entropy that writes the gradient over its input; the slice's backward pads it. */
static void triton(const struct widths *c, struct head *hd)
{
	double NV = c->N * c->V, shift = c->B > 1 ? (c->N - c->B) * c->V : 0;
	bool upcast = c->s->loss == LOSS_TRITON && hd->width == 2;

	hd->forward = (upcast ? 2 * NV : 0) + 4 * NV + 4 * shift;
	hd->backward = 8 * NV;
}

/*
 * flash_attn/losses/cross_entropy.py, 1.0 to 2.8: the kernel reads the logits in whatever they are and keeps them with a number
 * a token; their gradient is a tensor of its own (inplace_backward=False).
 */
static void flash(const struct widths *c, struct head *hd)
{
	hd->forward = hd->width * c->N * c->V;
	hd->backward = 2 * hd->forward;
}

double head_dequantised(const struct widths *c)
{
	return c->q4 && c->s->quant_head && c->s->quant_half ? 4 * c->V * c->h : 0;
}

/** lm_head and loss go in chunks of 128 positions, except in full training; a quantised head is dequantised for each. */
static void litgpt(const struct widths *c, struct head *hd)
{
	double NV = c->N * c->V, shift = c->B > 1 ? (c->N - c->B) * c->V : 0;
	double chunk = c->B * fmin(128, c->S) * c->V;

	hd->forward = 8 * NV + (c->head_trains ? 4 * shift : 0);
	hd->backward = c->head_trains ? 12 * NV : fmax(8 * NV + 8 * chunk, 8 * NV - 2 * chunk + head_dequantised(c));
}

static void cut_cross_entropy(const struct widths *c, struct head *hd)
{
	hd->saved += c->head_trains ? 0 : hd->width * c->N * c->h;
	hd->forward = 8 * c->N;
	hd->backward =
	    4 * c->N * c->h + (c->head_trains ? 4 * c->V * c->h : 0); /* float32 gradients */
}

/*
 * The policy's log-softmax stays until backward, and in LLaMA-Factory and TRL before 0.12 its logits until the metrics are taken
 * of them; each log-softmax is of a slice, which is copied. In backward: log-softmax, the gradient that gather() scatters
 * into zeros, its own result. An evaluation keeps no log-softmax.
 */
static void dpo_whole(const struct widths *c, struct head *hd)
{
	double NV = c->N * c->V, w = c->amp || c->s->float_logits ? 4 : hd->width;
	double one = fmax((hd->width + (w > hd->width ? w : 0)) * NV, 3 * w * NV);

	hd->forward = one;
	if (c->s->reference != REFERENCE_NONE) {
		hd->reference_unkept = (c->s->float_logits ? w * NV : 0) + one;
		hd->reference = w * NV + hd->reference_unkept;
	}
	hd->backward = 3 * w * NV;
}

static void dpo(const struct widths *c, struct head *hd)
{
	double NV = c->N * c->V, SV = c->S * c->V, lb = hd->width;
	double cap = c->a->final_softcap ? lb * NV : 0, one = (4 + (lb == 2 ? 2 : 0)) * NV;

	if (c->s->whole_logps) {
		dpo_whole(c, hd);
		return;
	}
	if (c->amp || lb == 4) { /* the policy's float32 logits stay, then come the reference's */
		hd->forward = fmax(one + cap, 4 * NV + 4 * SV);
		hd->reference = 4 * NV + fmax(one, lb * NV + cap);
		hd->backward = 8 * NV + 4 * SV;
	} else {
		hd->forward = 4 * NV;
		hd->reference = 6 * NV + 2 * SV;
		hd->backward = 4 * NV;
	}
	if (c->s->reference == REFERENCE_NONE)
		hd->reference = 0;
}

/** Completion tokens only; the in-place temperature on a view keeps four copies of the logits. */
static void grpo(const struct widths *c, struct head *hd)
{
	double z = c->amp || hd->width == 4 ? 2 : 1, TV;

	hd->tokens = c->B * (c->s->completion + 1);
	TV = hd->tokens * c->V;
	hd->forward = z * 4 * TV + (z == 2 ? 0 : 2 * TV) + z * 768 * c->V;
	hd->backward = z * 8 * TV;
}

/*
 * verl dp_actor.py with FlashAttention's cross-entropy (0.2 to 0.7): the temperature divides the logits in place; the
 * kernel keeps them and a number a token; in backward the gradient takes their place, and dividing it makes a second
 * one. With the entropy, which the compiler fuses, the logits stay while both gradients are there. Of padded rows the
 * kernel gets a copy of the completions' logits, and their entropy is eager: a float32 softmax that stays, its product
 * with the logits; in backward the softmax's gradient, the logits' and what the softmax makes of it.
 */
static void logprobs(const struct widths *c, struct head *hd)
{
	double NV = c->N * c->V, lb = hd->width, CV = c->B * fmin(c->s->completion, c->S) * c->V;
	bool entropy = c->s->loss == LOSS_LOGPROBS_ENTROPY;

	if (!c->s->padded) {
		hd->forward = lb * NV;
		hd->backward = (entropy ? 3 : 2) * lb * NV;
		return;
	}
	hd->forward = lb * (NV + CV) + (entropy ? 8 * CV : 0);
	hd->backward = fmax(2 * lb * NV, entropy ? lb * (NV + CV) + 16 * CV : 0);
}

/*
 * OpenRLHF actor.py, models/utils.py, 0.6.4 to 0.11: all tokens' logits become float32, which the kernel keeps; its
 * gradient is another tensor.
 */
static void logprobs_float(const struct widths *c, struct head *hd)
{
	double NV = c->N * c->V;

	hd->forward = (hd->width == 2 ? 6 : 4) * NV;
	hd->backward = 8 * NV;
}

/** The gradients of chunks of tokens are computed in forward; the chunk follows from V / h. */
static void liger(const struct widths *c, struct head *hd)
{
	double b = c->amp ? 2 : c->E, Vh = c->V * c->h, chunk = 1, dw = c->head_trains ? b * Vh : 0;
	double wanted = ceil(c->N / ceil(c->V / c->h));

	while (chunk < wanted && chunk < c->N)
		chunk *= 2;
	chunk = fmin(chunk, c->N);
	hd->saved = b * c->N * c->h + dw;
	hd->forward = chunk * b * (c->V + c->h) + dw + (c->amp && c->E == 4 ? 2 * Vh : 0);
	hd->backward = c->amp && c->E == 4 ? dw : 0;
}

static void chunked(const struct widths *c, struct head *hd)
{
	double Vh = c->V * c->h, CV = fmin(c->s->loss_chunk, c->N) * c->V;
	double w32 = c->E == 2 ? 4 * Vh : 0, w16 = c->amp ? 2 * Vh : 0;

	hd->saved = c->n * c->N * c->h;
	hd->forward = c->amp ? fmax(w32 + w16 + 2 * CV, 10 * CV) : w32 + 8 * CV;
	hd->backward = fmax(hd->forward, (c->amp ? w16 : w32) + 12 * CV);
	if (c->head_trains) {
		double dw = (c->amp ? 6 : c->E == 2 ? 8 : 4) * Vh;

		hd->backward = c->E * Vh + fmax(hd->backward, dw);
	}
}

/*
 * torchtune/modules/loss/ce_chunked_output_loss.py: eight chunks of 16-bit logits, of each a float32 copy for the moment
 * and a log-softmax, which stay until backward; the recipes let the logits go before (lora_finetune_single_device.py: del
 * logits). cross_entropy_loss.py LinearCrossEntropyLoss makes a chunk's logits when it needs them. In backward the head's
 * gradient is summed of two chunks'. Compiled, logits stay in place of log-softmaxes.
 */
static void chunked_output(const struct widths *c, struct head *hd)
{
	double NV = c->N * c->V, CV = NV / 8, lb = hd->width, kept = c->s->compile ? lb : 4;
	double logits = c->s->compile ? 0 : c->s->loss == LOSS_CHUNKED_OUTPUT ? lb * NV : lb * CV;

	hd->forward = logits + kept * NV + (lb < 4 ? 4 * CV : 0);
	hd->backward = kept * NV + 8 * CV;
	if (c->head_trains)
		hd->backward = fmax(hd->backward, kept * (NV - CV) + lb * CV + 2 * c->E * c->V * c->h);
}

/*
 * ms-swift 4.6, swift/sequence_parallel/utils.py ChunkedCrossEntropyLoss: the logits are kept, in float32 where
 * accelerate has converted the outputs. Backward computes a chunk's log-softmax, its gradient and the loss's
 * again, and writes the gradient over the chunk; the cast's backward then makes the 16-bit one of all.
 */
static void chunked_logits(const struct widths *c, struct head *hd)
{
	double bytes = c->amp ? 4 : hd->width, NV = c->N * c->V, CV = fmin(c->s->loss_chunk, c->N) * c->V;
	double cast = c->amp ? (4 + hd->width) * NV : 0;

	hd->forward = fmax(cast, bytes * (NV + CV));
	hd->backward = fmax(cast, bytes * (NV + 3 * CV));
}

/*
 * Unsloth: compiled, the logits of a chunk and their gradient, both in forward; kept are the gradients of
 * the hidden states (unsloth_zoo/fused_losses/cross_entropy_loss.py, 2026-08).
 */
static void unsloth(const struct widths *c, struct head *hd)
{
	double CV = fmin(c->s->loss_chunk, c->N) * c->V;
	double bytes = c->s->loss == LOSS_UNSLOTH_EAGER ? hd->width + 8 : 2 * hd->width;

	hd->saved = c->n * c->N * c->h;
	hd->forward = bytes * CV + (c->head_trains ? 2 * c->E * c->V * c->h : 0);
}

/*
 * Unsloth before it cut the cross-entropy (unsloth/models/llama.py CausalLM_fast_forward, kernels/cross_entropy_loss.py,
 * 2024-05 to 2024-11): 16-bit logits of all tokens, kept; accelerate hands out a float32 copy of them with the loss,
 * which the trainer lets go before backward; there the gradient is written over the logits.
 */
static void unsloth_logits(const struct widths *c, struct head *hd)
{
	double NV = c->N * c->V;

	hd->forward = (hd->width + (c->amp && c->s->convert_outputs ? 4 : 0)) * NV;
	hd->backward = hd->width * NV + (c->head_trains ? c->E * c->V * c->h : 0);
}

/*
 * Unsloth's GRPO: a sequence at a time, compiled, the logits of its completion, the reference's, their gradient
 * and a float32 copy; what backward needs are the gradients of the hidden states (unsloth_zoo rl_replacements.py
 * UnslothEfficientGRPO, n_chunks -1, 2025-02; since 2025-12 quarters of a sequence, with the copy).
 */
static void unsloth_grpo(const struct widths *c, struct head *hd)
{
	hd->tokens = c->s->completion + 1;
	hd->saved = c->n * c->B * hd->tokens * c->h;
	hd->forward = (3 * hd->width + 4) * hd->tokens * c->V;
}

/*
 * SPLADE (arXiv 2109.10086): max over the text of log(1 + ReLU(logits)); sentence-transformers 5.1
 * sparse_encoder/models/SpladePooling.py. Of each text's pass stay ReLU's output, which is log1p's input, and under
 * autocast a float32 copy of it; the logits themselves lie among the features until the loss is there. log1p's output
 * goes with the pass; in backward its gradient, a quotient and the next gradient are one pass's.
 */
static void splade(const struct widths *c, struct head *hd)
{
	double NV = c->N * c->V, wide = c->amp || c->E == 4 ? 4 : c->E;

	hd->tokens = c->N / c->s->passes;
	hd->saved += (wide + (c->amp ? 2 : 0)) * NV;
	hd->forward = hd->width * NV + wide * hd->tokens * c->V;
	hd->backward = 3 * wide * hd->tokens * c->V;
}

/** What the head keeps whatever the loss: its input as its matmul sees it, LoRA's, BERT's
 * transform. */
static double input_saved(const struct widths *c, const struct head *hd)
{
	double bytes = c->head_trains ? (c->amp ? 2 : c->n) * c->N * c->h : 0;

	if (c->a->final_softcap) /* tanh's result */
		bytes += hd->width * c->N * c->V;
	if (c->s->lora_head) {
		struct kept k = lora_kept(c, c->n, c->h);

		bytes += (k.own + (k.share ? c->n * c->h : 0)) * c->N;
	}
	if (c->a->head == HEAD_MLM)
		bytes += c->N * c->h * (2 * hd->width + 4);
	return bytes;
}

static void set_loss(const struct widths *c, struct head *hd, double fp32_logits)
{
	double NV = c->N * c->V;

	if (c->a->head == HEAD_MLM && c->s->loss != LOSS_SPLADE) {
		plain(c, hd);
		return;
	}
	switch (c->s->loss) {
	case LOSS_HF:
	case LOSS_HF_SHIFT:
	case LOSS_TRL:
		cross_entropy(c, hd, fp32_logits);
		break;
	case LOSS_HF_OLD:
		cross_entropy_old(c, hd);
		break;
	case LOSS_LIGER:
		liger(c, hd);
		break;
	case LOSS_CHUNKED:
		chunked(c, hd);
		break;
	case LOSS_CHUNKED_OUTPUT:
	case LOSS_CHUNKED_LINEAR:
		chunked_output(c, hd);
		break;
	case LOSS_CHUNKED_LOGITS:
		chunked_logits(c, hd);
		break;
	case LOSS_UNSLOTH:
	case LOSS_UNSLOTH_EAGER:
		unsloth(c, hd);
		break;
	case LOSS_UNSLOTH_LOGITS:
		unsloth_logits(c, hd);
		break;
	case LOSS_PLAIN:
	case LOSS_PLAIN_SHIFT:
		plain(c, hd);
		break;
	case LOSS_TRITON:
	case LOSS_TRITON_OLD:
		triton(c, hd);
		break;
	case LOSS_LITGPT:
		litgpt(c, hd);
		break;
	case LOSS_CCE:
		cut_cross_entropy(c, hd);
		break;
	case LOSS_UNREAD: /* they go with the model's output, once its hidden states are taken */
	case LOSS_UNREAD_OLD:
		hd->forward = fp32_logits + (fp32_logits > hd->width * NV ? hd->width * NV : 0);
		break;
	case LOSS_COMPILED: /* fused by the compiler: 16-bit logits, and their gradient */
		hd->forward = 2 * NV;
		hd->backward = 4 * NV;
		break;
	case LOSS_FLASH:
		flash(c, hd);
		break;
	case LOSS_MEGATRON: /* float32 logits and their exp; the softmax becomes the gradient */
		hd->forward = 10 * NV;
		hd->backward = 6 * NV;
		break;
	case LOSS_DPO:
		dpo(c, hd);
		break;
	case LOSS_GRPO:
		grpo(c, hd);
		break;
	case LOSS_LOGPROBS:
	case LOSS_LOGPROBS_ENTROPY:
		logprobs(c, hd);
		break;
	case LOSS_LOGPROBS_FLOAT:
		logprobs_float(c, hd);
		break;
	case LOSS_UNSLOTH_GRPO:
		unsloth_grpo(c, hd);
		break;
	case LOSS_SPLADE:
		splade(c, hd);
		break;
	}
}

/** PyTorch before 1.11: log_softmax keeps what it was given, beside its result (pull request 65242). */
static double softmax_input(const struct widths *c, const struct head *hd)
{
	enum loss loss = c->s->loss;
	bool plain = loss == LOSS_PLAIN || loss == LOSS_PLAIN_SHIFT;
	bool eager = plain || loss == LOSS_HF || loss == LOSS_HF_SHIFT || loss == LOSS_HF_OLD;

	if (!c->s->softmax_inputs || !eager)
		return 0;
	return (plain && !c->amp ? hd->width : 4) * (c->N - c->B) * c->V;
}

/*
 * torch/nn/parallel/data_parallel.py forward(): the replicas' outputs, logits among them, are joined on the first GPU,
 * beside what its own part keeps for backward and hands out. They go with the outputs when the loss is returned; TRL
 * takes its metrics of them first, from a copy that leaves the last token out.
 */
static void gather(const struct widths *c, struct head *hd, double handed_out)
{
	double all = c->s->gathers * handed_out;

	hd->gathered = 4 * c->N * c->V + handed_out + all;
	if (hd->metrics > 0)
		hd->metrics += 2 * (all - handed_out);
}

static struct head head_of_all(const struct widths *c)
{
	struct head hd = {.width = c->amp ? 2 : c->E, .tokens = c->N};
	enum loss loss = c->s->loss;
	double NV = c->N * c->V, fp32_logits;
	bool no_logits = loss == LOSS_LIGER || loss == LOSS_CHUNKED || loss == LOSS_UNSLOTH ||
			 loss == LOSS_UNSLOTH_EAGER || loss == LOSS_UNSLOTH_GRPO || loss == LOSS_CCE;

	if (c->a->head == HEAD_CLASSIFIER) {
		hd.forward = hd.backward = c->B * c->h * 16;
		return hd;
	}
	fp32_logits =
	    (c->amp && c->s->convert_outputs) || loss == LOSS_HF_OLD || loss == LOSS_UNREAD_OLD ? 4 * NV : hd.width * NV;
	if (c->amp && c->E == 4 && !no_logits)
		hd.cast = 2 * c->V * c->h;
	hd.fused = no_logits && c->a->head == HEAD_LM;
	hd.saved = input_saved(c, &hd);
	set_loss(c, &hd, fp32_logits);
	hd.backward += softmax_input(c, &hd);
	if (c->s->gathers > 1 && !no_logits)
		gather(c, &hd, fp32_logits);
	/* The teacher's logits and their softmax in forward; the softmax stays for the divergence. */
	if (c->s->teacher) {
		hd.forward += (hd.width + 4) * NV;
		hd.backward += 4 * NV;
	}
	hd.logits = loss == LOSS_GRPO ? 0 : fp32_logits;
	return hd;
}

struct head head_of(const struct widths *c)
{
	struct widths headed = *c;

	headed.B *= c->s->headed;
	headed.N *= c->s->headed;
	return head_of_all(&headed);
}
