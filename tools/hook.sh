#!/bin/bash
# The pre-commit hook: lints the repository it is started in. The binary is GPUMEM_LINT, or is built once
# in this checkout (pre-commit's own clone). A hook installs no packages: what is missing is named.
set -eu

here=$(cd "$(dirname "$0")/.." && pwd)
bin=${GPUMEM_LINT:-}
if [ -z "$bin" ]; then
	bin=$here/gpumem-lint
	if [ ! -x "$bin" ]; then
		log=$(mktemp)
		trap 'rm -f "$log"' EXIT
		if ! env -u GIT_DIR -u GIT_INDEX_FILE -u GIT_WORK_TREE \
			make -s -C "$here" -j2 SETUP_INSTALL=no gpumem-lint >"$log" 2>&1; then
			tail -n 20 "$log" >&2
			echo "gpumem-lint: the build failed in $here" >&2
			exit 3
		fi
		rm -f "$log"
	fi
fi
[ $# -gt 0 ] || set -- .
exec "$bin" "$@"
