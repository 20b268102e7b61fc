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

# fence FILE: backticks that nothing in a file can close.
fence()
{
	local ticks='```'
	while grep -qF "$ticks" "$1"; do
		ticks=$ticks'`'
	done
	echo "$ticks"
}

# patch ARGUMENT…: patch.md, the changes that make jobs fit and leave the training as it is, each held against the files once more.
patch()
{
	local ticks
	rm -f "$temp/patch.md"
	"$bin" --fix --diff "$@" >"$temp/fixes.diff" 2>/dev/null || return 0
	[ -s "$temp/fixes.diff" ] && [ "$(wc -c <"$temp/fixes.diff")" -le 20000 ] || return 0
	ticks=$(fence "$temp/fixes.diff")
	{
		echo
		echo '<details><summary>A patch with which jobs fit that may not, and train the same</summary>'
		echo
		echo "${ticks}diff"
		cat "$temp/fixes.diff"
		echo "$ticks"
		echo
		echo "\`gpumem-lint --fix\` writes it."
		echo '</details>'
	} >"$temp/patch.md"
}

# The difference, then the text report in a fence that nothing in it can close; a summary over 1 MiB would be dropped whole.
summary()
{
	local ticks
	[ "${GPUMEM_LINT_SUMMARY:-true}" != false ] || return 0
	ticks=$(fence "$temp/report.txt")
	{
		if [ -s "$temp/diff.md" ]; then
			cat "$temp/diff.md"
			echo
		fi
		head -c 400000 "$temp/report.md"
		[ ! -s "$temp/patch.md" ] || cat "$temp/patch.md"
		echo
		echo '<details><summary>The whole report</summary>'
		echo
		echo "${ticks}text"
		head -c 500000 "$temp/report.txt"
		echo
		echo "$ticks"
		echo '</details>'
	} >>"${GITHUB_STEP_SUMMARY:-/dev/null}"
}

# count NAME FILE: a number of the report's summary, its last object.
count()
{
	grep -o "\"$1\": *[0-9]*" "$2" | tail -n 1 | grep -o '[0-9]*$' || echo 0
}

