#!/bin/bash
# What must not be forgotten: a case for each rule, its near-miss and each framework; documents that say
# what the program does.
# shellcheck disable=SC2013 # words are meant
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"
cd "$suite_root" || exit 1

# truths TEXT: the truth files of cases that hold it.
truths() { grep -lE -- "$1" fixtures/*/*/truth.json; }

for rule in $(sed -n 's/^\tX([A-Z_]*, "\([a-z-]*\)", [A-Z]*,.*/\1/p' lint/finding/finding.h); do
	check "$rule fires in a case, by reading" truths "\"rule\": *\"$rule\""
	check "$rule fires in a golden case" grep -qrl --include='expect.*' -- "$rule" fixtures
	check "$rule is silent in a near-miss" test -n "$(awk -v rule="\"$rule\"" '
		/"silent"/ { on = 1 } on && index($0, rule) { print FILENAME } /\]/ { on = 0 }' fixtures/*/*/truth.json)"
	check "$rule is in the README" grep -q "\`$rule\`" README.md
	check "$rule has a page" grep -qx "# $rule" "docs/rules/$rule.md"
	check "$rule's page is in docs/rules.md" grep -qF "(rules/$rule.md)" docs/rules.md
	check "$rule explains itself" "$suite_bin" explain "$rule"
done
for name in $(sed -n 's/^const struct framework framework_\([a-z0-9_]*\) = .*/\1/p' lint/frameworks/*/*.c); do
	check "$name has a case" test -n "$(ls -d "fixtures/frameworks/$name-"* 2>/dev/null)$(
		grep -lw -- "$name" fixtures/*/*/covers)"
done
for case in fixtures/*/*/; do
	[ "$case" = "${case#fixtures/fuzz/}" ] || continue
	check "$case holds a repository" test -d "$case/repo"
	check "$case says what is right" test -e "$case/truth.json" -o -e "$case/verify.sh" -o -e "$case/exit"
done

# Every option of --help is in the README; every one there is in --help.
"$suite_bin" --help >"$suite_tmp/help" 2>&1
for option in $(grep -oE -- '--[a-z][a-z-]+' "$suite_tmp/help" | sort -u); do
	check "README names $option" grep -q -- "$option" README.md
	check "the manual names $option" grep -q -- "^\.It Fl.* -${option#--}\b" docs/gpumem-lint.1
done

if command -v mandoc >/dev/null; then
	check "the manual is well formed" mandoc -T lint -W warning docs/gpumem-lint.1
fi

# Blocks of documents below a line "<!-- $ COMMAND -->" are what the command prints.
for file in README.md ARCHITECTURE.md docs/*.md docs/*.1; do
	check "$file: what it shows is what is printed" tools/blocks.sh "$file"
done
check "README has examples that are run" test "$(grep -c '^<!-- \$ ' README.md)" -ge 2
for file in README.md ARCHITECTURE.md CONTRIBUTING.md docs/*.md; do
	for link in $(grep -oE '\]\([^)#]+' "$file" | cut -c3- | grep -v '^http'); do
		check "$file: $link is there" test -e "$(dirname "$file")/$link"
	done
done
# What comments and documents name by its path is there; so is what is compiled for speed.
named=$(git ls-files -- '*.[ch]' '*.md' '*.sh' '*.txt' | grep -vE '^fixtures/|^tests/program/walls\.sh$|check_import_reach' |
	xargs grep -hoE '\b(core|lint|tests|tools)/[a-z0-9_/]+\.[ch]\b' | sort -u)
check "files are named in comments" test -n "$named"
for file in $named; do
	check "$file, which is named somewhere, is there" test -e "$file"
done
check "every file of tools/hot.txt is there" xargs -a tools/hot.txt stat -c %n
check "ARCHITECTURE.md fits a page" test "$(wc -l <ARCHITECTURE.md)" -le 120
finish complete
