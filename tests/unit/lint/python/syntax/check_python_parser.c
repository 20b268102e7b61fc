#include "lint/python/syntax/dump.h"
#include "tests/support/python_lexicon.h"
#include "tests/support/run_suite.h"

#include <check.h>
#include <string.h>

static struct py_module *parse(struct str text)
{
	return py_parse(&arena, lexicon, 1, text);
}

static const char *dump(const char *text)
{
	struct str out = py_dump(&arena, parse(str_of(text)), false);

	return str_dup(&arena, out).s;
}

/* Source, tree. What the standard library holds is compared with Python's own ast by
 * tests/agree/python_stdlib.sh; here stands what it does not hold: 3.12 to 3.14, and trouble. */
static const struct {
	const char *text, *tree;
} rows[] = {
    /* Precedence and association. */
    {"-x ** -y", "(expr (unary - (binary ** (name x) (unary - (name y)))))\n"},
    {"a ** b ** c", "(expr (binary ** (name a) (binary ** (name b) (name c))))\n"},
    {"a - b - c * d",
     "(expr (binary - (binary - (name a) (name b)) (binary * (name c) (name d))))\n"},
    {"not a == b", "(expr (unary not (compare (name a) [(== (name b))])))\n"},
    {"a or b and not c",
     "(expr (bool or [(name a) (bool and [(name b) (unary not (name c))])]))\n"},
    {"a or b or c", "(expr (bool or [(name a) (name b) (name c)]))\n"},
    {"(a or b) or c", "(expr (bool or [(bool or [(name a) (name b)]) (name c)]))\n"},
    {"a < b not in c is not d",
     "(expr (compare (name a) [(< (name b)) (not in (name c)) (is not (name d))]))\n"},
    {"a if b else c if d else e",
     "(expr (cond (name b) (name a) (cond (name d) (name c) (name e))))\n"},
    {"await a ** b", "(expr (binary ** (await (name a)) (name b)))\n"},
    {"x = *a, b", "(assign [(name x)] (tuple [(star (name a)) (name b)]))\n"},
    {"a = b = 1", "(assign [(name a) (name b)] (int 1))\n"},
    {"x[1:2, ::3, *a]", "(expr (subscript (name x) (tuple [(slice (int 1) (int 2) -) (slice - - "
			"(int 3)) (star (name a))])))\n"},
    {"f(x for x in y)",
     "(expr (call (name f) [(arg (generator (name x) [(for (name x) (name y) [])]))]))\n"},
    {"f(a, *b, c=1, **d)", "(expr (call (name f) [(arg (name a)) (star (name b)) (named c (int 1)) "
			   "(dstar (name d))]))\n"},
    {"lambda *, a=1, **k: (yield)",
     "(expr (lambda [(kwonly a - (int 1)) (dstar k - -)] (yield -)))\n"},
    {"{**a, 'b': 1}", "(expr (dict [(- (name a)) ((str \"b\") (int 1))]))\n"},
    {"{}", "(expr (dict []))\n"},
    {"()", "(expr (tuple []))\n"},
    {"if (n := 10) > 5: pass",
     "(if (compare (named (name n) (int 10)) [(> (int 5))]) [(pass )] [])\n"},
    /* Literals. */
    {"9223372036854775807, 9223372036854775808, 0xffffffffffffffffff",
     "(expr (tuple [(int 9223372036854775807) (int big 9.22337203685478e+18) "
     "(int big 4.72236648286965e+21)]))\n"},
    {"1e400, 1_0.5, 3j", "(expr (tuple [(float inf) (float 10.5) (imaginary 3)]))\n"},
    {"'a' \"b\" r'\\n'", "(doc (str \"ab\\x5cn\"))\n"},
    {"'\\x41\\u00e9\\U0001F600\\101\\q\\\n'",
     "(doc (str \"A\\xc3\\xa9\\xf0\\x9f\\x98\\x80A\\x5cq\"))\n"},
    {"b'\\xff\\u00' b'a'", "(expr (bytes \"\\xff\\x5cu00a\"))\n"},
    {"'\\ud800'", "(doc (str \"\\xed\\xa0\\x80\"))\n"},
    {"'\\N{DIGIT ONE}'", "(doc (str ?\"\\x5cN{DIGIT ONE}\"))\n"},
    {"# coding: latin-1\n'\xe9'", "(doc (str \"\\xc3\\xa9\"))\n"},
    {"# coding: cp1252\n'\xe9'", "(doc (str ?\"\\xe9\"))\n"},
    {"'\xe9'", "(doc (str ?\"\\xe9\"))\n"},
    {"'''a\r\nb'''", "(doc (str \"a\\x0ab\"))\n"},
    /* f-strings. */
    {"f'a' 'b'", "(expr (fstring [(str \"ab\")]))\n"},
    {"f'{x!r:>{w}.{p}}{{}}'",
     "(expr (fstring [(field (name x) r (fstring [(str \">\") (field (name w) - -) (str \".\") "
     "(field (name p) - -)])) (str \"{}\")]))\n"},
    {"f'{x = }' f'{y=:3}'",
     "(expr (fstring [(str \"x = \") (field (name x) r -) (str \"y=\") (field (name y) - (fstring "
     "[(str \"3\")]))]))\n"},
    {"f'{d['k']}' # 3.12", "(expr (fstring [(field (subscript (name d) (str \"k\")) - -)]))\n"},
    {"f\"{f\"{f\"{1}\"}\"}\"",
     "(expr (fstring [(field (fstring [(field (fstring [(field (int 1) - -)]) - -)]) - -)]))\n"},
    {"f'{\n  x, # comment\n}'", "(expr (fstring [(field (tuple [(name x)]) - -)]))\n"},
    {"f'{'\\n'.join(a)}'",
     "(expr (fstring [(field (call (attr (str \"\\x0a\") join) [(arg (name a))]) - -)]))\n"},
    {"f'{*a, 1}' f'{yield}'",
     "(expr (fstring [(field (tuple [(star (name a)) (int 1)]) - -) (field (yield -) - -)]))\n"},
    {"rf'\\d{x}' f'\\t{x}'", "(expr (fstring [(str \"\\x5cd\") (field (name x) - -) (str "
			     "\"\\x09\") (field (name x) - -)]))\n"},
    {"t'a{x!s}' t'b'", "(expr (tstring [(str \"a\") (field (name x) s -) (str \"b\")]))\n"},
    /* Type parameters and aliases (3.12, defaults 3.13). */
    {"type X[T: int = str, *Ts = *A, **P] = list[T]",
     "(type X [(var T (name int) (name str)) (tuple Ts - (star (name A))) (spec P - -)] "
     "(subscript (name list) (name T)))\n"},
    {"def f[T](x: T) -> T: pass",
     "(def f plain [(var T - -)] [(plain x (name T) -)] (name T) [] [(pass )])\n"},
    {"class A[T](B, metaclass=C): x: int = 1", "(class A [(var T - -)] [(arg (name B)) (named "
					       "metaclass (name C))] [] [(annassign (name x) (name "
					       "int) (int 1))])\n"},
    {"type = 1; type(x); type.y",
     "(assign [(name type)] (int 1))\n(expr (call (name type) [(arg (name "
     "x))]))\n(expr (attr (name type) y))\n"},
    /* except and except* (3.11), without parentheses (3.14). */
    {"try: a\nexcept* A, B: b\nelse: c\nfinally: d",
     "(try-star  [(expr (name a))] [((tuple [(name A) (name B)]) - [(expr (name b))])] [(expr "
     "(name "
     "c))] [(expr (name d))])\n"},
    {"lazy import a as b\nlazy = 1", "(import  [(a b)])\n(assign [(name lazy)] (int 1))\n"},
    /* with. */
    {"with (a as b, c): pass", "(with [((name a) (name b)) ((name c) -)] [(pass )])\n"},
    {"with (a, b) as c: pass", "(with [((tuple [(name a) (name b)]) (name c))] [(pass )])\n"},
    {"with (a), (b): pass", "(with [((name a) -) ((name b) -)] [(pass )])\n"},
    {"with (x for x in (a, b)): pass", "(with [((generator (name x) [(for (name x) (tuple [(name "
				       "a) (name b)]) [])]) -)] [(pass )])\n"},
    {"with (a := b, c): pass",
     "(with [((tuple [(named (name a) (name b)) (name c)]) -)] [(pass )])\n"},
    {"async with a as (b, c), d: pass",
     "(async-with [((name a) (tuple [(name b) (name c)])) ((name d) -)] [(pass )])\n"},
    /* match. */
    {"match a, *b:\n case [1, *_] | (2,): pass\n case -1 + 2j | 'a' 'b': pass\n case _: pass",
     "(match (tuple [(name a) (star (name b))]) [((or [(sequence [(value (int 1)) (star -)]) "
     "(sequence "
     "[(value (int 2))])]) - [(pass )]) ((or [(value (binary + (unary - (int 1)) (imaginary 2))) "
     "(value (str \"ab\"))]) - [(pass )]) ((as - -) - [(pass )])])\n"},
    {"match x:\n case {'k': a.b, **r} if r: pass\n case P(1, y=q) as z: pass\n case a, *b: pass",
     "(match (name x) [((mapping [(str \"k\")] [(value (attr (name a) b))] r) (name r) [(pass )]) "
     "((as "
     "(class (name P) [(value (int 1))] [y] [(as - q)]) z) - [(pass )]) ((sequence [(as - a) (star "
     "b)]) "
     "- [(pass )])])\n"},
    {"match(x)\nmatch = 1\nmatch[x]: int",
     "(expr (call (name match) [(arg (name x))]))\n(assign [(name match)] (int 1))\n(annassign "
     "(subscript (name match) (name x)) (name int) -)\n"},
    /* Functions. */
    {"def f(a, /, b=1, *args, c, d=2, **k): 'doc'\n",
     "(def f plain [] [(posonly a - -) (plain b - (int 1)) (star args - -) (kwonly c - -) (kwonly "
     "d - "
     "(int 2)) (dstar k - -)] - [] [(doc (str \"doc\"))])\n"},
    {"def f(*args: *Ts): yield\n",
     "(def f generator [] [(star args (star (name Ts)) -)] - [] [(expr (yield -))])\n"},
    {"def f():\n def g(): yield\n",
     "(def f plain [] [] - [] [(def g generator [] [] - [] [(expr (yield -))])])\n"},
    {"@a.b\n@c(1)\nasync def f(): pass",
     "(async-def f plain [] [] - [(attr (name a) b) (call (name c) [(arg (int 1))])] [(pass )])\n"},
    {"from ...a.b import (c as d, e,)", "(from 3 a.b [(c d) (e -)])\n"},
    {"from . import *", "(from 1 - [(* -)])\n"},
    {"import a . b as c, d", "(import  [(a.b c) (d -)])\n"},
    {"if a: b\nelif c: d\nelse: e",
     "(if (name a) [(expr (name b))] [(if (name c) [(expr (name d))] [(expr (name e))])])\n"},
    {"(a): int", "(annassign (name a) (name int) -)\n"},
    /* Trouble: the next statement goes on. */
    {"print 'x'\ny = 1",
     "(bad python2 \"expected the end of the statement, found a string\" [])\n(assign [(name y)] "
     "(int 1))\n"},
    {"x = 1; print x, y; z = 2\ny", "(assign [(name x)] (int 1))\n(bad python2 \"expected the end "
				    "of the statement, found a name\" "
				    "[z])\n(expr (name y))\n"},
    {"a, b.c = d[e] = f(g = 1 h)", "(bad syntax \"expected ')', found a name\" [a])\n"},
    {"!pip install x\n%load_ext y\nz = !ls\nw?",
     "(bad shell \"a shell command\" [])\n(bad magic \"an IPython magic\" [])\n(bad shell \"a "
     "shell "
     "command\" [z])\n(bad magic \"a character that Python does not have\" [])\n"},
    {"This is prose, it's long.\nx = 1",
     "(bad unclosed \"a string that its line does not close\" [])\n(assign [(name x)] (int 1))\n"},
    {"def f((a, b)):\n  x = 1\ny",
     "(bad syntax \"expected a name, found '('\" [f])\n(expr (name y))\n"},
    {"if x:\n  a = 1 1\n  b = 2\n",
     "(if (name x) [(bad syntax \"expected the end of the statement, found a number\" [a]) (assign "
     "[(name b)] (int 2))] [])\n"},
    {"x = 1\n    y = 2\nz = 3", "(assign [(name x)] (int 1))\n(bad indent \"an indented line where "
				"none may be\" [y])\n(assign "
				"[(name z)] (int 3))\n"},
    {"if a:\n    b = 1\n  c = 2\nd",
     "(if (name a) [(assign [(name b)] (int 1))] [])\n(bad indent \"an indentation that matches no "
     "outer line\" [c])\n(expr (name d))\n"},
    {"x = f(1,\ndef g(): pass\n",
     "(bad unclosed \"a bracket that is never closed\" [x])\n(def g plain [] [] - [] [(pass )])\n"},
    {"x = '''abc\ny = 1", "(bad unclosed \"a triple-quoted string that is never closed\" [x])\n"},
    {"try:\n  a = 1\nx = 2", "(bad syntax \"expected 'except' or 'finally', found a name\" "
			     "[a])\n(assign [(name x)] (int 2))\n"},
    {"for a, (b, c) in in d: pass\nimport x y\nfrom a import b, 1",
     "(bad syntax \"expected an expression, found 'in'\" [a b c])\n(bad syntax \"expected the end "
     "of "
     "the statement, found a name\" [x y])\n(bad syntax \"expected a name, found a number\" "
     "[b])\n"},
    {"raise E, 'x'", "(bad python2 \"expected the end of the statement, found ','\" [])\n"},
    {"1 = x\nf() = 2\nx += 1, = 3\n(a, b) += c",
     "(bad syntax \"an assignment to what is no variable\" [])\n(bad syntax \"an assignment to "
     "what is "
     "no variable\" [])\n(bad syntax \"expected the end of the statement, found '='\" [x])\n(bad "
     "syntax "
     "\"an assignment to what is no single variable\" [a b])\n"},
    {"a == not b", "(bad syntax \"expected an expression, found 'not'\" [])\n"},
    {"'\\x4'\nb'a' 'b'", "(bad syntax \"a malformed escape in a string\" [])\n(bad syntax "
			 "\"strings of different kinds side "
			 "by side\" [])\n"},
    {"with a as b, c() as d e: x = 1", "(bad syntax \"expected ':', found a name\" [b d x])\n"},
};

