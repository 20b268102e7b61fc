/*
 * Calibration: a team's own measurements narrow the range of its estimates.
 *
 * The rows that tests/measure/measure.py writes are kept in the repository, in .gpumem-lint-rows.csv.
 * A row says what a job of its kind (card, method, checkpointing, library versions) measured; divided
 * by what is estimated for it today, it gives a ratio. Three or more ratios of a kind bound what the
 * estimate of a matching job can be off by. Only low and high move, never likely: measurements cannot
 * turn a likely excess into a pass. docs/calibration.md says more.
 */
#ifndef LINT_JUDGE_CALIBRATION_H
#define LINT_JUDGE_CALIBRATION_H

#include "core/estimate/estimate.h"
#include "lint/text/text.h"

/** The file in which a repository keeps its rows. */
#define CALIBRATION_FILE ".gpumem-lint-rows.csv"

struct calibration_row {
	/** Id of the measured spec. */
	struct str id;
	const struct gpu *gpu;
	/** "full", "lora", or the quantisation of the base model. */
	struct str method;
	bool checkpointing;
	/** Version of transformers, empty if the row has none. */
	struct str version;
	/** Measured over likely. */
	double allocated, device;
	struct span at;
};

struct calibration {
	VEC(struct calibration_row);
	/** Rows that were left out (not measured, unknown card, no estimate), for people. */
	size_t left_out;
};

/** Reads a loaded CSV file of rows and estimates each. A file without the columns gives no rows. */
struct calibration calibration_read(struct arena *a, struct files *files, uint32_t file);
/**
 * Narrows a job's estimate by the rows of its kind. True if there were enough; how then says so
 * ("7 measurements on H100-80GB, lora with checkpointing: 2 % below to 3 % above").
 */
bool calibration_apply(struct arena *a, const struct calibration *c, const struct job *job,
		       struct estimate *e, struct str *how);
/** The rows by kind, with their ratios, for the calibrate command. */
struct str calibration_text(struct arena *a, const struct calibration *c);
/**
 * The text of the repository's file with rows of another one added: measured rows only, a row of the
 * same id and card replaced. Either text may be empty.
 */
struct str calibration_merge(struct arena *a, struct str kept, struct str added);

#endif
