/*
 * Any bytes are cut into Python tokens: they lie in order within the text, what is indented is dedented,
 * and there are no more of them than bytes can make.
 */
#include "lint/python/syntax/lexicon.h"

#include "fuzz.h"
#include "fuzz_python.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct py_lexicon *lexicon;
	static struct arena a;
	struct py_lexed lexed;
	size_t behind = 0, depth = 0;

	fuzz_reserve(&a);
	if (!lexicon)
		lexicon = py_lexicon_new();
	lexed = py_lex(&a, lexicon, 1, (struct str){(const char *)data, size});
	/* A byte makes a token, perhaps an error and a line end beside it; a line an indentation. */
	fuzz_check(lexed.n <= 4 * size + 8);
	for (size_t i = 0; i < lexed.n; i++) {
		const struct token *t = &lexed.tokens[i];

		fuzz_check(t->off <= size && t->len <= size - t->off);
		fuzz_check(t->kind == TOK_ERROR || t->off >= behind);
		behind = t->kind == TOK_ERROR ? behind : (size_t)t->off + t->len;
		depth += t->kind == TOK_INDENT;
		fuzz_check(t->kind != TOK_DEDENT || depth > 0);
		depth -= t->kind == TOK_DEDENT;
	}
	fuzz_check(lexed.n && lexed.tokens[lexed.n - 1].kind == TOK_END && depth == 0);
	for (size_t i = 0; i < lexed.comments.n; i++)
		fuzz_check((size_t)lexed.comments.at[i].off + lexed.comments.at[i].len <= size);
	arena_reset(&a);
	return 0;
}
