#!/bin/bash
# The pre-commit hook: through "pre-commit try-repo" where pre-commit is installed, and started as it
# would start it.
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"
cd "$suite_root" || exit 1

export GIT_AUTHOR_NAME=case GIT_AUTHOR_EMAIL=case@example.com
export GIT_COMMITTER_NAME=case GIT_COMMITTER_EMAIL=case@example.com
# What the builds make is the same program, sooner.
export CFLAGS='-O1 -g0'
export HOME=$suite_tmp PRE_COMMIT_HOME=$suite_tmp/cache CJSON_SOURCE=$suite_root/build/deps/cjson
hooks=$suite_tmp/hooks
mkdir -p "$hooks"
cp -R .pre-commit-hooks.yaml Makefile core lint tools "$hooks"
git -C "$hooks" init -q && git -C "$hooks" add -A && git -C "$hooks" commit -qm hooks

# repository CASE: a Git repository of a golden case, everything staged.
repository()
{
	rm -rf "$suite_tmp/repo"
	cp -R "fixtures/$1/repo" "$suite_tmp/repo"
	git -C "$suite_tmp/repo" init -q && git -C "$suite_tmp/repo" add -A
}

# ends CODE COMMAND…
ends()
{
	local want=$1 code=0
	shift
	(cd "$suite_tmp/repo" && "$@") >"$suite_tmp/log" 2>&1 || code=$?
	[ "$code" = "$want" ] || { echo "ended with $code instead of $want"; tail -n 30 "$suite_tmp/log"; return 1; }
}

repository projects/baseline-7b-died
check "the hook builds and finds" ends 1 "$hooks/tools/hook.sh" --gpu Quadro-RTX-6000
check "the hook says why" grep -q gpu-memory-exceeded "$suite_tmp/log"
check "arguments reach it" ends 0 "$hooks/tools/hook.sh" --gpu H200 .
check "the hook changes nothing" test -z "$(git -C "$suite_tmp/repo" diff)"

if command -v pre-commit >/dev/null; then
	pick=$(awk '/^  files: / { print $2; exit }' .pre-commit-hooks.yaml)
	for name in run.sh a/b.slurm x.yml x.yaml ds.json train.py n.ipynb Makefile sub/Makefile; do
		check "files: $name" grep -qP "$pick" <<<"$name"
	done
	for name in README.md notes.txt data.csv Makefile.am; do
		check "files: not $name" test -z "$(grep -P "$pick" <<<"$name")"
	done
	check "try-repo finds" ends 1 pre-commit try-repo "$hooks" gpumem-lint --all-files --verbose
	check "try-repo says why" grep -q gpu-memory-exceeded "$suite_tmp/log"

	check "changed files: their jobs" ends 1 pre-commit try-repo "$hooks" gpumem-lint-changed --files train_baseline.py --verbose
	check "are reported" grep -q gpu-memory-exceeded "$suite_tmp/log"
	check "changed files without a job" ends 0 pre-commit try-repo "$hooks" gpumem-lint-changed --files README.md

	# As a project has it: the hook's repository and revision in its own configuration.
	repository projects/baseline-7b-repaired
	cat >"$suite_tmp/repo/.pre-commit-config.yaml" <<-END
		repos:
		  - repo: $hooks
		    rev: $(git -C "$hooks" rev-parse HEAD)
		    hooks: [{id: gpumem-lint, args: [--gpu, H200]}]
	END
	git -C "$suite_tmp/repo" add -A
	check "a configured hook passes what fits" ends 0 pre-commit run --all-files --verbose
	check "a commit goes through" ends 0 sh -c 'pre-commit install >/dev/null && git commit -qm all'
	printf 'notes\n' >"$suite_tmp/repo/notes.txt"
	git -C "$suite_tmp/repo" add -A
	check "it skips what it does not read" ends 0 pre-commit run
	check "and says so" grep -q Skipped "$suite_tmp/log"
	sed -i 's/max-seq-length", type=int, default=256/max-seq-length", type=int, default=500000/; s/H200/A100-40GB/' \
		"$suite_tmp/repo/train_baseline.py" "$suite_tmp/repo/.pre-commit-config.yaml"
	git -C "$suite_tmp/repo" add -A
	check "a commit that does not fit is stopped" ends 1 git commit -qm more
	check "with the rule" grep -q gpu-memory-exceeded "$suite_tmp/log"
else
	echo "no pre-commit here: only the hook itself was run"
fi
finish precommit
