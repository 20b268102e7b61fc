#!/bin/bash
# Agreement with bash: scripts of our own are run by bash, with a stub in place of python that writes
# its words down, and read by the shell reader: the same words or unknown ones, never different ones.
#
# The scripts: those of bash/scripts.txt ("%%" between them), and every form of bash/forms.txt with
# every value of bash/values.txt in X. Scripts that are not ours are never run.
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"

tool=${TOOLS:-$suite_root/build/release/tests}/tool_shell
data="$suite_root/tests/agree/bash"
mkdir "$suite_tmp/bin" "$suite_tmp/scripts" "$suite_tmp/run"
cat >"$suite_tmp/bin/python" <<'STUB'
#!/bin/sh
for word; do printf '%s\037' "$word"; done >>"$RECORD"
printf '\036' >>"$RECORD"
STUB
chmod +x "$suite_tmp/bin/python"

# One script a file.
awk -v dir="$suite_tmp/scripts" \
	'BEGIN { n = 1 } /^%%/ { n++; next } { print > sprintf("%s/script%03d.sh", dir, n) }' "$data/scripts.txt"
values=0
while IFS= read -r value; do
	values=$((values + 1)) forms=0
	while IFS= read -r form; do
		forms=$((forms + 1))
		printf 'X=%s\npython t.py %s end\n' "$value" "$form" \
			>"$suite_tmp/scripts/$(printf 'value%02d-form%02d' $values $forms).sh"
	done <"$data/forms.txt"
done <"$data/values.txt"

# What this machine has no program for, bash cannot run.
command -v bc >/dev/null || grep -lw bc "$suite_tmp"/scripts/script*.sh | xargs -r rm -f

same=0 unknown=0
cd "$suite_tmp/run" || exit 2
for script in "$suite_tmp"/scripts/*.sh; do
	: >"$suite_tmp/record"
	env -i PATH="$suite_tmp/bin:/usr/bin:/bin" RECORD="$suite_tmp/record" LC_ALL=C.UTF-8 \
		bash "$script" >/dev/null 2>&1 </dev/null
	if words=$("$tool" -a "$suite_tmp/record" "$script"); then
		ok
		read -r s _ u _ <<<"$words"
		same=$((same + s)) unknown=$((unknown + u))
	else
		fail "$(basename "$script" .sh)"
		sed 's/^/    /' "$script"
		printf '    bash: %s\n    ours: %s\n' "$(tr '\037\036' ' \n' <"$suite_tmp/record")" "$words"
	fi
done
printf '%d words the same, %d unknown\n' "$same" "$unknown"
# Unknown everywhere would agree as well.
check "few unknown words" [ $((unknown * 20)) -lt "$same" ]
check "at least 300 scripts" [ "$suite_passed" -ge 300 ]
finish bash_agree
