/*
 * Any bytes are a Python file: the parser ends, and what it returns can be walked, and is the same whether
 * functions are parsed at once or later.
 */
#include "lint/python/syntax/dump.h"
#include "tests/support/outline.h"

#include <stdlib.h>

#include "fuzz_python.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct py_lexicon *lexicon;
	static struct arena a;
	struct str text = {(const char *)data, size};
	struct py_module *m;

	if (!lexicon)
		lexicon = py_lexicon_new();
	m = py_parse(&a, lexicon, 1, text);
	for (size_t i = 0; i < m->body.n; i++)
		if (m->body.at[i]->at.off > size ||
		    size - m->body.at[i]->at.off < m->body.at[i]->at.len)
			abort();
	for (size_t i = 1; i < m->body.n; i++)
		if (m->body.at[i]->at.off < m->body.at[i - 1]->at.off + m->body.at[i - 1]->at.len)
			abort();
	if (!str_eq(py_dump(&a, m, true), py_dump(&a, outline_parse(&a, lexicon, 1, text), true)))
		abort();
	py_parse_expr(&a, lexicon, 1, text);
	arena_reset(&a);
	return 0;
}
