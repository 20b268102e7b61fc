#!/usr/bin/env python3
"""Programs that use click, typer and fire, run by python3 itself and read by the evaluator: the same
parameters. A library that is not installed is said and not compared.

usage: tests/agree/cli_agree.py TOOL   (build/release/tests/tool_pyeval)
"""
import ast
import importlib
import json
import os
import subprocess
import sys
import tempfile

CLICK = [
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
@click.option("--len", "length", default=2048, envvar="AGREE_LEN")
@click.option("--model", default="m", envvar=["AGREE_NONE", "AGREE_MODEL"])
@click.option("--lora/--no-lora", default=True, envvar="AGREE_LORA")
@click.option("--packed", is_flag=True, envvar="AGREE_PACKED")
""", ["", "--len 1 --no-lora", "--model x"]),
    ("""
@click.option("--out-dir", "output", default="o", show_default=True)
@click.option("--seed", type=click.IntRange(0, 100), default=7)
@click.option("--ratio", type=float)
@click.argument("data", default="d")
""", ["", "--out-dir z", "--seed 9 e", "--ratio 1"]),
]

# Parameters of the function main, and the lines to call it with.
TYPER = [
    ('model: str, bs: int = 4, lr: float = 1e-4, lora: bool = False',
     ["m", "m --bs 8", "--lr 1 m", "m --lora", "m --no-lora", "--bs=2 m"]),
    ('model: str = typer.Option("m", "--model-name", "-m"), bs: int = typer.Option(4, "--batch")',
     ["", "-m x", "--model-name y --batch 3", "--batch=9", "-mz"]),
    ('lora: bool = typer.Option(True, "--lora/--full"), four: bool = typer.Option(False, "--4bit"), '
     'fp16: bool = typer.Option(True)',
     ["", "--full", "--4bit", "--no-fp16 --lora"]),
    ('mods: List[str] = typer.Option(["q", "v"]), size: Optional[int] = None, '
     'length: int = typer.Option(1, envvar="AGREE_LEN")',
     ["", "--mods a --mods b", "--size 3", "--length 5"]),
    ('data: str = typer.Argument("d"), out_dir: str = "o", quiet_mode: bool = typer.Option(False, "-q")',
     ["", "e", "e --out-dir z -q"]),
]

FIRE = [
    ('model, bs=4, lr=1e-4, lora=False, name="x"',
     ["m", "m 8", "--model m --bs 2", "--model=m --lr=1", "m --lora", "m --nolora", "m --lora=True",
      "m --name 7", "m --name=a-b", "m --bs [1,2]", "m --name None", "m --lora false", "m --name [q_proj,v_proj]",
      "m --bs -1", "m --name=Qwen/Qwen2.5-7B", "m --name {a:1}", "m --bs 2 3"]),
    ('bs: int = 4, model_name="m", mods=("q", "v"), **rest',
     ["", "--bs 2", "--model-name y", "--model_name=z", "--mods=a,b", "--extra 3", "-b 5", '--mods ["k"]']),
]

# Parameters of a class's constructor and of its method train; dry is another one's.
FIRE_CLASS = [
    (('model, bs=4, lr=1e-4, lora=False', 'steps=1, name="x"'),
     ["--model m train", "--model=m --bs=2 train", "--bs 2 --model m train 5", "train --model m --steps 3",
      "--model m --lora=True train --name y", "--model m --steps 7 train"]),
    (('bs=4, model_name="m"', ""), ["train", "--bs 2 train", "train --model-name y", "-b 3 train"]),
]

ENVIRONMENT = {"AGREE_LEN": "512", "AGREE_MODEL": "big", "AGREE_LORA": "false", "AGREE_PACKED": "1",
               "AGREE_RANK": "64"}


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


def real_click(scope, words):
    scope["main"].main(args=words, standalone_mode=False)


def real_typer(scope, words):
    scope["app"](args=words, standalone_mode=False)


def real_fire(scope, words):
    import fire
    sys.argv = ["program"] + words
    fire.Fire(scope["main"] if "main" in scope else scope["Main"])


def real(source, run, words):
    scope = {"__name__": "program"}
    exec(source, scope)
    run(scope, words)
    return {k: list(v) if isinstance(v, tuple) else v for k, v in scope["ns"].items()}


def ours(tool, source, words):
    with tempfile.NamedTemporaryFile("w", suffix=".py") as f:
        f.write(source)
        f.flush()
        done = subprocess.run([tool, "globals", f.name] + words, capture_output=True, text=True)
        if done.returncode:
            sys.exit(f"{source}{words}\n{done.stderr}")
        out = done.stdout
    ns = value({"dict": json.loads(out)["dict"]}).get("ns", {})
    return ns if isinstance(ns, dict) else {"not known": True}


def click_source(options):
    return ("import click\n@click.command()\n" + options.strip() +
            "\ndef main(**given):\n    global ns\n    ns = given\n", "main()\n")


def parameters(params):
    """`dict(a=a, b=b)` of a function's parameters."""
    arguments = ast.parse("def f(" + params + "): pass").body[0].args
    names = [a.arg for a in arguments.args] + ([arguments.kwarg.arg] if arguments.kwarg else [])
    return "dict(" + ", ".join(f"{name}={name}" for name in names) + ")"


def typer_source(params):
    return ("import typer\nfrom typing import Annotated, List, Optional\napp = typer.Typer()\n@app.command()\ndef main(" +
            params + "):\n    global ns\n    ns = " + parameters(params) + "\n", "app()\n")


def fire_source(params):
    return ("import fire\ndef main(" + params + "):\n    global ns\n    ns = " + parameters(params) + "\n",
            "fire.Fire(main)\n")


def fire_class_source(params):
    made, method = params
    return ("import fire\nclass Main:\n    def __init__(self, " + made + "):\n        self.given = " + parameters(made) +
            "\n    def train(self, " + method + "):\n        global ns\n        ns = dict(self.given, **" +
            parameters(method) + ")\n    def dry(self):\n        pass\n", "fire.Fire(Main)\n")


LIBRARIES = [
    ("click", CLICK, click_source, real_click, 30),
    ("typer", TYPER, typer_source, real_typer, 24),
    ("fire", FIRE, fire_source, real_fire, 18),
    ("fire", FIRE_CLASS, fire_class_source, real_fire, 10),
]


def compare(tool, library, cases, make, run, floor):
    total = wrong = 0
    try:
        importlib.import_module(library)
    except ImportError:
        print(f"{library}: not installed, not compared")
        return True
    for case, lines in cases:
        source, call = make(case)
        for line in lines:
            words = line.split(" ") if line else []
            expected, got = real(source, run, words), ours(tool, source + call, words)
            total += 1
            if repr(sorted(expected.items())) != repr(sorted(got.items())):
                wrong += 1
                print(f"{case}  {line!r}\n  python3: {expected}\n  ours: {got}")
    print(f"{library}: {total - wrong} of {total} the same")
    return wrong == 0 and total >= floor


def main():
    os.environ.update(ENVIRONMENT)
    tool = sys.argv[1]
    good = [compare(tool, *library) for library in LIBRARIES]
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main())
