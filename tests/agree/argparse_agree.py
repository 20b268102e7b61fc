#!/usr/bin/env python3
"""Programs that use argparse, run by python3 itself and read by the evaluator: the same namespace.

usage: tests/agree/argparse_agree.py TOOL   (build/release/tests/tool_pyeval)
"""
import contextlib
import io
import json
import subprocess
import sys
import tempfile

# A parser, and command lines for it.
CASES = [
    ("""
p.add_argument("--batch-size", type=int, default=4)
p.add_argument("--lr", type=float, default=1e-4)
p.add_argument("--name", default="x")
p.add_argument("-v", "--verbose", action="store_true")
p.add_argument("--no_fp16", action="store_true")
p.add_argument("--fp32", dest="half", action="store_false")
""", ["", "--batch-size 8", "--batch-size=16 --lr 3e-5", "--batch 2", "--ba=3", "-v", "--verbose --no_fp16",
      "--fp32", "--name --x", "--name=--x", "--name a b", "--lr -1e-3", "--batch-size", "--unknown 1",
      "--batch-size 1 --batch-size 2", "--batch-size x", "--n y", "-v -v", "--verb --no", "--name="]),
    ("""
p.add_argument("files", nargs="*")
p.add_argument("--out", "-o")
p.add_argument("-n", type=int)
""", ["", "a", "a b c", "a --out x b", "--out x a b", "-ox a", "-o x", "-n5", "-n 5 a", "-n=5", "a -n 1", "-- -x",
      "a -- --out", "--out=x -- a b", "-n -5", "-o"]),
    ("""
p.add_argument("model")
p.add_argument("data", nargs="?", default="d")
p.add_argument("--k", nargs="+", type=int, default=[1, 2])
p.add_argument("--pair", nargs=2)
""", ["m", "m d2", "m --k 3 4", "m --k 3 --pair a b", "--k 1 2 -- m", "m --k", "m --pair a", "", "m x y",
      "--pair a b m", "m --k 1 --k 2", "m d2 --k 7", "--k 5 --pair a b m e"]),
    ("""
p.add_argument("--opt", nargs="?", const="c", default="d")
p.add_argument("--num", nargs="?", type=int, const=7)
p.add_argument("--many", nargs="*", default=None)
p.add_argument("rest", nargs="*", default=["r"])
""", ["", "--opt", "--opt x", "--opt x y", "--num", "--num 3", "--many", "--many a b", "--many a --opt", "y --opt"]),
    ("""
p.add_argument("--flag", action=argparse.BooleanOptionalAction, default=True)
p.add_argument("--other-flag", action=argparse.BooleanOptionalAction)
""", ["", "--flag", "--no-flag", "--other-flag", "--no-other-flag", "--no-flag --flag", "--no-o", "--other"]),
    ("""
p.add_argument("use", action="store_true")
p.add_argument("five", action="store_const", const=5)
p.add_argument("n", action="count", default=0)
p.add_argument("ac", action="append_const", const="z")
p.add_argument("either", action=argparse.BooleanOptionalAction)
p.add_argument("--k", type=int, default=1)
""", ["", "--k 2", "x", "--k 2 x"]),
    ("""
p.add_argument("--add", action="append")
p.add_argument("--addn", action="append", type=int, default=[1])
p.add_argument("-c", action="count", default=0)
p.add_argument("--const", action="store_const", const=5)
p.add_argument("--ac", action="append_const", const="z", dest="acs")
p.add_argument("--ext", action="extend", nargs="+", default=["e"])
""", ["", "--add a", "--add a --add b", "--addn 2 --addn 3", "-c", "-ccc", "-c -c", "--const", "--ac --ac",
      "--ext a b", "--ext a --ext b c", "--add=a=b", "-cc --add x"]),
    ("""
p.add_argument("--size", choices=["7b", "13b"], default="7b")
p.add_argument("--k", type=int, choices=[1, 2, 4], default=1)
p.add_argument("--req", required=True)
""", ["--req 1", "--req 1 --size 13b", "--req 1 --size 70b", "--req 1 --k 2", "--req 1 --k 3", "--size 7b", "--req=",
      "--r 5", "--req 1 --si 13b"]),
    ("""
p.add_argument("--b", type=bool, default=False)
def str2bool(v):
    if isinstance(v, bool):
        return v
    if v.lower() in ("yes", "true", "t", "1"):
        return True
    if v.lower() in ("no", "false", "f", "0"):
        return False
    raise argparse.ArgumentTypeError("boolean expected")
p.add_argument("--s", type=str2bool, default=True)
p.add_argument("--l", type=lambda x: [int(y) for y in x.split(",")], default="1,2")
p.add_argument("--d", type=json.loads, default="{}")
p.add_argument("--f", type=float, default="2.5")
p.add_argument("--e", type=eval if False else str)
""", ["", "--b False", "--b=", "--s false", "--s 1", "--s maybe", "--l 3,4,5", '--d {"a":1}', "--f 1", "--f inf", "--f nanx",
      "--l 7", "--e abc"]),
    ("""
g = p.add_argument_group("model")
g.add_argument("--hidden", type=int, default=64)
m = p.add_mutually_exclusive_group()
m.add_argument("--lora", action="store_true")
m.add_argument("--full", action="store_true")
p.set_defaults(hidden=128, extra="e")
""", ["", "--hidden 5", "--lora", "--full", "--hid 2 --lora"]),
    ("""
p.set_defaults(later=3)
p.add_argument("--later", type=int)
p.add_argument("--early", type=int, default=1)
p.set_defaults(early=9)
""", ["", "--later 4", "--early 2"]),
    ("""
sub = p.add_subparsers(dest="cmd")
t = sub.add_parser("train")
t.add_argument("--bs", type=int, default=2)
t.add_argument("data")
e = sub.add_parser("eval", aliases=["ev"])
e.add_argument("--split", default="test")
e.set_defaults(func="evaluate")
p.add_argument("--debug", action="store_true")
""", ["train d", "train d --bs 4", "--debug train d --bs 4", "eval", "eval --split dev", "ev", "", "train", "fly",
      "train --bs 1 x"]),
    ("""
base = argparse.ArgumentParser(add_help=False)
base.add_argument("--seed", type=int, default=0)
base.add_argument("--out", default="o")
p = argparse.ArgumentParser(parents=[base])
p.add_argument("--lr", type=float, default=0.1)
""", ["", "--seed 3", "--seed 3 --lr 1 --out z"]),
    ("""
def add_model(parser):
    parser.add_argument("--model", default="gpt2")
    return parser
p = add_model(p)
for name, default in [("alpha", 1), ("beta", 2.5), ("gamma", None)]:
    p.add_argument("--" + name, type=float, default=default)
for flag in ("bf16", "fp16"):
    p.add_argument(f"--{flag}", action="store_true", help="use " + flag)
""", ["", "--alpha 3", "--bf16", "--model x --beta 1 --gamma 2 --fp16"]),
    ("""
p = argparse.ArgumentParser(allow_abbrev=False)
p.add_argument("--batch", type=int, default=1)
p.add_argument("-x", action="store_true")
p.add_argument("-y", action="store_true")
p.add_argument("-z")
""", ["", "--batch 2", "--bat 2", "-xy", "-xyz5", "-xz 5", "-xyz", "-zx", "-yx -z=3"]),
    ("""
p.add_argument("cmd")
p.add_argument("args", nargs=argparse.REMAINDER)
""", ["run", "run a b", "run --x 1", "run -- y", "run a --b c"]),
    ("""
p.add_argument("a", type=int)
p.add_argument("b", nargs="+")
p.add_argument("c")
p.add_argument("--o")
""", ["1 x y", "1 x y z", "1 x", "1 x y --o k", "--o k 1 x y z w", "1 --o k x y"]),
    ("""
p.add_argument("--neg", type=int, default=0)
p.add_argument("pos", type=float, nargs="?")
""", ["-5", "--neg -3", "-1.5 --neg -2", "-5 --neg=-1", "-.5"]),
    ("""
p.add_argument("--local_rank", "--local-rank", type=int, default=-1)
p.add_argument("--deepspeed_config", default=None)
p.add_argument("--fp16", default=False, type=lambda s: s == "True")
""", ["", "--local-rank 0", "--local_rank=1", "--fp16 True", "--deepspeed_config ds.json", "--local 3"]),
    ("""
p = argparse.ArgumentParser(argument_default=argparse.SUPPRESS)
p.add_argument("--only-if-given", type=int)
p.add_argument("--here", default=1)
""", ["", "--only-if-given 2", "--here 5"]),
    ("""
p.add_argument("--path", type=str, default="a/b")
p.add_argument("--sizes", nargs=3, type=int, default=(1, 2, 3))
p.add_argument("--ratio", type=float, default=1)
p.add_argument("--count", type=int, default="12")
""", ["", "--sizes 4 5 6", "--sizes 4 5", "--ratio 2", "--count 3 --path x/y"]),
]


