/*
 * Rows of check_python.c: a source, and its global r. Those of pure expressions are what python3 says.
 */
{"r = repr((1 + 2 * 3))",
 "7"},
{"r = repr((sorted(range(3000, 0, -1))[:3], sorted([(1, 'b'), (0, 'a'), (1, 'a')], key=lambda t: t[0], reverse=True)))",
 "([1, 2, 3], [(1, 'b'), (1, 'a'), (0, 'a')])"},
{"import lib\ndef walk(x, name):\n    if lib.a(x):\n        return [walk(p, name + '/a') for p in x.a]\n"
 "    if lib.b(x):\n        return [walk(p, name + '/b') for p in x.b]\n"
 "    if lib.c(x):\n        return [walk(p, name + '/c') for p in x.c]\n"
 "    if lib.d(x):\n        return [walk(p, name + '/d') for p in x.d]\n"
 "    return name\nwalk(lib.get().space, 'top')\nr = 5",
 "5"},
{"import functools\nran = []\ndef deco(f):\n    @functools.wraps(f)\n    def inner(*a):\n        return len(a)\n"
 "    return inner\n@deco\ndef g(*a):\n    ran.append(a)\nr = repr((g(1, 2), ran))",
 "(2, [])"},
/* Over data that nobody knows what computes with it may raise: what is done then is done or not. */
{"import sys\nbad = False\nfor w in sys.argv[1:]:\n    try:\n        n = int(w)\n    except ValueError:\n        bad = True\n"
 "r = 'sure' if bad else 'sure not'",
 "'sure' or 'sure not'"},
/* Two names take two elements, however many a text in which more is unknown may have. */
{"import lib\nkey, value = ('--wide=' + str(lib.asked())).split('=')\nr = key",
 "--wide"},
{"import sys\nwords = []\nfor w in sys.argv[1:]:\n    words = words + [w]\nr = 'some' if len(words) > 2 else 'few'",
 "'some' or 'few'"},
{"r = repr(((-7 // 2, -7 % 3, 7 % -3, -7 % 2.5, 7 // -2.0)))",
 "(-4, 2, -2, 0.5, -4.0)"},
{"r = repr(((2 ** 10, 2 ** -1, 10 / 4, 1e16, 1e-5, 0.1 + 0.2)))",
 "(1024, 0.5, 2.5, 1e+16, 1e-05, 0.30000000000000004)"},
{"class I:\n    n = 0\n    def __iter__(self):\n        return self\n    def __next__(self):\n        self.n += 2\n"
 "        return self.n\ni = iter(I())\nr = repr((next(i), next(i), i.n))",
 "(2, 4, 4)"},
{"from dataclasses import dataclass, fields\n@dataclass\nclass C:\n    a: str = 'x'\n    b: int = 2\n"
 "    c: bool = False\nr = repr([(f.name, f.type == bool, f.type('1')) for f in fields(C)])",
 "[('a', False, '1'), ('b', False, 1), ('c', True, True)]"},
{"from dataclasses import dataclass\n@dataclass\nclass C:\n    a: str = 'x'\n    b: int = 2\nx = C()\n"
 "r = repr([(n, f.type is int, f.init) for n, f in x.__dataclass_fields__.items()])",
 "[('a', False, True), ('b', True, True)]"},
{"from dataclasses import dataclass, fields\nfrom typing import List, Optional\n@dataclass\nclass C:\n"
 "    a: Optional[str] = 'x'\n    b: List[int] = None\n    c: int = 1\n"
 "r = repr([(f.type == bool, f.type in [int, float], f.type == int) for f in fields(C)])",
 "[(False, False, False), (False, False, False), (False, True, True)]"},
{"from dataclasses import dataclass, fields\nfrom typing import Optional\n@dataclass\nclass C:\n"
 "    a: Optional[str] = 'x'\nr = fields(C)[0].type == Optional[int]",
 "<unknown: computed from what is not known>"},
{"from dataclasses import dataclass\nfrom transformers import HfArgumentParser\n@dataclass\nclass A:\n"
 "    n: int = 2\n    name: str = 'x'\nargs = HfArgumentParser(A).parse_args()\nr = repr((args.n, args.name))",
 "(2, 'x')"},
{"from dataclasses import dataclass\nfrom typing import List, Optional\nfrom jsonargparse import ArgumentParser\n"
 "@dataclass\nclass In:\n    d: float = 0.5\n@dataclass\nclass C:\n    r: int\n    b: bool = True\n"
 "    o: Optional[int] = None\n    i: In = None\n"
 "p = ArgumentParser()\np.add_class_arguments(C, 'lora', help='h')\n"
 "p.add_argument('--lora.t', nargs='+', default=['x'])\np.add_argument('--flag', type=bool, default=True)\n"
 "a = p.parse_args(['--lora.r', '4', '--lora.b', 'false', '--lora.o=7', '--lora.i.d', '1e-2', '--flag', 'false'])\n"
 "x = p.parse_args(['--lora.r', '4'])\n"
 "r = repr((a.lora.r, a.lora.b, a.lora.o, a.lora.i.d, a.lora.t, a.flag, x.lora.b, x.lora.o, x.lora.i.d, x.flag))",
 "(4, False, 7, 0.01, ['x'], False, True, None, 0.5, True)"},
{"from jsonargparse import ArgumentParser\nclass M:\n    def __init__(self, size: int, name: str = 'm'):\n"
 "        self.size = size\n        self.name = name\ndef f(n: int = 2, *rest): pass\np = ArgumentParser()\n"
 "p.add_class_arguments(M, 'model')\np.add_function_arguments(f)\np.add_argument('--other', type=M)\n"
 "cfg = p.parse_args(['--model.size', '3', '--other.size=5', '--n', '8'])\nobjects = p.instantiate_classes(cfg)\n"
 "r = repr((cfg.model.size, objects.model.size * 2, objects.model.name, objects.other.size, cfg.n, vars(cfg.model)['name']))",
 "(3, 6, 'm', 5, 8, 'm')"},
{"from jsonargparse import ArgumentParser\np = ArgumentParser()\np.add_class_arguments(outside, 'x')\n"
 "p.add_argument('--n', type=int)\nr = repr(p.parse_args(['--n', '2', '--x.y', '3']).n)",
 "2"},
{"import argparse, outside\np = argparse.ArgumentParser()\np.add_argument('--n', type=int, default=1)\n"
 "p = outside.add_config_arguments(p)\na = p.parse_args(['--config', 'c.json', '--n', '2', '--use-it', '--k=3'])\n"
 "r = repr((a.n, a.config, a.use_it, a.k))",
 "(2, 'c.json', True, '3')"},
{"import argparse, outside\np = argparse.ArgumentParser()\np.add_argument('--n', type=int, default=1)\n"
 "p = outside.add_config_arguments(p)\na, rest = p.parse_known_args(['--config', 'c.json', '--n', '2', '--use-it'])\n"
 "r = repr((a.n, a.config, a.use_it))",
 "(2, 'c.json', True)"},
