"""suggestions.py BINARY FOLDER SCRATCH: makes each change that SARIF and rdjson suggest; the jobs it is for fit then.

Prints a line for each suggestion whose job does not fit with it, and how many there were; fails if there was none.
"""
import json
import pathlib
import shutil
import subprocess
import sys

CARD = "RTX-4090"


def run(binary, folder, form):
    words = [binary, "--root", str(folder), "--no-config", "--gpu", CARD, "--exit-zero", "--format", form]
    done = subprocess.run([*words, str(folder)], capture_output=True, check=False, text=True)
    return json.loads(done.stdout)


def sarif_changes(report):
    """(job, [(path, replacements)]) of each result with fixes; positions are lines and columns of code points."""
    for result in report["runs"][0]["results"]:
        for fix in result.get("fixes", []):
            yield result["properties"]["job"], [
                (c["artifactLocation"]["uri"],
                 [(tuple(r["deletedRegion"][k] for k in ("startLine", "startColumn", "endLine", "endColumn")),
                   r["insertedContent"]["text"]) for r in c["replacements"]]) for c in fix["artifactChanges"]]


def rdjson_changes(report):
    """The same of rdjson, whose columns are bytes and which names no job."""
    for d in report["diagnostics"]:
        for s in d.get("suggestions", []):
            at = s["range"]
            yield None, [(d["location"]["path"],
                          [((at["start"]["line"], at["start"]["column"], at["end"]["line"], at["end"]["column"]), s["text"])])]


def changed(data, replacements, of_bytes):
    """The bytes of a file with the replacements, which lie one behind the other."""
    lines = data.splitlines(keepends=True)

    def offset(line, column):
        if line > len(lines):
            return len(data)
        before = sum(map(len, lines[: line - 1]))
        text = lines[line - 1]
        return before + (column - 1 if of_bytes else len(text.decode()[: column - 1].encode()))

    for (line, column, end_line, end_column), text in sorted(replacements, reverse=True):
        data = data[: offset(line, column)] + text.encode() + data[offset(end_line, end_column):]
    return data


def verdicts(binary, folder):
    return {j["id"]: j["verdict"] for j in run(binary, folder, "json")["jobs"]}


def main():
    binary, source, scratch = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    made = wrong = 0
    for case in sorted(p for p in source.iterdir() if (p / "repo").is_dir()):
        repo, before = case / "repo", None
        for form, changes, of_bytes in (("sarif", sarif_changes, False), ("rdjson", rdjson_changes, True)):
            for job, files in changes(run(binary, repo, form)):
                before = before or verdicts(binary, repo)
                shutil.rmtree(scratch, ignore_errors=True)
                shutil.copytree(repo, scratch)
                for path, replacements in files:
                    (scratch / path).write_bytes(changed((scratch / path).read_bytes(), replacements, of_bytes))
                after = verdicts(binary, scratch)
                fits = after.get(job) == "fits" if job else any(
                    v == "fits" and before.get(i) in ("exceeds", "tight") for i, v in after.items())
                made += 1
                if not fits:
                    wrong += 1
                    print(f"{case.name}: {form} {job}: {after.get(job)}: {files}")
    print(f"{made} suggestions, {wrong} with which the job does not fit")
    return 1 if wrong or not made else 0


sys.exit(main())
