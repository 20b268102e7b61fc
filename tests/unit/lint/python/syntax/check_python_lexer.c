#include "lint/python/syntax/lexicon.h"
#include "tests/support/python_lexicon.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <stdio.h>
#include <string.h>

/* Tokens as one line: spellings as they are, others as kind:text, line structure as ; > <. */
static const char *tokens(struct str text)
{
	static char out[4096];
	struct py_lexed lexed = py_lex(&arena, lexicon, 1, text);
	size_t n = 0;

	out[0] = '\0';
	for (size_t i = 0; i < lexed.n && n < sizeof(out) - 100; i++) {
		const struct token *t = &lexed.tokens[i];
		const char *kind = t->kind == TOK_NEWLINE	   ? ";"
				   : t->kind == TOK_INDENT	   ? ">"
				   : t->kind == TOK_DEDENT	   ? "<"
				   : t->kind == TOK_END		   ? "."
				   : t->kind == TOK_NAME	   ? "n:"
				   : t->kind == TOK_NUMBER	   ? "0:"
				   : t->kind == TOK_STRING	   ? "s:"
				   : t->kind == TOK_FSTRING_START  ? "f:"
				   : t->kind == TOK_FSTRING_MIDDLE ? "m:"
				   : t->kind == TOK_FSTRING_END	   ? "e:"
				   : t->kind == TOK_MAGIC	   ? "%:"
				   : t->kind == TOK_SHELL	   ? "!:"
				   : t->kind == TOK_ERROR	   ? "error:"
								   : "";

		n += (size_t)snprintf(out + n, sizeof(out) - n, "%s%s%.*s", i ? " " : "", kind,
				      (int)t->len, text.s + t->off);
	}
	return out;
}

