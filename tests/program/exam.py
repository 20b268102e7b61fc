#!/usr/bin/env python3
"""Hold gpumem-lint's reading of checked-out repositories against truths written by eye.

usage: tests/program/exam.py [-v] [-b GPUMEM_LINT] CHECKOUTS TRUTH...

CHECKOUTS is a folder with one folder a repository. A truth is a text file:

	repo NAME                     the folder in CHECKOUTS; `repo NAME complete` says that
	                              every job of the repository is listed
	job ENTRY [@ LAUNCH[:LINE]]   what a user runs, and the script line that runs it
		setting = value           the settings of that job, as `gpumem-lint --format json` names them;
		setting = a | b           either is right (the repository leaves both open)
		setting = ?               nobody could know it from the repository
	nojob FILE                    looks like a job and is none

Each setting of a truth is right, wrong, unknown (nothing stated, or only an assumption), or
hedged (the right value is among the alternatives and is not the first). All settings of a job that
was not found are unknown. The exit status is 0 when at least 95 % of the settings are right, at
most 1 % wrong, and no job was made of a file that is none.
"""
import argparse
import collections
import json
import os
import subprocess
import sys

RIGHT, WRONG, UNKNOWN, HEDGED = "right", "wrong", "unknown", "hedged"


class Job:
	def __init__(self, words):
		entry, _, launch = words.partition(" @ ")
		self.entry = entry.strip()
		self.launch = launch.strip()
		self.settings = {}


class Truth:
	def __init__(self, path):
		self.path, self.repo, self.complete = path, None, False
		self.jobs, self.lookalikes = [], []
		for number, line in enumerate(open(path, encoding="utf-8"), 1):
			line = line.split(" # ")[0].rstrip()
			if line.strip() and not line.lstrip().startswith("#"):
				self.take(line.strip(), f"{path}:{number}")

	def take(self, line, place):
		word, _, rest = line.partition(" ")
		if word == "repo":
			names = rest.split()
			self.repo, self.complete = names[0], "complete" in names[1:]
		elif word == "job":
			self.jobs.append(Job(rest))
		elif word == "nojob":
			self.lookalikes.append(rest.strip())
		elif "=" in line and self.jobs:
			name, _, value = line.partition("=")
			values = [v.strip() for v in value.split("|")]
			self.jobs[-1].settings[name.strip()] = values
		else:
			sys.exit(f"{place}: neither repo, job, nojob nor a setting: {line}")


def canonical(value):
	"""One spelling for a value of either side: numbers as numbers, lists as sorted names."""
	if isinstance(value, bool):
		return str(value).lower()
	if isinstance(value, list):
		return ",".join(sorted(str(v).lower() for v in value))
	text = str(value).strip().lower()
	try:
		return format(float(text), ".10g")
	except ValueError:
		return ",".join(sorted(part.strip() for part in text.strip("[]").split(",")))


def judge(values, said):
	wanted = {canonical(v) for v in values}
	value = None if said is None else said.get("value")
	if wanted == {"?"}:
		return RIGHT if value is None or said.get("origin") == "assumed" else WRONG
	if value is None:
		# a quantity that the job lacks is often left out: no adapter, no second model
		return RIGHT if wanted & {"none", "no"} else UNKNOWN
	if canonical(value) in wanted:
		return RIGHT
	others = {canonical(a.get("value")) for a in said.get("alternatives", [])}
	if others & wanted:
		return HEDGED
	return UNKNOWN if said.get("origin") == "assumed" or "?" in wanted else WRONG


def names(found):
	"""The files that a found job may be known by, its own entry first."""
	return [found["id"].split()[0].split("@")[0], found.get("file")] + found.get("files", [])


def candidates(job, jobs):
	for found in jobs:
		launched = found.get("launched_by") or ""
		if job.entry not in names(found) and f"({job.entry}:" not in launched:
			continue
		if job.launch and job.launch not in launched and job.launch.split(":")[0] not in names(found):
			continue
		yield found


def score(job, found):
	return {name: judge(values, found["settings"].get(name)) for name, values in job.settings.items()}


