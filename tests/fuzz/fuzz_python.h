/* The rules by which fuzzers write Python: what leads deep into the parser and the evaluator. */
#ifndef TESTS_FUZZ_PYTHON_H
#define TESTS_FUZZ_PYTHON_H

#include "fuzz_grammar.h"

#define FORMS(...)                                                                                 \
	(const char *const[])                                                                      \
	{                                                                                          \
		__VA_ARGS__, NULL                                                                  \
	}

static const struct fuzz_rule PYTHON[] = {
    {'s',
     FORMS(
	 "pass", "~n = ~e", "~n = ~e", "~n += ~e", "~n.~n = ~e", "~n[~e] = ~e", "~n: ~e = ~e",
	 "~n, *~n = ~e", "if ~e:\n ~s\nelif ~e:\n ~s\nelse:\n ~s", "if ~e: ~s",
	 "for ~n in ~e:\n ~s\n ~s\nelse:\n ~s", "for ~n, ~n in ~e:\n ~s", "while ~e:\n ~s\n break",
	 "def ~n(~n, ~n=~e, *~n, ~n=~e, **~n):\n ~s\n return ~e", "def ~n(~n):\n ~s\n yield ~e",
	 "class ~n(~e):\n ~n = ~e\n def __init__(self, ~n=~e):\n  self.~n = ~e\n  ~s\n def "
	 "~n(self):\n"
	 "  ~s\n  return self.~n",
	 "@dataclass\nclass ~n:\n ~n: int = ~e\n ~n: str = field(default_factory=lambda: ~e)",
	 "try:\n ~s\nexcept ~e as ~n:\n ~s\nelse:\n ~s\nfinally:\n ~s", "with ~e as ~n, ~e:\n ~s",
	 "import ~m", "import ~m as ~n", "from ~m import ~n as ~n", "from ~m import *", "return ~e",
	 "raise ~e", "global ~n", "nonlocal ~n", "del ~n", "del ~n[~e]", "assert ~e", "continue",
	 "match ~e:\n case [~n, *~n] if ~e:\n  ~s\n case {'~n': ~n, **~n}:\n  ~s\n case ~n():\n  "
	 "~s\n"
	 " case _:\n  ~s",
	 "@~e\nasync def ~n():\n async with ~e:\n  await ~e", "~s; ~s", "~s\n~s", "~e",
	 "type ~n = ~e",
	 "p = argparse.ArgumentParser()\np.add_argument('--~n', '-~n', type=~y, default=~e, "
	 "nargs=~e,"
	 " choices=~e)\np.add_argument('--~n', action='~a', dest='~n')\nargs = p.parse_args(~e)",
	 "g = p.add_mutually_exclusive_group()\nq = p.add_subparsers(dest='~n').add_parser('~n')",
	 "@click.command()\n@click.option('--~n', default=~e, type=~y)\ndef ~n(~n):\n ~s",
	 "t = Trainer(model=~e, args=TrainingArguments(~n=~e, per_device_train_batch_size=~e))\n"
	 "t.train()",
	 "cfg = OmegaConf.load('~n')\ncfg.~n = ~e", "if __name__ == '__main__':\n ~s",
	 "for ~n in ~e:\n loss = model(~e)\n loss.backward()\n optimizer.step()",
	 "subprocess.run(~e, env=~e)", "sys.path.insert(0, ~e)", "setattr(~n, '~n', ~e)",
	 "~n.__dict__.update(~e)", "globals()['~n'] = ~e", "exec(~e)",
	 "f = open('~n', 'w')\nf.write(~e)")},
    {'e',
     FORMS("1", "~n", "~n", "~i", "'~n'", "args.~n", "self.~n", "~e ~o ~e", "~e ~o ~e", "not ~e",
	   "-~e", "~e if ~e else ~e", "[~e for ~n in ~e if ~e]",
	   "{~e: ~e for ~n in ~e for ~n in ~e}", "(~e for ~n in ~e)", "{**~e, '~n': ~e}",
	   "[*~e, ~e]", "{~e, ~e}", "(~e, ~e)", "(~e,)", "f'{~n:{~i}}{~n!r:>9}{~e=}'",
	   "f\"{~n}{'~n'}{{\"", "~n(~e, ~n=~e)", "~n(*~e, **~e)", "~e.~n", "~e[~e]", "~e[~e:~e:~e]",
	   "lambda ~n, *~n: ~e", "(~n := ~e)", "getattr(~e, '~n', ~e)", "os.environ.get('~n', ~e)",
	   "json.load(open('~n'))", "yaml.safe_load(~e)", "'{} {~n}'.format(~e)", "'%s %d' % ~e",
	   "'a' * ~i", "range(~i)", "dict(zip(~e, ~e))", "sorted(~e, key=lambda ~n: ~e)",
	   "re.sub('(~n)*', ~e, ~e)", "open('~n').read()", "vars(~e)", "type('~n', (), ~e)",
	   "~y(~e)", "super().__init__(~e)", "functools.partial(~n, ~e)(~e)",
	   "os.path.join(~e, ~e)", "~e.~k(~e)", "~e.~k(~e, ~e)", "~e.~k()", "isinstance(~e, ~y)",
	   "sum(~e)", "max(~e, ~e)", "list(map(~e, ~e))", "collections.defaultdict(~y)",
	   "copy.deepcopy(~e)", "await ~e", "...", "AutoModel.from_pretrained(~e, **~e)",
	   "torch.cuda.device_count()", "asdict(~e)", "b'~n'", "__import__('~n')",
	   "importlib.import_module(~e)", "None", "True", "1e9", "~e < ~e < ~e")},
    {'n',
     FORMS("a", "b", "x", "f", "A", "self", "args", "cfg", "model", "os", "main", "mod", "pkg",
	   "sub", "loss", "data", "__init__", "__name__", "__getattr__", "__call__", "__setattr__",
	   "print", "batch_size", "lr", "_", "optimizer", "property", "staticmethod")},
    {'i', FORMS("0", "1", "2", "-1", "7", "64", "1000000000000", "9223372036854775807", "0x1f",
		"3.5", "1_0")},
    {'m', FORMS("mod", "pkg", "pkg.sub", "main", ".", "..pkg", "os", "sys", "argparse", "json",
		"torch", "transformers", "dataclasses", "functools", "click", "importlib")},
    {'y',
     FORMS("int", "str", "float", "bool", "list", "dict", "set", "tuple", "len", "A", "object")},
    {'o', FORMS("+", "-", "*", "/", "//", "%", "**", "<<", "|", "&", "^", "@", "==", "!=", "<",
		">=", "in", "not in", "is", "is not", "and", "or")},
    {'a',
     FORMS("store_true", "store_false", "store_const", "append", "count", "extend", "version")},
    {'k', FORMS("get", "update", "items", "keys", "values", "pop", "append", "extend", "split",
		"join", "format", "replace", "strip", "startswith", "lower", "setdefault", "index",
		"count", "copy", "sort", "insert", "to_dict", "train", "__getitem__", "zfill",
		"encode", "partition")},
    {0, NULL},
};

FUZZ_GRAMMAR(PYTHON)

#endif