/* An action of the script's own says itself what it sets, and may set more than its option's attribute. */
{"import argparse\nclass Mode(argparse.Action):\n    def __call__(self, parser, namespace, values, option_string=None):\n"
 "        setattr(namespace, 'lora', self.const == 'lora')\n        setattr(namespace, 'full', self.const != 'lora')\n"
 "p = argparse.ArgumentParser()\np.add_argument('--lora', nargs=0, action=Mode, const='lora')\n"
 "p.add_argument('--full', nargs=0, action=Mode, const='full')\np.set_defaults(lora=True, full=False)\n"
 "f, l, d = [p.parse_args(w) for w in (['--full'], ['--full', '--lora'], [])]\n"
 "r = repr((f.lora, f.full, l.lora, l.full, d.lora, d.full))",
 "(False, True, True, False, True, False)"},
{"import argparse\nclass Pairs(argparse.Action):\n    def __init__(self, option_strings, dest, sep='=', **kw):\n"
 "        self.sep = sep\n        super().__init__(option_strings, dest, **kw)\n"
 "    def __call__(self, parser, namespace, values, option_string=None):\n"
 "        setattr(namespace, self.dest, dict(v.split(self.sep) for v in values))\n"
 "p = argparse.ArgumentParser()\np.add_argument('--set', nargs='*', action=Pairs, sep=':')\n"
 "r = repr(p.parse_args(['--set', 'a:1', 'b:2']).set)",
 "{'a': '1', 'b': '2'}"},
{"import argparse\nclass Twice(argparse._StoreAction):\n    def __call__(self, parser, namespace, values, option_string=None):\n"
 "        super().__call__(parser, namespace, values, option_string)\np = argparse.ArgumentParser()\n"
 "p.add_argument('--n', action=Twice, default='0')\nr = repr(p.parse_args(['--n', '5']).n)",
 "<unknown: --n has an action of its own>"},
{"import os\nr = os.path.abspath(os.path.join('/a/b', os.path.pardir, os.curdir, 'c'))", "/a/c"},
{"import argparse\nclass P(argparse.ArgumentParser):\n    def __init__(self, n):\n"
 "        super().__init__(description='d')\n        self.add_argument('--n', type=int, default=n)\n"
 "    def twice(self):\n        return self.parse_args([]).n * 2\nr = repr(P(4).twice())",
 "8"},
{"import argparse\nclass P(argparse.ArgumentParser):\n    def parse_args(self, words):\n"
 "        args = super().parse_args(words)\n        args.n += 1\n        return args\np = P()\n"
 "p.add_argument('--n', type=int)\nr = repr(p.parse_args(['--n', '2']).n)",
 "3"},
{"from __future__ import annotations\nfrom dataclasses import dataclass, fields\n@dataclass\nclass C:\n"
 "    a: str = 'x'\nr = repr([f.type for f in fields(C)])",
 "['str']"},
{"r = repr(((round(2.5), round(3.5), round(2.675, 2), int(-2.7), round(-0.5), round(1234, 0))))",
 "(2, 4, 2.67, -2, 0, 1234)"},
{"r = repr(('a' 'b' + 'c' * 3))",
 "'abccc'"},
{"r = repr((f'{5:>4}|{5:04d}|{3.14159:.2f}|{7:,}|{1234567.5:,.1f}|{255:#x}|{0.25:.0%}'))",
 "'   5|0005|3.14|7|1,234,567.5|0xff|25%'"},
{"r = repr(('%s-%d-%.1f-%05d-%-5s|' % ('a', 3, 2.25, 42, 'ab')))",
 "'a-3-2.2-00042-ab   |'"},
{"r = repr(('{}-{}'.format(1, 2.0) + '{0}{1}{0}'.format('a', 'b') + '{x:>3}'.format(x=1)))",
 "'1-2.0aba  1'"},
{"r = repr(('Qwen/Qwen2.5-7B-Instruct'.split('/')[-1].lower().replace('-', '_')))",
 "'qwen2.5_7b_instruct'"},
{"r = repr(('a,b,,c'.split(','), ' a  b '.split(), 'a.b.c'.rsplit('.', 1), 'k=v=w'.partition('=')))",
 "(['a', 'b', '', 'c'], ['a', 'b'], ['a.b', 'c'], ('k', '=', 'v=w'))"},
{"r = repr(('abc'.startswith(('x', 'ab')), 'abc'.endswith('bc'), 'abc'.find('c'), 'abcabc'.count('bc')))",
 "(True, True, 2, 2)"},
{"r = repr(('Hello World'.title(), 'hello'.capitalize(), 'AbC'.swapcase(), 'x'.center(5, '*'), '7'.zfill(3), '-7'.zfill(4)))",
 "('Hello World', 'Hello', 'aBc', '**x**', '007', '-007')"},
{"r = repr(('  x '.strip(), 'xxax'.strip('x'), 'xxax'.lstrip('x'), 'xxax'.rstrip('x')))",
 "('x', 'a', 'ax', 'xxa')"},
{"r = repr(('abc'[::-1], 'abcdef'[1:4], 'abcdef'[-2:], 'abcdef'[::2], [1, 2, 3][-1]))",
 "('cba', 'bcd', 'ef', 'ace', 3)"},
{"r = repr(([1, 2] + [3], (1,) + (2,), [0] * 3, len([1, 2, 3]), sum([1, 2, 3]), max(3, 1, 2), min([4, 2])))",
 "([1, 2, 3], (1, 2), [0, 0, 0], 3, 6, 3, 2)"},
{"r = repr((sorted([3, 1, 2], reverse=True), sorted({'b': 1, 'a': 2}), list(reversed([1, 2])), list(zip('ab', [1, 2]))))",
 "([3, 2, 1], ['a', 'b'], [2, 1], [('a', 1), ('b', 2)])"},
{"r = repr(({k: v * 2 for k, v in {'a': 1, 'b': 2}.items()}))",
 "{'a': 2, 'b': 4}"},
{"r = repr(([x for x in range(10) if x % 3 == 0], [(i, c) for i, c in enumerate('ab', 1)]))",
 "([0, 3, 6, 9], [(1, 'a'), (2, 'b')])"},
{"r = repr(({**{'a': 1, 'b': 2}, 'b': 3}, dict(a=1, **{'b': 2}), dict([('x', 1)])))",
 "({'a': 1, 'b': 3}, {'a': 1, 'b': 2}, {'x': 1})"},
{"r = repr(({'a': 1}.get('b', 5), {'a': 1}.get('a'), {'a': {'b': 2}}['a']['b']))",
 "(5, 1, 2)"},
{"r = repr((1 if 'x' in 'xyz' else 2, not [], None or 'd', 0 or None, 1 and 'y', '' and 1))",
 "(1, True, 'd', None, 'y', '')"},
{"r = repr((1 < 2 < 3, 1 < 3 < 2, 'a' < 'b', [1, 2] < [1, 3], (1, 'a') == (1, 'a'), 1 == 1.0, True == 1))",
 "(True, False, True, True, True, True, True)"},
{"r = repr((any([0, 1]), all([]), all([1, 0]), isinstance(True, int), isinstance('a', (int, str)), isinstance({}, dict)))",
 "(True, True, False, True, True, True)"},
{"r = repr((bool('False'), int('42'), float('1e-4'), int('0x1f', 16), str(3.0), str(None), str([1, 'a', None]), repr('a\"b')))",
 "(True, 42, 0.0001, 31, '3.0', 'None', \"[1, 'a', None]\", '\\'a\"b\\'')"},
{"r = repr((list(map(lambda x: x * 2, [1, 2])), list(filter(None, [0, 1, '', 'a'])), (lambda *a, **k: (a, k))(1, x=2)))",
 "([2, 4], [1, 'a'], ((1,), {'x': 2}))"},
{"r = repr((abs(-3), divmod(-7, 2), pow(2, 5), hex(255), bin(5), ord('a'), chr(98), 7 & 3, 7 | 8, 5 ^ 1, ~5, 1 << 4, -9 >> 1))",
 "(3, (-4, 1), 32, '0xff', '0b101', 97, 'b', 3, 15, 4, -6, 16, -5)"},
{"r = repr((1_000_000, 0x10, 0b11, 0o17, 1e3, 5 // 2 * 2.0))",
 "(1000000, 16, 3, 15, 1000.0, 4.0)"},
{"r = repr(([i for row in [[1, 2], [3]] for i in row], set([1]), len({1, 1, 2}), {1} | {1}, tuple('ab')))",
 "([1, 2, 3], {1}, 2, {1}, ('a', 'b'))"},
{"r = repr(('a' if 0 else 'b' if '' else 'c'))",
 "'c'"},
{"r = repr(([*range(3), *[7]], (lambda a, b=2, *c, d=4, **e: (a, b, c, d, e))(1, 3, 5, 6, d=7, f=8)))",
 "([0, 1, 2, 7], (1, 3, (5, 6), 7, {'f': 8}))"},
{"r = repr(('x'.join(['a', 'b']), 'a\\tb'.expandtabs(4) if False else 'n', 'abc'.isalpha(), '12'.isdigit(), 'aB'.islower()))",
 "('axb', 'n', True, True, False)"},
{"r = repr(('%(a)s %(b)03d' % {'a': 'x', 'b': 7}, '%5.2f|%-6d|%+d|%x|%%' % (3.14159, 42, 5, 255)))",
 "('x 007', ' 3.14|42    |+5|ff|%')"},
{"r = repr((f\"{'nested'!r:>10}\", f'{3:{4}}', f\"{1e10}\", f'{123456789:.3e}', f'{0.1:g}', f'{1e-7:g}'))",
 "(\"  'nested'\", '   3', '10000000000.0', '1.235e+08', '0.1', '1e-07')"},
{"r = repr(('abc'.removeprefix('a'), 'abc'.removesuffix('bc'), 'a-b_c'.upper(), 'ß' == 'ß'))",
 "('bc', 'a', 'A-B_C', True)"},
{"r = repr(([1, 2, 3].index(2), [1, 1].count(1), 'abc'.index('b'), (1, 2).index(2)))",
 "(1, 2, 1, 1)"},
{"r = repr((0.1 + 0.7, 1 / 3, 2 / 3 * 3, 100 * 1.1, 1e22, 1.5e300, 5e-324, -0.0))",
 "(0.7999999999999999, 0.3333333333333333, 2.0, 110.00000000000001, 1e+22, 1.5e+300, 5e-324, -0.0)"},
{"r = repr((int(3.99), float(3), round(7.0), 10 ** 15, 10.0 ** 16, 2.5 // 0.5, 1e15, 123456789012345680.0))",
 "(3, 3.0, 7, 1000000000000000, 1e+16, 5.0, 1000000000000000.0, 1.2345678901234568e+17)"},
{"r = repr(('a' * 0, [] + [], 'x' in ['x'], 3 not in (1, 2), None is None, 1 is not None))",
 "('', [], True, True, True, True)"},
{"r = repr((max('a', 'b'), max([1, 5], key=lambda x: -x), min([], default=0), sum([[1], [2]], []), sorted('bca', key=lambda c: -ord(c))))",
 "('b', 1, 0, [1, 2], ['c', 'b', 'a'])"},
{"r = repr(([a + b for a, b in zip([1, 2], [3, 4])], {c: i for i, c in enumerate('xy')}, [[j for j in range(i)] for i in range(3)]))",
 "([4, 6], {'x': 0, 'y': 1}, [[], [0], [0, 1]])"},
{"r = repr(('Line1\\nLine2'.splitlines(), 'a|b'.split('|', 1), 'aXbXc'.split('X', 1), 'abc'.partition('z'), 'a=b'.rpartition('=')))",
 "(['Line1', 'Line2'], ['a', 'b'], ['a', 'bXc'], ('abc', '', ''), ('a', '=', 'b'))"},
{"r = repr(('{:.3f} {:>8s} {:<4}| {:^5} {:+d} {:e}'.format(1.23456, 'ab', 'x', 'mid', 3, 12345.678)))",
 "'1.235       ab x   |  mid  +3 1.234568e+04'"},
{"r = repr(('{0[1]} {d[k]}'.format([1, 2], d={'k': 'v'}), '{{}}'.format(), '{!r}'.format('a')))",
 "('2 v', '{}', \"'a'\")"},
{"r = repr((True + True, True * 3.5, sum([True, False, True]), 5 if True else 6, [False, 0, 0.0].count(0)))",
 "(2, 3.5, 2, 5, 3)"},
{"r = repr(('ab' 'cd'[0], ('ab' + 'cd')[1:3], 'abc' > 'abd', 'abc' <= 'abc', [1] == [1.0], {'a': 1} == {'a': 1}))",
 "('a', 'bc', False, True, True, True)"},
