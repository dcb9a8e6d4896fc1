#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""world.py SYSTEM PROGRAMS: runs the first snippet of a guide in a network of its own, where a stand-in is all there is.

It is started in new namespaces of users, networks and mounts (unshare --map-root-user --net --mount), so that nothing
here is seen by others: the names of the service lead to this machine, a certificate for them is trusted, and port 443 is
free. The snippet has the store, the transport, the clock and the browser that a user of the guide has; $BROWSER is
browser.py. PROGRAMS is the folder of the programs that were built. The status is that of the snippet.
"""
import os
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
from pathlib import Path

HERE = Path(__file__).resolve().parent
# The service's names, as the snippets have them.
HOSTS = {
    "docomo": ["api.smt.docomo.ne.jp", "xlb.photocolle-docomo.com"], "kii": ["api-jp.kii.com"], "nx": ["myhost"],
    "weibo": ["api.weibo.com"], "idaas": [], "readme": [],
}
TRUSTED = "/etc/ssl/certs/ca-certificates.crt"
PORT = 8080


def run(*command):
    subprocess.run(command, check=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def certificate(folder, hosts):
    """A certificate of an authority of its own, for the names; the authority's file and the chain with its key."""
    authority, key = folder / "authority.pem", folder / "authority.key"
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
        "/CN=authority", "-keyout", key, "-out", authority)
    names = ",".join(f"DNS:{host}" for host in hosts)
    chain, own = folder / "chain.pem", folder / "own.key"
    run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj",
        f"/CN={hosts[0]}", "-addext", f"subjectAltName={names}", "-addext", "basicConstraints=critical,CA:FALSE", "-CA", authority,
        "-CAkey", key, "-keyout", own, "-out", chain)
    return authority, chain, own


def forward(source, target):
    try:
        while data := source.recv(1 << 16):
            target.sendall(data)
    except OSError:
        pass
    for end in (source, target):
        try:
            end.shutdown(socket.SHUT_RDWR)
        except OSError:
            pass


def serve(listener, context):
    """Takes TLS from connections, and passes on what is inside."""
    while True:
        connection, _ = listener.accept()

        def answer(connection=connection):
            try:
                inside = context.wrap_socket(connection, server_side=True)
                behind = socket.create_connection(("127.0.0.1", PORT))
            except OSError:
                return connection.close()
            threading.Thread(target=forward, args=(inside, behind), daemon=True).start()
            forward(behind, inside)

        threading.Thread(target=answer, daemon=True).start()


def be_the_internet(folder, hosts):
    """Leads the names to this machine, over TLS."""
    names = folder / "hosts"
    names.write_text("127.0.0.1 localhost " + " ".join(hosts) + "\n")
    run("mount", "--bind", names, "/etc/hosts")
    if not hosts:
        return
    authority, chain, key = certificate(folder, hosts)
    run("mount", "--bind", authority, TRUSTED)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(chain, key)
    listener = socket.create_server(("127.0.0.1", 443))
    threading.Thread(target=serve, args=(listener, context), daemon=True).start()


def service(system, programs, folder):
    """Starts what the snippet signs in to; the process, once it listens."""
    if system == "readme":
        seed = folder / "seed.json"
        seed.write_text(
            '{"users": [{"username": "alice", "password": "wonderland!"}],'
            ' "clients": [{"id": "app", "redirectURIs": ["http://127.0.0.1/callback"], "scopes": ["openid", "email"]}]}')
        command = ["coatcheckd", "serve", "--port", str(PORT), "--database", folder / "server.sqlite", "--seed", seed, "--announce"]
    else:
        command = ["coatcheck-standin", system, "--port", str(PORT)]
    process = subprocess.Popen([programs / command[0], *command[1:]], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
    said = ""
    for line in process.stdout:
        said += line
        if f":{PORT}" in line:
            threading.Thread(target=process.stdout.read, daemon=True).start()
            return process
    sys.exit(f"world: {command[0]} ended: {said}")


def main():
    system, programs = sys.argv[1], Path(sys.argv[2])
    run("ip", "link", "set", "lo", "up")
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        be_the_internet(folder, HOSTS[system])
        server = service(system, programs, folder)
        # A machine without a desktop, whose user chose a passphrase.
        passphrase = folder / "passphrase"
        passphrase.write_text("correct horse battery staple")
        passphrase.chmod(0o600)
        variables = {
            "PATH": os.environ["PATH"], "HOME": name, "COATCHECK_HOME": f"{name}/coatcheck", "BROWSER": str(HERE / "browser.py"),
            "COATCHECK_PASSPHRASE_FILE": str(passphrase),
            "SNIPPET_PASSWORD": "wonderland!" if system == "readme" else "wonderland", "SNIPPET_LOG": f"{name}/browser.log",
        }
        try:
            status = subprocess.run([programs / "FirstSnippets", system], env=variables, timeout=150).returncode
        except subprocess.TimeoutExpired:
            status = 124
        finally:
            server.terminate()
        log = Path(variables["SNIPPET_LOG"])
        if status and log.exists():
            print(log.read_text()[-3000:], file=sys.stderr)
    sys.exit(status)


main()
