# SPDX-License-Identifier: Apache-2.0
# dovecot.py USERINFO LOG FOLDER PORT…: Debian's Dovecot with IMAP and submission, on the first free ports. It asks the
# introspection endpoint beside USERINFO about each token, as the client "post". What is submitted goes to a file of FOLDER.
#
# Dovecot finds its parts below /usr alone, and is unpacked elsewhere; so it runs where both are in one tree. That needs root.
import os
import pwd
import shutil
import socket
import socketserver
import sys
import tempfile
import threading
import time

userinfo, log, folder = sys.argv[1:4]
issuer = userinfo.rsplit("/", 1)[0].removeprefix("http://")
tree = os.path.join(os.path.dirname(__file__), "../../../.build/debian/dovecot/usr")
tree = os.path.realpath(tree)


def is_free(port):
    with socket.socket() as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind(("127.0.0.1", port))
            return True
        except OSError:
            return False


imap, submission, relay = [port for port in map(int, sys.argv[4:]) if is_free(port)][:3]


class Relay(socketserver.StreamRequestHandler):
    """Takes every message, as the server behind the submission service."""

    def say(self, text):
        self.wfile.write((text + "\r\n").encode())

    def handle(self):
        self.say("220 relay ESMTP")
        while line := self.rfile.readline():
            word = line.decode().split(" ")[0].strip().upper()
            if word == "DATA":
                self.say("354 go on")
                with open(folder + "/submitted", "ab") as file:
                    while (line := self.rfile.readline()) not in (b".\r\n", b""):
                        file.write(line)
                self.say("250 taken")
            elif word == "EHLO":
                self.say("250 relay")
            elif word == "QUIT":
                self.say("221 bye")
                return
            else:
                self.say("250 ok")


def section(name, *lines):
    return "\n".join([name + " {"] + ["  " + line for line in lines] + ["}", ""])


# The server that has looked at the token goes on as another user, who cannot look into the folder of the test.
mail = tempfile.mkdtemp(prefix="coatcheck-mail-")
os.chmod(mail, 0o755)
for part in ("cur", "tmp", "new"):
    os.makedirs(f"{mail}/alice/{part}")
with open(mail + "/alice/new/1.1.host", "w") as file:
    file.write("From: bob@example\nTo: alice@example\nSubject: A picture\nMessage-ID: <1@example>\n\nSee you.\n")
for path, folders, files in os.walk(mail + "/alice"):
    for name in [path] + [os.path.join(path, file) for file in files]:
        os.chown(name, 65534, 65534)
with open(folder + "/tokens.conf", "w") as file:
    file.write(
        f"introspection_mode = post\nintrospection_url = http://post:post-secret-0123456789-0123456789@{issuer}/introspect\n"
        "username_attribute = username\nactive_attribute = active\nactive_value = true\n"
    )
with open(folder + "/dovecot.conf", "w") as file:
    file.write(
        "\n".join([
            f"base_dir = {folder}/run", f"state_dir = {folder}/state", f"log_path = {log}", "protocols = imap submission",
            "listen = 127.0.0.1", "ssl = no", "disable_plaintext_auth = no", "auth_mechanisms = xoauth2 oauthbearer",
            f"default_internal_user = {pwd.getpwuid(65534).pw_name}", "default_internal_group = nogroup", "default_login_user = www-data",
            f"mail_location = maildir:{mail}/%u", "first_valid_uid = 1", "submission_relay_host = 127.0.0.1",
            f"submission_relay_port = {relay}", "hostname = mail.example", "",
        ])
        + section("service imap-login", "chroot =", "inet_listener imap {", f"  port = {imap}", "}", "inet_listener imaps {", "  port = 0", "}")
        + section("service submission-login", "chroot =", "inet_listener submission {", f"  port = {submission}", "}")
        + section("service anvil", "chroot =") + section("service stats", "chroot =")
        + section("userdb", "driver = static", f"args = uid=65534 gid=65534 home={mail}/%u")
        + section("passdb", "driver = oauth2", "mechanisms = xoauth2 oauthbearer", f"args = {folder}/tokens.conf")
    )

main = os.getpid()
if os.fork() == 0:
    server = socketserver.ThreadingTCPServer(("127.0.0.1", relay), Relay)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    for port in (imap, submission):
        while True:
            try:
                socket.create_connection(("127.0.0.1", port), 5).close()
                break
            except OSError:
                time.sleep(0.05)
    print("listening", imap, submission, flush=True)
    # Until the test has ended Dovecot.
    while os.getppid() == main:
        time.sleep(0.2)
    shutil.rmtree(mail, ignore_errors=True)
    os._exit(0)
command = 'mount -t overlay overlay -o "lowerdir=$1:/usr" /usr && exec /usr/sbin/dovecot -F -c "$2"'
os.execvp("unshare", ["unshare", "--mount", "sh", "-c", command, "sh", tree, folder + "/dovecot.conf"])