/* Programs. */
{"x = [1, 2, 3]; y = x; y.append(4); r = repr(x)",
 "[1, 2, 3, 4]"},
{"x = {\"a\": [1]}; y = dict(x); y[\"a\"].append(2); r = repr((x, y))",
 "({'a': [1, 2]}, {'a': [1, 2]})"},
{"import copy; x = {\"a\": [1]}; y = copy.deepcopy(x); y[\"a\"].append(2); r = repr((x, y))",
 "({'a': [1]}, {'a': [1, 2]})"},
{"def f(a, b=2, *args, c, d=4, **kw): return (a, b, args, c, d, kw)\n"
 "r = repr(f(1, *[5, 6], c=3, **{\"z\": 9}))",
 "(1, 5, (6,), 3, 4, {'z': 9})"},
{"class A:\n"
 "    n = 0\n"
 "    def __init__(self, x=1): self.x = x; A.n += 1\n"
 "    def m(self): return self.x + self.n\n"
 "class B(A):\n"
 "    def m(self): return super().m() * 10\n"
 "r = repr((B(3).m(), A().m(), A.n))",
 "(40, 3, 2)"},
{"class P:\n"
 "    @staticmethod\n"
 "    def s(a): return a + 1\n"
 "    @classmethod\n"
 "    def c(cls, a): return cls.s(a) * 2\n"
 "    def __call__(self, q): return q - 1\n"
 "    def __len__(self): return 7\n"
 "    def __getitem__(self, i): return i * 3\n"
 "    def __eq__(self, o): return True\n"
 "    def __add__(self, o): return \"add\"\n"
 "    def __str__(self): return \"P!\"\n"
 "r = repr((P.c(4), P()(5), len(P()), P()[2], P() == 1, P() + 1, str(P()), f\"{P()}\"))",
 "(10, 4, 7, 6, True, 'add', 'P!', 'P!')"},
{"a, (b, *c), d = 1, (2, 3, 4), 5\n"
 "r = repr((a, b, c, d))",
 "(1, 2, [3, 4], 5)"},
{"a = b = 3; a += 1; b **= 2; s = \"x\"; s *= 3; l = [1]; l += (2,); r = repr((a, b, s, l))",
 "(4, 9, 'xxx', [1, 2])"},
{"d = {}; d.setdefault(\"a\", []).append(1); d[\"b\"] = d.pop(\"a\"); del d[\"b\"][0]; r = repr((d, \"a\" in d, d.get(\"q\", 5)))",
 "({'b': []}, False, 5)"},
{"try:\n"
 "    v = 1\n"
 "except ValueError:\n"
 "    v = 2\n"
 "else:\n"
 "    v += 10\n"
 "finally:\n"
 "    w = 3\n"
 "r = repr((v, w))",
 "(11, 3)"},
{"n = 0\n"
 "while True:\n"
 "    n += 1\n"
 "    if n > 4: break\n"
 "r = repr(n) if n == 5 else repr(5)",
 "5"},
{"out = []\n"
 "for i in range(5):\n"
 "    if i == 1: continue\n"
 "    if i == 4: break\n"
 "    out.append(i)\n"
 "else:\n"
 "    out.append(\"else\")\n"
 "r = repr(out)",
 "[0, 2, 3]"},
{"for i in []: pass\n"
 "else: e = \"else\"\n"
 "r = repr(e)",
 "'else'"},
{"def fib(n): return n if n < 2 else fib(n - 1) + fib(n - 2)\n"
 "r = repr(fib(6))",
 "8"},
{"def g():\n"
 "    yield 1\n"
 "    yield from [2, 3]\n"
 "r = repr((list(g()), sum(g()), [x for x in g() if x > 1]))",
 "([1, 2, 3], 6, [2, 3])"},
{"from collections import OrderedDict, defaultdict, namedtuple, Counter\n"
 "T = namedtuple(\"T\", \"a b\"); t = T(1, b=2); d = defaultdict(list); d[\"k\"].append(1)\n"
 "r = repr((t.a, t.b, t[1], len(t), d[\"k\"], dict(OrderedDict([(\"z\", 1)])), Counter(\"aab\")[\"a\"]))",
 "(1, 2, 2, 2, [1], {'z': 1}, 2)"},
{"import math; r = repr((math.ceil(2.1), math.floor(-2.1), math.sqrt(16), math.log2(8), math.gcd(12, 18), math.prod([2, 3]), math.pi > 3))",
 "(3, -3, 4.0, 3.0, 6, 6, True)"},
{"import os; r = repr((os.path.join(\"a\", \"b\", \"/c\", \"d\"), os.path.basename(\"/x/y.py\"), os.path.dirname(\"a/b/c\"), os.path.splitext(\"m.tar.gz\"), os.path.normpath(\"a/../b/./c\")))",
 "('/c/d', 'y.py', 'a/b', ('m.tar', '.gz'), 'b/c')"},
{"from pathlib import Path; p = Path(\"a\") / \"b.txt\"; r = repr((str(p), p.name, p.stem, p.suffix, str(p.parent), str(p.with_suffix(\".md\")), str(Path(\"x\", \"y\"))))",
 "('a/b.txt', 'b.txt', 'b', '.txt', 'a', 'a/b.md', 'x/y')"},
{"from functools import reduce, partial; r = repr((reduce(lambda a, b: a * b, [1, 2, 3, 4]), partial(int, base=2)(\"101\"), partial(max, 3)(1, 2)))",
 "(24, 5, 3)"},
{"import itertools; r = repr((list(itertools.chain([1], [2, 3])), list(itertools.product(\"ab\", [1, 2]))[3]))",
 "([1, 2, 3], ('b', 2))"},
{"if (n := len(\"abc\")) > 2: r = repr(n * 2)",
 "6"},
{"x = 5; r = repr((lambda x=x: x + 1)()); x = 7",
 "6"},
{"def outer():\n"
 "    x = 1\n"
 "    def inner():\n"
 "        nonlocal x\n"
 "        x += 1\n"
 "        return x\n"
 "    inner()\n"
 "    return inner() + x\n"
 "r = repr(outer())",
 "6"},
{"G = 1\n"
 "def setg():\n"
 "    global G\n"
 "    G = 5\n"
 "setg(); r = repr(G)",
 "5"},
{"r = repr([[i * j for j in range(3) if j != i] for i in range(3)])",
 "[[0, 0], [0, 2], [0, 2]]"},
{"r = repr({k: [v for v in range(k)] for k in (1, 2)})",
 "{1: [0], 2: [0, 1]}"},
{"from dataclasses import dataclass, field, asdict\n"
 "@dataclass\n"
 "class D:\n"
 "    a: int = 1\n"
 "    b: list = field(default_factory=list)\n"
 "d = D(b=[2]); d.a += 1\n"
 "r = repr((d.a, d.b, asdict(d), D().b))",
 "(2, [2], {'a': 2, 'b': [2]}, [])"},
{"from typing import NamedTuple\n"
 "class N(NamedTuple):\n"
 "    a: int\n"
 "    b: str = \"x\"\n"
 "r = repr((N(1).b, N(1, \"y\")[1], N(b=\"z\", a=3)._asdict()))",
 "('x', 'y', {'a': 3, 'b': 'z'})"},
{"from enum import Enum\n"
 "class E(Enum):\n"
 "    A = 1\n"
 "    B = 2\n"
 "r = repr((E.A.value, E[\"B\"].name, E(2) == E.B, len(list(E)), E.A == 1))",
 "(1, 'B', True, 2, False)"},
{"s = {3, 1}; s.add(1); s |= {2}; r = repr((len(s), 3 in s, sorted(s), {1, 2} & {2, 3}, {1} <= {1, 2} if False else True))",
 "(3, True, [1, 2, 3], {2}, True)"},
{"r = repr((getattr(\"abc\", \"upper\")(), hasattr([], \"append\"), callable(len), isinstance((1,), tuple), type(3) == int, type(\"a\") is str))",
 "('ABC', True, True, True, True, True)"},
{"a = [3, 1, 2]; a.sort(); b = a[:]; b.reverse(); b.insert(1, 9); c = b.pop(); b.remove(9); r = repr((a, b, c, b.index(2)))",
 "([1, 2, 3], [3, 2], 1, 1)"},
{"m = {\"7b\": 1, \"13b\": 2}; name = \"llama-13b\"\n"
 "r = repr(next((v for k, v in m.items() if k in name), None))",
 "2"},
{"def kw(**k): return k\n"
 "r = repr(kw(**{\"a\": 1}, **dict(b=2)))",
 "{'a': 1, 'b': 2}"},
{"x = 10\n"
 "def f():\n"
 "    return x\n"
 "x = 11\n"
 "r = repr(f())",
 "11"},
{"class C:\n"
 "    x = 1\n"
 "    y = [x, 2]\n"
 "    def __init__(self): self.__dict__[\"z\"] = 3 if False else 0\n"
 "r = repr((C.y, C().x))",
 "([1, 2], 1)"},
{"r = repr(\"a\" \"b\" if 1 else \"\"); ",
 "'ab'"},
{"t = (1, 2); x, y = y, x = t; r = repr((x, y))",
 "(2, 1)"},
{"assert True, \"no\"; r = repr(\"%s\" % (1,)); ",
 "'1'"},
{"lst = [1, 2, 3, 4]; lst[1:3] = [] if False else lst[1:3]; r = repr(len([1, 2]))",
 "2"},
{"r = repr([x for x in [1, 2, 3] if x not in (2,)] + [*\"ab\"])",
 "[1, 3, 'a', 'b']"},
{"r = repr((str(True), str(1e20), str(1.0), str(-0.0), str(1e-7), repr(\"it's\"), repr('\\n\\t\\\\')))",
 "('True', '1e+20', '1.0', '-0.0', '1e-07', '\"it\\'s\"', \"'\\\\n\\\\t\\\\\\\\'\")"},
{"with open(\"nope.txt\") if False else __import__(\"contextlib\").nullcontext(5) as z: pass\n"
 "r = \"5\"",
 "5"},
{"r = repr(\" \".join(str(i) for i in range(3)) + \"-\".join(sorted({\"b\": 1, \"a\": 2})))",
 "'0 1 2a-b'"},
{"r = repr(list(zip([1, 2, 3], \"ab\")) + list(enumerate(\"xy\", start=5)))",
 "[(1, 'a'), (2, 'b'), (5, 'x'), (6, 'y')]"},
{"r = repr((0 or [] or \"x\", 1 and [] and 2, not 0, None is None, [] is None))",
 "('x', [], True, True, False)"},
{"r = repr((5).bit_length()); ",
 "3"},
{"r = repr(sorted([(\"b\", 2), (\"a\", 2), (\"c\", 1)], key=lambda kv: (-kv[1], kv[0])))",
 "[('a', 2), ('b', 2), ('c', 1)]"},
{"r = repr(max({\"a\": 3, \"b\": 7}.items(), key=lambda kv: kv[1]))",
 "('b', 7)"},
{"def dec(f):\n"
 "    def w(*a): return f(*a) + 1\n"
 "    return w\n"
 "@dec\n"
 "def h(a): return a * 2\n"
 "r = repr(h(4))",
 "9"},
{"r = repr({**{\"a\": 1}, **{\"a\": 2, \"b\": 3}}[\"a\"])",
 "2"},
{"x = \"a.b.c\".split(\".\"); *h, t = x; r = repr((h, t, x[-2:], \".\".join(reversed(x))))",
 "(['a', 'b'], 'c', ['b', 'c'], 'c.b.a')"},
{"r = repr(f\"{'x':*^7}|{12:<5}|{3.0:.0f}|{1234567:_}|{-5:+}|{True}|{None!s:>6}\")",
 "'***x***|12   |3|1_234_567|-5|True|  None'"},
{"i = 3\n"
 "def count(n, acc=()):\n"
 "    return acc if n == 0 else count(n - 1, acc + (n,))\n"
 "r = repr(count(i))",
 "(3, 2, 1)"},
{"r = repr(all(isinstance(v, int) for v in [1, 2]) and any(v > 1 for v in (1, 2)))",
 "True"},
{"d = {\"x\": {\"y\": [10, 20]}}; d[\"x\"][\"y\"][0] += 5; d[\"x\"][\"z\"] = len(d[\"x\"]); r = repr(d)",
 "{'x': {'y': [15, 20], 'z': 1}}"},
{"v = [0] * 3; v[1] = 5; w = v * 2; r = repr((v, w, sum(w), w.count(0)))",
 "([0, 5, 0], [0, 5, 0, 0, 5, 0], 10, 4)"},
{"r = repr(int(\"  12 \") + int(3.9) + int(True) + int(\"-7\") + int(\"1_000\"))",
 "1009"},
{"r = repr((list(map(str.lower, [\"A\", \"bC\"])), list(map(str.strip, [\" a\"])), dict.get({\"k\": 1}, \"k\")))",
 "(['a', 'bc'], ['a'], 1)"},
{"import os\nfrom pydantic_settings import BaseSettings\n"
 "os.environ[\"BATCH_SIZE\"] = \"16\"\n"
 "class S(BaseSettings):\n"
 "    batch_size: int = 4\n"
 "    lr: float = 0.5\n"
 "r = (S().batch_size, S().lr)",
 "(16, 0.5)"},
{"import typer\nfrom typing import Annotated\napp = typer.Typer()\n@app.command()\n"
 "def main(n: Annotated[int, typer.Option('--steps')] = 7, *, m: 'str' = typer.Option('q', '-m')):\n"
 "    global r\n    r = repr((n, m))\napp()",
 "(7, 'q')"},
{"import ast\ndef of(v):\n    try:\n        return ast.literal_eval(v)\n    except (SyntaxError, ValueError):\n"
 "        return v\n"
 "r = repr([of(v) for v in ('1e-4', 3, 'x', 'a/b.json', \"['y']\", None, 'a-b')])",
 "[0.0001, 3, 'x', 'a/b.json', ['y'], None, 'a-b']"},
{"import ast\nr = repr((ast.literal_eval(\"{'a': [1, -2.5, None]}\"), ast.literal_eval('(1,)')))",
 "({'a': [1, -2.5, None]}, (1,))"},