enum { ROWS = sizeof(rows) / sizeof(*rows) };

START_TEST(table)
{
	ck_assert_str_eq(dump(rows[_i].text), rows[_i].tree);
}
END_TEST

static const struct py_stmt *only(const char *text)
{
	struct py_module *m = parse(str_of(text));

	ck_assert_uint_eq(m->body.n, 1);
	return m->body.at[0];
}

START_TEST(spans)
{
	const char *text = "if a:  # c\n    x = (b.cc)(d, e=1) ; y\n\n# end\n";
	const struct py_stmt *s = only(text), *assign = s->as.branch.body.at[0];
	const struct py_expr *call = assign->as.assign.value;

	ck_assert_uint_eq(s->at.file, 1);
	ck_assert_uint_eq(s->at.off, 0);
	ck_assert_uint_eq(s->at.len, strlen("if a:  # c\n    x = (b.cc)(d, e=1) ; y"));
	ck_assert_uint_eq(assign->at.off, 15);
	ck_assert_uint_eq(assign->at.len, strlen("x = (b.cc)(d, e=1)"));
	ck_assert_uint_eq(call->at.off, 19);
	ck_assert(call->as.call.function->parenthesised);
	ck_assert_uint_eq(call->as.call.function->at.off, 20);
	ck_assert_uint_eq(py_attr_at(call->as.call.function).off, 22);
	ck_assert_uint_eq(py_attr_at(call->as.call.function).len, 2);
	ck_assert_uint_eq(call->as.call.args.at[1].at.len, 3);
	ck_assert_uint_eq(call->as.call.args.at[1].name.at.len, 1);
}
END_TEST

