/* YAML: any bytes give a tree whose walk ends, or a trouble. */
#include "lint/read/read.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct arena a;
	struct reading reading = read_yaml(&a, 1, (struct str){(const char *)data, size});

	for (size_t i = 0; i < reading.docs.n; i++)
		fuzz_walk(&a, reading.docs.at[i], size);
	arena_reset(&a);
	return 0;
}
