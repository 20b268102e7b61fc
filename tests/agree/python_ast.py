#!/usr/bin/env python3
"""Compares the trees of tool_pyparse with those of Python's own ast module.

usage: find … | python_ast.py TOOL        compares the files named on standard input
       find … | python_ast.py --time      parses them with ast, prints seconds and rejected files
       find … | python_ast.py --accepted  prints those that ast accepts

Both sides are written as lint/python/syntax/dump.c writes them. What our side marks with "?" (a value that it
knows it does not know, such as \\N{DASH}) is equal to anything of its kind.
"""
import ast
import math
import re
import subprocess
import sys
import time
import unicodedata
import warnings

OPS = {
    "Add": "+", "Sub": "-", "Mult": "*", "MatMult": "@", "Div": "/", "FloorDiv": "//", "Mod": "%",
    "Pow": "**", "LShift": "<<", "RShift": ">>", "BitAnd": "&", "BitOr": "|", "BitXor": "^",
    "USub": "-", "UAdd": "+", "Invert": "~", "Not": "not", "And": "and", "Or": "or", "Eq": "==",
    "NotEq": "!=", "Lt": "<", "LtE": "<=", "Gt": ">", "GtE": ">=", "Is": "is", "IsNot": "is not",
    "In": "in", "NotIn": "not in",
}


def op(node):
    return OPS[type(node).__name__]


def real(x):
    return "%.17g" % x


class Yields(ast.NodeVisitor):
    """Whether a function's own body yields."""

    def __init__(self, body):
        self.found = False
        for node in body:
            self.visit(node)

    def visit_Yield(self, node):
        self.found = True

    visit_YieldFrom = visit_Yield

    def inner(self, node):
        # What a nested function's decorators, defaults and annotations yield is the outer one's.
        for part in getattr(node, "decorator_list", []) + node.args.defaults + node.args.kw_defaults:
            if part is not None:
                self.visit(part)

    visit_FunctionDef = visit_AsyncFunctionDef = visit_Lambda = inner