/* OmegaConf 2.3: siblings, nested interpolations, resolvers, and a merge that changes what is referred to. */
{"from omegaconf import DictConfig, ListConfig\na = DictConfig({'n': 2, 'm': {'k': '${n}'}})\n"
 "r = repr((a.n, a.m.k, a['n'], ListConfig([1, 2])[1]))",
 "(2, 2, 2, 2)"},
{"from omegaconf import OmegaConf\nOmegaConf.register_new_resolver('mul', lambda x, y: x * y)\n"
 "a = OmegaConf.create({'n': 2, 'm': {'k': '${..n}', 'j': '${.k}', 'p': '${mul:${n},10}'}, 'w': 'n',\n"
 "    'x': '${${w}}', 't': 'v${n}-${m.k}', 'd': '${oc.decode:${oc.env:NOT_SET,\"[1, 2]\"}}'})\n"
 "b = OmegaConf.merge(a, {'n': 3})\n"
 "r = repr((a.m.k, a.m.j, a.m.p, a.x, a.t, a.d, b.m.k, b.m.p, b.t, OmegaConf.select(b, 'm.zz', default=7)))",
 "(2, 2, 20, 2, 'v2-2', [1, 2], 3, 30, 'v3-3', 7)"},
{"from hydra.utils import instantiate\n"
 "r = instantiate({'_target_': 'builtins.dict', 'a': 1, 'b': {'_target_': 'builtins.dict', 'c': 2}}, a=5)",
 "{'b': {'c': 2}, 'a': 5}"},
{"import os\nfrom pydantic import Field\nfrom pydantic_settings import BaseSettings, SettingsConfigDict\n"
 "os.environ.update(TUNE_ROWS='8', WIDTH='64', ROWS='9')\n"
 "class S(BaseSettings):\n    model_config = SettingsConfigDict(env_prefix='TUNE_', env_file='job.env')\n"
 "    rows: int = 2\n    width: int = Field(4, validation_alias='WIDTH')\n    lr: float = 0.5\n    name: str = 'a'\n"
 "s = S(name='given')\nclass Old(BaseSettings):\n    rows: int = 1\n    class Config:\n"
 "        env_prefix = 'TUNE_'\nr = repr((s.rows, s.width, s.lr, s.name, Old().rows))\n"
 "--- job.env\nTUNE_LR=0.25\nTUNE_ROWS=7\n",
 "(8, 64, 0.25, 'given', 8)"},
{"from pydantic_settings import BaseSettings\n"
 "class S(BaseSettings):\n    rows: int\n    key: str = 'a'\n    class Config:\n        env_file = '.env'\n"
 "r = (S().rows, S().key)\n"
 "--- .env.example\nROWS=7\nKEY=<yours>\n",
 "(7, <unknown: KEY is left open in .env.example>)"},
{"class C:\n    def __init__(self, d):\n        object.__setattr__(self, '_d', {})\n"
 "        for k, v in d.items():\n            self[k] = v\n"
 "    def __setitem__(self, k, v):\n        self._d[k] = C(v) if isinstance(v, dict) else v\n"
 "    def __setattr__(self, k, v):\n        self[k] = v\n"
 "    def __getattr__(self, k):\n        try:\n            return self._d[k]\n"
 "        except KeyError as e:\n            raise AttributeError(k) from e\n"
 "    def __contains__(self, k):\n        return k in self._d\n"
 "c = C({'a': 1, 'b': {'x': 2}})\nc.q = 5\nr = repr((c.a, c.b.x, c.q, 'a' in c, 'z' not in c, 'z' in c.b, sorted(c._d)))",
 "(1, 2, 5, True, True, False, ['a', 'b', 'q'])"},
{"class D:\n    def __init__(self):\n        super().__setattr__('_d', {'k': 6})\n"
 "    def __setattr__(self, k, v):\n        if k.startswith('_'):\n            super().__setattr__(k, v)\n"
 "        else:\n            self._d[k] = v * 2\nd = D()\nd.z = 8\nd._p = 9\nr = repr((d._d, d._p))",
 "({'k': 6, 'z': 16}, 9)"},
