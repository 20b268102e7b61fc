#!/bin/bash
# The steps of action.yml: tools/action.sh key | install | lint
# Reads RUNNER_TEMP, GITHUB_OUTPUT and GITHUB_STEP_SUMMARY of the runner, and GPUMEM_LINT_* of action.yml.
set -euo pipefail

action=${GPUMEM_LINT_ACTION:-$(cd "$(dirname "$0")/.." && pwd)}
temp=${RUNNER_TEMP:?}/gpumem-lint
bin=$temp/gpumem-lint
releases=${GPUMEM_LINT_RELEASES:-${GITHUB_SERVER_URL:-https://github.com}/${GITHUB_ACTION_REPOSITORY:-gpumem-lint/gpumem-lint}/releases/download}

die()
{
	echo "::error title=gpumem-lint::$*"
	exit 3
}

# output NAME VALUE: values are ours, on one line.
output()
{
	printf '%s=%s\n' "$1" "$2" >>"${GITHUB_OUTPUT:?}"
}

# What the binary is made of: its sources, and how they are compiled.
key()
{
	local digest
	digest=$(cd "$action" && find core lint docs tools Makefile -type f | LC_ALL=C sort | xargs sha256sum | sha256sum)
	output key "gpumem-lint-$(uname -sm | tr ' ' -)-${digest%% *}"
}

fetch()
{
	case $1 in
	file://*) cp "${1#file://}" "$2" ;;
	*)
		if command -v curl >/dev/null; then
			curl --fail --silent --show-error --location --proto '=https' --retry 3 --output "$2" "$1"
		else
			wget --quiet --https-only --output-document="$2" "$1"
		fi
		;;
	esac
}

# A release is run only if its digest is one of those that came with this checkout.
download()
{
	local version=$1 name digest
	case $version in
	*[!A-Za-z0-9.-]*) die "version $(printf '%q' "$version") is no tag of a release" ;;
	esac
	name=gpumem-lint-$version-linux-$(uname -m)
	digest=$(awk -v name="$name" '$2 == name { print $1 }' "$action/tools/releases.sha256")
	[ -n "$digest" ] || die "tools/releases.sha256 has no digest of $name"
	fetch "$releases/$version/$name" "$temp/download" || die "cannot download $name"
	echo "$digest  $temp/download" | sha256sum --check --quiet --strict - >&2 ||
		die "$name has another digest than tools/releases.sha256 says"
	chmod 755 "$temp/download"
	mv "$temp/download" "$bin"
}

install()
{
	mkdir -p "$temp"
	if [ -n "${GPUMEM_LINT_VERSION:-}" ]; then
		download "$GPUMEM_LINT_VERSION"
	elif [ ! -x "$bin" ]; then
		echo "::group::build gpumem-lint"
		make -C "$action" -j2 gpumem-lint || die "the build failed"
		echo "::endgroup::"
		cp "$action/gpumem-lint" "$bin"
	fi
	"$bin" --version
}

# The text report in a fence that nothing in it can close; a summary over 1 MiB would be dropped whole.
summary()
{
	local fence='```'
	while grep -qF "$fence" "$1"; do
		fence=$fence'`'
	done
	{
		echo '### GPU memory'
		echo
		echo "${fence}text"
		head -c 900000 "$1"
		echo
		echo "$fence"
	} >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
}

# count NAME FILE: a number of the report's summary, its last object.
count()
{
	grep -o "\"$1\": *[0-9]*" "$2" | tail -n 1 | grep -o '[0-9]*$' || echo 0
}

lint()
{
	local -a args=() paths=() more=()
	local code=0 name
	[ -z "${GPUMEM_LINT_GPU:-}" ] || args+=("--gpu" "$GPUMEM_LINT_GPU")
	[ -z "${GPUMEM_LINT_FAIL_ON:-}" ] || args+=("--fail-on" "$GPUMEM_LINT_FAIL_ON")
	[ "${GPUMEM_LINT_STRICT:-}" != true ] || args+=("--strict")
	mapfile -t more < <(printf '%s' "${GPUMEM_LINT_ARGS:-}" | sed '/^[[:space:]]*$/d')
	mapfile -t paths < <(printf '%s' "${GPUMEM_LINT_PATHS:-.}" | sed '/^[[:space:]]*$/d')
	args+=("${more[@]}" --output "json=$temp/report.json" --output "text=$temp/report.txt")

	rm -f "$temp/report.json" "$temp/report.txt"
	"$bin" --format github "${args[@]}" -- "${paths[@]}" || code=$?
	output exit-code "$code"
	if [ -s "$temp/report.json" ]; then
		for name in jobs errors warnings; do
			output "$name" "$(count "$name" "$temp/report.json")"
		done
		output json "$temp/report.json"
	fi
	[ ! -s "$temp/report.txt" ] || summary "$temp/report.txt"
	if [ "$code" = 1 ] && [ "${GPUMEM_LINT_FAIL:-true}" = false ]; then
		code=0
	fi
	exit "$code"
}

case ${1:-} in
key | install | lint) "$1" ;;
*) die "usage: tools/action.sh key | install | lint" ;;
esac
