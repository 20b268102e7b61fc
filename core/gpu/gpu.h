/*
 * GPUs: the name of a card or of a cloud machine comes in, what the card really offers goes out.
 *
 * Rows come from core/tables/gpus.csv and instances.csv. Uses core/base.
 */
#ifndef CORE_GPU_GPU_H
#define CORE_GPU_GPU_H

#include "core/base/base.h"

struct gpu {
	/** "A100-80GB": the name that outputs use. */
	struct str name;
	struct str vendor, arch;
	/** 8.0 as 80; 0 for vendors other than NVIDIA. */
	uint32_t compute_capability;
	/** The number on the box. */
	uint32_t marketing_gb;
	/** The driver's total in bytes as nvidia-smi shows it, and as PyTorch sees it. */
	uint64_t total_bytes, torch_total_bytes;
	/** Typical bytes of a CUDA context with loaded kernels. */
	uint64_t context_bytes;
	bool bf16, flash_attention_2, fp8;
	/** Its memory is the CPU's as well. */
	bool host_shared;
	/**
	 * Which of the two totals was read in public output: "seen-smi", "seen-torch", "seen-both";
	 * "seen" stated by a project, "spec" the maker's size, "estimate" scaled.
	 */
	struct str evidence;
	/** Where it was read; may be empty for "spec". */
	struct str source;
	/** What else is to be said about the card, for people; may be empty. */
	struct str remark;
	/** Other spellings, ";" between, for listing. */
	struct str aliases;
};

/**
 * The row of a name as people and schedulers write it ("a100", "NVIDIA A100-SXM4-80GB", "gpu:h100:4",
 * "RTX 4090 (24GB)"), or NULL. The longest known name in it wins; a memory size beside it selects the
 * variant; a bare name means the smallest common card (gpu_ambiguous() says so).
 */
const struct gpu *gpu_find(struct str name);
/** What a bare name leaves open ("A100 without a size: 40 GB or 80 GB"), or NULL if it is clear. */
const char *gpu_ambiguous(struct str name);
/** The largest card that an ambiguous name may mean; NULL if the name means one. */
const struct gpu *gpu_largest(struct str name);
/**
 * The GPU of a cloud instance type ("p4d.24xlarge", "Standard_NC24ads_A100_v4"), or NULL. count is set to
 * the GPUs of the machine, 0 if the name does not fix it.
 */
const struct gpu *gpu_of_instance(struct str instance, uint32_t *count);
/** The table, for listing. */
const struct gpu *gpu_table(size_t *n);

enum { GPU_CLASSES_MAX = 16 };

/**
 * One card of each class that is sold or let today, the cheapest class first (gpu_classes.c): what is tried when a job
 * needs a card, or another one. Fills out and returns their number.
 */
size_t gpu_classes(const struct gpu *out[GPU_CLASSES_MAX]);

#endif