static const struct {
	const char *text, *tokens;
} rows[] = {
    {"", "."},
    {"x", "n:x ; ."},
    {"x\n", "n:x ; ."},
    {"\n\n  \n# c\n", "."},
    {"\xef\xbb\xbfx", "n:x ; ."},
    {"x = 1 # c\n", "n:x = 0:1 ; ."},
    {"a\r\nb\rc\n", "n:a ; n:b ; n:c ; ."},
    {"a;b", "n:a ; n:b ; ."},
    /* Longest operators. */
    {"a**=b//=c>>=d<<=e->f:=g...h",
     "n:a **= n:b //= n:c >>= n:d <<= n:e -> n:f := n:g ... n:h ; ."},
    {"a!=b<>c", "n:a != n:b < > n:c ; ."},
    {"~a@b@=c", "~ n:a @ n:b @= n:c ; ."},
    /* Words. */
    {"match case type _ print", "n:match n:case n:type n:_ n:print ; ."},
    {"if iff If", "if n:iff n:If ; ."},
    {"r rb b f", "n:r n:rb n:b n:f ; ."},
    {"\xc3\xa9t\xc3\xa9 = 1", "n:\xc3\xa9t\xc3\xa9 = 0:1 ; ."},
    {"x\xe2\x80\x9c", "error:x\xe2\x80\x9c ; ."},
    {"a\xc2\xa0"
     "b",
     "error:a\xc2\xa0"
     "b ; ."},
    /* Numbers. */
    {"0 00 1_000 0xFf_1 0o17 0b1_0", "0:0 0:00 0:1_000 0:0xFf_1 0:0o17 0:0b1_0 ; ."},
    {"1. .5 1.5 1e5 1.e-5 1_0.0_1e+1_0 2j 2.5J 1e3j",
     "0:1. 0:.5 0:1.5 0:1e5 0:1.e-5 0:1_0.0_1e+1_0 0:2j 0:2.5J 0:1e3j ; ."},
    {"1if x else 2", "0:1 if n:x else 0:2 ; ."},
    {"0x1for x", "0:0x1f or n:x ; ."},
    {"1..real", "0:1. . n:real ; ."},
    {"1 .real", "0:1 . n:real ; ."},
    {"07", "error:07 ; ."},
    {"10L", "error:10L ; ."},
    {"1__0", "error:1__0 ; ."},
    {"0x", "error:0x ; ."},
    /* Strings. */
    {"'a' \"b\" '' \"\"", "s:'a' s:\"b\" s:'' s:\"\" ; ."},
    {"'\\'' \"\\\"\" 'a\\\nb'", "s:'\\'' s:\"\\\"\" s:'a\\\nb' ; ."},
    {"r'\\'' b'' Rb'' bR\"\" u'' U''", "s:r'\\'' s:b'' s:Rb'' s:bR\"\" s:u'' s:U'' ; ."},
    {"'''a'b''c\n''' \"\"\"\"x\"\"\"", "s:'''a'b''c\n''' s:\"\"\"\"x\"\"\" ; ."},
    {"'''' '''", "s:'''' ''' ; ."},
    {"ur'x'", "n:ur s:'x' ; ."},
    {"'abc\nx", "error:'abc ; n:x ; ."},
    {"don't\nx", "n:don error:'t ; n:x ; ."},
    {"'''abc\nx\n", "error:'''abc\nx\n ; ."},
    /* f-strings. */
    {"f''", "f:f' e:' ; ."},
    {"f'a{b}c'", "f:f' m:a { n:b } m:c e:' ; ."},
    {"f'{{a}}'", "f:f' m:{{a}} e:' ; ."},
    {"f'{a!r:>{w}}'", "f:f' { n:a ! n:r : m:> { n:w } } e:' ; ."},
    {"f'{a!=b}'", "f:f' { n:a != n:b } e:' ; ."},
    {"f'{a:=5}'", "f:f' { n:a : m:=5 } e:' ; ."},
    {"f'{(a:=5)}'", "f:f' { ( n:a := 0:5 ) } e:' ; ."},
    {"f'{a[1:2]}'", "f:f' { n:a [ 0:1 : 0:2 ] } e:' ; ."},
    {"f'{ {1: 2}[1] }'", "f:f' { { 0:1 : 0:2 } [ 0:1 ] } e:' ; ."},
    {"f'{a['b']}'", "f:f' { n:a [ s:'b' ] } e:' ; ."},
    {"f'{f'{x}'}'", "f:f' { f:f' { n:x } e:' } e:' ; ."},
    {"f'{x:%Y-{{}}}'", "f:f' { n:x : m:%Y- { { } } } e:' ; ."},
    {"f'\\N{DASH}{x}'", "f:f' m:\\N{DASH} { n:x } e:' ; ."},
    {"rf'\\N{x}\\{y}'", "f:rf' m:\\N { n:x } m:\\ { n:y } e:' ; ."},
    {"f'''{\nx # c\n}'''", "f:f''' { n:x } e:''' ; ."},
    {"f'{\nx}'", "f:f' { n:x } e:' ; ."},
    {"t'{x}' Rt''", "f:t' { n:x } e:' f:Rt' e:' ; ."},
    {"f'a}b'\nx", "f:f' m:a error:}b' ; n:x ; ."},
    {"f'{a'\nx", "f:f' { n:a error:' ; n:x ; ."},
    {"f'abc\nx", "f:f' m:abc error: ; n:x ; ."},
    {"f'{a)}'\nx", "f:f' { n:a error:)}' ; n:x ; ."},
    /* Lines. */
    {"(a,\n  b)\nc", "( n:a , n:b ) ; n:c ; ."},
    {"a = \\\n 1", "n:a = 0:1 ; ."},
    {"a \\ b", "n:a error:\\ n:b ; ."},
    {"if a:\n  b\nc", "if n:a : ; > n:b ; < n:c ; ."},
    {"if a:\n\tb\n        c\n", "if n:a : ; > n:b ; n:c ; < ."},
    {"a:\n b:\n  c\nd", "n:a : ; > n:b : ; > n:c ; < < n:d ; ."},
    {"if a:\n    b\n  c\n", "if n:a : ; > n:b ; < error: n:c ; ."},
    {"\f  a\n", "> n:a ; < ."},
    {"  \fa\n", "n:a ; ."},
    {"if a:\n\\\n  b\n", "if n:a : ; > n:b ; < ."},
    {"f(a,\ndef g(): pass\n", "n:f ( n:a , error: ; def n:g ( ) : pass ; ."},
    {"f(a,\n  default)\n", "n:f ( n:a , n:default ) ; ."},
    {"x = [1,\n", "n:x = [ 0:1 , error: ; ."},
    {"a)\nb", "n:a ) ; n:b ; ."},
    /* IPython. */
    {"!pip install \\\n  x\ny", "!:pip install \\\n  x ; n:y ; ."},
    {"%matplotlib inline\ny", "%:matplotlib inline ; n:y ; ."},
    {"x = !ls *.py\ny", "n:x = !:ls *.py ; n:y ; ."},
    {"x = %time f()", "n:x = %:time f() ; ."},
    {"a\n  % b", "n:a ; > %: b ; < ."},
    {"f(a\n  % b)", "n:f ( n:a % n:b ) ; ."},
    {"?x", "%:x ; ."},
    {"x?", "n:x error:? ; ."},
};

enum { ROWS = sizeof(rows) / sizeof(*rows) };

START_TEST(table)
{
	ck_assert_str_eq(tokens(str_of(rows[_i].text)), rows[_i].tokens);
}
END_TEST

