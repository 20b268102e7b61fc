"""What of GitHub's API a comment needs: python3 comment.py FOLDER. The port goes to FOLDER/port, comments lie in
FOLDER/comments.json, requests are lines of FOLDER/log; FOLDER/readonly makes every change fail as a fork's token does."""
import http.server
import json
import os
import re
import sys

folder = sys.argv[1]


def path(name):
    return os.path.join(folder, name)


def comments():
    with open(path("comments.json")) as f:
        return json.load(f)


class Api(http.server.BaseHTTPRequestHandler):
    def log_message(self, *_):
        pass

    def answer(self, code, data):
        body = json.dumps(data).encode()
        self.send_response(code)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def note(self):
        with open(path("log"), "a") as f:
            f.write(f"{self.command} {self.path} {self.headers.get('Authorization')}\n")
        if self.headers.get("Authorization") != "Bearer secret":
            self.answer(401, {})
            return False
        if self.command != "GET" and os.path.exists(path("readonly")):
            self.answer(403, {"message": "Resource not accessible by integration"})
            return False
        return True

    def do_GET(self):
        if self.note():
            page = int(re.search(r"[?&]page=(\d+)", self.path)[1])
            self.answer(200, comments()[(page - 1) * 100:page * 100])

    def change(self):
        if not self.note():
            return
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))["body"]
        all_ = comments()
        found = re.fullmatch(r"/repos/acme/models/issues/comments/(\d+)", self.path)
        if found:
            next(c for c in all_ if c["id"] == int(found[1]))["body"] = body
        elif self.path == "/repos/acme/models/issues/7/comments":
            all_.append({"id": 1000 + len(all_), "user": {"type": "Bot"}, "body": body})
        else:
            self.answer(404, {})
            return
        with open(path("comments.json"), "w") as f:
            json.dump(all_, f)
        self.answer(200, {})

    do_POST = do_PATCH = change


server = http.server.HTTPServer(("127.0.0.1", 0), Api)
with open(path("port.new"), "w") as f:
    f.write(str(server.server_port))
os.rename(path("port.new"), path("port"))
server.serve_forever()
