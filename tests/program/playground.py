"""Opens the playground's page in a headless browser with the files of a project, and holds what it shows against the program.

usage: playground.py GPUMEM-LINT PAGE.html BROWSER FOLDER [GPU]
"""
import html
import json
import pathlib
import re
import subprocess
import sys
import tempfile


def text_files(root):
    for path in sorted(p for p in root.rglob("*") if p.is_file()):
        try:
            yield {"name": str(path.relative_to(root)), "text": path.read_text()}
        except UnicodeDecodeError:
            continue


def main():
    binary, page, browser, root = sys.argv[1], pathlib.Path(sys.argv[2]), sys.argv[3], pathlib.Path(sys.argv[4])
    gpu = sys.argv[5] if len(sys.argv) > 5 else ""
    words = ["--gpu", gpu] if gpu else []
    want = json.loads(subprocess.run([binary, "--format", "json", "--root", root, *words], capture_output=True, text=True,
                                     check=False).stdout)["jobs"]
    files = json.dumps(list(text_files(root))).replace("</", "<\\/")
    script = f"<script>load().then(() => {{ files = {files}; $('gpu').value = {json.dumps(gpu)}; choose(0); show(); document.title = 'done'; }});</script>"
    with tempfile.TemporaryDirectory() as scratch:
        path = pathlib.Path(scratch) / "page.html"
        path.write_text(page.read_text() + script)
        shown = subprocess.run([browser, "--headless", "--no-sandbox", "--disable-gpu", "--user-data-dir=" + scratch,
                                "--virtual-time-budget=60000", "--dump-dom", path.as_uri()], capture_output=True, text=True,
                               check=False, timeout=180).stdout
    out = re.search(r'<section id="out".*?</section>', shown, re.S)
    jobs = re.findall(r"<h2>(.*?)</h2><p class=\"(.*?)\"><strong>.*?</strong>: ([\d.]+) GiB", out.group(0) if out else "")
    got = [(html.unescape(i), v, float(n)) for i, v, n in jobs]
    expected = [(j["id"], j["verdict"], j["estimate"]["device"]["likely"] / 2 ** 30) for j in want if j["estimate"]]
    same = len(got) == len(expected) and all(g[:2] == e[:2] and abs(g[2] - e[2]) <= 0.006 * e[2] for g, e in zip(got, expected))
    if not same or not got:
        print("the page shows", got, "and not", expected)
    return not same or not got


sys.exit(main())