/* An undecided break leaves the else of a loop undecided, and what raises in it does not happen. */
{"import os\nfor i in range(3):\n    if os.path.exists('/data/' + os.uname()[1]):\n        break\n"
 "else:\n    raise RuntimeError('none')\nr = 7",
 "7"},
{"import os\nr = 1\nfor i in range(2):\n    if os.getpid() % 2:\n        break\nelse:\n    r = 2\nr = r in (1, 2) and r not in (0, 3)",
 "True"},
{"r = 1\nfor i in range(2):\n    if i == 5:\n        break\nelse:\n    r = 2", "2"},
{"from pydantic import BaseModel, model_validator\nclass C(BaseModel):\n    base: str = 'a'\n    out: str = ''\n    n: int = 1\n"
 "    def model_post_init(self, context) -> None:\n        if not self.out and context is None:\n            self.out = self.base + '/out'\n"
 "    @model_validator(mode='after')\n    def total(self):\n        self.n = self.n * 3\n        return self\n"
 "    @model_validator(mode='before')\n    @classmethod\n    def never(cls, data):\n        raise ValueError(data)\n"
 "c = C(base='b', n=2)\nr = repr((c.out, c.n))",
 "('b/out', 6)"},
/* A text that is no number, however long, raises where it is caught. */
{"def number(t):\n    try:\n        return float(t)\n    except ValueError:\n        return t\n"
 "r = repr([number(t) for t in ('meta-llama/Llama-3.2-1B-Instruct', '2.5', 'an-infinite/name')])",
 "['meta-llama/Llama-3.2-1B-Instruct', 2.5, 'an-infinite/name']"},
