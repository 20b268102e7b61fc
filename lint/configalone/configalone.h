/*
 * Configs of a project's own schema: the tree of a YAML, JSON or TOML file, or the constants of a module, comes in; the
 * same settings under the sections that the rows of lint/frameworks/libraries/config_alone.c know come out.
 *
 * People put the same settings into sections of many names (training, train_config, sft, batch_config …), by cards of
 * which one is chosen (a100_40gb: {batch_size: 1}), and switch sections off (enabled: false). What comes out is a
 * mapping of a few sections: model, train, lora, quant, optim, data, hardware; and any, with what each of them holds and
 * what stands at the top. Uses core/base, core/gpu and lint/read.
 */
#ifndef LINT_CONFIGALONE_CONFIGALONE_H
#define LINT_CONFIGALONE_CONFIGALONE_H

#include "core/gpu/gpu.h"
#include "lint/read/node.h"

/** One reading of such a config: for one card, where its sections name several. */
struct alone_reading {
	/** The mapping of sections. */
	struct node *tree;
	/** The key of the block that was chosen ("a100_40gb"), the card that it names, and of how many; NULL: there is none. */
	const struct node *key;
	const struct gpu *card;
	int64_t count;
	/** It has blocks for other cards alone, of which this is the first: what only that one says is not known. */
	const struct node *elsewhere;
	struct node *elsewhere_key;
};

struct alone_readings {
	VEC(struct alone_reading);
};

/** For which machine blocks by card are chosen. */
struct alone_target {
	/** NULL: each card's block is a reading. */
	const struct gpu *card;
	/** 0: not known. */
	int64_t count;
};

/** The readings of a config: one, or one for each card that it has a block for. */
void alone_read(struct arena *a, const struct node *tree, const struct alone_target *target,
		struct alone_readings *out);
/** Whether a reading has what only a training has: a learning rate, epochs, steps, or an adapter and a batch. */
bool alone_trains(const struct alone_reading *reading);
/** Whether it is about something else than training a model of language: images, serving, generation alone. */
bool alone_is_other(const struct alone_reading *reading);
/** Whether a tree is what a program wrote down of a run that was: it has losses, times, moments beside the settings. */
bool alone_is_record(const struct node *tree);

#endif
