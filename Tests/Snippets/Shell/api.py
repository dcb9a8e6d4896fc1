#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""api.py HOST ISSUER FOLDER: an API at https://HOST, which gives and takes the files of a folder.

A request needs an access token that the issuer's userinfo endpoint accepts, as a bearer token or as the password that a user
of git has. It is for the shell lines of the pages: scripts/shell-lines. $CERTIFICATE and $KEY are the files for TLS.
"""
import base64
import os
import socket
import ssl
import sys
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from socketserver import TCPServer
from urllib.error import HTTPError
from urllib.parse import urlsplit
from urllib.request import Request, urlopen

HOST, ISSUER, FOLDER = sys.argv[1], sys.argv[2], Path(sys.argv[3])


def token(field):
    scheme, _, words = field.partition(" ")
    if scheme.lower() == "basic":
        return base64.b64decode(words).decode().partition(":")[2]
    return words if scheme.lower() == "bearer" else ""


def accepts(token):
    try:
        urlopen(Request(f"{ISSUER}/userinfo", headers={"Authorization": f"Bearer {token}"}), timeout=20).read()
        return True
    except HTTPError:
        return False


class Exchange(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def answer(self, status, body=b""):
        self.send_response(status)
        if status == 401:
            self.send_header("WWW-Authenticate", 'Basic realm="api"')
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def exchange(self):
        sent = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        words = self.headers.get("Authorization") or ""
        path = FOLDER / urlsplit(self.path).path.strip("/")
        if not words or not accepts(token(words)):
            return self.answer(401)
        if self.command == "PUT":
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_bytes(sent)
            return self.answer(204)
        return self.answer(200, path.read_bytes()) if path.is_file() else self.answer(404)

    do_GET = do_PUT = exchange

    def log_message(self, *words):
        pass


class Server(ThreadingHTTPServer):
    def server_bind(self):
        # That of HTTP asks for the name of the address, which takes ten seconds where there is no network.
        TCPServer.server_bind(self)


context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(os.environ["CERTIFICATE"], os.environ["KEY"])
server = Server((socket.gethostbyname(HOST), 443), Exchange)
server.socket = context.wrap_socket(server.socket, server_side=True)
server.serve_forever()
