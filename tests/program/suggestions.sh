#!/bin/bash
# What SARIF and rdjson suggest, made as an editor and a reviewer would: the jobs fit then.
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"
cd "$suite_root" || exit 1
needs python3

for folder in frameworks projects rules; do
	check "fixtures/$folder" python3 tests/program/suggestions.py "$suite_bin" "fixtures/$folder" "$suite_tmp/changed"
done
finish suggestions
