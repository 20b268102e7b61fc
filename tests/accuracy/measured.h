/*
 * Published measurements: how a row of measured-dev.csv becomes a spec.
 *
 * Every row takes the same two steps: measured_columns() copies what the table states, and the rules
 * of rules.c add what the framework at its version is known to do. Which rows are left out
 * is a rule too (measured_unusable), never a list of rows.
 */
#ifndef TESTS_MEASURED_H
#define TESTS_MEASURED_H

#include "core/estimate/memory_tiers.h"
#include "csv.h"

enum counter { COUNTER_ALLOCATED, COUNTER_RESERVED, COUNTER_DEVICE };
enum file_kind { KIND_MEASURED, KIND_OOM, KIND_FITS };

/** The cells of a row that the rules read. */
struct measured {
	struct str id, version, how, framework, model, method, weights, precision, optimizer;
	struct str checkpointing, attention, targets, parallelism, offload, loss, packing, gpu,
	    unit;
	struct str notes;
	double batch, length, accumulation, rank, gpus, figure;
	enum file_kind kind;
	enum counter counter;
	/** "A", "B" or "C": how complete the source is. */
	char quality;
};

/** What a row becomes. */
struct measured_case {
	struct step_spec spec;
	struct tier_facts facts;
	/** Evaluation inside training is likely, but the table does not say. */
	bool may_evaluate;
	/** Bytes of the measured peak; of the card for KIND_OOM and KIND_FITS. */
	double bytes;
	/** Names of the rules that applied, for the reader. */
	const char *rules[12];
	size_t n_rules;
};

struct measured measured_row(const struct csv *csv, size_t row);
/** Why a row cannot be used, or NULL. */
const char *measured_unusable(const struct measured *r);
/** The columns as a spec; a reason if the model's shape is not known. */
const char *measured_columns(const struct measured *r, struct measured_case *out);
/** What the framework at its version does. */
void measured_rules(const struct measured *r, struct measured_case *c);
/** The layout of a run on several GPUs. */
void measured_layout(const struct measured *r, struct measured_case *c);
/** All steps; NULL, or why the row is left out. */
const char *measured_case(const struct measured *r, struct measured_case *out);
/** The version of transformers, 4.045 for 4.45: stated, or from the date of the run. */
double measured_transformers(const struct measured *r);
/** Whether the run's libraries are from before mid-2024. */
bool measured_is_old(const struct measured *r);
/** Whether the run's id starts with a prefix: the source it is from. */
bool measured_from(const struct measured *r, const char *prefix);

#endif
