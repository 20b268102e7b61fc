"""Holds every fix that is offered against a run with it: by --set, and by the files changed as its edits say.

usage: fixes.py GPUMEM-LINT FOLDER…   each folder is a golden case: repo/, and args with an argument a line
       fixes.py --shares GPUMEM-LINT ROOT…   counts the jobs that exceed or may, and those with a fix; --gpu from GPU
"""
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

TROUBLE = ("exceeds", "tight")
ENVIRONMENT = {"PATH": os.environ["PATH"], "HOME": "/nonexistent"}


def run(binary, root, words):
    done = subprocess.run([binary, "--format", "json", *words], cwd=root, capture_output=True, text=True, check=False,
                          env=ENVIRONMENT, timeout=600)
    return json.loads(done.stdout) if done.returncode in (0, 1) else {"jobs": []}


def fits(report, job):
    """The job's verdict. One that is now the same as another job is told as that one."""
    same = [x for x in report["jobs"] if x["id"] == job["id"]]
    same = same or [x for x in report["jobs"] if x["file"] == job["file"] and x["line"] == job["line"]]
    return bool(same) and any(x["verdict"] == "fits" for x in same)


def set_words(fix):
    for name, value in fix["set"].items():
        yield "--set"
        yield f"{name}={json.dumps(value) if isinstance(value, bool) else value}"


def is_written(fix):
    return all(e["kind"] in ("replace", "follows") for e in fix["edits"]) and any(e["kind"] == "replace" for e in fix["edits"])


def write(root, fix):
    for edit in sorted((e for e in fix["edits"] if e["kind"] == "replace"), key=lambda e: -e["column"]):
        path = root / edit["file"]
        lines = path.read_bytes().split(b"\n")
        line, at, old = lines[edit["line"] - 1], edit["column"] - 1, edit["old"].encode()
        if line[at:at + len(old)] != old:
            raise ValueError(f"{path}:{edit['line']}: {line!r} has no {old!r} at {at}")
        lines[edit["line"] - 1] = line[:at] + edit["text"].encode() + line[at + len(old):]
        path.write_bytes(b"\n".join(lines))


def words_of(case):
    path = case / "args"
    words = path.read_text().split("\n") if path.exists() else []
    return [w for w in words if w and w not in ("-v", "--verbose", "--show-settings", "--show-trace")]


def one_case(binary, case, counts):
    words = words_of(case)
    bad = 0
    with tempfile.TemporaryDirectory() as scratch:
        root = pathlib.Path(scratch) / "repo"
        shutil.copytree(case / "repo", root)
        for job in run(binary, root, words)["jobs"]:
            if job["verdict"] not in TROUBLE:
                continue
            counts["jobs"] += 1
            counts["with a fix"] += bool(job["fixes"])
            for fix in job["fixes"]:
                counts["fixes"] += 1
                if not fits(run(binary, root, [*words, *set_words(fix)]), job):
                    print(f"{case}: {job['id']}: does not fit with --set {fix['set']}")
                    bad += 1
                if not is_written(fix):
                    continue
                counts["written"] += 1
                shutil.rmtree(root)
                shutil.copytree(case / "repo", root)
                write(root, fix)
                if not fits(run(binary, root, words), job) and not job.get("condition"):
                    print(f"{case}: {job['id']}: does not fit with {fix['set']} written to its files")
                    bad += 1
                shutil.rmtree(root)
                shutil.copytree(case / "repo", root)
    return bad


def shares(binary, roots):
    counts = dict.fromkeys(("jobs", "with a fix", "with a setting", "equal training"), 0)
    for root in roots:
        words = ["--gpu", os.environ["GPU"]] if os.environ.get("GPU") else []
        for job in run(binary, root, words)["jobs"]:
            if job["verdict"] != "exceeds":
                continue
            counts["jobs"] += 1
            counts["with a fix"] += bool(job["fixes"])
            counts["with a setting"] += any(f["class"] != "hardware" for f in job["fixes"])
            counts["equal training"] += bool(job["fixes"]) and job["fixes"][0]["class"] == "exact"
    print(counts)
    return 0


def main():
    if sys.argv[1] == "--shares":
        return shares(os.path.abspath(sys.argv[2]), sys.argv[3:])
    counts = dict.fromkeys(("jobs", "with a fix", "fixes", "written"), 0)
    cases = [pathlib.Path(c) for c in sys.argv[2:]]
    bad = sum(one_case(os.path.abspath(sys.argv[1]), c, counts) for c in cases if (c / "repo").is_dir() and not (c / "setup.sh").exists())
    print(counts)
    # Of all jobs that exceed at least 95 % have a way out.
    return bad != 0 or counts["with a fix"] < 0.95 * counts["jobs"] or (len(cases) > 1 and not counts["written"])


sys.exit(main())