def best(job, jobs):
	"""The found job that is meant: the most right, then the fewest wrong; an exact launch line first."""
	def rank(found):
		verdicts = collections.Counter(score(job, found).values())
		exact = bool(job.launch) and f"({job.launch})" in (found.get("launched_by") or "")
		first = job.entry in names(found)[:2]
		return exact, first, verdicts[RIGHT] - 2 * verdicts[WRONG]
	return max(candidates(job, jobs), key=rank, default=None)


def lint(program, folder):
	run = subprocess.run([program, "--format", "json", "."], cwd=folder, capture_output=True, timeout=120)
	return json.loads(run.stdout)["jobs"]


def also(job, jobs):
	"""The found job that another launch of the truth starts too: the very same settings."""
	return [j for j in jobs if job.launch and "also_launched_by" in j and
		any(f"({job.launch}" in text for text in [j.get("launched_by") or ""] + j["also_launched_by"])]


def examine(truth, program, checkouts, verbose, total):
	jobs = lint(program, os.path.join(checkouts, truth.repo))
	left = list(jobs)
	for job in truth.jobs:
		total["jobs"] += 1
		found = best(job, left) or best(job, also(job, jobs))
		if found is None:
			total["jobs not found"] += 1
			total[UNKNOWN] += len(job.settings)
			print(f"{truth.repo}: {job.entry} @ {job.launch or '-'}: not found")
			continue
		if found in left:
			left.remove(found)
		for name, verdict in score(job, found).items():
			total[verdict] += 1
			if verdict == WRONG or (verbose and verdict != RIGHT):
				said = found["settings"].get(name) or {}
				print(f"{truth.repo}: {job.entry} @ {job.launch or '-'}: {name} {verdict}: "
				      f"truth {' | '.join(job.settings[name])}, said {said.get('value')} "
				      f"({said.get('origin')}, {said.get('file')}:{said.get('line')}, {said.get('how')})")
	for file in truth.lookalikes:
		total["look-alikes"] += 1
		false = [j for j in jobs if file in names(j)[:2] or f"({file}:" in (j.get("launched_by") or "")]
		if false:
			total["false jobs"] += 1
			print(f"{truth.repo}: {file}: a false job, {false[0]['id']}")
	if truth.complete:
		total["jobs beyond the truth"] += len(left)
		for found in left:
			print(f"{truth.repo}: beyond the truth: {found['id']} ({found.get('launched_by')})")


def main():
	parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
	parser.add_argument("-v", "--verbose", action="store_true", help="list unknown and hedged settings too")
	parser.add_argument("-b", "--binary", default=os.path.join(os.path.dirname(__file__), "..", "..", "gpumem-lint"))
	parser.add_argument("checkouts")
	parser.add_argument("truths", nargs="+")
	options = parser.parse_args()
	total = collections.Counter()
	for path in options.truths:
		try:
			examine(Truth(path), os.path.abspath(options.binary), options.checkouts, options.verbose, total)
			total["repositories"] += 1
		except (OSError, ValueError, subprocess.TimeoutExpired) as error:
			total["repositories that failed"] += 1
			print(f"{path}: {error}")
	settings = sum(total[v] for v in (RIGHT, WRONG, UNKNOWN, HEDGED))
	for name in ("repositories", "repositories that failed", "jobs", "jobs not found", "jobs beyond the truth",
		     "look-alikes", "false jobs"):
		print(f"{name}: {total[name]}")
	print(f"settings: {settings}, " + ", ".join(f"{v} {total[v]}" for v in (RIGHT, WRONG, UNKNOWN, HEDGED)))
	if settings:
		print(f"right {100 * total[RIGHT] / settings:.1f} %, wrong {100 * total[WRONG] / settings:.1f} %")
	good = settings and total[RIGHT] >= 0.95 * settings and total[WRONG] <= 0.01 * settings
	return 0 if good and not total["false jobs"] and not total["repositories that failed"] else 1


if __name__ == "__main__":
	sys.exit(main())