START_TEST(every_keyword_and_operator)
{
	for (int kind = TOK_LPAR; kind < TOK_COUNT; kind++) {
		const char *quoted = py_token_name((enum tok)kind);
		struct str text = str_sub(str_of(quoted), 1, strlen(quoted) - 1);
		struct py_lexed lexed;

		/* At the start of a line these two begin an IPython command. */
		if (kind == TOK_EXCLAMATION || kind == TOK_PERCENT || kind == TOK_NE ||
		    kind == TOK_PERCENT_EQUAL)
			text = str_cat(&arena, STR("x "), text);
		lexed = py_lex(&arena, lexicon, 1, text);
		ck_assert_msg(lexed.tokens[text.s[0] == 'x' ? 1 : 0].kind == kind, "%s", quoted);
	}
}
END_TEST

START_TEST(nul_bytes)
{
	struct str text = STR("a\0b\n'\0'\n");

	/* A NUL ends what "%.*s" prints. */
	ck_assert_str_eq(tokens(text), "n:a error: n:b ; s:' ; .");
	ck_assert_uint_eq(py_lex(&arena, lexicon, 1, text).n, 7);
}
END_TEST

START_TEST(comments)
{
	struct py_lexed lexed = py_lex(&arena, lexicon, 7, STR("# a\nx = (1, # b\n2)  # c\r\n"));

	ck_assert_uint_eq(lexed.comments.n, 3);
	ck_assert_uint_eq(lexed.comments.at[1].off, 12);
	ck_assert_uint_eq(lexed.comments.at[1].len, 3);
	ck_assert_uint_eq(lexed.comments.at[2].len, 3);
	ck_assert_uint_eq(lexed.comments.at[2].file, 7);
}
END_TEST

START_TEST(encodings)
{
	static const struct {
		const char *text;
		enum py_encoding encoding;
	} names[] = {
	    {"x", PY_UTF8},
	    {"# -*- coding: latin-1 -*-", PY_LATIN1},
	    {"#!/bin/python\n# vim: set fileencoding=ISO-8859-1 :", PY_LATIN1},
	    {"# coding: utf-8", PY_UTF8},
	    {"# coding: koi8-r", PY_FOREIGN},
	    {"x\ny\n# coding: latin-1", PY_UTF8},
	    {"x = 1 # coding: latin-1", PY_UTF8},
	};

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		ck_assert_int_eq(py_lex(&arena, lexicon, 1, str_of(names[i].text)).encoding,
				 names[i].encoding);
}
END_TEST

/* Each pattern on 64 KB of what is worst for it ends quickly and without a match it should not have. */
START_TEST(patterns_are_linear)
{
	static const char *const worst[] = {"\"\"\"a", "'''a",	   "\"\\", "'a\\", "f'{",
					    "f'{x:{",  "0_0_",	   "1e",   "(",	   "{[",
					    "\"\"",    "\xc3\xa9", " ",	   "\\\n"};
	enum { SIZE = 64 * 1024 };
	char *text = arena_alloc(&arena, SIZE, 1);

	for (size_t i = 0; i < sizeof(worst) / sizeof(*worst); i++) {
		size_t n = strlen(worst[i]);
		struct py_lexed lexed;

		for (size_t at = 0; at < SIZE; at++)
			text[at] = worst[i][at % n];
		lexed = py_lex(&arena, lexicon, 1, (struct str){text, SIZE});
		ck_assert_uint_gt(lexed.n, 0);
		ck_assert_int_eq(lexed.tokens[lexed.n - 1].kind, TOK_END);
	}
}
END_TEST

START_TEST(long_strings_match)
{
	enum { SIZE = 4 << 20 };
	char *text = arena_alloc(&arena, SIZE, 1);
	struct py_lexed lexed;

	memset(text, 'a', SIZE);
	memcpy(text, "\"\"\"", 3);
	memcpy(text + SIZE / 2, "\\\"", 2);
	memcpy(text + SIZE - 3, "\"\"\"", 3);
	lexed = py_lex(&arena, lexicon, 1, (struct str){text, SIZE});
	ck_assert_uint_eq(lexed.n, 3);
	ck_assert_uint_eq(lexed.tokens[0].len, SIZE);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("pylex");
	TCase *tc = tcase_create("pylex");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, lexicon_setup, lexicon_teardown);
	tcase_add_loop_test(tc, table, 0, ROWS);
	tcase_add_test(tc, every_keyword_and_operator);
	tcase_add_test(tc, nul_bytes);
	tcase_add_test(tc, comments);
	tcase_add_test(tc, encodings);
	tcase_add_test(tc, patterns_are_linear);
	tcase_add_test(tc, long_strings_match);
	return run_suite(suite);
}
