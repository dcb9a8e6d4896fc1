#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""oidc_agent ISSUER code|device: Debian's oidc-agent, with a folder and a socket of its own, and without a screen.

oidc-gen registers a client, and prints an address for the user. oidc-token then returns tokens, which are sent to userinfo here. Prints a
line of JSON per step. Needs Python's standard library only.
"""
import ctypes
import json
import os
import random
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request
from pathlib import Path

issuer, flow = sys.argv[1:3]
NAME = "ours"
opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))


def say(step, **facts):
    print(json.dumps({"step": step, **facts}), flush=True)


def end_with_parent():
    """The kernel ends a program when this script ends in whatever way: prctl(PR_SET_PDEATHSIG, SIGTERM)."""
    ctypes.CDLL(None).prctl(1, signal.SIGTERM)


def free_port():
    """One below 49152: the agent takes no others, and the kernel gives those away for connections."""
    while True:
        port = random.randrange(10_000, 32_000)
        with socket.socket() as listener:
            try:
                listener.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


def get(address, token=None):
    request = urllib.request.Request(address, headers={"Authorization": "Bearer " + token} if token else {})
    try:
        with opener.open(request, timeout=60) as response:
            return response.status, json.loads(response.read())
    except urllib.error.HTTPError as error:
        return error.code, {}


def generate():
    """oidc-gen: registers a client, shows the address, and waits for the user."""
    words = [
        "oidc-gen", NAME, "--iss=" + issuer, "--scope=openid profile offline_access", "--flow=" + flow, "--port=" + str(free_port()),
        "--at=" + os.environ["INITIAL_ACCESS_TOKEN"], "--no-url-call", "--no-scheme", "--pw-env", "--prompt=none", "--confirm-default"]
    process = subprocess.Popen(
        words, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, preexec_fn=end_with_parent)
    lines, asked = [], False
    for line in process.stdout:
        lines.append(line)
        text = "".join(lines)
        if asked:
            continue
        if flow == "code":
            found = re.search(r"https?://\S*response_type=code\S*", text)
            facts = found and {"address": found.group()}
        else:
            code, page = re.search(r"\b[A-Z]{4}-[A-Z]{4}\b", text), re.search(r"https?://\S+/device\b", text)
            facts = code and page and {"code": code.group(), "address": page.group()}
        if facts:
            asked = True
            say("asking", **facts)
    status = process.wait()
    say("generated", status=status, output="" if status == 0 else "".join(lines))
    return status


def token(*options):
    answer = subprocess.run(
        ["oidc-token", *options, NAME], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
    if answer.returncode:
        say("failed", output=answer.stdout + answer.stderr)
        sys.exit(1)
    return answer.stdout.strip()


def use(userinfo):
    first = token("--time=10")
    status, user = get(userinfo, first)
    say("token", status=status, subject=user.get("sub"), name=user.get("name"))
    forced = token("--force-new")
    say("forced", new=forced != first, status=get(userinfo, forced)[0])
    # The access tokens of this issuer are short-lived.
    for _ in range(600):
        if get(userinfo, forced)[0] == 401:
            break
        time.sleep(0.1)
    ended = get(userinfo, forced)[0]
    later = token("--time=10")
    say("later", ended=ended, new=later != forced, status=get(userinfo, later)[0])
    return later


def main():
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(1))
    folder = Path(tempfile.mkdtemp(prefix="oidc-agent-"))
    os.environ.update(
        HOME=str(folder), OIDC_CONFIG_DIR=str(folder / "config"), OIDC_ENCRYPTION_PW="a passphrase", OIDC_SOCK=str(folder / "socket"))
    (folder / "config").mkdir(mode=0o700)
    agent = subprocess.Popen(
        ["oidc-agent", "--console", "--no-autoreauthenticate", "--socket-path=" + os.environ["OIDC_SOCK"]],
        stdin=subprocess.DEVNULL, stdout=(folder / "output").open("wb"), stderr=subprocess.STDOUT, preexec_fn=end_with_parent)
    try:
        for _ in range(500):
            if Path(os.environ["OIDC_SOCK"]).exists():
                break
            time.sleep(0.02)
        if generate():
            sys.exit(1)
        metadata = get(issuer + "/.well-known/openid-configuration")[1]
        use(metadata["userinfo_endpoint"])
        listed = subprocess.run(["oidc-gen", "--accounts"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=30)
        deleted = subprocess.run(
            ["oidc-gen", "--delete", NAME, "--pw-env", "--confirm-yes"], stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60)
        say("deleted", listed=NAME in listed.stdout, status=deleted.returncode, output=deleted.stdout + deleted.stderr)
    finally:
        agent.terminate()
        agent.wait()
        shutil.rmtree(folder, ignore_errors=True)


main()
