#!/bin/bash
# usage: CC=… CFLAGS=… tools/lint.sh
# Static checks of the sources; prints what is wrong and fails if anything is. Tools that are not
# installed are named and left out.
set -u

cc=${CC:-cc}
read -r -a cflags <<<"${CFLAGS:-}"
bad=0
out=$(mktemp)
trap 'rm -f "$out"' EXIT

wrong()
{
	bad=$((bad + 1))
	echo "lint: $1"
	sed 's/^/    /' "$out" | head -n 40
}

shopt -s nullglob globstar
headers=(core/**/*.h lint/**/*.h)
sources=(core/[!t]*/*.c lint/**/*.c) # core/tables/mktables.c runs in the build only
scripts=(tools/*.sh tests/**/*.sh .ci/run)

for h in "${headers[@]}"; do
	"$cc" "${cflags[@]}" -x c -fsyntax-only -include "$h" /dev/null >"$out" 2>&1 ||
		wrong "$h does not compile alone"
done

# The rooms, their doors, and which may use which.
if tools/walls.sh "${OBJECTS:-build/release}" >"$out"; then
	cat "$out"
else
	wrong "walls between rooms"
fi

# The lower layer: libc and libm, and itself.
grep -nE '^#include <(yaml|pcre2|cjson|check)' core/*/*.[ch] >"$out" && wrong "core/ includes what it may not"
grep -nE '^#include <(stdio|unistd|fcntl|dirent|spawn|sys/)' core/[!t]*/*.[ch] | grep -v '<stdio.h>' >"$out" &&
	wrong "core/ does I/O"
grep -nE '\b(printf|fprintf|puts|fopen|fread|fwrite|getenv)\(' core/[!t]*/*.c >"$out" && wrong "core/ does I/O"

# Unbounded, locale-bound or static-state functions, and memory outside arenas.
grep -nE '\b(strcpy|strcat|sprintf|vsprintf|gets|strtok|atoi|atol|atof|setlocale|system|popen|mktemp|tmpnam|alloca|localtime|gmtime|rand|signal)\(' \
	"${sources[@]}" >"$out" && wrong "banned functions"
# realpath() gives memory of its own; the lexicon holds PCRE2's objects, which have to be freed.
grep -nE '\b(malloc|calloc|realloc|free)\(' "${sources[@]}" |
	grep -vE '^(core/base/arena|lint/os/(git_files|posix)|lint/python/syntax/lexicon)\.c:' >"$out" &&
	wrong "malloc outside core/base/arena.c"

# Stage code knows frameworks as rows only.
grep -nE '(str_is|str_eq|str_starts|strcmp)\([^)]*"(axolotl|llamafactory|trl|unsloth|torchtune|litgpt|deepspeed|transformers)"' \
	"${sources[@]}" | grep -v '^lint/frameworks/[a-z]*/' >"$out" && wrong "a framework's name in stage code"

grep -nE '\b(TODO|FIXME|XXX|HACK)\b' "${sources[@]}" "${headers[@]}" tests/**/*.[ch] >"$out" && wrong "left-over marks"
grep -nE '[[:blank:]]+$' "${sources[@]}" "${headers[@]}" Makefile "${scripts[@]}" >"$out" && wrong "blanks at line ends"

if command -v shellcheck >/dev/null; then
	shellcheck -x "${scripts[@]}" >"$out" 2>&1 || wrong "shellcheck"
else
	echo "lint: no shellcheck here"
fi
if command -v cppcheck >/dev/null; then
	cppcheck --quiet --std=c11 --enable=warning,portability --inline-suppr --error-exitcode=1 \
		--suppress=missingIncludeSystem --suppress=normalCheckLevelMaxBranches --suppress=internalAstError --suppress=identicalInnerCondition -D_GNU_SOURCE -I . -j "$(nproc)" \
		"${sources[@]}" >"$out" 2>&1 || wrong "cppcheck"
else
	echo "lint: no cppcheck here"
fi

# A report, not a rule: files over the budget that are not tables.
for f in "${sources[@]}"; do
	n=$(wc -l <"$f")
	if [ "$n" -gt 600 ] && [ "$(grep -cE '^[[:blank:]]*(\{|X\()' "$f")" -lt $((n / 3)) ]; then
		echo "lint: note: $f has $n lines"
	fi
done

[ "$bad" = 0 ] && echo "lint: clean: ${#sources[@]} sources, ${#headers[@]} headers"
[ "$bad" = 0 ]
