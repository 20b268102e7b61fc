"""Programs of forms that the generator of python_agree.py does not make: run beside its own."""

FORMS = [
    r"""
class A:
    xs = []
    def add(self, v):
        self.xs.append(v)
        return self
A().add(1); A().add(2)
r = A.xs
""",
    r"""
class A:
    def f(self): return 'A'
class B(A):
    def f(self): return 'B' + super().f()
class C(A):
    def f(self): return 'C' + super().f()
class D(B, C):
    def f(self): return 'D' + super().f()
r = D().f()
""",
    r"""
def f():
    try:
        return 1
    finally:
        g.append(2)
g = []
r = (f(), g)
""",
    r"""
def f(n):
    for i in range(n):
        if i == 3: return i
    else:
        return -1
r = (f(2), f(9))
""",
    r"""
class A:
    def __init__(self, v): self.v = v
    def __str__(self): return f'<{self.v}>'
    def __repr__(self): return 'A(%r)' % self.v
    def __bool__(self): return self.v > 0
    def __len__(self): return 7
    def __contains__(self, x): return x == self.v
    def __iter__(self): return iter([self.v, self.v + 1])
r = (str(A(3)), repr(A('x')), bool(A(0)), len(A(1)), 2 in A(2), list(A(5)), f'{A(1)}', '%s' % A(2), [A(1)].__len__())
""",
    r"""
class A:
    @property
    def x(self): return self._x
    @x.setter
    def x(self, v): self._x = v * 2
a = A()
a.x = 5
r = a.x
""",
    r"""
class A:
    n = 1
a, b = A(), A()
a.n = 5
A.n = 9
r = (a.n, b.n)
""",
    r"""
class A:
    def __getattr__(self, k): return k.upper()
r = A().foo
""",
    r"""
class A: pass
class B(A): pass
r = (isinstance(B(), A), issubclass(B, A), type(B()).__name__, B().__class__.__name__, isinstance(A(), B))
""",
    r"""
from dataclasses import dataclass, field, asdict, replace
@dataclass
class A:
    a: int = 1
    b: list = field(default_factory=list)
@dataclass
class B(A):
    c: str = 'z'
x, y = B(), B(2, [3], c='q')
x.b.append(1)
r = (x.b, y.b, asdict(y), replace(y, a=7).a, x == B(1, [1]), B(5).c)
""",
    r"""
from enum import Enum
class E(Enum):
    A = 1
    B = 2
r = ([e.value for e in E], E.A.name, E(2).name, E['A'].value, E.A is E.A, E.A == E.B)
""",
    r"""
from collections import namedtuple
P = namedtuple('P', ['x', 'y'])
p = P(1, 2)
r = (p._replace(x=5)[0], p.y, tuple(p), p._asdict(), len(p))
""",
    r"""
from functools import reduce, partial, lru_cache
@lru_cache(maxsize=None)
def f(n): return n if n < 2 else f(n-1) + f(n-2)
r = (reduce(lambda a, b: a * b, [1, 2, 3, 4]), reduce(lambda a, b: a + b, [], 5), partial(int, base=2)('101'), f(6))
""",
    r"""
import itertools
r = (list(itertools.accumulate([1, 2, 3])), list(itertools.islice([1, 2, 3, 4], 1, 3)), list(itertools.repeat(1, 2)), list(itertools.combinations([1, 2, 3], 2)), list(itertools.zip_longest([1], [2, 3])))
""",
    r"""
from operator import itemgetter, attrgetter
r = (sorted([{'a': 2}, {'a': 1}], key=itemgetter('a')), itemgetter(1)([5, 6]))
""",
    r"""
d = {'a': 1, 'b': 2}
del d['a']
d['a'] = 3
r = (list(d), list(d.items()), d.popitem())
""",
    r"""
def f(a, b=[]):
    b.append(a)
    return b
r = (f(1), f(2), f(3, []))
""",
    r"""
x = 1
def f():
    return x
x = 2
r = f()
""",
    r"""
def f():
    x = 1
    def g():
        return x
    x = 2
    return g()
r = f()
""",
    r"""
fs = []
for i in range(3):
    def f(): return i
    fs.append(f)
r = [f() for f in fs]
""",
    r"""
r = [x for x in range(5) if (y := x * 2) > 4] + [y]
""",
    r"""
a = [1, 2, 3]
b = a
a = a + [4]
b += [5]
r = (a, b)
""",
    r"""
a = [[0] * 2] * 2
a[0][0] = 1
r = a
""",
    r"""
def f(*, a, **k): return a, k
r = f(a=1, b=2)
""",
    r"""
def f(a, *b, c=3, **d): return (a, b, c, d)
r = f(1, 2, 3, c=4, e=5)
""",
    r"""
def f(): pass
r = f()
""",
    r"""
r = 0
while r < 5:
    r += 1
    if r == 3: continue
    if r == 4: break
else:
    r = 100
""",
    r"""
r = ''.join(reversed('abc')) + 'x'.join(['a', 'b']) + str([1, 'a', None, True, 1.0, (1,), {'k': 'v'}, b'x'])
""",
    r"""
r = [repr(x) for x in (1e16, 1e15, 1e-5, 0.0001, 123456789.123, 1e100, -0.0, 1.0, 5e-324, 0.1 + 0.2, 1/3)]
""",
    r"""
r = ['%5.1f|%-5s|%05d|%x|%e|%g|%%|%c' % (3.14159, 'ab', 42, 255, 12345.678, 0.0001, 'z'), '{:>10}|{:<5}|{:^7}|{:+d}|{:,}|{:.2%}|{:08.3f}|{!r}'.format('a', 'b', 'c', 5, 1234567, 0.256, 3.14159, 'q')]
""",
    r"""
r = [10 // 3, -10 // 3, 10 % -3, -10 % 3, 2 ** -1, 7 / 2, 1e3 // 7, -7 % 2.5, 5 & 3 | 4 ^ 1, ~5, 1 << 4 >> 2]
""",
    r"""
r = [round(x) for x in (0.5, 1.5, 2.5, -0.5, 2.675)] + [round(2.675, 2), round(1234, -2), round(15, -1), round(25, -1), round(0.15, 1)]
""",
    r"""
r = [int(3.9), int(-3.9), int('12'), float('1e3'), bool('False'), bool(''), int(True), str(None), complex]
r = r[:-1]
""",
    r"""
r = ['a,b,,c'.split(','), 'a b  c'.split(), ''.split(), ''.split(','), 'aXbXc'.rsplit('X', 1), 'line1\nline2\r\n'.splitlines(), 'abc'.partition('z'), 'a.b.c'.rpartition('.')]
""",
    r"""
r = ['abc'[-1], 'abc'[::-1], 'abcdef'[1:5:2], [1, 2, 3][-2:], (1, 2, 3)[1:], 'abc'.index('c'), 'abc'.find('z'), 'hello'.replace('l', 'L', 1), 'a-b_c'.translate(str.maketrans('-_', '  '))]
""",
    r"""
try:
    raise KeyError('x')
except (ValueError, KeyError) as e:
    r = 'caught'
else:
    r = 'no'
finally:
    q = 1
""",
    r"""
class MyErr(Exception): pass
def f():
    raise MyErr('x')
try:
    f()
    r = 1
except ValueError:
    r = 2
except MyErr:
    r = 3
""",
    r"""
try:
    try:
        {}['a']
    except IndexError:
        r = 1
except KeyError:
    r = 2
""",
    r"""
def f(x):
    try:
        return int(x)
    except ValueError:
        return None
r = [f('1'), f('a'), f('3.5')]
""",
    r"""
r = []
for x in [1, 2, 3]:
    try:
        if x == 2: raise ValueError
        r.append(x)
    except ValueError:
        r.append(-1)
        continue
    finally:
        r.append(0)
""",
    r"""
def g():
    x = yield 1
    yield 2
    return 3
r = list(g())
""",
    r"""
def g(n):
    for i in range(n):
        if i % 2: continue
        yield i
def h():
    yield from g(5)
    yield 9
r = list(h())
""",
    r"""
r = sum(x * x for x in range(4)) + max((len(w) for w in ['a', 'bbb']), default=0)
""",
    r"""
r = (lambda x: (lambda y: x + y))(3)(4)
""",
    r"""
import copy
a = {'x': [1]}
b = copy.copy(a)
c = copy.deepcopy(a)
a['x'].append(2)
r = (b, c)
""",
    r"""
a = {'x': {'y': 1}}
a.setdefault('x', {}).update(z=2)
a['x']['w'] = a['x'].pop('y')
r = a
""",
    r"""
from collections import defaultdict, Counter, OrderedDict, deque
d = defaultdict(int)
for c in 'hello': d[c] += 1
r = (dict(d), Counter('aab')['a'], list(OrderedDict(a=1)), list(deque([1, 2], maxlen=1)))
""",
    r"""
r = [a if a else b for a, b in [(0, 1), (2, 3)]]
""",
    r"""
x, (y, *z), w = 1, (2, 3, 4), 5
r = (x, y, z, w)
""",
    r"""
a, b = 1, 2
a, b = b, a + b
r = (a, b)
""",
    r"""
class Meta(type):
    def __new__(m, n, b, d): return super().__new__(m, n, b, d)
class A(metaclass=Meta):
    x = 1
r = A.x
""",
    r"""
class A:
    def __new__(cls, *a):
        o = super().__new__(cls)
        o.q = 3
        return o
r = A().q
""",
    r"""
class A:
    def __enter__(self):
        self.e = 1
        return self
    def __exit__(self, *a):
        return True
with A() as a:
    raise ValueError
r = a.e
""",
    r"""
from contextlib import contextmanager
@contextmanager
def cm(x):
    yield x + 1
with cm(2) as v:
    r = v
""",
    r"""
r = 1 if None is None and not 0 or [] else 2
""",
    r"""
r = [1, 2] == [1, 2.0], (1, 'a') < (1, 'b'), 'a' < 'B', [1] < [1, 0], None == 0, True == 1, 'a' in {'a': 1}, 1 in (1,), not [] is None
""",
    r"""
def f(x, acc=None):
    acc = acc or []
    acc.append(x)
    return acc
r = f(1) + f(2)
""",
    r"""
s = 'x'
s += 'y'
s *= 2
n = 7
n //= 2
n **= 2
n %= 5
r = (s, n)
""",
    r"""
def outer():
    n = 0
    def inc():
        nonlocal n
        n += 1
        return n
    inc(); inc()
    return n
r = outer()
""",
    r"""
def deco(k):
    def d(f):
        def w(*a, **kw): return f(*a, **kw) * k
        return w
    return d
class A:
    @deco(3)
    def f(self, x): return x + 1
    @staticmethod
    @deco(2)
    def g(x): return x
r = (A().f(1), A.g(4))
""",
    r"""
def deco(cls):
    cls.extra = 5
    return cls
@deco
class A: pass
r = A.extra
""",
    r"""
r = {k: v for k, v in zip('abc', range(3)) if v != 1}
r.update({'z': 1}, y=2)
""",
    r"""
r = [*range(3), *'ab', *{'k': 1}]
""",
    r"""
r = str(1) + str(1.5) + str(True) + str(None) + repr('a\'b') + repr("it's") + repr('\n\t\\')
""",
    r"""
import os
r = [os.path.join('a', 'b', '..', 'c'), os.path.normpath('a//b/../c'), os.path.basename('a/b/'), os.path.splitext('.bashrc'), os.path.dirname('a'), os.path.join('a/', 'b')]
""",
    r"""
from pathlib import Path
p = Path('a') / 'b.tar.gz'
r = [str(p), p.name, p.stem, p.suffix, str(p.parent), p.suffixes, str(p.with_suffix('.x')), p.parts, str(Path('a//b/./c')), str(Path('.')), str(Path('a/../b'))]
""",
    r"""
import re
r = [re.sub('a+', 'b', 'caat'), re.findall('[0-9]+', 'a1b22'), bool(re.match('x', 'y')), re.split(',', 'a,b')]
""",
    r"""
import json
r = [json.loads('{"a": [1, 2.5, null, true]}'), json.dumps({'a': 1})]
""",
    r"""
import math
r = [math.floor(-1.5), math.ceil(1.2), math.log(8, 2), math.gcd(12, 18), math.isclose(0.1 + 0.2, 0.3), math.hypot(3, 4), math.factorial(5)]
""",
    r"""
match [1, 2, 3]:
    case [1, *rest]: r = rest
    case _: r = None
match {'a': 1, 'b': 2}:
    case {'a': 1, **kw}: q = kw
match 5:
    case int() as n if n > 3: s = n
    case _: s = 0
match 'x':
    case 'y' | 'x': t = 1
""",
    r"""
a = b = []
a.append(1)
r = b
c = a[:]
c.append(2)
r2 = (a, c)
""",
    r"""
class V:
    def __init__(self, x): self.x = x
    def __add__(self, o): return V(self.x + o.x)
    def __radd__(self, o): return V(self.x + o)
    def __mul__(self, k): return V(self.x * k)
    def __eq__(self, o): return self.x == o.x
    def __lt__(self, o): return self.x < o.x
    def __getitem__(self, i): return self.x[i]
    def __neg__(self): return V(-self.x)
    def __call__(self): return 'c'
r = ((V(1) + V(2)).x, (V(2) * 3).x, V(1) == V(1), V(1) < V(2), sum([V(1), V(2)], 0).x if True else 0, (-V(3)).x, V([5, 6])[1], V(1)(), V(1) != V(2), sorted([V(3), V(1)])[0].x)
""",
    r"""
try:
    undefined_thing
    r = 1
except NameError:
    r = 2
try:
    get_ipython()
    colab = True
except NameError:
    colab = False
""",
    r"""
class Base:
    registry = {}
    def __init_subclass__(cls, key=None, **kw):
        super().__init_subclass__(**kw)
        Base.registry[key or cls.__name__] = cls
class A(Base): x = 1
class B(Base, key='b'): x = 2
r = sorted(Base.registry), Base.registry['A'].x
""",
    r"""
def register(name):
    def deco(cls):
        REG[name] = cls
        cls.extra = 5
        return cls
    return deco
REG = {}
@register('sft')
class Foo:
    y = 3
    def m(self): return self.y + self.extra
@register('dpo')
class Bar(Foo):
    y = 4
r = (sorted(REG), REG['dpo']().m(), Foo.extra)
""",
    r"""
class Reg:
    _m = {}
    @classmethod
    def register(cls, name):
        def w(k):
            cls._m[name] = k
            return k
        return w
    @classmethod
    def build(cls, name, *a, **k): return cls._m[name](*a, **k)
@Reg.register('t')
class T:
    def __init__(self, v=1): self.v = v
r = Reg.build('t', v=6).v
""",
    r"""
from functools import partial
def f(a, b=2, *, c=3): return (a, b, c)
g = partial(f, 1, c=9)
r = (g(), g(5), g(c=1), g.func(0), g.keywords, g.args)
""",
    r"""
def m(cfg):
    match cfg:
        case {'type': 'lora', 'r': int(n), **rest}: return ('lora', n, rest)
        case {'type': 'full'}: return 'full'
        case None: return 'none'
        case int() | float(): return 'num'
        case str(s): return s
r = [m({'type': 'lora', 'r': 8, 'x': 1}), m({'type': 'full'}), m(None), m(3.0), m('s')]
""",
    r"""
xs = [1, 2, 3]
ys = [y for x in xs if (y := x * 2) > 2]
def f():
    any((hit := x) > 1 for x in xs)
    return hit
r = (ys, y)
""",
    r"""
import importlib
m = importlib.import_module('math')
j = __import__('json')
r = (m.sqrt(16), j.loads('[1]'))
""",
    r"""
from typing import NamedTuple
from collections import namedtuple
class N(NamedTuple):
    a: int
    b: str = 'x'
    def s(self): return f'{self.a}{self.b}'
    @property
    def p(self): return self.a * 2
T = namedtuple('T', ['x', 'y'], defaults=[4])
r = (N(1).s(), N(2, 'q').p, N._fields, T(x=1, y=2)._fields, T(1))
""",
    r"""
import argparse
p = argparse.ArgumentParser()
p.add_argument('--a', type=int, default=1)
p.add_argument('--b', default='x')
p.set_defaults(**{'a': 7, 'zz': 3})
args = p.parse_args([])
d = vars(args)
d['c'] = 5
n = argparse.Namespace(**{'q': 1, 'w': 2})
args2 = argparse.Namespace(**{**vars(args), **{'b': 'y'}})
n.__dict__.update({'e': 8})
vars(n).pop('q')
r = (args.a, args.zz, args.c, sorted(n.__dict__), args2.b, 'a' in args, 'nope' in args, args.__dict__['a'], n.e, hasattr(n, 'q'))
""",
    r"""
class Dot(dict):
    __getattr__ = dict.get
    __setattr__ = dict.__setitem__
d = Dot({'a': 1})
d.b = 2
r = (d.a, d['b'], d.zz, d.get('a'), isinstance(d, dict), isinstance(d, Dot), dict(d), len(d), list(d.items()), {**d}, 'a' in d)
""",
    r"""
class AttrDict(dict):
    def __init__(self, *a, **k):
        super().__init__(*a, **k)
        self.__dict__ = self
d = AttrDict(a=1, b={'c': 2})
d.x = 4
r = (d.a, d['x'], d.b['c'], sorted(d))
""",
    r"""
class AttrDict(dict):
    def __getattr__(self, k):
        try:
            v = self[k]
        except KeyError:
            raise AttributeError(k)
        return AttrDict(v) if isinstance(v, dict) else v
    def __setattr__(self, k, v): self[k] = v
d = AttrDict({'a': {'b': 3}})
d.q = 1
r = (d.a.b, d.q, d['q'], hasattr(d, 'zz'), getattr(d, 'nn', 6))
""",
    r"""
class Up(dict):
    def __setitem__(self, k, v): super().__setitem__(k.upper(), v)
    def __getitem__(self, k): return super().__getitem__(k.upper())
    def __missing__(self, k): return 0
u = Up()
u['a'] = 3
r = (u['A'], u['a'], list(u.keys()))
""",
    r"""
class Config:
    def __init__(self, **kw):
        for k, v in kw.items(): setattr(self, k, v)
        self.__dict__.update({'z': 1})
    def __getitem__(self, k): return getattr(self, k)
    def __setitem__(self, k, v): setattr(self, k, v)
    def keys(self): return self.__dict__.keys()
    def to_dict(self): return dict(self.__dict__)
c = Config(a=1, b=2)
c['n'] = 4
r = (c['a'], c.n, c.z, sorted(c.to_dict().items()), dict(c))
""",
    r"""
class A:
    x = 1
    def __init__(self): self.y = 2
    def __getattr__(self, name):
        if name.startswith('get_'): return lambda: name[4:]
        raise AttributeError(name)
a = A()
r = (a.get_q(), getattr(a, 'zz', 3), a.x, a.y, hasattr(a, 'nope'))
""",
    r"""
class A:
    _i = None
    def __new__(cls, *a):
        if cls._i is None:
            cls._i = super().__new__(cls)
            cls._i.n = 0
        return cls._i
    def inc(self): self.n += 1; return self.n
A().inc(); A().inc()
r = A().n
""",
    r"""
class A:
    def __init__(self, n): self.n = n
a, b = A(1), A(2)
a.q = 2
delattr(a, 'q')
b.q = 1
del b.q
a.__dict__['k'] = 5
b.__dict__ = {'w': 9}
r = (hasattr(a, 'q'), hasattr(b, 'q'), a.k, b.w, sorted(a.__dict__))
""",
    r"""
def f(a, *, b=3):
    c = a + b
    return locals()
x = 5
globals()['y'] = 9
r = (f(1), globals()['x'], 'x' in globals(), y)
""",
    r"""
from types import MappingProxyType
from collections import ChainMap
from typing import cast
from contextlib import nullcontext
with nullcontext(5) as w:
    pass
m = ChainMap({'a': 1}, {'a': 2, 'b': 3})
r = (MappingProxyType({'k': 1})['k'], m['a'], m['b'], cast(int, 3), w)
""",
    r"""
from pathlib import Path
p = Path('/a/b') / 'c.tar.gz'
r = (p.suffixes, str(p.relative_to('/a')), str(p.with_stem('zz')), str(p.relative_to('/a/b')), Path('x').suffixes, str(Path('q/w').relative_to('q')))
""",
    r"""
from dataclasses import dataclass
@dataclass
class B:
    x: int = 1
    y: int = 2
    def with_(self, **kw): return type(self)(**{**self.__dict__, **kw})
    @classmethod
    def from_dict(cls, d): return cls(**{k: v for k, v in d.items() if k in cls.__dataclass_fields__})
    @classmethod
    def from_annotated(cls, d): return cls(**{k: v for k, v in d.items() if k in cls.__annotations__})
r = (B().with_(y=7).y, B.from_dict({'x': 5, 'q': 1}).x, B.from_annotated({'y': 5, 'q': 1}).y)
""",
    r"""
import re
name = 'Qwen/Qwen2.5-7B-Instruct'
m = re.search(r'(\d+(?:\.\d+)?)[bB]', name)
size = float(m.group(1)) if m else 0.0
r = (size, m[0], m.start(), m.end(), m.groups(), re.search('llama', name), bool(re.search('LLAMA|QWEN', name, re.I)))
""",
    r"""
import re
P = re.compile(r'(?P<family>[a-z]+)-(?P<n>\d+)(?P<rest>x?)', re.IGNORECASE)
m = P.match('Llama-3')
r = (m.group('family'), m['n'], m.groupdict(), P.fullmatch('a-1-'), P.search('zz b-2x').group(0), P.findall('a-1 b-2x'))
""",
    r"""
import re
r = (re.sub(r'[^a-z0-9]+', '_', 'Ab c-d'.lower()), re.split(r'[,;]\s*', 'a, b;c'), re.findall('x', 'abc'), re.sub('q', 'z', 'abc'), re.split('-', 'a'), re.findall(r'(\w)=(\d)', 'a=1 b=2'), re.match('a', 'ba'), re.fullmatch(r'\d+', '12') is not None)
""",
    r"""
import re
def bits(name):
    if re.search(r'(?i)(int4|4bit|gptq)', name): return 4
    if re.match(r'.*-8bit$', name): return 8
    return 16
r = [bits(n) for n in ('x-GPTQ', 'y-8bit', 'z', 'a-4BIT')]
s = re.sub('é+', 'e', 'caféé'), re.findall(r'\w+', 'caf\u00e9 x'), len(re.search('f(.)', 'café').group(1))
""",
    # A display of many keys, some of them stated twice or equal to another one.
    r"""
a = {'a': 0, 'b': 1, 'c': 2, 'd': 3, 1: 4, 2: 5, 3: 6, '1': 7, 'e': 8, 'f': 9, 'g': 10, 'h': 11, 'i': 12, 'j': 13, 'b': 14, 2: 15, 'k': 16}
b = {0: 'a', 1: 'b', 2: 'c', 3: 'd', 4: 'e', 5: 'f', 6: 'g', 7: 'h', 8: 'i', 9: 'j', 10: 'k', 11: 'l', True: 'm', 12: 'n', 2.0: 'o', 3: 'p', 1: 'q'}
c = {'a': 0, 'b': 1, 'c': 2, 'd': 3, 'e': 4, 'f': 5, 'g': 6, 'h': 7, **a, 'i': 8, 'j': 9, 'k': 10, 'l': 11, 'm': 12, 'a': 13, 'n': 14, 'o': 15, 1: 16}
r = [(len(d), list(d), list(d.values())) for d in (a, b, c)]
""",
]