START_TEST(rejected_statements_are_listed)
{
	struct py_module *m =
	    parse(STR("print 'a'\ndef f():\n  x = !ls -l\n  return 1 2\n%magic a b\n"));

	ck_assert_uint_eq(m->bad.n, 4);
	ck_assert_int_eq(m->bad.at[0]->as.bad.why, BAD_PYTHON2);
	ck_assert(str_is(m->bad.at[1]->as.bad.text, "ls -l"));
	ck_assert(str_is(m->bad.at[1]->as.bad.names.at[0].text, "x"));
	ck_assert_int_eq(m->bad.at[2]->as.bad.why, BAD_SYNTAX);
	ck_assert(str_is(m->bad.at[3]->as.bad.text, "magic a b"));
	/* What stands in a rejected block is not listed twice. */
	ck_assert_uint_eq(parse(STR("try:\n  print 'a'\nx"))->bad.n, 1);
}
END_TEST

START_TEST(template_strings_keep_the_expression)
{
	const struct py_expr *e = only("t'{ a + b !r}'")->as.value;

	ck_assert(str_is(e->as.items.at[0]->as.field.source, "a + b"));
}
END_TEST

static struct str repeated(const char *head, const char *piece, size_t times, const char *tail)
{
	size_t n = strlen(piece), head_n = strlen(head), tail_n = strlen(tail);
	char *text = arena_alloc(&arena, head_n + n * times + tail_n, 1);

