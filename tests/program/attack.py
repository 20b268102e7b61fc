"""The attack test: python3 attack.py PROGRAM FOLDER. Makes a hostile repository in FOLDER, has it reported in every format,
and checks that nothing of it is more than text there. Prints what fails, and a count."""
import html.parser
import json
import os
import re
import subprocess
import sys
import urllib.parse
import xml.etree.ElementTree as ET

PROGRAM, FOLDER = os.path.abspath(sys.argv[1]), sys.argv[2]
passed, failed = 0, 0


def check(name, good, detail=""):
    global passed, failed
    if good:
        passed += 1
    else:
        failed += 1
        print(f"FAIL {name}" + (f"\n    {str(detail)[:600]}" if detail != "" else ""))


# ---- the repository ------------------------------------------------------------------------------------------------

PAYLOADS = [
    "::error file=x,line=1::injected", "\n::error::injected", "\r::stop-commands::x", "\u00a0::add-mask::a", "##[error]injected",
    "a##[set-output name=jobs]9", "%0A::warning::x", "a,line=3::b", "<script>alert(1)</script>", "<img src=x onerror=alert(1)>",
    "</script><script>alert(2)</script>", "\"><svg onload=alert(3)>", "' onmouseover='x", "<!-- gpumem-lint:", "-->", "]]>", "&lt;b&gt;", "&#60;b",
    "`code`", "```\nfence", "| cell | cell |", "[link](https://evil.example)", "![picture](https://evil.example/x.png)",
    "@everyone", "#1", "https://evil.example", "\x1b[2J\x1b]0;t\x07", "\x9b31m", "\u202eesrever", "\u2028", "\ufeff", "=cmd|'/C calc'!A0",
    "+1+1", "@SUM(1)", "-h", "--help", "{{constructor}}", "{0}", "${{ secrets.X }}", "$(touch pwned)", "`touch pwned`", "; touch pwned", "\\",
    "\"", "'", "\ud7ff\ufffe", "😀" * 3, "a" * 300, "../../outside", "/etc/passwd", "javascript:alert(1)", "__proto__",
]
CONFIG = """base_model: {model}
datasets:
  - path: tatsu-lab/alpaca
    type: alpaca
sequence_len: {length}
micro_batch_size: {batch}
optimizer: {optimizer}
sample_packing: true
bf16: true
gradient_checkpointing: true
output_dir: {out}
"""


def text(s):
    """A JSON string is one of YAML as well."""
    return json.dumps(s, ensure_ascii=False) if all(ord(c) >= 0x20 and c not in "\x7f\u2028\ufeff\ufffe" and not 0x80 <= ord(c) < 0xa0
                                                      for c in s) else json.dumps(s)


def put(path, body):
    path = os.path.join(os.fsencode(repo), path if isinstance(path, bytes) else os.fsencode(path))
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "wb") as f:
        f.write(body.encode())


def config(n, **values):
    row = {"model": "meta-llama/Llama-3.1-8B", "length": 16384 + n, "batch": 1, "optimizer": "adamw_torch", "out": "out"} | values
    return CONFIG.format(**{k: text(v) if isinstance(v, str) else v for k, v in row.items()})


repo = os.path.join(FOLDER, "hostile")
os.makedirs(repo)
for n, payload in enumerate(PAYLOADS):
    name = payload.replace("/", "\u2215").replace("\0", "")[:80]
    put(f"names/{name}.yaml", config(n))
    put(f"folders/{name}/x.yaml", config(n))
    put(f"models/{n}.yaml", config(n, model=payload))
    put(f"values/{n}.yaml", config(n, optimizer=payload, batch=payload))
    put(f"keys/{n}.yaml", config(n) + f"{text(payload)}: 1\n")
    put(f"comments/{n}.yaml", config(n).replace("sequence_len", f"# {payload!r} A100-80GB\nsequence_len"))
    line = re.sub(r"[\x00-\x1f\x7f-\x9f\u2028\ufeff\ufffe]", " ", payload)
    put(f"known/{n}.yaml", f"# gpumem-lint: ignore[gpu-memory-exceeded] {line}\n" + config(n))
    put(f"known/{n}b.yaml", f"# gpumem-lint: ignore[{line.replace(']', ' ')}] x\n" + config(n))
    put(f"scripts/{n}.py", "from trl import SFTConfig, SFTTrainer\n"
        f"SFTTrainer(model={text(payload)}, args=SFTConfig({text(payload)}, per_device_train_batch_size=4), train_dataset=d).train()\n")
