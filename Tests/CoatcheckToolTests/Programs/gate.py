#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""gate.py USERINFO LOG FOLDER SCHEMES [tls] [registry]: a server that other programs get their things from, with an access token.

A token is accepted if the userinfo endpoint USERINFO accepts it. SCHEMES are the ones that are offered: basic, bearer. LOG gets a line for each
request: method, path, the scheme of its credential ("empty" for Basic without a password, or "none"), status. What it has: /git/, the repositories in FOLDER/git by
git-http-backend; /simple/, an index of Python packages with one, "photos"; /modules/, one of Go's, the same; /api, a cluster with one pod; /v2/, with "registry", Debian's
docker-registry; everything else is a JSON object. With "tls" its certificate is FOLDER/certificate.pem.
"""
import base64
import ctypes
import http.client
import http.server
import io
import json
import os
import signal
import socket
import ssl
import subprocess
import sys
import time
import urllib.error
import urllib.request
import zipfile

USERINFO, LOG, FOLDER, SCHEMES = sys.argv[1:5]
OPTIONS = sys.argv[5:]
SCHEMES = SCHEMES.split(",")
CHALLENGES = {"bearer": 'Bearer realm="gate"', "basic": 'Basic realm="gate"'}


def accepts(token):
    """Whether the provider knows whose token it is."""
    request = urllib.request.Request(USERINFO, headers={"Authorization": f"Bearer {token}"})
    try:
        with urllib.request.urlopen(request, timeout=60) as response:
            return response.status == 200
    except (urllib.error.URLError, ValueError):
        return False


class Gate(http.server.BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    # That of a body which is not sent.
    length = None

    def log_message(self, *words):
        pass

    def credential(self):
        """The scheme and the token of the request."""
        scheme, _, value = self.headers.get("Authorization", "").partition(" ")
        if scheme.lower() == "basic":
            try:
                token = base64.b64decode(value).decode().partition(":")[2]
                return "basic" if token else "empty", token
            except ValueError:
                return "basic", ""
        return scheme.lower() or "none", value

    def answer(self, status, body, kind="application/json", fields=()):
        with open(LOG, "a") as log:
            log.write(f"{self.command} {self.path} {self.credential()[0]} {status}\n")
        self.send_response(status)
        for name, value in fields:
            self.send_header(name, value)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", self.length or str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def body(self):
        if self.headers.get("Transfer-Encoding", "").lower() != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length") or 0))
        chunks = b""
        while size := int(self.rfile.readline().split(b";")[0], 16):
            chunks += self.rfile.read(size)
            self.rfile.readline()
        self.rfile.readline()
        return chunks

    def do_GET(self):
        body = self.body()
        scheme, token = self.credential()
        if scheme not in SCHEMES or not accepts(token):
            fields = [("WWW-Authenticate", CHALLENGES[scheme]) for scheme in SCHEMES]
            status = {"kind": "Status", "apiVersion": "v1", "status": "Failure", "reason": "Unauthorized", "code": 401}
            return self.answer(401, json.dumps(status).encode(), fields=fields)
        path = self.path.partition("?")[0]
        if path.startswith("/git/"):
            return self.repository(body)
        if path.startswith("/v2/"):
            return self.registry(body)
        if path.startswith("/api"):
            return self.cluster(path)
        if path.startswith("/simple/"):
            return self.wheels(path)
        if path.startswith("/modules/"):
            return self.module(path)
        self.answer(200, json.dumps({"path": self.path}).encode())

    do_DELETE = do_HEAD = do_PATCH = do_POST = do_PUT = do_GET

    def repository(self, body):
        path, _, query = self.path.partition("?")
        variables = {
            "PATH": os.environ["PATH"], "GIT_PROJECT_ROOT": FOLDER, "GIT_HTTP_EXPORT_ALL": "1", "REMOTE_USER": "alice",
            "REMOTE_ADDR": "127.0.0.1", "PATH_INFO": path, "QUERY_STRING": query, "REQUEST_METHOD": self.command,
            "CONTENT_TYPE": self.headers.get("Content-Type", ""), "CONTENT_LENGTH": str(len(body)),
            "GIT_PROTOCOL": self.headers.get("Git-Protocol", ""), "HTTP_CONTENT_ENCODING": self.headers.get("Content-Encoding", ""),
        }
        done = subprocess.run(["git", "http-backend"], input=body, env=variables, capture_output=True)
        head, _, answer = done.stdout.partition(b"\r\n\r\n")
        fields = dict(line.split(": ", 1) for line in head.decode().split("\r\n") if ": " in line)
        status = int(fields.pop("Status", "200").split()[0])
        self.answer(status, answer, fields.pop("Content-Type", "text/plain"), fields.items())

    def registry(self, body):
        connection = http.client.HTTPConnection("127.0.0.1", REGISTRY, timeout=60)
        hop = ("authorization", "connection", "content-length", "transfer-encoding")
        fields = {name: value for name, value in self.headers.items() if name.lower() not in hop}
        connection.request(self.command, self.path, body, fields | {"Content-Length": str(len(body))})
        response = connection.getresponse()
        kept = [field for field in response.getheaders() if field[0].lower() not in hop + ("content-type", "date", "server")]
        content = response.read()
        self.length = response.getheader("Content-Length") if self.command == "HEAD" else None
        self.answer(response.status, content, response.getheader("Content-Type", "application/json"), kept)

    def cluster(self, path):
        pods = {"name": "pods", "singularName": "pod", "namespaced": True, "kind": "Pod", "verbs": ["get", "list"]}
        pod = {"metadata": {"name": "photos", "namespace": "default"}}
        answers = {
            "/api": {"kind": "APIVersions", "versions": ["v1"]},
            "/apis": {"kind": "APIGroupList", "apiVersion": "v1", "groups": []},
            "/api/v1": {"kind": "APIResourceList", "groupVersion": "v1", "resources": [pods]},
            "/api/v1/namespaces/default/pods": {"kind": "PodList", "apiVersion": "v1", "metadata": {}, "items": [pod]},
        }
        answer = answers.get(path)
        self.answer(200 if answer else 404, json.dumps(answer or {}).encode())

    def module(self, path):
        """https://go.dev/ref/mod#goproxy-protocol"""
        answers = {
            "list": b"v1.0.0\n", "v1.0.0.info": b'{"Version":"v1.0.0","Time":"2026-01-01T00:00:00Z"}',
            "v1.0.0.mod": b"module photos.example/photos\n",
        }
        answer = answers.get(path.removeprefix("/modules/photos.example/photos/@v/"))
        self.answer(200 if answer else 404, answer or b"", "text/plain")

    def wheels(self, path):
        if path.endswith(WHEEL):
            return self.answer(200, wheel(), "application/octet-stream")
        self.answer(200, f'<!DOCTYPE html><a href="/simple/{WHEEL}">{WHEEL}</a>'.encode(), "text/html")


