#!/bin/bash
# Findings that are known, by the program: a baseline's life from its making to its end.
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"
cd "$suite_root" || exit 1

cp -R fixtures/rules/gpu-memory-exceeded/repo "$suite_tmp/repo" && cd "$suite_tmp/repo" || exit 1
ends()
{
	local want=$1 code=0
	shift
	"$@" >"$suite_tmp/out" 2>"$suite_tmp/err" </dev/null || code=$?
	[ "$code" = "$want" ] && return 0
	echo "ended with $code instead of $want"
	head -n 20 "$suite_tmp/err" "$suite_tmp/out"
	return 1
}
out() { grep -qE -- "$1" "$suite_tmp/out" || { echo "no /$1/ in:"; head -n 20 "$suite_tmp/out"; return 1; }; }
err() { grep -qE -- "$1" "$suite_tmp/err" || { echo "no /$1/ in:"; head -n 20 "$suite_tmp/err"; return 1; }; }
lint() { "$suite_bin" --gpu A100-80GB "$@"; }

check "it fails" ends 1 lint
check "a baseline is written" ends 0 lint --write-baseline base.json
check "which says how many are known" err '1 finding of this run is known from now on'
check "and passes" ends 0 lint --baseline base.json
check "saying so" out '0 errors, .* 1 known and not listed'
check "--no-ignore shows all" ends 1 lint --baseline base.json --no-ignore
sed -i 's/"reason": ""/"reason": "until the new cards"/' base.json
check "written again" ends 0 lint --write-baseline base.json
check "it keeps its reasons" grep -q '"reason": "until the new cards"' base.json
sed -i '1i # A line above moves what is below.\n' full.yaml
check "moved lines are known" ends 0 lint --baseline base.json
sed -i 's/micro_batch_size: 1$/micro_batch_size: 2/' full.yaml
check "a job that has grown is not" ends 1 lint --baseline base.json --format json
check "and the baseline is named" out 'the baseline knew of it when the job needed 100.1 GiB'
sed -i 's/micro_batch_size: 2$/micro_batch_size: 1/; ' full.yaml
sed -i 's/"expires": ""/"expires": "2026-06-30"/' base.json
check "until the last day" ends 0 env SOURCE_DATE_EPOCH=1782820800 "$suite_bin" --gpu A100-80GB --baseline base.json
check "and no day longer" ends 1 env SOURCE_DATE_EPOCH=1782864001 "$suite_bin" --gpu A100-80GB --baseline base.json
sed -i 's/sequence_len: 16384/sequence_len: 1024/; s/adamw_torch/adamw_bnb_8bit/' full.yaml
check "what is gone is said" ends 0 env SOURCE_DATE_EPOCH=1782820800 "$suite_bin" --gpu A100-80GB --baseline base.json
check "as a warning" out 'warning\[unused-suppression\]: 1 of 1 findings of the baseline are gone'
check "no baseline" ends 2 lint --baseline missing.json
echo '{"schema": "other"}' >other.json
check "another file" ends 2 lint --baseline other.json
check "is said to be none" err 'no baseline of gpumem-lint'
check "and is not written over" ends 2 lint --write-baseline other.json
check "completions for bash" ends 0 "$suite_bin" completion bash
check "are bash" bash -n "$suite_tmp/out"
check "with the formats" out 'sarif'
check "for fish" ends 0 "$suite_bin" completion fish
check "for none" ends 2 "$suite_bin" completion nosh
finish known
