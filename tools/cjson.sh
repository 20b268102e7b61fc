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

# The distribution's own entries of apt's sources (suites of its code name, component main), one
# "URI SUITE COMPONENTS [options]" a line, from both forms of files.
source_lines()
{
	for f in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
		[ -f "$f" ] || continue
		sed -n 's/^[[:space:]]*deb[[:space:]]\{1,\}/deb-src /p' "$f"
	done | grep -E "[[:space:]]$1([-/](updates|security))?[[:space:]].*main" || :
	for f in /etc/apt/sources.list.d/*.sources; do
		[ -f "$f" ] || continue
		awk -v code="$1" '
			function flush(  i, j, u, s, opt) {
				if (types ~ /(^| )deb( |$)/ && " " comps " " ~ / main / && enabled != "no") {
					nu = split(uris, u, " ")
					ns = split(suites, s, " ")
					opt = key == "" ? "" : " [signed-by=" key "]"
					for (i = 1; i <= nu; i++)
						for (j = 1; j <= ns; j++)
							if (s[j] ~ "^" code "([-/](updates|security))?$")
								print "deb-src" opt " " u[i] " " s[j] " " comps
				}
				types = uris = suites = comps = key = enabled = ""
			}
			/^[[:space:]]*$/ { flush(); next }
			/^#/ { next }
			{ name = tolower($1); value = $0; sub(/^[^:]*:[[:space:]]*/, "", value) }
			name == "types:" { types = value }
			name == "uris:" { uris = value }
			name == "suites:" { suites = value }
			name == "components:" { comps = value }
			name == "enabled:" { enabled = tolower(value) }
			name == "signed-by:" && value ~ /^\// { key = value }
			END { flush() }' "$f"
	done
}

if [ -n "${CJSON_SOURCE:-}" ]; then
	if ! [ -f "$CJSON_SOURCE/cJSON.c" ] || ! [ -f "$CJSON_SOURCE/cJSON.h" ]; then
		die "CJSON_SOURCE=$CJSON_SOURCE holds no cJSON.c and cJSON.h"
	fi
	place "$CJSON_SOURCE" "$(cat "$CJSON_SOURCE/VERSION" 2>/dev/null || echo given)"
	exit 0
fi

if ! command -v apt-get >/dev/null || ! command -v dpkg-source >/dev/null; then
	die "no apt-get and dpkg-source here; give the sources with CJSON_SOURCE=/path/to/cJSON"
fi
# shellcheck disable=SC1091
code=$(. /etc/os-release && echo "${VERSION_CODENAME:-}")
[ -n "$code" ] || die "/etc/os-release names no release"

tmp=$(mktemp -d)
trap 'rm -rf "$tmp"' EXIT
trap 'exit 1' HUP INT TERM
chmod 755 "$tmp"
mkdir -p "$tmp/lists/partial" "$tmp/cache/archives/partial" "$tmp/parts" "$tmp/get"
source_lines "$code" >"$tmp/sources.list"
[ -s "$tmp/sources.list" ] || die "apt's sources name no $code archive"

apt()
{
	DEBIAN_FRONTEND=noninteractive apt-get -qq \
		-o Dir::Etc::SourceList="$tmp/sources.list" -o Dir::Etc::SourceParts="$tmp/parts" \
		-o Dir::State::Lists="$tmp/lists" -o Dir::Cache="$tmp/cache" \
		-o Acquire::Languages=none -o Acquire::Retries=2 "$@"
}

# As root apt fetches as the user _apt, who must be able to write there.
if [ "$(id -u)" = 0 ] && id _apt >/dev/null 2>&1; then
	chown _apt "$tmp/get"
fi
apt update >"$tmp/log" 2>&1 || { cat "$tmp/log" >&2; die "no index of source packages"; }
(cd "$tmp/get" && apt source --download-only cjson) >"$tmp/log" 2>&1 ||
	{ cat "$tmp/log" >&2; die "no source package cjson"; }
set -- "$tmp"/get/cjson_*.dsc
[ -f "$1" ] || die "apt-get source left no cjson_*.dsc"
dpkg-source --no-check -x "$1" "$tmp/cjson" >"$tmp/log" 2>&1 ||
	{ cat "$tmp/log" >&2; die "cannot unpack $1"; }
version=$(sed -n 's/^Version: //p' "$1" | head -n 1)
place "$tmp/cjson" "$version"
echo "cJSON $version from the distribution's source package"
