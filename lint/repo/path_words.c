#include "path_words.h"

#include "lint/eval/eval.h"

static bool is_word_byte(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

/* The first word of a name from a place on, and the place behind it; empty behind the last one. */
static struct str next_word(struct str name, size_t *at)
{
	size_t from;

	while (*at < name.n && !is_word_byte(name.s[*at]))
		++*at;
	from = *at;
	while (*at < name.n && is_word_byte(name.s[*at]))
		++*at;
	return str_sub(name, from, *at);
}

/* A file's name without its folder and its ending: "math_1.5b" of configs/math_1.5b.yaml. */
static struct str stem_of(struct str path)
{
	size_t end;

	path = str_sub(path, eval_dirname(path).n, path.n);
	for (end = path.n; end > 0 && path.s[end - 1] != '.'; end--)
		;
	return str_sub(path, 0, end ? end - 1 : path.n);
}

size_t path_words_shared(struct str one, struct str other)
{
	struct str a = stem_of(one), b = stem_of(other), word;
	size_t n = 0;

	for (size_t i = 0; (word = next_word(a, &i)).n;) {
		struct str found;
		size_t k = 0;

		while ((found = next_word(b, &k)).n && !str_eq_nocase(found, word))
			;
		n += found.n > 0;
	}
	return n;
}

#define TESTS  "tests|test"
#define OTHERS "docs|doc|third_party|vendor|site-packages|node_modules|.github|.gitlab"

/* Whether a file lies below one of some folders, wherever that is. */
static bool is_below(struct str path, struct str folders)
{
	while (path.n) {
		struct str_cut cut = str_cut(path, '/');

		if (!cut.ok)
			break;
		if (str_among(cut.head, folders))
			return true;
		path = cut.tail;
	}
	return false;
}

/* What pytest collects; a notebook or a script of that name is somebody's trial. */
static bool is_of_tests(struct str name)
{
	return (str_starts(name, STR("test_")) && str_ends(name, STR(".py"))) || str_is(name, "conftest.py") || str_is(name, "setup.py");
}

bool path_is_aside(struct str path)
{
	return is_of_tests(str_tail(path, '/')) || is_below(path, STR(TESTS "|" OTHERS));
}

bool path_is_beside_tests(struct str path)
{
	struct str name = str_tail(path, '/');

	return is_below(path, STR(TESTS)) && !is_below(path, STR(OTHERS)) && !is_of_tests(name) && !str_ends(name, STR("_test.py"));
}
