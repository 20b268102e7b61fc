#!/bin/bash
# The pre-commit hook: through "pre-commit try-repo" where pre-commit is installed, and started as it
# would start it.
# shellcheck source=tests/suite.sh
. "$(dirname "$0")/suite.sh"
cd "$suite_root" || exit 1

export GIT_AUTHOR_NAME=case GIT_AUTHOR_EMAIL=case@example.com
export GIT_COMMITTER_NAME=case GIT_COMMITTER_EMAIL=case@example.com
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
	pick=$(awk '/^  files: / { print $2 }' .pre-commit-hooks.yaml)
	for name in run.sh a/b.slurm x.yml x.yaml ds.json train.py n.ipynb Makefile sub/Makefile; do
		check "files: $name" grep -qP "$pick" <<<"$name"
	done
	for name in README.md notes.txt data.csv Makefile.am; do
		check "files: not $name" test -z "$(grep -P "$pick" <<<"$name")"
	done
	check "try-repo finds" ends 1 pre-commit try-repo "$hooks" gpumem-lint --all-files --verbose
	check "try-repo says why" grep -q gpu-memory-exceeded "$suite_tmp/log"
	repository projects/baseline-7b-repaired
	check "try-repo passes what fits" ends 0 pre-commit try-repo "$hooks" gpumem-lint --all-files
	printf 'notes\n' >"$suite_tmp/repo/notes.txt"
	git -C "$suite_tmp/repo" commit -qm all && git -C "$suite_tmp/repo" add -A
	check "try-repo skips what it does not read" ends 0 pre-commit try-repo "$hooks" gpumem-lint
	check "and says so" grep -q Skipped "$suite_tmp/log"
else
	echo "no pre-commit here: only the hook itself was run"
fi
finish precommit