	memcpy(text, head, head_n);
	for (size_t i = 0; i < times; i++)
		memcpy(text + head_n + i * n, piece, n);
	memcpy(text + head_n + n * times, tail, tail_n);
	return (struct str){text, head_n + n * times + tail_n};
}

/* Deep nesting is a rejected statement, whatever its kind; shallower nesting is none. */
static const struct {
	const char *head, *piece, *tail;
} deep[] = {
    {"x = ", "(", "\ny = 1"},
    {"x = ", "[", "\ny = 1"},
    {"x = ", "{1:", "\ny = 1"},
    {"x = ", "-", "1\ny = 1"},
    {"x = ", "not ", "1\ny = 1"},
    {"x = ", "lambda: ", "1\ny = 1"},
    {"x = 1", "+1", "\ny = 1"},
    {"x = a", ".b", "\ny = 1"},
    {"x = a", "()", "\ny = 1"},
    {"x = a", "[0]", "\ny = 1"},
    {"x = ", "a if b else ", "c\ny = 1"},
    {"x = a", "**a", "\ny = 1"},
    {"x = ", "await ", "a\ny = 1"},
    {"x = ", "f'{", "\ny = 1"},
    {"if a: b\n", "elif a: b\n", "y = 1"},
    {"match x:\n case ", "[", "1: pass\ny = 1"},
};

