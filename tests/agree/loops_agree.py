#!/usr/bin/env python3
"""Generated programs with loops over data that is not known: our answer must contain what python3 computes.

usage: loops_agree.py TOOL [--programs N] [--seed N] [--forms try,generators] [--keep DIR] [--show N]

The data is a word of the command line. python3 runs each program with several words; our evaluator runs it once
and knows none. Of a global name it may say a value, which must then be that of every run; several values, of which
each run's must be one; or that it is unknown. A loop is taken to run at least once, so no data is empty. What may raise
outside of a try is taken not to; inside of one it may, and what its handlers do is done or not.
"""
import argparse
import os
import random
import subprocess
import sys
import tempfile

from python_agree import readable, results, text_of

DATA = ["1,2,3,4,5", "3", "8,1", "0,0,7,7,2,9", "5,4,3,2,1,0", "2,2,2,2,2,2,2,2,2,2,2,2", "9,0,1"]

# Of lists that other lists' lengths go into a few are not seen to change: this share of programs may have one such value.
WRONG_MAX = 0.008
WRONG_MAX_TRY = 0.012


class Gen:
    """A program under construction. Names are of one type each: int, flag (bool), maybe (None or int), list, dict."""

    def __init__(self, rng, tries=False, generators=False):
        self.rng = rng
        self.tries, self.generators = tries, []
        self.lines = ["import sys", "data = [int(w) for w in sys.argv[1].split(',')]",
                      "def rows():", "    return [int(w) for w in sys.argv[1].split(',')]"]
        self.count = 0
        self.names = {"int": [], "flag": [], "maybe": [], "list": [], "dict": [], "str": []}
        for _ in range(2 if generators else 0):
            self.generator()

    def pick(self, options):
        return self.rng.choice(options)

    def put(self, depth, text):
        self.lines.append("    " * depth + text)

    def fresh(self, kind):
        self.count += 1
        name = "%s%d" % (kind[0], self.count)
        self.names[kind].append(name)
        return name

    def start(self, depth=0):
        for kind, first in (("int", ["0", "1", "-1", "100"]), ("flag", ["False", "True"]), ("maybe", ["None"]),
                            ("list", ["[]", "[0]"]), ("dict", ["{}", "{'a': 1}"]), ("str", ["''", "'x'"])):
            for _ in range(self.rng.randrange(1, 3)):
                text = self.pick(first)
                self.put(depth, "%s = %s" % (self.fresh(kind), text))

    def integer(self, x):
        return self.pick([x, str(self.rng.randrange(9)), self.pick(self.names["int"]), "%s + 1" % x,
                          "len(%s)" % self.pick(self.names["list"]), "len(%s)" % self.pick(self.names["dict"])])

    def test(self, x):
        n = self.names
        return self.pick([
            "%s > %d" % (x, self.rng.randrange(8)), "%s %% 2 == 0" % x, "%s == %d" % (x, self.rng.randrange(9)),
            self.pick(n["flag"]), "not %s" % self.pick(n["flag"]),
            "%s is None" % self.pick(n["maybe"]), "%s is not None" % self.pick(n["maybe"]),
            "%s == %d" % (self.pick(n["int"]), self.rng.randrange(4)), "%s > 2" % self.pick(n["int"]),
            "len(%s) == %d" % (self.pick(n["list"]), self.rng.randrange(1, 4)), "not %s" % self.pick(n["list"]),
            "%s" % self.pick(n["list"]), "%r in %s" % (self.pick("abc"), self.pick(n["dict"])),
            "%s" % self.pick(n["str"]), "%s == 'y'" % self.pick(n["str"]),
            "%s and %s > 2" % (self.pick(n["flag"]), x), "%s or %s" % (self.pick(n["flag"]), self.pick(n["list"])),
        ])

    def simple(self, depth, x, inside):
        n = self.names
        form = self.pick([
            lambda: "%s = %s" % (self.pick(n["int"]), self.integer(x)),
            lambda: "%s += %s" % (self.pick(n["int"]), self.integer(x)),
            lambda: "%s = %s" % (self.pick(n["flag"]), self.pick(["True", "False", "not " + self.pick(n["flag"]),
                                                                   "%s > 3" % x])),
            lambda: "%s = %s" % (self.pick(n["maybe"]), self.pick(["None", x, "7"])),
            lambda: "%s.append(%s)" % (self.pick(n["list"]), self.integer(x)),
            lambda: "%s.append(%s)" % (self.pick(n["list"]), x),
            lambda: "%s = []" % self.pick(n["list"]),
            lambda: "%s += [%s]" % (self.pick(n["list"]), x),
            lambda: "%s[%r] = %s" % (self.pick(n["dict"]), self.pick("abc"), self.integer(x)),
            lambda: "%s.setdefault(%r, %s)" % (self.pick(n["dict"]), self.pick("abc"), x),
            lambda: "%s.update(%s=%s)" % (self.pick(n["dict"]), self.pick("abc"), x),
            lambda: "%s = %s" % (self.pick(n["str"]), self.pick(["'y'", "'z'", self.pick(n["str"]), "str(%s)" % x])),
            lambda: "%s = %s" % (self.pick(n["int"]), self.pick(n["int"])),
            lambda: "%s.extend(%s)" % (self.pick(n["list"]), self.pick(n["list"]) + "[:2]"),
            lambda: "%s.pop(%r, None)" % (self.pick(n["dict"]), self.pick("abc")),
        ])
        self.put(depth, form())
        _ = inside

    def risk(self, depth, x):
        """A statement that raises for some data."""
        n = self.names
        self.put(depth, self.pick([
            "%s = 7 // (%s - %d)" % (self.pick(n["int"]), x, self.rng.randrange(9)),
            "%s = [4, 5, 6][%s]" % (self.pick(n["int"]), x),
            "%s = %s[%r]" % (self.pick(n["int"]), self.pick(n["dict"]), self.pick("abc")),
            "%s = %s[0]" % (self.pick(n["int"]), self.pick(n["list"])),
            "if %s: raise ValueError(%s)" % (self.test(x), x),
            "%s = int(%s)" % (self.pick(n["int"]), self.pick(n["str"])),
        ]))

    def attempt(self, depth, x, level):
        kind = self.rng.random()
        self.put(depth, "try:")
        for _ in range(self.rng.randrange(0, 2)):
            self.simple(depth + 1, x, True)
        self.risk(depth + 1, x)
        for _ in range(self.rng.randrange(0, 2)):
            self.simple(depth + 1, x, True)
        self.put(depth, self.pick(["except Exception:", "except (ValueError, LookupError, ArithmeticError):",
                                   "except Exception as e:"]))
        self.simple(depth + 1, x, True)
        if kind < 0.2:
            self.put(depth + 1, self.pick(["continue", "break"]) if level >= 0 else "pass")
        elif kind < 0.4:
            self.put(depth, "else:")
            self.simple(depth + 1, x, True)
        elif kind < 0.6:
            self.put(depth, "finally:")
            self.simple(depth + 1, x, True)

    def generator(self):
        """A function that gives some of the data."""
        self.count += 1
        name = "g%d" % self.count
        self.put(0, "def %s(limit):" % name)
        self.put(1, "for v in data:")
        form = self.rng.randrange(5)
        if form == 0:
            self.put(2, "yield v")
        elif form == 1:
            self.put(2, "if v > %d:" % self.rng.randrange(4))
            self.put(3, "yield v")
            self.put(1, "yield limit")
        elif form == 2:
            self.put(2, "if v == limit:")
            self.put(3, "return")
            self.put(2, "yield v + 1")
            self.put(1, "yield 0")
        elif form == 3:
            self.put(2, "yield from [v, limit]")
        else:
            self.put(2, "yield v")
            self.put(2, "if v > limit:")
            self.put(3, "break")
            self.put(1, "yield -1")
        self.generators.append(name)

    def body(self, depth, x, level):
        for _ in range(self.rng.randrange(1, 5)):
            roll = self.rng.random()
            if self.tries and roll > 0.9 and level < 3:
                self.attempt(depth, x, level)
            elif roll < 0.55 or level > 2:
                self.simple(depth, x, True)
            elif roll < 0.85:
                self.put(depth, "if %s:" % self.test(x))
                self.body(depth + 1, x, level + 1)
                if self.rng.random() < 0.25:
                    self.put(depth + 1, self.pick(["continue", "break", "continue"]))
                elif self.rng.random() < 0.4:
                    self.put(depth, self.pick(["else:", "elif %s:" % self.test(x)]))
                    self.body(depth + 1, x, level + 1)
            elif roll < 0.93 and level < 2:
                self.loop(depth, level + 1)
            else:
                self.simple(depth, x, True)

    def loop(self, depth, level=0):
        self.count += 1
        x = "x%d" % self.count
        kind = self.rng.random()
        if self.generators and kind < 0.4:
            source = "%s(%d)" % (self.pick(self.generators), self.rng.randrange(5))
            self.put(depth, "for %s in %s:" % (x, self.pick([source, source, "list(%s)" % source, "(w + 1 for w in %s)" % source])))
        elif kind < 0.5:
            self.put(depth, "for %s in %s:" % (x, self.pick(["data", "rows()", "sorted(data)", "data[:3]"])))
        elif kind < 0.65:
            self.put(depth, "for j%d, %s in enumerate(%s):" % (self.count, x, self.pick(["data", "rows()"])))
        elif kind < 0.8:
            self.put(depth, "k%d = 0" % self.count)
            k = "k%d" % self.count
            self.put(depth, "while %s < len(data):" % k)
            self.put(depth + 1, "%s = data[%s]" % (x, k))
            self.put(depth + 1, "%s += 1" % k)
        else:
            self.put(depth, "for %s in %s:" % (x, self.pick(["range(3)", "[1, 2]", "range(len(data))"])))
        self.body(depth + 1, x, level)
        if self.rng.random() < 0.1:
            self.put(depth, "else:")
            self.simple(depth + 1, "7", False)

    def behind(self, depth=0):
        for name in self.generators:
            self.count += 1
            self.put(depth, "r%d = %s" % (self.count, self.pick(["next(%s(1))", "list(%s(2))", "len(list(%s(3)))",
                                                                "sum(%s(2))", "max(%s(0))", "next(%s(9), None)",
                                                                "[v for v in %s(2) if v > 2]"]) % name))
        for kind in ("list", "dict", "maybe", "flag", "int"):
            name = self.pick(self.names[kind])
            self.count += 1
            self.put(depth, "r%d = %s" % (self.count, self.pick([name, "not %s" % name, "bool(%s)" % name,
                                                                "[%s]" % name, "'yes' if %s else 'no'" % name])))

    def program(self):
        if self.rng.random() < 0.3:
            self.put(0, "def main():")
            self.start(1)
            for _ in range(self.rng.randrange(1, 3)):
                self.loop(1)
            every = [v for names in self.names.values() for v in names]
            self.put(1, "return (%s,)" % ", ".join(every))
            self.put(0, "%s, = main()" % ", ".join(every))
        else:
            self.start()
            for _ in range(self.rng.randrange(1, 3)):
                self.loop(0)
        self.behind()
        return "\n".join(self.lines) + "\n"


