#!/bin/sh
# usage: tools/source_package.sh PACKAGE DIR
#
# Unpacks the distribution's source package into DIR, security patches applied, and prints its version. apt checks the
# signed index and the digests; it works in a directory of its own, and the system's lists and settings stay as they are.
set -eu

package=${1:?usage: tools/source_package.sh PACKAGE DIR}
dir=${2:?usage: tools/source_package.sh PACKAGE DIR}

die()
{
	echo "source_package.sh: $*" >&2
	exit 1
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

if ! command -v apt-get >/dev/null || ! command -v dpkg-source >/dev/null; then
	die "no apt-get and dpkg-source here"
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

apt_with()
{
	program=$1
	shift
	DEBIAN_FRONTEND=noninteractive "$program" -qq \
		-o Dir::Etc::SourceList="$tmp/sources.list" -o Dir::Etc::SourceParts="$tmp/parts" \
		-o Dir::State::Lists="$tmp/lists" -o Dir::Cache="$tmp/cache" \
		-o Acquire::Languages=none -o Acquire::Retries=2 "$@"
}

# As root apt fetches as the user _apt, who must be able to write there.
if [ "$(id -u)" = 0 ] && id _apt >/dev/null 2>&1; then
	chown _apt "$tmp/get"
fi
apt_with apt-get update >"$tmp/log" 2>&1 || { cat "$tmp/log" >&2; die "no index of source packages"; }
# A mirror may not have the newest that its index names yet: then the one before it.
for version in $(apt_with apt-cache showsrc "$package" 2>/dev/null | sed -n 's/^Version: //p' | sort -rVu); do
	(cd "$tmp/get" && apt_with apt-get source --download-only "$package=$version") >"$tmp/log" 2>&1 && break
	rm -f "$tmp"/get/*
done
set -- "$tmp"/get/*.dsc
[ -f "$1" ] || { cat "$tmp/log" >&2; die "no source package $package"; }
rm -rf "$dir"
mkdir -p "$(dirname "$dir")"
dpkg-source --no-check -x "$1" "$dir" >"$tmp/log" 2>&1 || { cat "$tmp/log" >&2; die "cannot unpack $1"; }
sed -n 's/^Version: //p' "$1" | head -n 1
