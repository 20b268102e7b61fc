#!/bin/bash
# docs/fleet.md as it stands there: its script over many checkouts on two hosts, its table, its five questions.
# shellcheck source=tests/support/suite.sh
. "$(dirname "$0")/../support/suite.sh"
cd "$suite_root" || exit 1
needs parallel sqlite3 git

# block LANGUAGE N: the N-th fenced block of that language in the document.
block()
{
	awk -v fence="\`\`\`$1" -v want="$2" '$0 == fence { on = ++n == want; next } /^```/ { on = 0 } on' docs/fleet.md
}
mkdir "$suite_tmp/bin"
ln -s "$suite_bin" "$suite_tmp/bin/gpumem-lint"
block sh 1 >"$suite_tmp/one.sh"
chmod +x "$suite_tmp/one.sh"
cat >"$suite_tmp/bin/local-ssh" <<'END'
#!/bin/sh
# Stands for ssh: "[OPTION…] HOST [--] COMMAND…" runs here. As sshd does it sets SHELL, without which parallel runs nothing.
export SHELL=/bin/sh
while :; do case $1 in -*) shift ;; *) break ;; esac; done
shift
[ "$1" != -- ] || shift
exec sh -c "$*"
END
chmod +x "$suite_tmp/bin/local-ssh"
# One that exceeds its card comes first, whatever cases are added.
for case in fixtures/projects/baseline-7b-died/repo fixtures/frameworks/*/repo; do
	name=$(basename "${case%/repo}")
	mkdir -p "$suite_tmp/checkouts" && cp -R "$case" "$suite_tmp/checkouts/$name" && echo "$suite_tmp/checkouts/$name"
done | head -n 40 >"$suite_tmp/checkouts.txt"
cd "$suite_tmp" || exit 1
export PATH=$suite_tmp/bin:$PATH HOME=$suite_tmp
spread()
{
	parallel --will-cite --ssh local-ssh --sshlogin 1/alpha,1/beta --env PATH --timeout 300 --joblog log.tsv "$suite_tmp/one.sh" {} \
		:::: checkouts.txt >all.jsonl 2>err
}
check "forty checkouts on two hosts" spread
check "both have a part" test "$(awk 'NR > 1 { print $2 }' log.tsv | sort -u | wc -l)" = 2
check "each ends well" test "$(awk 'NR > 1 && $7 == 0' log.tsv | wc -l)" = 40
(cd "$suite_root" && block sql 1) >load.sql
check "lines came" test -s all.jsonl
check "the lines become a table" sqlite3 -bail fleet.db ".read load.sql"
check "with all of them" test "$(sqlite3 fleet.db 'SELECT count(*) FROM job')" = "$(wc -l <all.jsonl)"
check "of all repositories with jobs" test "$(sqlite3 fleet.db 'SELECT count(DISTINCT repository) FROM job')" -gt 30
for n in 2 3 4 5 6; do
	(cd "$suite_root" && block sql "$n") >query.sql
	check "question $n" sqlite3 -bail -readonly fleet.db ".read query.sql"
	check "has an answer: $n" test -n "$(sqlite3 -readonly fleet.db '.read query.sql')"
done
finish fleet