def real(source, words):
    """What argparse gives: a dict, or "error"."""
    scope = {"__name__": "program"}
    old = sys.argv
    sys.argv = ["main.py"] + words
    try:
        with contextlib.redirect_stderr(io.StringIO()), contextlib.redirect_stdout(io.StringIO()):
            exec(source, scope)
        return vars(scope["ns"])
    except SystemExit:
        return "error"
    finally:
        sys.argv = old


def value(tree):
    """A value of the tool; ... where it is not known."""
    if isinstance(tree, list):
        return [value(x) for x in tree]
    if not isinstance(tree, dict):
        return tree
    if "float" in tree:
        return float(tree["float"])
    if "tuple" in tree:
        return tuple(value(x) for x in tree["tuple"])
    if "dict" in tree:
        return {value(k): value(v) for k, v in tree["dict"]}
    return ...


def ours(tool, source, words):
    """What the evaluator gives: a dict, and whether it finds the command line wrong, or the program ended by it."""
    with tempfile.NamedTemporaryFile("w", suffix=".py") as f:
        f.write(source)
        f.flush()
        out = subprocess.run([tool, "globals", f.name] + words, capture_output=True, text=True, check=True).stdout
    for key, tree in json.loads(out)["dict"]:
        if key == "ns":
            return value({"dict": tree["dict"]}), "how" in tree
    return {}, True


def main():
    tool = sys.argv[1]
    same = unknown = wrong = total = 0
    for declarations, lines in CASES:
        source = ("import argparse, json\np = argparse.ArgumentParser()\n" + declarations.strip() +
                  "\nns = p.parse_args()\n")
        for line in lines:
            words = line.split(" ") if line else []
            expected = real(source, words)
            got, complains = ours(tool, source, words)
            total += 1
            if expected == "error":
                good = complains
            else:
                good = not complains and repr(sorted(expected.items())) == repr(sorted(got.items()))
                if not good and any(v is ... for v in got.values()):
                    unknown += 1
                    print(f"unknown: {line!r}: {got}")
                    continue
            if good:
                same += 1
            else:
                wrong += 1
                print(f"{declarations}  {line!r}\n  python3: {expected}\n  ours: {got}{' (complains)' if complains else ''}")
    print(f"argparse: {same} of {total} the same, {unknown} unknown, {wrong} different")
    return 0 if wrong == 0 and total >= 150 and unknown * 20 <= total else 1


sys.exit(main())
