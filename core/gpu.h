/*
 * GPUs: what a card really offers. Rows come from core/tables/gpus.csv.
 */
#ifndef CORE_GPU_H
#define CORE_GPU_H

#include "str.h"

struct gpu {
	/** "A100-80GB": the name that outputs use. */
	struct str name;
	struct str vendor, arch;
	/** 8.0 as 80. */
	uint32_t compute_capability;
	/** The number on the box. */
	uint32_t marketing_gb;
	/** The driver's total in bytes as nvidia-smi shows it, and as PyTorch sees it. */
	uint64_t total_bytes, torch_total_bytes;
	/** Typical bytes of a CUDA context with loaded kernels. */
	uint64_t context_bytes;
	bool bf16, flash_attention_2, fp8;
	struct str source;
};

/** The row of a name or alias as people write it ("a100", "nvidia-a100-80gb", "gpu:h100"), or NULL. */
const struct gpu *gpu_find(struct str name);
/** The GPU and count of a cloud instance type ("p4d.24xlarge"), or NULL. */
const struct gpu *gpu_of_instance(struct str instance, uint32_t *count);
/** The table, for listing. */
const struct gpu *gpu_table(size_t *n);

#endif
