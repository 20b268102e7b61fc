#!/bin/bash
# A repository whose names, keys, values and comments try to be more than text, through every format and the comment of
# the action: tests/program/attack.py makes it and holds what comes out against the rules of who reads it.
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"
cd "$suite_root" || exit 1
needs python3 git
python3 tests/program/attack.py "$suite_bin" "$suite_tmp"
