#include "gpu.h"

#include "core/base/base.h"

/*
 * By memory, which is what a class is bought for; of equal memory the older generation first, which is let for less
 * (on-demand prices of AWS g4dn, g6, g6e, p4d, p4de, p5, p5e and p6-b200, 2025). Desktop cards stand beside the data
 * centre's where they differ in memory.
 */
static const char *const names[] = {
    "RTX-4060", "RTX-3060-12GB", "T4", "L4", "RTX-4090", "RTX-5090", "A100-40GB",
    "L40S", "A100-80GB", "H100-80GB", "H200", "B200", "B300",
};

_Static_assert(sizeof(names) / sizeof(*names) <= GPU_CLASSES_MAX, "room for every class");

size_t gpu_classes(const struct gpu *out[GPU_CLASSES_MAX])
{
	size_t n = 0;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++) {
		out[n] = gpu_find(str_of(names[i]));
		n += out[n] != NULL;
	}
	return n;
}
