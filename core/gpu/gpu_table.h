/*
 * The tables of GPUs and of cloud machines as core/tables/mktables.c writes them. Only gpu.c reads them.
 */
#ifndef CORE_GPU_GPU_TABLE_H
#define CORE_GPU_GPU_TABLE_H

#include "gpu.h"

/** A bare spelling of a GPU (gpu_name.h): its bytes in the text of all, and the GPU's row. */
struct gpu_spelling {
	uint16_t at, row;
	uint8_t n;
};

/** A cloud machine: its type, the row of its GPU, and how many it has (0: the name leaves it open).
 */
struct instance {
	struct str name;
	uint16_t gpu, count;
};

extern const struct gpu gpus[];
extern const size_t gpus_n;
/** By their first bytes, from long to short. */
extern const struct gpu_spelling gpu_spellings[];
/** By byte, and one more: the first spelling that begins with it, or with one behind it. */
extern const uint16_t gpu_spellings_from[];
extern const char gpu_spelling_text[];
extern const struct instance instances[];
extern const size_t instances_n;

#endif
