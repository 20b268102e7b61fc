#!/usr/bin/env python3
"""Programs that use click, run by python3 itself and read by the evaluator: the same parameters.

usage: tests/click_agree.py TOOL   (build/release/tests/tool_pyeval); without click it says so and passes
"""
import json
import subprocess
import sys
import tempfile

try:
    import click
except ImportError:
    print("click: not installed, not compared")
    sys.exit(0)

CASES = [
    ("""
@click.option("--batch-size", "-b", default=4, type=int)
@click.option("--lr", default=1e-4)
@click.option("--name", default="x")
""", ["", "--batch-size 8", "-b 2", "--lr 0.5 --name y", "--batch-size=3", "-b5", "--name=", "--lr=1e-5"]),
    ("""
@click.option("--fp16/--no-fp16", default=True)
@click.option("--lora", is_flag=True)
@click.option("--shout/--quiet", " /-q", default=False)
""", ["", "--fp16", "--no-fp16", "--lora", "--no-fp16 --lora", "--shout", "--quiet"]),
    ("""
@click.argument("model")
@click.argument("files", nargs=-1)
@click.option("--n", type=click.INT, default=1)
""", ["m", "m a b", "--n 3 m a", "m --n 2"]),
    ("""
@click.option("--mods", multiple=True)
@click.option("--size", type=click.Choice(["7b", "13b"]), default="7b")
@click.option("--pair", nargs=2, type=int, default=(1, 2))
""", ["", "--mods q --mods v", "--size 13b", "--pair 3 4"]),
    ("""
@click.option("--out-dir", "output", default="o", show_default=True)
@click.option("--seed", type=click.IntRange(0, 100), default=7)
@click.option("--ratio", type=float)
@click.argument("data", default="d")
""", ["", "--out-dir z", "--seed 9 e", "--ratio 1"]),
]


def value(tree):
    """A value of the tool; ... where it is not known."""
    if isinstance(tree, list):
        return [value(x) for x in tree]
    if not isinstance(tree, dict):
        return tree
    if "float" in tree:
        return float(tree["float"])
    if "tuple" in tree:
        return [value(x) for x in tree["tuple"]]
    if "dict" in tree:
        return {value(k): value(v) for k, v in tree["dict"]}
    return ...


def real(source, words):
    scope = {"__name__": "program"}
    exec(source, scope)
    scope["main"].main(args=words, standalone_mode=False)
    return {k: list(v) if isinstance(v, tuple) else v for k, v in scope["ns"].items()}


def ours(tool, source, words):
    with tempfile.NamedTemporaryFile("w", suffix=".py") as f:
        f.write(source + "main()\n")
        f.flush()
        out = subprocess.run([tool, "globals", f.name] + words, capture_output=True, text=True, check=True).stdout
    return value({"dict": json.loads(out)["dict"]}).get("ns", {})


def main():
    total = wrong = 0
    for options, lines in CASES:
        source = ("import click\n@click.command()\n" + options.strip() +
                  "\ndef main(**given):\n    global ns\n    ns = given\n")
        for line in lines:
            words = line.split(" ") if line else []
            expected, got = real(source, words), ours(sys.argv[1], source, words)
            total += 1
            if repr(sorted(expected.items())) != repr(sorted(got.items())):
                wrong += 1
                print(f"{options}  {line!r}\n  python3: {expected}\n  ours: {got}")
    print(f"click: {total - wrong} of {total} the same")
    return 0 if wrong == 0 and total >= 25 else 1


sys.exit(main())