enum { DEEP = sizeof(deep) / sizeof(*deep) };

START_TEST(deep_nesting_is_refused)
{
	struct py_module *m = parse(repeated(deep[_i].head, deep[_i].piece, 20000, deep[_i].tail));
	const struct py_stmt *last = m->body.at[m->body.n - 1];

	ck_assert_uint_ge(m->bad.n, 1);
	ck_assert_int_eq(m->body.at[0]->kind, STMT_BAD);
	/* An open bracket takes the rest with it; all else leaves the next statement alone. */
	ck_assert(last->kind == STMT_ASSIGN || m->body.n == 1);
	m = parse(repeated(deep[_i].head, deep[_i].piece, 50, ""));
	ck_assert_uint_le(m->bad.n, 1);
}
END_TEST

START_TEST(depth_is_bounded)
{
	struct py_module *m = parse(repeated("x = 0", " + 1", PY_DEPTH_MAX, ""));

	ck_assert_uint_eq(m->bad.n, 0);
	ck_assert_uint_eq(m->body.at[0]->as.assign.value->height, PY_DEPTH_MAX);
	m = parse(repeated("x = 0", " + 1", PY_DEPTH_MAX + 1, ""));
	ck_assert_uint_eq(m->bad.n, 1);
	ck_assert_int_eq(m->bad.at[0]->as.bad.why, BAD_DEPTH);
	/* A wide tree is not a deep one. */
	m = parse(repeated("x = [", "a + b, ", 100000, "]"));
	ck_assert_uint_eq(m->bad.n, 0);
	ck_assert_uint_eq(m->body.at[0]->as.assign.value->height, 2);
}
END_TEST