WHEEL = "photos-1.0-py3-none-any.whl"


def wheel():
    """A package without code."""
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as archive:
        archive.writestr("photos-1.0.dist-info/METADATA", "Metadata-Version: 2.1\nName: photos\nVersion: 1.0\n")
        archive.writestr("photos-1.0.dist-info/WHEEL", "Wheel-Version: 1.0\nRoot-Is-Purelib: true\nTag: py3-none-any\n")
        archive.writestr("photos-1.0.dist-info/RECORD", "photos-1.0.dist-info/RECORD,,\n")
    return content.getvalue()


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def start_registry(port):
    """Starts docker-registry, which ends with this program."""
    settings = {
        "version": 0.1, "log": {"level": "error"}, "storage": {"filesystem": {"rootdirectory": f"{FOLDER}/registry"}},
        "http": {"addr": f"127.0.0.1:{port}", "relativeurls": True},
    }
    with open(f"{FOLDER}/registry.json", "w") as file:
        json.dump(settings, file)
    death = 1  # PR_SET_PDEATHSIG
    subprocess.Popen(["docker-registry", "serve", file.name], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
                     preexec_fn=lambda: ctypes.CDLL(None).prctl(death, signal.SIGKILL))
    for _ in range(500):
        with socket.socket() as peer:
            if peer.connect_ex(("127.0.0.1", port)) == 0:
                return
        time.sleep(0.02)


REGISTRY = free_port()
if "registry" in OPTIONS:
    start_registry(REGISTRY)
server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Gate)
if "tls" in OPTIONS:
    certificate, key = f"{FOLDER}/certificate.pem", f"{FOLDER}/key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
                    "/CN=gate", "-addext", "subjectAltName=IP:127.0.0.1", "-keyout", key, "-out", certificate], check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    server.socket = context.wrap_socket(server.socket, server_side=True)
print(f"listening {server.server_port}", flush=True)
server.serve_forever()