def run_all(folder):
    """Runs every program of a folder with every word; prints what tool_pyagree prints."""
    import signal
    for name in sorted(os.listdir(folder), key=lambda n: int(n.split(".")[0])):
        path = os.path.join(folder, name)
        with open(path, encoding="utf-8") as f:
            code = compile(f.read(), path, "exec")
        for word in DATA:
            sys.argv = [path, word]
            space = {"__name__": "__main__"}
            signal.alarm(5)
            try:
                exec(code, space)
            except Exception as error:
                print("== %s %s\nraised\t%r" % (path, word, error))
                continue
            print("== %s %s" % (path, word))
            for key, value in space.items():
                text = text_of(value)
                if not key.startswith("__") and text is not None:
                    print("%s\t%s" % (key, text))


def compare(folder, tool, limit, wrong_max):
    done = subprocess.run([sys.executable, os.path.abspath(__file__), "--run", folder], stdout=subprocess.PIPE,
                          check=True)
    runs = results(done.stdout.decode())
    paths = sorted({p.split(" ")[0] for p in runs})
    done = subprocess.run([tool, "values"], input="".join(p + "\n" for p in paths).encode(), stdout=subprocess.PIPE)
    if done.returncode:
        print("%s ended with %d" % (tool, done.returncode))
        return 1
    ours = results(done.stdout.decode("utf-8", "replace"))
    programs = known = several = unknown = wrong = 0
    for path in paths:
        programs += 1
        bad = set()
        for word in DATA:
            theirs = runs["%s %s" % (path, word)]
            for key, value in theirs.items():
                said = ours.get(path, {}).get(key, "?")
                if "raised" in theirs or said[:1] in "?-":
                    unknown += 1
                    continue
                known += said[0] != "|"
                several += said[0] == "|"
                if value not in (said[1:].split("|") if said[0] == "|" else [said]) and key not in bad:
                    bad.add(key)
                    wrong += 1
                    if wrong <= limit:
                        print("--- %s %s: %s\n  python3 %s\n  ours    %s" % (path, word, key, readable(value),
                                                                            readable(said)))
    print("programs %d\nvalues: known %d, one of several %d, unknown %d; wrong %d" % (programs, known, several, unknown,
                                                                                    wrong))
    return 0 if wrong <= programs * wrong_max and known + several > unknown / 10 else 1


def main():
    if len(sys.argv) == 3 and sys.argv[1] == "--run":
        run_all(sys.argv[2])
        return 0
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("--programs", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--forms", default="", help="what programs hold besides: try, generators")
    parser.add_argument("--keep")
    parser.add_argument("--show", type=int, default=5)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        folder = args.keep or folder
        os.makedirs(folder, exist_ok=True)
        for i in range(args.programs):
            with open(os.path.join(folder, "%d.py" % i), "w", encoding="utf-8") as f:
                f.write(Gen(random.Random("%d/%d" % (args.seed, i)), "try" in args.forms,
                            "generators" in args.forms).program())
        return compare(folder, args.tool, args.show, WRONG_MAX_TRY if "try" in args.forms else WRONG_MAX)


if __name__ == "__main__":
    sys.exit(main())
