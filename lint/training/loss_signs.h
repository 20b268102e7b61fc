/*
 * What a loss is computed from: it tells what is trained for.
 */
#ifndef LINT_TRAINING_LOSS_SIGNS_H
#define LINT_TRAINING_LOSS_SIGNS_H

#include "scan.h"

/** What the values that a loss is computed from went through. */
struct signs {
	/** Logarithm of a sigmoid: one thing is preferred to another, and both are scores of a model. */
	bool pairs, of_scores;
	/** Cross-entropy, a model's own loss among it; and what stands beside it in another loss. */
	bool cross_entropy, divergence, square;
	/** Cross-entropy of answers that are yes or no. */
	bool binary;
	/** The cross-entropy is in the code, or the model is surely given the words to tell: model(**batch) may have some. */
	bool of_words;
	/**
	 * Cross-entropy of similarities, where the right answer to each row is the row of its own number, or the first of those put
	 * side by side (InfoNCE, arXiv 1807.03748); or it compares, and is of no words.
	 */
	bool contrasts;
	/** Another cross-entropy than that is in the code, or a model is given labels by name. */
	bool answers;
	/** Cross-entropy, or the binary one, of a few answers that a layer gives of what a model computes. */
	bool labels;
	/** A model of the repository's own class over a library's gives labels, and what becomes of them its forward() says, or the code around it. */
	bool of_labels;
	/** The angle between what one model makes of two texts. */
	bool compares;
	/** A ratio of probabilities is kept near 1: PPO's loss, and that of all that take it over (Schulman et al. 2017, equation 7). */
	bool clipped;
	/**
	 * Rewards are divided by their spread, and no model that is trained says what was to be expected of them: GRPO's
	 * advantages (Shao et al. 2024, arXiv 2402.03300, section 4.1.2).
	 */
	bool spread;
	/** Something is fitted to numbers: a critic's values to returns. */
	bool regresses;
	/** Of each token that was drawn its own log-probability is taken (Williams 1992, REINFORCE). */
	bool drawn;
	/** Of each token that a label names its own log-probability is taken: log_probs.gather(2, batch["labels"]). */
	bool labelled;
	/** Something goes into it that is called after rewards: batch["advantages"]. */
	bool rewarded;
	/** Tokens are drawn of a distribution by the program itself, and the loss has their log-probabilities: Categorical().log_prob(). */
	bool draws;
	/** The loop generates texts before it learns from them. */
	bool generates;
	/** A model with a head of words runs as a whole: whatever is taken of its output, logits are made. */
	bool words;
	/** Values of passes through models of which gradients are recorded; the first such pass, and whether there is another. */
	unsigned passes;
	const struct call *pass;
	bool several;
	/** Passes through a model of which none are: what it is compared with, another one or itself without its adapters. */
	unsigned still;
	/** The model's weights are new. */
	bool from_config;
};

/** Whether a call is the logarithm of a sigmoid, in one step or in two: the loss of one text that is preferred to another. */
bool loss_prefers(const struct call *call);
/** Whether a call makes a model of a configuration alone, without weights: AutoModelForCausalLM.from_config(), LlamaForCausalLM(config). */
bool signs_made_anew(const struct call *made);
/** The signs of the loss of a backward pass. */
struct signs loss_signs(const struct scan *s, const struct call *step);
/** Those of all that a call runs of the program's functions: a trainer its compute_loss(). */
struct signs signs_inside(const struct scan *s, const struct call *outer);

#endif
