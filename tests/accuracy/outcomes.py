#!/usr/bin/env python3
"""Holds verdicts against what became of public runs, and writes docs/outcomes.md.

    outcomes.py BINARY MIRRORS ROWS.jsonl WHY.tsv > docs/outcomes.md

MIRRORS has a git directory OWNER+NAME or OWNER+NAME/repo of each repository; nothing of them is kept. A row names the
repository, the commit, the file, the card, what became of the run (ran or oom), the peak that was printed, and where.
WHY.tsv: repository:path, a tab, the reason for a verdict that is still wrong.
"""
import collections
import json
import pathlib
import statistics
import subprocess
import sys
import tempfile

GIB = 2**30
LARGEST = 4 * 2**20
VERDICTS = ["fits", "tight", "exceeds", "not-estimated", "no job"]
BINS = [0, 0.02, 0.1, 0.25, 0.5, 0.75, 0.9, 1.01]


def git(directory, *words, **more):
    return subprocess.run(["git", "-C", str(directory), *words], capture_output=True, check=False, **more)


def mirror_of(mirrors, repo):
    for name in (repo.replace("/", "+") + "/repo", repo.replace("/", "+")):
        if (pathlib.Path(mirrors) / name / "objects").exists():
            return pathlib.Path(mirrors) / name
    return None


def small_blobs(mirror, commit):
    """Paths and object names of the files of a commit that are there and not huge."""
    for entry in git(mirror, "ls-tree", "-r", "-z", "-l", commit).stdout.split(b"\0"):
        meta, _, path = entry.partition(b"\t")
        fields = meta.split()
        if len(fields) == 4 and fields[0] in (b"100644", b"100755") and fields[3].isdigit() and int(fields[3]) <= LARGEST:
            yield path.decode("utf-8", "surrogateescape"), fields[2].decode()


def checkout(mirrors, row, scratch):
    """The files of a row's commit in a folder that git knows; None if they cannot be had."""
    mirror = mirror_of(mirrors, row["repo"])
    tree = scratch / f"{row['repo'].replace('/', '+')}@{row['commit']}"
    if mirror is None or (tree / ".git").exists():
        return tree if mirror else None
    if git(mirror, "cat-file", "-e", row["commit"]).returncode:
        return None
    with subprocess.Popen(["git", "-C", str(mirror), "cat-file", "--batch"], stdin=subprocess.PIPE, stdout=subprocess.PIPE) as batch:
        for path, blob in small_blobs(mirror, row["commit"]):
            batch.stdin.write(blob.encode() + b"\n")
            batch.stdin.flush()
            header = batch.stdout.readline().split()
            if len(header) != 3:
                continue
            body = batch.stdout.read(int(header[2]) + 1)[:-1]
            (tree / path).parent.mkdir(parents=True, exist_ok=True)
            (tree / path).write_bytes(body)
        batch.stdin.close()
    tree.mkdir(parents=True, exist_ok=True)
    git(tree, "init", "-q")
    git(tree, "add", "-A", "-f")
    return tree