/* A key that is one of two texts opens no mapping: the other members are all there are. */
{"import x\nk = 'dtype' if x.new() else 'torch_dtype'\nd = {k: 1, 'n': 2, **{'m': 3}}\nr = 'other' in d or len(d['n':] if False else 'ab')",
 "2"},
/* exec() of a file of the repository: names, globals() and functions are the running module's. */
{"a = 1\nb = 2\nexec(open('more.py').read())\nr = repr((a, b, c, f()))\n"
 "--- more.py\na += 10\nfor k, v in {'b': 5, 'c': 6}.items():\n    globals()[k] = v\n"
 "def f():\n    return a + c\n",
 "(11, 5, 6, 17)"},
{"a = 1\nwith open('more.py') as f:\n    exec(compile(f.read(), 'more.py', 'exec'))\nr = a\n--- more.py\na = 7\n", "7"},
{"a = 1\ndef f():\n    exec(open('more.py').read())\nf()\nr = repr(a)\n--- more.py\na = 7\n", "1"},
{"a = 1\ndef f():\n    exec(open('more.py').read(), globals())\nf()\nr = repr(a)\n--- more.py\na = 7\n", "7"},
{"exec(open('more.py').read())\nr = repr(a)\n--- more.py\na = 7\nexec(open('more.py').read())\n", "7"},
/* A config has a hundred keys: a loop over them has as many rounds, and one over rows of data has not. */
{"d = {f'k{i}': i for i in range(90)}\nout = {'n': 1}\nfor k, v in d.items():\n    out[k] = v + 1\n"
 "e = {}\nfor k in d:\n    e[k] = d[k]\nr = repr((out['n'], out['k89'], len(out), e['k7']))",
 "(1, 90, 91, 7)"},
