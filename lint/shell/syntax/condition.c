/* [[ … ]]: the grammar of conditions. */
#include "lex.h"

#include <string.h>

/** At most so many tests in one condition: the tree leans to the left. */
enum { TESTS_MAX = 64 };

static const struct sh_test *either(struct sh_parser *p, int *count);

static struct sh_test *test_new(struct sh_parser *p, enum sh_test_kind kind, int *count)
{
	struct sh_test *t = arena_new(p->arena, struct sh_test);

	t->kind = kind;
	if (++*count > TESTS_MAX)
		p->failed = true;
	return t;
}

/** The binary operator at the position, taken; empty if there is none. */
static struct str binary(struct sh_parser *p)
{
	static const char *const words[] = {"==",  "=~",  "=",	 "!=",	"<",   ">",   "-eq", "-ne",
					    "-lt", "-le", "-gt", "-ge", "-nt", "-ot", "-ef"};

	sh_skip_blanks(p);
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++) {
		size_t n = strlen(words[i]);

		if (str_starts(str_sub(p->src->text, p->p, p->end), str_of(words[i])) &&
		    sh_is_blank(sh_ahead(p, (uint32_t)n))) {
			p->p += (uint32_t)n;
			return str_of(words[i]);
		}
	}
	return STR("");
}

static const struct sh_test *primary(struct sh_parser *p, int *count)
{
	struct sh_test *t;
	int c;

	sh_skip_lines(p);
	if (sh_take_word(p, "!")) {
		t = test_new(p, SH_TEST_NOT, count);
		t->a = p->failed ? NULL : primary(p, count);
		return t;
	}
	if (sh_ahead(p, 0) == '(') {
		const struct sh_test *inner;

		p->p++;
		inner = either(p, count);
		sh_skip_lines(p);
		if (sh_ahead(p, 0) == ')')
			p->p++;
		return inner;
	}
	t = test_new(p, SH_TEST_WORD, count);
	c = sh_ahead(p, 0);
	if (c == '-' && sh_ahead(p, 1) > ' ' && sh_is_blank(sh_ahead(p, 2))) {
		t->kind = SH_TEST_UNARY;
		t->op = str_sub(p->src->text, p->p, p->p + 2);
		p->p += 2;
		sh_skip_blanks(p);
		t->left = sh_word(p, SH_WORD_PLAIN);
		return t;
	}
	t->left = sh_word(p, SH_WORD_PLAIN);
	t->op = binary(p);
	if (t->op.n) {
		t->kind = SH_TEST_BINARY;
		sh_skip_blanks(p);
		t->right = sh_word(p, str_is(t->op, "=~") ? SH_WORD_REGEX : SH_WORD_PLAIN);
	}
	return t;
}

/** Tests joined by && (or ||, whose operands are chains of &&). */
static const struct sh_test *chain(struct sh_parser *p, int *count, char op)
{
	const struct sh_test *left = op == '&' ? primary(p, count) : chain(p, count, '&');

	for (;;) {
		struct sh_test *t;

		sh_skip_lines(p);
		if (p->failed || sh_ahead(p, 0) != op || sh_ahead(p, 1) != op)
			return left;
		p->p += 2;
		t = test_new(p, op == '&' ? SH_TEST_AND : SH_TEST_OR, count);
		t->a = left;
		t->b = op == '&' ? primary(p, count) : chain(p, count, '&');
		left = t;
	}
}

static const struct sh_test *either(struct sh_parser *p, int *count)
{
	const struct sh_test *t = NULL;

	if (++p->depth > SH_DEPTH_MAX)
		p->failed = true;
	else
		t = chain(p, count, '|');
	p->depth--;
	return t;
}

const struct sh_test *sh_test(struct sh_parser *p)
{
	int count = 0;
	const struct sh_test *t = either(p, &count);

	sh_skip_lines(p);
	/* A form that is not known: the condition is not known. */
	if (!sh_take_word(p, "]]")) {
		struct str line = str_sub(p->src->text, p->p, p->end);
		size_t close = str_find(str_sub(line, 0, str_chr(line, '\n', 0)), STR("]]"), 0);

		p->p += close == SIZE_MAX ? 0 : (uint32_t)close + 2;
		return NULL;
	}
	return t;
}