START_TEST(deep_blocks_are_refused)
{
	struct str text = STR("");
	struct py_module *m;

	for (int i = 0; i < 150; i++)
		text = str_cat(&arena, text, str_fmt(&arena, "%*sif a:\n", i, ""));
	m = parse(text);
	ck_assert_uint_ge(m->bad.n, 1);
	ck_assert_uint_eq(m->body.n, 1);
}
END_TEST

START_TEST(single_expressions)
{
	struct py_expr *e = py_parse_expr(&arena, lexicon, 3, STR(" a + 1 \n"));

	ck_assert_ptr_nonnull(e);
	ck_assert_int_eq(e->kind, EXPR_BINARY);
	ck_assert_uint_eq(e->at.off, 1);
	ck_assert_ptr_null(py_parse_expr(&arena, lexicon, 3, STR("a b")));
	ck_assert_ptr_null(py_parse_expr(&arena, lexicon, 3, STR("")));
	ck_assert_ptr_null(py_parse_expr(&arena, lexicon, 3, STR("x = 1")));
}
END_TEST

/* Every prefix of a text with everything in it parses to something, within its bounds. */
START_TEST(prefixes)
{
	static const char text[] =
	    "@a\nclass B(c, d=e):\n  'doc'\n  async def f(self, *, g: h = f'{i!r:>{j}}'):\n"
	    "    async with k as l, (m): yield [n for o in p if q]\n"
	    "    return {**r, 's': t[1:u, ...]} if (lambda: v) else '\\x00' \"\"\"w\"\"\"\n"
	    "match x:\n  case {'y': [z, *_]} | A(b=c) if d: del e, (f)\n"
	    "try: !ls\nexcept* g: raise h from i\n";

	for (size_t n = 0; n <= sizeof(text) - 1; n++) {
		struct py_module *m = parse((struct str){text, n});

		for (size_t i = 0; i < m->body.n; i++)
			ck_assert_uint_le(m->body.at[i]->at.off + m->body.at[i]->at.len, n);
	}
	ck_assert_uint_eq(parse((struct str){text, sizeof(text) - 1})->bad.n, 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("pyparse");
	TCase *tc = tcase_create("pyparse");

	suite_add_tcase(suite, tc);
	tcase_add_checked_fixture(tc, lexicon_setup, lexicon_teardown);
	tcase_add_loop_test(tc, table, 0, ROWS);
	tcase_add_test(tc, spans);
	tcase_add_test(tc, rejected_statements_are_listed);
	tcase_add_test(tc, template_strings_keep_the_expression);
	tcase_add_loop_test(tc, deep_nesting_is_refused, 0, DEEP);
	tcase_add_test(tc, depth_is_bounded);
	tcase_add_test(tc, deep_blocks_are_refused);
	tcase_add_test(tc, single_expressions);
	tcase_add_test(tc, prefixes);
	return run_suite(suite);
}