/* Nothing lies in a file of the repository; of what else may be there nothing is known. */
{"import os\nfrom pathlib import Path\n"
 "r = repr((os.path.exists('more.py/x/y.yaml'), (Path('more.py') / 'a').is_file(), Path('more.py').exists()))"
 "\n--- more.py\na = 7\n",
 "(False, False, True)"},
/* Containers of modules. */
{"from torch import nn\nm = nn.ModuleList([3, 4])\nm.append(5)\nm.extend([6])\n"
 "r = repr((len(m), m[0], m[-1], [x for x in m]))",
 "(4, 3, 6, [3, 4, 5, 6])"},
{"from torch import nn\nm = nn.ModuleDict(dict(a=1, b=2))\n"
 "r = repr((m.a, m['b'], list(m.keys()), [v for k, v in m.items()], 'a' in [k for k in m]))",
 "(1, 2, ['a', 'b'], [1, 2], True)"},
{"from torch import nn\nclass Twice(nn.Module):\n    def forward(self, x):\n        return 2 * x\n"
 "class Both(nn.Sequential):\n    def __init__(self):\n        super().__init__(Twice(), Twice())\n"
 "r = repr((nn.Sequential(Twice(), Both())(3), len(Both())))",
 "(24, 2)"},
{"from torch import nn\nclass M(nn.Module):\n    def __init__(self):\n        super().__init__()\n"
 "        self.add_module('a', 3)\n        self.register_buffer('b', 4, persistent=False)\n"
 "        setattr(self, 'c', 5)\nm = M()\nr = repr((m.a, m.b, m.c))",
 "(3, 4, 5)"},
/* A module that DistributedDataParallel wraps is run by it. */
{"from torch.nn import Module\nfrom torch.nn.parallel import DistributedDataParallel as DDP\n"
 "class Twice(Module):\n    def forward(self, x):\n        return 2 * x\nr = DDP(Twice())(4)",
 "8"},
/* A function that is not called is true. */
{"import torch\nr = 'cuda' if torch.cuda.is_available else 'cpu'", "cuda"},
/* Nothing is added to None: where it is one of several, another is meant. */
{"import lib\nx = None if lib.f() else 8\nr = repr(x / 2)", "4.0"},
/* An INI file as configparser reads it. */
{"import configparser\n"
 "c = configparser.ConfigParser()\n"
 "c.read_string(\"\"\"\n"
 "[DEFAULT]\n"
 "home = /data\n"
 "[a]\n"
 "X = 7\n"
 "y: 2e-4\n"
 "long = one\n"
 "  two\n"
 "z = %(home)s/out %% %(x)s\n"
 "on = Yes\n"
 "; no\n"
 "[b c]\n"
 "home = /other\n"
 "\"\"\")\n"
 "a = c[\"a\"]\n"
 "r = repr((c.getint(\"a\", \"x\"), c.getfloat(\"a\", \"Y\"), c.get(\"a\", \"z\"), c.getboolean(\"a\", \"on\"), a[\"long\"], a[\"home\"], c[\"b c\"][\"home\"],\n"
 " a.getint(\"x\"), a.getboolean(\"no\", False), a.getint(\"k\", fallback=3), c.get(\"a\", \"k\", fallback=\"f\"), c.get(\"q\", \"k\", fallback=None),\n"
 " c.sections(), c.options(\"b c\"), c.has_section(\"a\"), c.has_option(\"a\", \"k\"), \"x\" in a, c.items(\"b c\"), a.get(\"x\"), \"q\" in c))\n",
 "(7, 0.0002, '/data/out % 7', True, 'one\\ntwo', '/data', '/other', 7, False, 3, 'f', None, ['a', 'b c'], ['home'], True, False, True, [('home', '/other')], '7', False)"},
