#!/bin/bash
# The check of the walls between rooms: what it lets pass, and what it must see, in a house of three rooms.
# shellcheck source=tests/support/suite.sh disable=SC2016 # backticks are the table's
. "$(dirname "$0")/../support/suite.sh"
cd "$suite_root" || exit 1
house=$suite_tmp/house

# A house without a fault: core/a below core/b below lint/c.
build()
{
	rm -rf "$house"
	mkdir -p "$house"/{docs,core/a,core/b,lint/c,tests/unit/core/a,objects/core/a,objects/core/b,objects/lint/c}
	printf '| room | doors | may use |\n| --- | --- | --- |\n' >"$house/docs/rooms.md"
	printf '| %s | %s | %s |\n' '`core/a`' '`a.h`' '' '`core/b`' '`b.h`' '`core/a`' \
		'`lint/c`' '' '`core/a`, `core/b`' >>"$house/docs/rooms.md"
	echo 'int a(void); int inner(void);' | tee "$house/core/a/a.h" >"$house/core/a/inner.h"
	echo 'int b(void);' >"$house/core/b/b.h"
	printf '#include "a.h"\n#include "inner.h"\nint a(void) { return 1; }\n' >"$house/core/a/a.c"
	printf 'int inner(void) { return 2; }\n' >"$house/core/a/inner.c"
	printf '#include "core/a/a.h"\n#include "b.h"\nint b(void) { return a(); }\n' >"$house/core/b/b.c"
	printf '#include "core/a/a.h"\n#include "core/b/b.h"\nint c(void) { return a() + b(); }\n' >"$house/lint/c/c.c"
	printf '#include "core/a/inner.h"\n' >"$house/tests/unit/core/a/check_a.c"
}

compile()
{
	local f

	for f in core/a/a core/a/inner core/b/b lint/c/c; do
		"${CC:-cc}" -w -iquote "$house" -c -o "$house/objects/$f.o" "$house/$f.c" || return 1
	done
}

walls()
{
	tools/walls.sh --root "$house" objects
}

# sees NAME TEXT: the check fails on the house as it stands now, and says TEXT.
sees()
{
	compile || fail "$1: does not compile"
	if walls >"$suite_tmp/said"; then
		fail "$1 is not seen"
	elif grep -qF -- "$2" "$suite_tmp/said"; then
		ok
	else
		fail "$1: says $(cat "$suite_tmp/said")"
	fi
}

build
compile
check "a house without a fault" walls
check "the order of its rooms is printed" test "$(walls)" = "walls: 3 rooms: core/a core/b lint/c"
check "levels are drawn" test "$(tools/walls.sh --root "$house" --picture)" = " 2  lint/c
 1  core/b
 0  core/a"

build
sed -i '1i #include "core/b/b.h"' "$house/core/a/a.c"
sees "an include of a room above" "core/a/a.c:1: core/a may not use core/b"
build
printf 'int b(void);\nint inner(void) { return b(); }\n' >"$house/core/a/inner.c"
sees "a use without an include" "core/a/inner.o: b() of core/b/b.o: core/a may not use core/b"
build
sed -i '1i #include "core/a/inner.h"' "$house/core/b/b.c"
sees "a header that is no door" "core/b/b.c:1: core/a/inner.h is no door of core/a"
build
sed -i '1i #include "../a/a.h"' "$house/core/b/b.c"
sees "a way around the root" "core/b/b.c:1: ../a/a.h leads out of a folder by .."
build
mkdir "$house/tests/unit/core/b" && printf '#include "core/a/inner.h"\n' >"$house/tests/unit/core/b/check_b.c"
sees "a unit test that looks inside another room" "tests/unit/core/b/check_b.c:1: core/a/inner.h is no door of core/a"
build
mkdir "$house/lint/d" && echo 'int d;' >"$house/lint/d/d.c"
sees "a folder that is no room" "lint/d is no room of the table"
build
printf '| `core/gone` | | |\n' >>"$house/docs/rooms.md"
sees "a room without a source" "core/gone holds no source"
build
sed -i 's/^| `core\/a` | `a.h` | *|/| `core\/a` | `a.h` | `core\/b` |/' "$house/docs/rooms.md"
sees "rooms that use one another" "core/a may use core/b, which does not stand above it in the table"
build
sed -i 's/#include "core.b.b.h"//; s/ + b()//' "$house/lint/c/c.c"
sees "a permission that nobody needs" "lint/c may use core/b and does not"
build
sed -i 's/`a.h`/`a.h`, `inner.h`, `x.h`/' "$house/docs/rooms.md"
sees "three doors" "core/a has more than two doors"
sees "a door that is not there" "core/a/x.h is a door and does not exist"
build
for i in $(seq 26); do echo 'int f;' >"$house/core/a/f$i.c"; done
sees "a room that is too full" "core/a holds 28 modules, more than 25"
build
rm -r "$house/objects"/*/*
if walls >"$suite_tmp/said"; then
	fail "a house without objects passes"
else
	check "objects are asked for" grep -q "no objects" "$suite_tmp/said"
fi

finish walls
