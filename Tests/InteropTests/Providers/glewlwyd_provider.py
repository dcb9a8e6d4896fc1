#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Debian's glewlwyd on a free loopback port, set up by its own administration: a folder of its own, one user (alice), one
confidential client (app).

Prints its issuer when it listens, and takes it along when it is stopped. Needs Python's standard library only.
"""
import ctypes
import gzip
import json
import re
import signal
import socket
import sqlite3
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

DOCUMENTS = Path("/usr/share/doc/glewlwyd")
# A program's, and a website's.
CALLBACK = "http://127.0.0.1:49152/callback"
SITE = "http://127.0.0.1:49152"
SCOPES = ["openid", "profile", "email", "offline_access"]


def free_port():
    with socket.socket() as listener:
        listener.bind(("127.0.0.1", 0))
        return listener.getsockname()[1]


def write_files(folder, port):
    """The database of Debian's schema, and Debian's sample of a configuration for this folder and port."""
    database = sqlite3.connect(folder / "glewlwyd.db")
    database.executescript(gzip.decompress((DOCUMENTS / "database/init.sqlite3.sql.gz").read_bytes()).decode())
    database.commit()
    database.close()
    text = gzip.decompress((DOCUMENTS / "glewlwyd.conf.sample.gz").read_bytes()).decode()
    for name, value in {
        "port": port, "external_url": f'"http://localhost:{port}"', "cookie_secure": 0, "cookie_same_site": '"lax"',
        "log_mode": '"file"', "log_file": f'"{folder}/glewlwyd.log"', "log_level": '"WARNING"',
    }.items():
        text = re.sub(rf"(?m)^{name}=.*$", f"{name}={value}", text)
    text = re.sub(r"(?m)^#bind_address=.*$", 'bind_address="127.0.0.1"', text)
    text = text.replace("/var/cache/glewlwyd/glewlwyd.db", f"{folder}/glewlwyd.db")
    (folder / "glewlwyd.conf").write_text(text)
    private = folder / "key.pem"
    subprocess.run(
        ["openssl", "genpkey", "-algorithm", "RSA", "-pkeyopt", "rsa_keygen_bits:2048", "-out", private],
        check=True, stderr=subprocess.DEVNULL)
    public = subprocess.run(["openssl", "pkey", "-in", private, "-pubout"], check=True, capture_output=True)
    return private.read_text(), public.stdout.decode()


class Administration:
    """The REST interface of the administrator, whom Debian's schema has with the password "password"."""

    def __init__(self, base):
        self.base = base
        self.opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
        # Its cookies are for "localhost", which Python's own jar takes for no domain.
        self.cookie = None

    def post(self, path, value):
        request = urllib.request.Request(
            f"{self.base}/{path}", json.dumps(value).encode(), {"Content-Type": "application/json"}, method="POST")
        if self.cookie:
            request.add_header("Cookie", self.cookie)
        try:
            with self.opener.open(request, timeout=10) as response:
                set_cookie = response.headers.get("Set-Cookie")
        except urllib.error.HTTPError as error:
            sys.exit(f"glewlwyd refuses {path}: {error.code} {error.read().decode()}")
        if set_cookie:
            self.cookie = set_cookie.split(";")[0]


