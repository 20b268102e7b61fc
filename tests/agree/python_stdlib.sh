#!/bin/bash
# Python files as the distribution ships them: each that python3 accepts parses without a rejected
# statement, into the tree that python3's own ast module makes, spans included; and how fast.
#
# usage: tests/agree/python_stdlib.sh [--all]
# The trees of every eighth file are compared, with --all those of every file (20 s).
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"
needs python3

tool=${TOOLS:-$suite_root/build/release/tests}/tool_pyparse
compare="$suite_root/tests/agree/python_ast.py"
every=8
[ "${1:-}" != --all ] || every=1

find /usr/lib/python3* -name '*.py' -type f | sort >"$suite_tmp/all"
awk -v every="$every" 'NR % every == 0' "$suite_tmp/all" >"$suite_tmp/sample"

# rejected_by_us_alone: files with a rejected statement that python3 accepts.
rejected_by_us_alone()
{
	"$tool" check <"$suite_tmp/all" >"$suite_tmp/out"
	grep -oE '^/[^:]*' "$suite_tmp/out" | sort -u | python3 "$compare" --accepted >"$suite_tmp/wrong"
	[ "$(grep -c . "$suite_tmp/all")" -gt 100 ] || { echo "no standard library here"; return 1; }
	grep -q '^files [1-9]' "$suite_tmp/out" || { cat "$suite_tmp/out"; return 1; }
	if [ -s "$suite_tmp/wrong" ]; then
		grep -F -f "$suite_tmp/wrong" "$suite_tmp/out"
		return 1
	fi
}

same_trees()
{
	python3 "$compare" "$tool" <"$suite_tmp/sample" >"$suite_tmp/trees" || {
		cat "$suite_tmp/trees"
		return 1
	}
}

same_outlined()
{
	"$tool" outline <"$suite_tmp/sample" >"$suite_tmp/outlined" || {
		cat "$suite_tmp/outlined"
		return 1
	}
	grep -q '^files [1-9]' "$suite_tmp/outlined"
}

# A test that cannot fail is none: a tree that was changed must be seen.
difference_is_seen()
{
	printf '#!/bin/bash\n"%s" "$@" | sed "s/(call@/(called@/"\n' "$tool" >"$suite_tmp/changed"
	chmod +x "$suite_tmp/changed"
	head -n 5 "$suite_tmp/sample" >"$suite_tmp/few"
	! python3 "$compare" "$suite_tmp/changed" <"$suite_tmp/few" >/dev/null
}

check "the standard library parses" rejected_by_us_alone
check "trees are those of python3" same_trees
check "functions that are parsed later are the same" same_outlined
check "a difference is seen" difference_is_seen

# Figures, not tests: other work on the machine moves them.
"$tool" check <"$suite_tmp/sample" >"$suite_tmp/ours"
python3 "$compare" --time <"$suite_tmp/sample" >"$suite_tmp/theirs"
cat "$suite_tmp/ours" "$suite_tmp/theirs" | awk '
	/^files/ { files = $2 } /^bytes/ { mb = $2 / 1e6 }
	/^seconds/ { if (ours == "") ours = $2; else theirs = $2 }
	END { printf "%d files, %.1f MB: %.0f MB/s, %.1f times as fast as python3 -c \"import ast\"\n",
	      files, mb, mb / (ours + 1e-9), theirs / (ours + 1e-9) }'
finish python-stdlib