# The revision to compare with: of a pull request's merge commit the first parent, else the branch that it goes to.
base()
{
	case ${GPUMEM_LINT_BASE:-}:${GITHUB_REF:-} in
	auto:refs/pull/*/merge) echo 'HEAD^1' ;;
	auto:*) [ -z "${GITHUB_BASE_REF:-}" ] || echo "origin/$GITHUB_BASE_REF" ;;
	*) echo "${GPUMEM_LINT_BASE:-}" ;;
	esac
}

# difference ARGUMENT…: diff.md; the result is that of --fail-on-increase. What cannot be compared is said, and no failure.
difference()
{
	local revision code=0
	revision=$(base)
	rm -f "$temp/diff.md"
	[ -n "$revision" ] || return 0
	[ -z "${GPUMEM_LINT_INCREASE:-}" ] || set -- "$@" --fail-on-increase "$GPUMEM_LINT_INCREASE"
	echo "::group::memory against ${revision//[^A-Za-z0-9\/._^~-]/?}"
	"$bin" diff --format text --output "markdown=$temp/diff.md" "$@" -- "$revision" "${GPUMEM_LINT_HEAD:-HEAD}" 2>"$temp/diff.err" || code=$?
	echo "::endgroup::"
	if [ "$code" -gt 1 ]; then
		printf '::warning title=gpumem-lint::no comparison with the base: %s\n' "$(tr -d '\r\n' <"$temp/diff.err" | sed 's/%/%25/g')"
		return 0
	fi
	output diff "$temp/diff.md"
	return "$code"
}

# api METHOD PATH [FILE]: a call of GitHub's API with the token, which no command line shows. Prints what it answers.
api()
{
	local -a more=()
	[ $# -lt 3 ] || more=(--data-binary "@$3")
	printf 'header = "Authorization: Bearer %s"\n' "$GPUMEM_LINT_TOKEN" |
		curl --config - --fail --silent --show-error --max-time 30 --request "$1" --header 'Accept: application/vnd.github+json' \
			"${more[@]}" "${GITHUB_API_URL:-https://api.github.com}/repos/${GITHUB_REPOSITORY:?}/$2"
}

# no_comment WHY: everything is in the annotations and the summary as well.
no_comment()
{
	echo "no comment on the pull request: $*"
}

# What holds of a body that was ours: one that another wrote with our mark in it is not.
mark='<!-- gpumem-lint -->'

# body FILE: the comment as the JSON of a request. The Markdown holds no control characters but line feeds.
body()
{
	printf '{"body":"'
	sed 's/\\/\\\\/g; s/"/\\"/g' "$1" | sed ':a; N; $!ba; s/\n/\\n/g' | tr -d '\n'
	printf '"}'
}

# One comment, which is changed only if it would say something else; none at first if there is nothing to say.
comment()
{
	local pull=${GPUMEM_LINT_PULL:-} page found='' id='' before=''
	if [ "${GPUMEM_LINT_COMMENT:-}" != true ] || [ ! -s "$temp/diff.md" ]; then
		return 0
	fi
	case ${GITHUB_REF:-} in
	refs/pull/*) [ -n "$pull" ] || { pull=${GITHUB_REF#refs/pull/}; pull=${pull%%/*}; } ;;
	esac
	case $pull in
	'' | *[!0-9]*) no_comment "this is no pull request"; return 0 ;;
	esac
	[ -n "${GPUMEM_LINT_TOKEN:-}" ] || { no_comment "there is no token"; return 0; }
	if ! command -v curl >/dev/null || ! command -v jq >/dev/null; then
		no_comment "curl and jq are needed for it"
		return 0
	fi
	{
		echo "$mark"
		cat "$temp/diff.md"
		[ ! -s "$temp/patch.md" ] || [ "$(cat "$temp/diff.md" "$temp/patch.md" | wc -c)" -gt 65000 ] || cat "$temp/patch.md"
	} >"$temp/comment.md"
	for page in 1 2 3 4 5 6 7 8 9 10; do
		api GET "issues/$pull/comments?per_page=100&page=$page" >"$temp/comments.json" 2>"$temp/api.err" ||
			{ no_comment "its comments cannot be read"; return 0; }
		found=$(jq -r --arg mark "$mark" 'map(select(.user.type == "Bot" and (.body | startswith($mark)))) | first | .id // empty' \
			"$temp/comments.json")
		if [ -n "$found" ]; then
			id=$found
			before=$(jq -r --argjson id "$id" '.[] | select(.id == $id) | .body' "$temp/comments.json" | tr -d '\r')
			break
		fi
		[ "$(jq length "$temp/comments.json")" = 100 ] || break
	done
	[ "$before" != "$(cat "$temp/comment.md")" ] || { echo "the comment says so already"; return 0; }
	if [ -z "$id" ] && ! grep -q '^| --- ' "$temp/diff.md"; then
		echo "no comment: no job changed"
		return 0
	fi
	body "$temp/comment.md" >"$temp/comment.json"
	if [ -n "$id" ]; then
		api PATCH "issues/comments/$id" "$temp/comment.json" >/dev/null 2>"$temp/api.err" ||
			no_comment "the token may not write, as in a pull request from a fork"
	else
		api POST "issues/$pull/comments" "$temp/comment.json" >/dev/null 2>"$temp/api.err" ||
			no_comment "the token may not write, as in a pull request from a fork"
	fi
}

# Lines of an input that are not blank, as an array.
lines()
{
	mapfile -t "$1" < <(printf '%s' "$2" | sed '/^[[:space:]]*$/d')
}

lint()
{
	local -a args=() paths=() more=() policy=()
	local code=0 grown=0 name report
	local format=${GPUMEM_LINT_FORMAT:-text}
	case $format in
	*[!a-z]*) die "format $(printf '%q' "$format") is none" ;;
	esac
	[ -z "${GPUMEM_LINT_GPU:-}" ] || policy+=("--gpu" "$GPUMEM_LINT_GPU")
	[ -z "${GPUMEM_LINT_FAIL_ON:-}" ] || policy+=("--fail-on" "$GPUMEM_LINT_FAIL_ON")
	[ -z "${GPUMEM_LINT_CONFIG:-}" ] || policy+=("--config" "$GPUMEM_LINT_CONFIG")
	[ "${GPUMEM_LINT_STRICT:-}" != true ] || args+=("--strict")
	[ -z "${GPUMEM_LINT_CONFIG_FROM:-}" ] || args+=("--config-from" "$GPUMEM_LINT_CONFIG_FROM")
	lines more "${GPUMEM_LINT_ARGS:-}"
	lines paths "${GPUMEM_LINT_PATHS:-.}"
	args+=("${policy[@]}" "${more[@]}" --output "json=$temp/report.json" --output "text=$temp/report.txt" \
		--output "markdown=$temp/report.md")
	[ -z "${GPUMEM_LINT_SARIF:-}" ] || args+=(--output "sarif=$GPUMEM_LINT_SARIF")
	case $format in
	text) report=$temp/report.txt ;;
	json) report=$temp/report.json ;;
	markdown) report=$temp/report.md ;;
	*) report=$temp/report.$format args+=(--output "$format=$temp/report.$format") ;;
	esac

	rm -f "$temp"/report.*
	GITHUB_STEP_SUMMARY='' "$bin" --format github "${args[@]}" -- "${paths[@]}" || code=$?
	output exit-code "$code"
	if [ -s "$temp/report.json" ]; then
		for name in jobs errors warnings; do
			output "$name" "$(count "$name" "$temp/report.json")"
		done
		output findings "$(($(count errors "$temp/report.json") + $(count warnings "$temp/report.json") + $(count notices "$temp/report.json")))"
		output json "$temp/report.json"
		output report "$report"
		[ -z "${GPUMEM_LINT_SARIF:-}" ] || output sarif-file "${GPUMEM_LINT_SARIF//[$'\r\n']/}"
	fi
	[ "$code" -gt 1 ] || difference "${policy[@]}" "${more[@]}" || grown=$?
	rm -f "$temp/patch.md"
	[ ! -s "$temp/report.json" ] || [ "$(($(count errors "$temp/report.json") + $(count warnings "$temp/report.json")))" = 0 ] ||
		patch "${policy[@]}" "${more[@]}" -- "${paths[@]}"
	[ ! -s "$temp/report.txt" ] || summary
	comment
	[ "$code" != 0 ] || code=$grown
	if [ "$code" = 1 ] && [ "${GPUMEM_LINT_FAIL:-true}" = false ]; then
		code=0
	fi
	exit "$code"
}

case ${1:-} in
key | install | lint) "$1" ;;
*) die "usage: tools/action.sh key | install | lint" ;;
esac