def plugin(issuer, private, public):
    on = [
        "auth-type-code-enabled", "auth-type-code-revoke-replayed", "auth-type-id-token-enabled", "auth-type-client-enabled",
        "auth-type-device-enabled", "auth-type-refresh-enabled", "allow-non-oidc", "jwks-show", "pkce-allowed",
        "introspection-revocation-allowed", "introspection-revocation-allow-target-client", "session-management-allowed",
        "oauth-as-iss-id", "refresh-token-rolling", "request-parameter-allow", "oauth-par-allowed", "oauth-dpop-allowed",
        "register-client-allowed", "register-client-management-allowed",
    ]
    off = [
        "auth-type-token-enabled", "auth-type-none-enabled", "auth-type-password-enabled", "pkce-method-plain-allowed",
        "pkce-required", "encrypt-out-token-allow", "front-channel-logout-allowed", "back-channel-logout-allowed",
        "resource-allowed", "oauth-rar-allowed", "oauth-ciba-allowed", "oauth-fapi-allow-jarm", "oauth-par-required",
        "request-parameter-ietf-strict", "request-uri-allow-https-non-secure",
    ]
    parameters = {name: True for name in on} | {name: False for name in off} | {
        "iss": issuer, "jwt-type": "rsa", "jwt-key-size": "256", "key": private, "cert": public,
        "access-token-duration": 3600, "refresh-token-duration": 86400, "code-duration": 600,
        "refresh-token-one-use": "always", "client-refresh-token-one-use-parameter": "refresh-token-one-use",
        "pkce-required-public-client": True, "pkce-scopes": [], "device-authorization-expiration": 600,
        "device-authorization-interval": 1, "jwks-x5c": [], "subject-type": "public",
        "name-claim": "on-demand", "name-claim-scope": ["profile"], "email-claim": "on-demand",
        "email-claim-scope": ["email"], "scope-claim": "no", "scope": [], "additional-parameters": [], "claims": [],
        "allowed-scope": SCOPES, "request-maximum-exp": 3600, "client-pubkey-parameter": "pubkey",
        "client-jwks-parameter": "jwks", "client-jwks_uri-parameter": "jwks_uri",
        "introspection-revocation-auth-scope": [], "register-client-auth-scope": [],
        "register-client-credentials-scope": SCOPES, "session-cookie-name": "GLEWLWYD2_OIDC_SESSION",
        "session-cookie-expiration": 2419200, "oauth-dpop-iat-duration": 10, "restrict-scope-client-property": "",
        "oauth-par-request_uri-prefix": "urn:ietf:params:oauth:request_uri:", "oauth-par-duration": 90,
    }
    return {
        "module": "oidc", "name": "oidc", "display_name": "OIDC", "order_rank": 0, "readonly": False,
        "parameters": parameters,
    }


def administer(base, private, public):
    administration = Administration(base)
    administration.post("auth/", {"username": "admin", "password": "password"})
    for scope in SCOPES[1:]:
        administration.post("scope/", {
            "name": scope, "display_name": scope, "description": scope, "password_required": False, "scheme": {}})
    administration.post("mod/plugin/", plugin(f"{base}/oidc", private, public))
    administration.post("user/", {
        "username": "alice", "name": "Alice Example", "email": "alice@example.test", "password": "alicepassword",
        "enabled": True, "scope": ["g_profile", *SCOPES]})
    administration.post("client/", {
        "client_id": "app", "name": "App", "confidential": True, "enabled": True,
        "client_secret": "glewlwyd-secret-0123456789", "token_endpoint_auth_method": ["client_secret_basic"],
        "redirect_uri": [CALLBACK, SITE + "/auth/callback/work"],
        "post_logout_redirect_uris": CALLBACK,
        "authorization_type": ["code", "id_token", "refresh_token", "client_credentials", "device_authorization"],
        "scope": []})


def end_with_parent():
    """The kernel ends glewlwyd when this script ends in whatever way: prctl(PR_SET_PDEATHSIG, SIGTERM)."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    folder = Path(tempfile.mkdtemp(prefix="glewlwyd-"))
    port = free_port()
    private, public = write_files(folder, port)
    process = subprocess.Popen(
        ["glewlwyd", f"--config-file={folder}/glewlwyd.conf"], stdin=subprocess.DEVNULL,
        stdout=(folder / "output").open("wb"), stderr=subprocess.STDOUT, preexec_fn=end_with_parent)
    try:
        base = f"http://localhost:{port}/api"
        for _ in range(200):
            try:
                urllib.request.urlopen(f"http://localhost:{port}/config", timeout=5)
                break
            except (urllib.error.URLError, ConnectionError):
                time.sleep(0.05)
        administer(base, private, public)
        print(f"{base}/oidc", flush=True)
        process.wait()
    finally:
        process.terminate()
        process.wait()
        subprocess.run(["rm", "-rf", folder], check=False)


main()
