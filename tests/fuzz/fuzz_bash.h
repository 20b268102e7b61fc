/* The rules by which fuzzers write shell code, and the files that hold some. */
#ifndef TESTS_FUZZ_BASH_H
#define TESTS_FUZZ_BASH_H

#include "fuzz_grammar.h"

#define FORMS(...)                                                                                 \
	(const char *const[])                                                                      \
	{                                                                                          \
		__VA_ARGS__, NULL                                                                  \
	}

#define STATEMENTS                                                                                 \
	":", "~n=~w", "~n=~w", "export ~n=~w ~n", "~n+=(~w ~w)", "declare -a ~n=(~w ~w)",          \
	    "declare -A ~n=([~w]=~w)", "declare -~n ~n=~w", "~n[~a]=~w",                           \
	    "if ~t; then\n~l\nelif ~t; then\n~l\nelse\n~l\nfi", "for ~n in ~w ~w; do\n~l\ndone",   \
	    "for ((~a; ~a; ~a)); do\n~l\ndone", "while ~t; do\n~l\ndone",                          \
	    "until ~t; do ~l; break; done", "case ~w in ~w|~w) ~l;; ~w) ~l;& *) ~l;; esac",        \
	    "~n() {\nlocal ~n=~w\n~l\nreturn ~i\n}", "~n ~w ~w", "( ~l )", "{ ~l\n}", "~l | ~l",   \
	    "~l && ~l || ~l", "~l &", "! ~l", "cat > ~n.sh <<EOF\n~l\n~w\nEOF",                    \
	    "cat <<-'E' | tee ~n\n~l\nE", "read -r ~n ~n <<< ~w", "trap '~l' EXIT", "eval ~w",     \
	    "set -- ~w ~w", "set -~n", "shift ~i", "source ~n.sh ~w", "bash ~n.sh ~w",             \
	    "bash -c ~w", "mapfile -t ~n < <(~l)", "unset ~n", "cd ~w", "pushd ~w; popd", "exit",  \
	    "break ~i", "continue", "echo ~w ~w", "printf '%s %d\\n' ~w ~w",                       \
	    "torchrun --nproc_per_node=~w train.py ~w ~w", "srun -n ~w ~l",                        \
	    "python -m ~n.~n --~n ~w \"$@\"", "CUDA_VISIBLE_DEVICES=~w python t.py --~n=~w",       \
	    "accelerate launch --config_file ~w x.py \\\n --~n ~w",                                \
	    "docker run -e ~n=~w -v ~w img ~l",                                                    \
	    "sbatch --gpus=~w <<EOF\n#SBATCH --nodes=~i\n~l\nEOF", "#SBATCH --gres=gpu:~i\n~l",    \
	    "while getopts 'a:b' ~n; do case $~n in a) ~n=$OPTARG;; esac; done",                   \
	    "~l | xargs -n ~i ~l", "ssh h ~w", "nohup ~l > ~w 2>&1 &", "env -i ~n=~w ~l",          \
	    "let ~n=~a", "(( ~a ))", "~l\n~l",                                                     \
	    "while [ $# -gt 0 ]; do case $1 in --~n) ~n=$2; shift;; esac; shift; done",            \
	    "select ~n in ~w; do ~l; done", "ray job submit -- ~l", "parallel ~l ::: ~w",          \
	    "timeout ~i ~l", "conda run -n ~n ~l"

/** Behind 'l' for commands, which are STATEMENTS. */
#define SHELL_RULES                                                                                \
	{'w', FORMS("1", "~i", "~n", "'~n ~n'", "\"~w$~n\"", "$~n", "\"$~n\"", "${~n:-~w}",        \
		    "${~n:=~w}", "${~n:+~w}", "${~n:?~w}", "${~n#~w}", "${~n##~w}", "${~n%~w}",    \
		    "${~n%%~w}", "${~n/~w/~w}", "${~n//~w/~w}", "${~n^^}", "${~n,}", "${#~n}",     \
		    "${~n[@]}", "\"${~n[@]}\"", "${~n[~a]}", "${!~n}", "${!~n[@]}", "${~n:~a:~a}", \
		    "${~n@Q}", "$((~a))", "$(~l)", "`~l`", "\"$(~l)\"", "{~i..~i}", "{~w,~w}",     \
		    "{~i..~i..~i}", "*~n", "[a-z]*~w", "[!~n]?", "\"$@\"", "$*", "$1", "${10}",    \
		    "$'\\x41\\n'", "--~n", "~n=~w", "~w~w", "~w,~w", "/~n/~w", "<(~l)", "$?",      \
		    "$#", "~", "\\ ", "")},                                                        \
	    {'a', FORMS("1", "~i", "~n", "~a+~a", "~a*~a", "~a/~a", "~a%~a", "~a**~a", "~a<<~a",   \
			"~a?~a:~a", "~n++", "--~n", "(~a)", "~n=~a", "~n+=~a", "~a,~a", "!~a",     \
			"-~a", "~a<~a", "~a&&~a", "$~n", "${~n}", "16#ff", "$(~l)")},              \
	    {'t',                                                                                  \
	     FORMS("true", "[ ~w = ~w ]", "[ -z ~w ]", "[ -f ~w -o ~w -gt ~w ]",                   \
		   "[[ ~w == ~w && -n ~w ]]", "[[ ~w =~ ~w ]]", "[[ ! ( ~w -lt ~w ) ]]", "((~a))", \
		   "! ~t", "~t && ~t", "~l", "test ~w", "command -v ~n", "read ~n", ":")},         \
	    {'n', FORMS("a", "b", "x", "f", "run", "i", "args", "PATH", "HOME", "IFS", "PWD",      \
			"RANDOM", "train", "echo", "CUDA_VISIBLE_DEVICES", "SLURM_NNODES",         \
			"WORLD_SIZE", "e", "_", "1")},                                             \
	    {'i', FORMS("0", "1", "2", "8", "-1", "010", "64", "1000000000",                       \
			"9223372036854775807", "a", "3.5")},                                       \
	    {0, NULL},

#endif
