#!/bin/sh
# usage: tools/cjson.sh DIR
#
# Puts cJSON.c and cjson/cJSON.h into DIR. Debian and Ubuntu ship libcjson as a shared library only,
# and gpumem-lint is one static binary; so the one file is compiled from the distribution's own
# source package, security patches applied. apt checks the signed index and the digests; it works
# in a directory of its own, and the system's lists and settings stay as they are.
#
# CJSON_SOURCE=/path/with/cJSON.c takes the two files from there instead.
set -eu

dir=${1:?usage: tools/cjson.sh DIR}

die()
{
	echo "cjson.sh: $*" >&2
	exit 1
}

# DIR gets both files or none.
place()
{
	mkdir -p "$dir/cjson"
	cp "$1/cJSON.h" "$dir/cjson/cJSON.h"
	cp "$1/cJSON.h" "$dir/cJSON.h"
	cp "$1/cJSON.c" "$dir/cJSON.c.new"
	echo "$2" >"$dir/VERSION"
	mv "$dir/cJSON.c.new" "$dir/cJSON.c"
}

if [ -n "${CJSON_SOURCE:-}" ]; then
	if ! [ -f "$CJSON_SOURCE/cJSON.c" ] || ! [ -f "$CJSON_SOURCE/cJSON.h" ]; then
		die "CJSON_SOURCE=$CJSON_SOURCE holds no cJSON.c and cJSON.h"
	fi
	place "$CJSON_SOURCE" "$(cat "$CJSON_SOURCE/VERSION" 2>/dev/null || echo given)"
	exit 0
fi

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
version=$("$(dirname "$0")/source_package.sh" cjson "$tmp/cjson") ||
	die "the sources can be given with CJSON_SOURCE=/path/to/cJSON"
place "$tmp/cjson" "$version"
echo "cJSON $version from the distribution's source package"