def word(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def is_asked(job, want):
    """Whether a job has the settings by which a row picks one of several."""
    def same(name):
        got = word(job["settings"].get(name, {}).get("value")).strip().lower()
        wanted = word(want[name]).strip().lower()
        return got == wanted or (name.endswith("model") and got.split("/")[-1] == wanted.split("/")[-1])
    return all(same(name) for name in want)


def lint(binary, tree, row):
    """The job that a row is about: of those asked for the one that needs most; None without one."""
    words = [binary, "--gpu", row["gpu"], "--format", "json", "--exit-zero"]
    for name, value in (row.get("set") or {}).items():
        words += ["-s", f"{name}={word(value)}"]
    run = subprocess.run([*words, row["path"]], cwd=tree, capture_output=True, text=True, errors="replace", timeout=300, check=False)
    try:
        jobs = json.loads(run.stdout)["jobs"]
    except (ValueError, KeyError):
        return None
    jobs = [j for j in jobs if is_asked(j, row.get("job") or {})] or jobs
    return max(jobs, key=lambda j: ((j["estimate"] or {}).get("device") or {}).get("likely", 0), default=None)


def tier_of(row):
    return row["counter"] if row.get("counter") in ("allocated", "reserved") else "device"


class Score:
    """What came of all rows."""

    def __init__(self):
        self.verdicts = collections.defaultdict(collections.Counter)
        self.bins = collections.defaultdict(collections.Counter)
        self.errors, self.places, self.wrong, self.absent = [], collections.Counter(), [], []

    def add(self, row, job):
        outcome, verdict = row["outcome"], job["verdict"] if job else "no job"
        verdict = "not-estimated" if verdict == "no-target" else verdict  # no row is without a card: its name is not known
        self.verdicts[outcome][verdict] += 1
        if job and "odds" in job:
            self.bins[max(b for b in BINS if b <= job["odds"])][outcome] += 1
        if (outcome, verdict) in (("ran", "exceeds"), ("oom", "fits")) or verdict in VERDICTS[3:]:
            self.wrong.append((row, verdict, job))
        if row.get("peak_gib") and job and job["estimate"]:
            tier = job["estimate"][tier_of(row)]
            self.errors.append(tier["likely"] / GIB / row["peak_gib"] - 1)
            self.places["below" if row["peak_gib"] * GIB * 1.02 < tier["low"] else
                        "above" if row["peak_gib"] * GIB > tier["high"] * 1.02 else "inside"] += 1


def span(job):
    device = ((job or {}).get("estimate") or {}).get("device")
    return " … ".join(f"{device[k] / GIB:.1f}" for k in ("low", "likely", "high")) if device else "–"


def table(header, rows):
    print("| " + " | ".join(header) + " |\n|" + "---|" * len(header))
    for row in rows:
        print("| " + " | ".join(str(c) for c in row) + " |")
    print()


def write(score, why):
    ran, died = score.verdicts["ran"], score.verdicts["oom"]
    judged = {name: sum(v[k] for k in VERDICTS[:3]) for name, v in score.verdicts.items()}
    print("# Outcomes\n\nWritten by `make outcomes MIRRORS=DIR`; do not edit. Public configs whose authors wrote what became of them,\n"
          "linted at that commit with the card that they name: `fixtures/accuracy/outcomes-dev.jsonl`.\n")
    table(["what became of it", "rows", *VERDICTS], [["ran", sum(ran.values()), *(ran[v] for v in VERDICTS)],
                                                     ["died", sum(died.values()), *(died[v] for v in VERDICTS)]])
    print(f"Of {judged.get('ran', 0)} runs with a verdict {100 * ran['exceeds'] / max(judged.get('ran', 0), 1):.1f} % are called an error, "
          f"{100 * ran['fits'] / max(judged.get('ran', 0), 1):.0f} % fit; of {judged.get('oom', 0)} deaths "
          f"{100 * died['exceeds'] / max(judged.get('oom', 0), 1):.0f} % are seen, {100 * died['fits'] / max(judged.get('oom', 0), 1):.0f} % fit.\n")
    print("## Odds\n\nComputed odds of an excess, and how many of these jobs died.\n")
    table(["odds", "ran", "died"], [[f"{low:g} to {min(high, 1):g}", score.bins[low]["ran"], score.bins[low]["oom"]]
                                    for low, high in zip(BINS, BINS[1:])])
    errors = sorted(map(abs, score.errors))
    print(f"## Peaks that were printed\n\n{len(errors)} rows, each in the tier of its counter: median error {100 * statistics.median(errors or [0]):.1f} %, "
          f"signed {100 * statistics.median(score.errors or [0]):+.1f} %; inside low … high {score.places['inside']}, "
          f"above {score.places['above']}, below {score.places['below']}.\n")
    print("## Still wrong, or without a verdict\n")
    table(["row", "card", "outcome", "verdict", "device GiB", "why"],
          [[f"`{r['repo']}:{r['path'][-60:]}`", f"{r['num_gpus'] or '?'} × {r['gpu']}", r["outcome"], verdict, span(job),
            why.get(f"{r['repo']}:{r['path']}", "not looked into")] for r, verdict, job in score.wrong])
    if score.absent:
        print("Not there: " + ", ".join(sorted(set(score.absent))) + ".")


def main():
    binary, mirrors, rows, reasons = sys.argv[1:5]
    scratch = pathlib.Path(tempfile.gettempdir()) / "gpumem-lint-outcomes"
    why = dict(line.rstrip("\n").split("\t", 1) for line in open(reasons, encoding="utf-8") if "\t" in line)
    score = Score()
    with open(rows, encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            tree = checkout(mirrors, row, scratch)
            if tree is None or not (tree / row["path"]).exists():
                score.absent.append(row["repo"])
            else:
                score.add(row, lint(str(pathlib.Path(binary).resolve()), tree, row))
    if not score.verdicts:
        sys.exit("no row could be looked at: is MIRRORS a folder of git directories?")
    write(score, why)


if __name__ == "__main__":
    main()
