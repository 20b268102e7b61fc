#!/bin/bash
# The page of "make playground", in a headless browser: it shows of the five projects what the program says.
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"
cd "$suite_root" || exit 1
page=build/playground/index.html
[ -f "$page" ] || { echo "skipped: no $page (make playground)"; exit 77; }
needs python3
browser=$(command -v chromium || command -v chromium-browser || command -v google-chrome) || { echo "skipped: no browser"; exit 77; }

one() { python3 tests/program/playground.py "$suite_bin" "$page" "$browser" "fixtures/projects/$1/repo" "${@:2}"; }
check "baseline-7b-died" one baseline-7b-died
check "grpo-evaluator" one grpo-evaluator
check "gspo-profiles" one gspo-profiles
check "per-card-batches" one per-card-batches
check "unsloth-4bit-2048" one unsloth-4bit-2048 RTX-4060
check "nothing is asked of a network" test -z "$(sed 's/^[A-Za-z0-9+/=]\{1000,\}$//' "$page" | grep -E '(src|href|url)[=(] *.?(http|//)|fetch\(|XMLHttpRequest|WebSocket')"
finish playground