class Dump:
    def __init__(self, source):
        self.spans = b"\r" not in source
        self.formatted = 0
        self.starts = [0]
        bom = 3 if source.startswith(b"\xef\xbb\xbf") else 0
        for line in source.split(b"\n"):
            self.starts.append(self.starts[-1] + len(line) + 1)
        self.bom = bom

    def offset(self, line, column):
        return self.starts[line - 1] + column + (self.bom if line == 1 else 0)

    def span(self, node):
        if not self.spans or self.formatted:
            return ""
        start = self.offset(node.lineno, node.col_offset)
        return "@%d+%d" % (start, self.offset(node.end_lineno, node.end_col_offset) - start)

    def quoted(self, data):
        return '"' + "".join(
            chr(c) if 32 <= c <= 126 and c not in (34, 92) else "\\x%02x" % c for c in data) + '"'

    def list(self, nodes):
        return "[" + " ".join(map(self.expr, nodes)) + "]"

    def constant(self, v):
        if v is None:
            return "none", ""
        if v is True or v is False:
            return str(v).lower(), ""
        if v is Ellipsis:
            return "ellipsis", ""
        if isinstance(v, int):
            return "int", str(v) if v < 2**63 else "big %.15g" % (float(v) if v <= sys.float_info.max else math.inf)
        if isinstance(v, float):
            return "float", real(v)
        if isinstance(v, complex):
            return "imaginary", real(v.imag)
        if isinstance(v, str):
            return "str", self.quoted(v.encode("utf-8", "surrogatepass"))
        return "bytes", self.quoted(v)

    def expr(self, n):
        if n is None:
            return "-"
        kind = type(n).__name__
        if kind == "Constant":
            name, text = self.constant(n.value)
        else:
            name, text = getattr(self, kind)(n)
        return "(%s%s %s)" % (name, self.span(n), text)

    def Name(self, n):
        return "name", n.id

    def Attribute(self, n):
        return "attr", "%s %s" % (self.expr(n.value), n.attr)

    def Subscript(self, n):
        return "subscript", "%s %s" % (self.expr(n.value), self.expr(n.slice))

    def Slice(self, n):
        return "slice", "%s %s %s" % (self.expr(n.lower), self.expr(n.upper), self.expr(n.step))

    def args(self, args, keywords):
        both = sorted(args + keywords, key=lambda a: (a.lineno, a.col_offset))
        out = []
        for a in both:
            if isinstance(a, ast.keyword):
                out.append("(named %s %s)" % (a.arg, self.expr(a.value)) if a.arg
                           else "(dstar %s)" % self.expr(a.value))
            elif isinstance(a, ast.Starred):
                out.append("(star %s)" % self.expr(a.value))
            else:
                out.append("(arg %s)" % self.expr(a))
        return "[" + " ".join(out) + "]"

    def Call(self, n):
        if self.formatted:
            # Positions inside f-strings are not to be relied on before 3.12.
            for i, a in enumerate(n.args + n.keywords):
                a.lineno, a.col_offset = 0, i
        return "call", "%s %s" % (self.expr(n.func), self.args(n.args, n.keywords))

    def UnaryOp(self, n):
        return "unary", "%s %s" % (op(n.op), self.expr(n.operand))

    def BinOp(self, n):
        return "binary", "%s %s %s" % (op(n.op), self.expr(n.left), self.expr(n.right))

    def BoolOp(self, n):
        return "bool", "%s %s" % (op(n.op), self.list(n.values))

    def Compare(self, n):
        return "compare", "%s [%s]" % (self.expr(n.left), " ".join(
            "(%s %s)" % (op(o), self.expr(r)) for o, r in zip(n.ops, n.comparators)))

    def IfExp(self, n):
        return "cond", "%s %s %s" % (self.expr(n.test), self.expr(n.body), self.expr(n.orelse))

    def NamedExpr(self, n):
        return "named", "%s %s" % (self.expr(n.target), self.expr(n.value))

    def Lambda(self, n):
        return "lambda", "%s %s" % (self.params(n.args), self.expr(n.body))

    def List(self, n):
        return "list", self.list(n.elts)

    def Tuple(self, n):
        return "tuple", self.list(n.elts)

    def Set(self, n):
        return "set", self.list(n.elts)

    def Dict(self, n):
        return "dict", "[" + " ".join(
            "(%s %s)" % (self.expr(k), self.expr(v)) for k, v in zip(n.keys, n.values)) + "]"

    def clauses(self, generators):
        return "[" + " ".join("(%s %s %s %s)" % (
            "async-for" if g.is_async else "for", self.expr(g.target), self.expr(g.iter),
            self.list(g.ifs)) for g in generators) + "]"

    def ListComp(self, n):
        return "list-comp", "%s %s" % (self.expr(n.elt), self.clauses(n.generators))

    def SetComp(self, n):
        return "set-comp", "%s %s" % (self.expr(n.elt), self.clauses(n.generators))

    def GeneratorExp(self, n):
        return "generator", "%s %s" % (self.expr(n.elt), self.clauses(n.generators))

    def DictComp(self, n):
        return "dict-comp", "%s %s %s" % (
            self.expr(n.key), self.expr(n.value), self.clauses(n.generators))

    def Starred(self, n):
        return "star", self.expr(n.value)

    def Await(self, n):
        return "await", self.expr(n.value)

    def Yield(self, n):
        return "yield", self.expr(n.value)

    def YieldFrom(self, n):
        return "yield-from", self.expr(n.value)

    def JoinedStr(self, n):
        span = self.span(n)
        self.formatted += 1
        # Python leaves empty and neighbouring constants in some places.
        out, text = [], b""
        for v in n.values + [None]:
            if isinstance(v, ast.Constant):
                text += v.value.encode("utf-8", "surrogatepass")
                continue
            if text:
                out.append("(str %s)" % self.quoted(text))
                text = b""
            if v is not None:
                out.append(self.expr(v))
        self.formatted -= 1
        return "fstring", "[" + " ".join(out) + "]"

    def FormattedValue(self, n):
        return "field", "%s %s %s" % (
            self.expr(n.value), "-" if n.conversion < 0 else chr(n.conversion),
            self.expr(n.format_spec))

    def params(self, a):
        out = []
        plain = a.posonlyargs + a.args
        defaults = [None] * (len(plain) - len(a.defaults)) + a.defaults
        for i, (p, d) in enumerate(zip(plain, defaults)):
            out.append(("posonly" if i < len(a.posonlyargs) else "plain", p, d))
        if a.vararg:
            out.append(("star", a.vararg, None))
        out += [("kwonly", p, d) for p, d in zip(a.kwonlyargs, a.kw_defaults)]
        if a.kwarg:
            out.append(("dstar", a.kwarg, None))
        return "[" + " ".join("(%s %s %s %s)" % (
            k, p.arg, self.expr(p.annotation), self.expr(d)) for k, p, d in out) + "]"

    def body(self, stmts, doc=False):
        return "[" + " ".join(self.block(stmts, doc)) + "]"

    def block(self, stmts, doc):
        out = list(map(self.stmt, stmts))
        if doc and stmts and isinstance(stmts[0], ast.Expr) and isinstance(
                stmts[0].value, ast.Constant) and isinstance(stmts[0].value.value, str):
            out[0] = "(doc %s)" % self.expr(stmts[0].value)
        return out

    def stmt(self, n):
        name, text = getattr(self, type(n).__name__)(n)
        return "(%s%s %s)" % (name, self.span(n), text)

    def Expr(self, n):
        return "expr", self.expr(n.value)

    def Assign(self, n):
        return "assign", "%s %s" % (self.list(n.targets), self.expr(n.value))

    def AugAssign(self, n):
        return "augassign", "%s %s %s" % (op(n.op), self.expr(n.target), self.expr(n.value))

    def AnnAssign(self, n):
        return "annassign", "%s %s %s" % (
            self.expr(n.target), self.expr(n.annotation), self.expr(n.value))

    def Return(self, n):
        return "return", self.expr(n.value)

    def Raise(self, n):
        return "raise", "%s %s" % (self.expr(n.exc), self.expr(n.cause))

    def Assert(self, n):
        return "assert", "%s %s" % (self.expr(n.test), self.expr(n.msg))

    def Delete(self, n):
        return "del", self.list(n.targets)

    def Pass(self, n):
        return "pass", ""

    def Break(self, n):
        return "break", ""

    def Continue(self, n):
        return "continue", ""

    def Global(self, n):
        return "global", "[" + " ".join(n.names) + "]"

    def Nonlocal(self, n):
        return "nonlocal", "[" + " ".join(n.names) + "]"

    def aliases(self, n):
        return " [" + " ".join("(%s %s)" % (a.name, a.asname or "-") for a in n.names) + "]"

    def Import(self, n):
        return "import", self.aliases(n)

    def ImportFrom(self, n):
        return "from", "%d %s" % (n.level, n.module or "-") + self.aliases(n)

    def If(self, n):
        return "if", "%s %s %s" % (self.expr(n.test), self.body(n.body), self.body(n.orelse))

    def While(self, n):
        return "while", "%s %s %s" % (self.expr(n.test), self.body(n.body), self.body(n.orelse))

    def For(self, n):
        return ("async-for" if isinstance(n, ast.AsyncFor) else "for"), "%s %s %s %s" % (
            self.expr(n.target), self.expr(n.iter), self.body(n.body), self.body(n.orelse))

    AsyncFor = For

    def Try(self, n):
        return ("try" if isinstance(n, ast.Try) else "try-star"), " %s [%s] %s %s" % (
            self.body(n.body), " ".join("(%s %s %s)" % (
                self.expr(h.type), h.name or "-", self.body(h.body)) for h in n.handlers),
            self.body(n.orelse), self.body(n.finalbody))

    TryStar = Try

    def With(self, n):
        return ("async-with" if isinstance(n, ast.AsyncWith) else "with"), "[%s] %s" % (
            " ".join("(%s %s)" % (self.expr(i.context_expr), self.expr(i.optional_vars))
                     for i in n.items), self.body(n.body))

    AsyncWith = With

    def type_params(self, n):
        out = []
        for p in getattr(n, "type_params", []):
            kind = {"TypeVar": "var", "TypeVarTuple": "tuple", "ParamSpec": "spec"}[type(p).__name__]
            out.append("(%s %s %s %s)" % (kind, p.name, self.expr(getattr(p, "bound", None)),
                                         self.expr(getattr(p, "default_value", None))))
        return " [" + " ".join(out) + "] "

    def FunctionDef(self, n):
        return ("async-def" if isinstance(n, ast.AsyncFunctionDef) else "def"), "%s %s%s%s %s %s %s" % (
            n.name, "generator" if Yields(n.body).found else "plain", self.type_params(n),
            self.params(n.args), self.expr(n.returns), self.list(n.decorator_list),
            self.body(n.body, True))

    AsyncFunctionDef = FunctionDef

    def ClassDef(self, n):
        return "class", "%s%s%s %s %s" % (
            n.name, self.type_params(n), self.args(n.bases, n.keywords),
            self.list(n.decorator_list), self.body(n.body, True))

    def TypeAlias(self, n):
        return "type", "%s%s%s" % (n.name.id, self.type_params(n), self.expr(n.value))

    def Match(self, n):
        return "match", "%s [%s]" % (self.expr(n.subject), " ".join("(%s %s %s)" % (
            self.pattern(c.pattern), self.expr(c.guard), self.body(c.body)) for c in n.cases))

    def patterns(self, nodes):
        return "[" + " ".join(map(self.pattern, nodes)) + "]"

    def pattern(self, n):
        if n is None:
            return "-"
        kind = type(n).__name__
        if kind == "MatchValue":
            return "(value %s)" % self.expr(n.value)
        if kind == "MatchSingleton":
            # The node has no position of its own for the constant: the pattern's is the same.
            constant = ast.copy_location(ast.Constant(n.value), n)
            return "(singleton %s)" % self.expr(constant)
        if kind == "MatchSequence":
            return "(sequence %s)" % self.patterns(n.patterns)
        if kind == "MatchMapping":
            return "(mapping %s %s %s)" % (
                self.list(n.keys), self.patterns(n.patterns), n.rest or "-")
        if kind == "MatchClass":
            return "(class %s %s [%s] %s)" % (
                self.expr(n.cls), self.patterns(n.patterns), " ".join(n.kwd_attrs),
                self.patterns(n.kwd_patterns))
        if kind == "MatchStar":
            return "(star %s)" % (n.name or "-")
        if kind == "MatchOr":
            return "(or %s)" % self.patterns(n.patterns)
        return "(as %s %s)" % (self.pattern(n.pattern), n.name or "-")

    def module(self, tree):
        return self.block(tree.body, True)


