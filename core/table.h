/*
 * The tables of facts as core/tables/mktables.c writes them. Only model.c and gpu.c read them.
 */
#ifndef CORE_TABLE_H
#define CORE_TABLE_H

#include "gpu.h"
#include "model.h"

struct model_names {
	/** Every id with ";" behind it, row after row, the row's own id first. */
	const char *text;
	/** Where each row's ids start in text; one more at the end. */
	const uint32_t *firsts;
	/** Where each id starts, sorted by id in lower case. */
	const uint32_t *sorted;
	/** Positions in sorted, by what follows the organisation, in lower case. */
	const uint16_t *tails;
	size_t n;
};

/** A bare spelling of a GPU (gpu_name.h): its bytes in the text of all, the first of them, and the GPU's row. */
struct gpu_spelling {
	uint16_t at, row;
	uint8_t n;
	char first;
};

/** A cloud machine: its type, the row of its GPU, and how many it has (0: the name leaves it open).
 */
struct instance {
	struct str name;
	uint16_t gpu, count;
};

extern const struct model models[];
extern const size_t models_n;
extern const struct model_names model_names;
extern const struct gpu gpus[];
extern const size_t gpus_n;
/** From long to short. */
extern const struct gpu_spelling gpu_spellings[];
extern const size_t gpu_spellings_n;
extern const char gpu_spelling_text[];
extern const struct instance instances[];
extern const size_t instances_n;

#endif