/* dataclass(slots=True, kw_only=True): what a class above asks of one below it. */
{"from dataclasses import dataclass, field, fields\nclass Base:\n    def __init_subclass__(cls, **kw):\n"
 "        config = cls.__dict__[\"Config\"]\n        if \"__slots__\" not in config.__dict__:\n            raise TypeError(\"slots\")\n"
 "        for f in fields(config):\n            if f.init and not f.kw_only:\n                raise TypeError(f.name)\n"
 "class A(Base):\n    @dataclass(kw_only=True, slots=True)\n    class Config:\n        x: int = 1\n        y: list = field(default_factory=list, init=False)\n"
 "@dataclass\nclass B:\n    z: int = 2\n    w: int = field(default=3, kw_only=True)\n"
 "r = repr((A.Config.__slots__, [(f.name, f.init, f.kw_only) for f in fields(A.Config)], [f.kw_only for f in fields(B)], \"__slots__\" in B.__dict__))\n",
 "(('x', 'y'), [('x', True, True), ('y', False, True)], [False, True], False)"},
{"import torch\nr = repr(torch.version.hip is None)\n", "True"},
{"import json\nr = repr((json.dumps(\"a b\"), json.dumps(3), json.dumps(0.5), json.dumps(True), json.dumps(None)))\n",
 "('\"a b\"', '3', '0.5', 'true', 'null')"},
/* gin-config: what gin/config.py makes of the same programs. */
{"import gin\n@gin.configurable\ndef f(a, b=2, *, c=3):\n    return (a, b, c)\ngin.parse_config('f.a = 1\\nf.c = 7')\nr = repr(f())\n", "(1, 2, 7)"},
{"import gin\n@gin.configurable\ndef f(a, b=2):\n    return (a, b)\ngin.parse_config('f.a = 1\\nf.b = 9')\nr = repr([f(5), f(b=6), f()])\n", "[(5, 9), (1, 6), (1, 9)]"},
{"import gin\n@gin.configurable\ndef f(a):\n    return a\ngin.parse_config('n = 8\\nf.a = [%n, {\"k\": %n}, (%n, ), (%n)]')\nr = repr(f())\n", "[8, {'k': 8}, (8,), 8]"},
{"import gin\n@gin.configurable\nclass Net:\n    def __init__(self, width, depth=2):\n        self.size = width * depth\n@gin.configurable\ndef train(net, steps=1):\n    return net.size * steps\ngin.parse_config('''\n# the net\nNet.width = 64  # wide\nNet:\n    depth = 3\ntrain.net = @Net()\ntrain.steps = 10\n''')\nr = repr(train())\n", "1920"},
{"import gin\n@gin.configurable\ndef act(x, k=1):\n    return x + k\n@gin.configurable\ndef run(fn):\n    return fn(1)\ngin.parse_config('run.fn = @act\\nact.k = 5')\nr = repr(run())\n", "6"},
{"import gin\n@gin.configurable(module='models')\ndef create(n):\n    return n\n@gin.configurable('build', module='data')\ndef other(n):\n    return n\ngin.parse_config('models.create.n = 1\\ndata.build.n = 2')\nr = repr([create(), other()])\n", "[1, 2]"},
{"import gin\n@gin.configurable\ndef f(lr, name):\n    return (lr, name)\ngin.parse_config(['f.lr = -2.5', 'f.name = \"a\" \\\\\\n  \"b\"'])\nr = repr(f())\n", "(-2.5, 'ab')"},
{"import gin\n@gin.configurable\ndef inner(k=0):\n    return k\n@gin.configurable\ndef outer(x, y):\n    return (x, y)\ngin.parse_config('''\nouter.x = @a/inner()\nouter.y = @inner()\na/inner.k = 1\ninner.k = 2\n''')\nr = repr(outer())\n", "(1, 2)"},
{"import gin\ngin.parse_config('n = 3')\ndef get(k, d):\n    try:\n        return gin.query_parameter(k)\n    except ValueError:\n        return d\nr = repr([get('%n', 0), get('%m', 4)])\n", "[3, 4]"},
{"import gin\n@gin.configurable\ndef f(a):\n    return a\ngin.bind_parameter('f.a', 3)\nr = repr([f(), gin.query_parameter('f.a')])\n", "[3, 3]"},
{"import gin\n@gin.configurable\ndef f(a, b=1):\n    return a + b\ngin.parse_config('f.b = 2')\nr = repr(f(gin.REQUIRED if False else 4))\n", "6"},
{"import gin\n@gin.configurable\ndef f(a, b=1):\n    return (a, b)\ngin.parse_config('f.a = 2\\nf.b = 3')\nr = repr(f(a=gin.REQUIRED))\n", "(2, 3)"},
{"import gin\n@gin.configurable\nclass Base:\n    def __init__(self, n=1):\n        self.n = n\nclass Own(Base):\n    def __init__(self):\n        super().__init__()\ngin.parse_config('Base.n = 4')\nr = repr(Own().n)\n", "4"},
{"import gin\n@gin.configurable\ndef f(**kw):\n    return sorted(kw.items())\ngin.parse_config('f.a = 1\\nf.b = 2')\nr = repr(f(b=3))\n", "[('a', 1), ('b', 3)]"},
{"import gin\n@gin.configurable\ndef f(a=1):\n    return a\ngin.parse_config('f.a = 2')\ngin.parse_config('f.a = 3')\nr = repr(f())\n", "3"},
{"import gin\n@gin.configurable\ndef f(a=1):\n    return a\ngin.parse_config('f.a = %x\\nx = 2\\nx = 6')\nr = repr(f())\n", "6"},
{"import gin\n@gin.configurable\ndef f(a=1):\n    return a\ngin.parse_config('f.a = {\"m\": [1, 2, # two\\n 3]}')\nr = repr(f())\n", "{'m': [1, 2, 3]}"},
{"import gin\ngin.constant('WIDE', 512)\n@gin.configurable\ndef f(a=1):\n    return a\ngin.parse_config('f.a = %WIDE')\nr = repr(f())\n", "512"},
{"import gin\ndef mul(a, b=2):\n    return a * b\nmul = gin.external_configurable(mul, name='times')\n@gin.configurable\ndef f(g):\n    return g(4)\ngin.parse_config('f.g = @times\\ntimes.b = 10')\nr = repr(f())\n", "40"},
{"import gin\n@gin.register\ndef f(a=1):\n    return a\n@gin.configurable\ndef g(v):\n    return v\ngin.parse_config('f.a = 2\\ng.v = @f()')\nr = repr([f(), g()])\n", "[1, 2]"},
{"import gin\n@gin.configurable(denylist=['a'])\ndef f(a=1, b=2):\n    return (a, b)\ngin.parse_config('f.b = 5')\nr = repr(f())\n", "(1, 5)"},