UNKNOWN = re.compile(r'\\\?"(?:[^"\\]|\\.)*?"')


def same(ours, theirs):
    if ours == theirs:
        return True
    ours = unicodedata.normalize("NFKC", ours)
    if ours == theirs:
        return True
    if '?"' not in ours:
        return False
    # Strings are taken whole, or the "?" inside one would be a mark.
    pieces = re.split(r'(\??"(?:[^"\\]|\\.)*")', ours)
    pattern = "".join(r'"(?:[^"\\]|\\.)*"' if p.startswith('?"') else re.escape(p) for p in pieces)
    return re.fullmatch(pattern, theirs) is not None


def parse(path):
    with open(path, "rb") as f:
        source = f.read()
    try:
        return source, ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return source, None


def show(path, ours, theirs):
    at = next((i for i, (a, b) in enumerate(zip(ours, theirs)) if a != b), min(len(ours), len(theirs)))
    print("%s:\n  ours   …%s\n  theirs …%s" % (
        path, ours[max(0, at - 60):at + 100], theirs[max(0, at - 60):at + 100]))


def compare(tool, paths):
    process = subprocess.Popen([tool, "dump"], stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    out, _ = process.communicate("".join(p + "\n" for p in paths).encode())
    trees = re.split(r"(?m)^== (.*)\n", out.decode("utf-8", "replace"))
    wrong = statements = 0
    for path, text in zip(trees[1::2], trees[2::2]):
        source, tree = parse(path)
        if tree is None:
            continue
        theirs = Dump(source).module(tree)
        ours = text.split("\n")[:-1]
        statements += len(theirs)
        for a, b in zip(ours, theirs):
            if not same(a, b):
                wrong += 1
                if wrong <= 20:
                    show(path, a, b)
        if len(ours) != len(theirs):
            wrong += 1
            print("%s: %d statements, ast has %d" % (path, len(ours), len(theirs)))
    print("files %d\nstatements %d\nmismatches %d" % (len(trees) // 2, statements, wrong))
    return wrong != 0 or statements == 0


def main():
    warnings.simplefilter("ignore")
    sys.setrecursionlimit(20000)
    paths = sys.stdin.read().split("\n")[:-1]
    if sys.argv[1] == "--accepted":
        for path in paths:
            if parse(path)[1] is not None:
                print(path)
        return 0
    if sys.argv[1] == "--time":
        sources = []
        for path in paths:
            with open(path, "rb") as f:
                sources.append(f.read())
        start = time.process_time()
        rejected = 0
        for source in sources:
            try:
                ast.parse(source)
            except (SyntaxError, ValueError):
                rejected += 1
        print("seconds %.3f\nrejected %d" % (time.process_time() - start, rejected))
        return 0
    return compare(sys.argv[1], paths)


if __name__ == "__main__":
    sys.exit(main())
