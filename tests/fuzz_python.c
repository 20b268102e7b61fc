/* Python: any bytes parse to a tree that can be shown whole. */
#include "../lint/python/ast.h"
#include "../lint/python/dump.h"

#include "fuzz.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct py_lexicon *lexicon;
	struct arena a = {0};

	if (!lexicon)
		lexicon = py_lexicon_new();
	fuzz_touch(py_dump(&a, py_parse(&a, lexicon, 1, (struct str){(const char *)data, size}), true));
	arena_free(&a);
	return 0;
}
