#!/bin/bash
# Golden cases: fixtures/AREA/CASE/ holds
#	repo/		the repository to lint (copied first, so nothing outside it matters)
#	args		arguments, one a line
#	expect.FORMAT	standard output with --format FORMAT, byte for byte
#	expect.stderr	standard error; empty if there is no such file
#	exit		exit code; 0 if there is no such file
#	truth.json	what a reader of repo/ must find (tests/golden/truth.c)
#	git		if present, the copy is made a Git repository
#	setup.sh	if present, run by bash in the copy: names and files that Git cannot hold
#	verify.sh	if present, run by bash in the copy at the end, with suite_bin set: it fails if what must not happen did
#	EXPECTED.md	the same for people
#	covers		names of lint/frameworks/ that the case shows besides the one in its own name
#
# usage: tests/golden/golden.sh [--update] [AREA/CASE…]
# --update writes expect.text (and other formats that are there), expect.stderr and exit from what the
# program says: read the difference before committing it.
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"

truth=${TRUTH:-$suite_root/build/release/tests/truth}
update=
if [ "${1:-}" = --update ]; then
	update=1
	shift
fi
cd "$suite_root" || exit 1

# prepare CASE: the copy of its repository, in $suite_tmp/repo.
prepare()
{
	rm -rf "$suite_tmp/repo"
	cp -R "$1/repo" "$suite_tmp/repo" || return 1
	if [ -f "$1/setup.sh" ]; then
		(cd "$suite_tmp/repo" && bash "$suite_root/$1/setup.sh") || return 1
	fi
	[ -e "$1/git" ] || return 0
	(
		cd "$suite_tmp/repo" && git init -q . && git add -A &&
			git -c user.name=case -c user.email=case@example.com -c commit.gpgsign=false commit -qm case
	)
}

# run FORMAT: out, err and code in $suite_tmp; the environment is empty but for the path.
run()
{
	local code=0
	(
		cd "$suite_tmp/repo" &&
			env -i PATH="$PATH" HOME="$suite_tmp" ${ASAN_OPTIONS:+ASAN_OPTIONS="$ASAN_OPTIONS"} \
				"$suite_bin" --format "$1" "${args[@]}" </dev/null >"$suite_tmp/out" 2>"$suite_tmp/err"
	) || code=$?
	echo "$code" >"$suite_tmp/code"
}

# same EXPECTED ACTUAL: a missing EXPECTED is an empty file.
same()
{
	[ -f "$1" ] || set -- /dev/null "$2"
	cmp -s "$1" "$2" || diff -u --label expected --label actual "$1" "$2"
}

# keep NAME FILE: in an update, the file or nothing if it is empty.
keep()
{
	if [ -s "$2" ]; then
		cp "$2" "$1"
	else
		rm -f "$1"
	fi
}

one_case()
{
	local case=$1 format bad=0
	local -a formats=() args=()
	[ ! -f "$case/args" ] || mapfile -t args <"$case/args"
	for format in text concise github json markdown; do
		[ ! -f "$case/expect.$format" ] || formats+=("$format")
	done
	if [ ${#formats[@]} = 0 ]; then
		[ -n "$update" ] || { echo "no expectation: make golden-update, and read what it writes"; return 1; }
		formats=(text)
	fi
	prepare "$case" || { echo "cannot prepare the copy"; return 1; }
	for format in "${formats[@]}"; do
		run "$format"
		if [ -n "$update" ]; then
			cp "$suite_tmp/out" "$case/expect.$format"
			keep "$case/expect.stderr" "$suite_tmp/err"
			if [ "$(cat "$suite_tmp/code")" = 0 ]; then rm -f "$case/exit"; else cp "$suite_tmp/code" "$case/exit"; fi
			continue
		fi
		same "$case/expect.$format" "$suite_tmp/out" || { echo "expect.$format differs"; bad=1; }
		same "$case/expect.stderr" "$suite_tmp/err" || { echo "standard error differs ($format)"; bad=1; }
		[ "$(cat "$suite_tmp/code")" = "$(cat "$case/exit" 2>/dev/null || echo 0)" ] ||
			{ echo "exit code $(cat "$suite_tmp/code") with --format $format"; bad=1; }
	done
	# Where each run is slow every so many-th: what is true does not hang on how the program was built.
	if [ -f "$case/truth.json" ] && [ $((count % ${TEST_EVERY:-1})) = 0 ]; then
		run json
		"$truth" "$case/truth.json" "$case/repo" <"$suite_tmp/out" || bad=1
	fi
	if [ -f "$case/verify.sh" ]; then
		(cd "$suite_tmp/repo" && suite_bin=$suite_bin bash "$suite_root/$case/verify.sh") || { echo "verify.sh fails"; bad=1; }
	fi
	return $bad
}

cases=("$@")
if [ $# = 0 ]; then
	mapfile -t cases < <(cd fixtures && printf '%s\n' */*/repo | sed 's,/repo$,,' | sort)
fi
count=0
for name in "${cases[@]}"; do
	count=$((count + 1))
	if out=$(one_case "fixtures/$name" 2>&1); then
		ok
	else
		fail "golden $name"
		printf '%s\n' "$out" | head -n 80 | sed 's/^/    /'
	fi
done
finish golden