put(b"names/\xff\xfe.yaml", config(0))
put("requirements.txt", "trl==0.12.0\n")
ENV = {"PATH": os.environ["PATH"], "HOME": FOLDER, "LC_ALL": "C"}
ASAN = os.environ.get("ASAN_OPTIONS")
if ASAN:
    ENV["ASAN_OPTIONS"] = ASAN


def git(*words):
    subprocess.run(["git", "-C", repo, "-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "core.quotePath=true", *words],
                   check=True, env=ENV, capture_output=True)


git("init", "-q")
git("add", "-A")
git("commit", "-qm", "hostile\n\n::error::injected")
FILES = {os.path.relpath(os.path.join(d, f), os.fsencode(repo)) for d, _, names in os.walk(os.fsencode(repo)) for f in names}


def run(*words, env=None):
    p = subprocess.run([PROGRAM, "--gpu", "A100-80GB", *words], cwd=repo, env=ENV | (env or {}), capture_output=True, stdin=subprocess.DEVNULL)
    return p.returncode, p.stdout, p.stderr


# ---- what the readers of the formats make of them --------------------------------------------------------------------

BIDI = "\u061c\u200e\u200f\u2028\u2029\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069\ufeff"


def inert(name, data, commands=False):
    """What holds of every output: valid UTF-8, no control character, no word for the runner."""
    try:
        s = data.decode("utf-8")
    except UnicodeDecodeError as e:
        check(f"{name}: UTF-8", False, e)
        return ""
    bad = [c for c in s if (ord(c) < 0x20 and c not in ("\n\t" if name == "html" else "\n")) or 0x7f <= ord(c) < 0xa0 or c in BIDI]
    check(f"{name}: no control characters", not bad, [hex(ord(c)) for c in bad[:10]])
    check(f"{name}: no old command", "##[" not in s)
    lines = [line for line in re.split(r"\r\n|\r|\n", s) if line.strip().startswith("::")]
    if not commands:
        check(f"{name}: no command", not lines, lines[:1])
    return s


def command(line):
    """A line as the runner's ActionCommand.TryParseV2 reads it: name, properties, message."""
    line = line.lstrip()
    end = line.index("::", 2)
    head, message = line[2:end], line[end + 2:]
    name, _, rest = head.partition(" ")
    properties = {}
    for pair in rest.strip().split(","):
        key, _, value = pair.partition("=")
        for code, char in (("%0D", "\r"), ("%0A", "\n"), ("%3A", ":"), ("%2C", ","), ("%25", "%")):
            value = value.replace(code, char)
        properties[key] = value
    for code, char in (("%0D", "\r"), ("%0A", "\n"), ("%25", "%")):
        message = message.replace(code, char)
    return name, properties, message


def check_github(s):
    kinds = {}
    for line in re.split(r"\r\n|\r|\n", s):
        if not line.strip().startswith("::"):
            continue
        name, properties, message = command(line)
        check("github: name", name in ("error", "warning", "notice"), line)
        check("github: properties", set(properties) <= {"file", "line", "endLine", "col", "endColumn", "title"}, line)
        check("github: title", re.fullmatch(r"[a-z-]+", properties.get("title", "")), line)
        check("github: length", len(message) <= 4096)
        for key in ("line", "endLine", "col", "endColumn"):
            check("github: number", re.fullmatch(r"\d*", properties.get(key, "")), line)
        kinds[name] = kinds.get(name, 0) + 1
    check("github: ten of a kind", kinds and max(kinds.values()) <= 10, kinds)
    check("github: annotates", kinds.get("error") == 10, kinds)


def is_file(uri):
    return urllib.parse.unquote_to_bytes(uri) in FILES


def check_sarif(s):
    run_ = json.loads(s)["runs"][0]
    check("sarif: results", len(run_["results"]) > 100)
    prints = [r["partialFingerprints"]["gpumemLint/v1"] for r in run_["results"]]
    check("sarif: fingerprints differ", len(set(prints)) == len(prints), len(prints) - len(set(prints)))
    for r in run_["results"]:
        places = r["locations"] + r.get("relatedLocations", [])
        for place in places:
            uri = place["physicalLocation"]["artifactLocation"]["uri"]
            check("sarif: uri", re.fullmatch(r"[A-Za-z0-9._~/%-]+", uri) and is_file(uri) and ".." not in uri.split("/"), uri)
            check("sarif: region", place["physicalLocation"]["region"]["startLine"] >= 1)
        check("sarif: no link", "](" not in r["message"]["text"], r["message"])
        check("sarif: text", r["message"]["text"] and len(r["message"]["text"]) < 4100)


def check_json(s):
    report = json.loads(s)
    check("json: jobs", len(report["jobs"]) > 100)
    check("json: known", len(report.get("known", [])) == len(PAYLOADS), len(report.get("known", [])))


def check_jsonl(s):
    lines = s.split("\n")
    check("jsonl: ends", lines.pop() == "")
    check("jsonl: lines", len(lines) > 100 and all(json.loads(x)["schema"] == "gpumem-lint-job/1" for x in lines))


def check_concise(s):
    """Lines of ordinary files are what the problem matcher of docs/recipes.md takes apart."""
    recipes = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../docs/recipes.md")
    with open(recipes) as f:
        pattern = json.loads(re.search(r'"regexp": ("[^\n]*"),', f.read())[1])
    lines = [x for x in s.split("\n") if re.match(r"(models|values|comments)/", x)]
    check("concise: the problem matcher's pattern", lines and all(re.match(pattern, x) for x in lines), [x for x in lines if not re.match(pattern, x)][:1])


def check_gitlab(s):
    issues = json.loads(s)
    check("gitlab: fingerprints", len({i["fingerprint"] for i in issues}) == len(issues))
    check("gitlab: members", all(i["severity"] in ("info", "minor", "major", "critical", "blocker") and i["location"]["lines"]["begin"] >= 1
                                 and i["description"] for i in issues))
    check("gitlab: paths", all(not i["location"]["path"].startswith(("/", "./")) for i in issues))


def check_rdjson(s):
    for d in json.loads(s)["diagnostics"]:
        check("rdjson: severity", d["severity"] in ("ERROR", "WARNING", "INFO"))
        check("rdjson: path", d["location"]["path"] and not d["location"]["path"].startswith("/"))


def check_xml(name, s, tags):
    try:
        root = ET.fromstring(s)
    except ET.ParseError as e:
        check(f"{name}: well-formed", False, e)
        return
    check(f"{name}: elements", {e.tag for e in root.iter()} <= tags, {e.tag for e in root.iter()} - tags)
    check(f"{name}: no doctype", "<!" not in s)


def check_junit(s):
    check_xml("junit", s, {"testsuites", "testsuite", "testcase", "failure", "skipped", "system-out"})
    suite = ET.fromstring(s).find("testsuite")
    check("junit: tests", int(suite.get("tests")) == len(suite.findall("testcase")))
    check("junit: failures", int(suite.get("failures")) == sum(c.find("failure") is not None for c in suite))


def check_checkstyle(s):
    check_xml("checkstyle", s, {"checkstyle", "file", "error"})


def check_markdown(s, name="markdown"):
    ours = re.sub(r"</?(details|summary|sub|br|b|code)>|<!-- gpumem-lint -->", "", s)
    for mark in ("<", "](", "![", "@", "javascript:", "://"):
        check(f"{name}: no {mark}", mark not in ours, [x for x in ours.split("\n") if mark in x][:1])
    for table in re.split(r"\n\n", s):
        rows = [x for x in table.split("\n") if x.startswith("|")]
        check(f"{name}: cells", len({x.count("|") for x in rows}) <= 1, rows[:3])
    check(f"{name}: fences", s.count("```") % 2 == 0)


class Page(html.parser.HTMLParser):
    VOID = {"meta", "input", "br", "link", "hr", "img", "col", "wbr"}

    def __init__(self):
        super().__init__()
        self.tags, self.scripts, self.bad, self.open, self.inside = {}, 0, [], [], None

    def handle_starttag(self, tag, attrs):
        self.tags[tag] = self.tags.get(tag, 0) + 1
        if tag not in self.VOID:
            self.open.append(tag)
        for key, value in attrs:
            if key.startswith("on") or key in ("src", "srcdoc", "action") or (key == "href" and not (value or "").startswith("#")):
                self.bad.append((tag, key, value))

    def handle_startendtag(self, tag, attrs):
        self.handle_starttag(tag, attrs)
        if tag not in self.VOID:
            self.open.pop()

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.bad.append(("end", tag, None))


def check_html(s):
    page = Page()
    page.feed(s)
    page.close()
    check("html: balanced and inert", not page.bad and not page.open, (page.bad[:5], page.open[:5]))
    check("html: one script of ours", page.tags.get("script", 0) <= 2, page.tags)
    check("html: no foreign element", not {"img", "svg0", "iframe", "object", "embed", "base", "form"} & set(page.tags), page.tags)


CHECKS = {k[6:]: v for k, v in globals().items() if k.startswith("check_") and k != "check_xml"}
help_text = run("--help")[1].decode()
formats = re.findall(r"^  ([a-z]+) ", help_text.split("\nformats:\n")[1].split("\n\n")[0], re.M)
check("formats are known", len(formats) >= 11, formats)
outputs = []
for f in formats:
    code, out, err = run("--format", f)
    check(f"{f}: ends", code == 1, (code, err[:300]))
    check(f"{f}: quiet", not err, err[:300])
    s = inert(f, out, commands=f == "github")
    if f in CHECKS:
        CHECKS[f](s)
    outputs += ["--output", f"{f}={FOLDER}/out.{f}"]
    with open(os.path.join(FOLDER, "first." + f), "wb") as first:
        first.write(out)
# All in one run are the same bytes.
code, out, err = run("--format", "concise", *outputs)
check("several outputs", code == 1 and not err, err[:300])
for f in formats:
    with open(os.path.join(FOLDER, "first." + f), "rb") as a, open(os.path.join(FOLDER, "out." + f), "rb") as b:
        check(f"{f}: the same in one run of all", a.read() == b.read())
check("nothing is left aside", not [x for x in os.listdir(FOLDER) if x.endswith(".tmp")])
# The difference to another revision, and the request that the action makes of it.
for name in sorted(FILES)[::3]:
    path = os.path.join(os.fsencode(repo), name)
    with open(path, "rb") as f:
        body = f.read()
    with open(path, "wb") as f:
        f.write(body.replace(b"micro_batch_size: 1", b"micro_batch_size: 3").replace(b"=4,", b"=8,"))
git("add", "-A")
git("commit", "-qm", "::error::injected")
for f in ("text", "markdown", "json", "html"):
    code, out, err = run("diff", "HEAD~1", "HEAD", "--format", f)
    check(f"diff {f}: ends", code == 0 and not err, (code, err[:300]))
    s = inert("html" if f == "html" else f"diff {f}", out)
    if f == "html":
        check_html(s)
    if f == "markdown":
        check_markdown(s, "diff")
        check("diff: below GitHub's limit", len(s) < 65536 - 100, len(s))
        with open(os.path.join(FOLDER, "diff.md"), "w") as file:
            file.write(s)
    if f == "json":
        check("diff: jobs", len(json.loads(s)["jobs"]) > 50)
action = os.path.join(os.path.dirname(os.path.abspath(__file__)), "../../tools/action.sh")
body = subprocess.run(["bash", "-c", f"source <(sed -n '/^body()/,/^}}/p' '{action}'); body {FOLDER}/diff.md"], capture_output=True).stdout
check("comment: the request is the Markdown", json.loads(body)["body"] == s_markdown if (s_markdown := open(os.path.join(FOLDER, "diff.md")).read().rstrip("\n")) else False)
code, out, err = run("--write-baseline", os.path.join(FOLDER, "baseline.json"), "--format", "concise")
check("a baseline is written", code == 0, err[:300])
code, out, err = run("--baseline", os.path.join(FOLDER, "baseline.json"), "--format", "json")
check("and hides all errors", code == 0 and json.loads(out)["summary"]["errors"] == 0, err[:300])
for words in (["--format", "x\n::error::injected"], ["--gpu", "\x1b[2J"], ["--config", "\n::error::x"], ["\n::error::x"]):
    code, out, err = run(*words)
    check("wrong usage is inert", code == 2 and not out)
    inert("message", err)
check("nothing was run", not os.path.exists(os.path.join(repo, "pwned")))
print(f"attack: {passed} passed, {failed} failed")
sys.exit(failed > 0 or passed == 0)
