#!/bin/sh
# usage: tools/setup.sh build/setup.mk [EXTRA…]
#
# Makes a bare Debian or Ubuntu able to build: installs the packages that are missing (none, if all
# are there), fetches cJSON's source, and writes what was found as variables for the Makefile.
# Packages named as EXTRA are installed as well, where the archive has them: lint and CI tools.
set -eu

out=${1:?usage: tools/setup.sh build/setup.mk [EXTRA…]}
shift
here=$(dirname "$0")
cc=${CC:-cc}
pkg_config=${PKG_CONFIG:-pkg-config}

has()
{
	command -v "$1" >/dev/null 2>&1
}

# What is missing, as package names; a library counts as present when pkg-config sees it.
missing()
{
	has "$cc" || case $cc in
		clang*) echo clang ;;
		*) echo gcc ;;
	esac
	[ -e /usr/include/stdio.h ] || echo libc6-dev
	has "$pkg_config" || echo pkg-config
	for pair in yaml-0.1=libyaml-dev libpcre2-8=libpcre2-dev check=check; do
		has "$pkg_config" && "$pkg_config" --exists "${pair%%=*}" || echo "${pair#*=}"
	done
	[ -n "${CJSON_SOURCE:-}" ] || [ -f "$(dirname "$out")/deps/cjson/cJSON.c" ] ||
		has dpkg-source || echo dpkg-dev
}

install()
{
	sudo=
	if [ "$(id -u)" != 0 ]; then
		has sudo || { echo "setup: not root and no sudo; please install: $*" >&2; exit 1; }
		sudo=sudo
	fi
	echo "setup: installing $*"
	$sudo env DEBIAN_FRONTEND=noninteractive apt-get -qq update
	# shellcheck disable=SC2086 # one word per package
	$sudo env DEBIAN_FRONTEND=noninteractive \
		apt-get -qq -y --no-install-recommends -o Dpkg::Use-Pty=0 install "$@" >/dev/null
}

packages=$(missing)
for extra; do
	dpkg-query -W -f '${Status}' "$extra" 2>/dev/null | grep -q 'ok installed' || packages="$packages $extra"
done
# shellcheck disable=SC2086 # a list of words
set -- $packages
if [ $# -gt 0 ]; then
	if [ "${SETUP_INSTALL:-}" = no ] || ! has apt-get; then
		echo "setup: please install what is missing here; on Debian and Ubuntu: apt-get install $*" >&2
		exit 1
	fi
	install "$@"
fi

cjson=$(dirname "$out")/deps/cjson
kind=source
if [ ! -f "$cjson/cJSON.c" ] && ! "$here/cjson.sh" "$cjson"; then
	"$pkg_config" --exists libcjson || {
		echo "setup: no source of cJSON. Give it as CJSON_SOURCE=/path, or install libcjson-dev" >&2
		echo "setup: for a development build that is not static." >&2
		exit 1
	}
	echo "setup: using the shared libcjson: a development build, not static" >&2
	kind=shared
fi

mkdir -p "$(dirname "$out")"
{
	echo "# Written by tools/setup.sh; remove to look again."
	echo "CJSON_KIND := $kind"
	echo "CJSON_VERSION := $(cat "$cjson/VERSION" 2>/dev/null || "$pkg_config" --modversion libcjson)"
	echo "DEPS_CFLAGS := $("$pkg_config" --cflags yaml-0.1 libpcre2-8 | sed 's/-I/-isystem /g')"
	echo "DEPS_STATIC := $("$pkg_config" --static --libs yaml-0.1 libpcre2-8)"
	echo "CHECK_LIBS := $("$pkg_config" --libs check)"
} >"$out.new"
mv "$out.new" "$out"
